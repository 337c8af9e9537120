/* record.c - reads one record of WARC (rule E21): its header, the header of HTTP, and the text
 *
 * Skips records of types other than response, resource and conversion, and records whose content is
 * neither HTML nor plain text. The URL of a record is the base of the partial links in it.
 */
#include "base/ascii.h"
#include "find/text/text.h"
#include "mail/record/record.h"

/* Frees all buffers. */
static void record_reset_buffers(record *d)
{
    buffer *all[] = {&d->header, &d->id, &d->date, &d->uri, &d->type, &d->named, &d->coding};

    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        buffer_reset(all[i], &d->g->m);
}

void record_open(record *d)
{
    record_reset_buffers(d);
    words_open(&d->words, &d->g->m);
    srcmap_open(&d->map, &d->g->m);
    srcmap_switch_off(&d->map, !events_wants(d->g, TRAWL_WANT_LINK));
}

static void close_unpacker(record *d)
{
    if (d->unpacking)
        d->unpacker.close(d->unpacking);
    d->unpacking = NULL;
}

void record_reset(record *d)
{
    d->budget = (budget){.most = d->unpacker.most};
}

void record_close(record *d)
{
    close_unpacker(d);
    words_close(&d->words);
    srcmap_close(&d->map);
    memory_free(&d->g->m, d->out);
    record_reset_buffers(d);
}

int record_begin(record *d, uint64_t number, uint64_t at)
{
    close_unpacker(d);
    d->message = scan_no_message;
    d->message.number = number;
    d->message.offset = at;
    d->state = RECORD_HEADER;
    d->header.n = d->line = 0;
    d->reading = false;
    d->g->event.message = &scan_no_message;
    d->g->event.part = &scan_no_part;
    return 0;
}

static int record_skip(record *d, int reason)
{
    d->state = RECORD_SKIP;
    d->reason = reason;
    return 0;
}

/* ---- Headers ---- */

/* Returns the value of the first field with this name, which is in lower case; empty if there is
 * none. */
static trawl_str field(const record *d, const char *name)
{
    const char *p = d->header.p, *end = p + d->header.n, *lf;
    size_t n = strlen(name);

    for (; p < end && (lf = memchr(p, '\n', (size_t)(end - p))); p = lf + 1) {
        const char *from = p + n + 1, *to = lf;

        if ((size_t)(lf - p) <= n || p[n] != ':' || !ascii_same(p, name, n))
            continue;
        while (from < to && (ascii_is_blank(*from) || *from == '\r'))
            from++;
        while (to > from && (ascii_is_blank(to[-1]) || to[-1] == '\r'))
            to--;
        return (trawl_str){from, (size_t)(to - from)};
    }
    return (trawl_str){"", 0};
}

/* Stores a value, without "<" and ">" around it, and sets *s to it. */
static int record_keep(buffer *b, trawl_str *s, trawl_str value)
{
    int failed;

    if (value.n > 1 && value.p[0] == '<' && value.p[value.n - 1] == '>')
        value = (trawl_str){value.p + 1, value.n - 2};
    b->n = 0;
    failed = buffer_put(b, value.p, value.n);
    *s = buffer_text(b);
    return failed;
}

/* Returns true if s is one of the words in `all`, which are in lower case. */
static bool record_is_of(trawl_str s, const char *all)
{
    return ascii_is_word_of(all, s.p, s.n);
}

/* Stores the id, date and URL from the header of the record. */
static int keep_message(record *d)
{
    trawl_mail_message *m = &d->message;
    int failed = record_keep(&d->id, &m->id, field(d, "warc-record-id"));

    if (!failed)
        failed = record_keep(&d->uri, &m->uri, field(d, "warc-target-uri"));
    if (!failed)
        failed = record_keep(&d->date, &m->date, field(d, "warc-date"));
    if (!failed)
        date_of_message(m, &d->forms);
    return failed;
}

/* Stores the type, the charset and the coding of the content. */
static int record_keep_part(record *d, trawl_str type, trawl_str coding)
{
    bool there;
    int failed = params_value(&d->type, type.p, type.n);

    d->named.n = d->coding.n = 0;
    if (!failed)
        failed = params_get(&d->words, &d->named, &there, type.p, type.n, "charset");
    if (!failed && !record_is_of(coding, "identity"))
        failed = params_value(&d->coding, coding.p, coding.n);
    d->part = (trawl_mail_part){.size = sizeof d->part,
                                .path = {"1", 1},
                                .type = buffer_text(&d->type),
                                .charset = buffer_text(&d->named),
                                .encoding = buffer_text(&d->coding),
                                .name = {"", 0}};
    return failed;
}

