/* t_html.c - text as HTML: the rules F1 to F12
 *
 * Each output is read by html_read.h, which accepts only what the writer may write, and its text
 * content is compared with display(source).
 */
#include <trawl_emit.h>

#include "base/memory.h"
#include "emit_run.h"
#include "html/html_read.h"
#include "tap.h"

#define REL " rel=\"nofollow noopener noreferrer ugc\""

static emit_out got, shown;
static html_read html;

typedef struct how {
    unsigned options;
    const char *live, *template;
} how;

static trawl_str str_of(const char *s)
{
    return (trawl_str){s ? s : "", s ? strlen(s) : 0};
}

static int convert(how with, const char *text, size_t n, size_t step)
{
    trawl_emit_config c = {
        .size = sizeof c, .format = TRAWL_EMIT_FORMAT_HTML, .options = with.options};
    trawl_config scan = {.size = sizeof scan, .find = TRAWL_FIND_DEFAULT};

    c.live = str_of(with.live);
    c.link_template = str_of(with.template);
    return emit_scan(&got, &c, &scan, text, n, 0, step);
}

/* Reads the output back; its text must be display(text). */
static bool reads_well(how with, const char *text, size_t n)
{
    bool xhtml = (with.options & TRAWL_EMIT_OPTION_XHTML) != 0;
    bool good = with.options & TRAWL_EMIT_OPTION_PAGE ? html_read_page(&html, got.p, got.n, xhtml)
                                                      : html_read_all(&html, got.p, got.n, xhtml);

    emit_display(&shown, text, n, false);
    if (!good)
        printf("# %s at byte %zu of %s\n", html.broken, html.at, got.p);
    if (good && (html.text.n != shown.n || memcmp(html.text.p, shown.p, shown.n) != 0)) {
        tap_show("text", html.text.p, html.text.n);
        tap_show("display", shown.p, shown.n);
        good = false;
    }
    return good;
}

/* Checks the hrefs of a text, one a line. */
static void links(const char *name, const char *live, const char *text, const char *hrefs)
{
    how with = {.live = live};

    if (convert(with, text, strlen(text), 0) != TRAWL_OK || !reads_well(with, text, strlen(text)))
        ok(false, "%s: %s is valid", name, text);
    else
        is_str(html.hrefs.p, hrefs, "%s: %s", name, text);
}

/* Checks the whole output. */
static void is_html(const char *name, unsigned options, const char *text, const char *want)
{
    how with = {.options = options};

    if (convert(with, text, strlen(text), 0) != TRAWL_OK || !reads_well(with, text, strlen(text)))
        ok(false, "%s: %s is valid", name, text);
    else
        is_str(got.p, want, "%s: %s", name, text);
}

static void holds(const char *name, unsigned options, const char *text, const char *part)
{
    how with = {.options = options};

    if (!ok(convert(with, text, strlen(text), 0) == TRAWL_OK &&
                reads_well(with, text, strlen(text)) && strstr(got.p, part),
            "%s: %s gives %s", name, text, part))
        tap_show("got", got.p, got.n);
}

#define READINGS                                                                                   \
    "<bdi dir=\"ltr\"><a href=\"http://a.example/foo-bar\"" REL                                    \
    " title=\"or, read otherwise: http://a.example/foobar\">"

