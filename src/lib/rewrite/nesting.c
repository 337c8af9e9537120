/* nesting.c - where text may be linked: which elements are open
 *
 * Not a tree: only what decides about links. An <a> is open until its end tag, as formatting
 * elements are (HTML standard, 13.2.4.3): the end of a block does not end it, that of a table cell,
 * of a caption or of an object does. So there is a stack of these, the levels. Where parsers
 * differ, or a tree would be needed, c->lost is set, and nothing is linked any more.
 */
#include "rewrite/rewrite.h"

#include "base/ascii.h"

/* ---- Elements ---- */

typedef struct nesting_element {
    char name[16];
    unsigned traits; /* enum rewrite_trait */
} nesting_element;

/* Sorted by the first letter. Elements that are not here are neither blocks nor in links. */
static const nesting_element elements[] = {
    {"a", REWRITE_ANCHOR},
    {"abbr", REWRITE_INSIDE},
    {"acronym", REWRITE_INSIDE},
    {"address", REWRITE_BLOCK},
    {"annotation-xml", REWRITE_HOLDER},
    {"applet", REWRITE_MARKER},
    {"area", REWRITE_EMPTY},
    {"article", REWRITE_BLOCK},
    {"aside", REWRITE_BLOCK},
    {"b", REWRITE_INSIDE},
    {"base", REWRITE_EMPTY},
    {"basefont", REWRITE_EMPTY},
    {"bdi", REWRITE_INSIDE},
    {"bgsound", REWRITE_EMPTY},
    {"big", REWRITE_INSIDE},
    {"blockquote", REWRITE_BLOCK},
    {"body", REWRITE_BLOCK},
    {"br", REWRITE_BLOCK | REWRITE_EMPTY | REWRITE_INSIDE},
    {"button", REWRITE_BARRED},
    {"caption", REWRITE_BLOCK | REWRITE_CELL},
    {"center", REWRITE_BLOCK},
    {"cite", REWRITE_INSIDE},
    {"code", REWRITE_INSIDE},
    {"col", REWRITE_ROW | REWRITE_EMPTY},
    {"colgroup", REWRITE_ROW},
    {"data", REWRITE_INSIDE},
    {"dd", REWRITE_BLOCK},
    {"del", REWRITE_INSIDE},
    {"desc", REWRITE_HOLDER},
    {"details", REWRITE_BLOCK},
    {"dfn", REWRITE_INSIDE},
    {"dialog", REWRITE_BLOCK},
    {"dir", REWRITE_BLOCK},
    {"div", REWRITE_BLOCK},
    {"dl", REWRITE_BLOCK},
    {"dt", REWRITE_BLOCK},
    {"em", REWRITE_INSIDE},
    {"embed", REWRITE_EMPTY | REWRITE_PICTURE},
    {"fieldset", REWRITE_BLOCK},
    {"figcaption", REWRITE_BLOCK},
    {"figure", REWRITE_BLOCK},
    {"font", REWRITE_INSIDE | REWRITE_FONT},
    {"footer", REWRITE_BLOCK},
    {"foreignobject", REWRITE_HOLDER},
    {"form", REWRITE_BLOCK},
    {"frame", REWRITE_EMPTY},
    {"frameset", REWRITE_BLOCK | REWRITE_FRAMES},
    {"h1", REWRITE_BLOCK},
    {"h2", REWRITE_BLOCK},
    {"h3", REWRITE_BLOCK},
    {"h4", REWRITE_BLOCK},
    {"h5", REWRITE_BLOCK},
    {"h6", REWRITE_BLOCK},
    {"head", REWRITE_BLOCK},
    {"header", REWRITE_BLOCK},
    {"hgroup", REWRITE_BLOCK},
    {"hr", REWRITE_BLOCK | REWRITE_EMPTY | REWRITE_CHOICE},
    {"html", REWRITE_BLOCK},
    {"i", REWRITE_INSIDE},
    {"image", REWRITE_EMPTY | REWRITE_PICTURE},
    {"img", REWRITE_EMPTY | REWRITE_PICTURE},
    {"input", REWRITE_EMPTY},
    {"ins", REWRITE_INSIDE},
    {"kbd", REWRITE_INSIDE},
    {"keygen", REWRITE_EMPTY},
    {"legend", REWRITE_BLOCK},
    {"li", REWRITE_BLOCK},
    {"link", REWRITE_EMPTY},
    {"listing", REWRITE_BLOCK | REWRITE_VERBATIM},
    {"main", REWRITE_BLOCK},
    {"mark", REWRITE_INSIDE},
    {"marquee", REWRITE_MARKER},
    {"math", REWRITE_FOREIGN},
    {"menu", REWRITE_BLOCK},
    {"meta", REWRITE_EMPTY},
    {"mi", REWRITE_HOLDER},
    {"mn", REWRITE_HOLDER},
    {"mo", REWRITE_HOLDER},
    {"ms", REWRITE_HOLDER},
    {"mtext", REWRITE_HOLDER},
    {"nav", REWRITE_BLOCK},
    {"noscript", REWRITE_HIDDEN},
    {"object", REWRITE_MARKER},
    {"ol", REWRITE_BLOCK},
    {"optgroup", REWRITE_BARRED | REWRITE_CHOICE},
    {"option", REWRITE_BLOCK | REWRITE_BARRED | REWRITE_CHOICE},
    {"p", REWRITE_BLOCK},
    {"param", REWRITE_EMPTY},
    {"pre", REWRITE_BLOCK | REWRITE_VERBATIM},
    {"q", REWRITE_INSIDE},
    {"s", REWRITE_INSIDE},
    {"samp", REWRITE_INSIDE},
    {"search", REWRITE_BLOCK},
    {"section", REWRITE_BLOCK},
    {"select", REWRITE_HIDDEN},
    {"small", REWRITE_INSIDE},
    {"source", REWRITE_EMPTY},
    {"span", REWRITE_INSIDE},
    {"strike", REWRITE_INSIDE},
    {"strong", REWRITE_INSIDE},
    {"sub", REWRITE_INSIDE},
    {"summary", REWRITE_BLOCK},
    {"sup", REWRITE_INSIDE},
    {"svg", REWRITE_FOREIGN},
    {"table", REWRITE_BLOCK | REWRITE_TABLE},
    {"tbody", REWRITE_BLOCK | REWRITE_ROW},
    {"td", REWRITE_BLOCK | REWRITE_CELL},
    {"template", REWRITE_HIDDEN},
    {"tfoot", REWRITE_BLOCK | REWRITE_ROW},
    {"th", REWRITE_BLOCK | REWRITE_CELL},
    {"thead", REWRITE_BLOCK | REWRITE_ROW},
    {"time", REWRITE_INSIDE},
    {"title", REWRITE_BLOCK | REWRITE_HOLDER},
    {"tr", REWRITE_BLOCK | REWRITE_ROW},
    {"track", REWRITE_EMPTY},
    {"tt", REWRITE_INSIDE},
    {"u", REWRITE_INSIDE},
    {"ul", REWRITE_BLOCK},
    {"var", REWRITE_INSIDE},
    {"wbr", REWRITE_EMPTY | REWRITE_INSIDE},
};

