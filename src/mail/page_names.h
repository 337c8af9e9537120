/* page_names.h - what the names of elements and attributes mean for a page's text and links */
#ifndef TRAWL_MAIL_PAGE_NAMES_H
#define TRAWL_MAIL_PAGE_NAMES_H

#include "html/html.h"

/* Bits of an element. */
enum page_tag {
    PAGE_TAG_BLOCK = 1 << 0,    /* begins on a line of its own, or ends one */
    PAGE_TAG_VERBATIM = 1 << 1, /* its line ends are line ends */
    PAGE_TAG_HIDER = 1 << 2,    /* nobody sees its contents as text */
    PAGE_TAG_ANCHOR = 1 << 3,   /* <a> */
    PAGE_TAG_BASE = 1 << 4,     /* and these four */
    PAGE_TAG_IMAGE = 1 << 5,
    PAGE_TAG_FORM = 1 << 6,
    PAGE_TAG_META = 1 << 7,
    PAGE_TAG_OBJECT = 1 << 8
};

/* Where the names are in the tables. */
#define PAGE_TAG_BITS 10
#define PAGE_ATTRIBUTE_BITS 8

typedef struct page_names {
    uint64_t by; /* which hash; 0: nothing is made yet */
    unsigned char tag[1 << PAGE_TAG_BITS], attribute[1 << PAGE_ATTRIBUTE_BITS];
} page_names;

void page_names_make(page_names *x);

unsigned page_tag(const page_names *x, const html_name *name);

/* What an attribute's value holds. */
typedef enum page_holds {
    PAGE_HOLDS_NONE,
    PAGE_HOLDS_URL,
    PAGE_HOLDS_SRCSET,
    PAGE_HOLDS_URLS,
    PAGE_HOLDS_REFRESH,
    PAGE_HOLDS_HINT
} page_holds;

typedef struct page_attribute_row {
    char name[16];
    unsigned char holds; /* enum page_holds */
    unsigned short tags; /* of these elements only, unless 0 */
} page_attribute_row;

/* NULL for what holds nothing in any element. */
const page_attribute_row *page_attribute_of(const page_names *x, const html_name *name);

/* NULL for what holds nothing in that element. */
const page_attribute_row *page_attribute_find(const page_names *x, const html_name *tag, const html_name *name);

#endif
