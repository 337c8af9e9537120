/* bench_mail.c - the speed of reading a mailbox, the cost of one message, and GMime on the same
 * file
 *
 *     bench_mail [MEGABYTES]
 *
 * mailbox.h makes the mailbox, 210 MB, in an unnamed file. Prints processor time, the best of a few
 * runs; start-up is the median of many runs, compared with an empty program that is linked the same
 * way. The aims: 0.8 GB/s on one core; four times the speed of GMime, which parses the messages,
 * decodes their text parts and converts these to UTF-8; 1.5 ms and 4 MB for one message.
 */
#include <stdint.h>
#include <stdio.h>
#include <sys/stat.h>
#include <trawl_mail.h>
#include <unistd.h>

#include "bench.h"
#include "configured.h"
#include "mailbox.h"
#include "measured.h"
#include "peers/with_gmime.h"

enum { KIBI64 = 1 << 16, KIBI256 = 1 << 18, RUNS = 5, STARTS = 201, MEGA = 1000000, ONE = 4000 };

/* Writes whole messages, at least this many bytes. */
static void write_mailbox(int fd, const void *user)
{
    static mailbox b;
    size_t most = *(const size_t *)user, done = 0;

    mailbox_begin(&b, &mailbox_ordinary, 20031110);
    for (; done < most; done += b.n) {
        mailbox_next(&b);
        measured_write(fd, b.out, b.n);
    }
}

/* Writes one message of some 4 KB. */
static void write_one(int fd, const void *user)
{
    static mailbox b;

    (void)user;
    mailbox_begin(&b, &mailbox_ordinary, 20031110);
    do
        mailbox_next(&b);
    while (b.n < ONE || b.n > ONE + 200);
    measured_write(fd, b.out, b.n);
}

static size_t size_of(int fd)
{
    struct stat st;

    return fstat(fd, &st) ? 0 : (size_t)st.st_size;
}

/* ---- In this process ---- */

static uint64_t links, messages;

static int count(void *user, const trawl_event *e)
{
    (void)user;
    links += e->type == TRAWL_EVENT_LINK;
    messages += e->type == TRAWL_EVENT_MESSAGE;
    return 0;
}

/* These functions read the file in blocks and return nanoseconds. */
static double by_trawl(int fd, size_t block)
{
    static const trawl_config find = {.size = sizeof find,
                                      .want = TRAWL_WANT_LINK | TRAWL_WANT_PLACE};
    const trawl_mail_config cfg = {.size = sizeof cfg};
    static char bytes[KIBI256];
    double begin = now();
    trawl_mail *m;
    ssize_t got;

    links = messages = 0;
    lseek(fd, 0, SEEK_SET);
    if (configured_mail_open(&m, cfg, &find, count, NULL) != TRAWL_OK)
        abort();
    while ((got = read(fd, bytes, block)) > 0)
        if (trawl_mail_feed(m, bytes, (size_t)got) != TRAWL_OK)
            abort();
    if (trawl_mail_finish(m) != TRAWL_OK)
        abort();
    configured_mail_close(&m);
    return now() - begin;
}

static double by_memchr(int fd, size_t block)
{
    static char bytes[KIBI256];
    double begin = now();
    ssize_t got;

    lseek(fd, 0, SEEK_SET);
    while ((got = read(fd, bytes, block)) > 0)
        for (const char *p = bytes, *end = bytes + got; (p = memchr(p, '\n', (size_t)(end - p)));
             p++)
            kept++;
    return now() - begin;
}

static double row(const char *what, double (*by)(int fd, size_t block), int fd, size_t block)
{
    double best = by(fd, block), time, speed;

    for (int run = 1; run < RUNS; run++)
        if ((time = by(fd, block)) < best)
            best = time;
    speed = (double)size_of(fd) / best;
    printf("    %-44s%8.3f GB/s\n", what, speed);
    fflush(stdout);
    return speed;
}

