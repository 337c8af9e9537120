/* table.c - the columns of a table, when all rows agree on them
 *
 *   Name    Port   Notes        blank in all lines: columns 4 to 7 and 12 to 14
 *   -----   ----   -----
 *   ftp     21     data: 20
 *
 * Columns are separated by blanks that all lines have, or by bars. A table without a rule needs
 * more evidence: at least three rows, no empty cells, a column of single words. Everything in doubt
 * stays as it is. The rows that are compared are those of the group, so at most BLOCK_LOOKAHEAD;
 * rows after them, and those on the next page, belong to the table as long as they fit it.
 */
#include "base/check.h"
#include "block/inside.h"

#include <string.h>

#include "base/ascii.h"
#include "base/utf8.h"

/* Longer lines are not rows. */
#define ROW_BYTES 512
/* The maximum number of lines of a head. */
#define HEAD_LINES 3
/* If there are at least this many rows, the first one may be a head even without a rule. */
#define LONE_ROWS 4
/* The signs of comments: "#", "//", "--". */
#define SIGN_COLUMNS 2
/* Cells of a grid have at least this many columns on average, or its markup would be many times as
 * long as the text. */
#define CELL_COLUMNS 3
/* The minimum number of blanks between columns, unless a rule has gaps. */
#define RIVER 2

/* ---- Columns of blanks ---- */

/* Returns the first column in from..to that is blank or, unless `wanted` is set, not blank; else
 * `to`. */
static unsigned next_blank(const uint64_t *blank, unsigned from, unsigned to, bool wanted)
{
    while (from < to && line_has_blank(blank, from) != wanted)
        from++;
    return from;
}

/* ---- Tables ---- */

/* The lines of a table that is being examined. */
typedef struct table {
    const line *lines;
    unsigned n;
    unsigned rows, rules; /* lines with text, and without */
    unsigned rule;        /* the rule below the head, or n */
    unsigned from;        /* the first line of the head */
    bool segmented;       /* rules have gaps */
    bool whole;           /* blank lines are around it */
    bool bars;
    unsigned columns, start[BLOCK_COLUMNS + 1];
    unsigned right; /* the columns whose cells end in the same column, one bit each */
} table;

static bool table_is_rule(const line *l)
{
    return l->flags & LINE_RULE || l->grid.kind > GRID_ROW;
}

/* Counts lines, and finds the rule below the head. Returns false for lines that no table has. */
static bool table_count(table *t)
{
    unsigned first = t->n, second = t->n, inner = 0;

    t->rows = t->rules = 0;
    for (unsigned i = 0; i < t->n; i++) {
        const line *l = &t->lines[i];
        if (l->bytes > ROW_BYTES || l->flags & (LINE_PROMPT | LINE_STAMP | LINE_CODE | LINE_TICKS))
            return false;
        if (!table_is_rule(l)) {
            t->rows++;
            continue;
        }
        if (strchr("*#+.^", l->head) && l->grid.kind == GRID_NONE)
            return false;
        if (t->rules++ == 0)
            first = i;
        else if (second == t->n)
            second = i;
        inner += i > 0 && i + 1 < t->n;
        t->segmented |= l->flags & LINE_RULE && l->words > 1;
    }
    t->from = first == 0;
    t->rule = first == 0 ? second : first;
    if (t->rule + 1 >= t->n || t->rule > t->from + HEAD_LINES || t->rule == t->from)
        t->rule = t->n;
    if (t->bars && inner > 1 && t->rule < t->n && t->lines[t->rule].grid.kind != GRID_DOUBLE)
        t->rule = t->n; /* a rule below each row */
    return true;
}

/* ---- Aligned columns ---- */

/* Sets *all to the columns that are blank in all lines. Returns the end of the columns, which a
 * rule with gaps shows if there is one. Sets *segments to the number of its parts, or 0. */
static unsigned add_lines(const table *t, uint64_t *all, unsigned *segments)
{
    unsigned edge = 0, end = 0;

    *segments = 0;
    for (unsigned i = 0; i < t->n; i++) {
        const line *l = &t->lines[i];
        if (table_is_rule(l) && l->words == 1)
            continue;
        if (table_is_rule(l)) {
            *segments = l->words;
            end = l->edge > end ? l->edge : end;
        }
        all[0] &= l->blank[0];
        all[1] &= l->blank[1];
        edge = l->edge > edge ? l->edge : edge;
    }
    edge = end > 0 ? end : edge;
    return edge < LINE_BLANKS ? edge : LINE_BLANKS;
}

