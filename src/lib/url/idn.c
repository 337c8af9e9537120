/* idn.c - converts non-ASCII host names to A-labels and back
 *
 * libidn2 accepts spaces, underscores and more, and maps characters such as U+FF0F (a wide "/") to
 * the delimiters that they look like. So the ASCII bytes of a host are checked before the
 * conversion, and every byte of the result after it: a name is refused if it could change where its
 * URL leads. Without libidn2 every non-ASCII name is refused. A U-label is accepted only if it
 * converts back to the same A-label.
 *
 * A conversion takes 13 us, and a host is converted for several fields of its link, so each thread
 * remembers the last names.
 *
 * punycode_decode() implements only RFC 3492, without libidn2 and the rules of IDNA.
 */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/ascii.h"
#include "base/check.h"
#include "base/utf8.h"
#include "url/inside.h"

/* ---- Labels ---- */

size_t host_last_label(const char *host, size_t n)
{
    while (n > 0 && host[n - 1] != '.')
        n--;
    return n;
}

bool host_has_ascii_top(const char *host, size_t n)
{
    size_t end = n > 0 && host[n - 1] == '.' ? n - 1 : n, from = host_last_label(host, end);

    return !punycode_is(host + from, end - from) && !has_non_ascii(host + from, end - from);
}

bool has_non_ascii(const char *host, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if ((unsigned char)host[i] >= 0x80)
            return true;
    return false;
}

/* ---- Conversion by libidn2 ---- */

#ifdef HAVE_IDN2
#include <idn2.h>

static bool idn_is_name(const char *s, size_t n, bool ascii_only)
{
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)s[i];
        if (c >= 0x80 ? ascii_only : !ascii_is_alnum(c) && c != '-' && c != '.')
            return false;
    }
    return n > 0;
}

/* Returns true when libidn2 failed for want of memory. libidn2 reports some of these failures, such
 * as a failure of libunistring, as a wrong name. Needs errno 0 before the call. */
static bool is_no_memory(int result)
{
    return result == IDN2_MALLOC || (result != IDN2_OK && errno == ENOMEM);
}

/* ---- The last names of this thread ---- */

typedef int conversion(const char *name, size_t n, char *out, size_t *len);

enum { RECENT = 16, RECENT_BYTES = 80 };

/* A name and what it converts to. */
typedef struct recent {
    uint8_t n, len;
    bool valid;
    char name[RECENT_BYTES], out[RECENT_BYTES];
} recent;

/* Each name has one slot, so a new name takes the place of another. */
static size_t recent_slot(const char *name, size_t n)
{
    uint32_t hash = 0;

    for (size_t i = 0; i < n; i++)
        hash = hash * 31 + (unsigned char)name[i];
    return (hash ^ hash >> 16) % RECENT;
}

/* Returns the result of the conversion, from the table if it has the name. A result from the table
 * counts as an allocation too, so that a test of failing memory does not depend on earlier
 * calls. */
static int idn_convert(recent *table, conversion *how, const char *name, size_t n, char *out,
                       size_t *len)
{
    recent *r = n <= RECENT_BYTES ? &table[recent_slot(name, n)] : NULL;
    int result;

    if (r && n > 0 && r->n == n && memcmp(r->name, name, n) == 0) {
        if (memory_fails_now())
            return TRAWL_ERROR_NO_MEMORY;
        *len = r->len;
        memcpy(out, r->out, r->len);
        return r->valid;
    }
    result = how(name, n, out, len);
    if (!r || result < 0 || (result > 0 && *len > RECENT_BYTES))
        return result;
    CHECK(result == 0 || *len <= RECENT_BYTES);
    r->n = NARROW8(n);
    r->len = result > 0 ? NARROW8(*len) : 0;
    r->valid = result > 0;
    memcpy(r->name, name, n);
    memcpy(r->out, out, r->len);
    return result;
}

/* ---- The two conversions ---- */

