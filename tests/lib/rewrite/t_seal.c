/* t_seal.c - the seal: the output for each element and attribute, pages in pieces, lack of memory
 *
 * The browser tests open sealed pages in Chromium.
 */
#include <stdio.h>

#include "purse.h"
#include "rewrite_run.h"
#include "tap.h"

#define TO "https://t.example/"

/* How often the function below did not keep an address: what a report of the command has. */
static unsigned reported;

/* Replaces addresses of the web by TO, keeps addresses that begin with TO, and removes all
 * others. */
static int decide(void *user, trawl_seal *s, const trawl_seal_place *place)
{
    unsigned *calls = user;

    *calls += 1;
    if (place->what == TRAWL_SEAL_ADDRESS && place->value.n >= strlen(TO) &&
        memcmp(place->value.p, TO, strlen(TO)) == 0)
        return trawl_seal_keep(s);
    reported++;
    if (place->what != TRAWL_SEAL_ADDRESS)
        return 0;
    return place->url.n > 4 && memcmp(place->url.p, "http", 4) == 0
               ? trawl_seal_set(s, TO, strlen(TO))
               : 0;
}

static trawl_seal_config seal_config(unsigned *calls)
{
    trawl_seal_config c = TRAWL_SEAL_CONFIG_INIT;

    c.decide = decide;
    c.decide_user = calls;
    return c;
}

static int seal_feed_one(void *user, const char *piece, size_t n)
{
    return trawl_seal_feed(user, piece, n);
}

/* Seals p[0..n) in pieces of `step` bytes. */
static void seal_run(rewrite_result *to, const trawl_seal_config *config, const char *p, size_t n,
                     size_t step)
{
    trawl_seal *s;

    to->n = 0;
    to->result = trawl_seal_open(&s, config, rewrite_collect, to);
    if (!to->result)
        to->result = rewrite_feed_pieces(seal_feed_one, s, p, n, step);
    if (!to->result)
        to->result = trawl_seal_finish(s);
    trawl_seal_close(&s);
}

/* ---- By hand ---- */

