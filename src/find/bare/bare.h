/* bare.h - links in running text: one function for each kind of trigger
 *
 * Each decides whether the trigger in the window is part of a link, by characters alone and without
 * a grammar. The link's beginning is found here, its end in find/ending. A decision is invalid when
 * the window starved.
 */
#ifndef TRAWL_FIND_BARE_BARE_H
#define TRAWL_FIND_BARE_BARE_H

#include "find/text/text.h"

typedef enum outcome {
    NOT_A_LINK, /* the search continues one byte further */
    SKIPPED,    /* no link, and no link begins before f->to */
    IS_LINK     /* f holds the link */
} outcome;

/* A colon: "scheme://..." or one of the schemes that need no "//". */
outcome bare_scheme(const settings *s, text *t, size_t colon, candidate *f);

/* "@": an address. */
outcome bare_email(const settings *s, text *t, size_t at, candidate *f);

/* A "w" or "f", perhaps of "www.", "www2." or "ftp." */
outcome bare_www(const settings *s, text *t, size_t w, candidate *f);

/* A dot: a domain, or with TRAWL_FIND_IP an address of four numbers. */
outcome bare_domain(const settings *s, text *t, size_t dot, candidate *f);

/* A colon after "localhost". */
outcome bare_localhost(const settings *s, text *t, size_t colon, candidate *f);

/* "//" without a scheme. */
outcome bare_netpath(const settings *s, text *t, size_t slash, candidate *f);

/* ---- Schemes ---- */

/* Makes a table of the last two letters of "localhost" and of the schemes that need no "//":
 * ends[b] has a bit for each last letter that follows b. A letter is its lower five bits. */
void bare_opaque_ends(uint32_t ends[32]);

/* Returns true when p[-2] and p[-1] may be the last letters of such a name. */
static inline bool bare_opaque_may_end(const settings *s, const char *p)
{
    return s->opaque_ends[p[-2] & 31] >> (p[-1] & 31) & 1;
}

/* Returns the end of the text after a scheme without "//" that makes it a link, such as
 * "mailto:joe@a.example", "urn:isbn:"; 0 for none. The name is t->p[from..colon). */
size_t bare_opaque_head(const settings *s, text *t, size_t from, size_t colon);

/* M9: returns where "http", "https" or "ftp" begins in t->p[from..colon), glued to a word as in
 * "seehttp"; colon for none. */
size_t bare_glued_start(const text *t, size_t from, size_t colon);

/* ---- Hosts ---- */

/* A host name in the text. */
typedef struct host_span {
    size_t from, to; /* without a final dot or final hyphens */
    size_t last;     /* where the last label begins */
    size_t labels;
    size_t hyphened;   /* the number of the last label that ends in a hyphen, from 1; 0 for none */
    size_t final_dot;  /* bytes of a dot at `to`: part of the host only before "/", "?" or "#" */
    uint32_t last_dot; /* the dot before the last label */
    bool bad;          /* no host: an empty label, a hyphen at the end of a label, or too long */
    bool named;        /* after a scheme: a label before the last two may end in a hyphen */
    bool hyphens;      /* there are hyphens at `to` */
    bool number;       /* four groups of digits */
    bool suspect; /* not all ASCII, "--" in a label, or a last label that begins with a digit */
} host_span;

/* Reads the longest run of host characters from i on. With `named`, after a scheme, these include
 * "_", escapes and symbols. */
void host_read(const settings *s, text *t, size_t i, bool named, host_span *h);

/* Returns true for a name that ends in a top-level domain. */
bool host_is_domain(const settings *s, const text *t, const host_span *h);

/* Returns the end of ":" and digits at i; i for no port. Sets *value to the port: 0 for none, any
 * number above 65535 if it is too large. */
size_t host_port(text *t, size_t i, unsigned *value);

/* Returns true for a letter of a script that is written without blanks between words. */
bool email_is_unspaced(uint32_t code);

#endif