/* Finds the columns. */
static bool find_columns(table *t)
{
    uint64_t all[LINE_BLANKS / 64] = {~(uint64_t)0, ~(uint64_t)0};
    unsigned segments, edge = add_lines(t, all, &segments), gap = 0;
    unsigned at = next_blank(all, 0, edge, false);

    for (t->columns = 0; at < edge;) {
        if (t->columns == BLOCK_COLUMNS)
            return false;
        t->start[t->columns++] = at;
        do {
            gap = next_blank(all, at, edge, true);
            at = next_blank(all, gap, edge, false);
        } while (at < edge && at - gap < (segments > 0 ? 1U : RIVER));
    }
    t->start[t->columns] = LINE_BLANKS;
    return t->columns >= 2 && (segments == 0 || segments == t->columns);
}

/* The text of a row in one column. */
typedef struct cell_place {
    unsigned from, to; /* equal: no text */
    unsigned word;     /* the end of its first word */
} cell_place;

static cell_place place_of(const table *t, const line *l, unsigned column)
{
    unsigned end = t->start[column + 1] - t->bars;
    cell_place c = {.from = next_blank(l->blank, t->start[column], end, false)};

    c.to = c.from;
    for (unsigned i = c.from; i < end; i++)
        c.to = line_has_blank(l->blank, i) ? c.to : i + 1;
    c.word = next_blank(l->blank, c.from, c.to, true);
    return c;
}

/* Returns true when the column's head begins to the left of `left`, where all its cells begin. */
static bool begins_before(const table *t, unsigned column, unsigned left)
{
    for (unsigned i = t->from; t->rule < t->n && i < t->rule; i++)
        if (place_of(t, &t->lines[i], column).from < left)
            return true;
    return false;
}

/* Returns true when the cells of a column begin or end in the same column of the page, and notes
 * those that only end there. The head may differ; without a rule, so may the first row if there are
 * LONE_ROWS or more. *words: all other cells are single words. */
static bool is_straight(table *t, unsigned column, bool *words)
{
    unsigned left = ~0U, right = ~0U;
    bool same_left = true, same_right = true;

    for (unsigned i = t->rule < t->n ? t->rule : t->n >= LONE_ROWS; i < t->n; i++) {
        cell_place c;
        if (table_is_rule(&t->lines[i]))
            continue;
        c = place_of(t, &t->lines[i], column);
        *words = *words && c.word == c.to;
        if (c.from == c.to)
            continue;
        same_left = same_left && (left == ~0U || left == c.from);
        same_right = same_right && (right == ~0U || right == c.to);
        left = c.from;
        right = c.to;
    }
    if (same_right && (!same_left || begins_before(t, column, left)))
        t->right |= 1U << column;
    return same_left || same_right;
}

/* Returns how many cells of a row have text; *first: the first one has. */
static unsigned count_cells(const table *t, const line *l, bool *first)
{
    unsigned count = 0;

    *first = false;
    for (unsigned i = 0; i < t->columns; i++) {
        cell_place c = place_of(t, l, i);
        count += c.to > c.from;
        if (i == 0)
            *first = c.to > c.from;
    }
    return count;
}

/* Returns true when a row has signs that code, options, paths or fields have: "-a", "Date: ...".
 * The first row may be a head, "(1) (2)*". */
static bool is_of_signs(const table *t, unsigned i)
{
    const line *l = &t->lines[i];

    if (i == 0 && t->n >= LONE_ROWS)
        return false;
    return l->letters + l->digits < 2 * l->signs || l->flags & (LINE_BOX | LINE_GRID) ||
           l->tail == ',' || l->flags & (LINE_FIELD | LINE_SPEECH) ||
           !((unsigned char)l->head >= 0x80 || ascii_is_alnum((unsigned char)l->head));
}

/* Returns true when each row has all cells, and more letters than signs. With a rule it needs only
 * two cells, and may continue the row above it. */
