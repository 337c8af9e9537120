/* t_ordinary.c - the short cut for URLs of the usual shape says what the patterns and the long ways say
 *
 * URLs made by chance of pieces that matter to one grammar or another. Whatever ordinary_read() knows, the four patterns are
 * asked too; and the same URL with its scheme in capitals, which takes the long way, must have the same forms.
 */
#include "tap.h"

#include <trawl.h>

#include "base/ascii.h"
#include "grammar/match.h"
#include "grammar/ordinary.h"
#include "grammar/parts.h"

static const char *const schemes[] = {"http://",  "https://", "mailto:", "ftp://",    "news:",   "nntp://", "http:",
                                      "httpx://", "ftp:",     "nntp:",   "mailto://", "news://", "Http://"};
static const char *const hosts[] = {"a.example", "a-b.c", "A.example",     "a",      "1a.b",    "a.1b", "a-.b",
                                    "a.-b",      "a..b",  "a.b.",          "",       "a1.b-2c", ".a",   "a_b",
                                    "1.2.3.4",   "h:80",  "u@h",           "a--b.c", "a:443",   "a:21", "a.b:8080",
                                    "a:",        "a:080", "a:99999999999", "a:1x"};
static const char *const bits[] = {"a", "B",  "7", "-", "_",  ".", "~",        "!",  "$",  "&",   "'", "(",   ")",
                                   "*", "+",  ",", ";", "=",  ":", "@",        "/",  "?",  "#",   "%", "%41", "[",
                                   "]", "\"", "<", " ", "\\", "^", "\xC3\xA9", "//", "++", "/..", "/."};

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
    if (url[1] == 'n') /* a group, and a number */
        add(url, chance(2) ? "a.b-c/1" : chance(2) ? "a.B" : hosts[chance(COUNT(hosts))]);
    for (; k > 0; k--)
        add(url, bits[chance(COUNT(bits))]);
}

static bool patterns_agree(const ordinary *o, const char *url, size_t n)
{
    url_parts parts;
    enum scheme_grammar grammar;

    parts_split(&parts, url, n);
    grammar = parts_grammar(&parts);
    return match_whole(pattern_1738(grammar), url, n) == ((o->valid & TRAWL_RFC1738) != 0) &&
           match_whole(pattern_1630(grammar), url, n) == ((o->valid & TRAWL_RFC1630) != 0) &&
           match_whole(P3986, url, n) == ((o->valid & TRAWL_RFC3986) != 0) &&
           match_whole(P3987, url, n) == ((o->valid & TRAWL_IRI) != 0) &&
           (url[0] != 'h' || match_whole(P9110_HTTP, url, n) == 1);
}

static bool forms_agree(const ordinary *o, const char *url, size_t n)
{
    char loud[512], form[600];
    size_t len = 0, scheme = strcspn(url, ":");
    bool same;

    memcpy(loud, url, n);
    for (size_t i = 0; i < scheme; i++)
        loud[i] = ascii_upper(loud[i]);
    same = trawl_canonical(loud, n, form, sizeof form, &len) == TRAWL_OK &&
           (len == n && memcmp(form, url, n) == 0) == o->canonical;
    same = same && trawl_ascii(loud, n, form, sizeof form, &len) == TRAWL_OK && len == n && memcmp(form, loud, n) == 0;
    if (o->canonical)
        same =
            same && trawl_canonical(url, n, form, sizeof form, &len) == TRAWL_OK && len == n && !memcmp(form, url, n);
    return same && trawl_ascii(url, n, form, sizeof form, &len) == TRAWL_OK && len == n && !memcmp(form, url, n);
}

static void test_by_chance(void)
{
    char url[512];
    int known = 0, canonical = 0, told = 0;
    bool all = true;

    for (int i = 0; i < 300000; i++) {
        ordinary o;
        size_t n;
        make(url);
        n = strlen(url);
        if (!ordinary_read(&o, url, n))
            continue;
        known++;
        canonical += o.canonical;
        if (patterns_agree(&o, url, n) && forms_agree(&o, url, n))
            continue;
        all = false;
        if (told++ < 10)
            printf("# %s: %x%s\n", url, o.valid, o.canonical ? ", canonical" : "");
    }
    ok(all, "all that is known is so");
    ok(known > 20000 && canonical > 5000 && canonical < known, "%d were known, %d of them canonical", known, canonical);
}

