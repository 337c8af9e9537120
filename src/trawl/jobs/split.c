/* split.c - "trawl split": divides the inputs into tasks of about the same size
 *
 * The inputs count as one sequence of bytes, which is divided at multiples of the size of a task. A
 * mailbox or WARC file is cut there into ranges, also a compressed WARC file with a member for each
 * record; "trawl map" finds the messages that begin in a range. Other files belong to the task in
 * which they begin: texts, other compressed files, single messages, and mailboxes that can be read
 * only from the start (mboxcl).
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

#include "trawl/jobs/jobs.h"

#define STANDARD_SIZE ((uint64_t)2 << 30)
#define GIT_MESSAGE 8192 /* the assumed size of a message in git, which is not read here */

struct split {
    struct output *out;
    uint64_t size;  /* of a task; 0 while all sizes are added up */
    uint64_t at;    /* bytes so far */
    uint64_t task;  /* the multiple of the size in which the last row begins */
    uint64_t id;    /* of the last row */
    struct row lot; /* the files of a folder that are not printed yet */
    uint64_t next;  /* the number of the next file of the folder */
    int status;
};

/* ---- Rows ---- */

static void put_row(struct split *s, uint64_t task, struct row *row)
{
    s->id += s->id == 0 || task > s->task;
    s->task = task;
    row->id = s->id;
    manifest_row(s->out, row);
}

static void put_lot(struct split *s)
{
    if (s->lot.to > s->lot.from)
        put_row(s, s->lot.id, &s->lot);
    s->lot.from = s->lot.to;
    s->lot.bytes = 0;
}

/* Returns the number of the task, from 0, to which a file of `bytes` bytes at s->at belongs. An
 * empty file belongs to the task of the row before. */
static uint64_t task_of(const struct split *s, uint64_t bytes)
{
    return bytes > 0 ? s->at / s->size : s->task;
}

/* ---- Files ---- */

static int split_ignore(void *user, const trawl_event *e)
{
    (void)user;
    (void)e;
    return 0;
}

/* Reads the first block of a file. Returns its length, or -1 with errno. Sets *members for a
 * compressed file whose members can be found. */
static ssize_t split_read_start(const char *name, char *block, bool *members)
{
    int fd = input_regular(name);
    ssize_t n = 0, got = fd < 0 ? -1 : 1;

    while (n < (ssize_t)INPUT_BLOCK && got != 0 && fd >= 0) {
        got = read(fd, block + n, INPUT_BLOCK - (size_t)n);
        if (got < 0 && errno != EINTR)
            break;
        n += got > 0 ? got : 0;
    }
    *members = got >= 0 && input_is_packed(block, (size_t)n) && input_has_members(fd);
    if (fd >= 0)
        (void)close(fd);
    return got < 0 ? -1 : n;
}

/* Returns how messages of a file can be found without reading the file from its start, UNIT_FILE
 * when they cannot. Sets s->status, after an error message, when the file cannot be read. */
static enum unit split_unit_of(struct split *s, const char *name)
{
    static char block[INPUT_BLOCK];
    trawl_mail *m = NULL;
    int input = TRAWL_INPUT_AUTO, error;
    bool members;
    ssize_t n = split_read_start(name, block, &members);

    if (n < 0 && errno != 0) /* 0: it is no longer a regular file */
        s->status = jobs_trouble("split", name, errno);
    if (members)
        return UNIT_MEMBERS;
    if (n <= 0 || input_is_packed(block, (size_t)n))
        return UNIT_FILE;
    error = trawl_mail_open(&m, NULL, split_ignore, NULL);
    if (error == TRAWL_OK)
        error = trawl_mail_feed(m, block, (size_t)n);
    if (error == TRAWL_OK && n < (ssize_t)INPUT_BLOCK)
        error = trawl_mail_finish(m);
    if (error == TRAWL_OK)
        input = trawl_mail_input(m);
    else if (error == TRAWL_ERROR_NO_MEMORY)
        s->status = jobs_trouble("split", name, ENOMEM);
    trawl_mail_close(&m);
    return input == TRAWL_INPUT_MBOX || input == TRAWL_INPUT_MBOXO || input == TRAWL_INPUT_WARC
               ? UNIT_RANGE
               : UNIT_FILE;
}

/* Returns how a file of this size is divided. A file that fits into the task in which it begins is
 * not divided. */
static enum unit split_unit(struct split *s, const char *name, uint64_t size)
{
    return size > 0 && s->at / s->size != (s->at + size - 1) / s->size ? split_unit_of(s, name)
                                                                       : UNIT_FILE;
}

static void put_ranges(struct split *s, struct row *row, uint64_t size)
{
    for (uint64_t from = 0, left; from < size; from = row->to) {
        left = s->size - s->at % s->size;
        row->from = from;
        row->to = size - from < left ? size : from + left;
        row->bytes = row->to - from;
        put_row(s, s->at / s->size, row);
        s->at += row->bytes;
    }
}

static void split_put_file(struct split *s, struct row *row, uint64_t size)
{
    row->unit = split_unit(s, row->input, size);
    if (row->unit != UNIT_FILE) {
        put_ranges(s, row, size);
        return;
    }
    row->from = 0;
    row->to = row->bytes = size;
    put_row(s, task_of(s, size), row);
    s->at += size;
}

/* ---- Folders ---- */