static void t_rows(void)
{
    links("F1 javascript", "javascript", "<URL:javascript:alert(1)>", "");
    links("F4 a quote", "", "http://a.example/\"onclick=x", "http://a.example/%22onclick=x\n");
    holds("F5 an ampersand", 0, "http://a.example/?a=1&b=2",
          "href=\"http://a.example/?a=1&amp;b=2\"");
    links("F2 userinfo", "", "http://www.bank.example@evil.example/", "");
    links("F2 a port and line ends", "news", "<URL:gopher://h.example:25/1HELO%0D%0AMAIL>", "");
    links("F8 mixed scripts", "", "http://\xD0\xB0pple.com/", "http://xn--pple-43d.com/\n");
    holds("F8 mixed scripts", 0, "http://\xD0\xB0pple.com/",
          "</a></bdi><small class=\"trawl-note\"> [xn--pple-43d.com]</small>");
    is_html("F12 a hyphen at a line end", 0, "<URL:http://a.example/foo-\nbar>",
            "&lt;URL:" READINGS "http://a.example/foo-\nbar</a></bdi>&gt;");
    is_html("F5: one anchor over a line end", 0, "<URL:http://a.example/\r\nb>",
            "&lt;URL:<bdi dir=\"ltr\"><a href=\"http://a.example/b\"" REL
            ">http://a.example/\nb</a></bdi>&gt;");
    is_html("F5: two around blanks", 0, "<URL:http://a.example/\n  b>",
            "&lt;URL:<bdi dir=\"ltr\"><a href=\"http://a.example/b\"" REL
            ">http://a.example/</a></bdi>\n  <bdi dir=\"ltr\"><a href=\"http://a.example/b\"" REL
            ">b</a></bdi>&gt;");
    is_html("F5: two around a quote mark", 0, "> <URL:http://a.example/\n> b>",
            "&gt; &lt;URL:<bdi dir=\"ltr\"><a href=\"http://a.example/b\"" REL
            ">http://a.example/</a></bdi>\n&gt; <bdi dir=\"ltr\"><a href=\"http://a.example/b\"" REL
            ">b</a></bdi>&gt;");
}

/* F1: schemes. */
static void t_schemes(void)
{
    static const char *const never[] = {
        "javascript", "vbscript", "livescript",  "data", "blob",   "filesystem",
        "file",       "about",    "view-source", "jar",  "chrome", "resource",
        "ms-excel",   "hcp",      "search",      "hxxp", "hxxps",  "chrome-extension",
    };
    char text[128];

    links("F1", "", "http://a.example/ HTTPS://A.example/ mailto:a@b.example",
          "http://a.example/\nhttps://A.example/\n"
          "mailto:a@b.example\n");
    links("F1", "", "ftp://a.example/x news:comp.lang.c gopher://a.example/", "");
    links("F1", "news",
          "ftp://a.example/x <URL:news:comp.lang.c> <nntp://a.example/b.c/1> gopher://a.example/",
          "ftp://a.example/x\nnews:comp.lang.c\nnntp://a.example/b.c/1\ngopher://a.example/\n");
    links("F1", "ftp, Prospero",
          "ftp://a.example/x <URL:prospero://a.example//b/c> nntp://a.example/b.c/1",
          "ftp://a.example/x\nprospero://a.example//b/c\n");
    links("F1", "x-own,nosuchscheme", "x-own://a.example/ nosuchscheme://a.example/", "");
    for (size_t i = 0; i < sizeof never / sizeof never[0]; i++) {
        snprintf(text, sizeof text, "<URL:%s:x> <URL:%s://a.example/x> %s://a.example/", never[i],
                 never[i], never[i]);
        links("F1", never[i], text, "");
    }
    links("F1", "microsoft.windows.camera.multipicker",
          "microsoft.windows.camera.multipicker://a.example/",
          "microsoft.windows.camera.multipicker://a.example/\n");
    links("F1", "", "microsoft.windows.camera.multipicker://a.example/", "");
    links("F1", "javascript",
          "<URL:JaVaScRiPt:alert(1)> <URL:java\nscript:alert(1)> <javascript:x>", "");
}

