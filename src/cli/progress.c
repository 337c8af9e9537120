/* progress.c - how far long work has come; see progress.h
 *
 * The line is taken away with blanks, which every terminal knows. It is not drawn while this process is in the
 * background, nor where the answers go to a terminal too and stand in the middle of a line.
 */
#include "cli/progress.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "cli/progress_line.h"

#define PROGRESS_AFTER 1.0 /* seconds: what is done sooner needs no comment */
#define PROGRESS_EVERY 0.2

static struct {
    enum progress_when when;
    int on, answers_on_terminal, caught;
    struct output *answers;
    uint64_t total;
    struct timespec start;
    double next;                 /* seconds after the start */
    volatile sig_atomic_t shown; /* columns of the line that is there */
} progress;

static void put(const char *p, size_t n)
{
    while (n > 0) {
        ssize_t done = write(2, p, n);

        if (done < 0 && errno != EINTR)
            return; /* what cannot be shown is not worth a message */
        p += done > 0 ? done : 0;
        n -= done > 0 ? (size_t)done : 0;
    }
}

static void clear(void)
{
    static const char blanks[] = "                                                                ";
    size_t n = (size_t)progress.shown;

    if (n == 0)
        return;
    progress.shown = 0;
    put("\r", 1);
    for (; n > sizeof blanks - 1; n -= sizeof blanks - 1)
        put(blanks, sizeof blanks - 1);
    put(blanks, n);
    put("\r", 1);
}

void progress_make_way(int fd)
{
    if (fd == 2 || progress.answers_on_terminal)
        clear();
}

/* Whoever ends the work early gets a clean line for the shell's prompt. */
static void on_signal(int number)
{
    clear();
    (void)raise(number); /* SA_RESETHAND: this time it ends the process, when the handler returns */
}

static void catch_signals(void)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE};
    struct sigaction ours = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND}, before;

    (void)sigemptyset(&ours.sa_mask);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        if (sigaction(numbers[i], NULL, &before) == 0 && before.sa_handler == SIG_DFL)
            (void)sigaction(numbers[i], &ours, NULL);
}

int progress_open(enum progress_when when, struct output *answers)
{
    progress.when = when;
    progress.on = when == PROGRESS_ALWAYS || (when == PROGRESS_AUTO && isatty(2));
    if (!progress.on)
        return 0;
    progress.answers = answers;
    progress.answers_on_terminal = isatty(answers->fd);
    progress.next = when == PROGRESS_ALWAYS ? 0 : PROGRESS_AFTER;
    (void)clock_gettime(CLOCK_MONOTONIC, &progress.start);
    return 1;
}

void progress_total(uint64_t bytes)
{
    progress.total = bytes;
}

/* COLUMNS comes before what the terminal says of itself, as it does for other programs. */
static size_t columns(void)
{
    const char *given = getenv("COLUMNS");
    long n = given ? strtol(given, NULL, 10) : 0;
    struct winsize size;

    if (n > 0 && n < 10000)
        return (size_t)n;
    return ioctl(2, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

/* May a line be written now? Answers that wait would wipe it away at once, so they go first. */
static int may_draw(void)
{
    pid_t front;

    if (progress.answers_on_terminal) {
        output_flush(progress.answers);
        if (progress.answers->used && progress.answers->last != '\n')
            return 0;
    }
    front = progress.when == PROGRESS_AUTO ? tcgetpgrp(2) : -1;
    return front < 0 || front == getpgrp();
}

static void draw(struct progress_count now, double seconds)
{
    char line[1 + PROGRESS_LINE] = "\r";
    size_t room = columns() - 1, n;

    if (!may_draw())
        return;
    if (!progress.caught)
        catch_signals();
    progress.caught = 1;
    n = progress_line(line + 1, room < PROGRESS_LINE - 1 ? room : PROGRESS_LINE - 1, now, progress.total, seconds);
    if ((size_t)progress.shown > n)
        clear();
    progress.shown = (sig_atomic_t)n;
    put(line, 1 + n);
}

void progress_step(struct progress_count now)
{
    struct timespec t;
    double seconds;

    if (!progress.on)
        return;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    seconds = (double)(t.tv_sec - progress.start.tv_sec) + (double)(t.tv_nsec - progress.start.tv_nsec) / 1e9;
    if (seconds < progress.next)
        return;
    progress.next = seconds + PROGRESS_EVERY;
    draw(now, seconds);
}

void progress_close(void)
{
    clear();
    progress.on = 0;
}
