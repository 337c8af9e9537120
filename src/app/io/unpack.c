/* unpack.c - unpacks gzip, bzip2, xz and zstd: formats, members, faults
 *
 * A gzip member or bzip2 stream may be followed by one more of its kind, by zero bytes (tapes and
 * block devices add them), or by other data, which is ignored as gzip and bzip2 do. Invalid or
 * truncated data is a fault, and so is data that unpacks to more than the limit.
 */
#include "app/io/inside.h"

#include <stdio.h>

#include "base/memory.h"

/* The first bytes of each format. "." is a digit from 1 to 9. A skippable frame's first low nibble
 * may be anything (RFC 8878 section 3.1.2). An empty bzip2 stream ends right after its start. */
static const struct beginning {
    enum unpack_format format;
    unsigned char mask;
    unsigned char n;
    const char *bytes;
} beginnings[] = {
    {UNPACK_GZIP, 0xff, 3, "\x1f\x8b\x08"},
    {UNPACK_ZSTD, 0xff, 4, "\x28\xb5\x2f\xfd"},
    {UNPACK_ZSTD, 0xf0, 4, "\x50\x2a\x4d\x18"},
    {UNPACK_XZ, 0xff, 6,
     "\xfd"
     "7zXZ\0"},
    {UNPACK_BZIP2, 0xff, 10, "BZh.1AY&SY"},
    {UNPACK_BZIP2, 0xff, 10, "BZh.\x17\x72\x45\x38\x50\x90"},
    {UNPACK_COMPRESS, 0xff, 2, "\x1f\x9d"},
};

/* Returns how many of the first bytes agree with the beginning. */
static size_t agree(const struct beginning *beginning, const char *p, size_t n)
{
    size_t i = 0;

    for (; i < n && i < beginning->n; i++) {
        unsigned char c = (unsigned char)p[i] & (i == 0 ? beginning->mask : 0xff);

        if (beginning->bytes[i] == '.' ? c < '1' || c > '9'
                                       : c != (unsigned char)beginning->bytes[i])
            break;
    }
    return i;
}

enum unpack_format unpack_format_of(const char *p, size_t n)
{
    enum unpack_format format = UNPACK_PLAIN;

    for (size_t i = 0; i < sizeof beginnings / sizeof beginnings[0]; i++) {
        size_t same = agree(&beginnings[i], p, n);

        if (same == beginnings[i].n)
            return beginnings[i].format;
        if (same == n)
            format = UNPACK_UNDECIDED;
    }
    return format;
}

int unpack_open(struct unpack *u, enum unpack_format format, uint64_t most)
{
    static const struct {
        const char *name;
        const struct codec *codec;
    } known[] = {
        [UNPACK_GZIP] = {"gzip", &codec_gzip},  [UNPACK_ZSTD] = {"zstd", &codec_zstd},
        [UNPACK_XZ] = {"xz", &codec_xz},        [UNPACK_BZIP2] = {"bzip2", &codec_bzip2},
        [UNPACK_COMPRESS] = {"compress", NULL},
    };

    *u = (struct unpack){.name = known[format].name, .codec = known[format].codec, .most = most};
    if (!u->codec || !u->codec->library)
        (void)snprintf(u->why, sizeof u->why,
                       "which this build of trawl does not read; try \"%s -dc FILE | trawl\"",
                       u->codec ? u->name : "gzip");
    else if (!(u->state = u->codec->open()))
        (void)snprintf(u->why, sizeof u->why, "and %s, which reads it, cannot be loaded here",
                       u->codec->library);
    return u->state ? 0 : -1;
}

void unpack_give(struct unpack *u, const char *p, size_t n)
{
    u->p = (const unsigned char *)p;
    u->n = n;
    u->last = n == 0;
}

/* Records a fault. It is reported once all bytes before it were returned. */
static void unpack_fail(struct unpack *u, const char *what, const char *why)
{
    (void)snprintf(u->why, sizeof u->why, "%s (at byte %llu%s%s)", what, (unsigned long long)u->at,
                   why ? ": " : "", why ? why : "");
    u->where = UNPACK_BROKEN;
}

static void unpack_consume(struct unpack *u, size_t n)
{
    u->p += n;
    u->n -= n;
    u->at += n;
    u->read += n;
}

static enum codec_answer unpack_run(struct unpack *u, struct codec_io *io)
{
    size_t room = io->out_n;
    enum codec_answer answer;

    SANITIZE_FOREIGN_BEGIN();
    answer = u->codec->step(u->state, io);
    SANITIZE_FOREIGN_END();
    room -= io->out_n;
    SANITIZE_WRITTEN(io->out - room, room);
    return answer;
}

