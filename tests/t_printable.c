/* t_printable.c - what is the same in all forms is copied up to the first byte that is not, whatever its length and place */
#include "base/utf8.h"
#include "cli/glyph.h"
#include "cli/printable.h"
#include "tap.h"

#define LONGEST 150

static char from[LONGEST + 2], to[LONGEST + 4];

static bool is_plain(int c)
{
    return c >= 0x20 && c < 0x7F && c != '"' && c != '\\';
}

static void fill(void)
{
    char c = ' ';

    for (size_t i = 0; i < sizeof from; i++) {
        from[i] = c;
        do
            c = c == '~' ? ' ' : (char)(c + 1);
        while (!is_plain(c));
    }
}

/* Of n bytes, so many; nothing is written in front of them nor behind the n. */
static bool copies(size_t n, size_t want)
{
    memset(to, 0, sizeof to);
    if (printable_copy(to + 1, from + 1, n) != want || memcmp(to + 1, from + 1, want) != 0 || to[0] != 0)
        return false;
    for (size_t i = n + 1; i < sizeof to; i++)
        if (to[i] != 0)
            return false;
    return true;
}

/* The i-th byte is another one: it is where the copy ends, if it is odd. */
static bool stops(size_t n, size_t i, int c)
{
    char was = from[i + 1];
    bool good;

    from[i + 1] = (char)c;
    good = copies(n, is_plain(c) ? n : i);
    from[i + 1] = was;
    return good;
}

/* Each byte stands at the edges of what is looked at at once. */
static bool each_byte(size_t n)
{
    static const size_t places[] = {0, 7, 8, 15, 16, 31, 32, 47, 48, 63, 64};

    for (size_t k = 0; k < sizeof places / sizeof places[0]; k++)
        for (int c = 0; c < 256 && places[k] < n; c++)
            if (!stops(n, places[k], c) || !stops(n, n - 1 - places[k], c))
                return false;
    return true;
}

static bool table_is(const char *p, size_t n, const char *want)
{
    char room[PRINTABLE_TSV(LONGEST)];
    const char *end = printable_put_tsv(room, p, n);

    return (size_t)(end - room) == strlen(want) && memcmp(room, want, strlen(want)) == 0;
}

/* Controls, and what acts without being seen: glyph_hidden() written a second time. */
static bool is_hidden(uint32_t c)
{
    static const uint32_t some[] = {0x7F, 0xAD, 0x61C, 0x200B, 0x200E, 0x200F, 0x2060, 0xFEFF};

    for (size_t i = 0; i < sizeof some / sizeof some[0]; i++)
        if (c == some[i])
            return true;
    return c < 0x20 || (c >= 0x80 && c < 0xA0) || (c >= 0x2028 && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
}

/* In a table it is as it was, or each of its bytes is written in hex. */
static bool is_right(uint32_t code)
{
    char source[8], want[20];
    size_t n = 1 + utf8_encode(source + 1, code), k = 1;

    source[0] = want[0] = 'a';
    source[n++] = 'b';
    for (size_t i = 1; i < n - 1; i++)
        k += (size_t)sprintf(want + k, is_hidden(code) ? "\\x%02x" : "%c",
                             is_hidden(code) ? (unsigned char)source[i] : source[i]);
    want[k++] = 'b';
    want[k] = '\0';
    return table_is(source, n, want);
}

static void characters(void)
{
    uint32_t code = 0x80;

    while (code <= 0x10FFFF && is_right(code))
        code += code == 0xD7FF ? 0x801 : 1;
    is_int(code, 0x110000, "each character beyond ASCII in a table");
}

/* Whatever three bytes stand there, what is taken for one character that shows is one. */
static void three_bytes(void)
{
    static const unsigned char edges[] = {0x00, 'a',  0x7F, 0x80, 0x8B, 0x8F, 0x90,
                                          0x9F, 0xA0, 0xA8, 0xBF, 0xC0, 0xE2, 0xFF};
    int wrong = 0;

    for (int i = 0x80 * 0x100 * (int)sizeof edges * 3; i-- > 0;) {
        int rest = i / 3, n = i % 3 + 1;
        const char p[3] = {(char)(0x80 + rest / (int)sizeof edges / 0x100), (char)(rest / (int)sizeof edges),
                           (char)edges[rest % (int)sizeof edges]};
        size_t bytes = glyph_showing(p, (size_t)n);
        uint32_t code;
        wrong += bytes > 0 && (glyph_next(p, (size_t)n, &code) != bytes || code == GLYPH_BAD || is_hidden(code));
    }
    is_int(wrong, 0, "no three bytes are taken for what they are not");
}

int main(void)
{
    bool all = true;

    fill();
    for (size_t n = 0; n <= LONGEST; n++)
        all = all && copies(n, n);
    ok(all, "plain texts of all lengths");
    for (size_t n = 0; n <= LONGEST; n++)
        for (size_t i = 0; i < n; i++)
            all = all && stops(n, i, '"') && stops(n, i, '\n') && stops(n, i, 0xC3);
    ok(all, "an odd byte at each place");
    for (size_t n = 0; n <= LONGEST; n++)
        all = all && each_byte(n);
    ok(all, "each byte");
    ok(table_is("a\tb\\\"", 5, "a\\tb\\\\\""), "what follows an odd byte");
    characters();
    three_bytes();
    ok(table_is("http://a.example/\xC3\xA9/\xFF", 21, "http://a.example/\xC3\xA9/\\xff"), "the same, beyond ASCII");
    return done();
}
