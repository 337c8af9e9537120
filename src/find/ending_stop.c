/* ending_stop.c - what ends a link in running text in the mail profile, whatever UTS #58 says of it: M1
 *
 * Texts have links in other notations' text: in programs, in tables, in markup. What belongs to the notation is told by the
 * character, and by a few bytes beside it.
 */
#include "find/ending_stop.h"

#include "find/rules_off.h"

void ending_stops_begin(ending_stops *e, size_t start)
{
    e->start = start;
}

static const note *backslash(const ending_stops *e, text *t)
{
    static const note stop = {"M1", "a backslash ends it"};

    return text_is(t, e->start, "file:") ? NULL : &stop; /* file:///C:\x */
}

const note *ending_stop(ending_stops *e, text *t, uint32_t code, size_t i)
{
    static const note angle = {"M1", "an angle bracket ends it"};

    (void)i;
    switch (code) {
    case '<':
    case '>':
        return RULE(M1) ? &angle : NULL;
    case '\\':
        return RULE(M1) ? backslash(e, t) : NULL;
    default:
        return NULL;
    }
}
