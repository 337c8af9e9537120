/* t_html_cut.c - HTML: fragments and pages from pieces of any size, without memory, and with an
 * output that fails
 *
 * The text has every kind of link and all unusual line ends and bytes. For all sets of options, in
 * pieces of 1 to 31 bytes, the output is the same, html_read.h accepts it, and its text content is
 * display(source).
 */
#include <trawl_emit.h>

#include "base/memory.h"
#include "emit_run.h"
#include "html/html_read.h"
#include "tap.h"

/* clang-format off */
static const char text[] =
    "\r\nFrom here on <URL:http://www.example.com/a/lo-\n  ng path/x?a&amp;b#c>, and <ftp://ftp.example.org/x>.\r\n"
    "> quoted <URL:http://q.example/one\n> two> joe@example.com <jane@example.org> In article <1.2@a.example>\n"
    ">> twice <b>&quot;\n> > twice too\n\n"
    "http://b\xC3\xBC" "cher.example/\xC3\xA4 www.example.net/x a.com b.example.com/y 192.0.2.1/z localhost:8080/w\n"
    "//n.example.com/v mailto:a@b\xC3\xBC" "cher.example?subject=x&cc=y news:1@a.example <URL:part/ial.html>\n"
    "   indented  http://0x7f.1/ http://u@a.example/ http://a.example:25/ http://\xD0\xB0pple.com/\n"
    "- an entry <URL:javascript:alert(1)>\n\tx\r\r\n"
    "    verbatim <URL:http://a.example/\n    x/y>\n\n"
    "<URL:http://a.example/ http://b.example/> <URL:www.example.com> x-own://h/x <URL:http://a.example/1\n\n2> end.\n"
    "bad \xC3 \xE2\x82 \xF0\x9F\x98 \xED\xA0\x80 \xFF \x01\x7F \xC2\x85 \xE2\x80\xAE" "x\xC2\xAD \xF0\x9F\x98\x80 \xEF\xBF\xBE\n"
    "Note: a\n\n   b\n\n   - c\n\n"
    "-- \nJoe\nhttp://joe.example/\n> -- \n> Jane\n>\n> x\n>>>>>>>>>>>> deep\n<URL:http://open.example/\n\nend. \xE2\x80";
/* clang-format on */

static const unsigned option_sets[] = {
    0,
    TRAWL_EMIT_OPTION_BOTH,
    TRAWL_EMIT_OPTION_XHTML,
    TRAWL_EMIT_OPTION_STRUCTURE,
    TRAWL_EMIT_OPTION_PAGE | TRAWL_EMIT_OPTION_NO_STRUCTURE,
    TRAWL_EMIT_OPTION_PAGE | TRAWL_EMIT_OPTION_NO_STRUCTURE | TRAWL_EMIT_OPTION_XHTML,
    TRAWL_EMIT_OPTION_PAGE,
    TRAWL_EMIT_OPTION_PAGE | TRAWL_EMIT_OPTION_XHTML | TRAWL_EMIT_OPTION_BOTH,
    TRAWL_EMIT_OPTION_PAGE | TRAWL_EMIT_OPTION_OWN_TITLE,
    TRAWL_EMIT_OPTION_PAGE | TRAWL_EMIT_OPTION_KEEP_LINES,
    TRAWL_EMIT_OPTION_PAGE | TRAWL_EMIT_OPTION_KEEP_LINES | TRAWL_EMIT_OPTION_XHTML |
        TRAWL_EMIT_OPTION_NO_STYLE,
};

enum { SETS = sizeof option_sets / sizeof option_sets[0] };

static emit_out whole, cut, shown;
static html_read html;

static int run(emit_out *o, unsigned options, const char *p, size_t n, size_t step)
{
    trawl_emit_config c = {.size = sizeof c,
                           .format = TRAWL_EMIT_FORMAT_HTML,
                           .options = options,
                           .live = {"news", 4}};
    trawl_config scan = {.size = sizeof scan,
                         .find = (TRAWL_FIND_NETPATH << 1) - 1 + TRAWL_FIND_OSC8,
                         .options = TRAWL_OPTION_ALL_DOMAINS | TRAWL_OPTION_JOIN};

    c.title = (trawl_str){"a <title> & \"more\"", 18};
    return emit_scan(o, &c, &scan, p, n, 0, step);
}

