/* range.c - --range FROM:TO: reads the messages of a file that begin in a range of bytes
 *
 * The ranges 0:A, A:B and B: of a file give the links of the file, each once and in order, for any
 * A and B. Reading ends at the first message that begins at TO or later. It begins before FROM, at
 * a place where the state of the reader does not depend on the bytes to the left:
 *   - in mbox and mboxo, a line that is neither empty nor a "From " line;
 *   - in WARC, a record, which is found by the lengths of those before it;
 *   - in other formats and in compressed files, the start of the file.
 * Offsets in a compressed file count unpacked bytes. Text that is not in a message belongs to the
 * range that has byte 0. Messages and lines are counted from the first message of the range.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/find/inside.h"

#define NO_END UINT64_MAX

int range_read(struct find_options *f, const char *value)
{
    static const char digits[] = "0123456789";
    char *end;

    errno = 0;
    f->ranged = 1;
    f->range_from = strtoull(value, &end, 10);
    f->range_to = *end == ':' && end[1] ? strtoull(end + 1, NULL, 10) : NO_END;
    if (strspn(value, digits) == (size_t)(end - value) && end > value && *end == ':' &&
        end[1 + strspn(end + 1, digits)] == '\0' && errno == 0 && f->range_from <= f->range_to)
        return 0;
    return find_refuse("--range: ", value,
                       " is not a range; write FROM:TO, as in 0:1000000, or FROM:");
}

/* ---- Where to begin ---- */

/* Reads up to `size` bytes at an offset. Returns how many were read. */
static size_t read_at(int fd, char *p, size_t size, uint64_t at)
{
    size_t n = 0;
    ssize_t got;

    while (n < size &&
           ((got = pread(fd, p + n, size - n, (off_t)(at + n))) > 0 || (got < 0 && errno == EINTR)))
        n += got > 0 ? (size_t)got : 0;
    return n;
}

/* Bytes of a file that is read backwards. */
struct window {
    int fd;
    uint64_t at;
    size_t n;
    char room[4096];
};

/* Returns the byte at i, or -1. */
static int byte_at(struct window *w, uint64_t i)
{
    enum { AHEAD = 8 }; /* bytes after i to have, too */

    if (i < w->at || i - w->at >= w->n) {
        w->at = i + AHEAD > sizeof w->room ? i + AHEAD - sizeof w->room : 0;
        w->n = read_at(w->fd, w->room, sizeof w->room, w->at);
    }
    return i - w->at < w->n ? (unsigned char)w->room[i - w->at] : -1;
}

/* Returns the start of the line that has the byte before `at`, which is not 0. */
static uint64_t line_of(struct window *w, uint64_t at)
{
    int c = 0;

    for (at--; at > 0 && (c = byte_at(w, at - 1)) != '\n' && c >= 0; at--)
        ;
    return c < 0 ? 0 : at;
}

/* Returns true for a line that is neither empty nor begins with "From " or ">From ": after it the
 * reader is inside a message, whatever precedes it. */
static int is_inside(struct window *w, uint64_t at)
{
    static const char from[] = "From ";
    int first = byte_at(w, at), mark = first == '>', i = 0;

    while (from[i] && byte_at(w, at + (uint64_t)(mark + i)) == from[i])
        i++;
    return first != '\n' && first != '\r' && from[i] && byte_at(w, at + 5) >= 0;
}

/* Returns the start of the last line before `from` that is_inside() accepts, or 0. */
static uint64_t begin_mailbox(int fd, uint64_t from)
{
    struct window w = {.fd = fd};

    while (from > 0 && (from = line_of(&w, from)) > 0 && !is_inside(&w, from))
        ;
    return from;
}

/* Reads the header of a record at p[0..n) as the library does: the first Content-Length that is a
 * number counts. Returns the length of header and content, or 0 when the header does not end. */
static uint64_t record_size(const char *p, size_t n)
{
    static const char field[] = "content-length:", digits[] = "0123456789";
    enum { LINE = 1024, DIGITS = 18 };
    uint64_t length = 0;
    int known = 0;
    const char *lf;

    for (size_t i = 0; (lf = memchr(p + i, '\n', n - i)); i = (size_t)(lf - p) + 1) {
        size_t k = (size_t)(lf - (p + i)), end = k > 0 && lf[-1] == '\r' ? k - 1 : k, at, many;
        char line[LINE + 1];

        if (end == 0)
            return (uint64_t)(lf - p) + 1 + length;
        if (known || k >= LINE || k < sizeof field ||
            strncasecmp(p + i, field, sizeof field - 1) != 0)
            continue;
        memcpy(line, p + i, end);
        line[end] = '\0';
        at = sizeof field - 1 + strspn(line + sizeof field - 1, " \t");
        many = strspn(line + at, digits);
        known = many > 0 && many <= DIGITS && at + many + strspn(line + at + many, " \t") == end;
        length = known ? strtoull(line + at, NULL, 10) : 0;
    }
    return 0;
}

/* Returns the start of the last record before `from`, by the lengths of all records from the start
 * of the file. */
