/* t_display.c - trawl_display: tests every line of testdata/spec/display.txt, and laws that hold
 * for all URLs
 *
 * The laws, for any bytes x:
 *   - display(x) means the same URL as x: the ASCII forms of both have the same canonical form;
 *   - display(display(x)) = display(x);
 *   - display(x) is UTF-8 without control characters, blanks, "<", ">", quotation marks and
 *     invisible characters (M8);
 *   - what RFC 3986 or RFC 3987 accepts is still accepted by RFC 3987.
 *
 * They are tested with every URL of the other spec files, with those of urls.h, and with URLs put
 * together from difficult pieces.
 */
#include <trawl.h>

#include "base/memory.h"
#include "base/utf8.h"
#include "url/inside.h"
#include "gen1738.h"
#include "urls.h"
#include "specfile.h"
#include "tap.h"

enum { ID, URL, WANT, FIELDS };

typedef struct bytes {
    char p[4 * SPEC_STORE];
    size_t n;
} bytes;

typedef int form(const char *url, size_t n, char *out, size_t size, size_t *len);

static bool make(form *f, const char *url, size_t n, bytes *b)
{
    return f(url, n, b->p, sizeof b->p, &b->n) == TRAWL_OK;
}

static bool have_idn(void)
{
#ifdef HAVE_IDN2
    return true;
#else
    return false;
#endif
}

static void lines(void)
{
    static spec_file spec;
    static bytes got;

    spec_open(&spec, "display.txt");
    while (spec_next(&spec)) {
        if (spec.fields != FIELDS)
            spec_die(&spec, "not three fields");
        if (strncmp(spec.field[ID], "idn", 3) == 0 && !have_idn()) {
            skip("%s: without libidn2", spec.field[ID]);
            continue;
        }
        ok(make(trawl_display, spec.field[URL], spec.length[URL], &got), "%s answers",
           spec.field[ID]);
        is_mem(got.p, got.n, spec.field[WANT], spec.length[WANT], "%s %s", spec.field[ID],
               spec.field[URL]);
    }
    spec_close(&spec);
}

static bool may_be_shown(uint32_t c)
{
    if (c <= ' ' || (c >= 0x7F && c <= 0xA0) || c == '<' || c == '>' || c == '"' ||
        c == UTF8_INVALID)
        return false;
    return !(c == 0xAD || c == 0x61C || c == 0x200B || c == 0x200E || c == 0x200F ||
             (c >= 0x2028 && c <= 0x202F) || c == 0x2060 || (c >= 0x2066 && c <= 0x2069) ||
             c == 0xFEFF || c == 0x3000);
}

static bool is_printable(const bytes *b)
{
    utf8_char c;

    for (size_t i = 0; i < b->n; i += c.len) {
        c = utf8_decode(b->p + i, b->n - i);
        if (!may_be_shown(c.code))
            return false;
    }
    return true;
}

/* Returns the first law that the URL breaks, or NULL. */
static const char *broken_law(const char *url, size_t n)
{
    static bytes once, twice, plain;

    if (!make(trawl_display, url, n, &once) || !make(trawl_display, once.p, once.n, &twice))
        return "answers";
    if (once.n != twice.n || memcmp(once.p, twice.p, once.n) != 0)
        return "twice gives the same as once";
    if (!is_printable(&once))
        return "is printable";
    if (!make(trawl_ascii, url, n, &plain) || !make(trawl_ascii, once.p, once.n, &twice) ||
        trawl_same(plain.p, plain.n, twice.p, twice.n) != 1)
        return "means the same URL";
    if (n < TRAWL_URL_MAX / 4 && trawl_accepts(TRAWL_STANDARD_IRI, url, n) == 1 &&
        trawl_accepts(TRAWL_STANDARD_IRI, once.p, once.n) != 1)
        return "is still an IRI";
    return NULL;
}

static void laws_of_file(const char *name, int url)
{
    static spec_file spec;

    spec_open(&spec, name);
    while (spec_next(&spec)) {
        const char *law = broken_law(spec.field[url], spec.length[url]);
        is_str(law, NULL, "%s %s: %.60s", name, spec.field[0], spec.field[url]);
    }
    spec_close(&spec);
}

static void laws_of_good(void)
{
    int broken = 0;

    for (size_t i = 0; i < GOOD_URLS; i++) {
        const char *law = broken_law(good_urls[i], strlen(good_urls[i]));
        if (law && ++broken)
            printf("# %s: %s\n", good_urls[i], law);
    }
    is_int(broken, 0, "URLs of urls.h that break a law");
}

/* Pieces that are difficult next to each other. */
static const char *const scheme_piece[] = {
    "http://", "https://", "ftp://", "mailto:", "x:", "urn:a:", "", "//", "gopher://"};
