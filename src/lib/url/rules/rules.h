/* rules.h - the user's rules: "RFC 1738" in a text links to https://www.rfc-editor.org/rfc/rfc1738
 *
 * A rule has a name, one or more literal triggers, a PCRE2 pattern, which is tried where a trigger
 * occurs, and a template for the URL. Neither patterns nor texts are trusted: a pattern is tried
 * only at a trigger, and is given up after a fixed number of steps. It sees a few bytes to the left
 * of the trigger, and at most RULES_LINE bytes from the trigger on: the rest of the line, and
 * further lines if the rule allows them. trawl-rules(5) describes the format of the file.
 */
#ifndef TRAWL_URL_RULES_RULES_H
#define TRAWL_URL_RULES_RULES_H

#include <trawl.h>

#include "base/memory.h"

#define RULES_LEFT 16    /* bytes to the left of a match that a pattern may test */
#define RULES_BEFORE 64  /* maximum bytes of a match that precede its trigger */
#define RULES_LINE 1024  /* maximum bytes that a pattern sees from the trigger on */
#define RULES_LINES 4    /* maximum lines of a match */
#define RULES_TRIGGER 64 /* maximum bytes of a trigger */
#define RULES_TIRED 32   /* after this many failures, a rule is skipped for the rest of the text */

/* The compiled rules of a file. They do not change, so any number of scans and threads may share
 * them. */
typedef struct rules rules;

/* The state of the rules in one scan: room for a match, and how often each rule hit its limits. */
typedef struct rules_run rules_run;

/* Parses a rules file. Returns TRAWL_OK, TRAWL_ERROR_NO_MEMORY, or TRAWL_ERROR_BAD_RULE; in that
 * case sets *fault, which may be NULL, to the position and the reason. *out is NULL unless the
 * result is TRAWL_OK. */
int rules_open(rules **out, const memory *m, trawl_str file, trawl_fault *fault);

/* Frees the rules; r may be NULL. */
void rules_close(rules *r);

/* Returns a new run, or NULL when out of memory. It must be closed before the rules. */
rules_run *rules_run_open(const rules *r);

/* Frees the run, which may be NULL. */
void rules_run_close(rules_run *run);

/* Begins another text: resets the failures that are counted per text. */
void rules_begin(rules_run *run);

/* Returns true when a trigger begins with this byte. */
bool rules_first(const rules *r, unsigned char c);

enum rules_stand { RULES_NONE, RULES_CUT, RULES_MATCH };

/* Returns RULES_MATCH when p[0..n) begins with a trigger, RULES_CUT when it may be the start of a
 * trigger, else RULES_NONE. */
enum rules_stand rules_trigger(const rules *r, const char *p, size_t n);

/* Returns the largest number of bytes to the left of its trigger at which a match may begin. */
size_t rules_before(const rules *r);

/* Returns the maximum number of lines, at least 1, that a rule with a trigger at the start of
 * p[0..n) sees. */
unsigned rules_lines(const rules *r, const char *p, size_t n);

/* Where to try the patterns. */
typedef struct rules_place {
    const char *p; /* the line, from at most rules_before() + RULES_LEFT bytes before the trigger;
                    * then the next lines, with a blank for each line end */
    size_t at;     /* offset of the trigger in p */
    size_t least;  /* no match begins before this offset */
    bool bol;      /* p[0] is the start of the line */
    unsigned lines;
    size_t to[RULES_LINES]; /* the end of each line in p */
    bool eol;               /* the last line is whole */
    bool page;              /* also tries rules whose links lead to places in the page */
    uint64_t place;         /* offset of the trigger in the whole text */
} rules_place;

typedef struct rules_hit {
    unsigned rule;
    size_t from, to; /* the match in rules_place.p */
    size_t url_n;
    const char *sentence; /* for explanations: names the rule */
    const char *gave_up;  /* for explanations: set where a rule first hits its limits in the text */
} rules_hit;

/* Tries all rules with a trigger at this place. The longest match wins; of equally long matches,
 * the match of the rule that is first in the file. Returns 1 with the URL in url[0..size), 0, or
 * TRAWL_ERROR_NO_MEMORY. */
int rules_match(rules_run *run, const rules_place *where, char *url, size_t size, rules_hit *hit);

/* Gets the name of the i-th rule that has hit its limits in any text, its line in the file, and how
 * often it hit them. Returns 1, or 0 if there are fewer. */
int rules_complaint(const rules_run *run, unsigned i, trawl_str *name, uint64_t *line,
                    uint64_t *times);

#endif
