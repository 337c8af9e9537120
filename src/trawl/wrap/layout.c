/* layout.c - folds the lines of a unit
 *
 * A line that is too long is broken at blanks. Its rest goes to the front of the next line if the
 * paragraph shows that a program broke the lines there, and into a line of its own if not. So lines
 * that fit stay as they are, and folding a folded text changes nothing.
 *
 * A line is never broken inside a link. The exceptions are links that are longer than a line: links
 * in angle brackets and, with DelSp, all URLs. Nor is it broken where its rest would look like a
 * list, a quote or code.
 */
#include "base/prefix.h"
#include "trawl/wrap/inside.h"

/* The columns of the longest line in a paragraph whose lines a program broke. */
#define EDGE_LEAST 50
#define EDGE_MOST 132
#define EDGE_SLACK 10 /* another long line may have this many columns less */

#define PIECES_MOST 60 /* a wrapper has 64 lines at most (R31) */
#define PIECE_LEAST 6  /* "ab>" at the start of a line looks like a quote */

struct layout {
    const fold_config *c;
    const struct unit *u;
    struct laid *to;
    unsigned limit;  /* columns of a line that is broken, without the spaces of format=flowed */
    size_t link;     /* the first link that ends beyond the place reached */
    unsigned column; /* of the line that is being written */
    bool fresh;      /* that line has nothing but its prefix */
    bool broken;     /* a line break was inserted since this was cleared */
    trawl_str prefix, eol;
    int error;
};

static bool layout_flowed(const struct layout *l)
{
    return l->c->form != FOLD_FIXED;
}

/* ---- Output ---- */

/* Copies bytes of the unit, and records where they come from. */
static void layout_copy(struct layout *l, size_t from, size_t to)
{
    struct laid *o = l->to;
    size_t shift = o->run_n > 0 ? o->out.n - o->run[o->run_n - 1].to : 0;

    if (from >= to || l->error)
        return;
    if (o->run_n == 0 || o->run[o->run_n - 1].from + shift != from) {
        if (!memory_grow(&memory_default, &o->run, &o->run_room, o->run_n + 1, sizeof *o->run)) {
            l->error = TRAWL_ERROR_NO_MEMORY;
            return;
        }
        o->run[o->run_n++] = (struct laid_run){o->out.n, from};
    }
    l->error = bytes_add(&o->out, l->u->p + from, to - from);
}

static void layout_insert(struct layout *l, trawl_str text)
{
    if (!l->error)
        l->error = bytes_add(&l->to->out, text.p, text.n);
}

static void insert_spaces(struct layout *l, size_t n)
{
    while (n-- > 0)
        layout_insert(l, (trawl_str){" ", 1});
}

/* Breaks the line before the byte `next` of the unit, which follows `blanks`. */
static void new_line(struct layout *l, trawl_str blanks, size_t next)
{
    if (layout_flowed(l))
        layout_insert(l, blanks);
    if (l->c->form == FOLD_DELSP)
        insert_spaces(l, 1);
    layout_insert(l, l->eol);
    l->to->line_out = l->to->out.n;
    l->to->line_from = next;
    l->to->prefix = layout_flowed(l) ? 0 : l->prefix.n;
    layout_insert(l, (trawl_str){l->prefix.p, l->to->prefix});
    l->column = layout_flowed(l) ? 0 : columns_after(l->prefix.p, l->prefix.n, 0);
    l->fresh = l->broken = true;
}

/* ---- Places for a break ---- */

/* Returns the link that the byte `at` is in or before, or NULL. */
static const struct found *link_at(struct layout *l, size_t at)
{
    while (l->link < l->u->link_n && l->u->links->p[l->link].to <= at)
        l->link++;
    return l->link < l->u->link_n ? &l->u->links->p[l->link] : NULL;
}

static bool layout_is_forbidden(const struct layout *l, size_t at)
{
    for (unsigned i = 0; i < l->u->zone_n; i++)
        if (at >= l->u->zone[i].from && at < l->u->zone[i].to)
            return true;
    return false;
}

/* Returns true when a bare URL ends at `at` or up to two bytes before, and the text at `next` could
 * be taken for its rest. */
static bool splits_url(const struct layout *l, size_t at, size_t next, size_t to)
{
    const struct found *found = l->link > 0 ? &l->u->links->p[l->link - 1] : NULL;

    return found && links_is_bare(found) && found->end <= at && at - found->end <= 2 &&
           ((found->flags & TRAWL_FLAG_LINE_END) ||
            links_may_go_on(l->u->p[at - 1], l->u->p + next, to - next));
}

