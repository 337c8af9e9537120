/* template.c - templates of hrefs: --link-template
 *
 *   https://example.org/out?u=%u                     for all links
 *   wais=https://gate.example/wais?%u gopher=...     for the links of a scheme (RFC 1738 section 4)
 *
 * The templates of a list are separated by spaces. A link takes the template of its own scheme,
 * else the template without a scheme, else none. A scheme with a template of its own is live, since
 * its links lead to the gateway.
 */
#include "emit/html/inside.h"

#include "base/ascii.h"

typedef struct template_entry {
    trawl_str scheme; /* empty: for all links */
    trawl_str url;
} template_entry;

/* Removes the first entry from the list. Returns false when there is none. */
static bool template_next_entry(trawl_str *list, template_entry *entry)
{
    size_t n = 0, scheme = 0;
    const char *p;

    while (list->n > 0 && list->p[0] == ' ') {
        list->p++;
        list->n--;
    }
    if (list->n == 0)
        return false;
    p = list->p;
    while (n < list->n && p[n] != ' ')
        n++;
    while (scheme < n && ascii_is_scheme((unsigned char)p[scheme]))
        scheme++;
    if (scheme == n || p[scheme] != '=')
        *entry = (template_entry){{p, 0}, {p, n}};
    else
        *entry = (template_entry){{p, scheme}, {p + scheme + 1, n - scheme - 1}};
    list->p += n;
    list->n -= n;
    return true;
}

/* Returns true for a URL that has a "%u" and a scheme that makes every result safe to follow. */
static bool template_is_safe(trawl_str url)
{
    static const char *const schemes[] = {"https://", "http://", "mailto:"};
    bool place = false, safe = false;

    for (size_t i = 0; i + 1 < url.n; i++)
        place = place || (url.p[i] == '%' && url.p[i + 1] == 'u');
    for (size_t i = 0; i < sizeof schemes / sizeof schemes[0]; i++)
        safe = safe ||
               (url.n > strlen(schemes[i]) && memcmp(url.p, schemes[i], strlen(schemes[i])) == 0);
    return place && safe;
}

bool emit_template_is_good(trawl_str list)
{
    template_entry entry;

    while (template_next_entry(&list, &entry)) {
        int live = entry.scheme.n > 0 ? trawl_emit_live(entry.scheme.p, entry.scheme.n)
                                      : TRAWL_LIVE_ALWAYS;

        if (!template_is_safe(entry.url) || live == TRAWL_LIVE_NEVER ||
            live == TRAWL_LIVE_UNREGISTERED)
            return false;
    }
    return true;
}

/* Returns the template for links of this scheme; empty if there is none. With `own`, only a
 * template that names the scheme counts. */
static trawl_str template_of(trawl_str list, trawl_str scheme, bool own)
{
    trawl_str all = {"", 0};
    template_entry entry;

    while (template_next_entry(&list, &entry)) {
        if (entry.scheme.n == 0)
            all = own ? all : entry.url;
        else if (entry.scheme.n == scheme.n && ascii_same(entry.scheme.p, scheme.p, scheme.n))
            return entry.url;
    }
    return all;
}

bool html_template_has(trawl_str list, trawl_str scheme)
{
    return list.n > 0 && template_of(list, scheme, true).n > 0;
}

size_t html_template_fill(trawl_str list, trawl_str link, char room[TRAWL_URL_MAX])
{
    const char *colon = memchr(link.p, ':', link.n);
    trawl_str url =
        template_of(list, (trawl_str){link.p, colon ? (size_t)(colon - link.p) : 0}, false);
    text_out o = {room, TRAWL_URL_MAX, 0};

    if (url.n == 0)
        out_put(&o, link.p, link.n);
    for (size_t i = 0; i < url.n; i++) {
        if (i + 1 == url.n || url.p[i] != '%' || url.p[i + 1] != 'u') {
            out_byte(&o, url.p[i]);
            continue;
        }
        for (size_t k = 0; k < link.n; k++) {
            unsigned char c = (unsigned char)link.p[k];
            if (ascii_is_unreserved(c))
                out_byte(&o, (char)c);
            else
                out_percent(&o, c);
        }
        i++;
    }
    return o.len <= o.size ? o.len : 0;
}
