/* t_screens.c - URLs at the right edge of a screen: testdata/spec/screens.txt */
#include "case_run.h"

int main(void)
{
    ok(cases_of("screens.txt", case_run) > 0, "all screens");
    trawl_release();
    return done();
}
