/* t_html.c - the tokenizer of HTML, state by state of the standard's section 13.2.5; each page whole, byte by byte and in
 * every two pieces
 *
 * What is wanted is written as html_run.h says; the standard is followed by hand, not the program.
 */
#include "html_run.h"
#include "tap.h"

typedef struct html_case {
    const char *page, *want;
} html_case;

static html_run whole, cut;

/* A string literal's bytes with NULs in it: \1 stands for NUL. */
static size_t with_nul(char *to, const char *from)
{
    size_t n = strlen(from);

    for (size_t i = 0; i <= n; i++)
        to[i] = from[i] == '\1' ? 0 : from[i];
    return n;
}

static void check_page(const char *page, size_t n, const char *want, size_t want_n)
{
    size_t bad = 0;

    html_run_page(&whole, page, n, n, 1);
    is_mem(whole.content.p, whole.content.n, want, want_n, "%s", page);
    ok(whole.tiles && whole.result == 0, "its calls tile it");
    for (size_t first = 0; first <= n; first++) {
        html_run_page(&cut, page, n, first, n + 1);
        bad += !html_run_same(&whole, &cut) || !cut.tiles;
    }
    html_run_page(&cut, page, n, 1, 1);
    bad += !html_run_same(&whole, &cut) || !cut.tiles;
    is_int(bad, 0, "and are the same in any two pieces and byte by byte");
}

static void check_cases(const char *name, const html_case *cases, size_t n)
{
    static char page[4096], want[4096];

    printf("# %s\n", name);
    for (size_t i = 0; i < n; i++) {
        size_t page_n = with_nul(page, cases[i].page), want_n = with_nul(want, cases[i].want);
        check_page(page, page_n, want, want_n);
    }
}

#define CASES(name, cases) check_cases(name, cases, sizeof(cases) / sizeof(cases)[0])

/* 13.2.5.1, 6, 7: what begins a tag, and what does not. */
static const html_case data[] = {
    {"", ""},
    {"a", "a"},
    {"a b\r\nc\rd\ne", "a b\r\nc\rd\ne"},
    {"a\1b", "a\1b"},
    {"\xFF\xC3(\xE2\x82", "\xFF\xC3(\xE2\x82"},
    {"<", "<"},
    {"</", "</"},
    {"a<", "a<"},
    {"a < b", "a < b"},
    {"a<1", "a<1"},
    {"<<b>", "<<b>"},
    {"<\1", "<\1"},
    {"< b>", "< b>"},
    {"x</>y", "xy"},
    {"x</ b>y", "xy"},
    {"x</1>y", "xy"},
    {"x</", "x</"},
    {"x</\1>y", "xy"},
    {"x<?php a ?>y", "xy"},
    {"x<?", "x"},
    {"1 > 0", "1 > 0"},
    {"<b>x</b>", "<b>x</b>"},
    {"<B>x</B>", "<b>x</b>"},
    {"<b", ""},
    {"<b ", ""},
    {"x<b</b>y", "x(b=)<b<>y"},
    {"<br/>", "<br/>"},
    {"<br / >", "<br>"},
    {"<br//>", "<br/>"},
    {"</b/>", "</b>"},
    {"<a\1b>", "<a\xEF\xBF\xBD"
               "b>"},
    {"<\xC3\xA9>", "<\xC3\xA9>"},
    {"<o:p>x</o:p>", "<o:p>x</o:p>"},
    {"<a\t>\n<a\f>\r<a\r>", "<a>\n<a>\r<a>"},
    {"<abcdefghijklmnopqrstuvwxyz0123456789>", "<abcdefghijklmnopqrstuvwxyz012345>"},
    {"<b>a</b", "<b>a"},
};

