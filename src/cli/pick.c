/* pick.c - starts trawl-pick, the program of "trawl pick"
 *
 * It is a program of its own, so that the filter does not load the library of the screen. It is
 * searched beside this program, in ../libexec/trawl/ and in ../lib/trawl/.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/command.h"

/* Writes the path of this program. Returns false when it is unknown. */
static int own_path(const char *self, char *path, size_t size)
{
    ssize_t n = readlink("/proc/self/exe", path, size - 1);
    const char *dirs = getenv("PATH");

    if (n > 0) {
        path[n] = '\0';
        return 1;
    }
    if (strchr(self, '/'))
        return (size_t)snprintf(path, size, "%s", self) < size;
    for (size_t k; dirs && *dirs; dirs += k + (dirs[k] == ':')) {
        k = strcspn(dirs, ":");
        if ((size_t)snprintf(path, size, "%.*s/%s", (int)k, dirs, self) < size &&
            access(path, X_OK) == 0)
            return 1;
    }
    return 0;
}

int pick_start(const char *self, const char *name, char **words)
{
    static const char *const places[] = {"trawl-pick", "../libexec/trawl/trawl-pick",
                                         "../lib/trawl/trawl-pick"};
    const char *own = getenv("TRAWL_PICK");
    static char as[16]; /* lives as long as `words` */
    char path[PATH_MAX], file[PATH_MAX], *slash = NULL;

    (void)snprintf(as, sizeof as, "%s", name);
    words[0] = as;
    if (own && *own) {
        (void)execv(own, words);
        say_system("TRAWL_PICK", own, errno);
        return STATUS_TROUBLE;
    }
    if (own_path(self, path, sizeof path) && (slash = strrchr(path, '/')))
        *slash = '\0';
    for (size_t i = 0; slash && i < sizeof places / sizeof places[0]; i++)
        if ((size_t)snprintf(file, sizeof file, "%s/%s", path, places[i]) < sizeof file)
            (void)execv(file, words);
    say("pick", "the program trawl-pick is neither in ../libexec/trawl nor in ../lib/trawl, from ",
        slash ? path : "the folder of trawl",
        "; \"make install\" puts it there, and TRAWL_PICK can name another place");
    return STATUS_TROUBLE;
}

int pick_help(struct output *o)
{
    char help[] = "--help", *words[] = {help, help, NULL};

    output_flush(o);
    return pick_start("trawl", "pick", words);
}
