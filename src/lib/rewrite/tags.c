/* tags.c - turns the calls of the HTML tokenizer into segments
 *
 * Tags of blocks, and <br>, are a line end in the visible text. Elements that are not looked at end
 * any link before them.
 */
#include "base/check.h"
#include "rewrite/rewrite.h"

#include "base/ascii.h"

/* ---- What is open ---- */

/* Returns true for an element in which nothing is linked because of its name. */
static inline bool tags_is_skipped(const trawl_rewrite *r, uint32_t id)
{
    const rewrite_open *open = &r->open;
    bool skipped = false;

    if (!(open->skip_bits >> (id & 63) & 1))
        return false;
    for (unsigned i = 0; i < open->skip_n; i++)
        skipped = skipped || open->skips[i] == id;
    return skipped;
}

static void tags_add_skip(rewrite_open *open, const char *name, size_t n)
{
    char lower[HTML_NAME];

    while (n > 0 && ascii_is_blank((unsigned char)*name)) {
        name++;
        n--;
    }
    while (n > 0 && ascii_is_blank((unsigned char)name[n - 1]))
        n--;
    if (n == 0 || n > sizeof lower || open->skip_n == REWRITE_SKIPS)
        return;
    for (size_t i = 0; i < n; i++)
        lower[i] = ascii_lower(name[i]);
    open->skips[open->skip_n] = html_id_of(lower, n);
    open->skip_bits |= UINT64_C(1) << (open->skips[open->skip_n++] & 63);
}

void tags_open(trawl_rewrite *r, trawl_str skip)
{
    rewrite_open *open = &r->open;

    open->noscript = html_id_of("noscript", 8);
    open->select = html_id_of("select", 6);
    tags_add_skip(open, "button", 6);
    tags_add_skip(open, "option", 6);
    tags_add_skip(open, "optgroup", 8);
    while (skip.n > 0) {
        const char *comma = memchr(skip.p, ',', skip.n);
        size_t n = comma ? (size_t)(comma - skip.p) : skip.n;
        tags_add_skip(open, skip.p, n);
        n += comma != NULL;
        skip.p += n;
        skip.n -= n;
    }
}

/* If an element with this look is open, notes that parsers may read the markup from here on in
 * several ways. */
static void tags_doubt(trawl_rewrite *r, enum rewrite_look look)
{
    r->open.unsure = r->open.unsure || html_look(&r->tokens) & look;
}

/* Returns true when the element about which parsers differ has ended here. */
static bool tags_has_left(const trawl_rewrite *r, unsigned look)
{
    return r->open.marked > 0 && !(look & REWRITE_LOOK_UNSURE);
}

/* Ends an <a> that is open with the next segment. */
static void end_anchor_at(trawl_rewrite *r, unsigned i, bool by_tag)
{
    rewrite_anchor *a = &r->open.anchors[i];
    rewrite_segment *s;

    if (a->segment >= r->segment_base + r->first) {
        s = &r->segments[a->segment - r->segment_base];
        s->ended = true;
        s->by_tag = by_tag;
        s->partner = r->segment_base + r->segment_n;
    }
    CHECK(i < r->open.anchor_n && r->open.anchor_n <= REWRITE_ANCHORS);
    memmove(a, a + 1, (--r->open.anchor_n - i) * sizeof *a);
}

/* ---- Markup that is not in a segment yet ---- */

/* Returns the length of the bogus comment or DOCTYPE at p ("<!", "<?", or "</" before a byte that
 * is no letter), or 0 if there is none that ends in p[0..n). `written`: it began earlier, that part
 * is written, and p is the rest. */
static inline size_t bogus_length(const char *p, size_t n, bool written)
{
    const char *end;

    if (!written && (n < 3 || (unsigned char)((p[1] | 0x20) - 'a') < 26 || p[0] != '<' ||
                     (p[1] != '!' && p[1] != '?' &&
                      (p[1] != '/' || (unsigned char)((p[2] | 0x20) - 'a') < 26)) ||
                     (n > 3 && memcmp(p, "<!--", 4) == 0)))
        return 0;
    end = memchr(p, '>', n);
    return end ? (size_t)(end - p) + 1 : 0;
}

