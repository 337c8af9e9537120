/* page.c - extracts the running text of an HTML part, as a browser would show it, and its links
 *
 * Input: the callbacks of the HTML tokenizer. Output: text in UTF-8 with a map to the input, and
 * links, in the right order with the text of anchors (anchors.c). values.c parses the values of
 * attributes.
 */
#include "base/ascii.h"
#include "base/check.h"
#include "base/utf8.h"
#include "mail/page/page.h"

/* ---- Names ---- */

/* Elements whose start tags need begin_element(), not only page_end_line(). */
#define PAGE_SPECIAL                                                                               \
    ((uint32_t)TREE_IS_VERBATIM | TREE_IS_UNSHOWN | TREE_IS_ANCHOR | TREE_IS_BASE | TREE_IS_ODD |  \
     TREE_IS_TURN | TREE_IS_UNSCRIPTED)

/* The name of an attribute. */
typedef struct page_name {
    char name[16];
    char only[8]; /* the only element in which the attribute counts; empty: all */
} page_name;

typedef struct page_slot {
    uint64_t key;
    unsigned char n;     /* the length of the name */
    unsigned char holds; /* enum page_holds */
    unsigned char row;   /* in page_name_rows */
} page_slot;

#include "mail/page/names_table.h"

/* Returns the key of a name: its first eight bytes, which are unique in the table. Always reads
 * eight bytes. */
static inline uint64_t page_key_of(const char *name, size_t n)
{
#define M(bits) UINT64_MAX >> (64 - (bits))
    static const uint64_t masks[9] = {0, M(8), M(16), M(24), M(32), M(40), M(48), M(56), M(64)};
#undef M

    return eight_load(name) & masks[n < 8 ? n : 8];
}

/* Returns the slot of a key. The hash is perfect: it takes one comparison and has no branch
 * that depends on the name. */
static inline size_t page_slot_of(uint64_t key)
{
    return key * 0xA54AC910B206F853u >> 56;
}

/* Returns the slot of a name; its `holds` is 0 if the name is unknown. */
static inline const page_slot *page_find_name(const html_name *name)
{
    static const page_slot unknown;
    uint64_t key = page_key_of(name->p, name->n);
    const page_slot *slot = &page_slots[page_slot_of(key)];

    if (slot->key != key)
        return &unknown;
    if (name->n < 8)
        return slot;
    if (slot->n != name->n ||
        page_key_of(name->p + 8, name->n - 8) != eight_load(page_name_rows[slot->row].name + 8))
        return &unknown;
    return slot;
}

/* ---- What is open ---- */

/* Returns true in an element whose content is no text. */
static inline bool page_is_unread(const page *p)
{
    return p->inside & PAGE_LOOK_UNREAD;
}

/* Notes in which kinds of elements the next text is. */
static void page_look_around(page *p)
{
    p->inside = html_look(&p->h) & PAGE_LOOK_INSIDE;
}

/* ---- The buffer ---- */

int page_put_all(page *p)
{
    size_t n = p->text_n;

    p->text_n = 0;
    return n > 0 ? p->out.text(p->out.user, p->text, n) : 0;
}

int page_flush(page *p)
{
    size_t n = p->text_n;

    p->text_n = 0;
    return p->out.flush(p->out.user, p->text, n);
}

/* ---- Callbacks for the tokenizer ---- */

/* Returns true when the attribute in this row counts in the element. */
static bool counts_in(unsigned row, const html_name *tag)
{
    const char *only = page_name_rows[row].only;

    return only[0] == 0 || html_is_named(tag, only);
}

/* Returns true for an <a>, and for the tags inside of an <a>. */
static bool page_is_in_anchor(const page *p, const html_name *tag)
{
    return p->anchor.open || html_is_named(tag, "a");
}

