/* folder_names.c - the names in one directory, in order; see folder_names.h */
/* What d_type holds is not of POSIX; without it every name would cost a system call. */
#define _DEFAULT_SOURCE

#include "cli/folder_names.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define DIGITS "0123456789"

int folder_name_is_number(const char *name)
{
    return *name && name[strspn(name, DIGITS)] == '\0';
}

int folder_name_is_deleted(const char *name)
{
    return (*name == ',' || *name == '#') && folder_name_is_number(name + 1);
}

/* By the number that a name begins with, if it does, then by bytes. The first byte of each is its kind. */
static int compare(const void *a, const void *b)
{
    const char *x = *(const char *const *)a + 1, *y = *(const char *const *)b + 1;
    size_t m = strspn(x, DIGITS), n = strspn(y, DIGITS), zeros_x, zeros_y;
    int order;

    if (m == 0 || n == 0)
        return m + n == 0 ? strcmp(x, y) : m > 0 ? -1 : 1;
    zeros_x = strspn(x, "0");
    zeros_y = strspn(y, "0");
    m -= zeros_x;
    n -= zeros_y;
    if (m != n)
        return m < n ? -1 : 1;
    order = memcmp(x + zeros_x, y + zeros_y, m);
    return order ? order : strcmp(x, y);
}

/* FOLDER_IS_FILE, FOLDER_IS_DIRECTORY, or 0 for what is left out. */
static char kind_of(int directory, const struct dirent *entry)
{
    struct stat s;

    if (entry->d_name[0] == '.')
        return 0;
    if (entry->d_type == DT_REG)
        return FOLDER_IS_FILE;
    if (entry->d_type == DT_DIR)
        return FOLDER_IS_DIRECTORY;
    if (entry->d_type != DT_LNK && entry->d_type != DT_UNKNOWN)
        return 0;
    if (fstatat(directory, entry->d_name, &s, AT_SYMLINK_NOFOLLOW) == 0 && !S_ISLNK(s.st_mode))
        return S_ISREG(s.st_mode) ? FOLDER_IS_FILE : S_ISDIR(s.st_mode) ? FOLDER_IS_DIRECTORY : 0;
    /* A symbolic link; one that leads nowhere is taken for a file, so that somebody says so. */
    return fstatat(directory, entry->d_name, &s, 0) < 0 || S_ISREG(s.st_mode) ? FOLDER_IS_FILE : 0;
}

static void count(struct folder_names *f, char kind, const char *name)
{
    f->count++;
    if (kind == FOLDER_IS_DIRECTORY)
        f->maildir += strcmp(name, "cur") == 0 || strcmp(name, "new") == 0 || strcmp(name, "tmp") == 0;
    else if (folder_name_is_number(name))
        f->numbered++;
    else if (!folder_name_is_deleted(name))
        f->others++;
}

static int read_entries(struct folder_names *f, DIR *directory)
{
    const struct dirent *entry;

    while (errno = 0, (entry = readdir(directory)) != NULL) {
        char kind = kind_of(dirfd(directory), entry);

        if (!kind)
            continue;
        if (reply_add(&f->text, &kind, 1) != TRAWL_OK ||
            reply_add(&f->text, entry->d_name, strlen(entry->d_name) + 1) != TRAWL_OK) {
            errno = ENOMEM;
            return -1;
        }
        count(f, kind, entry->d_name);
    }
    return errno ? -1 : 0;
}

/* The text does not move any more, so there can be pointers into it. */
static int put_in_order(struct folder_names *f)
{
    const char *p = f->text.p;

    if (f->count == 0)
        return 0;
    f->name = malloc(f->count * sizeof *f->name);
    if (!f->name) {
        errno = ENOMEM;
        return -1;
    }
    for (size_t i = 0; i < f->count; i++, p += strlen(p) + 1)
        f->name[i] = p;
    qsort(f->name, f->count, sizeof *f->name, compare);
    return 0;
}

int folder_names_read(struct folder_names *f, const char *path, int follow)
{
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | (follow ? 0 : O_NOFOLLOW)), failed, number;
    DIR *directory = fd < 0 ? NULL : fdopendir(fd);

    *f = (struct folder_names){0};
    if (!directory) {
        number = errno;
        if (fd >= 0)
            (void)close(fd);
        errno = number;
        return -1;
    }
    failed = read_entries(f, directory) < 0 || put_in_order(f) < 0;
    number = errno;
    (void)closedir(directory);
    if (failed)
        folder_names_free(f);
    errno = number;
    return failed ? -1 : 0;
}

void folder_names_free(struct folder_names *f)
{
    reply_free(&f->text);
    free(f->name);
    *f = (struct folder_names){0};
}
