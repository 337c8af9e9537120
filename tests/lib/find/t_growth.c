/* t_growth.c - the work for the rows of a screen is linear: 320 shapes of rows, with marks, frames,
 * times, indents and separators, around URLs and addresses that are broken
 *
 * Work is counted, not timed: the library's sources are built so that each basic block calls a
 * function of this file (-fsanitize-coverage=trace-pc; searches of the C library are not counted).
 * A text that is twice as long must take about twice the steps. The steps per byte have a bound,
 * too: a link has at most 64 lines, so a fault that reads each of these lines again only multiplies
 * the work by a constant.
 */
#include <stdio.h>
#include <trawl.h>

#include "tap.h"

enum { BYTES = 10000, DOUBLINGS = 1, DOUBLINGS_EVERY = 2, MOST = 400 }; /* steps for each byte */
#define STEEP 2.1

static unsigned long long steps;

/* Called by each basic block. */
void __sanitizer_cov_trace_pc(void);
void __sanitizer_cov_trace_pc(void)
{
    steps++;
}

/* What each row begins with. */
static const char *const heads[] = {"",
                                    "> ",
                                    "> > > ",
                                    "| ",
                                    "\xE2\x94\x82 ",
                                    "> | ",
                                    "12:30 ",
                                    "[12:30] ",
                                    "<joe> ",
                                    "12:30 <joe> ",
                                    "2024-03-01 12:30:01 ",
                                    "- ",
                                    "1. ",
                                    "    ",
                                    "\t",
                                    "        12:30 ",
                                    "+",
                                    "// ",
                                    "# ",
                                    "$ "};

#define FIVE(x) x x x x x
#define MANY(x) FIVE(FIVE(x)) FIVE(FIVE(x)) FIVE(FIVE(x))

/* The rows of a shape. Each "@" stands for the head, each "%" for as many blanks as the head has
 * bytes, "\1" for a "@". */
static const char *const bodies[] = {
    "@http://a.example/xxxxxxxxxxxxxxxx\n",
    "@see http://a.example/0123-abcd/ |\n@yyyy                            |\n",
    "@http://a.example/xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n@0a1b2c\n",
    "@http://a.example/xxxxxxx-\n%yyyy-\n%zzzz\n",
    "@http://a.example/0a1b2c\n@3d4e5f\n@text, and other words\n",
    "@http://a.example/x http://b.example/y/\n  zzzz\n",
    "@www.a.example/x/\n@%y/\n@%%z\n",
    "@joe-\n@smith@pear.example\n",
    "@<URL:http://a.example/x\n@y-\n@z>\n",
    "@<http://a.example/x\n%y\n",
    "@ht\n@tp://a.example/x\n",
    "@----------------------\n@http://a.example/?a=\n@b&c=\n",
    "@http://a.example/x?q=1" MANY(",1") "\n",
    "@http://a.example/x" MANY(";/=") "\n",
    "@http://a.example/x?y" MANY("|1") "\n",
    "@\1url{http://a.example/x" MANY("\1/") "}\n"};

enum { HEADS = sizeof heads / sizeof *heads, BODIES = sizeof bodies / sizeof *bodies };

static char text[BYTES << DOUBLINGS_EVERY];

/* Fills the text with the rows of a shape. */
static void fill(const char *head, const char *body)
{
    char rows[512];
    size_t n = 0;

    for (; *body; body++)
        if (*body == '@' || *body == '%')
            n += (size_t)snprintf(rows + n, sizeof rows - n, "%*s", (int)strlen(head),
                                  *body == '@' ? head : "");
        else
            rows[n++] = *body == '\1' ? '@' : *body;
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = rows[i % n];
}

/* The settings, and how many bytes are fed at a time. */
static const struct way {
    const char *name;
    int profile;
    unsigned columns, piece;
} ways[] = {{"mail", TRAWL_PROFILE_MAIL, 0, sizeof text},
            {"screen", TRAWL_PROFILE_SCREEN, 0, sizeof text},
            {"screen in pieces", TRAWL_PROFILE_SCREEN, 0, 61},
            {"screen of 80 columns", TRAWL_PROFILE_SCREEN, 80, sizeof text}};

static int take(void *user, const trawl_event *e)
{
    return user && e->type < 0;
}

/* Returns the steps for the first n bytes of the text. */
static double work(const struct way *w, const trawl_settings *s, size_t n)
{
    trawl_scanner *scan = NULL;
    bool good = trawl_open(&scan, s, take, NULL) == TRAWL_OK;

    steps = 0;
    for (size_t i = 0; i < n && good; i += w->piece)
        good = trawl_feed(scan, text + i, n - i < w->piece ? n - i : w->piece) == TRAWL_OK;
    good = good && trawl_finish(scan) == TRAWL_OK;
    trawl_close(&scan);
    return good ? (double)steps : 0;
}

static void try_shape(const struct way *w, const trawl_settings *s, size_t h, size_t b)
{
    double first = work(w, s, BYTES), before = first, steepest = 0;

    for (unsigned k = 1; k <= tap_amount(DOUBLINGS, DOUBLINGS_EVERY); k++) {
        double now = work(w, s, (size_t)BYTES << k);

        steepest = now / before > steepest ? now / before : steepest;
        before = now;
    }
    ok(first > 0 && first <= (double)MOST * BYTES && steepest <= STEEP,
       "%s, \"%s\" and rows %zu: %.1f steps for a byte, %.2f times as many when twice as long",
       w->name, heads[h], b, first / BYTES, steepest);
}

int main(void)
{
    for (const struct way *w = ways; w < ways + sizeof ways / sizeof *ways; w++) {
        trawl_config config = TRAWL_CONFIG_INIT;
        trawl_settings *s = NULL;

        config.profile = w->profile;
        config.columns = w->columns;
        config.want = TRAWL_WANT_LINK | TRAWL_WANT_PLACE;
        if (trawl_settings_open(&s, &config) != TRAWL_OK)
            return 1;
        for (size_t h = 0; h < HEADS; h++)
            for (size_t b = 0; b < BODIES; b++) {
                fill(heads[h], bodies[b]);
                try_shape(w, s, h, b);
            }
        trawl_settings_close(&s);
    }
    return done();
}