/* Begins the body at this source offset, or skips it if its type is not read. */
static int record_begin_body(record *d, trawl_str type, trawl_str coding, uint64_t at)
{
    int stop = record_keep_part(d, type, coding);

    d->page = record_is_of(d->part.type, "text/html application/xhtml+xml");
    if (stop || (!d->page && !record_is_of(d->part.type, "text/plain")))
        return stop ? stop : record_skip(d, TRAWL_SKIP_ATTACHMENT);
    d->state = RECORD_BODY;
    d->body = at;
    stop = events_message(d->g, &d->message);
    if (!stop && events_wants(d->g, TRAWL_WANT_LINK))
        stop = events_part(d->g, &d->part);
    return stop ? stop : events_skip(d->g, at, TRAWL_SKIP_HEADER);
}

/* Handles the end of the record's header. */
static int record_end_header(record *d, uint64_t at)
{
    trawl_str type = field(d, "warc-type"), content = field(d, "content-type");
    int failed;

    if (!record_is_of(type, "response resource conversion"))
        return record_skip(d, TRAWL_SKIP_ATTACHMENT);
    failed = keep_message(d);
    if (failed)
        return failed;
    if (record_is_of(type, "response") && ascii_begins(content.p, content.n, "application/http")) {
        d->state = RECORD_HTTP;
        d->header.n = d->line = 0;
        return 0;
    }
    d->chunked = false;
    return record_begin_body(d, content, (trawl_str){"", 0}, at);
}

/* Returns true for "chunked" and "gzip, chunked". */
static bool is_chunked(trawl_str s)
{
    enum { CHUNKED = sizeof "chunked" - 1 };

    return s.n >= CHUNKED && ascii_same(s.p + s.n - CHUNKED, "chunked", CHUNKED);
}

/* Handles the end of the header of HTTP. */
static int end_http(record *d, uint64_t at)
{
    if (d->header.n < 5 || memcmp(d->header.p, "HTTP/", 5) != 0)
        return record_skip(d, TRAWL_SKIP_ATTACHMENT);
    d->chunked = is_chunked(field(d, "transfer-encoding"));
    chunks_begin(&d->chunks);
    return record_begin_body(d, field(d, "content-type"), field(d, "content-encoding"), at);
}

/* Stores bytes of a header up to the end of a line, and sets *took to their number. */
static int record_take_header(record *d, const char *p, size_t n, uint64_t at, size_t *took)
{
    const char *lf = memchr(p, '\n', n);
    const char *line;

    *took = lf ? (size_t)(lf - p) + 1 : n;
    if (*took > TRAWL_MAIL_HEADER - d->header.n) {
        (void)record_skip(d, TRAWL_SKIP_LIMIT);
        return events_limit(
            d->g, "the header of a record is longer than 102400 bytes, and the record is not read",
            d->message.offset);
    }
    if (buffer_put(&d->header, p, *took))
        return TRAWL_ERROR_NO_MEMORY;
    if (!lf)
        return 0;
    line = d->header.p + d->line;
    d->line = d->header.n;
    if (*line != '\n' && memcmp(line, "\r\n", 2) != 0)
        return 0;
    return d->state == RECORD_HTTP ? end_http(d, at + *took) : record_end_header(d, at + *took);
}

/* ---- The body ---- */

/* Opens the unpacker if the body is compressed. If a body is announced as gzip but does not begin
 * with the first byte of gzip, it was unpacked before it was stored. */
static int begin_unpacking(record *d, const char *p, uint64_t at)
{
    if (d->coding.n == 0 || (record_is_of(buffer_text(&d->coding), "gzip x-gzip") && *p != '\x1F'))
        return 0;
    if (buffer_put(&d->coding, "", 1))
        return TRAWL_ERROR_NO_MEMORY;
    if (!d->out && !(d->out = memory_get(&d->g->m, RECORD_UNPACKED)))
        return TRAWL_ERROR_NO_MEMORY;
    if (d->unpacker.open)
        d->unpacking = d->unpacker.open(d->unpacker.user, d->coding.p);
    d->unpacked = false;
    d->unpacked_n = 0;
    srcmap_clear(&d->map);
    if (d->unpacking)
        return 0;
    (void)record_skip(d, TRAWL_SKIP_LIMIT);
    return events_limit(d->g, "a body is not read, because its Content-Encoding is not supported",
                        at);
}

/* Begins to read the text, at the first byte of the body. */
static int record_begin_text(record *d, const char *p, uint64_t at)
{
    trawl_str uri = d->message.uri;
    reader_text as = {.charset = d->named.n > 0 ? names_find(d->named.p, d->named.n) : d->charset,
                      .trusted = d->named.n == 0,
                      .page = d->page};
    int stop = begin_unpacking(d, p, at);

    if (stop || d->state == RECORD_SKIP)
        return stop;
    if (form_scheme(uri.p, uri.n) > 0)
        as.base = uri;
    if (d->unpacking)
        as.outer = &d->map;
    d->body = at;
    d->reading = true;
    return reader_begin(d->r, &as, at);
}

