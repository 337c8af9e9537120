/* page_names.c - elements and attributes by their names (SPEC E14; the HTML standard's indices of both, and older ones)
 *
 * A short name is a number, of which a hash is made that no two of the table share: no jump hangs on which name it is.
 */
#include "mail/page_names.h"

#include <string.h>

#define BLOCK PAGE_TAG_BLOCK
#define VERBATIM PAGE_TAG_VERBATIM
#define HIDER (PAGE_TAG_HIDER | PAGE_TAG_APART)
#define APART PAGE_TAG_APART

typedef struct tag_row {
    char name[16];
    unsigned what; /* enum page_tag */
} tag_row;

/* clang-format off */
static const tag_row tags[] = {
    {"a", PAGE_TAG_ANCHOR}, {"address", BLOCK}, {"article", BLOCK}, {"aside", BLOCK}, {"br", BLOCK}, {"body", BLOCK},
    {"blockquote", BLOCK}, {"base", PAGE_TAG_BASE}, {"center", BLOCK}, {"caption", BLOCK}, {"div", BLOCK},
    {"dd", BLOCK}, {"dt", BLOCK}, {"dl", BLOCK}, {"dir", BLOCK}, {"details", BLOCK}, {"dialog", BLOCK},
    {"form", BLOCK | PAGE_TAG_FORM}, {"fieldset", BLOCK}, {"figcaption", BLOCK}, {"figure", BLOCK}, {"footer", BLOCK},
    {"html", BLOCK}, {"head", BLOCK}, {"hr", BLOCK}, {"h1", BLOCK}, {"h2", BLOCK}, {"h3", BLOCK}, {"h4", BLOCK},
    {"h5", BLOCK}, {"h6", BLOCK}, {"header", BLOCK}, {"img", PAGE_TAG_IMAGE}, {"iframe", HIDER}, {"li", BLOCK},
    {"legend", BLOCK}, {"listing", VERBATIM}, {"meta", PAGE_TAG_META}, {"main", BLOCK}, {"menu", BLOCK},
    {"nav", BLOCK}, {"noembed", HIDER}, {"noframes", HIDER}, {"ol", BLOCK}, {"option", BLOCK},
    {"object", PAGE_TAG_OBJECT}, {"p", BLOCK}, {"pre", BLOCK | VERBATIM}, {"plaintext", VERBATIM | APART},
    {"style", HIDER}, {"script", HIDER}, {"section", BLOCK}, {"select", BLOCK}, {"summary", BLOCK}, {"td", BLOCK}, {"tr", BLOCK},
    {"table", BLOCK}, {"tbody", BLOCK}, {"th", BLOCK}, {"title", BLOCK | APART}, {"thead", BLOCK}, {"tfoot", BLOCK},
    {"textarea", BLOCK | VERBATIM | APART}, {"template", PAGE_TAG_HIDER}, {"ul", BLOCK}, {"xmp", VERBATIM | APART},
    {"svg", APART}, {"math", APART},
};

/* Usual ones that are not in the table above, and "o:p", which some mailers write in each line. */
static const char *const plain[] = {"b",    "i",    "u",    "s",     "em",     "tt",   "big", "sub", "sup",   "font",
                                    "span", "code", "cite", "small", "strong", "o:p",  "kbd", "del", "label", "abbr", "ins"};

