/* markup.c - text of HTML, whose structure is known from MARKUP events instead of src/lib/block
 *
 * Input: MARKUP events of the mail reader. Output: the decision of each line, for structure.c, the
 * tags of bold text and the like, which are markup of their line, and the elements of tables.
 * All tags are made here: nothing of the source's tags is copied.
 */
#include "emit/html/inside.h"

/* ---- Styles ---- */

static const char *const style_opens[] = {"<b>", "<i>", "<code>"};
static const char *const style_closes[] = {"</b>", "</i>", "</code>"};

/* Ends all open styles, and begins these. */
static void html_set_style(trawl_emit *e, unsigned style)
{
    html_marks *mk = &((html *)e->state)->marks;

    if (style == mk->style)
        return;
    html_markup_begin(e);
    for (unsigned i = 3; i-- > 0;)
        if (mk->style >> i & 1)
            emit_text(e, style_closes[i]);
    for (unsigned i = 0; i < 3; i++)
        if (style >> i & 1)
            emit_text(e, style_opens[i]);
    html_markup_end(e, 0);
    mk->style = style;
}

void html_marks_line_end(trawl_emit *e)
{
    html_set_style(e, 0);
}

/* ---- Decisions ---- */

/* Begins a block of this kind. */
static void html_begin_block(html_marks *mk, enum block_kind kind, unsigned level)
{
    mk->is = (block_decision){.kind = kind,
                              .rule = "markup of the page",
                              .first = true,
                              .level = level,
                              .quote = mk->quote};
    mk->is.ordered = kind == BLOCK_ITEM && mk->number > 0;
    mk->cell = (html_cell){.number = kind == BLOCK_ITEM ? mk->number : 0};
    mk->number = 0;
}

static void html_begin_cell(html_marks *mk, unsigned column, bool head)
{
    html_begin_block(mk, BLOCK_TABLE, 0);
    mk->cell = (html_cell){.row = mk->row, .column = column, .head = head, .begins = mk->begins};
    mk->begins = false;
}

void html_marks_event(trawl_emit *e, const trawl_event *event)
{
    static const unsigned char kinds[TRAWL_MARKUP_COUNT] = {
        [TRAWL_MARKUP_HEADING] = BLOCK_HEADING, [TRAWL_MARKUP_ITEM] = BLOCK_ITEM,
        [TRAWL_MARKUP_TERM] = BLOCK_TERM,       [TRAWL_MARKUP_DEFINITION] = BLOCK_DEFINITION,
        [TRAWL_MARKUP_VERBATIM] = BLOCK_CODE,   [TRAWL_MARKUP_PARAGRAPH] = BLOCK_PARAGRAPH};
    html *h = e->state;
    html_marks *mk = &h->marks;
    unsigned n = event->index;

    html_link_close(e);
    if (!mk->on)
        html_held_part(e);
    mk->on = true;
    switch (event->reason) {
    case TRAWL_MARKUP_QUOTE:
        mk->quote = n;
        break;
    case TRAWL_MARKUP_NUMBER:
        mk->number = n;
        break;
    case TRAWL_MARKUP_ROW:
        mk->row = n;
        mk->begins = true;
        break;
    case TRAWL_MARKUP_CELL:
    case TRAWL_MARKUP_HEAD_CELL:
        html_begin_cell(mk, n, event->reason == TRAWL_MARKUP_HEAD_CELL);
        break;
    case TRAWL_MARKUP_BOLD:
    case TRAWL_MARKUP_ITALIC:
    case TRAWL_MARKUP_CODE:
        html_set_style(e, (mk->style & ~(1u << (event->reason - TRAWL_MARKUP_BOLD))) |
                              (n > 0) << (event->reason - TRAWL_MARKUP_BOLD));
        break;
    default:
        if (event->reason < TRAWL_MARKUP_COUNT && kinds[event->reason])
            html_begin_block(mk, kinds[event->reason], n);
    }
}

block_decision html_marks_line(trawl_emit *e, const char *p, size_t n, html_cell *cell)
{
    html_marks *mk = &((html *)e->state)->marks;
    block_decision is = mk->is;
    size_t i = 0;

    while (i < n && (p[i] == ' ' || p[i] == '\t'))
        i++;
    if (i == n && (is.kind != BLOCK_CODE || is.first)) {
        is.kind = BLOCK_BLANK;
        return is;
    }
    *cell = mk->cell;
    mk->is.first = mk->cell.begins = false;
    return is;
}

/* ---- Tables ---- */

/* The maximum number of cells without text before one with text. */
#define EMPTY_CELLS 64

void html_marks_cell(trawl_emit *e, const html_line *line)
{
    html_open *o = &((html *)e->state)->open;
    const html_cell *cell = line->cell;
    bool open = o->lists_n > 0 && o->lists[o->lists_n - 1].type == 't';

    if (!open || (cell->begins && cell->row == 1)) {
        html_structure_open_table(e);
        o->column = 0;
    } else if (cell->begins) {
        html_structure_close_text(e);
        emit_text(e, "</tr>\n<tr>");
        o->column = 0;
    } else {
        html_structure_close_text(e);
    }
    for (unsigned i = 0; o->column + 1 < cell->column && i < EMPTY_CELLS; i++, o->column++)
        emit_text(e, "<td></td>");
    html_structure_open_text(e, BLOCK_TABLE, cell->head ? "<th>" : "<td>",
                             cell->head ? "</th>" : "</td>");
    o->column = cell->column;
}
