/* links.c - reports the links of a page: reads attribute values; keeps links and the text of
 * anchors in the right order */
#include "base/ascii.h"
#include "mail/page/inside.h"

/* ---- Links and anchors ---- */

static int report(page *p, const page_link *link)
{
    int stop = page_put_all(p);

    return stop ? stop : p->out.link(p->out.user, link);
}

/* Reports a URL of a tag; `url` points to its bytes. */
static int report_value(page *p, const html_name *tag, const page_value *v, const char *url,
                        bool pixel)
{
    page_link link = {.tag = tag,
                      .attribute = v->attribute,
                      .url = url,
                      .url_n = v->n,
                      .from = v->from,
                      .to = v->to,
                      .pixel = pixel};

    return report(p, &link);
}

static void begin_anchor(page *p, const html_name *tag, const page_value *v)
{
    p->in_anchor = true;
    p->anchor_n = p->held_n = p->kept_bytes_n = 0;
    p->kept_n = 0;
    p->anchor_tag = *tag;
    memcpy(p->href, p->values + v->at, v->n);
    p->href_n = v->n;
    p->href_from = v->from;
    p->href_to = v->to;
}

int page_release_anchor(page *p)
{
    page_link link = {.tag = &p->anchor_tag,
                      .attribute = "href",
                      .url = p->href,
                      .url_n = p->href_n,
                      .from = p->href_from,
                      .to = p->href_to,
                      .anchor = p->anchor,
                      .anchor_n = p->anchor_n};
    size_t from = 0;
    int stop;

    p->in_anchor = false;
    while (link.anchor_n > 0 && link.anchor[link.anchor_n - 1] == ' ')
        link.anchor_n--;
    stop = report(p, &link);
    for (unsigned i = 0; i < p->kept_n && !stop; i++) {
        const page_kept *k = &p->kept[i];
        stop = page_put(p, p->held + from, k->text - from);
        from = k->text;
        if (!stop)
            stop = page_flush(p);
        if (!stop)
            stop = report_value(p, &k->tag, &k->value, p->kept_bytes + k->value.at, k->pixel);
    }
    return stop ? stop : page_put(p, p->held + from, p->held_n - from);
}

int page_end_anchor(page *p)
{
    int stop;

    if (!p->in_anchor)
        return 0;
    stop = page_release_anchor(p);
    return stop ? stop : page_flush(p);
}

/* Holds back a link with the anchor that contains it. Returns false when there is no room. */
static bool keep_inside(page *p, const html_name *tag, const page_value *v, bool pixel)
{
    page_kept *k = &p->kept[p->kept_n];

    if (p->kept_n == PAGE_KEPT || v->n > PAGE_KEPT_BYTES - p->kept_bytes_n)
        return false;
    *k = (page_kept){*tag, *v, pixel, p->held_n};
    k->value.at = p->kept_bytes_n;
    memcpy(p->kept_bytes + p->kept_bytes_n, p->values + v->at, v->n);
    p->kept_bytes_n += v->n;
    p->kept_n++;
    return true;
}

static bool is_pixel(const page *p)
{
    return p->invisible || (p->width > 0 && p->width <= 3 && p->height > 0 && p->height <= 3);
}

static int take_link(page *p, const html_name *tag, unsigned what, const page_value *v)
{
    int stop;

    if (!p->refresh && memcmp(v->attribute, "content", sizeof "content") == 0)
        return 0;
    if (what & PAGE_TAG_BASE)
        return p->out.base(p->out.user, p->values + v->at, v->n);
    if (what & PAGE_TAG_ANCHOR && page_is_href(v->attribute)) {
        begin_anchor(p, tag, v);
        return 0;
    }
    if (p->in_anchor && keep_inside(p, tag, v, is_pixel(p)))
        return 0;
    stop = page_end_anchor(p);
    return stop ? stop : report_value(p, tag, v, p->values + v->at, is_pixel(p));
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

/* ---- Values that describe a tag ---- */

/* Returns 1 + the number that s begins with ("1", "1px"), or 0 if there is none. */
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

/* Returns 1 + the value of a property in a style, or 0. */
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

    p->invisible =
        has(s, n, "display:none") || has(s, n, "display: none") || has(s, n, "visibility:hidden");
    p->width = width ? width : p->width;
    p->height = height ? height : p->height;
}

/* ---- Values that are URLs ---- */

/* Copies s[0..n) without line breaks and tabs. Returns the length of the copy. */
static size_t copy_joined(char *to, const char *s, size_t n)
{
    size_t len = 0;

    if (!memchr(s, '\n', n) && !memchr(s, '\r', n) && !memchr(s, '\t', n)) {
        memcpy(to, s, n);
        return n;
    }
    for (size_t i = 0; i < n; i++)
        if (s[i] != '\n' && s[i] != '\r' && s[i] != '\t')
            to[len++] = s[i];
    return len;
}

