/* t_notes.c - text with numbered links and their list; and the list alone, compared with a plain
 * search */
#include "emit/notes.c"

#include "emit_poor.h"
#include "emit_run.h"
#include "tap.h"

static emit_out out;

typedef struct sample {
    const char *name, *text, *wanted;
} sample;

/* clang-format off */
static const sample samples[] = {
    {"an empty text", "", ""},
    {"no link, no list", "plain\ttext\n", "plain\ttext\n"},
    {"a link", "See http://a.example/x.\n", "See http://a.example/x [1].\n\n   1. http://a.example/x\n"},
    {"no line end", "http://a.example/x", "http://a.example/x [1]\n\n   1. http://a.example/x\n"},
    {"after a wrapper", "<URL:http://a.example/lo\n  ng>, <joe@a.example>\n",
     "<URL:http://a.example/lo\n  ng> [1], <joe@a.example> [2]\n\n   1. http://a.example/long\n   2. mailto:joe@a.example\n"},
    {"two links in a wrapper", "<URL:http://a.example/ http://b.example/>\n",
     "<URL:http://a.example/ [1] http://b.example/> [2]\n\n   1. http://a.example/\n   2. http://b.example/\n"},
    {"the same URL, the same number", "http://a.example/%7ejoe http://b.example HTTP://A.Example:80/~joe http://b.example/\n",
     "http://a.example/%7ejoe [1] http://b.example [2] HTTP://A.Example:80/~joe [1] http://b.example/ [2]\n\n"
     "   1. http://a.example/%7ejoe\n   2. http://b.example\n"},
    {"URLs that are never live are in the list", "<URL:javascript:alert(1)>", "<URL:javascript:alert(1)> [1]\n\n"
     "   1. javascript:alert(1)\n"},
    {"controls", "\x1B[1ma\x07\x1B[2J\r\n<URL:http://a.example/\xE2\x80\xAE" "b>\n",
     "\x1B[1ma\xEF\xBF\xBD\xEF\xBF\xBD[2J\r\n<URL:http://a.example/[U+202E]b> [1]\n\n   1. http://a.example/[U+202E]b\n"},
};
/* clang-format on */

static void test_samples(void)
{
    for (size_t i = 0; i < sizeof samples / sizeof samples[0]; i++) {
        const sample *s = &samples[i];
        is_int(emit_cut_differs(&out, TRAWL_EMIT_FORMAT_NOTES, 0, s->text, strlen(s->text)), 0,
               "%s: the same in any cut", s->name);
        is_mem(out.p, out.n, s->wanted, strlen(s->wanted), "%s", s->name);
    }
}

static void test_tricks(void)
{
    terms t = {0};

    for (int i = 0; i < TRICKS; i++) {
        is_int(emit_cut_differs(&out, TRAWL_EMIT_FORMAT_NOTES, 0, tricks[i].p, tricks[i].n), 0,
               "trick %d: the same in any cut", i);
        terms_read(&t, out.p, out.n);
        is_str(t.broken, NULL, "trick %d: harmless", i);
        is_int(t.links.n, 0, "trick %d: no link", i);
    }
    terms_free(&t);
}

/* ---- The list ---- */

/* Makes a random URL of few letters, so that many are the same, are prefixes of others, or differ
 * only in form. */
static size_t some_url(uint64_t *seed, char *url, size_t size)
{
    static const char *const ends[] = {"",     "/", "/a",        "/%61", "/b",  "/a/b", "?a",
                                       ":80/", "#", "/\xC3\xA4", "/A",   "/ab", "//"};
    int n = snprintf(url, size, "%s://%c%s%s", emit_chance(seed, 4) ? "http" : "HTTP",
                     "abcd"[emit_chance(seed, 4)], emit_chance(seed, 3) ? "" : ".example",
                     ends[emit_chance(seed, sizeof ends / sizeof ends[0])]);

    return (size_t)n;
}

static void test_list(void)
{
    enum { URLS = 400 };
    static char all[URLS][64];
    notes_list list = {.m = &memory_default};
    uint64_t seed = 4;
    size_t count = 0, wrong = 0;

    for (int i = 0; i < 5000; i++) {
        char url[64];
        size_t n = some_url(&seed, url, sizeof url), number = 0, k = 0;
        while (k < count && trawl_same(all[k], strlen(all[k]), url, n) != 1)
            k++;
        if (k == count && count < URLS)
            memcpy(all[count++], url, n + 1);
        wrong += list_number(&list, (trawl_str){url, n}, &number) != TRAWL_OK || number != k + 1;
    }
    for (size_t k = 0; k < count; k++) {
        trawl_str url = list_url(&list, k + 1);
        wrong += url.n != strlen(all[k]) || memcmp(url.p, all[k], url.n) != 0;
    }
    ok(count > 50 && count < URLS, "%zu different URLs", count);
    is_int(wrong, 0, "5000 URLs: the same numbers as by a plain search");
    list_free(&list);
}

/* URLs that are prefixes of each other make the deepest possible tree. */
static void test_deep(void)
{
    static char url[4000];
    notes_list list = {.m = &memory_default};
    size_t wrong = 0, number;

    memset(url, 'a', sizeof url);
    memcpy(url, "http://a.example/", 17);
    for (int round = 0; round < 2; round++)
        for (size_t n = 17; n < sizeof url; n++)
            wrong +=
                list_number(&list, (trawl_str){url, n}, &number) != TRAWL_OK || number != n - 16;
    is_int(wrong, 0, "the deepest tree");
    list_free(&list);
}

int main(void)
{
    test_samples();
    test_tricks();
    test_list();
    test_deep();
    emit_poor(TRAWL_EMIT_FORMAT_NOTES, EMIT_POOR_TEXT " HTTP://A.example x", 80, 5);
    free(out.p);
    return done();
}
