/* t_scan_marks.c - byte-order marks, unknown charsets, and no state left after a reset */
#include "configured.h"
#include "scanned.h"

#define MARKED "<URL:http://a.example/x\n y> www.b.org"

static void marked(const char *name, const char *mark, size_t mark_n, unsigned size, bool little)
{
    char source[300], links[200];
    size_t n;
    int w = (int)size, m = (int)mark_n;

    memcpy(source, mark, mark_n);
    n = mark_n + widen(source + mark_n, MARKED, strlen(MARKED), size, little);
    snprintf(
        links, sizeof links,
        "http://a.example/xy [%d,%d)[%d,%d) in [%d,%d) 1:6;https://www.b.org [%d,%d) in [%d,%d) 2:5;",
        m + 5 * w, m + 23 * w, m + 25 * w, m + 26 * w, m, m + 27 * w, m + 28 * w, m + 37 * w,
        m + 28 * w, m + 37 * w);
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
    check("", "\xEF\xBB\xBFwww.a.org", 12, "\uFEFFwww.a.org",
          "https://www.a.org [3,12) in [3,12) 1:1;");
    check("", "\xEF\xBB\xBFjoe@a.org", 12, "\uFEFFjoe@a.org",
          "mailto:joe@a.org [3,12) in [3,12) 1:1;");
    check("", "\xEF\xBB\xBFhttp://a.example", 19, "\uFEFFhttp://a.example",
          "http://a.example [3,19) in [3,19) 1:1;");
    check("", "> \xEF\xBB\xBF", 5, "> \uFEFF", "");
}

/* Texts that only begin like a mark, or are nothing but a mark. */
static void no_marks(void)
{
    check("", "", 0, "", "");
    check("", "\xEF", 1, "\xEF", "");
    check("", "\xEF\xBB", 2, "\xEF\xBB", "");
    check("", "\xEF\xBB\nhttp://a.example", 19, "\xEF\xBB\nhttp://a.example",
          "http://a.example [3,19) in [3,19) 2:1;");
    check("koi8-r", "\xEF\xBB", 2, "\u041E\u2569", "");
    check("", "\xFF", 1, "\xFF", "");
    check("", "\xFE", 1, "\xFE", "");
    check("", "\xFF\xFE", 2, "\uFEFF", "");
    check("", "\xFF\xFE\0", 3, "\uFEFF\uFFFD", "");
    check("", "\xFF\xFEx\0\0", 5, "\uFEFFx\uFFFD", "");
}

static void errors(void)
{
    trawl_config cfg = in_charset("no-such-charset");
    trawl_scanner *t = (trawl_scanner *)&cfg;
    got *g = NULL;

    is_int(configured_open(&t, &cfg, collect, g), TRAWL_ERROR_BAD_CHARSET, "an unknown charset");
    ok(!t, "the scan is NULL");
    cfg = in_charset("no-such-charset//IGNORE");
    is_int(configured_open(&t, &cfg, collect, g), TRAWL_ERROR_BAD_CHARSET,
           "a suffix that iconv knows does not help");
    ok(strcmp(trawl_strerror(TRAWL_ERROR_BAD_CHARSET), trawl_strerror(-99)) != 0,
       "the error has its own message");
    is_int(configured_scan("", 0, &cfg, collect, g), TRAWL_ERROR_BAD_CHARSET,
           "trawl_scan reports it, too");
}

/* A reset clears the charset of a mark, half a character, and the shift state. */
static void reset(void)
{
    static got g;
    trawl_config cfg = in_charset("hz");
    trawl_scanner *t;

    if (configured_open(&t, &cfg, collect, &g)) {
        skip("this iconv has no GBK");
        return;
    }
    feed_all(t, &g, "~{Oj", 4, 4, 4);
    is_mem(g.text, g.n, "\u8BE6", 3, "a text that ends in a shifted state");
    trawl_reset(t);
    feed_all(t, &g, "\xFF\xFEx\0y", 5, 5, 5);
    is_mem(g.text, g.n, "\uFEFFx\uFFFD", 7, "a text with a mark and half a character");
    trawl_reset(t);
    trawl_feed(t, "\xEF\xBB", 2);
    trawl_reset(t);
    feed_all(t, &g, "Oj http://a.example/~~j", 23, 23, 23);
    is_mem(g.text, g.n, "Oj http://a.example/~j", 22, "the next text is read from a clean state");
    is_str(g.links, "http://a.example/~j [3,23) in [3,23) 1:4;", "its places are counted from 0");
    configured_close(&t);
}

int main(void)
{
    marks();
    no_marks();
    errors();
    reset();
    return done();
}
