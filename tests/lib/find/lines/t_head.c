/* t_head.c - what later lines of a wrapper begin with: signs, names, numbers (R10), page breaks
 * (R18); src/lib/find/lines/head.c and page.c
 */
#include "find/lines/texts.h"

/* Returns a line with this head; the bytes after that are no part of it. */
static const quote_marks *line_of(place *line, const char *head, char fill)
{
    *line = (place){.head_n = strlen(head)};
    memset(line->head, fill, sizeof line->head);
    memcpy(line->head, head, line->head_n);
    return place_marks(line);
}

/* `head` begins the line of the wrapper's opener. `rest` is what is left of the later line; NULL if
 * that line abandons the wrapper. `own` and `kept` are for a sign that may be the URL's: the bytes
 * of the sign, and whether the first reading keeps it. */
static const struct sign_case {
    const char *head, *later, *rest;
    unsigned own;
    bool kept;
} sign_cases[] = {
    {"at ", "/b", "/b", 0, false},
    {"> at ", "> /b", " /b", 0, false},
    /* names of six letters and more, in one or two signs */
    {"Margaret> at ", "Margaret> /b", " /b", 0, false},
    {"  Margaret> at ", " Margaret> /b", " /b", 0, false},
    {"Margaret> at ", "Margarot> /b", "Margarot> /b", 0, false},
    {"Margaret>> at ", "Margaret>>/b", "/b", 0, false},
    {"J\xC3\xB6> at ", "J\xC3\xB6> /b", " /b", 0, false},
    {"Margaret>", "Margaret>b", "b", 0, false},
    {"Margaret", "Margaret>b", "Margaret>b", 0, false},
    {"1argaret> at ", "1argaret> /b", " /b", 0, false},
    {"j.d-e_1> at ", "j.d-e_1>b", "b", 0, false},
    {"(m> at ", "(m> /b", " /b", 0, false},
    {"\xC3\x80> at ", "\xC3\x80> /b", " /b", 0, false},
    {"Margaret>at ", "Margaret>b", "b", 0, false},
    {"Margaret>a> at ", "Margaret>b", "b", 0, false},
    {"Margaret> ", "Margaret> b", " b", 0, false},
    {"m(r)> at ", "m(r)> /b", " /b", 0, false},
    {"Margaret> > at ", "Margaret> > /b", " /b", 0, false},
    {"Margaret: at ", "Margaret: /b", " /b", 0, false},
    {"dnl at ", "dnl /b", " /b", 0, false},
    {".\\\" at ", "  .\\\"\t/b", "\t/b", 0, false},
    {"> REM at ", "> REM /b", " /b", 0, false},
    {"dnl at ", "dnl/b", "dnl/b", 0, false},
    {"dnl at ", "dnl", "dnl", 0, false},
    {"dnl", "dnl /b", "dnl /b", 0, false},
    {"abcdefghijklmnopqrstuvwx at ", "abcdefghijklmnopqrstuvwx /b", " /b", 0, false},
    {"abcdefghijklmnopqrstuvwxy at ", "abcdefghijklmnopqrstuvwxy /b",
     "abcdefghijklmnopqrstuvwxy /b", 0, false},
    {"J\xC3\xB6rgen> at ", "J\xC3\xB6rgen> /b", " /b", 0, false},
    {"> Margaret> at ", "> Margaret> /b", " /b", 0, false},
    {"abcdefghijklmnopqrstuvwx> at ", "abcdefghijklmnopqrstuvwx> /b", " /b", 0, false},
    {"abcdefghijklmnopqrstuvwxy> a", "abcdefghijklmnopqrstuvwxy> b", "abcdefghijklmnopqrstuvwxy> b",
     0, false},
    /* signs of comments and lists, and a blank */
    {"* at ", "* /b", " /b", 0, false},
    {"* ", "* /b", " /b", 0, false},
    {"*\tat ", "  *\t/b", "\t/b", 0, false},
    {"> * at ", "> * /b", " /b", 0, false},
    {"/* at ", " * /b", " /b", 0, false},
    {"* at ", "/* b", " b", 0, false},
    {"* at ", "/*b", "/*b", 0, false},
    {"// at ", "// /b", " /b", 0, false},
    {"/// at ", "/// /b", " /b", 0, false},
    {"//// at ", "//// /b", " /b", 0, false},
    {"///> at ", "///> /b", " /b", 0, false},
    {"///", "/// /b", " /b", 0, false},
    {"=> at ", "=> b", " b", 0, false},
    {"; at ", "; b", " b", 0, false},
    {"~ at ", "~ b", " b", 0, false},
    {"$ at ", "$ b", " b", 0, false},
    {"\xE2\x94\x82 at ", "\xE2\x94\x82 b", " b", 0, false},
    {"* at ", "; b", "; b", 0, false},
    {"// at ", "//", "", 0, false},
    /* signs without a blank: two or three signs, or a single one of some characters */
    {"//", "//b", "b", 2, false},
    {"//at ", "//b", "b", 2, false},
    {"==at ", "==b", "b", 2, false},
    {"a-at ", "a-b", "a-b", 0, false},
    {"=at ", "=b", "=b", 0, false},
    {"~at ", "~b", "~b", 0, false},
    {"*at ", "*b", "b", 1, false},
    {"///at ", "///b", "b", 3, false},
    {"////at ", "////b", "////b", 0, false},
    /* signs of a patch, and one more */
    {"+ at ", "+ b", " b", 0, false},
    {"+ * at ", "+ * b", " b", 0, false},
    {"+ # at ", "+ # b", " b", 0, false},
    {"+# at ", "+ # b", " b", 0, false},
    {"+* at ", "+ * b", " b", 0, false},
    {"+ > at ", "+ > b", " b", 0, false},
    {"+ JD> at ", "+ JD> b", " b", 0, false},
    {"+ ", "+ b", " b", 0, false},
    {"++ at ", "++ b", " b", 0, false},
    {"++ at ", "+ + b", "+ + b", 0, false},
    {"+*+* at ", "+ b", "+ b", 0, false},
    {"+ *at ", "+ *b", " *b", 0, false},
    {"+ - at ", "+ - b", " b", 0, false},
    {"  + * at ", "  + * b", " b", 0, false},
    {"*- at ", "*-\n", "*-\n", 0, false},
    {"- *at ", "-b", "b", 1, true},
    {"+> at ", "+> b", " b", 0, false},
    {"=# at ", "= # b", "= # b", 0, false},
    {"+ * at ", "+ b", " b", 0, false},
    {"+ * at ", "+ *b", " *b", 0, false},
    /* signs that may be the URL's */
    {"-at ", "-b", "b", 1, false},
    {"- at ", "-b", "b", 1, true},
    {"- at ", "- b", " b", 1, false},
    {"- at ", "-\n", "\n", 1, true},
    {"-at ", "-\n", "\n", 1, true},
    {"+ at ", "+b", "b", 1, false},
    {"  * at ", "  *b", "b", 1, true},
    {"  +at ", "-  b", "  b", 0, false},
    {"! at ", "!b", "b", 1, true},
    {"* at ", "*b", "b", 1, true},
    {"-- at ", "--b", "b", 2, true},
    {"-=at ", "-=b", "b", 2, false},
    {"=> at ", "=>b", "b", 0, false},
    {"-- at ", "--\n", "--\n", 0, false},
    {"\xE2\x94\x82 at ",
     "\xE2\x94\x82"
     "b",
     "b", 0, false},
    /* of a patch that marks only lines that changed */
    {"  at ", "!  /b", "  /b", 0, false},
    {"  ", "!  /b", "  /b", 0, false},
    {" ", "!  /b", "  /b", 0, false},
    {"", "!\t/b", "!\t/b", 0, false},
    {"  at ", "+ /b", " /b", 0, false},
    {" at ", "-  /b", "  /b", 0, false},
    {" at ", "! /b", "! /b", 0, false},
    {" at ", "!\t/b", "\t/b", 0, false},
    {"\tat ", "!\t/b", "\t/b", 0, false},
    {"  at ", "!/b", "!/b", 0, false},
    {"  at ", "= /b", "= /b", 0, false},
    {"at ", "!\t/b", "!\t/b", 0, false},
    {"> at ", "> ! /b", " ! /b", 0, false},
    {">   at ", "> !  /b", "  /b", 0, false},
    /* diff */
    {"< at ", "< b", " b", 0, false},
    {"< at ", "<b", NULL, 0, false},
    {"< at ", "b", NULL, 0, false},
    {"< at ", "x b", NULL, 0, false},
    {"> < at ", "> < b", " b", 0, false},
};

