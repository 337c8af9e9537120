/* names.c - the ids of URLs, senders, lists, folders and contexts
 *
 * A cache of 2^18 entries saves most queries. Each entry has the last text with its hash. The
 * memory does not depend on the size of the archive.
 */
#include "archive/index/index.h"

#include <stdlib.h>

#define PLACES ((size_t)1 << 18)

int names_open(struct names *t, struct db *db)
{
    *t = (struct names){.db = db, .seed = sip_key(t), .cache = calloc(PLACES, sizeof *t->cache)};
    if (!t->cache) {
        db->failed = 1;
        (void)command_trouble(db->command, TRAWL_ERROR_NO_MEMORY);
        return -1;
    }
    t->find_url =
        db_prepare(db, "SELECT id FROM urls WHERE coalesce(canonical, url) = ?1 AND url = ?2");
    t->add_url = db_prepare(db, "INSERT INTO urls VALUES (NULL, ?1, ?2, ?3, ?4)");
    t->find_host = db_prepare(db, "SELECT id FROM hosts WHERE host = ?1");
    t->add_host = db_prepare(db, "INSERT INTO hosts VALUES (NULL, ?1, ?2, ?3)");
    t->find_sender = db_prepare(db, "SELECT id FROM senders WHERE written = ?1");
    t->add_sender = db_prepare(db, "INSERT INTO senders VALUES (NULL, ?1, ?2, ?3)");
    t->find_list = db_prepare(db, "SELECT id FROM lists WHERE list = ?1");
    t->add_list = db_prepare(db, "INSERT INTO lists VALUES (NULL, ?1)");
    t->find_folder = db_prepare(db, "SELECT id FROM folders WHERE path = ?1");
    t->add_folder = db_prepare(db, "INSERT INTO folders VALUES (NULL, ?1)");
    t->find_context = db_prepare(db, "SELECT id FROM contexts WHERE packed = ?1");
    t->add_context =
        db_prepare(db, "INSERT INTO contexts VALUES (NULL, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)");
    return db->failed ? -1 : 0;
}

void names_close(struct names *t)
{
    free(t->cache);
    buffer_free(&t->form);
    buffer_free(&t->normal);
    buffer_free(&t->host);
}

void names_forget(struct names *t)
{
    memset(t->cache, 0, PLACES * sizeof *t->cache);
}

struct cached *names_cached(struct names *t, enum name_kind kind, trawl_str text, int64_t *id)
{
    sip_hash seed = {t->seed.a + (uint64_t)kind, t->seed.b}, h = sip_of(seed, text.p, text.n);
    struct cached *place = &t->cache[h.a & (PLACES - 1)];

    *id = place->hash.a == h.a && place->hash.b == h.b ? place->id : 0;
    place->hash = h;
    if (*id == 0)
        place->id = 0;
    return place;
}

/* Runs a query whose parameters are bound. Returns the id, 0 if there is none, or -1. */
static int64_t index_names_find(struct names *t, sqlite3_stmt *s)
{
    int64_t id = 0;
    int found = db_step(t->db, s);

    if (found > 0) {
        id = sqlite3_column_int64(s, 0);
        db_reset(t->db, s);
    }
    return found < 0 ? -1 : id;
}

/* Runs an insertion. Returns the id, or -1. */
static int64_t names_add(struct names *t, sqlite3_stmt *s)
{
    return db_run(t->db, s) < 0 ? -1 : sqlite3_last_insert_rowid(t->db->sql);
}

/* Returns the id of a text in a table with a single text column; adds it if needed. Returns -1
 * after a message. */
static int64_t simple(struct names *t, enum name_kind kind, trawl_str text, sqlite3_stmt *look,
                      sqlite3_stmt *insert)
{
    int64_t id;
    struct cached *place = names_cached(t, kind, text, &id);

    if (id > 0)
        return id;
    db_bind(look, 1, text);
    if ((id = index_names_find(t, look)) == 0) {
        db_bind(insert, 1, text);
        id = names_add(t, insert);
    }
    return place->id = id > 0 ? id : 0, id;
}

int64_t names_list(struct names *t, trawl_str list)
{
    return simple(t, NAME_LIST, list, t->find_list, t->add_list);
}

int64_t names_folder(struct names *t, trawl_str path)
{
    return simple(t, NAME_FOLDER, path, t->find_folder, t->add_folder);
}

/* ---- URLs ---- */

/* Returns the id of the host of a canonical URL, 0 if it has none, or -1. */
static int64_t names_host_of(struct names *t, trawl_str canonical)
{
    trawl_span at = trawl_host(canonical.p, canonical.n);
    trawl_str host = {canonical.p + at.from, (size_t)(at.to - at.from)};
    struct buffer *url = &t->host, surt = {0};
    const char *end;
    size_t site;
    int64_t id;

    if (host.n == 0)
        return 0;
    db_bind(t->find_host, 1, host);
    if ((id = index_names_find(t, t->find_host)) != 0)
        return id;
    site = trawl_site(host.p, host.n);
    db_bind(t->add_host, 1, host);
    db_bind(t->add_host, 2, (trawl_str){host.p + host.n - site, site});
    /* The sort key of a host is that of its home page, up to the ")". */
    url->n = 0;
    (void)buffer_add(url, "http://", 7);
    (void)buffer_add(url, host.p, host.n);
    (void)buffer_add(url, "/", 1);
    (void)buffer_fill(&surt, trawl_surt, buffer_str(url));
    end = surt.n > 0 ? memchr(surt.p, ')', surt.n) : NULL;
    db_bind(t->add_host, 3, end ? (trawl_str){surt.p, (size_t)(end - surt.p)} : host);
    id = names_add(t, t->add_host);
    buffer_free(&surt);
    return id;
}

