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

/* Sets a text; an empty one is absent. */
static void set_if_any(struct record *r, enum record_text at, trawl_str s)
{
    if (s.n > 0)
        r->text[at] = s;
}

static trawl_str word(const char *s)
{
    return (trawl_str){s, strlen(s)};
}

static void fill_mail(struct record *r, const trawl_event *e)
{
    const trawl_mail_message *m = e->message;

    r->message = m;
    r->number[NUMBER_SERIAL] = m->number;
    r->number[NUMBER_OFFSET] = m->offset;
    set_if_any(r, TEXT_ID, m->id);
    set_if_any(r, TEXT_DATE, m->date);
    set_if_any(r, TEXT_DATE_ISO, m->date_iso);
    set_if_any(r, TEXT_FROM, m->from);
    set_if_any(r, TEXT_SUBJECT, m->subject);
}

int record_fill(struct find *f, const trawl_event *e, struct record *r)
{
    const trawl_link *link = e->link;

    *r = (struct record){.link = link};
    r->number[NUMBER_LINE] = link->line;
    r->number[NUMBER_COLUMN] = link->column;
    r->number[NUMBER_QUOTE] = link->quote;
    r->text[TEXT_URL] = link->url;
    r->text[TEXT_KIND] = word(trawl_kind_name(link->kind));
    r->text[TEXT_RAW] = link->raw;
    if (f->name)
        r->text[TEXT_FILE] = word(f->name);
    if (e->message->number > 0)
        fill_mail(r, e);
    if (e->part->type.n > 0) {
        r->text[TEXT_PART] = e->part->path;
        r->text[TEXT_TYPE] = e->part->type;
    }
    set_if_any(r, TEXT_HEADER, e->field);
    if (link->zone != TRAWL_ZONE_NONE)
        r->text[TEXT_ZONE] = word(trawl_zone_name(link->zone));
    set_if_any(r, TEXT_ATTRIBUTE, link->attribute);
    set_if_any(r, TEXT_ANCHOR, link->anchor);
    set_if_any(r, TEXT_TARGET, link->target);
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
