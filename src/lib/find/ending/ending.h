/* ending.h - finds where a link in running text ends
 *
 * UTS #58's termination algorithm (D4) with the changes of the mail profile (M1 to M4, M8, M11,
 * D4, M14 to M16). Input: a window of text, the beginning of a link and the end of its host.
 * Output: the end of the link. ending_tables() makes for each byte a mask of the rules that may act
 * on it: for nearly all bytes there are none.
 */
#ifndef TRAWL_FIND_ENDING_ENDING_H
#define TRAWL_FIND_ENDING_ENDING_H

#include "find/text/text.h"

/* What precedes a link and affects its end (M2, M3). */
typedef struct left_context {
    uint32_t partner; /* closes the quote that opens right before the link; 0 for none */
    char mark;        /* "*" or "_" right before the link, or the "+" of TeX's "\verb+" ... */
    size_t marks;     /* ... and how many of them */
    bool label;       /* the label "URL:" is between the mark or quote and the link */
} left_context;

/* The part of a URL. A link continues after ENDING_NONE only with "/", "?" or "#". */
enum ending_part { ENDING_NONE, ENDING_PATH, ENDING_QUERY, ENDING_FRAGMENT };

/* Fills s->ending, which must be zeroed, s->sets.tail and s->sets.plain. Needs only
 * s->profile. */
void ending_tables(settings *s);

/* Returns the left context of a link that begins at `from`. Empty unless the profile is mail. */
left_context ending_left(const settings *s, const text *t, size_t from);

/* Returns the end of the link that begins at start and whose host, or the shape of an opaque URL,
 * ends at i. Sets f->over when it is longer than FOUND_BYTES. Adds flags and notes to f. */
size_t ending_find(const settings *s, text *t, size_t start, size_t i, enum ending_part part,
                   candidate *f);

/* M16: returns true for a command of AmigaGuide at i, "@{b}http://a.example@{ub}". */
bool ending_is_command(text *t, size_t i);

/* Returns true when the "\" at p[0..n) only escapes the sign after it (M1). */
bool unescape_is_sign(const char *p, size_t n);

/* Leaves the backslashes for which unescape_is_sign() is true out of the URL of f, a link of one
 * piece. */
void unescape(candidate *f, text *t);

#endif
