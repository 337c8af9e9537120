/* links.c - the links of a unit, as a scan reports them */
#include <stdint.h>

#include "trawl/wrap/inside.h"

/* ---- Keeping ---- */

int links_sink(void *user, const trawl_event *e)
{
    struct links *k = user;
    const trawl_link *link = e->link;
    struct found *new;

    if (e->type != TRAWL_EVENT_LINK || link->span_count == 0 || link->extent.from < k->base)
        return 0;
    if (!memory_grow(&memory_default, &k->p, &k->room, k->n + 1, sizeof *k->p))
        return 1;
    new = &k->p[k->n];
    *new = (struct found){.from = (size_t)(link->extent.from - k->base),
                          .to = (size_t)(link->extent.to - k->base),
                          .begin = (size_t)(link->spans[0].from - k->base),
                          .end = (size_t)(link->spans[link->span_count - 1].to - k->base),
                          .url = k->urls.n,
                          .url_n = link->url.n,
                          .pieces = link->span_count,
                          .kind = link->kind,
                          .flags = link->flags};
    if (bytes_add(&k->urls, link->url.p, link->url.n) != TRAWL_OK)
        return 1;
    k->n++;
    return 0;
}

void links_drop(struct links *k, size_t n, size_t keep)
{
    size_t first = 0, from;

    while (first < k->n && k->p[first].from < n)
        first++;
    k->n -= first;
    if (k->n == 0) {
        k->urls.n = 0;
        return;
    }
    memmove(k->p, k->p + first, k->n * sizeof *k->p);
    from = k->p[0].url;
    memmove(k->urls.p, k->urls.p + from, k->urls.n - from);
    k->urls.n -= from;
    for (size_t i = 0; i < k->n; i++) {
        k->p[i].from -= n - keep;
        k->p[i].to -= n - keep;
        k->p[i].begin -= n - keep;
        k->p[i].end -= n - keep;
        k->p[i].url -= from;
    }
}

void links_clear(struct links *k)
{
    k->n = k->urls.n = 0;
}

void links_free(struct links *k)
{
    memory_free(&memory_default, k->p);
    bytes_free(&k->urls);
    *k = (struct links){0};
}

/* ---- Comparing ---- */

#define MAY_GO_ON (TRAWL_FLAG_LINE_END | TRAWL_FLAG_GUESS_JOINED)

static bool links_is_same(const struct links *a, const struct found *x, const struct links *b,
                          const struct found *y)
{
    return x->kind == y->kind && x->url_n == y->url_n &&
           memcmp(a->urls.p + x->url, b->urls.p + y->url, x->url_n) == 0 &&
           !(y->flags & ~x->flags & MAY_GO_ON);
}

bool links_same(const struct links *a, size_t most, const struct links *b, size_t before,
                struct differ *at)
{
    for (size_t i = 0;; i++) {
        bool in_a = i < most, in_b = i < b->n && b->p[i].from < before;

        if (!in_a && !in_b)
            return true;
        if (in_a && in_b && links_is_same(a, &a->p[i], b, &b->p[i]))
            continue;
        at->in_a = in_a ? a->p[i].from : SIZE_MAX;
        at->in_b = in_b ? b->p[i].from : SIZE_MAX;
        return false;
    }
}

/* ---- What readers take for a link ---- */

bool links_is_bare(const struct found *k)
{
    return k->kind == TRAWL_KIND_BARE || k->kind == TRAWL_KIND_WWW;
}

bool links_may_go_on(char last, const char *p, size_t n)
{
    bool letter = false, digit = false, sign = false;
    unsigned slashes = 0;
    size_t i = 0;

    for (; i < n && !ascii_is_blank(p[i]) && p[i] != '\r' && p[i] != '\n'; i++) {
        letter |= ascii_is_alpha((unsigned char)p[i]);
        digit |= ascii_is_digit((unsigned char)p[i]);
        slashes += p[i] == '/';
        sign |= p[i] && strchr("?&=#%_~", p[i]);
        if (p[i] && strchr("<>\"(:@", p[i])) /* a URL, an address, a label, text in brackets */
            return false;
    }
    if (i == 0)
        return false;
    sign |= p[0] == '/' || p[i - 1] == '/' || slashes > 1;
    return (sign && (letter || digit)) || (letter && digit) || strchr("-=&?_%#+", last) != NULL;
}
