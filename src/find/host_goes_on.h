/* host_goes_on.h - does a host go on where it seems to end (M5)? */
#ifndef TRAWL_FIND_HOST_GOES_ON_H
#define TRAWL_FIND_HOST_GOES_ON_H

#include <string.h>

#include "find/settings.h"
#include "find/text.h"

/* Past what stands behind the end of a host, at i, and shows that it is not all of it: a dot made harmless and a label, a name where
 * a port should be. i where nothing does, or M5 is not in force. */
size_t host_goes_on(const settings *s, text *t, size_t i);

/* The same of an address, which has no port. */
static inline size_t host_of_address_goes_on(const settings *s, text *t, size_t i)
{
    return text_at(t, i) == ':' ? i : host_goes_on(s, t, i);
}

/* May a host go on, or end before p, at p[0..n), of which there is a byte: a bracket in which a dot may stand, "." or "dot", an
 * escape, a hole? */
static inline bool host_may_go_on(const char *p, size_t n)
{
    switch (p[0]) {
    case '\\':
        return n < 2 || p[1] == '-' || p[1] == '_' || p[1] == '&' || p[1] == '.' || p[1] == '\\';
    case '[':
    case '(':
        return n < 2 || p[1] == '.' || (p[1] | 0x20) == 'd';
    case '.':
    case '-':
    case '_':
        return n < 2 || memchr("._-${#%<[*", p[1], 10);
    case '<':
        return p[-1] == 'E'; /* "E<lt>http://a.exampleE<gt>" */
    case '{':
    case '$':
    case '#':
        return n < 2 || p[0] == '{' || p[1] == '{';
    default:
        return false;
    }
}

#endif
