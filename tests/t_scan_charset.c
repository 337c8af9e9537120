/* t_scan_charset.c - links in texts of other charsets: what is found, and where it stands in the bytes as fed
 *
 * Three promises hold for each text: the events' texts joined are the decoded text, their spans tile the source, and every
 * cut gives the same events.
 */
#include <trawl.h>

#include "base/memory.h"
#include "tap.h"

#define MOST 400000

/* What came of a scan. */
typedef struct got {
    char text[MOST];
    size_t n;
    char links[MOST]; /* "url [from,to)... line:column;" each */
    size_t links_n;
    uint64_t end; /* of the last span */
    bool tiles;
    int result;
} got;

static int collect(void *user, const trawl_event *e)
{
    got *g = user;

    if (e->type == TRAWL_EXPLAIN)
        return 0;
    g->tiles = g->tiles && e->span.from == g->end && e->span.to >= e->span.from;
    g->end = e->span.to;
    memcpy(g->text + g->n, e->text.p, e->text.n);
    g->n += e->text.n;
    if (e->type != TRAWL_LINK)
        return 0;
    g->links_n += (size_t)snprintf(g->links + g->links_n, 200, "%.*s ", (int)e->link->url.n, e->link->url.p);
    for (unsigned i = 0; i < e->link->span_count; i++)
        g->links_n += (size_t)snprintf(g->links + g->links_n, 50, "[%d,%d)", (int)e->link->spans[i].from,
                                       (int)e->link->spans[i].to);
    g->links_n += (size_t)snprintf(g->links + g->links_n, 100, " in [%d,%d) %d:%d;", (int)e->link->extent.from,
                                   (int)e->link->extent.to, (int)e->link->line, (int)e->link->column);
    return 0;
}

static trawl_config in_charset(const char *name)
{
    return (trawl_config){.size = sizeof(trawl_config), .charset = {name, strlen(name)}};
}

static void feed_all(trawl *t, got *g, const char *p, size_t n, size_t first, size_t chunk)
{
    size_t step = first < n ? first : n;

    g->n = g->links_n = 0;
    g->links[0] = '\0';
    g->end = 0;
    g->tiles = true;
    g->result = TRAWL_OK;
    for (size_t done = 0; done < n && !g->result; done += step, step = chunk < n - done ? chunk : n - done)
        g->result = trawl_feed(t, p + done, step);
    if (!g->result)
        g->result = trawl_finish(t);
    g->tiles = g->tiles && g->end == n;
}

static void scan(got *g, const char *name, const char *p, size_t n, size_t first, size_t chunk)
{
    trawl_config cfg = in_charset(name);
    trawl *t;

    g->result = trawl_open(&t, &cfg, collect, g);
    if (g->result)
        return;
    feed_all(t, g, p, n, first, chunk);
    trawl_close(&t);
}

static bool same(const got *a, const got *b)
{
    return a->result == b->result && a->n == b->n && a->tiles == b->tiles && memcmp(a->text, b->text, a->n) == 0 &&
           strcmp(a->links, b->links) == 0;
}

static void any_cut(const got *whole, const char *name, const char *p, size_t n)
{
    static got cut;
    bool good = true;

    for (size_t chunk = 1; chunk <= 31 && good; chunk++) {
        scan(&cut, name, p, n, chunk, chunk);
        good = same(whole, &cut);
    }
    for (size_t first = 0; first <= n && n < 200 && good; first++) {
        scan(&cut, name, p, n, first, n);
        good = same(whole, &cut);
    }
    ok(good, "%s: any cut", name);
}

/* A text, what it is in UTF-8, and its links with their places. */
static void check(const char *name, const char *source, size_t n, const char *text, const char *links)
{
    static got whole;

    scan(&whole, name, source, n, n, n);
    if (whole.result == TRAWL_BAD_CHARSET) {
        skip("this iconv has no %s", name);
        return;
    }
    is_mem(whole.text, whole.n, text, strlen(text), "%s: the text", name);
    is_str(whole.links, links, "%s: its links", name);
    ok(whole.tiles, "%s: spans tile", name);
    any_cut(&whole, name, source, n);
}

#define ESC "\x1B"

