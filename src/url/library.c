/* library.c - the version of the library, the texts of errors, the names of parts */
#include <trawl.h>

const char *trawl_version(void)
{
    return TRAWL_VERSION;
}

int trawl_version_number(void)
{
    return TRAWL_VERSION_NUMBER;
}

const char *trawl_strerror(int error)
{
    switch (error) {
    case TRAWL_OK:
        return "no error";
    case TRAWL_ERROR_NO_MEMORY:
        return "out of memory";
    case TRAWL_ERROR_MISUSE:
        return "invalid use of the library";
    case TRAWL_ERROR_NO_SPACE:
        return "the result does not fit into the buffer";
    case TRAWL_ERROR_BAD_CHARSET:
        return "an unknown charset, or one that this system's iconv lacks";
    case TRAWL_ERROR_BAD_RULE:
        return "a fault in the rules file";
    case TRAWL_ERROR_NOT_BUILT:
        return "the library was built without what this needs";
    default:
        return "unknown error";
    }
}

const char *trawl_part_name(int part)
{
    static const char *const names[TRAWL_PART_COUNT] = {
        [TRAWL_PART_SCHEME] = "scheme",     [TRAWL_PART_USER] = "user",
        [TRAWL_PART_PASSWORD] = "password", [TRAWL_PART_HOST] = "host",
        [TRAWL_PART_PORT] = "port",         [TRAWL_PART_PATH] = "path",
        [TRAWL_PART_QUERY] = "query",       [TRAWL_PART_FRAGMENT] = "fragment",
        [TRAWL_PART_TYPE] = "type",         [TRAWL_PART_SELECTOR] = "selector",
        [TRAWL_PART_SEARCH] = "search",     [TRAWL_PART_PLUS] = "plus",
        [TRAWL_PART_GROUP] = "group",       [TRAWL_PART_ARTICLE] = "article",
        [TRAWL_PART_NUMBER] = "number",     [TRAWL_PART_DATABASE] = "database",
        [TRAWL_PART_WPATH] = "wpath",       [TRAWL_PART_NAME] = "name",
        [TRAWL_PART_FIELDS] = "fields",     [TRAWL_PART_ADDRESSES] = "addresses",
    };

    return part >= 0 && part < TRAWL_PART_COUNT ? names[part] : "unknown";
}
