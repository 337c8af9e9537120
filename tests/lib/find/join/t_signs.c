/* t_signs.c - what a line break after a URL shows (src/lib/find/join/signs.c)
 *
 * In each text the URL begins at the first "http" and ends its line. The next line may be the rest
 * of the URL.
 */
#include "find/join/inside.h"
#include "tap.h"

#define S(sign) BREAK_BIT(sign)
#define X8 "xxxxxxxx"

static const struct sign_case {
    const char *text;
    uint64_t with, without; /* signs that the break shows, and that it does not */
} sign_cases[] = {
    /* the next line's first word */
    {"http://a\n(x) y", 0, S(SIGN) | S(WORD) | S(RUN) | S(LOWER)},
    {"http://a\n-Ann", S(SIGN) | S(RUN) | S(LOWER), S(WORD) | S(PLAIN) | S(VOWEL)},
    {"http://a\npear", S(SIGN) | S(WORD) | S(VOWEL), S(WEAK) | S(PLAIN) | S(NUMBER)},
    {"http://a\nprst", S(WORD), S(VOWEL)},
    {"http://a\nPRYST", S(WORD) | S(VOWEL) | S(PLAIN), S(PROSE) | S(LOWER)},
    {"http://a\npr\xC3\xA9st", S(WORD) | S(VOWEL), 0},
    {"http://a\n12 34", S(WORD) | S(WEAK) | S(NUMBER), S(CODE) | S(RUN) | S(VOWEL)},
    {"http://a\na=1", S(WEAK) | S(CODE), S(NUMBER)},
    {"http://a\nThe", S(PLAIN) | S(PROSE) | S(RUN), S(LOWER) | S(VERSION)},
    {"http://a\nT", S(RUN) | S(LOWER), 0},
    {"http://a\nv1.2", S(VERSION) | S(PLAIN), S(PROSE) | S(SUM)},
    {"http://a\n0123456789abcdef0123456789abcdef", S(SUM), 0},
    /* the end of the URL */
    {"http://a/\nb", S(SOFT), S(HYPHEN) | S(EQUALS) | S(OPEN)},
    {"http://a/-\nb", S(SOFT) | S(HYPHEN) | S(OPEN), 0},
    {"http://a/=\nb", S(EQUALS) | S(OPEN), S(SOFT)},
    {"http://a/&\nb", S(OPEN), S(SOFT) | S(EQUALS)},
    {"http://a/x?\nb", S(OPEN), 0},
    {"http://a/x%\nb", S(OPEN), 0},
    {"http://a/x_\nb", S(OPEN), 0},
    {"http://a/x+\nb", S(OPEN), 0},
    {"http://a/x#\nb", 0, S(OPEN)},
    {"http://a/x\nb", 0, S(OPEN) | S(SOFT) | S(STOPPED) | S(URL_60)},
    {"http://a/x:\nb", 0, S(STOPPED)},
    {"http://a/x(\nb", 0, S(STOPPED)},
    {"http://a/x[\nb", 0, S(STOPPED)},
    {"http://a/x;\nb", S(STOPPED), 0},
    {"http://a/x!\nb", S(STOPPED), 0},
    {"http://a/x.\nb", 0, S(STOPPED)},
    {"http://a/x.\nB", S(STOPPED), 0},
    {"http://a/x\nB", 0, S(STOPPED)},
    {"http://a/" X8 X8 X8 X8 X8 X8 "xxx\nb", S(URL_60), 0},
    {"http://a/" X8 X8 X8 X8 X8 X8 "xx\nb", 0, S(URL_60)},
    {"http://a/x--\nb", S(SOFT) | S(HYPHEN), S(OPEN)},
    {"http://a/x?\nthe", 0, S(OPEN)},
    {"http://a/x;\ntype=a", S(ESCAPE), 0},
    {"http://a/x;\ntype", 0, S(ESCAPE)},
    {"http://a/x;\n=a", 0, S(ESCAPE)},
    /* the break divides a name */
    {"http://www.\na.com/", S(NAME), S(ESCAPE)},
    {"http://a.com.\nau/", S(ESCAPE), S(NAME)},
    {"http://a.com/x.\nau/", 0, S(NAME) | S(ESCAPE)},
    {"http://a.c\nom/", S(ESCAPE), S(NAME)},
    {"http://a\nb.com/", 0, S(NAME) | S(ESCAPE)},
    {"http://a\n.b.com/", S(NAME), 0},
    {"http://joe@\na.com", S(NAME), 0},
    {"http://192.0.2.\n1/", S(NAME), 0},
    {"http://192.0.\n1/", 0, S(NAME)},
    /* the URL is whole: it ends in a bracket, or in a file name extension that the next line does
     * not lengthen */
    {"http://a/x.html\nb", S(WHOLE), 0},
    {"http://a/x.HTML\nb", S(WHOLE), 0},
    {"http://a/x.html\n-b", 0, S(WHOLE)},
    {"http://a/x.htm\nl", 0, S(WHOLE)},
    {"http://a/x.htm\nl?q", 0, S(WHOLE)},
    {"http://a/x.htm\nlx", 0, S(WHOLE)},
    {"http://a/x.htm\nx", S(WHOLE), 0},
    {"http://a/x.git\nignore", 0, S(WHOLE)},
    {"http://a/x.git\nattributes/x", 0, S(WHOLE)},
    {"http://a/xhtml\nb", 0, S(WHOLE)},
    {"http://a/x.htmx\nb", 0, S(WHOLE)},
    {"http://a.zip\nb", 0, S(WHOLE)},
    {"http://a/[x]\nb", S(WHOLE), 0},
    {"http://a/(x)\nb", S(WHOLE), 0},
    {"http://a/(x)\n/b", 0, S(WHOLE)},
    /* a port, and what may follow it */
    {"http://a:80\nb", S(WHOLE), 0},
    {"http://a:80\n80", 0, S(WHOLE)},
    {"http://a:80\n80/x", 0, S(WHOLE)},
    {"http://a:80\n80?x", 0, S(WHOLE)},
    {"http://a:80\n80x", S(WHOLE), 0},
    {"http://a:80\n8080", S(WHOLE), 0},
    {"http://a:80\n808", 0, S(WHOLE)},
    {"http://a:80\n/x", 0, S(WHOLE)},
    {"http://a:80\n?x=1", 0, S(WHOLE)},
    {"http://a:80\n.x", S(WHOLE), 0},
    {"http://a:80/8:80\nb", 0, S(WHOLE)},
    {"http://a80\nb", 0, S(WHOLE)},
    /* "name=value" */
    {"http://a/x\nb=1", S(SETTING), 0},
    {"http://a/x\nb_1=1", S(SETTING), 0},
    {"http://a/x\nb=1&c=2", 0, S(SETTING)},
    {"http://a/x\nb-c=1", 0, S(SETTING)},
    {"http://a/x\n=1", 0, S(SETTING)},
    {"http://a/x\nb", 0, S(SETTING)},
    {"http://a/x?q\nb=1", 0, S(SETTING)},
    {"see http://a/x?q\nb=1", 0, S(SETTING)},
    {"http://a/x?q\nb='1'", S(SETTING), 0},
    {"http://a/x?q\nb=\"1\"", S(SETTING), 0},
    {"a=http://a/x?q\nb=1", S(SETTING), 0},
    {"a=\"http://a/x?q\nb=1", S(SETTING), 0},
    {"a='http://a/x?q\nb=1", S(SETTING), 0},
    {"a=(http://a/x?q\nb=1", 0, S(SETTING)},
    {"a=http://a/x?q&\nb=1", 0, S(SETTING)},
    {"a=http://a/x?\nb=1", 0, S(SETTING)},
    {"=http://a/x?q\nb=1", 0, S(SETTING)},
    {"a b=http://a/x?q\nb=1", 0, S(SETTING)},
    /* quotes and brackets that close after the word */
    {"\"http://a/x\nb\"", S(QUOTED), 0},
    {"\"http://a/x\nb'", 0, S(QUOTED)},
    {"(http://a/x\nb\"", 0, S(QUOTED)},
    {"'http://a/x\nb'", S(QUOTED), 0},
    {"'http://a/x\nb", 0, S(QUOTED)},
    {"\\\"http://a/x\nb\\\"", S(QUOTED), 0},
    {"x\"http://a/x\nb\\\"", 0, S(QUOTED)},
    {"[x](http://a/x\nb)", S(QUOTED), 0},
    {"[x](http://a/x\nb", 0, S(QUOTED)},
    {"x(http://a/x\nb)", 0, S(QUOTED)},
    {"(http://a/x\nb)", 0, S(QUOTED)},
    /* inside an escape, brackets, before an ending */
    {"http://a/x%\n2F", S(ESCAPE), 0},
    {"http://a/x%\n2g", 0, S(ESCAPE)},
    {"http://a/x%\n2", 0, S(ESCAPE)},
    {"http://a/x%2\nF", S(ESCAPE), 0},
    {"http://a/x%2\ng", 0, S(ESCAPE)},
    {"http://a/x%g\nF", 0, S(ESCAPE)},
    {"http://a/x%20\nF", 0, S(ESCAPE)},
    {"http://a/(x\n)", S(ESCAPE), 0},
    {"http://a/(x)\n)", 0, S(ESCAPE)},
    {"http://a/((x)\n)", S(ESCAPE), 0},
    {"http://a/x\n)", 0, S(ESCAPE)},
    {"http://a/(x\nb", 0, S(ESCAPE)},
    {"http://a/x.\nhtml", S(ESCAPE), 0},
    {"http://a/x.\nhtml?q", S(ESCAPE), 0},
    {"http://a/x.\nhtmx", 0, S(ESCAPE)},
    {"http://a/x\nhtml", 0, S(ESCAPE)},
    /* text of its own */
    {"http://a/x\n\xC3\xA9", S(FOREIGN), 0},
    {"http://a/\xC3\xA9\n\xC3\xA9", 0, S(FOREIGN)},
    {"http://a/x\n5,7d4", S(FOREIGN), 0},
    {"http://a/x\n5a7,9", S(FOREIGN), 0},
    {"http://a/x\n5c7", S(FOREIGN), 0},
    {"http://a/x\n5e7", 0, S(FOREIGN)},
    {"http://a/x\n5d", 0, S(FOREIGN)},
    {"http://a/x\nd5", 0, S(FOREIGN)},
    {"http://a/x\n5d4x", 0, S(FOREIGN)},
    {"http://a/x\nEND:VCARD", S(FOREIGN), 0},
    {"http://a/x\nX-AB;c=d", S(FOREIGN), 0},
    {"http://a/x\nEN:V", 0, S(FOREIGN)},
    {"http://a/x\nEnd:V", 0, S(FOREIGN)},
    {"http://a/x\nEND:/", 0, S(FOREIGN)},
    {"http://a/x\n+49-89", S(FOREIGN), 0},
    {"http://a/x\n+4(9)/8.9", S(FOREIGN), 0},
    {"http://a/x\n+49a", 0, S(FOREIGN)},
    {"http://a/x\n4/4", S(FOREIGN), 0},
    {"http://a/x-\n4/4", 0, S(FOREIGN)},
    {"http://a/x\n4/4a", 0, S(FOREIGN)},
    {"http://a/x\n4/", 0, S(FOREIGN)},
    {"http://a/x\n--prefix", S(FOREIGN), 0},
    {"http://a/x\n--1", 0, S(FOREIGN)},
    {"http://a/x\n-prefix", 0, S(FOREIGN)},
    {"http://a/x\n(see", S(FOREIGN), 0},
    {"http://a/x=\n(see", 0, S(FOREIGN)},
    {"http://a/x\nb.com/x", S(FOREIGN), 0},
    {"http://a/x\nb.c.com/", S(FOREIGN), 0},
    {"http://a/x\nb.nosuchtld/x", 0, S(FOREIGN)},
    {"http://a/x\ncom/x", 0, S(FOREIGN)},
    {"http://a/x\nb_c.com/x", 0, S(FOREIGN)},
    {"http://a/x\nb.com", 0, S(FOREIGN)},
    {"http://a/x=\nb.com/x", 0, S(FOREIGN)},
    {"http://a\nb.com/x", 0, S(FOREIGN)},
    /* colours */
    {"\x1B[1mhttp://a/x\x1B[0m\nb", S(COLOURED), S(RESUMED)},
    {"\x1B[1mhttp://a/x\x1B[0m\n\x1B[1mb", S(RESUMED), S(COLOURED)},
    {"\x1B[1mhttp://a/x\x1B[0m\x1B[K\n  \x1B[1mb", S(RESUMED), S(COLOURED)},
    {"\x1B[1mhttp://a/x\x1B[0m\n\x1B[2mb", 0, S(RESUMED) | S(COLOURED)},
    {"\x1B[1mhttp://a/x\x1B[K\nb", 0, S(RESUMED) | S(COLOURED)},
    {"\x1B[1mhttp://a/x\n\x1B[1mb", 0, S(RESUMED) | S(COLOURED)},
    {"\x1B[1msee http://a/x\x1B[0m\n\x1B[1mb", S(RESUMED), 0},
    {"http://a/x\x1B[0m\n\x1B[1mb", 0, S(RESUMED)},
    /* the lines beside each other */
    {"http://a/x\nb", S(FIRST) | S(MARKED) | S(FROM_SOFT),
     S(HANGING) | S(ITEM) | S(FRAME) | S(INSIDE) | S(EVEN) | S(CHAINED)},
    {"> http://a/x\n> b", S(MARKED), 0},
    {"> http://a/x\nb", 0, S(MARKED)},
    {"http://a/x\n  b", S(HANGING), 0},
    {"  http://a/x\n b", 0, S(HANGING)},
    {"see http://a/x\n    b", 0, S(HANGING)},
    {"see http://a/x\n   b", S(HANGING), 0},
    {"1. see http://a/x\n   b", 0, S(HANGING)},
    {"1234. see http://a/x\n      b", 0, S(HANGING)},
    {"12345. see http://a/x\n       b", S(HANGING), 0},
    {"1234 see http://a/x\n     b", S(HANGING), 0},
    {"> http://a/x\n  b", 0, S(HANGING)},
    {"* http://a/x\n* b", S(ITEM), 0},
    {"+ http://a/x\n+ b", S(ITEM), 0},
    {"+ http://a/x\n+b", 0, S(ITEM)},
    {"# http://a/x\n# b", 0, S(ITEM)},
    {"** http://a/x\n** b", 0, S(ITEM)},
    {"| http://a/x |\n| b          |", S(FRAME), S(INSIDE)},
    {"| http://a/x  |\n| b           |", S(INSIDE), S(FRAME)},
    {"|  http://a/x  |\n|  b           |", S(FRAME), S(INSIDE)},
    {"|  http://a/x   |\n|  b            |", S(INSIDE), S(FRAME)},
    {"|     http://a/x    |\n|     b             |", S(FRAME), S(INSIDE)},
    {"|     http://a/x     |\n|     b              |", S(INSIDE), S(FRAME)},
    {"http://a/x\nabcdefghij", S(EVEN), 0},
    {"http://a/x\nabcde ghij", 0, S(EVEN)},
    {"http://a/x\nabcdefghi", 0, S(EVEN)},
    /* the columns of the line */
    {"http://\nb", 0, S(FROM_SOFT)},
    {"http://a\nb", S(FROM_SOFT), S(FROM_SHOWN)},
    {"http://a/" X8 "xxxxxx\nb", 0, S(FROM_SHOWN)},
    {"http://a/" X8 "xxxxxxx\nb", S(FROM_SHOWN), S(FROM_ALONE)},
    {"http://a/" X8 X8 X8 "xxxxxx\nb", 0, S(FROM_ALONE)},
    {"http://a/" X8 X8 X8 "xxxxxxx\nb", S(FROM_ALONE), S(FROM_SCREEN)},
    {"http://a/" X8 X8 X8 X8 X8 "xxxxxx\nb", 0, S(FROM_SCREEN)},
    {"http://a/" X8 X8 X8 X8 X8 "xxxxxxx\nb", S(FROM_SCREEN), S(WIDTH)},
    {"http://a/" X8 X8 X8 X8 X8 X8 X8 X8 "xxxxxxx\nb", S(WIDTH), S(WIDE)},
    {"http://a/" X8 X8 X8 X8 X8 X8 X8 X8 X8 "\nb", S(WIDE), S(WIDTH) | S(BEYOND)},
    /* the lines around */
    {"pear\nhttp://a/x\nb", S(LONGEST) | S(ABOVE) | S(NEAR) | S(BEFORE_FILL), S(SHARED)},
    {"http://a/x\nb", S(LONGEST) | S(BEFORE_FILL) | S(NEAR), S(ABOVE)},
    {"pears plums\nhttp://a/x\nb", S(NEAR), S(LONGEST) | S(NO_ROOM)},
    {"pears plums\nhttp://a/x\nbc", S(NO_ROOM), S(LONGEST)},
    {"pears plums x\nhttp://a/x\nb", S(NEAR), S(LONGEST) | S(NO_ROOM)},
    {"pears plums of\nhttp://a/x\nb", S(ABOVE), S(NEAR)},
    {"see the pears\nplums\nhttp://a/x\nb", S(BEFORE_FILL), 0},
    {"pears plums\nx http://a/x\nb", S(BEFORE_FILL), 0},
    {"pear plums\nx http://a/x\nb", S(ABOVE), S(BEFORE_FILL)},
    {"abc d\nthis is\nsee http://a/xyz\nb", S(LONGEST), S(BEFORE_FILL)},
    {"pear plums\nhttp://a/x\nb", S(LONGEST), S(SHARED)},
    {"pear plums\npear plums\nhttp://a/x\nb", S(SHARED), S(LOOSE)},
    {"pear plums\nhttp://a/x\nabcde ghij", S(SHARED), 0},
    {"http://a/x\nabcde ghijk", 0, S(LONGEST) | S(SHARED)},
    {"http://a/x\nabcdefghijk", 0, S(LONGEST)},
    {"http://a/x/\nabcdefghijkl", S(LONGEST), 0},
    {"x\nx\nsee http://a/x\nb", S(LOOSE), 0},
    {"pear\nplums p\nhttp://a/x\nb", S(LOOSE) | S(FILLED), 0},
    {"pear plums\npears p\nhttp://a/x\nb", S(LOOSE), S(FILLED)},
    {"pears\nhttp://a/x/\nbc/d", S(NO_ROOM), 0},
    {"pears plums, x\nhttp://a/x/\nbc/d", 0, S(NO_ROOM)},
    {"pears plums, \nhttp://a/x/\nbcd", S(NO_ROOM), 0},
};

