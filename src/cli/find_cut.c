/* find_cut.c - where a large file may be cut into pieces; see find_cut.h
 *
 * In a text an empty line is best: hardly a link or a wrapper reaches beyond it. In a mailbox a line "From " behind an
 * empty line that looks as if it had a date; the library looks more closely.
 */
#include "cli/find_cut.h"

#include <errno.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

/* Looked at in a row. A separator is at most CUT_LINE bytes long, and an empty line goes before it. */
#define CUT_ROOM 16384
#define CUT_LINE 1024
#define CUT_LEFT 3

static size_t read_at(int fd, char *p, size_t size, uint64_t at)
{
    size_t n = 0;
    ssize_t got;

    while (n < size && ((got = pread(fd, p + n, size - n, (off_t)(at + n))) > 0 || (got < 0 && errno == EINTR)))
        n += got > 0 ? (size_t)got : 0;
    return n;
}

/* Is the line feed at i behind nothing, or behind a CR and nothing? */
static int ends_empty_line(const char *p, size_t i)
{
    i -= i > 0 && p[i - 1] == '\r';
    return i > 0 && p[i - 1] == '\n';
}

/* May something at the end of this line go on in the next? A host may, "http://www.", and what stands behind "<". */
static int is_calm(const char *p, size_t n)
{
    size_t from = n;

    while (from > 0 && (unsigned char)p[from - 1] > ' ' && p[from - 1] != '<')
        from--;
    if (from > 0 && p[from - 1] == '<')
        return 0;
    for (size_t i = from; i + 3 <= n; i++)
        if (memcmp(p + i, "://", 3) == 0)
            return memchr(p + i + 3, '/', n - i - 3) != NULL;
    return 1;
}

/* Behind the first empty line, else behind the first calm one, or the first; 0: there is no line's end. */
static size_t cut_text(const char *p, size_t n)
{
    size_t first = 0, calm = 0;
    const char *lf;

    for (size_t i = 0, from = 0; i < n && (lf = memchr(p + i, '\n', n - i)) != NULL; from = i) {
        i = (size_t)(lf - p) + 1;
        if (ends_empty_line(p, i - 1))
            return i;
        if (!calm && from > 0 && is_calm(p + from, i - 1 - from))
            calm = i;
        first = first ? first : i;
    }
    return calm ? calm : first;
}

/* "From ada@example.org Mon Jun 30 02:34:00 2008", or "From -1234567890". */
static int looks_dated(const char *p, size_t n)
{
    if (n > 6 && p[5] == '-')
        return 1;
    for (size_t i = 5; i + 1 < n; i++)
        if (p[i] == ':' && p[i + 1] >= '0' && p[i + 1] <= '5')
            return 1;
    return 0;
}

/* Behind the first separator; 0: there is none that is whole. */
static size_t cut_mailbox(const char *p, size_t n)
{
    static const char from[] = "From ";
    const char *lf, *end;

    for (size_t i = 0; i < n && (lf = memchr(p + i, '\n', n - i)) != NULL;) {
        i = (size_t)(lf - p) + 1;
        if (n - i <= sizeof from || memcmp(p + i, from, sizeof from - 1) != 0 || !ends_empty_line(p, i - 1))
            continue;
        end = memchr(p + i, '\n', n - i < CUT_LINE ? n - i : CUT_LINE);
        if (end && looks_dated(p + i, (size_t)(end - p) - i))
            return (size_t)(end - p) + 1;
    }
    return 0;
}

uint64_t find_cut(int fd, uint64_t from, int mailbox)
{
    char room[CUT_ROOM];
    size_t n, cut, keep = mailbox ? CUT_LINE + CUT_LEFT : 0;

    if (from == FIND_CUT_NONE)
        return from;
    while ((n = read_at(fd, room, sizeof room, from)) > 0) {
        cut = mailbox ? cut_mailbox(room, n) : cut_text(room, n);
        if (cut > 0)
            return from + cut;
        if (n < sizeof room)
            break;
        from += n - keep;
    }
    return FIND_CUT_NONE;
}
