/* csv.c - the output of -t csv: a table by RFC 4180, one record per link, with CRLF
 *
 * The columns are those of tsv.c, and so are the lists in them. An absent value is empty, an empty
 * text or list is "", so that PostgreSQL tells them apart. CSV has no escapes: hidden characters
 * other than TAB and line ends, and bytes that are not UTF-8, become U+FFFD. If that changes the
 * URL, the field `bytes` has its bytes; `file_bytes` has those of the name of the file.
 */
#include "trawl/format/inside.h"

/* Puts quotes around the text from `from` to `end` if it has commas or is empty. Returns the new
 * end. */
static char *quote_list(char *from, const char *end)
{
    size_t n = (size_t)(end - from);

    if (n > 0 && !memchr(from, ',', n))
        return from + n;
    memmove(from + 1, from, n);
    from[0] = from[n + 1] = '"';
    return from + n + 2;
}

static char *csv_put_value(struct format_view *v, char *to, const struct record *r,
                           const struct field *d)
{
    trawl_str text;

    if ((d->use & IN_MESSAGE) && !r->message)
        return to;
    switch (d->type) {
    case FIELD_TEXT:
    case FIELD_URL:
    case FIELD_WORD:
        text = r->text[d->at];
        return text.n > 0 || (text.p && !(d->use & IN_PART)) ? put_csv(to, text) : to;
    case FIELD_BYTES:
        text = r->text[d->at];
        return printable_is_csv(text) ? to : put_hex(to, text.p, text.n);
    case FIELD_PACKED:
        return record_lacks(r, d) ? to : put_number(to, r->number[d->at]);
    case FIELD_NUMBER:
        return put_number(to, r->number[d->at]);
    case FIELD_LINE:
        return put_counted(v->out, to, NOTE_LINE, r->number[d->at]);
    case FIELD_SERIAL:
        return put_counted(v->out, to, NOTE_MESSAGE, r->number[d->at]);
    case FIELD_TIME:
        return record_lacks(r, d) ? to : put_signed(to, r->time);
    case FIELD_SPANS:
        return quote_list(to, record_spans(to, r));
    case FIELD_FLAGS:
        return quote_list(to, record_flags(to, r->link->flags));
    case FIELD_ALTS:
        return PUT(record_alts(PUT(to, "\""), r->link, put_csv_inside), "\"");
    default:
        return quote_list(to, put_standards(to, r->valid, 0));
    }
}

static int csv_put_link(struct format_view *v, const trawl_event *e)
{
    const struct chosen_fields *c = &v->options->fields;
    struct record r;
    char *to;
    int error = record_fill(v, e, &r);

    if (error != TRAWL_OK)
        return error;
    to = output_begin(v->out, PRINTABLE_CSV(r.texts) + r.around);
    if (!to)
        return TRAWL_ERROR_NO_MEMORY;
    for (unsigned i = 0; i < c->count; i++)
        to = csv_put_value(v, i > 0 ? PUT(to, ",") : to, &r, &fields[c->field[i].at]);
    output_end(v->out, v->options->context ? to : PUT(to, "\r\n"));
    return TRAWL_OK;
}

static void csv_put_context(struct output *o, trawl_str around, char last)
{
    char *to = output_begin(o, PRINTABLE_CSV(around.n) + 3);

    (void)last;
    if (to)
        output_end(o, PUT(put_csv(PUT(to, ","), around), "\r\n"));
}

static int csv_put_header(struct format_view *v, const char *first)
{
    (void)first;
    fields_header(v, ",", "\r\n");
    return TRAWL_OK;
}

const struct format format_csv = {.name = "csv",
                                  .traits =
                                      FORMAT_RECORDS | FORMAT_PIECES | FORMAT_BOTH | FORMAT_TABLE,
                                  .open = csv_put_header,
                                  .event = csv_put_link,
                                  .put_context = csv_put_context};
