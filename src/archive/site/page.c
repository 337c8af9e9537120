/* page.c - writes a file of the site if its content has changed
 *
 * The content is held in memory; after HELD bytes it goes to the file .trawl-site/new. At the end,
 * the hash of the content is compared with that of the file in the site. If they differ, rename()
 * replaces that file.
 */
#include "archive/report/report.h"
#include "archive/site/site.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/guard/guard.h"
#include "app/io/io.h"

#define HELD ((size_t)1 << 17)
#define NEW HIDDEN "/new"
#define PLAIN HIDDEN "/plain" /* a compressed file, unpacked; has its name only briefly */

/* ---- Bytes ---- */

/* Writes the held bytes to the new file. Returns 0 or an errno. */
static int write_held(struct site *s)
{
    int error;

    while (s->fd < 0 &&
           (s->fd = openat(s->dir, NEW, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666)) < 0)
        if (errno != EINTR)
            return errno;
    error = write_whole(s->fd, s->held, s->held_n);
    if (!error)
        s->held_n = 0;
    return error;
}

static void page_stir(struct site *s)
{
    sip_hash key = {s->hash, 2};

    s->hash = sip_of(key, s->held, s->held_n).a;
}

/* Takes bytes of the file. The hash is that of blocks of HELD bytes. */
static int page_hold(void *user, const char *p, size_t n)
{
    struct site *s = user;
    int error = 0;

    s->size += n;
    while (n > 0 && error == 0) {
        size_t part = n < HELD - s->held_n ? n : HELD - s->held_n;

        memcpy(s->held + s->held_n, p, part);
        s->held_n += part;
        p += part;
        n -= part;
        if (s->held_n == HELD) {
            page_stir(s);
            error = write_held(s);
        }
    }
    return error;
}

/* Compresses bytes of the file, or with NULL ends it. Returns 0 or an errno. */
static int page_pack(struct site *s, const char *p, size_t n)
{
    const int stop = packer_put(s->packer, p, n, page_hold, s);

    s->packing = p != NULL;
    return stop < 0 ? EIO : stop;
}

/* Takes the output of the page. */
static int page_take(void *user, const char *p, size_t n, const struct note *notes, size_t count)
{
    struct site *s = user;

    (void)notes;
    (void)count;
    if (n == 0)
        return 0;
    return s->packed ? page_pack(s, p, n) : page_hold(s, p, n);
}

/* Returns true if -t gzip compresses a file: a page, feed or raw message, but not index.html, for
 * whose plain name a server looks first. */
static bool is_packed(const struct site *s, const char *path)
{
    const char *name = strrchr(path, '/'), *dot = strrchr(path, '.');

    return s->options.to == SITE_GZIP && name && dot && strcmp(name, "/index.html") != 0 &&
           (path[1] == '/' || strncmp(path, "months/", 7) == 0) &&
           (strcmp(dot, ".html") == 0 || strcmp(dot, ".txt") == 0 || strcmp(dot, ".xml") == 0);
}

const char *file_name(const struct site *s, const char *path, char name[PATH_ROOM])
{
    (void)snprintf(name, PATH_ROOM, "%.*s%s", PATH_ROOM - 4, path, is_packed(s, path) ? ".gz" : "");
    return name;
}

void file_begin(struct site *s, const char *path)
{
    static char buffer[1 << 14];
    static struct output_taker taker;

    (void)snprintf(s->path, sizeof s->path, "%s", path);
    s->depth = 0;
    s->in_list = false;
    for (const char *p = s->path; *p; p++)
        s->depth += *p == '/';
    taker = (struct output_taker){.take = page_take, .user = s};
    output_open(&s->out, -1, buffer, sizeof buffer);
    s->out.taker = &taker;
    s->held_n = 0;
    s->fd = -1;
    if (s->held && s->packing) /* the file before was not ended */
        (void)page_pack(s, NULL, 0);
    file_drop(s);
    s->packed = is_packed(s, path);
    s->held_n = 0;
    s->size = s->hash = 0;
    if (!s->held && !(s->held = malloc(HELD)))
        s->out.error = ENOMEM;
}

/* ---- Files ---- */

