/* bench_parts.c - the speed of parts of the library, and the memory for mail of any length
 *
 *     bench_parts [memory | lines | transfer | charset] [MEGABYTES [PART OF A NAME]]
 *
 * Prints processor time, for blocks of 64 KiB unless a row says otherwise. memcpy() is measured for
 * comparison. "!" marks a missed aim.
 *
 * memory     the shapes of shapes.h that are not plain text: 200 MB of each, made while they are fed,
 *            in a process of its own; the aims are a peak of 16 MB, and 50 MB/s
 * lines      the lines of ordinary mail by each rule; the aim is 6 GB/s
 * transfer   three kinds of quoted-printable, base64 and uuencode, with some lookups of places; the
 *            aims are 1500 MB/s for the first and 1000 MB/s for base64
 * charset    words of two to ten letters, decoded in pieces of 4 KB as for mail, with and without a
 *            map of places; the aims, without a map, are 1000 MB/s for one byte a character and 400
 *            for two
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <trawl.h>
#include <unistd.h>

#include "bench.h"
#include "charset/charset.h"
#include "mail/body/body.h"
#include "configured.h"
#include "shapes.h"
#include "text.h"

enum {
    ROUNDS = 7,
    MEGABYTE = 1000000,
    BLOCK = 65536,
    OUT = 4096,
    LINE_BYTES = 200,
    MOST_KIB = 16000000 / 1024,
    SLOWEST = 50
};

/* ---- Lines ---- */

