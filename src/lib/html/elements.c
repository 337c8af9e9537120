/* elements.c - the names of elements, and the attributes that matter to the tree */
#include "html/inside.h"
#include "html/tree.h"

#include "base/ascii.h"
#include "base/hash.h"
#include "base/sixteen.h"

#include "html/elements_table.h"

uint32_t tree_unknown_id(const char *name, size_t n)
{
    uint32_t hash = HASH_START;

    for (size_t i = 0; i < n; i++)
        hash = hash_next(hash, (unsigned char)name[i]);
    return (hash & ~TREE_FOREIGN) | TREE_UNKNOWN;
}

/* ---- Attributes ---- */

/* The attributes that count. `value` lists the values with which the attribute counts; if it is
 * empty, any value does. */
typedef struct element_attribute {
    char element[16], name[12], value[32];
    unsigned char has; /* enum tree_attribute */
} element_attribute;

static const element_attribute element_attributes[] = {
    {"a", "href", "", TREE_HAS_HREF},
    {"a", "xlink:href", "", TREE_HAS_XLINK},
    {"font", "color", "", TREE_HAS_FONT},
    {"font", "face", "", TREE_HAS_FONT},
    {"font", "size", "", TREE_HAS_FONT},
    {"input", "type", "hidden", TREE_HAS_HIDDEN},
    {"annotation-xml", "encoding", "text/html application/xhtml+xml", TREE_HAS_HTML},
};

/* Returns a hash that depends on `seed`. */
static uint64_t element_hash(uint64_t seed, const char *p, size_t n)
{
    const uint64_t factor = UINT64_C(0x9E3779B97F4A7C15);
    uint64_t hash = (seed ^ n) * factor, last = 0;

    for (; n >= sizeof last; p += sizeof last, n -= sizeof last)
        hash = ((hash ^ eight_load(p)) * factor) ^ hash >> 29;
    memcpy(&last, p, n);
    return ((hash ^ last) * factor) ^ hash >> 29;
}

void tree_take_attribute(tree_tag *tag, const html_name *name, const char *value, size_t n)
{
    for (size_t i = 0; i < sizeof element_attributes / sizeof element_attributes[0]; i++) {
        const element_attribute *a = &element_attributes[i];
        if (a->name[0] == name->p[0] && ascii_is_word_of(a->name, name->p, name->n) &&
            strcmp(a->element, tag->row->name) == 0 &&
            (a->value[0] == 0 || ascii_is_word_of(a->value, value, n)))
            tag->attributes |= a->has;
    }
    if (tag->row->flags & TREE_IS_FORMAT)
        tag->hash += (uint32_t)(element_hash(element_hash(1, name->p, name->n), value, n) >> 32);
}
