/* threads.c - which message is above which: stores the references of messages, and makes threads at
 * the end of a run
 *
 * messages.answers is the last reference of a message, and messages.refs has those before it: the
 * ids of rows, 7 bits in each byte, as in record_number(). A thread depends on all messages that
 * refer to one another, and on the order of their dates, but not on the order in which they were
 * read. So a run only marks the clusters whose messages changed, in the table "unthreaded":
 *
 *     cluster = other   thread this cluster anew
 *     else              first join the two clusters
 *
 * A run that was killed leaves the marks for the next one. Clusters are never divided: clusters
 * that were joined may stay joined.
 */
#include "archive/index/index.h"

#include <stdlib.h>

int threads_open(struct threads *threads, struct db *db, struct erase *erase)
{
    *threads = (struct threads){.db = db, .erase = erase};
    threads->above = db_prepare(db, "SELECT cluster, refs, answers FROM messages WHERE id = ?1");
    threads->cluster = db_prepare(db, "SELECT cluster FROM messages WHERE id = ?1");
    threads->enter = db_prepare(db, "UPDATE messages SET cluster = ?2 WHERE id = ?1");
    threads->mark = db_prepare(db, "INSERT OR IGNORE INTO unthreaded VALUES (?1, ?2)");
    threads->joins = db_prepare(db, "SELECT cluster, other FROM unthreaded WHERE cluster <> other");
    threads->rename = db_prepare(db, "UPDATE messages SET cluster = ?2 WHERE cluster = ?1");
    threads->unmark = db_prepare(db, "DELETE FROM unthreaded WHERE cluster = ?1");
    threads->next = db_prepare(db, "SELECT cluster FROM unthreaded LIMIT 1");
    threads->rows =
        db_prepare(db, "SELECT id, time, message_id, content, same, parent, answers, refs,"
                       " first FROM messages WHERE cluster = ?1 ORDER BY id");
    threads->put = db_prepare(db, "UPDATE messages SET parent = ?2 WHERE id = ?1");
    threads->rewrite = db_prepare(db, "UPDATE messages SET answers = ?2, refs = ?3 WHERE id = ?1");
    return db->failed ? -1 : 0;
}

void threads_close(struct threads *threads)
{
    buffer_free(&threads->refs);
    buffer_free(&threads->packed);
}

static int threads_no_memory(struct threads *threads)
{
    if (!threads->db->failed)
        (void)command_trouble(threads->db->command, TRAWL_ERROR_NO_MEMORY);
    threads->db->failed = true;
    return -1;
}

/* ---- The references of one message ---- */

void threads_begin(struct threads *threads)
{
    threads->refs.n = threads->packed.n = 0;
}

int threads_add(struct threads *threads, int64_t row)
{
    return buffer_add(&threads->refs, (const char *)&row, sizeof row) == TRAWL_OK
               ? 0
               : threads_no_memory(threads);
}

static int64_t threads_ref(const struct threads *threads, size_t i)
{
    int64_t row;

    memcpy(&row, threads->refs.p + i * sizeof row, sizeof row);
    return row;
}

/* Returns the cluster of a row, 0 if it is in none, or -1. */
static int64_t cluster_of(struct threads *threads, int64_t row)
{
    (void)sqlite3_bind_int64(threads->cluster, 1, row);
    return db_look(threads->db, threads->cluster);
}

static int threads_run(struct threads *threads, sqlite3_stmt *s, int64_t first, int64_t second)
{
    DB_BIND(s, 1, first, second);
    return db_run(threads->db, s);
}

/* Puts a row into a cluster. If the row already is in another one, marks that the two are to be
 * joined. */
static int threads_enter(struct threads *threads, int64_t row, int64_t cluster)
{
    const int64_t old = cluster_of(threads, row);

    if (old < 0 || old == cluster)
        return old < 0 ? -1 : 0;
    return old == 0 ? threads_run(threads, threads->enter, row, cluster)
                    : threads_run(threads, threads->mark, cluster, old);
}

/* Sets *cluster to the cluster of the row that the message answers. Sets *usual to true if the
 * references of the message are those of that row, followed by the row itself: then all of them are
 * already in this cluster. */
static int look_above(struct threads *threads, int64_t row, int64_t *cluster, bool *usual)
{
    struct buffer expected = {0};
    const char *refs;
    int found;

    (void)sqlite3_bind_int64(threads->above, 1, row);
    if ((found = db_step(threads->db, threads->above)) <= 0)
        return found;
    *cluster = sqlite3_column_int64(threads->above, 0);
    refs = sqlite3_column_blob(threads->above, 1);
    if (refs)
        record_add(&expected, refs, (size_t)sqlite3_column_bytes(threads->above, 1));
    if (sqlite3_column_int64(threads->above, 2) > 0)
        record_number(&expected, (uint64_t)sqlite3_column_int64(threads->above, 2));
    *usual = *cluster > 0 && expected.n == threads->packed.n &&
             (expected.n == 0 || memcmp(expected.p, threads->packed.p, expected.n) == 0);
    buffer_free(&expected);
    db_reset(threads->db, threads->above);
    return threads->db->failed ? -1 : 0;
}

