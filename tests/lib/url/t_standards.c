/* t_standards.c - trawl_standards() gives the same results as the patterns
 *
 * URLs are made at random from pieces that matter to one of the grammars. trawl_standards() must
 * give the same result as the four patterns, whether it uses them or a faster path. A URL that it
 * calls canonical must equal its canonical form and, if RFC 3986 accepts it, its ASCII form. With
 * TRAWL_TEST_WHOLE, which "make check-all" sets, there are 300,000 URLs, else 60,000.
 */
#include "tap.h"

#include <stdlib.h>
#include <trawl.h>

#include "base/ascii.h"
#include "url/grammar/grammar.h"
#include "url/inside.h"

static const char *const schemes[] = {
    "http://",  "https://", "mailto:", "ftp://",    "news:",   "nntp://", "http:",
    "httpx://", "ftp:",     "nntp:",   "mailto://", "news://", "Http://"};
static const char *const hosts[] = {
    "a.example", "a-b.c", "A.example", "a",  "1a.b",  "a.1b",          "a-.b", "a.-b", "a..b",
    "a.b.",      "",      "a1.b-2c",   ".a", "a_b",   "1.2.3.4",       "h:80", "u@h",  "a--b.c",
    "a:443",     "a:21",  "a.b:8080",  "a:", "a:080", "a:99999999999", "a:1x"};
static const char *const bits[] = {"a",  "B", "7",        "-",  "_",   ".",   "~", "!",  "$", "&",
                                   "'",  "(", ")",        "*",  "+",   ",",   ";", "=",  ":", "@",
                                   "/",  "?", "#",        "%",  "%41", "[",   "]", "\"", "<", " ",
                                   "\\", "^", "\xC3\xA9", "//", "++",  "/..", "/."};

#define COUNT(a) (sizeof(a) / sizeof(a)[0])

static uint32_t chance_state = 1738;

static size_t chance(size_t n)
{
    chance_state = chance_state * 1664525u + 1013904223u;
    return (chance_state >> 8) % n;
}

static void add(char *url, const char *piece)
{
    strcat(url, piece);
}

static void make(char *url)
{
    size_t k = chance(8);

    url[0] = '\0';
    add(url, schemes[chance(8) ? chance(6) : chance(COUNT(schemes))]);
    if (url[0] == 'm') {
        for (size_t i = chance(5); i > 0; i--)
            add(url, bits[chance(3) ? chance(16) : chance(COUNT(bits))]);
        add(url, chance(9) ? "@" : "");
    }
    add(url, hosts[chance(2) ? chance(4) : chance(COUNT(hosts))]);
    if (url[0] != 'm' && strcmp(url, "news:") != 0 && chance(5))
        add(url, "/");
    if (url[0] == 'm' && chance(3) == 0)
        add(url, "?");
    if (url[1] == 'n') /* a group and a number */
        add(url, chance(2) ? "a.b-c/1" : chance(2) ? "a.B" : hosts[chance(COUNT(hosts))]);
    for (; k > 0; k--)
        add(url, bits[chance(COUNT(bits))]);
}

static unsigned by_patterns(const char *url, size_t n)
{
    url_parts parts;
    enum scheme_grammar grammar;

    parts_split(&parts, url, n);
    grammar = parts_grammar(&parts);
    return (match_whole(pattern_judges[grammar].by_1738, url, n) ? TRAWL_STANDARD_RFC1738 : 0u) |
           (match_whole(pattern_judges[grammar].by_1630, url, n) ? TRAWL_STANDARD_RFC1630 : 0u) |
           (match_whole(P3986, url, n) ? TRAWL_STANDARD_RFC3986 : 0u) |
           (match_whole(P3987, url, n) ? TRAWL_STANDARD_IRI : 0u);
}

static bool is_own_form(int (*make_form)(const char *, size_t, char *, size_t, size_t *),
                        const char *url, size_t n)
{
    char form[600];
    size_t len = 0;

    return make_form(url, n, form, sizeof form, &len) == TRAWL_OK && len == n &&
           memcmp(form, url, n) == 0;
}