/* A page, and the output after its byte-order mark. */
static const char *const pages[][2] = {
    {"", ""},
    {"text", "text"},
    {"\xEF\xBB\xBFtext", "text"},
    {"\xEF\xBC\xA1text", "\xEF\xBC\xA1text"},
    {"<iframe srcdoc='\xEF\xBC\xA1'></iframe>", "<iframe srcdoc=\"\xEF\xBC\xA1\"></iframe>"},
    {"<!DOCTYPE html><p>x", "<!DOCTYPE html><p>x"},
    {"\n <!doctype HTML PUBLIC \"-//W3C//DTD\"><p>x",
     "<!doctype HTML PUBLIC \"-//W3C//DTD\">\n <p>x"},
    {"<!doctype html <b>x", "<!DOCTYPE html>x"},
    {"<!doctype html PUBLIC \"-//W3C//DTD\" 'http://www.w3.org/x.dtd'>x",
     "<!doctype html PUBLIC \"-//W3C//DTD\" 'http://www.w3.org/x.dtd'>x"},
    {"<!doctype html SYSTEM 'about:legacy-compat'>x",
     "<!doctype html SYSTEM 'about:legacy-compat'>x"},
    {"<!doctype html SYSTEM \"http://e.example/x.dtd\">x", "<!DOCTYPE html>x"},
    {"<!doctype html PUBLIC '-//W3C//DTD' \"http://www.w3.org.e.example/\">x", "<!DOCTYPE html>x"},
    {"<!doctype html PUBLIC SYSTEM \"x.dtd\">x", "<!DOCTYPE html>x"},
    {"<!doctype html SYSTEM http://www.w3.org/x>x", "<!DOCTYPE html>x"},
    {"<!doctype", ""},
    {"a < b & c &lt; &amp; &eacute;", "a &lt; b &amp; c &lt; &amp; \xC3\xA9"},
    {"<!-- c --><?x?><!x>y", "y"},
    {"<?xml version='1.0'?>\n<!-- a > b --><!DOCTYPE html>y", "<!DOCTYPE html>\ny"},
    {"<!-- a --!><!DOCTYPE html> -->y", " --&gt;y"},
    {"<P CLASS=a ID='b' TITLE=\"c&quot;d\" hidden>x</P >",
     "<p class=\"a\" id=\"b\" title=\"c&quot;d\" hidden=\"\">x</p>"},
    {"<p a=1 a=2 \"b=3 c>d=4>x", "<p a=\"1\" c=\"\">d=4&gt;x"},
    {"<br/><svg><g/></svg>", "<br/><svg><g/></svg>"},
    {"<a\"b href=x>y</a\"b>", "y"},
    {"<p", ""},
    {"x<a href=http://e.example", "x"},
    {"<a href=http://e.example/>x</a>", "<a href=\"" TO "\">x</a>"},
    {"<a href=\"" TO "x?&amp;y\">x</a>", "<a href=\"" TO "x?&amp;y\">x</a>"},
    {"<a href=' ht\ttp:\\\\e.example\n'>x</a>", "<a href=\"" TO "\">x</a>"},
    {"<a href=//e.example>x</a><a href='\\\\e.example'>x</a>",
     "<a href=\"" TO "\">x</a><a href=\"" TO "\">x</a>"},
    {"<a href=http:e.example>x</a>", "<a href=\"" TO "\">x</a>"},
    {"<a href=x>x</a><a href=/x>x</a><a href=javascript:x>x</a>", "<a>x</a><a>x</a><a>x</a>"},
    {"<a href=#x>x</a><a href=>x</a><a href='mailto:a@b.example'>x</a>",
     "<a href=\"#x\">x</a><a href=\"\">x</a><a href=\"mailto:a@b.example\">x</a>"},
    {"<svg><a xlink:href=tel:1>x</a></svg><area href=SMS:1><form action=mailto:a@b.example>"
     "<button formaction=mailto:a@b.example>",
     "<svg><a xlink:href=\"tel:1\">x</a></svg><area href=\"SMS:1\">"
     "<form action=\"mailto:a@b.example\"><button formaction=\"mailto:a@b.example\">"},
    {"<iframe src=tel:1></iframe><object data=sms:1></object><embed src=mailto:x><img src=tel:1>"
     "<video poster=tel:1><a ping=tel:1><input src=tel:1><p style='mask:url(tel:1)'>",
     "<iframe></iframe><object></object><embed><img><video><a ping=\"about:invalid\"><input>"
     "<p style=\"mask: url(&quot;about:invalid&quot;);\">"},
    {"<meta http-equiv=refresh content='0;url=sms:1'>",
     "<meta http-equiv=\"refresh\" content=\"0;url=about:invalid\">"},
    {"<base href=http://e.example/d/><a href=x>x</a></base>", "<a href=\"" TO "\">x</a>"},
    {"<base href=javascript:x><a href=y>x</a>", "<a>x</a>"},
    {"<base src=http://e.example/><a href=y>x</a>", "<a>x</a>"},
    {"<a ping='http://e.example/ x' onclick=x() ONX=y>x</a>",
     "<a ping=\"" TO " about:invalid\">x</a>"},
    {"<img src=http://e.example/ srcset='http://e.example/ 1x, x 2x' alt=x>",
     "<img src=\"" TO "\" srcset=\"" TO " 1x, about:invalid 2x\" alt=\"x\">"},
    {"<img src=data:image/svg+xml,x><img src=cid:x><embed src=data:image/svg+xml,x>",
     "<img src=\"data:image/svg+xml,x\"><img src=\"cid:x\"><embed>"},
    {"<iframe src=data:image/png,x></iframe><iframe src=data:image/png+xml,x></iframe><iframe src=data:image/png>",
     "<iframe src=\"data:image/png,x\"></iframe><iframe></iframe><iframe>"},
    {"<link href=data:image/png,x><style>@import 'data:image/png,x';a{mask:url(data:image/x,x)}</style>",
     "<link><style>a { mask: url(\"data:image/x,x\"); }</style>"},
    {"<link href=#><link href=''><link href=cid:x><link href=about:blank><style>@import '#';a{mask:url(#x)}</style>",
     "<link><link><link><link href=\"about:blank\"><style>a { mask: url(\"#x\"); }</style>"},
    {"<a href='ma\x01ilto:x'>x</a><a href='\x01mai\nlto:x'>x</a>",
     "<a>x</a><a href=\"\x01mai\nlto:x\">x</a>"},
    {"<object data=http://e.example/><p data=http://e.example/>",
     "<object data=\"" TO "\"><p data=\"http://e.example/\">"},
    {"<form action=http://e.example/><button formaction=//e.example>",
     "<form action=\"" TO "\"><button formaction=\"" TO "\">"},
    {"<meta http-equiv=refresh content='1;url=http://e.example/'><meta name=x content='1 x'><meta charset=x>",
     "<meta http-equiv=\"refresh\" content=\"1;url=" TO
     "\"><meta name=\"x\" content=\"1 x\"><meta>"},
    {"<meta content='0 http://e.example/' name=x http-equiv=REFRESH><meta content='0;http://e.example/'>",
     "<meta name=\"x\" http-equiv=\"REFRESH\" content=\"0;url=" TO
     "\"><meta content=\"0;http://e.example/\">"},
    {"<meta http-equiv=refresh><meta content='0 x'>",
     "<meta http-equiv=\"refresh\"><meta content=\"0 x\">"},
    {"<p style='mask:url(http://e.example/)'>", "<p style=\"mask: url(&quot;" TO "&quot;);\">"},
    {"<p style='-ms-filter:\"progid:x(src=http://e.example/)\";FILTER:\"progid:x\";color:red'>",
     "<p style=\"color: red;\">"},
    {"<p style='filter:blur(2px) url(\"#x\")!important;content:\"progid:\"'>",
     "<p style=\"filter: blur(2px) url(&quot;#x&quot;) !important; content: &quot;progid:&quot;;\">"},
    {"<p style='a:url(http://e.example/)'><p style=''>", "<p><p style=\"\">"},
    {"<p style='color:red;a:\x1B;margin:0\x0E'>", "<p style=\"color: red; margin: 0;\">"},
    {"<p style='mask:\\75\x1Brl(http://e.example/)'>",
     "<p style=\"mask: url(&quot;" TO "&quot;);\">"},
    {"<img srcset='#\x1B.2x,http://e.example/ 1x'><a ping='#\x0Fhttp://e.example/'>",
     "<img srcset=\"# .2x, " TO " 1x\"><a ping=\"# " TO "\">"},
    {"<base href='http://e.example/ http://f.example/'><a ping=x>", "<a ping=\"" TO "\">"},
    {"<meta http-equiv=refresh content=\"0;url=''http://e.example/\">",
     "<meta http-equiv=\"refresh\" content=\"0;url=" TO "\">"},
    {"<svg><style>x\\&lt;/style&gt;\\&lt;img src=x&gt;</style></svg>",
     "<svg><style></style></svg>"},
    {"<svg fill=expression() stroke=red>", "<svg stroke=\"red\">"},
    {"<svg><use href=http://e.example/#x /><a xlink:href=//e.example><set attributeName=href to=x>",
     "<svg><use href=\"" TO "\"/><a xlink:href=\"" TO "\"><set to=\"x\">"},
    {"<rect fill='url(http://e.example/#x)'>", "<rect fill=\"url(&quot;" TO "&quot;)\">"},
    {"<iframe src=http://e.example/ srcdoc='<a href=http://e.example>&amp;amp;</a><script>x</script>'><a href=y></iframe>z",
     "<iframe src=\"" TO "\" srcdoc=\"&lt;a href=&quot;" TO
     "&quot;&gt;&amp;amp;&lt;/a&gt;\"></iframe>z"},
    {"<script src=http://e.example/>x</script>y<SCRIPT>\"<b>\"", "y"},
    {"<svg><script/>x</svg>", "<svg>x</svg>"},
    {"<svg><script>x<b>y</script>z</svg>", "<svg><x-script><b>y</x-script>z</svg>"},
    {"<svg><script>x</svg>y</script>", "<svg><x-script></svg>y</x-script>"},
    {"<x:script src=http://e.example/>x</x:script><x:b y:href=z xlink:href=# xml:lang=en xml:base=z>y",
     "<x-script src=\"" TO "\">x</x-script><x-b xlink:href=\"#\" xml:lang=\"en\">y"},
    {"<style media=x>a{mask:url(http://e.example/)}</style>x",
     "<style media=\"x\">a { mask: url(\"" TO "\"); }</style>x"},
    {"<style><!-- a{content:'</x'} b{} & &amp; --></style>x",
     "<style>a { content: \"\\3c /x\"; }\nb { }</style>x"},
    {"<style>a{mask:u\\0rl(http://e.example/)}</style>", "<style>a { }</style>"},
    {"<style>a", "<style></style>"},
    {"<svg><style>a{b:url(&quot;http://e.example/&quot;)}<x>c</style>y",
     "<svg><x-style><x>c</x-style>y"},
    {"<svg><style/><x/><style><![CDATA[a<b{}p>a{}]]></style></svg>",
     "<svg><style></style><x/><style>p>a { }</style></svg>"},
    {"<svg><style>a</svg>b", "<svg><x-style></svg>b"},
    {"<title>a<b>&lt;</title>x", "<title>a&lt;b&gt;&lt;</title>x"},
    {"<textarea><a href=x></textarea>x", "<textarea>&lt;a href=x&gt;</textarea>x"},
    {"<xmp><a href=x>&amp;</xmp>x", "<pre>&lt;a href=x&gt;&amp;amp;</pre>x"},
    {"<plaintext><a href=x></plaintext>", "<pre>&lt;a href=x&gt;&lt;/plaintext&gt;"},
    {"<noembed><a href=x></noembed>x<noframes><p></noframes>y",
     "<noembed></noembed>x<noframes></noframes>y"},
    {"<noscript><a href=http://e.example/></noscript>x", "<noscript></noscript>x"},
    {"<noscript><p title=\"</noscript>\">x", "<noscript></noscript>&quot;&gt;x"},
    {"a\x1B$B\x0E"
     "b",
     "a $B b"},
};

