/* t_user_rules.c - the user's rules: faults of the file with their positions, what matches, which
 * match wins, which patterns are given up */
#include <trawl.h>

#include <time.h>

#include "base/memory.h"
#include "configured.h"
#include "finding.h"
#include "tap.h"

static trawl_str str(const char *s)
{
    return (trawl_str){s, strlen(s)};
}

/* ---- The file ---- */

#define RFC "rule rfc\n trigger RFC\n match RFC (\\d+)\n url https://a.example/$1\n"

static const struct fault_case {
    const char *file;
    unsigned line, column;
    const char *why; /* how the message begins */
} faults[] = {
    {"", 0, 0, ""},
    {"#", 0, 0, ""},
    {"\xEF\xBB\xBF", 0, 0, ""},
    {"# nothing\n\n  \t\r\n", 0, 0, ""},
    {RFC, 0, 0, ""},
    {"\xEF\xBB\xBF" RFC "\r\n# x", 0, 0, ""},
    {"rule x\r\n\ttrigger a b\r\n\tmatch a b\r\n\turl x-y:$0$$\r\n", 0, 0, ""},
    {RFC "rule x\n trigger a\n match (?<n>a)\n url http://h/${n}/${1}/$0", 0, 0, ""},
    {RFC RFC, 5, 6, "the rule \"rfc\" exists already"},
    {"  rul x", 1, 3, "a line must begin with \"rule\""},
    {"rule", 1, 5, "there is nothing after \"rule\""},
    {"rule a b", 1, 7, "a name may have letters"},
    {"rule 0123456789012345678901234567890123456789012345678901234567890123x", 1, 6,
     "the name is longer than 64"},
    {"trigger a", 1, 1, "\"trigger\" before the first \"rule\""},
    {"rule a\n match a\n url http://h/\n", 1, 6, "the rule \"a\" has no line \"trigger\""},
    {"rule a\n trigger a\n url http://h/\nrule b\n", 1, 6, "the rule \"a\" has no line \"match\""},
    {"rule a\n trigger a\n match a", 1, 6, "the rule \"a\" has no line \"url\""},
    {"rule a\n trigger a\n match a\n match b", 4, 2, "a second line \"match\""},
    {"rule a\n trigger a\n match a(\n url http://h/", 3, 10, "missing closing parenthesis"},
    {"rule a\n trigger a\n match a\xC3\xA4[\n url http://h/", 3, 11, "missing terminating ]"},
    {"rule a\n trigger a\n match a\\Kb\n url http://h/", 3, 9, "\\K is not allowed"},
    {"rule a\n trigger a\n match a\\C\n url http://h/", 3, 11, "using \\C is disabled"},
    {"rule a\n trigger a\n match (*UTF)a\n url http://h/", 3, 14, "using UTF is disabled"},
    {"rule a\n trigger a\n match (?<=0123456789abcdefg)a\n url http://h/", 3, 8,
     "the pattern looks back more than 16"},
    {"rule a\n trigger abc\n match \\babd\n url http://h/", 3, 8,
     "the pattern never matches at its trigger \"abc\""},
    {"rule a\n trigger abc\n match ab\n url http://h/", 3, 8,
     "the pattern never matches at its trigger \"abc\""},
    {"rule a\n trigger a\n match (((a{60}){60}){60}){3}\n url http://h/", 3, 8,
     "regular expression is too large"},
    {"rule a\n trigger a\n match (a)\n url http://h/$2", 4, 15, "the pattern has no group \"2\""},
    {"rule a\n trigger a\n match (a)\n url http://h/${nn}", 4, 15,
     "the pattern has no group \"nn\""},
    {"rule a\n trigger a\n match (a)\n url http://h/$x", 4, 15,
     "\"$\" must be followed by a digit"},
    {"rule a\n trigger a\n match (a)\n url http://h/${x", 4, 15,
     "\"$\" must be followed by a digit"},
    {"rule a\n trigger a\n match (a)\n url $1://h/", 4, 6, "the url must begin with a scheme"},
    {"rule a\n trigger a\n match (a)\n url a$1://h/", 4, 6, "the url must begin with a scheme"},
    {"rule a\n trigger a\n match (a)\n url %a:$1", 4, 6, "the url must begin with a scheme"},
    {"rule a\n trigger a\n match (a)\n url JavaScript:x($1)", 4, 6,
     "a rule may not make URLs of this scheme"},
    {"rule a\n trigger a\n match (a)\n url http://h/$1 x", 4, 17, "not a URL: "},
    {"rule a\n trigger a\n match (a)\n url http://[::$1", 4, 18, "not a URL: "},
    {"rule x\n trigger (\n before 64\n lines 4\n match \\w\\((a)\n url #a-$1.b", 0, 0, ""},
    {"rule a\n before 0\n", 2, 9, "\"before\" has a number from 1 to 64"},
    {"rule a\n before 65\n", 2, 9, "\"before\" has a number from 1 to 64"},
    {"rule a\n before 1x\n", 2, 9, "\"before\" has a number from 1 to 64"},
    {"rule a\n lines 5\n", 2, 8, "\"lines\" has a number from 1 to 4"},
    {"rule a\n lines 2\n lines 2\n", 3, 2, "a second line \"lines\" in the rule \"a\""},
    {"rule a\n trigger a\n match a\n url #\n", 4, 6, "there is no id after \"#\""},
    {"rule a\n trigger a\n match a\n url #\"b\n", 4, 7, "an id has only a-z, 0-9"},
    {"rule a\n trigger a\n match a\n url #a\"b\n", 4, 8, "an id has only a-z, 0-9"},
    {"rule a\n trigger a\n match a\n url #$0A\n", 4, 9, "an id has only a-z, 0-9"},
    {"rule a\n trigger a\xFF\n", 2, 11, "invalid UTF-8"},
    {"rule a\n trigger a\x01\n", 2, 11, "a control character"},
};

