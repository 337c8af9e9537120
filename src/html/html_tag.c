/* html_tag.c - tags: their names, their ends, and what text is like behind them (13.2.5.6-8, 40)
 *
 * What the tree builder tells the standard's tokenizer is done here by the tags alone: the raw elements, and a count for
 * svg and math, in which nothing is raw and CDATA sections are read. The count knows one kind at a time, does not know
 * the integration points (foreignObject, annotation-xml and the like, in which HTML is read again), and ends at each tag
 * by which the standard breaks out of foreign content. Scripting is off, so noscript is no raw element.
 */
#include <string.h>

#include "base/ascii.h"
#include "html/html_inside.h"

typedef struct raw_element {
    const char *name;
    unsigned char n, state;
} raw_element;

static const raw_element raws[] = {
    {"title", 5, HTML_RCDATA},     {"textarea", 8, HTML_RCDATA}, {"style", 5, HTML_RAWTEXT},
    {"xmp", 3, HTML_RAWTEXT},      {"iframe", 6, HTML_RAWTEXT},  {"noembed", 7, HTML_RAWTEXT},
    {"noframes", 8, HTML_RAWTEXT}, {"script", 6, HTML_SCRIPT},   {"plaintext", 9, HTML_PLAINTEXT},
};

/* Start tags that end foreign content (13.2.6.5; font only with some attributes, and not here). */
static const char *const breakouts[] = {
    "b",     "big",   "blockquote", "body",   "br",   "center", "code",  "dd", "div",  "dl",   "dt",
    "em",    "embed", "h1",         "h2",     "h3",   "h4",     "h5",    "h6", "head", "hr",   "i",
    "img",   "li",    "listing",    "menu",   "meta", "nobr",   "ol",    "p",  "pre",  "ruby", "s",
    "small", "span",  "strong",     "strike", "sub",  "sup",    "table", "tt", "u",    "ul",   "var",
};

static bool name_is(const html_name *name, const char *word)
{
    return name->n == strlen(word) && memcmp(name->p, word, name->n) == 0;
}

void html_name_add(html_name *name, char c)
{
    if (c == 0 && name->n + 3 <= HTML_NAME) {
        memcpy(name->p + name->n, "\xEF\xBF\xBD", 3);
        name->n += 3;
    } else if (c != 0 && name->n < HTML_NAME) {
        name->p[name->n++] = ascii_lower(c);
    }
}

const char *html_raw_name(const html *h, size_t *n)
{
    *n = raws[h->raw].n;
    return raws[h->raw].name;
}

static bool breaks_out(const html_name *tag)
{
    for (size_t i = 0; i < sizeof breakouts / sizeof breakouts[0]; i++)
        if (breakouts[i][0] == tag->p[0] && name_is(tag, breakouts[i]))
            return true;
    return false;
}

static void foreign_start(html *h, bool self_closing)
{
    if (breaks_out(&h->tag))
        h->foreign = 0;
    else if (!self_closing && name_is(&h->tag, h->math ? "math" : "svg") && h->foreign < UINT32_MAX)
        h->foreign++;
}

static void foreign_end(html *h)
{
    if (name_is(&h->tag, h->math ? "math" : "svg"))
        h->foreign--;
    else if (name_is(&h->tag, "p") || name_is(&h->tag, "br"))
        h->foreign = 0;
}

static void enter_raw(html *h)
{
    for (size_t i = 0; i < sizeof raws / sizeof raws[0]; i++)
        if (h->tag.n == raws[i].n && h->tag.p[1] == raws[i].name[1] && memcmp(h->tag.p, raws[i].name, h->tag.n) == 0) {
            h->raw = (unsigned char)i;
            h->state = raws[i].state;
        }
}

/* How long the raw names, svg and math are, a bit each, by their first letter: most names are none of them by that alone. */
#define LETTER(c) ((c) - 'a')
#define N(n) ((uint64_t)1 << (n))

static const uint64_t lengths[26] = {
    [LETTER('i')] = N(6),
    [LETTER('m')] = N(4),
    [LETTER('n')] = N(7) | N(8),
    [LETTER('p')] = N(9),
    [LETTER('s')] = N(3) | N(5) | N(6),
    [LETTER('t')] = N(5) | N(8),
    [LETTER('x')] = N(3),
};

