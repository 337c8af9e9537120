/* order.c - the long lists of a site: subjects, senders, hosts, the senders of each list
 *
 *     leaf(list, n, page, first, last)  the pages of a list in their order, with their first and
 *                                       last entries
 *     part(id, list, page)              the entries: the number of a thread, or of a group of pages
 *
 * These tables of the plan have no texts. The order of the entries comes from a query (lists.c),
 * which reads only those in the temporary table "pick". The temporary table "changed" has the
 * entries that have changed. Where a page ends depends on its entries only (list.c). So pages are
 * made from one with such an entry on, until one ends where a page of the last run began. All other
 * pages are kept.
 */
#include "archive/site/site.h"

#include <stdlib.h>

#include "base/check.h"

enum order_step {
    READ_LEAVES,
    READ_OLD,
    PUT_ALL,
    TAKE_OLD,
    PICK_PAGE,
    PICK_ONE,
    PICK_NEW,
    READ_PAGE,
    PUT_PART,
    PUT_LEAF,
    TAKE_LEAVES,
    TAKE_REST
};
_Static_assert(TAKE_REST + 1 == ORDER_STEPS, "each has a statement");

/* ?1 is the number of the list, ?2 an entry or a page, ?3 a page. */
static const char *const order_sql[ORDER_STEPS] = {
    [READ_LEAVES] = "SELECT page, first, last FROM leaf WHERE list = ?1 ORDER BY n",
    [READ_OLD] = "SELECT p.page, p.id FROM changed c JOIN part p ON p.id = c.id AND p.list ="
                 " c.list WHERE c.list = ?1",
    [PUT_ALL] = "INSERT INTO part SELECT id, list, 0 FROM changed WHERE list = ?1",
    [TAKE_OLD] = "DELETE FROM part WHERE list = ?1 AND id IN (SELECT id FROM changed WHERE list ="
                 " ?1)",
    [PICK_PAGE] = "INSERT OR IGNORE INTO pick SELECT id FROM part WHERE list = ?1 AND page = ?2",
    [PICK_ONE] = "INSERT OR IGNORE INTO pick SELECT ?2 WHERE ?1",
    [PICK_NEW] = "INSERT OR IGNORE INTO pick SELECT id FROM changed WHERE list = ?1",
    [READ_PAGE] = "SELECT page FROM part WHERE list = ?1 AND id = ?2",
    [PUT_PART] = "INSERT INTO part VALUES (?2, ?1, ?3) ON CONFLICT DO UPDATE SET page ="
                 " excluded.page WHERE page <> excluded.page",
    [PUT_LEAF] = "INSERT OR REPLACE INTO leaf VALUES (?1, ?4, ?3, ?5, ?2)",
    [TAKE_LEAVES] = "DELETE FROM leaf WHERE list = ?1",
    [TAKE_REST] = "DELETE FROM part WHERE list = ?1 AND page = 0"};

struct leaf {
    int64_t page, first, last;
    bool changed;
};

static size_t leaf_count(const struct order *o)
{
    return o->leaves.n / sizeof(struct leaf);
}

static struct leaf *leaf_at(struct order *o, size_t n)
{
    CHECK(n < leaf_count(o));
    return (struct leaf *)(void *)o->leaves.p + n;
}

static int leaf_add(struct order *o, const struct leaf leaf)
{
    if (buffer_add(&o->leaves, (const char *)&leaf, sizeof leaf) == TRAWL_OK)
        return 0;
    return command_trouble("site", TRAWL_ERROR_NO_MEMORY) ? -1 : 0;
}

/* Returns a statement with the number of the list and ?2, or NULL. */
static sqlite3_stmt *order_step(struct order *o, enum order_step step, int64_t value)
{
    sqlite3_stmt **s = &o->steps[step];

    if (!*s)
        *s = db_prepare(&o->site->db, order_sql[step]);
    if (*s) {
        (void)sqlite3_bind_int64(*s, 1, o->number);
        if (sqlite3_bind_parameter_count(*s) > 1)
            (void)sqlite3_bind_int64(*s, 2, value);
    }
    return *s;
}

static int order_run(struct order *o, enum order_step step, int64_t value)
{
    sqlite3_stmt *s = order_step(o, step, value);

    return s ? db_run(&o->site->db, s) : -1;
}

/* ---- The pages that change ---- */

/* Reads the pages of the last run. Marks a single page as changed, since it is the page of the
 * list. Without pages, puts all entries into one page, still unsorted. */
static int read_leaves(struct order *o)
{
    const int64_t group = group_of(GROUP_ORDER, o->number);
    sqlite3_stmt *row = order_step(o, READ_LEAVES, 0);
    const bool lost = state_lacks(o->site, group);
    int found;

    o->leaves.n = 0;
    o->last_page = 0;
    while ((found = db_step(&o->site->db, row)) > 0) {
        const struct leaf leaf = {sqlite3_column_int64(row, 0), sqlite3_column_int64(row, 1),
                                  sqlite3_column_int64(row, 2), lost};

        o->last_page = leaf.page > o->last_page ? leaf.page : o->last_page;
        if (leaf_add(o, leaf) < 0)
            return -1;
    }
    if (leaf_count(o) == 1)
        leaf_at(o, 0)->changed = true;
    if (found < 0 || leaf_count(o) > 0)
        return found;
    return leaf_add(o, (struct leaf){.changed = true}) < 0 ? -1 : order_run(o, PUT_ALL, 0);
}

/* Marks the pages that had an entry in "changed". If it was the first entry of its page, also marks
 * the page before, which may now end elsewhere. */
