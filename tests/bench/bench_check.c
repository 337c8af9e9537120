/* bench_check.c - what a verdict costs for everyday URLs, with JIT and without
 *
 *     bench_check [FILE]      one URL a line; testdata/urls.txt, or a list of its own where that is not there
 *
 * Nanoseconds of processor time for one URL, medians of several runs. Making the patterns is not counted.
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <trawl.h>

#include "bench.h"
#include "good_urls.h"
#include "grammar/match.h"

enum { RUNS = 15, URLS_MAX = 4096, FILE_MAX = 1 << 20 };

static trawl_str urls[URLS_MAX];
static size_t url_count;

static bool read_urls(const char *path)
{
    static char text[FILE_MAX];
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

/* One of the things measured. */
typedef unsigned long (*work)(trawl_str url);

static unsigned long by_1738(trawl_str url)
{
    return (unsigned long)trawl_accepts(TRAWL_RFC1738, url.p, url.n);
}

static unsigned long by_1630(trawl_str url)
{
    return (unsigned long)trawl_accepts(TRAWL_RFC1630, url.p, url.n);
}

static unsigned long by_3986(trawl_str url)
{
    return (unsigned long)trawl_accepts(TRAWL_RFC3986, url.p, url.n);
}

static unsigned long by_iri(trawl_str url)
{
    return (unsigned long)trawl_accepts(TRAWL_IRI, url.p, url.n);
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

    for (int run = -1; run < RUNS; run++) { /* the first makes the patterns */
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
    printf("ns a URL, median of %d runs over %zu URLs%14s%14s\n", RUNS, url_count, "JIT", "interpreter");
    for (int i = 0; i < WORKS; i++)
        printf("    %-44s%14.0f%14.0f\n", works[i].name, ns[1][i], ns[0][i]);
}

int main(int argc, char **argv)
{
    if (!read_urls(argc > 1 ? argv[1] : "testdata/urls.txt"))
        own_urls();
    everyday();
    trawl_release();
    return 0;
}