#ifdef HAVE_GMIME
static double by_gmime(int fd, size_t block)
{
    double begin = now();

    (void)block;
    kept += gmime_read_all(fd).bytes;
    return now() - begin;
}

static void gmime_row(int fd, double ours)
{
    double theirs = row("GMime: text parts in UTF-8", by_gmime, fd, 0);

    printf("    %-44s%8.1f times\n", "trawl / GMime", ours / theirs);
}
#else
static void gmime_row(int fd, double ours)
{
    (void)fd;
    (void)ours;
    puts("    not measured: GMime (libgmime-3.0-dev)");
}
#endif

/* ---- The command ---- */

/* Returns the path of a program in the directory of this one. */
static const char *beside(const char *self, const char *name)
{
    static char paths[2][4096];
    static unsigned turn;
    const char *slash = strrchr(self, '/');

    turn = !turn;
    snprintf(paths[turn], sizeof paths[turn], "%.*s%s", slash ? (int)(slash - self) + 1 : 0, self,
             name);
    return paths[turn];
}

/* The milliseconds of one run, by medians. */
typedef struct spent {
    double processor, wall;
} spent;

static spent start(const char *program, int fd)
{
    static double processor[STARTS], wall[STARTS];
    char *argv[] = {(char *)(uintptr_t)program, NULL};

    for (int i = 0; i < STARTS; i++) {
        struct timespec from, to;
        measured m;
        lseek(fd, 0, SEEK_SET);
        clock_gettime(CLOCK_MONOTONIC, &from);
        m = measured_run(argv, fd);
        clock_gettime(CLOCK_MONOTONIC, &to);
        if (m.status != 0)
            abort();
        processor[i] = m.seconds * 1e3;
        wall[i] =
            (double)(to.tv_sec - from.tv_sec) * 1e3 + (double)(to.tv_nsec - from.tv_nsec) / 1e6;
    }
    return (spent){median(processor, STARTS), median(wall, STARTS)};
}

static void starts(const char *self)
{
    int fd = measured_file(write_one, NULL);
    spent ours = start(beside(self, "trawl"), fd),
          nothing = start(beside(self, "tests/tools/nothing"), fd);

    printf("\nOne message of %zu bytes through the command: wall time, and processor time\n",
           size_of(fd));
    printf("    %-44s%8.3f ms%9.3f ms\n", "trawl", ours.wall, ours.processor);
    printf("    %-44s%8.3f ms%9.3f ms\n", "an empty program", nothing.wall, nothing.processor);
    close(fd);
}

static void command(const char *self, int fd)
{
    char *argv[] = {(char *)(uintptr_t)beside(self, "trawl"), NULL};
    measured m;

    lseek(fd, 0, SEEK_SET);
    m = measured_run(argv, fd);
    if (m.status != 0)
        abort();
    printf("    %-44s%8.3f GB/s, %.1f MB resident at most, %.1f MB of lines\n", "the command",
           (double)size_of(fd) / m.seconds / 1e9, (double)m.peak * 1024 / 1e6, (double)m.out / 1e6);
}

int main(int argc, char **argv)
{
    size_t most = (argc > 1 ? strtoul(argv[1], NULL, 10) : 210) * MEGA;
    double ours;
    int fd;

    starts(argv[0]);
    fd = measured_file(write_mailbox, &most);
    printf("\nA mailbox of %zu MB\n", size_of(fd) / MEGA);
    command(argv[0], fd);
    row("read and memchr, blocks of 256 KiB", by_memchr, fd, KIBI256);
    row("links only, blocks of 64 KiB", by_trawl, fd, KIBI64);
    ours = row("links only, blocks of 256 KiB", by_trawl, fd, KIBI256);
    printf("    %-44s%8llu of %zu bytes, %llu links\n", "messages", (unsigned long long)messages,
           size_of(fd) / (size_t)messages, (unsigned long long)links);
    gmime_row(fd, ours);
    close(fd);
    trawl_release();
    return 0;
}
