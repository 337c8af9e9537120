/* options.c - the options of the filter: what each of them takes, their table, and the help
 *
 * Here each value is checked by itself; settle.c checks what goes together and works out the rest.
 */
#include <stdio.h>
#include <stdlib.h>

#include "cli/find/find.h"

static int refuse(const char *what, const char *value, const char *why)
{
    say(NULL, what, value, why);
    return -1;
}

static void set_bit(unsigned *bits, unsigned bit, int on)
{
    *bits = on ? *bits | bit : *bits & ~bit;
}

/* ---- Kinds ---- */

/* URLs of header fields and of HTML are URLs too; "url,-hdr" leaves the former out. */
#define ALL_URLS (TRAWL_FIND_URL | TRAWL_FIND_HDR | TRAWL_FIND_HTML)

static const char *const kinds[] = {"url", "www", "addr",      "email",   "domain", "msgid",
                                    "hdr", "ip",  "localhost", "netpath", "html",   NULL};
static const unsigned kind_bits[] = {ALL_URLS,           TRAWL_FIND_WWW,    TRAWL_FIND_ADDR,
                                     TRAWL_FIND_EMAIL,   TRAWL_FIND_DOMAIN, TRAWL_FIND_MSGID,
                                     TRAWL_FIND_HDR,     TRAWL_FIND_IP,     TRAWL_FIND_LOCALHOST,
                                     TRAWL_FIND_NETPATH, TRAWL_FIND_HTML};

/* Returns true when the value names a kind without a sign. */
static int is_list(const char *value)
{
    for (const char *p = value; *p; p += *p == ',') {
        if (*p != '+' && *p != '-')
            return 1;
        p += strcspn(p, ",");
    }
    return *value == '\0';
}

/* "url,www" replaces what was given before, "+ip,-www" changes it. "+ip,domain" is refused: it
 * would leave out URLs, which is hardly meant. */
static int set_kinds(void *target, const char *value)
{
    struct find_kinds *k = &((struct find_options *)target)->kinds;
    const char *p = value;

    if (is_list(value) && (*value == '+' || *value == '-'))
        return refuse("--find: what is meant by ", value,
                      "? +KIND,+KIND adds to the default, KIND,KIND takes its place");
    if (is_list(value))
        *k = (struct find_kinds){.listed = 1};
    for (;; p++) {
        char sign = *p == '+' || *p == '-' ? *p++ : '\0';
        size_t n = strcspn(p, ",");
        int i = options_choose(NULL, "--find", "kind", kinds, p, n,
                               "the kinds are url, www, addr, email, domain, msgid, hdr, ip, "
                               "localhost, netpath and html");

        if (i < 0)
            return -1;
        set_bit(sign ? &k->add : &k->list, kind_bits[i], sign != '-');
        if (sign)
            set_bit(&k->drop, kind_bits[i], sign == '-');
        p += n;
        if (*p == '\0')
            return 0;
    }
}

/* ---- Which links are listed ---- */

/* Fills names with those that the library has for first and all after it. */
static void fill_names(const char **names, int first, int end, const char *(*name)(int i))
{
    for (int i = first; i < end; i++)
        *names++ = name(i);
    *names = NULL;
}

static int set_zones(void *target, const char *value)
{
    enum { FIRST = TRAWL_ZONE_NONE + 1 };
    const char *names[TRAWL_ZONE_COUNT];
    unsigned long long zones;

    fill_names(names, FIRST, TRAWL_ZONE_COUNT, trawl_zone_name);
    zones =
        options_choose_all("--only", "zone", names, value,
                           "the zones are header, new, quoted, signature, footer and forwarded");
    ((struct find_options *)target)->filter.zones = (unsigned)zones << FIRST;
    return zones ? 0 : -1;
}

static int set_new(void *target, const char *value)
{
    (void)value;
    ((struct find_options *)target)->filter.zones = 1u << TRAWL_ZONE_HEADER | 1u << TRAWL_ZONE_NEW |
                                                    1u << TRAWL_ZONE_SIGNATURE |
                                                    1u << TRAWL_ZONE_FORWARDED;
    return 0;
}

