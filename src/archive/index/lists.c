/* lists.c - the lists to which messages belong, for the site and trawl query
 *
 * A message belongs to the List-Id of each of its copies. A copy without one belongs to the list of
 * most other copies in the same file, public-inbox or folder of monthly files. If no other copy
 * there has a List-Id, its list has the name of the public-inbox or folder.
 *
 * Such a file, public-inbox or folder is a row of "archives", with its list. "archive_lists" counts
 * its copies with each List-Id, so that the cost of adding a message does not depend on the size of
 * the archive. The view "listed" has the lists of all messages. In a Maildir each message is the
 * only one in its file.
 */
#include "archive/index/index.h"

#include <stdio.h>

#include "base/ascii.h"

/* ---- The files of pipermail ---- */

/* Returns the length of a file's name without ".txt" or ".txt.gz"; 0 if it has no such end. */
static size_t pipermail_length(trawl_str name)
{
    static const char *const ends[] = {".txt", ".txt.gz"};

    for (size_t i = 0; i < 2; i++) {
        const size_t n = strlen(ends[i]);

        if (name.n > n && memcmp(name.p + name.n - n, ends[i], n) == 0)
            return name.n - n;
    }
    return 0;
}

/* Returns true if p[0..n) are digits. */
static bool lists_is_number(const char *p, size_t n)
{
    while (n > 0 && ascii_is_digit((unsigned char)p[n - 1]))
        n--;
    return n == 0;
}

/* Returns true for a file with the messages of a year, quarter, month, week or day: "2004.txt",
 * "2004q1.txt", "2004-June.txt.gz", "Week-of-Mon-20040607.txt", "20040607.txt". */
static bool is_pipermail(trawl_str file)
{
    static const char week[] = "Week-of-Mon-";
    static const char months[] = "January February March April May June July August September"
                                 " October November December";
    const char *p = file.p;
    const size_t n = file.n > 0 ? pipermail_length(file) : 0;

    if (n == sizeof week - 1 + 8 && memcmp(p, week, sizeof week - 1) == 0)
        return lists_is_number(p + sizeof week - 1, 8);
    if (n < 4 || !lists_is_number(p, 4))
        return false;
    return n == 4 || (n == 6 && p[4] == 'q' && p[5] >= '1' && p[5] <= '4') ||
           (n == 8 && lists_is_number(p + 4, 4)) ||
           (n > 5 && p[4] == '-' && ascii_is_word_of(months, p + 5, n - 5));
}

/* Returns true for the name of a file of pipermail's database, such as "2004-June-article". */
static bool is_of_database(trawl_str file)
{
    static const char kinds[] = "article author date subject thread";
    char volume[40];
    size_t n = file.n;

    if (n > 5 && memcmp(file.p + n - 5, ".lock", 5) == 0)
        n -= 5;
    for (size_t i = n; i > 0; i--)
        if (file.p[i - 1] == '-') {
            const int got = snprintf(volume, sizeof volume, "%.*s.txt",
                                     i < sizeof volume ? (int)i - 1 : 0, file.p);

            return ascii_is_word_of(kinds, file.p + i, n - i) &&
                   is_pipermail((trawl_str){volume, (size_t)got});
        }
    return false;
}

/* ---- Places ---- */

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

/* Returns true for the name of a file with the messages of a list in a month or another period:
 * "2004-June.txt" or "2004-06.mbox". */
static bool is_volume(trawl_str file)
{
    const char *p = file.p;

    if (is_pipermail(file))
        return true;
    for (size_t i = 0; i < 7; i++)
        if (file.n < 8 || (i == 4 ? p[i] != '-' : !ascii_is_digit((unsigned char)p[i])))
            return false;
    return p[7] == '.' && (p[5] == '0' ? p[6] != '0' : p[5] == '1' && p[6] <= '2');
}

bool lists_is_aid(trawl_str folder, trawl_str file)
{
    trawl_str rest, id = last_folder(folder, &rest), day;

    if (is_called(id, "database"))
        return is_of_database(file);
    for (size_t i = 0; i < id.n; i++)
        if (!memchr("0123456789abcdef", id.p[i], 16))
            return false;
    day = last_folder(rest, &rest);
    return id.n == 8 && day.n == 8 && lists_is_number(day.p, 8) &&
           is_called(last_folder(rest, &rest), "attachments");
}

