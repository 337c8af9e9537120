/* text.c - the HTML writer: handles each event
 *
 * Without TRAWL_EMIT_OPTION_PAGE the output is a fragment for the caller's page, to be shown with
 * "white-space: pre-wrap" or in <pre>. The text content of the fragment is display(source)
 * (emit.h); only notes about links, in elements of class "trawl-note", are added.
 */
#include "emit/html/inside.h"

#include "base/sized.h"

int html_text(trawl_emit *e, const char *p, size_t n)
{
    html *h = e->state;

    if (h->structure)
        return h->head ? html_message_head_text(e, p, n) : html_held_text(e, p, n);
    if (!h->page || h->head)
        return escape_html_text(e, &h->text, p, n);
    return html_still_text(e, p, n);
}

int html_settle(trawl_emit *e)
{
    html *h = e->state;

    if (h->page && !h->head && !h->structure)
        html_still_inline(e);
    return escape_html_settle(e, &h->text);
}

static int html_text_begin(trawl_emit *e)
{
    const trawl_emit_config *c = &e->config;
    html *h = e->state;

    h->page = emit_option(e, TRAWL_EMIT_OPTION_PAGE);
    h->structure = h->page ? !emit_option(e, TRAWL_EMIT_OPTION_NO_STRUCTURE)
                           : emit_option(e, TRAWL_EMIT_OPTION_STRUCTURE);
    h->simple = !h->page && !h->structure &&
                c->rel.n + c->css_class.n + c->target.n + c->link_template.n == 0;
    html_structure_below(&h->open, 1);
    escape_html_open(e);
    kernel_set_of(&e->line_ends, "\r\n");
    if (h->structure) {
        html_held_open(e);
        html_refs_begin(e);
    }
    if (!h->page || !h->structure || !emit_option(e, TRAWL_EMIT_OPTION_OWN_TITLE))
        return h->page ? html_page_begin(e) : e->error;
    h->title = memory_zeroed(&e->m, sizeof *h->title);
    return h->title ? e->error : TRAWL_ERROR_NO_MEMORY;
}

static void text_end_link(trawl_emit *e)
{
    html *h = e->state;

    html_link_close(e);
    h->link.left = 0;
}

/* Begins or ends the header of a message, which has its own element in a page. */
static void set_head(trawl_emit *e, bool head)
{
    html *h = e->state;

    if (h->head == head)
        return;
    html_page_settle(e);
    text_end_link(e);
    if (!h->structure) {
        html_still_head(e, head);
    } else if (head) {
        html_held_part(e);
        emit_text(e, "\n<header class=\"trawl-head\">");
    } else {
        html_message_head_end(e);
        emit_text(e, "</header>");
    }
    h->head = head;
}

static void text_begin_part(trawl_emit *e)
{
    html *h = e->state;

    text_end_link(e);
    if (h->page || h->structure)
        set_head(e, false);
    if (h->structure)
        html_held_part(e);
    h->marks = (html_marks){0};
}

/* Ends or begins a header, depending on the event's field. */
static void place_in_head(trawl_emit *e, const trawl_event *event)
{
    html *h = e->state;

    set_head(e, event->field.n > 0);
    if (h->head && h->structure)
        html_message_field(e, event->field);
}

/* Returns true for line ends or backslashes between two pieces that can be inside the anchor. Line
 * ends cannot be inside it where they close elements of the page. */
static bool is_gap(const html *h, const trawl_event *event)
{
    size_t n = 0;

    if (h->link.left > 0 && link_is_gap(event))
        return true;
    if (!event->link || h->link.left == 0 || h->structure || (h->page && h->still.depth > 0))
        return false;
    while (n < event->text.n && (event->text.p[n] == '\r' || event->text.p[n] == '\n'))
        n++;
    return n == event->text.n;
}

/* Writes text. First ends a header or link that the text is not part of. */
__attribute__((noinline)) static int take_text(trawl_emit *e, const trawl_event *event)
{
    html *h = e->state;

    if (h->page || h->structure)
        place_in_head(e, event);
    if (event->link && event->text.n == 0)
        return e->error; /* source bytes without text, between two pieces */
    if (!is_gap(h, event))
        html_link_close(e);
    if (!event->link)
        h->link.left = 0;
    return html_text(e, event->text.p, event->text.n);
}

/* Returns true if an event begins the body of a message: a part without the name of a file. */
static bool begins_body(const trawl_event *event)
{
    trawl_mail_part part;

    return event->type == TRAWL_EVENT_PART && sized_get(&part, sizeof part, event->part) &&
           part.name.n == 0;
}

__attribute__((noinline)) static int take_other(trawl_emit *e, const trawl_event *event)
{
    html *h = e->state;

    if (event->type == TRAWL_EVENT_MESSAGE || event->type == TRAWL_EVENT_PART) {
        text_begin_part(e);
        if (h->structure)
            block_message(h->lines.blocks, begins_body(event));
    } else if (event->type == TRAWL_EVENT_MARKUP && h->structure && !h->head) {
        html_marks_event(e, event);
    }
    return event->type == TRAWL_EVENT_MESSAGE ? html_message(e, event->message) : e->error;
}

__attribute__((noinline)) static int take_link_apart(trawl_emit *e, const trawl_event *event)
{
    place_in_head(e, event);
    return html_link_piece(e, event);
}

static int text_event(trawl_emit *e, const trawl_event *event)
{
    html *h = e->state;

    switch (event->type) {
    case TRAWL_EVENT_TEXT:
        return h->page || h->structure || h->link.left > 0
                   ? take_text(e, event)
                   : escape_html_text(e, &h->text, event->text.p, event->text.n);
    case TRAWL_EVENT_LINK:
    case TRAWL_EVENT_LINK_MORE:
        return h->page || h->structure ? take_link_apart(e, event) : html_link_piece(e, event);
    default:
        return take_other(e, event);
    }
}

static int text_finish(trawl_emit *e)
{
    html *h = e->state;

    text_begin_part(e);
    html_page_settle(e);
    return h->page ? html_page_end(e) : escape_html_settle(e, &h->text);
}

/* Returns true when another writer can continue here: this is a fragment without structure, no link
 * is open, and no character or line end is cut. */
static bool text_is_complete(const trawl_emit *e)
{
    const html *h = e->state;

    return !(e->config.options & (TRAWL_EMIT_OPTION_PAGE | TRAWL_EMIT_OPTION_STRUCTURE)) &&
           h->link.left == 0 && !h->link.open && h->text.n == 0 && !h->text.cut && !h->text.cr;
}

static void text_close_writer(trawl_emit *e)
{
    html *h = e->state;

    html_held_close(e);
    memory_free(&e->m, h->title);
    if (!h->reads)
        outline_drop(h->own);
    memory_free(&e->m, h->ids.slots);
}

const emit_writer emit_html = {sizeof(html), html_text_begin,  text_event,
                               text_finish,  text_is_complete, text_close_writer};
