/* refuse.c - why a standard refuses a URL
 *
 * A pattern says only how far it got. This file looks at the byte there and at the part of the URL it stands in and names
 * the fault. It decides no verdict. Codes: doc/rules.md, A; trawl_code in trawl.h has a line for each.
 */
#include "grammar/refuse.h"

#include <string.h>

#include "base/ascii.h"
#include "base/utf8.h"
#include "grammar/match.h"

void refuse_with(trawl_refusal *r, const char *standard, trawl_code code, size_t at, const char *section)
{
    r->standard = standard;
    r->code = code;
    r->why = trawl_code_sentence(code);
    r->at = at;
    r->section = section;
}

/* Does "%" or "%" and one hex digit end url[0..at), so that what is wrong is the escape? */
static bool in_escape(const refusal_case *c)
{
    size_t at = c->at;

    if (at >= 1 && c->url[at - 1] == '%')
        return true;
    return at >= 2 && c->url[at - 2] == '%' && ascii_hex((unsigned char)c->url[at - 1]) >= 0;
}

/* Does url[0..at) end in the middle of a character of UTF-8, or does a byte beyond ASCII stand at at? */
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
    return (id >= P1630_GENERIC && id <= P1630_CID) || id == P1630_HOST;
}

static bool is_1738(enum pattern id)
{
    return id <= P1738_PROSPERO || id == P1738_HOST;
}

static bool is_old(enum pattern id)
{
    return is_1738(id) || is_1630(id);
}

/* Bytes that stand raw in no URL of the standard, whatever the place. "[" and "]" are RFC 3986's around an address. */
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

/* The URL's host alone, by the standard's own rule for hosts. 1 it is one, 0 not, or an error. */
static int host_is_good(const refusal_case *c)
{
    trawl_span host = c->parts->part[TRAWL_HOST];
    enum pattern rule = is_1630(c->pattern) ? P1630_HOST : P1738_HOST;

    if (c->pattern == P1738_FILE && span_len(host) == 0)
        return 1;
    if (!is_old(c->pattern))
        return c->at > host.to; /* any name is a host: what fails inside it is the host, what fails behind it is not */
    return match_whole(rule, c->url + host.from, span_len(host));
}

/* Does the pattern look into the authority? RFC 1738's generic form, for one, does not. */
static bool judges_authority(enum pattern id)
{
    return pattern_has_host(id) || id == P3986 || id == P3987;
}

/* The user's place is wrong when the production has none, or when the pattern stopped in it. */
static bool userinfo_at_fault(const refusal_case *c)
{
    trawl_span user = c->parts->part[TRAWL_USER];

    if (!span_is(user) || !judges_authority(c->pattern) || c->at > c->parts->authority.to)
        return false;
    return !pattern_has_user(c->pattern) || c->at < c->parts->part[TRAWL_HOST].from;
}

static bool port_at_fault(const refusal_case *c)
{
    trawl_span port = c->parts->part[TRAWL_PORT];
    bool digits = span_len(port) > 0;

    if (!span_is(port) || c->at + 1 < port.from || c->at > port.to)
        return false;
    if (c->at < port.from)
        return true; /* the colon: no port may stand here */
    for (size_t i = port.from; i < port.to; i++)
        digits = digits && ascii_is_digit((unsigned char)c->url[i]);
    return !digits;
}

/* What fails at or before the end of the authority. TRAWL_FINE when the fault is further on. */
static int authority_code(const refusal_case *c, trawl_code *code)
{
    trawl_span authority = c->parts->authority;
    int good;

    *code = TRAWL_FINE;
    if (!span_is(authority)) {
        if (pattern_has_host(c->pattern) && c->at <= c->parts->part[TRAWL_PATH].from + 2)
            *code = TRAWL_BAD_HOST;
        return 0;
    }
    if (!judges_authority(c->pattern) || c->at > authority.to)
        return 0;
    good = port_at_fault(c) && !is_old(c->pattern) ? 1 : host_is_good(c);
    if (good == 0)
        *code = TRAWL_BAD_HOST;
    else if (port_at_fault(c))
        *code = TRAWL_BAD_PORT;
    return good < 0 ? good : 0;
}

