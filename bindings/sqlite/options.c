/* options.c - the options of a call: words such as find=url,www and join, separated by blanks
 *
 * The library reads them (trawl_options.h): their names and values are those of trawl(1).
 */
#include <trawl_options.h>

#include "sql.h"

/* Writes the message for an option that was refused. */
static int sqlite_refuse(char **why, const trawl_option_fault *fault)
{
    const trawl_str *text = fault->known ? &fault->value : &fault->name;
    const char *p = text->p ? text->p : "";

    if (fault->known)
        *why = sqlite3_mprintf("option %.*s: %.*Q is wrong; it takes: %s", (int)fault->name.n,
                               fault->name.p, (int)text->n, p, fault->takes);
    else
        *why = sqlite3_mprintf("no option %.*Q; the options are %s", (int)text->n, p, fault->takes);
    return SQLITE_ERROR;
}

int sql_options_read(struct sql_options *o, enum sql_use use, int input, trawl_str text, char **why)
{
    trawl_options all = TRAWL_OPTIONS_INIT;
    trawl_option_fault fault = TRAWL_OPTION_FAULT_INIT;
    int error;

    *o = (struct sql_options){.config = {.size = sizeof o->config},
                              .mail = {.size = sizeof o->mail, .input = input},
                              .emit = {.size = sizeof o->emit}};
    all.find = &o->config;
    all.mail = use == SQL_OF_TABLE ? &o->mail : NULL;
    all.emit = use == SQL_OF_HTML ? &o->emit : NULL;
    all.without = use == SQL_OF_TABLE ? NULL : use == SQL_OF_HTML ? "join" : "join base";
    error = trawl_options_read(&all, text.p, text.n, &fault);
    if (error == TRAWL_ERROR_BAD_OPTION)
        return sqlite_refuse(why, &fault);
    if (error != TRAWL_OK)
        *why = sqlite3_mprintf("%s", trawl_strerror(error));
    return error == TRAWL_OK ? SQLITE_OK : SQLITE_ERROR;
}

int sql_settings_new(trawl_settings **settings, const struct sql_options *o, char **why)
{
    trawl_config config = o->config;
    int error;

    config.resize = sql_resize;
    error = trawl_settings_new(settings, &config);
    if (error == TRAWL_ERROR_NO_MEMORY)
        return SQLITE_NOMEM;
    if (error == TRAWL_ERROR_BAD_CHARSET)
        *why = sqlite3_mprintf("option charset: %.*Q is wrong; it takes: names of charsets in "
                               "mail, as iso-8859-2",
                               (int)config.charset.n, config.charset.p);
    else if (error != TRAWL_OK)
        *why = sqlite3_mprintf("%s", trawl_strerror(error));
    return error == TRAWL_OK ? SQLITE_OK : SQLITE_ERROR;
}
