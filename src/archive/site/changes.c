/* changes.c - finds the groups of pages that may differ from those of the last run
 *
 * A group is the page of a message with its attachments, a thread, a month in four orders, such a
 * month of one list if there are several, the messages of a sender, or the links to a host. Its
 * fingerprint is made from all columns of the index that its pages show. The state has those of the
 * last run:
 *
 *     made(id, print)   in the state: the groups, and their fingerprints
 *     page.owner        in the state: the group of a file; 0 if it is made in each run
 *     todo(id)          temporary: groups that are new, have another fingerprint, or are gone
 *     linked(host)      temporary: the hosts that have pages
 *
 * Only the pages of groups in `todo` are made. All other pages with an owner are kept as they are.
 * The fingerprints count only if the run that stored them ended well, with the same options, and if
 * all files are there. Otherwise all groups are made; page.c then knows which files are old.
 */
#include "archive/site/site.h"

#include <stdlib.h>

/* ---- Groups ---- */

#define GROUP_BITS 56

int64_t group_of(enum page_group kind, int64_t key)
{
    return (int64_t)kind << GROUP_BITS | (key & (((int64_t)1 << GROUP_BITS) - 1));
}

int64_t group_of_text(enum page_group kind, trawl_str key)
{
    return group_of(kind, (int64_t)(sip_of((sip_hash){10, 10}, key.p, key.n).a));
}

int64_t group_of_column(enum page_group kind, sqlite3_stmt *row, int column)
{
    if (sqlite3_column_type(row, column) == SQLITE_INTEGER)
        return group_of(kind, sqlite3_column_int64(row, column));
    return group_of_text(kind, db_text(row, column));
}

/* The function page_group(KIND, KEY) of SQL. */
static void group_in_sql(sqlite3_context *context, int count, sqlite3_value **values)
{
    enum page_group kind = (enum page_group)sqlite3_value_int(values[0]);
    trawl_str key;

    (void)count;
    if (sqlite3_value_type(values[1]) == SQLITE_INTEGER) {
        sqlite3_result_int64(context, group_of(kind, sqlite3_value_int64(values[1])));
        return;
    }
    key.p = (const char *)sqlite3_value_text(values[1]);
    key.n = key.p ? (size_t)sqlite3_value_bytes(values[1]) : 0;
    sqlite3_result_int64(context, group_of_text(kind, key));
}

/* ---- Fingerprints ---- */

/* A fingerprint; group is 0 in an empty place of the table. */
struct print {
    int64_t group;
    uint64_t print;
};

struct changes {
    struct site *site;
    struct print *prints; /* a hash table */
    size_t room, count;   /* room: a power of two, at least 1.5 * count */
    sqlite3_stmt *old;    /* the rows of `made`, by id */
    struct print was;     /* its row; group 0: there is no other one */
    sqlite3_stmt *put, *put_state;
    bool failed;
};

static int out_of_memory(struct changes *set)
{
    set->failed = true;
    return command_trouble("site", TRAWL_ERROR_NO_MEMORY) ? -1 : 0;
}

/* Returns the place of a group in the table: that with the group, or an empty one. */
static struct print *changes_place(const struct changes *set, int64_t group)
{
    size_t at = (size_t)((uint64_t)group * 0x9E3779B97F4A7C15u >> 20) & (set->room - 1);

    while (set->prints[at].group != 0 && set->prints[at].group != group)
        at = (at + 1) & (set->room - 1);
    return &set->prints[at];
}

static int changes_grow(struct changes *set)
{
    const struct changes old = *set;

    set->room = old.room ? 2 * old.room : 1024;
    set->prints = calloc(set->room, sizeof *set->prints);
    if (!set->prints) {
        *set = old;
        return out_of_memory(set);
    }
    for (size_t i = 0; i < old.room; i++)
        if (old.prints[i].group != 0)
            *changes_place(set, old.prints[i].group) = old.prints[i];
    free(old.prints);
    return 0;
}

/* Returns the fingerprint of a group, which is 0 if it is new; NULL after an error message. */
static uint64_t *changes_print(struct changes *set, int64_t group)
{
    struct print *place;

    if (2 * set->room <= 3 * set->count && changes_grow(set) < 0)
        return NULL;
    place = changes_place(set, group);
    if (place->group == 0) {
        place->group = group;
        set->count++;
    }
    return &place->print;
}

