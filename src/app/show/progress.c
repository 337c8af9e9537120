/* progress.c - the progress line
 *
 * The line is erased with blanks, which work on every terminal. It is not drawn while this process
 * is in the background, nor when the answers go to a terminal too and the last of them has no line
 * end.
 */
#include "app/show/show.h"

#include <stdio.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#define PROGRESS_LINE 256

enum { PART_BYTES, PART_MESSAGES, PART_LINKS, PART_SPEED, PART_LEFT, PARTS };
#define PART_SIZE 48 /* enough for two numbers of 20 digits and a word */

/* Writes a size with about three digits: "73.8 MB". */
static void progress_put_size(char *p, size_t size, double bytes)
{
    static const char *const units[] = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};
    size_t i = 0;

    for (; bytes >= 999.5 && /* which would be written as 1000 */
           i + 1 < sizeof units / sizeof units[0];
         i++)
        bytes /= 1000;
    (void)snprintf(p, size, "%.*f %s", i > 0 && bytes < 99.95 ? 1 : 0, bytes, units[i]);
}

static void put_left(char *p, size_t size, double seconds)
{
    unsigned long long s = (unsigned long long)(seconds + 0.5);

    if (s >= 3600)
        (void)snprintf(p, size, "%llu:%02llu:%02llu left", s / 3600, s / 60 % 60, s % 60);
    else
        (void)snprintf(p, size, "%llu:%02llu left", s / 60, s % 60);
}

static void progress_put_count(char *p, uint64_t n, const char *one, const char *many)
{
    (void)snprintf(p, PART_SIZE, "%llu %s", (unsigned long long)n, n == 1 ? one : many);
}

static void progress_put_parts(char part[PARTS][PART_SIZE], struct progress_count now,
                               uint64_t total, double seconds)
{
    double bytes = (double)now.bytes, speed = seconds > 0 ? bytes / seconds : 0;
    char number[PART_SIZE / 2];

    progress_put_size(part[PART_BYTES], PART_SIZE / 2, bytes);
    if (total >= now.bytes && total > 0) {
        size_t n = strlen(part[PART_BYTES]);

        progress_put_size(number, sizeof number, (double)total);
        (void)snprintf(part[PART_BYTES] + n, PART_SIZE - n, " of %s", number);
        if (speed > 0)
            put_left(part[PART_LEFT], PART_SIZE, ((double)total - bytes) / speed);
    }
    if (now.messages > 0)
        progress_put_count(part[PART_MESSAGES], now.messages, "message", "messages");
    progress_put_count(part[PART_LINKS], now.links, "link", "links");
    if (speed > 0) {
        progress_put_size(number, sizeof number, speed);
        (void)snprintf(part[PART_SPEED], PART_SIZE, "%s/s", number);
    }
}

static size_t progress_join(char *line, char part[PARTS][PART_SIZE])
{
    size_t n = 0;

    for (int i = 0; i < PARTS; i++)
        if (part[i][0])
            n += (size_t)snprintf(line + n, PROGRESS_LINE - n, "%s%s", n > 0 ? ", " : "", part[i]);
    return n;
}

/* Writes as many parts as fit into `columns`; leaves out the least important parts first. Returns
 * the length. */
static size_t make_line(char *line, size_t columns, struct progress_count now, uint64_t total,
                        double seconds)
{
    static const int optional[] = {PART_MESSAGES, PART_LINKS, PART_SPEED, PART_LEFT};
    char part[PARTS][PART_SIZE] = {{0}};
    size_t n, i = 0;

    progress_put_parts(part, now, total, seconds);
    while ((n = progress_join(line, part)) > columns && i < sizeof optional / sizeof optional[0])
        part[optional[i++]][0] = '\0';
    return n < columns ? n : columns;
}

/* ---- Drawing ---- */

#define PROGRESS_AFTER 1.0 /* seconds before the line is first drawn, and ... */
#define PROGRESS_EVERY 0.2 /* ... between two drawings */

