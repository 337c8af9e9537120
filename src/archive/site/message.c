/* message.c - the page of a message
 *
 * The parts of the page before and after the text come from the index. The page's fingerprint is a
 * hash of these and of the place of the text. The text is read only if the fingerprint has changed.
 */
#include "archive/site/site.h"

#include <stdio.h>

#define REPLIES 100 /* the most that a page lists; the thread's page has all */

enum { AT_MONTH = AT_MORE, AT_PREV, AT_NEXT, AT_SOURCE, AT_OFFSET, AT_LENGTH, AT_ROOT, AT_PARENT };

struct maker {
    struct site *site;
    struct source_reader *reader;
    struct body *body;
    sqlite3_stmt *all, *one, *replies, *thread;
    struct buffer head, tail;
};

static const char all_sql[] =
    "SELECT " MESSAGE_COLUMNS ", s.month, s.prev, s.next, w.source, w.at, w.length, t.root,"
    " m.parent FROM place w CROSS JOIN shown s ON s.id = w.id CROSS JOIN messages m ON m.id = w.id"
    " LEFT JOIN senders p ON p.id = m.sender LEFT JOIN tree t ON t.id = w.id"
    " ORDER BY w.source, w.at";

static const char one_sql[] = "SELECT " MESSAGE_COLUMNS " FROM shown s JOIN messages m ON m.id ="
                              " s.id LEFT JOIN senders p ON p.id = m.sender WHERE s.id = ?1";

static const char replies_sql[] =
    "SELECT " MESSAGE_COLUMNS " FROM messages m JOIN shown s ON s.id = m.id"
    " LEFT JOIN senders p ON p.id = m.sender WHERE m.parent = ?1 AND m.same IS NULL AND m.id <> ?1"
    " ORDER BY m.time, m.id LIMIT ?2";

/* ---- Links to other messages ---- */

/* Writes a link to the message of a row. */
static void message_put_link(struct site *s, sqlite3_stmt *row, const char *rel)
{
    char hash[HASH_ROOM], path[PATH_ROOM];

    hash_message(hash, row, AT_ID);
    path_of(path, 'm', hash);
    output_text(&s->out, "<a ");
    if (rel)
        output_printf(&s->out, "rel=\"%s\" ", rel);
    output_text(&s->out, "href=\"");
    put_up(s);
    output_text(&s->out, path);
    output_text(&s->out, "\">");
    put_subject(s, db_text(row, AT_SUBJECT));
    output_text(&s->out, "</a> <span class=\"dim\">");
    put_sender(s, row, AT_NAME);
    put_day(s, row, AT_TIME);
    output_text(&s->out, "</span>");
}

/* Writes the link to the message of a column, with a word before it. Returns 0, or -1. */
static int message_put_other(struct maker *k, int column, const char *word, const char *rel)
{
    struct site *s = k->site;
    int found;

    if (sqlite3_column_type(k->all, column) == SQLITE_NULL)
        return 0;
    (void)sqlite3_bind_int64(k->one, 1, sqlite3_column_int64(k->all, column));
    if ((found = db_step(&s->db, k->one)) < 0)
        return -1;
    output_printf(&s->out, "<li>%s: ", word);
    if (found > 0)
        message_put_link(s, k->one, rel);
    else
        output_text(&s->out, "<span class=\"dim\">a message that is not in this archive</span>");
    output_text(&s->out, "</li>\n");
    return found > 0 && sqlite3_reset(k->one) != SQLITE_OK ? -1 : 0;
}

