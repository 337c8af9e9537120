/* memory.h - the library's allocations
 *
 * All allocations of the library, and those of PCRE2 for it, are made here, so that a test can make
 * the n-th one fail. A failure is a return code everywhere.
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

/* That of the C library. */
extern const memory memory_default;

void *memory_get(const memory *m, size_t size);

/* Returns zeroed memory. Pages of a large piece that are never used cost nothing. */
void *memory_zeroed(const memory *m, size_t size);
void *memory_resize(const memory *m, void *old, size_t size);
void memory_free(const memory *m, void *old);

/* For tests: all allocations after the next n fail; a negative n ends that. */
void memory_fail_after(long n);

/* Returns true when an allocation inside another library must fail now. Counts as one. */
bool memory_fails_now(void);

/* ---- Libraries that were built without MemorySanitizer
 *
 * It does not see them write, so that their results look uninitialised. The wrappers of such
 * libraries (match.c for PCRE2, idn.c for libidn2) mark them. Without the sanitizer this is
 * nothing.
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
#define SANITIZE_WRITTEN(p, n) ((void)0)
#define SANITIZE_FOREIGN_BEGIN() ((void)0)
#define SANITIZE_FOREIGN_END() ((void)0)
#endif

#endif
