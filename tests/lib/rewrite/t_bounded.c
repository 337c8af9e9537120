/* t_bounded.c - a rewriter of pages of any length takes bounded memory and linear work: the pages
 * of support/shapes.h and those below, with 300 KB and with four times that
 *
 * Memory is counted by a resize() of the test. Work is counted in allocations, calls of the function
 * and bytes of the output, not in time, which tests/bench/hostile.py measures. A page is rewritten
 * without a function, and with one that is called for each <a> and changes it.
 */
#include "purse.h"
#include "rewrite_run.h"
#include "shapes.h"
#include "tap.h"

enum { N = 300000, TIMES = 4, MOST = 5 << 20, SOME_BYTES = 65536, SOME = 256 };

static const struct shape more[] = {
    {"links in links", TRAWL_INPUT_HTML, "", "<b>http://a.example/<i>x</i></b>y ", NULL, ""},
    {"an open link of tags", TRAWL_INPUT_HTML, "http://a.example/", "<b>x</b>", NULL, ""},
    {"an open link of open tags", TRAWL_INPUT_HTML, "http://a.example/", "<b>", NULL, ""},
    {"start tags before a link", TRAWL_INPUT_HTML, "", "<b><i><wbr>", NULL, "http://a.example/"},
    {"comments in a link", TRAWL_INPUT_HTML, "http://a.example/", "<!-- x -->", NULL, ""},
    {"references in a link", TRAWL_INPUT_HTML, "http://a.example/", "&amp;", NULL, ""},
    {"an endless link", TRAWL_INPUT_HTML, "http://a.example/", "x", NULL, ""},
    {"an endless href", TRAWL_INPUT_HTML, "<a href=http://a.example/", "x", NULL, ">x</a>"},
    {"long links", TRAWL_INPUT_HTML, "", "http://a.example/" TIMES256("x") "<wbr>", NULL, ""},
    {"an <a> of links", TRAWL_INPUT_HTML, "<a href=x>", "http://a.example/ ", NULL, "</a>"},
    {"an <a> of tags", TRAWL_INPUT_HTML, "<a href=x>", "<b></b>", NULL, "</a>"},
    {"an <a> of many attributes", TRAWL_INPUT_HTML, "<a", " \6\6\6\6=x", NULL, " href=x>y</a>"},
    {"<a> in cells", TRAWL_INPUT_HTML, "", "<table><td><a href=x>y", NULL, ""},
    {"<a> in objects", TRAWL_INPUT_HTML, "", "<object><a href=x>", NULL, ""},
    {"<a> and blocks", TRAWL_INPUT_HTML, "<a href=x>", "<div><p>x</div>", NULL, ""},
    {"end tags of <a>", TRAWL_INPUT_HTML, "", "x</a>", NULL, ""},
    {"cells", TRAWL_INPUT_HTML, "<table>", "<td>http://a.example/", NULL, ""},
    {"text between cells", TRAWL_INPUT_HTML, "<table>", "http://a.example/<tr>", NULL, ""},
    {"svg", TRAWL_INPUT_HTML, "", "<svg><g></g></svg>", NULL, ""},
    {"open svg", TRAWL_INPUT_HTML, "<svg>", "<g>", NULL, ""},
    {"templates", TRAWL_INPUT_HTML, "", "<template>", NULL, ""},
    {"selects", TRAWL_INPUT_HTML, "", "<select><option>x</select>", NULL, ""},
    {"names", TRAWL_INPUT_HTML, "", "<\6\6\6\6>x</\6\6\6\6>", NULL, ""},
};

typedef struct tally {
    purse purse;
    unsigned long calls, bytes;
    int result;
} tally;

static int count_bytes(void *user, const char *p, size_t n)
{
    tally *t = user;

    (void)p;
    t->bytes += n;
    return 0;
}

static int change(void *user, trawl_rewrite *r, const trawl_rewrite_link *link)
{
    tally *t = user;

    t->calls++;
    if (link->type == TRAWL_REWRITE_LEFT || link->type == TRAWL_REWRITE_LONG)
        return 0;
    if (!link->text_cut && t->calls % 2 == 0 && trawl_rewrite_set_text(r, "t", 1))
        return TRAWL_ERROR_MISUSE;
    return t->calls % 3 == 0 ? trawl_rewrite_unlink(r) : trawl_rewrite_set(r, "href", 4, "n", 1);
}

static tally rewrite_shape(const struct shape *s, size_t n, bool changes)
{
    static char page[TIMES * N];
    tally t = {.purse = {.left = -1}};
    trawl_rewrite_config config = TRAWL_REWRITE_CONFIG_INIT;
    trawl_config find = TRAWL_CONFIG_INIT;
    trawl_settings *settings;
    trawl_rewrite *r;

    find.resize = purse_resize;
    find.resize_user = &t.purse;
    t.result = trawl_settings_open(&settings, &find);
    config.settings = settings;
    config.resize = purse_resize;
    config.resize_user = &t.purse;
    if (changes) {
        config.options = TRAWL_REWRITE_OPTION_ANCHORS;
        config.decide = change;
        config.decide_user = &t;
    }
    shape_make(s, page, n);
    if (!t.result)
        t.result = trawl_rewrite_open(&r, &config, count_bytes, &t);
    trawl_settings_close(&settings);
    for (size_t i = 0; i < n && !t.result; i += 65536)
        t.result = trawl_rewrite_feed(r, page + i, n - i < 65536 ? n - i : 65536);
    if (!t.result)
        t.result = trawl_rewrite_finish(r);
    trawl_rewrite_close(&r);
    return t;
}

static bool few(unsigned long a, unsigned long b)
{
    return b <= TIMES * (a + a / 64 + SOME);
}

static void try_shape(const struct shape *s, bool changes)
{
    tally a = rewrite_shape(s, N, changes), b = rewrite_shape(s, (size_t)TIMES * N, changes);
    bool good = a.result == 0 && b.result == 0 && a.purse.now + b.purse.now == 0 &&
                b.purse.peak <= a.purse.peak + SOME_BYTES && b.purse.peak <= MOST &&
                few((unsigned long)a.purse.asked, (unsigned long)b.purse.asked) &&
                few(a.calls, b.calls) && few(a.bytes, b.bytes);

    if (!ok(good, "%s%s: linear work, bounded memory", s->name, changes ? ", changed" : ""))
        printf("# results %d, %d; peaks %zu, %zu; left %zu; allocations %ld, %ld; calls %lu, %lu; "
               "output %lu, %lu\n",
               a.result, b.result, a.purse.peak, b.purse.peak, a.purse.now + b.purse.now,
               a.purse.asked, b.purse.asked, a.calls, b.calls, a.bytes, b.bytes);
}

int main(void)
{
    for (int changes = 0; changes < 2; changes++) {
        for (int i = 0; i < SHAPES; i++)
            if (shapes[i].input == TRAWL_INPUT_HTML)
                try_shape(&shapes[i], changes);
        for (size_t i = 0; i < sizeof more / sizeof more[0]; i++)
            try_shape(&more[i], changes);
    }
    return done();
}
