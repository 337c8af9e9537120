/* t_row.c - rows as a terminal shows them: marks, text, columns, cells, escape sequences
 * (src/lib/find/lines/rows.c and cell.c)
 */
#include "find/lines/texts.h"

#define ESC "\x1B"

/* Returns true when t->p[from..to) is `want`. */
static bool is_piece(const text *t, size_t from, size_t to, const char *want)
{
    return to - from == strlen(want) && memcmp(t->p + from, want, to - from) == 0;
}

/* Returns true when the row has the marks, which are UTF-8. */
static bool has_marks(const text_row *r, const char *want)
{
    char marks[4 * ROW_MARKS + 1], *to = marks;

    for (unsigned i = 0; i < r->mark_count; i++)
        to += utf8_encode(to, r->marks[i]);
    *to = '\0';
    return strcmp(marks, want) == 0;
}

/* A line, and what a terminal shows of it. */
static const struct line_case {
    const char *line, *marks, *text;
    unsigned indent, columns;
} line_cases[] = {
    {"pears", "", "pears", 0, 5},
    {"  pears  ", "", "pears", 2, 7},
    {"", "", "", 0, 0},
    {"pears\r", "", "pears", 0, 5},
    {"x\r\r", "", "x", 0, 1},
    {"\tpears", "", "pears", 8, 13},
    {" \tpears", "", "pears", 8, 13},
    {"a\tb", "", "a\tb", 0, 9},
    {"1234567\tb", "", "1234567\tb", 0, 9},
    {"12345678\tb", "", "12345678\tb", 0, 17},
    {"a\t", "", "a", 0, 1},
    {"> > pears", ">>", "pears", 4, 9},
    {">pears", ">", "pears", 1, 6},
    {"| \xE2\x94\x82\tpears", "|\xE2\x94\x82", "pears", 8, 13},
    {">>>>>>>>>>>>>x", ">>>>>>>>>>>>", ">x", 12, 14},
    {"\xE2\x94\x82\xC3\xA9", "\xE2\x94\x82", "\xC3\xA9", 1, 2},
    /* wide, combining and invisible characters */
    {"\xE6\x97\xA5\xE6\x9C\xAC", "", "\xE6\x97\xA5\xE6\x9C\xAC", 0, 4},
    {"e\xCC\x81.", "", "e\xCC\x81.", 0, 2},
    {"a\xE2\x80\x8B"
     "b",
     "",
     "a\xE2\x80\x8B"
     "b",
     0, 2},
    {"a\xE2\x81\xA0"
     "b",
     "",
     "a\xE2\x81\xA0"
     "b",
     0, 2},
    {"a\xC2\xAD"
     "b",
     "",
     "a\xC2\xAD"
     "b",
     0, 3},
    {"e\xCC\x80.", "", "e\xCC\x80.", 0, 2},
    {"\xC3\xA9 ", "", "\xC3\xA9", 0, 1},
    {"\xC3\xA9 \x01", "", "\xC3\xA9", 0, 1},
    {"\xC3\xA9\t\xC3\xA9", "", "\xC3\xA9\t\xC3\xA9", 0, 9},
    /* escape sequences take no cells */
    {ESC "[1m> " ESC "[0m pears" ESC "[0m ", ">", "pears", 3, 8},
    {"a" ESC "[31m" ESC "[1mb", "", "a" ESC "[31m" ESC "[1mb", 0, 2},
    {"a" ESC "x", "", "a" ESC "x", 0, 3},
    {"a[1mb", "", "a[1mb", 0, 5},
    {ESC "]8;;http://a.example" ESC "\\pears", "", "pears", 0, 5},
};

static void lines(void)
{
    for (size_t i = 0; i < sizeof line_cases / sizeof *line_cases; i++) {
        const struct line_case *c = &line_cases[i];
        char lines[256];
        text_row r;
        text t;
        snprintf(lines, sizeof lines, "%s\nnext", c->line);
        t = text_of(lines);
        ok(row_read(&t, 0, NULL, &r) && has_marks(&r, c->marks) &&
               is_piece(&t, r.text, r.to, c->text) && r.indent == c->indent &&
               r.columns == c->columns && r.next == strlen(c->line) + 1 && !r.cell,
           "%s", c->line);
    }
}

/* A line of ROW_BYTES bytes is too long; the last line has no next one; a window that may go on
 * has to be read again. */
