/* json_put.h - the small change of JSON that all writers of it use */
#ifndef TRAWL_CLI_JSON_PUT_H
#define TRAWL_CLI_JSON_PUT_H

#include <string.h>
#include <trawl.h>

#include "cli/output.h"
#include "cli/printable.h"
#include "cli/put.h"

/* A string, with its quotes; see printable_json. */
void json_put_text(struct output *o, const char *s);
void json_put_str(struct output *o, trawl_str s);

/* "name": */
void json_put_key(struct output *o, const char *name);

/* ---- In a record (put.h) ---- */

/* A string member, JSON_MEMBER() bytes at most: JSON_PUT_MEMBER(to, ",\"name\":", s) */
#define JSON_PUT_MEMBER(to, key, s) printable_put_json(PUT(to, key), (s).p, (s).n)
#define JSON_MEMBER(key, s) (sizeof(key) + PRINTABLE_JSON((s).n))

/* For a URL that is no UTF-8, so that a U+FFFD that was really there can be told: ,"bytes":"HEX". Else nothing. */
char *json_put_bytes(char *to, trawl_str url);
#define JSON_BYTES(n) (2 * (n) + 12)

/* ,"valid":["1738",...] */
char *json_put_valid(char *to, unsigned valid);
#define JSON_VALID 48

#endif