/* The maximum length of a name in UTF-8: the ASCII form of a longer name exceeds the limit. */
#define RAW_HOST_MAX 1024

static int to_ascii(const char *host, size_t n, char *out, size_t *len)
{
    char raw[RAW_HOST_MAX + 1];
    char *ascii = NULL;
    int result = IDN2_MALLOC;

    if (n > RAW_HOST_MAX || !idn_is_name(host, n, false))
        return 0;
    memcpy(raw, host, n);
    raw[n] = '\0';
    errno = 0;
    SANITIZE_FOREIGN_BEGIN();
    if (!memory_fails_now())
        result = idn2_to_ascii_8z(raw, &ascii, IDN2_NFC_INPUT | IDN2_NONTRANSITIONAL);
    *len = ascii ? strlen(ascii) : 0;
    SANITIZE_FOREIGN_END();
    SANITIZE_WRITTEN(&result, sizeof result);
    SANITIZE_WRITTEN(len, sizeof *len);
    SANITIZE_WRITTEN(ascii, *len + 1);
    if (is_no_memory(result))
        return TRAWL_ERROR_NO_MEMORY;
    if (result != IDN2_OK || !ascii)
        return 0;
    result = *len <= IDN_HOST_MAX && idn_is_name(ascii, *len, true) && ascii[0] != '.' &&
             !strstr(ascii, "..");
    if (result)
        memcpy(out, ascii, *len);
    idn2_free(ascii);
    return result;
}

int idn_to_ascii(const char *host, size_t n, char *out, size_t *len)
{
    static _Thread_local recent table[RECENT];

    return idn_convert(table, to_ascii, host, n, out, len);
}

/* Returns 1 when the U-label converts to this A-label, 0, or an error. */
static int leads_back(const char *unicode, size_t n, const char *label, size_t label_n)
{
    char ascii[IDN_HOST_MAX + 1];
    size_t len;
    int result;

    if (n == 0 || n > IDN_UNICODE_MAX || !has_non_ascii(unicode, n) ||
        !idn_is_name(unicode, n, false))
        return 0;
    result = to_ascii(unicode, n, ascii, &len);
    return result > 0 ? len == label_n && ascii_same(ascii, label, len) : result;
}

static int to_unicode(const char *label, size_t n, char *out, size_t *len)
{
    char raw[PUNYCODE_LABEL_MAX + 1];
    char *unicode = NULL;
    int result = IDN2_MALLOC;

    if (n > PUNYCODE_LABEL_MAX || !idn_is_name(label, n, true))
        return 0;
    for (size_t i = 0; i < n; i++)
        raw[i] = ascii_lower(label[i]); /* libidn2 returns "BüCHER" for "XN--BCHER-KVA" */
    raw[n] = '\0';
    errno = 0;
    SANITIZE_FOREIGN_BEGIN();
    if (!memory_fails_now())
        result = idn2_to_unicode_8z8z(raw, &unicode, 0);
    *len = unicode ? strlen(unicode) : 0;
    SANITIZE_FOREIGN_END();
    SANITIZE_WRITTEN(&result, sizeof result);
    SANITIZE_WRITTEN(len, sizeof *len);
    SANITIZE_WRITTEN(unicode, *len + 1);
    if (is_no_memory(result))
        return TRAWL_ERROR_NO_MEMORY;
    if (result != IDN2_OK || !unicode)
        return 0;
    result = leads_back(unicode, *len, label, n);
    CHECK(result <= 0 || *len <= IDN_UNICODE_MAX);
    if (result > 0)
        memcpy(out, unicode, *len);
    idn2_free(unicode);
    return result;
}

int idn_to_unicode(const char *label, size_t n, char *out, size_t *len)
{
    static _Thread_local recent table[RECENT];

    return idn_convert(table, to_unicode, label, n, out, len);
}

#else

int idn_to_unicode(const char *label, size_t n, char *out, size_t *len)
{
    (void)label;
    (void)n;
    (void)out;
    (void)len;
    return 0;
}

