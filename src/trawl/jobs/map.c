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

/* Reads --task. Returns false for a wrong value. */
static bool read_task(struct map *map)
{
    const char *p = map->options.task;
    char *end;

    if (!p || *p < '0' || *p > '9')
        return false;
    map->first = strtoull(p, &end, 10);
    if (*end == '/' && end[1] >= '0' && end[1] <= '9') {
        map->step = strtoull(end + 1, &end, 10);
        if (map->step == 0)
            return false;
    }
    return *end == '\0' && map->first > 0;
}

static int map_check_options(struct map *map)
{
    const struct map_options *o = &map->options;

    if (!o->manifest)
        say("map", "--manifest is missing; name the output of \"trawl split\"", NULL, NULL);
    else if (!o->folder)
        say("map", "-o is missing; name the folder for the outputs", NULL, NULL);
    else if (!o->task)
        say("map", "--task is missing; give the number of a task, or ID/N for every N-th from ID",
            NULL, NULL);
    else if (!read_task(map))
        say("map", "--task: ", o->task,
            " is not a task: give a number from 1, or two as in 3/1000");
    else
        return JOBS_DONE;
    return JOBS_USAGE;
}

/* ---- Inputs ---- */

/* Compares the input with its mark in the manifest. Returns 0, or a status after an error
 * message. */
static int check_input(struct map *map, const struct row *row)
{
    enum { LATELY = 5 }; /* seconds */
    char mark[sizeof row->mark];
    struct stat now;
    int status;

    if (map->marked.input && strcmp(map->marked.input, row->input) == 0 && row->unit == UNIT_LOT)
        return JOBS_DONE;
    status = manifest_mark("map", row->input, mark, &now);
    if (status != JOBS_DONE)
        return status;
    if (strcmp(mark, row->mark) == 0) {
        map->marked = *row;
        return JOBS_DONE;
    }
    if (S_ISREG(now.st_mode) && time(NULL) - now.st_mtime < LATELY) {
        say("map", "", row->input, ": is being written; try again when it is complete");
        return JOBS_AGAIN;
    }
    say("map", "", row->input,
        ": has changed since the manifest was made; run \"trawl split\" again");
    return JOBS_NO_INPUT;
}

/* Returns 0 when a file did not change while it was read, or an exit status after an error message.
 * The files of a folder are not compared. */
static int check_again(const struct row *row)
{
    char mark[sizeof row->mark];
    struct stat now;
    int status = row->unit == UNIT_LOT ? JOBS_DONE : manifest_mark("map", row->input, mark, &now);

    if (status != JOBS_DONE || row->unit == UNIT_LOT || strcmp(mark, row->mark) == 0)
        return status;
    say("map", "", row->input, ": has changed while it was read; try again when it is complete");
    return JOBS_AGAIN;
}

/* ---- Tasks ---- */

/* Returns the exit status for the error that stopped a part, or 0. */
static int map_status_of(const struct find_part *part)
{
    if (part->error != TRAWL_OK)
        return part->error == TRAWL_ERROR_NO_MEMORY ? JOBS_AGAIN : JOBS_IO;
    return part->failed ? jobs_status_of(part->failed) : JOBS_DONE;
}

static int do_row(struct map *map, const struct row *row, struct task_writer *w, struct trailer *t)
{
    struct find_part part = {.input = row->input,
                             .ranged = row->unit != UNIT_FILE,
                             .members = row->unit == UNIT_MEMBERS,
                             .from = row->from,
                             .to = row->to,
                             .first = row == map->manifest.rows};
    int status = check_input(map, row);

    if (status != JOBS_DONE)
        return status;
    if (map->options.index)
        status = records_row(&map->records, row, t);
    else if (find_parts_read(map->find, &w->out, &part) < 0)
        return JOBS_USAGE;
    else
        status = map_status_of(&part);
    task_end_row(w, part.messages, part.lines);
    t->links += part.links;
    t->damaged |= part.bad;
    return status == JOBS_DONE && !w->error ? check_again(row) : status;
}

/* Returns 0 when the task is done, -1 when its output is missing or damaged, or a status after an
 * error message. */
static int find_done(const struct map *map, uint64_t id)
{
    const sip_hash a = map->manifest.hash, b = map->mark;
    struct task_reader r;
    enum task_state state = task_open(&r, map->options.folder, id);
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
        say("map", "-o: ", map->options.folder, rest);
        status = JOBS_USAGE;
    } else if (state == TASK_WHOLE) {
        while (frame == FRAME_BYTES || frame == FRAME_END)
            frame = task_next(&r);
        status = frame == FRAME_TRAILER ? JOBS_DONE : -1;
    }
    task_reader_close(&r);
    return status;
}

