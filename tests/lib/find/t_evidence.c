/* t_evidence.c - for each row of the evidence of a line break, some case fails without that row
 *
 * Built with the library's sources and TRAWL_TEST_RULES, as t_rules_off.c. The cases are those of
 * breaks.txt, screens.txt and rules.txt that have a line break.
 */
#include "cases.h"
#include "find/join/inside.h"

#define ROWS 80

int rule_off = RULES;

static unsigned failed[ROWS], rows, broken;
static char first[ROWS][32];

static bool holds(const a_case *c)
{
    static finding f;
    trawl_config config = case_config(c->options.p);
    bool held;

    finding_open(&f, &config);
    finding_run(&f, c->input.p, c->input.n, 0, 0);
    held = case_holds(c, &f);
    finding_close(&f);
    return held;
}

static void try_without(const a_case *c)
{
    if (!memchr(c->input.p, '\n', c->input.n))
        return;
    broken += !holds(c);
    for (unsigned i = 0; i < rows; i++) {
        evidence_off = (int)i;
        if (!holds(c) && failed[i]++ == 0)
            snprintf(first[i], sizeof first[i], "%s", c->id.p);
        evidence_off = -1;
    }
}

int main(void)
{
    while (evidence_row((int)rows))
        rows++;
    ok(rows > 10 && rows <= ROWS, "%u rows", rows);
    cases_of("breaks.txt", try_without);
    cases_of("screens.txt", try_without);
    cases_of("rules.txt", try_without);
    is_int(broken, 0, "with all rows every case holds");
    for (unsigned i = 0; i < rows; i++)
        ok(failed[i] > 0, "without row %u, \"%s\": %u cases fail, first %s", i,
           evidence_row((int)i), failed[i], first[i]);
    trawl_release();
    return done();
}
