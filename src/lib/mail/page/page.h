/* page.h - HTML parts: their visible text, their links, and misleading anchors
 *
 *   page       converts HTML to running text and links
 *   values     parses the values of attributes
 *   style      what a style does to the text of an element
 *   sheet      what the style sheets of the page do to it
 *   visible    the text of an anchor as readers see it
 *   markup     the structure of the text: headings, lists, quotes, tables
 *   declared   finds the charset that a page declares
 *   document   decodes a page in a data: URL
 *   seen       the text of an anchor in one of several views, with look-alike letters replaced
 *   shown      finds the hosts and addresses that the text of an anchor shows
 *   mismatch   detects links whose text shows a different host or address from their href
 */
#ifndef TRAWL_MAIL_PAGE_PAGE_H
#define TRAWL_MAIL_PAGE_PAGE_H

#include <trawl_mail.h>

#include "base/check.h"
#include "charset/charset.h"
#include "html/html.h"
#include "mail/zones/zones.h"

/* ---- Text and links ----
 *
 * The running text is what a browser would show: references are decoded, tags removed, <br> and
 * block elements become line ends, the contents of style and script are left out. A link is
 * reported at the position of its tag. The link of an anchor is held back, with the anchor's text,
 * until the anchor ends or its text is too long. In a conditional comment ("<!--[if mso]>", which
 * Outlook reads) only the links of tags are read.
 */

/* The maximum length of the anchor text that is reported with a link, and of the anchor text that
 * is held back. */
#define PAGE_ANCHOR 256
#define PAGE_HELD 16384

/* The maximum number of bytes of the text that replaces a picture, with its brackets. */
#define PAGE_ALT 255

/* The size of the buffer for running text. */
#define PAGE_TEXT 4096

/* The maximum number of links of one tag, and of their bytes together, before the links of a list
 * are reported. */
#define PAGE_LINKS 32
#define PAGE_VALUES ((size_t)4 * HTML_VALUE)

/* The maximum number of links inside an anchor, such as pictures, that are held back with it, and
 * of their bytes together. */
#define PAGE_KEPT 8
#define PAGE_KEPT_BYTES 4096

typedef struct page_link {
    const html_name *tag;
    const char *attribute;
    const char *url;
    size_t url_n;
    uint64_t from, to;  /* where the URL is in the input */
    const char *anchor; /* the visible text of an <a>, with white space collapsed */
    size_t anchor_n;
    const char *visible; /* the visible text with marks, and not cut at PAGE_ANCHOR */
    size_t visible_n;
    const char *text; /* text[0..text_n): the running text after this report, of the <a> */
    size_t text_n;
    bool pixel;       /* an invisible picture */
    bool again;       /* was reported before, without this text */
    bool conditional; /* where only some programs read tags: in "<!--[if mso]>" */
} page_link;

static inline bool page_is_href(const char *attribute)
{
    return memcmp(attribute, "href", sizeof "href") == 0;
}

typedef enum page_limit {
    PAGE_LIMIT_VALUE,  /* the value is longer than HTML_VALUE */
    PAGE_LIMIT_DEPTH,  /* the value is a page inside a page inside the page */
    PAGE_LIMIT_ANCHOR, /* the text of an <a> is longer than PAGE_HELD */
    PAGE_LIMIT_BASE,   /* a <base> that counts only without scripts */
    PAGE_LIMIT_TREE,   /* more than TREE_DEPTH elements are open */
    PAGE_LIMIT_DTD     /* xml: the document type declares entities or attributes */
} page_limit;

/* The callbacks. Each returns 0 to continue; any other value is returned by page_feed(). */
typedef struct page_out {
    void *user;
    int (*text)(void *user, const char *p, size_t n); /* running text */
    int (*flush)(void *user, const char *p,
                 size_t n); /* running text; no link continues after it */
    int (*base)(void *user, const char *url, size_t n, uint64_t at); /* <base href> */
    int (*link)(void *user, const page_link *link);
    /* The attribute at this offset of the input may have links that are not read. */
    int (*limit)(void *user, page_limit which, uint64_t at);
    bool urls_only; /* page_link.pixel is not needed */
    bool alts;      /* the text that replaces a picture is running text, in brackets */
    bool xml;       /* XHTML, SVG or other XML: any name for the prefix in xlink:href */
    /* The running text has this markup (enum trawl_markup) from byte `at` on. NULL: not wanted. */
    int (*markup)(void *user, uint64_t at, int kind, unsigned index);
    zones *zones; /* takes the elements that show who wrote their text. NULL: not wanted */
} page_out;

