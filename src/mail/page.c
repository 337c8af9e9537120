/* page.c - the text of an HTML part, as a browser would show it; see page.h */
#include "mail/page.h"

#include <string.h>
#include <trawl.h>

#include "mail/page_inside.h"

/* ---- The running text ---- */

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

/* More of an anchor's text, blanks squeezed; what is too much is not kept. */
static void add_anchor(page *p, const char *text, size_t n)
{
    for (size_t i = 0; i < n && p->anchor_n < PAGE_ANCHOR; i++) {
        bool blank = (unsigned char)text[i] <= ' ';
        if (blank && (p->anchor_n == 0 || p->anchor[p->anchor_n - 1] == ' '))
            continue;
        p->anchor[p->anchor_n++] = blank ? ' ' : text[i];
    }
}

int page_put_all(page *p)
{
    size_t n = p->text_n;

    p->text_n = 0;
    return n > 0 ? p->out.text(p->out.user, p->text, n) : 0;
}

int page_put(page *p, const char *text, size_t n)
{
    int stop = n > PAGE_TEXT - p->text_n ? page_put_all(p) : 0;

    if (stop || n > PAGE_TEXT)
        return stop ? stop : p->out.text(p->out.user, text, n);
    memcpy(p->text + p->text_n, text, n);
    p->text_n += n;
    return 0;
}

/* Text of an anchor, for which there is room. */
static int show_inside(page *p, const char *text, size_t n)
{
    size_t at = p->held_n;

    if (!p->out.urls_only)
        add_anchor(p, text, n);
    p->held_n += n;
    if (p->passing) {
        p->passed += n;
        return page_put(p, text, n);
    }
    memcpy(p->held + at, text, n);
    return 0;
}

/* Text that is in the map. Where an anchor has too much of it depends on the text alone, not on the pieces it comes in. */
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
    stop = show_inside(p, text, room);
    if (stop || room == n)
        return stop;
    stop = page_let_go(p);
    return stop ? stop : page_put(p, text + room, n - room);
}

int page_text(page *p, const char *text, size_t n, uint64_t at)
{
    int stop;

    for (; n > 0 && !p->line_open && !p->verbatim && page_is_blank(*text); text++, n--)
        at++; /* white space where a line begins is none */
    if (n == 0)
        return 0;
    stop = add_gap(p, at);
    if (!stop)
        stop = srcmap_add(p->map, (uint32_t)n, 1, 1);
    p->next = at + n;
    return stop ? stop : show(p, text, n);
}

static int take_text(void *user, const char *text, size_t n, uint64_t at)
{
    page *p = user;

    return p->hidden ? 0 : page_text(p, text, n, at);
}

/* A reference is one character, or two; each of its bytes has its whole place. */
int page_character(page *p, const char *text, size_t n, uint64_t from, uint64_t to)
{
    int stop = add_gap(p, from);

    if (!stop)
        stop = srcmap_add(p->map, 1, (uint16_t)n, (uint16_t)(to - from));
    p->next = to;
    return stop ? stop : show(p, text, n);
}

static int take_reference(void *user, const char *text, size_t n, uint64_t from, uint64_t to)
{
    page *p = user;

    return p->hidden ? 0 : page_character(p, text, n, from, to);
}

/* A line end that no line break in the text makes. */
static int end_line(page *p)
{
    int stop = TRAWL_OK;

    if (!p->line_open)
        return 0;
    if (p->marked > p->next + UINT16_MAX)
        stop = add_gap(p, p->marked - UINT16_MAX);
    if (!stop) /* it stands for the tag */
        stop = srcmap_add(p->map, 1, 1, (uint16_t)(p->marked > p->next ? p->marked - p->next : 0));
    p->next = p->marked > p->next ? p->marked : p->next;
    if (!stop)
        stop = show(p, "\n", 1);
    p->line_open = false;
    return stop;
}

/* ---- Tags ---- */

int page_start(page *p, const html_name *tag, unsigned what, bool self_closing)
{
    int stop = what & PAGE_TAG_BLOCK ? end_line(p) : 0;

    if (!stop && (p->list_n > 0 || what & PAGE_TAG_ANCHOR))
        stop = page_links(p, tag, what);
    page_forget_tag(p);
    if (what & PAGE_TAG_VERBATIM)
        p->verbatim = true;
    if (!self_closing && what & PAGE_TAG_HIDER) {
        p->hidden = true;
        p->hider = *tag;
    }
    return stop;
}

static int take_start(void *user, const html_name *tag, bool self_closing)
{
    page *p = user;

    unsigned what = page_tag(&p->names, tag);

    if (!p->hidden)
        return page_start(p, tag, what, self_closing);
    return what & PAGE_TAG_ANCHOR ? page_end_anchor(p) : 0; /* no anchor stands in another, seen or not */
}

static int take_end(void *user, const html_name *tag)
{
    page *p = user;

    if (!p->hidden)
        return page_end(p, page_tag(&p->names, tag));
    p->hidden = p->hider.n != tag->n || memcmp(p->hider.p, tag->p, tag->n) != 0;
    return 0;
}

int page_end(page *p, unsigned what)
{
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

void page_begin(page *p, const page_out *out, srcmap *map)
{
    html_out tokens = {p, take_text, take_reference, page_wants, page_attribute, take_start, take_end, NULL, page_run};

    p->out = *out;
    p->map = map;
    if (!p->names.made)
        page_names_make(&p->names);
    p->next = p->marked = 0;
    p->hidden = p->line_open = p->in_anchor = p->verbatim = false;
    p->held_n = p->anchor_n = p->text_n = 0;
    page_forget_tag(p);
    if (!map->off) { /* where each piece has a place to be noted, page_run() gains nothing */
        tokens.markup = take_markup;
        tokens.run = NULL;
    }
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
