/* marks.c - the structure of HTML as lines of text: quote marks, bullets, indentation
 *
 * Input: MARKUP events. Output: what each line begins with, for the writers of Markdown and of text
 * for terminals.
 */
#include "emit/emit.h"

#include <stdio.h>

#include <trawl_mail.h>

#define MARKS_QUOTES 16
/* The maximum number of bytes of the start of a line. */
#define MARKS_START 256

/* Begins a block. */
static void marks_begin(marks *mk, int kind, unsigned level)
{
    mk->begins = true;
    mk->apart = mk->kind != TRAWL_MARKUP_ITEM || kind != TRAWL_MARKUP_ITEM;
    mk->kind = kind;
    mk->cell = mk->next = false;
    mk->level = level > MARKS_ITEMS ? MARKS_ITEMS : level;
    mk->style = mk->heading = 0;
}

/* Begins a cell, of the same row or of the next one. */
static void marks_begin_cell(marks *mk, unsigned column)
{
    bool next = mk->cell && mk->column > 0;
    unsigned before = next ? mk->column : 0;

    if (!next) {
        bool same = mk->kind == TRAWL_MARKUP_CELL && mk->row > 1;
        marks_begin(mk, TRAWL_MARKUP_CELL, 0);
        mk->apart = !same;
    }
    mk->next = next;
    mk->begins = mk->cell = true;
    mk->column = column;
    mk->skip = column > before ? column - before - 1 : 0;
    if (mk->skip > MARKS_SKIP)
        mk->skip = MARKS_SKIP;
    mk->style = 0;
}

bool marks_take(marks *mk, const trawl_event *event)
{
    unsigned n = event->index, bit;

    mk->on = true;
    switch (event->reason) {
    case TRAWL_MARKUP_QUOTE:
        mk->quote = n < MARKS_QUOTES ? n : MARKS_QUOTES;
        break;
    case TRAWL_MARKUP_NUMBER:
        mk->number = n;
        break;
    case TRAWL_MARKUP_ROW:
        mk->row = n;
        mk->column = 0;
        break;
    case TRAWL_MARKUP_CELL:
    case TRAWL_MARKUP_HEAD_CELL:
        marks_begin_cell(mk, n);
        break;
    case TRAWL_MARKUP_HEADING:
        marks_begin(mk, event->reason, 0);
        mk->heading = n;
        break;
    case TRAWL_MARKUP_BOLD:
    case TRAWL_MARKUP_ITALIC:
    case TRAWL_MARKUP_CODE:
        bit = 1u << (event->reason - TRAWL_MARKUP_BOLD);
        mk->style = n > 0 ? mk->style | bit : mk->style & ~bit;
        return false;
    case TRAWL_MARKUP_TERM:
        marks_begin(mk, event->reason, 0);
        mk->style = 1;
        break;
    default:
        if (event->reason < TRAWL_MARKUP_COUNT)
            marks_begin(mk, event->reason, n);
    }
    return true;
}

static size_t marks_quotes(unsigned depth, char *out)
{
    size_t n = 0;

    for (unsigned i = 0; i < depth; i++) {
        out[n++] = '>';
        out[n++] = ' ';
    }
    return n;
}

/* Writes the quote marks of the blank line before a block. */
static void marks_put_between(trawl_emit *e, const marks *mk)
{
    char out[2 * MARKS_QUOTES];
    const size_t n = marks_quotes(mk->quote < mk->last ? mk->quote : mk->last, out);

    emit_put(e, out, n > 0 ? n - 1 : 0);
}

/* Writes the start of the block's first line, or of another line: "> - ". */
static void marks_put_line(trawl_emit *e, marks *mk, bool first)
{
    char out[MARKS_START];
    bool item = first && mk->kind == TRAWL_MARKUP_ITEM && mk->level > 0;
    size_t n = marks_quotes(mk->quote, out);
    unsigned indent = 0;

    for (unsigned i = 1; i + item <= mk->level; i++)
        indent += mk->width[i];
    for (unsigned i = 0; i < indent && n + 32 < MARKS_START; i++)
        out[n++] = ' ';
    if (item) {
        size_t from = n;
        n += mk->number > 0 ? (size_t)snprintf(out + n, 16, "%u. ", mk->number)
                            : (size_t)snprintf(out + n, 16, "- ");
        mk->width[mk->level] = (unsigned)(n - from);
        mk->number = 0;
    }
    mk->last = mk->quote;
    emit_put(e, out, n);
}

void marks_put_start(trawl_emit *e, marks *mk, bool first, uint64_t breaks, const char *line_end,
                     bool each)
{
    if (breaks > 0 && !first) {
        for (; breaks > 1 && !e->error; breaks--) {
            emit_text(e, line_end);
            if (each)
                marks_put_line(e, mk, false);
        }
        emit_text(e, line_end);
    } else if (breaks > 0) {
        emit_text(e, "\n");
        if (mk->apart || mk->quote != mk->last) {
            marks_put_between(e, mk);
            emit_text(e, "\n");
        }
    }
    marks_put_line(e, mk, first);
}
