/* match.h - the one place that calls PCRE2
 *
 * Patterns are compiled on first use, shared by all threads, and kept until trawl_release(). JIT where the system allows
 * it, the interpreter where it does not: the answers are the same. Nothing here knows what a URL is.
 */
#ifndef TRAWL_GRAMMAR_MATCH_H
#define TRAWL_GRAMMAR_MATCH_H

#include <stdbool.h>
#include <stddef.h>

#include "grammar/patterns.h"

/* Does the pattern take s[0..n) as a whole? 1, 0, or TRAWL_NO_MEMORY. */
int match_whole(enum pattern id, const char *s, size_t n);

/* How far does the pattern get in s[0..n), which it does not take as a whole? *at is the end of the longest prefix that
 * some longer or equal text, taken by the pattern, begins with. 0 or TRAWL_NO_MEMORY. */
int match_reach(enum pattern id, const char *s, size_t n, size_t *at);

/* For tests and benchmarks: use JIT for patterns compiled from now on? Frees all that were. No other thread may match
 * meanwhile. */
void match_use_jit(bool use);

/* Free all compiled patterns; later matches compile them again. No other thread may match meanwhile. */
void match_free(void);

#endif
