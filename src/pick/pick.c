/* pick.c - the program trawl-pick, which "trawl pick" starts
 *
 * Reads its options and decides how to choose: without a question (--first, --number), by numbers
 * (--plain, or a terminal that cannot move the cursor), or on the screen.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/command.h"
#include "pick/pick.h"
#include "pick/screen/screen.h"

static const char *const inputs[] = {"auto",    "text", "mail",  "mbox", "mboxo", "mboxcl",
                                     "mboxcl2", "mmdf", "rnews", "nntp", "html",  NULL};

/* ---- Kinds ---- */

/* URLs of header fields, HTML and terminals are URLs too. */
#define ALL_URLS (TRAWL_FIND_URL | TRAWL_FIND_HDR | TRAWL_FIND_HTML | TRAWL_FIND_OSC8)

static const char *const kinds[] = {"url", "www",       "addr",    "email", "domain", "msgid",
                                    "ip",  "localhost", "netpath", "hdr",   "html",   NULL};
static const unsigned kind_bits[] = {ALL_URLS,         TRAWL_FIND_WWW,       TRAWL_FIND_ADDR,
                                     TRAWL_FIND_EMAIL, TRAWL_FIND_DOMAIN,    TRAWL_FIND_MSGID,
                                     TRAWL_FIND_IP,    TRAWL_FIND_LOCALHOST, TRAWL_FIND_NETPATH,
                                     TRAWL_FIND_HDR,   TRAWL_FIND_HTML};

/* Sets the kinds: "url,www" are all; "+domain,-email" changes the default. */
static int set_kinds(void *target, const char *value)
{
    unsigned *find = &((struct pick *)target)->find, standard = ALL_URLS | TRAWL_FIND_DEFAULT;

    *find = *value == '+' || *value == '-' ? standard : 0;
    for (const char *p = value;; p++) {
        char sign = *p == '+' || *p == '-' ? *p++ : '\0';
        size_t n = strcspn(p, ",");
        int i = options_choose("pick", "--find", "kind", kinds, p, n, NULL);

        if (i < 0)
            return -1;
        *find = sign == '-' ? *find & ~kind_bits[i] : *find | kind_bits[i];
        p += n;
        if (*p == '\0')
            break;
    }
    if (*find == 0)
        say("pick", "--find: ", value, " leaves nothing to find");
    return *find ? 0 : -1;
}

/* ---- Options ---- */

#define TARGET pick

/* clang-format off */
static const struct option pick_options[] = {
    {FLAG(0, "print", print),
     .topic = "What to do with links:",
     .help = "print the chosen links, one per line, and open nothing"},
    {FLAG('0', "null", null),
     .help = "--print: end each link with NUL and escape nothing"},
    {FLAG(0, "first", first),
     .help = "take the first link, and show no list"},
    {TEXT(0, "number", "N", number),
     .help = "take link N of the list, and show no list"},
    {FLAG(0, "once", once),
     .help = "quit after the first link that was opened"},
    {FLAG(0, "plain", plain),
     .help = "choose by numbers, line by line"},
    {CHOICE('f', "from", "KIND", input, inputs, "kind of input"),
     .topic = "Input:",
     .help = "what the input is: auto (the default), text, mail, mbox,\n"
             "mboxo, mboxcl, mboxcl2, mmdf, rnews, nntp or html"},
    {CALL(0, "find", "KINDS", set_kinds),
     .help = "find these kinds of links, as in trawl(1): +domain,-email\n"
             "changes the default, url,www,domain replaces it"},
    {FLAG(0, "refang", refang),
     .help = "read hxxp://example[.]org as the link it was"},
    {TEXT(0, "charset", "NAME", charset),
     .help = "the charset of text that names none"},
    {TEXT(0, "rules", "FILE", rules_file),
     .help = "find links by your own rules, see trawl-rules(5)"},
    {TEXT(0, "config", "FILE", config),
     .topic = "Configuration:",
     .help = "read FILE, not ~/.config/trawl/pick.conf"},
    {.letter = 'h', .name = "help",
     .help = "print this help"},
    {.name = "version",
     .help = "print the version"},
    {.name = "",
     .help = "end the options: the rest are files"},
    {0},
};
/* clang-format on */

