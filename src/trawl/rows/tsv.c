/* tsv.c - rows of TSV, with the escapes of PostgreSQL's COPY and ClickHouse's TabSeparated
 *
 * A cell \N is NULL. \b \f \n \r \t \v are controls, \1 to \377 (octal) and \x1 to \xFF are bytes;
 * a backslash before any other character means that character.
 */
#include "base/ascii.h"
#include "trawl/rows/rows.h"

const char *rows_tsv(trawl_str row, const struct rows_column *columns, struct rows_cell *cells,
                     size_t count)
{
    const char *p = row.p, *end = row.p + row.n;

    for (size_t i = 0; i < count; i++)
        cells[i] = (struct rows_cell){.type = CELL_ABSENT};
    for (uint64_t number = 1; p; number++) {
        const char *tab = p < end ? memchr(p, '\t', (size_t)(end - p)) : NULL;
        trawl_str raw = {p, (size_t)((tab ? tab : end) - p)};
        bool null = raw.n == 2 && memcmp(raw.p, "\\N", 2) == 0;

        for (size_t i = 0; i < count; i++)
            if (columns[i].number == number)
                cells[i] = (struct rows_cell){null ? CELL_NULL : CELL_TEXT, raw};
        p = tab ? tab + 1 : NULL;
    }
    return cells[0].type == CELL_ABSENT ? "the row has no such column" : NULL;
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
