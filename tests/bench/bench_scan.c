/* bench_scan.c - the speed of a scan on mail text and on hostile texts, and its memory
 *
 *     bench_scan [text | hostile | memory | open] [MEGABYTES]
 *
 * Prints processor time, the best of a few runs. "text" measures gigabytes a second over 256 MB of
 * mail text, by block size and events, compared with memchr(); the aims are 1 GB/s, and 20 MB/s
 * byte by byte. "hostile" measures each shape of shapes.h at 1 MiB and 2 MiB, in one piece, in
 * blocks and byte by byte; twice the length should take 1.9 to 2.1 times as long. "memory" prints
 * the library's own allocations and the growth of the process for lines of 100 MB; the aim is 4 MB.
 * "open" prints what it costs to make settings, and to open and close a scan; the aim is 2 us for a
 * scan.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <trawl.h>

#include "configured.h"
#include "text.h"
#include "purse.h"
#include "shapes.h"

enum { MEBI = 1 << 20, KIBI64 = 1 << 16, RUNS = 3, LINE_MEGABYTES = 100, OPENED = 20000 };

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static uint64_t links, texts;

static int count(void *user, const trawl_event *e)
{
    (void)user;
    links += e->type == TRAWL_EVENT_LINK;
    texts += e->type == TRAWL_EVENT_TEXT;
    return 0;
}

static const trawl_config by_default = {.size = sizeof by_default,
                                        .want = TRAWL_WANT_LINK | TRAWL_WANT_PLACE};
static const trawl_config with_text = {.size = sizeof with_text};
static const trawl_config everything = {
    .size = sizeof everything,
    .find = (TRAWL_FIND_NETPATH << 1) - 1 + TRAWL_FIND_OSC8,
    .want = TRAWL_WANT_LINK | TRAWL_WANT_PLACE,
    .options = TRAWL_OPTION_ALL_DOMAINS | TRAWL_OPTION_JOIN | TRAWL_OPTION_OTHER_ENDS,
};

/* Returns the seconds of one scan in blocks; block 0 means one piece. */
static double scan_once(const trawl_config *cfg, const char *text, size_t n, size_t block)
{
    double begin = now();
    trawl_scanner *t;

    links = texts = 0;
    if (configured_open(&t, cfg, count, NULL) != TRAWL_OK)
        abort();
    block = block ? block : n;
    for (size_t at = 0; at < n; at += block)
        if (trawl_feed(t, text + at, block < n - at ? block : n - at) != TRAWL_OK)
            abort();
    if (trawl_finish(t) != TRAWL_OK)
        abort();
    configured_close(&t);
    return now() - begin;
}

/* Returns the best of a few runs, or the time of one run when that takes long. */
static double scan_time(const trawl_config *cfg, const char *text, size_t n, size_t block)
{
    double best = scan_once(cfg, text, n, block), time;

    for (int run = 1; run < RUNS && best < 0.5; run++)
        if ((time = scan_once(cfg, text, n, block)) < best)
            best = time;
    return best;
}

/* ---- Mail text ---- */

static size_t count_byte(const char *text, size_t n, char wanted)
{
    const char *at = text, *end = text + n;
    size_t found = 0;

    while ((at = memchr(at, wanted, (size_t)(end - at)))) {
        found++;
        at++;
    }
    return found;
}

static size_t beyond_ascii(const char *text, size_t n)
{
    size_t found = 0;

    for (size_t i = 0; i < n; i++)
        found += (unsigned char)text[i] >= 0x80;
    return found;
}

static void speed(const char *what, const trawl_config *cfg, const char *text, size_t n,
                  size_t block)
{
    double best = scan_once(cfg, text, n, block), time;

    for (int run = 1; run < RUNS; run++)
        if ((time = scan_once(cfg, text, n, block)) < best)
            best = time;
    printf("    %-44s%8.3f GB/s%12llu links%12llu texts\n", what, (double)n / best / 1e9,
           (unsigned long long)links, (unsigned long long)texts);
}

static void mail(size_t n)
{
    char *text = malloc(n);
    size_t colons, ats, some = n < 16 * (size_t)MEBI ? n : 16 * (size_t)MEBI;
    double begin;

    if (!text)
        abort();
    mailtext_make(text, n);
    begin = now();
    colons = count_byte(text, n, ':');
    begin = now() - begin;
    ats = count_byte(text, n, '@');
    printf(
        "\n%zu MB of mail text: a ':' in %zu bytes, an '@' in %zu, a '<' in %zu, %.1f %% beyond ASCII\n",
        n / 1000000, n / colons, n / ats, n / (1 + count_byte(text, n, '<')),
        100.0 * (double)beyond_ascii(text, n) / (double)n);
    printf("    %-44s%8.3f GB/s\n", "memchr for ':' alone", (double)n / begin / 1e9);
    speed("links only, blocks of 64 KiB", &by_default, text, n, KIBI64);
    speed("links only, blocks of 1 MiB", &by_default, text, n, MEBI);
    speed("links only, in one piece", &by_default, text, n, 0);
    speed("with TEXT events, blocks of 64 KiB", &with_text, text, n, KIBI64);
    speed("everything found, blocks of 64 KiB", &everything, text, n, KIBI64);
    speed("links only, blocks of 1000 bytes", &by_default, text, some, 1000);
    speed("links only, byte by byte (16 MiB of it)", &by_default, text, some, 1);
    speed("with TEXT events, byte by byte (16 MiB)", &with_text, text, some, 1);
    free(text);
}

/* ---- Hostile texts ---- */

static const struct way {
    const char *name;
    size_t block;
    double aim; /* MB/s */
} ways[] = {{"in one piece", 0, 150}, {"64 KiB", KIBI64, 150}, {"byte by byte", 1, 10}};

