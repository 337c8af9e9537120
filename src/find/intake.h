/* intake.h - between the caller's bytes and the scanner: byte-order marks and charsets
 *
 * Without either, blocks go straight on and nothing is copied. Otherwise they are decoded in small pieces, the scanner's
 * offsets are those of the decoded text, and events have them turned into the source's.
 */
#ifndef TRAWL_FIND_INTAKE_H
#define TRAWL_FIND_INTAKE_H

#include <trawl.h>

#include "charset/charset.h"
#include "charset/mark.h"
#include "find/settings.h"

/* Decoded at a time; at most SCAN_STEP, so that it always goes through the scanner's own buffer. */
#define INTAKE_TEXT 4096

typedef struct intake {
    bool plain;   /* of marks only that of UTF-8 counts: somebody else has seen to the charset */
    bool looking; /* for a byte-order mark: nothing has gone on yet, but mark[0..mark_n) has come */
    char mark[MARK_MAX];
    size_t mark_n;
    charset declared; /* by the settings, if they have one */
    charset marked;   /* by a byte-order mark */
    charset *active;  /* one of them; NULL: the bytes are the text */
    srcmap map;
    char text[INTAKE_TEXT];
} intake;

/* in is all zero. TRAWL_OK, TRAWL_NO_MEMORY, or TRAWL_BAD_CHARSET when iconv does not have it. */
int intake_open(intake *in, const settings *s);

/* Another text. */
void intake_begin(intake *in);

void intake_close(intake *in);

/* Bytes to the scanner. Returns 0, an error, or the sink's value. */
int intake_feed(trawl *t, const char *p, size_t n);

/* The same, but for bytes that are the text as they stand: those are left in p[0..n), for the caller to take to the scanner. */
int intake_strip(trawl *t, const char **p, size_t *n);

/* What is still held back, at the end. */
int intake_finish(trawl *t);

/* What was held back for a mark is none, or is one: it is known now. Returns as intake_feed(). */
int intake_settle(trawl *t);

/* Places in the text, as places in the source. */
trawl_span intake_map(intake *in, uint64_t from, uint64_t to);

static inline trawl_span intake_span(intake *in, uint64_t from, uint64_t to)
{
    return in->active ? intake_map(in, from, to) : (trawl_span){from, to};
}

/* The source behind the last character, which stands for nothing. */
trawl_span intake_rest(intake *in);

#endif
