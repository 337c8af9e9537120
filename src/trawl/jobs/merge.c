/* merge.c - "trawl merge": joins the outputs of all tasks into the output of one run
 *
 * The notes of an output mark what depends on earlier parts: the numbers of messages and lines are
 * counted through a file, and with -u a link that was printed before is left out.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#include "trawl/jobs/jobs.h"

struct merge {
    struct merge_options options;
    const char *folder;
    struct manifest manifest;
    struct output *out;
    struct seen seen;
    uint64_t messages, lines; /* in earlier rows of the same file */
    bool skipping;            /* the current link was printed before */
    int status;
};

/* ---- Which tasks are missing ---- */

/* Numbers of tasks, for a message: "3,7-9". */
struct merge_list {
    char text[400];
    bool cut; /* the text is full */
    uint64_t first, last, count;
};

static void merge_add_range(struct merge_list *l)
{
    size_t n = strlen(l->text);

    if (l->first == 0 || l->cut)
        return;
    l->cut = n + 48 > sizeof l->text;
    if (l->cut) {
        (void)snprintf(l->text + n, sizeof l->text - n, ",...");
        return;
    }
    (void)snprintf(l->text + n, sizeof l->text - n, "%s%" PRIu64, n > 0 ? "," : "", l->first);
    n = strlen(l->text);
    if (l->last > l->first)
        (void)snprintf(l->text + n, sizeof l->text - n, "-%" PRIu64, l->last);
}

static void add_task(struct merge_list *l, uint64_t id)
{
    l->count++;
    if (l->first == 0 || id != l->last + 1) {
        merge_add_range(l);
        l->first = id;
    }
    l->last = id;
}

/* Reports the tasks of a list. Returns `status`, or JOBS_DONE if the list is empty. */
static int merge_report(const struct merge *m, struct merge_list *l, const char *what, int status)
{
    char rest[600];

    if (l->count == 0)
        return JOBS_DONE;
    merge_add_range(l);
    (void)snprintf(rest, sizeof rest, ": %s: %s (%" PRIu64 " of %" PRIu64 " tasks)", what, l->text,
                   l->count, m->manifest.tasks);
    say("merge", "", m->folder, rest);
    return status;
}

static bool merge_same(sip_hash a, sip_hash b)
{
    return a.a == b.a && a.b == b.b;
}

/* Returns true when the output has records for an index if they are wanted, and none if not. */
static bool is_of_kind(const struct merge *m, const struct trailer *t)
{
    static const char word[] = RECORDS_WORD;
    size_t n = sizeof word - 1;
    bool records = strncmp(t->words.p, word, n) == 0 && (!t->words.p[n] || t->words.p[n] == ' ');

    return records == (m->options.database != NULL);
}

/* Reads the trailers of all tasks, and reports tasks that cannot be merged. Returns an exit
 * status. */
static int merge_look(struct merge *m)
{
    struct merge_list missing = {0}, unreadable = {0}, torn = {0}, other = {0}, damaged = {0},
                      kind = {0};
    sip_hash mark = {0, 0};
    struct task_reader r;
    int status, next;

    for (uint64_t id = 1; id <= m->manifest.tasks; id++) {
        enum task_state state = task_open(&r, m->folder, id);

        if (missing.count + unreadable.count + torn.count + 1 == id)
            mark = r.trailer.mark;
        if (state != TASK_WHOLE)
            add_task(state == TASK_MISSING      ? &missing
                     : state == TASK_UNREADABLE ? &unreadable
                                                : &torn,
                     id);
        else if (!merge_same(r.trailer.mark, mark) ||
                 !merge_same(r.trailer.manifest, m->manifest.hash) ||
                 strcmp(r.trailer.version, trawl_version()) != 0)
            add_task(&other, id);
        else if (!is_of_kind(m, &r.trailer))
            add_task(&kind, id);
        else if (r.trailer.damaged)
            add_task(&damaged, id);
        task_reader_close(&r);
    }
    status = merge_report(m, &missing, "not done yet; run \"trawl map\" for tasks", JOBS_NO_INPUT);
    next = merge_report(m, &unreadable,
                        "cannot be read; see the permissions of the folder and its files", JOBS_IO);
    status = status ? status : next;
    next = merge_report(m, &torn, "incomplete or damaged; do them again", JOBS_NO_INPUT);
    status = status ? status : next;
    next = merge_report(
        m, &other,
        "done with another manifest, other options or another version; do all in a new "
        "folder",
        JOBS_USAGE);
    status = status ? status : next;
    next =
        merge_report(m, &kind,
                     m->options.database ? "done without --index; do all with it, in a new folder"
                                         : "done for an index; name one by --index",
                     JOBS_USAGE);
    status = status ? status : next;
    m->status =
        merge_report(m, &damaged, "some input is damaged, its links may be missing", JOBS_DAMAGED);
    return status;
}

