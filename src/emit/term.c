/* term.c - the text with OSC 8 hyperlinks, for terminals and less -R
 *
 *     ESC ] 8 ; id=7 ; http://a.example/xy ESC \  http://a.example/x  ESC ] 8 ; ; ESC \
 *
 * Each piece of a link is wrapped so; one id over all pieces of a broken link tells the terminal that they are one. Links of
 * every registered scheme are linked but those that never are (F1) or that look dangerous (F2, F3), since trawl cannot
 * know what the terminal opens; a URI that is not printable ASCII, or longer than 2083 bytes (F11), is text.
 *
 * Of the input's own escape sequences only SGR passes, also inside a link, where it does no harm: OSC 8 and SGR know nothing
 * of each other. All others are shown instead (escape_term.h says why). CRLF stays; a CR without LF, which would let the rest
 * of a line overwrite its beginning, is a line end.
 *
 * With TRAWL_EMIT_COLOR links are underlined: SGR 4, and 24 behind them unless the input's own underlining goes on there.
 * The links' underlining outlasts an SGR 0 inside them. No colours are chosen: which can be read only the terminal's owner
 * knows.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "emit/emit.h"
#include "emit/escape_term.h"

#define URI_MAX 2083 /* F11 */

typedef struct term {
    escape_term text;
    uint64_t count;  /* links so far */
    uint64_t wanted; /* the link that what comes now belongs to; 0 for none */
    uint64_t open;   /* the link that the terminal thinks it is in */
    bool underlined; /* by the input */
    size_t uri_n;    /* of the last link; 0: it is text */
    char uri[URI_MAX];
} term;

/* Tell the terminal about the link, now that there is something to be seen. */
static int tell(trawl_emit *e, term *t)
{
    bool underline = emit_option(e, TRAWL_EMIT_COLOR) && !t->underlined;
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
        emit_put(e, t->uri, t->uri_n);
        emit_text(e, "\x1B\\");
        if (underline)
            emit_text(e, "\x1B[4m");
    }
    t->open = t->wanted;
    return e->error;
}

static int put(void *emit, const char *bytes, size_t n)
{
    trawl_emit *e = emit;
    int stop = tell(e, e->state);

    return stop ? stop : emit_put(e, bytes, n);
}

static int pass(void *emit, const char *sgr, size_t n)
{
    trawl_emit *e = emit;
    term *t = e->state;

    t->underlined = escape_term_underlined(sgr, n, t->underlined);
    emit_put(e, sgr, n);
    if (t->open && !t->underlined && emit_option(e, TRAWL_EMIT_COLOR))
        emit_text(e, "\x1B[4m");
    return e->error;
}

static int begin(trawl_emit *e)
{
    term *t = e->state;

    escape_term_open(&t->text, put, pass, e);
    return 0;
}

/* A link's URI: its own scheme is allowed, so that trawl_emit_href() refuses the dangerous ones alone. */
static int take_link(trawl_emit *e, term *t, const trawl_link *link)
{
    const char *colon = memchr(link->url.p, ':', link->url.n);
    trawl_str scheme = {link->url.p, colon ? (size_t)(colon - link->url.p) : 0};
    size_t n = 0;
    int result = trawl_emit_href(link, scheme, t->uri, sizeof t->uri, &n, NULL);

    t->count++;
    t->uri_n = result == TRAWL_OK && escape_term_uri(t->uri, n) ? n : 0;
    if (result == TRAWL_NO_MEMORY)
        e->error = result;
    return e->error;
}

/* A piece: linked text up to its end, which is told at once unless a sequence of the input lies across it. Where one runs into
 * its beginning (by UTS #58 alone ESC [ 1 m joe@a.example has the local part 1mjoe) what is seen is not what is linked: it is
 * text. */
static int take_piece(trawl_emit *e, term *t, trawl_str piece)
{
    int stop = escape_term_edge(&t->text);

    t->wanted = t->uri_n > 0 && t->text.held_n == 0 ? t->count : 0;
    if (!stop)
        stop = escape_term_text(&t->text, piece.p, piece.n);
    if (!stop)
        stop = escape_term_edge(&t->text);
    t->wanted = 0;
    return stop || t->text.held_n > 0 ? stop : tell(e, t);
}

static int event(trawl_emit *e, const trawl_event *event)
{
    term *t = e->state;
    int stop = 0;

    switch (event->type) {
    case TRAWL_TEXT:
        return escape_term_text(&t->text, event->text.p, event->text.n);
    case TRAWL_LINK:
        stop = take_link(e, t, event->link);
        return stop ? stop : take_piece(e, t, event->text);
    case TRAWL_LINK_MORE:
        return take_piece(e, t, event->text);
    default:
        return 0;
    }
}

static int finish(trawl_emit *e)
{
    term *t = e->state;
    int stop = escape_term_finish(&t->text);

    return stop ? stop : tell(e, t);
}

const emit_writer emit_term = {sizeof(term), begin, event, finish, NULL, NULL, false};
