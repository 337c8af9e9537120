/* inject.c - a library for LD_PRELOAD that makes the n-th call of a kind fail (Linux)
 *
 *     FAULT_FILE=counts FAULT_KIND=memory FAULT_AT=17 FAULT_HOW=once FAULT_ERROR=12 \
 *         LD_PRELOAD=build/inject.so build/trawl FILE
 *
 * FAULT_KIND is a word of `names`. With FAULT_HOW "once", only call FAULT_AT fails; with "on", that
 * call and all later ones; with "each", every second call. FAULT_ERROR is the number for errno; 0
 * means that nothing fails, but read and write move one byte only. SQLite's calls for memory are
 * many, so they are a kind of their own, "sqlite". Calls for memory by a library whose file name
 * has FAULT_SPARE in it do not count.
 *
 * FAULT_FILE has a counter of 8 bytes for each kind, and then one for the calls that failed. The
 * driver sets all of them to 0. The file is mapped when the library is loaded, so calls are counted
 * even if the program is killed or locks itself into a sandbox. Only programs whose files are named
 * "trawl..." or "sql_host" are affected, not those that they start. Writes to standard error never
 * fail. Calls inside the C library are not seen, except those of malloc().
 *
 * To see who makes a call that fails, run the program in gdb and break on `injected`.
 */
#define _GNU_SOURCE
#undef _FORTIFY_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <iconv.h>
#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

enum kind {
    MEMORY,
    READ,
    WRITE,
    OPEN,
    LIST,
    STAT,
    CHANGE,
    CLOSE,
    MMAP,
    THREAD,
    LOAD,
    ICONV,
    CLOCK,
    PROCESS,
    POLL,
    SQLITE,
    KINDS
};

static const char *const names[KINDS] = {"memory", "read",    "write", "open",   "list",   "stat",
                                         "change", "close",   "mmap",  "thread", "dlopen", "iconv",
                                         "clock",  "process", "poll",  "sqlite"};

enum how { ONCE, ON, EACH };

static _Atomic uint64_t *counts; /* NULL: nothing is counted and nothing fails */
static enum kind chosen = KINDS;
static enum how how;
static uint64_t at;
static int error;
static const char *spare; /* part of the name of the library that is spared; NULL: none */

/* ---- Which call fails ---- */

/* For a debugger: called when a call fails. */
__attribute__((noinline, visibility("default"))) void injected(void)
{
    if (counts)
        (void)atomic_fetch_add(&counts[KINDS], 1);
}

/* Counts a call. Returns true when it must fail, or move one byte, and sets errno. */
static int fails(enum kind kind)
{
    uint64_t n;

    if (!counts)
        return 0;
    n = atomic_fetch_add(&counts[kind], 1) + 1;
    if (kind != chosen || at == 0)
        return 0;
    if (how == ONCE ? n != at : how == ON ? n < at : n % 2 == 0)
        return 0;
    injected();
    errno = error;
    return 1;
}

/* Returns the kind of a call for memory that returns to `caller`; KINDS if the call does not
 * count. */
static enum kind memory_kind(uintptr_t caller)
{
    /* Addresses and their kinds, shifted together: dladdr() takes longer than all the rest. */
    static _Atomic uint64_t known[1024];
    _Atomic uint64_t *place = &known[caller % (sizeof known / sizeof known[0])];
    uint64_t entry = atomic_load(place);
    enum kind kind = MEMORY;
    Dl_info library;

    if (entry >> 8 == caller)
        return (enum kind)(entry & 0xFF);
    if (dladdr((void *)caller, &library)) {
        if (strstr(library.dli_fname, "libsqlite3"))
            kind = SQLITE;
        if (spare && strstr(library.dli_fname, spare))
            kind = KINDS;
    }
    atomic_store(place, (uint64_t)caller << 8 | kind);
    return kind;
}

/* Does the same as fails() for a call for memory. */
static int lacks_memory(void *caller)
{
    enum kind kind = counts ? memory_kind((uintptr_t)caller) : KINDS;

    return kind != KINDS && fails(kind);
}

/* ---- At load ---- */

/* Returns true if the program is affected. The name of its file decides, since trawl starts its
 * programs under other names. */
