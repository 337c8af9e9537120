/* fuzz_block.c - any bytes as a text whose structure is decided
 *
 * Each line gets one decision, in the order of the lines and not too late (decided.h). A line that
 * joins continues a block; a heading's underline follows the heading. The decisions do not depend
 * on whether lines end in LF or CR LF, nor on what the same blocks read before. Keys have only
 * characters that an id may have, and references are in order and inside their line.
 */
#include "block/decided.h"
#include "fuzz.h"

static bool same_decision(const block_decision *a, const block_decision *b)
{
    return a->kind == b->kind && strcmp(a->rule, b->rule) == 0 && a->first == b->first &&
           a->joins == b->joins && a->ordered == b->ordered && a->quote == b->quote &&
           a->level == b->level && a->marks == b->marks && a->text == b->text &&
           a->key_from == b->key_from && a->key_to == b->key_to && a->row == b->row &&
           a->bars == b->bars && a->columns == b->columns &&
           memcmp(a->column, b->column, sizeof a->column) == 0;
}

static void must_be_same(const decided *a, const decided *b, const char *what)
{
    must(a->n == b->n, "the same number of lines");
    for (size_t i = 0; i < a->n; i++) {
        if (!same_decision(&a->is[i], &b->is[i]))
            fprintf(stderr, "line %zu: %s (%s), %s (%s)\n", i + 1, kind_names[a->is[i].kind],
                    a->is[i].rule, kind_names[b->is[i].kind], b->is[i].rule);
        must(same_decision(&a->is[i], &b->is[i]), what);
    }
}

/* ---- Other ways to read the same lines ---- */

/* Checks that the decisions are the same with CR LF. Texts with a CR at the end of a line are left
 * out: it would be a second one. */
static void check_line_ends(const decided *whole, const char *text, size_t n)
{
    char *ends = malloc(2 * n + 1);
    size_t k = 0;
    decided t;

    must(ends != NULL, "memory for the test");
    for (size_t i = 0; i < n; i++) {
        if (text[i] == '\n' && (i == 0 || text[i - 1] != '\r'))
            ends[k++] = '\r';
        ends[k++] = text[i];
    }
    t = decided_text(ends, k);
    must_be_same(whole, &t, "the same with CR LF");
    decided_free(&t);
    free(ends);
}

/* Checks that the decisions are the same after another text. Each line is in a buffer of its exact
 * size. */
static void check_second_text(const decided *whole, const char *text, size_t n)
{
    decided t;
    blocks *b = block_open(decided_take, &t, decided_resize, NULL);

    must(b != NULL, "memory for the test");
    decided_split(&t, text, n);
    for (int pass = 0; pass < 2; pass++) {
        t.read = t.made = t.wrong = 0;
        for (size_t i = 0; i < t.n; i++) {
            bool page = t.from[i] < t.to[i] && text[t.from[i]] == '\f';
            size_t from = t.from[i] + page, len = t.to[i] - from;
            char *line = malloc(len + 1);
            must(line != NULL, "memory for the test");
            memcpy(line, text + from, len);
            t.read = i + 1;
            must(block_line(b, line, len, page) == 0, "a line is taken");
            free(line);
        }
        must(block_end(b) == 0 && t.made == t.n, "a second text gets its decisions");
    }
    for (size_t i = 0; i < t.n; i++)
        t.from[i] += t.from[i] < t.to[i] && text[t.from[i]] == '\f';
    must_be_same(whole, &t, "the same for a second text");
    block_close(b);
    decided_free(&t);
}

/* ---- Decisions, keys and references ---- */

static void check_decisions(const decided *t)
{
    must(t->made == t->n && t->wrong == 0, "each line has a decision, with offsets in the line");
    must(t->late <= BLOCK_LATEST, "decisions come in time");
    for (size_t i = 0; i < t->n; i++) {
        const block_decision *d = &t->is[i];
        must(!d->joins || (i > 0 && !d->first), "a line that joins continues a block");
        must(d->text >= d->marks || d->kind == BLOCK_BLANK, "the text follows the quote marks");
        must(d->kind != BLOCK_UNDERLINE || (i > 0 && t->is[i - 1].kind == BLOCK_HEADING),
             "an underline follows its heading");
        must((d->kind != BLOCK_HEADING && d->kind != BLOCK_CONTENTS) ||
                 (d->level >= 1 && d->level <= 6),
             "headings have levels 1 to 6");
    }
}

static void check_key(const char *key, size_t n)
{
    must(n <= BLOCK_KEY, "a key fits");
    for (size_t i = 0; i < n; i++)
        must((key[i] >= 'a' && key[i] <= 'z') || (key[i] >= '0' && key[i] <= '9') ||
                 key[i] == '.' || key[i] == '-',
             "a key has only the characters of an id");
}

static void check_keys(const decided *t)
{
    char key[BLOCK_KEY];

    for (size_t i = 0; i < t->n; i++) {
        const char *line = t->text + t->from[i];
        size_t n = t->to[i] - t->from[i];
        check_key(key, block_key(&t->is[i], line, n, key));
        check_key(key, block_title_key(&t->is[i], line, n, key));
        must(block_title_end(&t->is[i], line, n) <= n, "a title ends in its line");
    }
}

static void check_refs(const decided *t)
{
    static block_refs r;
    block_ref ref;

    block_refs_begin(&r);
    for (size_t i = 0; i < t->n; i++) {
        size_t from = t->from[i] + t->is[i].text, n = t->to[i] - from, at = 0;
        size_t next = i + 1 < t->n ? t->from[i + 1] + t->is[i + 1].text : from;
        size_t next_n = i + 1 < t->n ? t->to[i + 1] - next : 0;
        if (t->is[i].first)
            block_refs_begin(&r);
        block_refs_line(&r, t->text + from, n, 0, t->text + next, next_n);
        while (block_refs_next(&r, &ref)) {
            must(ref.from >= at && ref.from < ref.to && ref.to <= n,
                 "references are in order inside their line");
            must(ref.key_n > 0, "a reference has a key");
            check_key(ref.key, ref.key_n);
            at = ref.to;
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size > 0 ? size : 1);
    decided t;

    must(text != NULL, "memory for the test");
    memcpy(text, data, size);
    t = decided_text(text, size);
    check_decisions(&t);
    check_keys(&t);
    check_refs(&t);
    check_line_ends(&t, text, size);
    check_second_text(&t, text, size);
    decided_free(&t);
    free(text);
    return 0;
}
