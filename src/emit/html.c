/* html.c - text as HTML: a piece for a page of somebody else's
 *
 * The text content of what comes out is display(source), see escape.h, save for our own notes, which stand in elements of
 * class "trawl-note". A piece needs "white-space: pre-wrap" or <pre> around it for its lines to show as they are.
 */
#include "emit/html.h"

#include <string.h>

int html_text(trawl_emit *e, const char *p, size_t n)
{
    html *h = e->state;

    if (!emit_option(e, TRAWL_EMIT_PAGE) || h->head)
        return escape_html_text(e, &h->text, p, n);
    return emit_option(e, TRAWL_EMIT_REFLOW) ? html_reflow_text(e, p, n) : html_lines_text(e, p, n);
}

int html_settle(trawl_emit *e)
{
    html *h = e->state;

    if (emit_option(e, TRAWL_EMIT_PAGE) && !h->head) {
        if (emit_option(e, TRAWL_EMIT_REFLOW))
            html_reflow_inline(e);
        else
            html_lines_inline(e);
    }
    return escape_html_settle(e, &h->text);
}

static int begin(trawl_emit *e)
{
    const unsigned char line_ends[256] = {['\n'] = 1, ['\r'] = 1};
    const trawl_emit_config *c = &e->config;
    html *h = e->state;

    h->fragment = !emit_option(e, TRAWL_EMIT_PAGE);
    h->usual = h->fragment && c->rel.n + c->css_class.n + c->target.n + c->link_template.n == 0;
    e->kernel = kernel_choose();
    escape_html_open(&e->html, emit_option(e, TRAWL_EMIT_XHTML));
    kernel_set_make(&e->line_ends, line_ends);
    return emit_option(e, TRAWL_EMIT_PAGE) ? html_page_begin(e) : 0;
}

/* The header of a message stands in an element of its own; only in a page. */
static void set_head(trawl_emit *e, bool head)
{
    html *h = e->state;

    if (h->head == head || !emit_option(e, TRAWL_EMIT_PAGE))
        return;
    html_link_end(e);
    if (emit_option(e, TRAWL_EMIT_REFLOW))
        html_reflow_head(e, head);
    else
        html_lines_head(e, head);
    h->head = head;
}

/* Another text begins. */
static int begin_part(trawl_emit *e)
{
    html_link_end(e);
    set_head(e, false);
    if (emit_option(e, TRAWL_EMIT_PAGE) && emit_option(e, TRAWL_EMIT_REFLOW))
        html_reflow_part(e);
    return e->error;
}

/* Does text go its way, with no link waiting for it? In a page, it is looked at what belongs around it. */
static inline bool goes_by(const html *h)
{
    return h->fragment && html_link_is_over(&h->link);
}

/* What is neither usual text nor a usual link. */
__attribute__((noinline)) static int take(trawl_emit *e, const trawl_event *event)
{
    html *h = e->state;

    switch (event->type) {
    case TRAWL_MESSAGE:
        begin_part(e);
        return html_message(e, event->message);
    case TRAWL_PART:
        return begin_part(e);
    case TRAWL_LINK:
    case TRAWL_LINK_MORE:
        set_head(e, event->field.n > 0);
        return html_link_piece(e, event);
    case TRAWL_TEXT:
        set_head(e, event->field.n > 0);
        if (h->link.left > 0 && event->link)
            return html_link_gap(e, event->text.p, event->text.n);
        html_link_end(e);
        return html_text(e, event->text.p, event->text.n);
    default:
        return e->error;
    }
}

/* A usual link which is not seen to be one at once. It stands apart, so that addresses save no registers for it. */
__attribute__((noinline)) static bool put_usual(trawl_emit *e, trawl_str url, trawl_str text, unsigned flags)
{
    return text.n > 0 && text.n <= url.n && memcmp(url.p + url.n - text.n, text.p, text.n) == 0 &&
           live_plain_of(url, flags) == LIVE_PLAIN && html_anchor_usual(e, url, text);
}

/* Is it a link that html_anchor_usual() can write? Then nothing else is to be done about it. */
static inline bool take_usual(trawl_emit *e, const trawl_event *event)
{
    html *h = e->state;
    const trawl_link *link = event->link;
    bool done;

    if (!h->usual || !link || link->span_count != 1 || link->alt_count > 0 || h->text.n > 0)
        return false;
    done = html_anchor_address(e, link->url, event->text, link->flags) ||
           html_anchor_web(e, link->url, event->text, link->flags) || put_usual(e, link->url, event->text, link->flags);
    h->text.cr = h->text.cr && !done;
    return done;
}

/* A link that stands in a page, or behind another one that is not over. */
__attribute__((noinline)) static int take_both(trawl_emit *e, const trawl_event *event)
{
    const trawl_event before = emit_before(event);

    if (before.text.n > 0)
        take(e, &before);
    return take(e, event);
}

/* A link and the text before it. It stands apart, so that text alone saves no registers for it. */
__attribute__((noinline)) static int take_link(trawl_emit *e, const trawl_event *event)
{
    html *h = e->state;

    if (!goes_by(h))
        return take_both(e, event);
    if (event->before.n > 0)
        escape_html_text(e, &h->text, event->before.p, event->before.n);
    return e->error || take_usual(e, event) ? e->error : take(e, event);
}

static int event(trawl_emit *e, const trawl_event *event)
{
    html *h = e->state;

    if (event->type == TRAWL_LINK)
        return take_link(e, event);
    return event->type == TRAWL_TEXT && goes_by(h) ? escape_html_text(e, &h->text, event->text.p, event->text.n)
                                                   : take(e, event);
}

static int finish(trawl_emit *e)
{
    html *h = e->state;

    html_link_end(e);
    set_head(e, false);
    if (emit_option(e, TRAWL_EMIT_PAGE))
        return html_page_end(e);
    return escape_html_settle(e, &h->text);
}

static bool is_calm(const trawl_emit *e)
{
    const html *h = e->state;

    return !emit_option(e, TRAWL_EMIT_PAGE) && html_link_is_over(&h->link) && escape_is_calm(&h->text);
}

static void close_writer(trawl_emit *e)
{
    html *h = e->state;

    memory_free(&e->m, h->ids);
}

const emit_writer emit_html = {sizeof(html), begin, event, finish, is_calm, close_writer, true};
