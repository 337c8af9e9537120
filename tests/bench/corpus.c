/* corpus.c - writes a text for measurements, made from a seed
 *
 *     corpus KIND SEED MEGABYTES >FILE
 *
 * The kinds: natural, sparse, dense, mbox, mixed, htmlmail, charsets, mime64, hostile; links=N,
 * text with N links in a thousand words; shape=N, the Nth shape of shapes.h. "corpus shapes" prints
 * the names of the shapes. A megabyte is 2^20 bytes. Prints to standard error how often bytes that
 * may begin a link occur. The exit status is 1 if one of these figures differs by more than a tenth
 * from the aim of the kind. No line is repeated, since a processor's branch prediction learns
 * repeated input.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mailbox.h"
#include "shapes.h"

enum { MEBI = 1 << 20, STRETCH = 1 << 16 };

/* ---- Statistics of a text ---- */

typedef struct density {
    uint64_t bytes, lines, crlf, quoted, encoded, colon, at, less, scheme, www, w, beyond, html;
    char last[4];        /* the previous bytes, the nearest first */
    size_t line, digits; /* bytes of this line, and base64 digits among them */
    uint32_t tail;
} density;

static void density_line(density *d)
{
    d->lines++;
    d->crlf += d->last[0] == '\r';
    if (d->line >= 60 && d->digits == d->line)
        d->encoded += d->line + 1;
    d->line = d->digits = 0;
}

