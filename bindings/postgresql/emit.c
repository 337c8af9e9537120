/* emit.c - trawl_html and trawl_unbreak, which rewrite a whole text */
#include "trawl_pg.h"

#include <utils/memutils.h>

static int postgresql_emit_put(void *user, const char *p, size_t n)
{
    reader *r = user;

    return bytes_add(r->context, &r->found, p, n);
}

/* A sink: writes the event. Returns as reader_feed() wants it. */
static int emit_take_event(void *user, const trawl_event *e)
{
    int stop = trawl_emit_event(((reader *)user)->emit, e);

    return stop < 0 ? 1 - stop : stop;
}

/* Returns the text of the first argument in a format of trawl_emit.h. */
static Datum rewrite(FunctionCallInfo fcinfo, int format)
{
    bool html = format == TRAWL_EMIT_FORMAT_HTML;
    trawl_str s = text_get(PG_GETARG_VARLENA_PP(0), false);
    reader *r = reader_take(html ? "trawl_html" : "trawl_unbreak", html ? OF_HTML : OF_TEXT,
                            text_get(PG_GETARG_VARLENA_PP(1), false), emit_take_event);
    trawl_emit_config config = r->options.emit;
    text *result;

    config.format = format;
    config.resize = work_resize;
    config.resize_user = r->context;
    check(trawl_emit_open(&r->emit, &config, postgresql_emit_put, r));
    reader_read(r, s);
    check(trawl_emit_finish(r->emit));
    if (!AllocSizeIsValid(r->found.n + VARHDRSZ))
        ereport(ERROR, errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
                errmsg("trawl: the result is too long for a text"));
    result = text_make((trawl_str){r->found.n > 0 ? r->found.p : "", r->found.n});
    reader_give(r);
    PG_RETURN_TEXT_P(result);
}

FUNCTION(html);
Datum pg_trawl_html(PG_FUNCTION_ARGS)
{
    return rewrite(fcinfo, TRAWL_EMIT_FORMAT_HTML);
}

FUNCTION(unbreak);
Datum pg_trawl_unbreak(PG_FUNCTION_ARGS)
{
    return rewrite(fcinfo, TRAWL_EMIT_FORMAT_TEXT);
}
