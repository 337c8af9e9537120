/* series.c - series of patches: "[PATCH v3 2/5] kite: fly" with its other parts and versions
 *
 *     patch(id, root, who, version, part, total, name, title)
 *                                         the messages that are patches; total is 0 for a patch
 *                                         that is no part of a series; name is the subject
 *                                         without its brackets, title the name of the first part
 *                                         of the series
 *     edition(who, title, version, first) the versions of a series, with the first part of each
 *                                         version
 *
 * Parts are in one thread, and have one sender, version and total. Versions of a series have the
 * same sender and title. The tables are a part of the plan.
 */
#include "archive/site/site.h"

#include <stdio.h>

#include "base/ascii.h"

#define PARTS_MOST "200"
#define VERSION_MOST 99

static const char tables[] =
    "CREATE TABLE plan.patch(id INTEGER PRIMARY KEY, root INTEGER, who INTEGER, version INTEGER,"
    " part INTEGER, total INTEGER, name INTEGER, title INTEGER);"
    "CREATE INDEX plan.patch_root ON patch(root, who, version, total, part);"
    "CREATE INDEX plan.patch_title ON patch(who, title);"
    "CREATE TABLE plan.edition(who INTEGER, title INTEGER, version INTEGER, first INTEGER,"
    " PRIMARY KEY(who, title, version)) WITHOUT ROWID;";

/* Notes the series that have patches in torn threads. */
#define NOTE                                                                                       \
    "INSERT OR IGNORE INTO versions SELECT who, title FROM patch WHERE root IN (SELECT root FROM"  \
    " torn);"

static const char series_take_sql[] =
    NOTE "DELETE FROM patch WHERE root IN (SELECT root FROM torn)";

static const char subjects[] =
    "SELECT t.id, t.root, lower(coalesce(p.name, p.address, p.written, '')), m.subject FROM grown t"
    " JOIN shown s ON s.id = t.id JOIN messages m ON m.id = t.id LEFT JOIN senders p"
    " ON p.id = m.sender WHERE m.subject LIKE '[%'";

/* With min(part), SQLite takes the other columns from the row that has the minimum. */
static const char titles[] =
    "CREATE TEMP TABLE first AS SELECT root, who, version, total, name, min(part) FROM patch"
    " WHERE total > 0 AND root IN (SELECT root FROM torn) GROUP BY root, who, version, total;"
    "CREATE INDEX temp.first_root ON first(root, who, version, total);"
    "UPDATE patch SET title = (SELECT f.name FROM first f WHERE f.root = patch.root AND f.who ="
    " patch.who AND f.version = patch.version AND f.total = patch.total) WHERE total > 0"
    " AND root IN (SELECT root FROM torn); DROP TABLE temp.first;";

/* Renews what depends on patches with the same title: the table of first parts, and the pages with
 * links to them. */
static const char editions[] = NOTE
    "DELETE FROM edition WHERE (who, title) IN (SELECT who, title FROM versions);"
    "INSERT OR REPLACE INTO edition SELECT p.who, p.title, p.version, p.id FROM versions v"
    " CROSS JOIN patch p ON p.who = v.who AND p.title = v.title WHERE p.part <= 1"
    " ORDER BY p.part DESC, p.id;"
    "INSERT OR IGNORE INTO todo SELECT page_group(1, p.id) FROM versions v CROSS JOIN patch p"
    " ON p.who = v.who AND p.title = v.title UNION ALL SELECT page_group(2, p.root) FROM versions v"
    " CROSS JOIN patch p ON p.who = v.who AND p.title = v.title";
_Static_assert(GROUP_MESSAGE == 1 && GROUP_THREAD == 2, "in the SQL");

/* The parts of the series of message ?1, then the first part of each other version. Rows of other
 * versions have total 0. */
static const char series_sql[] = "SELECT q.id, " ADDRESS_COLUMNS(
    "m") ", q.version, q.part, q.total, m.subject FROM (SELECT q.id, q.version, q.part, q.total FROM"
         " patch p JOIN patch q ON q.root = p.root AND q.who = p.who AND q.version = p.version"
         " AND q.total = p.total WHERE p.id = ?1 AND p.total > 0 ORDER BY q.part, q.id LIMIT"
         " " PARTS_MOST ") q JOIN messages m ON m.id = q.id UNION ALL"
         " SELECT e.first, " ADDRESS_COLUMNS(
             "m") ", e.version, 0, 0, (SELECT subject FROM messages WHERE id = ?1) FROM patch p JOIN edition e"
                  " ON e.who = p.who AND e.title = p.title AND e.version <> p.version"
                  " JOIN messages m ON m.id = e.first WHERE p.id = ?1";

enum { IN_ID, IN_ADDRESS, IN_VERSION = 4, IN_PART, IN_TOTAL, IN_SUBJECT };

/* What the words in brackets before a subject mean. */
struct series_mark {
    int version, part, total;
    bool patch;
};

/* Removes a number from the start of a word. Returns the number, or -1 if the word does not begin
 * with one. */
static int take_number(trawl_str *word)
{
    int number = -1;

    while (word->n > 0 && ascii_is_digit((unsigned char)*word->p) && number < 10000) {
        number = (number < 0 ? 0 : 10 * number) + *word->p - '0';
        *word = (trawl_str){word->p + 1, word->n - 1};
    }
    return number;
}

