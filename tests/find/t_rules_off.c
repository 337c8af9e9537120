/* t_rules_off.c - without any one rule of the scanner, a test of that rule fails
 *
 * Built with the library's sources and TRAWL_TEST_RULES, where src/find/text/text.h lets rules be switched off. A case is of
 * a rule when its id begins with it (testdata/spec/rules.txt: R8a), or when it says that the rule is to be named
 * (testdata/spec/rows.txt). Links alone are looked at, not what is said about them.
 */
#include "cases.h"
#include "find/text/text.h"

uint64_t rules_off;

#define NAME(rule) #rule,
static const char *const names[] = {RULES_ALL(NAME)};

static struct {
    unsigned rows, variants, rows_failed, variants_failed;
} tally[RULES];
static unsigned broken_without_cause;

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

/* "R8" of "R8a", not of "R18a" or "R80". */
static bool is_variant(const a_case *c, const char *rule)
{
    size_t n = strlen(rule);

    return strncmp(c->id.p, rule, n) == 0 && c->id.p[n] >= 'a' && c->id.p[n] <= 'z';
}

/* With all rules in force the case is t_rows' and t_rules' business: one that fails there shows nothing here. */
static void try_without(const a_case *c)
{
    bool all = holds(c);

    broken_without_cause += !all;
    for (int rule = 0; rule < RULES; rule++) {
        bool variant = is_variant(c, names[rule]), row = case_word(c->rules.p, names[rule]), failed;

        if (!variant && !row)
            continue;
        rules_off = UINT64_C(1) << rule;
        failed = all && !holds(c);
        rules_off = 0;
        tally[rule].variants += variant;
        tally[rule].variants_failed += variant && failed;
        tally[rule].rows += !variant;
        tally[rule].rows_failed += !variant && failed;
    }
}

int main(void)
{
    cases_of("rows.txt", try_without);
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
