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

/* A trawl_sink: calls trawl_emit_event(), and returns its errors as duck_work wants them: 1 minus
 * the error. */
static int texts_take(void *call, const trawl_event *e)
{
    int stop = trawl_emit_event(((struct texts_call *)call)->writer, e);

    return stop < 0 ? 1 - stop : stop;
}

/* Sets the row to the text in the function's format. Returns false with a message in work->why. */
static bool texts_write(struct texts_call *run, duckdb_vector v, uint64_t row, trawl_str text,
                        trawl_str options)
{
    trawl_emit_config config = TRAWL_EMIT_CONFIG_INIT;
    struct duck_work *w = run->work;
    bool good = duck_work_make(run->f->pool, w, options);
    int stop;

    if (!good)
        return false;
    w->out.n = 0;
    config.format = run->f->format;
    config.live = w->options.emit.live;
    config.resize = duck_resize;
    stop = trawl_emit_open(&run->writer, &config, texts_add, w);
    if (stop)
        return duck_explain(&w->why, stop);
    good = duck_work_scan(run->f->pool, w, text, options);
    stop = good ? trawl_emit_finish(run->writer) : TRAWL_OK;
    trawl_emit_close(&run->writer);
    if (good && !stop)
        stop = duck_text(v, row, (trawl_str){w->out.n > 0 ? w->out.p : "", w->out.n});
    return stop ? duck_explain(&w->why, stop) : good;
}

static void texts_function(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector out)
{
    struct texts_call run = {.f = duckdb_scalar_function_get_extra_info(info)};
    struct duck_call call;
    bool good = true;

    run.work = duck_work_take(run.f->pool);
    if (!run.work) {
        duckdb_scalar_function_set_error(info, trawl_strerror(TRAWL_ERROR_NO_MEMORY));
        return;
    }
    run.work->sink = texts_take;
    run.work->user = &run;
    duck_call_open(&call, input, out);
    for (uint64_t row = 0; row < call.rows && good; row++) {
        trawl_str text = duck_call_text(&call, row);

        if (text.p)
            good = texts_write(&run, out, row, text, duck_call_second(&call, row));
        else
            duck_null(out, row);
    }
    if (!good)
        duckdb_scalar_function_set_error(info, run.work->why.text);
    duck_work_give(run.f->pool, run.work);
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
