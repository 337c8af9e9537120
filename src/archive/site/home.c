/* home.c - links that lead home: links into another archive whose message this site has
 *
 * The table plan.led has the URLs whose message is known by its id in the URL (index/home.c). Pages
 * lead to the message, and still show the URL. When the message of a URL arrives, changes or is
 * removed, the pages with the URL are made again. A URL with an id that no message has is in the
 * table with target 0, since a later run tests only the URLs in the table and those of fresh
 * messages.
 */
#include "archive/site/site.h"

static const char led_table[] =
    "CREATE TEMP TABLE led_now(url INTEGER PRIMARY KEY, target INTEGER NOT NULL)";

/* "strayed": the URLs whose message is not that of the last run. "home": led, by the text of the
 * URL, by which "urls" has no index. "leads": the sum has squares, so that it changes also when two
 * URLs exchange their messages. */
static const char led_update[] =
    "CREATE TEMP TABLE strayed AS SELECT url FROM (SELECT * FROM led_now WHERE target > 0 UNION ALL"
    " SELECT * FROM plan.led WHERE target > 0) GROUP BY url, target HAVING count(*) = 1;"
    "DELETE FROM plan.led; INSERT INTO plan.led SELECT * FROM led_now;"
    "INSERT OR IGNORE INTO todo SELECT page_group(1, l.message) FROM strayed y CROSS JOIN links l"
    " ON l.url = y.url UNION ALL SELECT page_group(2, t.root) FROM strayed y CROSS JOIN links l"
    " ON l.url = y.url CROSS JOIN tree t ON t.id = l.message UNION ALL SELECT h.host FROM (SELECT"
    " DISTINCT l.message FROM strayed y CROSS JOIN links l ON l.url = y.url) q CROSS JOIN hosted"
    " h ON h.message = q.message;"
    "CREATE TEMP TABLE leads(message INTEGER PRIMARY KEY, sum INTEGER);"
    "CREATE TEMP TABLE home(url TEXT PRIMARY KEY, target INTEGER NOT NULL) WITHOUT ROWID;"
    "INSERT OR IGNORE INTO home SELECT u.url, d.target FROM plan.led d CROSS JOIN urls u ON u.id ="
    " d.url WHERE d.target > 0;"
    "INSERT INTO leads SELECT message, sum(x * x % 1000000007) + 1 FROM (SELECT l.message, (d.url *"
    " 2654435761 + d.target * 40503) % 1000000007 AS x FROM plan.led d CROSS JOIN links l ON l.url"
    " = d.url WHERE d.target > 0) GROUP BY 1";
_Static_assert(GROUP_MESSAGE == 1 && GROUP_THREAD == 2, "in the SQL");

static const char known_urls[] =
    "SELECT id, url FROM urls WHERE id IN (SELECT url FROM plan.led UNION SELECT l.url FROM fresh f"
    " CROSS JOIN links l ON l.message = f.id)";

int home_plan(struct site *s)
{
    struct home home = {.db = &s->db};
    sqlite3_stmt *row = NULL, *put = NULL;
    int64_t target = 0;
    int found = db_execute(&s->db, led_table);

    if (found == 0) {
        row = db_prepare(&s->db, s->all ? "SELECT id, url FROM urls" : known_urls);
        put = db_prepare(&s->db, "INSERT INTO led_now VALUES (?1, coalesce((SELECT id FROM shown"
                                 " WHERE id = ?2), 0))");
    }
    found = row && put ? 0 : -1;
    while (found >= 0 && target >= 0 && (found = db_step(&s->db, row)) > 0) {
        target = home_find(&home, db_text(row, 1));
        DB_BIND(put, 1, sqlite3_column_int64(row, 0), target);
        if ((target > 0 || home.named) && db_run(&s->db, put) < 0)
            found = -1;
    }
    home_close(&home);
    return found < 0 || target < 0 ? -1 : db_execute(&s->db, led_update);
}

bool home_path(struct site *s, trawl_str url, char path[PATH_ROOM])
{
    bool found;

    if (!s->led)
        s->led = db_prepare(&s->db, "SELECT " ADDRESS_COLUMNS("m") " FROM temp.home h CROSS JOIN"
                                                                   " messages m ON m.id = h.target"
                                                                   " WHERE h.url = ?1");
    db_bind(s->led, 1, url);
    if ((found = s->led && db_step(&s->db, s->led) > 0)) {
        path_of_row(path, 'm', s->led, 0);
        db_reset(&s->db, s->led);
    }
    return found;
}
