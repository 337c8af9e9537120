/* t_region.c - the lines around a link: the edge that they share, and how they begin
 * (src/lib/find/lines/region.c)
 *
 * In each text the link "http://a.exampl" is in one line, and a line that may be its rest follows.
 */
#include <limits.h>

#include "find/lines/texts.h"

#define LINK "http://a.exampl"
#define NONE UINT_MAX

/* The region of a text. */
typedef struct around {
    text t;
    text_row first, next;
    region a;
} around;

/* Reads it. The last line has no line feed, so that what follows it may not be read. */
static bool read_around(const settings *s, const char *lines, around *r)
{
    const char *at = strstr(lines, LINK);
    const size_t from = (size_t)(at - lines), n = strlen(lines);
    text_row *first = &r->first;

    r->t = text_of_bytes(lines, n - (lines[n - 1] == '\n'));
    if (!row_read_first(&r->t, row_start(&r->t, from, 0), (piece){from, from + strlen(LINK)},
                        first) ||
        !row_read_below(&r->t, first->next, first, &r->next))
        return false;
    region_read_above(s, &r->t, first, 0, first->mark_count, &r->a);
    region_read_below(s, &r->t, first, first->mark_count, &r->next, &r->a);
    return true;
}

/* A text, the rows above and below the link that are read, and the edge that they show. */
static const struct edge_case {
    const char *lines;
    bool screen;
    unsigned above, below;
    edge edge; /* longest, same, filled; above, most */
} edge_cases[] = {
    {LINK "\ne\n", false, 0, 0, {0, 0, 0, 0, NONE}},
    {"pears and plums\n" LINK "\ne\nmore of it\n", false, 1, 1, {15, 1, 0, 15, 31}},
    {"pears and plum\n" LINK "\ne\nmore of it all\n", false, 1, 1, {14, 0, 1, 14, 30}},
    {"pears and\nplumsplums x\n" LINK "\ne\n", false, 2, 0, {12, 0, 2, 12, 28}},
    {"pears and of\nplum x\n" LINK "\ne\n", false, 2, 0, {12, 0, 2, 12, 17}},
    {"pears and\nplum x\n" LINK "\ne\n", false, 2, 0, {9, 0, 1, 9, 14}},
    {"pears and plums\nof plums, pears\n" LINK "\ne\n", false, 2, 0, {15, 2, 0, 15, 31}},
    /* the edge is the longest line's, above or below */
    {"of pears\n" LINK "\ne\nthe longest line of all\nab\n", false, 1, 2, {23, 0, 1, 8, 24}},
    {LINK "\ne\nab\ncdefghijklmnop qr\n", false, 0, 2, {17, 0, 1, 0, NONE}},
    {LINK "\ne\nab\ncdefghijklm no\n", false, 0, 2, {14, 0, 0, 0, NONE}},
    /* the first word of a line is not a list's mark, and has twenty bytes at most */
    {"pears\n* plums see\n" LINK "\ne\n", false, 2, 0, {11, 0, 1, 11, 27}},
    {"pears\na plum, I see\n" LINK "\ne\n", false, 2, 0, {13, 0, 1, 13, 29}},
    {"pears of pears\na plum\n" LINK "\ne\n", false, 2, 0, {14, 0, 2, 14, 16}},
    {"pears of ours\nx\n* " LINK "\ne\n", false, 2, 0, {13, 0, 0, 13, 15}},
    {"pears and ours\n* plums\n" LINK "\ne\n", false, 2, 0, {14, 0, 1, 14, NONE}},
    {"pears and ours\nx plums\n" LINK "\ne\n", false, 2, 0, {14, 0, 2, 14, 16}},
    {"pears and our\n12 plums\n" LINK "\ne\n", false, 2, 0, {13, 0, 2, 13, 16}},
    {"pears of\nplumsy z\n" LINK "\ne\n", false, 2, 0, {8, 0, 1, 8, 24}},
    {"abc\nabcdefghijklmnopqrstu\n" LINK "\ne\n", false, 2, 0, {21, 0, 0, 21, 37}},
    {"abc\nabcdefghijklmnopqrst\n" LINK "\ne\n", false, 2, 0, {20, 0, 1, 20, 36}},
    /* an empty line ends the region, and a URL above it does, but not on a screen */
    {"far away\n\n" LINK "\ne\n", false, 0, 0, {0, 0, 0, 0, NONE}},
    {"far away\n\n" LINK "\ne\n", true, 1, 0, {8, 0, 0, 8, NONE}},
    {"see http://b\npears\n" LINK "\ne\n", false, 1, 0, {5, 0, 1, 5, 21}},
    {"see http://b\npears\n" LINK "\ne\n", true, 2, 0, {12, 0, 2, 12, 18}},
    {LINK "\ne\nx y\n\nsee http://b\n", false, 0, 1, {3, 0, 0, 0, NONE}},
    {LINK "\ne\nx y\n\nsee http://b\n", true, 0, 2, {12, 0, 0, 0, NONE}},
    /* the lines have the same marks */
    {"> pears\n" LINK "\ne\n", false, 0, 0, {0, 0, 0, 0, NONE}},
    {"pears\n> " LINK "\n> e\n", false, 0, 0, {0, 0, 0, 0, NONE}},
    {"> pears\n> " LINK "\n> e\n> x\ny\n", false, 1, 1, {7, 0, 1, 7, 23}},
    {LINK "\ne\n> x\n", false, 0, 0, {0, 0, 0, 0, NONE}},
    /* at most six lines */
    {"a\nbb\nc\nd\ne\nf\ng\nh\n" LINK "\ne\n1\n2\n3\n4\n5\n6\n77\n", false, 6, 6, {1, 0, 1, 1, 17}},
};

