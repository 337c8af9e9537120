/* term.c - the text with OSC 8 hyperlinks, for terminals and less -R
 *
 *     ESC ] 8 ; id=7 ; http://a.example/xy ESC \  http://a.example/x  ESC ] 8 ; ; ESC \
 *
 * Each piece of a link is wrapped like this, with the backslashes between two pieces; the id tells
 * the terminal that the pieces are one link. Pieces beyond the limits of F11 are text. Links of
 * every registered scheme become hyperlinks, except schemes that are never live (F1) and links that
 * look dangerous (F2, F3), since it is not known what the terminal opens. A URI that is not
 * printable ASCII, or is longer than URI_MAX, is text.
 *
 * Of the input's escape sequences only SGR passes (emit.h), inside links as well. CRLF stays; a CR
 * without LF, which would let the rest of a line overwrite its start, becomes a line end. With
 * TRAWL_EMIT_OPTION_COLOR links are underlined, by SGR 4 before and SGR 24 after them, unless the
 * input underlines them itself. No colours are chosen: which are readable depends on the terminal.
 *
 * Lines of HTML begin with quote marks, bullets and numbers, from MARKUP events; blank lines are
 * between its blocks. With TRAWL_EMIT_OPTION_COLOR headings and bold text are bold (SGR 1 and 22).
 */
#include "emit/emit.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/ascii.h"

#define ESC 0x1B
#define URI_MAX 2083    /* F11 */
#define AROUND_PIECE 40 /* bytes around the URI and the text, about */

/* ---- The text's escape sequences ---- */

/* Writes the ESC of a held sequence that is not SGR as U+FFFD, and the rest as text. */
static int give_up(term_text *t)
{
    size_t n = t->held_n;
    int stop;

    t->held_n = 0;
    if (n == 0)
        return 0;
    stop = t->put(t->user, ESCAPE_BAD_TEXT, strlen(ESCAPE_BAD_TEXT));
    return stop || n == 1 ? stop : t->put(t->user, t->held + 1, n - 1);
}

/* Adds a byte to the held bytes. Sets *taken to whether the byte belongs to the sequence. */
static int term_extend(term_text *t, char c, bool *taken)
{
    size_t n = t->held_n;

    *taken =
        n < TERM_SGR_MAX &&
        (n == 1 ? c == '[' : ascii_is_digit((unsigned char)c) || c == ';' || c == ':' || c == 'm');
    if (!*taken)
        return give_up(t);
    t->held[t->held_n++] = c;
    if (n == 1 || c != 'm')
        return 0;
    t->held_n = 0;
    return t->pass(t->user, t->held, n + 1);
}

/* Passes on SGR sequences and text, and makes other escape sequences text; a shown_put. */
static int term_filter(void *user, const char *p, size_t n)
{
    term_text *t = user;
    int stop = 0;

    while (n > 0 && !stop) {
        size_t taken = 1;
        bool whole = true;
        if (t->held_n > 0) {
            stop = term_extend(t, *p, &whole);
            taken = whole ? 1 : 0;
        } else if (*p == ESC) {
            t->held[t->held_n++] = ESC;
        } else {
            const char *esc = memchr(p, ESC, n);
            taken = esc ? (size_t)(esc - p) : n;
            stop = t->put(t->user, p, taken);
        }
        p += taken;
        n -= taken;
    }
    return stop;
}

void term_text_open(term_text *t, shown_put *term_put, shown_put *term_pass, void *user)
{
    *t = (term_text){.put = term_put, .pass = term_pass, .user = user};
    shown_open(&t->text, term_filter, t, SHOWN_ESC | SHOWN_CRLF);
}

int term_text_finish(term_text *t)
{
    int stop = shown_edge(&t->text);

    return stop ? stop : give_up(t);
}

/* ---- Underlining by the input ---- */

/* Reads the number at p[*i], and sets *end to what ends it: ';', ':' or 'm'. */
static unsigned term_number(const char *p, size_t *i, char *end)
{
    unsigned value = 0;

    while (ascii_is_digit((unsigned char)p[*i])) {
        value = value < 1000 ? value * 10 + (unsigned)(p[*i] - '0') : value;
        (*i)++;
    }
    *end = p[(*i)++];
    return value;
}

/* Skips the numbers of a colour, 38;5;N or 38;2;R;G;B, which are not attributes. */
static void skip_colour(const char *p, size_t *i, char *end)
{
    unsigned kind = *end == ';' ? term_number(p, i, end) : 0;

    for (unsigned left = kind == 5 ? 1 : kind == 2 ? 3 : 0; left > 0 && *end != 'm'; left--)
        (void)term_number(p, i, end);
}

