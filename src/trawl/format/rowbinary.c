/* rowbinary.c - links in ClickHouse's RowBinary, for "trawl rows": a tuple of the chosen fields
 *
 * A number of 64 bits has its lowest byte first; a text and an array have their length before them,
 * in groups of seven bits, the lowest first; a nullable value has a byte before it, 1 for NULL. The
 * bytes of a text are written as they are. A part that was not read, or a limit, is a tuple without
 * values.
 */
#include "trawl/format/inside.h"

/* The texts that every link has, which are not nullable. */
#define TEXTS_OF_ALL                                                                               \
    (1U << TEXT_URL | 1U << TEXT_KIND | 1U << TEXT_RAW | 1U << TEXT_CANONICAL | 1U << TEXT_ASCII | \
     1U << TEXT_SURT | 1U << TEXT_DISPLAY)

char *binary_put_length(char *to, uint64_t n)
{
    for (; n > 0x7F; n >>= 7)
        *to++ = (char)(n | 0x80);
    *to = (char)n;
    return to + 1;
}

static char *binary_put_number(char *to, uint64_t n)
{
    for (int i = 0; i < 8; i++, n >>= 8)
        *to++ = (char)n;
    return to;
}

static char *binary_put_text(char *to, trawl_str text)
{
    to = binary_put_length(to, text.n);
    return text.n > 0 ? put_bytes(to, text.p, text.n) : to;
}

static char *binary_put_word(char *to, const char *word)
{
    return binary_put_text(to, (trawl_str){word, strlen(word)});
}

static char *binary_put_flags(char *to, uint64_t flags)
{
    to = binary_put_length(to, (uint64_t)__builtin_popcountll(flags));
    for (; flags; flags &= flags - 1)
        to = binary_put_word(to, trawl_flag_name(__builtin_ctzll(flags)));
    return to;
}

static char *binary_put_alts(char *to, const trawl_link *link)
{
    to = binary_put_length(to, link->alt_count);
    for (unsigned i = 0; i < link->alt_count; i++)
        to = binary_put_word(binary_put_text(to, link->alts[i].url),
                             trawl_why_name(link->alts[i].why));
    return to;
}

static char *binary_put_standards(char *to, unsigned valid)
{
    to = binary_put_length(to, (uint64_t)__builtin_popcount(valid & TRAWL_STANDARD_ANY));
    for (unsigned i = 0; i < STANDARDS; i++)
        if (valid & standards[i].bit)
            to = binary_put_word(to, standards[i].name);
    return to;
}

static char *binary_put_spans(char *to, const struct record *r)
{
    to = binary_put_length(to, r->link->span_count);
    for (unsigned i = 0; i < r->link->span_count; i++)
        /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): a link without spans has none */
        to = binary_put_number(binary_put_number(to, r->spans[i].from), r->spans[i].to);
    return to;
}

/* Returns true for a field that a link may lack. */
static bool binary_is_nullable(const struct field *d)
{
    if (d->type <= FIELD_WORD)
        return !(TEXTS_OF_ALL >> d->at & 1);
    return d->type == FIELD_BYTES || d->type == FIELD_PACKED || d->use & IN_MESSAGE;
}

static char *binary_put_value(char *to, const struct record *r, const struct field *d)
{
    if (binary_is_nullable(d)) {
        *to = record_lacks(r, d);
        if (*to++)
            return to;
    }
    switch (d->type) {
    case FIELD_TEXT:
    case FIELD_URL:
    case FIELD_WORD:
    case FIELD_BYTES:
        return binary_put_text(to, r->text[d->at]);
    case FIELD_TIME:
        return binary_put_number(to, (uint64_t)r->time);
    case FIELD_SPANS:
        return binary_put_spans(to, r);
    case FIELD_FLAGS:
        return binary_put_flags(to, r->link->flags);
    case FIELD_ALTS:
        return binary_put_alts(to, r->link);
    case FIELD_VALID:
        return binary_put_standards(to, r->valid);
    default:
        return binary_put_number(to, r->number[d->at]);
    }
}

static int binary_put_record(struct format_view *v, const struct record *r)
{
    const struct chosen_fields *c = &v->options->fields;
    char *to = output_begin(v->out, r->texts + r->around + (size_t)BINARY_LENGTH * c->count);

    if (!to)
        return TRAWL_ERROR_NO_MEMORY;
    for (unsigned i = 0; i < c->count; i++)
        to = binary_put_value(to, r, &fields[c->field[i].at]);
    output_end(v->out, to);
    ++*(uint64_t *)v->state;
    return TRAWL_OK;
}

static int binary_put_link(struct format_view *v, const trawl_event *e)
{
    struct record r;
    int error = record_fill(v, e, &r);

    return error == TRAWL_OK ? binary_put_record(v, &r) : error;
}

static int binary_put_limit(struct format_view *v, const trawl_event *e)
{
    static const trawl_link none;
    struct record r = {.link = &none, .plain_name = true, .around = (size_t)8 * FIELDS};

    (void)e;
    r.number[NUMBER_PACKED] = UINT64_MAX;
    return binary_put_record(v, &r);
}

const struct format format_rowbinary = {.name = "rowbinary",
                                        .traits = FORMAT_RECORDS,
                                        .event = binary_put_link,
                                        .limit = binary_put_limit};