/* Reads all of the outputs and compares their checksums, since what an index has got cannot be
 * taken back. Returns a status. */
static int verify(struct merge *m)
{
    struct merge_list torn = {0};
    struct task_reader r;

    for (uint64_t id = 1; id <= m->manifest.tasks; id++) {
        enum task_frame frame =
            task_open(&r, m->folder, id) == TASK_WHOLE ? FRAME_BYTES : FRAME_BAD;

        while (frame == FRAME_BYTES || frame == FRAME_END)
            frame = task_next(&r);
        if (frame == FRAME_BAD)
            add_task(&torn, id);
        task_reader_close(&r);
    }
    return merge_report(m, &torn, "damaged; do them again", JOBS_NO_INPUT);
}

/* ---- Joining ---- */

/* Returns the number of bytes at the note that it replaces. */
static size_t jobs_merge_put_note(struct merge *m, const struct note *note)
{
    int fresh;

    switch (note->kind) {
    case NOTE_KEEP:
        m->skipping = false;
        return 0;
    case NOTE_LINK:
        fresh = seen_add(&m->seen, (sip_hash){note->a[0], note->a[1]});
        m->skipping = fresh <= 0;
        if (fresh < 0)
            m->out->error = ENOMEM;
        return 0;
    default:
        if (!m->skipping)
            output_number(m->out, note->a[0] + (note->kind == NOTE_LINE ? m->lines : m->messages));
        return note->a[1];
    }
}

static void put_frame(struct merge *m, const struct task_reader *r)
{
    trawl_str notes = buffer_str(&r->notes);
    struct note note;
    size_t at = 0;

    while (task_note(&notes, &note) && note.at >= at && note.at <= r->bytes.n) {
        if (!m->skipping)
            output_bytes(m->out, r->bytes.p + at, note.at - at);
        at = note.at + jobs_merge_put_note(m, &note);
    }
    if (!m->skipping && at <= r->bytes.n)
        output_bytes(m->out, r->bytes.p + at, r->bytes.n - at);
}

/* Begins a row. Numbers start again unless the row continues a file. */
static void begin_row(struct merge *m, const struct row *row)
{
    m->skipping = false;
    if ((row->unit != UNIT_RANGE && row->unit != UNIT_MEMBERS) || row->from == 0)
        m->messages = m->lines = 0;
}

/* Prints the output of a task. *row is its first row, and becomes the first row of the next task.
 * Returns an exit status. */
static int merge_put_task(struct merge *m, const struct row **row, uint64_t id)
{
    const struct row *end = m->manifest.rows + m->manifest.count;
    struct task_reader r;
    enum task_frame frame = task_open(&r, m->folder, id) == TASK_WHOLE ? FRAME_BYTES : FRAME_BAD;
    char rest[80];

    begin_row(m, *row);
    while ((frame == FRAME_BYTES || frame == FRAME_END) && !m->out->error) {
        frame = task_next(&r);
        if (frame == FRAME_BYTES)
            put_frame(m, &r);
        if (frame != FRAME_END)
            continue;
        m->messages += r.messages;
        m->lines += r.lines;
        if (++*row < end && (*row)->id == id)
            begin_row(m, *row);
    }
    if (frame == FRAME_TRAILER && *row < end && (*row)->id == id)
        frame = FRAME_BAD;
    task_reader_close(&r);
    if (frame != FRAME_BAD)
        return JOBS_DONE;
    (void)snprintf(rest, sizeof rest, ": the output of task %" PRIu64 " is damaged; do it again",
                   id);
    say("merge", "", m->folder, rest);
    return JOBS_NO_INPUT;
}