static void signs(char fill)
{
    for (size_t i = 0; i < sizeof sign_cases / sizeof *sign_cases; i++) {
        const struct sign_case *c = &sign_cases[i];
        place line;
        const quote_marks *marks = line_of(&line, c->head, fill);
        text t = text_of(c->later);
        own_sign own = {0};
        size_t k = 0;
        bool has = quote_marks_skip(&t, &k, marks) && lines_skip_signs(&t, &k, &line, &own);
        ok(c->rest ? has && strcmp(c->later + k, c->rest) == 0 : !has, "'%s' below '%s': '%s'",
           c->later, c->head, c->later + k);
        ok(own.n == c->own && own.kept == c->kept && (own.n == 0 || own.at == k - own.n),
           "its sign: %u bytes%s", (unsigned)own.n, own.kept ? ", kept" : "");
    }
}

/* Tests the last of the quote marks, which may belong to the URL. */
static void own_marks(void)
{
    static const struct {
        const char *head, *later;
        unsigned own;
        bool kept;
    } rows[] = {
        {"# at ", "#b", 1, true},  {"#at ", "#b", 1, false},     {"# at ", "# b", 0, false},
        {"% at ", "%b", 1, true},  {": at ", ":b", 1, true},     {"> at ", ">b", 0, false},
        {"| at ", "|b", 0, false}, {"> # at ", "> #b", 1, true}, {"at ", "b", 0, false},
        {"#at ", "#\n", 0, false}, {"#", "#b", 1, false},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        place line;
        const quote_marks *marks = line_of(&line, rows[i].head, ' ');
        text t = text_of(rows[i].later);
        size_t k = 0;
        own_sign own;
        ok(quote_marks_skip(&t, &k, marks), "'%s' below '%s'", rows[i].later, rows[i].head);
        own = lines_own_mark(&t, k, &line);
        ok(own.n == rows[i].own && own.kept == rows[i].kept && (own.n == 0 || own.at == k - 1),
           "its mark");
    }
}

