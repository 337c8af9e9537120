/* t_settings.c - settings are compiled once and shared by any number of scans and threads
 *
 * Tested: settings keep nothing of the config but its allocator; scans over the same settings do
 * not affect each other, in one thread or in many; the first scan without a config makes the
 * default settings; the same settings for texts and mail; and how little memory a scan takes.
 */
#include <pthread.h>
#include <stdlib.h>
#include <trawl.h>
#include <trawl_mail.h>

#include "gentext.h"
#include "growing.h"
#include "purse.h"
#include "tap.h"

enum { THREADS = 8, ROUNDS = 2, ROUNDS_EVERY = 6 };

/* ---- A text that uses every setting ---- */

static int note_link(void *user, const trawl_event *e)
{
    const trawl_link *l = e->link;

    if (e->type != TRAWL_EVENT_LINK)
        return 0;
    growing_printf(user, "%s ", trawl_kind_name(l->kind));
    growing_add(user, l->url.p, l->url.n);
    growing_printf(user, " %d\n", (int)l->line);
    return 0;
}

static const char text[] =
    "RFC 1738 and <URL:../x.html> by joe@a.example, www.a.house and www.a.museum, x-own://b/.\n"
    "y-other://b/ and Bug #17, http://c.example/\xB1\xE6 http://d.example/a%zz\n"
    "> <http://e.example/broken-\n> here> aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!\n";

static const char rules[] =
    "rule rfc\n trigger RFC\n match RFC (\\d+)\n url https://rfc.example/$1\n"
    "rule bug\n trigger Bug\n match Bug #(\\d+)\n url https://bug.example/$1\n"
    "rule bomb\n trigger a\n match (a+)+$\n url http://h/$1\n";

/* Returns a config that sets all members, with its strings in memory. */
static trawl_config config_in(char *memory)
{
    static const char *const texts[] = {"http,x-own,mailto", "house\nexample\n",
                                        "http://base.example/a/b", "iso-8859-2", rules};
    trawl_config c = {.size = sizeof c,
                      .find = TRAWL_FIND_DEFAULT | TRAWL_FIND_DOMAIN,
                      .options = TRAWL_OPTION_HYPHEN_DROP,
                      .want = TRAWL_WANT_PLACE};
    trawl_str *to[] = {&c.schemes, &c.tlds, &c.base, &c.charset, &c.rules};

    for (size_t i = 0; i < sizeof to / sizeof to[0]; i++) {
        size_t n = strlen(texts[i]);
        *to[i] = (trawl_str){memcpy(memory, texts[i], n), n};
        memory += n;
    }
    return c;
}

static void scan(growing *out, const trawl_settings *s, size_t step)
{
    trawl_scanner *t;

    growing_clear(out);
    if (trawl_open(&t, s, note_link, out) != TRAWL_OK)
        abort();
    for (size_t i = 0; i < sizeof text - 1; i += step)
        (void)trawl_feed(t, text + i, step < sizeof text - 1 - i ? step : sizeof text - 1 - i);
    growing_printf(out, "%d\n", trawl_finish(t));
    trawl_close(&t);
}

static growing wanted, by_default;

/* Makes settings; their config and its strings are overwritten before they are used. */
static trawl_settings *full_settings(purse *p)
{
    char memory[1000];
    trawl_config c = config_in(memory);
    trawl_settings *s;

    c.resize = p ? purse_resize : NULL;
    c.resize_user = p;
    if (trawl_settings_open(&s, &c) != TRAWL_OK)
        abort();
    memset(memory, 'z', sizeof memory);
    memset(&c, 'z', sizeof c);
    return s;
}

