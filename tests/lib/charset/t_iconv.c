/* t_iconv.c - compares every charset with iconv, which reads whole texts: each byte, each pair,
 * samples of longer characters
 *
 * Where iconv has a character, trawl must give the same one; where it has none, U+FFFD (or, for a
 * byte from 0x80 to 0x9F of a single-byte charset, the control character with that number).
 * Intended differences are listed below.
 */
#include <trawl.h>

#include "decoded.h"

#ifdef HAVE_ICONV
#include <errno.h>
#include <iconv.h>

#define NONE ((size_t)-1)
#define BAD "\xEF\xBF\xBD"

/* Names of single-byte charsets where the table's names and iconv's differ. */
/* clang-format off */
static const char *const other_names[][2] = {
    {"windows-1250", "CP1250"}, {"windows-1251", "CP1251"}, {"windows-1252", "CP1252"}, {"windows-1253", "CP1253"},
    {"windows-1254", "CP1254"}, {"windows-1255", "CP1255"}, {"windows-1256", "CP1256"}, {"windows-1257", "CP1257"},
    {"windows-1258", "CP1258"}, {"windows-874", "CP874"}, {"x-mac-cyrillic", "MACCYRILLIC"},
    {"x-mac-ce", "MACCENTRALEUROPE"}, {"x-mac-ce", "MAC-CENTRALEUROPE"}, {"x-mac-greek", "MACGREEK"},
    {"x-mac-turkish", "MACTURKISH"}, {"x-mac-icelandic", "MACICELAND"},
    {"x-mac-croatian", "MACCROATIAN"}, {"x-mac-romanian", "MACROMANIA"}, {"ibm437", "CP437"}, {"ibm737", "CP737"},
    {"ibm775", "CP775"}, {"ibm850", "CP850"}, {"ibm852", "CP852"}, {"ibm855", "CP855"}, {"ibm857", "CP857"},
    {"ibm858", "CP858"}, {"ibm860", "CP860"}, {"ibm861", "CP861"}, {"ibm862", "CP862"}, {"ibm863", "CP863"},
    {"ibm865", "CP865"}, {"ibm866", "CP866"}, {"ibm869", "CP869"}, {"kz-1048", "RK1048"}, {"ptcp154", "PT154"},
};
/* clang-format on */

/* How many bytes may differ: iconvs have different versions of the Macintosh's charsets (euro sign,
 * apple, Romanian commas), and some lack CA of windows-1255. */
static unsigned may_differ(const names_row *row)
{
    if (strncmp(row->name, "x-mac-", 6) == 0 || strcmp(row->name, "macintosh") == 0)
        return 7;
    return strcmp(row->name, "windows-1255") == 0;
}

static iconv_t open_as(const char *to, const char *from)
{
    iconv_t cd = iconv_open(to, from);

    for (size_t i = 0; cd == (iconv_t)-1 && i < sizeof other_names / sizeof *other_names; i++)
        if (strcmp(from, other_names[i][0]) == 0)
            cd = iconv_open(to, other_names[i][1]);
    return cd;
}

/* Converts all of p[0..n), and fetches what iconv holds back for combining. Returns the length, or
 * NONE. */
static size_t whole(iconv_t cd, const char *p, size_t n, char *out, size_t size)
{
    char *in = (char *)(uintptr_t)p, *to = out;
    size_t left = n, room = size, result;

    iconv(cd, NULL, NULL, NULL, NULL);
    result = iconv(cd, (void *)&in, &left, &to, &room);
    if (result == (size_t)-1 || left > 0)
        return NONE;
    iconv(cd, NULL, NULL, &to, &room);
    return size - room;
}

static void each_byte(const names_row *row)
{
    iconv_t cd = open_as("UTF-8", row->name);
    static decoded d;
    unsigned wrong = 0, last = 0;

    if (cd == (iconv_t)-1) {
        printf("# %s: this iconv does not have it\n", row->name);
        return;
    }
    for (unsigned b = 0; b < 256; b++) {
        char byte = (char)b, want[16];
        size_t n = whole(cd, &byte, 1, want, sizeof want);
        decode_all(&d, row, &byte, 1);
        if (n == NONE && b < 0xA0)
            n = (size_t)snprintf(want, sizeof want, "\xC2%c", (int)b);
        else if (n == NONE)
            n = (size_t)snprintf(want, sizeof want, "%s", BAD);
        if (d.n != n || memcmp(d.text, want, n) != 0) {
            wrong++;
            last = b;
            printf("# %s %02x: ", row->name, b);
            tap_show("ours", d.text, d.n);
            tap_show("iconv", want, n);
        }
    }
    ok(wrong <= may_differ(row), "%s: each byte; %u differ, the last is %02x", row->name, wrong,
       last);
    iconv_close(cd);
}