static int is_equal(trawl_str a, trawl_str b)
{
    return a.n == b.n && memcmp(a.p, b.p, a.n) == 0;
}

/* Adds a URL that the table does not have. Returns its id, or -1. */
static int64_t names_add_url(struct names *t, trawl_str url, trawl_str canonical)
{
    trawl_str normal = canonical;
    int64_t host = names_host_of(t, canonical);

    if (host < 0)
        return -1;
    if (memchr(canonical.p, '?', canonical.n) &&
        buffer_fill(&t->normal, trawl_normal, canonical) == TRAWL_OK)
        normal = buffer_str(&t->normal);
    db_bind(t->add_url, 1, url);
    db_bind(t->add_url, 2, is_equal(url, canonical) ? (trawl_str){NULL, 0} : canonical);
    db_bind(t->add_url, 3, is_equal(normal, canonical) ? (trawl_str){NULL, 0} : normal);
    db_bind_id(t->add_url, 4, host);
    return names_add(t, t->add_url);
}

int64_t names_url(struct names *t, trawl_str url)
{
    int64_t id;
    struct cached *place = names_cached(t, NAME_URL, url, &id);
    trawl_str canonical = url;

    if (id > 0)
        return id;
    if (buffer_fill(&t->form, trawl_canonical, url) == TRAWL_OK)
        canonical = buffer_str(&t->form);
    db_bind(t->find_url, 1, canonical);
    db_bind(t->find_url, 2, url);
    if ((id = index_names_find(t, t->find_url)) == 0)
        id = names_add_url(t, url, canonical);
    place->id = id > 0 ? id : 0;
    return id;
}

/* ---- Senders ---- */

/* Returns the name in "Ann Lee <ann@example.org>" or "ann@example.org (Ann Lee)"; p is NULL if
 * there is no name. */
static trawl_str names_name_in(trawl_str from, trawl_str address)
{
    const char *p = from.p, *end = p + from.n, *angle = memchr(p, '<', from.n),
               *round = memchr(p, '(', from.n);

    if (angle) {
        end = angle;
    } else if (round) {
        p = round + 1;
        while (end > p && (end[-1] == ' ' || end[-1] == ')'))
            end--;
    } else if (is_equal(from, address)) {
        end = p;
    }
    while (p < end && (*p == ' ' || *p == '"'))
        p++;
    while (end > p && (end[-1] == ' ' || end[-1] == '"'))
        end--;
    return p < end ? (trawl_str){p, (size_t)(end - p)} : (trawl_str){NULL, 0};
}

int64_t names_sender(struct names *t, trawl_str written, trawl_str address)
{
    int64_t id;
    struct cached *place = names_cached(t, NAME_SENDER, written, &id);

    if (id > 0)
        return id;
    db_bind(t->find_sender, 1, written);
    if ((id = index_names_find(t, t->find_sender)) == 0) {
        db_bind(t->add_sender, 1, written);
        db_bind(t->add_sender, 2, address);
        db_bind(t->add_sender, 3, names_name_in(written, address.p ? address : (trawl_str){"", 0}));
        id = names_add(t, t->add_sender);
    }
    place->id = id > 0 ? id : 0;
    return id;
}

/* ---- Contexts ---- */

int64_t names_context(struct names *t, const struct context *c, trawl_str packed)
{
    const char *kind = trawl_kind_name(c->kind), *zone = c->zone ? trawl_zone_name(c->zone) : NULL;
    int64_t id;
    struct cached *place = names_cached(t, NAME_CONTEXT, packed, &id);

    if (id > 0)
        return id;
    (void)sqlite3_bind_blob64(t->find_context, 1, packed.p, packed.n, SQLITE_STATIC);
    if ((id = index_names_find(t, t->find_context)) == 0) {
        db_bind(t->add_context, 1, (trawl_str){kind, strlen(kind)});
        db_bind(t->add_context, 2, (trawl_str){zone, zone ? strlen(zone) : 0});
        (void)sqlite3_bind_int64(t->add_context, 3, c->quote);
        db_bind(t->add_context, 4, c->part);
        db_bind(t->add_context, 5, c->type);
        db_bind(t->add_context, 6, c->header);
        db_bind(t->add_context, 7, c->attribute);
        (void)sqlite3_bind_blob64(t->add_context, 8, packed.p, packed.n, SQLITE_STATIC);
        id = names_add(t, t->add_context);
    }
    place->id = id > 0 ? id : 0;
    return id;
}
