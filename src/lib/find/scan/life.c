/* life.c - opens, feeds, finishes, resets and closes a scan
 *
 * A large block is searched in place. The undecided text at its end, and the left context of that,
 * are carried over in a small buffer. The next block's beginning is added there until the search is
 * so far inside that block that it can continue in place.
 */

#include "base/check.h"
#include "find/scan/scan.h"

/* The memory of a scan, allocated at once. Only links with many pieces or with other readings need
 * more, which is allocated when they come. */
typedef struct rooms {
    trawl_scanner scan;
    wrap wrap;
    char url[FOUND_BYTES + FOUND_PREFIX];
    char carry[SCAN_CARRY];
} rooms;

/* Sets what is known of the notation before the first byte. */
static void begin_notation(trawl_scanner *t)
{
    t->notation.is = (struct notation_known){.set = t->set->notation,
                                             .judged = t->set->notation != TRAWL_NOTATION_AUTO,
                                             .most = NOTATION_HEAD};
}

static void life_begin(trawl_scanner *t)
{
    t->error = 0;
    t->busy = t->finished = t->candidate.no_memory = t->wrap->c.no_memory = false;
    t->carry_n = 0;
    t->carry_base = t->sent = t->search = t->floor = 0;
    t->above = 0;
    t->unclosed_from = t->unclosed_to = 0;
    t->ids = (text_ids){0};
    begin_notation(t);
    t->waiting = false;
    t->skipping = SKIP_NONE;
    if (t->rules)
        rules_begin(t->rules);
    memset(&t->place, 0, offsetof(place, head));
    t->place.kernel = t->set->kernel;
    t->place.line = 1;
    t->place.uncounted = !(t->wanted & TRAWL_WANT_PLACE);
    intake_begin(&t->in);
    t->mode.want = t->wanted;
    t->to = t->sink;
    t->to_user = t->user;
    t->add = 0;
    t->event.want = t->wanted;
    t->event.message = &scan_no_message;
    t->event.part = &scan_no_part;
}

int scan_open(trawl_scanner **out, const trawl_settings *set, unsigned want, bool utf8,
              trawl_sink *sink, void *user)
{
    rooms *r;
    trawl_scanner *t;
    int failed;

    if (out)
        *out = NULL;
    if (!out || !sink)
        return TRAWL_ERROR_MISUSE;
    failed = settings_or_default(&set);
    if (failed)
        return failed;
    r = memory_get(&set->m, sizeof *r);
    if (!r)
        return TRAWL_ERROR_NO_MEMORY;
    settings_hold(set);
    t = *out = &r->scan;
    *t = (trawl_scanner){.set = set,
                         .sink = sink,
                         .user = user,
                         .wanted = want ? want : set->want,
                         .carry = r->carry,
                         .wrap = &r->wrap,
                         .candidate = {.url_room = r->url, .m = &set->m},
                         .link.size = sizeof t->link,
                         .event.size = sizeof t->event};
    t->candidate.wants_notes = (t->wanted & TRAWL_WANT_EXPLAIN) != 0;
    t->candidate.url_only = !(t->wanted & TRAWL_WANT_LINK);
    t->ordinary = ordinary_kinds(set, &t->candidate);
    r->wrap.c = (clean){.p = r->wrap.room, .m = &set->m};
    r->wrap.gaps = NULL;
    r->wrap.gap_room = 0;
    failed = intake_open(&t->in, set, utf8);
    if (!candidate_room(&t->candidate, 1) ||
        (set->rules && !(t->rules = rules_run_open(set->rules))))
        failed = TRAWL_ERROR_NO_MEMORY;
    if (failed)
        trawl_close(out);
    else
        life_begin(t);
    return failed;
}

int trawl_open(trawl_scanner **out, const trawl_settings *set, trawl_sink *sink, void *user)
{
    return scan_open(out, set, 0, false, sink, user);
}

