/* json_put.h - the small change of JSON that all writers of it use */
#ifndef TRAWL_CLI_JSON_PUT_H
#define TRAWL_CLI_JSON_PUT_H

#include <string.h>
#include <trawl.h>

#include "cli/output.h"

/* A string, with its quotes; see printable_json. */
void json_put_text(struct output *o, const char *s);
void json_put_str(struct output *o, trawl_str s);

/* "name": */
void json_put_key(struct output *o, const char *name);

/* Text of ours, and its length. */
#define JSON_TEXT(text) text, sizeof(text) - 1

/* Text of ours, then a string in which nothing is escaped, and a quote: a record is mostly made of these, so there is
 * one look at the room for all three. */
static inline void json_put_plain(struct output *o, const char *text, size_t text_n, const char *p, size_t n)
{
    const size_t all = text_n + n + 1;
    char *to = o->buffer + o->n;

    if (o->hold || all > o->size - o->n) {
        output_bytes(o, text, text_n);
        output_bytes(o, p, n);
        output_byte(o, '"');
        return;
    }
    memcpy(to, text, text_n);
    memcpy(to + text_n, p, n);
    to[text_n + n] = '"';
    o->n += all;
}

/* A string member: ,"name":"..." */
static inline void json_put_member(struct output *o, const char *name, trawl_str s)
{
    output_bytes(o, ",\"", 2);
    output_text(o, name);
    output_bytes(o, "\":", 2);
    json_put_str(o, s);
}

/* For a URL that is no UTF-8, so that a U+FFFD that was really there can be told: ,"bytes":"HEX". Else nothing. */
void json_put_bytes(struct output *o, trawl_str url);

/* ,"valid":["1738",...] */
void json_put_valid(struct output *o, unsigned valid);

#endif
