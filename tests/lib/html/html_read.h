/* html_read.h - reads back the HTML that the writer wrote, strictly, and returns the text it shows
 *
 * html_read_all() accepts only the elements, attributes and references that the writer writes,
 * properly nested; so a byte that was not escaped is an error. It returns the text content without
 * the writer's notes and table of contents, and the href of each anchor.
 */
#ifndef TRAWL_TESTS_HTML_READ_H
#define TRAWL_TESTS_HTML_READ_H

#include <stdint.h>

#include "growing.h"

#define HTML_READ_DEPTH 64

typedef struct html_read {
    const char *broken; /* the first mistake, or NULL */
    size_t at;
    growing text, hrefs; /* hrefs: one a line; those in notes, and those
                             * within the page, begin with "+" */
    unsigned anchors;    /* outside of notes */
    char open[HTML_READ_DEPTH][16];
    unsigned depth, notes;
} html_read;

static inline void html_break(html_read *r, const char *what, size_t at)
{
    if (r->broken)
        return;
    r->broken = what;
    r->at = at;
}

static inline bool html_word(const char *list, const char *p, size_t n)
{
    for (const char *at = list; *at;) {
        size_t len = strcspn(at, " ");
        if (len == n && memcmp(at, p, n) == 0)
            return true;
        at += len + (at[len] == ' ');
    }
    return false;
}

/* Returns the character of the reference at p, or 0. */
static inline char html_reference(const char *p, size_t n, size_t *len)
{
    static const struct {
        const char *written;
        char c;
    } all[] = {{"&amp;", '&'},  {"&lt;", '<'},  {"&gt;", '>'},  {"&quot;", '"'},
               {"&#39;", '\''}, {"&#9;", '\t'}, {"&#10;", '\n'}};

    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        *len = strlen(all[i].written);
        if (*len <= n && memcmp(all[i].written, p, *len) == 0)
            return all[i].c;
    }
    return 0;
}

/* Adds p[0..n) with its references decoded. */
static inline void html_unescape(html_read *r, growing *to, const char *p, size_t n, size_t at)
{
    for (size_t i = 0, len = 1; i < n; i += len, len = 1) {
        char c = p[i];
        if (c == '&')
            c = html_reference(p + i, n - i, &len);
        else if (c == '<' || c == '>' || c == '"' || c == '\'' || c == '\r' || c == 0x7F)
            c = 0;
        if (c == 0) {
            html_break(r, "an unescaped byte", at + i);
            return;
        }
        growing_add(to, &c, 1);
    }
}

/* Reads the attribute at p, which begins with a space. Returns its length. */
static inline size_t html_attribute(html_read *r, const char *p, size_t n, size_t at, bool anchor,
                                    bool *note)
{
    const char *equals = memchr(p, '=', n), *end;
    growing value = {0};
    size_t name;

    if (n >= 8 && memcmp(p, " hidden>", 8) == 0)
        return 7;
    if (!equals || (size_t)(equals - p) + 2 > n || equals[1] != '"' ||
        !(end = memchr(equals + 2, '"', n - (size_t)(equals + 2 - p)))) {
        html_break(r, "a malformed attribute", at);
        return n;
    }
    name = (size_t)(equals - p) - 1;
    if (!html_word(
            "href rel class target title dir hidden id role tabindex aria-label scope colspan",
            p + 1, name))
        html_break(r, "an unexpected attribute", at);
    html_unescape(r, &value, equals + 2, (size_t)(end - equals) - 2, at);
    if ((value.n == 10 && memcmp(value.p, "trawl-note", 10) == 0) ||
        (value.n == 9 && memcmp(value.p, "trawl-toc", 9) == 0))
        *note = true;
    if (name == 4 && memcmp(p + 1, "href", 4) == 0) {
        if (!anchor)
            html_break(r, "href outside of an anchor", at);
        if (r->notes > 0 || (value.n > 0 && value.p[0] == '#'))
            growing_add(&r->hrefs, "+", 1);
        growing_add(&r->hrefs, value.p, value.n);
        growing_add(&r->hrefs, "\n", 1);
    }
    free(value.p);
    return (size_t)(end + 1 - p);
}