/* Returns true when text is underlined after this SGR sequence. */
static bool term_is_underlined(const char *sgr, size_t n, bool before)
{
    bool on = before;
    char end = ';';

    for (size_t i = 2; i < n && end != 'm';) {
        unsigned code = term_number(sgr, &i, &end), style = 1;
        bool first = true;
        if (code == 38 || code == 48 || code == 58)
            skip_colour(sgr, &i, &end);
        while (end == ':') { /* 4:0 is off, 4:3 is wavy; such numbers matter only after 4 */
            unsigned sub = term_number(sgr, &i, &end);
            style = first ? sub : style;
            first = false;
        }
        if (code == 4 || code == 21)
            on = style != 0;
        else if (code == 0 || code == 24)
            on = false;
    }
    return on;
}

/* ---- The writer ---- */

typedef struct term {
    term_text text;
    uint64_t count;  /* links so far */
    uint64_t wanted; /* the link that the next text belongs to; 0 for none */
    uint64_t open;   /* the link that the terminal has open */
    bool underlined; /* by the input */
    shown_link link; /* the last one */
    marks marks;
    unsigned breaks; /* line ends of text with markup that are not written yet */
    bool begun;      /* something was written */
    bool bold;       /* SGR 1 was written */
    char uri[URI_MAX];
} term;

/* Ends the open hyperlink and begins the wanted one, now that text follows. */
static int switch_link(trawl_emit *e, term *t)
{
    bool underline = emit_option(e, TRAWL_EMIT_OPTION_COLOR) && !t->underlined;
    char begin[40];

    if (t->open == t->wanted)
        return e->error;
    if (t->open) {
        if (underline)
            emit_text(e, "\x1B[24m");
        emit_text(e, "\x1B]8;;\x1B\\");
    }
    if (t->wanted) {
        (void)snprintf(begin, sizeof begin, "\x1B]8;id=%" PRIu64 ";", t->wanted);
        emit_text(e, begin);
        emit_put(e, t->uri, t->link.uri_n);
        emit_text(e, "\x1B\\");
        if (underline)
            emit_text(e, "\x1B[4m");
    }
    t->open = t->wanted;
    return e->error;
}

/* ---- Markup of HTML ---- */

/* Begins or ends bold text. */
static void term_set_bold(trawl_emit *e, term *t, bool bold)
{
    if (t->bold != bold && emit_option(e, TRAWL_EMIT_OPTION_COLOR))
        emit_text(e, bold ? "\x1B[1m" : "\x1B[22m");
    t->bold = bold;
}

/* Writes the line ends before a text, and what its line begins with. */
static void term_put_start(trawl_emit *e, term *t)
{
    marks *m = &t->marks;
    bool begins = m->begins;

    m->begins = false;
    if (!begins && m->cell && t->breaks > 0) {
        emit_text(e, " ");
    } else if (begins && m->next) {
        for (unsigned i = 0; i <= m->skip; i++)
            emit_text(e, " | ");
    } else if (begins || t->breaks > 0) {
        marks_put_start(e, m, begins, !t->begun ? 0 : begins ? 1 : t->breaks, "\n", false);
        for (unsigned i = 0; begins && m->cell && i < m->skip; i++)
            emit_text(e, " | ");
    }
    t->breaks = 0;
    t->begun = true;
    term_set_bold(e, t, m->style & 1 || m->heading > 0);
}

/* Writes text of a part with markup. Its line ends are held until more text follows. */
static int term_put_marked(trawl_emit *e, term *t, const char *bytes, size_t n)
{
    while (n > 0 && !e->error) {
        const char *end = memchr(bytes, '\n', n);
        size_t len = end ? (size_t)(end - bytes) : n;

        if (len > 0) {
            term_put_start(e, t);
            if (switch_link(e, t) == 0)
                emit_put(e, bytes, len);
        }
        if (end) {
            term_set_bold(e, t, false);
            t->breaks++;
            len++;
        }
        bytes += len;
        n -= len;
    }
    return e->error;
}

/* Ends the markup of a part. */
static int term_end_part(trawl_emit *e, term *t)
{
    if (!t->marks.on)
        return e->error;
    t->marks = (marks){.on = false};
    if (shown_edge(&t->text.text) == 0 && switch_link(e, t) == 0) {
        term_set_bold(e, t, false);
        for (; t->breaks > 0; t->breaks--)
            emit_text(e, "\n");
    }
    t->begun = true;
    return e->error;
}