static void check_faults(void)
{
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        const struct fault_case *c = &faults[i];
        trawl_fault f = {.size = sizeof f};
        int result = trawl_rules_check(str(c->file).p, str(c->file).n, &f);
        bool good = result == (c->line ? TRAWL_ERROR_BAD_RULE : TRAWL_OK) && f.line == c->line &&
                    f.column == c->column && strncmp(f.why, c->why, strlen(c->why)) == 0;
        if (!ok(good, "%.60s: %u:%u %s", c->file, c->line, c->column, c->why))
            printf("# got %d at %u:%u: %s\n", result, (unsigned)f.line, (unsigned)f.column, f.why);
    }
}

/* Tests a pattern with this many nested brackets or bytes. */
static int check_size(int brackets, int bytes)
{
    static growing g;

    growing_clear(&g);
    growing_printf(&g, "rule a\n trigger a\n url http://h/\n match ");
    for (int i = 0; i < brackets; i++)
        growing_add(&g, "(?:", 3);
    for (int i = 0; i < bytes; i++)
        growing_add(&g, "a", 1);
    for (int i = 0; i < brackets; i++)
        growing_add(&g, ")", 1);
    return trawl_rules_check(g.p, g.n, NULL);
}

static void check_calls(void)
{
    trawl_fault small = {.size = sizeof small.size - 1};
    trawl_config cfg = {.size = sizeof cfg, .rules = str("rule")};
    trawl_scanner *t;

    is_int(trawl_rules_check(RFC, strlen(RFC), NULL), TRAWL_OK, "fault may be NULL");
    is_int(trawl_rules_check("x", 1, NULL), TRAWL_ERROR_BAD_RULE, "also for good rules");
    is_int(trawl_rules_check(str(RFC).p, str(RFC).n, &small), TRAWL_ERROR_MISUSE,
           "a fault without a size");
    is_int(trawl_rules_check(NULL, 1, NULL), TRAWL_ERROR_MISUSE, "no text");
    is_int(configured_open(&t, &cfg, finding_sink, NULL), TRAWL_ERROR_BAD_RULE,
           "a bad rule prevents a scan");
    is_int(check_size(50, 1), TRAWL_OK, "50 nested brackets");
    is_int(check_size(51, 1), TRAWL_ERROR_BAD_RULE, "51 are too many");
    is_int(check_size(0, 4096), TRAWL_OK, "a pattern of 4096 bytes");
    is_int(check_size(0, 4097), TRAWL_ERROR_BAD_RULE, "4097 are too many");
}

/* ---- Matches ---- */

