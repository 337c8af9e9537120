/* t_sixteen.c - operations on sixteen bytes, and texts that are read and written without touching
 * their neighbours */
#include "base/sixteen.h"

#include "tap.h"

static bool between_is_right(unsigned first, unsigned last)
{
    for (unsigned from = 0; from < 256; from += sizeof(sixteen)) {
        unsigned char bytes[sizeof(sixteen)], told[sizeof(sixteen)];
        sixteen is;
        for (unsigned i = 0; i < sizeof bytes; i++)
            bytes[i] = (unsigned char)(from + i);
        is = sixteen_between(sixteen_load(bytes), (unsigned char)first, (unsigned char)last);
        memcpy(told, &is, sizeof told);
        for (unsigned i = 0; i < sizeof told; i++)
            if (told[i] != (from + i >= first && from + i <= last ? 0xFF : 0))
                return false;
    }
    return true;
}

static void between(void)
{
    bool all = true;

    for (unsigned first = 0; first < 256; first++)
        for (unsigned last = first; last < 256 && last - first < 255; last++)
            all = all && between_is_right(first, last);
    ok(all, "bytes between any two bytes");
}

typedef bool load_sixteens(sixteens *s, const char *p, size_t n);

/* Tests that texts of each length are copied exactly, and differ from a text that differs in any
 * byte. */
static void texts(load_sixteens *load, size_t longest)
{
    bool lengths = true, copies = true, differ = true;
    char from[100], other[100], to[100];
    sixteens s, t;

    for (size_t i = 0; i < sizeof from; i++)
        from[i] = (char)(i * 7 + 1);
    for (size_t n = 0; n < sizeof from; n++) {
        lengths = lengths && load(&s, from, n) == (n >= sizeof(sixteen) && n <= longest);
        if (n < sizeof(sixteen) || n > longest)
            continue;
        memset(to, 0, sizeof to);
        copies =
            copies && sixteens_store(to, &s) == to + n && memcmp(to, from, n) == 0 && to[n] == 0;
        memcpy(other, from, sizeof other);
        copies = copies && load(&t, other, n) && sixteens_same(&s, &t);
        for (size_t i = 0; i < n; i++) {
            other[i] ^= 0x40;
            differ = differ && load(&t, other, n) && !sixteens_same(&s, &t);
            other[i] ^= 0x40;
        }
    }
    ok(lengths, "texts of 16 to %zu bytes are loaded", longest);
    ok(copies, "and stored unchanged");
    ok(differ, "and differ from other texts");
}

int main(void)
{
    between();
    texts(sixteens_load, 64);
    texts(sixteens_load_48, 48);
    return done();
}
