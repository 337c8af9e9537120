/* text.c - the writer of TRAWL_EMIT_FORMAT_TEXT: the text itself, with each broken link joined
 *
 *   > see <URL:http://a.example/lo          > see <URL:http://a.example/long/path>.
 *   > ng/path>. More                        >  More
 *
 * A link of several pieces is written whole where its first piece began, followed by its closer and
 * the punctuation .,;:!?) after that; then by the line breaks that were in it, with their prefixes;
 * then by the rest. So no line is lost or added, and every line keeps its quote marks. What is
 * between two pieces in one line (blanks, a stray tag) is dropped. Everything else is byte for byte
 * the same, also links with escapes of Markdown or TeX ("a\_b"). A wrapper with several links is
 * written on one line from the first broken link on. A closer at the beginning of a line may be a
 * quote mark as well (R4): it stays there too, and so does its line.
 *
 * The links of the output are the links of the input, and a second run changes nothing. So more
 * than the punctuation stays on the link's line if the rest would begin with a quote mark or would
 * tear a word.
 */
#include "emit/emit.h"

enum text_state {
    IN_TEXT, /* nothing is held */
    IN_LINK, /* inside a link that is made whole */
    IN_GAP,  /* between two links of one wrapper */
    IN_TAIL, /* after a closer: the text is held until its line breaks can be written */
    IN_WORD  /* as IN_TAIL, inside a word that stays with the link */
};

/* Text that is held. */
typedef struct text_held {
    char *p;
    size_t n, room;
} held;

typedef struct unbreak {
    trawl_emit *out;
    enum text_state state;
    int moved, worded; /* the link's line got text, or a word, from the right of the closer */
    held breaks;       /* line breaks of the link with their prefixes */
    held inner;        /* text since the last piece */
    held tail;         /* undecided text after the closer */
} unbreak;

/* Adds bytes to held text. Returns TRAWL_OK or TRAWL_ERROR_NO_MEMORY. */
static int text_hold(unbreak *u, held *h, const char *p, size_t n)
{
    if (!memory_grow(&u->out->m, &h->p, &h->room, h->n + n, 1))
        return u->out->error = TRAWL_ERROR_NO_MEMORY;
    if (n > 0)
        memcpy(h->p + h->n, p, n);
    h->n += n;
    return TRAWL_OK;
}

/* ---- After a closer ----
 *
 * The breaks of the link go where its line may end without changing how the text is read:
 *   - after the punctuation that follows the closer;
 *   - not before a quote mark (R10), "> # see", which has another meaning at the start of a line;
 *   - not between that punctuation or mark and a word: ">.joe@example.com" would become a link;
 *   - not between such a word and a bracket that it describes, ">.article <1@a.example>" (R17).
 */

/* The maximum number of blanks before a quote mark in any rule. */
#define TAIL_BLANKS 160

/* The longest initials that make a quote mark with a ">" after them. */
#define TAIL_INITIALS 5

static int text_is_one_of(const char *set, char c)
{
    return c != '\0' && strchr(set, c) != NULL;
}

static int is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Returns true for bytes that may continue a word: all but blanks, controls and "([]<>\ . */
static int text_is_word(char c)
{
    return ((unsigned char)c > ' ' && c != 0x7F) && !text_is_one_of("\"([]<>\\", c);
}

/* Writes the held line breaks and the held tail. */
static void text_settle(unbreak *u)
{
    (void)emit_put(u->out, u->breaks.p, u->breaks.n);
    (void)emit_put(u->out, u->tail.p, u->tail.n);
    u->breaks.n = u->tail.n = 0;
    u->state = IN_TEXT;
}

/* Writes the held tail on the link's line. */
static void move_up(unbreak *u, enum text_state state)
{
    (void)emit_put(u->out, u->tail.p, u->tail.n);
    u->tail.n = 0;
    u->moved = 1;
    u->worded |= state == IN_WORD;
    u->state = state;
}

