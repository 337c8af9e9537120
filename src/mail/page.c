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

/* Text that is in the map. */
static int show(page *p, const char *text, size_t n)
{
    int stop;

    if (n == 0)
        return 0;
    p->line_open = p->verbatim ? text[n - 1] != '\n' : true;
    if (!p->in_anchor)
        return p->out.text(p->out.user, text, n);
    add_anchor(p, text, n);
    if (n <= PAGE_HELD - p->held_n) {
        memcpy(p->held + p->held_n, text, n);
        p->held_n += n;
        return 0;
    }
    stop = page_end_anchor(p);
    return stop ? stop : p->out.text(p->out.user, text, n);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
}

static int take_text(void *user, const char *text, size_t n, uint64_t at)
{
    page *p = user;
    int stop;

    if (p->hidden)
        return 0;
    for (; n > 0 && !p->line_open && !p->verbatim && is_blank(*text); text++, n--)
        at++; /* white space where a line begins is none */
    if (n == 0)
        return 0;
    stop = add_gap(p, at);
    if (!stop)
        stop = srcmap_add(p->map, (uint32_t)n, 1, 1);
    p->next = at + n;
    return stop ? stop : show(p, text, n);
}

/* A reference is one character, or two; each of its bytes has its whole place. */
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

bool page_is_one_of(const html_name *name, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strlen(names[i]) == name->n && memcmp(names[i], name->p, name->n) == 0)
            return true;
    return false;
}

bool page_is(const html_name *name, const char *wanted)
{
    return page_is_one_of(name, &wanted, 1);
}

/* Elements that begin on a line of their own, and what ends one. */
static bool is_block(const html_name *tag)
{
    static const char *const names[] = {
        "address",  "article", "aside", "blockquote", "body",   "br",      "caption",  "center",     "dd",
        "details",  "dialog",  "dir",   "div",        "dl",     "dt",      "fieldset", "figcaption", "figure",
        "footer",   "form",    "h1",    "h2",         "h3",     "h4",      "h5",       "h6",         "head",
        "header",   "hr",      "html",  "legend",     "li",     "main",    "menu",     "nav",        "ol",
        "option",   "p",       "pre",   "section",    "select", "summary", "table",    "tbody",      "td",
        "textarea", "tfoot",   "th",    "thead",      "title",  "tr",      "ul"};

    return page_is_one_of(tag, names, sizeof names / sizeof names[0]);
}

/* Elements whose line ends are line ends. */
static bool is_verbatim(const html_name *tag)
{
    static const char *const names[] = {"pre", "textarea", "listing", "xmp", "plaintext"};

    return page_is_one_of(tag, names, sizeof names / sizeof names[0]);
}

/* Elements whose contents nobody sees as text. */
static bool is_hider(const html_name *tag)
{
    static const char *const names[] = {"style", "script", "noembed", "noframes", "iframe", "template"};

    return page_is_one_of(tag, names, sizeof names / sizeof names[0]);
}

static int take_start(void *user, const html_name *tag, bool self_closing)
{
    page *p = user;
    int stop = 0;

    if (!p->hidden && is_block(tag))
        stop = end_line(p);
    if (!stop)
        stop = page_links(p, tag);
    if (!p->hidden && is_verbatim(tag))
        p->verbatim = true;
    if (!p->hidden && !self_closing && is_hider(tag)) {
        p->hidden = true;
        p->hider = *tag;
    }
    return stop;
}

static int take_end(void *user, const html_name *tag)
{
    page *p = user;

    page_forget_tag(p);
    if (p->hidden) {
        p->hidden = p->hider.n != tag->n || memcmp(p->hider.p, tag->p, tag->n) != 0;
        return 0;
    }
    if (is_verbatim(tag))
        p->verbatim = false;
    if (page_is(tag, "a"))
        return page_end_anchor(p);
    return is_block(tag) ? end_line(p) : 0;
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
    html_out tokens = {p, take_text, take_reference, page_wants, page_attribute, take_start, take_end, take_markup};

    p->out = *out;
    p->map = map;
    p->next = p->marked = 0;
    p->hidden = p->line_open = p->in_anchor = p->verbatim = false;
    p->held_n = p->anchor_n = 0;
    page_forget_tag(p);
    html_begin(&p->h, &tokens);
}

int page_feed(page *p, const char *bytes, size_t n)
{
    return html_feed(&p->h, bytes, n);
}

int page_finish(page *p)
{
    int stop = html_finish(&p->h);

    return stop ? stop : page_end_anchor(p);
}