/* clang-format off */
static const struct {
    const char *charset, *source, *text, *links;
} texts[] = {
    {"koi8-r", "\xF3\xCD. http://a.example/\xC4\xCF\xCD, \xCD\n",
     "\u0421\u043C. http://a.example/\u0434\u043E\u043C, \u043C\n", "http://a.example/\u0434\u043E\u043C [4,24) in [4,24) 1:5;"},
    {"iso-8859-1", "\xAB" "http://a.example/\xE9\xBB\n",
     "\u00AB" "http://a.example/\u00E9\u00BB\n", "http://a.example/\u00E9 [1,19) in [1,19) 1:2;"},
    {"windows-1252", "\x93<URL:http://a.example/\xE9\n y>\x94",
     "\u201C<URL:http://a.example/\u00E9\n y>\u201D", "http://a.example/\u00E9y [6,24)[26,27) in [1,28) 1:7;"},
    {"shift_jis", "\x95\x5C<URL:http://a.example/\n~x>\x83\x5C\n",
     "\u8868<URL:http://a.example/\n~x>\u30BD\n", "http://a.example/~x [7,24)[25,27) in [2,28) 1:7;"},
    {"euc-jp", "\xBE\xDC http://a.example/\xA4\xA2\xA1\xA3\n",
     "\u8A73 http://a.example/\u3042\u3002\n", "http://a.example/\u3042 [3,22) in [3,22) 1:3;"},
    {"iso-2022-jp", ESC "$B<B" ESC "(Bhttp://a.example/" ESC "$B<B" ESC "(B\n<" ESC "$B<B>" ESC "(B>",
     "\u5B9Fhttp://a.example/\u5B9F\n<\u5B9F\uFFFD>", "http://a.example/\u5B9F [5,30) in [5,30) 1:2;"},
    {"gb18030", "\xCF\xEA http://a.example/\xCE\xC4 \x81\x30\x81\x30.\n",
     "\u8BE6 http://a.example/\u6587 \xC2\x80.\n", "http://a.example/\u6587 [3,22) in [3,22) 1:3;"},
    {"gb2312", "\xCF\xEA www.example.com/\xCE\xC4 \xA1\xA3\n",
     "\u8BE6 www.example.com/\u6587 \u3002\n", "https://www.example.com/\u6587 [3,21) in [3,21) 1:3;"},
    {"big5", "\xB8\xD4\xA8\xA3<http://a.example/\xA5\x5C>\xA1\x43\n",
     "\u8A73\u898B<http://a.example/\u529F>\u3002\n", "http://a.example/\u529F [5,24) in [4,25) 1:4;"},
    {"ks_c_5601-1987", "\xC0\xDA http://a.example/\xB9\xAE \xC2\xFC\n",
     "\uC790 http://a.example/\uBB38 \uCC38\n", "http://a.example/\uBB38 [3,22) in [3,22) 1:3;"},
    {"iso-2022-kr", ESC "$)C\x0E@Z\x0F http://a.example/\x0E" "9.\x0F \x0E" "B|\x0F\n",
     "\uC790 http://a.example/\uBB38 \uCC38\n", "http://a.example/\uBB38 [9,29) in [9,29) 1:3;"},
    {"hz-gb-2312", "~{Oj~} http://a.example/~~j~{ND~} ~{!#~}\n",
     "\u8BE6 http://a.example/~j\u6587 \u3002\n", "http://a.example/~j\u6587 [7,31) in [7,31) 1:3;"},
    {"utf-7", "+inMwVw http://a.example/+MEI +MAI\n+ADw-http://b.example/+AD4-",
     "\u8A73\u3057 http://a.example/\u3042 \u3002\n<http://b.example/>",
     "http://a.example/\u3042 [8,29) in [8,29) 1:4;http://b.example/ [39,57) in [35,61) 2:2;"},
    {"unicode-1-1-utf-7", "a http+AD8-://b.example", "a http?://b.example", ""},
    {"iso-2022-jp", "http://a.example/" ESC "$B" ESC "(B", "http://a.example/", "http://a.example/ [0,17) in [0,17) 1:1;"},
    {"utf-8", "\xC3\xA9 http://a.example/\xE9", "\u00E9 http://a.example/\xE9", "http://a.example/\xE9 [3,21) in [3,21) 1:3;"},
};
/* clang-format on */

static void all_texts(void)
{
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        check(texts[i].charset, texts[i].source, strlen(texts[i].source), texts[i].text, texts[i].links);
}

/* ASCII as units of some bytes. */
static size_t widen(char *out, const char *ascii, size_t n, unsigned size, bool little)
{
    memset(out, 0, n * size);
    for (size_t i = 0; i < n; i++)
        out[i * size + (little ? 0 : size - 1)] = ascii[i];
    return n * size;
}