static void by_hand(void)
{
    for (size_t i = 0; i < sizeof pages / sizeof pages[0]; i++) {
        rewrite_result got = {.n = 0}, again = {.n = 0};
        unsigned calls = 0;
        trawl_seal_config config = seal_config(&calls);
        size_t n = strlen(pages[i][1]);

        seal_run(&got, &config, pages[i][0], strlen(pages[i][0]), 1000);
        ok(got.result == TRAWL_OK && got.n == n + 3 && memcmp(got.p, "\xEF\xBB\xBF", 3) == 0 &&
               memcmp(got.p + 3, pages[i][1], n) == 0,
           "%s", pages[i][0]);
        if (got.n != n + 3 || memcmp(got.p + 3, pages[i][1], n) != 0)
            printf("# got %.*s\n", (int)got.n - 3, got.p + 3);
        reported = 0;
        seal_run(&again, &config, got.p, got.n, 3);
        ok(again.n == got.n && memcmp(again.p, got.p, got.n) == 0 && reported == 0,
           "sealed again: %s", pages[i][0]);
        free(got.p);
        free(again.p);
    }
}

/* ---- A limit ---- */

/* Each limit up to the length of the output: the output is no longer, and the beginning of the whole
 * one. The byte-order mark is always written. A limit may end it a few bytes early. */
