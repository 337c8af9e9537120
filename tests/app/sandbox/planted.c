/* planted.c - faults that are built into the scanner to test the sandbox and the guard
 *
 * With TRAWL_TEST_PLANTED, deliver.c calls planted() for each link. If the link begins with the
 * scheme and host of one of the rows, planted() does what an attacker's code would do, and reports
 * the result: "trawl: planted open: done" or "trawl: planted open: stopped". Where the C library
 * has fallbacks, the attempts call the system directly. rogue.c has many more attempts.
 *
 * For the guard, other hosts end the process by a signal, loop, or take all memory.
 */
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/un.h>
#include <termios.h>
#include <unistd.h>

#include "app/show/show.h"

static int planted_open(void)
{
    return open("/etc/passwd", O_RDONLY);
}

static int planted_write(void)
{
    const char *path = getenv("TRAWL_PLANTED_FILE");

    return path ? open(path, O_WRONLY | O_CREAT, 0600) : -1;
}

static int planted_connect(void)
{
    const struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(9)};
    int fd = socket(AF_INET, SOCK_STREAM, 0);

    /* Nothing listens there, so a connection that is allowed is refused by the other side. */
    return fd < 0 || (connect(fd, (const struct sockaddr *)&to, sizeof to) < 0 && errno == EACCES)
               ? -1
               : 0;
}

static int planted_execve(void)
{
    char *words[] = {(char[]){"true"}, NULL}, *none[] = {NULL};

    return execve("/bin/true", words, none);
}

static int planted_fork(void)
{
    pid_t child = fork();

    if (child == 0)
        _exit(0);
    return child < 0 ? -1 : 0;
}

/* Puts a character into the terminal's input, as if it were typed: a shell would run such input. */
static int planted_type(void)
{
    return ioctl(0, TIOCSTI, "x") < 0 && (errno == ENOSYS || errno == EPERM) ? -1 : 0;
}

/* Never returns. */
static void planted_loop(void)
{
    for (volatile unsigned i = 0;; i++)
        ;
}

/* Takes memory until there is none, or 3 GB, and uses 288 MB of it. Returns an error of the
 * library. */
static int planted_memory(void)
{
    enum { PIECES = 96, PIECE = 1 << 25 };
    static char *pieces[PIECES];
    int n = 0, got;

    for (; n < PIECES && (pieces[n] = malloc(PIECE)) != NULL; n++)
        if (n < 9)
            memset(pieces[n], 1, PIECE);
    got = n;
    while (n > 0)
        free(pieces[--n]);
    return got < PIECES ? TRAWL_ERROR_NO_MEMORY : 0;
}

int planted(const char *url, size_t n);
void rogue(void);
void rogue_forge(void);

/* Returns true when the URL has this host. */
static bool has_host(const char *url, size_t n, const char *host)
{
    char start[40];
    int k = snprintf(start, sizeof start, "http://%s.planted.example/", host);

    return n >= (size_t)k && memcmp(url, start, (size_t)k) == 0;
}

int planted(const char *url, size_t n)
{
    static const struct {
        const char *name;
        int (*fault)(void);
    } rows[] = {{"open", planted_open},     {"write", planted_write}, {"connect", planted_connect},
                {"execve", planted_execve}, {"fork", planted_fork},   {"type", planted_type}};
    char line[60];

    if (has_host(url, n, "rogue"))
        rogue();
    if (has_host(url, n, "forge"))
        rogue_forge();
    if (has_host(url, n, "segv"))
        (void)raise(SIGSEGV);
    if (has_host(url, n, "fpe"))
        (void)raise(SIGFPE);
    if (has_host(url, n, "loop"))
        planted_loop();
    if (has_host(url, n, "memory"))
        return planted_memory();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (!has_host(url, n, rows[i].name))
            continue;
        (void)snprintf(line, sizeof line, "planted %s: %s", rows[i].name,
                       rows[i].fault() < 0 ? "stopped" : "done");
        say(NULL, line, NULL, NULL);
    }
    return 0;
}
