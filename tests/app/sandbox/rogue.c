/* rogue.c - what code that took over a parser would try: a table of system calls, and what must
 * refuse each
 *
 * planted.c calls rogue() for the link http://rogue.planted.example/. Each call is made without the
 * C library's fallbacks, and the result is reported as a message:
 *
 *     trawl: rogue A kill another process: ENOSYS
 *
 * The letter says what has to refuse the call, and t_rogue.sh compares the result with it:
 *
 *     A   the filter of calls, in all commands
 *     N   the filter of calls, in commands that write no files
 *     L   the filter of calls, and Landlock in the one command that gives names to files itself,
 *         trawl site
 *     W   the filter of calls; only trawl site may do it, in its own folder
 *     F   Landlock
 *     I   nothing: the descriptor is not open, with or without the sandbox
 *     S   nothing: all commands may do it
 *     B   the broker, with EACCES, and the filter of calls in commands without one
 *
 * The filter refuses with ENOSYS, Landlock with EACCES. EROFS counts as EACCES, since in a chroot
 * /proc may be mounted read-only. Any other error is reported as "done": the call was allowed, and
 * the kernel looked at its arguments. Most arguments are wrong, so that an allowed call does
 * nothing. The environment has ROGUE_DIR, a folder with the files "secret", "named" (an input) and
 * "folder/"; ROGUE_BESIDE, ROGUE_TEMPORARY, ROGUE_HOME and ROGUE_OWN, other folders; and ROGUE_PID,
 * another process. Standard input must also be open for writing ("<>"). Descriptor 9 must be
 * inherited, and ROGUE_INHERITED must name its file.
 */
/* Declares the names of calls and of their arguments. */
#define _GNU_SOURCE

#ifdef __linux__
#include <errno.h>
#include <fcntl.h>
#include <linux/aio_abi.h>
#include <linux/fs.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "app/show/show.h"

static const char *dir; /* ROGUE_DIR */
static long pid;        /* ROGUE_PID */

static void report(char class, const char *name, long result)
{
    const int error = result < 0 ? errno : 0;
    char line[200];

    (void)snprintf(line, sizeof line, "rogue %c %s: %s", class, name,
                   error == ENOSYS                     ? "ENOSYS"
                   : error == EACCES || error == EROFS ? "EACCES"
                                                       : "done");
    say(NULL, line, NULL, NULL);
}

#define TRY(class, name, ...) report(class, name, syscall(__VA_ARGS__))

/* Returns the path of a file in the folder, in one of a few buffers. */
static const char *in_dir(const char *name)
{
    static char paths[4][4096];
    static unsigned next;
    char *path = paths[next++ % 4];

    (void)snprintf(path, sizeof paths[0], "%s/%s", dir, name);
    return path;
}

/* A pointer that no call can read. */
#define NOWHERE ((void *)1)

/* TCGETS2 and TCSETS2 need struct termios2, whose header and <termios.h> exclude each other. */
#define TERMIOS2_GET _IOR('T', 0x2A, char[44])
#define TERMIOS2_SET _IOW('T', 0x2B, char[44])

/* ---- Files ---- */

/* Tries to open a file, and closes it. */
static void try_open(char class, const char *what, const char *name, int flags)
{
    long fd = syscall(SYS_openat, AT_FDCWD, in_dir(name), flags, 0600);

    report(class, what, fd);
    if (fd >= 0)
        (void)close((int)fd);
}