static void limits(void)
{
    static char line[ROW_BYTES + 2];
    text t = {.p = line, .n = ROW_BYTES + 1, .final = true};
    text_row r;

    memset(line, 'x', sizeof line);
    line[ROW_BYTES] = '\n';
    ok(!row_read(&t, 0, NULL, &r), "a line that is too long");
    ok(!row_read_below(&t, 0, &(text_row){.mark_count = 0}, &r), "nor is it read below another");
    ok(row_read(&t, 1, NULL, &r) && r.to == ROW_BYTES && r.next == ROW_BYTES + 1,
       "the longest one");
    t.n = 10;
    ok(row_read(&t, 0, NULL, &r) && r.to == 10 && r.next == 0, "the last line");
    t.final = false;
    ok(!row_read(&t, 0, NULL, &r) && t.starved && t.wanted == 10, "a line that may go on");
}

/* A line and the next one. `marked` and `rest` are the next line's text without the marks of the
 * first, by row_read() and row_read_below(); NULL if these refuse the line. */
static const struct below_case {
    const char *line, *below, *marked, *rest;
} below_cases[] = {
    /* the line, the next one, `marked`, `rest` */
    {"> a", "> b", "b", "b"},     {"> a", "b", "b", "b"},          {"> > a", "> b", "b", "b"},
    {"> a", "> > b", "> b", "b"}, {"> a", ">  > b", "> b", "> b"}, {"a", "> b", "> b", "b"},
    {"a", "  > b", "> b", "> b"}, {"| a", "> b", NULL, "b"},       {"| a", "| b", "b", "b"},
    {"| a", "b", NULL, "b"},      {"| a", "| > b", "> b", "> b"},  {"| > a", "b", NULL, "b"},
    {"> | a", "> b", NULL, "b"},  {"| > | a", "| > b", NULL, "b"},
};

static void below(void)
{
    for (size_t i = 0; i < sizeof below_cases / sizeof *below_cases; i++) {
        const struct below_case *c = &below_cases[i];
        char lines[256];
        text_row own, r;
        text t;
        snprintf(lines, sizeof lines, "%s\n%s", c->line, c->below);
        t = text_of(lines);
        ok(row_read(&t, 0, NULL, &own), "%s", c->line);
        ok(c->marked ? row_read(&t, own.next, &own, &r) && is_piece(&t, r.text, r.to, c->marked)
                     : !row_read(&t, own.next, &own, &r),
           "%s below %s", c->below, c->line);
        ok(c->rest ? row_read_below(&t, own.next, &own, &r) && is_piece(&t, r.text, r.to, c->rest)
                   : !row_read_below(&t, own.next, &own, &r),
           "the same, perhaps the rest of it");
    }
}

/* Two lines, the first of which has the link "http://a". `text` and `below` are the text of each in
 * the cell, without the sign that both begin with. Then follow the columns of the first line, and
 * last the bytes of the sign. */