/* Returns true when a line break may replace the blanks [at, next) of a line that ends at `to`. */
static bool may_break(const struct layout *l, size_t at, size_t next, size_t to)
{
    const char *p = l->u->p;

    if (l->c->form == FOLD_FLOWED && (at == next || p[next - 1] != ' '))
        return false;
    if (l->c->form == FOLD_DELSP && at < next && p[next - 1] != ' ')
        return false;
    return !layout_is_forbidden(l, at) && line_may_begin(p + next, to - next) &&
           !splits_url(l, at, next, to);
}

struct layout_gap {
    size_t from, to;
};

/* Returns true for the punctuation of Chinese and Japanese. */
static bool layout_is_wide_mark(uint32_t c)
{
    return (c >= 0x3000 && c <= 0x3020) || (c >= 0xFF01 && c <= 0xFF0F) ||
           (c >= 0xFF1A && c <= 0xFF20) || (c >= 0xFF3B && c <= 0xFF40) ||
           (c >= 0xFF5B && c <= 0xFF65);
}

/* Returns the first gap after `at` where the line, which ends at `to`, may be broken. If there is
 * none, returns an empty gap at `to`. */
static struct layout_gap next_gap(struct layout *l, size_t at, size_t to)
{
    const char *p = l->u->p;
    uint32_t before = ' ', here;
    bool glued = false; /* to a URL, which some programs continue with Chinese */

    for (size_t i = at, k; i < to; i = k) {
        const struct found *link = link_at(l, i);
        bool inside = link && link->from <= i;

        if (ascii_is_blank(p[i]) && !inside) {
            for (k = i + 1; k < to && ascii_is_blank(p[k]); k++)
                ;
            if (i > at && may_break(l, i, k, to))
                return (struct layout_gap){i, k};
            before = ' ';
            glued = false;
            continue;
        }
        k = i + character(p + i, to - i, &here);
        here = inside ? 'a' : here;
        if (i > at && !glued && columns_may_part(before, here) && (!inside || link->from == i) &&
            may_break(l, i, i, to))
            return (struct layout_gap){i, i};
        before = here;
        glued = inside || (glued && !layout_is_wide_mark(here));
        if (inside)
            k = link->to < to ? link->to : to;
    }
    return (struct layout_gap){to, to};
}

/* ---- A URL that is longer than a line ---- */

/* Returns true when a URL may be broken before the byte `at`: after "/", "?" or "&", but not "//",
 * and before a letter or digit that begins neither another URL nor a reference such as "amp;". */
static bool layout_is_safe(const char *p, size_t at, size_t end)
{
    static const char *const no_starts[] = {"http", "amp;", "quot;", NULL};

    if (!strchr("/?&", p[at - 1]) || !p[at - 1] || p[at - 2] == '/' ||
        !ascii_is_alnum((unsigned char)p[at]))
        return false;
    for (size_t i = 0; no_starts[i]; i++)
        if (ascii_begins(p + at, end - at, no_starts[i]))
            return false;
    for (size_t i = 0; i < PREFIX_COUNT; i++)
        if (ascii_begins(p + at, end - at, prefix_rows[i].name))
            return false;
    return true;
}

/* Returns where the path of a URL begins, or `end`. */
static size_t layout_path_of(const char *p, size_t from, size_t end)
{
    for (size_t i = from; i + 3 < end; i++)
        if (memcmp(p + i, "://", 3) == 0) {
            const char *slash = memchr(p + i + 3, '/', end - i - 3);
            return slash ? (size_t)(slash - p) : end;
        }
    return end;
}

/* Finds where to break [from, to), whose URL is `k`, so that all pieces fit into lines. Returns how
 * many breaks there are, 0 if they do not fit. */