static const char usage[] =
    "usage: trawl pick [options] [FILE|FOLDER...]\n"
    "\n"
    "Show the links of a message, and open, copy or print those that you choose.\n"
    "Without a FILE, or for \"-\", read standard input; keys come from the terminal.\n"
    "Links are opened by the commands in ~/.config/trawl/pick.conf, by $BROWSER (a\n"
    "list with colons), or by xdg-open, open or termux-open, never by a shell.\n";

static const char more[] =
    "\n"
    "Keys: arrows or j k, digits, / n, Enter (open), Space o (mark, open all marked),\n"
    "y Y (copy), e (edit), Tab (next reading), t (target), c (context), z (unfold),\n"
    "? (all keys), q. With --plain: type ? for the commands.\n"
    "\n"
    "Exit status: 0, 1 if there are no links, or with --print if none was chosen, 2\n"
    "after an error.\n";

static int run(struct output *o, int argc, char **argv);

static const struct command command_pick = {"pick", run, pick_options, usage, more, NULL, 0};

void pick_print(struct pick *p, const struct choice *c)
{
    command_line(p->out, choice_url(c), p->null);
}

struct choice *pick_numbered(struct pick *p, size_t number)
{
    choices_sort(&p->choices);
    if (number == 0 || number > p->choices.count || !p->choices.sorted)
        return NULL;
    return &p->choices.all[p->choices.order[number - 1]];
}

/* ---- Without a list ---- */

/* A reader_idle for --first and --number: stops when the link cannot change any more. */
static int stop_when_known(void *user, int fd)
{
    const struct pick *p = user;
    size_t number = p->first ? 1 : (size_t)strtoul(p->number, NULL, 10);

    (void)fd;
    return p->choices.settled >= number && p->choices.settled > p->choices.folded;
}

/* Returns the first link that is not folded away; if all are, the first one. */
static struct choice *first_choice(struct pick *p)
{
    struct choice *c = pick_numbered(p, 1);

    for (size_t i = 1; c && i <= p->choices.count; i++)
        if (pick_numbered(p, i)->rank != RANK_FOLDED)
            return pick_numbered(p, i);
    return c;
}

static int take_one(struct pick *p, const struct options *o)
{
    struct prompt *q = NULL;
    struct choice *c;
    int status;

    if (reader_run(p, o, stop_when_known, p) < 0)
        return STATUS_TROUBLE;
    c = p->first ? first_choice(p) : pick_numbered(p, (size_t)strtoul(p->number, NULL, 10));
    if (!c) {
        char count[40];
        (void)snprintf(count, sizeof count, "; there are %zu", p->choices.count);
        if (p->choices.count > 0)
            say("pick", "no link ", p->number, count);
        else
            say("pick", "no links", NULL, NULL);
        return p->bad ? STATUS_TROUBLE : STATUS_SOME_BAD;
    }
    if (!p->print)
        q = prompt_open(p, false);
    status = prompt_choose(q, p, c);
    prompt_close(q);
    return status || p->bad ? STATUS_TROUBLE : STATUS_GOOD;
}

/* ---- With a list ---- */

static int no_links(const struct pick *p)
{
    if (p->urlview)
        say("urlview", "no URLs found", NULL, NULL);
    else
        say("pick", "no links", NULL, NULL);
    return p->bad ? STATUS_TROUBLE : STATUS_SOME_BAD;
}

static int status_of(const struct pick *p)
{
    if (p->print && p->chosen == 0)
        return p->bad ? STATUS_TROUBLE : STATUS_SOME_BAD;
    return p->bad ? STATUS_TROUBLE : STATUS_GOOD;
}

