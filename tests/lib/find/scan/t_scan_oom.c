/* t_scan_oom.c - makes every allocation of a scan fail, one after the other
 *
 * The text has every kind of link, and the sink computes the verdict and all forms of each. For n =
 * 0, 1, 2 ... all allocations after the first n fail: those of the library itself, patterns
 * included, and those of the test's resize(), which are also counted to find leaks. Each call must
 * return TRAWL_ERROR_NO_MEMORY or the right result, and the same scan must succeed once allocations
 * succeed again.
 */
#include <trawl.h>

#include "base/memory.h"
#include "configured.h"
#include "purse.h"
#include "tap.h"
#include "wanted.h"

#if defined(__has_feature)
#define HAS_FEATURE(what) __has_feature(what)
#else
#define HAS_FEATURE(what) 0
#endif

#if defined(__SANITIZE_ADDRESS__) || HAS_FEATURE(address_sanitizer)
#include <sanitizer/lsan_interface.h>
#define LEAK_CHECK() (__lsan_do_recoverable_leak_check() != 0)
#else
#define LEAK_CHECK() false
#endif

static const char text[] =
    "From here on <URL:http://www.example.com/a/lo-\n  ng path/x?a&amp;b#c>, and <ftp://ftp.example.org/x>.\r\n"
    "> quoted <URL:http://q.example/one\n> two> joe@example.com <jane@example.org> In article <1.2@a.example>\n"
    "http://b\xC3\xBC"
    "cher.example/\xC3\xA4 www.example.net/x a.com b.example.com/y 192.0.2.1/z localhost:8080/w\n"
    "//n.example.com/v mailto:a@b\xC3\xBC"
    "cher.example?subject=x news:1@a.example urn:isbn:1-2-3 <URL:part/ial.html>\n"
    "<URL:http://a.example/ http://b.example/> <URL:www.example.com> x-own://h/x <URL:http://open.example/\n\nend.\n"
    "\x1B]8;;http://shown.example/\x07shown\x1B]8;;\x07 http:\\/\\/a.example\\/b\n";

/* ---- Allocations that fail, and are counted ---- */

/* ---- The scan ---- */

typedef struct tally {
    unsigned links, kinds;
    uint64_t at;
    int failed; /* the first error of a call in the sink */
    uint64_t sum;
} tally;

static void note(tally *t, int result)
{
    if (result < 0 && result != TRAWL_ERROR_NO_SPACE && t->failed == 0)
        t->failed = result;
}

/* Makes every call that takes a link or its URL. */
static void call_all(tally *t, const trawl_link *l)
{
    trawl_verdict v = {.size = sizeof v};
    char form[512];
    size_t len = 0;

    note(t, trawl_check(&v, l->url.p, l->url.n));
    t->sum += v.valid;
    note(t, trawl_canonical(l->url.p, l->url.n, form, sizeof form, &len));
    t->sum += len;
    note(t, trawl_ascii(l->url.p, l->url.n, form, sizeof form, &len));
    t->sum += len;
    note(t, trawl_same(l->url.p, l->url.n, "http://a/", 9));
    note(t, trawl_resolve(TRAWL_RESOLVE_3986, "http://h/a/b", 12, l->url.p, l->url.n, form,
                          sizeof form, &len));
    t->sum += len;
    for (unsigned i = 0; i < l->alt_count; i++)
        t->sum += l->alts[i].url.n;
}

static int sink(void *user, const trawl_event *e)
{
    tally *t = user;

    t->at = e->span.to > t->at ? e->span.to : t->at;
    if (e->type != TRAWL_EVENT_LINK)
        return 0;
    t->links++;
    t->kinds |= 1u << e->link->kind;
    t->sum = t->sum * 31 + e->span.from + e->link->flags;
    call_all(t, e->link);
    return 0;
}

/* Scans the text in pieces of `step` bytes. */
static int scan(const trawl_config *cfg, size_t step, tally *got)
{
    trawl_scanner *t;
    int result;

    *got = (tally){0};
    result = configured_open(&t, cfg, sink, got);
    if (result) {
        got->failed = t ? TRAWL_ERROR_MISUSE : 0; /* a scan that fails to open must be NULL */
        return result;
    }
    for (size_t at = 0; at < sizeof text - 1 && !result; at += step)
        result =
            trawl_feed(t, text + at, step < sizeof text - 1 - at ? step : sizeof text - 1 - at);
    if (!result)
        result = trawl_finish(t);
    configured_close(&t);
    if (t)
        got->failed = TRAWL_ERROR_MISUSE;
    return result;
}

static bool same(const tally *a, const tally *b)
{
    return a->links == b->links && a->kinds == b->kinds && a->at == b->at && a->sum == b->sum &&
           a->failed == b->failed;
}

/* ---- The settings ---- */

static trawl_str str(const char *s)
{
    return (trawl_str){s, strlen(s)};
}