static void open_files(void)
{
    struct {
        unsigned long long flags, mode, resolve;
    } how = {O_RDONLY, 0, 0};

    try_open('F', "openat another file", "secret", O_RDONLY);
    try_open('F', "openat another folder", "folder", O_RDONLY | O_DIRECTORY);
    try_open('L', "openat an input to write", "named", O_WRONLY);
    try_open('L', "openat an input to read and write", "named", O_RDWR);
    try_open('L', "openat an input to append", "named", O_WRONLY | O_APPEND);
    try_open('A', "openat an input, O_RDONLY | O_TRUNC", "named", O_RDONLY | O_TRUNC);
    try_open('L', "openat an input, O_WRONLY | O_TRUNC", "named", O_WRONLY | O_TRUNC);
    try_open('A', "openat an input with access mode 3", "named", O_ACCMODE);
    try_open('A', "openat an input, access mode 3, O_TRUNC", "named", O_ACCMODE | O_TRUNC);
    try_open('L', "openat with O_CREAT", "new1", O_WRONLY | O_CREAT);
    try_open('L', "openat with O_CREAT to read", "new2", O_RDONLY | O_CREAT);
    try_open('L', "openat with O_TMPFILE", ".", O_WRONLY | O_TMPFILE);
    TRY('A', "openat2", SYS_openat2, AT_FDCWD, in_dir("named"), &how, sizeof how);
#ifdef SYS_open
    TRY('F', "open another file", SYS_open, in_dir("secret"), O_RDONLY);
    TRY('A', "open an input, O_RDONLY | O_TRUNC", SYS_open, in_dir("named"), O_RDONLY | O_TRUNC);
    TRY('L', "open an input to write", SYS_open, in_dir("named"), O_WRONLY);
    TRY('A', "creat", SYS_creat, in_dir("new3"), 0600);
#endif
    TRY('A', "open_by_handle_at", SYS_open_by_handle_at, -1, NOWHERE, 0);
    TRY('A', "name_to_handle_at", SYS_name_to_handle_at, AT_FDCWD, in_dir("named"), NOWHERE,
        NOWHERE, 0);
    TRY('L', "openat the memory of this process", SYS_openat, AT_FDCWD, "/proc/self/mem", O_RDWR);
}

static void change_files(void)
{
    TRY('A', "truncate", SYS_truncate, in_dir("named"), 0);
    TRY('L', "unlinkat", SYS_unlinkat, AT_FDCWD, in_dir("gone1"), 0);
    TRY('L', "unlinkat a folder", SYS_unlinkat, AT_FDCWD, in_dir("gone2"), AT_REMOVEDIR);
    TRY('L', "mkdirat", SYS_mkdirat, AT_FDCWD, in_dir("new4"), 0700);
    TRY('L', "renameat2", SYS_renameat2, AT_FDCWD, in_dir("gone3"), AT_FDCWD, in_dir("new5"), 0);
    TRY('A', "symlinkat", SYS_symlinkat, "x", AT_FDCWD, in_dir("new6"));
    TRY('A', "linkat", SYS_linkat, AT_FDCWD, in_dir("named"), AT_FDCWD, in_dir("new7"), 0);
    TRY('A', "mknodat", SYS_mknodat, AT_FDCWD, in_dir("new8"), S_IFIFO | 0600, 0);
#ifdef SYS_open
    TRY('L', "unlink", SYS_unlink, in_dir("gone4"));
    TRY('L', "rmdir", SYS_rmdir, in_dir("gone5"));
    TRY('L', "mkdir", SYS_mkdir, in_dir("new9"), 0700);
    TRY('L', "rename", SYS_rename, in_dir("gone6"), in_dir("new10"));
    TRY('A', "symlink", SYS_symlink, "x", in_dir("new11"));
    TRY('A', "link", SYS_link, in_dir("named"), in_dir("new12"));
    TRY('A', "mknod", SYS_mknod, in_dir("new13"), S_IFIFO | 0600, 0);
    TRY('A', "chmod", SYS_chmod, in_dir("named"), 0600);
    TRY('A', "chown", SYS_chown, in_dir("named"), -1, -1);
    TRY('A', "lchown", SYS_lchown, in_dir("named"), -1, -1);
#ifdef SYS_utime
    TRY('A', "utime", SYS_utime, in_dir("named"), NULL);
#endif
    TRY('A', "utimes", SYS_utimes, in_dir("named"), NULL);
    TRY('A', "futimesat", SYS_futimesat, AT_FDCWD, in_dir("named"), NULL);
#endif
    TRY('A', "fchmodat", SYS_fchmodat, AT_FDCWD, in_dir("named"), 0600);
#ifdef SYS_fchmodat2
    TRY('A', "fchmodat2", SYS_fchmodat2, AT_FDCWD, in_dir("named"), 0600, 0);
#else
    TRY('A', "fchmodat2", 452, AT_FDCWD, in_dir("named"), 0600, 0);
#endif
    TRY('A', "fchownat", SYS_fchownat, AT_FDCWD, in_dir("named"), -1, -1, 0);
    TRY('A', "utimensat", SYS_utimensat, AT_FDCWD, in_dir("named"), NULL, 0);
    TRY('A', "setxattr", SYS_setxattr, in_dir("named"), "user.a", "b", 1, 0);
    TRY('A', "lsetxattr", SYS_lsetxattr, in_dir("named"), "user.a", "b", 1, 0);
    TRY('A', "removexattr", SYS_removexattr, in_dir("named"), "user.a");
    TRY('A', "chdir", SYS_chdir, dir);
    TRY('A', "chroot", SYS_chroot, "/nonexistent");
}

