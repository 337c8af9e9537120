/* reader_scan.c - the last stages of a text: links made harmless, lines, zones, the scanner; see reader.h */
#include "mail/reader.h"

#include <string.h>

#include "find/scan.h"

/* ---- The last stage: the scanner ---- */

/* What lies before what the scanner still holds will not be asked for. */
static void forget(reader *r)
{
    const trawl *t = r->t;
    uint64_t kept = r->as.uri_list ? r->uris.at : t->carry_base < r->scanned ? t->carry_base : r->scanned;
    uint64_t whole, bytes;

    if (r->bytes.off)
        return;
    whole = cuts_text(&r->g->cuts, kept, 0);
    if (r->refanging && !r->as.uri_list) {
        uint64_t made = whole;
        whole = srcmap_from(&r->refanged, made);
        srcmap_forget(&r->refanged, made);
    }
    if (r->as.page || r->as.enriched) {
        uint64_t shown = whole;
        whole = srcmap_from(&r->shown, shown);
        srcmap_forget(&r->shown, shown);
        if (r->as.page && r->page.in_anchor && r->page.href_from < whole)
            whole = r->page.href_from;
    }
    bytes = whole;
    if (r->charset) {
        bytes = srcmap_from(&r->text, whole);
        srcmap_forget(&r->text, whole);
    }
    srcmap_forget(&r->bytes, bytes);
}

/* So much of the text as zones are known for goes to the scanner, or by it. */
static int give_on(reader *r, const char *p, size_t n, int (*take)(trawl *t, const char *p, size_t n))
{
    const bool tell = !settings_option(&r->t->set, TRAWL_NO_PLACES);

    for (size_t i = 0, used = n; i < n && !r->error; i += used) {
        if (tell)
            r->error = zones_step(&r->zones, p + i, n - i, &used);
        r->scanned += used;
        if (!r->error)
            r->error = take(r->t, p + i, used);
        forget(r);
    }
    return r->error;
}

static int feed(trawl *t, const char *p, size_t n)
{
    return trawl_feed(t, p, n);
}

/* What was gathered for the scanner goes to it. */
static int let_go(reader *r)
{
    size_t n = r->gathered_n;

    if (r->as.page)
        return page_put_all(&r->page);
    r->gathered_n = 0;
    return n > 0 ? give_on(r, r->gathered, n, feed) : r->error;
}

/* A run between cuts may be a character: the scanner has them together. */
static int gather(void *user, const char *p, size_t n)
{
    reader *r = user;

    if (n > sizeof r->gathered - r->gathered_n && let_go(r))
        return r->error;
    if (n > sizeof r->gathered / 4 && r->gathered_n == 0 && !r->resting)
        return give_on(r, p, n, feed);
    if (n > sizeof r->gathered)
        return give_on(r, p, n, feed);
    memcpy(r->gathered + r->gathered_n, p, n);
    r->gathered_n += n;
    return 0;
}

static int change_zone(void *user, uint64_t at, int zone)
{
    reader *r = user;

    give_zone(r->g, at, zone, r->t->in.active ? 0 : r->t->sent);
    return 0;
}

int reader_flush(reader *r, const char *p, size_t n)
{
    if (!r->bytes.off) { /* zones may be told, and maps have to be forgotten */
        if (n > 0 && give_on(r, p, n, feed))
            return r->error;
        n = 0;
    }
    r->scanned += n;
    return r->error = scan_flush(r->t, p, n);
}

static int pass(void *user, const char *p, size_t n)
{
    reader *r = user;

    if (let_go(r))
        return r->error;
    (void)give_on(r, p, n, scan_pass);
    if (!r->error)
        give_count(r->g, r->t->place.line, r->t->place.column);
    forget(r);
    return r->error;
}

static int cut_out(void *user, const char *p, size_t n)
{
    reader *r = user;

    r->t->sink_url = NULL;
    r->error = cuts_add(&r->g->cuts, r->scanned + r->gathered_n, p, n);
    return r->error;
}

static int begin_signature(void *user)
{
    reader *r = user;

    if (let_go(r))
        return r->error;
    r->g->signature = r->scanned;
    return r->error = zones_signature(&r->zones);
}

/* ---- The stages before ---- */

/* Behind refang: the lines of a text, or the scanner where a page has none. */
static int after_refang(reader *r, const char *p, size_t n)
{
    return r->as.page ? give_on(r, p, n, feed) : lines_feed(&r->lines, p, n);
}

static int take_same(void *user, const char *p, size_t n)
{
    reader *r = user;
    int failed = refang_map_text(&r->refanged, n);

    return failed ? failed : after_refang(r, p, n);
}

static int take_other(void *user, const char *p, size_t n, size_t src_n)
{
    reader *r = user;
    int failed = refang_map_other(&r->refanged, n, src_n);

    return failed ? failed : after_refang(r, p, n);
}

int reader_refang(void *user, const char *p, size_t n)
{
    reader *r = user;

    return r->refanging ? refang_feed(&r->refang, p, n) : after_refang(r, p, n);
}

static int take_text(reader *r, const char *p, size_t n)
{
    if (r->as.page)
        return page_feed(&r->page, p, n);
    if (r->as.enriched)
        return enriched_feed(&r->enriched, p, n);
    if (!r->as.uri_list)
        return reader_refang(r, p, n);
    r->scanned += n;
    r->error = uri_list_feed(&r->uris, p, n);
    forget(r);
    return r->error;
}

int reader_take_text(reader *r, const char *p, size_t n)
{
    int stop = n > 0 ? take_text(r, p, n) : 0;

    return stop || r->resting ? stop : let_go(r);
}

static void begin_enriched(reader *r)
{
    srcmap_clear(&r->shown);
    r->g->origin.page = r->shown.off ? NULL : &r->shown;
    enriched_begin(&r->enriched, reader_refang, r, &r->shown);
}

static void begin_refang(reader *r)
{
    refang_out out = {r, take_same, take_other};

    srcmap_clear(&r->refanged);
    refang_begin(&r->refang, &out, r->t->set.kernel, &r->t->set.sets.refang);
    if (!r->as.uri_list && !r->refanged.off)
        r->g->origin.refang = &r->refanged;
}

static void begin_lines(reader *r)
{
    lines_out out = {r, gather, pass, cut_out, begin_signature, r->t->set.kernel};

    lines_begin(&r->lines, r->as.rule, &out);
    if (r->as.rule != LINES_PLAIN)
        give_count(r->g, 1, 0);
}

void reader_begin_stages(reader *r)
{
    zones_begin(&r->zones, change_zone, r);
    if (r->refanging)
        begin_refang(r);
    if (r->as.uri_list)
        uri_list_begin(&r->uris, give_event, r->g);
    if (r->as.enriched)
        begin_enriched(r);
    if (r->as.page)
        reader_begin_page(r);
    else
        begin_lines(r);
}
