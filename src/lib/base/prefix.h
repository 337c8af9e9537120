/* prefix.h - the names that begin a host without a scheme: "www.example.org" (M7)
 *
 * PREFIX_ROWS is the only list of them. The searches of the kernels, the scanner, the mail reader
 * and the programs are derived from it, so a new name is one row here. tests/house.py checks that
 * the documents and the tests have it, too.
 */
#ifndef TRAWL_BASE_PREFIX_H
#define TRAWL_BASE_PREFIX_H

#include <stdbool.h>
#include <stddef.h>

#include "base/ascii.h"

/* ROW(identifier, how many digits may follow the name, scheme of the URL, letters of the name)
 *
 * Names and schemes have 3 to PREFIX_LETTERS letters, in lower case. A name may have digits after
 * its letters, if its row allows them, and ends with a dot: "www.", "www2.". */
#define PREFIX_ROWS(ROW)                                                                           \
    ROW(WWW, 3, "https", 'w', 'w', 'w')                                                            \
    ROW(FTP, 0, "ftp", 'f', 't', 'p')

#define PREFIX_LETTERS 12

/* The maximum number of digits that a row may allow. */
#define PREFIX_DIGITS 3

typedef struct prefix_row {
    char name[PREFIX_LETTERS + 1]; /* without the dot */
    size_t n;
    unsigned digits;
    const char *start; /* the start of the URL: "https://" */
    size_t start_n;
} prefix_row;

#define PREFIX_ROW(id, digits, scheme, ...)                                                        \
    {{__VA_ARGS__}, sizeof((char[]){__VA_ARGS__}), digits, scheme "://", sizeof(scheme "://") - 1},

static const prefix_row prefix_rows[] = {PREFIX_ROWS(PREFIX_ROW)};

/* PREFIX_WWW and so on: the places in prefix_rows. */
#define PREFIX_ID(id, ...) PREFIX_##id,
enum { PREFIX_ROWS(PREFIX_ID) PREFIX_COUNT };

#define PREFIX_CHECK(id, digits, scheme, ...)                                                      \
    _Static_assert(sizeof((char[]){__VA_ARGS__}) >= 3 &&                                           \
                       sizeof((char[]){__VA_ARGS__}) <= PREFIX_LETTERS &&                          \
                       sizeof(scheme) - 1 <= PREFIX_LETTERS && digits <= PREFIX_DIGITS,            \
                   "base/prefix.h: a name has 3 to PREFIX_LETTERS letters and at most "            \
                   "PREFIX_DIGITS digits");
PREFIX_ROWS(PREFIX_CHECK)

/* Returns the length of the row's name at the start of p[0..n), with its dot and at most `digits`
 * digits, or 0. */
static inline size_t prefix_length_of(const prefix_row *row, const char *p, size_t n,
                                      unsigned digits)
{
    size_t i = row->n, end;

    if (n <= i || (p[0] | 0x20) != row->name[0] || !ascii_same(p, row->name, i))
        return 0;
    end = i + (digits < row->digits ? digits : row->digits);
    while (i < end && i + 1 < n && ascii_is_digit((unsigned char)p[i]))
        i++;
    return p[i] == '.' ? i + 1 : 0;
}

/* Returns the row whose name p[0..n) begins with, with a dot and any digits that it allows, or
 * NULL. */
static inline const prefix_row *prefix_find(const char *p, size_t n)
{
    for (size_t k = 0; k < PREFIX_COUNT; k++)
        if (prefix_length_of(&prefix_rows[k], p, n, PREFIX_DIGITS) > 0)
            return &prefix_rows[k];
    return NULL;
}

/* Returns true when p[0..n) begins with "www.". Used where the other names do not count: "www."
 * always begins a host, but "ftp." may also end a sentence ("by ftp. Then"), and of all names only
 * "www." can be left out without leading to other pages. */
static inline bool prefix_is_www(const char *p, size_t n)
{
    return prefix_length_of(&prefix_rows[PREFIX_WWW], p, n, 0) > 0;
}

/* ---- For searches ---- */

/* Returns true when p[0..n) may begin with the row's name and its dot. Compares only the first four
 * characters, or n if that is less. */
static inline bool prefix_row_may_begin(const prefix_row *row, const char *p, size_t n)
{
    return (p[0] | 0x20) == row->name[0] && (n < 2 || (p[1] | 0x20) == row->name[1]) &&
           (n < 3 || (p[2] | 0x20) == row->name[2]) &&
           (n < 4 ||
            (row->n > 3 ? (p[3] | 0x20) == row->name[3]
                        : p[3] == '.' || (row->digits > 0 && ascii_is_digit((unsigned char)p[3]))));
}

/* Like prefix_row_may_begin(), for any row. Expands the rows and has no loop, so that the letters
 * are constants for the compiler. */
static inline bool prefix_may_begin(const char *p, size_t n)
{
#define PREFIX_OR_MAY_BEGIN(id, ...) || prefix_row_may_begin(&prefix_rows[PREFIX_##id], p, n)
    return false PREFIX_ROWS(PREFIX_OR_MAY_BEGIN);
}

/* Returns true when c and the byte after it are the first two letters of a name. */
static inline bool prefix_is_pair(char c, char next)
{
#define PREFIX_OR_PAIR(id, digits, scheme, a, b, ...) || ((c | 0x20) == (a) && (next | 0x20) == (b))
    return false PREFIX_ROWS(PREFIX_OR_PAIR);
}

/* Returns true for a letter that begins a name twice: the "w" of "www.". In a run of such letters
 * each byte may begin a name. */
static inline bool prefix_is_doubled(char c)
{
#define PREFIX_OR_DOUBLED(id, digits, scheme, a, b, ...) || ((a) == (b) && (c | 0x20) == (a))
    return false PREFIX_ROWS(PREFIX_OR_DOUBLED);
}

/* Returns true if the text contains "://" or, with `www`, "www.". The other names do not count:
 * "ftp." also ends sentences. */
static inline bool prefix_has_url(const char *text, size_t n, bool www)
{
    const char *const end = text + n;

    for (const char *p = text; (p = memchr(p, ':', (size_t)(end - p))) != NULL; p++)
        if (end - p > 3 && p[1] == '/' && p[2] == '/')
            return true;
    for (const char *p = text; www && (p = memchr(p, '.', (size_t)(end - p))) != NULL; p++)
        if (p - text >= 3 && prefix_is_www(p - 3, (size_t)(end - p) + 3))
            return true;
    return false;
}

#endif