int threads_end(struct threads *threads, int64_t own, int64_t main, bool answers, int64_t *cluster)
{
    const size_t n = threads->refs.n / sizeof(int64_t);
    const int64_t old = cluster_of(threads, own);
    bool usual = false;

    *cluster = 0;
    for (size_t i = 0; i + answers < n; i++)
        record_number(&threads->packed, (uint64_t)threads_ref(threads, i));
    if (old < 0 ||
        (answers && look_above(threads, threads_ref(threads, n - 1), cluster, &usual) < 0))
        return -1;
    if (*cluster == 0)
        *cluster = old;
    if (*cluster == 0 && main > 0)
        *cluster = cluster_of(threads, main);
    for (size_t i = 0; i < n && *cluster == 0; i++)
        *cluster = cluster_of(threads, threads_ref(threads, i));
    if (*cluster == 0 && (n > 0 || main > 0))
        *cluster = own;
    if (*cluster <= 0)
        return (int)*cluster;
    for (size_t i = 0; i < n && !usual; i++)
        if (threads_enter(threads, threads_ref(threads, i), *cluster) < 0)
            return -1;
    if ((main > 0 && threads_enter(threads, main, *cluster) < 0) ||
        (old > 0 && threads_enter(threads, own, *cluster) < 0))
        return -1;
    return threads_run(threads, threads->mark, *cluster, *cluster);
}

/* ---- Joining clusters ---- */

static int compare_ids(const void *a, const void *b)
{
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

    return (x > y) - (x < y);
}

/* Returns the index of an id among n > 0 sorted ids, of which it must be one. */
static size_t find_id(const int64_t *ids, size_t n, int64_t id)
{
    size_t from = 0;

    while (n - from > 1) {
        const size_t middle = from + (n - from) / 2;

        if (ids[middle] <= id)
            from = middle;
        else
            n = middle;
    }
    return from;
}

static size_t root_of(size_t *roots, size_t i)
{
    for (; roots[i] != i; i = roots[i])
        roots[i] = roots[roots[i]];
    return i;
}

/* Reads the pairs to be joined. Returns 0 or -1. */
static int read_joins(struct threads *threads, struct buffer *pairs)
{
    int found;

    while ((found = db_step(threads->db, threads->joins)) > 0)
        for (int k = 0; k < 2; k++) {
            const int64_t id = sqlite3_column_int64(threads->joins, k);

            record_add(pairs, (const char *)&id, sizeof id);
        }
    return found;
}

/* Gives all clusters that are joined the least of their numbers. */
static int rename_joined(struct threads *threads, const int64_t *ids, size_t n, size_t *roots)
{
    for (size_t i = 0; i < n; i++) {
        const int64_t root = ids[root_of(roots, i)];

        if (threads_run(threads, threads->unmark, ids[i], 0) < 0 ||
            threads_run(threads, threads->mark, root, root) < 0 ||
            (ids[i] != root && threads_run(threads, threads->rename, ids[i], root) < 0))
            return -1;
    }
    return 0;
}

static int threads_join(struct threads *threads)
{
    struct buffer pairs = {0}, sorted = {0};
    const int64_t *pair;
    int64_t *ids;
    size_t n = 0, *roots = NULL;
    int failed = read_joins(threads, &pairs);

    if (failed || pairs.n == 0) {
        buffer_free(&pairs);
        return failed;
    }
    record_add(&sorted, pairs.p, pairs.n);
    pair = (const int64_t *)(const void *)pairs.p;
    ids = (int64_t *)(void *)sorted.p;
    qsort(ids, sorted.n / sizeof *ids, sizeof *ids, compare_ids);
    for (size_t i = 0; i < sorted.n / sizeof *ids; i++)
        if (n == 0 || ids[n - 1] != ids[i])
            ids[n++] = ids[i];
    if (!(roots = calloc(n + 1, sizeof *roots)))
        failed = threads_no_memory(threads);
    for (size_t i = 0; i < n && !failed; i++)
        roots[i] = i;
    for (size_t i = 0; i < pairs.n / sizeof *pair && !failed; i += 2) {
        const size_t a = root_of(roots, find_id(ids, n, pair[i])),
                     b = root_of(roots, find_id(ids, n, pair[i + 1]));

        roots[a > b ? a : b] = a < b ? a : b;
    }
    failed = failed ? failed : rename_joined(threads, ids, n, roots);
    free(roots);
    buffer_free(&pairs);
    buffer_free(&sorted);
    return failed;
}