/* Adds segments for the bogus comments at the front of the open markup. The tokenizer does not
 * report where these end. */
static int add_bogus(trawl_rewrite *r)
{
    size_t n;

    if (r->markup_cut && !r->bogus_cut)
        return r->error;
    while (r->read < r->markup_to &&
           (n = bogus_length(queue_bytes(r, r->read), (size_t)(r->markup_to - r->read),
                             r->bogus_cut)) > 0) {
        bool cut = r->bogus_cut || n > REWRITE_MARKUP;
        rewrite_segment *s;
        if (r->open.hidden) {
            if (queue_add_opaque(r, r->read + n))
                return r->error;
        } else {
            if (queue_count(r, cut ? UINT64_MAX : n) ||
                !(s = queue_add(r, cut ? REWRITE_OPAQUE : REWRITE_TAG, r->read + n)))
                return r->error;
            s->inside = s->empty = !cut;
        }
        if (r->bogus_cut)
            r->bogus_cut = r->markup_cut = false;
    }
    return r->error;
}

/* Adds segments for the bogus comments at the front of the open markup, then counts the rest. Sets
 * *cut if the rest is too long to be held. */
static inline int settle_markup(trawl_rewrite *r, bool *cut)
{
    *cut = false;
    if (add_bogus(r))
        return r->error;
    *cut = r->markup_cut || r->markup_to - r->read > REWRITE_MARKUP;
    r->long_begun = r->markup_cut;
    r->markup_open = r->markup_cut = r->bogus_cut = false;
    if (*cut)
        return queue_break(r);
    return r->open.hidden ? r->error : queue_count(r, r->markup_to - r->read);
}

/* Adds open markup that is not a tag. */
static int end_markup(trawl_rewrite *r)
{
    bool cut;

    if (!r->markup_open)
        return r->error;
    tags_doubt(r, REWRITE_LOOK_SCRIPTED);
    if (settle_markup(r, &cut) || r->read == r->markup_to)
        return r->error;
    (void)queue_add(r, REWRITE_OPAQUE, r->markup_to);
    return r->error;
}

static int tags_take_markup(void *user, uint64_t from, uint64_t to)
{
    trawl_rewrite *r = user;

    (void)from;
    r->markup_open = true;
    r->markup_to = to;
    return r->error;
}

/* Has the user's function called with the beginning of an <a> that is too long to be held. Returns
 * r->error. */
static int begin_long(trawl_rewrite *r)
{
    rewrite_segment *s;

    if (!(r->config.options & TRAWL_REWRITE_OPTION_ANCHORS) || !r->config.decide)
        return r->error;
    if (r->open.anchor_n > 0)
        end_anchor_at(r, r->open.anchor_n - 1, false);
    s = queue_add(r, REWRITE_TAG, r->read + REWRITE_MARKUP);
    if (s)
        s->offered = s->cut = true;
    return r->error;
}

/* Cuts the markup that is open and too long, so that what is read of it can be written. */
static int cut_markup(trawl_rewrite *r)
{
    r->markup_cut = true;
    r->bogus_cut = html_is_bogus(&r->tokens);
    return !html_is_start(&r->tokens, "a") ? r->error : begin_long(r);
}

int tags_pause(trawl_rewrite *r)
{
    uint64_t to = r->markup_open ? r->markup_to : html_next(&r->tokens);

    if (r->markup_open && add_bogus(r))
        return r->error;
    if (!r->markup_cut && to - r->read <= REWRITE_MARKUP)
        return queue_advance(r, r->decided);
    if (queue_break(r) || (r->markup_open && !r->markup_cut && cut_markup(r)) ||
        queue_add_opaque(r, to))
        return r->error;
    return queue_end(r);
}

