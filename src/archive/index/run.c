/* run.c - "trawl index": options, walking, pruning, summary */
/* Declares realpath(). */
#define _DEFAULT_SOURCE

#include "archive/index/index.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/ascii.h"
#include "app/guard/guard.h"

volatile sig_atomic_t interrupted;

struct run {
    struct output *out;
    struct index_options options;
    struct options operands;
    struct db db;
    struct writer writer;
    struct jobs *jobs;
    trawl_settings *settings;
    char database[PATH_MAX]; /* its absolute path */
    bool walked_badly;       /* a folder or file could not be read */
    bool failed;
    int64_t newest;    /* the highest id of a source before this run */
    uint64_t bytes;    /* to be read */
    bool counting;     /* in the first walk, which only counts bytes */
    bool pages, later; /* in the walk over pages; there are pages */
    uint64_t aids;     /* files of pipermail that are not messages */
    bool made;         /* the database did not exist */
};

/* ---- Walking ---- */

/* Returns true for the database and the files that SQLite and trawl keep beside it. */
static bool index_is_database(const struct run *run, const char *path)
{
    static const char *const ends[] = {"", "-wal", "-shm", "-lock", "-journal"};
    size_t n = strlen(run->database);

    if (n == 0 || strncmp(path, run->database, n) != 0)
        return false;
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
        if (strcmp(path + n, ends[i]) == 0)
            return true;
    return false;
}

static bool is_left_out(const struct run *run, const struct file *f)
{
    const struct buffer *patterns = &run->options.exclude;

    return f->path && (index_is_database(run, f->path) ||
                       choice_fits(patterns, (trawl_str){f->path, strlen(f->path)}) ||
                       choice_fits(patterns, (trawl_str){f->name, strlen(f->name)}));
}

/* Returns true for a file in a folder, not one that the user named, if lists_is_aid() is true. */
static bool is_aid(const struct file *f)
{
    return f->kind == SOURCE_FILE && lists_is_aid((trawl_str){f->folder, strlen(f->folder)},
                                                  (trawl_str){f->name, strlen(f->name)});
}

/* Prints the line of --dry-run for a file. */
static void show_plan(struct run *run, const struct file *f)
{
    static const char *const words[] = {"same", "new", "grown", "changed"};
    const char *path = f->path ? f->path : "standard input";

    if (f->plan == PLAN_SAME && !f->moved)
        return;
    output_text(run->out, f->plan == PLAN_SAME ? "renamed" : words[f->plan]);
    output_byte(run->out, '\t');
    output_number(run->out, f->plan == PLAN_SAME || f->size < f->from ? 0 : f->size - f->from);
    output_byte(run->out, '\t');
    output_tsv(run->out, (trawl_str){path, strlen(path)});
    output_byte(run->out, '\n');
}

/* Carries out the plan of a file. Returns nonzero to stop. */
static int do_file(struct run *run, struct file *f)
{
    if (f->plan != PLAN_GROWN)
        f->from = 0;
    if (f->plan != PLAN_SAME)
        run->bytes += f->size > f->from ? f->size - f->from : 0;
    if (run->counting)
        return 0;
    if (sources_meet(&run->writer.sources, f) < 0)
        return -1;
    if (run->options.dry_run) {
        show_plan(run, f);
        return 0;
    }
    if (f->plan != PLAN_SAME)
        return jobs_file(run->jobs, f);
    if (!f->moved)
        return 0;
    return writer_start(&run->writer) < 0 || sources_move(&run->writer.sources, f) < 0;
}

/* Returns true for a page of an older archive that is new or has changed. Such a page is read after
 * all other files, and counts only if no mailbox has the message that it shows. */
static bool is_later(const struct run *run, const struct file *f)
{
    const char *dot = f->path && !run->options.files0 ? strrchr(f->path, '.') : NULL;
    const uint64_t source = guard_source(f->path) + 1;
    int fd;
    bool later;

    if (!dot || f->plan == PLAN_SAME ||
        !ascii_is_word_of(".html .htm .shtml .php", dot, strlen(dot)) || guard_find(source, 0) ||
        (fd = input_regular(f->path)) < 0)
        return false;
    guard_enter(0, source, true);
    later = old_read_file(fd, NULL, NULL) != OLD_NONE;
    guard_leave(0);
    (void)close(fd);
    return later;
}

