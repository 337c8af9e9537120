/* links.c - the links of a unit, as a scan reports them */
#include "trawl/wrap/inside.h"

/* ---- Keeping ---- */

int links_sink(void *user, const trawl_event *e)
{
    struct links *links = user;
    const trawl_link *link = e->link;
    struct found *new;

    if (e->type != TRAWL_EVENT_LINK || link->span_count == 0 || link->extent.from < links->base)
        return 0;
    if (!memory_grow(&memory_default, &links->p, &links->room, links->n + 1, sizeof *links->p))
        return 1;
    new = &links->p[links->n];
    *new = (struct found){.from = (size_t)(link->extent.from - links->base),
                          .to = (size_t)(link->extent.to - links->base),
                          .begin = (size_t)(link->spans[0].from - links->base),
                          .end = (size_t)(link->spans[link->span_count - 1].to - links->base),
                          .url = links->urls.n,
                          .url_n = link->url.n,
                          .pieces = link->span_count,
                          .kind = link->kind,
                          .flags = link->flags};
    if (bytes_add(&links->urls, link->url.p, link->url.n) != TRAWL_OK)
        return 1;
    links->n++;
    return 0;
}

void links_drop(struct links *links, size_t n, size_t keep)
{
    size_t first = 0, from;

    while (first < links->n && links->p[first].from < n)
        first++;
    links->n -= first;
    if (links->n == 0) {
        links->urls.n = 0;
        return;
    }
    memmove(links->p, links->p + first, links->n * sizeof *links->p);
    from = links->p[0].url;
    memmove(links->urls.p, links->urls.p + from, links->urls.n - from);
    links->urls.n -= from;
    for (size_t i = 0; i < links->n; i++) {
        links->p[i].from -= n - keep;
        links->p[i].to -= n - keep;
        links->p[i].begin -= n - keep;
        links->p[i].end -= n - keep;
        links->p[i].url -= from;
    }
}

void links_clear(struct links *links)
{
    links->n = links->urls.n = 0;
}

void links_free(struct links *links)
{
    memory_free(&memory_default, links->p);
    bytes_free(&links->urls);
    *links = (struct links){0};
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

bool links_same(const struct links *a, size_t most, const struct links *b, size_t before)
{
    for (size_t i = 0;; i++) {
        bool in_a = i < most, in_b = i < b->n && b->p[i].from < before;

        if (!in_a && !in_b)
            return true;
        if (!in_a || !in_b || !links_is_same(a, &a->p[i], b, &b->p[i]))
            return false;
    }
}

/* ---- What readers take for a link ---- */

bool links_is_bare(const struct found *found)
{
    return found->kind == TRAWL_KIND_BARE || found->kind == TRAWL_KIND_WWW;
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