static bool are_cells_full(const table *t)
{
    bool ruled = t->rule < t->n;

    for (unsigned i = 0; i < t->n; i++) {
        const line *l = &t->lines[i];
        bool first;
        unsigned count;
        if (table_is_rule(l))
            continue;
        count = count_cells(t, l, &first);
        if (!ruled &&
            (is_of_signs(t, i) || (count < t->columns && (t->columns > 2 || first || i == 0))))
            return false;
        if (ruled && (count == 0 || (first && count == 1) || (i == t->rule + 1 && !first)))
            return false;
    }
    return true;
}

/* Returns true for a table of two columns whose second one has words: code has names, or signs of
 * comments before the words. `words`: the first column has single words. If not, the second one
 * must be twice as wide: addresses side by side are about as wide. */
static bool has_words(const table *t, bool words)
{
    bool several = false, wide = false;
    unsigned left = 0, right = 0, rows = 0;

    for (unsigned i = 0; i < t->n; i++) {
        cell_place first = place_of(t, &t->lines[i], 0), c = place_of(t, &t->lines[i], 1);
        several |= c.word < c.to;
        wide |= c.word > c.from + SIGN_COLUMNS;
        left += first.to - first.from;
        right += c.to - c.from;
        rows += first.to > first.from;
    }
    return rows >= LONE_ROWS && several && wide && (words || right >= 2 * left);
}

/* Returns true when the rows agree on columns that blanks separate. */
static bool has_columns_of_blanks(table *t)
{
    bool ruled = t->rule < t->n, words = false;

    if (!find_columns(t) || !are_cells_full(t))
        return false;
    for (unsigned i = 0; i < t->columns; i++) {
        bool word = true;
        if (!is_straight(t, i, &word) && !(ruled && t->segmented))
            return false;
        words |= word && i + 1 < t->columns;
    }
    if (ruled || t->rows < 3)
        return t->rows >= 3;
    return t->whole && t->rules == 0 && (t->columns >= 3 ? words : has_words(t, words));
}

/* ---- Bars ---- */

static bool has_side(const line *l, bool right)
{
    return (right ? l->tail : l->head) == '|';
}

/* Finds the cells between bars that all lines have in the same columns, as far as the columns of
 * blanks are known. */
static void find_between_bars(table *t, const line *row)
{
    unsigned left = has_side(row, false);
    bool words = true; /* not of interest */

    t->start[0] = row->indent + left;
    for (unsigned i = 1; i <= t->columns; i++)
        t->start[i] = left + i <= row->grid.bars ? row->grid.bar[left + i - 1] : LINE_BLANKS;
    for (unsigned i = 0; i < t->columns; i++)
        (void)is_straight(t, i, &words);
}

/* Returns true when all lines have bars in the same columns. If a rule of Markdown is below the
 * head, the same number of bars is enough. */
static bool table_has_bars(table *t)
{
    const line *row = NULL;
    bool same = true, markdown;

    for (unsigned i = 0; i < t->n; i++) {
        const line *l = &t->lines[i];
        if (l->grid.kind == GRID_NONE || (row && l->grid.bars != row->grid.bars) ||
            l->bytes - l->text < CELL_COLUMNS * l->grid.bars)
            return false;
        same = same && (!row || l->grid.bars_at == row->grid.bars_at);
        if (row && l->grid.kind == GRID_ROW && row->grid.kind == GRID_ROW &&
            has_side(l, false) != has_side(row, false))
            return false;
        if (!row || row->grid.kind != GRID_ROW)
            row = l;
    }
    CHECK(row);
    markdown = t->rules == 1 && t->rule == 1 && t->lines[1].head != '+';
    t->columns = row->grid.bars + 1U - has_side(row, false) - has_side(row, true);
    if ((!same && !markdown) || t->rules == 0 || t->rows < 2 || t->columns < 2 ||
        t->columns > BLOCK_COLUMNS)
        return false;
    if (same)
        find_between_bars(t, row);
    return true;
}

/* ---- Decisions ---- */

static enum block_row row_of(const table *t, unsigned i)
{
    const line *l = &t->lines[i];
    bool first = true;

    if (table_is_rule(l))
        return BLOCK_ROW_RULE;
    if (t->rule < t->n && i < t->rule)
        return BLOCK_ROW_HEAD;
    if (!t->bars)
        count_cells(t, l, &first);
    else if (l->grid.empty || (t->rule == t->n && t->rules > 2))
        first = i == 0 || table_is_rule(l - 1);
    return first ? BLOCK_ROW_BODY : BLOCK_ROW_MORE;
}

