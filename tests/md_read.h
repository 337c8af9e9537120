/* md_read.h - Markdown as the writer writes it, read strictly, and the text and links that it shows
 *
 * By CommonMark 0.30, but nothing is taken that the writer does not mean: every character that could begin markup stands
 * behind a backslash, links are <uri> and [text](<uri>), lines end in hard breaks or with their paragraph, and the only
 * references are &nbsp;, which is read as a space, &#9;, and in addresses &amp;. So a byte that should have been escaped shows.
 */
#ifndef TRAWL_TESTS_MD_READ_H
#define TRAWL_TESTS_MD_READ_H

#include "growing.h"

typedef struct md_read {
    const char *broken; /* what is not as it must be, or NULL */
    size_t at;
    growing text, hrefs; /* hrefs: one a line */
    bool bol, blank;     /* at a line's beginning; behind a raw space */
    bool digits;         /* nothing but digits stand in this line so far */
    bool linked;         /* in a link's text */
} md_read;

static inline size_t md_break(md_read *r, const char *what, size_t at, size_t n)
{
    if (!r->broken) {
        r->broken = what;
        r->at = at;
    }
    return n;
}

static inline bool md_begins(const char *p, size_t n, const char *with)
{
    size_t len = strlen(with);

    return len <= n && memcmp(p, with, len) == 0;
}

static inline bool md_is_punctuation(char c)
{
    return c > 0x20 && c < 0x7F && !((c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z'));
}

static inline size_t md_seen(md_read *r, const char *p, size_t n, size_t len)
{
    growing_add(&r->text, p, n);
    r->digits = n == 1 && *p >= '0' && *p <= '9' && (r->bol || r->digits);
    r->bol = r->blank = false;
    return len;
}

static inline size_t md_line_end(md_read *r, const char *ends, size_t len, size_t at)
{
    if (r->blank)
        md_break(r, "a space at a line's end", at, 0);
    if (r->linked)
        md_break(r, "a line end in a link", at, 0);
    growing_add(&r->text, ends, strlen(ends));
    r->bol = true;
    r->digits = false;
    return len;
}

/* An address up to its end, in which only &amp; is a reference. Its length; n when it has no end. */
static inline size_t md_address(md_read *r, const char *p, size_t n, const char *end, size_t at)
{
    size_t i = 0;

    while (i < n && !md_begins(p + i, n - i, end)) {
        size_t len = md_begins(p + i, n - i, "&amp;") ? 5 : 1;
        if (p[i] <= ' ' || p[i] > '~' || strchr("<>\\", p[i]) || (p[i] == '&' && len == 1))
            md_break(r, "a byte that no address may have", at + i, 0);
        growing_add(&r->hrefs, p + i, 1);
        i += len;
    }
    growing_add(&r->hrefs, "\n", 1);
    return i < n ? i + strlen(end) : md_break(r, "an address without its end", at, n);
}

/* <http://a.example/>, <joe@a.example> */
static inline size_t md_autolink(md_read *r, const char *p, size_t n, size_t at)
{
    const char *end = memchr(p, '>', n);
    size_t len = end ? (size_t)(end - p) - 1 : 0, scheme = 0;

    while (scheme < len &&
           (md_is_punctuation(p[1 + scheme]) ? strchr("+.-", p[1 + scheme]) != NULL : p[1 + scheme] > 0))
        scheme++;
    if (!end || len == 0 || r->linked || memchr(p + 1, '&', len))
        return md_break(r, "a tag", at, n);
    if (scheme < 2 || scheme > 32 || p[1 + scheme] != ':') {
        if (!memchr(p + 1, '@', len))
            return md_break(r, "a tag", at, n);
        growing_add(&r->hrefs, "mailto:", 7);
    }
    md_seen(r, p + 1, len, 0);
    return 1 + md_address(r, p + 1, n - 1, ">", at + 1);
}

static inline size_t md_raw(md_read *r, const char *p, size_t n, size_t at)
{
    if (strchr("\\`*_[]<>&~|$^{}!\t\r", *p) || *p == '\0')
        return md_break(r, "a byte that was to be escaped", at, 1);
    if (r->bol && strchr(" #+-=:%", *p))
        return md_break(r, "a byte that begins a line", at, 1);
    if (r->digits && strchr(".)", *p))
        return md_break(r, "the number of a list", at, 1);
    if (*p == ' ' && r->blank)
        return md_break(r, "two spaces", at, 1);
    if (*p != '\n') {
        bool blank = *p == ' ';
        md_seen(r, p, 1, 1);
        r->blank = blank;
        return 1;
    }
    if (n == 1)
        return md_line_end(r, "", 1, at);
    if (r->bol || p[1] != '\n' || n == 2)
        return md_break(r, "a line end that is none", at, 1);
    return md_line_end(r, "\n\n", 2, at);
}

static inline size_t md_step(md_read *r, const char *p, size_t n, size_t at)
{
    if (md_begins(p, n, "\\\n"))
        return md_line_end(r, "\n", 2, at);
    if (*p == '\\' && n > 1 && md_is_punctuation(p[1]))
        return md_seen(r, p + 1, 1, 2);
    if (md_begins(p, n, "&nbsp;"))
        return md_seen(r, " ", 1, 6);
    if (md_begins(p, n, "&#9;"))
        return md_seen(r, "\t", 1, 4);
    if (*p == '<')
        return md_autolink(r, p, n, at);
    if (*p == '[' && !r->linked) {
        r->linked = true;
        return md_seen(r, p, 0, 1);
    }
    if (r->linked && md_begins(p, n, "](<")) {
        r->linked = false;
        return 3 + md_address(r, p + 3, n - 3, ">)", at + 3);
    }
    return md_raw(r, p, n, at);
}

static inline bool md_read_all(md_read *r, const char *p, size_t n)
{
    growing_clear(&r->text);
    growing_clear(&r->hrefs);
    r->broken = NULL;
    r->bol = true;
    r->blank = r->digits = r->linked = false;
    for (size_t i = 0; i < n && !r->broken;)
        i += md_step(r, p + i, n - i, i);
    if (r->linked || (n > 0 && p[n - 1] != '\n'))
        md_break(r, "an end that is none", n, 0);
    return !r->broken;
}

/* display(source), with what Markdown does not keep as it is: tabs that indent are spaces up to the next of eight columns, and
 * line ends behind all text are gone. */
static inline void md_display(growing *to, const char *p, size_t n)
{
    size_t column = 0;
    bool indent = true;

    growing_clear(to);
    while (n > 0 && p[n - 1] == '\n')
        n--;
    for (size_t i = 0; i < n; i++) {
        size_t spaces = indent && p[i] == '\t' ? 8 - column % 8 : 0;
        growing_add(to, "        ", spaces);
        if (spaces == 0)
            growing_add(to, p + i, 1);
        indent = p[i] == '\n' || (indent && (p[i] == ' ' || p[i] == '\t'));
        column = p[i] == '\n' ? 0 : column + (spaces > 0 ? spaces : 1);
    }
}

#endif
