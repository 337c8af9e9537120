/* report.h - trawl report: one HTML page about the links of an index
 *
 * command.c reads the options, opens the files and has the list of the sections. collect.c makes
 * tables, which the sections query: years.c, sites.c, ranks.c and rot.c. Each section writes a
 * text, a plot (chart.c, plots.c) and a table (table.c). status.c reads the results of link
 * checkers.
 * frame.c writes the head and the foot of pages, also for sites; page.css and page.js are parts of
 * these pages, and src/gen/report.py makes parts.h of them.
 *
 * A link is "written" if it is in the text that the sender wrote, and "quoted" if it is in quoted
 * text. Links in headers, signatures and footers of lists and bare e-mail addresses are "other". A
 * message with several places counts once.
 */
#ifndef TRAWL_ARCHIVE_REPORT_REPORT_H
#define TRAWL_ARCHIVE_REPORT_REPORT_H

#include <stdbool.h>

#include "archive/query/query.h"

/* A date outside these years counts as unknown. */
enum { YEAR_FIRST = 1971, YEAR_LAST = 2170, YEARS = YEAR_LAST - YEAR_FIRST + 1 };

/* The time of messages with an unknown date, in the tables "mail" and "post". */
#define TIME_UNKNOWN "253402300800"

struct site;

struct report {
    struct db *db;
    struct output *out;
    const struct report_options *options;
    int first, years;      /* the years with links; years is 0 if there are none */
    uint64_t top;          /* the maximum number of rows of a table */
    uint64_t most;         /* the number whose bar is full, in the table being written */
    unsigned plots;        /* plots so far, for the ids in SVG */
    struct site *site;     /* the page is one of this site, and only its pages get links; or NULL */
    struct buffer root;    /* the address of the site, with a slash at its end; empty: no links */
    sqlite3_stmt *message; /* of lead_to_message() */
    struct home home;      /* of lead_home() */
};

/* Writes the page from an index with the tables of collect_update(), as a page of `site` unless
 * that is NULL. Returns 0, or -1 after an error message. */
int report_write(struct output *out, const struct report_options *options, struct site *site,
                 struct db *d);

/* ---- The head and the foot of a page: frame.c ---- */

struct frame {
    trawl_str title, up; /* up: the path or address of the site's folder; p NULL: no links to it */
    const char *lang, *script; /* script: a file of the site, or NULL */
    bool pictures, search, report;
    bool alone; /* the style and the report's script are inside */
};

/* Write a page up to its text, and its end. */
void frame_begin(struct output *out, const struct frame *f);
void frame_end(struct output *out, const struct frame *f);

/* Adds the stylesheet of all pages. Returns TRAWL_OK or an error. */
int frame_style(struct buffer *css);

/* Writes the script of a report. */
void frame_script(struct output *out);

/* ---- Tables: collect.c ---- */

/* Attaches the file `path` as the database "plan", and begins a transaction. If `path` is "", the
 * database is temporary. If `empty` is set, the database has no tables yet, and need not survive an
 * error. Also adds the SQL function month_of(). Returns 0, or -1 after an error message. */
int collect_attach(struct db *d, const char *path, bool empty);

/* Makes the report's tables in the database "plan" if `all` is set; otherwise updates the tables
 * that are there. If `keep` is set, the tables are those of a site: adds the indexes that a later
 * update needs. Returns 0, or -1 after an error message. */
int collect_update(struct db *d, const struct report_options *options, bool all, bool keep);

/* Finds the years. Returns 0, or -1 after an error message. */
int collect(struct report *r);

/* ---- Status: status.c ---- */

/* Reads the results of a link checker into the table "status". Returns 0, or -1 after an error
 * message. */
int status_read(struct report *r, const char *path);

/* ---- The page: page.c ---- */

/* A part of the page, with an id and a name in the list of contents. */
struct part {
    const char *id, *name;
    bool dated; /* only if there are links with dates */
    void (*make)(struct report *r);
};

/* Write the start of the page, with links to its parts, and its end. */
void report_begin(struct report *r, const struct frame *frame, const struct part *parts,
                  size_t count);
void report_end(struct report *r, const struct frame *frame);

/* Writes HTML. */
void put_markup(struct report *r, const char *html);

/* Writes text of the archive: escaped for HTML, with U+FFFD for control and bidi characters, and
 * cut after `most` characters. If addresses are hidden, a text that contains one is left out. */
void put_escaped(struct report *r, trawl_str text, size_t most);

/* Writes a number with an id, for scripts: <b id="ID" data-v="1234">1,234</b>. */
void put_total(struct report *r, const char *tag, const char *id, uint64_t n);

/* Begins a section: its heading and, unless `text` is NULL, a paragraph. */
void section_begin(struct report *r, const char *id, const char *heading, const char *text);
void section_end(struct report *r);

/* ---- Links to the pages of a site: lead.c ---- */