/* Returns the fingerprint of a group, or 0 if it has none. */
static uint64_t known_print(const struct changes *set, int64_t group)
{
    return set->room > 0 ? changes_place(set, group)->print : 0;
}

/* Adds a fingerprint to that of a group; the order matters. */
static void changes_chain(struct changes *set, int64_t group, uint64_t print)
{
    uint64_t *sum = changes_print(set, group);

    if (sum)
        *sum = sip_of((sip_hash){*sum, 11}, (const char *)&print, sizeof print).a | 1;
}

/* Returns the fingerprint of the columns of a row from `first` on. */
static uint64_t print_of_row(sqlite3_stmt *row, int first)
{
    sip_hash print = {12, 12};

    for (int i = first; i < sqlite3_column_count(row); i++) {
        int type = sqlite3_column_type(row, i);
        int64_t number[2] = {type, 0};
        trawl_str text = {"", 0};

        if (type == SQLITE_INTEGER)
            number[1] = sqlite3_column_int64(row, i);
        else if (type != SQLITE_NULL)
            text = db_text(row, i);
        print = sip_of(print, (const char *)number, sizeof number);
        if (text.n > 0)
            print = sip_of(print, text.p, text.n);
    }
    return print.a;
}

/* ---- Groups of messages ---- */

enum { IN_ID, IN_ROOT, IN_DEPTH, IN_SHOWN, IN_MONTH, IN_WHO, IN_FACE };

/* The columns from IN_FACE on are what other pages show of a message, and where its bytes are. */
static const char messages_sql[] =
    "SELECT t.id, t.root, t.depth, s.id IS NOT NULL, s.month,"
    " coalesce(lower(p.address), p.written, ''), " ADDRESS_COLUMNS(
        "m") ", m.subject, p.name,"
             " p.address, p.written, m.time, w.source, w.at, w.length, w.generation, h.title FROM tree t"
             " CROSS JOIN messages m ON m.id = t.id LEFT JOIN shown s ON s.id = t.id"
             " LEFT JOIN senders p ON p.id = m.sender LEFT JOIN place w ON w.id = s.id LEFT JOIN thread h ON h.root = t.root"
             " ORDER BY t.n";

/* Adds a message to its groups. A message has a fingerprint only if it is shown. */
static void changes_add_message(struct changes *set, sqlite3_stmt *row)
{
    int64_t id = sqlite3_column_int64(row, IN_ID);
    bool is_shown = sqlite3_column_int(row, IN_SHOWN) != 0;
    uint64_t values[4] = {print_of_row(row, IN_FACE), (uint64_t)id,
                          (uint64_t)sqlite3_column_int64(row, IN_DEPTH), is_shown};
    uint64_t print = sip_of((sip_hash){13, 13}, (const char *)values, sizeof values).a;

    changes_chain(set, group_of_column(GROUP_THREAD, row, IN_ROOT), print);
    if (!is_shown)
        return;
    changes_chain(set, group_of(GROUP_MESSAGE, id), values[0]);
    changes_chain(set, group_of_column(GROUP_MONTH, row, IN_MONTH), print);
    changes_chain(set, group_of_column(GROUP_SENDER, row, IN_WHO), print);
}

/* The messages of lists: the month of the list, the message, its depth. */
static const char members_sql[] =
    "SELECT v.name || ' ' || s.month, k.id, t.depth FROM member k CROSS JOIN shown s"
    " ON s.id = k.id CROSS JOIN tree t ON t.id = k.id JOIN archive v ON v.id = k.archive"
    " ORDER BY k.archive, t.n";

static void changes_add_member(struct changes *set, sqlite3_stmt *row)
{
    const uint64_t values[2] = {known_print(set, group_of_column(GROUP_MESSAGE, row, 1)),
                                (uint64_t)sqlite3_column_int64(row, 2)};

    changes_chain(set, group_of_column(GROUP_ARCHIVE_MONTH, row, 0),
                  sip_of((sip_hash){16, 16}, (const char *)values, sizeof values).a);
}

