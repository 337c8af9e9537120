/* redirects.c - maps from the names of older archives to the pages of messages
 *
 *   2004-June/000123.html m/4f/224e4c780a6cbb15ab45b41f18b58107a818c3.html
 *
 * Archives have a file for each month, week, quarter or year of a list, such as 2004-June.txt,
 * perhaps with .gz. They number the messages of a list through all its files. So the old name of a
 * message follows from the name of its file and from its place there. If a folder has only one
 * file, under another name, its dates give the months. The count may be wrong: a message that came
 * late has the number of a later month. So the count of a folder ends at the first file that does
 * not agree with it: a file after a gap, or one with a message whose date does not belong to the
 * file, or with a message that is older than those before it. Forgotten messages keep their
 * numbers, which lead to "gone".
 */
#include "archive/site/site.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/ascii.h"

/* ---- Volumes ---- */

/* Returns a day as days since 1970; month 13 is the first one of the next year. */
static int64_t volume_number(int year, int month, int day)
{
    const int64_t y = year + (month - 1) / 12 - ((month - 1) % 12 < 2), m = (month + 9) % 12;

    return 365 * y + y / 4 - y / 100 + y / 400 + (153 * m + 2) / 5 + day - 1 - 719468;
}

/* Returns the first day of a volume, and of the one after it. */
static int64_t volume_day(trawl_str name, int begin, bool next)
{
    const int year = begin / 10000, month = begin / 100 % 100, day = begin % 100;

    if (day > 0)
        return volume_number(year, month, day) + (!next ? 0 : name.p[0] == 'W' ? 7 : 1);
    if (name.n == 4)
        return volume_number(year + next, 1, 1);
    return volume_number(year, month + (!next ? 0 : name.n == 6 ? 3 : 1), 1);
}

/* The count of a folder, whose volumes are read in order. */
struct volume_count {
    int64_t folder, day;      /* day: with which the next volume begins */
    bool off;                 /* no volume agrees any more */
    char first[40], last[40]; /* the names of those that do not */
};

/* Warns of the volumes of a folder whose messages cannot be counted. */
static void count_warn(const struct volume_count *count)
{
    char text[200];

    if (!count->off)
        return;
    (void)snprintf(text, sizeof text,
                   "%s to %s: the messages cannot be counted, so their old addresses are left out;"
                   " --old proves them by the old pages",
                   count->first, count->last);
    say("site", "--redirects: ", text, NULL);
}

/* Fills the table volume(source, folder, begin, name, counts). If a folder has a volume twice,
 * plain and compressed, only the first file has a name. Returns 0 or -1. */
static int volumes_find(struct site *s)
{
    struct db *d = &s->db;
    sqlite3_stmt *find, *put;
    int found = db_execute(d, "DROP TABLE IF EXISTS temp.volume; CREATE TEMP TABLE volume(source"
                              " INTEGER PRIMARY KEY, folder INTEGER, begin INTEGER, name TEXT,"
                              " counts INTEGER NOT NULL)");

    if (found < 0)
        return -1;
    find = db_prepare(d, "SELECT id, folder, name FROM sources WHERE EXISTS (SELECT 1 FROM places"
                         " WHERE source = sources.id) AND input IS NOT 'html' ORDER BY name");
    put = db_prepare(d, "INSERT INTO volume SELECT ?1, ?2, ?3, CASE WHEN NOT EXISTS (SELECT 1 FROM"
                        " volume WHERE folder = ?2 AND begin = ?3) THEN ?4 END, 0");
    while (find && put && (found = db_step(d, find)) > 0) {
        const trawl_str name = db_text(find, 2);
        const int begin = pipermail_begin(name);

        (void)sqlite3_bind_value(put, 1, sqlite3_column_value(find, 0));
        (void)sqlite3_bind_value(put, 2, sqlite3_column_value(find, 1));
        (void)sqlite3_bind_int64(put, 3, begin >= 0 ? begin : -sqlite3_column_int64(find, 0));
        db_bind(put, 4, begin < 0 ? site_str("") : (trawl_str){name.p, pipermail_length(name)});
        if (db_run(d, put) < 0)
            return -1;
    }
    return find && put ? found : -1;
}

