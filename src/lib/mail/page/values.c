/* values.c - parses the values of attributes: URLs, lists of URLs, and what describes a picture
 *
 * The URLs are kept in page.list until their tag is complete.
 */
#include "base/ascii.h"
#include "base/check.h"
#include "base/utf8.h"
#include "mail/page/page.h"

/* ---- Values that describe a tag ---- */

/* Returns 1 + the number that s begins with ("1", "1px"), or 0 if there is none. */
static unsigned values_number_of(const char *s, size_t n)
{
    unsigned value = 0;
    size_t i = 0;

    for (; i < n && ascii_is_digit((unsigned char)s[i]) && value < 10000; i++)
        value = 10 * value + (unsigned)(s[i] - '0');
    return i > 0 ? 1 + value : 0;
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
        return values_number_of(s + at, n - at);
    }
    return 0;
}

static void take_style(page *p, const char *s, size_t n)
{
    unsigned width = style_number(s, n, "width"), height = style_number(s, n, "height");
    page_look look;

    p->tag.invisible = ascii_has(s, n, "display:none") || ascii_has(s, n, "display: none") ||
                       ascii_has(s, n, "visibility:hidden");
    look = page_style_look(s, n);
    p->tag.look.sets |= look.sets;
    p->tag.look.clears |= look.clears;
    p->tag.width = width ? width : p->tag.width;
    p->tag.height = height ? height : p->tag.height;
}

static void take_class(page *p, const char *s, size_t n)
{
    p->tag.look.sets |= page_class_look(s, n).sets;
    for (size_t i = 0, end; i < n; i = end + 1) {
        for (end = i; end < n && !html_is_blank(s[end]);)
            end++;
        page_sheet_look(p, s + i, end - i, false);
    }
}

/* Stores the text of a picture, with white space collapsed, cut after a whole character. */
static void take_alt(page *p, const char *s, size_t n)
{
    size_t to = p->tag.alt_n > 0 && p->tag.alt_n < PAGE_ALT - 1 ? p->tag.alt_n : 1, i = 0;

    p->alt[0] = '[';
    if (to > 1) /* an <input> has two */
        p->alt[to++] = ' ';
    for (; i < n && to < PAGE_ALT - 1; i++)
        if ((unsigned char)s[i] > ' ')
            p->alt[to++] = s[i];
        else if (p->alt[to - 1] != ' ' && to > 1)
            p->alt[to++] = ' ';
    if (i < n && utf8_goes_on(s[i])) {
        while (to > 1 && utf8_goes_on(p->alt[to - 1]))
            to--;
        to -= to > 1;
    }
    while (p->alt[to - 1] == ' ')
        to--;
    CHECK(to > 0 && to < PAGE_ALT);
    p->tag.alt_n = to > 1 ? to : 0;
}

/* ---- Values that are URLs ---- */

/* Copies s[0..n) without line breaks and tabs. Returns the length of the copy. */
static size_t values_copy_joined(char *to, const char *s, size_t n)
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

/* Stores the page in a value of the tag, to be read after the tag: the page in a data: URL, or a
 * whole srcdoc. There is room for one page; a page in such a page is not read. */
static int add_document(page *p, const html_attribute *a, const char *value, size_t n, bool data)
{
    if (n == 0 || (data && page_document(value, n, NULL) == 0))
        return 0;
    if (n > HTML_VALUE || p->within.on || p->within.document_n > 0)
        return p->out.limit(p->out.user, PAGE_LIMIT_DEPTH, p->within.from + a->from);
    if (page_make_inner(p))
        return TRAWL_ERROR_NO_MEMORY;
    if (data)
        n = page_document(value, n, p->inner->document);
    else
        memcpy(p->inner->document, value, n);
    p->within.document_n = n;
    p->within.document_from = a->from;
    return 0;
}

/* Adds value[from..to) to the URLs of the tag. As browsers do, removes blanks and controls around
 * it, and line breaks and tabs inside it. */
static int values_add_url(page *p, const char *attribute, const html_attribute *a, size_t from,
                          size_t to)
{
    page_value *v;
    int stop = 0;

    while (to > from && (unsigned char)a->value[to - 1] <= ' ')
        to--;
    while (from < to && (unsigned char)a->value[from] <= ' ')
        from++;
    if (from == to && !(p->based && html_is_named(a->tag, "a") && page_is_href(attribute)))
        return 0;
    if (p->tag.list_n == PAGE_LINKS || to - from > PAGE_VALUES - p->tag.values_n)
        stop = page_report_lists(p, a->tag);
    if (!stop)
        stop = page_reserve_values(p, p->tag.values_n + (to - from) + 1);
    if (stop)
        return stop;
    v = &p->list[p->tag.list_n];
    *v = (page_value){.attribute = attribute, .at = p->tag.values_n, .from = a->from, .to = a->to};
    if (a->to - a->from == a->value_n) { /* no references, so the offsets are exact */
        v->from = a->from + from;
        v->to = a->from + to;
    }
    v->from += p->within.from;
    v->to += p->within.from;
    v->n = values_copy_joined(p->values.p + v->at, a->value + from, to - from);
    if (!page_is_href(attribute)) /* a data: URL in a href is a link itself */
        stop = add_document(p, a, p->values.p + v->at, v->n, true);
    p->tag.values_n += v->n;
    p->tag.list_n++;
    return stop;
}