static const struct cell_case {
    const char *lines, *text, *below;
    unsigned columns;
    bool cell, framed;
    unsigned sign_n;
} cell_cases[] = {
    /* frames, panels, tables */
    {"| http://a |\n| pear     |", "http://a", "pear", 10, true, true, 0},
    {"\xE2\x94\x82 http://a \xE2\x94\x82\n\xE2\x94\x82 pear     \xE2\x94\x82", "http://a", "pear",
     10, true, true, 0},
    {"todo | http://a | ok\ndone | pear     |", "http://a", "pear", 15, true, true, 0},
    {"todo | http://a | ok\ndone | pear     | no |", "http://a", "pear", 15, true, true, 0},
    {"todo | http://a | ok\n     | pear     | |", "http://a", "pear", 15, true, true, 0},
    {"todo | http://a | ok\n     | p\xC3\xA9\xC3\xA9r     | |", "http://a", "p\xC3\xA9\xC3\xA9r",
     15, true, true, 0},
    {"todo | > http://a | ok\n     | > pear     |", "http://a", "pear", 17, true, true, 0},
    {"todo | http://a\ndone | pear", "http://a", "pear", 15, true, false, 0},
    {"todo | http://a\n     | pear", "http://a", "pear", 15, true, false, 0},
    {"todo | http://a\n> >  | pear", "http://a", "pear", 15, true, false, 0},
    {"todo | see|http://a\ndone | pear", "see|http://a", "pear", 19, true, false, 0},
    /* a side may be a column beside that of the first line, but no farther */
    {"todo | http://a | ok\n    | pear      |", "http://a", "pear", 15, true, true, 0},
    {"todo | http://a | ok\n      | pear     |", "http://a", "pear", 15, true, true, 0},
    {"todo | http://a | ok\n   | pear       |", "todo | http://a | ok", "| pear       |", 20, false,
     false, 0},
    {"todo | http://a | ok\n       | pear   |", "todo | http://a | ok", "| pear   |", 20, false,
     false, 0},
    {"todo | http://a | ok\n     | pear   |", "todo | http://a | ok", "| pear   |", 20, false,
     false, 0},
    {"todo | http://a\ndone: pear", "todo | http://a", "done: pear", 15, false, false, 0},
    {"todo | http://a |\ndone \xE2\x94\x82 pear     \xE2\x94\x82", "todo | http://a |",
     "done \xE2\x94\x82 pear     \xE2\x94\x82", 17, false, false, 0},
    /* a blank precedes the left side; text also precedes it, if there is no side at the right */
    {"to| http://a\ndo| pear", "to| http://a", "do| pear", 12, false, false, 0},
    {"> | http://a\n> | pear", "http://a", "pear", 12, false, false, 0},
    {"todo | http://a|b\ndone | pear     |c", "http://a|b", "pear     |c", 17, true, false, 0},
    {"  | a | http://a\n  | b pear", "a | http://a", "b pear", 16, false, false, 0},
    /* the outer frame, if the next line lacks the sides around the link */
    {"| a | http://a |\n| b pear       |", "a | http://a", "b pear", 14, true, true, 0},
    /* tabs and colours */
    {"a\t| http://a\nb       | pear", "http://a", "pear", 18, true, false, 0},
    {"todo " ESC "[2m|" ESC "[0m http://a\ndone " ESC "[2m|" ESC "[0m pear", "http://a", "pear", 15,
     true, false, 0},
    /* signs that both lines begin with, and names */
    {"# http://a\n# pear", "http://a", "pear", 10, false, false, 1},
    {"// http://a\n// pear", "http://a", "pear", 11, false, false, 2},
    {"/// http://a\n/// pear", "http://a", "pear", 12, false, false, 3},
    {"//// http://a\n//// pear", "//// http://a", "//// pear", 13, false, false, 0},
    {"JD> http://a\nJD> pear", "http://a", "pear", 12, false, false, 3},
    {"J.D-_1>> http://a\nJ.D-_1>> pear", "http://a", "pear", 17, false, false, 8},
    {"abcdefghijklmnopqrstuvwx> http://a\nabcdefghijklmnopqrstuvwx> pear", "http://a", "pear", 34,
     false, false, 25},
    {"abcdefghijklmnopqrstuvwxy> http://a\nabcdefghijklmnopqrstuvwxy> pear",
     "abcdefghijklmnopqrstuvwxy> http://a", "abcdefghijklmnopqrstuvwxy> pear", 35, false, false, 0},
    {"JD> http://a\nJD>pear", "http://a", "pear", 12, false, false, 3},
    {"JD> http://a\nKD> pear", "JD> http://a", "KD> pear", 12, false, false, 0},
    {"-see http://a\n-pear", "see http://a", "pear", 13, false, false, 1},
    {"-=see http://a\n-pear", "=see http://a", "pear", 14, false, false, 1},
    {"- http://a\n- pear", "http://a", "pear", 10, false, false, 1},
    {"- http://a\n-pear", "- http://a", "-pear", 10, false, false, 0},
    {"+ http://a\n+pear", "http://a", "pear", 10, false, false, 1},
    {"#see http://a\n#pear", "see http://a", "pear", 13, false, false, 1},
    {"// http://a\n//pear", "// http://a", "//pear", 11, false, false, 0},
    {"# http://a\n  # pear", "# http://a", "# pear", 10, false, false, 0},
    {"  # http://a\n  # pear", "http://a", "pear", 12, false, false, 1},
    {"> # http://a\n> # pear", "http://a", "pear", 12, false, false, 1},
    {"http://a\npear", "http://a", "pear", 8, false, false, 0},
    {"=> http://a\n=> pear", "http://a", "pear", 11, false, false, 2},
    {"a- http://a\na- pear", "a- http://a", "a- pear", 11, false, false, 0},
    {"/see http://a\n/pear", "/see http://a", "/pear", 13, false, false, 0},
    {"=http://a\n=pear", "=http://a", "=pear", 9, false, false, 0},
    {"#http://a\n#pear", "http://a", "pear", 9, false, false, 1},
    {"+http://a\n+pear", "http://a", "pear", 9, false, false, 1},
    {"--http://a\n--pear", "http://a", "pear", 10, false, false, 2},
    {"--x http://a\n--pear", "--x http://a", "--pear", 12, false, false, 0},
    {"/* http://a\n * pear", "http://a", "pear", 11, false, false, 1},
    {"/* http://a\n/* pear", "http://a", "pear", 11, false, false, 1},
    {"/* http://a\n  * pear", "/* http://a", "* pear", 11, false, false, 0},
    {"- http://a\n/- pear", "- http://a", "/- pear", 10, false, false, 0},
    {"++ http://a\n++pear", "++ http://a", "++pear", 11, false, false, 0},
    {"#\thttp://a\n#\tpear", "http://a", "pear", 16, false, false, 1},
    {"JD> > http://a\nJD> > pear", "http://a", "pear", 14, false, false, 5},
    {"JD> >http://a\nJD> >pear", "http://a", "pear", 13, false, false, 5},
    {"JD> x> http://a\nJD> pear", "x> http://a", "pear", 15, false, false, 3},
    {"J\xC3\xB6> http://a\nJ\xC3\xB6> pear", "http://a", "pear", 12, false, false, 4},
    /* line numbers that count up */
    {"12:http://a\n13:pear", "http://a", "pear", 11, false, false, 3},
    {"9:http://a\n10:pear", "http://a", "pear", 10, false, false, 2},
    {" 9:http://a\n10:pear", "http://a", "pear", 11, false, false, 2},
    {"12-http://a\n13-pear", "http://a", "pear", 11, false, false, 3},
    {"12:http://a\n13-pear", "http://a", "pear", 11, false, false, 3},
    {"12\thttp://a\n13\tpear", "http://a", "pear", 16, false, false, 3},
    {"12 http://a\n13 pear", "12 http://a", "13 pear", 11, false, false, 0},
    {"12:http://a\n14:pear", "12:http://a", "14:pear", 11, false, false, 0},
    {"12:http://a\n130pear", "12:http://a", "130pear", 11, false, false, 0},
    {"12:http://a\npear", "12:http://a", "pear", 11, false, false, 0},
    {"1999999990:http://a\n2000000005:pear", "1999999990:http://a", "2000000005:pear", 19, false,
     false, 0},
    {"a.txt:12:http://a\na.txt:13:pear", "http://a", "pear", 17, false, false, 9},
    {"~/x:12: http://a\n~/x:13: pear", "http://a", "pear", 16, false, false, 7},
    {"a.txt:12:http://a\nb.txt:13:pear", "a.txt:12:http://a", "b.txt:13:pear", 17, false, false, 0},
    {"a b:12:http://a\na b:13:pear", "a b:12:http://a", "a b:13:pear", 15, false, false, 0},
    /* boxes of signs: the sign is at the right, too, after a blank and at the same column */
    {"# http://a   #\n# pear       #", "http://a", "pear", 10, false, true, 1},
    {"# http://a   #\n# pear     #", "http://a   #", "pear     #", 14, false, false, 1},
    {"# http://a\n# pearplum", "http://a", "pearplum", 10, false, false, 1},
    {"# http://a#\n# pear    #", "http://a#", "pear    #", 11, false, false, 1},
    {"# http://a +\n# pear     +", "http://a +", "pear     +", 12, false, false, 1},
    {"# http://a\n# #", "http://a", "#", 10, false, false, 1},
    {"/* http://a */\n * pear     */", "http://a", "pear", 11, false, true, 1},
    {"* http://a   *\n* pear       */", "http://a", "pear", 10, false, true, 1},
    {"* http://a **\n* pear     **", "http://a **", "pear     **", 13, false, false, 1},
    {"** http://a **\n** pear     **", "http://a", "pear", 11, false, true, 2},
    {"** http://a *\n** pear     *", "http://a *", "pear     *", 13, false, false, 2},
    {"# http://a */\n# pear     */", "http://a */", "pear     */", 13, false, false, 1},
    {"# http://a #\n#          #", "http://a", "", 10, false, true, 1},
    {"# http://a\n# ", "http://a", "", 10, false, false, 1},
    /* a frame whose right side does not follow the link */
    {"| http://a or |\n| pear       |", "http://a or |", "pear       |", 15, false, false, 0},
};