static uint64_t begin_archive(int fd, uint64_t from)
{
    static const char mark[] = "WARC/1.";
    char room[16384];
    uint64_t record = 0, next = 0, size;
    size_t n;

    while (next < from && (n = read_at(fd, room, sizeof room, next)) > sizeof mark &&
           memcmp(room, mark, sizeof mark - 1) == 0) {
        record = next;
        if ((size = record_size(room, n)) == 0)
            break;
        next += size;
        for (n = read_at(fd, room, 2, next);
             n > 0 && (room[0] == '\n' || (n > 1 && memcmp(room, "\r\n", 2) == 0));
             n = read_at(fd, room, 2, next))
            next += room[0] == '\n' ? 1 : 2;
    }
    return record;
}

static int ignore(void *user, const trawl_event *e)
{
    (void)user;
    (void)e;
    return 0;
}

/* Sets *here to the place where reading begins, with the format, which is TRAWL_INPUT_AUTO at the
 * start of a file. Returns TRAWL_OK or an error of the library. */
static int find_begin(struct find *f, int fd, trawl_mail_place *here)
{
    size_t n = read_at(fd, f->block, INPUT_BLOCK, 0);
    trawl_mail *m = NULL;
    int error = TRAWL_OK;

    *here = (trawl_mail_place){.size = sizeof *here, .number = 1, .line = 1};
    if (f->range.from == 0 || n == 0 || input_is_packed(f->block, n))
        return TRAWL_OK;
    error = find_open_mail(f->options, 0, &m, ignore, NULL);
    if (error == TRAWL_OK)
        error = trawl_mail_feed(m, f->block, n);
    if (error == TRAWL_OK && n < INPUT_BLOCK)
        error = trawl_mail_finish(m);
    here->input = trawl_mail_input(m);
    trawl_mail_close(&m);
    if (here->input == TRAWL_INPUT_MBOX || here->input == TRAWL_INPUT_MBOXO)
        here->offset = begin_mailbox(fd, f->range.from);
    else if (here->input == TRAWL_INPUT_WARC)
        here->offset = begin_archive(fd, f->range.from);
    if (here->offset == 0)
        here->input = TRAWL_INPUT_AUTO;
    return error;
}

/* ---- Reading ---- */

/* Returns the number of lines to the left of an offset, or 0 when lines are not counted. */
static uint64_t lines_before(struct find *f, uint64_t offset)
{
    return f->places && !(f->format->traits & FORMAT_RECORDS)
               ? places_find(f->places, offset).line - 1
               : 0;
}

int range_event(struct find *f, const trawl_event *e)
{
    struct range *r = &f->range;
    uint64_t offset;

    if (e->type != TRAWL_EVENT_MESSAGE)
        return r->inside;
    offset = e->message->offset;
    if (offset >= r->to) {
        r->messages = r->inside ? e->message->number - 1 - r->message : 0;
        r->lines = r->inside ? lines_before(f, offset) - r->line : 0;
        return FIND_NEXT;
    }
    if (offset >= r->from && !r->inside) {
        r->inside = 1;
        r->message = e->message->number - 1;
        r->line = lines_before(f, offset);
    }
    return r->inside;
}

/* Reads from *here to the end of the range. Returns as find_file(). */
static int read_from(struct find *f, struct input *in, const trawl_mail_place *here)
{
    int stop;

    find_begin_file(f, in->name);
    f->range.inside = f->range.from == 0 && f->range.to > 0;
    if (f->places)
        places_begin(f->places, here->offset, 1);
    f->input = f->options->input;
    stop = here->input == TRAWL_INPUT_AUTO ? trawl_mail_expect(f->mail, f->input)
                                           : trawl_mail_seek(f->mail, here);
    if (!stop)
        stop = find_feed(f, in);
    if (!stop)
        stop = find_finish(f, in);
    if (!f->range.inside)
        in->trouble[0] = '\0'; /* reported with an earlier range */
    find_end_file(f);
    return stop == FIND_NEXT ? 0 : stop;
}

static int read_range(struct find *f, const char *name)
{
    trawl_mail_place here;
    struct input in;
    int stop;

    if (input_open_regular(&in, name, f->options->quiet ? NULL : f->out) < 0) {
        f->bad = 1;
        f->failed = in.number;
        return 0;
    }
    f->range = (struct range){.is = 1, .from = f->options->range_from, .to = f->options->range_to};
    stop = find_begin(f, in.fd, &here);
    if (!stop) {
        in.offset = in.given = here.offset;
        in.to = NO_END;
        in.positioned = 1;
        stop = read_from(f, &in, &here);
        in.positioned = 0;
    }
    if (input_complain(&in) < 0)
        f->bad = 1;
    f->failed = in.number ? in.number : f->failed;
    input_close(&in);
    return stop || !f->out->error ? stop : FIND_ENOUGH;
}

int range_file(struct find *f, const char *name)
{
    const struct find_options *options = f->options;
    struct source_lot lot = {.from = options->range_from, .to = options->range_to};
    struct stat status;

    if (stat(name, &status) == 0 && S_ISDIR(status.st_mode))
        return source_each_of(name, &lot, find_file, f, &f->bad);
    if (source_is_output(NULL, name)) {
        f->bad = 1;
        return 0;
    }
    return read_range(f, name);
}