static void test_life(void)
{
    static const char links[] = "rule https://rfc.example/1738 1\n"
                                "wrap http://base.example/x.html 1\n"
                                "email mailto:joe@a.example 1\n"
                                "www https://www.a.house 1\n"
                                "bare x-own://b/ 1\n"
                                "rule https://bug.example/17 2\n"
                                "bare http://c.example/\xC4\x85\xC4\x87 2\n"
                                "bare http://d.example/a%zz 2\n"
                                "angle http://e.example/brokenhere 3\n0\n";
    purse p = {.left = -1};
    trawl_settings *s = full_settings(&p);
    trawl_scanner *other;
    long blocks;

    scan(&wanted, s, sizeof text);
    is_mem(wanted.p, wanted.n, links, sizeof links - 1, "all settings have their effect");
    blocks = p.blocks;
    is_int(trawl_open(&other, s, note_link, &by_default), TRAWL_OK, "a second scan");
    ok(p.blocks > blocks, "a scan uses the allocator of its settings");
    trawl_close(&other);
    is_int(p.blocks, blocks, "and frees everything");
    trawl_settings_close(&s);
    ok(!s, "freed settings are NULL");
    is_int(p.blocks, 0, "nothing is left allocated");
    trawl_settings_close(&s);
    trawl_settings_close(NULL);
}

static void test_errors(void)
{
    trawl_config c = {.size = sizeof c, .profile = TRAWL_PROFILE_SCREEN + 1};
    trawl_settings *s = (trawl_settings *)&c;

    is_int(trawl_settings_open(NULL, &c), TRAWL_ERROR_MISUSE, "no pointer for the settings");
    is_int(trawl_settings_open(&s, &c), TRAWL_ERROR_MISUSE, "an unknown profile");
    c.profile = TRAWL_PROFILE_MAIL;
    c.notation = TRAWL_NOTATION_TEXINFO + 1;
    is_int(trawl_settings_open(&s, &c), TRAWL_ERROR_MISUSE, "an unknown notation");
    c.notation = TRAWL_NOTATION_AUTO - 1;
    is_int(trawl_settings_open(&s, &c), TRAWL_ERROR_MISUSE, "and one below all");
    c.notation = TRAWL_NOTATION_AUTO;
    ok(!s, "the settings are NULL");
    c.profile = 0;
    c.charset = (trawl_str){"nothing", 7};
    is_int(trawl_settings_open(&s, &c), TRAWL_ERROR_BAD_CHARSET, "an unknown charset");
    c.charset.n = 0;
    c.rules = (trawl_str){"x", 1};
    is_int(trawl_settings_open(&s, &c), TRAWL_ERROR_BAD_RULE, "bad rules");
    c.rules = (trawl_str){"# none\n", 7};
    is_int(trawl_settings_open(&s, &c), TRAWL_OK, "a rules file without rules");
    scan(&by_default, s, 61);
    trawl_settings_close(&s);
}

/* Runs two scans in turns over the same settings: each counts its own matches that were given
 * up. */
static void test_turns(void)
{
    trawl_settings *s = full_settings(NULL);
    uint64_t line, times[2] = {0};
    growing out[2] = {{0}, {0}};
    trawl_str name;
    trawl_scanner *t[2];

    for (int k = 0; k < 2; k++)
        if (trawl_open(&t[k], s, note_link, &out[k]) != TRAWL_OK)
            abort();
    for (size_t i = 0; i < 2 * (sizeof text - 1); i++)
        (void)trawl_feed(t[i & 1], text + i / 2, 1);
    for (int k = 0; k < 2; k++) {
        growing_printf(&out[k], "%d\n", trawl_finish(t[k]));
        is_int(trawl_rules_complaint(t[k], 0, &name, &line, &times[k]), 1,
               "a match of a rule gave up");
        ok(growing_same(&out[k], &wanted), "two scans in turns, scan %d: the same links", k);
    }
    ok(times[0] > 0 && times[0] == times[1], "the same number in each");
    (void)trawl_reset(t[0]);
    for (int k = 0; k < 2; k++) {
        trawl_close(&t[k]);
        free(out[k].p);
    }
    trawl_settings_close(&s);
}

/* ---- Threads ---- */

typedef struct worker {
    pthread_t thread;
    pthread_barrier_t *together;
    const trawl_settings *settings;
    unsigned wrong;
} worker;

static void *run(void *user)
{
    worker *w = user;
    growing out = {0};

    pthread_barrier_wait(w->together);
    for (size_t step = 1; step < 20; step++) {
        scan(&out, w->settings, step * step);
        w->wrong += !growing_same(&out, w->settings ? &wanted : &by_default);
    }
    free(out.p);
    return NULL;
}

