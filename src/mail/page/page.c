/* page.c - extracts the running text of an HTML part, as a browser would show it
 *
 * Gets the calls of the HTML tokenizer; outputs text in UTF-8 with a map to the input.
 * links.c reports the links.
 */
#include "mail/page/inside.h"

/* ---- The running text ---- */

/* Adds the input up to `to` to the map, as input without text. */
static int add_gap(page *p, uint64_t to)
{
    int failed = TRAWL_OK;

    while (p->next < to && !failed) {
        uint32_t n = to - p->next < UINT32_MAX ? (uint32_t)(to - p->next) : UINT32_MAX;
        failed = srcmap_add(p->map, n, 0, 1);
        p->next += n;
    }
    return failed;
}

int page_put_all(page *p)
{
    size_t n = p->text_n;

    p->text_n = 0;
    return n > 0 ? p->out.text(p->out.user, p->text, n) : 0;
}

int page_flush(page *p)
{
    size_t n = p->text_n;

    p->text_n = 0;
    return p->out.flush(p->out.user, p->text, n);
}

/* Holds back text of an anchor; it must fit. Also copies its beginning, with white space collapsed,
 * for the report of the link. */
static void hold(page *p, const char *text, size_t n)
{
    memcpy(p->held + p->held_n, text, n);
    p->held_n += n;
    for (size_t i = 0; i < n && p->anchor_n < PAGE_ANCHOR; i++) {
        bool blank = (unsigned char)text[i] <= ' ';
        if (blank && (p->anchor_n == 0 || p->anchor[p->anchor_n - 1] == ' '))
            continue;
        p->anchor[p->anchor_n++] = blank ? ' ' : text[i];
    }
}

/* Passes on text that is in the map, or holds it back inside an anchor. Divides it where the
 * anchor's text becomes too long, so that this place depends only on the text. */
static int show(page *p, const char *text, size_t n)
{
    size_t room;
    int stop;

    if (n == 0)
        return 0;
    p->line_open = p->verbatim ? text[n - 1] != '\n' : true;
    if (!p->in_anchor)
        return page_put(p, text, n);
    room = n < PAGE_HELD - p->held_n ? n : PAGE_HELD - p->held_n;
    hold(p, text, room);
    if (room == n)
        return 0;
    stop = page_release_anchor(p);
    return stop ? stop : page_put(p, text + room, n - room);
}

static int take_text(void *user, const char *text, size_t n, uint64_t at)
{
    page *p = user;
    int stop;

    if (p->hidden)
        return 0;
    for (; n > 0 && !p->line_open && !p->verbatim && page_is_blank(*text); text++, n--)
        at++; /* white space at the start of a line is not shown */
    if (n == 0)
        return 0;
    stop = add_gap(p, at);
    if (!stop)
        stop = srcmap_add(p->map, (uint32_t)n, 1, 1);
    p->next = at + n;
    return stop ? stop : show(p, text, n);
}

/* In the map, each byte of the one or two characters belongs to the whole reference. */
static int take_reference(void *user, const char *text, size_t n, uint64_t from, uint64_t to)
{
    page *p = user;
    int stop;

    if (p->hidden)
        return 0;
    stop = add_gap(p, from);
    if (!stop)
        stop = srcmap_add(p->map, 1, (uint16_t)n, (uint16_t)(to - from));
    p->next = to;
    return stop ? stop : show(p, text, n);
}

/* Ends the line at a tag, if the line is not empty. In the map, the line end belongs to the tag. */
static int end_line(page *p)
{
    uint64_t to = p->marked > p->next ? p->marked : p->next;
    int stop = TRAWL_OK;

    if (!p->line_open)
        return 0;
    if (to - p->next > UINT16_MAX)
        stop = add_gap(p, to - UINT16_MAX);
    if (!stop)
        stop = srcmap_add(p->map, 1, 1, (uint16_t)(to - p->next));
    p->next = to;
    if (!stop)
        stop = show(p, "\n", 1);
    p->line_open = false;
    return stop;
}

/* ---- Tags ---- */

/* Resets the attributes of the tag. */
static void forget_tag(page *p)
{
    p->refresh = p->invisible = false;
    p->values_n = 0;
    p->list_n = 0;
    p->width = p->height = 0;
}

static int take_start(void *user, const html_name *tag, bool self_closing)
{
    page *p = user;
    unsigned what = page_find_name(&p->names, tag).tag;
    int stop;

    if (p->hidden) /* even a hidden <a> ends an open anchor: they cannot be nested */
        return what & PAGE_TAG_ANCHOR ? page_end_anchor(p) : 0;
    stop = what & PAGE_TAG_BLOCK ? end_line(p) : 0;
    if (!stop && (p->list_n > 0 || what & PAGE_TAG_ANCHOR))
        stop = page_links(p, tag, what);
    forget_tag(p);
    if (what & PAGE_TAG_VERBATIM)
        p->verbatim = true;
    if (!self_closing && what & PAGE_TAG_HIDER) {
        p->hidden = true;
        p->hider = *tag;
    }
    return stop;
}

static int take_end(void *user, const html_name *tag)
{
    page *p = user;
    unsigned what;

    if (p->hidden) {
        p->hidden = p->hider.n != tag->n || memcmp(p->hider.p, tag->p, tag->n) != 0;
        return 0;
    }
    what = page_find_name(&p->names, tag).tag;
    if (what & PAGE_TAG_VERBATIM)
        p->verbatim = false;
    if (what & PAGE_TAG_ANCHOR)
        return page_end_anchor(p);
    return what & PAGE_TAG_BLOCK ? end_line(p) : 0;
}

static int take_markup(void *user, uint64_t from, uint64_t to)
{
    page *p = user;

    (void)from;
    p->marked = to;
    return 0;
}

/* ---- Feeding ---- */

void page_begin(page *p, const page_out *out, srcmap *map)
{
    html_out tokens = {.user = p,
                       .text = take_text,
                       .reference = take_reference,
                       .wants = page_wants,
                       .attribute = page_take_attribute,
                       .start = take_start,
                       .end = take_end,
                       .markup = map->off ? NULL : take_markup};

    p->out = *out;
    p->map = map;
    if (!p->names.made)
        page_names_make(&p->names);
    p->next = p->marked = 0;
    p->hidden = p->line_open = p->in_anchor = p->verbatim = false;
    p->held_n = p->anchor_n = p->text_n = 0;
    forget_tag(p);
    html_begin(&p->h, &tokens);
}

int page_feed(page *p, const char *bytes, size_t n)
{
    return html_feed(&p->h, bytes, n);
}

int page_finish(page *p)
{
    int stop = html_finish(&p->h);

    if (!stop)
        stop = page_end_anchor(p);
    return stop ? stop : page_flush(p);
}