/* Weighs the first break of the text. Returns its signs. */
static uint64_t signs_of(const settings *s, const char *p, bool *read)
{
    const size_t from = (size_t)(strstr(p, "http") - p);
    const size_t end = from + strcspn(p + from, " \n\x1B");
    text t = {.p = p, .n = strlen(p), .final = true};
    candidate f = {.from = from, .to = end - (strchr(":;!([", p[end - 1]) != NULL)};
    text_row next;
    token word;
    seam m = {.word = &word};
    chain k;

    *read = join_begin(&t, &f, end, &k) && row_read_below(&t, k.last.next, &k.first, &next);
    if (!*read)
        return 0;
    word = word_read(&t, next.text, false, chain_url(&k));
    (void)break_weigh(s, &t, &k, &next, &m);
    return m.signs;
}

static void breaks(const settings *s)
{
    for (size_t i = 0; i < sizeof sign_cases / sizeof *sign_cases; i++) {
        const struct sign_case *c = &sign_cases[i];
        bool read;
        const uint64_t signs = signs_of(s, c->text, &read);
        ok(read && (signs & c->with) == c->with && !(signs & c->without),
           "%s: lacks %016llx, has %016llx", c->text, (unsigned long long)(c->with & ~signs),
           (unsigned long long)(signs & c->without));
    }
}

