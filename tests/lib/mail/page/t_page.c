/* t_page.c - the running text of HTML, and the links of its attributes */
#include <stdio.h>

#include "mail/page/page.h"
#include "tap.h"

/* The calls, written as text: the running text as it is, a link as "{tag attribute url|anchor}", a
 * flush as "^". */
typedef struct shown {
    char p[1 << 16];
    size_t n;
    srcmap map;
    bool places; /* write links with their places */
} shown;

static void put(shown *s, const char *p, size_t n)
{
    if (s->n + n <= sizeof s->p)
        memcpy(s->p + s->n, p, n);
    s->n += n;
}

static int put_text(void *user, const char *p, size_t n)
{
    put(user, p, n);
    return 0;
}

static int put_flush(void *user, const char *p, size_t n)
{
    shown *s = user;

    put(s, p, n);
    if (s->n == 0 || s->p[s->n - 1] != '^')
        put(s, "^", 1);
    return 0;
}

static int put_base(void *user, const char *url, size_t n, uint64_t at)
{
    (void)at;
    put(user, "{base ", 6);
    put(user, url, n);
    put(user, "}", 1);
    return 0;
}

static int put_limit(void *user, page_limit which, uint64_t at)
{
    (void)user;
    (void)which;
    (void)at;
    return 0;
}

static int put_link(void *user, const page_link *link)
{
    shown *s = user;
    char place[64];

    put(s, "{", 1);
    put(s, link->tag->p, link->tag->n);
    put(s, " ", 1);
    put(s, link->attribute, strlen(link->attribute));
    put(s, " ", 1);
    put(s, link->url, link->url_n);
    if (link->anchor) {
        put(s, "|", 1);
        put(s, link->anchor, link->anchor_n);
    }
    if (link->again)
        put(s, " again", 6);
    if (link->conditional)
        put(s, " conditional", 12);
    if (link->pixel)
        put(s, " pixel", 6);
    if (s->places)
        put(s, place,
            (size_t)snprintf(place, sizeof place, " %d-%d", (int)link->from, (int)link->to));
    put(s, "}", 1);
    return 0;
}

/* Reads the page: a piece of `first` bytes, then pieces of `step` bytes. */
static void show(shown *s, const char *page_text, size_t n, size_t first, size_t step)
{
    static page p;
    page_out out = {s,     put_text, put_flush, put_base, put_link, put_limit,
                    false, false,    false,     NULL,     NULL};

    s->n = 0;
    srcmap_clear(&s->map);
    page_open(&p);
    page_begin(&p, &out, &s->map);
    for (size_t i = 0, take = first; i < n; i += take, take = step) {
        take = take < n - i ? take : n - i;
        page_feed(&p, page_text + i, take);
    }
    page_finish(&p);
    page_close(&p);
}

typedef struct page_case {
    const char *what, *page, *shown;
} page_case;

