/* t_ordinary.c - ordinary links are decided as all other links are: with the fast path of
 * find/scan/ordinary.c a text has the same events as without it
 *
 * The texts are all of testdata, random texts, and rows of links that are ordinary but for a byte or
 * two. Each is scanned under several settings and wants, in one piece without the fast path,
 * then with it, in one piece, in pieces of several lengths, and split in two.
 */
#include <stdio.h>
#include <stdlib.h>

#include "finding.h"
#include "gentext.h"
#include "scan_configs.h"
#include "tap.h"

#include "find/scan/scan.h"

enum {
    WANTS = 3,
    CONFIGS = SCAN_CONFIGS * WANTS,
    CONFIGS_EVERY = 1,
    CONFIGS_SOME = 11, /* each text has every eleventh setting, beginning with another one */
    SPLITS = 67,
    SPLITS_EVERY = 31,
    ROWS = 800,
    ROWS_EVERY = 1600,
    ROW_BYTES = 500,
    TEXTS = 100,
    TEXTS_EVERY = 200,
    TEXT_BYTES = 3000
};

/* A scan, and a line for each of its events but texts, which depend on the pieces. */
typedef struct scanned {
    trawl_scanner *t;
    growing lines;
} scanned;

static scanned plain[CONFIGS], straight[CONFIGS];

static int record(void *user, const trawl_event *e)
{
    scanned *s = user;

    if (e->type == TRAWL_EVENT_TEXT)
        return 0;
    growing_printf(&s->lines, "%d/%u %" PRIu64 "-%" PRIu64 " ", e->type, e->index, e->span.from,
                   e->span.to);
    finding_line(&s->lines, e->link);
    return 0;
}

static void open_scan(scanned *s, const trawl_config *c)
{
    if (configured_open(&s->t, c, record, s) != TRAWL_OK)
        abort();
}

static void open_all(void)
{
    static const unsigned wants[WANTS] = {0, WANTED_LINKS | WANTED_NO_PLACES, WANTED_URLS};

    for (unsigned k = 0; k < CONFIGS; k++) {
        trawl_config c = scan_config_make(k / WANTS, 0);

        wanted_set(&c, (scan_configs[k / WANTS].options & ~WANTED_EXPLAIN) | wants[k % WANTS]);
        c.charset = (trawl_str){NULL, 0};
        open_scan(&plain[k], &c);
        open_scan(&straight[k], &c);
    }
}

static void close_scan(scanned *s)
{
    configured_close(&s->t);
    free(s->lines.p);
}

static void close_all(void)
{
    for (unsigned k = 0; k < CONFIGS; k++) {
        close_scan(&plain[k]);
        close_scan(&straight[k]);
    }
}

/* Scans p[0..n) in pieces of `step` bytes, 0 for one piece, or split at `cut`. */
static void run(scanned *s, const char *p, size_t n, size_t step, size_t cut)
{
    int error = TRAWL_OK;

    growing_clear(&s->lines);
    step = step > 0 ? step : cut > 0 ? cut : n;
    for (size_t i = 0; i < n && error == TRAWL_OK; i += step) {
        step = i > 0 && cut > 0 ? n - i : step < n - i ? step : n - i;
        error = trawl_feed(s->t, p + i, step);
    }
    if (error != TRAWL_OK || trawl_finish(s->t) != TRAWL_OK || trawl_reset(s->t) != TRAWL_OK)
        abort();
}

/* Compares the events of a scan in these pieces with those without the fast path. */
static bool same(unsigned k, const char *name, const char *p, size_t n, size_t step, size_t cut)
{
    const growing *a = &plain[k].lines, *b = &straight[k].lines;

    run(&straight[k], p, n, step, cut);
    if (a->n == b->n && (a->n == 0 || memcmp(a->p, b->p, a->n) == 0))
        return true;
    printf("# %s, %s, want %u, pieces of %zu, split at %zu\n", name, scan_configs[k / WANTS].name,
           k % WANTS, step, cut);
    tap_show("without", a->p, a->n < 2000 ? a->n : 2000);
    tap_show("with", b->p, b->n < 2000 ? b->n : 2000);
    return false;
}

