/* jobs.c - work done by several threads, whose outputs come out in order; see jobs.h */
#include "cli/jobs.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

/* Blocks of so many bytes are used again. */
#define JOBS_SPARE 32768

/* ---- Those who work ---- */

struct worker {
    struct jobs *jobs;
    unsigned number;
};

static struct job *take(struct jobs *j)
{
    struct job *job = NULL;

    (void)pthread_mutex_lock(&j->lock);
    while (j->next == j->end && !j->over)
        (void)pthread_cond_wait(&j->more, &j->lock);
    if (j->next < j->end)
        job = j->ring[j->next++ % j->places];
    (void)pthread_mutex_unlock(&j->lock);
    return job;
}

static void finish(struct jobs *j, struct job *job)
{
    (void)pthread_mutex_lock(&j->lock);
    job->done = 1;
    if (job == j->ring[j->oldest % j->places])
        (void)pthread_cond_signal(&j->news);
    (void)pthread_mutex_unlock(&j->lock);
}

static void *work(void *user)
{
    struct worker *w = user;
    struct jobs *j = w->jobs;
    struct job *job;

    while ((job = take(j)) != NULL) {
        if (!atomic_load(&job->dropped))
            j->work(j->user, w->number, job);
        finish(j, job);
    }
    free(w);
    return NULL;
}

/* One with room for so many bytes: a used one, or a new one. The C library would give the memory of each back to the system. */
struct job_block *jobs_block(struct jobs *j, size_t room)
{
    struct job_block *block;

    (void)pthread_mutex_lock(&j->lock);
    block = j->spare;
    if (block && block->room >= room) {
        j->spare = block->next;
        j->spares--;
    } else {
        block = NULL;
    }
    (void)pthread_mutex_unlock(&j->lock);
    if (!block && (block = malloc(sizeof *block + room)) != NULL)
        block->room = room;
    return block;
}

/* As many are kept as are likely to be wanted; small ones are not worth it. */
static void put_back(struct jobs *j, struct job_block *block)
{
    int keep;

    (void)pthread_mutex_lock(&j->lock);
    keep = block->room >= JOBS_SPARE && j->spares < 2 * j->places;
    if (keep) {
        block->next = j->spare;
        j->spare = block;
        j->spares++;
    }
    (void)pthread_mutex_unlock(&j->lock);
    if (!keep)
        free(block);
}

/* The notes stand behind the bytes, in the same piece of memory. */
static size_t notes_at(size_t n)
{
    const size_t align = sizeof((struct output_note *)0)->a[0];

    return (n + align - 1) / align * align;
}

static int must_wait(const struct jobs *j, const struct job *job)
{
    if (atomic_load(&job->dropped))
        return 0;
    return job == j->ring[j->oldest % j->places] ? job->held >= JOBS_OLDEST : j->held >= j->threads * JOBS_HELD;
}

int jobs_hand(struct jobs *j, struct job *job, struct job_block *block, const struct output_note *notes)
{
    const size_t at = notes_at(block->n), size = sizeof *block + block->n + block->count * sizeof *notes;

    block->next = NULL;
    block->notes = (const struct output_note *)(const void *)(block->p + at);
    if (block->count > 0)
        memcpy(block->p + at, notes, block->count * sizeof *notes);
    (void)pthread_mutex_lock(&j->lock);
    while (must_wait(j, job))
        (void)pthread_cond_wait(&j->room, &j->lock);
    if (atomic_load(&job->dropped)) {
        (void)pthread_mutex_unlock(&j->lock);
        free(block);
        return ECANCELED;
    }
    *job->last = block;
    job->last = &block->next;
    job->held += size;
    j->held += size;
    if (job == j->ring[j->oldest % j->places])
        (void)pthread_cond_signal(&j->news);
    (void)pthread_mutex_unlock(&j->lock);
    return 0;
}

int jobs_give(struct jobs *j, struct job *job, int fd, const char *p, size_t n, const struct output_note *notes,
              size_t count)
{
    struct job_block *block = jobs_block(j, notes_at(n) + count * sizeof *notes);

    if (!block)
        return ENOMEM;
    block->fd = fd;
    block->n = n;
    block->count = count;
    if (n > 0)
        memcpy(block->p, p, n);
    return jobs_hand(j, job, block, notes);
}

