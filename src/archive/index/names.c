/* names.c - the ids of URLs, senders, lists, folders and contexts
 *
 * A cache of 2^18 entries saves most queries. An entry has the last text of those whose hashes
 * select it. The memory does not depend on the size of the archive.
 */
#include "archive/index/index.h"

#include <stdlib.h>

#define PLACES ((size_t)1 << 18)

int names_open(struct names *names, struct db *db)
{
    *names = (struct names){
        .db = db, .seed = sip_key(names), .cache = calloc(PLACES, sizeof *names->cache)};
    if (!names->cache) {
        db->failed = true;
        (void)command_trouble(db->command, TRAWL_ERROR_NO_MEMORY);
        return -1;
    }
    names->find_url =
        db_prepare(db, "SELECT id FROM urls WHERE coalesce(canonical, url) = ?1 AND url = ?2");
    names->add_url = db_prepare(db, "INSERT INTO urls VALUES (NULL, ?1, ?2, ?3, ?4)");
    names->find_host = db_prepare(db, "SELECT id FROM hosts WHERE host = ?1");
    names->add_host = db_prepare(db, "INSERT INTO hosts VALUES (NULL, ?1, ?2, ?3)");
    names->find_sender = db_prepare(db, "SELECT id FROM senders WHERE written = ?1");
    names->add_sender = db_prepare(db, "INSERT INTO senders VALUES (NULL, ?1, ?2, ?3)");
    names->find_list = db_prepare(db, "SELECT id FROM lists WHERE list = ?1");
    names->add_list = db_prepare(db, "INSERT INTO lists VALUES (NULL, ?1)");
    names->find_folder = db_prepare(db, "SELECT id FROM folders WHERE path = ?1");
    names->add_folder = db_prepare(db, "INSERT INTO folders VALUES (NULL, ?1)");
    names->find_context = db_prepare(db, "SELECT id FROM contexts WHERE packed = ?1");
    names->add_context =
        db_prepare(db, "INSERT INTO contexts VALUES (NULL, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)");
    return db->failed ? -1 : 0;
}

void names_close(struct names *names)
{
    free(names->cache);
    buffer_free(&names->form);
    buffer_free(&names->normal);
    buffer_free(&names->host);
}

void names_forget(struct names *names)
{
    memset(names->cache, 0, PLACES * sizeof *names->cache);
}

struct cached *names_cached(struct names *names, enum name_kind kind, trawl_str text, int64_t *id)
{
    sip_hash seed = {names->seed.a + (uint64_t)kind, names->seed.b},
             h = sip_of(seed, text.p, text.n);
    struct cached *place = &names->cache[h.a & (PLACES - 1)];

    *id = place->hash.a == h.a && place->hash.b == h.b ? place->id : 0;
    place->hash = h;
    if (*id == 0)
        place->id = 0;
    return place;
}

/* Runs an insertion. Returns the id, or -1. */
static int64_t names_add(struct names *names, sqlite3_stmt *s)
{
    return db_run(names->db, s) < 0 ? -1 : sqlite3_last_insert_rowid(names->db->sql);
}

/* Returns the id of a text in a table with a single text column; adds it if needed. Returns -1
 * after an error message. */
static int64_t simple(struct names *names, enum name_kind kind, trawl_str text, sqlite3_stmt *look,
                      sqlite3_stmt *insert)
{
    int64_t id;
    struct cached *place = names_cached(names, kind, text, &id);

    if (id > 0)
        return id;
    db_bind(look, 1, text);
    if ((id = db_look(names->db, look)) == 0) {
        db_bind(insert, 1, text);
        id = names_add(names, insert);
    }
    return place->id = id > 0 ? id : 0, id;
}

int64_t names_list(struct names *names, trawl_str list)
{
    return simple(names, NAME_LIST, list, names->find_list, names->add_list);
}

int64_t names_folder(struct names *names, trawl_str path)
{
    return simple(names, NAME_FOLDER, path, names->find_folder, names->add_folder);
}

/* ---- URLs ---- */

/* Returns the id of the host of a canonical URL, 0 if it has none, or -1. */
static int64_t names_host_of(struct names *names, trawl_str canonical)
{
    trawl_span at = trawl_host_span(canonical.p, canonical.n);
    trawl_str host = {canonical.p + at.from, (size_t)(at.to - at.from)};
    struct buffer *url = &names->host, surt = {0};
    const char *end;
    size_t site;
    int64_t id;

    if (host.n == 0)
        return 0;
    db_bind(names->find_host, 1, host);
    if ((id = db_look(names->db, names->find_host)) != 0)
        return id;
    site = trawl_site_length(host.p, host.n);
    db_bind(names->add_host, 1, host);
    db_bind(names->add_host, 2, (trawl_str){host.p + host.n - site, site});
    /* The sort key of a host is the sort key of its home page, up to the ")". */
    url->n = 0;
    (void)buffer_add(url, "http://", 7);
    (void)buffer_add(url, host.p, host.n);
    (void)buffer_add(url, "/", 1);
    (void)buffer_fill(&surt, trawl_surt, buffer_str(url));
    end = surt.n > 0 ? memchr(surt.p, ')', surt.n) : NULL;
    db_bind(names->add_host, 3, end ? (trawl_str){surt.p, (size_t)(end - surt.p)} : host);
    id = names_add(names, names->add_host);
    buffer_free(&surt);
    return id;
}

