/* find_emit.c - the outputs -t html, term, md and notes; see find_emit.h
 *
 * Several files are one document, in their order, as cat would print them; but a link ends with its file.
 */
#include "cli/find_emit.h"

#include <string.h>

/* An error of the output ends the scan; main reports it. */
static int put(void *user, const char *bytes, size_t n)
{
    struct output *o = user;

    if (bytes == o->buffer)
        output_flush(o); /* it is the room that was given */
    else
        output_bytes(o, bytes, n);
    return o->error != 0;
}

/* The last part of a path: what a page tells its readers need not name anybody's directories. */
static trawl_str base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash && slash[1] ? slash + 1 : path;

    return (trawl_str){name, strlen(name)};
}

int find_emit_open(struct find *f, const char *name)
{
    trawl_emit_config config = f->options->emit;

    config.size = sizeof config;
    if (f->options->to == FIND_HTML)
        config.format = TRAWL_EMIT_HTML;
    else if (f->options->to == FIND_TERM)
        config.format = TRAWL_EMIT_TERM;
    else if (f->options->to == FIND_MD)
        config.format = TRAWL_EMIT_MARKDOWN;
    else
        config.format = TRAWL_EMIT_NOTES;
    if (config.title.n == 0 && name)
        config.title = base_name(name);
    if (f->options->colour)
        config.options |= TRAWL_EMIT_COLOR;
    if (f->options->both)
        config.options |= TRAWL_EMIT_BOTH;
    config.room = f->out->buffer;
    config.room_size = f->out->size;
    config.room_n = &f->out->n;
    return trawl_emit_open(&f->emit, &config, put, f->out);
}

int find_emit_event(struct find *f, const trawl_event *e)
{
    int stop = trawl_emit_event(f->emit, e);

    return stop < 0 ? stop : TRAWL_OK;
}

int find_emit_end(struct find *f)
{
    int stop = trawl_emit_finish(f->emit);

    return stop < 0 ? stop : TRAWL_OK;
}

void find_emit_close(struct find *f)
{
    trawl_emit_close(&f->emit);
}
