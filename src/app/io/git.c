/* git.c - reads objects of a git repository by libgit2, which is loaded for the first repository
 *
 * Uses only functions whose types are the same in libgit2 1.1 to 1.9, so no header is needed:
 * objects are read as raw bytes, and git_oid is 20 bytes in all of them. Two checks are off: that
 * the repository belongs to the user, because nothing in it is ever executed; and that each object
 * has the hash in its name, which git does not check either on reading. Compressed data has a
 * checksum. Repositories with SHA-256 object names are refused.
 */
#include "app/io/inside.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/memory.h"

/* The minor versions whose file names are tried, the newest first. */
enum { NEWEST = 9, OLDEST = 1 };

#ifdef __APPLE__
#define SONAME "libgit2.1.%d.dylib"
#else
#define SONAME "libgit2.so.1.%d"
#endif

/* Options of git_libgit2_opts(). An older library ignores an option that it lacks. */
enum {
    OPT_SET_MWINDOW_SIZE = 1,
    OPT_SET_MWINDOW_MAPPED_LIMIT = 3,
    OPT_SET_SEARCH_PATH = 5,
    OPT_ENABLE_CACHING = 8,
    OPT_ENABLE_STRICT_HASH_VERIFICATION = 22,
    OPT_SET_OWNER_VALIDATION = 36
};

#define MAPPED ((size_t)64 << 20) /* at most this many bytes of packs are mapped at a time */
#define WINDOW ((size_t)8 << 20)  /* bytes of one mapping */

enum { OPEN_NO_SEARCH = 1, NOT_FOUND = -3 };

struct git_error {
    const char *message;
    int class;
};

/* F(result, name, arguments) for each function. */
#define FUNCTIONS(F)                                                                               \
    F(int, git_libgit2_init, (void))                                                               \
    F(int, git_libgit2_opts, (int option, ...))                                                    \
    F(const struct git_error *, git_error_last, (void))                                            \
    F(int, git_repository_open_ext, (void **repository, const char *path, unsigned, const char *)) \
    F(void, git_repository_free, (void *repository))                                               \
    F(int, git_repository_odb, (void **odb, void *repository))                                     \
    F(int, git_reference_name_to_id, (struct git_id *, void *repository, const char *name))        \
    F(int, git_ignore_path_is_ignored, (int *ignored, void *repository, const char *path))         \
    F(void, git_odb_free, (void *odb))                                                             \
    F(int, git_odb_read_header, (size_t *, int *type, void *odb, const struct git_id *))           \
    F(int, git_odb_read, (void **object, void *odb, const struct git_id *))                        \
    F(const void *, git_odb_object_data, (void *object))                                           \
    F(size_t, git_odb_object_size, (void *object))                                                 \
    F(void, git_odb_object_free, (void *object))

/* NOLINTNEXTLINE(bugprone-macro-parentheses): a declaration */
#define POINTER(result, name, arguments) result(*name) arguments;
#define SYMBOL(result, name, arguments) {#name, offsetof(struct functions, name)},

static struct functions {
    FUNCTIONS(POINTER)
} lib;

static const struct {
    const char *name;
    size_t offset;
} symbols[] = {FUNCTIONS(SYMBOL)};

/* Sets `lib` to the functions of one library. Returns 0, or -1 if the library lacks a function. */
static int take_functions(void *handle)
{
    for (size_t i = 0; i < sizeof symbols / sizeof symbols[0]; i++) {
        void *function = dlsym(handle, symbols[i].name);

        if (!function)
            return -1;
        /* POSIX lets a void pointer hold a function, but ISO C has no such conversion. */
        memcpy((char *)&lib + symbols[i].offset, &function, sizeof function);
    }
    return lib.git_libgit2_init() > 0 ? 0 : -1;
}

/* Tries to load one version. Returns 0, or -1. */
static int load_version(int minor)
{
#ifdef HAVE_DLOPEN
    char name[32];
    void *handle;

    (void)snprintf(name, sizeof name, SONAME, minor);
    handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    return handle ? take_functions(handle) : -1;
#else
    (void)minor;
    (void)take_functions;
    return -1;
#endif
}