static void test_what_is_known(void)
{
    static const struct {
        const char *url;
        unsigned valid;
    } cases[] = {
        {"http://www.example.com/a/b.html", TRAWL_ANY_STANDARD},
        {"http://a.example", TRAWL_ANY_STANDARD},
        {"https://a.example/~joe/", TRAWL_RFC3986 | TRAWL_IRI},
        {"http://a.example/x?id=3", TRAWL_RFC1738 | TRAWL_RFC3986 | TRAWL_IRI},
        {"http://a.example/x?a+b", TRAWL_ANY_STANDARD},
        {"http://a.example/x?a/b", TRAWL_RFC3986 | TRAWL_IRI},
        {"http://a.example/x#top", TRAWL_RFC1630 | TRAWL_RFC3986 | TRAWL_IRI},
        {"http://a.example?x", TRAWL_RFC1630 | TRAWL_RFC3986 | TRAWL_IRI},
        {"mailto:joe@a.example", TRAWL_ANY_STANDARD},
        {"mailto:joe+x@a.example", TRAWL_RFC1738 | TRAWL_RFC3986 | TRAWL_IRI},
        {"http://3com.example/", 0},
        {"http://a.example:80/", TRAWL_ANY_STANDARD},
        {"http://a.example:/", 0},
        {"http://a.example/%41", 0},
        {"mailto:joe@a.example?subject=x", TRAWL_RFC1738 | TRAWL_RFC3986 | TRAWL_IRI},
        {"mailto:joe@a.example?subject=~x", TRAWL_RFC3986 | TRAWL_IRI},
        {"mailto:joe@a.example?subject=%20", 0},
        {"mailto:joe@a.example#x", 0},
        {"news:comp.lang.c", TRAWL_ANY_STANDARD},
        {"news:comp.lang.c++", 0},
        {"news:1.2", 0},
        {"nntp://a.example/comp.lang.c/17", TRAWL_RFC1738 | TRAWL_RFC3986 | TRAWL_IRI},
        {"nntp://a.example/comp.lang.c", TRAWL_RFC1738 | TRAWL_RFC3986 | TRAWL_IRI},
        {"nntp://a.example:119/comp.lang.c/17", TRAWL_RFC1738 | TRAWL_RFC3986 | TRAWL_IRI},
        {"nntp://a.example/comp.lang.c/", 0},
        {"nntp://a.example/", 0},
        {"ftp://ftp.a.example/pub/x.tar.gz", TRAWL_ANY_STANDARD},
        {"ftp://a.example/~joe/", TRAWL_RFC3986 | TRAWL_IRI},
        {"ftp://a.example/x:y", TRAWL_RFC1738 | TRAWL_RFC3986 | TRAWL_IRI},
        {"ftp://a.example", 0},
        {"ftp://a.example/x;type=A", 0},
        {"ftp://a.example/x?y", TRAWL_RFC1738 | TRAWL_RFC3986 | TRAWL_IRI},
        {"ftp://a.example/x#y", TRAWL_RFC1630 | TRAWL_RFC3986 | TRAWL_IRI},
        {"f", 0},
        {"h", 0},
        {"m", 0},
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        ordinary o = {0, false};
        bool known = ordinary_read(&o, cases[i].url, strlen(cases[i].url));
        ok(known == (cases[i].valid != 0) && (!known || o.valid == cases[i].valid), "%s", cases[i].url);
    }
}

/* Addresses are read by blocks: each length, an "@" and one more odd byte at each place. */
static void test_blocks(void)
{
    static const char odd[] = "@.-A_1/ ?+";
    char url[96] = "mailto:";
    bool all = true;

    for (size_t n = 1; n <= 40; n++)
        for (size_t at = 0; at < n; at++)
            for (size_t k = 0; k < n * (sizeof odd - 1); k++) {
                ordinary o;
                memset(url + 7, 'a', n);
                url[7 + at] = '@';
                url[7 + k % n] = odd[k / n];
                if (ordinary_read(&o, url, 7 + n))
                    all = all && patterns_agree(&o, url, 7 + n) && forms_agree(&o, url, 7 + n);
            }
    ok(all, "addresses by blocks");
}

int main(void)
{
    test_what_is_known();
    test_by_chance();
    test_blocks();
    return done();
}