static const page_case cases[] = {
    {"text", "a &lt;b&#62; &amp;copy;", "a <b> &copy;^"},
    {"tags inside a word", "http://a.exa<b>mp</b>le/", "http://a.example/^"},
    {"blocks end lines", "a<p>b<p></p>c<br>d<div>e</div>f", "a\nb\nc\nd\ne\nf^"},
    {"only one line end between blocks", "<p><div>a</div></p><p>b", "a\nb^"},
    {"elements that are not shown",
     "a<style>b { c }</style><script>d < e</script><noframes>f</noframes>g", "ag^"},
    {"a title is a line", "<title>a</title>b", "a\nb^"},
    {"comments are not shown", "a<!-- http://b.example/ -->c", "ac^"},
    {"conditional comments that other programs show", "a<![if !mso]>b<![endif]>c", "abc^"},
    {"an anchor", "<a href=\"http://a.example/\">x <b>y</b>\n z </a>.",
     "^{a href http://a.example/|x y z}x y\n z ^.^"},
    {"an anchor in another", "<a href=x:1>a<a href=x:2>b</a>c",
     "^{a href x:1|a}a^{a href x:2|b}b^c^"},
    {"an anchor without an end tag", "<a href=x:1>a", "^{a href x:1|a}a^"},
    {"an anchor without href", "<a name=x>b</a>c", "bc^"},
    {"an </a> that browsers ignore", "<a href=x:1><table><tr><td></a>b</table>c</a>d",
     "^{a href x:1|b c}b\nc^d^"},
    {"the end of a block does not end an anchor", "<p><a href=x:1>a</p>b</a>c",
     "^{a href x:1|a b}a\nb^c^"},
    {"that of a cell does", "<table><td><a href=x:1>a<td>b", "^{a href x:1|a}a^\nb^"},
    {"an anchor in a cell in an anchor", "<a href=x:1><table><td><a href=x:2>b</a>c</table>d</a>e",
     "^{a href x:1|bc d}^{a href x:2|b}bc\nd^e^"},
    {"text in an anchor that another one has ended", "<a href=x:1>a<table><a href=x:2>b</a><td>c",
     "^{a href x:1|a b c}a\n^{a href x:2|b}b\nc^"},
    {"text that is moved out of a cell", "<table><td><a href=x:1>a</a></td>b<td>c",
     "^{a href x:1|a}a^\nb\nc^"},
    {"text between the clones of an anchor", "<p><a href=x:1>a</p><table><td>b</table>c</a>d",
     "^{a href x:1|a c}a\nb\nc^d^"},
    {"a clone is hidden as the first one is",
     "<a href=x:1><p><font style=display:none>a</p>b</font>c</a>", "^{a href x:1|c}a\nbc^"},
    {"a style after a comment", "<a href=x:1><b style='/*/x*/display:none'>a</b>c</a>",
     "^{a href x:1|c}ac^"},
    {"a comment in a style", "<a href=x:1><b style='color:red/**/;/***/display:none'>a</b>c</a>",
     "^{a href x:1|c}ac^"},
    {"a comment that goes on", "<a href=x:1><b style='/*/display:none'>a</b>c</a>",
     "^{a href x:1|ac}ac^"},
    {"escapes in a style", "<a href=x:1><b style='d\\69 splay:\\6e\\6Fne'>a</b>c</a>",
     "^{a href x:1|c}ac^"},
    {"escapes of six digits and of none", "<a href=x:1><b style='disp\\00006Cay:\\none'>a</b>c</a>",
     "^{a href x:1|c}ac^"},
    {"an escape beyond ASCII", "<a href=x:1><b style='display:n\\f8ne'>a</b>c</a>",
     "^{a href x:1|ac}ac^"},
    {"text that is moved out of a hidden table",
     "<a href=x:1><table style=display:none><b><div></b>a<td>b", "^{a href x:1|a}a\nb^"},
    {"a tag that ends a style of svg", "<svg><style>a<p>b</style>c", "bc^"},
    {"a style of svg in which a tag ends nothing", "<svg><style>a<g>b</g>c</style>d", "d^"},
    {"white space after a <pre> that a cell has ended", "<table><td><pre>a<td>  b", "a\nb^"},
    {"white space in a <pre> with a table", "<pre>a<table><td>  b", "a\n  b^"},
    {"a button with an address", "<button formaction=x:1>a<b>b</b></button>c",
     "^{button formaction x:1}abc^"},
    {"the button of a form", "<form action=x:1>a<button>b</button>c</form>d",
     "^{form action x:1}abc\nd^"},
    {"more pictures in an anchor than there is room for",
     "<a href=x:1>a<img src=x:2><img src=x:3><img src=x:4><img src=x:5><img src=x:6><img src=x:7>"
     "<img src=x:8><img src=x:9><img src=x:A>b</a>c",
     "^{a href x:1|a}a^{img src x:2}^{img src x:3}^{img src x:4}^{img src x:5}^{img src x:6}^"
     "{img src x:7}^{img src x:8}^{img src x:9}^{a href x:1|ab again}^{img src x:A}b^c^"},
    {"a button in an anchor", "<form action=x:1><a href=x:2>a<button formaction=x:3>b</button></a>",
     "^{form action x:1}^{a href x:2|ab}a^{button formaction x:3}b^"},
    {"an anchor in a button", "<button formaction=x:1>a<a href=x:2>b</a>c</button>d",
     "^{button formaction x:1}a^{a href x:2|b}b^cd^"},
    {"the value of an input in an anchor",
     "<a href=x:1>a<input value=b><input type=hidden value=c></a>", "^{a href x:1|a}a^"},
    {"an anchor of svg", "<svg><a xlink:href=x:1>b</a></svg>c", "^{a xlink:href x:1|b}b^c^"},
    {"an </a> in <noscript>", "<a href=x:1><noscript></a></noscript>b</a>c", "^{a href x:1|}^bc^"},
    {"a text with that of <noscript>", "<a href=x:1>a<noscript>b</noscript>c</a>d",
     "^{a href x:1|abc}abc^d^"},
    {"an anchor that only scripts show",
     "<noscript><p title='</noscript><a href=x:1>b</a><img src=x:2>", "^"},
    {"an anchor of <noscript>", "<noscript><a href=x:1>a</a><img src=x:2></noscript>b",
     "^{a href x:1|a}a^{img src x:2}b^"},
    {"an anchor that begins in <noscript>", "<noscript><a href=x:1></noscript>a</a>b",
     "^{a href x:1|a}a^b^"},
    {"an anchor that another ends in <noscript>",
     "<a href=x:1>a<noscript></a><a href=x:2></noscript>b</a>c",
     "^{a href x:1|a}a^{a href x:2|b}b^c^"},
    {"a picture after <noscript>", "<noscript>a</noscript><img src=x:1>", "a^{img src x:1}^"},
    {"a base that only scripts show", "<noscript><p title='</noscript><base href=x:1>'>", "^"},
    {"a base after <noscript>", "<noscript>a</noscript><base href=x:1>", "a^{base x:1}^"},
    {"an empty value after a base", "<base href=x:1><a href=''>a</a>", "^{base x:1}^{a href |a}a^"},
    {"an anchor with text and a picture", "<a href=x:1>a<img src=x:2>b</a>",
     "^{a href x:1|ab}a^{img src x:2}b^"},
    {"an anchor with two pictures and no text", "<a href=x:1><img src=x:2><img src=x:3></a>",
     "^{a href x:1|}^{img src x:2}^{img src x:3}^"},
    {"references and blanks in a value", "<a href=\" http://a.example/?a=1&amp;b=2\n\">c</a>",
     "^{a href http://a.example/?a=1&b=2|c}c^"},
    {"line breaks inside a URL are dropped", "<a href=\"http://a.example/\n\tb\">c</a>",
     "^{a href http://a.example/b|c}c^"},
    {"a blank inside a URL is kept", "<a href=\"x:a b\">c</a>", "^{a href x:a b|c}c^"},
    {"other attributes with URLs",
     "<form action=x:1><button formaction=x:2></button></form><q cite=x:3></q><object data=x:4></object><video poster=x:5>"
     "<td background=x:6><img longdesc=x:7 lowsrc=x:8><area href=x:9><link href=x:10><svg><use xlink:href=x:11></svg>",
     "^{form action x:1}^{button formaction x:2}^{q cite x:3}^{object data x:4}^{video poster x:5}^{td background x:6}"
     "^{img longdesc x:7}{img lowsrc x:8}^{area href x:9}^{link href x:10}^{use xlink:href x:11}^"},
    {"data only in an object", "<p data=x:1>a", "a^"},
    {"ping", "<a href=x:1 ping=\"x:2 x:3\">a</a>", "^{a href x:1|a}^{a ping x:2}^{a ping x:3}a^"},
    {"srcset", "<img srcset=\"a.png 1x, b,c.png 2x , d.png\">",
     "^{img srcset a.png}{img srcset b,c.png}{img srcset d.png}^"},
    {"srcset without descriptors", "<img srcset='a.png, b.png'>",
     "^{img srcset a.png}{img srcset b.png}^"},
    {"refresh", "<meta http-equiv=Refresh content=\"5; URL='http://a.example/'\">",
     "^{meta content http://a.example/}^"},
    {"refresh, with content first", "<meta content=\"0;http://a.example/\" http-equiv=refresh>",
     "^{meta content http://a.example/}^"},
    {"refresh without a URL", "<meta http-equiv=refresh content=5>", "^"},
    {"another meta", "<meta name=x content=http://a.example/>", "^"},
    {"base", "<base href=\"http://a.example/b/\">", "^{base http://a.example/b/}^"},
    {"pixels",
     "<img src=x:1 width=1 height=\"1\"><img src=x:2 width=1 height=60><img src=x:3 style=\"display:none\">",
     "^{img src x:1 pixel}^{img src x:2}^{img src x:3 pixel}^"},
    {"a picture of no size", "<img height=0 width=0 src=x:1>", "^{img src x:1 pixel}^"},
    {"nothing inside a script", "<script src=x:1>\"<a href='x:2'>\"</script>a",
     "^{script src x:1}a^"},
    {"an empty value", "<a href=''>a</a>", "a^"},
};

