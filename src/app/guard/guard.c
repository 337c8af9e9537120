/* guard.c - replaces a process that a message has ended
 *
 * The parent reads no input. The processes share one page of memory with it, where each thread
 * notes what it reads. In the usual way of reading only the source is known, and several threads
 * may read. So the first death makes all sources that were read suspects. They are read again by
 * one thread that notes each message, and the next death shows the message.
 *
 * A timer that counts processor time finds a thread that does not get on, so that a slow disk or a
 * busy machine does not matter. The limit of memory is one of the process, above what it needed
 * when the limit was set.
 */
/* Declares MAP_ANONYMOUS. */
#define _GNU_SOURCE

#include "app/guard/guard.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/command.h"
#include "base/sip.h"

#define TRIES 4   /* deaths at one place before the run ends */
#define SAID 2048 /* messages that are not printed again */
#define EXACT 1u  /* bits of guard_slot.bits */
#define HEADER 2u

/* Sanitizers reserve more memory than any limit. */
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__ || defined __OpenBSD__
#define NO_LIMIT 1
#elif defined __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) ||                         \
    __has_feature(memory_sanitizer)
#define NO_LIMIT 1
#endif
#endif

/* Tests have planted faults, and shorter seconds. */
#ifdef TRAWL_TEST_PLANTED
#define TICK ((struct timeval){0, 80000})
#else
#define TICK ((struct timeval){1, 0})
#endif

/* What a thread reads. */
struct guard_slot {
    _Atomic uint64_t source; /* 0: nothing */
    _Atomic uint64_t at, last;
    atomic_uint bits, steps;
};

struct said {
    _Atomic uint64_t hash;
    atomic_uint generation; /* of the process that printed it first */
};

struct guard_shared {
    struct guard_slot slots[GUARD_THREADS];
    atomic_int why; /* GUARD_LONG or GUARD_LARGE; 0: neither */
    atomic_bool trouble;
    uint64_t numbers[GUARD_NUMBERS];
    struct said said[SAID];
};

static struct {
    struct guard_shared *shared; /* NULL: there is no guard */
    const char *command;
    unsigned generation; /* of this process, from 1; 0 in the parent */
    struct guard_death *deaths;
    size_t count;
    uint64_t base; /* the most memory before guard_limit() */
    bool limited;
    struct rlimit before;
} guard;

static uint64_t unshared[GUARD_NUMBERS];

/* ---- Messages to the user ---- */

/* A say_filter: returns true for a message that an earlier process of this run has printed. */
static bool guard_was_said(const char *const words[4])
{
    sip_hash hash = {7, 7};

    for (int i = 0; i < 4; i++)
        hash = sip_of(hash, words[i] ? words[i] : "", words[i] ? strlen(words[i]) + 1 : 1);
    hash.a |= 1;
    for (size_t i = 0; i < SAID; i++) {
        struct said *place = &guard.shared->said[(hash.a + i) % SAID];
        uint64_t free_place = 0;

        if (atomic_compare_exchange_strong(&place->hash, &free_place, hash.a)) {
            atomic_store(&place->generation, guard.generation);
            return false;
        }
        if (free_place == hash.a)
            return atomic_load(&place->generation) < guard.generation;
    }
    return false;
}

/* ---- The parent ---- */

/* Adds a death, or counts it. Returns 0, or -1 when it is no news. */
static int add_death(const struct guard_death *death)
{
    struct guard_death *more;

    for (size_t i = 0; i < guard.count; i++) {
        struct guard_death *d = &guard.deaths[i];

        if (d->source != death->source || d->at != death->at || d->header != death->header)
            continue;
        d->why = death->why ? death->why : d->why;
        return d->why && ++d->count <= TRIES ? 0 : -1;
    }
    more = realloc(guard.deaths, (guard.count + 1) * sizeof *more);
    if (!more)
        return -1;
    guard.deaths = more;
    more[guard.count++] = *death;
    return 0;
}

/* Notes what the slots show: a message, or sources that are suspect. If the header of a message was
 * blamed without use, the message before it is to blame. Returns 0, or -1 when they show nothing
 * new. */
static int learn(int why)
{
    int news = -1;

    for (int i = 0; i < GUARD_THREADS; i++) {
        const struct guard_slot *slot = &guard.shared->slots[i];
        const unsigned bits = atomic_load(&slot->bits);
        const bool exact = bits & EXACT;
        struct guard_death death = {.source = atomic_load(&slot->source), .count = 1};

        if (death.source == 0)
            continue;
        if (exact) {
            death.why = why;
            death.header = bits & HEADER;
            death.at = atomic_load(&slot->at);
            if (death.header && guard_find(death.source, death.at, true)) {
                death.header = false;
                death.at = atomic_load(&slot->last);
            }
            return add_death(&death);
        }
        death.at = UINT64_MAX;
        if (add_death(&death) == 0)
            news = 0;
    }
    return news;
}

