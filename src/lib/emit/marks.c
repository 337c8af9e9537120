/* marks.c - the structure of HTML as lines of text: quote marks, bullets, indentation
 *
 * Input: MARKUP events. Output: what each line begins with, for the writers of Markdown and of text
 * for terminals.
 */
#include "emit/emit.h"

#include <stdio.h>

#include <trawl_mail.h>

#define MARKS_QUOTES 16

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

size_t marks_between(const marks *mk, char out[MARKS_START])
{
    size_t n = marks_quotes(mk->quote < mk->last ? mk->quote : mk->last, out);

    return n > 0 ? n - 1 : 0;
}

size_t marks_start(marks *mk, char out[MARKS_START], bool first)
{
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
    return n;
}
