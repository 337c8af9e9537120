/* output.h - buffered output to a file descriptor that remembers its first error
 *
 * Nothing here reports: a failed write is kept in error, everything after it is swallowed, and whoever owns the output
 * asks at the end, or sooner when there is still much to do. EINTR, short writes and non-blocking descriptors are dealt
 * with here. No formatting beyond what the command needs, and no locale.
 */
#ifndef TRAWL_CLI_OUTPUT_H
#define TRAWL_CLI_OUTPUT_H

#include <stddef.h>
#include <stdint.h>

struct reply;

struct output {
    int fd;
    int error;    /* errno of the first write that failed, 0 while all is well */
    int used;     /* something has reached the descriptor, so closing it may still fail */
    char last;    /* the last byte that did */
    char *buffer; /* the caller's, buffer[0..n) is not written yet */
    size_t n, size;
    struct reply *hold; /* where the bytes go instead, NULL for the descriptor */
};

void output_open(struct output *o, int fd, char *buffer, size_t size);
void output_bytes(struct output *o, const char *p, size_t n);
void output_text(struct output *o, const char *s);
void output_byte(struct output *o, char c);
void output_spaces(struct output *o, size_t n);
void output_number(struct output *o, uint64_t n);

/* Two lower-case hex digits for each byte. */
void output_hex(struct output *o, const char *p, size_t n);

/* 0, or the errno of the first error so far. */
int output_flush(struct output *o);

/* Flush and close, so that a disk that fills up late is noticed too. Returns as output_flush. */
int output_close(struct output *o);

#endif