/* A known width is an edge; then the widths of many screens are not. */
static void widths(const settings *known, const settings *screen)
{
    static const char at_80[] = "http://a/" X8 X8 X8 X8 X8 X8 X8 X8 "xxxxxxx\nb";
    char far[300];
    bool read;
    uint64_t signs = signs_of(known, "http://a/xyz\nb", &read);

    ok(read && signs & S(KNOWN) && signs & S(EXACT), "the known width");
    signs = signs_of(known, "http://a/xy\nb", &read);
    ok(read && !(signs & S(KNOWN)), "another width");
    signs = signs_of(known, at_80, &read);
    ok(read && !(signs & S(WIDTH)), "80 columns, but another width is known");
    signs = signs_of(screen, "http://a/" X8 X8 X8 X8 X8 X8 X8 X8 X8 "\nb", &read);
    ok(read && !(signs & S(WIDE)), "a screen may be wide");
    memset(far, 'x', sizeof far);
    memcpy(far, "http://a/", 9);
    memcpy(far + 250, "\nb", 3);
    signs = signs_of(screen, far, &read);
    ok(read && !(signs & S(BEYOND)), "250 columns");
    memcpy(far + 250, "x\nb", 4);
    signs = signs_of(screen, far, &read);
    ok(read && signs & S(BEYOND), "251 columns");
}

