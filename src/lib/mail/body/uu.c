/* uu.c - decodes uuencode (POSIX.1 uuencode, "historical algorithm")
 *
 *     begin 644 name
 *     #86)C          a character for the number of bytes, then four characters per three bytes
 *     `
 *     end
 *
 * Skips text outside "begin" and "end". Space and back-quote both mean 0. A line that is too short
 * is filled with zeros, since blanks at its end may have been lost. Skips the rest of a line that
 * is too long, and lines that do not begin with a number. CR and LF each end a line.
 */
#include "mail/body/inside.h"

/* clang-format off */
static const unsigned char uu_table[256] = {
    [' '] = SIXES(0), SIXES(8), SIXES(16), SIXES(24), SIXES(32), SIXES(40),
    SIXES(48), SIXES(56), SIX | 0,
};
/* clang-format on */

enum uu_state {
    UU_BEGIN, /* outside; transfer.left characters of "begin " were read */
    UU_MODE,  /* in the mode; `left` digits were read */
    UU_SKIP,  /* outside; skips to the end of the line */
    UU_COUNT, /* inside, at the start of a line */
    UU_DATA,  /* inside; `left` bytes are missing */
    UU_REST,  /* inside; skips to the end of the line */
    UU_END    /* `left` characters of "end" were read */
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

static bool uu_is_space(char c)
{
    return is_line_end(c) || c == ' ' || c == '\t' || c == '\f';
}

/* Consumes the next character if it continues the word. Returns whether it does. */
static bool take_of(transfer *t, transfer_io *io, const char *word, int *failed)
{
    if (word[t->left] != *io->in)
        return false;
    t->left++;
    *failed = transfer_six_skip(t, io, 1);
    return true;
}

static int uu_begin(transfer *t, transfer_io *io)
{
    static const char word[] = "begin ";
    int failed = TRAWL_OK;

    if (!take_of(t, io, word, &failed))
        go_to(t, UU_SKIP, 0);
    else if (!word[t->left])
        go_to(t, UU_MODE, 0);
    return failed;
}

/* Reads the octal digits of the mode, which white space must follow. */
static int mode(transfer *t, transfer_io *io)
{
    if (*io->in >= '0' && *io->in <= '7' && t->left < 8) {
        t->left++;
        return transfer_six_skip(t, io, 1);
    }
    go_to(t, t->left > 0 && uu_is_space(*io->in) ? UU_REST : UU_SKIP, 0);
    return TRAWL_OK;
}

/* Skips the rest of a line with the CR or LF that ends it. */
static int skip_line(transfer *t, transfer_io *io)
{
    size_t n = 0;

    while (n < io->in_n && !is_line_end(io->in[n]))
        n++;
    if (n < io->in_n) {
        n++;
        go_to(t, t->state == UU_REST ? UU_COUNT : UU_BEGIN, 0);
    }
    return transfer_six_skip(t, io, n);
}

static int uu_count(transfer *t, transfer_io *io)
{
    unsigned value = uu_table[(unsigned char)*io->in] & ~(unsigned)SIX;

    if (*io->in == 'e') {
        go_to(t, UU_END, 0);
        return TRAWL_OK;
    }
    if (!is_line_end(*io->in))
        go_to(t, value ? UU_DATA : UU_REST, value);
    return transfer_six_skip(t, io, 1);
}

static int end(transfer *t, transfer_io *io)
{
    static const char word[] = "end";
    int failed = TRAWL_OK;

    if (word[t->left] && take_of(t, io, word, &failed))
        return failed;
    go_to(t, !word[t->left] && uu_is_space(*io->in) ? UU_SKIP : UU_REST, 0);
    return TRAWL_OK;
}

/* Decodes one character of a line's data. */
static int uu_character(transfer *t, transfer_io *io, unsigned value, unsigned src)
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

/* Adds zeros for the missing bytes of a line; completes an incomplete group first. */
int transfer_uu_last(transfer *t, transfer_io *io)
{
    int failed = TRAWL_OK;

    while (t->state == UU_DATA && t->bits_n > 0 && !failed)
        failed = uu_character(t, io, 0, 0);
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

static int uu_data(transfer *t, transfer_io *io)
{
    size_t most = io->in_n / 4, n = 0;
    unsigned value;
    int failed;

    most = most < t->left / 3 ? most : t->left / 3;
    if (t->bits_n == 0) {
        failed = transfer_six_groups(io, uu_table, most, &n);
        t->left -= 3 * (unsigned)n;
        if (t->left == 0)
            t->state = UU_REST;
        if (failed || n > 0)
            return failed;
    }
    if (is_line_end(*io->in))
        return transfer_uu_last(t, io);
    value = uu_table[(unsigned char)*io->in];
    return value ? uu_character(t, io, value, 1) : transfer_six_skip(t, io, 1);
}

int transfer_uu(transfer *t, transfer_io *io)
{
    static int (*const steps[])(transfer *, transfer_io *) = {
        [UU_BEGIN] = uu_begin, [UU_MODE] = mode,      [UU_SKIP] = skip_line, [UU_COUNT] = uu_count,
        [UU_DATA] = uu_data,   [UU_REST] = skip_line, [UU_END] = end};

    return steps[t->state](t, io);
}
