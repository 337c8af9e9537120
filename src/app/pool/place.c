/* place.c - finds a place at which the messages of a range of bytes can be read from
 *
 * The place is before the range, where the state of the reader does not depend on earlier bytes:
 *   - in mbox and mboxo, a line that is neither empty nor a "From " line;
 *   - in WARC, a record, found by the lengths of the records before it. In other formats, and in
 * compressed files, it is the start of the file. A range of the members of a compressed web archive
 * begins and ends at records that begin a member.
 */
#include <stdlib.h>

#include "app/io/io.h"
#include "app/pool/pool.h"

/* Bytes of a file that is read backwards. */
struct window {
    int fd;
    uint64_t at;
    size_t n;
    char room[4096];
};

/* Returns the byte at i, or -1. */
static int place_byte_at(struct window *window, uint64_t i)
{
    enum { AHEAD = 8 }; /* bytes after i to have, too */

    if (i < window->at || i - window->at >= window->n) {
        window->at = i + AHEAD > sizeof window->room ? i + AHEAD - sizeof window->room : 0;
        window->n = input_read_at(window->fd, window->room, sizeof window->room, window->at);
    }
    return i - window->at < window->n ? (unsigned char)window->room[i - window->at] : -1;
}

/* Returns the start of the line that has the byte before `at`, which is not 0. */
static uint64_t place_line_of(struct window *window, uint64_t at)
{
    int c = 0;

    for (at--; at > 0 && (c = place_byte_at(window, at - 1)) != '\n' && c >= 0; at--)
        ;
    return c < 0 ? 0 : at;
}

/* Returns true for a line that is neither empty nor begins with "From " or ">From ": after it the
 * reader is inside a message, whatever precedes it. */
static bool place_is_inside(struct window *window, uint64_t at)
{
    static const char from[] = "From ";
    int first = place_byte_at(window, at), mark = first == '>', i = 0;

    while (from[i] && place_byte_at(window, at + (uint64_t)(mark + i)) == from[i])
        i++;
    return first != '\n' && first != '\r' && from[i] && place_byte_at(window, at + 5) >= 0;
}

/* Returns the start of the last line before `from` that place_is_inside() accepts, or 0. */
static uint64_t begin_mailbox(int fd, uint64_t from)
{
    struct window window = {.fd = fd};

    while (from > 0 && (from = place_line_of(&window, from)) > 0 && !place_is_inside(&window, from))
        ;
    return from;
}

/* Returns the start of the last record before `from`, by the lengths of all records from the start
 * of the file. */
static uint64_t begin_archive(int fd, uint64_t from)
{
    static const char mark[] = "WARC/1.";
    char room[16384];
    uint64_t record = 0, next = 0, size;
    size_t n;

    while (next < from && (n = input_read_at(fd, room, sizeof room, next)) > sizeof mark &&
           memcmp(room, mark, sizeof mark - 1) == 0) {
        record = next;
        if ((size = input_record_size(room, n)) == 0)
            break;
        next += size;
        for (n = input_read_at(fd, room, 2, next);
             n > 0 && (room[0] == '\n' || (n > 1 && memcmp(room, "\r\n", 2) == 0));
             n = input_read_at(fd, room, 2, next))
            next += room[0] == '\n' ? 1 : 2;
    }
    return record;
}

static int place_ignore(void *user, const trawl_event *e)
{
    (void)user;
    (void)e;
    return 0;
}

/* Sets *input to the format of a file that is not compressed. Returns TRAWL_OK or an error of the
 * library. */
static int detect(int fd, const trawl_mail_config *config, int *input)
{
    char *block = malloc(INPUT_BLOCK);
    size_t n = block ? input_read_at(fd, block, INPUT_BLOCK, 0) : 0;
    trawl_mail *m = NULL;
    int error = block ? TRAWL_OK : TRAWL_ERROR_NO_MEMORY;

    if (n > 0 && !input_is_packed(block, n)) {
        error = trawl_mail_open(&m, config, place_ignore, NULL);
        if (error == TRAWL_OK)
            error = trawl_mail_feed(m, block, n);
        if (error == TRAWL_OK && n < INPUT_BLOCK)
            error = trawl_mail_finish(m);
        *input = error == TRAWL_OK ? trawl_mail_input(m) : TRAWL_INPUT_AUTO;
        trawl_mail_close(&m);
    }
    free(block);
    return error;
}

/* Sets *here to a place before byte `from` of a file. */
static int pool_place(int fd, const trawl_mail_config *config, uint64_t from,
                      trawl_mail_place *here)
{
    int error = TRAWL_OK;

    if (from > 0)
        error = detect(fd, config, &here->input);
    if (here->input == TRAWL_INPUT_MBOX || here->input == TRAWL_INPUT_MBOXO)
        here->offset = begin_mailbox(fd, from);
    else if (here->input == TRAWL_INPUT_WARC)
        here->offset = begin_archive(fd, from);
    if (here->offset == 0)
        here->input = TRAWL_INPUT_AUTO;
    return error;
}

/* Begins at the first record in the range that begins a member, and moves the end of the range to
 * the first record after it that begins a member. */
static int begin_members(struct input *in, struct pool_range *range, trawl_mail_place *here)
{
    struct input_member from = {0, 0}, to;

    if (range->from > 0 && input_next_record(in->fd, range->from, &from) < 0)
        return TRAWL_ERROR_NO_MEMORY;
    to = from;
    if (range->to < UINT64_MAX && input_next_record(in->fd, range->to, &to) < 0)
        return TRAWL_ERROR_NO_MEMORY;
    if (from.packed == UINT64_MAX)
        from.packed = in->to = 0; /* there is none */
    in->members = true;
    in->offset = from.packed;
    here->offset = from.plain;
    here->input = from.plain > 0 ? TRAWL_INPUT_WARC : TRAWL_INPUT_AUTO;
    range->from = from.plain;
    range->to = range->to < UINT64_MAX && to.packed < UINT64_MAX ? to.plain : UINT64_MAX;
    return TRAWL_OK;
}

int pool_begin(struct input *in, const trawl_mail_config *config, struct pool_range *range,
               trawl_mail_place *here)
{
    int error;

    *here = (trawl_mail_place){.size = sizeof *here, .number = 1, .line = 1};
    in->to = UINT64_MAX;
    if (range->members && config->input != TRAWL_INPUT_AUTO && config->input != TRAWL_INPUT_WARC) {
        error = TRAWL_OK; /* read as another format: the first range has all of it */
        in->to = range->from > 0 ? 0 : UINT64_MAX;
        range->to = UINT64_MAX;
    } else if (range->members) {
        error = begin_members(in, range, here);
    } else {
        error = pool_place(in->fd, config, range->from, here);
        in->offset = here->offset;
    }
    in->given = here->offset;
    in->positioned = true;
    return error;
}
