/* promises.h - checks each event of a scan against the guarantees of trawl.h, and keeps the events
 * for comparison
 *
 * promises_run() feeds a text, cut into pieces, to a scan and checks the events as they come: the
 * spans of TEXT, LINK and LINK_MORE follow each other from 0 to the end and hold the bytes of the
 * text; the pieces of a link come in order, lie in its extent and make up its raw text; line and
 * column are right; a TEXT ends inside a character or a CR LF only at the edge of a link. `broken`
 * names the first check that failed, with its place. The events are kept, with adjacent TEXT
 * joined, and must be the same however a text is cut: promises_differ() returns the first place
 * where they are not.
 *
 * Where a charset or a byte-order mark makes the text differ from the bytes, only the spans are
 * checked, and that the events do not depend on the pieces. Other tests check that the links are
 * right.
 */
#ifndef TRAWL_TESTS_PROMISES_H
#define TRAWL_TESTS_PROMISES_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <trawl.h>

#include "base/ascii.h"

/* One event, or several TEXT events joined. */
typedef struct promises_event {
    int type;
    unsigned index;
    uint64_t from, to;
    uint64_t link; /* a hash of the link, or of the text of an EXPLAIN; 0: no link */
} promises_event;

typedef struct promises_tape {
    promises_event *events;
    size_t count, room;
} promises_tape;

typedef struct promises {
    const char *text; /* the whole input */
    size_t n;
    bool links_only;
    bool charset;        /* set by the caller: the settings name a charset */
    bool decoded;        /* the text is not the bytes: check less */
    uint64_t sum;        /* the number of bytes of all events */
    promises_tape tape;  /* TEXT, LINK, LINK_MORE */
    promises_tape notes; /* EXPLAIN, and each LINK by its place, for their order */
    const char *broken;  /* the first failed check, or NULL */
    uint64_t broken_at;
    uint64_t at;                     /* end of the events so far */
    uint64_t link;                   /* the hash of the last link */
    uint64_t link_from, link_to;     /* its extent */
    unsigned link_pieces, link_seen; /* its pieces, and how many came */
    uint64_t counted, line, column;  /* line and column at counted; columns from 0 */
} promises;

static inline void promises_break(promises *p, const char *what, uint64_t at)
{
    if (p->broken)
        return;
    p->broken = what;
    p->broken_at = at;
}

static inline void promises_hold(promises *p, bool held, const char *what, uint64_t at)
{
    if (!held)
        promises_break(p, what, at);
}

/* ---- Keeping ---- */

static inline void promises_keep(promises_tape *tape, promises_event e)
{
    if (tape->count == tape->room) {
        tape->room = tape->room ? 2 * tape->room : 64;
        tape->events = realloc(tape->events, tape->room * sizeof e);
        if (!tape->events)
            abort();
    }
    tape->events[tape->count++] = e;
}

/* FNV-1a over the length and the bytes: the length separates adjacent texts. */
static inline uint64_t promises_hash(uint64_t h, const void *bytes, size_t n)
{
    const unsigned char *p = bytes;

    for (size_t i = 0; i < n; i++)
        h = (h ^ p[i]) * UINT64_C(0x100000001B3);
    return (h ^ n) * UINT64_C(0x100000001B3);
}

static inline uint64_t promises_link_hash(const trawl_link *l)
{
    uint64_t h = UINT64_C(0xCBF29CE484222325);
    uint64_t numbers[] = {(uint64_t)l->kind, l->flags, l->alt_count, l->span_count, l->extent.from,
                          l->extent.to,      l->line,  l->column,    l->quote};

    h = promises_hash(h, numbers, sizeof numbers);
    h = promises_hash(h, l->url.p, l->url.n);
    h = promises_hash(h, l->raw.p, l->raw.n);
    for (unsigned i = 0; i < l->alt_count; i++)
        h = promises_hash(h, l->alts[i].url.p, l->alts[i].url.n) + (uint64_t)l->alts[i].why;
    for (unsigned i = 0; i < l->span_count; i++)
        h = promises_hash(h, &l->spans[i], sizeof l->spans[i]);
    return h ? h : 1;
}