static void limited(void)
{
    static const char page[] =
        "<!DOCTYPE html><p title=x>a &amp; b</p></p><svg><style>a<b></style></svg>"
        "<style>a{color:red}</style><iframe srcdoc='<i>x</i>'></iframe><xmp>y</xmp><script>";
    rewrite_result whole = {.n = 0}, got = {.n = 0};
    unsigned calls = 0, right = 0;
    trawl_seal_config config = seal_config(&calls);

    seal_run(&whole, &config, page, sizeof page - 1, sizeof page);
    for (uint64_t limit = 0; limit <= whole.n; limit++) {
        config.limit = &limit;
        seal_run(&got, &config, page, sizeof page - 1, 1 + (size_t)limit % 5);
        right += got.result == TRAWL_OK && (got.n <= limit || got.n == 3) && got.n <= whole.n &&
                 memcmp(got.p, whole.p, got.n) == 0;
    }
    ok(right == whole.n + 1, "%u of %zu limits end the output in time", right, whole.n + 1);
    config.limit = &(const uint64_t){1000};
    seal_run(&got, &config, page, sizeof page - 1, sizeof page);
    ok(got.n == whole.n, "a limit above the length");
    free(whole.p);
    free(got.p);
}

/* ---- Made pages ---- */

/* Addresses are of "evil"; text never has this word. */
static const char *const dangers[] = {
    "<a href=http://evil/>",
    "<a href=' http:\\\\evil\t'>",
    "<a href=\"//evil\">",
    "<area href=http://evil/>",
    "<img src=//evil>",
    "<img srcset='//evil 1x, //evil 2x'>",
    "<p style='mask:url(//evil)'>",
    "<p style=\"mask:u\\rl('//evil')\">",
    "<style>p{mask:url(//evil)}</style>",
    "<style>@import '//evil'</style>",
    "<svg><style>p{mask:url(//evil)}</style>",
    "<svg>",
    "<math>",
    "<desc>",
    "<mtext>",
    "<foreignObject>",
    "</svg>",
    "</math>",
    "<select>",
    "</select>",
    "<table>",
    "<tr>",
    "<td>",
    "</table>",
    "<template>",
    "</template>",
    "<frameset>",
    "<frame src=//evil>",
    "<noframes>",
    "</noframes>",
    "<noscript>",
    "</noscript>",
    "<style>",
    "</style>",
    "<title>",
    "</title>",
    "<textarea>",
    "</textarea>",
    "<xmp>",
    "</xmp>",
    "<iframe srcdoc='<a href=//evil>'>",
    "</iframe>",
    "<script>",
    "</script>",
    "<!--",
    "-->",
    "<![CDATA[",
    "]]>",
    "<plaintext>",
    "<input>",
    "<option>",
    "<form action=//evil>",
    "<button formaction=//evil>",
    "<object data=//evil>",
    "<base href=//evil>",
    "<meta http-equiv=refresh content='0;//evil'>",
    "<link href=//evil>",
    "<x onx=\"evil\">",
    "<p title='",
    "\"",
    "'",
    ">",
    "<",
    "\n",
    "</noscript><a href=//evil>",
    "<use href=//evil />",
    "<img srcset='#\x1B.2x,//evil 1x' style='mask:\\75\x0Frl(//evil)'>",
    "<style>x:#url(#\") \"){}p{mask:url(//evil)}",
    "<meta http-equiv=refresh content=\"0;url=''//evil\">",
    "<set attributeName=href to=//evil>"};

