/* blocks.c - the output of --explain --structure: a line for each block of the text
 *
 *   line 3: heading: numbered
 *
 * The text is divided into lines as by the writer of HTML (src/lib/emit/html/lines.c). In mail, the
 * message and the part precede the line, and lines are counted from the start of the part.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "block/block.h"
#include "trawl/format/format.h"

struct explain_blocks {
    struct output *out;
    blocks *blocks;
    uint64_t line; /* of the last decision */
    enum block_kind kind;
    bool cr, page, begun; /* begun: text of the current line has come */
    size_t n;
    char text[BLOCK_LINE_MAX];
    char where[96]; /* "message 3, part 1, " */
};

static int blocks_put_block(void *user, const block_decision *is)
{
    struct explain_blocks *b = user;
    bool same = !is->first && is->kind == b->kind;

    b->line++;
    b->kind = is->kind;
    if (!same && is->kind != BLOCK_BLANK && is->rule)
        output_printf(b->out, "%sline %" PRIu64 ": %s\n", b->where, b->line, is->rule);
    return 0;
}

static void *blocks_resize(void *user, void *old, size_t size)
{
    (void)user;
    if (size > 0)
        return realloc(old, size);
    free(old);
    return NULL;
}

struct explain_blocks *explain_blocks_open(struct output *o)
{
    struct explain_blocks *b = calloc(1, sizeof *b);

    if (!b)
        return NULL;
    b->out = o;
    b->blocks = block_open(blocks_put_block, b, blocks_resize, NULL);
    if (!b->blocks) {
        free(b);
        return NULL;
    }
    return b;
}

void explain_blocks_close(struct explain_blocks *b)
{
    if (b)
        block_close(b->blocks);
    free(b);
}

static void blocks_end_line(struct explain_blocks *b)
{
    block_line(b->blocks, b->text, b->n, b->page);
    b->n = 0;
    b->page = b->begun = false;
}

void explain_blocks_end(struct explain_blocks *b)
{
    if (b->begun || b->page)
        blocks_end_line(b);
    block_end(b->blocks);
    b->line = 0;
    b->cr = false;
    b->kind = BLOCK_BLANK;
}

void explain_blocks_part(struct explain_blocks *b, const trawl_event *e)
{
    explain_blocks_end(b);
    block_message(b->blocks, e->type == TRAWL_EVENT_PART && e->part->name.n == 0);
    b->where[0] = '\0';
    if (e->message->number > 0)
        (void)snprintf(b->where, sizeof b->where, "message %" PRIu64 ", part %.*s, ",
                       e->message->number, e->part->path.n < 40 ? (int)e->part->path.n : 40,
                       e->part->path.p);
}

void explain_blocks_text(struct explain_blocks *b, trawl_str text)
{
    for (size_t i = 0; i < text.n; i++) {
        char c = text.p[i];
        bool end = (c == '\n' && !b->cr) || c == '\r';
        b->cr = c == '\r';
        if (end) {
            blocks_end_line(b);
        } else if (c == '\f' && b->n == 0) {
            b->page = true;
        } else if (c != '\n') {
            b->begun = true;
            if (b->n < sizeof b->text)
                b->text[b->n++] = c;
        }
    }
}
