/* spool.c - the bytes of a message, which are read several times: for its text, its attachments and
 * its own file
 *
 * The first bytes are in memory, the others in the file .trawl-site/spool. So a compressed archive
 * is unpacked once, and a large message needs little memory.
 */
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "app/guard/guard.h"
#include "app/pool/pool.h"
#include "archive/site/message/message.h"

#define SPOOL HIDDEN "/spool"
#define SPOOL_MEMORY ((size_t)1 << 18)

void spool_begin(struct spool *spool, struct site *s)
{
    if (spool->n > spool->memory.n && spool->fd >= 0)
        (void)close(spool->fd);
    spool->site = s;
    spool->memory.n = 0;
    spool->n = 0;
    spool->fd = -1;
}

void spool_close(struct spool *spool)
{
    spool_begin(spool, spool->site);
    buffer_free(&spool->memory);
}

/* Opens the file for bytes that do not fit into memory. Returns 0 or an errno. */
static int spool_open(struct spool *spool)
{
    (void)unlinkat(spool->site->dir, SPOOL, 0);
    while ((spool->fd =
                openat(spool->site->dir, SPOOL, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600)) < 0)
        if (errno != EINTR)
            return errno;
    return 0;
}

int spool_take(void *user, const char *p, size_t n)
{
    struct spool *spool = user;
    size_t room = SPOOL_MEMORY - spool->memory.n, part = n < room ? n : room;
    int error = 0;

    if (buffer_add(&spool->memory, p, part) != TRAWL_OK) {
        (void)command_trouble("site", TRAWL_ERROR_NO_MEMORY);
        return -1;
    }
    if (part < n && spool->fd < 0)
        error = spool_open(spool);
    if (part < n && !error)
        error = write_whole(spool->fd, p + part, n - part);
    if (error) {
        say_system("site", SPOOL, error);
        return -1;
    }
    spool->n += n;
    guard_step(0);
    return 0;
}

int spool_read(struct spool *spool, uint64_t from, uint64_t to, source_bytes *take, void *user)
{
    static char block[1 << 16];
    size_t held = spool->memory.n;
    int stop = 0;

    to = to < spool->n ? to : spool->n;
    if (from < to && from < held) {
        size_t n = to < held ? (size_t)(to - from) : held - (size_t)from;

        stop = take(user, spool->memory.p + from, n);
        from += n;
    }
    while (stop == 0 && from < to) {
        size_t most = to - from < sizeof block ? (size_t)(to - from) : sizeof block,
               got = input_read_at(spool->fd, block, most, from - held);

        if (got == 0) {
            say_system("site", SPOOL, EIO);
            return -1;
        }
        from += got;
        stop = take(user, block, got);
    }
    return stop;
}