/* ";" in an ftp path begins the type, in a prospero path a field; "ftp://a;type=i" has the first without a path. */
static trawl_code parameter_code(const refusal_case *c)
{
    enum scheme_grammar grammar = parts_grammar(c->parts);
    size_t from = span_is(c->parts->authority) ? c->parts->authority.from : 0;
    const char *semicolon = c->at > from ? memchr(c->url + from, ';', c->at - from) : NULL;

    if (grammar == SCHEME_FTP && (semicolon || (c->at < c->n && c->url[c->at] == ';')))
        return TRAWL_BAD_TYPE;
    if (grammar == SCHEME_PROSPERO && semicolon)
        return TRAWL_BAD_FIELD;
    return TRAWL_FINE;
}

static trawl_code path_code(const refusal_case *c)
{
    const trawl_span *part = c->parts->part;
    trawl_span path = part[TRAWL_PATH], query = part[TRAWL_QUERY];
    trawl_code code = c->pattern == P8141_URN ? TRAWL_BAD_URN : TRAWL_FINE;
    bool ends = c->at == c->n;

    if (code == TRAWL_FINE && is_old(c->pattern))
        code = parameter_code(c);
    if (code != TRAWL_FINE)
        return code;
    if (ends && c->n == path.from && !span_is(c->parts->authority))
        return TRAWL_EMPTY;
    if (ends && span_len(path) == 0 && !span_is(query))
        return TRAWL_NO_PATH;
    if (span_is(query) && c->at >= query.from) {
        if (c->pattern == P6068_MAILTO)
            return TRAWL_BAD_FIELD;
        if (!ends)
            return TRAWL_BAD_CHAR;
        return is_1630(c->pattern) ? TRAWL_EMPTY : TRAWL_BAD_PATH;
    }
    if (span_is(part[TRAWL_FRAGMENT]) && c->at >= part[TRAWL_FRAGMENT].from)
        return TRAWL_BAD_CHAR;
    return TRAWL_BAD_PATH;
}

/* The faults that show in the one byte at which the pattern stopped. */
static trawl_code byte_code(const refusal_case *c)
{
    trawl_span host = c->parts->part[TRAWL_HOST];
    char here;

    if (in_escape(c))
        return TRAWL_BAD_PERCENT;
    if (c->pattern == P3987 && in_character(c))
        return TRAWL_BAD_CHAR;
    if (c->at == c->n)
        return TRAWL_FINE;
    here = c->url[c->at];
    if ((here == '[' || here == ']') && span_is(host))
        return c->at >= host.from && c->at < host.to ? TRAWL_BAD_HOST : TRAWL_BAD_CHAR;
    if (is_old(c->pattern) && here == '[' && c->at > 0 && c->url[c->at - 1] == '@')
        return TRAWL_BAD_HOST; /* news:a@[192.0.2.1] */
    if (never_legal(c->pattern, here) || here == '[' || here == ']')
        return TRAWL_BAD_CHAR;
    return TRAWL_FINE;
}

/* In a path, a byte that the standard reserves for another place is as bad as one it does not know. */
static bool reserved_elsewhere(const refusal_case *c)
{
    if (c->at == c->n || span_is(c->parts->part[TRAWL_USER]))
        return false;
    if (is_1630(c->pattern))
        return strchr(";=:", c->url[c->at]) &&
               (c->at > c->parts->part[TRAWL_PATH].from || !judges_authority(c->pattern));
    return c->url[c->at] == '#';
}

static int code_of(const refusal_case *c, size_t *at, trawl_code *code)
{
    trawl_span name = c->parts->part[TRAWL_SCHEME];
    int failed;

    *at = c->at;
    *code = TRAWL_NO_SCHEME;
    if (!span_is(name) || c->at <= name.to)
        return 0;
    *code = byte_code(c);
    if (*code != TRAWL_FINE)
        return 0;
    if (userinfo_at_fault(c)) {
        *at = (size_t)c->parts->part[TRAWL_USER].from;
        *code = TRAWL_USERINFO;
        return 0;
    }
    if (is_1738(c->pattern) && span_is(c->parts->authority) && parameter_code(c) == TRAWL_BAD_TYPE) {
        *code = TRAWL_BAD_TYPE;
        return 0;
    }
    failed = authority_code(c, code);
    if (failed || *code != TRAWL_FINE)
        return failed;
    *code = reserved_elsewhere(c) ? TRAWL_BAD_CHAR : path_code(c);
    return 0;
}

int refuse(const refusal_case *c, trawl_refusal *r)
{
    trawl_code code;
    size_t at;
    int failed = code_of(c, &at, &code);

    if (!failed)
        refuse_with(r, c->standard, code, at, refuse_section(c->standard, code, parts_grammar(c->parts)));
    return failed;
}
