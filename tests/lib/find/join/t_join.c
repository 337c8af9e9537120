/* t_join.c - URLs that continue in the next lines (src/lib/find/join/join.c, R34, R35)
 *
 * EDGE is two lines of 24 columns, as wide as "~abcdefg": they show where lines are cut. After a URL
 * that ends at this width, the next line's word belongs to the URL if it is alone or is code.
 */
#include "links.h"

#define EDGE "This line shows the edge\nThis line shows the edge\n"

static const links_row rows[] = {
    /* the URL's word ends its line; up to four signs may end the word, or a bracket is open in
     * it */
    {"", EDGE "~abcdefg\nh%41", "~abcdefgh%41 {~abcdefg h%41} [line-end] or ~abcdefg"},
    {"", EDGE "~abcdefg \nh%41", "~abcdefgh%41 {~abcdefg h%41} [line-end] or ~abcdefg"},
    {"", EDGE "~abcdefg\r\nh%41\r\n", "~abcdefgh%41 {~abcdefg h%41} [line-end] or ~abcdefg"},
    {"", "~abcdefg\nh%41", "~abcdefg [line-end] or ~abcdefgh%41"},
    {"", EDGE "~abcdefg x\nh%41", "~abcdefg"},
    {"", EDGE "~abcdefg\"\nh%41", "~abcdefg"},
    {"", EDGE "~abc....\nh%41", "~abc....h%41 {~abc.... h%41} [line-end] or ~abc"},
    {"", EDGE "~ab.....\nh%41", "~ab"},
    {"", EDGE "~abc(def\nh%41)", "~abc(defh%41) {~abc(def h%41)} [line-end] or ~abc(def"},
    {"", EDGE "~abc[def\nh%41", "~abc[defh%41 {~abc[def h%41} [line-end] or ~abc[def"},
    {"", EDGE "~abcd):e\nh%41", "~abcd"},
    {"", EDGE "*~abcde*\nh%41", "~abcde"},
    {"", EDGE "_~abcde_\nh%41", "~abcde"},
    {"", "*~abc*\nefg_h/1", "~abc"},
    /* a "=" that may be a soft line break */
    {"profile=screen", EDGE "~abcde=\nbd e", "~abcde= [line-end] or ~abcdebd or ~abcde=bd"},
    /* indents: eight columns; where the URL begins, or the text after a bullet */
    {"", EDGE "~abcdefg\n        h%41", "~abcdefgh%41 {~abcdefg h%41} [line-end] or ~abcdefg"},
    {"", EDGE "~abcdefg\n         h%41", "~abcdefg"},
    {"",
     "See also this nice page, of the pears\nThis is at the page ~abc\n                    h%41",
     "~abch%41 {~abc h%41} [line-end] or ~abc"},
    {"", "See also this nice page, of the pears\nThis is at the page ~abc\n                   h%41",
     "~abc"},
    {"", EDGE "12)        x http://a.b/\n           h%41",
     "http://a.b/h%41 {http://a.b/ h%41} [line-end] or http://a.b/"},
    {"", EDGE "[12]       x http://a.b/\n           h%41",
     "http://a.b/h%41 {http://a.b/ h%41} [line-end] or http://a.b/"},
    {"", EDGE "o          x http://a.b/\n           h%41",
     "http://a.b/h%41 {http://a.b/ h%41} [line-end] or http://a.b/"},
    {"", EDGE "*          x http://a.b/\n           h%41",
     "http://a.b/h%41 {http://a.b/ h%41} [line-end] or http://a.b/"},
    {"", EDGE "(1)        x http://a.b/\n           h%41",
     "http://a.b/h%41 {http://a.b/ h%41} [line-end] or http://a.b/"},
    {"", EDGE "-          x http://a.b/\n           h%41",
     "http://a.b/h%41 {http://a.b/ h%41} [line-end] or http://a.b/"},
    {"", EDGE "1234       x http://a.b/\n           h%41",
     "http://a.b/h%41 {http://a.b/ h%41} [line-end] or http://a.b/"},
    {"", EDGE "12345      x http://a.b/\n           h%41", "http://a.b/"},
    {"", EDGE "ox         x http://a.b/\n           h%41", "http://a.b/"},
    {"", EDGE "(a)        x http://a.b/\n           h%41", "http://a.b/"},
    {"", EDGE "[          x http://a.b/\n           h%41",
     "http://a.b/h%41 {http://a.b/ h%41} [line-end] or http://a.b/"},
    {"", EDGE "1.         x http://a.b/\n           h%41",
     "http://a.b/h%41 {http://a.b/ h%41} [line-end] or http://a.b/"},
    {"", EDGE "\xe2\x80\xa2          x http://a.b/\n           h%41",
     "http://a.b/h%41 {http://a.b/ h%41} [line-end] or http://a.b/"},
    /* a host in the next line belongs to the half of an address or of a group */
    {"", "news:comp.lang\njoe@pear.example", "news:comp.lang; mailto:joe@pear.example"},
    {"", "nntp://a.example/c.\nann@a.example",
     "nntp://a.example/c.ann@a.example {nntp://a.example/c. ann@a.example} [line-end] or "
     "nntp://a.example/c"},
    {"", "nntp://a.example/c-\nann@a.example",
     "nntp://a.example/c- [line-end] or nntp://a.example/c-ann@a.example or "
     "nntp://a.example/cann@a.example; mailto:ann@a.example"},
    {"", "nntp://a.example/c_\nann@a.example now",
     "nntp://a.example/c_ [line-end] or nntp://a.example/c_ann@a.example; mailto:ann@a.example"},
    {"", "nntp://a.example/c\nann@a.example", "nntp://a.example/c; mailto:ann@a.example"},
    {"", "nntp://a.example/\nann@a.example", "nntp://a.example/; mailto:ann@a.example"},
    {"", "mailto:joe-\nann@pear.example now",
     "mailto:joe-ann@pear.example {joe- ann@pear.example} [hyphen-break] or "
     "mailto:joeann@pear.example or mailto:ann@pear.example"},
    /* the lines after the second one */
    {"", EDGE "\"~a-\n1h2\nc2", "~a- [line-end] or ~a-1h2c2 or ~a1h2c2 or ~a-1h2 or ~a1h2"},
    {"", EDGE "~abcdef-\nThe and", "~abcdef-"},
    {"", EDGE "~abcdefg\nhi%41\njk", "~abcdefghi%41 {~abcdefg hi%41} [line-end] or ~abcdefg"},
    {"", EDGE "~abcdefg\npears_1\nc2", "~abcdefgpears_1 {~abcdefg pears_1} [line-end] or ~abcdefg"},
    {"", EDGE "~abcdefg\npears\nc2", "~abcdefg [line-end] or ~abcdefgpearsc2 or ~abcdefgpears"},
    {"", EDGE "~abcdefg\nhijk_lmnopqrstuvwxyz%41A\nhijk_lmnopqrstuvwxyz%41B",
     "~abcdefghijk_lmnopqrstuvwxyz%41Ahijk_lmnopqrstuvwxyz%41B {~abcdefg "
     "hijk_lmnopqrstuvwxyz%41A hijk_lmnopqrstuvwxyz%41B} [line-end] or ~abcdefg"},
    {"", EDGE "~abcdefg\nhijk_lmnopqrstuvwxyz%41A\nThe pears",
     "~abcdefg [line-end] or ~abcdefghijk_lmnopqrstuvwxyz%41AThe or "
     "~abcdefghijk_lmnopqrstuvwxyz%41A"},
    {"", EDGE "~abcdefg\nhijk_lmnopqrstuvwxyz%41A\nhttp://b.example/",
     "~abcdefghijk_lmnopqrstuvwxyz%41A {~abcdefg hijk_lmnopqrstuvwxyz%41A} [line-end] or "
     "~abcdefg; http://b.example/"},
    {"", EDGE "~abcdefg\nhijk_lmnopqrstuvwxyz%41A\nhijk_lmnop Thanks for it",
     "~abcdefghijk_lmnopqrstuvwxyz%41Ahijk_lmnop {~abcdefg hijk_lmnopqrstuvwxyz%41A "
     "hijk_lmnop} [line-end] or ~abcdefg"},
    {"", EDGE "~abcdefg\nhijk_lmnopqrstuvwxyz%41A\n- a",
     "~abcdefg [line-end] or ~abcdefghijk_lmnopqrstuvwxyz%41A"},
    /* signs of both lines, escapes, capitals */
    {"", "-see ~a1b2c3d4e5f6g7h8-\n-two%41",
     "~a1b2c3d4e5f6g7h8- [line-end] or ~a1b2c3d4e5f6g7h8-two%41 or ~a1b2c3d4e5f6g7h8two%41 or "
     "~a1b2c3d4e5f6g7h8--two%41"},
    {"", EDGE "~abcdefg%\n2Fab and more", "~abcdefg% [bad-percent line-end] or ~abcdefg%2Fab"},
    {"", EDGE "~abcdef%2\nFab and more", "~abcdef%2 [bad-percent line-end] or ~abcdef%2Fab"},
    {"", EDGE "~abcdefg\nABc and more", "~abcdefg [line-end] or ~abcdefgABc"},
    {"", EDGE "~abcdefg\nAbc and more", "~abcdefg"},
    {"", EDGE "~abcde/\nAb and%41", "~abcde/"},
    {"", "// pears and plums here:\n// ~abcde-\n// h_i%41",
     "~abcde- [line-end] or ~abcde-h_i%41 or ~abcdeh_i%41"},
    {"", "/* pears and plums here:\n * ~abcde\n * h_i%41\n */",
     "~abcde [line-end] or ~abcdeh_i%41"},
    {"", "12: pears and plum there\n13: ~abcd\n14: h_i%41", "~abcd [line-end] or ~abcdh_i%41"},
    {"", "-see the pears of it and\n-eat the plums of it and\n-plum ~1\n-two",
     "~1 [line-end] or ~1two or ~1-two"},
    {"", "-see the pears of it and\n-pl ~1/\n-two%41", "~1/ [line-end] or ~1/two%41 or ~1/-two%41"},
    /* a URL of an unknown scheme, which has no grammar; stars, pages, and more */
    {"", "foo://x.example/a?b=12345678901234567890[=\nab%41",
     "foo://x.example/a?b=12345678901234567890[= [unknown-scheme line-end] or "
     "foo://x.example/a?b=12345678901234567890[=ab%41"},
    {"", "> see ~a/**b/?c=1&h=_**\n> 2ed768**c4\nand",
     "~a/b/?c=1&h=_** {~a/ b/?c=1&h=_**} [line-end notation] or ~a/**b/?c=1&h=_** or "
     "~a/b/?c=1&h=_2ed768c4"},
    {"", "<URL:~x\n\nSmith [Page 2]\n\x0c\nRFC 1 Title 1994\n\n/y%41", "~x [unclosed]"},
    {"", "~x/\n\nSmith [Page 2]\n\x0c\nRFC 1 Title 1994\n\ny%41", "~x/ [line-end] or ~x/y%41"},
    {"", "~x\n\nSmith [Page 2]\n\x0c\nRFC 1 Title 1994\n\ny%41", "~x"},
    {"", "(see also ~abcdefghijklmn\nh%41)",
     "~abcdefghijklmnh%41 {~abcdefghijklmn h%41} [line-end] or ~abcdefghijklmn"},
    {"",
     "It was xxxx https://pear.example/list/of/all/the/pears/and/plums/in/the/gardens.\nSThe "
     "kipping",
     "https://pear.example/list/of/all/the/pears/and/plums/in/the/gardens [line-end] or "
     "https://pear.example/list/of/all/the/pears/and/plums/in/the/gardens.SThe"},
    {"", "[x](http://pear.example/80\nThanksxxxxxxxxxxxxxxxxxxxx\n", "http://pear.example/80"},
    /* schemes: a full line ends inside or after the letters, or after "://" */
    {"", EDGE "See the page of it at ht\ntps://a.com/x now",
     "https://a.com/x {ht tps://a.com/x} [line-end]"},
    {"", EDGE "See the page of it at ht\ntps://a.com/abcdefghijkl\nmno and",
     "https://a.com/abcdefghijklmno {ht tps://a.com/abcdefghijkl mno} [line-end]"},
    {"", EDGE "See the page: http://\na.com/abcdefghijklmnopqr\nmno and",
     "http://a.com/abcdefghijklmnopqr {http:// a.com/abcdefghijklmnopqr} [line-end] or "
     "http://a.com/abcdefghijklmnopqrmno"},
    {"", EDGE "See the page it: http://\na.com/abcdefghijklmnopqr\nmno and",
     "http://a.com/abcdefghijklmnopqr {http:// a.com/abcdefghijklmnopqr} [line-end] or "
     "http://a.com/abcdefghijklmnopqrmno"},
    {"", EDGE "See the page of it at ht\ntps://a.com/abcdefghij and more\nmno and", ""},
    {"", EDGE "See the page of it at h\nttps://a.com/x now",
     "https://a.com/x {h ttps://a.com/x} [line-end]"},
    {"", EDGE "See the page of it: http\ns://a.com/x now",
     "https://a.com/x {http s://a.com/x} [line-end]"},
    {"", EDGE "See the page it: https\n://a.com/x now",
     "https://a.com/x {https ://a.com/x} [line-end]"},
    {"", EDGE "See the page is: https\n://a.com/x now",
     "https://a.com/x {https ://a.com/x} [line-end]"},
    {"", EDGE "See the page is: https:\n//a.com/x now", ""},
    {"", EDGE "See the page is: http:/\n/a.com/x now",
     "http://a.com/x {http:/ /a.com/x} [line-end]"},
    {"", EDGE "See the page is: http:\n//a.com/x now", ""},
    {"", EDGE "See the page: http://\na.com/x now", "http://a.com/x {http:// a.com/x} [line-end]"},
    {"", EDGE "See the page: https:///\na.com/x now", ""},
    {"", "see http://\na.com/x now", "http://a.com/x {http:// a.com/x} [line-end]"},
    {"", "see http:///\na.com/x now", ""},
    {"", "see nntp://\na.com/comp.lang.c/1 now",
     "nntp://a.com/comp.lang.c/1 {nntp:// a.com/comp.lang.c/1} [line-end]"},
    {"", "see abc://\na.com/x now", ""},
    {"", EDGE "See the page of a:ht\ntps://a.com/x now", "tps://a.com/x [unknown-scheme]"},
    {"", EDGE "See the page of/a/ht\ntps://a.com/x now", "tps://a.com/x [unknown-scheme]"},
    {"", EDGE "See the page of it xht\ntps://a.com/x now", "tps://a.com/x [unknown-scheme]"},
    {"", EDGE "See the page of it at ht\ntp://a.com/x now",
     "http://a.com/x {ht tp://a.com/x} [line-end]"},
    {"", EDGE "See the page of it at ht\nftp://a.com/x now", "ftp://a.com/x"},
    {"", EDGE "See the page of it at ht\ntps:x now", ""},
    {"", EDGE "See the page of it at ht\n tps://a.com/x now",
     "https://a.com/x {ht tps://a.com/x} [line-end]"},
    {"", EDGE "See the page of it at ht\n\x1b[1mtps://a.com/x now",
     "https://a.com/x {ht tps://a.com/x} [line-end]"},
    {"", EDGE "See the page of it at ht\x1b]8;;\x07\ntps://a.com/x now",
     "tps://a.com/x [unknown-scheme]"},
    {"", EDGE "See the page of it at ht\n\ntps://a.com/x now", "tps://a.com/x [unknown-scheme]"},
    {"", EDGE "~1 and ht\ntps://a.com/x now", "~1; https://a.com/x {ht tps://a.com/x} [line-end]"},
    /* names */
    {"", "see mailto:joe.\nann@a.com now",
     "mailto:joe.ann@a.com {mailto:joe. ann@a.com} [line-end]"},
    {"", "see mailto:joe-\nann@a.com now",
     "mailto:joe-ann@a.com {mailto:joe- ann@a.com} [line-end] or mailto:joeann@a.com"},
    {"", "see mailto:joe@\na.com now", "mailto:joe@a.com {mailto:joe@ a.com} [line-end]"},
    {"", "see mailto:joe\nann@a.com now", "mailto:ann@a.com"},
    {"", "see news:comp.\nlang.c now", "news:comp.lang.c {news:comp. lang.c} [line-end]"},
    {"", "see news:1@\na.com now", "news:1@a.com {news:1@ a.com} [line-end]"},
    {"", "see data:joe@\na.com now", ""},
    {"", "mailto:joe@a.\ncom/x", "mailto:joe@a.com {mailto:joe@a. com} [line-end] or mailto:joe@a"},
};

int main(void)
{
    links_run(rows, sizeof rows / sizeof *rows);
    trawl_release();
    return done();
}
