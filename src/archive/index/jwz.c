/* jwz.c - makes threads of references, by Jamie Zawinski's algorithm
 *
 *   References of 3: 1 2, where 2 is missing      1
 *                                                 └ (2)
 *                                                   └ 3
 *
 * Messages are read in their order. The references of a message imply who answers whom: each
 * reference answers the one before it, unless it is already known what it answers, or this would
 * make a circle. The message itself answers its last reference, whatever the references of other
 * messages have implied. At the end missing messages are removed, and the messages below them move
 * up. But at the top of a thread a missing message stays if it has several answers.
 *
 * Differs from https://www.jwz.org/doc/threading.html in one place: threads are not joined by their
 * subjects.
 */
#include "archive/index/index.h"

#include <stdlib.h>

struct jwz {
    struct jwz_node *nodes;
    uint32_t *up;       /* the node that each one answers, or JWZ_NONE */
    uint32_t *children; /* how many nodes answer each one */
    uint64_t steps;     /* the steps that may still be taken to find circles */
};

/* Returns true when `top` is `node` or above it, or when this is unknown after the limit of steps.
 * The limit is for crafted references, which would take quadratic time. */
static bool jwz_is_above(struct jwz *jwz, uint32_t top, uint32_t node)
{
    if (top == node || jwz->children[top] == 0)
        return top == node;
    for (; node != JWZ_NONE && node != top; node = jwz->up[node])
        if (jwz->steps-- == 0) {
            jwz->steps = 0;
            return true;
        }
    return node == top;
}

static void jwz_link(struct jwz *jwz, uint32_t above, uint32_t node)
{
    if (jwz->up[node] != JWZ_NONE)
        jwz->children[jwz->up[node]]--;
    jwz->up[node] = above;
    if (above != JWZ_NONE)
        jwz->children[above]++;
}

/* Adds a message. A reference to itself does not count. */
static void jwz_add(struct jwz *jwz, uint32_t node, const uint32_t *refs)
{
    const struct jwz_node *n = &jwz->nodes[node];
    uint32_t last = JWZ_NONE;

    for (uint32_t i = n->from; i < n->from + n->count; i++) {
        if (refs[i] == node)
            continue;
        if (last != JWZ_NONE && jwz->up[refs[i]] == JWZ_NONE && !jwz_is_above(jwz, refs[i], last))
            jwz_link(jwz, last, refs[i]);
        last = refs[i];
    }
    if (last != JWZ_NONE && jwz_is_above(jwz, node, last))
        last = JWZ_NONE;
    jwz_link(jwz, last, node);
}

/* Replaces up[] by the nearest node above that is not missing, or the missing one at the top. */
static void jwz_prune(struct jwz *jwz, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        uint32_t found = jwz->up[i], next;

        while (found != JWZ_NONE && jwz->nodes[found].missing && jwz->up[found] != JWZ_NONE)
            found = jwz->up[found];
        for (uint32_t at = i; at != JWZ_NONE && at != found && (at == i || jwz->nodes[at].missing);
             at = next) {
            next = jwz->up[at];
            jwz->up[at] = found;
        }
    }
}

bool jwz_thread(struct jwz_node *nodes, uint32_t n, const uint32_t *order, uint32_t count,
                const uint32_t *refs)
{
    struct jwz jwz = {nodes, calloc(n, sizeof *jwz.up), calloc(n, sizeof *jwz.children),
                      UINT64_C(1000) * n + 1000000};
    const bool good = jwz.up && jwz.children;

    for (uint32_t i = 0; good && i < n; i++)
        jwz.up[i] = JWZ_NONE;
    for (uint32_t i = 0; good && i < count; i++)
        jwz_add(&jwz, order[i], refs);
    if (good) {
        jwz_prune(&jwz, n);
        memset(jwz.children, 0, n * sizeof *jwz.children);
    }
    for (uint32_t i = 0; good && i < count; i++)
        if (jwz.up[order[i]] != JWZ_NONE)
            jwz.children[jwz.up[order[i]]]++;
    for (uint32_t i = 0; good && i < n; i++)
        nodes[i].above = JWZ_NONE;
    for (uint32_t i = 0; good && i < count; i++) {
        const uint32_t up = jwz.up[order[i]];

        if (up != JWZ_NONE && (!nodes[up].missing || jwz.children[up] > 1))
            nodes[order[i]].above = up;
    }
    free(jwz.up);
    free(jwz.children);
    return good;
}
