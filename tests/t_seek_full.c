/* t_seek_full.c - texts that are full of triggers of all kinds: rows of them, cut off and put together by chance
 *
 * In one piece such a text is looked at by maps of which many triggers are dropped at once; in small pieces each is looked at by
 * itself. The events have to be the same.
 */
#include <stdio.h>
#include <stdlib.h>

#include "gentext.h"
#include "promises.h"
#include "tap.h"

#include "find/seek.h"

enum { TEXTS = 300, TEXT_BYTES = 14000, FRONT = 8000 };

static const promises_cut whole;

#define EVERYTHING ((TRAWL_FIND_NETPATH << 1) - 1)

static const struct setting {
    unsigned find, options;
    int profile;
    const char *rules;
} settings_tried[] = {
    {0, 0, TRAWL_PROFILE_MAIL, NULL},
    {EVERYTHING, TRAWL_ALL_DOMAINS, TRAWL_PROFILE_MAIL, NULL},
    {0, TRAWL_WANT_EXPLAIN, TRAWL_PROFILE_MAIL, NULL},
    {TRAWL_FIND_URL, 0, TRAWL_PROFILE_MAIL, NULL},
    {TRAWL_FIND_URL | TRAWL_FIND_EMAIL, TRAWL_JOIN, TRAWL_PROFILE_MAIL, NULL},
    {TRAWL_FIND_LOCALHOST | TRAWL_FIND_WWW, 0, TRAWL_PROFILE_MAIL, NULL},
    {EVERYTHING, 0, TRAWL_PROFILE_UTS58, NULL},
    {0, 0, TRAWL_PROFILE_MAIL, "rule seven\n trigger 7\n match 7\n url http://n.example/\n"},
    {0, 0, TRAWL_PROFILE_MAIL, "rule tag\n trigger <b\n match <b>\n url http://b.example/\n"},
};

enum { SETTINGS = sizeof settings_tried / sizeof settings_tried[0] };

static trawl *scan_by(int k, promises *seen)
{
    const struct setting *as = &settings_tried[k];
    trawl_config cfg = {.size = sizeof cfg, .find = as->find, .options = as->options, .profile = as->profile};
    trawl *t;

    cfg.rules = (trawl_str){as->rules, as->rules ? strlen(as->rules) : 0};
    if (trawl_open(&t, &cfg, promises_sink, seen) != TRAWL_OK)
        abort();
    return t;
}

static const char *const units[] = {
    "www.",     "www. ",    "WWW.\xC3\xA9", "ww",           "www",      "_w",       "://",           "a://",
    "a@",       "@",        "\xC3\xA9@",    "a.b@",         "@[",       "-@",       "\xE3\x80\x82@", "abcd@efgh ",
    "a:",       "::",       ":a",           "mailto:",      "mailto:a", "news:",    "news:a.",       "urn:a:",
    "urn:ab:",  "tel:+1",   "mid:",         "cid:a",        "sip:",     "file:/",   "localhost:1",   "xmpp:",
    "<URL:",    "<URL:<",   "<uri:",        "<ftp:\n",      "<a@",      "<a:",      "<b>",           "</p>",
    "<",        "<mailto:", "<\n",          "magnet:",      "magnet:?", "geo:1,",   "MAILTO:",       "<a@b>",
    "<http://", "http://",  "<URL:/",       "<b@c.",        "news:a@",  "mailto:?", "mailto:a,",     "//",
    "/",        ".",        "a.",           "\xEF\xBC\x8E", "w.",       "x-y://",   "\xC3://",
};

static const char *const links[] = {
    "http://a.example/",
    "joe@a.example",
    "<URL:http://b.example/x>",
    "www.e.example",
    "<joe@b.example>",
    "x",
    " ",
    "\n",
    "mailto:f@g.example",
    "news:a.group",
    "news:id@h.example",
    "urn:isbn:123",
    "tel:+1-234-5678",
    "localhost:80/",
    "<http://d.example>",
    "<URL:c.html>",
    "a@[1.2.3.4]",
    "a@\xC3\xA9.example",
    "\xC3\xA9@b.example",
    "<mailto:i@j.example>",
    "<URL:http://k.\nexample>",
    "file:///x",
    "cid:a@b",
    "geo:1,2",
    "magnet:?xt=1",
    "sip:k@l",
    "sips:m.example",
    "xmpp:n@o",
    ">",
    "<  URL:c.html>",
    "< joe@q.example>",
    "7www.r.example",
    "7news:a.group",
    "7.mailto:a@b",
    "http://s.example:7www.t.example",
    "http://s.example:7.news:a.group",
    "tel:123-4567www.u.example",
    "<URL:http://v.example/ <URL:<",
    "<URL:\n<",
    "<http://w.example\n<URL:<",

    "<>",
    "<b@c.example ",
    "\t<ftp:\n//p.example>",
};

