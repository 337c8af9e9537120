/* t_line_search.c - the kernels' search for the first bytes of a line: by hand, and compared with a
 * naive loop up to a guard page */
#include <sys/mman.h>
#include <unistd.h>

#include "line_sets.h"
#include "mail/body/body.h"
#include "tap.h"

/* Returns the LF before the first line that begins with one of `bytes` and, unless `then` is "",
 * has one of `then` next; or n. */
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
    kernel_line mbox, dash, dot;

    line_set_make(&mbox, "F>");
    line_set_make(&dash, "-");
    line_set_make(&dot, ".#\x01-");
    is_int(k->line(&mbox, "a\nFrom b\n", 0, 9), 1, "%s: a line with F", k->name);
    is_int(k->line(&mbox, "a\nFrom b\n", 2, 9), 9, "%s: no further line", k->name);
    is_int(k->line(&mbox, "From\n", 0, 5), 5, "%s: not the first line, which has no LF before it",
           k->name);
    is_int(k->line(&mbox, "a\n\n>b", 0, 5), 2, "%s: after an empty line", k->name);
    is_int(k->line(&mbox, "a\r\n>b", 0, 5), 2, "%s: CRLF", k->name);
    is_int(k->line(&mbox, "a\r>b\n", 0, 5), 5, "%s: not after a bare CR, nor at the end", k->name);
    is_int(k->line(&mbox, "a\nf\n-\n", 0, 6), 6, "%s: other letters", k->name);
    is_int(k->line(&dash, "a--\n--b", 0, 7), 3, "%s: a set of one", k->name);
    is_int(k->line(&dot, "\n\x02\n\x01", 0, 4), 2, "%s: a set of four", k->name);
    line_set_then(&mbox, "rF");
    is_int(k->line(&mbox, "a\n> b\nFi\n>From\n", 0, 15), 8, "%s: a given second byte", k->name);
    is_int(k->line(&mbox, "a\n> b\nF", 0, 7), 5, "%s: the second byte is not there yet", k->name);
    is_int(k->line(&dash, "", 0, 0), 0, "%s: nothing", k->name);
    is_int(k->line(&dash, "\n", 0, 1), 1, "%s: a LF alone", k->name);
    is_int(k->line(&dash, "\n-", 2, 2), 2, "%s: from the end", k->name);
}

/* Compares the searches from every place of a text that ends at the guard page. */
static bool against_naive(const kernel *k, const char *bytes, const char *then, char *p, size_t n)
{
    kernel_line set;

    line_set_make(&set, bytes);
    if (*then)
        line_set_then(&set, then);
    for (size_t i = 0; i <= n; i++)
        if (k->line(&set, p, i, n) != naive(bytes, then, p, i, n))
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
    is_int(wrong, 0, "%s: the same as the naive loop, without overreads", k->name);
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
    munmap(two, 2 * page);
    return done();
}
