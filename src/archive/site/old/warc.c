/* warc.c - the pages in a WARC file, as a browser got them
 *
 * The library reads such files, too, but passes on only what a page shows, not its comments. Only
 * the records of type "response" are read. Their chunks are joined, and their compression is
 * undone. The address of a page is its URL without scheme, host and query.
 */
#include "archive/site/old/old.h"

#include <stdlib.h>

#include "base/ascii.h"

struct warc {
    warc_page *take;
    void *user;
    struct buffer held, body, page; /* bytes of the file; the body of a record; unpacked */
};

/* Returns the value of a field of a header, without blanks around it; empty if the header lacks the
 * field. */
static trawl_str warc_field(trawl_str header, const char *name)
{
    const size_t n = strlen(name);
    trawl_str value = {NULL, 0};

    for (size_t i = 0; i + n < header.n && !value.p; i++)
        if (i > 0 && header.p[i - 1] == '\n' && ascii_same(header.p + i, name, n))
            value.p = header.p + i + n;
    while (value.p && value.p < header.p + header.n && ascii_is_blank(*value.p))
        value.p++;
    while (value.p && value.p + value.n < header.p + header.n &&
           (unsigned char)value.p[value.n] > ' ')
        value.n++;
    return value;
}

/* Cuts the header off a text, and returns it. Returns an empty text if the header has no end. */
static trawl_str warc_header(trawl_str *text)
{
    for (size_t i = 0; i + 4 <= text->n; i++)
        if (memcmp(text->p + i, "\r\n\r\n", 4) == 0) {
            const trawl_str header = {text->p, i + 2};

            *text = (trawl_str){text->p + i + 4, text->n - i - 4};
            return header;
        }
    return (trawl_str){NULL, 0};
}

/* Sets warc->body to the text of the chunks. */
static void warc_join_chunks(struct warc *warc, trawl_str text)
{
    warc->body.n = 0;
    while (text.n > 0) {
        const char *line = memchr(text.p, '\n', text.n);
        size_t n = 0, at = line ? (size_t)(line - text.p) + 1 : text.n;

        for (size_t i = 0; i < at && i < 8 && ascii_hex((unsigned char)text.p[i]) >= 0; i++)
            n = 16 * n + (size_t)ascii_hex((unsigned char)text.p[i]);
        n = n < text.n - at ? n : text.n - at;
        if (n == 0 || buffer_add(&warc->body, text.p + at, n) != TRAWL_OK)
            return;
        at += n;
        at += at + 2 <= text.n ? 2 : text.n - at;
        text = (trawl_str){text.p + at, text.n - at};
    }
}

/* Unpacks a text into warc->page. Returns false if that cannot be done. */
static bool warc_unpack(struct warc *warc, const char *coding, trawl_str text)
{
    void *state = input_unpacker.open(input_unpacker.user, coding);
    char out[8192];
    int end = state ? 0 : -1;

    warc->page.n = 0;
    while (end == 0 && warc->page.n < OLD_MOST) {
        size_t in_n = text.n, out_n = sizeof out;

        end = input_unpacker.step(state, text.p, &in_n, out, &out_n);
        text = (trawl_str){text.p + in_n, text.n - in_n};
        if ((end >= 0 && buffer_add(&warc->page, out, out_n) != TRAWL_OK) ||
            (in_n + out_n == 0 && end == 0))
            end = -1;
    }
    if (state)
        input_unpacker.close(state);
    return end > 0;
}

/* Takes a record with its header. Returns nonzero to stop. */
static int warc_take(struct warc *warc, trawl_str record)
{
    const trawl_str header = warc_header(&record), type = warc_field(header, "WARC-Type:");
    trawl_str uri = warc_field(header, "WARC-Target-URI:"), http, coding;
    char name[16] = "";
    const char *slash;

    if (type.n != 8 || !ascii_same(type.p, "response", 8))
        return 0;
    http = warc_header(&record);
    if (ascii_has(http.p, http.n, "\ntransfer-encoding: chunked")) {
        warc_join_chunks(warc, record);
        record = buffer_str(&warc->body);
    }
    coding = warc_field(http, "Content-Encoding:");
    for (size_t i = 0; i < coding.n && i + 1 < sizeof name; i++)
        name[i] = ascii_lower(coding.p[i]);
    if (coding.n > 0 && !warc_unpack(warc, name, record))
        return 0;
    if (coding.n > 0)
        record = buffer_str(&warc->page);
    for (int i = 0; i < 3; i++) { /* the third slash ends the host */
        slash = uri.n > 0 ? memchr(uri.p, '/', uri.n) : NULL;
        uri = slash ? (trawl_str){slash + 1, uri.n - (size_t)(slash - uri.p) - 1}
                    : (trawl_str){"", 0};
    }
    if ((slash = uri.n > 0 ? memchr(uri.p, '?', uri.n) : NULL) != NULL)
        uri.n = (size_t)(slash - uri.p);
    return warc->take(warc->user, uri, record);
}

/* Takes the whole records of warc->held. Records larger than a page may be are passed over. */
static int warc_take_held(struct warc *warc, uint64_t *skip)
{
    int stop = 0;

    while (!stop && warc->held.n > 0) {
        uint64_t size = *skip;
        size_t n = 0;

        while (size == 0 && n < warc->held.n && (unsigned char)warc->held.p[n] <= ' ')
            n++; /* line ends between records */
        if (size == 0 && n == 0 && (size = input_record_size(warc->held.p, warc->held.n)) == 0)
            break;
        if (n == 0 && *skip == 0 && size <= 2 * OLD_MOST && size > warc->held.n)
            break;
        if (n == 0 && *skip == 0 && size <= warc->held.n)
            stop = warc_take(warc, (trawl_str){warc->held.p, (size_t)size});
        n = n > 0 ? n : size < warc->held.n ? (size_t)size : warc->held.n;
        *skip = size > n ? size - n : 0;
        warc->held.n -= n;
        memmove(warc->held.p, warc->held.p + n, warc->held.n);
    }
    return stop;
}

int warc_each(const struct source *source, warc_page *take, void *user)
{
    struct warc warc = {.take = take, .user = user};
    char *block = malloc(INPUT_BLOCK);
    struct input in;
    uint64_t skip = 0;
    ssize_t got;
    int stop = block ? 0 : -1;

    if (!block || input_open_source(&in, source, NULL) < 0) {
        free(block);
        return stop;
    }
    in.command = "site";
    while (!stop && (got = input_read(&in, block)) > 0) {
        if (buffer_add(&warc.held, block, (size_t)got) != TRAWL_OK)
            stop = -1;
        stop = stop ? stop : warc_take_held(&warc, &skip);
    }
    if (input_complain(&in) < 0)
        stop = stop ? stop : 1;
    input_close(&in);
    free(block);
    buffer_free(&warc.held);
    buffer_free(&warc.body);
    buffer_free(&warc.page);
    return stop;
}