/* ---- New files: names that a shell or a program would trust, and modes that give rights ---- */

/* Reports a call that may return a descriptor. */
static void report_open(char class, const char *where, const char *what, long fd)
{
    const int error = errno;
    char name[160];

    (void)snprintf(name, sizeof name, "%s: %s", where, what);
    if (fd > 0)
        (void)close((int)fd);
    errno = error;
    report(class, name, fd);
}

/* Tries to create files in a folder. `class` is the letter for files and folders with usual
 * modes. */
static void create_in(const char *variable, const char *where, char class)
{
    static const struct {
        const char *what, *name;
        int flags, mode; /* flags 0: a folder */
    } rows[] = {
        {"create .bashrc", ".bashrc", O_WRONLY | O_CREAT, 0644},
        {"create .profile to read", ".profile", O_RDONLY | O_CREAT, 0644},
        {"create a file of mode 04755", "setuid", O_WRONLY | O_CREAT, 04755},
        {"create a file of mode 02755", "setgid", O_WRONLY | O_CREAT, 02755},
        {"create a file of mode 01644", "sticky", O_WRONLY | O_CREAT, 01644},
        {"create a file of mode 06755 to read", "both", O_RDONLY | O_CREAT, 06755},
        {"O_TMPFILE", ".", O_RDWR | O_TMPFILE, 0600},
        {"O_TMPFILE of mode 04700", ".", O_RDWR | O_TMPFILE, 04700},
        {"create .ssh", ".ssh", 0, 0700},
        {"create a folder of mode 02775", "setgid/", 0, 02775},
        {"create a folder of mode 01777", "sticky/", 0, 01777},
    };
    const char *folder = getenv(variable), *old = dir;

    if (!folder)
        return;
    dir = folder;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *path = in_dir(rows[i].name);
        const char as = rows[i].mode & 07000 ? 'A' : class;

        report_open(as, where, rows[i].what,
                    rows[i].flags ? syscall(SYS_openat, AT_FDCWD, path, rows[i].flags, rows[i].mode)
                                  : syscall(SYS_mkdirat, AT_FDCWD, path, rows[i].mode));
#ifdef SYS_open
        report_open(as, where, "the same by the older call",
                    rows[i].flags ? syscall(SYS_open, path, rows[i].flags, rows[i].mode)
                                  : syscall(SYS_mkdir, path, rows[i].mode));
#endif
    }
    report_open('A', where, "mknodat of a file",
                syscall(SYS_mknodat, AT_FDCWD, in_dir("node"), S_IFREG | 04755, 0));
    report_open('A', where, "O_PATH", syscall(SYS_openat, AT_FDCWD, dir, O_PATH, 0));
    dir = old;
}

static void create_files(void)
{
    struct stat status;

    create_in("ROGUE_BESIDE", "beside the database", 'L');
    create_in("ROGUE_TEMPORARY", "among temporary files", 'L');
    create_in("ROGUE_HOME", "at home", 'L');
    create_in("ROGUE_DIR", "beside an input", 'L');
    create_in("ROGUE_OWN", "in the folder of a site", 'W');
    report('S', "stat another file", stat(in_dir("secret"), &status));
}

/* ---- Requests to the broker ---- */

/* Sends a request to the broker, as app/sandbox/broker.c does, and receives the answer. Returns a
 * descriptor, 0, or -1 with errno. */
static long ask(int fd, unsigned what, int flags, const char *path)
{
    struct {
        unsigned long long size;
        unsigned what;
        int flags;
        char path[4096];
    } request = {sizeof request - sizeof request.size, what, flags, ""};
    int error = 0, got = 0;
    char room[CMSG_SPACE(sizeof got)] = "";
    struct iovec v = {&error, sizeof error};
    struct msghdr message = {
        .msg_iov = &v, .msg_iovlen = 1, .msg_control = room, .msg_controllen = sizeof room};

    (void)snprintf(request.path, sizeof request.path, "%s", path);
    if (syscall(SYS_sendto, fd, &request, sizeof request, MSG_NOSIGNAL, NULL, 0) < 0 ||
        syscall(SYS_recvmsg, fd, &message, 0) <= 0)
        return -1;
    if (CMSG_FIRSTHDR(&message))
        memcpy(&got, CMSG_DATA(CMSG_FIRSTHDR(&message)), sizeof got);
    errno = error;
    return error ? -1 : got;
}