static const char rules_text[] =
    "rule rfc\n trigger RFC\n match (?<!\\w)RFC[ -]?(\\d+)\n url https://rfc.example/rfc$1\n"
    "rule rfc-section\n trigger RFC\n match RFC (\\d+) section ([\\d.]+\\d)\n url https://rfc.example/rfc$1#s-$2\n"
    "rule bug\n trigger Bug #\n trigger bug \n match (?i:bug) #?(\\d+)\n url https://bugs.example/?id=$1\n"
    "rule any\n trigger any:\n match any:(?<what>.*?)(?:;|$)\n url https://any.example/${what}/$$\n"
    "rule msgid\n trigger id <\n match id <([^<>\\s]+)>\n url https://lists.example/m/$1\n"
    "rule angle\n trigger <r\n match <r(\\d+)>\n url https://r.example/$1\n"
    "rule handle\n trigger @\n match @([a-z]\\w+)\n url https://people.example/$1\n"
    "rule start\n trigger Seen\n match ^Seen (\\d+)$\n url https://seen.example/$1\n"
    "rule two\n trigger two\n match two(a)?(b)\n url https://two.example/$1-$2\n"
    "rule left\n trigger L\n match (?<=^0123456789abcde)L|(?<=\\(x)L\n url https://left.example/\n"
    "rule web\n trigger w\n match w(\\d+)\\b\n url https://w.example/$1\n"
    "rule colon\n trigger :t\n match :t(\\d)\n url https://t.example/$1\n"
    "rule umlaut\n trigger \xC3\xA4\n match \xC3\xA4.\n url https://u.example/$0\n";

/* The expected links, each "raw -> URL\n". */
static const struct match_case {
    const char *text, *links;
} matches[] = {
    {"See RFC 1738.", "RFC 1738 -> https://rfc.example/rfc1738\n"},
    {"RFC1738 RFC-1\nRFC 2\r\nRFC",
     "RFC1738 -> https://rfc.example/rfc1738\nRFC-1 -> https://rfc.example/rfc1\n"
     "RFC 2 -> https://rfc.example/rfc2\n"},
    {"XRFC 1738, rfc 1, RFC\n1738", ""},
    /* the longest match wins, wherever its rule is in the file */
    {"RFC 3986 section 5.2.", "RFC 3986 section 5.2 -> https://rfc.example/rfc3986#s-5.2\n"},
    {"RFC 3986 sections", "RFC 3986 -> https://rfc.example/rfc3986\n"},
    {"Bug #123, bug 4 and Bug 5",
     "Bug #123 -> https://bugs.example/?id=123\nbug 4 -> https://bugs.example/?id=4\n"},
    /* the text of a group is encoded, except letters, digits and -._~ */
    {"any:a/b?c&d\"<>'%41 ~x.-_\xC3\xA4\x80\x01;",
     "any:a/b?c&d\"<>'%41 ~x.-_\xC3\xA4\x80\x01; -> "
     "https://any.example/a%2Fb%3Fc%26d%22%3C%3E%27%2541%20~x.-_%C3%A4%80%01/$\n"},
    {"any:x\r\ny", "any:x -> https://any.example/x/$\n"},
    {"any:x", "any:x -> https://any.example/x/$\n"},
    {"any:x\ry", "any:x -> https://any.example/x/$\n"},
    {"id <1.2@a.example>", "id <1.2@a.example> -> https://lists.example/m/1.2%40a.example\n"},
    /* wrappers come first */
    {"<URL:http://a.example/RFC1738>", "http://a.example/RFC1738 -> http://a.example/RFC1738\n"},
    {"any:<URL:http://a.example/>;", "http://a.example/ -> http://a.example/\n"},
    {"any:x<http://a.example/>;", "http://a.example/ -> http://a.example/\n"},
    {"any:<URL:http://a.example/ ;",
     "any:<URL:http://a.example/ ; -> https://any.example/%3CURL%3Ahttp%3A%2F%2Fa.example%2F%20/$\n"},
    {"<r12> <r12@a.example>",
     "<r12> -> https://r.example/12\nr12@a.example -> mailto:r12@a.example\n"},
    /* rules beat running text, but not links that began before them */
    {"any:http://a.example/;",
     "any:http://a.example/; -> https://any.example/http%3A%2F%2Fa.example%2F/$\n"},
    {"any:www.a.example", "any:www.a.example -> https://any.example/www.a.example/$\n"},
    {"http://a.example/RFC1738 RFC1",
     "http://a.example/RFC1738 -> http://a.example/RFC1738\nRFC1 -> https://rfc.example/rfc1\n"},
    {"RFC1738@abc.example",
     "RFC1738 -> https://rfc.example/rfc1738\n@abc -> https://people.example/abc\n"},
    {"joe-RFC1738@a.example", "joe-RFC1738@a.example -> mailto:joe-RFC1738@a.example\n"},
    {"joe@a.example, @joe",
     "joe@a.example -> mailto:joe@a.example\n@joe -> https://people.example/joe\n"},
    {"www.a.com w12 w", "www.a.com -> https://www.a.com\nw12 -> https://w.example/12\n"},
    {"http://a.example/:t1 :t1",
     "http://a.example/:t1 -> http://a.example/:t1\n:t1 -> https://t.example/1\n"},
    /* lines */
    {"Seen 12\nSeen 12 \n Seen 12\nSeen 13\r\nSeen 14",
     "Seen 12 -> https://seen.example/12\n"
     "Seen 13 -> https://seen.example/13\nSeen 14 -> https://seen.example/14\n"},
    /* a CR alone also ends a line, since programs that show the text break the line there */
    {"Seen 15\rSeen 16\r",
     "Seen 15 -> https://seen.example/15\nSeen 16 -> https://seen.example/16\n"},
    {"\xEF\xBB\xBFSeen 1", "Seen 1 -> https://seen.example/1\n"},
    {"twob twoab", "twob -> https://two.example/-b\ntwoab -> https://two.example/a-b\n"},
    {"0123456789abcdeL\n-0123456789abcdeL\n(xL",
     "L -> https://left.example/\nL -> https://left.example/\n"},
    {"--0123456789abcdeL", ""},
    /* no link ends inside a character */
    {"\xC3\xA4\xC3\xB6x", "\xC3\xA4\xC3\xB6 -> https://u.example/%C3%A4%C3\n"},
    {"\xC3\xA4\xC3\xB6\x80\x80\x80x", "\xC3\xA4\xC3\xB6\x80\x80 -> https://u.example/%C3%A4%C3\n"},
};