static int do_task(struct map *map, const struct row *from, const struct row *to)
{
    static struct task_writer w; /* it is large */
    struct trailer t = {.manifest = map->manifest.hash, .mark = map->mark, .words = map->words};
    int status = find_done(map, from->id), error;

    if (status >= 0)
        return status;
    status = JOBS_DONE;
    error = task_begin(&w, from->id);
    if (map->options.index && !error)
        records_begin(&map->records, &w);
    for (const struct row *row = from; row < to && status == JOBS_DONE && !error; row++) {
        status = do_row(map, row, &w, &t);
        error = w.error;
    }
    if (buffer_failed() && !error)
        error = ENOMEM;
    if (status == JOBS_DONE && !error)
        error = task_commit(&w, &t);
    task_close(&w);
    if (status == JOBS_DONE && error)
        status = jobs_trouble("map", map->options.folder, error);
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
static bool is_ours(const struct map *map, const struct row *row)
{
    return row->id == map->first ||
           (map->step && row->id > map->first && (row->id - map->first) % map->step == 0);
}

/* Closes the sandbox. The manifest, which names the inputs, was read. Returns a status. */
static int map_close_sandbox(const struct map *map)
{
    const char *last = "";
    struct sandbox s;
    int status;

    sandbox_begin(&s, "map", map->options.sandbox, 0);
    sandbox_channel(&s, evidence_channel(map->find));
    task_allow(&s, map->options.folder);
    for (size_t i = 0; i < map->manifest.count; i++) {
        const struct row *row = &map->manifest.rows[i];

        if (is_ours(map, row) && strcmp(row->input, last) != 0)
            sandbox_read(&s, last = row->input);
    }
    status = sandbox_close(&s);
    return status == STATUS_TROUBLE ? JOBS_AGAIN : status; /* a process could not be started */
}

static int do_tasks(struct map *map)
{
    const struct row *row = map->manifest.rows, *end = row + map->manifest.count, *next;
    int status = JOBS_DONE;

    if (map->first > map->manifest.tasks && map->step == 0) {
        char last[80];

        (void)snprintf(last, sizeof last, "; the last one is %" PRIu64, map->manifest.tasks);
        say("map", "the manifest has no task ", map->options.task, last);
        return JOBS_USAGE;
    }
    for (; row < end; row = next) {
        for (next = row; next < end && next->id == row->id; next++)
            ;
        if (is_ours(map, row))
            status = worse(status, do_task(map, row, next));
    }
    return status;
}

static int map_add_word(struct map *map, const char *word)
{
    return buffer_add(&map->words, " ", map->words.n > 0) == TRAWL_OK &&
                   buffer_add(&map->words, word, strlen(word)) == TRAWL_OK
               ? JOBS_DONE
               : JOBS_AGAIN;
}

/* Reads the options that do not belong to "trawl map" itself. Returns a status. */
static int map_read_options(struct map *map, int argc, char **argv)
{
    int status = map->options.index ? map_add_word(map, RECORDS_WORD) : JOBS_DONE;

    for (int i = 0; i < argc && status == JOBS_DONE; i++)
        status = map_add_word(map, argv[i]);
    if (status == JOBS_DONE && buffer_add(&map->words, "", 1) != TRAWL_OK)
        status = JOBS_AGAIN;
    if (status != JOBS_DONE)
        return jobs_trouble("map", "options", ENOMEM);
    if (map->options.index)
        return records_open(&map->records, argc, argv, &map->mark);
    map->find = find_parts_open(argc, argv, "trawl", map->manifest.hash, &map->mark);
    return map->find ? JOBS_DONE : JOBS_USAGE;
}

static int jobs_map_run(struct map *map, int argc, char **argv)
{
    int status = map_check_options(map);

    if (status == JOBS_DONE)
        status = manifest_read(&map->manifest, "map", map->options.manifest);
    if (status == JOBS_DONE)
        status = map_read_options(map, argc, argv);
    if (status == JOBS_DONE && mkdir(map->options.folder, 0777) < 0 && errno != EEXIST)
        status = jobs_trouble("map", map->options.folder, errno);
    if (status == JOBS_DONE)
        status = map_close_sandbox(map);
    if (status == JOBS_DONE)
        status = do_tasks(map);
    find_parts_close(map->find);
    records_close(&map->records);
    manifest_close(&map->manifest);
    buffer_free(&map->words);
    return status;
}

int map_run(struct output *out, int argc, char **argv)
{
    int own = options_sort(command_map.options, argc, argv), status;
    struct map map = {0};
    struct options args;

    if (!command_options(out, &command_map, &args, own, argv, &map.options, &status))
        return status == STATUS_GOOD ? JOBS_DONE : JOBS_USAGE;
    return jobs_map_run(&map, argc - own, argv + own);
}