static int add_flags(uint64_t *flags, const char *option, const char *value)
{
    const char *names[TRAWL_FLAG_COUNT + 1];
    unsigned long long set;

    fill_names(names, 0, TRAWL_FLAG_COUNT, trawl_flag_name);
    set = options_choose_all(option, "flag", names, value,
                             "trawl(1) lists them under KINDS AND FLAGS");
    *flags |= set;
    return set ? 0 : -1;
}

static int set_only_flag(void *target, const char *value)
{
    return add_flags(&((struct find_options *)target)->filter.only, "--only-flag", value);
}

static int set_skip_flag(void *target, const char *value)
{
    return add_flags(&((struct find_options *)target)->filter.skip, "--skip-flag", value);
}

/* ---- What is found ---- */

#define LETTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

int find_are_schemes(const char *value)
{
    for (const char *p = value;; p++) {
        size_t n = strcspn(p, ",");

        if (strspn(p, LETTERS) == 0 || strspn(p, LETTERS "0123456789+-.") < n)
            return 0;
        p += n;
        if (*p == '\0')
            return 1;
    }
}

static int set_schemes(void *target, const char *value)
{
    trawl_config *config = &((struct find_options *)target)->config;

    set_bit(&config->options, TRAWL_OPTION_KNOWN_SCHEMES, strcmp(value, "known") == 0);
    config->schemes = (trawl_str){NULL, 0};
    if (strcmp(value, "any") == 0 || strcmp(value, "known") == 0)
        return 0;
    if (!find_are_schemes(value))
        return refuse("--schemes: ", value,
                      " is no list of schemes; it takes any, known, or names as in http,https,ftp");
    config->schemes = (trawl_str){value, strlen(value)};
    return 0;
}

static int set_tlds(void *target, const char *value)
{
    struct find_options *f = target;
    int any = strcmp(value, "any") == 0, classic = strcmp(value, "classic") == 0;

    set_bit(&f->config.options, TRAWL_OPTION_ANY_TLD, any);
    set_bit(&f->config.options, TRAWL_OPTION_CLASSIC_TLD, classic);
    f->tlds = any || classic ? NULL : value;
    return 0;
}

static int set_charset(void *target, const char *value)
{
    struct find_options *f = target;

    if (!*value)
        return refuse("--charset: the name is empty; without --charset the text is UTF-8", NULL,
                      NULL);
    f->charset = value;
    f->config.charset = (trawl_str){value, strlen(value)};
    return 0;
}

static int set_base(void *target, const char *value)
{
    struct find_options *f = target;
    trawl_verdict v = {.size = sizeof v};
    int error = trawl_check(&v, value, strlen(value));

    if (error != TRAWL_OK) {
        (void)command_trouble(NULL, error);
        return -1;
    }
    if (!v.valid)
        return refuse("--base: ", value, " is no whole URL; \"trawl check URL\" says why");
    f->config.base = (trawl_str){value, strlen(value)};
    return 0;
}

/* ---- What is printed ---- */

/* Returns a number of at most so many digits, or 0. */
static unsigned long number(const char *value, size_t digits)
{
    size_t n = strspn(value, "0123456789");

    return n > 0 && n <= digits && value[n] == '\0' ? strtoul(value, NULL, 10) : 0;
}

static int set_context(void *target, const char *value)
{
    struct find_options *f = target;

    f->context_line = strcmp(value, "line") == 0;
    f->context = f->context_line ? CONTEXT_MAX : number(value, 4);
    return f->context > 0 && f->context <= CONTEXT_MAX
               ? 0
               : refuse("--context: ", value,
                        " is neither a number of characters from 1 to 1000 nor line");
}

static int set_jobs(void *target, const char *value)
{
    struct find_options *f = target;

    f->jobs = (unsigned)number(value, 3);
    return f->jobs > 0 ? 0
                       : refuse("-j: ", value,
                                " is no number of threads; it takes 1, 2, and so on up to 999");
}

