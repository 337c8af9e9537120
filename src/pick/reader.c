/* reader.c - the process that reads the inputs of trawl pick: files, folders or standard input
 *
 * It is forked before anything else, and has its own sandbox: it reads the inputs and sends what it
 * finds over a socket (wire.c). It has no access to the terminal or to the helper that opens links,
 * and ends when the receiver ends.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <trawl_options.h>
#include <unistd.h>

#include "app/io/io.h"
#include "app/sandbox/sandbox.h"
#include "pick/pick.h"

struct pick_reader {
    struct pick *pick;
    struct wire wire;
    struct output_taker taker; /* of messages */
    struct buffer said;        /* the message that is not complete */
    trawl_mail *mail;
    char *block;
    struct buffer host; /* of a URL that --not tests */
    bool left_out;      /* the current link is left out: its pieces are text */
    const char *name;   /* of the source that is read; NULL for standard input */
    bool several;       /* there may be several sources */
};

static void put_progress(struct pick_reader *reader)
{
    const uint64_t progress[] = {WIRE_PROGRESS, reader->pick->read, reader->pick->total};

    wire_numbers(&reader->wire, progress, sizeof progress / sizeof progress[0]);
}

/* Sends what was found, and waits until there is more to read. Returns true when the other side has
 * ended. */
static bool reader_pass_on(struct pick_reader *reader, int fd)
{
    struct pollfd p[2] = {{.fd = reader->wire.fd}, {.fd = fd, .events = POLLIN}};

    put_progress(reader);
    wire_send(&reader->wire);
    while (!reader->wire.gone && poll(p, fd < 0 ? 1 : 2, fd < 0 ? 0 : -1) < 0 && errno == EINTR)
        ;
    return reader->wire.gone || p[0].revents != 0;
}

/* Sends an event; sends a link that --not leaves out as text. */
static int reader_send(struct pick_reader *reader, const trawl_event *e)
{
    const struct pick_options *o = &reader->pick->options;
    const trawl_link *link = e->link;
    int fits;

    if (e->type == TRAWL_EVENT_LINK) {
        fits = select_url(&o->urls, (trawl_str){0}, &reader->host, link, link->url);
        if (fits < 0)
            return fits;
        reader->left_out = !fits || !select_link(&o->filter, link);
    }
    if (!reader->left_out || (e->type != TRAWL_EVENT_LINK && e->type != TRAWL_EVENT_LINK_MORE))
        return wire_event(&reader->wire, e);
    return wire_event(&reader->wire,
                      &(trawl_event){.size = sizeof *e, .type = TRAWL_EVENT_TEXT, .text = e->text});
}

/* A trawl_sink: sends the links, and, as trawl does, reports limits that may have hidden some
 * links. */
static int reader_take_event(void *user, const trawl_event *e)
{
    struct pick_reader *reader = user;
    char rest[256];

    if (e->type != TRAWL_EVENT_LIMIT)
        return reader_send(reader, e);
    (void)snprintf(rest, sizeof rest, ": byte %" PRIu64 ": %s (%s)", e->span.from, e->what,
                   e->rule);
    say(NULL, "", reader->name ? reader->name : "standard input", rest);
    reader->pick->bad = true;
    return 0;
}

/* Reads all of an input that is open. Returns 0, 1 to stop, or an error of the library. */
static int reader_read_all(struct pick_reader *reader, struct input *in)
{
    struct pick *p = reader->pick;
    uint64_t before = p->read;
    ssize_t got;
    int stop = 0;

    for (;;) {
        if (reader_pass_on(reader, in->fd))
            return 1;
        got = input_read(in, reader->block);
        p->read = before + in->offset;
        if (got <= 0)
            return trawl_mail_finish(reader->mail);
        stop = trawl_mail_feed(reader->mail, reader->block, (size_t)got);
        if (stop)
            return stop;
    }
}

/* A source_sink. */
static int read_source(void *user, const struct source *source)
{
    struct pick_reader *reader = user;
    struct pick *p = reader->pick;
    int input = input_value(p->options.input_kind), stop;
    const char *why;
    struct input in;

    if (input_open_source(&in, source, NULL) < 0) {
        p->bad = true;
        return 0;
    }
    in.command = "pick";
    reader->name = source->name;
    if (input == TRAWL_INPUT_AUTO && source_is_message(source))
        input = TRAWL_INPUT_MAIL;
    wire_text(&reader->wire, WIRE_SOURCE,
              reader->several && source->name ? (trawl_str){source->name, strlen(source->name)}
                                              : (trawl_str){"", 0});
    stop = input_expect(reader->mail, input, source->name);
    if (!stop)
        stop = reader_read_all(reader, &in);
    why = trawl_mail_complaint(reader->mail);
    if (why && !stop && !in.trouble[0])
        (void)snprintf(in.trouble, sizeof in.trouble, ": %s", why);
    wire_text(&reader->wire, WIRE_SOURCE_END, (trawl_str){"", 0});
    if (input_complain(&in) < 0)
        p->bad = true;
    input_close(&in);
    if (!stop)
        stop = trawl_mail_reset(reader->mail);
    return stop;
}

/* Reads the files of rules into the settings. */
static int read_rules(const struct pick *p, struct rule_files *rules, trawl_config *config)
{
    trawl_fault fault = {.size = sizeof fault};
    const char *file;
    char rest[300];

    if (!p->options.rules)
        return 0;
    if (rule_files_read(rules, "pick", "trawl-pick", p->options.rules) < 0)
        return -1;
    config->rules = rule_files_text(rules);
    if (trawl_rules_check(config->rules.p, config->rules.n, &fault) == TRAWL_OK)
        return 0;
    file = rule_files_line(rules, &fault.line);
    (void)snprintf(rest, sizeof rest, ":%u:%u: %s", (unsigned)fault.line, (unsigned)fault.column,
                   fault.why);
    say("pick", "", file, rest);
    return -1;
}