static int index_each_source(void *user, const struct source *source)
{
    struct run *run = user;
    struct file f;
    int stop = 0;

    if (interrupted)
        return 1;
    if (sources_name(&run->writer.sources, source, &f) < 0) {
        run->writer.bad = true;
        return 0;
    }
    if (is_aid(&f)) {
        run->aids += !run->counting && !run->pages;
    } else if (!is_left_out(run, &f)) {
        if (sources_plan(&run->writer.sources, &f) < 0)
            stop = -1;
        else if (run->counting || run->pages == is_later(run, &f))
            stop = do_file(run, &f);
        else
            run->later = true;
    }
    sources_free(&f);
    run->failed |= stop < 0; /* after an error message */
    return stop != 0;
}

static int index_walk(struct run *run)
{
    struct source_taker taker = {.sink = index_each_source, .user = run};
    int stop = source_each(&run->operands, run->options.files0, &taker);

    run->walked_badly |= taker.bad;
    if (stop < 0) {
        (void)command_trouble("index", stop);
        run->failed = true;
    }
    return stop;
}

/* ---- Pruning ---- */

/* Returns true for the end of the name of a message in git, ":" and 40 hex digits. */
static bool is_message_of(const char *end)
{
    return *end == ':' && strspn(end + 1, "0123456789abcdef") == 40 && end[41] == '\0';
}

/* Returns true for a path that is an operand, or inside one. */
static bool is_below_input(const struct run *run, const char *path)
{
    char real[PATH_MAX];

    for (int i = 0; i < run->operands.operands; i++) {
        size_t n;

        if (options_is_stdin(&run->operands, i) || !realpath(run->operands.argv[i], real))
            continue;
        n = strlen(real);
        if (strncmp(path, real, n) == 0 &&
            (path[n] == '/' || path[n] == '\0' || n == 1 || is_message_of(path + n)))
            return true;
    }
    return false;
}

static int prune_source(struct run *run, int64_t id, const char *path)
{
    struct writer *w = &run->writer;

    if (id > run->newest || sources_met(&w->sources, id) || !is_below_input(run, path))
        return 0;
    w->totals.gone++;
    if (run->options.dry_run) {
        output_text(run->out, "gone\t0\t");
        output_tsv(run->out, (trawl_str){path, strlen(path)});
        output_byte(run->out, '\n');
        return 0;
    }
    return writer_start(w) < 0 || erase_source(&w->erase, id) < 0 ? -1 : 0;
}

/* Returns an operand that is an empty folder, perhaps one where a file system is not mounted; or
 * NULL. */
static const char *empty_input(const struct run *run)
{
    for (int i = 0; i < run->operands.operands; i++) {
        DIR *d = options_is_stdin(&run->operands, i) ? NULL : opendir(run->operands.argv[i]);
        const struct dirent *e = NULL;

        if (!d)
            continue;
        while ((e = readdir(d)) && (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0))
            ;
        (void)closedir(d);
        if (!e)
            return run->operands.argv[i];
    }
    return NULL;
}

/* Erases the sources below the operands that the walk did not find. */
static int prune(struct run *run)
{
    static const char sql[] = "SELECT s.id, f.path || '/' || coalesce(s.sub, '') || s.name ||"
                              " coalesce(s.state, '') FROM sources s JOIN folders f ON f.id ="
                              " s.folder WHERE s.id > ?1 ORDER BY s.id LIMIT 1";
    sqlite3_stmt *s = db_prepare(&run->db, sql);
    const char *empty = empty_input(run);
    int64_t id = 0;
    int found;

    if (run->walked_badly) {
        say("index", "nothing was pruned, because some input could not be read", NULL, NULL);
        return 0;
    }
    if (empty) {
        say("index", "", empty, " is empty, so nothing was pruned; is a disk not mounted?");
        return 0;
    }
    for (;;) {
        struct buffer path = {0};
        int failed;

        if (!s)
            return -1;
        (void)sqlite3_bind_int64(s, 1, id);
        if ((found = db_step(&run->db, s)) <= 0)
            return found;
        id = sqlite3_column_int64(s, 0);
        if (db_text(s, 1).p) /* NULL only in a database that trawl did not make */
            (void)buffer_add(&path, db_text(s, 1).p, db_text(s, 1).n + 1);
        db_reset(&run->db, s);
        failed = prune_source(run, id, path.p ? path.p : "");
        buffer_free(&path);
        if (failed)
            return -1;
    }
}

/* ---- Settings ---- */

/* Returns 1 when no run has read anything yet, 0 when one has, or -1 after an error message. */
static int is_fresh(struct run *run)
{
    return (int)db_number(&run->db, "SELECT NOT EXISTS (SELECT 1 FROM sources)");
}

/* Stores the kinds of links in a new database. If --find is given, checks that an older database
 * was made with the same kinds. Returns 0 or -1. */
