/* json_put.c - the small change of JSON that all writers of it use; see json_put.h */
#include "cli/json_put.h"

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

char *json_put_bytes(char *to, trawl_str url)
{
    if (printable_is_utf8(url.p, url.n))
        return to;
    to = put_hex(PUT(to, ",\"bytes\":\""), url.p, url.n);
    return PUT(to, "\"");
}

/* The last comma is written over by the bracket. */
char *json_put_valid(char *to, unsigned valid)
{
    const char *first = to = PUT(to, ",\"valid\":[");

    to = valid & TRAWL_RFC1738 ? PUT(to, "\"1738\",") : to;
    to = valid & TRAWL_RFC1630 ? PUT(to, "\"1630\",") : to;
    to = valid & TRAWL_RFC3986 ? PUT(to, "\"3986\",") : to;
    to = valid & TRAWL_IRI ? PUT(to, "\"iri\",") : to;
    return PUT(to > first ? to - 1 : to, "]");
}