static bool page_wants(void *user, const html_name *tag, const html_name *name)
{
    const page *p = user;
    const page_slot *slot = page_find_name(name);
    const bool img = ascii_is_word_of("img", tag->p, tag->n);

    if (p->out.xml && page_is_xml_url(name))
        return true;
    if (slot->holds == PAGE_HOLDS_NOTHING || !counts_in(slot->row, tag) ||
        (p->out.urls_only && slot->holds >= PAGE_HOLDS_WIDTH))
        return false;
    if (slot->holds == PAGE_HOLDS_ALT)
        return img ? p->out.alts || p->anchor.open
                   : p->anchor.open && ascii_is_word_of("input", tag->p, tag->n);
    if (slot->holds == PAGE_HOLDS_STYLE && img)
        return true;
    if (slot->holds < PAGE_HOLDS_STYLE || slot->holds == PAGE_HOLDS_DIR)
        return true;
    return (page_is_in_anchor(p, tag) && slot->holds != PAGE_HOLDS_ZONE) ||
           (p->out.zones && zones_page_wants(tag, name));
}

/* Notes whether tags must be passed to the zones. */
static void watch_zones(page *p)
{
    const zones_page *z = &p->out.zones->page;

    p->zoned = z->depth > 0 || z->signs != 0 || z->pending;
}

/* Passes on an attribute that may show who wrote the text of its element. Returns true if it means
 * nothing else. */
static bool page_take_zone(page *p, const html_attribute *a, unsigned holds)
{
    if (!p->out.zones || p->within.on || page_is_unread(p) ||
        !zones_page_attribute(p->out.zones, a))
        return holds == PAGE_HOLDS_ZONE;
    watch_zones(p);
    return holds == PAGE_HOLDS_ZONE || !page_is_in_anchor(p, a->tag);
}

static int page_take_attribute(void *user, const html_attribute *a)
{
    page *p = user;
    const page_slot *slot = page_find_name(a->name);

    if (slot->holds >= PAGE_HOLDS_STYLE && page_take_zone(p, a, slot->holds))
        return 0;

    p->tag.described = true;
    if (slot->holds == PAGE_HOLDS_NOTHING && !(p->out.xml && page_is_xml_url(a->name)))
        return 0;
    if (slot->holds == PAGE_HOLDS_NOTHING)
        return page_take_value(p, PAGE_HOLDS_URL, "xlink:href", a);
    return page_take_value(p, slot->holds, page_name_rows[slot->row].name, a);
}

/* Resets the attributes of the tag. */
static void forget_tag(page *p)
{
    p->tag.described = p->tag.refresh = p->tag.animates = p->tag.invisible = p->tag.right_to_left =
        false;
    p->tag.look = (page_look){0};
    p->tag.values_n = p->tag.alt_n = 0;
    p->tag.list_n = 0;
    p->tag.width = p->tag.height = 0;
}

/* ---- Tags that are not part of the page's own text ----
 *
 * Only the links of tags are read: in conditional comments, in pages inside of values, and, after
 * an svg, math, select or frameset, in comments and styles. Only a tree of elements would show
 * whether these are what they seem to be: "<svg><desc><p></p></desc><style><a href=...>".
 */

static int take_inner_start(void *user, const html_name *tag, bool self_closing)
{
    page *p = user;
    int stop = p->tag.list_n > 0 ? page_report_links(p, tag, html_flags(&p->inner->h)) : 0;

    (void)self_closing;
    if (p->tag.described)
        forget_tag(p);
    return stop;
}

static int begin_inner(page *p, uint64_t at, bool conditional)
{
    html_out tokens = {.user = p,
                       .wants = page_wants,
                       .wanted_lengths = page_lengths[p->out.urls_only],
                       .attribute = page_take_attribute,
                       .start = take_inner_start};

    if (page_make_inner(p))
        return TRAWL_ERROR_NO_MEMORY;
    html_begin(&p->inner->h, &tokens);
    p->within.on = true;
    p->within.conditional = conditional;
    p->within.from = at;
    return TRAWL_OK;
}

static int end_inner(page *p)
{
    int stop = html_finish(&p->inner->h);

    p->within.on = p->within.conditional = false;
    p->within.from = 0;
    forget_tag(p);
    return stop;
}

/* Reads the page that a value of the tag holds. The value is longer in the input, so the places of
 * links are too far to the left, but inside it and in order. */
