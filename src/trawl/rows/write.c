/* write.c - writes an answer: the kept cells, then the links, as a row of JSON, TSV or CSV
 *
 * A long text is escaped in pieces, so that it takes no memory beside itself.
 */
#include "app/show/show.h"
#include "trawl/rows/rows.h"

/* Bytes of a piece. */
#define PIECE ((size_t)1 << 16)

/* What differs between the formats of answers. */
static const struct answer_format {
    char *(*whole)(char *to, trawl_str text);  /* writes a text that is not too long */
    char *(*inside)(char *to, trawl_str text); /* writes a piece of a text that is too long */
    const char *quote, *null, *end;
} answer_formats[] = {
    [ROWS_TSV] = {put_tsv, put_tsv, "", "\\N", "\n"},
    [ROWS_JSON] = {put_json, put_json_inside, "\"", "null", "\n"},
    [ROWS_CSV] = {put_csv_as_is, put_csv_inside, "\"", "", "\r\n"},
};

/* Returns the bytes of the first piece of a text. It ends neither inside a character nor inside of
 * CR LF. */
static size_t piece_of(trawl_str text)
{
    size_t n = PIECE;

    if (text.n <= PIECE)
        return text.n;
    while (n > PIECE - 3 && ((unsigned char)text.p[n] & 0xC0) == 0x80)
        n--;
    return n - (text.p[n - 1] == '\r');
}

static void write_text(struct output *out, const struct answer_format *format, trawl_str text)
{
    const bool whole = text.n <= PIECE;

    if (!whole)
        output_text(out, format->quote);
    do {
        trawl_str piece = {text.p, piece_of(text)};
        char *to = output_begin(out, PRINTABLE_JSON(piece.n)); /* the longest form */

        if (!to)
            return;
        output_end(out, whole ? format->whole(to, piece) : format->inside(to, piece));
        text.p += piece.n;
        text.n -= piece.n;
    } while (text.n > 0);
    if (!whole)
        output_text(out, format->quote);
}

static void write_cell(struct output *out, enum rows_format to, const struct rows_columns *c,
                       const struct rows_cell *cell, struct buffer *text)
{
    const struct answer_format *format = &answer_formats[to];

    if (cell->type <= CELL_NULL) {
        output_text(out, format->null);
    } else if (c->format == to) {
        output_bytes(out, cell->raw.p, cell->raw.n);
    } else if (cell->type == CELL_OTHER) {
        write_text(out, format, cell->raw);
    } else {
        text->n = 0;
        (void)rows_columns_text(c, cell->raw, text);
        write_text(out, format, buffer_str(text));
    }
}

static void write_json(struct output *out, const struct rows_columns *c, trawl_str answer,
                       struct buffer *text)
{
    for (size_t i = 1; i < c->count; i++) {
        output_byte(out, i == 1 ? '{' : ',');
        output_json(out, c->columns[i].name);
        output_byte(out, ':');
        write_cell(out, ROWS_JSON, c, &c->cells[i], text);
    }
    output_text(out, c->count > 1 ? ",\"links\":" : "");
    output_bytes(out, answer.p, answer.n);
    output_text(out, c->count > 1 ? "}" : "");
}

void rows_write(struct output *out, enum rows_format to, const struct rows_columns *c,
                trawl_str answer, struct buffer *text)
{
    const struct answer_format *format = &answer_formats[to];
    const char separator = to == ROWS_TSV ? '\t' : to == c->format ? c->separator : ',';

    if (to == ROWS_JSON) {
        write_json(out, c, answer, text);
    } else {
        for (size_t i = 1; i < c->count; i++) {
            write_cell(out, to, c, &c->cells[i], text);
            output_byte(out, separator);
        }
        if (answer.p[0] == 'n') /* null */
            output_text(out, format->null);
        else
            write_text(out, format, answer);
    }
    output_text(out, format->end);
}
