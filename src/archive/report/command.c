/* command.c - trawl report: reads the options, opens the database and the page, writes the sections
 *
 * The page is written to a temporary file in the same folder, which is renamed at the end, so that
 * an old page stays until the new one is complete.
 */
/* Declares realpath(). */
#define _DEFAULT_SOURCE

#include "archive/report/report.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- The page ---- */

/* Returns the title: that of --title, or "Links of" and the name of the database without its
 * folder. */
static const char *title_of(const struct report *r, char *room, size_t size)
{
    const char *slash = strrchr(r->db->path, '/');

    if (r->options->title)
        return r->options->title;
    (void)snprintf(room, size, "Links of %s", slash ? slash + 1 : r->db->path);
    return room;
}

static int report_write_page(struct report *r)
{
    static void (*const sections[])(struct report *) = {
        section_years,   section_months,  section_sites, section_schemes,
        section_broken,  section_posters, section_first, section_posted,
        section_lasting, section_threads, section_quoted};
    char title[300];

    report_begin(r, title_of(r, title, sizeof title));
    for (size_t i = 0; i < sizeof sections / sizeof sections[0]; i++)
        if (!r->db->failed && r->out->error == 0)
            sections[i](r);
    if (r->options->status && !r->db->failed)
        section_rot(r);
    report_end(r);
    return r->db->failed ? -1 : 0;
}

/* ---- Files ---- */

/* Writes the page to the file `path`. Returns 0, or -1 after a message. */
static int write_file(struct report *r, const char *path)
{
    static char buffer[1 << 16];
    static struct output out;
    struct new_file file;
    int fd = new_file_open(&file, path), error = fd < 0 ? errno : 0, failed = 0;

    if (!error) {
        output_open(&out, fd, buffer, sizeof buffer);
        r->out = &out;
        failed = report_write_page(r);
        error = output_flush(&out) != 0 ? out.error : failed ? 0 : new_file_commit(&file);
    }
    new_file_drop(&file);
    if (error && !failed)
        say_system("report", path, error);
    return error || failed ? -1 : 0;
}

/* ---- The run ---- */

static int report_all(struct report *r)
{
    const char *path = r->options->output;
    char real[PATH_MAX]; /* of a link: it stays a link */

    r->db->stoppable = true;
    if (collect(r) < 0 || (r->options->status && status_read(r, r->options->status) < 0))
        return -1;
    if (!path || strcmp(path, "-") == 0)
        return report_write_page(r);
    return write_file(r, realpath(path, real) ? real : path);
}

/* Returns 0, or an exit status after a message. */
static int report_close_sandbox(const struct report_options *o, const char *database)
{
    struct sandbox s;

    db_sandbox(&s, "report", o->sandbox, database);
    if (o->status)
        sandbox_read(&s, o->status);
    if (o->output && strcmp(o->output, "-") != 0)
        sandbox_write_beside(&s, o->output);
    return sandbox_close(&s);
}

int report_make(struct output *out, const struct report_options *options,
                const struct report_site *site, const char *database)
{
    struct db db = {.lock = -1};
    struct report r = {.db = &db, .out = out, .options = options, .top = 50, .site = site};
    int status = STATUS_GOOD;

    r.top = options->top ? options->top : r.top;
    if (db_open(&db, "report", database) < 0 || report_all(&r) < 0)
        status = STATUS_TROUBLE;
    db_close(&db);
    return status;
}

int report_run(struct output *out, int argc, char **argv)
{
    static struct report_options given;
    struct options operands;
    int status;

    if (!command_options(out, &command_report, &operands, argc, argv, &given, &status))
        return status;
    if (operands.operands != 1) {
        say("report", "name one database; see \"trawl report --help\"", NULL, NULL);
        return STATUS_TROUBLE;
    }
    status = report_close_sandbox(&given, operands.argv[0]);
    catch_signals();
    return status == STATUS_GOOD ? report_make(out, &given, NULL, operands.argv[0]) : status;
}
