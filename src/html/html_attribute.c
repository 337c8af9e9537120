/* html_attribute.c - attributes: names, values in all quotings, those that are wanted (13.2.5.32-39)
 *
 * A value that nobody wants is passed over. One that is wanted is told as soon as it is over, and the first of its name
 * only, whatever comes later in the tag. End tags have attributes too; nobody is asked about them.
 */
#include <string.h>

#include "base/ascii.h"
#include "html/html_inside.h"
#include "html/html_search.h"

/* Was an attribute of this name told before? Else it is noted. */
static bool told(html *h)
{
    for (unsigned i = 0; i < h->told_n; i++)
        if (h->told[i].n == h->name.n && memcmp(h->told[i].p, h->name.p, h->name.n) == 0)
            return true;
    if (h->told_n == HTML_TOLD)
        return true;
    h->told[h->told_n++] = h->name;
    return false;
}

static void tell_attribute(html *h, const char *p)
{
    html_attribute a = {.tag = &h->tag,
                        .name = &h->name,
                        .value = h->value,
                        .value_n = h->value_n,
                        .over = h->over,
                        .from = h->value_from,
                        .to = h->value_to};

    html_tell_markup(h, html_at(h, p));
    if (h->result == 0)
        h->result = h->out.attribute(h->out.user, &a);
}

/* The name is over at p. Unless a value comes, it is empty, and stands here. */
static void name_over(html *h, const char *p)
{
    h->wanted = !h->closing && h->out.wants(h->out.user, &h->tag, &h->name) && !told(h);
    h->value_from = h->value_to = html_at(h, p);
    h->value_n = 0;
    h->over = false;
}

static void empty_value(html *h, const char *p)
{
    if (h->wanted)
        tell_attribute(h, p);
}

void html_value_add(html *h, const char *p, size_t n)
{
    size_t room = h->over ? 0 : HTML_VALUE - h->value_n;

    if (n > room) {
        h->over = true;
        n = room;
    }
    if (n > 0)
        memcpy(h->value + h->value_n, p, n);
    h->value_n += n;
}

void html_value_add_whole(html *h, const char *p, size_t n)
{
    if (n > HTML_VALUE - h->value_n)
        h->over = true;
    html_value_add(h, p, h->over ? 0 : n);
}

/* At a NUL or a "&" of a value. */
static const char *value_special(html *h, const char *p, const char *end)
{
    if (*p == 0) {
        html_value_add_whole(h, "\xEF\xBF\xBD", 3);
        return p + 1;
    }
    h->back = h->state;
    h->state = HTML_REFERENCE;
    return p + 1 < end ? html_step_reference(h, p + 1, end) : end;
}

static void value_over(html *h, const char *p)
{
    h->value_to = html_at(h, p);
    h->state = HTML_BEFORE_NAME;
}

static const char *quoted(html *h, const char *p, const char *end)
{
    char quote = h->state == HTML_VALUE_DOUBLE ? '"' : '\'';
    const char *stop;

    if (!h->wanted || h->over) {
        stop = memchr(p, quote, (size_t)(end - p));
        stop = stop ? stop : end;
    } else {
        stop = html_find(p, end, quote, '&', 0);
        html_value_add(h, p, (size_t)(stop - p));
    }
    if (stop == end)
        return end;
    if (*stop != quote)
        return value_special(h, stop, end);
    value_over(h, stop);
    if (h->wanted)
        tell_attribute(h, stop + 1);
    return stop + 1;
}

static const char *before_value(html *h, const char *p, const char *end)
{
    while (p < end && html_is_space(*p))
        p++;
    if (p == end)
        return p;
    h->value_from = h->value_to = html_at(h, p);
    if (*p == '>') {
        empty_value(h, p);
        return html_tag_done(h, p + 1, false);
    }
    if (*p != '"' && *p != '\'') {
        h->state = HTML_VALUE_BARE;
        return p;
    }
    h->state = *p == '"' ? HTML_VALUE_DOUBLE : HTML_VALUE_SINGLE;
    h->value_from++;
    return p + 1 < end ? quoted(h, p + 1, end) : end;
}

