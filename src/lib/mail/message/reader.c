/* reader.c - reads the text of one part: the list of the stages that its bytes pass
 *
 * Each stage changes the bytes and passes them on to the next stage. The stages up to the charset
 * are in reader_source.c, all others in reader_text.c. A stage that has nothing to do for this part
 * is left out: the text of an ordinary message passes from the caller's block to "lines". Sends no
 * events itself, except notes for --explain; reader_page.c sends the links of HTML.
 */
#include "mail/message/reader.h"

/* ---- The stages ---- */

/* Puts a stage in front of those that are listed, if it is needed. */
static inline void list_stage(reader *r, const reader_stage *stage, bool needed)
{
    r->next[stage->id] = r->first;
    if (needed)
        r->first = stage;
}

/* Lists the stages of text in UTF-8, from the last one to the first. */
static void list_text_stages(reader *r)
{
    const bool scanned = !r->as.uri_list, by_line = scanned && !r->as.page;

    r->first = NULL;
    list_stage(r, &stage_scan, scanned);
    list_stage(r, &stage_unread, by_line && events_wants(r->g, TRAWL_WANT_UNREAD));
    list_stage(r, &stage_lines, by_line);
    list_stage(r, &stage_refang, r->wants.refanged && scanned);
    list_stage(r, &stage_uri_list, r->as.uri_list);
    list_stage(r, &stage_enriched, r->as.enriched);
    list_stage(r, &stage_page, r->as.page);
}

/* Lists the stages up to the text, from the last one to the first. */
void reader_list_source_stages(reader *r)
{
    r->first = r->text_first;
    list_stage(r, &stage_charset, r->charset != NULL);
    list_stage(r, &stage_guess, r->guess.on);
    list_stage(r, &stage_mark, r->mark.on);
    list_stage(r, &stage_sniff, r->sniff.on || r->sniff.dropped);
    list_stage(r, &stage_plain, !r->encoded && !srcmap_is_off(&r->maps.bytes));
    list_stage(r, &stage_transfer, r->encoded);
    list_stage(r, &stage_peek, r->peek.on);
}

static void begin_stages(reader *r)
{
    list_text_stages(r);
    r->text_first = r->first;
    reader_list_source_stages(r);
    for (const reader_stage *s = r->first; s; s = r->next[s->id])
        if (s->begin)
            s->begin(r);
}

/* ---- Opening and feeding ---- */

void reader_open(reader *r, trawl_scanner *t, events *g)
{
    srcmap *const maps[] = {&r->maps.bytes, &r->maps.text, &r->maps.shown, &r->maps.refanged,
                            &r->maps.unstruck};

    r->t = t;
    r->g = g;
    r->charset = NULL;
    charset_cache_open(&r->charsets, &g->m);
    r->kernel = scan_settings(t).kernel;
    zones_open(&r->zones, r->kernel);
    g->writers = &r->zones;
    for (unsigned i = 0; i < sizeof maps / sizeof maps[0]; i++) {
        srcmap_open(maps[i], &g->m);
        srcmap_switch_off(maps[i], !events_wants(g, TRAWL_WANT_LINK));
    }
}

void reader_close(reader *r)
{
    void *const rooms[] = {r->peek.held, r->decoded,      r->sniff.held, r->guess.held,
                           r->in_utf8,   r->sniff.unsure, r->gathered,   r->uris};

    charset_cache_close(&r->charsets);
    reader_page_close(r);
    memory_free(&r->g->m, r->peek.gaps);
    for (unsigned i = 0; i < sizeof rooms / sizeof rooms[0]; i++)
        memory_free(&r->g->m, rooms[i]);
    srcmap_close(&r->maps.bytes);
    srcmap_close(&r->maps.text);
    srcmap_close(&r->maps.shown);
    srcmap_close(&r->maps.refanged);
    srcmap_close(&r->maps.unstruck);
}

/* Allocates the memory that stages need from the start of a text, unless an earlier text did.
 * Returns TRAWL_OK or TRAWL_ERROR_NO_MEMORY. */
static int make_rooms(reader *r, const reader_text *as)
{
    if (as->uri_list && !r->uris && !(r->uris = memory_get(&r->g->m, sizeof *r->uris)))
        return TRAWL_ERROR_NO_MEMORY;
    return as->page ? reader_page_open(r) : TRAWL_OK;
}

int reader_begin(reader *r, const reader_text *as, uint64_t at)
{
    events_origin origin = {
        .unstruck = &r->maps.unstruck, .bytes = &r->maps.bytes, .outer = as->outer, .base = at};

    if (make_rooms(r, as))
        return TRAWL_ERROR_NO_MEMORY;
    r->charset = NULL;
    r->as = *as;
    r->error = TRAWL_OK;
    r->encoded = as->transfer != TRANSFER_NONE;
    r->peek.on = r->encoded || as->undeclared || as->rule == LINES_FOLDED ||
                 (as->charset && as->charset->kind != NAMES_RAW);
    r->base = r->next_at = at;
    r->mark.on = !as->resumed;
    r->mark.declaring = as->page && names_is_undeclared(as->charset);
    r->guess.on = as->part && names_is_undeclared(as->charset);
    r->resting = r->sniff.dropped = false;
    r->peek.n = r->peek.gaps_n = r->sniff.n = r->sniff.unsure_n = 0;
    r->mark.n = r->guess.n = r->guess.plain_n = r->gathered_n = 0;
    r->unread.tail_n = r->unread.attach_n = r->unread.code_n = 0;
    r->sniff.on = as->binary != NULL;
    srcmap_clear(&r->maps.bytes);
    srcmap_clear(&r->maps.text);
    srcmap_clear(&r->maps.unstruck);
    events_begin(r->g, &origin);
    (void)trawl_reset(r->t);
    scan_mode_of(r->t)->decoded = r->encoded;
    begin_stages(r);
    events_prepare(r->g, r->t);
    return TRAWL_OK;
}

int reader_bytes(reader *r, const char *p, size_t n, uint64_t at)
{
    int stop = at > r->next_at ? reader_gap(r, at - r->next_at) : 0;
    size_t used = 0;

    r->next_at = at + n;
    if (!stop && n > 0 && r->sniff.on)
        stop = reader_sniff(r, p, n, at + n, &used);
    if (!stop && n > used)
        stop = r->sniff.dropped ? events_attached(r->g, p + used, n - used, at + n)
                                : r->first->feed(r, p + used, n - used);
    return stop || r->resting ? stop : reader_settle(r);
}

int reader_rest(reader *r, const char *p, size_t n, uint64_t at)
{
    const bool whole = r->peek.on && r->peek.n == 0 && at == r->next_at;
    int stop = whole ? reader_decide(r, p, n) : 0;

    r->resting = true;
    return stop ? stop : reader_bytes(r, p, n, at);
}

int reader_end(reader *r, uint64_t to)
{
    int stop = 0;

    /* The first stages may still change the list after them. */
    for (const reader_stage *s = r->first; s && !stop; s = r->next[s->id])
        if (s->finish)
            stop = s->finish(r);
    if (!stop)
        stop = trawl_finish(r->t);
    if (stop)
        return stop;
    if (!r->sniff.dropped)
        return events_end(r->g, to);
    stop = reader_drop(r, to);
    return stop ? stop : events_skip(r->g, to, TRAWL_SKIP_ATTACHMENT);
}
