/* cuts.c - stores the characters that were cut out of a text, and converts offsets (see body.h) */
#include "base/check.h"
#include "mail/body/body.h"

void cuts_open(cuts *c, const memory *m)
{
    *c = (cuts){.m = m};
}

void cuts_clear(cuts *c)
{
    c->first = c->end = 0;
    c->bytes_base = c->bytes_n = 0;
    c->total = c->lines = 0;
}

void cuts_close(cuts *c)
{
    memory_free(c->m, c->all);
    memory_free(c->m, c->bytes);
    cuts_open(c, c->m);
}

/* Moves the cuts in use to the start of the arrays. */
static void cuts_compact(cuts *c)
{
    size_t drop = c->first < c->end ? c->all[c->first].bytes - c->bytes_base : c->bytes_n;

    memmove(c->all, c->all + c->first, (c->end - c->first) * sizeof *c->all);
    c->end -= c->first;
    c->first = 0;
    memmove(c->bytes, c->bytes + drop, c->bytes_n - drop);
    c->bytes_n -= drop;
    c->bytes_base += drop;
}

int cuts_add(cuts *c, uint64_t at, const char *p, size_t n)
{
    if (c->first > 0 && c->first >= c->end / 2)
        cuts_compact(c);
    if (!memory_grow(c->m, &c->all, &c->size, c->end + 1, sizeof *c->all) ||
        !memory_grow(c->m, &c->bytes, &c->bytes_size, c->bytes_n + n + 1, 1)) /* never NULL */
        return TRAWL_ERROR_NO_MEMORY;
    CHECK(c->end == c->first || c->all[c->end - 1].at <= at);
    memcpy(c->bytes + c->bytes_n, p, n);
    c->all[c->end++] = (cut_mark){at, at + c->total, c->bytes_base + c->bytes_n, n, 0, 0};
    c->bytes_n += n;
    c->total += n;
    c->lines += n > 0 && memchr(p, '\n', n) != NULL;
    return TRAWL_OK;
}

static bool is_before(const cut_mark *k, uint64_t at, bool after)
{
    return k->at < at || (after && k->at == at);
}

/* Returns the index of the first cut at byte `at` or after it; with `after`, of the first cut after
 * it. */
static size_t cuts_find(const cuts *c, uint64_t at, bool after)
{
    size_t low = c->first, high = c->end;

    while (low < high) {
        size_t mid = low + (high - low) / 2;
        if (is_before(&c->all[mid], at, after))
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

const cut_mark *cuts_from(const cuts *c, uint64_t at)
{
    size_t i = cuts_find(c, at, 0);

    return i < c->end ? &c->all[i] : NULL;
}

const cut_mark *cuts_next(const cuts *c, const cut_mark *k)
{
    return (size_t)(k - c->all) + 1 < c->end ? k + 1 : NULL;
}

const char *cuts_bytes(const cuts *c, const cut_mark *k)
{
    return c->bytes + (k->bytes - c->bytes_base);
}

uint64_t cuts_text(const cuts *c, uint64_t at, bool after)
{
    size_t i = cuts_find(c, at, after);

    return at + (i < c->end ? c->all[i].text - c->all[i].at : c->total);
}

void cuts_drop(cuts *c, const cut_mark *k)
{
    c->first = (size_t)(k - c->all) + 1;
}