static unsigned layout_find_pieces(const struct layout *l, const struct found *found, size_t from,
                                   size_t to, size_t cut[PIECES_MOST])
{
    const char *p = l->u->p;
    unsigned column = l->column, at_last = 0, n = 0;
    size_t last = 0, path = layout_path_of(p, found->begin, found->end);

    for (size_t i = from, next; i < to; i = next) {
        uint32_t code;

        next = i + character(p + i, to - i, &code);
        if (i > path && i + PIECE_LEAST <= found->end && layout_is_safe(p, i, found->end)) {
            last = i;
            at_last = column;
        }
        column += columns_after(p + i, next - i, 0);
        if (column <= l->limit)
            continue;
        if (last == 0 || n == PIECES_MOST)
            return 0;
        cut[n++] = last;
        column -= at_last;
        column += layout_flowed(l) ? 0 : columns_after(l->prefix.p, l->prefix.n, 0);
        last = 0;
        if (column > l->limit)
            return 0;
    }
    return n;
}

/* Writes [from, to), which is longer than a line, in pieces if it has a URL that may be broken.
 * Returns false if not. */
static bool layout_put_pieces(struct layout *l, size_t from, size_t to)
{
    const struct links *links = l->u->links;
    size_t cut[PIECES_MOST], i = l->link;
    unsigned n;

    while (i > 0 && links->p[i - 1].from >= from)
        i--;
    while (i < l->u->link_n && links->p[i].from < from)
        i++;
    if (l->c->whole || i == l->u->link_n || links->p[i].to > to ||
        columns_after(l->u->p + links->p[i].begin, links->p[i].end - links->p[i].begin, 0) <=
            l->c->width ||
        links->p[i].pieces > 1 || layout_is_forbidden(l, links->p[i].begin) ||
        memchr(l->u->p + links->p[i].from, ' ', links->p[i].to - links->p[i].from))
        return false;
    if (links->p[i].kind != TRAWL_KIND_WRAP && links->p[i].kind != TRAWL_KIND_ANGLE &&
        !(l->c->form == FOLD_DELSP && links_is_bare(&links->p[i])))
        return false;
    if (l->c->form != FOLD_DELSP &&
        l->column + columns_after(l->u->p + from, to - from, 0) <= l->c->most)
        return false;
    n = layout_find_pieces(l, &links->p[i], from, to, cut);
    for (unsigned k = 0; k < n; k++) {
        layout_copy(l, from, cut[k]);
        from = cut[k];
        new_line(l, (trawl_str){" ", l->c->form == FOLD_FLOWED}, from);
    }
    if (n > 0) {
        layout_copy(l, from, to);
        l->column = columns_after(l->u->p + from, to - from, l->column);
        l->fresh = false;
    }
    return n > 0;
}

/* ---- Lines ---- */

/* Writes [from, to), which must stay together, after blanks or in a new line. */
static void layout_put_word(struct layout *l, trawl_str blanks, size_t from, size_t to)
{
    unsigned gap = columns_after(blanks.p, blanks.n, l->column);

    if (!l->fresh && columns_after(l->u->p + from, to - from, gap) > l->limit) {
        new_line(l, blanks, from);
    } else {
        layout_insert(l, blanks);
        l->column = gap;
    }
    if (l->fresh && columns_after(l->u->p + from, to - from, l->column) > l->limit &&
        layout_put_pieces(l, from, to))
        return;
    layout_copy(l, from, to);
    l->column = columns_after(l->u->p + from, to - from, l->column);
    l->fresh = false;
}

/* Writes the text of a line, the first word after `blanks`. */
static void layout_put_text(struct layout *l, const struct line *line, trawl_str blanks)
{
    for (size_t at = line->text; at < line->last;) {
        struct layout_gap g = next_gap(l, at, line->last);

        layout_put_word(l, blanks, at, g.from);
        blanks = (trawl_str){l->u->p + g.from, g.to - g.from};
        at = g.to;
    }
}

static void layout_begin_line(struct layout *l, const struct line *line)
{
    const char *p = l->u->p + line->from;
    size_t n = line->last - line->from;

    l->to->line_out = l->to->out.n;
    l->to->line_from = line->from;
    l->to->prefix = 0;
    if (line->from == 0 && l->u->start != UNIT_LINE)
        return;
    if (layout_flowed(l) && !l->c->unstuffed && n > 0 &&
        (p[0] == ' ' || (n >= 5 && memcmp(p, "From ", 5) == 0)))
        insert_spaces(l, 1);
}

/* Returns true for a line that holds only the beginning of a URL and has no room for the next part
 * of it. Such a URL was broken here: folding a folded text again must not change it. */
