/* sized.h - copies structs of the public headers, which begin with their size
 *
 * The caller may have been compiled with an older or newer header than the library; its struct is
 * then smaller or larger.
 */
#ifndef TRAWL_BASE_SIZED_H
#define TRAWL_BASE_SIZED_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "base/check.h"

/* Returns the size stored in a caller's struct, or 0 if the pointer is NULL or the size invalid. */
static inline size_t sized_of(const void *theirs)
{
    size_t size = 0;

    if (theirs)
        memcpy(&size, theirs, sizeof size);
    return size < sizeof size ? 0 : size;
}

/* Copies a caller's struct to ours[0..n); members that the caller's struct lacks become 0. Returns
 * false if the size is not set, or if a member unknown to the library is not 0. */
static inline bool sized_get(void *ours, size_t n, const void *theirs)
{
    size_t size = sized_of(theirs), known = size < n ? size : n;

    if (size == 0)
        return false;
    for (size_t i = n; i < size; i++)
        if (((const char *)theirs)[i] != 0)
            return false;
    CHECK(n >= sizeof n);
    memcpy(ours, theirs, known);
    memset((char *)ours + known, 0, n - known);
    memcpy(ours, &n, sizeof n);
    return true;
}

/* Copies ours[0..n) to a caller's struct, except the size; members unknown to the library become 0.
 * Returns false if the size is not set. */
static inline bool sized_put(void *theirs, const void *ours, size_t n)
{
    size_t size = sized_of(theirs), known = size < n ? size : n;

    if (size == 0)
        return false;
    CHECK(known >= sizeof n);
    memcpy((char *)theirs + sizeof n, (const char *)ours + sizeof n, known - sizeof n);
    memset((char *)theirs + known, 0, size - known);
    return true;
}

#endif
