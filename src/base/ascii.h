/* ascii.h - character classes of 7-bit ASCII, the same in every locale
 *
 * The ctype.h functions depend on the locale and on the sign of char, so nothing here uses them. Bytes from 0x80 on belong
 * to no class.
 */
#ifndef TRAWL_BASE_ASCII_H
#define TRAWL_BASE_ASCII_H

#include <stdbool.h>
#include <stddef.h>

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

/* A hex digit's value, -1 for any other byte. */
static inline int ascii_hex(unsigned char c)
{
    unsigned char folded = c | 0x20;

    if (ascii_is_digit(c))
        return c - '0';
    return folded >= 'a' && folded <= 'f' ? folded - 'a' + 10 : -1;
}

/* Space or tab? c may be -1 for none. */
static inline bool ascii_is_blank(int c)
{
    return c == ' ' || c == '\t';
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

static inline bool ascii_same(const char *a, const char *b, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        unsigned char other = (unsigned char)(a[i] ^ b[i]); /* upper case differs in one bit */
        if (other && (other != 0x20 || !ascii_is_alpha((unsigned char)a[i])))
            return false;
    }
    return true;
}

/* The characters of a scheme's name after its first one (RFC 1738 section 2.1, RFC 3986 section 3.1). */
static inline bool ascii_is_scheme(unsigned char c)
{
    return ascii_is_alnum(c) || c == '+' || c == '-' || c == '.';
}

/* The value of a character of base64 (RFC 4648 section 4), or -1. */
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

/* Is a host's label a number, decimal or hex? A host whose last one is is an address (URL Standard, "ends in a number"). */
static inline bool ascii_is_number(const char *label, size_t n)
{
    bool hex = n >= 2 && label[0] == '0' && (label[1] | 0x20) == 'x';

    for (size_t i = hex ? 2 : 0; i < n; i++)
        if (hex ? ascii_hex((unsigned char)label[i]) < 0 : !ascii_is_digit((unsigned char)label[i]))
            return false;
    return n > 0;
}

#endif
