/* t_wrap_cuts.c - random wrappers, broken, quoted, closed or not: the same events in one piece and
 * in small pieces */
#include <stdio.h>
#include <stdlib.h>

#include "configured.h"
#include "gentext.h"
#include "promises.h"
#include "tap.h"
#include "wanted.h"

enum { TEXTS = 4000, TEXTS_EVERY = 20000, TEXT_BYTES = 1500 };

static const unsigned options_tried[] = {0, WANTED_NO_PLACES, WANTED_LINKS,
                                         WANTED_LINKS | WANTED_NO_PLACES, WANTED_EXPLAIN};

enum { SETTINGS = sizeof options_tried / sizeof options_tried[0] };

static trawl_scanner *scans[SETTINGS][2]; /* one for the whole text, one for pieces */
static promises seen[SETTINGS][2];

static void open_all(void)
{
    for (int k = 0; k < SETTINGS; k++)
        for (int way = 0; way < 2; way++) {
            trawl_config cfg = {.size = sizeof cfg};

            wanted_set(&cfg, options_tried[k]);
            if (configured_open(&scans[k][way], &cfg, promises_sink, &seen[k][way]) != TRAWL_OK)
                abort();
        }
}

static void close_all(void)
{
    for (int k = 0; k < SETTINGS; k++)
        for (int way = 0; way < 2; way++) {
            configured_close(&scans[k][way]);
            promises_free(&seen[k][way]);
        }
}

static bool same(const char *p, size_t n, promises_cut cut)
{
    const promises_cut cuts[2] = {{0}, cut};

    for (int k = 0; k < SETTINGS; k++) {
        bool only = options_tried[k] & WANTED_LINKS;
        uint64_t at;
        for (int way = 0; way < 2; way++) {
            seen[k][way].charset = true; /* skips the checks of the links, which other tests make */
            if (!promises_run(&seen[k][way], scans[k][way], p, n, cuts[way], only)) {
                printf("# options %u: %s\n", options_tried[k], seen[k][way].broken);
                return false;
            }
        }
        at = promises_differ(&seen[k][0], &seen[k][1], false);
        if (at != TRAWL_ABSENT) {
            printf("# options %u: other events, at byte %llu\n", options_tried[k],
                   (unsigned long long)at);
            tap_show_at(p, n, (size_t)at);
            return false;
        }
    }
    return true;
}

/* ---- Random texts ---- */

#define ROLL(g, list) list[gentext_random(g, sizeof list / sizeof list[0])]

static const char *const openers[] = {
    "<URL:",          "<url: ",         "<", "<URL:http://a.example/", "<http://b.example",
    "<URL:\"http://", "<news:a@b.c x y"};
static const char *const marks[] = {"",    "",     "> ", ">",  "  ", ">> ",  "| ",
                                    "a> ", "> > ", "# ", "\t", "< ", "!   ", "+ "};
static const char *const crumbs[] = {
    "x",
    "1",
    "-",
    "/a",
    " ",
    " b c d ",
    "%4",
    "=",
    "=3D",
    "&amp;",
    "]",
    "|",
    ">",
    "<",
    "</pre>",
    "(",
    "(cid:173)",
    "\\",
    "\r",
    "\t",
    "\xC2\xAD",
    ".",
    "\xE2\x80\x90",
    "\xC3\xA9",
    "http://c.example/",
    " news:a@b.c",
    "\"",
    "mailto:x@y.example",
    "a-name-of-sixty-bytes/that-a-mail-program-breaks-where-it-can"};
static const char *const lines[] = {"",         " ",           "-- ",        "--",
                                    "[Page 1]", "x [Page 12]", "RFC 1 1999", "\fRFC 1 x 1999",
                                    "x]",       "x ",          ">",          "> more"};

static void put(gentext *g, const char *p)
{
    gentext_put(g, p, strlen(p));
}

/* Adds a line end and the quote marks of the next line: mostly the same ones, and sometimes as many
 * as the scanner reads, or more. */
static void put_break(gentext *g, const char *own, unsigned many)
{
    put(g, gentext_random(g, 20) ? "\n" : "\r\n");
    for (many += gentext_random(g, 30) == 0; many > 0; many--)
        put(g, own);
    put(g, gentext_random(g, 12) ? own : ROLL(g, marks));
    if (gentext_random(g, 12) == 0) {
        put(g, ROLL(g, lines));
        put(g, "\n");
        put(g, own);
    }
}

static void put_wrapper(gentext *g, const char *own, unsigned many)
{
    put(g, ROLL(g, openers));
    for (uint32_t k = gentext_random(g, 12); k > 0; k--) {
        for (uint32_t some = gentext_random(g, 3); some > 0; some--)
            put(g, gentext_random(g, 3) ? crumbs[gentext_random(g, 4)] : ROLL(g, crumbs));
        if (gentext_random(g, 2))
            put_break(g, own, many);
    }
    put(g, gentext_random(g, 2) ? ">" : gentext_random(g, 2) ? " " : "");
}

static size_t make(uint64_t seed, char *out, size_t room)
{
    gentext g = {.state = seed, .out = out, .room = room};

    while (g.n < room) {
        const char *own = ROLL(&g, marks);
        unsigned many = gentext_random(&g, 10) ? 0 : 29 + gentext_random(&g, 4);
        for (uint32_t k = gentext_random(&g, 4); k > 0; k--) {
            put_break(&g, own, many);
            put(&g, gentext_random(&g, 3) ? "" : "see ");
            put_wrapper(&g, own, many);
        }
    }
    return g.n;
}

int main(int argc, char **argv)
{
    static char room[TEXT_BYTES];
    uint64_t from = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    unsigned count = tap_amount(TEXTS, TEXTS_EVERY);
    int bad = 0;

    open_all();
    for (uint64_t seed = from; seed < from + count && bad < 5; seed++) {
        size_t n = make(seed, room, sizeof room);
        if (!same(room, n,
                  (promises_cut){.step = seed % 4 ? 1 + seed % 40 : 200,
                                 .seed = seed % 4 ? 0 : seed})) {
            printf("# text %llu\n", (unsigned long long)seed);
            bad++;
        }
    }
    is_int(bad, 0, "%u texts of wrappers", count);
    close_all();
    trawl_release();
    return done();
}
