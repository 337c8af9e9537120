/* fuzz_site.c - any bytes as a message of trawl site
 *
 * Byte 0: bit 0 masks addresses; the rest is the kind of input. Byte 1 is the size of the pieces.
 * The first line after these bytes is the title of the page. The page must be well-formed: each tag
 * and attribute is one that the site writes, elements are nested, text is escaped and is valid
 * UTF-8 without controls, ids are unique, and each href is a page of the site or a live link. The
 * page must not depend on the pieces. If addresses are masked, its text must have none.
 */
#include <trawl_emit.h>

#include "base/ascii.h"
#include "base/utf8.h"
#include "fuzz.h"
#include "growing.h"
#include "archive/site/message/message.h"

/* ---- Reading a page ---- */

#define DEPTH 256

struct page {
    const char *p, *end;
    trawl_str open[DEPTH]; /* the elements that are open */
    size_t depth;
    growing ids, text;
};

static bool is_word_of(const char *words, trawl_str s)
{
    return ascii_is_word_of(words, s.p, s.n);
}

static void broken(const struct page *r, const char *what)
{
    fprintf(stderr, "%s at: %.*s\n", what, (int)(r->end - r->p < 60 ? r->end - r->p : 60), r->p);
    must(false, "a well-formed page");
}

/* Reads a name of lower-case letters, digits and hyphens. */
static trawl_str name_at(struct page *r)
{
    const char *from = r->p;

    while (r->p < r->end && (ascii_is_alnum((unsigned char)*r->p) || *r->p == '-') &&
           !(*r->p >= 'A' && *r->p <= 'Z'))
        r->p++;
    if (r->p == from)
        broken(r, "no name");
    return str_of(from, (size_t)(r->p - from));
}

/* Reads a reference such as &amp; and moves past it. */
static char reference_at(struct page *r)
{
    static const struct {
        const char *name;
        char c;
    } known[] = {{"&amp;", '&'},  {"&lt;", '<'},   {"&gt;", '>'},  {"&quot;", '"'},
                 {"&#39;", '\''}, {"&#13;", '\r'}, {"&nbsp;", ' '}};

    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        size_t n = strlen(known[i].name);

        if ((size_t)(r->end - r->p) >= n && memcmp(r->p, known[i].name, n) == 0) {
            r->p += n;
            return known[i].c;
        }
    }
    broken(r, "an unknown reference");
    return 0;
}

/* Reads one character of text or of a value. */
static void character_at(struct page *r, growing *to)
{
    utf8_char c = utf8_decode(r->p, (size_t)(r->end - r->p));
    char known;

    if (*r->p == '&') {
        known = reference_at(r);
        growing_add(to, &known, 1);
        return;
    }
    if (c.code == UTF8_INVALID || *r->p == '<' || *r->p == '>' ||
        (c.code < 0x20 && c.code != '\n' && c.code != '\t') || (c.code >= 0x7f && c.code < 0xa0))
        broken(r, "a byte that is not escaped");
    if (unicode_is(c.code, UNICODE_BIDI))
        broken(r, "a bidi control");
    growing_add(to, r->p, c.len);
    r->p += c.len;
}

static bool begins(const growing *g, const char *with)
{
    return g->n >= strlen(with) && memcmp(g->p, with, strlen(with)) == 0;
}

static void check_href(struct page *r, const growing *href)
{
    static const char *const pages[] = {"../",        "index.html", "subjects.html", "senders.html",
                                        "hosts.html", "style.css",  "feed.xml",      "#"};

    for (size_t i = 0; i < sizeof pages / sizeof pages[0]; i++)
        if (begins(href, pages[i]))
            return;
    for (size_t i = 0; i < href->n; i++)
        if (href->p[i] <= ' ' || href->p[i] > '~')
            broken(r, "a href that is not ASCII");
    if (!begins(href, "http://") && !begins(href, "https://") && !begins(href, "mailto:"))
        broken(r, "a href that is not live");
}

static void attribute_at(struct page *r, const growing *value, trawl_str name)
{
    char line[400];

    if (name.n == 3 && memcmp(name.p, "src", 3) == 0 && !begins(value, "../m/22/"))
        broken(r, "a picture that is not an attachment");
    if (name.n == 4 && memcmp(name.p, "href", 4) == 0)
        check_href(r, value);
    if (name.n != 2 || memcmp(name.p, "id", 2) != 0)
        return;
    (void)snprintf(line, sizeof line, "\n%.390s\n", value->p);
    if (r->ids.p && strstr(r->ids.p, line))
        broken(r, "an id that is there twice");
    growing_add(&r->ids, line, strlen(line) - 1);
    growing_add(&r->ids, "\n", 1);
}

