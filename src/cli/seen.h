/* seen.h - which URLs were there before: a set that keeps 16 bytes for each
 *
 * Not the URL is kept but a hash of 128 bits of it. Two URLs share one by chance only: among a thousand million, with a
 * chance of less than 1 to 10^20. Nobody can make two on purpose without knowing the process's own seed.
 */
#ifndef TRAWL_CLI_SEEN_H
#define TRAWL_CLI_SEEN_H

#include <stddef.h>
#include <stdint.h>

struct seen_hash {
    uint64_t a, b; /* never both 0: that marks a free place */
};

struct seen {
    struct seen_hash *slots;
    size_t count, size; /* size is 0 or a power of two */
    struct seen_hash seed;
};

void seen_open(struct seen *s);

/* It depends on the seed alone, and may be asked for by another thread. */
struct seen_hash seen_hash(const struct seen *s, const char *p, size_t n);

/* 1: it was not there, and is now; 0: it was; or TRAWL_NO_MEMORY. */
int seen_add(struct seen *s, struct seen_hash h);

void seen_close(struct seen *s);

#endif