/* Chooses by numbers. All is read unless `read` says that it was. */
static int choose_by_numbers(struct pick *p, const struct options *o, bool was_read)
{
    bool has_input = o->operands > 0; /* standard input is not the message */
    struct prompt *q;

    for (int i = 0; i < o->operands; i++)
        has_input &= !options_is_stdin(o, i);
    if (!was_read && reader_run(p, o, NULL, NULL) < 0)
        return STATUS_TROUBLE;
    if (p->choices.count == 0)
        return no_links(p);
    q = prompt_open(p, has_input);
    if (!q) {
        say("pick", "there is no terminal to choose on; --first and --number need none", NULL,
            NULL);
        return STATUS_TROUBLE;
    }
    choices_sort(&p->choices);
    prompt_run(q);
    prompt_close(q);
    return status_of(p);
}

#ifdef HAVE_NCURSES
static int choose_on_screen(struct pick *p, const struct options *o)
{
    struct screen *s = screen_open(p);
    int stop, plain;

    if (!s)
        return choose_by_numbers(p, o, false);
    stop = reader_run(p, o, screen_idle, s);
    if (stop == 0 && p->choices.count > 0)
        screen_run(s);
    plain = screen_close(s);
    if (stop < 0)
        return STATUS_TROUBLE;
    if (stop == 0 && p->choices.count == 0)
        return no_links(p);
    return plain ? choose_by_numbers(p, o, true) : status_of(p);
}
#else
static int choose_on_screen(struct pick *p, const struct options *o)
{
    say("pick",
        "built without a screen: install ncurses for developers (libncurses-dev, ncurses-devel or "
        "ncurses-dev), remove build/config.mk, run make; until then choose by numbers",
        NULL, NULL);
    return choose_by_numbers(p, o, false);
}
#endif

/* ---- The program ---- */

static bool is_dumb(void)
{
    const char *term = getenv("TERM");

    return !term || !*term || strcmp(term, "dumb") == 0;
}

static int check_options(const struct pick *p)
{
    const char *n = p->number;

    if (n && (strspn(n, "0123456789") != strlen(n) || strlen(n) > 9 || strtoul(n, NULL, 10) == 0)) {
        say("pick", "--number: ", n, " is not a number from 1");
        return -1;
    }
    if (n && p->first) {
        say("pick", "--first and --number exclude each other", NULL, NULL);
        return -1;
    }
    if (p->null && !p->print) {
        say("pick", "-0 needs --print", NULL, NULL);
        return -1;
    }
    return 0;
}

static int run(struct output *out, int argc, char **argv)
{
    static struct pick pick;
    struct pick *p = &pick;
    struct options o;
    int status;

    p->out = out;
    p->launcher.terminal = -1;
    p->urlview = strcmp(argv[-1], "urlview") == 0;
    if (!command_options(out, &command_pick, &o, argc, argv, p, &status))
        return status;
    if (check_options(p) < 0 || conf_open(&p->conf, p->config) < 0)
        return STATUS_TROUBLE;
    if (p->urlview)
        urlview_read(&p->conf);
    p->launcher.conf = &p->conf;
    choices_open(&p->choices);
    if (p->first || p->number)
        status = take_one(p, &o);
    else if (p->plain || is_dumb())
        status = choose_by_numbers(p, &o, false);
    else
        status = choose_on_screen(p, &o);
    choices_close(&p->choices);
    conf_close(&p->conf);
    judged_free(&p->judged);
    buffer_free(&p->words);
    return status;
}

int main(int argc, char **argv)
{
    static char buffer[1 << 16];
    static char urlview[] = "urlview", pick[] = "pick";
    const char *slash = argc > 0 ? strrchr(argv[0], '/') : NULL;
    const char *name = slash ? slash + 1 : argc > 0 ? argv[0] : "";
    struct output out;
    int status;

    (void)signal(SIGPIPE, SIG_IGN);
    output_open(&out, 1, buffer, sizeof buffer);
    if (argc > 0)
        argv[0] = strcmp(name, urlview) == 0 ? urlview : pick;
    status = argc > 0 ? run(&out, argc - 1, argv + 1) : STATUS_TROUBLE;
    if (output_close(&out) == 0)
        return status;
    say_system("pick", "writing", out.error);
    return STATUS_TROUBLE;
}