/* Returns the socket of the broker: the one descriptor above 2 that can be sent to. */
static int broker_socket(void)
{
    for (int fd = 3; fd < 64; fd++)
        if (syscall(SYS_sendto, fd, "", 0, MSG_NOSIGNAL, NULL, 0) == 0)
            return fd;
    return 3;
}

/* Asks the broker for files that it must not open, if ROGUE_ASK is set. It is set for commands
 * whose broker opens databases; other brokers number their requests in another way. */
static void ask_broker(void)
{
    static const struct {
        const char *variable, *name;
    } paths[] = {{"ROGUE_DIR", "secret"},         {"ROGUE_DIR", "named"},
                 {"ROGUE_BESIDE", ".bashrc"},     {"ROGUE_BESIDE", "x.db-wal/../.bashrc"},
                 {"ROGUE_BESIDE", "x.db-backup"}, {"ROGUE_BESIDE", "x.db.wal"},
                 {"ROGUE_BESIDE", "y.db-lock"},   {"ROGUE_BESIDE", "x.db-lock-wal"},
                 {"ROGUE_DIR", "x.db"},           {"ROGUE_HOME", ".ssh"}};
    enum { OPEN = 1, REMOVE, FOLDER, UNKNOWN = 9 };
    int fd = broker_socket();
    char name[100];

    if (!getenv("ROGUE_ASK"))
        return;
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        const char *folder = getenv(paths[i].variable);
        char path[4096];

        (void)snprintf(path, sizeof path, "%s/%s", folder ? folder : "", paths[i].name);
        (void)snprintf(name, sizeof name, "to open %s", paths[i].name);
        report_open('B', "ask the broker", name, ask(fd, OPEN, O_RDWR | O_CREAT, path));
        (void)snprintf(name, sizeof name, "to remove %s", paths[i].name);
        report_open('B', "ask the broker", name, ask(fd, REMOVE, 0, path));
    }
    report_open('B', "ask the broker", "for a folder", ask(fd, FOLDER, 0, dir));
    report_open('B', "ask the broker", "for what it does not know", ask(fd, UNKNOWN, 0, dir));
}

/* ---- Open descriptors: standard input, which is an input ---- */

static void change_input(void)
{
    static char byte[1] = {'x'};
    const struct iovec v = {byte, 1};
    loff_t at = 0;
    char *shared;

    TRY('A', "write to an input", SYS_write, 0, byte, 1);
    TRY('A', "writev to an input", SYS_writev, 0, &v, 1);
    TRY('A', "pwrite64 to an input", SYS_pwrite64, 0, byte, 1, 0L);
    TRY('A', "pwritev to an input", SYS_pwritev, 0, &v, 1, 0L, 0L);
    TRY('A', "pwritev2 to an input", SYS_pwritev2, 0, &v, 1, 0L, 0L, 0);
    TRY('A', "ftruncate an input", SYS_ftruncate, 0, 1L);
    TRY('A', "fallocate an input", SYS_fallocate, 0, 0, 0L, 1L);
    TRY('A', "sendfile to an input", SYS_sendfile, 0, 0, &at, 1);
    TRY('A', "splice to an input", SYS_splice, 0, &at, 0, &at, 1, 0);
    TRY('A', "tee", SYS_tee, 0, 0, 1, 0);
    TRY('A', "vmsplice", SYS_vmsplice, 0, &v, 1, 0);
    TRY('A', "copy_file_range to an input", SYS_copy_file_range, 0, &at, 0, &at, 1, 0);
    TRY('A', "fchmod an input", SYS_fchmod, 0, 0600);
    TRY('A', "fchown an input", SYS_fchown, 0, -1, -1);
    TRY('A', "futimens an input", SYS_utimensat, 0, NULL, NULL, 0);
    TRY('A', "fsetxattr an input", SYS_fsetxattr, 0, "user.a", "b", 1, 0);
    TRY('A', "fremovexattr an input", SYS_fremovexattr, 0, "user.a");
    TRY('A', "ioctl FS_IOC_SETFLAGS", SYS_ioctl, 0, FS_IOC_SETFLAGS, NOWHERE);
    TRY('A', "ioctl FICLONE", SYS_ioctl, 0, FICLONE, 0);
    TRY('A', "flock an input", SYS_flock, 0, LOCK_SH | LOCK_NB);
    shared = mmap(NULL, 1, PROT_READ | PROT_WRITE, MAP_SHARED, 0, 0);
    report('A', "mmap an input, shared", shared == MAP_FAILED ? -1 : 0);
}

