/* t_match.c - tests match.c, the only file that calls PCRE2: how far match_reach() gets, JIT,
 * threads, releasing patterns
 *
 * "Longest viable prefix" is tested in two ways. For every prefix of a text, partial matching by
 * PCRE2's interpreter tells whether more bytes could make it a match. And a collection of endings
 * shows it by example: one of them completes the prefix up to the reach, but none completes the
 * prefix that is one byte longer. The texts are good URLs with a few bytes deleted, inserted,
 * replaced or exchanged, from a generator with a fixed seed.
 */
#include "url/grammar/grammar.h"

#include <trawl.h>

#include "urls.h"
#include "regex.h"
#include "tap.h"

enum { TEXTS = 1000, TEXT_MAX = 120, SEEDS_MAX = GOOD_URLS };

typedef struct text {
    char s[TEXT_MAX];
    size_t n;
} text;

/* The good URLs that a pattern matches. */
typedef struct seeds {
    const char *url[SEEDS_MAX];
    unsigned count;
} seeds;

static seeds seeds_of(enum pattern id)
{
    seeds s = {.count = 0};

    for (int i = 0; i < GOOD_URLS; i++)
        if (match_whole(id, good_urls[i], strlen(good_urls[i])) == 1)
            s.url[s.count++] = good_urls[i];
    return s;
}

