/* subject.h - the words before the colon of a subject that answers or forwards: "Re: x", "AW: x"
 *
 * The mail reader and the pages of archives use these lists, and no other.
 */
#ifndef TRAWL_BASE_SUBJECT_H
#define TRAWL_BASE_SUBJECT_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "base/ascii.h"

/* The words that have no other meaning. "VS" is left out: it answers in Finnish and forwards in
 * Danish. */
static const char subject_answers[] = "re aw antw sv odp ynt "
                                      "\xE5\x9B\x9E\xE5\xA4\x8D \xE7\xAD\x94\xE5\xA4\x8D "
                                      "\xE5\x9B\x9E\xE8\xA6\x86 \xE5\x9B\x9E\xE4\xBF\xA1";
static const char subject_forwards[] = "fw fwd doorst "
                                       "\xE8\xBD\xAC\xE5\x8F\x91 \xE8\xBD\x89\xE5\xAF\x84 "
                                       "\xE8\xBD\x89\xE7\x99\xBC";

/* The words that subjects of other messages begin with, too, such as "ref: count the pages". */
static const char subject_other_answers[] = "res rif r atb ref";
static const char subject_other_forwards[] = "wg tr rv enc vl vb i pd ilt";

/* The maximum number of bytes before the colon, and of one of the words. */
#define SUBJECT_WORD 16
#define SUBJECT_LONGEST 6

/* What precedes the first colon. n is 0 if no single word does. */
struct subject_word {
    const char *p;
    size_t n, after; /* after: the offset after the colon in the subject */
};

/* Returns the word of "Re: x", "[list] Re[2]: x" and "RE : x". */
static inline struct subject_word subject_word(const char *subject, size_t n)
{
    const char *p = subject, *end = p + n, *colon;
    struct subject_word word = {p, 0, 0};

    while (p < end && (*p == ' ' || *p == '[')) {
        const char *close = *p == '[' ? memchr(p, ']', (size_t)(end - p)) : p;
        if (!close)
            break;
        p = close + 1;
    }
    end = end - p > SUBJECT_WORD ? p + SUBJECT_WORD : end;
    for (colon = p; colon < end && *colon != ':' && (unsigned char)*colon != 0xEF;) /* U+FF1A */
        colon++;
    if (colon == end)
        return word;
    word.p = p;
    word.after = (size_t)(colon - subject) + (*colon == ':' ? 1 : 3);
    while (p < colon && !strchr(" [(^", *p))
        p++;
    word.n = (size_t)(p - word.p);
    while (p < colon && (strchr(" [](^)", *p) || ascii_is_digit((unsigned char)*p)))
        p++;
    word.n = p == colon && word.n <= SUBJECT_LONGEST ? word.n : 0;
    word.after = word.after < n ? word.after : n;
    return word;
}

static inline bool subject_is_word(const char *list, struct subject_word word)
{
    return word.n > 0 && ascii_is_word_of(list, word.p, word.n);
}

#endif
