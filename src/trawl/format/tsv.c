/* tsv.c - the output of -t tsv: a table, one line per link, one TAB between columns
 *
 * inside.h lists the columns; --fields chooses others. With --context one more column follows.
 * spans is "from-to,from-to", flags and valid are lists with commas, alt is a list of "why:url"
 * with spaces between; a list may be empty. Absent values are \N. Text is escaped as PostgreSQL's
 * COPY reads it. With --header the first line has the names of the columns.
 */
#include "trawl/format/inside.h"

static inline char *tsv_put_value(struct format_view *v, char *to, const struct record *r,
                                  const struct field *d)
{
    trawl_str text;

    if ((d->use & IN_MESSAGE) && !r->message)
        return PUT(to, "\\N");
    switch (d->type) {
    case FIELD_TEXT:
    case FIELD_URL:
    case FIELD_WORD:
        text = r->text[d->at];
        return text.n > 0 || (text.p && !(d->use & IN_PART)) ? put_tsv(to, text) : PUT(to, "\\N");
    case FIELD_BYTES:
        text = r->text[d->at];
        return record_lacks(r, d) ? PUT(to, "\\N") : put_hex(to, text.p, text.n);
    case FIELD_PACKED:
        return record_lacks(r, d) ? PUT(to, "\\N") : put_number(to, r->number[d->at]);
    case FIELD_NUMBER:
        return put_number(to, r->number[d->at]);
    case FIELD_LINE:
        return put_counted(v->out, to, NOTE_LINE, r->number[d->at]);
    case FIELD_SERIAL:
        return put_counted(v->out, to, NOTE_MESSAGE, r->number[d->at]);
    case FIELD_TIME:
        return record_lacks(r, d) ? PUT(to, "\\N") : put_signed(to, r->time);
    case FIELD_SPANS:
        return record_spans(to, r);
    case FIELD_FLAGS:
        return record_flags(to, r->link->flags);
    case FIELD_ALTS:
        return record_alts(to, r->link, put_tsv);
    default:
        return put_standards(to, r->valid, 0);
    }
}

static char *tsv_put_columns(struct format_view *v, char *to, const struct record *r)
{
#pragma GCC unroll 64
    for (size_t i = 0; i < COLUMNS; i++)
        to = tsv_put_value(v, i > 0 ? PUT(to, "\t") : to, r, &fields[columns[i]]);
    return to;
}

static char *tsv_put_chosen(struct format_view *v, char *to, const struct record *r)
{
    const struct chosen_fields *c = &v->options->fields;

    for (unsigned i = 0; i < c->count; i++)
        to = tsv_put_value(v, i > 0 ? PUT(to, "\t") : to, r, &fields[c->field[i].at]);
    return to;
}

static int tsv_put_link(struct format_view *v, const trawl_event *e)
{
    struct record r;
    char *to;
    int error = record_fill(v, e, &r);

    if (error != TRAWL_OK)
        return error;
    to = output_begin(v->out, PRINTABLE_TSV(r.texts) + r.around);
    if (!to)
        return TRAWL_ERROR_NO_MEMORY;
    to = v->options->fields.count > 0 ? tsv_put_chosen(v, to, &r) : tsv_put_columns(v, to, &r);
    output_end(v->out, v->options->context ? to : PUT(to, "\n"));
    return TRAWL_OK;
}

static void tsv_put_context(struct output *o, trawl_str around, char last)
{
    char *to = output_begin(o, PRINTABLE_TSV(around.n) + 2);

    (void)last;
    if (to)
        output_end(o, PUT(put_tsv(PUT(to, "\t"), around), "\n"));
}

static int tsv_put_header(struct format_view *v, const char *first)
{
    (void)first;
    fields_header(v, "\t", "\n");
    return TRAWL_OK;
}

const struct format format_tsv = {.name = "tsv",
                                  .traits =
                                      FORMAT_RECORDS | FORMAT_PIECES | FORMAT_BOTH | FORMAT_TABLE,
                                  .open = tsv_put_header,
                                  .event = tsv_put_link,
                                  .put_context = tsv_put_context};
