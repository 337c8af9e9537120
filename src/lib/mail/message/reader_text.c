/* reader_text.c - the stages from text in UTF-8 to the scanner; see reader.c
 *
 * Input: text. Output: calls of the scanner, and cuts and zones for the events. The maps r->shown
 * and r->refanged lead from what the scanner reads back to the text.
 */
#include "base/check.h"
#include "mail/message/reader.h"

/* ---- The last stage: short runs are joined; zones and the scanner ---- */

/* Drops the part of the map that precedes a text offset, and returns the source offset. */
static uint64_t forget_from(srcmap *map, uint64_t text)
{
    const uint64_t src = srcmap_from(map, text);

    srcmap_forget(map, text);
    return src;
}

/* Drops the parts of the source maps that precede the text still held by the scanner, and the link
 * of an <a> whose pieces are not all sent. */
static void forget(reader *r)
{
    uint64_t from = scan_state_of(r->t).kept_from;
    uint64_t kept = r->as.uri_list ? r->uris->at : from < r->scanned ? from : r->scanned;
    uint64_t whole, held;

    if (srcmap_is_off(&r->maps.bytes))
        return;
    kept = anchor_kept_from(&r->g->live, kept);
    whole = cuts_text(&r->g->cuts, kept, 0);
    whole = forget_from(&r->maps.unstruck, whole);
    if (r->wants.refanged && !r->as.uri_list)
        whole = forget_from(&r->maps.refanged, whole);
    if (r->as.page || r->as.enriched) {
        whole = forget_from(&r->maps.shown, whole);
        held = r->as.page ? page_held_from(&r->in_html->page) : whole;
        whole = held < whole ? held : whole;
    }
    if (r->charset)
        whole = forget_from(&r->maps.text, whole);
    srcmap_forget(&r->maps.bytes, whole);
}

int reader_scan(reader *r, const char *p, size_t n, reader_how how)
{
    const bool places = events_wants(r->g, TRAWL_WANT_PLACE);
    /* The zones of the text may change, and the maps must be kept small. */
    const bool divided = how != READER_END || !srcmap_is_off(&r->maps.bytes);

    for (size_t i = 0, used = n; divided && i < n && !r->error; i += used) {
        if (places)
            r->error = zones_step(&r->zones, p + i, n - i, &used);
        r->scanned += used;
        if (!r->error)
            r->error =
                how == READER_PASS ? scan_pass(r->t, p + i, used) : scan_feed(r->t, p + i, used);
        forget(r);
    }
    if (how != READER_END || r->error)
        return r->error;
    n = divided ? 0 : n;
    r->scanned += n;
    return r->error = scan_flush(r->t, p, n);
}

static int change_zone(void *user, uint64_t at, zones_place place)
{
    reader *r = user;

    return events_zone(r->g, at, place,
                       scan_state_of(r->t).decoding ? 0 : scan_state_of(r->t).delivered);
}

static void scan_stage_begin(reader *r)
{
    zones_begin(&r->zones, change_zone, r, r->g->event.message);
    if (r->as.page)
        zones_begin_page(&r->zones);
    r->scanned = 0;
}

/* Joins short runs, since a run between two cuts may be a single character. The reader of pages has
 * done this already. */
static int scan_stage_feed(void *user, const char *p, size_t n)
{
    reader *r = user;
    const bool alone = r->as.page;
    char *gathered;
    int stop = !alone && n > READER_ROOM - r->gathered_n ? reader_settle(r) : 0;

    if (stop)
        return stop;
    if (alone || n > READER_ROOM || (n > READER_ROOM / 4 && r->gathered_n == 0 && !r->resting))
        return reader_scan(r, p, n, READER_SEARCH);
    gathered = reader_room(r, &r->gathered, READER_ROOM);
    if (!gathered)
        return TRAWL_ERROR_NO_MEMORY;
    CHECK(r->gathered_n + n <= READER_ROOM);
    memcpy(gathered + r->gathered_n, p, n);
    r->gathered_n += n;
    return 0;
}

static int scan_stage_finish(reader *r)
{
    size_t n = r->gathered_n;

    r->gathered_n = 0;
    return n > 0 ? reader_scan(r, r->gathered, n, READER_END) : 0;
}

const reader_stage stage_scan = {STAGE_SCAN, scan_stage_begin, scan_stage_feed, scan_stage_finish};

int reader_settle(reader *r)
{
    size_t n = r->gathered_n;

    r->gathered_n = 0;
    return r->as.page ? page_put_all(&r->in_html->page)
                      : reader_scan(r, r->gathered, n, READER_SEARCH);
}

/* ---- Enriched text, lists of URIs ---- */

static void enriched_stage_begin(reader *r)
{
    srcmap_clear(&r->maps.shown);
    r->g->origin.page = &r->maps.shown;
    enriched_begin(&r->enriched, r->next[STAGE_ENRICHED]->feed, r, &r->maps.shown);
}

static int enriched_stage_feed(void *user, const char *p, size_t n)
{
    reader *r = user;

    return enriched_feed(&r->enriched, p, n);
}

static int enriched_stage_finish(reader *r)
{
    return enriched_finish(&r->enriched);
}

