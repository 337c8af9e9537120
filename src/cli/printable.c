/* printable.c - bytes made fit to be shown: to people, in JSON, in a table; see printable.h */
#include "cli/printable.h"

#include <stdio.h>
#include <string.h>

#include "cli/glyph.h"
#include "cli/put.h"

#define EACH(byte) (0x0101010101010101u * (byte))

/* The highest bit of each of eight bytes that is not printable ASCII, or a quote or a backslash; those behind the first such byte
 * may be set without. Subtracting 1 from 0 sets a byte's highest bit, as does subtracting a space from less, and adding 1 to DEL;
 * what is carried from one byte to the next comes from one that is odd itself. */
static inline uint64_t odd_of(uint64_t eight)
{
    return (((eight ^ EACH('"')) - EACH(1)) | ((eight ^ EACH('\\')) - EACH(1)) | (eight - EACH(0x20)) |
            (eight + EACH(1)) | eight) &
           EACH(0x80);
}

/* Eight bytes as the machine loads them, made so that the first one is the lowest. */
static inline uint64_t first_lowest(uint64_t eight)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    eight = __builtin_bswap64(eight);
#endif
    return eight;
}

static inline uint64_t load_eight(const char *p)
{
    uint64_t eight;

    memcpy(&eight, p, sizeof eight);
    return first_lowest(eight);
}

static inline size_t first_of(uint64_t odd)
{
    return (size_t)__builtin_ctzll(odd) / 8;
}

static inline int is_plain(char c)
{
    return c >= 0x20 && c < 0x7F && c != '"' && c != '\\';
}

typedef signed char signed_sixteen __attribute__((vector_size(16)));

/* Which of sixteen are not? DEL goes where all beyond ASCII is, below 0. */
static inline put_sixteen plain_of(put_sixteen v)
{
    return (put_sixteen)((signed_sixteen)(v + 1) > 0x20) & ~(put_sixteen)((v == '"') | (v == '\\'));
}

static inline int are_all(put_sixteen plain)
{
    const put_halves both = (put_halves)plain;

    return (both[0] & both[1]) == UINT64_MAX;
}

/* Where the first of sixteen is that is not plain; PUT_BLOCK where all are. */
static inline size_t first_odd(const char *p)
{
    const put_halves odd = (put_halves)~plain_of(put_load(p));

    if (odd[0])
        return first_of(first_lowest(odd[0]));
    return odd[1] ? 8 + first_of(first_lowest(odd[1])) : PUT_BLOCK;
}

/* How many bytes from p on are printable ASCII and need no escape in any form. */
static size_t plain_run(const char *p, size_t n)
{
    size_t i = 0, k;

    for (; n - i >= PUT_BLOCK; i += PUT_BLOCK)
        if ((k = first_odd(p + i)) < PUT_BLOCK)
            return i + k;
    if (i > 0)
        return n - PUT_BLOCK + first_odd(p + n - PUT_BLOCK); /* some of these were looked at before */
    for (uint64_t odd; n - i >= 8; i += 8)
        if ((odd = odd_of(load_eight(p + i))))
            return i + first_of(odd);
    while (i < n && is_plain(p[i]))
        i++;
    return i;
}

/* All of 8 to 15 bytes, if there is no odd one among them. Some of the last eight were copied before. */
static inline int copy_short(char *to, const char *p, size_t n)
{
    uint64_t first, last;

    memcpy(&first, p, sizeof first);
    memcpy(&last, p + n - sizeof last, sizeof last);
    if (!are_all(plain_of((put_sixteen)(put_halves){first, last})))
        return 0;
    memcpy(to, &first, sizeof first);
    memcpy(to + n - sizeof last, &last, sizeof last);
    return 1;
}

/* The same of as many as can be held. */
static inline int copy_held(char *to, const char *p, size_t n)
{
    struct put_held h;

    if (!put_hold(&h, p, n) || !are_all(plain_of(h.first) & plain_of(h.second) & plain_of(h.third) & plain_of(h.last)))
        return 0;
    (void)put_again(to, &h);
    return 1;
}

size_t printable_copy(char *to, const char *p, size_t n)
{
    if (copy_held(to, p, n) || (n / 8 == 1 && copy_short(to, p, n)))
        return n;
    n = plain_run(p, n);
    memcpy(to, p, n);
    return n;
}

void printable_next(struct printable_step *step, const char *p, size_t n)
{
    uint32_t code;
    size_t bytes = glyph_next(p, n, &code);

    if (code == GLYPH_BAD || code < 0x20 || code == 0x7F) {
        bytes = 1;
        (void)snprintf(step->made, sizeof step->made, "\\x%02x", (unsigned)(unsigned char)p[0]);
    } else if (glyph_hidden(code)) {
        (void)snprintf(step->made, sizeof step->made, "[U+%04X]", (unsigned)code);
    } else {
        *step = (struct printable_step){.text = p, .length = bytes, .bytes = bytes, .columns = glyph_columns(code)};
        return;
    }
    step->text = step->made;
    step->length = step->columns = strlen(step->made);
    step->bytes = bytes;
}

