/* t_block.c - src/lib/block: single rules, and promises for any text
 *
 * Each line of any text gets one decision, in order, at most BLOCK_LATEST lines late, whose
 * offsets are in the line. t_labels.c judges whole documents.
 */
#include <stdint.h>
#include <stdio.h>

#include "base/utf8.h"
#include "texts.h"
#include "tap.h"

static void single(void)
{
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        is_str(shape_of(shapes[i].text), shapes[i].shape, "%s", shapes[i].name);
}

/* ---- Levels ---- */

/* Writes the level of each line that has text, "." for a numbered item, where the text begins, the
 * line's key, the number of its message, and the term and the definition that are side by side; "|" is before the first line of
 * a block. */
static const char *places_of(const char *text)
{
    static char places[256];
    decided t = decided_text(text, strlen(text));
    size_t k = 0;

    for (size_t i = 0; i < t.n; i++) {
        const block_decision *d = &t.is[i];

        if (d->kind != BLOCK_BLANK && d->kind != BLOCK_FURNITURE)
            k +=
                (size_t)snprintf(places + k, sizeof places - k, "%s %u%s:%u", d->first ? " |" : "",
                                 d->level, d->kind == BLOCK_ITEM && d->ordered ? "." : "", d->text);
        if (d->key_to > d->key_from)
            k += (size_t)snprintf(places + k, sizeof places - k, " #%.*s", d->key_to - d->key_from,
                                  text + t.from[i] + d->key_from);
        if (d->number > 0)
            k += (size_t)snprintf(places + k, sizeof places - k, " @%u", d->number);
        if (d->kind == BLOCK_TERM) {
            block_cell cell[BLOCK_COLUMNS];

            block_cells(d, text + t.from[i], t.to[i] - t.from[i], cell);
            for (unsigned c = 0; c < d->columns; c++)
                k += (size_t)snprintf(places + k, sizeof places - k, " <%.*s>",
                                      (int)(cell[c].to - cell[c].from),
                                      text + t.from[i] + cell[c].from);
        }
    }
    decided_free(&t);
    return places;
}

