/* verbatim.c - lines that stay as they are: tables, drawings, code, logs, shell sessions,
 * signatures, mail headers
 */
#include "block/inside.h"

#include <string.h>

/* The maximum number of lines of a signature. */
#define SIGNATURE_LINES 16

/* ---- Runs: how many lines from i on are of one kind ---- */

static unsigned log_run(const group *g, unsigned i)
{
    const line *lines = g->b->lines;
    unsigned stamps = 0, to = i;

    if (!(lines[i].flags & LINE_STAMP))
        return i;
    for (unsigned k = i; k < g->to && k < to + 8; k++)
        if (lines[k].flags & LINE_STAMP) {
            stamps++;
            to = k + 1;
        } else if (lines[k].indent > lines[i].indent && to == k) {
            to = k + 1;
        }
    return stamps > 1 || lines[i].words > 3 ? to : i;
}

static unsigned shell_run(const group *g, unsigned i)
{
    return g->b->lines[i].flags & LINE_PROMPT ? g->to : i;
}

static unsigned field_run(const group *g, unsigned i)
{
    const line *lines = g->b->lines;
    unsigned fields = 0, k = i;

    if (lines[i].flags & LINE_FORWARD)
        k++;
    for (; k < g->to; k++) {
        if (lines[k].flags & LINE_FIELD)
            fields++;
        else if (fields == 0 ||
                 !(lines[k].flags & LINE_SPEECH || lines[k].indent > lines[i].indent))
            break;
    }
    return fields > 1 || lines[i].flags & LINE_FORWARD ? k : i;
}

static bool is_drawn(const line *l)
{
    return (l->flags & (LINE_BOX | LINE_GRID)) != 0;
}

/* Returns true when the drawing at i has rows with bars, and rules as tables have. */
static bool is_grid(const group *g, unsigned i)
{
    const line *l = &g->b->lines[i];

    if (i + 1 < g->to && l->words == 1 && l->head == '+' && l->signs > 8 && l[1].flags & LINE_GRID)
        return !(l->flags & LINE_TICKS);
    return (l->flags & LINE_GRID) != 0;
}

/* Drawings and grids: two drawn lines, and all between and around them that is not prose. */
static unsigned drawn_run(const group *g, unsigned i)
{
    const line *lines = g->b->lines;
    unsigned drawn = 0, to = i;

    if (lines[i].flags & LINE_RULE && lines[i].edge <= 10)
        return i;
    for (unsigned k = i; k < g->to && k <= to + 3; k++) {
        if (is_drawn(&lines[k])) {
            drawn++;
            to = k + 1;
        } else if (lines[k].stops == 0 && line_is_prose(&lines[k]) && lines[k].words > 4) {
            break;
        }
    }
    while (drawn > 1 && to < g->to && (lines[to].stops > 0 || lines[to].flags & LINE_RULE))
        to++;
    if (drawn > 1 && to + 1 == g->to && lines[to].words <= 2)
        to++;
    return drawn > 1 ? to : i;
}

/* Returns true when both lines have text that begins in the same column after wide blanks, or
 * that ends there. */
static bool is_aligned(const line *a, const line *b)
{
    for (unsigned i = 0; i < a->stops; i++)
        for (unsigned k = 0; k < b->stops; k++)
            if (a->stop[i] == b->stop[k] && (a->gap[i] > 2 || b->gap[k] > 2 || a->stops > 1))
                return true;
    return a->stops > 0 && b->stops > 0 && a->gap[a->stops - 1] > 2 && b->gap[b->stops - 1] > 2 &&
           a->edge == b->edge;
}

/* Returns true when a line continues a cell of the row above it. */
static bool is_cell(const line *row, const line *l)
{
    if (row->stops > 0 && l->indent == row->edge - (l->edge - l->indent) && l->indent > 30)
        return true;
    for (unsigned i = 0; i < row->stops; i++)
        if (row->stop[i] == l->indent)
            return true;
    return false;
}