static bool has_structure(unsigned options)
{
    return options & TRAWL_EMIT_OPTION_PAGE ? !(options & TRAWL_EMIT_OPTION_NO_STRUCTURE)
                                            : (options & TRAWL_EMIT_OPTION_STRUCTURE) != 0;
}

/* Compares the text content of what was read with `shown`. */
static bool is_shown(unsigned options)
{
    if (has_structure(options))
        return html_same_but_white(html.text.p, html.text.n, shown.p, shown.n);
    return html.text.n == shown.n && memcmp(html.text.p, shown.p, shown.n) == 0;
}

static bool reads_well(const emit_out *o, unsigned options, const char *p, size_t n)
{
    bool xhtml = (options & TRAWL_EMIT_OPTION_XHTML) != 0;
    bool good = options & TRAWL_EMIT_OPTION_PAGE ? html_read_page(&html, o->p, o->n, xhtml)
                                                 : html_read_all(&html, o->p, o->n, xhtml);

    emit_display(&shown, p, n, false);
    if (!good)
        printf("# %s at byte %zu\n", html.broken, html.at);
    if (has_structure(options))
        return ok(good && is_shown(options), "text content, options %x", options);
    return good &&
           is_mem(html.text.p, html.text.n, shown.p, shown.n, "text content, options %x", options);
}

static void t_cuts(void)
{
    size_t n = sizeof text - 1;

    for (unsigned i = 0; i < SETS; i++) {
        size_t bad = 0;
        is_int(run(&whole, option_sets[i], text, n, 0), TRAWL_OK, "options %x", option_sets[i]);
        ok(reads_well(&whole, option_sets[i], text, n), "options %x: valid", option_sets[i]);
        for (size_t step = 1; step <= 31 && !bad; step++)
            if (run(&cut, option_sets[i], text, n, step) || cut.n != whole.n ||
                memcmp(cut.p, whole.p, cut.n) != 0)
                bad = step;
        is_int(bad, 0, "options %x: the same in any cut", option_sets[i]);
    }
}

/* Converts every prefix and every suffix of the text. */
static void t_ends(void)
{
    size_t n = sizeof text - 1;

    for (unsigned i = 0; i < SETS; i++) {
        bool good = true;
        for (size_t k = 0; k < 2 * n && good; k++) {
            const char *p = k < n ? text : text + (k - n);
            size_t len = k < n ? k : 2 * n - k;
            bool page = option_sets[i] & TRAWL_EMIT_OPTION_PAGE,
                 xhtml = (option_sets[i] & TRAWL_EMIT_OPTION_XHTML) != 0;
            good = run(&whole, option_sets[i], p, len, 0) == TRAWL_OK &&
                   (page ? html_read_page(&html, whole.p, whole.n, xhtml)
                         : html_read_all(&html, whole.p, whole.n, xhtml));
            emit_display(&shown, p, len, false);
            good = good && is_shown(option_sets[i]);
            if (!good)
                printf("# from %zu, %zu bytes: %s\n", (size_t)(p - text), len,
                       html.broken ? html.broken : "text");
        }
        ok(good, "options %x: every prefix and suffix", option_sets[i]);
    }
}

/* Makes the n-th allocation fail: the result must be TRAWL_ERROR_NO_MEMORY, or right. */
static void t_memory(void)
{
    int result = TRAWL_ERROR_NO_MEMORY;
    bool good = true;
    long n = 0;

    run(&whole, TRAWL_EMIT_OPTION_PAGE, text, sizeof text - 1, 0);
    for (; result == TRAWL_ERROR_NO_MEMORY && n < 4000; n++) {
        trawl_release();
        memory_fail_after(n);
        result = run(&cut, TRAWL_EMIT_OPTION_PAGE, text, sizeof text - 1, 0);
        memory_fail_after(-1);
        good =
            good && (result == TRAWL_ERROR_NO_MEMORY || (result == TRAWL_OK && cut.n == whole.n));
    }
    ok(good && n > 5 && n < 4000, "allocations fail %ld times, then it works", n - 1);
    ok(cut.n == whole.n && memcmp(cut.p, whole.p, whole.n) == 0, "the output is the same");
}

