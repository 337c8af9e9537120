/* refuse.c - explains why a standard refuses a URL: a code, the offset, and the section
 *
 * A pattern only reports how far it matched. This file derives the fault from the byte at that
 * offset and from the part of the URL that contains it. It does not affect the verdict. trawl.h
 * describes each enum trawl_code.
 */

#include "base/ascii.h"
#include "base/utf8.h"
#include "url/inside.h"

/* Returns true when url[0..at) ends with "%", or with "%" and one hex digit: a broken escape. */
static bool in_escape(const refusal_case *c)
{
    size_t at = c->at;

    if (at >= 1 && c->url[at - 1] == '%')
        return true;
    return at >= 2 && c->url[at - 2] == '%' && ascii_hex((unsigned char)c->url[at - 1]) >= 0;
}

/* Returns true when url[0..at) ends inside a UTF-8 character, or before a non-ASCII character. */
static bool in_character(const refusal_case *c)
{
    if (c->at < c->n && (unsigned char)c->url[c->at] >= 0x80)
        return true;
    for (size_t k = 1; k <= 3 && k <= c->at; k++) {
        unsigned char byte = (unsigned char)c->url[c->at - k];
        if ((byte & 0xC0) != 0x80)
            return utf8_length(byte) > k;
    }
    return false;
}

static bool is_1630(enum pattern id)
{
    return id >= P1630_GENERIC && id <= P1630_CID;
}

static bool is_1738(enum pattern id)
{
    return id <= P1738_PROSPERO;
}

static bool refuse_is_old(enum pattern id)
{
    return is_1738(id) || is_1630(id);
}

/* Returns true for bytes that the standard allows nowhere in a URL unless escaped. RFC 3986 allows
 * "[" and "]" around an IP address. */
static bool never_legal(enum pattern id, char c)
{
    unsigned char u = (unsigned char)c;
    const char *legal = "$-_.+!*'(),;/?:@&=%[]~#";

    if (is_1738(id))
        legal = "$-_.+!*'(),;/?:@&=%";
    else if (is_1630(id))
        legal = "$-_@.&+!*\"'(),/?:#;=%";
    if (id == P3987 && u >= 0x80)
        return false;
    return !ascii_is_alnum(u) && (u == '\0' || !strchr(legal, c));
}

/* Returns 1 when the host is valid by the standard's rule for hosts, 0, or an error. */
static int host_is_good(const refusal_case *c)
{
    trawl_span host = c->parts->part[TRAWL_PART_HOST];
    enum pattern rule = is_1630(c->pattern) ? P1630_HOST : P1738_HOST;

    if (c->pattern == P1738_FILE && span_len(host) == 0)
        return 1;
    if (!refuse_is_old(c->pattern)) /* any name is valid unless the match stopped inside it */
        return c->at > host.to || (c->at == c->n && span_len(host) > 0 && c->url[host.from] != '[');
    return match_whole(rule, c->url + host.from, span_len(host));
}

/* Returns true when the pattern parses the authority. RFC 1738's generic form does not. */
static bool judges_authority(enum pattern id)
{
    return (patterns[id].has & PATTERN_HOST) || id == P3986 || id == P3987;
}

/* Returns true when the URL has user information, and either the grammar does not allow it or the
 * pattern stopped inside it. */
static bool userinfo_at_fault(const refusal_case *c)
{
    trawl_span user = c->parts->part[TRAWL_PART_USER];

    if (!span_is(user) || !judges_authority(c->pattern) || c->at > c->parts->authority.to)
        return false;
    return !(patterns[c->pattern].has & PATTERN_USER) ||
           c->at < c->parts->part[TRAWL_PART_HOST].from;
}

static bool port_at_fault(const refusal_case *c)
{
    trawl_span port = c->parts->part[TRAWL_PART_PORT];
    bool digits = span_len(port) > 0;

    if (!span_is(port) || c->at + 1 < port.from || c->at > port.to)
        return false;
    if (c->at < port.from)
        return true; /* stopped at the colon: no port is allowed */
    for (size_t i = port.from; i < port.to; i++)
        digits = digits && ascii_is_digit((unsigned char)c->url[i]);
    return !digits;
}

/* Sets *code to the fault in the authority, or to TRAWL_CODE_NONE if the fault is in a later
 * part. */
static int authority_code(const refusal_case *c, enum trawl_code *code)
{
    trawl_span authority = c->parts->authority;
    int good;

    *code = TRAWL_CODE_NONE;
    if (!span_is(authority)) {
        if ((patterns[c->pattern].has & PATTERN_HOST) &&
            c->at <= c->parts->part[TRAWL_PART_PATH].from + 2)
            *code = TRAWL_CODE_BAD_HOST;
        return 0;
    }
    if (!judges_authority(c->pattern) || c->at > authority.to)
        return 0;
    good = port_at_fault(c) && !refuse_is_old(c->pattern) ? 1 : host_is_good(c);
    if (good == 0)
        *code = TRAWL_CODE_BAD_HOST;
    else if (port_at_fault(c))
        *code = TRAWL_CODE_BAD_PORT;
    return good < 0 ? good : 0;
}

