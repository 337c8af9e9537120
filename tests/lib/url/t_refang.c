/* t_refang.c - refanging and defanging: "hxxp://a[.]example" ↔ "http://a.example"
 *
 * Every text is fed in pieces of 1 to 31 bytes and in every split in two, and must give the same
 * text with the same places.
 */
#include <string.h>
#include <trawl.h>

#include "charset/charset.h"
#include "url/inside.h"
#include "url/refang/refang.h"
#include "tap.h"

enum { ROOM = 4096 };

/* The output, and where in the source each byte of it begins; starts[n] is the end of the
 * source. */
typedef struct got {
    char text[ROOM];
    size_t starts[ROOM + 1];
    bool other[ROOM];
    size_t n, src;
    srcmap map;
    bool failed;
} got;

static int take_text(void *user, const char *p, size_t n)
{
    got *g = user;

    for (size_t i = 0; i < n; i++) {
        g->text[g->n] = p[i];
        g->other[g->n] = false;
        g->starts[g->n++] = g->src++;
    }
    g->failed = g->failed || srcmap_add(&g->map, (uint32_t)n, 1, 1) != TRAWL_OK;
    return 0;
}

static int take_other(void *user, const char *p, size_t n, size_t src_n)
{
    got *g = user;

    for (size_t i = 0; i < n; i++) {
        g->text[g->n] = p[i];
        g->other[g->n] = true;
        g->starts[g->n++] = g->src;
    }
    g->src += src_n;
    g->failed = g->failed || n == 0 || src_n == 0 ||
                srcmap_add(&g->map, 1, (uint16_t)n, (uint16_t)src_n) != TRAWL_OK;
    return 0;
}

/* Refangs a text: `first` bytes, then `size` bytes at a time. */
static void refanged(got *g, const char *p, size_t n, size_t first, size_t size)
{
    refang r;
    refang_out out = {g, take_text, take_other};
    kernel_set signs;

    srcmap_open(&g->map, &memory_default);
    g->n = g->src = 0;
    g->failed = false;
    kernel_set_of(&signs, REFANG_SIGNS);
    refang_begin(&r, &out, kernel_choose(), &signs);
    for (size_t i = 0, part; i < n; i += part) {
        char piece[ROOM];
        part = i == 0 && first > 0 ? first : size;
        part = part < n - i ? part : n - i;
        memcpy(piece, p + i, part);
        (void)refang_feed(&r, piece, part);
        memset(piece, '.', part); /* the piece must not be read after the call */
        g->failed = g->failed || r.held_n >= REFANG_HELD;
    }
    (void)refang_finish(&r);
    g->starts[g->n] = g->src;
}

/* Returns true when the source map agrees with the places of the calls. */
static bool maps(got *g)
{
    bool same = g->map.text == g->n && g->map.src == g->src;

    for (size_t i = 0; i < g->n; i++) {
        same = same && srcmap_from(&g->map, i) == g->starts[i];
        same = same && !srcmap_is_identity_between(&g->map, i, i + 1) == g->other[i];
    }
    return same;
}

static bool same(const got *a, const got *b)
{
    return !a->failed && !b->failed && a->n == b->n && a->src == b->src &&
           !memcmp(a->text, b->text, a->n) &&
           !memcmp(a->starts, b->starts, (a->n + 1) * sizeof *a->starts);
}

static bool any_cut(const char *p, size_t n, const got *whole)
{
    static got cut;
    bool all = true;

    for (size_t k = 0; k < n + 31; k++) {
        refanged(&cut, p, n, k < n ? k : 0, k < n ? n : k - n + 1);
        all = all && same(&cut, whole);
        srcmap_close(&cut.map);
    }
    return all;
}

static void check(const char *source, const char *wanted)
{
    static got whole;
    size_t n = strlen(source);

    refanged(&whole, source, n, 0, n > 0 ? n : 1);
    is_mem(whole.text, whole.n, wanted, strlen(wanted), "%s", source);
    ok(whole.src == n && maps(&whole), "its places tile the source and agree with the map");
    ok(any_cut(source, n, &whole), "the same in any cut");
    srcmap_close(&whole.map);
}

