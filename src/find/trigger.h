/* trigger.h - the fast search for the bytes at which a candidate may stand
 *
 * A set of single bytes, and "ww" in any case for names that begin with "www.". The search looks at 16 bytes at a time where
 * the machine has SSE2, else at 8 through a table. It never touches a byte outside the text.
 */
#ifndef TRAWL_FIND_TRIGGER_H
#define TRAWL_FIND_TRIGGER_H

#include <stdbool.h>
#include <stddef.h>

#define TRIGGER_BYTES 8

typedef struct trigger_set {
    unsigned char table[256];
    unsigned char byte[TRIGGER_BYTES]; /* the same, as a list; count is more than it holds when it has overflowed */
    unsigned count;
    bool www;
} trigger_set;

/* Add a byte. "w" is not one of them: that is www. */
void trigger_add(trigger_set *s, unsigned char byte);

/* The first trigger within p[i..n), or n. A "w" at the very end counts, as another may follow. */
size_t trigger_next(const trigger_set *s, const char *p, size_t i, size_t n);

#endif
