/* binary.c - recognises uuencode (POSIX), yEnc (draft 1.3) and BinHex 4.0 (RFC 1741 section 4) in a
 * text
 *
 * Tests the characters and the length of each line. Decodes nothing and verifies no checksum.
 */
#include "base/ascii.h"
#include "base/count.h"
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

/* Returns true if the line is the word, with or without blanks after it. */
static bool is_word(lines_line line, const char *word)
{
    line = lines_trimmed(line);
    return line.n == strlen(word) && memcmp(line.p, word, line.n) == 0;
}

static bool is_uu_zero(lines_line line)
{
    return is_word(line, "") || is_word(line, "`");
}

/* All lines contain the same number of bytes, except the last one and an empty line after it. */
size_t lines_uu(lines *l, const lines_ahead *a, lines_line line, size_t next)
{
    lines_line end;
    size_t after;

    l->over = is_word(line, "end");
    if (l->over || (is_uu(line) && uu_bytes(line) == l->width))
        return next;
    if (!is_uu_zero(line) && !is_uu(line))
        return 0;
    after = lines_line_at(a, next, &end);
    if (after == 0 || after == LINES_MORE)
        return after;
    l->over = is_uu_zero(line) && is_word(end, "end");
    if (is_uu_zero(line))
        return l->over ? after : 0;
    return is_word(end, "end") || is_uu_zero(end) ? next : 0;
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

size_t lines_uu_starts(lines *l, const lines_ahead *a, lines_line line, size_t next)
{
    enum { BEGIN = sizeof "begin" - 1, BASE64 = sizeof "-base64" - 1 };
    bool is_base64 = line.n > BEGIN + BASE64 && memcmp(line.p + BEGIN, "-base64", BASE64) == 0;
    size_t follows = is_base64 ? BEGIN + BASE64 : BEGIN;

    if (!is_mode_and_name(line.p + follows, line.n - follows))
        return 0;
    if (next < a->n)
        l->width = uu_bytes((lines_line){.p = a->p + next, .n = 1});
    follows = lines_test_at(l, a, next, is_base64 ? lines_armor : lines_uu);
    if (follows == 0 || follows == LINES_MORE)
        return follows;
    if (l->over && a->p[next] == 'e') /* "end" without any data */
        return 0;
    l->state = is_base64 ? LINES_ARMOR : LINES_UU;
    return next;
}

/* ---- yEnc ---- */

static bool begins(lines_line line, const char *word)
{
    return line.n >= strlen(word) && memcmp(line.p, word, strlen(word)) == 0;
}

/* A line may be one byte longer than `width` if it ends with an escape, and one more if it begins
 * with a "." that was doubled for news. */
size_t lines_yenc(lines *l, const lines_ahead *a, lines_line line, size_t next)
{
    bool stuffed = line.n > 1 && line.p[0] == '.' && line.p[1] == '.';
    lines_line end;
    size_t after;

    l->over = begins(line, "=yend");
    if (l->over || begins(line, "=ypart "))
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
    return begins(end, "=yend") ? next : 0;
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
    l->state = LINES_YENC;
    return next;
}

/* ---- BinHex ---- */

/* The last line ends with ":". */
size_t lines_binhex(lines *l, const lines_ahead *a, lines_line line, size_t next)
{
    static const char alphabet[] =
        "!\"#$%&'()*+,-012345689@ABCDEFGHIJKLMNPQRSTUVXYZ[`abcdefhijklmpqr";

    (void)a;
    line = lines_trimmed(line);
    if (line.n == 0 || line.n > 64)
        return 0;
    l->over = line.p[line.n - 1] == ':';
    for (size_t i = 0; i < line.n - l->over; i++)
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
size_t lines_binhex_starts(lines *l, const lines_ahead *a, lines_line line, size_t next)
{
    next = skip_empty(a, next, &line);
    if (next == 0 || next == LINES_MORE)
        return next;
    next = line.p[0] == ':' ? lines_test_at(l, a, next + 1, lines_binhex) : 0;
    if (next != 0 && next != LINES_MORE)
        l->state = l->over ? LINES_START : LINES_BINHEX;
    return next;
}