/* A source_sink: adds a file to the lot, or cuts it into ranges. */
static int take_file(void *user, const struct source *source)
{
    struct split *s = user;
    char name[4096];
    struct row row = {.input = name, .unit = UNIT_FILE};
    struct stat status;
    uint64_t number = s->next++, size = GIT_MESSAGE;

    if (source->kind != SOURCE_GIT) {
        if (stat(source->name, &status) < 0) {
            s->status = jobs_trouble("split", source->name, errno);
            return 1;
        }
        size = (uint64_t)status.st_size;
    }
    if (s->size == 0) {
        s->at += size;
        return 0;
    }
    if (task_of(s, size) != s->lot.id)
        put_lot(s);
    if (source->kind == SOURCE_FILE && strlen(source->name) < sizeof name)
        row.unit = split_unit(s, source->name, size);
    if (row.unit != UNIT_FILE) {
        put_lot(s);
        memcpy(name, source->name, strlen(source->name) + 1);
        s->status = manifest_mark("split", name, row.mark, &status);
        put_ranges(s, &row, size);
        s->lot.from = s->lot.to = s->next;
        return s->status != JOBS_DONE;
    }
    if (s->status != JOBS_DONE)
        return 1;
    if (s->lot.to == s->lot.from)
        s->lot.id = task_of(s, size);
    s->lot.from = s->lot.to == s->lot.from ? number : s->lot.from;
    s->lot.to = s->next;
    s->lot.bytes += size;
    s->at += size;
    return 0;
}

static void put_folder(struct split *s, const struct row *row)
{
    struct source_lot all = {.to = UINT64_MAX, .names = true};
    struct source_taker taker = {.sink = take_file, .user = s};
    int stop;

    s->lot = *row;
    s->lot.unit = UNIT_LOT;
    s->next = 0;
    stop = source_each_of(row->input, &all, &taker);
    if (stop < 0) {
        (void)command_trouble("split", stop);
        s->status = JOBS_AGAIN;
    }
    if (taker.bad && s->status == JOBS_DONE)
        s->status = JOBS_NO_INPUT; /* after an error message */
    put_lot(s);
}

/* ---- Inputs ---- */

/* Adds up the sizes of one input, or prints its rows. Returns an exit status. */
static int take_input(struct split *s, char *name)
{
    struct row row = {.input = name};
    struct stat status;
    int bad = manifest_mark("split", name, row.mark, &status);

    if (bad != JOBS_DONE)
        return bad;
    if (S_ISDIR(status.st_mode))
        put_folder(s, &row);
    else if (s->size == 0)
        s->at += (uint64_t)status.st_size;
    else
        split_put_file(s, &row, (uint64_t)status.st_size);
    return s->status;
}

/* Calls take_input() for the operands and for the names in `list`, which end with a NUL each.
 * Returns the first exit status that is not 0. */
static int each_input(struct split *s, const struct options *args, const struct buffer *list)
{
    int status = JOBS_DONE;

    for (int i = 0; i < args->operands && status == JOBS_DONE; i++)
        status = take_input(s, args->argv[i]);
    for (size_t i = 0; i < list->n && status == JOBS_DONE; i += strlen(list->p + i) + 1)
        status = take_input(s, list->p + i);
    return status;
}

/* Reads the list of --files0-from. Returns an exit status. */
static int read_list(const char *name, struct buffer *list)
{
    struct input in;
    int bad;

    if (input_open(&in, strcmp(name, "-") == 0 ? NULL : name, NULL) < 0)
        return jobs_status_of(in.number);
    bad = input_all(&in, list, SIZE_MAX / 2);
    input_close(&in);
    if (bad < 0)
        return jobs_status_of(in.number);
    if (list->n == 0 || list->p[list->n - 1] == '\0')
        return JOBS_DONE;
    say("split", "--files0-from: ", name,
        ": each name must end with a NUL, as \"find -print0\" writes them");
    return JOBS_USAGE;
}

static int split_check(const struct split_options *options, const struct options *args)
{
    const char *why = NULL, *what = "";

    if (options->size && options->tasks)
        why = "--size and --tasks exclude each other";
    else if (options->files0 && args->operands > 0)
        why = "--files0-from and INPUT exclude each other";
    else if (!options->files0 && args->operands == 0)
        why = "no input; name files or folders";
    for (int i = 0; !why && i < args->operands; i++)
        if (options_is_stdin(args, i))
            why = "standard input cannot be divided into tasks; name files";
    if (why)
        say("split", why, what, NULL);
    return why ? JOBS_USAGE : JOBS_DONE;
}

int split_run(struct output *out, int argc, char **argv)
{
    struct split_options options = {0};
    struct split s = {.out = out};
    struct sandbox box;
    struct options args;
    struct buffer list = {0};
    int status;

    if (!command_options(out, &command_split, &args, argc, argv, &options, &status))
        return status == STATUS_GOOD ? JOBS_DONE : JOBS_USAGE;
    status = split_check(&options, &args);
    if (status == JOBS_DONE) {
        sandbox_begin(&box, "split", options.sandbox, 0);
        sandbox_inputs(&box, &args, options.files0);
        status = sandbox_close(&box);
    }
    if (status == JOBS_DONE && options.files0)
        status = read_list(options.files0, &list);
    if (status == JOBS_DONE && options.tasks)
        status = each_input(&s, &args, &list);
    s.size = options.size    ? options.size
             : options.tasks ? (s.at + options.tasks - 1) / options.tasks
                             : STANDARD_SIZE;
    s.size = s.size ? s.size : 1;
    s.at = 0;
    if (status == JOBS_DONE) {
        manifest_begin(out);
        status = each_input(&s, &args, &list);
    }
    if (status == JOBS_DONE && s.id == 0 && s.lot.input)
        put_row(&s, 0, &s.lot); /* folders without files: a task may still have to print a header */
    buffer_free(&list);
    return status;
}