/* 13.2.5.32-40 */
static const html_case attributes[] = {
    {"<a b>", "(b=)<a>"},
    {"<a b >", "(b=)<a>"},
    {"<a b=c>", "(b=c)<a>"},
    {"<a b = c>", "(b=c)<a>"},
    {"<a b\n=\n\"c\">", "(b=c)<a>"},
    {"<a b=\"c\">", "(b=c)<a>"},
    {"<a b='c'>", "(b=c)<a>"},
    {"<a b='\"' c=\"'\">", "(b=\")(c=')<a>"},
    {"<a b=\"\">", "(b=)<a>"},
    {"<a b=>", "(b=)<a>"},
    {"<a b= >", "(b=)<a>"},
    {"<a b=c/>", "(b=c/)<a>"},
    {"<a b=c />", "(b=c)<a/>"},
    {"<a b=\"c\"/>", "(b=c)<a/>"},
    {"<a b=\"c\"d=e>", "(b=c)(d=e)<a>"},
    {"<a b=\"c\"=d>", "(b=c)(=d=)<a>"},
    {"<a/b>", "(b=)<a>"},
    {"<a/b/c=d>", "(b=)(c=d)<a>"},
    {"<a / b>", "(b=)<a>"},
    {"<a b/=c>", "(b=)(=c=)<a>"},
    {"<a =>", "(==)<a>"},
    {"<a ==>", "(==)<a>"},
    {"<a =b=c>", "(=b=c)<a>"},
    {"<a b==c>", "(b==c)<a>"},
    {"<a b=c=d>", "(b=c=d)<a>"},
    {"<a b=c\"d>", "(b=c\"d)<a>"},
    {"<a b=<c>", "(b=<c)<a>"},
    {"<a b=`c`>", "(b=`c`)<a>"},
    {"<a \"b>", "(\"b=)<a>"},
    {"<a 'b'=c>", "('b'=c)<a>"},
    {"<a <b>", "(<b=)<a>"},
    {"<a B=C>", "(b=C)<a>"},
    {"<a b=1 B=2 b=3>", "(b=1)<a>"},
    {"<a b b=2>", "(b=)<a>"},
    {"<a b=1 c=2 b=3><a b=4>", "(b=1)(c=2)<a>(b=4)<a>"},
    {"<a b\1c=d>", "(b\xEF\xBF\xBD"
                   "c=d)<a>"},
    {"<a b=\1>", "(b=\xEF\xBF\xBD)<a>"},
    {"<a b='x\1y'>", "(b=x\xEF\xBF\xBDy)<a>"},
    {"<a b='x\r\ny'>", "(b=x\r\ny)<a>"},
    {"<a b='>' c>", "(b=>)(c=)<a>"},
    {"<a b=c\nd=e\tf>", "(b=c)(d=e)(f=)<a>"},
    {"<a \xC3\xA9=\xC3\x9F>", "(\xC3\xA9=\xC3\x9F)<a>"},
    {"</a b=c>x", "</a>x"},
    {"</a b='>'>x", "</a>x"},
    {"</a b=\">\" c=d/>x", "</a>x"},
    {"x<a b='c", "x"},
    {"x<a b='c'", "x(b=c)"},
    {"x<a b=c", "x"},
    {"x<a b", "x"},
    {"x<a b=", "x"},
    {"<a abcdefghijklmnopqrstuvwxyz0123456789=1>", "(abcdefghijklmnopqrstuvwxyz012345=1)<a>"},
    {"<p style=\"a:b\"><a href=\"x\">y</a></p>", "(style=a:b)<p>(href=x)<a>y</a></p>"},
};

