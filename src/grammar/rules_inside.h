/* rules_inside.h - what the files of the rules room share; for nobody else */
#ifndef TRAWL_GRAMMAR_RULES_INSIDE_H
#define TRAWL_GRAMMAR_RULES_INSIDE_H

#include "grammar/rules.h"

#define RULES_MAX 1000     /* rules in a file */
#define RULES_TRIGGERS 8   /* of one rule */
#define RULES_NAME 64      /* bytes of a name */
#define RULES_PATTERN 4096 /* bytes of a pattern */
#define RULES_URL 2048     /* bytes of a template */
#define RULES_GROUP 32     /* bytes of a group's name, as PCRE2 has it */

typedef struct rules_rule {
    trawl_str name, match, url; /* into rules.text; p NULL: not given yet */
    unsigned triggers;
    void *code;           /* pcre2_code */
    bool tuned;           /* JIT has been asked for */
    char *sentences;      /* "by the rule "rfc"", NUL, "the rule "rfc" gave up ...", NUL */
    unsigned failures;    /* in this text; */
    uint64_t first, last; /* the first and the last one's place, 1 more */
    uint64_t times;       /* failures in all texts */
} rules_rule;

typedef struct rules_start {
    trawl_str text;
    unsigned rule;
} rules_start;

struct rules {
    memory m;
    char *text; /* the file, a copy */
    size_t text_n;
    rules_rule *rule;
    unsigned count, room;
    rules_start *start; /* all triggers, by first byte, then in the order of the file */
    unsigned start_count, start_room;
    unsigned from[257]; /* those that begin with byte c are start[from[c]] to start[from[c + 1] - 1] */
    unsigned char pairs[RULES_PAIRS];
    void *general, *limits, *data; /* pcre2_general_context, pcre2_match_context, pcre2_match_data */
};

/* A template comes apart into literal text and groups. */
enum rules_kind { RULES_LITERAL, RULES_GROUP_NAME, RULES_BAD };

typedef struct rules_part {
    enum rules_kind kind;
    trawl_str text; /* the literal, or the group's number or name */
} rules_part;

/* The part at the front of p[0..n), n > 0. Returns the bytes taken. */
size_t rules_part_next(const char *p, size_t n, rules_part *part);

/* A fault at a place in r->text. Returns TRAWL_BAD_RULE. */
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
int rules_fault(const rules *r, trawl_fault *fault, const char *at, const char *format, ...);

/* Fill r->rule and r->start from r->text, or a fault. */
int rules_parse(rules *r, trawl_fault *fault);

/* Compile the pattern of a rule of which everything is there, and hold it against its triggers and its template. */
int rules_compile(rules *r, unsigned which, trawl_fault *fault);

/* The number of a group, by its number or name; negative when the pattern has none of it. */
int rules_group(const rules_rule *rule, trawl_str group);

/* What all matches share; after the last rules_compile(). TRAWL_OK or TRAWL_NO_MEMORY. */
int rules_ready(rules *r);

/* The opposite of rules_compile() and rules_ready(). */
void rules_forget(rules *r);

#endif
