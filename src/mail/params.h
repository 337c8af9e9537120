/* params.h - structured fields: Content-Type and Content-Disposition (RFC 2045 section 5, RFC 2231)
 *
 * The value up to the first ";", then parameters: quoted strings, comments left out, RFC 2231 continuations ("url*0", in the
 * order of their numbers, whatever order they stand in) and charsets ("url*", "url*0*") decoded, encoded-words in quotes decoded
 * too, as many mailers write them. Broken input gives what can be had of it: a quote that is never closed ends at ";" or a
 * line's end, a value without quotes goes on over blanks unless a "name=" or "name:" follows, semicolons may be missing, and
 * continuations end before the first number that is missing.
 */
#ifndef TRAWL_MAIL_PARAMS_H
#define TRAWL_MAIL_PARAMS_H

#include <stdbool.h>
#include <stddef.h>

#include "mail/params_split.h"

/* The value ("text/plain") in lower case, comments and blanks left out; empty when there is none. TRAWL_OK or
 * TRAWL_NO_MEMORY. */
int params_value(words_text *value, const char *field, size_t n);

/* A field taken apart for more than one question, while its bytes stay where they are. */
#define PARAMS_PAIRS 16

typedef struct params_field {
    const char *field;
    size_t n;
    params_pair pairs[PARAMS_PAIRS];
    size_t count;
    bool whole; /* there are no more of them */
} params_field;

void params_read(params_field *p, const char *field, size_t n);

/* The parameter of that name (lower case), decoded to UTF-8; *there says whether there is one. The first of its name counts; a
 * plain one gives way to continuations, and these to one with a charset ("url*"). A boundary is bytes, as they stand between
 * the quotes, but for blanks at its end (RFC 2046 5.1.1). Time is linear in n. TRAWL_OK or TRAWL_NO_MEMORY. */
int params_find(words_text *value, bool *there, const params_field *p, const char *name);

/* Both at once. */
int params_get(words_text *value, bool *there, const char *field, size_t n, const char *name);

#endif
