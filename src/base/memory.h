/* memory.h - the library's own allocations
 *
 * Every allocation the library makes for itself, and PCRE2's for it, passes here, so that a test can make the n-th one
 * fail (an allocation failure is a return code, and is tested).
 */
#ifndef TRAWL_BASE_MEMORY_H
#define TRAWL_BASE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* Where memory comes from. resize() works as realloc() does, and frees when size is 0. */
typedef struct memory {
    void *(*resize)(void *user, void *old, size_t size);
    void *user;
} memory;

/* malloc() and friends. */
extern const memory memory_default;

void *memory_get(const memory *m, size_t size);

/* All zero. Of a large piece the C library knows that without touching it, so what is never used costs nothing. */
void *memory_zeroed(const memory *m, size_t size);
void *memory_resize(const memory *m, void *old, size_t size);
void memory_free(const memory *m, void *old);

/* For tests: the allocation after n more ones fails, and all that follow it; a negative n stops that. */
void memory_fail_after(long n);

/* Is an allocation made by somebody else, in libidn2 say, to fail now? Counts as one. */
bool memory_fails_now(void);

#endif