/* ---- HTML ---- */

static int set_page(void *target, const char *value)
{
    (void)value;
    ((struct find_options *)target)->page = 1;
    return 0;
}

static int set_fragment(void *target, const char *value)
{
    (void)value;
    ((struct find_options *)target)->page = -1;
    return 0;
}

/* Returns the first "%" that is neither "%u" nor an escape, or NULL. */
static const char *stray_percent(const char *p)
{
    static const char hex[] = "0123456789ABCDEFabcdef";

    while ((p = strchr(p, '%')) && (p[1] == 'u' || (strspn(p + 1, hex) >= 2)))
        p++;
    return p;
}

/* Makes the same test as trawl_emit_open(), which does not say what is wrong. */
static int set_template(void *target, const char *value)
{
    static const char *const schemes[] = {"https://", "http://", "mailto:"};
    int good = 0;

    for (size_t i = 0; i < sizeof schemes / sizeof schemes[0]; i++)
        good |= strncmp(value, schemes[i], strlen(schemes[i])) == 0;
    if (!good)
        return refuse("--link-template: ", value,
                      " does not begin with https://, http:// or mailto:");
    if (!strstr(value, "%u"))
        return refuse("--link-template: ", value, " has no %u, which stands for the link");
    if (stray_percent(value))
        return refuse("--link-template: ", value,
                      " has a % that neither u nor two hex digits follow; %25 is one");
    ((struct find_options *)target)->emit.link_template = (trawl_str){value, strlen(value)};
    return 0;
}

#define SCHEME_MAX 40 /* longer than any registered scheme */

/* Returns why such a link is not live, or NULL. */
static const char *why_dead(const char *scheme, const char *rest, const char *live)
{
    char url[SCHEME_MAX + 32], href[SCHEME_MAX + 64];
    const char *why = NULL;
    size_t n;
    trawl_link link = {.size = sizeof link, .url = {url, 0}};

    link.url.n = (size_t)snprintf(url, sizeof url, "%s:%s", scheme, rest);
    (void)trawl_emit_href(&link, (trawl_str){live, strlen(live)}, href, sizeof href, &n, &why);
    return why;
}

/* Returns true when links of the scheme are dead for the same reason with and without --live. */
static int is_never_live(const char *scheme)
{
    static const char *const rests[] = {"//a.example/", "a@b.example"};

    for (size_t i = 0; i < sizeof rests / sizeof rests[0]; i++) {
        const char *without = why_dead(scheme, rests[i], ""),
                   *with = why_dead(scheme, rests[i], scheme);

        if (!without || !with || strcmp(without, with) != 0)
            return 0;
    }
    return 1;
}

/* rlogin (RFC 1630) may be live although it is not registered. */
static int can_be_live(const char *name)
{
    trawl_scheme s = {.size = sizeof s};

    return (trawl_scheme_lookup(&s, name, strlen(name)) == TRAWL_OK &&
            (s.status == TRAWL_STATUS_PERMANENT || s.status == TRAWL_STATUS_PROVISIONAL ||
             s.status == TRAWL_STATUS_HISTORICAL)) ||
           !why_dead(name, "//a.example/", name);
}

static int set_live(void *target, const char *value)
{
    if (!find_are_schemes(value))
        return refuse("--live: ", value, " is no list of schemes; it takes names as in ftp,gopher");
    for (const char *p = value; *p; p += *p == ',') {
        char name[SCHEME_MAX];
        size_t n = strcspn(p, ",");

        (void)snprintf(name, sizeof name, "%.*s", (int)(n < sizeof name ? n : sizeof name - 1), p);
        if (is_never_live(name))
            return refuse("--live: ", name, " is never live, whoever asks; see \"trawl --help\"");
        if (!can_be_live(name))
            return refuse("--live: ", name,
                          " is no registered scheme, and no other is ever live; see \"trawl "
                          "--help\"");
        p += n;
    }
    ((struct find_options *)target)->emit.live = (trawl_str){value, strlen(value)};
    return 0;
}

