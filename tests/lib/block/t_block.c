/* t_block.c - src/lib/block: single rules, and promises for any text
 *
 * Each line of any text gets one decision, in order, at most BLOCK_LOOKAHEAD lines late, whose
 * offsets are in the line. t_labels.c judges whole documents.
 */
#include <stdint.h>
#include <stdio.h>

#include "decided.h"
#include "tap.h"

/* Writes one letter for each line, in capitals where a block begins, and "+" after it where it joins
 * the line before: "P p+" is a paragraph of two lines that flow. */
static const char *shape_of(const char *text)
{
    static const char letters[] = ".phu-itdcr|akxlsvf@~_";
    static char shape[512];
    decided t = decided_text(text, strlen(text));
    size_t k = 0;

    for (size_t i = 0; i < t.n && k + 3 < sizeof shape; i++) {
        char c = letters[t.is[i].kind];

        shape[k++] = t.is[i].first && c >= 'a' && c <= 'z' ? (char)(c - 32) : c;
        if (t.is[i].joins)
            shape[k++] = '+';
    }
    shape[k] = '\0';
    decided_free(&t);
    return shape;
}

static const struct {
    const char *name, *text, *shape;
} rows[] = {
    {"a paragraph that was wrapped",
     "The first line of a paragraph goes on until there is no room for the\n"
     "next word, which is then the first one of the second line, and so on to\n"
     "the last one.\n",
     "Pp+p+"},
    {"a line that was ended on purpose",
     "The first line of this text is long enough to be a full line of a text.\n"
     "This one is short.\n"
     "But the next word would have had room in it, so that its end is kept as\n"
     "it is.\n",
     "Pp+pp+"},
    {"a list after a full line is not glued",
     "These are the things that have to be bought before the shop closes for\n"
     "- bread\n"
     "- milk and everything else that is on the second list, which I forgot\n"
     "  at home\n",
     "PIIi+"},
    {"questions of a FAQ",
     "3.1. Why does it not work on the machine that was bought last week?\n"
     "3.2. In which shops is it sold?\n"
     "3.3. What does it cost?\n",
     "CCC"},
    {"a number that begins a line of a paragraph is no item",
     "All of the unsafe characters must be written as escapes, which are then\n"
     "[20] described in the other document, which was printed in the year\n"
     "1994. It is not available any more.\n",
     "Pp+p+"},
    {"verse", "Roses are red,\nviolets are blue,\nsugar is sweet,\nand so are you.\n", "Vvvv"},
    {"an address", "Jane Doe\n3 Mill Lane\nLudlow SY8 1PX\n", "Vvv"},
    {"a page break inside a paragraph",
     "   The text of this paragraph goes on over the break of the page, since\n"
     "   the author did not end it before he came to the footer of the page\n\n\n"
     "Doe                                                             [Page 1]\n"
     "\f\n"
     "RFC 9999                        A Title                        June 1999\n\n\n"
     "   that he was on.\n",
     "Pp+_______p+"},
    {"a quote in a quote", "> > Is this one line?\n> Yes, it is.\nNo.\n", "PPP"},
    {"an attribution", "On Monday, Jane wrote:\n> Yes.\n", "@P"},
    {"a signature", "Text.\n\n-- \nJane\n\nRoom 3\n", "P.~~~~"},
    {"a fence", "```\nint i;\n\n# no heading\n```\nText.\n", "KkkkkP"},
    {"a grammar is code, not a table",
     "The rules are these, and no others, in all of the text that follows:\n\n"
     "   small = \"a\" | \"b\" | \"c\" | \"d\" |\n"
     "           \"e\" | \"f\"\n"
     "   large = \"A\" | \"B\"\n",
     "P.Kkk"},
    {"rows with blank lines between",
     "The schemes that are known today have these names in all documents:\n\n"
     "http           Hypertext Transfer Protocol\n\n"
     "ftp            File Transfer Protocol\n\n"
     "news           Usenet news\n\n"
     "Others follow.\n",
     "P.|.|.|.P"},
    {"the second field of a head", "Date:     Tuesday\nPlace:    Lion\nMinutes:  Jane\n", "|||"},
    {"a letter in parentheses inside a paragraph",
     "If the reader does not support the set of characters that is used, it may\n"
     "(a) show the bytes as they are, (b) try to show them with characters that\n"
     "are there, or (c) say that it cannot.\n",
     "Pp+p+"},
    {"an address that was cut",
     "A message with another one:\n\n"
     "<mailto:list@example.org?In-Reply-To=%3C3469A91.D10AF4C1234567890@\n"
     "example.com%3E>\n",
     "P.Kk"},
    {"entries of contents that continue in the same column",
     "Table of Contents\n\n"
     "1. Ferries\n"
     "    1.1. Which ferry should I take when I want to be in the town of\n"
     "    Ulm?\n"
     "        1.1.1. I was told to take the early one, but in fact it is the\n"
     "        late one that I wanted. It is very late. Why is that so?\n"
     "2. Trains\n",
     "H.CCc+Cc+C"},
    {"several terms of one definition",
     "   These are the commands, and there are no others.\n\n"
     "   index [full]\n"
     "   index-summary\n"
     "          Request the whole index, with all details of what there is.\n\n"
     "   quit\n"
     "          Stops the program at this place, without saving any changes.\n",
     "P.TTD.TD"},
    {"headings between signs", "== The syntax ==\n\nText of the section.\n", "H.P"},
    {"a numbered heading directly below a paragraph",
     "   This text is about the ferries and the trains of the town, which are\n"
     "   many.\n"
     "   1. Ferries\n\n"
     "   The ferries are run by the town.\n"
     "   2. Trains\n\n"
     "   The trains are run by the railway, which has no office in the town.\n",
     "Pp+H.PH.P"},
    {"the only item of a list is no heading",
     "The ferries are run by the town, but only when there are no trains.\n"
     "1. This is because of the railway, which does not stop there in winter.\n\n"
     "The trains are run by the railway.\n",
     "PI.P"},
    {"items with a dot",
     ". By default the lamp is on, and stays on until it is switched off.\n\n"
     ". When it is off, it stays off.\n",
     "I.I"},
    {"a box of stars is a drawing",
     "******************************\n*                            *\n*         The ferry          *\n"
     "******************************\n\nText.\n",
     "Aaaa.P"},
    {"commands between rules are no heading",
     "Try this:\n\n----------------\ngit log | less\n----------------\n\nText.\n", "P.-P-.P"},
    {"a lead-in is an item, not a heading",
     "1. Copy the program to the place where it belongs:\n\n     $ cp ferry /bin\n", "I.S"},
    {"headings", "Title\n=====\n\n1. First\n\nText.\n\n1.1 Second\n\nText.\n", "Hu.H.P.H.P"},
};

