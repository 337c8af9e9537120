/* words_inside.h - what words.c and params.c share: texts that grow, bytes in a charset, Q and B
 *
 * Encoded-words are decoded in two steps, each with its own map: code to bytes, bytes to text. Neighbours in one charset
 * share their bytes, so that a character may begin in one and end in the next.
 */
#ifndef TRAWL_MAIL_WORDS_INSIDE_H
#define TRAWL_MAIL_WORDS_INSIDE_H

#include <stdbool.h>

#include "mail/words.h"

typedef struct words_room {
    words_text bytes;  /* decoded from Q and B */
    srcmap places;     /* from them to the source; a byte is a run of text 1 */
    bool placed;       /* there is a map to be filled; else the next two stay empty */
    srcmap inner;      /* from the text to them */
    words_text joined; /* a parameter's value before it is decoded */
    shelf *charsets, own;
} words_room;

/* ---- words_text.c ---- */

/* Room for so many more bytes behind the text. */
int words_reserve(words_text *t, size_t more);
int words_put(words_text *t, const char *p, size_t n);

/* What t->room points to from now on. */
int words_make_room(words_text *t);

/* count characters to a map, which may be NULL. Any count; a character of more source than a run can have is followed by a
 * run with no text. */
int words_map(srcmap *map, size_t count, size_t text, size_t src);

/* UTF-8. A byte that is none of it: windows-1252 when undeclared (E5), else U+FFFD for each maximal piece. */
int words_put_utf8(words_text *t, srcmap *map, const char *p, size_t n, bool undeclared);

/* ---- words_code.c ---- */

/* The text of an encoded-word, p[0..n): bytes and their places. how is 'Q' or 'B', in any case. */
int words_code(words_room *room, char how, const char *p, size_t n);

/* ---- words_charset.c ---- */

/* *known: can that charset (NULL: none) be decoded here? */
int words_know(words_room *room, const names_row *row, bool *known);

/* The room's bytes to the end of t, by a charset that is known; NULL: nobody said which. Their places go into map, which
 * may be NULL. */
int words_put_bytes(words_text *t, srcmap *map, const names_row *row);

#endif