/* Returns the signal of a fault that ended a process, GUARD_LONG or GUARD_LARGE; or 0. */
static int why_of(int status)
{
    static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGSYS, SIGTRAP};
    const int why = atomic_load(&guard.shared->why);

    if (why == GUARD_LONG || why == GUARD_LARGE)
        return why;
    for (size_t i = 0; WIFSIGNALED(status) && i < sizeof faults / sizeof faults[0]; i++)
        if (WTERMSIG(status) == faults[i])
            return faults[i];
    return 0;
}

/* Returns the exit status of a run whose last process ended with this status. */
static int end_run(int status, int why)
{
    const struct guard_death death = {.why = why                   ? why
                                             : WIFSIGNALED(status) ? WTERMSIG(status)
                                                                   : 0};
    char text[GUARD_WHY];

    if (status >= 0 && WIFEXITED(status) && why == 0)
        return WEXITSTATUS(status) == STATUS_GOOD && atomic_load(&guard.shared->trouble)
                   ? STATUS_TROUBLE
                   : WEXITSTATUS(status);
    if (child_stopped_by())
        (void)raise(child_stopped_by());
    say(guard.command, "the process that did the work ", guard_why(&death, text), NULL);
    return STATUS_TROUBLE;
}

/* Prepares the memory for the next process. */
static void clear_slots(void)
{
    atomic_store(&guard.shared->why, 0);
    for (int i = 0; i < GUARD_THREADS; i++)
        atomic_store(&guard.shared->slots[i].source, 0);
}

