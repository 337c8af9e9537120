/* put.h - text written through a pointer, into room that output_begin() has given
 *
 * Each returns where it ends. Nothing is looked at but what is written, and nothing asks for room: who begins a record adds up
 * what it can take at most.
 */
#ifndef TRAWL_CLI_PUT_H
#define TRAWL_CLI_PUT_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Room for any number. Up to eight bytes behind it are written, too. */
#define PUT_NUMBER 32

char *put_number(char *to, uint64_t n);

/* Two lower-case hex digits for each byte. */
char *put_hex(char *to, const char *p, size_t n);

static inline char *put_bytes(char *to, const char *p, size_t n)
{
    memcpy(to, p, n);
    return to + n;
}

/* Text of ours, as it stands in the source: its length is known there. */
#define PUT(to, text) put_bytes(to, text, sizeof(text) - 1)

/* A short word. */
static inline char *put_word(char *to, const char *word)
{
    while (*word)
        *to++ = *word++;
    return to;
}

#define PUT_BLOCK 16

/* By blocks, for what is short: up to PUT_BLOCK - 1 bytes behind it are read and written, too. */
static inline char *put_blocks(char *to, const char *p, size_t n)
{
    for (size_t i = 0; i < n; i += PUT_BLOCK)
        memcpy(to + i, p + i, PUT_BLOCK);
    return to + n;
}

#endif