/* Returns 1 if the volume of a row agrees with the count of its folder, 0 if not, or -1. */
static int volume_agrees(struct db *d, struct volume_count *count, sqlite3_stmt *row,
                         sqlite3_stmt *odd)
{
    const trawl_str name = db_text(row, 3);
    const int begin = sqlite3_column_int(row, 2);
    const bool first = count->folder != sqlite3_column_int64(row, 1);
    const int64_t from = begin < 0 ? 0 : volume_day(name, begin, false),
                  to = begin < 0 ? 0 : volume_day(name, begin, true);
    int found = 0;

    if (first) {
        count_warn(count);
        *count = (struct volume_count){.folder = sqlite3_column_int64(row, 1), .day = from};
    }
    (void)sqlite3_bind_value(odd, 1, sqlite3_column_value(row, 0));
    (void)sqlite3_bind_int64(odd, 2, 86400 * (from - 3));
    (void)sqlite3_bind_int64(odd, 3, 86400 * (to + 3));
    if (begin >= 0 && (found = db_step(d, odd)) > 0)
        db_reset(d, odd);
    if (!count->off &&
        (begin < 0 ? sqlite3_column_int(row, 4) > 1 : count->day != from || found > 0)) {
        count->off = true;
        (void)snprintf(count->first, sizeof count->first, "%.39s",
                       name.n > 0 ? name.p : "other files");
    }
    (void)snprintf(count->last, sizeof count->last, "%.39s", name.n > 0 ? name.p : "other files");
    count->day = to;
    return found < 0 ? -1 : !count->off;
}

/* Decides which volumes have numbers: those of a folder before the first volume that comes after a
 * gap, or that has a message whose date is not in the volume's days, or is three days older than a
 * message before it. A file with another name counts if it is the only one. Returns 0 or -1. */
static int volumes_count(struct site *s)
{
    struct db *d = &s->db;
    struct volume_count count = {0};
    sqlite3_stmt *odd =
        db_prepare(d, "SELECT 1 FROM (SELECT m.time, max(m.time) OVER (ORDER BY w.at) AS late FROM"
                      " places w JOIN messages m ON m.id = w.message WHERE w.source = ?1)"
                      " WHERE time < ?2 OR time >= ?3 OR time < late - 259200 LIMIT 1");
    sqlite3_stmt *set = db_prepare(d, "UPDATE volume SET counts = 1 WHERE source = ?1");
    sqlite3_stmt *row = db_prepare(d, "SELECT source, folder, begin, name, count(*) OVER (PARTITION"
                                      " BY folder) FROM volume WHERE name IS NOT NULL"
                                      " ORDER BY folder, begin");
    int found = -1, agrees = 0;

    while (odd && set && row && agrees >= 0 && (found = db_step(d, row)) > 0) {
        (void)sqlite3_bind_value(set, 1, sqlite3_column_value(row, 0));
        if ((agrees = volume_agrees(d, &count, row, odd)) > 0 && db_run(d, set) < 0)
            return -1;
    }
    count_warn(&count);
    return agrees < 0 ? -1 : found;
}

/* ---- The maps ---- */

enum { OLD_ID, OLD_CONTENT, OLD_URI, OLD_TIME, OLD_NUMBER, OLD_VOLUME, OLD_FOLDER, OLD_MESSAGE_AT };

/* Messages with their numbers. Messages that are not published are left out; those that were
 * forgotten have 0 as `message`. If there are several folders, each with the messages of one list,
 * `path` is not NULL, and the old name begins with the name of the folder. */
#define NUMBERED "SELECT " ADDRESS_COLUMNS("m") NUMBERED_FROM
#define NUMBERED_FROM                                                                              \
    ", m.time, k.n, k.name, k.path, k.message FROM (SELECT w.message, u.name, u.counts,"           \
    " u.folder, row_number() OVER (PARTITION BY u.folder ORDER BY u.begin, w.at) - 1 AS n,"        \
    " CASE WHEN (SELECT count(DISTINCT folder) FROM volume) > 1 THEN p.path END AS path FROM"      \
    " volume u JOIN places w ON w.source = u.source LEFT JOIN folders p ON p.id = u.folder"        \
    " WHERE u.name IS NOT NULL) k LEFT JOIN messages v ON v.id = k.message"                        \
    " LEFT JOIN messages m ON m.id = coalesce(v.same, v.id) WHERE (k.message = 0 OR m.id IN"       \
    " (SELECT id FROM shown)) AND "

/* The name that is made of a message-id leads to the message that has the address of the id, and
 * never to another message with this id, as the page m/ of the id does. */
static const char in_volumes[] = NUMBERED "k.counts ORDER BY k.folder, k.n";
static const char in_order[] = NUMBERED "k.counts AND k.path IS NULL ORDER BY k.n";
static const char of_ids[] = NUMBERED "m.first IS NULL AND k.message > 0 ORDER BY k.folder, k.n";