/* ---- Who retires them ---- */

/* The blocks there are; NULL: there will be none. */
static struct job_block *wait_blocks(struct jobs *j, struct job *job)
{
    struct job_block *blocks;

    (void)pthread_mutex_lock(&j->lock);
    while (!job->first && !job->done)
        (void)pthread_cond_wait(&j->news, &j->lock);
    blocks = job->first;
    job->first = NULL;
    job->last = &job->first;
    j->held -= job->held;
    job->held = 0;
    (void)pthread_cond_broadcast(&j->room);
    (void)pthread_mutex_unlock(&j->lock);
    return blocks;
}

static void drop(struct jobs *j, struct job *job)
{
    (void)pthread_mutex_lock(&j->lock);
    atomic_store(&job->dropped, 1);
    (void)pthread_cond_broadcast(&j->room);
    (void)pthread_mutex_unlock(&j->lock);
}

static void retire(struct jobs *j)
{
    struct job *job = j->ring[j->oldest % j->places];
    struct job_block *block, *next;

    if (!atomic_load(&job->dropped) && !j->retire.begin(j->user, job))
        drop(j, job);
    while ((block = wait_blocks(j, job)) != NULL) {
        for (; block; block = next) {
            if (!atomic_load(&job->dropped))
                j->retire.block(j->user, block);
            next = block->next;
            put_back(j, block);
        }
    }
    (void)pthread_mutex_lock(&j->lock);
    j->oldest++;
    (void)pthread_cond_broadcast(&j->room);
    (void)pthread_mutex_unlock(&j->lock);
    j->retire.end(j->user, job);
}

void jobs_put(struct jobs *j, struct job *job)
{
    job->last = &job->first;
    if (j->end - j->oldest == j->places)
        retire(j);
    if (j->over) {
        j->retire.end(j->user, job);
        return;
    }
    (void)pthread_mutex_lock(&j->lock);
    j->ring[j->end++ % j->places] = job;
    (void)pthread_cond_signal(&j->more);
    (void)pthread_mutex_unlock(&j->lock);
}

void jobs_drain(struct jobs *j)
{
    while (j->oldest < j->end)
        retire(j);
}

void jobs_stop(struct jobs *j)
{
    (void)pthread_mutex_lock(&j->lock);
    j->over = 1;
    for (size_t i = j->oldest; i < j->end; i++)
        atomic_store(&j->ring[i % j->places]->dropped, 1);
    (void)pthread_cond_broadcast(&j->room);
    (void)pthread_cond_broadcast(&j->more);
    (void)pthread_mutex_unlock(&j->lock);
}

/* ---- Their life ---- */

static int start(struct jobs *j)
{
    struct worker *w = malloc(sizeof *w);

    if (!w)
        return -1;
    *w = (struct worker){j, j->threads};
    if (pthread_create(&j->thread[j->threads], NULL, work, w) == 0) {
        j->threads++;
        return 0;
    }
    free(w);
    return -1;
}

/* Signals are for the main thread, which knows how to clean up. */
static void start_all(struct jobs *j, unsigned threads)
{
    sigset_t all, before;

    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, &before);
    while (j->threads < threads && start(j) == 0)
        ;
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static void free_all(struct jobs *j)
{
    for (struct job_block *block; (block = j->spare) != NULL; free(block))
        j->spare = block->next;
    (void)pthread_cond_destroy(&j->news);
    (void)pthread_cond_destroy(&j->room);
    (void)pthread_cond_destroy(&j->more);
    (void)pthread_mutex_destroy(&j->lock);
    free(j->thread);
    free(j->ring);
}

int jobs_open(struct jobs *j, unsigned threads, jobs_work *to_do, const struct jobs_retire *retiring, void *user)
{
    *j = (struct jobs){.work = to_do, .retire = *retiring, .user = user, .places = 2 * (size_t)threads + 2};
    j->ring = calloc(j->places, sizeof(struct job *));
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

void jobs_close(struct jobs *j)
{
    jobs_drain(j);
    jobs_stop(j);
    for (unsigned i = 0; i < j->threads; i++)
        (void)pthread_join(j->thread[i], NULL);
    free_all(j);
}