static struct {
    enum progress_when when;
    bool on;
    int answers_on_terminal;
    bool caught;
    struct output *answers;
    pthread_t owner;
    uint64_t total;
    struct timespec start;
    double next;                 /* seconds after the start */
    volatile sig_atomic_t shown; /* columns of the line on the terminal */
} progress;

static void progress_put(const char *p, size_t n)
{
    (void)write_whole(2, p, n);
}

static void progress_clear(void)
{
    static const char blanks[] = "                                                                ";
    size_t n = (size_t)progress.shown;

    if (n == 0)
        return;
    progress.shown = 0;
    progress_put("\r", 1);
    for (; n > sizeof blanks - 1; n -= sizeof blanks - 1)
        progress_put(blanks, sizeof blanks - 1);
    progress_put(blanks, n);
    progress_put("\r", 1);
}

/* Only the thread that draws the line removes it. */
void progress_make_way(int fd)
{
    if (progress.on && pthread_equal(progress.owner, pthread_self()) &&
        (fd == 2 || progress.answers_on_terminal))
        progress_clear();
}

/* Removes the line before the process ends, so that the shell's prompt is on an empty line. */
static void progress_on_signal(int number)
{
    progress_clear();
    (void)raise(number); /* SA_RESETHAND: this ends the process when the handler returns */
}

static void progress_catch_signals(void)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE};
    struct sigaction ours = {.sa_handler = progress_on_signal, .sa_flags = (int)SA_RESETHAND},
                     before;

    (void)sigemptyset(&ours.sa_mask);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        if (sigaction(numbers[i], NULL, &before) == 0 && before.sa_handler == SIG_DFL)
            (void)sigaction(numbers[i], &ours, NULL);
}

void progress_open(enum progress_when when, struct output *answers, uint64_t total)
{
    progress.when = when;
    progress.on = when == PROGRESS_ALWAYS || (when == PROGRESS_AUTO && isatty(2));
    if (!progress.on)
        return;
    progress.answers = answers;
    progress.owner = pthread_self();
    progress.answers_on_terminal = isatty(answers->fd);
    progress.total = total;
    progress.next = when == PROGRESS_ALWAYS ? 0 : PROGRESS_AFTER;
    (void)clock_gettime(CLOCK_MONOTONIC, &progress.start);
}

/* Returns the width of the terminal. The variable COLUMNS overrides it, as in other programs. */
static size_t progress_columns(void)
{
    const char *given = getenv("COLUMNS");
    long n = given ? strtol(given, NULL, 10) : 0;
    struct winsize size;

    if (n > 0 && n < 10000)
        return (size_t)n;
    return ioctl(2, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

/* Returns true when the line may be drawn. First flushes answers that go to a terminal. */
static bool may_draw(void)
{
    pid_t front;

    if (progress.answers_on_terminal) {
        output_flush(progress.answers);
        if (progress.answers->used && progress.answers->last != '\n')
            return false;
    }
    front = progress.when == PROGRESS_AUTO ? tcgetpgrp(2) : -1;
    return front < 0 || front == getpgrp();
}

static void progress_draw(struct progress_count now, double seconds)
{
    char line[1 + PROGRESS_LINE] = "\r";
    size_t room = progress_columns() - 1, n;

    if (!may_draw())
        return;
    if (!progress.caught)
        progress_catch_signals();
    progress.caught = true;
    n = make_line(line + 1, room < PROGRESS_LINE - 1 ? room : PROGRESS_LINE - 1, now,
                  progress.total, seconds);
    if ((size_t)progress.shown > n)
        progress_clear();
    progress.shown = (sig_atomic_t)n;
    progress_put(line, 1 + n);
}

void progress_step(struct progress_count now)
{
    struct timespec t;
    double seconds;

    if (!progress.on)
        return;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    seconds = (double)(t.tv_sec - progress.start.tv_sec) +
              (double)(t.tv_nsec - progress.start.tv_nsec) / 1e9;
    if (seconds < progress.next)
        return;
    progress.next = seconds + PROGRESS_EVERY;
    progress_draw(now, seconds);
}

void progress_close(void)
{
    progress_clear();
    progress.on = false;
}
