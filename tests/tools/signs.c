/* signs.c - prints the signs of the line breaks after URLs, for src/gen/evidence.tsv
 *
 *     signs <LIST
 *
 * A line of the list is a place and a file. For the URL that begins at this byte of the file, prints
 * a line for each line break after it: the file, the lines of the URL before the break, and the
 * signs (enum break_sign) as a number in base 16.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <trawl.h>

#include "find/join/inside.h"

static uint64_t wanted;
static const char *file;
static trawl_settings *all;

static void seen(uint64_t from, unsigned lines, uint64_t signs)
{
    if (from == wanted)
        printf("%s\t%u\t%" PRIx64 "\n", file, lines, signs);
}

static int ignore(void *user, const trawl_link *link)
{
    (void)user;
    (void)link;
    return 0;
}

static int scan(const char *path)
{
    static char bytes[1 << 20];
    FILE *in = fopen(path, "rb");
    size_t n;

    if (!in)
        return -1;
    n = fread(bytes, 1, sizeof bytes, in);
    fclose(in);
    file = path;
    return trawl_each(bytes, n, all, ignore, NULL) == TRAWL_OK ? 0 : -1;
}

int main(void)
{
    trawl_config config = TRAWL_CONFIG_INIT;
    char line[4096], *path;

    break_seen = seen;
    config.want = TRAWL_WANT_DEFAULT | TRAWL_WANT_EXPLAIN; /* or not all signs are read */
    if (trawl_settings_open(&all, &config) != TRAWL_OK) {
        fputs("signs: no memory\n", stderr);
        return 2;
    }
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        wanted = strtoull(line, &path, 10);
        if (scan(path + strspn(path, " ")) < 0) {
            fprintf(stderr, "signs: %s: cannot be read\n", path);
            return 2;
        }
    }
    trawl_settings_close(&all);
    return 0;
}
