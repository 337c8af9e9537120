/* library.c - the library's version, its errors, the names of parts, and trawl_release */
#include <trawl.h>

#include "url/grammar/grammar.h"

const char *trawl_version(void)
{
    return TRAWL_VERSION;
}

const char *trawl_strerror(int error)
{
    switch (error) {
    case TRAWL_OK:
        return "no error";
    case TRAWL_NO_MEMORY:
        return "out of memory";
    case TRAWL_MISUSE:
        return "called in a way the library does not allow";
    case TRAWL_NO_SPACE:
        return "the result does not fit the buffer";
    case TRAWL_BAD_CHARSET:
        return "an unknown charset, or one that iconv does not have here";
    case TRAWL_BAD_RULE:
        return "a fault in the rules file";
    default:
        return "unknown error";
    }
}

void trawl_release(void)
{
    match_free();
}

const char *trawl_part_name(int part)
{
    static const char *const names[TRAWL_PARTS] = {
        [TRAWL_SCHEME] = "scheme",     [TRAWL_USER] = "user",
        [TRAWL_PASSWORD] = "password", [TRAWL_HOST] = "host",
        [TRAWL_PORT] = "port",         [TRAWL_PATH] = "path",
        [TRAWL_QUERY] = "query",       [TRAWL_FRAGMENT] = "fragment",
        [TRAWL_TYPE] = "type",         [TRAWL_SELECTOR] = "selector",
        [TRAWL_SEARCH] = "search",     [TRAWL_PLUS] = "plus",
        [TRAWL_GROUP] = "group",       [TRAWL_ARTICLE] = "article",
        [TRAWL_NUMBER] = "number",     [TRAWL_DATABASE] = "database",
        [TRAWL_WPATH] = "wpath",       [TRAWL_NAME] = "name",
        [TRAWL_FIELDS] = "fields",     [TRAWL_ADDRESSES] = "addresses",
    };

    return part >= 0 && part < TRAWL_PARTS ? names[part] : "unknown";
}
