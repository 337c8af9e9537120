/* links.c - where libraries are loaded from while the input is read
 *
 * libidn2, the unpackers, libgit2 and the converters of iconv are loaded when the input needs them,
 * which most inputs do not. Loading all of them at the start would take longer than a short run, so
 * their folders stay readable: the folders of the libraries that this program has loaded, where the
 * C library keeps its converters too, and the folders that the environment names. No program can be
 * started from them. Other folders of /etc/ld.so.conf are left out, since each costs 6 us.
 */
/* Declares dl_iterate_phdr(). */
#define _GNU_SOURCE

#include "app/sandbox/inside.h"

#if defined __has_include
#if __has_include(<link.h>)
#define HAVE_LINK_H 1
#include <link.h>
#endif
#endif
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

struct sandbox_links {
    path_sink *allow;
    void *user;
    char last[PATH_MAX]; /* the folder that was allowed last */
};

#ifdef HAVE_LINK_H
/* Allows the folder of a library that is loaded. The dynamic linker of glibc is in a folder of its
 * own, with nothing else. */
static int add_folder(struct dl_phdr_info *info, size_t size, void *user)
{
    struct sandbox_links *links = user;
    const char *slash = strrchr(info->dlpi_name, '/');
    size_t n = slash ? (size_t)(slash - info->dlpi_name) : 0;

    (void)size;
    if (n == 0 || n >= sizeof links->last || strncmp(slash, "/ld-linux", 9) == 0 ||
        (strncmp(links->last, info->dlpi_name, n) == 0 && links->last[n] == '\0'))
        return 0;
    memcpy(links->last, info->dlpi_name, n);
    links->last[n] = '\0';
    links->allow(links->user, links->last);
    return 0;
}

static void add_loaded(struct sandbox_links *links)
{
    (void)dl_iterate_phdr(add_folder, links);
}
#else
static void add_loaded(struct sandbox_links *links)
{
    links->allow(links->user, "/usr/lib");
}
#endif

void links_variable(const char *name, path_sink *allow, void *user)
{
    const char *list = getenv(name);
    char path[PATH_MAX];

    for (size_t n; list && *list; list += n + (list[n] == ':')) {
        n = strcspn(list, ":");
        if (n > 0 && n < sizeof path) {
            (void)snprintf(path, sizeof path, "%.*s", (int)n, list);
            allow(user, path);
        }
    }
}

void links_each(path_sink *allow, void *user)
{
    struct sandbox_links links = {.allow = allow, .user = user};

    add_loaded(&links);
    links_variable("LD_LIBRARY_PATH", allow, user);
    links_variable("GCONV_PATH", allow, user);
}