/* Makes the folders of a path. */
static void page_make_folders(struct site *s, const char *path)
{
    char name[PATH_ROOM];

    (void)snprintf(name, sizeof name, "%s", path);
    for (char *p = strchr(name, '/'); p; p = strchr(p + 1, '/')) {
        *p = '\0';
        (void)mkdirat(s->dir, name, 0777);
        *p = '/';
    }
}

/* Moves the new file to its place. Returns 0 or an errno. */
static int move_new(struct site *s)
{
    char name[PATH_ROOM];

    return renameat(s->dir, NEW, s->dir, file_name(s, s->path, name)) == 0 ? 0 : errno;
}

/* Closes the new file, and moves it to its place, or removes it. Returns 0 or an errno. */
static int put_in_place(struct site *s)
{
    int error = write_held(s);

    if (s->fd >= 0 && close(s->fd) < 0 && errno != EINTR && error == 0)
        error = errno;
    s->fd = -1;
    if (error == 0 && (error = move_new(s)) == ENOENT) {
        page_make_folders(s, s->path);
        error = move_new(s);
    }
    if (error != 0)
        (void)unlinkat(s->dir, NEW, 0);
    return error;
}

static bool is_there(struct site *s, const char *path, const struct known_page *page)
{
    struct stat status;
    char name[PATH_ROOM];

    return page->id > 0 &&
           fstatat(s->dir, file_name(s, path, name), &status, AT_SYMLINK_NOFOLLOW) == 0 &&
           S_ISREG(status.st_mode) && (uint64_t)status.st_size == page->size;
}

/* Writes the range of the paths of a page and its other files: "m/4f/HASH." to "m/4f/HASH0". */
static void page_range(const char *path, char from[PATH_ROOM], char to[PATH_ROOM])
{
    size_t n = (size_t)(strrchr(path, '.') - path);

    (void)snprintf(from, PATH_ROOM, "%.*s.", (int)n, path);
    (void)snprintf(to, PATH_ROOM, "%.*s0", (int)n, path);
}

/* For page_is_old(): the fingerprint that a page should have, and how many of its files are
 * unchanged. */
static uint64_t wanted, as_before;

/* A state_taker. Returns 1 for a page with another fingerprint, or a file that is not there. */
static int page_is_old(struct site *s, const char *path, const struct known_page *page)
{
    const bool html = strstr(path, ".html") != NULL;

    as_before++;
    if (page->owner != s->owner)
        return 1;
    return html ? page->print != wanted : page->print == 0 || !is_there(s, path, page);
}

bool file_is_made(struct site *s, const char *path, uint64_t print)
{
    char from[PATH_ROOM], to[PATH_ROOM];
    struct known_page page;

    if (print == 0 || state_find(s, path, &page) < 0 || page.print != print ||
        page.owner != s->owner || !is_there(s, path, &page))
        return false;
    page_range(path, from, to);
    wanted = print;
    as_before = 0;
    if (state_each(s, from, to, page_is_old) != 0)
        return false;
    s->pages += as_before;
    return true;
}

int file_complete(struct site *s, const char *path, uint64_t print)
{
    char from[PATH_ROOM], to[PATH_ROOM];
    struct known_page page;

    page_range(path, from, to);
    if (state_sweep_some(s, from, to) < 0 || state_find(s, path, &page) < 0)
        return -1;
    page.print = print;
    return state_note(s, &page);
}

void file_drop(struct site *s)
{
    if (s->fd < 0)
        return;
    (void)close(s->fd);
    (void)unlinkat(s->dir, NEW, 0);
    s->fd = -1;
}

/* Makes the state ready for a change of a file: until file_end() stores the new fingerprint, the
 * file has none. Returns 0, or -1 after an error message. */
static int page_announce(struct site *s, struct known_page *page)
{
    struct known_page changing = *page;

    if (page->id == 0)
        return state_claim(s, s->path, page);
    changing.print = 0;
    return page->print == 0 ? 0 : state_note(s, &changing);
}

