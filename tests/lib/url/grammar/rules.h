/* rules.h - tables that test each fragment of a grammar header alone
 *
 *     static const rule rules[] = {
 *         {RULE(rfc1738_port), WHOLE("80", "0"),   matches all of each
 *          FRONT({"80", "a"}),                     matches "80" of "80a", but not all
 *          NONE("", "a")},                         matches nothing, not even the empty text
 *     };
 *     static const rule_set sets[] = {SET(RFC1738_SAFE, "$-_.+")};   matches exactly these of all 256 bytes
 *
 * Fragments are anchored at the start. For WHOLE they are also anchored at the end, since otherwise
 * the first matching alternative wins. Each fragment is run by the interpreter and, if available,
 * by the JIT. rules_cover() then reads the header and fails for every macro that is in no table,
 * and for every fragment without all three kinds. A fragment that may be empty matches every text,
 * so it has no NONE; it must match 0 bytes of some text instead.
 *
 * Loops are possessive, so a fragment may refuse a text of which the RFC's rule, taken alone, would
 * match a shorter prefix, as the rule of a host name does with "a..b". What the fragment consumes
 * beyond that prefix cannot follow it in a URL, so no verdict on a URL changes.
 */
#ifndef TRAWL_TESTS_RULES_H
#define TRAWL_TESTS_RULES_H

#include <string.h>

#include "regex.h"
#include "tap.h"

typedef struct rule {
    const char *name, *pattern;
    const char *whole[24];
    const char *front[24][2]; /* what matches, what remains */
    const char *none[24];
} rule;

#define RULE(fragment) .name = #fragment, .pattern = (fragment)
#define WHOLE(...) .whole = {__VA_ARGS__}
#define FRONT(...) .front = {__VA_ARGS__}
#define NONE(...) .none = {__VA_ARGS__}

typedef struct rule_set {
    const char *name, *pattern, *members;
} rule_set;

/* clang-format off */
#define SET(class, members) {#class, "[" class "]", members}
/* clang-format on */

#define LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define DIGITS "0123456789"

#define ROWS(table) (sizeof(table) / sizeof(table)[0])

/* A fragment compiled in both forms. */
typedef struct rule_code {
    regex front, whole;
} rule_code;

static inline rule_code rule_compile(const char *pattern)
{
    size_t n = strlen(pattern) + sizeof "(?:)\\z";
    char *whole = malloc(n);
    rule_code c;

    if (!whole)
        abort();
    snprintf(whole, n, "(?:%s)\\z", pattern);
    c.front = regex_new(pattern);
    c.whole = regex_new(whole);
    free(whole);
    return c;
}

static inline void rule_free(rule_code *c)
{
    regex_free(&c->front);
    regex_free(&c->whole);
}

/* Returns how many bytes the fragment matches, or -2 when JIT and interpreter differ. */
static inline long rule_takes(const rule_code *c, const char *s, size_t n)
{
    static const uint32_t option[] = {0, PCRE2_NO_JIT};
    long taken[2];

    for (int i = 0; i < 2; i++) {
        size_t end = 0;
        if (regex_run(&c->whole, s, n, option[i], &end) >= 0)
            taken[i] = (long)n;
        else
            taken[i] = regex_run(&c->front, s, n, option[i], &end) >= 0 ? (long)end : -1;
    }
    return taken[0] == taken[1] ? taken[0] : -2;
}

static inline void rule_check(const rule *r)
{
    rule_code code = rule_compile(r->pattern);

    for (size_t i = 0; i < ROWS(r->whole) && r->whole[i]; i++) {
        size_t n = strlen(r->whole[i]);
        is_int(rule_takes(&code, r->whole[i], n), (long)n, "%s takes \"%s\"", r->name, r->whole[i]);
    }
    for (size_t i = 0; i < ROWS(r->front) && r->front[i][0]; i++) {
        const char *front = r->front[i][0], *rest = r->front[i][1];
        char text[256];
        int n = snprintf(text, sizeof text, "%s%s", front, rest);
        is_int(rule_takes(&code, text, (size_t)n), (long)strlen(front), "%s takes \"%s\" of \"%s\"",
               r->name, front, text);
    }
    for (size_t i = 0; i < ROWS(r->none) && r->none[i]; i++)
        is_int(rule_takes(&code, r->none[i], strlen(r->none[i])), -1, "%s refuses \"%s\"", r->name,
               r->none[i]);
    rule_free(&code);
}

static inline void rules_check(const rule *r, size_t count)
{
    for (size_t i = 0; i < count; i++)
        rule_check(&r[i]);
}

static inline void sets_check(const rule_set *set, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        rule_code code = rule_compile(set[i].pattern);
        int wrong = -1;
        for (int byte = 0; byte < 256 && wrong < 0; byte++) {
            char c = (char)byte;
            bool member = c != '\0' && strchr(set[i].members, c);
            if (rule_takes(&code, &c, 1) != (member ? 1 : -1))
                wrong = byte;
        }
        is_int(wrong, -1, "%s is just \"%s\"", set[i].name, set[i].members);
        rule_free(&code);
    }
}

/* Returns true when `name` is the macro that a row's name, "MANY(x)" or "rfc1738_port", uses. */
static inline bool rule_is(const char *row_name, const char *name)
{
    size_t n = strlen(name);

    return strncmp(row_name, name, n) == 0 && (row_name[n] == '\0' || row_name[n] == '(');
}

static inline bool rule_in_sets(const char *name, const rule_set *set, size_t sets)
{
    for (size_t i = 0; i < sets; i++)
        if (rule_is(set[i].name, name))
            return true;
    return false;
}

static inline bool rule_in_rules(const char *name, const rule *r, size_t rules)
{
    for (size_t i = 0; i < rules; i++, r++) {
        bool may_be_void = false;
        if (!rule_is(r->name, name))
            continue;
        for (size_t k = 0; k < ROWS(r->front) && r->front[k][0]; k++)
            may_be_void = may_be_void || !*r->front[k][0];
        return r->whole[0] && r->front[0][0] && (r->none[0] || may_be_void);
    }
    return false;
}

/* Tests that every macro of the header, except its include guard, is in one of the tables. Reads
 * the header below TRAWL_SOURCE. */
static inline void rules_cover(const char *header, const rule *r, size_t rules, const rule_set *set,
                               size_t sets)
{
    const char *top = getenv("TRAWL_SOURCE");
    char path[4096], line[1024], name[128];
    int found = 0;

    snprintf(path, sizeof path, "%s/src/lib/url/grammar/%s", top ? top : ".", header);
    FILE *f = fopen(path, "r");
    if (!f) {
        skip("%s cannot be read", path);
        return;
    }
    while (fgets(line, sizeof line, f)) {
        if (sscanf(line, "#define %127[A-Za-z0-9_]", name) != 1 || strncmp(name, "TRAWL_", 6) == 0)
            continue;
        found++;
        ok(rule_in_sets(name, set, sets) || rule_in_rules(name, r, rules), "%s: %s is in a table",
           header, name);
    }
    fclose(f);
    ok(found > 0, "%s has macros", header);
}

#endif
