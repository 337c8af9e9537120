/* choice.c - which files of folders are read: --exclude, --files, --gitignore */
/* Declares realpath(). */
#define _DEFAULT_SOURCE

#include <fnmatch.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/check.h"
#include "app/io/inside.h"

/* ---- Patterns ---- */

int choice_add(struct buffer *patterns, const char *value)
{
    const size_t n = strlen(value), end = n > 1 && value[n - 1] == '/' ? n - 1 : n;
    int error = TRAWL_OK;

    for (size_t i = 0; i < end && error == TRAWL_OK; i++, value++) {
        if (*value == '[' || *value == '\\')
            error = buffer_add(patterns, "\\", 1);
        if (error == TRAWL_OK)
            error = buffer_add(patterns, value, 1);
    }
    return error == TRAWL_OK ? buffer_add(patterns, "", 1) : error;
}

bool choice_fits(const struct buffer *patterns, trawl_str text)
{
    char copy[PATH_MAX];
    size_t n = text.n < sizeof copy ? text.n : sizeof copy - 1;

    if (patterns->n == 0)
        return false;
    memcpy(copy, text.p, n);
    copy[n] = '\0';
    for (size_t i = 0; i < patterns->n; i += strlen(patterns->p + i) + 1)
        if (fnmatch(patterns->p + i, copy, 0) == 0)
            return true;
    return false;
}

bool choice_fits_path(const struct buffer *patterns, const char *path)
{
    const char *slash = strrchr(path, '/');

    return choice_fits(patterns, (trawl_str){path, strlen(path)}) ||
           (slash && choice_fits(patterns, (trawl_str){slash + 1, strlen(slash + 1)}));
}

/* ---- What git ignores ---- */

#define GIT "/.git"

bool choice_root(const char *folder, char *root)
{
    char path[PATH_MAX + sizeof GIT];
    size_t n = realpath(folder, root) ? strlen(root) : 0;

    for (; n > 0; root[n] = '\0') {
        (void)snprintf(path, sizeof path, "%s" GIT, root);
        if (access(path, F_OK) == 0)
            return true;
        while (n > 0 && root[--n] != '/')
            ;
    }
    return false;
}

bool choice_common(const char *root, char *common)
{
    static const char gitdir[] = "gitdir: ";
    enum { KEY = sizeof gitdir - 1 };
    char text[PATH_MAX];
    int n = snprintf(text, sizeof text, "%s" GIT, root),
        fd = n < (int)sizeof text ? input_regular(text) : -1;
    size_t got = fd >= 0 ? input_read_at(fd, text, sizeof text - 1, 0) : 0;

    if (fd >= 0)
        (void)close(fd);
    text[got] = '\0';
    text[strcspn(text, "\n")] = '\0';
    return strncmp(text, gitdir, KEY) == 0 &&
           snprintf(common, PATH_MAX, "%s/../..", text + KEY) < PATH_MAX;
}

int ignored_open(struct ignored *to, const struct source_choice *choice, const char *folder)
{
    char root[PATH_MAX + sizeof GIT], path[PATH_MAX];
    size_t n;

    *to = (struct ignored){.folder_n = strlen(folder)};
    if (!choice || !choice->gitignore || !choice_root(folder, root) || !realpath(folder, path))
        return 0;
    n = strlen(root);
    to->prefix = strdup(path[n] ? path + n + 1 : "");
    memcpy(root + n, GIT, sizeof GIT);
    to->repository = strdup(root);
    if (to->prefix && to->repository)
        return git_open(&to->git, to->repository);
    (void)snprintf(to->git.why, sizeof to->git.why, "%s", trawl_strerror(TRAWL_ERROR_NO_MEMORY));
    return -1;
}

void ignored_close(struct ignored *ignored)
{
    git_close(&ignored->git);
    free(ignored->repository);
    free(ignored->prefix);
}

/* Returns true if git ignores the file or folder; `below` is its path below the named folder. */
static bool is_ignored(struct ignored *ignored, const char *below)
{
    char name[PATH_MAX];

    if (!ignored->git.repository)
        return false;
    (void)snprintf(name, sizeof name, "%s%s%s", ignored->prefix, *ignored->prefix ? "/" : "",
                   below);
    return git_ignores(&ignored->git, name);
}

/* Returns true when the path, its part `below` the folder, or the name at its end fits one of the
 * patterns. */
static bool fits_either(const struct buffer *patterns, const char *path, const char *below)
{
    return choice_fits_path(patterns, path) ||
           choice_fits(patterns, (trawl_str){below, strlen(below)});
}

bool choice_takes(const struct source_choice *choice, struct ignored *ignored, const char *path,
                  bool folder)
{
    const char *below = path + ignored->folder_n;

    if (!choice)
        return true;
    CHECK(ignored->folder_n <= strlen(path));
    below += strspn(below, "/");
    return !fits_either(&choice->exclude, path, below) &&
           (folder || choice->files.n == 0 || fits_either(&choice->files, path, below)) &&
           !is_ignored(ignored, below);
}

void choice_free(struct source_choice *choice)
{
    buffer_free(&choice->exclude);
    buffer_free(&choice->files);
}