/* Compares both paths over a text; `from` chooses the settings and the splits. */
static bool holds(const char *name, const char *p, size_t n, size_t from)
{
    const unsigned some = tap_amount(CONFIGS_SOME, CONFIGS_EVERY);
    const size_t each = tap_amount(SPLITS, SPLITS_EVERY);
    bool good = true;

    for (unsigned k = from % some; k < CONFIGS && good; k += some) {
        ordinary_off = true;
        run(&plain[k], p, n, 0, 0);
        ordinary_off = false;
        good = same(k, name, p, n, 0, 0) && same(k, name, p, n, 1 + from % 61, 0);
        for (size_t cut = 1 + from % each; n < TEXT_BYTES && cut < n && good; cut += each)
            good = same(k, name, p, n, 0, cut);
    }
    return good;
}

static void one_file(const char *path, const char *p, size_t n)
{
    static size_t count;

    ok(holds(path, p, n, count++), "%s, %zu bytes", path, n);
}

/* ---- Rows of links that are nearly ordinary ---- */

static const char *const befores[] = {" ",
                                      "\n",
                                      "(",
                                      " (",
                                      "\n> ",
                                      "> ",
                                      "Message-ID: ",
                                      "<",
                                      " <",
                                      "References: ",
                                      "In ",
                                      "in ",
                                      "\t",
                                      ", ",
                                      "\r\n",
                                      "ssh ",
                                      " ssh -p 22 ",
                                      "mailto:",
                                      "Ann Lee ",
                                      "See ",
                                      ">, ",
                                      "> <",
                                      "msg ",
                                      "news:",
                                      "\\(",
                                      "[",
                                      "\"",
                                      "| ",
                                      " www-\n| ",
                                      " www-\n12: ",
                                      "12:",
                                      " ann\xE2\x80\x90\n| ",
                                      " \xE2\x9F\xA8",
                                      "URL:",
                                      "{",
                                      " @url{",
                                      "From: ",
                                      "\xC3\xA9",
                                      "-",
                                      "id:",
                                      "|",
                                      "by ",
                                      "Jones <",
                                      "cancel <"};
static const char *const locals[] = {"joe",
                                     "ann.lee",
                                     "a",
                                     "a_b",
                                     "x+y",
                                     "joe-",
                                     "_joe",
                                     "-joe",
                                     "k.99",
                                     "joe.",
                                     "joe...",
                                     ".joe",
                                     "a..b",
                                     "J",
                                     "4a5b6c7d.10203",
                                     "20050102030405.GA123",
                                     "000801c5$abc",
                                     "o'brien",
                                     "www",
                                     "joe=a",
                                     "jo~e",
                                     "1991Jan9.185746.9066"};
static const char *const hosts[] = {"a.example",
                                    "example.com",
                                    "mail.gmail.com",
                                    "b-c.example.org",
                                    "a.example.COM",
                                    "a--b.example",
                                    "x.example.pdf",
                                    "a.html",
                                    "localhost",
                                    "192.0.2.1",
                                    "irc.a.example",
                                    "a.example.de",
                                    "example.comE",
                                    "a.b-",
                                    "x..example.com",
                                    "a.example.co",
                                    "t.co",
                                    "t.c",
                                    "example.com.",
                                    "a.example:80",
                                    "example.com:8070",
                                    "a.example:0",
                                    "a.example:65537",
                                    "example.com:8O80",
                                    "a.example:443x"};
static const char *const paths[] = {
    "",    "/",     "/x",       "/x.html", "/a_b-c/d~e", "/x?a=b&c=%20", "/%2/x", "/x?a=b",
    "/x=", "/x%41", "/a=b\\_c", "/x.",     "/(x)",       "/x#y",         "/E",    "/x-",
    "/",   "/x,",   "/*",       "/x/y/z1", "?q=1",       "#f",           "/x@y"};
static const char *const afters[] = {" ",
                                     "\n",
                                     ">",
                                     ")",
                                     ",",
                                     ", ",
                                     ". ",
                                     ".\n",
                                     "\r\n",
                                     "\nhttp://b.example/ ",
                                     "-\n",
                                     " b",
                                     "\n> x ",
                                     ">\n",
                                     ":",
                                     ":/x",
                                     "[",
                                     "-",
                                     "@",
                                     "\t",
                                     "\xE2\x80\x90\n",
                                     "\\",
                                     "/",
                                     " has quit",
                                     ") JOIN",
                                     "=\n",
                                     "\x1B[0m",
                                     "\nftp://c.example/ ",
                                     "-\nb.example ",
                                     "\n-y\xE2\x9F\xA9 ",
                                     "'",
                                     "\"",
                                     "\nx/y.html\n"};

