/* inherited.c - closes the descriptors that a program inherits and does not need
 *
 * A descriptor that the caller left open, for a log or a socket, could be read and written to by a
 * parser that was taken over. Keeps 0 to 2, and the descriptors that a word of the command line
 * names: "/dev/fd/63", "/proc/self/fd/63", "--output=/dev/fd/63", or a link to one as the value of
 * an option. A kept descriptor that is open for writing may not be written to (calls.c); the
 * program writes to a copy that it declares.
 */
/* Declares syscall() and closefrom(). */
#define _GNU_SOURCE

#include "app/sandbox/inside.h"

#include "app/newfile/newfile.h"

#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/syscall.h>
#endif

#define FIRST 3u /* after standard error */

/* Descriptors above 2 that were kept and are open for writing. */
static struct descriptors inherited_kept;

/* Returns the descriptor that the value of an option leads to, as a link to /dev/fd/63 does, or a
 * negative number. The value is a word after an option, or a part of the option's word. */
static int linked_by(const char *before, const char *word)
{
    const char *equals = strchr(word, '=');

    if (*word != '-')
        return *before == '-' ? descriptor_of(word) : -1;
    return equals ? descriptor_of(equals + 1) : strlen(word) > 2 ? descriptor_of(word + 2) : -1;
}

/* Returns the lowest descriptor from `from` on that a word names, or UINT_MAX. */
static unsigned next_named(int argc, char *const *argv, unsigned from)
{
    unsigned lowest = UINT_MAX;

    for (int i = 0; i < argc; i++)
        for (const char *p = argv[i]; (p = strstr(p, "/fd/")); p++) {
            unsigned long n = strtoul(p + 4, NULL, 10);

            if (n >= from && n < lowest)
                lowest = (unsigned)n;
        }
    for (int i = 1; i < argc; i++) {
        int n = linked_by(argv[i - 1], argv[i]);

        if (n >= 0 && (unsigned)n >= from && (unsigned)n < lowest)
            lowest = (unsigned)n;
    }
    return lowest;
}

/* Closes the descriptors `from` to `to`. Returns false, and leaves them open, if the system has no
 * call for this; kernels with Landlock have one. */
static bool close_range_of(unsigned from, unsigned to)
{
#if defined __linux__ && defined SYS_close_range
    return syscall(SYS_close_range, from, to, 0) == 0;
#elif defined __OpenBSD__
    return to == UINT_MAX && closefrom((int)from) == 0;
#else
    (void)from;
    (void)to;
    return false;
#endif
}

static bool is_writable(unsigned fd)
{
    int flags = fcntl((int)fd, F_GETFL);

    return flags >= 0 && (flags & O_ACCMODE) != O_RDONLY;
}

/* Adds a descriptor if it is open for writing. The count also grows when there is no room. */
static void add_writable(struct descriptors *d, unsigned fd)
{
    if (!is_writable(fd))
        return;
    if (d->count < DESCRIPTORS_MOST)
        d->fd[d->count] = fd;
    d->count += d->count <= DESCRIPTORS_MOST;
}

void sandbox_inherit(int argc, char *const *argv)
{
    unsigned from = FIRST, named;

    while ((named = next_named(argc, argv, from)) != UINT_MAX) {
        if (named > from)
            (void)close_range_of(from, named - 1);
        add_writable(&inherited_kept, named);
        from = named + 1;
    }
    (void)close_range_of(from, UINT_MAX);
}

int inherited_close_but(int fd)
{
    enum { MOST = 1024 }; /* where the system has no call for this */

    if ((fd == 0 || dup2(fd, 0) == 0) && !close_range_of(1, UINT_MAX))
        for (int i = 1; i < MOST; i++)
            (void)close(i);
    return 0;
}

struct descriptors inherited_writable(void)
{
    struct descriptors all = {.count = 0};

    add_writable(&all, 0);
    for (unsigned i = 0; i < inherited_kept.count; i++)
        add_writable(&all, i < DESCRIPTORS_MOST ? inherited_kept.fd[i] : 0);
    return all;
}