void trawl_close(trawl_scanner **out)
{
    trawl_scanner *t = out ? *out : NULL;
    const trawl_settings *set;
    const memory *m;

    if (!t)
        return;
    set = t->set;
    m = &set->m;
    intake_close(&t->in);
    rules_run_close(t->rules);
    memory_free(m, t->candidate.pieces);
    memory_free(m, t->candidate.alt_room);
    memory_free(m, t->wrap->c.pieces);
    memory_free(m, t->wrap->gaps);
    memory_free(m, t->spans);
    memory_free(m, t->raw_room);
    copy_free(t->copy);
    memory_free(m, t);
    settings_drop(set);
    *out = NULL;
}

int trawl_reset(trawl_scanner *t)
{
    if (!t || t->busy)
        return TRAWL_ERROR_MISUSE;
    life_begin(t);
    return TRAWL_OK;
}

/* Returns true when one of the last n carried bytes probably decides an open candidate: white space
 * or an angle bracket. */
static bool decides(const trawl_scanner *t, size_t n)
{
    for (size_t i = t->carry_n - n; i < t->carry_n; i++)
        if ((unsigned char)t->carry[i] <= ' ' || t->carry[i] == '<' || t->carry[i] == '>')
            return true;
    return false;
}

/* Returns true when a starved candidate should be decided again after n more bytes: one of them may
 * decide it, or it grew by an eighth; but not before the byte that it needed has come. It must grow
 * by some bytes in any case, so that text which comes byte by byte costs linear time. */
static bool should_retry(const trawl_scanner *t, size_t n)
{
    uint64_t end = t->carry_base + t->carry_n, held = t->wait_end - t->sent;
    uint64_t grown = end - t->wait_end, least = held / 64;

    if (t->waiting && t->wait_for > t->wait_end)
        return end > t->wait_for;
    return !t->waiting || grown >= 32 + held / 8 ||
           (grown > least && decides(t, grown - n > least ? n : (size_t)grown));
}

/* Keeps the undecided text of a window, and to its left as much context as any rule reads. */
static void keep_tail(trawl_scanner *t, const text *w)
{
    uint64_t from = t->sent > w->base + TEXT_LEFT_MAX ? t->sent - TEXT_LEFT_MAX : w->base;
    size_t skip = (size_t)(from - w->base);

    place_advance(&t->place, w, skip);
    notation_keep(&t->notation, w);
    t->carry_n = w->n - skip;
    t->carry_base = from;
    CHECK(skip <= w->n && t->carry_n <= SCAN_CARRY);
    memmove(t->carry, w->p + skip, t->carry_n);
}

static text window(trawl_scanner *t, const char *p, size_t n, uint64_t base)
{
    return (text){.p = p, .n = n, .base = base, .notation = &t->notation, .above = t->above};
}

/* Returns the carried text as a window. */
static text carried(trawl_scanner *t)
{
    return window(t, t->carry, t->carry_n, t->carry_base);
}

/* Adds n bytes to the carried text. */
static void carry_on(trawl_scanner *t, const char *p, size_t n)
{
    const text w = carried(t);

    if (t->carry_n + n > SCAN_CARRY)
        keep_tail(t, &w);
    CHECK(t->carry_n + n <= SCAN_CARRY);
    memcpy(t->carry + t->carry_n, p, n);
    t->carry_n += n;
}

/* Returns true when the search can continue in the block that begins at `base`, because all of the
 * left context is in it. */
static bool life_inside(const trawl_scanner *t, uint64_t base)
{
    return base == 0 ? t->carry_n == 0 : t->sent >= base + TEXT_LEFT_MAX;
}