static int check_kinds(struct run *run, unsigned find)
{
    char text[16];
    struct buffer old = {0};
    int found = is_fresh(run) ? 0 : db_meta(&run->db, "find", &old);
    bool failed = found < 0;

    (void)snprintf(text, sizeof text, "%u", find);
    if (found > 0 && strcmp(old.p, text) != 0 &&
        (run->options.kinds.listed || run->options.kinds.add || run->options.kinds.drop)) {
        say("index", "", run->db.path,
            ": the first run chose other kinds of links; leave out --find, or make "
            "a new index");
        failed = true;
    }
    if (found == 0 && !run->options.dry_run)
        failed = db_set_meta(&run->db, "find", (trawl_str){text, strlen(text)}) < 0;
    buffer_free(&old);
    return failed ? -1 : 0;
}

/* Makes the settings. Returns 0, or -1 after an error message. */
static int index_make_settings(struct run *run)
{
    struct buffer old = {0};
    unsigned find;

    if (kinds_settle(&run->options.kinds, "index", GATHER_KINDS, &find) < 0 ||
        check_kinds(run, find) < 0)
        return -1;
    if (db_meta(&run->db, "find", &old) > 0)
        find = (unsigned)strtoul(old.p, NULL, 10);
    buffer_free(&old);
    return gather_settings(&run->settings, find, run->options.charset);
}

/* ---- The run ---- */

static void index_on_signal(int number)
{
    interrupted = number;
}

void catch_signals(void)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    /* The parent of guard_begin() decides about the second signal: a terminal sends each signal to
     * both, and the parent passes it on. */
    struct sigaction ours = {.sa_handler = index_on_signal,
                             .sa_flags = guard_process() > 0 ? 0 : (int)SA_RESETHAND};

    (void)sigemptyset(&ours.sa_mask);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        (void)sigaction(numbers[i], &ours, NULL);
    (void)signal(SIGXFSZ, SIG_IGN); /* write() fails instead */
}

/* Reports the files of pipermail that are not messages: after the summary, or with --dry-run as a
 * message, since its output is a table. */
static void index_show_aids(const struct run *run)
{
    char text[120];

    (void)snprintf(text, sizeof text,
                   "%" PRIu64 " file%s of pipermail left out: its attachments and database are"
                   " not messages",
                   run->aids, run->aids == 1 ? "" : "s");
    if (run->aids > 0 && run->options.dry_run)
        say("index", text, NULL, NULL);
    else if (run->aids > 0)
        output_printf(run->out, "%s\n", text);
}

static void index_show_summary(const struct run *run)
{
    const struct totals *t = &run->writer.totals;

    output_printf(run->out,
                  "%" PRIu64 " file%s read (%" PRIu64 " new, %" PRIu64 " grown, %" PRIu64
                  " changed)",
                  t->files, t->files == 1 ? "" : "s", t->fresh, t->grown, t->again);
    if (run->options.prune)
        output_printf(run->out, ", %" PRIu64 " gone", t->gone);
    output_printf(run->out, ": %" PRIu64 " message%s, %" PRIu64 " link%s added\n", t->messages,
                  t->messages == 1 ? "" : "s", t->links, t->links == 1 ? "" : "s");
    index_show_aids(run);
}

/* Reads and stores the files of a walk. Returns 0 or -1. */
static int index_read_files(struct run *run)
{
    bool failed;

    if (!(run->jobs = jobs_open(&run->writer, run->settings)))
        return -1;
    guard_limit();
    (void)index_walk(run);
    failed = jobs_close(run->jobs) < 0 || run->failed;
    guard_unlimit();
    return failed ? -1 : 0;
}

/* Reads and stores all files that are new or have changed. Returns 0 or -1. */
static int index_read_all(struct run *run)
{
    enum progress_when when =
        run->options.progress ? (enum progress_when)(run->options.progress - 1) : PROGRESS_AUTO;

    if ((run->newest = db_number(&run->db, "SELECT max(id) FROM sources")) < 0)
        return -1;
    if (run->options.dry_run) {
        if (names_open(&run->writer.names, &run->db) < 0 ||
            sources_open(&run->writer.sources, &run->db, &run->writer.names) < 0)
            return -1;
        (void)index_walk(run);
        if ((run->pages = run->later))
            (void)index_walk(run);
        if (run->failed || (run->options.prune && prune(run) < 0))
            return -1;
        if (!run->options.quiet)
            index_show_aids(run);
        return 0;
    }
    if (writer_open(&run->writer, &run->db, &run->options) < 0)
        return -1;
    if (!run->options.files0 && /* may be a pipe */
        (when == PROGRESS_ALWAYS || (when == PROGRESS_AUTO && isatty(2)))) {
        run->counting = true; /* for the time left: counts the bytes to read */
        (void)index_walk(run);
        run->counting = false;
        run->walked_badly = false;
    }
    catch_signals();
    progress_open(when, run->out, run->bytes);
    if (index_read_files(run) < 0)
        return -1;
    if (run->later && !interrupted) {
        run->pages = true;
        if (writer_finish(&run->writer) < 0 || index_read_files(run) < 0)
            return -1;
    }
    progress_close();
    if (!interrupted && run->options.prune && prune(run) < 0)
        return -1;
    return writer_finish(&run->writer);
}

