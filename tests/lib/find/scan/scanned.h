/* scanned.h - scans a text of some charset in pieces of any size and keeps the result
 *
 * Checks for each text that the joined texts of the events are the decoded text, that their spans
 * tile the source, and that all pieces give the same events.
 */
#ifndef TRAWL_TESTS_SCANNED_H
#define TRAWL_TESTS_SCANNED_H

#include <trawl.h>

#include "configured.h"
#include "tap.h"

#define MOST 400000

/* The result of a scan. */
typedef struct got {
    char text[MOST];
    size_t n;
    char links[MOST]; /* "url [from,to)... line:column;" each */
    size_t links_n;
    uint64_t end; /* end of the last span */
    bool tiles;
    int result;
} got;

static inline int collect(void *user, const trawl_event *e)
{
    got *g = user;

    if (e->type == TRAWL_EVENT_EXPLAIN)
        return 0;
    g->tiles = g->tiles && e->span.from == g->end && e->span.to >= e->span.from;
    g->end = e->span.to;
    memcpy(g->text + g->n, e->text.p, e->text.n);
    g->n += e->text.n;
    if (e->type != TRAWL_EVENT_LINK)
        return 0;
    g->links_n +=
        (size_t)snprintf(g->links + g->links_n, 200, "%.*s ", (int)e->link->url.n, e->link->url.p);
    for (unsigned i = 0; i < e->link->span_count; i++)
        g->links_n += (size_t)snprintf(g->links + g->links_n, 50, "[%d,%d)",
                                       (int)e->link->spans[i].from, (int)e->link->spans[i].to);
    g->links_n += (size_t)snprintf(g->links + g->links_n, 100, " in [%d,%d) %d:%d;",
                                   (int)e->link->extent.from, (int)e->link->extent.to,
                                   (int)e->link->line, (int)e->link->column);
    return 0;
}

static inline trawl_config in_charset(const char *name)
{
    return (trawl_config){.size = sizeof(trawl_config), .charset = {name, strlen(name)}};
}

static inline void feed_all(trawl_scanner *t, got *g, const char *p, size_t n, size_t first,
                            size_t chunk)
{
    size_t step = first < n ? first : n;

    g->n = g->links_n = 0;
    g->links[0] = '\0';
    g->end = 0;
    g->tiles = true;
    g->result = TRAWL_OK;
    for (size_t done = 0; done < n && !g->result;
         done += step, step = chunk < n - done ? chunk : n - done)
        g->result = trawl_feed(t, p + done, step);
    if (!g->result)
        g->result = trawl_finish(t);
    g->tiles = g->tiles && g->end == n;
}

static inline void scan(got *g, const char *name, const char *p, size_t n, size_t first,
                        size_t chunk)
{
    trawl_config cfg = in_charset(name);
    trawl_scanner *t;

    g->result = configured_open(&t, &cfg, collect, g);
    if (g->result)
        return;
    feed_all(t, g, p, n, first, chunk);
    configured_close(&t);
}

static inline bool same(const got *a, const got *b)
{
    return a->result == b->result && a->n == b->n && a->tiles == b->tiles &&
           memcmp(a->text, b->text, a->n) == 0 && strcmp(a->links, b->links) == 0;
}

static inline void any_cut(const got *whole, const char *name, const char *p, size_t n)
{
    static got cut;
    bool good = true;

    for (size_t chunk = 1; chunk <= 31 && good; chunk++) {
        scan(&cut, name, p, n, chunk, chunk);
        good = same(whole, &cut);
    }
    for (size_t first = 0; first <= n && n < 200 && good; first++) {
        scan(&cut, name, p, n, first, n);
        good = same(whole, &cut);
    }
    ok(good, "%s: the same in any cut", name);
}

/* Checks a text: its UTF-8 form, and its links with their places. */
static inline void check(const char *name, const char *source, size_t n, const char *text,
                         const char *links)
{
    static got whole;

    scan(&whole, name, source, n, n, n);
    if (whole.result == TRAWL_ERROR_BAD_CHARSET) {
        skip("this iconv has no %s", name);
        return;
    }
    is_mem(whole.text, whole.n, text, strlen(text), "%s: the text", name);
    is_str(whole.links, links, "%s: its links", name);
    ok(whole.tiles, "%s: the spans tile the source", name);
    any_cut(&whole, name, source, n);
}

/* Writes ASCII in units of `size` bytes. Returns the length. */
static inline size_t widen(char *out, const char *ascii, size_t n, unsigned size, bool little)
{
    memset(out, 0, n * size);
    for (size_t i = 0; i < n; i++)
        out[i * size + (little ? 0 : size - 1)] = ascii[i];
    return n * size;
}

#endif
