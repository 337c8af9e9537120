/* transferred.h - decodes a transfer encoding in pieces of any size, and keeps the source place of
 * each byte
 *
 * For comparison, the second half decodes the same source in the simplest way.
 */
#ifndef TRAWL_TESTS_TRANSFERRED_H
#define TRAWL_TESTS_TRANSFERRED_H

#include <stdlib.h>
#include <string.h>
#include <trawl.h>

#include "base/utf8.h"
#include "mail/body/body.h"

/* Bytes of source. uuencode can make 63 bytes of two: "_" and a line break. */
#define TRANSFERRED_SRC 4096
#define TRANSFERRED_MAX (32 * TRANSFERRED_SRC + TRANSFER_ROOM)

typedef struct transferred {
    int result;
    size_t n;
    char text[TRANSFERRED_MAX];
    uint64_t start[TRANSFERRED_MAX + 1]; /* of each byte, and the end of the source */
} transferred;

/* How a source is cut: a first piece, then pieces of one size; the room for output, at least
 * TRANSFER_ROOM; and the size of a gap after the first piece. */
typedef struct transferred_cut {
    size_t first, step, room;
    unsigned gap;
} transferred_cut;

static inline void transferred_feed(transferred *d, transfer *t, srcmap *map, const char *p,
                                    size_t n, bool last, size_t room)
{
    char *in = malloc(n > 0 ? n : 1), *out = malloc(room); /* of the exact size, for sanitizers */
    transfer_io io = {.in = in, .in_n = n, .last = last, .out = out, .size = room, .map = map};

    if (!in || !out)
        abort();
    memcpy(in, p, n);
    do {
        io.len = 0;
        d->result = transfer_decode(t, &io);
        if (d->n + io.len > TRANSFERRED_MAX)
            abort();
        memcpy(d->text + d->n, out, io.len);
        d->n += io.len;
    } while (!d->result && io.in_n > 0);
    free(in);
    free(out);
}

static inline void transferred_decode(transferred *d, transfer_kind kind, const char *p, size_t n,
                                      transferred_cut cut)
{
    size_t some = cut.first < n ? cut.first : n;
    transfer t;
    srcmap map;

    d->result = TRAWL_OK;
    d->n = 0;
    srcmap_open(&map, &memory_default);
    transfer_begin(&t, kind, NULL);
    transferred_feed(d, &t, &map, p, some, false, cut.room);
    if (!d->result && cut.gap > 0)
        d->result = transfer_gap(&t, &map, cut.gap);
    for (size_t done = some; done < n && !d->result; done += some) {
        some = cut.step < n - done ? cut.step : n - done;
        transferred_feed(d, &t, &map, p + done, some, done + some == n && cut.step % 2, cut.room);
    }
    if (!d->result)
        transferred_feed(d, &t, &map, "", 0, true, cut.room);
    for (size_t i = 0; i <= d->n && !d->result; i++)
        d->start[i] = srcmap_start(&map, i);
    srcmap_close(&map);
}

static inline void transferred_whole(transferred *d, transfer_kind kind, const char *p, size_t n)
{
    transferred_decode(d, kind, p, n, (transferred_cut){.first = n, .step = 1, .room = 4096});
}

static inline bool transferred_same(const transferred *a, const transferred *b)
{
    return a->result == b->result && a->n == b->n && memcmp(a->text, b->text, a->n) == 0 &&
           memcmp(a->start, b->start, (a->n + 1) * sizeof a->start[0]) == 0;
}

/* Returns true when the spans of the bytes cover the source without a gap. */
static inline bool transferred_tiles(const transferred *d, size_t n)
{
    for (size_t i = 0; i < d->n; i++)
        if (d->start[i] > d->start[i + 1])
            return false;
    return d->start[d->n] == n;
}

/* ---- A plain decoder, for comparison ---- */

static inline void plain_put(transferred *d, unsigned byte, size_t start)
{
    d->text[d->n] = (char)(unsigned char)byte;
    d->start[d->n++] = start;
}

static inline int plain_digit(const char *digits, char c)
{
    const char *at = c ? strchr(digits, c) : NULL;

    return at ? (int)(at - digits) : -1;
}

static inline int plain_hex(char c)
{
    int lower = plain_digit("0123456789abcdef", c), upper = plain_digit("0123456789ABCDEF", c);

    return lower >= 0 ? lower : upper;
}