static int merge_put_tasks(struct merge *m)
{
    const struct row *row = m->manifest.rows;
    int status = JOBS_DONE;

    for (uint64_t id = 1; id <= m->manifest.tasks && status == JOBS_DONE && !m->out->error; id++)
        status = merge_put_task(m, &row, id);
    return status;
}

static int merge_check(struct merge *m, const struct options *args)
{
    if (!m->options.manifest)
        say("merge", "--manifest is missing; name the output of \"trawl split\"", NULL, NULL);
    else if (m->options.output && m->options.database)
        say("merge", "-o and --index exclude each other", NULL, NULL);
    else if (m->options.exclude.n > 0 && !m->options.database)
        say("merge", "--exclude needs --index", NULL, NULL);
    else if (args->operands != 1)
        say("merge", "name the one folder with the outputs of \"trawl map\"", NULL, NULL);
    else
        return JOBS_DONE;
    return JOBS_USAGE;
}

/* Closes the sandbox. Returns 0, or a status after an error message. */
static int merge_close_sandbox(const struct merge *m, const struct feed *feed)
{
    struct sandbox s;

    sandbox_begin(&s, "merge", m->options.sandbox, m->options.database ? SANDBOX_HELPER : 0u);
    if (strcmp(m->options.manifest, "-") != 0)
        sandbox_read(&s, m->options.manifest);
    sandbox_read(&s, m->folder);
    sandbox_output(&s, m->out->fd);
    if (m->options.database)
        sandbox_output(&s, feed->to);
    return sandbox_close(&s);
}

/* Joins the outputs. Returns a status. */
static int merge_join(struct merge *m, const struct feed *feed)
{
    int status = merge_close_sandbox(m, feed);

    if (status == JOBS_DONE)
        status = manifest_read(&m->manifest, "merge", m->options.manifest);
    if (status == JOBS_DONE)
        status = merge_look(m);
    if (m->options.database) {
        if (status == JOBS_DONE)
            status = verify(m);
        return feed_index(feed, &m->manifest, m->folder, &m->options, status);
    }
    if (status == JOBS_DONE)
        status = merge_put_tasks(m);
    return status;
}

/* A new_file_work. The file is replaced, too, when some of the input was damaged. */
static int merge_work(void *user, struct output *out, int old)
{
    struct merge *m = user;
    const struct feed none = {.to = -1};
    int status;

    (void)old;
    m->out = out;
    status = merge_join(m, &none);
    if (output_flush(out) != 0)
        return jobs_trouble("merge", m->options.output, out->error);
    return status == JOBS_DONE ? m->status | NEW_FILE_READY : status;
}

/* Writes the output to the file of -o. Returns a status. */
static int merge_to_file(struct merge *m)
{
    int status = new_file_write("merge", m->options.output, NEW_FILE_OUTPUT, merge_work, m);

    return status < 0 ? jobs_status_of(errno) : status;
}

int merge_run(struct output *out, int argc, char **argv)
{
    struct merge m = {.out = out};
    struct feed feed = {.to = -1};
    struct options args;
    int status;

    if (!command_options(out, &command_merge, &args, argc, argv, &m.options, &status))
        return status == STATUS_GOOD ? JOBS_DONE : JOBS_USAGE;
    status = merge_check(&m, &args);
    m.folder = args.argv[0];
    if (status == JOBS_DONE && m.options.database)
        status = feed_open(&feed, &m.options);
    if (status == JOBS_DONE)
        status = m.options.output ? merge_to_file(&m) : merge_join(&m, &feed);
    seen_close(&m.seen);
    buffer_free(&m.options.exclude);
    manifest_close(&m.manifest);
    return status == JOBS_DONE ? m.status : status;
}
