/* check.h - the report about one URL, as the writers of "trawl check" receive it */
#ifndef TRAWL_TRAWL_CHECK_CHECK_H
#define TRAWL_TRAWL_CHECK_CHECK_H

#include <stdbool.h>
#include <string.h>

#include "app/command.h"

struct report {
    uint64_t number;     /* of this URL, from 0 */
    bool colour;         /* in text: use colours */
    trawl_str url, bare; /* as given; without the labels before it */
    const trawl_verdict *verdict;
    trawl_str canonical, ascii; /* p is NULL when the URL is longer than TRAWL_URL_MAX */
};

/* Writes the standards that accept the URL, and the scheme's RFC: "1738,3986,4266", in quotes for
 * JSON. REPORT_VALID_MAX bytes at most. */
char *report_valid(char *to, const trawl_verdict *v, bool quoted);
#define REPORT_VALID_MAX (VALID_MAX + 8)

typedef void report_writer(struct output *o, const struct report *r);

report_writer report_text, report_json, report_tsv;

/* Prints the parts in which two URLs differ, each with its two values. */
void report_difference(struct output *o, const struct report *a, const struct report *b);

/* Returns true for equal texts; the pointer of an empty text may be NULL. */
static inline bool report_same(trawl_str a, trawl_str b)
{
    return a.n == b.n && (a.n == 0 || memcmp(a.p, b.p, a.n) == 0);
}

static inline bool report_has(const struct report *r, int part)
{
    return r->verdict->part[part].from != TRAWL_ABSENT;
}

/* Returns the bytes of a span; p is NULL for an absent span. */
static inline trawl_str report_span(const struct report *r, trawl_span span)
{
    return span.from == TRAWL_ABSENT
               ? (trawl_str){NULL, 0}
               : (trawl_str){r->url.p + span.from, (size_t)(span.to - span.from)};
}

#endif
