/* find_words.h - the library's words for kinds, flags and zones, ready to be copied into records */
#ifndef TRAWL_CLI_FIND_WORDS_H
#define TRAWL_CLI_FIND_WORDS_H

#include <trawl_mail.h>

#include "cli/put.h"

/* put_blocks() reads whole blocks of it. */
struct find_word {
    size_t n;
    char text[2 * PUT_BLOCK];
};

struct find_words {
    struct find_word kind[TRAWL_KINDS], flag[TRAWL_FLAG_BITS], zone[TRAWL_ZONES];
};

void find_words_make(struct find_words *w);

static inline char *find_words_put(char *to, const struct find_word *word)
{
    return put_blocks(to, word->text, word->n);
}

#endif