/* ---- The table ---- */

/* The names of enum trawl_input in its order, then two more (settle.c). */
static const char *const inputs[] = {"auto", "text",  "mail", "mbox", "mboxo", "mboxcl", "mboxcl2",
                                     "mmdf", "rnews", "nntp", "html", "news",  "mboxrd", NULL};
static const char *const header_sets[] = {"links", "all", "none", NULL};
static const char *const profiles[] = {"mail", "uts58", "rfc1738", NULL};
static const char *const domain_sets[] = {"strong", "all", NULL};
static const char *const hyphens[] = {"keep", "drop", "both", NULL};

#define AT(member) .at = offsetof(struct find_options, member)
#define CHOICE(member, names, what) AT(member), .choices = names, .noun = what

/* clang-format off */

static const struct option find_table[] = {
    {.letter = 'f', .name = "from", .value = "KIND",
     .topic = "What is read:",
     CHOICE(input_kind, inputs, "kind of input"),
     .help = "auto (told by its first bytes, the default), text, mail (one\n"
             "message), news (one article), mbox or mboxrd (the\n"
             "same), mboxo, mboxcl, mboxcl2, mmdf, rnews, nntp or\n"
             "html; -t text takes text for auto"},
    {.name = "headers", .value = "WHICH",
     CHOICE(headers, header_sets, "choice"),
     .help = "of a message's header: links (fields that hold URLs and ids,\n"
             "and the Subject; the default), all (addresses and others,\n"
             "but not those that machines write), or none"},
    {.name = "find", .value = "KINDS",
     .topic = "What to find:",
     .set = set_kinds,
     .help = "a list of url (with a scheme: http://..., mailto:...), www\n"
             "(www.example.org), addr (<joe@example.org>), email, domain\n"
             "(example.org), msgid (message-ids), ip (192.0.2.1/x),\n"
             "localhost (localhost:8080/x), netpath (//example.org/x), hdr\n"
             "(URLs of header fields), html (of attributes of HTML;\n"
             "url means hdr and html too). +KIND adds, -KIND leaves\n"
             "out. The default is url,www,addr,email,hdr,html"},
    {.name = "profile", .value = "NAME",
     CHOICE(profile, profiles, "profile"),
     .help = "mail (the default: wrappers, quotes, and running text with\n"
             "what mail needs); uts58 (running text by UTS #58 alone: url,\n"
             "email,domain); rfc1738 (what that RFC promises: its\n"
             "wrappers, and URLs its grammar accepts: url)"},
    {.name = "schemes", .value = "WHICH",
     .set = set_schemes,
     .help = "before \"://\": any (the default), known (those in the list\n"
             "of schemes), or names as in http,https,ftp"},
    {.name = "domains", .value = "WHICH",
     CHOICE(domains, domain_sets, "choice"),
     .help = "finds domains: strong ones (with a path, a port, or a last\n"
             "label like com) or all (main.rs too)"},
    {.name = "tlds", .value = "WHICH",
     .set = set_tlds,
     .help = "what a last label may be: any, classic (com org net edu gov\n"
             "mil int arpa and countries), or those listed in a file"},
    {.name = "charset", .value = "NAME",
     .set = set_charset,
     .help = "what the text is in, where it is not UTF-8: iso-8859-2,\n"
             "shift_jis, ...; a byte-order mark (also of UTF-16) wins"},
    {.name = "hyphen", .value = "HOW",
     CHOICE(hyphen, hyphens, "choice"),
     .help = "a hyphen where a link is broken: keep it (the default), drop\n"
             "it, or print both readings, the second after a TAB"},
    {.name = "join",
     AT(join),
     .help = "guess too that a link goes on in the next line (json, tsv)"},
    {.name = "base", .value = "URL",
     .set = set_base,
     .help = "make partial links in <URL:...> whole, against this URL"},
    {.name = "rules", .value = "FILE",
     AT(rules),
     .help = "links of your own, as RFC 1738 or Bug #123; trawl-rules(5)\n"
             "tells what the file holds"},
    {.name = "only", .value = "ZONES",
     .topic = "Which of them to list (list, json, tsv):",
     .set = set_zones,
     .help = "a list of where in a message they stand: header, new,\n"
             "quoted, signature, footer (of a list), forwarded"},
    {.name = "new",
     .set = set_new,
     .help = "not what is quoted or in a footer"},
    {.name = "every",
     AT(every),
     .help = "also what another form of the same text (plain, HTML) had\n"
             "before; json and tsv have it anyway, with the flag again"},
    {.name = "only-flag", .value = "NAMES",
     .set = set_only_flag,
     .help = "only links with one of these flags, as in odd-ip,userinfo"},
    {.name = "skip-flag", .value = "NAMES",
     .set = set_skip_flag,
     .help = "no links with one of them"},
    {.name = "unwrap",
     AT(unwrap),
     .help = "of links that go through a redirector that is known, where\n"
             "they lead"},
    {.name = "refang",
     AT(refang),
     .help = "hxxp://example[.]org and its like, as what they stood for"},
    {.name = "defang",
     AT(defang),
     .help = "print links so: for reports"},
    {.letter = 't', .name = "to", .value = "FORMAT",
     .topic = "What to print:",
     CHOICE(to, format_names, "format"),
     .help = "list (a link a line, the default); json (an object a line);\n"
             "tsv, with the columns url kind raw spans line column quote\n"
             "flags alt canonical ascii valid file, and of mail message\n"
             "offset id date from subject part type header, \\N for none;\n"
             "or the text itself: text (with every broken link made\n"
             "whole), html (for the web, see below), term (with links to\n"
             "click on, for terminals and less -R), md (Markdown), notes\n"
             "(with [1] after each link and a list of them at the end,\n"
             "the one output that needs memory for each link).\n"
             "Of several files these make one text"},
    {.name = "raw",
     AT(raw),
     .help = "links as they stand in the text"},
    {.name = "canonical",
     AT(canonical),
     .help = "links in the spelling that equal ones share"},
    {.name = "display",
     AT(display),
     .help = "links with their escapes of readable letters undone"},
    {.name = "context", .value = "N",
     .set = set_context,
     .help = "a last field context: the link with N characters (1 to 1000)\n"
             "on either side, or line: with the rest of its line (json,\n"
             "tsv)"},
    {.letter = 'u', .name = "uniq",
     AT(uniq),
     .help = "each link once, however it is spelt"},
    {.letter = 'n', .name = "line-number",
     AT(line_numbers),
     .help = "\"LINE:\" before each link"},
    {.letter = 'H', .name = "with-filename",
     AT(filenames),
     .help = "\"FILE:\" before each link"},
    {.letter = '0', .name = "null",
     AT(null),
     .help = "bytes as they are and a NUL after each link; otherwise\n"
             "unprintable bytes come as \\t \\n \\r \\xHH and \\ as \\\\"},
    {.letter = 'c', .name = "count",
     AT(count),
     .help = "only how many links there are (with -H for each file)"},
    {.letter = 'q', .name = "quiet",
     AT(quiet),
     .help = "nothing; stop at the first link"},
    {.name = "explain",
     AT(explain),
     .help = "what the input was taken for, what became of each candidate,\n"
             "and by which rule"},
    {.name = "files0-from", .value = "F",
     AT(files0),
     .help = "read the files whose names are in F, or for \"-\" come on\n"
             "standard input, each with a NUL behind it"},
    {.name = "progress", .value = "WHEN",
     CHOICE(progress, options_when, "choice"),
     .help = "on standard error, how far long work has come: auto (where\n"
             "that is a terminal, after a second; the default), always or\n"
             "never"},
    {.letter = 'j', .name = "jobs", .value = "N",
     .set = set_jobs,
     .help = "read files in N threads; without it in one for each\n"
             "processor. The output is the same"},
    {.name = "color", .value = "WHEN",
     CHOICE(color, options_when, "choice"),
     .help = "in --explain, and in -t term, which underlines links: auto\n"
             "(on a terminal, the default), always or never; auto is never\n"
             "where the environment has NO_COLOR"},
    {.letter = 'h', .name = "help",
     .help = "this text"},
    {.name = "version",
     .help = ""},
    {.name = "",
     .help = "all that follows is files, even if it begins with -"},
    {.name = "fragment",
     .topic = "With -t html:",
     .set = set_fragment,
     .help = "a piece for a page of yours (the default)"},
    {.name = "page",
     .set = set_page,
     .help = "a whole page"},
    {.name = "title", .value = "TEXT",
     AT(title),
     .help = "its title; without it the name of the first file"},
    {.name = "reflow",
     AT(reflow),
     .help = "in a page: paragraphs flow, quotes are quotes"},
    {.name = "css", .value = "FILE",
     AT(css),
     .help = "in a page: this stylesheet, or none, instead of its own"},
    {.name = "xhtml",
     AT(xhtml),
     .help = "well-formed XML"},
    {.name = "live", .value = "SCHEMES",
     .set = set_live,
     .help = "live besides http, https and mailto, as in ftp,gopher; news\n"
             "alone is ftp,news,nntp,gopher. javascript and its like\n"
             "never are, and are refused"},
    {.name = "rel", .value = "WORDS",
     AT(rel),
     .help = "for every link, instead of nofollow noopener noreferrer ugc"},
    {.name = "class", .value = "WORDS",
     AT(css_class),
     .help = "a class for every link"},
    {.name = "target", .value = "NAME",
     AT(target),
     .help = "a target for every link"},
    {.name = "link-template", .value = "URL",
     .set = set_template,
     .help = "where links lead, with %u for the link, percent-encoded:\n"
             "https://example.org/out?u=%u"},
    {0},
};

