/* t_rules_off.c - for each rule of the scanner, some test fails without that rule
 *
 * The library that tests are linked with lets src/lib/find/text/text.h switch rules off. A case belongs to a rule when its id begins with the rule's (testdata/spec/rules.txt:
 * R8a), or when it lists the rule (rows.txt, faults.txt, prose.txt and others.txt beside it, whose
 * ids are other numbers).
 * Only the links are compared, not the EXPLAIN events.
 */
#include "cases.h"
#include "find/text/text.h"

#define NAME(rule) #rule,
static const char *const names[] = {RULES_ALL(NAME)};

static struct {
    unsigned rows, variants, rows_failed, variants_failed;
} tally[RULES];
static unsigned broken_without_cause;
static bool ids_are_rules;

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

/* Returns true for "R8a" when the rule is "R8"; false for "R18a" and "R80". */
static bool is_variant(const a_case *c, const char *rule)
{
    size_t n = strlen(rule);

    return strncmp(c->id.p, rule, n) == 0 && c->id.p[n] >= 'a' && c->id.p[n] <= 'z';
}

/* Tries a case without each of its rules. A case that fails with all rules is reported by t_rows or
 * t_rules, and proves nothing here. */
static void try_without(const a_case *c)
{
    bool all = holds(c);

    broken_without_cause += !all;
    for (int rule = 0; rule < RULES; rule++) {
        bool variant = ids_are_rules && is_variant(c, names[rule]),
             row = case_word(c->rules.p, names[rule]), failed;

        if (!variant && !row)
            continue;
        rule_off = rule;
        failed = all && !holds(c);
        rule_off = RULES;
        tally[rule].variants += variant;
        tally[rule].variants_failed += variant && failed;
        tally[rule].rows += !variant;
        tally[rule].rows_failed += !variant && failed;
    }
}

int main(void)
{
    cases_of("rows.txt", try_without);
    cases_of("faults.txt", try_without);
    cases_of("others.txt", try_without);
    cases_of("prose.txt", try_without);
    ids_are_rules = true;
    cases_of("rules.txt", try_without);
    is_int(broken_without_cause, 0, "with all rules every case holds");
    for (int rule = 0; rule < RULES; rule++) {
        bool row = tally[rule].rows_failed > 0, variant = tally[rule].variants_failed > 0;

        ok(row || variant, "without %s: %u of %u rows fail, and %u of %u variants", names[rule],
           tally[rule].rows_failed, tally[rule].rows, tally[rule].variants_failed,
           tally[rule].variants);
    }
    trawl_release();
    return done();
}
