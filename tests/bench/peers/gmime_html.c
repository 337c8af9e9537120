/* gmime_html.c - prints a text as HTML with anchors, by GMime's filter:  gmime_html FILE */
#include <fcntl.h>
#include <gmime/gmime.h>

int main(int argc, char **argv)
{
    int fd = argc > 1 ? open(argv[1], O_RDONLY) : -1;
    GMimeStream *in, *out, *filtered;
    GMimeFilter *filter;

    if (fd < 0)
        return 2;
    g_mime_init();
    in = g_mime_stream_fs_new(fd);
    out = g_mime_stream_pipe_new(1);
    filtered = g_mime_stream_filter_new(out);
    filter = g_mime_filter_html_new(GMIME_FILTER_HTML_CONVERT_NL | GMIME_FILTER_HTML_CONVERT_URLS |
                                        GMIME_FILTER_HTML_CONVERT_ADDRESSES,
                                    0);
    g_mime_stream_filter_add(GMIME_STREAM_FILTER(filtered), filter);
    if (g_mime_stream_write_to_stream(in, filtered) < 0 || g_mime_stream_flush(filtered) < 0)
        return 2;
    return 0;
}
