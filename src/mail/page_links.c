/* page_links.c - the links of a tag go out, but those in an anchor wait with it for its text (SPEC E14) */
#include <string.h>

#include "find/wrap.h"
#include "mail/page_inside.h"

static int tell_link(page *p, const page_link *link)
{
    int stop = page_put_all(p);

    return stop ? stop : p->out.link(p->out.user, link);
}

int page_flush(page *p)
{
    size_t n = p->text_n;

    p->text_n = 0;
    return p->out.flush(p->out.user, p->text, n);
}

static int tell(page *p, const html_name *tag, const page_value *v, const char *url, bool pixel)
{
    page_link link = {
        .tag = tag, .attribute = v->attribute, .url = url, .url_n = v->n, .from = v->from, .to = v->to, .pixel = pixel};

    return tell_link(p, &link);
}

/* Where only URLs are asked for, nobody wants the anchor's text with its link. What waits all the same is a partial one, for a
 * <base> may come. */
static bool may_pass(const page *p, const page_value *v)
{
    return p->out.urls_only && form_scheme(p->values + v->at, v->n) > 0;
}

static int begin_anchor(page *p, const html_name *tag, const page_value *v)
{
    p->in_anchor = true;
    p->passing = p->anchor_told = may_pass(p, v);
    p->anchor_n = p->held_n = p->passed = 0;
    p->kept_n = p->kept_passed = 0;
    p->kept_bytes_n = 0;
    if (p->passing)
        return tell(p, tag, v, p->values + v->at, false);
    p->anchor_tag = *tag;
    memcpy(p->href, p->values + v->at, v->n);
    p->href_n = v->n;
    p->href_from = v->from;
    p->href_to = v->to;
    return 0;
}

/* The anchor's text up to there. */
static int show_held(page *p, size_t *from, size_t to)
{
    size_t at = *from;

    *from = to;
    return to > at ? page_put(p, p->held + at, to - at) : 0;
}

/* What waited in the anchor, in its order. */
static int show_anchor(page *p)
{
    size_t from = p->passed;
    int stop = 0;

    for (unsigned i = p->kept_passed; i < p->kept_n && !stop; i++) {
        const page_kept *k = &p->kept[i];
        stop = show_held(p, &from, k->text);
        if (!stop)
            stop = page_flush(p);
        if (!stop)
            stop = tell(p, &k->tag, &k->value, p->kept_bytes + k->value.at, k->pixel);
    }
    return stop ? stop : show_held(p, &from, p->held_n);
}

int page_let_go(page *p)
{
    page_link link = {.tag = &p->anchor_tag,
                      .attribute = "href",
                      .url = p->href,
                      .url_n = p->href_n,
                      .from = p->href_from,
                      .to = p->href_to,
                      .anchor = p->anchor,
                      .anchor_n = p->anchor_n};
    int stop;

    p->in_anchor = false;
    while (link.anchor_n > 0 && link.anchor[link.anchor_n - 1] == ' ')
        link.anchor_n--;
    stop = p->anchor_told ? 0 : tell_link(p, &link);
    return stop ? stop : show_anchor(p);
}

int page_end_anchor(page *p)
{
    int stop;

    if (!p->in_anchor)
        return 0;
    stop = page_let_go(p);
    return stop ? stop : page_flush(p);
}

/* The link waits for the end of the anchor it stands in. False: there is no room. */
static bool keep_inside(page *p, const html_name *tag, const page_value *v, bool pixel)
{
    page_kept *k = &p->kept[p->kept_n];

    if (p->kept_n == PAGE_KEPT || v->n > PAGE_KEPT_BYTES - p->kept_bytes_n)
        return false;
    p->passing = p->passing && may_pass(p, v);
    if (!p->passing) {
        *k = (page_kept){*tag, *v, pixel, p->held_n};
        k->value.at = p->kept_bytes_n;
        memcpy(p->kept_bytes + p->kept_bytes_n, p->values + v->at, v->n);
    }
    p->kept_bytes_n += v->n;
    p->kept_n++;
    p->kept_passed += p->passing;
    return true;
}

static bool is_pixel(const page *p, unsigned what)
{
    return what & PAGE_TAG_IMAGE && (p->unseen || (p->width > 0 && p->width <= 3 && p->height > 0 && p->height <= 3));
}

static int take_link(page *p, const html_name *tag, unsigned what, const page_value *v)
{
    int stop;

    if (!p->refresh && memcmp(v->attribute, "content", sizeof "content") == 0)
        return 0;
    if (what & PAGE_TAG_BASE)
        return p->out.base(p->out.user, p->values + v->at, v->n);
    if (what & PAGE_TAG_ANCHOR && page_is_href(v->attribute))
        return begin_anchor(p, tag, v);
    if (p->in_anchor && keep_inside(p, tag, v, is_pixel(p, what))) {
        if (!p->passing)
            return 0;
        stop = page_flush(p);
    } else {
        stop = page_end_anchor(p);
    }
    return stop ? stop : tell(p, tag, v, p->values + v->at, is_pixel(p, what));
}

int page_links(page *p, const html_name *tag, unsigned what)
{
    int stop = what & PAGE_TAG_ANCHOR ? page_end_anchor(p) : 0;

    if (!stop && p->list_n > 0 && !p->in_anchor)
        stop = page_flush(p);
    for (unsigned i = 0; i < p->list_n && !stop; i++)
        stop = take_link(p, tag, what, &p->list[i]);
    return stop;
}