static int concerned(void)
{
    char path[4096];
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
    const char *name;

    path[n > 0 ? n : 0] = '\0';
    name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    return strncmp(name, "trawl", 5) == 0 || strncmp(name, "sql_host", 8) == 0;
}

static void choose(void)
{
    const char *kind = getenv("FAULT_KIND"), *number = getenv("FAULT_AT");
    const char *word = getenv("FAULT_HOW"), *code = getenv("FAULT_ERROR");

    for (enum kind k = 0; kind && k < KINDS; k++)
        if (strcmp(names[k], kind) == 0)
            chosen = k;
    at = number ? strtoull(number, NULL, 10) : 0;
    how = word && strcmp(word, "on") == 0 ? ON : word && strcmp(word, "each") == 0 ? EACH : ONCE;
    error = code ? atoi(code) : ENOMEM;
    spare = getenv("FAULT_SPARE");
}

__attribute__((constructor)) static void load(void)
{
    const char *file = getenv("FAULT_FILE");
    int fd = file && concerned() ? open(file, O_RDWR | O_CLOEXEC) : -1;
    void *page;

    if (fd < 0)
        return;
    page = mmap(NULL, (KINDS + 1) * sizeof *counts, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    (void)close(fd);
    choose();
    if (page != MAP_FAILED)
        counts = page;
}

/* ---- The functions ----
 *
 * A wrapper finds the function of the C library, or of a sanitizer, by its name.
 */

#define FIND(name)                                                                                 \
    static __typeof__(&name) real;                                                                 \
    if (!real)                                                                                     \
    find(#name, &real)

/* Sets *function, a pointer to a function. POSIX lets a void pointer hold one, ISO C does not. */
static void find(const char *name, void *function)
{
    void *symbol = dlsym(RTLD_NEXT, name);

    if (!symbol)
        abort();
    memcpy(function, &symbol, sizeof symbol);
}

#define WRAP(kind, ...) WRAP_IF(fails(kind), __VA_ARGS__)
#define WRAP_MEMORY(...) WRAP_IF(lacks_memory(__builtin_return_address(0)), __VA_ARGS__)
#define WRAP_IF(failing, bad, type, name, parameters, ...)                                         \
    __attribute__((visibility("default"))) type name parameters                                    \
    {                                                                                              \
        FIND(name);                                                                                \
        return failing ? (bad) : real(__VA_ARGS__);                                                \
    }

/* A function that moves bytes. Only standard input and output may be non-blocking. */
#define MOVE(kind, off, name, parameters, n, ...)                                                  \
    __attribute__((visibility("default"))) ssize_t name parameters                                 \
    {                                                                                              \
        FIND(name);                                                                                \
        if (!(off) && !(error == EAGAIN && fd > 1) && fails(kind)) {                               \
            if (error)                                                                             \
                return -1;                                                                         \
            n = n > 1 ? 1 : n;                                                                     \
        }                                                                                          \
        return real(__VA_ARGS__);                                                                  \
    }

/* A function that opens a file, with a mode only if it makes one. */
#define OPENS(name, ...)                                                                           \
    {                                                                                              \
        mode_t mode = 0;                                                                           \
        va_list more;                                                                              \
        FIND(name);                                                                                \
        va_start(more, flags);                                                                     \
        if (flags & (O_CREAT | __O_TMPFILE))                                                       \
            mode = va_arg(more, mode_t);                                                           \
        va_end(more);                                                                              \
        return fails(OPEN) ? -1 : real(__VA_ARGS__, flags, mode);                                  \
    }

#define SHOWN __attribute__((visibility("default")))

WRAP_MEMORY(NULL, void *, malloc, (size_t n), n)
WRAP_MEMORY(NULL, void *, calloc, (size_t n, size_t size), n, size)
WRAP_MEMORY(NULL, void *, realloc, (void *p, size_t n), p, n)
WRAP_MEMORY(NULL, void *, reallocarray, (void *p, size_t n, size_t size), p, n, size)
WRAP_MEMORY(NULL, void *, aligned_alloc, (size_t align, size_t n), align, n)
WRAP_MEMORY(ENOMEM, int, posix_memalign, (void **p, size_t align, size_t n), p, align, n)

/* Replaces strdup(), since the C library's would call malloc() itself, which would count even for a
 * library that is spared. */
SHOWN char *strdup(const char *s)
{
    FIND(malloc);
    const size_t n = strlen(s) + 1;
    char *copy = lacks_memory(__builtin_return_address(0)) ? NULL : real(n);

    return copy ? memcpy(copy, s, n) : NULL;
}

MOVE(READ, 0, read, (int fd, void *p, size_t n), n, fd, p, n)
MOVE(READ, 0, pread, (int fd, void *p, size_t n, off_t from), n, fd, p, n, from)
MOVE(READ, 0, pread64, (int fd, void *p, size_t n, off64_t from), n, fd, p, n, from)
MOVE(READ, 0, recv, (int fd, void *p, size_t n, int flags), n, fd, p, n, flags)
MOVE(WRITE, fd == 2, write, (int fd, const void *p, size_t n), n, fd, p, n)
MOVE(WRITE, 0, pwrite, (int fd, const void *p, size_t n, off_t to), n, fd, p, n, to)
MOVE(WRITE, 0, pwrite64, (int fd, const void *p, size_t n, off64_t to), n, fd, p, n, to)
MOVE(WRITE, 0, send, (int fd, const void *p, size_t n, int flags), n, fd, p, n, flags)

/* With _FORTIFY_SOURCE, a program calls these. */
SHOWN ssize_t __read_chk(int fd, void *p, size_t n, size_t room);
SHOWN ssize_t __pread_chk(int fd, void *p, size_t n, off_t from, size_t room);
SHOWN ssize_t __pread64_chk(int fd, void *p, size_t n, off64_t from, size_t room);
SHOWN int __open_2(const char *name, int flags);
SHOWN int __open64_2(const char *name, int flags);
SHOWN int __openat_2(int folder, const char *name, int flags);

MOVE(READ, 0, __read_chk, (int fd, void *p, size_t n, size_t room), n, fd, p, n, room)
MOVE(READ, 0, __pread_chk, (int fd, void *p, size_t n, off_t from, size_t room), n, fd, p, n, from,
     room)
MOVE(READ, 0, __pread64_chk, (int fd, void *p, size_t n, off64_t from, size_t room), n, fd, p, n,
     from, room)
WRAP(OPEN, -1, int, __open_2, (const char *name, int flags), name, flags)
WRAP(OPEN, -1, int, __open64_2, (const char *name, int flags), name, flags)
WRAP(OPEN, -1, int, __openat_2, (int folder, const char *name, int flags), folder, name, flags)

/* Closes the descriptor even if close() is to fail, as Linux does. */
SHOWN int close(int fd)
{
    FIND(close);
    const int bad = fd != 2 && fails(CLOSE);

    (void)real(fd);
    if (bad)
        errno = error;
    return bad ? -1 : 0;
}

/* clang-format off */
SHOWN int open(const char *name, int flags, ...) OPENS(open, name)
SHOWN int open64(const char *name, int flags, ...) OPENS(open64, name)
SHOWN int openat(int folder, const char *name, int flags, ...) OPENS(openat, folder, name)
SHOWN int openat64(int folder, const char *name, int flags, ...) OPENS(openat64, folder, name)
WRAP(OPEN, NULL, FILE *, fopen, (const char *name, const char *mode), name, mode)
WRAP(OPEN, NULL, FILE *, fopen64, (const char *name, const char *mode), name, mode)
WRAP(OPEN, NULL, FILE *, fdopen, (int fd, const char *mode), fd, mode)
WRAP(OPEN, NULL, FILE *, tmpfile, (void), )
WRAP(OPEN, -1, int, mkstemp, (char *name), name)
WRAP(OPEN, -1, int, mkstemp64, (char *name), name)

WRAP(LIST, NULL, DIR *, opendir, (const char *name), name)
WRAP(LIST, NULL, DIR *, fdopendir, (int fd), fd)
WRAP(LIST, -1, int, scandir,
     (const char *name, struct dirent ***list, int (*wanted)(const struct dirent *),
      int (*order)(const struct dirent **, const struct dirent **)),
     name, list, wanted, order)
WRAP(LIST, -1, int, scandir64,
     (const char *name, struct dirent64 ***list, int (*wanted)(const struct dirent64 *),
      int (*order)(const struct dirent64 **, const struct dirent64 **)),
     name, list, wanted, order)
WRAP(LIST, NULL, struct dirent *, readdir, (DIR *d), d)
WRAP(LIST, NULL, struct dirent64 *, readdir64, (DIR *d), d)

WRAP(STAT, -1, int, stat, (const char *name, struct stat *s), name, s)
WRAP(STAT, -1, int, stat64, (const char *name, struct stat64 *s), name, s)
WRAP(STAT, -1, int, lstat, (const char *name, struct stat *s), name, s)
WRAP(STAT, -1, int, lstat64, (const char *name, struct stat64 *s), name, s)
WRAP(STAT, -1, int, fstat, (int fd, struct stat *s), fd, s)
WRAP(STAT, -1, int, fstat64, (int fd, struct stat64 *s), fd, s)
WRAP(STAT, -1, int, fstatat, (int fd, const char *name, struct stat *s, int how_), fd, name, s,
     how_)
WRAP(STAT, -1, int, fstatat64, (int fd, const char *name, struct stat64 *s, int how_), fd, name, s,
     how_)
WRAP(STAT, -1, int, statfs, (const char *name, struct statfs *s), name, s)
WRAP(STAT, -1, int, access, (const char *name, int mode), name, mode)
WRAP(STAT, -1, ssize_t, readlink, (const char *name, char *p, size_t n), name, p, n)
WRAP(STAT, -1, off_t, lseek, (int fd, off_t to, int from), fd, to, from)

WRAP(CHANGE, -1, int, rename, (const char *from, const char *to), from, to)
WRAP(CHANGE, -1, int, renameat, (int from, const char *name, int to, const char *as), from, name,
     to, as)
WRAP(CHANGE, -1, int, unlink, (const char *name), name)
WRAP(CHANGE, -1, int, unlinkat, (int folder, const char *name, int flags), folder, name, flags)
WRAP(CHANGE, -1, int, mkdir, (const char *name, mode_t mode), name, mode)
WRAP(CHANGE, -1, int, mkdirat, (int folder, const char *name, mode_t mode), folder, name, mode)
WRAP(CHANGE, -1, int, ftruncate, (int fd, off_t size), fd, size)
WRAP(CHANGE, -1, int, ftruncate64, (int fd, off64_t size), fd, size)
WRAP(CHANGE, -1, int, fsync, (int fd), fd)
WRAP(CHANGE, -1, int, fdatasync, (int fd), fd)
WRAP(CHANGE, -1, int, fchmod, (int fd, mode_t mode), fd, mode)

WRAP(MMAP, MAP_FAILED, void *, mmap,
     (void *p, size_t n, int prot, int flags, int fd, off_t from), p, n, prot, flags, fd, from)
WRAP(MMAP, MAP_FAILED, void *, mmap64,
     (void *p, size_t n, int prot, int flags, int fd, off64_t from), p, n, prot, flags, fd, from)
WRAP(THREAD, error, int, pthread_create,
     (pthread_t * t, const pthread_attr_t *a, void *(*f)(void *), void *user), t, a, f, user)
WRAP(LOAD, NULL, void *, dlopen, (const char *name, int flags), name, flags)
WRAP(ICONV, (iconv_t)-1, iconv_t, iconv_open, (const char *to, const char *from), to, from)
WRAP(CLOCK, -1, int, clock_gettime, (clockid_t id, struct timespec *t), id, t)
WRAP(CLOCK, -1, time_t, time, (time_t * t), t)
WRAP(PROCESS, -1, pid_t, fork, (void), )
WRAP(PROCESS, -1, int, pipe, (int fds[2]), fds)
WRAP(PROCESS, -1, int, socketpair, (int domain, int type, int protocol, int fds[2]), domain, type,
     protocol, fds)
WRAP(PROCESS, -1, int, execv, (const char *name, char *const words[]), name, words)
WRAP(PROCESS, -1, int, execvp, (const char *name, char *const words[]), name, words)
WRAP(POLL, -1, int, poll, (struct pollfd * p, nfds_t n, int wait), p, n, wait)
