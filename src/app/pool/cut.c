/* cut.c - finds places where a large text or mailbox can be cut
 *
 * In a text the best place is an empty line: hardly any link crosses one. In a mailbox it is a line
 * "From " after an empty line, if it seems to have a date.
 */
#include "app/io/io.h"
#include "app/pool/pool.h"

/* Bytes that are searched at a time. A separator has at most CUT_LINE bytes, and the end of the
 * empty line to its left at most CUT_LEFT. */
#define CUT_ROOM 16384
#define CUT_LINE 1024
#define CUT_LEFT 3

/* Returns true when the line feed p[i] ends an empty line, perhaps after a CR. */
static bool ends_empty_line(const char *p, size_t i)
{
    i -= i > 0 && p[i - 1] == '\r';
    return i > 0 && p[i - 1] == '\n';
}

/* Returns true for a line with a URL that is not its last word. Then no link continues in the next
 * line, and the lines above do not affect how the next line is read (R34). */
static bool cut_is_complete(const char *p, size_t n)
{
    size_t from = n;

    while (from > 0 && (unsigned char)p[from - 1] > ' ' && p[from - 1] != '<')
        from--;
    if (from > 0 && p[from - 1] == '<')
        return false;
    for (size_t i = 0; i + 3 <= n; i++)
        if (memcmp(p + i, "://", 3) == 0)
            return i < from;
    return false;
}

/* Returns the place after the first empty line, else after the first complete line, else after the
 * first line; 0 when no line ends. */
static size_t cut_text(const char *p, size_t n)
{
    size_t first = 0, complete = 0;
    const char *lf;

    for (size_t i = 0, from = 0; i < n && (lf = memchr(p + i, '\n', n - i)) != NULL; from = i) {
        i = (size_t)(lf - p) + 1;
        if (ends_empty_line(p, i - 1))
            return i;
        if (!complete && from > 0 && cut_is_complete(p + from, i - 1 - from))
            complete = i;
        first = first ? first : i;
    }
    return complete ? complete : first;
}

/* Returns true for "From ada@example.org Mon Jun 30 02:34:00 2008" and "From -1234567890". */
static bool looks_dated(const char *p, size_t n)
{
    if (n > 6 && p[5] == '-')
        return true;
    for (size_t i = 5; i + 1 < n; i++)
        if (p[i] == ':' && p[i + 1] >= '0' && p[i + 1] <= '5')
            return true;
    return false;
}

/* Returns the place after the first whole separator, or 0. */
static size_t cut_mailbox(const char *p, size_t n)
{
    static const char from[] = "From ";
    const char *lf, *end;

    for (size_t i = 0; i < n && (lf = memchr(p + i, '\n', n - i)) != NULL;) {
        i = (size_t)(lf - p) + 1;
        if (n - i <= sizeof from || memcmp(p + i, from, sizeof from - 1) != 0 ||
            !ends_empty_line(p, i - 1))
            continue;
        end = memchr(p + i, '\n', n - i < CUT_LINE ? n - i : CUT_LINE);
        if (end && looks_dated(p + i, (size_t)(end - p) - i))
            return (size_t)(end - p) + 1;
    }
    return 0;
}

uint64_t pool_cut(int fd, uint64_t from, bool mailbox)
{
    char room[CUT_ROOM];
    size_t n, cut, keep = mailbox ? CUT_LINE + CUT_LEFT : 0;

    if (from == CUT_NONE)
        return from;
    while ((n = input_read_at(fd, room, sizeof room, from)) > 0) {
        cut = mailbox ? cut_mailbox(room, n) : cut_text(room, n);
        if (cut > 0)
            return from + cut;
        if (n < sizeof room)
            break;
        from += n - keep;
    }
    return CUT_NONE;
}