/* Writes the tail, on the link's line or after its breaks, once it is long enough to decide. */
static void text_judge(unbreak *u)
{
    const char *p = u->tail.p;
    size_t n = u->tail.n, blanks = 0, to;
    int initials;
    char c;

    while (blanks < n && text_is_one_of(" \t", p[blanks]))
        blanks++;
    if (blanks == n) {
        if (n > TAIL_BLANKS)
            text_settle(u);
        return;
    }
    c = p[blanks];
    for (to = blanks; to < n && is_letter(p[to]); to++)
        ;
    initials = to > blanks && to < n && p[to] == '>';
    if (initials || text_is_one_of(">|:}%#`", c) || (blanks == 0 && text_is_one_of(".,;:!?)", c)))
        move_up(u, IN_TAIL);
    else if ((blanks == 0 && u->moved && text_is_word(c)) || (u->worded && c == '<'))
        move_up(u, IN_WORD);
    else if (to < n || to - blanks > TAIL_INITIALS)
        text_settle(u);
}

/* Writes the rest of a word that stays with the link, and returns its length. */
static size_t pass_word(unbreak *u, const char *p, size_t n)
{
    size_t i = 0;

    while (i < n && !text_is_one_of(" \t\r\n", p[i]))
        i++;
    (void)emit_put(u->out, p, i);
    if (i < n)
        u->state = IN_TAIL;
    return i;
}

/* Takes text after a closer. Returns TRAWL_OK or TRAWL_ERROR_NO_MEMORY. */
static int text_take_tail(unbreak *u, const char *p, size_t n)
{
    size_t i = 0;

    while (i < n && u->state != IN_TEXT) {
        if (u->state == IN_WORD) {
            i += pass_word(u, p + i, n - i);
            continue;
        }
        if (text_hold(u, &u->tail, p + i, 1) != TRAWL_OK)
            return TRAWL_ERROR_NO_MEMORY;
        i++;
        text_judge(u);
    }
    (void)emit_put(u->out, p + i, n - i);
    return TRAWL_OK;
}

/* ---- Inside a link ---- */

static void text_put(unbreak *u, trawl_str s)
{
    (void)emit_put(u->out, s.p, s.n);
}

static int text_is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* Returns the link as it would be written unbroken: its URL, without a scheme that was added.
 * Leaves out "mailto:", after which text that follows an address could be a part of the link:
 * "?x=1". But keeps it for an address whose URL has escapes. */
static trawl_str unbroken(const trawl_link *link)
{
    const trawl_str url = link->url;
    const bool address = link->kind == TRAWL_KIND_EMAIL && !memchr(url.p, '%', url.n),
               implied = address || (link->flags & TRAWL_FLAG_SCHEME_IMPLIED);
    const char *colon = implied ? memchr(url.p, ':', url.n) : NULL;
    size_t n = colon ? (size_t)(colon - url.p) + (address ? 1 : 3) : 0;

    return (trawl_str){url.p + n, url.n - n};
}

/* Holds the text between two pieces, from the blanks before its first line break on. It may have
 * quote marks, or the footer and header of a page. */
static int keep_breaks(unbreak *u, const char *p, size_t n)
{
    const char *lf = n > 0 ? memchr(p, '\n', n) : NULL;
    size_t from;

    if (!lf)
        return TRAWL_OK;
    from = (size_t)(lf - p);
    if (from > 0 && p[from - 1] == '\r')
        from--;
    while (from > 0 && text_is_blank(p[from - 1]))
        from--;
    return text_hold(u, &u->breaks, p + from, n - from);
}

/* Writes the quote mark of <URL:"..."> and removes it from p[0..n). Returns the new length. */
static size_t take_quote(unbreak *u, const trawl_link *link, char *p, size_t n)
{
    size_t at = n;

    if (!(link->flags & TRAWL_FLAG_QUOTES))
        return n;
    while (at > 0 && p[at - 1] != '"' && p[at - 1] != '\'')
        at--;
    if (at == 0)
        return n;
    (void)emit_put(u->out, p + at - 1, 1);
    memmove(p + at - 1, p + at, n - at);
    return n - 1;
}

/* Ends a link: writes its closer, and holds the line breaks that precede the closer. */
static int emit_text_end_link(unbreak *u, const trawl_link *link)
{
    size_t n = u->inner.n;
    char *p = u->inner.p;
    int error, closed = n > 0 && p[n - 1] == '>';

    u->inner.n = 0;
    if (!closed && (link->flags & TRAWL_FLAG_MULTI)) {
        u->state = u->breaks.n > 0 ? IN_GAP : IN_TEXT;
        return TRAWL_OK;
    }
    if (closed) {
        n = take_quote(u, link, p, n - 1);
        (void)emit_put(u->out, ">", 1);
    }
    error = keep_breaks(u, p, n);
    if (error == TRAWL_OK && closed && (link->flags & TRAWL_FLAG_CLOSER_AT_BOL))
        error = text_hold(u, &u->breaks, ">", 1);
    u->moved = u->worded = 0;
    u->state = u->breaks.n > 0 ? IN_TAIL : IN_TEXT;
    if (closed && (link->flags & TRAWL_FLAG_CLOSER_AT_BOL))
        text_settle(u);
    return error;
}