/* Tests a line that is too long, a link before the end of the marks, and a frame that the next line
 * lacks. */
static void firsts(void)
{
    static char line[ROW_BYTES + 2];
    text t = {.p = line, .n = ROW_BYTES + 1, .final = true};
    text_row own, r;

    memset(line, 'x', sizeof line);
    ok(!row_read_first(&t, 0, (piece){0, 8}, &r), "a line that is too long");
    t = text_of("> > http://a\n> > pear\n");
    ok(row_read_first(&t, 0, (piece){2, 3}, &r) && r.text == 4 && r.sign_n == 0, "in the marks");
    t = text_of("# http://a #\n# pear     #\n# plum\n");
    ok(row_read_first(&t, 0, (piece){2, 10}, &own) && own.framed, "a box");
    ok(row_read(&t, 13, &own, &r) && !row_read(&t, 26, &own, &r), "all its rows have the sides");
    t = text_of("| > x\n");
    ok(row_read(&t, 0, NULL, &r) && row_kept_marks(&r) == 0, "the marks of a table may be cut off");
    t = text_of("> > | > x\n");
    ok(row_read(&t, 0, NULL, &r) && row_kept_marks(&r) == 2, "quote marks are kept");
    t = text_of("> > x\n");
    ok(row_read(&t, 0, NULL, &r) && row_kept_marks(&r) == 2, "all are");
}

