/* bench_hostile.c - what a verdict costs for URLs made to be as slow as can be, with JIT and without
 *
 * Microseconds of processor time, medians of several runs. Three tables: URLs of exactly the longest length that is
 * read, the slowest and the median for each scheme, against the aim; a megabyte, which is refused; time against length.
 */
#include <stdio.h>
#include <trawl.h>

#include "bench.h"
#include "grammar/match.h"
#include "hostile.h"

enum { RUNS = 3, MEGABYTE = 1 << 20 };

static char hostile[MEGABYTE];

static unsigned long check(size_t n)
{
    trawl_verdict v = {.size = sizeof v};

    (void)trawl_check(&v, hostile, n);
    return v.valid + v.refusals;
}

static double check_time(size_t n)
{
    double times[RUNS];

    for (int run = 0; run < RUNS; run++) {
        double begin = now();
        kept = check(n);
        times[run] = now() - begin;
    }
    return median(times, RUNS);
}

typedef struct worst {
    double time, median;
    int scheme, shape, bad;
} worst;

/* Over all shapes of the schemes from..to, with and without a bad last byte. */
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

/* Shapes hold bytes beyond ASCII. */
static const char *shown(int shape)
{
    static char text[64];
    size_t n = 0;

    for (const char *p = hostile_shape[shape]; *p && n < sizeof text - 5; p++)
        n += (size_t)sprintf(text + n, (unsigned char)*p < 0x80 ? "%c" : "\\x%02X", (unsigned char)*p);
    return text;
}

/* What we aim for, in microseconds, by whether there is JIT. */
static const double aim[2] = {2000, 1000};

static void tell_aim(const char *what, int jit, double us)
{
    printf("    %s, %s: %.0f us, aim %.0f us, %s\n", what, jit ? "JIT" : "interpreter", us, aim[jit],
           us < aim[jit] ? "met" : "MISSED");
}

static void at_the_cap(void)
{
    double slow[2] = {0, 0};

    printf("trawl_check on hostile URLs of %d bytes, us%31s%34s\n", TRAWL_URL_MAX, "JIT", "interpreter");
    printf("    %-14s%-14s%10s%10s   %-14s%10s%10s\n", "scheme", "worst shape", "worst", "median", "worst shape",
           "worst", "median");
    for (int scheme = 0; scheme < HOSTILE_SCHEMES; scheme++) {
        printf("    %-14s", hostile_scheme[scheme]);
        for (int jit = 1; jit >= 0; jit--) {
            match_use_jit(jit);
            (void)slowest(scheme, scheme + 1, 1024); /* makes the patterns */
            worst w = slowest(scheme, scheme + 1, TRAWL_URL_MAX);
            printf("%s%-14s%10.0f%10.0f", jit ? "" : "   ", shown(w.shape), w.time / 1e3, w.median / 1e3);
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
    printf("    worst %.0f (%s and %s), median %.0f\n", w.time / 1e3, hostile_scheme[w.scheme], shown(w.shape),
           w.median / 1e3);
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
        kept = check(length[i]);
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

/* Each shape with one scheme, and of all pairs the one that grows most. Eight times the length is eight times the work;
 * a little more where PCRE2, up to some 5000 bytes, first looks for a byte that must come and refuses without it. */
static void growth(int jit)
{
    line most = {{1, 1, 1, 1}};
    int scheme_of_it = 0, shape_of_it = 0;

    match_use_jit(jit);
    printf("\ntrawl_check by length, us, %-11s%8s%8s%8s%8s   8 KiB / 1 KiB\n", jit ? "JIT" : "interpreter", "1 KiB",
           "2 KiB", "4 KiB", "8 KiB");
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
    printf("  steepest of all %d:\n", HOSTILE_SCHEMES * HOSTILE_SHAPES);
    print_line(scheme_of_it, shape_of_it, most);
}

int main(void)
{
    at_the_cap();
    a_megabyte();
    growth(1);
    growth(0);
    trawl_release();
    return 0;
}
