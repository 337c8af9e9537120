/* report.h - trawl report: one HTML page about the links of an index
 *
 * command.c reads the options and opens the files. collect.c makes tables, which the
 * sections query: years.c, sites.c, people.c, urls.c and rot.c. Each section writes a text, a plot
 * (chart.c, plots.c) and a table (page.c). status.c reads the results of link checkers.
 * page.css and page.js are parts of the page; src/gen/report.py makes parts.h of them.
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

/* The pages of the site that a report becomes a part of. */
struct report_site {
    bool (*has)(void *user, const char *path);
    void *user;
};

struct report {
    struct db *db;
    struct output *out;
    const struct report_options *options;
    int first, years;               /* the years with links; years is 0 if there are none */
    uint64_t top;                   /* the maximum number of rows of a table */
    bool settled;                   /* the index has verdicts of trawl settle */
    unsigned plots;                 /* plots so far, for the ids in SVG */
    const struct report_site *site; /* only its pages get links; NULL: all */
    sqlite3_stmt *message;          /* of lead_to_message() */
};

/* Writes the page from an index with the tables of collect_update(); `site` may be NULL. Returns
 * 0, or -1 after an error message. */
int report_write(struct output *out, const struct report_options *options,
                 const struct report_site *site, struct db *d);

/* ---- Tables: collect.c ---- */

/* Attaches the file `path` as the database "plan", and begins a transaction. If `path` is "", the
 * database is temporary. If `empty` is set, the database has no tables yet, and need not survive an
 * error. Also adds the SQL function month_of(). Returns 0, or -1 after an error message. */
int collect_attach(struct db *d, const char *path, bool empty);

/* Makes the report's tables in the database "plan" if `all` is set; otherwise updates the tables
 * that are there. If `keep` is set, adds the indexes that a later update needs. Returns 0, or -1
 * after an error message. */
int collect_update(struct db *d, const struct report_options *options, bool all, bool keep);

/* SQL: the URLs that are in three messages, except URLs of footers. */
#define SHARED_URLS "SELECT url FROM url_sum WHERE rows > 2 AND url NOT IN (SELECT url FROM own)"

/* Makes the temporary tables and finds the years. Returns 0, or -1 after an error message. */
int collect(struct report *r);

/* Returns the only value of a query, or 0 if it is NULL. An error sets r->db->failed. */
int64_t number_of_query(struct report *r, const char *sql);

/* ---- Status: status.c ---- */

/* Reads the results of a link checker into the table "status". Returns 0, or -1 after an error
 * message. */
int status_read(struct report *r, const char *path);

/* ---- The page: page.c ---- */

void report_begin(struct report *r, const char *title);
void report_end(struct report *r);

/* Writes text of the archive: escaped for HTML, with U+FFFD for control and bidi characters, and
 * cut after `most` characters. */
void put_escaped(struct report *r, trawl_str text, size_t most);

/* Writes 1234567 as 1,234,567. */
void put_grouped(struct report *r, uint64_t n);

/* Writes the share of n in `of` in percent, with one decimal. */
void put_percent(struct report *r, uint64_t n, uint64_t of);

/* Begins a section: its heading and, unless `text` is NULL, a paragraph. */
void section_begin(struct report *r, const char *id, const char *heading, const char *text);
void section_end(struct report *r);

enum heading_type { COLUMN_TEXT, COLUMN_NUMBER };

struct heading {
    const char *name;
    enum heading_type type;
};

/* Begins a table; the name after the last column is NULL. With `folded`, the table is in a
 * <details> below a plot. */
void table_begin(struct report *r, const char *id, const char *caption,
                 const struct heading *columns, bool folded);
void table_end(struct report *r, bool folded);

void row_begin(struct report *r);
void row_end(struct report *r);

/* Each writes a cell. */
void cell_number(struct report *r, uint64_t n);
void cell_bar(struct report *r, uint64_t n, uint64_t most); /* with a bar; `most` is full */

/* Writes the number of messages with a URL, with a bar. The number leads to the page of the
 * host. */
void cell_messages(struct report *r, trawl_str url, uint64_t n, uint64_t most);
void cell_percent(struct report *r, uint64_t n, uint64_t of);
void cell_text(struct report *r, trawl_str text);
void cell_url(struct report *r, trawl_str url);

/* Returns the URL or, for a mailto URL with --anonymous, a text in its place. */
trawl_str url_shown(const struct report *r, trawl_str url);

/* Begin a link to the page of the site about a message, a sender or a host, if there is such a
 * page. Return true if there is; the caller then writes </a>. */
bool lead_to_front(struct report *r);
bool lead_to_message(struct report *r, int64_t message);
bool lead_to_sender(struct report *r, trawl_str address);
bool lead_to_host(struct report *r, trawl_str url);

void cell_day(struct report *r, sqlite3_stmt *s, int column);     /* seconds; NULL: unknown */
void cell_person(struct report *r, sqlite3_stmt *s, int column);  /* id, name, address */
void cell_message(struct report *r, sqlite3_stmt *s, int column); /* id, subject */

/* Runs a query, whose first parameter (if any) is r->top, and calls `row` for each row. Returns the
 * number of rows, or -1 after an error message. */
typedef void row_writer(struct report *r, sqlite3_stmt *s);
int64_t each_row(struct report *r, const char *sql, row_writer *row);

/* Like each_row(), for the rows of a table; without rows, writes the row "None.". */
void each_or_none(struct report *r, const char *sql, row_writer *row);

/* ---- Plots: chart.c and plots.c ----
 *
 * Each plot is drawn twice, for wide and for narrow windows; the stylesheet shows one of them.
 */

enum { SERIES_MAX = 12 };

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

/* ---- Sections: years.c, sites.c, people.c, urls.c, rot.c ----
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
