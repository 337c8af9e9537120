/* feed.c - the Atom feeds (RFC 4287) of the site, of lists and of threads, and the sitemap
 *
 * An entry has the beginning of the text of its message, which is read from its page. The id of an
 * entry is a urn:uuid made from the first digits of the message's hash. Messages with a date after
 * that of the table "latest" are left out.
 */
#include "archive/site/site.h"

#include <stdio.h>
#include <time.h>

#define ENTRIES "30"
#define SITEMAP_MOST 5000

/* ---- The feed ---- */

#define FEED_OF(newest)                                                                            \
    "SELECT " MESSAGE_COLUMNS " FROM (" newest ENTRIES ") w CROSS JOIN " MESSAGE_FROM              \
    " WHERE m.id = w.id ORDER BY m.time DESC, m.id DESC"
static const char feed_newest[] = FEED_OF(NEWEST);
static const char feed_of_archive[] = FEED_OF(NEWEST_OF_ARCHIVE);
static const char feed_of_thread[] =
    FEED_OF(NEWEST_OF("tree t CROSS JOIN shown k ON k.id = t.id WHERE t.root = ?1 AND"));

/* Writes the address of a file of the site, or its path from the folder of the feed. */
static void put_base(struct site *s, const char *path)
{
    if (s->options.base)
        output_text(&s->out, s->options.base);
    else
        put_up(s);
    output_text(&s->out, path);
}

/* Writes a UUID (RFC 9562, version 8) of a hash. */
static void put_uuid(struct site *s, const char *hash)
{
    output_printf(&s->out, "<id>urn:uuid:%.8s-%.4s-8%.3s-a%.3s-%.12s</id>\n", hash, hash + 8,
                  hash + 12, hash + 15, hash + 18);
}

/* Writes an entry with `most` bytes of the text. Returns 0, or -1 after an error message. */
static int feed_put_entry(struct site *s, sqlite3_stmt *row, struct buffer *text, size_t most)
{
    struct output *out = &s->out;
    trawl_str subject = db_text(row, AT_SUBJECT), name = db_text(row, AT_NAME);
    char hash[HASH_ROOM], path[PATH_ROOM];

    hash_message(hash, row, AT_ID);
    path_of(path, 'm', hash);
    output_text(out, "<entry>\n<title>");
    put_text(s, subject.n > 0 ? subject : site_str("(no subject)"), 300);
    output_text(out, "</title>\n");
    put_uuid(s, hash);
    output_text(out, "<link href=\"");
    put_base(s, path);
    output_text(out, "\"/>\n<updated>");
    put_time(s, sqlite3_column_int64(row, AT_TIME));
    output_text(out, "</updated>\n<author><name>");
    if (name.n == 0)
        name = db_text(row, AT_ADDRESS).n > 0 ? db_text(row, AT_ADDRESS) : site_str("unknown");
    put_text(s, name, 100);
    output_text(out, "</name></author>\n<summary>");
    if (fragment_read(s, path, text) < 0)
        return -1;
    fragment_put_excerpt(s, buffer_str(text), most);
    output_text(out, "</summary>\n</entry>\n");
    return 0;
}

struct atom {
    const char *path, *front; /* its file, and the page that it belongs to */
    trawl_str title, key;     /* key: the id is made from it */
    size_t words;             /* the bytes of each text that it has */
};

/* Writes the beginning of a feed. */
static void feed_put_head(struct site *s, const struct atom *atom)
{
    struct output *out = &s->out;
    char hash[HASH_ROOM];

    output_text(out, "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
                     "<feed xmlns=\"http://www.w3.org/2005/Atom\">\n<title>");
    put_text(s, atom->title, 200);
    output_text(out, "</title>\n");
    hash_text(hash, atom->key);
    put_uuid(s, hash);
    if (s->options.base) {
        output_text(out, "<link rel=\"self\" href=\"");
        put_base(s, s->path);
        output_text(out, "\"/>\n");
    }
    output_text(out, "<link href=\"");
    put_base(s, atom->front);
    output_text(out, "\"/>\n<generator>trawl</generator>\n");
}

