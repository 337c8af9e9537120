/* suffix.c - finds the registrable domain of a host
 *
 * Uses the algorithm of https://publicsuffix.org/list/: of all rules that match, an exception wins,
 * else the longest rule. Looks up the labels, the last label first, in a tree (tables/suffix.h).
 * The children of a node are neighbours, a block. A perfect hash of a label and a block finds a
 * child.
 */

#include "base/hash.h"
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

static const phash suffix_hash = {
    suffix_displacement,
    suffix_index,
    sizeof suffix_displacement / sizeof suffix_displacement[0],
    sizeof suffix_index / sizeof suffix_index[0],
};

/* The nodes in which to look up a label. */
typedef struct suffix_block {
    size_t first, count;
} block;

static const char *suffix_label_of(const suffix_node *node)
{
    return &suffix_labels[node->name / sizeof suffix_labels[0]]
                         [node->name % sizeof suffix_labels[0]];
}

/* A label of a host. */
typedef struct suffix_label {
    size_t from, to;
    uint32_t hash;      /* of its bytes, the last one first, each with bit 0x20 */
    unsigned char bits; /* the bits of all its bytes that are not ASCII letters */
    bool literal;       /* it has a byte of an IP literal or of a port */
} label;

/* Returns the length of the dot that ends at `to`: ".", U+3002, U+FF0E or U+FF61 (RFC 3490 section
 * 3.1), or 0. */
static inline size_t dot_before(const char *host, size_t to)
{
    if (to >= 1 && host[to - 1] == '.')
        return 1;
    if (to < 3 || (unsigned char)host[to - 1] < 0x80)
        return 0;
    host += to - 3;
    return !memcmp(host, "\xE3\x80\x82", 3) || !memcmp(host, "\xEF\xBC\x8E", 3) ||
                   !memcmp(host, "\xEF\xBD\xA1", 3)
               ? 3
               : 0;
}

/* Returns the label that ends at `to`. */
static inline label label_before(const char *host, size_t to)
{
    label l = {to, to, HASH_START, 0, false};

    for (; l.from > 0; l.from--) {
        unsigned char c = (unsigned char)host[l.from - 1];

        if (!ascii_is_alpha(c)) {
            if (c == '.' || (c >= 0x80 && dot_before(host, l.from) > 0))
                break;
            l.bits |= c;
            l.literal |= c == ']' || c == '[' || c == ':';
        }
        l.hash = hash_next(l.hash, c | 0x20);
    }
    return l;
}

static inline const suffix_node *find_label(block in, const char *p, const label *l)
{
    const uint32_t hash = hash_next(l->hash, (uint32_t)in.first);
    const size_t at = phash_find(&suffix_hash, hash) - (size_t)1, n = l->to - l->from;

    if (at - in.first >= in.count || suffix_nodes[at].length != n ||
        !ascii_same(p + l->from, suffix_label_of(&suffix_nodes[at]), n))
        return NULL;
    return &suffix_nodes[at];
}

/* Like find_label(), for a label that may not be in normal form. Few labels need it. */
static __attribute__((noinline)) const suffix_node *find_form(block in, const char *host,
                                                              const label *l)
{
    char form[TLD_LABEL_MAX];
    label normal = label_before(form, tld_normal_form(form, host + l->from, l->to - l->from));

    return find_label(in, form, &normal);
}

/* Returns the children of the node. Fast path: top-level domains are the first nodes, so their
 * children are found at once. */
static block children(const suffix_node *node)
{
    const size_t wanted = (size_t)(node - suffix_nodes),
                 count = sizeof suffix_inners / sizeof suffix_inners[0];
    size_t low = 0, high = wanted < count ? wanted + 1 : count;

    for (size_t middle = high - 1; low < high; middle = low + (high - low) / 2) {
        if (suffix_inners[middle].node == wanted)
            return (block){suffix_inners[middle].first, suffix_inners[middle].count};
        if (suffix_inners[middle].node > wanted)
            high = middle;
        else
            low = middle + 1;
    }
    return (block){0, 0};
}

size_t suffix_registrable(const char *host, size_t n)
{
    block in = {0, SUFFIX_TOPS};
    bool wild = true; /* the last label is always a suffix */
    size_t site = n;  /* the start of the label to the left of the suffix; n: not read yet */
    size_t to = n;

    while (to > 0) {
        const label l = label_before(host, to - dot_before(host, to));
        const size_t len = l.to - l.from;
        const suffix_node *node;

        if (l.literal)
            return n;
        if (len == 0 || (to == n && ascii_is_digit((unsigned char)host[l.from]) &&
                         ascii_is_number(host + l.from, len)))
            break;
        node = l.bits < 0x80 && !punycode_is(host + l.from, len) ? find_label(in, host, &l)
                                                                 : find_form(in, host, &l);
        if (node && node->kind & SUFFIX_EXCEPTION)
            return l.from;
        if (wild || (node && node->kind & SUFFIX_PLAIN))
            site = n;
        else if (site == n)
            site = l.from;
        if (!node && site < n)
            break;
        wild = node && node->kind & SUFFIX_WILD;
        in = node ? children(node) : (block){0, 0};
        to = l.from;
    }
    return site;
}
