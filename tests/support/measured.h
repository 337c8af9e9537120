/* measured.h - runs a command to its end and measures its output, processor time and peak memory
 *
 * A program that includes this has to be small, and makes its texts in a separate process: the
 * memory of the process before exec() counts towards the peak.
 */
#ifndef TRAWL_TESTS_MEASURED_H
#define TRAWL_TESTS_MEASURED_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct measured {
    int status;     /* as from waitpid() */
    double seconds; /* of processor time, user and system */
    long peak;      /* KiB, resident */
    uint64_t out;   /* bytes */
} measured;

/* A function that writes a text. */
typedef void measured_feed(int fd, const void *user);

static inline void measured_write(int fd, const char *p, size_t n)
{
    while (n > 0) {
        ssize_t done = write(fd, p, n);
        if (done < 0)
            _exit(1);
        p += done;
        n -= (size_t)done;
    }
}

static inline pid_t measured_fork(void)
{
    pid_t pid;

    fflush(NULL);
    pid = fork();
    if (pid < 0)
        abort();
    return pid;
}

static inline void measured_pair(int ends[2])
{
    if (pipe(ends))
        abort();
}

/* Starts a child that writes the text. Returns the read end of its pipe, and sets *feeder to the
 * child, for waitpid(). */
static inline int measured_pipe(measured_feed *feed, const void *user, pid_t *feeder)
{
    int ends[2];

    measured_pair(ends);
    *feeder = measured_fork();
    if (*feeder == 0) {
        close(ends[0]);
        feed(ends[1], user);
        _exit(0);
    }
    close(ends[1]);
    return ends[0];
}

/* Returns an unnamed file that holds the text. */
static inline int measured_file(measured_feed *feed, const void *user)
{
    FILE *file = tmpfile();
    int status, fd = file ? fileno(file) : -1;
    pid_t maker = fd < 0 ? -1 : measured_fork();

    if (maker == 0) {
        feed(fd, user);
        _exit(0);
    }
    if (maker < 0 || waitpid(maker, &status, 0) < 0 || status != 0)
        abort();
    return fd;
}

/* Runs a command with this input, from its current offset. Its output is counted and discarded. */
static inline measured measured_run(char *const argv[], int in)
{
    static char block[1 << 16];
    measured m = {0};
    struct rusage usage;
    int ends[2];
    ssize_t got;
    pid_t pid;

    measured_pair(ends);
    pid = measured_fork();
    if (pid == 0) {
        if (dup2(in, 0) < 0 || dup2(ends[1], 1) < 0)
            _exit(127);
        close(ends[0]);
        close(ends[1]);
        execv(argv[0], argv);
        _exit(127);
    }
    close(ends[1]);
    while ((got = read(ends[0], block, sizeof block)) > 0)
        m.out += (uint64_t)got;
    close(ends[0]);
    if (wait4(pid, &m.status, 0, &usage) < 0)
        abort();
    m.seconds = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
                (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
    m.peak = usage.ru_maxrss;
    return m;
}

#endif
