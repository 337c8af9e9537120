/* json.c - the output of -t json: one object a line for each link; inside.h lists the fields
 *
 * Fields that are absent are left out. Bytes that are not UTF-8 are written as U+FFFD; the fields
 * bytes and file_bytes have the bytes of url and file.
 */
#include "trawl/format/inside.h"

/* Writes "[[from,to],...]". */
static char *json_put_spans(char *to, const struct record *r)
{
    for (unsigned i = 0; i < r->link->span_count; i++) {
        to = put_number(i > 0 ? PUT(to, "],[") : PUT(to, "[["), r->spans[i].from);
        to = put_number(PUT(to, ","), r->spans[i].to);
    }
    return r->link->span_count > 0 ? PUT(to, "]]") : PUT(to, "[]");
}

static char *json_put_flags(char *to, uint64_t flags)
{
    to = PUT(to, "[");
    for (uint64_t rest = flags; rest; rest &= rest - 1) {
        to = put_word(rest == flags ? PUT(to, "\"") : PUT(to, ",\""),
                      trawl_flag_name(__builtin_ctzll(rest)));
        to = PUT(to, "\"");
    }
    return PUT(to, "]");
}

static char *json_put_flags_member(char *to, uint64_t flags)
{
    return json_put_flags(PUT(to, ",\"flags\":"), flags);
}

static char *put_alts(char *to, const trawl_link *link)
{
    to = PUT(to, "[");
    for (unsigned i = 0; i < link->alt_count; i++) {
        to = i > 0 ? PUT(to, ",{\"url\":") : PUT(to, "{\"url\":");
        to = put_json(to, link->alts[i].url);
        to = put_word(PUT(to, ",\"why\":\""), trawl_why_name(link->alts[i].why));
        to = PUT(to, "\"}");
    }
    return PUT(to, "]");
}

/* Writes a string that needs no escapes. */
static inline char *put_clean(char *to, trawl_str s)
{
    *to = '"';
    to = put_bytes(to + 1, s.p, s.n);
    *to = '"';
    return to + 1;
}

__attribute__((always_inline)) static inline char *json_put_value(struct format_view *v, char *to,
                                                                  const struct record *r,
                                                                  const struct field *d)
{
    trawl_str text;

    switch (d->type) {
    case FIELD_TEXT:
        return put_json(to, r->text[d->at]);
    case FIELD_URL:
        text = r->text[d->at];
        return r->valid & TRAWL_STANDARD_RFC3986 ? put_clean(to, text) : put_json(to, text);
    case FIELD_WORD:
        return put_clean(to, r->text[d->at]);
    case FIELD_BYTES:
        text = r->text[d->at];
        return PUT(put_hex(PUT(to, "\""), text.p, text.n), "\"");
    case FIELD_NUMBER:
        return put_number(to, r->number[d->at]);
    case FIELD_LINE:
        return put_counted(v->out, to, NOTE_LINE, r->number[d->at]);
    case FIELD_SERIAL:
        return put_counted(v->out, to, NOTE_MESSAGE, r->number[d->at]);
    case FIELD_TIME:
        return put_signed(to, r->time);
    case FIELD_SPANS:
        return json_put_spans(to, r);
    case FIELD_FLAGS:
        return json_put_flags(to, r->link->flags);
    case FIELD_ALTS:
        return put_alts(to, r->link);
    default:
        return PUT(put_standards(PUT(to, "["), r->valid, 1), "]");
    }
}

/* Writes one member, unless it is absent. */
static char *put_member(struct format_view *v, char *to, const struct record *r,
                        const struct field *d)
{
    const char *from = to;

    if (!record_lacks(r, d))
        to = json_put_value(v, put_bytes(to, d->key, d->key_n), r, d);
    note_field(v, d, from, to);
    return to;
}

/* Returns true for fields that all links of a part have in common. */
static inline bool json_is_common(const struct field *d)
{
    return d->use & (IN_MESSAGE | IN_PART) && d->type != FIELD_SERIAL;
}

