/* bench_check.c - the cost of a verdict for everyday URLs and for hostile ones, with and without
 * JIT
 *
 *     bench_check [FILE]      one URL a line; testdata/urls.txt, or without that the list of urls.h
 *
 * Prints processor time: medians of several runs, without the compilation of the patterns. For
 * everyday URLs it prints nanoseconds per URL. For hostile URLs it prints microseconds, in three
 * tables. The first has URLs of the maximal length: the slowest and the median of each scheme, and
 * the aim. The second has URLs of a megabyte, which are refused. The third has the time by length.
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <trawl.h>

#include "bench.h"
#include "url/grammar/grammar.h"
#include "urls.h"

enum { RUNS = 15, HOSTILE_RUNS = 3, URLS_MAX = 4096, MEGABYTE = 1 << 20 };

static trawl_str urls[URLS_MAX];
static size_t url_count;

static bool read_urls(const char *path)
{
    static char text[MEGABYTE];
    FILE *f = fopen(path, "rb");

    if (!f)
        return false;
    size_t n = fread(text, 1, sizeof text, f);
    fclose(f);
    for (size_t from = 0, i = 0; i < n && url_count < URLS_MAX; i++) {
        if (text[i] != '\n')
            continue;
        if (i > from)
            urls[url_count++] = (trawl_str){text + from, i - from};
        from = i + 1;
    }
    return url_count > 0;
}

static void own_urls(void)
{
    for (int i = 0; i < GOOD_URLS; i++)
        urls[url_count++] = (trawl_str){good_urls[i], strlen(good_urls[i])};
}

/* A function to measure. Its sum keeps the compiler from dropping the work. */
typedef unsigned long (*work)(trawl_str url);

static unsigned long by_1738(trawl_str url)
{
    return (unsigned long)trawl_accepts(TRAWL_STANDARD_RFC1738, url.p, url.n);
}

static unsigned long by_1630(trawl_str url)
{
    return (unsigned long)trawl_accepts(TRAWL_STANDARD_RFC1630, url.p, url.n);
}

static unsigned long by_3986(trawl_str url)
{
    return (unsigned long)trawl_accepts(TRAWL_STANDARD_RFC3986, url.p, url.n);
}

static unsigned long by_iri(trawl_str url)
{
    return (unsigned long)trawl_accepts(TRAWL_STANDARD_IRI, url.p, url.n);
}

static unsigned long check(trawl_str url)
{
    trawl_verdict v = {.size = sizeof v};

    (void)trawl_check(&v, url.p, url.n);
    return v.valid;
}

static unsigned long canonical(trawl_str url)
{
    char text[4096];
    size_t len = 0;

    (void)trawl_canonical(url.p, url.n, text, sizeof text, &len);
    return len;
}

static const struct {
    const char *name;
    work work;
} works[] = {
    {"trawl_accepts, RFC 1738", by_1738},
    {"trawl_accepts, RFC 1630", by_1630},
    {"trawl_accepts, RFC 3986", by_3986},
    {"trawl_accepts, IRI", by_iri},
    {"trawl_check", check},
    {"trawl_canonical", canonical},
};

enum { WORKS = sizeof works / sizeof works[0] };

static double ns_per_url(work w)
{
    double times[RUNS];
    size_t passes = 1 + 20000 / url_count;

    for (int run = -1; run < RUNS; run++) { /* the first run compiles the patterns */
        double begin = now();
        unsigned long sum = 0;
        for (size_t pass = 0; pass < passes; pass++)
            for (size_t i = 0; i < url_count; i++)
                sum += w(urls[i]);
        kept = sum;
        if (run >= 0)
            times[run] = (now() - begin) / (double)(passes * url_count);
    }
    return median(times, RUNS);
}

static void everyday(void)
{
    double ns[2][WORKS];

    for (int jit = 0; jit < 2; jit++) {
        match_use_jit(jit);
        for (int i = 0; i < WORKS; i++)
            ns[jit][i] = ns_per_url(works[i].work);
    }
    printf("ns a URL, median of %d runs over %zu URLs%14s%14s\n", RUNS, url_count, "JIT",
           "interpreter");
    for (int i = 0; i < WORKS; i++)
        printf("    %-44s%14.0f%14.0f\n", works[i].name, ns[1][i], ns[0][i]);
}

/* ---- Hostile URLs ---- */

static char hostile[MEGABYTE];

static unsigned long check_hostile(size_t n)
{
    trawl_verdict v = {.size = sizeof v};

    (void)trawl_check(&v, hostile, n);
    return v.valid + v.refusals;
}

static double check_time(size_t n)
{
    double times[HOSTILE_RUNS];

    for (int run = 0; run < HOSTILE_RUNS; run++) {
        double begin = now();
        kept = check_hostile(n);
        times[run] = now() - begin;
    }
    return median(times, HOSTILE_RUNS);
}

typedef struct worst {
    double time, median;
    int scheme, shape, bad;
} worst;