static const char *const host_piece[] = {"h",
                                         "a.example",
                                         "xn--bcher-kva.example",
                                         "b\xC3\xBC"
                                         "cher.example",
                                         "u:p@h",
                                         "\xD0\xB0pple.com",
                                         "XN--P1AI.a",
                                         "[::1]",
                                         "h:80",
                                         "a\xEF\xBC\x8F"
                                         "b",
                                         "xn--80ak6aa92e.com",
                                         "xn--4dbrk0ce.1a",
                                         "%41.b",
                                         "%%C3\xA4.b",
                                         "a_\xC3\xBC",
                                         "",
                                         "\xD7\x91.1a.b",
                                         "x.",
                                         "a@b@c",
                                         "xn--a\"b",
                                         "\xD1\x80\xD1\x84.\xD1\x80\xD1\x84",
                                         "%4\xC3\xBC"
                                         "1"};
static const char *const piece[] = {"/",
                                    "/",
                                    "?",
                                    "#",
                                    "&",
                                    "=",
                                    "%2F",
                                    "%2e",
                                    ".",
                                    "..",
                                    "%2E%2E",
                                    "/.",
                                    "%",
                                    "%%",
                                    "%4",
                                    "%34",
                                    "%41",
                                    "1",
                                    "a",
                                    "A",
                                    "%25",
                                    "%C3%A4",
                                    "\xC3\xA4",
                                    "\xC3",
                                    "%A4",
                                    "%C3",
                                    "\xA4",
                                    "%F0%9F%98%80",
                                    "\xF0\x9F",
                                    "%98\x80",
                                    "%E2%80%AE",
                                    "\xE2\x80\xAE",
                                    "(",
                                    ")",
                                    "[",
                                    "]",
                                    "{",
                                    "}",
                                    "%28",
                                    "%29",
                                    "%5B",
                                    "%7D",
                                    "\xEF\xBC\x88",
                                    "%EF%BC%89",
                                    "\xEF\xBC\x89",
                                    "%E3%80%8C",
                                    "%E3%80%8D",
                                    "<",
                                    ">",
                                    "%3C",
                                    "\"",
                                    " ",
                                    "%20",
                                    "\x01",
                                    "%00",
                                    "%0A",
                                    ":",
                                    "~",
                                    ":~:",
                                    ",",
                                    ";",
                                    "!",
                                    "%21",
                                    "'",
                                    "@",
                                    "%E3%80%82",
                                    "\xE3\x80\x82",
                                    "\xC2\xA0",
                                    "%EE%80%80",
                                    "%ED%A0%80",
                                    "%F4%90%80%80",
                                    "%E2%80%8D",
                                    "%EF%BF%BD",
                                    "\\",
                                    "|",
                                    "%5C",
                                    "^",
                                    "`",
                                    "+",
                                    "%2B",
                                    "%7e",
                                    "~",
                                    "\xE2\x80\x99",
                                    "%E1%84%80",
                                    "%EF%B8%8F",
                                    "b",
                                    "-",
                                    "_"};

#define ONE_OF(g, table) gen_text((g), (table)[gen_below((g), sizeof(table) / sizeof(table)[0])])

static void laws_of_generated(void)
{
    gen1738 g = {.state = 58};
    int broken = 0;

    for (int i = 0; i < 200000; i++) {
        g.n = 0;
        ONE_OF(&g, scheme_piece);
        ONE_OF(&g, host_piece);
        for (unsigned k = gen_below(&g, 12); k > 0; k--)
            ONE_OF(&g, piece);
        const char *law = broken_law(g.url, g.n);
        if (law && ++broken <= 20) {
            printf("# ");
            tap_bytes(g.url, g.n);
            printf(": %s\n", law);
        }
    }
    is_int(broken, 0, "generated URLs that break a law");
}

/* Tests every character alone: escaped and raw, at the end and before another, in each part. */
static void laws_of_characters(void)
{
    static const char *const frame[][2] = {
        {"http://h/", ""}, {"http://h/", "x"}, {"http://h/?", ""}, {"x:a#", "b"}};
    int broken = 0;

    for (unsigned c = 0; c < 0x30000; c += c < 0x3200 ? 1 : 37) {
        char raw[4], url[64];
        unsigned n = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
        for (unsigned k = n, rest = c; k-- > 0; rest >>= 6)
            raw[k] = (char)(n == 1 ? c : k ? 0x80 | (rest & 63) : (0xF00 >> n & 0xFF) | rest);
        for (int f = 0; f < 8; f++) {
            int len = snprintf(url, sizeof url, "%s", frame[f / 2][0]);
            for (unsigned k = 0; k < n; k++) {
                if (f & 1)
                    len += snprintf(url + len, sizeof url - (size_t)len, "%%%02x",
                                    (unsigned char)raw[k]);
                else
                    url[len++] = raw[k];
            }
            len += snprintf(url + len, sizeof url - (size_t)len, "%s", frame[f / 2][1]);
            const char *law = broken_law(url, (size_t)len);
            if (law && ++broken <= 20)
                printf("# U+%04X in frame %d: %s\n", c, f, law);
        }
    }
    is_int(broken, 0, "characters that break a law");
}

