/* page.h - HTML parts: their visible text, the links of their attributes, and where these links go
 *
 *   page       HTML -> running text and links
 *   mismatch   tells when a link's text shows another place than its href
 *   unwrap     takes the target out of a link that a security gateway or a redirector has rewritten
 */
#ifndef TRAWL_MAIL_PAGE_PAGE_H
#define TRAWL_MAIL_PAGE_PAGE_H

#include <string.h>
#include <trawl.h>

#include "charset/charset.h"
#include "html/html.h"

/* ---- Text and links ----
 *
 * The running text is what a browser would show: references decoded, tags removed, a line end for
 * <br> and for each block element, the contents of style and script left out. A link is reported
 * where its tag is. The link of an anchor is held back together with the anchor's text until the
 * anchor ends or the text is too long.
 */

/* The part of an anchor's text that is reported with its link, and the part that is held back. */
#define PAGE_ANCHOR 256
#define PAGE_HELD 1024

/* Running text is gathered up to this size. */
#define PAGE_TEXT 4096

/* The links of one tag: their number, and the sum of their bytes. */
#define PAGE_LINKS 32
#define PAGE_VALUES (HTML_VALUE + 4096)

/* Links inside an anchor, such as pictures, that are held back with it: their number, and the sum
 * of their bytes. */
#define PAGE_KEPT 8
#define PAGE_KEPT_BYTES 4096

typedef struct page_link {
    const html_name *tag;
    const char *attribute;
    const char *url;
    size_t url_n;
    uint64_t from, to;  /* of the URL in the input */
    const char *anchor; /* the text of an <a>, with white space reduced to single spaces */
    size_t anchor_n;
    bool pixel; /* an invisible picture */
} page_link;

static inline bool page_is_href(const char *attribute)
{
    return memcmp(attribute, "href", sizeof "href") == 0;
}

/* The callbacks. Each returns 0 to continue; any other value is returned by page_feed(). */
typedef struct page_out {
    void *user;
    int (*text)(void *user, const char *p, size_t n);   /* more running text */
    int (*flush)(void *user, const char *p, size_t n);  /* the same; links end here */
    int (*base)(void *user, const char *url, size_t n); /* <base href> */
    int (*link)(void *user, const page_link *link);
    bool urls_only; /* page_link.pixel is not needed */
} page_out;

/* A URL in page.values or page.kept_bytes. */
typedef struct page_value {
    const char *attribute;
    size_t at, n;
    uint64_t from, to; /* in the input */
} page_value;

typedef struct page_kept {
    html_name tag;
    page_value value;
    bool pixel;
    size_t text; /* bytes of the anchor's text before it */
} page_kept;

/* The names of elements and attributes, in a hash without collisions. */
#define PAGE_SLOT_BITS 8

typedef struct page_slot {
    uint64_t key;
    unsigned char n; /* the length of the name */
    unsigned char tag, holds;
    unsigned char row;
} page_slot;

typedef struct page_names {
    bool made;
    page_slot slots[1 << PAGE_SLOT_BITS];
} page_names;

/* Private to src/mail/page. What each tag needs comes first. */
typedef struct page {
    page_out out;
    srcmap *map;     /* from the running text to the input */
    uint64_t next;   /* the input is in the map up to here */
    uint64_t marked; /* end of the last markup */
    size_t text_n;   /* of text */
    bool hidden;     /* inside an element whose contents are not shown, hider */
    bool verbatim;   /* inside <pre> */
    bool line_open;  /* the last character was no line end */
    bool in_anchor;
    /* The tag whose attributes are being read. */
    bool refresh;           /* <meta http-equiv=refresh> */
    bool invisible;         /* style="display:none" or the like */
    unsigned width, height; /* of a picture: 1 + the number, or 0 if it is not given */
    unsigned list_n;        /* its URLs: list, and their bytes in values */
    size_t values_n;
    /* The open anchor. */
    unsigned kept_n;
    size_t href_n, anchor_n, held_n, kept_bytes_n;
    uint64_t href_from, href_to;
    html_name anchor_tag, hider;
    page_names names; /* made with the first page */
    html h;
    page_value list[PAGE_LINKS];
    page_kept kept[PAGE_KEPT];
    char text[PAGE_TEXT];
    char values[PAGE_VALUES];
    char href[HTML_VALUE];
    char anchor[PAGE_ANCHOR];
    char held[PAGE_HELD];
    char kept_bytes[PAGE_KEPT_BYTES];
} page;

