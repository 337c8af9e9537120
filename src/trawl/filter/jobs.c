/* jobs.c - runs the filter in several threads: files in parallel, and large ones in pieces
 *
 * The output is the same as with one thread. Small files are given to a thread several at a time,
 * large ones by pieces.c. The main thread reads pipes and terminals, when everything before them is
 * done, and all other input until there is enough work.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "trawl/filter/inside.h"

#define ENOUGH ((uint64_t)1 << 20)   /* fewer bytes are not worth a thread */
#define TOGETHER ((uint64_t)1 << 18) /* the maximum number of bytes of small files in a task, */
#define FILES 64                     /* and the maximum number of these files */
#define MESSAGE ((uint64_t)1 << 20)  /* longer messages from git are not held in a task */

uint64_t find_jobs_size(uint64_t size)
{
#ifdef TRAWL_TEST_JOBS
    const char *test = getenv("TRAWL_TEST_JOBS");

    if (test)
        return strtoull(test, NULL, 10) * size >> 20;
#endif
    return size;
}

void find_jobs_again(void)
{
#ifdef TRAWL_TEST_JOBS
    const char *test = getenv("TRAWL_TEST_AGAIN");
    int fd = test ? open(test, O_WRONLY | O_APPEND | O_CLOEXEC) : -1;

    if (fd >= 0) {
        (void)write_whole(fd, "x", 1);
        (void)close(fd);
    }
#endif
}

/* Returns true when the only input is one regular file. */
static bool is_one_file(const struct options *args, const char *files0)
{
    return args->operands <= 1 && source_size(args, files0) > 0;
}

/* These need one thread: a context, which crosses pieces; --at, which stops early; user rules,
 * whose limits count for a whole text; and counts of the new links of each file. A text format
 * writes several files as one text, so only a single file is cut into pieces. */
bool find_jobs_wanted(const struct find_options *options, const struct options *args)
{
    unsigned traits = options->format->traits;

    return options->jobs != 1 && !options->show.context && options->at_line == 0 &&
           !options->rules && !(options->uniq && options->show.count) && (traits & FORMAT_PIECES) &&
           (!(traits & FORMAT_TEXT) || (!options->show.page && is_one_file(args, options->files0)));
}

/* ---- Tasks ---- */

struct task *find_jobs_task(struct find_jobs *fj, enum task_kind kind)
{
    struct task *t = calloc(1, sizeof *t);

    if (t)
        t->kind = kind;
    else if (!fj->stop)
        fj->stop = TRAWL_ERROR_NO_MEMORY;
    return t;
}

void find_jobs_put_batch(struct find_jobs *fj)
{
    struct task *t = fj->batch;

    fj->batch = NULL;
    if (t)
        pool_put(&fj->jobs, &t->pool);
}

static void filter_jobs_drain(struct find_jobs *fj)
{
    if (!fj->started)
        return;
    find_jobs_put_batch(fj);
    pool_drain(&fj->jobs);
}

int find_jobs_start(struct find_jobs *fj)
{
    static const struct pool_work work = {find_work, find_merge_begin, find_merge_block,
                                          find_merge_end};

    if (fj->started)
        return 0;
    if (fj->threads == 1)
        return -1;
    fj->workers = calloc(fj->threads, sizeof *fj->workers);
    if (!fj->workers || pool_open(&fj->jobs, fj->threads, &work, fj) < 0) {
        free(fj->workers);
        fj->workers = NULL;
        fj->threads = 1; /* the next file must not try again */
        return -1;
    }
    fj->started = true;
    return 0;
}

/* Reads a source in the main thread, after everything before it. */
static int do_here(struct find_jobs *fj, const struct source *s)
{
    filter_jobs_drain(fj);
    return fj->stop ? fj->stop : find_file(fj->f, s);
}

/* Adds the start of an entry to the batch: kind, text, a NUL. Returns the batch, or NULL after
 * setting fj->stop when memory is short. */
static struct task *jobs_add_entry(struct find_jobs *fj, char kind, trawl_str text)
{
    struct task *t = fj->batch ? fj->batch : find_jobs_task(fj, TASK_FILES);
    size_t n = t ? t->text.n : 0;

