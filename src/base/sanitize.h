/* sanitize.h - what MemorySanitizer must be told about libraries that were built without it
 *
 * It cannot see them write, so what they give back looks uninitialised, and so does what they hand to memcmp() and the
 * like. Only the wrappers of such libraries (match.c for PCRE2, idn.c for libidn2) use this; elsewhere it is nothing.
 */
#ifndef TRAWL_BASE_SANITIZE_H
#define TRAWL_BASE_SANITIZE_H

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
