/* bench_charset.c - charsets undone: megabytes of source a second, the map of places kept and forgotten, and without one
 *
 *     bench_charset [MEGABYTES]
 *
 * Words of two to ten letters drawn from some hundred, in lines, as letters in such charsets are; in blocks of 64 KB, out in pieces of
 * 4 KB, as mail is read. memcpy() beside them. The aims: 1000 MB/s for one byte a character without a map, 400 for two bytes.
 */
#include <stdio.h>
#include <string.h>
#include <trawl.h>

#include "bench.h"
#include "chance.h"
#include "charset/charset.h"

enum { ROUNDS = 7, MEGABYTE = 1000000, BLOCK = 65536, ROOM = 4096, LINE_BYTES = 200 };

typedef struct sort {
    const char *label;           /* of the charset; NULL: memcpy() */
    const char *before, *behind; /* a line */
    unsigned char from, to;      /* a letter's byte, or its first one, is of these */
    unsigned char second;        /* its second one is of 32 from there on; 0: it has none */
} sort;

static const sort sorts[] = {
    {NULL, "", "", 'a', 'z', 0},          {"iso-8859-1", "", "", 'a', 'z', 0},
    {"koi8-r", "", "", 0xC0, 0xDF, 0},    {"shift_jis", "", "", 0x88, 0x90, 0xA0},
    {"gb2312", "", "", 0xB0, 0xB8, 0xA1}, {"big5", "", "", 0xA4, 0xAC, 0xA1},
    {"euc-kr", "", "", 0xB0, 0xB8, 0xA1}, {"iso-2022-jp", "\x1B$B", "\x1B(B", 0x30, 0x38, 0x21},
};

static char block_out[BLOCK];

static int decode(charset *c, const char *p, size_t n, bool off)
{
    srcmap map;
    int failed = TRAWL_OK;

    srcmap_open(&map, &memory_default);
    map.off = off;
    charset_reset(c);
    for (size_t at = 0, some; at < n && !failed; at += some) {
        some = n - at < BLOCK ? n - at : BLOCK;
        charset_io io = {
            .in = p + at, .in_n = some, .last = at + some == n, .out = block_out, .size = ROOM, .map = &map};
        do {
            io.len = 0;
            failed = charset_decode(c, &io);
            kept += off ? io.len : (unsigned long)srcmap_start(&map, map.text - io.len / 2);
            srcmap_forget(&map, map.text);
        } while (!failed && io.size - io.len < TAKE_TEXT);
    }
    srcmap_close(&map);
    return failed;
}

/* Of Latin-1, one letter in 30 is beyond ASCII. */
static char first_byte(const sort *s, chance *c)
{
    return (char)(s->from == 'a' && chance_below(c, 30) == 0 ? 0xE9 : chance_from_to(c, s->from, s->to));
}

/* A line of words; where it ends. */
static char *put_line(const sort *s, chance *c, char *p)
{
    p += strlen(strcpy(p, s->before));
    for (unsigned words = 0; words < 8; words++) {
        for (unsigned letters = chance_from_to(c, 2, 10); letters > 0; letters--) {
            *p++ = first_byte(s, c);
            if (s->second)
                *p++ = (char)chance_from_to(c, s->second, s->second + 31u);
        }
        if (!s->second)
            *p++ = ' '; /* such charsets have none between words */
    }
    p += strlen(strcpy(p, s->behind));
    *p++ = '\n';
    return p;
}

static size_t fill(const sort *s, char *p, size_t n)
{
    chance c = {1};
    char *to = p;

    while ((size_t)(to - p) < n - LINE_BYTES)
        to = put_line(s, &c, to);
    return (size_t)(to - p);
}

static double rate(charset *c, const char *p, size_t n, bool off)
{
    double times[ROUNDS];

    for (int round = 0; round < ROUNDS; round++) {
        double begin = now();
        if (!c)
            copy_blocks(block_out, BLOCK, p, n);
        else if (decode(c, p, n, off))
            return 0;
        times[round] = now() - begin;
    }
    return (double)n * 1e3 / median(times, ROUNDS);
}

static void measure(const sort *s, char *p, size_t n)
{
    charset c;

    n = fill(s, p, n);
    if (!s->label) {
        printf("    %-20s%10.0f MB/s\n", "memcpy", rate(NULL, p, n, false));
    } else if (charset_open(&c, names_find(s->label, strlen(s->label)), &memory_default) != TRAWL_OK) {
        printf("    %-20s no converter\n", s->label);
    } else {
        printf("    %-20s%10.0f MB/s, without a map %.0f\n", s->label, rate(&c, p, n, false), rate(&c, p, n, true));
        charset_close(&c);
    }
}

int main(int argc, char **argv)
{
    long megabytes = argc > 1 ? strtol(argv[1], NULL, 10) : 20;
    size_t n = (size_t)(megabytes > 0 ? megabytes : 1) * MEGABYTE;
    char *p = malloc(n);

    for (size_t i = 0; i < sizeof sorts / sizeof sorts[0] && p; i++)
        measure(&sorts[i], p, n);
    free(p);
    return !p;
}
