/* shape.c - the shape of a line: its most frequent separator, and how often that occurs (M16)
 *
 * The rows of a table have the same shape. But URLs have separators, too, and lists of URLs of one
 * site are alike. So only a line with a separator outside its URLs is a row of data, and a line
 * that begins with a URL and has no such separator has the site of the URL in its shape.
 *
 * A reader that continues in the middle of a text must know the shape of the line above, and
 * whether it is empty, but no more of that line (mail/resume.c). So a shape fits into a few bits.
 */
#include "base/ascii.h"
#include "base/prefix.h"
#include "find/lines/lines.h"

/* The lowest bits of a shape are the count of separators, the next two the index in `separators`,
 * the others the site. */
enum { COUNT_BITS = 6, COUNT_MOST = (1 << COUNT_BITS) - 1, SITE_AT = 8, SITES = 7 };
#define SHAPE_MASK ((1u << SITE_AT) - 1)
static const char separators[] = "|;,"; /* in a tie, the first: the rarest in texts */

_Static_assert(sizeof separators - 1 == SHAPE_OTHER >> COUNT_BITS && SHAPE_OTHER >> SITE_AT == 0 &&
                   SITES >> (SHAPE_BITS - SITE_AT) == 0,
               "the other bits hold it, SHAPE_OTHER, and the site");

static bool shape_has_date(const char *p, size_t n)
{
    static const char date[] = "####-##-##";
    size_t k = 0;

    while (k < n && date[k] &&
           (date[k] == '#' ? ascii_is_digit((unsigned char)p[k]) : p[k] == '-' || p[k] == '/'))
        k++;
    return !date[k];
}

bool shape_is_date(const char *p, size_t i, size_t n)
{
    enum { DATE = 10 };

    return shape_has_date(p + i, n - i) && (i <= DATE || !shape_has_date(p + i - DATE - 1, DATE));
}

/* Returns true for the comma of "1,000". */
static bool is_of_number(const char *p, size_t i, size_t n)
{
    return p[i] == ',' && i > 0 && i + 1 < n && ascii_is_digit((unsigned char)p[i - 1]) &&
           ascii_is_digit((unsigned char)p[i + 1]);
}

/* Returns true when a URL, or its authority, begins at p[i]. */
static bool shape_begins_url(const char *p, size_t i, size_t n)
{
    return (p[i] == ':' && i + 2 < n && p[i + 1] == '/' && p[i + 2] == '/') ||
           (p[i] == 'w' && prefix_is_www(p + i, n - i));
}

shape_fields shape_read(const char *p, size_t n, char separator, bool url)
{
    shape_fields f = {0};
    bool other = false; /* another URL has ended */

    for (size_t i = 0; i < n; i++) {
        if (p[i] == '"')
            f.quoted = !f.quoted;
        if (p[i] == '"' || (unsigned char)p[i] <= ' ') {
            other = other || url;
            url = false;
        }
        url = url || shape_begins_url(p, i, n);
        if (p[i] != separator || f.quoted)
            continue;
        if (i + 1 < n && p[i + 1] == ' ') {
            f.loose = true;
            continue;
        }
        f.count++;
        f.outside += !url && !is_of_number(p, i, n);
        f.sure = f.sure || (!(url && other) &&
                            ((i + 1 < n && p[i + 1] == '"') || shape_is_date(p, i + 1, n)));
    }
    return f;
}

unsigned shape_of(const char *p, size_t n, shape_fields *most)
{
    unsigned is = 0;
    shape_fields f;

    *most = (shape_fields){0};
    for (unsigned k = 0; separators[k]; k++) {
        if (!memchr(p, separators[k], n))
            continue;
        f = shape_read(p, n, separators[k], false);
        if (f.count > most->count) {
            *most = f;
            is = k;
        }
    }
    return is << COUNT_BITS | (most->count < COUNT_MOST ? most->count : COUNT_MOST);
}

unsigned shape_separators(unsigned shape, char separator)
{
    shape &= SHAPE_MASK;
    return separators[shape >> COUNT_BITS] == separator ? shape & COUNT_MOST : 0;
}

bool shape_same(unsigned own, unsigned other)
{
    return ((own ^ other) & SHAPE_MASK) == 0;
}

bool shape_alike(unsigned own, unsigned other)
{
    return shape_same(own, other) && (own >> SITE_AT == 0 || other >> SITE_AT == 0);
}

/* Returns a number for the site of the URL that p[0..n) begins with, the last two labels of its
 * host; 0 if it does not begin with one. */
static unsigned first_site(const char *p, size_t n)
{
    const size_t from = n > 0 && p[0] == '"', colon = bytes_run(p, from, n, BYTE_SCHEME, "");
    size_t i;
    unsigned hash = 0, dots = 0;

    if (colon == from || n < colon + 3 || memcmp(p + colon, "://", 3) != 0)
        return 0;
    for (i = bytes_run(p, colon + 3, n, BYTE_LABEL, "."); i > colon + 3; i--) {
        dots += p[i - 1] == '.';
        if (dots == 2)
            break;
        hash = hash * 31 + ascii_lower((unsigned char)p[i - 1]);
    }
    return 1 + hash % SITES;
}

/* Returns true for the names of columns, one of them for URLs: "url,size,date added". */
static bool is_header(const char *p, size_t n)
{
    return bytes_run(p, 0, n, BYTE_ALNUM, "_- \"|;,\r\n") == n &&
           (bytes_find(p, 0, n, "url") < n || bytes_find(p, 0, n, "link") < n ||
            bytes_find(p, 0, n, "site") < n);
}

unsigned shape_of_row(const char *p, size_t n)
{
    shape_fields f;
    const unsigned shape = shape_of(p, n, &f), site = f.count > 0 ? first_site(p, n) : 0;

    if ((f.outside > 0 || f.sure) &&
        (f.count > 3 || site > 0 || is_header(p, n) || (f.count > 1 && bytes_authority(p, n))))
        return shape;
    if (site > 0)
        return shape | site << SITE_AT;
    return bytes_run(p, 0, n, BYTE_BLANK, "\r\n") < n ? SHAPE_OTHER : 0;
}

unsigned shape_above(const text *t, size_t line)
{
    size_t from;

    if (t->source)
        return 0;
    if (line == 0)
        return t->above;
    from = row_start(t, line - 1, line > SHAPE_ABOVE ? line - SHAPE_ABOVE : 0);
    return from == SIZE_MAX ? SHAPE_OTHER : shape_of_row(t->p + from, line - from);
}
