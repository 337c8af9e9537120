/* reader.c - the text of one part, from its bytes in the source to the scanner; see reader.h */
#include "mail/reader.h"

#include <string.h>

#include "find/scan.h"

/* ---- The last stage: the scanner ---- */

/* What lies before what the scanner still holds will not be asked for. */
static void forget(reader *r)
{
    const trawl *t = r->t;
    uint64_t kept = r->as.uri_list ? r->uris.at : t->carry_base < r->scanned ? t->carry_base : r->scanned;
    uint64_t whole = cuts_text(&r->g->cuts, kept, 0), bytes;

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
    if (r->converted) {
        bytes = srcmap_from(&r->text, whole);
        srcmap_forget(&r->text, whole);
    }
    srcmap_forget(&r->bytes, bytes);
}

/* So much of the text as zones are known for goes to the scanner, or by it. */
static int give_on(reader *r, const char *p, size_t n, int (*take)(trawl *t, const char *p, size_t n))
{
    for (size_t i = 0, used; i < n && !r->error; i += used) {
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

int reader_scan(void *user, const char *p, size_t n)
{
    return give_on(user, p, n, feed);
}

static int change_zone(void *user, uint64_t at, int zone)
{
    reader *r = user;

    give_zone(r->g, at, zone, r->t->in.active ? 0 : r->t->sent);
    return 0;
}

int reader_flush(void *user)
{
    reader *r = user;

    return r->error = scan_flush(r->t);
}

static int pass(void *user, const char *p, size_t n)
{
    reader *r = user;

    (void)give_on(r, p, n, scan_pass);
    if (!r->error)
        give_count(r->g, r->t->place.line, r->t->place.column);
    forget(r);
    return r->error;
}

static int cut_out(void *user, const char *p, size_t n)
{
    reader *r = user;

    r->error = cuts_add(&r->g->cuts, r->scanned, p, n);
    return r->error;
}

static int begin_signature(void *user)
{
    reader *r = user;

    r->g->signature = r->scanned;
    return r->error = zones_signature(&r->zones);
}

/* ---- The stages before ---- */

/* Behind refang: the lines of a text, or the scanner where a page has none. */
static int after_refang(reader *r, const char *p, size_t n)
{
    return r->as.page ? reader_scan(r, p, n) : lines_feed(&r->lines, p, n);
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
    if (n == 0)
        return 0;
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

static int convert(reader *r, const char *p, size_t n, bool last)
{
    charset_io io = {.in = p, .in_n = n, .last = last, .out = r->utf8, .size = sizeof r->utf8, .map = &r->text};
    int stop;

    do {
        io.len = 0;
        stop = charset_decode(&r->charset, &io);
        if (!stop)
            stop = take_text(r, r->utf8, io.len);
    } while (!stop && io.len > 0 && io.size - io.len < TAKE_TEXT);
    return stop;
}

static int take_known(reader *r, const char *p, size_t n)
{
    return r->converted ? convert(r, p, n, false) : take_text(r, p, n);
}

static void drop_charset(reader *r)
{
    if (r->converted)
        charset_close(&r->charset);
    r->converted = false;
}

/* A mark wins over the charset that is named; those of UTF-16 and UTF-32 need no iconv, that of UTF-8 is the scanner's. */
static void obey_mark(reader *r, const names_row *marked)
{
    drop_charset(r);
    r->converted = marked->kind != NAMES_RAW && charset_open(&r->charset, marked) == TRAWL_OK;
    r->g->origin.charset = r->converted ? &r->text : NULL;
}

/* The first bytes of the text, of which up to MARK_MAX are held back. */
static int take_first(reader *r, const char *p, size_t n, bool last)
{
    size_t held = r->mark_n, fresh = n < MARK_MAX - held ? n : MARK_MAX - held;
    const names_row *marked;
    bool wait;
    int stop = 0;

    memcpy(r->mark + held, p, fresh);
    marked = mark_find(r->mark, held + fresh, last, &wait);
    if (wait) {
        r->mark_n += fresh;
        return 0;
    }
    r->marking = false;
    if (marked)
        obey_mark(r, marked);
    if (held > 0)
        stop = take_known(r, r->mark, held);
    return stop ? stop : take_known(r, p, n);
}

/* Bytes that no transfer encoding hides any more. */
static int take_bytes(reader *r, const char *p, size_t n)
{
    return r->marking ? take_first(r, p, n, false) : take_known(r, p, n);
}

static int decode(reader *r, const char *p, size_t n, bool last)
{
    transfer_io io = {.in = p, .in_n = n, .last = last, .out = r->decoded, .size = sizeof r->decoded, .map = &r->bytes};
    int stop;

    do {
        io.len = 0;
        stop = transfer_decode(&r->transfer, &io);
        if (!stop)
            stop = take_bytes(r, r->decoded, io.len);
    } while (!stop && io.len > 0 && io.size - io.len < TRANSFER_ROOM);
    return stop;
}

/* Bytes of the source that are none of the text. */
static int add_gap(reader *r, uint64_t n)
{
    int failed = TRAWL_OK;

    if (r->encoded)
        return transfer_gap(&r->transfer, &r->bytes, n);
    for (; n > 0 && !failed; n -= n < UINT16_MAX ? n : UINT16_MAX)
        failed = srcmap_add(&r->bytes, n < UINT16_MAX ? (uint32_t)n : UINT16_MAX, 0, 1);
    return failed;
}

/* Bytes of the text, whose encoding is known. */
static int take_source(reader *r, const char *p, size_t n)
{
    int failed = TRAWL_OK;

    if (r->encoded)
        return decode(r, p, n, false);
    for (size_t i = 0; i < n && !failed; i += UINT32_MAX)
        failed = srcmap_add(&r->bytes, n - i < UINT32_MAX ? (uint32_t)(n - i) : UINT32_MAX, 1, 1);
    return failed ? failed : take_bytes(r, p, n);
}

/* ---- What the text really is ---- */

static int start_charset(reader *r)
{
    const names_row *row = r->as.charset;
    int failed;

    failed = row && row->kind != NAMES_RAW ? charset_open(&r->charset, row) : TRAWL_BAD_CHARSET;
    r->converted = failed == TRAWL_OK;
    r->g->origin.charset = r->converted ? &r->text : NULL;
    return failed == TRAWL_BAD_CHARSET ? TRAWL_OK : failed;
}

/* A byte-order mark wins over the charset that is named; that of UTF-8 is the scanner's. */
static bool is_marked(reader *r, bool whole)
{
    bool wait;
    const names_row *marked = mark_find(r->peek.p, r->peek.n, whole, &wait);

    if (marked)
        r->as.charset = marked;
    return marked != NULL;
}

/* Is the body UTF-8, and not what its header says? */
static bool is_utf8(const reader *r, bool whole)
{
    const names_row *row = r->as.charset;

    return !r->encoded && !r->as.trusted && row && row->kind != NAMES_RAW &&
           peek_is_utf8(r->peek.p, r->peek.n, row, whole);
}

/* Enough was held back, or all. */
static int end_peek(reader *r, bool whole)
{
    int stop = 0;

    r->peeking = false;
    if (r->encoded && peek_is_decoded(r->peek.p, r->peek.n, r->as.transfer)) {
        r->encoded = false;
        stop = give_explain(r->g, "E1", "the body was decoded already, whatever its header says of its encoding");
    }
    if (!stop && !(!r->encoded && is_marked(r, whole)) && is_utf8(r, whole)) {
        r->as.charset = NULL;
        stop = give_explain(r->g, "E1", "the body is UTF-8 already, whatever its header says of its charset");
    }
    if (!stop)
        stop = start_charset(r);
    return stop ? stop : take_source(r, r->peek.p, r->peek.n);
}

/* Hold back the first bytes; *n becomes what is not held. */
static int hold(reader *r, const char **p, size_t *n)
{
    size_t room = PEEK_BYTES - r->peek.n, take = *n < room ? *n : room;

    memcpy(r->peek.p + r->peek.n, *p, take);
    r->peek.n += take;
    *p += take;
    *n -= take;
    return r->peek.n == PEEK_BYTES ? end_peek(r, false) : 0;
}

/* ---- The life of a text ---- */

void reader_open(reader *r, trawl *t, give *g)
{
    r->t = t;
    r->g = g;
    r->open = false;
    r->converted = false;
    srcmap_open(&r->bytes, &g->m);
    srcmap_open(&r->text, &g->m);
    srcmap_open(&r->shown, &g->m);
    srcmap_open(&r->refanged, &g->m);
}

void reader_close(reader *r)
{
    drop_charset(r);
    srcmap_close(&r->bytes);
    srcmap_close(&r->text);
    srcmap_close(&r->shown);
    srcmap_close(&r->refanged);
}

static void begin_enriched(reader *r)
{
    srcmap_clear(&r->shown);
    r->g->origin.page = &r->shown;
    enriched_begin(&r->enriched, reader_refang, r, &r->shown);
}

static void begin_refang(reader *r)
{
    refang_out out = {r, take_same, take_other};

    srcmap_clear(&r->refanged);
    refang_begin(&r->refang, &out);
}

int reader_begin(reader *r, const reader_text *as, uint64_t at)
{
    give_origin origin = {.bytes = &r->bytes, .base = at};
    lines_out out = {r, reader_scan, pass, cut_out, begin_signature};

    drop_charset(r);
    r->as = *as;
    r->open = true;
    r->error = TRAWL_OK;
    r->encoded = as->transfer != TRANSFER_NONE;
    r->peeking = r->encoded || (as->charset && as->charset->kind != NAMES_RAW);
    r->base = r->next = at;
    r->marking = true;
    r->mark_n = 0;
    r->scanned = 0;
    r->peek.n = 0;
    srcmap_clear(&r->bytes);
    srcmap_clear(&r->text);
    transfer_begin(&r->transfer, as->transfer);
    lines_begin(&r->lines, as->rule, &out);
    zones_begin(&r->zones, change_zone, r);
    begin_refang(r);
    uri_list_begin(&r->uris, give_event, r->g);
    give_begin(r->g, &origin);
    if (r->refanging && !as->uri_list)
        r->g->origin.refang = &r->refanged;
    if (as->page)
        reader_begin_page(r);
    if (as->enriched)
        begin_enriched(r);
    if (as->rule != LINES_PLAIN)
        give_count(r->g, 1, 0);
    return trawl_reset(r->t);
}

int reader_bytes(reader *r, const char *p, size_t n, uint64_t at)
{
    int stop = 0;

    if (at > r->next) {
        stop = r->peeking ? end_peek(r, false) : 0;
        if (!stop)
            stop = add_gap(r, at - r->next);
    }
    r->next = at + n;
    if (!stop && r->peeking)
        stop = hold(r, &p, &n);
    return stop || n == 0 ? stop : take_source(r, p, n);
}

/* What the stages still hold goes on, from the first to the last. */
static int drain(reader *r)
{
    int stop = r->peeking ? end_peek(r, true) : 0;

    if (!stop && r->encoded)
        stop = decode(r, "", 0, true);
    if (!stop && r->marking)
        stop = take_first(r, "", 0, true);
    if (!stop && r->converted)
        stop = convert(r, "", 0, true);
    if (stop)
        return stop;
    if (r->as.uri_list)
        return uri_list_finish(&r->uris);
    stop = r->as.page ? page_finish(&r->page) : r->as.enriched ? enriched_finish(&r->enriched) : 0;
    if (!stop && r->refanging)
        stop = refang_finish(&r->refang);
    return stop || r->as.page ? stop : lines_finish(&r->lines);
}

int reader_end(reader *r, uint64_t to)
{
    int stop;

    r->open = false;
    stop = drain(r);
    if (!stop)
        stop = trawl_finish(r->t);
    return stop ? stop : give_end(r->g, to);
}