/* Ends the text at this source offset, and skips the rest of the record. Reports `why` as a limit,
 * unless it is NULL. */
static int record_end_text(record *d, uint64_t at, const char *why)
{
    int stop = reader_end(d->r, at);

    d->reading = false;
    (void)record_skip(d, TRAWL_SKIP_LIMIT);
    return stop || !why ? stop : events_limit(d->g, why, at);
}

/* Ends a compressed text early. The source offset of its end is unknown, so the whole body counts
 * as skipped. */
static int end_packed(record *d, const char *why)
{
    return record_end_text(d, d->body, why);
}

/* Takes one step of the unpacker without exceeding the budget. When the budget is used up, tries
 * to unpack one more byte: if that fails, the body ends there and is complete. */
static int record_step_to_limit(record *d, const char *p, size_t *in, size_t *out)
{
    uint64_t room = budget_left(&d->budget);
    int got;

    *out = room == 0 ? 1 : room < RECORD_UNPACKED ? (size_t)room : RECORD_UNPACKED;
    got = d->unpacker.step(d->unpacking, p, in, d->out, out);
    if (room == 0 && *out > 0) {
        *out = 0;
        return TRAWL_UNPACK_LIMIT;
    }
    d->budget.unpacked += *out;
    return got;
}

/* Unpacks bytes of the body at source offset `at`, and reads the text in them. */
static int record_unpack(record *d, const char *p, size_t n, uint64_t at)
{
    static const char damaged[] = "a compressed body is damaged, and the rest of it is not read";
    static const char limit[] =
        "a compressed body is over the limit for unpacked bytes, and the rest of it is not read";
    size_t in = 1, out = 0;
    int got = 0, stop = 0;

    d->budget.read = at + n;
    for (; !stop && d->reading && !d->unpacked && in + out > 0; p += in, n -= in) {
        in = n;
        got = record_step_to_limit(d, p, &in, &out);
        stop = out > 0 ? srcmap_add(&d->map, out, 1, 0) : 0;
        if (!stop && out > 0)
            stop = reader_bytes(d->r, d->out, out, d->body + d->unpacked_n);
        d->unpacked_n += out;
        d->unpacked = got > 0;
        if (!stop && got < 0)
            stop = end_packed(d, got == TRAWL_UNPACK_LIMIT ? limit : damaged);
    }
    return stop;
}

/* A chunks_sink: reads bytes of the body, which have no chunks any more. */
static int take_body(void *user, const char *p, size_t n, uint64_t at)
{
    record *d = user;
    int stop = d->reading || d->state == RECORD_SKIP ? 0 : record_begin_text(d, p, at);

    if (stop || !d->reading)
        return stop;
    return d->unpacking ? record_unpack(d, p, n, at) : reader_bytes(d->r, p, n, at);
}

static int take_chunks(record *d, const char *p, size_t n, uint64_t at)
{
    static const char damaged[] =
        "the chunks of a body are damaged, and the rest of it is not read";
    int stop = chunks_feed(&d->chunks, p, n, at, take_body, d);

    if (stop || d->chunks.state != CHUNKS_DAMAGED || d->state == RECORD_SKIP)
        return stop;
    if (d->reading)
        return record_end_text(d, d->unpacking ? d->body : d->chunks.damage, damaged);
    (void)record_skip(d, TRAWL_SKIP_LIMIT);
    return events_limit(d->g, damaged, d->chunks.damage);
}

int record_bytes(record *d, const char *p, size_t n, uint64_t at)
{
    int stop = 0;

    for (size_t took; n > 0 && !stop; p += took, n -= took, at += took) {
        took = n;
        switch (d->state) {
        case RECORD_HEADER:
        case RECORD_HTTP:
            stop = record_take_header(d, p, n, at, &took);
            break;
        case RECORD_BODY:
            stop = d->chunked ? take_chunks(d, p, n, at) : take_body(d, p, n, at);
            if (!stop && d->state == RECORD_SKIP)
                stop = events_skip(d->g, at + n, d->reason);
            break;
        default:
            stop = events_skip(d->g, at + n, d->reason);
        }
    }
    return stop;
}

int record_end(record *d, uint64_t at)
{
    int stop = 0;

    if (d->state == RECORD_HEADER)
        stop = events_limit(d->g, "the input ends in the header of a record", at);
    if (d->state == RECORD_BODY && d->chunked)
        stop = chunks_finish(&d->chunks, take_body, d);
    if (!stop && d->reading)
        stop = record_end_text(
            d, at, d->unpacking && !d->unpacked ? "a compressed body ends early" : NULL);
    if (!stop)
        stop = events_skip(d->g, at, d->state == RECORD_SKIP ? d->reason : TRAWL_SKIP_HEADER);
    close_unpacker(d);
    d->g->event.part = &scan_no_part;
    return stop;
}
