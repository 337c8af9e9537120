/* start.c - starts the programs of commands that are programs of their own
 *
 * Looks for them in the folder of this program, and in ../libexec/trawl/ and ../lib/trawl/ relative
 * to that folder.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "app/command.h"

/* Writes the path of this program. Returns false when it is unknown. */
static bool own_path(const char *self, char *path, size_t size)
{
    ssize_t n = readlink("/proc/self/exe", path, size - 1);
    const char *dirs = getenv("PATH");

    if (n > 0) {
        path[n] = '\0';
        return true;
    }
    if (strchr(self, '/'))
        return (size_t)snprintf(path, size, "%s", self) < size;
    for (size_t k; dirs && *dirs; dirs += k + (dirs[k] == ':')) {
        k = strcspn(dirs, ":");
        if ((size_t)snprintf(path, size, "%.*s/%s", (int)k, dirs, self) < size &&
            access(path, X_OK) == 0)
            return true;
    }
    return false;
}

bool program_folder(const char *self, char *path, size_t size)
{
    char *slash = own_path(self, path, size) ? strrchr(path, '/') : NULL;

    if (slash)
        *slash = '\0';
    return slash != NULL;
}

int program_start(const struct program *program, const char *self, const char *name, char **words)
{
    static const char *const places[] = {"", "../libexec/trawl/", "../lib/trawl/"};
    const char *own = getenv(program->variable);
    static char as[16]; /* lives as long as `words` */
    char path[PATH_MAX], file[PATH_MAX], rest[PATH_MAX + 400];
    bool known;

    (void)snprintf(as, sizeof as, "%s", name);
    words[0] = as;
    if (own && *own) {
        (void)execv(own, words);
        say_system(program->variable, own, errno);
        return STATUS_TROUBLE;
    }
    known = program_folder(self, path, sizeof path);
    for (size_t i = 0; known && i < sizeof places / sizeof places[0]; i++)
        if ((size_t)snprintf(file, sizeof file, "%s/%s%s", path, places[i], program->file) <
            sizeof file)
            (void)execv(file, words);
    (void)snprintf(rest, sizeof rest,
                   " is neither in ../libexec/trawl nor in ../lib/trawl, from %s; %s, and %s can "
                   "name another place",
                   known ? path : "the folder of trawl", program->advice, program->variable);
    say(name, "the program ", program->file, rest);
    return STATUS_TROUBLE;
}
