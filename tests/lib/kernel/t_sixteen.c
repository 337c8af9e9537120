/* t_sixteen.c - operations on sixteen bytes */
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

/* Each length up to three vectors, with each byte at each place. */
static void test_has(void)
{
    char p[50];
    int wrong = 0;

    for (size_t n = 0; n < 50; n++)
        for (size_t at = 0; at < 50; at++)
            for (int c = 0; c < 256; c++) {
                const bool in = at < n;

                memset(p, 'a', sizeof p);
                p[at] = (char)c;
                wrong += sixteen_has(p, n, ';') != (in && (c == ';' || c >= 0x80));
                wrong += sixteen_has(p, n, 0) != (in && c >= 0x80);
            }
    is_int(wrong, 0, "a byte that is ';' or not ASCII is found, at each place");
}

int main(void)
{
    between();
    test_has();
    return done();
}
