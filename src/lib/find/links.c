/* links.c - the links of one text in memory: trawl_each(), trawl_at(), the iterator
 *
 * The iterator scans a block of the text when it has no link left, and keeps copies of the links in
 * that block.
 */

#include "find/find.h"

/* Returns what the settings want, without events other than LINK. */
static unsigned links_only(const trawl_settings *s)
{
    return settings_of(s).want & ~(unsigned)(TRAWL_WANT_TEXT | TRAWL_WANT_EXPLAIN);
}

/* ---- Each link, or the one at a place ---- */

#define BLOCK 16384

typedef struct wanted {
    trawl_link_sink *sink;
    void *user;
    bool any;
    uint64_t offset; /* unless any */
} wanted;

/* Passes the link on. Returns as the sink does, but not 0 for the only link that is wanted. */
static int pass_link(void *user, const trawl_event *e)
{
    const wanted *to = user;
    bool here = to->any;
    int result;

    if (e->type != TRAWL_EVENT_LINK)
        return 0;
    for (unsigned i = 0; i < e->link->span_count && !here; i++)
        here = to->offset >= e->link->spans[i].from && to->offset < e->link->spans[i].to;
    result = here ? to->sink(to->user, e->link) : 0;
    return here && !to->any && result == 0 ? 1 : result;
}

int trawl_each(const void *bytes, size_t n, const trawl_settings *s, trawl_link_sink *sink,
               void *user)
{
    wanted to = {.sink = sink, .user = user, .any = true};
    trawl_scanner *t = NULL;
    int result = sink ? settings_or_default(&s) : TRAWL_ERROR_MISUSE;

    if (!result)
        result = scan_open(&t, s, links_only(s), false, pass_link, &to);
    if (!result)
        result = trawl_feed(t, bytes, n);
    if (!result)
        result = trawl_finish(t);
    trawl_close(&t);
    return result;
}

/* Returns true when the link at this offset of the source may still come. */
static bool may_come(const trawl_scanner *t, uint64_t offset)
{
    return scan_state_of(t).decoding || scan_state_of(t).delivered <= offset;
}

int trawl_at(const void *bytes, size_t n, size_t offset, const trawl_settings *s,
             trawl_link_sink *sink, void *user)
{
    wanted at = {.sink = sink, .user = user, .offset = offset};
    trawl_scanner *t = NULL;
    int result = sink && (bytes || n == 0) ? settings_or_default(&s) : TRAWL_ERROR_MISUSE;

    if (!result && offset >= n)
        return 0;
    if (!result)
        result = scan_open(&t, s, links_only(s) | TRAWL_WANT_LINK, false, pass_link, &at);
    for (size_t fed = 0; !result && fed < n && may_come(t, offset); fed += BLOCK)
        result = trawl_feed(t, (const char *)bytes + fed, n - fed < BLOCK ? n - fed : BLOCK);
    if (!result && may_come(t, offset))
        result = trawl_finish(t);
    trawl_close(&t);
    return result;
}

/* ---- The iterator ---- */

/* A copy of a link; all that it points to follows it in memory. */
typedef struct kept {
    struct kept *next;
    trawl_link link;
} kept;

struct trawl_links {
    memory m;
    trawl_scanner *t;
    const char *p; /* the rest of the text */
    size_t n;
    bool finished;
    int error; /* returned by the next call that finds no link left; then TRAWL_ERROR_MISUSE */
    kept *first, **last; /* found and not returned yet */
    kept *given;         /* returned last, freed by the next call */
};

/* Copies bytes to *room, and moves *room after them. */
static void *links_put(char **room, const void *bytes, size_t n)
{
    char *to = *room;

    if (n > 0)
        memcpy(to, bytes, n);
    *room += n;
    return to;
}

static trawl_str put_str(char **room, trawl_str s)
{
    return (trawl_str){links_put(room, s.p, s.n), s.n};
}

static int keep_link(void *user, const trawl_event *e)
{
    trawl_links *l = user;
    const trawl_link *link = e->link;
    size_t size = sizeof(kept) + link->span_count * sizeof *link->spans +
                  link->alt_count * sizeof *link->alts + link->url.n + link->raw.n;
    trawl_alt *alts;
    char *room;
    kept *k;

    for (unsigned i = 0; i < link->alt_count; i++)
        size += link->alts[i].url.n;
    k = memory_get(&l->m, size);
    if (!k)
        return TRAWL_ERROR_NO_MEMORY;
    room = (char *)(k + 1);
    *k = (kept){.link = *link};
    k->link.spans = links_put(&room, link->spans, link->span_count * sizeof *link->spans);
    k->link.alts = alts = links_put(&room, link->alts, link->alt_count * sizeof *link->alts);
    for (unsigned i = 0; i < link->alt_count; i++)
        alts[i].url = put_str(&room, alts[i].url);
    k->link.url = put_str(&room, link->url);
    k->link.raw = put_str(&room, link->raw);
    *l->last = k;
    l->last = &k->next;
    return 0;
}

/* Scans the next block, or ends the text. */
static int scan_block(trawl_links *l)
{
    size_t n = l->n < BLOCK ? l->n : BLOCK;
    int result = n > 0 ? trawl_feed(l->t, l->p, n) : trawl_finish(l->t);

    l->finished = n == 0;
    l->p += n;
    l->n -= n;
    return result;
}

int trawl_links_open(trawl_links **out, const void *bytes, size_t n, const trawl_settings *s)
{
    trawl_links *l;
    int failed;

    if (!out)
        return TRAWL_ERROR_MISUSE;
    *out = NULL;
    failed = bytes || n == 0 ? settings_or_default(&s) : TRAWL_ERROR_MISUSE;
    if (failed)
        return failed;
    l = memory_get(settings_of(s).m, sizeof *l);
    if (!l)
        return TRAWL_ERROR_NO_MEMORY;
    *l = (trawl_links){.m = *settings_of(s).m, .p = bytes, .n = n, .last = &l->first};
    failed = scan_open(&l->t, s, links_only(s), false, keep_link, l);
    *out = l;
    if (failed)
        trawl_links_close(out);
    return failed;
}

int trawl_links_next(trawl_links *l, const trawl_link **link)
{
    if (!l || !link)
        return TRAWL_ERROR_MISUSE;
    *link = NULL;
    memory_free(&l->m, l->given);
    l->given = NULL;
    while (!l->first && !l->finished && !l->error)
        l->error = scan_block(l);
    if (!l->first) {
        int error = l->error;
        l->error = error ? TRAWL_ERROR_MISUSE : TRAWL_OK;
        return error;
    }
    l->given = l->first;
    l->first = l->given->next;
    if (!l->first)
        l->last = &l->first;
    *link = &l->given->link;
    return 1;
}

void trawl_links_close(trawl_links **out)
{
    trawl_links *l = out ? *out : NULL;
    memory m;

    if (!l)
        return;
    m = l->m;
    for (kept *k; (k = l->first); memory_free(&m, k))
        l->first = k->next;
    memory_free(&m, l->given);
    trawl_close(&l->t);
    memory_free(&m, l);
    *out = NULL;
}
