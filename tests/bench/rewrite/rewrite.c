/* rewrite.c - puts links into each text of a file, for bench.py
 *
 *     bench_rewrite FILE PASSES
 *
 * The texts are separated by NUL bytes. All texts are rewritten once, then PASSES times more.
 * Prints the seconds of processor time that the PASSES took, and the number of links in the output
 * of one pass.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <trawl_rewrite.h>

typedef struct output {
    char *p;
    size_t n, room;
} output;

static void die(const char *what)
{
    fprintf(stderr, "bench_rewrite: %s\n", what);
    exit(2);
}

static int collect(void *user, const char *bytes, size_t n)
{
    output *to = user;

    if (to->n + n > to->room) {
        to->room = 2 * (to->n + n);
        to->p = realloc(to->p, to->room);
        if (!to->p)
            die("no memory");
    }
    memcpy(to->p + to->n, bytes, n);
    to->n += n;
    return 0;
}

static output read_all(const char *path)
{
    static char block[1 << 16];
    output text = {NULL, 0, 0};
    FILE *f = fopen(path, "rb");
    size_t n;

    if (!f)
        die("cannot open the file");
    while ((n = fread(block, 1, sizeof block, f)) > 0)
        collect(&text, block, n);
    fclose(f);
    collect(&text, "", 1);
    return text;
}

/* Returns the lengths of the texts. The time to find the lengths is not measured, since the other
 * programs know them. */
static size_t *measure(const output *texts)
{
    size_t *lengths = malloc(texts->n * sizeof *lengths);
    size_t count = 0;

    if (!lengths)
        die("no memory");
    for (size_t i = 0; i < texts->n; i += lengths[count++] + 1)
        lengths[count] = strlen(texts->p + i);
    return lengths;
}

/* Rewrites all texts with one rewriter. Adds the number of links in the output to *links, if it is
 * not NULL. */
static void pass(trawl_rewrite *r, const output *texts, const size_t *n, output *to,
                 unsigned long *links)
{
    for (size_t i = 0; i < texts->n; i += *n++ + 1) {
        to->n = 0;
        if (trawl_rewrite_reset(r) || trawl_rewrite_feed(r, texts->p + i, *n) ||
            trawl_rewrite_finish(r))
            die("cannot rewrite");
        if (!links)
            continue;
        collect(to, "", 1);
        for (const char *p = to->p; (p = strstr(p, "</a>")) != NULL; p++)
            ++*links;
    }
}

int main(int argc, char **argv)
{
    output texts, to = {NULL, 0, 0};
    unsigned long links = 0;
    size_t *lengths;
    trawl_rewrite *r;
    clock_t from;

    if (argc != 3)
        die("usage: bench_rewrite FILE PASSES");
    texts = read_all(argv[1]);
    lengths = measure(&texts);
    if (trawl_rewrite_open(&r, NULL, collect, &to) != TRAWL_OK)
        die("no memory");
    pass(r, &texts, lengths, &to, &links);
    from = clock();
    for (int i = atoi(argv[2]); i > 0; i--)
        pass(r, &texts, lengths, &to, NULL);
    printf("%.6f %lu\n", (double)(clock() - from) / CLOCKS_PER_SEC, links);
    trawl_rewrite_close(&r);
    free(lengths);
    free(texts.p);
    free(to.p);
    return 0;
}