/* A URL in page.values or page.kept_bytes. */
typedef struct page_value {
    const char *attribute;
    size_t at, n;
    uint64_t from, to; /* where it is in the input */
} page_value;

/* A link inside an anchor, held back with it. */
typedef struct page_kept {
    html_name tag;
    page_value value;
    bool pixel, conditional;
    bool again;      /* page_link.again */
    size_t text;     /* bytes of the anchor's text that precede it */
    uint32_t number; /* of an <a>: html_new_anchor(), or 0 */
    size_t from, to; /* ... and its part of the visible text */
} page_kept;

typedef struct page page;

/* ---- Visible text: style.c, visible.c ---- */

/* What hides the text of an element, or changes its direction, as bits; and what else is known
 * about it. */
enum page_look_bit {
    PAGE_LOOK_GONE = 1 << 0,   /* display: none and the like: hides all elements inside, too */
    PAGE_LOOK_UNSEEN = 1 << 1, /* visibility: hidden */
    PAGE_LOOK_SMALL = 1 << 2,  /* font-size: 0 */
    PAGE_LOOK_CLEAR = 1 << 3,  /* color: transparent */
    PAGE_LOOK_TURNED = 1 << 4, /* shown from right to left, whatever its letters are */
    PAGE_LOOK_SHOWN = (1 << TREE_LOOK_CLEARS) - 1, /* all of these */

    PAGE_LOOK_UNSCRIPTED = 1 << 5, /* in <noscript> */
    PAGE_LOOK_UNREAD = 1 << 6,     /* in <style> and the like, whose content is no text */
    PAGE_LOOK_VERBATIM = 1 << 7,   /* in <pre> and the like */
    PAGE_LOOK_INSIDE = PAGE_LOOK_UNSCRIPTED | PAGE_LOOK_UNREAD | PAGE_LOOK_VERBATIM,

    PAGE_LOOK_BOLD =
        1 << 8, /* not in page.inside; only for page_out.markup, as the next two: <i>, <code> */
    PAGE_LOOK_ITALIC = 1 << 9,
    PAGE_LOOK_CODE = 1 << 10
};

/* The enum page_look_bit bits that an element sets and clears. */
typedef struct page_look {
    unsigned sets, clears;
} page_look;

/* Returns what the value of a style, or of a class, does to an element. */
page_look page_style_look(const char *p, size_t n);
page_look page_class_look(const char *p, size_t n);

/* ---- Style sheets: sheet.c ---- */

/* The maximum number of rules that are kept, and of bytes of a <style>. */
#define PAGE_RULES 64
#define PAGE_SHEET ((size_t)1 << 16)

/* What a style sheet does to the elements with a class or a name. */
typedef struct page_rule {
    char name[31]; /* in lower case */
    unsigned char n;
    bool tag; /* the name of an element, not of a class */
    page_look look;
} page_rule;

typedef struct page_sheet {
    unsigned n;
    size_t text_n, text_size;
    char *text; /* of the open <style>, and room for CSS */
    page_rule rules[PAGE_RULES];
} page_sheet;

/* Takes text of a <style>. Returns TRAWL_OK or TRAWL_ERROR_NO_MEMORY. */
int page_sheet_add(page *p, const char *text, size_t n);

/* Reads the <style> that has ended. */
void page_sheet_end(page *p);

/* Adds to the tag's look by the rules for a class or the name of an element. */
void page_sheet_look(page *p, const char *name, size_t n, bool tag);
void page_sheet_close(page *p);

