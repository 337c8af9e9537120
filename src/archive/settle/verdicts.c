/* verdicts.c - stores verdicts; trawl-index(5) describes the tables
 *
 * A verdict that is already stored is not written again, so that a run without news writes nothing.
 * links.settled is the URL of the right reading, which may be that of the scan.
 */
#include "archive/settle/settle.h"

int verdicts_open(struct verdicts *v, struct db *db)
{
    *v = (struct verdicts){.db = db};
    v->get = db_prepare(db, "SELECT k, how, witnesses, against FROM verdicts WHERE message = ?1 AND"
                            " n = ?2");
    v->get_witnesses = db_prepare(db, "SELECT witness, link FROM witnesses WHERE message = ?1 AND"
                                      " n = ?2 ORDER BY i");
    v->put = db_prepare(db, "INSERT OR REPLACE INTO verdicts VALUES (?1, ?2, ?3, ?4, ?5, ?6)");
    v->put_witness = db_prepare(db, "INSERT INTO witnesses VALUES (?1, ?2, ?3, ?4, ?5)");
    v->drop = db_prepare(db, "DELETE FROM verdicts WHERE message = ?1 AND n = ?2");
    v->drop_witnesses = db_prepare(db, "DELETE FROM witnesses WHERE message = ?1 AND n = ?2");
    v->shown = db_prepare(db, "SELECT settled FROM links WHERE message = ?1 AND n = ?2");
    v->show = db_prepare(db, "UPDATE links SET settled = ?3 WHERE message = ?1 AND n = ?2");
    v->host = db_prepare(db, "SELECT host FROM urls WHERE id = ?1");
    v->free_url =
        db_prepare(db, "DELETE FROM urls WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM links"
                       " WHERE url = ?1) AND NOT EXISTS (SELECT 1 FROM links WHERE"
                       " settled = ?1)");
    v->free_host = db_prepare(db, "DELETE FROM hosts WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM"
                                  " urls WHERE host = ?1)");
    return db->failed ? -1 : 0;
}

static void bind_place(sqlite3_stmt *statement, struct place_of_link at)
{
    DB_BIND(statement, 1, at.message, at.n);
}

/* Returns 1 when this verdict is already stored, 0 when another or no verdict is, or -1. */
static int verdicts_is_stored(struct verdicts *v, struct place_of_link at,
                              const struct verdict *verdict)
{
    bool same = false;
    unsigned i = 0;
    int found;

    bind_place(v->get, at);
    if ((found = db_step(v->db, v->get)) <= 0)
        return found < 0 ? -1 : verdict->how == HOW_NONE;
    same = sqlite3_column_int(v->get, 0) == verdict->k &&
           strcmp((const char *)sqlite3_column_text(v->get, 1), how_name(verdict->how)) == 0 &&
           sqlite3_column_int(v->get, 2) == (int)verdict->count &&
           sqlite3_column_int(v->get, 3) == (int)verdict->against;
    db_reset(v->db, v->get);
    bind_place(v->get_witnesses, at);
    for (; same && (found = db_step(v->db, v->get_witnesses)) > 0; i++)
        same = i < WITNESSES &&
               sqlite3_column_int64(v->get_witnesses, 0) == verdict->best[i].message &&
               sqlite3_column_int64(v->get_witnesses, 1) == verdict->best[i].n;
    db_reset(v->db, v->get_witnesses);
    return found < 0 ? -1 : same && (i == WITNESSES || verdict->best[i].message == 0);
}

/* Deletes a URL, and its host, if no row uses it any more. */
static int drop_url(struct verdicts *v, struct names *names, int64_t url)
{
    int64_t host;

    (void)sqlite3_bind_int64(v->host, 1, url);
    if ((host = db_look(v->db, v->host)) < 0)
        return -1;
    (void)sqlite3_bind_int64(v->free_url, 1, url);
    if (db_run(v->db, v->free_url) < 0)
        return -1;
    if (sqlite3_changes(v->db->sql) == 0)
        return 0;
    names_forget(names);
    (void)sqlite3_bind_int64(v->free_host, 1, host);
    return db_run(v->db, v->free_host);
}