static int mark_old(struct order *o)
{
    sqlite3_stmt *row = order_step(o, READ_OLD, 0);
    int found;

    while ((found = db_step(&o->site->db, row)) > 0)
        for (size_t n = 0; n < leaf_count(o); n++)
            if (leaf_at(o, n)->page == sqlite3_column_int64(row, 0)) {
                leaf_at(o, n)->changed = true;
                if (n > 0 && leaf_at(o, n)->first == sqlite3_column_int64(row, 1))
                    leaf_at(o, n - 1)->changed = true;
            }
    return found < 0 ? -1 : order_run(o, TAKE_OLD, 0);
}

/* Picks the first entries of all pages, all entries of marked ones, and those that have changed. */
static int pick_some(struct order *o)
{
    int failed = db_execute(&o->site->db, "DELETE FROM pick");

    for (size_t n = 0; n < leaf_count(o) && failed == 0; n++)
        failed = leaf_at(o, n)->changed ? order_run(o, PICK_PAGE, leaf_at(o, n)->page)
                                        : order_run(o, PICK_ONE, leaf_at(o, n)->first);
    return failed < 0 ? -1 : order_run(o, PICK_NEW, 0);
}

/* Puts each entry that has changed into the page of the entry before it, and marks the page. */
static int mark_new(struct order *o)
{
    struct db *d = &o->site->db;
    size_t now = 0;
    int found = pick_some(o);

    while (found >= 0 && (found = db_step(d, o->rows)) > 0) {
        const int64_t id = sqlite3_column_int64(o->rows, AT_MORE);
        const int64_t page = db_look(d, order_step(o, READ_PAGE, id));

        while (page != 0 && now < leaf_count(o) && leaf_at(o, now)->page != page)
            now++;
        if (now == leaf_count(o))
            return db_damaged(d);
        if (page == 0) {
            leaf_at(o, now)->changed = true;
            (void)sqlite3_bind_int64(order_step(o, PUT_PART, id), 3, leaf_at(o, now)->page);
            found = order_run(o, PUT_PART, id);
        }
    }
    return found;
}

/* ---- The work ---- */

/* Notes the page of the entry that was added. A page keeps its number from the last run if it
 * begins with the same entry, so that few rows change. */
static int note_entry(struct order *o, int64_t id, const struct leaf *leaf)
{
    sqlite3_stmt *put = order_step(o, PUT_LEAF, id), *part = order_step(o, PUT_PART, id);

    if (!put || !part)
        return -1;
    if (o->list->now[0].count == 1) {
        o->first = id;
        o->page = id == leaf->first ? leaf->page : ++o->last_page;
        o->n++;
    }
    DB_BIND(put, 3, o->page, o->n, o->first);
    (void)sqlite3_bind_int64(part, 3, o->page);
    if (db_run(&o->site->db, put) < 0)
        return -1;
    return o->list->keep ? 0 : db_run(&o->site->db, part);
}

/* Adds the entries in "pick": those of a page of the last run, or with `keep` only the first and
 * the last one. Returns 0; 1 if the page cannot be kept; or -1. */
static int order_add(struct order *o, const struct leaf *leaf, bool keep)
{
    struct db *d = &o->site->db;
    int found = 0, stop = 0;

    o->list->keep = keep;
    while (stop == 0 && (found = db_step(d, o->rows)) > 0) {
        stop = o->entry(o->user);
        if (stop == 0)
            stop = note_entry(o, sqlite3_column_int64(o->rows, AT_MORE), leaf);
    }
    if (stop != 0)
        db_reset(d, o->rows);
    else if (found == 0 && keep)
        list_keep(o->list);
    o->list->keep = false;
    return found < 0 ? -1 : stop;
}

/* Keeps a page, if the page before it begins as in the last run and ends here. Returns 0; 1 if it
 * cannot be kept; or -1. */
static int keep_leaf(struct order *o, size_t n)
{
    const struct leaf *leaf = leaf_at(o, n);

    if (leaf->changed || (n > 0 && o->first != leaf_at(o, n - 1)->first))
        return 1;
    return order_run(o, PICK_ONE, leaf->first) < 0 || order_run(o, PICK_ONE, leaf->last) < 0
               ? -1
               : order_add(o, leaf, true);
}

static int make_leaves(struct order *o)
{
    int stop = order_run(o, TAKE_LEAVES, 0);

    o->first = o->n = 0;
    for (size_t n = 0; n < leaf_count(o) && stop >= 0 && !interrupted; n++) {
        stop = db_execute(&o->site->db, "DELETE FROM pick") < 0 ? -1 : keep_leaf(o, n);
        if (stop > 0)
            stop = order_run(o, PICK_PAGE, leaf_at(o, n)->page) < 0
                       ? -1
                       : order_add(o, leaf_at(o, n), false);
    }
    return stop < 0 || interrupted ? -1 : order_run(o, TAKE_REST, 0);
}

int order_make(struct order *o)
{
    int failed = read_leaves(o);

    o->site->owner = group_of(GROUP_ORDER, o->number);
    if (failed == 0 && leaf_at(o, 0)->page != 0)
        failed = mark_old(o) < 0 || mark_new(o) < 0;
    if (!failed)
        failed = make_leaves(o) < 0 || list_end(o->list) < 0;
    o->site->owner = 0;
    return failed ? -1 : 0;
}

int order_create(struct site *s)
{
    return db_execute(&s->db,
                      "CREATE TABLE plan.leaf(list INTEGER, n INTEGER, page INTEGER, first INTEGER,"
                      " last INTEGER, PRIMARY KEY(list, n)) WITHOUT ROWID;"
                      "CREATE TABLE plan.part(id INTEGER, list INTEGER, page INTEGER, PRIMARY"
                      " KEY(id, list)) WITHOUT ROWID;"
                      "CREATE INDEX plan.part_page ON part(list, page)");
}