static inline void html_close(html_read *r, const char *name, size_t n, size_t at)
{
    if (r->depth == 0 || strlen(r->open[r->depth - 1]) != n ||
        memcmp(r->open[r->depth - 1], name, n) != 0) {
        html_break(r, "an end tag out of order", at);
        return;
    }
    r->depth--;
    if (r->notes > r->depth)
        r->notes = 0;
}

/* Reads the tag whose "<" is at p. Returns its length. */
static inline size_t html_tag(html_read *r, const char *p, size_t n, size_t at)
{
    bool end = n > 1 && p[1] == '/', note = false, void_tag;
    size_t from = end ? 2 : 1, i = from;

    while (i < n && ((p[i] >= 'a' && p[i] <= 'z') || (p[i] >= '1' && p[i] <= '6')))
        i++;
    if (!html_word("a bdi small span p pre blockquote main br hr h1 h2 h3 h4 h5 h6 ul ol li dl dt "
                   "dd nav header section div table thead tbody tr th td",
                   p + from, i - from)) {
        html_break(r, "an unexpected element", at);
        return n;
    }
    void_tag = html_word("br hr", p + from, i - from);
    if (end) {
        html_close(r, p + from, i - from, at);
    } else if (!void_tag && r->depth < HTML_READ_DEPTH) {
        memcpy(r->open[r->depth], p + from, i - from);
        r->open[r->depth++][i - from] = 0;
        r->anchors += r->notes == 0 && i - from == 1;
    }
    for (size_t name = i - from; i < n && p[i] == ' ' && !r->broken;)
        i += html_attribute(r, p + i, n - i, at + i, name == 1, &note);
    if (note && r->notes == 0)
        r->notes = r->depth;
    i += void_tag && i < n && p[i] == '/';
    if (i >= n || p[i] != '>')
        html_break(r, "an unterminated tag", at);
    return i < n ? i + 1 : n;
}

/* Reads a page from <main> to </main>. Drops the first line end in <pre>, as HTML parsers do. */
static inline bool html_read_all(html_read *r, const char *p, size_t n, bool xhtml)
{
    bool after_pre = false;

    growing_clear(&r->text);
    growing_clear(&r->hrefs);
    r->broken = NULL;
    r->depth = r->notes = r->anchors = 0;
    for (size_t i = 0; i < n && !r->broken;) {
        const char *tag = memchr(p + i, '<', n - i);
        size_t len = tag ? (size_t)(tag - (p + i)) : n - i;
        size_t skip = after_pre && len > 0 && p[i] == '\n' && !xhtml;
        growing rest = {0};
        html_unescape(r, r->notes ? &rest : &r->text, p + i + skip, len - skip, i);
        free(rest.p);
        i += len;
        if (!tag)
            break;
        after_pre = n - i > 4 && memcmp(tag, "<pre", 4) == 0;
        i += html_tag(r, tag, n - i, i);
    }
    if (r->depth > 0)
        html_break(r, "an unclosed element", n);
    return !r->broken;
}

/* Returns true when two texts differ at most in white space: with structure, lines may be filled
 * again. */
static inline bool html_same_but_white(const char *a, size_t a_n, const char *b, size_t b_n)
{
    size_t i = 0, k = 0;

    for (;;) {
        while (i < a_n && strchr(" \t\n", a[i]) && a[i])
            i++;
        while (k < b_n && strchr(" \t\n", b[k]) && b[k])
            k++;
        if (i == a_n || k == b_n || a[i] != b[k])
            return i == a_n && k == b_n;
        i++;
        k++;
    }
}

static inline bool html_read_page(html_read *r, const char *p, size_t n, bool xhtml)
{
    const char *from = NULL, *to = NULL;

    for (size_t i = 0; i + 7 <= n; i++) {
        if (!from && memcmp(p + i, "<main", 5) == 0)
            from = p + i;
        if (memcmp(p + i, "</main>", 7) == 0)
            to = p + i + 7;
    }
    if (!from || !to) {
        html_break(r, "no <main>", 0);
        return false;
    }
    return html_read_all(r, from, (size_t)(to - from), xhtml);
}

#endif
