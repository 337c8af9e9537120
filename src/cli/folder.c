/* folder.c - the files of a folder, in a stable order; see folder.h */
#include "cli/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "cli/folder_names.h"
#include "cli/say.h"

struct walk {
    source_sink *sink;
    void *user;
    int *bad;
    struct reply path; /* ends with a NUL, which n counts */
};

/* The path becomes that of an entry; leave takes it back to what enter found. */
static int enter(struct walk *w, const char *name)
{
    size_t n = w->path.n;
    int slash = n < 2 || w->path.p[n - 2] != '/';

    w->path.n--;
    if ((!slash || reply_add(&w->path, "/", 1) == TRAWL_OK) && reply_add(&w->path, name, strlen(name) + 1) == TRAWL_OK)
        return TRAWL_OK;
    w->path.n = n;
    w->path.p[n - 1] = '\0';
    return TRAWL_NO_MEMORY;
}

static void leave(struct walk *w, size_t n)
{
    w->path.n = n;
    w->path.p[n - 1] = '\0';
}

static void complain(struct walk *w)
{
    say_system(NULL, w->path.p, errno);
    *w->bad = 1;
}

static int send_file(struct walk *w, const char *name, enum source_kind kind)
{
    size_t n = w->path.n;
    int stop = enter(w, name);

    if (!stop) {
        struct source s = {w->path.p, kind};

        stop = w->sink(w->user, &s);
        leave(w, n);
    }
    return stop;
}

/* Does a file begin as a mailbox does? */
static int is_mailbox(struct walk *w, const char *name)
{
    static const char from[] = "From ";
    size_t n = w->path.n;
    char start[sizeof from - 1] = {0};
    ssize_t got = 0;
    int fd;

    if (enter(w, name) != TRAWL_OK)
        return 0;
    fd = open(w->path.p, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (fd >= 0) {
        got = read(fd, start, sizeof start);
        (void)close(fd);
    }
    leave(w, n);
    return got == (ssize_t)sizeof start && memcmp(start, from, sizeof start) == 0;
}

/* MH or news: numbers and nothing else, and they are no mailboxes. */
static int is_numbered(struct walk *w, const struct folder_names *f)
{
    size_t i = 0;

    if (f->numbered == 0 || f->others > 0)
        return 0;
    while (f->name[i][0] != FOLDER_IS_FILE || !folder_name_is_number(f->name[i] + 1))
        i++;
    return !is_mailbox(w, f->name[i] + 1);
}

static int send_files(struct walk *w, const struct folder_names *f)
{
    int stop = 0, numbered = is_numbered(w, f);

    for (size_t i = 0; i < f->count && !stop; i++) {
        const char *name = f->name[i] + 1;

        if (f->name[i][0] == FOLDER_IS_FILE && !(numbered && folder_name_is_deleted(name)))
            stop = send_file(w, name, numbered ? SOURCE_MESSAGE : SOURCE_FILE);
    }
    return stop;
}

/* new or cur of a Maildir. */
static int send_messages(struct walk *w, const char *which)
{
    struct folder_names f;
    size_t n = w->path.n;
    int stop = enter(w, which);

    if (stop)
        return stop;
    if (folder_names_read(&f, w->path.p, 0) == 0) {
        for (size_t i = 0; i < f.count && !stop; i++)
            if (f.name[i][0] == FOLDER_IS_FILE)
                stop = send_file(w, f.name[i] + 1, SOURCE_MESSAGE);
        folder_names_free(&f);
    } else if (errno != ENOENT) {
        complain(w);
    }
    leave(w, n);
    return stop;
}

static int walk(struct walk *w, int top);

static int send_directories(struct walk *w, const struct folder_names *f, int maildir)
{
    size_t n = w->path.n;
    int stop = 0;

    for (size_t i = 0; i < f->count && !stop; i++) {
        const char *name = f->name[i] + 1;

        if (f->name[i][0] != FOLDER_IS_DIRECTORY ||
            (maildir && (strcmp(name, "cur") == 0 || strcmp(name, "new") == 0 || strcmp(name, "tmp") == 0)))
            continue;
        if ((stop = enter(w, name)) != TRAWL_OK)
            return stop;
        stop = walk(w, 0);
        leave(w, n);
    }
    return stop;
}

/* The directory at the path. It goes no deeper than a path may be long. */
static int walk(struct walk *w, int top)
{
    struct folder_names f;
    int stop, maildir;

    if (folder_names_read(&f, w->path.p, top) < 0) {
        complain(w);
        return 0;
    }
    maildir = f.maildir > 1;
    if (maildir && (stop = send_messages(w, "new")) == 0)
        stop = send_messages(w, "cur");
    else if (!maildir)
        stop = send_files(w, &f);
    if (!stop)
        stop = send_directories(w, &f, maildir);
    folder_names_free(&f);
    return stop;
}

int folder_each(const char *name, source_sink *sink, void *user, int *bad)
{
    struct walk w = {.sink = sink, .user = user, .bad = bad};
    size_t n = strlen(name);
    int stop;

    while (n > 1 && name[n - 1] == '/')
        n--;
    stop = reply_add(&w.path, name, n) == TRAWL_OK && reply_add(&w.path, "", 1) == TRAWL_OK ? 0 : TRAWL_NO_MEMORY;
    if (!stop)
        stop = walk(&w, 1);
    reply_free(&w.path);
    return stop;
}