/* Marks in the visible text, which has no other controls. */
enum page_mark {
    PAGE_MARK_BREAK = 1, /* a line ends here; a blank follows */
    PAGE_MARK_HIDDEN,    /* hidden text, up to PAGE_MARK_SHOWN */
    PAGE_MARK_SHOWN,
    PAGE_MARK_TURNED, /* text with PAGE_LOOK_TURNED, up to PAGE_MARK_FORWARD */
    PAGE_MARK_FORWARD,
    PAGE_MARK_PICTURE, /* the text that replaces a picture, up to PAGE_MARK_PICTURE_END */
    PAGE_MARK_PICTURE_END
};

typedef struct page_visible {
    size_t n;
    unsigned look; /* of the text that follows */
    bool paused;   /* text is not added */
    char text[PAGE_HELD];
} page_visible;

/* Begins the text of an anchor. */
void page_visible_begin(page_visible *v);

/* Adds text of an element with this look. */
void page_visible_add(page_visible *v, unsigned look, const char *p, size_t n);
void page_visible_mark(page_visible *v, enum page_mark mark);
void page_visible_picture(page_visible *v, unsigned look, const char *alt, size_t n);

/* Writes visible text without marks and hidden text to out[0..size), cut after a whole character;
 * with the texts of pictures only if `pictures` is set. Returns its length. */
size_t page_visible_text(const char *p, size_t n, bool pictures, char *out, size_t size);

/* ---- Markup: markup.c ---- */

/* The maximum number of open elements that are remembered; those inside them do not count. */
#define PAGE_MARKUP_DEPTH 64

typedef struct page_element {
    uint32_t serial; /* html_made() and html_depth() */
    unsigned at;
    unsigned char kind, table; /* enum mark_kind; what a table holds */
    unsigned number; /* the level of a heading; items of a list; rows of a table with text */
    unsigned column; /* of a table */
} page_element;

typedef struct page_markup {
    bool block, line;     /* the next text begins a block, a line */
    bool item, row, cell; /* an item, a row, a cell has begun and has no text yet */
    bool divided;         /* a block has begun in the cell */
    unsigned quotes;      /* the depth that was sent */
    unsigned style;       /* of the line's last text, as it was sent */
    unsigned depth;
    page_element open[PAGE_MARKUP_DEPTH];
} page_markup;

void page_markup_begin(page_markup *mk);

/* Takes a start tag. `block`: of an element on a line of its own. */
void page_markup_open(page *p, const html_name *tag, bool block);

/* Called before text is shown: reports the markup that changes here. Returns 0, or the value with
 * which the callback stopped. */
int page_markup_text(page *p);

/* ---- The open anchor: anchors.c ---- */

typedef struct page_anchor {
    bool open;
    bool again;      /* page_link.again */
    uint32_t number; /* html_new_anchor() */
    html_name tag;
    const char *attribute;
    size_t href_n;
    uint64_t from, to; /* where the href is in the input */
    unsigned kept_n;
    size_t kept_bytes_n;
    page_kept kept[PAGE_KEPT]; /* the links in it */
    char href[HTML_VALUE];
    char kept_bytes[PAGE_KEPT_BYTES];
    page_visible visible; /* its text as a browser shows it */
} page_anchor;

/* ---- The state ---- */

/* A page inside the page. */
typedef struct page_inner {
    html h;
    char document[HTML_VALUE]; /* the page in a value */
} page_inner;

/* The input that another tokenizer reads, from byte `from` on, while `on` is set. If `conditional`
 * is set, that input is the text of a conditional comment, and its links are flagged so; else it is
 * the page in a value of the tag, which begins at document_from. */
typedef struct page_within {
    bool on, conditional;
    uint64_t from, document_from; /* `from` is 0 while `on` is not set */
    size_t document_n;            /* bytes in page_inner.document */
} page_within;

/* The tag whose attributes are being read: values.c. */
typedef struct page_tag {
    bool described;     /* one of the following is set */
    bool refresh;       /* <meta http-equiv=refresh> */
    bool animates;      /* an animation of svg, of href */
    bool invisible;     /* style="display:none" or similar */
    bool right_to_left; /* dir=rtl */
    page_look look;
    unsigned width, height; /* of a picture: 1 + the number, or 0 if not given */
    unsigned list_n;        /* number of URLs in page.list; their bytes are in page.values */
    size_t values_n;
    size_t alt_n; /* bytes in page.alt, with "[" and without "]" */
} page_tag;

