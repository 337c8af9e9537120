/* html.c - text as HTML: a piece for a page of somebody else's
 *
 * The text content of what comes out is display(source), see escape.h, save for our own notes, which stand in elements of
 * class "trawl-note". A piece needs "white-space: pre-wrap" or <pre> around it for its lines to show as they are.
 */
#include "emit/html.h"

int html_text(trawl_emit *e, const char *p, size_t n)
{
    html *h = e->state;

    if (!emit_option(e, TRAWL_EMIT_PAGE))
        return escape_html_text(e, &h->text, p, n);
    return emit_option(e, TRAWL_EMIT_REFLOW) ? html_reflow_text(e, p, n) : html_lines_text(e, p, n);
}

int html_settle(trawl_emit *e)
{
    html *h = e->state;

    if (emit_option(e, TRAWL_EMIT_PAGE)) {
        if (emit_option(e, TRAWL_EMIT_REFLOW))
            html_reflow_inline(e);
        else
            html_lines_inline(e);
    }
    return escape_html_settle(e, &h->text);
}

static int begin(trawl_emit *e)
{
    return emit_option(e, TRAWL_EMIT_PAGE) ? html_page_begin(e) : 0;
}

static int event(trawl_emit *e, const trawl_event *event)
{
    html *h = e->state;

    switch (event->type) {
    case TRAWL_LINK:
    case TRAWL_LINK_MORE:
        return html_link_piece(e, event);
    case TRAWL_TEXT:
        if (h->link.left > 0 && event->link)
            return html_link_gap(e, event->text.p, event->text.n);
        html_link_end(e);
        return html_text(e, event->text.p, event->text.n);
    default:
        return e->error;
    }
}

static int finish(trawl_emit *e)
{
    html *h = e->state;

    html_link_end(e);
    if (emit_option(e, TRAWL_EMIT_PAGE))
        return html_page_end(e);
    return escape_html_settle(e, &h->text);
}

const emit_writer emit_html = {.state_size = sizeof(html), .begin = begin, .event = event, .finish = finish};