int file_end(struct site *s, uint64_t print)
{
    struct known_page page;
    int error = output_flush(&s->out);
    bool same;

    if (error == 0 && s->packed)
        error = page_pack(s, NULL, 0);
    if (error == 0) {
        page_stir(s);
        if (state_find(s, s->path, &page) < 0)
            return -1;
        s->pages++;
        same = page.hash == s->hash && page.size == s->size && is_there(s, s->path, &page);
        if (same)
            file_drop(s);
        if (same && page.print == print && page.owner == s->owner)
            return 0;
        if (!same && page_announce(s, &page) < 0)
            return -1;
        error = same ? 0 : put_in_place(s);
        s->written += !same;
    }
    if (error) {
        if (error == ENOMEM)
            guard_no_memory();
        say_system("site", s->path, error);
        file_drop(s);
        return -1;
    }
    page.print = print;
    page.hash = s->hash;
    page.size = s->size;
    return state_note(s, &page);
}

/* ---- HTML ---- */

void page_head(struct site *s, trawl_str title, const char *script, bool pictures)
{
    struct buffer masked = {0};
    char up[PATH_ROOM] = "";

    for (size_t n = 0; n < 3 * (size_t)s->depth && n + 4 < sizeof up; n += 3)
        memcpy(up + n, "../", 4);
    if (site_masks(s) && title.n > 0 && mask_text(s, &masked, title) == TRAWL_OK)
        title = buffer_str(&masked);
    frame_begin(&s->out, &(struct frame){.title = title,
                                         .up = site_str(up),
                                         .lang = s->options.lang ? s->options.lang : "en",
                                         .script = script,
                                         .pictures = pictures,
                                         .search = s->options.search});
    buffer_free(&masked);
}

void page_foot(struct site *s)
{
    frame_end(&s->out, &(struct frame){.lang = NULL});
}

int style_make(struct site *s)
{
    struct buffer css = {0};
    const int failed = frame_style(&css);

    file_begin(s, "style.css");
    output_bytes(&s->out, css.p, css.n);
    buffer_free(&css);
    if (failed)
        (void)command_trouble("site", TRAWL_ERROR_NO_MEMORY);
    return failed ? -1 : file_end(s, 1);
}

/* Replaces an open compressed file by an open file of its unpacked bytes. Returns 0, or -1 after an
 * error message. */
static int file_unpack(struct site *s, struct site_reading *file)
{
    static char block[INPUT_BLOCK];
    struct input in;
    ssize_t n = 0;
    const uint64_t most = input_max_unpacked; /* of inputs, and not of the site's own files */
    const int packed = file->fd,
              plain = openat(s->dir, PLAIN, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    int error = plain < 0 ? errno : 0;

    (void)unlinkat(s->dir, PLAIN, 0);
    input_piece(&in, file->path, packed, 0, file->size);
    input_max_unpacked = UINT64_MAX;
    for (file->size = 0; !error && (n = input_read(&in, block)) > 0; file->size += (uint64_t)n)
        error = write_whole(plain, block, (size_t)n);
    if (!error && input_complain(&in) < 0)
        n = -1;
    else if (error)
        say_system("site", file->path, error);
    input_close(&in);
    input_max_unpacked = most;
    (void)close(packed);
    file->fd = plain;
    if (!error && n == 0)
        return 0;
    if (plain >= 0)
        (void)close(plain);
    return -1;
}

int file_read(struct site *s, const char *path, struct site_reading *file)
{
    struct stat status;
    char name[PATH_ROOM];

    file->path = path;
    (void)file_name(s, path, name);
    do
        file->fd = openat(s->dir, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    while (file->fd < 0 && errno == EINTR);
    if (file->fd < 0 && errno == ENOENT)
        return 1;
    if (file->fd >= 0 && fstat(file->fd, &status) == 0) {
        file->size = (uint64_t)status.st_size;
        return is_packed(s, path) ? file_unpack(s, file) : 0;
    }
    say_system("site", path, errno);
    if (file->fd >= 0)
        (void)close(file->fd);
    return -1;
}

int file_read_end(const struct site_reading *file, uint64_t n)
{
    (void)close(file->fd);
    if (n < file->size)
        say_system("site", file->path, EIO);
    return n < file->size ? -1 : 0;
}
