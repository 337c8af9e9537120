/* ascii.h - character classes of 7-bit ASCII
 *
 * Used instead of ctype.h, which depends on the locale and on the signedness of char. Bytes from
 * 0x80 on belong to no class.
 */
#ifndef TRAWL_BASE_ASCII_H
#define TRAWL_BASE_ASCII_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "base/check.h"

static inline bool ascii_is_digit(unsigned char c)
{
    return c >= '0' && c <= '9';
}

static inline bool ascii_is_alpha(unsigned char c)
{
    unsigned char folded = c | 0x20;

    return folded >= 'a' && folded <= 'z';
}

static inline bool ascii_is_alnum(unsigned char c)
{
    return ascii_is_digit(c) || ascii_is_alpha(c);
}

/* Returns the value of a hex digit, or -1. */
static inline int ascii_hex(unsigned char c)
{
    unsigned char folded = c | 0x20;

    if (ascii_is_digit(c))
        return c - '0';
    return folded >= 'a' && folded <= 'f' ? folded - 'a' + 10 : -1;
}

/* Returns true for space and tab; c may be -1. */
static inline bool ascii_is_blank(int c)
{
    return c == ' ' || c == '\t';
}

/* Returns true for visible characters: ASCII without blanks and controls. */
static inline bool ascii_is_graph(unsigned char c)
{
    return c > ' ' && c < 0x7F;
}

static inline bool ascii_is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

static inline char ascii_lower(char c)
{
    return ascii_is_upper(c) ? (char)(c | 0x20) : c;
}

static inline char ascii_upper(char c)
{
    return c >= 'a' && c <= 'z' ? (char)(c & ~0x20) : c;
}

/* Returns true when a[0..n) and b[0..n) are equal, ignoring the case of ASCII letters. */
static inline bool ascii_same(const char *a, const char *b, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        unsigned char other = (unsigned char)(a[i] ^ b[i]); /* cases differ in one bit */
        if (other && (other != 0x20 || !ascii_is_alpha((unsigned char)a[i])))
            return false;
    }
    return true;
}

/* Returns true when p[0..n) begins with the word, ignoring the case of ASCII letters. */
static inline bool ascii_begins(const char *p, size_t n, const char *word)
{
    size_t k = strlen(word);

    return n >= k && ascii_same(p, word, k);
}

/* Returns true when the word is anywhere in p[0..n), ignoring the case of ASCII letters. The word
 * has at least one byte. */
static inline bool ascii_has(const char *p, size_t n, const char *word)
{
    const size_t k = strlen(word);
    const char *const end = p + n, *at;

    CHECK(k > 0);
    for (unsigned upper = 0; upper < 2; upper++) {
        const char first = upper ? ascii_upper(*word) : *word;
        for (at = p; (size_t)(end - at) >= k && (upper == 0 || first != *word); at++) {
            at = memchr(at, first, (size_t)(end - at) - k + 1);
            if (!at)
                break;
            if (ascii_same(at, word, k))
                return true;
        }
    }
    return false;
}

/* Returns true when p[0..n) is one of `words`, ignoring the case of ASCII letters. The list is in
 * lower case, with a space between words. */
static inline bool ascii_is_word_of(const char *words, const char *p, size_t n)
{
    for (size_t k; *words; words += k + (words[k] == ' ')) {
        for (k = 0; (unsigned char)words[k] > ' '; k++)
            ;
        if (k == n && ascii_same(words, p, n))
            return true;
    }
    return false;
}

/* Returns true for the characters of a scheme after its first one (RFC 3986 section 3.1). */
static inline bool ascii_is_scheme(unsigned char c)
{
    return ascii_is_alnum(c) || c == '+' || c == '-' || c == '.';
}

/* Returns true for characters that mean the same escaped and unescaped (RFC 3986 section 2.3). */
static inline bool ascii_is_unreserved(unsigned char c)
{
    return ascii_is_alnum(c) || c == '-' || c == '.' || c == '_' || c == '~';
}

/* Returns the value of the escape at the start of p[0..n), or -1 if there is none. An escape is
 * `mark` and two hex digits: "=2F" is '/'. */
static inline int ascii_escape_of(char mark, const char *p, size_t n)
{
    int high = n > 2 && p[0] == mark ? ascii_hex((unsigned char)p[1]) : -1;
    int low = high >= 0 ? ascii_hex((unsigned char)p[2]) : -1;

    return low < 0 ? -1 : high * 16 + low;
}

/* Returns the value of a URL's escape, "%2F", at the start of p[0..n), or -1. */
static inline int ascii_escape(const char *p, size_t n)
{
    return ascii_escape_of('%', p, n);
}

/* Returns true when p[0..n) has a "%" without two hex digits. */
static inline bool ascii_has_bad_escape(const char *p, size_t n)
{
    const char *const end = p + n;

    for (; n > 0 && (p = memchr(p, '%', (size_t)(end - p))); p++)
        if (ascii_escape(p, (size_t)(end - p)) < 0)
            return true;
    return false;
}

/* Copies p[0..n), and decodes the escapes of all bytes that are at least `least`; out may be p.
 * Returns the length of the copy. */
static inline size_t ascii_unescape(char *out, const char *p, size_t n, int least)
{
    size_t len = 0;

    for (size_t i = 0; i < n; i++) {
        int byte = p[i] == '%' ? ascii_escape(p + i, n - i) : -1;
        out[len++] = byte >= least ? (char)byte : p[i];
        i += byte >= least ? 2 : 0;
    }
    return len;
}

/* Returns the value of a base64 character (RFC 4648 section 4), or -1. */
static inline int ascii_base64(unsigned char c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (ascii_is_digit(c))
        return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

/* Returns true when a label is a decimal or hex number. A host whose last label is a number is an
 * IPv4 address (URL Standard, "ends in a number"). */
static inline bool ascii_is_number(const char *label, size_t n)
{
    bool hex = n >= 2 && label[0] == '0' && (label[1] | 0x20) == 'x';

    for (size_t i = hex ? 2 : 0; i < n; i++)
        if (hex ? ascii_hex((unsigned char)label[i]) < 0 : !ascii_is_digit((unsigned char)label[i]))
            return false;
    return n > 0;
}

#endif