/* A buffer that is made when it is first needed, and then kept. */
typedef struct page_room {
    char *p;
    size_t size;
} page_room;

/* The state of a page. Private to src/lib/mail/page. Members needed for every tag come first. */
struct page {
    page_out out;
    srcmap *map;     /* from the running text to the input */
    uint64_t next;   /* end of the input that is in the map */
    uint64_t marked; /* end of the last markup */
    uint64_t passed; /* bytes of running text in the buffer and before it */
    size_t text_n;   /* bytes in text */
    bool zoned;      /* a tag may begin or end a zone */
    unsigned inside; /* PAGE_LOOK_INSIDE of what is read */
    uint32_t unread; /* the id of the last element with PAGE_LOOK_UNREAD */
    bool line_open;  /* the last character was not a line end */
    bool tree;       /* after a tag that changes which elements are raw */
    bool based;      /* there was a <base> */
    struct {
        unsigned char n, which; /* the bytes of a declaration that precede, and its number */
    } dtd;                      /* xml: declared.c */
    struct {
        unsigned char n; /* how many bytes of "[if" it has so far */
        bool other;      /* it begins with other text */
    } comment;           /* page.c */
    page_within within;
    page_tag tag;
    size_t held_n;     /* bytes in held */
    page_inner *inner; /* made when it is first needed. This and the following members are kept for
                        * the next page */
    page_room values;  /* the URLs in list, at most PAGE_VALUES bytes */
    page_room held;    /* the running text in the open anchor, at most PAGE_HELD bytes */
    page_sheet *sheet;
    html h; /* this and the following members need not be zero at first */
    page_value list[PAGE_LINKS];
    char text[PAGE_TEXT];
    char alt[PAGE_ALT];
    page_anchor anchor;
    page_markup markup;
};

/* Prepares *p for its first page. */
void page_open(page *p);

/* Begins a page. The map must be empty; it is filled as text is read. */
void page_begin(page *p, const page_out *out, srcmap *map);
int page_feed(page *p, const char *bytes, size_t n);
int page_finish(page *p);
void page_close(page *p);

/* ---- Values of attributes ---- */

/* The contents of an attribute's value. */
typedef enum page_holds {
    PAGE_HOLDS_NOTHING,
    PAGE_HOLDS_URL,
    PAGE_HOLDS_SRCSET,
    PAGE_HOLDS_URLS,
    PAGE_HOLDS_ANIMATION, /* values of an attribute of the element around it, separated by ";" */
    PAGE_HOLDS_REFRESH,
    PAGE_HOLDS_PAGE, /* srcdoc */
    PAGE_HOLDS_HTTP_EQUIV,
    PAGE_HOLDS_ATTRIBUTE, /* the name of the attribute that is animated */
    PAGE_HOLDS_WIDTH,     /* this value and all below describe a picture */
    PAGE_HOLDS_HEIGHT,
    PAGE_HOLDS_STYLE, /* this value and all below describe the text of an anchor, too */
    PAGE_HOLDS_ALT,
    PAGE_HOLDS_CLASS,
    PAGE_HOLDS_HIDDEN,
    PAGE_HOLDS_DIR,
    PAGE_HOLDS_ZONE /* an attribute that only zones read */
} page_holds;

/* Makes p->inner, unless it is there. Returns TRAWL_OK or TRAWL_ERROR_NO_MEMORY. */
int page_make_inner(page *p);

/* Makes room for n bytes of p->values. Returns TRAWL_OK or TRAWL_ERROR_NO_MEMORY. */
int page_reserve_values(page *p, size_t n);

/* Stores a value of the tag that is being read; `name` is the name of the attribute. Returns 0, or
 * the value with which a callback stopped. */
int page_take_value(page *p, unsigned holds, const char *name, const html_attribute *a);

/* Makes room for more URLs: reports the URLs of a tag that is not complete, except its href and the
 * URL of a refresh. */
