/* shapes.h - texts that are slow to scan: unterminated heads, closers that never come, one long run
 *
 * Each text is a head, a unit repeated up to the length, perhaps another unit from the middle on,
 * and a tail. A NULL unit means random bytes.
 */
#ifndef TRAWL_TESTS_BENCH_SHAPES_H
#define TRAWL_TESTS_BENCH_SHAPES_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define TIMES4(text) text text text text
#define TIMES16(text) TIMES4(TIMES4(text))
#define TIMES256(text) TIMES16(TIMES16(text))
#define TIMES768(text) TIMES256(text) TIMES256(text) TIMES256(text)

static const struct shape {
    const char *name, *head, *unit, *then, *tail;
} shapes[] = {
    /* heads */
    {"http://", "", "http://", NULL, ""},
    {"http:// and a blank", "", "http:// ", NULL, ""},
    {"http://a", "", "http://a", NULL, ""},
    {"http:", "", "http:", NULL, ""},
    {"<URL:", "", "<URL:", NULL, ""},
    {"<URL: nested", "", "<URL:<", NULL, ""},
    {"<URL:http://a/ blank", "", "<URL:http://a/ ", NULL, ""},
    {"<URL:http://a/ LF", "", "<URL:http://a/\n", NULL, ""},
    {"<URL: once, blanks", "<URL:http://a/", " x", NULL, ""},
    {"<URL: once, LFs", "<URL:http://a/", "x\n", NULL, ""},
    {"<URL: once, long", "<URL:http://a/", "x", NULL, ""},
    {"<URL: unclosed, 8000", "",
     "<URL:http://a/ b c d e f g h i j k l m n o p q r s t u v w x y z "
     "a b c d e f g h i j k l m n o p q r s t u v w x y z a b c d e f g h i j k l m n o p q r s t u v w x y z",
     NULL, ""},
    {"<", "", "<", NULL, ""},
    {"< blank", "", "< ", NULL, ""},
    {"<http://a", "", "<http://a", NULL, ""},
    {"<http://a>", "", "<http://a>", NULL, ""},
    {"<ftp: LF", "", "<ftp:\n", NULL, ""},
    {"<a@", "", "<a@", NULL, ""},
    {"<a@b.com", "", "<a@b.com", NULL, ""},
    {"<a@b.com>", "", "<a@b.com>", NULL, ""},
    {"<b>", "", "<b>", NULL, ""},
    {"</pre> in a wrapper", "<URL:", "</pre>", NULL, ""},
    {"URL:", "", "URL:", NULL, ""},
    {"mailto:", "", "mailto:", NULL, ""},
    {"mailto:a@b.com,", "", "mailto:a@b.com,", NULL, ""},
    {"mailto: once, a@b.com,", "mailto:", "a@b.com,", NULL, ""},
    {"news:", "", "news:", NULL, ""},
    {"news:a.", "", "news:a.", NULL, ""},
    {"urn:a:", "", "urn:a:", NULL, ""},
    {"tel:+", "", "tel:+1", NULL, ""},
    {"www.", "", "www.", NULL, ""},
    {"www. blank", "", "www. ", NULL, ""},
    {"w", "", "w", NULL, ""},
    /* runs around a trigger */
    {"a@", "", "a@", NULL, ""},
    {"@", "", "@", NULL, ""},
    {"a@b.", "", "a@b.", NULL, ""},
    {"a@b.com", "", "a@b.com", NULL, ""},
    {"a.a.a.", "", "a.a.a.", NULL, ""},
    {"a.com.", "", "a.com.", NULL, ""},
    {".", "", ".", NULL, ""},
    {":", "", ":", NULL, ""},
    {"://", "", "://", NULL, ""},
    {"a:", "", "a:", NULL, ""},
    {"a:// of 64", "", "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijkl://", NULL,
     ""},
    {"/", "", "/", NULL, ""},
    {"//a", "", "//a", NULL, ""},
    {"a+", "", "a+", NULL, ""},
    {"1.", "", "1.", NULL, ""},
    {"1.1.1.1 ", "", "1.1.1.1 ", NULL, ""},
    {"localhost:1", "", "localhost:1", NULL, ""},
    {"words", "", "a", NULL, ""},
    {"a word and @", "", "a", NULL, "@"},
    {"a@, labels", "a@", "a.", NULL, ""},
    {"word, @s", "", "a", "@", ""},
    {"word, colons", "", "a", ":", ""},
    /* one long link */
    {"http, (", "http://a/", "(", NULL, ""},
    {"http, )", "http://a/", ")", NULL, ""},
    {"http, ( then )", "http://a/", "(", ")", ""},
    {"http, dots", "http://a/b", ".", NULL, ""},
    {"http, .,;:!?", "http://a/b", ".,;:!?", NULL, ""},
    {"http, &amp;", "http://a/b", "&amp;", NULL, ""},
    {"http, &gt", "http://a/b", "&gt", NULL, ""},
    {"http, *", "*http://a/b", "*", NULL, ""},
    {"http, long host", "http://", "a", NULL, ""},
    {"http, labels", "http://", "a.", NULL, ""},
    {"http, %41", "http://a/", "%41", NULL, ""},
    {"http, users", "http://", "u:p@", NULL, ""},
    {"http, UTF-8 host", "http://", "\xC3\xA9", NULL, ""},
    {"8 KiB of http, (", "",
     "http://a/((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((",
     NULL, ""},
    {"8 KiB of http, quotes", "", "http://a/" TIMES768("\"'\"'\"'\"'\"") " ", NULL, ""},
    {"http, quotes of a line", "",
     "http://a/b\"c'd\xE2\x80\x9D"
     "e\xE2\x80\x99"
     "f\xC2\xBBg ",
     NULL, ""},
    {"****http", "", "****http://a/****", NULL, ""},
    {"**http, )", "", "**http://a.b/-)", NULL, ""},
    {"**www, )", "", "**www.a.com)", NULL, ""},
    {"* then http", "", "*", "http://a/* ", ""},
    {"[http://a", "", "[http://a", NULL, ""},
    {"\"http://a", "", "\"http://a", NULL, ""},
    {"((((", "", "(", NULL, ""},
    /* lines */
    {"-LF", "", "-\n", NULL, ""},
    {"<URL: once, -LF", "<URL:http://a/", "-\n", NULL, ""},
    {"<URL:a-LF b>", "", "<URL:http://a/a-\nb-\nc-\nd-\ne>", NULL, ""},
    {">", "", ">", NULL, ""},
    {">LF", "", ">\n", NULL, ""},
    {"> ", "", "> ", NULL, ""},
    {"<URL: once, LF> ", "<URL:http://a/", "\n> ", NULL, ""},
    {"> <URL: LF", "", "> <URL:http://a/\n> b\n", NULL, ""},
    {"> <URL: unquoted", "", "> <URL:http://a/\n", NULL, ""},
    {"32 > and <URL:", "", ">>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>> <URL:http://a/\n", NULL, ""},
    {"8 KiB of >", "", "<URL:http://a/\n" TIMES768(">>>>>>>>>>") " ", NULL, ""},
    {"page breaks", "", "<URL:http://a/\n\nA [Page 1]\n\f\nRFC 1 x 1999\n\n", NULL, ""},
    {"page break lines", "<URL:http://a/", "\n\nA [Page 1]\n\f\nRFC 1 x 1999\n\nx", NULL, ""},
    {"[Page 1] only", "<URL:http://a/", "\nA [Page 1]", NULL, ""},
    {"<URL:, blank lines", "", "<URL:x\n\n\n\n\n\n\n\n\n\n\n\n", NULL, ""},
    {"<URL:, LF and blanks", "",
     "<URL:x\n                                                                     ", NULL, ""},
    {"blanks", "", " ", NULL, ""},
    {"LF", "", "\n", NULL, ""},
    {"CR LF", "", "\r\n", NULL, ""},
    /* text that must be read again: tags, links, blanks and hyphens in wrappers, ids without a
     * host, soft breaks */
    {"<URL: of tags", "", "<URL:" TIMES768("</pre>"), NULL, ""},
    {"<URL:, split in a host", "", "<URL:http://" TIMES768("aaaa") "##" TIMES768(" news:") ">",
     NULL, ""},
    {"<URL:, 64 links", "", "<URL:" TIMES16(TIMES4("news:a" TIMES16(" b c d") " ")) ">", NULL, ""},
    {"<news:, 64 links", "", "<news:a@b.c" TIMES16(TIMES4(" news:a@b.c" TIMES16(" b c d"))) ">",
     NULL, ""},
    {"<URL:, hyphens in host", "", "<URL:http://a-\nb-\nc-\nd" TIMES768("abcdefg") ">", NULL, ""},
    {"news: of one bad host", "", TIMES16("news:news:news:") "@" TIMES256("aaaa") "..b ", NULL, ""},
    {"=3D= LF", "", "http://a.b/c=3D=\n", NULL, ""},
    {"= LF", "", "http://a.b/c=\nd=\ne=\nf=\ng=\n", NULL, ""},
    /* bytes */
    {"UTF-8", "", "\xC3\xA9", NULL, ""},
    {"UTF-8 and @", "", "\xC3\xA9@", NULL, ""},
    {"invalid", "", "\xFF", NULL, ""},
    {"cut characters", "", "\xE2\x80", NULL, ""},
    {"soft hyphens", "<URL:http://a/", "\xC2\xAD", NULL, ""},
    {"NUL", "", "", NULL, ""},
    {"random bytes", "", NULL, NULL, ""},
    {"one line of links", "", "lorem ipsum http://example.com/a(b)c, user@example.com ", NULL, ""},
    {"only links", "", "http://example.com/a\n", NULL, ""},
    {"closed wrappers", "", "<URL:http://example.com/a\n b>\n", NULL, ""},
    /* wrappers in lines with fewer quote marks */
    {">> <URL: once, LF> ", ">> <URL:http://a/", TIMES16("a/b-") "\n> ", NULL, ""},
    {">> <URL: LF> ", "",
     ">> <URL:http://a/" TIMES16("a/b-") "\n> " TIMES16("c/d-") "\n" TIMES16("e/f-") "\n", NULL,
     ""},
    {"> <URL: LF, 8000", "", "> <URL:http://a/" TIMES16("a/b-") "\n" TIMES768("c/d-g/h-") "\n",
     NULL, ""},
    /* what shows that x@y is an address */
    {"a@b.zz", "", "a@b.zz ", NULL, ""},
    {"From: a@b.zz", "", "From: a@b.zz x From: x@y.zz\n", NULL, ""},
    {"in <a1@b.c>", "", "in <a1@b.c> ", NULL, ""},
    {"references... a@b", "", "references......a@b.com msgid:**`a@b.com` ", NULL, ""},
    {"-a@b, dots", "", "--a@b.com " TIMES16("...........") "a@b.com ", NULL, ""},
    {"-@", "", "-@", NULL, ""},
    {"a=a=b@c", "", TIMES16("ab=") "b@c.com x=a@b.com ", NULL, ""},
    {"a/a/b@c", "", TIMES16("ab/") "b@c.com 1:Z!!!a@b.com {aa}@b.com ", NULL, ""},
    {"a@b.com:c.", "", "a@b.com:c.", NULL, ""},
    /* signs of other notations */
    {"a\\-b@c", "", "a\\-b@c.com ", NULL, ""},
    {"a\\@", "", "a\\@", NULL, ""},
    {"http:\\/\\/a", "", "http:\\/\\/a.b\\/c", NULL, ""},
    {"http\\://a", "", "http\\://a.b http://\\:c.d/\\(ti ", NULL, ""},
    {"http, **", "", "http://a.b/-**c ", NULL, ""},
    {"http, \\:", "", "http://a.b/" TIMES16("\\:a\\:b\\:c"), NULL, ""},
    {"colours in http", "", "http://a\x1B[m", NULL, ""},
    {"colours before ab:", "", "\x1B[4mab://c.d ", NULL, ""},
    /* hyperlinks of terminals */
    {"OSC 8", "",
     "\x1B]8;;http://a.b\x07"
     "a\x1B]8;;\x07 ",
     NULL, ""},
    {"OSC 8, open", "", "\x1B]8;;http://a.b\x07", NULL, ""},
    {"OSC 8, text", "", "\x1B]8;;http://a.com\x07" TIMES256("a.com a\x1B[m") "\x1B]8;;\x07", NULL,
     ""},
    {"OSC 8, URI", "", "\x1B]8;;http://" TIMES768("aaaaaaaaaa") " ", NULL, ""},
    {"ESC ] 8 ;", "", "\x1B]8;", NULL, ""},
    /* URLs that may go on in the next lines */
    {"http, rest", "", "http://a.b/c012\n345a6b ", NULL, ""},
    {"http, short rest", "", "http://a/-\n1=\n", NULL, ""},
    {"http, 64 lines", "",
     "http://a.b/c?" TIMES16("012") "\n" TIMES16(TIMES4(TIMES16("a1b2") "\n")), NULL, ""},
    {"http, frames", "", "| http://a.b/" TIMES4("?a01") " |\n| " TIMES4("a1b2") "      |\n", NULL,
     ""},
    {"http, a colour at the end", "", "http://a.b/c\x1B[m | ", NULL, ""},
    {"http, wide rest", "", "http://a.b/" TIMES16("\xE4\xB8\xAD") "\n" TIMES16("\xE4\xB8\xAD") "\n",
     NULL, ""},
    {"http, blank rest", "", "http://a.b/c\n" TIMES256("   ") "a=1\n", NULL, ""},
    /* ends that are in doubt */
    {"http, closers", "", "http://a.b/c) http://a.b/c' http://a.b/c] ", NULL, ""},
    {"http, marks", "", "http://a.b/c* http://a.b/c,d http://a.b/c(d *a@b.com* ", NULL, ""},
    {"http, unknown label", "", "http://a.bbbbb/ <http://a.ccccc/> ", NULL, ""},
    {"http, a sentence", "", "http://a.b/" TIMES16("\xE6\x88\x91\xE4\xB8\xAD") " ", NULL, ""},
    {"http, cells", "", ",http://a.b/", NULL, ""},
    {"http, many cells", "", "x,http://a.b/," TIMES256("y,"), NULL, ""},
    {"http, quotes and names", "", "http://a.b/\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", NULL, ""},
};

enum { SHAPES = sizeof shapes / sizeof shapes[0] };

static inline void shape_by_chance(char *to, size_t n)
{
    uint64_t state = 1;

    for (size_t i = 0; i < n; i++) {
        state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        to[i] = (char)(state >> 56);
    }
}

/* Fills to[from..n) with the unit; "" is a NUL. */
static inline void shape_repeat(char *to, size_t from, size_t n, const char *unit)
{
    size_t k = unit[0] ? strlen(unit) : 1;

    for (size_t i = from, j = 0; i < n; i++, j = j + 1 == k ? 0 : j + 1)
        to[i] = unit[j];
}

static inline void shape_make(const struct shape *s, char *to, size_t n)
{
    size_t head = strlen(s->head), tail = strlen(s->tail);

    if (!s->unit) {
        shape_by_chance(to, n);
        return;
    }
    memcpy(to, s->head, head);
    shape_repeat(to, head, n, s->unit);
    if (s->then)
        shape_repeat(to, n / 2, n, s->then);
    memcpy(to + n - tail, s->tail, tail);
}

#endif
