/* reader.c - reads the inputs of trawl pick: files, folders or standard input */
#include <stdio.h>
#include <stdlib.h>

#include "cli/io/io.h"
#include "pick/pick.h"

struct reader {
    struct pick *pick;
    reader_idle *idle;
    void *user;
    trawl_mail *mail;
    char *block;
    bool several; /* there may be several sources */
};

/* Reads all of an input that is open. Returns 0, a value of the caller's function, or an error of
 * the library. */
static int read_all(struct reader *r, struct input *in)
{
    struct pick *p = r->pick;
    uint64_t before = p->read;
    ssize_t got;
    int stop = 0;

    for (;;) {
        if (r->idle && (stop = r->idle(r->user, in->fd)) != 0)
            return stop;
        got = input_read(in, r->block);
        p->read = before + in->offset;
        if (got <= 0)
            return trawl_mail_finish(r->mail);
        stop = trawl_mail_feed(r->mail, r->block, (size_t)got);
        if (stop)
            return stop;
    }
}

/* A source_sink. */
static int read_source(void *user, const struct source *s)
{
    struct reader *r = user;
    struct pick *p = r->pick;
    int input = input_value(p->options.input_kind), stop;
    const char *why;
    struct input in;

    if (input_open_source(&in, s, NULL) < 0) {
        p->bad = 1;
        return 0;
    }
    in.command = "pick";
    if (input == TRAWL_INPUT_AUTO && source_is_message(s))
        input = TRAWL_INPUT_MAIL;
    choices_begin(&p->choices, r->several && s->name ? (trawl_str){s->name, strlen(s->name)}
                                                     : (trawl_str){"", 0});
    stop = trawl_mail_expect(r->mail, input);
    if (!stop)
        stop = read_all(r, &in);
    why = trawl_mail_complaint(r->mail);
    if (why && !stop && !in.trouble[0])
        (void)snprintf(in.trouble, sizeof in.trouble, ": %s", why);
    choices_end(&p->choices);
    if (input_complain(&in) < 0)
        p->bad = 1;
    input_close(&in);
    if (!stop)
        stop = trawl_mail_reset(r->mail);
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
    if (trawl_rules_check(config->rules, &fault) == TRAWL_OK)
        return 0;
    file = rule_files_line(rules, &fault.line);
    (void)snprintf(rest, sizeof rest, ":%u:%u: %s", (unsigned)fault.line, (unsigned)fault.column,
                   fault.why);
    say("pick", "", file, rest);
    return -1;
}

/* The kinds to find when none are given. */
#define KINDS (TRAWL_FIND_DEFAULT | TRAWL_FIND_HDR | TRAWL_FIND_HTML)

int reader_prepare(struct pick *p)
{
    trawl_config config = {.size = sizeof config, .options = TRAWL_OPTION_JOIN};
    struct rule_files rules = {.count = 0};
    int error = TRAWL_OK, failed = read_rules(p, &rules, &config);

    failed |= kinds_settle(&p->options.kinds, "pick", KINDS, &config.find) < 0;
    if (!failed && p->options.charset)
        config.charset = (trawl_str){p->options.charset, strlen(p->options.charset)};
    if (!failed)
        error = trawl_settings_new(&p->settings, &config);
    rule_files_free(&rules);
    if (error == TRAWL_ERROR_BAD_CHARSET)
        say("pick", "--charset: unknown charset ", p->options.charset, NULL);
    else if (error != TRAWL_OK)
        (void)command_trouble("pick", error);
    return failed || error != TRAWL_OK ? -1 : 0;
}

int reader_run(struct pick *p, const struct options *o, reader_idle *idle, void *user)
{
    struct reader r = {.pick = p, .idle = idle, .user = user, .block = malloc(INPUT_BLOCK)};
    trawl_mail_config config = {.size = sizeof config,
                                .settings = p->settings,
                                .options = TRAWL_MAIL_OPTION_SHOW | TRAWL_MAIL_OPTION_TARGETS,
                                .unpacker = &input_unpacker};
    int stop;

    if (p->options.refang)
        config.options |= TRAWL_MAIL_OPTION_REFANG;
    r.several = o->operands > 1;
    p->total = source_size(o, NULL);
    p->reading = true;
    stop = r.block ? trawl_mail_open(&r.mail, &config, choices_event, &p->choices)
                   : TRAWL_ERROR_NO_MEMORY;
    if (stop == TRAWL_OK)
        stop = source_each(o, NULL, read_source, NULL, &r, &p->bad);
    if (p->choices.error != TRAWL_OK || stop < 0) {
        (void)command_trouble("pick", p->choices.error ? p->choices.error : stop);
        p->bad = 1;
        stop = stop > 0 ? 0 : stop;
    }
    p->reading = false;
    trawl_mail_close(&r.mail);
    free(r.block);
    return stop;
}
