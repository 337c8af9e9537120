/* pool.c - the threads, the ring of tasks and their output */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "app/pool/pool.h"
#include "base/check.h"

/* A block with fewer bytes is not reused. */
#define POOL_SPARE 32768

/* ---- Threads ---- */

static struct pool_task *oldest_of(const struct pool *j)
{
    return j->ring[j->oldest % j->places];
}

static struct pool_task *pool_take(struct pool *j)
{
    struct pool_task *task = NULL;

    (void)pthread_mutex_lock(&j->lock);
    while (j->next == j->end && !j->over)
        (void)pthread_cond_wait(&j->more, &j->lock);
    if (j->next < j->end)
        task = j->ring[j->next++ % j->places];
    (void)pthread_mutex_unlock(&j->lock);
    return task;
}

static void *run_thread(void *user)
{
    struct pool *j = user;
    unsigned number = atomic_fetch_add(&j->numbers, 1);
    struct pool_task *task;

    while ((task = pool_take(j)) != NULL) {
        if (!atomic_load(&task->dropped))
            j->work->work(j->user, number, task);
        (void)pthread_mutex_lock(&j->lock);
        task->done = true;
        if (task == oldest_of(j))
            (void)pthread_cond_signal(&j->news);
        (void)pthread_mutex_unlock(&j->lock);
    }
    return NULL;
}

/* ---- Output of a task ---- */

struct pool_block *pool_get_block(struct pool *j, size_t room)
{
    struct pool_block *block;

    (void)pthread_mutex_lock(&j->lock);
    block = j->spare && j->spare->room >= room ? j->spare : NULL;
    if (block) {
        j->spare = block->next;
        j->spares--;
    }
    (void)pthread_mutex_unlock(&j->lock);
    if (!block && (block = malloc(sizeof *block + room)) != NULL)
        block->room = room;
    return block;
}

/* Keeps a block for later, if it is large enough for a full buffer. */
static void pool_put_block(struct pool *j, struct pool_block *block)
{
    bool keep;

    (void)pthread_mutex_lock(&j->lock);
    keep = block->room >= POOL_SPARE && j->spares < 2 * j->places;
    if (keep) {
        block->next = j->spare;
        j->spare = block;
        j->spares++;
    }
    (void)pthread_mutex_unlock(&j->lock);
    if (!keep)
        free(block);
}

/* Returns where the notes of n bytes begin. */
static size_t notes_at(size_t n)
{
    const size_t align = _Alignof(struct note);

    return (n + align - 1) / align * align;
}

/* Completes a block whose first n bytes are already in place: sets its fields and adds the notes,
 * for which it must have room. */
static void set_block(struct pool_block *block, size_t n, const struct note *notes, size_t count)
{
    char *to = block->p + notes_at(n);

    CHECK(count == 0 || notes);
    block->next = NULL;
    block->warning = (struct warning){0};
    block->n = n;
    block->count = count;
    block->notes = (struct note *)(void *)to;
    if (count > 0)
        memcpy(to, notes, count * sizeof *notes);
}

static struct pool_block *make_block(struct pool *j, trawl_str bytes, const struct note *notes,
                                     size_t count)
{
    struct pool_block *block = pool_get_block(j, notes_at(bytes.n) + count * sizeof *notes);

    if (!block)
        return NULL;
    if (bytes.n > 0)
        memcpy(block->p, bytes.p, bytes.n);
    set_block(block, bytes.n, notes, count);
    return block;
}

static bool must_wait(const struct pool *j, const struct pool_task *task)
{
    if (atomic_load(&task->dropped))
        return false;
    return task == oldest_of(j) ? task->held >= POOL_OLDEST : j->held >= j->threads * POOL_HELD;
}

/* Adds a block to the output of a task, or drops it. Returns as pool_output(). */
static int add_block(struct pool *j, struct pool_task *task, struct pool_block *block)
{
    const size_t size = sizeof *block + block->n + block->count * sizeof *block->notes;
    int dropped;

    (void)pthread_mutex_lock(&j->lock);
    CHECK(!task->done && task->number >= j->oldest && task->number < j->next);
    while (must_wait(j, task))
        (void)pthread_cond_wait(&j->room, &j->lock);
    dropped = atomic_load(&task->dropped);
    if (!dropped) {
        *task->last = block;
        task->last = &block->next;
        task->held += size;
        j->held += size;
        if (task == oldest_of(j))
            (void)pthread_cond_signal(&j->news);
    }
    (void)pthread_mutex_unlock(&j->lock);
    if (dropped)
        free(block);
    return dropped ? ECANCELED : 0;
}

int pool_output(struct pool *j, struct pool_task *task, const char *p, size_t n,
                const struct note *notes, size_t count)
{
    struct pool_block *block = make_block(j, (trawl_str){p, n}, notes, count);

    return block ? add_block(j, task, block) : ENOMEM;
}

int pool_output_block(struct pool *j, struct pool_task *task, struct pool_block **block, size_t n,
                      const struct note *notes, size_t count)
{
    struct pool_block *full = *block, *next;

    if (n < full->room / 4 || notes_at(n) + count * sizeof *notes > full->room)
        return pool_output(j, task, full->p, n, notes, count);
    next = pool_get_block(j, full->room);
    if (!next)
        return ENOMEM;
    *block = next;
    set_block(full, n, notes, count);
    return add_block(j, task, full);
}

int pool_warn(struct pool *j, struct pool_task *task, const struct warning *warning)
{
    struct pool_block *block = make_block(j, warning->line, NULL, 0);

    if (!block)
        return ENOMEM;
    block->warning = (struct warning){warning->kind, warning->times, {block->p, block->n}};
    return add_block(j, task, block);
}