static void density_byte(density *d, unsigned char c)
{
    static const char digits[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=";

    d->colon += c == ':';
    d->at += c == '@';
    d->less += c == '<';
    d->beyond += c >= 0x80;
    d->w += c == 'w' || c == 'W';
    d->tail = d->tail << 8 | c;
    d->scheme += (d->tail & 0xFFFFFF) == 0x3A2F2F;                       /* "://" */
    d->www += d->tail == 0x7777772E;                                     /* "www." */
    d->html += d->tail == 0x68746D6C && memcmp(d->last, "mth/", 4) == 0; /* "/html" */
    if (c == '\n') {
        density_line(d);
    } else {
        d->quoted += d->line == 0 && c == '>';
        d->line++;
        d->digits += c != 0 && c < 0x80 && strchr(digits, c) != NULL;
    }
    memmove(d->last + 1, d->last, 3);
    d->last[0] = (char)c;
}

static density all;

static void out(const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        density_byte(&all, (unsigned char)s[i]);
    all.bytes += n;
    if (fwrite(s, 1, n, stdout) != n) {
        perror("corpus");
        exit(2);
    }
}

/* ---- The kinds ---- */

static char block[2 * MEBI];

/* Writes the text up to its last line end: a character that is cut off would be invalid UTF-8, and
 * one invalid byte makes some programs copy everything. */
static void out_lines(const char *s, size_t n)
{
    while (n > 0 && s[n - 1] != '\n')
        n--;
    out(s, n);
}

static void make_text(const mailtext_mix *mix, uint64_t seed, uint64_t n)
{
    static mailtext m;

    mailtext_begin(&m, mix, seed);
    for (uint64_t made = 0; made < n; made += MEBI) {
        mailtext_fill(&m, block, MEBI);
        out_lines(block, MEBI);
    }
}

/* A list of URLs, one a line. */
static void make_dense(uint64_t seed, uint64_t n)
{
    static mailtext m;

    mailtext_begin(&m, &mailtext_ordinary, seed);
    m.out = block;
    m.room = sizeof block;
    for (; all.bytes < n; out(block, m.n)) {
        m.n = 0;
        while (m.n < MEBI) {
            mailtext_one_of(&m, &phrases_url);
            mailtext_put(&m, "\n");
        }
    }
}

static void make_mailbox(const mailbox_mix *mix, uint64_t seed, uint64_t n)
{
    static mailbox b;

    mailbox_begin(&b, mix, seed);
    while (all.bytes < n) {
        mailbox_next(&b);
        out(b.out, b.n);
    }
}

static void make_shape(size_t shape, uint64_t n)
{
    char *text = malloc(n);

    if (!text || shape >= SHAPES) {
        fputs("corpus: no such shape\n", stderr);
        exit(2);
    }
    shape_make(&shapes[shape], text, n);
    out(text, n);
    free(text);
}

/* Writes some of each shape in turn. */
static void make_hostile(uint64_t seed, uint64_t n)
{
    for (uint64_t i = seed; all.bytes < n; i++) {
        shape_make(&shapes[i % SHAPES], block, STRETCH);
        out(block, STRETCH);
    }
}

/* ---- The aims ---- */

/* The aims of a kind: for `colon`, `at` and `scheme` the mean distance between two of them in
 * bytes; for `beyond` and `encoded` the percentage of bytes that are beyond ASCII or base64; for
 * `crlf` the percentage of lines that end in CR LF. 0 means any. */
static const struct kind {
    const char *name;
    double colon, at, scheme, beyond, encoded, crlf;
} kinds[] = {
    {.name = "natural", .colon = 109, .at = 313, .scheme = 2600, .beyond = 2, .crlf = 33},
    {.name = "sparse", .colon = 800, .at = 8000, .scheme = 2200, .beyond = 2, .crlf = 33},
    {.name = "dense", .scheme = 45},
    {.name = "mbox", .colon = 80, .at = 235, .scheme = 2350},
    {.name = "mixed", .colon = 73, .at = 255, .scheme = 2000},
    {.name = "htmlmail", .colon = 59, .at = 350, .scheme = 1200},
    {.name = "charsets"},
    {.name = "mime64", .encoded = 91},
    {.name = "hostile"},
};

static int is_far(const char *what, double aim, double got)
{
    int far = aim > 0 && (got > aim * 1.1 || got < aim / 1.1);

    if (far)
        fprintf(stderr, "corpus: %s is %.4g and should be %.4g\n", what, got, aim);
    return far;
}

static double to_one(uint64_t count)
{
    return count ? (double)all.bytes / (double)count : 0;
}

static int report(const struct kind *k)
{
    double beyond = 100.0 * (double)all.beyond / (double)all.bytes;
    double encoded = 100.0 * (double)all.encoded / (double)all.bytes;
    double crlf = all.lines ? 100.0 * (double)all.crlf / (double)all.lines : 0;

    fprintf(
        stderr,
        "%s: %.0f MB; bytes to a ':' %.0f, '@' %.0f, '<' %.0f, \"://\" %.0f, \"www.\" %.0f, 'w' %.0f; %.1f %% beyond "
        "ASCII, %.0f %% base64; of the lines %.0f %% end in CR LF, %.0f %% begin with '>'; /html %llu times\n",
        k->name, (double)all.bytes / MEBI, to_one(all.colon), to_one(all.at), to_one(all.less),
        to_one(all.scheme), to_one(all.www), to_one(all.w), beyond, encoded, crlf,
        100.0 * (double)all.quoted / (double)(all.lines + 1), (unsigned long long)all.html);
    return is_far("bytes to a ':'", k->colon, to_one(all.colon)) |
           is_far("bytes to an '@'", k->at, to_one(all.at)) |
           is_far("bytes to a \"://\"", k->scheme, to_one(all.scheme)) |
           is_far("% beyond ASCII", k->beyond, beyond) | is_far("% base64", k->encoded, encoded) |
           is_far("% of CR LF", k->crlf, crlf);
}

static void make(const char *kind, uint64_t seed, uint64_t n)
{
    mailtext_mix some = mailtext_sparse;

    if (strcmp(kind, "natural") == 0)
        make_text(&mailtext_ordinary, seed, n);
    else if (strcmp(kind, "sparse") == 0)
        make_text(&mailtext_sparse, seed, n);
    else if (strcmp(kind, "dense") == 0)
        make_dense(seed, n);
    else if (strcmp(kind, "mbox") == 0)
        make_mailbox(&mailbox_no_html, seed, n);
    else if (strcmp(kind, "mixed") == 0)
        make_mailbox(&mailbox_ordinary, seed, n);
    else if (strcmp(kind, "htmlmail") == 0)
        make_mailbox(&mailbox_html_only, seed, n);
    else if (strcmp(kind, "charsets") == 0)
        make_mailbox(&mailbox_charsets, seed, n);
    else if (strcmp(kind, "mime64") == 0)
        make_mailbox(&mailbox_attachments, seed, n);
    else if (strcmp(kind, "hostile") == 0)
        make_hostile(seed, n);
    else if (strncmp(kind, "shape=", 6) == 0)
        make_shape(strtoul(kind + 6, NULL, 10), n);
    else {
        some.url = 10 * (uint32_t)strtoul(kind + 6, NULL, 10);
        make_text(&some, seed, n);
    }
}

/* Returns the bytes of "16", in megabytes, or "256K". */
static uint64_t bytes_of(const char *size)
{
    char *end;
    uint64_t n = strtoull(size, &end, 10);

    return *end == 'K' ? n << 10 : n * MEBI;
}

int main(int argc, char **argv)
{
    struct kind any = {.name = argc > 1 ? argv[1] : ""};
    const struct kind *kind =
        strncmp(any.name, "links=", 6) == 0 || strncmp(any.name, "shape=", 6) == 0 ? &any : NULL;

    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (strcmp(kinds[i].name, any.name) == 0)
            kind = &kinds[i];
    if (argc == 2 && strcmp(argv[1], "shapes") == 0) {
        for (int i = 0; i < SHAPES; i++)
            printf("%s\t%s\n", shapes[i].name, trawl_input_name(shapes[i].input));
        return 0;
    }
    if (!kind || argc != 4) {
        fputs("usage: corpus KIND SEED MEGABYTES|KILOBYTESK >FILE\n", stderr);
        return 2;
    }
    make(kind->name, strtoull(argv[2], NULL, 10), bytes_of(argv[3]));
    if (fflush(stdout)) {
        perror("corpus");
        return 2;
    }
    return report(kind);
}
