/* feed.c - scans a file with the library, in blocks of any size, and counts the links
 *
 *     feed BLOCK FILE [PASSES]      BLOCK 0: in one piece
 *
 * With a number of passes, requests only the links and their spans, as linkify returns them.
 */
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <trawl.h>
#include <unistd.h>

#include "configured.h"

static int count(void *user, const trawl_event *e)
{
    *(uint64_t *)user += e->type == TRAWL_EVENT_LINK;
    return 0;
}

/* Maps the file: reading it would take a large part of the measured time. */
static char *whole(const char *name, size_t *n)
{
    int fd = open(name, O_RDONLY);
    struct stat status = {0};
    void *text = fd >= 0 && fstat(fd, &status) == 0 ? mmap(NULL, (size_t)status.st_size, PROT_READ,
                                                           MAP_PRIVATE | MAP_POPULATE, fd, 0)
                                                    : MAP_FAILED;

    if (fd >= 0)
        close(fd);
    *n = (size_t)status.st_size;
    return text != MAP_FAILED ? text : NULL;
}

static int pass(trawl_scanner *t, const char *text, size_t n, size_t block)
{
    int error = trawl_reset(t);

    for (size_t at = 0; at < n && !error; at += block)
        error = trawl_feed(t, text + at, block < n - at ? block : n - at);
    return error ? error : trawl_finish(t);
}

int main(int argc, char **argv)
{
    const bool usage = argc < 3 || argc > 4;
    unsigned long passes = argc == 4 ? strtoul(argv[3], NULL, 10) : 1;
    trawl_config cfg = {.size = sizeof cfg,
                        .want = TRAWL_WANT_LINK | (argc == 4 ? 0 : TRAWL_WANT_PLACE)};
    size_t n, block = usage ? 0 : strtoul(argv[1], NULL, 10);
    char *text = usage ? NULL : whole(argv[2], &n);
    uint64_t links = 0;
    trawl_scanner *t;
    int error = 0;

    if (!text || configured_open(&t, &cfg, count, &links) != TRAWL_OK) {
        fputs("usage: feed BLOCK FILE [PASSES]\n", stderr);
        return 2;
    }
    for (; passes > 0 && !error; passes--)
        error = pass(t, text, n, block ? block : n) != TRAWL_OK;
    configured_close(&t);
    munmap(text, n);
    printf("%llu\n", (unsigned long long)links);
    return error;
}