/* Rules that match before their trigger, rules that match over line ends, and one whose URL is a
 * place in the page. */
static const char wide_text[] =
    "rule man\n trigger (\n before 20\n match \\b([a-z][\\w.-]*)\\((\\d)\\)\n url https://m.example/$1.$2\n"
    "rule rfc\n trigger RFC\n lines 2\n match \\bRFC[ -]?(\\d+)\\b\n url https://r.example/$1\n"
    "rule bug\n trigger #\n before 5\n lines 3\n match \\bbugs? #(\\d+)(?:,? and #(\\d+))?\n"
    " url https://b.example/$1-$2\n"
    "rule line\n trigger one\n lines 2\n match ^one two$\n url https://l.example/\n"
    "rule left\n trigger !\n before 3\n match (?<=<0123456789abcde)x*!|^y!\n url https://x.example/$0\n"
    "rule wide\n trigger ?\n before 3\n match .{1,3}\\?\n url https://w.example/$0\n"
    "rule note\n trigger [\n match \\[([^]]{1,9})]\n url #ref-$1\n";

static const struct match_case wide[] = {
    {"printf(3), x(1) and foo.conf(5)y",
     "printf(3) -> https://m.example/printf.3\nx(1) -> https://m.example/x.1\n"
     "foo.conf(5) -> https://m.example/foo.conf.5\n"},
    {"(3) main() F(3) printf (3) a\n(3)", ""},
    /* at most 20 bytes before the trigger; what was linked is not linked again */
    {"abcdefghijklmnopqrst(3)",
     "abcdefghijklmnopqrst(3) -> https://m.example/abcdefghijklmnopqrst.3\n"},
    {"abcdefghijklmnopqrstu(3)", ""},
    {"http://a.example/printf(3) joe@a.example(3)",
     "http://a.example/printf(3) -> http://a.example/printf(3)\n"
     "joe@a.example -> mailto:joe@a.example\n"},
    {"<URL:http://a.example/>printf(3)",
     "http://a.example/ -> http://a.example/\nprintf(3) -> https://m.example/printf.3\n"},
    /* line ends */
    {"RFC\n1738 RFC\r\n\t 12",
     "RFC 1738 -> https://r.example/1738\nRFC 12 -> https://r.example/12\n"},
    {"> an RFC \n>  7, RFC 8", "RFC 7 -> https://r.example/7\nRFC 8 -> https://r.example/8\n"},
    {"| RFC\r| 7\n", "RFC 7 -> https://r.example/7\n"},
    {"RFC\n\n7 RFC\n \n7", ""},
    {"> RFC\n7 RFC\n> 7", ""},
    {"bugs #1\nand\n#2, bug #3\nand\n\n#4",
     "bugs #1 and #2 -> https://b.example/1-2\nbug #3 -> https://b.example/3-\n"},
    {"bug\n#1", ""}, /* the part before the trigger must be in the same line */
    {"one\ntwo\nx one\ntwo\none\ntwo x\none\n two",
     "one two -> https://l.example/\none two -> https://l.example/\n"},
    /* the left context is that of the match */
    {"<0123456789abcdexxx! xxx!", "xxx! -> https://x.example/xxx%21\n"},
    {"y! y!\ny!", "y! -> https://x.example/y%21\ny! -> https://x.example/y%21\n"},
    /* no link begins inside a character */
    {"\xC3\xA4\xC3\xB6?", "\xC3\xB6? -> https://w.example/%C3%B6%3F\n"},
    /* ids have safe characters only */
    {"[1] [RFC1738] [\"><b> ] []",
     "[1] -> #ref-1\n[RFC1738] -> #ref-rfc1738\n[\"><b> ] -> #ref----b--\n"},
};