static void numbers(char fill)
{
    static const struct {
        const char *head, *later;
        unsigned below;
        const char *rest; /* NULL: all of the line */
    } rows[] = {
        {"9:at ", "10:b", 1, "b"},
        {"9:at ", "10:b", 2, NULL},
        {"9:at ", "11:b", 2, "b"},
        {"9:at ", "9:b", 1, NULL},
        {"9-at ", "10-b", 1, "b"},
        {"9\tat ", "10\tb", 1, "b"},
        {"    9\tat ", "   10\tb", 1, "b"},
        {"9 at ", "10 b", 1, NULL},
        {"9:at ", "10b", 1, NULL},
        {"9:at ", "10", 1, NULL},
        {"9", "10:b", 1, NULL},
        {"9 at ", "10:b", 1, NULL},
        {"a.txt", "a.txt10:b", 1, NULL},
        {"at ", "10:b", 1, NULL},
        {"0:at ", "1:b", 1, "b"},
        {"a.txt:9:at ", "a.txt:10:b", 1, "b"},
        {"a.txt:9:at ", "  a.txt:10:b", 1, "b"},
        {"a.txt:9:at ", "b.txt:10:b", 1, NULL},
        {"a.txt:9:at ", "10:b", 1, NULL},
        {"a b.txt:9:at ", "a b.txt:10:b", 1, NULL},
        {"a.txt 9:at ", "a.txt 10:b", 1, NULL},
        {"a.txt:at ", "a.txt:b", 1, NULL},
        {"99999999:at ", "100000000:b", 1, "b"},
        {"999999999:at ", "1000000000:b", 1, "b"},
        {"1700000009:at ", "1700000010:b", 1, "b"},
        {"1700000009:at ", "1700000009:b", 1, NULL},
        {"1999999990:at ", "2000000005:b", 1, NULL},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        place line;
        text t = text_of(rows[i].later);
        (void)line_of(&line, rows[i].head, fill);
        const char *rest = rows[i].rest ? rows[i].rest : rows[i].later;
        is_str(rows[i].later + lines_skip_number(&t, 0, &line, rows[i].below), rest,
               "'%s', %u below '%s'", rows[i].later, rows[i].below, rows[i].head);
    }
}

/* The text ends after the number, whatever is after it. */
static void last_number(void)
{
    place line;
    text t = text_of("10");

    (void)line_of(&line, "9:at ", ' ');
    is_int(lines_skip_number(&t, 0, &line, 1), 0, "a number at the end of the text");
    is_int(row_number_end(&(text){.p = "-b", .n = 2}, 0, "9:", 0), 0, "a sign is no number");
    t.final = false;
    (void)lines_skip_number(&t, 0, &line, 1);
    ok(t.starved && t.wanted == 2, "a number that may go on");
}

