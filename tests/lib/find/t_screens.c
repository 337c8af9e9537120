/* t_screens.c - URLs at the right edge of a screen: testdata/spec/screens.txt and breaks.txt */
#include "case_run.h"

int main(void)
{
    ok(cases_of("screens.txt", case_run) > 0, "all screens");
    ok(cases_of("breaks.txt", case_run) > 0, "all breaks");
    trawl_release();
    return done();
}
