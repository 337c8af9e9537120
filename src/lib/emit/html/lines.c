/* lines.c - holds the lines of a text until src/lib/block has decided what they are
 *
 * A line is held as its bytes and the markup of its links, each piece of markup with its place in
 * the line. block_line() gets each line at its end. Decisions come back in order, at most
 * BLOCK_LATEST lines later; the decisions of a first pass are known at once. structure.c writes
 * a line when the next line is decided, too.
 *
 * When HELD_MAX bytes are held, all lines are decided, and the rest of an unfinished line is
 * written without waiting for its end. This depends only on the number of bytes, so the output is
 * the same however the input is cut.
 */
#include "base/check.h"
#include "emit/html/inside.h"

#define HELD_MAX ((size_t)64 << 10)

/* A line in the queue. */
typedef struct queued {
    size_t n, inserts;
    bool whole; /* it has ended */
    bool marked;
    bool in_link;   /* it ends inside a URL */
    html_cell cell; /* if it is marked */
} queued;

/* ---- Queues of bytes ---- */

/* Makes room for n more bytes, for which there is none. Moves the queue to the front only if at
 * least half of it was taken off, so bytes are moved less often than they are added. */
__attribute__((noinline)) static bool lines_grow(trawl_emit *e, html_queue *q, size_t n)
{
    if (q->from > 0 && q->from >= q->to - q->from) {
        memmove(q->p, q->p + q->from, q->to - q->from);
        q->to -= q->from;
        q->from = 0;
    }
    if (!memory_grow(&e->m, &q->p, &q->size, q->to + n, 1) && !e->error)
        e->error = TRAWL_ERROR_NO_MEMORY;
    return !e->error;
}

static bool lines_make_room(trawl_emit *e, html_queue *q, size_t n)
{
    return n <= q->size - q->to || lines_grow(e, q, n);
}

static void lines_add(trawl_emit *e, html_queue *q, const void *p, size_t n)
{
    if (n == 0 || !lines_make_room(e, q, n))
        return;
    CHECK(q->from <= q->to && q->to + n <= q->size);
    memcpy(q->p + q->to, p, n);
    q->to += n;
}

/* Returns line i of the queue. */
static queued *queued_line(const html_held *l, size_t i)
{
    return (queued *)(void *)(l->queue.p + l->queue.from) + i;
}

static size_t held(const html_queue *q)
{
    return q->to - q->from;
}

/* ---- Markup of links ---- */

#define ROOM_FOR_ESCAPES ((size_t)KERNEL_ESCAPED + 1024)

/* Returns true when markup is held with its line. */
static bool is_held(const html *h)
{
    return h->structure && !h->head && !h->lines.streams;
}

/* Called when the room for markup is full. */
static bool enlarge(trawl_emit *e, size_t n)
{
    html_held *l = &((html *)e->state)->lines;
    size_t used = (size_t)(e->room.to - (l->markup.p + l->markup.to));

    l->markup.to += used; /* moves with the queue */
    if (!lines_make_room(e, &l->markup, n + ROOM_FOR_ESCAPES)) {
        e->room = l->output;
        e->enlarge = NULL;
        return false;
    }
    l->markup.to -= used;
    e->room = (kernel_room){l->markup.p + l->markup.to + used, l->markup.p + l->markup.size};
    return true;
}

void html_markup_begin(trawl_emit *e)
{
    html *h = e->state;
    html_held *l = &h->lines;

    if (!is_held(h)) {
        html_settle(e);
        return;
    }
    if (!lines_make_room(e, &l->markup, ROOM_FOR_ESCAPES))
        return;
    l->output = e->room;
    e->enlarge = enlarge;
    e->room = (kernel_room){l->markup.p + l->markup.to, l->markup.p + l->markup.size};
}

void html_markup_end(trawl_emit *e, int link)
{
    html_held *l = &((html *)e->state)->lines;
    html_insert insert = {.at = l->n, .link = link};

    if (!e->enlarge)
        return;
    insert.n = (size_t)(e->room.to - (l->markup.p + l->markup.to));
    l->markup.to += insert.n;
    e->room = l->output;
    e->enlarge = NULL;
    if (insert.n == 0)
        return;
    lines_add(e, &l->inserts, &insert, sizeof insert);
    l->inserts_n++;
}

/* ---- Decisions ---- */

/* Adds the insert to a line that is being written. The end of a reference goes before the markup of
 * links at the same place, of which the reference has no part. */
static void add_insert(trawl_emit *e, html_line *line, html_insert insert)
{
    html_held *l = &((html *)e->state)->lines;
    size_t i = line->inserts_n;

    if (!memory_grow(&e->m, &l->now, &l->now_room, i + 1, sizeof *l->now)) {
        e->error = TRAWL_ERROR_NO_MEMORY;
        return;
    }
    line->inserts = l->now;
    while (i > 0 && (l->now[i - 1].at > insert.at ||
                     (l->now[i - 1].at == insert.at && insert.more && insert.link < 0)))
        i--;
    CHECK(i <= line->inserts_n && line->inserts_n < l->now_room);
    memmove(l->now + i + 1, l->now + i, (line->inserts_n - i) * sizeof *l->now);
    l->now[i] = insert;
    line->inserts_n++;
}

