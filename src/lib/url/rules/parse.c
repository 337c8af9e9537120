/* parse.c - parses a rules file; trawl-rules(5) describes its format
 *
 *     # A comment has a line to itself.
 *     rule rfc
 *         trigger  RFC
 *         match    RFC[ -]?(\d{1,5})\b
 *         url      https://www.rfc-editor.org/rfc/rfc$1
 *
 * A line has a keyword, blanks, and a value that ends with the line. compile.c checks patterns and
 * templates.
 */

#include "base/ascii.h"
#include "base/utf8.h"
#include "url/rules/inside.h"

typedef struct parser {
    rules *r;
    trawl_fault *fault;
    trawl_str word, value; /* keyword and value of the current line */
    rules_rule *rule;      /* the current rule, NULL before the first one */
} parser;

static bool parse_is_word(trawl_str s, const char *word)
{
    return s.n == strlen(word) && memcmp(s.p, word, s.n) == 0;
}

/* Refuses bytes that do not occur in a text file in UTF-8. */
static int check_bytes(const rules *r, trawl_fault *fault)
{
    for (size_t i = 0; i < r->text_n;) {
        utf8_char c = utf8_decode(r->text + i, r->text_n - i);
        if (c.code == UTF8_INVALID)
            return rules_fault(r, fault, r->text + i,
                               "invalid UTF-8; in a pattern, write a byte as \\xE4");
        if ((c.code < ' ' && c.code != '\t' && c.code != '\n' && c.code != '\r') || c.code == 0x7F)
            return rules_fault(r, fault, r->text + i,
                               "a control character; in a pattern, write it as \\x%02x",
                               (unsigned)c.code);
        i += c.len;
    }
    return TRAWL_OK;
}

/* Completes and compiles the current rule. */
static int finish_rule(parser *p)
{
    rules_rule *rule = p->rule;
    const char *missing = NULL;

    if (!rule)
        return TRAWL_OK;
    missing = rule->triggers == 0 ? "trigger"
              : !rule->match.p    ? "match"
              : !rule->url.p      ? "url"
                                  : NULL;
    if (missing)
        return rules_fault(p->r, p->fault, rule->name.p, "the rule \"%.*s\" has no line \"%s\"",
                           (int)rule->name.n, rule->name.p, missing);
    return rules_compile(p->r, (unsigned)(rule - p->r->rule), p->fault);
}

static int take_rule(parser *p)
{
    rules *r = p->r;
    trawl_str name = p->value;
    int failed = finish_rule(p);

    if (failed)
        return failed;
    if (name.n > RULES_NAME)
        return rules_fault(r, p->fault, name.p, "the name is longer than %d bytes", RULES_NAME);
    for (size_t i = 0; i < name.n; i++)
        if (!ascii_is_alnum((unsigned char)name.p[i]) && !strchr("-_.", name.p[i]))
            return rules_fault(r, p->fault, name.p + i,
                               "a name may have letters, digits, \"-\", \"_\" and \".\" only");
    for (unsigned i = 0; i < r->count; i++)
        if (r->rule[i].name.n == name.n && memcmp(r->rule[i].name.p, name.p, name.n) == 0)
            return rules_fault(r, p->fault, name.p, "the rule \"%.*s\" exists already", (int)name.n,
                               name.p);
    if (r->count == RULES_MAX)
        return rules_fault(r, p->fault, name.p, "more than %d rules", RULES_MAX);
    if (!memory_grow(&r->m, &r->rule, &r->room, r->count + 1, sizeof *r->rule))
        return TRAWL_ERROR_NO_MEMORY;
    p->rule = &r->rule[r->count++];
    *p->rule = (rules_rule){.name = name};
    return TRAWL_OK;
}

static int take_trigger(parser *p)
{
    rules *r = p->r;

    if (p->value.n > RULES_TRIGGER)
        return rules_fault(r, p->fault, p->value.p, "the trigger is longer than %d bytes",
                           RULES_TRIGGER);
    if (p->rule->triggers == RULES_TRIGGERS)
        return rules_fault(r, p->fault, p->value.p, "more than %d triggers; split the rule in two",
                           RULES_TRIGGERS);
    if (!memory_grow(&r->m, &r->start, &r->start_room, r->start_count + 1, sizeof *r->start))
        return TRAWL_ERROR_NO_MEMORY;
    r->start[r->start_count++] = (rules_start){p->value, (unsigned)(p->rule - r->rule)};
    p->rule->triggers++;
    return TRAWL_OK;
}