static void room(void)
{
    static const char url[] = "http://h/%C3%A4%C3%B6%C3%BC";
    char out[64] = {0};
    size_t n = 0, want = sizeof "http://h/\xC3\xA4\xC3\xB6\xC3\xBC" - 1;

    for (size_t size = 0; size < want; size++) {
        int answer = trawl_display(url, sizeof url - 1, size ? out : NULL, size, &n);
        ok(answer == TRAWL_ERROR_NO_SPACE && n == want, "%zu bytes into %zu", want, size);
    }
    memset(out, '!', sizeof out);
    is_int(trawl_display(url, sizeof url - 1, out, want, &n), TRAWL_OK, "and into enough room");
    ok(out[want] == '!', "no byte more is written");
    is_int(trawl_display(NULL, 1, out, sizeof out, &n), TRAWL_ERROR_MISUSE, "no URL");
    is_int(trawl_display(url, 1, NULL, 1, &n), TRAWL_ERROR_MISUSE, "no buffer");
    is_int(trawl_display(url, 1, out, 1, NULL), TRAWL_ERROR_MISUSE, "no length");
    is_int(trawl_display(NULL, 0, NULL, 0, &n), TRAWL_OK, "the empty URL gives nothing");
}

/* Tests long URLs: brackets beyond the limit, and many megabytes of escapes in a short time. */
static void long_ones(void)
{
    size_t n = 0, len;
    char *url = malloc(9 << 20), *out = malloc(9 << 20);

    if (!url || !out)
        abort();
    n += (size_t)sprintf(url, "http://h/");
    for (int i = 0; i < 130; i++)
        n += (size_t)sprintf(url + n, "%%EF%%BC%%88");
    n += (size_t)sprintf(url + n, "x");
    is_str(broken_law(url, n), NULL, "130 opening brackets");
    is_int(trawl_display(url, n, out, 9 << 20, &len), TRAWL_OK, "and gives a result");
    is_int((int)len, 9 + 125 * 3 + 5 * 9 + 1, "125 of them are decoded");
    while (n < 8 << 20)
        n += (size_t)sprintf(url + n, "%%C3%%A4");
    is_int(trawl_display(url, n, out, 9 << 20, &len), TRAWL_OK, "eight megabytes");
    free(url);
    free(out);
}

static void no_memory(void)
{
    static const char *const urls[] = {"http://xn--bcher-kva.xn--p1ai/", "http://b\xC3\xBC"
                                                                         "cher.example/"};
    char out[64];
    size_t n;

    if (!have_idn()) {
        skip("failing allocations: without libidn2 nothing is allocated");
        return;
    }
    for (size_t i = 0; i < 2; i++) {
        int answer = TRAWL_ERROR_NO_MEMORY, failures = 0;
        for (long k = 0; answer == TRAWL_ERROR_NO_MEMORY && k < 20; k++) {
            memory_fail_after(k);
            answer = trawl_display(urls[i], strlen(urls[i]), out, sizeof out, &n);
            memory_fail_after(-1);
            failures += answer == TRAWL_ERROR_NO_MEMORY;
        }
        ok(answer == TRAWL_OK && failures > 1, "%s: works after %d failed allocations", urls[i],
           failures);
    }
}

static void one_script(void)
{
    static const char *const good[] = {"b\u00FCcher",
                                       "\u043F\u0440\u0438\u043C\u0435\u0440-1",
                                       "\u65E5\u672C\u8A9E",
                                       "\u307F\u3093\u306A\u65E5\u672C\u30AF",
                                       "\uD55C\uAD6D",
                                       "\u0E44\u0E17\u0E22",
                                       "\u03B5\u03BB",
                                       "\u0645\u062B\u0627\u0644",
                                       "1-2",
                                       ""};
    static const char *const bad[] = {
        "\u0430pple",  "\u03B1b",    "\u65E5\u672Cabc", "\u30FB", "\u0645\u200C\u062E", "a_b",
        "\u0261oogle", "\U0001F600", "a\u0301",         "\xC3",   "\u0430\u03B1",       "\u2044"};

    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        ok(script_is_one(good[i], strlen(good[i])), "one script: %s", good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        ok(!script_is_one(bad[i], strlen(bad[i])), "not one script: %s", bad[i]);
    ok(script_looks_latin("\u0430\u0440\u0440\u04CF\u0435", 10) &&
           !script_looks_latin("\u0436\u0430", 4),
       "look-alikes");
}

int main(void)
{
    lines();
    laws_of_file("display.txt", 1);
    laws_of_file("verdicts.txt", 1);
    laws_of_file("canon.txt", 2);
    laws_of_good();
    laws_of_characters();
    laws_of_generated();
    room();
    long_ones();
    no_memory();
    one_script();
    return done();
}
