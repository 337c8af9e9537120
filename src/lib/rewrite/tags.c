/* tags.c - turns the calls of the HTML tokenizer into segments
 *
 * Tags of blocks, and <br>, are a line end in the visible text. Elements that are not looked at end
 * any link before them.
 */
#include "rewrite/rewrite.h"

#include "base/ascii.h"

/* ---- Markup that is not in a segment yet ---- */

/* Returns the length of the bogus comment or DOCTYPE at p ("<!", "<?", "</" and no letter), or 0 if
 * none ends here. `written`: it began earlier, that part is written, and p is the rest. */
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
        if (queue_count(r, cut ? UINT64_MAX : n) ||
            !(s = queue_add(r, cut ? REWRITE_OPAQUE : REWRITE_TAG, r->read + n)))
            return r->error;
        s->inside = s->empty = !cut;
        if (r->bogus_cut)
            r->bogus_cut = r->markup_cut = false;
    }
    return r->error;
}

/* Counts the markup that is open, after segments for the bogus comments at its front. Sets *cut if
 * the rest is too long to be held. */
static inline int settle_markup(trawl_rewrite *r, bool *cut)
{
    bool hidden = nesting_is_hidden(&r->nesting);

    *cut = false;
    if (!hidden && add_bogus(r))
        return r->error;
    *cut = r->markup_cut || r->markup_to - r->read > REWRITE_MARKUP;
    r->long_begun = r->markup_cut;
    r->markup_open = r->markup_cut = r->bogus_cut = false;
    if (*cut)
        return queue_break(r);
    return hidden ? r->error : queue_count(r, r->markup_to - r->read);
}