void html_line_insert(trawl_emit *e, html_line *line, size_t at, const char *markup, size_t n,
                      int link)
{
    html_held *l = &((html *)e->state)->lines;
    html_insert insert = {.at = at, .from = l->more.to, .n = n, .link = link, .more = true};

    lines_add(e, &l->more, markup, n);
    if (!e->error)
        add_insert(e, line, insert);
}

const char *html_insert_text(const trawl_emit *e, const html_insert *insert)
{
    const html_held *l = &((const html *)e->state)->lines;

    return (insert->more ? l->more.p : l->markup.p) + insert->from;
}

bool html_line_links(const html_line *line, size_t from, size_t to)
{
    bool open = false;

    for (size_t i = 0; i < line->inserts_n && line->inserts[i].at < to; i++) {
        if (line->inserts[i].link != 0)
            open = line->inserts[i].link > 0;
        if (line->inserts[i].at >= from && line->inserts[i].link > 0)
            return true;
        if (open && (i + 1 == line->inserts_n || line->inserts[i + 1].at > from))
            return true;
    }
    return false;
}

/* Keeps the decision of a line of the first pass. With markup, much text may be decided early in
 * the second pass, so decisions of such texts are not kept. */
static void keep_decision(trawl_emit *e, const html_line *line)
{
    html *h = e->state;
    bool much = held(&h->lines.text) > HELD_MAX / 4;

    if (!line->marked && !html_outline_keep(h->own, much ? NULL : line))
        e->error = TRAWL_ERROR_NO_MEMORY;
}

/* Returns the text of the lines in the queue from that byte on; "" before the first text. */
static const char *queued_text(const html_held *l, size_t at)
{
    return l->text.p ? l->text.p + l->text.from + at : "";
}

/* Returns the byte at which the first markup in the queue opens a further piece of a link, or
 * SIZE_MAX if it is other markup. */
static size_t further_piece(const html_held *l)
{
    html_insert insert;

    memcpy(&insert, l->inserts.p + l->inserts.from, sizeof insert);
    return insert.link == 2 ? insert.at : SIZE_MAX;
}

/* Writes the oldest line, whose kind is known now, and takes it off the queue. `next` is the
 * decision of the line after it; NULL: there is none, or it is unknown. */
static void put_oldest(trawl_emit *e, const block_decision *next)
{
    html_held *l = &((html *)e->state)->lines;
    const queued *q = queued_line(l, 0);
    html_line line = {.p = queued_text(l, 0),
                      .n = q->n,
                      .whole = q->whole,
                      .marked = q->marked,
                      .is = &l->decision,
                      .cell = &q->cell,
                      .next_is = next};
    html_insert insert;

    l->queue.from += sizeof *q;
    l->more.to = 0;
    for (size_t i = 0; i < q->inserts; i++) {
        memcpy(&insert, l->inserts.p + l->inserts.from, sizeof insert);
        l->inserts.from += sizeof insert;
        insert.from = l->markup.from;
        l->markup.from += insert.n;
        add_insert(e, &line, insert);
    }
    if (next) {
        line.next = (trawl_str){line.p + q->n, q[1].n};
        line.links_on = q->in_link && q[1].inserts > 0 && further_piece(l) == next->text;
    }
    if (!e->error)
        html_structure_line(e, &line);
    if (((html *)e->state)->reads && !e->error)
        keep_decision(e, &line);
    CHECK(l->text.from + q->n <= l->text.to);
    l->text.from += q->n;
    l->decided = false;
}

static void write_decided(trawl_emit *e, const block_decision *is)
{
    html_held *l = &((html *)e->state)->lines;

    if (l->decided)
        put_oldest(e, is);
    l->decision = *is;
    l->decided = true;
}

void html_page_settle(trawl_emit *e)
{
    html *h = e->state;
    html_title *t = h->title;

    if (!t)
        return;
    if (t->lone > 0)
        t->n = 0;
    if (t->n == 0)
        t->to = 0;
    html_title_show(t);
    html_page_begin(e);
    h->title = NULL;
    for (unsigned i = 0; i < t->lines && !e->error; i++)
        write_decided(e, &t->held[i]);
    memory_free(&e->m, t);
}

/* Holds a decided line until the title is known. */
static void hold_for_title(trawl_emit *e, const block_decision *is)
{
    html *h = e->state;
    html_title *t = h->title;
    size_t n = queued_line(&h->lines, t->lines)->n;

    t->held[t->lines++] = *is;
    t->read += n;
    if (html_title_line(t, is, queued_text(&h->lines, t->read - n), n) || t->lines == TITLE_LINES)
        html_page_settle(e);
}

/* Gets the decision of the oldest undecided line: a block_sink. */
static int take_decision(void *user, const block_decision *is)
{
    trawl_emit *e = user;

    if (((html *)e->state)->title)
        hold_for_title(e, is);
    else
        write_decided(e, is);
    return e->error;
}

