/* with_gmime.h - reads a mailbox with GMime: its messages, and the text of its text parts in UTF-8 */
#ifndef TRAWL_TESTS_BENCH_WITH_GMIME_H
#define TRAWL_TESTS_BENCH_WITH_GMIME_H

#include <stdint.h>
#include <unistd.h>

typedef struct gmime_read {
    uint64_t messages, parts, bytes;
} gmime_read;

#ifdef HAVE_GMIME
#include <gmime/gmime.h>

static inline void gmime_part(GMimeObject *parent, GMimeObject *part, gpointer user)
{
    GMimeContentType *type = g_mime_object_get_content_type(part);
    const char *charset = g_mime_content_type_get_parameter(type, "charset");
    GMimeDataWrapper *content;
    GMimeStream *out, *null;
    GMimeFilter *filter;
    gmime_read *r = user;

    (void)parent;
    if (!GMIME_IS_PART(part) || !g_mime_content_type_is_type(type, "text", "*"))
        return;
    content = g_mime_part_get_content(GMIME_PART(part));
    null = g_mime_stream_null_new();
    out = g_mime_stream_filter_new(null);
    filter = charset ? g_mime_filter_charset_new(charset, "utf-8") : NULL;
    if (filter) {
        g_mime_stream_filter_add(GMIME_STREAM_FILTER(out), filter);
        g_object_unref(filter);
    }
    r->parts++;
    g_mime_data_wrapper_write_to_stream(content, out);
    g_mime_stream_flush(out);
    r->bytes += GMIME_STREAM_NULL(null)->written;
    g_object_unref(out);
    g_object_unref(null);
}

/* Reads the whole file. */
static inline gmime_read gmime_read_all(int fd)
{
    gmime_read r = {0, 0, 0};
    GMimeStream *stream;
    GMimeParser *parser;

    g_mime_init();
    lseek(fd, 0, SEEK_SET);
    stream = g_mime_stream_fs_new(dup(fd));
    parser = g_mime_parser_new_with_stream(stream);
    g_mime_parser_set_format(parser, GMIME_FORMAT_MBOX);
    g_mime_parser_set_persist_stream(parser, TRUE);
    while (!g_mime_parser_eos(parser)) {
        GMimeMessage *message = g_mime_parser_construct_message(parser, NULL);
        if (!message)
            break;
        r.messages++;
        g_mime_message_foreach(message, gmime_part, &r);
        g_object_unref(message);
    }
    g_object_unref(parser);
    g_object_unref(stream);
    return r;
}

#endif

#endif
