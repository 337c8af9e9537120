/* email_text.h - what of the text around an address looks like a part of it, and what looks like an address and is none (D3) */
#ifndef TRAWL_FIND_EMAIL_TEXT_H
#define TRAWL_FIND_EMAIL_TEXT_H

#include <string.h>

#include "base/ascii.h"
#include "find/settings.h"
#include "find/text.h"

/* Where the local part t->p[from..at) begins behind what stands for another character, "\n", "%3C", or says how one looks. */
size_t email_behind_escapes(const text *t, size_t from, size_t at);

/* Where it begins behind what else is glued to it: "user.email=", "&to=", "author={", "u='", letters of a script that is written
 * without blanks before ASCII. */
size_t email_start(const text *t, size_t from, size_t at);

/* Is it a letter of a script that is written without blanks between words? */
bool email_is_unspaced(uint32_t code);

/* Is "local@host:" the beginning of a place on another machine, "joe@a.example:src/x"? The host ends at i. */
bool email_is_remote(text *t, size_t i);

/* Is it a file's or package's name? Its host ends at to, the last label begins at last. */
bool email_is_file(const settings *s, const text *t, size_t from, size_t at, size_t last, size_t to);

/* Is what stands behind the "@" up to to no name, "1.0.x" or "example.c0m"? The last label begins at last. */
bool email_has_no_name(const settings *s, const text *t, size_t at, size_t last, size_t to);

/* Four bytes as they are loaded at once. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define EMAIL_FOUR(a, b, c, d) ((uint32_t)(a) << 24 | (uint32_t)(b) << 16 | (uint32_t)(c) << 8 | (uint32_t)(d))
#else
#define EMAIL_FOUR(a, b, c, d) ((uint32_t)(d) << 24 | (uint32_t)(c) << 16 | (uint32_t)(b) << 8 | (uint32_t)(a))
#endif

/* Those before end. */
static inline uint32_t email_last_four(const char *end)
{
    uint32_t four;

    memcpy(&four, end - sizeof four, sizeof four);
    return four;
}

/* Does the host that ends at p[to] have an ending that files have, and no top-level domain is? It has three bytes at least, behind
 * an "@". */
static inline bool email_is_named_like_file(const char *p, size_t to)
{
    const char *end = p + to;
    uint32_t four = email_last_four(end) | EMAIL_FOUR(' ', ' ', ' ', ' '); /* in lower case */

    switch (four) {
    case EMAIL_FOUR('.', 'p', 'n', 'g'):
    case EMAIL_FOUR('.', 'j', 'p', 'g'):
    case EMAIL_FOUR('.', 'g', 'i', 'f'):
    case EMAIL_FOUR('.', 's', 'v', 'g'):
    case EMAIL_FOUR('.', 'p', 'd', 'f'):
    case EMAIL_FOUR('.', 't', 'x', 't'):
    case EMAIL_FOUR('.', 'x', 'm', 'l'):
    case EMAIL_FOUR('.', 'c', 's', 's'):
    case EMAIL_FOUR('.', 'p', 'h', 'p'):
        return true;
    case EMAIL_FOUR('j', 'p', 'e', 'g'):
    case EMAIL_FOUR('w', 'e', 'b', 'p'):
    case EMAIL_FOUR('h', 't', 'm', 'l'):
    case EMAIL_FOUR('j', 's', 'o', 'n'):
        return end[-5] == '.';
    default:
        return (four & EMAIL_FOUR(0, 0xFF, 0xFF, 0xFF)) == EMAIL_FOUR(0, '.', 'j', 's');
    }
}

/* Is the last label of the host that ends at p[to] of two lower-case letters or more? A sentence (host_address.c) or a version may
 * end in another. */
static inline bool email_ends_in_letters(const char *p, size_t to)
{
    const unsigned char *end = (const unsigned char *)p + to;
    uint32_t four = email_last_four(p + to);
    uint32_t others =
        ~(four & four << 1) & EMAIL_FOUR('@', '@', '@', '@'); /* of a host's bytes only a lower-case letter has
                                                                               both bits, 0x40 and 0x20 */
    if (others)
        return !(others & EMAIL_FOUR(0, 0, '@', '@')) && end[others & EMAIL_FOUR(0, '@', 0, 0) ? -3 : -4] == '.';
    for (end -= 4; end[-1] >= 'a'; end--)
        ;
    return end[-1] == '.';
}

#endif
