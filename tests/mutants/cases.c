/* cases.c - runs each case of the scanner once, as a whole */
#include "find/case_run.h"

static void run_whole(const a_case *c)
{
    static finding whole;
    trawl_config config = case_config(c->options.p);

    finding_open(&whole, &config);
    finding_run(&whole, c->input.p, c->input.n, 0, 0);
    ok(!whole.faults && case_holds(c, &whole), "%s", c->id.p);
    case_modes(c, config, &whole);
    finding_close(&whole);
}

int main(void)
{
    ok(cases_of("rules.txt", run_whole) > 200, "rules");
    ok(cases_of("rows.txt", run_whole) >= 200, "rows");
    ok(cases_of("faults.txt", run_whole) > 0, "faults");
    ok(cases_of("others.txt", run_whole) > 0, "others");
    ok(cases_of("prose.txt", run_whole) > 0, "prose");
    ok(cases_of("breaks.txt", run_whole) > 0, "breaks");
    ok(cases_of("screens.txt", run_whole) > 0, "screens");
    trawl_release();
    return done();
}