/* Returns true if no address is left in a tag, except in <set>, which has no effect, and in titles.
 * Style sheets are tested by t_seal_values.c. */
static bool is_sealed(const char *p, size_t n)
{
    bool tag = false, set = false;
    char quote = 0;

    for (size_t i = 0; i < n; i++) {
        if (tag && quote) {
            quote = p[i] == quote ? 0 : quote;
        } else if (tag) {
            quote = p[i] == '"' ? p[i] : 0;
            tag = p[i] != '>';
        } else if (p[i] == '<') {
            tag = true;
            set = n - i > 4 && memcmp(p + i, "<set", 4) == 0;
        }
        if (quote == '"' && n - i > 9 && memcmp(p + i, "\"//evil\"", 9) == 0 && !set)
            return false;
        if (quote == '"' && n - i > 12 && memcmp(p + i, "\"http://evil", 12) == 0)
            return false;
        if (n - i > 7 && memcmp(p + i, "<script", 7) == 0)
            return false;
    }
    return true;
}

static void made(void)
{
    enum { PAGES = 4000, BYTES = 1500 };
    static char page[BYTES];
    int open = 0, cut = 0, changed = 0;

    for (uint64_t seed = 1; seed <= PAGES; seed++) {
        gentext random = {.state = seed};
        rewrite_result got = {.n = 0}, other = {.n = 0};
        unsigned calls = 0, more = 0;
        trawl_seal_config config = seal_config(&calls), again = seal_config(&more);
        size_t n = 0;

        while (n < BYTES / 4 + gentext_random(&random, (uint32_t)BYTES / 2)) {
            const char *part =
                gentext_random(&random, (uint32_t)3) == 0
                    ? rewrite_fragments[gentext_random(
                          &random,
                          (uint32_t)(sizeof rewrite_fragments / sizeof rewrite_fragments[0]))]
                    : dangers[gentext_random(&random,
                                             (uint32_t)(sizeof dangers / sizeof dangers[0]))];
            size_t k = strlen(part);
            if (k > BYTES - n)
                break;
            memcpy(page + n, part, k);
            n += k;
        }
        seal_run(&got, &config, page, n, n + 1);
        open += got.result != TRAWL_OK || !is_sealed(got.p, got.n);
        if (got.result != TRAWL_OK || !is_sealed(got.p, got.n))
            printf("# seed %d: %.*s\n# gives %.*s\n", (int)seed, (int)n, page, (int)got.n, got.p);
        seal_run(&other, &again, page, n, 1 + seed % 7);
        cut += other.n != got.n || memcmp(other.p, got.p, got.n) != 0 || calls != more;
        reported = 0;
        seal_run(&other, &again, got.p, got.n, 100);
        changed += other.n != got.n || memcmp(other.p, got.p, got.n) != 0 || reported > 0;
        if (changed == 1 && (other.n != got.n || memcmp(other.p, got.p, got.n) != 0)) {
            printf("# seed %d: %.*s\n", (int)seed, (int)n, page);
            tap_show("got", other.p, other.n);
            tap_show("wanted", got.p, got.n);
        }
        free(got.p);
        free(other.p);
    }
    is_int(open, 0, "%d pages: no address is left", PAGES);
    is_int(cut, 0, "the same in any cut");
    is_int(changed, 0, "sealed again, they are the same");
}

