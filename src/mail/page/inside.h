/* inside.h - declarations shared by page.c and links.c */
#ifndef TRAWL_MAIL_PAGE_INSIDE_H
#define TRAWL_MAIL_PAGE_INSIDE_H

#include "base/sixteen.h"
#include "mail/page/page.h"

/* ---- Names of elements and attributes: names_table.h ---- */

/* Properties of an element, as bits. */
enum page_tag {
    PAGE_TAG_BLOCK = 1 << 0,    /* begins and ends on a line of its own */
    PAGE_TAG_VERBATIM = 1 << 1, /* keeps its line ends */
    PAGE_TAG_HIDER = 1 << 2,    /* its contents are not shown */
    PAGE_TAG_ANCHOR = 1 << 3,   /* <a> */
    PAGE_TAG_BASE = 1 << 4
};

/* The contents of an attribute's value. */
typedef enum page_holds {
    PAGE_HOLDS_NOTHING,
    PAGE_HOLDS_URL,
    PAGE_HOLDS_SRCSET,
    PAGE_HOLDS_URLS,
    PAGE_HOLDS_REFRESH,
    PAGE_HOLDS_HTTP_EQUIV,
    PAGE_HOLDS_WIDTH, /* this and the following ones describe a picture */
    PAGE_HOLDS_HEIGHT,
    PAGE_HOLDS_STYLE
} page_holds;

/* A name of an element, of an attribute, or of both. */
typedef struct page_name {
    char name[16];
    char only[8]; /* the only element in which the attribute counts; empty: all */
} page_name;

typedef struct page_slot {
    uint64_t key;
    unsigned char n;     /* the length of the name */
    unsigned char tag;   /* enum page_tag */
    unsigned char holds; /* enum page_holds */
    unsigned char row;   /* in page_name_rows */
} page_slot;

extern const page_name page_name_rows[];
extern const page_slot page_slots[];

/* Returns the key of a name: its first eight bytes, which are unique in the table. Reads eight
 * bytes. */
static inline uint64_t page_key(const char *name, size_t n)
{
#define M(bits) UINT64_MAX >> (64 - (bits))
    static const uint64_t masks[9] = {0, M(8), M(16), M(24), M(32), M(40), M(48), M(56), M(64)};
#undef M

    return eight_load(name) & masks[n < 8 ? n : 8];
}

/* Returns the slot of a key. The hash is perfect: it takes one comparison and has no branch
 * that depends on the name. */
static inline size_t page_slot_of(uint64_t key)
{
    return key * 0x10E59CFD67683AE1u >> 56;
}

/* Returns the slot of a name; its `tag` and `holds` are 0 if the name is unknown. */
static inline const page_slot *page_find_name(const html_name *name)
{
    static const page_slot unknown;
    uint64_t key = page_key(name->p, name->n);
    const page_slot *slot = &page_slots[page_slot_of(key)];

    if (slot->key != key)
        return &unknown;
    if (name->n < 8)
        return slot;
    if (slot->n != name->n ||
        page_key(name->p + 8, name->n - 8) != eight_load(page_name_rows[slot->row].name + 8))
        return &unknown;
    return slot;
}

/* ---- Text: page.c ---- */

/* White space of HTML. */
static inline bool page_is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r' && c != '\v');
}

/* Appends running text, which is already in the map, to the buffer. */
static inline int page_put(page *p, const char *text, size_t n)
{
    int stop = n > PAGE_TEXT - p->text_n ? page_put_all(p) : 0;

    if (stop || n > PAGE_TEXT)
        return stop ? stop : p->out.text(p->out.user, text, n);
    memcpy(p->text + p->text_n, text, n);
    p->text_n += n;
    return 0;
}

/* Passes on the buffered text, and ends any link in it. */
int page_flush(page *p);

/* ---- Links: links.c ---- */

/* Callbacks for the tokenizer. */
bool page_wants(void *user, const html_name *tag, const html_name *name);
int page_take_attribute(void *user, const html_attribute *a);

/* Reports the links of a complete tag. The link of an anchor is reported later, with its text. */
int page_links(page *p, const html_name *tag, unsigned what);

/* Ends the open anchor, if any: reports its link and passes on its text. */
int page_end_anchor(page *p);

/* Does the same for an open anchor whose text is too long to be held back any longer. Does not end
 * a link in the text. */
int page_release_anchor(page *p);

#endif