#define MARKED "<URL:http://a.example/x\n y> www.b.org"

static void marked(const char *name, const char *mark, size_t mark_n, unsigned size, bool little)
{
    char source[300], links[200];
    size_t n;
    int w = (int)size, m = (int)mark_n;

    memcpy(source, mark, mark_n);
    n = mark_n + widen(source + mark_n, MARKED, strlen(MARKED), size, little);
    snprintf(links, sizeof links, "http://a.example/xy [%d,%d)[%d,%d) in [%d,%d) 1:6;https://www.b.org [%d,%d) in [%d,%d) 2:5;",
             m + 5 * w, m + 23 * w, m + 25 * w, m + 26 * w, m, m + 27 * w, m + 28 * w, m + 37 * w, m + 28 * w, m + 37 * w);
    check(name, source, n, "\uFEFF" MARKED, links);
}

static void marks(void)
{
    static const char *const names[] = {"", "utf-8", "koi8-r", "utf-16be"};

    for (size_t i = 0; i < 4; i++) {
        marked(names[i], "\xEF\xBB\xBF", 3, 1, true);
        marked(names[i], "\xFF\xFE", 2, 2, true);
        marked(names[i], "\xFE\xFF", 2, 2, false);
        marked(names[i], "\xFF\xFE\0\0", 4, 4, true);
        marked(names[i], "\0\0\xFE\xFF", 4, 4, false);
    }
    check("", "\xEF\xBB\xBFwww.a.org", 12, "\uFEFFwww.a.org", "https://www.a.org [3,12) in [3,12) 1:1;");
    check("", "\xEF\xBB\xBFjoe@a.org", 12, "\uFEFFjoe@a.org", "mailto:joe@a.org [3,12) in [3,12) 1:1;");
    check("", "\xEF\xBB\xBFhttp://a.example", 19, "\uFEFFhttp://a.example", "http://a.example [3,19) in [3,19) 1:1;");
    check("", "> \xEF\xBB\xBF", 5, "> \uFEFF", "");
}

/* What only begins as a mark, or is nothing else. */
static void no_marks(void)
{
    check("", "", 0, "", "");
    check("", "\xEF", 1, "\xEF", "");
    check("", "\xEF\xBB", 2, "\xEF\xBB", "");
    check("", "\xEF\xBB\nhttp://a.example", 19, "\xEF\xBB\nhttp://a.example", "http://a.example [3,19) in [3,19) 2:1;");
    check("koi8-r", "\xEF\xBB", 2, "\u041E\u2569", "");
    check("", "\xFF", 1, "\xFF", "");
    check("", "\xFE", 1, "\xFE", "");
    check("", "\xFF\xFE", 2, "\uFEFF", "");
    check("", "\xFF\xFE\0", 3, "\uFEFF\uFFFD", "");
    check("", "\xFF\xFEx\0\0", 5, "\uFEFFx\uFFFD", "");
}

/* A long text, whose map must be forgotten as it goes; every line has a link. */
static void long_text(const char *name, unsigned size)
{
    static const size_t chunks[] = {7, 61, 4096, 65536, 1 << 24};
    static char ascii[60000], source[240000];
    static got whole, cut;
    size_t n = 0;
    bool good = true;

    while (n + 100 < sizeof ascii)
        n += (size_t)snprintf(ascii + n, 100, "line %d: <http://a.example/%d> and <URL:http://b.\n example>\n", (int)n, (int)n);
    n = size == 1 ? (memcpy(source, ascii, n), n) : widen(source, ascii, n, size, true);
    scan(&whole, name, source, n, n, n);
    if (whole.result == TRAWL_BAD_CHARSET) {
        skip("this iconv has no %s", name);
        return;
    }
    ok(whole.tiles && whole.n == n / size && memcmp(whole.text, ascii, whole.n) == 0, "%s: a long text", name);
    for (size_t i = 0; i < sizeof chunks / sizeof *chunks && good; i++) {
        scan(&cut, name, source, n, chunks[i], chunks[i]);
        good = same(&whole, &cut);
    }
    ok(good && whole.links_n > 20000, "%s: %d bytes of links, in any chunks", name, (int)whole.links_n);
}