static growing lines;

static int count(void *user, const trawl_event *e)
{
    *(int *)user += e->type == TRAWL_EVENT_LINK;
    return 0;
}

static void check_cuts(finding *f, const char *text, size_t n, const char *name)
{
    growing events = {0};
    unsigned wrong = 0;

    finding_run(f, text, n, 0, 0);
    growing_add(&events, f->events.p, f->events.n);
    if (!is_int(f->faults, 0, "%.60s: no faults", name))
        printf("# %s\n", f->fault);
    growing_clear(&lines);
    for (unsigned i = 0; i < f->link_count; i++) {
        growing_add(&lines, f->link[i].raw.p, f->link[i].raw.n);
        growing_add(&lines, " -> ", 4);
        growing_add(&lines, f->link[i].url.p, f->link[i].url.n);
        growing_add(&lines, "\n", 1);
    }
    for (size_t step = 1; step <= 31; step++) {
        finding_run(f, text, n, step, 0);
        wrong += f->faults > 0 || !growing_same(&events, &f->events);
    }
    for (size_t cut = 1; cut < n && cut < 4096; cut++) {
        finding_run(f, text, n, 0, cut);
        wrong += f->faults > 0 || !growing_same(&events, &f->events);
    }
    is_int(wrong, 0, "%.60s: every division gives the same", name);
    free(events.p);
}

static void check_matches(void)
{
    trawl_config cfg = {.size = sizeof cfg, .rules = str(rules_text)};
    trawl_fault fault = {.size = sizeof fault};
    finding f;

    if (!is_int(trawl_rules_check(cfg.rules.p, cfg.rules.n, &fault), TRAWL_OK,
                "the rules are good"))
        printf("# %u:%u: %s\n", (unsigned)fault.line, (unsigned)fault.column, fault.why);
    finding_open(&f, &cfg);
    for (size_t i = 0; i < sizeof matches / sizeof matches[0]; i++) {
        check_cuts(&f, matches[i].text, strlen(matches[i].text), matches[i].text);
        is_str(lines.p, matches[i].links, "%.60s", matches[i].text);
    }
    finding_run(&f, "\xC3\xB6 x\n> a RFC 1738\n", 18, 0, 0);
    ok(f.link_count == 1 && f.link[0].kind == TRAWL_KIND_RULE && f.link[0].line == 2 &&
           f.link[0].column == 5 && f.link[0].quote == 1 && f.link[0].flags == 0,
       "kind, line, column, quote depth");
    finding_close(&f);
}

static void check_wide(void)
{
    trawl_config cfg = {
        .size = sizeof cfg, .rules = str(wide_text), .options = TRAWL_OPTION_PAGE_LINKS};
    trawl_fault fault = {.size = sizeof fault};
    finding f;

    if (!is_int(trawl_rules_check(cfg.rules.p, cfg.rules.n, &fault), TRAWL_OK,
                "the wide rules are good"))
        printf("# %u:%u: %s\n", (unsigned)fault.line, (unsigned)fault.column, fault.why);
    finding_open(&f, &cfg);
    for (size_t i = 0; i < sizeof wide / sizeof wide[0]; i++) {
        check_cuts(&f, wide[i].text, strlen(wide[i].text), wide[i].text);
        is_str(lines.p, wide[i].links, "%.60s", wide[i].text);
    }
    finding_run(&f, "> an RFC \n>  7\n", 15, 0, 0);
    ok(f.link_count == 1 && f.link[0].line == 1 && f.link[0].column == 6 && f.link[0].quote == 1,
       "line, column, quote depth of a broken match");
    finding_close(&f);
    cfg.options = 0;
    finding_open(&f, &cfg);
    finding_run(&f, "[1]", 3, 0, 0);
    is_int(f.link_count, 0, "without TRAWL_OPTION_PAGE_LINKS there are no links into the page");
    finding_close(&f);
}