/* Returns the length of the soft line break that begins with the "=" at p, or 0. */
static inline size_t plain_soft(const char *p, size_t n)
{
    size_t most = n - 1 < TRANSFER_PENDING - 1 ? n - 1 : TRANSFER_PENDING - 1, blanks = 0;

    while (blanks < most && plain_digit(" \t\r", p[1 + blanks]) >= 0)
        blanks++;
    if (blanks < TRANSFER_PENDING - 1 && (blanks == n - 1 || p[1 + blanks] == '\n'))
        return blanks == n - 1 ? n : blanks + 2;
    for (size_t i = 0; i < blanks; i++)
        if (p[1 + i] == '\r')
            return i + 2;
    return 0;
}

static inline void plain_qp(transferred *d, const char *p, size_t n)
{
    for (size_t i = 0, soft; i < n;) {
        if (p[i] == '=' && n - i >= 3 && plain_hex(p[i + 1]) >= 0 && plain_hex(p[i + 2]) >= 0) {
            plain_put(d, (unsigned)(16 * plain_hex(p[i + 1]) + plain_hex(p[i + 2])), i);
            i += 3;
        } else if (p[i] == '=' && (soft = plain_soft(p + i, n - i)) > 0) {
            i += soft;
        } else {
            plain_put(d, (unsigned char)p[i], i);
            i++;
        }
    }
}

/* Adds the bytes of a group of two to four digits. */
static inline void plain_group(transferred *d, const int *digit, const size_t *at, size_t n)
{
    for (size_t k = 0; k + 1 < n; k++) {
        unsigned both = (unsigned)(64 * digit[k] + digit[k + 1]);
        plain_put(d, both >> (4 - 2 * k) & 0xFF, at[k]);
    }
}

/* Returns the six bits of a character of base64, or -1. */
static inline int plain_six(char c)
{
    return plain_digit("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", c);
}

/* Returns the length of the first line from p on that has letters of base64, with the lines before
 * it that have none; at most 128. */
static inline size_t plain_line(const char *p, size_t n)
{
    bool lettered = false;

    n = n < 128 ? n : 128;
    for (size_t i = 0; i < n; i++) {
        lettered = lettered || plain_six(p[i]) >= 0;
        if (lettered && p[i] == '\n')
            return i + 1;
    }
    return n;
}

/* Returns true if p[0..n) decodes to text: at least half of the bytes are in runs of at least 12
 * bytes of UTF-8 without control characters. The first letters of the group are the `bits` in
 * `digit`. */
static inline bool plain_is_text(const int *digit, size_t bits, const char *p, size_t n)
{
    char out[128];
    size_t len = 0, text = 0, k = bits, pads = 0;
    int before = bits > 0 ? digit[bits - 1] : 0;

    for (size_t i = 0; i < n && (k < 2 || k + pads < 4); i++) {
        int value = plain_six(p[i]);
        pads = p[i] == '=' ? pads + 1 : value < 0 ? pads : 0;
        if (value < 0)
            continue;
        if (k > 0)
            out[len++] = (char)(unsigned char)((before << 6 | value) >> (6 - 2 * k));
        before = value;
        k = (k + 1) % 4;
    }
    for (size_t i = 0, from = 0; i <= len;) {
        utf8_char c = i < len ? utf8_decode(out + i, len - i) : (utf8_char){UTF8_INVALID, 1};
        bool good =
            c.code != UTF8_INVALID && c.code != 0x7F &&
            (c.code >= ' ' || c.code == 0 || plain_digit("\t\n\v\f\r\x1B", (char)c.code) >= 0);
        if (!good && i - from >= 12)
            text += i - from;
        i += good ? c.len : 1;
        from = good ? from : i;
    }
    return len > 0 && 2 * text >= len;
}

/* Returns true if the line p[0..n), which follows plain text, is base64 again. The first `bits`
 * letters of its first group are in `digit`. */
static inline bool plain_is_base64(const int *digit, size_t bits, const char *p, size_t n)
{
    unsigned long value = bits > 0 ? (unsigned long)digit[bits - 1] : 0;
    size_t from = 0, good = 0, mixed = 0, have = bits > 0 ? 8 - 2 * bits : 0;

    if (plain_is_text(digit, bits, p, n))
        return true;
    while (n > 0 && (unsigned char)p[n - 1] <= ' ')
        n--;
    while (from < n && plain_six(p[from]) < 0)
        from++;
    for (size_t i = from; i < n; i++, good++) {
        int six = plain_six(p[i]);
        if (six < 0 && (p[i] != '=' || i + 2 < n))
            return false;
        mixed += i > from && p[i] >= 'A' && p[i] <= 'Z' && p[i - 1] >= 'a' && p[i - 1] <= 'z';
        value = six < 0 ? value : (value << 6 | (unsigned long)six) & 0xFFFF;
        have += six < 0 ? 0 : 6;
        if (have >= 8) {
            unsigned byte = (unsigned)(value >> (have -= 8)) & 0xFF;
            if (byte < ' ' && plain_digit("\t\n\r\x1B", (char)byte) < 0)
                return false;
        }
    }
    return good >= 60 || (good >= 8 && p[n - 1] == '=') || (good >= 16 && 8 * mixed >= good);
}