static void cells(void)
{
    for (size_t i = 0; i < sizeof cell_cases / sizeof *cell_cases; i++) {
        const struct cell_case *c = &cell_cases[i];
        const char *at = strstr(c->lines, "http://a");
        const size_t from = (size_t)(at - c->lines);
        text t = text_of(c->lines);
        text_row own, r;
        ok(row_read_first(&t, 0, (piece){from, from + 8}, &own) &&
               is_piece(&t, own.text, own.to, c->text) && own.columns == c->columns &&
               own.cell == c->cell && own.framed == c->framed && own.sign_n == c->sign_n,
           "%s", c->lines);
        ok(row_read_below(&t, own.next, &own, &r) && is_piece(&t, r.text, r.to, c->below),
           "the line below it");
    }
}

/* A row of a frame that is empty in the cell of the link. */
static void empty(void)
{
    text t = text_of("| http://a |\n|          |\n");
    text_row own, r;

    ok(row_read_first(&t, 0, (piece){2, 10}, &own) && own.framed, "a frame");
    ok(row_read_near(&t, own.next, &own, &r) && r.text == r.to && r.to == 24, "an empty row");
}

/* Tests lines that are looked up by their last word. `text` is the line's text, or NULL for no
 * line. */
static void last(void)
{
    static const char *const rows[][2] = {
        {"to see", "to see"},
        {"to see  ", "to see"},
        {"> to see", "to see"},
        {"| to see |", "to see"},
        {"a | to see |", "to see"},
        {"", NULL},
        {"  ", NULL},
        {">  ", NULL},
        {"  \x01", NULL},
        {"| |", NULL},
        {"\xE2\x94\x82 x \xE2\x94\x82", "x"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char lines[256];
        text_row r;
        text t;
        snprintf(lines, sizeof lines, "%s\n%s", rows[i][0], rows[i][0]);
        t = text_of(lines);
        ok(rows[i][1] ? row_read_last(&t, 0, &r) && is_piece(&t, r.text, r.to, rows[i][1])
                      : !row_read_last(&t, 0, &r),
           "%s", rows[i][0]);
    }
}

/* ---- Escape sequences, sides, places ---- */

static void escapes(void)
{
    static const struct {
        const char *p;
        size_t n;
    } rows[] = {
        {ESC "[m", 3},
        {ESC "[1;31:4m", 9},
        {ESC "[K", 3},
        {ESC "[0Kx", 4},
        {ESC "[1A", 0},
        {ESC "[1", 0},
        {ESC "[1 m", 0},
        {ESC "(B", 0},
        {ESC, 0},
        {"[m", 0},
        {"", 0},
        {ESC "]8;;http://a.example\x07x", 22},
        {ESC "]8;;" ESC "\\x", 7},
        {ESC "]8;;x y\x07", 9},
        {ESC "]8;;x" ESC "x", 0},
        {ESC "]8;;x\x01\\", 0},
        {ESC "]8;;x", 0},
        {ESC "]8;;x\n\x07", 0},
    };
    char longest[600];
    text t = {.p = longest, .n = sizeof longest, .final = true};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        text one = text_of(rows[i].p);
        is_int(row_skip_escape(&one, 0), rows[i].n, "%s", rows[i].p);
    }
    memset(longest, '1', sizeof longest);
    memcpy(longest, ESC "[", 2);
    longest[64] = 'm';
    is_int(row_skip_escape(&t, 0), 65, "62 digits");
    longest[64] = '1', longest[65] = 'm';
    is_int(row_skip_escape(&t, 0), 0, "63 digits");
    longest[1] = ']', longest[511] = '\x07';
    is_int(row_skip_escape(&t, 0), 512, "a link of 512 bytes");
    longest[511] = '1', longest[512] = '\x07';
    is_int(row_skip_escape(&t, 0), 0, "of 513 bytes");
}