static void long_anchor(shown *s)
{
    static char text[PAGE_HELD + 8192], whole[2 * sizeof text];
    static const char *const head = "<a href=x:1>";
    size_t n = strlen(head), wrong = 0;

    memcpy(text, head, n);
    memset(text + n, 'y', sizeof text - n);
    show(s, text, sizeof text, 1000, 1000);
    ok(s->n > 300 && memcmp(s->p, "^{a href x:1|yyyy", 17) == 0,
       "the link of a long anchor is sent before its end");
    is_int(s->n, strlen("^{a href x:1|}^") + PAGE_ANCHOR + sizeof text - n, "its text is complete");
    show(s, text, sizeof text, 1, 1);
    is_int(s->n, strlen("^{a href x:1|}^") + PAGE_ANCHOR + sizeof text - n,
           "the same byte by byte");
    memset(
        text + n + 9, ' ',
        PAGE_HELD -
            20); /* blanks that become one space in the anchor's text; more than are held at once */
    show(s, text, sizeof text, sizeof text, 1);
    memcpy(whole, s->p, s->n < sizeof whole ? s->n : sizeof whole);
    n = s->n;
    for (size_t first = 1; first < 20000; first += 97) {
        show(s, text, sizeof text, first, sizeof text);
        wrong += s->n != n || memcmp(s->p, whole, n) != 0;
    }
    is_int(wrong, 0, "the same split in two anywhere");
}