/* trawl closes the inherited descriptor when it starts. By now 9 may be another file of the
 * program. */
static void use_inherited(void)
{
    const char *name = getenv("ROGUE_INHERITED");
    struct stat inherited, open;

    if (!name || stat(name, &inherited) < 0 || fstat(9, &open) < 0 ||
        inherited.st_ino != open.st_ino)
        errno = ENOSYS;
    else if (write(9, "x", 1) == 1)
        errno = 0;
    report('I', "write to an inherited descriptor", errno ? -1 : 0);
}

static void copy_descriptors(void)
{
    struct flock lock = {.l_type = F_RDLCK};

    TRY('A', "dup", SYS_dup, 0);
    TRY('A', "dup3", SYS_dup3, 0, 200, 0);
#ifdef SYS_dup2
    TRY('A', "dup2", SYS_dup2, 0, 201);
#endif
    TRY('A', "fcntl F_DUPFD", SYS_fcntl, 0, F_DUPFD, 100);
    TRY('A', "fcntl F_DUPFD_CLOEXEC", SYS_fcntl, 0, F_DUPFD_CLOEXEC, 100);
    TRY('N', "fcntl F_SETLK", SYS_fcntl, 0, F_SETLK, &lock);
    TRY('A', "fcntl F_OFD_SETLK", SYS_fcntl, 0, F_OFD_SETLK, &lock);
    TRY('A', "fcntl F_SETLEASE", SYS_fcntl, 0, F_SETLEASE, F_UNLCK);
    TRY('A', "fcntl F_NOTIFY", SYS_fcntl, 0, F_NOTIFY, 0);
    TRY('A', "fcntl F_SETFL O_ASYNC", SYS_fcntl, 0, F_SETFL, O_ASYNC);
    TRY('A', "fcntl F_SETFL O_APPEND", SYS_fcntl, 0, F_SETFL, O_APPEND);
    TRY('A', "fcntl F_SETOWN", SYS_fcntl, 0, F_SETOWN, pid);
    TRY('A', "fcntl F_SETOWN_EX", SYS_fcntl, 0, F_SETOWN_EX, NOWHERE);
    TRY('A', "fcntl F_SETSIG", SYS_fcntl, 0, F_SETSIG, SIGIO);
    TRY('A', "fcntl F_SETPIPE_SZ", SYS_fcntl, 0, F_SETPIPE_SZ, 4096);
    TRY('A', "fcntl F_ADD_SEALS", SYS_fcntl, 0, F_ADD_SEALS, 0);
    TRY('S', "ioctl TCGETS", SYS_ioctl, 0, TCGETS, NOWHERE);
    TRY('S', "ioctl TCGETS2", SYS_ioctl, 0, TERMIOS2_GET, NOWHERE);
    TRY('A', "ioctl TCSETS", SYS_ioctl, 0, TCSETS, NOWHERE);
    TRY('A', "ioctl TCSETS2", SYS_ioctl, 0, TERMIOS2_SET, NOWHERE);
    TRY('A', "ioctl FIOASYNC", SYS_ioctl, 0, FIOASYNC, NOWHERE);
    TRY('A', "ioctl FIOSETOWN", SYS_ioctl, 0, FIOSETOWN, NOWHERE);
    TRY('A', "ioctl SIOCSPGRP", SYS_ioctl, 0, SIOCSPGRP, NOWHERE);
    TRY('A', "ioctl TIOCSTI", SYS_ioctl, 0, TIOCSTI, NOWHERE);
    TRY('A', "ioctl TIOCSCTTY", SYS_ioctl, 0, TIOCSCTTY, 0);
    TRY('A', "ioctl TIOCSPGRP", SYS_ioctl, 0, TIOCSPGRP, NOWHERE);
    TRY('A', "ioctl TIOCLINUX", SYS_ioctl, 0, TIOCLINUX, NOWHERE);
}

/* ---- Other processes ---- */

