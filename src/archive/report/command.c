/* command.c - trawl report: reads the options, opens the database, writes the sections
 *
 * With -o the page is a new file, which replaces an old one when it is complete.
 */
#include "archive/report/report.h"
#include "archive/site/site.h"

#include <stdio.h>

#include "app/newfile/newfile.h"

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

/* All sections, in their order. The last one is only written with --status. */
static const struct part report_parts[] = {
    {"years", "Years", true, section_years},
    {"months", "Months", true, section_months},
    {"sites", "Sites", false, section_sites},
    {"schemes", "Schemes", true, section_schemes},
    {"broken", "Broken links", true, section_broken},
    {"posters", "Who posts", false, section_posters},
    {"first", "First posters", false, section_first},
    {"posted", "Most posted", false, section_posted},
    {"lasting", "Longest-lived", false, section_lasting},
    {"threads", "Threads", false, section_threads},
    {"only-quoted", "Only quoted", false, section_quoted},
    {"rot", "Rot", false, section_rot},
};

static int report_write_page(struct report *r)
{
    const size_t count = sizeof report_parts / sizeof report_parts[0] - !r->options->status;
    char title[300];
    const char *text = title_of(r, title, sizeof title);
    const struct frame frame = {.title = {text, strlen(text)},
                                .up = r->root.n > 0 ? buffer_str(&r->root) : (trawl_str){NULL, 0},
                                .lang = "en",
                                .script = "report.js",
                                .search = r->site && r->site->options.search,
                                .report = true,
                                .alone = !r->site};

    report_begin(r, &frame, report_parts, count);
    for (size_t i = 0; i < count; i++)
        if ((r->years > 0 || !report_parts[i].dated) && !r->db->failed && r->out->error == 0)
            report_parts[i].make(r);
    report_end(r, &frame);
    return r->db->failed ? -1 : 0;
}

/* ---- The run ---- */

/* Sets r->root from --site. Returns 0, or -1 after an error message. */
static int report_set_root(struct report *r)
{
    const char *site = r->options->site ? r->options->site : "";
    const size_t n = strlen(site);

    if (buffer_add(&r->root, site, n) == TRAWL_OK &&
        buffer_add(&r->root, "/", n > 0 && site[n - 1] != '/') == TRAWL_OK)
        return 0;
    (void)command_trouble("report", TRAWL_ERROR_NO_MEMORY);
    return -1;
}

int report_write(struct output *out, const struct report_options *options, struct site *site,
                 struct db *d)
{
    struct report r = {.db = d, .out = out, .options = options, .site = site};
    int failed;

    r.top = options->top ? options->top : 50;
    failed = report_set_root(&r) < 0 || collect(&r) < 0 ||
             (options->status && status_read(&r, options->status) < 0) || report_write_page(&r) < 0;
    buffer_free(&r.root);
    home_close(&r.home);
    return failed ? -1 : 0;
}

/* Makes the tables and writes the page. Returns enum status. */
static int report_make(struct output *out, const struct report_options *options,
                       const char *database)
{
    struct db db = {.lock = -1};
    int status = STATUS_TROUBLE;

    if (db_open(&db, "report", database) == 0) {
        db.stoppable = true;
        if (collect_attach(&db, "", true) == 0 && collect_update(&db, options, true, false) == 0 &&
            report_write(out, options, NULL, &db) == 0)
            status = STATUS_GOOD;
    }
    db_close(&db);
    return status;
}

static struct report_options report_given;

/* Closes the sandbox and writes the page. Returns an exit status. */
static int report_print(const char *database, struct output *out)
{
    struct sandbox s;
    int status;

    db_sandbox(&s, "report", report_given.sandbox, database);
    if (report_given.status)
        sandbox_read(&s, report_given.status);
    sandbox_output(&s, out->fd);
    status = sandbox_close(&s);
    catch_signals();
    return status == STATUS_GOOD ? report_make(out, &report_given, database) : status;
}

/* A new_file_work. */
static int report_file(void *user, struct output *out, int old)
{
    int status = report_print(user, out);

    (void)old;
    if (status != STATUS_GOOD)
        return status;
    if (output_flush(out) == 0)
        return NEW_FILE_READY;
    say_system("report", report_given.output, out->error);
    return STATUS_TROUBLE;
}

int report_run(struct output *out, int argc, char **argv)
{
    struct options operands;
    int status;

    if (!command_options(out, &command_report, &operands, argc, argv, &report_given, &status))
        return status;
    if (operands.operands != 1) {
        say("report", "name one database, and the page with -o FILE; see \"trawl report --help\"",
            NULL, NULL);
        return STATUS_TROUBLE;
    }
    if (!report_given.output || strcmp(report_given.output, "-") == 0)
        return report_print(operands.argv[0], out);
    status = new_file_write("report", report_given.output, NEW_FILE_OUTPUT, report_file,
                            operands.argv[0]);
    return status < 0 ? STATUS_TROUBLE : status;
}