static void configure(void)
{
    enum { PROGRAMDATA = 1, SYSTEM, XDG, GLOBAL };

    /* Only the repository's own configuration is read: the sandbox forbids all other files. */
    for (int level = PROGRAMDATA; level <= GLOBAL; level++)
        (void)lib.git_libgit2_opts(OPT_SET_SEARCH_PATH, level, "");
    (void)lib.git_libgit2_opts(OPT_ENABLE_CACHING, 0);
    (void)lib.git_libgit2_opts(OPT_SET_MWINDOW_SIZE, WINDOW);
    (void)lib.git_libgit2_opts(OPT_SET_MWINDOW_MAPPED_LIMIT, MAPPED);
    (void)lib.git_libgit2_opts(OPT_SET_OWNER_VALIDATION, 0);
    (void)lib.git_libgit2_opts(OPT_ENABLE_STRICT_HASH_VERIFICATION, 0);
}

/* Loads the library, the first time. Returns 0, or -1 if no version can be loaded. */
static int git_load(void)
{
    static enum { UNKNOWN, LOADED, MISSING } state;

    for (int minor = NEWEST; state == UNKNOWN && minor >= OLDEST; minor--) {
        if (load_version(minor) == 0) {
            configure();
            state = LOADED;
        }
    }
    if (state != LOADED)
        state = MISSING;
    return state == LOADED ? 0 : -1;
}

/* ---- Repositories ---- */

/* Sets g->why to `what` and the library's error message. Returns -1. */
static int git_fail(struct git *g, const char *what)
{
    const struct git_error *e = lib.git_error_last();

    (void)snprintf(g->why, sizeof g->why, "%s%s%.160s", what, e && e->message ? ": " : "",
                   e && e->message ? e->message : "");
    return -1;
}

static ssize_t read_some(int fd, char *p, size_t n)
{
    ssize_t got;

    do
        got = read(fd, p, n);
    while (got < 0 && errno == EINTR);
    return got;
}

/* Returns true when the repository's objects are named by SHA-256. */
static bool is_sha256(const char *path)
{
    char name[4096], config[4096];
    int n = snprintf(name, sizeof name, "%s/config", path), fd;
    ssize_t got = -1;

    if (n > 0 && (size_t)n < sizeof name && (fd = input_regular(name)) >= 0) {
        got = read_some(fd, config, sizeof config - 1);
        (void)close(fd);
    }
    config[got > 0 ? got : 0] = '\0';
    for (char *p = config; *p; p++)
        *p = (char)(*p >= 'A' && *p <= 'Z' ? *p + 32 : *p);
    return strstr(config, "objectformat") && strstr(config, "sha256");
}

int git_open(struct git *g, const char *path)
{
    *g = (struct git){.path = path};
    if (is_sha256(path)) {
        (void)snprintf(g->why, sizeof g->why,
                       "a git repository with SHA-256 object names, which libgit2 does not read");
        return -1;
    }
    if (git_load() < 0) {
        (void)snprintf(g->why, sizeof g->why,
                       "a git repository, which needs libgit2 (1.%d to 1.%d), but that cannot be "
                       "loaded; install libgit2",
                       OLDEST, NEWEST);
        return -1;
    }
    if (lib.git_repository_open_ext(&g->repository, path, OPEN_NO_SEARCH, NULL) != 0)
        return git_fail(g, "this git repository cannot be opened");
    if (lib.git_repository_odb(&g->odb, g->repository) != 0)
        return git_fail(g, "the objects of this git repository cannot be opened");
    return 0;
}

int git_head(struct git *g, struct git_id *id)
{
    int failed = lib.git_reference_name_to_id(id, g->repository, "HEAD");

    if (failed == NOT_FOUND)
        return 0;
    return failed ? git_fail(g, "its HEAD cannot be read") : 1;
}

void git_close(struct git *g)
{
    if (g->odb)
        lib.git_odb_free(g->odb);
    if (g->repository)
        lib.git_repository_free(g->repository);
    g->odb = g->repository = NULL;
}

bool git_ignores(struct git *g, const char *name)
{
    int ignored = 0;

    return lib.git_ignore_path_is_ignored(&ignored, g->repository, name) == 0 && ignored;
}

/* ---- Objects ---- */

/* Returns true when an object of `all` bytes that begins with `start` has the size in its header,
 * "blob 123". */
static bool has_its_size(const char *start, uint64_t all)
{
    const char *blank = strchr(start, ' ');
    char *end = NULL;
    unsigned long long size = blank ? strtoull(blank + 1, &end, 10) : 0;

    return blank && end > blank + 1 && *end == '\0' &&
           all == (uint64_t)(end + 1 - start) + (uint64_t)size;
}