/* Reads a tag. */
static void tag_at(struct page *r)
{
    static const char elements[] =
        "html head meta title link body header nav ul ol li a main h1 h2 h3 h4 h5 h6 p pre div span"
        " bdi b i em strong code blockquote table thead tbody tr td th dl dt dd hr br time section"
        " details summary caption col colgroup figure figcaption s u mark small sub sup wbr del"
        " ins img";
    static const char attributes[] =
        "href id class lang charset content name rel type title dir http-equiv datetime start value"
        " aria-label aria-hidden alt download loading src role tabindex colspan rowspan scope open hidden";
    static const char empty[] = "meta link hr br col wbr img";
    bool end = r->p + 1 < r->end && r->p[1] == '/';
    static growing value;
    trawl_str name;

    r->p += 1 + end;
    name = name_at(r);
    if (!is_word_of(elements, name))
        broken(r, "an unknown element");
    while (!end && r->p < r->end && *r->p == ' ') {
        trawl_str attribute;

        r->p++;
        attribute = name_at(r);
        if (!is_word_of(attributes, attribute))
            broken(r, "an unknown attribute");
        growing_clear(&value);
        growing_add(&value, "", 0);
        if (r->end - r->p < 2 || memcmp(r->p, "=\"", 2) != 0)
            continue;
        r->p += 2;
        while (r->p < r->end && *r->p != '"')
            character_at(r, &value);
        r->p++;
        attribute_at(r, &value, attribute);
    }
    if (r->p >= r->end || *r->p != '>')
        broken(r, "a tag does not end");
    r->p++;
    if (is_word_of(empty, name))
        return;
    if (!end) {
        must(r->depth < DEPTH, "few elements are open");
        r->open[r->depth++] = name;
    } else if (r->depth == 0 || !str_same(r->open[--r->depth], name)) {
        broken(r, "the end of another element");
    }
}

static void read_page(struct page *r, const growing *html)
{
    static const char doctype[] = "<!DOCTYPE html>\n";

    r->p = html->p;
    r->end = html->p + html->n;
    r->depth = 0;
    growing_clear(&r->ids);
    growing_clear(&r->text);
    must(begins(html, doctype), "a page begins");
    r->p += strlen(doctype);
    while (r->p < r->end)
        if (*r->p == '<')
            tag_at(r);
        else
            character_at(r, &r->text);
    if (r->depth > 0)
        broken(r, "an element is left open");
}

/* ---- Writing a page ---- */

static int take(void *user, const char *p, size_t n, const struct note *notes, size_t count)
{
    (void)notes;
    (void)count;
    growing_add(user, p, n);
    return 0;
}

static void write_page(growing *html, bool mask, int input, trawl_str title, trawl_str text,
                       size_t piece)
{
    static char buffer[4096];
    struct output_taker taker = {.take = take, .user = html};
    static const char hash[] = "224e4c780a6cbb15ab45b41f18b58107a818c3aa";
    static struct spool spool = {.fd = -1};
    static struct files files;
    struct site s = {.options = {.title = "A list", .addresses = mask ? 1 + ADDRESSES_OBSCURED : 0},
                     .depth = 1};
    const struct body_parts parts = {NULL, &spool, &files, hash};
    struct body *b = body_open(&s);

    must(b != NULL, "memory for the test");
    growing_clear(html);
    output_open(&s.out, -1, buffer, sizeof buffer);
    s.out.taker = &taker;
    page_head(&s, title, NULL, true);
    spool_begin(&spool, &s);
    for (size_t at = 0; at < text.n; at += piece)
        must(spool_take(&spool, text.p + at, piece < text.n - at ? piece : text.n - at) == 0,
             "a message in memory");
    must(body_put_message(b, input, &parts) == 0, "a message is written");
    page_foot(&s);
    must(output_flush(&s.out) == 0, "a page is written");
    body_close(b);
}

/* Checks that the masked text has no "@" between a word and a host. */
static void check_masked(const growing *text)
{
    for (size_t i = 1; i + 1 < text->n; i++)
        if (text->p[i] == '@' && ascii_is_alnum((unsigned char)text->p[i - 1]) &&
            ascii_is_alnum((unsigned char)text->p[i + 1]) && !strstr(text->p, "://")) {
            fprintf(stderr, "%.60s\n", text->p + (i > 30 ? i - 30 : 0));
            must(false, "no address in a masked text");
        }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static growing html, again;
    static struct page page;
    const char *p = (const char *)data + 2, *lf;
    trawl_str title, text;

    if (size < 3)
        return 0;
    lf = memchr(p, '\n', size - 2);
    title = str_of(p, lf ? (size_t)(lf - p) : 0);
    text = str_of(p + title.n, size - 2 - title.n);
    write_page(&html, data[0] & 1, (data[0] >> 1) % TRAWL_INPUT_COUNT, title, text, text.n + 1);
    write_page(&again, data[0] & 1, (data[0] >> 1) % TRAWL_INPUT_COUNT, title, text, 1 + data[1]);
    must(growing_same(&html, &again), "the same page in pieces");
    read_page(&page, &html);
    if (data[0] & 1)
        check_masked(&page.text);
    return 0;
}