/* B14 and E19: texts that are refanged; stays() has texts that must not change. */
static void refangs(void)
{
    static const char *const cases[][2] = {
        {"hxxp://example.com/", "http://example.com/"},
        {"hxxps://example[.]com/a", "https://example.com/a"},
        {"hXXp://example.com", "http://example.com"},
        {"HXXPS://EXAMPLE[.]COM", "HTTPS://EXAMPLE.COM"},
        {"h**p://example.com h**ps://example.com", "http://example.com https://example.com"},
        {"hxtp://a.com htxps://b.com", "http://a.com https://b.com"},
        {"meow://example(.)com", "http://example.com"},
        {"fxp://ftp{.}example{.}com", "ftp://ftp.example.com"},
        {"hxxp[:]//example[dot]com[/]a", "http://example.com/a"},
        {"hxxp[://]www(dot)example(DOT)com", "http://www.example.com"},
        {"https[://]example.com", "https://example.com"},
        {"http[:]//example.com", "http://example.com"},
        {"hxxp[:][/][/]example[.]com[/]", "http://example.com/"},
        {"hxxp:[//]example[.]com", "http://example.com"},
        {"example[.]com[:]8080[/]a", "example.com:8080/a"},
        {"www[.]example[.]com.", "www.example.com."},
        {"127[.]0[.]0[.]1", "127.0.0.1"},
        {"1.2.3[.]4", "1.2.3.4"},
        {"www.a.example\\.com", "www.a.example.com"},
        {"hxxp://a\\.example{.}com/b\\.c", "http://a.example.com/b.c"},
        {"(hxxp://example[.]com)", "(http://example.com)"},
        {"a,hxxp://example[.]com,\"b[.]example[.]com\"", "a,http://example.com,\"b.example.com\""},
        {"http://a.com/?u=hxxp://b[.]com", "http://a.com/?u=http://b.com"},
        {"hxxp://b\u00FCcher[.]\u4F8B\u3048", "http://b\u00FCcher.\u4F8B\u3048"},
        {"\u898B\u308Bhxxp://example.com", "\u898B\u308Bhttp://example.com"},
        {"joe[at]example[.]com", "joe@example.com"},
        {"joe(at)example.com", "joe@example.com"},
        {"joe[dot]doe{at}mail[dot]example[dot]com", "joe.doe@mail.example.com"},
        {"joe[@]example.com, ann(@)example(dot)org", "joe@example.com, ann@example.org"},
        {"joe+tag[at]my-host_1[.]example", "joe+tag@my-host_1.example"},
        {"hxxp://[2001:db8::1]/", "http://[2001:db8::1]/"},
        {"hxxp[://][2001:db8::1]/", "http://[2001:db8::1]/"},
        {"joe at example dot com", "joe@example.com"},
        {"Ann AT example DOT co DOT uk.", "Ann@example.co.uk."},
        {"joe [at] mail [dot] example [dot] org, now", "joe@mail.example.org, now"},
        {"joe (at) example.de", "joe (at) example.de"},
        {"joe[at]a.example at b dot com", "joe@a.example at b.com"},
        {"example dot com", "example.com"},
        {"hxxp://example dot museum", "http://example.museum"},
        {"h t t p s : / / example . com/x", "https://example.com/x"},
        {"a[at]012345678901234567890123456789012345678901234567890123456789012.example",
         "a@012345678901234567890123456789012345678901234567890123456789012.example"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        check(cases[i][0], cases[i][1]);
}

/* B14, keep */
static void stays(void)
{
    static const char *const texts[] = {
        "",
        "meet (at) noon",
        "polka dot is good",
        "look at example.com",
        "meet at noon dot",
        "the end . Next",
        "h t t p s : / / ",
        "joe at example dot nowhere9",
        "meet(at)noon",
        "meet (at)noon.example",
        "look[at]me now",
        "what a (dot) here",
        "(dot)matrix",
        "matrix(dot)",
        "end[.] Next",
        "end\\. Next a\\\\.b \\.c d\\.",
        "see [.] and (.)",
        "a [.]b c[.] d",
        "hxxp",
        "hxxp is how",
        "hxxp:",
        "hxxp:/x",
        "xhxxp://example.com",
        "meow meow: meow",
        "homeowner://x",
        "farm f(x) m[i]",
        "h**p stands for http",
        "x[:] and y[:]",
        "a[:]b",
        "a[:]1",
        "[://]",
        "a [://] b",
        "and[/]or [/]",
        "[b]bold[/b] [/] [@] [.]",
        "joe[at]",
        "joe[at]example",
        "joe[at]example.",
        "joe[at]example[.]",
        "[at]example.com",
        " (at)example.com",
        "joe[at].com",
        "a[at]0123456789012345678901234567890123456789012345678901234567890123.example",
        "[do",
        "a[do",
        "a(a",
        "h*",
        "hx",
        "a[.",
        "a[:/",
        "{",
        "[[[[((((",
    };

    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        check(texts[i], texts[i]);
}

/* ---- Random texts ---- */

static uint32_t seed = 3;

static unsigned pick(unsigned below)
{
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) % below;
}

static void by_chance(void)
{
    static const char *const bits[] = {
        "hxxp",  "[.]",   "(dot)", "[at]",  "(at)", "[:]", "[://]",
        "://",   "[/]",   "a",     "B9",    ".",    " ",   "hxxps",
        "meow",  "h*",    "*p",    "[",     "(",    "do",  "\u00E4",
        ":",     "/",     "-",     "@",     "xx",   "p",   "\n",
        "t]",    "ab-cd", " at ",  " dot ", "com",  " . ", "h t t p : / / ",
        " (at) "};
    static got whole;
    char text[ROOM];
    int good = 0;

    for (int i = 0; i < 400; i++) {
        size_t n = 0;
        for (unsigned left = 1 + pick(24); left > 0; left--) {
            const char *bit = bits[pick(sizeof bits / sizeof bits[0])];
            memcpy(text + n, bit, strlen(bit));
            n += strlen(bit);
        }
        refanged(&whole, text, n, 0, n);
        good += whole.src == n && maps(&whole) && any_cut(text, n, &whole);
        srcmap_close(&whole.map);
    }
    is_int(good, 400, "random texts, the same in any cut");
}

/* ---- Defang ---- */

static void defangs(void)
{
    static const char *const cases[][2] = {
        {"https://www.example.com/a.html", "hxxps://www[.]example[.]com/a.html"},
        {"http://example.com", "hxxp://example[.]com"},
        {"HTTP://EXAMPLE.COM/", "HXXP://EXAMPLE[.]COM/"},
        {"ftp://ftp.example.com/pub/a.tar.gz", "fxp://ftp[.]example[.]com/pub/a.tar.gz"},
        {"http://192.0.2.1:8080/a.b?c=d.e#f.g", "hxxp://192[.]0[.]2[.]1:8080/a.b?c=d.e#f.g"},
        {"http://joe.doe@example.com/", "hxxp://joe.doe@example[.]com/"},
        {"http://[2001:db8::1]/", "hxxp://[2001:db8::1]/"},
        {"http://a.com/?u=https://b.com/", "hxxp://a[.]com/?u=hxxps://b.com/"},
        {"mailto:joe.doe@example.com?subject=a.b", "mailto:joe.doe@example[.]com?subject=a.b"},
        {"mailto:a@b.com,c.d@e.com?cc=f.g@h.com", "mailto:a@b[.]com,c.d@e[.]com?cc=f.g@h[.]com"},
        {"joe@example.com", "joe@example[.]com"},
        {"www.example.com/a.b", "www[.]example[.]com/a.b"},
        {"example.com:80/a.b", "example[.]com:80/a.b"},
        {"news:comp.lang.c", "news:comp.lang.c"},
        {"mid:1.2@example.com/3.4@example.com", "mid:1.2@example[.]com/3.4@example[.]com"},
        {"gopher://example.com/1/a.b", "gopher://example[.]com/1/a.b"},
        {"javascript:alert(1)", "javascript:alert(1)"},
        {"http://b\u00FCcher.example/", "hxxp://b\u00FCcher[.]example/"},
        {"", ""},
    };
    static got back;
    char out[ROOM], again[ROOM];
    size_t len, more;

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *url = cases[i][0];
        is_int(trawl_defang(url, strlen(url), out, sizeof out, &len), TRAWL_OK, "%s", url);
        is_mem(out, len, cases[i][1], strlen(cases[i][1]), "is defanged");
        (void)trawl_defang(out, len, again, sizeof again, &more);
        is_mem(again, more, out, len, "defanging it again changes nothing");
        refanged(&back, out, len, 0, ROOM);
        is_mem(back.text, back.n, url, strlen(url), "refanging restores it");
        srcmap_close(&back.map);
        if (len > 0)
            is_int(trawl_defang(url, strlen(url), out, len - 1, &more), TRAWL_ERROR_NO_SPACE,
                   "too little room");
        is_int(more, len, "returns the length needed");
    }
}

int main(void)
{
    refangs();
    stays();
    by_chance();
    defangs();
    return done();
}
