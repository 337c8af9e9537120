/* archives.c - the lists of an index that has several: which messages belong to each, and its pages
 *
 *     archive(id, name, count)  the lists; name is the List-Id, or that of a public-inbox or of a
 *                               folder of pipermail; '' for all other messages
 *     member(id, archive)       the lists of each message that is shown
 *     only_list(name)           the name of the list if all messages are of one
 *
 * A message belongs to the List-Id of each of its copies. A copy without one belongs to the list of
 * most others in its file, public-inbox or folder. A list with fewer than LEAST_MESSAGES messages
 * has no pages of its own: they belong to "Other messages", unless they are on another list, too.
 * If all messages are of one list, both tables are empty, since the site is that list.
 *
 * The pages of a list are l/4f/HASH/index.html, its months and senders beside it, and its feed.
 */
#include "archive/site/site.h"

#include <stdio.h>

#include "base/ascii.h"

#define LEAST_MESSAGES "3"

/* ---- Names ---- */

/* Returns the last part of a path, and sets *rest to what precedes it. */
static trawl_str last_folder(trawl_str path, trawl_str *rest)
{
    size_t at = path.n;

    while (at > 0 && path.p[at - 1] != '/')
        at--;
    *rest = (trawl_str){path.p, at > 0 ? at - 1 : 0};
    return (trawl_str){path.p + at, path.n - at};
}

static bool is_called(trawl_str name, const char *word)
{
    return name.n == strlen(word) && memcmp(name.p, word, name.n) == 0;
}

/* Returns the name of the public-inbox with this repository in a folder, or an empty text: "devel"
 * for devel.git, devel/git/0.git and devel/all.git. */
static trawl_str name_of_inbox(trawl_str folder, trawl_str file)
{
    trawl_str rest, part;
    size_t n = 0, digits = 0;

    while (n + 4 < file.n && memcmp(file.p + n, ".git:", 5) != 0)
        n++;
    if (n + 4 >= file.n)
        return (trawl_str){"", 0};
    while (digits < n && ascii_is_digit((unsigned char)file.p[digits]))
        digits++;
    if (digits < n && !is_called((trawl_str){file.p, n}, "all"))
        return (trawl_str){file.p, n};
    part = last_folder(folder, &rest);
    return is_called(part, "git") ? last_folder(rest, &rest) : part;
}

/* Returns true for the name of a file with a month or so of a list: "2004-June.txt" or
 * "2004-06.mbox". */
static bool is_volume(trawl_str file)
{
    const char *p = file.p;

    if (pipermail_begin(file) >= 0)
        return true;
    for (size_t i = 0; i < 7; i++)
        if (file.n < 8 || (i == 4 ? p[i] != '-' : !ascii_is_digit((unsigned char)p[i])))
            return false;
    return p[7] == '.' && (p[5] == '0' ? p[6] != '0' : p[5] == '1' && p[6] <= '2');
}

/* Fills the table of the sources whose place shows a list. */
static int name_sources(struct site *s)
{
    sqlite3_stmt *row = db_prepare(
                     &s->db, "SELECT s.id, f.path || CASE WHEN s.sub IS NULL THEN '' ELSE '/' ||"
                             " rtrim(s.sub, '/') END, s.name || coalesce(s.state, '')"
                             " FROM sources s JOIN folders f ON f.id = s.folder"),
                 *put = db_prepare(&s->db, "INSERT INTO source_list VALUES (?1, ?2)");
    int found = -1;

    while (row && put && (found = db_step(&s->db, row)) > 0) {
        trawl_str folder = db_text(row, 1), file = db_text(row, 2), rest,
                  name = file.n > 0 ? name_of_inbox(folder, file) : file;

        if (name.n == 0 && is_volume(file))
            name = last_folder(folder, &rest);
        if (name.n == 0)
            continue;
        (void)sqlite3_bind_int64(put, 1, sqlite3_column_int64(row, 0));
        db_bind(put, 2, name);
        if (db_run(&s->db, put) < 0)
            return -1;
    }
    return found;
}

static const char before_names[] =
    "CREATE TEMP TABLE source_list(source INTEGER PRIMARY KEY, name TEXT);"
    "CREATE TEMP TABLE archive(id INTEGER PRIMARY KEY, name TEXT UNIQUE, count INTEGER);"
    "CREATE TEMP TABLE member(id INTEGER, archive INTEGER, PRIMARY KEY(id, archive)) WITHOUT ROWID;";

