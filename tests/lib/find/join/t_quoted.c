/* t_quoted.c - links in quoted-printable that was not decoded (src/lib/find/join/quoted.c, M13) */
#include "links.h"

#define X50 "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"

static const links_row rows[] = {
    /* signs: "=3D", a letter beyond ASCII, "=20" at the end without a query */
    {"", "~a=3Db", "~a=3Db or ~a=b"},
    {"", "~?a=3D", "~?a=3D or ~?a="},
    {"", "~a=C3=BC", "~a=C3=BC or ~a\xC3\xBC"},
    {"", "~?a=3D=C3=BC", "~?a=3D=C3=BC or ~?a=\xC3\xBC"},
    {"", "~x=20", "~x=20 or ~x"},
    {"", "~x=20y", "~x=20y"},
    {"", "~?x=20", "~?x=20"},
    {"", "~x=41", "~x=41"},
    {"", "~?x=80", "~?x=80"},
    /* but not bytes that are not UTF-8, codes in small letters, and invalid codes */
    {"", "~x=C3=80", "~x=C3=80 or ~x\xC3\x80"},
    {"", "~x=C3=41", "~x=C3=41"},
    {"", "~x=C3y=BC", "~x=C3y=BC"},
    {"", "~x=3D=C3y", "~x=3D=C3y"},
    {"", "~?x=3D=c3=bc", "~?x=3D=c3=bc"},
    {"", "~?x=3D=a0", "~?x=3D=a0"},
    {"", "~?x=3D=2a", "~?x=3D=2a"},
    {"", "~?x=3D=2A", "~?x=3D=2A or ~?x=*"},
    {"", "~?x=3D=0a", "~?x=3D=0a"},
    {"", "~?x=3D=00", "~?x=3D=00"},
    {"", "~?x=3D=01", "~?x=3D=01 or ~?x="},
    {"", "~?x=3D&y=z", "~?x=3D&y=z"},
    {"", "~?x=3D&y=4", "~?x=3D&y=4"},
    /* a "=" at the end joins lines: the first reading, unless a query or a word is doubtful */
    {"", "~a1=\nb2", "~a1b2 {~a1=} [guess-joined] or ~a1="},
    {"", "~a1=\r\nb2 c", "~a1b2 {~a1=} [guess-joined] or ~a1="},
    {"", "~a1=\nb2=\nc=3D3 d", "~a1b2c=3 {~a1=} [guess-joined] or ~a1="},
    {"", "~a1=\nb", "~a1= or ~a1b"},
    {"", "~a1=\n/", "~a1/ {~a1=} [guess-joined] or ~a1="},
    {"", "~a1=\nhttp://b.example/", "~a1= or ~a1; http://b.example/"},
    {"", "~?a=3D=\n2", "~?a=3D= [line-end] or ~?a=2 or ~?a=3D=2"},
    {"", "~?a=3D=\nb", "~?a=3D= [line-end] or ~?a=b or ~?a=3D=b"},
    {"", "~?a=\nb", "~?a= [line-end] or ~?a=b"},
    {"", "http://www.a=\nb.example/",
     "http://www.ab.example/ {http://www.a} [guess-joined]"
     " or http://www.a"},
    {"", "~" X50 "=\nb", "~" X50 "b {~" X50 "=} [guess-joined] or ~" X50 "="},
    {"", "123456789012345678901234567890123456789 ~a=\nb", "~a= or ~ab"},
    {"", "1234567890123456789012345678901234567890 ~a=\nb", "~ab {~a=} [guess-joined] or ~a="},
    {"", "~" X50 "=\n\nb", "~" X50 "= or ~" X50},
    {"", "~" X50 "=\n b", "~" X50 "= or ~" X50},
    /* a word ends at a bracket, a quote, a blank */
    {"", "~a1=\nb2<c=d", "~a1b2 {~a1=} [guess-joined] or ~a1="},
    {"", "~a1=\nb2>c=d", "~a1b2 {~a1=} [guess-joined] or ~a1="},
    {"", "~a1=\nb2\"c=d", "~a1b2 {~a1=} [guess-joined] or ~a1="},
    {"", "~a1=\nb2\tc=d", "~a1b2 {~a1=} [guess-joined] or ~a1="},
    /* marks of quotes are left out */
    {"", "> ~a1=\n> b2=\n> c3", "~a1b2c3 {~a1=} [guess-joined] or ~a1="},
    {"", "> ~a1=\nb2", "~a1b2 {~a1=} [guess-joined] or ~a1="},
    {"", "> ~a1=\n>b2", "~a1b2 {~a1=} [guess-joined] or ~a1="},
    /* a line that was joined is not the start of another one */
    {"", "~a1=\nb2/http://b.example/c3=\nd4",
     "~a1= or ~a1b2/http://b.example/c3d4; http://b.example/c3="},
    {"", "~a1=\nb2\nhttp://b.example/c3=\nd4",
     "~a1b2 {~a1=} [guess-joined] or ~a1=; http://b.example/c3d4 {http://b.example/c3=} "
     "[guess-joined] or http://b.example/c3="},
    /* a code after a host or an address */
    {"", "mailto:joe@a=2Eexample", "mailto:joe@a or mailto:joe@a.example"},
    {"", "mailto:joe@a=2Eexample x=1", "mailto:joe@a or mailto:joe@a.example"},
    {"", "mailto:joe@a=2Eexample<x=1", "mailto:joe@a or mailto:joe@a.example"},
    {"", "mailto:joe@a=2Eexample>x=1", "mailto:joe@a or mailto:joe@a.example"},
    {"", "mailto:joe@a=2Eexample\"x=1", "mailto:joe@a or mailto:joe@a.example"},
    {"", "mailto:joe@a=2Eexample?subject=3D=\nx", "mailto:joe@a or mailto:joe@a.example?subject=x"},
    {"", "mailto:joe@a.example=", "mailto:joe@a.example"},
    {"", "mailto:joe@a.example=20", "mailto:joe@a.example"},
    /* wrappers */
    {"", "<URL:~a=3Db>", "~a=3Db or ~a=b"},
    {"", "<URL:~ab>", "~ab"},
    {"", "<URL:~a=\nb>", "~a=b {~a= b} or ~ab"},
    {"", "<URL:~a=\nb=\nc=3Dd>", "~a=b=c=3Dd {~a= b= c=3Dd} or ~abc=d"},
    {"", "<URL:~a=\nb?c=\n41>", "~a=b?c=41 {~a= b?c= 41} or ~ab?c41"},
    {"", "<URL:~a =\nb>", "~a=b {~a = b} or ~ab"},
    {"", "<URL:~?a=\n41>", "~?a=41 {~?a= 41}"},
    {"", "<URL:~?a=3D=\n41>", "~?a=3D=41 {~?a=3D= 41} or ~?a=41"},
    {"", "<URL:~a= b>", "~a=b {~a= b}"},
    {"", "> <URL:~a=\n>  b>", "~a=b {~a= b} or ~ab"},
    {"", "<URL:~a=\n>", "~a= [closer-at-bol] or ~a"},
};

