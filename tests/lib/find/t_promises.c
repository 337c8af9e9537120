/* t_promises.c - the events of texts in pieces of any size are complete and correct: over all of
 * testdata, and over random texts
 *
 * Each text is scanned in one piece, in pieces of 1 to 31 bytes, in pieces of random length, and,
 * up to 4 KiB, split in two, under the settings of scan_configs.h. In "make check-all" each setting
 * has every eighth length of pieces and every 92nd split, so that each length and a quarter of the
 * splits are tried under some settings; in "make check" a third of these, and in "make check-every"
 * every second length and every eighth split.
 * promises.h says what is checked. The benchmark measures that time is linear and memory bounded.
 */
#include <stdio.h>
#include <stdlib.h>

#include "shapes.h"
#include "configured.h"
#include "gentext.h"
#include "promises.h"
#include "scan_configs.h"
#include "tap.h"

enum {
    PIECES = 31,
    TWO_WAY = 4096,
    SPLITS = 4 * SCAN_CONFIGS,
    SPLITS_EVERY = 8,
    LENGTHS = 8,
    LENGTHS_EVERY = 2,
    TEXTS = 100,
    TEXTS_EVERY = 400,
    TEXT_BYTES = 2000,
    LONG_TEXTS = 6,
    LONG_TEXTS_EVERY = 24,
    LONG_BYTES = 40000
};

/* One text with one setting: its scan in one piece, and the latest scan in several pieces. */
typedef struct subject {
    const char *name, *text;
    size_t n;
    unsigned config;
    promises whole, cut;
    trawl_scanner *whole_scan, *cut_scan;
    bool good;
} subject;

static void complain(subject *s, const char *what, uint64_t at, promises_cut cut)
{
    size_t from = at > 40 && at <= s->n ? (size_t)at - 40 : 0,
           to = at + 40 < s->n ? (size_t)at + 40 : s->n;

    s->good = false;
    printf("# %s, %s: %s, at byte %llu (first piece %zu, pieces of %zu, seed %llu)\n", s->name,
           scan_configs[s->config].name, what, (unsigned long long)at, cut.first, cut.step,
           (unsigned long long)cut.seed);
    tap_show("around", s->text + from, to - from);
}

/* Scans the text in the pieces of `cut`, and compares with the scan in one piece. Returns false if
 * the two differ, or if an earlier scan of the subject differed. */
static bool same_in(subject *s, promises_cut cut)
{
    uint64_t place;

    if (!s->good)
        return false;
    if (!promises_run(&s->cut, s->cut_scan, s->text, s->n, cut, false))
        complain(s, s->cut.broken, s->cut.broken_at, cut);
    else if ((place = promises_differ(&s->whole, &s->cut, false)) != TRAWL_ABSENT)
        complain(s, "the events differ from those of one piece", place, cut);
    return s->good;
}

static trawl_scanner *open_scan(unsigned config, unsigned more_options, promises *p)
{
    trawl_config cfg = scan_config_make(config, more_options);
    trawl_scanner *t;

    int result = configured_open(&t, &cfg, promises_sink, p);
    if (result != TRAWL_OK && result != TRAWL_ERROR_BAD_CHARSET)
        abort();
    p->charset = cfg.charset.n > 0;
    return t;
}

/* Scans for links only and compares the links. */
static void links_only(subject *s)
{
    promises_cut cut = {.step = 977};
    trawl_scanner *t = open_scan(s->config, WANTED_LINKS, &s->cut);
    uint64_t place;

    if (!promises_run(&s->cut, t, s->text, s->n, cut, true))
        complain(s, s->cut.broken, s->cut.broken_at, cut);
    else if ((place = promises_differ(&s->whole, &s->cut, true)) != TRAWL_ABSENT)
        complain(s, "the links differ when only links are wanted", place, cut);
    configured_close(&t);
}

/* Scans a text in one piece, for links only, and cut into pieces in some random ways; if `all` is
 * set, in all ways. A text's first split depends on its length, so that texts are split at
 * different quarters of the places. */
static void cut_up(subject *s, bool all)
{
    promises_cut whole = {0};
    size_t each = tap_amount(SPLITS, SPLITS_EVERY), lengths = tap_amount(LENGTHS, LENGTHS_EVERY);

    if (!promises_run(&s->whole, s->whole_scan, s->text, s->n, whole, false))
        complain(s, s->whole.broken, s->whole.broken_at, whole);
    if (s->good)
        links_only(s);
    for (size_t step = 1; step <= PIECES && s->good; step += !all        ? step
                                                             : step == 1 ? 1 + s->config % lengths
                                                                         : lengths)
        same_in(s, (promises_cut){.step = step});
    for (uint64_t seed = 1; seed <= 4 && s->good; seed++)
        same_in(s, (promises_cut){.step = seed & 1 ? 50 : 9000, .seed = seed + s->n});
    for (size_t first = 1 + (s->config + s->n * SCAN_CONFIGS) % each;
         all && s->n <= TWO_WAY && first < s->n && s->good; first += each)
        same_in(s, (promises_cut){.first = first});
}