/* What a line is to a table of columns. */
enum table_part { TABLE_ROW, TABLE_BETWEEN, TABLE_END };

/* Returns what line k is to the table that begins at i and whose last row so far is `row`, or NULL.
 * Between rows are rules, further lines of a cell, and lines above a row that is like `row`. */
static enum table_part table_part(const group *g, unsigned i, unsigned k, const line *row)
{
    const line *l = &g->b->lines[k], *below = k + 1 < g->to ? l + 1 : NULL;

    if ((row && is_cell(row, l)) || (l->flags & LINE_RULE && k > i))
        return TABLE_BETWEEN;
    if (l->stops == 0)
        return row && below && is_aligned(row, below) ? TABLE_BETWEEN : TABLE_END;
    if (!row || is_aligned(row, l) || (below && is_aligned(l, below)))
        return TABLE_ROW;
    return row->stops > 1 && l->stops > 1 ? TABLE_ROW : TABLE_END;
}

/* Returns true when the line, after which more lines of a table follow, is the first of this many
 * rows of it. */
static bool begins_table(const line *l, unsigned rows)
{
    if (rows == 1)
        return l->gap[0] > 2 && is_cell(l, l + 1);
    return is_aligned(l, l + 1) || l[1].flags & LINE_RULE || (rows > 2 && l->stops > 1) ||
           is_cell(l, l + 1);
}

/* Rows of columns. */
static unsigned table_run(const group *g, unsigned i)
{
    const line *lines = g->b->lines, *row = NULL;
    enum table_part part;
    unsigned rows = 0, k = i;

    for (; k < g->to && (part = table_part(g, i, k, row)) != TABLE_END; k++)
        if (part == TABLE_ROW) {
            row = &lines[k];
            rows++;
        }
    while (rows > 1 && k < g->to && lines[k].flags & lines[k - 1].flags & LINE_SPEECH &&
           lines[k].indent == lines[i].indent)
        k++;
    return rows > 0 && k > i + 1 && begins_table(&lines[i], rows) ? k : i;
}

/* Lines between rules with gaps: "====  =====". */
static unsigned segments_run(const group *g, unsigned i)
{
    const line *lines = g->b->lines;
    unsigned to = i;

    if (!(lines[i].flags & LINE_RULE) || lines[i].words == 1 || lines[i].word == 1)
        return i;
    for (unsigned k = i + 1; k < g->to; k++)
        if (lines[k].flags & LINE_RULE && lines[k].words == lines[i].words)
            to = k + 1;
    return to;
}

/* Code: most lines look like it. */
static unsigned code_run(const group *g, unsigned i)
{
    const line *lines = g->b->lines;
    unsigned code = 0, to = i;

    if (!(lines[i].flags & LINE_CODE))
        return i;
    for (unsigned k = i; k < g->to; k++) {
        bool is = lines[k].flags & LINE_CODE || lines[k].indent >= lines[i].indent + 6;

        if (!is && lines[k].indent <= lines[i].indent && line_is_prose(&lines[k]) &&
            lines[k].words > 5)
            break;
        code += is;
        to = k + 1;
    }
    return code * 2 >= to - i && (to - i > 1 || to == g->to) ? to : i;
}

/* ---- All ---- */

/* The kinds that lines may have. The longest run decides, and of equal runs the first. The last
 * three are not tested where an item begins. */
static const struct {
    unsigned (*run)(const group *g, unsigned i);
    enum block_kind kind;
} runs[] = {{field_run, BLOCK_FORWARD}, {log_run, BLOCK_LOG},   {shell_run, BLOCK_SHELL},
            {drawn_run, BLOCK_ART},     {code_run, BLOCK_CODE}, {table_run, BLOCK_TABLE},
            {segments_run, BLOCK_TABLE}};

#define ITEM_RUNS 3

