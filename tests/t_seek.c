/* t_seek.c - texts that are full of "<": most of them are passed over many at a time, and none at which something is found
 *
 * That is done where much of a text lies in the window. So each text is scanned twice, once in one piece and once in small
 * pieces; the events have to be the same.
 */
#include "seek_run.h"

enum { TEXTS = 400, TEXT_BYTES = 12000 };

static char room[TEXT_BYTES];

static const seek_setting settings_tried[] = {
    {0},
    {.find = (TRAWL_FIND_NETPATH << 1) - 1, .options = TRAWL_ALL_DOMAINS},
    {.find = TRAWL_FIND_ADDR},
    {.options = TRAWL_WANT_EXPLAIN},
    {.rules = "rule tag\n trigger <b\n match <b>\n url http://b.example/\n"},
};

enum { SETTINGS = sizeof settings_tried / sizeof settings_tried[0] };

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

static size_t make(uint64_t seed, char *out, size_t size)
{
    gentext g = {.state = seed, .out = out, .room = size};
    uint32_t rare = 2 + gentext_random(&g, 60);

    while (g.n < size) {
        const char *p = gentext_random(&g, rare) ? SEEK_ROLL(&g, tags) : SEEK_ROLL(&g, others);
        gentext_put(&g, p, strlen(p));
    }
    return g.n;
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
    gentext g = {.out = room, .room = sizeof room / 2};
    promises seen = {0};
    trawl *t = seek_scan(&settings_tried[0], &seen);

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
        seek_try(&settings_tried[k], make, TEXTS, room, sizeof room);
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        ok(seek_triggers_of(&settings_tried[0], units[i], room, sizeof room) < TEXT_BYTES / 36,
           "few triggers in a text of \"%s\"", units[i]);
    ok(n < 6000, "%zu searches through a wrapper that comes byte by byte", n);
    trawl_release();
    return done();
}
