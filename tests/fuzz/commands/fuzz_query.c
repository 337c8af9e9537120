/* fuzz_query.c - any texts as the values of the options of "trawl query"
 *
 * Byte 0 selects options, bytes 1 and 2 the flags and zones; the values follow, each ended by NUL.
 * The SQL must be valid, have a parameter for each value, and not depend on the letters of the
 * values, so that no value is a part of the SQL. It must not find more links than there are. A date
 * ends after it begins, and begins when the C library says.
 */
#include <time.h>

#include "archive/query/query.h"
#include "growing.h"
#include "indexed.h"

/* The options, in the order of the bits of byte 0. Two of these bits also select "thread" and
 * "after". */
enum { OF_URL, OF_HOST, OF_SITE, OF_SCHEME, OF_FROM, OF_LIST, OF_SINCE, OF_UNTIL, VALUES };

struct values {
    char *text[VALUES];
};

static void set(struct query_options *q, const struct values *v, const uint8_t *head)
{
    *q = (struct query_options){.url = v->text[OF_URL],
                                .host = v->text[OF_HOST],
                                .site = v->text[OF_SITE],
                                .scheme = v->text[OF_SCHEME],
                                .from = v->text[OF_FROM],
                                .list = v->text[OF_LIST],
                                .since = v->text[OF_SINCE],
                                .until = v->text[OF_UNTIL],
                                .flags = head[1] & 7,
                                .zones = head[2] & 0x7e,
                                .broken = head[1] >> 3 & 1,
                                .places = head[1] >> 5 & 1,
                                .count_by = head[2] >> 7 ? 1 + head[1] % (COUNT_LIST + 1) : 0};
    if (head[1] >> 6 & 1) {
        q->after = v->text[OF_UNTIL];
        q->until = NULL;
    }
    if (head[1] >> 7) {
        q->thread = v->text[OF_SINCE];
        q->since = NULL;
    }
}

/* An index with some links, made once. */
static struct db *filled(void)
{
    static char path[] = "/mail/a", folder[] = "/mail", name[] = "a";
    static const struct index_options options;
    static struct file file = {
        .path = path, .folder = folder, .name = name, .kind = SOURCE_FILE, .plan = PLAN_NEW};
    static struct writer w;
    struct db *db = indexed_open();
    struct buffer records = {0};
    uint8_t bytes[400];
    struct chooser c = {bytes, bytes + sizeof bytes};

    if (w.db)
        return db;
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(i * 167 + i / 7);
    (void)indexed_records(&records, &c);
    must(writer_open(&w, db, &options) == 0 && writer_begin(&w, &file) == 0 &&
             writer_take(&w, NULL, buffer_str(&records)) == 0 && writer_finish(&w) == 0,
         "a filled index");
    buffer_free(&records);
    return db;
}

/* Makes the SQL as query.c does. Returns false when the options are refused. */
static bool make(struct growing *sql, struct where *w, struct db *db, const struct query_options *q)
{
    bool made = where_make(w, db, q) == 0 && (!q->thread || where_message(db, q->thread) > 0);

    must(!db->failed, "no query fails");
    growing_clear(sql);
    growing_add(sql, "SELECT 1", 8);
    growing_add(sql, w->from.p, w->from.n);
    growing_add(sql, w->sql.p, w->sql.n);
    return made;
}

/* Replaces each letter of the values, except those that are a part of a scheme's "://". */
static void rotate(struct values *v)
{
    for (int i = 0; i < VALUES; i++)
        for (char *p = v->text[i]; p && *p; p++)
            if ((*p >= 'a' && *p < 'z') || (*p >= 'A' && *p < 'Z'))
                ++*p;
}

static void run(struct db *db, const struct growing *sql, const struct where *w)
{
    sqlite3_stmt *s = NULL;
    int rows = 0, code;

    must(sqlite3_prepare_v2(db->sql, sql->p, (int)sql->n, &s, NULL) == SQLITE_OK, "valid SQL");
    must(sqlite3_bind_parameter_count(s) == w->count, "a parameter for each value");
    must(sqlite3_stmt_readonly(s), "a query only reads");
    where_bind(w, s);
    while ((code = sqlite3_step(s)) == SQLITE_ROW)
        rows++;
    /* A LIKE or GLOB pattern may be too complex. */
    must(code == SQLITE_DONE || code == SQLITE_ERROR, "the query ends");
    (void)sqlite3_finalize(s);
    must(rows <= db_number(db, "SELECT count(*) FROM links"), "no more links than there are");
}

static void check_time(const char *given)
{
    int64_t from, to;
    int year, month = 1, day = 1, read;
    struct tm t = {0};

    if (where_time("query", "", given, false, &from) < 0) {
        must(where_time("query", "", given, true, &to) < 0, "no end without a beginning");
        return;
    }
    must(where_time("query", "", given, true, &to) == 0 && to > from, "it ends later");
    must(to - from <= 366 * 86400, "a year at most");
    read = sscanf(given, "%4d-%2d-%2d", &year, &month, &day);
    t = (struct tm){.tm_year = year - 1900, .tm_mon = month - 1, .tm_mday = day};
    if (read >= 1 && !strpbrk(given, "T "))
        must(from == timegm(&t), "the day of the C library");
}

/* Finalizes the statements that were prepared since there were `n` bytes of them. */
static void forget_statements(struct db *db, size_t n)
{
    while (db->statements.n > n) {
        sqlite3_stmt *s;

        db->statements.n -= sizeof s;
        memcpy(&s, db->statements.p + db->statements.n, sizeof s);
        (void)sqlite3_finalize(s);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct growing sql, other;
    struct values v = {{0}};
    struct query_options q;
    struct where w = {0}, w2 = {0};
    struct db *db = filled();
    size_t statements = db->statements.n;
    const char *p = (const char *)data + 3, *end = (const char *)data + size;

    if (size < 4)
        return 0;
    for (int i = 0; i < VALUES; i++) {
        size_t n = p < end ? strnlen(p, (size_t)(end - p)) : 0;

        if (!(data[0] >> i & 1))
            continue;
        v.text[i] = malloc(n + 1);
        must(v.text[i] != NULL, "memory for the test");
        memcpy(v.text[i], p < end ? p : "", n);
        v.text[i][n] = '\0';
        p += n + 1;
    }
    if (v.text[OF_SINCE])
        check_time(v.text[OF_SINCE]);
    set(&q, &v, data);
    if (make(&sql, &w, db, &q)) {
        run(db, &sql, &w);
        rotate(&v);
        must(!make(&other, &w2, db, &q) || growing_same(&sql, &other), "no value is in the SQL");
    }
    where_free(&w);
    where_free(&w2);
    forget_statements(db, statements);
    for (int i = 0; i < VALUES; i++)
        free(v.text[i]);
    return 0;
}
