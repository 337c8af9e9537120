/* rules.h - the user's rules: "RFC 1738" in a text leads to https://www.rfc-editor.org/rfc/rfc1738
 *
 * A rule has a name, one or more literal triggers, a PCRE2 pattern that is tried where one of them
 * occurs, and a template for the URL. Neither patterns nor texts are trusted: a pattern is only
 * tried at a trigger, sees one line of at most RULES_LINE bytes and RULES_LEFT bytes to the left,
 * and gives up after a fixed number of steps. trawl-rules(5) describes the file's format.
 */
#ifndef TRAWL_URL_RULES_RULES_H
#define TRAWL_URL_RULES_RULES_H

#include <stdbool.h>
#include <trawl.h>

#include "base/memory.h"

#define RULES_LEFT 16    /* bytes to the left of a trigger that a pattern may test */
#define RULES_LINE 1024  /* bytes from the trigger on, at most to the end of the line */
#define RULES_TRIGGER 64 /* bytes of a trigger */
#define RULES_PAIRS 8192 /* bytes of the table of pairs */
#define RULES_TIRED 32   /* a rule that hit its limits so often is skipped in the rest of a text */

typedef struct rules rules;

/* Reads a rules file. Returns TRAWL_OK, TRAWL_ERROR_NO_MEMORY, or TRAWL_ERROR_BAD_RULE with the
 * place and the reason in *fault, which may be NULL. *out is NULL unless the result is TRAWL_OK. */
int rules_open(rules **out, const memory *m, trawl_str file, trawl_fault *fault);

/* r may be NULL. */
void rules_close(rules *r);

/* Begins another text. rules_complaint() covers all texts. */
void rules_begin(rules *r);

/* Returns a bit for each pair of bytes that a trigger begins with, in byte first * 32 + second /
 * 8. */
const unsigned char *rules_pairs(const rules *r);

static inline bool rules_pair(const unsigned char *pairs, unsigned char first, unsigned char second)
{
    return pairs[first * 32 + second / 8] >> (second % 8) & 1;
}

/* Returns true when a trigger begins with this byte. */
bool rules_first(const rules *r, unsigned char c);

enum rules_stand { RULES_NONE, RULES_CUT, RULES_STAND };

/* Returns RULES_STAND when p[0..n) begins with a trigger, RULES_CUT when it may be cut off. */
enum rules_stand rules_trigger(const rules *r, const char *p, size_t n);

/* A place to try the patterns at. */
typedef struct rules_place {
    const char *p; /* the line, from at most RULES_LEFT bytes before the trigger, without its end */
    size_t n;
    size_t at;      /* the trigger, in p */
    bool bol, eol;  /* p begins, ends as the line does */
    uint64_t place; /* of the trigger in the whole text */
} rules_place;

typedef struct rules_hit {
    unsigned rule;
    size_t n; /* bytes of the match, from the trigger on */
    size_t url_n;
    const char *sentence; /* for explanations: the rule */
    const char *gave_up; /* likewise: a rule hit its limits here, for the first time in this text */
} rules_hit;

/* Tries all rules whose trigger is there. The longest match wins; of equal ones, the rule that
 * is first in the file. Returns 1 with the URL in url[0..size), 0, or TRAWL_ERROR_NO_MEMORY. */
int rules_match(rules *r, const rules_place *where, char *url, size_t size, rules_hit *hit);

/* Returns 1 with the i-th of the rules that hit their limits, or 0. */
int rules_complaint(const rules *r, unsigned i, trawl_str *name, uint64_t *line, uint64_t *times);

#endif
