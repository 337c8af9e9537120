/* text.c - text of the archive in pages, and the paths of pages
 *
 * The name of a page is the first 40 hex digits of the SHA-256 (FIPS 180-4) of a message-id, an
 * address or a host. So the name is valid on every file system, and other programs can compute it.
 */
#include "archive/site/site.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <trawl_emit.h>

#include "app/digest/digest.h"
#include "base/ascii.h"
#include "base/subject.h"

trawl_str site_str(const char *text)
{
    return (trawl_str){text, text ? strlen(text) : 0};
}

void put_text(struct site *s, trawl_str text, size_t most)
{
    struct buffer masked = {0};

    if (!site_masks(s) || text.n == 0) {
        escape_put(&s->out, text, most);
        return;
    }
    if (mask_text(s, &masked, text) == TRAWL_OK)
        escape_put(&s->out, buffer_str(&masked), most);
    buffer_free(&masked);
}

void put_isolated(struct site *s, trawl_str text, size_t most)
{
    bool ascii = true;

    for (size_t i = 0; i < text.n && ascii; i++)
        ascii = (unsigned char)text.p[i] < 0x80;
    output_text(&s->out, ascii ? "" : "<bdi>");
    put_text(s, text, most);
    output_text(&s->out, ascii ? "" : "</bdi>");
}

void hash_text(char hash[HASH_ROOM], trawl_str text)
{
    unsigned char bytes[SHA256_BYTES];

    sha256(text, bytes);
    *put_hex(hash, (const char *)bytes, (HASH_ROOM - 1) / 2) = '\0';
}

void path_of(char path[PATH_ROOM], char kind, const char *hash)
{
    (void)snprintf(path, PATH_ROOM, "%c/%.2s/%s.html", kind, hash, hash + 2);
}

void hash_message(char hash[HASH_ROOM], sqlite3_stmt *row, int column)
{
    const struct address_parts parts = address_read(row, column);
    unsigned char bytes[SHA256_BYTES];

    address_of(&parts, bytes);
    *put_hex(hash, (const char *)bytes, (HASH_ROOM - 1) / 2) = '\0';
}

void path_of_row(char path[PATH_ROOM], char kind, sqlite3_stmt *row, int column)
{
    char hash[HASH_ROOM];

    hash_message(hash, row, column);
    path_of(path, kind, hash);
}

void path_of_sender(char path[PATH_ROOM], sqlite3_stmt *row, int column)
{
    trawl_str address = db_text(row, column), written = db_text(row, column + 1);
    char hash[HASH_ROOM], lower[1000];

    if (address.n == 0 || address.n >= sizeof lower) {
        hash_text(hash, address.n > 0 ? address : written);
    } else {
        for (size_t i = 0; i < address.n; i++)
            lower[i] = (char)ascii_lower((unsigned char)address.p[i]);
        hash_text(hash, (trawl_str){lower, address.n});
    }
    path_of(path, 'a', hash);
}

void name_month(char name[MONTH_ROOM], int month, bool page)
{
    static const char *const names[] = {"January",   "February", "March",    "April",
                                        "May",       "June",     "July",     "August",
                                        "September", "October",  "November", "December"};

    if (month < 0)
        (void)snprintf(name, MONTH_ROOM, "%s", page ? "undated" : "No date");
    else if (page)
        (void)snprintf(name, MONTH_ROOM, "%04d-%02d", month / 12, month % 12 + 1);
    else
        (void)snprintf(name, MONTH_ROOM, "%s %04d", names[month % 12], month / 12);
}

/* ---- Markup ---- */

void put_up(struct site *s)
{
    if (s->in_list) {
        output_byte(&s->out, LIST_UP);
        return;
    }
    for (int i = 0; i < s->depth; i++)
        output_text(&s->out, "../");
}

void put_anchor_to(struct site *s, const char *path)
{
    put_anchor_as(s, NULL, path);
}

void put_anchor_as(struct site *s, const char *rel, const char *path)
{
    size_t same = 0; /* the length of the folders that both paths begin with */

    output_printf(&s->out, rel ? "<a rel=\"%s\" href=\"" : "<a href=\"", rel);
    if (s->in_list) {
        output_byte(&s->out, LIST_UP);
    } else {
        for (size_t i = 0; path[i] && path[i] == s->path[i]; i++)
            same = path[i] == '/' ? i + 1 : same;
        for (const char *p = s->path + same; (p = strchr(p, '/')) != NULL; p++)
            output_text(&s->out, "../");
    }
    output_text(&s->out, path + same);
    output_text(&s->out, "\">");
}

