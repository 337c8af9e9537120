/* switches.c - lets the environment switch off one rule of the link finder (tests/earn.py)
 *
 * A part of the command $(B)/switched/trawl. TRAWL_TEST_OFF names a rule or special case of
 * find/text/text.h, "M3", or a row of a table of find/join, "evidence 12" or "signs 3". With
 * "list" the command prints all such names, each with a TAB and what its row says, and ends.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "find/join/inside.h"
#include "find/text/text.h"

#define NAME(rule) [RULE_##rule] = #rule,
static const char *const names[] = {RULES_ALL(NAME) CASES_ALL(NAME)};

static const struct {
    const char *name;
    const char *(*row)(int i);
    int *off;
} tables[] = {{"evidence", evidence_row, &evidence_off}, {"signs", signs_row, &signs_off}};

enum { TABLES = sizeof tables / sizeof tables[0] };

static void list_switches(void)
{
    for (int rule = 0; rule < RULES_AND_CASES; rule++)
        if (names[rule])
            printf("%s\t\n", names[rule]);
    for (int k = 0; k < TABLES; k++)
        for (int i = 0; tables[k].row(i); i++)
            printf("%s %d\t%s\n", tables[k].name, i, tables[k].row(i));
}

/* Switches off what the name says. Returns false for an unknown name. */
static bool switch_off(const char *name)
{
    for (int rule = 0; rule < RULES_AND_CASES; rule++)
        if (names[rule] && strcmp(names[rule], name) == 0) {
            rule_off = rule;
            return true;
        }
    for (int k = 0; k < TABLES; k++) {
        const size_t n = strlen(tables[k].name);
        if (strncmp(name, tables[k].name, n) == 0 && name[n] == ' ') {
            *tables[k].off = atoi(name + n + 1);
            return true;
        }
    }
    return false;
}

__attribute__((constructor)) static void read_switch(void)
{
    const char *name = getenv("TRAWL_TEST_OFF");

    if (!name)
        return;
    if (strcmp(name, "list") == 0) {
        list_switches();
        exit(fflush(stdout) != 0);
    }
    if (!switch_off(name)) {
        fprintf(stderr, "switches: nothing is named %s\n", name);
        exit(2);
    }
}