static const char after_names[] =
    "CREATE TEMP TABLE placed AS SELECT DISTINCT coalesce(m.same, m.id) AS id, i.list,"
    " o.name AS inbox, coalesce(o.name, w.source) AS place FROM places w"
    " JOIN messages m ON m.id = w.message LEFT JOIN lists i ON i.id = m.list"
    " LEFT JOIN source_list o ON o.source = w.source"
    " WHERE coalesce(m.same, m.id) IN (SELECT id FROM shown);"
    "CREATE TEMP TABLE usual(place PRIMARY KEY, list TEXT) WITHOUT ROWID;"
    "INSERT INTO usual SELECT place, list FROM (SELECT place, list, max(n) AS most, sum(n) AS total"
    " FROM (SELECT place, list, count(*) AS n FROM placed WHERE list IS NOT NULL"
    " GROUP BY place, list ORDER BY place, list) GROUP BY place) WHERE 2 * most > total;"
    "CREATE TEMP TABLE named AS SELECT DISTINCT p.id, coalesce(p.list, u.list, p.inbox, '') AS name"
    " FROM placed p LEFT JOIN usual u ON u.place = p.place;"
    "UPDATE named SET name = '' WHERE name IN (SELECT name FROM named GROUP BY name"
    " HAVING count(*) < " LEAST_MESSAGES ");"
    "DELETE FROM named WHERE name = '' AND id IN (SELECT id FROM named WHERE name <> '');"
    "INSERT INTO archive(name, count) SELECT name, count(DISTINCT id) FROM named GROUP BY name"
    " ORDER BY name = '', lower(name), name;"
    "INSERT OR IGNORE INTO member SELECT n.id, a.id FROM named n JOIN archive a ON a.name = n.name"
    " WHERE (SELECT count(*) FROM archive) > 1;"
    "CREATE TEMP TABLE only_list AS SELECT name FROM archive"
    " WHERE name <> '' AND (SELECT count(*) FROM archive) = 1;"
    "DELETE FROM archive WHERE (SELECT count(*) FROM member) = 0;"
    "CREATE INDEX temp.member_archive ON member(archive);"
    "DROP TABLE placed; DROP TABLE usual; DROP TABLE named;"
    "DROP TABLE source_list;";

int archives_plan(struct site *s)
{
    if (db_execute(&s->db, before_names) < 0 || name_sources(s) < 0)
        return -1;
    return db_execute(&s->db, after_names);
}

/* ---- Pages ---- */

void path_of_archive(char path[PATH_ROOM], trawl_str name, const char *file)
{
    char hash[HASH_ROOM];

    hash_text(hash, name);
    (void)snprintf(path, PATH_ROOM, "l/%.2s/%s/%s", hash, hash + 2, file);
}

trawl_str archive_title(trawl_str name)
{
    return name.n > 0 ? name : site_str("Other messages");
}

int archives_put(struct site *s)
{
    sqlite3_stmt *row = db_prepare(&s->db, "SELECT name, count FROM archive ORDER BY id");
    char path[PATH_ROOM];
    int found = -1, n = 0;
    int64_t count;

    while (row && (found = db_step(&s->db, row)) > 0) {
        output_text(&s->out, n++ == 0 ? "<h2>Lists</h2>\n<ul class=\"list\">\n" : "");
        path_of_archive(path, db_text(row, 0), "index.html");
        output_text(&s->out, "<li>");
        put_anchor_to(s, path);
        output_text(&s->out, "<bdi>");
        put_text(s, archive_title(db_text(row, 0)), 200);
        count = sqlite3_column_int64(row, 1);
        output_printf(&s->out, "</bdi></a> <span class=\"dim\">%lld message%s</span></li>\n",
                      (long long)count, count == 1 ? "" : "s");
    }
    output_text(&s->out, n > 0 ? "</ul>\n" : "");
    return found;
}

int archives_make(struct site *s)
{
    sqlite3_stmt *row = db_prepare(&s->db, "SELECT id, name FROM archive ORDER BY id");
    int found = -1;

    while (row && !interrupted && (found = db_step(&s->db, row)) > 0) {
        const struct archive archive = {sqlite3_column_int64(row, 0), db_text(row, 1)};

        if (front_make_archive(s, &archive) < 0 || feed_make(s, &archive) < 0)
            return -1;
    }
    return found;
}