/* Makes the n-th write fail: its value must be returned, and nothing more is written. */
static void t_output(void)
{
    int result = 7;
    bool good = true;
    long n = 1;

    for (; result == 7 && n < 10000; n++) {
        cut.stop_after = n + 1; /* the first write is that of emit_scan() */
        result = run(&cut, TRAWL_EMIT_OPTION_PAGE | TRAWL_EMIT_OPTION_KEEP_LINES, text,
                     sizeof text - 1, 0);
        good = good && (result == 7 || result == TRAWL_OK) && (result != 7 || cut.stop_after == 0);
        cut.stop_after = 0;
    }
    ok(good && n > 5 && n < 10000, "the output fails %ld times", n - 2);
}

static void contains(unsigned options, const char *p, const char *part)
{
    if (!ok(run(&whole, options, p, strlen(p), 0) == TRAWL_OK && strstr(whole.p, part),
            "%s gives %s", p, part))
        tap_show("got", whole.p, whole.n);
}

/* A title without a character that HTML shows counts as missing. */
static void t_blank_title(void)
{
    trawl_emit_config c = {
        .size = sizeof c, .options = TRAWL_EMIT_OPTION_PAGE, .title = {"\f\f", 2}};

    ok(emit_scan(&whole, &c, NULL, "x", 1, 0, 0) == TRAWL_OK &&
           strstr(whole.p, "<title>Text</title>") &&
           strstr(whole.p, "<header class=\"trawl-top trawl-aside\"><h1>Text</h1>"),
       "a title of form feeds");
    c.title = (trawl_str){"\fx\f", 3};
    ok(emit_scan(&whole, &c, NULL, "x", 1, 0, 0) == TRAWL_OK && strstr(whole.p, "<title>x</title>"),
       "form feeds in a title");
}

static void t_pages(void)
{
    unsigned page = TRAWL_EMIT_OPTION_PAGE | TRAWL_EMIT_OPTION_NO_STRUCTURE,
             text_page = TRAWL_EMIT_OPTION_PAGE, some = TRAWL_EMIT_OPTION_STRUCTURE;

    contains(page, "", "<title>a &lt;title&gt; &amp; &quot;more&quot;</title>");
    contains(page, "\nx", "<main><pre>\n\nx</pre></main>");
    contains(page | TRAWL_EMIT_OPTION_XHTML, "\nx", "<main><pre>\nx</pre></main>");
    contains(page, "a\n> b\n>> c\nd\n",
             "<pre>a\n<span class=\"trawl-quote\">&gt; b\n</span><span class=\"trawl-quote\">&gt;"
             "<span class=\"trawl-quote\">&gt; c\n</span></span>d\n</pre>");
    contains(page | TRAWL_EMIT_OPTION_XHTML, "", "<meta charset=\"utf-8\"/>");
    contains(text_page, "", "<h1>a &lt;title&gt; &amp; &quot;more&quot;</h1></header>\n<main");
    contains(text_page, "", "<html lang=\"und\">");
    contains(text_page | TRAWL_EMIT_OPTION_KEEP_LINES, "x\n",
             "<main class=\"trawl-text trawl-lines\">\n<p>x</p></main>");
    contains(some, "a\n\nc\n", "\n<p>a</p>\n<p>c</p>");
    contains(some, "> a\nb\n",
             "\n<blockquote>\n<p><span class=\"trawl-mark\" hidden>&gt; </span>a</p></blockquote>"
             "\n<p>b</p>");
    contains(some, "a\n-- \nJoe\n\nx\n",
             "<p>a</p>\n<pre class=\"trawl-signature\">-- \nJoe\n\nx</pre>");
    contains(
        some, "> @@ -1 +1 @@\n> -a\n> +http://a.example/\n",
        "<span class=\"trawl-mark\" hidden>&gt; </span><span class=\"trawl-hunk\">@@ -1 +1 @@"
        "</span>\n<span class=\"trawl-mark\" hidden>&gt; </span><span class=\"trawl-removed\">-a"
        "</span>\n<span class=\"trawl-mark\" hidden>&gt; </span><span class=\"trawl-added\">+<bdi");
    contains(some, "@@ -1 +1 @@\n+http://a.example/\n", "http://a.example/</a></bdi></span></pre>");
    contains(some, " a.c | 4 ++-\n 1 file changed\n",
             "aria-label=\"Changed files\"> a.c | 4 <span class=\"trawl-added\">++</span><span "
             "class=\"trawl-removed\">-</span>\n 1 file changed</pre>");
    contains(some, "b\n\nFixes: 0123456789ab (\"c\")\nLink: d\n e\nAcked-by: F <f>\n\ng\n",
             "<ul class=\"trawl-trailers\">\n<li><p>Fixes: 0123456789ab (&quot;c&quot;)</p></li>\n"
             "<li><p>Link: d\ne</p></li>\n<li><p>Acked-by: F &lt;f&gt;</p></li></ul>\n<p>g</p>");
    contains(some, "Long\n====\n\nx\n",
             "\"></a><span class=\"trawl-mark\" hidden>\n====</span></h2>\n<p>x</p>");
    contains(some, "see\n\n  * http://a.example/\n  * two\n\nend\n",
             "<ul>\n<li><p><span class=\"trawl-mark\" hidden>* </span><bdi dir=\"ltr\"><a "
             "href=\"http://a.example/\"");
    contains(some, "see\n\n  1. one\n  2. two\n\nend\n",
             "<ol>\n<li><p><span class=\"trawl-label\">1. </span>one</p></li>\n<li><p><span "
             "class=\"trawl-label\">2. </span>two</p></li></ol>\n<p>end</p>");
    contains(some, "-a  one\n    two\n\n    three\n-b  * four\n--  five\n",
             "\n<dl>\n<dt>-a</dt>\n<dd>\n<p>one <br>two</p>\n<p>three</p></dd>\n<dt>-b</dt>\n<dd>");
    contains(
        some, "-a  one\n    * two\n-b  three\n",
        "<p>one</p>\n<ul>\n<li><p><span class=\"trawl-mark\" hidden>* </span>two</p></li></ul></dd>\n"
        "<dt>-b</dt>\n<dd>\n<p>three</p></dd></dl>");
    contains(some, "-a\n       x = y;\n", "<dt>-a</dt>\n<dd>\n<pre");
    contains(some, "-a http://a.example/  b\n",
             "http://a.example/</a></bdi></dt>\n<dd>\n<p>b</p></dd></dl>");
    contains(some, "a line of text\n\n----------\n\nanother\n",
             "<span class=\"trawl-mark\" hidden>\n----------</span><hr>\n<p>another</p>");
}