/* Begin a link to the page of the site about a message, a sender or a host, if there is such a
 * page. Return true if there is; the caller then writes </a>. */
bool lead_to_message(struct report *r, int64_t message);
bool lead_home(struct report *r, trawl_str url); /* to the message that the URL names by its id */
bool lead_to_sender(struct report *r, trawl_str address);
bool lead_to_host(struct report *r, trawl_str url);

/* ---- Tables: table.c ---- */

/* What the cells of a column show, and the columns of the query that they take. */
enum cell {
    CELL_TEXT,
    CELL_NUMBER,
    CELL_SHARE,    /* of two numbers, in percent; only by year */
    CELL_BAR,      /* a number with a bar */
    CELL_MESSAGES, /* the same; leads to the page of the host of the URL in the first column */
    CELL_YEARS,    /* the same, in days */
    CELL_YEAR,     /* its number; NULL: unknown */
    CELL_DAY,      /* seconds; NULL: unknown */
    CELL_URL,
    CELL_PERSON,  /* id, name, address */
    CELL_MESSAGE, /* id, subject */
    CELL_PLACES,  /* numbers of messages, as many as the preceding column says */
    CELL_ANSWER   /* state, code and reason, as in the table "status" */
};

struct heading {
    const char *name;
    enum cell cell;
};

struct table {
    const char *id, *caption;
    const struct heading *columns; /* up to the first without a name */
    const char *sql;               /* the rows */
};

/* Writes a table with a row for each row of its query. Without rows, writes the row "None.". */
void table_put(struct report *r, const struct table *t);

/* Writes a table with a row for each year, in a <details> below a plot. The first column is the
 * year; values[year - r->first] has the others. */
enum { YEAR_VALUES = 13 };
void table_put_years(struct report *r, const struct table *t, uint64_t (*values)[YEAR_VALUES]);

/* Returns the share of n in `of` in percent. */
double share_of(uint64_t n, uint64_t of);

/* Returns the URL. With --addresses hidden, returns a text in place of a URL that has an address or
 * a message-id. */
trawl_str url_shown(const struct report *r, trawl_str url);

/* Runs a query, whose first parameter (if any) is r->top, and calls `row` for each row. Returns the
 * number of rows, or -1 after an error message. */
typedef void row_writer(struct report *r, sqlite3_stmt *s, const void *user);
int64_t each_row(struct report *r, const char *sql, row_writer *row, const void *user);

/* ---- Plots: chart.c and plots.c ----
 *
 * Each plot is drawn twice, for wide and for narrow windows; the stylesheet shows one of them.
 */

struct series {
    trawl_str name;
    unsigned color;       /* 0 is the class c0 of page.css, and so on */
    double values[YEARS]; /* from the year r->first on */
};

struct chart {
    const char *title, *description;
    struct series *series; /* from the bottom up */
    unsigned count;
    bool percent; /* the values are percentages */
};

/* Draws stacked bars, one for each year. */
void chart_bars(struct report *r, const struct chart *c);

/* Draws stacked areas, or bars if there are only one or two years. */
void chart_areas(struct report *r, const struct chart *c);

/* Draws a cell for each month: counts[12 * year + month], from the year r->first on. */
void plot_months(struct report *r, const char *title, const char *description,
                 const uint64_t *counts);

/* Draws a small plot of one series, without a vertical axis; its maximum is at the top. */
void plot_small(struct report *r, const char *title, const char *description,
                const struct series *series);

/* Draws a line from one time to another for each range. */
enum { RANGES_MAX = 12 };
struct range {
    char *label; /* a URL */
    int64_t from, to;
};
void plot_ranges(struct report *r, const char *title, const char *description,
                 const struct range *ranges, unsigned count);

/* Begin and end an <svg> of this size. The title and the description are for screen readers. */
void svg_begin(struct report *r, bool wide, int width, int height, const char *title,
               const char *description);
void svg_end(struct report *r);

/* Writes a number with at most one decimal. */
void put_place(struct report *r, double number);

struct rect {
    double x, y, width, height;
};

/* Writes the start of a rectangle of this class, up to its last attribute. */
void rect_begin(struct report *r, const char *kind, struct rect place);

/* Writes the labels of the years at height y, below a plot that begins at x0 and has `slot` units
 * for each year. */
void put_years(struct report *r, double x0, double slot, double y);

/* ---- Sections: years.c, sites.c, ranks.c, rot.c ----
 *
 * Each writes one section. Errors set r->db->failed.
 */

void section_summary(struct report *r);
void section_years(struct report *r);
void section_months(struct report *r);
void section_broken(struct report *r);
void section_sites(struct report *r);
void section_schemes(struct report *r);
void section_posters(struct report *r);
void section_first(struct report *r);
void section_posted(struct report *r);
void section_lasting(struct report *r);
void section_threads(struct report *r);
void section_quoted(struct report *r);
void section_rot(struct report *r); /* only with --status */

#endif
