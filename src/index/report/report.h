/* report.h - trawl report: one HTML page about the links of an index
 *
 * command.c reads the options and opens the files. collect.c makes temporary tables, which the
 * sections query: years.c, sites.c, people.c, urls.c and rot.c. Each section writes its text, its
 * plot (chart.c, plots.c) and its table (page.c). status.c reads the results of link checkers.
 * page.css and page.js are parts of the page; src/gen/report.py makes parts.h of them.
 *
 * A link is "written" if it is in the text that its sender wrote, "quoted" if it is in quoted
 * text, and "other" in headers, signatures and footers of lists, or if it is a bare e-mail
 * address. A message in several places is one message.
 */
#ifndef TRAWL_INDEX_REPORT_REPORT_H
#define TRAWL_INDEX_REPORT_REPORT_H

#include "index/index.h"

/* Dates of messages lie between these years; others count as unknown. */
enum { YEAR_FIRST = 1971, YEAR_LAST = 2170, YEARS = YEAR_LAST - YEAR_FIRST + 1 };

/* The time of messages without a date in the table "post". */
#define TIME_UNKNOWN "253402300800"

struct report {
    struct db *db;
    struct output *out;
    const struct report_options *options;
    int first, years; /* the years with links; years is 0 if there are none */
    uint64_t top;     /* rows of a table */
    bool settled;     /* the index has verdicts of trawl settle */
    unsigned plots;   /* so far, for ids */
};

/* ---- Temporary tables: collect.c ---- */

/* Makes the tables and finds the years. Returns 0, or -1 after a message. */
int collect(struct report *r);

/* Returns the only value of a query, 0 for NULL; sets r->db->failed after an error. */
int64_t number_of_query(struct report *r, const char *sql);

/* ---- Status: status.c ---- */

/* Reads the results of a link checker into the table "status". Returns 0, or -1 after a message. */
int status_read(struct report *r, const char *path);

/* ---- The page: page.c ---- */

void report_begin(struct report *r, const char *title);
void report_end(struct report *r);

/* Writes SQL text, names and the like: escaped for HTML, without control characters and those that
 * change the direction of text; what is beyond `most` characters is left out. */
void put_escaped(struct report *r, trawl_str s, size_t most);

/* Writes 1234567 as 1,234,567. */
void put_grouped(struct report *r, uint64_t n);

/* Writes n of `of` in percent, with one decimal. */
void put_percent(struct report *r, uint64_t n, uint64_t of);

/* Begins a section: <section>, its heading and a paragraph. */
void section_begin(struct report *r, const char *id, const char *heading, const char *text);
void section_end(struct report *r);

enum heading_type { COLUMN_TEXT, COLUMN_NUMBER };

struct heading {
    const char *name;
    enum heading_type type;
};

/* Begins a table; `columns` ends with a name of NULL. With `folded`, it is in a <details> below a
 * plot. */
void table_begin(struct report *r, const char *id, const char *caption,
                 const struct heading *columns, bool folded);
void table_end(struct report *r, bool folded);

void row_begin(struct report *r);
void row_end(struct report *r);

/* Each writes a cell. */
void cell_number(struct report *r, uint64_t n);
void cell_bar(struct report *r, uint64_t n, uint64_t most); /* with a bar of n of `most` */
void cell_percent(struct report *r, uint64_t n, uint64_t of);
void cell_text(struct report *r, trawl_str s);
void cell_url(struct report *r, trawl_str url);
void cell_day(struct report *r, sqlite3_stmt *s, int column);     /* a time, NULL for none */
void cell_person(struct report *r, sqlite3_stmt *s, int column);  /* id, name, address */
void cell_message(struct report *r, sqlite3_stmt *s, int column); /* id, subject */

/* Runs a query whose first parameter is the number of rows, and calls `row` for each. Returns the
 * number of rows, or -1 after a message. */
typedef void row_writer(struct report *r, sqlite3_stmt *s);
int64_t each_row(struct report *r, const char *sql, row_writer *row);

/* The same for the rows of a table; writes a row that says so if there are none. */
void each_or_none(struct report *r, const char *sql, row_writer *row);

/* ---- Plots: chart.c and plots.c ----
 *
 * Each is drawn twice, for wide and for narrow windows; the stylesheet shows one of them.
 */

enum { SERIES_MAX = 12 };

struct series {
    trawl_str name;
    unsigned color;       /* of the stylesheet's classes c0, c1, ... */
    double values[YEARS]; /* from r->first on */
};

struct chart {
    const char *title, *description;
    struct series *series; /* from the bottom up */
    unsigned count;
    bool percent; /* the values are percentages */
};

/* Stacked bars, one a year. */
void chart_bars(struct report *r, const struct chart *c);

/* Stacked areas; bars if there are few years. */
void chart_areas(struct report *r, const struct chart *c);

/* Months as cells: counts[12 * year + month]. */
void plot_months(struct report *r, const char *title, const char *description,
                 const uint64_t *counts);

/* A small plot of one series on a scale of its own, without axes. */
void plot_small(struct report *r, const char *title, const char *description,
                const struct series *s);

/* Lines from one time to another. */
enum { RANGES_MAX = 12 };
struct range {
    char *label; /* a URL */
    int64_t from, to;
};
void plot_ranges(struct report *r, const char *title, const char *description,
                 const struct range *ranges, unsigned count);

/* Begin and end an <svg> of this size; title and description are for screen readers. */
void svg_begin(struct report *r, bool wide, int width, int height, const char *title,
               const char *description);
void svg_end(struct report *r);

/* Writes a number with at most one decimal. */
void put_place(struct report *r, double n);

/* Writes the labels of the years below a plot of `slot` units a year that begins at x0. */
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
void section_rot(struct report *r); /* of --status */

#endif
