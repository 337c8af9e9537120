/* find_words.h - the library's words for kinds, flags, zones and standards, ready to be copied into records */
#ifndef TRAWL_CLI_FIND_WORDS_H
#define TRAWL_CLI_FIND_WORDS_H

#include <trawl_mail.h>

#include "cli/put.h"

/* All of it is copied, by blocks: none is so long that fewer would be less work. */
struct find_word {
    size_t n;
    char text[2 * PUT_BLOCK];
};

struct find_phrase {
    size_t n;
    char text[4 * PUT_BLOCK];
};

struct find_words {
    struct find_word kind[TRAWL_KINDS], flag[TRAWL_FLAG_BITS];
    /* With what stands around them in JSON, see find_json.c: */
    struct find_word json_kind[TRAWL_KINDS], json_zone[TRAWL_ZONES];
    struct find_phrase json_valid[TRAWL_ANY_STANDARD + 1];
    struct find_phrase json_flags; /* of the last link that had not too many */
    unsigned of_flags;
};

void find_words_make(struct find_words *w);

static inline char *find_words_put(char *to, const struct find_word *word)
{
    memcpy(to, word->text, PUT_BLOCK);
    memcpy(to + PUT_BLOCK, word->text + PUT_BLOCK, PUT_BLOCK);
    return to + word->n;
}

static inline char *find_phrase_put(char *to, const struct find_phrase *phrase)
{
    memcpy(to, phrase->text, PUT_BLOCK);
    memcpy(to + PUT_BLOCK, phrase->text + PUT_BLOCK, PUT_BLOCK);
    memcpy(to + 2 * PUT_BLOCK, phrase->text + 2 * PUT_BLOCK, PUT_BLOCK);
    memcpy(to + 3 * PUT_BLOCK, phrase->text + 3 * PUT_BLOCK, PUT_BLOCK);
    return to + phrase->n;
}

/* ,"flags":["...",...] at to, of at most FIND_FLAGS bytes. */
char *find_words_put_flags(const struct find_words *w, char *to, unsigned flags);
#define FIND_FLAGS ((2 * PUT_BLOCK + 3) * TRAWL_FLAG_BITS + 2 * PUT_BLOCK)

/* The same, an empty list of further readings and ,"canonical":" as a phrase; NULL: these flags are too many for one. */
const struct find_phrase *find_words_flags(struct find_words *w, unsigned flags);

#endif
