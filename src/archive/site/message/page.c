/* page.c - the page of a message
 *
 * The parts of the page before and after the text come from the index. The page's fingerprint is a
 * hash of these parts and of the place of the text. The text is read only if the fingerprint has
 * changed. Then the page, the message's bytes and its attachments are written. When all of them are
 * complete, the fingerprint is stored.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

#include "app/guard/guard.h"
#include "archive/site/message/message.h"

enum {
    AT_MONTH = AT_MORE,
    AT_PREV,
    AT_NEXT,
    AT_SOURCE,
    AT_OFFSET,
    AT_LENGTH,
    AT_TREE, /* and the root */
    AT_PARENT = AT_TREE + 2,
    AT_ZONE, /* and the date as it was written, if it has an unusual form */
    AT_LIST = AT_ZONE + 2,
    AT_FIRST, /* and the meaning */
    AT_MEANING,
    AT_LEADS /* see home_plan() */
};

struct maker {
    struct site *site;
    struct source_reader *reader;
    struct body *body;
    struct message_around *around;
    struct spool spool;
    struct files files;
    struct fields fields;
    const struct guard_death *death; /* rendering the message ended a process; else NULL */
    struct forgotten forgotten;
    int64_t forgotten_count;
    sqlite3_stmt *all, *one, *others, *series;
    struct buffer head, middle,
        tail; /* HTML: up to Date; before the text; after the links to reply */
};

static const char all_sql[] =
    "SELECT " MESSAGE_COLUMNS ", s.month, " PREV_OF ", " NEXT_OF
    ", w.source, w.at, w.length, t.n, t.root, m.parent, m.zone, m.date, (SELECT"
    " group_concat(v.name, char(10)) FROM member k JOIN archive v ON v.id = k.archive"
    " WHERE k.id = w.id), m.first, m.meaning, (SELECT sum FROM leads WHERE message = w.id)"
    " FROM " TODO_KEYS(
        "1") " g CROSS JOIN plan.place w ON w.id = g.key CROSS JOIN shown s"
             " ON s.id = w.id CROSS JOIN messages m ON m.id = w.id LEFT JOIN senders p"
             " ON p.id = m.sender LEFT JOIN tree t ON t.id = w.id"
             " ORDER BY w.source, w.at";

_Static_assert(GROUP_MESSAGE == 1, "in the SQL");

static const char one_sql[] = "SELECT " MESSAGE_COLUMNS " FROM shown s JOIN messages m ON m.id ="
                              " s.id LEFT JOIN senders p ON p.id = m.sender WHERE s.id = ?1";

/* The other messages with the id of a message. If the message has the address of the id, ?1 is its
 * row, and all messages that lead to it are found. Otherwise only ?2 is found, the row that has the
 * address. */
#define OTHERS_MOST 20
static const char others_sql[] =
    "SELECT " MESSAGE_COLUMNS ", m.meaning FROM messages m JOIN shown s ON s.id = m.id LEFT JOIN"
    " senders p ON p.id = m.sender WHERE m.id = ?2 OR m.first = ?1 ORDER BY m.id LIMIT ?3";

/* ---- Links to other messages ---- */

/* Writes a link to the message of a row. */
static void message_put_link(struct site *s, sqlite3_stmt *row)
{
    char path[PATH_ROOM];

    path_of_row(path, 'm', row, AT_ID);
    put_message(s, path, row, db_text(row, AT_SUBJECT));
}

/* Writes the link to the message that this one answers. Returns 0, or -1. */
static int message_put_parent(struct maker *k)
{
    struct site *s = k->site;
    char path[PATH_ROOM];
    int found;

    if (sqlite3_column_type(k->all, AT_PARENT) == SQLITE_NULL)
        return 0;
    (void)sqlite3_bind_int64(k->one, 1, sqlite3_column_int64(k->all, AT_PARENT));
    if ((found = db_step(&s->db, k->one)) < 0)
        return -1;
    output_text(&s->out, "<span>In reply to ");
    if (found > 0) {
        path_of_row(path, 'm', k->one, AT_ID);
        put_anchor_to(s, path);
        put_sender(s, k->one, AT_NAME);
        output_text(&s->out, "</a></span>\n");
    } else {
        output_text(&s->out, "a message that is not in this archive</span>\n");
    }
    return found > 0 && sqlite3_reset(k->one) != SQLITE_OK ? -1 : 0;
}

