/* multi_byte.c - charsets of several bytes per character; the only file that uses iconv
 *
 * Differences between iconv implementations, and what this file does about them:
 *   - glibc's SHIFT_JIS turns "~" into U+203E, its JOHAB "\" into U+20A9: 7-bit bytes are never
 *     passed to iconv.
 *   - glibc may consume all input and still return EILSEQ (CP949 on 0xA2 0xE8): the input position
 *     after an error is not used.
 *   - EINVAL means that more bytes are needed: the caller keeps the bytes and passes them again.
 *   - GNU libiconv holds back the second half of some characters until the next call (BIG5-HKSCS
 *     88 62, which is two code points): where it does, a call without input fetches the rest.
 *   - Old prototypes have "const char **" for the input: the argument is cast through void.
 */
#include "base/check.h"
#include "base/utf8.h"
#include "charset/inside.h"

#include <errno.h>
#include <string.h>

#ifdef HAVE_ICONV
#include <iconv.h>
#else /* no charset of this file can be opened */
typedef void *iconv_t;
#define iconv_open(to, from) (errno = EINVAL, (iconv_t)-1)
#define iconv_close(cd) ((void)(cd))
static size_t iconv(iconv_t cd, char **in, size_t *in_n, char **out, size_t *out_n)
{
    (void)cd, (void)in, (void)in_n, (void)out, (void)out_n;
    return (size_t)-1;
}
#endif

/* The maximum length of a character, reached by GB18030 and EUC-TW. */
#define LONGEST 4

/* The character of BIG5-HKSCS that shows whether iconv holds back half of it. */
#define KEPT_BACK "\x88\x62"

/* The size of multi_byte.codes: all pairs of bytes whose first one is not ASCII. */
#define PAIRS ((size_t)0x80 * 0x100)

static inline size_t pair_at(unsigned char first, unsigned char second)
{
    return (size_t)(first & 0x7F) << 8 | second;
}

enum multi_byte_answer { UNKNOWN, IS_CHAR, WANTS_MORE, IS_BAD };

static bool keeps_back(iconv_t cd)
{
    char in[] = KEPT_BACK, text[TAKE_TEXT], *from = in, *to = text;
    size_t left = sizeof in - 1, room = TAKE_TEXT, before;

    iconv(cd, (void *)&from, &left, &to, &room);
    before = room;
    iconv(cd, NULL, NULL, &to, &room);
    return room < before;
}

static int multi_byte_open_converter(multi_byte *m, const char *const names[4])
{
    if (memory_fails_now())
        return TRAWL_ERROR_NO_MEMORY;
    for (unsigned i = 0; i < NAMES_ICONV && names[i]; i++) {
        iconv_t cd = iconv_open("UTF-8", names[i]);
        if ((intptr_t)cd != -1) {
            m->cd = (void *)cd;
            m->keeps_back = keeps_back(cd);
            return TRAWL_OK;
        }
        if (errno == ENOMEM)
            return TRAWL_ERROR_NO_MEMORY;
    }
    return TRAWL_ERROR_BAD_CHARSET;
}

/* Converts p[0..n) if it is a character. */
static enum multi_byte_answer multi_byte_convert(const multi_byte *m, const unsigned char *p,
                                                 size_t n, decoded_char *t)
{
    char in[LONGEST], *from = in, *to = t->text;
    size_t left = n, room = TAKE_TEXT;

    CHECK(n > 0 && n <= sizeof in);
    memcpy(in, p, n);
    if (iconv((iconv_t)m->cd, (void *)&from, &left, &to, &room) == (size_t)-1) {
        bool more = errno == EINVAL;
        iconv((iconv_t)m->cd, NULL, NULL, NULL, NULL);
        return more && n < LONGEST ? WANTS_MORE : IS_BAD;
    }
    if (m->keeps_back)
        iconv((iconv_t)m->cd, NULL, NULL, &to, &room);
    t->n = n;
    CHECK(room <= TAKE_TEXT);
    t->len = (unsigned)(TAKE_TEXT - room);
    return IS_CHAR;
}

