/* members.c - finds the members of a compressed web archive (WARC in gzip) without unpacking all
 *
 * Crawlers write a member for each record. The last four bytes of a member are its unpacked size.
 * If they agree with the length of the record, which its first bytes show, the next member begins
 * after them. If they do not agree, the member is unpacked to find its end. So the answer is the
 * same as for a reader that begins at the start, if the lengths of the records are right.
 */
#include <stdlib.h>
#include <strings.h>

#include "app/io/inside.h"
#include "base/check.h"

static const char members_magic[] = "\x1f\x8b\x08", members_record_begin[] = "WARC/1.";

enum {
    MAGIC = sizeof members_magic - 1,
    RECORD = sizeof members_record_begin - 1,
    SIZE = 4,    /* the bytes at the end of a member that give its unpacked size */
    BLANK = 4,   /* the empty lines after a record */
    HEAD = 8192, /* of a record; a longer head is unpacked */
    STEP = 1024
};

/* Bytes of the file from `at` on. */
struct members {
    int fd;
    uint64_t at;
    size_t n;
    char room[1 << 16];
};

/* Reads the bytes from `at` on, unless there are enough. Returns how many there are. */
static size_t members_fill(struct members *walk, uint64_t at, size_t enough)
{
    if (at >= walk->at && at - walk->at <= walk->n && walk->n - (size_t)(at - walk->at) >= enough)
        return walk->n - (size_t)(at - walk->at);
    walk->at = at;
    walk->n = input_read_at(walk->fd, walk->room, sizeof walk->room, at);
    return walk->n;
}

uint64_t input_record_size(const char *p, size_t n)
{
    static const char field[] = "content-length:", digits[] = "0123456789";
    enum { LINE = 1024, DIGITS = 18 };
    uint64_t length = 0;
    bool known = false;
    const char *lf;

    for (size_t i = 0; (lf = memchr(p + i, '\n', n - i)); i = (size_t)(lf - p) + 1) {
        size_t k = (size_t)(lf - (p + i)), end = k > 0 && lf[-1] == '\r' ? k - 1 : k, at, many;
        char line[LINE + 1];

        if (end == 0)
            return (uint64_t)(lf - p) + 1 + length;
        if (known || k >= LINE || k < sizeof field ||
            strncasecmp(p + i, field, sizeof field - 1) != 0)
            continue;
        CHECK(end < sizeof line);
        memcpy(line, p + i, end);
        line[end] = '\0';
        at = sizeof field - 1 + strspn(line + sizeof field - 1, " \t");
        many = strspn(line + at, digits);
        known = many > 0 && many <= DIGITS && at + many + strspn(line + at + many, " \t") == end;
        length = known ? strtoull(line + at, NULL, 10) : 0;
    }
    return 0;
}

/* Unpacks the member to find the next member, and moves *at there. If there is no next member, or
 * if this member unpacks to more than `most` bytes, sets *at to the end of the file and returns
 * false. */
static bool members_unpack(struct members *walk, struct input_member *at, uint64_t most)
{
    uint64_t packed = at->packed, plain = 0;
    char block[1 << 14];
    budget all = {0};
    struct unpack u;
    ssize_t got = unpack_open(&u, UNPACK_GZIP, &all) < 0 ? UNPACK_FAILED : UNPACK_HUNGRY;

    u.begins = false;
    while (got != 0 && got != UNPACK_FAILED && plain <= most) {
        if (got == UNPACK_HUNGRY) {
            unpack_give(&u, walk->room, members_fill(walk, packed, sizeof walk->room));
            packed += walk->n;
        }
        got = unpack_take(&u, block, sizeof block);
        if (u.begins)
            break;
        plain += got > 0 ? (uint64_t)got : 0;
    }
    *at = (struct input_member){at->plain + plain, u.begins ? at->packed + u.member : UINT64_MAX};
    unpack_close(&u);
    return at->packed != UINT64_MAX;
}

/* Returns the length of the record that the member begins with, or 0. */
static uint64_t members_record(struct members *walk, uint64_t packed)
{
    size_t n = 0, given = members_fill(walk, packed, HEAD);
    char head[HEAD];
    uint64_t size = 0;
    budget all = {0};
    struct unpack u;
    ssize_t got = unpack_open(&u, UNPACK_GZIP, &all) < 0 ? UNPACK_FAILED : 1;

    u.begins = false;
    if (got > 0 && given > 0)
        unpack_give(&u, walk->room + (packed - walk->at), given < HEAD ? given : HEAD);
    while (got > 0 && size == 0 && n < HEAD &&
           (got = unpack_take(&u, head + n, HEAD - n < STEP ? HEAD - n : STEP)) > 0 && !u.begins) {
        n += (size_t)got;
        size = n > RECORD && memcmp(head, members_record_begin, RECORD) == 0
                   ? input_record_size(head, n)
                   : 0;
    }
    unpack_close(&u);
    return size;
}

/* Returns the first place in p[0..n) where a member may begin, or NULL. */
static const char *members_find(const char *p, size_t n)
{
    const char *end = p + n;

    while ((p = memchr(p, members_magic[0], (size_t)(end - p))) && (size_t)(end - p) >= MAGIC &&
           memcmp(p, members_magic, MAGIC) != 0)
        p++;
    return p && (size_t)(end - p) >= MAGIC ? p : NULL;
}

/* Moves *at to the next bytes that look like the start of a member. Returns false, and leaves *at,
 * if the four bytes before them are not the unpacked size of a record of `size` bytes. At the end
 * of the file, sets at->packed to UINT64_MAX and returns true. */
static bool members_seek(struct members *walk, struct input_member *at, uint64_t size)
{
    uint64_t from = at->packed + MAGIC;
    const uint32_t all = (uint32_t)(size + BLANK);
    const unsigned char *p;
    const char *found;
    size_t n;

    while ((n = members_fill(walk, from, SIZE + MAGIC)) >= SIZE + MAGIC) {
        p = (const unsigned char *)walk->room + (from - walk->at);
        found = members_find((const char *)p + SIZE, n - SIZE);
        if (!found) {
            from += n - SIZE - MAGIC + 1;
            continue;
        }
        p = (const unsigned char *)found - SIZE;
        if (((uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24) !=
            all)
            return false;
        at->packed = walk->at + (uint64_t)(found - walk->room);
        at->plain += size + BLANK;
        return true;
    }
    at->packed = UINT64_MAX;
    return true;
}

int input_next_record(int fd, uint64_t from, struct input_member *at)
{
    struct members *walk = malloc(sizeof *walk);
    uint64_t size, end = 0; /* of the last record, in the unpacked text */

    if (!walk)
        return -1;
    *walk = (struct members){.fd = fd};
    while (at->packed != UINT64_MAX) {
        size = members_record(walk, at->packed);
        if (at->plain < end)
            size = 0; /* inside a record */
        end = size > 0 ? at->plain + size : end;
        if (at->packed >= from && size > 0)
            break;
        if (size == 0 || !members_seek(walk, at, size))
            (void)members_unpack(walk, at, UINT64_MAX);
    }
    free(walk);
    return 0;
}

bool input_has_members(int fd)
{
    struct members *walk = malloc(sizeof *walk);
    struct input_member at = {0, 0};
    uint64_t size;
    bool has;

    if (!walk)
        return false;
    *walk = (struct members){.fd = fd};
    size = members_record(walk, 0);
    has = size > 0 && members_unpack(walk, &at, size + BLANK);
    free(walk);
    return has;
}