static int read_document(page *p)
{
    int stop = begin_inner(p, p->within.document_from, false);

    if (!stop)
        stop = html_feed(&p->inner->h, p->inner->document, p->within.document_n);
    if (!stop)
        stop = end_inner(p);
    p->within.document_n = 0;
    return stop;
}

/* Reads an attribute of the page itself. */
static int take_own_attribute(void *user, const html_attribute *a)
{
    page *p = user;
    int stop = p->within.on ? end_inner(p) : 0;

    return stop ? stop : page_take_attribute(p, a);
}

/* If a piece of text is raw and not shown, reads the links in it; otherwise ends the raw text
 * before it. Leaves out scripts, also in svg, since scripts often write tags. */
static int page_read_raw(page *p, const char *text, size_t n, uint64_t at)
{
    static const char script[] = "script";

    if (!page_is_unread(p) || !html_is_raw(&p->h) ||
        p->unread == html_id_of(script, sizeof script - 1))
        return p->within.on ? end_inner(p) : 0;
    if (!p->within.on && begin_inner(p, at, true))
        return TRAWL_ERROR_NO_MEMORY;
    return html_feed(&p->inner->h, text, n);
}

/* Ends a comment, or the input inside of a comment. */
static int end_comment(page *p)
{
    p->comment.n = 0;
    p->comment.other = false;
    return p->within.on ? end_inner(p) : 0;
}

/* Reads a piece of a comment, if it is conditional. */
static int take_comment_piece(page *p, const char *bytes, size_t n, uint64_t at)
{
    static const char begin[] = "[if";
    int stop = 0;
    size_t i = 0;

    if (p->tree && p->comment.n == 0) {
        stop = p->within.on ? end_inner(p) : 0; /* raw text before the comment */
        p->comment.n = 1;
        if (!stop)
            stop = begin_inner(p, at, true);
    }
    for (; i < n && !p->within.conditional && !p->comment.other && !stop; i++) {
        p->comment.other = ascii_lower(bytes[i]) != begin[p->comment.n++];
        if (!p->comment.other && begin[p->comment.n] == 0)
            stop = begin_inner(p, at + i + 1, true);
    }
    if (p->within.conditional && i < n && !stop)
        stop = html_feed(&p->inner->h, bytes + i, n - i);
    return stop;
}

static int take_comment(void *user, const char *bytes, size_t n, uint64_t at, bool last)
{
    page *p = user;
    int stop = take_comment_piece(p, bytes, n, at);

    return stop || !last ? stop : end_comment(p);
}

/* ---- The running text ---- */

/* Adds the input up to `to` to the map, as input without text. */
static int page_add_gap(page *p, uint64_t to)
{
    int failed = p->next < to ? srcmap_add(p->map, to - p->next, 0, 1) : TRAWL_OK;

    p->next = p->next < to ? to : p->next;
    return failed;
}

/* Adds one character of n bytes to the map, which stands for the last markup. */
static int page_add_marked(page *p, size_t n)
{
    uint64_t to = p->marked > p->next ? p->marked : p->next, from;
    int failed = to - p->next > UINT16_MAX ? page_add_gap(p, to - UINT16_MAX) : TRAWL_OK;

    from = p->next;
    p->next = to;
    return failed ? failed : srcmap_add(p->map, 1, NARROW8(n), NARROW16(to - from));
}

/* Returns what hides or turns the text that is read. */
static unsigned page_look_here(const page *p)
{
    return html_look(&p->h) & PAGE_LOOK_SHOWN;
}

/* Holds back text of an anchor. Divides it after PAGE_HELD bytes of the anchor's text, so that the
 * result does not depend on the blocks. */