#define PUT_ONE(list) put(g, list[gentext_random(g, sizeof list / sizeof list[0])])

static void put(gentext *g, const char *s)
{
    gentext_put(g, s, strlen(s));
}

static void put_link(gentext *g)
{
    PUT_ONE(befores);
    if (gentext_random(g, 3) == 0) {
        put(g, gentext_random(g, 4) > 0 ? "http://" : gentext_random(g, 2) ? "https://" : "ftp://");
        PUT_ONE(hosts);
        PUT_ONE(paths);
    } else {
        PUT_ONE(locals);
        put(g, "@");
        PUT_ONE(hosts);
    }
    PUT_ONE(afters);
}

/* Makes a row of links; every second row has a random byte somewhere. */
static size_t make_row(uint64_t seed, char *out, size_t room)
{
    gentext g = {.state = seed * 2654435761u, .out = out, .room = room};

    for (unsigned k = 0; k < 12; k++)
        put_link(&g);
    if (seed % 2 && g.n > 0)
        g.out[gentext_random(&g, (uint32_t)g.n)] = (char)gentext_random(&g, 256);
    return g.n;
}

static void rows(void)
{
    const unsigned count = tap_amount(ROWS, ROWS_EVERY);
    char row[ROW_BYTES], name[40];
    unsigned bad = 0;

    for (unsigned seed = 1; seed <= count && bad < 5; seed++) {
        snprintf(name, sizeof name, "row %u", seed);
        bad += !holds(name, row, make_row(seed, row, sizeof row), seed);
    }
    is_int((int)bad, 0, "%u rows of links", count);
}

static void random_texts(void)
{
    const unsigned count = tap_amount(TEXTS, TEXTS_EVERY);
    static char out[TEXT_BYTES];
    char name[40];
    unsigned bad = 0;

    for (unsigned seed = 1; seed <= count && bad < 5; seed++) {
        size_t n = gentext_make(seed, out, sizeof out);
        snprintf(name, sizeof name, "text %u", seed);
        bad += !holds(name, out, n, seed);
    }
    is_int((int)bad, 0, "%u random texts", count);
}

/* ---- Texts where a rule acts beside an ordinary link ---- */

static void neighbours(void)
{
    static const char *const texts[] = {
        "see www-\n| joe@example.com x\n",
        "see ann\xE2\x80\x90\n| joe@example.com x\n",
        "\n \xE2\x9F\xA8http://a.example/x\n-y\xE2\x9F\xA9 z\n",
        "@url{http://a.example/x\ny} z\n",
        "https://urldefense.com/v3/__http://a.example\n/x__;Kw!!a$ z\n",
        "> http://a.example/x/\n> y.html z\n",
        "References: <1@a.example.com>\n <2@a.example.com> <joe@a.example.com>\n",
    };

    for (size_t k = 0; k < sizeof texts / sizeof texts[0]; k++) {
        bool good = true;

        for (size_t from = 0; from < CONFIGS_SOME; from++)
            good = holds("a neighbour", texts[k], strlen(texts[k]), from) && good;
        ok(good, "%s", texts[k]);
    }
}

/* ---- What is ordinary ---- */

/* Scans a text for URLs, and compares the number of ordinary links in it. */
static void taken(const char *p, unsigned count)
{
    trawl_config c = {.size = sizeof c, .want = TRAWL_WANT_URL};
    scanned s = {0};

    open_scan(&s, &c);
    ordinary_count = 0;
    run(&s, p, strlen(p), 0, 0);
    is_int((int)ordinary_count, (int)count, "%u ordinary links: %s", count, p);
    close_scan(&s);
}

int main(void)
{
    taken("From: Ann Lee <ann.lee+x@a.example.com>\n", 1);
    taken("Message-ID: <19ab@a.example.com>\n", 1);
    taken("mail ann_lee@example.com now, (joe@a.example.org).\n", 2);
    taken("See http://a.example/x and https://b.example.com, too\n", 1);
    taken("ftp://a.example/x http://b.example:8070/x%20y?z=1 and\n", 2);
    taken("<-joe@a.example.com> joe@a.example.pdf x joe..b@a.example.com http://a_b.example/ ", 0);
    open_all();
    neighbours();
    rows();
    random_texts();
    ok(testdata_each(one_file) > 0, "testdata has files");
    close_all();
    trawl_release();
    return done();
}
