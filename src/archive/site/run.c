/* run.c - runs "trawl site": options, the folder, the order of the work
 *
 * The folder .trawl-site in the site has the state, the plan, the lock of a run, the file that is
 * being written, and the temporary index of the inputs.
 */
/* Declares realpath(). */
#define _DEFAULT_SOURCE

#include "archive/site/site.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/guard/guard.h"
#include "app/newfile/newfile.h"
#include "app/pool/pool.h"

/* ---- The folder ---- */

/* Returns 1 if the folder has entries, 0 if it has none, or -1 with errno. */
static int has_entries(const char *path)
{
    DIR *d = opendir(path);
    const struct dirent *e;
    int n = 0;

    if (!d)
        return -1;
    while ((e = readdir(d)) != NULL && n == 0)
        n = strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
    (void)closedir(d);
    return n;
}

/* Opens the folder of the site, and creates it if needed. Returns 0, or -1 after an error
 * message. */
static int open_folder(struct site *s)
{
    const char *path = s->options.output;
    struct stat status;
    int full;

    if (mkdir(path, 0777) < 0 && errno != EEXIST) {
        say_system("site", path, errno);
        return -1;
    }
    full = has_entries(path);
    do
        s->dir = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    while (s->dir < 0 && errno == EINTR);
    if (full < 0 || s->dir < 0 || !realpath(path, s->folder)) {
        say_system("site", path, errno);
        return -1;
    }
    if (full &&
        (fstatat(s->dir, HIDDEN, &status, AT_SYMLINK_NOFOLLOW) < 0 || !S_ISDIR(status.st_mode))) {
        say("site", "-o: ", path,
            " has files that are not of a site; name an empty folder, or one that does not exist");
        return -1;
    }
    if (mkdirat(s->dir, HIDDEN, 0777) < 0 && errno != EEXIST) {
        say_system("site", path, errno);
        return -1;
    }
    return 0;
}

/* Returns true for temporary files of a run: the index of the inputs, a new page, a large
 * message. */
static bool is_own(const char *name)
{
    return strncmp(name, "index.db", 8) == 0 || strcmp(name, "new") == 0 ||
           strcmp(name, "spool") == 0 || strcmp(name, "plain") == 0;
}

/* Removes these temporary files, including those of a run that was killed. With `index`, keeps the
 * index, which the process before this one has made. Returns 0, or -1 after an error message. */
static int remove_own(const struct site *s, bool index)
{
    char path[sizeof s->folder + 40];
    const struct dirent *e;
    DIR *d;
    int error;

    (void)snprintf(path, sizeof path, "%s/" HIDDEN, s->folder);
    d = opendir(path);
    while (d && (errno = 0, e = readdir(d)) != NULL)
        if (is_own(e->d_name) && !(index && strncmp(e->d_name, "index.db", 8) == 0) &&
            unlinkat(dirfd(d), e->d_name, 0) < 0)
            break;
    error = errno;
    if (d)
        (void)closedir(d);
    if (error)
        say_system("site", path, error);
    return error ? -1 : 0;
}

/* ---- The index ---- */

/* Returns 1 for a file that begins as SQLite databases do, else 0; or -1 after an error message if
 * it cannot be read. */
static int site_is_database(const char *path)
{
    static const char magic[] = "SQLite format 3";
    char bytes[sizeof magic];
    struct stat status;
    size_t got;
    int fd, error;

    if (stat(path, &status) < 0) {
        if (errno == ENOENT || errno == ENOTDIR) /* perhaps a message in git */
            return 0;
        say_system("site", path, errno);
        return -1;
    }
    if (!S_ISREG(status.st_mode))
        return 0;
    fd = input_regular(path);
    if (fd >= 0)
        errno = 0;
    got = fd >= 0 ? input_read_at(fd, bytes, sizeof bytes, 0) : 0;
    error = got < sizeof bytes && errno != EINTR ? errno : 0;
    if (fd >= 0)
        (void)close(fd);
    if (error) {
        say_system("site", path, error);
        return -1;
    }
    return got == sizeof bytes && memcmp(bytes, magic, sizeof bytes) == 0;
}

/* Opens the packer for -t gzip. Returns 0, or -1 after an error message. */
static int open_packer(struct site *s)
{
    if (s->options.to != SITE_GZIP)
        return 0;
    if (!(s->packer = packer_open()))
        say("site", "-t gzip needs zlib", NULL, NULL);
    return s->packer ? 0 : -1;
}

/* Returns 0 if all inputs exist and can be read again, or -1 after an error message: a site must
 * not become empty because of a wrong name. */