/* Writes a link with a word to the message of a column. Returns 0, or -1. */
static int message_put_step(struct maker *k, int column, const char *word, const char *rel)
{
    struct site *s = k->site;
    char path[PATH_ROOM];
    int found;

    if (sqlite3_column_type(k->all, column) == SQLITE_NULL)
        return 0;
    (void)sqlite3_bind_int64(k->one, 1, sqlite3_column_int64(k->all, column));
    if ((found = db_step(&s->db, k->one)) <= 0)
        return found;
    path_of_row(path, 'm', k->one, AT_ID);
    put_anchor_as(s, rel, path);
    output_printf(&s->out, "%s</a>\n", word);
    return sqlite3_reset(k->one) == SQLITE_OK ? 0 : -1;
}

/* Writes links to the messages before and after this one, in its thread and by date. Returns 0, or
 * -1. */
static int put_pager(struct maker *k)
{
    around_put_steps(k->around);
    return message_put_step(k, AT_PREV, "\xE2\x86\x90 Previous by date", "prev") < 0
               ? -1
               : message_put_step(k, AT_NEXT, "Next by date \xE2\x86\x92", "next");
}

/* ---- Messages with the same message-id ---- */

/* Writes the parts in which two meanings differ, such as "sender and text". */
static void put_difference(struct output *out, sqlite3_stmt *one, int at, sqlite3_stmt *other,
                           int at_other)
{
    static const struct {
        int from, n;
        const char *name;
    } parts[] = {{MEANING_TEXT + MEANING_DATE, MEANING_SENDER, "sender"},
                 {MEANING_TEXT, MEANING_DATE, "date"},
                 {0, MEANING_TEXT, "text"}};
    const char *a = sqlite3_column_blob(one, at), *b = sqlite3_column_blob(other, at_other);
    int count = 0, left = 0;

    if (sqlite3_column_bytes(one, at) != MEANING_BYTES ||
        sqlite3_column_bytes(other, at_other) != MEANING_BYTES) {
        output_text(out, "its text was not compared");
        return;
    }
    for (int i = 0; i < 3; i++)
        left += memcmp(a + parts[i].from, b + parts[i].from, (size_t)parts[i].n) != 0;
    output_text(out, "another ");
    for (int i = 0; i < 3; i++)
        if (memcmp(a + parts[i].from, b + parts[i].from, (size_t)parts[i].n) != 0)
            output_printf(out, "%s%s",
                          count++ == 0    ? ""
                          : count == left ? " and "
                                          : ", ",
                          parts[i].name);
}

/* Writes links to the other messages with the same message-id. Returns 0, or -1. */
static int put_others(struct maker *k)
{
    struct site *s = k->site;
    const int64_t own = sqlite3_column_int64(k->all, AT_NUMBER),
                  first = sqlite3_column_int64(k->all, AT_FIRST);
    int found, count = 0;

    if (db_text(k->all, AT_ID).n == 0)
        return 0;
    DB_BIND(k->others, 1, first > 0 ? 0 : own, first, OTHERS_MOST);
    while ((found = db_step(&s->db, k->others)) > 0) {
        if (count++ == 0)
            output_text(&s->out, first > 0 ? "<p>Not the first message with this Message-ID. The "
                                             "first one:</p>\n<ul class=\"list\">\n"
                                           : "<p>Other messages came later with the same "
                                             "Message-ID:</p>\n<ul class=\"list\">\n");
        output_text(&s->out, "<li>");
        message_put_link(s, k->others);
        output_text(&s->out, " <span class=\"dim\">(");
        put_difference(&s->out, k->all, AT_MEANING, k->others, AT_MORE);
        output_text(&s->out, ")</span></li>\n");
    }
    if (count > 0)
        output_text(&s->out, "</ul>\n");
    else if (first > 0)
        output_text(&s->out, "<p>Not the first message with this Message-ID. The first one is not "
                             "in this archive.</p>\n");
    return found;
}

/* ---- Pages ---- */

/* Writes the page up to the fields that come from the message. */
static int make_head(struct maker *k, const char *path)
{
    struct site *s = k->site;
    trawl_str subject = db_text(k->all, AT_SUBJECT);

    file_begin(s, path);
    if (around_read(k->around, k->all, AT_TREE) < 0)
        return -1;
    k->head.n = 0;
    s->out.hold = &k->head;
    page_head(s, subject.n > 0 ? subject : site_str("(no subject)"), NULL, true);
    output_text(&s->out, "<article>\n<h1>");
    put_subject(s, subject);
    output_text(&s->out, "</h1>\n");
    if (put_others(k) < 0)
        return -1;
    fields_put_first(s, k->all, AT_ZONE);
    return s->out.error ? -1 : 0;
}

