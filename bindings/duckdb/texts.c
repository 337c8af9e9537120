/* texts.c - functions of one text: as HTML, and with its broken links joined */
#include "duck.h"

struct texts_function {
    int format; /* enum trawl_emit_format */
    struct duck_pool *pool;
};

struct texts_call {
    struct texts_function *f;
    struct duck_work *work;
    trawl_emit *writer;
};

static int texts_add(void *work, const char *bytes, size_t n)
{
    return duck_add(&((struct duck_work *)work)->out, bytes, n) ? 0 : TRAWL_ERROR_NO_MEMORY;
}

/* A trawl_sink: trawl_emit_event(), whose errors become those of duck_work. */
static int texts_take(void *call, const trawl_event *e)
{
    int stop = trawl_emit_event(((struct texts_call *)call)->writer, e);

    return stop < 0 ? 1 - stop : stop;
}

/* Writes the text to work->out. */
static bool texts_write(struct texts_call *c, trawl_str text, trawl_str options)
{
    trawl_emit_config config = TRAWL_EMIT_CONFIG_INIT;
    struct duck_work *w = c->work;
    bool good = duck_work_make(c->f->pool, w, options);
    int stop;

    if (!good)
        return false;
    w->out.n = 0;
    config.format = c->f->format;
    config.live = w->options.emit.live;
    config.resize = duck_resize;
    stop = trawl_emit_open(&c->writer, &config, texts_add, w);
    if (stop)
        return duck_explain(&w->why, stop);
    good = duck_work_scan(c->f->pool, w, text, options);
    stop = good ? trawl_emit_finish(c->writer) : TRAWL_OK;
    trawl_emit_close(&c->writer);
    return stop ? duck_explain(&w->why, stop) : good;
}

static void texts_function(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector out)
{
    struct texts_call c = {.f = duckdb_scalar_function_get_extra_info(info)};
    struct duck_call call;
    bool good = true;

    c.work = duck_work_take(c.f->pool);
    if (!c.work) {
        duckdb_scalar_function_set_error(info, trawl_strerror(TRAWL_ERROR_NO_MEMORY));
        return;
    }
    c.work->sink = texts_take;
    c.work->user = &c;
    duck_call_open(&call, input, out);
    for (uint64_t row = 0; row < call.rows && good; row++) {
        trawl_str text = duck_call_text(&call, row);

        if (!text.p) {
            duck_null(out, row);
            continue;
        }
        good = texts_write(&c, text, duck_call_second(&call, row));
        if (good)
            duck_text(out, row, (trawl_str){c.work->out.p, c.work->out.n});
    }
    if (!good)
        duckdb_scalar_function_set_error(info, c.work->why.text);
    duck_work_give(c.f->pool, c.work);
}

static void texts_free(void *function)
{
    struct texts_function *f = function;

    duck_pool_free(f->pool);
    (void)duck_resize(NULL, f, 0);
}

static bool texts_register(duckdb_connection db, const char *name, int format)
{
    struct texts_function *f = duck_resize(NULL, NULL, sizeof *f);
    struct duck_function function = {name, texts_function, 3, false, duck_type(DUCKDB_TYPE_VARCHAR),
                                     f,    texts_free};

    if (!f)
        return false;
    f->format = format;
    f->pool = duck_pool_new(format == TRAWL_EMIT_FORMAT_HTML ? DUCK_HTML : DUCK_TEXT);
    return f->pool && duck_register(db, &function);
}

bool duck_register_texts(duckdb_connection db)
{
    return texts_register(db, "trawl_html", TRAWL_EMIT_FORMAT_HTML) &&
           texts_register(db, "trawl_unbreak", TRAWL_EMIT_FORMAT_TEXT);
}
