/* t_kernel_decode.c - the kernels decode base64 and quoted-printable, as far as they like: each as one would do it by hand
 *
 * The text ends (and begins) at a page nobody may touch. Includes nothing but the kernels, as t_kernel.c, for t_kernel_arm.sh.
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

/* Groups of characters and nothing else; each with all its bits; most of what could be taken is. */
static bool agrees_on_base64(const kernel *k, const char *p, size_t n)
{
    char to[LONGEST + KERNEL_BASE64];
    size_t taken = k->base64(p, n, to), good = 0;

    while (good < n && six_of(p[good]) >= 0)
        good++;
    if (taken % 4 || taken > good || (good >= 32 && taken < 32))
        return false;
    for (size_t i = 0; i < taken; i += 4) {
        int bits = six_of(p[i]) << 18 | six_of(p[i + 1]) << 12 | six_of(p[i + 2]) << 6 | six_of(p[i + 3]);
        const unsigned char *at = (const unsigned char *)to + i / 4 * 3;
        if (at[0] != (bits >> 16 & 255) || at[1] != (bits >> 8 & 255) || at[2] != (bits & 255))
            return false;
    }
    return true;
}

/* Every character and every byte that is none, at every place. */
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

/* ---- Quoted-printable ---- */

static int digit_of(char c)
{
    static const char all[] = "0123456789ABCDEFabcdef";
    const char *at = c ? strchr(all, c) : NULL;

    return !at ? -1 : at - all < 16 ? (int)(at - all) : (int)(at - all) - 6;
}

/* What stands at p: its bytes, 0 for a "=" that begins neither a byte nor a line break; *c: what it means, -1 for nothing. */
static size_t plain_sign(const char *p, size_t n, int *c)
{
    *c = *p == '=' ? -1 : (unsigned char)*p;
    if (*p != '=')
        return 1;
    if (n > 1 && p[1] == '\n')
        return 2;
    if (n > 2 && p[1] == '\r' && p[2] == '\n')
        return 3;
    if (n < 3 || digit_of(p[1]) < 0 || digit_of(p[2]) < 0)
        return 0;
    *c = digit_of(p[1]) * 16 + digit_of(p[2]);
    return 3;
}

/* Whole signs, up to where one is none or the end is near; and nothing behind the room. */
static bool agrees_on_quoted(const kernel *k, const char *p, size_t n)
{
    char room[LONGEST + 1], *to = room, *at = room;
    size_t i = 0, taken, sign;
    int c;

    memset(room, '#', sizeof room);
    taken = k->quoted(p, n, &to);
    for (; i < taken; i += sign) {
        sign = plain_sign(p + i, n - i, &c);
        if (sign == 0 || (c >= 0 && (unsigned char)*at++ != c))
            return false;
    }
    return i == taken && at == to && room[n] == '#' &&
           (n - taken < KERNEL_BLOCK + 2 || plain_sign(p + taken, n - taken, &c) == 0);
}

/* Text with many signs, most of them good ones, and with none; and bytes of all kinds. */
static void test_quoted(const kernel *k, char *room)
{
    bool good = true;

    for (size_t n = 0; k->quoted && n <= LONGEST && good; n++) {
        char *p = n % 2 ? room : room + room_n - n;
        for (unsigned times = 0; times < 64 && good; times++) {
            for (size_t i = 0; i < n; i++)
                p[i] = (char)(times % 4 == 3 ? roll(256) : (unsigned char)"0123456789ABCDEFabcdef x"[roll(24)]);
            for (size_t i = roll(90); times > 0 && i + 3 <= n; i += 3 + roll(times < 32 ? 3 : 70))
                memcpy(p + i, &"=A9=\n2=\r\n=e0=3D=\ny"[3 * roll(6)], 3);
            for (size_t i = roll(400); i < n; i += 1 + roll(400))
                p[i] = "=\r\ng"[roll(4)];
            good = agrees_on_quoted(k, p, n);
        }
    }
    ok(good, "%s: quoted-printable", k->name);
}

int main(void)
{
    const kernel *k;
    char *room = guarded();

    for (size_t i = 0; (k = kernel_at(i)); i++) {
        test_base64(k, room);
        test_quoted(k, room);
    }
    return done();
}