/* Writes links to the lists that have the message. */
static void put_lists(struct maker *k)
{
    struct site *s = k->site;
    trawl_str names = db_text(k->all, AT_LIST);
    char path[PATH_ROOM];

    for (size_t n; names.p; names = (trawl_str){names.p + n + 1, names.n - n - 1}) {
        const char *end = memchr(names.p, '\n', names.n);
        const trawl_str name = {names.p, n = end ? (size_t)(end - names.p) : names.n};

        path_of_archive(path, name, "index.html");
        put_anchor_to(s, path);
        output_text(&s->out, "<bdi>");
        put_text(s, archive_title(name), 100);
        output_text(&s->out, "</bdi></a>\n");
        if (!end)
            break;
    }
}

/* Writes what is between the fields and the text. */
static int make_middle(struct maker *k)
{
    struct site *s = k->site;
    struct output *out = &s->out;
    char month_path[MONTH_ROOM], month_name[MONTH_ROOM];
    int month = sqlite3_column_int(k->all, AT_MONTH);

    k->middle.n = 0;
    out->hold = &k->middle;
    output_text(out, "<nav class=\"steps\" aria-label=\"Around this message\">\n");
    if (put_pager(k) < 0)
        return -1;
    put_lists(k);
    name_month(month_path, month, true);
    name_month(month_name, month, false);
    output_printf(out, "<a href=\"../../months/%s.html\">%s</a>\n", month_path, month_name);
    if (message_put_parent(k) < 0)
        return -1;
    output_text(out, "</nav>\n");
    if (series_put(s, &k->series, sqlite3_column_int64(k->all, AT_NUMBER), false) < 0)
        return -1;
    output_text(out, FRAGMENT_OPEN);
    return out->error ? -1 : 0;
}

/* Writes the page after the links to reply, which follow the text. */
static int make_tail(struct maker *k)
{
    struct site *s = k->site;

    k->tail.n = 0;
    s->out.hold = &k->tail;
    around_put(k->around);
    output_text(&s->out, "<nav class=\"steps\" aria-label=\"Other messages\">\n");
    if (put_pager(k) < 0)
        return -1;
    output_text(&s->out, "</nav>\n");
    page_foot(s);
    return s->out.error ? -1 : 0;
}

/* Reads the message into the spool. Returns 0, 1 if it cannot be read, or -1. */
static int message_read(struct maker *k)
{
    int64_t source = sqlite3_column_int64(k->all, AT_SOURCE);

    spool_begin(&k->spool, k->site);
    if (source_generation(k->site, k->reader, source) < 0)
        return -1;
    return source_read(k->reader, source, (uint64_t)sqlite3_column_int64(k->all, AT_OFFSET),
                       (uint64_t)sqlite3_column_int64(k->all, AT_LENGTH), spool_take, &k->spool);
}

/* Returns true when the message is a mail, whose bytes are a file of the site. */
static bool has_raw(const struct maker *k)
{
    return !site_masks(k->site) && !k->fields.concealed &&
           source_is_mail(source_last(k->reader)->input);
}

/* Reports a message that cannot be rendered. */
static void complain(struct maker *k)
{
    const trawl_str id = db_text(k->all, AT_ID);
    char name[5000], rest[200], why[GUARD_WHY];

    (void)snprintf(name, sizeof name, "%.4000s: byte %" PRId64 "%s%.*s%s",
                   source_last(k->reader)->path.p, (int64_t)sqlite3_column_int64(k->all, AT_OFFSET),
                   id.n > 0 ? ": message <" : "", (int)(id.n < 500 ? id.n : 500), id.p ? id.p : "",
                   id.n > 0 ? ">" : "");
    (void)snprintf(rest, sizeof rest, ": rendering it %s; its page has the raw text",
                   guard_why(k->death, why));
    say("site", "", name, rest);
    k->site->trouble = true;
}

/* Writes the fields and the text, or a note that the text cannot be read. Returns 0, or -1 after an
 * error message. */
static int message_put_body(struct maker *k, const char *hash, bool readable)
{
    struct body_parts parts = {&k->fields, &k->spool, &k->files, hash,
                               sqlite3_column_int64(k->all, AT_LEADS) != 0};
    int stop;

    k->fields.site = k->site;
    k->fields.row = k->all;
    k->fields.spool = &k->spool;
    k->fields.hash = hash;
    k->fields.raw = readable && has_raw(k);
    k->fields.middle = &k->middle;
    k->fields.written = false;
    for (size_t i = 0; i < sizeof k->fields.values / sizeof k->fields.values[0]; i++)
        k->fields.values[i].n = 0;
    if (!readable) {
        k->files.rows.n = 0;
        fields_put_rest(&k->fields);
        output_text(&k->site->out, "<p>The text of this message could not be read.</p>\n");
        return 0;
    }
    if (k->death) {
        k->files.rows.n = 0;
        complain(k);
        fields_put_rest(&k->fields);
        return raw_put(k->site, &k->spool, k->fields.concealed);
    }
    stop = body_put_message(k->body, source_last(k->reader)->input, &parts);
    return stop != 0 && !k->site->out.error ? (command_trouble("site", stop), -1) : stop;
}

