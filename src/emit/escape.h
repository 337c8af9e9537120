/* escape.h - all escaping: a table for each context that text is written into
 *
 * Text is matched raw and escaped here, at the moment it is written, and nowhere else. What a context does with each byte
 * of ASCII stands in its table; what lies beyond ASCII is looked at character by character.
 */
#ifndef TRAWL_EMIT_ESCAPE_H
#define TRAWL_EMIT_ESCAPE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/out.h"
#include "emit/emit.h"

/* ---- Characters, for all contexts ---- */

enum escape_kind {
    ESCAPE_SHOWN,  /* stands for itself */
    ESCAPE_HIDDEN, /* nobody sees it, or it turns the text around (M8): shown as "[U+202E]" */
    ESCAPE_BAD     /* a control, a surrogate, a noncharacter, no UTF-8: shown as U+FFFD */
};

/* What a character beyond ASCII, or UTF8_INVALID, is. */
enum escape_kind escape_kind_of(uint32_t code);

#define ESCAPE_LABEL 12

/* "[U+202E]" to out; its length. */
size_t escape_label(char out[ESCAPE_LABEL], uint32_t code);

/* Is it one that can be completed: the front of a UTF-8 character, cut off by the end of p[0..n)? */
bool escape_is_cut(const char *p, size_t n);

/* ---- HTML and XML (escape.c) ---- */

/* Text that comes in pieces. A character cut by a piece's end is held; so is the knowledge that a CR went before. Where
 * a tag had to be written behind such a front, U+FFFD has been shown for it: what goes on in it is swallowed. */
typedef struct escape_state {
    char held[4];
    unsigned n;
    bool shown;
    bool cr;
} escape_state;

/* Makes the contexts ready. */
void escape_html_open(escape_html *h, bool xml);

/* Text between tags: what a parser makes of it is display(p): CR and CRLF are LF, other controls but tab and LF, and
 * what is no UTF-8, U+FFFD, hidden characters a label. Zero the state first. 0, or what ended the output. */
int escape_html_text(trawl_emit *e, escape_state *s, const char *p, size_t n);

/* A tag follows, or the text is over: what is held is shown as no character. */
int escape_html_settle(trawl_emit *e, escape_state *s);

/* Would a text that begins here be written in the same way? */
static inline bool escape_is_calm(const escape_state *s)
{
    return s->n == 0 && !s->shown && !s->cr;
}

/* Whole text, of no pieces. */
int escape_html_whole(trawl_emit *e, const char *p, size_t n);

/* The inside of an attribute's value in double quotes. */
int escape_html_attribute(trawl_emit *e, const char *p, size_t n);

/* The inside of <style>: "</" as "<\/", which CSS takes for the same; in XML, where style is like any element, the
 * usual references. */
int escape_css(trawl_emit *e, const char *p, size_t n);

/* ---- URLs ---- */

/* Everything but letters, digits and - . _ ~ percent-encoded: one component of another URL. */
void escape_component(out *o, const char *p, size_t n);

#endif
