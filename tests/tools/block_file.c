/* block_file.c - prints what each line of a text is
 *
 *     block_file [--plain] <text
 *
 * Prints for each line: number, depth of quotes, kind, "first" as "*", "joins" as "+", level, key,
 * rule, and the line. --plain leaves out rule and line.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "block/block.h"

#define RING 128

static const char *const names[BLOCK_KINDS] = {
    [BLOCK_BLANK] = "blank",
    [BLOCK_PARAGRAPH] = "paragraph",
    [BLOCK_HEADING] = "heading",
    [BLOCK_UNDERLINE] = "underline",
    [BLOCK_RULE] = "rule",
    [BLOCK_ITEM] = "item",
    [BLOCK_TERM] = "term",
    [BLOCK_DEFINITION] = "definition",
    [BLOCK_CONTENTS] = "contents",
    [BLOCK_REFERENCE] = "reference",
    [BLOCK_TABLE] = "table",
    [BLOCK_ART] = "art",
    [BLOCK_CODE] = "code",
    [BLOCK_DIFF] = "diff",
    [BLOCK_LOG] = "log",
    [BLOCK_SHELL] = "shell",
    [BLOCK_VERSE] = "verse",
    [BLOCK_FORWARD] = "forward",
    [BLOCK_ATTRIBUTION] = "attribution",
    [BLOCK_SIGNATURE] = "signature",
    [BLOCK_FURNITURE] = "furniture",
};

static struct {
    char text[RING][BLOCK_LINE_MAX + 1];
    unsigned long read, decided;
    int plain;
} state;

static int print(void *user, const block_decision *d)
{
    const char *text = state.text[state.decided % RING];

    (void)user;
    state.decided++;
    printf("%5lu %u %s%s %s %u %.*s", state.decided, d->quote, d->first ? "*" : " ",
           d->joins ? "+" : " ", names[d->kind], d->level, (int)(d->key_to - d->key_from),
           text + d->key_from);
    if (!state.plain)
        printf(" {%s} |%s", d->rule, text);
    putchar('\n');
    return 0;
}

static void *resize(void *user, void *old, size_t n)
{
    (void)user;
    if (n > 0)
        return realloc(old, n);
    free(old);
    return NULL;
}

int main(int argc, char **argv)
{
    static char bytes[1 << 20];
    blocks *b = block_open(print, NULL, resize, NULL);

    state.plain = argc > 1 && strcmp(argv[1], "--plain") == 0;
    while (b && fgets(bytes, sizeof bytes, stdin)) {
        size_t n = strcspn(bytes, "\r\n");
        int page = bytes[0] == '\f';
        char *to = state.text[state.read++ % RING];

        n -= (size_t)page;
        snprintf(to, BLOCK_LINE_MAX + 1, "%.*s", (int)n, bytes + page);
        if (block_line(b, bytes + page, n, page) != 0)
            return 2;
    }
    if (!b || block_end(b) != 0)
        return 2;
    block_close(b);
    return 0;
}
