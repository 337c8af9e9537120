/* records.c - "trawl map --index": gathers what trawl-archive stores of a part of the inputs */
#include <errno.h>
#include <stdlib.h>

#include "trawl/jobs/jobs.h"

/* ---- Opening ---- */

/* Reads the options by the table of "trawl index". Returns a status. */
static int records_read_options(struct index_options *options, int argc, char **argv)
{
    struct options args = {
        .command = "map", .table = command_index.options, .argc = argc, .argv = argv};

    if (options_read(&args, options) != OPTIONS_GOOD)
        return JOBS_USAGE;
    if (args.operands == 0 && !options->files0 && !options->prune && !options->dry_run &&
        !options->jobs && !options->quiet && !options->progress && options->exclude.n == 0)
        return JOBS_DONE;
    say("map",
        "--index takes only -f, --find, --charset and --max-unpacked of \"trawl index\"; "
        "--exclude is for \"trawl merge\"",
        NULL, NULL);
    return JOBS_USAGE;
}

static sip_hash records_mark_of(const struct record_settings *what, int input, const char *charset)
{
    const sip_hash none = {0, 0};
    struct buffer b = {0};
    sip_hash mark;

    record_settings(&b, what);
    record_number(&b, (uint64_t)input);
    record_text(&b, (trawl_str){charset, charset ? strlen(charset) : 0});
    mark = sip_of(none, b.p, b.n);
    buffer_free(&b);
    return mark;
}

static int records_pass_on(void *user, trawl_str records)
{
    struct records *r = user;

    task_put(r->to, records);
    return r->to->error != 0;
}

static struct task_writer *current; /* the task that is being done */

/* Ends the program when memory for a record is short. Removes the incomplete file. */
static void records_end_task(void)
{
    if (current)
        task_close(current);
    _Exit(jobs_trouble("map", "records", ENOMEM));
}

int records_open(struct records *records, int argc, char **argv, sip_hash *mark)
{
    struct index_options options = {0};
    struct gather_config config = {.named = true, .sink = records_pass_on, .user = records};
    int status = records_read_options(&options, argc, argv);

    record_no_memory = records_end_task;
    if (status == JOBS_DONE &&
        (kinds_settle(&options.kinds, "map", GATHER_KINDS, &records->what.find) < 0 ||
         gather_settings(&records->settings, records->what.find, options.charset) < 0))
        status = JOBS_USAGE;
    buffer_free(&options.exclude);
    if (status != JOBS_DONE)
        return status;
    config.settings = records->settings;
    config.input = input_value(options.input_kind);
    *mark = records_mark_of(&records->what, config.input, options.charset);
    records->gather = gather_open(&config);
    if (records->gather)
        return JOBS_DONE;
    (void)command_trouble("map", TRAWL_ERROR_NO_MEMORY);
    return JOBS_AGAIN;
}

void records_close(struct records *records)
{
    gather_close(records->gather);
    trawl_settings_close(&records->settings);
}

/* ---- Tasks ---- */

void records_begin(struct records *records, struct task_writer *to)
{
    struct buffer b = {0};

    records->to = current = to;
    record_settings(&b, &records->what);
    task_put(to, buffer_str(&b));
    buffer_free(&b);
}

/* Notes how reading a file ended, with what gather_file() returned. Returns nonzero to stop. */
static int records_end_file(struct records *records, const char *name, int stop)
{
    const char *trouble = gather_trouble(records->gather);
    int number = gather_errno(records->gather);

    if (stop < 0)
        (void)command_trouble("map", stop);
    else if (*trouble)
        say("map", "", name, trouble);
    records->damaged |= !gather_is_note(trouble);
    records->status = stop < 0 ? JOBS_AGAIN : number ? jobs_status_of(number) : JOBS_DONE;
    return stop || records->status != JOBS_DONE;
}

/* A source_sink. */
static int records_take_source(void *user, const struct source *source)
{
    struct records *records = user;

    return records_end_file(records, source->name,
                            gather_file(records->gather, source, NULL, NULL));
}

int records_row(struct records *records, const struct row *row, struct trailer *t)
{
    const struct source file = {.name = row->input, .kind = SOURCE_NAMED};
    struct source_lot lot = {.from = row->from, .to = row->to};
    const struct pool_range range = {
        .from = row->from, .to = row->to, .members = row->unit == UNIT_MEMBERS};
    uint64_t links = gather_links(records->gather);
    struct source_taker taker = {.sink = records_take_source, .user = records};
    int stop = 0;

    records->damaged = false;
    records->status = JOBS_DONE;
    if (row->unit == UNIT_FILE)
        (void)records_take_source(records, &file);
    else if (row->unit == UNIT_LOT)
        stop = source_each_of(row->input, &lot, &taker);
    else
        (void)records_end_file(records, row->input,
                               gather_range(records->gather, row->input, range));
    if (stop < 0 && records->status == JOBS_DONE)
        records->status = jobs_trouble("map", row->input, ENOMEM);
    if (lot.failed && records->status == JOBS_DONE)
        records->status = jobs_status_of(lot.failed);
    t->links += gather_links(records->gather) - links;
    t->damaged |= records->damaged || taker.bad;
    return records->status;
}
