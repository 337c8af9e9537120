/* t_put.c - what records are written with: numbers, hex digits, blocks */
#include <inttypes.h>

#include "cli/put.h"
#include "tap.h"

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
        wrong += !is_number(k - 1) || !is_number(k) || !is_number(k + 1) || !is_number(9 * k + k / 2);
    for (int k = 0; k < 200000; k++) {
        n = n * 6364136223846793005u + 1442695040888963407u;
        wrong += !is_number(n >> k % 64);
    }
    ok(wrong == 0 && is_number(UINT64_MAX), "numbers of all lengths");
}

static void blocks(void)
{
    char from[128], to[128];
    bool all = true;

    for (size_t i = 0; i < sizeof from; i++)
        from[i] = (char)i;
    for (size_t n = 0; n <= 96; n++)
        all = all && put_blocks(to, from, n) == to + n && memcmp(to, from, n) == 0;
    ok(all, "blocks of all lengths");
}

/* All lengths that are held, and those around them; nothing is written in front nor behind. */
static void held(void)
{
    char from[PUT_HELD_MAX + 2], to[PUT_HELD_MAX + 4];
    struct put_held h, other;
    bool all = true;

    for (size_t i = 0; i < sizeof from; i++)
        from[i] = (char)(i + 1);
    for (size_t n = 0; n < sizeof from; n++) {
        bool fits = n >= PUT_BLOCK && n <= PUT_HELD_MAX;
        memset(to, 0, sizeof to);
        all = all && put_hold(&h, from, n) == fits;
        if (!all || !fits)
            continue;
        all = put_again(to + 1, &h) == to + 1 + n && memcmp(to + 1, from, n) == 0 && to[0] == 0;
        for (size_t i = n + 1; i < sizeof to; i++)
            all = all && to[i] == 0;
        all = all && put_hold(&other, to + 1, n) && put_is_same(&h, &other);
        for (size_t i = 1; i <= n && all; i++) {
            to[i] ^= 0x40;
            all = put_hold(&other, to + 1, n) && !put_is_same(&h, &other);
            to[i] ^= 0x40;
        }
    }
    ok(all, "texts in registers");
}

int main(void)
{
    char to[64];

    numbers();
    blocks();
    held();
    *put_hex(PUT(to, "x"), "\x09\xAF", 2) = '\0';
    is_str(to, "x09af", "hex digits");
    *put_word(to, "word") = '\0';
    is_str(to, "word", "a word");
    return done();
}
