/* record.c - fills the record of a link for json, tsv and csv; inside.h lists the fields */
#include "trawl/format/inside.h"

/* Sets a text; a text with p NULL is absent. */
static void record_set(struct record *r, enum record_text at, trawl_str s)
{
    r->text[at] = s;
    r->texts += s.n;
}

static int record_wants(const struct format_view *v, enum record_text at)
{
    return v->options->fields.needs >> at & 1;
}

/* Sets one form of the URL, absent if it is empty. Returns TRAWL_OK or an error. */
static int fill_form(struct record *r, enum record_text at, struct buffer *form_of, url_form *form,
                     trawl_str url)
{
    int error = buffer_fill(form_of, form, url);

    if (form_of->n > 0)
        record_set(r, at, buffer_str(form_of));
    return error;
}

/* Returns trawl_site_length(). Keeps the last results, since most hosts occur again in a text. */
static size_t site_of(struct format_view *v, const char *host, size_t n)
{
    uint64_t start = 0;
    struct host_site *known;

    if (n < sizeof start || n > sizeof known->host)
        return trawl_site_length(host, n);
    memcpy(&start, host, sizeof start);
    known = &v->forms.sites[(start * UINT64_C(0x9E3779B97F4A7C15) >> 58 ^ n) % HOST_SITES];
    if (known->n != n || memcmp(known->host, host, n) != 0) {
        memcpy(known->host, host, n);
        known->n = (unsigned char)n;
        known->site = (unsigned char)trawl_site_length(host, n);
    }
    return known->site;
}

/* Sets the host and the site of a URL in canonical form. */
static void record_fill_host(struct format_view *v, struct record *r, trawl_str url)
{
    trawl_span host = trawl_host_span(url.p, url.n);
    size_t n = host.to - host.from;

    if (n == 0)
        return;
    record_set(r, TEXT_HOST, (trawl_str){url.p + host.from, n});
    if (record_wants(v, TEXT_SITE)) {
        size_t site = site_of(v, url.p + host.from, n);

        record_set(r, TEXT_SITE, (trawl_str){url.p + host.to - site, site});
    }
}

/* Sets the canonical form, and the host, the site and the sort key, which are derived from it. */
static int fill_place(struct format_view *v, struct record *r, int same)
{
    trawl_str url = r->text[TEXT_URL];
    int error = TRAWL_OK;

    if (!same && (error = buffer_fill(&v->forms.canonical, trawl_canonical, url)) == TRAWL_OK)
        url = buffer_str(&v->forms.canonical);
    if (error == TRAWL_OK && v->options->canonical > 1)
        error = fill_form(r, TEXT_CANONICAL, &v->forms.alike, v->options->canonical_form, url);
    else if (record_wants(v, TEXT_CANONICAL))
        record_set(r, TEXT_CANONICAL, url);
    if (error == TRAWL_OK && (record_wants(v, TEXT_HOST) || record_wants(v, TEXT_SITE)))
        record_fill_host(v, r, url);
    if (error == TRAWL_OK && record_wants(v, TEXT_SURT))
        error = fill_form(r, TEXT_SURT, &v->forms.surt, trawl_surt, url);
    return error;
}

/* Sets the forms of the URL. A URL that RFC 3986 accepts is its own ASCII form. */
static int fill_forms(struct format_view *v, struct record *r)
{
    trawl_str url = r->text[TEXT_URL];
    int same, valid = trawl_standards(url.p, url.n, &same), error;

    if (valid < 0)
        return valid;
    r->valid = (unsigned)valid;
    record_set(r, TEXT_ASCII, url);
    error = fill_place(v, r, same);
    if (error == TRAWL_OK && record_wants(v, TEXT_ASCII) && !(valid & TRAWL_STANDARD_RFC3986))
        error = fill_form(r, TEXT_ASCII, &v->forms.ascii, trawl_ascii, url);
    if (error == TRAWL_OK && (r->link->flags & TRAWL_FLAG_CONFUSABLE))
        error = fill_form(r, TEXT_LOOKS, &v->forms.looks, trawl_looks_like, url);
    if (error == TRAWL_OK && record_wants(v, TEXT_DEFANGED))
        error = fill_form(r, TEXT_DEFANGED, &v->forms.defanged, trawl_defang, url);
    if (error == TRAWL_OK && record_wants(v, TEXT_DISPLAY))
        error = fill_form(r, TEXT_DISPLAY, &v->forms.display, trawl_display, url);
    return error;
}

/* Sets the spans in the unit of --offsets. */
static int fill_spans(struct format_view *v, struct record *r)
{
    const trawl_link *link = r->link;
    enum offset_unit unit = v->options->unit;

    r->spans = link->spans;
    if (unit == UNIT_BYTES)
        return TRAWL_OK;
    v->forms.spans.n = 0;
    for (unsigned i = 0; i < link->span_count; i++) {
        trawl_span span = {places_find(v->places, link->spans[i].from).offset[unit],
                           places_find(v->places, link->spans[i].to).offset[unit]};

        if (buffer_add(&v->forms.spans, (const char *)&span, sizeof span) != TRAWL_OK)
            return TRAWL_ERROR_NO_MEMORY;
    }
    r->spans = (const trawl_span *)(const void *)v->forms.spans.p;
    return TRAWL_OK;
}

