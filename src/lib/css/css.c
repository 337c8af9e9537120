/* css.c - the tokens of a style sheet (CSS Syntax Module Level 3, section 4)
 *
 * Each token ends where browsers end it, also a broken string or url(). Names, strings and URLs are
 * decoded. <unicode-range> is no token of its own, as in browsers outside of that descriptor.
 */
#include "css/css.h"

#include <string.h>

#include "base/ascii.h"
#include "base/utf8.h"

static bool css_is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
}

static bool css_is_line_end(char c)
{
    return c == '\n' || c == '\r' || c == '\f';
}

static bool css_is_name_start(char c)
{
    return ascii_is_alpha((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

static bool css_is_name(char c)
{
    return css_is_name_start(c) || ascii_is_digit((unsigned char)c) || c == '-';
}

/* Returns the byte `i` after the current place, or 0 after the end. */
static char css_peek(const css_tokens *t, size_t i)
{
    return i < (size_t)(t->end - t->p) ? t->p[i] : 0;
}

/* Returns true when a "\" that begins an escape is `i` bytes after the current place. */
static bool css_is_escape(const css_tokens *t, size_t i)
{
    return css_peek(t, i) == '\\' && !css_is_line_end(css_peek(t, i + 1));
}

static bool css_is_ident(const css_tokens *t, size_t i)
{
    const bool dash = css_peek(t, i) == '-';

    return css_is_name_start(css_peek(t, i + dash)) || (dash && css_peek(t, i + 1) == '-') ||
           css_is_escape(t, i + dash);
}

static bool css_is_number(const css_tokens *t)
{
    const size_t sign = css_peek(t, 0) == '+' || css_peek(t, 0) == '-';
    const size_t dot = css_peek(t, sign) == '.';

    return ascii_is_digit((unsigned char)css_peek(t, sign + dot));
}

static void css_skip_blanks(css_tokens *t)
{
    while (t->p < t->end && css_is_blank(*t->p))
        t->p++;
}

/* Skips one blank, if there is one; CR LF is one. */
static void css_skip_blank(css_tokens *t)
{
    if (t->p < t->end && css_is_blank(*t->p))
        t->p += t->p[0] == '\r' && css_peek(t, 1) == '\n' ? 2 : 1;
}

/* Decodes the escape at the current place to out[0..4). Returns its length there. */
static size_t css_escape(css_tokens *t, char *out)
{
    uint32_t code = 0;
    unsigned digits = 0;

    for (t->p++; t->p < t->end && digits < 6 && ascii_hex((unsigned char)*t->p) >= 0; digits++)
        code = code * 16 + (uint32_t)ascii_hex((unsigned char)*t->p++);
    if (digits == 0 && t->p < t->end) {
        const utf8_char character = utf8_decode(t->p, (size_t)(t->end - t->p));
        memcpy(out, t->p, character.len);
        t->p += character.len;
        return character.len;
    }
    css_skip_blank(t);
    if (code == 0 || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF))
        code = 0xFFFD;
    return utf8_encode(out, code);
}

/* Returns true for a character that a text of this kind may have without an escape. */
static bool css_holds(enum css_kind kind, char quote, char c)
{
    if (kind == CSS_STRING)
        return c != quote && !css_is_line_end(c) && c != '\\';
    if (kind == CSS_URL)
        return (unsigned char)c > ' ' && c != 0x7F && !strchr("\"'()\\", c);
    return css_is_name(c);
}

/* Reads the characters of a text, and decodes its escapes. */
static void css_text(css_tokens *t, enum css_kind kind, char quote)
{
    const char *from = t->p;
    size_t n = 0;

    while (t->p < t->end && css_holds(kind, quote, *t->p))
        t->p++;
    t->text = (trawl_str){from, (size_t)(t->p - from)};
    if (css_peek(t, 0) != '\\')
        return;
    n = t->text.n;
    memcpy(t->room, from, n);
    while (t->p < t->end) {
        if (css_holds(kind, quote, *t->p)) {
            t->room[n++] = *t->p++;
        } else if (kind == CSS_STRING && *t->p == '\\' &&
                   (t->end - t->p == 1 || css_is_line_end(t->p[1]))) {
            t->p++;
            css_skip_blank(t);
        } else if (css_is_escape(t, 0)) {
            n += css_escape(t, t->room + n);
        } else {
            break;
        }
    }
    t->text = (trawl_str){t->room, n};
}

static enum css_kind css_string(css_tokens *t)
{
    const char quote = *t->p++;

    css_text(t, CSS_STRING, quote);
    if (t->p < t->end && *t->p != quote)
        return CSS_BAD; /* a line end, which is the next token */
    t->p += t->p < t->end;
    return CSS_STRING;
}

/* Reads the rest of a url() without quotes. */
static enum css_kind css_url(css_tokens *t)
{
    enum css_kind kind = CSS_URL;
    char ignored[4];

    css_text(t, CSS_URL, 0);
    css_skip_blanks(t);
    if (t->p < t->end && *t->p != ')')
        kind = CSS_BAD;
    while (t->p < t->end && *t->p != ')') {
        if (css_is_escape(t, 0))
            (void)css_escape(t, ignored);
        else
            t->p++;
    }
    t->p += t->p < t->end;
    return kind;
}

/* Reads a name, and what it begins. */
static enum css_kind css_name(css_tokens *t)
{
    const char *inside;

    css_text(t, CSS_IDENT, 0);
    if (css_peek(t, 0) != '(')
        return CSS_IDENT;
    inside = ++t->p;
    if (t->text.n != 3 || !ascii_same("url", t->text.p, 3))
        return CSS_FUNCTION;
    css_skip_blanks(t);
    if (css_peek(t, 0) != '"' && css_peek(t, 0) != '\'')
        return css_url(t);
    t->p = inside;
    return CSS_FUNCTION;
}

static void css_digits(css_tokens *t)
{
    while (ascii_is_digit((unsigned char)css_peek(t, 0)))
        t->p++;
}

static enum css_kind css_numeric(css_tokens *t)
{
    const char *from = t->p;
    size_t sign;

    t->p += *t->p == '+' || *t->p == '-';
    css_digits(t);
    if (css_peek(t, 0) == '.' && ascii_is_digit((unsigned char)css_peek(t, 1))) {
        t->p++;
        css_digits(t);
    }
    sign = css_peek(t, 1) == '+' || css_peek(t, 1) == '-';
    if ((css_peek(t, 0) | 0x20) == 'e' && ascii_is_digit((unsigned char)css_peek(t, 1 + sign))) {
        t->p += 1 + sign;
        css_digits(t);
    }
    t->number = (trawl_str){from, (size_t)(t->p - from)};
    if (css_is_ident(t, 0)) {
        css_text(t, CSS_IDENT, 0);
        return CSS_DIMENSION;
    }
    if (css_peek(t, 0) != '%')
        return CSS_NUMBER;
    t->p++;
    return CSS_PERCENT;
}

/* Reads "#" or "@" and a name, if one follows. */
static enum css_kind css_marked(css_tokens *t)
{
    const bool hash = *t->p == '#';

    if (hash ? !css_is_name(css_peek(t, 1)) && !css_is_escape(t, 1) : !css_is_ident(t, 1))
        return CSS_DELIM;
    t->p++;
    css_text(t, CSS_IDENT, 0);
    return hash ? CSS_HASH : CSS_AT;
}

static enum css_kind css_kind_of_next(css_tokens *t)
{
    const size_t n = (size_t)(t->end - t->p);
    const char c = css_peek(t, 0);

    if (n == 0)
        return CSS_END;
    if (css_is_blank(c)) {
        css_skip_blanks(t);
        return CSS_BLANK;
    }
    if (c == '"' || c == '\'')
        return css_string(t);
    if (c == '#' || c == '@')
        return css_marked(t);
    if (css_is_number(t))
        return css_numeric(t);
    if (ascii_begins(t->p, n, "<!--") || ascii_begins(t->p, n, "-->")) {
        t->p += c == '<' ? 4 : 3;
        return CSS_NOTE;
    }
    return css_is_ident(t, 0) ? css_name(t) : CSS_DELIM;
}

void css_next(css_tokens *t)
{
    while (css_peek(t, 0) == '/' && css_peek(t, 1) == '*') {
        for (t->p += 2; t->p < t->end && !ascii_begins(t->p, (size_t)(t->end - t->p), "*/");)
            t->p++;
        t->p += t->p < t->end ? 2 : 0;
    }
    t->delim = 0;
    t->text = t->number = (trawl_str){"", 0};
    t->kind = css_kind_of_next(t);
    if (t->kind == CSS_DELIM)
        t->delim = *t->p++;
}
