/* url.c - the functions of one URL: its forms, its host, the standards that accept it */
#include "columns.h"
#include "trawl_pg.h"

#include <mb/pg_wchar.h>
#include <utils/builtins.h>

trawl_str url_make_form(form *write, trawl_str url)
{
    size_t size = url.n + 64, len = 0;
    char *out = palloc(size);
    int error = write(url.p, url.n, out, size, &len);

    if (error == TRAWL_ERROR_NO_SPACE) {
        out = repalloc(out, len);
        error = write(url.p, url.n, out, len, &len);
    }
    check(error);
    return (trawl_str){out, len};
}

static Datum form_of(FunctionCallInfo fcinfo, form *write)
{
    trawl_str url = text_get(PG_GETARG_VARLENA_PP(0), false);

    PG_RETURN_TEXT_P(text_make(url_make_form(write, url)));
}

#define FORM(name)                                                                                 \
    FUNCTION(name);                                                                                \
    Datum pg_trawl_##name(PG_FUNCTION_ARGS)                                                        \
    {                                                                                              \
        return form_of(fcinfo, trawl_##name);                                                      \
    }

FORMS_OF_URLS(FORM)

trawl_str url_host(trawl_str url)
{
    return url_make_form(trawl_host, url);
}

trawl_str url_site(trawl_str url)
{
    return url_make_form(trawl_site, url);
}

/* Returns a text, or NULL if it is empty. */
static Datum url_part(FunctionCallInfo fcinfo, trawl_str part)
{
    if (part.n == 0)
        PG_RETURN_NULL();
    PG_RETURN_TEXT_P(text_make(part));
}

FUNCTION(host);
Datum pg_trawl_host(PG_FUNCTION_ARGS)
{
    return url_part(fcinfo, url_host(text_get(PG_GETARG_VARLENA_PP(0), false)));
}

FUNCTION(site);
Datum pg_trawl_site(PG_FUNCTION_ARGS)
{
    return url_part(fcinfo, url_site(text_get(PG_GETARG_VARLENA_PP(0), false)));
}

FUNCTION(looks_like);
Datum pg_trawl_looks_like(PG_FUNCTION_ARGS)
{
    trawl_str url = text_get(PG_GETARG_VARLENA_PP(0), false);

    return url_part(fcinfo, url_make_form(trawl_looks_like, url));
}

FUNCTION(check);
Datum pg_trawl_check(PG_FUNCTION_ARGS)
{
    trawl_str json = url_make_form(verdict_json, text_get(PG_GETARG_VARLENA_PP(0), false));

    PG_RETURN_DATUM(DirectFunctionCall1(jsonb_in, CStringGetDatum(pnstrdup(json.p, json.n))));
}

FUNCTION(version);
Datum pg_trawl_version(PG_FUNCTION_ARGS)
{
    PG_RETURN_TEXT_P(cstring_to_text(trawl_version()));
}

/* Returns the bits for the name of a standard. Reports an error for an unknown name. */
static unsigned standard_of(trawl_str name)
{
    static const struct {
        const char *name;
        unsigned bits;
    } standards[] = {{"any", TRAWL_STANDARD_ANY},
#define ROW(name, standard) {name, standard},
                     STANDARDS_OF_URLS(ROW)
#undef ROW
    };

    for (unsigned i = 0; i < lengthof(standards); i++)
        if (name.n == strlen(standards[i].name) && memcmp(name.p, standards[i].name, name.n) == 0)
            return standards[i].bits;
    ereport(ERROR, errcode(ERRCODE_INVALID_PARAMETER_VALUE),
            errmsg("trawl_valid: unknown standard \"%.*s\"", pg_mbcliplen(name.p, (int)name.n, 32),
                   name.p),
            errhint("The standards are 1738, 1630, 3986, iri and any."));
}

FUNCTION(valid);
Datum pg_trawl_valid(PG_FUNCTION_ARGS)
{
    trawl_str url = text_get(PG_GETARG_VARLENA_PP(0), false),
              name = {VARDATA_ANY(PG_GETARG_VARLENA_PP(1)),
                      VARSIZE_ANY_EXHDR(PG_GETARG_VARLENA_PP(1))};
    unsigned standard = standard_of(name);
    int accepted = standard == TRAWL_STANDARD_ANY ? trawl_standards(url.p, url.n, NULL)
                                                  : trawl_accepts(standard, url.p, url.n);

    if (accepted < 0)
        check(accepted);
    PG_RETURN_BOOL(accepted > 0);
}

FUNCTION(resolve);
Datum pg_trawl_resolve(PG_FUNCTION_ARGS)
{
    trawl_str base = text_get(PG_GETARG_VARLENA_PP(0), false),
              ref = text_get(PG_GETARG_VARLENA_PP(1), false);
    size_t size = base.n + ref.n + 64, len = 0;
    char *out = palloc(size);
    int error = trawl_resolve(TRAWL_RESOLVE_3986, base.p, base.n, ref.p, ref.n, out, size, &len);

    if (error == TRAWL_ERROR_NO_SPACE) {
        out = repalloc(out, len);
        error = trawl_resolve(TRAWL_RESOLVE_3986, base.p, base.n, ref.p, ref.n, out, len, &len);
    }
    check(error);
    PG_RETURN_TEXT_P(text_make((trawl_str){out, len}));
}