/* Each writes the old name. Returns its length, or a value outside of 1 to MAP_OLD_MOST if it
 * cannot be computed. */
static int name_pipermail(char name[MAP_OLD_MOST + 1], sqlite3_stmt *row, uint64_t n)
{
    const trawl_str volume = db_text(row, OLD_VOLUME), folder = db_text(row, OLD_FOLDER);
    const time_t time = (time_t)sqlite3_column_int64(row, OLD_TIME);
    size_t from = folder.n;
    char month[40] = "";
    struct tm t;

    while (from > 0 && folder.p[from - 1] != '/')
        from--;
    if (volume.n == 0) {
        if (sqlite3_column_type(row, OLD_TIME) == SQLITE_NULL || time < 0 || time >= 253402300800 ||
            !gmtime_r(&time, &t))
            return 0;
        (void)snprintf(month, sizeof month, "%04d-%s", t.tm_year + 1900, pipermail_month(t.tm_mon));
    }
    return snprintf(name, MAP_OLD_MOST + 1, "%.*s%s%.*s%s/%06llu.html", (int)(folder.n - from),
                    folder.n > from ? folder.p + from : "", folder.n > from ? "/" : "",
                    (int)volume.n, volume.n > 0 ? volume.p : "", month, (unsigned long long)n);
}

static int name_hypermail(char name[MAP_OLD_MOST + 1], sqlite3_stmt *row, uint64_t n)
{
    (void)row;
    return snprintf(name, MAP_OLD_MOST + 1, "%04llu.html", (unsigned long long)n);
}

static int name_mhonarc(char name[MAP_OLD_MOST + 1], sqlite3_stmt *row, uint64_t n)
{
    (void)row;
    return snprintf(name, MAP_OLD_MOST + 1, "msg%05llu.html", (unsigned long long)n);
}

/* Message-ids with bytes that have a meaning in paths are left out. */
static int name_lore(char name[MAP_OLD_MOST + 1], sqlite3_stmt *row, uint64_t n)
{
    trawl_str id = db_text(row, OLD_ID);

    (void)n;
    for (size_t i = 0; i < id.n; i++)
        if (!ascii_is_alnum((unsigned char)id.p[i]) && !strchr("@._+-=", id.p[i]))
            return 0;
    if (id.n == 0 || id.n >= MAP_OLD_MOST || !ascii_is_alnum((unsigned char)id.p[0]))
        return 0;
    return snprintf(name, MAP_OLD_MOST + 1, "%.*s/", (int)id.n, id.p);
}

struct redirects_kind {
    unsigned map;
    const char *name, *order;
    int (*write)(char name[MAP_OLD_MOST + 1], sqlite3_stmt *row, uint64_t n);
};

static int redirects_make_map(struct site *s, const struct redirects_kind *kind)
{
    sqlite3_stmt *row = db_prepare(&s->db, kind->order);
    char old[MAP_OLD_MOST + 1], hash[HASH_ROOM], page[PATH_ROOM];
    struct old_map map;
    int found = -1;

    if (!row || map_begin(s, &map) < 0)
        return -1;
    while ((found = db_step(&s->db, row)) > 0) {
        const int n = kind->write(old, row, (uint64_t)sqlite3_column_int64(row, OLD_NUMBER));

        if (n <= 0 || n > MAP_OLD_MOST)
            continue;
        hash_message(hash, row, OLD_ID);
        path_of(page, 'm', hash);
        if (map_add(&map, (trawl_str){old, (size_t)n},
                    site_str(sqlite3_column_int64(row, OLD_MESSAGE_AT) > 0 ? page : "gone")) < 0)
            return -1;
    }
    return found < 0 ? -1 : map_end(&map, kind->name);
}

int redirects_make(struct site *s)
{
    static const struct redirects_kind kinds[] = {
        {MAP_PIPERMAIL, "pipermail", in_volumes, name_pipermail},
        {MAP_HYPERMAIL, "hypermail", in_order, name_hypermail},
        {MAP_MHONARC, "mhonarc", in_order, name_mhonarc},
        {MAP_LORE, "lore", of_ids, name_lore}};

    if (s->options.maps && volumes_find(s) < 0)
        return -1;
    if ((s->options.maps & ~(unsigned)MAP_LORE) && volumes_count(s) < 0)
        return -1;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if ((s->options.maps & kinds[i].map) && redirects_make_map(s, &kinds[i]) < 0)
            return -1;
    return 0;
}