/* Returns the end of the front matter of an RFC, whose columns end at `to`: the lines below are
 * short, numbers, in columns or on the right. Returns `to` if other lines are below. */
static unsigned front_end(const group *g, unsigned to)
{
    for (unsigned k = to; k < g->to; k++) {
        const line *l = &g->b->lines[k];

        if (l->flags & (LINE_FENCE | LINE_SIGN_OFF) ||
            (l->indent < 30 &&
             (l->bullet != BULLET_NONE || (l->stops == 0 && l->words > 4 && l->letters > 0))))
            return to;
    }
    return g->to;
}

unsigned verbatim_decide(group *g, unsigned i)
{
    static const char *const rules[BLOCK_KINDS] = {[BLOCK_FORWARD] = "header of a message",
                                                   [BLOCK_LOG] = "log",
                                                   [BLOCK_SHELL] = "shell session",
                                                   [BLOCK_ART] = "drawing",
                                                   [BLOCK_CODE] = "code",
                                                   [BLOCK_TABLE] = "columns or a grid"};
    const line *l = &g->b->lines[i];
    size_t n = sizeof runs / sizeof *runs;
    enum block_kind kind = BLOCK_TABLE;
    unsigned to = i, end;

    if (l->flags & LINE_FENCE) {
        g->b->mode = MODE_FENCE;
        group_keep(g, i, i + 1, BLOCK_CODE, "code between fences");
        return i + 1;
    }
    if (l->flags & LINE_SIGN_OFF && g->to - i <= SIGNATURE_LINES + 1 &&
        (!g->next || g->b->message || g->b->mail || l->has.padded)) {
        g->b->mode = MODE_SIGNATURE;
        g->b->mode_lines = 0;
        group_keep(g, i, i + 1, BLOCK_SIGNATURE, "signature");
        return i + 1;
    }
    if (l->has.option && g->next && g->next->indent > l->indent)
        g->b->lines[i].flags &= ~(unsigned)LINE_CODE; /* "--kite=NAME" above what it does */
    n -= item_begins(g, i) ? ITEM_RUNS : 0;
    for (size_t k = 0; k < n; k++)
        if ((end = runs[k].run(g, i)) > to) {
            to = end;
            kind = runs[k].kind;
        }
    if (to == i)
        return i;
    if (kind == BLOCK_TABLE && g->b->lines_n == 0 && i == g->from)
        to = front_end(g, to);
    if (kind == BLOCK_ART && is_grid(g, i))
        kind = BLOCK_TABLE;
    if (kind >= BLOCK_TABLE && kind <= BLOCK_ART && l->flags & LINE_CODE)
        kind = BLOCK_CODE;
    group_keep(g, i, to, kind, rules[kind]);
    if (kind == BLOCK_TABLE)
        table_divide(g, i, to);
    return to;
}

unsigned verbatim_mode(group *g, unsigned i)
{
    blocks *b = g->b;
    unsigned to = i;

    if (b->mode == MODE_FENCE) {
        while (to < g->to && !(b->lines[to].flags & LINE_FENCE))
            to++;
        if (to < g->to) {
            to++;
            b->mode = MODE_TEXT;
        }
        group_keep(g, i, to, BLOCK_CODE, "code between fences");
    } else if (b->mode == MODE_SIGNATURE) {
        while (to < g->to && b->mode_lines < SIGNATURE_LINES &&
               !(b->lines[to].flags & (LINE_FORWARD | LINE_WROTE)) &&
               !(b->lines[to].flags & LINE_RULE && b->lines[to].edge >= 16)) {
            b->mode_lines++;
            to++;
        }
        group_keep(g, i, to, BLOCK_SIGNATURE, "signature");
    } else if (b->mode == MODE_PROGRAM) {
        group_keep(g, i, to = g->to, BLOCK_CODE, "program");
    } else if (b->mode == MODE_DIFF) {
        to = patch_mode(g, i);
    }
    if (to == i)
        b->mode = MODE_TEXT;
    return to;
}
