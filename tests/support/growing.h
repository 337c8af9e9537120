/* growing.h - text buffers for tests: one that grows, and a copy. Running out of memory ends the
 * program. */
#ifndef TRAWL_TESTS_GROWING_H
#define TRAWL_TESTS_GROWING_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A growing text; a NUL always follows it. */
typedef struct growing {
    char *p;
    size_t n, room;
} growing;

static inline void growing_add(growing *g, const void *p, size_t n)
{
    if (g->n + n + 1 > g->room) {
        g->room = 2 * (g->n + n + 1);
        g->p = realloc(g->p, g->room);
        if (!g->p)
            abort();
    }
    if (n)
        memcpy(g->p + g->n, p, n);
    g->n += n;
    g->p[g->n] = 0;
}

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static inline void
growing_printf(growing *g, const char *format, ...)
{
    char some[256];
    va_list args;

    va_start(args, format);
    int n = vsnprintf(some, sizeof some, format, args);
    va_end(args);
    if (n < 0 || (size_t)n >= sizeof some)
        abort();
    growing_add(g, some, (size_t)n);
}

static inline void growing_clear(growing *g)
{
    growing_add(g, NULL, 0);
    g->n = 0;
    g->p[0] = 0;
}

static inline bool growing_same(const growing *a, const growing *b)
{
    return a->n == b->n && memcmp(a->p, b->p, a->n) == 0;
}

/* A copy of a text. */
typedef struct kept {
    char *p;
    size_t n;
} kept;

static inline kept keep(const char *p, size_t n)
{
    kept k = {malloc(n + 1), n};

    if (!k.p)
        abort();
    if (n)
        memcpy(k.p, p, n);
    k.p[n] = 0;
    return k;
}

#endif