enum { NESTING_ELEMENTS = sizeof elements / sizeof elements[0] };

#define NESTING_UNKNOWN 0x80000000u /* in ids that are hashes */

static rewrite_element nesting_look_up(const char *name, size_t n)
{
    uint32_t low = 0, high = NESTING_ELEMENTS, hash = 2166136261u; /* FNV-1a */

    while (low < high) {
        uint32_t i = low + (high - low) / 2;
        int order = strncmp(elements[i].name, name, n);
        if (order == 0 && elements[i].name[n] == 0)
            return (rewrite_element){i + 1, elements[i].traits};
        if (order < 0)
            low = i + 1;
        else
            high = i;
    }
    for (size_t i = 0; i < n; i++)
        hash = (hash ^ (unsigned char)name[i]) * 16777619u;
    return (rewrite_element){hash | NESTING_UNKNOWN, 0};
}

rewrite_element nesting_find(const rewrite_nesting *c, const char *name, size_t n)
{
    rewrite_element element = nesting_look_up(name, n);

    for (unsigned i = 0; i < c->skip_n; i++)
        if (c->skips[i].id == element.id)
            element.traits |= REWRITE_SKIPPED;
    return element;
}

/* Returns the traits of an id. */
static unsigned nesting_of(uint32_t id)
{
    return id & NESTING_UNKNOWN ? 0 : elements[id - 1].traits;
}

