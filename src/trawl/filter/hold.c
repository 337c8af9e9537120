/* hold.c - with -u, merges the flags of all occurrences of a link into the record of the first one
 *
 * Input: records of json, tsv or csv, in the order of the input, with notes of their links and of
 * some fields. Output: the record of each link's first occurrence, with the flags of all, but
 * "again" of the first. Zone, anchor and target are those of the first occurrence with a flag of
 * danger, else with any flag but "again", else of the first.
 *
 * Records wait for the end of the run. If more than HOLD_BYTES wait, the older half is written with
 * the flags so far. Since this depends on the records only, and not on how they arrive, the output
 * is the same for any number of threads.
 */
#include <errno.h>
#include <stdlib.h>

#include "trawl/filter/inside.h"

#define HOLD_BYTES ((uint64_t)64 << 20)
#define HOLD_FIELDS 4 /* flags, zone, anchor, target */
#define HOLD_FIRST 256

/* The maximum number of bytes that put_flags() writes. */
#define FLAGS_BYTES (40 * (TRAWL_FLAG_COUNT + 1))

/* A record that waits, with what follows it up to the next record. */
struct held {
    struct buffer text;
    uint64_t flags;
    int rank; /* of the occurrence whose zone, anchor and target it has */
    unsigned count;
    struct held_field {
        size_t at, n;
        bool flags;
    } field[HOLD_FIELDS]; /* in their order in the text */
};

struct hold {
    struct output out, *to;
    struct output_taker taker;
    const struct format *format;
    struct seen *seen;
    struct held *all;
    size_t count, size;
    uint64_t written;  /* records; all[0] has the next number in seen.numbers */
    uint64_t bytes;    /* of `all` */
    struct held *link; /* the record of the link that is read; NULL: none or already written */
    bool repeated;     /* this is a further occurrence, whose bytes are not written */
    bool replaces;     /* its zone, anchor and target replace those of the record */
    unsigned next;     /* the number of its next field */
    size_t left;       /* bytes of the field that are still to come */
    struct buffer value;
    char buffer[1 << 16];
};

/* Returns HOLD_BYTES, or less in tests. */
static uint64_t hold_most(void)
{
#ifdef TRAWL_TEST_JOBS
    if (getenv("TRAWL_TEST_HELD"))
        return strtoull(getenv("TRAWL_TEST_HELD"), NULL, 10);
#endif
    return HOLD_BYTES;
}

static int rank_of(uint64_t flags)
{
    return flags & DANGER_FLAGS ? 2 : (flags & ~TRAWL_FLAG_AGAIN) != 0;
}

/* Makes room for one more record. Returns false when there is no memory. */
static bool hold_grow(struct hold *h)
{
    const size_t size = h->size ? 2 * h->size : HOLD_FIRST;
    struct held *all = h->count == h->size ? realloc(h->all, size * sizeof *all) : h->all;

    if (!all)
        return false;
    h->size = h->count == h->size ? size : h->size;
    h->all = all;
    return true;
}

/* Writes the n oldest records. In JSON a comma may precede the first member. */
static void hold_write(struct hold *h, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct buffer *text = &h->all[i].text;
        size_t comma = h->format == &format_json && text->n > 1 && text->p[1] == ',';

        h->bytes -= sizeof *h->all + text->n;
        output_bytes(h->to, "{", comma);
        output_bytes(h->to, text->p + 2 * comma, text->n - 2 * comma);
        buffer_free(text);
    }
    h->written += n;
    h->count -= n;
    if (n > 0)
        memmove(h->all, h->all + n, h->count * sizeof *h->all);
}

/* Replaces the k-th field of a record. */
static void hold_replace(struct hold *h, struct held *r, unsigned k, trawl_str value)
{
    struct held_field *field = &r->field[k];
    struct buffer *text = &r->text;
    const size_t old = field->n, end = field->at + old;

    if (buffer_make_room(text, value.n) != TRAWL_OK) {
        h->out.error = ENOMEM;
        return;
    }
    CHECK(end <= text->n);
    memmove(text->p + field->at + value.n, text->p + end, text->n - end);
    memcpy(text->p + field->at, value.p, value.n);
    text->n += value.n - old;
    h->bytes += value.n - old;
    field->n = value.n;
    for (k++; k < r->count; k++)
        r->field[k].at += value.n - old;
}

/* Begins the record of a link. */
static void hold_link(struct hold *h, sip_hash key)
{
    const int fresh = seen_add(h->seen, key);
    uint64_t *number = fresh >= 0 ? seen_number(h->seen, key) : NULL;

    h->repeated = fresh == 0;
    h->next = 0;
    h->link = NULL;
    if (fresh > 0 && h->bytes > hold_most())
        hold_write(h, (h->count + 1) / 2);
    if (!number || (fresh > 0 && !hold_grow(h))) {
        h->out.error = ENOMEM;
        return;
    }
    if (fresh > 0) {
        h->bytes += sizeof *h->all;
        h->all[h->count++] = (struct held){.rank = -1};
        *number = h->written + h->count;
    }
    if (*number > h->written)
        h->link = &h->all[*number - h->written - 1];
}

