/* transfer_uu.c - uuencode undone (POSIX.1 uuencode, "historical algorithm")
 *
 *     begin 644 name
 *     #86)C          a character for the number of bytes, and four for each three of them
 *     `
 *     end
 *
 * What stands outside begin and end is passed over. Space and back-quote both are 0. A line that is too short has zeros
 * in place of what is missing, for blanks at its end may have been lost; what a line has too much, and lines that begin
 * with no number, are passed over. CR and LF end a line each.
 */
#include <string.h>
#include <trawl.h>

#include "mail/transfer_inside.h"
#include "mail/transfer_six.h"

/* clang-format off */
static const unsigned char table[256] = {
    [' '] = SIX |  0, ['!'] = SIX |  1, ['"'] = SIX |  2, ['#'] = SIX |  3, ['$'] = SIX |  4, ['%'] = SIX |  5,
    ['&'] = SIX |  6, ['\''] = SIX | 7, ['('] = SIX |  8, [')'] = SIX |  9, ['*'] = SIX | 10, ['+'] = SIX | 11,
    [','] = SIX | 12, ['-'] = SIX | 13, ['.'] = SIX | 14, ['/'] = SIX | 15, ['0'] = SIX | 16, ['1'] = SIX | 17,
    ['2'] = SIX | 18, ['3'] = SIX | 19, ['4'] = SIX | 20, ['5'] = SIX | 21, ['6'] = SIX | 22, ['7'] = SIX | 23,
    ['8'] = SIX | 24, ['9'] = SIX | 25, [':'] = SIX | 26, [';'] = SIX | 27, ['<'] = SIX | 28, ['='] = SIX | 29,
    ['>'] = SIX | 30, ['?'] = SIX | 31, ['@'] = SIX | 32, ['A'] = SIX | 33, ['B'] = SIX | 34, ['C'] = SIX | 35,
    ['D'] = SIX | 36, ['E'] = SIX | 37, ['F'] = SIX | 38, ['G'] = SIX | 39, ['H'] = SIX | 40, ['I'] = SIX | 41,
    ['J'] = SIX | 42, ['K'] = SIX | 43, ['L'] = SIX | 44, ['M'] = SIX | 45, ['N'] = SIX | 46, ['O'] = SIX | 47,
    ['P'] = SIX | 48, ['Q'] = SIX | 49, ['R'] = SIX | 50, ['S'] = SIX | 51, ['T'] = SIX | 52, ['U'] = SIX | 53,
    ['V'] = SIX | 54, ['W'] = SIX | 55, ['X'] = SIX | 56, ['Y'] = SIX | 57, ['Z'] = SIX | 58, ['['] = SIX | 59,
    ['\\'] = SIX | 60, [']'] = SIX | 61, ['^'] = SIX | 62, ['_'] = SIX | 63, ['`'] = SIX | 0,
};
/* clang-format on */

enum uu_state {
    UU_BEGIN, /* outside: so many characters of "begin " */
    UU_MODE,  /* so many digits of the mode */
    UU_PASS,  /* a line of no interest */
    UU_COUNT, /* inside: a line begins */
    UU_DATA,  /* so many bytes are still to come */
    UU_REST,  /* what a line has behind them */
    UU_END    /* so many characters of "end" */
};

static void go_to(transfer *t, enum uu_state state, unsigned left)
{
    t->state = state;
    t->left = left;
}

static bool is_line_end(char c)
{
    return c == '\n' || c == '\r';
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\f';
}

/* Is the character the next one of the word? Then it is taken. */
static bool take_of(transfer *t, transfer_io *io, const char *word, int *failed)
{
    if (word[t->left] != *io->in)
        return false;
    t->left++;
    *failed = transfer_six_pass(t, io, 1);
    return true;
}

static int begin(transfer *t, transfer_io *io)
{
    static const char word[] = "begin ";
    int failed = TRAWL_OK;

    if (!take_of(t, io, word, &failed))
        go_to(t, UU_PASS, 0);
    else if (!word[t->left])
        go_to(t, UU_MODE, 0);
    return failed;
}

