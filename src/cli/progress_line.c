/* progress_line.c - the words of the progress line, as many as fit; see progress_line.h */
#include "cli/progress_line.h"

#include <stdio.h>
#include <string.h>

enum { PART_BYTES, PART_MESSAGES, PART_LINKS, PART_SPEED, PART_LEFT, PARTS };
#define PART_SIZE 48 /* two numbers of 20 digits and a word would fit */

/* Three digits or so, in units of 1000. */
static void put_bytes(char *p, size_t size, double bytes)
{
    static const char *const units[] = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};
    size_t i = 0;

    /* 999.5 would be shown as 1000. */
    for (; bytes >= 999.5 && i + 1 < sizeof units / sizeof units[0]; i++)
        bytes /= 1000;
    (void)snprintf(p, size, "%.*f %s", i > 0 && bytes < 99.95 ? 1 : 0, bytes, units[i]);
}

static void put_left(char *p, size_t size, double seconds)
{
    unsigned long long s = (unsigned long long)(seconds + 0.5);

    if (s >= 3600)
        (void)snprintf(p, size, "%llu:%02llu:%02llu left", s / 3600, s / 60 % 60, s % 60);
    else
        (void)snprintf(p, size, "%llu:%02llu left", s / 60, s % 60);
}

static void put_count(char *p, uint64_t n, const char *one, const char *many)
{
    (void)snprintf(p, PART_SIZE, "%llu %s", (unsigned long long)n, n == 1 ? one : many);
}

static void put_parts(char part[PARTS][PART_SIZE], struct progress_count now, uint64_t total, double seconds)
{
    double bytes = (double)now.bytes, speed = seconds > 0 ? bytes / seconds : 0;
    char number[PART_SIZE / 2];

    put_bytes(part[PART_BYTES], PART_SIZE / 2, bytes);
    if (total >= now.bytes && total > 0) {
        size_t n = strlen(part[PART_BYTES]);

        put_bytes(number, sizeof number, (double)total);
        (void)snprintf(part[PART_BYTES] + n, PART_SIZE - n, " of %s", number);
        if (speed > 0)
            put_left(part[PART_LEFT], PART_SIZE, ((double)total - bytes) / speed);
    }
    if (now.messages > 0)
        put_count(part[PART_MESSAGES], now.messages, "message", "messages");
    put_count(part[PART_LINKS], now.links, "link", "links");
    if (speed > 0) {
        put_bytes(number, sizeof number, speed);
        (void)snprintf(part[PART_SPEED], PART_SIZE, "%s/s", number);
    }
}

static size_t join(char *line, char part[PARTS][PART_SIZE])
{
    size_t n = 0;

    for (int i = 0; i < PARTS; i++)
        if (part[i][0])
            n += (size_t)snprintf(line + n, PROGRESS_LINE - n, "%s%s", n > 0 ? ", " : "", part[i]);
    return n;
}

size_t progress_line(char *line, size_t columns, struct progress_count now, uint64_t total, double seconds)
{
    static const int dispensable[] = {PART_MESSAGES, PART_LINKS, PART_SPEED, PART_LEFT};
    char part[PARTS][PART_SIZE] = {{0}};
    size_t n, i = 0;

    put_parts(part, now, total, seconds);
    while ((n = join(line, part)) > columns && i < sizeof dispensable / sizeof dispensable[0])
        part[dispensable[i++]][0] = '\0';
    return n < columns ? n : columns;
}
