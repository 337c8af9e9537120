/* seek_run.h - texts scanned twice, in one piece and in small ones: the events have to be the same; how many triggers are left
 *
 * In one piece much of a text lies in the window, and many triggers are dropped at once; in small pieces each is looked at by
 * itself.
 */
#ifndef TRAWL_TESTS_SEEK_RUN_H
#define TRAWL_TESTS_SEEK_RUN_H

#include <stdio.h>
#include <stdlib.h>

#include "gentext.h"
#include "promises.h"
#include "tap.h"

#include "find/seek.h"

#define SEEK_ROLL(g, list) list[gentext_random(g, sizeof list / sizeof list[0])]

typedef struct seek_setting {
    unsigned find, options;
    int profile;
    const char *rules;
} seek_setting;

typedef struct seek_run {
    const seek_setting *as;
    promises seen[2];
    trawl *t[2];
    int bad;
} seek_run;

static inline trawl *seek_scan(const seek_setting *as, promises *seen)
{
    trawl_config cfg = {.size = sizeof cfg, .find = as->find, .options = as->options, .profile = as->profile};
    trawl *t;

    cfg.rules = (trawl_str){as->rules, as->rules ? strlen(as->rules) : 0};
    if (trawl_open(&t, &cfg, promises_sink, seen) != TRAWL_OK)
        abort();
    return t;
}

static inline void seek_run_open(seek_run *r, const seek_setting *as)
{
    *r = (seek_run){.as = as};
    for (int way = 0; way < 2; way++)
        r->t[way] = seek_scan(as, &r->seen[way]);
}

static inline void seek_run_close(seek_run *r)
{
    for (int way = 0; way < 2; way++) {
        trawl_close(&r->t[way]);
        promises_free(&r->seen[way]);
    }
}

/* In the cut, and in small pieces. */
static inline bool seek_is_same(seek_run *r, promises_cut cut, const char *p, size_t n)
{
    const promises_cut cuts[2] = {cut, {0, 200, 1}};
    uint64_t at;

    for (int way = 0; way < 2; way++)
        if (!promises_run(&r->seen[way], r->t[way], p, n, cuts[way], false)) {
            printf("# find %#x, options %#x: %s\n", r->as->find, r->as->options, r->seen[way].broken);
            return false;
        }
    at = promises_differ(&r->seen[0], &r->seen[1], false);
    if (at == TRAWL_ABSENT)
        return true;
    printf("# find %#x, options %#x: other events, at byte %llu\n", r->as->find, r->as->options,
           (unsigned long long)at);
    tap_show_at(p, n, (size_t)at);
    return false;
}

typedef size_t seek_make(uint64_t seed, char *out, size_t room);

static inline void seek_try(const seek_setting *as, seek_make *make, int texts, char *room, size_t size)
{
    seek_run r;

    seek_run_open(&r, as);
    for (int seed = 1; seed <= texts && r.bad < 5; seed++)
        r.bad += !seek_is_same(&r, (promises_cut){0}, room, make((uint64_t)seed, room, size));
    is_int(r.bad, 0, "%d texts full of triggers, find %#x, options %#x, profile %d%s", texts, as->find, as->options,
           as->profile, as->rules ? ", with a rule" : "");
    seek_run_close(&r);
}

/* Of a text of size bytes and nothing but the unit: how many triggers are left in the first two thirds. */
static inline int seek_triggers_of(const seek_setting *as, const char *unit, char *room, size_t size)
{
    gentext g = {.out = room, .room = size};
    promises seen = {0};
    trawl *t = seek_scan(as, &seen);
    int count = 0;
    seek s;

    while (g.n < g.room)
        gentext_put(&g, unit, strlen(unit));
    text w = {.p = room, .n = g.n};
    seek_begin(&s, false);
    for (size_t i = 0; (i = seek_trigger(t, &w, i, &s)) < size / 3 * 2; i++)
        count++;
    trawl_close(&t);
    promises_free(&seen);
    return count;
}

#endif