/* Adds a URL that the table does not have. Returns its id, or -1. */
static int64_t names_add_url(struct names *names, trawl_str url, trawl_str canonical)
{
    trawl_str normal = canonical;
    int64_t host = names_host_of(names, canonical);

    if (host < 0)
        return -1;
    if (memchr(canonical.p, '?', canonical.n) &&
        buffer_fill(&names->normal, trawl_normal, canonical) == TRAWL_OK)
        normal = buffer_str(&names->normal);
    db_bind(names->add_url, 1, url);
    db_bind(names->add_url, 2, index_same(url, canonical) ? (trawl_str){NULL, 0} : canonical);
    db_bind(names->add_url, 3, index_same(normal, canonical) ? (trawl_str){NULL, 0} : normal);
    db_bind_id(names->add_url, 4, host);
    return names_add(names, names->add_url);
}

int64_t names_url(struct names *names, trawl_str url)
{
    int64_t id;
    struct cached *place = names_cached(names, NAME_URL, url, &id);
    trawl_str canonical = url;

    if (id > 0)
        return id;
    if (buffer_fill(&names->form, trawl_canonical, url) == TRAWL_OK)
        canonical = buffer_str(&names->form);
    db_bind(names->find_url, 1, canonical);
    db_bind(names->find_url, 2, url);
    if ((id = db_look(names->db, names->find_url)) == 0)
        id = names_add_url(names, url, canonical);
    place->id = id > 0 ? id : 0;
    return id;
}

/* ---- Senders ---- */

trawl_str names_name_in(trawl_str from, trawl_str address)
{
    const char *p = from.p, *end = p + from.n, *angle = memchr(p, '<', from.n),
               *round = memchr(p, '(', from.n);

    if (round && end - round >= 4 && strncmp(round, "(at)", 4) == 0) /* "ann (at) a.example" */
        round = memchr(round + 4, '(', (size_t)(end - round) - 4);
    if (angle) {
        end = angle;
    } else if (round) {
        p = round + 1;
        while (end > p && (end[-1] == ' ' || end[-1] == ')'))
            end--;
    } else if (index_same(from, address) || (address.n > 0 && !memchr(p, '@', from.n))) {
        end = p; /* only an address, perhaps as archives write it: "ann at a.example" */
    }
    while (p < end && (*p == ' ' || *p == '"'))
        p++;
    while (end > p && (end[-1] == ' ' || end[-1] == '"'))
        end--;
    if (end - p > 2 && *p == '\'' && end[-1] == '\'') {
        p++;
        end--;
    }
    return p < end ? (trawl_str){p, (size_t)(end - p)} : (trawl_str){NULL, 0};
}

int64_t names_sender(struct names *names, trawl_str written, trawl_str address)
{
    int64_t id;
    struct cached *place = names_cached(names, NAME_SENDER, written, &id);

    if (id > 0)
        return id;
    db_bind(names->find_sender, 1, written);
    if ((id = db_look(names->db, names->find_sender)) == 0) {
        db_bind(names->add_sender, 1, written);
        db_bind(names->add_sender, 2, address);
        db_bind(names->add_sender, 3,
                names_name_in(written, address.p ? address : (trawl_str){"", 0}));
        id = names_add(names, names->add_sender);
    }
    place->id = id > 0 ? id : 0;
    return id;
}

/* ---- Contexts ---- */

int64_t names_context(struct names *names, const struct context *context, trawl_str packed)
{
    const char *kind = trawl_kind_name(context->kind),
               *zone = context->zone ? trawl_zone_name(context->zone) : NULL;
    int64_t id;
    struct cached *place = names_cached(names, NAME_CONTEXT, packed, &id);

    if (id > 0)
        return id;
    (void)sqlite3_bind_blob64(names->find_context, 1, packed.p, packed.n, SQLITE_STATIC);
    if ((id = db_look(names->db, names->find_context)) == 0) {
        db_bind(names->add_context, 1, (trawl_str){kind, strlen(kind)});
        db_bind(names->add_context, 2, (trawl_str){zone, zone ? strlen(zone) : 0});
        (void)sqlite3_bind_int64(names->add_context, 3, context->quote);
        db_bind(names->add_context, 4, context->part);
        db_bind(names->add_context, 5, context->type);
        db_bind(names->add_context, 6, context->header);
        db_bind(names->add_context, 7, context->attribute);
        (void)sqlite3_bind_blob64(names->add_context, 8, packed.p, packed.n, SQLITE_STATIC);
        id = names_add(names, names->add_context);
    }
    place->id = id > 0 ? id : 0;
    return id;
}
