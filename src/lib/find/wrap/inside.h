/* inside.h - shared by the files of this folder */
#ifndef TRAWL_FIND_WRAP_INSIDE_H
#define TRAWL_FIND_WRAP_INSIDE_H

#include "find/lines/lines.h"
#include "find/wrap/wrap.h"

/* Reads the content up to the closer. Returns false when the wrapper is abandoned. */
bool wrap_read(text *t, wrap *w);

/* Records why the text is not a wrapper, and how far it was read. Returns false. */
bool wrap_give_up(wrap *w, size_t at, const char *rule, const char *why);

/* Like wrap_give_up(), for a wrapper that is longer than a limit. */
bool wrap_too_long(wrap *w, size_t at, const char *why);

/* Returns the quote marks of the line in which the wrapper opens. */
const quote_marks *wrap_marks(const text *t, wrap *w);

/* Moves *i, after a line break, past the marks and signs of the new line, and sets *own. Returns
 * false when the wrapper is abandoned there. */
bool wrap_new_line(text *t, size_t *i, wrap *w, own_sign *own);

/* Returns true when the wrapper, some of whose lines lack quote marks, may still be a wrapper at
 * its closer (R10). */
bool wrap_holds(const wrap *w);

/* Returns true when "<" and a ">" at a line's beginning are signs of a diff, with "---" or "7a7"
 * between them (R4). */
bool wrap_is_diff(const text *t, const wrap *w);

/* Returns the first place of the content in from..to where a blank inside a line was left out; `to`
 * if there is none. */
size_t wrap_blank(const wrap *w, size_t from, size_t to);

/* Splits the content into links. Returns false when it is not a wrapper after all. */
bool wrap_judge(const settings *s, wrap *w);

/* Returns the link clean[at] with the hyphens in it. *whole is for its readings. */
broken_link wrap_broken(const settings *s, const wrap *w, piece at, form *whole);

/* Returns true when the text is a domain as in running text, with nothing after it but a port and a
 * path. */
bool wrap_is_domain(const settings *s, const char *p, size_t n);

static inline bool wrap_is_word(char c)
{
    return ascii_is_alnum((unsigned char)c) || (unsigned char)c >= 0x80;
}

#endif