/* ---- Checks ---- */

/* Returns true when a UTF-8 character or a CR LF of the text goes over the place i. */
static inline bool promises_inside(const promises *p, uint64_t i)
{
    const unsigned char *s = (const unsigned char *)p->text;

    if (i == 0 || i >= p->n)
        return false;
    if (s[i - 1] == '\r' && s[i] == '\n')
        return true;
    for (uint64_t k = 1; k <= 3 && k <= i; k++) {
        unsigned char c = s[i - k];
        uint64_t len = c >= 0xF0 && c < 0xF5   ? 4
                       : c >= 0xE0 && c < 0xF0 ? 3
                       : c >= 0xC2 && c < 0xE0 ? 2
                                               : 1,
                 j = 1;
        if ((c & 0xC0) == 0x80)
            continue;
        if (len <= k || i - k + len > p->n)
            return false;
        if ((c == 0xE0 && s[i - k + 1] < 0xA0) || (c == 0xED && s[i - k + 1] > 0x9F) ||
            (c == 0xF0 && s[i - k + 1] < 0x90) || (c == 0xF4 && s[i - k + 1] > 0x8F))
            return false;
        while (j < len && (s[i - k + j] & 0xC0) == 0x80)
            j++;
        return j == len;
    }
    return false;
}

static inline void promises_count_to(promises *p, uint64_t i)
{
    for (; p->counted < i; p->counted++) {
        unsigned char c = (unsigned char)p->text[p->counted];
        p->column += (c & 0xC0) != 0x80;
        if (c == '\n') {
            p->line++;
            p->column = 0;
        }
    }
}

/* Returns true when the pieces, joined by spaces, are the raw text. */
static inline bool promises_is_raw(const promises *p, const trawl_link *l)
{
    size_t n = 0;

    for (unsigned i = 0; i < l->span_count; i++) {
        size_t len = (size_t)(l->spans[i].to - l->spans[i].from);
        if (i > 0 && (n >= l->raw.n || l->raw.p[n++] != ' '))
            return false;
        if (l->raw.n - n < len || memcmp(l->raw.p + n, p->text + l->spans[i].from, len) != 0)
            return false;
        n += len;
    }
    return n == l->raw.n;
}

static inline bool promises_spans_good(const promises *p, const trawl_link *l)
{
    uint64_t at = l->extent.from;

    for (unsigned i = 0; i < l->span_count; i++) {
        if (l->spans[i].from < at || l->spans[i].to <= l->spans[i].from)
            return false;
        at = l->spans[i].to;
    }
    return l->span_count > 0 && at <= l->extent.to && l->extent.to <= p->n;
}

/* Returns true for a link that ends in "(cid:173)", as PDF extractors write a hyphen, and whose URL
 * ends in "-". */
static inline bool promises_ends_with_cid(const trawl_link *l)
{
    static const char cid[] = "(cid:173)";
    const size_t n = sizeof cid - 1;

    return l->raw.n >= n && memcmp(l->raw.p + l->raw.n - n, cid, n) == 0 &&
           l->url.p[l->url.n - 1] == '-';
}

/* Returns true when a reading, with escapes decoded, ends with the joined pieces: as for the URL of
 * an address or a message-id, and one with bytes that are not UTF-8. */
static inline bool promises_is_made(const promises *p, const trawl_link *l, trawl_str url)
{
    size_t i = url.n;

    for (unsigned m = l->span_count; m > 0; m--)
        for (uint64_t k = l->spans[m - 1].to; k > l->spans[m - 1].from; k--) {
            const char *c = url.p + i;

            if (i > 0 && c[-1] == p->text[k - 1])
                i--;
            else if (i > 2 && c[-3] == '%' &&
                     (unsigned)ascii_hex((unsigned char)c[-2]) * 16 +
                             (unsigned)ascii_hex((unsigned char)c[-1]) ==
                         (unsigned char)p->text[k - 1])
                i -= 3;
            else
                return false;
        }
    return true;
}

/* Returns true when the URL of a reading is the joined pieces, with or without an implied scheme.
 */
