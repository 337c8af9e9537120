/* sections.c - the words for a refusal: names and sentences of the codes, and where each standard says so */
#include <string.h>

#include "grammar/refuse.h"

static const struct {
    const char *name, *sentence;
} codes[] = {
    [TRAWL_FINE] = {"fine", "nothing is wrong with it"},
    [TRAWL_BAD_PERCENT] = {"bad-percent",
                           "\"%\" must be followed by two hex digits; a real percent sign is written %25"},
    [TRAWL_BAD_CHAR] = {"bad-char", "this byte may not stand here as it is; it has to be percent-encoded"},
    [TRAWL_NO_SCHEME] = {"no-scheme", "a URL begins with the name of a scheme and a colon, like \"http:\""},
    [TRAWL_EMPTY] = {"empty", "there is nothing where something must be"},
    [TRAWL_BAD_HOST] = {"bad-host", "the host is missing, or is not a name or a number that may stand here"},
    [TRAWL_BAD_PORT] = {"bad-port", "the port must be a number from 1 to 65535"},
    [TRAWL_BAD_TYPE] = {"bad-type", "only a path may be followed by \";type=\" and one of the letters for the type"},
    [TRAWL_BAD_PATH] = {"bad-path", "what follows is no path, group or document that this scheme can name"},
    [TRAWL_NO_PATH] = {"no-path", "the path is missing; this scheme wants one"},
    [TRAWL_BAD_FIELD] = {"bad-field", "a field must have the form name=value"},
    [TRAWL_BAD_URN] = {"bad-urn",
                       "a URN has the form urn:namespace:name, the namespace 2 to 32 letters, digits or hyphens"},
    [TRAWL_USERINFO] = {"userinfo", "a user or password may not stand here, or not in this form"},
    [TRAWL_TOO_LONG] = {"too-long", "longer than the 8192 bytes that are looked at"},
};

const char *trawl_code_name(trawl_code code)
{
    return (unsigned)code < sizeof codes / sizeof codes[0] ? codes[code].name : "unknown";
}

const char *trawl_code_sentence(trawl_code code)
{
    return (unsigned)code < sizeof codes / sizeof codes[0] ? codes[code].sentence : "unknown code";
}

/* RFC 1738 has a section for each of its ten schemes. */
static const char *const scheme_sections[] = {
    [SCHEME_FTP] = "3.2",   [SCHEME_HTTP] = "3.3",      [SCHEME_GOPHER] = "3.4", [SCHEME_MAILTO] = "3.5",
    [SCHEME_NEWS] = "3.6",  [SCHEME_NNTP] = "3.7",      [SCHEME_TELNET] = "3.8", [SCHEME_WAIS] = "3.9",
    [SCHEME_FILE] = "3.10", [SCHEME_PROSPERO] = "3.11",
};

#define SCHEME_SECTIONS (sizeof scheme_sections / sizeof scheme_sections[0])

static const char *section_1738(trawl_code code, enum scheme_grammar grammar)
{
    const char *own = grammar < SCHEME_SECTIONS ? scheme_sections[grammar] : NULL;

    switch (code) {
    case TRAWL_NO_SCHEME:
        return "2.1";
    case TRAWL_BAD_PERCENT:
    case TRAWL_BAD_CHAR:
        return "2.2";
    case TRAWL_BAD_HOST:
    case TRAWL_BAD_PORT:
        return "3.1";
    default:
        return own ? own : "5";
    }
}

static const char *section_1630(trawl_code code)
{
    switch (code) {
    case TRAWL_NO_SCHEME:
    case TRAWL_BAD_PERCENT:
    case TRAWL_BAD_CHAR:
        return "BNF of Generic URI Syntax";
    default:
        return "BNF for specific URL schemes";
    }
}

static const char *section_3986(trawl_code code)
{
    switch (code) {
    case TRAWL_NO_SCHEME:
        return "3.1";
    case TRAWL_BAD_PERCENT:
        return "2.1";
    case TRAWL_BAD_CHAR:
        return "2";
    case TRAWL_USERINFO:
        return "3.2.1";
    case TRAWL_BAD_HOST:
        return "3.2.2";
    case TRAWL_BAD_PORT:
        return "3.2.3";
    default:
        return "3.3";
    }
}

/* The section of a scheme's own RFC that holds its grammar. */
static const struct {
    const char *standard, *section;
} own_sections[] = {
    {"9110", "4.2"}, {"6455", "3"}, {"6068", "2"}, {"5538", "2"}, {"8089", "2"},   {"8141", "2"},
    {"2392", "2"},   {"6270", "2"}, {"4248", "2"}, {"2224", "2"}, {"9293", "3.1"}, {"5891", "5"},
};

const char *refuse_section(const char *standard, trawl_code code, enum scheme_grammar grammar)
{
    if (code == TRAWL_TOO_LONG)
        return "";
    if (strcmp(standard, "1738") == 0)
        return section_1738(code, grammar);
    if (strcmp(standard, "1630") == 0)
        return section_1630(code);
    if (strcmp(standard, "3986") == 0)
        return section_3986(code);
    if (strcmp(standard, "iri") == 0)
        return "2.2";
    for (size_t i = 0; i < sizeof own_sections / sizeof own_sections[0]; i++)
        if (strcmp(standard, own_sections[i].standard) == 0)
            return own_sections[i].section;
    return "";
}