/* ---- One cluster ---- */

struct cluster_row {
    int64_t id, time, content, same, parent, first;
    size_t name, name_n; /* its message-id in cluster.names */
    size_t from, count;  /* its references in cluster.ids; if `answers`, it answers the last one */
    bool timed, stub, answers, changed, referred;
};

struct cluster {
    struct buffer rows, names, ids; /* struct cluster_row, text, int64_t */
    struct cluster_row *row;
    size_t n;
};

static void cluster_free(struct cluster *whole)
{
    buffer_free(&whole->rows);
    buffer_free(&whole->names);
    buffer_free(&whole->ids);
}

static void cluster_add_ref(struct cluster *whole, struct cluster_row *row, int64_t id)
{
    record_add(&whole->ids, (const char *)&id, sizeof id);
    row->count++;
}

/* Reads the rows of a cluster, which come in the order of their ids. */
static int cluster_read(struct threads *threads, struct cluster *whole, int64_t cluster)
{
    sqlite3_stmt *s = threads->rows;
    int found;

    (void)sqlite3_bind_int64(s, 1, cluster);
    while ((found = db_step(threads->db, s)) > 0) {
        struct cluster_row row = {.id = sqlite3_column_int64(s, 0),
                                  .time = sqlite3_column_int64(s, 1),
                                  .content = sqlite3_column_int64(s, 3),
                                  .same = sqlite3_column_int64(s, 4),
                                  .parent = sqlite3_column_int64(s, 5),
                                  .first = sqlite3_column_int64(s, 8),
                                  .name = whole->names.n,
                                  .from = whole->ids.n / sizeof(int64_t),
                                  .timed = sqlite3_column_type(s, 1) != SQLITE_NULL,
                                  .stub = sqlite3_column_type(s, 3) == SQLITE_NULL,
                                  .answers = sqlite3_column_type(s, 6) != SQLITE_NULL};
        const trawl_str name = db_text(s, 2);
        struct record_in in = {sqlite3_column_blob(s, 7), NULL};

        row.name_n = name.n;
        if (name.n > 0)
            record_add(&whole->names, name.p, name.n);
        in.end = in.p ? in.p + sqlite3_column_bytes(s, 7) : NULL;
        while (in.p < in.end)
            cluster_add_ref(whole, &row, (int64_t)record_get(&in));
        if (row.answers)
            cluster_add_ref(whole, &row, sqlite3_column_int64(s, 6));
        record_add(&whole->rows, (const char *)&row, sizeof row);
    }
    whole->row = (struct cluster_row *)(void *)whole->rows.p;
    whole->n = whole->rows.n / sizeof *whole->row;
    return found < 0 || whole->n >= JWZ_NONE || whole->ids.n / sizeof(int64_t) >= JWZ_NONE ? -1 : 0;
}

static int compare_row(const void *id, const void *row)
{
    return compare_ids(id, &((const struct cluster_row *)row)->id);
}

static struct cluster_row *cluster_find(const struct cluster *whole, int64_t id)
{
    return whole->n > 0 ? bsearch(&id, whole->row, whole->n, sizeof *whole->row, compare_row)
                        : NULL;
}

/* Replaces the references by numbers of rows, in `refs`. A reference to a variant becomes a
 * reference to the main row. A reference to a row that was erased is left out. */
static void cluster_resolve(struct cluster *whole, uint32_t *refs)
{
    int64_t *ids = (int64_t *)(void *)whole->ids.p;
    size_t n = 0;

    for (struct cluster_row *row = whole->row; row < whole->row + whole->n; row++) {
        const size_t from = n, count = row->count;
        const bool answered = row->answers;
        struct cluster_row *first =
            row->first && !row->stub ? cluster_find(whole, row->first) : NULL;

        if (first) /* the stub shows that the address of the id is taken */
            first->referred = true;
        for (size_t i = 0; i < count; i++) {
            struct cluster_row *to = cluster_find(whole, ids[row->from + i]), *main = to;

            if (to && (to->first || to->same))
                main = cluster_find(whole, to->first ? to->first : to->same);

            main = main ? main : to;
            row->changed |= !main || main != to;
            row->answers = answered && (i + 1 < count || main != NULL);
            if (!main)
                continue;
            main->referred = true;
            ids[n] = main->id;
            refs[n++] = (uint32_t)(main - whole->row);
        }
        row->from = from;
        row->count = n - from;
    }
}

/* The order in which messages are threaded: by date, then by message-id. */
struct thread_order {
    const struct cluster_row *row;
    const char *name;
    uint32_t node;
};