int multi_byte_table(uint16_t codes[256], bool *shifts, const char *const names[NAMES_ICONV])
{
    multi_byte m = {0};
    int failed = multi_byte_open_converter(&m, names);

    if (failed)
        return failed;
    for (unsigned b = 0; b < 256; b++) {
        const unsigned char byte = (unsigned char)b;
        decoded_char t = {.len = 0};
        utf8_char c;
        if (multi_byte_convert(&m, &byte, 1, &t) != IS_CHAR)
            t.len = 0;
        c = t.len > 0 ? utf8_decode(t.text, t.len) : (utf8_char){UTF8_INVALID, 0};
        codes[b] = c.len == t.len && c.code < 0x10000 ? NARROW16(c.code) : 0xFFFD;
        if (b == 0x0E)
            *shifts = t.n == 1 && t.len == 0;
        iconv((iconv_t)m.cd, NULL, NULL, NULL, NULL); /* back to the initial state */
    }
    iconv_close((iconv_t)m.cd);
    return TRAWL_OK;
}

int multi_byte_open(multi_byte *m, const char *const names[4], const memory *from)
{
    int failed;

    *m = (multi_byte){.memory = from};
    failed = multi_byte_open_converter(m, names);
    if (failed)
        return failed;
    m->codes = memory_zeroed(from, PAIRS * sizeof *m->codes);
    if (!m->codes)
        multi_byte_close(m);
    return m->codes ? TRAWL_OK : TRAWL_ERROR_NO_MEMORY;
}

void multi_byte_close(multi_byte *m)
{
    if (!m->cd)
        return;
    iconv_close((iconv_t)m->cd);
    memory_free(m->memory, m->codes);
    m->cd = NULL;
    m->codes = NULL;
}

/* Converts one byte if it is a character. Caches the answers: most bytes are lead bytes. */
static enum multi_byte_answer convert_first(multi_byte *m, unsigned char c, decoded_char *t)
{
    enum multi_byte_answer is = m->lead[c & 0x7F];

    if (is != WANTS_MORE) {
        is = multi_byte_convert(m, &c, 1, t);
        m->lead[c & 0x7F] = (unsigned char)is;
    }
    return is;
}

/* Returns the length of an invalid sequence. It ends before the first ASCII byte after the lead
 * byte: that may be a "<". */
static size_t bad_length(const unsigned char *p, size_t n)
{
    size_t len = 1;

    while (len < n && p[len] >= 0x80)
        len++;
    return len;
}

void multi_byte_take(multi_byte *m, const take_from *from, decoded_char *t)
{
    enum multi_byte_answer is = convert_first(m, from->p[0], t);
    size_t n = 1;

    while (is == WANTS_MORE && n < from->n)
        is = multi_byte_convert(m, from->p, ++n, t);
    if (is == IS_CHAR && n == 2) {
        utf8_char c = utf8_decode(t->text, t->len);
        if (c.len == t->len && c.code >= 0x80 && c.code < 0x10000)
            m->codes[pair_at(from->p[0], from->p[1])] = NARROW16(c.code);
    }
    if (is == WANTS_MORE && !from->last)
        t->n = 0;
    else if (is != IS_CHAR)
        take_bad(t, bad_length(from->p, n));
}

size_t multi_byte_run(const multi_byte *m, const char *p, size_t n, unsigned char flip, char *out,
                      size_t room, unsigned *width)
{
    size_t count = 0;

    for (*width = 0; n - 2 * count >= 2; count++) {
        unsigned char first = (unsigned char)p[2 * count] ^ flip,
                      second = (unsigned char)p[2 * count + 1] ^ flip;
        uint16_t code = first < 0x80 ? 0 : m->codes[pair_at(first, second)];
        unsigned len = wide_length(code);
        if (code == 0 || (count > 0 && len != *width) || (count + 1) * len > room)
            break;
        *width = len;
        wide_put(out + count * len, code);
    }
    return count;
}
