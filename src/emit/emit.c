/* emit.c - writers: open, events, finish, close */
#include "emit/emit.h"

#include <string.h>

static const emit_writer *writer_of(int format)
{
    switch (format) {
    case TRAWL_EMIT_HTML:
        return &emit_html;
    case TRAWL_EMIT_TERM:
        return &emit_term;
    case TRAWL_EMIT_MARKDOWN:
        return &emit_markdown;
    case TRAWL_EMIT_NOTES:
        return &emit_notes;
    default:
        return NULL;
    }
}

/* "%u" must stand in a template, and what comes of it must be safe to follow. */
static bool template_is_good(trawl_str template)
{
    static const char *const begins[] = {"https://", "http://", "mailto:"};
    bool place = false, safe = template.n == 0;

    for (size_t i = 0; i + 1 < template.n; i++)
        place = place || (template.p[i] == '%' && template.p[i + 1] == 'u');
    for (size_t i = 0; i < sizeof begins / sizeof begins[0]; i++)
        safe = safe || (template.n > strlen(begins[i]) && memcmp(template.p, begins[i], strlen(begins[i])) == 0);
    return template.n == 0 || (place && safe);
}

static bool room_is_good(const trawl_emit_config *c)
{
    return !c->room || (c->room_size >= TRAWL_EMIT_ROOM && c->room_n && *c->room_n <= c->room_size);
}

static void set_room(trawl_emit *e)
{
    const trawl_emit_config *c = &e->config;

    e->held = c->room ? c->room : e->own;
    e->held_size = c->room ? c->room_size : sizeof e->own;
    e->held_n = c->room ? c->room_n : &e->own_n;
}

/* The config's texts, one after the other in memory of our own. */
static int copy_texts(trawl_emit *e)
{
    trawl_emit_config *c = &e->config;
    trawl_str *const all[] = {&c->live, &c->title, &c->rel, &c->css_class, &c->target, &c->css, &c->link_template};
    size_t n = 0;

    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        n += all[i]->n;
    e->texts = memory_get(&e->m, n);
    if (!e->texts)
        return TRAWL_NO_MEMORY;
    n = 0;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        if (all[i]->n > 0)
            memcpy(e->texts + n, all[i]->p, all[i]->n);
        all[i]->p = e->texts + n;
        n += all[i]->n;
    }
    return TRAWL_OK;
}

static trawl_emit *make(const trawl_emit_config *config, const emit_writer *writer)
{
    memory m = config->resize ? (memory){config->resize, config->resize_user} : memory_default;
    trawl_emit *e = memory_get(&m, sizeof *e);

    if (!e)
        return NULL;
    *e = (trawl_emit){.config = *config, .m = m, .writer = writer};
    set_room(e);
    e->state = memory_get(&m, writer->state_size);
    if (e->state)
        memset(e->state, 0, writer->state_size);
    if (!e->state || copy_texts(e) != TRAWL_OK)
        trawl_emit_close(&e);
    return e;
}

int trawl_emit_open(trawl_emit **out, const trawl_emit_config *config, trawl_write *write, void *user)
{
    const emit_writer *writer = NULL;

    if (!out)
        return TRAWL_MISUSE;
    *out = NULL;
    if (config && config->size >= sizeof *config)
        writer = writer_of(config->format);
    if (!writer || !write || !template_is_good(config->link_template) || !room_is_good(config))
        return TRAWL_MISUSE;
    *out = make(config, writer);
    if (!*out)
        return TRAWL_NO_MEMORY;
    (*out)->write = write;
    (*out)->user = user;
    return TRAWL_OK;
}

static int write_out(trawl_emit *e, const char *bytes, size_t n)
{
    if (!e->error && n > 0)
        e->error = e->write(e->user, bytes, n);
    return e->error;
}

static int flush(trawl_emit *e)
{
    (void)write_out(e, e->held, *e->held_n);
    *e->held_n = 0;
    return e->error;
}

int emit_put_through(trawl_emit *e, const char *bytes, size_t n)
{
    flush(e);
    return n > e->held_size ? write_out(e, bytes, n) : emit_put(e, bytes, n);
}

static int begin(trawl_emit *e)
{
    if (e->begun)
        return e->error;
    e->begun = true;
    return e->writer->begin ? e->writer->begin(e) : 0;
}

/* What is done seldom stands apart, here and elsewhere, so that the rest saves no registers for it. */
__attribute__((noinline)) static int take_event(trawl_emit *e, const trawl_event *event)
{
    int stop = begin(e);

    if (!stop && event->before.n > 0 && !e->writer->takes_before) {
        const trawl_event before = emit_before(event);
        stop = e->writer->event(e, &before);
    }
    if (!stop)
        stop = e->writer->event(e, event);
    return stop || e->config.room ? stop : flush(e);
}

int trawl_emit_event(void *emit, const trawl_event *event)
{
    trawl_emit *e = emit;

    return e->begun && e->config.room && !e->error && (event->before.n == 0 || e->writer->takes_before)
               ? e->writer->event(e, event)
               : take_event(e, event);
}

int trawl_emit_is_calm(const trawl_emit *e)
{
    return e && e->writer->is_calm && e->writer->is_calm(e);
}

int trawl_emit_finish(trawl_emit *e)
{
    int stop = e ? begin(e) : TRAWL_MISUSE;

    if (!stop && e->writer->finish)
        stop = e->writer->finish(e);
    return stop ? stop : flush(e);
}

void trawl_emit_close(trawl_emit **out)
{
    trawl_emit *e = out ? *out : NULL;
    memory m;

    if (!e)
        return;
    if (e->state && e->writer->close)
        e->writer->close(e);
    m = e->m;
    memory_free(&m, e->state);
    memory_free(&m, e->texts);
    memory_free(&m, e);
    *out = NULL;
}