/* Opens the database; for a dry run read-only, or an empty one if it does not exist. */
static int open_database(struct run *run, const char *path)
{
    if (!run->options.dry_run)
        return db_create(&run->db, "index", path);
    return access(path, F_OK) == 0 ? db_open(&run->db, "index", path)
                                   : db_create(&run->db, "index", ":memory:");
}

static int index_status_of(struct run *run, bool failed)
{
    if (failed)
        return STATUS_TROUBLE;
    if (interrupted) {
        say("index", "interrupted; what was read is stored, and the next run continues", NULL,
            NULL);
        return STATUS_TROUBLE;
    }
    if (!run->options.quiet && !run->options.dry_run)
        index_show_summary(run);
    if (run->writer.bad || run->walked_badly)
        return STATUS_TROUBLE;
    return STATUS_GOOD;
}

/* Closes the sandbox. Returns 0, or an exit status after an error message. */
static int index_close_sandbox(const struct run *run)
{
    struct options inputs = run->operands;
    struct sandbox box;

    inputs.argv++;
    inputs.operands--;
    inputs.literal -= inputs.literal != INT_MAX;
    db_sandbox(&box, "index", run->options.sandbox, run->operands.argv[0]);
    sandbox_need(&box, SANDBOX_THREADS);
    sandbox_inputs(&box, &inputs, run->options.verify ? "" : run->options.files0);
    return sandbox_close(&box);
}

/* Runs --verify. Returns an enum status. */
static int run_verify(struct run *run)
{
    int status = STATUS_TROUBLE;

    catch_signals();
    guard_limit();
    if (db_open(&run->db, "index", run->operands.argv[0]) == 0 && index_make_settings(run) == 0)
        status = verify_all(&run->db, run->out, run->settings, run->options.quiet);
    guard_unlimit();
    db_close(&run->db);
    trawl_settings_close(&run->settings);
    return status;
}

/* Removes the database of a run that made it and read no file. */
static void remove_unused(const struct run *run)
{
    char lock[PATH_MAX];

    if (!run->made || run->writer.totals.files > 0)
        return;
    (void)files_unlink(run->db.path);
    if ((size_t)snprintf(lock, sizeof lock, "%s-lock", run->db.path) < sizeof lock)
        (void)files_unlink(lock);
}

/* Returns true if another process can begin the run again: nothing is read that can be read only
 * once. */
static bool can_begin_again(const struct run *run)
{
    const char *list = run->options.files0;

    if (list && strcmp(list, "-") == 0)
        return false;
    for (int i = 1; i < run->operands.operands; i++)
        if (options_is_stdin(&run->operands, i))
            return false;
    return true;
}

int index_run(struct output *out, int argc, char **argv)
{
    static struct run run;
    struct run *r = &run;
    int status;

    r->out = out;
    if (!command_options(out, &command_index, &r->operands, argc, argv, &r->options, &status))
        return status;
    if (r->operands.operands < 1 ||
        (r->operands.operands < 2 && !r->options.files0 && !r->options.verify)) {
        say("index",
            "name a database, and the files or folders to read; see \"trawl index --help\"", NULL,
            NULL);
        return STATUS_TROUBLE;
    }
    if ((guard_process() == 0 && can_begin_again(r) && !guard_begin("index", &status)) ||
        (status = index_close_sandbox(r)) != 0)
        return status;
    if (r->options.verify)
        return run_verify(r);
    r->made = !r->options.dry_run && access(r->operands.argv[0], F_OK) < 0;
    status = open_database(r, r->operands.argv[0]);
    if (status == 0 && !realpath(r->operands.argv[0], r->database))
        r->database[0] = '\0';
    r->operands.argv++;
    r->operands.operands--;
    r->operands.literal -= r->operands.literal != INT_MAX;
    if (status == 0)
        status = index_make_settings(r);
    if (status == 0 && (r->operands.operands > 0 || r->options.files0))
        status = index_read_all(r) < 0;
    progress_close();
    status = index_status_of(r, status != 0);
    writer_close(&r->writer);
    db_close(&r->db);
    if (status == STATUS_TROUBLE)
        remove_unused(r);
    trawl_settings_close(&r->settings);
    buffer_free(&r->options.exclude);
    return status;
}
