/* compile.c - compiles and checks the patterns and templates of the user's rules
 *
 * A pattern is anchored at its trigger, unless the rule has a line "before"; it matches bytes (no
 * UTF mode, no \C), and has at most 4 KiB and 50 levels of brackets. Refuses a pattern that never
 * matches at its trigger, a reference to a missing group, and a template that makes neither a URL
 * nor an id in the page.
 */
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <stdio.h>

#include "base/ascii.h"
#include "base/check.h"
#include "url/rules/inside.h"

#define PARENS_NEST 50
#define DEPTH_LIMIT 1000
#define HEAP_LIMIT_KIB 16384

static void *get(size_t size, void *m)
{
    return memory_get(m, size);
}

static void compile_put(void *p, void *m)
{
    memory_free(m, p);
}

/* Creates the contexts that all rules share. Returns false when out of memory. */
static bool make_contexts(rules *r)
{
    if (!r->general)
        r->general = pcre2_general_context_create(get, compile_put, &r->m);
    if (r->general && !r->limits && (r->limits = pcre2_match_context_create(r->general))) {
        pcre2_set_match_limit(r->limits, RULES_STEPS);
        pcre2_set_depth_limit(r->limits, DEPTH_LIMIT);
        pcre2_set_heap_limit(r->limits, HEAP_LIMIT_KIB);
    }
    return r->limits != NULL;
}

static uint32_t info(const pcre2_code *code, uint32_t what)
{
    uint32_t value = 0;

    (void)pcre2_pattern_info(code, what, &value);
    SANITIZE_WRITTEN(&value, sizeof value);
    return value;
}

/* Returns the first "\K", which would move the start of the match away from the trigger, or
 * NULL. */
static const char *find_keep(trawl_str pattern)
{
    for (size_t i = 0; i + 1 < pattern.n; i++) {
        if (pattern.p[i] != '\\')
            continue;
        if (pattern.p[i + 1] == 'K')
            return pattern.p + i;
        i++;
    }
    return NULL;
}

static int url_compile(rules *r, rules_rule *rule, trawl_fault *fault)
{
    uint32_t options = PCRE2_DOLLAR_ENDONLY | PCRE2_NEVER_UTF | PCRE2_NEVER_UCP |
                       PCRE2_NEVER_BACKSLASH_C |
                       (rule->before > 0 ? PCRE2_USE_OFFSET_LIMIT : PCRE2_ANCHORED);
    pcre2_compile_context *context =
        make_contexts(r) ? pcre2_compile_context_create(r->general) : NULL;
    unsigned char why[160] = "";
    PCRE2_SIZE where = 0;
    int error = 0;

    if (!context)
        return TRAWL_ERROR_NO_MEMORY;
    SANITIZE_FOREIGN_BEGIN();
    pcre2_set_parens_nest_limit(context, PARENS_NEST);
    rule->code =
        pcre2_compile((PCRE2_SPTR)rule->match.p, rule->match.n, options, &error, &where, context);
    if (rule->code)
        (void)pcre2_jit_compile(rule->code, PCRE2_JIT_COMPLETE);
    else
        (void)pcre2_get_error_message(error, why, sizeof why);
    SANITIZE_FOREIGN_END();
    SANITIZE_WRITTEN(&error, sizeof error);
    SANITIZE_WRITTEN(&where, sizeof where);
    SANITIZE_WRITTEN(why, sizeof why);
    pcre2_compile_context_free(context);
    if (rule->code)
        return TRAWL_OK;
    if (error == PCRE2_ERROR_HEAP_FAILED)
        return TRAWL_ERROR_NO_MEMORY;
    /* No byte of a pattern that is too large is at fault: PCRE2 10.46 names its end, 10.49 its
     * start. */
    if (error == PCRE2_ERROR_PATTERN_TOO_LARGE)
        where = 0;
    return rules_fault(r, fault, rule->match.p + (where < rule->match.n ? where : rule->match.n),
                       "%s", (char *)why);
}

int rules_group(const rules_rule *rule, trawl_str group)
{
    char name[RULES_GROUP + 1];
    uint32_t number = 0;
    int found;

    CHECK(group.n > 0 && group.n <= RULES_GROUP);
    memcpy(name, group.p, group.n);
    name[group.n] = 0;
    if (!ascii_is_digit((unsigned char)name[0])) {
        SANITIZE_FOREIGN_BEGIN();
        found = pcre2_substring_number_from_name(rule->code, (PCRE2_SPTR)name);
        SANITIZE_FOREIGN_END();
        return found;
    }
    for (size_t i = 0; i < group.n; i++) {
        if (!ascii_is_digit((unsigned char)name[i]) || number > 65535)
            return -1;
        number = number * 10 + (uint32_t)(name[i] - '0');
    }
    return number <= info(rule->code, PCRE2_INFO_CAPTURECOUNT) ? (int)number : -1;
}

