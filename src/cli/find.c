/* find.c - the filter "trawl [options] [FILE...]": a run over all that is to be read
 *
 * What is asked is read in find_options.c; a file is read in find_file.c, many at once or one in pieces in find_jobs.c.
 */
#include "cli/find.h"

#include "cli/command.h"
#include <stdlib.h>

#include "cli/find_emit.h"
#include "cli/find_file.h"
#include "cli/find_files.h"
#include "cli/find_jobs.h"
#include "cli/find_options.h"
#include "cli/help.h"
#include "cli/progress.h"
#include "cli/say.h"
#include "cli/source.h"

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
    stop = find_jobs_wanted(f->options, o, files0) ? find_jobs_each(f, o, files0)
                                                   : source_each(o, files0, find_file, NULL, f, &f->bad);
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

/* Is every link shown that is found, by its writer alone? */
static int shows_all(const struct find_options *o)
{
    return !o->quiet && !o->count && !o->uniq && !o->context && !find_filter_is_set(&o->filter);
}

static int is_plain(const struct find_options *o)
{
    int more = o->null || o->line_numbers || o->filenames || o->both || o->defang;

    return o->to == FIND_LIST && o->show == FIND_URL && !more && shows_all(o);
}

static find_writer *record_of(const struct find_options *o)
{
    return !shows_all(o) ? NULL : o->to == FIND_JSON ? find_json : o->to == FIND_TSV ? find_tsv : NULL;
}

static int is_written(const struct find_options *o)
{
    return o->to >= FIND_HTML && o->to <= FIND_NOTES && !o->uniq && !o->context && !find_filter_is_set(&o->filter);
}

/* Does nobody ask for more of a link than its URL? */
static int asks_urls(const struct find_options *o)
{
    return o->to == FIND_LIST && o->show != FIND_RAW && !o->line_numbers && !o->both && !o->context &&
           !find_filter_is_set(&o->filter);
}

static int open_mail(struct find *f, int urls_only)
{
    const struct find_options *options = f->options;
    trawl_config find = options->config;
    trawl_mail_config config = {sizeof config, &find, options->input, options->headers, 0};

    f->urls_only = urls_only;
    if (urls_only)
        find.options |= TRAWL_URLS_ONLY;
    if (find_prints_text(options))
        config.options = TRAWL_MAIL_SHOW;
    else if (options->filter.unwrap || options->to == FIND_JSON)
        config.options = TRAWL_MAIL_TARGETS;
    if (options->refang)
        config.options |= TRAWL_MAIL_REFANG;
    return trawl_mail_open(&f->mail, &config, find_sink, f);
}

int find_open(struct find *f, const struct find_options *options, struct output *out)
{
    *f = (struct find){.options = options, .out = out, .block = malloc(INPUT_BLOCK)};
    f->plain = is_plain(options);
    f->record = record_of(options);
    f->written = is_written(options);
    if (!f->block)
        return TRAWL_NO_MEMORY;
    if (options->to == FIND_JSON || options->to == FIND_TSV)
        find_words_make(&f->words);
    return open_mail(f, asks_urls(options));
}

int find_ask_all(struct find *f)
{
    int error;

    trawl_mail_close(&f->mail);
    error = open_mail(f, 0);
    return error == TRAWL_OK ? trawl_mail_expect(f->mail, f->expected) : error;
}

void find_close(struct find *f)
{
    trawl_mail_close(&f->mail);
    reply_free(&f->canonical);
    reply_free(&f->ascii);
    reply_free(&f->display);
    find_where_close(&f->where);
    free(f->block);
}

/* What is there once for all files, and not for each thread. */
static int open_outputs(struct find *f, const struct options *o)
{
    const struct find_options *options = f->options;
    int error = TRAWL_OK;

    seen_open(&f->seen);
    unbreak_open(&f->unbreak, f->out);
    if (options->to == FIND_EXPLAIN)
        error = explain_open(&f->explain, f->out, options->colour);
    if (options->context)
        error = context_open(&f->context, f->out, options->to == FIND_JSON ? find_json_context : find_tsv_context,
                             options->context, options->context_line);
    if (options->to >= FIND_HTML && options->to <= FIND_NOTES)
        error = find_emit_open(f, o->operands > 0 && !options_is_stdin(o, 0) ? o->argv[0] : NULL);
    return error;
}

static void close_outputs(struct find *f)
{
    find_emit_close(f);
    context_close(&f->context);
    explain_close(&f->explain);
    unbreak_close(&f->unbreak);
    seen_close(&f->seen);
}

static int run(struct output *out, const struct find_options *options, const struct options *o)
{
    struct find f;
    int status, error = find_open(&f, options, out), failed = open_outputs(&f, o);

    error = error != TRAWL_OK ? error : failed;
    status = error == TRAWL_OK ? find_all(&f, o) : refuse(options, error);
    close_outputs(&f);
    find_close(&f);
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