static void single(void)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        is_str(shape_of(rows[i].text), rows[i].shape, "%s", rows[i].name);
}

/* ---- Tables ---- */

static const struct {
    const char *name, *text;
    const char *rows;  /* a letter for each line: Head, Body, More, Rule, or "-" */
    const char *cells; /* of the last line that is a row, with "/" between */
} tables[] = {
    {"a grid with a head",
     "+------+-------+\n"
     "| Fish | Price |\n"
     "+------+-------+\n"
     "| cod  |  2.10 |\n"
     "|      | a kg  |\n"
     "+------+-------+\n",
     "RHRBMR", "/a kg"},
    {"a grid with a rule below each row",
     "+------+-------+\n"
     "| cod  |  2.10 |\n"
     "+------+-------+\n"
     "| eel  |  4.00 |\n"
     "| big  |  5.00 |\n"
     "+------+-------+\n"
     "| hake |  3.00 |\n"
     "+------+-------+\n",
     "RBRBMRBR", "hake/3.00"},
    {"Markdown, whose bars need no columns", "a | b | c\n---|---|---\nlonger | x | yz\n", "HRB",
     "longer/x/yz"},
    {"a drawing of bits is no table", "+-+-+-+-+\n|V|   L   |\n+-+-+-+-+\n|   Port  |\n+-+-+-+-+\n",
     "-----", ""},
    {"boxes side by side are no table",
     "+------+     +------+\n| Ann  | --> | Bob  |\n| one  |     | two  |\n+------+     +------+\n",
     "----", ""},
    {"a row with another number of bars",
     "| a | b | c |\n|---|---|---|\n| d | e |\n| f | g | h |\n", "----", ""},
    {"a ruled head, cells that go on",
     "Name     Port   Notes\n----     ----   -----\nftp      21     data is sent\n"
     "                by port 20\ntelnet   23     old\n",
     "HRBMB", "telnet/23/old"},
    {"rules with one blank between",
     "==== ======\nName Colour\n==== ======\nsky  blue\nsun  yellow\n==== ======\n", "RHRBBR",
     "sun/yellow"},
    {"a table of reStructuredText",
     "====  ======\nName  Colour\n====  ======\nsky   blue\nsun   yellow\n====  ======\n", "RHRBBR",
     "sun/yellow"},
    {"columns that agree, right and left",
     "Line   Km  From\n12    104  Aldford\n7      35  Marsh Lane\n113     9  Port Wick\n", "BBBB",
     "113/9/Port Wick"},
    {"a cell that is wider than its column",
     "Line   Km  From\n12    104  Aldford\n7 or 8 35  Marsh Lane\n113     9  Port Wick\n", "----",
     ""},
    {"two columns: words and what they mean",
     "gopher   The Gopher protocol\nnews     USENET news\nwais     Wide area servers\n"
     "file     Names of files\n",
     "BBBB", "file/Names of files"},
    {"addresses side by side are no table",
     "Ann Lee          Bob Stone\n3 Mill Lane      Room 12\nLudlow           York\n"
     "England          England\n",
     "----", ""},
    {"comments of code are no column",
     "default    # show all of them\nignore     # show none\nerror      # stop at the first\n"
     "once       # show each once\n",
     "----", ""},
    {"options", "  -a  print all\n  -b  print none\n  -c  print some of it\n  -d  stop at once\n",
     "----", ""},
    {"columns with tabs and beyond ASCII",
     "S\xC3\xBC"
     "d\t12\tT\xC3\xB6lz\nNord\t130\tM\xC3\xB6lln\nOst\t7\tG\xC3\xB6rlitz an der "
     "Nei\xC3\x9F"
     "e\n",
     "BBB",
     "Ost/7/G\xC3\xB6rlitz an der Nei\xC3\x9F"
     "e"},
    {"a table does not go on in a quote",
     "Code   Name      Value\n----   ----      -----\na      first     1\nb      second    2\n"
     "> c    third     3\n",
     "HRBB-", "b/second/2"},
    {"a table that goes on at the next page",
     "   Code   Name      Value\n   ----   ----      -----\n   a      first     1\n"
     "   b      second    2\n\n\n"
     "Doe                                                             [Page 1]\n"
     "\f\n"
     "RFC 9999                        A Title                        June 1999\n\n\n"
     "   c      third\n   d      fourth    4\n\n   Text.\n",
     "HRBB-------BB--", "d/fourth/4"},
};

