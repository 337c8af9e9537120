/* json_put.c - the small change of JSON that all writers of it use; see json_put.h */
#include "cli/json_put.h"

#include "cli/printable.h"

void json_put_text(struct output *o, const char *s)
{
    printable_json(o, s, strlen(s));
}

void json_put_str(struct output *o, trawl_str s)
{
    printable_json(o, s.p, s.n);
}

void json_put_key(struct output *o, const char *name)
{
    output_byte(o, '"');
    output_text(o, name);
    output_bytes(o, "\":", 2);
}

void json_put_bytes(struct output *o, trawl_str url)
{
    if (printable_is_utf8(url.p, url.n))
        return;
    output_text(o, ",\"bytes\":\"");
    output_hex(o, url.p, url.n);
    output_byte(o, '"');
}

void json_put_valid(struct output *o, unsigned valid)
{
    static const struct {
        unsigned bit;
        const char *text;
        size_t n;
    } standards[] = {
        {TRAWL_RFC1738, JSON_TEXT("\"1738\"")},
        {TRAWL_RFC1630, JSON_TEXT("\"1630\"")},
        {TRAWL_RFC3986, JSON_TEXT("\"3986\"")},
        {TRAWL_IRI, JSON_TEXT("\"iri\"")},
    };
    const char *separator = "[";

    if (valid == TRAWL_ANY_STANDARD) {
        output_text(o, ",\"valid\":[\"1738\",\"1630\",\"3986\",\"iri\"]");
        return;
    }
    output_text(o, ",\"valid\":");
    for (size_t i = 0; i < sizeof standards / sizeof standards[0]; i++) {
        if (!(valid & standards[i].bit))
            continue;
        output_bytes(o, separator, 1);
        output_bytes(o, standards[i].text, standards[i].n);
        separator = ",";
    }
    if (*separator == '[')
        output_byte(o, '[');
    output_byte(o, ']');
}