static const char *in_name(html *h, const char *p, const char *end)
{
    for (; p < end; p++) {
        p = html_name_run(&h->name, p, end);
        if (p == end)
            break;
        if (*p == '=') {
            name_over(h, p);
            h->state = HTML_BEFORE_VALUE;
            return before_value(h, p + 1, end);
        }
        if (html_is_space(*p) || *p == '/' || *p == '>') {
            name_over(h, p);
            h->state = HTML_AFTER_NAME;
            return p;
        }
        html_name_add(&h->name, *p); /* NUL */
    }
    return p;
}

/* name="value", which nobody wants, is passed over: behind it, or NULL for any other attribute. A name of letters alone is told by
 * a look at 16 bytes; whatever else it may be is for in_name(). */
static const char *pass(html *h, const char *p, const char *end)
{
#if defined(__SSE2__)
    const char *value;
    size_t n;

    if (end - p < 18)
        return NULL;
    n = html_name_begins(&h->name, p);
    value = p + n + 2;
    if (n == 0 || p[n] != '=' || (value[-1] != '"' && value[-1] != '\''))
        return NULL;
    h->name.n = n;
    if (!h->closing && h->out.wants(h->out.user, &h->tag, &h->name))
        return NULL;
    value = html_find_byte(value, end, value[-1]);
    return value < end ? value + 1 : NULL;
#else
    (void)h, (void)p, (void)end;
    return NULL;
#endif
}

/* Behind the "/" or at the first byte that is no white space. */
static const char *before_name(html *h, const char *p, const char *end)
{
    for (const char *behind;; p = behind) {
        while (p < end && html_is_space(*p))
            p++;
        if (p == end)
            return p;
        if (*p == '>')
            return html_tag_done(h, p + 1, false);
        if (*p == '/') {
            h->state = HTML_SELF_CLOSING;
            return p + 1;
        }
        behind = pass(h, p, end);
        if (!behind)
            break;
    }
    h->name.n = 0;
    h->state = HTML_IN_NAME;
    if (*p != '=')
        return in_name(h, p, end);
    html_name_add(&h->name, '=');
    return p + 1;
}

static const char *after_name(html *h, const char *p, const char *end)
{
    while (p < end && html_is_space(*p))
        p++;
    if (p == end)
        return p;
    if (*p == '=') {
        h->state = HTML_BEFORE_VALUE;
        return p + 1;
    }
    empty_value(h, p);
    h->state = HTML_BEFORE_NAME;
    return p;
}

static const char *bare(html *h, const char *p, const char *end)
{
    const char *stop = p;

    while (stop < end && *stop != '>' && !html_is_space(*stop) && (!h->wanted || (*stop != '&' && *stop != 0)))
        stop++;
    if (h->wanted)
        html_value_add(h, p, (size_t)(stop - p));
    if (stop == end)
        return end;
    if (*stop == '&' || *stop == 0)
        return value_special(h, stop, end);
    value_over(h, stop);
    if (h->wanted)
        tell_attribute(h, stop);
    return stop;
}

const char *html_step_attributes(html *h, const char *p, const char *end)
{
    while (p < end && h->result == 0)
        switch (h->state) {
        case HTML_BEFORE_NAME:
            p = before_name(h, p, end);
            break;
        case HTML_IN_NAME:
            p = in_name(h, p, end);
            break;
        case HTML_AFTER_NAME:
            p = after_name(h, p, end);
            break;
        case HTML_BEFORE_VALUE:
            p = before_value(h, p, end);
            break;
        case HTML_VALUE_DOUBLE:
        case HTML_VALUE_SINGLE:
            p = quoted(h, p, end);
            break;
        case HTML_VALUE_BARE:
            p = bare(h, p, end);
            break;
        default:
            return p;
        }
    return p;
}
