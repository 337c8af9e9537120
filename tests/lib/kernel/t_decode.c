/* t_decode.c - tests that the part of base64 that a kernel decodes is decoded as the RFC requires
 *
 * The text begins or ends at a protected page. Includes only the kernels' headers, for t_compilers.sh.
 */
#include "kernel/kernel.h"

#include <stdlib.h>
#include <string.h>

#include "guarded.h"
#include "tap.h"

enum { LONGEST = 200 };

/* ---- Base64 ---- */

static int six_of(char c)
{
    static const char all[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *at = c ? strchr(all, c) : NULL;

    return at ? (int)(at - all) : -1;
}

/* Returns true when only whole groups were decoded, all bits are right, and at least one register
 * was decoded where the text has one. */
static bool agrees_on_base64(const kernel *k, const char *p, size_t n)
{
    char to[LONGEST + KERNEL_BASE64];
    size_t taken = k->base64(p, n, to), good = 0;

    while (good < n && six_of(p[good]) >= 0)
        good++;
    if (taken % 4 || taken > good || (good >= 32 && taken < 32))
        return false;
    for (size_t i = 0; i < taken; i += 4) {
        int bits =
            six_of(p[i]) << 18 | six_of(p[i + 1]) << 12 | six_of(p[i + 2]) << 6 | six_of(p[i + 3]);
        const unsigned char *at = (const unsigned char *)to + i / 4 * 3;
        if (at[0] != (bits >> 16 & 255) || at[1] != (bits >> 8 & 255) || at[2] != (bits & 255))
            return false;
    }
    return true;
}

/* Tests texts of every length, with and without a byte outside the alphabet. */
static void test_base64(const kernel *k, char *room)
{
    bool good = true;

    for (size_t n = 0; k->base64 && n <= LONGEST && good; n++) {
        char *p = n % 2 ? room : room + room_n - n;
        for (unsigned times = 0; times < 32 && good; times++) {
            for (size_t i = 0; i < n; i++)
                p[i] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"[roll(64)];
            if (n > 0 && times > 0)
                p[roll((unsigned)n)] = (char)roll(256);
            good = agrees_on_base64(k, p, n);
        }
    }
    ok(good, "%s: base64", k->name);
}

int main(void)
{
    const kernel *k;
    char *room = guarded();

    for (size_t i = 0; (k = kernel_at(i)); i++) {
        test_base64(k, room);
    }
    return done();
}