/* Takes a MARKUP event. */
static int term_take_markup(trawl_emit *e, term *t, const trawl_event *event)
{
    t->wanted = 0;
    if (!t->marks.on)
        t->begun = false; /* the line end before the part is written */
    if (shown_edge(&t->text.text) || switch_link(e, t))
        return e->error;
    (void)marks_take(&t->marks, event);
    return e->error;
}

static int term_put(void *emit, const char *bytes, size_t n)
{
    trawl_emit *e = emit;
    term *t = e->state;
    int stop;

    if (t->marks.on)
        return term_put_marked(e, t, bytes, n);
    stop = switch_link(e, t);
    return stop ? stop : emit_put(e, bytes, n);
}

/* Writes an SGR sequence, and renews the underlining of links after an SGR 0 inside them. */
static int term_pass(void *emit, const char *sgr, size_t n)
{
    trawl_emit *e = emit;
    term *t = e->state;

    t->underlined = term_is_underlined(sgr, n, t->underlined);
    emit_put(e, sgr, n);
    if (t->open && !t->underlined && emit_option(e, TRAWL_EMIT_OPTION_COLOR))
        emit_text(e, "\x1B[4m");
    return e->error;
}

static int term_begin(trawl_emit *e)
{
    term *t = e->state;

    term_text_open(&t->text, term_put, term_pass, e);
    return 0;
}

/* Finds the link's URI. Its own scheme counts as allowed, so only dangerous links are refused. */
static int term_begin_link(trawl_emit *e, term *t, const trawl_link *link)
{
    const char *colon = memchr(link->url.p, ':', link->url.n);
    trawl_str scheme = {link->url.p, colon ? (size_t)(colon - link->url.p) : 0};
    int error = shown_link_begin(&t->link, link, scheme, t->uri, sizeof t->uri);

    t->count++;
    for (size_t i = 0; i < t->link.uri_n; i++)
        if (!ascii_is_graph((unsigned char)t->uri[i]))
            t->link.uri_n = 0;
    if (error)
        e->error = error;
    return e->error;
}

/* Writes a piece, and ends its hyperlink unless another piece or the rest of an escape sequence of
 * the input may follow. A piece that begins inside an escape sequence is text, because the link
 * differs from what is shown: in ESC [ 1 m joe@a.example, UTS #58 finds 1mjoe@a.example. */
static int term_put_piece(trawl_emit *e, term *t, trawl_str piece)
{
    int stop = shown_edge(&t->text.text);

    t->link.left -= t->link.left > 0;
    t->wanted = 0;
    if (t->link.uri_n > 0 && t->text.held_n == 0 &&
        (t->open == t->count || link_room_take(&t->link.room, t->link.uri_n + AROUND_PIECE)))
        t->wanted = t->count;
    if (!stop)
        stop = shown_text(&t->text.text, piece.p, piece.n);
    if (!stop)
        stop = shown_edge(&t->text.text);
    t->wanted = 0;
    return stop || t->text.held_n > 0 || t->link.left > 0 ? stop : switch_link(e, t);
}

/* Writes text; backslashes between two pieces are part of the link. */
static int term_put_text(trawl_emit *e, term *t, const trawl_event *event)
{
    int stop = 0;

    t->wanted = link_is_gap(event) ? t->open : 0;
    if (t->wanted == 0)
        stop = switch_link(e, t);
    if (!stop)
        stop = shown_text(&t->text.text, event->text.p, event->text.n);
    t->wanted = 0;
    return stop;
}

static int term_event(trawl_emit *e, const trawl_event *event)
{
    term *t = e->state;
    int stop = 0;

    switch (event->type) {
    case TRAWL_EVENT_TEXT:
        return term_put_text(e, t, event);
    case TRAWL_EVENT_LINK:
    case TRAWL_EVENT_LINK_MORE:
        if (event->type == TRAWL_EVENT_LINK && (stop = term_begin_link(e, t, event->link)))
            return stop;
        stop = term_put_piece(e, t, event->text);
        return stop ? stop : shown_link_note(&t->link, &t->text.text);
    case TRAWL_EVENT_MARKUP:
        return term_take_markup(e, t, event);
    case TRAWL_EVENT_MESSAGE:
    case TRAWL_EVENT_PART:
        return term_end_part(e, t);
    default:
        return 0;
    }
}

static int term_finish(trawl_emit *e)
{
    term *t = e->state;
    int stop = term_end_part(e, t);

    if (!stop)
        stop = term_text_finish(&t->text);

    return stop ? stop : switch_link(e, t);
}

const emit_writer emit_term = {sizeof(term), term_begin, term_event, term_finish, NULL, NULL};