/* Fills map, which must be empty. A page must be zeroed before its first use. */
void page_begin(page *p, const page_out *out, srcmap *map);
int page_feed(page *p, const char *bytes, size_t n);
int page_finish(page *p);

/* Passes on the running text that was gathered. */
int page_put_all(page *p);

/* Returns the offset in the input from which on places may still be reported, or UINT64_MAX. */
static inline uint64_t page_held_from(const page *p)
{
    return p->in_anchor ? p->href_from : UINT64_MAX;
}

/* ---- Mismatch ----
 *
 * Text shows a place when it begins, apart from quotes, brackets, bullets and emoji, with one of
 * these:
 *   https://www.example.com/a     a scheme, "://" and a host
 *   www.example.com               "www." and a name whose last label is a top-level domain
 *   example.com/a                 such a name and a path, a query or a port
 *   example.com                   such a name alone, if it is the whole text and not like a file
 *                                 name: "README.md"
 *   joe@example.com               an address, if it is the whole text; or after "mailto:"
 * A name in a sentence ("Node.js", "see example.com for more") does not count, so "Click here" is
 * never a mismatch.
 *
 * Two places are the same when their registrable domains are, as U-labels; so a host that looks
 * like another one differs from it. Where one has no registrable domain (an IP address, a public
 * suffix, a single label), the whole hosts must be the same. Of a gateway's link, every target on
 * the way counts; a security gateway that hides its target is not a mismatch unless it names
 * another host.
 */

/* Returns true when text shows one place and url goes to another. text is an anchor's text in
 * UTF-8, references decoded and hidden elements left out; url is its href, resolved. Only libidn2
 * allocates; if it has no memory, hosts beyond ASCII are compared unmapped. */
bool mismatch(const char *text, size_t n, const char *url, size_t url_n);

/* ---- Unwrap ----
 *
 * Security gateways (SafeLinks, URL Defense, ...) and redirectors (Google, Facebook, ...) put the
 * link they stand for into their own, in one of a few ways. Those that give a number instead (click
 * counters of bulk mail, most links of Mimecast) have no target here.
 *
 * A target is http, https, ftp or mailto, with a host or an address. It has no controls or spaces
 * and is UTF-8. Only the gateway's own encoding is undone, once.
 */

/* The longest target. */
#define UNWRAP_MAX 8192

/* The number of gateways within gateways that are followed. */
#define UNWRAP_DEPTH 5

/* Cheap filter: returns false when url cannot be a gateway's. */
static inline bool unwrap_may(trawl_str url)
{
    return url.n > 0 && (*url.p | 0x20) == 'h';
}

/* Writes the target of url[0..n) to out[0..size) and its length to *len. Returns 1, or 0 when the
 * URL is no gateway's, has no target, or one longer than size. Takes linear time and allocates
 * nothing. */
int unwrap(const char *url, size_t n, char *out, size_t size, size_t *len);

/* The same for gateways within gateways: the last target. Returns its depth, 0 for none. A target
 * deeper than UNWRAP_DEPTH is left as a gateway's link. */
int unwrap_all(const char *url, size_t n, char out[UNWRAP_MAX], size_t *len);

/* Returns true for the link of a security gateway that hides its target. *domain is the target's
 * host as the URL gives it, or empty. */
bool unwrap_hidden(const char *url, size_t n, trawl_str *domain);

#endif
