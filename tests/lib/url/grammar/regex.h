/* regex.h - calls PCRE2 directly, for tests that examine a pattern without the library's matcher
 *
 * Patterns are compiled as in src/lib/url/grammar/match.c: anchored, and as bytes instead of UTF-8. If
 * a pattern does not compile, the test program ends.
 */
#ifndef TRAWL_TESTS_REGEX_H
#define TRAWL_TESTS_REGEX_H

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/* Marks memory as written that PCRE2 has written, since the memory sanitizer does not see its
 * writes. */
#if defined(__has_feature)
#if __has_feature(memory_sanitizer)
#include <sanitizer/msan_interface.h>
#define REGEX_UNPOISON(p, n) __msan_unpoison((p), (n))
#endif
#endif
#ifndef REGEX_UNPOISON
#define REGEX_UNPOISON(p, n) ((void)0)
#endif

typedef struct regex {
    pcre2_code *code;
    pcre2_match_data *data;
} regex;

/* Returns memory for PCRE2 that is marked as written. */
static inline void *regex_get(size_t size, void *unused)
{
    (void)unused;
    return calloc(1, size);
}

static inline void regex_put(void *p, void *unused)
{
    (void)unused;
    free(p);
}

static inline regex regex_new(const char *text)
{
    uint32_t options = PCRE2_ANCHORED | PCRE2_NEVER_UTF | PCRE2_NEVER_UCP | PCRE2_NO_AUTO_CAPTURE;
    pcre2_general_context *general = pcre2_general_context_create(regex_get, regex_put, NULL);
    pcre2_compile_context *context = general ? pcre2_compile_context_create(general) : NULL;
    PCRE2_SIZE where = 0;
    int error = 0;
    regex r;

    r.code =
        pcre2_compile((PCRE2_SPTR)text, PCRE2_ZERO_TERMINATED, options, &error, &where, context);
    r.data = pcre2_match_data_create(1, general);
    pcre2_compile_context_free(context);
    pcre2_general_context_free(general);
    if (!r.code || !r.data) {
        printf("Bail out! pattern does not compile (error %d at %zu): %s\n", error, (size_t)where,
               text);
        exit(2);
    }
    (void)pcre2_jit_compile(r.code, PCRE2_JIT_COMPLETE);
    return r;
}

static inline void regex_free(regex *r)
{
    pcre2_code_free(r->code);
    pcre2_match_data_free(r->data);
    *r = (regex){NULL, NULL};
}

/* Returns PCRE2's result. Sets *end to the end of the match, if there is one. */
static inline int regex_run(const regex *r, const char *s, size_t n, uint32_t options, size_t *end)
{
    int found = pcre2_match(r->code, (PCRE2_SPTR)s, n, 0, options, r->data, NULL);
    PCRE2_SIZE *place = pcre2_get_ovector_pointer(r->data);

    REGEX_UNPOISON(&found, sizeof found);
    REGEX_UNPOISON(&place, sizeof place);
    REGEX_UNPOISON(place, 2 * sizeof *place);
    if (end && found >= 0)
        *end = place[1];
    return found;
}

#endif