/* Writes a link with a word to the message of a column. Returns 0, or -1. */
static int message_put_step(struct maker *k, int column, const char *word, const char *rel)
{
    struct site *s = k->site;
    char hash[HASH_ROOM], path[PATH_ROOM];
    int found;

    if (sqlite3_column_type(k->all, column) == SQLITE_NULL)
        return 0;
    (void)sqlite3_bind_int64(k->one, 1, sqlite3_column_int64(k->all, column));
    if ((found = db_step(&s->db, k->one)) <= 0)
        return found;
    hash_message(hash, k->one, AT_ID);
    path_of(path, 'm', hash);
    output_printf(&s->out, "<li><a rel=\"%s\" href=\"", rel);
    put_up(s);
    output_printf(&s->out, "%s\">%s</a></li>\n", path, word);
    return sqlite3_reset(k->one) == SQLITE_OK ? 0 : -1;
}

static int put_replies(struct maker *k)
{
    struct site *s = k->site;
    int found, n = 0;

    (void)sqlite3_bind_int64(k->replies, 1, sqlite3_column_int64(k->all, AT_NUMBER));
    (void)sqlite3_bind_int(k->replies, 2, REPLIES);
    while ((found = db_step(&s->db, k->replies)) > 0) {
        output_text(&s->out, n++ == 0 ? "<h2>Replies</h2>\n<ul class=\"list\">\n<li>" : "<li>");
        message_put_link(s, k->replies, NULL);
        output_text(&s->out, "</li>\n");
    }
    if (n > 0)
        output_text(&s->out, "</ul>\n");
    return found;
}

/* Writes the link to the thread's page, if there is one. */
static int message_put_thread(struct maker *k)
{
    struct site *s = k->site;
    char hash[HASH_ROOM], path[PATH_ROOM];
    int found;

    (void)sqlite3_bind_int64(k->thread, 1, sqlite3_column_int64(k->all, AT_ROOT));
    if ((found = db_step(&s->db, k->thread)) <= 0)
        return found;
    hash_message(hash, k->thread, 0);
    db_reset(&s->db, k->thread);
    path_of(path, 't', hash);
    output_text(&s->out, "<li>");
    put_anchor_to(s, path);
    output_text(&s->out, "Thread</a></li>\n");
    return 0;
}

/* ---- Pages ---- */

/* Writes the page up to the text. */
static int make_head(struct maker *k, const char *path)
{
    struct site *s = k->site;
    struct output *out = &s->out;
    sqlite3_stmt *m = k->all;
    trawl_str subject = db_text(m, AT_SUBJECT), address = db_text(m, AT_ADDRESS);
    char month_path[MONTH_ROOM], month_name[MONTH_ROOM];
    int month = sqlite3_column_int(m, AT_MONTH);

    file_begin(s, path);
    k->head.n = 0;
    out->hold = &k->head;
    page_head(s, subject.n > 0 ? subject : site_str("(no subject)"), NULL);
    output_text(out, "<article>\n<h1>");
    put_subject(s, subject);
    output_text(out, "</h1>\n<p class=\"from\">");
    put_sender(s, m, AT_NAME);
    if (address.n > 0 && db_text(m, AT_NAME).n > 0 && !s->options.mask) {
        output_text(out, " <bdi class=\"dim\">");
        put_text(s, address, 200);
        output_text(out, "</bdi>");
    }
    put_day(s, m, AT_TIME);
    output_text(out, "</p>\n<nav class=\"steps\" aria-label=\"Around this message\"><ul>\n");
    name_month(month_path, month, true);
    name_month(month_name, month, false);
    if (message_put_step(k, AT_PREV, "\xE2\x86\x90 Previous", "prev") < 0 ||
        message_put_step(k, AT_NEXT, "Next \xE2\x86\x92", "next") < 0 || message_put_thread(k) < 0)
        return -1;
    output_printf(out, "<li><a href=\"../../months/%s.html\">%s</a></li>\n", month_path,
                  month_name);
    if (message_put_other(k, AT_PARENT, "In reply to", NULL) < 0)
        return -1;
    output_text(out, "</ul></nav>\n");
    return out->error ? -1 : 0;
}

