/* document.c - the page of a thread: the texts of all its messages, in the order of the thread
 *
 *     t/4f/HASH.html    named by the first message of the thread; HASH-2.html and so on follow
 *     t/4f/HASH.xml     its feed
 *
 * The texts come from the pages of the messages. Each message has the id "m" and the first digits
 * of its hash. A page ends after MESSAGES messages or before PAGE_BYTES bytes. The first page is
 * written at the end of the thread, since it has an outline. The entries of messages on other pages
 * have the ids of these messages there, so a link to the first page with the id of any message
 * finds its target.
 */
#include <stdio.h>

#include "archive/site/message/message.h"
#include "base/ascii.h"

enum { MESSAGES = 300, PAGE_BYTES = 1000000, SHOWN_BYTES = 30000 };

enum {
    AT_ROOT = AT_MORE,
    AT_DEPTH,
    AT_SHOWN,
    AT_TITLE,
    AT_ZONE, /* and the date */
    AT_FIRST = AT_ZONE + 2
};

static const char documents_sql[] =
    "SELECT " MESSAGE_COLUMNS
    ", t.root, t.depth, t.id IN (SELECT id FROM shown), f.subject, m.zone,"
    " m.date, " ADDRESS_COLUMNS("r") " FROM " TODO_KEYS(
        "2") " g CROSS JOIN thread h ON h.root = g.key AND h.count > 1"
             " CROSS JOIN tree t ON t.root = h.root CROSS JOIN messages m ON m.id = t.id LEFT JOIN"
             " senders p ON p.id = m.sender JOIN messages r ON r.id = t.root JOIN messages f ON"
             " f.id = h.title ORDER BY t.root, t.n";

_Static_assert(GROUP_THREAD == 2, "in the SQL");

/* A patch of each series of a thread, of the first 20. */
static const char thread_series_sql[] =
    "SELECT min(id) FROM patch WHERE root = ?1 GROUP BY who, version,"
    " total, title ORDER BY version, 1 LIMIT 20";

/* A message above the next one. */
struct document_step {
    char hash[HASH_ROOM];
    bool shown, renamed; /* renamed: its subject is not that of the message above it on the page */
    unsigned page;
    size_t name, name_n; /* HTML, in `names` */
};

struct document {
    struct site *site;
    sqlite3_stmt *row, *feed, *heads, *series;
    int64_t root; /* 0: none is open */
    char path[PATH_ROOM];
    struct buffer title, last, steps, names; /* last: the subject of the previous message */
    struct buffer outline, first, now, text; /* first: the first page; now: the current one */
    unsigned pages, count, all;              /* ended pages; messages on the current one; of all */
};

static bool document_set(struct buffer *to, trawl_str text)
{
    to->n = 0;
    return buffer_add(to, text.p ? text.p : "", text.n) == TRAWL_OK;
}

/* Writes the series of patches of the thread. Returns 0, or -1 after an error message. */
static int put_series(struct document *d)
{
    struct db *db = &d->site->db;
    int found;

    if (!d->heads && !(d->heads = db_prepare(db, thread_series_sql)))
        return -1;
    (void)sqlite3_bind_int64(d->heads, 1, d->root);
    while ((found = db_step(db, d->heads)) > 0)
        if (series_put(d->site, &d->series, sqlite3_column_int64(d->heads, 0), true) < 0)
            return -1;
    return found;
}

/* Writes the start of a link to a message of the thread, from the page `from`. */
static void document_put_link(struct document *d, const struct document_step *to, unsigned from)
{
    char path[PATH_ROOM];

    output_text(&d->site->out, "<a href=\"");
    if (to->page != from) {
        list_numbered_path(d->path, path, to->page);
        output_text(&d->site->out, strrchr(path, '/') + 1);
    }
    output_printf(&d->site->out, "#m%.10s\">", to->hash);
}

/* ---- Pages ---- */

