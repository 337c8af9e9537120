/* t_clean.c - a text without some bytes of its source (src/lib/find/join/clean.c)
 *
 * In a pattern a letter is a byte of the source that is kept, "." one that is left out, and "a3"
 * three bytes for which "a" is kept. All places are looked up, one by one.
 */
#include "find/join/join.h"
#include "tap.h"

enum { MOST = 16, BASE = 100 };

/* The bytes that are kept, and where each comes from. */
typedef struct kept_bytes {
    piece of[MOST];
    size_t n, source;
} kept_bytes;

static const char *const patterns[] = {
    "abc", "a.b", "..ab.c..", "a3", "a3b", "ab3c", "a..b3c2.d", ".a3.bc", "a2b2", "ab.cd2ef", "a",
};

static kept_bytes read_pattern(const char *p, clean *c)
{
    kept_bytes k = {.n = 0};

    for (; *p; p++) {
        const size_t len = p[1] >= '2' && p[1] <= '9' ? (size_t)(p[1] - '0') : 1;
        if (*p != '.') {
            k.of[k.n++] = (piece){k.source, k.source + len};
            clean_keep(c, k.source, len, p, 1);
        }
        k.source += len;
        p += len > 1;
    }
    return k;
}

/* Looks each place up. */
static void places(const char *pattern, const clean *c, const kept_bytes *k)
{
    size_t next = 0;

    for (size_t i = 0; i < k->n; i++) {
        const piece at = clean_source(c, i);
        ok(at.from == k->of[i].from && at.to == k->of[i].to, "%s: byte %zu", pattern, i);
    }
    ok(clean_source(c, k->n).from == k->of[k->n - 1].to &&
           clean_source(c, k->n).to == k->of[k->n - 1].to,
       "%s: its end", pattern);
    for (size_t from = 0; from <= k->source; from++) {
        while (next < k->n && k->of[next].to <= from)
            next++;
        is_int(clean_place(c, from), next, "%s: the place %zu of the source", pattern, from);
    }
}

/* Makes the pieces of each part of the text. */
static void pieces(const char *pattern, const clean *c, const kept_bytes *k, const memory *m)
{
    for (size_t from = 0; from < k->n; from++)
        for (size_t to = from + 1; to <= k->n; to++) {
            piece want[MOST];
            candidate f = {.m = m};
            unsigned count = 0;
            for (size_t i = from; i < to; i++) {
                if (i == from || k->of[i].from > k->of[i - 1].to)
                    want[count++].from = BASE + k->of[i].from;
                want[count - 1].to = BASE + k->of[i].to;
            }
            ok(clean_pieces(c, (piece){from, to}, BASE, &f) && f.piece_count == count &&
                   memcmp(f.pieces, want, count * sizeof *want) == 0,
               "%s: its bytes %zu to %zu", pattern, from, to);
            memory_free(m, f.pieces);
        }
}

static void all(const memory *m)
{
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++)
        for (size_t less = 0;; less++) {
            char p[MOST];
            clean c = {.p = p, .m = m};
            kept_bytes k = read_pattern(patterns[i], &c);
            if (less < k.n) {
                k.n -= less;
                clean_shorten(&c, k.n);
                is_int(c.n, k.n, "%s without %zu bytes", patterns[i], less);
                places(patterns[i], &c, &k);
                pieces(patterns[i], &c, &k, m);
                clean_keep(&c, k.source, 1, "z", 1);
                k.of[k.n++] = (piece){k.source, k.source + 1};
                k.source++;
                is_mem(c.p + c.n - 1, 1, "z", 1, "one more");
                places(patterns[i], &c, &k);
            }
            clean_shorten(&c, 0);
            is_int(c.count, 0, "nothing is left");
            memory_free(m, c.pieces);
            if (less >= k.n)
                break;
        }
}

static void no_memory(const memory *m)
{
    char p[MOST];
    candidate f = {.m = m};
    clean c = {.p = p, .m = m};

    memory_fail_after(0);
    clean_keep(&c, 0, 1, "a", 1);
    ok(c.no_memory && c.count == 0, "no memory for a piece");
    memory_fail_after(-1);
    c.n = 0;
    clean_keep(&c, 0, 1, "a", 1);
    memory_fail_after(0);
    ok(!clean_pieces(&c, (piece){0, 1}, 0, &f) && f.no_memory, "nor for that of a link");
    memory_fail_after(-1);
    memory_free(m, c.pieces);
}

int main(void)
{
    all(&memory_default);
    no_memory(&memory_default);
    return done();
}
