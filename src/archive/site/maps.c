/* maps.c - maps of old addresses, for nginx and for Apache
 *
 *     redirects-NAME.map   for the directive "map" of nginx, lines such as
 *                          2004-June/000123.html m/4f/224e4c780a6cbb15ab45b41f18b58107a818c3.html;
 *     redirects-NAME.txt   for a RewriteMap of Apache: the same lines without the semicolon
 *
 * An address is in a map once. If it is added again, the first page counts.
 *
 * nginx ignores the case of keys, and does not start if a map has a key twice, or if keys with the
 * same hash fill 64 KB. The hash is simple, so a sender can choose Message-IDs that have the same.
 * nginx tests regular expressions, which respect case, only if no key matches. So all addresses
 * that have the hash of another one, such as those that differ only in case, become these:
 *
 *     ~^list/A\.html$ m/...;
 *
 * A backslash precedes an address that nginx would read as a parameter, such as "default".
 */
#include "archive/site/site.h"

#include <stdio.h>

#include "base/ascii.h"

int map_begin(struct site *s, struct old_map *map)
{
    map->site = s;
    map->put = NULL;
    if (db_execute(&s->db, "CREATE TEMP TABLE IF NOT EXISTS map(n INTEGER PRIMARY KEY, old TEXT NOT"
                           " NULL UNIQUE, page TEXT NOT NULL, hash INTEGER NOT NULL);"
                           "CREATE INDEX IF NOT EXISTS temp.map_hash ON map(hash);"
                           "DELETE FROM temp.map") < 0)
        return -1;
    map->put =
        db_prepare(&s->db, "INSERT OR IGNORE INTO temp.map(old, page, hash) VALUES (?1, ?2, ?3)");
    return map->put ? 0 : -1;
}

/* Returns true for an address that both servers read from a map without quotes or escapes, that is
 * shorter than their limits, and that cannot begin a comment or a regular expression. */
static bool map_takes(trawl_str old)
{
    for (size_t i = 0; i < old.n; i++)
        if (!ascii_is_alnum((unsigned char)old.p[i]) && !strchr("@._+=/,%-", old.p[i]))
            return false;
    return old.n > 0 && old.n <= MAP_OLD_MOST;
}

/* Returns the hash of a key in nginx: ngx_hash() of its letters in lower case. */
static uint64_t map_hash(trawl_str old)
{
    uint64_t hash = 0;

    for (size_t i = 0; i < old.n; i++)
        hash = 31 * hash + (unsigned char)ascii_lower((unsigned char)old.p[i]);
    return hash;
}

int map_add(struct old_map *map, trawl_str old, trawl_str page)
{
    if (!map_takes(old))
        return 0;
    db_bind(map->put, 1, old);
    db_bind(map->put, 2, page);
    (void)sqlite3_bind_int64(map->put, 3, (int64_t)map_hash(old));
    return db_run(&map->site->db, map->put);
}

/* Writes an address as a key of nginx, or as a regular expression. */
static void map_put_nginx(struct output *out, trawl_str old, bool regex)
{
    if (!regex) {
        if (ascii_is_word_of("default hostnames include volatile", old.p, old.n))
            output_byte(out, '\\');
        output_bytes(out, old.p, old.n);
        return;
    }
    output_text(out, "~^");
    for (size_t i = 0; i < old.n; i++) {
        if (old.p[i] == '.' || old.p[i] == '+')
            output_byte(out, '\\');
        output_byte(out, old.p[i]);
    }
    output_byte(out, '$');
}

int map_end(struct old_map *map, const char *name)
{
    static const char *const ends[] = {"map", "txt"};
    struct site *s = map->site;
    sqlite3_stmt *row =
        db_prepare(&s->db, "SELECT old, page, EXISTS (SELECT 1 FROM temp.map o WHERE o.hash ="
                           " a.hash AND o.n <> a.n) FROM temp.map a ORDER BY n");
    char path[PATH_ROOM];
    int found = row ? 0 : -1;

    for (int i = 0; i < 2 && found == 0; i++) {
        (void)snprintf(path, sizeof path, "redirects-%s.%s", name, ends[i]);
        file_begin(s, path);
        while ((found = db_step(&s->db, row)) > 0) {
            const trawl_str old = db_text(row, 0), page = db_text(row, 1);

            if (i == 0)
                map_put_nginx(&s->out, old, sqlite3_column_int(row, 2) != 0);
            else
                output_bytes(&s->out, old.p, old.n);
            output_byte(&s->out, ' ');
            output_bytes(&s->out, page.p, page.n);
            output_text(&s->out, i == 0 ? ";\n" : "\n");
        }
        found = found < 0 ? -1 : file_end(s, 1);
    }
    return found;
}