int page_report_lists(page *p, const html_name *tag);

/* Writes the page in the data: URL url[0..n) to out[0..HTML_VALUE), unless it is NULL. Returns its
 * length, or 0 if the URL does not hold a page. */
size_t page_document(const char *url, size_t n, char *out);

/* Passes on the buffered running text. */
int page_put_all(page *p);

/* Passes on the buffered text, and ends any link in it. */
int page_flush(page *p);

/* Appends running text, which is already in the map, to the buffer. */
static inline int mail_page_put(page *p, const char *shown, size_t n)
{
    int stop = n > PAGE_TEXT - p->text_n ? page_put_all(p) : 0;

    p->passed += n;
    if (stop || n > PAGE_TEXT)
        return stop ? stop : p->out.text(p->out.user, shown, n);
    CHECK(p->text_n + n <= PAGE_TEXT);
    memcpy(p->text + p->text_n, shown, n);
    p->text_n += n;
    return 0;
}

/* Returns true in <noscript>. */
static inline bool page_is_unscripted(const page *p)
{
    return p->inside & PAGE_LOOK_UNSCRIPTED;
}

/* Reports the links of a complete tag. The link of an anchor is reported later, with its text. */
int page_report_links(page *p, const html_name *tag, uint32_t what);

/* Ends the open anchor if the tag has ended it, or an <a> in it. */
int page_check_anchor(page *p);

/* Reports the link of the open anchor, and passes on its text. Does not end a link in the text. */
int page_release_anchor(page *p);

/* Ends the open anchor, if any, and any link in its text. */
int page_end_anchor(page *p);

/* Returns true in the tag of an invisible picture. */
bool page_is_pixel(const page *p);

/* Returns the lowest input offset that a later report may refer to, or UINT64_MAX if all text so
 * far is done. */
static inline uint64_t page_held_from(const page *p)
{
    return p->anchor.open ? p->anchor.from : UINT64_MAX;
}

/* ---- The declared charset ---- */

/* Returns the charset with shifts (ISO-2022, HZ) that the page p[0..n) declares, or NULL. */
const names_row *page_declared(const char *p, size_t n);

/* Reads the next bytes of a page of XML, and reports the first declaration of an entity or of
 * attributes. Returns 0, or the value with which a callback stopped. */
int page_find_declaration(page *p, const char *bytes, size_t n);

/* Returns true for "href" with any prefix, which may mean XLink, and for "url", as in feeds. */
bool page_is_xml_url(const html_name *name);

/* ---- Mismatch ----
 *
 * Text shows a place when it begins with one of these; quotes, brackets, bullets and emoji before
 * it are skipped:
 *   https://www.example.com/a     a scheme, "://" and a host
 *   www.example.com               "www." and a name whose last label is a top-level domain
 *   example.com/a                 such a name and a path, a query or a port
 *   example.com                   such a name alone, if it is the whole text and does not look like
 *                                 a file name: "README.md"
 *   joe@example.com               an address, if it is the whole text or follows "mailto:"
 * A name in a sentence ("Node.js", "see example.com for more") does not count; so "Click here" is
 * never a mismatch.
 *
 * Two places are the same when their registrable domains, as U-labels, are equal; so a host that
 * only looks like another host is a different place. If a place has no registrable domain (an IP
 * address, a public suffix, a single label), the whole hosts must be equal. A link rewritten by
 * gateways is compared after each unwrapping. If a security gateway hides its target, there is a
 * mismatch only if the link contains the name of another host.
 */

/* Returns true when `text` shows one place and `url` leads to another. `text` is an anchor's text
 * in UTF-8, with references decoded and without hidden elements; `url` is its resolved href. Only
 * libidn2 allocates memory; if that fails, non-ASCII hosts are compared without mapping. */
bool mismatch(const char *text, size_t n, const char *url, size_t url_n);

/* Returns true when `text` shows the host of `url`, with or without "www.", in letters beyond ASCII
 * instead of A-labels. Arguments as above. */
bool mismatch_names_host(const char *text, size_t n, const char *url, size_t url_n);

#endif