/* Comments in noscript may hide its end tag. */
static int take_comment_of_tags(void *user, const char *p, size_t n, uint64_t at, bool last)
{
    trawl_rewrite *r = user;
    bool cut;

    (void)p, (void)n, (void)at;
    if (!last)
        return r->error;
    tags_doubt(r, REWRITE_LOOK_SCRIPTED);
    if (settle_markup(r, &cut) || r->read == r->markup_to)
        return r->error;
    if (!queue_add(r, cut || r->open.hidden ? REWRITE_OPAQUE : REWRITE_TAG, r->markup_to))
        return r->error;
    r->segments[r->segment_n - 1].inside = r->segments[r->segment_n - 1].empty =
        r->segments[r->segment_n - 1].kind == REWRITE_TAG;
    return r->error;
}

/* ---- Text ---- */

static bool tags_is_blank(char byte)
{
    return byte == ' ' || byte == '\n' || byte == '\t' || byte == '\r' || byte == '\f';
}

/* Returns what may be done with the text that is read. */
static enum rewrite_zone tags_zone(const trawl_rewrite *r, unsigned look)
{
    const html *h = &r->tokens;

    if (r->open.hidden || html_is_raw(h) || html_is_dropped(h))
        return REWRITE_UNSEEN;
    if (look & REWRITE_LOOK_BARRED || html_has_open_anchor(h))
        return REWRITE_SILENT;
    if (r->open.unsure || html_is_deep(h) || tags_has_left(r, look))
        return REWRITE_LOST;
    return html_is_in_table(h) ? REWRITE_BETWEEN : REWRITE_FREE;
}

static int tags_take_text(void *user, const char *p, size_t n, uint64_t at)
{
    trawl_rewrite *r = user;
    unsigned look = html_look(&r->tokens);
    bool verbatim = look & REWRITE_LOOK_VERBATIM;
    enum rewrite_zone zone;
    size_t blanks = 0;

    if (r->markup_open && end_markup(r))
        return r->error;
    if (r->open.hidden)
        return queue_add_opaque(r, at + n);
    if (!r->line_open && !verbatim) {
        while (blanks < n && tags_is_blank(p[blanks]))
            blanks++;
        if (blanks > 0 && queue_add_opaque(r, at + blanks))
            return r->error;
    }
    if (blanks == n)
        return r->error;
    zone = tags_zone(r, look);
    if (zone == REWRITE_UNSEEN)
        return queue_add_opaque(r, at + n);
    CHECK(blanks < n && at + blanks >= r->read);
    r->line_open = !verbatim || p[n - 1] != '\n';
    return queue_text(r, p + blanks, n - blanks, zone);
}

static int tags_take_reference(void *user, const char *p, size_t n, uint64_t from, uint64_t to)
{
    trawl_rewrite *r = user;
    enum rewrite_zone zone;
    rewrite_segment *s;

    if (r->markup_open && end_markup(r))
        return r->error;
    zone = tags_zone(r, html_look(&r->tokens));
    if (zone == REWRITE_UNSEEN)
        return queue_add_opaque(r, to);
    if (to - from > REWRITE_MARKUP) /* tags_pause() may have written some of it */
        return queue_break(r) ? r->error : queue_add_opaque(r, to);
    if (queue_count(r, to - from))
        return r->error;
    s = queue_add(r, REWRITE_CHAR, to);
    if (!s)
        return r->error;
    n = n < sizeof s->chars ? n : sizeof s->chars;
    memcpy(s->chars, p, n);
    s->n = NARROW32(n);
    s->zone = (unsigned char)zone;
    r->line_open = true;
    return queue_show(r, p, n);
}

/* ---- Tags ---- */

/* Sets the bits of the element that the start tag has opened. */
static void tags_set_look(trawl_rewrite *r)
{
    html *h = &r->tokens;
    uint32_t flags = html_flags(h), id = html_id(h);
    unsigned look = 0;

    if (flags & TREE_IS_ANCHOR || tags_is_skipped(r, id))
        look |= REWRITE_LOOK_BARRED;
    if (flags & TREE_IS_VERBATIM)
        look |= REWRITE_LOOK_VERBATIM;
    if (flags & TREE_IS_HIDDEN || (flags & TREE_IS_LABEL && html_is_foreign(h)))
        look |= REWRITE_LOOK_HIDDEN;
    if (id == r->open.noscript)
        look |= REWRITE_LOOK_UNSURE | REWRITE_LOOK_SCRIPTED;
    if (id == r->open.select)
        look |= REWRITE_LOOK_UNSURE;
    if (look == 0 || html_made(h) == 0)
        return;
    html_set_look(h, (tree_look){.sets = look});
    if (look & REWRITE_LOOK_UNSURE && r->open.marked == 0) {
        r->open.marked = id;
        r->open.mark = html_mark(h, true);
    }
}