static void signal_processes(void)
{
    siginfo_t info = {0};

    TRY('A', "kill another process", SYS_kill, pid, 0);
    TRY('A', "kill its group", SYS_kill, -pid, 0);
    TRY('A', "kill all processes", SYS_kill, -1, 0);
    TRY('A', "kill this group", SYS_kill, 0, 0);
    TRY('A', "tkill", SYS_tkill, pid, 0);
    TRY('A', "tgkill", SYS_tgkill, pid, pid, 0);
    TRY('A', "rt_sigqueueinfo", SYS_rt_sigqueueinfo, pid, 0, &info);
    TRY('A', "rt_tgsigqueueinfo", SYS_rt_tgsigqueueinfo, pid, pid, 0, &info);
    TRY('A', "pidfd_open", SYS_pidfd_open, pid, 0);
    TRY('A', "pidfd_send_signal", SYS_pidfd_send_signal, 0, 0, NULL, 0);
    TRY('A', "pidfd_getfd", SYS_pidfd_getfd, 0, 0, 0);
    TRY('A', "timer_create", SYS_timer_create, CLOCK_MONOTONIC, NULL, NOWHERE);
    TRY('A', "mq_notify", SYS_mq_notify, -1, NULL);
}

static void change_processes(void)
{
    const struct {
        unsigned long long now, most;
    } limit = {0, 0};
    const int zero = 0;

    TRY('A', "prlimit64 of another process", SYS_prlimit64, pid, RLIMIT_CORE, &limit, NULL);
    TRY('A', "prlimit64, reading", SYS_prlimit64, pid, RLIMIT_CPU, NULL, NOWHERE);
    TRY('A', "ptrace", SYS_ptrace, PTRACE_PEEKDATA, pid, 0, 0);
    TRY('A', "process_vm_readv", SYS_process_vm_readv, pid, NULL, 0, NULL, 0, 0);
    TRY('A', "process_vm_writev", SYS_process_vm_writev, pid, NULL, 0, NULL, 0, 0);
    TRY('A', "process_madvise", SYS_process_madvise, -1, NULL, 0, 0, 0);
    TRY('A', "process_mrelease", 448, -1, 0);
    TRY('A', "setpriority", SYS_setpriority, PRIO_PROCESS, pid, 1);
    TRY('A', "sched_setaffinity", SYS_sched_setaffinity, pid, 0, NULL);
    TRY('A', "sched_setscheduler", SYS_sched_setscheduler, pid, SCHED_OTHER, &zero);
    TRY('A', "sched_setparam", SYS_sched_setparam, pid, &zero);
    TRY('A', "sched_setattr", SYS_sched_setattr, pid, NULL, 0);
    TRY('A', "ioprio_set", SYS_ioprio_set, 1, pid, 2 << 13 | 4);
    TRY('A', "kcmp", SYS_kcmp, (long)getpid(), pid, 0, 0, 0);
    TRY('A', "move_pages", SYS_move_pages, pid, 0L, NULL, NULL, NULL, 0);
    TRY('A', "setpgid", SYS_setpgid, pid, 0);
    TRY('A', "setsid", SYS_setsid);
}

static void start_processes(void)
{
    char *none[] = {NULL};
    long child;

    if ((child = syscall(SYS_clone, SIGCHLD, 0L, 0L, 0L, 0L)) == 0)
        _exit(0);
    report('A', "clone a process", child);
#ifdef SYS_fork
    if ((child = syscall(SYS_fork)) == 0)
        _exit(0);
    report('A', "fork", child);
#endif
    TRY('A', "clone a thread in other namespaces", SYS_clone,
        CLONE_VM | CLONE_SIGHAND | CLONE_THREAD | CLONE_NEWUSER, NULL, NULL, NULL, NULL);
    TRY('A', "clone3", SYS_clone3, NOWHERE, 0);
    TRY('A', "execve", SYS_execve, "/nonexistent", none, none);
    TRY('A', "execveat", SYS_execveat, AT_FDCWD, "/nonexistent", none, none, 0);
    TRY('A', "unshare", SYS_unshare, 0);
    TRY('A', "setns", SYS_setns, -1, 0);
}

/* ---- Networks, other objects of the kernel ---- */

