/* message.c - the messages of a mailbox in a page: each a section with an anchor, and links to them
 *
 *   <section class="trawl-message" id="mid-1_40a.example">
 *
 * The anchor is the message's id, so it stays the same when the page is made again; each byte that
 * is not a letter, digit, dot or hyphen becomes "_" and two hex digits. A message gets a number
 * instead if it has no id, if an earlier message has the same id, or if IDS_MAX messages have ids
 * already. This is the number of the message itself or, if that is higher, one more than the last
 * number used. So each anchor is unique. A mid: URL of a message further up leads to its section.
 * The ids are kept as keyed hashes: no message can be made that takes the place of another.
 */
#include "emit/html/inside.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/ascii.h"
#include "base/sized.h"

#define IDS_MAX 12288   /* ids that are kept */
#define ANCHOR_MAX 1024 /* bytes of an anchor, and of an id */

static void message_put_id(text_out *o, const char *p, size_t n)
{
    static const char hex[] = "0123456789abcdef";

    out_put(o, "mid-", 4);
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)p[i];
        if (ascii_is_alnum(c) || c == '.' || c == '-') {
            out_byte(o, (char)c);
        } else {
            out_byte(o, '_');
            out_byte(o, hex[c >> 4]);
            out_byte(o, hex[c & 15]);
        }
    }
}

/* Writes the section's anchor to room, and returns its length. */
static size_t anchor_of(html *h, const trawl_mail_message *m, char room[ANCHOR_MAX])
{
    text_out o = {room, ANCHOR_MAX, 0};

    message_put_id(&o, m->id.p, m->id.n);
    if (m->id.n > 0 && o.len <= o.size && h->ids.n < IDS_MAX &&
        keyed_add(&h->ids, keyed_hash(&h->ids, m->id.p, m->id.n), 0))
        return o.len;
    h->number = m->number > h->number ? m->number : h->number + 1;
    return (size_t)snprintf(room, ANCHOR_MAX, "message-%" PRIu64, h->number);
}

int html_message(trawl_emit *e, const trawl_mail_message *message)
{
    html *h = e->state;
    trawl_mail_message m;
    char anchor[ANCHOR_MAX];
    size_t n;

    if (h->structure && (!message || !h->page))
        html_refs_text(e);
    if (!message || !h->page)
        return e->error;
    if (!keyed_make_room(&h->ids, &e->m))
        return e->error = TRAWL_ERROR_NO_MEMORY;
    if (!sized_get(&m, sizeof m, message))
        return TRAWL_ERROR_MISUSE;
    if (h->title && m.offset == 0 && m.subject.n > 0)
        html_title_subject(h->title, m.subject);
    html_page_settle(e);
    if (!h->structure) {
        html_still_end(e);
        emit_text(e, "</pre>");
    }
    emit_text(e, h->section ? "</section>\n" : "\n");
    emit_text(e, "<section class=\"trawl-message\" id=\"");
    n = anchor_of(h, &m, anchor);
    emit_put(e, anchor, n);
    if (h->structure)
        html_refs_message(e, (trawl_str){anchor, n}, m.subject);
    emit_text(e, h->structure ? "\">" : "\"><pre>");
    h->section = true;
    h->titled = false;
    html_structure_below(&h->open, 1);
    h->still = (html_still){.bol = true};
    return e->error;
}

/* ---- The header ---- */

void html_message_field(trawl_emit *e, trawl_str field)
{
    html *h = e->state;

    if (h->titled || field.n != 7 || !ascii_same(field.p, "subject", 7))
        return;
    emit_text(e, "<h2>");
    h->titled = h->subject = true;
    html_structure_below(&h->open, 2);
}

void html_message_head_end(trawl_emit *e)
{
    html *h = e->state;

    html_link_close(e);
    escape_html_settle(e, &h->text);
    if (h->subject)
        emit_text(e, "</h2>");
    h->subject = false;
}

int html_message_head_text(trawl_emit *e, const char *p, size_t n)
{
    html *h = e->state;
    size_t line = h->subject ? e->kernel->find(&e->line_ends, p, n) : n;

    escape_html_text(e, &h->text, p, line);
    if (line < n)
        html_message_head_end(e);
    return escape_html_text(e, &h->text, p + line, n - line);
}

/* Writes the id of a mid: URL to `room`, with its escapes decoded, without the "/part" after it.
 * Returns its length, or 0 when it is too long. */
static size_t id_of(trawl_str url, char room[ANCHOR_MAX])
{
    size_t n = 0;

    for (size_t i = 4; i < url.n && url.p[i] != '/'; i++) {
        const int byte = url.p[i] == '%' ? ascii_escape(url.p + i, url.n - i) : -1;
        if (n == ANCHOR_MAX)
            return 0;
        room[n++] = byte >= 0 ? (char)byte : url.p[i];
        i += byte >= 0 ? 2 : 0;
    }
    return n;
}

size_t html_message_href(trawl_emit *e, const trawl_link *link, char room[TRAWL_URL_MAX])
{
    html *h = e->state;
    char id[ANCHOR_MAX];
    text_out o = {room, ANCHOR_MAX, 0};
    size_t n;

    if (!h->section || link->url.n < 5 || !ascii_same(link->url.p, "mid:", 4))
        return 0;
    n = id_of(link->url, id);
    if (n == 0 || keyed_find(&h->ids, keyed_hash(&h->ids, id, n))->hash == 0)
        return 0;
    out_byte(&o, '#');
    message_put_id(&o, id, n);
    return o.len <= o.size ? o.len : 0;
}