#define FOOTER "Doe [Page 7]\n"
#define HEADER "RFC 9999 Links 1999\n"
#define FIVE "\n\n\n\n\n"

static const struct page {
    const char *p;
    bool turns; /* the lines up to "/b" are a page break */
} page_rows[] = {
    {"\n\n" FOOTER "\n\x0c\n" HEADER "\n/b", true},
    {FOOTER HEADER "/b", true},
    {FOOTER HEADER "\r\n \t\n/b", true},
    {HEADER "/b", false},
    {FOOTER "/b", false},
    {"\n\n/b", false},
    {HEADER FOOTER "/b", false},
    {FOOTER FOOTER HEADER "/b", false},
    {FOOTER "x\n" HEADER "/b", false},
    {"x\n" FOOTER HEADER "/b", false},
    {FOOTER "RFC 9999 Links 1999", false},
    /* footers */
    {"[Page 12]\n" HEADER "/b", true},
    {"  [page 12]\r\n" HEADER "/b", true},
    {"[Page ]\n" HEADER "/b", false},
    {"[Page x]\n" HEADER "/b", false},
    {"[Pago 7]\n" HEADER "/b", false},
    {"Page 7]\n" HEADER "/b", false},
    {"7]\n" HEADER "/b", false},
    {"[Page 7] \n" HEADER "/b", true},
    {"[Page 7)\n" HEADER "/b", false},
    {"[Page 7\n" HEADER "/b", false},
    {"<x [Page 7]\n" HEADER "/b", false},
    {"joe@a [Page 7]\n" HEADER "/b", false},
    {"http://a [Page 7]\n" HEADER "/b", false},
    {"www.a [Page 7]\n" HEADER "/b", false},
    {"ftp. [Page 7]\n" HEADER "/b", true},
    /* headers */
    {FOOTER "RFC 1 1999\n/b", true},
    {FOOTER "rfc 1999\n/b", true},
    {FOOTER "  RFC 1 1999\n/b", true},
    {FOOTER "RFC 199\n/b", false},
    {FOOTER "Vol 12 of 1999\n/b", false},
    {FOOTER "RFC", false},
    {FOOTER "Internet-Draf", false},
    {FOOTER "RFC 1 199x\n/b", false},
    {FOOTER "RFC 1 x999\n/b", false},
    {FOOTER "RFC x 1999\n/b", false},
    {FOOTER "Some text of 1999\n/b", false},
    {FOOTER "RFC 1 http://a 1999\n/b", false},
    {FOOTER "Internet-Draft May 1999\n/b", true},
    {FOOTER "Internet-Draft\n/b", false},
    {FOOTER "Internet 1999\n/b", false},
    /* twenty lines at most */
    {FOOTER FIVE FIVE FIVE "\n\n\n" HEADER "/b", true},
    {FOOTER FIVE FIVE FIVE "\n\n\n\n" HEADER "/b", false},
};

static void pages(void)
{
    place unmarked, marked;
    const quote_marks *none = line_of(&unmarked, "at ", ' ');
    const quote_marks *marks = line_of(&marked, "> at ", ' ');
    text t;

    for (size_t i = 0; i < sizeof page_rows / sizeof *page_rows; i++) {
        t = text_of(page_rows[i].p);
        is_str(page_rows[i].p + lines_skip_page(&t, 0, t.n, none),
               page_rows[i].turns ? "/b" : page_rows[i].p, "%s", page_rows[i].p);
    }
    t = text_of("> \n> " FOOTER ">\n" HEADER "> /b");
    is_int(lines_skip_page(&t, 0, t.n, marks), t.n - 4, "pages in quoted text");
    t = text_of(FOOTER HEADER "/b");
    is_int(lines_skip_page(&t, 0, 20, none), 0, "a page break beyond the limit");
    t.n = 20;
    t.final = false;
    ok(lines_skip_page(&t, 0, 100, none) == 0 && t.starved, "more text may come");
    t = text_of(FOOTER HEADER "/b");
    t.final = false;
    ok(lines_skip_page(&t, 0, 5, none) == 0 && !t.starved, "but the limit is before it");
    t = text_of("x\n/b");
    t.final = false;
    ok(lines_skip_page(&t, 0, 100, none) == 0 && !t.starved, "but the line is whole");
}

int main(void)
{
    for (const char *fill = " *>:a1"; *fill; fill++) {
        signs(*fill);
        numbers(*fill);
    }
    own_marks();
    last_number();
    pages();
    return done();
}