const reader_stage stage_enriched = {STAGE_ENRICHED, enriched_stage_begin, enriched_stage_feed,
                                     enriched_stage_finish};

static void uri_list_stage_begin(reader *r)
{
    r->scanned = 0;
    uri_list_begin(r->uris, r->g->settings, events_event, r->g);
}

static int uri_list_stage_feed(void *user, const char *p, size_t n)
{
    reader *r = user;

    r->scanned += n;
    r->error = uri_list_feed(r->uris, p, n);
    forget(r);
    return r->error;
}

static int uri_list_stage_finish(reader *r)
{
    return uri_list_finish(r->uris);
}

const reader_stage stage_uri_list = {STAGE_URI_LIST, uri_list_stage_begin, uri_list_stage_feed,
                                     uri_list_stage_finish};

/* ---- Refang ---- */

/* Passes on text that was not changed. In the map each of its bytes is a character of its own; a
 * replaced text is one character of several bytes, so the map shows what was replaced. */
static int reader_same_text(void *user, const char *p, size_t n)
{
    reader *r = user;
    int failed = srcmap_add_same(&r->maps.refanged, n);

    return failed ? failed : reader_pass(r, STAGE_REFANG, p, n);
}

/* Passes on text that replaces src_n bytes. */
static int reader_other_text(void *user, const char *p, size_t n, size_t src_n)
{
    reader *r = user;
    int failed = srcmap_add(&r->maps.refanged, 1, NARROW8(n), src_n);

    return failed ? failed : reader_pass(r, STAGE_REFANG, p, n);
}

static void refang_stage_begin(reader *r)
{
    refang_out out = {r, reader_same_text, reader_other_text};

    srcmap_clear(&r->maps.refanged);
    refang_begin(&r->refang, &out, r->kernel, scan_settings(r->t).refang);
    r->g->origin.refang = &r->maps.refanged;
}

static int refang_stage_feed(void *user, const char *p, size_t n)
{
    reader *r = user;

    return refang_feed(&r->refang, p, n);
}

static int refang_stage_finish(reader *r)
{
    return refang_finish(&r->refang);
}

const reader_stage stage_refang = {STAGE_REFANG, refang_stage_begin, refang_stage_feed,
                                   refang_stage_finish};

/* ---- Lines ---- */

static int read_run(void *user, const char *p, size_t n)
{
    reader *r = user;
    int failed = srcmap_add_same(&r->maps.unstruck, n);

    return failed ? failed : reader_pass(r, STAGE_LINES, p, n);
}

/* Passes on a character in place of an overstrike, or nothing. */
static int struck_run(void *user, const char *p, size_t n, size_t src_n)
{
    reader *r = user;
    int failed = srcmap_add(&r->maps.unstruck, 1, NARROW8(n), src_n);

    return failed ? failed : reader_pass(r, STAGE_LINES, p, n);
}

/* Passes on a binary, which is not searched. */
static int unread_run(void *user, const char *p, size_t n)
{
    reader *r = user;

    if (reader_settle(r) || (r->error = srcmap_add_same(&r->maps.unstruck, n)))
        return r->error;
    if (!r->in_binary)
        r->error = reader_tell_binary(r);
    r->in_binary = true;
    if (!r->error)
        (void)reader_scan(r, p, n, READER_PASS);
    if (!r->error && !r->g->counting) /* the scanner does not count the lines of cuts */
        events_count(r->g, scan_state_of(r->t).line, scan_state_of(r->t).column);
    scan_mode_of(r->t)->want = events_needs(r->g);
    forget(r);
    return r->error;
}

static int cut_run(void *user, const char *p, size_t n)
{
    reader *r = user;

    events_drop_cuts(r->g, scan_state_of(r->t).delivered);
    r->error = srcmap_add_same(&r->maps.unstruck, n);
    if (!r->error)
        r->error = cuts_add(&r->g->cuts, r->scanned + r->gathered_n, p, n);
    scan_mode_of(r->t)->want = events_needs(r->g);
    return r->error;
}

static int begin_signature(void *user)
{
    reader *r = user;

    if (reader_settle(r))
        return r->error;
    r->g->signature = r->scanned;
    return r->error = zones_signature(&r->zones);
}

static int begin_folded(void *user)
{
    reader *r = user;

    return r->error = events_explain(
               r->g, "E3",
               "a calendar, vCard or LDIF: a line that begins with a blank is joined to "
               "the line above");
}

static void lines_stage_begin(reader *r)
{
    lines_out out = {r,
                     read_run,
                     unread_run,
                     cut_run,
                     r->wants.struck ? NULL : struck_run,
                     begin_signature,
                     begin_folded,
                     r->kernel};

    r->in_binary = false;
    lines_begin(&r->lines, r->as.rule, &out);
    if (r->as.rule != LINES_PLAIN)
        events_count(r->g, 1, 0);
}

static int lines_stage_feed(void *user, const char *p, size_t n)
{
    reader *r = user;

    return lines_feed(&r->lines, p, n);
}

static int lines_stage_finish(reader *r)
{
    return lines_finish(&r->lines);
}

const reader_stage stage_lines = {STAGE_LINES, lines_stage_begin, lines_stage_feed,
                                  lines_stage_finish};