/* Calls a function for each row. Returns 0, or -1 after an error message. */
static int changes_each(struct changes *set, const char *sql,
                        void take(struct changes *set, sqlite3_stmt *row))
{
    struct db *d = &set->site->db;
    sqlite3_stmt *row = db_prepare(d, sql);
    int found = -1;

    while (row && !set->failed && !interrupted && (found = db_step(d, row)) > 0)
        take(set, row);
    return found != 0 || set->failed ? -1 : 0;
}

/* The patches, each with the number of patches in all versions of its series, and the sum of the
 * ids of these. */
#define PATCHES                                                                                    \
    "patch p JOIN (SELECT who, title, count(*) AS n, sum(id) AS ids FROM patch GROUP BY 1, 2) e"   \
    " ON e.who = p.who AND e.title = p.title"

/* What the pages of a group show besides its messages: kind, key, other columns. */
static const char heads_sql[] =
    "SELECT 3, month, prev, next FROM month UNION ALL SELECT 4, v.name || ' ' || o.month, o.prev,"
    " o.next FROM archive_month o JOIN archive v ON v.id = o.archive"
    " UNION ALL SELECT 5, who, name, NULL FROM person"
    " UNION ALL SELECT 1, p.id, e.n, e.ids FROM " PATCHES
    " UNION ALL SELECT 2, p.root, e.n, e.ids FROM " PATCHES;
_Static_assert(GROUP_MESSAGE == 1 && GROUP_THREAD == 2, "in the SQL");
_Static_assert(GROUP_MONTH == 3 && GROUP_ARCHIVE_MONTH == 4 && GROUP_SENDER == 5, "in the SQL");

static void changes_add_head(struct changes *set, sqlite3_stmt *row)
{
    enum page_group kind = (enum page_group)sqlite3_column_int(row, 0);

    changes_chain(set, group_of_column(kind, row, 1), print_of_row(row, 2));
}

/* ---- Hosts ---- */

static const char changed_links_sql[] = LINKS_OF_HOSTS("");

/* Adds a link to its host; the order does not matter. */
static void changes_add_link(struct changes *set, sqlite3_stmt *row)
{
    uint64_t values[2] = {known_print(set, group_of_column(GROUP_MESSAGE, row, 2)),
                          print_of_row(row, 1)};
    uint64_t *sum = NULL;

    if (values[0] != 0)
        sum = changes_print(set, group_of_column(GROUP_HOST, row, 0));
    if (sum)
        *sum += sip_of((sip_hash){14, 14}, (const char *)values, sizeof values).a;
}

/* ---- Comparing with the last run ---- */

/* Reads the next row of `made`. */
static void next_old(struct changes *set)
{
    int found = db_step(&set->site->state, set->old);

    set->failed |= found < 0;
    set->was.group = found > 0 ? sqlite3_column_int64(set->old, 0) : 0;
    set->was.print = found > 0 ? (uint64_t)sqlite3_column_int64(set->old, 1) : 0;
}

/* Adds a group to `todo`, in both databases. The print is 0 if the group is gone. */
static void changes_put(struct changes *set, int64_t group, uint64_t print)
{
    (void)sqlite3_bind_int64(set->put, 1, group);
    (void)sqlite3_bind_int64(set->put_state, 1, group);
    (void)sqlite3_bind_int64(set->put_state, 2, (int64_t)print);
    set->failed |=
        db_run(&set->site->db, set->put) < 0 || db_run(&set->site->state, set->put_state) < 0;
}

/* Compares a group with that of the last run. Groups come in the order of their numbers; 0 ends
 * them. */
static void changes_compare(struct changes *set, int64_t group, uint64_t print)
{
    while (!set->failed && set->was.group != 0 && (group == 0 || set->was.group < group)) {
        changes_put(set, set->was.group, 0);
        next_old(set);
    }
    if (group == 0)
        return;
    if (set->was.group != group || set->was.print != print)
        changes_put(set, group, print);
    if (set->was.group == group)
        next_old(set);
}

