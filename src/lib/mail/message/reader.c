/* reader.c - reads the text of one part: passes it through the stages listed in message.h
 *
 * Detects wrong declarations in the header, decodes the bytes, and passes the text to the scanner.
 * Sends no events itself, except notes for --explain; reader_page.c sends the links of HTML.
 */
#include "mail/message/message.h"

/* ---- The last stage: zones and the scanner ---- */

/* Drops the parts of the source maps that precede the text still held by the scanner. */
static void forget(reader *r)
{
    uint64_t from = scan_kept_from(r->t);
    uint64_t kept = r->as.uri_list ? r->uris.at : from < r->scanned ? from : r->scanned;
    uint64_t whole, bytes, held;

    if (srcmap_is_off(&r->bytes))
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
        held = r->as.page ? page_held_from(&r->page) : whole;
        whole = held < whole ? held : whole;
    }
    bytes = whole;
    if (r->charset) {
        bytes = srcmap_from(&r->text, whole);
        srcmap_forget(&r->text, whole);
    }
    srcmap_forget(&r->bytes, bytes);
}

/* Passes text to the scanner with take(), divided where the zone changes. */
static int reader_scan(reader *r, const char *p, size_t n,
                       int (*take)(trawl *t, const char *p, size_t n))
{
    const bool places = delivery_wants(r->g, TRAWL_WANT_PLACE);

    for (size_t i = 0, used = n; i < n && !r->error; i += used) {
        if (places)
            r->error = zones_step(&r->zones, p + i, n - i, &used);
        r->scanned += used;
        if (!r->error)
            r->error = take(r->t, p + i, used);
        forget(r);
    }
    return r->error;
}

static int reader_feed(trawl *t, const char *p, size_t n)
{
    return trawl_feed(t, p, n);
}

/* Passes the gathered runs to the scanner. */
static int scan_gathered(reader *r)
{
    size_t n = r->gathered_n;

    if (r->as.page)
        return page_put_all(&r->page);
    r->gathered_n = 0;
    return n > 0 ? reader_scan(r, r->gathered, n, reader_feed) : r->error;
}

int reader_flush(reader *r, const char *p, size_t n)
{
    if (!srcmap_is_off(&r->bytes)) { /* zones may change, and the maps must be kept small */
        if (n > 0 && reader_scan(r, p, n, reader_feed))
            return r->error;
        n = 0;
    }
    r->scanned += n;
    return r->error = scan_flush(r->t, p, n);
}

static int change_zone(void *user, uint64_t at, int zone)
{
    reader *r = user;

    delivery_zone(r->g, at, zone, scan_is_decoding(r->t) ? 0 : scan_delivered(r->t));
    return 0;
}

/* ---- Lines ---- */

/* Handles a run of text. Gathers short runs: those between cuts may be single characters. */
static int reader_read_run(void *user, const char *p, size_t n)
{
    reader *r = user;

    r->in_binary = false;
    if (delivery_wants(r->g, TRAWL_WANT_UNREAD))
        reader_keep_tail(r, p, n);
    if (r->as.rule == LINES_FOLDED && (r->error = reader_tell_attached(r, p, n)) != 0)
        return r->error;
    if (n > sizeof r->gathered - r->gathered_n && scan_gathered(r))
        return r->error;
    if (n > sizeof r->gathered || (n > sizeof r->gathered / 4 && r->gathered_n == 0 && !r->resting))
        return reader_scan(r, p, n, reader_feed);
    memcpy(r->gathered + r->gathered_n, p, n);
    r->gathered_n += n;
    return 0;
}

static int unread_run(void *user, const char *p, size_t n)
{
    reader *r = user;

    if (scan_gathered(r))
        return r->error;
    if (!r->in_binary)
        r->error = reader_tell_binary(r);
    r->in_binary = true;
    if (!r->error)
        (void)reader_scan(r, p, n, scan_pass);
    if (!r->error)
        delivery_count(r->g, scan_line(r->t), scan_column(r->t));
    scan_want(r->t, delivery_needs(r->g));
    forget(r);
    return r->error;
}

static int cut_run(void *user, const char *p, size_t n)
{
    reader *r = user;

    if (!delivery_wants(r->g, TRAWL_WANT_LINK))
        return 0;
    r->error = cuts_add(&r->g->cuts, r->scanned + r->gathered_n, p, n);
    scan_want(r->t, delivery_needs(r->g));
    return r->error;
}

static int begin_signature(void *user)
{
    reader *r = user;

    if (scan_gathered(r))
        return r->error;
    r->g->signature = r->scanned;
    return r->error = zones_signature(&r->zones);
}

/* ---- Refang ---- */

