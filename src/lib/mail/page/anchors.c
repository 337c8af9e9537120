/* anchors.c - reports the links of a page: most of them at their tags, but the links of <a> when
 * their text has ended
 */
#include "base/ascii.h"
#include "base/check.h"
#include "mail/page/page.h"

/* Reports a link, after the text before it. */
static int page_report(page *p, const page_link *link)
{
    int stop = page_put_all(p);

    return stop ? stop : p->out.link(p->out.user, link);
}

/* Returns the link of a value, whose bytes are in `values`. */
static page_link link_of(const html_name *tag, const page_value *v, const char *values, bool pixel,
                         bool conditional)
{
    return (page_link){.tag = tag,
                       .attribute = v->attribute,
                       .url = values + v->at,
                       .url_n = v->n,
                       .from = v->from,
                       .to = v->to,
                       .pixel = pixel,
                       .conditional = conditional};
}

static void begin_anchor(page *p, const html_name *tag, const page_value *v)
{
    p->anchor.open = true;
    p->anchor.number = html_new_anchor(&p->h);
    p->anchor.again = false;
    p->held_n = p->anchor.kept_bytes_n = 0;
    page_visible_begin(&p->anchor.visible);
    p->anchor.kept_n = 0;
    p->anchor.tag = *tag;
    p->anchor.attribute = v->attribute;
    CHECK(v->n <= sizeof p->anchor.href);
    memcpy(p->anchor.href, p->values.p + v->at, v->n);
    p->anchor.href_n = v->n;
    p->anchor.from = v->from;
    p->anchor.to = v->to;
}

/* Reports a link in the open anchor. The link of an <a> has a text of its own. */
static int report_kept(page *p, const page_kept *kept)
{
    char anchor[PAGE_ANCHOR];
    const char *visible = p->anchor.visible.text + kept->from;
    size_t n = (kept->to > 0 ? kept->to : p->anchor.visible.n) - kept->from;
    page_link link =
        link_of(&kept->tag, &kept->value, p->anchor.kept_bytes, kept->pixel, kept->conditional);

    if (kept->number > 0) {
        link.anchor = anchor;
        link.anchor_n = page_visible_text(visible, n, false, anchor, sizeof anchor);
        link.visible = visible;
        link.visible_n = n;
        link.again = kept->again;
    }
    return page_report(p, &link);
}

/* Returns the link of the open anchor, with its text. */
static page_link page_anchor_link(page *p, char anchor[PAGE_ANCHOR])
{
    return (page_link){.tag = &p->anchor.tag,
                       .attribute = p->anchor.attribute,
                       .url = p->anchor.href,
                       .url_n = p->anchor.href_n,
                       .from = p->anchor.from,
                       .to = p->anchor.to,
                       .anchor = anchor,
                       .anchor_n = page_visible_text(p->anchor.visible.text, p->anchor.visible.n,
                                                     false, anchor, PAGE_ANCHOR),
                       .visible = p->anchor.visible.text,
                       .visible_n = p->anchor.visible.n,
                       .again = p->anchor.again};
}

int page_release_anchor(page *p)
{
    char anchor[PAGE_ANCHOR];
    page_link link = page_anchor_link(p, anchor);
    const char *held = p->held_n > 0 ? p->held.p : "";
    size_t from = 0;
    int stop;

    link.text = held;
    link.text_n = p->held_n;
    stop = page_report(p, &link);
    for (unsigned i = 0; i < p->anchor.kept_n && !stop; i++) {
        const page_kept *k = &p->anchor.kept[i];
        stop = mail_page_put(p, held + from, k->text - from);
        from = k->text;
        if (!stop)
            stop = page_flush(p);
        if (!stop)
            stop = report_kept(p, k);
    }
    stop = stop ? stop : mail_page_put(p, held + from, p->held_n - from);
    p->anchor.open = false; /* not before: page_held_from() keeps its place */
    return stop;
}

/* Keeps only the anchors in the open anchor that are open, to be reported again. */
static void page_keep_open(page *p)
{
    unsigned n = 0;
    size_t used = 0;

    for (unsigned i = 0; i < p->anchor.kept_n; i++) {
        page_kept *k = &p->anchor.kept[n];
        if (p->anchor.kept[i].number == 0 || p->anchor.kept[i].to > 0)
            continue;
        *k = p->anchor.kept[i];
        CHECK(k->value.at >= used);
        memmove(p->anchor.kept_bytes + used, p->anchor.kept_bytes + k->value.at, k->value.n);
        k->value.at = used;
        used += k->value.n;
        k->text = 0;
        k->again = true;
        n++;
    }
    p->anchor.kept_n = n;
    p->anchor.kept_bytes_n = used;
}

/* Reports the open anchor, which goes on: it is reported again if the rest of its text shows
 * another place. */
static int divide_anchor(page *p)
{
    int stop = page_release_anchor(p);

    p->anchor.open = p->anchor.again = true;
    p->held_n = 0;
    page_keep_open(p);
    return stop ? stop : page_flush(p);
}

int page_end_anchor(page *p)
{
    int stop;

    if (!p->anchor.open)
        return 0;
    stop = page_release_anchor(p);
    return stop ? stop : page_flush(p);
}