/* No element of a block ends inside a link: "section 1" crosses the columns of a term, and links
 * begin where a term and a cell end. */
static void t_columns(void)
{
    contains(TRAWL_EMIT_OPTION_STRUCTURE, "1. One\n\nText.\n\n-a section  1, b\n   c\n",
             "<dt>-a <a class=\"trawl-ref\" href=\"#section-1\">section  1</a>, b</dt>\n<dd>");
    contains(TRAWL_EMIT_OPTION_STRUCTURE, "-a  \vhttp://a.example/ b\n",
             "<dt>-a  \xEF\xBF\xBD</dt>\n<dd>\n<p><bdi dir=\"ltr\"><a href=\"http://a.example/\"");
    contains(TRAWL_EMIT_OPTION_STRUCTURE,
             "Ann  12  Dover\nBob  13 \vhttp://a.example/\nEve  14  Hull\nJoe  15  Leith\n",
             "<td>13 \xEF\xBF\xBD</td> <td><bdi dir=\"ltr\"><a href=\"http://a.example/\"");
}

/* F11: the second line has pieces of the first link without room for an anchor. The link in the next
 * line does not continue them. */
static void t_no_room(void)
{
    contains(TRAWL_EMIT_OPTION_STRUCTURE,
             "<URL: http://a.example/ one two three four five six seven eight nine ten\n2 and 1\n"
             "  1. http://b.example/x\n>\n",
             "\n2 and 1</p>\n<ol>");
}

/* Sends events like the mail reader: the texts of the header name their field, and a part follows;
 * in pieces of `step` bytes. */
