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
#define RULES_TIRED 32   /* a rule that hit its limits so often is skipped in the rest of a text */

/* The rules of a file, compiled. They do not change: any number of scans and threads share them. */
typedef struct rules rules;

/* What one scan has of them: room for a match, and how often each rule hit its limits. */
typedef struct rules_run rules_run;

/* Reads a rules file. Returns TRAWL_OK, TRAWL_ERROR_NO_MEMORY, or TRAWL_ERROR_BAD_RULE with the
 * place and the reason in *fault, which may be NULL. *out is NULL unless the result is TRAWL_OK. */
int rules_open(rules **out, const memory *m, trawl_str file, trawl_fault *fault);

/* r may be NULL. */
void rules_close(rules *r);

/* Returns a new run, which must be closed before the rules, or NULL without memory. */
rules_run *rules_run_open(const rules *r);

/* run may be NULL. */
void rules_run_close(rules_run *run);

/* Begins another text. rules_complaint() covers all texts. */
void rules_begin(rules_run *run);

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
int rules_match(rules_run *run, const rules_place *where, char *url, size_t size, rules_hit *hit);

/* Returns 1 with the i-th of the rules that hit their limits, or 0. */
int rules_complaint(const rules_run *run, unsigned i, trawl_str *name, uint64_t *line,
                    uint64_t *times);

#endif
