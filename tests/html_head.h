/* html_head.h - what stands before the text of an HTML page, read strictly: the title and the stylesheet
 *
 * The rest of a head is always the same. In HTML a stylesheet ends at the first "</style", in XML it is text like any other.
 */
#ifndef TRAWL_TESTS_HTML_HEAD_H
#define TRAWL_TESTS_HTML_HEAD_H

#include "html_read.h"

/* Where a text stands, or NULL. */
static inline const char *html_find(const char *p, size_t n, const char *what)
{
    size_t len = strlen(what);

    for (size_t i = 0; i + len <= n; i++)
        if (memcmp(p + i, what, len) == 0)
            return p + i;
    return NULL;
}

/* Where p goes on behind the words; NULL when it does not begin with them. */
static inline const char *html_past(const char *p, const char *end, const char *words)
{
    size_t len = strlen(words);

    return p && (size_t)(end - p) >= len && memcmp(p, words, len) == 0 ? p + len : NULL;
}

static inline const char *html_style(html_read *r, const char *p, const char *end, bool xhtml)
{
    const char *to = html_find(p, (size_t)(end - p), "</");

    if (!to)
        return NULL;
    for (const char *at = p; xhtml && at < to; at++) {
        size_t len;
        if (*at == '<' || (*at == '&' && html_reference(at, (size_t)(to - at), &len) == 0))
            html_break(r, "markup in a stylesheet", (size_t)(at - p));
    }
    return html_past(to, end, "</style>\n");
}

/* Reads a page's head; its title goes to r->text. */
static inline bool html_read_head(html_read *r, const char *p, size_t n, bool xhtml, bool styled)
{
    static const char title[] = "<title>", begin[] = "<!DOCTYPE html>\n<html";
    const char *end = p + n, *at = html_find(p, n, title), *to = NULL;

    growing_clear(&r->text);
    r->broken = NULL;
    if (at && html_past(p, end, begin)) {
        at += sizeof title - 1;
        to = memchr(at, '<', (size_t)(end - at));
    }
    if (to)
        html_unescape(r, &r->text, at, (size_t)(to - at), (size_t)(at - p));
    to = html_past(to, end, "</title>\n");
    if (to && styled)
        to = html_past(to, end, "<style>\n");
    if (to && styled)
        to = html_style(r, to, end, xhtml);
    if (!html_past(to, end, "</head>\n<body>\n<main"))
        html_break(r, "a head that is not ours", 0);
    return !r->broken;
}

#endif
