/* t_wrap_end.c - wrappers of the maximal length, with a tag or break that crosses their end
 *
 * Such text is dropped from the URL. Nothing after the input may be read (asan checks this), and
 * the events must not depend on where the text is cut.
 */
#include <stdio.h>
#include <stdlib.h>

#include "configured.h"
#include "gentext.h"
#include "promises.h"
#include "tap.h"

enum { LONGEST = 8192, AROUND = 16, TEXT_BYTES = 13000 };

static const char *const across[] = {"<b>",  "</abcdefgh1/>", "(cid:173)\n",
                                     "\\\n", "\xC2\xAD\n",    "-\n"};
static const char *const after[] = {
    "", "x", "xyz>", " a a a a a>", "\naaaaa\naaaaa>", "<b>", "xxxxxxxxxxxxxxxxxxxx"};
static const promises_cut cuts[] = {{0, 0, 0}, {0, 1, 0}, {0, 30, 1}, {0, 3000, 1}};

enum { CUTS = sizeof cuts / sizeof cuts[0] };

#define COUNT(list) (sizeof list / sizeof list[0])

/* Makes a wrapper of `front` bytes, then adds `across_it` once and `after_it` `often` times.
 * Returns the length. */
static size_t make(char *out, size_t front, const char *across_it, const char *after_it, int often)
{
    gentext g = {.out = out, .room = TEXT_BYTES};

    gentext_put(&g, "<URL:", 5);
    while (g.n < front)
        gentext_put(&g, "y", 1);
    gentext_put(&g, across_it, strlen(across_it));
    while (often-- > 0)
        gentext_put(&g, after_it, strlen(after_it));
    return g.n;
}

/* Returns true when the text gives the same events in one piece and in all pieces into which it is
 * cut. */
static bool same(trawl_scanner *t[2], promises seen[2], const char *p, size_t n)
{
    for (size_t k = 0; k < CUTS; k++) {
        bool cut = k > 0;
        if (!promises_run(&seen[cut], t[cut], p, n, cuts[k], false)) {
            printf("# %s\n", seen[cut].broken);
            return false;
        }
        if (cut && promises_differ(&seen[0], &seen[1], false) != TRAWL_ABSENT) {
            printf("# other events, cut %zu\n", k);
            return false;
        }
    }
    return true;
}

static int bad_with(trawl_scanner *t[2], promises seen[2], const char *across_it)
{
    static char room[TEXT_BYTES];
    int bad = 0;

    for (size_t front = LONGEST - AROUND; front <= LONGEST; front++)
        for (size_t k = 0; k < COUNT(after); k++)
            for (int often = 1; often <= 300; often *= 300)
                bad += !same(t, seen, room, make(room, front, across_it, after[k], often));
    return bad;
}

int main(void)
{
    trawl_config cfg = {.size = sizeof cfg, .want = TRAWL_WANT_DEFAULT | TRAWL_WANT_EXPLAIN};
    promises seen[2] = {{0}, {0}};
    trawl_scanner *t[2];

    for (int cut = 0; cut < 2; cut++)
        if (configured_open(&t[cut], &cfg, promises_sink, &seen[cut]) != TRAWL_OK)
            abort();
    for (size_t i = 0; i < COUNT(across); i++)
        is_int(bad_with(t, seen, across[i]), 0, "dropped text across the end of a wrapper: %zu", i);
    for (int cut = 0; cut < 2; cut++) {
        configured_close(&t[cut]);
        promises_free(&seen[cut]);
    }
    trawl_release();
    return done();
}