static int put_head(struct document *d, unsigned number)
{
    struct site *s = d->site;
    char path[PATH_ROOM];
    const int n = (int)(strlen(d->path) - strlen(".html"));

    page_head(s, buffer_str(&d->title), NULL, true);
    output_text(&s->out, "<h1>");
    put_subject(s, buffer_str(&d->title));
    if (number > 1)
        output_printf(&s->out, " <span class=\"dim\">page %u</span>", number);
    output_text(&s->out, "</h1>\n");
    if (number > 1)
        return 0;
    output_text(&s->out, "<nav class=\"steps\" aria-label=\"This thread\"><ul>\n");
    (void)snprintf(path, sizeof path, "%.*s.mbox.gz", n, d->path);
    if (state_has(s, path)) {
        output_text(&s->out, "<li>");
        put_anchor_to(s, path);
        output_text(&s->out, "Mailbox</a></li>\n");
    }
    (void)snprintf(path, sizeof path, "%.*s.xml", n, d->path);
    output_text(&s->out, "<li>");
    put_anchor_to(s, path);
    output_printf(&s->out, "Feed</a></li>\n</ul></nav>\n");
    if (put_series(d) < 0)
        return -1;
    output_printf(&s->out,
                  "<details class=\"outline\"><summary>Outline, "
                  "%u messages</summary>\n<ul class=\"list thread\">\n",
                  d->all);
    output_bytes(&s->out, d->outline.p, d->outline.n);
    output_text(&s->out, "</ul></details>\n");
    return 0;
}

/* Writes a page with these texts. `pages` is how many pages of the thread are known to exist. */
static int write_document(struct document *d, const struct buffer *texts, unsigned number,
                          unsigned pages)
{
    struct site *s = d->site;
    char path[PATH_ROOM];

    list_numbered_path(d->path, path, number);
    file_begin(s, path);
    if (put_head(d, number) < 0)
        return -1;
    if (pages > 1)
        list_put_numbers(s, d->path, number, pages);
    output_bytes(&s->out, texts->p, texts->n);
    if (pages > 1)
        list_put_numbers(s, d->path, number, pages);
    page_foot(s);
    return file_end(s, 1);
}

/* Ends the current page. `more`: another page follows. */
static int end_document_page(struct document *d, bool more)
{
    struct buffer first = d->first;
    int failed = 0;

    if (d->pages++ == 0) {
        d->first = d->now;
        d->now = first;
    } else {
        failed = write_document(d, &d->now, d->pages, d->pages + more);
    }
    d->now.n = 0;
    d->count = 0;
    file_begin(d->site, d->path);
    return failed;
}

static int end_document(struct document *d)
{
    if (end_document_page(d, false) < 0 || write_document(d, &d->first, 1, d->pages) < 0)
        return -1;
    return feed_make_thread(d->site, &d->feed, d->root, d->path, buffer_str(&d->title));
}

static bool begin_document(struct document *d)
{
    const trawl_str subject = bare_subject(db_text(d->row, AT_TITLE));

    d->root = sqlite3_column_int64(d->row, AT_ROOT);
    path_of_row(d->path, 't', d->row, AT_FIRST);
    d->steps.n = d->names.n = d->outline.n = d->first.n = d->now.n = 0;
    d->pages = d->count = d->all = 0;
    d->site->owner = group_of(GROUP_THREAD, d->root);
    file_begin(d->site, d->path);
    return document_set(&d->title, subject.n > 0 ? subject : site_str("(no subject)")) &&
           document_set(&d->last, buffer_str(&d->title));
}

/* ---- Messages ---- */

/* Sets *step to the message above the current one. Returns false if there is none. */
static bool document_above(const struct document *d, struct document_step *step)
{
    if (d->steps.n < sizeof *step)
        return false;
    memcpy(step, d->steps.p + d->steps.n - sizeof *step, sizeof *step);
    return true;
}

/* Writes the part of a message that precedes its text: sender, date, subject, and what it
 * answers. */
static void put_message_head(struct document *d, const struct document_step *now, const char *path)
{
    struct site *s = d->site;
    struct output *out = &s->out;
    struct document_step above;

    output_printf(out, "<article id=\"m%.10s\">\n<h2>", now->hash);
    put_anchor_to(s, path);
    output_bytes(out, d->names.p + now->name, now->name_n);
    output_text(out, "</a> <span class=\"dim\">");
    fields_put_date(s, d->row, AT_ZONE);
    output_text(out, "</span></h2>\n");
    if (now->renamed) {
        output_text(out, "<p class=\"note\">");
        put_subject(s, bare_subject(db_text(d->row, AT_SUBJECT)));
        output_text(out, "</p>\n");
    }
    if (!document_above(d, &above))
        return;
    output_text(out, "<p class=\"note dim\">In reply to ");
    if (above.shown) {
        document_put_link(d, &above, now->page);
        output_bytes(out, d->names.p + above.name, above.name_n);
        output_text(out, "</a></p>\n");
    } else {
        output_text(out, "a message that is not in this archive</p>\n");
    }
}