static bool is_url_part(const struct layout *l, const struct line *line)
{
    const char *p = l->u->p;
    size_t n = line->last - line->from, i = line[1].text;

    if (n < 8 || !strchr("/?&", p[line->last - 1]) || memchr(p + line->from, ' ', n) ||
        layout_path_of(p, line->from, line->last) == line->last)
        return false;
    while (i < line[1].last && !ascii_is_blank(p[i]) && !strchr("/?&", p[i]))
        i++;
    return columns_after(p + line[1].text, i + 1 - line[1].text, line->columns) > l->limit;
}

/* Returns true when a line and the next line are joined without a space between. */
static bool is_unspaced(const struct layout *l, const struct line *line)
{
    const char *p = l->u->p;
    uint32_t left = 0, right = 0;

    if (l->c->form == FOLD_FLOWED)
        return false;
    for (size_t i = line->text; i < line->last;)
        i += character(p + i, line->last - i, &left);
    (void)character(p + line[1].text, line[1].last - line[1].text, &right);
    return columns_may_part(left, right) || (l->c->form == FOLD_DELSP && is_url_part(l, line));
}

/* Ends a line where the unit ends a line. `soft`: format=flowed joins the next line to it. */
static void layout_end_line(struct layout *l, const struct line *line, bool soft)
{
    size_t blanks = line->to - line->last;

    if (!layout_flowed(l) && !l->broken) {
        layout_copy(l, line->last, line->to);
    } else if (layout_flowed(l) && soft) {
        layout_copy(l, line->last, line->to);
        if (blanks == 0)
            insert_spaces(l, 1);
        if (l->c->form == FOLD_DELSP && blanks < 2 && !is_unspaced(l, line))
            insert_spaces(l, 1);
    }
    layout_copy(l, line->to, line->end);
}

/* Copies a line. With DelSp, spaces at the end of a quoted line would glue it to the next line. */
static void layout_put_line(struct layout *l, const struct line *line, bool soft)
{
    const char *p = l->u->p + line->from;
    bool quote = line->kind == LINE_QUOTED && *p == '>' && l->c->form == FOLD_FLOWED;
    bool as_is =
        !layout_flowed(l) || quote || (line->to - line->from == 3 && memcmp(p, "-- ", 3) == 0);

    l->broken = false;
    layout_begin_line(l, line);
    layout_copy(l, line->from, as_is ? line->end : line->last);
    if (!as_is)
        layout_end_line(l, line, soft);
}

/* ---- Paragraphs ---- */

/* Lines of text that belong together: [first, end). */
struct layout_paragraph {
    size_t first, end;
    unsigned edge; /* the columns of its longest line */
    bool shown;    /* another line is nearly as long */
};

/* Returns true when line i belongs to the paragraph of the line above it. */
static bool layout_continues(const struct unit *u, size_t first, size_t i)
{
    const struct line *a = &u->line[i - 1], *b = &u->line[i];

    if (b->kind != LINE_TEXT || b->item)
        return false;
    return i == first + 1 ? b->indent <= a->indent : b->indent == a->indent;
}

static struct layout_paragraph find_paragraph(const struct unit *u, size_t first)
{
    struct layout_paragraph g = {.first = first, .end = first + 1, .edge = u->line[first].columns};
    unsigned second = 0;

    for (; g.end < u->line_n && layout_continues(u, first, g.end); g.end++) {
        unsigned columns = u->line[g.end].columns;

        second = columns > g.edge ? g.edge : columns > second ? columns : second;
        g.edge = columns > g.edge ? columns : g.edge;
    }
    g.shown = second + EDGE_SLACK >= g.edge;
    return g;
}

static bool layout_is_in_link(struct layout *l, size_t at)
{
    const struct found *found = link_at(l, at);

    return found && found->from <= at;
}

/* Returns true when the line ends in a space, with which format=flowed joins the next line. */
static bool is_spaced(const struct layout *l, const struct line *line)
{
    return layout_flowed(l) && line->to > line->last && l->u->p[line->to - 1] == ' ';
}

/* Returns true when the line break after line i was made by a program, and may be moved. */
static bool is_movable(struct layout *l, const struct layout_paragraph *g, size_t i)
{
    const struct line *a = &l->u->line[i], *b = a + 1;
    const char *p = l->u->p;
    size_t word = b->text;

    if (i + 1 >= g->end || layout_is_in_link(l, a->last) || layout_is_forbidden(l, a->last) ||
        layout_is_forbidden(l, a->to) || splits_url(l, a->last, b->text, b->last))
        return false;
    if (is_spaced(l, a))
        return true;
    while (word < b->last && !ascii_is_blank(p[word]))
        word++;
    return g->edge >= EDGE_LEAST && g->edge <= EDGE_MOST &&
           columns_after(p + b->text, word - b->text, a->columns + 1) > g->edge &&
           (g->shown || (!strchr(".!?:", p[a->last - 1])));
}

