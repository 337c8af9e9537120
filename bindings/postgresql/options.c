/* options.c - the options of a function: words separated by blanks, "find=url,www schemes=https"
 *
 * The library reads them (trawl_options.h): names and values are those of trawl(1).
 */
#include "trawl_pg.h"

#include <trawl_options.h>

#include "columns.h"

/* Reports the option that was refused. */
static void postgresql_refuse(const char *function, const trawl_option_fault *f)
{
    if (f->known)
        ereport(ERROR, errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                errmsg("%s: the option %s cannot be \"%s\"", function, text_shown(f->name),
                       text_shown(f->value)),
                errhint("It takes %s.", f->takes));
    ereport(ERROR, errcode(ERRCODE_INVALID_PARAMETER_VALUE),
            errmsg("%s: unknown option \"%s\"", function, text_shown(f->name)),
            errhint("The options are %s.", f->takes));
}

/* The texts that trawl_html() and trawl_unbreak() take are in the server's encoding, so they have
 * no charset. */
options options_read(const char *function, enum use use, trawl_str s)
{
    options o = {.find = {.size = sizeof o.find},
                 .mail = {.size = sizeof o.mail, .input = TRAWL_INPUT_TEXT},
                 .emit = {.size = sizeof o.emit}};
    trawl_options all = TRAWL_OPTIONS_INIT;
    trawl_option_fault fault = TRAWL_OPTION_FAULT_INIT;
    bool finds = use == OF_LINKS || use == OF_URLS;
    int error;

    all.find = &o.find;
    all.mail = finds ? &o.mail : NULL;
    all.emit = use == OF_HTML ? &o.emit : NULL;
    all.without = use == OF_HTML   ? "charset " OPTIONS_NOT_OF_HTML
                  : use == OF_TEXT ? "charset " OPTIONS_NOT_OF_TEXT
                                   : NULL;
    error = trawl_options_read(&all, s.p, s.n, &fault);
    if (error == TRAWL_ERROR_BAD_OPTION)
        postgresql_refuse(function, &fault);
    check(error);
    return o;
}