/* ---- Names in which nothing is linked ---- */

static void nesting_add_skip(rewrite_nesting *c, const char *name, size_t n)
{
    static const char optional[] = "button dd dt li optgroup option p rp rt td th tr";
    char lower[HTML_NAME];

    while (n > 0 && ascii_is_blank((unsigned char)*name)) {
        name++;
        n--;
    }
    while (n > 0 && ascii_is_blank((unsigned char)name[n - 1]))
        n--;
    if (n == 0 || n > sizeof lower || c->skip_n == REWRITE_SKIPS)
        return;
    for (size_t i = 0; i < n; i++)
        lower[i] = ascii_lower(name[i]);
    c->skips[c->skip_n].id = nesting_look_up(lower, n).id;
    c->skips[c->skip_n].open = 0;
    c->skips[c->skip_n++].nests = !ascii_is_word_of(optional, lower, n);
}

void nesting_open(rewrite_nesting *c, trawl_str skip)
{
    nesting_add_skip(c, "button", 6);
    nesting_add_skip(c, "option", 6);
    nesting_add_skip(c, "optgroup", 8);
    while (skip.n > 0) {
        const char *comma = memchr(skip.p, ',', skip.n);
        size_t n = comma ? (size_t)(comma - skip.p) : skip.n;
        nesting_add_skip(c, skip.p, n);
        n += comma != NULL;
        skip.p += n;
        skip.n -= n;
    }
}

void nesting_begin(rewrite_nesting *c)
{
    unsigned skip_n = c->skip_n;

    memset(c, 0, offsetof(rewrite_nesting, levels));
    c->skip_n = skip_n;
    c->levels[0] = (rewrite_level){.kind = LEVEL_BODY};
    for (unsigned i = 0; i < skip_n; i++)
        c->skips[i].open = 0;
}

static void nesting_skip_tag(rewrite_nesting *c, uint32_t id, bool closing)
{
    for (unsigned i = 0; i < c->skip_n; i++) {
        if (c->skips[i].id != id)
            continue;
        if (closing && c->skips[i].open > 0) {
            c->skips[i].open--;
            c->barred--;
        } else if (!closing && (c->skips[i].nests || c->skips[i].open == 0)) {
            c->skips[i].open++;
            c->barred++;
        }
        return;
    }
}

void nesting_set_zone(rewrite_nesting *c)
{
    if (nesting_is_hidden(c))
        c->zone = REWRITE_UNSEEN;
    else if ((c->anchors | c->barred) > 0)
        c->zone = REWRITE_SILENT;
    else if (c->lost)
        c->zone = REWRITE_LOST;
    else
        c->zone = c->levels[c->level].kind == LEVEL_TABLE ? REWRITE_BETWEEN : REWRITE_FREE;
}

/* ---- Levels ---- */

static void level_push(rewrite_nesting *c, int kind, uint32_t id)
{
    if (c->level + 1 == REWRITE_LEVELS) {
        c->lost = true;
        return;
    }
    c->levels[++c->level] = (rewrite_level){.kind = (unsigned char)kind, .name = id};
}

