/* find_context.c - the text around a link, for the field "context" of json and tsv; see find_context.h
 *
 * A character is a byte and up to three of 80..BF that follow it. So bytes that are no UTF-8 are counted as well, and a
 * context has four bytes a character at most.
 */
#include "cli/find_context.h"

#include <stdlib.h>
#include <string.h>

int context_open(struct context *c, struct output *out, context_writer *put, size_t size, int line)
{
    *c = (struct context){.out = out, .put = put, .size = size, .line = line};
    c->held = calloc(CONTEXT_HELD, sizeof *c->held);
    return c->held ? TRAWL_OK : TRAWL_NO_MEMORY;
}

static struct context_held *at(const struct context *c, size_t i)
{
    return &c->held[(c->first + i) % CONTEXT_HELD];
}

static int goes_on(char byte)
{
    return ((unsigned char)byte & 0xC0) == 0x80;
}

static void write_first(struct context *c)
{
    struct context_held *h = at(c, 0);
    trawl_str context = {c->text.p + (h->from - c->at), (size_t)(h->to - h->from)};

    if (c->line && context.n > 0 && context.p[context.n - 1] == '\r')
        context.n--;
    output_bytes(c->out, h->record.p, h->record.n);
    c->put(c->out, context);
    reply_free(&h->record);
    c->first = (c->first + 1) % CONTEXT_HELD;
    c->count--;
}

/* Where the context of a link begins that stands behind the window. */
static uint64_t begin_of(const struct context *c)
{
    size_t i = c->text.n, least = i > 4 * c->size ? i - 4 * c->size : 0, characters = 0;

    while (i > least && characters < c->size && !(c->line && c->text.p[i - 1] == '\n'))
        characters += !goes_on(c->text.p[--i]);
    return c->at + i;
}

/* The context of a link whose last piece is there goes on, as far as it may and there is text. */
static void extend(const struct context *c, struct context_held *h)
{
    uint64_t end = c->at + c->text.n;

    while (!h->done && h->to < end) {
        char byte = c->text.p[h->to - c->at];

        if (goes_on(byte) && h->run < 3) {
            h->run++;
        } else if (h->left == 0 || (c->line && byte == '\n')) {
            h->done = 1;
            break;
        } else {
            h->left--;
            h->run = 0;
        }
        h->to++;
    }
}

/* Drop what no context can begin with any more; seldom, so that moving the rest costs little. */
static void trim(struct context *c)
{
    size_t keep = 4 * c->size, drop = c->text.n > keep ? c->text.n - keep : 0;

    if (c->count > 0 && at(c, 0)->from - c->at < drop)
        drop = (size_t)(at(c, 0)->from - c->at);
    if (drop <= c->text.n / 2)
        return;
    memmove(c->text.p, c->text.p + drop, c->text.n - drop);
    c->text.n -= drop;
    c->at += drop;
}

static void hold(struct context *c, struct reply *record)
{
    if (c->count == CONTEXT_HELD)
        write_first(c);
    *at(c, c->count) =
        (struct context_held){.record = *record, .from = begin_of(c), .left = c->size, .run = 3, .open = 1};
    at(c, c->count)->to = c->at + c->text.n;
    *record = (struct reply){0};
    c->count++;
}

int context_event(struct context *c, const trawl_event *e, struct reply *record)
{
    struct context_held *last;

    if (record)
        hold(c, record);
    if (reply_add(&c->text, e->text.p, e->text.n) != TRAWL_OK)
        return TRAWL_NO_MEMORY;
    last = c->count > 0 ? at(c, c->count - 1) : NULL;
    if (last && last->open) {
        last->to = c->at + c->text.n;
        last->open = e->type == TRAWL_TEXT || e->index + 1 < e->link->span_count;
    }
    for (size_t i = 0; i < c->count; i++)
        if (!at(c, i)->open)
            extend(c, at(c, i));
    while (c->count > 0 && at(c, 0)->done)
        write_first(c);
    trim(c);
    return TRAWL_OK;
}

void context_end(struct context *c)
{
    while (c->count > 0)
        write_first(c);
    c->at = c->text.n = 0;
}

void context_close(struct context *c)
{
    for (size_t i = 0; i < c->count; i++)
        reply_free(&at(c, i)->record);
    reply_free(&c->text);
    free(c->held);
    c->held = NULL;
}