static inline bool promises_is_joined(const promises *p, const trawl_link *l, trawl_str url)
{
    static const char *const implied[] = {"", "https://", "https:", "ftp://", "mailto:", "mid:"};
    size_t n = 0, i = url.n, k = 0;

    for (unsigned m = 0; m < l->span_count; m++)
        n += (size_t)(l->spans[m].to - l->spans[m].from);
    if (n > url.n)
        return false;
    i -= n;
    for (unsigned m = 0; m < l->span_count; i += (size_t)(l->spans[m].to - l->spans[m].from), m++)
        if (memcmp(url.p + i, p->text + l->spans[m].from,
                   (size_t)(l->spans[m].to - l->spans[m].from)) != 0)
            return false;
    while (k < sizeof implied / sizeof implied[0] &&
           (strlen(implied[k]) != url.n - n || memcmp(implied[k], url.p, url.n - n) != 0))
        k++;
    return k < sizeof implied / sizeof implied[0];
}

/* The same, but bytes that are not UTF-8 may be escaped. */
static inline bool promises_is_reading(const promises *p, const trawl_link *l, trawl_str url)
{
    return promises_is_joined(p, l, url) ||
           (l->flags & TRAWL_FLAG_NOT_UTF8 && promises_is_made(p, l, url));
}

/* Returns true if the joined pieces are the URL, or another reading of which the URL is the decoded
 * form. Also returns true where this cannot be checked: where a hyphen at a break may be dropped,
 * and for a user's rule, which makes its URL from a template. */
static inline bool promises_is_url(const promises *p, const trawl_link *l)
{
    if (l->kind == TRAWL_KIND_RULE || l->kind == TRAWL_KIND_OSC8)
        return true;
    if (l->flags & TRAWL_FLAG_GUESS_JOINED && l->alt_count > 0 &&
        l->alts[0].why == TRAWL_WHY_QUOTED) /* M13: decoded, with the next line */
        return true;
    if (l->flags & (TRAWL_FLAG_HYPHEN_BREAK | TRAWL_FLAG_SOFT_HYPHEN | TRAWL_FLAG_RESOLVED) ||
        promises_ends_with_cid(l))
        return true;
    if (l->kind == TRAWL_KIND_ADDR || l->kind == TRAWL_KIND_EMAIL || l->kind == TRAWL_KIND_MSGID)
        return promises_is_made(p, l, l->url);
    for (unsigned k = 0; k < l->alt_count; k++)
        if ((l->alts[k].why == TRAWL_WHY_ENTITY || l->alts[k].why == TRAWL_WHY_QUOTED) &&
            promises_is_reading(p, l, l->alts[k].url))
            return true;
    return promises_is_reading(p, l, l->url);
}

/* Returns true when a piece contains a blank. Only a user's rule and the quoted local part of an
 * address may keep a blank. */
static inline bool promises_has_blank(const promises *p, const trawl_link *l)
{
    if (l->kind == TRAWL_KIND_EMAIL &&
        memchr(p->text + l->extent.from, '"', (size_t)(l->extent.to - l->extent.from)))
        return false;
    for (unsigned m = 0;
         m < l->span_count && l->kind != TRAWL_KIND_RULE && l->kind != TRAWL_KIND_OSC8; m++)
        for (uint64_t i = l->spans[m].from; i < l->spans[m].to; i++)
            if ((unsigned char)p->text[i] <= ' ')
                return true;
    return false;
}

/* Checks a link of a text that is not decoded. */
static inline void promises_link_text(promises *p, const trawl_event *e)
{
    const trawl_link *l = e->link;

    promises_hold(p, l->flags & TRAWL_FLAG_NOTATION || promises_is_url(p, l),
                  "the URL is the pieces joined", e->span.from);
    promises_hold(p, !promises_has_blank(p, l), "a piece holds no blank", e->span.from);
    promises_hold(p, promises_is_raw(p, l), "raw is the pieces joined by spaces", e->span.from);
    promises_count_to(p, l->spans[0].from);
    promises_hold(p, l->line == p->line && l->column == p->column + 1, "line and column",
                  e->span.from);
}

