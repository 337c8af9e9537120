/* t_calls.c - the tokenizer's callbacks: offsets, values and their maximum, reported attributes,
 * stopping */
#include "html_check.h"

/* ---- Offsets, counted by hand ---- */

static void check_calls(const char *page, const char *want)
{
    html_run_page(&html_check_whole, page, strlen(page), strlen(page), 1);
    is_str(html_check_whole.all.p, want, "places: %s", page);
}

static void places(void)
{
    /*           0         1         2
                 0123456789012345678901234 */
    check_calls("ab<a href=\"x\" id=y>c</a>",
                "t 0 2\nm 2 13\na 11 12\nm 13 18\na 17 18\nm 18 19\ns\nt 19 20\nm 20 24\ne\n");
    check_calls("<a b c = >", "m 0 5\na 4 4\nm 5 9\na 9 9\nm 9 10\ns\n");
    check_calls("<a b=''>", "m 0 7\na 6 6\nm 7 8\ns\n");
    check_calls("a&amp;b&lt;&#65;", "t 0 1\nr 1 6\nt 6 7\nr 7 11\nr 11 16\n");
    check_calls("&notit;", "r 0 4\nt 4 7\n");
    check_calls("a<b", "t 0 1\nm 1 3\n");
    check_calls("a<!--b--></>c", "t 0 1\nm 1 12\nt 12 13\n");
    check_calls("<svg><![CDATA[x]]]>y", "m 0 5\ns\nm 5 14\nt 14 16\nm 16 19\nt 19 20\n");
    check_calls("<title>a</b</title>", "m 0 7\ns\nt 7 11\nm 11 19\ne\n");
}

/* ---- Values: their maximum, and which are wanted ---- */

static void fill(growing *g, const char *unit, size_t times)
{
    for (size_t i = 0; i < times; i++)
        growing_add(g, unit, strlen(unit));
}

/* Tests a value of n bytes followed by `unit`. */
static void check_value(size_t n, const char *unit, size_t want, bool over)
{
    growing g = {0};
    const char *value;

    growing_add(&g, "<a b=\"", 6);
    fill(&g, "x", n);
    growing_add(&g, unit, strlen(unit));
    growing_add(&g, "\">", 2);
    html_run_page(&html_check_whole, g.p, g.n, g.n, 1);
    value = html_check_whole.content.p + 3;
    is_int(html_check_whole.content.n, 3 + want + (over ? 3 : 0) + 4, "%zu bytes and %s: %zu kept",
           n, unit, want);
    is_mem(value + want, html_check_whole.content.n - want - 3, over ? "...)<a>" : ")<a>",
           over ? 7 : 4, "over is set if truncated");
    for (size_t step = 1; step <= 7; step += 3) {
        html_run_page(&html_check_cut, g.p, g.n, 0, step);
        ok(html_run_same(&html_check_whole, &html_check_cut) && html_check_cut.tiles,
           "the same in pieces of %zu", step);
    }
    free(g.p);
}

static void values(void)
{
    check_value(HTML_VALUE, "", HTML_VALUE, false);
    check_value(HTML_VALUE, "y", HTML_VALUE, true);
    check_value(HTML_VALUE - 2, "yyy", HTML_VALUE, true);
    check_value(HTML_VALUE - 2, "&eacute;", HTML_VALUE, false);
    check_value(HTML_VALUE - 1, "&eacute;", HTML_VALUE - 1, true);
    check_value(HTML_VALUE - 1, "&eacute;z", HTML_VALUE - 1, true);
    check_value(HTML_VALUE - 3, "&nothing", HTML_VALUE, true);
    check_value(3 * HTML_VALUE, "&amp;", HTML_VALUE, true);
    html_check_whole.wanted = html_check_cut.wanted = " href ";
    html_check_page("<a id=x HREF=y title='&amp;' href=z>", 36, "(href=y)<a>", 11);
    html_check_page("<a id=\"&\" hre=x href>", 21, "(href=)<a>", 10);
    html_check_page("<a id=& x='\"' href=\"y\">", 23, "(href=y)<a>", 11);
    html_check_whole.wanted = html_check_cut.wanted = NULL;
}

/* A tag reports at most HTML_SEEN attributes. */
static void many_names(void)
{
    growing g = {0}, want = {0};

    growing_add(&g, "<a", 2);
    for (int i = 0; i < HTML_SEEN + 3; i++) {
        growing_printf(&g, " n%d=%d", i, i);
        if (i < HTML_SEEN)
            growing_printf(&want, "(n%d=%d)", i, i);
    }
    growing_add(&g, ">", 1);
    growing_add(&want, "<a>", 3);
    html_check_page(g.p, g.n, want.p, want.n);
    free(g.p);
    free(want.p);
}

/* ---- A callback that stops ---- */

static int countdown;

static int stop_text(void *user, const char *p, size_t n, uint64_t at)
{
    (void)user, (void)p, (void)n, (void)at;
    return --countdown < 0 ? 7 : 0;
}

static int stop_reference(void *user, const char *p, size_t n, uint64_t from, uint64_t to)
{
    (void)to;
    return stop_text(user, p, n, from);
}

static bool stop_wants(void *user, const html_name *tag, const html_name *name)
{
    (void)user, (void)tag, (void)name;
    return true;
}

static int stop_attribute(void *user, const html_attribute *a)
{
    return stop_text(user, a->value, a->value_n, a->from);
}

static int stop_start(void *user, const html_name *tag, bool self_closing)
{
    (void)self_closing;
    return stop_text(user, tag->p, tag->n, 0);
}

static int stop_end(void *user, const html_name *tag)
{
    return stop_text(user, tag->p, tag->n, 0);
}

static int stop_markup(void *user, uint64_t from, uint64_t to)
{
    (void)to;
    return stop_text(user, NULL, 0, from);
}

static int stop_whole(void *user, const html_name *tag, bool closing, bool self_closing,
                      uint64_t to)
{
    (void)closing, (void)self_closing;
    return stop_text(user, tag->p, tag->n, to);
}

/* Stops at each call in turn; tags are reported by `whole`, unless it is NULL. */
static void stops(int (*whole)(void *, const html_name *, bool, bool, uint64_t))
{
    static const char page[] =
        "a&amp;<b c='d'><i f=><!--e--></b><title>&lt;</title><script>1<2</script>&notit;&x<";
    const html_out out = {.text = stop_text,
                          .reference = stop_reference,
                          .wants = stop_wants,
                          .attribute = stop_attribute,
                          .start = stop_start,
                          .end = stop_end,
                          .whole = whole,
                          .markup = stop_markup};
    static html h;
    int calls = 0, handed = 0, more = 0, result;

    do {
        countdown = calls++;
        html_begin(&h, &out);
        result = html_feed(&h, page, sizeof page - 1);
        if (result == 0)
            result = html_finish(&h);
        handed += result == 7;
        more += countdown < -1;
        if (result == 7)
            more += html_feed(&h, "x", 1) != 7 || html_finish(&h) != 7 || countdown != -1;
    } while (result == 7 && calls < 1000);
    is_int(handed, calls - 1, "each callback can stop the tokenizer and its value is returned");
    is_int(more, 0, "no callback is called afterwards");
    ok(calls > 20, "all of %d calls were tested", calls - 1);
}

int main(void)
{
    places();
    values();
    many_names();
    stops(NULL);
    stops(stop_whole);
    html_run_free(&html_check_whole);
    html_run_free(&html_check_cut);
    return done();
}