static void errors(void)
{
    trawl_config cfg = in_charset("no-such-charset");
    trawl *t = (trawl *)&cfg;
    got *g = NULL;

    is_int(trawl_open(&t, &cfg, collect, g), TRAWL_BAD_CHARSET, "an unknown charset");
    ok(!t, "opens nothing");
    cfg = in_charset("utf-8//IGNORE");
    is_int(trawl_open(&t, &cfg, collect, g), TRAWL_BAD_CHARSET, "nothing goes behind a name");
    ok(strcmp(trawl_strerror(TRAWL_BAD_CHARSET), trawl_strerror(-99)) != 0, "the error has a text");
    is_int(trawl_scan("", 0, &cfg, collect, g), TRAWL_BAD_CHARSET, "trawl_scan says it, too");
}

/* After a reset nothing is left of the text before: no mark's charset, no half character, no shift. */
static void reset(void)
{
    static got g;
    trawl_config cfg = in_charset("hz");
    trawl *t;

    if (trawl_open(&t, &cfg, collect, &g)) {
        skip("this iconv has no GBK");
        return;
    }
    feed_all(t, &g, "~{Oj", 4, 4, 4);
    is_mem(g.text, g.n, "\u8BE6", 3, "a text that ends shifted");
    trawl_reset(t);
    feed_all(t, &g, "\xFF\xFEx\0y", 5, 5, 5);
    is_mem(g.text, g.n, "\uFEFFx\uFFFD", 7, "one with a mark and half a character");
    trawl_reset(t);
    trawl_feed(t, "\xEF\xBB", 2);
    trawl_reset(t);
    feed_all(t, &g, "Oj http://a.example/~~j", 23, 23, 23);
    is_mem(g.text, g.n, "Oj http://a.example/~j", 22, "one as if it were the first");
    is_str(g.links, "http://a.example/~j [3,23) in [3,23) 1:4;", "its places count from its beginning");
    trawl_close(&t);
}

typedef struct block {
    const char *p;
    size_t n;
    bool inside;
} block;

static int look(void *user, const trawl_event *e)
{
    block *b = user;

    b->inside = b->inside || (e->text.n > 10000 && e->text.p >= b->p && e->text.p + e->text.n <= b->p + b->n);
    return 0;
}

/* Without a charset a block is searched where it lies. */
static void no_copy(void)
{
    static char source[100000];
    static const char *const names[] = {"", "utf-8", "us-ascii", "koi8-r"};

    memset(source, 'x', sizeof source);
    for (size_t i = 0; i < sizeof source; i += 60)
        source[i] = '\n';
    for (unsigned i = 0; i < 4; i++) {
        trawl_config cfg = in_charset(names[i]);
        block b = {source, sizeof source, false};
        trawl_scan(source, sizeof source, &cfg, look, &b);
        ok(b.inside == (i < 3), "\"%s\": %s", names[i], i < 3 ? "nothing is copied" : "decoded");
    }
}

static void no_memory(const char *name, const char *source, size_t n)
{
    static got g;
    long left = 0;

    for (; left < 200; left++) {
        memory_fail_after(left);
        scan(&g, name, source, n, 3, 3);
        memory_fail_after(-1);
        if (g.result == TRAWL_OK)
            break;
        if (g.result != TRAWL_NO_MEMORY)
            break;
    }
    is_int(g.result, TRAWL_OK, "\"%s\": no memory is said, after %d pieces there is enough", name, (int)left);
}

/* A sink may stop in a decoded text as in another. */
static int stop_at_link(void *user, const trawl_event *e)
{
    (void)user;
    return e->type == TRAWL_LINK ? 7 : 0;
}

static void stopping(void)
{
    trawl_config cfg = in_charset("utf-16le");
    char source[200];
    size_t n = widen(source, "a http://a.example/ b http://b.example/ c", 41, 2, true);
    trawl *t;

    trawl_open(&t, &cfg, stop_at_link, NULL);
    is_int(trawl_feed(t, source, n), 7, "the sink's value comes back");
    is_int(trawl_feed(t, source, n), TRAWL_MISUSE, "and then it is over");
    trawl_close(&t);
}

int main(void)
{
    all_texts();
    marks();
    no_marks();
    long_text("koi8-r", 1);
    long_text("iso-2022-jp", 1);
    long_text("utf-7", 1);
    long_text("utf-16le", 2);
    long_text("utf-32le", 4);
    errors();
    reset();
    no_copy();
    no_memory("iso-2022-jp", ESC "$B0!" ESC "(B http://a.example/" ESC "$AOj", 31);
    no_memory("shift_jis", "\x83\x5C http://a.example/ \x83\x5C\n", 25);
    no_memory("", "\xFF\xFEx\0", 4);
    stopping();
    return done();
}
