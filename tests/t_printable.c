/* t_printable.c - what is the same in all forms is copied up to the first byte that is not, whatever its length and place */
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
    ok(table_is("http://a.example/\xC3\xA9/\xFF", 21, "http://a.example/\xC3\xA9/\\xff"), "the same, beyond ASCII");
    return done();
}