static void sides(void)
{
    static const uint32_t yes[] = {'|',    0x2502, 0x2503, 0x2506, 0x2507, 0x250A,
                                   0x250B, 0x2551, 0x2589, 0x258C, 0x2590, 0x2595};
    static const uint32_t no[] = {'!',    '>',    0x2500, 0x2501, 0x2504, 0x250C,
                                  0x2550, 0x2588, 0x2591, 0x2594, 0x2596};
    bool held = true;

    for (size_t i = 0; i < sizeof yes / sizeof *yes; i++)
        held = held && row_is_side(yes[i]);
    for (size_t i = 0; i < sizeof no / sizeof *no; i++)
        held = held && !row_is_side(no[i]);
    ok(held, "vertical lines and blocks are sides");
}

static void ends(void)
{
    static const struct {
        const char *p;
        bool ends;
    } rows[] = {
        {"\n", true},     {" \t\r\n", true},
        {" |\n", true},   {"\xE2\x94\x82 \n", true},
        {"| \r\n", true}, {ESC "[0m |" ESC "[m\n", true},
        {"", false},      {"x\n", false},
        {"||\n", false},  {"| x\n", false},
        {" ", false},     {"\r", false},
    };
    char blanks[ROW_BYTES + 3];
    text t;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        t = text_of(rows[i].p);
        ok(row_ends(&t, 0) == rows[i].ends, "%s", rows[i].p);
    }
    snprintf(blanks, sizeof blanks, "%*s\n", ROW_BYTES, "");
    t = text_of(blanks);
    ok(row_ends(&t, 0), "after 1024 blanks");
    snprintf(blanks, sizeof blanks, "%*s\n", ROW_BYTES + 1, "");
    t = text_of(blanks);
    ok(!row_ends(&t, 0), "not after more");
}

static void places(void)
{
    text t = text_of("ab\ncde\n"), wide = text_of("> \xE6\x97\xA5\t" ESC "[1mab");
    text_row r = {.text = 2, .indent = 2};

    is_int(row_start(&t, 5, 0), 3, "the start of a line");
    is_int(row_start(&t, 3, 0), 3, "its own start");
    is_int(row_start(&t, 2, 0), 0, "the line feed belongs to the line");
    is_int(row_start(&t, 5, 2), 3, "the line feed is not before the limit");
    is_int(row_start(&t, 5, 3), SIZE_MAX, "it is");
    is_int(row_start(&t, 0, 0), 0, "the start of the text");
    is_int(row_start(&t, 3, 4), SIZE_MAX, "a place before the limit");
    is_int(row_column(&wide, &r, 2), 2, "the column of the text");
    is_int(row_column(&wide, &r, 5), 4, "after a wide character");
    is_int(row_column(&wide, &r, 6), 8, "after a tab");
    is_int(row_column(&wide, &r, 11), 9, "after an escape sequence and a letter");
}

int main(void)
{
    lines();
    limits();
    below();
    cells();
    firsts();
    empty();
    last();
    escapes();
    sides();
    ends();
    places();
    return done();
}
