/* t_evidence.c - each row of the evidence of a line break, and of the signs that follow from other
 * signs, is needed: without the row, some case fails
 *
 * The cases are those of breaks.txt, screens.txt and rules.txt that have a line break.
 */
#include "cases.h"
#include "find/join/inside.h"

#define ROWS 99

/* The tables, and for each of their rows the cases that fail without it. */
static struct {
    const char *name;
    const char *(*row)(int i);
    int *off;
    unsigned rows, failed[ROWS];
    char first[ROWS][32];
} tables[] = {{"evidence", evidence_row, &evidence_off, 0, {0}, {""}},
              {"signs", signs_row, &signs_off, 0, {0}, {""}}};

enum { TABLES = sizeof tables / sizeof tables[0] };

static unsigned broken;

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
    for (unsigned k = 0; k < TABLES; k++) {
        for (unsigned i = 0; i < tables[k].rows; i++) {
            *tables[k].off = (int)i;
            if (!holds(c) && tables[k].failed[i]++ == 0)
                snprintf(tables[k].first[i], sizeof tables[k].first[i], "%s", c->id.p);
        }
        *tables[k].off = -1;
    }
}

int main(void)
{
    for (unsigned k = 0; k < TABLES; k++) {
        while (tables[k].row((int)tables[k].rows))
            tables[k].rows++;
        ok(tables[k].rows > 10 && tables[k].rows <= ROWS, "%s: %u rows", tables[k].name,
           tables[k].rows);
    }
    cases_of("breaks.txt", try_without);
    cases_of("screens.txt", try_without);
    cases_of("rules.txt", try_without);
    is_int(broken, 0, "with all rows every case holds");
    for (unsigned k = 0; k < TABLES; k++)
        for (unsigned i = 0; i < tables[k].rows; i++)
            ok(tables[k].failed[i] > 0, "%s: without row %u, %s: %u cases fail, first %s",
               tables[k].name, i, tables[k].row((int)i), tables[k].failed[i], tables[k].first[i]);
    trawl_release();
    return done();
}