/* Inflates a file. Returns true when its data is complete, has the size in its header, and is not
 * too large. */
static bool git_is_whole(int fd, void *state)
{
    char in[4096], start[64] = "";
    unsigned char out[16384];
    enum codec_answer answer = CODEC_MORE;
    uint64_t all = 0;
    ssize_t n;

    while (answer == CODEC_MORE && all <= GIT_OBJECT_MOST + sizeof out &&
           (n = read_some(fd, in, sizeof in)) > 0) {
        struct codec_io io = {.in = (const unsigned char *)in, .in_n = (size_t)n};
        size_t room = sizeof out;

        while (answer == CODEC_MORE && (io.in_n > 0 || room == sizeof out)) {
            io.out = out;
            io.out_n = sizeof out;
            SANITIZE_FOREIGN_BEGIN();
            answer = codec_zlib.step(state, &io);
            SANITIZE_FOREIGN_END();
            room = sizeof out - io.out_n;
            SANITIZE_WRITTEN(out, room);
            for (size_t i = 0; i < room && all + i < sizeof start - 1; i++)
                start[all + i] = (char)out[i];
            all += room;
        }
    }
    return answer == CODEC_END && has_its_size(start, all);
}

/* Returns true for an object in a file of its own that is damaged. libgit2 loops forever on such an
 * object if it is cut off, and writes beyond its memory if the object is longer than the size in
 * its header. */
static bool is_damaged(const struct git *g, const char *hex)
{
    char name[4096];
    int n = snprintf(name, sizeof name, "%s/objects/%.2s/%s", g->path, hex, hex + 2),
        fd = n > 0 && (size_t)n < sizeof name ? input_regular(name) : -1;
    bool whole = true;
    void *state = fd >= 0 && codec_zlib.library ? codec_zlib.open() : NULL;

    if (state) {
        whole = git_is_whole(fd, state);
        codec_zlib.close(state);
    }
    if (fd >= 0)
        (void)close(fd);
    return !whole;
}

int git_read(struct git *g, const struct git_id *id, enum git_type type, struct git_object *object)
{
    char hex[GIT_HEX], what[100];
    size_t n;
    int is;

    *object = (struct git_object){0};
    git_hex(hex, id);
    if (is_damaged(g, hex)) {
        (void)snprintf(g->why, sizeof g->why, "object %s is damaged", hex);
        return -1;
    }
    if (lib.git_odb_read_header(&n, &is, g->odb, id) != 0 ||
        (n <= GIT_OBJECT_MOST && is == (int)type &&
         lib.git_odb_read(&object->handle, g->odb, id) != 0)) {
        (void)snprintf(what, sizeof what, "object %s cannot be read", hex);
        return git_fail(g, what);
    }
    if (is != (int)type || n > GIT_OBJECT_MOST) {
        (void)snprintf(g->why, sizeof g->why,
                       is != (int)type ? "object %s is not of the expected type"
                                       : "object %s is larger than 128 MiB, and is not read",
                       hex);
        return -1;
    }
    object->n = lib.git_odb_object_size(object->handle);
    object->p = object->n > 0 ? lib.git_odb_object_data(object->handle) : "";
    return 0;
}

void git_release(struct git_object *object)
{
    if (object->handle)
        lib.git_odb_object_free(object->handle);
    *object = (struct git_object){0};
}

/* ---- Names ---- */

void git_hex(char hex[GIT_HEX], const struct git_id *id)
{
    static const char digits[] = "0123456789abcdef";

    for (size_t i = 0; i < sizeof id->b; i++) {
        hex[2 * i] = digits[id->b[i] >> 4];
        hex[2 * i + 1] = digits[id->b[i] & 15];
    }
    hex[GIT_HEX - 1] = '\0';
}

/* Returns the value of a digit in lower case, or -1. */
static int digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

int git_unhex(struct git_id *id, const char *hex, size_t n)
{
    for (size_t i = 0; i < sizeof id->b; i++) {
        int high = 2 * i + 1 < n ? digit(hex[2 * i]) : -1;
        int low = high < 0 ? -1 : digit(hex[2 * i + 1]);

        if (low < 0)
            return -1;
        id->b[i] = (unsigned char)(high << 4 | low);
    }
    return 0;
}
