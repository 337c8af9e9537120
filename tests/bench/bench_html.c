/* bench_html.c - HTML taken apart: megabytes a second, by block size; gumbo and libxml2 with the same pages
 *
 *     bench_html [MEGABYTES]
 *
 * The pages are htmltext.h's, all as one. The aims: 1 GB/s in blocks of 64 KB, 50 MB/s byte by byte. The others are given
 * a fiftieth of it, page by page.
 */
#include <stdio.h>

#include "bench.h"
#include "html/html.h"
#include "htmltext.h"
#include "with_html.h"

enum { ROUNDS = 7, MEGABYTE = 1000000, BLOCK = 65536 };

typedef struct counts {
    unsigned long links, calls;
} counts;

static int count_text(void *user, const char *p, size_t n, uint64_t at)
{
    (void)p, (void)n, (void)at;
    ((counts *)user)->calls++;
    return 0;
}

static int count_reference(void *user, const char *p, size_t n, uint64_t from, uint64_t to)
{
    (void)p, (void)n, (void)from, (void)to;
    ((counts *)user)->calls++;
    return 0;
}

static bool count_wants(void *user, const html_name *tag, const html_name *name)
{
    (void)user, (void)tag;
    switch (name->n) {
    case 3:
        return memcmp(name->p, "src", 3) == 0;
    case 4:
        return memcmp(name->p, "href", 4) == 0;
    case 6:
        return memcmp(name->p, "action", 6) == 0 || memcmp(name->p, "srcset", 6) == 0;
    case 10:
        return memcmp(name->p, "background", 10) == 0 || memcmp(name->p, "formaction", 10) == 0;
    default:
        return false;
    }
}

static int count_attribute(void *user, const html_attribute *a)
{
    ((counts *)user)->links += a->name->p[0] == 'h';
    return 0;
}

static int count_start(void *user, const html_name *tag, bool self_closing)
{
    (void)tag, (void)self_closing;
    ((counts *)user)->calls++;
    return 0;
}

static int count_end(void *user, const html_name *tag)
{
    (void)tag;
    ((counts *)user)->calls++;
    return 0;
}

static int count_markup(void *user, uint64_t from, uint64_t to)
{
    (void)from, (void)to;
    ((counts *)user)->calls++;
    return 0;
}

static counts tokenize(const char *p, size_t n, size_t block)
{
    static html h;
    counts c = {0};
    html_out out = {.user = &c,
                    .text = count_text,
                    .reference = count_reference,
                    .wants = count_wants,
                    .attribute = count_attribute,
                    .start = count_start,
                    .end = count_end,
                    .markup = count_markup};

    html_begin(&h, &out);
    for (size_t at = 0; at < n; at += block)
        html_feed(&h, p + at, block < n - at ? block : n - at);
    html_finish(&h);
    return c;
}

static void tell(const char *name, double nanoseconds, size_t n, unsigned long links)
{
    printf("    %-36s%10.0f MB/s%10lu links\n", name, (double)n * 1e3 / nanoseconds, links);
}

static void measure(const char *name, const char *p, size_t n, size_t block)
{
    double times[ROUNDS];
    counts c = {0};

    for (int round = 0; round < ROUNDS; round++) {
        double begin = now();
        c = tokenize(p, n, block);
        times[round] = now() - begin;
        kept += c.calls;
    }
    tell(name, median(times, ROUNDS), n, c.links);
}

static unsigned long own_links(const char *p, size_t n)
{
    return tokenize(p, n, BLOCK).links;
}

#if defined(HAVE_LIBXML2)
static unsigned long libxml2_links(const char *p, size_t n)
{
    return with_libxml2(p, n, BLOCK);
}
#endif

/* The same pages, one after the other. */
static void measure_pages(const char *name, size_t most, unsigned long (*links)(const char *, size_t))
{
    htmltext t = {.chance = 1};
    unsigned long sum = 0;
    size_t done = 0;
    double time = 0;

    for (; done < most; done += t.n) {
        double begin;
        t.n = 0;
        htmltext_fill(&t, 1);
        begin = now();
        sum += links(t.p, t.n);
        time += now() - begin;
    }
    tell(name, time, done, sum);
    free(t.p);
}

static void measure_others(size_t n)
{
    measure_pages("page by page", n, own_links);
#if defined(HAVE_LIBXML2)
    measure_pages("page by page, libxml2, SAX", n, libxml2_links);
#else
    puts("    libxml2 was not there");
#endif
#if defined(HAVE_GUMBO)
    measure_pages("page by page, gumbo", n, with_gumbo);
#else
    puts("    gumbo was not there");
#endif
}

int main(int argc, char **argv)
{
    long megabytes = argc > 1 ? strtol(argv[1], NULL, 10) : 50;
    htmltext t = {.chance = 1};

    htmltext_fill(&t, (size_t)(megabytes > 0 ? megabytes : 1) * MEGABYTE);
    measure("blocks of 64 KB", t.p, t.n, BLOCK);
    measure("blocks of 4 KB", t.p, t.n, 4096);
    measure("7 bytes", t.p, t.n, 7);
    measure("byte by byte", t.p, t.n, 1);
    measure_others(t.n / 50 + 1);
    free(t.p);
    return 0;
}
