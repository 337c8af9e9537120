/* words.h - what a header field says: folds undone, encoded-words decoded (SPEC E2, E13; RFC 5322 2.2.3, RFC 2047)
 *
 * The body of a field (behind "Name:") in, UTF-8 and a map of places out. A line break before white space goes, the white
 * space stays; white space between two encoded-words goes with them. What is no whole encoded-word stays as it is; one in a
 * charset nobody knows is read as undeclared 8-bit text is. 8-bit bytes outside encoded-words: each valid UTF-8 sequence stays, any other byte is
 * windows-1252 (E5).
 *
 * A whole encoded-word is "=?charset?Q?text?=" or "...?B?...", with or without a language ("utf-8*en"), wherever it stands:
 * glued to a word and in quotes, too, as many mailers write it. The text may hold blanks, "?" and folds, which RFC 2047
 * forbids and many write; neither another "=?", nor control characters, nor 8-bit bytes.
 */
#ifndef TRAWL_MAIL_WORDS_H
#define TRAWL_MAIL_WORDS_H

#include <stddef.h>

#include "charset/shelf.h"
#include "charset/srcmap.h"

struct words_room;

/* A text that grows. At the beginning all but m and charsets is zero; p is NULL while there is no text. */
typedef struct words_text {
    const memory *m;
    shelf *charsets; /* to decode with; NULL: its own */
    char *p;
    size_t n, size;
    struct words_room *room; /* what decoding takes besides, kept for the next time: words_inside.h */
} words_text;

/* Decode p[0..n). What is in text is replaced; map (from srcmap_open()) is emptied and filled, or NULL where nobody wants
 * it. What stands for nothing (a line break, "=?utf-8?Q?", "?=") is in the map as a run with no text. Time is linear in n.
 * TRAWL_OK or TRAWL_NO_MEMORY. */
int words_decode(words_text *text, srcmap *map, const char *p, size_t n);

void words_free(words_text *text);

#endif