static void set_rows(group *g, unsigned i, const table *t)
{
    CHECK(t->n > 0 && i + t->n <= g->to && t->columns <= BLOCK_COLUMNS);
    for (unsigned k = 0; k < t->n; k++) {
        block_decision *d = &g->b->out[i + k];
        d->row = row_of(t, k);
        d->rule = t->bars          ? "table with bars"
                  : t->rule < t->n ? "table with a head"
                                   : "columns that agree";
        d->bars = t->bars;
        d->columns = NARROW8(t->columns);
        d->right = NARROW16(t->right);
        for (unsigned n = 0; n < t->columns && !t->bars; n++)
            d->column[n] = NARROW8(t->start[n]);
    }
    g->b->table = g->b->out[i + t->n - 1];
}

/* Returns true when a line fits the last table: it has the same number of bars, or no text where
 * the table has blanks between columns. */
static bool is_fitting(const blocks *b, const table *t, const line *l)
{
    if (b->table.bars)
        return l->grid.kind != GRID_NONE && l->grid.bars == b->last.grid.bars;
    for (unsigned i = 1; i < t->columns; i++)
        if (!line_has_blank(l->blank, t->start[i] - 1))
            return false;
    return l->indent >= t->start[0];
}

/* Returns true when the lines go on with the last table. */
static bool table_goes_on(const group *g, unsigned i, table *t)
{
    const block_decision *last = &g->b->table;

    if (last->row == BLOCK_ROW_NONE || i > g->from || g->b->kind != BLOCK_TABLE ||
        !(g->b->gap.torn || !g->begins) || g->b->last.quote != t->lines[0].quote)
        return false;
    t->bars = last->bars;
    t->columns = last->columns;
    t->right = last->right;
    for (unsigned k = 0; k < t->columns; k++)
        t->start[k] = last->column[k];
    t->start[t->columns] = LINE_BLANKS;
    for (unsigned k = 0; k < t->n; k++)
        if (!is_fitting(g->b, t, &t->lines[k]))
            return false;
    t->rule = t->n;
    return true;
}

void table_divide(group *g, unsigned i, unsigned to)
{
    table t = {.lines = &g->b->lines[i], .n = to - i};
    bool same;

    t.bars = t.lines[0].grid.kind != GRID_NONE && t.n > 1;
    if (!table_count(&t)) {
        g->b->table.row = BLOCK_ROW_NONE;
        return;
    }
    t.whole = to == g->to && (i == g->from || t.lines[-1].flags & LINE_COLON);
    same = table_goes_on(g, i, &t);
    if (same || (t.bars ? table_has_bars(&t) : has_columns_of_blanks(&t))) {
        set_rows(g, i, &t);
        g->b->out[i].first = !same;
    } else {
        g->b->out[i].first |= g->b->table.row != BLOCK_ROW_NONE;
        g->b->table.row = BLOCK_ROW_NONE;
    }
}

/* ---- Cells ---- */

static void trim_cell(const char *text, block_cell *cell)
{
    while (cell->from < cell->to && ascii_is_blank(text[cell->from]))
        cell->from++;
    while (cell->to > cell->from && ascii_is_blank(text[cell->to - 1]))
        cell->to--;
}

static void cells_of_bars(const block_decision *row, const char *text, size_t n,
                          block_cell cells[BLOCK_COLUMNS])
{
    size_t at = row->text;

    at += at < n && text[at] == '|';
    for (unsigned i = 0; i < row->columns; i++) {
        const char *bar = at < n ? memchr(text + at, '|', n - at) : NULL;
        size_t end = bar ? (size_t)(bar - text) : n;
        cells[i] = (block_cell){at, end};
        trim_cell(text, &cells[i]);
        at = bar ? end + 1 : n;
    }
}

void block_cells(const block_decision *row, const char *text, size_t n,
                 block_cell cells[BLOCK_COLUMNS])
{
    size_t at = row->marks;
    unsigned column = 0;

    if (row->bars) {
        cells_of_bars(row, text, n, cells);
        return;
    }
    for (unsigned i = 0; i < row->columns; i++) {
        cells[i].from = at;
        while (at < n && (i + 1 == row->columns || column < row->column[i + 1])) {
            utf8_char c = utf8_decode(text + at, n - at);
            column = line_columns(text + at, c.len, column);
            at += c.len;
        }
        cells[i].to = at;
        trim_cell(text, &cells[i]);
    }
}
