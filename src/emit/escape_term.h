/* escape_term.h - what of a text's escape sequences may reach a terminal
 *
 * One kind may: SGR, ESC [ digits ; : m, which sets colours, weight and underlining (ECMA-48 section 8.3.117; ":" from ITU-T
 * T.416). It moves nothing, answers nothing, and is what coloured input is made of. Nothing else may: a sequence can move
 * the cursor, name the window, write the clipboard, make the terminal type an answer, or forge a link. Its ESC is shown as
 * U+FFFD, as other controls are (shown.h), and the rest is text that the reader sees. So display(source) is what the
 * terminal shows, SGR sequences left out.
 *
 * A sequence cut by the edge of a chunk is held, at most ESCAPE_TERM_MAX bytes; a longer one is text.
 */
#ifndef TRAWL_EMIT_ESCAPE_TERM_H
#define TRAWL_EMIT_ESCAPE_TERM_H

#include <stdbool.h>
#include <stddef.h>

#include "emit/shown.h"

#define ESCAPE_TERM_MAX 64 /* bytes of an SGR sequence; one with two colours of 24 bits has 37 */

typedef struct escape_term {
    shown text;
    shown_put *put;  /* takes what is seen           */
    shown_put *pass; /* takes an SGR sequence, whole */
    void *user;
    char held[ESCAPE_TERM_MAX];
    size_t held_n;
} escape_term;

void escape_term_open(escape_term *e, shown_put *put, shown_put *pass, void *user);
int escape_term_text(escape_term *e, const char *p, size_t n);

/* Here a link begins or ends. A sequence may go across; a character or a line end may not. */
int escape_term_edge(escape_term *e);

/* The text is over. */
int escape_term_finish(escape_term *e);

/* Is text underlined after this SGR sequence, if it was before? */
bool escape_term_underlined(const char *sgr, size_t n, bool before);

/* May these bytes stand as the URI in OSC 8? Printable ASCII, no blank. */
bool escape_term_uri(const char *uri, size_t n);

#endif