static int count_bytes(void *user, const char *p, size_t n)
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
    static const lines_out out = {
        .read = count_bytes, .unread = count_bytes, .cut = count_bytes, .signature = signature};
    double best = 0;

    for (int run = 0; run < ROUNDS; run++) {
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

/* Fills a text with head, and then line repeated. */
static void repeat(char *text, size_t n, const char *head, const char *line)
{
    size_t head_n = strlen(head), line_n = strlen(line);

    memcpy(text, head, head_n);
    for (size_t at = head_n; at < n; at += line_n)
        memcpy(text + at, line, line_n < n - at ? line_n : n - at);
}

static int all_lines(size_t n)
{
    char *text = n > BLOCK ? malloc(n) : NULL;

    if (!text)
        return 2;
    puts("\nThe lines of a body");
    mailtext_make(text, n);
    row("mail text", LINES_PLAIN, text, n, BLOCK);
    row("mail text, format=flowed; delsp=yes", LINES_DELSP, text, n, BLOCK);
    row("mail text as a calendar", LINES_FOLDED, text, n, BLOCK);
    row("mail text, blocks of 100 bytes", LINES_PLAIN, text, n, 100);
    row("mail text, byte by byte", LINES_PLAIN, text, n / 16, 1);
    repeat(text, n, "begin 644 x\n",
           "M5&AE('%U:6-K(&)R;W=N(&9O>\"!S965S(&AT='`Z+R]A+F5X86UP;&4O(&%N\n");
    row("uuencode", LINES_PLAIN, text, n, BLOCK);
    repeat(text, n, "",
           "bjQLnP+zepicpUTmu3gKLHiQHT+zNzh2hRGjBhevoB1L9RIvNEVUxTveLruM0rfj0WAK1jHDhaXX\n");
    row("base64 without a header line", LINES_PLAIN, text, n, BLOCK);
    repeat(text, n, "", "\xE6\x97\xA5\xE6\x9C\xAC\xE8\xAA\x9E");
    row("a line without blanks", LINES_PLAIN, text, n, BLOCK);
    repeat(text, n, "", "abcdefghijklmnopqrstuvwxyz");
    row("a line of letters", LINES_PLAIN, text, n, BLOCK);
    repeat(text, n, "", "a b\n");
    row("short lines", LINES_PLAIN, text, n, BLOCK);
    repeat(text, n, "", "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\nb b\n");
    row("lines that almost begin a binary", LINES_PLAIN, text, n, BLOCK);
    repeat(
        text, n, "",
        "-----BEGIN X-----\nA: b\nA: b\nA: b\nA: b\nA: b\nA: b\nA: b\nA: b\nA: b\nA: b\nA: b\nA: b\nA\n");
    row("the same, further", LINES_PLAIN, text, n, BLOCK);
    row("the same, byte by byte", LINES_PLAIN, text, n / 16, 1);
    repeat(text, n, "", "(This file must be converted with BinHex\n\n\n\n\n\n\n\n\n");
    row("and empty lines, byte by byte", LINES_PLAIN, text, n / 16, 1);
    free(text);
    return 0;
}

/* ---- Transfer encodings ---- */

typedef struct sort {
    const char *name;
    transfer_kind kind;
    const char *head, *unit; /* the unit is repeated */
} sort;

static const sort sorts[] = {
    {"memcpy", TRANSFER_NONE, "",
     "Words of a text that is as it is, in lines of no great length at all\n"},
    {"quoted-printable, = per 40 bytes", TRANSFER_QP, "",
     "Here is a text that goes =E9 on for this and ends in a break that is soft =\nor"},
    {"quoted-printable, = per line", TRANSFER_QP, "",
     "Here is a text that goes on for a while and at last comes to a break, =\nand"},
    {"quoted-printable, Cyrillic", TRANSFER_QP, "",
     "=D0=A2=D0=B5=D0=BA=D1=81=D1=82 =D0=BD=D0=B0 =D1=80=D1=83=D1=81=\n"},
    {"base64", TRANSFER_BASE64, "",
     "VGhpcyBpcyBhIGxpbmUgb2YgdGV4dCB0aGF0IGlzIGp1c3QgYXMgbG9uZyBhcyBpdCBtdXN0IGJl\r\n"},
    {"uuencode", TRANSFER_UU, "begin 644 x\n",
     "M5&AI<R!I<R!A(&QI;F4@;V8@=&5X=\"!T:&%T(&ES(&IU<W0@87,@;&]N9R!A\n"},
};

static char block_out[BLOCK];

static int decode(const sort *s, const char *p, size_t n)
{
    transfer t;
    srcmap map;
    int failed = TRAWL_OK;

    srcmap_open(&map, &memory_default);
    transfer_begin(&t, s->kind, NULL);
    for (size_t at = 0, some; at < n && !failed; at += some) {
        some = n - at < BLOCK ? n - at : BLOCK;
        transfer_io io = {.in = p + at,
                          .in_n = some,
                          .last = at + some == n,
                          .out = block_out,
                          .size = BLOCK,
                          .map = &map};
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

static void fill_units(const sort *s, char *p, size_t n)
{
    size_t head = strlen(s->head), unit = strlen(s->unit);

    for (size_t i = 0; i < n; i++)
        p[i] = i < head ? s->head[i] : s->unit[(i - head) % unit];
}

static int measure_transfer(const sort *s, char *p, size_t n)
{
    double times[ROUNDS];

    fill_units(s, p, n);
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

static int all_transfers(size_t n)
{
    char *p = malloc(n);
    int failed = !p;

    puts("\nTransfer encodings");
    for (size_t i = 0; i < sizeof sorts / sizeof sorts[0] && !failed; i++)
        failed = measure_transfer(&sorts[i], p, n);
    free(p);
    return failed;
}

/* ---- Charsets ---- */

typedef struct writing {
    const char *label;          /* NULL for memcpy() */
    const char *before, *after; /* written around a line */
    unsigned char from, to;     /* the range of the first byte of a letter */
    unsigned char second;       /* the first of 32 second bytes; 0: one byte a letter */
} writing;

static const writing writings[] = {
    {NULL, "", "", 'a', 'z', 0},          {"iso-8859-1", "", "", 'a', 'z', 0},
    {"koi8-r", "", "", 0xC0, 0xDF, 0},    {"shift_jis", "", "", 0x88, 0x90, 0xA0},
    {"gb2312", "", "", 0xB0, 0xB8, 0xA1}, {"big5", "", "", 0xA4, 0xAC, 0xA1},
    {"euc-kr", "", "", 0xB0, 0xB8, 0xA1}, {"iso-2022-jp", "\x1B$B", "\x1B(B", 0x30, 0x38, 0x21},
};

static int decode_charset(decoder *c, const char *p, size_t n, bool off)
{
    srcmap map;
    int failed = TRAWL_OK;

    srcmap_open(&map, &memory_default);
    map.off = off;
    charset_reset(c);
    for (size_t at = 0, some; at < n && !failed; at += some) {
        some = n - at < BLOCK ? n - at : BLOCK;
        charset_io io = {.in = p + at,
                         .in_n = some,
                         .last = at + some == n,
                         .out = block_out,
                         .size = OUT,
                         .map = &map};
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

/* In Latin-1, one letter in 30 is beyond ASCII. */
static char first_byte(const writing *s, chance *c)
{
    return (char)(s->from == 'a' && chance_below(c, 30) == 0 ? 0xE9
                                                             : chance_from_to(c, s->from, s->to));
}

/* Writes a line of words; returns its end. */
static char *put_line(const writing *s, chance *c, char *p)
{
    p += strlen(strcpy(p, s->before));
    for (unsigned word = 0; word < 8; word++) {
        for (unsigned letters = chance_from_to(c, 2, 10); letters > 0; letters--) {
            *p++ = first_byte(s, c);
            if (s->second)
                *p++ = (char)chance_from_to(c, s->second, s->second + 31u);
        }
        if (!s->second)
            *p++ = ' '; /* two-byte charsets have no spaces between words */
    }
    p += strlen(strcpy(p, s->after));
    *p++ = '\n';
    return p;
}

static size_t fill_lines(const writing *s, char *p, size_t n)
{
    chance c = {1};
    char *to = p;

    while ((size_t)(to - p) < n - LINE_BYTES)
        to = put_line(s, &c, to);
    return (size_t)(to - p);
}

static double rate(decoder *c, const char *p, size_t n, bool off)
{
    double times[ROUNDS];

    for (int round = 0; round < ROUNDS; round++) {
        double begin = now();
        if (!c)
            copy_blocks(block_out, BLOCK, p, n);
        else if (decode_charset(c, p, n, off))
            return 0;
        times[round] = now() - begin;
    }
    return (double)n * 1e3 / median(times, ROUNDS);
}

static void measure_charset(const writing *s, char *p, size_t n)
{
    decoder c;

    n = fill_lines(s, p, n);
    if (!s->label) {
        printf("    %-20s%10.0f MB/s\n", "memcpy", rate(NULL, p, n, false));
    } else if (charset_open(&c, names_find(s->label, strlen(s->label)), &memory_default) !=
               TRAWL_OK) {
        printf("    %-20s not measured: no converter\n", s->label);
    } else {
        printf("    %-20s%10.0f MB/s, without a map %.0f\n", s->label, rate(&c, p, n, false),
               rate(&c, p, n, true));
        charset_close(&c);
    }
}

static int all_charsets(size_t n)
{
    char *p = malloc(n);

    puts("\nCharsets");
    for (size_t i = 0; i < sizeof writings / sizeof writings[0] && p; i++)
        measure_charset(&writings[i], p, n);
    free(p);
    return !p;
}

/* ---- Memory ---- */

static unsigned long long links, events;

static int count_links(void *user, const trawl_event *e)
{
    (void)user;
    links += e->type == TRAWL_EVENT_LINK;
    events++;
    return 0;
}

static void measure_shape(const struct shape *s, unsigned long long n)
{
    trawl_config find = {.size = sizeof find,
                         .find = TRAWL_FIND_DEFAULT | TRAWL_FIND_HDR | TRAWL_FIND_MSGID};
    trawl_mail_config cfg = {.size = sizeof cfg, .input = s->input};
    struct rusage usage;
    trawl_mail *m;
    double time = now(), speed;

    if (configured_mail_open(&m, cfg, &find, count_links, NULL) != TRAWL_OK ||
        shape_feed(s, m, n) != TRAWL_OK)
        abort();
    configured_mail_close(&m);
    time = now() - time;
    speed = (double)n * 1000 / time;
    getrusage(RUSAGE_SELF, &usage);
    printf("    %-38s%7.0f MB%8.0f MB/s%c%8ld KiB%c%12llu links%12llu events\n", s->name,
           (double)n / MEGABYTE, speed, speed < SLOWEST ? '!' : ' ', usage.ru_maxrss,
           usage.ru_maxrss > MOST_KIB ? '!' : ' ', links, events);
    fflush(stdout);
}

static int all_shapes(unsigned long long megabytes, const char *name)
{
    puts("\nMail of any length");
    fflush(stdout);
    for (int i = 0; i < SHAPES; i++) {
        pid_t child;
        int status = 0;
        if (shapes[i].input == TRAWL_INPUT_TEXT || (name && !strstr(shapes[i].name, name)))
            continue;
        child = fork();
        if (child == 0) {
            measure_shape(&shapes[i], megabytes * MEGABYTE);
            _exit(0);
        }
        if (child < 0 || waitpid(child, &status, 0) < 0 || status != 0)
            return 1;
    }
    return 0;
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "all";
    size_t megabytes = argc > 2 ? strtoul(argv[2], NULL, 10) : 0;
    bool all = strcmp(what, "all") == 0;
    int failed = 0;

    if (all ||
        strcmp(what, "memory") == 0) /* first: a child starts with the memory of this process */
        failed |= all_shapes(megabytes ? megabytes : 200, argc > 3 ? argv[3] : NULL);
    if (all || strcmp(what, "lines") == 0)
        failed |= all_lines((megabytes ? megabytes : 64) * MEGABYTE);
    if (all || strcmp(what, "transfer") == 0)
        failed |= all_transfers((megabytes ? megabytes : 20) * MEGABYTE);
    if (all || strcmp(what, "charset") == 0)
        failed |= all_charsets((megabytes ? megabytes : 20) * MEGABYTE);
    return failed;
}