static void letter(unsigned options, size_t step)
{
    static const char head[] = "\nFrom: <b>\r\n> x\n", body[] = "> a\n-- \nJoe\n", next[] = "b\n";
    const trawl_str texts[] = {
        {head, sizeof head - 1}, {body, sizeof body - 1}, {next, sizeof next - 1}};
    const trawl_event part = {.size = sizeof part, .type = TRAWL_EVENT_PART};
    trawl_emit_config c = {.size = sizeof c, .format = TRAWL_EMIT_FORMAT_HTML, .options = options};
    trawl_emit *e;

    cut.n = 0;
    emit_add(&cut, "");
    if (trawl_emit_open(&e, &c, emit_keep, &cut) != TRAWL_OK)
        abort();
    for (size_t i = 0; i < 3; i++) {
        if (i > 0)
            (void)trawl_emit_event(e, &part);
        for (size_t at = 0; at < texts[i].n; at += step) {
            size_t len = texts[i].n - at < step ? texts[i].n - at : step;
            trawl_event event = {
                .size = sizeof event, .type = TRAWL_EVENT_TEXT, .text = {texts[i].p + at, len}};
            if (i == 0)
                event.field = (trawl_str){"From", 4};
            (void)trawl_emit_event(e, &event);
        }
    }
    (void)trawl_emit_finish(e);
    trawl_emit_close(&e);
}

static void t_letters(void)
{
    static const struct {
        unsigned options;
        const char *want;
    } cases[] = {
        {0, "\nFrom: &lt;b&gt;\n&gt; x\n&gt; a\n-- \nJoe\nb\n"},
        {TRAWL_EMIT_OPTION_PAGE | TRAWL_EMIT_OPTION_NO_STRUCTURE,
         "<main><pre><span class=\"trawl-head\">\nFrom: &lt;b&gt;\n&gt; x\n</span>"
         "<span class=\"trawl-quote\">&gt; a\n</span>-- \nJoe\nb\n</pre></main>"},
        {TRAWL_EMIT_OPTION_PAGE,
         "<main class=\"trawl-text\">\n<header class=\"trawl-head\">\nFrom: &lt;b&gt;\n&gt; x\n"
         "</header>\n<blockquote>\n<p><span class=\"trawl-mark\" hidden>&gt; </span>a</p>"
         "</blockquote>\n<pre class=\"trawl-signature\">-- \nJoe</pre>\n<p>b</p></main>"},
        {TRAWL_EMIT_OPTION_STRUCTURE,
         "\n<header class=\"trawl-head\">\nFrom: &lt;b&gt;\n&gt; x\n</header>"},
        {TRAWL_EMIT_OPTION_PAGE | TRAWL_EMIT_OPTION_XHTML,
         "<p><span class=\"trawl-mark\" hidden=\"hidden\">&gt; </span>a</p>"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (size_t step = 1; step < 40; step += 38) {
            letter(cases[i].options, step);
            if (!ok(strstr(cut.p, cases[i].want) != NULL, "a letter, options %x, by %zu",
                    cases[i].options, step))
                tap_show("got", cut.p, cut.n);
        }
}

static void t_css(void)
{
    trawl_emit_config c = {
        .size = sizeof c, .format = TRAWL_EMIT_FORMAT_HTML, .options = TRAWL_EMIT_OPTION_PAGE};

    c.css = (trawl_str){"\xEF\xBB\xBFp>a{content:'</style><script>'}", 34};
    is_int(emit_scan(&whole, &c, NULL, "x", 1, 0, 0), TRAWL_OK, "a stylesheet");
    ok(strstr(whole.p, "<style>\np>a{content:'<\\/style><script>'}</style>") != NULL,
       "cannot close its element");
    c.options |= TRAWL_EMIT_OPTION_XHTML;
    emit_scan(&whole, &c, NULL, "x", 1, 0, 0);
    ok(strstr(whole.p, "<style>\np&gt;a{content:'&lt;/style&gt;&lt;script&gt;'}</style>") != NULL,
       "in XML it is escaped");
}

/* The fast path for links must write the same as the general one, which attributes of the caller
 * select. */
static void t_fast(void)
{
    trawl_emit_config c = {.size = sizeof c, .format = TRAWL_EMIT_FORMAT_HTML}, with_rel = c;

    with_rel.rel = (trawl_str){"nofollow noopener noreferrer ugc", 32};
    for (size_t step = 0; step < 40; step++) {
        emit_scan(&whole, &c, NULL, text, sizeof text - 1, 0, step);
        emit_scan(&cut, &with_rel, NULL, text, sizeof text - 1, 0, step);
        is_mem(whole.p, whole.n, cut.p, cut.n, "links by the fast path, by %zu", step);
    }
}

int main(void)
{
    t_cuts();
    t_fast();
    t_ends();
    t_memory();
    t_output();
    t_pages();
    t_columns();
    t_no_room();
    t_blank_title();
    t_letters();
    t_css();
    return done();
}