/* 13.2.5.41-52 */
static const html_case comments[] = {
    {"x<!-- a -->y", "xy"},
    {"x<!---->y", "xy"},
    {"x<!-->y", "xy"},
    {"x<!--->y", "xy"},
    {"x<!--->-->y", "x-->y"},
    {"x<!-- a ->b-->y", "xy"},
    {"x<!-- a --b-->y", "xy"},
    {"x<!-- a --!>y", "xy"},
    {"x<!-- a --!b-->y", "xy"},
    {"x<!-- a --!-->y", "xy"},
    {"x<!-- a --!->z-->y", "xy"},
    {"x<!-- a --->y", "xy"},
    {"x<!-- a ------>y", "xy"},
    {"x<!-- a -- >b-->y", "xy"},
    {"x<!-- <!-- a --> -->y", "x -->y"},
    {"x<!--<!-->y", "xy"},
    {"x<!--<!--->y", "xy"},
    {"x<!--<!-x-->y", "xy"},
    {"x<!--a-b--c-!>d-->y", "xy"},
    {"x<!-->-->y", "x-->y"},
    {"x<!--!>y", "x"},
    {"x<!----!>y", "xy"},
    {"x<!---!>y-->z", "xz"},
    {"x<!--a>b-->y", "xy"},
    {"x<!-- \1 -->y", "xy"},
    {"x<!--", "x"},
    {"x<!-- a", "x"},
    {"x<!-- a -", "x"},
    {"x<!-- a --", "x"},
    {"x<!-- a --!", "x"},
    {"x<!", "x"},
    {"x<!-", "x"},
    {"x<!>y", "xy"},
    {"x<!->y", "xy"},
    {"x<!-a-->y", "xy"},
    {"x<!a-->y", "xy"},
    {"x<!a '>' >y", "x' >y"},
    {"x<!---->--><!--->", "x-->"},
    {"x<!--[if mso]><p>a</p><![endif]-->y", "xy"},
    {"x<!--[if gte mso 9]><xml><o:a>1</o:a></xml><![endif]-->y", "xy"},
    {"x<![if !mso]><p>a</p><![endif]>y", "x<p>a</p>y"},
    {"x<!--[if !mso]><!--><p>a</p><!--<![endif]-->y", "x<p>a</p>y"},
    {"x<!--[if !mso]>--><p>a</p><!--<![endif]-->y", "x<p>a</p>y"},
};

/* 13.2.5.53-71 */
static const html_case declarations[] = {
    {"<!DOCTYPE html>x", "x"},
    {"<!doctype>x", "x"},
    {"<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01//EN\" \"http://www.w3.org/TR/html4/strict.dtd\">x", "x"},
    {"<!DOCTYPE html PUBLIC \"a>b\">x", "b\">x"},
    {"<!DOCTYPE html SYSTEM 'a>b'>x", "b'>x"},
    {"<!DOCTYPE", ""},
    {"<!DOCTYPE html [ <!ENTITY a \"b\"> ]>x", " ]>x"},
    {"<![CDATA[a<b>c]]>x", "c]]>x"},
    {"<![CDATA[a", ""},
    {"<svg><![CDATA[a<b>c]]>x", "<svg>a<b>cx"},
    {"<svg><![CDATA[&amp;]]>", "<svg>&amp;"},
    {"<svg><![CDATA[]]]]>x", "<svg>]]x"},
    {"<svg><![CDATA[a]b]]c]]]>x", "<svg>a]b]]c]x"},
    {"<svg><![CDATA[a]", "<svg>a]"},
    {"<svg><![CDATA[a]]", "<svg>a]]"},
    {"<svg><![CDATA[a]]]]", "<svg>a]]]]"},
    {"<svg><![CDATA[]]>", "<svg>"},
    {"<svg><![CDATA[a\1", "<svg>a\1"},
    {"<svg><![cdata[a]]>x", "<svg>x"},
    {"<svg><![CDATAa>x", "<svg>x"},
    {"<svg><![CDATA", "<svg>"},
    {"<svg><![CDATA>x", "<svg>x"},
    {"<math><![CDATA[<]]></math>", "<math><</math>"},
};