static int check_inputs(const struct options *o)
{
    struct stat status;

    for (int i = 0; i < o->operands; i++) {
        if (options_is_stdin(o, i)) {
            say("site", "standard input cannot be read twice: write it to a file first", NULL,
                NULL);
            return -1;
        }
        if (stat(o->argv[i], &status) < 0) {
            say_system("site", o->argv[i], errno);
            return -1;
        }
    }
    return 0;
}

/* Indexes the inputs into a temporary database. Returns 0, or -1 after an error message. */
static int index_inputs(struct site *s, const struct options *o)
{
    char **words = calloc((size_t)o->operands + 9, sizeof *words);
    int n = 0, status;
    static char quiet[] = "-q", off[] = "--sandbox=off", charset[] = "--charset", end[] = "--";

    if (!words)
        return command_trouble("site", TRAWL_ERROR_NO_MEMORY) ? -1 : 0;
    (void)snprintf(s->index, sizeof s->index, "%.4000s/" HIDDEN "/index.db", s->folder);
    words[n++] = quiet;
    words[n++] = off; /* the sandbox is closed already */
    if (s->options.charset) {
        words[n++] = charset;
        words[n++] = (char *)s->options.charset;
    }
    words[n++] = end;
    words[n++] = s->index;
    for (int i = 0; i < o->operands; i++)
        words[n++] = o->argv[i];
    file_begin(s, "");
    status = index_run(&s->out, n, words);
    free(words);
    if (interrupted)
        return -1;
    s->trouble |= status != STATUS_GOOD;
    return 0;
}

/* Opens the index: the one that was given, or one of the inputs. */
static int open_index(struct site *s, const struct options *o)
{
    if (s->given_index) {
        if (!realpath(o->argv[0], s->index)) {
            say_system("site", o->argv[0], errno);
            return -1;
        }
    } else if (index_inputs(s, o) < 0) {
        return -1;
    }
    return db_open(&s->db, "site", s->index);
}

/* ---- The run ---- */

/* Sets the title to the name of the only list, unless the user has set it. The name of the index is
 * not part of the title, so that no page changes when the index is moved. */
static int site_set_title(struct site *s)
{
    static char title[300];
    sqlite3_stmt *list = db_prepare(&s->db, "SELECT name FROM only_list");
    int found = list ? db_step(&s->db, list) : -1;
    trawl_str name = found > 0 ? db_text(list, 0) : site_str("Messages");

    if (!s->options.title)
        (void)snprintf(title, sizeof title, "%.*s", (int)name.n, name.p ? name.p : "");
    s->options.title = s->options.title ? s->options.title : title;
    if (found > 0)
        db_reset(&s->db, list);
    return found < 0 ? -1 : 0;
}

/* Sets the fingerprint of the options that change pages, and of the program's version. The title is
 * only on pages that are made in each run. */
static void set_print(struct site *s)
{
    static const char *const addresses[] = {"", "", "obscured", "hidden"};
    const char *words[] = {TRAWL_VERSION,
                           "4", /* the form of the pages; raise it when the form changes */
                           s->options.lang,
                           s->options.charset,
                           addresses[s->options.addresses],
                           s->options.search ? "search" : "",
                           s->options.to == SITE_GZIP ? "gzip" : ""};

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        trawl_str word = site_str(words[i] ? words[i] : "");

        s->print = sip_of(s->print, word.p, word.n);
    }
    s->print = sip_of(s->print, (const char *)&s->options.valid, sizeof s->options.valid);
}

/* The number of files is reported before they are written if at least so many are new. */
#define MANY_FILES 10000

/* Reports how much a large site will write: a text and the raw bytes of each message, a page for
 * each thread, and for threads of several messages a mailbox and a feed. Together they have 2.7
 * times the bytes of the mail, and 7 KB for each message; with -t gzip 1.2 times, and 3.3 KB. */
static int tell_size(struct site *s)
{
    const bool gzip = s->options.to == SITE_GZIP;
    char text[200];
    int64_t shown, threads, bytes, known;

    if (!s->all)
        return 0;
    shown = db_number(&s->db, "SELECT count(*) FROM plan.shown");
    threads = db_number(&s->db, "SELECT sum(1 + 2 * (count > 1)) FROM plan.thread");
    bytes = db_number(&s->db, "SELECT sum(length) FROM plan.shown JOIN plan.place USING (id)");
    known = db_number(&s->state, "SELECT count(*) FROM page");
    if (shown < 0 || threads < 0 || bytes < 0 || known < 0)
        return -1;
    threads += 2 * shown;
    (void)snprintf(text, sizeof text,
                   "%" PRId64 " MB of mail become about %" PRId64 " files of %" PRId64
                   " MB, %s -t gzip %" PRId64 " MB; an interrupted run can be continued",
                   bytes / 1000000, threads,
                   (bytes / 10 * (gzip ? 12 : 27) + shown * (gzip ? 3300 : 7000)) / 1000000,
                   gzip ? "without" : "with",
                   (bytes / 10 * (gzip ? 27 : 12) + shown * (gzip ? 7000 : 3300)) / 1000000);
    if (threads - known >= MANY_FILES && !s->options.quiet)
        say("site", text, NULL, NULL);
    return 0;
}