/* Returns the fault in the text from ";" on: the type of an ftp URL, or a field of a prospero URL.
 * Also searches the authority, because "ftp://a;type=i" has no path. */
static enum trawl_code parameter_code(const refusal_case *c)
{
    enum scheme_grammar grammar = parts_grammar(c->parts);
    size_t from = span_is(c->parts->authority) ? c->parts->authority.from : 0;
    const char *semicolon = c->at > from ? memchr(c->url + from, ';', c->at - from) : NULL;

    if (grammar == SCHEME_FTP && (semicolon || (c->at < c->n && c->url[c->at] == ';')))
        return TRAWL_CODE_BAD_TYPE;
    if (grammar == SCHEME_PROSPERO && semicolon)
        return TRAWL_CODE_BAD_FIELD;
    return TRAWL_CODE_NONE;
}

static enum trawl_code path_code(const refusal_case *c)
{
    const trawl_span *part = c->parts->part;
    trawl_span path = part[TRAWL_PART_PATH], query = part[TRAWL_PART_QUERY];
    enum trawl_code code = c->pattern == P8141_URN ? TRAWL_CODE_BAD_URN : TRAWL_CODE_NONE;
    bool ends = c->at == c->n;

    if (code == TRAWL_CODE_NONE && refuse_is_old(c->pattern))
        code = parameter_code(c);
    if (code != TRAWL_CODE_NONE)
        return code;
    if (ends && c->n == path.from && !span_is(c->parts->authority))
        return TRAWL_CODE_EMPTY;
    if (ends && span_len(path) == 0 && !span_is(query))
        return TRAWL_CODE_NO_PATH;
    if (span_is(query) && c->at >= query.from) {
        if (c->pattern == P6068_MAILTO)
            return TRAWL_CODE_BAD_FIELD;
        if (!ends)
            return TRAWL_CODE_BAD_CHAR;
        return is_1630(c->pattern) ? TRAWL_CODE_EMPTY : TRAWL_CODE_BAD_PATH;
    }
    if (span_is(part[TRAWL_PART_FRAGMENT]) && c->at >= part[TRAWL_PART_FRAGMENT].from)
        return TRAWL_CODE_BAD_CHAR;
    return TRAWL_CODE_BAD_PATH;
}

/* Returns the fault that is evident from the byte where the pattern stopped, or
 * TRAWL_CODE_NONE. */
static enum trawl_code byte_code(const refusal_case *c)
{
    trawl_span host = c->parts->part[TRAWL_PART_HOST];
    char here;

    if (in_escape(c)) /* gopher's selector has no escaped tab, LF or CR */
        return c->pattern == P4266_GOPHER && c->at < c->n &&
                       ascii_hex((unsigned char)c->url[c->at]) >= 0
                   ? TRAWL_CODE_BAD_PATH
                   : TRAWL_CODE_BAD_PERCENT;
    if (c->pattern == P3987 && in_character(c))
        return TRAWL_CODE_BAD_CHAR;
    if (c->at == c->n)
        return TRAWL_CODE_NONE;
    here = c->url[c->at];
    if ((here == '[' || here == ']') && span_is(host))
        return c->at >= host.from && c->at < host.to ? TRAWL_CODE_BAD_HOST : TRAWL_CODE_BAD_CHAR;
    if (refuse_is_old(c->pattern) && here == '[' && c->at > 0 && c->url[c->at - 1] == '@')
        return TRAWL_CODE_BAD_HOST; /* news:a@[192.0.2.1] */
    if (never_legal(c->pattern, here) || here == '[' || here == ']')
        return TRAWL_CODE_BAD_CHAR;
    return TRAWL_CODE_NONE;
}

/* Returns true when the match stopped at a byte that the standard reserves for other parts. */
static bool reserved_elsewhere(const refusal_case *c)
{
    if (c->at == c->n || span_is(c->parts->part[TRAWL_PART_USER]))
        return false;
    if (is_1630(c->pattern))
        return strchr(";=:", c->url[c->at]) &&
               (c->at > c->parts->part[TRAWL_PART_PATH].from || !judges_authority(c->pattern));
    return c->url[c->at] == '#';
}

static int refuse_code_of(const refusal_case *c, size_t *at, enum trawl_code *code)
{
    trawl_span name = c->parts->part[TRAWL_PART_SCHEME];
    int failed;

    *at = c->at;
    *code = TRAWL_CODE_NO_SCHEME;
    if (!span_is(name) || c->at <= name.to)
        return 0;
    *code = byte_code(c);
    if (*code != TRAWL_CODE_NONE)
        return 0;
    if (userinfo_at_fault(c)) {
        if (!(patterns[c->pattern].has & PATTERN_USER))
            *at = (size_t)c->parts->part[TRAWL_PART_USER].from;
        *code = TRAWL_CODE_USERINFO;
        return 0;
    }
    if (is_1738(c->pattern) && span_is(c->parts->authority) &&
        parameter_code(c) == TRAWL_CODE_BAD_TYPE) {
        *code = TRAWL_CODE_BAD_TYPE;
        return 0;
    }
    failed = authority_code(c, code);
    if (failed || *code != TRAWL_CODE_NONE)
        return failed;
    *code = reserved_elsewhere(c) ? TRAWL_CODE_BAD_CHAR : path_code(c);
    return 0;
}

