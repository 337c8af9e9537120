/* map.c - "trawl map": does tasks of a manifest, and writes the output of each into a file
 *
 * Options that "trawl map" does not have itself are options of the filter, or with --index of
 * "trawl index".
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <time.h>

#include "trawl/jobs/jobs.h"

struct map {
    struct map_options options;
    uint64_t first, step; /* --task FIRST/STEP; step 0: only task FIRST */
    struct manifest manifest;
    struct find_options *find;
    struct records records; /* --index: instead of links */
    sip_hash mark;          /* of the options */
    struct buffer words;    /* the options */
    struct row marked;      /* the last row whose input had the right mark */
};

/* ---- Options ---- */

/* Moves the options of the table, with their values, to the front of `argv`; the other words are
 * options of the filter. Returns how many words were moved. */
static int sort_words(const struct option *table, int argc, char **argv)
{
    int own = 0;

    for (int i = 0; i < argc; i++) {
        const struct option *t = table;
        size_t n = strcspn(argv[i], "=");
        int letter, taken = 1;

        if (strcmp(argv[i], "--") == 0)
            break;
        for (; t->name || t->letter; t++) {
            letter = argv[i][0] == '-' && argv[i][1] == t->letter && t->letter;
            if (letter || (t->name && *t->name && strncmp(argv[i], "--", 2) == 0 &&
                           strlen(t->name) == n - 2 && memcmp(t->name, argv[i] + 2, n - 2) == 0))
                break;
        }
        if (!t->name && !t->letter)
            continue;
        if (t->value && argv[i][n] != '=' && (argv[i][1] == '-' || !argv[i][2]) && i + 1 < argc)
            taken = 2;
        for (; taken > 0; taken--, i++, own++) {
            char *word = argv[i];

            memmove(argv + own + 1, argv + own, (size_t)(i - own) * sizeof *argv);
            argv[own] = word;
        }
        i--;
    }
    return own;
}

/* Reads --task. Returns false for a wrong value. */
static bool read_task(struct map *m)
{
    const char *p = m->options.task;
    char *end;

    if (!p || *p < '0' || *p > '9')
        return false;
    m->first = strtoull(p, &end, 10);
    if (*end == '/' && end[1] >= '0' && end[1] <= '9') {
        m->step = strtoull(end + 1, &end, 10);
        if (m->step == 0)
            return false;
    }
    return *end == '\0' && m->first > 0;
}

static int map_check_options(struct map *m)
{
    const struct map_options *o = &m->options;

    if (!o->manifest)
        say("map", "--manifest is missing; name the output of \"trawl split\"", NULL, NULL);
    else if (!o->folder)
        say("map", "-o is missing; name the folder for the outputs", NULL, NULL);
    else if (!o->task)
        say("map", "--task is missing; give the number of a task, or ID/N for every N-th from ID",
            NULL, NULL);
    else if (!read_task(m))
        say("map", "--task: ", o->task,
            " is not a task: give a number from 1, or two as in 3/1000");
    else
        return JOBS_DONE;
    return JOBS_USAGE;
}

/* ---- Inputs ---- */

/* Compares the input with its mark in the manifest. Returns 0, or a status after a message. */
static int check_input(struct map *m, const struct row *r)
{
    enum { LATELY = 5 }; /* seconds */
    char mark[sizeof r->mark];
    struct stat now;
    int status;

    if (m->marked.input && strcmp(m->marked.input, r->input) == 0 && r->unit == UNIT_LOT)
        return JOBS_DONE;
    status = manifest_mark("map", r->input, mark, &now);
    if (status != JOBS_DONE)
        return status;
    if (strcmp(mark, r->mark) == 0) {
        m->marked = *r;
        return JOBS_DONE;
    }
    if (S_ISREG(now.st_mode) && time(NULL) - now.st_mtime < LATELY) {
        say("map", "", r->input, ": is being written; try again when it is complete");
        return JOBS_AGAIN;
    }
    say("map", "", r->input,
        ": has changed since the manifest was made; run \"trawl split\" again");
    return JOBS_NO_INPUT;
}

