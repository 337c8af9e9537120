/* page.c - extracts the running text of an HTML part, as a browser would show it
 *
 * Gets the calls of the HTML tokenizer; outputs text in UTF-8 with a map to the input.
 * links.c reports the links.
 */
#include "mail/page/inside.h"
#include "mail/page/names_table.h"

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

/* Holds back text of an anchor. Divides it where the anchor's text becomes too long, so that this
 * place depends only on the text. */
static int hold_back(page *p, const char *text, size_t n)
{
    size_t room = n < PAGE_HELD - p->held_n ? n : PAGE_HELD - p->held_n;
    int stop;

    hold(p, text, room);
    if (room == n)
        return 0;
    stop = page_release_anchor(p);
    return stop ? stop : page_put(p, text + room, n - room);
}

/* Passes on text that is in the map, or holds it back inside an anchor. */
static inline int show(page *p, const char *text, size_t n)
{
    if (n == 0)
        return 0;
    p->line_open = !p->verbatim || text[n - 1] != '\n';
    return p->in_anchor ? hold_back(p, text, n) : page_put(p, text, n);
}

/* Adds the text to the map and shows it. Out of line: half of all text is the white space between
 * two tags. */
__attribute__((noinline)) static int add_text(page *p, const char *text, size_t n, uint64_t at)
{
    int stop = add_gap(p, at);

    if (!stop)
        stop = srcmap_add(p->map, (uint32_t)n, 1, 1);
    p->next = at + n;
    return stop ? stop : show(p, text, n);
}

static int take_text(void *user, const char *text, size_t n, uint64_t at)
{
    page *p = user;

    if (p->hidden)
        return 0;
    if (!p->line_open && !p->verbatim) /* white space at the start of a line is not shown */
        for (; n > 0 && page_is_blank(*text); text++, n--)
            at++;
    return n > 0 ? add_text(p, text, n, at) : 0;
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

/* Ends the line at a tag. In the map, the line end belongs to the tag. */
__attribute__((noinline)) static int end_open_line(page *p)
{
    uint64_t to = p->marked > p->next ? p->marked : p->next;
    int stop = TRAWL_OK;

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

/* The same, if the line is not empty. */
static inline int end_line(page *p)
{
    return p->line_open ? end_open_line(p) : 0;
}

/* ---- Tags ---- */

/* Resets the attributes of the tag. */
static void forget_tag(page *p)
{
    p->described = p->refresh = p->invisible = false;
    p->values_n = 0;
    p->list_n = 0;
    p->width = p->height = 0;
}

/* Handles a start tag that has one of the properties in `what`, or attributes that are needed. Out
 * of line: most tags are simple. */
__attribute__((noinline)) static int begin_element(page *p, const html_name *tag, unsigned what,
                                                   bool self_closing)
{
    int stop;

    if (p->hidden) /* even a hidden <a> ends an open anchor: they cannot be nested */
        return what & PAGE_TAG_ANCHOR ? page_end_anchor(p) : 0;
    stop = what & PAGE_TAG_BLOCK ? end_line(p) : 0;
    if (!stop && (p->list_n > 0 || what & PAGE_TAG_ANCHOR))
        stop = page_links(p, tag, what);
    if (p->described)
        forget_tag(p);
    if (what & PAGE_TAG_VERBATIM)
        p->verbatim = true;
    if (!self_closing && what & PAGE_TAG_HIDER) {
        p->hidden = true;
        p->hider = page_find_name(tag)->row;
    }
    return stop;
}

static int take_start(void *user, const html_name *tag, bool self_closing)
{
    page *p = user;
    unsigned what = page_find_name(tag)->tag;

    if (p->described || (what & ~PAGE_TAG_BLOCK) || p->hidden)
        return begin_element(p, tag, what, self_closing);
    return what ? end_line(p) : 0;
}

static int take_end(void *user, const html_name *tag)
{
    page *p = user;
    const page_slot *slot = page_find_name(tag);
    unsigned what = slot->tag;

    if (p->hidden) {
        p->hidden = slot->row != p->hider;
        return 0;
    }
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
                       .wanted_lengths = page_lengths[out->urls_only],
                       .attribute = page_take_attribute,
                       .start = take_start,
                       .end = take_end,
                       .markup = srcmap_is_off(map) ? NULL : take_markup};

    p->out = *out;
    p->map = map;
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
