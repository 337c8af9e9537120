/* page_names.c - elements and attributes by their names (SPEC E14; the HTML standard's indices of both, and older ones)
 *
 * Names are filled up with NUL to sixteen bytes, of which a hash is made that no two names of a table share: so one comparison
 * tells, and no jump hangs on which name it is.
 */
#include "mail/page_names.h"

#include <string.h>

enum { NAME = 16 };

#define BLOCK PAGE_TAG_BLOCK
#define VERBATIM PAGE_TAG_VERBATIM
#define HIDER PAGE_TAG_HIDER

typedef struct tag_row {
    char name[NAME];
    unsigned short what;
} tag_row;

/* The first row of each is what all other names are: its own is none. */
/* clang-format off */
static const tag_row tags[] = {
    {"", 0},
    {"a", PAGE_TAG_ANCHOR}, {"address", BLOCK}, {"article", BLOCK}, {"aside", BLOCK}, {"br", BLOCK}, {"body", BLOCK},
    {"blockquote", BLOCK}, {"base", PAGE_TAG_BASE}, {"center", BLOCK}, {"caption", BLOCK}, {"div", BLOCK},
    {"dd", BLOCK}, {"dt", BLOCK}, {"dl", BLOCK}, {"dir", BLOCK}, {"details", BLOCK}, {"dialog", BLOCK},
    {"form", BLOCK | PAGE_TAG_FORM}, {"fieldset", BLOCK}, {"figcaption", BLOCK}, {"figure", BLOCK}, {"footer", BLOCK},
    {"html", BLOCK}, {"head", BLOCK}, {"hr", BLOCK}, {"h1", BLOCK}, {"h2", BLOCK}, {"h3", BLOCK}, {"h4", BLOCK},
    {"h5", BLOCK}, {"h6", BLOCK}, {"header", BLOCK}, {"img", PAGE_TAG_IMAGE}, {"iframe", HIDER}, {"li", BLOCK},
    {"legend", BLOCK}, {"listing", VERBATIM}, {"meta", PAGE_TAG_META}, {"main", BLOCK}, {"menu", BLOCK},
    {"nav", BLOCK}, {"noembed", HIDER}, {"noframes", HIDER}, {"ol", BLOCK}, {"option", BLOCK},
    {"object", PAGE_TAG_OBJECT}, {"p", BLOCK}, {"pre", BLOCK | VERBATIM}, {"plaintext", VERBATIM}, {"style", HIDER},
    {"script", HIDER}, {"section", BLOCK}, {"select", BLOCK}, {"summary", BLOCK}, {"td", BLOCK}, {"tr", BLOCK},
    {"table", BLOCK}, {"tbody", BLOCK}, {"th", BLOCK}, {"title", BLOCK}, {"thead", BLOCK}, {"tfoot", BLOCK},
    {"textarea", BLOCK | VERBATIM}, {"template", HIDER}, {"ul", BLOCK}, {"xmp", VERBATIM},
};

static const page_attribute_row attributes[] = {
    {"", PAGE_HOLDS_NONE, 0},
    {"action", PAGE_HOLDS_URL, PAGE_TAG_FORM}, {"background", PAGE_HOLDS_URL, 0},
    {"content", PAGE_HOLDS_REFRESH, PAGE_TAG_META}, {"cite", PAGE_HOLDS_URL, 0},
    {"data", PAGE_HOLDS_URL, PAGE_TAG_OBJECT}, {"dynsrc", PAGE_HOLDS_URL, 0}, {"formaction", PAGE_HOLDS_URL, 0},
    {"href", PAGE_HOLDS_URL, 0}, {"height", PAGE_HOLDS_HINT, PAGE_TAG_IMAGE},
    {"http-equiv", PAGE_HOLDS_HINT, PAGE_TAG_META}, {"imagesrcset", PAGE_HOLDS_SRCSET, 0},
    {"longdesc", PAGE_HOLDS_URL, 0}, {"lowsrc", PAGE_HOLDS_URL, 0}, {"poster", PAGE_HOLDS_URL, 0},
    {"ping", PAGE_HOLDS_URLS, 0}, {"style", PAGE_HOLDS_HINT, PAGE_TAG_IMAGE}, {"src", PAGE_HOLDS_URL, 0},
    {"srcset", PAGE_HOLDS_SRCSET, 0}, {"width", PAGE_HOLDS_HINT, PAGE_TAG_IMAGE}, {"xlink:href", PAGE_HOLDS_URL, 0},
};
/* clang-format on */

