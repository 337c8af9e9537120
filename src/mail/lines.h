/* lines.h - what lines of a text say about it: binaries set among them, PGP, signatures, folds (SPEC E6, E8, E9, E10)
 *
 * A text comes in any pieces (UTF-8, or anything in which these lines are ASCII) and goes on in runs:
 *   read    text to be looked at for links
 *   unread  text that is shown but not looked at: an embedded binary, armor
 *   cut     characters inside the text that the text was given by its transport: a soft line break of format=flowed with
 *           DelSp (with the quote marks and the stuffed space behind it), a fold or a backslash of RFC 5545, the "- " of
 *           clear-signed text. They are shown, and what stands on both sides of them is one.
 * In order, all of them together are the text. Runs are as large as they can be: ordinary text is handed on as it came, found by
 * a search for the few bytes that such a line begins with.
 *
 * A binary must look like one, line by line: where a line does not, it has ended. So a stray "begin 644 x" hides nothing.
 */
#ifndef TRAWL_MAIL_LINES_H
#define TRAWL_MAIL_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mail/line_search.h"

typedef enum lines_rule {
    LINES_PLAIN, /* text/plain and running text: binaries, PGP, signature */
    LINES_DELSP, /* the same, and format=flowed; delsp=yes */
    LINES_FOLDED /* text/calendar, vCard: a line break and one blank are a fold, "\n" is a line break, of "\," the comma is
                    meant; nothing else is looked for */
} lines_rule;

/* Returns of all: 0 to go on, else it is handed back by the call that fed. */
typedef struct lines_out {
    void *user;
    int (*read)(void *user, const char *p, size_t n);
    int (*unread)(void *user, const char *p, size_t n);
    int (*cut)(void *user, const char *p, size_t n);
    int (*signature)(void *user); /* what follows belongs to the signature (the line "-- " itself does) */
    const kernel *kernel;         /* to search with; NULL: the best */
} lines_out;

/* No line is held back further than this before it is decided: a longer one is ordinary text. */
#define LINES_HELD 1024

/* Characters cut in a row without a character of text between them, at most: further ones are text. */
#define LINES_CUT 128

typedef struct lines {
    lines_rule rule;
    lines_out out;
    const line_set *begins; /* what lines that matter begin with, base64 apart; FOLDED: blanks */
    unsigned state;         /* inside what: see lines_shape.h */
    unsigned width;         /* yEnc: characters a line; uuencode: bytes */
    unsigned quote;         /* DELSP: quote marks before the line whose break may be soft */
    bool signed_text;       /* inside clear-signed text: "- " at a line's start goes */
    bool signature;         /* was told */
    unsigned cut_n;         /* cut since the last character of text */
    char held[LINES_HELD + 2];
    size_t held_n;
} lines;

void lines_begin(lines *l, lines_rule rule, const lines_out *out);
int lines_feed(lines *l, const char *p, size_t n);
int lines_finish(lines *l);

#endif
