/* t_faults.c - classes of faults that were found in real texts: faults.txt and prose.txt in
 * testdata/spec */
#include "case_run.h"

int main(void)
{
    ok(cases_of("faults.txt", case_run) > 0, "all faults");
    ok(cases_of("prose.txt", case_run) > 0, "manuals, logs, lists of links");
    trawl_release();
    return done();
}