/* Returns 0 when a file did not change while it was read, or an exit status after a message. The
 * files of a folder are not compared. */
static int check_again(const struct row *r)
{
    char mark[sizeof r->mark];
    struct stat now;
    int status = r->unit == UNIT_LOT ? JOBS_DONE : manifest_mark("map", r->input, mark, &now);

    if (status != JOBS_DONE || r->unit == UNIT_LOT || strcmp(mark, r->mark) == 0)
        return status;
    say("map", "", r->input, ": has changed while it was read; try again when it is complete");
    return JOBS_AGAIN;
}

/* ---- Tasks ---- */

/* Returns the exit status for the error that stopped a part, or 0. */
static int map_status_of(const struct find_part *p)
{
    if (p->error != TRAWL_OK)
        return p->error == TRAWL_ERROR_NO_MEMORY ? JOBS_AGAIN : JOBS_IO;
    return p->failed ? jobs_status_of(p->failed) : JOBS_DONE;
}

static int do_row(struct map *m, const struct row *r, struct task_writer *w, struct trailer *t)
{
    struct find_part part = {.input = r->input,
                             .ranged = r->unit != UNIT_FILE,
                             .from = r->from,
                             .to = r->to,
                             .first = r == m->manifest.rows};
    int status = check_input(m, r);

    if (status != JOBS_DONE)
        return status;
    if (m->options.index)
        status = records_row(&m->records, r, t);
    else if (find_parts_read(m->find, &w->out, &part) < 0)
        return JOBS_USAGE;
    else
        status = map_status_of(&part);
    task_end_row(w, part.messages, part.lines);
    t->links += part.links;
    t->damaged |= part.bad;
    return status == JOBS_DONE && !w->error ? check_again(r) : status;
}

/* Returns 0 when the task is done, -1 when its output is missing or damaged, or a status after a
 * message. */
static int find_done(const struct map *m, uint64_t id)
{
    const sip_hash a = m->manifest.hash, b = m->mark;
    struct task_reader r;
    enum task_state state = task_open(&r, m->options.folder, id);
    const struct trailer *t = &r.trailer;
    enum task_frame frame = FRAME_BYTES;
    char rest[1200];
    int status = -1;

    if (state == TASK_WHOLE && (t->mark.a != b.a || t->mark.b != b.b || t->manifest.a != a.a ||
                                t->manifest.b != a.b || strcmp(t->version, trawl_version()) != 0)) {
        (void)snprintf(rest, sizeof rest,
                       " has task %" PRIu64
                       " of another manifest, version or options (its options: "
                       "%s%.1000s); use another folder",
                       id, *t->words.p ? "" : "none", t->words.p);
        say("map", "-o: ", m->options.folder, rest);
        status = JOBS_USAGE;
    } else if (state == TASK_WHOLE) {
        while (frame == FRAME_BYTES || frame == FRAME_END)
            frame = task_next(&r);
        status = frame == FRAME_TRAILER ? JOBS_DONE : -1;
    }
    task_reader_close(&r);
    return status;
}

static int do_task(struct map *m, const struct row *from, const struct row *to)
{
    static struct task_writer w; /* it is large */
    struct trailer t = {.manifest = m->manifest.hash, .mark = m->mark, .words = m->words};
    int status = find_done(m, from->id), error;

    if (status >= 0)
        return status;
    status = JOBS_DONE;
    error = task_begin(&w, m->options.folder, from->id);
    if (m->options.index && !error)
        records_begin(&m->records, &w);
    for (const struct row *r = from; r < to && status == JOBS_DONE && !error; r++) {
        status = do_row(m, r, &w, &t);
        error = w.error;
    }
    if (buffer_failed() && !error)
        error = ENOMEM;
    if (status == JOBS_DONE && !error)
        error = task_commit(&w, &t);
    task_close(&w);
    if (status == JOBS_DONE && error)
        status = jobs_trouble("map", m->options.folder, error);
    return status == JOBS_DONE && t.damaged ? JOBS_DAMAGED : status;
}

