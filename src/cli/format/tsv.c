/* tsv.c - the output of -t tsv: a table, one line a link, one TAB between columns, no header
 *
 *   url  kind  raw  spans  line  column  quote  flags  alt  canonical  ascii  valid  file
 *   message  offset  id  date  from  subject  part  type  header
 *
 * With --display one more column follows, and with --context a last one; inside.h describes them.
 * spans is "from-to,from-to", flags and valid are lists with commas, alt is a list of "why:url"
 * with spaces between; a list may be empty. Absent values are \N. Text is escaped as PostgreSQL's
 * COPY reads it.
 */
#include "cli/format/inside.h"

static char *put_spans(char *to, const trawl_link *link)
{
    for (unsigned i = 0; i < link->span_count; i++) {
        to = put_number(i > 0 ? PUT(to, ",") : to, link->spans[i].from);
        to = put_number(PUT(to, "-"), link->spans[i].to);
    }
    return to;
}

static char *put_flags(char *to, uint64_t flags)
{
    for (uint64_t rest = flags; rest; rest &= rest - 1)
        to = put_word(rest == flags ? to : PUT(to, ","), trawl_flag_name(__builtin_ctzll(rest)));
    return to;
}

static char *put_alts(char *to, const trawl_link *link)
{
    for (unsigned i = 0; i < link->alt_count; i++) {
        to = put_word(i > 0 ? PUT(to, " ") : to, trawl_why_name(link->alts[i].why));
        to = put_tsv(PUT(to, ":"), link->alts[i].url);
    }
    return to;
}

static inline char *put_value(struct find *f, char *to, const struct record *r,
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
    case FIELD_NUMBER:
        return put_number(to, r->number[d->at]);
    case FIELD_LINE:
        return put_counted(f->out, to, NOTE_LINE, r->number[d->at]);
    case FIELD_SERIAL:
        return put_counted(f->out, to, NOTE_MESSAGE, r->number[d->at]);
    case FIELD_SPANS:
        return put_spans(to, r->link);
    case FIELD_FLAGS:
        return put_flags(to, r->link->flags);
    case FIELD_ALTS:
        return put_alts(to, r->link);
    default:
        return put_standards(to, r->valid, 0);
    }
}

static int put_link(struct find *f, const trawl_event *e)
{
    struct record r;
    char *to;
    int error = record_fill(f, e, &r);

    if (error != TRAWL_OK)
        return error;
    to = output_begin(f->out, PRINTABLE_TSV(r.texts) + r.around);
    if (!to)
        return TRAWL_ERROR_NO_MEMORY;
#pragma GCC unroll 32
    for (size_t i = 0; i < FIELDS; i++) {
        const struct field *d = &fields[i];

        if (!(d->use & IN_TSV) || ((d->use & IN_OPTION) && !r.text[d->at].p))
            continue;
        to = put_value(f, i > 0 ? PUT(to, "\t") : to, &r, d);
    }
    output_end(f->out, f->options->context ? to : PUT(to, "\n"));
    return TRAWL_OK;
}

static void put_context(struct output *o, trawl_str around)
{
    char *to = output_begin(o, PRINTABLE_TSV(around.n) + 2);

    if (to)
        output_end(o, PUT(put_tsv(PUT(to, "\t"), around), "\n"));
}

const struct format format_tsv = {.name = "tsv",
                                  .traits = FORMAT_RECORDS | FORMAT_PIECES | FORMAT_BOTH,
                                  .event = put_link,
                                  .put_context = put_context};
