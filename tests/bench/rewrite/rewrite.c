/* rewrite.c - puts links into each text of a file with trawl_rewrite_all(), for bench.py
 *
 *     bench_rewrite FILE PASSES
 *
 * The texts are separated by NUL bytes. All are rewritten once, then PASSES times more. Prints the
 * seconds of processor time that these took, and the number of links in the output of one pass.
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

/* Rewrites all texts. Returns the number of links in the output. */
static unsigned long pass(const output *texts, output *to)
{
    unsigned long links = 0;

    for (size_t i = 0; i < texts->n;) {
        size_t n = strlen(texts->p + i);
        to->n = 0;
        if (trawl_rewrite_all(texts->p + i, n, NULL, collect, to) != TRAWL_OK)
            die("cannot rewrite");
        collect(to, "", 1);
        for (const char *p = to->p; (p = strstr(p, "</a>")) != NULL; p++)
            links++;
        i += n + 1;
    }
    return links;
}

int main(int argc, char **argv)
{
    output texts, to = {NULL, 0, 0};
    unsigned long links;
    clock_t from;

    if (argc != 3)
        die("usage: bench_rewrite FILE PASSES");
    texts = read_all(argv[1]);
    links = pass(&texts, &to);
    from = clock();
    for (int i = atoi(argv[2]); i > 0; i--)
        links += pass(&texts, &to) - links;
    printf("%.6f %lu\n", (double)(clock() - from) / CLOCKS_PER_SEC, links);
    free(texts.p);
    free(to.p);
    return 0;
}