/* Returns true for schemes whose URLs are programs or documents: captured text could be
 * executed. */
static bool scheme_is_harmful(const char *url, size_t n)
{
    static const char *const harmful[] = {"javascript:", "vbscript:", "data:"};

    for (size_t i = 0; i < sizeof harmful / sizeof harmful[0]; i++)
        if (n >= strlen(harmful[i]) && ascii_same(url, harmful[i], strlen(harmful[i])))
            return true;
    return false;
}

/* Checks the URL that a template makes when each group is "1". */
static int compile_check_url(const rules *r, const rules_rule *rule, const char *url, size_t n,
                             const uint16_t *origin, trawl_fault *fault)
{
    trawl_verdict v = {.size = sizeof v};

    if (scheme_is_harmful(url, n))
        return rules_fault(r, fault, rule->url.p, "a rule may not make URLs of this scheme");
    if (trawl_check(&v, url, n) != TRAWL_OK)
        return TRAWL_ERROR_NO_MEMORY;
    for (unsigned k = 0; k < v.refusals && !(v.valid & TRAWL_STANDARD_IRI); k++)
        if (strcmp(v.refusal[k].standard, "iri") == 0)
            return rules_fault(r, fault, rule->url.p + origin[v.refusal[k].at], "not a URL: %s",
                               v.refusal[k].why);
    return TRAWL_OK;
}

/* Checks the id that a template with "#" makes. */
static int check_id(const rules *r, const rules_rule *rule, const char *url, size_t n,
                    const uint16_t *origin, trawl_fault *fault)
{
    if (n == 1)
        return rules_fault(r, fault, rule->url.p, "there is no id after \"#\"");
    for (size_t i = 1; i < n; i++)
        if (!rules_in_id((unsigned char)url[i]))
            return rules_fault(r, fault, rule->url.p + origin[i],
                               "an id has only a-z, 0-9, \".\" and \"-\"");
    return TRAWL_OK;
}

/* Checks the template: with "1" for each group it must be a URL whose scheme contains no group, or
 * "#" and an id. */
static int check_template(rules *r, const rules_rule *rule, trawl_fault *fault)
{
    char url[RULES_URL];
    uint16_t origin[RULES_URL + 1];
    size_t n = 0, i = 0, scheme = 0;
    rules_part part;

    while (i < rule->url.n) {
        size_t len = rules_part_next(rule->url.p + i, rule->url.n - i, &part);
        if (part.kind == RULES_BAD)
            return rules_fault(
                r, fault, rule->url.p + i,
                "\"$\" must be followed by a digit, {number}, {name}, or another \"$\"");
        if (part.kind == RULES_GROUP_NAME && rules_group(rule, part.text) < 0)
            return rules_fault(r, fault, rule->url.p + i, "the pattern has no group \"%.*s\"",
                               (int)part.text.n, part.text.p);
        if (i == 0 && part.kind == RULES_LITERAL)
            while (scheme < part.text.n && ascii_is_scheme((unsigned char)part.text.p[scheme]))
                scheme++;
        for (size_t k = 0; k < (part.kind == RULES_LITERAL ? part.text.n : 1); k++) {
            CHECK(n < RULES_URL);
            origin[n] = NARROW16(i + k);
            url[n++] = part.kind == RULES_LITERAL ? part.text.p[k] : '1';
        }
        i += len;
    }
    origin[n] = NARROW16(i);
    if (rule->page)
        return check_id(r, rule, url, n, origin, fault);
    if (scheme == 0 || rule->url.p[scheme] != ':')
        return rules_fault(r, fault, rule->url.p,
                           "the url must begin with a scheme, such as \"https://\", or with \"#\"");
    return compile_check_url(r, rule, url, n, origin, fault);
}

/* Returns true when the pattern may match at this trigger after the byte `before`, or at the start
 * of a line (-1). */