/* ---- Limits, misuse, memory ---- */

static int unread;

static int count_unread(void *user, trawl_seal *s, const trawl_seal_place *place)
{
    (void)user, (void)s;
    unread += place->what == TRAWL_SEAL_UNREAD;
    return 0;
}

static void long_ones(void)
{
    enum { BYTES = 3000000 };
    char *page = malloc(BYTES + 100);
    trawl_seal_config config = TRAWL_SEAL_CONFIG_INIT;
    rewrite_result got = {.n = 0};
    static const char *const fronts[] = {"<a href=\"http://evil/", "<p style=\"mask:url(//evil/",
                                         "<p title=\"//evil/", "<iframe srcdoc=\"//evil/",
                                         "<style>x{mask:url(//evil/"};

    if (!page)
        abort();
    config.decide = count_unread;
    for (size_t i = 0; i < sizeof fronts / sizeof fronts[0]; i++) {
        size_t n = strlen(fronts[i]);
        memcpy(page, fronts[i], n);
        memset(page + n, 'x', BYTES);
        memcpy(page + n + BYTES, i < 4 ? "\">y" : "</style>y", i < 4 ? 4 : 10);
        unread = 0;
        seal_run(&got, &config, page, n + BYTES + (i < 4 ? 3 : 9), 65536);
        ok(got.result == TRAWL_OK && got.n < 100 && unread == 1 && is_sealed(got.p, got.n),
           "3 MB: %s", fronts[i]);
    }
    free(page);
    free(got.p);
}

static void many_attributes(void)
{
    char page[2000];
    int n = snprintf(page, sizeof page, "<a");
    trawl_seal_config config = TRAWL_SEAL_CONFIG_INIT;
    rewrite_result got = {.n = 0};

    for (int i = 0; i < 40; i++)
        n += snprintf(page + n, sizeof page - (size_t)n, " a%d=x", i);
    n += snprintf(page + n, sizeof page - (size_t)n, " href=//evil>y");
    config.decide = count_unread;
    unread = 0;
    seal_run(&got, &config, page, (size_t)n, 65536);
    ok(unread == 1 && is_sealed(got.p, got.n), "40 attributes before an address");
    free(got.p);
}

