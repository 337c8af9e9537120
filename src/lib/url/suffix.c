/* suffix.c - finds the registrable domain of a host
 *
 * Uses the algorithm of https://publicsuffix.org/list/: of all rules that match, an exception wins,
 * else the longest one. Looks up the labels, the last one first, in a tree (tables/suffix.h). The
 * children of a node are neighbours, sorted by their bytes.
 */

#include "base/ascii.h"
#include "url/inside.h"

enum suffix_kind {
    SUFFIX_PLAIN = 1,    /* a suffix */
    SUFFIX_WILD = 2,     /* any label below it makes a suffix ("*.ck") */
    SUFFIX_EXCEPTION = 4 /* an exception to a wildcard ("!www.ck") */
};

typedef struct suffix_node {
    uint16_t name; /* offset of its label in suffix_labels */
    uint8_t length;
    uint8_t kind; /* enum suffix_kind */
} suffix_node;

/* A node with children; sorted by node. */
typedef struct suffix_inner {
    uint16_t node;
    uint16_t first, count; /* the children */
} suffix_inner;

#include "url/tables/suffix.h"

/* The nodes in which to look up a label. */
typedef struct suffix_block {
    size_t first, count;
} block;

static const char *suffix_label_of(const suffix_node *node)
{
    return &suffix_labels[node->name / sizeof suffix_labels[0]]
                         [node->name % sizeof suffix_labels[0]];
}

static int suffix_compare(const char *label, size_t n, const suffix_node *node)
{
    const char *name = suffix_label_of(node);
    int order = (unsigned char)label[0] - (unsigned char)name[0]; /* decides mostly */

    if (order == 0)
        order = memcmp(label, name, n < node->length ? n : node->length);
    return order != 0 || n == node->length ? order : n < node->length ? -1 : 1;
}

static const suffix_node *find_label(block in, const char *label, size_t n)
{
    size_t low = in.first, high = in.first + in.count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = suffix_compare(label, n, &suffix_nodes[middle]);
        if (order == 0)
            return &suffix_nodes[middle];
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

static block children(const suffix_node *node)
{
    size_t wanted = (size_t)(node - suffix_nodes), low = 0,
           high = sizeof suffix_inners / sizeof suffix_inners[0];

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (suffix_inners[middle].node == wanted)
            return (block){suffix_inners[middle].first, suffix_inners[middle].count};
        if (suffix_inners[middle].node > wanted)
            high = middle;
        else
            low = middle + 1;
    }
    return (block){0, 0};
}

/* Returns true for most labels that are their own normal form. */
static bool is_normal(const char *label, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (label[i] < 'a' || label[i] > 'z')
            return false;
    return n > 0 && n <= TLD_LABEL_MAX;
}

static const suffix_node *look_up(block in, const char *label, size_t n)
{
    char form[TLD_LABEL_MAX];

    if (in.count == 0)
        return NULL;
    if (is_normal(label, n))
        return find_label(in, label, n);
    n = tld_normal_form(form, label, n);
    return n > 0 ? find_label(in, form, n) : NULL;
}

/* Returns the length of the dot that ends at `to`: ".", U+3002, U+FF0E or U+FF61 (RFC 3490 section
 * 3.1), or 0. */
static size_t dot_before(const char *host, size_t to)
{
    if (to >= 1 && host[to - 1] == '.')
        return 1;
    if (to < 3)
        return 0;
    host += to - 3;
    return !memcmp(host, "\xE3\x80\x82", 3) || !memcmp(host, "\xEF\xBC\x8E", 3) ||
                   !memcmp(host, "\xEF\xBD\xA1", 3)
               ? 3
               : 0;
}

static size_t label_before(const char *host, size_t to)
{
    for (; to > 0; to--) {
        unsigned char c = (unsigned char)host[to - 1];

        if (c == '.' || (c >= 0x80 && dot_before(host, to) > 0))
            break;
    }
    return to;
}

/* Returns the offset of the public suffix in host[0..n), whose last label must not be empty. */
static size_t suffix_of(const char *host, size_t n)
{
    size_t to = n, from = label_before(host, n), suffix = from, right = n;
    block in = {0, SUFFIX_TOPS};
    bool wild = false;

    for (;;) {
        const suffix_node *node = look_up(in, host + from, to - from);
        if (node && node->kind & SUFFIX_EXCEPTION)
            return right;
        if (wild || (node && node->kind & SUFFIX_PLAIN))
            suffix = from;
        if (!node || from == 0)
            return suffix;
        wild = node->kind & SUFFIX_WILD;
        in = children(node);
        right = from;
        to = from - dot_before(host, from);
        from = label_before(host, to);
        if (from == to)
            return suffix;
    }
}

size_t suffix_registrable(const char *host, size_t n)
{
    size_t to = n - dot_before(host, n), last = label_before(host, to), suffix, from;

    if (last == to || ascii_is_number(host + last, to - last) || memchr(host, '[', n) ||
        memchr(host, ':', n))
        return n;
    suffix = suffix_of(host, to);
    if (suffix == 0)
        return n;
    to = suffix - dot_before(host, suffix);
    from = label_before(host, to);
    return from == to ? n : from;
}