static void edges(const settings *mail, const settings *screen)
{
    for (size_t i = 0; i < sizeof edge_cases / sizeof *edge_cases; i++) {
        const struct edge_case *c = &edge_cases[i];
        around r;
        edge e;
        ok(read_around(c->screen ? screen : mail, c->lines, &r), "%s", c->lines);
        e = region_edge(&r.a, &r.first);
        is_int(r.a.above, c->above, "rows above");
        is_int(r.a.count - r.a.above, c->below, "rows below");
        ok(e.longest == c->edge.longest && e.same == c->edge.same && e.filled == c->edge.filled,
           "longest %u, as long %u, filled %u", e.longest, e.same, e.filled);
        ok(e.above == c->edge.above && e.most == c->edge.most, "above %u, most %u", e.above,
           e.most);
    }
}

/* When the row that is compared is a line of the region itself, this line counts neither as the
 * longest nor as filled. */
static void own_row(const settings *s)
{
    around r;
    edge e;

    ok(read_around(s, LINK "\ne\nab\ncd\n", &r), "two rows");
    e = region_edge(&r.a, &(text_row){.from = r.a.rows[0].row.from, .columns = 2});
    ok(e.same == 1 && e.filled == 0, "the edge of one of them");
}

/* Below the link 1024 bytes are read, and above it what follows `least`. */
static void limits(const settings *s)
{
    char lines[2048];
    around r;

    memset(lines, 'x', sizeof lines);
    memcpy(lines, LINK "\ne\n", 18);
    for (size_t i = 417; i < 2048; i += 400)
        lines[i] = '\n';
    lines[2047] = '\0';
    ok(read_around(s, lines, &r) && r.a.count == 3, "the line at 1016 bytes is the last one");
    lines[416] = '\n', lines[417] = 'x';
    ok(read_around(s, "ab\ncd\nef\n" LINK "\ne\n", &r), "rows above");
    region_read_above(s, &r.t, &r.first, 2, 0, &r.a);
    is_int(r.a.above, 2, "from the line after the limit on");
    region_read_above(s, &r.t, &r.first, 3, 0, &r.a);
    is_int(r.a.above, 1, "not the line at the limit, of which the start is not known");
    ok(read_around(s, "> | " LINK "\n> e\n> x\ny\n", &r), "a table in quoted text");
    r.a.count = r.a.above = 0;
    region_read_below(s, &r.t, &r.first, 1, &r.next, &r.a);
    is_int(r.a.count, 1, "the lines that have its first mark");
}

static void notes(const settings *s)
{
    char got[FOUND_REGION];
    around r;

    ok(read_around(s, LINK "\ne\n", &r), "no rows");
    region_describe(&r.a, &r.first, got);
    is_str(got, "the line has 15 columns; rows above and below: 0 and 0", "its note");
    ok(read_around(s, "| > pears and plums |\n| > " LINK " |\n| > e               |\n", &r),
       "cell");
    region_describe(&r.a, &r.first, got);
    is_str(got,
           "the line has 19 columns with the marks \"|>\" and a frame; rows above and below: "
           "1 and 0; as long: 1; longest: 19",
           "its note");
}