/* Returns true when trawl's result equals iconv's or, where iconv has no character, begins with
 * U+FFFD. */
static bool agree(const names_row *row, iconv_t cd, const char *p, size_t n)
{
    static decoded d;
    char want[64];
    size_t len = whole(cd, p, n, want, sizeof want);

    decode_all(&d, row, p, n);
    if (len != NONE)
        return d.n == len && memcmp(d.text, want, len) == 0;
    return d.n >= 3 && memcmp(d.text, BAD, 3) == 0;
}

static bool begins_with_char(iconv_t cd, const char *p)
{
    char want[16];

    return (unsigned char)*p < 0x80 || whole(cd, p, 1, want, sizeof want) != NONE;
}

static unsigned each_pair(const names_row *row, iconv_t cd)
{
    unsigned wrong = 0;

    for (unsigned a = 0x80; a < 0x100; a++) {
        char pair[2] = {(char)a, 0};
        wrong += !agree(row, cd, pair, 1);
        for (unsigned b = 0; b < 0x100 && !begins_with_char(cd, pair); b++) {
            pair[1] = (char)b;
            wrong += !agree(row, cd, pair, 2);
        }
    }
    return wrong;
}

/* Tests characters of three and four bytes: in EUC all that begin with 0x8F or 0x8E 0xA2, in
 * GB18030 every hundredth. */
static unsigned longer(const names_row *row, iconv_t cd)
{
    unsigned wrong = 0;

    for (unsigned a = 0xA1; a < 0xFF; a++)
        for (unsigned b = 0xA1; b < 0xFF; b++) {
            char three[3] = {(char)0x8F, (char)a, (char)b},
                 four[4] = {(char)0x8E, (char)0xA2, (char)a, (char)b};
            if (strcmp(row->name, "euc-jp") == 0)
                wrong += !agree(row, cd, three, 3);
            if (strcmp(row->name, "euc-tw") == 0)
                wrong += !agree(row, cd, four, 4);
        }
    if (strcmp(row->opens[0], "GB18030") != 0)
        return wrong;
    for (unsigned i = 0; i < 126 * 10 * 126 * 10; i += 101) {
        char four[4] = {(char)(0x81 + i / 12600), (char)(0x30 + i / 1260 % 10),
                        (char)(0x81 + i / 10 % 126), (char)(0x30 + i % 10)};
        wrong += !agree(row, cd, four, 4);
    }
    return wrong;
}

static void several_bytes(const names_row *row)
{
    iconv_t cd = (iconv_t)-1;

    for (unsigned i = 0; i < NAMES_ICONV && row->opens[i] && cd == (iconv_t)-1; i++)
        cd = iconv_open("UTF-8", row->opens[i]);
    if (cd == (iconv_t)-1) {
        skip("%s: iconv does not have it", row->name);
        return;
    }
    is_int(each_pair(row, cd), 0, "%s: each byte and pair", row->name);
    is_int(longer(row, cd), 0, "%s: longer characters", row->name);
    iconv_close(cd);
}

/* Tests pairs of 7-bit bytes after a shift. Exactly `differ` of them must differ, since the
 * standards and Windows read a few differently. */
static void each_shifted(const char *name, const char *iconv_name, const char *before,
                         const char *after, unsigned differ)
{
    iconv_t cd = iconv_open("UTF-8", iconv_name);
    static decoded d;
    unsigned other = 0, same = 0;

    decode_all(&d, row_of(name), "", 0);
    if (cd == (iconv_t)-1 || d.result) {
        skip("%s: iconv does not have it", iconv_name);
        return;
    }
    for (unsigned a = 0x21; a < 0x7F; a++)
        for (unsigned b = 0x21; b < 0x7F; b++) {
            char source[32], want[32];
            int n = snprintf(source, sizeof source, "%s%c%c%s", before, (int)a, (int)b, after);
            size_t len = whole(cd, source, (size_t)n, want, sizeof want);
            decode_all(&d, row_of(name), source, (size_t)n);
            if (len == NONE)
                continue;
            same += d.n == len && memcmp(d.text, want, len) == 0;
            other += !(d.n == len && memcmp(d.text, want, len) == 0);
        }
    ok(other <= differ && same > 5000, "%s: %u pairs equal to %s, %u differ", name, same,
       iconv_name, other);
    iconv_close(cd);
}