static unsigned race(const trawl_settings *s)
{
    pthread_barrier_t together;
    worker w[THREADS];
    unsigned wrong = 0;

    pthread_barrier_init(&together, NULL, THREADS);
    for (int i = 0; i < THREADS; i++) {
        w[i] = (worker){.together = &together, .settings = s};
        if (pthread_create(&w[i].thread, NULL, run, &w[i]) != 0)
            abort();
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(w[i].thread, NULL);
        wrong += w[i].wrong;
    }
    pthread_barrier_destroy(&together);
    return wrong;
}

static void test_threads(void)
{
    scan(&by_default, NULL, sizeof text);
    for (unsigned i = 0; i < tap_amount(ROUNDS, ROUNDS_EVERY); i++) {
        trawl_settings *s = full_settings(NULL);
        is_int(race(s), 0, "round %u: %d threads share settings", i + 1, THREADS);
        trawl_settings_close(&s);
        trawl_release();
        is_int(race(NULL), 0, "round %u: they race to make the default settings", i + 1);
    }
}

/* ---- Mail ---- */

static int count_links(void *user, const trawl_event *e)
{
    *(unsigned *)user += e->type == TRAWL_EVENT_LINK;
    return 0;
}

static const char mail[] =
    "From: joe@a.example\nList-Archive: <http://a.example/list>\nContent-Type: text/html\n"
    "MIME-Version: 1.0\n\n<a href=\"http://b.example/%zz\">http://c.example/</a> d@e.example\n";

static unsigned read_mail(unsigned find)
{
    trawl_config c = {.size = sizeof c, .find = find, .want = TRAWL_WANT_LINK};
    trawl_mail_config config = {.size = sizeof config, .input = TRAWL_INPUT_MAIL};
    trawl_settings *s;
    unsigned links = 0;
    trawl_mail *m;

    if (trawl_settings_open(&s, &c) != TRAWL_OK)
        abort();
    config.settings = s;
    if (trawl_mail_open(&m, &config, count_links, &links) != TRAWL_OK ||
        trawl_mail_feed(m, mail, sizeof mail - 1) != TRAWL_OK || trawl_mail_finish(m) != TRAWL_OK)
        abort();
    trawl_mail_close(&m);
    trawl_settings_close(&s);
    return links;
}

static void test_mail(void)
{
    is_int(read_mail(0), 4, "mail: headers and attributes are searched");
    is_int(read_mail(TRAWL_FIND_DEFAULT), 2, "mail: find decides about both");
}

/* ---- Memory ---- */

enum { SMALL = 1 << 16, TEXT = 100000 };

/* Returns the maximum number of bytes that a scan of the text took, without the settings. */
static size_t memory_of(const char *p, size_t n, unsigned want)
{
    purse mine = {.left = -1};
    trawl_config c = {.size = sizeof c, .want = want, .resize = purse_resize, .resize_user = &mine};
    trawl_settings *s;
    size_t before;

    if (trawl_settings_open(&s, &c) != TRAWL_OK)
        abort();
    before = mine.peak = mine.now;
    if (trawl_scan(p, n, s, count_links, &(unsigned){0}) != TRAWL_OK)
        abort();
    before = mine.peak - before;
    trawl_settings_close(&s);
    return mine.blocks == 0 ? before : SIZE_MAX;
}

static void test_memory(void)
{
    static char made[TEXT];
    size_t most = 0, n = gentext_make(7, made, sizeof made), broken = 0;

    ok(memory_of(text, sizeof text - 1, 0) < SMALL, "a text of some lines: less than 64 KiB");
    most = memory_of(made, n, TRAWL_WANT_DEFAULT);
    if (!ok(most < SMALL, "a text of chance: less than 64 KiB"))
        printf("# %zu bytes\n", most);
    for (n = (size_t)snprintf(made, sizeof made, "<URL:http://a/"); n < 8000; n += 2)
        memcpy(made + n, "x ", 2);
    made[n++] = '>';
    broken = memory_of(made, n, TRAWL_WANT_DEFAULT);
    if (!ok(broken > SMALL && broken < 20 * SMALL, "a link of 4000 pieces: more, but bounded"))
        printf("# %zu bytes\n", broken);
}

int main(void)
{
    test_life();
    test_errors();
    test_turns();
    test_threads();
    test_mail();
    test_memory();
    free(wanted.p);
    free(by_default.p);
    trawl_release();
    return done();
}