/* 13.2.5.2, 3, 5, 9-14 */
static const html_case raw[] = {
    {"<title>a<b>c</title>d<b>", "<title>a<b>c</title>d<b>"},
    {"<title>a&amp;b</title>", "<title>a{&}b</title>"},
    {"<title>a</titl></title>", "<title>a</titl></title>"},
    {"<title>a</titlex></title>", "<title>a</titlex></title>"},
    {"<title></TITLE >x", "<title></title>x"},
    {"<title></title/>x", "<title></title>x"},
    {"<title></title a='>'>x", "<title></title>x"},
    {"<title></title", "<title></title"},
    {"<title></title ", "<title>"},
    {"<title></", "<title></"},
    {"<title><", "<title><"},
    {"<title></ title></title>", "<title></ title></title>"},
    {"<title><</title>", "<title><</title>"},
    {"<title></</title>", "<title></</title>"},
    {"<title></t</title>", "<title></t</title>"},
    {"<title><!--</title>-->", "<title><!--</title>-->"},
    {"<title/>a<b>", "<title/>a<b>"},
    {"<textarea>a<p>b&lt;</textarea><p>", "<textarea>a<p>b{<}</textarea><p>"},
    {"<style>a<b>&amp;<!--</style>c", "<style>a<b>&amp;<!--</style>c"},
    {"<style></script></STYLE>c", "<style></script></style>c"},
    {"<xmp><b></xmp><b>", "<xmp><b></xmp><b>"},
    {"<iframe src=x><b></iframe><b>", "(src=x)<iframe><b></iframe><b>"},
    {"<noembed><b></noembed><b>", "<noembed><b></noembed><b>"},
    {"<noframes><b></noframes><b>", "<noframes><b></noframes><b>"},
    {"<noscript><b></noscript>", "<noscript><b></noscript>"},
    {"<plaintext>a<b></plaintext>&amp;", "<plaintext>a<b></plaintext>&amp;"},
    {"</title><b>", "</title><b>"},
    {"<titles><b>", "<titles><b>"},
    {"<styl><b></styl>", "<styl><b></styl>"},
    {"<svg><style><b></style>", "<svg><style><b></style>"},
    {"<svg><title><b></title></svg><title><b>", "<svg><title><b></title></svg><title><b>"},
    {"<svg/><style><b></style>", "<svg/><style><b></style>"},
    {"<svg><svg></svg><style>a<!--></style></svg><style>a<!--></style>",
     "<svg><svg></svg><style>a</style></svg><style>a<!--></style>"},
    {"<svg></math><style><!--></style>", "<svg></math><style></style>"},
    {"<math><svg></svg><style><!--></style></math>", "<math><svg></svg><style></style></math>"},
    {"<svg><p><style><!--></style>", "<svg><p><style><!--></style>"},
    {"<svg></p><style><!--></style>", "<svg></p><style><!--></style>"},
    {"<svg></svg></svg><style><!--></style>", "<svg></svg></svg><style><!--></style>"},
};

/* 13.2.5.4, 15-31 */
static const html_case scripts[] = {
    {"<script>a<b></script>c", "<script>a<b></script>c"},
    {"<script>if (a < b && c) </script>", "<script>if (a < b && c) </script>"},
    {"<script>'</scrip'</script>", "<script>'</scrip'</script>"},
    {"<script></script x>y", "<script></script>y"},
    {"<script>a</SCRIPT\n>b", "<script>a</script>b"},
    {"<script><!-- a </script>b", "<script><!-- a </script>b"},
    {"<script><!-- <script> </script> </script>b", "<script><!-- <script> </script> </script>b"},
    {"<script><!-- <script> --></script>b<i>", "<script><!-- <script> --></script>b<i>"},
    {"<script><!-- <script> </script> --></script><b>", "<script><!-- <script> </script> --></script><b>"},
    {"<script><!-- <script>a</script>b<b></script>", "<script><!-- <script>a</script>b<b></script>"},
    {"<script><!--<scripty></script><i>", "<script><!--<scripty></script><i>"},
    {"<script><!--<script </script><i>", "<script><!--<script </script><i>"},
    {"<script><!--<SCRIPT/</script></script><b>", "<script><!--<SCRIPT/</script></script><b>"},
    {"<script><!--<script></scripty></script></script>x<b>", "<script><!--<script></scripty></script></script>x<b>"},
    {"<script><!-</script><b>", "<script><!-</script><b>"},
    {"<script><!</script><b>", "<script><!</script><b>"},
    {"<script><!--></script><b>", "<script><!--></script><b>"},
    {"<script><!---></script><b>", "<script><!---></script><b>"},
    {"<script><!--><script></script><b>", "<script><!--><script></script><b>"},
    {"<script><!-- -><script></script></script><b>", "<script><!-- -><script></script></script><b>"},
    {"<script><!-- --<script></script></script><b>", "<script><!-- --<script></script></script><b>"},
    {"<script><!-- -- ><script></script></script><b>", "<script><!-- -- ><script></script></script><b>"},
    {"<script><!-- <script> -- --- --></script><b>", "<script><!-- <script> -- --- --></script><b>"},
    {"<script><!-- <script> - - <-</script></script><b>", "<script><!-- <script> - - <-</script></script><b>"},
    {"<script><!-- <script> <</script></script><b>", "<script><!-- <script> <</script></script><b>"},
    {"<script><!-- <", "<script><!-- <"},
    {"<script><!-- </", "<script><!-- </"},
    {"<script><!-- </scr", "<script><!-- </scr"},
    {"<script><!-- <script></scr", "<script><!-- <script></scr"},
    {"<script><", "<script><"},
    {"<script><!", "<script><!"},
    {"<script>\1</script>", "<script>\1</script>"},
    {"<script>&amp;</script>", "<script>&amp;</script>"},
    {"<script src=a></script>", "(src=a)<script></script>"},
    {"<script/>a<b></script>", "<script/>a<b></script>"},
};

