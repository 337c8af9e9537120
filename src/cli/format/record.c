/* record.c - fills the record of a link for -t json and -t tsv; inside.h lists the fields */
#include "cli/format/inside.h"

/* Sets the forms of the URL. A URL that RFC 3986 accepts is its own ASCII form. */
static int fill_forms(struct find *f, struct record *r)
{
    trawl_str url = r->text[TEXT_URL];
    int same, valid = trawl_standards(url.p, url.n, &same), error = TRAWL_OK;

    if (valid < 0)
        return valid;
    r->valid = (unsigned)valid;
    r->text[TEXT_DISPLAY] = (trawl_str){NULL, 0};
    r->text[TEXT_CANONICAL] = r->text[TEXT_ASCII] = url;
    if (!same) {
        error = buffer_fill(&f->canonical, trawl_canonical, url);
        r->text[TEXT_CANONICAL] = buffer_str(&f->canonical);
    }
    if (error == TRAWL_OK && !(valid & TRAWL_STANDARD_RFC3986)) {
        error = buffer_fill(&f->ascii, trawl_ascii, url);
        r->text[TEXT_ASCII] = buffer_str(&f->ascii);
    }
    if (error == TRAWL_OK && f->options->display) {
        error = buffer_fill(&f->display, trawl_display, url);
        r->text[TEXT_DISPLAY] = buffer_str(&f->display);
    }
    return error;
}

/* Returns a text that is absent if it is empty. */
static trawl_str if_any(trawl_str s)
{
    return s.n > 0 ? s : (trawl_str){NULL, 0};
}

static trawl_str word(const char *s)
{
    return (trawl_str){s, s ? strlen(s) : 0};
}

int record_fill(struct find *f, const trawl_event *e, struct record *r)
{
    const trawl_link *link = e->link;
    const trawl_mail_message *m = e->message;
    const trawl_mail_part *part = e->part;

    r->link = link;
    r->message = m->number > 0 ? m : NULL;
    r->number[NUMBER_LINE] = link->line;
    r->number[NUMBER_COLUMN] = link->column;
    r->number[NUMBER_QUOTE] = link->quote;
    r->number[NUMBER_SERIAL] = m->number;
    r->number[NUMBER_OFFSET] = m->offset;
    r->text[TEXT_URL] = link->url;
    r->text[TEXT_KIND] = word(trawl_kind_name(link->kind));
    r->text[TEXT_RAW] = link->raw;
    r->text[TEXT_FILE] = word(f->name);
    r->text[TEXT_ID] = if_any(m->id);
    r->text[TEXT_DATE] = if_any(m->date);
    r->text[TEXT_DATE_ISO] = if_any(m->date_iso);
    r->text[TEXT_FROM] = if_any(m->from);
    r->text[TEXT_SUBJECT] = if_any(m->subject);
    r->text[TEXT_PART] = part->type.n > 0 ? part->path : (trawl_str){NULL, 0};
    r->text[TEXT_TYPE] = if_any(part->type);
    r->text[TEXT_HEADER] = if_any(e->field);
    r->text[TEXT_ZONE] = word(link->zone ? trawl_zone_name(link->zone) : NULL);
    r->text[TEXT_ATTRIBUTE] = if_any(link->attribute);
    r->text[TEXT_ANCHOR] = if_any(link->anchor);
    r->text[TEXT_TARGET] = if_any(link->target);
    return fill_forms(f, r);
}

size_t record_texts(const struct record *r, size_t *around)
{
    size_t n = r->text[TEXT_URL].n; /* for FIELD_BYTES */

    for (size_t i = 0; i < TEXTS; i++)
        n += r->text[i].n;
    for (unsigned i = 0; i < r->link->alt_count; i++)
        n += r->link->alts[i].url.n;
    *around = 48 * FIELDS + 32 * TRAWL_FLAG_COUNT + 2 * PUT_NUMBER * r->link->span_count +
              48 * r->link->alt_count;
    return n;
}
