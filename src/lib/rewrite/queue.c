/* queue.c - holds the input as segments until its links are decided, and writes it
 *
 * The visible text of the segments is fed to a scan, which reports the links in it, and up to where
 * the text is decided. Segments without visible text are written with the text before them; but
 * tags that may be in a link wait for the text after them, because that text may be a link that
 * must contain the tags: <b>http://a.example</b>/x.
 */
#include "base/check.h"
#include "rewrite/rewrite.h"

#define REWRITE_SEGMENTS 128 /* room for these comes at once */

/* ---- Room ---- */

void queue_begin(trawl_rewrite *r)
{
    r->segment_n = r->first = r->held_n = r->fed_n = 0;
    r->segment_base = r->barrier = 0;
    r->advanced = UINT64_MAX;
    r->held_at = r->written = r->read = r->decided = r->shown = 0;
    r->dense_block = r->dense = r->dense_before = 0;
    r->line_open = r->finishing = false;
}

void queue_close(trawl_rewrite *r)
{
    memory_free(&r->m, r->segments);
    memory_free(&r->m, r->held);
}

int queue_hold(trawl_rewrite *r, const char *p, size_t n)
{
    if (!memory_grow(&r->m, &r->held, &r->held_room, r->held_n + n, 1))
        return r->error = TRAWL_ERROR_NO_MEMORY;
    memcpy(r->held + r->held_n, p, n);
    r->held_n += n;
    return TRAWL_OK;
}

/* Drops written bytes and segments from the front of the arrays. Waits until they take at least as
 * much space as those that must be moved, so that moving costs linear time in all. */
void queue_tidy(trawl_rewrite *r)
{
    size_t gone = (size_t)(r->written - r->held_at);

    CHECK(r->written >= r->held_at && gone <= r->held_n && r->first <= r->segment_n);
    if (gone > 0 && gone >= r->held_n - gone) {
        memmove(r->held, r->held + gone, r->held_n - gone);
        r->held_n -= gone;
        r->held_at = r->written;
    }
    if (r->first > 0 && r->first >= r->segment_n - r->first) {
        memmove(r->segments, r->segments + r->first,
                (r->segment_n - r->first) * sizeof *r->segments);
        r->segment_n -= r->first;
        r->segment_base += r->first;
        r->first = 0;
    }
}

/* ---- Segments ---- */

bool queue_room(trawl_rewrite *r)
{
    size_t n = r->segment_n < REWRITE_SEGMENTS ? REWRITE_SEGMENTS : r->segment_n + 1;

    if (memory_grow(&r->m, &r->segments, &r->segment_room, n, sizeof *r->segments))
        return true;
    r->error = TRAWL_ERROR_NO_MEMORY;
    return false;
}

int queue_show_more(trawl_rewrite *r, const char *p, size_t n)
{
    r->shown += n;
    while (n > 0) {
        size_t k = REWRITE_FED - r->fed_n;
        k = n < k ? n : k;
        memcpy(r->fed + r->fed_n, p, k);
        r->fed_n += k;
        p += k;
        n -= k;
        if (r->fed_n == REWRITE_FED && queue_feed(r))
            return r->error;
    }
    return r->error;
}

void queue_begin_dense(trawl_rewrite *r, uint64_t block)
{
    r->dense_before = block == r->dense_block + 1 ? r->dense : 0;
    r->dense = 0;
    r->dense_block = block;
}

int queue_count(trawl_rewrite *r, uint64_t n)
{
    if (queue_is_dense(r, n))
        return queue_break(r);
    r->dense += n;
    return r->error;
}

/* ---- The scan ---- */

int queue_feed(trawl_rewrite *r)
{
    size_t n = r->fed_n;
    int failed = 0;

    r->fed_n = 0;
    if (r->config.options & TRAWL_REWRITE_OPTION_NO_TEXT)
        return queue_advance(r, r->shown);
    if (n > 0)
        failed = trawl_feed(r->scan, r->fed, n);
    if (failed && !r->error)
        r->error = failed;
    return r->error ? r->error : queue_advance(r, scan_state_of(r->scan).delivered);
}

int queue_break(trawl_rewrite *r)
{
    int failed = queue_feed(r);

    if (!failed && !(r->config.options & TRAWL_REWRITE_OPTION_NO_TEXT))
        failed = scan_flush(r->scan, "", 0);
    if (failed && !r->error)
        r->error = failed;
    if (r->error)
        return r->error;
    r->dense = r->dense_before = 0;
    return queue_end(r);
}

int queue_end(trawl_rewrite *r)
{
    r->barrier = r->segment_base + r->segment_n;
    r->advanced = UINT64_MAX;
    return queue_advance(r, r->shown);
}

int queue_event(void *user, const trawl_event *event)
{
    trawl_rewrite *r = user;

    if (event->type == TRAWL_EVENT_LINK)
        return link_take(r, event->link, NULL);
    return event->type == TRAWL_EVENT_LIMIT ? link_take(r, event->link, event->what) : 0;
}

/* ---- Writing ---- */

int queue_write(trawl_rewrite *r, uint64_t to)
{
    uint64_t from = r->written;

    if (to <= from)
        return r->error;
    r->written = to;
    return rewrite_put(r, queue_bytes(r, from), (size_t)(to - from));
}

/* Returns true when the segment may be written, all visible text before `at` being decided. */
static bool queue_is_decided(const trawl_rewrite *r, const rewrite_segment *s, uint64_t at)
{
    if (r->segment_base + (uint64_t)(s - r->segments) < r->barrier)
        return true;
    if (s->n > 0 || s->inside)
        return s->at < at;
    return s->at <= at;
}

int queue_advance(trawl_rewrite *r, uint64_t at)
{
    uint64_t to = r->written;

    if (at <= r->decided && r->advanced == r->read)
        return r->error;
    r->advanced = r->read;
    at = r->decided = at > r->decided ? at : r->decided;
    while (r->first < r->segment_n && !r->error) {
        const rewrite_segment *s = &r->segments[r->first], *end = r->segments + r->segment_n;
        while (s < end && s->at + s->n < at && !(s->offered | s->dropped))
            to = s++->to;
        r->first = (size_t)(s - r->segments);
        if (s == end)
            break;
        if (!queue_is_decided(r, s, at) || (s->offered && !anchor_is_ready(r, s)))
            break;
        if (s->kind == REWRITE_TEXT && s->at + s->n > at) {
            to = s->from + (at - s->at);
            break;
        }
        if (s->offered || s->dropped) {
            if (queue_write(r, s->from) || (s->offered && anchor_take(r)))
                return r->error;
            if (s->dropped && !s->offered) {
                r->written = s->to;
                r->first++;
            }
            to = r->written;
            continue;
        }
        to = s->to;
        r->first++;
    }
    return queue_write(r, to);
}

trawl_str queue_visible(const trawl_rewrite *r, const rewrite_segment *s, uint64_t from,
                        uint64_t to)
{
    size_t skip = from > s->at ? (size_t)(from - s->at) : 0;
    size_t n = to < s->at + s->n ? (size_t)(to - s->at) : s->n;

    switch (s->kind) {
    case REWRITE_TEXT:
        return (trawl_str){queue_bytes(r, s->from + skip), n - skip};
    case REWRITE_CHAR:
        return (trawl_str){s->chars, s->n};
    default:
        return (trawl_str){"\n", s->n};
    }
}
