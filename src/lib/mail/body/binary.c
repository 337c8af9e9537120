/* binary.c - recognises the lines of uuencode (POSIX) and yEnc (draft 1.3) in a text
 *
 * Only this data is left out of a text, because its alphabets have all characters of links. (The
 * data lines of base64, armor and BinHex have no "." and no "://".) A line is data if it has the
 * characters and the length of its kind, and no link begins in it. Decodes nothing and verifies no
 * checksum.
 */
#include "base/ascii.h"
#include "base/count.h"
#include "base/prefix.h"
#include "mail/body/inside.h"
#include "url/url.h"

/* ---- Links, which encoded bytes hardly ever look like ---- */

static bool binary_is_word(char c)
{
    return ascii_is_alnum((unsigned char)c);
}

/* Returns true when p[i] is the colon of a URL: after the name of a known scheme, which "//" must
 * follow if the name is shorter than four letters. */
static bool ends_scheme(const char *p, size_t i, size_t n)
{
    enum { SHORTEST = 2, SURE = 4, LONGEST = 32 };
    bool slashes = n - i > 3 && p[i + 1] == '/' && p[i + 2] == '/';

    for (size_t k = slashes ? SHORTEST : SURE; k <= i && k <= LONGEST && p[i - k] > ' '; k++)
        if (scheme_find(p + i - k, k))
            return i + 1 < n && (slashes || p[i + 1] > ' ');
    return false;
}

/* Returns true when p[i] is the dot of "www.x", "www2.x" or "ftp.x" at the start of a word. Names
 * with more than one digit are not expected in binary data. */
static bool ends_host_prefix(const char *p, size_t i, size_t n)
{
    const unsigned digits = i > 3 && ascii_is_digit((unsigned char)p[i - 1]);
    const size_t to = i - digits;

    if (i + 1 >= n || !binary_is_word(p[i + 1]))
        return false;
    for (const prefix_row *row = prefix_rows; row < prefix_rows + PREFIX_COUNT; row++)
        if (to >= row->n && (to == row->n || !binary_is_word(p[to - row->n - 1])) &&
            prefix_length_of(row, p + to - row->n, row->n + digits + 1, digits) > 0)
            return true;
    return false;
}

/* Returns true when p[i] is the "@" of an address such as "joe@example.com". */
static bool binary_is_address(const char *p, size_t i, size_t n)
{
    size_t to = i + 1;

    while (to < n && (binary_is_word(p[to]) || p[to] == '-'))
        to++;
    return i > 1 && binary_is_word(p[i - 1]) && binary_is_word(p[i - 2]) && to > i + 1 &&
           n - to > 2 && p[to] == '.' && binary_is_word(p[to + 1]) && binary_is_word(p[to + 2]);
}

/* Returns true when a link begins in the line. Addresses do not count in uuencode, some of whose
 * lines look like addresses. */
static bool holds_link(lines_line line, bool addresses)
{
    for (size_t i = 0; i < line.n; i++) {
        char c = line.p[i];
        if ((c == ':' && ends_scheme(line.p, i, line.n)) ||
            (c == '.' && ends_host_prefix(line.p, i, line.n)) ||
            (c == '@' && addresses && binary_is_address(line.p, i, line.n)))
            return true;
    }
    return false;
}

/* ---- Uuencode ---- */

/* Returns the number of bytes that a line contains according to its first character. */
static unsigned uu_bytes(lines_line line)
{
    return line.n > 0 ? ((unsigned char)line.p[0] - 0x20u) & 0x3F : 0;
}

/* Returns true for a line of uuencode, such as "M" and 60 characters for 45 bytes. A space means
 * zero (some encoders write "`") and may have been lost at the end of the line. Some encoders
 * append one character, a checksum of the line. */
static bool is_uu(lines_line line)
{
    size_t whole = 1 + (uu_bytes(line) + 2) / 3 * 4;

    for (size_t i = 0; i < line.n; i++)
        if (line.p[i] < 0x20 || line.p[i] > 0x60)
            return false;
    if (uu_bytes(line) == 0 || line.n > whole + 1)
        return false;
    return (line.n >= whole || line.p[line.n - 1] != ' ') && !holds_link(line, false);
}