static int compare_order(const void *x, const void *y)
{
    const struct thread_order *a = x, *b = y;
    const size_t n = a->row->name_n < b->row->name_n ? a->row->name_n : b->row->name_n;
    int order;

    if (a->row->timed != b->row->timed)
        return a->row->timed ? -1 : 1;
    if (a->row->time != b->row->time)
        return a->row->time < b->row->time ? -1 : 1;
    order = n > 0 ? memcmp(a->name, b->name, n) : 0;
    if (order == 0)
        order = (a->row->name_n > b->row->name_n) - (a->row->name_n < b->row->name_n);
    return order != 0 ? order : compare_ids(&a->row->content, &b->row->content);
}

/* Threads the messages of a cluster. Returns false when out of memory. */
static bool cluster_thread(const struct cluster *whole, struct jwz_node *nodes,
                           const uint32_t *refs)
{
    struct thread_order *sorted = malloc((whole->n + 1) * sizeof *sorted);
    uint32_t *order = malloc((whole->n + 1) * sizeof *order), count = 0;
    bool good = sorted && order;

    for (size_t i = 0; i < whole->n && good; i++) {
        const struct cluster_row *row = &whole->row[i];

        nodes[i] = (struct jwz_node){(uint32_t)row->from, (uint32_t)row->count,
                                     row->stub || row->same != 0, JWZ_NONE};
        if (!nodes[i].missing)
            sorted[count++] = (struct thread_order){row, whole->names.p + row->name, (uint32_t)i};
    }
    if (good && count > 0) {
        qsort(sorted, count, sizeof *sorted, compare_order);
        for (uint32_t i = 0; i < count; i++)
            order[i] = sorted[i].node;
        good = jwz_thread(nodes, (uint32_t)whole->n, order, count, refs);
    }
    free(sorted);
    free(order);
    return good;
}

/* Writes the references of a row whose references changed. */
static int rewrite_refs(struct threads *threads, const struct cluster *whole,
                        const struct cluster_row *row)
{
    const int64_t *ids = (const int64_t *)(const void *)whole->ids.p + row->from;
    const size_t before = row->count - row->answers;

    threads->packed.n = 0;
    for (size_t i = 0; i < before; i++)
        record_number(&threads->packed, (uint64_t)ids[i]);
    (void)sqlite3_bind_int64(threads->rewrite, 1, row->id);
    db_bind_id(threads->rewrite, 2, row->answers ? ids[before] : 0);
    (void)sqlite3_bind_blob64(threads->rewrite, 3, before > 0 ? threads->packed.p : NULL,
                              threads->packed.n, SQLITE_STATIC);
    return db_run(threads->db, threads->rewrite);
}

static int cluster_write(struct threads *threads, const struct cluster *whole,
                         const struct jwz_node *nodes)
{
    for (size_t i = 0; i < whole->n; i++) {
        const struct cluster_row *row = &whole->row[i];
        const int64_t parent = nodes[i].above != JWZ_NONE ? whole->row[nodes[i].above].id : 0;

        if (row->stub && !row->referred) {
            if (erase_row(threads->erase, row->id) < 0)
                return -1;
            continue;
        }
        if (row->changed && rewrite_refs(threads, whole, row) < 0)
            return -1;
        if (parent != row->parent) {
            (void)sqlite3_bind_int64(threads->put, 1, row->id);
            db_bind_id(threads->put, 2, parent);
            if (db_run(threads->db, threads->put) < 0)
                return -1;
        }
    }
    return 0;
}

/* Threads a cluster. Sets *rows to the number of its rows. Returns 0 or -1. */
static int settle_cluster(struct threads *threads, int64_t cluster, size_t *rows)
{
    struct cluster whole = {0};
    int failed = cluster_read(threads, &whole, cluster);
    struct jwz_node *nodes = calloc(whole.n + 1, sizeof *nodes);
    uint32_t *refs = malloc(whole.ids.n / sizeof(int64_t) * sizeof *refs + 1);

    if (!failed && (!nodes || !refs))
        failed = threads_no_memory(threads);
    if (!failed) {
        cluster_resolve(&whole, refs);
        failed = cluster_thread(&whole, nodes, refs) ? cluster_write(threads, &whole, nodes)
                                                     : threads_no_memory(threads);
    }
    *rows = whole.n;
    free(nodes);
    free(refs);
    cluster_free(&whole);
    return failed;
}

int threads_settle(struct threads *threads, size_t most)
{
    size_t rows = 0, done = 0;
    int found = 1;

    if (threads_join(threads) < 0)
        return -1;
    while (done < most && !interrupted && (found = db_step(threads->db, threads->next)) > 0) {
        const int64_t cluster = sqlite3_column_int64(threads->next, 0);

        db_reset(threads->db, threads->next);
        if (settle_cluster(threads, cluster, &rows) < 0 ||
            threads_run(threads, threads->unmark, cluster, 0) < 0)
            return -1;
        done += rows + 1;
    }
    return found;
}
