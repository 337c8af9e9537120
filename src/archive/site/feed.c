/* feed.c - the Atom feed (RFC 4287) and the sitemap
 *
 * An entry has the beginning of the text of its message. These are read only if the fingerprint of
 * the feed has changed, which is made from the places of the messages.
 *
 * The id of an entry of the feed is a urn:uuid made from the first digits of the message's hash.
 * Messages with a date after LATEST_DATE are left out.
 */
#include "archive/site/site.h"

#include <stdio.h>
#include <time.h>

#define NEWEST "30"
#define SITEMAP_MOST 5000

/* ---- The feed ---- */

static const char feed_newest[] = NEWEST_SELECT NEWEST;
static const char feed_of_archive[] = NEWEST_OF_ARCHIVE NEWEST;

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

/* Writes an entry. Returns 0, or -1 after a message. */
static int feed_put_entry(struct site *s, sqlite3_stmt *row, struct excerpt *e)
{
    struct output *out = &s->out;
    trawl_str subject = db_text(row, AT_SUBJECT), name = db_text(row, AT_NAME), text;
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
    if (excerpt_read(e, sqlite3_column_int64(row, AT_NUMBER), &text) < 0)
        return -1;
    put_text(s, text, 600);
    output_text(out, "</summary>\n</entry>\n");
    return 0;
}

/* Returns the fingerprint of a feed with the messages of a query, or 0 after a message. */
static uint64_t feed_print(struct site *s, sqlite3_stmt *row, struct excerpt *e)
{
    sip_hash print = s->print;
    int found;

    if (s->options.base)
        print = sip_of(print, s->options.base, strlen(s->options.base));
    while ((found = db_step(&s->db, row)) > 0) {
        trawl_str subject = db_text(row, AT_SUBJECT), name = db_text(row, AT_NAME);
        int64_t time = sqlite3_column_int64(row, AT_TIME);

        print = sip_of(print, subject.p, subject.n);
        print = sip_of(print, name.p, name.n);
        print = sip_of(print, (const char *)&time, sizeof time);
        if (excerpt_print(e, sqlite3_column_int64(row, AT_NUMBER), &print) < 0)
            return 0;
    }
    return found < 0 ? 0 : print.a >> 1 | 1;
}

/* Writes the beginning of a feed. `front` is the path of the page that it belongs to. */
static void feed_put_head(struct site *s, const struct archive *archive, const char *front)
{
    struct output *out = &s->out;
    char hash[HASH_ROOM];

    output_text(out, "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
                     "<feed xmlns=\"http://www.w3.org/2005/Atom\">\n<title>");
    put_text(s, archive ? archive_title(archive->name) : site_str(s->options.title), 200);
    output_text(out, "</title>\n");
    if (archive)
        hash_text(hash, site_str(s->path));
    else
        hash_text(hash, site_str(s->options.base ? s->options.base : s->options.title));
    put_uuid(s, hash);
    if (s->options.base) {
        output_text(out, "<link rel=\"self\" href=\"");
        put_base(s, s->path);
        output_text(out, "\"/>\n");
    }
    output_text(out, "<link href=\"");
    put_base(s, front);
    output_text(out, "\"/>\n<generator>trawl</generator>\n");
}

/* Writes the entries of a feed. Returns 0, or -1 after a message. */
static int feed_put_entries(struct site *s, sqlite3_stmt *row, struct excerpt *e)
{
    bool begun = false;
    int found;

    while ((found = db_step(&s->db, row)) > 0) {
        if (!begun) {
            output_text(&s->out, "<updated>");
            put_time(s, sqlite3_column_int64(row, AT_TIME));
            output_text(&s->out, "</updated>\n");
            begun = true;
        }
        if (feed_put_entry(s, row, e) < 0)
            return -1;
    }
    if (!begun)
        output_text(&s->out, "<updated>1970-01-01T00:00:00Z</updated>\n");
    output_text(&s->out, "</feed>\n");
    return found;
}

int feed_make(struct site *s, const struct archive *archive)
{
    sqlite3_stmt *row = db_prepare(&s->db, archive ? feed_of_archive : feed_newest);
    char path[PATH_ROOM] = "feed.xml", front[PATH_ROOM] = "index.html";
    struct excerpt *e;
    uint64_t print;
    int failed = 0;

    if (!row)
        return -1;
    if (archive) {
        (void)sqlite3_bind_int64(row, 1, archive->id);
        path_of_archive(path, archive->name, "feed.xml");
        path_of_archive(front, archive->name, "index.html");
    }
    if (!(e = excerpt_open(s)))
        return -1;
    if ((print = feed_print(s, row, e)) == 0)
        failed = -1;
    else if (!file_is_made(s, path, print)) {
        file_begin(s, path);
        feed_put_head(s, archive, front);
        failed = feed_put_entries(s, row, e) < 0 ? -1 : file_end(s, s->trouble ? 0 : print);
    }
    excerpt_close(e);
    return failed;
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
    char hash[HASH_ROOM], path[PATH_ROOM];
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
        hash_message(hash, row, 1);
        path_of(path, 'm', hash);
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