static void open_sockets(void)
{
    static const struct {
        const char *name;
        int family, type;
    } sockets[] = {
        {"socket AF_INET", AF_INET, SOCK_STREAM},    {"socket AF_INET, UDP", AF_INET, SOCK_DGRAM},
        {"socket AF_INET6", AF_INET6, SOCK_STREAM},  {"socket AF_UNIX", AF_UNIX, SOCK_STREAM},
        {"socket AF_NETLINK", AF_NETLINK, SOCK_RAW}, {"socket AF_PACKET", AF_PACKET, SOCK_RAW}};
    int pair[2];

    for (size_t i = 0; i < sizeof sockets / sizeof sockets[0]; i++)
        TRY('A', sockets[i].name, SYS_socket, sockets[i].family, sockets[i].type, 0);
    TRY('A', "socketpair", SYS_socketpair, AF_UNIX, SOCK_STREAM, 0, pair);
    TRY('A', "connect", SYS_connect, 0, NOWHERE, 0);
    TRY('A', "bind", SYS_bind, 0, NOWHERE, 0);
    TRY('A', "listen", SYS_listen, 0, 0);
    TRY('A', "accept4", SYS_accept4, 0, NULL, NULL, 0);
    TRY('A', "sendto", SYS_sendto, 0, "x", 1, 0, NULL, 0);
    TRY('A', "sendmsg", SYS_sendmsg, 0, NOWHERE, 0);
    TRY('A', "sendmmsg", SYS_sendmmsg, 0, NOWHERE, 1, 0);
    TRY('A', "recvmsg", SYS_recvmsg, 0, NOWHERE, 0);
    TRY('A', "setsockopt", SYS_setsockopt, 0, 0, 0, NULL, 0);
}

static void open_objects(void)
{
    int pair[2];
    aio_context_t context = 0;

    TRY('A', "pipe2", SYS_pipe2, pair, 0);
    TRY('A', "eventfd2", SYS_eventfd2, 0, 0);
    TRY('A', "memfd_create", SYS_memfd_create, "x", 0);
    TRY('A', "inotify_init1", SYS_inotify_init1, 0);
    TRY('A', "fanotify_init", SYS_fanotify_init, 0, 0);
    TRY('A', "epoll_create1", SYS_epoll_create1, 0);
    TRY('A', "signalfd4", SYS_signalfd4, -1, NOWHERE, 8, 0);
    TRY('A', "timerfd_create", SYS_timerfd_create, CLOCK_MONOTONIC, 0);
    TRY('A', "userfaultfd", SYS_userfaultfd, 0);
    TRY('A', "perf_event_open", SYS_perf_event_open, NOWHERE, 0, -1, -1, 0L);
    TRY('A', "bpf", SYS_bpf, 0, NULL, 0);
    TRY('A', "io_setup", SYS_io_setup, 1, &context);
    TRY('A', "io_uring_setup", SYS_io_uring_setup, 1, NOWHERE);
    TRY('A', "io_uring_enter", SYS_io_uring_enter, -1, 0, 0, 0, NULL, 0L);
    TRY('A', "io_uring_register", SYS_io_uring_register, -1, 0, NULL, 0);
    TRY('A', "shmget", SYS_shmget, 1, 0L, 0);
    TRY('A', "shmat", SYS_shmat, -1, NULL, 0);
    TRY('A', "semget", SYS_semget, 1, 0, 0);
    TRY('A', "msgget", SYS_msgget, 1, 0);
    TRY('A', "mq_open", SYS_mq_open, "nonexistent", O_RDONLY, 0, NULL);
    TRY('A', "keyctl", SYS_keyctl, 0, -3, 0, 0, 0);
    TRY('A', "add_key", SYS_add_key, NOWHERE, NOWHERE, NULL, 0L, 0);
    TRY('A', "request_key", SYS_request_key, NOWHERE, NOWHERE, NULL, 0);
}

/* ---- The system ---- */

static void change_system(void)
{
    TRY('A', "mount", SYS_mount, NOWHERE, NOWHERE, NOWHERE, 0L, NULL);
    TRY('A', "umount2", SYS_umount2, "/nonexistent", 0);
    TRY('A', "pivot_root", SYS_pivot_root, "/nonexistent", "/nonexistent");
    TRY('A', "fsopen", SYS_fsopen, NOWHERE, 0);
    TRY('A', "fsmount", SYS_fsmount, -1, 0, 0);
    TRY('A', "open_tree", SYS_open_tree, -1, "/nonexistent", 0);
    TRY('A', "move_mount", SYS_move_mount, -1, "", -1, "", 0);
    TRY('A', "mount_setattr", 442, -1, "", 0, NOWHERE, 0L);
    TRY('A', "swapon", SYS_swapon, "/nonexistent", 0);
    TRY('A', "reboot", SYS_reboot, 0, 0, 0, NULL);
    TRY('A', "init_module", SYS_init_module, NOWHERE, 0L, NOWHERE);
    TRY('A', "delete_module", SYS_delete_module, NOWHERE, 0);
    TRY('A', "sethostname", SYS_sethostname, NOWHERE, 1L);
    TRY('A', "settimeofday", SYS_settimeofday, NOWHERE, NULL);
    TRY('A', "clock_settime", SYS_clock_settime, CLOCK_REALTIME, NOWHERE);
    TRY('A', "adjtimex", SYS_adjtimex, NOWHERE);
    TRY('A', "acct", SYS_acct, "/nonexistent/x");
    TRY('A', "syslog", SYS_syslog, 10, NULL, 0);
    TRY('A', "quotactl", SYS_quotactl, 0, NULL, 0, NULL);
}