int page_check_anchor(page *p)
{
    bool changed;

    if (!p->anchor.open)
        return 0;
    changed = html_anchors_changed(&p->h);
    for (unsigned i = 0; i < p->anchor.kept_n && changed; i++) {
        page_kept *k = &p->anchor.kept[i];
        if (k->number > 0 && k->to == 0 && !html_has_anchor(&p->h, k->number))
            k->to = p->anchor.visible.n;
    }
    if (!changed || html_has_anchor(&p->h, p->anchor.number))
        return 0;
    return page_end_anchor(p);
}

/* Returns true for the href of an <a> that a browser makes a link. */
static bool page_is_anchor_href(const page *p, const html_name *tag, const page_value *v)
{
    return !p->within.on && html_is_named(tag, "a") && html_new_anchor(&p->h) > 0 &&
           (page_is_href(v->attribute) ||
            (html_is_foreign(&p->h) && strcmp(v->attribute, "xlink:href") == 0));
}

bool page_is_pixel(const page *p)
{
    return p->tag.invisible ||
           (p->tag.width > 0 && p->tag.width <= 3 && p->tag.height > 0 && p->tag.height <= 3);
}

/* Holds back a link with the anchor that contains it. Returns false when there is no room. */
static bool keep_inside(page *p, const html_name *tag, const page_value *v)
{
    page_kept *k = &p->anchor.kept[p->anchor.kept_n];

    if (p->anchor.kept_n == PAGE_KEPT || v->n > PAGE_KEPT_BYTES - p->anchor.kept_bytes_n)
        return false;
    *k = (page_kept){.tag = *tag,
                     .value = *v,
                     .pixel = page_is_pixel(p),
                     .conditional = p->within.conditional,
                     .text = p->held_n};
    if (page_is_anchor_href(p, tag, v) && html_new_anchor(&p->h) != p->anchor.number) {
        k->number = html_new_anchor(&p->h);
        k->from = p->anchor.visible.n;
    }
    k->value.at = p->anchor.kept_bytes_n;
    CHECK(p->anchor.kept_bytes_n + v->n <= PAGE_KEPT_BYTES);
    memcpy(p->anchor.kept_bytes + p->anchor.kept_bytes_n, p->values.p + v->at, v->n);
    p->anchor.kept_bytes_n += v->n;
    p->anchor.kept_n++;
    return true;
}

/* Returns true for a value that is not a URL: the value of a <meta> without a refresh, or of an
 * animation of an attribute other than href, unless it has a scheme. */
static bool is_no_url(const page *p, const page_value *v)
{
    const char *url = p->values.p + v->at, *name = v->attribute;

    if (name[0] == 'c' && !p->tag.refresh)
        return memcmp(name, "content", sizeof "content") == 0;
    if (p->tag.animates ||
        (strcmp(name, "to") != 0 && strcmp(name, "from") != 0 && strcmp(name, "values") != 0))
        return false;
    return !ascii_is_alpha((unsigned char)url[0]) || !memchr(url, ':', v->n);
}

/* Handles <base href>. A <base> in <noscript> counts only for programs without scripts. */
static int page_take_base(page *p, const page_value *v)
{
    if (p->within.on || html_is_foreign(&p->h))
        return 0;
    if (page_is_unscripted(p))
        return p->out.limit(p->out.user, PAGE_LIMIT_BASE, v->from);
    p->based = true;
    return p->out.base(p->out.user, p->values.p + v->at, v->n, v->from);
}

static int page_take_link(page *p, const html_name *tag, uint32_t what, const page_value *v)
{
    const bool anchor = page_is_anchor_href(p, tag, v);
    page_link link;
    int stop = 0;

    if (is_no_url(p, v))
        return 0;
    if (what & TREE_IS_BASE)
        return page_take_base(p, v);
    if (p->anchor.open && !keep_inside(p, tag, v))
        stop = divide_anchor(p);
    else if (p->anchor.open)
        return stop;
    if (!stop && p->anchor.open && keep_inside(p, tag, v))
        return 0;
    if (!stop && anchor)
        stop = page_end_anchor(p);
    if (stop)
        return stop;
    if (anchor) {
        begin_anchor(p, tag, v);
        return 0;
    }
    link = link_of(tag, v, p->values.p, page_is_pixel(p), p->within.conditional);
    return page_report(p, &link);
}

int page_report_links(page *p, const html_name *tag, uint32_t what)
{
    int stop = 0;

    if (p->tag.list_n > 0 && !p->anchor.open)
        stop = page_flush(p);
    for (unsigned i = 0; i < p->tag.list_n && !stop; i++)
        stop = page_take_link(p, tag, what, &p->list[i]);
    return stop;
}

int page_report_lists(page *p, const html_name *tag)
{
    uint32_t what = html_flags(p->within.on ? &p->inner->h : &p->h);
    unsigned n = p->tag.list_n;
    int stop = p->anchor.open ? 0 : page_flush(p);

    p->tag.list_n = 0;
    p->tag.values_n = 0;
    for (unsigned i = 0; i < n && !stop; i++) {
        page_value *v = &p->list[i];
        if (ascii_is_word_of("href content action formaction", v->attribute,
                             strlen(v->attribute))) {
            CHECK(v->at >= p->tag.values_n && p->tag.list_n <= i);
            memmove(p->values.p + p->tag.values_n, p->values.p + v->at, v->n);
            p->list[p->tag.list_n] = *v;
            p->list[p->tag.list_n++].at = p->tag.values_n;
            p->tag.values_n += v->n;
        } else {
            stop = page_take_link(p, tag, what, v);
        }
    }
    return stop;
}