/* Takes one step of the decoder, and returns how many bytes it wrote. */
static size_t unpack_step(struct unpack *u, char *out, size_t size)
{
    struct codec_io io = {
        .in = u->p, .in_n = u->n, .out = (unsigned char *)out, .out_n = size, .last = u->last};
    enum codec_answer answer = unpack_run(u, &io);
    size_t taken = u->n - io.in_n, came = size - io.out_n;

    unpack_consume(u, taken);
    if (answer == CODEC_DAMAGED)
        unpack_fail(u, "is damaged", io.why);
    else if (answer == CODEC_REFUSED)
        unpack_fail(u, "cannot be unpacked", io.why);
    else if (answer == CODEC_END)
        u->where = u->codec->magic ? UNPACK_BETWEEN : UNPACK_OVER;
    else if (came == 0 && u->n == 0 && u->last)
        unpack_fail(u, "ends early", NULL);
    else if (came == 0 && taken == 0 && u->n > 0)
        unpack_fail(u, "is damaged", "its decoder is stuck");
    return came;
}

/* Starts the next member. Its magic may have come in pieces, so the decoder gets a copy. */
static void begin_member(struct unpack *u)
{
    char none[1];
    struct codec_io io = {.in = (const unsigned char *)u->codec->magic, .in_n = u->matched};

    io.out = (unsigned char *)none;
    io.out_n = sizeof none;
    u->matched = 0;
    u->where = UNPACK_INSIDE;
    u->codec->close(u->state);
    if (!(u->state = u->codec->open()))
        unpack_fail(u, "cannot be unpacked", "no memory");
    else if (unpack_run(u, &io) != CODEC_MORE || io.in_n > 0)
        unpack_fail(u, "is damaged", "a member begins in no known way");
}

/* Decides what follows a member. */
static void read_between(struct unpack *u)
{
    const char *magic = u->codec->magic;

    while (u->n > 0 && u->where == UNPACK_BETWEEN) {
        if (u->zeros == 0 && *u->p == (unsigned char)magic[u->matched]) {
            unpack_consume(u, 1);
            if (magic[++u->matched] == '\0')
                begin_member(u);
        } else if (u->matched == 0 && *u->p == 0) {
            unpack_consume(u, 1);
            u->zeros++;
        } else {
            u->garbage = true;
            u->where = UNPACK_OVER;
        }
    }
    if (u->where == UNPACK_BETWEEN && u->last && u->matched > 0)
        unpack_fail(u, "ends early", NULL);
    else if (u->where == UNPACK_BETWEEN && u->last)
        u->where = UNPACK_OVER;
    if (u->garbage)
        u->at -= u->matched;
}

/* Returns how many more bytes may be unpacked. */
static uint64_t unpack_left(const struct unpack *u)
{
    const uint64_t usual = (uint64_t)128 << 20, ratio = 100;
    uint64_t most = u->most ? u->most : u->read > usual / ratio ? u->read * ratio : usual;

    return most > u->unpacked ? most - u->unpacked : 0;
}

/* Takes one step without exceeding the limit. At the limit, tries to unpack one more byte: it is a
 * fault if there is one, since data that ends at the limit is complete. */
static size_t unpack_step_to_limit(struct unpack *u, char *out, size_t size)
{
    uint64_t room = unpack_left(u);
    char beyond[1];
    size_t came = room > 0 ? unpack_step(u, out, room < size ? (size_t)room : size)
                           : unpack_step(u, beyond, sizeof beyond);
    char why[80];

    if (room > 0 || came == 0) {
        u->unpacked += came;
        return came;
    }
    (void)snprintf(why, sizeof why, "%llu bytes were unpacked; see --max-unpacked",
                   (unsigned long long)u->unpacked);
    unpack_fail(u, "is over the limit", why);
    u->limited = true;
    return 0;
}

ssize_t unpack_take(struct unpack *u, char *out, size_t size)
{
    for (;;) {
        size_t came = 0;

        if (u->where == UNPACK_OVER)
            return 0;
        if (u->where == UNPACK_BROKEN)
            return UNPACK_FAILED;
        if (u->where == UNPACK_BETWEEN)
            read_between(u);
        else
            came = unpack_step_to_limit(u, out, size);
        if (came > 0)
            return (ssize_t)came;
        if (u->n == 0 && !u->last && (u->where == UNPACK_INSIDE || u->where == UNPACK_BETWEEN))
            return UNPACK_HUNGRY;
    }
}

void unpack_close(struct unpack *u)
{
    if (u->state)
        u->codec->close(u->state);
    u->state = NULL;
}