/* Checks any link. */
static inline void promises_link(promises *p, const trawl_event *e)
{
    const trawl_link *l = e->link;

    promises_hold(p, p->link_seen == p->link_pieces || p->links_only, "all pieces of a link come",
                  e->span.from);
    promises_hold(p, l->kind >= 0 && l->kind < TRAWL_KIND_COUNT, "a known kind", e->span.from);
    promises_hold(p, l->flags / ((uint64_t)1 << TRAWL_FLAG_COUNT) == 0, "known flags",
                  e->span.from);
    promises_hold(p, l->url.n > 0 && l->url.n <= TRAWL_URL_MAX + 16, "a URL of 1 to 8208 bytes",
                  e->span.from);
    promises_hold(p, l->alt_count <= TRAWL_ALTS, "at most eight readings", e->span.from);
    promises_hold(p, l->extent.from >= p->link_to, "links do not overlap", e->span.from);
    if (!promises_spans_good(p, l))
        promises_break(p, "pieces in order, inside the link", e->span.from);
    else if (!p->decoded)
        promises_link_text(p, e);
    p->link = promises_link_hash(l);
    p->link_from = l->extent.from;
    p->link_to = l->extent.to;
    p->link_pieces = l->span_count;
    p->link_seen = 0;
}

static inline void promises_piece(promises *p, const trawl_event *e)
{
    if (!e->link) {
        promises_break(p, "a link's event has the link", e->span.from);
        return;
    }
    if (e->type == TRAWL_EVENT_LINK)
        promises_link(p, e);
    promises_hold(p, promises_link_hash(e->link) == p->link, "a link is the same in all its events",
                  e->span.from);
    promises_hold(p, e->index == p->link_seen && (e->index == 0) == (e->type == TRAWL_EVENT_LINK),
                  "pieces in order", e->span.from);
    if (e->index < e->link->span_count)
        promises_hold(p,
                      e->link->spans[e->index].from == e->span.from &&
                          e->link->spans[e->index].to == e->span.to,
                      "a piece's span is the link's", e->span.from);
    p->link_seen++;
    promises_keep(&p->tape, (promises_event){e->type, e->index, e->span.from, e->span.to, p->link});
}

static inline void promises_text(promises *p, const trawl_event *e)
{
    promises_event *last = p->tape.count > 0 ? &p->tape.events[p->tape.count - 1] : NULL;
    uint64_t link = e->link ? promises_link_hash(e->link) : 0;

    promises_hold(p, !p->links_only, "no TEXT where only links are wanted", e->span.from);
    promises_hold(p, e->span.from < e->span.to || p->decoded, "a TEXT is not empty", e->span.from);
    if (e->link)
        promises_hold(p, e->span.from >= e->link->extent.from && e->span.to <= e->link->extent.to,
                      "TEXT that points to a link is inside it", e->span.from);
    else
        promises_hold(p, e->span.from >= p->link_to, "TEXT in a link points to it", e->span.from);
    if (last && last->type == TRAWL_EVENT_TEXT && last->link == link) {
        promises_hold(p, p->decoded || !promises_inside(p, e->span.from),
                      "a TEXT ends between characters", e->span.from);
        last->to = e->span.to;
    } else
        promises_keep(&p->tape,
                      (promises_event){TRAWL_EVENT_TEXT, 0, e->span.from, e->span.to, link});
}

static inline void promises_note(promises *p, const trawl_event *e)
{
    uint64_t h = UINT64_C(0xCBF29CE484222325);

    promises_hold(p, e->rule && e->what, "an EXPLAIN has words", e->span.from);
    h = promises_hash(promises_hash(h, e->rule, strlen(e->rule)), e->what, strlen(e->what));
    promises_keep(&p->notes, (promises_event){e->type, 0, e->span.from, e->span.to, h});
}

static inline bool promises_is_text(const promises *p, const trawl_event *e)
{
    return p->decoded ||
           (e->text.n == e->span.to - e->span.from &&
            (e->text.n == 0 || memcmp(e->text.p, p->text + e->span.from, e->text.n) == 0));
}