enum { TAGS = sizeof tags / sizeof tags[0], ATTRIBUTES = sizeof attributes / sizeof attributes[0] };

typedef struct name_key {
    uint64_t half[2];
} name_key;

/* A name of fewer than NAME bytes, of which HTML_NAME may be read, filled up with NUL; a longer one is no name. */
static inline name_key key_of(const html_name *name)
{
    static const unsigned char all[2 * NAME] = {255, 255, 255, 255, 255, 255, 255, 255,
                                                255, 255, 255, 255, 255, 255, 255, 255};
    size_t n = name->n < NAME ? name->n : 0;
    name_key key, mask;

    memcpy(&key, name->p, sizeof key);
    memcpy(&mask, all + NAME - n, sizeof mask);
    return (name_key){{key.half[0] & mask.half[0], key.half[1] & mask.half[1]}};
}

static inline uint64_t hash_of(const name_key *key, uint64_t by)
{
    return (key->half[0] ^ key->half[1] * 3) * by;
}

static inline bool is_name(const char row[NAME], const name_key *key)
{
    name_key other;

    memcpy(&other, row, sizeof other);
    return ((other.half[0] ^ key->half[0]) | (other.half[1] ^ key->half[1])) == 0;
}

/* Does it take that slot, which no other has? */
static bool settle(unsigned char *slot, unsigned row)
{
    bool settled = *slot == 0;

    *slot = (unsigned char)row;
    return settled;
}

static uint64_t hash_of_row(const char row[NAME], uint64_t by)
{
    name_key key;

    memcpy(&key, row, sizeof key);
    return hash_of(&key, by);
}

static bool make_with(page_names *x, uint64_t by)
{
    bool alone = true;

    *x = (page_names){.by = by};
    for (unsigned i = 1; i < TAGS; i++)
        alone = settle(&x->tag[hash_of_row(tags[i].name, by) >> (64 - PAGE_TAG_BITS)], i) && alone;
    for (unsigned i = 1; i < ATTRIBUTES; i++)
        alone = settle(&x->attribute[hash_of_row(attributes[i].name, by) >> (64 - PAGE_ATTRIBUTE_BITS)], i) && alone;
    return alone;
}

/* The first number will do where the lowest byte comes first; elsewhere some dozens of others are tried. */
void page_names_make(page_names *x)
{
    for (uint64_t by = 0x6B4CB2424A23D597u; !make_with(x, by);)
        by = by * 6364136223846793005u + 1442695040888963406u;
}

unsigned page_tag(const page_names *x, const html_name *name)
{
    name_key key = key_of(name);
    const tag_row *row = &tags[x->tag[hash_of(&key, x->by) >> (64 - PAGE_TAG_BITS)]];

    return is_name(row->name, &key) ? row->what : 0;
}

const page_attribute_row *page_attribute_of(const page_names *x, const html_name *name)
{
    name_key key = key_of(name);
    const page_attribute_row *row = &attributes[x->attribute[hash_of(&key, x->by) >> (64 - PAGE_ATTRIBUTE_BITS)]];

    return is_name(row->name, &key) && row->holds ? row : NULL;
}

const page_attribute_row *page_attribute_find(const page_names *x, const html_name *tag, const html_name *name)
{
    const page_attribute_row *row = page_attribute_of(x, name);

    return row && (row->tags == 0 || page_tag(x, tag) & row->tags) ? row : NULL;
}
