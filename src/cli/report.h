/* report.h - what the writers of "trawl check" are given about one URL, and what writers share */
#ifndef TRAWL_CLI_REPORT_H
#define TRAWL_CLI_REPORT_H

#include <stddef.h>
#include <stdint.h>

#include <trawl.h>

#include "cli/output.h"

struct report {
    uint64_t number; /* of this URL, from 0 */
    int colour;      /* for people only: use colours */
    trawl_str url;
    const trawl_verdict *verdict;
    trawl_str canonical, ascii; /* p is NULL when the URL is longer than TRAWL_URL_MAX */
};

typedef void report_writer(struct output *o, const struct report *r);

report_writer people_report; /* -t text */
report_writer json_report;   /* -t json */
report_writer tsv_report;    /* -t tsv  */

/* The standards in the order the library and the design keep. */
#define REPORT_STANDARDS 4

struct report_standard {
    unsigned bit;
    const char *name;  /* as in trawl_refusal.standard and in JSON */
    const char *label; /* for people */
};

extern const struct report_standard report_standards[REPORT_STANDARDS];

/* The standards of a set with commas between, 1738,3986: REPORT_VALID bytes at most (put.h). */
char *report_put_valid(char *to, unsigned valid);
#define REPORT_VALID 32

static inline int report_has(const struct report *r, int part)
{
    return r->verdict->part[part].from != TRAWL_ABSENT;
}

/* The bytes of a span that is not absent. */
static inline trawl_str report_span(const struct report *r, trawl_span span)
{
    return (trawl_str){r->url.p + span.from, (size_t)(span.to - span.from)};
}

#endif
