/* inside.h - declarations shared by page.c, links.c and names.c */
#ifndef TRAWL_MAIL_PAGE_INSIDE_H
#define TRAWL_MAIL_PAGE_INSIDE_H

#include "base/sixteen.h"
#include "mail/page/page.h"

/* ---- Names: names.c ---- */

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
    unsigned char tag;   /* enum page_tag */
    unsigned char holds; /* enum page_holds */
    char only[8];        /* the only element in which the attribute counts; empty: all */
} page_name;

extern const page_name page_name_rows[];

void page_names_make(page_names *x);

/* Returns the key of a name: its first eight bytes, which are unique in the table. Reads eight
 * bytes. */
static inline uint64_t page_key(const char *name, size_t n)
{
    return n == 0 ? 0 : eight_load(name) & UINT64_MAX >> (n < 8 ? 64 - 8 * n : 0);
}

/* Returns the slot of a key. The hash is perfect: a lookup takes one comparison and has no branch
 * that depends on the name. */
static inline size_t page_slot_of(uint64_t key)
{
    return key * 0x10E59CFD67683AE1u >> (64 - PAGE_SLOT_BITS);
}

/* Returns the slot of a name; its `tag` and `holds` are 0 if the name is unknown. */
static inline page_slot page_find_name(const page_names *x, const html_name *name)
{
    uint64_t key = page_key(name->p, name->n);
    page_slot slot = x->slots[page_slot_of(key)];

    if (slot.key != key || slot.n != name->n ||
        (slot.n > 8 && memcmp(page_name_rows[slot.row].name, name->p, slot.n) != 0))
        return (page_slot){0};
    return slot;
}

/* ---- Text: page.c ---- */

/* White space of HTML. */
static inline bool page_is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
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
