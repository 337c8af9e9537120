/* tsv.c - rows of TSV, with the escapes of PostgreSQL's COPY and ClickHouse's TabSeparated
 *
 * A cell \N is NULL. \b \f \n \r \t \v are controls, \1 to \377 (octal) and \x1 to \xFF are bytes;
 * a backslash before any other character means that character.
 */
#include "base/ascii.h"
#include "trawl/rows/rows.h"

bool rows_tsv_next(trawl_str row, char separator, size_t *at, struct rows_cell *cell)
{
    const char *p, *end;

    if (!row.p || *at > row.n)
        return false;
    p = row.p + *at;
    end = *at < row.n ? memchr(p, separator, row.n - *at) : NULL;
    end = end ? end : row.p + row.n;
    *cell = (struct rows_cell){CELL_TEXT, {p, (size_t)(end - p)}};
    if (cell->raw.n == 2 && memcmp(p, "\\N", 2) == 0)
        cell->type = CELL_NULL;
    *at += cell->raw.n + 1;
    return true;
}

/* Decodes the escape after a backslash. Returns the bytes that were used. */
static size_t tsv_escape(const char *p, size_t n, char *byte)
{
    static const char letters[] = "bfnrtv", bytes[] = "\b\f\n\r\t\v";
    const char *known = *p ? strchr(letters, *p) : NULL;
    unsigned base = *p == 'x' ? 16 : 8, value = 0;
    size_t from = *p == 'x', i = from;
    int digit;

    *byte = known ? bytes[known - letters] : *p;
    if (known)
        return 1;
    for (; i < n && i < from + (base == 16 ? 2 : 3); i++) {
        digit = ascii_hex((unsigned char)p[i]);
        if (digit < 0 || (unsigned)digit >= base)
            break;
        value = value * base + (unsigned)digit;
    }
    if (i == from)
        return 1;
    *byte = (char)value;
    return i;
}

const char *rows_tsv_text(trawl_str raw, struct buffer *text)
{
    for (size_t i = 0; i < raw.n;) {
        const char *slash = memchr(raw.p + i, '\\', raw.n - i);
        size_t run = slash ? (size_t)(slash - raw.p) - i : raw.n - i;
        char byte;

        if (buffer_add(text, raw.p + i, run) != TRAWL_OK)
            return NULL;
        i += run + 1;
        if (!slash)
            break;
        if (i == raw.n)
            return "a backslash at the end of the cell";
        i += tsv_escape(raw.p + i, raw.n - i, &byte);
        if (buffer_add(text, &byte, 1) != TRAWL_OK)
            return NULL;
    }
    return NULL;
}
