/* pick.c - the program trawl-pick, which "trawl pick" starts
 *
 * Reads its options and decides how to choose: without a question (--first, --number), by numbers
 * (--plain, or a terminal that cannot move the cursor), or on the screen.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "app/sandbox/sandbox.h"
#include "base/check.h"
#include "pick/pick.h"
#include "pick/screen/screen.h"

void pick_print(struct pick *p, const struct choice *choice)
{
    output_line(p->out, choice_url(choice), p->options.null);
}

struct choice *pick_numbered(struct pick *p, size_t number)
{
    choices_sort(&p->choices);
    if (number == 0 || number > p->choices.count || !p->choices.sorted)
        return NULL;
    CHECK(p->choices.order[number - 1] < p->choices.count);
    return &p->choices.all[p->choices.order[number - 1]];
}

/* ---- Without a list ---- */

/* A reader_idle for --first and --number: stops when the link cannot change any more. */
static int stop_when_known(void *user, int fd)
{
    const struct pick *p = user;
    size_t number = p->options.first ? 1 : (size_t)strtoul(p->options.number, NULL, 10);

    (void)fd;
    return p->choices.settled >= number && p->choices.settled > p->choices.folded;
}

/* Returns the first link that is not folded away; if all are, the first one. */
static struct choice *first_choice(struct pick *p)
{
    struct choice *choice = pick_numbered(p, 1);

    for (size_t i = 1; choice && i <= p->choices.count; i++)
        if (pick_numbered(p, i)->rank != RANK_FOLDED)
            return pick_numbered(p, i);
    return choice;
}

static int take_one(struct pick *p)
{
    struct prompt *q = NULL;
    struct choice *choice;
    int status;

    if (reader_run(p, stop_when_known, p) < 0)
        return STATUS_TROUBLE;
    choice = p->options.first ? first_choice(p)
                              : pick_numbered(p, (size_t)strtoul(p->options.number, NULL, 10));
    if (!choice) {
        char count[40];
        (void)snprintf(count, sizeof count, "; there are %zu", p->choices.count);
        if (p->choices.count > 0)
            say("pick", "no link ", p->options.number, count);
        else
            say("pick", "no links", NULL, NULL);
        return p->bad ? STATUS_TROUBLE : STATUS_SOME_BAD;
    }
    if (!p->options.print)
        q = prompt_open(p, false);
    status = prompt_choose(q, p, choice);
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

static int pick_status_of(const struct pick *p)
{
    if (p->options.print && p->chosen == 0)
        return p->bad ? STATUS_TROUBLE : STATUS_SOME_BAD;
    return p->bad ? STATUS_TROUBLE : STATUS_GOOD;
}

/* Lets the user choose by numbers. Reads the input first unless `was_read` is set. */
static int choose_by_numbers(struct pick *p, const struct options *o, bool was_read)
{
    bool has_input = o->operands > 0; /* standard input is not the message */
    struct prompt *q;

    for (int i = 0; i < o->operands; i++)
        has_input &= !options_is_stdin(o, i);
    if (!was_read && reader_run(p, NULL, NULL) < 0)
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
    return pick_status_of(p);
}

#ifdef HAVE_NCURSES
static int choose_on_screen(struct pick *p, const struct options *o)
{
    struct screen *s = screen_open(p);
    int stop, plain;

    if (!s)
        return choose_by_numbers(p, o, false);
    stop = reader_run(p, screen_idle, s);
    if (stop == 0 && p->choices.count > 0)
        screen_run(s);
    plain = screen_close(s);
    if (stop < 0)
        return STATUS_TROUBLE;
    if (stop == 0 && p->choices.count == 0)
        return no_links(p);
    return plain ? choose_by_numbers(p, o, true) : pick_status_of(p);
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

static int pick_check_options(const struct pick *p)
{
    const char *n = p->options.number;

    if (n && (strspn(n, "0123456789") != strlen(n) || strlen(n) > 9 || strtoul(n, NULL, 10) == 0)) {
        say("pick", "--number: ", n, " is not a number from 1");
        return -1;
    }
    if (n && p->options.first) {
        say("pick", "--first and --number exclude each other", NULL, NULL);
        return -1;
    }
    if (p->options.null && !p->options.print) {
        say("pick", "-0 needs --print", NULL, NULL);
        return -1;
    }
    return 0;
}

/* Returns true when the input, or a part of it, is typed on the terminal. */
static bool is_typed(const struct options *o)
{
    bool typed = o->operands == 0;

    for (int i = 0; i < o->operands; i++)
        typed |= options_is_stdin(o, i) || strncmp(o->argv[i], "/dev/", 5) == 0;
    return typed && isatty(0);
}

/* Opens the terminal, if there is one, before the sandbox forbids that. */
static void open_terminal(struct pick *p)
{
    p->tty = open("/dev/tty", O_RDWR | O_CLOEXEC);
    p->screen = p->tty < 0 ? -1 : fcntl(p->tty, F_DUPFD_CLOEXEC, 3);
}

static void close_terminal(struct pick *p)
{
    if (p->tty >= 0)
        (void)close(p->tty);
    if (p->screen >= 0)
        (void)close(p->screen);
}

/* Returns 0, or an exit status after an error message. */
static int pick_close_sandbox(const struct pick *p)
{
    struct sandbox s;

    sandbox_begin(&s, "pick", p->options.sandbox, SANDBOX_TERMINAL);
    sandbox_channel(&s, p->reader);
    sandbox_channel(&s, p->helper.process > 0 ? p->helper.fd : -1);
    sandbox_output(&s, p->tty);
    sandbox_output(&s, p->screen);
    return sandbox_close(&s);
}

/* Chooses in the way of the options. Returns the exit status. */
static int pick_choose(struct pick *p, const struct options *o)
{
    if (p->options.first || p->options.number)
        return take_one(p);
    return p->options.plain || is_dumb() ? choose_by_numbers(p, o, false) : choose_on_screen(p, o);
}

static int x_pick_run(struct output *out, int argc, char **argv)
{
    static struct pick pick;
    struct pick *p = &pick;
    struct options o;
    int status;

    p->out = out;
    p->terminal.fd = p->reader = p->tty = p->screen = -1;
    p->urlview = strcmp(argv[-1], "urlview") == 0;
    if (!command_options(out, &command_pick, &o, argc, argv, &p->options, &status))
        return status;
    if (pick_check_options(p) < 0 || conf_open(&p->conf, p->options.config) < 0)
        return STATUS_TROUBLE;
    if (p->urlview)
        urlview_read(&p->conf);
    p->typed = is_typed(&o);
    if (reader_prepare(p) < 0 || reader_start(p, &o) < 0 || helper_open(p) < 0)
        return STATUS_TROUBLE;
    open_terminal(p);
    choices_open(&p->choices);
    status = pick_close_sandbox(p);
    if (status == STATUS_GOOD)
        status = pick_choose(p, &o);
    helper_close(p);
    close_terminal(p);
    choices_close(&p->choices);
    conf_close(&p->conf);
    trawl_settings_close(&p->settings);
    judged_free(&p->judged);
    buffer_free(&p->words);
    select_free(&p->options.urls);
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

    sandbox_inherit(argc, argv);
    (void)signal(SIGPIPE, SIG_IGN);
    output_open(&out, 1, buffer, sizeof buffer);
    if (argc > 0)
        argv[0] = strcmp(name, urlview) == 0 ? urlview : pick;
    status = argc > 0 ? x_pick_run(&out, argc - 1, argv + 1) : STATUS_TROUBLE;
    status = command_end(&out, "pick", status);
    return out.error == EPIPE ? STATUS_TROUBLE : status;
}