/* Ends the innermost level. An <a> that is open between cells goes on after the table. */
static void level_pop(rewrite_nesting *c)
{
    const rewrite_level *top = &c->levels[c->level];
    rewrite_level *below = &c->levels[--c->level];

    if (!top->anchor)
        return;
    if (top->kind == LEVEL_TABLE && !below->anchor) {
        below->anchor = true;
        below->unlinked = top->unlinked;
        below->queued = top->queued;
        below->segment = top->segment;
        return;
    }
    c->anchors--;
    if (top->queued)
        c->ended[c->ended_n++] = top->segment;
}

/* Returns true when there is a table, and sets c->lost if an object is open in it. */
static bool level_in_table(rewrite_nesting *c)
{
    unsigned i = c->level;

    while (i > 0 && c->levels[i].kind == LEVEL_MARKER)
        i--;
    if (c->levels[i].kind != LEVEL_TABLE && c->levels[i].kind != LEVEL_CELL)
        return false;
    c->lost = c->lost || i < c->level;
    return i == c->level;
}

static void level_table_start(rewrite_nesting *c, uint32_t id)
{
    if (c->levels[c->level].kind == LEVEL_TABLE)
        level_pop(c);
    level_push(c, LEVEL_TABLE, id);
}

static void level_table_end(rewrite_nesting *c)
{
    unsigned i = c->level;

    while (i > 0 && c->levels[i].kind != LEVEL_TABLE)
        i--;
    if (i == 0)
        return;
    while (c->level >= i) {
        c->lost = c->lost || c->levels[c->level].kind == LEVEL_MARKER;
        level_pop(c);
    }
}

/* Handles the start tag of a cell or a row. */
static void level_part_start(rewrite_nesting *c, uint32_t id, unsigned traits)
{
    if (!level_in_table(c))
        return;
    if (c->levels[c->level].kind == LEVEL_CELL)
        level_pop(c);
    if (traits & REWRITE_CELL)
        level_push(c, LEVEL_CELL, id);
}

static void level_part_end(rewrite_nesting *c, uint32_t id, unsigned traits)
{
    rewrite_level *top;

    if (!level_in_table(c))
        return;
    top = &c->levels[c->level];
    if (top->kind == LEVEL_CELL && (top->name == id || traits & REWRITE_ROW))
        level_pop(c);
}

/* ---- Anchors ---- */

/* Counts the elements that are open in an <a>: parsers leave the <a> open if there are more than
 * seven of them at its end tag. */
static void anchor_block(rewrite_nesting *c, uint32_t id, bool closing)
{
    unsigned i = c->block_n;

    if (!closing) {
        if (c->block_n == REWRITE_BLOCKS - 1)
            c->deep = true;
        else
            c->blocks[c->block_n++] = id;
        return;
    }
    while (i > 0 && c->blocks[i - 1] != id)
        i--;
    if (i > 0)
        c->block_n = i - 1;
}

static void nesting_anchor_start(rewrite_nesting *c)
{
    rewrite_level *top = &c->levels[c->level];

    if (c->anchors == 0) {
        c->block_n = 0;
        c->deep = false;
    }
    c->anchors += !top->anchor;
    top->anchor = true;
    top->unlinked = top->queued = false;
}

static void nesting_anchor_end(rewrite_nesting *c)
{
    rewrite_level *top = &c->levels[c->level];

    if (!top->anchor)
        return;
    c->lost = c->lost || c->deep;
    top->anchor = false;
    c->anchors--;
}

/* ---- Tags ---- */

