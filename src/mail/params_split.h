/* params_split.h - a structured field taken apart: values and "name=value" pairs, comments left out (RFC 2045 5.1) */
#ifndef TRAWL_MAIL_PARAMS_SPLIT_H
#define TRAWL_MAIL_PARAMS_SPLIT_H

#include <stdbool.h>
#include <stddef.h>

#include "mail/words.h"

typedef struct params_split {
    const char *p;
    size_t n, at;
    bool unclosed; /* there is a "(" that is never closed: it is no comment, and none is looked for any more */
} params_split;

typedef struct params_pair {
    const char *name, *value;
    size_t name_n, value_n; /* the value without its quotes, not yet unquoted */
    bool quoted;
} params_pair;

/* Past blanks, line breaks and comments. */
void params_skip(params_split *s);

/* The next pair, from any place on; what is none is passed over. False at the end. */
bool params_next(params_split *s, params_pair *pair);

/* Add the pair's value: folds undone, "\" before a character in quotes left out. */
int params_unquote(words_text *t, const params_pair *pair);

#endif
