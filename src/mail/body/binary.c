/* binary.c - recognises uuencode (POSIX), yEnc (draft 1.3) and BinHex 4.0 (RFC 1741 section 4) in a
 * text
 *
 * Tests the characters and the length of each line. Decodes nothing and verifies no checksum.
 */
#include "base/ascii.h"
#include "base/utf8.h"
#include "mail/body/inside.h"

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
    return line.n >= whole || line.p[line.n - 1] != ' ';
}

static bool is_uu_zero(lines_line line)
{
    line = lines_trimmed(line);
    return line.n == 0 || (line.n == 1 && line.p[0] == '`');
}

static bool is_end(lines_line line)
{
    line = lines_trimmed(line);
    return line.n == 3 && memcmp(line.p, "end", 3) == 0;
}

/* All lines contain the same number of bytes, except the last one and an empty line after it. */
size_t lines_uu(const lines_ahead *a, size_t at, unsigned width, bool *over)
{
    lines_line line, end;
    size_t next = lines_line_at(a, at, &line), after;

    if (next == 0 || next == LINES_MORE)
        return next;
    *over = is_end(line);
    if (*over || (is_uu(line) && uu_bytes(line) == width))
        return next;
    if (!is_uu_zero(line) && !is_uu(line))
        return 0;
    after = lines_line_at(a, next, &end);
    if (after == 0 || after == LINES_MORE)
        return after;
    if (is_uu_zero(line)) {
        *over = is_end(end);
        return *over ? after : 0;
    }
    return is_end(end) || is_uu_zero(end) ? next : 0;
}

/* Returns true for the text after "begin" or "begin-base64": a blank, three or four octal digits, a
 * blank, and a name. */
static bool is_mode_and_name(const char *p, size_t n)
{
    size_t i = 1;

    if (n == 0 || (p[0] != ' ' && p[0] != '-'))
        return false;
    while (i < n && p[i] >= '0' && p[i] <= '7')
        i++;
    return (i == 4 || i == 5) && i + 1 < n && p[i] == ' ' && p[i + 1] != ' ';
}

size_t lines_uu_starts(lines *l, const lines_ahead *a)
{
    static const char begin[] = "begin", base64[] = "-base64";
    enum { BEGIN = sizeof begin - 1, BASE64 = sizeof base64 - 1 };
    lines_line line;
    size_t next = lines_line_with(a, begin, BEGIN, &line), follows;
    bool over = false, is_base64;

    if (next == 0 || next == LINES_MORE)
        return next;
    is_base64 = line.n > BEGIN + BASE64 && memcmp(line.p + BEGIN, base64, BASE64) == 0;
    follows = is_base64 ? BEGIN + BASE64 : BEGIN;
    if (!is_mode_and_name(line.p + follows, line.n - follows))
        return 0;
    if (next < a->n)
        l->width = uu_bytes((lines_line){.p = a->p + next, .n = 1});
    follows = is_base64 ? lines_armor(a, next, &over) : lines_uu(a, next, l->width, &over);
    if (follows == 0 || follows == LINES_MORE)
        return follows;
    if (over && a->p[next] == 'e') /* "end" without any data */
        return 0;
    l->state = is_base64 ? LINES_ARMOR : LINES_UU;
    return next;
}

/* ---- yEnc ---- */

/* Returns the number of characters in a line. The text was converted from some charset: either a
 * non-ASCII byte has become a character of several bytes, or several bytes were read as one
 * character. So the original number of bytes is between this count and the line's length. */
static size_t characters(lines_line line)
{
    size_t count = 0;

    for (size_t i = 0; i < line.n; i++)
        count += !utf8_goes_on(line.p[i]);
    return count;
}

/* A line may be one byte longer than `width` if it ends with an escape, and one more if it begins
 * with a "." that was doubled for news. */
size_t lines_yenc(const lines_ahead *a, size_t at, unsigned width, bool *over)
{
    lines_line line, end;
    size_t next = lines_line_at(a, at, &line), longest = width + 1, after;

    if (next == 0 || next == LINES_MORE)
        return next;
    *over = line.n >= 5 && memcmp(line.p, "=yend", 5) == 0;
    if (*over || (line.n >= 7 && memcmp(line.p, "=ypart ", 7) == 0))
        return next;
    longest += line.n > 1 && line.p[0] == '.' && line.p[1] == '.';
    if (characters(line) > longest)
        return 0;
    if (line.n >= width)
        return next;
    after = lines_line_at(a, next, &end); /* a shorter line is the last one */
    if (after == 0 || after == LINES_MORE)
        return after;
    return end.n >= 5 && memcmp(end.p, "=yend", 5) == 0 ? next : 0;
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

size_t lines_yenc_starts(lines *l, const lines_ahead *a)
{
    static const char begin[] = "=ybegin ";
    lines_line line;
    size_t next = lines_line_with(a, begin, sizeof begin - 1, &line), follows;
    unsigned width = 0;
    bool over = false;
    const char *digit;

    if (next == 0 || next == LINES_MORE)
        return next;
    digit = value_of(line, " line=");
    if (!digit || !value_of(line, " size=") || !value_of(line, " name="))
        return 0;
    for (; digit < line.p + line.n && ascii_is_digit((unsigned char)*digit) && width < LINES_HELD;
         digit++)
        width = 10 * width + (unsigned)(*digit - '0');
    follows = width > 0 ? lines_yenc(a, next, width, &over) : 0;
    if (follows == 0 || follows == LINES_MORE)
        return follows;
    l->state = LINES_YENC;
    l->width = width;
    return next;
}

/* ---- BinHex ---- */

/* The last line ends with ":". */
size_t lines_binhex(const lines_ahead *a, size_t at, bool *over)
{
    static const char alphabet[] =
        "!\"#$%&'()*+,-012345689@ABCDEFGHIJKLMNPQRSTUVXYZ[`abcdefhijklmpqr";
    lines_line line;
    size_t next = lines_line_at(a, at, &line);

    if (next == 0 || next == LINES_MORE)
        return next;
    line = lines_trimmed(line);
    if (line.n == 0 || line.n > 64)
        return 0;
    *over = line.p[line.n - 1] == ':';
    line.n -= *over;
    for (size_t i = 0; i < line.n; i++)
        if (!memchr(alphabet, line.p[i], sizeof alphabet - 1))
            return 0;
    return next;
}

/* Returns the start of the first line that is not empty. Accepts only a few empty lines, because
 * they are read again each time a line arrives. */
static size_t skip_empty(const lines_ahead *a, size_t at, lines_line *line)
{
    enum { EMPTY = 8 };

    for (int k = 0; k <= EMPTY; k++) {
        size_t next = lines_line_at(a, at, line);
        if (next == 0 || next == LINES_MORE)
            return next;
        if (lines_trimmed(*line).n > 0)
            return at;
        at = next;
    }
    return 0;
}

/* Tests for the banner, empty lines, and ":" with the first line of data. */
size_t lines_binhex_starts(lines *l, const lines_ahead *a)
{
    static const char banner[] = "(This file must be converted with BinHex";
    lines_line line;
    size_t next = lines_line_with(a, banner, sizeof banner - 1, &line);
    bool over = false;

    if (next != 0 && next != LINES_MORE)
        next = skip_empty(a, next, &line);
    if (next == 0 || next == LINES_MORE)
        return next;
    next = line.p[0] == ':' ? lines_binhex(a, next + 1, &over) : 0;
    if (next != 0 && next != LINES_MORE)
        l->state = over ? LINES_START : LINES_BINHEX;
    return next;
}
