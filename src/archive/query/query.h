/* query.h - trawl query: prints links of indexes, their numbers, and messages
 *
 * query.c reads the options and opens the databases. where.c makes the condition of the options as
 * SQL; rows.c prints the links, counts.c the numbers of --count-by, first.c the links of --first,
 * message.c a message.
 */
#ifndef TRAWL_ARCHIVE_QUERY_QUERY_H
#define TRAWL_ARCHIVE_QUERY_QUERY_H

#include "archive/index/index.h"

/* ---- Conditions: where.c ---- */

#define WHERE_VALUES 500

/* A condition on links as SQL, and its parameters. */
struct where {
    struct buffer from;  /* "FROM ...": the joined tables, named l, u, c, h, m, p, i */
    struct buffer sql;   /* "WHERE ..." */
    const char *message; /* the column with the message's number, which orders the links */
    bool has_messages;   /* `from` has the table of messages */
    bool places;         /* links in copies count, too */
    bool narrow;         /* there are conditions on URLs */
    bool has_urls;       /* other conditions need the table of URLs */
    bool whole;          /* all links of the index, each once */
    bool inverted;       /* the next condition must not hold */
    struct {
        bool is_text;
        struct buffer text;
        int64_t number;
    } values[WHERE_VALUES];
    int count;
};

/* SQL: the link `l` is not in a copy of a message, such as a copy with another footer. */
#define WHERE_ONCE "l.message NOT IN (SELECT id FROM messages WHERE same IS NOT NULL)"

/* Flags of links that may have lost or gained text at the end of a line. */
#define WHERE_BROKEN                                                                               \
    (TRAWL_FLAG_UNCLOSED | TRAWL_FLAG_HYPHEN_BREAK | TRAWL_FLAG_PAGE_BREAK |                       \
     TRAWL_FLAG_CLOSER_AT_BOL | TRAWL_FLAG_INNER_SPACE | TRAWL_FLAG_GUESS_JOINED |                 \
     TRAWL_FLAG_SOFT_HYPHEN | TRAWL_FLAG_LINE_END | TRAWL_FLAG_INCOMPLETE)

/* Reads a date such as "2008-06-30" or "2008". Sets *time to its first second or, with `end`, to
 * the second after it. Returns 0, or -1 after an error message. */
int where_time(const char *command, const char *option, const char *given, bool end, int64_t *time);

/* Makes the condition of the options. Returns 0, or -1 after an error message. */
int where_make(struct where *where, struct db *d, const struct query_options *o);
void where_bind(const struct where *where, sqlite3_stmt *s);
void where_free(struct where *where);

/* Returns the row of the message with this number or message-id, 0 if there is none, or -1. */
int64_t where_message(struct db *d, const char *given);

/* ---- Rows: rows.c ---- */

/* The columns of a statement that finds links. */
enum column {
    COLUMN_MESSAGE,
    COLUMN_N,
    COLUMN_URL,
    COLUMN_CANONICAL,
    COLUMN_HOST,
    COLUMN_SITE,
    COLUMN_KIND,
    COLUMN_ZONE,
    COLUMN_QUOTE,
    COLUMN_PART,
    COLUMN_TYPE,
    COLUMN_HEADER,
    COLUMN_ATTRIBUTE,
    COLUMN_LINE,
    COLUMN_COLUMN,
    COLUMN_AT,
    COLUMN_LENGTH,
    COLUMN_MORE,
    COLUMN_FLAGS,
    COLUMN_RAW,
    COLUMN_ANCHOR,
    COLUMN_TIME,
    COLUMN_MINUTES,
    COLUMN_DATE,
    COLUMN_ID,
    COLUMN_FROM,
    COLUMN_ADDRESS,
    COLUMN_SUBJECT,
    COLUMN_LIST,
    COLUMN_ABOVE,
    COLUMN_FILE,
    COLUMN_OFFSET,
    COLUMNS
};

struct rows {
    struct db *db;
    struct output *out;
    const struct query_options *options;
    sqlite3_stmt *readings;
    struct buffer text;
};

/* Returns true if the output is a list, which has few columns. */
bool rows_are_listed(const struct query_options *o);

/* Adds the selected expressions, in the order of enum column, for the tables of QUERY_TABLES; adds
 * NULL for columns that the format does not show. */
void rows_add_columns(struct buffer *sql, const struct query_options *o);

/* Begins and ends the output. */
void rows_begin(struct rows *r);
void rows_end(struct rows *r);

/* Goes on with another database. Returns 0, or -1 after an error message. */
int rows_use(struct rows *r, struct db *d);

/* Prints the current row of a statement. Returns 0, or -1 after an error message. */
int rows_link(struct rows *r, sqlite3_stmt *s);

/* Prints the count of n keys, which may be absent. */
void rows_count(struct rows *r, const trawl_str *keys, int n, int64_t count);

/* ---- Messages: message.c ---- */

/* Prints the message with this number or message-id from its source, from the first database that
 * has it. Returns an enum status. */
int message_print(struct db *dbs, int count, struct output *out, const char *given);

/* Prints which message an address in an archive of mail names: its id, the path of its page in a
 * site, and, unless they are unknown, time, sender and subject. Returns an enum status. */
int message_resolve(struct db *dbs, int count, struct output *out, const char *url);

/* ---- Queries: query.c, counts.c and first.c ---- */

/* The databases of a query, and how many rows may still be printed; -1 for all. */
struct answer {
    struct db *dbs;
    int count;
    const struct query_options *options;
    struct rows *rows;
    int64_t left;
};

/* Adds the statement of the links whose keys `keys` selects, as "message" and "n". */
void query_add_links(struct buffer *sql, const struct query_options *o, const char *keys);

/* Print, from all databases, the numbers of links of --count-by, or the links of --first. Return
 * the number of rows, or -1 after an error message. */
int64_t counts_print(struct answer *a);
int64_t first_print(struct answer *a);

int query_run(struct output *out, int argc, char **argv);

#endif