/* Brings r->open up to date after a tag. */
static void tags_update(trawl_rewrite *r, bool closing)
{
    const html *h = &r->tokens;
    unsigned look;

    if (!closing)
        tags_set_look(r);
    look = html_look(h);
    r->open.hidden = look & REWRITE_LOOK_HIDDEN || !html_is_data(h) || html_is_foreign_text(h);
    if (html_is_raw(h))
        tags_doubt(r, REWRITE_LOOK_SCRIPTED);
    if (tags_has_left(r, look)) {
        r->open.unsure =
            r->open.unsure || html_mark(h, false) != r->open.mark ||
            (r->open.marked == r->open.noscript && !(closing && html_id(h) == r->open.noscript));
        r->open.marked = 0;
    }
}

/* Ends those <a> that the tag has ended. Returns true for the </a> of one of them; sets *drop if it
 * is not written. */
static bool tags_end_anchors(trawl_rewrite *r, bool closing, bool *drop)
{
    uint32_t ended = closing ? html_ended_anchor(&r->tokens) : 0;
    bool by_tag = false;

    *drop = false;
    if (!r->open.changed)
        return false;
    r->open.changed = false;
    for (unsigned i = r->open.anchor_n; i > 0; i--) {
        const rewrite_anchor *a = &r->open.anchors[i - 1];
        if (html_has_anchor(&r->tokens, a->number))
            continue;
        *drop = *drop || (a->number == ended && a->unlinked);
        by_tag = by_tag || a->number == ended;
        end_anchor_at(r, i - 1, a->number == ended);
    }
    return by_tag;
}

/* Adds the segment of a tag; the tag of a block is a line end in the visible text. */
static rewrite_segment *add_tag(trawl_rewrite *r, uint32_t flags, bool cut)
{
    rewrite_segment *s = queue_add(r, cut ? REWRITE_OPAQUE : REWRITE_TAG, r->markup_to);

    if (!s)
        return NULL;
    s->name = html_id(&r->tokens);
    s->inside = !cut && flags & TREE_IS_INLINE;
    s->empty = (flags & TREE_IS_EMPTY) != 0;
    if (flags & TREE_IS_BLOCK && r->line_open) {
        s->n = 1;
        r->line_open = false;
    }
    return s;
}

/* Notes that the <a> of the last segment is for the user's function. */
static void tags_offer(trawl_rewrite *r, rewrite_segment *s, uint32_t number)
{
    if (r->open.anchor_n == REWRITE_ANCHORS)
        end_anchor_at(r, 0, false);
    r->open.anchors[r->open.anchor_n++] =
        (rewrite_anchor){.number = number, .segment = r->segment_base + r->segment_n - 1};
    s->offered = true;
}

/* Returns true when a tag holds "</noscript": with scripts, that is where noscript ends. */
static bool tags_holds_end(const char *p, size_t n)
{
    static const char end[] = "</noscript";

    for (size_t i = 1; i + sizeof end - 1 <= n; i++)
        if (p[i] == '<' && ascii_same(p + i, end, sizeof end - 1))
            return true;
    return false;
}

