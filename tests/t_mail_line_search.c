/* t_mail_line_search.c - the search for a line's first byte, beside a naive loop and up against a guard page */
#include <sys/mman.h>
#include <unistd.h>

#include "mail/lines.h"
#include "tap.h"

/* then: what may follow them, "" for anything. */
static size_t naive(const char *bytes, const char *then, const char *p, size_t i, size_t n)
{
    for (; i + 1 < n; i++)
        if (p[i] == '\n' && p[i + 1] && strchr(bytes, p[i + 1]) &&
            (!*then || i + 2 == n || (p[i + 2] && strchr(then, p[i + 2]))))
            return i;
    return n;
}

static void by_hand(const kernel *k)
{
    line_set mbox, dash, dot;

    line_set_make(&mbox, "F>");
    line_set_make(&dash, "-");
    line_set_make(&dot, ".#\x01-");
    is_int(line_search(k, &mbox, "a\nFrom b\n", 0, 9), 1, "%s: a line with F", k->name);
    is_int(line_search(k, &mbox, "a\nFrom b\n", 2, 9), 9, "%s: from behind it, none", k->name);
    is_int(line_search(k, &mbox, "From\n", 0, 5), 5, "%s: the first line is no line behind a LF", k->name);
    is_int(line_search(k, &mbox, "a\n\n>b", 0, 5), 2, "%s: behind an empty line", k->name);
    is_int(line_search(k, &mbox, "a\r\n>b", 0, 5), 2, "%s: CRLF", k->name);
    is_int(line_search(k, &mbox, "a\r>b\n", 0, 5), 5, "%s: a bare CR ends no line, a last LF is no answer", k->name);
    is_int(line_search(k, &mbox, "a\nf\n-\n", 0, 6), 6, "%s: other letters", k->name);
    is_int(line_search(k, &dash, "a--\n--b", 0, 7), 3, "%s: a set of one", k->name);
    is_int(line_search(k, &dot, "\n\x02\n\x01", 0, 4), 2, "%s: a set of four", k->name);
    line_set_then(&mbox, "rF");
    is_int(line_search(k, &mbox, "a\n> b\nFi\n>From\n", 0, 15), 8, "%s: one that is followed by what may follow",
           k->name);
    is_int(line_search(k, &mbox, "a\n> b\nF", 0, 7), 5, "%s: one that is followed by nothing yet", k->name);
    is_int(line_search(k, &dash, "", 0, 0), 0, "%s: nothing", k->name);
    is_int(line_search(k, &dash, "\n", 0, 1), 1, "%s: a LF alone", k->name);
    is_int(line_search(k, &dash, "\n-", 2, 2), 2, "%s: from the end", k->name);
}

/* Every start in a text of few letters, which ends where memory does. */
static bool against_naive(const kernel *k, const char *bytes, const char *then, char *p, size_t n)
{
    line_set set;

    line_set_make(&set, bytes);
    if (*then)
        line_set_then(&set, then);
    for (size_t i = 0; i <= n; i++)
        if (line_search(k, &set, p, i, n) != naive(bytes, then, p, i, n))
            return false;
    return true;
}

static void by_chance(const kernel *k, char *end)
{
    static const char *const sets[] = {"F", "F>", "F>-", "F>-."};
    static const char *const thens[] = {"-", "\nF", "F", "\nxyz"};
    unsigned seed = 20261121;
    size_t wrong = 0;

    for (size_t n = 0; n <= 300; n++)
        for (size_t j = 0; j < 4; j++) {
            for (size_t i = 0; i < n; i++) {
                seed = seed * 1103515245u + 12345u;
                end[(ptrdiff_t)i - (ptrdiff_t)n] =
                    n % 3 ? "\nF>-.xyz\nabcdefg"[seed >> 28] : "\naaaaaaaaaaaaaF-"[seed >> 28];
            }
            wrong += !against_naive(k, sets[j], "", end - n, n);
            wrong += !against_naive(k, sets[j], thens[j], end - n, n);
        }
    is_int(wrong, 0, "%s: the naive loop agrees at every start, with nothing behind the end", k->name);
}

/* Those that a text's lines are sought by are what would be made anew. */
static void ready(void)
{
    const lines_out out = {0};
    static lines l;
    line_set set;

    line_set_make(&set, "b=(-");
    line_set_then(&set, "eyT-");
    lines_begin(&l, LINES_PLAIN, &out);
    ok(set.n == l.begins->n && set.then_n == l.begins->then_n && memcmp(set.byte, l.begins->byte, KERNEL_LINE) == 0 &&
           memcmp(set.then, l.begins->then, KERNEL_LINE) == 0 && set.folded && l.begins->folded &&
           set.fold == l.begins->fold && memcmp(set.low, l.begins->low, sizeof set.low) == 0,
       "lines of text are sought by what line_set_make() makes");
    line_set_make(&set, " \t");
    lines_begin(&l, LINES_FOLDED, &out);
    ok(set.n == l.begins->n && l.begins->then_n == 0 && memcmp(set.byte, l.begins->byte, KERNEL_LINE) == 0,
       "and so are folds");
}

int main(void)
{
    const kernel *k;
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *two = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (two == MAP_FAILED || mprotect(two + page, page, PROT_NONE) != 0)
        return 1;
    for (size_t i = 0; (k = kernel_at(i)); i++) {
        by_hand(k);
        by_chance(k, two + page);
    }
    ready();
    munmap(two, 2 * page);
    return done();
}