/* Writes a message to the page. */
static int document_put_message(struct document *d, struct document_step *now)
{
    struct site *s = d->site;
    char path[PATH_ROOM];
    int stop;

    path_of(path, 'm', now->hash);
    if ((stop = fragment_read(s, path, &d->text)) < 0)
        return -1;
    if (stop == 0 && d->text.n > SHOWN_BYTES) {
        d->text.n = 0;
        stop = 1;
    }
    if ((d->count == MESSAGES || (d->count > 0 && d->now.n + d->text.n > PAGE_BYTES)) &&
        end_document_page(d, true) < 0)
        return -1;
    now->page = d->pages + 1;
    d->count++;
    s->out.hold = &d->now;
    put_message_head(d, now, path);
    if (stop == 0) {
        fragment_put(s, buffer_str(&d->text), path);
    } else {
        output_text(&s->out, "<p>");
        put_anchor_to(s, path);
        output_text(&s->out, "This message is long: read it on its own page</a></p>\n");
    }
    output_text(&s->out, "</article>\n");
    return document_set(&d->last, bare_subject(db_text(d->row, AT_SUBJECT))) ? 0 : -1;
}

/* Writes the entry of a message to the outline. */
static void put_outline(struct document *d, const struct document_step *now, size_t depth)
{
    struct output *out = &d->site->out;

    out->hold = &d->outline;
    output_text(out, "<li");
    if (now->page > 1)
        output_printf(out, " id=\"m%.10s\"", now->hash);
    if (depth > 0)
        output_printf(out, " class=\"d%d\"", depth < 8 ? (int)depth : 8);
    output_text(out, ">");
    if (now->shown) {
        if (now->renamed) {
            put_subject(d->site, bare_subject(db_text(d->row, AT_SUBJECT)));
            output_text(out, "<br>\n");
        }
        document_put_link(d, now, 1);
        output_bytes(out, d->names.p + now->name, now->name_n);
        output_text(out, "</a> <span class=\"dim\">");
        put_day(d->site, d->row, AT_TIME);
        output_text(out, "</span></li>\n");
    } else {
        output_text(out, "<span class=\"dim\">A message that is not in this archive</span></li>\n");
    }
}

static int add_message(struct document *d)
{
    struct site *s = d->site;
    const size_t depth = (size_t)sqlite3_column_int64(d->row, AT_DEPTH);
    const trawl_str subject = bare_subject(db_text(d->row, AT_SUBJECT)),
                    last = buffer_str(&d->last);
    struct document_step now = {
        .shown = sqlite3_column_int(d->row, AT_SHOWN) != 0,
        .renamed = subject.n > 0 && (subject.n != last.n || !ascii_same(subject.p, last.p, last.n)),
        .page = 1,
        .name = d->names.n};

    if (depth < d->steps.n / sizeof now)
        d->steps.n = depth * sizeof now;
    hash_message(now.hash, d->row, AT_ID);
    s->out.hold = &d->names;
    put_sender(s, d->row, AT_NAME);
    now.name_n = d->names.n - now.name;
    d->all += now.shown;
    if (now.shown && document_put_message(d, &now) < 0)
        return -1;
    put_outline(d, &now, depth);
    return s->out.error || buffer_add(&d->steps, (const char *)&now, sizeof now) != TRAWL_OK ? -1
                                                                                             : 0;
}

int documents_make(struct site *s)
{
    struct document d = {.site = s, .row = db_prepare(&s->db, documents_sql)};
    struct buffer *const buffers[] = {&d.title,   &d.last,  &d.steps, &d.names,
                                      &d.outline, &d.first, &d.now,   &d.text};
    int found = -1, failed = 0;

    while (!failed && !interrupted && (found = db_step(&s->db, d.row)) > 0) {
        if (sqlite3_column_int64(d.row, AT_ROOT) != d.root)
            failed = (d.root != 0 && end_document(&d) < 0) || !begin_document(&d);
        failed = failed || add_message(&d) < 0;
    }
    if (found == 0 && !failed && d.root != 0)
        failed = end_document(&d) < 0;
    s->owner = 0;
    for (size_t i = 0; i < sizeof buffers / sizeof buffers[0]; i++)
        buffer_free(buffers[i]);
    return found == 0 && !failed ? 0 : -1;
}