static void change_self(void)
{
    TRY('A', "setuid", SYS_setuid, (long)getuid());
    TRY('A', "setgid", SYS_setgid, (long)getgid());
    TRY('A', "setresuid", SYS_setresuid, -1, -1, -1);
    TRY('A', "setgroups", SYS_setgroups, -1, NULL);
    TRY('A', "capset", SYS_capset, NOWHERE, NULL);
    TRY('A', "personality", SYS_personality, 0xFFFFFFFFL);
    TRY('A', "prctl", SYS_prctl, 16 /* PR_GET_NAME */, NOWHERE, 0L, 0L, 0L);
    TRY('A', "seccomp", SYS_seccomp, -1, 0, NULL);
    TRY('A', "landlock_create_ruleset", SYS_landlock_create_ruleset, NULL, 0L, 1);
    TRY('A', "remap_file_pages", SYS_remap_file_pages, 0L, 0L, 0L, 0L, 0L);
    TRY('A', "mlockall", SYS_mlockall, 0);
}

#ifdef __x86_64__
static sigjmp_buf no_such_table;

static void leave(int number)
{
    (void)number;
    siglongjmp(no_such_table, 1);
}

/* Makes calls by the system call tables of other ABIs, x32 and i386. A kernel without the table of
 * i386 sends SIGSEGV. */
static void use_other_tables(void)
{
    struct sigaction action = {.sa_handler = leave}, before;
    long result = 20; /* getpid of i386 */

    TRY('A', "getpid of x32", 0x40000000L | SYS_getpid);
    (void)sigaction(SIGSEGV, &action, &before);
    if (sigsetjmp(no_such_table, 1) == 0) {
        __asm__ volatile("int $0x80" : "+a"(result) : : "memory", "r8", "r9", "r10", "r11");
        errno = result < 0 ? (int)-result : 0;
        report('A', "getpid of i386", result);
    }
    (void)sigaction(SIGSEGV, &before, NULL);
    TRY('A', "iopl", SYS_iopl, 0);
    TRY('A', "ioperm", SYS_ioperm, 0L, 0L, 0);
    TRY('A', "modify_ldt", SYS_modify_ldt, 0, NULL, 0L);
}
#endif

void rogue(void);

void rogue(void)
{
    const char *number = getenv("ROGUE_PID");

    dir = getenv("ROGUE_DIR");
    pid = number ? strtol(number, NULL, 10) : 0;
    if (!dir || pid <= 0)
        return;
    open_files();
    change_files();
    create_files();
    ask_broker();
    change_input();
    use_inherited();
    copy_descriptors();
    signal_processes();
    change_processes();
    start_processes();
    open_sockets();
    open_objects();
    change_system();
    change_self();
#ifdef __x86_64__
    use_other_tables();
#endif
}

/* ---- Forged requests of trawl pick ---- */

/* Appends a text to a message, as app/talk.c does. */
static size_t add(char *to, size_t n, const void *text, uint64_t size)
{
    memcpy(to + n, &size, sizeof size);
    memcpy(to + n + sizeof size, text, size);
    return n + sizeof size + size;
}

/* Sends a request to the helper of trawl pick, as pick/helper.c does, to all descriptors. */
static void forge(uint64_t kind, const char *text)
{
    const uint64_t has_terminal = 0;
    char message[300];
    size_t n = 8;
    uint64_t size;

    n = add(message, n, &kind, sizeof kind);
    n = add(message, n, &has_terminal, sizeof has_terminal);
    n = add(message, n, text, strlen(text));
    size = n - 8;
    memcpy(message, &size, sizeof size);
    for (int fd = 0; fd < 64; fd++)
        if (syscall(SYS_sendto, fd, message, n, MSG_DONTWAIT | MSG_NOSIGNAL, NULL, 0) < 0 && fd > 2)
            (void)!write(fd, message, n);
}

void rogue_forge(void);

void rogue_forge(void)
{
    forge(0, "http://forged.example/"); /* OPEN */
    forge(3, "forged.example");         /* REMEMBER */
}
#else
void rogue(void);
void rogue_forge(void);

void rogue(void)
{
}

void rogue_forge(void)
{
}
#endif