/* Scans a text under all settings; returns true when nothing failed. */
static bool holds(const char *name, const char *text, size_t n, bool all)
{
    static promises whole, cut;
    bool good = true;

    for (unsigned config = 0; config < SCAN_CONFIGS; config++) {
        subject s = {.name = name, .text = text, .n = n, .config = config, .good = true};
        s.whole_scan = open_scan(config, 0, &s.whole);
        s.cut_scan = open_scan(config, 0, &s.cut);
        s.whole.tape = whole.tape, s.whole.notes = whole.notes;
        s.cut.tape = cut.tape, s.cut.notes = cut.notes;
        if (s.whole_scan && s.cut_scan)
            cut_up(&s, all);
        good = good && s.good;
        configured_close(&s.whole_scan);
        configured_close(&s.cut_scan);
        whole = s.whole;
        cut = s.cut;
    }
    promises_free(&whole);
    promises_free(&cut);
    return good;
}

/* ---- Files ---- */

static void one_file(const char *path, const char *text, size_t n)
{
    ok(holds(path, text, n, true), "%s, %zu bytes", path, n);
}

/* ---- Random texts ---- */

static void made(uint64_t from, int count, size_t bytes)
{
    char *text = malloc(bytes), name[64];
    int bad = 0;

    if (!text)
        abort();
    for (uint64_t seed = from; seed < from + (uint64_t)count && bad < 10; seed++) {
        size_t n = gentext_make(seed, text, bytes);
        snprintf(name, sizeof name, "text %llu of %zu bytes", (unsigned long long)seed, bytes);
        bad += !holds(name, text, n, false);
    }
    is_int(bad, 0, "%d texts of up to %zu bytes", count, bytes);
    free(text);
}

/* Scans words longer than any host, with a character that cannot be in a link before the address or
 * host. */
static void long_words(void)
{
    static const char *const between[] = {"\xE2\x80\x9C", "\x90", "/",
                                          "\xF0\x9F\x98\x80\x80\x80\x80\x80"};
    static const char *const behind[] = {"@b.com ", ".b.com/x "};

    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 2; k++) {
            char text[1400];
            int n = snprintf(text, sizeof text, "%01025d%s%060d.%060d%s", 0, between[i], 0, 0,
                             behind[k]);
            ok(holds("a long word", text, (size_t)n, true), "a long word, then text %d %d", i, k);
        }
}

/* Scans each hostile shape with the first two settings, in one piece that is longer than what may
 * be held back, and in smaller pieces: no search may depend on how much text has come. */
static void shapes_hold(void)
{
    enum { BYTES = 24000, SETTINGS = 2 };
    char *text = malloc(BYTES);
    static promises whole, cut;
    int bad = 0, texts = 0;

    if (!text)
        abort();
    for (int i = 0; i < SHAPES; i++) {
        if (shapes[i].input != TRAWL_INPUT_TEXT)
            continue;
        texts++;
        shape_make(&shapes[i], text, BYTES);
        for (unsigned config = 0; config < SETTINGS; config++) {
            subject s = {
                .name = shapes[i].name, .text = text, .n = BYTES, .config = config, .good = true};
            promises_cut one = {0};
            s.whole_scan = open_scan(config, 0, &s.whole);
            s.cut_scan = open_scan(config, 0, &s.cut);
            s.whole.tape = whole.tape, s.whole.notes = whole.notes;
            s.cut.tape = cut.tape, s.cut.notes = cut.notes;
            if (!promises_run(&s.whole, s.whole_scan, text, BYTES, one, false))
                complain(&s, s.whole.broken, s.whole.broken_at, one);
            same_in(&s, (promises_cut){.step = 9001});
            bad += !s.good;
            configured_close(&s.whole_scan);
            configured_close(&s.cut_scan);
            whole = s.whole;
            cut = s.cut;
        }
    }
    is_int(bad, 0, "%d hostile shapes", texts);
    promises_free(&whole);
    promises_free(&cut);
    free(text);
}

/* ---- A sink that stops ---- */

static int stop_at(void *user, const trawl_event *e)
{
    int *left = user;

    return e && --*left == 0 ? 42 : 0;
}

/* Stops at each of the first events of a large block. The sink's value must be returned, and
 * further calls are misuse until the reset. */
static void stops(void)
{
    enum { BYTES = 200000, EVENTS = 20 };
    char *text = malloc(BYTES);
    int wrong = 0, left;
    trawl_scanner *t;

    if (!text || trawl_open(&t, NULL, stop_at, &left) != TRAWL_OK)
        abort();
    memset(text, 'x', BYTES);
    for (int i = 0; i < EVENTS; i++)
        memcpy(text + (size_t)i * 7000, " http://a.example/ ", 19);
    for (int event = 1; event <= EVENTS; event++) {
        left = event;
        wrong += trawl_feed(t, text, BYTES) != 42;
        wrong += trawl_feed(t, text, BYTES) != TRAWL_ERROR_MISUSE ||
                 trawl_finish(t) != TRAWL_ERROR_MISUSE;
        wrong += trawl_reset(t) != TRAWL_OK;
        left = 0;
        wrong += trawl_feed(t, text, BYTES) != TRAWL_OK || trawl_finish(t) != TRAWL_OK ||
                 left > -2 * EVENTS;
        wrong += trawl_feed(t, text, BYTES) != TRAWL_ERROR_MISUSE || trawl_reset(t) != TRAWL_OK;
    }
    is_int(wrong, 0, "a sink stops the scan");
    configured_close(&t);
    free(text);
}

int main(int argc, char **argv)
{
    uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;

    ok(testdata_each(one_file) > 0, "testdata has files");
    made(seed, (int)tap_amount(TEXTS, TEXTS_EVERY), TEXT_BYTES);
    made(seed, (int)tap_amount(LONG_TEXTS, LONG_TEXTS_EVERY), LONG_BYTES);
    long_words();
    shapes_hold();
    stops();
    trawl_release();
    return done();
}
