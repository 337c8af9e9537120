/* sized.h - structs of the public headers, which begin with their size
 *
 * The caller's header may be older or newer than the library: its struct is then smaller or larger.
 */
#ifndef TRAWL_BASE_SIZED_H
#define TRAWL_BASE_SIZED_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Returns the size in a caller's struct, 0 for NULL and for one that is too small. */
static inline size_t sized_of(const void *theirs)
{
    size_t size = 0;

    if (theirs)
        memcpy(&size, theirs, sizeof size);
    return size < sizeof size ? 0 : size;
}

/* Copies a caller's struct into ours[0..n), whose other members become 0. Returns false for one
 * without its size, or with a member that is not known here and not 0. */
static inline bool sized_get(void *ours, size_t n, const void *theirs)
{
    size_t size = sized_of(theirs), known = size < n ? size : n;

    if (size == 0)
        return false;
    for (size_t i = n; i < size; i++)
        if (((const char *)theirs)[i] != 0)
            return false;
    memcpy(ours, theirs, known);
    memset((char *)ours + known, 0, n - known);
    memcpy(ours, &n, sizeof n);
    return true;
}

/* Fills a caller's struct from ours[0..n); its other members become 0. Returns false for one
 * without its size. */
static inline bool sized_put(void *theirs, const void *ours, size_t n)
{
    size_t size = sized_of(theirs), known = size < n ? size : n;

    if (size == 0)
        return false;
    memcpy((char *)theirs + sizeof n, (const char *)ours + sizeof n, known - sizeof n);
    memset((char *)theirs + known, 0, size - known);
    return true;
}

#endif
