/* unwrap_parts.h - a gateway's URL taken apart, and the texts in it that may hold a target; for unwrap.c */
#ifndef TRAWL_MAIL_UNWRAP_PARTS_H
#define TRAWL_MAIL_UNWRAP_PARTS_H

#include <string.h>
#include <trawl.h>

#include "base/ascii.h"
#include "grammar/parts.h"

/* A gateway's URL, taken apart. */
typedef struct unwrap_parts {
    trawl_str host, path, query;
    trawl_str rest; /* from the path to the end, "?" and "#" being nothing special */
} unwrap_parts;

static inline trawl_str unwrap_slice(const char *url, trawl_span s)
{
    return span_is(s) ? (trawl_str){url + s.from, span_len(s)} : (trawl_str){url, 0};
}

static inline bool unwrap_is(trawl_str s, const char *word)
{
    return s.n == strlen(word) && ascii_same(s.p, word, s.n);
}

static inline bool unwrap_begins(trawl_str s, const char *word)
{
    size_t n = strlen(word);

    return s.n >= n && ascii_same(s.p, word, n);
}

static inline trawl_str unwrap_past(trawl_str s, size_t n)
{
    return (trawl_str){s.p + n, s.n - n};
}

/* Most links are addresses. */
static inline bool unwrap_is_http(const char *url, size_t n)
{
    return n >= 4 && ascii_same(url, "http", 4);
}

/* False when no gateway has such a one. */
bool unwrap_take_apart(unwrap_parts *w, const char *url, size_t n);

/* A parameter of the query; the path behind so many segments; a segment of it, as UNWRAP_SEGMENT has it; what stands between "___"
 * and "___.". Empty for none. */
trawl_str unwrap_parameter(trawl_str query, const char *name);
trawl_str unwrap_past_segments(trawl_str path, size_t count);
trawl_str unwrap_segment(trawl_str path, const char *name);
trawl_str unwrap_between(trawl_str rest);

#endif
