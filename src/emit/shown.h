/* shown.h - the text as it may be shown: display(source), whatever the pieces it comes in
 *
 * One line end, LF, for CR and CRLF; every control character but TAB, those of C1 too, every noncharacter, and every
 * longest piece of a broken UTF-8 sequence is one U+FFFD; characters that nobody sees or that turn the direction of text
 * stand as [U+202E] (escape.h says which). All else passes as it is. What follows a piece is never needed but for the end of a character or of a CRLF, so at
 * most three bytes are held.
 *
 * Nothing is escaped here: that is for those who write it on (escape_term.h, escape_md.h).
 */
#ifndef TRAWL_EMIT_SHOWN_H
#define TRAWL_EMIT_SHOWN_H

#include <stdbool.h>
#include <stddef.h>

/* What passes although it is not shown, for a terminal's sake. */
enum shown_keep {
    SHOWN_ESC = 1 << 0, /* ESC: the caller judges what it begins */
    SHOWN_CRLF = 1 << 1 /* CR before LF                         */
};

/* Takes the next bytes, whole characters. 0 to go on. */
typedef int shown_put(void *user, const char *bytes, size_t n);

typedef struct shown {
    shown_put *put;
    void *user;
    unsigned keep; /* enum shown_keep */
    char held[4];  /* a CR, or the beginning of a character */
    size_t held_n;
    bool told; /* what is held has been shown already */
} shown;

int shown_text(shown *s, const char *p, size_t n);

/* Here a link begins or ends, or the text does: what is held is shown now, and not again when its rest comes. */
int shown_edge(shown *s);

/* Behind an edge: whole characters of the text went out by another way, so what is held has no rest. */
void shown_forget(shown *s);

#endif
