/* t_seek.c - texts full of triggers: the same events in one piece and in small pieces
 *
 * In one piece the window has the context of most triggers, so that the bytes around a trigger show
 * that it can be skipped; in small pieces each trigger is decided at the end of the window.
 */
#include <stdio.h>
#include <stdlib.h>

#include "configured.h"
#include "gentext.h"
#include "promises.h"
#include "tap.h"
#include "wanted.h"

enum { TEXTS = 60, TEXTS_EVERY = 300, CUT = 4, CUT_EVERY = 20, TEXT_BYTES = 12000 };

#define EVERYTHING ((TRAWL_FIND_NETPATH << 1) - 1 + TRAWL_FIND_OSC8)
#define ROLL(g, list) list[gentext_random(g, sizeof list / sizeof list[0])]

static const struct setting {
    unsigned find, options;
    int profile;
    const char *rules;
} settings_tried[] = {
    {0},
    {.find = EVERYTHING, .options = TRAWL_OPTION_ALL_DOMAINS},
    {.find = TRAWL_FIND_ADDR},
    {.options = WANTED_EXPLAIN},
    {.find = TRAWL_FIND_URL},
    {.find = TRAWL_FIND_URL | TRAWL_FIND_EMAIL, .options = TRAWL_OPTION_JOIN},
    {.find = TRAWL_FIND_LOCALHOST | TRAWL_FIND_WWW},
    {.find = EVERYTHING, .profile = TRAWL_PROFILE_UTS58},
    {.rules = "rule seven\n trigger 7\n match 7\n url http://n.example/\n"},
    {.rules = "rule tag\n trigger <b\n match <b>\n url http://b.example/\n"},
};

static const char *const units[] = {
    "www.",        "www. ",     "WWW.\xC3\xA9",
    "ww",          "www",       "_w",
    "://",         "a://",      "a@",
    "@",           "\xC3\xA9@", "a.b@",
    "@[",          "-@",        "\xE3\x80\x82@",
    "abcd@efgh ",  "a:",        "::",
    ":a",          "mailto:",   "mailto:a",
    "news:",       "news:a.",   "urn:a:",
    "urn:ab:",     "tel:+1",    "mid:",
    "cid:a",       "sip:",      "file:/",
    "localhost:1", "xmpp:",     "<URL:",
    "<URL:<",      "<uri:",     "<ftp:\n",
    "<a@",         "<a:",       "<b>",
    "</p>",        "<",         "<mailto:",
    "<\n",         "magnet:",   "magnet:?",
    "geo:1,",      "MAILTO:",   "<a@b>",
    "<http://",    "http://",   "<URL:/",
    "<b@c.",       "news:a@",   "mailto:?",
    "mailto:a,",   "//",        "/",
    ".",           "a.",        "\xEF\xBC\x8E",
    "w.",          "x-y://",    "\xC3://",
    "xhttp://",    "a.ftp://",  "-a://",
    "a-://",       "1://",      "a.b://",
    "FTP://",      "< ",        "<p",
    "<<",          "<x:",
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

static trawl_scanner *scans[2]; /* one for the whole text, one for pieces */
static promises seen[2];

static void open_both(const struct setting *as)
{
    trawl_config cfg = {.size = sizeof cfg,
                        .find = as->find,
                        .profile = as->profile,
                        .rules = {as->rules, as->rules ? strlen(as->rules) : 0}};

    wanted_set(&cfg, as->options);
    for (int way = 0; way < 2; way++)
        if (configured_open(&scans[way], &cfg, promises_sink, &seen[way]) != TRAWL_OK)
            abort();
}

static void close_both(void)
{
    for (int way = 0; way < 2; way++) {
        configured_close(&scans[way]);
        promises_free(&seen[way]);
    }
}

/* Returns true when the text has the same events in the pieces of `cut` as in small pieces. */
static bool same(promises_cut cut, const char *p, size_t n)
{
    const promises_cut cuts[2] = {cut, {0, 200, 1}};
    uint64_t at;

    for (int way = 0; way < 2; way++)
        if (!promises_run(&seen[way], scans[way], p, n, cuts[way], false)) {
            printf("# %s\n", seen[way].broken);
            return false;
        }
    at = promises_differ(&seen[0], &seen[1], false);
    if (at == TRAWL_ABSENT)
        return true;
    printf("# other events, at byte %llu\n", (unsigned long long)at);
    tap_show_at(p, n, (size_t)at);
    return false;
}

static void put_some(gentext *g)
{
    const char *p = gentext_random(g, 3) ? ROLL(g, units) : ROLL(g, links);
    uint32_t n = (uint32_t)strlen(p);

    gentext_put(g, p, gentext_random(g, 4) ? n : 1 + gentext_random(g, n));
}

/* Adds one unit many times, sometimes with something else in between. */
static void put_row(gentext *g)
{
    const char *p = ROLL(g, units);
    uint32_t n = 1 + gentext_random(g, 1500 / (uint32_t)strlen(p)),
             rare = 1 + gentext_random(g, 100);

    for (; n > 0; n--) {
        gentext_put(g, p, strlen(p));
        if (gentext_random(g, rare) == 0)
            put_some(g);
    }
}

static size_t make(uint64_t seed, char *out, size_t size)
{
    gentext g = {.state = seed, .out = out, .room = size};

    while (g.n < size) {
        put_row(&g);
        for (uint32_t n = gentext_random(&g, 12); n > 0; n--)
            put_some(&g);
    }
    return g.n;
}

int main(void)
{
    static char room[TEXT_BYTES];
    const unsigned texts = tap_amount(TEXTS, TEXTS_EVERY), cut = tap_amount(CUT, CUT_EVERY);
    int bad = 0;

    for (size_t k = 0; k < sizeof settings_tried / sizeof settings_tried[0]; k++) {
        const struct setting *as = &settings_tried[k];
        open_both(as);
        for (uint64_t seed = 1; seed <= texts && bad < 5; seed++)
            bad += !same((promises_cut){0}, room, make(seed, room, sizeof room));
        is_int(bad, 0, "%u texts full of triggers, find %#x, options %#x, profile %d%s", texts,
               as->find, as->options, as->profile, as->rules ? ", with a rule" : "");
        close_both();
    }
    open_both(&settings_tried[0]);
    for (uint64_t seed = 1; seed <= cut && bad < 5; seed++)
        for (size_t at = 0; at < 128 && bad < 5; at++)
            bad += !same((promises_cut){2000 + at, 0, 0}, room,
                         make(TEXTS_EVERY + seed, room, sizeof room));
    is_int(bad, 0, "texts in two pieces, cut at all places of two blocks");
    close_both();
    trawl_release();
    return done();
}
