/* email_text.h - what of the text around an address looks like a part of it, and what looks like an address and is none (D3) */
#ifndef TRAWL_FIND_EMAIL_TEXT_H
#define TRAWL_FIND_EMAIL_TEXT_H

#include "base/ascii.h"
#include "find/settings.h"
#include "find/text.h"

/* Where the local part t->p[from..at) begins behind what is glued to it: "user.email=", "&to=", letters of a script that is written
 * without blanks before ASCII. */
size_t email_start(const text *t, size_t from, size_t at);

/* Is "local@host:" the beginning of a place on another machine, "joe@a.example:src/x"? The host ends at i. */
bool email_is_remote(text *t, size_t i);

/* Is it a file's or package's name? Its host ends at to, the last label begins at last. */
bool email_is_file(const settings *s, const text *t, size_t from, size_t at, size_t last, size_t to);

/* Does the host that ends at p[to] have an ending that files have? For email_is_named_like_file(), which most hosts do not pass. */
bool email_has_ending(const char *p, size_t to);

/* The same of a host of more than two bytes. By the last two letters of the endings, "fglnpst" and "bdehijmnopsvx". */
static inline bool email_is_named_like_file(const char *p, size_t to)
{
    const uint64_t last = UINT64_C(0x001950C0001950C0),
                   before = UINT64_C(0x0149E7340149E734); /* bits of a letter's low six */

    return (last >> (p[to - 1] & 63) & 1) && (before >> (p[to - 2] & 63) & 1) && email_has_ending(p, to);
}

#endif
