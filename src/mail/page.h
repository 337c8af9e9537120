/* page.h - the text of an HTML part, and the links in its attributes (SPEC E14)
 *
 * What a browser would show goes on as running text: references decoded, tags gone, block elements and <br> as line ends, the
 * contents of style and script left out. Links are told where their tag stands; that of an anchor is held back, and the text
 * in the anchor with it, until the anchor's text is known or there is too much of it.
 */
#ifndef TRAWL_MAIL_PAGE_H
#define TRAWL_MAIL_PAGE_H

#include <string.h>

#include "charset/srcmap.h"
#include "html/html.h"
#include "mail/page_names.h"

/* So much of an anchor's text is kept with its link, and so much is held back. */
#define PAGE_ANCHOR 256
#define PAGE_HELD 1024

/* Running text is gathered between the tags up to here, and goes on before anything else that is told. */
#define PAGE_TEXT 4096

/* Links of one tag: so many, and so many bytes of them. */
#define PAGE_LINKS 32
#define PAGE_VALUES (HTML_VALUE + 4096)

typedef struct page_link {
    const html_name *tag;
    const char *attribute;
    const char *url;
    size_t url_n;
    uint64_t from, to;  /* its place in what was fed */
    const char *anchor; /* of an <a>: its text, blanks squeezed */
    size_t anchor_n;
    bool pixel; /* a picture that nobody can see */
} page_link;

static inline bool page_is_href(const char *attribute)
{
    return memcmp(attribute, "href", sizeof "href") == 0;
}

/* Returns of all: 0 to go on, else it is handed back by the call that fed. */
typedef struct page_out {
    void *user;
    int (*text)(void *user, const char *p, size_t n);   /* more of the running text; its place is in the map */
    int (*flush)(void *user, const char *p, size_t n);  /* the same, perhaps none, and no link goes on from here */
    int (*base)(void *user, const char *url, size_t n); /* <base href> */
    int (*link)(void *user, const page_link *link);
    bool urls_only; /* no more is asked of a link than its URL */
} page_out;

typedef struct page_value {
    const char *attribute;
    size_t at, n; /* in values */
    uint64_t from, to;
} page_value;

/* Links inside an anchor, pictures for example, wait with it: so many, and so many bytes of them. */
#define PAGE_KEPT 8
#define PAGE_KEPT_BYTES 4096

typedef struct page_kept {
    html_name tag;
    page_value value; /* its place is in kept_bytes */
    bool pixel;
    size_t text; /* so much of the anchor's text stands before it */
} page_kept;

/* So many tags with attributes are known again, of at most so many bytes. */
#define PAGE_SEEN_BITS 6
#define PAGE_SEEN 126

typedef struct page_seen {
    unsigned char n;    /* 0: none */
    unsigned char what; /* enum page_tag: nothing, or PAGE_TAG_BLOCK */
    char p[PAGE_SEEN];
} page_seen;

typedef struct page {
    html h;
    page_names names; /* made with the first page */
    page_seen seen[1 << PAGE_SEEN_BITS];
    page_out out;
    srcmap *map;     /* from the running text to what was fed */
    uint64_t next;   /* what was fed is in the map up to here */
    uint64_t marked; /* markup has been seen up to here */
    bool hidden;     /* inside style, script, ... */
    html_name hider;
    bool verbatim;  /* inside <pre> */
    bool line_open; /* the last character was no line end */
    /* the tag whose attributes come */
    char values[PAGE_VALUES];
    size_t values_n;
    page_value list[PAGE_LINKS];
    unsigned list_n;
    unsigned width, height; /* of a picture, 1 + what is said; 0: nothing is */
    bool refresh;           /* <meta http-equiv=refresh> */
    bool unseen;            /* style="display:none" or the like */
    /* the anchor that is open */
    bool in_anchor;
    bool passing;     /* nothing has to wait so far: ... */
    bool anchor_told; /* ... its link has gone out, and so much of what is counted below */
    size_t passed;
    unsigned kept_passed;
    html_name anchor_tag;
    char href[HTML_VALUE];
    size_t href_n;
    uint64_t href_from, href_to;
    char anchor[PAGE_ANCHOR];
    size_t anchor_n;
    char held[PAGE_HELD];
    size_t held_n;
    page_kept kept[PAGE_KEPT];
    unsigned kept_n;
    char kept_bytes[PAGE_KEPT_BYTES];
    size_t kept_bytes_n;
    char text[PAGE_TEXT];
    size_t text_n;
} page;

/* map is empty, and filled. p was zeroed before its first page. */
void page_begin(page *p, const page_out *out, srcmap *map);
int page_feed(page *p, const char *bytes, size_t n);
int page_finish(page *p);

/* What was gathered of the running text goes on, before something else does. */
int page_put_all(page *p);

#endif