int idn_to_ascii(const char *host, size_t n, char *out, size_t *len)
{
    (void)host;
    (void)n;
    (void)out;
    (void)len;
    return 0;
}

#endif

/* ---- Punycode: RFC 3492 sections 3, 5 and 6.2, with the names used there ---- */

/* RFC 3492 section 5. */
enum { BASE = 36, TMIN = 1, TMAX = 26, SKEW = 38, DAMP = 700, INITIAL_BIAS = 72, INITIAL_N = 0x80 };

typedef struct idn_reader {
    const char *p, *end;
    uint32_t bias;
} reader;

/* Adapts the bias (section 6.1). */
static uint32_t adapt(uint32_t delta, uint32_t points, bool first)
{
    uint32_t k = 0;

    delta = first ? delta / DAMP : delta / 2;
    for (delta += delta / points; delta > (BASE - TMIN) * TMAX / 2; k += BASE)
        delta /= BASE - TMIN;
    return k + (BASE - TMIN + 1) * delta / (delta + SKEW);
}

static uint32_t digit_value(char c)
{
    if (ascii_is_alpha((unsigned char)c))
        return (uint32_t)(ascii_lower(c) - 'a');
    return ascii_is_digit((unsigned char)c) ? (uint32_t)(c - '0' + 26) : BASE;
}

/* Reads a generalized variable-length integer (section 3.3): digits up to one below its threshold.
 * Returns false when it is incomplete or too large. */
static bool read_delta(reader *r, uint32_t *delta)
{
    uint64_t weight = 1, sum = 0;

    for (uint32_t k = BASE; r->p < r->end; k += BASE) {
        uint32_t digit = digit_value(*r->p++);
        uint32_t t = k <= r->bias ? TMIN : k >= r->bias + TMAX ? TMAX : k - r->bias;

        sum += digit * weight;
        if (digit == BASE || sum > INT32_MAX)
            return false;
        if (digit < t) {
            *delta = (uint32_t)sum;
            return true;
        }
        weight *= BASE - t;
        if (weight > INT32_MAX)
            return false;
    }
    return false;
}

/* Decodes the text after "xn--" to code points. Returns their number, or 0. */
static size_t decode_points(uint32_t *point, const char *text, size_t n)
{
    size_t basic = n;
    uint32_t where = 0, code = INITIAL_N, delta;

    while (basic > 0 && text[basic - 1] != '-')
        basic--;
    reader r = {text + basic, text + n, INITIAL_BIAS};
    size_t points = basic > 0 ? basic - 1 : 0;
    for (size_t i = 0; i < points; i++)
        point[i] = (unsigned char)ascii_lower(text[i]);
    for (bool first = true; r.p < r.end; first = false) {
        if (points == PUNYCODE_LABEL_MAX || !read_delta(&r, &delta))
            return 0;
        where += delta;
        points++;
        r.bias = adapt(delta, (uint32_t)points, first);
        code += where / (uint32_t)points;
        where %= (uint32_t)points;
        if (code > 0x10FFFF || (code >= 0xD800 && code < 0xE000))
            return 0;
        CHECK(where < points && points <= PUNYCODE_LABEL_MAX);
        memmove(point + where + 1, point + where, (points - 1 - where) * sizeof *point);
        point[where++] = code;
    }
    return points;
}

size_t punycode_decode(char *out, const char *label, size_t n)
{
    uint32_t point[PUNYCODE_LABEL_MAX];
    size_t len = 0;

    if (n > PUNYCODE_LABEL_MAX || !punycode_is(label, n))
        return 0;
    for (size_t i = 4; i < n; i++) {
        if ((unsigned char)label[i] >= 0x80)
            return 0;
    }
    size_t points = decode_points(point, label + 4, n - 4);
    for (size_t i = 0; i < points; i++)
        len += utf8_encode(out + len, point[i]);
    return len;
}