bool guard_begin(const char *command, int *status)
{
    void *shared =
        mmap(NULL, sizeof *guard.shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    struct child child;
    int ended, why;

    if (shared == MAP_FAILED)
        return true;
    guard.shared = shared;
    guard.command = command;
    for (unsigned generation = 1;; generation++) {
        clear_slots();
        if (child_start(&child) < 0) {
            child_end(&child);
            say_system(command, "cannot start a process", errno);
            *status = STATUS_TROUBLE;
            return false;
        }
        if (child.process == 0) {
            guard.generation = generation;
            say_filtered = guard_was_said;
            command_no_memory = guard_no_memory;
            return true;
        }
        ended = child_wait(&child);
        child_end(&child);
        why = ended >= 0 ? why_of(ended) : 0;
        if (why == 0 || child_stopped_by() || learn(why) < 0)
            break;
    }
    *status = end_run(ended, why);
    return false;
}

/* ---- The process ---- */

bool guard_inside(void)
{
    return guard.generation > 0;
}

bool guard_again(void)
{
    return guard.generation > 1;
}

void guard_trouble(void)
{
    if (guard_inside())
        atomic_store(&guard.shared->trouble, true);
}

uint64_t *guard_numbers(void)
{
    return guard_inside() ? guard.shared->numbers : unshared;
}

uint64_t guard_source(const char *name)
{
    return sip_of((sip_hash){8, 8}, name ? name : "", name ? strlen(name) : 0).a | 1;
}

void guard_enter(unsigned thread, uint64_t source, bool exact)
{
    struct guard_slot *slot;

    if (!guard_inside())
        return;
    slot = &guard.shared->slots[thread];
    atomic_store_explicit(&slot->bits, exact ? EXACT | HEADER : 0, memory_order_relaxed);
    atomic_store_explicit(&slot->at, 0, memory_order_relaxed);
    atomic_store_explicit(&slot->last, 0, memory_order_relaxed);
    atomic_store_explicit(&slot->source, source, memory_order_relaxed);
    guard_step(thread);
}

void guard_at(unsigned thread, uint64_t at, bool header, uint64_t last)
{
    struct guard_slot *slot;

    if (!guard_inside())
        return;
    slot = &guard.shared->slots[thread];
    atomic_store_explicit(&slot->bits, header ? EXACT | HEADER : EXACT, memory_order_relaxed);
    atomic_store_explicit(&slot->at, at, memory_order_relaxed);
    atomic_store_explicit(&slot->last, last, memory_order_relaxed);
}

void guard_step(unsigned thread)
{
    if (guard_inside())
        atomic_fetch_add_explicit(&guard.shared->slots[thread].steps, 1, memory_order_relaxed);
}

void guard_leave(unsigned thread)
{
    if (guard_inside())
        atomic_store_explicit(&guard.shared->slots[thread].source, 0, memory_order_relaxed);
}

const struct guard_death *guard_find(uint64_t source, uint64_t at, bool header)
{
    for (size_t i = 0; i < guard.count; i++)
        if (guard.deaths[i].source == source && guard.deaths[i].at == at &&
            guard.deaths[i].header == header)
            return &guard.deaths[i];
    return NULL;
}

const struct guard_death *guard_worst(uint64_t source)
{
    const struct guard_death *worst = NULL;

    for (size_t i = 0; i < guard.count; i++)
        if (guard.deaths[i].source == source && (!worst || guard.deaths[i].count > worst->count))
            worst = &guard.deaths[i];
    return worst;
}

bool guard_suspects(uint64_t source)
{
    return guard_find(source, UINT64_MAX, false) != NULL;
}

const char *guard_why(const struct guard_death *death, char why[GUARD_WHY])
{
    if (death->why == GUARD_LONG)
        (void)snprintf(why, GUARD_WHY, "took longer than %d s", GUARD_SECONDS);
    else if (death->why == GUARD_LARGE)
        (void)snprintf(why, GUARD_WHY, "needed more than 1 GB");
    else
        (void)snprintf(why, GUARD_WHY, "ended by signal %d", death->why);
    return why;
}

/* ---- Limits ---- */

/* Ends this process. */
static void give_up(int why)
{
    atomic_store(&guard.shared->why, why);
    _exit(STATUS_TROUBLE);
}

/* Finds a thread that has not got on for GUARD_SECONDS of processor time. With several busy threads
 * this is a shorter time, but then no message is blamed: its file is read again by one thread. */
static void on_tick(int number)
{
    static unsigned steps[GUARD_THREADS], age[GUARD_THREADS];

    (void)number;
    for (int i = 0; i < GUARD_THREADS; i++) {
        const struct guard_slot *slot = &guard.shared->slots[i];
        const unsigned now = atomic_load_explicit(&slot->steps, memory_order_relaxed);

        if (atomic_load_explicit(&slot->source, memory_order_relaxed) == 0 || now != steps[i])
            age[i] = 0;
        else if (++age[i] > GUARD_SECONDS)
            give_up(GUARD_LONG);
        steps[i] = now;
    }
}

/* Returns the most memory that the process has had, in bytes. */
static uint64_t most_memory(void)
{
    struct rusage use = {.ru_maxrss = 0};

    (void)getrusage(RUSAGE_SELF, &use);
#ifdef __APPLE__
    return (uint64_t)use.ru_maxrss;
#else
    return (uint64_t)use.ru_maxrss * 1024;
#endif
}

#ifdef __linux__
#define LIMIT RLIMIT_DATA /* also limits mmap(), but not address space that is only reserved */
#else
#define LIMIT RLIMIT_AS
#endif

/* Limits memory, unless the user has set a lower limit. */
static void limit_memory(void)
{
    struct rlimit limit;

    guard.base = most_memory();
    if (getrlimit(LIMIT, &guard.before) < 0)
        return;
    limit = guard.before;
    limit.rlim_cur = (rlim_t)(guard.base + GUARD_MEMORY);
    if (guard.before.rlim_cur == RLIM_INFINITY || guard.before.rlim_cur > limit.rlim_cur)
        guard.limited = setrlimit(LIMIT, &limit) == 0;
}

static void set_timer(struct timeval every)
{
    const struct itimerval timer = {every, every};

    (void)setitimer(ITIMER_PROF, &timer, NULL);
}

void guard_limit(void)
{
    struct sigaction action = {.sa_handler = on_tick, .sa_flags = SA_RESTART};

    if (!guard_inside())
        return;
    (void)sigemptyset(&action.sa_mask);
    (void)sigaction(SIGPROF, &action, NULL);
    set_timer(TICK);
#ifndef NO_LIMIT
    limit_memory();
#endif
}

void guard_unlimit(void)
{
    if (!guard_inside())
        return;
    set_timer((struct timeval){0, 0});
    if (guard.limited)
        (void)setrlimit(LIMIT, &guard.before);
    guard.limited = false;
}

void guard_no_memory(void)
{
    if (!guard_inside() || !guard.limited || most_memory() < guard.base + GUARD_MEMORY / 4)
        return;
    for (int i = 0; i < GUARD_THREADS; i++)
        if (atomic_load(&guard.shared->slots[i].source) != 0)
            give_up(GUARD_LARGE);
}
