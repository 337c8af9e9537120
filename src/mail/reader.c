/* reader.c - the text of one part, from its bytes in the source to the scanner; see reader.h */
#include "mail/reader.h"

#include <string.h>

#include "find/scan.h"

static int convert(reader *r, const char *p, size_t n, bool last)
{
    charset_io io = {.in = p, .in_n = n, .last = last, .out = r->utf8, .size = sizeof r->utf8, .map = &r->text};
    int stop;

    do {
        io.len = 0;
        stop = charset_decode(r->charset, &io);
        if (!stop)
            stop = reader_take_text(r, r->utf8, io.len);
    } while (!stop && io.len > 0 && io.size - io.len < TAKE_TEXT);
    return stop;
}

static int take_known(reader *r, const char *p, size_t n)
{
    return r->charset ? convert(r, p, n, false) : reader_take_text(r, p, n);
}

/* TRAWL_OK or TRAWL_NO_MEMORY; the text is taken as it is where its charset is not known. */
static int use_charset(reader *r, const names_row *row)
{
    int failed = TRAWL_OK;

    r->charset = NULL;
    if (row && row->kind != NAMES_RAW)
        failed = shelf_take(&r->charsets, row, &r->charset);
    r->g->origin.charset = r->charset ? &r->text : NULL;
    return failed;
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
    if (marked) /* it wins over the charset that is named */
        stop = use_charset(r, marked);
    if (!stop && held > 0)
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

/* A byte-order mark wins over the charset that is named; that of UTF-8 is the scanner's. */
static bool is_marked(reader *r, const char *p, size_t n, bool whole)
{
    bool wait;
    const names_row *marked = mark_find(p, n, whole, &wait);

    if (marked)
        r->as.charset = marked;
    return marked != NULL;
}

/* Is the body UTF-8, and not what its header says? */
static bool is_utf8(const reader *r, const char *p, size_t n, bool whole)
{
    const names_row *row = r->as.charset;

    return !r->encoded && !r->as.trusted && row && row->kind != NAMES_RAW && peek_is_utf8(p, n, row, whole);
}

/* By the first bytes, which are enough, or all. */
static int know_text(reader *r, const char *p, size_t n, bool whole)
{
    int stop = 0;

    r->peeking = false;
    if (r->encoded && peek_is_decoded(p, n, r->as.transfer)) {
        r->encoded = false;
        stop = give_explain(r->g, "E1", "the body was decoded already, whatever its header says of its encoding");
    }
    if (!stop && !(!r->encoded && is_marked(r, p, n, whole)) && is_utf8(r, p, n, whole)) {
        r->as.charset = NULL;
        stop = give_explain(r->g, "E1", "the body is UTF-8 already, whatever its header says of its charset");
    }
    return stop ? stop : use_charset(r, r->as.charset);
}

/* Enough was held back, or all. */
static int end_peek(reader *r, bool whole)
{
    int stop = know_text(r, r->peek.p, r->peek.n, whole);

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
    r->charset = NULL;
    shelf_open(&r->charsets, &g->m);
    zones_open(&r->zones, t->set.kernel);
    srcmap_open(&r->bytes, &g->m);
    srcmap_open(&r->text, &g->m);
    srcmap_open(&r->shown, &g->m);
    srcmap_open(&r->refanged, &g->m);
    r->bytes.off = r->text.off = r->shown.off = r->refanged.off = g->urls_only;
}

void reader_close(reader *r)
{
    shelf_close(&r->charsets);
    srcmap_close(&r->bytes);
    srcmap_close(&r->text);
    srcmap_close(&r->shown);
    srcmap_close(&r->refanged);
}

int reader_begin(reader *r, const reader_text *as, uint64_t at)
{
    give_origin origin = {.bytes = &r->bytes, .base = at};

    r->charset = NULL;
    r->as = *as;
    r->open = true;
    r->error = TRAWL_OK;
    r->encoded = as->transfer != TRANSFER_NONE;
    r->peeking = r->encoded || (as->charset && as->charset->kind != NAMES_RAW);
    r->base = r->next = at;
    r->marking = true;
    r->resting = false;
    r->mark_n = 0;
    r->scanned = r->gathered_n = 0;
    r->peek.n = 0;
    srcmap_clear(&r->bytes);
    srcmap_clear(&r->text);
    transfer_begin(&r->transfer, as->transfer);
    r->transfer.kernel = r->t->set.kernel;
    give_begin(r->g, &origin);
    r->t->sink_url = r->g->urls_only ? give_found_url : NULL;
    reader_begin_stages(r);
    return trawl_reset(r->t);
}

int reader_rest(reader *r, const char *p, size_t n, uint64_t at)
{
    int stop;

    r->resting = true;
    if (!r->peeking || r->peek.n > 0 || at != r->next)
        return reader_bytes(r, p, n, at);
    r->next = at + n;
    stop = know_text(r, p, n < PEEK_BYTES ? n : PEEK_BYTES, n < PEEK_BYTES);
    return stop ? stop : take_source(r, p, n);
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
    size_t n;

    if (!stop && r->encoded)
        stop = decode(r, "", 0, true);
    if (!stop && r->marking)
        stop = take_first(r, "", 0, true);
    if (!stop && r->charset)
        stop = convert(r, "", 0, true);
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
    stop = drain(r);
    if (!stop)
        stop = trawl_finish(r->t);
    return stop ? stop : give_end(r->g, to);
}
