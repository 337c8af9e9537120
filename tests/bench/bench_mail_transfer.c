/* bench_mail_transfer.c - transfer encodings undone: megabytes of source a second, the map of places kept and forgotten
 *
 *     bench_mail_transfer [MEGABYTES]
 *
 * Quoted-printable of three sorts (text with an escape or a soft break in each 40 bytes, one only in each line,
 * Cyrillic), base64 in lines of 76 and uuencode, in blocks of 64 KB, each asked for a place now and then; memcpy()
 * beside them. The aims: 1500 MB/s for the first, 1000 for base64.
 */
#include <stdio.h>
#include <string.h>
#include <trawl.h>

#include "bench.h"
#include "mail/transfer.h"

enum { ROUNDS = 7, MEGABYTE = 1000000, BLOCK = 65536 };

typedef struct sort {
    const char *name;
    transfer_kind kind;
    const char *head, *unit; /* the unit over and over */
} sort;

static const sort sorts[] = {
    {"memcpy", TRANSFER_NONE, "", "Words of a text that is as it is, in lines of no great length at all\n"},
    {"quoted-printable, = per 40 bytes", TRANSFER_QP, "",
     "Here is a text that goes =E9 on for this and ends in a break that is soft =\nor"},
    {"quoted-printable, = per line", TRANSFER_QP, "",
     "Here is a text that goes on for a while and at last comes to a break, =\nand"},
    {"quoted-printable, Cyrillic", TRANSFER_QP, "",
     "=D0=A2=D0=B5=D0=BA=D1=81=D1=82 =D0=BD=D0=B0 =D1=80=D1=83=D1=81=\n"},
    {"base64", TRANSFER_BASE64, "", "VGhpcyBpcyBhIGxpbmUgb2YgdGV4dCB0aGF0IGlzIGp1c3QgYXMgbG9uZyBhcyBpdCBtdXN0IGJl\r\n"},
    {"uuencode", TRANSFER_UU, "begin 644 x\n", "M5&AI<R!I<R!A(&QI;F4@;V8@=&5X=\"!T:&%T(&ES(&IU<W0@87,@;&]N9R!A\n"},
};

static char block_out[BLOCK];

static int decode(const sort *s, const char *p, size_t n)
{
    transfer t;
    srcmap map;
    int failed = TRAWL_OK;

    srcmap_open(&map, &memory_default);
    transfer_begin(&t, s->kind);
    for (size_t at = 0, some; at < n && !failed; at += some) {
        some = n - at < BLOCK ? n - at : BLOCK;
        transfer_io io = {
            .in = p + at, .in_n = some, .last = at + some == n, .out = block_out, .size = BLOCK, .map = &map};
        while (!failed && io.in_n > 0) {
            io.len = 0;
            failed = transfer_decode(&t, &io);
            kept += (unsigned long)srcmap_start(&map, map.text - io.len / 2);
            srcmap_forget(&map, map.text);
        }
    }
    srcmap_close(&map);
    return failed;
}

static void fill(const sort *s, char *p, size_t n)
{
    size_t head = strlen(s->head), unit = strlen(s->unit);

    for (size_t i = 0; i < n; i++)
        p[i] = i < head ? s->head[i] : s->unit[(i - head) % unit];
}

static int measure(const sort *s, char *p, size_t n)
{
    double times[ROUNDS];

    fill(s, p, n);
    for (int round = 0; round < ROUNDS; round++) {
        double begin = now();
        if (s->kind == TRANSFER_NONE)
            copy_blocks(block_out, BLOCK, p, n);
        else if (decode(s, p, n))
            return 1;
        times[round] = now() - begin;
    }
    printf("    %-36s%10.0f MB/s\n", s->name, (double)n * 1e3 / median(times, ROUNDS));
    return 0;
}

int main(int argc, char **argv)
{
    long megabytes = argc > 1 ? strtol(argv[1], NULL, 10) : 20;
    size_t n = (size_t)(megabytes > 0 ? megabytes : 1) * MEGABYTE;
    char *p = malloc(n);
    int failed = !p;

    for (size_t i = 0; i < sizeof sorts / sizeof sorts[0] && !failed; i++)
        failed = measure(&sorts[i], p, n);
    free(p);
    return failed;
}
