/* timed.c - runs a command and prints its time and memory
 *
 *     timed [-n TIMES] [-t SECONDS] [-i IN] [-o OUT] COMMAND [ARGUMENT...]
 *
 * Prints a line for each run: seconds of wall time, processor time and, included in that, system
 * time; peak memory in KiB; exit status (128 and the number for a signal). A command that takes
 * longer than -t is killed. This program is small, because the memory of a process before exec()
 * counts towards the peak of its child.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t running;

static void too_long(int number)
{
    (void)number;
    kill(-(pid_t)running, SIGKILL);
}

static double seconds(struct timeval t)
{
    return (double)t.tv_sec + (double)t.tv_usec / 1e6;
}

static double wall(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void redirect(const char *name, int flags, int to)
{
    int fd = open(name, flags, 0600);

    if (fd < 0 || dup2(fd, to) < 0) {
        perror(name);
        _exit(126);
    }
    close(fd);
}

/* Does not truncate the output file: freeing and clearing its pages takes longer than some
 * commands. */
static void child(const char *in, const char *out, char **command)
{
    setpgid(0, 0);
    redirect(in, O_RDONLY, 0);
    redirect(out, O_WRONLY | O_CREAT, 1);
    execvp(command[0], command);
    fprintf(stderr, "timed: %s: %s\n", command[0], strerror(errno));
    _exit(127);
}

static int run(const char *in, const char *out, unsigned most, char **command)
{
    struct rusage usage;
    double begin = wall(), end;
    pid_t pid = fork();
    int status;

    if (pid < 0)
        return 1;
    if (pid == 0)
        child(in, out, command);
    running = (sig_atomic_t)pid;
    alarm(most);
    while (wait4(pid, &status, 0, &usage) < 0)
        if (errno != EINTR)
            return 1;
    end = wall();
    alarm(0);
    printf("%.6f %.6f %.6f %ld %d\n", end - begin,
           seconds(usage.ru_utime) + seconds(usage.ru_stime), seconds(usage.ru_stime),
           usage.ru_maxrss, WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
    return 0;
}

int main(int argc, char **argv)
{
    const char *in = "/dev/null", *out = "/dev/null";
    unsigned long times = 1, most = 600;
    struct sigaction action = {.sa_handler = too_long};
    int at = 1;

    for (; at + 2 < argc && argv[at][0] == '-'; at += 2)
        switch (argv[at][1]) {
        case 'n':
            times = strtoul(argv[at + 1], NULL, 10);
            break;
        case 't':
            most = strtoul(argv[at + 1], NULL, 10);
            break;
        case 'i':
            in = argv[at + 1];
            break;
        default:
            out = argv[at + 1];
        }
    if (at >= argc) {
        fputs("usage: timed [-n TIMES] [-t SECONDS] [-i IN] [-o OUT] COMMAND [ARGUMENT...]\n",
              stderr);
        return 2;
    }
    sigaction(SIGALRM, &action, NULL);
    while (times-- > 0)
        if (run(in, out, (unsigned)most, argv + at)) {
            perror("timed");
            return 1;
        }
    return 0;
}
