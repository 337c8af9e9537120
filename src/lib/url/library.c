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
    case TRAWL_ERROR_BAD_OPTION:
        return "an unknown option, or a wrong value of one";
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

static const struct {
    const char *name, *sentence;
} codes[] = {
    [TRAWL_CODE_NONE] = {"none", "nothing is wrong with it"},
    [TRAWL_CODE_BAD_PERCENT] =
        {"bad-percent",
         "\"%\" must be followed by two hex digits; write a literal percent sign as %25"},
    [TRAWL_CODE_BAD_CHAR] = {"bad-char",
                             "this byte is not allowed here; it must be percent-encoded"},
    [TRAWL_CODE_NO_SCHEME] = {"no-scheme",
                              "a URL must begin with a scheme and a colon, such as \"http:\""},
    [TRAWL_CODE_EMPTY] = {"empty", "something that is required here is missing"},
    [TRAWL_CODE_BAD_HOST] =
        {"bad-host", "the host is missing, or is not a name or address that is allowed here"},
    [TRAWL_CODE_BAD_PORT] = {"bad-port", "the port must be a number from 1 to 65535"},
    [TRAWL_CODE_BAD_TYPE] =
        {"bad-type", "\";type=\" must follow a path and be followed by one of the type letters"},
    [TRAWL_CODE_BAD_PATH] = {"bad-path",
                             "this is not a valid path, group or document for this scheme"},
    [TRAWL_CODE_NO_PATH] = {"no-path", "the path is missing; this scheme requires one"},
    [TRAWL_CODE_BAD_FIELD] = {"bad-field", "a field must have the form name=value"},
    [TRAWL_CODE_BAD_URN] =
        {"bad-urn",
         "a URN has the form urn:namespace:name; the namespace has 2 to 32 letters, digits, hyphens"},
    [TRAWL_CODE_USERINFO] = {"userinfo",
                             "a user or password is not allowed here, or not in this form"},
    [TRAWL_CODE_TOO_LONG] = {"too-long", "longer than 8192 bytes, the limit for a URL"},
};

const char *trawl_code_name(int code)
{
    return (unsigned)code < sizeof codes / sizeof codes[0] ? codes[code].name : "unknown";
}

const char *trawl_code_sentence(int code)
{
    return (unsigned)code < sizeof codes / sizeof codes[0] ? codes[code].sentence : "unknown code";
}