/* Returns true when everything that trawl_standards() returns for the URL is right. */
static bool is_right(const char *url, int *canonical)
{
    size_t n = strlen(url);
    int valid = trawl_standards(url, n, canonical);
    bool good = valid >= 0 && (unsigned)valid == by_patterns(url, n) &&
                (!*canonical || is_own_form(trawl_canonical, url, n)) &&
                (!(valid & TRAWL_STANDARD_RFC3986) || is_own_form(trawl_ascii, url, n));

    for (unsigned standard = TRAWL_STANDARD_RFC1738; standard <= TRAWL_STANDARD_IRI; standard <<= 1)
        good = good && trawl_accepts(standard, url, n) == ((valid & (int)standard) != 0);
    if (!good)
        printf("# %s: %x%s\n", url, (unsigned)valid, *canonical ? ", canonical" : "");
    return good;
}

static void test_by_chance(void)
{
    int count = getenv("TRAWL_TEST_WHOLE") ? 300000 : 60000;
    int canonical = 0, wrong = 0;
    char url[512];

    for (int i = 0; i < count && wrong < 10; i++) {
        int same;
        make(url);
        wrong += !is_right(url, &same);
        canonical += same;
    }
    ok(wrong == 0, "random URLs get the same result as by the patterns");
    ok(canonical > count / 60, "%d of them are recognised as canonical", canonical);
}

static void test_cases(void)
{
    enum {
        BOTH_LATER = TRAWL_STANDARD_RFC3986 | TRAWL_STANDARD_IRI,
        NOT_1630 = TRAWL_STANDARD_RFC1738 | BOTH_LATER,
        NOT_1738 = TRAWL_STANDARD_RFC1630 | BOTH_LATER
    };
    static const struct {
        const char *url;
        unsigned valid;
    } cases[] = {
        {"http://www.example.com/a/b.html", TRAWL_STANDARD_ANY},
        {"http://a.example", TRAWL_STANDARD_ANY},
        {"https://a.example/~joe/", BOTH_LATER},
        {"http://a.example/x?id=3", NOT_1630},
        {"http://a.example/x?a+b", TRAWL_STANDARD_ANY},
        {"http://a.example/x?a/b", BOTH_LATER},
        {"http://a.example/x#top", NOT_1738},
        {"http://a.example?x", NOT_1738},
        {"mailto:joe@a.example", TRAWL_STANDARD_ANY},
        {"mailto:joe+x@a.example", NOT_1630},
        {"http://3com.example/", NOT_1630},
        {"http://a.example:80/", TRAWL_STANDARD_ANY},
        {"http://a.example:/", BOTH_LATER},
        {"http://a.example/%41", TRAWL_STANDARD_ANY},
        {"mailto:joe@a.example?subject=x", NOT_1630},
        {"mailto:joe@a.example?subject=~x", BOTH_LATER},
        {"mailto:joe@a.example?subject=%20", NOT_1630},
        {"mailto:joe@a.example#x", NOT_1738},
        {"news:comp.lang.c", TRAWL_STANDARD_ANY},
        {"news:comp.lang.c++", NOT_1630},
        {"news:1.2", BOTH_LATER},
        {"nntp://a.example/comp.lang.c/17", NOT_1630},
        {"nntp://a.example/comp.lang.c", NOT_1630},
        {"nntp://a.example:119/comp.lang.c/17", NOT_1630},
        {"nntp://a.example/comp.lang.c/", BOTH_LATER},
        {"nntp://a.example/", BOTH_LATER},
        {"ftp://ftp.a.example/pub/x.tar.gz", TRAWL_STANDARD_ANY},
        {"ftp://a.example/~joe/", BOTH_LATER},
        {"ftp://a.example/x:y", NOT_1630},
        {"ftp://a.example", NOT_1630},
        {"ftp://a.example/x;type=A", NOT_1630},
        {"ftp://a.example/x?y", NOT_1630},
        {"ftp://a.example/x#y", NOT_1738},
        {"f", 0},
        {"h", 0},
        {"m", 0},
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        int valid = trawl_standards(cases[i].url, strlen(cases[i].url), NULL);
        ok(valid >= 0 && (unsigned)valid == cases[i].valid, "%s", cases[i].url);
    }
}

int main(void)
{
    test_cases();
    test_by_chance();
    return done();
}
