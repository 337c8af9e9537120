/* sign.c - the signs of other notations that may be inside a link, and what they stand for (M20)
 *
 * Manuals in troff mark the places where a URL may be broken, and show a hyphen where they broke it
 * (R8); JSON escapes slashes, terminals get colours in the middle of a word. Each is a row of one
 * table, or has a function. find/join/copy.c and find/wrap/read.c read links without them.
 */
#include "base/ascii.h"
#include "find/text/text.h"

#define COLOUR_MAX 64 /* bytes of a colour sequence; with two colours of 24 bits it has 37 */

/* What may follow the sign: a character of a URL or another sign, a letter or digit, "//", or
 * anything. */
enum follower { ANYTHING, OF_URL, OF_NAME, SLASHES };

static const struct {
    trawl_str sign;
    char put; /* '\0': it is left out */
    enum follower next;
} rows[] = {
    {TEXT_STR("\\/"), '/', ANYTHING},    /* JSON */
    {TEXT_STR("\\@"), '@', OF_NAME},     /* Perl, TeX */
    {TEXT_STR("\\://"), ':', SLASHES},   /* properties of Java: "http\://a.example/" */
    {TEXT_STR("\\:"), '\0', OF_URL},     /* troff: a URL may be broken here */
    {TEXT_STR("\\*:"), '\0', OF_URL},    /* the same, as a string */
    {TEXT_STR("\\(ti"), '~', ANYTHING},  /* troff */
    {TEXT_STR("\\[ti]"), '~', ANYTHING}, /* troff */
    {TEXT_STR("\\-"), '-', OF_NAME},     /* troff: a hyphen that is a minus */
};

static bool follows(text *t, size_t i, enum follower next)
{
    int c = text_at(t, i);

    return next == OF_URL    ? c >= 0x80 || c == '\\' || text_is_of(t, i, BYTE_URL)
           : next == OF_NAME ? text_is_of(t, i, BYTE_ALNUM)
                             : true;
}

/* Reads "\u0026" of JSON and JavaScript: an ASCII character that a URL may have. */
static bool read_code(text *t, size_t i, text_sign *found)
{
    int c;

    if (!RULE(CASE_UNICODE) || text_at(t, i + 1) != 'u' || !text_is(t, i + 2, "00") ||
        !text_is_of(t, i + 4, BYTE_HEX) || !text_is_of(t, i + 5, BYTE_HEX))
        return false;
    c = ascii_hex((unsigned char)t->p[i + 4]) * 16 + ascii_hex((unsigned char)t->p[i + 5]);
    if (c >= 0x80 || c == '\'' || ascii_is_alnum((unsigned char)c) ||
        !byte_is((unsigned char)c, BYTE_URL) || !follows(t, i + 6, OF_URL))
        return false;
    *found = (text_sign){6, (char)c};
    return true;
}

/* Reads a colour for a terminal, ESC [ 1 ; 32 m (ECMA-48 section 8.3.117). */
static bool read_colour(text *t, size_t i, text_sign *found)
{
    size_t k;

    if (!RULE(CASE_ANSI) || text_at(t, i + 1) != '[')
        return false;
    k = text_run(t, i + 2, COLOUR_MAX - 2, BYTE_DIGIT, ";:");
    *found = (text_sign){(unsigned)(k + 1 - i), '\0'};
    return text_at(t, k) == 'm';
}

/* Reads the "**" that some programs put where a long word may be broken, "http://a.example/x-**y".
 * It may belong to the link. */
static bool read_stars(text *t, size_t i, text_sign *found)
{
    *found = (text_sign){2, '\0'};
    return RULE(CASE_BOLD) && i > 0 && text_at(t, i + 1) == '*' && text_is_stars(t->p + i) &&
           text_is_of(t, i + 2, BYTE_ALNUM);
}

/* Returns true when a command of Texinfo for URLs and addresses opens the braces around i, in its
 * word. */
static bool is_in_command(const text *t, size_t i)
{
    enum { FAR = 512 };
    const size_t least = i > FAR ? i - FAR : 0;
    const size_t from = bytes_after_last(t->p, least, i, '{');

    return from > least && text_in_texinfo(t, from) && !memchr(t->p + from, '}', i - from) &&
           !memchr(t->p + from, ' ', i - from) && !memchr(t->p + from, '\n', i - from);
}

/* Reads "@/" of Texinfo, where a URL may be broken, and "@@", "@{" and "@}", which stand for the
 * sign: in the braces of "@url{" and the like, and anywhere in a text that is Texinfo. */