static inline void plain_base64(transferred *d, const char *p, size_t n)
{
    int digit[4];
    size_t at[4], k = 0, pads = 0, sure = 0;
    bool begun = false, fresh = false; /* a digit came; after it a line with only blanks so far */

    for (size_t i = 0; i < n; i++) {
        while (fresh && i >= sure && i < n && plain_six(p[i]) < 0 && p[i] > ' ' && p[i] < 0x7F &&
               p[i] != '=') {
            size_t line;
            while (i < n && !plain_is_base64(digit, k, p + i, line = plain_line(p + i, n - i))) {
                for (; line > 0; line--, i++)
                    plain_put(d, (unsigned char)p[i], i);
                for (; i < n && p[i - 1] != '\n'; i++)
                    plain_put(d, (unsigned char)p[i], i);
            }
            fresh = false;
            sure = i < n ? i + line : i;
            if (k > 0)
                at[k - 1] = SIZE_MAX;
        }
        if (i == n)
            break;
        int value = plain_six(p[i]);
        begun = begun || value >= 0;
        pads = p[i] == '=' ? pads + 1 : value < 0 ? pads : 0;
        fresh = (fresh && value < 0) || (begun && p[i] == '\n');
        if (value >= 0) {
            digit[k] = value;
            at[k++] = i;
        }
        if (k > 1 && value >= 0)
            plain_put(d, (unsigned)(digit[k - 2] << 6 | digit[k - 1]) >> (8 - 2 * k) & 0xFF,
                      at[k - 2] == SIZE_MAX ? i : at[k - 2]);
        if (k == 4 || (k > 1 && k + pads > 3))
            k = 0;
    }
}

static inline bool plain_uu_begin(const char *p, size_t n)
{
    size_t digits = 0;

    if (n < 7 || memcmp(p, "begin ", 6) != 0)
        return false;
    while (digits < 8 && 6 + digits < n && plain_digit("01234567", p[6 + digits]) >= 0)
        digits++;
    return digits > 0 && (6 + digits == n || plain_digit(" \t\f", p[6 + digits]) >= 0);
}

/* Decodes a line of uuencode, which begins at the offset `from`. */
static inline void plain_uu_line(transferred *d, const char *p, size_t n, size_t from)
{
    size_t want = n > 0 && p[0] >= ' ' && p[0] <= '`' ? (size_t)(p[0] - ' ') % 64 : 0, had = d->n;
    int digit[4];
    size_t at[4];

    for (size_t i = 1; d->n - had < want;) {
        size_t k = 0;
        for (; i < n && k < 4; i++)
            if (p[i] >= ' ' && p[i] <= '`') {
                digit[k] = (p[i] - ' ') % 64;
                at[k++] = from + i;
            }
        for (; k < 4; k++) {
            digit[k] = 0;
            at[k] = from + n;
        }
        plain_group(d, digit, at, 4);
    }
    d->n = had + want;
}

static inline void plain_uu(transferred *d, const char *p, size_t n)
{
    bool inside = false;

    for (size_t i = 0, len; i < n; i += len + 1) {
        for (len = 0; i + len < n && p[i + len] != '\n' && p[i + len] != '\r';)
            len++;
        if (!inside)
            inside = plain_uu_begin(p + i, len);
        else if (len >= 3 && memcmp(p + i, "end", 3) == 0 &&
                 (len == 3 || plain_digit(" \t\f", p[i + 3]) >= 0))
            inside = false;
        else
            plain_uu_line(d, p + i, len, i);
    }
}

static inline void transferred_plainly(transferred *d, transfer_kind kind, const char *p, size_t n)
{
    d->result = TRAWL_OK;
    d->n = 0;
    if (kind == TRANSFER_QP)
        plain_qp(d, p, n);
    else if (kind == TRANSFER_BASE64)
        plain_base64(d, p, n);
    else
        plain_uu(d, p, n);
    d->start[d->n] = n;
}

#endif
