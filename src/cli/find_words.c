/* find_words.c - the library's words for kinds, flags and zones; see find_words.h */
#include "cli/find_words.h"

static void make(struct find_word *word, const char *text)
{
    word->n = strlen(text);
    word->n = word->n < sizeof word->text ? word->n : sizeof word->text;
    memcpy(word->text, text, word->n);
}

void find_words_make(struct find_words *w)
{
    for (int i = 0; i < TRAWL_KINDS; i++)
        make(&w->kind[i], trawl_kind_name(i));
    for (int i = 0; i < TRAWL_FLAG_BITS; i++)
        make(&w->flag[i], trawl_flag_name(i));
    for (int i = 0; i < TRAWL_ZONES; i++)
        make(&w->zone[i], trawl_zone_name(i));
}