/* Writes the fields. Fields common to a part are made once and kept in v->common. */
static char *format_json_put_fields(struct format_view *v, char *to, const struct record *r)
{
    const char *common = to;
    bool known = r->message && v->common.n > 0;

#pragma GCC unroll 64
    for (size_t i = 0; i < FIELDS; i++) {
        const struct field *d = &fields[i];
        bool was_common = i > 0 && json_is_common(d - 1);
        unsigned inside = d->use & IN_MESSAGE,
                 was_inside = i > 0 ? fields[i - 1].use & IN_MESSAGE : 0;

        if (json_is_common(d) && !was_common) {
            common = to;
            to = known ? put_bytes(to, v->common.p, v->common.n) : to;
        }
        if (was_common && !json_is_common(d) && r->message && !known)
            (void)buffer_add(&v->common, common, (size_t)(to - common));
        if (json_is_common(d) && known)
            continue;
        if (was_inside && !inside && r->message)
            to = PUT(to, "}");
        if (field_is_merged(d) && v->options->merged) {
            to = put_member(v, to, r, d);
            continue;
        }
        if (record_lacks(r, d))
            continue;
        if (inside && !was_inside)
            to = PUT(to, ",\"message\":");
        memcpy(to, d->key, sizeof d->key);
        if (i == 0 || (inside && !was_inside))
            *to = '{'; /* in place of the comma */
        to = json_put_value(v, to + d->key_n, r, d);
    }
    return to;
}

/* ---- The fields of --fields ---- */

/* Writes the members of "message" that were chosen as such, unless all are absent. */
static char *json_put_message(struct format_view *v, char *to, const struct record *r)
{
    const struct chosen_fields *c = &v->options->fields;
    char *begin = to, *inner = to = PUT(to, ",\"message\":");

    for (unsigned i = 0; i < c->count; i++)
        if (c->field[i].nested)
            to = put_member(v, to, r, &fields[c->field[i].at]);
    if (to == inner)
        return begin;
    *inner = '{'; /* in place of the comma */
    return PUT(to, "}");
}

static char *json_put_chosen(struct format_view *v, char *to, const struct record *r)
{
    const struct chosen_fields *c = &v->options->fields;
    char *begin = to;
    int message = 0;

    to += v->options->merged; /* hold.c removes the comma when the first member is known */
    for (unsigned i = 0; i < c->count; i++) {
        if (!c->field[i].nested)
            to = put_member(v, to, r, &fields[c->field[i].at]);
        else if (!message++)
            to = json_put_message(v, to, r);
    }
    if (to == begin)
        to++;
    *begin = '{';
    return to;
}

/* ---- Records ---- */

static int json_put_link(struct format_view *v, const trawl_event *e)
{
    struct record r;
    char *to;
    int error = record_fill(v, e, &r);

    if (error != TRAWL_OK)
        return error;
    to = output_begin(v->out, PRINTABLE_JSON(r.texts) + r.around);
    if (!to)
        return TRAWL_ERROR_NO_MEMORY;
    to = v->options->fields.count > 0 ? json_put_chosen(v, to, &r)
                                      : format_json_put_fields(v, to, &r);
    output_end(v->out, v->options->context ? to : PUT(to, "}\n"));
    return TRAWL_OK;
}

static void json_put_context(struct output *o, trawl_str around, char last)
{
    char *to = output_begin(o, PRINTABLE_JSON(around.n) + 20);

    if (!to)
        return;
    to = last == '{' ? to : PUT(to, ",");
    output_end(o, PUT(put_json(PUT(to, "\"context\":"), around), "}\n"));
}

/* Writes a record for a limit that may have hidden links, or for a part that was not read. */
static int json_put_limit(struct format_view *v, const trawl_event *e)
{
    trawl_str file = v->name, what = {e->what, strlen(e->what)};
    char *to = output_begin(v->out, PRINTABLE_JSON(file.n + what.n) + JSON_BYTES(file.n) + 100);

    if (!to)
        return TRAWL_ERROR_NO_MEMORY;
    to = put_json(PUT(to, "{\"record\":\"limit\",\"limit\":"), what);
    if (file.p)
        to = put_json_bytes(put_json(PUT(to, ",\"file\":"), file), "file_bytes", file);
    to = put_number(PUT(to, ",\"offset\":"), e->span.from);
    output_end(v->out, PUT(to, "}\n"));
    return TRAWL_OK;
}

const struct format format_json = {.name = "json",
                                   .traits = FORMAT_RECORDS | FORMAT_PIECES | FORMAT_BOTH,
                                   .event = json_put_link,
                                   .limit = json_put_limit,
                                   .put_context = json_put_context,
                                   .put_flags = json_put_flags_member};