static void pages_in_pages(void)
{
    unsigned calls = 0;
    trawl_seal_config config = seal_config(&calls);
    rewrite_result got = {.n = 0};
    char page[4000] = "<a href=//evil>";

    for (int i = 0; i < 6; i++) {
        char inner[4000];
        size_t n = 0;
        for (const char *p = page; *p && n + 8 < sizeof inner; p++)
            n += (size_t)snprintf(inner + n, sizeof inner - n,
                                  *p == '"'   ? "&quot;"
                                  : *p == '&' ? "&amp;"
                                              : "%c",
                                  *p);
        snprintf(page, sizeof page, "<iframe srcdoc=\"%.*s\">", (int)n, inner);
    }
    seal_run(&got, &config, page, strlen(page), 65536);
    (void)rewrite_collect(&got, "", 1);
    ok(got.result == TRAWL_OK && !strstr(got.p, "evil"), "pages in pages in pages");
    free(got.p);
}

static int stop(void *user, trawl_seal *s, const trawl_seal_place *place)
{
    (void)place;
    if (user && (trawl_seal_feed(s, "x", 1) != TRAWL_ERROR_MISUSE ||
                 trawl_seal_finish(s) != TRAWL_ERROR_MISUSE))
        return 0;
    return 7;
}

static void misuse(void)
{
    trawl_seal_config config = TRAWL_SEAL_CONFIG_INIT;
    rewrite_result got = {.n = 0};
    trawl_seal *s;

    is_int(trawl_seal_open(NULL, NULL, rewrite_collect, &got), TRAWL_ERROR_MISUSE, "no place");
    is_int(trawl_seal_open(&s, NULL, NULL, NULL), TRAWL_ERROR_MISUSE, "no write");
    config.size = 0;
    is_int(trawl_seal_open(&s, &config, rewrite_collect, &got), TRAWL_ERROR_MISUSE, "no size");
    config.size = sizeof config;
    config.decide = stop;
    config.decide_user = &config;
    is_int(trawl_seal_open(&s, &config, rewrite_collect, &got), TRAWL_OK, "opened");
    is_int(trawl_seal_set(s, "x", 1), TRAWL_ERROR_MISUSE, "set outside of the function");
    is_int(trawl_seal_keep(s), TRAWL_ERROR_MISUSE, "keep outside of the function");
    is_int(trawl_seal_feed(s, "<a href=x>", 10), 7, "the value of the function");
    is_int(trawl_seal_feed(s, "x", 1), TRAWL_ERROR_MISUSE, "fed after that");
    is_int(trawl_seal_finish(s), TRAWL_ERROR_MISUSE, "finished after that");
    trawl_seal_close(&s);
    ok(s == NULL, "closed");
    trawl_seal_close(&s);
    trawl_seal_close(NULL);
    seal_run(&got, NULL, "<a href=http://e.example/>x", 27, 5);
    ok(got.n == 7 && memcmp(got.p + 3, "<a>x", 4) == 0, "without a function addresses are removed");
    free(got.p);
}

static void out_of_memory(void)
{
    static const char page[] =
        "<base href=http://e.example/d/><p style='mask:url(\\79)'><style>a{mask:url(b)}</style>"
        "<iframe srcdoc='<a href=z>'></iframe><img srcset='x 1x'>";
    int wrong = 0;
    long n = 0;

    for (bool failed = true; failed && n < 1000; n++) {
        purse p = {.left = n};
        unsigned calls = 0;
        trawl_seal_config config = seal_config(&calls);
        rewrite_result got = {.n = 0};

        config.resize = purse_resize;
        config.resize_user = &p;
        seal_run(&got, &config, page, sizeof page - 1, 10);
        failed = got.result == TRAWL_ERROR_NO_MEMORY;
        wrong += (!failed && got.result != TRAWL_OK) || p.blocks != 0;
        free(got.p);
    }
    ok(wrong == 0 && n > 10 && n < 1000, "each of %ld allocations fails", n);
}

int main(void)
{
    by_hand();
    limited();
    made();
    long_ones();
    many_attributes();
    pages_in_pages();
    misuse();
    out_of_memory();
    return done();
}
