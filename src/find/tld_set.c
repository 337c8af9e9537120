/* tld_set.c - a list of top-level domains given at run time
 *
 * D2 of doc/rules.md. Labels are kept in U-form, sorted; a look-up is a binary search. No rule of IDNA is checked: a list is taken
 * at its word.
 */
#include "find/tld_set.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "find/punycode.h"
#include "find/tld.h"

/* A label of the list or of the text as the set holds it: U-form, lower case. Its length, 0 for what no set can hold. */
static size_t normal_form(char out[TLD_LABEL_MAX], const char *label, size_t n)
{
    size_t decoded = 0;

    if (n > TLD_LABEL_MAX)
        return 0;
    if (punycode_is(label, n))
        decoded = punycode_decode(out, label, n);
    if (decoded > 0) {
        label = out;
        n = decoded;
    }
    return tld_fold(out, label, n) ? n : 0;
}

/* The last label of the rule a line holds: "com", ".com", "*.ck", "!www.ck # as the list of publicsuffix.org". */
static trawl_str rule_label(const char *line, size_t n)
{
    size_t from = 0, to, start;

    while (from < n && (line[from] == ' ' || line[from] == '\t'))
        from++;
    for (to = from; to < n && line[to] != '#' && line[to] != ' ' && line[to] != '\t' && line[to] != '\r'; to++)
        ;
    if (to - from >= 2 && !memcmp(line + from, "//", 2))
        return (trawl_str){line, 0};
    if (to > from && line[to - 1] == '.')
        to--;
    for (start = to; start > from && line[start - 1] != '.'; start--)
        ;
    if (start < to && line[start] == '!')
        start++;
    return (trawl_str){line + start, to - start};
}

typedef struct extent {
    size_t labels, bytes;
} extent;

/* Go through the list. With a set to fill, put every label into it; without, only say how much room they take. */
static extent walk(const char *text, size_t n, tld_set *fill)
{
    extent e = {0, 0};
    char form[TLD_LABEL_MAX];

    for (size_t at = 0; at < n;) {
        const char *end = memchr(text + at, '\n', n - at);
        size_t length = end ? (size_t)(end - text) - at : n - at;
        trawl_str label = rule_label(text + at, length);
        size_t len = normal_form(form, label.p, label.n);

        at += length + 1;
        if (len == 0)
            continue;
        if (fill) {
            fill->label[e.labels] = (trawl_str){memcpy(fill->text + e.bytes, form, len), len};
        }
        e.labels++;
        e.bytes += len;
    }
    return e;
}

static int compare(const void *a, const void *b)
{
    const trawl_str *x = a, *y = b;

    if (x->n != y->n)
        return x->n < y->n ? -1 : 1;
    return memcmp(x->p, y->p, x->n);
}

static size_t without_repetitions(trawl_str *label, size_t n)
{
    size_t kept = 0;

    for (size_t i = 0; i < n; i++) {
        if (kept == 0 || compare(&label[kept - 1], &label[i]) != 0)
            label[kept++] = label[i];
    }
    return kept;
}

int tld_set_load(tld_set *s, const memory *m, const char *text, size_t n)
{
    *s = (tld_set){m, NULL, NULL, 0};
    if (n >= 3 && !memcmp(text, "\xEF\xBB\xBF", 3)) {
        text += 3;
        n -= 3;
    }
    extent e = walk(text, n, NULL);
    if (e.labels == 0)
        return TRAWL_OK;
    s->text = memory_get(m, e.bytes);
    s->label = e.labels <= SIZE_MAX / sizeof *s->label ? memory_get(m, e.labels * sizeof *s->label) : NULL;
    if (!s->text || !s->label) {
        tld_set_free(s);
        return TRAWL_NO_MEMORY;
    }
    walk(text, n, s);
    qsort(s->label, e.labels, sizeof *s->label, compare);
    s->labels = without_repetitions(s->label, e.labels);
    return TRAWL_OK;
}

bool tld_set_known(const tld_set *s, const char *label, size_t n)
{
    char form[TLD_LABEL_MAX];
    trawl_str wanted = {form, normal_form(form, label, n)};

    return wanted.n > 0 && s->labels > 0 && bsearch(&wanted, s->label, s->labels, sizeof *s->label, compare) != NULL;
}

void tld_set_free(tld_set *s)
{
    if (s->text)
        memory_free(s->m, s->text);
    if (s->label)
        memory_free(s->m, s->label);
    *s = (tld_set){0};
}