/* Returns true when format=flowed may join line i and the next line. */
static bool is_soft(struct layout *l, const struct layout_paragraph *g, size_t i)
{
    return layout_flowed(l) && i + 1 < g->end && l->u->line[i + 1].text == l->u->line[i + 1].from &&
           (is_spaced(l, &l->u->line[i]) || is_movable(l, g, i));
}

/* Sets the prefix of new lines: the indent of the paragraph's second line, if it has one; else the
 * indent of its first line, or blanks below the text of an item. */
static void set_prefix(struct layout *l, const struct layout_paragraph *g)
{
    static const char spaces[] = "                                ";
    const struct line *a = &l->u->line[g->first], *b = a + 1;

    if (g->end > g->first + 1)
        l->prefix = (trawl_str){l->u->p + b->from, b->text - b->from};
    else if (!a->item)
        l->prefix = (trawl_str){l->u->p + a->from, a->text - a->from};
    else
        l->prefix = (trawl_str){spaces, a->indent < sizeof spaces - 1 ? a->indent : 4};
}

/* Returns the blanks to write between a line and the next line when they are joined. */
static trawl_str layout_between(const struct layout *l, const struct line *line)
{
    if (is_spaced(l, line))
        return (trawl_str){l->u->p + line->last, line->to - line->last};
    return (trawl_str){" ", !is_unspaced(l, line)};
}

static bool layout_fits(const struct layout *l, const struct line *line)
{
    return line->columns <= l->c->width && !(l->u->column > 0 && line->from == 0);
}

static void put_paragraph(struct layout *l, const struct layout_paragraph *g)
{
    bool open = false;

    set_prefix(l, g);
    for (size_t i = g->first; i < g->end && !l->error; i++) {
        const struct line *line = &l->u->line[i];
        trawl_str blanks = {"", 0};

        if (!open && layout_fits(l, line)) {
            layout_put_line(l, line, is_soft(l, g, i));
            continue;
        }
        if (line->end > line->to)
            l->eol = (trawl_str){l->u->p + line->to, line->end - line->to};
        l->broken = false;
        if (open) {
            blanks = layout_between(l, line - 1);
        } else {
            layout_begin_line(l, line);
            layout_copy(l, line->from, line->text);
            l->column = line->from == 0 && l->u->column > 0 ? l->u->column : line->indent;
            l->fresh = true;
        }
        layout_put_text(l, line, blanks);
        open = l->broken && i + 1 < g->end && is_movable(l, g, i);
        l->broken |= blanks.n > 0;
        if (!open)
            layout_end_line(l, line, is_soft(l, g, i));
    }
}

int layout_unit(const fold_config *config, const struct unit *u, struct laid *to)
{
    static const unsigned spaces[] = {0, 1, 2};
    struct layout l = {.c = config, .u = u, .to = to};

    l.limit = config->width > spaces[config->form] ? config->width - spaces[config->form] : 1;
    l.eol = u->crlf ? (trawl_str){"\r\n", 2} : (trawl_str){"\n", 1};
    to->out.n = to->run_n = to->line_out = to->line_from = 0;
    for (size_t i = 0; i < u->line_n && !l.error;) {
        if (u->line[i].kind == LINE_TEXT) {
            struct layout_paragraph g = find_paragraph(u, i);
            put_paragraph(&l, &g);
            i = g.end;
        } else {
            layout_put_line(&l, &u->line[i++], false);
        }
    }
    return l.error;
}

size_t laid_source(const struct laid *laid, size_t at)
{
    size_t low = 0, n = laid->run_n;

    while (n > 1) {
        size_t half = n / 2;

        if (laid->run[low + half].to <= at) {
            low += half;
            n -= half;
        } else {
            n = half;
        }
    }
    return n == 0 ? 0 : laid->run[low].from + (at - laid->run[low].to);
}

void laid_free(struct laid *laid)
{
    memory_free(&memory_default, laid->run);
    bytes_free(&laid->out);
    *laid = (struct laid){0};
}
