/* t_seek_full.c - texts that are full of triggers of all kinds: rows of them, cut off and put together by chance
 *
 * In one piece such a text is looked at by maps of which many triggers are dropped at once; in small pieces each is looked at by
 * itself. The events have to be the same.
 */
#include "seek_run.h"

enum { TEXTS = 300, TEXT_BYTES = 12000 };

static char room[TEXT_BYTES];

#define EVERYTHING ((TRAWL_FIND_NETPATH << 1) - 1)

static const seek_setting settings_tried[] = {
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

static const char *const units[] = {
    "www.",     "www. ",    "WWW.\xC3\xA9", "ww",           "www",      "_w",       "://",           "a://",
    "a@",       "@",        "\xC3\xA9@",    "a.b@",         "@[",       "-@",       "\xE3\x80\x82@", "abcd@efgh ",
    "a:",       "::",       ":a",           "mailto:",      "mailto:a", "news:",    "news:a.",       "urn:a:",
    "urn:ab:",  "tel:+1",   "mid:",         "cid:a",        "sip:",     "file:/",   "localhost:1",   "xmpp:",
    "<URL:",    "<URL:<",   "<uri:",        "<ftp:\n",      "<a@",      "<a:",      "<b>",           "</p>",
    "<",        "<mailto:", "<\n",          "magnet:",      "magnet:?", "geo:1,",   "MAILTO:",       "<a@b>",
    "<http://", "http://",  "<URL:/",       "<b@c.",        "news:a@",  "mailto:?", "mailto:a,",     "//",
    "/",        ".",        "a.",           "\xEF\xBC\x8E", "w.",       "x-y://",   "\xC3://",       "xhttp://",
    "a.ftp://", "-a://",    "a-://",        "1://",         "a.b://",   "FTP://",
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

static void put_some(gentext *g)
{
    const char *p = gentext_random(g, 3) ? SEEK_ROLL(g, units) : SEEK_ROLL(g, links);
    uint32_t n = (uint32_t)strlen(p);

    gentext_put(g, p, gentext_random(g, 4) ? n : 1 + gentext_random(g, n));
}

/* One unit again and again; now and then something stands between. */
static void put_row(gentext *g)
{
    const char *p = SEEK_ROLL(g, units);
    uint32_t n = 1 + gentext_random(g, 1500 / (uint32_t)strlen(p)), rare = 1 + gentext_random(g, 100);

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

/* In two pieces, cut at all places of two blocks. */
static void test_cuts(const seek_setting *as)
{
    seek_run r;

    seek_run_open(&r, as);
    for (uint64_t seed = 1; seed <= 20 && r.bad < 5; seed++)
        for (size_t at = 0; at < 2 * KERNEL_BLOCK && r.bad < 5; at++)
            r.bad += !seek_is_same(&r, (promises_cut){2000 + at, 0, 0}, room, make(TEXTS + seed, room, sizeof room));
    is_int(r.bad, 0, "texts in two pieces, find %#x", as->find);
    seek_run_close(&r);
}

/* A link in a row of a unit, behind so many bytes. */
static size_t make_place(const char *unit, uint64_t seed, size_t at)
{
    gentext g = {.state = seed, .out = room, .room = at};

    while (g.n < g.room)
        gentext_put(&g, unit, strlen(unit));
    g.room = sizeof room / 2;
    put_some(&g);
    while (g.n < g.room)
        gentext_put(&g, unit, strlen(unit));
    return g.n;
}

/* At all places of two blocks. */
static void test_places(const seek_setting *as)
{
    seek_run r;

    seek_run_open(&r, as);
    for (size_t u = 0; u < sizeof units / sizeof units[0] && r.bad < 5; u++)
        for (size_t at = 0; at < 2 * KERNEL_BLOCK && r.bad < 5; at++)
            r.bad += !seek_is_same(&r, (promises_cut){0}, room, make_place(units[u], at + u, 3000 + at));
    is_int(r.bad, 0, "something in a row, at all places, find %#x", as->find);
    seek_run_close(&r);
}

int main(void)
{
    static const char *const few[] = {"www.",        "www. ",   "://",    "a@",      "a:",     "\xC3\xA9@",
                                      "a@b c:d ",    "mailto:", "news:",  "news:a.", "urn:a:", "tel:+1",
                                      "localhost:1", "<URL:",   "<URL:<", "<ftp:\n", "<a@"};

    for (int k = 0; k < SETTINGS; k++)
        seek_try(&settings_tried[k], make, TEXTS, room, sizeof room);
    test_cuts(&settings_tried[0]);
    test_places(&settings_tried[0]);
    test_places(&settings_tried[2]);
    for (size_t i = 0; i < sizeof few / sizeof few[0]; i++)
        ok(seek_triggers_of(&settings_tried[0], few[i], room, sizeof room) < TEXT_BYTES / 72,
           "few triggers in a text of \"%s\"", few[i]);
    trawl_release();
    return done();
}
