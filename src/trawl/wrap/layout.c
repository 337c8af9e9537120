/* layout.c - folds the lines of a unit
 *
 * A line that is too long is broken at blanks. Its rest goes to the front of the next line if the
 * paragraph shows that a program broke the lines there, and into a line of its own if not. So lines
 * that fit stay as they are, and folding a folded text changes nothing.
 *
 * A line is never broken inside a link, nor where its rest would look like a list, a quote or code.
 */
#include "trawl/wrap/inside.h"

/* The columns of the longest line in a paragraph whose lines a program broke. */
#define EDGE_LEAST 50
#define EDGE_MOST 132
#define EDGE_SLACK 10 /* another long line may have this many columns less */

struct layout {
    const fold_config *c;
    const struct unit *u;
    bool breaks; /* lines may be broken */
    struct laid *to;
    unsigned limit;  /* columns of a line that is broken, without the spaces of format=flowed */
    size_t link;     /* the first link that ends beyond the place reached */
    unsigned column; /* of the line that is being written */
    bool fresh;      /* that line has nothing but its prefix */
    bool broken;     /* a line break was inserted since this was cleared */
    trawl_str prefix, eol;
    int error;
};

/* ---- Output ---- */

/* Copies bytes of the unit. */
static void layout_copy(struct layout *l, size_t from, size_t to)
{
    if (!l->error && from < to)
        l->error = bytes_add(&l->to->out, l->u->p + from, to - from);
}

static void layout_insert(struct layout *l, trawl_str text)
{
    if (!l->error)
        l->error = bytes_add(&l->to->out, text.p, text.n);
}

/* Breaks the line before the byte `next` of the unit, which follows `blanks`. */
static void new_line(struct layout *l, trawl_str blanks, size_t next)
{
    if (l->c->flowed)
        layout_insert(l, blanks);
    layout_insert(l, l->eol);
    l->to->line_out = l->to->out.n;
    l->to->line_from = next;
    l->to->prefix = l->c->flowed ? 0 : l->prefix.n;
    layout_insert(l, (trawl_str){l->prefix.p, l->to->prefix});
    l->column = l->c->flowed ? 0 : columns_after(l->prefix.p, l->prefix.n, 0);
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

    if (l->c->flowed && (at == next || p[next - 1] != ' '))
        return false;
    return line_may_begin(p + next, to - next) && !splits_url(l, at, next, to);
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
    if (l->c->flowed && !l->c->unstuffed && n > 0 &&
        (p[0] == ' ' || (n >= 5 && memcmp(p, "From ", 5) == 0)))
        layout_insert(l, (trawl_str){" ", 1});
}

/* Returns true when a line and the next line are joined without a space between. */
static bool is_unspaced(const struct layout *l, const struct line *line)
{
    const char *p = l->u->p;
    uint32_t left = 0, right = 0;

    if (l->c->flowed)
        return false;
    for (size_t i = line->text; i < line->last;)
        i += character(p + i, line->last - i, &left);
    (void)character(p + line[1].text, line[1].last - line[1].text, &right);
    return columns_may_part(left, right);
}

/* Ends a line where the unit ends a line. `soft`: format=flowed joins the next line to it. */
static void layout_end_line(struct layout *l, const struct line *line, bool soft)
{
    if (!l->c->flowed && !l->broken) {
        layout_copy(l, line->last, line->to);
    } else if (l->c->flowed && soft) {
        layout_copy(l, line->last, line->to);
        if (line->to == line->last)
            layout_insert(l, (trawl_str){" ", 1});
    }
    layout_copy(l, line->to, line->end);
}

/* Copies a line. */
static void layout_put_line(struct layout *l, const struct line *line, bool soft)
{
    const char *p = l->u->p + line->from;
    bool quote = line->kind == LINE_QUOTED && *p == '>';
    bool as_is = !l->c->flowed || quote || (line->to - line->from == 3 && memcmp(p, "-- ", 3) == 0);

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
    return l->c->flowed && line->to > line->last && l->u->p[line->to - 1] == ' ';
}

/* Returns true when the line break after line i was made by a program, and may be moved. */
static bool is_movable(struct layout *l, const struct layout_paragraph *g, size_t i)
{
    const struct line *a = &l->u->line[i], *b = a + 1;
    const char *p = l->u->p;
    size_t word = b->text;

    if (!l->breaks || i + 1 >= g->end || layout_is_in_link(l, a->last) ||
        splits_url(l, a->last, b->text, b->last))
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
    return l->c->flowed && i + 1 < g->end && l->u->line[i + 1].text == l->u->line[i + 1].from &&
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
    return !l->breaks || (line->columns <= l->c->width && !(l->u->column > 0 && line->from == 0));
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

int layout_unit(const fold_config *config, const struct unit *u, bool breaks, struct laid *to)
{
    struct layout l = {.c = config, .u = u, .breaks = breaks, .to = to};

    l.limit = config->width - (config->flowed && config->width > 1);
    l.eol = u->crlf ? (trawl_str){"\r\n", 2} : (trawl_str){"\n", 1};
    to->out.n = to->line_out = to->line_from = 0;
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
