/* find_words.c - the library's words for kinds, flags, zones and standards; see find_words.h */
#include "cli/find_words.h"

#include "cli/json_put.h"

/* Up to there it is written. */
static void end_word(struct find_word *word, const char *end)
{
    word->n = (size_t)(end - word->text);
}

static void make_kinds(struct find_words *w)
{
    for (int i = 0; i < TRAWL_KINDS; i++) {
        struct find_word *plain = &w->kind[i], *json = &w->json_kind[i];
        end_word(plain, put_word(plain->text, trawl_kind_name(i)));
        end_word(json, PUT(put_word(PUT(json->text, "\",\"kind\":\""), trawl_kind_name(i)), "\",\"raw\":\""));
    }
}

void find_words_make(struct find_words *w)
{
    make_kinds(w);
    for (int i = 0; i < TRAWL_FLAG_BITS; i++)
        end_word(&w->flag[i], put_word(w->flag[i].text, trawl_flag_name(i)));
    for (int i = 0; i < TRAWL_ZONES; i++) {
        struct find_word *zone = &w->json_zone[i];
        end_word(zone, PUT(put_word(PUT(zone->text, ",\"zone\":\""), trawl_zone_name(i)), "\""));
    }
    for (unsigned i = 0; i <= TRAWL_ANY_STANDARD; i++) {
        struct find_phrase *valid = &w->json_valid[i];
        valid->n = (size_t)(json_put_valid(PUT(valid->text, "\""), i) - valid->text);
    }
    w->of_flags = ~0U;
    (void)find_words_flags(w, 0);
}

/* The last comma is written over by the bracket. */
char *find_words_put_flags(const struct find_words *w, char *to, unsigned flags)
{
    to = PUT(to, ",\"flags\":[");
    for (unsigned rest = flags; rest; rest &= rest - 1)
        to = PUT(find_words_put(PUT(to, "\""), &w->flag[__builtin_ctz(rest)]), "\",");
    return PUT(flags ? to - 1 : to, "]");
}

const struct find_phrase *find_words_flags(struct find_words *w, unsigned flags)
{
    char text[FIND_FLAGS + 2 * PUT_BLOCK];
    size_t n;

    if (flags == w->of_flags)
        return &w->json_flags;
    n = (size_t)(PUT(find_words_put_flags(w, text, flags), ",\"alt\":[],\"canonical\":\"") - text);
    if (n > sizeof w->json_flags.text)
        return NULL;
    memcpy(w->json_flags.text, text, n);
    w->json_flags.n = n;
    w->of_flags = flags;
    return &w->json_flags;
}