/* Returns the worse of two statuses. JOBS_AGAIN is the worst: it makes a scheduler try again. */
static int worse(int a, int b)
{
    static const int order[] = {JOBS_AGAIN,    JOBS_IO,      JOBS_USAGE,
                                JOBS_NO_INPUT, JOBS_DAMAGED, JOBS_DONE};

    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++)
        if (order[i] == a || order[i] == b)
            return order[i];
    return a;
}

/* Returns true for a row of a task to do. */
static bool is_ours(const struct map *m, const struct row *r)
{
    return r->id == m->first || (m->step && r->id > m->first && (r->id - m->first) % m->step == 0);
}

/* Closes the sandbox. The manifest, which names the inputs, was read. Returns a status. */
static int map_close_sandbox(const struct map *m)
{
    const char *last = "";
    struct sandbox s;

    sandbox_begin(&s, "map", m->options.sandbox, 0);
    sandbox_channel(&s, evidence_channel(m->find));
    sandbox_write(&s, m->options.folder);
    for (size_t i = 0; i < m->manifest.count; i++) {
        const struct row *r = &m->manifest.rows[i];

        if (is_ours(m, r) && strcmp(r->input, last) != 0)
            sandbox_read(&s, last = r->input);
    }
    return sandbox_close(&s);
}

static int do_tasks(struct map *m)
{
    const struct row *r = m->manifest.rows, *end = r + m->manifest.count, *next;
    int status = JOBS_DONE;

    if (m->first > m->manifest.tasks && m->step == 0) {
        char last[80];

        (void)snprintf(last, sizeof last, "; the last one is %" PRIu64, m->manifest.tasks);
        say("map", "the manifest has no task ", m->options.task, last);
        return JOBS_USAGE;
    }
    for (; r < end; r = next) {
        for (next = r; next < end && next->id == r->id; next++)
            ;
        if (is_ours(m, r))
            status = worse(status, do_task(m, r, next));
    }
    return status;
}

static int map_add_word(struct map *m, const char *word)
{
    return buffer_add(&m->words, " ", m->words.n > 0) == TRAWL_OK &&
                   buffer_add(&m->words, word, strlen(word)) == TRAWL_OK
               ? JOBS_DONE
               : JOBS_AGAIN;
}

/* Reads the options that are not those of the map. Returns a status. */
static int map_read_options(struct map *m, int argc, char **argv)
{
    int status = m->options.index ? map_add_word(m, RECORDS_WORD) : JOBS_DONE;

    for (int i = 0; i < argc && status == JOBS_DONE; i++)
        status = map_add_word(m, argv[i]);
    if (status == JOBS_DONE && buffer_add(&m->words, "", 1) != TRAWL_OK)
        status = JOBS_AGAIN;
    if (status != JOBS_DONE)
        return jobs_trouble("map", "options", ENOMEM);
    if (m->options.index)
        return records_open(&m->records, argc, argv, &m->mark);
    m->find = find_parts_open(argc, argv, "trawl", m->manifest.hash, &m->mark);
    return m->find ? JOBS_DONE : JOBS_USAGE;
}

static int jobs_map_run(struct map *m, int argc, char **argv)
{
    int status = map_check_options(m);

    if (status == JOBS_DONE)
        status = manifest_read(&m->manifest, "map", m->options.manifest);
    if (status == JOBS_DONE)
        status = map_read_options(m, argc, argv);
    if (status == JOBS_DONE && mkdir(m->options.folder, 0777) < 0 && errno != EEXIST)
        status = jobs_trouble("map", m->options.folder, errno);
    if (status == JOBS_DONE)
        status = map_close_sandbox(m);
    if (status == JOBS_DONE)
        status = do_tasks(m);
    find_parts_close(m->find);
    records_close(&m->records);
    manifest_close(&m->manifest);
    buffer_free(&m->words);
    return status;
}

int map_run(struct output *out, int argc, char **argv)
{
    int own = sort_words(command_map.options, argc, argv), status;
    struct map m = {0};
    struct options o;

    if (!command_options(out, &command_map, &o, own, argv, &m.options, &status))
        return status == STATUS_GOOD ? JOBS_DONE : JOBS_USAGE;
    return jobs_map_run(&m, argc - own, argv + own);
}
