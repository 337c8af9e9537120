/* t_mail_page_run.c - usual tags and text read where they lie say what the tokenizer's calls say (page_run.c, page_run_tag.c,
 * page_run_seen.c)
 *
 * Each page is read twice: as it is, cut by chance, and without html_out.run. What comes out must be the same, and each byte of the
 * running text must have the same place. Pages are all of testdata, and some made by chance of pieces that are not all usual.
 */
#include "gentext.h"
#include "growing.h"
#include "mail/page_inside.h"
#include "tap.h"
#include "testdata_files.h"

/* All that comes out: the running text, links and the like between bytes that no text has. */
typedef struct shown {
    growing out;
    char base[64]; /* of the links from here on: where it stands in the text does not matter */
    srcmap map;
} shown;

static void put(shown *s, const char *p, size_t n)
{
    growing_add(&s->out, p, n);
}

static int put_text(void *user, const char *p, size_t n)
{
    put(user, p, n);
    return 0;
}

/* One says as much as several. */
static int put_flush(void *user, const char *p, size_t n)
{
    shown *s = user;

    put(s, p, n);
    if (s->out.n == 0 || s->out.p[s->out.n - 1] != '\376')
        put(s, "\376", 1);
    return 0;
}

static int put_base(void *user, const char *url, size_t n)
{
    shown *s = user;

    snprintf(s->base, sizeof s->base, "%.*s", (int)n, url);
    return 0;
}

static int put_link(void *user, const page_link *link)
{
    shown *s = user;
    char rest[96];

    put(s, "\377", 1);
    put(s, s->base, strlen(s->base));
    put(s, link->tag->p, link->tag->n);
    put(s, link->attribute, strlen(link->attribute));
    put(s, link->url, link->url_n);
    put(s, "|", 1);
    put(s, link->anchor ? link->anchor : "", link->anchor_n);
    put(s, rest,
        (size_t)snprintf(rest, sizeof rest, "|%d %llu %llu\377", link->pixel, (unsigned long long)link->from,
                         (unsigned long long)link->to));
    return 0;
}

/* The page in pieces of up to that many bytes. */
static void show(shown *s, const char *p, size_t n, gentext *g, uint32_t most, bool urls_only, bool run)
{
    static page x;
    page_out out = {s, put_text, put_flush, put_base, put_link, urls_only};

    growing_clear(&s->out);
    s->base[0] = 0;
    srcmap_clear(&s->map);
    s->map.off = urls_only;
    page_begin(&x, &out, &s->map);
    x.h.out.run = run ? page_run : NULL;
    for (size_t i = 0, take; i < n; i += take) {
        char *alone; /* at whose ends sanitizers look */
        take = 1 + gentext_random(g, most);
        take = take < n - i ? take : n - i;
        alone = malloc(take);
        if (!alone)
            exit(1);
        memcpy(alone, p + i, take);
        page_feed(&x, alone, take);
        free(alone);
    }
    page_finish(&x);
    put(s, s->base, strlen(s->base));
}

static shown usual, plain;
static gentext chance = {.state = 1};
static long differ;

static bool same_places(srcmap *a, srcmap *b)
{
    bool same = a->text == b->text && a->src == b->src;

    for (uint64_t i = 0; i < a->text && same; i++)
        same = srcmap_from(a, i) == srcmap_from(b, i);
    return same;
}

static void compare(const char *name, const char *p, size_t n)
{
    static const uint32_t most[] = {1 << 20, 3000, 300, 40};

    for (unsigned i = 0; i < 8; i++) {
        show(&plain, p, n, &chance, most[i / 2], i % 2, false);
        show(&usual, p, n, &chance, most[i / 2], i % 2, true);
        if (growing_same(&plain.out, &usual.out) && same_places(&plain.map, &usual.map))
            continue;
        differ++;
        printf("# %s, %u\n", name, i);
    }
}

static void each_file(const char *name, const char *p, size_t n)
{
    if (n > 0 && n < 1 << 18)
        compare(name, p, n);
}

