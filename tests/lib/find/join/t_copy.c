/* t_copy.c - links with signs of other notations, hyphens of formatters or lines in brackets of
 * manuals inside (src/lib/find/join/copy.c, M20, R8, R34)
 */
#include "links.h"

#define U2010 "\xE2\x80\x90"
#define U00AD "\xC2\xAD"
#define OPEN "\xE2\x9F\xA8"
#define CLOSE "\xE2\x9F\xA9"

static const links_row rows[] = {
    /* signs inside a URL */
    {"", "~?x\\u0026y", "~?x&y {~?x\\u0026y} [notation]"},
    {"", "(~?x\\u0026y), z", "~?x&y {~?x\\u0026y} [notation]"},
    {"", "~x\\:y", "~xy {~x y} [notation]"},
    {"", "~x,\\:y", "~x"},
    {"", "http:\\/\\/a.example\\/x", "~x {http:\\/\\/a.example\\/x} [notation]"},
    {"", "http\\://a.example/x", "~x {http\\://a.example/x} [notation]"},
    {"", "http://\\:a.example/x", "~x {http:// a.example/x} [notation]"},
    {"", "http:\\x", ""},
    {"", "http:\\/x", ""},
    {"", "www.a\\:b.com/", "https://www.ab.com/ {www.a b.com/} [scheme-implied notation]"},
    {"", "~x\\", "~x"},
    {"", "~x*y", "~x*y"},
    {"", "~x-**y", "~x-y {~x- y} [notation] or ~x-**y"},
    /* colours */
    {"", "~x\x1b[1my\x1b[0m", "~xy {~x y} [notation]"},
    {"", "\x1b[4mhttp://a.example/x\x1b[0m", "~x"},
    {"", "\x1b[4mgemini://a.example/x\x1b[0m", "gemini://a.example/x"},
    {"", "x[4mgemini://a.example/x", ""},
    {"", "http://a.ex\x1b[31mample/x", "~x {http://a.ex ample/x} [notation]"},
    /* after an escaped slash, a slash alone ends the link */
    {"", "s/http:\\/\\/a.example\\/x/y/", "~x {http:\\/\\/a.example\\/x} [notation]"},
    {"", "http:\\/\\/a.example\\/x\\:y/z", "~xy {http:\\/\\/a.example\\/x y} [notation]"},
    {"", "~x\\:y/z", "~xy/z {~x y/z} [notation]"},
    {"", "\\/http://a.example/x/y", "~x/y"},
    /* addresses */
    {"", "joe\\@a.example", "mailto:joe@a.example {joe\\@a.example} [notation]"},
    {"", "joe@\\:a.example", "mailto:joe@a.example {joe@ a.example} [notation]"},
    {"", "joe\\-ann@a.example", "mailto:joe-ann@a.example {joe\\-ann@a.example} [notation]"},
    {"", "joe@a\\-b.example", "mailto:joe@a-b.example {joe@a\\-b.example} [notation]"},
    {"", "joe" U2010 "ann@a.example",
     "mailto:joe-ann@a.example {joe" U2010 "ann@a.example} [notation]"},
    {"", "joe@a" U2010 "b.example", "mailto:joe@a-b.example {joe@a" U2010 "b.example} [notation]"},
    {"", "x" U2010 "joe@a.example", "mailto:x-joe@a.example {x" U2010 "joe@a.example} [notation]"},
    {"", U2010 "joe@a.example", "mailto:joe@a.example"},
    {"", "jo\x1b[1me@a.example", "mailto:joe@a.example {jo e@a.example} [notation]"},
    {"", "\x1b[1mjoe@a.example\x1b[0m", "mailto:joe@a.example"},
    {"", "x\x1b[1m joe@a.example", "mailto:joe@a.example"},
    /* U+2010 inside a line */
    {"", "http://x" U2010 "y.example/",
     "http://x-y.example/ {http://x" U2010 "y.example/} [notation]"},
    {"", "http://x" U2010 "y.qqq/", "http://x"},
    {"", "http://x" U2010 "y.qqq/a\\:b", "http://x"},
    {"", "~a" U2010 "b", "~a" U2010 "b [notation] or ~a-b"},
    /* hyphens of formatters: either all hyphens at the breaks of a link belong to it, or none */
    {"", "~com" U2010 "\npute", "~compute {~com pute} [hyphen-break] or ~com-pute"},
    {"", "~com" U00AD "\r\npute", "~compute {~com pute} [hyphen-break] or ~com-pute"},
    {"", "> ~a" U2010 "\n> b" U2010 "\n>  c d", "~abc {~a b c} [hyphen-break] or ~a-b-c"},
    {"", "~a\\:b" U2010 "\nc", "~abc {~a b c} [hyphen-break] or ~ab-c"},
    {"", "~a\\:" U2010 "\nb", "~ab {~a b} [hyphen-break] or ~a-b"},
    {"", "~a\\:b " U2010 "\nc", "~ab {~a b} [notation]"},
    {"", "~a" U2010 "\n\nb", "~a [hyphen-break]"},
    {"", "~a" U2010 "\nhttp://b.example/", "~a [hyphen-break]; http://b.example/"},
    {"", "x" U2010 "\ny:~a\\:b", "~ab {~a b} [notation]"},
    {"", "~a\\:b)." U2010 "\nc", "~ab {~a b} [notation]"},
    {"", "www.a.exam" U2010 "\nple.com",
     "https://www.a.example.com {www.a.exam ple.com} "
     "[hyphen-break scheme-implied] or "
     "https://www.a.exam-ple.com"},
    {"", "ann@a.exam" U2010 "\nple",
     "mailto:ann@a.example {ann@a.exam ple} [hyphen-break] or "
     "mailto:ann@a.exam-ple"},
    {"", "jo" U2010 "\ne@a.example",
     "mailto:joe@a.example {jo e@a.example} [hyphen-break] or "
     "mailto:jo-e@a.example"},
    {"", "x:" U2010 "\njoe@a.example", "mailto:joe@a.example"},
    {"hyphen=drop", "~com" U2010 "\npute", "~compute {~com pute} [hyphen-break] or ~com-pute"},
    /* brackets of manuals */
    {"", OPEN "~a\nb" CLOSE, "~ab {~a b} [line-end] or ~a"},
    {"", OPEN "~a\r\n  b\r\n  c" CLOSE ".", "~abc {~a b c} [line-end] or ~a"},
    {"", OPEN "~a.\nb" CLOSE, "~a.b {~a. b} [line-end] or ~a."},
    {"", OPEN "~a-\nb" CLOSE, "~a-b {~a- b} [line-end] or ~a-"},
    {"", OPEN "~a" U2010 "\nb\nc" CLOSE, "~abc {~a b c} [hyphen-break line-end] or ~a-bc or ~ab"},
    {"", OPEN "~a\\:b\nc" CLOSE, "~abc {~a b c} [line-end] or ~ab"},
    {"", OPEN "~a\n\nb" CLOSE, "~a"},
    {"", OPEN "~a\nb c", "~a"},
    {"", OPEN "~a\nb c" CLOSE, "~a"},
    {"", OPEN "x" CLOSE "~a\nb" CLOSE, "~a"},
    {"", "~a\nb" CLOSE, "~a"},
    {"", "x" OPEN "joe@a.exam\nple" CLOSE, "mailto:joe@a.example {joe@a.exam ple} [line-end]"},
    {"", OPEN "joe-\nann@a.example" CLOSE,
     "mailto:joe-ann@a.example {joe- ann@a.example} "
     "[hyphen-break] or mailto:joeann@a.example or "
     "mailto:ann@a.example"},
};

