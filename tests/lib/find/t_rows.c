/* t_rows.c - the worked examples of the rules, 1 to 171: testdata/spec/rows.txt */
#include "case_run.h"

int main(void)
{
    ok(cases_of("rows.txt", case_run) >= 200, "all rows");
    trawl_release();
    return done();
}