/* Adds value[from..to) to the URLs of the tag. As browsers do, removes blanks around it, and line
 * breaks and tabs inside it. */
static void add_url(page *p, const char *attribute, const html_attribute *a, size_t from, size_t to)
{
    page_value *v = &p->list[p->list_n];

    while (to > from && page_is_blank(a->value[to - 1]))
        to--;
    while (from < to && page_is_blank(a->value[from]))
        from++;
    if (from == to || p->list_n == PAGE_LINKS || to - from > PAGE_VALUES - p->values_n)
        return;
    *v = (page_value){.attribute = attribute, .at = p->values_n, .from = a->from, .to = a->to};
    if (a->to - a->from == a->value_n) { /* no references, so the offsets are exact */
        v->from = a->from + from;
        v->to = a->from + to;
    }
    v->n = copy_joined(p->values + v->at, a->value + from, to - from);
    p->values_n += v->n;
    p->list_n++;
}

/* Adds the URLs of a list. With `srcset` it has the form "a.png 1x, b.png 2x": a URL ends at a
 * blank, and commas at its end are removed. Otherwise blanks separate the URLs. */
static void add_urls(page *p, const char *attribute, const html_attribute *a, bool srcset)
{
    const char *s = a->value;

    for (size_t i = 0, n = a->value_n; i < n;) {
        size_t from, to;
        while (i < n && (page_is_blank(s[i]) || (srcset && s[i] == ',')))
            i++;
        for (from = i; i < n && !page_is_blank(s[i]); i++)
            ;
        for (to = i; srcset && to > from && s[to - 1] == ','; to--)
            ;
        add_url(p, attribute, a, from, to);
        if (srcset && to == i)
            while (i < n && s[i] != ',')
                i++;
    }
}

/* Adds the URL of "5; url='http://...'": the text after "url=", without quotes; or after the
 * number, as in old pages. */
static void add_refresh(page *p, const char *attribute, const html_attribute *a)
{
    const char *s = a->value;
    size_t n = a->value_n, i = 0, to = n;

    while (i < n && (page_is_blank(s[i]) || ascii_is_digit((unsigned char)s[i]) || s[i] == '.'))
        i++;
    while (i < n && (page_is_blank(s[i]) || s[i] == ';' || s[i] == ','))
        i++;
    if (n - i > 3 && ascii_same(s + i, "url", 3)) {
        size_t k = i + 3;
        while (k < n && page_is_blank(s[k]))
            k++;
        if (k < n && s[k] == '=')
            for (i = k + 1; i < n && page_is_blank(s[i]); i++)
                ;
    }
    if (i < n && (s[i] == '\'' || s[i] == '"')) {
        const char *close = memchr(s + i + 1, s[i], n - i - 1);
        to = close ? (size_t)(close - s) : n;
        i++;
    }
    add_url(p, attribute, a, i, to);
}

/* ---- Callbacks for the tokenizer ---- */

/* Returns true when the attribute in this row counts in the element. */
static bool counts_in(unsigned row, const html_name *tag)
{
    const char *only = page_name_rows[row].only;

    return only[0] == 0 ||
           (only[0] == tag->p[0] && strlen(only) == tag->n && memcmp(only, tag->p, tag->n) == 0);
}

bool page_wants(void *user, const html_name *tag, const html_name *name)
{
    const page *p = user;
    page_slot slot = page_find_name(&p->names, name);

    return slot.holds != PAGE_HOLDS_NOTHING && !p->hidden && counts_in(slot.row, tag) &&
           !(p->out.urls_only && slot.holds >= PAGE_HOLDS_WIDTH);
}

int page_take_attribute(void *user, const html_attribute *a)
{
    page *p = user;
    page_slot slot = page_find_name(&p->names, a->name);
    const char *name = page_name_rows[slot.row].name;

    if (a->over)
        return 0;
    switch (slot.holds) {
    case PAGE_HOLDS_URL:
        add_url(p, name, a, 0, a->value_n);
        break;
    case PAGE_HOLDS_SRCSET:
        add_urls(p, name, a, true);
        break;
    case PAGE_HOLDS_URLS:
        add_urls(p, name, a, false);
        break;
    case PAGE_HOLDS_REFRESH:
        add_refresh(p, name, a);
        break;
    case PAGE_HOLDS_WIDTH:
        p->width = number_of(a->value, a->value_n);
        break;
    case PAGE_HOLDS_HEIGHT:
        p->height = number_of(a->value, a->value_n);
        break;
    case PAGE_HOLDS_STYLE:
        take_style(p, a->value, a->value_n);
        break;
    case PAGE_HOLDS_HTTP_EQUIV:
        p->refresh = a->value_n == 7 && ascii_same(a->value, "refresh", 7);
        break;
    default:
        break;
    }
    return 0;
}
