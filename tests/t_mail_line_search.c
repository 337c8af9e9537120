/* t_mail_line_search.c - the search for a line's first byte, beside a naive loop and up against a guard page */
#include <sys/mman.h>
#include <unistd.h>

#include "mail/line_search.h"
#include "tap.h"

typedef size_t search_function(const line_set *set, const char *p, size_t i, size_t n);

/* then: what may follow them, "" for anything. */
static size_t naive(const char *bytes, const char *then, const char *p, size_t i, size_t n)
{
    for (; i + 1 < n; i++)
        if (p[i] == '\n' && p[i + 1] && strchr(bytes, p[i + 1]) &&
            (!*then || i + 2 == n || (p[i + 2] && strchr(then, p[i + 2]))))
            return i;
    return n;
}

static void by_hand(search_function *search, const char *name)
{
    line_set mbox, dash, dot;

    line_set_make(&mbox, "F>");
    line_set_make(&dash, "-");
    line_set_make(&dot, ".#\x01-");
    is_int(search(&mbox, "a\nFrom b\n", 0, 9), 1, "%s: a line with F", name);
    is_int(search(&mbox, "a\nFrom b\n", 2, 9), 9, "%s: from behind it, none", name);
    is_int(search(&mbox, "From\n", 0, 5), 5, "%s: the first line is no line behind a LF", name);
    is_int(search(&mbox, "a\n\n>b", 0, 5), 2, "%s: behind an empty line", name);
    is_int(search(&mbox, "a\r\n>b", 0, 5), 2, "%s: CRLF", name);
    is_int(search(&mbox, "a\r>b\n", 0, 5), 5, "%s: a bare CR ends no line, a last LF is no answer", name);
    is_int(search(&mbox, "a\nf\n-\n", 0, 6), 6, "%s: other letters", name);
    is_int(search(&dash, "a--\n--b", 0, 7), 3, "%s: a set of one", name);
    is_int(search(&dot, "\n\x02\n\x01", 0, 4), 2, "%s: a set of four", name);
    line_set_then(&mbox, "rF");
    is_int(search(&mbox, "a\n> b\nFi\n>From\n", 0, 15), 8, "%s: one that is followed by what may follow", name);
    is_int(search(&mbox, "a\n> b\nF", 0, 7), 5, "%s: one that is followed by nothing yet", name);
    is_int(search(&dash, "", 0, 0), 0, "%s: nothing", name);
    is_int(search(&dash, "\n", 0, 1), 1, "%s: a LF alone", name);
    is_int(search(&dash, "\n-", 2, 2), 2, "%s: from the end", name);
}

/* Every start in a text of few letters, which ends where memory does. */
static bool against_naive(search_function *search, const char *bytes, const char *then, char *p, size_t n)
{
    line_set set;

    line_set_make(&set, bytes);
    if (*then)
        line_set_then(&set, then);
    for (size_t i = 0; i <= n; i++)
        if (search(&set, p, i, n) != naive(bytes, then, p, i, n))
            return false;
    return true;
}

static void by_chance(search_function *search, const char *name, char *end)
{
    static const char *const sets[] = {"F", "F>", "F>-", "F>-."};
    static const char *const thens[] = {"-", "\nF", "F", "\nxyz"};
    unsigned seed = 20261121;
    size_t wrong = 0;

    for (size_t n = 0; n <= 300; n++)
        for (size_t k = 0; k < 4; k++) {
            for (size_t i = 0; i < n; i++) {
                seed = seed * 1103515245u + 12345u;
                end[(ptrdiff_t)i - (ptrdiff_t)n] =
                    n % 3 ? "\nF>-.xyz\nabcdefg"[seed >> 28] : "\naaaaaaaaaaaaaF-"[seed >> 28];
            }
            wrong += !against_naive(search, sets[k], "", end - n, n);
            wrong += !against_naive(search, sets[k], thens[k], end - n, n);
        }
    is_int(wrong, 0, "%s: the naive loop agrees at every start, with nothing behind the end", name);
}

int main(void)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *two = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (two == MAP_FAILED || mprotect(two + page, page, PROT_NONE) != 0)
        return 1;
    by_hand(line_search, "search");
    by_hand(line_search_plain, "plain");
    by_chance(line_search, "search", two + page);
    by_chance(line_search_plain, "plain", two + page);
    munmap(two, 2 * page);
    return done();
}