static inline int promises_sink(void *user, const trawl_event *e)
{
    promises *p = user;

    if (e->span.to > p->n || e->span.from > e->span.to || !promises_is_text(p, e)) {
        promises_break(p, "an event's text is that of its span", e->span.from);
        return 1;
    }
    if (e->type == TRAWL_EVENT_EXPLAIN) {
        promises_note(p, e);
        return 0;
    }
    promises_hold(p, p->links_only ? e->span.from >= p->at : e->span.from == p->at,
                  "events leave no gap", e->span.from);
    p->at = e->span.to;
    for (size_t i = 0; i < e->text.n; i++)
        p->sum = (p->sum ^ (unsigned char)e->text.p[i]) * UINT64_C(0x100000001B3);
    if (e->type == TRAWL_EVENT_TEXT)
        promises_text(p, e);
    else if (e->type == TRAWL_EVENT_LINK || e->type == TRAWL_EVENT_LINK_MORE)
        promises_piece(p, e);
    else
        promises_break(p, "an event of a known type", e->span.from);
    if (e->type == TRAWL_EVENT_LINK)
        promises_keep(&p->notes, (promises_event){e->type, 0, e->span.from, e->span.to, p->link});
    return 0;
}

/* ---- Runs ---- */

/* A text cut into pieces: one of `first` bytes, then pieces of `step` bytes; 0 is the whole rest.
 * With a seed, each piece has a random length of 1 to `step` bytes. */
typedef struct promises_cut {
    size_t first, step;
    uint64_t seed;
} promises_cut;

/* Returns true for a text that begins with the byte-order mark of UTF-16 or UTF-32. */
static inline bool promises_has_mark(const char *text, size_t n)
{
    return n >= 2 && (memcmp(text, "\xFE\xFF", 2) == 0 || memcmp(text, "\xFF\xFE", 2) == 0 ||
                      (n >= 4 && memcmp(text, "\0\0\xFE\xFF", 4) == 0));
}

static inline void promises_begin(promises *p, const char *text, size_t n, bool links_only)
{
    promises_tape tape = {p->tape.events, 0, p->tape.room},
                  notes = {p->notes.events, 0, p->notes.room};

    *p = (promises){
        .text = text, .n = n, .links_only = links_only, .charset = p->charset, .line = 1};
    p->tape = tape;
    p->notes = notes;
    p->counted =
        n >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0; /* a mark is in no column */
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

/* Feeds a piece from the end of a block and overwrites it after the call, so that reads past its
 * end, and reads after the call, are noticed. */
static inline int promises_feed(trawl_scanner *t, const char *p, size_t n, char *end)
{
    int result;

    memcpy(end - n, p, n);
    result = trawl_feed(t, end - n, n);
    memset(end - n, 0xEE, n);
    return result;
}

/* Scans the text in the pieces that `cut` says. The caller opened t with promises_sink as the sink
 * and p as its user. Returns true when no check failed. */
static inline bool promises_run(promises *p, trawl_scanner *t, const char *text, size_t n,
                                promises_cut cut, bool links_only)
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
    promises_hold(p, p->link_seen == p->link_pieces || links_only, "all pieces of a link come",
                  p->at);
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
    return a->type == b->type && a->index == b->index && a->from == b->from && a->to == b->to &&
           a->link == b->link;
}

/* Returns the place of the first event in which two tapes differ, or TRAWL_ABSENT. */
static inline uint64_t promises_part(const promises_tape *a, const promises_tape *b)
{
    for (size_t i = 0; i < a->count && i < b->count; i++)
        if (!promises_event_same(&a->events[i], &b->events[i]))
            return a->events[i].from < b->events[i].from ? a->events[i].from : b->events[i].from;
    if (a->count == b->count)
        return TRAWL_ABSENT;
    return a->count > b->count ? a->events[b->count].from : b->events[a->count].from;
}

/* Returns the place of the first difference between two scans of a text, or TRAWL_ABSENT. With
 * links_only, only the LINK events are compared. */
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