static inline bool may_change_text(const html_name *tag)
{
    return lengths[LETTER(tag->p[0])] >> tag->n & 1;
}

static inline bool is_foreign(const html_name *tag)
{
    return (tag->n == 3 && memcmp(tag->p, "svg", 3) == 0) || (tag->n == 4 && memcmp(tag->p, "math", 4) == 0);
}

/* What the text behind a tag is. */
__attribute__((noinline)) static void change_text(html *h, bool self_closing)
{
    if (h->foreign > 0) {
        if (h->closing)
            foreign_end(h);
        else
            foreign_start(h, self_closing);
        return;
    }
    if (is_foreign(&h->tag) && !self_closing) {
        h->math = h->tag.n == 4;
        h->foreign = 1;
    }
    enter_raw(h);
}

const char *html_tag_done(html *h, const char *p, bool self_closing)
{
    html_tell_markup(h, html_at(h, p));
    h->state = HTML_DATA;
    if (h->foreign > 0 || (!h->closing && may_change_text(&h->tag)))
        change_text(h, self_closing);
    if (h->result == 0)
        h->result = h->closing ? h->out.end(h->out.user, &h->tag) : h->out.start(h->out.user, &h->tag, self_closing);
    return p;
}

/* At the name. One of letters alone is told by a look at 16 bytes. */
static inline const char *tag_begins(html *h, const char *p, const char *end, bool closing)
{
    h->closing = closing;
    h->told_n = 0;
#if defined(__SSE2__)
    if (end - p > 16) {
        size_t n = h->tag.n = html_name_begins(&h->tag, p);
        if (p[n] == '>')
            return html_tag_done(h, p + n + 1, false);
        if (p[n] == ' ') {
            h->state = HTML_BEFORE_NAME;
            return html_step_attributes(h, p + n + 1, end);
        }
    }
#endif
    h->tag.n = 0;
    h->state = HTML_TAG_NAME;
    return html_step_tag_name(h, p, end);
}

/* Behind "<". */
const char *html_step_tag_open(html *h, const char *p, const char *end)
{
    if (ascii_is_alpha((unsigned char)*p))
        return tag_begins(h, p, end, false);
    if (*p == '/') {
        h->state = HTML_END_TAG_OPEN;
        return p + 1 < end ? html_step_end_tag_open(h, p + 1, end) : end;
    }
    if (*p == '!') {
        h->state = HTML_DECLARATION;
        return p + 1;
    }
    if (*p == '?') {
        h->state = HTML_BOGUS;
        return p;
    }
    html_tell_held(h, "<", 1);
    h->state = HTML_DATA;
    return p;
}

/* Behind "</". "</>" is nothing at all. */
const char *html_step_end_tag_open(html *h, const char *p, const char *end)
{
    if (ascii_is_alpha((unsigned char)*p))
        return tag_begins(h, p, end, true);
    if (*p == '>') {
        html_tell_markup(h, html_at(h, p + 1));
        h->state = HTML_DATA;
        return p + 1;
    }
    h->state = HTML_BOGUS;
    return p;
}

const char *html_step_tag_name(html *h, const char *p, const char *end)
{
    for (; p < end; p++) {
        p = html_name_run(&h->tag, p, end);
        if (p == end)
            break;
        if (*p == '>')
            return html_tag_done(h, p + 1, false);
        if (*p == '/') {
            h->state = HTML_SELF_CLOSING;
            return p + 1;
        }
        if (html_is_space(*p)) {
            h->state = HTML_BEFORE_NAME;
            return html_step_attributes(h, p + 1, end);
        }
        html_name_add(&h->tag, *p); /* NUL or "=" */
    }
    return p;
}

/* Behind "/" in a tag. */
const char *html_step_self_closing(html *h, const char *p, const char *end)
{
    (void)end;
    if (*p == '>')
        return html_tag_done(h, p + 1, true);
    h->state = HTML_BEFORE_NAME;
    return p;
}
