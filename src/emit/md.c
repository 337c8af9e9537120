/* md.c - the text as Markdown (CommonMark) that renders to the same text and the same links
 *
 *     <http://a.example/>   [www.a.example](<https://www.a.example>)   joe: <joe@a.example>
 *
 * Links are those that HTML would have live (trawl_emit_href()). Each piece of a broken one is a link of its own to the whole
 * URL, as in HTML, so that lines stay as they are. A link that is not live has all its punctuation escaped, since some
 * renderers make links of what looks like one. How text is written says escape_md.h.
 *
 * Renderers go their own way with what they are given: cmark percent-encodes the brackets of an IPv6 host, for one.
 */
#include <string.h>

#include "emit/emit.h"
#include "emit/escape_md.h"

#define URI_MAX TRAWL_URL_MAX /* F11 */

typedef struct markdown {
    shown text;
    escape_md md;
    size_t uri_n; /* of the last link; 0: it is not live */
    char uri[URI_MAX];
} markdown;

static int begin(trawl_emit *e)
{
    markdown *m = e->state;

    escape_md_begin(&m->md, e);
    m->text.put = escape_md_text;
    m->text.user = &m->md;
    return 0;
}

static int take_link(trawl_emit *e, markdown *m, const trawl_link *link)
{
    size_t n = 0;
    int result = trawl_emit_href(link, e->config.live, m->uri, sizeof m->uri, &n, NULL);

    m->uri_n = result == TRAWL_OK ? n : 0;
    if (result == TRAWL_NO_MEMORY)
        e->error = result;
    return e->error;
}

static int put_text(markdown *m, trawl_str piece, bool every)
{
    int stop;

    m->md.every = every;
    stop = shown_text(&m->text, piece.p, piece.n);
    if (!stop)
        stop = shown_edge(&m->text);
    m->md.every = false;
    return stop;
}

static int put_live(trawl_emit *e, markdown *m, trawl_str piece)
{
    if (escape_md_settle(&m->md))
        return e->error;
    if (escape_md_autolink(piece.p, piece.n, m->uri, m->uri_n)) {
        shown_forget(&m->text);
        emit_text(e, "<");
        emit_put(e, piece.p, piece.n);
        return emit_text(e, ">");
    }
    emit_text(e, "[");
    put_text(m, piece, false);
    emit_text(e, "](<");
    escape_md_uri(e, m->uri, m->uri_n);
    return emit_text(e, ">)");
}

static int take_piece(trawl_emit *e, markdown *m, trawl_str piece)
{
    int stop = shown_edge(&m->text);

    if (stop)
        return stop;
    return m->uri_n > 0 && piece.n > 0 ? put_live(e, m, piece) : put_text(m, piece, true);
}

static int event(trawl_emit *e, const trawl_event *event)
{
    markdown *m = e->state;
    int stop;

    switch (event->type) {
    case TRAWL_TEXT:
        return shown_text(&m->text, event->text.p, event->text.n);
    case TRAWL_LINK:
        stop = take_link(e, m, event->link);
        return stop ? stop : take_piece(e, m, event->text);
    case TRAWL_LINK_MORE:
        return take_piece(e, m, event->text);
    default:
        return 0;
    }
}

static int finish(trawl_emit *e)
{
    markdown *m = e->state;
    int stop = shown_edge(&m->text);

    return stop ? stop : escape_md_finish(&m->md);
}

const emit_writer emit_markdown = {sizeof(markdown), begin, event, finish, NULL, NULL, false};