static int hold_back(page *p, const char *text, size_t n)
{
    size_t room = n < PAGE_HELD - p->held_n ? n : PAGE_HELD - p->held_n;
    int stop;

    if (!memory_grow(srcmap_memory(p->map), &p->held.p, &p->held.size, p->held_n + room, 1))
        return TRAWL_ERROR_NO_MEMORY;
    CHECK(p->held_n + room <= PAGE_HELD);
    memcpy(p->held.p + p->held_n, text, room);
    p->held_n += room;
    if (html_link(&p->h) > 0)
        page_visible_add(&p->anchor.visible, page_look_here(p), text, room);
    if (room == n)
        return 0;
    stop = page_release_anchor(p);
    if (!stop)
        stop = p->out.limit(p->out.user, PAGE_LIMIT_ANCHOR, p->anchor.from);
    return stop ? stop : mail_page_put(p, text + room, n - room);
}

/* Passes on text that is in the map, or holds it back inside an anchor. */
static inline int mail_page_show(page *p, const char *text, size_t n)
{
    if (n == 0)
        return 0;
    p->line_open = !(p->inside & PAGE_LOOK_VERBATIM) || text[n - 1] != '\n';
    return p->anchor.open ? hold_back(p, text, n) : mail_page_put(p, text, n);
}

/* Adds the text to the map and shows it. Out of line: half of all text is white space between two
 * tags, which does not get here. */
__attribute__((noinline)) static int add_text(page *p, const char *text, size_t n, uint64_t at)
{
    int stop = page_add_gap(p, at);

    CHECK(n > 0 && p->next == at);
    if (!stop)
        stop = srcmap_add(p->map, n, 1, 1);
    if (!stop && p->out.markup)
        stop = page_markup_text(p);
    p->next = at + n;
    return stop ? stop : mail_page_show(p, text, n);
}

static int page_take_text(void *user, const char *text, size_t n, uint64_t at)
{
    static const char style[] = "style";
    page *p = user;
    int stop = p->tree ? page_read_raw(p, text, n, at) : 0;

    if (page_is_unread(p) && !stop && !p->out.urls_only &&
        p->unread == html_id_of(style, sizeof style - 1))
        return page_sheet_add(p, text, n);
    if (page_is_unread(p) || stop)
        return stop;
    if (!p->line_open &&
        !(p->inside & PAGE_LOOK_VERBATIM)) /* white space at the start of a line is not shown */
        for (; n > 0 && html_is_blank(*text); text++, n--)
            at++;
    return n > 0 ? add_text(p, text, n, at) : 0;
}

/* Shows the text of a reference. In the map, each of its bytes belongs to the whole reference. */
static int take_reference(void *user, const char *text, size_t n, uint64_t from, uint64_t to)
{
    page *p = user;
    int stop = p->tree ? page_read_raw(p, text, n, from) : 0;

    if (page_is_unread(p) || stop)
        return stop;
    CHECK(n > 0 && from < to && from >= p->next);
    stop = page_add_gap(p, from);
    if (!stop)
        stop = srcmap_add(p->map, 1, NARROW8(n), to - from);
    if (!stop && p->out.markup)
        stop = page_markup_text(p);
    p->next = to;
    return stop ? stop : mail_page_show(p, text, n);
}

/* Ends the line at a tag. In the map, the line end belongs to the tag. */
__attribute__((noinline)) static int end_open_line(page *p)
{
    int stop = page_add_marked(p, 1);

    if (p->anchor.open) {
        page_visible_mark(&p->anchor.visible, PAGE_MARK_BREAK);
        page_visible_add(&p->anchor.visible, p->anchor.visible.look, "\n", 1);
    }
    if (!stop)
        stop = mail_page_show(p, "\n", 1);
    p->line_open = false;
    p->markup.line = true;
    return stop;
}

/* Ends the line at a tag, unless the line is empty. */
static inline int page_end_line(page *p)
{
    return p->line_open ? end_open_line(p) : 0;
}

/* Shows the text of a picture, unless the picture is invisible: as running text if that is wanted,
 * and in the visible text of an anchor. Its place in the source is the tag. */
