/* refang_token.h - what stands for a part of a link that was made harmless: "[.]", "hxxp" */
#ifndef TRAWL_FIND_REFANG_TOKEN_H
#define TRAWL_FIND_REFANG_TOKEN_H

#include "find/refang.h"

enum refang_kind {
    REFANG_DOT,
    REFANG_AT,
    REFANG_COLON,
    REFANG_AUTHORITY, /* "://" */
    REFANG_SLASH,
    REFANG_SCHEME /* before one of the others */
};

typedef struct refang_token {
    const char *from, *to;
    enum refang_kind kind;
} refang_token;

/* So long the longest scheme is that a token stands for. Right behind it stands a ":" or "[". */
#define REFANG_SCHEME_LONGEST 5

/* MORE: what has not come yet decides. */
typedef enum refang_answer { REFANG_NO, REFANG_YES, REFANG_MORE } refang_answer;

/* Is there a token at the front of p[0..n), n > 0, that counts? last: nothing comes behind it. */
refang_answer refang_token_at(const refang *r, const char *p, size_t n, bool last, const refang_token **found);

#endif