static const char usage[] =
    "usage: trawl [options] [FILE|FOLDER...]       list the links of a text\n"
    "       trawl check [options] [URL...]         is it a URL, by which standard?\n"
    "       trawl resolve [options] BASE [REF...]  what does ../b.html mean there?\n"
    "       trawl help [COMMAND]                   all about a command\n"
    "\n"
    "Finds the URLs and addresses that people write into plain text and mail, puts\n"
    "together those that are broken over lines as in <URL:http://...>, and prints\n"
    "them, one a line. Without a FILE, or for \"-\", it reads standard input. (A file\n"
    "called check is ./check.) Messages, mailboxes and news are taken apart and\n"
    "decoded; what gzip, zstd, xz or bzip2 compressed is unpacked. A folder may be a\n"
    "Maildir, an MH folder, a news spool, or any files.\n";

static const char more[] =
    "\n"
    "Exit status: 0 links were found (where the text is printed: done), 1 there are\n"
    "none, 2 trouble; what could be read is done even so.\n"
    "\n"
    "Examples:\n"
    "  trawl letter.txt                      # what links are in it?\n"
    "  trawl -nH --find url *.md             # URLs only, with their places\n"
    "  trawl -u 1994.mbox.gz Maildir/        # of a mailbox and a folder, each once\n"
    "  trawl -t json < letter.txt | jq .url  # for programs\n"
    "  trawl -t text letter.txt | less       # with its links whole again\n"
    "  trawl -t term --color always letter.txt | less -R\n"
    "  trawl -t html --page --reflow letter.txt > letter.html\n"
    "  trawl --explain letter.txt            # why is that not a link?\n"
    "  trawl -u --find url *.txt | trawl check\n";

/* clang-format on */

/* ---- The command ---- */

static int run(struct output *o, int argc, char **argv)
{
    struct find_options options = {.config.size = sizeof options.config};
    struct options rest;
    int status;

    if (command_options(o, &command_find, &rest, argc, argv, &options, &status))
        status = find_settle(&options, &rest) < 0 ? STATUS_TROUBLE : find_run(o, &options, &rest);
    find_options_free(&options);
    return status;
}

const struct command command_find = {NULL, run, find_table, usage, more};
