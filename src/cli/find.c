/* find.c - the filter "trawl [options] [FILE...]": feeds files to the library and shows the links it finds
 *
 * What is asked is read in find_options.c; how it is shown is for find_list.c, find_json.c, find_tsv.c, explain.c,
 * unbreak.c and find_emit.c.
 */
#include "cli/find.h"

#include "cli/command.h"
#include "cli/find_emit.h"
#include "cli/find_files.h"
#include "cli/find_options.h"
#include "cli/help.h"
#include "cli/input.h"
#include "cli/progress.h"
#include "cli/say.h"
#include "cli/source.h"

/* What the sink stops the scan with. */
enum { FIND_ENOUGH = 1, FIND_FAILED };

/* Is it the first of its kind? 1, 0, or an error. */
static int is_new(struct find *f, trawl_str url)
{
    int error = reply_fill(&f->canonical, trawl_canonical, url);

    return error == TRAWL_OK ? seen_add(&f->seen, f->canonical.p, f->canonical.n) : error;
}

/* With --context the record waits for it. */
static int show_record(struct find *f, const trawl_event *e, find_writer *write)
{
    struct reply record = {0};
    int error;

    if (!f->options->context)
        return write(f, e->link);
    f->out->hold = &record;
    error = write(f, e->link);
    f->out->hold = NULL;
    if (error == TRAWL_OK && !f->out->error)
        error = context_event(&f->context, e, &record);
    reply_free(&record);
    return error;
}

int find_show(struct find *f, const trawl_event *e)
{
    switch (f->options->to) {
    case FIND_JSON:
        return show_record(f, e, find_json);
    case FIND_TSV:
        return show_record(f, e, find_tsv);
    case FIND_TEXT:
        return unbreak_event(&f->unbreak, e);
    case FIND_EXPLAIN:
        explain_event(&f->explain, e, trawl_mail_input(f->mail));
        return TRAWL_OK;
    case FIND_HTML:
    case FIND_TERM:
    case FIND_MD:
    case FIND_NOTES:
        return find_emit_event(f, e);
    default:
        return f->options->count ? TRAWL_OK : find_list(f, e->link);
    }
}

/* What is not shown may be the context of a link. */
static int pass(struct find *f, const trawl_event *e, int error)
{
    if (error == TRAWL_OK && f->options->context)
        error = context_event(&f->context, e, NULL);
    f->error = error;
    return error != TRAWL_OK ? FIND_FAILED : f->out->error ? FIND_ENOUGH : 0;
}

/* A link in the word at which the input broke off may be but the beginning of one, so no list has it. */
static int is_cut(const struct find *f, const trawl_event *e)
{
    return f->cut > 0 && e->type == TRAWL_LINK && e->link->extent.to >= f->cut && !find_prints_text(f->options) &&
           f->options->to != FIND_EXPLAIN;
}

/* Another text begins: no context goes from one into the other. */
static void begin_entity(struct find *f, const trawl_event *e)
{
    f->messages += e->type == TRAWL_MESSAGE;
    if (f->options->context)
        context_end(&f->context);
}

/* Nor from one header field into another; the events of one have no gap between them. */
static void begin_field(struct find *f, const trawl_event *e)
{
    if (e->span.from != f->field_to)
        context_end(&f->context);
    f->field_to = e->span.to;
}

static int find_sink(void *user, const trawl_event *e)
{
    struct find *f = user;

    if (is_cut(f, e))
        return pass(f, e, TRAWL_OK);
    if (e->type == TRAWL_MESSAGE || e->type == TRAWL_PART)
        begin_entity(f, e);
    if (f->options->context && e->field.n > 0 && e->type <= TRAWL_LINK_MORE)
        begin_field(f, e);
    if (e->type == TRAWL_LINK) {
        int fresh = find_filter_takes(&f->options->filter, e->link, f->options->to == FIND_LIST);

        if (fresh && f->options->uniq)
            fresh = is_new(f, find_filter_url(&f->options->filter, e->link));

        if (fresh <= 0)
            return pass(f, e, fresh);
        f->count++;
        if (f->options->quiet)
            return FIND_ENOUGH;
    } else if (f->options->context && (e->type == TRAWL_TEXT || e->type == TRAWL_LINK_MORE)) {
        return pass(f, e, TRAWL_OK);
    } else if (!find_prints_text(f->options) && f->options->to != FIND_EXPLAIN) {
        return 0;
    }
    f->event = e;
    f->error = find_prints_text(f->options) ? find_mail_event(f, e) : find_show(f, e);
    return f->error != TRAWL_OK ? FIND_FAILED : f->out->error ? FIND_ENOUGH : 0;
}

static void begin_file(struct find *f, const char *name)
{
    f->name = name;
    f->count = 0;
    f->cut = 0;
    find_mail_begin(f);
    if (f->options->to == FIND_EXPLAIN)
        explain_begin(&f->explain, f->options->filenames ? find_name(f) : NULL, f->options->config.charset.n == 0);
}

static void end_file(struct find *f)
{
    f->total += f->count;
    if (f->options->context)
        context_end(&f->context);
    if (f->options->to == FIND_TEXT)
        unbreak_end(&f->unbreak);
    if (f->options->to == FIND_EXPLAIN)
        explain_end(&f->explain);
    if (f->options->count && f->options->filenames && !f->options->quiet) {
        find_prefix(f, NULL);
        output_number(f->out, f->count);
        output_byte(f->out, '\n');
    }
}

/* How many bytes at the end have no white space behind them. */
static size_t last_word(const char *p, size_t n)
{
    size_t word = 0;

    while (word < n && (unsigned char)p[n - 1 - word] > ' ')
        word++;
    return word;
}