/* A xorshift generator: gives the same numbers everywhere. */
static uint32_t next(uint32_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

static char any_byte(uint32_t *state)
{
    static const char likely[] =
        "::://///??##[[]]@@@;;==&&%%%..--+~ \"<>\\|0123459aAfFgzZ_*,!$'()\0\x7F\x80\xA0\xBF\xC3\xE2\xEF\xF0";
    uint32_t r = next(state);

    return r % 4 ? likely[(r >> 8) % (sizeof likely - 1)] : (char)(r >> 8);
}

/* Inserts `count` bytes at i, or deletes them if count is negative. */
static void shift(text *t, size_t i, int count)
{
    size_t from = count < 0 ? i + (size_t)-count : i;

    memmove(t->s + i + (count > 0 ? count : 0), t->s + from, t->n - from);
    t->n = (size_t)((long)t->n + count);
}

static void change(text *t, const seeds *all, uint32_t *state)
{
    uint32_t r = next(state);
    size_t i = t->n ? (r >> 4) % t->n : 0, k, n;
    const char *other = all->url[next(state) % all->count];

    switch (r % 6) {
    case 0:
        if (t->n)
            shift(t, i, -1);
        break;
    case 1:
    case 2:
        shift(t, i, 1);
        t->s[i] = any_byte(state);
        break;
    case 3:
        if (t->n)
            t->s[i] = any_byte(state);
        break;
    case 4: /* truncate, or double a piece */
        if (r & 64)
            t->n = i;
        else if (t->n - i >= 3)
            shift(t, i, 3);
        break;
    default: /* the end of another text */
        n = strlen(other);
        k = next(state) % (n + 1);
        t->n = i;
        memcpy(t->s + i, other + k, n - k);
        t->n += n - k;
    }
}

static text make_text(const seeds *all, uint32_t *state)
{
    const char *url = all->url[next(state) % all->count];
    text t = {.n = strlen(url)};

    memcpy(t.s, url, t.n);
    for (uint32_t changes = 1 + next(state) % 3; changes > 0 && t.n < TEXT_MAX - 60; changes--)
        change(&t, all, state);
    return t;
}

static bool viable(const regex *r, const char *s, size_t n)
{
    int found = n == 0 ? 0 : regex_run(r, s, n, PCRE2_PARTIAL_SOFT, NULL);

    return found >= 0 || found == PCRE2_ERROR_PARTIAL;
}

/* Returns the length of the longest viable prefix, or -1 when a prefix of it is not viable. */
static long reach_by_partial(const regex *r, const text *t)
{
    size_t k = 0, longest;

    while (k < t->n && viable(r, t->s, k + 1))
        k++;
    for (longest = k; k < t->n; k++)
        if (viable(r, t->s, k + 1))
            return -1;
    return (long)longest;
}

/* Returns true when s[0..n), some glue and the end of a good URL together match. */
static bool can_be_completed(enum pattern id, const seeds *all, const char *s, size_t n)
{
    static const char *const glue[] = {"",       "0",        "00",           "a",       "]",
                                       "::]",    "a]",       "v1.a]",        "@a",      "/",
                                       ".1.1.1", "00@h/",    "0@h/",         "a@b",     "\xA0",
                                       "\x80",   "\x80\x80", "\x80\x80\x80", "=a;",     "=a",
                                       "type=A", "N",        "1:1.1.1.1]",   ".1.1]",   "[",
                                       ":a",     "a:a",      "1=",           "\xBF\xBD"};
    char whole[2 * TEXT_MAX + 64];

    memcpy(whole, s, n);
    for (size_t g = 0; g < sizeof glue / sizeof glue[0]; g++) {
        size_t k = strlen(glue[g]);
        memcpy(whole + n, glue[g], k);
        for (unsigned i = 0; i < all->count; i++)
            for (const char *tail = all->url[i];; tail++) {
                size_t m = strlen(tail);
                memcpy(whole + n + k, tail, m);
                if (match_whole(id, whole, n + k + m) == 1)
                    return true;
                if (!*tail)
                    break;
            }
    }
    return false;
}

/* The library's result for one text. */
typedef struct answer {
    int whole;
    size_t at;
} answer;

static answer ask(enum pattern id, const char *s, size_t n)
{
    answer a = {match_whole(id, s, n), TEXT_MAX};

    if (a.whole == 0 && match_reach(id, s, n, &a.at) != 0)
        a.whole = -1;
    return a;
}

static void tell(const char *what, const text *t, answer a, long wanted)
{
    printf("# %s, got %zu, wanted %ld: ", what, a.at, wanted);
    tap_bytes(t->s, t->n);
    putchar('\n');
}

/* Compares the library's result with both references, and stores it for a comparison with the
 * interpreter. */
static void reach(enum pattern id, answer *kept)
{
    seeds all = seeds_of(id);
    regex r = regex_new(patterns[id].text);
    uint32_t state = 1738 + (uint32_t)id;
    int refused = 0, wrong = 0, incomplete = 0, too_short = 0;

    for (int i = 0; i < TEXTS; i++) {
        text t = make_text(&all, &state);
        answer a = kept[i] = ask(id, t.s, t.n);
        long wanted = reach_by_partial(&r, &t);
        if (a.whole != 0)
            continue;
        refused++;
        if (wanted != (long)a.at && wrong++ == 0)
            tell("reach", &t, a, wanted);
        if (!can_be_completed(id, &all, t.s, a.at) && incomplete++ == 0)
            tell("cannot be completed", &t, a, wanted);
        if (i % 20 == 0 && a.at < t.n && can_be_completed(id, &all, t.s, a.at + 1) &&
            too_short++ == 0)
            tell("can be completed one byte further on", &t, a, wanted);
    }
    regex_free(&r);
    ok(all.count >= 8 && refused >= TEXTS / 4, "pattern %d: %u good URLs, %d of %d texts refused",
       id, all.count, refused, TEXTS);
    is_int(wrong, 0, "pattern %d reaches as far as partial matching", id);
    is_int(incomplete, 0, "pattern %d: the prefix up to the reach can be completed", id);
    is_int(too_short, 0, "pattern %d: one byte more cannot", id);
}

/* Tests that the interpreter gives the same results. */
static void without_jit(enum pattern id, const answer *kept)
{
    seeds all = seeds_of(id);
    uint32_t state = 1738 + (uint32_t)id;
    int differ = 0;

    for (int i = 0; i < TEXTS; i++) {
        text t = make_text(&all, &state);
        answer a = ask(id, t.s, t.n);
        differ += a.whole != kept[i].whole || a.at != kept[i].at;
    }
    is_int(differ, 0, "pattern %d without JIT", id);
}

static int hostile_answers(answer *answers)
{
    static char url[TRAWL_URL_MAX];
    int count = 0, accepted = 0;

    for (int scheme = 0; scheme < HOSTILE_SCHEMES; scheme++)
        for (int shape = 0; shape < HOSTILE_SHAPES; shape++)
            for (int bad = 0; bad < 2; bad++) {
                hostile_put(url, sizeof url, scheme, shape, bad);
                for (unsigned standard = TRAWL_STANDARD_RFC1738; standard <= TRAWL_STANDARD_IRI;
                     standard <<= 1) {
                    int whole = trawl_accepts(standard, url, sizeof url);
                    answers[count++] = (answer){whole, 0};
                    accepted += whole == 1;
                }
            }
    return accepted;
}

/* Also tests URLs of the maximum length, where a limit or a stack overflow would show. */
static void hostile(void)
{
    enum { COUNT = HOSTILE_SCHEMES * HOSTILE_SHAPES * 2 * 4 };
    static answer jit[COUNT], interpreter[COUNT];
    int differ = 0, failed = 0;

    match_use_jit(false);
    int accepted = hostile_answers(interpreter);
    match_use_jit(true);
    is_int(hostile_answers(jit), accepted,
           "with JIT as many adversarial URLs of 8 KiB are accepted as without");
    for (int i = 0; i < COUNT; i++) {
        differ += jit[i].whole != interpreter[i].whole;
        failed += jit[i].whole < 0;
    }
    ok(accepted > COUNT / 10, "%d of %d are accepted", accepted, COUNT);
    is_int(differ, 0, "JIT and interpreter agree on each of them");
    is_int(failed, 0, "no match fails");
}

int main(void)
{
    static answer kept[PATTERNS][TEXTS];

    for (int id = 0; id < PATTERNS; id++)
        reach((enum pattern)id, kept[id]);
    match_use_jit(false);
    for (int id = 0; id < PATTERNS; id++)
        without_jit((enum pattern)id, kept[id]);
    match_use_jit(true);
    hostile();
    trawl_release();
    return done();
}