/* A text, and whether the line after the link begins as other lines do. */
static const struct alike_case {
    const char *lines;
    bool alike;
} alike_cases[] = {
    /* as the line of the link begins, to the left of the link */
    {"pear " LINK "\npear x\n", true},
    {"pear " LINK "\nplum x\n", false},
    {"pear " LINK "\npearl x\n", false},
    {LINK "\nhttp://b\n", false},
    {"v1 " LINK "\nv2 x\n", true},
    {"v1a " LINK "\nv2b x\n", false},
    {"ab1 " LINK "\nab x\n", false},
    {"ab " LINK "\nab1 x\n", false},
    {"12:30 " LINK "\n12:31 x\n", true},
    {"1-2 " LINK "\n3-4 x\n", true},
    {":30 " LINK "\n12:30 x\n", false},
    {"12:30 " LINK "\n:30 x\n", false},
    {"12:30 " LINK "\n12.31 x\n", false},
    {"-- " LINK "\n== x\n", false},
    {"$$ " LINK "\n$$ x\n", false},
    {"pearl " LINK "\npear x\n", false},
    {"ab.cd " LINK "\nxb.cd x\n", false},
    /* a number is seldom enough alone */
    {"1 " LINK "\n2 x\n", false},
    {"1 pear\n2 " LINK "\n3 x\n", true},
    {" 1 pear\n2 " LINK "\n3 x\n", false},
    {"1 pear\n 2 " LINK "\n3 x\n", false},
    {"a1 pear\nb2 " LINK "\nc3 x\n", false},
    {"$ pear\n$ " LINK "\n$ x\n", false},
    {"1 pear\nsee " LINK "\n3 x\n", false},
    {"1 pear\n2 plum\nsee " LINK "\n3 x\n", true},
    /* labels */
    {"URL: " LINK "\nUID: x\n", true},
    {"URL: " LINK "\nname: x\n", false},
    {"name: " LINK "\nother: x\n", true},
    {":name: " LINK "\n:other: x\n", true},
    {"URL;X=1 " LINK "\nATTENDEE;Y=2 x\n", true},
    {"x-a_b: " LINK "\nother: x\n", true},
    {"a: " LINK "\nb: x\n", true},
    {"name: " LINK "\n1a: x\n", false},
    {"name: " LINK "\nother:/x\n", false},
    {"name: " LINK "\nother:/\n", false},
    {"name: " LINK "\nother:\n", true},
    {"name: " LINK "\nother\n", false},
    /* words and the same sign */
    {"ann = " LINK "\nbob = x\n", true},
    {"ann == " LINK "\nbob == x\n", true},
    {"ann == " LINK "\nbob = x\n", false},
    {"ann = " LINK "\nbob == x\n", false},
    {"ann = " LINK "\nbob + x\n", false},
    {"ann =" LINK "\nbob =x\n", false},
    {"ann = " LINK "\nbob =\n", false},
    {"ann  " LINK "\nbob  x\n", false},
    {"ann = " LINK "\nbob = \n", false},
    {"bob = \n see " LINK "\nann = x\n", false},
    {"ann x " LINK "\nbob x y\n", false},
    {"a-b = " LINK "\nc-d = x\n", true},
    {"a_b = " LINK "\nc_d = x\n", true},
    {"a.b = " LINK "\nc.d = x\n", false},
    {"a.b-c = " LINK "\nd.e-f = x\n", false},
    {"a1 = " LINK "\nb2 = x\n", false},
    /* as a line above begins, unless that line is the rest of a line that ends near the edge */
    {"pear x\n" LINK "\npear y\n", true},
    {"long\npear x\nsee " LINK "\npear y\n", true},
    {"a line of sixteen\npear x\nsee " LINK "\npear y\n", false},
    {"a line of sixteen\npear x\n see " LINK "\npear y\n", true},
    {"\npear x\nsee " LINK "\npear y\n", true},
    {"see http://b\npear x\nsee " LINK "\npear y\n", false},
    /* as a line below begins */
    {"see " LINK "\npear y\nof\npear z\n", true},
    {"see " LINK "\npear y\nof the pears, also\npear z\n", false},
};

static void alike(const settings *s, const settings *screen)
{
    around r;
    text_row below;

    for (size_t i = 0; i < sizeof alike_cases / sizeof *alike_cases; i++) {
        const struct alike_case *c = &alike_cases[i];
        const char *at = strstr(c->lines, LINK);
        ok(read_around(s, c->lines, &r) &&
               region_begins_alike(&r.t, &r.a, &r.first, at > c->lines + r.first.text, &r.next) ==
                   c->alike,
           "%s", c->lines);
    }
    ok(read_around(screen, "a line of sixteen\n\npear x\nsee " LINK "\npear y\n", &r) &&
           region_begins_alike(&r.t, &r.a, &r.first, true, &r.next),
       "the line above is an empty one");
    ok(read_around(s, "see " LINK "\nab\ncd ef\n", &r) &&
           row_read(&r.t, r.next.next, NULL, &below) &&
           !region_begins_alike(&r.t, &r.a, &r.first, true, &below),
       "a line of the region is not compared with itself");
}

/* Lines above which a region of text ends. */
static void stops(void)
{
    static const char *const yes[] = {"", " \r", "x://", "  see http://a.example/x"};
    static const char *const no[] = {"x", " x ", "a:/b", ":/", "www.a.example"};

    for (size_t i = 0; i < sizeof yes / sizeof *yes; i++)
        ok(region_ends(yes[i], strlen(yes[i])), "'%s' ends a region", yes[i]);
    for (size_t i = 0; i < sizeof no / sizeof *no; i++)
        ok(!region_ends(no[i], strlen(no[i])), "'%s' does not", no[i]);
}

int main(void)
{
    trawl_config config = TRAWL_CONFIG_INIT;
    settings *mail, *screen;

    is_int(trawl_settings_open(&mail, NULL), TRAWL_OK, "settings");
    config.profile = TRAWL_PROFILE_SCREEN;
    is_int(trawl_settings_open(&screen, &config), TRAWL_OK, "settings for screens");
    edges(mail, screen);
    own_row(mail);
    limits(mail);
    notes(mail);
    alike(mail, screen);
    stops();
    trawl_settings_close(&mail);
    trawl_settings_close(&screen);
    trawl_release();
    return done();
}
