/* emit.c - trawl_html and trawl_unbreak, which rewrite a whole text */
#include "trawl_pg.h"

#include <miscadmin.h>
#include <utils/memutils.h>

typedef struct rewriting {
    work w; /* first */
    bytes out;
} rewriting;

static int postgresql_emit_put(void *user, const char *p, size_t n)
{
    rewriting *r = user;

    return bytes_add(r->w.context, &r->out, p, n);
}

static void open_writer(rewriting *r, int format, trawl_str words)
{
    bool html = format == TRAWL_EMIT_FORMAT_HTML;
    const char *function = html ? "trawl_html" : "trawl_unbreak";
    options o = options_read(function, html ? OF_HTML : OF_TEXT, words);

    o.emit.format = format;
    o.emit.resize = work_resize;
    o.emit.resize_user = r->w.context;
    check(trawl_emit_open(&r->w.emit, &o.emit, postgresql_emit_put, r));
    check(trawl_open(&r->w.scan, work_settings(&r->w, function, &o.find), trawl_emit_event,
                     r->w.emit));
}

/* Returns the text of the first argument in a format of trawl_emit.h. */
static Datum rewrite(FunctionCallInfo fcinfo, int format)
{
    trawl_str s = text_get(PG_GETARG_VARLENA_PP(0), false);
    rewriting *r = work_new(CurrentMemoryContext, sizeof *r);
    text *result;

    open_writer(r, format, text_get(PG_GETARG_VARLENA_PP(1), false));
    while (s.n > 0) {
        size_t n = Min(s.n, BLOCK);

        CHECK_FOR_INTERRUPTS();
        check(trawl_feed(r->w.scan, s.p, n));
        s = (trawl_str){s.p + n, s.n - n};
    }
    check(trawl_finish(r->w.scan));
    check(trawl_emit_finish(r->w.emit));
    if (!AllocSizeIsValid(r->out.n + VARHDRSZ))
        ereport(ERROR, errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
                errmsg("trawl: the result is too long for a text"));
    result = text_make((trawl_str){r->out.n > 0 ? r->out.p : "", r->out.n});
    work_free(&r->w);
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
