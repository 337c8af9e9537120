/* options.c - the options of a call: words such as find=url,www and join, separated by blanks
 *
 * The library reads them (trawl_options.h): their names and values are those of trawl(1).
 */
#include "common.h"

#include <trawl_options.h>

/* The options of documents that trawl_html() and trawl_unbreak() do not take. */
#define OPTIONS_NOT_OF_HTML "join"
#define OPTIONS_NOT_OF_TEXT "join base"

/* Sets *why to the message for an option that was refused. Returns -1. */
static int options_refuse(const trawl_option_fault *fault, char **why)
{
    *why = fault->known ? files_format("option %.*s: '%.*s' is wrong; it takes: %s",
                                       (int)fault->name.n, fault->name.p, (int)fault->value.n,
                                       fault->value.p ? fault->value.p : "", fault->takes)
                        : files_format("no option '%.*s'; the options are %s", (int)fault->name.n,
                                       fault->name.p ? fault->name.p : "", fault->takes);
    return -1;
}

/* Returns 0 for TRAWL_OK. Otherwise sets *why to the message for the error, and returns -1. */
static int options_check(int error, char **why)
{
    if (error != TRAWL_OK && error != TRAWL_ERROR_NO_MEMORY)
        *why = files_format("%s", trawl_strerror(error));
    return error == TRAWL_OK ? 0 : -1;
}

int options_read(struct options *options, enum options_use use, int input, trawl_str text,
                 char **why)
{
    trawl_options all = TRAWL_OPTIONS_INIT;
    trawl_option_fault fault = TRAWL_OPTION_FAULT_INIT;
    int error;

    *options = (struct options){.config = {.size = sizeof options->config},
                                .mail = {.size = sizeof options->mail, .input = input},
                                .emit = {.size = sizeof options->emit}};
    all.find = &options->config;
    all.mail = use == OPTIONS_OF_DOCUMENT ? &options->mail : NULL;
    all.emit = use == OPTIONS_OF_HTML ? &options->emit : NULL;
    all.without = use == OPTIONS_OF_HTML   ? OPTIONS_NOT_OF_HTML
                  : use == OPTIONS_OF_TEXT ? OPTIONS_NOT_OF_TEXT
                                           : NULL;
    error = trawl_options_read(&all, text.p, text.n, &fault);
    return error == TRAWL_ERROR_BAD_OPTION ? options_refuse(&fault, why)
                                           : options_check(error, why);
}

/* The library's allocator. */
static void *options_resize(void *user, void *old, size_t size)
{
    (void)user;
    return files_resize(old, size);
}

int options_settings(trawl_settings **settings, const struct options *options, char **why)
{
    trawl_config config = options->config;
    int error;

    config.resize = options_resize;
    error = trawl_settings_open(settings, &config);
    if (error != TRAWL_ERROR_BAD_CHARSET)
        return options_check(error, why);
    *why = files_format("option charset: '%.*s' is wrong; it takes: names of charsets in mail, as "
                        "iso-8859-2",
                        (int)config.charset.n, config.charset.p);
    return -1;
}
