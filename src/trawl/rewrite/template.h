/* template.h - the templates of --to: "https://go.example/?u={url}" */
#ifndef TRAWL_TRAWL_REWRITE_TEMPLATE_H
#define TRAWL_TRAWL_REWRITE_TEMPLATE_H

#include "app/command.h"

/* ---- HMAC: hmac.c ---- */

#define HMAC_BYTES 32

void hmac_sha256(trawl_str key, trawl_str text, unsigned char out[HMAC_BYTES]);

/* ---- Templates: template.c ---- */

struct template
{
    const char *text;        /* NULL: no template */
    struct buffer key;       /* of {hmac}; may be empty */
    struct buffer canonical; /* of the link that is filled in */
    struct buffer decoded;   /* the link that a URL holds */
};

/* Returns NULL, or why the text cannot be used. */
const char *template_refuse(const char *text);

/* Returns true if the template has this place, such as "{hmac}". */
bool template_has(const struct template *t, const char *place);

/* Sets *out to the template, filled in for a URL. Returns TRAWL_OK or an error. */
int template_fill(struct template *t, trawl_str url, struct buffer *out);

/* Returns 1 if the URL is the template, filled in, with the right {hmac} if it has one; else 0, or
 * an error. */
int template_made(struct template *t, trawl_str url);

void template_free(struct template *t);

#endif