/* The usual ones first. */
const page_attribute_row page_attributes[] = {
    {"style", PAGE_HOLDS_HINT, PAGE_TAG_IMAGE}, {"href", PAGE_HOLDS_URL, 0}, {"src", PAGE_HOLDS_URL, 0},
    {"width", PAGE_HOLDS_HINT, PAGE_TAG_IMAGE}, {"height", PAGE_HOLDS_HINT, PAGE_TAG_IMAGE},
    {"background", PAGE_HOLDS_URL, 0}, {"content", PAGE_HOLDS_REFRESH, PAGE_TAG_META},
    {"http-equiv", PAGE_HOLDS_HINT, PAGE_TAG_META}, {"action", PAGE_HOLDS_URL, PAGE_TAG_FORM},
    {"cite", PAGE_HOLDS_URL, 0}, {"data", PAGE_HOLDS_URL, PAGE_TAG_OBJECT}, {"dynsrc", PAGE_HOLDS_URL, 0},
    {"formaction", PAGE_HOLDS_URL, 0}, {"imagesrcset", PAGE_HOLDS_SRCSET, 0}, {"longdesc", PAGE_HOLDS_URL, 0},
    {"lowsrc", PAGE_HOLDS_URL, 0}, {"poster", PAGE_HOLDS_URL, 0}, {"ping", PAGE_HOLDS_URLS, 0},
    {"srcset", PAGE_HOLDS_SRCSET, 0}, {"xlink:href", PAGE_HOLDS_URL, 0},
};
/* clang-format on */

enum { TAGS = sizeof tags / sizeof tags[0], ATTRIBUTES = sizeof page_attributes / sizeof page_attributes[0] };

static void add_tag(page_names *x, const tag_row *row)
{
    uint64_t key = page_key(row->name, strlen(row->name));

    x->slots[page_slot_of(key)] = (page_slot){key, row->what};
}

/* "<name>" and "</name>", if they are short. */
static void add_whole(page_names *x, const char *name, unsigned what)
{
    char tag[PAGE_SHORT + sizeof tags[0].name] = "<";
    size_t n = strlen(name);

    for (unsigned closing = 0; closing < 2 && n + 2 + closing <= PAGE_SHORT; closing++) {
        uint64_t key;
        tag[closing] = closing ? '/' : '<';
        memcpy(tag + 1 + closing, name, n);
        tag[1 + closing + n] = '>';
        key = page_key(tag, n + 2 + closing);
        x->whole[page_whole_of(key)] = (page_slot){key, what};
    }
}

static void add_attribute(page_names *x, const page_attribute_row *row)
{
    uint32_t length = (uint32_t)1 << strlen(row->name);

    x->lengths[row->name[0] & 31] |= length;
    if (row->tags != PAGE_TAG_IMAGE)
        x->link_lengths[row->name[0] & 31] |= length;
}

void page_names_make(page_names *x)
{
    *x = (page_names){.made = true};
    for (size_t i = 0; i < TAGS; i++) {
        if (strlen(tags[i].name) <= PAGE_SHORT)
            add_tag(x, &tags[i]);
        if (tags[i].what == BLOCK)
            add_whole(x, tags[i].name, BLOCK);
    }
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++)
        add_whole(x, plain[i], 0);
    for (size_t i = 0; i < ATTRIBUTES; i++)
        add_attribute(x, &page_attributes[i]);
}

/* Of a name of fewer than 16 bytes. */
static inline bool same(const char *row, const html_name *name)
{
    return row[name->n] == 0 && row[0] == name->p[0] && row[name->n - 1] == name->p[name->n - 1] &&
           memcmp(row, name->p, name->n) == 0;
}

unsigned page_tag(const page_names *x, const html_name *name)
{
    if (name->n <= PAGE_SHORT)
        return page_tag_short(x, page_key(name->p, name->n));
    for (size_t i = 0; i < TAGS && name->n < sizeof tags[0].name; i++)
        if (tags[i].name[PAGE_SHORT] != 0 && same(tags[i].name, name))
            return tags[i].what;
    return 0;
}

const page_attribute_row *page_attribute_of(const page_names *x, const html_name *name)
{
    if (name->n > 0 && page_attribute_maybe(x->lengths, name->p, name->n))
        for (size_t i = 0; i < ATTRIBUTES; i++)
            if (same(page_attributes[i].name, name))
                return &page_attributes[i];
    return NULL;
}

const page_attribute_row *page_attribute_find(const page_names *x, const html_name *tag, const html_name *name)
{
    const page_attribute_row *row = page_attribute_of(x, name);

    return row && (row->tags == 0 || page_tag(x, tag) & row->tags) ? row : NULL;
}