enum { WAYS = sizeof ways / sizeof ways[0] };

typedef struct worst {
    double speed, ratio;
    const char *slowest, *steepest;
} worst;

static void hostile_row(const struct shape *s, const trawl_config *cfg, char *text, worst *w)
{
    bool slow = false;

    printf("    %-24s", s->name);
    for (int i = 0; i < WAYS; i++) {
        double one, two, rate, ratio;
        shape_make(s, text, MEBI);
        one = scan_time(cfg, text, MEBI, ways[i].block);
        shape_make(s, text, 2 * MEBI);
        two = scan_time(cfg, text, 2 * MEBI, ways[i].block);
        rate = 2 * MEBI / two / 1e6;
        ratio = two / one;
        slow = slow || rate < ways[i].aim;
        printf("%9.0f%c%7.2f%c", rate, rate < ways[i].aim ? '!' : ' ', ratio,
               ratio > 2.3 ? '!' : ' ');
        if (!w[i].slowest || rate < w[i].speed) {
            w[i].speed = rate;
            w[i].slowest = s->name;
        }
        if (!w[i].steepest || ratio > w[i].ratio) {
            w[i].ratio = ratio;
            w[i].steepest = s->name;
        }
    }
    printf("%9llu links%s\n", (unsigned long long)links, slow ? "  slow" : "");
    fflush(stdout);
}

static void hostile(const char *title, const trawl_config *cfg)
{
    char *text = malloc(2 * MEBI);
    worst w[WAYS] = {0};

    if (!text)
        abort();
    printf("\nHostile texts, %s: MB/s at 2 MiB, and the time divided by that of 1 MiB\n    %-24s",
           title, "shape");
    for (int i = 0; i < WAYS; i++)
        printf("%18s", ways[i].name);
    putchar('\n');
    for (int i = 0; i < SHAPES; i++)
        if (shapes[i].input == TRAWL_INPUT_TEXT)
            hostile_row(&shapes[i], cfg, text, w);
    for (int i = 0; i < WAYS; i++)
        printf("    %s: slowest %.1f MB/s (%s), steepest %.2f (%s)\n", ways[i].name, w[i].speed,
               w[i].slowest, w[i].ratio, w[i].steepest);
    free(text);
}

/* ---- Memory ---- */

static long resident(void)
{
    struct rusage usage;

    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

/* Scans one line of this many megabytes, which is made while it is fed. */
static void memory(const char *name, const char *head, const char *unit, size_t megabytes)
{
    static char block[KIBI64];
    trawl_config cfg = everything;
    long before = resident();
    purse mine = {.left = -1};
    trawl_scanner *t;

    cfg.want = TRAWL_WANT_DEFAULT;
    cfg.resize = purse_resize;
    cfg.resize_user = &mine;
    shape_repeat(block, 0, sizeof block, unit);
    if (configured_open(&t, &cfg, count, NULL) != TRAWL_OK ||
        trawl_feed(t, head, strlen(head)) != TRAWL_OK)
        abort();
    for (size_t fed = 0; fed < megabytes * 1000000; fed += sizeof block)
        if (trawl_feed(t, block, sizeof block) != TRAWL_OK)
            abort();
    if (trawl_finish(t) != TRAWL_OK)
        abort();
    configured_close(&t);
    printf("    %-44s%10zu bytes allocated%10ld KiB more resident\n", name, mine.peak,
           resident() - before);
}

static void memories(size_t megabytes)
{
    printf("\nMemory for a line of %zu MB; the process had %ld KiB before\n", megabytes,
           resident());
    memory("a", "", "a", megabytes);
    memory("http://a/aaa", "http://a/", "a", megabytes);
    memory("<URL:http://a/ and blanks", "<URL:http://a/", "x ", megabytes);
    memory("a@a@", "", "a@", megabytes);
    memory("a.a.a.", "", "a.", megabytes);
    memory("http://a.example/a joe@example.com", "", "http://a.example/a joe@example.com ",
           megabytes);
}

/* Prints the time of one of many calls. */
static void print_each(const char *name, double begin)
{
    printf("    %-44s%10.0f ns\n", name, (now() - begin) / OPENED * 1e9);
}

static void opening(void)
{
    static const char text[] = "see http://a.example/x now\n";
    trawl_settings *s;
    double begin = now();
    trawl_scanner *t;

    printf("\nWhat it costs to begin\n");
    for (int i = 0; i < OPENED; i++) {
        if (trawl_settings_open(&s, NULL) != TRAWL_OK)
            abort();
        trawl_settings_close(&s);
    }
    print_each("settings", begin);
    (void)trawl_scan("", 0, NULL, count, NULL); /* makes the default settings */
    begin = now();
    for (int i = 0; i < OPENED; i++) {
        if (trawl_open(&t, NULL, count, NULL) != TRAWL_OK)
            abort();
        trawl_close(&t);
    }
    print_each("a scan", begin);
    begin = now();
    for (int i = 0; i < OPENED; i++)
        if (trawl_scan(text, sizeof text - 1, NULL, count, NULL) != TRAWL_OK)
            abort();
    print_each("a scan of a line with a link", begin);
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "all";
    bool all = strcmp(what, "all") == 0;
    size_t megabytes = argc > 2 ? strtoul(argv[2], NULL, 10) : 0;

    if (all || strcmp(what, "memory") == 0)
        memories(megabytes ? megabytes : LINE_MEGABYTES);
    if (all || strcmp(what, "open") == 0)
        opening();
    if (all || strcmp(what, "text") == 0)
        mail((megabytes ? megabytes : 256) * 1000000);
    if (all || strcmp(what, "hostile") == 0) {
        hostile("default settings", &by_default);
        hostile("everything found", &everything);
    }
    trawl_release();
    return 0;
}
