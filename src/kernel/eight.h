/* eight.h - eight bytes in a word, on any machine */
#ifndef TRAWL_KERNEL_EIGHT_H
#define TRAWL_KERNEL_EIGHT_H

#include <stdint.h>
#include <string.h>

/* The first byte is the lowest. */
static inline uint64_t eight_load(const char *p)
{
    uint64_t eight;

    memcpy(&eight, p, sizeof eight);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    eight = __builtin_bswap64(eight);
#endif
    return eight;
}

#endif