/* A link without its signs may have 8192 bytes; of 70 hyphens at its breaks, 64 are read. */
static void limits(void)
{
    static char all[10000];
    static finding f;
    growing broken = {0};
    unsigned hyphens = 0;

    finding_open(&f, NULL);
    for (size_t n = 8191; n < 8194; n++) {
        memset(all, 'x', sizeof all);
        memcpy(all, "http://a.example/x\\:y", 21);
        finding_run(&f, all, n + 2, 0, 0);
        is_int(f.link_count, n <= 8192, "a link of %u bytes", (unsigned)n);
        is_int(f.link_count ? f.link[0].url.n : n, n, "all of it");
    }
    memset(all, 'x', sizeof all);
    memcpy(all, "http://a.example/x\\:y<", 22);
    finding_run(&f, all, sizeof all, 0, 0);
    is_int(f.link_count, 1, "a link at the start of a word of 10000 bytes");
    is_str(f.link[0].url.p, "http://a.example/xy", "it ends before");
    memset(all, '\n', 2000);
    memcpy(all + 2000, "x http://a.example/x\\:y z", 25);
    finding_run(&f, all, 2025, 0, 0);
    is_str(f.link[0].raw.p, "http://a.example/x y", "a link far from the start");
    is_int(f.link[0].extent.from, 2002, "its place");
    growing_add(&broken, "http://a.example/x", 18);
    for (int i = 0; i < 70; i++)
        growing_add(&broken, U2010 "\nx", 5);
    finding_run(&f, broken.p, broken.n, 0, 0);
    is_int(f.link_count, 1, "a link in 71 lines");
    is_int(f.link[0].url.n, 18 + 70, "without hyphens");
    is_int(f.link[0].span_count, 71, "its pieces");
    for (size_t i = 0; i < f.link[0].alt[0].n; i++)
        hyphens += f.link[0].alt[0].p[i] == '-';
    is_int(hyphens, 64, "hyphens in the other reading");
    finding_close(&f);
    free(broken.p);
}

int main(void)
{
    links_run(rows, sizeof rows / sizeof *rows);
    limits();
    trawl_release();
    return done();
}
