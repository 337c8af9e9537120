/* reader.c - the text of one part, from its bytes in the source to the scanner; see reader.h */
#include "mail/reader.h"

#include <string.h>

#include "find/scan.h"

/* ---- The last stage: the scanner ---- */

/* What lies before what the scanner still holds will not be asked for. */
static void forget(reader *r)
{
    const trawl *t = r->t;
    uint64_t held = t->in.active ? srcmap_from(&r->t->in.map, t->carry_base) : t->carry_base;
    uint64_t kept = r->as.uri_list ? r->uris.at : held < r->scanned ? held : r->scanned;
    uint64_t whole = cuts_text(&r->g->cuts, kept, 0), bytes;

    if (r->as.page) {
        uint64_t shown = whole;
        whole = srcmap_from(&r->shown, shown);
        srcmap_forget(&r->shown, shown);
        if (r->page.in_anchor && r->page.href_from < whole)
            whole = r->page.href_from;
    }
    bytes = whole;
    if (r->converted) {
        bytes = srcmap_from(&r->text, whole);
        srcmap_forget(&r->text, whole);
    }
    srcmap_forget(&r->bytes, bytes);
}

int reader_scan(void *user, const char *p, size_t n)
{
    reader *r = user;

    r->scanned += n;
    r->error = trawl_feed(r->t, p, n);
    forget(r);
    return r->error;
}

int reader_flush(void *user)
{
    reader *r = user;

    return r->error = scan_flush(r->t);
}

static int pass(void *user, const char *p, size_t n)
{
    reader *r = user;

    r->scanned += n;
    r->error = scan_pass(r->t, p, n);
    if (!r->error && !r->t->in.active)
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
    return 0;
}

/* ---- The stages before ---- */

static int take_text(reader *r, const char *p, size_t n)
{
    if (n == 0)
        return 0;
    if (r->as.page)
        return page_feed(&r->page, p, n);
    if (!r->as.uri_list)
        return lines_feed(&r->lines, p, n);
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

static int take_bytes(reader *r, const char *p, size_t n, bool last)
{
    return r->converted ? convert(r, p, n, last) : take_text(r, p, n);
}

static int decode(reader *r, const char *p, size_t n, bool last)
{
    transfer_io io = {.in = p, .in_n = n, .last = last, .out = r->decoded, .size = sizeof r->decoded, .map = &r->bytes};
    int stop;

    do {
        io.len = 0;
        stop = transfer_decode(&r->transfer, &io);
        if (!stop)
            stop = take_bytes(r, r->decoded, io.len, false);
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
    return failed ? failed : take_bytes(r, p, n, false);
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
}

static void drop_charset(reader *r)
{
    if (r->converted)
        charset_close(&r->charset);
    r->converted = false;
}

void reader_close(reader *r)
{
    drop_charset(r);
    srcmap_close(&r->bytes);
    srcmap_close(&r->text);
    srcmap_close(&r->shown);
}

int reader_begin(reader *r, const reader_text *as, uint64_t at)
{
    give_origin origin = {.bytes = &r->bytes, .base = at};
    lines_out out = {r, reader_scan, pass, cut_out, begin_signature};

    drop_charset(r);
    r->as = *as;
    r->open = true;
    r->encoded = as->transfer != TRANSFER_NONE;
    r->peeking = r->encoded || (as->charset && as->charset->kind != NAMES_RAW);
    r->base = r->next = at;
    r->scanned = 0;
    r->peek.n = 0;
    srcmap_clear(&r->bytes);
    srcmap_clear(&r->text);
    transfer_begin(&r->transfer, as->transfer);
    lines_begin(&r->lines, as->rule, &out);
    uri_list_begin(&r->uris, give_event, r->g);
    give_begin(r->g, &origin);
    if (as->page)
        reader_begin_page(r);
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
    if (!stop && r->converted)
        stop = convert(r, "", 0, true);
    if (stop)
        return stop;
    if (r->as.page)
        return page_finish(&r->page);
    return r->as.uri_list ? uri_list_finish(&r->uris) : lines_finish(&r->lines);
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
