/* t_faults.c - classes of faults that were found in real texts: testdata/spec/faults.txt */
#include "case_run.h"

int main(void)
{
    ok(cases_of("faults.txt", case_run) > 0, "all faults");
    trawl_release();
    return done();
}