/* Sets the URL that is shown for a link; 0: that of the scan. */
static int verdicts_show(struct verdicts *v, struct names *names, struct place_of_link at,
                         int64_t url)
{
    int64_t old;

    bind_place(v->shown, at);
    if ((old = db_look(v->db, v->shown)) < 0)
        return -1;
    if (old == url)
        return 0;
    bind_place(v->show, at);
    db_bind_id(v->show, 3, url);
    if (db_run(v->db, v->show) < 0)
        return -1;
    return old > 0 ? drop_url(v, names, old) : 0;
}

static int put_witnesses(struct verdicts *v, struct place_of_link at, const struct verdict *verdict)
{
    bind_place(v->drop_witnesses, at);
    if (db_run(v->db, v->drop_witnesses) < 0)
        return -1;
    for (int i = 0; i < WITNESSES && verdict->best[i].message != 0; i++) {
        bind_place(v->put_witness, at);
        DB_BIND(v->put_witness, 3, i + 1, verdict->best[i].message, verdict->best[i].n);
        if (db_run(v->db, v->put_witness) < 0)
            return -1;
    }
    return 0;
}

int verdicts_put(struct verdicts *v, struct names *names, struct place_of_link at,
                 const struct verdict *verdict, trawl_str url)
{
    const char *how = how_name(verdict->how);
    int stored = verdicts_is_stored(v, at, verdict);
    int64_t id = 0;

    if (stored != 0)
        return stored < 0 ? -1 : 0;
    if (verdict->how != HOW_NONE && (id = names_url(names, url)) < 0)
        return -1;
    if (put_witnesses(v, at, verdict) < 0 || verdicts_show(v, names, at, id) < 0)
        return -1;
    if (verdict->how == HOW_NONE) {
        bind_place(v->drop, at);
        return db_run(v->db, v->drop) < 0 ? -1 : 1;
    }
    bind_place(v->put, at);
    (void)sqlite3_bind_int(v->put, 3, verdict->k);
    db_bind(v->put, 4, (trawl_str){how, strlen(how)});
    DB_BIND(v->put, 5, (int)verdict->count, (int)verdict->against);
    return db_run(v->db, v->put) < 0 ? -1 : 1;
}

int verdicts_open_erase(struct verdicts_erase *e, struct db *db)
{
    static const char *const steps[] = {
        /* The settled URLs of the message's links, and of the links it is a witness for. */
        "INSERT OR IGNORE INTO temp.gone SELECT 1, settled FROM links WHERE message = ?1 AND settled"
        " IS NOT NULL UNION SELECT 1, l.settled FROM witnesses w JOIN links l ON l.message ="
        " w.message AND l.n = w.n WHERE w.witness = ?1 AND l.settled IS NOT NULL",
        "UPDATE links SET settled = NULL WHERE settled IS NOT NULL AND (message, n) IN (SELECT"
        " message, n FROM witnesses WHERE witness = ?1)",
        "DELETE FROM verdicts WHERE (message, n) IN (SELECT message, n FROM witnesses WHERE witness"
        " = ?1)",
        "DELETE FROM witnesses WHERE (message, n) IN (SELECT message, n FROM witnesses WHERE witness"
        " = ?1)",
        "DELETE FROM verdicts WHERE message = ?1",
        "DELETE FROM witnesses WHERE message = ?1",
    };

    e->db = db;
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++)
        e->steps[i] = db_prepare(db, steps[i]);
    return db->failed ? -1 : 0;
}

int verdicts_erase(struct verdicts_erase *e, int64_t message)
{
    for (size_t i = 0; i < sizeof e->steps / sizeof e->steps[0]; i++) {
        (void)sqlite3_bind_int64(e->steps[i], 1, message);
        if (db_run(e->db, e->steps[i]) < 0)
            return -1;
    }
    return 0;
}
