/* archives.c - the lists of an index that has several: which messages belong to each, and its pages
 *
 *     archive(id, name, count)  the lists; name is the List-Id, or that of a public-inbox or of a
 *                               folder of pipermail; '' for all other messages
 *     member(id, archive)       the lists of each message that is shown
 *     only_list(name)           the name of the list if all messages are of one
 *
 * index/lists.c decides to which lists a message belongs. A list with fewer than LEAST_MESSAGES
 * messages has no pages of its own: its messages belong to "Other messages", unless they are on
 * another list, too.
 * If all messages are of one list, both tables are empty, since the site is that list.
 *
 * The pages of a list are l/4f/HASH/index.html, its months and senders beside it, and its feed.
 */
#include "archive/site/site.h"

#include <stdio.h>

#define LEAST_MESSAGES "3"

static const char plan[] =
    "CREATE TEMP TABLE archive(id INTEGER PRIMARY KEY, name TEXT UNIQUE, count INTEGER);"
    "CREATE TEMP TABLE member(id INTEGER, archive INTEGER, PRIMARY KEY(id, archive)) WITHOUT ROWID;"
    "CREATE TEMP TABLE named(id INTEGER, name TEXT, PRIMARY KEY(id, name)) WITHOUT ROWID;"
    "INSERT OR IGNORE INTO named SELECT message, list FROM listed WHERE message IN (SELECT id FROM"
    " shown);"
    "INSERT INTO named SELECT id, '' FROM shown WHERE id NOT IN (SELECT id FROM named);"
    "UPDATE OR REPLACE named SET name = '' WHERE name IN (SELECT name FROM named GROUP BY name"
    " HAVING count(*) < " LEAST_MESSAGES ");"
    "DELETE FROM named WHERE name = '' AND id IN (SELECT id FROM named WHERE name <> '');"
    "INSERT INTO archive(name, count) SELECT name, count(DISTINCT id) FROM named GROUP BY name"
    " ORDER BY name = '', lower(name), name;"
    "INSERT OR IGNORE INTO member SELECT n.id, a.id FROM named n JOIN archive a ON a.name = n.name"
    " WHERE (SELECT count(*) FROM archive) > 1;"
    "CREATE TEMP TABLE only_list AS SELECT name FROM archive"
    " WHERE name <> '' AND (SELECT count(*) FROM archive) = 1;"
    "DELETE FROM archive WHERE (SELECT count(*) FROM member) = 0;"
    "CREATE INDEX temp.member_archive ON member(archive); DROP TABLE named;";

int archives_plan(struct site *s)
{
    return db_execute(&s->db, plan);
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
