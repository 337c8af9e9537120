/* t_each.c - trawl_each() and trawl_at() give the links that a sink gets
 *
 * Tested on texts of many blocks, with links that continue from one block into the next, under
 * several settings.
 */
#include <stdlib.h>
#include <trawl.h>

#include "gentext.h"
#include "growing.h"
#include "scan_configs.h"
#include "tap.h"

enum { LARGE = 300000 };

static void put_link(growing *g, const trawl_link *l)
{
    growing_printf(g, "%d %llx %llu:%llu %u %llu-%llu", l->kind, (unsigned long long)l->flags,
                   (unsigned long long)l->line, (unsigned long long)l->column, l->quote,
                   (unsigned long long)l->extent.from, (unsigned long long)l->extent.to);
    growing_add(g, l->url.p, l->url.n);
    growing_add(g, l->raw.p, l->raw.n);
    for (unsigned i = 0; i < l->span_count; i++)
        growing_printf(g, " %llu-%llu", (unsigned long long)l->spans[i].from,
                       (unsigned long long)l->spans[i].to);
    for (unsigned i = 0; i < l->alt_count; i++) {
        growing_printf(g, " %d ", l->alts[i].why);
        growing_add(g, l->alts[i].url.p, l->alts[i].url.n);
    }
    growing_add(g, "\n", 1);
}

static int by_sink(void *user, const trawl_event *e)
{
    if (e->type == TRAWL_EVENT_LINK)
        put_link(user, e->link);
    return 0;
}

static int by_each(void *user, const trawl_link *link)
{
    put_link(user, link);
    return 0;
}

static growing wanted, got;

static bool same_links(const char *p, size_t n, const trawl_settings *s)
{
    growing_clear(&wanted);
    growing_clear(&got);
    return trawl_scan(p, n, s, by_sink, &wanted) == TRAWL_OK &&
           trawl_each(p, n, s, by_each, &got) == TRAWL_OK && growing_same(&wanted, &got);
}

static void test_same(void)
{
    static char text[LARGE];
    size_t links = 0;

    for (unsigned k = 0; k < SCAN_CONFIGS; k++) {
        trawl_config c = scan_config_make(k, 0);
        trawl_settings *s;
        unsigned wrong = 0;
        if (trawl_settings_open(&s, &c) != TRAWL_OK) {
            skip("no %s", scan_configs[k].name);
            continue;
        }
        for (uint64_t seed = 1; seed <= tap_amount(4, 20); seed++) {
            size_t n = gentext_make(seed, text, seed % 4 == 0 ? LARGE : 20000);
            wrong += !same_links(text, n, s);
        }
        links += wanted.n;
        wrong += !same_links("", 0, s);
        ok(wrong == 0, "%s: the same links", scan_configs[k].name);
        trawl_settings_close(&s);
    }
    ok(links > 100000, "%zu bytes of links", links);
}

/* ---- The link at a place ---- */

typedef struct at_place {
    uint64_t offset;
    unsigned found;
} at_place;

/* Adds the link to `wanted` if it has the byte. */
static int at_by_each(void *user, const trawl_link *link)
{
    at_place *at = user;

    for (unsigned i = 0; i < link->span_count; i++)
        if (at->offset >= link->spans[i].from && at->offset < link->spans[i].to) {
            put_link(&wanted, link);
            at->found = 1;
        }
    return 0;
}

static void test_at(void)
{
    static char text[60000];
    unsigned links = 0, tried = 0;

    for (unsigned k = 0; k < SCAN_CONFIGS; k++) {
        trawl_config c = scan_config_make(k, 0);
        trawl_settings *s;
        unsigned wrong = 0;
        if (trawl_settings_open(&s, &c) != TRAWL_OK)
            continue;
        for (uint64_t seed = 1; seed <= 3; seed++) {
            size_t n = gentext_make(seed, text, seed < 3 ? 2000 : sizeof text);
            for (size_t i = 0; i <= n; i += n / 97 + 1) {
                at_place at = {.offset = i};
                growing_clear(&wanted);
                growing_clear(&got);
                wrong += trawl_each(text, n, s, at_by_each, &at) != TRAWL_OK;
                wrong += trawl_at(text, n, i, s, by_each, &got) != (int)at.found ||
                         !growing_same(&wanted, &got);
                links += at.found;
                tried++;
            }
        }
        ok(wrong == 0, "%s: the link at a place", scan_configs[k].name);
        trawl_settings_close(&s);
    }
    ok(links > tried / 8 && links < tried, "%u of %u places are in a link", links, tried);
}

/* ---- Stops and errors ---- */

static int stop_at_third(void *user, const trawl_link *link)
{
    (void)link;
    return ++*(int *)user == 3 ? 7 : 0;
}

static void test_calls(void)
{
    static const char text[] = "http://a.example http://b.example http://c.example www.d.example";
    int count = 0;

    is_int(trawl_each(text, sizeof text - 1, NULL, stop_at_third, &count), 7,
           "trawl_each returns the sink's value");
    is_int(count, 3, "the sink gets no further link");
    is_int(trawl_each(text, 9, NULL, NULL, NULL), TRAWL_ERROR_MISUSE, "no sink");
    is_int(trawl_each(NULL, 9, NULL, stop_at_third, &count), TRAWL_ERROR_MISUSE, "no text");
    is_int(trawl_at(text, sizeof text - 1, 20, NULL, stop_at_third, &count), 1, "trawl_at");
    count = 2;
    is_int(trawl_at(text, sizeof text - 1, 20, NULL, stop_at_third, &count), 7,
           "trawl_at returns the sink's value");
    is_int(trawl_at(text, sizeof text - 1, 16, NULL, stop_at_third, &count), 0, "between links");
    is_int(trawl_at(text, sizeof text - 1, sizeof text, NULL, stop_at_third, &count), 0,
           "after the text");
    is_int(trawl_at(text, 9, 0, NULL, NULL, NULL), TRAWL_ERROR_MISUSE, "trawl_at without a sink");
    is_int(trawl_at(NULL, 9, 0, NULL, stop_at_third, &count), TRAWL_ERROR_MISUSE,
           "trawl_at without a text");
}

int main(void)
{
    test_same();
    test_at();
    test_calls();
    free(wanted.p);
    free(got.p);
    trawl_release();
    return done();
}