/* Tests HZ, which most iconvs lack, against EUC-CN without its high bits. */
static void each_hz(void)
{
    iconv_t cd = iconv_open("UTF-8", "EUC-CN");
    static decoded d;
    unsigned other = 0, same = 0;

    decode_all(&d, row_of("hz"), "", 0);
    if (cd == (iconv_t)-1 || d.result) {
        skip("iconv has no EUC-CN");
        return;
    }
    for (unsigned a = 0x21; a < 0x78; a++)
        for (unsigned b = 0x21; b < 0x7F; b++) {
            char source[] = {'~', '{', (char)a,          (char)b,
                             '~', '}', (char)(a | 0x80), (char)(b | 0x80)},
                 want[16];
            size_t len = whole(cd, source + 6, 2, want, sizeof want);
            decode_all(&d, row_of("hz"), source, 6);
            same += len != NONE && d.n == len && memcmp(d.text, want, len) == 0;
            other += len != NONE && !(d.n == len && memcmp(d.text, want, len) == 0);
        }
    ok(other <= 2 && same > 7000, "hz: %u pairs equal to EUC-CN, %u differ", same, other);
    iconv_close(cd);
}

static uint32_t seed = 5;

static uint32_t pick(uint32_t below)
{
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) % below;
}

/* Writes random Unicode text in 32 bits, big-endian. */
static size_t any_text(char *out, size_t characters)
{
    static const uint32_t upto[] = {0x80, 0x80, 0x800, 0xD800, 0x110000};

    for (size_t i = 0; i < characters; i++) {
        uint32_t code = 1 + pick(upto[pick(5)] - 1);
        code = code >= 0xD800 && code < 0xE000 ? 0x3042 : code;
        for (unsigned k = 0; k < 4; k++)
            *out++ = (char)(code >> (24 - 8 * k) & 0xFF);
    }
    return 4 * characters;
}

/* Tests that text encoded by iconv is decoded to the same text. */
static void there_and_back(const char *name)
{
    iconv_t to = iconv_open(name, "UTF-32BE"), utf8 = iconv_open("UTF-8", "UTF-32BE");
    static char code[4 * 200], encoded[6000], text[2000];
    static decoded d;
    bool good = to != (iconv_t)-1 && utf8 != (iconv_t)-1;

    if (!good) {
        skip("iconv does not write %s", name);
        return;
    }
    for (unsigned round = 0; round < 300 && good; round++) {
        size_t n = any_text(code, 1 + pick(200)), len = whole(utf8, code, n, text, sizeof text);
        n = whole(to, code, n, encoded, sizeof encoded);
        decode_all(&d, row_of(name), encoded, n);
        good = d.n == len && memcmp(d.text, text, len) == 0 && d.src == n;
        if (good && round < 20)
            good = decoded_any_cut(row_of(name), encoded, n);
    }
    ok(good, "%s: text encoded by iconv", name);
    iconv_close(to);
    iconv_close(utf8);
}

int main(void)
{
    const names_row *row;

    for (size_t i = 0; (row = names_at(i)); i++) {
        if (row->kind == NAMES_SINGLE)
            each_byte(row);
        else if (row->kind == NAMES_MULTI)
            several_bytes(row);
    }
    each_shifted("iso-2022-jp", "ISO-2022-JP", "\x1B$B", "\x1B(B", 8);
    each_shifted("iso-2022-jp", "ISO-2022-JP-2", "\x1B$(D", "\x1B(B", 8);
    each_shifted("iso-2022-kr", "ISO-2022-KR", "\x1B$)C\x0E", "\x0F", 8);
    each_shifted("iso-2022-cn", "ISO-2022-CN", "\x1B$)A\x0E", "\x0F", 8);
    each_shifted("iso-2022-cn", "ISO-2022-CN", "\x1B$)G\x0E", "\x0F", 8);
    each_shifted("iso-2022-cn", "ISO-2022-CN", "\x1B$*H\x1BN", "", 8);
    each_hz();
    there_and_back("UTF-7");
    there_and_back("UTF-16LE");
    there_and_back("UTF-16BE");
    there_and_back("UTF-32LE");
    there_and_back("UTF-32BE");
    return done();
}

#else

int main(void)
{
    skip("there is no iconv");
    return done();
}

#endif
