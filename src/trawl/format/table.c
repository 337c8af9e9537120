/* table.c - the outputs of -t tsv and -t csv: a table, one row per link
 *
 * inside.h lists the columns; --fields chooses them. With --context one more column follows.
 * spans is "from-to,from-to", flags and valid are lists with commas, alt is a list of "why:url"
 * with spaces between; a list may be empty. The first row has the names of the columns: in CSV
 * unless there is --no-header.
 *
 * TSV: a line per link, one TAB between columns. Absent values are \N. Text is escaped as
 * PostgreSQL's COPY reads it.
 *
 * CSV: RFC 4180, with CRLF. An absent value is empty, an empty text or list is "", so that
 * PostgreSQL can distinguish them. CSV has no escapes: hidden characters other than TAB and line
 * ends, and bytes that are not UTF-8, become U+FFFD. If that changes the URL, the field `bytes` has
 * its bytes; `file_bytes` has the bytes of the name of the file.
 *
 * The functions are compiled once for TSV and once for CSV, so that rows are written without tests
 * of the format.
 */
#include "trawl/format/inside.h"

#define FOR_EACH_TABLE static inline __attribute__((always_inline))

/* Puts quotes around the list from `from` to `end` if it needs them: if it has commas or is empty.
 * Returns the new end. */
static char *quote_list(char *from, const char *end)
{
    size_t n = (size_t)(end - from);

    if (n > 0 && !memchr(from, ',', n))
        return from + n;
    memmove(from + 1, from, n);
    from[0] = from[n + 1] = '"';
    return from + n + 2;
}

/* Ends a list that begins at `from`. */
FOR_EACH_TABLE char *table_end_list(enum table_kind kind, char *from, char *end)
{
    return kind == TABLE_CSV ? quote_list(from, end) : end;
}

FOR_EACH_TABLE char *table_put_alts(enum table_kind kind, char *to, const trawl_link *link)
{
    return kind == TABLE_CSV ? PUT(record_alts(PUT(to, "\""), link, put_csv_inside), "\"")
                             : record_alts(to, link, put_tsv);
}

/* Returns true if the table can show the URL or name as it is, so that the field with its bytes is
 * absent. */
FOR_EACH_TABLE bool table_shows(enum table_kind kind, const struct record *r, const struct field *d)
{
    return kind == TABLE_CSV ? printable_is_csv(r->text[d->at]) : record_lacks(r, d);
}

FOR_EACH_TABLE char *table_put_value(enum table_kind kind, struct format_view *v, char *to,
                                     const struct record *r, const struct field *d)
{
    trawl_str text;

    if ((d->use & IN_MESSAGE) && !r->message)
        return put_absent(to, kind);
    switch (d->type) {
    case FIELD_TEXT:
    case FIELD_URL:
    case FIELD_WORD:
        text = r->text[d->at];
        return text.n > 0 || (text.p && !(d->use & IN_PART)) ? put_cell(to, kind, text)
                                                             : put_absent(to, kind);
    case FIELD_BYTES:
        text = r->text[d->at];
        return table_shows(kind, r, d) ? put_absent(to, kind) : put_hex(to, text.p, text.n);
    case FIELD_NUMBER:
        return put_number(to, r->number[d->at]);
    case FIELD_LINE:
        return put_counted(v->out, to, NOTE_LINE, r->number[d->at]);
    case FIELD_SERIAL:
        return put_counted(v->out, to, NOTE_MESSAGE, r->number[d->at]);
    case FIELD_TIME:
        return record_lacks(r, d) ? put_absent(to, kind) : put_signed(to, r->time);
    case FIELD_SPANS:
        return table_end_list(kind, to, record_spans(to, r));
    case FIELD_FLAGS:
        return table_end_list(kind, to, record_flags(to, r->link->flags));
    case FIELD_ALTS:
        return table_put_alts(kind, to, r->link);
    default:
        return table_end_list(kind, to, put_standards(to, r->valid, 0));
    }
}

FOR_EACH_TABLE char *table_put_chosen(enum table_kind kind, struct format_view *v, char *to,
                                      const struct record *r)
{
    const struct chosen_fields *c = &v->options->fields;

    for (unsigned i = 0; i < c->count; i++) {
        const char *from = to = i > 0 ? put_between(to, kind) : to;

        to = table_put_value(kind, v, to, r, &fields[c->field[i].at]);
        note_field(v, &fields[c->field[i].at], from, to);
    }
    return to;
}

FOR_EACH_TABLE int table_put_link(enum table_kind kind, struct format_view *v, const trawl_event *e)
{
    struct record r;
    char *to;
    int error = record_fill(v, e, &r);

    if (error != TRAWL_OK)
        return error;
    to = output_begin(v->out, cell_room(kind, r.texts) + r.around);
    if (!to)
        return TRAWL_ERROR_NO_MEMORY;
    to = table_put_chosen(kind, v, to, &r);
    output_end(v->out, v->options->context ? to : put_row_end(to, kind));
    return TRAWL_OK;
}

FOR_EACH_TABLE void table_put_context(enum table_kind kind, struct output *o, trawl_str around)
{
    char *to = output_begin(o, cell_room(kind, around.n) + 3);

    if (to)
        output_end(o, put_row_end(put_cell(put_between(to, kind), kind, around), kind));
}

#define TABLE(which, word)                                                                         \
    static int word##_put_link(struct format_view *v, const trawl_event *e)                        \
    {                                                                                              \
        return table_put_link(which, v, e);                                                        \
    }                                                                                              \
    static void word##_put_context(struct output *o, trawl_str around, char last)                  \
    {                                                                                              \
        (void)last;                                                                                \
        table_put_context(which, o, around);                                                       \
    }                                                                                              \
    static char *word##_put_flags(char *to, uint64_t flags)                                        \
    {                                                                                              \
        return table_end_list(which, to, record_flags(to, flags));                                 \
    }                                                                                              \
    static int word##_put_header(struct format_view *v, const char *first)                         \
    {                                                                                              \
        (void)first;                                                                               \
        fields_header(v, which);                                                                   \
        return TRAWL_OK;                                                                           \
    }                                                                                              \
    const struct format format_##word = {.name = #word,                                            \
                                         .traits = FORMAT_RECORDS | FORMAT_PIECES | FORMAT_BOTH |  \
                                                   FORMAT_TABLE,                                   \
                                         .open = word##_put_header,                                \
                                         .event = word##_put_link,                                 \
                                         .put_context = word##_put_context,                        \
                                         .put_flags = word##_put_flags}

TABLE(TABLE_TSV, tsv);
TABLE(TABLE_CSV, csv);
