/* page_values.c - attributes that hold links, and those that say something about them (SPEC E14; the HTML standard's index of
 * attributes, and older ones) */
#include <string.h>

#include "base/ascii.h"
#include "html/html_search.h"
#include "mail/page_inside.h"

bool page_wants(void *user, const html_name *tag, const html_name *name)
{
    const page *p = user;
    const page_attribute_row *row = p->hidden ? NULL : page_attribute_of(&p->names, name);

    return row && page_holds_any(p, row, row->tags == 0 ? 0 : page_tag(&p->names, tag));
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
static void take_hint(page *p, const char *name, const html_attribute *a)
{
    if (name[0] == 'w')
        p->width = number_of(a->value, a->value_n);
    else if (name[0] == 's')
        take_style(p, a->value, a->value_n);
    else if (name[1] == 'e')
        p->height = number_of(a->value, a->value_n);
    else
        p->refresh = a->value_n == 7 && ascii_same(a->value, "refresh", 7);
}

/* ---- Values ---- */

/* Without line breaks and tabs; most have none. How many bytes that are. */
static size_t copy_joined(char *to, const char *s, size_t n)
{
    size_t k = (size_t)(html_find(s, s + n, '\n', '\t', '\r') - s);

    memcpy(to, s, k);
    for (size_t i = k; i < n; i++)
        if (s[i] != '\n' && s[i] != '\r' && s[i] != '\t')
            to[k++] = s[i];
    return k;
}

/* value[from..to) is a URL: kept without the blanks around it, and without line breaks and tabs inside, as browsers take it. */
static void keep(page *p, const char *attribute, const html_attribute *a, size_t from, size_t to)
{
    page_value *v = &p->list[p->list_n];

    while (to > from && page_is_blank(a->value[to - 1]))
        to--;
    while (from < to && page_is_blank(a->value[from]))
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
        while (i < n && (page_is_blank(s[i]) || s[i] == ','))
            i++;
        for (from = i; i < n && !page_is_blank(s[i]); i++)
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
        for (from = i; i < a->value_n && !page_is_blank(a->value[i]); i++)
            ;
        keep(p, attribute, a, from, i);
    }
}

/* "5; url='http://...'": the URL behind "url=", its quotes left out; or behind the number, as old pages have it. */
static void keep_refresh(page *p, const html_attribute *a)
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
    keep(p, "content", a, i, to);
}

void page_take_value(page *p, const page_attribute_row *h, const html_attribute *a)
{
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
        take_hint(p, h->name, a);
    }
}

int page_attribute(void *user, const html_attribute *a)
{
    page *p = user;
    const page_attribute_row *row = page_attribute_find(&p->names, a->tag, a->name);

    if (row && !a->over)
        page_take_value(p, row, a);
    return 0;
}
