/* feed.c - scans a file with the library, in blocks of any size, and counts the links
 *
 *     feed BLOCK FILE        a BLOCK of 0 is all of it in one piece
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <trawl.h>

static int count(void *user, const trawl_event *e)
{
    *(uint64_t *)user += e->type == TRAWL_LINK;
    return 0;
}

static char *whole(const char *name, size_t *n)
{
    FILE *file = fopen(name, "rb");
    char *text = NULL;
    long size = 0;

    if (file && fseek(file, 0, SEEK_END) == 0 && (size = ftell(file)) >= 0 && fseek(file, 0, SEEK_SET) == 0)
        text = malloc((size_t)size + 1);
    if (text && fread(text, 1, (size_t)size, file) != (size_t)size) {
        free(text);
        text = NULL;
    }
    if (file)
        fclose(file);
    *n = (size_t)size;
    return text;
}

int main(int argc, char **argv)
{
    trawl_config cfg = {.size = sizeof cfg, .options = TRAWL_LINKS_ONLY};
    size_t n, block = argc == 3 ? strtoul(argv[1], NULL, 10) : 0;
    char *text = argc == 3 ? whole(argv[2], &n) : NULL;
    uint64_t links = 0;
    trawl *t;
    int error;

    if (!text || trawl_open(&t, &cfg, count, &links) != TRAWL_OK) {
        fputs("usage: feed BLOCK FILE\n", stderr);
        return 2;
    }
    block = block ? block : n;
    error = 0;
    for (size_t at = 0; at < n && !error; at += block)
        error = trawl_feed(t, text + at, block < n - at ? block : n - at) != TRAWL_OK;
    error = error || trawl_finish(t) != TRAWL_OK;
    trawl_close(&t);
    free(text);
    printf("%llu\n", (unsigned long long)links);
    return error;
}
