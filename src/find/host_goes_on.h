/* host_goes_on.h - does a host go on where it seems to end (M5)? */
#ifndef TRAWL_FIND_HOST_GOES_ON_H
#define TRAWL_FIND_HOST_GOES_ON_H

#include "find/text.h"

/* Past what stands behind the end of a host, at i, and shows that it is not all of it: a dot made harmless and a label, a name where
 * a port should be. i where nothing does. */
size_t host_goes_on(text *t, size_t i);

/* A bracket, in which a dot may stand? */
static inline bool host_may_go_on(char behind)
{
    return (behind | 0x20) == '{' || behind == '(';
}

#endif
