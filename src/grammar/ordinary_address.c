/* ordinary_address.c - addresses as nearly all are, sixteen bytes at a time; see ordinary.h
 *
 * It is no more than ordinary.c would say of them byte by byte, but without a branch that goes by what the bytes are: addresses
 * differ from one to the next, and a processor guesses wrong at each end of their parts.
 */
#include <string.h>
#include <trawl.h>

#include "base/sixteen.h"
#include "grammar/ordinary.h"

/* Does any of the sixteen bytes at p[i], or the one before them, show that it is none of these: letters, digits and "-._+" before
 * the "@" at p[at]; behind it small letters, digits, hyphens and dots, each label beginning with a letter, and none before a dot
 * ending with a hyphen? */
static inline sixteen is_odd(const unsigned char *p, size_t i, size_t at, sixteen *plus)
{
    static const sixteen lanes = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    const sixteen here = sixteen_load(p + i), before = sixteen_load(p + i - 1), place = lanes + (unsigned char)i;
    const sixteen local = (sixteen)(place < (unsigned char)at), host = (sixteen)(place > (unsigned char)at);
    const sixteen small = sixteen_between(here, 'a', 'z'), letter = sixteen_between(here | 0x20, 'a', 'z');
    const sixteen other = sixteen_between(here, '-', '9') & ~sixteen_is(here, '/');
    const sixteen first = sixteen_is(before, '.') | sixteen_is(before, '@');

    *plus |= local & sixteen_is(here, '+');
    return (host & (~(small | other) | (first & ~small) | (sixteen_is(before, '-') & sixteen_is(here, '.')))) |
           (local & ~(letter | other | sixteen_is(here, '_') | sixteen_is(here, '+')));
}

/* The last sixteen may overlap those before. Only RFC 1630 minds a "+". */
bool ordinary_address(ordinary *o, const unsigned char *p, size_t n)
{
    const unsigned char *at = n >= 16 && n < 255 ? memchr(p, '@', n) : NULL;
    sixteen odd, plus = {0};
    size_t i = 0;

    if (!at || at == p || p[n - 1] == '-' || p[n - 1] == '.' || p[n - 1] == '@')
        return false;
    odd = is_odd(p, n - 16, (size_t)(at - p), &plus);
    for (; n - i > 16; i += 16)
        odd |= is_odd(p, i, (size_t)(at - p), &plus);
    if (sixteen_any(odd))
        return false;
    *o = (ordinary){sixteen_any(plus) ? TRAWL_ANY_STANDARD & ~(unsigned)TRAWL_RFC1630 : TRAWL_ANY_STANDARD, true};
    return true;
}
