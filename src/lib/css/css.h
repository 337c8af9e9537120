/* css.h - CSS: its tokens, and styles written anew with known properties and values only */
#ifndef TRAWL_CSS_CSS_H
#define TRAWL_CSS_CSS_H

#include <stdbool.h>
#include <stddef.h>

#include <trawl.h>

#include "base/bytes.h"

/* ---- Tokens (CSS Syntax Module Level 3, section 4): css.c ---- */

enum css_kind {
    CSS_END,
    CSS_BLANK,
    CSS_IDENT,
    CSS_FUNCTION, /* a name and "(" */
    CSS_AT,       /* "@" and a name */
    CSS_HASH,     /* "#" and a name */
    CSS_STRING,
    CSS_URL, /* url() without quotes */
    CSS_NUMBER,
    CSS_PERCENT,
    CSS_DIMENSION,
    CSS_DELIM, /* any other character */
    CSS_NOTE,  /* "<!--" or "-->" */
    CSS_BAD    /* a string or a url() that is broken */
};

/* The room for decoded texts of a sheet of n bytes: an escape of 2 bytes becomes one of 3. */
#define CSS_ROOM(n) ((n) + (n) / 2 + 4)

/* A sheet and its current token. Set p, end and room; the rest is set by css_next(). */
typedef struct css_tokens {
    const char *p, *end;
    char *room;       /* CSS_ROOM() bytes; not used if the sheet has no "\" */
    trawl_str text;   /* of a name, a string, a URL or a unit: decoded, valid until the next call */
    trawl_str number; /* of a number, percentage or dimension, as it is in the sheet */
    enum css_kind kind;
    char delim; /* 0 if the token is no CSS_DELIM */
} css_tokens;

/* Reads the next token. Comments are skipped. The sheet has no NUL. */
void css_next(css_tokens *t);

/* ---- Styles: write.c ---- */

/* Decides what replaces an address, whose escapes are decoded. `picture`: as far as the value
 * shows, it can only be used as a picture, as always in a style. Returns 1 when it has added what
 * replaces the address to *out, without white space and control characters; 0 to keep the address;
 * or an error. */
typedef int css_take(void *user, trawl_str address, bool picture, bytes_out *out);

/* Write a style sheet, a list of declarations, or the value of one declaration anew, and call
 * `take` for each address in it. What is not known is left out and counted in out->left. The text
 * has no NUL. Return out->error. */
int css_write_sheet(bytes_out *out, trawl_str text, css_take *take, void *user);
int css_write_style(bytes_out *out, trawl_str text, css_take *take, void *user);
int css_write_paint(bytes_out *out, trawl_str text, css_take *take, void *user);

#endif
