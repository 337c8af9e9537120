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

int main(void)
{
    between();
    return done();
}
