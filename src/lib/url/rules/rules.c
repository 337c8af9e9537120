/* rules.c - opens and closes a set of rules, finds triggers, and reports faults */

#include <stdarg.h>
#include <stdio.h>

#include "base/ascii.h"
#include "base/sized.h"
#include "base/utf8.h"
#include "url/rules/inside.h"

int rules_fault(const rules *r, trawl_fault *fault, const char *at, const char *format, ...)
{
    va_list args;

    if (!fault)
        return TRAWL_ERROR_BAD_RULE;
    fault->line = fault->column = 1;
    for (const char *s = r->text; s < at; s++) {
        fault->column += !utf8_goes_on(*s);
        if (*s == '\n') {
            fault->line++;
            fault->column = 1;
        }
    }
    va_start(args, format);
    /* clang-tidy 14 does not see the line above.
     * NOLINTNEXTLINE(clang-analyzer-valist.Uninitialized) */
    vsnprintf(fault->why, sizeof fault->why, format, args);
    va_end(args);
    return TRAWL_ERROR_BAD_RULE;
}

/* A part is "$1", "${name}", "$$", or the text up to the next "$". */
size_t rules_part_next(const char *p, size_t n, rules_part *part)
{
    const char *end = memchr(p, p[0] == '$' ? '}' : '$', n);

    if (p[0] != '$') {
        *part = (rules_part){RULES_LITERAL, {p, end ? (size_t)(end - p) : n}};
        return part->text.n;
    }
    if (n > 1 && p[1] == '$') {
        *part = (rules_part){RULES_LITERAL, {p + 1, 1}};
        return 2;
    }
    if (n > 1 && ascii_is_digit((unsigned char)p[1])) {
        *part = (rules_part){RULES_GROUP_NAME, {p + 1, 1}};
        return 2;
    }
    if (n > 1 && p[1] == '{' && end && end - p > 2 && end - p - 2 <= RULES_GROUP) {
        *part = (rules_part){RULES_GROUP_NAME, {p + 2, (size_t)(end - p) - 2}};
        return (size_t)(end - p) + 1;
    }
    *part = (rules_part){RULES_BAD, {p, 1}};
    return 1;
}

/* Sorts the triggers by first byte; those with the same first byte keep their order. */
static int sort_starts(rules *r)
{
    rules_start *sorted = memory_get(&r->m, (r->start_count + 1) * sizeof *sorted);
    unsigned n = 0;

    if (!sorted)
        return TRAWL_ERROR_NO_MEMORY;
    for (unsigned c = 0; c < 256; c++) {
        r->from[c] = n;
        for (unsigned i = 0; i < r->start_count; i++)
            if ((unsigned char)r->start[i].text.p[0] == c)
                sorted[n++] = r->start[i];
    }
    r->from[256] = n;
    memory_free(&r->m, r->start);
    r->start = sorted;
    return TRAWL_OK;
}

static void note_pairs(rules *r)
{
    for (unsigned i = 0; i < r->start_count; i++) {
        const trawl_str *s = &r->start[i].text;
        unsigned char *row = r->pairs + (size_t)(unsigned char)s->p[0] * 32;
        unsigned char second = s->n > 1 ? (unsigned char)s->p[1] : 0;
        if (s->n == 1)
            memset(row, 0xFF, 32);
        row[second / 8] |= (unsigned char)(1u << second % 8);
    }
}

int rules_open(rules **out, const memory *m, trawl_str file, trawl_fault *fault)
{
    rules *r = memory_get(m, sizeof *r);
    int failed = TRAWL_ERROR_NO_MEMORY;

    *out = NULL;
    if (!r)
        return TRAWL_ERROR_NO_MEMORY;
    memset(r, 0, sizeof *r);
    r->m = *m;
    r->text = memory_get(m, file.n + 1);
    if (r->text) {
        if (file.n > 0)
            memcpy(r->text, file.p, file.n);
        r->text[file.n] = 0;
        r->text_n = file.n;
        failed = rules_parse(r, fault);
    }
    if (!failed)
        failed = sort_starts(r);
    if (failed) {
        rules_close(r);
        return failed;
    }
    note_pairs(r);
    *out = r;
    return TRAWL_OK;
}

void rules_close(rules *r)
{
    memory m;

    if (!r)
        return;
    m = r->m;
    rules_forget(r);
    for (unsigned i = 0; i < r->count; i++)
        memory_free(&m, r->rule[i].sentences);
    memory_free(&m, r->rule);
    memory_free(&m, r->start);
    memory_free(&m, r->text);
    memory_free(&m, r);
}

void rules_begin(rules_run *run)
{
    for (unsigned i = 0; i < run->rules->count; i++)
        run->count[i] = (rules_count){.times = run->count[i].times};
}

bool rules_first(const rules *r, unsigned char c)
{
    return r->from[c] < r->from[c + 1];
}

enum rules_stand rules_trigger(const rules *r, const char *p, size_t n)
{
    const unsigned char first = (unsigned char)p[0], second = n > 1 ? (unsigned char)p[1] : 0;
    enum rules_stand stand = RULES_NONE;

    if (n > 1 && !(r->pairs[first * 32 + second / 8] >> second % 8 & 1))
        return RULES_NONE;
    for (unsigned i = r->from[first]; i < r->from[first + 1]; i++) {
        const trawl_str *s = &r->start[i].text;
        if (memcmp(s->p, p, s->n < n ? s->n : n) != 0)
            continue;
        if (s->n <= n)
            return RULES_MATCH;
        stand = RULES_CUT;
    }
    return stand;
}

size_t rules_before(const rules *r)
{
    return r->before;
}

unsigned rules_lines(const rules *r, const char *p, size_t n)
{
    const unsigned char first = (unsigned char)p[0];
    unsigned lines = 1;

    for (unsigned i = r->from[first]; i < r->from[first + 1]; i++) {
        const rules_start *s = &r->start[i];
        if (s->text.n <= n && r->rule[s->rule].lines > lines &&
            memcmp(s->text.p, p, s->text.n) == 0)
            lines = r->rule[s->rule].lines;
    }
    return lines;
}

int rules_complaint(const rules_run *run, unsigned i, trawl_str *name, uint64_t *line,
                    uint64_t *times)
{
    const rules *r = run->rules;
    trawl_fault place;

    for (unsigned k = 0; k < r->count; k++) {
        if (run->count[k].times == 0 || i-- > 0)
            continue;
        rules_fault(r, &place, r->rule[k].name.p, "%s", "");
        *name = r->rule[k].name;
        *line = place.line;
        *times = run->count[k].times;
        return 1;
    }
    return 0;
}

int trawl_rules_check(const char *file, size_t n, trawl_fault *fault)
{
    trawl_fault found = {.size = sizeof found};
    rules *r;
    int failed;

    if ((!file && n > 0) || (fault && sized_of(fault) == 0))
        return TRAWL_ERROR_MISUSE;
    failed = rules_open(&r, &memory_default, (trawl_str){file, n}, &found);
    rules_close(r);
    if (fault)
        (void)sized_put(fault, &found, sizeof found);
    return failed;
}