static bool is_uu_zero(lines_line line)
{
    return lines_is_word(line, "") || lines_is_word(line, "`");
}

/* All lines contain the same number of bytes, except the last one and an empty line after it. */
size_t lines_uu(lines *l, const lines_ahead *a, lines_line line, size_t next)
{
    lines_line end;
    size_t after;

    l->over = lines_is_word(line, "end");
    if (l->over || (is_uu(line) && uu_bytes(line) == l->width))
        return next;
    if (!is_uu_zero(line) && !is_uu(line))
        return 0;
    after = lines_line_at(a, next, &end);
    if (after == 0 || after == LINES_MORE)
        return after;
    l->over = is_uu_zero(line) && lines_is_word(end, "end");
    if (is_uu_zero(line))
        return l->over ? after : 0;
    return lines_is_word(end, "end") || is_uu_zero(end) ? next : 0;
}

/* Returns true for the text after "begin": a blank, three or four octal digits, a blank, and a
 * name. */
static bool is_mode_and_name(const char *p, size_t n)
{
    size_t i = 1;

    if (n == 0 || (p[0] != ' ' && p[0] != '-'))
        return false;
    while (i < n && p[i] >= '0' && p[i] <= '7')
        i++;
    return (i == 4 || i == 5) && i + 1 < n && p[i] == ' ' && p[i + 1] != ' ';
}

size_t lines_uu_starts(lines *l, const lines_ahead *a, lines_line line, size_t next)
{
    enum { BEGIN = sizeof "begin" - 1 };
    size_t follows;

    if (!is_mode_and_name(line.p + BEGIN, line.n - BEGIN))
        return 0;
    if (next < a->n)
        l->width = uu_bytes((lines_line){.p = a->p + next, .n = 1});
    follows = lines_test_at(l, a, next, lines_uu);
    if (follows == 0 || follows == LINES_MORE)
        return follows;
    if (l->over && a->p[next] == 'e') /* "end" without any data */
        return 0;
    l->data = LINES_UU;
    return next;
}

/* ---- yEnc ---- */

/* A line may be one byte longer than `width` if it ends with an escape, and one more if it begins
 * with a "." that was doubled for news. */
size_t lines_yenc(lines *l, const lines_ahead *a, lines_line line, size_t next)
{
    bool stuffed = line.n > 1 && line.p[0] == '.' && line.p[1] == '.';
    lines_line end;
    size_t after;

    l->over = false;
    if (holds_link(line, true))
        return 0;
    l->over = lines_begins(line, "=yend");
    if (l->over || lines_begins(line, "=ypart "))
        return next;
    /* The text was converted from some charset: either a non-ASCII byte has become a character of
     * several bytes, or several bytes were read as one character. So the original number of bytes
     * is between the number of characters and the line's length. */
    if (count_code_points(line.p, line.n) > l->width + 1 + stuffed)
        return 0;
    if (line.n >= l->width)
        return next;
    after = lines_line_at(a, next, &end); /* a shorter line is the last one */
    if (after == 0 || after == LINES_MORE)
        return after;
    return lines_begins(end, "=yend") ? next : 0;
}

/* Returns the text after `name` (" line=") in the line, or NULL. */
static const char *value_of(lines_line line, const char *name)
{
    size_t n = strlen(name);

    for (size_t i = 0; i + n < line.n; i++)
        if (memcmp(line.p + i, name, n) == 0)
            return line.p + i + n;
    return NULL;
}

size_t lines_yenc_starts(lines *l, const lines_ahead *a, lines_line line, size_t next)
{
    const char *digit = value_of(line, " line=");
    size_t follows;

    if (!digit || !value_of(line, " size=") || !value_of(line, " name="))
        return 0;
    for (l->width = 0;
         digit < line.p + line.n && ascii_is_digit((unsigned char)*digit) && l->width < LINES_HELD;
         digit++)
        l->width = 10 * l->width + (unsigned)(*digit - '0');
    follows = l->width > 0 ? lines_test_at(l, a, next, lines_yenc) : 0;
    if (follows == 0 || follows == LINES_MORE)
        return follows;
    l->data = LINES_YENC;
    return next;
}
