/* t_seek.c - texts that are full of "<": most of them are passed over many at a time, and none at which something is found
 *
 * That is done where much of a text lies in the window. So each text is scanned twice, once in one piece and once in small
 * pieces; the events have to be the same.
 */
#include <stdio.h>
#include <stdlib.h>

#include "gentext.h"
#include "promises.h"
#include "tap.h"

#include "find/seek.h"

enum { TEXTS = 400, TEXT_BYTES = 12000, FRONT = 8000 };

static const struct setting {
    unsigned find, options;
    const char *rules;
} settings_tried[] = {
    {0, 0, NULL},
    {(TRAWL_FIND_NETPATH << 1) - 1, TRAWL_ALL_DOMAINS, NULL},
    {TRAWL_FIND_ADDR, 0, NULL},
    {0, TRAWL_WANT_EXPLAIN, NULL},
    {0, 0, "rule tag\n trigger <b\n match <b>\n url http://b.example/\n"},
};

enum { SETTINGS = sizeof settings_tried / sizeof settings_tried[0] };

static trawl *scan_by(int k, promises *seen)
{
    const char *own = settings_tried[k].rules;
    trawl_config cfg = {.size = sizeof cfg, .find = settings_tried[k].find, .options = settings_tried[k].options};
    trawl *t;

    cfg.rules = (trawl_str){own, own ? strlen(own) : 0};
    if (trawl_open(&t, &cfg, promises_sink, seen) != TRAWL_OK)
        abort();
    return t;
}

static const char *const tags[] = {"<", "<", "<b>", "</b>", "< ", "<p", "<<", ">", "<\n", "<a@", "<x:"};
static const char *const others[] = {"<URL:",
                                     "http://a.example/",
                                     "<joe@a.example>",
                                     "<URL:http://b.example/>",
                                     "joe@example",
                                     "<  URL:c.html>",
                                     "x",
                                     " ",
                                     ":",
                                     "<http://d.example>",
                                     "@",
                                     "www.e.example",
                                     "\n",
                                     "<mailto:f@g.example"};

#define ROLL(g, list) list[gentext_random(g, sizeof list / sizeof list[0])]

static size_t make(uint64_t seed, char *out, size_t room)
{
    gentext g = {.state = seed, .out = out, .room = room};
    uint32_t rare = 2 + gentext_random(&g, 60);

    while (g.n < room) {
        const char *p = gentext_random(&g, rare) ? ROLL(&g, tags) : ROLL(&g, others);
        gentext_put(&g, p, strlen(p));
    }
    return g.n;
}

static bool same(int k, trawl *t[2], promises seen[2], const char *p, size_t n)
{
    const promises_cut cuts[2] = {{0, 0, 0}, {0, 200, 1}};
    uint64_t at;

    for (int way = 0; way < 2; way++)
        if (!promises_run(&seen[way], t[way], p, n, cuts[way], false)) {
            printf("# setting %d: %s\n", k, seen[way].broken);
            return false;
        }
    at = promises_differ(&seen[0], &seen[1], false);
    if (at == TRAWL_ABSENT)
        return true;
    printf("# setting %d: other events, at byte %llu\n", k, (unsigned long long)at);
    tap_show_at(p, n, (size_t)at);
    return false;
}

static void test_setting(int k)
{
    static char room[TEXT_BYTES];
    promises seen[2] = {{0}, {0}};
    trawl *t[2] = {scan_by(k, &seen[0]), scan_by(k, &seen[1])};
    int bad = 0;

    for (uint64_t seed = 1; seed <= TEXTS && bad < 5; seed++)
        bad += !same(k, t, seen, room, make(seed, room, sizeof room));
    is_int(bad, 0, "%d texts full of \"<\", setting %d", TEXTS, k);
    for (int way = 0; way < 2; way++) {
        trawl_close(&t[way]);
        promises_free(&seen[way]);
    }
}

/* How many triggers are left at the front of a text of nothing but the unit. */
static int triggers_of(const char *unit)
{
    static char room[TEXT_BYTES];
    gentext g = {.out = room, .room = sizeof room};
    promises seen = {0};
    trawl *t = scan_by(0, &seen);
    int count = 0;
    seek s;

    while (g.n < g.room)
        gentext_put(&g, unit, strlen(unit));
    text w = {.p = room, .n = g.n};
    seek_begin(&s);
    for (size_t i = 0; (i = seek_trigger(t, &w, i, &s)) < FRONT; i++)
        count++;
    trawl_close(&t);
    promises_free(&seen);
    return count;
}

static size_t searches; /* so often bytes of a set were looked for */
static kernel counting;

static size_t count_find(const kernel_set *s, const char *p, size_t n)
{
    searches++;
    return kernel_at(0)->find(s, p, n);
}

/* How often that is in a wrapper full of tags, which comes byte by byte. */
static size_t searches_of(const char *unit)
{
    static char room[6000];
    gentext g = {.out = room, .room = sizeof room};
    promises seen = {0};
    trawl *t = scan_by(0, &seen);

    gentext_put(&g, "<URL:", 5);
    while (g.n < g.room)
        gentext_put(&g, unit, strlen(unit));
    counting = *t->set.kernel;
    counting.find = count_find;
    t->set.kernel = &counting;
    searches = 0;
    if (!promises_run(&seen, t, room, g.n, (promises_cut){0, 1, 0}, false))
        abort();
    trawl_close(&t);
    promises_free(&seen);
    return searches;
}

int main(void)
{
    static const char *const units[] = {"<b>", "</pre>", "<em>a word</em>", "<p\n"};
    size_t n = searches_of("a<b>");

    for (int k = 0; k < SETTINGS; k++)
        test_setting(k);
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        ok(triggers_of(units[i]) < FRONT / 24, "few triggers in a text of \"%s\"", units[i]);
    ok(n < 6000, "%zu searches through a wrapper that comes byte by byte", n);
    trawl_release();
    return done();
}
