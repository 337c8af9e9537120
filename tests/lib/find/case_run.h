/* case_run.h - runs one case of a data file (cases.h): its links, its text in pieces, links only,
 * and the rules that EXPLAIN events name */
#ifndef TRAWL_TESTS_CASE_RUN_H
#define TRAWL_TESTS_CASE_RUN_H

#include "cases.h"
#include "wanted.h"

/* Checks that a text in two pieces, or in pieces of one size, gives the events of the whole text. A
 * short text is split in two at every byte, a long one at every 61st: this number has no common
 * factor with the limits. */
static inline void case_cuts(const a_case *c, const trawl_config *config, const finding *whole)
{
    static finding f;
    const size_t n = c->input.n, by = n > 1500 ? 61 : 1;
    size_t wrong = 0;

    finding_open(&f, config);
    for (size_t step = 1; step < 32 && !wrong; step++) {
        finding_run(&f, c->input.p, n, step, 0);
        if (f.faults || !growing_same(&f.events, &whole->events))
            wrong = step;
    }
    if (!ok(!wrong && !whole->faults, "%s: in pieces of 1 to 31 bytes", c->id.p)) {
        printf("# pieces of %zu: %s%s\n", wrong, f.fault, whole->fault);
        tap_show("whole", whole->events.p, whole->events.n < 1000 ? whole->events.n : 1000);
        tap_show("pieces", f.events.p, f.events.n < 1000 ? f.events.n : 1000);
    }
    wrong = 0;
    for (size_t cut = 1; cut < n && !wrong; cut += by) {
        finding_run(&f, c->input.p, n, 0, cut);
        if (f.faults || !growing_same(&f.events, &whole->events))
            wrong = cut;
    }
    if (!ok(!wrong, "%s: split in two anywhere", c->id.p)) {
        printf("# cut at %zu: %s\n", wrong, f.fault);
        tap_show("whole", whole->events.p, whole->events.n < 1000 ? whole->events.n : 1000);
        tap_show("cut", f.events.p, f.events.n < 1000 ? f.events.n : 1000);
    }
    finding_close(&f);
}

/* Checks that the links are the same when only links are wanted, and that EXPLAIN events change
 * nothing and name the rules. */
static inline void case_modes(const a_case *c, trawl_config config, const finding *whole)
{
    static finding f;
    unsigned options = config.options;
    char rules[256], *rule;

    wanted_set(&config, options | WANTED_LINKS);
    finding_open(&f, &config);
    finding_run(&f, c->input.p, c->input.n, 0, 0);
    ok(!f.faults && growing_same(&f.links, &whole->links), "%s: links only", c->id.p);
    finding_close(&f);
    wanted_set(&config, options | WANTED_EXPLAIN);
    finding_open(&f, &config);
    finding_run(&f, c->input.p, c->input.n, 0, 0);
    ok(!f.faults && growing_same(&f.events, &whole->events), "%s: the same with EXPLAIN events",
       c->id.p);
    for (snprintf(rules, sizeof rules, "%s", c->rules.p), rule = strtok(rules, " "); rule;
         rule = strtok(NULL, " ")) {
        char word[32];

        snprintf(word, sizeof word, " %s", rule);
        if (!ok(strstr(f.rules.p, word), "%s: %s is named", c->id.p, rule))
            printf("# named:%s\n", f.rules.p);
    }
    finding_close(&f);
}

static inline void case_run(const a_case *c)
{
    static finding whole;
    trawl_config config = case_config(c->options.p);

    finding_open(&whole, &config);
    finding_run(&whole, c->input.p, c->input.n, 0, 0);
    if (!ok(case_holds(c, &whole), "%s", c->id.p))
        case_show(c, &whole);
    case_cuts(c, &config, &whole);
    case_modes(c, config, &whole);
    finding_close(&whole);
}

#endif
