/* promises.h - a scan watched: what trawl.h promises of its events, checked one by one, and kept to be compared
 *
 * promises_run() feeds a text in any cut to a scan and watches what comes out. While it runs: the spans of TEXT, LINK and
 * LINK_MORE follow on one another from 0 to the end and hold the bytes of the text; a link's pieces come in order, lie in
 * its extent, and make up its raw text; line and column are the right ones; a TEXT ends inside a character or a CRLF only at
 * a link's edge. What it keeps of the events, neighbouring TEXT joined, is the same for every cut of the same text:
 * promises_differ() says where it is not. The first thing that is broken is named in broken, with its place.
 *
 * Where a charset or a byte-order mark makes the text another one than the bytes, only spans are checked, and that all cuts
 * agree. That the links are the right ones is tested elsewhere.
 */
#ifndef TRAWL_TESTS_PROMISES_H
#define TRAWL_TESTS_PROMISES_H

#include "promises_watch.h"

/* A text cut in pieces: one of first bytes, then pieces of step bytes; 0 is all there is. With a seed each piece has 1 to
 * step bytes, as chance will have it. */
typedef struct promises_cut {
    size_t first, step;
    uint64_t seed;
} promises_cut;

/* A byte-order mark of UTF-16 or UTF-32, or what may become one. */
static inline bool promises_has_mark(const char *text, size_t n)
{
    return n >= 2 && (memcmp(text, "\xFE\xFF", 2) == 0 || memcmp(text, "\xFF\xFE", 2) == 0 ||
                      (n >= 4 && memcmp(text, "\0\0\xFE\xFF", 4) == 0));
}

static inline void promises_begin(promises *p, const char *text, size_t n, bool links_only)
{
    promises_tape tape = {p->tape.events, 0, p->tape.room}, notes = {p->notes.events, 0, p->notes.room};

    *p = (promises){.text = text, .n = n, .links_only = links_only, .charset = p->charset, .line = 1};
    p->tape = tape;
    p->notes = notes;
    p->counted = n >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0; /* a mark is in no column */
    p->decoded = p->charset || promises_has_mark(text, n);
}

static inline size_t promises_next(promises_cut *cut, size_t at)
{
    if (at == 0 && cut->first > 0)
        return cut->first;
    if (cut->seed == 0 || cut->step == 0)
        return cut->step > 0 ? cut->step : SIZE_MAX;
    cut->seed = cut->seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return 1 + (size_t)(cut->seed >> 33) % cut->step;
}

/* Feed a piece from the end of a block, and spoil it afterwards: nobody may read beyond it, nor later. */
static inline int promises_feed(trawl *t, const char *p, size_t n, char *end)
{
    int result;

    memcpy(end - n, p, n);
    result = trawl_feed(t, end - n, n);
    memset(end - n, 0xEE, n);
    return result;
}

/* Scan the text, cut so; t was opened with promises_sink and p. True when everything held. */
static inline bool promises_run(promises *p, trawl *t, const char *text, size_t n, promises_cut cut, bool links_only)
{
    int result = trawl_reset(t);
    char *block = malloc(n > 0 ? n : 1);

    if (!block)
        abort();
    promises_begin(p, text, n, links_only);
    for (size_t at = 0, len; at < n && result == TRAWL_OK; at += len) {
        len = promises_next(&cut, at);
        len = len < n - at ? len : n - at;
        result = promises_feed(t, text + at, len, block + n);
    }
    free(block);
    if (result == TRAWL_OK)
        result = trawl_finish(t);
    promises_hold(p, result == TRAWL_OK, "a scan ends well", p->at);
    promises_hold(p, p->at == n || links_only, "events reach the end", p->at);
    promises_hold(p, p->link_seen == p->link_pieces || links_only, "a link's pieces all come", p->at);
    return !p->broken;
}

static inline void promises_free(promises *p)
{
    free(p->tape.events);
    free(p->notes.events);
    *p = (promises){0};
}

/* ---- Comparing ---- */

static inline bool promises_event_same(const promises_event *a, const promises_event *b)
{
    return a->type == b->type && a->index == b->index && a->from == b->from && a->to == b->to && a->link == b->link;
}

/* Where two tapes part: the place of the first event that is not in both, TRAWL_ABSENT when there is none. */
static inline uint64_t promises_part(const promises_tape *a, const promises_tape *b)
{
    for (size_t i = 0; i < a->count && i < b->count; i++)
        if (!promises_event_same(&a->events[i], &b->events[i]))
            return a->events[i].from < b->events[i].from ? a->events[i].from : b->events[i].from;
    if (a->count == b->count)
        return TRAWL_ABSENT;
    return a->count > b->count ? a->events[b->count].from : b->events[a->count].from;
}

/* Did two scans of the same text give the same? With links_only only the LINK events are compared. The place, or
 * TRAWL_ABSENT. */
static inline uint64_t promises_differ(const promises *a, const promises *b, bool links_only)
{
    uint64_t notes = promises_part(&a->notes, &b->notes), events = TRAWL_ABSENT;

    if (!links_only)
        events = promises_part(&a->tape, &b->tape);
    if (!links_only && a->sum != b->sum && events == TRAWL_ABSENT)
        events = a->at;
    return events < notes ? events : notes;
}

#endif
