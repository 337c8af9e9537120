/* peer.h - reads a whole file into memory, for the programs that measure other libraries */
#ifndef TRAWL_TESTS_BENCH_PEER_H
#define TRAWL_TESTS_BENCH_PEER_H

#include <stdio.h>
#include <stdlib.h>

typedef struct peer_text {
    char *p;
    size_t n;
} peer_text;

/* Reads a file; a NUL follows it. */
static inline peer_text peer_read(const char *name)
{
    peer_text t = {NULL, 0};
    FILE *file = name ? fopen(name, "rb") : NULL;
    long size = -1;

    if (file && fseek(file, 0, SEEK_END) == 0 && (size = ftell(file)) >= 0 &&
        fseek(file, 0, SEEK_SET) == 0)
        t.p = (char *)malloc((size_t)size + 1);
    if (!t.p || fread(t.p, 1, (size_t)size, file) != (size_t)size) {
        perror(name ? name : "no file");
        exit(2);
    }
    fclose(file);
    t.n = (size_t)size;
    t.p[t.n] = 0;
    return t;
}

static inline void peer_print(const char *from, const char *to)
{
    fwrite(from, 1, (size_t)(to - from), stdout);
    putchar('\n');
}

#endif
