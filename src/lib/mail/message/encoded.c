/* encoded.c - reads a message/rfc822 in base64 or quoted-printable, and the messages of an attached
 * mailbox. RFC 2045 section 6.4 forbids the first, but programs write it, and mutt reads it
 *
 * The body is decoded, and a walk of its own reads the result as a message, or each message of a
 * mailbox: its boundaries are in the decoded text, while the boundaries of the parts around it are
 * not. That walk has the levels, the path and the count of parts of the outer walk, so that the
 * limits hold for both. An encoded message in it is read as one page, so that two walks are enough.
 */
#include "base/check.h"
#include "mail/container/container.h"
#include "mail/message/inside.h"

#define ENCODED_ROOM 4096

struct encoded {
    walk walk;
    walk *outer;
    bool coded; /* the body has a transfer encoding */
    bool boxed; /* it is a mailbox, which has had `count` messages */
    unsigned count;
    container box;
    transfer transfer;
    srcmap map;    /* from the decoded bytes to the bytes of the body */
    uint64_t base; /* offset of the body in the source */
    uint64_t next; /* offset of its next byte */
    char out[ENCODED_ROOM];
};

/* Returns the walk for the messages in encoded parts, or NULL when out of memory. */
static encoded *encoded_open(walk *w)
{
    encoded *inner = w->encoded ? w->encoded : memory_zeroed(&w->g->m, sizeof *inner);

    if (!inner || w->encoded)
        return inner;
    w->encoded = inner;
    inner->outer = w;
    container_open(&inner->box, &w->g->m);
    srcmap_open(&inner->map, &w->g->m);
    walk_open(&inner->walk, w->t, w->g, w->r);
    inner->walk.inside = true;
    return inner;
}

void encoded_close(walk *w)
{
    if (!w->encoded)
        return;
    walk_close(&w->encoded->walk);
    container_close(&w->encoded->box);
    srcmap_close(&w->encoded->map);
    memory_free(&w->g->m, w->encoded);
    w->encoded = NULL;
}

/* Begins the inner walk at the place of the outer walk, which has at least one open level. Returns
 * TRAWL_OK or an error. */
static int encoded_begin_walk(walk *to, walk *w, uint64_t at)
{
    if (!memory_grow(&w->g->m, &to->around.levels, &to->around.levels_size, w->around.depth,
                     sizeof to->around.levels[0]))
        return TRAWL_ERROR_NO_MEMORY;
    to->set = w->set;
    walk_choose_fields(to);
    to->header.sent = true;
    to->header.one_click = false;
    to->around.depth = w->around.depth;
    to->around.parts = w->around.parts;
    to->around.alternative = 0;
    to->around.boundaries.n = to->held.line.n = to->around.bases.n = 0;
    memcpy(to->around.levels, w->around.levels, w->around.depth * sizeof w->around.levels[0]);
    for (unsigned i = 0; i < to->around.depth; i++)
        to->around.levels[i].boundary = to->around.levels[i].boundary_n = 0;
    to->around.path_n = w->around.path_n;
    CHECK(w->around.depth > 0 && w->around.path_n <= sizeof to->around.path);
    memcpy(to->around.path, w->around.path, w->around.path_n);
    walk_begin_header(to, at, false);
    return buffer_put(&to->around.bases, w->around.bases.p, w->around.bases.n);
}

/* Ends the message of the inner walk. */
static int encoded_end_walk(encoded *inner, uint64_t at)
{
    walk *w = inner->outer;
    int stop = walk_end(&inner->walk, at);

    w->around.parts = inner->walk.around.parts;
    w->g->seen_urls = w->around.alternative > 0 ? &w->seen_urls : NULL;
    return stop;
}

