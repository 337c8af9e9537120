/* emit.c - the outputs -t text, html, term, md and notes: the whole text, by trawl_emit.h
 *
 * Several files are one document, in their order, as cat would print them; but no link crosses into
 * the next file.
 */
#include "base/lang.h"
#include "trawl/format/format.h"

/* A trawl_write. An error of the output ends the scan; main reports it. */
static int format_emit_put(void *user, const char *bytes, size_t n)
{
    struct output *o = user;

    if (o->taker)
        output_bytes(o, bytes, n); /* a thread collects the output of a piece */
    else
        output_through(o, bytes, n);
    return o->error != 0;
}

static void emit_drain(void *writer)
{
    (void)trawl_emit_flush(writer);
}

/* Returns the last part of a path: the title of a page does not name directories. */
static trawl_str base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash && slash[1] ? slash + 1 : path;

    return (trawl_str){name, strlen(name)};
}

static int emit_open(struct format_view *v, const char *first)
{
    trawl_emit_config config = v->options->emit;
    trawl_emit *writer;
    int error;

    config.size = sizeof config;
    config.format = v->format->emit;
    config.outline = v->outline;
    if (config.title.n == 0)
        config.options |= TRAWL_EMIT_OPTION_OWN_TITLE;
    if (config.title.n == 0 && first)
        config.title = base_name(first);
    if (config.lang.n == 0) {
        config.lang.p =
            lang_of_charset(v->options->config->charset.p, v->options->config->charset.n);
        config.lang.n = strlen(config.lang.p);
    }
    if (v->options->colour)
        config.options |= TRAWL_EMIT_OPTION_COLOR;
    if (v->options->both)
        config.options |= TRAWL_EMIT_OPTION_BOTH;
    error = trawl_emit_open(&writer, &config, format_emit_put, v->out);
    v->state = writer;
    v->out->drain = error == TRAWL_OK ? emit_drain : NULL;
    v->out->drained = writer;
    return error;
}

static int emit_finish(struct format_view *v)
{
    int stop = trawl_emit_finish(v->state);

    return stop < 0 && !v->out->error ? stop : TRAWL_OK;
}

static void emit_close(struct format_view *v)
{
    trawl_emit *writer = v->state;

    output_drain(v->out);
    v->out->drain = NULL;
    trawl_emit_close(&writer);
    v->state = NULL;
}

/* Ends a file: writes the part of its last lines that is held. */
static int emit_text_end(struct format_view *v)
{
    const trawl_event e = {.size = sizeof e, .type = TRAWL_EVENT_PART};

    return trawl_emit_event(v->state, &e);
}

/* Ends a file. With structure, the next file is another text, with ids of its own. */
static int html_end(struct format_view *v)
{
    const trawl_event e = {.size = sizeof e, .type = TRAWL_EVENT_MESSAGE};

    return format_has_structure(v->options) ? trawl_emit_event(v->state, &e) : TRAWL_OK;
}

#define WRITER(which, traits_, end_)                                                               \
    {                                                                                              \
        .traits = FORMAT_TEXT | (traits_), .emit = (which), .open = emit_open,                     \
        .text = trawl_emit_event, .end = (end_), .finish = emit_finish, .close = emit_close        \
    }

const struct format format_text = WRITER(TRAWL_EMIT_FORMAT_TEXT, 0, emit_text_end);
const struct format format_html =
    WRITER(TRAWL_EMIT_FORMAT_HTML, FORMAT_PIECES | FORMAT_BOTH | FORMAT_MARKUP, html_end);
const struct format format_term = WRITER(TRAWL_EMIT_FORMAT_TERM, FORMAT_MARKUP, NULL);
const struct format format_md = WRITER(TRAWL_EMIT_FORMAT_MARKDOWN, FORMAT_MARKUP, NULL);
const struct format format_notes = WRITER(TRAWL_EMIT_FORMAT_NOTES, 0, NULL);
