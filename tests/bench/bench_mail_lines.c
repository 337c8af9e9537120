/* bench_mail_lines.c - how fast lines.h is: ordinary mail by each rule, and what is not looked at
 *
 *     bench_mail_lines [MEGABYTES]
 *
 * Processor time, the best of a few runs, in blocks of 64 KiB but for the last row. The aim is 6 GB/s for ordinary text.
 */
#include <stdio.h>
#include <string.h>

#include "bench.h"
#include "mail/lines.h"
#include "mailtext.h"

enum { KIBI64 = 1 << 16, RUNS = 5, MEGA = 1000000 };

static int count(void *user, const char *p, size_t n)
{
    (void)user;
    kept += n + (unsigned char)*p;
    return 0;
}

static int signature(void *user)
{
    (void)user;
    return 0;
}

static void row(const char *what, lines_rule rule, const char *text, size_t n, size_t block)
{
    static const lines_out out = {NULL, count, count, count, signature};
    double best = 0;

    for (int run = 0; run < RUNS; run++) {
        double time = now();
        lines l;
        lines_begin(&l, rule, &out);
        for (size_t at = 0; at < n; at += block)
            lines_feed(&l, text + at, block < n - at ? block : n - at);
        lines_finish(&l);
        time = now() - time;
        best = run == 0 || time < best ? time : best;
    }
    printf("    %-44s%8.3f GB/s\n", what, (double)n / best);
}

/* A text of one line again and again, behind another one. */
static void repeat(char *text, size_t n, const char *head, const char *line)
{
    size_t head_n = strlen(head), line_n = strlen(line);

    memcpy(text, head, head_n);
    for (size_t at = head_n; at < n; at += line_n)
        memcpy(text + at, line, line_n < n - at ? line_n : n - at);
}

int main(int argc, char **argv)
{
    size_t n = (argc > 1 ? strtoul(argv[1], NULL, 10) : 64) * MEGA;
    char *text = n > KIBI64 ? malloc(n) : NULL;

    if (!text)
        return 2;
    mailtext_make(text, n);
    row("mail text", LINES_PLAIN, text, n, KIBI64);
    row("mail text, format=flowed; delsp=yes", LINES_DELSP, text, n, KIBI64);
    row("mail text as a calendar", LINES_FOLDED, text, n, KIBI64);
    row("mail text, blocks of 100 bytes", LINES_PLAIN, text, n, 100);
    row("mail text, byte by byte", LINES_PLAIN, text, n / 16, 1);
    repeat(text, n, "begin 644 x\n", "M5&AE('%U:6-K(&)R;W=N(&9O>\"!S965S(&AT='`Z+R]A+F5X86UP;&4O(&%N\n");
    row("uuencode", LINES_PLAIN, text, n, KIBI64);
    repeat(text, n, "", "bjQLnP+zepicpUTmu3gKLHiQHT+zNzh2hRGjBhevoB1L9RIvNEVUxTveLruM0rfj0WAK1jHDhaXX\n");
    row("base64 without a mark", LINES_PLAIN, text, n, KIBI64);
    repeat(text, n, "", "\xE6\x97\xA5\xE6\x9C\xAC\xE8\xAA\x9E");
    row("a line without blanks", LINES_PLAIN, text, n, KIBI64);
    repeat(text, n, "", "abcdefghijklmnopqrstuvwxyz");
    row("a line of letters", LINES_PLAIN, text, n, KIBI64);
    repeat(text, n, "", "a b\n");
    row("short lines", LINES_PLAIN, text, n, KIBI64);
    repeat(text, n, "", "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\nb b\n");
    row("lines that are nearly something", LINES_PLAIN, text, n, KIBI64);
    repeat(text, n, "",
           "-----BEGIN X-----\nA: b\nA: b\nA: b\nA: b\nA: b\nA: b\nA: b\nA: b\nA: b\nA: b\nA: b\nA: b\nA\n");
    row("the same, further", LINES_PLAIN, text, n, KIBI64);
    row("the same, byte by byte", LINES_PLAIN, text, n / 16, 1);
    repeat(text, n, "", "(This file must be converted with BinHex\n\n\n\n\n\n\n\n\n");
    row("and empty lines, byte by byte", LINES_PLAIN, text, n / 16, 1);
    free(text);
    return 0;
}
