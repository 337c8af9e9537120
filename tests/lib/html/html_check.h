/* html_check.h - compares the tokenizer's calls for a page with a text, for the whole page, byte by
 * byte and in every division in two
 *
 * The expected text has the form that html_run.h describes. It was derived from the standard, not
 * from the program's output.
 */
#ifndef TRAWL_TESTS_HTML_CHECK_H
#define TRAWL_TESTS_HTML_CHECK_H

#include "html_run.h"
#include "tap.h"

typedef struct html_case {
    const char *page, *want;
} html_case;

static html_run html_check_whole, html_check_cut;

/* Copies a string literal in which \1 means NUL. */
static inline size_t html_check_nul(char *to, const char *from)
{
    size_t n = strlen(from);

    for (size_t i = 0; i <= n; i++)
        to[i] = from[i] == '\1' ? 0 : from[i];
    return n;
}

static inline void html_check_page(const char *page, size_t n, const char *want, size_t want_n)
{
    size_t bad = 0;

    html_run_page(&html_check_whole, page, n, n, 1);
    is_mem(html_check_whole.content.p, html_check_whole.content.n, want, want_n, "%s", page);
    ok(html_check_whole.tiles && html_check_whole.result == 0, "the calls cover the input exactly");
    for (size_t first = 0; first <= n; first++) {
        html_run_page(&html_check_cut, page, n, first, n + 1);
        bad += !html_run_same(&html_check_whole, &html_check_cut) || !html_check_cut.tiles;
    }
    html_run_page(&html_check_cut, page, n, 1, 1);
    bad += !html_run_same(&html_check_whole, &html_check_cut) || !html_check_cut.tiles;
    is_int(bad, 0, "the calls are the same in two pieces and byte by byte");
}

static inline void html_check_cases(const char *name, const html_case *cases, size_t n)
{
    static char page[4096], want[4096];

    printf("# %s\n", name);
    for (size_t i = 0; i < n; i++) {
        size_t page_n = html_check_nul(page, cases[i].page),
               want_n = html_check_nul(want, cases[i].want);
        html_check_page(page, page_n, want, want_n);
    }
}

#define CASES(name, cases) html_check_cases(name, cases, sizeof(cases) / sizeof(cases)[0])

#endif
