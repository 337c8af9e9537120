/* format_link.h - builds a link from its parts with minimal escaping (UTS #58; D5)
 *
 * The counterpart of find/ending/: what is written here must be found again as a whole. Uses the
 * same rule as trawl_display(). But trawl_display() reads a URL with escapes, while the parts here
 * have none.
 */
#ifndef TRAWL_TESTS_URL_FORMAT_LINK_H
#define TRAWL_TESTS_URL_FORMAT_LINK_H

#include <string.h>

#include "base/ascii.h"
#include "base/utf8.h"
#include "url/inside.h"

/* A key of a query and its value; p is NULL if it is absent. */
typedef struct format_pair {
    trawl_str key, value;
} format_pair;

/* The parts of a link, as data: without escapes and delimiters. */
typedef struct format_parts {
    trawl_str scheme;          /* without "://" */
    trawl_str host;            /* copied unchanged */
    const trawl_str *segments; /* of the path; each is preceded by "/" */
    size_t segment_count;
    const format_pair *pairs; /* of the query */
    size_t pair_count;
    trawl_str fragment; /* p is NULL if it is absent */
} format_parts;

/* Returns true when the "%" at i would begin an escape. */
static bool begins_escape(trawl_str s, size_t i)
{
    return s.n - i >= 3 && ascii_hex((unsigned char)s.p[i + 1]) >= 0 &&
           ascii_hex((unsigned char)s.p[i + 2]) >= 0;
}

static void put_char(text_out *o, const char *bytes, size_t n, bool raw)
{
    if (raw)
        out_put(o, bytes, n);
    else
        for (size_t i = 0; i < n; i++)
            out_percent(o, (unsigned char)bytes[i]);
}

/* Writes data in which the characters of `own` would be delimiters. If `last` is set, the data ends
 * the link. */
static void put_data(text_out *o, enum format_part part, trawl_str s, const char *own, bool last)
{
    format_state f;
    utf8_char c;

    format_begin(&f, part);
    for (size_t i = 0; i < s.n; i += c.len) {
        c = utf8_decode(s.p + i, s.n - i);
        bool delimiter = c.code > 0 && c.code < 0x80 && strchr(own, (int)c.code);
        bool escape = c.code == '%' && begins_escape(s, i);
        bool raw = c.code != UTF8_INVALID && !delimiter && !escape &&
                   format_keeps(&f, c.code, last && i + c.len == s.n);
        if (!raw)
            format_escaped(&f);
        put_char(o, s.p + i, c.len, raw);
    }
}

static void put_query(text_out *o, const format_parts *p)
{
    for (size_t i = 0; i < p->pair_count; i++) {
        const format_pair *pair = &p->pairs[i];
        bool last = i + 1 == p->pair_count && !p->fragment.p;
        out_byte(o, i == 0 ? '?' : '&');
        put_data(o, FORMAT_QUERY, pair->key, "&=#", last && !pair->value.p);
        if (!pair->value.p)
            continue;
        out_byte(o, '=');
        put_data(o, FORMAT_QUERY, pair->value, "&=#", last);
    }
}

static void format_link(text_out *o, const format_parts *p)
{
    out_put(o, p->scheme.p, p->scheme.n);
    out_put(o, "://", 3);
    out_put(o, p->host.p, p->host.n);
    for (size_t i = 0; i < p->segment_count; i++) {
        out_byte(o, '/');
        put_data(o, FORMAT_PATH, p->segments[i], "/?#",
                 i + 1 == p->segment_count && !p->pair_count && !p->fragment.p);
    }
    put_query(o, p);
    if (p->fragment.p) {
        out_byte(o, '#');
        put_data(o, FORMAT_FRAGMENT, p->fragment, "", true);
    }
}

#endif
