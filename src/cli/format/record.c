/* record.c - fills the record of a link for -t json and -t tsv; inside.h lists the fields */
#include "cli/format/inside.h"

/* Sets a text; one with p NULL is absent. */
static void set(struct record *r, enum record_text at, trawl_str s)
{
    r->text[at] = s;
    r->texts += s.n;
}

/* Sets the forms of the URL. A URL that RFC 3986 accepts is its own ASCII form. */
static int fill_forms(struct find *f, struct record *r)
{
    trawl_str url = r->text[TEXT_URL];
    int same, valid = trawl_standards(url.p, url.n, &same), error = TRAWL_OK;

    if (valid < 0)
        return valid;
    r->valid = (unsigned)valid;
    set(r, TEXT_DISPLAY, (trawl_str){NULL, 0});
    set(r, TEXT_LOOKS, (trawl_str){NULL, 0});
    set(r, TEXT_CANONICAL, url);
    set(r, TEXT_ASCII, url);
    if (!same) {
        error = buffer_fill(&f->canonical, trawl_canonical, url);
        set(r, TEXT_CANONICAL, buffer_str(&f->canonical));
    }
    if (error == TRAWL_OK && !(valid & TRAWL_STANDARD_RFC3986)) {
        error = buffer_fill(&f->ascii, trawl_ascii, url);
        set(r, TEXT_ASCII, buffer_str(&f->ascii));
    }
    if (error == TRAWL_OK && (r->link->flags & TRAWL_FLAG_CONFUSABLE)) {
        error = buffer_fill(&f->looks, trawl_looks_like, url);
        set(r, TEXT_LOOKS, buffer_str(&f->looks));
    }
    if (error == TRAWL_OK && f->options->display) {
        error = buffer_fill(&f->display, trawl_display, url);
        set(r, TEXT_DISPLAY, buffer_str(&f->display));
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
    r->texts = link->url.n; /* for FIELD_BYTES */
    r->around = (size_t)48 * FIELDS + (size_t)32 * TRAWL_FLAG_COUNT +
                (size_t)2 * PUT_NUMBER * link->span_count + (size_t)48 * link->alt_count;
    for (unsigned i = 0; i < link->alt_count; i++)
        r->texts += link->alts[i].url.n;
    r->message = m->number > 0 ? m : NULL;
    r->number[NUMBER_LINE] = link->line;
    r->number[NUMBER_COLUMN] = link->column;
    r->number[NUMBER_QUOTE] = link->quote;
    r->number[NUMBER_SERIAL] = m->number;
    r->number[NUMBER_OFFSET] = m->offset;
    set(r, TEXT_URL, link->url);
    set(r, TEXT_KIND, word(trawl_kind_name(link->kind)));
    set(r, TEXT_RAW, link->raw);
    set(r, TEXT_FILE, f->name);
    set(r, TEXT_ID, if_any(m->id));
    set(r, TEXT_DATE, if_any(m->date));
    set(r, TEXT_DATE_ISO, if_any(m->date_iso));
    set(r, TEXT_FROM, if_any(m->from));
    set(r, TEXT_SUBJECT, if_any(m->subject));
    set(r, TEXT_PART, part->type.n > 0 ? part->path : (trawl_str){NULL, 0});
    set(r, TEXT_TYPE, if_any(part->type));
    set(r, TEXT_HEADER, if_any(e->field));
    set(r, TEXT_ZONE, word(link->zone ? trawl_zone_name(link->zone) : NULL));
    set(r, TEXT_ATTRIBUTE, if_any(link->attribute));
    set(r, TEXT_ANCHOR, if_any(link->anchor));
    set(r, TEXT_TARGET, if_any(link->target));
    set(r, TEXT_INNER, if_any(link->inner));
    return fill_forms(f, r);
}