bool nesting_start(rewrite_nesting *c, uint32_t id, unsigned traits, bool self_closing)
{
    if (traits & REWRITE_FOREIGN && !self_closing) {
        c->nested[0] = id;
        c->nested_n = 1;
        return true;
    }
    if (traits & REWRITE_HIDDEN) {
        c->hidden = id;
        c->hidden_kind = elements[id - 1].name[0];
        c->hidden_depth = 1;
        c->hidden_anchor = false;
        return true;
    }
    if (traits & REWRITE_ANCHOR)
        nesting_anchor_start(c);
    else if (traits & REWRITE_TABLE)
        level_table_start(c, id);
    else if (traits & (REWRITE_CELL | REWRITE_ROW))
        level_part_start(c, id, traits);
    else if (traits & REWRITE_MARKER && c->levels[c->level].kind == LEVEL_TABLE)
        c->lost = true;
    else if (traits & REWRITE_MARKER)
        level_push(c, LEVEL_MARKER, id);
    c->lost = c->lost || traits & REWRITE_FRAMES;
    if (traits & REWRITE_SKIPPED && !(traits & REWRITE_EMPTY))
        nesting_skip_tag(c, id, false);
    if (c->anchors > 0 && traits & (REWRITE_BLOCK | REWRITE_BARRED) && !(traits & REWRITE_EMPTY))
        anchor_block(c, id, false);
    if (traits & REWRITE_VERBATIM)
        c->verbatim = true;
    return false;
}

void nesting_end(rewrite_nesting *c, uint32_t id, unsigned traits)
{
    if (traits & REWRITE_ANCHOR)
        nesting_anchor_end(c);
    else if (traits & REWRITE_TABLE)
        level_table_end(c);
    else if (traits & (REWRITE_CELL | REWRITE_ROW))
        level_part_end(c, id, traits);
    else if (traits & REWRITE_MARKER && c->levels[c->level].kind == LEVEL_MARKER &&
             c->levels[c->level].name == id)
        level_pop(c);
    if (traits & REWRITE_SKIPPED)
        nesting_skip_tag(c, id, true);
    if (c->anchors > 0 && traits & (REWRITE_BLOCK | REWRITE_BARRED))
        anchor_block(c, id, true);
    if (traits & REWRITE_VERBATIM)
        c->verbatim = false;
}

/* ---- Elements that are not looked at ---- */

/* Handles a tag in svg or math. The contents of elements that hold HTML are followed only if they
 * are text. */
static void foreign_inside(rewrite_nesting *c, uint32_t id, unsigned traits, bool closing,
                           bool self_closing)
{
    if (closing) {
        if (c->nested[c->nested_n - 1] == id)
            c->nested_n--;
        else
            c->lost = true;
        return;
    }
    c->lost =
        c->lost || nesting_of(c->nested[c->nested_n - 1]) & REWRITE_HOLDER || traits & REWRITE_FONT;
    if (self_closing)
        return;
    if (c->nested_n == REWRITE_NESTED)
        c->lost = true;
    else
        c->nested[c->nested_n++] = id;
}

/* Handles a tag in select, template or noscript. */
static void hidden_inside(rewrite_nesting *c, uint32_t id, unsigned traits, bool closing)
{
    if (id == c->hidden) {
        if (closing)
            c->hidden_depth--;
        else if (c->hidden_kind == 't')
            c->hidden_depth++;
        else
            c->lost = true;
        c->lost = c->lost || (c->hidden_depth == 0 && c->hidden_anchor);
        c->hidden = c->hidden_depth == 0 ? 0 : c->hidden;
        return;
    }
    if (c->hidden_kind == 's' && !(traits & REWRITE_CHOICE))
        c->lost = true;
    if (c->hidden_kind == 'n' && traits & REWRITE_ANCHOR)
        c->hidden_anchor = !closing;
    if (!closing && traits & REWRITE_HIDDEN)
        c->lost = true;
}

void nesting_hidden(rewrite_nesting *c, uint32_t id, unsigned traits, bool closing,
                    bool self_closing)
{
    if (c->nested_n > 0) {
        foreign_inside(c, id, traits, closing, self_closing);
    } else if (traits & REWRITE_FOREIGN && !closing) {
        if (!self_closing) {
            c->nested[0] = id;
            c->nested_n = 1;
        }
        c->lost = c->lost || c->hidden_kind != 't';
    } else {
        hidden_inside(c, id, traits, closing);
    }
}
