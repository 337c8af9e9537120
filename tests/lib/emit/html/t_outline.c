/* t_outline.c - decisions of the first pass: with them, the second pass writes what it would write
 * without
 *
 * The texts have no references to places further down, so the outline must change nothing.
 */
#include <trawl_emit.h>

#include "../emit_run.h"
#include "tap.h"

static const char book[] =
    "Ships\n=====\n\n1.  Of ships and boats\n\n"
    "   Ships are large boats, as everybody knows who has read the books which are about\n"
    "   them; see http://www.example.com/a/ships and the list of all those who wrote one,\n"
    "   and what they said.\n\n   *  a ship\n   *  a boat, which is smaller than all\n"
    "      of the ships that were built\n\n> > quoted words,\n> > and more\n> an answer\n\n"
    "   3) the third\n   4) the fourth\n\n"
    "Name        Length    Masts\n----------  --------  -----\n"
    "Bounty      27 m      3\nVictory     69 m      3\nPequod      30 m      3\n\n"
    "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n\n```\nint main(void);\n\nreturn 0;\n```\n\n"
    "References\n\n   [1]      Smith, J., \"Ships\", 1999.\n\n"
    "   [Mel51]  Melville, H., \"Moby-Dick\", 1851.\n\n-- \nJane\n";

static char text[400000];
static emit_out with, without;

/* Writes text[0..n) with the outline of first[0..first_n), and without an outline. Returns true if
 * both are equal. */
static bool is_same(unsigned options, const char *first, size_t first_n, size_t n)
{
    trawl_emit_config config = {.size = sizeof config, .options = options};
    trawl_outline *outline = NULL;
    bool works;

    (void)emit_scan(&without, &config, NULL, text, n, 0, 0);
    works = !trawl_outline_open(&outline, &config) &&
            !trawl_scan(first, first_n, NULL, trawl_outline_event, outline) &&
            !trawl_outline_finish(outline);
    config.outline = outline;
    works = works && !emit_scan(&with, &config, NULL, text, n, 0, 0);
    trawl_outline_close(&outline);
    return works && with.n == without.n && memcmp(with.p, without.p, with.n) == 0;
}

/* Sets text to copies of a line. Returns its length. */
static size_t fill(const char *line, size_t copies)
{
    size_t n = strlen(line);

    for (size_t i = 0; i < copies; i++)
        memcpy(text + i * n, line, n);
    return copies * n;
}

static void t_same(void)
{
    size_t n = sizeof book - 1;

    memcpy(text, book, n);
    for (size_t cut = 0; cut <= n; cut += 7)
        ok(is_same(TRAWL_EMIT_OPTION_STRUCTURE, text, n - cut, n - cut),
           "without the last %zu bytes", cut);
    ok(is_same(TRAWL_EMIT_OPTION_PAGE | TRAWL_EMIT_OPTION_OWN_TITLE, text, n, n), "a page");
    ok(strstr(with.p, "<table>") && strstr(with.p, "</blockquote>") && strstr(with.p, "<h3"),
       "it has blocks");
}

/* The second pass gets an outline of another text: a file may change between the passes. */
static void t_changed(void)
{
    static const char changed[] = "1.  Of boats\n\n    a line with many words\n\n\n";
    size_t n = sizeof book - 1;

    memcpy(text, book, n);
    ok(is_same(TRAWL_EMIT_OPTION_STRUCTURE, changed, sizeof changed - 1, n), "another text");
    ok(is_same(TRAWL_EMIT_OPTION_STRUCTURE, "", 0, n), "an empty text");
    ok(is_same(TRAWL_EMIT_OPTION_STRUCTURE, "Ships\n=====\n\n", 13, n), "the first lines only");
    memset(text, 'x', n);
    for (size_t i = 0; i < n; i++)
        text[i] = book[i] == '\n' ? '\n' : 'x';
    (void)is_same(TRAWL_EMIT_OPTION_STRUCTURE, book, n, n);
    ok(with.n > n, "lines of equal lengths with another text are written");
}

/* Much text in few lines, whose links make the second pass decide early. */
static void t_much(void)
{
    static const char links[] = "{\"a\": \"see http://a.example/x and http://b.example/y, or the "
                                "list of them at http://www.example.com/list, which is long; and "
                                "http://c.example/z is a link to another list of such places in "
                                "the world: http://www.example.com/places; what do you think\"}\n";
    size_t n = fill(links, 400);

    ok(is_same(TRAWL_EMIT_OPTION_STRUCTURE, text, n, n), "lines with many links");
    text[n - 1] = ' ';
    memset(text + n, 'x', 100000);
    ok(is_same(TRAWL_EMIT_OPTION_STRUCTURE, text, n + 100000, n + 100000),
       "a long line at the end");
}

/* A page foot is recognized when it is repeated. With an outline, the second pass also leaves it
 * out of the first pages. */
static void t_late(void)
{
    size_t n = 0;

    for (unsigned page = 1; page <= 4; page++) {
        n += (size_t)sprintf(text + n, "Of the Ships\n\n");
        for (unsigned i = 0; i < 40; i++)
            n += (size_t)sprintf(text + n, "The %u ships of line %u go on until the day ends\n",
                                 page * 131, i * 17);
        n += (size_t)sprintf(text + n, "\nMelville's Exhibit\nPage %u\n\n", page);
    }
    (void)is_same(TRAWL_EMIT_OPTION_STRUCTURE, text, n, n);
    ok(strstr(without.p, "<p>Melville&#39;s Exhibit"), "without an outline, the first two pages");
    ok(!strstr(with.p, "<p>Melville&#39;s Exhibit") && !strstr(with.p, ">Page 1"),
       "with one, the foot of no page is text");
    ok(strstr(with.p, "Melville&#39;s Exhibit"), "it stays, hidden");
    ok(strstr(with.p, ">Of the Ships<"), "what is below the number of a page may be a title");
}

int main(void)
{
    t_same();
    t_changed();
    t_much();
    t_late();
    free(with.p);
    free(without.p);
    return done();
}