static int take_once(parser *p, trawl_str *into, size_t most)
{
    if (into->p)
        return rules_fault(p->r, p->fault, p->word.p, "a second line \"%.*s\" in the rule \"%.*s\"",
                           (int)p->word.n, p->word.p, (int)p->rule->name.n, p->rule->name.p);
    if (p->value.n > most)
        return rules_fault(p->r, p->fault, p->value.p, "longer than %zu bytes", most);
    *into = p->value;
    return TRAWL_OK;
}

/* Sets *into to the value of the current line, a number from `least` to `most`. */
static int parse_take_number(parser *p, unsigned *into, unsigned least, unsigned most)
{
    unsigned value = 0;
    size_t i = 0;

    for (; i < p->value.n && i < 4 && ascii_is_digit((unsigned char)p->value.p[i]); i++)
        value = value * 10 + (unsigned)(p->value.p[i] - '0');
    if (i < p->value.n || value < least || value > most)
        return rules_fault(p->r, p->fault, p->value.p, "\"%.*s\" has a number from %u to %u",
                           (int)p->word.n, p->word.p, least, most);
    if (*into > 0)
        return rules_fault(p->r, p->fault, p->word.p, "a second line \"%.*s\" in the rule \"%.*s\"",
                           (int)p->word.n, p->word.p, (int)p->rule->name.n, p->rule->name.p);
    *into = value;
    return TRAWL_OK;
}

static int take_before(parser *p)
{
    return parse_take_number(p, &p->rule->before, 1, RULES_BEFORE);
}

static int take_lines(parser *p)
{
    return parse_take_number(p, &p->rule->lines, 1, RULES_LINES);
}

static int take_match(parser *p)
{
    return take_once(p, &p->rule->match, RULES_PATTERN);
}

static int take_url(parser *p)
{
    return take_once(p, &p->rule->url, RULES_URL);
}

static int parse_take_line(parser *p)
{
    static const struct {
        const char *word;
        int (*take)(parser *p);
    } keywords[] = {{"rule", take_rule}, {"trigger", take_trigger}, {"match", take_match},
                    {"url", take_url},   {"before", take_before},   {"lines", take_lines}};
    size_t i = 0;

    while (i < sizeof keywords / sizeof keywords[0] && !parse_is_word(p->word, keywords[i].word))
        i++;
    if (i == sizeof keywords / sizeof keywords[0])
        return rules_fault(p->r, p->fault, p->word.p,
                           "a line must begin with \"rule\", \"trigger\", \"match\", \"url\", "
                           "\"before\", \"lines\", or \"#\"");
    if (p->value.n == 0)
        return rules_fault(p->r, p->fault, p->value.p, "there is nothing after \"%.*s\"",
                           (int)p->word.n, p->word.p);
    if (i > 0 && !p->rule)
        return rules_fault(p->r, p->fault, p->word.p, "\"%.*s\" before the first \"rule\"",
                           (int)p->word.n, p->word.p);
    return keywords[i].take(p);
}

/* Splits the line s[0..n) into keyword and value. Returns false for a blank line or a comment. */
static bool split_line(parser *p, const char *s, size_t n)
{
    const char *end = s + n;

    if (n > 0 && end[-1] == '\r')
        end--;
    while (end > s && ascii_is_blank(end[-1]))
        end--;
    while (s < end && ascii_is_blank(*s))
        s++;
    if (s == end || *s == '#')
        return false;
    p->word.p = s;
    while (s < end && !ascii_is_blank(*s))
        s++;
    p->word.n = (size_t)(s - p->word.p);
    while (s < end && ascii_is_blank(*s))
        s++;
    p->value = (trawl_str){s, (size_t)(end - s)};
    return true;
}

int rules_parse(rules *r, trawl_fault *fault)
{
    parser p = {.r = r, .fault = fault};
    size_t i = r->text_n >= 3 && memcmp(r->text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    int failed = check_bytes(r, fault);

    while (!failed && i < r->text_n) {
        const char *line = r->text + i, *lf = memchr(line, '\n', r->text_n - i);
        size_t n = lf ? (size_t)(lf - line) : r->text_n - i;
        if (split_line(&p, line, n))
            failed = parse_take_line(&p);
        i += n + 1;
    }
    return failed ? failed : finish_rule(&p);
}
