/* t_shape.c - the separator of a line, how often it has it, and which lines may be rows of data
 * (src/lib/find/lines/shape.c)
 */
#include "find/lines/texts.h"

/* A line, its separator, how often the line has it, and whether the line may be a row of data. */
static const struct {
    const char *line;
    char separator;
    unsigned count;
    bool row;
} lines[] = {
    {"a,b,c,d,e", ',', 4, true},
    {"a,b,c,d", ',', 3, false},
    {"a,http://b.example/,c", ',', 2, true},
    {"a,b,c: d", ',', 2, false},
    {"http://a.example/;b", ';', 1, true},
    {"\"http://a.example/\";b", ';', 1, true},
    {"a;http://b.example/", ';', 1, false},
    {"a:b/c http://d.example/;e", ';', 1, true}, /* it begins as a URL does */
    {"a|b, c, d", '|', 1, false},
    {"a,b|c", '|', 1, false},
    {"a,b,c;d", ',', 2, false},
    {"\"a,b,c\";d;e://f", ';', 2, true},
    {"a,\n", ',', 1, false},
};

static void test_lines(void)
{
    for (size_t k = 0; k < sizeof lines / sizeof lines[0]; k++) {
        const size_t n = strlen(lines[k].line);
        const unsigned shape = shape_of(lines[k].line, n);

        is_int(shape_separators(shape, lines[k].separator), lines[k].count, "%s", lines[k].line);
        is_int(shape_of_row(lines[k].line, n), lines[k].row ? shape : SHAPE_OTHER,
               "%s: a row of data", lines[k].line);
    }
    is_int(shape_separators(shape_of("a,b", 3), ';'), 0, "another separator");
    is_int(shape_of_row(" \t\r\n", 4), 0, "an empty line");
    is_int(shape_separators(SHAPE_OTHER, '|'), 0, "a line that may be no row");
}

static void test_many(void)
{
    char line[200];

    memset(line, ',', sizeof line);
    is_int(shape_of(line, 64), shape_of(line, 200), "many separators are as many as 63");
    ok(shape_of(line, 62) != shape_of(line, 63), "62 separators are not 63");
    ok(shape_of(line, 200) < 1 << SHAPE_BITS, "a shape has %d bits", SHAPE_BITS);
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
    is_int(shape_above(&first, first.n), shape_of(first.p, first.n), "the first line of a window");
    is_int(shape_above(&t, sizeof long_line), SHAPE_OTHER, "a line of 512 bytes with its end");
    long_line[from] = '\n';
    is_int(shape_above(&t, sizeof long_line), 63 | 2 << 6, "one of 511");
    t.source = &t;
    is_int(shape_above(&t, sizeof long_line), 0, "a copy");
}

int main(void)
{
    test_lines();
    test_many();
    test_above();
    return done();
}
