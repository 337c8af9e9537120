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
static void marks_begin(marks *m, int kind, unsigned level)
{
    m->begins = true;
    m->apart = m->kind != TRAWL_MARKUP_ITEM || kind != TRAWL_MARKUP_ITEM;
    m->kind = kind;
    m->cell = m->next = false;
    m->level = level > MARKS_ITEMS ? MARKS_ITEMS : level;
    m->style = m->heading = 0;
}

/* Begins a cell, of the same row or of the next one. */
static void marks_begin_cell(marks *m, unsigned column)
{
    bool next = m->cell && m->column > 0;
    unsigned before = next ? m->column : 0;

    if (!next) {
        bool same = m->kind == TRAWL_MARKUP_CELL && m->row > 1;
        marks_begin(m, TRAWL_MARKUP_CELL, 0);
        m->apart = !same;
    }
    m->next = next;
    m->begins = m->cell = true;
    m->column = column;
    m->skip = column > before ? column - before - 1 : 0;
    if (m->skip > MARKS_SKIP)
        m->skip = MARKS_SKIP;
    m->style = 0;
}

bool marks_take(marks *m, const trawl_event *event)
{
    unsigned n = event->index, bit;

    m->on = true;
    switch (event->reason) {
    case TRAWL_MARKUP_QUOTE:
        m->quote = n < MARKS_QUOTES ? n : MARKS_QUOTES;
        break;
    case TRAWL_MARKUP_NUMBER:
        m->number = n;
        break;
    case TRAWL_MARKUP_ROW:
        m->row = n;
        m->column = 0;
        break;
    case TRAWL_MARKUP_CELL:
    case TRAWL_MARKUP_HEAD_CELL:
        marks_begin_cell(m, n);
        break;
    case TRAWL_MARKUP_HEADING:
        marks_begin(m, event->reason, 0);
        m->heading = n;
        break;
    case TRAWL_MARKUP_BOLD:
    case TRAWL_MARKUP_ITALIC:
    case TRAWL_MARKUP_CODE:
        bit = 1u << (event->reason - TRAWL_MARKUP_BOLD);
        m->style = n > 0 ? m->style | bit : m->style & ~bit;
        return false;
    case TRAWL_MARKUP_TERM:
        marks_begin(m, event->reason, 0);
        m->style = 1;
        break;
    default:
        if (event->reason < TRAWL_MARKUP_COUNT)
            marks_begin(m, event->reason, n);
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

size_t marks_between(const marks *m, char out[MARKS_START])
{
    size_t n = marks_quotes(m->quote < m->last ? m->quote : m->last, out);

    return n > 0 ? n - 1 : 0;
}

size_t marks_start(marks *m, char out[MARKS_START], bool first)
{
    bool item = first && m->kind == TRAWL_MARKUP_ITEM && m->level > 0;
    size_t n = marks_quotes(m->quote, out);
    unsigned indent = 0;

    for (unsigned i = 1; i + item <= m->level; i++)
        indent += m->width[i];
    for (unsigned i = 0; i < indent && n + 32 < MARKS_START; i++)
        out[n++] = ' ';
    if (item) {
        size_t from = n;
        n += m->number > 0 ? (size_t)snprintf(out + n, 16, "%u. ", m->number)
                           : (size_t)snprintf(out + n, 16, "- ");
        m->width[m->level] = (unsigned)(n - from);
        m->number = 0;
    }
    m->last = m->quote;
    return n;
}
