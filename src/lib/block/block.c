/* block.c - collects lines in groups, and passes on the decision of each line in order
 *
 *   lines [blank][blank][group ...][blank][footer][blank][header][blank][next line
 *
 * A group is decided when the next line with text after it is known, or when BLOCK_LOOKAHEAD lines
 * are held. Footers and headers of printed pages, with the blank lines around them, are furniture.
 * So are the blank lines between the lines of a paragraph in double spacing.
 */
#include "base/check.h"
#include "block/inside.h"

#include <string.h>

blocks *block_open(block_sink *sink, void *user, void *(*resize)(void *, void *, size_t),
                   void *resize_user)
{
    memory m = {resize, resize_user};
    blocks *b = memory_zeroed(&m, sizeof *b);

    if (b) {
        b->sink = sink;
        b->user = user;
        b->memory = m;
    }
    return b;
}

void block_close(blocks *b)
{
    memory m;

    if (b) {
        m = b->memory;
        memory_free(&m, b);
    }
}

/* Passes the decisions of lines[0..to) to the sink, and removes these lines. */
static void block_give(blocks *b, unsigned to)
{
    CHECK(to <= b->n);
    for (unsigned i = 0; i < to && !b->error; i++) {
        block_decision *d = &b->out[i], blank = {.kind = BLOCK_FURNITURE, .rule = "double spacing"};
        const line *l = &b->lines[i];

        if (d->kind >= BLOCK_TABLE && !d->first) /* lines that stay as they are */
            blank = (block_decision){.kind = d->kind, .rule = d->rule};
        if (l->above == LINE_SPACED && (b->error = b->sink(b->user, &blank)) != 0)
            break;
        d->quote = l->quote;
        d->marks = l->marks;
        CHECK(d->kind < BLOCK_KINDS && d->text <= BLOCK_LINE_MAX && d->key_from <= d->key_to);
        b->error = b->sink(b->user, d);
    }
    b->n -= to;
    memmove(b->lines, b->lines + to, b->n * sizeof *b->lines);
}

static void set_blank(blocks *b, unsigned i, enum block_kind kind, const char *rule)
{
    b->out[i] = (block_decision){.kind = kind, .rule = rule};
    b->out[i].text = b->lines[i].text;
}

/* Decides which lines at the start are blank or furniture. Returns how many they are. */
static unsigned decide_blanks(blocks *b, bool all)
{
    unsigned i = 0, to;

    for (;; i = to) {
        for (to = i; to < b->n && b->lines[to].flags & LINE_BLANK; to++)
            ;
        bool furniture = to < b->n && line_is_furniture(&b->lines[to]);

        if (to == b->n && !all)
            return i;
        for (; i < to; i++) {
            if (furniture || b->gap.printed)
                set_blank(b, i, BLOCK_FURNITURE, "around a page break");
            else
                set_blank(b, i, BLOCK_BLANK, "blank line");
            if (!furniture && !b->gap.printed)
                b->gap.torn = b->gap.adjacent = false;
        }
        if (!furniture)
            return to;
        set_blank(b, to, BLOCK_FURNITURE,
                  b->lines[to].flags & LINE_RETURNS  ? "it returns on each page"
                  : b->lines[to].flags & LINE_FOOTER ? "footer of a page"
                                                     : "header of a page");
        b->out[to].first = true;
        if (b->lines[to].back.sure)
            memcpy(b->out[to].earlier, b->lines[to].back.earlier, sizeof b->out[to].earlier);
        b->gap.torn = b->gap.torn || b->gap.adjacent;
        b->gap.adjacent = false;
        b->gap.printed = true;
        to++;
    }
}

/* Sets the kind of blank lines inside a block of kept lines to that of the block. */
static void fill_blanks(blocks *b, unsigned from)
{
    for (unsigned i = 0; i < from; i++)
        if (b->out[i].kind == BLOCK_BLANK) {
            b->out[i].kind = b->out[from].kind;
            b->out[i].rule = b->out[from].rule;
        }
}

/* Returns true when line i cannot be in the group of the line above. */
static bool block_is_apart(const blocks *b, unsigned i)
{
    const line *l = &b->lines[i], *above = l - 1;

    return l->flags & (LINE_BLANK | LINE_PAGE) || line_is_furniture(l) || l->quote != above->quote;
}

/* Returns the first line from i on that has text, or b->n. */
static unsigned text_from(const blocks *b, unsigned i)
{
    while (i < b->n && (b->lines[i].flags & LINE_BLANK || line_is_furniture(&b->lines[i])))
        i++;
    return i;
}

/* Inside a fence, clears the quote marks of the lines from i to the end of the fence, since they
 * are text there: ">>> x = 1". Does nothing in a mail, where a fence may never be closed. */
static void unquote(blocks *b, unsigned i)
{
    for (; b->mode == MODE_FENCE && !b->mail && i < b->n && !(b->lines[i].flags & LINE_FENCE); i++)
        b->lines[i].quote = b->lines[i].marks = b->lines[i].text = 0;
}

/* Decides what the lines of the first group are. `all`: also if the line after the group is not
 * known yet. Returns false when more lines are needed. */