/* ---- Archives ---- */

#define LISTS_COUNT(by)                                                                             \
    "INSERT INTO archive_lists SELECT s.archive, m.list, sum(" by                                   \
    ") FROM places w JOIN messages m ON"                                                            \
    " m.id = w.message JOIN sources s ON s.id = w.source WHERE m.list IS NOT NULL AND s.archive IS" \
    " NOT NULL"
#define LISTS_ADD                                                                                  \
    " GROUP BY s.archive, m.list ON CONFLICT(archive, list) DO UPDATE SET n = n + excluded.n"
#define LISTS_TOUCH "INSERT OR IGNORE INTO temp.gone SELECT 5, archive FROM sources s WHERE archive"
#define TOUCHED "(SELECT id FROM temp.gone WHERE kind = 5)"

/* Names the lists of archives whose copies have changed. */
static const char settle_sql[] =
    "DELETE FROM archive_lists WHERE archive IN " TOUCHED " AND n <= 0;"
    "UPDATE archives SET list = coalesce((SELECT i.list FROM (SELECT list, max(n) AS most, sum(n)"
    " AS total FROM archive_lists WHERE archive = archives.id) k JOIN lists i ON i.id = k.list"
    " WHERE 2 * k.most > k.total), name) WHERE id IN " TOUCHED ";"
    "DELETE FROM archives WHERE id IN " TOUCHED " AND NOT EXISTS (SELECT 1 FROM sources WHERE"
    " archive = archives.id);"
    "DELETE FROM temp.gone WHERE kind = 5";

int lists_open(struct listing *lists, struct db *db)
{
    *lists = (struct listing){.db = db};
    lists->find = db_prepare(db, "SELECT id FROM archives WHERE name = ?1");
    lists->add = db_prepare(db, "INSERT INTO archives(name, list) VALUES (?1, ?1)");
    lists->set = db_prepare(db, "UPDATE sources SET archive = ?2 WHERE id = ?1");
    lists->count = db_prepare(db, LISTS_COUNT("?1") " AND w.source = ?2 AND w.at = ?3" LISTS_ADD);
    lists->drop = db_prepare(db, LISTS_COUNT("?1") " AND w.message = ?2" LISTS_ADD);
    lists->touch = db_prepare(db, LISTS_TOUCH " IS NOT NULL AND s.id = ?1");
    lists->touch_all = db_prepare(db, LISTS_TOUCH " IS NOT NULL AND s.id IN (SELECT source FROM"
                                                  " places WHERE message = ?1)");
    return db->failed ? -1 : 0;
}

int lists_enter(struct listing *lists, int64_t source, trawl_str folder, trawl_str file)
{
    trawl_str rest, name = name_of_inbox(folder, file);
    int64_t archive;

    if (name.n == 0 && is_volume(file))
        name = last_folder(folder, &rest);
    if (name.n == 0)
        name.p = NULL;
    db_bind(lists->find, 1, name);
    db_bind(lists->add, 1, name);
    archive = db_look(lists->db, lists->find);
    if (archive < 0 || (archive == 0 && db_run(lists->db, lists->add) < 0))
        return -1;
    DB_BIND(lists->set, 1, source,
            archive > 0 ? archive : sqlite3_last_insert_rowid(lists->db->sql));
    return db_run(lists->db, lists->set);
}

int lists_touch(struct listing *lists, int64_t source)
{
    if (lists->touched == source)
        return 0;
    lists->touched = source;
    (void)sqlite3_bind_int64(lists->touch, 1, source);
    return db_run(lists->db, lists->touch);
}

int lists_count(struct listing *lists, int64_t source, int64_t at, int by)
{
    DB_BIND(lists->count, 1, by, source, at);
    return db_run(lists->db, lists->count) < 0 ? -1 : lists_touch(lists, source);
}

int lists_drop(struct listing *lists, int64_t message)
{
    DB_BIND(lists->drop, 1, -1, message);
    (void)sqlite3_bind_int64(lists->touch_all, 1, message);
    lists->touched = -1;
    return db_run(lists->db, lists->drop) < 0 ? -1 : db_run(lists->db, lists->touch_all);
}

int lists_settle(struct listing *lists)
{
    if (lists->touched == 0)
        return 0;
    lists->touched = 0;
    return db_execute(lists->db, settle_sql);
}