/* Tests that random texts of these parts give the same links, however they are divided. */
static void check_random(void)
{
    static const char *const parts[] = {"RFC",         "RFC 12",    "\n",
                                        "\r\n",        "> ",        " ",
                                        "12",          "printf(3)", "f(",
                                        "bug #1",      "#2",        " and ",
                                        "a@b.example", "<URL:",     "http://a.example/",
                                        ">",           "\xC3\xA4",  "?",
                                        "!",           "[x]",       "one",
                                        "two",         ".",         "www.a.example",
                                        "\n\n"};
    trawl_config cfg = {
        .size = sizeof cfg, .rules = str(wide_text), .options = TRAWL_OPTION_PAGE_LINKS};
    unsigned state = 1, wrong = 0, links = 0;
    growing text = {0}, events = {0};
    finding f;

    finding_open(&f, &cfg);
    for (int round = 0; round < 400; round++) {
        growing_clear(&text);
        for (int i = 0; i < 30; i++) {
            const char *part;
            state = state * 1103515245 + 12345;
            part = parts[(state >> 16) % (sizeof parts / sizeof parts[0])];
            growing_add(&text, part, strlen(part));
        }
        finding_run(&f, text.p, text.n, 0, 0);
        links += f.link_count;
        growing_clear(&events);
        growing_add(&events, f.events.p, f.events.n);
        for (size_t step = 1; step < text.n; step += step < 8 ? 1 : step) {
            finding_run(&f, text.p, text.n, step, 0);
            wrong += f.faults > 0 || !growing_same(&events, &f.events);
        }
        for (size_t cut = 1; cut < text.n; cut += 3) {
            finding_run(&f, text.p, text.n, 0, cut);
            wrong += f.faults > 0 || !growing_same(&events, &f.events);
        }
    }
    is_int(wrong, 0, "%u links in random texts: every division gives the same", links);
    finding_close(&f);
    free(text.p);
    free(events.p);
}

/* Returns the seconds of processor time for n bytes of repetitions of a part. */
static double hostile_seconds(const char *part, size_t n)
{
    static char text[400000];
    trawl_config cfg = {.size = sizeof cfg, .rules = str(wide_text)};
    int links = 0;
    clock_t begin = clock();

    for (size_t at = 0, k = strlen(part); at < n; at += k)
        memcpy(text + at, part, k < n - at ? k : n - at);
    (void)configured_scan(text, n, &cfg, count, &links);
    return (double)(clock() - begin) / CLOCKS_PER_SEC;
}

/* A busy machine may slow one run down, so a part is tried again. */
static bool is_linear(const char *part)
{
    for (int tries = 0; tries < 5; tries++) {
        double half = hostile_seconds(part, 200000);
        if (hostile_seconds(part, 400000) < 3 * half + 0.1)
            return true;
    }
    return false;
}

/* Tests texts in which every byte is a trigger, which take linear time. */
static void check_hostile(void)
{
    static const char *const parts[] = {"(",
                                        "a(",
                                        "RFC\n",
                                        "RFC ",
                                        "> RFC\n",
                                        "#\n",
                                        "bug #1 and ",
                                        "RFC\n> > > > > > > > > > > > > > > >",
                                        "\xC3\xA4?",
                                        "[[",
                                        "RFC                                                  \n"};

    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        ok(is_linear(parts[i]), "%zu: linear time", i);
}

typedef struct first_link {
    unsigned count;
    int kind;
    size_t n;
} first_link;

static int keep_first(void *user, const trawl_event *e)
{
    first_link *f = user;

    if (e->type == TRAWL_EVENT_LINK && f->count++ == 0) {
        f->kind = e->link->kind;
        f->n = e->link->url.n;
    }
    return 0;
}

/* Tests a rule that matches a line in which one wrapper is ended by another, which waits for more
 * text. The text is fed in four pieces, in every division. */
static void check_waiting(void)
{
    static const char text[] =
        "QQ <http://-b-.-/bbbbbb<http://a.example/xyz/abcdefghijklmnop\nmore/lines/and\nlast.html>\n";
    enum { FROM = 44, N = sizeof text - 1 };
    trawl_config cfg = {.size = sizeof cfg,
                        .rules =
                            str("rule q\n trigger QQ\n match QQ.*\n url https://q.example/\n")};
    first_link whole = {0}, f;
    unsigned wrong = 0;
    trawl_scanner *t;

    cfg.want = TRAWL_WANT_LINK | TRAWL_WANT_PLACE;
    is_int(configured_scan(text, N, &cfg, keep_first, &whole), TRAWL_OK,
           "a wrapper in a rule's line");
    is_int(whole.kind, TRAWL_KIND_ANGLE, "comes before the rule");
    if (configured_open(&t, &cfg, keep_first, &f) != TRAWL_OK)
        abort();
    for (size_t a = FROM; a < N - 2; a++)
        for (size_t b = a + 1; b < N - 1; b++)
            for (size_t c = b + 1; c < N; c++) {
                f = (first_link){0};
                (void)trawl_reset(t);
                (void)trawl_feed(t, text, a);
                (void)trawl_feed(t, text + a, b - a);
                (void)trawl_feed(t, text + b, c - b);
                (void)trawl_feed(t, text + c, N - c);
                (void)trawl_finish(t);
                wrong += f.count != whole.count || f.kind != whole.kind || f.n != whole.n;
            }
    is_int(wrong, 0, "also while it waits for its end");
    configured_close(&t);
}

