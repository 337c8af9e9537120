/* inside.h - shared by the files of this folder: characters of structured fields, encoded-words,
 * parameters */
#ifndef TRAWL_MAIL_HEADER_INSIDE_H
#define TRAWL_MAIL_HEADER_INSIDE_H

#include "base/ascii.h"
#include "mail/header/header.h"

/* ---- Characters ---- */

static inline bool is_space(char c)
{
    return (unsigned char)c <= ' ' && (c == ' ' || c == '\t' || c == '\r' || c == '\n');
}

static inline size_t skip_space(const char *p, size_t i, size_t n)
{
    while (i < n && is_space(p[i]))
        i++;
    return i;
}

/* Skips white space and comments; a comment that is not closed extends to the end. */
static inline size_t skip_comments(const char *p, size_t n, size_t i)
{
    unsigned depth = 0;

    for (; i < n && (depth > 0 || is_space(p[i]) || p[i] == '('); i++) {
        depth += p[i] == '(';
        depth -= depth > 0 && p[i] == ')';
        if (p[i] == '\\' && i + 1 < n)
            i++;
    }
    return i;
}

/* Returns p[from..to) without white space around it. */
static inline trawl_str trim_space(const char *p, size_t from, size_t to)
{
    while (to > from && is_space(p[to - 1]))
        to--;
    from = skip_space(p, from, to);
    return (trawl_str){p + from, to - from};
}

/* Returns the offset of the first white space in p[i..n), or n. */
static inline size_t find_space(const char *p, size_t i, size_t n)
{
    while (n - i >= sizeof(sixteen) && !sixteen_any(sixteen_between(sixteen_load(p + i), 0, ' ')))
        i += sizeof(sixteen);
    while (i < n && !is_space(p[i]))
        i++;
    return i;
}

/* Returns the length of the line break (LF or CRLF) at p if a blank follows it (RFC 5322 2.2.3),
 * else 0. */
static inline size_t fold_length(const char *p, size_t n)
{
    size_t len = p[0] == '\r' && n > 1 && p[1] == '\n' ? 2 : p[0] == '\n';

    return len > 0 && n > len && ascii_is_blank(p[len]) ? len : 0;
}

/* ---- Encoded-words ---- */

/* Sets *known to whether this charset can be decoded on this system; false for NULL. Returns
 * TRAWL_OK or TRAWL_ERROR_NO_MEMORY. */
int words_know_charset(words *w, const names_row *row, bool *known);

/* Decodes w->bytes and appends the text. `row` is a known charset, or NULL if none is named: then
 * the bytes are read as guess_charset() decides, or as UTF-8 with invalid bytes as windows-1252. If
 * `map` is not off, appends to it the map from the text to the field, using w->places. */
int words_put_bytes(words *w, buffer *text, srcmap *map, const names_row *row);

/* ---- Parameters ---- */

/* The state of splitting a structured field from left to right. */
typedef struct params_split {
    const char *p;
    size_t n, at;
    bool unclosed; /* a "(" without ")" was found: from then on "(" is an ordinary character */
} params_split;

#define PARAMS_NO_NUMBER SIZE_MAX

/* "name=value", "name*=value", "name*0=value", "name*0*=value" (RFC 2231). */
typedef struct params_pair {
    const char *name, *value; /* the value without its quotes, still with backslashes and folds */
    size_t name_n, value_n;
    size_t number; /* the number in "name*0", or PARAMS_NO_NUMBER */
    bool extended; /* the name ends with "*": the value has escapes, "%41" */
    bool quoted;
} params_pair;

/* Finds the next pair; skips everything else. Returns false at the end of the field. */
bool params_next(params_split *s, params_pair *pair);

/* Returns the length of "charset'language'" at the start of an extended value, or 0 if the value
 * does not contain two apostrophes. */
size_t params_charset_length(const char *p, size_t n);

#endif