static const char *const usual_pieces[] = {
    "<div>",
    "</div>",
    "<br>",
    "<BR>",
    "<br/>",
    "<br />",
    "</p>",
    "<o:p>",
    "</o:p>",
    "<h1>",
    "<pre>",
    "</pre>",
    "<tr>\n<td>",
    "<template>",
    "</template>",
    "<title>",
    "</title>",
    "<style>",
    "</style>",
    "<svg>",
    "</svg>",
    "<blockquote cite='x:1'>",
    "<a href=\"http://a.example/\">",
    "<a href='/x'>",
    "</a>",
    "<a href=x:2>",
    "<a href=\"x:1?a=1&amp;b=2\">",
    "<a name=x>",
    "<a href=\"x:1?a=1&b=2\">",
    "<a href='x:&amp;amp;' href=x:2>",
    "<a href='x:3\" class=>",
    "<img src=x:4 width=1 height=1>",
    "<img src=\"x:4\" style=\"display:none\" alt='a > b'>",
    "<base href=\"x:/y/\">",
    "<form action=x:5><p background=x:6>",
    "<meta http-equiv=refresh content=\"1; url=x:7\">",
    "<td nowrap align=\"left\">",
    "<td nowrap>",
    "<td align =left>",
    "<span style='font-size:10.0pt;color:black;font-family:a,b,c,d,e,f,g,h,i,j'>",
    "<span style='font-size:10.0pt;color:black;font-family:a,b,c,d,e,f,g,h,i,k'>",
    "<td style=\"padding:0 24px; font-family:Arial, sans-serif; line-height:22px\">",
    "<td style=\"padding:0 24px; font-family:Arial, sans-serif; line-height:22px\"background=x:1>",
    "<td style=\"padding:0 24px; font-family:Arial, sans-serif; line-height:22px\"",
    "<p class=MsoNormal>",
    "<p class=MsoNormal background=x:1>",
    "<p class=",
    "</span>",
    "<iframe src=x:8>",
    "<img src = x:9>",
    " href=x:1",
    " src=\"x:1\"",
    " class='a b'",
    " id=a",
    " xlink:href=x:1",
    " data-x='1'",
    " B",
    "word",
    "more words, and more",
    "a sentence that is longer than what is copied at once of a text, which is some eighty bytes or so",
    "\xC3\xA9",
    "http://b.example/",
    "<template a=b/>",
    "<FOO_B href=x:1>",
    "<hr/>",
    "<img src=x:1/>",
    "<style>p { a: b }</style>",
    "<STYLE type='text/css'><!-- x > y --></style>",
    "<style type=\"text/css\">a < b</style",
    "<style/>a</STYLE>",
    "<style background=x:1>a</style>",
    "<style>a</b></style >",
    "<style>a</stylex></style>",
    "<style-x>",
    "<style:x a=b>",
    "<style<",
    "<!doctype html>",
    "<!x y='>'>",
    "<!>",
};

static const char *const odd_pieces[] = {
    "<",
    "</",
    ">",
    "/>",
    " ",
    "\n",
    "\t",
    "\v",
    "&",
    "&amp;",
    "&lt;",
    "&gt",
    "&nbsp;",
    "&quot;",
    "&eacute;",
    "&#65;",
    "=",
    "\"",
    "'",
    "/",
    "<!-- ",
    "-->",
    "<!DOCTYPE html>",
    "<![if x]>",
    "a",
    "A",
    "div",
    "DIV",
    "br",
    "p",
    "pre",
    "td",
    "h1",
    "o:p",
    "blockquote",
    "figcaption",
    "plaintext1",
    "svg",
    "math",
    "title",
    "style",
    "script",
    "template",
    "textarea",
    "strong",
    "\x80",
    "<_>",
    "<1>",
    "<<",
    "<a\xC3\xA9>",
    "<@>",
};

#define ANY_OF(pieces, g) (pieces)[gentext_random(g, sizeof(pieces) / sizeof(pieces)[0])]

static void made(uint64_t seed)
{
    static char text[1 << 14];
    gentext g = {.state = seed, .out = text, .room = sizeof text};
    uint32_t n = 1 + gentext_random(&g, 400);
    char name[32];

    for (uint32_t i = 0; i < n; i++) {
        const char *piece = gentext_random(&g, seed % 2 ? 2 : 30) ? ANY_OF(usual_pieces, &g) : ANY_OF(odd_pieces, &g);
        gentext_put(&g, piece, strlen(piece));
        if (gentext_random(&g, 150) == 0)
            gentext_put(&g, "", 1);
    }
    snprintf(name, sizeof name, "seed %lu", (unsigned long)seed);
    compare(name, text, g.n);
}

int main(void)
{
    srcmap_open(&usual.map, &memory_default);
    srcmap_open(&plain.map, &memory_default);
    ok(testdata_each(each_file) > 0, "testdata has files");
    is_int(differ, 0, "all of them are the same");
    for (uint64_t seed = 1; seed <= 3000; seed++)
        made(seed);
    is_int(differ, 0, "and pages made by chance");
    srcmap_close(&usual.map);
    srcmap_close(&plain.map);
    free(usual.out.p);
    free(plain.out.p);
    return done();
}