void put_sender(struct site *s, sqlite3_stmt *row, int column)
{
    trawl_str name = db_text(row, column), address = db_text(row, column + 1),
              written = db_text(row, column + 2);

    put_isolated(s,
                 name.n > 0      ? name
                 : address.n > 0 ? address
                 : written.n > 0 ? written
                                 : site_str("unknown"),
                 100);
}

void put_subject(struct site *s, trawl_str subject)
{
    put_isolated(s, subject.n > 0 ? subject : site_str("(no subject)"), 300);
}

void put_message(struct site *s, const char *path, sqlite3_stmt *row, trawl_str subject)
{
    put_anchor_to(s, path);
    put_subject(s, subject);
    output_text(&s->out, "</a> <span class=\"dim\">");
    put_sender(s, row, AT_NAME);
    put_day(s, row, AT_TIME);
    output_text(&s->out, "</span>");
}

trawl_str bare_subject(trawl_str subject)
{
    struct subject_word word;

    for (;; subject = (trawl_str){subject.p + word.after, subject.n - word.after}) {
        while (subject.n > 0 && ascii_is_blank(subject.p[0]))
            subject = (trawl_str){subject.p + 1, subject.n - 1};
        word = subject_word(subject.p, subject.n);
        if (word.p != subject.p ||
            (!subject_is_word(subject_answers, word) && !subject_is_word(subject_forwards, word)))
            return subject;
    }
}

/* The function bare_subject(TEXT) of SQL. */
static void subject_in_sql(sqlite3_context *context, int count, sqlite3_value **values)
{
    const char *p = (const char *)sqlite3_value_text(values[0]);
    const trawl_str bare =
        bare_subject((trawl_str){p, p ? (size_t)sqlite3_value_bytes(values[0]) : 0});

    (void)count;
    if (p)
        sqlite3_result_text64(context, bare.p, bare.n, SQLITE_TRANSIENT, SQLITE_UTF8);
}

int subjects_open(struct site *s)
{
    return sqlite3_create_function(s->db.sql, "bare_subject", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC,
                                   NULL, subject_in_sql, NULL, NULL) == SQLITE_OK
               ? 0
               : db_trouble(&s->db);
}

void put_time(struct site *s, int64_t time)
{
    char stamp[STAMP_ROOM];

    if (stamp_of(time, stamp))
        output_text(&s->out, stamp);
}

bool site_has_time(int64_t time)
{
    return time >= 0 && time < 253402300800;
}

void put_clock(struct site *s, int64_t time)
{
    char date[RECORD_DATE];
    const size_t n = record_date(date, time, 0, 1), rest = sizeof ":00 +0000" - 1;

    output_bytes(&s->out, date, n > rest ? n - rest : 0);
}

void put_day(struct site *s, sqlite3_stmt *row, int column)
{
    const int64_t time = sqlite3_column_int64(row, column);
    char day[STAMP_ROOM];

    if (sqlite3_column_type(row, column) == SQLITE_NULL || !site_has_time(time) ||
        !day_of(time, day))
        return;
    output_printf(&s->out, " <time>%s</time>", day);
}

/* ---- URLs ---- */

bool put_url_start(struct site *s, trawl_str url)
{
    char href[2 * URL_MOST], shown[2 * URL_MOST];
    trawl_link link = {.size = sizeof link, .kind = TRAWL_KIND_BARE, .url = url, .raw = url};
    size_t n, k = 0;
    bool hidden = site_masks(s) && url.n > 0 &&
                  (has_address(url) || trawl_display(url.p, url.n, shown, sizeof shown, &k) ||
                   memchr(shown, '@', k));
    int valid = s->options.valid ? standards_of(s->options.valid, url) : 0;
    bool refused = s->options.valid && (valid < 0 || !((unsigned)valid & s->options.valid));
    int error = hidden || refused || url.n > URL_MOST
                    ? TRAWL_ERROR_NO_SPACE
                    : trawl_emit_href(&link, "", 0, href, sizeof href, &n, NULL);

    if (error == TRAWL_ERROR_NO_MEMORY && !s->out.error)
        s->out.error = ENOMEM;
    if (error != TRAWL_OK)
        return false;
    output_text(&s->out, "<a rel=\"" SITE_REL "\" href=\"");
    escape_put(&s->out, (trawl_str){href, n}, n);
    output_text(&s->out, "\">");
    return true;
}
