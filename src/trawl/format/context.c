/* context.c - the text around a link, for the field "context" of json and tsv
 *
 * A character is a byte and up to three bytes of 80..BF after it. So bytes that are not UTF-8 are
 * counted as well, and a context has at most four bytes a character.
 */
#include <stdlib.h>

#include "trawl/format/format.h"

/* The maximum number of links that may wait: at most one begins at each character of a context. */
#define HELD_MAX 1024

/* The maximum size of all records that wait, except for the last record. When it is exceeded, the
 * oldest records are written with the context so far, so they may have less text on their right. */
#define HELD_BYTES ((size_t)4 << 20)

/* The maximum number of notes of a record: NOTE_LINK, NOTE_LINE, NOTE_MESSAGE, NOTE_FLAGS, and a
 * NOTE_FIELD for each of four fields. */
#define RECORD_NOTES 8

/* A record that waits for its context. */
struct context_held {
    struct buffer record; /* without the context */
    struct note notes[RECORD_NOTES];
    size_t noted;
    uint64_t from, to; /* the context so far */
    size_t left;       /* characters that may still be added */
    size_t run;        /* continuation bytes of the last character so far */
    bool open, done;   /* pieces of the link will follow; the context is complete */
};

struct context {
    struct output *out;
    const struct format *format;
    size_t size; /* characters on either side */
    bool line;   /* ends at the ends of the line */
    struct buffer text;
    uint64_t at;               /* the offset of text.p[0] in the whole text */
    uint64_t field_to;         /* where the last event of a header field ended */
    struct context_held *held; /* a ring */
    size_t first, count;
    size_t bytes; /* of their records */
};

struct context *context_open(struct format_view *v)
{
    struct context *c = calloc(1, sizeof *c);

    if (!c || !(c->held = calloc(HELD_MAX, sizeof *c->held))) {
        free(c);
        return NULL;
    }
    c->out = v->out;
    c->format = v->format;
    c->size = v->options->context;
    c->line = v->options->context_line;
    return c;
}

static struct context_held *at(const struct context *c, size_t i)
{
    return &c->held[(c->first + i) % HELD_MAX];
}

static bool is_continuation(char byte)
{
    return ((unsigned char)byte & 0xC0) == 0x80;
}

static void write_first(struct context *c)
{
    struct context_held *h = at(c, 0);
    trawl_str around = {c->text.p + (h->from - c->at), (size_t)(h->to - h->from)};

    if (c->line && around.n > 0 && around.p[around.n - 1] == '\r')
        around.n--;
    output_held(c->out, &h->record, h->notes, h->noted);
    c->format->put_context(c->out, around, h->record.n > 0 ? h->record.p[h->record.n - 1] : '\0');
    c->bytes -= h->record.size;
    buffer_free(&h->record);
    c->first = (c->first + 1) % HELD_MAX;
    c->count--;
}

/* Returns the start of the context of a link that begins at the end of the window. */
static uint64_t context_begin_of(const struct context *c)
{
    size_t i = c->text.n, least = i > 4 * c->size ? i - 4 * c->size : 0, characters = 0;

    while (i > least && characters < c->size && !(c->line && c->text.p[i - 1] == '\n'))
        characters += !is_continuation(c->text.p[--i]);
    return c->at + i;
}

/* Extends the context of a complete link as far as there is text. */
static void context_extend(const struct context *c, struct context_held *h)
{
    uint64_t end = c->at + c->text.n;

    while (!h->done && h->to < end) {
        char byte = c->text.p[h->to - c->at];

        if (is_continuation(byte) && h->run < 3) {
            h->run++;
        } else if (h->left == 0 || (c->line && byte == '\n')) {
            h->done = true;
            break;
        } else {
            h->left--;
            h->run = 0;
        }
        h->to++;
    }
}

/* Drops text that no context needs, when it is more than half of the window. */
static void context_trim(struct context *c)
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

/* Moves the notes of the record from the output to *h. */
static void take_notes(struct output_taker *t, size_t first, struct context_held *h)
{
    for (; t && first + h->noted < t->count && h->noted < RECORD_NOTES; h->noted++) {
        h->notes[h->noted] = t->notes[first + h->noted];
        if (h->notes[h->noted].kind == NOTE_LINK || h->notes[h->noted].kind == NOTE_FLAGS)
            h->notes[h->noted].at = 0; /* made before the record */
    }
    if (t)
        t->count = first;
}

static void context_hold(struct context *c, struct buffer *record, size_t first)
{
    struct context_held h = {
        .record = *record, .from = context_begin_of(c), .left = c->size, .run = 3, .open = true};

    take_notes(c->out->taker, first, &h);
    h.to = c->at + c->text.n;
    while (c->count == HELD_MAX || (c->count > 0 && c->bytes + record->size > HELD_BYTES))
        write_first(c);
    c->bytes += record->size;
    *at(c, c->count) = h;
    *record = (struct buffer){0};
    c->count++;
}

int context_event(struct context *c, const trawl_event *e, struct buffer *record, size_t first)
{
    struct context_held *last;

    if (record)
        context_hold(c, record, first);
    if (buffer_add(&c->text, e->text.p, e->text.n) != TRAWL_OK)
        return TRAWL_ERROR_NO_MEMORY;
    last = c->count > 0 ? at(c, c->count - 1) : NULL;
    if (last && last->open) {
        last->to = c->at + c->text.n;
        last->open = e->type == TRAWL_EVENT_TEXT || e->index + 1 < e->link->span_count;
    }
    /* Most links of a page have no text, so many may wait; without text there is nothing to add. */
    for (size_t i = 0; e->text.n > 0 && i < c->count; i++)
        if (!at(c, i)->open)
            context_extend(c, at(c, i));
    while (c->count > 0 && at(c, 0)->done)
        write_first(c);
    context_trim(c);
    return TRAWL_OK;
}

void context_end(struct context *c)
{
    while (c->count > 0)
        write_first(c);
    c->at = c->text.n = 0;
}

/* The events of one header field follow each other without a gap; a gap means another field. */
void context_break(struct context *c, const trawl_event *e)
{
    if (e->type == TRAWL_EVENT_MESSAGE || e->type == TRAWL_EVENT_PART) {
        context_end(c);
    } else if (e->field.n > 0 && e->type <= TRAWL_EVENT_LINK_MORE) {
        if (e->span.from != c->field_to)
            context_end(c);
        c->field_to = e->span.to;
    }
}

void context_close(struct context *c)
{
    if (!c)
        return;
    for (size_t i = 0; i < c->count; i++)
        buffer_free(&at(c, i)->record);
    buffer_free(&c->text);
    free(c->held);
    free(c);
}