static int show_alt(page *p)
{
    int stop;

    CHECK(p->tag.alt_n > 0);
    if (page_is_pixel(p) || html_is_hidden_input(&p->h))
        return 0;
    if (p->anchor.open)
        page_visible_picture(&p->anchor.visible, page_look_here(p), p->alt + 1, p->tag.alt_n - 1);
    if (!p->out.alts)
        return 0;
    CHECK(p->tag.alt_n < PAGE_ALT);
    p->alt[p->tag.alt_n++] = ']';
    stop = page_add_marked(p, p->tag.alt_n);
    if (!stop && p->out.markup)
        stop = page_markup_text(p);
    p->anchor.visible.paused = true;
    if (!stop)
        stop = mail_page_show(p, p->alt, p->tag.alt_n);
    p->anchor.visible.paused = false;
    return stop;
}

/* ---- Tags ---- */

/* Takes what the name of an element in an anchor says about its text. <rt> and <rp> are not in the
 * line of the text. */
static void look_at_name(page *p, const html_name *tag)
{
    if (ascii_is_word_of("rt rp", tag->p, tag->n))
        p->tag.look.sets |= PAGE_LOOK_GONE;
    page_sheet_look(p, tag->p, tag->n, true);
    p->tag.described = true;
}

/* Sets what the element of the start tag does to its text. */
static void set_look(page *p, uint32_t what, bool self_closing)
{
    page_look look = p->tag.look;

    if (what & TREE_IS_TURN && p->tag.right_to_left)
        look.sets |= PAGE_LOOK_TURNED;
    if (what & TREE_IS_UNSCRIPTED)
        look.sets |= PAGE_LOOK_UNSCRIPTED;
    if (what & TREE_IS_VERBATIM)
        look.sets |= PAGE_LOOK_VERBATIM;
    if (what & TREE_IS_UNSHOWN && !self_closing) {
        look.sets |= PAGE_LOOK_UNREAD;
        p->unread = html_id(&p->h);
    }
    look.clears &= ~(unsigned)PAGE_LOOK_GONE;
    if (look.sets | look.clears)
        html_set_look(&p->h, (tree_look){.sets = look.sets, .clears = look.clears});
}

/* Takes a tag that may show who wrote the text that follows, or where such text ends. Ends no link,
 * so that links do not depend on whether zones are wanted. Text of an anchor is held back, so the
 * zone changes only at the end of the anchor. */
static int take_zone(page *p, const html_name *tag, bool closing)
{
    zones *z = p->out.zones;
    const zones_element *open = z->page.open;
    const bool begins = !closing && zones_page_begins(z, tag);
    unsigned left = z->page.depth;
    int stop = 0;

    while (left > 0 && !html_is_open(&p->h, open[left - 1].serial, open[left - 1].depth))
        left--;
    if ((begins || left < z->page.depth) && !p->anchor.open)
        stop = page_put_all(p);
    if (stop)
        return stop;
    if (left < z->page.depth)
        zones_page_close(z, left);
    if (begins)
        zones_page_open(z, tag, html_made(&p->h), html_depth(&p->h));
    if (z->page.pending && !p->anchor.open)
        stop = zones_page_turn(z);
    watch_zones(p);
    return stop;
}

/* Handles a start tag that has one of the properties in `what`, or attributes that are needed. Out
 * of line: most tags are simple. */
__attribute__((noinline)) static int begin_element(page *p, const html_name *tag, uint32_t what,
                                                   bool self_closing)
{
    int stop = p->within.on ? end_inner(p) : 0;

    if (!stop)
        stop = page_check_anchor(p);
    if (page_is_unread(p))
        page_look_around(p);
    if (page_is_unread(p)) {
        p->within.on = p->within.conditional = true;
        if (!stop && p->tag.list_n > 0)
            stop = page_report_links(p, tag, what);
        p->within.on = p->within.conditional = false;
        if (p->tag.described)
            forget_tag(p);
        return stop;
    }
    if (p->anchor.open || what & TREE_IS_ANCHOR)
        look_at_name(p, tag);
    set_look(p, what, self_closing);
    if (!stop && what & TREE_IS_BLOCK)
        stop = page_end_line(p);
    if (!stop && (p->tag.list_n > 0 || what & TREE_IS_ANCHOR))
        stop = page_report_links(p, tag, what);
    if (!stop && p->tag.alt_n > 0 && (p->anchor.open || !html_is_input(&p->h)))
        stop = show_alt(p);
    if (p->tag.described)
        forget_tag(p);
    if (!stop && p->within.document_n > 0)
        stop = read_document(p);
    p->tree = p->tree || what & TREE_IS_ODD;
    page_look_around(p);
    return stop || !p->out.zones ? stop : take_zone(p, tag, false);
}

