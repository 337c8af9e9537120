/* scanned.h - a text in which bytes are repeated, scanned in pieces of several sizes; for
 * fuzz_scan.c and fuzz_screen.c
 *
 * The text is scanned in one piece, cut into pieces, and, with links only, cut into other pieces.
 * Each scan has the checks of promises.h. No link may exceed the limits of R31. The URLs that were
 * found are written as a list, each in "<URL:" and ">" on a line, and must be found again if they
 * have no backslash and no "<".
 */
#ifndef TRAWL_TESTS_FUZZ_SCANNED_H
#define TRAWL_TESTS_FUZZ_SCANNED_H

#include "configured.h"
#include "fuzz.h"
#include "growing.h"
#include "promises.h"
#include "scan_configs.h"

#include <strings.h>

enum { SCANNED_LONGEST = 20000, SCANNED_LOCAL = 256, SCANNED_LINES = 64, SCANNED_MORE = 8 };

/* A scan is opened once for each set of options and reset for each text. */
typedef struct scanned {
    promises whole, cut, listed;
    promises *now; /* the one that gets the events */
    growing urls, urls_again;
    trawl_scanner *scans[SCAN_CONFIGS][2][SCANNED_MORE];
} scanned;

static scanned scanned_state;

static const unsigned scanned_more[SCANNED_MORE] = {
    0,
    TRAWL_OPTION_ALL_DOMAINS,
    TRAWL_OPTION_JOIN,
    TRAWL_OPTION_HYPHEN_DROP,
    TRAWL_OPTION_KNOWN_SCHEMES,
    TRAWL_OPTION_ANY_TLD,
    TRAWL_OPTION_CLASSIC_TLD,
    WANTED_EXPLAIN | TRAWL_OPTION_JOIN | TRAWL_OPTION_ALL_DOMAINS,
};

/* Returns the bytes of the local part of a mailto URL, with its escapes decoded. */
static size_t scanned_local(trawl_str url)
{
    const char *at = memchr(url.p, '@', url.n);
    size_t n = 0;

    must(at && at - url.p >= 7, "an address has a host");
    for (const char *p = url.p + 7; p < at; p += *p == '%' ? 3 : 1)
        n++;
    return n;
}

static void scanned_limits(const promises *p, const trawl_link *l)
{
    unsigned lines = 1;

    for (uint64_t i = l->extent.from; i < l->extent.to && i < p->n; i++)
        lines += p->text[i] == '\n';
    must(p->decoded || l->extent.to - l->extent.from <= TRAWL_URL_MAX,
         "no link is longer than the limit");
    must(p->decoded || lines <= SCANNED_LINES, "no link has more lines than the limit");
    if (l->kind == TRAWL_KIND_EMAIL)
        must(scanned_local(l->url) <= SCANNED_LOCAL, "a local part within the limit");
}

/* Adds the URL to a list, a line each. */
static void scanned_list(growing *to, const trawl_link *l)
{
    growing_add(to, "<URL:", 5);
    growing_add(to, l->url.p, l->url.n);
    growing_add(to, ">\n", 2);
}

/* Returns true for a URL that must be found again in a wrapper. It has a scheme. It has no
 * backslash, which can become a part of a sign of troff (M20) when white space after it is left
 * out. It has no "<", which the profile uts58 takes into a bare URL. Nor may the scheme be "URL" or
 * "URI", which would be one more label in the wrapper (R2). */
static bool scanned_comes_again(const trawl_link *l)
{
    if (l->url.n > 4 && (!strncasecmp(l->url.p, "URL:", 4) || !strncasecmp(l->url.p, "URI:", 4)))
        return false;
    if (l->url.n > 8192 - sizeof "<URL:>") /* the wrapper would be longer than its limit (R31) */
        return false;
    return (l->kind == TRAWL_KIND_WRAP || l->kind == TRAWL_KIND_ANGLE ||
            l->kind == TRAWL_KIND_BARE) &&
           !memchr(l->url.p, '\\', l->url.n) && !memchr(l->url.p, '<', l->url.n);
}

static int scanned_sink(void *user, const trawl_event *e)
{
    scanned *s = user;

    if (e->type == TRAWL_EVENT_LINK && e->link) {
        scanned_limits(s->now, e->link);
        if (s->now == &s->listed)
            scanned_list(&s->urls_again, e->link);
        else if (s->now == &s->whole && scanned_comes_again(e->link))
            scanned_list(&s->urls, e->link);
    }
    return promises_sink(s->now, e);
}

static trawl_scanner *scanned_open(unsigned config, bool links_only, unsigned more)
{
    trawl_scanner **t = &scanned_state.scans[config][links_only][more];
    trawl_config cfg =
        scan_config_make(config, scanned_more[more] | (links_only ? WANTED_LINKS : 0));

    if (!*t) {
        int result = configured_open(t, &cfg, scanned_sink, &scanned_state);
        must(result == TRAWL_OK || result == TRAWL_ERROR_BAD_CHARSET, "a scan can be opened");
    }
    return *t;
}

static void scanned_run(promises *p, trawl_scanner *t, const char *text, size_t n, promises_cut how,
                        bool links_only)
{
    const promises *whole = &scanned_state.whole;

    scanned_state.now = p;
    if (!promises_run(p, t, text, n, how, links_only)) {
        fprintf(stderr, "at byte %llu: ", (unsigned long long)p->broken_at);
        must(false, p->broken);
    }
    if (p == &scanned_state.cut && promises_differ(whole, p, links_only) != TRAWL_ABSENT) {
        fprintf(stderr,
                "at byte %llu: ", (unsigned long long)promises_differ(whole, p, links_only));
        must(false, links_only ? "the same links for links only" : "the same events in any cut");
    }
}

/* Scans the list of URLs. */
static void scanned_again(trawl_scanner *t)
{
    scanned *s = &scanned_state;
    growing urls = s->urls;

    growing_clear(&s->urls_again);
    scanned_run(&s->listed, t, urls.p, urls.n, (promises_cut){0}, false);
    if (!growing_same(&s->urls, &s->urls_again))
        fprintf(stderr, "%s\n%s\n", s->urls.p, s->urls_again.p);
    must(growing_same(&s->urls, &s->urls_again), "URLs in <URL:...> are found again");
}

/* Scans a text with a row of scan_configs.h and a row of scanned_more, cut as `a` and as `b`
 * say. */
static void scanned_text(unsigned config, unsigned more, const char *text, size_t n, promises_cut a,
                         promises_cut b)
{
    scanned *s = &scanned_state;
    trawl_scanner *all = scanned_open(config, false, more),
                  *links = scanned_open(config, true, more);

    if (!all || !links)
        return;
    s->whole.charset = s->cut.charset = scan_configs[config].charset[0] != '\0';
    growing_clear(&s->urls);
    scanned_run(&s->whole, all, text, n, (promises_cut){0}, false);
    scanned_run(&s->cut, all, text, n, a, false);
    scanned_run(&s->cut, links, text, n, b, true);
    if (!s->whole.charset)
        scanned_again(all);
}

#endif