/* Returns the text; an empty one becomes absent. */
static trawl_str record_if_any(trawl_str s)
{
    return s.n > 0 ? s : (trawl_str){NULL, 0};
}

static trawl_str record_word(const char *word)
{
    return (trawl_str){word, word ? strlen(word) : 0};
}

static void record_fill_message(struct record *r)
{
    const trawl_mail_message *m = r->message;

    r->time = m->time;
    r->number[NUMBER_OFFSET] = m->offset;
    record_set(r, TEXT_ID, record_if_any(m->id));
    record_set(r, TEXT_DATE, record_if_any(m->date));
    record_set(r, TEXT_DATE_ISO, record_if_any(m->date_iso));
    record_set(r, TEXT_TIME_ISO, record_if_any(m->time_iso));
    record_set(r, TEXT_FROM, record_if_any(m->from));
    record_set(r, TEXT_FROM_ADDR, record_if_any(m->from_addr));
    record_set(r, TEXT_SUBJECT, record_if_any(m->subject));
    record_set(r, TEXT_LIST_ID, record_if_any(m->list_id));
    record_set(r, TEXT_IN_REPLY_TO, record_if_any(m->in_reply_to));
}

/* Sets the fields that the links of a part have in common, unless json.c keeps them. */
static void record_fill_common(struct format_view *v, struct record *r, const trawl_mail_part *part)
{
    r->texts += v->common.n;
    if (r->message && v->common.n > 0)
        return;
    if (r->message)
        record_fill_message(r);
    record_set(r, TEXT_PART, part->type.n > 0 ? part->path : (trawl_str){NULL, 0});
    record_set(r, TEXT_TYPE, record_if_any(part->type));
}

int record_fill(struct format_view *v, const trawl_event *e, struct record *r)
{
    const trawl_link *link = e->link;
    int error;

    for (enum record_text at = TEXT_CANONICAL; at <= TEXT_DISPLAY; at++)
        r->text[at] = (trawl_str){NULL, 0};
    r->valid = 0;
    r->link = link;
    r->texts = link->url.n + v->name.n; /* for FIELD_BYTES */
    r->around = (size_t)48 * FIELDS + (size_t)32 * TRAWL_FLAG_COUNT +
                (size_t)2 * PUT_NUMBER * link->span_count + (size_t)48 * link->alt_count;
    for (unsigned i = 0; i < link->alt_count; i++)
        r->texts += link->alts[i].url.n;
    r->message = e->message->number > 0 ? e->message : NULL;
    record_fill_common(v, r, e->part);
    r->number[NUMBER_SERIAL] = e->message->number;
    r->number[NUMBER_LINE] = link->line;
    r->number[NUMBER_COLUMN] = link->column;
    r->number[NUMBER_QUOTE] = link->quote;
    record_set(r, TEXT_URL, link->url);
    record_set(r, TEXT_KIND, record_word(trawl_kind_name(link->kind)));
    record_set(r, TEXT_RAW, link->raw);
    record_set(r, TEXT_FILE, v->name);
    r->plain_name = v->plain_name;
    record_set(r, TEXT_HEADER, record_if_any(e->field));
    record_set(r, TEXT_ZONE, record_word(link->zone ? trawl_zone_name(link->zone) : NULL));
    record_set(r, TEXT_ATTRIBUTE, record_if_any(link->attribute));
    record_set(r, TEXT_ANCHOR, record_if_any(link->anchor));
    record_set(r, TEXT_TARGET, record_if_any(link->target));
    record_set(r, TEXT_INNER, record_if_any(link->inner));
    record_set(r, TEXT_QUOTED_BY, record_if_any(link->quoted_by));
    error = fill_spans(v, r);
    return error == TRAWL_OK && v->options->fields.needs & FIELDS_VALID ? fill_forms(v, r) : error;
}

void format_view_free(struct format_view *v)
{
    buffer_free(&v->forms.canonical);
    buffer_free(&v->forms.alike);
    buffer_free(&v->forms.ascii);
    buffer_free(&v->forms.surt);
    buffer_free(&v->forms.looks);
    buffer_free(&v->forms.display);
    buffer_free(&v->forms.defanged);
    buffer_free(&v->forms.spans);
    buffer_free(&v->common);
}

/* ---- Lists in tables ---- */

char *record_spans(char *to, const struct record *r)
{
    for (unsigned i = 0; i < r->link->span_count; i++) {
        to = put_number(i > 0 ? PUT(to, ",") : to, r->spans[i].from);
        to = put_number(PUT(to, "-"), r->spans[i].to);
    }
    return to;
}

char *record_flags(char *to, uint64_t flags)
{
    for (uint64_t rest = flags; rest; rest &= rest - 1)
        to = put_word(rest == flags ? to : PUT(to, ","), trawl_flag_name(__builtin_ctzll(rest)));
    return to;
}

char *record_alts(char *to, const trawl_link *link, record_put *put)
{
    for (unsigned i = 0; i < link->alt_count; i++) {
        to = put_word(i > 0 ? PUT(to, " ") : to, trawl_why_name(link->alts[i].why));
        to = put(PUT(to, ":"), link->alts[i].url);
    }
    return to;
}