static bool read_at(text *t, size_t i, text_sign *found)
{
    const int c = text_at(t, i + 1);

    if (!RULE(CASE_TEXINFO) || c <= 0 || !strchr("/@{}", c) ||
        (c == '/' && !follows(t, i + 2, OF_URL)))
        return false;
    *found = (text_sign){2, c == '/' ? '\0' : (char)c};
    return is_in_command(t, i) || text_notation(t) == TRAWL_NOTATION_TEXINFO;
}

/* Reads an invisible character in the name of a scheme before "://". */
static bool read_unseen(text *t, size_t i, text_sign *found)
{
    const utf8_char c = text_char(t, i);

    *found = (text_sign){c.len, '\0'};
    return RULE(CASE_UNSEEN) && c.len > 1 && text_invisible(c.code) && i > 0 &&
           ascii_is_alpha((unsigned char)t->p[i - 1]) &&
           text_is(t, text_run(t, i + c.len, FOUND_SCHEME, BYTE_SCHEME, ""), "://");
}

/* ---- Hyphens of formatters (R8) */

/* The maximum number of blanks and quote marks at the start of the next line. */
#define MARGIN_MAX 64

unsigned text_hyphen(text *t, size_t i)
{
    const int c = text_at(t, i);

    if (c == 0xE2)
        return text_at(t, i + 1) == 0x80 && text_at(t, i + 2) == 0x90 ? 3 : 0;
    return c == 0xC2 && text_at(t, i + 1) == 0xAD ? 2 : 0;
}

/* Reads the hyphen of a formatter, the line break after it, and the margin of the next line. The
 * hyphen must follow a letter, a digit or a sign of a URL. The next line must begin with a letter
 * or digit, but not with another link ("ftp." also ends sentences). Also reads U+2010 between
 * letters or digits, which means "-". */
static bool read_hyphen(text *t, size_t i, text_sign *found)
{
    const unsigned n = text_hyphen(t, i);
    const size_t line = n > 0 ? text_after_break(t, i + n) : i;
    size_t to, scheme;

    if (!RULE(R8) || line == i || i == 0 || (unsigned char)t->p[i - 1] <= ' ')
        return false;
    if (line == i + n) {
        *found = (text_sign){n, '-'};
        return n == 3 && text_is_of(t, line, BYTE_ALNUM) &&
               ascii_is_alnum((unsigned char)t->p[i - 1]);
    }
    to = text_run(t, line, MARGIN_MAX, BYTE_BLANK, ">|");
    *found = (text_sign){(unsigned)(to - i), '\0'};
    scheme = text_run(t, to, FOUND_SCHEME, BYTE_SCHEME, "");
    return text_is_of(t, to, BYTE_ALNUM) && !text_is_www(t, to) &&
           !(text_at(t, scheme) == ':' && scheme_find(t->p + to, scheme - to));
}

size_t text_break_find(const text *t, size_t i)
{
    const size_t least = i > MARGIN_MAX ? i - MARGIN_MAX : 0;
    const size_t line = bytes_run_before(t->p, least, i, BYTE_BLANK, ">|");
    size_t to = line;

    if (to > 0 && t->p[to - 1] == '\n')
        to--;
    if (to > 0 && t->p[to - 1] == '\r' && (to < line || line == t->n))
        to--;
    if (to == line)
        return i;
    if (to > 3 && memcmp(t->p + to - 3, "\xE2\x80\x90", 3) == 0 &&
        (unsigned char)t->p[to - 4] > ' ')
        return to - 3;
    return to > 2 && memcmp(t->p + to - 2, "\xC2\xAD", 2) == 0 && (unsigned char)t->p[to - 3] > ' '
               ? to - 2
               : i;
}

bool text_sign_at(text *t, size_t i, text_sign *found)
{
    int second;

    if ((unsigned char)t->p[i] >= 0x80)
        return read_hyphen(t, i, found) || read_unseen(t, i, found);
    if (t->p[i] == '\x1B')
        return read_colour(t, i, found);
    if (text_is_plain(t))
        return false;
    if (t->p[i] == '@')
        return read_at(t, i, found);
    if (t->p[i] == '*')
        return read_stars(t, i, found);
    if (t->p[i] != '\\')
        return false;
    second = text_at(t, i + 1);
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        if (!RULE_ROW(CASE_SIGN_0, k) || rows[k].sign.p[1] != second ||
            !text_has(t, i, rows[k].sign.p))
            continue;
        const unsigned len = rows[k].next == SLASHES ? 2 : (unsigned)rows[k].sign.n;
        if (follows(t, i + len, rows[k].next)) {
            *found = (text_sign){len, rows[k].put};
            return true;
        }
    }
    return read_code(t, i, found);
}
