/* schema.c - the JSON Schema of the records of -t json: "trawl help schema"
 *
 * Made from the table of fields and the library's names, so that it cannot differ from what json.c
 * writes. Fields may be added in later versions: none is forbidden.
 */
#include "trawl/format/inside.h"

/* Writes {"enum":[...]} with the names from `first` to `end` - 1. */
static void schema_put_names(struct output *o, const char *(*name)(int i), int first, int end)
{
    output_text(o, "{\"enum\":[");
    for (int i = first; i < end; i++) {
        output_text(o, i > first ? ",\"" : "\"");
        output_text(o, name(i));
        output_byte(o, '"');
    }
    output_text(o, "]}");
}

/* What a field of each type holds, unless it is a name of a list. */
static const char *const schema_types[] = {
    [FIELD_TEXT] = "{\"type\":\"string\"}",
    [FIELD_URL] = "{\"type\":\"string\"}",
    [FIELD_WORD] = "{\"type\":\"string\"}",
    [FIELD_BYTES] = "{\"type\":\"string\",\"pattern\":\"^([0-9a-f]{2})+$\"}",
    [FIELD_NUMBER] = "{\"type\":\"integer\",\"minimum\":0}",
    [FIELD_LINE] = "{\"type\":\"integer\",\"minimum\":1}",
    [FIELD_SERIAL] = "{\"type\":\"integer\",\"minimum\":1}",
    [FIELD_TIME] = "{\"type\":\"integer\"}",
    [FIELD_SPANS] = "{\"$ref\":\"#/$defs/spans\"}",
    [FIELD_FLAGS] = "{\"type\":\"array\",\"items\":{\"$ref\":\"#/$defs/flag\"}}",
    [FIELD_ALTS] = ("{\"type\":\"array\",\"items\":{\"type\":\"object\",\"required\":[\"url\","
                    "\"why\"],\"properties\":{\"url\":{\"type\":\"string\"},"
                    "\"why\":{\"$ref\":\"#/$defs/why\"}}}}"),
    [FIELD_VALID] = ("{\"type\":\"array\",\"items\":{\"enum\":[\"1738\",\"1630\",\"3986\","
                     "\"iri\"]}}"),
};

static void schema_put_field(struct output *o, const struct field *d)
{
    output_bytes(o, d->key + 1, d->key_n - 1U);
    if (d->type == FIELD_WORD && d->at == TEXT_KIND)
        output_text(o, "{\"$ref\":\"#/$defs/kind\"}");
    else if (d->type == FIELD_WORD)
        output_text(o, "{\"$ref\":\"#/$defs/zone\"}");
    else
        output_text(o, schema_types[d->type]);
}

/* Writes the fields of a link, or those of its message. */
static void schema_put_fields(struct output *o, bool message)
{
    bool first = true;

    for (size_t i = 0; i < FIELDS; i++) {
        const struct field *d = &fields[i];
        if (((d->use & IN_MESSAGE) != 0) != message)
            continue;
        if (!first)
            output_text(o, ",\n    ");
        first = false;
        schema_put_field(o, d);
    }
}

int schema_run(struct output *o)
{
    output_text(o, "{\n\"$schema\":\"https://json-schema.org/draft/2020-12/schema\",\n"
                   "\"title\":\"A record of trawl -t json\",\n"
                   "\"oneOf\":[{\"$ref\":\"#/$defs/link\"},{\"$ref\":\"#/$defs/limit\"}],\n"
                   "\"$defs\":{\n"
                   "  \"link\":{\"type\":\"object\",\"properties\":{\n"
                   "    \"record\":{\"const\":\"link\"},\n    ");
    schema_put_fields(o, false);
    output_text(o, ",\n    \"message\":{\"$ref\":\"#/$defs/message\"},\n"
                   "    \"context\":{\"type\":\"string\"}}},\n"
                   "  \"message\":{\"type\":\"object\",\"properties\":{\n    ");
    schema_put_fields(o, true);
    output_text(o,
                "}},\n"
                "  \"limit\":{\"type\":\"object\",\"required\":[\"record\",\"limit\",\"offset\"],"
                "\"properties\":{\"record\":{\"const\":\"limit\"},"
                "\"limit\":{\"type\":\"string\"},\"file\":{\"type\":\"string\"},\"file_bytes\":");
    output_text(o, schema_types[FIELD_BYTES]);
    output_text(o, ",\"offset\":{\"type\":\"integer\",\"minimum\":0}}},\n"
                   "  \"spans\":{\"type\":\"array\",\"items\":{\"type\":\"array\",\"minItems\":2,"
                   "\"maxItems\":2,\"items\":{\"type\":\"integer\",\"minimum\":0}}},\n"
                   "  \"kind\":");
    schema_put_names(o, trawl_kind_name, 0, TRAWL_KIND_COUNT);
    output_text(o, ",\n  \"flag\":");
    schema_put_names(o, trawl_flag_name, 0, TRAWL_FLAG_COUNT);
    output_text(o, ",\n  \"why\":");
    schema_put_names(o, trawl_why_name, TRAWL_WHY_HYPHEN, TRAWL_WHY_END + 1);
    output_text(o, ",\n  \"zone\":");
    schema_put_names(o, trawl_zone_name, TRAWL_ZONE_NONE + 1, TRAWL_ZONE_COUNT);
    output_text(o, "\n}}\n");
    return STATUS_GOOD;
}
