/* t_shape.c - the separator of a line, how often it has it, and which lines may be rows of data
 * (src/lib/find/lines/shape.c)
 */
#include "find/lines/texts.h"

/* A line, its separator, how often the line has it, and whether the line is a row of data, begins
 * with a URL, or neither. */
static const struct {
    const char *line;
    char separator;
    unsigned count;
    enum { OTHER, ROW, SITE } is;
} lines[] = {
    {"a,b,c,d,e", ',', 4, ROW},
    {"a,b,c,d", ',', 3, OTHER},
    {"a,http://b.example/,c", ',', 2, ROW},
    {"http://b.example/a,b,c,d,e", ',', 4, SITE},
    {"http://b.example/a,b c,d", ',', 2, ROW},
    {"http://b.example/a b 1,000", ',', 1, SITE},
    {"http://b.example/a,\"b\"", ',', 1, ROW},
    {"http://b.example/a,2017-06-02", ',', 1, ROW},
    {"http://b.example/2017-06-01,2017-06-02", ',', 1, SITE},
    {"x http://b.example/a,b,c,d,e", ',', 4, OTHER},
    {"a,b,c: d", ',', 2, OTHER},
    {"http://a.example/;b", ';', 1, SITE},
    {"\"http://a.example/\";b", ';', 1, ROW},
    {"a;http://b.example/", ';', 1, OTHER},
    {"a:b/c http://d.example/;e", ';', 1, OTHER},
    {"a|b, c, d", '|', 1, OTHER},
    {"a,b|c", '|', 1, OTHER},
    {"a,b,c;d", ',', 2, OTHER},
    {"name,URL", ',', 1, ROW},
    {"Link to,see: a", ',', 1, OTHER},
    {"\"a,b,c\";d;e://f", ';', 2, ROW},
    {"a,\n", ',', 1, OTHER},
};

static shape_fields f;

static void test_lines(void)
{
    for (size_t k = 0; k < sizeof lines / sizeof lines[0]; k++) {
        const size_t n = strlen(lines[k].line);
        const unsigned shape = shape_of(lines[k].line, n, &f), row = shape_of_row(lines[k].line, n);

        is_int(shape_separators(shape, lines[k].separator), lines[k].count, "%s", lines[k].line);
        is_int(row == SHAPE_OTHER ? OTHER
               : row == shape     ? ROW
                                  : SITE,
               lines[k].is, "%s: its kind", lines[k].line);
        is_int(row == SHAPE_OTHER || shape_same(row, shape), 1, "%s: the same separators",
               lines[k].line);
    }
    is_int(shape_separators(shape_of("a,b", 3, &f), ';'), 0, "another separator");
    is_int(shape_of_row(" \t\r\n", 4), 0, "an empty line");
    is_int(shape_separators(SHAPE_OTHER, '|'), 0, "a line that may be no row");
}

static unsigned row_of(const char *line)
{
    return shape_of_row(line, strlen(line));
}

static void test_sites(void)
{
    const unsigned own = row_of("http://a.example.com/x,y"), row = row_of("http://a.net/x,\"y\"");

    is_int(row_of("\"http://b.EXAMPLE.com:80/z,w"), SHAPE_OTHER, "a quote that does not close");
    is_int(row_of("https://b.EXAMPLE.com:80/z,w"), own, "one site");
    ok(row_of("http://a.example.org/x,y") != own, "another site");
    ok(shape_same(own, row_of("http://a.example.org/x,y")), "with the same separators");
    ok(!shape_alike(own, row_of("http://a.example.org/x,y")), "which is no row");
    ok(shape_alike(own, row) && shape_alike(row, own), "a row of data");
    ok(!shape_alike(own, row_of("http://a.example.com/x,y,\"z\"")), "with other separators");
}

static void test_many(void)
{
    char line[200];

    memset(line, ',', sizeof line);
    is_int(shape_of(line, 64, &f), shape_of(line, 200, &f), "many separators are as many as 63");
    ok(shape_of(line, 62, &f) != shape_of(line, 63, &f), "62 separators are not 63");
    ok(shape_of(line, 200, &f) < 1 << SHAPE_BITS, "a shape has %d bits", SHAPE_BITS);
}

/* The line above is read if it has less than SHAPE_ABOVE bytes with its end, and not at all in a
 * copy of the text. */
static void test_above(void)
{
    static char long_line[SHAPE_ABOVE + 2];
    const text first = {.p = "a,b,c,d,e\n", .n = 10};
    text t = {.p = long_line, .above = 7};
    const size_t most = SHAPE_ABOVE, from = sizeof long_line - most;

    memset(long_line, ',', sizeof long_line);
    long_line[from - 1] = long_line[sizeof long_line - 1] = '\n';
    is_int(shape_above(&t, 0), 7, "the line above the window was read by another reader");
    is_int(shape_above(&first, first.n), shape_of(first.p, first.n, &f),
           "the first line of a window");
    is_int(shape_above(&t, sizeof long_line), SHAPE_OTHER, "a line of 512 bytes with its end");
    long_line[from] = '\n';
    is_int(shape_above(&t, sizeof long_line), 63 | 2 << 6, "one of 511");
    t.source = &t;
    is_int(shape_above(&t, sizeof long_line), 0, "a copy");
}

int main(void)
{
    test_lines();
    test_sites();
    test_many();
    test_above();
    return done();
}
