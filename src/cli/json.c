/* json.c - the reports of "trawl check" as JSON, one object a line
 *
 * {"url","valid","errors":[{"standard","code","at","section","why"}],"parts","canonical","ascii"}. Parts that are not
 * there are left out; lists stand as lists. A URL that is not UTF-8 has its bad bytes shown as U+FFFD, and only then a
 * field "bytes" with the hex digits of the whole URL, so a U+FFFD that was really there can be told. canonical and
 * ascii are null for a URL longer than TRAWL_URL_MAX.
 */
#include "cli/json_put.h"
#include "cli/report.h"

static void put_errors(struct output *o, const trawl_verdict *v)
{
    output_text(o, ",\"errors\":[");
    for (unsigned i = 0; i < v->refusals; i++) {
        const trawl_refusal *r = &v->refusal[i];

        output_text(o, i ? ",{\"standard\":" : "{\"standard\":");
        json_put_text(o, r->standard);
        output_text(o, ",\"code\":");
        json_put_text(o, trawl_code_name(r->code));
        output_text(o, ",\"at\":");
        output_number(o, r->at);
        output_text(o, ",\"section\":");
        json_put_text(o, r->section);
        output_text(o, ",\"why\":");
        json_put_text(o, r->why);
        output_byte(o, '}');
    }
    output_byte(o, ']');
}

static void put_addresses(struct output *o, const struct report *r)
{
    trawl_span rest = r->verdict->part[TRAWL_ADDRESSES], address;
    const char *separator = "[";

    while (trawl_next_address(r->url.p, &rest, &address) == 1) {
        output_text(o, separator);
        json_put_str(o, report_span(r, address));
        separator = ",";
    }
    output_text(o, *separator == '[' ? "[]" : "]");
}

static void put_fields(struct output *o, const struct report *r)
{
    trawl_span rest = r->verdict->part[TRAWL_FIELDS], name, value;
    const char *separator = "[";

    while (trawl_next_field(r->url.p, &rest, &name, &value) == 1) {
        output_text(o, separator);
        output_text(o, "{\"name\":");
        json_put_str(o, report_span(r, name));
        output_text(o, ",\"value\":");
        if (value.from == TRAWL_ABSENT)
            output_text(o, "null");
        else
            json_put_str(o, report_span(r, value));
        output_byte(o, '}');
        separator = ",";
    }
    output_text(o, *separator == '[' ? "[]" : "]");
}

static void put_parts(struct output *o, const struct report *r)
{
    const char *separator = "";

    output_text(o, ",\"parts\":{");
    for (int part = 0; part < TRAWL_PARTS; part++) {
        if (!report_has(r, part))
            continue;
        output_text(o, separator);
        json_put_key(o, trawl_part_name(part));
        if (part == TRAWL_ADDRESSES)
            put_addresses(o, r);
        else if (part == TRAWL_FIELDS)
            put_fields(o, r);
        else
            json_put_str(o, report_span(r, r->verdict->part[part]));
        separator = ",";
    }
    output_byte(o, '}');
}

static void put_form(struct output *o, const char *name, trawl_str form)
{
    output_byte(o, ',');
    json_put_key(o, name);
    if (form.p)
        json_put_str(o, form);
    else
        output_text(o, "null");
}

void json_report(struct output *o, const struct report *r)
{
    char *to = output_begin(o, JSON_MEMBER("{\"url\":", r->url) + JSON_BYTES(r->url.n) + JSON_VALID);

    if (!to)
        return;
    to = JSON_PUT_MEMBER(to, "{\"url\":", r->url);
    to = json_put_bytes(to, r->url);
    output_end(o, json_put_valid(to, r->verdict->valid));
    put_errors(o, r->verdict);
    put_parts(o, r);
    put_form(o, "canonical", r->canonical);
    put_form(o, "ascii", r->ascii);
    output_text(o, "}\n");
}