/* ---- Names ---- */

/* Returns the length of what is shown for a page in which "@" is the name, with its last letter
 * replaced and `more` appended. */
static size_t shown_with(const char *text, const char *name, char last, const char *more)
{
    static shown s;
    char all[1024];
    size_t n = 0, k = strlen(name) - 1;

    for (; *text; text++)
        n += *text != '@' ? (size_t)sprintf(all + n, "%c", *text)
                          : (size_t)sprintf(all + n, "%.*s%c%s", (int)k, name, last, more);
    srcmap_open(&s.map, &memory_default);
    show(&s, all, n, n, n);
    srcmap_close(&s.map);
    return s.n;
}

/* Each of the names changes what is shown. Another name of the same length and first letter does
 * not, nor does a longer one. */
static void names(const char *const list[], const char *text)
{
    for (; *list; list++) {
        size_t n = strlen(*list), known = shown_with(text, *list, (*list)[n - 1], "");
        size_t other = shown_with(text, *list, '9', ""), more = shown_with(text, *list, '9', "x");
        size_t longer = shown_with(text, *list, (*list)[n - 1], "x");
        ok(known != other && longer == more, "the name %s", *list);
    }
}

/* A numeric reference has any length. */
static void long_reference(shown *s)
{
    enum { ZEROS = 66000 };
    static char text[ZEROS + 7];

    memset(text, '0', sizeof text);
    memcpy(text, "a&#", 3);
    memcpy(text + sizeof text - 4, "65;b", 4);
    show(s, text, sizeof text, sizeof text, 1);
    is_mem(s->p, s->n, "aAb^", 4, "a reference of 66,005 bytes");
    is_int((long long)srcmap_start(&s->map, 2), ZEROS + 6, "the place of the text after it");
}

static const char *const tags[] = {
    "a",        "address",  "article", "aside",   "br",       "body",       "blockquote",
    "base",     "center",   "caption", "div",     "dd",       "dt",         "dl",
    "dir",      "details",  "dialog",  "form",    "fieldset", "figcaption", "figure",
    "footer",   "html",     "head",    "hr",      "h1",       "h6",         "header",
    "iframe",   "li",       "legend",  "listing", "main",     "menu",       "nav",
    "noembed",  "noframes", "ol",      "option",  "p",        "pre",        "plaintext",
    "style",    "script",   "section", "select",  "summary",  "td",         "tr",
    "table",    "tbody",    "th",      "title",   "thead",    "tfoot",      "textarea",
    "template", "ul",       "xmp",     "h2",      "h3",       "h4",         "h5",
    NULL,
};

static const char *const attributes[] = {
    "action", "background", "content",    "cite",        "data",     "dynsrc",     "formaction",
    "href",   "height",     "http-equiv", "imagesrcset", "longdesc", "lowsrc",     "poster",
    "ping",   "style",      "src",        "srcset",      "width",    "xlink:href", NULL,
};

int main(void)
{
    static shown whole, cut;

    srcmap_open(&whole.map, &memory_default);
    srcmap_open(&cut.map, &memory_default);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const page_case *c = &cases[i];
        size_t n = strlen(c->page), wrong = 0;
        show(&whole, c->page, n, n, n);
        is_mem(whole.p, whole.n, c->shown, strlen(c->shown), "%s", c->what);
        for (size_t first = 1; first <= n; first++) {
            show(&cut, c->page, n, first, first % 3 ? n : 1);
            wrong += cut.n != whole.n || memcmp(cut.p, whole.p, whole.n) != 0;
        }
        is_int(wrong, 0, "%s: the same in any cut", c->what);
    }
    whole.places = true;
    show(&whole, "<a href=\"x:1\"\n>", 15, 15, 15);
    is_mem(whole.p, whole.n, "^{a href x:1| 9-12}^", 20, "a value's place excludes its quotes");
    show(&whole, "<a href=' x:1 '>", 16, 16, 16);
    is_mem(whole.p, whole.n, "^{a href x:1| 10-13}^", 21,
           "a link's place excludes the blanks around it");
    whole.places = false;
    long_anchor(&whole);
    long_reference(&whole);
    names(tags, "x<br><@ href=u:1> y</@>z");
    names(attributes, "<form @=1><object @=1><meta @=1><meta @=refresh content=u:2>"
                      "<meta http-equiv=refresh @=u:3><img src=u:1 height=1 @=1>"
                      "<img src=u:1 width=1 @=1><img src=u:1 @='display:none'>");
    srcmap_close(&whole.map);
    srcmap_close(&cut.map);
    return done();
}