static int make_feed(struct site *s)
{
    return feed_make(s, NULL);
}

/* Makes the parts of the site in order; later parts need earlier ones. */
static int make_all(struct site *s)
{
    const struct {
        int (*make)(struct site *s);
        bool wanted;
    } parts[] = {{plan_make, true},
                 {home_plan, true},
                 {tell_size, true},
                 {site_set_title, true},
                 {state_begin_groups, true},
                 {style_make, true},
                 {messages_make, true},
                 {mailboxes_make, true},
                 {documents_make, true},
                 {lists_make, true},
                 {front_make, true},
                 {make_feed, true},
                 {archives_make, true},
                 {sitemap_make, s->options.base != NULL},
                 {search_make, s->options.search},
                 {report_put, s->given_index},
                 {state_sweep, true}};

    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (parts[i].wanted && (interrupted || parts[i].make(s) < 0))
            return -1;
    return 0;
}

static void site_show_summary(struct site *s, struct output *out)
{
    output_printf(out, "%" PRIu64 " file%s written, %" PRIu64 " as before, %" PRIu64 " removed\n",
                  s->written, s->written == 1 ? "" : "s", s->pages - s->written, s->removed);
    if (!s->options.base)
        output_text(out, "no sitemap: it needs --base\n");
}

/* Closes the sandbox. With an index, the index names the files to read. With inputs, these are the
 * files, and threads read them. */
static int site_close_sandbox(struct site *s, const struct options *o)
{
    struct sandbox box;

    sandbox_begin(&box, "site", s->options.sandbox, s->given_index ? 0u : SANDBOX_THREADS);
    files_allow_temporary(&box);
    if (s->given_index)
        db_sandbox_add(&box, o->argv[0]);
    sandbox_inputs(&box, o, s->given_index ? "" : NULL);
    sandbox_write(&box, s->folder);
    return sandbox_close(&box);
}

/* Makes the pages, unless they would be the same as those of the last run. Returns 0, or -1 after
 * an error message. */
static int make_if_needed(struct site *s)
{
    sip_hash done;
    int same;

    set_print(s);
    same = same_print(s, &done) ? same_is(s, "done", done) : 0;
    if (same > 0)
        same = same_files(s);
    if (same != 0)
        return same < 0 ? -1 : 0;
    if (s->state.failed || make_all(s) < 0)
        return -1;
    if (s->trouble || !s->given_index)
        return 0;
    return plan_end(s) < 0 || same_end(s) < 0 ? -1 : same_note(s, "done", done);
}

static int archive_site_run(struct site *s, struct output *out, const struct options *o)
{
    bool failed;
    int database, status;

    if (!guard_begin("site", &status))
        return status;
    catch_signals();
    s->written = guard_numbers()[GUARD_NUMBERS - 1];
    if (open_packer(s) < 0 || check_inputs(o) < 0 ||
        (database = o->operands == 1 ? site_is_database(o->argv[0]) : 0) < 0 || open_folder(s) < 0)
        return STATUS_TROUBLE;
    s->given_index = database;
    if ((status = site_close_sandbox(s, o)) != 0)
        return status;
    if (state_open(s) < 0 || remove_own(s, guard_process() > 1) < 0)
        return STATUS_TROUBLE;
    failed = open_index(s, o) < 0 || make_if_needed(s) < 0;
    if (interrupted)
        say("site", "interrupted; the next run continues", NULL, NULL);
    db_close(&s->db);
    failed |= remove_own(s, false) < 0;
    if (!failed && !s->options.quiet)
        site_show_summary(s, out);
    return failed || s->trouble ? STATUS_TROUBLE : STATUS_GOOD;
}

int site_run(struct output *out, int argc, char **argv)
{
    static struct site s = {.dir = -1, .fd = -1};
    struct options o;
    int status;

    if (command_options(out, &command_site, &o, argc, argv, &s.options, &status)) {
        status = STATUS_TROUBLE;
        if (o.operands < 1 || !s.options.output)
            say("site", "name an index or inputs, and a folder with -o; see \"trawl site --help\"",
                NULL, NULL);
        else if (descriptor_of(s.options.output) != DESCRIPTOR_NONE)
            say("site", "-o: ", s.options.output, " is a descriptor, and a site is a folder");
        else
            status = archive_site_run(&s, out, &o);
    }
    state_close(&s);
    packer_close(s.packer);
    free(s.held);
    return status;
}