static bool block_decide(blocks *b, bool all)
{
    bool full = b->n == BLOCK_LOOKAHEAD;
    group g = {.b = b};
    unsigned next;

    g.from = decide_blanks(b, all || full);
    if (g.from == b->n || b->lines[g.from].flags & LINE_BLANK) {
        block_give(b, g.from);
        return false;
    }
    unquote(b, g.from);
    for (g.to = g.from + 1; g.to < b->n && !block_is_apart(b, g.to); g.to++)
        ;
    if (!nest_find(&g, all || full))
        return false;
    next = text_from(b, g.to);
    if (next == b->n && !all && !full)
        return false;
    if (g.to == b->n && !all) {
        if (g.from > 0) {
            block_give(b, g.from);
            return true;
        }
        next = --g.to;
    }
    g.next = next < b->n ? &b->lines[next] : NULL;
    g.begins = !b->gap.adjacent;
    b->gap.printed = false;
    group_decide(&g);
    if (!b->out[g.from].first && b->out[g.from].kind >= BLOCK_TABLE)
        fill_blanks(b, g.from);
    block_give(b, g.to);
    b->gap.adjacent = true;
    b->gap.torn = false;
    return true;
}

void block_message(blocks *b, bool message)
{
    b->message = message;
}

/* ---- Double spacing ---- */

/* A text is in double spacing when blocks.spaced is at least SPACED. A line that surely continues
 * the line above one blank line adds 1, up to SPACED_MOST. A line that cannot, below fewer than two
 * blank lines, subtracts 1. */
#define SPACED 4
#define SPACED_MOST 16
/* The minimum width of a line, in columns, whose text the next line may continue. */
#define SPACED_COLUMNS 50

/* Returns true when the last of lines[0..n) may continue the line above the blank line: that line
 * has a blank line above it, too, and no room for the first word of the last line. */
static bool is_spaced(const blocks *b, unsigned n)
{
    const line *l, *above;

    if (n < 3)
        return false;
    l = &b->lines[n - 1];
    above = l - 2;
    return !(l->flags & (LINE_BLANK | LINE_PAGE)) && l->above == 1 && above->above > 0 &&
           (l->marks | l[-1].marks) == 0 && line_is_prose(above) &&
           above->edge >= l->indent + SPACED_COLUMNS && above->edge + l->word >= l->edge &&
           !(above->flags & LINE_SENTENCE && l->flags & LINE_LOWER);
}

/* Counts the new line. Returns true when it and the line above the blank line may be one group. */
static bool spacing_count(blocks *b)
{
    const line *l = &b->lines[b->n - 1];
    const bool spaced = is_spaced(b, b->n), goes_on = spaced && l->flags & LINE_LOWER;

    b->spaced += goes_on && b->spaced < SPACED_MOST;
    b->spaced -= !spaced && l->above < 2 && b->spaced > 0;
    return goes_on || (spaced && b->spaced >= SPACED);
}

/* Removes the blank lines of double spacing from lines[0..n), upwards from the last line, which a
 * blank line or the end of the text follows. */
static void spacing_remove(blocks *b, unsigned n)
{
    for (; b->spaced >= SPACED && is_spaced(b, n); n -= 2) {
        line *l = &b->lines[n - 1];

        l->above = LINE_SPACED;
        memmove(l - 1, l, (b->n - n + 1) * sizeof *l);
        b->n--;
    }
}

int block_line(blocks *b, const char *p, size_t n, bool page)
{
    line *l = &b->lines[b->n];

    CHECK(b->n < BLOCK_LOOKAHEAD);
    if (n > BLOCK_LINE_MAX)
        n = BLOCK_LINE_MAX;
    if (n > 0 && p[0] == '`')
        b->tick = b->tick || n == 1;
    else if (n > 0)
        b->tick = false;
    line_measure(l, p, n, b->tick);
    l->flags |= page ? LINE_PAGE : 0;
    b->contents.seeks = b->contents.seeks || l->flags & (LINE_CONTENTS | LINE_LEADER);
    if (b->contents.seeks && (l->words <= 8 || l->bullet != BULLET_NONE || l->flags & LINE_LEADER ||
                              b->n == 0 || l[-1].flags & LINE_BLANK))
        contents_read(l, p);
    l->above = b->running.blanks > 2 ? 2 : NARROW8(b->running.blanks);
    running_find(b, p);
    returning_find(b, p);
    b->n++;
    const bool blank = l->flags & LINE_BLANK;
    if (blank)
        spacing_remove(b, b->n - 1);
    if (b->n == BLOCK_LOOKAHEAD || (!blank && !spacing_count(b) && b->n > 1 &&
                                    (l[-1].flags & LINE_BLANK || block_is_apart(b, b->n - 1))))
        while (!b->error && b->n > 0 && block_decide(b, false))
            ;
    return b->error;
}

int block_end(blocks *b)
{
    int error;

    spacing_remove(b, b->n);
    while (!b->error && b->n > 0 && block_decide(b, true))
        ;
    error = b->error;
    memset(&b->error, 0, offsetof(blocks, entry) - offsetof(blocks, error));
    return error;
}
