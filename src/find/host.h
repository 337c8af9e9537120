/* host.h - where a host name ends in running text (D2, M5), and whether it is one */
#ifndef TRAWL_FIND_HOST_H
#define TRAWL_FIND_HOST_H

#include "find/settings.h"
#include "find/text.h"

typedef struct host {
    size_t from, to; /* without a final dot or final hyphens */
    size_t last;     /* where the last label begins */
    size_t labels;
    bool bad;          /* an empty label, or one with a hyphen at an end, or too long: no host */
    bool named;        /* a scheme stands before it: a label that is none of the last two may end in a hyphen */
    size_t hyphened;   /* labels up to the last one that ends in a hyphen, 0 for none */
    size_t final_dot;  /* bytes of a dot that stands at to; it belongs to the host only before "/", "?" or "#" */
    uint32_t last_dot; /* the one before the last label */
    bool hyphens;      /* hyphens stand at to */
    bool number;       /* four groups of digits */
    bool odd;          /* it may be one that danger.h warns of: not all ASCII, "xn--", a number as its last label */
} host;

/* The longest run of host characters from i on, as a host. With a scheme also "_" and escapes, and any name will do. */
void host_read(text *t, size_t i, bool with_scheme, host *h);

/* The usual host: less than 64 letters, digits and hyphens with single dots between, and behind it what is in no host. False
 * for any other. */
bool host_plainly(const kernel *k, const text *t, size_t i, host *h);

/* "[...]" at i: past its "]", or i when it is no IP literal. */
size_t host_literal(text *t, size_t i);

/* Does it end in a top-level domain, and is it otherwise a name? */
bool host_is_domain(const settings *s, const text *t, const host *h);

/* ":" and digits at i: past them, or i when there is no port. *value is 0 for none, capped above 65535. */
size_t host_port(text *t, size_t i, unsigned *value);

/* The same host, as if the text ended at to, where a label does. */
void host_cut(text *t, host *h, size_t to);

/* What divides labels: ".", U+3002 and U+FF0E. */
bool host_is_dot(uint32_t code);

/* Is it a symbol or an emoji, as hosts behind a scheme may have? */
bool host_is_symbol(uint32_t code);

/* Is this a character of schemeless hosts: letter, digit, "-", dot, or beyond ASCII what may stand in an address? */
bool host_char(uint32_t code);

#endif
