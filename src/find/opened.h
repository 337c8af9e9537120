/* opened.h - was a quote, or emphasis, opened earlier in the line? Then its end is the text's, and no part of a link (M2, M3) */
#ifndef TRAWL_FIND_OPENED_H
#define TRAWL_FIND_OPENED_H

#include "find/text.h"
#include "kernel/kernel.h"

struct settings;

/* The quote marks that may close behind a link, by what closes them. */
enum opened_kind { OPENED_DOUBLE, OPENED_SINGLE, OPENED_CURLY, OPENED_CURLY_SINGLE, OPENED_GUILLEMETS, OPENED_KINDS };

/* For each kind what may be the last byte of one of its marks, and what ends a line. */
void opened_sets(kernel_set sets[OPENED_KINDS]);

/* What this character may close; OPENED_KINDS for none. */
enum opened_kind opened_kind_of(uint32_t code);

/* Does one that opens such a quote stand before start in its line, and none between that closes it? */
bool opened_quote(const struct settings *s, const text *t, size_t start, enum opened_kind kind);

/* Does a run of n such marks, "**", that begins emphasis stand there, and none of the marks between? */
bool opened_marks(const text *t, size_t start, char mark, size_t n);

#endif
