/* blocks.c - prints what src/lib/block decides for each line of texts, for tests/structure
 *
 *     blocks [--rows] FILE...
 *
 * Prints for each file a line "@" and its name, and then for each of its lines: the kind of its
 * block, "+" if a block begins there, "~" if the line continues the one above, and the name of the
 * rule, with TABs between. With --rows, then prints for each row of the tables what changes without
 * it: a line "-" with the number of the row, of the file and of the line, and what is decided then.
 */
#include <stdio.h>

#include "lib/block/decided.h"
#include "block/inside.h"

static const struct {
    unsigned from;
    const unsigned *rows;
} tables[] = {{0, &row_count},
              {ITEM_ROWS, &item_row_count},
              {STAR_ROWS, &star_row_count},
              {RELEASE_ROWS, &release_row_count}};

static char *read_file(const char *name, size_t *n)
{
    FILE *f = fopen(name, "rb");
    size_t most = 1 << 16, got;
    char *text = malloc(most);

    *n = 0;
    if (!f || !text)
        exit(1);
    while ((got = fread(text + *n, 1, most - *n, f)) > 0)
        if ((*n += got) == most && !(text = realloc(text, most *= 2)))
            exit(1);
    fclose(f);
    return text;
}

static void print_line(const block_decision *is)
{
    printf("%s\t%s%s\t%s\n", kind_names[is->kind], is->first ? "+" : "", is->joins ? "~" : "",
           is->rule);
}

/* Prints the lines of a file that are decided in another way without a row. */
static void print_without(unsigned row, unsigned file, const decided *base)
{
    decided t;

    row_off = row;
    t = decided_text(base->text, base->to[base->n - 1]);
    row_off = ~0U;
    for (size_t i = 0; i < t.n && i < base->n; i++)
        if (t.is[i].kind != base->is[i].kind || t.is[i].first != base->is[i].first) {
            printf("-\t%u\t%u\t%zu\t", row, file, i);
            print_line(&t.is[i]);
        }
    decided_free(&t);
}

static void print_file(unsigned file, const char *name, bool rows)
{
    size_t n;
    char *text = read_file(name, &n);
    decided t = decided_text(text, n);

    printf("@\t%s\n", name);
    for (size_t i = 0; i < t.n; i++)
        print_line(&t.is[i]);
    for (size_t k = 0; rows && k < sizeof tables / sizeof *tables && t.n > 0; k++)
        for (unsigned row = 0; row < *tables[k].rows; row++)
            print_without(tables[k].from + row, file, &t);
    decided_free(&t);
    free(text);
}

int main(int argc, char **argv)
{
    const bool rows = argc > 1 && strcmp(argv[1], "--rows") == 0;

    for (int i = 1 + rows; i < argc; i++)
        print_file((unsigned)(i - 1 - rows), argv[i], rows);
    return 0;
}
