/* lists.c - the lists to which messages belong: of the site and of trawl query
 *
 * A message belongs to the List-Id of each of its copies. A copy without one belongs to the list of
 * most other copies in the same file, public-inbox or folder of monthly files. If there is no such
 * list, its list has the name of the public-inbox or folder.
 */
#include "archive/index/index.h"

#include "base/ascii.h"

/* ---- The files of pipermail ---- */

static const char *const months[] = {"January",   "February", "March",    "April",
                                     "May",       "June",     "July",     "August",
                                     "September", "October",  "November", "December"};

/* Returns the number that n digits at p give, or -1. */
static int lists_number(const char *p, size_t n)
{
    int number = 0;

    for (size_t i = 0; i < n; i++) {
        if (!ascii_is_digit((unsigned char)p[i]))
            return -1;
        number = 10 * number + (p[i] - '0');
    }
    return number;
}

/* Returns when the volume with this name begins, as 20040600 for "2004-June"; or -1 if it is not
 * one of pipermail. */
static int volume_begin(const char *p, size_t n)
{
    static const char week[] = "Week-of-Mon-";
    const int year = n >= 4 ? lists_number(p, 4) : -1;

    if (n == sizeof week - 1 + 8 && memcmp(p, week, sizeof week - 1) == 0)
        return lists_number(p + sizeof week - 1, 8);
    if (year < 0)
        return -1;
    if (n == 4)
        return 10000 * year;
    if (n == 6 && p[4] == 'q' && p[5] >= '1' && p[5] <= '4')
        return 10000 * year + 100 * (3 * (p[5] - '1') + 1);
    if (n == 8 && p[4] != '-')
        return lists_number(p, 8);
    for (int i = 0; i < 12 && p[4] == '-'; i++)
        if (strlen(months[i]) == n - 5 && memcmp(p + 5, months[i], n - 5) == 0)
            return 10000 * year + 100 * (i + 1);
    return -1;
}

size_t pipermail_length(trawl_str name)
{
    static const char *const ends[] = {".txt", ".txt.gz"};

    for (size_t i = 0; i < 2; i++) {
        const size_t n = strlen(ends[i]);

        if (name.n > n && memcmp(name.p + name.n - n, ends[i], n) == 0)
            return name.n - n;
    }
    return 0;
}

int pipermail_begin(trawl_str file)
{
    const size_t n = file.n > 0 ? pipermail_length(file) : 0;

    return n > 0 ? volume_begin(file.p, n) : -1;
}

const char *pipermail_month(int month)
{
    return months[month];
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
static int name_sources(struct db *d)
{
    sqlite3_stmt *row = db_prepare(
                     d, "SELECT s.id, f.path || CASE WHEN s.sub IS NULL THEN '' ELSE '/' ||"
                        " rtrim(s.sub, '/') END, s.name || coalesce(s.state, '')"
                        " FROM sources s JOIN folders f ON f.id = s.folder"),
                 *put = db_prepare(d, "INSERT INTO source_list VALUES (?1, ?2)");
    int found = -1;

    while (row && put && (found = db_step(d, row)) > 0) {
        trawl_str folder = db_text(row, 1), file = db_text(row, 2), rest,
                  name = file.n > 0 ? name_of_inbox(folder, file) : file;

        if (name.n == 0 && is_volume(file))
            name = last_folder(folder, &rest);
        if (name.n == 0)
            continue;
        (void)sqlite3_bind_int64(put, 1, sqlite3_column_int64(row, 0));
        db_bind(put, 2, name);
        if (db_run(d, put) < 0)
            return -1;
    }
    return found;
}

static const char lists_before[] =
    "CREATE TEMP TABLE source_list(source INTEGER PRIMARY KEY, name TEXT);"
    "CREATE TEMP TABLE listed(id INTEGER, name TEXT, PRIMARY KEY(id, name)) WITHOUT ROWID;";

static const char lists_after[] =
    "CREATE TEMP TABLE placed AS SELECT DISTINCT coalesce(m.same, m.id) AS id, i.list,"
    " o.name AS inbox, coalesce(o.name, w.source) AS place FROM places w"
    " JOIN messages m ON m.id = w.message LEFT JOIN lists i ON i.id = m.list"
    " LEFT JOIN source_list o ON o.source = w.source;"
    "CREATE TEMP TABLE usual(place PRIMARY KEY, list TEXT) WITHOUT ROWID;"
    "INSERT INTO usual SELECT place, list FROM (SELECT place, list, max(n) AS most, sum(n) AS total"
    " FROM (SELECT place, list, count(*) AS n FROM placed WHERE list IS NOT NULL"
    " GROUP BY place, list ORDER BY place, list) GROUP BY place) WHERE 2 * most > total;"
    "INSERT OR IGNORE INTO listed SELECT p.id, coalesce(p.list, u.list, p.inbox) AS name"
    " FROM placed p LEFT JOIN usual u ON u.place = p.place WHERE name IS NOT NULL;"
    "DROP TABLE placed; DROP TABLE usual; DROP TABLE source_list;";

int lists_make_listed(struct db *d)
{
    return db_execute(d, lists_before) < 0 || name_sources(d) < 0 ? -1 : db_execute(d, lists_after);
}