static void test_table(const char *name, const char *text, const char *shape, const char *wanted)
{
    decided t = decided_text(text, strlen(text));
    char letters[64] = "", cells[256] = "";
    block_cell cell[BLOCK_COLUMNS];
    size_t n = 0;

    for (size_t i = 0; i < t.n && i + 1 < sizeof letters; i++) {
        const block_decision *d = &t.is[i];
        const char *line = text + t.from[i];

        letters[i] = "-HBMR"[d->row];
        if (d->row == BLOCK_ROW_NONE || d->row == BLOCK_ROW_RULE)
            continue;
        block_cells(d, line, t.to[i] - t.from[i], cell);
        n = 0;
        for (unsigned k = 0; k < d->columns; k++)
            n += (size_t)snprintf(cells + n, sizeof cells - n, "%s%.*s", k > 0 ? "/" : "",
                                  (int)(cell[k].to - cell[k].from), line + cell[k].from);
    }
    is_str(letters, shape, "%s", name);
    is_str(cells, wanted, "%s: the last row", name);
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
    if (t.made != t.n || t.wrong > 0 || t.late > BLOCK_LOOKAHEAD || joined > 0)
        ok(false, "%s: %zu lines, %zu decisions, %zu wrong, %zu late, %zu first lines join", name,
           t.n, t.made, t.wrong, t.late, joined);
    decided_free(&t);
}

static void any_text(void)
{
    static char text[20000];
    char name[32];
    int failed = tap.failed;

    for (unsigned seed = 1; seed <= 400; seed++) {
        size_t n = random_text(text, seed * 50, seed);

        snprintf(name, sizeof name, "seed %u", seed);
        promises(name, text, n);
    }
    for (const char *p = "x\n>-|`#1\f"; *p; p++) {
        memset(text, *p, sizeof text);
        promises("one character", text, sizeof text);
        for (size_t i = 1; i < sizeof text; i += 2)
            text[i] = '\n';
        promises("lines of one character", text, sizeof text);
    }
    is_int(tap.failed, failed, "each line of any text gets one decision in time");
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

int main(void)
{
    single();
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        test_table(tables[i].name, tables[i].text, tables[i].rows, tables[i].cells);
    long_table();
    any_text();
    errors();
    return done();
}
