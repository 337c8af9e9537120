/* inside.h - shared by the files of this folder */
#ifndef TRAWL_URL_RULES_INSIDE_H
#define TRAWL_URL_RULES_INSIDE_H

#include "url/rules/rules.h"

/* Maximum values. */
#define RULES_MAX 1000     /* rules in a file */
#define RULES_TRIGGERS 8   /* triggers of a rule */
#define RULES_NAME 64      /* bytes of a name */
#define RULES_PATTERN 4096 /* bytes of a pattern */
#define RULES_URL 2048     /* bytes of a template */
#define RULES_GROUP 32     /* bytes of a group's name, as in PCRE2 */

typedef struct rules_rule {
    trawl_str name, match, url; /* in rules.text; p is NULL until it is read */
    unsigned triggers;
    unsigned before; /* bytes of a match that may precede the trigger */
    unsigned lines;  /* the maximum number of lines of a match; 0 means 1, if the rule does not set
                      * it */
    bool page;       /* its links lead to places in the page: "#ref-$1" */
    void *code;      /* pcre2_code */
    char *sentences; /* "by the rule "rfc"", NUL, "the rule "rfc" exceeded ...", NUL */
} rules_rule;

typedef struct rules_start {
    trawl_str text;
    unsigned rule;
} rules_start;

struct rules {
    memory m;
    char *text; /* a copy of the file */
    size_t text_n;
    rules_rule *rule;
    unsigned count, start_count;
    size_t room, start_room;
    rules_start *start;            /* all triggers, sorted by first byte, then as in the file */
    unsigned from[257];            /* start[from[c]] to start[from[c + 1] - 1] begin with byte c */
    unsigned char pairs[256 * 32]; /* a bit for each pair of bytes with which a trigger begins */
    uint32_t groups;               /* the largest number of groups in a rule */
    unsigned before;               /* the largest of all rules */
    void *general;                 /* pcre2_general_context */
    void *limits;                  /* pcre2_match_context */
};

/* The maximum number of steps of a pattern at one place. A rule with "before" has RULES_STEPS /
 * RULES_STARTS steps for each byte where the match may begin. */
#define RULES_STEPS 100000
#define RULES_STARTS 10

/* Returns true for the characters of an id in the page. */
static inline bool rules_in_id(unsigned char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '-';
}

/* How often a rule hit its limits. */
typedef struct rules_count {
    unsigned failures;    /* in this text */
    uint64_t first, last; /* 1 + the offset of the first and of the last failure */
    uint64_t times;       /* failures in all texts */
} rules_count;

struct rules_run {
    const rules *rules;
    void *data;   /* pcre2_match_data */
    void *limits; /* pcre2_match_context for rules whose match may begin before the trigger */
    rules_count count[];
};

/* A template consists of literal text and groups. */
enum rules_kind { RULES_LITERAL, RULES_GROUP_NAME, RULES_BAD };

typedef struct rules_part {
    enum rules_kind kind;
    trawl_str text; /* the literal, or the group's number or name */
} rules_part;

/* Reads the part of a template at the start of p[0..n), n > 0. Returns its length. */
size_t rules_part_next(const char *p, size_t n, rules_part *part);

/* Reports a fault at `at`, which points into r->text. Returns TRAWL_ERROR_BAD_RULE. */
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
int rules_fault(const rules *r, trawl_fault *fault, const char *at, const char *format, ...);

/* Fills r->rule and r->start from r->text. Returns TRAWL_OK or an error. */
int rules_parse(rules *r, trawl_fault *fault);

/* Compiles the pattern of a complete rule, and checks its triggers and its template. */
int rules_compile(rules *r, unsigned which, trawl_fault *fault);

/* Returns the number of the group that is given by a number or a name, or a negative value if none
 * has it. */
int rules_group(const rules_rule *rule, trawl_str group);

/* Frees the memory allocated by rules_compile(). */
void rules_forget(rules *r);

#endif
