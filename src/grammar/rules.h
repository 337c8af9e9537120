/* rules.h - the user's rules: "RFC 1738" in a text leads to https://www.rfc-editor.org/rfc/rfc1738
 *
 * A rule has a name, one or more literal triggers, a PCRE2 pattern that is tried where one of them stands, and a template
 * for the URL. Patterns are a user's and texts a stranger's, so both are kept on a short lead: a pattern is tried nowhere
 * but at a trigger, sees one line of at most RULES_LINE bytes and RULES_LEFT bytes to the left, and gives up after a fixed
 * number of steps. The file's format is described in trawl-rules(5). Nothing here knows where links begin and end.
 */
#ifndef TRAWL_GRAMMAR_RULES_H
#define TRAWL_GRAMMAR_RULES_H

#include <stdbool.h>
#include <trawl.h>

#include "base/memory.h"

#define RULES_LEFT 16    /* bytes a pattern may look at to the left of its trigger */
#define RULES_LINE 1024  /* bytes from the trigger on, to the end of the line at most */
#define RULES_TRIGGER 64 /* bytes of a trigger */
#define RULES_PAIRS 8192 /* bytes of the table of pairs */
#define RULES_TIRED 32   /* a rule that hit its limits so often is left out for the rest of the text */

typedef struct rules rules;

/* Read a rules file. TRAWL_OK, TRAWL_NO_MEMORY, or TRAWL_BAD_RULE with the place and the reason in *fault, which may be
 * NULL. *out is NULL unless it is TRAWL_OK. */
int rules_open(rules **out, const memory *m, trawl_str file, trawl_fault *fault);

/* NULL is taken. */
void rules_close(rules *r);

/* Another text begins. What is kept for rules_complaint() stays. */
void rules_begin(rules *r);

/* Which pairs of bytes a trigger begins with: a bit for each, byte first * 32 + second / 8. */
const unsigned char *rules_pairs(const rules *r);

static inline bool rules_pair(const unsigned char *pairs, unsigned char first, unsigned char second)
{
    return pairs[first * 32 + second / 8] >> (second % 8) & 1;
}

/* Does a trigger begin with this byte? */
bool rules_first(const rules *r, unsigned char c);

enum rules_stand { RULES_NONE, RULES_CUT, RULES_STAND };

/* Does a trigger stand at the front of p[0..n)? RULES_CUT: the bytes end before that is known. */
enum rules_stand rules_trigger(const rules *r, const char *p, size_t n);

/* Where the patterns are to be tried. */
typedef struct rules_place {
    const char *p; /* the line, from at most RULES_LEFT bytes left of the trigger, without its end */
    size_t n;
    size_t at;      /* the trigger, in p */
    bool bol, eol;  /* p begins, ends where the line does */
    uint64_t place; /* of the trigger in the whole text */
} rules_place;

typedef struct rules_hit {
    unsigned rule;
    size_t n; /* bytes of the match, from the trigger on */
    size_t url_n;
    const char *sentence; /* for EXPLAIN: which rule it was */
    const char *gave_up;  /* likewise: a rule hit its limits here for the first time in this text; NULL: none */
} rules_hit;

/* Try all rules whose trigger stands there; the longest match wins, the rule that comes first in the file where two are
 * equally long. 1 with the URL in url[0..size), or 0, or TRAWL_NO_MEMORY. */
int rules_match(rules *r, const rules_place *where, char *url, size_t size, rules_hit *hit);

/* The i-th of the rules that hit their limits: 1, or 0 when there are no more. */
int rules_complaint(const rules *r, unsigned i, trawl_str *name, uint64_t *line, uint64_t *times);

#endif
