/* rows.c - the lines around a link as a terminal shows them: marks, frames, colours, columns
 *
 *     │ > Open https://a.example/one/long/path/that/rea │
 *     │ > ches/the/edge                                 │
 *
 * A row's text is what is left between its marks (quote marks and frames) and its right frame.
 * Escape sequences are skipped, and columns are cells: a wide character takes two.
 */

#include "base/ascii.h"
#include "base/count.h"
#include "find/lines/lines.h"

/* Returns true for what draws the sides of a frame: "|" and vertical lines. */
static bool is_side(uint32_t c)
{
    return c == '|' || c == 0x2502 || c == 0x2503 || c == 0x2551 || c == 0x258C || c == 0x258F ||
           c == 0x2590 || c == 0x2595;
}

/* Returns true for characters that take two cells. */
static bool is_wide(uint32_t c)
{
    return c >= 0x1100 && (c <= 0x115F || (c >= 0x2E80 && c <= 0xA4CF && c != 0x303F) ||
                           (c >= 0xAC00 && c <= 0xD7A3) || (c >= 0xF900 && c <= 0xFAFF) ||
                           (c >= 0xFE30 && c <= 0xFE6F) || (c >= 0xFF00 && c <= 0xFF60) ||
                           (c >= 0xFFE0 && c <= 0xFFE6) || (c >= 0x1F300 && c <= 0x1F64F) ||
                           (c >= 0x1F900 && c <= 0x1F9FF) || (c >= 0x20000 && c <= 0x3FFFD));
}

/* Returns true for characters from U+0300 on that take no cell: combining and invisible ones. */
static bool is_thin(uint32_t c)
{
    return c <= 0x36F || (c >= 0xFE00 && c <= 0xFE0F) || c == 0x200C || c == 0x200D ||
           text_invisible(c);
}

static unsigned cells(uint32_t c)
{
    return is_wide(c) ? 2 : c >= 0x300 && is_thin(c) ? 0 : 1;
}

/* The longest escape sequence that is skipped. */
#define ESCAPE_MAX 512

size_t row_skip_escape(text *t, size_t i)
{
    size_t k = i + 2;
    int c;

    if (text_at(t, i) != 0x1B)
        return i;
    c = text_at(t, i + 1);
    if (c == '[') { /* SGR */
        k = text_run(t, k, 62, BYTE_DIGIT, ";:");
        c = text_at(t, k);
        return c == 'm' || c == 'K' ? k + 1 : i;
    }
    if (c != ']')
        return i;
    while (k - i < ESCAPE_MAX && (c = text_at(t, k)) >= ' ')
        k++;
    if (c == 0x07)
        return k + 1;
    return c == 0x1B && text_at(t, k + 1) == '\\' ? k + 2 : i;
}

/* Moves past blanks and escape sequences; counts cells. */
static size_t rows_skip_blanks(text *t, size_t i, unsigned *column)
{
    size_t from = i, next;
    int c;

    while (i - from < ROW_BYTES) {
        c = text_at(t, i);
        if (c == ' ' || c == '\t') {
            *column = c == '\t' ? (*column | 7) + 1 : *column + 1;
            i++;
        } else if (c == 0x1B && (next = row_skip_escape(t, i)) > i) {
            i = next;
        } else {
            break;
        }
    }
    return i;
}

bool row_ends(text *t, size_t i)
{
    unsigned column = 0;
    utf8_char c;

    i = rows_skip_blanks(t, i, &column);
    c = text_char(t, i);
    if (is_side(c.code))
        i = rows_skip_blanks(t, i + c.len, &column);
    return text_after_break(t, i) > i;
}

/* Reads the marks at the start of a line: all that are there, or those of `own`. Returns false when
 * one of those is missing; a ">" may be, since programs that break quoted lines add none. */
static bool read_marks(text *t, size_t *i, const text_row *own, text_row *r)
{
    while (r->mark_count < (own ? own->mark_count : ROW_MARKS)) {
        unsigned column = r->columns;
        size_t k = rows_skip_blanks(t, *i, &column);
        utf8_char c = text_char(t, k);
        if (own ? c.code != own->marks[r->mark_count] : c.code != '>' && !is_side(c.code))
            return own == NULL || own->marks[r->mark_count] == '>';
        r->marks[r->mark_count++] = c.code;
        r->columns = column + 1;
        *i = k + c.len;
    }
    return true;
}