/* What the page of a message shows besides its text. The first columns name other groups. */
enum { BY_ID, BY_PREV, BY_NEXT, BY_PARENT, BY_ROOT, BY_REST };
static const char pages_sql[] =
    "SELECT s.id, s.prev, s.next, m.parent, t.root, s.month, m.zone, m.date, (SELECT"
    " group_concat(v.name, char(10)) FROM member k JOIN archive v ON v.id = k.archive WHERE"
    " k.id = s.id), m.first, m.first IN (SELECT id FROM shown), (SELECT group_concat(o.id) FROM"
    " messages o WHERE o.first = m.id AND o.id IN (SELECT id FROM shown))"
    " FROM shown s CROSS JOIN messages m ON m.id = s.id LEFT JOIN tree t ON t.id = s.id"
    " ORDER BY s.id";

static void compare_message(struct changes *set, sqlite3_stmt *row)
{
    const int64_t id = sqlite3_column_int64(row, BY_ID);
    uint64_t values[BY_REST + 1] = {print_of_row(row, BY_ID)};

    for (int i = BY_ID; i <= BY_PARENT; i++)
        values[1 + i] = known_print(set, group_of_column(GROUP_MESSAGE, row, i));
    values[1 + BY_ROOT] = known_print(set, group_of_column(GROUP_THREAD, row, BY_ROOT));
    changes_compare(set, group_of(GROUP_MESSAGE, id),
                    sip_of((sip_hash){15, 15}, (const char *)values, sizeof values).a | 1);
}

static int print_order(const void *a, const void *b)
{
    int64_t x = ((const struct print *)a)->group, y = ((const struct print *)b)->group;

    return (x > y) - (x < y);
}

/* Compares the groups other than messages, and fills the table of hosts. */
static int compare_groups(struct changes *set)
{
    struct db *d = &set->site->db;
    sqlite3_stmt *host = db_prepare(d, "INSERT INTO linked VALUES (?1)");

    if (!host)
        return -1;
    if (set->room > 0)
        qsort(set->prints, set->room, sizeof *set->prints, print_order);
    for (size_t i = 0; i < set->room && !set->failed; i++) {
        const struct print *p = &set->prints[i];

        if (p->group < group_of(GROUP_THREAD, 0))
            continue;
        changes_compare(set, p->group, p->print | 1);
        if (p->group >= group_of(GROUP_HOST, 0)) {
            (void)sqlite3_bind_int64(host, 1, p->group);
            set->failed |= db_run(d, host) < 0;
        }
    }
    changes_compare(set, 0, 0);
    return set->failed ? -1 : 0;
}

/* ---- The run ---- */

/* Prepares the tables and statements. Returns 0, or -1 after an error message. */
static int changes_open(struct changes *set, bool known)
{
    struct site *s = set->site;

    if (sqlite3_create_function(s->db.sql, "page_group", 2, SQLITE_UTF8 | SQLITE_DETERMINISTIC,
                                NULL, group_in_sql, NULL, NULL) != SQLITE_OK)
        return db_trouble(&s->db);
    if (db_execute(&s->db, "CREATE TEMP TABLE todo(id INTEGER PRIMARY KEY);"
                           "CREATE TEMP TABLE linked(host INTEGER PRIMARY KEY)") < 0 ||
        state_begin_changes(s, known) < 0)
        return -1;
    set->put = db_prepare(&s->db, "INSERT OR IGNORE INTO todo VALUES (?1)");
    set->put_state = db_prepare(&s->state, "INSERT OR REPLACE INTO todo VALUES (?1, ?2)");
    set->old = db_prepare(&s->state, "SELECT id, print FROM made ORDER BY id");
    return set->put && set->put_state && set->old ? 0 : -1;
}

int changes_find(struct site *s, bool known)
{
    struct changes set = {.site = s};
    int failed = changes_open(&set, known);

    if (!failed)
        next_old(&set);
    if (failed || changes_each(&set, messages_sql, changes_add_message) < 0 ||
        changes_each(&set, members_sql, changes_add_member) < 0 ||
        changes_each(&set, heads_sql, changes_add_head) < 0 ||
        changes_each(&set, changed_links_sql, changes_add_link) < 0 ||
        changes_each(&set, pages_sql, compare_message) < 0 || compare_groups(&set) < 0)
        failed = -1;
    free(set.prints);
    return failed ? -1 : state_end_changes(s);
}