static void levels(void)
{
    is_str(places_of("[x] one\n- two\n"), " | 1:0 | 1:2", "a box is text, a dash is not");
    is_str(places_of("- one\n\n  -------\n"), " | 1:2 | 0:2", "a rule in an item");
    is_str(places_of("- " TOWN_1 "  " TOWN_2 PAGE_BREAK "  " TOWN_3), " | 1:2 1:2 1:2",
           "an item on two pages");
    is_str(places_of("- one\n  - two\n\n        make boats;\n        make kites;\n\n    " TOWN_1
                     "    " TOWN_2 "\n  " TOWN_1),
           " | 1:2 | 2:4 | 2:8 2:8 | 2:4 2:4 | 1:2", "code and paragraphs of items");
    is_str(places_of("- one\n\n>   " TOWN_1 ">   " TOWN_2), " | 1:2 | 0:4 0:4",
           "a quote below an item");
    is_str(places_of("- one\n\n  Note:\n\n    The boats\n    are run.\n"), " | 1:2 | 2:7 | 2:4 2:4",
           "a note in an item");
    is_str(places_of("- one\n\n  Note: " TOWN_1 "  " TOWN_2), " | 1:2 | 2:8 2:2",
           "a note of two lines in an item");
    is_str(places_of("References\n\n[1]  Lee, J., A Book\n     of Boats.\n\n[2] Another\n"),
           " | 1:0 | 0:5 #1 0:5 | 0:4 #2", "references");
    is_str(places_of("-a, --all\n          Prints all.\n\n          Others too.\n"),
           " | 1:0 | 1:10 | 1:10", "a term and its definition");
    is_str(places_of("-a, --all  Prints all.\n           Others too.\n"),
           " | 1:0 <-a, --all> <Prints all.> 1:11", "a term beside its definition");
    is_str(places_of("Q: Who\n   is it?\nA: He.\n"), " | 1:3 1:3 | 1:3",
           "a question and its answer");
    is_str(places_of("-a, --all     Prints all.\n    --author  Prints it.\n\n    - one\n"),
           " | 1:0 <-a, --all> <Prints all.> | 1:4 <--author> <Prints it.> | 1:6",
           "terms of one list in two columns");
    is_str(places_of("- a\n  - b\n    - c\n      - d\n        - e\n          - f\n            - g\n"
                     "              1. h\n                2) i\n"),
           " | 1:2 | 2:4 | 3:6 | 4:8 | 5:10 | 6:12 | 7:14 | 8.:17 #1 | 8.:19 #2",
           "items of nine levels");
    is_str(places_of("* Kites\n\n** Boats\n\n" LONG_LINE "\n## Cars\n\nA. Trains\n\n" LONG_LINE
                     "\nB. Trams\n\n" LONG_LINE
                     "\n3.1. Which of the ferries runs in the town of the harbour\n"
                     "     at ten?\n\n  Carts\n  =====\n"),
           " | 1:2 | 2:3 | 0:0 | 2:3 | 1:0 #A | 0:0 | 1:0 #B | 0:0 | 2:0 #3.1 2:5 | 1:2 0:2",
           "headings");
    is_str(
        places_of("-----\n\nSubject: Cars\n\n-----\n\nMessage: 3\nSubject: Kites\n  and boats\n\n"
                  "-----\n\nMessage: 4\nSubject: Carts\n\n"),
        " | 0:0 | 1:9 | 0:0 | 0:0 | 1:9 @1 1:2 @1 | 0:0 | 0:0 | 1:9 @2", "messages of a digest");
    is_str(places_of(
               "Contents\n\n1. Boats\n(b) Kites\n* Cars\nTrains\nA.2. Boots\n1.2 The ferries of\n"
               "    all ..... 2\n  3. Cats ..... 4\n"),
           " | 1:0 | 1:3 #1 | 1:4 #b | 1:2 | 1:0 | 2:5 #A.2 | 2:4 #1.2 2:4 | 2:5 #3",
           "entries of contents");
    is_str(places_of("Contents\n\nBoats\n   Cars\n  Kites\n    Trains\n  Ferries\n"),
           " | 1:0 | 1:0 | 2:3 | 2:2 | 2:4 | 2:2", "entries that are indented by about as much");
    is_str(places_of("Contents\n\nBoats\n    Cars\n  Kites\n    Trains\nFerries\n"),
           " | 1:0 | 1:0 | 2:4 | 2:2 | 3:4 | 1:0", "entries that are indented less than the last");
    is_str(places_of("Contents\n\na\n  b\n    c\n      d\n        e\n          f\n            g\n"),
           " | 1:0 | 1:0 | 2:2 | 3:4 | 4:6 | 5:8 | 6:10 | 6:12", "entries of seven levels");
}

