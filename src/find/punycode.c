/* punycode.c - an A-label's U-form
 *
 * RFC 3492 sections 3, 5 and 6.2, with the names used there. Does not encode.
 */
#include "find/punycode.h"

#include <stdint.h>
#include <string.h>

#include "base/ascii.h"
#include "base/utf8.h"

/* RFC 3492 section 5. */
enum { BASE = 36, TMIN = 1, TMAX = 26, SKEW = 38, DAMP = 700, INITIAL_BIAS = 72, INITIAL_N = 0x80 };

typedef struct reader {
    const char *p, *end;
    uint32_t bias;
} reader;

bool punycode_is(const char *label, size_t n)
{
    return n > 4 && ascii_same(label, "xn--", 4);
}

/* Section 6.1. */
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

/* Section 3.3: a number of digits, the last of which is below its threshold. False when it is cut or too large. */
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

/* Decode what follows "xn--" to code points; their number, or 0. */
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