/* Kinds that are found besides those of the profile, when the user gives none. */
#define KINDS (TRAWL_FIND_HDR | TRAWL_FIND_HTML)

int reader_prepare(struct pick *p)
{
    trawl_config config = {.size = sizeof config, .options = TRAWL_OPTION_JOIN};
    trawl_options standard = {.size = sizeof standard, .find = &config};
    struct rule_files rules = {.count = 0};
    int error = TRAWL_OK, failed = read_rules(p, &rules, &config);

    config.profile = p->options.profile ? p->options.profile - 1 : TRAWL_PROFILE_MAIL;
    config.columns = p->options.columns;
    config.invalid = p->options.invalid;
    config.notation = p->options.notation ? p->options.notation - 1 : TRAWL_NOTATION_AUTO;
    (void)trawl_options_read(&standard, "", 0, NULL); /* the kinds of the profile */
    failed |= kinds_settle(&p->options.kinds, "pick", config.find | KINDS, &config.find) < 0;
    if (!failed && p->options.charset)
        config.charset = (trawl_str){p->options.charset, strlen(p->options.charset)};
    if (!failed)
        error = trawl_settings_open(&p->settings, &config);
    rule_files_free(&rules);
    if (error == TRAWL_ERROR_BAD_CHARSET)
        say("pick", "--charset: unknown charset ", p->options.charset, NULL);
    else if (error != TRAWL_OK)
        (void)command_trouble("pick", error);
    return failed || error != TRAWL_OK ? -1 : 0;
}

/* Reads all inputs. Returns 0, or -1 after an error that ends the reading. */
static int read_inputs(struct pick_reader *reader, const struct options *o)
{
    struct pick *p = reader->pick;
    trawl_mail_config config = {.size = sizeof config,
                                .settings = p->settings,
                                .options = TRAWL_MAIL_OPTION_SHOW | TRAWL_MAIL_OPTION_TARGETS};
    struct source_taker taker = {.sink = read_source, .user = reader};
    int stop;

    if (p->options.refang)
        config.options |= TRAWL_MAIL_OPTION_REFANG;
    reader->several = o->operands > 1;
    reader->block = malloc(INPUT_BLOCK);
    p->total = source_size(o, NULL);
    input_kind_given = input_value(p->options.input_kind) != TRAWL_INPUT_AUTO;
    stop = reader->block ? trawl_mail_open(&reader->mail, &config, reader_take_event, reader)
                         : TRAWL_ERROR_NO_MEMORY;
    if (stop == TRAWL_OK)
        stop = source_each(o, NULL, &taker);
    p->bad |= taker.bad;
    if (stop < 0) {
        (void)command_trouble("pick", stop);
        p->bad = true;
    }
    trawl_mail_close(&reader->mail);
    buffer_free(&reader->host);
    free(reader->block);
    return stop < 0 ? -1 : 0;
}

/* ---- The process ---- */

/* An output_taker: sends each message. */
static int take_said(void *user, const char *p, size_t n, const struct note *notes, size_t count)
{
    struct pick_reader *reader = user;

    (void)notes;
    (void)count;
    if (buffer_add(&reader->said, p, n) != TRAWL_OK)
        reader->wire.error = TRAWL_ERROR_NO_MEMORY;
    if (n == 0 || p[n - 1] != '\n')
        return 0;
    wire_text(&reader->wire, WIRE_SAID, buffer_str(&reader->said));
    reader->said.n = 0;
    return 0;
}

/* Gives up the terminal: puts /dev/null in the place of standard output, standard error and, if it
 * is a terminal that is not read, standard input. */
static void leave_terminal(const struct pick *p)
{
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);

    for (int fd = p->typed || !isatty(0) ? 1 : 0; fd < 3; fd++)
        (void)(null < 0 ? close(fd) : dup2(null, fd));
}

/* Sends the last record. */
static void send_end(struct pick_reader *reader, bool failed)
{
    struct wire *w = &reader->wire;
    const uint64_t last[] = {WIRE_END, reader->pick->bad != 0, failed, w->error == TRAWL_OK};

    put_progress(reader);
    wire_numbers(w, last, sizeof last / sizeof last[0]);
    wire_send(w);
}

static _Noreturn void run_reader(struct pick *p, const struct options *o, int fd)
{
    static struct pick_reader reader;
    struct pick_reader *r = &reader;
    struct sandbox s;

    *r = (struct pick_reader){.pick = p, .wire = {.fd = fd}};
    r->taker = (struct output_taker){.take = take_said, .user = r};
    (void)signal(SIGINT, SIG_IGN); /* this process ends with that of the screen */
    (void)signal(SIGQUIT, SIG_IGN);
    sandbox_begin(&s, "pick", p->options.sandbox, 0);
    sandbox_channel(&s, fd);
    sandbox_inputs(&s, o, NULL);
    if (!sandbox_is_off(&s))
        leave_terminal(p);
    say_to(&r->taker);
    if (sandbox_close(&s) != 0)
        _exit(SANDBOX_MISSING);
    send_end(r, read_inputs(r, o) < 0);
    _exit(0);
}

int reader_start(struct pick *p, const struct options *o)
{
    int pair[2] = {-1, -1};
    pid_t child = -1;

    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) < 0 || (child = fork()) < 0) {
        say_system("pick", "the process that reads the input", errno);
        return -1;
    }
    if (child == 0) {
        (void)close(pair[0]);
        run_reader(p, o, pair[1]);
    }
    (void)close(pair[1]);
    (void)fcntl(pair[0], F_SETFD, FD_CLOEXEC);
    p->reader = pair[0];
    return 0;
}