/* The names of rules, as --explain shows them. */
static void rules(void)
{
    static const struct {
        const char *text, *rule; /* of its last line */
    } rows[] = {
        {"- a boat\n", "item with a bullet"},
        {"1. a boat\n", "numbered item"},
        {"Q: A boat?\n", "question"},
        {"Q: A boat?\nA: Yes.\n", "answer"},
        {"Contents\n\nBoats ..... 1\n", "entry with a page number"},
        {"Contents\n\nBoats\n", "entry of the contents"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        decided t = decided_text(rows[i].text, strlen(rows[i].text));

        is_str(t.is[t.n - 1].rule, rows[i].rule, "the rule \"%s\"", rows[i].rule);
        decided_free(&t);
    }
}

/* Entries of contents, and a heading that has a key by them, or not. */
static void keys(void)
{
    static const struct {
        const char *entry, *heading, *wanted;
    } rows[] = {
        {"1. Boats", "1  BOATS", " | 1:0 | 1:3 #1 | 1:0 #1"},
        {"II  Boats", "Chapter II: Boats", " | 1:0 | 1:0 #II | 1:0 #II"},
        {"Part Exchange", "Part Exchange", " | 1:0 | 1:0 | 1:0"},
        {"A Table of names", "A Table of names", " | 1:0 | 1:0 | 1:0"},
        {"A  Table of names", "A Table of names", " | 1:0 | 1:0 #A | 1:0 #A"},
        {"A. Table of names", "A Table of names", " | 1:0 | 1:3 #A | 1:0 #A"},
        {"Annex A Table of names", "A Table of names", " | 1:0 | 1:8 #A | 1:0 #A"},
        {"7 Tables of names", "7 Tables of names", " | 1:0 | 1:0 #7 | 1:0 #7"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[200];

        snprintf(text, sizeof text, "Contents\n\n%s\n\n%s\n\n", rows[i].entry, rows[i].heading);
        is_str(places_of(text), rows[i].wanted, "the key of \"%s\"", rows[i].entry);
    }
}

/* Only the first 1,024 entries of contents are kept. */
static void many_entries(void)
{
    static char text[1100 * 16];
    size_t n = (size_t)sprintf(text, "Contents\n\n");
    decided t;

    for (unsigned i = 1; i <= 1030; i++)
        n += (size_t)sprintf(text + n, "%u. Boat\n", i);
    n += (size_t)sprintf(text + n, "\n1024 Boat\n\n" LONG_LINE "\n1025 Boat\n\n" LONG_LINE);
    t = decided_text(text, n);
    ok(t.is[t.n - 7].kind == BLOCK_HEADING, "a heading of the last entry");
    ok(t.is[t.n - 3].kind != BLOCK_HEADING, "no heading of an entry after it");
    decided_free(&t);
}

/* ---- Patches ---- */

/* Writes a letter for each line of a text: File, Hunk, "+", "-", Note, or ".". */
static const char *patch_of(const char *text)
{
    static const char letters[] = ".FH+-N";
    static char shape[64];
    decided t = decided_text(text, strlen(text));
    size_t k = 0;

    for (; k < t.n && k + 1 < sizeof shape; k++)
        shape[k] = letters[t.is[k].patch];
    shape[k] = '\0';
    decided_free(&t);
    return shape;
}

static void patches(void)
{
    is_str(
        patch_of("diff --git a/kite.c b/kite.c\nindex 12..45 100644\n--- a/kite.c\n+++ b/kite.c\n"
                 "@@ -1,4 +1,3 @@ int main(void)\n int a;\n\n--- a\n-int b;\n+++ c\n"
                 "@@ -20 +20,2 @@\n-x\n+y\n+z\n\\ No newline at end of file\n-- \n2.39\n"),
        "FFFFH..--+H-++N..", "the count of a hunk decides what its lines are");
    is_str(patch_of("*** a.c\tMay 7\n--- b.c\tMay 8\n***************\n*** 1,2 ****\n  a\n! b\n"
                    "--- 1,2 ----\n  a\n! c\n"),
           "FFHH.+H.+", "a context diff");
    is_str(patch_of("> @@ -1,3 +1,2 @@\n>  a\n> +b\nWhy?\n> -c\n> -- d\n"), "H.+.--",
           "a hunk goes on after an answer");
    is_str(patch_of("@@ -1,9999999 +1 @@\n a\n-b\n"), "H.-", "many lines");
    is_str(patch_of("@@ -1,9 +1,9 @@\n+a\nwrapped\n-b\n"), "H+.-", "a line that was wrapped");
}

static void signs(void)
{
    static const struct {
        const char *text;
        size_t at;
    } rows[] = {{" a.c | 4 ++--", 9}, {" a.c |  4 +", 10}, {" a.c | Bin 0 -> 9 bytes", 23},
                {" a.c | 0", 8},      {" a.c | +", 0},     {" a.c| 4 +", 0},
                {"| 4 +", 0},         {" a.c | 4 +x", 0},  {"a.c 4 +", 0}};

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        ok(block_stat_signs(rows[i].text, strlen(rows[i].text)) == rows[i].at, "\"%s\"",
           rows[i].text);
}

/* ---- Tables ---- */

static const struct {
    const char *name, *text;
    const char *rows;  /* a letter for each line: Head, Body, More, Rule, or "-" */
    const char *cells; /* of the last line that is a row, with "/" between */
    unsigned right;    /* the columns that are aligned on the right, one bit each */
} tables[] = {
    {"a grid with a head",
     "+------+-------+\n"
     "| Fish | Price |\n"
     "+------+-------+\n"
     "| cod  |  2.10 |\n"
     "|      | a kg  |\n"
     "+------+-------+\n",
     "RHRBMR", "/a kg", 0},
    {"numbers in a grid",
     "+------+-------+\n"
     "| Fish | Price |\n"
     "+------+-------+\n"
     "| cod  |  2.10 |\n"
     "| hake | 13.00 |\n"
     "+------+-------+\n",
     "RHRBBR", "hake/13.00", 2},
    {"numbers that are equally wide, below a wider head",
     "Kite    Price   Made\n-----   -----   ----\nDelta     289   1999\nSled      585   2001\n",
     "HRBB", "Sled/585/2001", 2},
    {"twelve columns between sides",
     "|a |b |c |d |e |f |g |h |i |j |k    | l|\n|--|--|--|--|--|--|--|--|--|--|-----|--|\n"
     "|1 |2 |3 |4 |5 |6 |7 |8 |9 |0 |1    | 2|\n|1 |2 |3 |4 |5 |6 |7 |8 |9 |0 |1    |12|\n",
     "HRBB", "1/2/3/4/5/6/7/8/9/0/1/12", 1 << 11},
    {"a grid with a rule below each row",
     "+------+-------+\n"
     "| cod  |  2.10 |\n"
     "+------+-------+\n"
     "| eel  |  4.00 |\n"
     "| big  |  5.00 |\n"
     "+------+-------+\n"
     "| hake |  3.00 |\n"
     "+------+-------+\n",
     "RBRBMRBR", "hake/3.00", 0},
    {"Markdown, whose bars need no columns", "a | b | c\n---|---|---\nlonger | x | yz\n", "HRB",
     "longer/x/yz", 0},
    {"a drawing of bits is no table", "+-+-+-+-+\n|V|   L   |\n+-+-+-+-+\n|   Port  |\n+-+-+-+-+\n",
     "-----", "", 0},
    {"boxes side by side are no table",
     "+------+     +------+\n| Ann  | --> | Bob  |\n| one  |     | two  |\n+------+     +------+\n",
     "----", "", 0},
    {"a row with another number of bars",
     "| a | b | c |\n|---|---|---|\n| d | e |\n| f | g | h |\n", "----", "", 0},
    {"a ruled head, cells that go on",
     "Name     Port   Notes\n----     ----   -----\nftp      21     data is sent\n"
     "                by port 20\ntelnet   23     old\n",
     "HRBMB", "telnet/23/old", 0},
    {"rules with one blank between",
     "==== ======\nName Colour\n==== ======\nsky  blue\nsun  yellow\n==== ======\n", "RHRBBR",
     "sun/yellow", 0},
    {"a table of reStructuredText",
     "====  ======\nName  Colour\n====  ======\nsky   blue\nsun   yellow\n====  ======\n", "RHRBBR",
     "sun/yellow", 0},
    {"columns that agree, right and left",
     "Line   Km  From\n12    104  Aldford\n7      35  Marsh Lane\n113     9  Port Wick\n", "BBBB",
     "113/9/Port Wick", 2},
    {"a cell that is wider than its column",
     "Line   Km  From\n12    104  Aldford\n7 or 8 35  Marsh Lane\n113     9  Port Wick\n", "----",
     "", 0},
    {"two columns: words and what they mean",
     "gopher   The Gopher protocol\nnews     USENET news\nwais     Wide area servers\n"
     "file     Names of files\n",
     "BBBB", "file/Names of files", 0},
    {"addresses side by side are no table",
     "Ann Lee          Bob Stone\n3 Mill Lane      Room 12\nLudlow           York\n"
     "England          England\n",
     "----", "", 0},
    {"comments of code are no column",
     "default    # show all of them\nignore     # show none\nerror      # stop at the first\n"
     "once       # show each once\n",
     "----", "", 0},
    {"options", "  -a  print all\n  -b  print none\n  -c  print some of it\n  -d  stop at once\n",
     "----", "", 0},
    {"columns with tabs and beyond ASCII",
     "S\xC3\xBC"
     "d\t12\tT\xC3\xB6lz\nNord\t130\tM\xC3\xB6lln\nOst\t7\tG\xC3\xB6rlitz an der "
     "Nei\xC3\x9F"
     "e\n",
     "BBB",
     "Ost/7/G\xC3\xB6rlitz an der Nei\xC3\x9F"
     "e",
     0},
    {"a table does not go on in a quote",
     "Code   Name      Value\n----   ----      -----\na      first     1\nb      second    2\n"
     "> c    third     3\n",
     "HRBB-", "b/second/2", 0},
    {"a table that goes on at the next page",
     "   Code   Name      Value\n   ----   ----      -----\n   a      first     1\n"
     "   b      second    2\n\n\n"
     "Doe                                                             [Page 1]\n"
     "\f\n"
     "RFC 9999                        A Title                        June 1999\n\n\n"
     "   c      third\n   d      fourth    4\n\n   Text.\n",
     "HRBB-------BB--", "d/fourth/4", 0},
    {"numbers that go on at the next page",
     "   Code     No   Name\n   ----   ----   -----\n   a         1   one\n"
     "   b        12   twelve\n\n\n"
     "Doe                                                             [Page 1]\n"
     "\f\n"
     "RFC 9999                        A Title                        June 1999\n\n\n"
     "   c       345   more\n   d      6789   most\n\n   Text.\n",
     "HRBB-------BB--", "d/6789/most", 2},
};

static void test_table(const char *name, const char *text, const char *shape, const char *wanted,
                       unsigned right)
{
    decided t = decided_text(text, strlen(text));
    char letters[64] = "", cells[256] = "";
    block_cell cell[BLOCK_COLUMNS];
    size_t n = 0;
    bool same = true;

    for (size_t i = 0; i < t.n && i + 1 < sizeof letters; i++) {
        const block_decision *d = &t.is[i];
        const char *line = text + t.from[i];

        letters[i] = "-HBMR"[d->row];
        if (d->row == BLOCK_ROW_NONE || d->row == BLOCK_ROW_RULE)
            continue;
        same = same && d->right == right;
        block_cells(d, line, t.to[i] - t.from[i], cell);
        n = 0;
        for (unsigned k = 0; k < d->columns; k++)
            n += (size_t)snprintf(cells + n, sizeof cells - n, "%s%.*s", k > 0 ? "/" : "",
                                  (int)(cell[k].to - cell[k].from), line + cell[k].from);
    }
    is_str(letters, shape, "%s", name);
    is_str(cells, wanted, "%s: the last row", name);
    ok(same, "%s: the columns on the right", name);
    decided_free(&t);
}

/* ---- Lines that return on each page ---- */

static const struct {
    const char *name;
    unsigned lines;          /* of text on a page */
    const char *one, *other; /* what is below them; # is the page's number, % any number,
                             * @ the page's on the last two pages */
    unsigned wanted; /* on which of six pages the last lines of `one` are furniture, a bit each */
    unsigned late;   /* pages that are named by later decisions */
} returning_rows[] = {
    {"a URL and the page's number", 36, "http://a.example/b.txt", "#/22", 0x3C, 0x03},
    {"a title and a date", 40, "The Ferries of the Town", "9/12/2016", 0, 0},
    {"the same number, which is no page's", 40, "The Ferries of the Town", "Length\n6", 0, 0},
    {"a number that grows, but is no page's", 40, "The Ferries of the Town", "40#", 0, 0},
    {"a number that is once the page's", 40, "The Ferries of the Town", "Number @", 0, 0},
    {"as long as a page may be", 115, "The Ferries of the Town", "Page #", 0x3C, 0x03},
    {"longer than a page", 116, "The Ferries of the Town", "Page #", 0, 0},
    {"as short as a page may be", 25, "The Ferries of the Town", "Page #", 0x3C, 0x02},
    {"shorter than a page", 24, "The Ferries of the Town", "Page #", 0, 0},
    {"no number", 40, "The Ferries of the Town", "Description", 0, 0},
    {"another number", 40, "The Ferries of the Town", "release %", 0, 0},
    {"many words", 40, "The ferries of the town go on until the day ends", "#/22", 0, 0},
    {"text directly below", 40, "The Ferries of the Town", "#/22\n" LONG_LINE "\nx #", 0x3C, 0x03},
    {"below the page's number", 40, "#/22\n\nThe Ferries of the Town", "", 0x3C, 0},
    {"above the page's number", 40, "#/22", "The Ferries of the Town", 0x3C, 0x03},
    {"items", 40, "- a ferry", "- a boat 7", 0, 0},
    {"fields", 40, "Date: 9/12/2016", "Subject: a ferry", 0, 0},
    {"above a form feed", 40, "The Ferries of the Town", "\f", 0x3E, 0},
    {"above a form feed, the page's number", 40, "Ferries, 9/12/2016, #", "\f", 0x3E, 0},
    {"above a form feed, another number", 40, "Version 4#", "\f", 0, 0},
    {"above a form feed, longer than a page", 120, "The Ferries of the Town", "\f", 0, 0},
    {"below a form feed", 40, "\fThe Ferries of the Town", "", 0x3E, 0},
    {"below a form feed, another number", 40, "\fVersion 4#", "", 0, 0},
    {"above known furniture", 40, "The Ferries of the Town", "Jones [Page #]", 0x3C, 0x03},
    {"near no furniture", 40, "The Ferries of the Town", "Jones", 0, 0},
    {"below known furniture", 40, "Jones [Page #]\n\nThe Ferries of the Town", "", 0x3E, 0},
    {"near known furniture, with form feeds", 40, "The Ferries of the Town", "Jones [Page #]\n\f",
     0, 0},
    {"between blank lines, the page's number", 40, "\n\n                    Ferries #", "\n", 0x3E,
     0},
    {"between blank lines, the same number", 40, "\n\n                    Ferries 7", "\n", 0, 0},
};

/* Writes what is below the text of a page. */
static size_t put_returning(char *p, const char *form, unsigned page)
{
    size_t n = 0;

    for (; *form; form++)
        if (strchr("#%@", *form))
            n += (size_t)sprintf(p + n, "%u",
                                 *form == '%'               ? 7 * page * page % 100
                                 : *form == '@' && page < 5 ? 40 * page
                                                            : page);
        else
            p[n++] = *form;
    memcpy(p + n, "\n\n", 2);
    return n + 2;
}

static void test_returning(size_t row)
{
    static char text[6 * 120 * 80];
    size_t n = 0, at[6];
    unsigned got = 0, late = 0;
    decided t;

    for (unsigned page = 1; page <= 6; page++) {
        for (unsigned i = 0; i < returning_rows[row].lines; i++)
            n += (size_t)sprintf(text + n,
                                 "The %u ferries of line %u go on and on until the day ends\n",
                                 page * 131, i * 17);
        text[n++] = '\n';
        n += put_returning(text + n, returning_rows[row].one, page);
        for (at[page - 1] = n - 2; !strchr("\n\f", text[at[page - 1] - 1]); at[page - 1]--)
            ;
        n += put_returning(text + n, returning_rows[row].other, page);
    }
    t = decided_text(text, n);
    for (size_t i = 0; i < t.n; i++)
        for (unsigned page = 0; page < 6; page++)
            got |= (unsigned)(t.from[i] == at[page] && t.is[i].kind == BLOCK_FURNITURE) << page;
    for (size_t i = 0; i < t.n; i++)
        for (size_t k = 0, place = i; k < BLOCK_EARLIER && t.is[i].earlier[k] > 0; k++) {
            place -= t.is[i].earlier[k];
            for (unsigned page = 0; page < 6; page++)
                late |= (unsigned)(t.from[place] == at[page]) << page;
        }
    is_int(late, returning_rows[row].late, "named late: %s", returning_rows[row].name);
    is_int(got, returning_rows[row].wanted, "lines that return: %s", returning_rows[row].name);
    decided_free(&t);
}

/* A table of more rows than are read ahead is one table. */
static void long_table(void)
{
    static char text[200 * 40];
    size_t n = 0, count = 0, firsts = 0;
    decided t;

    for (unsigned i = 0; i < 200; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "%-6u  name%-6u  of number %u\n", i, i, i);
    t = decided_text(text, n);
    for (size_t i = 0; i < t.n; i++) {
        count += t.is[i].row == BLOCK_ROW_BODY;
        firsts += t.is[i].first;
    }
    is_int(count, 200, "all rows of a long table");
    is_int(firsts, 1, "a long table is one block");
    decided_free(&t);
}

/* ---- Signs beyond ASCII ---- */

/* Two lines that begin with a character are items, or not. */
static const struct {
    unsigned code;
    bool is;
} bullets[] = {{0xB6, false},   {0xB7, true},    {0xB8, false},   {0x2012, false}, {0x2013, true},
               {0x2014, true},  {0x2015, false}, {0x2021, false}, {0x2022, true},  {0x2023, true},
               {0x2024, false}, {0x2042, false}, {0x2043, true},  {0x2044, false}, {0x259F, false},
               {0x25A0, true},  {0x25FF, true},  {0x2600, false}, {0x2712, false}, {0x2713, true},
               {0x2718, true},  {0x2719, false}, {0x27A1, false}, {0x27A2, true},  {0x27A3, false}};

static void test_bullet(unsigned code, bool is)
{
    char sign[8] = "", text[64];

    utf8_encode(sign, code);
    snprintf(text, sizeof text, "%s one boat\n%s two boats\n", sign, sign);
    ok((strcmp(shape_of(text), "II") == 0) == is, "U+%04X is a bullet: %d", code, is);
}

/* ---- Any text ---- */

static uint64_t next_random(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *state >> 33;
}

/* Appends pieces of all kinds of lines. */
static size_t random_text(char *text, size_t room, uint64_t seed)
{
    static const char *const pieces[] = {"\n",
                                         "\n",
                                         "\n",
                                         "> ",
                                         ">> ",
                                         "- ",
                                         "* ",
                                         "1. ",
                                         "2) ",
                                         "(a) ",
                                         "[1] ",
                                         "3.1. ",
                                         "A.2 ",
                                         "word ",
                                         "Another ",
                                         "text that goes on for a while ",
                                         "http://a.example/b ",
                                         "    ",
                                         "\t",
                                         "| ",
                                         "+---+",
                                         "-----",
                                         "=====",
                                         "``` ",
                                         "$ make ",
                                         "From: ",
                                         "-- ",
                                         "\f",
                                         "[Page 3]",
                                         "RFC 1     T     June 1999",
                                         "@@ -1,2 +1,2 @@",
                                         "`",
                                         "\xC3\xA4",
                                         "\xE4\xBA\xB2",
                                         "\xFF",
                                         "2019-05-07 02:14:53 ",
                                         "wrote:",
                                         "int i; }",
                                         ". . . . 7",
                                         "CAPITALS ",
                                         ";",
                                         "#",
                                         "x"};
    size_t n = 0;

    for (;;) {
        const char *p = pieces[next_random(&seed) % (sizeof pieces / sizeof *pieces)];

        if (n + strlen(p) > room)
            return n;
        memcpy(text + n, p, strlen(p));
        n += strlen(p);
    }
}

static void promises(const char *name, const char *text, size_t n)
{
    decided t = decided_text(text, n);
    size_t joined = 0;

    for (size_t i = 0; i < t.n; i++)
        joined += t.is[i].joins && (i == 0 || t.is[i].first);
    if (t.made != t.n || t.wrong > 0 || t.late > BLOCK_LATEST || joined > 0)
        ok(false, "%s: %zu lines, %zu decisions, %zu wrong, %zu late, %zu first lines join", name,
           t.n, t.made, t.wrong, t.late, joined);
    decided_free(&t);
}

static void any_text(void)
{
    static const char spaced[] = SPACED_LINE;
    static char text[20000];
    char name[32];
    int failed = tap.failed;

    for (unsigned seed = 1; seed <= 400; seed++) {
        size_t n = random_text(text, seed * 50, seed);

        snprintf(name, sizeof name, "seed %u", seed);
        promises(name, text, n);
    }
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = spaced[i % (sizeof spaced - 1)];
    promises("lines in double spacing", text, sizeof text);
    for (const char *p = "x\n>-|`#1\f"; *p; p++) {
        memset(text, *p, sizeof text);
        promises("one character", text, sizeof text);
        for (size_t i = 1; i < sizeof text; i += 2)
            text[i] = '\n';
        promises("lines of one character", text, sizeof text);
    }
    is_int(tap.failed, failed, "each line of any text gets one decision in time");
}

/* Counts the messages whose number is less than that of a message before it. */
static int compare_messages(void *user, const block_decision *d)
{
    unsigned *last = user, *less = last + 1;

    *less += d->number > 0 && d->number < *last;
    *last = d->number > 0 ? d->number : *last;
    return 0;
}

static void many_messages(void)
{
    static const char *const lines[] = {"-----", "", "Message: 3", "Subject: Kites", ""};
    enum { LINES = sizeof lines / sizeof lines[0], MESSAGES = UINT16_MAX + 2 };
    unsigned numbers[2] = {0};
    blocks *b = block_open(compare_messages, numbers, decided_resize, NULL);

    for (size_t i = 0; b && i < (size_t)LINES * MESSAGES; i++)
        (void)block_line(b, lines[i % LINES], strlen(lines[i % LINES]), false);
    (void)block_end(b);
    block_close(b);
    is_int(numbers[0], UINT16_MAX, "the last message of a very long digest");
    is_int(numbers[1], 0, "no message of it has a lower number than one before it");
}

static int stop(void *user, const block_decision *d)
{
    (void)d;
    return ++*(int *)user == 3 ? 42 : 0;
}

static void *no_memory(void *user, void *old, size_t n)
{
    (void)user;
    (void)old;
    (void)n;
    return NULL;
}

static void errors(void)
{
    int calls = 0, result = 0;
    blocks *b = block_open(stop, &calls, decided_resize, NULL);

    for (int i = 0; b && i < 200 && result == 0; i++)
        result = block_line(b, "a line", 6, false);
    is_int(result, 42, "the result of the sink is returned");
    is_int(calls, 3, "no call after that");
    block_close(b);
    ok(!block_open(stop, &calls, no_memory, NULL), "no memory");
}

/* The signs before a heading are not its text, unless "=" is at its end, too. */
static void signs_of_headings(void)
{
    static const struct {
        const char *text;
        unsigned at;
    } rows[] = {{"## Boats\n", 3}, {"== Boats\n", 3}, {"== Boats ==\n", 0}, {"# C#\n", 2}};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        decided t = decided_text(rows[i].text, strlen(rows[i].text));

        ok(t.is[0].kind == BLOCK_HEADING && t.is[0].text == rows[i].at, "the text of %s",
           rows[i].text);
        decided_free(&t);
    }
}

int main(void)
{
    signs_of_headings();
    single();
    levels();
    rules();
    keys();
    many_entries();
    patches();
    signs();
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        test_table(tables[i].name, tables[i].text, tables[i].rows, tables[i].cells,
                   tables[i].right);
    long_table();
    for (size_t i = 0; i < sizeof returning_rows / sizeof *returning_rows; i++)
        test_returning(i);
    for (size_t i = 0; i < sizeof bullets / sizeof *bullets; i++)
        test_bullet(bullets[i].code, bullets[i].is);
    any_text();
    many_messages();
    errors();
    return done();
}
