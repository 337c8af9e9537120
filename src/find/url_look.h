/* url_look.h - a URL's bytes looked at, sixteen at a time where the machine has SSE2: what url_form.c asks of nearly all */
#ifndef TRAWL_FIND_URL_LOOK_H
#define TRAWL_FIND_URL_LOOK_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "base/ascii.h"
#include "find/byteclass.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/* Where the path, the query or the fragment begins behind i. */
static inline size_t past_authority(const char *url, size_t i, size_t n)
{
#if defined(__SSE2__)
    for (; n - i >= 16; i += 16) {
        __m128i c = _mm_loadu_si128((const __m128i *)(url + i));
        __m128i slash = _mm_cmpeq_epi8(c, _mm_set1_epi8('/')), query = _mm_cmpeq_epi8(c, _mm_set1_epi8('?'));
        __m128i hash = _mm_cmpeq_epi8(c, _mm_set1_epi8('#'));
        unsigned bits = (unsigned)_mm_movemask_epi8(_mm_or_si128(_mm_or_si128(slash, query), hash));
        if (bits)
            return i + (size_t)__builtin_ctz(bits);
    }
#endif
    while (i < n && ((unsigned char)url[i] >= 0x40 || (url[i] != '/' && url[i] != '?' && url[i] != '#')))
        i++;
    return i;
}

#if defined(__SSE2__)
/* The sixteen bytes at url[i], or as many as there are of url[0..n), n >= 16: then those before them come first, and their bits
 * are the lowest. */
static inline __m128i sixteen(const char *url, size_t i, size_t n, unsigned *before)
{
    size_t room = n - i < 16 ? n - i : 16;

    *before = 16 - (unsigned)room;
    return _mm_loadu_si128((const __m128i *)(url + i - *before));
}

/* Where an authority at i ends that has neither user, port nor bracket, and is not long; 0 for any other. */
static inline size_t plain_authority_end(const char *url, size_t i, size_t n)
{
    unsigned before, ends, odd;
    __m128i c;

    if (n < 16)
        return 0;
    c = sixteen(url, i, n, &before);
    ends = (unsigned)_mm_movemask_epi8(
        _mm_or_si128(_mm_cmpeq_epi8(c, _mm_set1_epi8('#')),
                     _mm_cmpeq_epi8(_mm_or_si128(c, _mm_set1_epi8('?' ^ '/')), _mm_set1_epi8('?'))));
    odd = (unsigned)_mm_movemask_epi8(
        _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(c, _mm_set1_epi8('@')), _mm_cmpeq_epi8(c, _mm_set1_epi8(':'))),
                     _mm_cmpeq_epi8(c, _mm_set1_epi8('['))));
    ends = ends >> before | 1u << (16 - before);
    odd = odd >> before & (ends ^ (ends - 1));
    ends &= 0xFFFF | (n - i <= 16 ? 0x10000 : 0);
    return odd || !ends ? 0 : i + (size_t)__builtin_ctz(ends);
}
#else
static inline size_t plain_authority_end(const char *url, size_t i, size_t n)
{
    (void)url;
    (void)i;
    (void)n;
    return 0;
}
#endif

#if defined(__SSE2__)
/* A bit for each of the 16 bytes at p that past_usual() stops at: all beyond '!' to '~', and of these " # % < > \ ^ ` { | },
 * of which some differ in one bit. */
static inline unsigned unusual(const char *p)
{
    __m128i c = _mm_loadu_si128((const __m128i *)p);
    __m128i one = _mm_or_si128(c, _mm_set1_epi8(1)), two = _mm_or_si128(c, _mm_set1_epi8(2));
    __m128i low = _mm_cmplt_epi8(c, _mm_set1_epi8('!')); /* from 0x80 on they are negative */
    __m128i high = _mm_andnot_si128(_mm_cmpeq_epi8(c, _mm_set1_epi8('~')), _mm_cmpgt_epi8(c, _mm_set1_epi8('z')));
    __m128i marks = _mm_or_si128(_mm_cmpeq_epi8(one, _mm_set1_epi8('#')), _mm_cmpeq_epi8(c, _mm_set1_epi8('%')));
    __m128i signs = _mm_or_si128(_mm_cmpeq_epi8(two, _mm_set1_epi8('>')), _mm_cmpeq_epi8(two, _mm_set1_epi8('^')));
    __m128i tick = _mm_cmpeq_epi8(c, _mm_set1_epi8('`'));

    return (unsigned)_mm_movemask_epi8(
        _mm_or_si128(_mm_or_si128(_mm_or_si128(low, high), _mm_or_si128(marks, signs)), tick));
}
#endif

/* Past what is neither a character beyond ASCII, nor a "%" or "#", nor out of place: nearly all there is. */
static inline size_t past_usual(const char *url, size_t i, size_t n)
{
#if defined(__SSE2__)
    for (; n - i >= 16; i += 16) {
        unsigned bits = unusual(url + i);
        if (bits)
            return i + (size_t)__builtin_ctz(bits);
    }
    if (i < n && n >= 16) { /* the last 16 again */
        unsigned bits = unusual(url + n - 16) >> (16 - (n - i));
        return bits ? i + (size_t)__builtin_ctz(bits) : n;
    }
#endif
    while (i < n && byte_is((unsigned char)url[i], BYTE_URL) && url[i] != '%' && url[i] != '#')
        i++;
    return i;
}