static void decide_all(trawl_emit *e)
{
    html_held *l = &((html *)e->state)->lines;

    if (!e->error)
        e->error = block_end(l->blocks);
    if (held(&l->queue) > 0 && !e->error)
        html_page_settle(e);
    if (l->decided && !e->error)
        put_oldest(e, NULL);
}

/* Returns the decision of the current line by the first pass, or NULL. */
static const block_decision *decided_before(trawl_emit *e)
{
    html_held *l = &((html *)e->state)->lines;
    const block_decision *is;

    if (l->decides)
        return NULL;
    is = html_outline_line(e->config.outline, l->taken++, l->n);
    l->decides = is == NULL;
    return is;
}

/* Passes the current line on. */
static void queue_line(trawl_emit *e, bool whole)
{
    html *h = e->state;
    html_held *l = &h->lines;
    size_t n = l->n;
    bool page = l->page;
    const block_decision *is;
    block_decision marked;
    queued *q;

    if (!lines_make_room(e, &l->queue, sizeof *q))
        return;
    q = (queued *)(void *)(l->queue.p + l->queue.to);
    *q = (queued){.n = n,
                  .inserts = l->inserts_n,
                  .whole = whole,
                  .marked = h->marks.on,
                  .in_link = h->link.left > 0 && h->link.url};
    l->queue.to += sizeof *q;
    if (q->marked) {
        marked = html_marks_line(e, l->text.p + l->text.to - n, n, &q->cell);
        is = &marked;
    } else {
        is = decided_before(e);
    }
    l->n = l->inserts_n = 0;
    l->page = false;
    if (is) {
        if (!e->error)
            e->error = take_decision(e, is);
        return;
    }
    /* Even the text of empty lines has an address. */
    if (lines_make_room(e, &l->text, 1) && !e->error)
        e->error = block_line(l->blocks, l->text.p + l->text.to - n, n, page);
}

/* ---- Text ---- */

/* Returns how many bytes the current line can still take before lines are decided early. */
static size_t room_left(const html_held *l)
{
    size_t used = held(&l->text) + held(&l->markup), room = used < HELD_MAX ? HELD_MAX - used : 0;

    if (held(&l->queue) == 0 && l->n + room < BLOCK_LINE_MAX)
        room = BLOCK_LINE_MAX - l->n; /* what decides the line itself */
    return room;
}

/* Adds text to the current line, or writes it, if the line has become too long. */
static void lines_add_text(trawl_emit *e, const char *p, size_t n)
{
    html *h = e->state;
    html_held *l = &h->lines;
    size_t room;

    for (; l->n == 0 && !l->streams && n > 0 && *p == '\f'; p++, n--)
        l->page = true;
    while (!l->streams && n > (room = room_left(l)) && !e->error) {
        lines_add(e, &l->text, p, room);
        l->n += room;
        p += room;
        n -= room;
        if (held(&l->queue) == 0) {
            l->streams = true;
            queue_line(e, false);
        }
        decide_all(e);
    }
    if (l->streams) {
        escape_html_text(e, &h->text, p, n);
        return;
    }
    lines_add(e, &l->text, p, n);
    l->n += n;
}

static void lines_end_line(trawl_emit *e)
{
    html *h = e->state;

    html_link_close(e);
    html_marks_line_end(e);
    if (h->lines.streams)
        html_structure_line_end(e);
    else
        queue_line(e, true);
    h->lines.streams = false;
}

int html_held_text(trawl_emit *e, const char *p, size_t n)
{
    html_held *l = &((html *)e->state)->lines;

    while (n > 0 && !e->error) {
        size_t len = e->kernel->find(&e->line_ends, p, n);
        if (l->cr && len == 0 && *p == '\n') {
            l->cr = false;
            p++;
            n--;
            continue;
        }
        l->cr = false;
        if (len > 0)
            lines_add_text(e, p, len);
        if (len < n) {
            l->cr = p[len++] == '\r';
            lines_end_line(e);
        }
        p += len;
        n -= len;
    }
    return e->error;
}

void html_held_part(trawl_emit *e)
{
    html_held *l = &((html *)e->state)->lines;

    if (l->streams || l->n > 0 || l->inserts_n > 0)
        lines_end_line(e);
    decide_all(e);
    l->cr = l->page = false;
    html_structure_end(e);
}

/* ---- Life ---- */

static void *lines_resize(void *user, void *old, size_t size)
{
    return memory_resize(user, old, size);
}

void html_held_open(trawl_emit *e)
{
    html_held *l = &((html *)e->state)->lines;

    l->decides = e->config.outline == NULL;
    l->blocks = block_open(take_decision, e, lines_resize, &e->m);
    if (!l->blocks)
        e->error = TRAWL_ERROR_NO_MEMORY;
}

void html_held_close(trawl_emit *e)
{
    html_held *l = &((html *)e->state)->lines;
    html_queue *const all[] = {&l->text, &l->markup, &l->inserts, &l->queue, &l->more};

    if (l->blocks)
        block_close(l->blocks);
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        memory_free(&e->m, all[i]->p);
    memory_free(&e->m, l->now);
}
