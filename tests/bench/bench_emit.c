/* bench_emit.c - the speed of the command's output formats, compared with -t list, and their memory
 *
 *     bench_emit [speed | memory] [MEGABYTES]
 *
 * Runs the command from a file into a pipe and measures its processor time, including reading,
 * writing and start-up. "speed" prints the bytes read and written per second, the median of a few
 * rounds, for 64 MB of ordinary mail and for 64 MB of text full of links. The aim for -t html on
 * mail is half the speed of -t list. "memory" prints the peak for a long text from a pipe; the aim
 * is 8 MB. It leaves out -t notes, whose list of URLs grows with the text.
 */
#include <string.h>

#include "bench.h"
#include "measured.h"
#include "text.h"

enum {
    ROUNDS = 3,
    MEGABYTE = 1000000,
    SPEED_MEGABYTES = 64,
    MEMORY_MEGABYTES = 32,
    PEAK_AIM = 8 * 1024
};

static char trawl_path[4096];

/* n bytes of a text. */
typedef struct source {
    const long_text *text;
    size_t n;
} source;

static void feed(int fd, const void *user)
{
    static char block[16 * MEGABYTE];
    const source *s = user;

    for (size_t at = 0, n; at < s->n; at += n) {
        n = sizeof block < s->n - at ? sizeof block : s->n - at;
        long_text_fill(s->text, block, n, at);
        measured_write(fd, block, n);
    }
}

/* ---- Speed ---- */

static char *const formats[] = {"list", "html", "term", "md", "notes", "text", "json"};

enum { FORMATS = sizeof formats / sizeof formats[0], LIST = 0, HTML = 1 };

static measured run(char *format, int in)
{
    char *argv[] = {trawl_path, "-t", format, NULL};
    measured m = measured_run(argv, in);

    if (m.status != 0) {
        fprintf(stderr, "bench_emit: %s -t %s failed\n", trawl_path, format);
        exit(1);
    }
    return m;
}

static void speed(const source *s)
{
    static double times[FORMATS][ROUNDS];
    uint64_t out[FORMATS];
    double rate[FORMATS];
    int in = measured_file(feed, s);

    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < FORMATS; i++) {
            measured m;
            lseek(in, 0, SEEK_SET);
            m = run(formats[i], in);
            times[i][round] = m.seconds;
            out[i] = m.out;
        }
    printf("%zu MB of %-40s%10s%10s%18s\n", s->n / MEGABYTE, s->text->name, "MB out", "ms",
           "MB/s in and out");
    for (int i = 0; i < FORMATS; i++) {
        double seconds = median(times[i], ROUNDS);
        rate[i] = (double)(s->n + out[i]) / seconds / MEGABYTE;
        printf("    -t %-42s%8.1f%10.0f%18.0f%8.2f of list\n", formats[i],
               (double)out[i] / MEGABYTE, seconds * 1e3, rate[i], rate[i] / rate[LIST]);
    }
    if (s->text == &long_texts[LONG_TEXT_MAIL])
        printf("    html to list %.2f, aim 0.50, %s\n", rate[HTML] / rate[LIST],
               rate[HTML] >= rate[LIST] / 2 ? "met" : "MISSED");
    close(in);
}

/* ---- Memory ---- */

static const struct way {
    const char *name;
    char *words[4]; /* the value of -t */
} ways[] = {{"html", {"html"}},
            {"page", {"html", "--page"}},
            {"lines", {"html", "--page", "--structure=lines"}},
            {"term", {"term"}},
            {"md", {"md"}},
            {"text", {"text"}}};

enum { WAYS = sizeof ways / sizeof ways[0] };

static long memory_of(const source *s, const struct way *way)
{
    char *argv[] = {trawl_path, "-t", way->words[0], way->words[1], way->words[2], NULL};
    pid_t feeder;
    int in = measured_pipe(feed, s, &feeder);
    measured m = measured_run(argv, in);

    close(in);
    waitpid(feeder, NULL, 0);
    if (m.status != 0) {
        fprintf(stderr, "bench_emit: %s -t %s failed\n", trawl_path, way->name);
        exit(1);
    }
    return m.peak;
}

static void memories(size_t megabytes)
{
    long most = 0;

    printf("KiB peak, resident, for %5zu MB of ", megabytes);
    for (int i = 0; i < WAYS; i++)
        printf("%10s", ways[i].name);
    putchar('\n');
    for (int k = 0; k < LONG_TEXTS; k++) {
        source s = {&long_texts[k], megabytes * MEGABYTE};
        printf("    %-33s", s.text->name);
        for (int i = 0; i < WAYS; i++) {
            long peak = memory_of(&s, &ways[i]);
            printf("%10ld", peak);
            fflush(stdout);
            most = peak > most ? peak : most;
        }
        putchar('\n');
    }
    printf("    most %ld KiB, aim %d KiB, %s\n", most, PEAK_AIM,
           most < PEAK_AIM ? "met" : "MISSED");
}

/* Finds the command in the directory of this program, unless TRAWL names another. */
static void find_command(const char *self)
{
    const char *slash = strrchr(self, '/'), *set = getenv("TRAWL");

    if (set)
        snprintf(trawl_path, sizeof trawl_path, "%s", set);
    else
        snprintf(trawl_path, sizeof trawl_path, "%.*s/trawl", slash ? (int)(slash - self) : 1,
                 slash ? self : ".");
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "all";
    size_t megabytes = argc > 2 ? strtoul(argv[2], NULL, 10) : 0;

    find_command(argv[0]);
    for (int k = LONG_TEXT_MAIL; k <= LONG_TEXT_LINKS && strcmp(what, "memory") != 0; k++) {
        source s = {&long_texts[k], (megabytes ? megabytes : SPEED_MEGABYTES) * MEGABYTE};
        speed(&s);
    }
    if (strcmp(what, "speed") != 0)
        memories(megabytes ? megabytes : MEMORY_MEGABYTES);
    return 0;
}