/* Writes the page after the text. */
static int make_tail(struct maker *k)
{
    struct site *s = k->site;

    k->tail.n = 0;
    s->out.hold = &k->tail;
    output_text(&s->out, "</article>\n");
    if (put_replies(k) < 0)
        return -1;
    output_text(&s->out, "<nav class=\"steps\" aria-label=\"Messages by date\"><ul>\n");
    if (message_put_other(k, AT_PREV, "Previous", "prev") < 0 ||
        message_put_other(k, AT_NEXT, "Next", "next") < 0)
        return -1;
    output_text(&s->out, "</ul></nav>\n");
    page_foot(s);
    return s->out.error ? -1 : 0;
}

/* Writes the text. Returns 0, 1 if it cannot be read, or -1. */
static int message_put_body(struct maker *k)
{
    int64_t source = sqlite3_column_int64(k->all, AT_SOURCE);
    int stop;

    if (source_generation(k->reader, source) < 0)
        return -1;
    stop = body_begin(k->body, source_input(k->reader), source_budget(k->reader));
    if (!stop)
        stop = source_read(k->reader, source, (uint64_t)sqlite3_column_int64(k->all, AT_OFFSET),
                           (uint64_t)sqlite3_column_int64(k->all, AT_LENGTH), body_take, k->body);
    if (stop == 1)
        output_text(&k->site->out, "<p>The text of this message could not be read.</p>\n");
    if (stop == 0)
        stop = body_end(k->body);
    return stop < 0 && !k->site->out.error ? (command_trouble("site", stop), -1) : stop;
}

/* Returns the fingerprint of the page, or 0 after a message. */
static uint64_t message_print_of(struct maker *k)
{
    sqlite3_stmt *m = k->all;
    int64_t generation = source_generation(k->reader, sqlite3_column_int64(m, AT_SOURCE));
    int64_t text[] = {sqlite3_column_int64(m, AT_ID + 1), sqlite3_column_int64(m, AT_SOURCE),
                      sqlite3_column_int64(m, AT_OFFSET), sqlite3_column_int64(m, AT_LENGTH),
                      generation};
    sip_hash hash = sip_of(k->site->print, (const char *)text, sizeof text);

    hash = sip_of(hash, k->head.p, k->head.n);
    return generation < 0 ? 0 : sip_of(hash, k->tail.p, k->tail.n).a >> 1 | 1;
}

static int message_make_page(struct maker *k)
{
    struct site *s = k->site;
    char hash[HASH_ROOM], path[PATH_ROOM];
    uint64_t print;
    int stop;

    hash_message(hash, k->all, AT_ID);
    path_of(path, 'm', hash);
    if (make_head(k, path) < 0 || make_tail(k) < 0 || (print = message_print_of(k)) == 0)
        return -1;
    if (file_is_made(s, path, print)) {
        s->pages++;
        return 0;
    }
    file_begin(s, path);
    output_bytes(&s->out, k->head.p, k->head.n);
    if ((stop = message_put_body(k)) < 0)
        return -1;
    output_bytes(&s->out, k->tail.p, k->tail.n);
    return file_end(s, stop ? 0 : print);
}

int messages_make(struct site *s)
{
    struct maker k = {.site = s, .reader = source_open(s), .body = body_open(s)};
    int found = -1;

    k.all = db_prepare(&s->db, all_sql);
    k.one = db_prepare(&s->db, one_sql);
    k.replies = db_prepare(&s->db, replies_sql);
    k.thread = db_prepare(&s->db, "SELECT m.message_id, m.content, m.uri FROM thread t"
                                  " JOIN messages m ON m.id = t.root"
                                  " WHERE t.root = ?1 AND t.count > 1");
    while (k.reader && k.body && k.thread && k.all && k.one && k.replies && !interrupted &&
           (found = db_step(&s->db, k.all)) > 0)
        if (message_make_page(&k) < 0) {
            found = -1;
            break;
        }
    source_close(k.reader);
    body_close(k.body);
    buffer_free(&k.head);
    buffer_free(&k.tail);
    return found == 0 ? 0 : -1;
}
