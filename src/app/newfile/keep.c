/* keep.c - gives a new file the owner, group, ACL, extended attributes and mode of the old one
 *
 * The order matters: a new owner clears the bits 07000 of the mode and the capabilities; an ACL
 * changes the mode. If one of them cannot be kept, the old file stays. ACLs and extended attributes
 * are kept on Linux, where an ACL is an extended attribute, too.
 */
#include "app/newfile/inside.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char as_root[] = "run trawl as its owner or as root";

#ifdef __linux__
#include <sys/xattr.h>

#define ACL "system.posix_acl_access"

/* Returns the value of an attribute, to be freed, and its size; or NULL with errno. */
static char *get_value(int fd, const char *name, size_t *size)
{
    ssize_t n = fgetxattr(fd, name, NULL, 0);
    char *value = n < 0 ? NULL : malloc((size_t)n + 1);

    if (!value)
        return NULL;
    n = fgetxattr(fd, name, value, (size_t)n);
    *size = n < 0 ? 0 : (size_t)n;
    if (n >= 0)
        return value;
    free(value);
    return NULL;
}

/* Copies one attribute, unless the new file has it. Returns 0 or an errno. */
static int keep_one(struct new_file *file, const char *name)
{
    char *value, *there, why[150];
    size_t n = 0, there_n = 0;
    int error = 0;

    /* A hash and a signature of the old content. The kernel makes new ones for the new content. */
    if (strcmp(name, "security.ima") == 0 || strcmp(name, "security.evm") == 0)
        return 0;
    value = get_value(file->old, name, &n);
    there = value ? get_value(file->fd, name, &there_n) : NULL;
    if (!value || ((!there || n != there_n || memcmp(value, there, n) != 0) &&
                   fsetxattr(file->fd, name, value, n, 0) < 0))
        error = errno;
    free(value);
    free(there);
    if (!error)
        return 0;
    (void)snprintf(why, sizeof why, "not replaced: its attribute %.80s cannot be kept", name);
    return new_file_fail(file, error, why, "remove the attribute, or run trawl as root");
}

static int keep_xattrs(struct new_file *file)
{
    ssize_t n = flistxattr(file->old, NULL, 0);
    char *list = n <= 0 ? NULL : malloc((size_t)n);
    bool has_acl = false;
    int error = 0;

    if (n < 0 && errno == ENOTSUP)
        return 0;
    if (n != 0 && (!list || (n = flistxattr(file->old, list, (size_t)n)) < 0)) {
        error = errno;
        free(list);
        return new_file_fail(file, error, "not replaced: its attributes cannot be read", as_root);
    }
    for (const char *name = list; list && name < list + n && !error; name += strlen(name) + 1) {
        has_acl = has_acl || strcmp(name, ACL) == 0;
        error = keep_one(file, name);
    }
    free(list);
    /* A folder with a default ACL gives an ACL to each new file. */
    if (!error && !has_acl && fremovexattr(file->fd, ACL) < 0 && errno != ENODATA &&
        errno != ENOTSUP)
        error =
            new_file_fail(file, errno, "not replaced: it would get the ACL of its folder", as_root);
    return error;
}
#else
static int keep_xattrs(struct new_file *file)
{
    (void)file;
    return 0;
}
#endif

/* Sets the mode, last. Returns 0 or an errno. */
static int keep_mode(struct new_file *file, mode_t mode)
{
    struct stat now;

    if (fstat(file->fd, &now) == 0 && (now.st_mode & 07777) == mode)
        return 0; /* setting it might change an ACL */
    if (fchmod(file->fd, mode) == 0 && fstat(file->fd, &now) == 0) {
        if ((now.st_mode & 07777) == mode)
            return 0;
        errno = EPERM; /* the kernel leaves out the bit 02000 for a foreign group */
    }
    return new_file_fail(file, errno, "not replaced: its mode cannot be kept", as_root);
}

int keep_attributes(struct new_file *file)
{
    struct stat old, new;
    int error;

    if (fstat(file->old, &old) < 0 || fstat(file->fd, &new) < 0)
        return errno;
    if ((old.st_uid != new.st_uid || old.st_gid != new.st_gid) &&
        fchown(file->fd, old.st_uid != new.st_uid ? old.st_uid : (uid_t)-1,
               old.st_gid != new.st_gid ? old.st_gid : (gid_t)-1) < 0)
        return new_file_fail(file, errno, "not replaced: its owner and group cannot be kept",
                             as_root);
    error = keep_xattrs(file);
    return error ? error : keep_mode(file, old.st_mode & 07777);
}