/* Passes decoded bytes on, in runs that are together in the source, too. */
static int encoded_pass(encoded *inner, const char *p, size_t n, uint64_t text)
{
    int stop = 0;

    for (size_t i = 0, k; i < n && !stop; i += k) {
        const uint64_t at = srcmap_start(&inner->map, text + i);
        for (k = 1; i + k < n && srcmap_start(&inner->map, text + i + k) == at + k;)
            k++;
        stop = walk_bytes(&inner->walk, p + i, k, inner->base + at);
    }
    srcmap_forget(&inner->map, text + n);
    return stop;
}

/* ---- A mailbox: the callbacks of its container, with offsets in the decoded text ---- */

static int box_begin(void *user, uint64_t text)
{
    encoded *inner = user;
    walk *to = &inner->walk;
    int failed =
        encoded_begin_walk(to, inner->outer, inner->base + srcmap_start(&inner->map, text));

    if (!failed)
        walk_number_message(to, ++inner->count);
    return failed;
}

static int box_bytes(void *user, const char *p, size_t n, uint64_t text)
{
    return encoded_pass(user, p, n, text);
}

static int box_skip(void *user, const char *p, size_t n, uint64_t text)
{
    (void)user, (void)p, (void)n, (void)text; /* the next event covers it */
    return 0;
}

static int box_end(void *user, uint64_t text)
{
    encoded *inner = user;

    return encoded_end_walk(inner, inner->base + srcmap_from(&inner->map, text));
}

/* ---- The body ---- */

int encoded_begin(walk *w, bool boxed, uint64_t at)
{
    encoded *inner = encoded_open(w);
    container_out out = {inner, box_begin, box_bytes, box_skip, box_end, NULL, NULL, w->r->kernel};

    if (!inner)
        return TRAWL_ERROR_NO_MEMORY;
    inner->coded = w->part.type->as.transfer != TRANSFER_NONE;
    inner->boxed = boxed;
    inner->count = 0;
    if (inner->coded)
        transfer_begin(&inner->transfer, w->part.type->as.transfer, w->r->kernel);
    srcmap_clear(&inner->map);
    inner->base = inner->next = at;
    w->state = WALK_ENCODED;
    if (!boxed)
        return encoded_begin_walk(&inner->walk, w, at);
    container_begin(&inner->box, TRAWL_INPUT_MBOX, &out);
    return 0;
}

/* Reads decoded bytes, which are the last in the map. */
static int encoded_take(encoded *inner, const char *p, size_t n)
{
    return inner->boxed ? container_feed(&inner->box, p, n)
                        : encoded_pass(inner, p, n, srcmap_text_end(&inner->map) - n);
}

static int encoded_decode(encoded *inner, const char *p, size_t n, bool last)
{
    transfer_io io = {.in = p,
                      .in_n = n,
                      .last = last,
                      .out = inner->out,
                      .size = sizeof inner->out,
                      .map = &inner->map};
    int stop;

    do {
        io.len = 0;
        stop = transfer_decode(&inner->transfer, &io);
        if (!stop)
            stop = encoded_take(inner, inner->out, io.len);
    } while (!stop && io.len > 0 && io.size - io.len < TRANSFER_ROOM);
    return stop;
}

int encoded_bytes(walk *w, const char *p, size_t n, uint64_t at)
{
    encoded *inner = w->encoded;
    const uint64_t gap = at > inner->next ? at - inner->next : 0;
    int stop = gap == 0       ? 0
               : inner->coded ? transfer_gap(&inner->transfer, &inner->map, gap)
                              : srcmap_add(&inner->map, 1, 0, gap);

    inner->next = at + n;
    if (stop || inner->coded)
        return stop ? stop : encoded_decode(inner, p, n, false);
    stop = srcmap_add_same(&inner->map, n);
    return stop ? stop : encoded_take(inner, p, n);
}

int encoded_end(walk *w, uint64_t to)
{
    encoded *inner = w->encoded;
    int stop = inner->coded ? encoded_decode(inner, "", 0, true) : 0;

    if (!stop)
        stop = inner->boxed ? container_finish(&inner->box) : encoded_end_walk(inner, to);
    return stop ? stop : events_skip(w->g, to, TRAWL_SKIP_SEPARATOR);
}