/* ---- Places, worked out by counting ---- */

static void check_calls(const char *page, const char *want)
{
    html_run_page(&whole, page, strlen(page), strlen(page), 1);
    is_str(whole.all.p, want, "places: %s", page);
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

/* ---- Values: their cap, and which are asked for ---- */

static void fill(growing *g, const char *unit, size_t times)
{
    for (size_t i = 0; i < times; i++)
        growing_add(g, unit, strlen(unit));
}

/* A value of n bytes and then what unit is. */
static void check_value(size_t n, const char *unit, size_t want, bool over)
{
    growing g = {0};
    const char *value;

    growing_add(&g, "<a b=\"", 6);
    fill(&g, "x", n);
    growing_add(&g, unit, strlen(unit));
    growing_add(&g, "\">", 2);
    html_run_page(&whole, g.p, g.n, g.n, 1);
    value = whole.content.p + 3;
    is_int(whole.content.n, 3 + want + (over ? 3 : 0) + 4, "%zu bytes and %s: %zu kept", n, unit, want);
    is_mem(value + want, whole.content.n - want - 3, over ? "...)<a>" : ")<a>", over ? 7 : 4, "over or not");
    for (size_t step = 1; step <= 7; step += 3) {
        html_run_page(&cut, g.p, g.n, 0, step);
        ok(html_run_same(&whole, &cut) && cut.tiles, "the same in pieces of %zu", step);
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
    whole.wanted = cut.wanted = " href ";
    check_page("<a id=x HREF=y title='&amp;' href=z>", 36, "(href=y)<a>", 11);
    check_page("<a id=\"&\" hre=x href>", 21, "(href=)<a>", 10);
    check_page("<a id=& x='\"' href=\"y\">", 23, "(href=y)<a>", 11);
    whole.wanted = cut.wanted = NULL;
}

/* Of one tag only so many are told. */
static void many_names(void)
{
    growing g = {0}, want = {0};

    growing_add(&g, "<a", 2);
    for (int i = 0; i < HTML_TOLD + 3; i++) {
        growing_printf(&g, " n%d=%d", i, i);
        if (i < HTML_TOLD)
            growing_printf(&want, "(n%d=%d)", i, i);
    }
    growing_add(&g, ">", 1);
    growing_add(&want, "<a>", 3);
    check_page(g.p, g.n, want.p, want.n);
    free(g.p);
    free(want.p);
}

/* ---- A call that wants to stop ---- */

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

static void stops(void)
{
    static const char page[] = "a&amp;<b c='d'><!--e--></b><title>&lt;</title><script>1<2</script>&notit;&x<";
    static const html_out out = {.text = stop_text,
                                 .reference = stop_reference,
                                 .wants = stop_wants,
                                 .attribute = stop_attribute,
                                 .start = stop_start,
                                 .end = stop_end,
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
    is_int(handed, calls - 1, "each call can stop it, and its value comes back");
    is_int(more, 0, "nothing is called afterwards");
    ok(calls > 20, "all of %d calls", calls - 1);
}

int main(void)
{
    CASES("data and tags", data);
    CASES("attributes", attributes);
    CASES("comments", comments);
    CASES("declarations", declarations);
    CASES("raw text", raw);
    CASES("scripts", scripts);
    places();
    values();
    many_names();
    stops();
    html_run_free(&whole);
    html_run_free(&cut);
    return done();
}
