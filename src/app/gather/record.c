/* record.c - writes the fields of records into bytes, and reads them again
 *
 * A number has 7 bits in each byte, the lowest first. A text is its length plus 1, then its bytes;
 * an absent text is 0. pack.c and gather.c write the fields in the order in which they are read
 * here.
 */
#include "app/gather/gather.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "app/command.h"

/* When out of memory, the program ends at once, so that no incomplete record is stored. The records
 * before it are kept. */
void record_add(struct buffer *buffer, const char *p, size_t n)
{
    if (buffer_add(buffer, p, n) != TRAWL_OK)
        _Exit(command_trouble("index", TRAWL_ERROR_NO_MEMORY));
}

void record_number(struct buffer *buffer, uint64_t n)
{
    char bytes[10];
    size_t k = 0;

    for (; n >= 0x80; n >>= 7)
        bytes[k++] = (char)(n | 0x80);
    bytes[k++] = (char)n;
    record_add(buffer, bytes, k);
}

void record_signed(struct buffer *buffer, int64_t n)
{
    record_number(buffer, (uint64_t)n << 1 ^ (n < 0 ? UINT64_MAX : 0));
}

void record_text(struct buffer *buffer, trawl_str text)
{
    record_number(buffer, text.p ? text.n + 1 : 0);
    if (text.n > 0)
        record_add(buffer, text.p, text.n);
}

uint64_t record_get(struct record_in *in)
{
    uint64_t n = 0;

    for (unsigned shift = 0; in->p < in->end && shift < 64; shift += 7) {
        unsigned char c = (unsigned char)*in->p++;

        n |= (uint64_t)(c & 0x7f) << shift;
        if (c < 0x80)
            break;
    }
    return n;
}

int64_t record_get_signed(struct record_in *in)
{
    uint64_t n = record_get(in);

    return (int64_t)(n >> 1 ^ (n & 1 ? UINT64_MAX : 0));
}

trawl_str record_get_text(struct record_in *in)
{
    uint64_t n = record_get(in), left = (uint64_t)(in->end - in->p);
    trawl_str text = {in->p, (size_t)(n > left ? left : n - 1)};

    if (n == 0)
        return (trawl_str){NULL, 0};
    in->p += text.n;
    return text;
}

void record_get_meaning(struct record_in *in, unsigned char meaning[MEANING_BYTES])
{
    for (unsigned i = 0; i < MEANING_BYTES; i++)
        meaning[i] = in->p < in->end ? (unsigned char)*in->p++ : 0;
}

void record_get_message(struct record_in *in, struct record_message *message)
{
    message->content = 0;
    for (unsigned i = 0; i < 64 && in->p < in->end; i += 8)
        message->content |= (uint64_t)(unsigned char)*in->p++ << i;
    record_get_meaning(in, message->meaning);
    message->offset = record_get(in);
    message->input = (int)record_get(in);
    message->timed = record_get(in) != 0;
    message->time = record_get_signed(in);
    message->zone = (int)record_get_signed(in);
    message->date = record_get_text(in);
    message->id = record_get_text(in);
    message->from = record_get_text(in);
    message->address = record_get_text(in);
    message->subject = record_get_text(in);
    message->list = record_get_text(in);
    message->references = record_get_text(in);
}

static void get_context(trawl_str packed, struct context *context)
{
    struct record_in in = {packed.p, packed.p + packed.n};

    context->kind = (int)record_get(&in);
    context->zone = (int)record_get(&in);
    context->quote = (unsigned)record_get(&in);
    context->part = record_get_text(&in);
    context->type = record_get_text(&in);
    context->header = record_get_text(&in);
    context->attribute = record_get_text(&in);
}

void record_get_link(struct record_in *in, struct record_link *link)
{
    link->packed = record_get_text(in);
    get_context(link->packed, &link->context);
    link->url = record_get_text(in);
    link->raw = record_get_text(in);
    link->more = record_get_text(in);
    link->anchor = record_get_text(in);
    link->flags = record_get(in);
    link->line = record_get(in);
    link->column = record_get(in);
    link->at = record_get_signed(in);
    link->length = record_get(in);
    link->alts = (unsigned)record_get(in);
}

void record_get_close(struct record_in *in, struct record_close *close)
{
    close->size = record_get(in);
    close->mtime = record_get_signed(in);
    close->head = record_get(in);
    close->tail = record_get(in);
    close->input = (int)record_get(in);
    close->trouble = record_get_text(in);
}

void record_skip(struct record_in *in, uint64_t type)
{
    struct record_link link = {0};
    struct record_close close;

    if (type == RECORD_LINK)
        record_get_link(in, &link);
    if (type == RECORD_CLOSE)
        record_get_close(in, &close);
    for (unsigned i = 0; i < link.alts && in->p < in->end; i++) {
        (void)record_get(in);
        (void)record_get_text(in);
    }
    if (type == RECORD_TROUBLE)
        (void)record_get_text(in);
}

trawl_str record_raw(int kind, trawl_str url)
{
    size_t skip = 0;
    const char *colon;

    if (kind == TRAWL_KIND_EMAIL || kind == TRAWL_KIND_ADDR)
        skip = sizeof "mailto:" - 1;
    if (kind == TRAWL_KIND_WWW || kind == TRAWL_KIND_DOMAIN || kind == TRAWL_KIND_IP ||
        kind == TRAWL_KIND_LOCALHOST) {
        colon = memchr(url.p, ':', url.n);
        skip = colon ? (size_t)(colon - url.p) + 3 : 0;
    }
    return skip < url.n ? (trawl_str){url.p + skip, url.n - skip} : url;
}

size_t record_date(char *to, int64_t seconds, int zone, int digits)
{
    static const char *const days[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"},
                             *const months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    time_t local = (time_t)((uint64_t)seconds + (uint64_t)zone * 60); /* may wrap */
    struct tm t;
    int n;

    if (!gmtime_r(&local, &t))
        return 0;
    n = snprintf(to, RECORD_DATE, "%s, %0*d %s %04lld %02d:%02d:%02d %c%02d%02d", days[t.tm_wday],
                 digits, t.tm_mday, months[t.tm_mon], (long long)t.tm_year + 1900, t.tm_hour,
                 t.tm_min, t.tm_sec, zone < 0 ? '-' : '+', abs(zone) / 60, abs(zone) % 60);
    return n > 0 && n < RECORD_DATE ? (size_t)n : 0;
}