    fj->batch = t;
    if (t && buffer_add(&t->text, &kind, 1) == TRAWL_OK &&
        buffer_add(&t->text, text.p, text.n) == TRAWL_OK &&
        buffer_add(&t->text, "", 1) == TRAWL_OK) {
        t->files++;
        return t;
    }
    if (t)
        t->text.n = n;
    fj->stop = fj->stop ? fj->stop : TRAWL_ERROR_NO_MEMORY;
    return NULL;
}

/* Gives the batch to a thread if it is full. */
static void put_full_batch(struct find_jobs *fj)
{
    const struct task *t = fj->batch;

    if (t->files == FILES || t->size >= find_jobs_size(TOGETHER))
        find_jobs_put_batch(fj);
}

/* An output_taker's warn(): takes a warning about a source, to print it in order with the output of
 * the sources. */
static int jobs_warn(void *user, const struct warning *warning)
{
    struct find_jobs *fj = user;

    if (!fj->started) {
        output_warning(fj->f->view.out, warning);
        return 0;
    }
    if (!jobs_add_entry(fj, WORK_WARNING, warning->line))
        return ENOMEM;
    put_full_batch(fj);
    return 0;
}

static int filter_jobs_add_small(struct find_jobs *fj, const struct source *s, uint64_t size)
{
    struct task *t = jobs_add_entry(fj, (char)s->kind, (trawl_str){s->name, strlen(s->name)});

    if (!t || (s->kind == SOURCE_GIT &&
               (buffer_add(&t->text, (const char *)&s->text.n, sizeof s->text.n) != TRAWL_OK ||
                buffer_add(&t->text, s->text.p, s->text.n) != TRAWL_OK)))
        return TRAWL_ERROR_NO_MEMORY;
    t->size += size;
    put_full_batch(fj);
    return fj->stop;
}

/* ---- All sources ---- */

static int jobs_each_source(void *user, const struct source *s)
{
    struct find_jobs *fj = user;
    struct stat status = {0};
    bool git = s->kind == SOURCE_GIT;
    bool known = !git && (s->name ? stat(s->name, &status) : fstat(0, &status)) == 0;
    uint64_t size = git                                ? s->text.n
                    : known && S_ISREG(status.st_mode) ? (uint64_t)status.st_size
                                                       : 0;

    if (git && size > MESSAGE)
        return do_here(fj, s);
    if (known && (!S_ISREG(status.st_mode) || (!s->name && lseek(0, 0, SEEK_CUR) != 0)))
        return do_here(fj, s);
    fj->seen += size;
    if (!fj->started && fj->seen < find_jobs_size(ENOUGH))
        return do_here(fj, s);
    if (fj->threads == 0)
        fj->threads = pool_threads(fj->f->options->jobs);
    if (!git && !markdown_wanted(fj->f, s->name) && find_pieces(fj, s, size))
        return fj->stop;
    if (fj->one_file || !s->name || (fj->f->view.format->traits & FORMAT_TEXT) ||
        find_jobs_start(fj) < 0)
        return do_here(fj, s);
    return filter_jobs_add_small(fj, s, size);
}

static void wait_for_names(void *user)
{
    struct find_jobs *fj = user;

    filter_jobs_drain(fj);
    output_flush(fj->f->view.out);
}

int find_jobs_each(struct find *f, const struct options *args)
{
    const char *files0 = f->options->files0;
    struct find_jobs fj = {.f = f, .one_file = is_one_file(args, files0)};
    struct source_taker taker = {.sink = jobs_each_source,
                                 .idle = wait_for_names,
                                 .user = &fj,
                                 .warnings = &fj.sources,
                                 .choice = &f->options->choice};
    int stop;

    fj.zones = (f->view.format->traits & FORMAT_RECORDS) || find_selects(f->options);
    fj.taker = (struct output_taker){.warn = jobs_warn, .user = &fj};
    fj.sources.taker = &fj.taker;
    stop = source_each(args, files0, &taker);
    f->done.bad |= taker.bad;
    if (stop && !fj.stop)
        fj.stop = stop;
    if (stop && fj.started)
        pool_stop(&fj.jobs);
    filter_jobs_drain(&fj);
    if (fj.started)
        pool_close(&fj.jobs);
    find_work_close(&fj);
    return fj.stop;
}
