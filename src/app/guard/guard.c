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

#define TRIES 4     /* deaths at one place before the run ends */
#define DEATHS 4096 /* places */
#define SAID 2048   /* messages that are not printed again */

/* Sanitizers reserve more memory than any limit. */
#ifndef __has_feature
#define __has_feature(name) 0
#endif
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__ || defined __OpenBSD__ ||          \
    __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) ||                         \
    __has_feature(memory_sanitizer)
#define MAY_LIMIT false
#else
#define MAY_LIMIT true
#endif

/* Tests have planted faults, and shorter seconds. */
#ifdef TRAWL_TEST_PLANTED
#define TICK                                                                                       \
    {                                                                                              \
        0, 240000                                                                                  \
    }
#else
#define TICK                                                                                       \
    {                                                                                              \
        1, 0                                                                                       \
    }
#endif

/* What a thread reads. */
struct guard_slot {
    _Atomic uint64_t source; /* 0: nothing */
    _Atomic uint64_t at, last;
    atomic_bool exact;
    atomic_uint steps;
};

struct guard_shared {
    struct guard_slot slots[GUARD_THREADS];
    atomic_int why; /* GUARD_LONG or GUARD_LARGE; 0: neither */
    atomic_bool trouble;
    uint64_t numbers[GUARD_NUMBERS];
    _Atomic uint64_t said[SAID]; /* hashes; the last byte is the process that printed it first */
};

static struct guard_shared alone; /* is used without a guard */
static struct guard_death deaths[DEATHS];

static struct {
    struct guard_shared *shared;
    unsigned process; /* the number of this one, from 1; 0 in the parent */
    size_t count;
    uint64_t base; /* the most memory before guard_limit() */
    bool limited;
    struct rlimit before;
} guard = {.shared = &alone};

/* ---- The parent ---- */

/* A say_filter: returns true for a message that an earlier process of this run has printed. */
static bool guard_was_said(const char *const words[4])
{
    sip_hash hash = {7, 7};
    uint64_t mine, there;

    for (int i = 0; i < 4; i++)
        hash = sip_of(hash, words[i] ? words[i] : "", words[i] ? strlen(words[i]) + 1 : 1);
    mine = (hash.a & ~(uint64_t)255) | (guard.process < 255 ? guard.process : 255);
    for (size_t i = 0; i < SAID; i++) {
        there = 0;
        if (atomic_compare_exchange_strong(&guard.shared->said[(hash.a + i) % SAID], &there, mine))
            return false;
        if ((there ^ mine) < 256)
            return there < mine;
    }
    return false;
}

/* Returns how often a process has now died at a place, or 0 when that is no news. */
static unsigned add_death(uint64_t source, uint64_t at, int why)
{
    struct guard_death *d = deaths;

    while (d < deaths + guard.count && (d->source != source || d->at != at))
        d++;
    if (d == deaths + DEATHS || (d->count > 0 && at == GUARD_WHOLE))
        return 0;
    guard.count += d->count == 0;
    *d = (struct guard_death){source, at, d->count + 1, why};
    return d->count <= TRIES ? d->count : 0;
}

/* Notes what the slots show: a message, or sources that are suspect. If a message was blamed
 * without use, the message before it may be to blame. Returns false when they show nothing new. */
static bool learn(int why)
{
    bool news = false;

    for (struct guard_slot *slot = guard.shared->slots; slot < guard.shared->slots + GUARD_THREADS;
         slot++) {
        if (slot->source == 0)
            continue;
        if (slot->exact) {
            const unsigned count = add_death(slot->source, slot->at, why);

            if (count == GUARD_BEFORE && slot->last != slot->at)
                (void)add_death(slot->source, slot->last, why);
            return count > 0;
        }
        news |= add_death(slot->source, GUARD_WHOLE, 0) > 0;
    }
    return news;
}

/* Returns the signal of a fault that ended a process, GUARD_LONG or GUARD_LARGE; or 0. */
static int why_of(int status)
{
    static const char faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGSYS, SIGTRAP};

    if (guard.shared->why != 0 || !WIFSIGNALED(status))
        return guard.shared->why;
    return memchr(faults, WTERMSIG(status), sizeof faults) ? WTERMSIG(status) : 0;
}

/* Returns the exit status of a run whose last process ended with this status. */
static int end_run(const char *command, int status, int why)
{
    struct guard_death death = {.why = why};
    char text[GUARD_WHY];

    if (status >= 0 && WIFEXITED(status) && why == 0)
        return WEXITSTATUS(status) == STATUS_GOOD && guard.shared->trouble ? STATUS_TROUBLE
                                                                           : WEXITSTATUS(status);
    if (child_stopped_by())
        (void)raise(child_stopped_by());
    if (why == 0 && WIFSIGNALED(status))
        death.why = WTERMSIG(status);
    say(command, "the process that did the work ", guard_why(&death, text), NULL);
    return STATUS_TROUBLE;
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
    for (unsigned number = 1;; number++) {
        guard.shared->why = 0;
        for (int i = 0; i < GUARD_THREADS; i++)
            guard_leave((unsigned)i);
        if (child_start(&child) < 0) {
            child_end(&child);
            return true; /* without a guard */
        }
        if (child.process == 0) {
            guard.process = number;
            say_filtered = guard_was_said;
            command_no_memory = guard_no_memory;
            return true;
        }
        ended = child_wait(&child);
        child_end(&child);
        why = ended >= 0 ? why_of(ended) : 0;
        if (why == 0 || child_stopped_by() || !learn(why))
            break;
    }
    *status = end_run(command, ended, why);
    return false;
}