/* Feed one file. 0, a positive value of find_sink, or an error of the library. */
static int feed_file(struct find *f, struct input *in)
{
    static char block[INPUT_BLOCK];
    ssize_t got;
    size_t n = 0;
    int stop = 0;

    while (!stop && (got = input_read(in, block)) > 0) {
        n = (size_t)got;
        if (f->options->to == FIND_EXPLAIN)
            explain_show(&f->explain, block, n);
        stop = trawl_mail_feed(f->mail, block, n);
        progress_step((struct progress_count){f->bytes + in->offset, f->messages, f->total + f->count});
    }
    if (in->trouble[0])
        f->cut = in->given - last_word(block, n) + 1;
    return stop ? stop : trawl_mail_finish(f->mail);
}

/* What is in a file: what -f says; else a file of a folder of messages is one. */
static int input_of(const struct find *f, const struct source *s)
{
    return f->options->input == TRAWL_INPUT_AUTO && s->kind == SOURCE_MESSAGE ? TRAWL_INPUT_MAIL : f->options->input;
}

/* 0 to go on with the next file, else as feed_file. */
static int find_file(void *user, const struct source *s)
{
    struct find *f = user;
    struct input in;
    int stop;

    if (input_open(&in, s->name, f->options->quiet ? NULL : f->out) < 0) {
        f->bad = 1;
        return 0;
    }
    begin_file(f, s->name);
    stop = trawl_mail_expect(f->mail, input_of(f, s));
    if (!stop)
        stop = feed_file(f, &in);
    if (!stop && find_prints_text(f->options) && (f->error = find_mail_end(f)) != TRAWL_OK)
        stop = FIND_FAILED;
    end_file(f);
    if (input_complain(&in) < 0)
        f->bad = 1;
    f->bytes += in.offset;
    input_close(&in);
    return stop || !f->out->error ? stop : FIND_ENOUGH;
}

/* What the run comes to. */
static int status_of(const struct find *f, int stop)
{
    if (stop < 0 || stop == FIND_FAILED) {
        output_flush(f->out);
        return command_trouble(NULL, stop < 0 ? stop : f->error);
    }
    if (f->options->quiet && f->total > 0)
        return STATUS_GOOD;
    if (f->bad)
        return STATUS_TROUBLE;
    return f->total > 0 || find_prints_text(f->options) ? STATUS_GOOD : STATUS_SOME_BAD;
}

static int find_all(struct find *f, const struct options *o)
{
    const char *files0 = f->options->files0;
    int stop;

    if (!f->options->quiet && progress_open(f->options->progress, f->out))
        progress_total(source_size(o, files0));
    stop = source_each(o, files0, find_file, f, &f->bad);
    progress_close();
    if (f->options->count && !f->options->filenames && !f->options->quiet && stop >= 0) {
        output_number(f->out, f->total);
        output_byte(f->out, '\n');
    }
    if (f->emit && !stop && (f->error = find_emit_end(f)) != TRAWL_OK)
        stop = FIND_FAILED;
    output_flush(f->out);
    find_files_complain(f->options, trawl_mail_scan(f->mail));
    return status_of(f, stop);
}

/* The scan could not begin. */
static int refuse(const struct find_options *options, int error)
{
    if (error != TRAWL_BAD_CHARSET)
        return command_trouble(NULL, error);
    say(NULL, "--charset: no charset ", options->charset, " is known here; \"iconv -l\" lists what the system has");
    return STATUS_TROUBLE;
}

static int run(struct output *out, const struct find_options *options, const struct options *o)
{
    struct find f = {.options = options, .out = out};
    trawl_mail_config config = {sizeof config, &options->config, options->input, options->headers, 0};
    int status, error = TRAWL_OK;

    if (find_prints_text(options))
        config.options = TRAWL_MAIL_SHOW;
    else if (options->filter.unwrap || options->to == FIND_JSON)
        config.options = TRAWL_MAIL_TARGETS;
    if (options->refang)
        config.options |= TRAWL_MAIL_REFANG;
    seen_open(&f.seen);
    unbreak_open(&f.unbreak, out);
    if (options->to == FIND_EXPLAIN)
        error = explain_open(&f.explain, out, options->colour);
    if (options->context)
        error = context_open(&f.context, out, options->to == FIND_JSON ? find_json_context : find_tsv_context,
                             options->context, options->context_line);
    if (options->to >= FIND_HTML && options->to <= FIND_NOTES)
        error = find_emit_open(&f, o->operands > 0 && !options_is_stdin(o, 0) ? o->argv[0] : NULL);
    if (error == TRAWL_OK)
        error = trawl_mail_open(&f.mail, &config, find_sink, &f);
    status = error == TRAWL_OK ? find_all(&f, o) : refuse(options, error);
    trawl_mail_close(&f.mail);
    find_emit_close(&f);
    context_close(&f.context);
    explain_close(&f.explain);
    unbreak_close(&f.unbreak);
    seen_close(&f.seen);
    reply_free(&f.canonical);
    reply_free(&f.ascii);
    reply_free(&f.display);
    return status;
}

int command_find(struct output *o, int argc, char **argv)
{
    struct find_options options;
    struct options rest;
    int status = STATUS_GOOD;

    switch (find_options_read(&options, &rest, argc, argv)) {
    case FIND_HELP:
        output_text(o, help_trawl);
        break;
    case FIND_VERSION:
        command_version(o);
        break;
    case FIND_BAD_USAGE:
        status = STATUS_TROUBLE;
        break;
    default:
        status = run(o, &options, &rest);
        break;
    }
    find_options_free(&options);
    return status;
}
