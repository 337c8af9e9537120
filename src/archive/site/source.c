/* source.c - the sources of a site: their generations, and messages that are not to be published
 *
 * A message is not published if its header has X-No-Archive: yes, Archive: no, Restrict:
 * no-external-archive, or X-Robots-Tag: noindex, noarchive or none; or if its text begins with a
 * line "X-No-Archive: yes". The result is stored in the state, so each header is read once.
 */
#include "archive/site/site.h"

#include "base/ascii.h"

struct source_reader *site_open_sources(struct site *s)
{
    const struct source_about about = {
        .db = &s->db,
        .refused = db_prepare(&s->db, "INSERT OR IGNORE INTO refused VALUES (?1)"),
        .lost = ": cannot be read; its message has no text in the site",
        .trouble = &s->trouble};

    return source_open(&about);
}

int64_t source_generation(struct site *s, struct source_reader *r, int64_t source)
{
    static int64_t last, generation;
    const struct source_now *now;

    if (last == source)
        return generation;
    if (!(now = source_enter(r, source)) ||
        (generation = state_generation(s, source, (trawl_str){now->path.p, now->path.n - 1},
                                       now->size, now->mtime)) < 0)
        return -1;
    last = source;
    return generation += now->again << 32;
}

/* ---- Messages that are not to be published ---- */

#define HEADER_LINE ((size_t)1000)

struct header {
    char line[HEADER_LINE];
    size_t n, total;
    bool body; /* the header has ended; an empty line may follow */
    bool hidden;
};

/* Returns true if a value has one of the words. */
static bool source_has_word(trawl_str value, const char *const *words)
{
    for (size_t i = 0, n; i < value.n; i += n + (n == 0)) {
        n = 0;
        while (i + n < value.n &&
               (ascii_is_alnum((unsigned char)value.p[i + n]) || value.p[i + n] == '-'))
            n++;
        for (size_t k = 0; words[k] && n > 0; k++)
            if (n == strlen(words[k]) && ascii_same(value.p + i, words[k], n))
                return true;
    }
    return false;
}

static bool hides(trawl_str line)
{
    static const struct {
        const char *name, *words[4];
    } fields[] = {{"x-no-archive:", {"yes", NULL}},
                  {"archive:", {"no", NULL}},
                  {"restrict:", {"no-external-archive", NULL}},
                  {"x-robots-tag:", {"noindex", "noarchive", "none", NULL}}};

    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        size_t n = strlen(fields[i].name);

        if (line.n >= n && ascii_same(line.p, fields[i].name, n))
            return source_has_word((trawl_str){line.p + n, line.n - n}, fields[i].words);
    }
    return false;
}

/* A source_bytes: reads the lines of the header, and the first one of the text. */
static int source_take_header(void *user, const char *p, size_t n)
{
    struct header *h = user;

    for (size_t i = 0; i < n; i++) {
        if (h->total++ > TRAWL_MAIL_HEADER)
            return 2;
        if (p[i] != '\n') {
            if (h->n < HEADER_LINE && p[i] != '\r')
                h->line[h->n++] = p[i];
            continue;
        }
        if (hides((trawl_str){h->line, h->n}) &&
            (!h->body || ascii_same(h->line, "x-no-archive:", 13)))
            h->hidden = true;
        if (h->hidden || (h->body && h->n > 0))
            return 2;
        h->body |= h->n == 0;
        h->n = 0;
    }
    return 0;
}

/* Returns 1 if a message is not to be published, 0 if it is, or -1. */
static int is_hidden(struct site *s, struct source_reader *r, const sqlite3_stmt *row)
{
    sqlite3_stmt *m = (sqlite3_stmt *)row;
    struct header h = {.n = 0};
    int64_t source = sqlite3_column_int64(m, 1),
            key[5] = {source, sqlite3_column_int64(m, 2), sqlite3_column_int64(m, 3),
                      sqlite3_column_int64(m, 4), source_generation(s, r, source)};
    uint64_t hash = sip_of((sip_hash){3, 3}, (const char *)key, sizeof key).a >> 1;
    int hidden = key[4] < 0 ? -1 : state_header(s, hash), stop;

    if (hidden != 2)
        return hidden;
    stop = source_read(r, source, (uint64_t)key[1], (uint64_t)key[2], source_take_header, &h);
    if (stop < 0 || stop == 1)
        return stop < 0 ? -1 : 0;
    return state_set_header(s, hash, h.hidden) < 0 ? -1 : h.hidden;
}

int hidden_find(struct site *s)
{
    struct source_reader *r = site_open_sources(s);
    sqlite3_stmt *all =
                     db_prepare(&s->db, "SELECT w.id, w.source, w.at, w.length, m.content FROM"
                                        " fresh f CROSS JOIN plan.place w ON w.id = f.id CROSS JOIN"
                                        " messages m ON m.id = w.id WHERE m.content IS NOT NULL"
                                        " ORDER BY w.source, w.at"),
                 *put = db_prepare(&s->db, "INSERT INTO hidden VALUES (?1)"),
                 *note = db_prepare(&s->db, "INSERT OR REPLACE INTO origin VALUES (?1, ?2)");
    int found = -1, hidden = 0;
    int64_t source = 0;

    while (r && (found = db_step(&s->db, all)) > 0 && !interrupted &&
           (hidden = is_hidden(s, r, all)) >= 0) {
        (void)sqlite3_bind_int64(put, 1, sqlite3_column_int64(all, 0));
        if (hidden > 0 && db_run(&s->db, put) < 0)
            break;
        if (source == sqlite3_column_int64(all, 1))
            continue;
        source = sqlite3_column_int64(all, 1);
        DB_BIND(note, 1, source, source_generation(s, r, source));
        if (db_run(&s->db, note) < 0)
            break;
    }
    source_close(r);
    return found == 0 ? 0 : -1;
}

int sources_find_changed(struct site *s, int64_t n)
{
    struct source_reader *r = site_open_sources(s);
    sqlite3_stmt *row =
                     db_prepare(&s->db, "SELECT o.source, o.generation FROM changes c JOIN origin"
                                        " o ON o.source = -c.message JOIN sources s ON s.id ="
                                        " o.source WHERE c.n > ?1"),
                 *put =
                     db_prepare(&s->db, "INSERT OR IGNORE INTO fresh SELECT coalesce(m.same, m.id)"
                                        " FROM places w JOIN messages m ON m.id = w.message"
                                        " WHERE w.source = ?1");
    int found = -1;
    int64_t generation = 0;

    if (row && put)
        (void)sqlite3_bind_int64(row, 1, n);
    while (r && generation >= 0 && (found = db_step(&s->db, row)) > 0) {
        generation = source_generation(s, r, sqlite3_column_int64(row, 0));
        (void)sqlite3_bind_value(put, 1, sqlite3_column_value(row, 0));
        if (generation != sqlite3_column_int64(row, 1) && db_run(&s->db, put) < 0)
            break;
    }
    source_close(r);
    return found == 0 ? 0 : -1;
}