/* Returns the fingerprint of the page, or 0 after an error message. */
static uint64_t message_print_of(struct maker *k)
{
    sqlite3_stmt *m = k->all;
    int64_t generation = source_generation(k->site, k->reader, sqlite3_column_int64(m, AT_SOURCE));
    int64_t text[] = {sqlite3_column_int64(m, AT_ID + 1),
                      sqlite3_column_int64(m, AT_SOURCE),
                      sqlite3_column_int64(m, AT_OFFSET),
                      sqlite3_column_int64(m, AT_LENGTH),
                      generation,
                      k->forgotten_count,
                      sqlite3_column_int64(m, AT_LEADS)};
    sip_hash hash = sip_of(k->site->print, (const char *)text, sizeof text);

    hash = sip_of(hash, k->head.p, k->head.n);
    hash = sip_of(hash, k->middle.p, k->middle.n);
    return generation < 0 ? 0 : sip_of(hash, k->tail.p, k->tail.n).a >> 1 | 1;
}

static int message_make_page(struct maker *k)
{
    struct site *s = k->site;
    char hash[HASH_ROOM], path[PATH_ROOM];
    uint64_t print;
    int stop, concealed;

    hash_message(hash, k->all, AT_ID);
    path_of(path, 'm', hash);
    if (make_head(k, path) < 0 || make_middle(k) < 0 || make_tail(k) < 0 ||
        (print = message_print_of(k)) == 0)
        return -1;
    if (file_is_made(s, path, print))
        return 0;
    if ((stop = message_read(k)) < 0 || (concealed = concealed_is(&k->forgotten, &k->spool)) < 0)
        return -1;
    k->fields.concealed = concealed > 0;
    file_begin(s, path);
    output_bytes(&s->out, k->head.p, k->head.n);
    if (message_put_body(k, hash, stop == 0) < 0)
        return -1;
    output_text(&s->out, FRAGMENT_CLOSE);
    fields_put_actions(&k->fields);
    output_bytes(&s->out, k->tail.p, k->tail.n);
    if (file_end(s, 0) < 0 ||
        files_make(&k->files, s, &k->spool, hash, stop == 0 && has_raw(k)) < 0)
        return -1;
    return file_complete(s, path, stop == 0 && !k->death ? print : 0);
}

/* Makes the page, with a note for the parent of this process of which message it is. */
static int make_guarded(struct maker *k)
{
    const uint64_t source = 2 * (uint64_t)sqlite3_column_int64(k->all, AT_SOURCE) + 1,
                   at = (uint64_t)sqlite3_column_int64(k->all, AT_OFFSET);
    int failed;

    guard_numbers()[GUARD_NUMBERS - 1] = k->site->written;
    k->death = guard_find(source, at);
    guard_enter(0, source, true);
    guard_at(0, at, at);
    failed = message_make_page(k);
    guard_leave(0);
    return failed;
}

static void message_close(struct maker *k)
{
    source_close(k->reader);
    forgotten_close(&k->forgotten);
    body_close(k->body);
    around_close(k->around);
    spool_close(&k->spool);
    fields_free(&k->fields);
    buffer_free(&k->files.rows);
    buffer_free(&k->files.texts);
    buffer_free(&k->head);
    buffer_free(&k->middle);
    buffer_free(&k->tail);
}

int messages_make(struct site *s)
{
    struct maker k = {.site = s,
                      .reader = site_open_sources(s),
                      .body = body_open(s),
                      .around = around_open(s),
                      .spool = {.fd = -1}};
    int found = -1;
    bool ready;

    k.all = db_prepare(&s->db, all_sql);
    k.one = db_prepare(&s->db, one_sql);
    k.others = db_prepare(&s->db, others_sql);
    k.forgotten_count = db_number(&s->db, "SELECT count(*) FROM forgotten");
    ready = k.reader && k.body && k.around && k.all && k.one && k.others &&
            k.forgotten_count >= 0 && forgotten_open(&k.forgotten, &s->db) == 0;
    guard_limit();
    while (ready && !interrupted && (found = db_step(&s->db, k.all)) > 0) {
        s->owner = group_of_column(GROUP_MESSAGE, k.all, AT_NUMBER);
        if (make_guarded(&k) < 0) {
            found = -1;
            break;
        }
    }
    guard_unlimit();
    s->owner = 0;
    message_close(&k);
    return found == 0 ? 0 : -1;
}