static purse mine;

static trawl_config config_of(int which)
{
    trawl_config cfg = {.size = sizeof cfg, .resize = purse_resize, .resize_user = &mine};

    if (which == 1) {
        cfg.find = (TRAWL_FIND_NETPATH << 1) - 1 + TRAWL_FIND_OSC8;
        wanted_set(&cfg, TRAWL_OPTION_ALL_DOMAINS | TRAWL_OPTION_JOIN | WANTED_EXPLAIN);
        cfg.schemes = str("http, https,ftp,x-own,mailto,news,urn");
        cfg.tlds = str("com\norg\nexample\nxn--p1ai\n");
        cfg.base = str("http://base.example/x/y");
    }
    if (which == 2)
        cfg.profile = TRAWL_PROFILE_RFC1738;
    if (which == 3)
        cfg.profile = TRAWL_PROFILE_UTS58;
    return cfg;
}

enum { CONFIGS = 4, MANY = 1 << 20 };

static const char *const config_names[CONFIGS] = {"the defaults", "everything", "rfc1738", "uts58"};

/* ---- The sweeps ---- */

typedef struct faults {
    long wrong, stuck, leaking, refused;
} faults;

/* Counts what a failed scan did wrong, and checks that the next one works. */
static void judge(faults *f, const trawl_config *cfg, size_t step, int result, const tally *got,
                  const tally *wanted)
{
    tally again;

    if (result == TRAWL_ERROR_NO_MEMORY || got->failed == TRAWL_ERROR_NO_MEMORY)
        f->refused++;
    else
        f->wrong += result != TRAWL_OK || !same(got, wanted);
    f->wrong += got->failed && got->failed != TRAWL_ERROR_NO_MEMORY;
    f->stuck += scan(cfg, step, &again) != TRAWL_OK || !same(&again, wanted);
    f->leaking += mine.blocks != 0;
}

static void report(const char *name, const char *how, long count, const faults *f)
{
    is_int(f->wrong, 0, "%s, %s: an error or the right result, at each of %ld allocations", name,
           how, count);
    is_int(f->stuck, 0, "%s, %s: works again with memory", name, how);
    is_int(f->leaking + LEAK_CHECK(), 0, "%s, %s: no leak", name, how);
    ok(f->refused > 0, "%s, %s: a failure is reported", name, how);
}

/* Makes the resize() of the settings fail. */
static void sweep_resize(int which, size_t step, const tally *wanted)
{
    trawl_config cfg = config_of(which);
    faults f = {0};
    long count;
    tally got;

    mine = (purse){.left = MANY};
    (void)scan(&cfg, step, &got);
    count = MANY - mine.left;
    for (long n = 0; n <= count; n++) {
        mine = (purse){.left = n};
        int result = scan(&cfg, step, &got);
        f.wrong += n < count && result != TRAWL_ERROR_NO_MEMORY;
        f.leaking += mine.blocks != 0;
        mine = (purse){.left = -1};
        judge(&f, &cfg, step, result, &got, wanted);
    }
    report(config_names[which], "resize", count, &f);
}

/* Makes the library's own allocations fail. */
static void sweep_library(int which, size_t step, const tally *wanted)
{
    trawl_config cfg = config_of(which);
    faults f = {0};
    long count = 0;
    tally got;

    mine = (purse){.left = -1};
    trawl_release();
    memory_fail_after(MANY);
    (void)scan(&cfg, step, &got);
    while (!memory_fails_now())
        count++;
    count = MANY - count;
    for (long n = 0; n <= count; n++) {
        trawl_release();
        memory_fail_after(n);
        int result = scan(&cfg, step, &got);
        memory_fail_after(-1);
        f.leaking += mine.blocks != 0;
        judge(&f, &cfg, step, result, &got, wanted);
    }
    report(config_names[which], "the library's allocations", count, &f);
}

int main(void)
{
    unsigned kinds = 0, all = 0;

    for (int kind = 0; kind < TRAWL_KIND_COUNT; kind++)
        if (kind != TRAWL_KIND_HDR && kind != TRAWL_KIND_HTML && kind != TRAWL_KIND_RULE)
            all |= 1u << kind;
    for (int which = 0; which < CONFIGS; which++) {
        trawl_config cfg = config_of(which);
        size_t step = which == 1 ? 7 : sizeof text;
        tally wanted;
        mine = (purse){.left = -1};
        is_int(scan(&cfg, step, &wanted), TRAWL_OK, "%s: works with memory", config_names[which]);
        is_int(wanted.failed, 0, "%s: every call in the sink works", config_names[which]);
        kinds |= wanted.kinds;
        sweep_resize(which, step, &wanted);
        sweep_library(which, step, &wanted);
    }
    is_int(kinds, all, "the text has every kind of link");
    trawl_release();
    return done();
}
