/* t_printable.c - text in tables and JSON, of any length and with any byte at any place; and
 * numbers
 *
 * Compares the results with those of a second, simple implementation of both forms, which works one
 * character at a time.
 */
#include <inttypes.h>

#include "base/utf8.h"
#include "app/show/show.h"
#include "tap.h"

#define LONGEST 100

/* ---- Numbers ---- */

static bool is_number(uint64_t n)
{
    char got[PUT_NUMBER], want[PUT_NUMBER];
    const char *end = put_number(got, n);
    int len = snprintf(want, sizeof want, "%" PRIu64, n);

    return end - got == len && memcmp(got, want, (size_t)len) == 0;
}

static void numbers(void)
{
    uint64_t wrong = 0, n = 1738;

    for (uint64_t k = 0; k < 200000; k++)
        wrong += !is_number(k);
    for (uint64_t k = 1; k < UINT64_MAX / 10; k *= 10)
        wrong +=
            !is_number(k - 1) || !is_number(k) || !is_number(k + 1) || !is_number(9 * k + k / 2);
    for (int k = 0; k < 200000; k++) {
        n = n * 6364136223846793005u + 1442695040888963407u;
        wrong += !is_number(n >> k % 64);
    }
    ok(wrong == 0 && is_number(UINT64_MAX), "numbers of all lengths");
}

/* ---- Forms ---- */

/* Returns true for controls and invisible characters; a second version of glyph_hidden(). */
static bool is_hidden(uint32_t c)
{
    static const uint32_t some[] = {0x7F, 0xAD, 0x61C, 0x200B, 0x200E, 0x200F, 0x2060, 0xFEFF};

    for (size_t i = 0; i < sizeof some / sizeof some[0]; i++)
        if (c == some[i])
            return true;
    return c < 0x20 || (c >= 0x80 && c < 0xA0) || (c >= 0x2028 && c <= 0x202E) ||
           (c >= 0x2066 && c <= 0x2069);
}

static size_t tsv_of(char *to, const char *p, size_t n)
{
    size_t len = 0;

    for (size_t i = 0; i < n;) {
        utf8_char c = utf8_decode(p + i, n - i);
        const char *named = c.code < 0x80 ? strchr("\tt\nn\rr\\\\", (int)c.code) : NULL;
        for (unsigned k = 0; k < c.len; k++, i++) {
            if (named && c.code != 0 && (named - "\tt\nn\rr\\\\") % 2 == 0)
                len += (size_t)sprintf(to + len, "\\%c", named[1]);
            else if (c.code == UTF8_INVALID || is_hidden(c.code))
                len += (size_t)sprintf(to + len, "\\x%02x", (unsigned char)p[i]);
            else
                to[len++] = p[i];
        }
    }
    return len;
}

static size_t json_of(char *to, const char *p, size_t n)
{
    static const char named[] = "\bb\ff\nn\rr\tt\"\"\\\\";
    size_t len = 0;

    to[len++] = '"';
    for (size_t i = 0; i < n;) {
        utf8_char c = utf8_decode(p + i, n - i);
        const char *name = NULL;
        for (size_t k = 0; named[k]; k += 2)
            if (c.code == (unsigned char)named[k])
                name = named + k + 1;
        if (name)
            len += (size_t)sprintf(to + len, "\\%c", *name);
        else if (c.code == UTF8_INVALID)
            len += (size_t)sprintf(to + len, "\xEF\xBF\xBD");
        else if (is_hidden(c.code))
            len += (size_t)sprintf(to + len, "\\u%04x", (unsigned)c.code);
        else
            len += (size_t)sprintf(to + len, "%.*s", (int)c.len, p + i);
        i += c.len;
    }
    to[len++] = '"';
    return len;
}

/* Checks both forms, and that nothing is written outside of the buffer. */
static bool is_right(const char *p, size_t n)
{
    char room[PRINTABLE_JSON(LONGEST) + 2], want[PRINTABLE_JSON(LONGEST) + 8];
    size_t most = PRINTABLE_TSV(n), len = tsv_of(want, p, n), got;

    memset(room, '#', sizeof room);
    got = (size_t)(put_tsv(room + 1, (trawl_str){p, n}) - (room + 1));
    if (got != len || memcmp(room + 1, want, len) != 0 || room[0] != '#' || room[most + 1] != '#')
        return false;
    most = PRINTABLE_JSON(n);
    len = json_of(want, p, n);
    memset(room, '#', sizeof room);
    got = (size_t)(put_json(room + 1, (trawl_str){p, n}) - (room + 1));
    return got == len && memcmp(room + 1, want, len) == 0 && room[0] == '#' &&
           room[most + 1] == '#';
}

static void places(void)
{
    static const char *const odd[] = {"\"",
                                      "\\",
                                      "\n",
                                      "\t",
                                      "\x01",
                                      "\x7F",
                                      "\xC3",
                                      "\xC3\xA9",
                                      "\xE2\x80\xAE",
                                      "\xED\xA0\x80",
                                      "\xF0\x9F\x98\x80"};
    char text[LONGEST];
    size_t wrong = 0;

    for (size_t n = 0; n <= LONGEST; n++) {
        for (size_t i = 0; i < n; i++)
            text[i] = (char)('a' + i % 26);
        wrong += !is_right(text, n);
        for (size_t k = 0; k < sizeof odd / sizeof odd[0]; k++) {
            size_t len = strlen(odd[k]);
            for (size_t i = 0; i + len <= n; i++) {
                char was[4];
                memcpy(was, text + i, len);
                memcpy(text + i, odd[k], len);
                wrong += !is_right(text, n);
                memcpy(text + i, was, len);
            }
        }
    }
    is_int(wrong, 0, "texts of all lengths, with each kind of byte at any place");
}

static void characters(void)
{
    uint32_t code = 0;

    for (; code <= 0x10FFFF; code += code == 0xD7FF ? 0x801 : 1) {
        char source[8];
        size_t n = 1 + utf8_encode(source + 1, code);
        source[0] = 'a';
        source[n++] = 'b';
        if (!is_right(source, n))
            break;
    }
    is_int(code, 0x110000, "every character");
}

int main(void)
{
    numbers();
    places();
    characters();
    return done();
}