/* Adds the URLs of a list. With `srcset` it has the form "a.png 1x, b.png 2x": a URL ends at a
 * blank, and commas at its end are removed. Otherwise blanks separate the URLs. */
static int add_urls(page *p, const char *attribute, const html_attribute *a, bool srcset)
{
    const char *s = a->value;
    int stop = 0;

    for (size_t i = 0, n = a->value_n; i < n && !stop;) {
        size_t from, to;
        while (i < n && (html_is_blank(s[i]) || (srcset && s[i] == ',')))
            i++;
        for (from = i; i < n && !html_is_blank(s[i]); i++)
            ;
        for (to = i; srcset && to > from && s[to - 1] == ','; to--)
            ;
        stop = values_add_url(p, attribute, a, from, to);
        if (srcset && to == i)
            while (i < n && s[i] != ',')
                i++;
    }
    return stop;
}

/* Adds the URLs of an animation, which ";" separates. */
static int add_animation(page *p, const char *attribute, const html_attribute *a)
{
    int stop = 0;

    for (size_t from = 0, to; from < a->value_n && !stop; from = to + 1) {
        const char *semicolon = memchr(a->value + from, ';', a->value_n - from);
        to = semicolon ? (size_t)(semicolon - a->value) : a->value_n;
        stop = values_add_url(p, attribute, a, from, to);
    }
    return stop;
}

/* Adds the URL of "5; url='http://...'": the text after "url=", without quotes; or after the
 * number, as in old pages. */
static int add_refresh(page *p, const char *attribute, const html_attribute *a)
{
    const char *s = a->value;
    size_t n = a->value_n, i = 0, to = n;

    while (i < n && (html_is_blank(s[i]) || ascii_is_digit((unsigned char)s[i]) || s[i] == '.'))
        i++;
    while (i < n && (html_is_blank(s[i]) || s[i] == ';' || s[i] == ','))
        i++;
    if (n - i > 3 && ascii_same(s + i, "url", 3)) {
        size_t k = i + 3;
        while (k < n && html_is_blank(s[k]))
            k++;
        if (k < n && s[k] == '=')
            for (i = k + 1; i < n && html_is_blank(s[i]); i++)
                ;
    }
    if (i < n && (s[i] == '\'' || s[i] == '"')) {
        const char *close = memchr(s + i + 1, s[i], n - i - 1);
        to = close ? (size_t)(close - s) : n;
        i++;
    }
    return values_add_url(p, attribute, a, i, to);
}

/* ---- All values ---- */

/* Handles a truncated value: reads the complete URLs of a list, and reports what is missing, unless
 * it is an embedded picture. */
static int take_over(page *p, unsigned holds, const char *name, const html_attribute *a)
{
    html_attribute first = *a;
    int stop = 0;

    if (holds == PAGE_HOLDS_NOTHING || holds >= PAGE_HOLDS_HTTP_EQUIV ||
        (holds == PAGE_HOLDS_URL && ascii_same(a->value, "data:", 5) &&
         page_document(a->value, a->value_n, NULL) == 0))
        return 0;
    while (first.value_n > 0 && !html_is_blank(first.value[first.value_n - 1]))
        first.value_n--;
    if (holds == PAGE_HOLDS_SRCSET || holds == PAGE_HOLDS_URLS)
        stop = add_urls(p, name, &first, holds == PAGE_HOLDS_SRCSET);
    return stop ? stop : p->out.limit(p->out.user, PAGE_LIMIT_VALUE, p->within.from + a->from);
}

int page_take_value(page *p, unsigned holds, const char *name, const html_attribute *a)
{
    if (a->over)
        return take_over(p, holds, name, a);
    switch (holds) {
    case PAGE_HOLDS_URL:
        return values_add_url(p, name, a, 0, a->value_n);
    case PAGE_HOLDS_SRCSET:
    case PAGE_HOLDS_URLS:
        return add_urls(p, name, a, holds == PAGE_HOLDS_SRCSET);
    case PAGE_HOLDS_ANIMATION:
        return add_animation(p, name, a);
    case PAGE_HOLDS_ATTRIBUTE:
        p->tag.animates = ascii_has(a->value, a->value_n, "href");
        break;
    case PAGE_HOLDS_REFRESH:
        return add_refresh(p, name, a);
    case PAGE_HOLDS_PAGE:
        return add_document(p, a, a->value, a->value_n, false);
    case PAGE_HOLDS_WIDTH:
        p->tag.width = values_number_of(a->value, a->value_n);
        break;
    case PAGE_HOLDS_HEIGHT:
        p->tag.height = values_number_of(a->value, a->value_n);
        break;
    case PAGE_HOLDS_STYLE:
        take_style(p, a->value, a->value_n);
        break;
    case PAGE_HOLDS_CLASS:
        take_class(p, a->value, a->value_n);
        break;
    case PAGE_HOLDS_HIDDEN:
        p->tag.look.sets |= PAGE_LOOK_GONE;
        break;
    case PAGE_HOLDS_DIR:
        p->tag.right_to_left = a->value_n == 3 && ascii_same(a->value, "rtl", 3);
        break;
    case PAGE_HOLDS_ALT:
        take_alt(p, a->value, a->value_n);
        break;
    case PAGE_HOLDS_HTTP_EQUIV:
        p->tag.refresh = a->value_n == 7 && ascii_same(a->value, "refresh", 7);
        break;
    default:
        break;
    }
    return 0;
}