/* Measures all shapes with the schemes from..to, with and without a bad last byte. */
static worst slowest(int from, int to, size_t n)
{
    static double times[HOSTILE_SCHEMES * HOSTILE_SHAPES * 2];
    worst w = {0};
    size_t count = 0;

    for (int scheme = from; scheme < to; scheme++)
        for (int shape = 0; shape < HOSTILE_SHAPES; shape++)
            for (int bad = 0; bad < 2; bad++) {
                hostile_put(hostile, n, scheme, shape, bad);
                double time = times[count++] = check_time(n);
                if (time > w.time)
                    w = (worst){time, 0, scheme, shape, bad};
            }
    w.median = median(times, count);
    return w;
}

/* Returns the shape with its bytes beyond ASCII replaced. */
static const char *shown(int shape)
{
    static char text[64];
    size_t n = 0;

    for (const char *p = hostile_shape[shape]; *p && n < sizeof text - 5; p++)
        n += (size_t)sprintf(text + n, (unsigned char)*p < 0x80 ? "%c" : "\\x%02X",
                             (unsigned char)*p);
    return text;
}

/* The aims in microseconds, without JIT and with it. */
static const double aim[2] = {2000, 1000};

static void tell_aim(const char *what, int jit, double us)
{
    printf("    %s, %s: %.0f us, aim %.0f us, %s\n", what, jit ? "JIT" : "interpreter", us,
           aim[jit], us < aim[jit] ? "met" : "MISSED");
}

static void at_the_cap(void)
{
    double slow[2] = {0, 0};

    printf("trawl_check on hostile URLs of %d bytes, us%31s%34s\n", TRAWL_URL_MAX, "JIT",
           "interpreter");
    printf("    %-14s%-14s%10s%10s   %-14s%10s%10s\n", "scheme", "worst shape", "worst", "median",
           "worst shape", "worst", "median");
    for (int scheme = 0; scheme < HOSTILE_SCHEMES; scheme++) {
        printf("    %-14s", hostile_scheme[scheme]);
        for (int jit = 1; jit >= 0; jit--) {
            match_use_jit(jit);
            (void)slowest(scheme, scheme + 1, 1024); /* compiles the patterns */
            worst w = slowest(scheme, scheme + 1, TRAWL_URL_MAX);
            printf("%s%-14s%10.0f%10.0f", jit ? "" : "   ", shown(w.shape), w.time / 1e3,
                   w.median / 1e3);
            slow[jit] = w.time > slow[jit] ? w.time : slow[jit];
        }
        putchar('\n');
    }
    for (int jit = 1; jit >= 0; jit--)
        tell_aim("slowest", jit, slow[jit] / 1e3);
}

static void a_megabyte(void)
{
    printf("\ntrawl_check on %d bytes, refused as too long, us\n", MEGABYTE);
    match_use_jit(true);
    worst w = slowest(0, HOSTILE_SCHEMES, MEGABYTE);
    printf("    worst %.0f (%s and %s), median %.0f\n", w.time / 1e3, hostile_scheme[w.scheme],
           shown(w.shape), w.median / 1e3);
    tell_aim("slowest", 1, w.time / 1e3);
}

typedef struct line {
    double time[4];
} line;

static const size_t length[4] = {1024, 2048, 4096, 8192};

static line times_of(int scheme, int shape)
{
    line l;

    for (int i = 0; i < 4; i++) {
        hostile_put(hostile, length[i], scheme, shape, true);
        kept = check_hostile(length[i]);
        l.time[i] = check_time(length[i]) / 1e3;
    }
    return l;
}

static void print_line(int scheme, int shape, line l)
{
    printf("    %-12s%-16s", hostile_scheme[scheme], shown(shape));
    for (int i = 0; i < 4; i++)
        printf("%8.0f", l.time[i]);
    printf("%12.1f\n", l.time[3] / l.time[0]);
}

/* Prints each shape with one scheme, and the pair that grows fastest. Eight times the length should
 * take eight times as long, or a little more: in subjects of up to some 5000 bytes PCRE2 first
 * searches for a required byte, so it refuses short subjects early. */
static void growth(int jit)
{
    line most = {{1, 1, 1, 1}};
    int scheme_of_it = 0, shape_of_it = 0;

    match_use_jit(jit);
    printf("\ntrawl_check by length, us, %-11s%8s%8s%8s%8s   8 KiB / 1 KiB\n",
           jit ? "JIT" : "interpreter", "1 KiB", "2 KiB", "4 KiB", "8 KiB");
    for (int shape = 0; shape < HOSTILE_SHAPES; shape++)
        for (int scheme = 0; scheme < HOSTILE_SCHEMES; scheme++) {
            line l = times_of(scheme, shape);
            if (scheme == shape % HOSTILE_SCHEMES)
                print_line(scheme, shape, l);
            if (l.time[3] / l.time[0] > most.time[3] / most.time[0]) {
                most = l;
                scheme_of_it = scheme;
                shape_of_it = shape;
            }
        }
    printf("  steepest of %d:\n", HOSTILE_SCHEMES * HOSTILE_SHAPES);
    print_line(scheme_of_it, shape_of_it, most);
}

int main(int argc, char **argv)
{
    if (!read_urls(argc > 1 ? argv[1] : "testdata/urls.txt"))
        own_urls();
    everyday();
    at_the_cap();
    a_megabyte();
    growth(1);
    growth(0);
    trawl_release();
    return 0;
}