/* F2, F3, F9: URLs that are not live although their schemes are. */
static void t_dead(void)
{
    links("F2", "", "http://u:p@a.example/ https://u@a.example/ http://@a.example/", "");
    holds("F2", 0, "http://u@a.example/",
          "<bdi dir=\"ltr\" class=\"trawl-dead\">http://u@a.example/</bdi>"
          "<small class=\"trawl-note\"> [userinfo]</small>");
    links(
        "F2", "",
        "http://a.example/%zz <URL:http://a.example/%4> http://a.example:99999/ http://a.example:0/",
        "");
    links("F2", "", "http://[fe80::7%25eth0]/ http://[fe80::7%eth0]/ http://[fe80::7]/",
          "http://[fe80::7]/\n");
    links("F2", "", "http://a.example:25/ https://a.example:6667/ http://a.example:8080/",
          "http://a.example:8080/\n");
    links("F2", "news",
          "gopher://a.example:70/ gopher://a.example:79/ ftp://a.example:25/ ftp://a.example:2121/",
          "gopher://a.example:70/\nftp://a.example:2121/\n");
    links("F2", "news",
          "ftp://a.example/%0Ax gopher://a.example/0a%0dx ftp://a.example/a%00 <URL:news:a%0Ab@c>",
          "");
    links("F2", "", "<URL:mailto:a%0Db@c.example> <URL:mailto:a@c.example?subject=x%0D%0ABcc:d@e>",
          "");
    links("F2", "", "<URL:mailto:a@c.example?body=one%0D%0Atwo>",
          "mailto:a@c.example?body=one%0D%0Atwo\n");
    links(
        "F2", "",
        "http://a.com\xE2\x80\x8B.example/ http://a\xE2\x80\xAE.example/x http://a.com/x\xE2\x80\xAEgpj.exe",
        "http://a.com/x\n");
    links("F3", "", "telnet://a.example/", "");
    links("F3", "rlogin,tn3270",
          "rlogin://a.example/ tn3270://a.example/ rlogin://u@a.example/ telnet://a.example/",
          "rlogin://a.example/\ntn3270://a.example/\n");
    links("F3", "telnet", "telnet://a.example/ telnet://u@a.example/ telnet://a.example/%41",
          "telnet://a.example/\n");
    links("F3", "",
          "<URL:mailto:a@b.example?cc=c@d.example&subject=x&to=e@f.example&In-Reply-To=1&Body=y>",
          "mailto:a@b.example?subject=x&Body=y\n");
    links("F3", "", "<URL:mailto:?to=a@b.example>", "");
    links("F2", "", "<URL:mailto://n.example.com/x> <mailto://a@b.example> <URL:mailto:///x>", "");
    links("F9", "",
          "<URL:http://a.example%2Fb/> <URL:http://a.example%40b/> <URL:http://a\\b.example/>", "");
    links("F9", "",
          "<URL:http://a\xEF\xBC\x8E"
          "example/> <URL:http://a\xEF\xBC\x8F"
          "b.example/> "
          "<URL:http://a\xEF\xBC\xA0"
          "b.example/>",
          "");
    links("F9", "",
          "http://a.example\\.b.example/ http://a.example\\\\@b.example/ <URL:http:\\\\a.example>",
          "");
    holds("F9", 0, "http://a.example\\.b.example/",
          "<bdi dir=\"ltr\" class=\"trawl-dead\">http://a.example\\.b.example/</bdi>"
          "<small class=\"trawl-note\"> [backslash]</small>");
    links("F9", "", "<URL:http:///etc/passwd> <URL:http:a.example> <URL:https:/a.example/>", "");
}

/* F4: the href is built, not copied. */
static void t_href(void)
{
    links("F4", "", "<URL:http://a.example/a'b&c{d}>", "http://a.example/a'b&c%7Bd%7D\n");
    holds("F4", 0, "<URL:http://a.example/a'b&c>", "href=\"http://a.example/a&#39;b&amp;c\"");
    links("F4", "",
          "http://b\xC3\xBC"
          "cher.example/\xC3\xA4",
          "http://xn--bcher-kva.example/%C3%A4\n");
    links("F4", "", "www.example.com/x joe@a.example",
          "https://www.example.com/x\nmailto:joe@a.example\n");
    links("F4", "", "<URL:http://a.example/a\\b[c]|d^`>",
          "http://a.example/a%5Cb%5Bc%5D%7Cd%5E%60\n");
}

