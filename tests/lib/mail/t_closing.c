/* t_closing.c - objects that use one another can be closed in any order, by any thread
 *
 * Settings, a scan, a mail reader, an outline and a writer are closed in all 120 orders; all their
 * memory is given back when the last of them is closed, and not before. Those that are still open
 * go on working.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <trawl_emit.h>
#include <trawl_mail.h>

#include "tap.h"

static const char text[] = "1. Words\n\nsee http://a.example/ and RFC 1738\n";

/* ---- An allocator that counts ---- */

static atomic_long blocks;

static void *resize(void *user, void *old, size_t size)
{
    void *block = size > 0 ? realloc(old, size) : NULL;

    (void)user;
    if (size == 0)
        free(old);
    blocks += (size > 0 && !old && block) - (size == 0 && old);
    return block;
}

/* ---- The objects ---- */

enum { SETTINGS, SCAN, MAIL, OUTLINE, WRITER, ALL };

static struct {
    trawl_settings *settings;
    trawl_scanner *scan;
    trawl_mail *mail;
    trawl_outline *outline;
    trawl_emit *writer;
    unsigned links;
} now;

static int count_link(void *user, const trawl_event *e)
{
    (void)user;
    now.links += e->type == TRAWL_EVENT_LINK;
    return 0;
}

static int drop(void *user, const char *bytes, size_t n)
{
    (void)user;
    (void)bytes;
    (void)n;
    return 0;
}

/* Opens all, and uses each once. */
static bool open_all(void)
{
    static const char rules[] = "rule rfc\n    trigger RFC\n    match   RFC (\\d+)\n"
                                "    url     https://a.example/$1\n";
    trawl_config config = {.size = sizeof config, .resize = resize};
    trawl_emit_config emit = {.size = sizeof emit, .resize = resize};
    trawl_mail_config mail = {.size = sizeof mail};

    config.base = (trawl_str){"http://base.example/", 20};
    config.schemes = (trawl_str){"http,https", 10};
    config.tlds = (trawl_str){"example\n", 8};
    config.options = TRAWL_OPTION_OTHER_ENDS;
    config.rules = (trawl_str){rules, sizeof rules - 1};
    emit.options = TRAWL_EMIT_OPTION_PAGE | TRAWL_EMIT_OPTION_TOC;
    if (trawl_settings_open(&now.settings, &config) != TRAWL_OK)
        return false;
    mail.settings = now.settings;
    if (trawl_open(&now.scan, now.settings, count_link, NULL) ||
        trawl_mail_open(&now.mail, &mail, count_link, NULL) ||
        trawl_outline_open(&now.outline, &emit) ||
        trawl_scan(text, sizeof text - 1, NULL, trawl_outline_event, now.outline) ||
        trawl_outline_finish(now.outline))
        return false;
    emit.outline = now.outline;
    return trawl_emit_open(&now.writer, &emit, drop, NULL) == TRAWL_OK &&
           trawl_feed(now.scan, text, sizeof text - 1) == TRAWL_OK &&
           trawl_mail_feed(now.mail, text, sizeof text - 1) == TRAWL_OK;
}

static void close_one(unsigned which)
{
    switch (which) {
    case SETTINGS:
        trawl_settings_close(&now.settings);
        break;
    case SCAN:
        trawl_close(&now.scan);
        break;
    case MAIL:
        trawl_mail_close(&now.mail);
        break;
    case OUTLINE:
        trawl_outline_close(&now.outline);
        break;
    default:
        trawl_emit_close(&now.writer);
    }
}

/* Uses what is still open. Returns false if something does not work. */
static bool use_open(void)
{
    now.links = 0;
    if (now.scan && (trawl_reset(now.scan) || trawl_feed(now.scan, text, sizeof text - 1) ||
                     trawl_finish(now.scan) || now.links == 0))
        return false;
    now.links = 0;
    if (now.mail &&
        (trawl_mail_reset(now.mail) || trawl_mail_feed(now.mail, text, sizeof text - 1) ||
         trawl_mail_finish(now.mail) || now.links == 0))
        return false;
    return !now.writer ||
           trawl_scan(text, sizeof text - 1, NULL, trawl_emit_event, now.writer) == TRAWL_OK;
}

/* Closes all in the k-th order. */
static bool close_all(unsigned k)
{
    unsigned left[ALL] = {SETTINGS, SCAN, MAIL, OUTLINE, WRITER};
    bool good = true;

    for (unsigned n = ALL; n > 0; n--) {
        unsigned i = k % n;
        good = good && use_open() && blocks > 0;
        close_one(left[i]);
        left[i] = left[n - 1];
        k /= n;
    }
    return good && blocks == 0;
}

static void test_orders(void)
{
    unsigned orders = 1, bad = 0;

    for (unsigned n = 2; n <= ALL; n++)
        orders *= n;
    for (unsigned k = 0; k < orders; k++)
        if (!open_all() || !close_all(k)) {
            ok(false, "order %u", k);
            bad++;
        }
    is_int((int)bad, 0, "%u orders of closing", orders);
    trawl_release();
}

/* ---- Threads: each opens a scan with the shared settings, and closes its own hold of them ---- */

#define THREADS 8
#define ROUNDS 200

static int ignore(void *user, const trawl_event *e)
{
    (void)user;
    (void)e;
    return 0;
}

static void *scan_some(void *settings)
{
    trawl_scanner *t;
    size_t failed = 0;

    for (unsigned i = 0; i < ROUNDS; i++) {
        failed += trawl_open(&t, settings, ignore, NULL) != TRAWL_OK;
        failed += trawl_feed(t, text, sizeof text - 1) != TRAWL_OK;
        trawl_close(&t);
    }
    return failed > 0 ? settings : NULL;
}

static void *close_scan(void *scan)
{
    trawl_scanner *t = scan;

    trawl_close(&t);
    return NULL;
}

static void test_threads(void)
{
    trawl_config config = {.size = sizeof config, .resize = resize};
    trawl_settings *settings;
    pthread_t thread[THREADS];
    trawl_scanner *scan[THREADS];
    void *failed, *any = NULL;

    if (trawl_settings_open(&settings, &config) != TRAWL_OK)
        exit(1);
    for (unsigned i = 0; i < THREADS; i++)
        if (pthread_create(&thread[i], NULL, scan_some, settings) != 0)
            exit(1);
    for (unsigned i = 0; i < THREADS; i++) {
        (void)pthread_join(thread[i], &failed);
        any = failed ? failed : any;
    }
    ok(!any, "threads open and close scans with the same settings");
    for (unsigned i = 0; i < THREADS; i++)
        if (trawl_open(&scan[i], settings, ignore, NULL) != TRAWL_OK)
            exit(1);
    for (unsigned i = 0; i < THREADS; i++)
        if (pthread_create(&thread[i], NULL, close_scan, scan[i]) != 0)
            exit(1);
    trawl_settings_close(&settings);
    for (unsigned i = 0; i < THREADS; i++)
        (void)pthread_join(thread[i], NULL);
    is_int((int)blocks, 0, "the last thread frees the settings");
}

/* ---- The default settings ---- */

static void test_defaults(void)
{
    trawl_scanner *t;

    if (trawl_open(&t, NULL, count_link, NULL) != TRAWL_OK)
        exit(1);
    trawl_release();
    now.links = 0;
    is_int(trawl_feed(t, text, sizeof text - 1), TRAWL_OK, "a scan works after trawl_release()");
    is_int((int)now.links, 1, "and finds links");
    trawl_close(&t);
    trawl_release();
}

int main(void)
{
    test_orders();
    test_threads();
    test_defaults();
    return done();
}
