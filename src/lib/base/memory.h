/* memory.h - allocates memory for the library
 *
 * All allocations of the library, and of PCRE2 on its behalf, use these functions, so that a test
 * can make the n-th one fail. A failed allocation is always reported by a return code.
 */
#ifndef TRAWL_BASE_MEMORY_H
#define TRAWL_BASE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* An allocator. resize() works as realloc() does, and frees when size is 0. */
typedef struct memory {
    void *(*resize)(void *user, void *old, size_t size);
    void *user;
} memory;

/* The allocator of the C library. */
extern const memory memory_default;

void *memory_get(const memory *m, size_t size);

/* Returns zeroed memory. For large blocks, pages that are never used cost nothing. */
void *memory_zeroed(const memory *m, size_t size);
void *memory_resize(const memory *m, void *old, size_t size);

/* Makes room for n elements of this size in an array, by doubling. `array` is the address of its
 * pointer, *room how many elements it can hold. Returns false and changes nothing if there is no
 * memory. */
bool memory_enlarge(const memory *m, void *array, size_t *room, size_t n, size_t size);

static inline bool memory_grow(const memory *m, void *array, size_t *room, size_t n, size_t size)
{
    return n <= *room || memory_enlarge(m, array, room, n, size);
}

void memory_free(const memory *m, void *old);

/* For tests: makes all allocations after the next n fail; a negative n switches this off. */
void memory_fail_after(long n);

/* Counts an allocation, also one that another library is about to make. Returns true when it must
 * fail. */
bool memory_fails_now(void);

/* ---- Libraries that were built without MemorySanitizer
 *
 * The sanitizer does not see their writes, so their results look uninitialised. The wrappers of
 * such libraries (match.c for PCRE2, idn.c for libidn2) mark the results as written. Without the
 * sanitizer these macros do nothing.
 */

#if defined(__has_feature)
#if __has_feature(memory_sanitizer)
#include <sanitizer/msan_interface.h>
#define SANITIZE_WRITTEN(p, n) __msan_unpoison((p), (n))
#define SANITIZE_FOREIGN_BEGIN() __msan_scoped_disable_interceptor_checks()
#define SANITIZE_FOREIGN_END() __msan_scoped_enable_interceptor_checks()
#endif
#endif

#ifndef SANITIZE_WRITTEN
#define SANITIZE_WRITTEN(p, n) ((void)(p), (void)(n))
#define SANITIZE_FOREIGN_BEGIN() ((void)0)
#define SANITIZE_FOREIGN_END() ((void)0)
#endif

#endif