/* Returns true for links that are written as they are: those in running text that are not broken
 * over lines. Without the backslashes between their pieces ("a\_b") they might end elsewhere. */
static int is_as_written(const unbreak *u, const trawl_link *link)
{
    return link->span_count > 1 && !(link->flags & TRAWL_FLAG_LINE_END) &&
           (link->kind == TRAWL_KIND_BARE || link->kind == TRAWL_KIND_WWW ||
            link->kind == TRAWL_KIND_OSC8) &&
           u->state != IN_GAP;
}

/* Takes a piece. The whole link is written for the first one. */
static int take_piece(unbreak *u, const trawl_event *e)
{
    const trawl_link *link = e->link;
    int error = TRAWL_OK;

    if (is_as_written(u, link)) {
        if (u->state != IN_TEXT)
            text_settle(u);
        text_put(u, e->text);
        return TRAWL_OK;
    }
    if (e->index == 0) {
        if (u->state == IN_TAIL)
            text_settle(u);
        text_put(u, link->span_count > 1 ? unbroken(link) : e->text);
        if (link->span_count == 1 && u->state != IN_GAP)
            return TRAWL_OK;
        u->state = IN_LINK;
    } else {
        error = keep_breaks(u, u->inner.p, u->inner.n);
    }
    u->inner.n = 0;
    if (error == TRAWL_OK && e->span.to == link->extent.to)
        error = emit_text_end_link(u, link);
    return error;
}

/* Takes text that belongs to a link: an opener, something between pieces, a closer. */
static int take_inner(unbreak *u, const trawl_event *e)
{
    int error;

    if (u->state != IN_LINK) {
        if (u->state != IN_TEXT && u->state != IN_GAP)
            text_settle(u);
        text_put(u, e->text);
        return TRAWL_OK;
    }
    error = text_hold(u, &u->inner, e->text.p, e->text.n);
    if (error == TRAWL_OK && e->span.to == e->link->extent.to)
        error = emit_text_end_link(u, e->link);
    return error;
}

/* Takes text between two links of a wrapper. A line break in it is held after those of the link. */
static int take_gap(unbreak *u, trawl_str text)
{
    if (!memchr(text.p, '\n', text.n)) {
        text_put(u, text);
        return TRAWL_OK;
    }
    (void)emit_put(u->out, " ", 1);
    return keep_breaks(u, text.p, text.n);
}

/* ---- The writer ---- */

static int emit_text_begin(trawl_emit *e)
{
    ((unbreak *)e->state)->out = e;
    return TRAWL_OK;
}

static int emit_text_event(trawl_emit *e, const trawl_event *event)
{
    unbreak *u = e->state;
    int error = TRAWL_OK;

    if (event->type == TRAWL_EVENT_LINK || event->type == TRAWL_EVENT_LINK_MORE)
        error = take_piece(u, event);
    else if (event->type == TRAWL_EVENT_MESSAGE || event->type == TRAWL_EVENT_PART)
        text_settle(u);
    else if (event->type != TRAWL_EVENT_TEXT)
        return TRAWL_OK;
    else if (event->link)
        error = take_inner(u, event);
    else if (u->state == IN_TAIL || u->state == IN_WORD)
        error = text_take_tail(u, event->text.p, event->text.n);
    else if (u->state == IN_GAP && event->text.n > 0)
        error = take_gap(u, event->text);
    else
        text_put(u, event->text);
    return error ? error : e->error;
}

static int emit_text_finish(trawl_emit *e)
{
    text_settle(e->state);
    return e->error;
}

static void close_buffers(trawl_emit *e)
{
    unbreak *u = e->state;

    memory_free(&e->m, u->breaks.p);
    memory_free(&e->m, u->inner.p);
    memory_free(&e->m, u->tail.p);
}

const emit_writer emit_unbroken = {
    sizeof(unbreak), emit_text_begin, emit_text_event, emit_text_finish, NULL, close_buffers};