/* ---- The process ---- */

unsigned guard_process(void)
{
    return guard.process;
}

void guard_trouble(void)
{
    guard.shared->trouble = true;
}

uint64_t *guard_numbers(void)
{
    return guard.shared->numbers;
}

uint64_t guard_source(const char *name)
{
    return sip_of((sip_hash){8, 8}, name ? name : "", name ? strlen(name) : 0).a | 1;
}

void guard_enter(unsigned thread, uint64_t source, bool exact)
{
    guard_at(thread, 0, 0);
    guard.shared->slots[thread].exact = exact;
    guard.shared->slots[thread].source = source;
    guard_step(thread);
}

void guard_at(unsigned thread, uint64_t at, uint64_t last)
{
    guard.shared->slots[thread].at = at;
    guard.shared->slots[thread].last = last;
}

void guard_step(unsigned thread)
{
    guard.shared->slots[thread].steps++;
}

void guard_leave(unsigned thread)
{
    guard.shared->slots[thread].source = 0;
}

/* The place of the source that guard_visit() interrupted. */
static struct {
    uint64_t source, at, last;
    bool exact;
} guard_before;

void guard_visit(uint64_t source, uint64_t at)
{
    const struct guard_slot *now = &guard.shared->slots[0];

    guard_before.source = now->source;
    guard_before.at = now->at;
    guard_before.last = now->last;
    guard_before.exact = now->exact;
    guard_enter(0, source, true);
    guard_at(0, at, at);
}

void guard_return(void)
{
    guard_enter(0, guard_before.source, guard_before.exact);
    guard_at(0, guard_before.at, guard_before.last);
}

const struct guard_death *guard_find(uint64_t source, uint64_t at)
{
    for (size_t i = 0; i < guard.count; i++)
        if (deaths[i].source == source && deaths[i].at == at)
            return &deaths[i];
    return NULL;
}

const struct guard_death *guard_worst(uint64_t source)
{
    const struct guard_death *worst = NULL;

    for (size_t i = 0; i < guard.count; i++)
        if (deaths[i].source == source && (!worst || deaths[i].count > worst->count))
            worst = &deaths[i];
    return worst;
}

const char *guard_why(const struct guard_death *death, char text[GUARD_WHY])
{
    if (death->why == GUARD_LONG)
        (void)snprintf(text, GUARD_WHY, "took longer than %d s", GUARD_SECONDS);
    else if (death->why == GUARD_LARGE)
        (void)snprintf(text, GUARD_WHY, "needed more than 1 GB");
    else
        (void)snprintf(text, GUARD_WHY, "ended by signal %d", death->why);
    return text;
}

/* ---- Limits ---- */

/* Ends this process. */
static void give_up(int why)
{
    guard.shared->why = why;
    _exit(STATUS_TROUBLE);
}

/* Finds a thread that has not got on for GUARD_SECONDS of processor time. With several busy threads
 * this is a shorter time, but then no message is blamed: its file is read again by one thread. */
static void on_tick(int number)
{
    static unsigned steps[GUARD_THREADS], age[GUARD_THREADS];

    (void)number;
    for (int i = 0; i < GUARD_THREADS; i++) {
        const unsigned now = guard.shared->slots[i].steps;

        if (guard.shared->slots[i].source == 0 || now != steps[i])
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

void guard_limit(void)
{
    struct sigaction action = {.sa_handler = on_tick, .sa_flags = SA_RESTART};
    struct rlimit limit;

    if (guard.process == 0)
        return;
    (void)sigemptyset(&action.sa_mask);
    (void)sigaction(SIGPROF, &action, NULL);
    (void)setitimer(ITIMER_PROF, &(struct itimerval){TICK, TICK}, NULL);
    guard.base = most_memory();
    if (!MAY_LIMIT || getrlimit(LIMIT, &guard.before) < 0)
        return;
    limit = guard.before;
    limit.rlim_cur = (rlim_t)(guard.base + GUARD_MEMORY);
    if (guard.before.rlim_cur > limit.rlim_cur) /* not if the user has set a lower limit */
        guard.limited = setrlimit(LIMIT, &limit) == 0;
}

void guard_unlimit(void)
{
    if (guard.process == 0)
        return;
    (void)setitimer(ITIMER_PROF, &(struct itimerval){{0, 0}, {0, 0}}, NULL);
    if (guard.limited)
        (void)setrlimit(LIMIT, &guard.before);
    guard.limited = false;
}

void guard_no_memory(void)
{
    if (!guard.limited || most_memory() < guard.base + GUARD_MEMORY / 4)
        return;
    for (int i = 0; i < GUARD_THREADS; i++)
        if (guard.shared->slots[i].source != 0)
            give_up(GUARD_LARGE);
}
