/* page_names.h - what the names of elements and attributes mean for a page's text and links */
#ifndef TRAWL_MAIL_PAGE_NAMES_H
#define TRAWL_MAIL_PAGE_NAMES_H

#include <string.h>

#include "html/html.h"
#include "kernel/eight.h"

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
    PAGE_TAG_OBJECT = 1 << 8,
    PAGE_TAG_APART = 1 << 9 /* what stands behind it may be no text, or foreign: the tokenizer knows */
};

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

extern const page_attribute_row page_attributes[];

/* Most names are no longer than that: one comparison tells. */
#define PAGE_SHORT 8
#define PAGE_SLOT_BITS 8

typedef struct page_slot {
    uint64_t key;
    uint32_t what; /* enum page_tag */
} page_slot;

/* Tags of no more bytes than PAGE_SHORT that have no attributes and say nothing but, perhaps, that a line ends. */
#define PAGE_WHOLE_BITS 9

typedef struct page_names {
    bool made;
    page_slot slots[1 << PAGE_SLOT_BITS];
    page_slot whole[1 << PAGE_WHOLE_BITS];  /* what they are, by all of their bytes */
    uint32_t lengths[32], link_lengths[32]; /* of names by their first letter, a bit each: of all, of those of links */
} page_names;

void page_names_make(page_names *x);

/* A name of up to PAGE_SHORT bytes, the first one lowest. That many may be read. */
static inline uint64_t page_key(const char *name, size_t n)
{
    return n > 0 ? eight_load(name) & UINT64_MAX >> (64 - 8 * n) : 0;
}

/* No two names of the table share a slot, nor do two tags: t_mail_page.c tries it. */
static inline size_t page_slot_of(uint64_t key)
{
    return key * 0x859AE761C72D3103u >> (64 - PAGE_SLOT_BITS);
}

/* What the element of that short name is. */
static inline unsigned page_tag_short(const page_names *x, uint64_t key)
{
    const page_slot *slot = &x->slots[page_slot_of(key)];

    return slot->key == key ? slot->what : 0;
}

static inline size_t page_whole_of(uint64_t key)
{
    return key * 0x616E763A24DAE2EFu >> (64 - PAGE_WHOLE_BITS);
}

/* May an attribute of that name, which begins with a letter, hold something in some element? And a URL? Nearly all that do not are
 * told by this alone. */
static inline bool page_attribute_maybe(const uint32_t lengths[32], const char *name, size_t n)
{
    return n < 32 && lengths[(unsigned char)*name & 31] >> n & 1;
}

unsigned page_tag(const page_names *x, const html_name *name);

/* NULL for what holds nothing in any element. */
const page_attribute_row *page_attribute_of(const page_names *x, const html_name *name);

/* NULL for what holds nothing in that element. */
const page_attribute_row *page_attribute_find(const page_names *x, const html_name *tag, const html_name *name);

#endif