#define ROLL(g, list) list[gentext_random(g, sizeof list / sizeof list[0])]

static void put_some(gentext *g)
{
    const char *p = gentext_random(g, 3) ? ROLL(g, units) : ROLL(g, links);
    uint32_t n = (uint32_t)strlen(p);

    gentext_put(g, p, gentext_random(g, 4) ? n : 1 + gentext_random(g, n));
}

/* One unit again and again; now and then something stands between. */
static void put_row(gentext *g)
{
    const char *p = ROLL(g, units);
    uint32_t n = 1 + gentext_random(g, 1500 / (uint32_t)strlen(p)), rare = 1 + gentext_random(g, 100);

    for (; n > 0; n--) {
        gentext_put(g, p, strlen(p));
        if (gentext_random(g, rare) == 0)
            put_some(g);
    }
}

static size_t make(uint64_t seed, char *out, size_t room)
{
    gentext g = {.state = seed, .out = out, .room = room};

    while (g.n < room) {
        put_row(&g);
        for (uint32_t n = gentext_random(&g, 12); n > 0; n--)
            put_some(&g);
    }
    return g.n;
}

/* In the cut and in small pieces. */
static bool same(int k, trawl *t[2], promises seen[2], promises_cut cut, const char *p, size_t n)
{
    const promises_cut cuts[2] = {cut, {0, 200, 1}};
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
        bad += !same(k, t, seen, whole, room, make(seed, room, sizeof room));
    is_int(bad, 0, "%d texts full of triggers, setting %d", TEXTS, k);
    for (int way = 0; way < 2; way++) {
        trawl_close(&t[way]);
        promises_free(&seen[way]);
    }
}

/* In two pieces, cut at all places of two blocks. */
static void test_cuts(int k)
{
    static char room[TEXT_BYTES];
    promises seen[2] = {{0}, {0}};
    trawl *t[2] = {scan_by(k, &seen[0]), scan_by(k, &seen[1])};
    int bad = 0;

    for (uint64_t seed = 1; seed <= 20 && bad < 5; seed++)
        for (size_t at = 0; at < 2 * KERNEL_BLOCK && bad < 5; at++)
            bad += !same(k, t, seen, (promises_cut){2000 + at, 0, 0}, room, make(TEXTS + seed, room, sizeof room));
    is_int(bad, 0, "texts in two pieces, setting %d", k);
    for (int way = 0; way < 2; way++) {
        trawl_close(&t[way]);
        promises_free(&seen[way]);
    }
}

/* A link in a row of a unit, at all places of two blocks. */
static void test_places(int k)
{
    static char room[6000];
    promises seen[2] = {{0}, {0}};
    trawl *t[2] = {scan_by(k, &seen[0]), scan_by(k, &seen[1])};
    int bad = 0;

    for (size_t u = 0; u < sizeof units / sizeof units[0] && bad < 5; u++)
        for (size_t at = 0; at < 2 * KERNEL_BLOCK && bad < 5; at++) {
            gentext g = {.state = at + u, .out = room, .room = 3000 + at};
            while (g.n < g.room)
                gentext_put(&g, units[u], strlen(units[u]));
            g.room = sizeof room;
            put_some(&g);
            while (g.n < g.room)
                gentext_put(&g, units[u], strlen(units[u]));
            bad += !same(k, t, seen, whole, room, g.n);
        }
    is_int(bad, 0, "something in a row, at all places, setting %d", k);
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

int main(void)
{
    static const char *const few[] = {"www.",        "www. ",   "://",    "a@",      "a:",     "\xC3\xA9@",
                                      "a@b c:d ",    "mailto:", "news:",  "news:a.", "urn:a:", "tel:+1",
                                      "localhost:1", "<URL:",   "<URL:<", "<ftp:\n", "<a@"};

    for (int k = 0; k < SETTINGS; k++)
        test_setting(k);
    test_cuts(0);
    test_places(0);
    test_places(2);
    for (size_t i = 0; i < sizeof few / sizeof few[0]; i++)
        ok(triggers_of(few[i]) < FRONT / 48, "few triggers in a text of \"%s\"", few[i]);
    trawl_release();
    return done();
}