/* Tests that a pattern sees at most 1024 bytes of a line. */
static void check_long(void)
{
    trawl_config cfg = {.size = sizeof cfg,
                        .rules = str("rule a\n trigger ab\n match ab.*\n url http://h/\n"
                                     "rule e\n trigger xy\n match xy.*$\n url http://h/\n")};
    static char text[4000];
    finding f;

    finding_open(&f, &cfg);
    memset(text, '-', sizeof text);
    memcpy(text + 100, "ab", 2);
    memcpy(text + 2000, "xy", 2);
    check_cuts(&f, text, sizeof text, "a long line");
    ok(f.link_count == 1 && f.link[0].raw.n == 1024, "a match has 1024 bytes at most");
    text[2000 + 1024] = '\n';
    check_cuts(&f, text, sizeof text, "a shorter line");
    is_int(f.link_count, 1, "a pattern does not see its end either");
    text[2000 + 1023] = '\n';
    check_cuts(&f, text, sizeof text, "a line of 1023 bytes");
    is_int(f.link_count, 2, "here it does");
    finding_close(&f);
}

/* Tests a hundred rules, with words for each of them. */
static void check_many(void)
{
    trawl_config cfg = {.size = sizeof cfg};
    growing file = {0}, text = {0};
    finding f;

    for (int i = 0; i < 100; i++) {
        growing_printf(
            &file, "rule r%d\n trigger %c%c-\n match %c%c-(\\d+)\n url https://h%d.example/$1\n", i,
            'A' + i % 26, 'a' + i / 26, 'A' + i % 26, 'a' + i / 26, i);
        growing_printf(&text, "word %c%c-%d %c%c- ", 'A' + i % 26, 'a' + i / 26, i, 'A' + i % 26,
                       'a' + i / 26);
    }
    cfg.rules = (trawl_str){file.p, file.n};
    finding_open(&f, &cfg);
    check_cuts(&f, text.p, text.n, "a hundred rules");
    is_int(f.link_count, 100, "a hundred links");
    is_mem(f.link[57].url.p, f.link[57].url.n, "https://h57.example/57", 22,
           "each by its own rule");
    finding_close(&f);
    free(file.p);
    free(text.p);
}

/* ---- Patterns that take too long ---- */

static void check_limits(void)
{
    trawl_config cfg = {.size = sizeof cfg, .want = TRAWL_WANT_DEFAULT | TRAWL_WANT_EXPLAIN};
    char text[200];
    uint64_t line = 0, times = 0;
    trawl_str name = {0};
    finding f;

    cfg.rules = str(RFC "# the bad one\nrule bomb\n trigger a\n match (a+)+$\n url http://h/$1\n");
    memset(text, 'a', 100);
    memcpy(text + 100, "! RFC 1738 aaa\n", 16);
    finding_open(&f, &cfg);
    finding_run(&f, text, 115, 0, 0);
    is_mem(f.links.p, f.links.n > 48 ? 48 : f.links.n,
           "rule https://a.example/1738 at 1:103 quote 0 ext", 48, "the text is read to the end");
    is_int(f.link_count, 1, "and the other rules match");
    is_int(trawl_rules_complaint(f.t, 0, &name, &line, &times), 1, "the rule is reported");
    is_mem(name.p, name.n, "bomb", 4, "with its name");
    is_int(line, 6, "and its line in the file");
    is_int(times, 32, "it is skipped after 32 places");
    is_int(trawl_rules_complaint(f.t, 1, &name, &line, &times), 0, "once");
    is_int(trawl_rules_complaint(NULL, 0, &name, &line, &times), TRAWL_ERROR_MISUSE,
           "opening a scan");
    is_str(f.rules.p, " rules rules", "one EXPLAIN event for the rule, one for the link");
    finding_run(&f, text, 115, 1, 0);
    is_str(f.rules.p, " rules rules", "the same byte by byte, in the next text");
    is_int(trawl_rules_complaint(f.t, 0, &name, &line, &times), 1, "the rule is still reported");
    is_int(times, 64, "with the failures of both texts");
    finding_close(&f);
}

/* ---- Out of memory ---- */