static int page_take_start(void *user, const html_name *tag, bool self_closing)
{
    page *p = user;
    uint32_t what = html_flags(&p->h);

    if (p->out.markup && !page_is_unread(p))
        page_markup_open(p, tag, what & TREE_IS_BLOCK);
    if (p->tag.described || (what & PAGE_SPECIAL) || p->inside || p->within.on || p->anchor.open ||
        p->zoned || (p->out.zones && zones_page_begins(p->out.zones, tag)))
        return begin_element(p, tag, what, self_closing);
    return what & TREE_IS_BLOCK ? page_end_line(p) : 0;
}

static int page_take_end(void *user, const html_name *tag)
{
    page *p = user;
    uint32_t what = html_flags(&p->h);
    bool unread;
    int stop = p->within.on ? end_inner(p) : 0;

    if (!stop)
        stop = page_check_anchor(p);
    unread = page_is_unread(p);
    if (p->inside)
        page_look_around(p);
    if (unread && !page_is_unread(p))
        page_sheet_end(p);
    if (stop || unread)
        return stop;
    stop = what & TREE_IS_BLOCK ? page_end_line(p) : 0;
    return stop || !p->zoned ? stop : take_zone(p, tag, true);
}

static int page_take_markup(void *user, uint64_t from, uint64_t to)
{
    page *p = user;

    (void)from;
    p->marked = to;
    return 0;
}

/* ---- Feeding ---- */

void page_open(page *p)
{
    memset(p, 0, offsetof(page, h));
}

int page_make_inner(page *p)
{
    if (!p->inner)
        p->inner = memory_get(srcmap_memory(p->map), sizeof *p->inner);
    return p->inner ? TRAWL_OK : TRAWL_ERROR_NO_MEMORY;
}

int page_reserve_values(page *p, size_t n)
{
    return memory_grow(srcmap_memory(p->map), &p->values.p, &p->values.size, n, 1)
               ? TRAWL_OK
               : TRAWL_ERROR_NO_MEMORY;
}

void page_begin(page *p, const page_out *out, srcmap *map)
{
    html_out tokens = {.user = p,
                       .text = page_take_text,
                       .reference = take_reference,
                       .wants = page_wants,
                       .wanted_lengths = out->xml ? NULL : page_lengths[out->urls_only],
                       .attribute = take_own_attribute,
                       .start = page_take_start,
                       .end = page_take_end,
                       .comment = take_comment,
                       .markup = srcmap_is_off(map) ? NULL : page_take_markup};

    memset(p, 0, offsetof(page, inner));
    p->out = *out;
    p->map = map;
    page_markup_begin(&p->markup);
    if (p->sheet)
        p->sheet->n = p->sheet->text_n = 0;
    p->anchor.open = false;
    p->anchor.kept_n = 0;
    page_visible_begin(&p->anchor.visible);
    html_begin(&p->h, &tokens);
}

int page_feed(page *p, const char *bytes, size_t n)
{
    int stop = p->out.xml ? page_find_declaration(p, bytes, n) : 0;

    return stop ? stop : html_feed(&p->h, bytes, n);
}

int page_finish(page *p)
{
    int stop = html_finish(&p->h);

    if (!stop)
        stop = end_comment(p);
    if (!stop)
        stop = page_end_anchor(p);
    if (!stop && html_is_deep(&p->h))
        stop = p->out.limit(p->out.user, PAGE_LIMIT_TREE, html_next(&p->h));
    return stop ? stop : page_flush(p);
}

void page_close(page *p)
{
    const memory *m = srcmap_memory(p->map);

    memory_free(m, p->inner);
    memory_free(m, p->values.p);
    memory_free(m, p->held.p);
    page_sheet_close(p);
    page_open(p);
}
