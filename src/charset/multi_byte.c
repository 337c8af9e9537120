/* multi_byte.c - charsets of several bytes a character: the only file that knows iconv
 *
 * What is known of iconv, and must not be forgotten:
 *   - glibc's SHIFT_JIS makes U+203E of "~", its JOHAB U+20A9 of "\": 7-bit bytes never come here.
 *   - glibc says EILSEQ with nothing left of the input (CP949 on A2 E8): how much it took is never asked after an error.
 *   - EINVAL is "more bytes are wanted"; the bytes are kept by the caller, not by iconv.
 *   - GNU libiconv keeps half of a character back until the next call (BIG5-HKSCS 88 62, two code points): where it does, it
 *     is asked for what it has.
 *   - Old prototypes want "const char **" for the input, hence the cast through void.
 */
#include "charset/multi_byte.h"

#include <trawl.h>

#include "base/utf8.h"
#include "charset/names.h"
#include "charset/take.h"
#include "charset/wide_code.h"

#ifdef HAVE_ICONV
#include <errno.h>
#include <iconv.h>
#include <string.h>

/* The longest character of any charset here: GB18030's and EUC-TW's. */
#define LONGEST 4

#define KEPT_BACK "\x88\x62"

/* Two bytes, the first of which is not ASCII, in multi_byte.codes. */
#define PAIRS ((size_t)0x80 * 0x100)

static inline size_t pair_at(unsigned char first, unsigned char second)
{
    return (size_t)(first & 0x7F) << 8 | second;
}

enum answer { UNKNOWN, IS_CHAR, WANTS_MORE, IS_BAD };

static bool keeps_back(iconv_t cd)
{
    char in[] = KEPT_BACK, text[TAKE_TEXT], *from = in, *to = text;
    size_t left = sizeof in - 1, room = TAKE_TEXT, before;

    iconv(cd, (void *)&from, &left, &to, &room);
    before = room;
    iconv(cd, NULL, NULL, &to, &room);
    return room < before;
}

static int open_converter(multi_byte *m, const char *const names[4])
{
    if (memory_fails_now())
        return TRAWL_NO_MEMORY;
    for (unsigned i = 0; i < NAMES_ICONV && names[i]; i++) {
        iconv_t cd = iconv_open("UTF-8", names[i]);
        if ((intptr_t)cd != -1) {
            m->cd = (void *)cd;
            m->keeps_back = keeps_back(cd);
            return TRAWL_OK;
        }
        if (errno == ENOMEM)
            return TRAWL_NO_MEMORY;
    }
    return TRAWL_BAD_CHARSET;
}

int multi_byte_open(multi_byte *m, const char *const names[4], const memory *from)
{
    int failed;

    *m = (multi_byte){.memory = from};
    failed = open_converter(m, names);
    if (failed)
        return failed;
    m->codes = memory_zeroed(from, PAIRS * sizeof *m->codes);
    if (!m->codes)
        multi_byte_close(m);
    return m->codes ? TRAWL_OK : TRAWL_NO_MEMORY;
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

/* Are these bytes a character? */
static enum answer ask(const multi_byte *m, const unsigned char *p, size_t n, taken *t)
{
    char in[LONGEST], *from = in, *to = t->text;
    size_t left = n, room = TAKE_TEXT;

    memcpy(in, p, n);
    if (iconv((iconv_t)m->cd, (void *)&from, &left, &to, &room) == (size_t)-1) {
        bool more = errno == EINVAL;
        iconv((iconv_t)m->cd, NULL, NULL, NULL, NULL);
        return more && n < LONGEST ? WANTS_MORE : IS_BAD;
    }
    if (m->keeps_back)
        iconv((iconv_t)m->cd, NULL, NULL, &to, &room);
    t->n = n;
    t->len = (unsigned)(TAKE_TEXT - room);
    return IS_CHAR;
}

/* The same of one byte. Mostly that is a lead byte, and the answer is known. */
static enum answer ask_first(multi_byte *m, unsigned char c, taken *t)
{
    enum answer is = m->lead[c & 0x7F];

    if (is != WANTS_MORE) {
        is = ask(m, &c, 1, t);
        m->lead[c & 0x7F] = (unsigned char)is;
    }
    return is;
}

/* Keeps the character that two bytes are, if it is of the first plane, and no more than one code point. */
static void know(multi_byte *m, const unsigned char *p, const taken *t)
{
    utf8_char c = utf8_decode(t->text, t->len);

    if (c.len == t->len && c.code >= 0x80 && c.code < 0x10000)
        m->codes[pair_at(p[0], p[1])] = (uint16_t)c.code;
}

/* Bytes that are no character end before the first that is ASCII: that one may be a "<". */
static size_t bad_length(const unsigned char *p, size_t n)
{
    size_t len = 1;

    while (len < n && p[len] >= 0x80)
        len++;
    return len;
}

void multi_byte_take(multi_byte *m, const take_from *from, taken *t)
{
    enum answer is = ask_first(m, from->p[0], t);
    size_t n = 1;

    while (is == WANTS_MORE && n < from->n)
        is = ask(m, from->p, ++n, t);
    if (is == IS_CHAR && n == 2)
        know(m, from->p, t);
    if (is == WANTS_MORE && !from->last)
        t->n = 0;
    else if (is != IS_CHAR)
        take_bad(t, bad_length(from->p, n));
}

size_t multi_byte_run(const multi_byte *m, const char *p, size_t n, unsigned char flip, char *out, size_t room,
                      unsigned *width)
{
    size_t count = 0;

    for (*width = 0; n - 2 * count >= 2; count++) {
        unsigned char first = (unsigned char)p[2 * count] ^ flip, second = (unsigned char)p[2 * count + 1] ^ flip;
        uint16_t code = first < 0x80 ? 0 : m->codes[pair_at(first, second)];
        unsigned len = wide_length(code);
        if (code == 0 || (count > 0 && len != *width) || (count + 1) * len > room)
            break;
        *width = len;
        wide_put(out + count * len, code);
    }
    return count;
}

#else

int multi_byte_open(multi_byte *m, const char *const names[4], const memory *from)
{
    (void)names;
    (void)from;
    m->cd = NULL;
    return TRAWL_BAD_CHARSET;
}

void multi_byte_close(multi_byte *m)
{
    (void)m;
}

void multi_byte_take(multi_byte *m, const take_from *from, taken *t)
{
    (void)m;
    (void)from;
    take_bad(t, 1);
}

size_t multi_byte_run(const multi_byte *m, const char *p, size_t n, unsigned char flip, char *out, size_t room,
                      unsigned *width)
{
    (void)m;
    (void)p;
    (void)n;
    (void)flip;
    (void)out;
    (void)room;
    (void)width;
    return 0;
}

#endif
