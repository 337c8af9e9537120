/* fields_inside.h - a link in a field, put together from its pieces: what the readers of fields share */
#ifndef TRAWL_MAIL_FIELDS_INSIDE_H
#define TRAWL_MAIL_FIELDS_INSIDE_H

#include "mail/fields.h"

/* A field's body, and the link that is put together. */
typedef struct fields_body {
    const char *p;
    size_t n;
    fields_room *room;
    fields_link link;
    bool over; /* the link is too long */
    fields_sink *sink;
    void *user;
} fields_body;

/* An empty link of that kind, but for what stands before it in no field: "mid:". */
void fields_begin(fields_body *b, int kind, const char *before);

/* Bytes of the URL that are no piece of the field. */
void fields_add(fields_body *b, const char *p, size_t n);

/* Hand the link over, with the place of its brackets, if it begins with a scheme. Returns 0, or what the sink returned. */
int fields_send_if_url(fields_body *b, size_t from, size_t to);

/* A URL in p[from..to), its brackets at extent: sent if it begins with a scheme. */
int fields_send_url(fields_body *b, size_t from, size_t to, fields_piece extent);

/* Past white space. */
size_t fields_skip_blanks(const fields_body *b, size_t i);

/* The URL of message/external-body (RFC 2017). */
int fields_external(fields_body *b);

#endif