/* Octal digits, and then a space and the name, or nothing. */
static int mode(transfer *t, transfer_io *io)
{
    if (*io->in >= '0' && *io->in <= '7' && t->left < 8) {
        t->left++;
        return transfer_six_pass(t, io, 1);
    }
    go_to(t, t->left > 0 && (is_line_end(*io->in) || is_blank(*io->in)) ? UU_REST : UU_PASS, 0);
    return TRAWL_OK;
}

/* The rest of a line, with one character that ends it. */
static int line(transfer *t, transfer_io *io, enum uu_state next)
{
    size_t n = 0;

    while (n < io->in_n && !is_line_end(io->in[n]))
        n++;
    if (n < io->in_n) {
        n++;
        go_to(t, next, 0);
    }
    return transfer_six_pass(t, io, n);
}

static int count(transfer *t, transfer_io *io)
{
    unsigned value = table[(unsigned char)*io->in];

    if (*io->in == 'e')
        go_to(t, UU_END, 0);
    else if (!is_line_end(*io->in))
        go_to(t, value & ~(unsigned)SIX ? UU_DATA : UU_REST, value & ~(unsigned)SIX);
    return t->state == UU_END ? TRAWL_OK : transfer_six_pass(t, io, 1);
}

static int end(transfer *t, transfer_io *io)
{
    static const char word[] = "end";
    int failed = TRAWL_OK;

    if (word[t->left] && take_of(t, io, word, &failed))
        return failed;
    go_to(t, !word[t->left] && (is_line_end(*io->in) || is_blank(*io->in)) ? UU_PASS : UU_REST, 0);
    return TRAWL_OK;
}

/* One character of a line's bytes. */
static int one(transfer *t, transfer_io *io, unsigned value, unsigned src)
{
    unsigned byte = t->bits_n > 0;
    int failed = transfer_six(t, io, value & ~(unsigned)SIX, src);

    if (failed)
        return failed;
    t->left -= byte;
    transfer_take(io, src);
    if (t->left > 0)
        return TRAWL_OK;
    t->state = UU_REST;
    return transfer_six_end(t, io);
}

/* Zeros for what a line lacks: first those of the group that has begun. */
static int fill(transfer *t, transfer_io *io)
{
    int failed = TRAWL_OK;

    while (t->state == UU_DATA && t->bits_n > 0 && !failed)
        failed = one(t, io, 0, 0);
    if (t->state != UU_DATA || failed)
        return failed;
    failed = srcmap_add(io->map, t->left, 1, 0);
    if (failed)
        return failed;
    memset(io->out + io->len, 0, t->left);
    io->len += t->left;
    go_to(t, UU_REST, 0);
    return TRAWL_OK;
}

static int data(transfer *t, transfer_io *io)
{
    size_t most = io->in_n / 4, n = 0;
    unsigned value;
    int failed;

    most = most < t->left / 3 ? most : t->left / 3;
    if (t->bits_n == 0) {
        failed = transfer_six_groups(io, table, most, &n);
        t->left -= 3 * (unsigned)n;
        if (t->left == 0)
            t->state = UU_REST;
        if (failed || n > 0)
            return failed;
    }
    if (is_line_end(*io->in))
        return fill(t, io);
    value = table[(unsigned char)*io->in];
    return value ? one(t, io, value, 1) : transfer_six_pass(t, io, 1);
}

int transfer_uu(transfer *t, transfer_io *io)
{
    switch ((enum uu_state)t->state) {
    case UU_BEGIN:
        return begin(t, io);
    case UU_MODE:
        return mode(t, io);
    case UU_COUNT:
        return count(t, io);
    case UU_DATA:
        return data(t, io);
    case UU_END:
        return end(t, io);
    case UU_REST:
        return line(t, io, UU_COUNT);
    case UU_PASS:
    default:
        return line(t, io, UU_BEGIN);
    }
}

int transfer_uu_last(transfer *t, transfer_io *io)
{
    return fill(t, io);
}
