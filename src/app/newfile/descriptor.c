/* descriptor.c - names of open descriptors: /dev/stdout, /dev/fd/3, /proc/self/fd/3, links to these
 *
 * To open such a name would open its file at the start, and to replace the file would lose what
 * others write to it. A copy of the descriptor goes on where the last writer stopped.
 */
/* Declares realpath(). */
#define _GNU_SOURCE

#include "app/newfile/newfile.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST_LINKS 40

/* Returns the descriptor that the word names in this folder, DESCRIPTOR_OTHER for one of another
 * process, or DESCRIPTOR_NONE. */
static int descriptor_in(const char *folder, const char *word)
{
    const size_t n = strlen(folder), digits = strspn(word, "0123456789");
    char own[32];

    if (digits == 0 || digits > 9 || word[digits] || n < 3 || strcmp(folder + n - 3, "/fd") != 0)
        return DESCRIPTOR_NONE;
    (void)snprintf(own, sizeof own, "/proc/%ld/", (long)getpid());
    if (strcmp(folder, "/dev/fd") == 0 || strncmp(folder, own, strlen(own)) == 0)
        return (int)strtol(word, NULL, 10);
    return strncmp(folder, "/proc/", 6) == 0 ? DESCRIPTOR_OTHER : DESCRIPTOR_NONE;
}

int descriptor_of(const char *name)
{
    char at[PATH_MAX], folder[PATH_MAX], last[PATH_MAX], to[PATH_MAX];
    int descriptor = DESCRIPTOR_NONE;
    ssize_t n = snprintf(at, sizeof at, "%s", name);

    for (int links = 0; n > 0 && n < PATH_MAX && links < MOST_LINKS; links++) {
        char *slash = strrchr(at, '/');

        (void)snprintf(last, sizeof last, "%s", slash ? slash + 1 : at);
        if (slash)
            *slash = '\0';
        if (!realpath(!slash ? "."
                      : *at  ? at
                             : "/",
                      folder) ||
            (descriptor = descriptor_in(folder, last)) != DESCRIPTOR_NONE)
            break;
        n = snprintf(at, sizeof at, "%s/%s", folder, last);
        n = n < PATH_MAX ? readlink(at, to, sizeof to - 1) : 0;
        to[n > 0 ? n : 0] = '\0';
        if (n > 0)
            n = snprintf(at, sizeof at, "%s/%s", *to == '/' ? "" : folder, to);
    }
    return descriptor;
}

int descriptor_open(int descriptor, const char **why)
{
    const int flags = descriptor < 0 ? -1 : fcntl(descriptor, F_GETFL);

    if (descriptor == DESCRIPTOR_OTHER)
        *why = "it is a descriptor of another process";
    else if (flags < 0 || fcntl(descriptor, F_GETFD) & FD_CLOEXEC) /* not the caller's */
        *why = "this descriptor is not open";
    else if ((flags & O_ACCMODE) == O_RDONLY)
        *why = "this descriptor is not open for writing";
    else
        return fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
    errno = EBADF;
    return -1;
}