void printable_people(struct output *o, const char *p, size_t n)
{
    struct printable_step step;

    while (n > 0) {
        size_t run = plain_run(p, n);

        output_bytes(o, p, run);
        p += run;
        n -= run;
        if (n > 0) {
            printable_next(&step, p, n);
            output_bytes(o, step.text, step.length);
            p += step.bytes;
            n -= step.bytes;
        }
    }
}

static char *json_escape(char *to, uint32_t code)
{
    static const char named[] = "\bb\ff\nn\rr\tt\"\"\\\\"; /* a character, then its letter after the backslash */
    const char two[2] = {(char)(code >> 8 & 0xFF), (char)(code & 0xFF)};

    for (size_t i = 0; named[i]; i += 2) {
        if (code == (unsigned char)named[i]) {
            *to++ = '\\';
            *to++ = named[i + 1];
            return to;
        }
    }
    return put_hex(PUT(to, "\\u"), two, sizeof two);
}

/* Writes what stands for a character that is not the same in all forms; NULL: it may stand as it is in this one. */
typedef char *printable_odd(char *to, const char *p, size_t bytes, uint32_t code);

/* How many bytes from p on are printable ASCII without quote and backslash, or characters beyond ASCII that show. */
static size_t shown_run(const char *p, size_t n)
{
    size_t i = 0, bytes;

    for (; i < n; i += bytes)
        if ((bytes = is_plain(p[i]) ? 1 : glyph_showing(p + i, n - i)) == 0)
            break;
    return i;
}

/* From the first byte on that is not the same in all forms, what may stand as it is goes out with all that does so before and
 * behind it. */
__attribute__((noinline)) static char *put_odd_and_rest(char *to, const char *p, size_t n, printable_odd *put_odd)
{
    size_t from = 0, i = plain_run(p, n);

    while ((i += shown_run(p + i, n - i)) < n) {
        uint32_t code;
        size_t bytes = glyph_next(p + i, n - i, &code);
        char *end = put_odd(to + (i - from), p + i, bytes, code);
        if (end) {
            memcpy(to, p + from, i - from);
            to = end;
            from = i + bytes;
        }
        i += bytes;
    }
    return put_bytes(to, p + from, n - from);
}

/* What copy_held() does not take. */
__attribute__((noinline)) static char *put_slowly(char *to, const char *p, size_t n, printable_odd *put_odd)
{
    return n / 8 == 1 && copy_short(to, p, n) ? to + n : put_odd_and_rest(to, p, n, put_odd);
}

static inline char *put_all(char *to, const char *p, size_t n, printable_odd *put_odd)
{
    return copy_held(to, p, n) ? to + n : put_slowly(to, p, n, put_odd);
}

static char *json_odd(char *to, const char *p, size_t bytes, uint32_t code)
{
    (void)p;
    (void)bytes;
    if (code == GLYPH_BAD)
        return PUT(to, "\xEF\xBF\xBD");
    return code == '"' || code == '\\' || glyph_hidden(code) ? json_escape(to, code) : NULL;
}

char *printable_put_json(char *to, const char *p, size_t n)
{
    *to = '"';
    to = put_all(to + 1, p, n, json_odd);
    *to = '"';
    return to + 1;
}

void printable_json(struct output *o, const char *p, size_t n)
{
    char *to = output_begin(o, PRINTABLE_JSON(n));

    if (to)
        output_end(o, printable_put_json(to, p, n));
}

static char *tsv_escape(char *to, const char *p, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++) {
        if (p[i] == '\\' || p[i] == '\t' || p[i] == '\n' || p[i] == '\r') {
            *to++ = '\\';
            *to++ = p[i] == '\t' ? 't' : p[i] == '\n' ? 'n' : p[i] == '\r' ? 'r' : '\\';
        } else {
            to = put_hex(PUT(to, "\\x"), p + i, 1);
        }
    }
    return to;
}

static char *tsv_odd(char *to, const char *p, size_t bytes, uint32_t code)
{
    return code == '\\' || code == GLYPH_BAD || glyph_hidden(code) ? tsv_escape(to, p, bytes) : NULL;
}

char *printable_put_tsv(char *to, const char *p, size_t n)
{
    return put_all(to, p, n, tsv_odd);
}

void printable_tsv(struct output *o, const char *p, size_t n)
{
    char *to = output_begin(o, PRINTABLE_TSV(n));

    if (to)
        output_end(o, printable_put_tsv(to, p, n));
}

int printable_is_utf8(const char *p, size_t n)
{
    uint32_t code;

    for (size_t i = 0; (i += plain_run(p + i, n - i)) < n;) {
        i += glyph_next(p + i, n - i, &code);
        if (code == GLYPH_BAD)
            return 0;
    }
    return 1;
}
