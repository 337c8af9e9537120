/* json.c - the reports of "trawl check" as JSON, one object a line
 *
 * {"url","valid","errors":[{"standard","code","at","section","why"}],"parts","flags","canonical",
 * "ascii","defaults"}.
 * Parts that the URL does not have are left out; lists are arrays. In a URL that is not UTF-8 the
 * bad bytes are U+FFFD, and a field "bytes" has the hex digits of the whole URL. canonical and
 * ascii are null for a URL longer than TRAWL_URL_MAX.
 */
#include <inttypes.h>

#include "trawl/check/check.h"

static void json_put_text(struct output *o, const char *s)
{
    output_json(o, (trawl_str){s, strlen(s)});
}

/* Writes "name": */
static void put_key(struct output *o, const char *name)
{
    json_put_text(o, name);
    output_byte(o, ':');
}

static void json_put_errors(struct output *o, const trawl_verdict *v)
{
    output_text(o, ",\"errors\":[");
    for (unsigned i = 0; i < v->refusals; i++) {
        const trawl_refusal *r = &v->refusal[i];

        output_printf(o, "%s{\"standard\":\"%s\",\"code\":\"%s\",\"at\":%" PRIu64 ",\"section\":",
                      i ? "," : "", r->standard, trawl_code_name(r->code), r->at);
        json_put_text(o, r->section);
        output_text(o, ",\"why\":");
        json_put_text(o, r->why);
        output_byte(o, '}');
    }
    output_byte(o, ']');
}

static void put_or_null(struct output *o, trawl_str text)
{
    if (text.p)
        output_json(o, text);
    else
        output_text(o, "null");
}

static void json_put_addresses(struct output *o, const struct report *r)
{
    trawl_span rest = r->verdict->part[TRAWL_PART_ADDRESSES], address;
    const char *separator = "[";

    while (trawl_next_address(r->url.p, &rest, &address) == 1) {
        output_text(o, separator);
        output_json(o, report_span(r, address));
        separator = ",";
    }
    output_text(o, *separator == '[' ? "[]" : "]");
}

static void json_put_fields(struct output *o, const struct report *r)
{
    trawl_span rest = r->verdict->part[TRAWL_PART_FIELDS], name, value;
    const char *separator = "[";

    while (trawl_next_field(r->url.p, &rest, &name, &value) == 1) {
        output_text(o, separator);
        output_text(o, "{\"name\":");
        output_json(o, report_span(r, name));
        output_text(o, ",\"value\":");
        put_or_null(o, report_span(r, value));
        output_byte(o, '}');
        separator = ",";
    }
    output_text(o, *separator == '[' ? "[]" : "]");
}

static void json_put_parts(struct output *o, const struct report *r)
{
    const char *separator = "";

    output_text(o, ",\"parts\":{");
    for (int part = 0; part < TRAWL_PART_COUNT; part++) {
        if (!report_has(r, part))
            continue;
        output_text(o, separator);
        put_key(o, trawl_part_name(part));
        if (part == TRAWL_PART_ADDRESSES)
            json_put_addresses(o, r);
        else if (part == TRAWL_PART_FIELDS)
            json_put_fields(o, r);
        else
            output_json(o, report_span(r, r->verdict->part[part]));
        separator = ",";
    }
    output_byte(o, '}');
}

/* Writes the cautions, as the flags of a link. */
static void json_put_cautions(struct output *o, uint64_t flags)
{
    const char *separator = "";

    output_text(o, ",\"flags\":[");
    for (int bit = 0; bit < TRAWL_FLAG_COUNT; bit++) {
        if (!(flags & TRAWL_FLAG(bit)))
            continue;
        output_text(o, separator);
        json_put_text(o, trawl_flag_name(bit));
        separator = ",";
    }
    output_byte(o, ']');
}

/* Writes what absent parts mean by the RFC of the scheme: {"port":"70","type":"1"}. */
static void put_defaults(struct output *o, const struct report *r)
{
    trawl_str name = report_span(r, r->verdict->part[TRAWL_PART_SCHEME]);
    trawl_span host = r->verdict->part[TRAWL_PART_HOST], port = r->verdict->part[TRAWL_PART_PORT];
    trawl_scheme scheme = {.size = sizeof scheme};
    const char *separator = "";

    output_text(o, ",\"defaults\":{");
    if (name.p && host.from < host.to && port.from == port.to &&
        trawl_scheme_lookup(&scheme, name.p, name.n) == TRAWL_OK && scheme.port > 0) {
        output_printf(o, "\"port\":\"%d\"", scheme.port);
        separator = ",";
    }
    for (int part = 0; part < TRAWL_PART_COUNT; part++) {
        trawl_str usual = trawl_part_default(r->url.p, r->url.n, part);

        if (usual.n == 0)
            continue;
        output_text(o, separator);
        put_key(o, trawl_part_name(part));
        output_json(o, usual);
        separator = ",";
    }
    output_byte(o, '}');
}

void report_json(struct output *o, const struct report *r)
{
    size_t n = r->url.n;
    char *to = output_begin(o, PRINTABLE_JSON(n) + JSON_BYTES(n) + REPORT_VALID_MAX + 40);

    if (!to)
        return;
    to = put_json_bytes(put_json(PUT(to, "{\"url\":"), r->url), "bytes", r->url);
    to = report_valid(PUT(to, ",\"valid\":["), r->verdict, 1);
    output_end(o, PUT(to, "]"));
    json_put_errors(o, r->verdict);
    json_put_parts(o, r);
    json_put_cautions(o, r->verdict->flags);
    output_text(o, ",\"canonical\":");
    put_or_null(o, r->canonical);
    output_text(o, ",\"ascii\":");
    put_or_null(o, r->ascii);
    put_defaults(o, r);
    output_text(o, "}\n");
}