static bool can_match(const rules *r, const rules_rule *rule, trawl_str trigger, int before,
                      pcre2_match_data *data)
{
    char text[1 + RULES_TRIGGER];
    size_t at = before >= 0;
    PCRE2_SIZE *where = pcre2_get_ovector_pointer(data);
    int found;

    text[0] = (char)before;
    CHECK(trigger.n > 0 && trigger.n <= RULES_TRIGGER);
    memcpy(text + at, trigger.p, trigger.n);
    SANITIZE_FOREIGN_BEGIN();
    found = pcre2_match(rule->code, (PCRE2_SPTR)text, at + trigger.n, at, PCRE2_PARTIAL_HARD, data,
                        r->limits);
    SANITIZE_FOREIGN_END();
    SANITIZE_WRITTEN(where, 2 * sizeof *where);
    return found == PCRE2_ERROR_NOMATCH ? false : found < 0 || where[1] == at + trigger.n;
}

/* Refuses a pattern that never matches at its trigger. Tests only patterns that begin there and
 * look back at most one byte, by trying every byte there. */
static int check_triggers(rules *r, unsigned which, trawl_fault *fault)
{
    const rules_rule *rule = &r->rule[which];
    pcre2_match_data *data;
    int failed = TRAWL_OK;

    if (rule->before > 0 || info(rule->code, PCRE2_INFO_MAXLOOKBEHIND) > 1)
        return TRAWL_OK;
    data = pcre2_match_data_create(1, r->general);
    if (!data)
        return TRAWL_ERROR_NO_MEMORY;
    for (unsigned i = 0; i < r->start_count && !failed; i++) {
        const rules_start *s = &r->start[i];
        int before = -1;
        if (s->rule != which)
            continue;
        while (before < 256 && !can_match(r, rule, s->text, before, data))
            before++;
        if (before == 256)
            failed = rules_fault(r, fault, rule->match.p,
                                 "the pattern never matches at its trigger \"%.*s\"",
                                 (int)s->text.n, s->text.p);
    }
    pcre2_match_data_free(data);
    return failed;
}

static int write_sentences(rules *r, rules_rule *rule)
{
    size_t room = 2 * (size_t)rule->name.n + 160;
    int n;

    rule->sentences = memory_get(&r->m, room);
    if (!rule->sentences)
        return TRAWL_ERROR_NO_MEMORY;
    n = snprintf(rule->sentences, room, "by the rule \"%.*s\"", (int)rule->name.n, rule->name.p);
    snprintf(rule->sentences + n + 1, room - (size_t)n - 1,
             "the rule \"%.*s\" exceeded the limit of steps or memory, so it does not match",
             (int)rule->name.n, rule->name.p);
    return TRAWL_OK;
}

int rules_compile(rules *r, unsigned which, trawl_fault *fault)
{
    rules_rule *rule = &r->rule[which];
    const char *keep = find_keep(rule->match);
    uint32_t groups;
    int failed =
        keep ? rules_fault(r, fault, keep, "\\K is not allowed: a match includes its trigger") : 0;

    rule->page = rule->url.p[0] == '#';
    if (!failed)
        failed = url_compile(r, rule, fault);
    if (!failed && info(rule->code, PCRE2_INFO_MAXLOOKBEHIND) > RULES_LEFT)
        failed = rules_fault(r, fault, rule->match.p, "the pattern looks back more than %d bytes",
                             RULES_LEFT);
    if (!failed)
        failed = check_template(r, rule, fault);
    if (!failed)
        failed = check_triggers(r, which, fault);
    groups = failed ? 0 : info(rule->code, PCRE2_INFO_CAPTURECOUNT);
    r->groups = groups > r->groups ? groups : r->groups;
    r->before = rule->before > r->before ? rule->before : r->before;
    return failed ? failed : write_sentences(r, rule);
}

void rules_forget(rules *r)
{
    for (unsigned i = 0; i < r->count; i++)
        pcre2_code_free(r->rule[i].code);
    pcre2_match_context_free(r->limits);
    pcre2_general_context_free(r->general);
}

rules_run *rules_run_open(const rules *r)
{
    rules_run *run = memory_zeroed(&r->m, sizeof *run + r->count * sizeof run->count[0]);

    if (!run)
        return NULL;
    run->rules = r;
    if (r->count > 0 && (!(run->data = pcre2_match_data_create(r->groups + 1, r->general)) ||
                         (r->before > 0 && !(run->limits = pcre2_match_context_copy(r->limits))))) {
        rules_run_close(run);
        return NULL;
    }
    if (run->limits)
        pcre2_set_match_limit(run->limits, RULES_STEPS / RULES_STARTS);
    return run;
}

void rules_run_close(rules_run *run)
{
    if (!run)
        return;
    pcre2_match_data_free(run->data);
    pcre2_match_context_free(run->limits);
    memory_free(&run->rules->m, run);
}
