/* json_put.h - the small change of JSON that all writers of it use */
#ifndef TRAWL_CLI_JSON_PUT_H
#define TRAWL_CLI_JSON_PUT_H

#include <trawl.h>

#include "cli/output.h"

/* A string, with its quotes; see printable_json. */
void json_put_text(struct output *o, const char *s);
void json_put_str(struct output *o, trawl_str s);

/* "name": */
void json_put_key(struct output *o, const char *name);

/* A string member: ,"name":"..." */
void json_put_member(struct output *o, const char *name, trawl_str s);

/* For a URL that is no UTF-8, so that a U+FFFD that was really there can be told: ,"bytes":"HEX". Else nothing. */
void json_put_bytes(struct output *o, trawl_str url);

/* ,"valid":["1738",...] */
void json_put_valid(struct output *o, unsigned valid);

#endif
