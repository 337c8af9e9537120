/* t_scan_charset.c - links in texts of other charsets: the links, and their places in the source
 * bytes */
#include "base/memory.h"
#include "configured.h"
#include "scanned.h"

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
    {"hz-gb-2312", "~{Oj~} http://a.example/~~j/~{ND~} ~{!#~}\n",
     "\u8BE6 http://a.example/~j/\u6587 \u3002\n", "http://a.example/~j/\u6587 [7,32) in [7,32) 1:3;"},
    {"utf-7", "+inMwVw http://a.example/+MEI +MAI\n+ADw-http://b.example/+AD4-",
     "\u8A73\u3057 http://a.example/\u3042 \u3002\n<http://b.example/>",
     "http://a.example/\u3042 [8,29) in [8,29) 1:4;http://b.example/ [39,57) in [35,61) 2:2;"},
    {"unicode-1-1-utf-7", "a http+AD8-://b.example", "a http?://b.example", ""},
    {"iso-2022-jp", "http://a.example/" ESC "$B" ESC "(B", "http://a.example/", "http://a.example/ [0,17) in [0,17) 1:1;"},
    {"utf-8", "\xC3\xA9 http://a.example/\xE9", "\u00E9 http://a.example/\xE9", "http://a.example/%E9 [3,21) in [3,21) 1:3;"},
};
/* clang-format on */

static void all_texts(void)
{
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        check(texts[i].charset, texts[i].source, strlen(texts[i].source), texts[i].text,
              texts[i].links);
}

/* Scans a long text with a link in every line. Its source map has to be trimmed during the scan. */
static void long_text(const char *name, unsigned size)
{
    static const size_t chunks[] = {7, 61, 4096, 65536, 1 << 24};
    static char ascii[60000], source[240000];
    static got whole, cut;
    size_t n = 0;
    bool good = true;

    while (n + 100 < sizeof ascii)
        n += (size_t)snprintf(ascii + n, 100,
                              "line %d: <http://a.example/%d> and <URL:http://b.\n example>\n",
                              (int)n, (int)n);
    n = size == 1 ? (memcpy(source, ascii, n), n) : widen(source, ascii, n, size, true);
    scan(&whole, name, source, n, n, n);
    if (whole.result == TRAWL_ERROR_BAD_CHARSET) {
        skip("this iconv has no %s", name);
        return;
    }
    ok(whole.tiles && whole.n == n / size && memcmp(whole.text, ascii, whole.n) == 0,
       "%s: the decoded long text", name);
    for (size_t i = 0; i < sizeof chunks / sizeof *chunks && good; i++) {
        scan(&cut, name, source, n, chunks[i], chunks[i]);
        good = same(&whole, &cut);
    }
    ok(good && whole.links_n > 20000, "%s: %d bytes of links, the same in any cut", name,
       (int)whole.links_n);
}

typedef struct block {
    const char *p;
    size_t n;
    bool inside;
} block;

static int note_place(void *user, const trawl_event *e)
{
    block *b = user;

    b->inside = b->inside ||
                (e->text.n > 10000 && e->text.p >= b->p && e->text.p + e->text.n <= b->p + b->n);
    return 0;
}

/* Checks that blocks are scanned in place when nothing has to be decoded. */
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
        configured_scan(source, sizeof source, &cfg, note_place, &b);
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
        if (g.result != TRAWL_ERROR_NO_MEMORY)
            break;
    }
    ok(g.result == TRAWL_OK || g.result == TRAWL_ERROR_BAD_CHARSET,
       "\"%s\": out of memory is reported until %d allocations succeed", name, (int)left);
}

/* Stops at a link: a sink can stop in a decoded text as in any other. */
static int stop_at_link(void *user, const trawl_event *e)
{
    (void)user;
    return e->type == TRAWL_EVENT_LINK ? 7 : 0;
}

static void stopping(void)
{
    trawl_config cfg = in_charset("utf-16le");
    char source[200];
    size_t n = widen(source, "a http://a.example/ b http://b.example/ c", 41, 2, true);
    trawl_scanner *t;

    configured_open(&t, &cfg, stop_at_link, NULL);
    is_int(trawl_feed(t, source, n), 7, "the sink's value is returned");
    is_int(trawl_feed(t, source, n), TRAWL_ERROR_MISUSE, "further input is misuse");
    configured_close(&t);
}

int main(void)
{
    all_texts();
    long_text("koi8-r", 1);
    long_text("iso-2022-jp", 1);
    long_text("utf-7", 1);
    long_text("utf-16le", 2);
    long_text("utf-32le", 4);
    no_copy();
    no_memory("iso-2022-jp", ESC "$B0!" ESC "(B http://a.example/" ESC "$AOj", 31);
    no_memory("shift_jis", "\x83\x5C http://a.example/ \x83\x5C\n", 25);
    no_memory("", "\xFF\xFEx\0", 4);
    stopping();
    return done();
}