/* F5, F7: the text. */
static void t_text(void)
{
    static const char controls[] =
        "a\0b\x01\x0B\x0C\x1B[1m\x7F \xC2\x85 \xED\xA0\x80 \xC0\xAF \xE2\x82 \xFF\xEF\xBF\xBF.";

    is_html("F5", 0, "a & b < c > d \" e ' f &amp; \t.\n",
            "a &amp; b &lt; c &gt; d &quot; e &#39; f &amp;amp; \t.\n");
    is_html("F5", 0, "a\rb\r\nc\n\rd\r", "a\nb\nc\n\nd\n");
    ok(!convert((how){0}, controls, sizeof controls - 1, 0) &&
           reads_well((how){0}, controls, sizeof controls - 1),
       "F5: controls and broken UTF-8");
    is_html("F7", 0,
            "a\xE2\x80\xAE"
            "b\xC2\xAD"
            "c\xEF\xBB\xBF\xE2\x80\x8D",
            "a[U+202E]b[U+00AD]c[U+FEFF]\xE2\x80\x8D");
    is_html(
        "F5", 0, "> <URL:http://a.example/lo\n> ng/path> x",
        "&gt; &lt;URL:<bdi dir=\"ltr\"><a href=\"http://a.example/long/path\"" REL
        ">http://a.example/lo</a></bdi>\n&gt; <bdi dir=\"ltr\"><a href=\"http://a.example/long/path\"" REL
        ">ng/path</a></bdi>&gt; x");
    is_html("F5", 0, "\fa\f\n\f> b\r\f\nc", "a\n&gt; b\n\nc");
    holds("F5", TRAWL_EMIT_OPTION_PAGE | TRAWL_EMIT_OPTION_NO_STRUCTURE, "\f\f\na\f",
          "<pre>\n\na</pre>");
    is_html("F1", 0, "<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;");
}

/* F4: attributes given by the caller, escaped. */
static void t_attributes(void)
{
    trawl_emit_config c = {.size = sizeof c, .format = TRAWL_EMIT_FORMAT_HTML};

    c.rel = str_of("me\"><x>");
    c.css_class = str_of("a&b'");
    c.target = str_of("_blank\n");
    is_int(emit_scan(&got, &c, NULL, "http://a.example/", 17, 0, 0), TRAWL_OK,
           "F4: given attributes");
    is_str(
        got.p,
        "<bdi dir=\"ltr\"><a href=\"http://a.example/\" rel=\"me&quot;&gt;&lt;x&gt;\" class=\"a&amp;b&#39;\""
        " target=\"_blank&#10;\">http://a.example/</a></bdi>",
        "F4: given attributes, escaped");
    convert((how){.template = "https://out.example/?a=1&u=%u"}, "http://a.example/?x=1&y=%41", 28,
            0);
    ok(strstr(
           got.p,
           "href=\"https://out.example/?a=1&amp;u=http%3A%2F%2Fa.example%2F%3Fx%3D1%26y%3D%2541\""),
       "a link template");
}

/* F7, F8, F9, F11, F12. */
static void t_notes(void)
{
    static char many[9000];

    is_html("F8", 0,
            "http://b\xC3\xBC"
            "cher.example/",
            "<bdi dir=\"ltr\"><a href=\"http://xn--bcher-kva.example/\"" REL
            " title=\"xn--bcher-kva.example\">http://b\xC3\xBC"
            "cher.example/</a></bdi>");
    holds("F8", 0, "http://\xD1\x81\xD0\xB0\xD1\x80.com/",
          "</a></bdi><small class=\"trawl-note\"> [xn--");
    holds("F9", 0, "http://0x7f.1/", "<small class=\"trawl-note\"> [odd-ip]</small>");
    memcpy(many, "http://a.example/", 17);
    for (size_t i = 17; i + 2 < 3000; i += 2)
        memcpy(many + i, "\xC3\xA4", 2);
    links("F11", "", many, "");
    holds(
        "F12", TRAWL_EMIT_OPTION_BOTH, "<URL:http://a.example/foo-\nbar>",
        "</a></bdi><small class=\"trawl-note\"> [or <bdi dir=\"ltr\"><a href=\"http://a.example/foobar\"" REL
        ">http://a.example/foobar</a></bdi>]</small>");
}

int main(void)
{
    t_rows();
    t_schemes();
    t_dead();
    t_href();
    t_text();
    t_attributes();
    t_notes();
    return done();
}
