/* t_faults.c - runs faults.txt, prose.txt and others.txt in testdata/spec: faults that were found
 * in real texts, and what users of other link finders expect */
#include "case_run.h"

int main(void)
{
    ok(cases_of("faults.txt", case_run) > 0, "all faults");
    ok(cases_of("others.txt", case_run) > 0, "all that others expect");
    ok(cases_of("prose.txt", case_run) > 0, "manuals, logs, lists of links");
    trawl_release();
    return done();
}
