/* unjudged.c - replaces the grammars and the rules in a library that is built without the part url,
 * and so without PCRE2: trawl_check() only splits the URL, and every call returns
 * TRAWL_ERROR_NOT_BUILT */
#include "base/sized.h"
#include "url/inside.h"
#include "url/rules/rules.h"

#pragma GCC diagnostic ignored "-Wunused-parameter"

const bool url_judges = false;

int trawl_check(trawl_verdict *v, const char *url, size_t n)
{
    trawl_verdict full = {.size = sizeof full, .own = ""};
    url_parts parts;

    if (sized_of(v) == 0 || (!url && n > 0))
        return TRAWL_ERROR_MISUSE;
    parts_split(&parts, url ? url : "", n);
    parts_split_scheme(&parts, url ? url : "", n);
    parts_to_verdict(&full, &parts);
    (void)danger_cautions(url ? url : "", n, &full.flags);
    (void)sized_put(v, &full, sizeof full);
    return TRAWL_ERROR_NOT_BUILT;
}

int trawl_accepts(unsigned standard, const char *url, size_t n)
{
    return TRAWL_ERROR_NOT_BUILT;
}

int trawl_standards(const char *url, size_t n, int *canonical)
{
    return TRAWL_ERROR_NOT_BUILT;
}

int url_rank(const char *url, size_t n)
{
    const size_t scheme = parts_scheme(url, n);
    url_parts p;
    long port;

    parts_split(&p, url, n);
    port = parts_port(&p, url);
    return scheme_is_known(url, scheme) << 1 |
           (span_len(p.part[TRAWL_PART_PORT]) == 0 || (port > 0 && port <= 65535));
}

int trawl_rules_check(const char *file, size_t n, trawl_fault *fault)
{
    return TRAWL_ERROR_NOT_BUILT;
}

bool url_is_canonical(const char *url, size_t n)
{
    return false; /* no fast path */
}

void match_free(void)
{
}

/* ---- Rules: rules_open() fails, so the other functions are never called ---- */

int rules_open(rules **out, const memory *m, trawl_str file, trawl_fault *fault)
{
    *out = NULL;
    return TRAWL_ERROR_NOT_BUILT;
}

void rules_close(rules *r)
{
}

rules_run *rules_run_open(const rules *r)
{
    return NULL;
}

void rules_run_close(rules_run *run)
{
}

void rules_begin(rules_run *run)
{
}

bool rules_first(const rules *r, unsigned char c)
{
    return false;
}

enum rules_stand rules_trigger(const rules *r, const char *p, size_t n)
{
    return RULES_NONE;
}

size_t rules_before(const rules *r)
{
    (void)r;
    return 0;
}

unsigned rules_lines(const rules *r, const char *p, size_t n)
{
    (void)r, (void)p, (void)n;
    return 1;
}

int rules_match(rules_run *run, const rules_place *where, char *url, size_t size, rules_hit *hit)
{
    return 0;
}

int rules_complaint(const rules_run *run, unsigned i, trawl_str *name, uint64_t *line,
                    uint64_t *times)
{
    return 0;
}