/* The widths of many screens. */
static void usual(const settings *screen)
{
    static const size_t all[] = {80, 100, 120, 132, 160};
    char line[200];

    for (size_t n = 79; n < 163; n++) {
        bool read, is = false;
        uint64_t signs;
        for (size_t i = 0; i < sizeof all / sizeof *all; i++)
            is = is || all[i] == n;
        memset(line, 'x', n);
        memcpy(line, "http://a/", 9);
        memcpy(line + n, "\nb", 3);
        signs = signs_of(screen, line, &read);
        ok(read && !(signs & S(WIDTH)) == !is, "%u columns", (unsigned)n);
    }
}

int main(void)
{
    trawl_config config = TRAWL_CONFIG_INIT;
    settings *mail, *known, *screen;

    is_int(trawl_settings_open(&mail, NULL), TRAWL_OK, "settings");
    config.columns = 12;
    is_int(trawl_settings_open(&known, &config), TRAWL_OK, "settings with a width");
    config.columns = 0;
    config.profile = TRAWL_PROFILE_SCREEN;
    is_int(trawl_settings_open(&screen, &config), TRAWL_OK, "settings for screens");
    breaks(mail);
    widths(known, screen);
    usual(screen);
    trawl_settings_close(&mail);
    trawl_settings_close(&known);
    trawl_settings_close(&screen);
    trawl_release();
    return done();
}