/* Label by label: the last one may be empty, but not be all there is. */
static inline bool is_bad_host(const char *label, const char *end)
{
    const char *dot;

    if (label == end || *label == '[')
        return false;
    for (; (dot = memchr(label, '.', (size_t)(end - label))); label = dot + 1)
        if (label == dot || *label == '-' || dot[-1] == '-')
            return true;
    return label < end && (*label == '-' || end[-1] == '-');
}

/* What is said of a host of letters, digits, hyphens and dots. */
typedef struct host_look {
    size_t end;
    bool plain; /* nothing in it that danger.h warns of */
    bool bad;   /* is_bad_host() */
} host_look;

static inline host_look past_host_slowly(const char *url, size_t i, size_t n)
{
    size_t from = i, label = i;
    bool doubled = false;

    for (; i < n && (byte_is((unsigned char)url[i], BYTE_LABEL) || url[i] == '.'); i++) {
        doubled = doubled || (url[i] == '-' && url[i - 1] == '-');
        label = url[i] == '.' ? i + 1 : label;
    }
    return (host_look){i, !doubled && label < i && !ascii_is_digit((unsigned char)url[label]),
                       is_bad_host(url + from, url + i)};
}

#if defined(__SSE2__)
static inline __m128i are_letters(__m128i c)
{
    __m128i folded = _mm_or_si128(c, _mm_set1_epi8(0x20)); /* from 0x80 on they are negative */

    return _mm_and_si128(_mm_cmpgt_epi8(folded, _mm_set1_epi8('a' - 1)),
                         _mm_cmplt_epi8(folded, _mm_set1_epi8('z' + 1)));
}

static inline __m128i are_digits(__m128i c)
{
    return _mm_and_si128(_mm_cmpgt_epi8(c, _mm_set1_epi8('0' - 1)), _mm_cmplt_epi8(c, _mm_set1_epi8('9' + 1)));
}

/* Are all sixteen bytes letters, digits or hyphens? */
static inline bool are_label(const char *p)
{
    __m128i c = _mm_loadu_si128((const __m128i *)p), hyphens = _mm_cmpeq_epi8(c, _mm_set1_epi8('-'));

    return _mm_movemask_epi8(_mm_or_si128(_mm_or_si128(are_letters(c), are_digits(c)), hyphens)) == 0xFFFF;
}

static inline unsigned bits_of(__m128i marks, unsigned before)
{
    return (unsigned)_mm_movemask_epi8(marks) >> before;
}

/* The same of less than sixteen bytes, as most are; end is 0 for others. */
static inline host_look past_short_host(const char *url, size_t i, size_t n)
{
    unsigned before, dots, hyphens, digits, all, k, label, edges;
    __m128i c;

    if (n < 16 || i == n)
        return (host_look){0, false, false};
    c = sixteen(url, i, n, &before);
    dots = bits_of(_mm_cmpeq_epi8(c, _mm_set1_epi8('.')), before);
    hyphens = bits_of(_mm_cmpeq_epi8(c, _mm_set1_epi8('-')), before);
    digits = bits_of(are_digits(c), before);
    all = dots | hyphens | digits | bits_of(are_letters(c), before);
    k = (unsigned)__builtin_ctz(~all);
    if (k == 16 || k == 0)
        return (host_look){0, false, false};
    dots &= (1u << k) - 1;
    hyphens &= (1u << k) - 1;
    label = dots ? 32 - (unsigned)__builtin_clz(dots) : 0;
    edges = 1u | 1u << (k - 1) | dots << 1 | dots >> 1;
    return (host_look){i + k, !(hyphens & hyphens << 1) && label < k && !(digits >> label & 1),
                       (hyphens & edges) || (dots & (1u | dots << 1))};
}
#else
static inline bool are_label(const char *p)
{
    (void)p;
    return false;
}

static inline host_look past_short_host(const char *url, size_t i, size_t n)
{
    (void)url;
    (void)i;
    (void)n;
    return (host_look){0, false, false};
}
#endif

static inline host_look past_host(const char *url, size_t i, size_t n)
{
    host_look h = past_short_host(url, i, n);

    return h.end > 0 ? h : past_host_slowly(url, i, n);
}

/* Does a "=" or "&" stand in it? */
static inline bool has_code(const char *url, size_t n)
{
    size_t i = 0;

#if defined(__SSE2__)
    for (; n >= 16; i = n - i < 32 ? n - 16 : i + 16) {
        __m128i c = _mm_loadu_si128((const __m128i *)(url + i));
        __m128i code = _mm_or_si128(_mm_cmpeq_epi8(c, _mm_set1_epi8('=')), _mm_cmpeq_epi8(c, _mm_set1_epi8('&')));
        if (_mm_movemask_epi8(code))
            return true;
        if (i == n - 16)
            return false;
    }
#endif
    for (; i < n; i++)
        if (url[i] == '=' || url[i] == '&')
            return true;
    return false;
}

#endif
