/* page_links.c - attributes that hold links (SPEC E14; the HTML standard's index of attributes, and older ones) */
#include <string.h>

#include "base/ascii.h"
#include "find/wrap.h"
#include "mail/page_inside.h"

bool page_wants(void *user, const html_name *tag, const html_name *name)
{
    const page *p = user;

    const page_attribute_row *row = p->hidden ? NULL : page_attribute_of(name);

    if (!row || (row->tags == PAGE_TAG_IMAGE && p->out.urls_only)) /* they say how a picture looks */
        return false;
    return row->tags == 0 || page_tag(tag) & row->tags;
}

/* ---- Hints ---- */

/* "1", "1px": 1 + the number; 0 when there is none. */
static unsigned number_of(const char *s, size_t n)
{
    unsigned value = 0;
    size_t i = 0;

    for (; i < n && ascii_is_digit((unsigned char)s[i]) && value < 10000; i++)
        value = 10 * value + (unsigned)(s[i] - '0');
    return i > 0 ? 1 + value : 0;
}

static bool has(const char *s, size_t n, const char *wanted)
{
    size_t k = strlen(wanted);

    for (size_t i = 0; i + k <= n; i++)
        if (ascii_same(s + i, wanted, k))
            return true;
    return false;
}

/* 1 + the number that a style says of a property, in pixels; 0 when it says none. */
static unsigned style_number(const char *s, size_t n, const char *property)
{
    size_t k = strlen(property);

    for (size_t i = 0; i + k < n; i++) {
        size_t at = i + k;
        if (!ascii_same(s + i, property, k) || (i > 0 && s[i - 1] != ';' && s[i - 1] != ' '))
            continue;
        while (at < n && (s[at] == ' ' || s[at] == ':'))
            at++;
        return number_of(s + at, n - at);
    }
    return 0;
}

static void take_style(page *p, const char *s, size_t n)
{
    unsigned width = style_number(s, n, "width"), height = style_number(s, n, "height");

    p->unseen = has(s, n, "display:none") || has(s, n, "display: none") || has(s, n, "visibility:hidden");
    p->width = width ? width : p->width;
    p->height = height ? height : p->height;
}

/* Of width, height, style, http-equiv. */
static void take_hint(page *p, const html_attribute *a)
{
    if (a->name->p[0] == 'w')
        p->width = number_of(a->value, a->value_n);
    else if (a->name->p[0] == 's')
        take_style(p, a->value, a->value_n);
    else if (a->name->n == sizeof "height" - 1)
        p->height = number_of(a->value, a->value_n);
    else
        p->refresh = a->value_n == 7 && ascii_same(a->value, "refresh", 7);
}

/* ---- Values ---- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
}

/* Without line breaks and tabs; most have none. How many bytes that are. */
static size_t copy_joined(char *to, const char *s, size_t n)
{
    size_t k = 0;

    if (!memchr(s, '\n', n) && !memchr(s, '\t', n) && !memchr(s, '\r', n)) {
        memcpy(to, s, n);
        return n;
    }
    for (size_t i = 0; i < n; i++)
        if (s[i] != '\n' && s[i] != '\r' && s[i] != '\t')
            to[k++] = s[i];
    return k;
}

/* value[from..to) is a URL: kept without the blanks around it, and without line breaks and tabs inside, as browsers take it. */
static void keep(page *p, const char *attribute, const html_attribute *a, size_t from, size_t to)
{
    page_value *v = &p->list[p->list_n];

    while (to > from && is_blank(a->value[to - 1]))
        to--;
    while (from < to && is_blank(a->value[from]))
        from++;
    if (from == to || p->list_n == PAGE_LINKS || to - from > PAGE_VALUES - p->values_n)
        return;
    *v = (page_value){.attribute = attribute, .at = p->values_n, .from = a->from, .to = a->to};
    if (a->to - a->from == a->value_n) { /* no references: the place is exact */
        v->from = a->from + from;
        v->to = a->from + to;
    }
    v->n = copy_joined(p->values + v->at, a->value + from, to - from);
    p->values_n += v->n;
    p->list_n++;
}

