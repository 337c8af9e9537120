/* decided.h - decides the lines of a whole text, for the tests of src/lib/block
 *
 * Checks on the way that each line gets one decision, in the order of the lines and not too late.
 */
#ifndef TRAWL_TESTS_BLOCK_DECIDED_H
#define TRAWL_TESTS_BLOCK_DECIDED_H

#include <stdlib.h>
#include <string.h>

#include "block/block.h"

static const char *const kind_names[BLOCK_KINDS] = {
    [BLOCK_BLANK] = "blank",         [BLOCK_PARAGRAPH] = "paragraph",
    [BLOCK_HEADING] = "heading",     [BLOCK_UNDERLINE] = "underline",
    [BLOCK_RULE] = "rule",           [BLOCK_ITEM] = "item",
    [BLOCK_TERM] = "term",           [BLOCK_DEFINITION] = "definition",
    [BLOCK_NOTE] = "note",           [BLOCK_CONTENTS] = "contents",
    [BLOCK_REFERENCE] = "reference", [BLOCK_TRAILER] = "trailer",
    [BLOCK_TABLE] = "table",         [BLOCK_ART] = "art",
    [BLOCK_CODE] = "code",           [BLOCK_DIFF] = "diff",
    [BLOCK_STAT] = "stat",           [BLOCK_LOG] = "log",
    [BLOCK_SHELL] = "shell",         [BLOCK_VERSE] = "verse",
    [BLOCK_FORWARD] = "forward",     [BLOCK_ATTRIBUTION] = "attribution",
    [BLOCK_SIGNATURE] = "signature", [BLOCK_FURNITURE] = "furniture",
};

/* The lines of a text: line i is text[from[i]..to[i]). */
typedef struct decided {
    const char *text;
    size_t n; /* lines */
    size_t *from, *to;
    block_decision *is;
    size_t read, made; /* lines that were given and decided */
    size_t late;       /* the maximum number of lines that waited */
    size_t wrong;      /* decisions with offsets beyond the line's end, or without a rule */
} decided;

static void *decided_resize(void *user, void *old, size_t n)
{
    (void)user;
    if (n > 0)
        return realloc(old, n);
    free(old);
    return NULL;
}

static int decided_take(void *user, const block_decision *d)
{
    decided *t = user;
    size_t n = t->made < t->n ? t->to[t->made] - t->from[t->made] : 0;

    if (t->made >= t->n || t->made >= t->read || d->kind >= BLOCK_KINDS || !d->rule)
        t->wrong++;
    else if (d->marks > n || d->text > n || d->key_to > n || d->key_from > d->key_to)
        t->wrong++;
    else
        t->is[t->made] = *d;
    t->made++;
    return 0;
}

/* Reads the lines of text[0..n). */
static void decided_split(decided *t, const char *text, size_t n)
{
    size_t lines = 1;

    for (size_t i = 0; i < n; i++)
        lines += text[i] == '\n';
    *t = (decided){.text = text};
    t->from = calloc(lines, sizeof *t->from);
    t->to = calloc(lines, sizeof *t->to);
    t->is = calloc(lines, sizeof *t->is);
    for (size_t i = 0; i < n; t->n++) {
        const char *end = memchr(text + i, '\n', n - i);
        size_t to = end ? (size_t)(end - text) : n;

        t->from[t->n] = i;
        t->to[t->n] = to > i && text[to - 1] == '\r' ? to - 1 : to;
        i = to + 1;
    }
}

/* Decides all lines. */
static decided decided_text(const char *text, size_t n)
{
    decided t;
    blocks *b = block_open(decided_take, &t, decided_resize, NULL);

    decided_split(&t, text, n);
    for (size_t i = 0; b && i < t.n; i++) {
        bool page = t.from[i] < t.to[i] && text[t.from[i]] == '\f';

        t.from[i] += page;
        t.read = i + 1;
        block_line(b, text + t.from[i], t.to[i] - t.from[i], page);
        if (t.read - t.made > t.late)
            t.late = t.read - t.made;
    }
    if (b)
        block_end(b);
    block_close(b);
    return t;
}

static void decided_free(decided *t)
{
    free(t->from);
    free(t->to);
    free(t->is);
}

#endif