/* Lines after the first one are read for 2048 bytes; a decoded link has at most 8192. */
static void limits(void)
{
    static char all[12000];
    static finding f;

    finding_open(&f, NULL);
    for (size_t n = 2046; n < 2050; n++) {
        memset(all, 'x', sizeof all);
        memcpy(all, "http://a.example/a1=\n1", 22);
        memcpy(all + 21 + n, " and", 4);
        finding_run(&f, all, 21 + n + 4, 0, 0);
        is_int(f.link[0].alt_count, n < 2048, "a next line of %u bytes", (unsigned)n);
    }
    for (size_t n = 2045; n < 2052; n++) {
        memset(all, 'x', sizeof all);
        memcpy(all, "http://a.example/a1=\n1", 22);
        memcpy(all + 21 + n - 4, "=\n1 ", 4);
        finding_run(&f, all, 21 + n, 0, 0);
        is_int(f.link[0].alt_count, n < 2049, "next lines of %u bytes", (unsigned)n);
    }
    for (size_t n = 8192; n < 8194; n++) {
        memset(all, 'x', sizeof all);
        memcpy(all, "http://a.example/=3D", 20);
        finding_run(&f, all, n, 0, 0);
        is_int(f.link_count > 0 && f.link[0].alt_count > 0, n == 8192, "%u bytes", (unsigned)n);
    }
    finding_close(&f);
}

int main(void)
{
    links_run(rows, sizeof rows / sizeof *rows);
    limits();
    trawl_release();
    return done();
}
