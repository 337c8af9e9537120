/* first.c - "trawl query --first": of links with the same canonical URL, the earliest unquoted one
 *
 * All links are read once, in any order. A table keeps the best link of each URL, by the number of
 * the URL. Then the spellings of a URL are joined. In one database only the few URLs that have
 * other spellings are compared, by their numbers. Several databases may have the same URL, so there
 * the texts of all URLs are compared. The table takes 48 to 96 bytes for each URL.
 */
#include "archive/query/query.h"

#include <stdlib.h>

/* Values of `order` for an empty place in the table, and for a link that was moved to the main
 * spelling. */
#define NOT_A_LINK UINT32_MAX
#define LINK_MOVED (UINT32_MAX - 1)

/* The best link of a URL so far. */
struct first_link {
    sip_hash url; /* its number, or the hash of its text; 0, 0 in an empty place */
    int64_t time, message, n;
    uint32_t order; /* 1 for an unknown date, plus 2 for a quoted link */
    uint32_t db;
};

/* A hash table of `size` places, a power of two. Less than three quarters of them are in use. */
struct firsts {
    struct first_link *at;
    size_t size, count;
    sip_hash seed;
};

static int compare_numbers(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

/* Compares the places of links in the output. */
static int compare_keys(const struct first_link *a, const struct first_link *b)
{
    int order = compare_numbers(a->db, b->db);

    order = order ? order : compare_numbers(a->message, b->message);
    return order ? order : compare_numbers(a->n, b->n);
}

static int compare_places(const void *a, const void *b)
{
    return compare_keys(a, b);
}

static bool first_is_better(const struct first_link *a, const struct first_link *b)
{
    int order = compare_numbers(a->order, b->order);

    order = order ? order : compare_numbers(a->time, b->time);
    return (order ? order : compare_keys(a, b)) < 0;
}

/* Returns the place of a URL: its own, or an empty one. */
static struct first_link *firsts_place(const struct firsts *firsts, sip_hash url)
{
    size_t i = (size_t)sip_of(firsts->seed, (const char *)&url, sizeof url).a & (firsts->size - 1);

    while (firsts->at[i].order != NOT_A_LINK &&
           (firsts->at[i].url.a != url.a || firsts->at[i].url.b != url.b))
        i = (i + 1) & (firsts->size - 1);
    return &firsts->at[i];
}

/* Makes a table of this size with the links of the old one. Returns 0, or -1 when out of memory. */
static int firsts_grow(struct firsts *firsts, size_t size)
{
    struct firsts old = *firsts;

    if (size > SIZE_MAX / sizeof *firsts->at || !(firsts->at = malloc(size * sizeof *firsts->at))) {
        firsts->at = old.at;
        return -1;
    }
    firsts->size = size;
    for (size_t i = 0; i < size; i++)
        firsts->at[i].order = NOT_A_LINK;
    for (size_t i = 0; i < old.size; i++)
        if (old.at[i].order != NOT_A_LINK)
            *firsts_place(firsts, old.at[i].url) = old.at[i];
    free(old.at);
    return 0;
}

/* Compares a link with the best one of its URL, and keeps the better one. Returns 0, or -1 when out
 * of memory. */
static int firsts_add(struct firsts *firsts, const struct first_link *link)
{
    struct first_link *place;

    if (firsts->count >= firsts->size - firsts->size / 4 &&
        firsts_grow(firsts, 2 * firsts->size) < 0)
        return -1;
    place = firsts_place(firsts, link->url);
    firsts->count += place->order == NOT_A_LINK;
    if (place->order == NOT_A_LINK || first_is_better(link, place))
        *place = *link;
    return 0;
}

/* Moves the links to the front of the table, so that it is an array. */
static void firsts_pack(struct firsts *firsts)
{
    size_t count = 0;

    for (size_t i = 0; i < firsts->size; i++)
        if (firsts->at[i].order < LINK_MOVED)
            firsts->at[count++] = firsts->at[i];
    firsts->count = count;
}

/* ---- Statements ---- */

static int first_no_memory(void)
{
    (void)command_trouble("query", TRAWL_ERROR_NO_MEMORY);
    return -1;
}

static void first_append(struct buffer *sql, const char *text)
{
    (void)buffer_add(sql, text, strlen(text));
}

/* Makes the statement of a database: the number of the URL, the time, the keys of the link, and
 * whether it is quoted. */
static sqlite3_stmt *first_make(struct db *d, const struct where *where)
{
    struct buffer sql = {0};
    sqlite3_stmt *s;

    first_append(&sql, "SELECT l.url, m.time, l.message, l.n, l.context IN (SELECT id FROM contexts"
                       " WHERE quote > 0)");
    (void)buffer_add(&sql, where->from.p, where->from.n);
    (void)buffer_add(&sql, where->sql.p ? where->sql.p : "", where->sql.n);
    (void)buffer_add(&sql, "", 1);
    s = db_prepare(d, sql.p);
    buffer_free(&sql);
    return s;
}

/* Adds the links of a database to the table. Returns 0, or -1 after an error message. */
static int first_read(struct firsts *firsts, struct answer *a, uint32_t db)
{
    struct db *d = &a->dbs[db];
    struct where where = {0};
    sqlite3_stmt *s = NULL;
    int found = -1;

    if (where_make(&where, d, a->options) == 0 && (s = first_make(d, &where))) {
        where_bind(&where, s);
        found = 0;
    }
    while (found >= 0 && (found = db_step(d, s)) > 0) {
        bool undated = sqlite3_column_type(s, 1) == SQLITE_NULL;
        struct first_link link = {{(uint64_t)sqlite3_column_int64(s, 0), 0},
                                  sqlite3_column_int64(s, 1),
                                  sqlite3_column_int64(s, 2),
                                  sqlite3_column_int64(s, 3),
                                  (sqlite3_column_int(s, 4) ? 2u : 0) + undated,
                                  db};

        if (firsts_add(firsts, &link) < 0)
            found = first_no_memory();
    }
    where_free(&where);
    return found;
}

/* Moves the links of other spellings to the main spelling of their URL. Returns 0, or -1 after an
 * error message. */
static int first_merge(struct firsts *firsts, struct db *d)
{
    sqlite3_stmt *s = db_prepare(d, "SELECT u.id, " MAIN_URL " FROM urls u"
                                    " WHERE u.canonical IS NOT NULL");
    int found = -1;

    while (s && (found = db_step(d, s)) > 0) {
        struct first_link *place =
            firsts_place(firsts, (sip_hash){(uint64_t)sqlite3_column_int64(s, 0), 0});
        struct first_link link = *place;

        link.url.a = (uint64_t)sqlite3_column_int64(s, 1);
        if (place->order >= LINK_MOVED || link.url.a == place->url.a)
            continue;
        place->order = LINK_MOVED;
        if (firsts_add(firsts, &link) < 0)
            return first_no_memory();
    }
    return found;
}

static int compare_urls(const void *a, const void *b)
{
    return compare_numbers((int64_t)((const struct first_link *)a)->url.a,
                           (int64_t)((const struct first_link *)b)->url.a);
}

/* Adds the links of the URLs of a database to `to`, by the canonical texts of the URLs. Returns 0,
 * or -1 after an error message. */
static int first_join(struct firsts *to, struct firsts *from, struct db *d)
{
    sqlite3_stmt *s = db_prepare(d, "SELECT coalesce(canonical, url) FROM urls WHERE id = ?1");

    firsts_pack(from);
    qsort(from->at, from->count, sizeof *from->at, compare_urls);
    for (size_t i = 0; i < from->count; i++) {
        struct first_link link = from->at[i];
        trawl_str url;

        if (!s)
            return -1;
        (void)sqlite3_bind_int64(s, 1, (int64_t)link.url.a);
        if (db_step(d, s) <= 0)
            return d->failed ? -1 : db_damaged(d);
        url = db_text(s, 0);
        link.url = sip_of(to->seed, url.p ? url.p : "", url.n);
        db_reset(d, s);
        if (firsts_add(to, &link) < 0)
            return first_no_memory();
    }
    return 0;
}

/* ---- Output ---- */

/* Prints a link. `s` is the statement of its database. Returns 0, or -1 after an error message. */
static int first_put(struct answer *a, const struct first_link *link, sqlite3_stmt *s)
{
    struct db *d = &a->dbs[link->db];
    int found;

    DB_BIND(s, 1, link->message, link->n);
    found = db_step(d, s);
    if (found > 0) {
        found = rows_link(a->rows, s);
        db_reset(d, s);
    }
    return found;
}

/* Prints the links of a table. Returns their number, or -1 after an error message. */
static int64_t first_put_all(struct answer *a, struct firsts *firsts)
{
    struct buffer sql = {0};
    sqlite3_stmt *s = NULL;
    struct db *d = NULL;
    int64_t count = 0;
    int found = 0;

    query_add_links(&sql, a->options, "SELECT ?1 AS message, ?2 AS n");
    firsts_pack(firsts);
    qsort(firsts->at, firsts->count, sizeof *firsts->at, compare_places);
    for (size_t i = 0; i < firsts->count && count != a->left && found >= 0; i++, count++) {
        if (a->rows->out->error != 0)
            break;
        if (d != &a->dbs[firsts->at[i].db]) {
            d = &a->dbs[firsts->at[i].db];
            s = db_prepare(d, sql.p);
            found = s ? rows_use(a->rows, d) : -1;
        }
        if (found >= 0)
            found = first_put(a, &firsts->at[i], s);
    }
    buffer_free(&sql);
    return found < 0 ? -1 : count;
}

/* Reads one of several databases, and joins its links with those of the others. Returns 0, or -1
 * after an error message. */
static int first_read_and_join(struct firsts *all, struct answer *a, int i)
{
    struct firsts one = {.seed = all->seed};
    int failed = firsts_grow(&one, 1024) < 0            ? first_no_memory()
                 : first_read(&one, a, (uint32_t)i) < 0 ? -1
                                                        : first_join(all, &one, &a->dbs[i]);

    free(one.at);
    return failed;
}

int64_t first_print(struct answer *a)
{
    struct firsts all = {.seed = sip_key(a)};
    int64_t count = -1;
    int failed = firsts_grow(&all, 1024) < 0 ? first_no_memory() : 0;

    if (a->count == 1 && !failed)
        failed = first_read(&all, a, 0) < 0 || first_merge(&all, a->dbs) < 0 ? -1 : 0;
    else
        for (int i = 0; i < a->count && !failed; i++)
            failed = first_read_and_join(&all, a, i);
    if (!failed)
        count = first_put_all(a, &all);
    free(all.at);
    return count;
}
