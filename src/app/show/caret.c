/* caret.c - a line of text with a caret under one byte */

#include "app/show/show.h"

#define CARET_COLUMNS 100 /* the maximum number of columns of a text that are shown */
#define CARET_BEFORE 60   /* the maximum number of these columns to the left of the caret */

/* Sets *column to the width of the text to the left of the character with byte `at`; a combining
 * mark has the column of its base. Returns the width of the text, or of a sufficient part. */
static size_t caret_measure(trawl_str text, size_t at, size_t *column)
{
    struct printable_step step;
    size_t width = 0, last = 0;
    bool found = false;

    for (size_t i = 0; i < text.n && !(found && width > *column + CARET_COLUMNS); i += step.bytes) {
        printable_next(&step, text.p + i, text.n - i);
        if (step.columns > 0)
            last = width;
        if (!found && at < i + step.bytes) {
            *column = last;
            found = true;
        }
        width += step.columns;
    }
    if (!found)
        *column = width;
    return width;
}

/* Writes the characters that fit wholly into the columns `from` to `to`, without combining marks
 * whose base is outside. Returns the column of the first one. */
static size_t caret_put_columns(struct output *o, trawl_str text, size_t from, size_t to)
{
    struct printable_step step;
    size_t column = 0, begin = to;

    for (size_t i = 0; i < text.n && column <= to; i += step.bytes) {
        printable_next(&step, text.p + i, text.n - i);
        if (column >= from && column + step.columns <= to &&
            (step.columns > 0 || column > begin || from == 0)) {
            output_bytes(o, step.text, step.length);
            if (column < begin)
                begin = column;
        }
        column += step.columns;
    }
    return begin;
}

void caret_show(struct output *o, size_t indent, trawl_str text, size_t at, const char *before,
                const char *after)
{
    size_t column = 0, from = 0, to;
    size_t width = caret_measure(text, at, &column);

    to = width;
    if (width > CARET_COLUMNS) {
        from = column > CARET_BEFORE ? column - CARET_BEFORE : 0;
        if (from > width - CARET_COLUMNS)
            from = width - CARET_COLUMNS;
        to = from + CARET_COLUMNS;
    }
    output_spaces(o, indent);
    if (from > 0)
        output_text(o, "...");
    column -= caret_put_columns(o, text, from, to);
    if (to < width)
        output_text(o, "...");
    output_byte(o, '\n');
    output_spaces(o, indent + (from > 0 ? 3 : 0) + column);
    output_text(o, before);
    output_byte(o, '^');
    output_text(o, after);
    output_byte(o, '\n');
}

void caret_head(struct output *o, trawl_str text)
{
    size_t column;
    size_t width = caret_measure(text, 0, &column);

    (void)caret_put_columns(o, text, 0, width < CARET_COLUMNS ? width : CARET_COLUMNS);
    if (width > CARET_COLUMNS)
        output_text(o, "...");
}
