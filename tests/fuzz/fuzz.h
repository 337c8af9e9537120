/* fuzz.h - shared by the fuzz targets: how they fail, and a check of the functions of trawl.h that
 * write text
 *
 * Buffers have their exact size, so that the address sanitizer catches overreads.
 */
#ifndef TRAWL_TESTS_FUZZ_H
#define TRAWL_TESTS_FUZZ_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <trawl.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline void must(bool held, const char *what)
{
    if (held)
        return;
    fprintf(stderr, "must hold: %s\n", what);
    abort();
}

/* A function of trawl.h that writes text, such as trawl_canonical(), with its input. */
typedef struct url_writer {
    int (*write)(const struct url_writer *w, char *out, size_t size, size_t *len);
    trawl_str url, ref;
    int rule;
} url_writer;

static inline trawl_str str_of(const char *p, size_t n)
{
    return (trawl_str){p, n};
}

static inline bool str_same(trawl_str a, trawl_str b)
{
    return a.n == b.n && (a.n == 0 || memcmp(a.p, b.p, a.n) == 0);
}

/* Returns the whole text, which the caller frees. Also calls the function with no room, and with
 * one byte too little. */
static inline trawl_str text_of(const url_writer *w)
{
    size_t len = 0, again = 0;
    int result = w->write(w, NULL, 0, &len);
    char *p;

    must(result == (len > 0 ? TRAWL_ERROR_NO_SPACE : TRAWL_OK), "no room: nothing is written");
    p = malloc(len > 1 ? len - 1 : 1);
    must(p != NULL, "memory for the test");
    if (len > 0) {
        result = w->write(w, p, len - 1, &again);
        must(result == TRAWL_ERROR_NO_SPACE && again == len, "one byte of room too little");
    }
    free(p);
    p = malloc(len > 0 ? len : 1);
    must(p != NULL, "memory for the test");
    result = w->write(w, p, len, &again);
    must(result == TRAWL_OK && again == len, "exactly enough room");
    return str_of(p, len);
}

static inline int write_canonical(const url_writer *w, char *out, size_t size, size_t *len)
{
    return trawl_canonical(w->url.p, w->url.n, out, size, len);
}

static inline int write_ascii(const url_writer *w, char *out, size_t size, size_t *len)
{
    return trawl_ascii(w->url.p, w->url.n, out, size, len);
}

static inline int write_resolved(const url_writer *w, char *out, size_t size, size_t *len)
{
    return trawl_resolve(w->rule, w->url.p, w->url.n, w->ref.p, w->ref.n, out, size, len);
}

static inline trawl_str canonical_of(trawl_str url)
{
    return text_of(&(url_writer){.write = write_canonical, .url = url});
}

static inline trawl_str ascii_of(trawl_str url)
{
    return text_of(&(url_writer){.write = write_ascii, .url = url});
}

static inline trawl_str resolved(int rule, trawl_str base, trawl_str ref)
{
    return text_of(&(url_writer){.write = write_resolved, .url = base, .ref = ref, .rule = rule});
}

static inline void str_free(trawl_str s)
{
    free((void *)(uintptr_t)s.p);
}

#endif
