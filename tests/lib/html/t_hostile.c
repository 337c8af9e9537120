/* t_hostile.c - the pages of support/shapes.h: work grows linearly with the page, memory does not grow
 *
 * Work is counted, not timed: the number of calls, for large and small pieces. The input is freed
 * when html_feed() returns, so only bytes in the state, a struct of fixed size, can be read again.
 * The sources are searched for allocations.
 */
#include <limits.h>

#include "shapes.h"
#include "html_run.h"
#include "tap.h"

enum { N = 30000 };

static html_run run;
static char page[2 * N];

static unsigned long work(const struct shape *s, size_t n, size_t step)
{
    shape_make(s, page, n);
    html_run_page(&run, page, n, 0, step);
    if (!run.tiles)
        return ULONG_MAX;
    return run.calls;
}

/* Values are truncated and reported once, so the sum over all calls is bounded, too. */
static void linear(const struct shape *s)
{
    unsigned long one = work(s, N, N), content = run.content.n, two = work(s, 2 * N, 2 * N);

    ok(one <= N + 16 && two <= 2 * one + 16, "%s: %lu calls, %lu for twice as much", s->name, one,
       two);
    ok(run.content.n <= 3 * (2 * N + 64) && run.content.n <= 2 * content + strlen(s->unit) + 64,
       "and the bytes that they report are bounded");
    two = work(s, 2 * N, 3);
    ok(two <= 2 * N + one, "in pieces of 3 no more than pieces: %lu", two);
}

/* ---- Fixed memory ---- */

static unsigned mentions(const char *path, const char *word)
{
    FILE *f = fopen(path, "r");
    char line[512];
    unsigned found = 0;

    if (!f)
        return 1;
    while (fgets(line, sizeof line, f))
        found += strstr(line, word) != NULL;
    fclose(f);
    return found;
}

static void fixed(void)
{
    static const char *const files[] = {
        "answers.c", "body.c",  "doctype.c",    "elements.c",  "foreign.c", "format.c", "html.h",
        "inside.h",  "modes.c", "references.c", "tokenizer.c", "tree.c",    "tree.h"};
    unsigned found = 0;

    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        char path[64];
        snprintf(path, sizeof path, "src/lib/html/%s", files[i]);
        found += mentions(path, "alloc") + mentions(path, "memory.h") + mentions(path, "stdlib.h");
    }
    ok(sizeof(html) < 44000 && sizeof(tree) < 32768,
       "the state has %zu bytes, %zu of them the tree's", sizeof(html), sizeof(tree));
    is_int(found, 0, "and nothing is allocated");
}

int main(void)
{
    run.wanted = " href src b ";
    for (int i = 0; i < SHAPES; i++)
        if (shapes[i].input == TRAWL_INPUT_HTML)
            linear(&shapes[i]);
    fixed();
    html_run_free(&run);
    return done();
}
