/* t_utf8.c - one character of UTF-8, by the rows of Unicode's table 3-7; the columns it takes */
#include <stdio.h>

#include "base/utf8.h"
#include "tap.h"

/* The first byte, the range of the second, and the length. Further bytes are 80 to BF. */
static const struct {
    unsigned from, to, second_from, second_to, len;
} rows[] = {
    {0xC2, 0xDF, 0x80, 0xBF, 2}, {0xE0, 0xE0, 0xA0, 0xBF, 3}, {0xE1, 0xEC, 0x80, 0xBF, 3},
    {0xED, 0xED, 0x80, 0x9F, 3}, {0xEE, 0xEF, 0x80, 0xBF, 3}, {0xF0, 0xF0, 0x90, 0xBF, 4},
    {0xF1, 0xF3, 0x80, 0xBF, 4}, {0xF4, 0xF4, 0x80, 0x8F, 4},
};

/* Returns how many bytes of p[0..n) can begin one character, and the character's length. */
static unsigned good_bytes(const unsigned char *p, size_t n, unsigned *len)
{
    *len = p[0] < 0x80 ? 1 : 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        unsigned good = 1;
        if (p[0] < rows[i].from || p[0] > rows[i].to)
            continue;
        *len = rows[i].len;
        while (good < n && good < *len &&
               (good == 1 ? p[1] >= rows[i].second_from && p[1] <= rows[i].second_to
                          : p[good] >= 0x80 && p[good] <= 0xBF))
            good++;
        return good;
    }
    return 1;
}

static bool is_right(const char *p, size_t n)
{
    char back[4];
    unsigned len, good = good_bytes((const unsigned char *)p, n, &len);
    const utf8_char c = utf8_decode(p, n);

    if (utf8_length((unsigned char)p[0]) != len || c.len != good)
        return false;
    if (good != len)
        return c.code == UTF8_INVALID;
    return c.code != UTF8_INVALID && utf8_encode(back, c.code) == len && memcmp(back, p, len) == 0;
}

static void sequences(void)
{
    static const char ends[] = "\x7F\x80\xA5\xBF\xC0";
    unsigned long wrong = 0;

    for (unsigned first = 0; first < 256; first++)
        for (unsigned second = 0; second < 256; second++)
            for (unsigned k = 0; k < 25; k++)
                for (size_t n = 1; n <= 4; n++)
                    wrong +=
                        !is_right((char[]){(char)first, (char)second, ends[k / 5], ends[k % 5]}, n);
    is_int(wrong, 0, "each first and second byte");
    is_int(utf8_decode("\u00E9", 2).code, 0xE9, "two bytes");
    is_int(utf8_decode("\u20AC", 3).code, 0x20AC, "three bytes");
    is_int(utf8_decode("\U0001F600", 4).code, 0x1F600, "four bytes");
    is_int(utf8_decode_or_byte("\u20AC", 3).code, 0x20AC, "or a byte: a character");
    is_int(utf8_decode_or_byte("\x80"
                               "a",
                               2)
               .code,
           0x20AC, "or a byte: of windows-1252");
    is_int(utf8_decode_or_byte("\x9F", 1).code, 0x178, "or a byte: the last of its own");
    is_int(utf8_decode_or_byte("\xA0", 1).code, 0xA0, "or a byte: as in Latin-1");
    is_int(utf8_decode_or_byte("\xF0\x9F", 2).len, 1, "or a byte: alone");
}

/* Reads the rows of unicode.tsv into the columns and the classes of each character. */
static void read_source(FILE *f, unsigned char *columns, unsigned char *classes)
{
    static const char *const names[] = {"hidden", "bidi", "tag", "ignored", "unseen"};
    char line[256], name[16];
    unsigned from, to, bits;

    while (fgets(line, sizeof line, f)) {
        if (sscanf(line, "%15[a-z]\t%x\t%x", name, &from, &to) != 3)
            continue;
        for (unsigned c = from; c <= to && strcmp(name, "zero") == 0; c++)
            columns[c] = 0;
        for (unsigned c = from; c <= to && strcmp(name, "wide") == 0; c++)
            columns[c] *= 2; /* a mark has no column among wide characters, either */
        bits = 0;
        for (unsigned k = 0; k < sizeof names / sizeof *names; k++)
            bits |= strstr(line, names[k]) ? 1U << k : 0;
        if (strcmp(name, "invisible") == 0)
            memset(classes + from, (int)bits, to - from + 1);
    }
}

static void tables(void)
{
    static unsigned char columns[0x110000], classes[0x110000];
    unsigned other_columns = 0, other_classes = 0;
    FILE *f = fopen("src/gen/unicode.tsv", "r");

    memset(columns, 1, sizeof columns);
    if (f) {
        read_source(f, columns, classes);
        fclose(f);
    }
    ok(columns[0x300] == 0 && columns[0x4E00] == 2 && classes[0xAD], "the tables' source");
    for (uint32_t c = 0; c < 0x110000; c++) {
        other_columns += unicode_columns(c) != columns[c];
        other_classes += unicode_classes(c) != classes[c];
    }
    is_int(other_columns, 0, "the columns of each character");
    is_int(other_classes, 0, "the classes of each character");
}

int main(void)
{
    sequences();
    tables();
    return done();
}
