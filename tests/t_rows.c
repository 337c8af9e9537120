/* t_rows.c - the worked examples of the specification (SPEC G 1-171), by number: testdata/spec/rows.txt */
#include "case_run.h"

int main(void)
{
    ok(cases_of("rows.txt", case_run) >= 200, "all rows");
    trawl_release();
    return done();
}
