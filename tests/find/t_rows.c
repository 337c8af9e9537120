/* t_rows.c - the worked examples, 1 to 171 by number: testdata/spec/rows.txt */
#include "case_run.h"

int main(void)
{
    ok(cases_of("rows.txt", case_run) >= 200, "all rows");
    trawl_release();
    return done();
}