/* Reads a word: "PATCH", "RFC", "PATCHv2", "v2", "2/5". */
static void mark_add(struct series_mark *mark, trawl_str word)
{
    const size_t name = ascii_begins(word.p, word.n, "patch") ? 5
                        : ascii_begins(word.p, word.n, "rfc") ? 3
                                                              : 0;
    int part, total;

    mark->patch |= name > 0;
    word = (trawl_str){word.p + name, word.n - name};
    if (word.n > 1 && ascii_lower(*word.p) == 'v') {
        word = (trawl_str){word.p + 1, word.n - 1};
        part = take_number(&word);
        if (word.n == 0 && part > 0 && part <= VERSION_MOST)
            mark->version = part;
        return;
    }
    part = take_number(&word);
    if (part < 0 || word.n == 0 || *word.p != '/')
        return;
    word = (trawl_str){word.p + 1, word.n - 1};
    total = take_number(&word);
    if (word.n > 0 || total < part || total == 0)
        return;
    mark->part = part;
    mark->total = total;
    mark->patch = true;
}

/* Reads the brackets before a subject. Returns the subject after the brackets, or an empty text if
 * the message is no patch. */
static trawl_str mark_read(struct series_mark *mark, trawl_str subject)
{
    *mark = (struct series_mark){.version = 1, .part = 1};
    while (subject.n > 0 && *subject.p == '[') {
        const char *end = memchr(subject.p, ']', subject.n);
        size_t from = 1, to, n = end ? (size_t)(end - subject.p) : 0;

        for (; from < n; from = to + 1) {
            for (to = from; to < n && !ascii_is_blank(subject.p[to]) && subject.p[to] != ','; to++)
                ;
            mark_add(mark, (trawl_str){subject.p + from, to - from});
        }
        subject = n > 0 ? (trawl_str){end + 1, subject.n - n - 1} : (trawl_str){"", 0};
        while (subject.n > 0 && ascii_is_blank(*subject.p))
            subject = (trawl_str){subject.p + 1, subject.n - 1};
    }
    return mark->patch && bare_subject(subject).n == subject.n ? subject : (trawl_str){"", 0};
}

int series_create(struct site *s)
{
    return db_execute(&s->db, tables);
}

int series_take(struct site *s)
{
    return db_execute(&s->db, series_take_sql);
}

int series_plan(struct site *s)
{
    struct db *d = &s->db;
    sqlite3_stmt *row, *put;
    struct series_mark mark;
    int found = -1;

    row = db_prepare(d, subjects);
    put = db_prepare(d, "INSERT INTO patch VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7)");
    while ((found = db_step(d, row)) > 0) {
        const trawl_str name = mark_read(&mark, db_text(row, 3));

        if (name.n == 0)
            continue;
        for (int i = 0; i < 2; i++)
            (void)sqlite3_bind_value(put, 1 + i, sqlite3_column_value(row, i));
        DB_BIND(put, 3, group_of_text(GROUP_TEXT, db_text(row, 2)), mark.version, mark.part,
                mark.total, group_of_text(GROUP_TEXT, name));
        if (db_run(d, put) < 0)
            return -1;
    }
    return found < 0 || db_execute(d, titles) < 0 ? -1 : db_execute(d, editions);
}

/* ---- Pages ---- */

/* Writes the entry of a part or of another version. `inner`: the part is on this page. */
static void series_put_entry(struct site *s, sqlite3_stmt *row, int64_t own, bool inner)
{
    const int total = sqlite3_column_int(row, IN_TOTAL);
    char hash[HASH_ROOM], path[PATH_ROOM];

    hash_message(hash, row, IN_ADDRESS);
    path_of(path, 'm', hash);
    output_text(&s->out, "<li>");
    if (total > 0 && sqlite3_column_int64(row, IN_ID) == own)
        output_text(&s->out, "<strong aria-current=\"true\">");
    else if (total > 0 && inner)
        output_printf(&s->out, "<a href=\"#m%.10s\">", hash);
    else
        put_anchor_to(s, path);
    if (total == 0)
        output_printf(&s->out, "Version %d</a></li>\n", sqlite3_column_int(row, IN_VERSION));
    else
        output_printf(&s->out,
                      sqlite3_column_int64(row, IN_ID) == own ? "%d/%d</strong></li>\n"
                                                              : "%d/%d</a></li>\n",
                      sqlite3_column_int(row, IN_PART), total);
}

int series_put(struct site *s, sqlite3_stmt **rows, int64_t id, bool inner)
{
    int found, count = 0;

    if (!*rows && !(*rows = db_prepare(&s->db, series_sql)))
        return -1;
    (void)sqlite3_bind_int64(*rows, 1, id);
    for (; (found = db_step(&s->db, *rows)) > 0; count++) {
        if (count == 0)
            output_text(&s->out, "<nav class=\"steps\" aria-label=\"Patches");
        if (count == 0 && inner) { /* a thread may have several lists */
            output_text(&s->out, ": ");
            put_text(s, db_text(*rows, IN_SUBJECT), 200);
        }
        if (count == 0)
            output_text(&s->out, "\"><ul>\n");
        if (count == 0 && inner) {
            output_text(&s->out, "<li>");
            put_subject(s, db_text(*rows, IN_SUBJECT));
            output_text(&s->out, "</li>\n");
        }
        series_put_entry(s, *rows, inner ? 0 : id, inner);
    }
    if (count > 0)
        output_text(&s->out, "</ul></nav>\n");
    return found;
}
