/* t_hostile.c - adversarial pages: work grows linearly with the page, memory does not grow
 *
 * Work is counted, not timed: the number of calls, for large and small pieces. The input is freed
 * when html_feed() returns, so only bytes in the state, a struct of fixed size, can be read again.
 * The sources are searched for allocations.
 */
#include <limits.h>

#include "html_run.h"
#include "tap.h"

/* The nine kinds that slow down tree builders and naive tokenizers, and more: a head, a repeated
 * unit, and a tail. */
static const struct {
    const char *name, *head, *unit, *tail;
} kinds[] = {
    {"an endless comment", "<!--", "x", ""},
    {"an endless comment of dashes", "<!--", " -", ""},
    {"a comment of dashes and bangs", "<!--", "--!", ""},
    {"an endless attribute", "<a href=\"", "x", ""},
    {"an endless bare attribute", "<a href=", "&", ""},
    {"an attribute of references", "<a href='", "&#x", "'>"},
    {"</ in a script", "<script>", "</", ""},
    {"</script in a script without end", "<script>", "</scrip", ""},
    {"deep nesting", "", "<div>", ""},
    {"formatting elements that a tree builder reopens", "", "<a><b><i>", ""},
    {"a tag that never ends", "<", "a", ""},
    {"many attributes", "<a", " b=c", ">"},
    {"many different attributes", "<a", " href=c x y z src=d", ">"},
    {"truncated names", "<a", " abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz", ">"},
    {"less-than signs", "", "<", ""},
    {"ampersands", "", "&", ""},
    {"names that are almost references", "", "&CounterClockwiseContourIntegra", ""},
    {"one endless name", "&", "a", ""},
    {"one endless number", "&#", "1", ";"},
    {"one endless bare number in a value", "<a href=&#x", "f", ">"},
    {"escaped scripts", "<script><!--", "<script></script>", ""},
    {"dashes in a script", "<script><!--", "-<", ""},
    {"an endless title", "<title>", "</titl&am", ""},
    {"sections in sections", "<svg>", "<![CDATA[]]", ""},
    {"brackets", "<svg><![CDATA[", "]", ""},
    {"svg in svg", "", "<svg>", ""},
    {"bogus comments", "", "<!></><?", ""},
    {"slashes", "<a", "/", ">"},
    {"equals signs", "<a", "=", ">"},
    {"NULs in a name", "<a", "\1", ">"},
    {"quotes", "<a ", "'\"", ">"},
};

static html_run run;

static void make(growing *g, size_t kind, size_t n)
{
    growing_clear(g);
    growing_add(g, kinds[kind].head, strlen(kinds[kind].head));
    while (g->n < n)
        growing_add(g, kinds[kind].unit, strlen(kinds[kind].unit));
    growing_add(g, kinds[kind].tail, strlen(kinds[kind].tail));
    for (size_t i = 0; i < g->n; i++)
        g->p[i] = g->p[i] == '\1' ? 0 : g->p[i];
}

static unsigned long work(growing *g, size_t kind, size_t n, size_t step)
{
    make(g, kind, n);
    html_run_page(&run, g->p, g->n, 0, step);
    if (!run.tiles)
        return ULONG_MAX;
    return run.calls;
}

/* Values are truncated and reported once, so the sum over all calls is bounded, too. */
static void linear(void)
{
    enum { N = 30000 };
    growing g = {0};

    run.wanted = " href src b ";
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        unsigned long one = work(&g, i, N, N), content = run.content.n;
        unsigned long two = work(&g, i, 2 * N, 2 * N);
        ok(one <= N + 16 && two <= 2 * one + 16, "%s: %lu calls, %lu for twice as much",
           kinds[i].name, one, two);
        ok(run.content.n <= 3 * (2 * N + 64) && run.content.n <= 2 * content + 64,
           "and the bytes that they report are bounded");
        two = work(&g, i, 2 * N, 3);
        ok(two <= 2 * N + one, "in pieces of 3 no more than pieces: %lu", two);
    }
    free(g.p);
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
    static const char *const files[] = {"html.h", "references.c", "tokenizer.c"};
    unsigned found = 0;

    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        char path[64];
        snprintf(path, sizeof path, "src/html/%s", files[i]);
        found += mentions(path, "alloc") + mentions(path, "memory.h") + mentions(path, "stdlib.h");
    }
    ok(sizeof(html) < 11000, "the state has %zu bytes", sizeof(html));
    is_int(found, 0, "and nothing is allocated");
}

int main(void)
{
    linear();
    fixed();
    html_run_free(&run);
    return done();
}