int scan_feed(trawl_scanner *t, const char *p, size_t n)
{
    int stop = t->in.looking ? intake_strip(t, &p, &n) : 0;
    const uint64_t base = t->carry_base + t->carry_n;
    text w;

    for (size_t done = 0, step; done < n && !stop; done += step) {
        step = n - done < SCAN_STEP ? n - done : SCAN_STEP;
        if (n - done > SCAN_STEP && life_inside(t, base)) {
            w = carried(t);
            if (base > t->carry_base) {
                notation_keep(&t->notation, &w);
                place_advance(&t->place, &w, (size_t)(base - t->carry_base));
            }
            w = window(t, p, n, base);
            stop = scan_run(t, &w);
            if (!stop)
                keep_tail(t, &w);
            return stop;
        }
        carry_on(t, p + done, step);
        w = carried(t);
        if (should_retry(t, step))
            stop = scan_run(t, &w);
    }
    return stop;
}

int trawl_feed(trawl_scanner *t, const void *bytes, size_t n)
{
    if (!t || (!bytes && n > 0) || t->error || t->finished || t->busy)
        return TRAWL_ERROR_MISUSE;
    t->busy = true;
    if (n > 0)
        t->error = intake_feed(t, bytes, n);
    t->busy = false;
    return t->error;
}

int trawl_finish(trawl_scanner *t)
{
    if (!t || t->error || t->finished || t->busy)
        return TRAWL_ERROR_MISUSE;
    t->busy = true;
    t->error = intake_finish(t);
    text w = carried(t);
    w.final = true;
    if (!t->error && w.n > 0)
        t->error = scan_run(t, &w);
    if (!t->error)
        t->error = deliver_rest(t);
    t->finished = true;
    t->busy = false;
    return t->error;
}

int trawl_scan(const void *bytes, size_t n, const trawl_settings *set, trawl_sink *sink, void *user)
{
    trawl_scanner *t;
    int result = trawl_open(&t, set, sink, user);

    if (!result)
        result = trawl_feed(t, bytes, n);
    if (!result)
        result = trawl_finish(t);
    trawl_close(&t);
    return result;
}

/* ---- Text in the middle of a scan that is not searched, such as a binary between lines ---- */

/* Continues the text at `at` as if it began there. */
static void begin_again(trawl_scanner *t, uint64_t at)
{
    t->carry_n = 0;
    t->carry_base = t->search = t->floor = at;
    t->above = 0;
    t->waiting = false;
    t->skipping = SKIP_NONE;
}

/* Decides everything up to the end of the next n bytes as if the text ended there. They are
 * searched in place if nothing is open before them. */
static int life_end_text(trawl_scanner *t, const char *p, size_t n)
{
    text w = window(t, p, n, t->carry_base);
    int stop = t->carry_n > 0 && n > 0 ? scan_feed(t, p, n) : 0;

    if (stop)
        return stop;
    if (t->carry_n > 0)
        w = carried(t);
    w.final = true;
    stop = scan_run(t, &w);
    if (stop)
        return stop;
    place_advance(&t->place, &w, w.n);
    notation_keep(&t->notation, &w);
    t->notation.is.closed = true;
    begin_again(t, w.base + w.n);
    return 0;
}

static int life_pass(trawl_scanner *t, const char *p, size_t n)
{
    int stop = life_end_text(t, "", 0);
    text w = {.p = p, .n = n, .base = t->carry_base};

    if (stop)
        return stop;
    place_advance(&t->place, &w, n);
    begin_again(t, w.base + n);
    return deliver_text(t, &w, w.base + n, NULL);
}

int scan_flush(trawl_scanner *t, const char *p, size_t n)
{
    if (t->error || t->finished)
        return TRAWL_ERROR_MISUSE;
    if (t->in.looking || t->in.active) {
        t->error = intake_strip(t, &p, &n);
        if (!t->error)
            t->error = intake_settle(t);
    }
    if (!t->error && !t->in.active && t->carry_n + n > 0)
        t->error = life_end_text(t, p, n);
    return t->error;
}

int scan_pass(trawl_scanner *t, const char *p, size_t n)
{
    if (t->error || t->finished || n == 0)
        return n == 0 ? TRAWL_OK : TRAWL_ERROR_MISUSE;
    t->error = intake_settle(t);
    if (!t->error)
        t->error = t->in.active ? intake_feed(t, p, n) : life_pass(t, p, n);
    return t->error;
}