static void check_oom(void)
{
    static const char text[] =
        "RFC 1738, RFC 3986 section 5.2 Bug #1 joe@a.example any:x www.a.example";
    trawl_config cfg = {.size = sizeof cfg, .rules = str(rules_text)};
    int wrong = 0, refused = 0, result = TRAWL_ERROR_NO_MEMORY, links, all = 0;

    (void)configured_scan(text, sizeof text - 1, &cfg, count, &all);
    for (long n = 0; result != TRAWL_OK && n < 100000; n++) {
        trawl_release();
        links = 0;
        memory_fail_after(n);
        result = configured_scan(text, sizeof text - 1, &cfg, count, &links);
        memory_fail_after(-1);
        refused += result == TRAWL_ERROR_NO_MEMORY;
        wrong += result != TRAWL_ERROR_NO_MEMORY && (result != TRAWL_OK || links != all);
    }
    is_int(result, TRAWL_OK, "with enough memory it works");
    is_int(wrong, 0, "TRAWL_ERROR_NO_MEMORY, or the right answer");
    ok(refused > 50 && all == 5, "%d failing allocations", refused);
    memory_fail_after(20);
    result = trawl_rules_check(cfg.rules.p, cfg.rules.n, NULL);
    memory_fail_after(-1);
    is_int(result, TRAWL_ERROR_NO_MEMORY, "trawl_rules_check: the same");
}

/* ---- The rules file that comes with trawl ---- */

static const char *const common[][2] = {
    {"RFC 1738", "https://www.rfc-editor.org/rfc/rfc1738"},
    {"rfc3986, section 5.2", "https://www.rfc-editor.org/rfc/rfc3986#section-5.2"},
    {"RFC 3986 \xC2\xA7 5.2", "https://www.rfc-editor.org/rfc/rfc3986#section-5.2"},
    {"BCP 14", "https://www.rfc-editor.org/info/BCP14"},
    {"draft-ietf-httpbis-messaging-19",
     "https://datatracker.ietf.org/doc/draft-ietf-httpbis-messaging-19"},
    {"CVE-2024-1", "https://www.cve.org/CVERecord?id=CVE-2024-1"},
    {"DSA-5532-1", "https://security-tracker.debian.org/tracker/DSA-5532-1"},
    {"CWE-79", "https://cwe.mitre.org/data/definitions/79.html"},
    {"Closes: #1012345", "https://bugs.debian.org/1012345"},
    {"Bug#1012345", "https://bugs.debian.org/1012345"},
    {"Bug #123", "https://bugs.example.org/show_bug.cgi?id=123"},
    {"LP: #123456", "https://bugs.launchpad.net/bugs/123456"},
    {"PEP 0008", "https://peps.python.org/8"},
    {"Message-ID: <12.34@a.example>", "https://lists.example.org/msgid/12.34%40a.example"},
    {"doi:10.1000/182", "https://doi.org/10.1000/182"},
    {"arXiv:2101.00001v2", "https://arxiv.org/abs/2101.00001v2"},
    {"ISBN 0-306-40615-2", "https://www.worldcat.org/search?q=bn:0-306-40615-2"},
    {"man 3 printf", "https://manpages.debian.org/printf.3"},
};

static void check_common(void)
{
    static char file[65536];
    FILE *in = fopen("testdata/rules/common.rules", "rb");
    size_t n = in ? fread(file, 1, sizeof file, in) : 0;
    trawl_config cfg = {.size = sizeof cfg, .rules = {file, n}};
    trawl_fault fault = {.size = sizeof fault};
    finding f;

    if (in)
        fclose(in);
    if (!ok(n > 0 && trawl_rules_check(cfg.rules.p, cfg.rules.n, &fault) == TRAWL_OK,
            "common.rules has no fault")) {
        printf("# %u:%u: %s\n", (unsigned)fault.line, (unsigned)fault.column, fault.why);
        return;
    }
    finding_open(&f, &cfg);
    for (size_t i = 0; i < sizeof common / sizeof common[0]; i++) {
        growing text = {0};
        growing_printf(&text, "See %s, and so on.\n", common[i][0]);
        finding_run(&f, text.p, text.n, 0, 0);
        is_mem(f.link_count == 1 ? f.link[0].url.p : "none",
               f.link_count == 1 ? f.link[0].url.n : 4, common[i][1], strlen(common[i][1]), "%s",
               common[i][0]);
        free(text.p);
    }
    finding_close(&f);
}

int main(void)
{
    check_faults();
    check_calls();
    check_matches();
    check_wide();
    check_random();
    check_hostile();
    check_waiting();
    check_long();
    check_many();
    check_limits();
    check_oom();
    check_common();
    free(lines.p);
    trawl_release();
    return done();
}
