/* report.c - makes the report of the index, in a thread beside the pages
 *
 * The report is made of the index alone, except that it has links to the pages of the site. So it
 * begins with the run, and waits before its first link until all pages are made. Where no thread
 * can be started, it is made then.
 */
#include "archive/report/report.h"
#include "archive/site/site.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static struct site_report {
    pthread_t thread;
    bool started;
    struct site *site;
    char path[sizeof((struct site *)0)->folder + 40];
    int status;
    pthread_mutex_t lock;
    pthread_cond_t change;
    bool ready; /* the pages are made, or will not be */
    bool made;  /* they are made */
} work = {.lock = PTHREAD_MUTEX_INITIALIZER, .change = PTHREAD_COND_INITIALIZER};

/* The main thread waits for this one when the pages are made, so the state has one user. */
static bool report_has_page(void *user, const char *path)
{
    struct site_report *w = user;

    (void)pthread_mutex_lock(&w->lock);
    while (!w->ready)
        (void)pthread_cond_wait(&w->change, &w->lock);
    (void)pthread_mutex_unlock(&w->lock);
    return w->made && state_has(w->site, path);
}

/* Writes the report to a temporary file. */
static void *report_work(void *user)
{
    static char buffer[1 << 16];
    struct site_report *w = user;
    const struct report_options options = {
        .title = w->site->options.title, .site = "./", .anonymous = site_masks(w->site)};
    const struct report_site pages = {report_has_page, w};
    struct output out;
    int fd = open(w->path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    int error = fd < 0 ? errno : 0;

    output_open(&out, fd, buffer, sizeof buffer);
    w->status = error ? STATUS_TROUBLE : report_make(&out, &options, &pages, w->site->index);
    error = error ? error : output_flush(&out);
    if (fd >= 0 && close(fd) < 0 && errno != EINTR && !error)
        error = errno;
    if (error) {
        say_system("site", w->path, error);
        w->status = STATUS_TROUBLE;
    }
    return NULL;
}

void report_begin_work(struct site *s)
{
    work.site = s;
    (void)snprintf(work.path, sizeof work.path, "%s/" HIDDEN "/report", s->folder);
    work.started =
        sqlite3_threadsafe() != 0 && pthread_create(&work.thread, NULL, report_work, &work) == 0;
}

/* Copies the report into the site. Returns 0, or -1 after an error message. */
static int report_copy(struct site *s)
{
    char block[1 << 12];
    int fd = input_regular(work.path);
    ssize_t got = -1;

    file_begin(s, "report.html");
    while (fd >= 0 && ((got = read(fd, block, sizeof block)) > 0 || (got < 0 && errno == EINTR)))
        output_bytes(&s->out, block, got > 0 ? (size_t)got : 0);
    if (got < 0)
        say_system("site", work.path, errno);
    if (fd >= 0)
        (void)close(fd);
    if (got == 0)
        return file_end(s, 1);
    file_drop(s);
    return -1;
}

int report_end_work(struct site *s, bool made)
{
    int failed = -1;

    (void)pthread_mutex_lock(&work.lock);
    work.ready = true;
    work.made = made;
    (void)pthread_cond_signal(&work.change);
    (void)pthread_mutex_unlock(&work.lock);
    if (work.started)
        (void)pthread_join(work.thread, NULL);
    else if (made)
        (void)report_work(&work);
    if (made && work.status == STATUS_GOOD)
        failed = report_copy(s);
    (void)unlink(work.path);
    return made ? failed : 0;
}
