/* chunks.c - joins the chunks of a body of HTTP/1.1 (RFC 9112 section 7.1)
 *
 *     "5\r\nhello\r\n0\r\n\r\n" → "hello"
 *
 * Some programs store the body without chunks, but keep the header that announces them. So a body
 * whose first line has no chunk size is passed on as it is.
 */
#include "base/ascii.h"
#include "base/check.h"
#include "mail/record/record.h"

void chunks_begin(chunks *c)
{
    c->state = CHUNKS_FIRST;
    c->line_n = 0;
}

/* Reads "1a2b" or "1a2b;name=value" and a line end. Returns false if the line is something else. */
static bool read_size(const char *p, size_t n, uint64_t *size)
{
    enum { MOST = 15 };
    size_t i = 0;
    int digit;

    for (*size = 0; i < n && i < MOST && (digit = ascii_hex((unsigned char)p[i])) >= 0; i++)
        *size = *size << 4 | (unsigned)digit;
    if (i == 0 || i == n)
        return false;
    return p[i] == '\r' || p[i] == '\n' || p[i] == ';' || ascii_is_blank(p[i]);
}

/* Handles the line before a chunk, whole or cut at CHUNKS_LINE bytes. */
static int chunks_end_line(chunks *c, chunks_sink *sink, void *user)
{
    bool first = c->state == CHUNKS_FIRST;
    size_t n = c->line_n;

    c->line_n = 0;
    CHECK(n > 0 && n <= sizeof c->line && c->state != CHUNKS_DATA);
    if (c->line[n - 1] == '\n' && read_size(c->line, n, &c->left)) {
        c->state = c->left > 0 ? CHUNKS_DATA : CHUNKS_OVER;
        return 0;
    }
    c->state = first ? CHUNKS_NONE : CHUNKS_DAMAGED;
    c->damage = c->line_at;
    return first ? sink(user, c->line, n, c->line_at) : 0;
}

/* Takes bytes of the line before a chunk. Returns their number. */
static size_t chunks_take_line(chunks *c, const char *p, size_t n, uint64_t at)
{
    size_t room = sizeof c->line - c->line_n, some = n < room ? n : room;
    const char *lf = memchr(p, '\n', some);

    some = lf ? (size_t)(lf - p) + 1 : some;
    if (c->line_n == 0)
        c->line_at = at;
    CHECK(c->line_n < sizeof c->line);
    memcpy(c->line + c->line_n, p, some);
    c->line_n += some;
    return some;
}

int chunks_feed(chunks *c, const char *p, size_t n, uint64_t at, chunks_sink *sink, void *user)
{
    int stop = 0;

    for (size_t some; n > 0 && !stop; p += some, n -= some, at += some) {
        some = n;
        switch (c->state) {
        case CHUNKS_FIRST:
        case CHUNKS_SIZE:
            some = chunks_take_line(c, p, n, at);
            if (p[some - 1] == '\n' || c->line_n == sizeof c->line)
                stop = chunks_end_line(c, sink, user);
            break;
        case CHUNKS_DATA:
            some = n < c->left ? n : (size_t)c->left;
            c->left -= some;
            if (c->left == 0)
                c->state = CHUNKS_AFTER;
            stop = sink(user, p, some, at);
            break;
        case CHUNKS_AFTER:
            some = 1;
            c->state = *p == '\n' ? CHUNKS_SIZE : *p == '\r' ? CHUNKS_AFTER : CHUNKS_DAMAGED;
            c->damage = at;
            break;
        case CHUNKS_NONE:
            stop = sink(user, p, n, at);
            break;
        default:
            break;
        }
    }
    return stop;
}

int chunks_finish(chunks *c, chunks_sink *sink, void *user)
{
    size_t n = c->line_n;

    c->line_n = 0;
    return c->state == CHUNKS_FIRST && n > 0 ? sink(user, c->line, n, c->line_at) : 0;
}