/* "a.png 1x, b.png 2x": a URL ends at a blank; a comma at its end is none of it. */
static void keep_srcset(page *p, const char *attribute, const html_attribute *a)
{
    const char *s = a->value;

    for (size_t i = 0, n = a->value_n; i < n;) {
        size_t from, to;
        while (i < n && (is_blank(s[i]) || s[i] == ','))
            i++;
        for (from = i; i < n && !is_blank(s[i]); i++)
            ;
        for (to = i; to > from && s[to - 1] == ','; to--)
            ;
        keep(p, attribute, a, from, to);
        if (to == i)
            while (i < n && s[i] != ',')
                i++;
    }
}

static void keep_urls(page *p, const char *attribute, const html_attribute *a)
{
    for (size_t i = 0, from; i < a->value_n; i++) {
        for (from = i; i < a->value_n && !is_blank(a->value[i]); i++)
            ;
        keep(p, attribute, a, from, i);
    }
}

/* "5; url='http://...'": the URL behind "url=", its quotes left out; or behind the number, as old pages have it. */
static void keep_refresh(page *p, const html_attribute *a)
{
    const char *s = a->value;
    size_t n = a->value_n, i = 0, to = n;

    while (i < n && (is_blank(s[i]) || ascii_is_digit((unsigned char)s[i]) || s[i] == '.'))
        i++;
    while (i < n && (is_blank(s[i]) || s[i] == ';' || s[i] == ','))
        i++;
    if (n - i > 3 && ascii_same(s + i, "url", 3)) {
        size_t k = i + 3;
        while (k < n && is_blank(s[k]))
            k++;
        if (k < n && s[k] == '=')
            for (i = k + 1; i < n && is_blank(s[i]); i++)
                ;
    }
    if (i < n && (s[i] == '\'' || s[i] == '"')) {
        const char *close = memchr(s + i + 1, s[i], n - i - 1);
        to = close ? (size_t)(close - s) : n;
        i++;
    }
    keep(p, "content", a, i, to);
}

int page_attribute(void *user, const html_attribute *a)
{
    page *p = user;
    const page_attribute_row *h = page_attribute_find(a->tag, a->name);

    if (!h || a->over)
        return 0;
    switch (h->holds) {
    case PAGE_HOLDS_URL:
        keep(p, h->name, a, 0, a->value_n);
        break;
    case PAGE_HOLDS_SRCSET:
        keep_srcset(p, h->name, a);
        break;
    case PAGE_HOLDS_URLS:
        keep_urls(p, h->name, a);
        break;
    case PAGE_HOLDS_REFRESH:
        keep_refresh(p, a);
        break;
    default:
        take_hint(p, a);
    }
    return 0;
}

/* ---- Links ---- */

static int tell_link(page *p, const page_link *link)
{
    int stop = page_put_all(p);

    return stop ? stop : p->out.link(p->out.user, link);
}

static int flush(page *p)
{
    int stop = page_put_all(p);

    return stop ? stop : p->out.flush(p->out.user);
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
            stop = flush(p);
        if (!stop)
            stop = tell(p, &k->tag, &k->value, p->kept_bytes + k->value.at, k->pixel);
    }
    return stop ? stop : show_held(p, &from, p->held_n);
}

int page_end_anchor(page *p)
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

    if (!p->in_anchor)
        return 0;
    p->in_anchor = false;
    while (link.anchor_n > 0 && link.anchor[link.anchor_n - 1] == ' ')
        link.anchor_n--;
    stop = p->anchor_told ? 0 : tell_link(p, &link);
    if (!stop)
        stop = show_anchor(p);
    return stop ? stop : flush(p);
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

    if (strcmp(v->attribute, "content") == 0 && !p->refresh)
        return 0;
    if (what & PAGE_TAG_BASE)
        return p->out.base(p->out.user, p->values + v->at, v->n);
    if (what & PAGE_TAG_ANCHOR && strcmp(v->attribute, "href") == 0)
        return begin_anchor(p, tag, v);
    if (p->in_anchor && keep_inside(p, tag, v, is_pixel(p, what))) {
        if (!p->passing)
            return 0;
        stop = flush(p);
    } else {
        stop = page_end_anchor(p);
    }
    return stop ? stop : tell(p, tag, v, p->values + v->at, is_pixel(p, what));
}

int page_links(page *p, const html_name *tag, unsigned what)
{
    int stop = what & PAGE_TAG_ANCHOR ? page_end_anchor(p) : 0;

    if (!stop && p->list_n > 0 && !p->in_anchor)
        stop = flush(p);
    for (unsigned i = 0; i < p->list_n && !stop; i++)
        stop = take_link(p, tag, what, &p->list[i]);
    return stop;
}
