/* around.c - the thread around a message: the messages near it, in the order of the thread
 *
 * NEAR messages before it and NEAR after it are read, as rows of the temporary table "tree". So a
 * new message changes only the pages of the messages near it, and pages in long threads stay small.
 */
#include <stdlib.h>

#include "base/ascii.h"
#include "archive/site/message/message.h"

#define NEAR 5

struct around_row {
    bool shown;
    int depth;
    char hash[HASH_ROOM];
    size_t subject, subject_n; /* in `texts` */
    size_t sender, day, end;   /* HTML, in `texts` */
};

struct message_around {
    struct site *site;
    sqlite3_stmt *rows, *total;
    struct around_row near[2 * NEAR + 1];
    int count, own; /* own: the index of the message */
    int64_t in_thread;
    char thread[HASH_ROOM]; /* of the thread's page; empty if it has none */
    struct buffer texts;
};

static const char around_sql[] =
    "SELECT " MESSAGE_COLUMNS ", t.n, t.depth, t.id IN (SELECT id FROM shown) FROM tree t"
    " JOIN messages m ON m.id = t.id LEFT JOIN senders p ON p.id = m.sender"
    " WHERE t.n BETWEEN ?1 - ?3 AND ?1 + ?3 AND t.root = ?2 ORDER BY t.n";

struct message_around *around_open(struct site *s)
{
    struct message_around *a = calloc(1, sizeof *a);

    if (!a) {
        (void)command_trouble("site", TRAWL_ERROR_NO_MEMORY);
        return NULL;
    }
    a->site = s;
    a->rows = db_prepare(&s->db, around_sql);
    a->total =
        db_prepare(&s->db, "SELECT " ADDRESS_COLUMNS("m") ", t.count FROM thread t"
                                                          " JOIN messages m ON m.id = t.root"
                                                          " WHERE t.root = ?1 AND t.count > 1");
    if (a->rows && a->total)
        return a;
    around_close(a);
    return NULL;
}

void around_close(struct message_around *a)
{
    if (a)
        buffer_free(&a->texts);
    free(a);
}

/* Reads one row. */
static int around_add(struct message_around *a, int64_t own)
{
    struct site *s = a->site;
    struct around_row *now = &a->near[a->count];
    trawl_str subject = bare_subject(db_text(a->rows, AT_SUBJECT));

    *now = (struct around_row){.shown = sqlite3_column_int(a->rows, AT_MORE + 2) != 0,
                               .depth = sqlite3_column_int(a->rows, AT_MORE + 1)};
    if (sqlite3_column_int64(a->rows, AT_MORE) == own)
        a->own = a->count;
    a->count++;
    hash_message(now->hash, a->rows, AT_ID);
    now->subject = a->texts.n;
    now->subject_n = subject.n;
    if (subject.n > 0 && buffer_add(&a->texts, subject.p, subject.n) != TRAWL_OK)
        return -1;
    now->sender = a->texts.n;
    s->out.hold = &a->texts;
    put_sender(s, a->rows, AT_NAME);
    now->day = a->texts.n;
    put_day(s, a->rows, AT_TIME);
    s->out.hold = NULL;
    now->end = a->texts.n;
    return s->out.error ? -1 : 0;
}

int around_read(struct message_around *a, sqlite3_stmt *row, int tree)
{
    int64_t own = sqlite3_column_int64(row, tree), root = sqlite3_column_int64(row, tree + 1);
    int found;

    a->count = a->own = 0;
    a->texts.n = 0;
    a->thread[0] = '\0';
    (void)sqlite3_bind_int64(a->total, 1, root);
    if ((found = db_step(&a->site->db, a->total)) <= 0)
        return found;
    hash_message(a->thread, a->total, 0);
    a->in_thread = sqlite3_column_int64(a->total, 3);
    db_reset(&a->site->db, a->total);
    DB_BIND(a->rows, 1, own, root, NEAR);
    while ((found = db_step(&a->site->db, a->rows)) > 0)
        if (a->count > 2 * NEAR || around_add(a, own) < 0)
            return -1;
    return found;
}

/* ---- Writing ---- */

/* Returns the index of the next message that is shown, in a direction, or -1. */
static int around_next(const struct message_around *a, int step)
{
    for (int i = a->own + step; i >= 0 && i < a->count; i += step)
        if (a->near[i].shown)
            return i;
    return -1;
}

static void around_put_anchor(struct message_around *a, const struct around_row *to)
{
    char path[PATH_ROOM];

    path_of(path, 'm', to->hash);
    put_anchor_to(a->site, path);
}

void around_put_steps(struct message_around *a)
{
    static const char *const words[] = {"\xE2\x86\x90 Previous in thread",
                                        "Next in thread \xE2\x86\x92"};

    for (int i = 0; i < 2; i++) {
        int to = around_next(a, i == 0 ? -1 : 1);

        if (to < 0)
            continue;
        around_put_anchor(a, &a->near[to]);
        output_printf(&a->site->out, "%s</a>\n", words[i]);
    }
}

static bool same_subject(const struct message_around *a, const struct around_row *one,
                         const struct around_row *other)
{
    return one->subject_n == other->subject_n &&
           (one->subject_n == 0 ||
            ascii_same(a->texts.p + one->subject, a->texts.p + other->subject, one->subject_n));
}

/* Writes an entry. `last` is the entry that was shown before it, or NULL. */
static void around_put_entry(struct message_around *a, int i, int least,
                             const struct around_row *last)
{
    struct output *out = &a->site->out;
    const struct around_row *now = &a->near[i];
    int depth = now->depth - least;

    output_text(out, "<li");
    if (depth > 0)
        output_printf(out, " class=\"d%d\"", depth < 8 ? depth : 8);
    output_text(out, ">");
    if (!now->shown) {
        output_text(out, "<span class=\"dim\">a message that is not in this archive</span></li>\n");
        return;
    }
    if (!last || !same_subject(a, now, last)) {
        put_subject(a->site, (trawl_str){a->texts.p + now->subject, now->subject_n});
        output_text(out, "<br>\n");
    }
    if (i == a->own)
        output_text(out, "<strong aria-current=\"true\">");
    else
        around_put_anchor(a, now);
    output_bytes(out, a->texts.p + now->sender, now->day - now->sender);
    output_text(out, i == a->own ? "</strong>" : "</a>");
    output_bytes(out, a->texts.p + now->day, now->end - now->day);
    output_text(out, "</li>\n");
}

void around_put(struct message_around *a)
{
    struct output *out = &a->site->out;
    const struct around_row *last = NULL;
    char path[PATH_ROOM];
    int least = a->count > 0 ? a->near[0].depth : 0;

    if (a->count == 0)
        return;
    for (int i = 0; i < a->count; i++)
        least = a->near[i].depth < least ? a->near[i].depth : least;
    output_text(
        out,
        "<section aria-labelledby=\"thread\">\n<h2 id=\"thread\">Thread</h2>\n<ul class=\"list thread\">\n");
    for (int i = 0; i < a->count; i++) {
        around_put_entry(a, i, least, last);
        last = a->near[i].shown ? &a->near[i] : last;
    }
    output_text(out, "</ul>\n<p>");
    path_of(path, 't', a->thread);
    put_anchor_to(a->site, path);
    output_printf(out, "The whole thread, %lld messages</a></p>\n</section>\n",
                  (long long)a->in_thread);
}
