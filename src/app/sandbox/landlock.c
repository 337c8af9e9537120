/* landlock.c - restricts which files the process can open, with Landlock (Linux 5.19)
 *
 * All rights that the kernel knows are handled, so what no rule grants is forbidden: creating
 * devices, links and sockets, executing, connecting by TCP, signals to processes outside of the
 * sandbox. Version 1 of the interface is not used: it forbids moving a file into another folder,
 * which trawl site does.
 */
/* Declares syscall() and O_PATH. */
#define _GNU_SOURCE

#include "app/sandbox/inside.h"

#if defined __linux__ && defined __has_include
/* cppcheck-suppress preprocessorErrorDirective */
#if __has_include(<linux/landlock.h>) && __has_include(<asm/types.h>)
#define HAVE_LANDLOCK 1
#endif
#endif

#ifdef HAVE_LANDLOCK
#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The struct and the rights of version 7, which headers of older kernels lack. */
struct rules_attr {
    uint64_t files, tcp, scopes;
};

enum { VERSION_TRUNCATE = 3, VERSION_TCP = 4, VERSION_IOCTL = 5, VERSION_SCOPES = 6 };

#define RIGHTS_2 ((UINT64_C(1) << 14) - 1)
#define RIGHT_TRUNCATE (UINT64_C(1) << 14)
#define RIGHT_IOCTL (UINT64_C(1) << 15)
#define TCP_ALL UINT64_C(3)    /* bind, connect */
#define SCOPES_ALL UINT64_C(3) /* abstract Unix sockets, signals */

static uint64_t handled; /* the rights that this kernel knows */

int landlock_version(void)
{
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);

    return version >= 2 ? (int)version : 0;
}

int landlock_begin(void)
{
    int version = landlock_version();
    struct rules_attr all = {.files = RIGHTS_2};
    size_t size = version < VERSION_TCP      ? sizeof all.files
                  : version < VERSION_SCOPES ? sizeof all.files + sizeof all.tcp
                                             : sizeof all;

    if (version == 0)
        return -1;
    all.files |= (version >= VERSION_TRUNCATE ? RIGHT_TRUNCATE : 0) |
                 (version >= VERSION_IOCTL ? RIGHT_IOCTL : 0);
    all.tcp = TCP_ALL;
    all.scopes = SCOPES_ALL;
    handled = all.files;
    return (int)syscall(SYS_landlock_create_ruleset, &all, size, 0);
}

/* Adds a rule for what is open at `fd`. Returns 0 or -1. */
static int add_rule(int rules, int fd, uint64_t rights)
{
    struct landlock_path_beneath_attr rule = {.allowed_access = rights & handled, .parent_fd = fd};

    return (int)syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
}

void landlock_allow(int rules, enum files_right right, const char *path)
{
    static const uint64_t file[] = {
        [FILES_READ] = LANDLOCK_ACCESS_FS_READ_FILE,
        [FILES_WRITE] =
            LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE | RIGHT_TRUNCATE,
    };
    static const uint64_t folder[] = {
        [FILES_READ] = LANDLOCK_ACCESS_FS_READ_DIR,
        [FILES_WRITE] = LANDLOCK_ACCESS_FS_READ_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
                        LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE |
                        LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REFER,
    };
    int fd;

    do
        fd = open(path, O_PATH | O_CLOEXEC);
    while (fd < 0 && errno == EINTR);
    if (fd < 0)
        return;
    /* Rights of folders are refused for a file. */
    if (add_rule(rules, fd, file[right] | folder[right]) < 0)
        (void)add_rule(rules, fd, file[right]);
    (void)close(fd);
}

int landlock_close(int rules)
{
    int failed = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 ||
                 syscall(SYS_landlock_restrict_self, rules, 0) < 0;

    (void)close(rules);
    return failed ? -1 : 0;
}
#else
int landlock_version(void)
{
    return 0;
}

int landlock_begin(void)
{
    return -1;
}

void landlock_allow(int rules, enum files_right right, const char *path)
{
    (void)rules;
    (void)right;
    (void)path;
}

int landlock_close(int rules)
{
    (void)rules;
    return -1;
}
#endif