/* ---- Retiring ---- */

/* Waits for blocks of a task and takes them. Returns NULL when no more will come. */
static struct pool_block *wait_blocks(struct pool *j, struct pool_task *task)
{
    struct pool_block *blocks;

    (void)pthread_mutex_lock(&j->lock);
    while (!task->first && !task->done)
        (void)pthread_cond_wait(&j->news, &j->lock);
    blocks = task->first;
    task->first = NULL;
    task->last = &task->first;
    j->held -= task->held;
    task->held = 0;
    (void)pthread_cond_broadcast(&j->room);
    (void)pthread_mutex_unlock(&j->lock);
    return blocks;
}

static void retire(struct pool *j)
{
    struct pool_task *task = oldest_of(j);
    struct pool_block *block, *next;

    CHECK(!j->retiring && j->oldest < j->end && task->number == j->oldest);
    j->retiring = true;
    if (!atomic_load(&task->dropped) && !j->work->begin(j->user, task)) {
        (void)pthread_mutex_lock(&j->lock);
        atomic_store(&task->dropped, 1);
        (void)pthread_cond_broadcast(&j->room);
        (void)pthread_mutex_unlock(&j->lock);
    }
    while ((block = wait_blocks(j, task)) != NULL) {
        for (; block; block = next) {
            if (!atomic_load(&task->dropped))
                j->work->block(j->user, block);
            next = block->next;
            pool_put_block(j, block);
        }
    }
    CHECK(task->done && task->held == 0 && oldest_of(j) == task);
    (void)pthread_mutex_lock(&j->lock);
    j->oldest++;
    (void)pthread_cond_broadcast(&j->room);
    (void)pthread_mutex_unlock(&j->lock);
    j->work->end(j->user, task);
    j->retiring = false;
}

void pool_put(struct pool *j, struct pool_task *task)
{
    CHECK(!j->retiring);
    task->last = &task->first;
    if (j->end - j->oldest == j->places)
        retire(j);
    if (j->over) {
        j->work->end(j->user, task);
        return;
    }
    (void)pthread_mutex_lock(&j->lock);
    CHECK(j->end - j->oldest < j->places);
    task->number = j->end++;
    j->ring[task->number % j->places] = task;
    (void)pthread_cond_signal(&j->more);
    (void)pthread_mutex_unlock(&j->lock);
}

void pool_drain(struct pool *j)
{
    CHECK(!j->retiring);
    while (j->oldest < j->end)
        retire(j);
    CHECK(j->held == 0);
}

void pool_stop(struct pool *j)
{
    (void)pthread_mutex_lock(&j->lock);
    j->over = true;
    for (size_t i = j->oldest; i < j->end; i++)
        atomic_store(&j->ring[i % j->places]->dropped, 1);
    (void)pthread_cond_broadcast(&j->room);
    (void)pthread_cond_broadcast(&j->more);
    (void)pthread_mutex_unlock(&j->lock);
}

/* ---- Opening and closing ---- */

unsigned pool_threads(unsigned jobs)
{
    long n = jobs > 0 ? (long)jobs : sysconf(_SC_NPROCESSORS_ONLN);

    return n < 1 ? 1 : n > POOL_THREADS ? POOL_THREADS : (unsigned)n;
}

/* Memory that is set aside for the work of a thread while others are started: their stacks must not
 * take all that a limit allows. */
struct reserve {
    struct reserve *next;
    char rest[(1 << 20) - sizeof(void *)];
};

/* Blocks signals in the threads: the main thread takes them, and removes the progress line. */
static void start_all(struct pool *j, unsigned threads)
{
    struct reserve *reserves = NULL, *r;
    sigset_t all, before;

    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, &before);
    while (j->threads < threads) {
        r = malloc(sizeof *r);
        if (r) {
            r->next = reserves;
            reserves = r;
        }
        if ((!r && j->threads > 0) ||
            pthread_create(&j->thread[j->threads], NULL, run_thread, j) != 0)
            break;
        j->threads++;
    }
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    for (; (r = reserves) != NULL; free(r))
        reserves = r->next;
}

static void free_all(struct pool *j)
{
    for (struct pool_block *block; (block = j->spare) != NULL; free(block))
        j->spare = block->next;
    (void)pthread_cond_destroy(&j->news);
    (void)pthread_cond_destroy(&j->room);
    (void)pthread_cond_destroy(&j->more);
    (void)pthread_mutex_destroy(&j->lock);
    free(j->thread);
    free(j->ring);
}

int pool_open(struct pool *j, unsigned threads, const struct pool_work *work, void *user)
{
    *j = (struct pool){.work = work, .user = user, .places = 2 * (size_t)threads + 2};
    j->ring = calloc(j->places, sizeof(struct pool_task *));
    j->thread = calloc(threads, sizeof(pthread_t));
    (void)pthread_mutex_init(&j->lock, NULL);
    (void)pthread_cond_init(&j->more, NULL);
    (void)pthread_cond_init(&j->room, NULL);
    (void)pthread_cond_init(&j->news, NULL);
    if (j->ring && j->thread)
        start_all(j, threads);
    if (j->threads > 0)
        return 0;
    free_all(j);
    return -1;
}

void pool_close(struct pool *j)
{
    pool_drain(j);
    pool_stop(j);
    for (unsigned i = 0; i < j->threads; i++)
        (void)pthread_join(j->thread[i], NULL);
    free_all(j);
}