/* Returns true when all bytes are printable ASCII, of one cell each. */
static bool rows_is_ascii(const char *p, size_t n)
{
    const uint64_t high = UINT64_C(0x8080808080808080), space = UINT64_C(0x2020202020202020);
    uint64_t x;

    for (; n >= sizeof x; p += sizeof x, n -= sizeof x) {
        memcpy(&x, p, sizeof x);
        if ((x | (x - space)) & high)
            return false;
    }
    for (; n > 0; p++, n--)
        if ((unsigned char)*p < ' ' || (unsigned char)*p >= 0x80)
            return false;
    return true;
}

/* As rows_read_text(), for such bytes. */
static void read_ascii(const text *t, size_t i, size_t end, text_row *r)
{
    size_t to = end;

    while (to > i && t->p[to - 1] == ' ')
        to--;
    r->framed = to > i && t->p[to - 1] == '|' && r->marks[0] == '|';
    if (r->framed) {
        r->edge = r->columns + (unsigned)(--to - i);
        while (to > i && t->p[to - 1] == ' ')
            to--;
    }
    r->to = to;
    r->columns += (unsigned)(to - i);
}

/* Finds the end of the text in t->p[i..end), without a frame at its right. */
static void rows_read_text(text *t, size_t i, size_t end, text_row *r)
{
    unsigned column = r->columns, shown = column, before = column;
    size_t to = i, frame = i, next;
    uint32_t last = 0;

    while (i < end) {
        utf8_char c;
        if (t->p[i] == 0x1B && (next = row_skip_escape(t, i)) > i) {
            i = next;
            continue;
        }
        c = text_char(t, i);
        if (c.code == '\t') {
            column = (column | 7) + 1;
        } else if (c.code <= ' ') {
            column++;
        } else {
            frame = to;
            before = shown;
            r->edge = column;
            shown = column += cells(c.code);
            to = i + c.len;
            last = c.code;
        }
        i += c.len;
    }
    r->framed = last == r->marks[0] && is_side(last);
    r->to = r->framed ? frame : to;
    r->columns = r->framed ? before : shown;
}

bool row_read(text *t, size_t from, const text_row *own, text_row *r)
{
    size_t i = from, most = from + ROW_BYTES, limit = most < t->n ? most : t->n;
    const char *lf = i < limit ? memchr(t->p + i, '\n', limit - i) : NULL;
    size_t end = lf ? (size_t)(lf - t->p) : limit;

    *r = (text_row){.from = from, .next = lf ? end + 1 : 0};
    if (!lf && limit == most)
        return false;
    if (!lf && !t->final) {
        text_starve(t, t->n);
        return false;
    }
    if (!read_marks(t, &i, own, r))
        return false;
    r->head = i;
    r->text = rows_skip_blanks(t, i, &r->columns);
    r->indent = r->columns;
    if (r->text >= end)
        r->text = end;
    end -= end > r->text && t->p[end - 1] == '\r';
    if (rows_is_ascii(t->p + r->text, end - r->text))
        read_ascii(t, r->text, end, r);
    else
        rows_read_text(t, r->text, end, r);
    return true;
}

unsigned row_kept_marks(const text_row *r)
{
    unsigned n = r->framed;

    while (n < r->mark_count && !is_side(r->marks[n]))
        n++;
    return n;
}

bool row_read_below(text *t, size_t from, const text_row *own, text_row *r)
{
    const unsigned least = row_kept_marks(own);
    text_row kept = *own;

    while (!row_read(t, from, &kept, r)) {
        if (kept.mark_count <= least || t->starved)
            return false;
        kept.mark_count--;
    }
    if (r->text < r->to && t->p[r->text] == '>' && r->text <= r->head + 1 &&
        (kept.mark_count == 0 || kept.marks[kept.mark_count - 1] == '>'))
        return row_read(t, from, NULL, r);
    return true;
}

size_t row_start(const text *t, size_t i, size_t least)
{
    i = i > least ? least + count_after_last(t->p + least, i - least, '\n') : i;
    return i > least || least == 0 ? i : SIZE_MAX;
}

unsigned row_column(text *t, const text_row *r, size_t i)
{
    unsigned column = r->indent;
    size_t next;

    for (size_t k = r->text; k < i;) {
        utf8_char c = text_char(t, k);
        if (c.code == 0x1B && (next = row_skip_escape(t, k)) > k) {
            k = next;
            continue;
        }
        column = c.code == '\t' ? (column | 7) + 1 : column + cells(c.code);
        k += c.len;
    }
    return column;
}