/* ---- The section of each standard for each code ---- */

/* RFC 1738 has a section for each of its ten schemes. */
static const char *const scheme_sections[] = {
    [SCHEME_FTP] = "3.2",       [SCHEME_HTTP] = "3.3", [SCHEME_GOPHER] = "3.4",
    [SCHEME_MAILTO] = "3.5",    [SCHEME_NEWS] = "3.6", [SCHEME_NNTP] = "3.7",
    [SCHEME_TELNET] = "3.8",    [SCHEME_WAIS] = "3.9", [SCHEME_FILE] = "3.10",
    [SCHEME_PROSPERO] = "3.11",
};

/* The first row with the standard and the code counts; TRAWL_CODE_NONE is for all other codes. */
static const struct {
    const char *standard;
    enum trawl_code code;
    const char *section;
} sections[] = {
    {"1738", TRAWL_CODE_NO_SCHEME, "2.1"},
    {"1738", TRAWL_CODE_BAD_PERCENT, "2.2"},
    {"1738", TRAWL_CODE_BAD_CHAR, "2.2"},
    {"1738", TRAWL_CODE_BAD_HOST, "3.1"},
    {"1738", TRAWL_CODE_BAD_PORT, "3.1"},
    {"1738", TRAWL_CODE_NONE, "5"},
    {"1630", TRAWL_CODE_NO_SCHEME, "BNF of Generic URI Syntax"},
    {"1630", TRAWL_CODE_BAD_PERCENT, "BNF of Generic URI Syntax"},
    {"1630", TRAWL_CODE_BAD_CHAR, "BNF of Generic URI Syntax"},
    {"1630", TRAWL_CODE_NONE, "BNF for specific URL schemes"},
    {"3986", TRAWL_CODE_NO_SCHEME, "3.1"},
    {"3986", TRAWL_CODE_BAD_PERCENT, "2.1"},
    {"3986", TRAWL_CODE_BAD_CHAR, "2"},
    {"3986", TRAWL_CODE_USERINFO, "3.2.1"},
    {"3986", TRAWL_CODE_BAD_HOST, "3.2.2"},
    {"3986", TRAWL_CODE_BAD_PORT, "3.2.3"},
    {"3986", TRAWL_CODE_NONE, "3.3"},
    {"iri", TRAWL_CODE_NONE, "2.2"},
    /* The schemes' own RFCs: the section with the grammar. */
    {"9110", TRAWL_CODE_NONE, "4.2"},
    {"6455", TRAWL_CODE_NONE, "3"},
    {"6068", TRAWL_CODE_NONE, "2"},
    {"5538", TRAWL_CODE_NONE, "2"},
    {"8089", TRAWL_CODE_NONE, "2"},
    {"8141", TRAWL_CODE_NONE, "2"},
    {"2392", TRAWL_CODE_NONE, "2"},
    {"6270", TRAWL_CODE_NONE, "2"},
    {"4248", TRAWL_CODE_NONE, "2"},
    {"2224", TRAWL_CODE_NONE, "2"},
    {"4266", TRAWL_CODE_NONE, "2.1"},
    {"4156", TRAWL_CODE_NONE, "2"},
    {"4157", TRAWL_CODE_NONE, "2"},
    {"9293", TRAWL_CODE_NONE, "3.1"},
    {"5891", TRAWL_CODE_NONE, "5"},
};

static const char *refuse_section_of(const char *standard, enum trawl_code code,
                                     enum scheme_grammar grammar)
{
    const size_t rows = sizeof sections / sizeof sections[0];
    size_t i = 0;

    while (i < rows && (strcmp(sections[i].standard, standard) != 0 ||
                        (sections[i].code != code && sections[i].code != TRAWL_CODE_NONE)))
        i++;
    if (i == rows || code == TRAWL_CODE_TOO_LONG)
        return "";
    if (sections[i].code == TRAWL_CODE_NONE && strcmp(standard, "1738") == 0 &&
        grammar < sizeof scheme_sections / sizeof scheme_sections[0] && scheme_sections[grammar])
        return scheme_sections[grammar];
    return sections[i].section;
}

void refuse_with(trawl_refusal *r, const char *standard, enum trawl_code code, size_t at,
                 enum scheme_grammar grammar)
{
    r->standard = standard;
    r->code = code;
    r->why = trawl_code_sentence(code);
    r->at = at;
    r->section = refuse_section_of(standard, code, grammar);
}

int refuse(const refusal_case *c, trawl_refusal *r)
{
    enum trawl_code code;
    size_t at;
    int failed = refuse_code_of(c, &at, &code);

    if (!failed)
        refuse_with(r, c->standard, code, at, parts_grammar(c->parts));
    return failed;
}