/* Writes a feed of the messages of a query. Returns 0, or -1 after an error message. */
static int feed_write(struct site *s, sqlite3_stmt *row, const struct atom *atom)
{
    struct buffer text = {0};
    bool begun = false;
    int found;

    file_begin(s, atom->path);
    feed_put_head(s, atom);
    while ((found = db_step(&s->db, row)) > 0) {
        if (!begun) {
            output_text(&s->out, "<updated>");
            put_time(s, sqlite3_column_int64(row, AT_TIME));
            output_text(&s->out, "</updated>\n");
            begun = true;
        }
        if ((found = feed_put_entry(s, row, &text, atom->words)) < 0)
            break;
    }
    if (!begun)
        output_text(&s->out, "<updated>1970-01-01T00:00:00Z</updated>\n");
    output_text(&s->out, "</feed>\n");
    buffer_free(&text);
    return found < 0 ? -1 : file_end(s, 1);
}

int feed_make(struct site *s, const struct archive *archive)
{
    sqlite3_stmt *row = db_prepare(&s->db, archive ? feed_of_archive : feed_newest);
    char path[PATH_ROOM] = "feed.xml", front[PATH_ROOM] = "index.html";
    struct atom atom = {path, front, site_str(s->options.title),
                        site_str(s->options.base ? s->options.base : s->options.title), 600};

    if (!row)
        return -1;
    if (archive) {
        (void)sqlite3_bind_int64(row, 1, archive->id);
        path_of_archive(path, archive->name, "feed.xml");
        path_of_archive(front, archive->name, "index.html");
        atom.title = archive_title(archive->name);
        atom.key = site_str(path);
    }
    return feed_write(s, row, &atom);
}

int feed_make_thread(struct site *s, sqlite3_stmt **row, int64_t root, const char *front,
                     trawl_str title)
{
    char path[PATH_ROOM];

    if (!*row && !(*row = db_prepare(&s->db, feed_of_thread)))
        return -1;
    (void)snprintf(path, sizeof path, "%.*s.xml", (int)(strlen(front) - strlen(".html")), front);
    (void)sqlite3_bind_int64(*row, 1, root);
    return feed_write(s, *row, &(struct atom){path, front, title, site_str(path), 200});
}

/* ---- The sitemap ---- */

static const char sitemap_head[] = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
                                   "<%s xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n";

/* Ends the file of a part, and adds it to the list of parts. */
static int feed_end_part(struct site *s, struct buffer *parts)
{
    output_text(&s->out, "</urlset>\n");
    if (file_end(s, 1) < 0)
        return -1;
    if (buffer_add(parts, s->path, strlen(s->path) + 1) == TRAWL_OK)
        return 0;
    (void)command_trouble("site", TRAWL_ERROR_NO_MEMORY);
    return -1;
}

static int write_parts(struct site *s, const struct buffer *parts)
{
    file_begin(s, "sitemap.xml");
    output_printf(&s->out, sitemap_head, "sitemapindex");
    for (size_t at = 0; at < parts->n; at += strlen(parts->p + at) + 1) {
        output_text(&s->out, "<sitemap><loc>");
        put_base(s, parts->p + at);
        output_text(&s->out, "</loc></sitemap>\n");
    }
    output_text(&s->out, "</sitemapindex>\n");
    return file_end(s, 1);
}

/* Each month has files of at most SITEMAP_MOST messages. */
int sitemap_make(struct site *s)
{
    sqlite3_stmt *row = db_prepare(
        &s->db,
        "SELECT s.month, " ADDRESS_COLUMNS("m") " FROM shown s CROSS JOIN messages m ON m.id = s.id"
                                                " ORDER BY s.month, m.time, m.id");
    struct buffer parts = {0};
    char path[PATH_ROOM];
    int month = -2, found = -1, part = 0, failed = row ? 0 : -1;
    unsigned n = 0;

    while (!failed && (found = db_step(&s->db, row)) > 0) {
        int now = sqlite3_column_int(row, 0);

        if (now != month || n == SITEMAP_MOST) {
            failed = month > -2 ? feed_end_part(s, &parts) : 0;
            part = now == month ? part + 1 : 0;
            month = now;
            n = 0;
            (void)snprintf(path, sizeof path, "sitemap/%04d-%02d-%d.xml",
                           month < 0 ? 0 : month / 12, month < 0 ? 0 : month % 12 + 1, part);
            file_begin(s, path);
            output_printf(&s->out, sitemap_head, "urlset");
        }
        path_of_row(path, 'm', row, 1);
        output_text(&s->out, "<url><loc>");
        put_base(s, path);
        output_text(&s->out, "</loc></url>\n");
        n++;
    }
    if (!failed && found == 0)
        failed = (month > -2 && feed_end_part(s, &parts) < 0) || write_parts(s, &parts) < 0;
    buffer_free(&parts);
    return failed || found < 0 ? -1 : 0;
}