/* Adds open markup that is no tag. */
static int end_markup(trawl_rewrite *r)
{
    bool cut;

    if (!r->markup_open)
        return r->error;
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

/* Ends the innermost open <a> with the next segment. */
static void end_level(trawl_rewrite *r, rewrite_level *level, bool by_tag);

/* Has the user's function called with the beginning of an <a> that is too long to be held. Returns
 * r->error. */
static int begin_long(trawl_rewrite *r)
{
    rewrite_segment *s;

    if (!(r->config.options & TRAWL_REWRITE_OPTION_ANCHORS) || !r->config.decide)
        return r->error;
    end_level(r, &r->nesting.levels[r->nesting.level], false);
    s = queue_add(r, REWRITE_TAG, r->read + REWRITE_MARKUP);
    if (s)
        s->offered = s->cut = true;
    return r->error;
}

/* Cuts the markup that is open and too long, so that what is read of it can be written. */
static int cut_markup(trawl_rewrite *r)
{
    bool hidden = nesting_is_hidden(&r->nesting);

    r->markup_cut = true;
    r->bogus_cut = !hidden && html_is_bogus(&r->tokens);
    return hidden || !html_is_start(&r->tokens, "a") ? r->error : begin_long(r);
}

int tags_pause(trawl_rewrite *r)
{
    uint64_t to = r->markup_open ? r->markup_to : html_next(&r->tokens);

    if (r->markup_open && !nesting_is_hidden(&r->nesting) && add_bogus(r))
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
    r->nesting.lost = r->nesting.lost || (r->nesting.hidden != 0 && r->nesting.hidden_kind == 'n');
    if (settle_markup(r, &cut) || r->read == r->markup_to)
        return r->error;
    if (!queue_add(r, cut || nesting_is_hidden(&r->nesting) ? REWRITE_OPAQUE : REWRITE_TAG,
                   r->markup_to))
        return r->error;
    r->segments[r->segment_n - 1].inside = r->segments[r->segment_n - 1].empty =
        r->segments[r->segment_n - 1].kind == REWRITE_TAG;
    return r->error;
}

/* ---- Text ---- */

/* Adds text that is not shown. */
static int tags_add_opaque(trawl_rewrite *r, uint64_t to)
{
    r->nesting.lost = r->nesting.lost || (r->nesting.raw != 0 && r->nesting.hidden_kind == 'n' &&
                                          r->nesting.hidden != 0);
    return queue_add_opaque(r, to);
}

static bool tags_is_blank(char byte)
{
    return byte == ' ' || byte == '\n' || byte == '\t' || byte == '\r' || byte == '\f';
}

static int tags_take_text(void *user, const char *p, size_t n, uint64_t at)
{
    trawl_rewrite *r = user;
    size_t blanks = 0;

    if (r->markup_open && end_markup(r))
        return r->error;
    if (r->nesting.zone == REWRITE_UNSEEN)
        return tags_add_opaque(r, at + n);
    if (!r->line_open && !r->nesting.verbatim) {
        while (blanks < n && tags_is_blank(p[blanks]))
            blanks++;
        if (blanks > 0 && tags_add_opaque(r, at + blanks))
            return r->error;
    }
    if (blanks == n)
        return r->error;
    r->line_open = !r->nesting.verbatim || p[n - 1] != '\n';
    return queue_text(r, p + blanks, n - blanks, r->nesting.zone);
}

static int tags_take_reference(void *user, const char *p, size_t n, uint64_t from, uint64_t to)
{
    trawl_rewrite *r = user;
    rewrite_segment *s;

    if (r->markup_open && end_markup(r))
        return r->error;
    if (r->nesting.zone == REWRITE_UNSEEN)
        return tags_add_opaque(r, to);
    if (to - from > REWRITE_MARKUP) /* tags_pause() may have written some of it */
        return queue_break(r) ? r->error : queue_add_opaque(r, to);
    if (queue_count(r, to - from))
        return r->error;
    s = queue_add(r, REWRITE_CHAR, to);
    if (!s)
        return r->error;
    n = n < sizeof s->chars ? n : sizeof s->chars;
    memcpy(s->chars, p, n);
    s->n = (uint32_t)n;
    s->zone = r->nesting.zone;
    r->line_open = true;
    return queue_show(r, p, n);
}

/* ---- Tags ---- */

/* Notes that an <a> ends with the next segment. */
static void end_queued(trawl_rewrite *r, uint64_t number, bool by_tag)
{
    rewrite_segment *s;

    if (number < r->segment_base + r->first)
        return;
    s = &r->segments[number - r->segment_base];
    s->ended = true;
    s->by_tag = by_tag;
    s->partner = r->segment_base + r->segment_n;
}

static void end_level(trawl_rewrite *r, rewrite_level *level, bool by_tag)
{
    if (level->anchor && level->queued)
        end_queued(r, level->segment, by_tag);
    level->queued = false;
}

/* Ends those <a> whose levels the tag has ended. */
static void end_levels(trawl_rewrite *r)
{
    while (r->nesting.ended_n > 0)
        end_queued(r, r->nesting.ended[--r->nesting.ended_n], false);
}

/* Adds the segment of a tag; one of a block is a line end. */
static rewrite_segment *add_tag(trawl_rewrite *r, uint32_t id, unsigned traits, bool cut)
{
    rewrite_segment *s = queue_add(r, cut ? REWRITE_OPAQUE : REWRITE_TAG, r->markup_to);

    if (!s)
        return NULL;
    s->name = id;
    s->inside = !cut && traits & REWRITE_INSIDE;
    s->empty = (traits & REWRITE_EMPTY) != 0;
    if (traits & REWRITE_BLOCK && r->line_open && !nesting_is_hidden(&r->nesting)) {
        s->n = 1;
        r->line_open = false;
    }
    return s;
}

static int tags_show_line_end(trawl_rewrite *r, const rewrite_segment *s)
{
    return s && s->n > 0 ? queue_show(r, "\n", 1) : r->error;
}

/* Keeps c in step with the tokenizer, which leaves svg and math at some tags. */
static void compare_foreign(trawl_rewrite *r)
{
    rewrite_nesting *c = &r->nesting;

    if ((c->nested_n > 0) == html_is_in_foreign(&r->tokens))
        return;
    c->lost = true;
    c->nested_n = 0;
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

static rewrite_element tags_element(trawl_rewrite *r, const html_name *tag)
{
    uint64_t key = nesting_key(tag);
    rewrite_known *known = nesting_known(&r->nesting, key);

    if (known->key == key)
        return known->element;
    if (key == UINT64_MAX)
        return nesting_find(&r->nesting, tag->p, tag->n);
    known->key = key;
    return known->element = nesting_find(&r->nesting, tag->p, tag->n);
}

static int tags_hidden(trawl_rewrite *r, const html_name *tag, bool closing, bool self_closing)
{
    rewrite_nesting *c = &r->nesting;
    rewrite_element element = tags_element(r, tag);
    bool cut;

    if (settle_markup(r, &cut))
        return r->error;
    if (c->raw != 0) {
        c->raw = 0; /* its own end tag */
    } else {
        bool script = c->hidden != 0 && c->hidden_kind == 'n';
        c->lost = c->lost || (script && (cut || tags_holds_end(queue_bytes(r, r->read),
                                                               (size_t)(r->markup_to - r->read))));
        nesting_hidden(c, element.id, element.traits, closing, self_closing);
        if (!closing && html_is_raw(&r->tokens))
            c->raw = element.id;
    }
    compare_foreign(r);
    return tags_add_opaque(r, r->markup_to);
}

/* Handles a start tag that may change what is linked. */
static int take_nesting_start(trawl_rewrite *r, uint32_t id, unsigned traits, bool cut,
                              bool self_closing)
{
    rewrite_nesting *c = &r->nesting;
    bool anchor = traits & REWRITE_ANCHOR;
    rewrite_segment *s;

    if (anchor && cut && !r->long_begun && begin_long(r))
        return r->error;
    if (anchor)
        end_level(r, &c->levels[c->level], false);
    if (nesting_start(c, id, traits, self_closing)) {
        if (queue_break(r))
            return r->error;
        traits = 0;
    }
    end_levels(r);
    compare_foreign(r);
    s = add_tag(r, id, traits, cut);
    if (s && anchor && !cut && r->config.options & TRAWL_REWRITE_OPTION_ANCHORS &&
        r->config.decide) {
        s->offered = true;
        s->self_closing = self_closing;
        c->levels[c->level].queued = true;
        c->levels[c->level].segment = r->segment_base + r->segment_n - 1;
    }
    return tags_show_line_end(r, s);
}

/* Handles an end tag that may change what is linked. */
static int take_nesting_end(trawl_rewrite *r, uint32_t id, unsigned traits, bool cut)
{
    rewrite_nesting *c = &r->nesting;
    rewrite_level *level = &c->levels[c->level];
    rewrite_segment *s;
    bool drop = false;

    if (traits & REWRITE_ANCHOR && level->anchor) {
        drop = level->unlinked;
        end_level(r, level, true);
    }
    nesting_end(c, id, traits);
    end_levels(r);
    s = add_tag(r, id, traits, cut);
    if (!s)
        return r->error;
    s->closing = true;
    s->dropped = drop;
    return tags_show_line_end(r, s);
}

/* Adds any tag, which ends at r->markup_to. */
static int tags_add_any(trawl_rewrite *r, const html_name *tag, bool closing, bool self_closing)
{
    rewrite_nesting *c = &r->nesting;
    rewrite_element element;
    bool cut;

    if (nesting_is_hidden(c))
        return tags_hidden(r, tag, closing, self_closing);
    if (settle_markup(r, &cut))
        return r->error;
    element = tags_element(r, tag);
    if (closing)
        return take_nesting_end(r, element.id, element.traits, cut);
    if (html_is_raw(&r->tokens)) {
        c->raw = element.id;
        return queue_break(r) ? r->error : tags_show_line_end(r, add_tag(r, element.id, 0, cut));
    }
    if (element.traits & REWRITE_PICTURE && queue_break(r))
        return r->error;
    return take_nesting_start(r, element.id, element.traits, cut, self_closing);
}

/* Out of line, so that tags_take() saves few registers. */
__attribute__((noinline)) static int tags_take_any(trawl_rewrite *r, const html_name *tag,
                                                   bool closing, bool self_closing, uint64_t to)
{
    int result;

    r->markup_to = to;
    result = tags_add_any(r, tag, closing, self_closing);
    nesting_set_zone(&r->nesting);
    return result;
}

/* Adds a tag that ends no link, and whose nesting has been noted. */
static int tags_add_plain(trawl_rewrite *r, rewrite_element element, bool closing, uint64_t to)
{
    bool line_end = r->line_open && element.traits & REWRITE_BLOCK;
    rewrite_segment *s;

    r->dense += to - r->read;
    if (!line_end && !(element.traits & REWRITE_INSIDE))
        return queue_add_opaque(r, to);
    s = queue_add(r, REWRITE_TAG, to);
    if (!s)
        return r->error;
    s->name = element.id;
    s->inside = (element.traits & REWRITE_INSIDE) != 0;
    s->empty = (element.traits & REWRITE_EMPTY) != 0;
    s->closing = closing;
    if (!line_end)
        return 0;
    s->n = 1;
    r->line_open = false;
    return queue_show(r, "\n", 1);
}

/* Fast path for most tags outside of <a>: they end no link, and their content is looked at. */
static int tags_take(void *user, const html_name *tag, bool closing, bool self_closing, uint64_t to)
{
    trawl_rewrite *r = user;
    rewrite_nesting *c = &r->nesting;
    uint64_t key = nesting_key(tag);
    const rewrite_known *known = nesting_known(c, key);
    unsigned traits = known->element.traits;

    if (known->key != key || traits & REWRITE_APART || c->zone >= REWRITE_SILENT ||
        r->markup_open || !html_is_data(&r->tokens) || queue_may_be_dense(r, to - r->read))
        return tags_take_any(r, tag, closing, self_closing, to);
    if (traits & REWRITE_NESTS) {
        if (closing)
            nesting_end(c, known->element.id, traits);
        else
            (void)nesting_start(c, known->element.id, traits, self_closing);
        nesting_set_zone(c);
    }
    return tags_add_plain(r, known->element, closing, to);
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