/* Adds a tag that ends at r->markup_to. */
static int tags_add_any(trawl_rewrite *r, bool closing, bool self_closing)
{
    uint32_t flags = html_flags(&r->tokens), number = closing ? 0 : html_new_anchor(&r->tokens);
    bool hidden = r->open.hidden, offered = number > 0 && r->config.decide &&
                                            r->config.options & TRAWL_REWRITE_OPTION_ANCHORS;
    rewrite_segment *s;
    bool cut, drop;

    if (settle_markup(r, &cut) || (offered && cut && !r->long_begun && begin_long(r)))
        return r->error;
    if (r->open.marked > 0 &&
        (cut || tags_holds_end(queue_bytes(r, r->read), (size_t)(r->markup_to - r->read))))
        tags_doubt(r, REWRITE_LOOK_SCRIPTED);
    tags_update(r, closing);
    if (!tags_end_anchors(r, closing, &drop) && hidden && !offered)
        return queue_add_opaque(r, r->markup_to);
    if (!hidden && (r->open.hidden || flags & TREE_IS_PICTURE) && queue_break(r))
        return r->error;
    s = add_tag(r, hidden || r->open.hidden ? flags & TREE_IS_EMPTY : flags, cut);
    if (!s)
        return r->error;
    s->closing = closing;
    s->dropped = drop;
    s->self_closing = self_closing;
    if (offered && !cut)
        tags_offer(r, s, number);
    return s->n > 0 ? queue_show(r, "\n", 1) : r->error;
}

/* Out of line, so that tags_take() saves few registers. */
__attribute__((noinline)) static int tags_take_any(trawl_rewrite *r, bool closing,
                                                   bool self_closing, uint64_t to)
{
    r->markup_to = to;
    return tags_add_any(r, closing, self_closing);
}

/* Adds a tag that ends no link. */
static int tags_add_plain(trawl_rewrite *r, uint32_t flags, bool closing, uint64_t to)
{
    bool line_end = r->line_open && flags & TREE_IS_BLOCK;
    rewrite_segment *s;

    r->dense += to - r->read;
    if (!line_end && !(flags & TREE_IS_INLINE))
        return queue_add_opaque(r, to);
    s = queue_add(r, REWRITE_TAG, to);
    if (!s)
        return r->error;
    s->name = html_id(&r->tokens);
    s->inside = (flags & TREE_IS_INLINE) != 0;
    s->empty = (flags & TREE_IS_EMPTY) != 0;
    s->closing = closing;
    if (!line_end)
        return 0;
    s->n = 1;
    r->line_open = false;
    return queue_show(r, "\n", 1);
}

/* Fast path for most tags: no <a> begins or ends, and their content is looked at. */
static int tags_take(void *user, const html_name *tag, bool closing, bool self_closing, uint64_t to)
{
    static const uint32_t apart =
        TREE_IS_ANCHOR | TREE_IS_HIDDEN | TREE_IS_PICTURE | TREE_IS_VERBATIM;
    trawl_rewrite *r = user;
    const html *h = &r->tokens;
    uint32_t flags = html_flags(h);

    (void)tag;
    r->open.changed = html_anchors_changed(&r->tokens) || r->open.changed;
    if (flags & apart || (r->open.changed | r->open.hidden | r->markup_open) ||
        r->open.marked > 0 || !html_is_data(h) || html_is_foreign(h) ||
        tags_is_skipped(r, html_id(h)) || queue_may_be_dense(r, to - r->read))
        return tags_take_any(r, closing, self_closing, to);
    return tags_add_plain(r, flags, closing, to);
}

static bool tags_wants(void *user, const html_name *tag, const html_name *name)
{
    (void)user, (void)tag, (void)name;
    return false;
}

/* ---- The input ---- */

void tags_begin(trawl_rewrite *r)
{
    static const uint64_t none[32] = {0};
    html_out out = {.user = r,
                    .text = tags_take_text,
                    .reference = tags_take_reference,
                    .wants = tags_wants,
                    .wanted_lengths = none,
                    .whole = tags_take,
                    .comment = take_comment_of_tags,
                    .markup = tags_take_markup};

    html_begin(&r->tokens, &out);
    r->open.hidden = r->open.unsure = r->open.changed = false;
    r->open.marked = 0;
    r->open.anchor_n = 0;
    r->markup_open = r->markup_cut = r->bogus_cut = r->long_begun = false;
    r->markup_to = 0;
}

int tags_finish(trawl_rewrite *r)
{
    int failed = html_finish(&r->tokens);

    if (!failed && r->markup_open) {
        r->markup_open = false;
        if (queue_add(r, REWRITE_OPAQUE, r->markup_to))
            failed = queue_feed(r);
    }
    return failed ? failed : queue_feed(r);
}