static int after_refang(reader *r, const char *p, size_t n)
{
    return r->as.page ? reader_scan(r, p, n, reader_feed) : lines_feed(&r->lines, p, n);
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

/* ---- Text ---- */

/* Passes decoded text to the next stage. */
static int reader_take_text(reader *r, const char *p, size_t n)
{
    int stop = 0;

    if (n == 0) {
        ;
    } else if (r->as.page) {
        stop = page_feed(&r->page, p, n);
    } else if (r->as.enriched) {
        stop = enriched_feed(&r->enriched, p, n);
    } else if (!r->as.uri_list) {
        stop = reader_refang(r, p, n);
    } else {
        r->scanned += n;
        stop = r->error = uri_list_feed(&r->uris, p, n);
        forget(r);
    }
    return stop || r->resting ? stop : scan_gathered(r);
}

/* Begins the stages after the charset. */
static void begin_stages(reader *r)
{
    zones_begin(&r->zones, change_zone, r);
    if (r->refanging) {
        refang_out out = {r, take_same, take_other};
        srcmap_clear(&r->refanged);
        refang_begin(&r->refang, &out, scan_settings(r->t).kernel, scan_settings(r->t).refang);
        if (!r->as.uri_list && !srcmap_is_off(&r->refanged))
            r->g->origin.refang = &r->refanged;
    }
    if (r->as.uri_list)
        uri_list_begin(&r->uris, r->g->settings, delivery_event, r->g);
    if (r->as.enriched) {
        srcmap_clear(&r->shown);
        r->g->origin.page = srcmap_is_off(&r->shown) ? NULL : &r->shown;
        enriched_begin(&r->enriched, reader_refang, r, &r->shown);
    }
    if (r->as.page) {
        reader_begin_page(r);
    } else {
        lines_out out = {r,       reader_read_run, unread_run,
                         cut_run, begin_signature, scan_settings(r->t).kernel};
        lines_begin(&r->lines, r->as.rule, &out);
        if (r->as.rule != LINES_PLAIN)
            delivery_count(r->g, 1, 0);
    }
    delivery_prepare(r->g, r->t);
}

/* ---- Charset ---- */

static int reader_convert(reader *r, const char *p, size_t n, bool last)
{
    charset_io io = {
        .in = p, .in_n = n, .last = last, .out = r->utf8, .size = sizeof r->utf8, .map = &r->text};
    int stop;

    do {
        io.len = 0;
        stop = charset_decode(r->charset, &io);
        if (!stop)
            stop = reader_take_text(r, r->utf8, io.len);
    } while (!stop && io.len > 0 && io.size - io.len < TAKE_TEXT);
    return stop;
}

/* Passes on bytes that are still in their charset. */
static int reader_take_charset(reader *r, const char *p, size_t n)
{
    return r->charset ? reader_convert(r, p, n, false) : reader_take_text(r, p, n);
}

/* Returns true for a page whose header names no charset, or the one of texts without any. */
static bool is_undeclared_page(const reader_text *as)
{
    return as->page && (!as->charset || as->charset == names_find("us-ascii", 8));
}

/* Sets the charset. Text in an unknown charset is not converted. Returns TRAWL_OK or
 * TRAWL_ERROR_NO_MEMORY. */
static int use_charset(reader *r, const names_row *row)
{
    int failed = TRAWL_OK;

    r->charset = NULL;
    if (row && row->kind != NAMES_RAW)
        failed = charset_cache_take(&r->charsets, row, &r->charset);
    r->g->origin.charset = r->charset ? &r->text : NULL;
    return failed;
}

/* Handles the first bytes of the text; holds back up to BOM_MAX of them, and PAGE_DECLARED of a
 * page without a named charset. A byte-order mark overrides the named charset. */
static int take_first(reader *r, const char *p, size_t n, bool last)
{
    const size_t most = r->declaring ? PAGE_DECLARED : BOM_MAX, held = r->mark_n;
    size_t fresh = n < most - held ? n : most - held, known = held + fresh;
    const char *first = held > 0 ? r->mark : p;
    const names_row *row;
    bool wait;
    int stop = 0;

    if (held > 0)
        memcpy(r->mark + held, p, fresh);
    row = bom_find(first, known, last, &wait);
    if (wait || (r->declaring && !row && known < most && !last)) {
        if (held == 0)
            memcpy(r->mark, p, fresh);
        r->mark_n += fresh;
        return 0;
    }
    r->marking = false;
    if (!row && r->declaring)
        row = page_declared(first, known);
    if (row)
        stop = use_charset(r, row);
    if (!stop && held > 0)
        stop = reader_take_charset(r, r->mark, held);
    return stop ? stop : reader_take_charset(r, p, n);
}

/* ---- Transfer encoding ---- */

/* Passes on bytes without a transfer encoding. */
static int reader_take_bytes(reader *r, const char *p, size_t n)
{
    return r->marking ? take_first(r, p, n, false) : reader_take_charset(r, p, n);
}

static int reader_decode(reader *r, const char *p, size_t n, bool last)
{
    transfer_io io = {.in = p,
                      .in_n = n,
                      .last = last,
                      .out = r->decoded,
                      .size = sizeof r->decoded,
                      .map = &r->bytes};
    int stop;

    do {
        io.len = 0;
        stop = transfer_decode(&r->transfer, &io);
        if (!stop)
            stop = reader_take_bytes(r, r->decoded, io.len);
    } while (!stop && io.len > 0 && io.size - io.len < TRANSFER_ROOM);
    return stop;
}

/* Skips bytes of the source that do not belong to the text. */
static int reader_add_gap(reader *r, uint64_t n)
{
    int failed = TRAWL_OK;

    if (r->encoded)
        return transfer_gap(&r->transfer, &r->bytes, n);
    for (; n > 0 && !failed; n -= n < UINT16_MAX ? n : UINT16_MAX)
        failed = srcmap_add(&r->bytes, n < UINT16_MAX ? (uint32_t)n : UINT16_MAX, 0, 1);
    return failed;
}

/* Passes on source bytes, once peek has decided. */
static int reader_take_source(reader *r, const char *p, size_t n)
{
    int failed = TRAWL_OK;

    if (r->encoded)
        return reader_decode(r, p, n, false);
    for (size_t i = 0; i < n && !failed; i += UINT32_MAX)
        failed = srcmap_add(&r->bytes, n - i < UINT32_MAX ? (uint32_t)(n - i) : UINT32_MAX, 1, 1);
    return failed ? failed : reader_take_bytes(r, p, n);
}

/* ---- Peek ---- */

/* Returns true if the text begins with a byte-order mark; its charset then replaces the named one.
 * The mark of UTF-8 is left to the scanner. */
static bool is_marked(reader *r, const char *p, size_t n, bool whole)
{
    bool wait;
    const names_row *marked = bom_find(p, n, whole, &wait);

    if (marked)
        r->as.charset = marked;
    return marked != NULL;
}

/* Returns true when the body is UTF-8 and its header names another charset. */
static bool reader_is_utf8(const reader *r, const char *p, size_t n, bool whole)
{
    const names_row *row = r->as.charset;

    return !r->as.trusted && row && row->kind != NAMES_RAW && sample_is_utf8(p, n, row, whole);
}

/* Decides by the first bytes, or by the whole text, which encoding and charset the text has. */
static int recognize(reader *r, const char *p, size_t n, bool whole)
{
    bool decoded = !r->encoded;
    int stop = 0;

    r->sampling = false;
    if (!r->encoded && r->as.rule == LINES_FOLDED && sample_has_qp(p, n)) {
        r->encoded = true;
        transfer_begin(&r->transfer, TRANSFER_QP);
        transfer_doubt(&r->transfer);
        r->g->coded = true;
        stop = delivery_explain(r->g, "E3", "values of this card are quoted-printable");
    } else if (r->as.undeclared && sample_is_qp(p, n)) {
        decoded = false;
        r->encoded = true;
        transfer_begin(&r->transfer, TRANSFER_QP);
        r->transfer.kernel = scan_settings(r->t).kernel;
        stop = delivery_explain(r->g, "E4",
                                "the header names no encoding, but the body is quoted-printable");
    } else if (r->encoded && sample_is_dirty(p, n, r->as.transfer)) {
        transfer_dirty(&r->transfer);
    } else if (r->encoded && sample_is_decoded(p, n, r->as.transfer)) {
        decoded = true;
        r->encoded = r->as.transfer != TRANSFER_UU;
        transfer_doubt(&r->transfer);
        r->g->coded = r->as.transfer == TRANSFER_QP;
        stop = delivery_explain(
            r->g, "E1", "the header names a transfer encoding, but the body is already decoded");
    }
    if (!stop && decoded && !is_marked(r, p, n, whole) && reader_is_utf8(r, p, n, whole)) {
        r->as.charset = NULL;
        stop = delivery_explain(r->g, "E1",
                                "the header names another charset, but the body is already UTF-8");
    }
    return stop ? stop : use_charset(r, r->as.charset);
}

static int end_sample(reader *r, bool whole)
{
    int stop = recognize(r, r->peek.p, r->peek.n, whole);

    return stop ? stop : reader_take_source(r, r->peek.p, r->peek.n);
}

/* Holds back the first bytes; advances *p and reduces *n. */
static int reader_hold(reader *r, const char **p, size_t *n)
{
    size_t room = PEEK_BYTES - r->peek.n, some = *n < room ? *n : room;

    memcpy(r->peek.p + r->peek.n, *p, some);
    r->peek.n += some;
    *p += some;
    *n -= some;
    return r->peek.n == PEEK_BYTES ? end_sample(r, false) : 0;
}

/* ---- Opening and feeding ---- */

void reader_open(reader *r, trawl *t, delivery *g)
{
    srcmap *const maps[] = {&r->bytes, &r->text, &r->shown, &r->refanged};

    r->t = t;
    r->g = g;
    r->open = false;
    r->charset = NULL;
    charset_cache_open(&r->charsets, &g->m);
    zones_open(&r->zones, scan_settings(t).kernel);
    for (unsigned i = 0; i < sizeof maps / sizeof maps[0]; i++) {
        srcmap_open(maps[i], &g->m);
        srcmap_switch_off(maps[i], !delivery_wants(g, TRAWL_WANT_LINK));
    }
}

void reader_close(reader *r)
{
    charset_cache_close(&r->charsets);
    srcmap_close(&r->bytes);
    srcmap_close(&r->text);
    srcmap_close(&r->shown);
    srcmap_close(&r->refanged);
}

int reader_begin(reader *r, const reader_text *as, uint64_t at)
{
    delivery_origin origin = {.bytes = &r->bytes, .outer = as->outer, .base = at};

    r->charset = NULL;
    r->as = *as;
    r->open = true;
    r->error = TRAWL_OK;
    r->encoded = as->transfer != TRANSFER_NONE;
    r->sampling = r->encoded || as->undeclared || as->rule == LINES_FOLDED ||
                  (as->charset && as->charset->kind != NAMES_RAW);
    r->base = r->next = at;
    r->marking = true;
    r->declaring = is_undeclared_page(as);
    r->resting = false;
    r->mark_n = 0;
    r->scanned = r->gathered_n = 0;
    r->in_binary = false;
    r->tail_n = r->attach_n = r->code_n = 0;
    r->peek.n = 0;
    srcmap_clear(&r->bytes);
    srcmap_clear(&r->text);
    transfer_begin(&r->transfer, as->transfer);
    r->transfer.kernel = scan_settings(r->t).kernel;
    delivery_begin(r->g, &origin);
    (void)trawl_reset(r->t);
    begin_stages(r);
    return TRAWL_OK;
}

int reader_bytes(reader *r, const char *p, size_t n, uint64_t at)
{
    int stop = 0;

    if (at > r->next) {
        stop = r->sampling ? end_sample(r, false) : 0;
        if (!stop)
            stop = reader_add_gap(r, at - r->next);
    }
    r->next = at + n;
    if (!stop && r->sampling)
        stop = reader_hold(r, &p, &n);
    return stop || n == 0 ? stop : reader_take_source(r, p, n);
}

int reader_rest(reader *r, const char *p, size_t n, uint64_t at)
{
    int stop;

    r->resting = true;
    if (!r->sampling || r->peek.n > 0 || at != r->next)
        return reader_bytes(r, p, n, at);
    r->next = at + n;
    stop = recognize(r, p, n < PEEK_BYTES ? n : PEEK_BYTES, n < PEEK_BYTES);
    return stop ? stop : reader_take_source(r, p, n);
}

/* Ends the stages in order; each passes on the bytes that it holds. */
static int finish_stages(reader *r)
{
    int stop = r->sampling ? end_sample(r, true) : 0;
    size_t n;

    if (!stop && r->encoded)
        stop = reader_decode(r, "", 0, true);
    if (!stop && r->marking)
        stop = take_first(r, "", 0, true);
    if (!stop && r->charset)
        stop = reader_convert(r, "", 0, true);
    if (stop)
        return stop;
    if (r->as.uri_list)
        return uri_list_finish(&r->uris);
    stop = r->as.page ? page_finish(&r->page) : r->as.enriched ? enriched_finish(&r->enriched) : 0;
    if (!stop && r->refanging)
        stop = refang_finish(&r->refang);
    if (!stop && !r->as.page)
        stop = lines_finish(&r->lines);
    n = r->gathered_n;
    r->gathered_n = 0;
    return stop || n == 0 ? stop : reader_flush(r, r->gathered, n);
}

int reader_end(reader *r, uint64_t to)
{
    int stop;

    r->open = false;
    stop = finish_stages(r);
    if (!stop)
        stop = trawl_finish(r->t);
    return stop ? stop : delivery_end(r->g, to);
}