/* Adds the flags of an occurrence to the record. "again" is not a flag of the link, but of one of
 * its places. */
static void hold_flags(struct hold *h, uint64_t flags)
{
    struct held *r = h->link;
    char text[FLAGS_BYTES];

    flags &= ~(h->repeated ? TRAWL_FLAG_AGAIN : UINT64_C(0));
    h->replaces = rank_of(flags) > r->rank;
    r->rank = h->replaces ? rank_of(flags) : r->rank;
    for (unsigned k = 0; k < r->count && flags & ~r->flags; k++)
        if (r->field[k].flags) {
            const char *end = h->format->put_flags(text, r->flags | flags);

            CHECK((size_t)(end - text) <= sizeof text);
            hold_replace(h, r, k, (trawl_str){text, (size_t)(end - text)});
        }
    r->flags |= flags;
}

/* Takes the field of a record that begins here: notes its place in the record of the first
 * occurrence, or waits for its bytes if they replace those of the first. */
static void hold_field(struct hold *h, bool flags, size_t n)
{
    struct held *r = h->link;
    const unsigned k = h->next++;

    CHECK(k < HOLD_FIELDS);
    if (!h->repeated) {
        r->field[k] = (struct held_field){r->text.n, n, flags};
        r->count = k + 1;
    } else if (h->replaces && !flags) {
        h->value.n = 0;
        h->left = n;
        if (n == 0)
            hold_replace(h, r, k, (trawl_str){"", 0});
    }
}

static void hold_note(struct hold *h, const struct note *note)
{
    if (note->kind == NOTE_LINK)
        hold_link(h, (sip_hash){note->a[0], note->a[1]});
    else if (note->kind == NOTE_FLAGS && h->link)
        hold_flags(h, note->a[0]);
    else if (note->kind == NOTE_FIELD && h->link)
        hold_field(h, note->a[0], (size_t)note->a[1]);
    else if (note->kind == NOTE_KEEP)
        h->repeated = false;
}

/* Takes the bytes up to the next note: a field that replaces another one and what follows it, or
 * bytes to be written. Those before the first record do not wait. */
static void hold_bytes(struct hold *h, const char *p, size_t n)
{
    struct buffer *to = h->left > 0 ? &h->value : h->count > 0 ? &h->all[h->count - 1].text : NULL;
    const size_t part = n < h->left || h->left == 0 ? n : h->left;

    if (part == 0 || (h->repeated && h->left == 0))
        return;
    if (!to)
        output_bytes(h->to, p, part);
    else if (buffer_add(to, p, part) != TRAWL_OK)
        h->out.error = ENOMEM;
    else if (h->left == 0)
        h->bytes += part;
    else if ((h->left -= part) == 0)
        hold_replace(h, h->link, h->next - 1, buffer_str(to));
}

/* As output_taker.take(). */
static int hold_take(void *user, const char *p, size_t n, const struct note *notes, size_t count)
{
    struct hold *h = user;
    size_t at = 0;

    for (size_t i = 0; i <= count && !h->out.error; i++) {
        const size_t to = i < count ? notes[i].at : n;

        CHECK(at <= to && to <= n);
        hold_bytes(h, p + at, to - at);
        at = to;
        if (i < count)
            hold_note(h, &notes[i]);
    }
    return h->out.error ? h->out.error : h->to->error;
}

struct hold *hold_open(const struct format *format, struct seen *seen, struct output *to)
{
    struct hold *h = calloc(1, sizeof *h);

    if (!h)
        return NULL;
    output_open(&h->out, to->fd, h->buffer, sizeof h->buffer);
    h->taker = (struct output_taker){.take = hold_take, .user = h};
    h->out.taker = &h->taker;
    h->to = to;
    h->format = format;
    h->seen = seen;
    seen->numbered = true;
    return h;
}

struct output *hold_output(struct hold *hold)
{
    return &hold->out;
}

uint64_t hold_end(struct hold *hold)
{
    output_flush(&hold->out);
    hold_write(hold, hold->count);
    if (output_flush(hold->to) == 0)
        hold->to->error = hold->out.error;
    return hold->written;
}

void hold_close(struct hold *hold)
{
    if (!hold)
        return;
    for (size_t i = 0; i < hold->count; i++)
        buffer_free(&hold->all[i].text);
    buffer_free(&hold->value);
    free(hold->taker.notes);
    free(hold->all);
    free(hold);
}
