/* verdict.c - who accepts a URL, and why not: trawl_check, trawl_accepts and trawl_standards
 *
 * One pattern a standard, chosen by the scheme; a refused URL is matched once more to find where it fails. The four
 * standards decide valid; the scheme's own RFC, the range of ports and IDNA only add to the refusals. Of URLs of the most
 * usual shape it is known without a match who accepts them.
 */
#include <string.h>

#include "base/ascii.h"
#include "grammar/idn.h"
#include "grammar/match.h"
#include "grammar/ordinary.h"
#include "grammar/refuse.h"

/* The RFC that a pattern of pattern_own() comes from. */
static const char *own_standard(const url_parts *parts)
{
    switch (parts_grammar(parts)) {
    case SCHEME_HTTP:
    case SCHEME_HTTPS:
        return "9110";
    case SCHEME_WS:
        return "6455";
    case SCHEME_MAILTO:
        return "6068";
    case SCHEME_NEWS:
    case SCHEME_SNEWS:
    case SCHEME_NNTP:
        return "5538";
    case SCHEME_FILE:
        return "8089";
    case SCHEME_URN:
        return "8141";
    case SCHEME_MID:
    case SCHEME_CID:
        return "2392";
    case SCHEME_TELNET:
        return "4248";
    case SCHEME_NFS:
        return "2224";
    default:
        return "6270";
    }
}

static enum pattern pattern_of(unsigned standard, const url_parts *parts)
{
    switch (standard) {
    case TRAWL_RFC1738:
        return pattern_1738(parts_grammar(parts));
    case TRAWL_RFC1630:
        return pattern_1630(parts_grammar(parts));
    case TRAWL_RFC3986:
        return P3986;
    default:
        return P3987;
    }
}

static const char *standard_name(unsigned standard)
{
    switch (standard) {
    case TRAWL_RFC1738:
        return "1738";
    case TRAWL_RFC1630:
        return "1630";
    case TRAWL_RFC3986:
        return "3986";
    default:
        return "iri";
    }
}

/* What is being checked, and where the answer goes. */
typedef struct check {
    trawl_verdict *v;
    const char *url;
    size_t n;
    url_parts parts;
    bool known; /* who accepts it is known: */
    ordinary usual;
} check;

static trawl_refusal *next_refusal(check *c)
{
    return &c->v->refusal[c->v->refusals++];
}

static void refuse_all(check *c, trawl_code code, size_t at)
{
    for (unsigned standard = TRAWL_RFC1738; standard <= TRAWL_IRI; standard <<= 1) {
        const char *name = standard_name(standard);
        refuse_with(next_refusal(c), name, code, at, refuse_section(name, code, SCHEME_GENERIC));
    }
}

/* What match_whole() says, or said, is returned; 0: it does not accept it, and the refusal is written. */
static int judge(check *c, const char *standard, enum pattern pattern, int accepted)
{
    refusal_case why = {standard, pattern, c->url, c->n, &c->parts, 0};
    int failed;

    if (accepted != 0)
        return accepted;
    failed = match_reach(pattern, c->url, c->n, &why.at);
    return failed < 0 ? failed : refuse(&why, next_refusal(c));
}

/* Without a byte beyond ASCII the rule IRI says what the rule URI says, so it need not be asked. */
static int judge_iri(check *c)
{
    bool known = c->v->valid & TRAWL_RFC3986;
    trawl_refusal *uri;

    if (!known && idn_wanted(c->url, c->n))
        return judge(c, "iri", P3987, match_whole(P3987, c->url, c->n));
    if (known)
        return 1;
    uri = &c->v->refusal[c->v->refusals - 1];
    refuse_with(next_refusal(c), "iri", uri->code, (size_t)uri->at, refuse_section("iri", uri->code, SCHEME_GENERIC));
    return 0;
}

/* As judge(). */
static int judge_uri(check *c, unsigned standard)
{
    enum pattern pattern = pattern_of(standard, &c->parts);
    int accepted = c->known ? (c->usual.valid & standard) != 0 : match_whole(pattern, c->url, c->n);

    return judge(c, standard_name(standard), pattern, accepted);
}

static int judge_all(check *c)
{
    for (unsigned standard = TRAWL_RFC1738; standard <= TRAWL_IRI; standard <<= 1) {
        int accepted = standard == TRAWL_IRI ? judge_iri(c) : judge_uri(c, standard);
        if (accepted < 0)
            return accepted;
        if (accepted)
            c->v->valid |= standard;
    }
    return 0;
}

/* TCP's ports (RFC 9293) are 1 to 65535; an empty one is the default. No grammar says so. */
static void judge_port(check *c)
{
    trawl_span port = c->parts.part[TRAWL_PORT];
    unsigned long value = 0;

    if (span_len(port) == 0)
        return;
    for (size_t i = port.from; i < port.to && value <= 65535; i++) {
        if (!ascii_is_digit((unsigned char)c->url[i]))
            return;
        value = value * 10 + (unsigned long)(c->url[i] - '0');
    }
    if (value < 1 || value > 65535)
        refuse_with(next_refusal(c), "9293", TRAWL_BAD_PORT, port.from,
                    refuse_section("9293", TRAWL_BAD_PORT, SCHEME_GENERIC));
}

static int judge_idn(check *c)
{
    trawl_span host = c->parts.part[TRAWL_HOST];
    char ascii[IDN_HOST_MAX + 1];
    size_t len;
    int taken;

    if (span_len(host) == 0 || !idn_wanted(c->url + host.from, span_len(host)))
        return 0;
    taken = idn_to_ascii(c->url + host.from, span_len(host), ascii, &len);
    if (taken == 0)
        refuse_with(next_refusal(c), "5891", TRAWL_BAD_HOST, host.from,
                    refuse_section("5891", TRAWL_BAD_HOST, SCHEME_GENERIC));
    return taken < 0 ? taken : 0;
}

/* What the scheme's own RFC and the network add. */
static int judge_beyond(check *c)
{
    enum pattern own = pattern_own(parts_grammar(&c->parts));
    bool fine = c->known && own == P9110_HTTP; /* all that RFC 9110 asks for is a host */
    int failed = 0;

    if (own != NO_PATTERN && c->v->valid & TRAWL_RFC3986 && !fine)
        failed = judge(c, own_standard(&c->parts), own, match_whole(own, c->url, c->n));
    if (failed < 0)
        return failed;
    judge_port(c);
    return judge_idn(c);
}

static int check_url(check *c)
{
    int failed;

    parts_split(&c->parts, c->url, c->n);
    c->known = ordinary_read(&c->usual, c->url, c->n);
    if (c->n > TRAWL_URL_MAX) {
        refuse_all(c, TRAWL_TOO_LONG, TRAWL_URL_MAX);
        failed = 0;
    } else if (c->n == 0) {
        refuse_all(c, TRAWL_EMPTY, 0);
        failed = 0;
    } else {
        failed = judge_all(c);
        if (!failed)
            failed = judge_beyond(c);
    }
    parts_split_scheme(&c->parts, c->url, c->n);
    memcpy(c->v->part, c->parts.part, sizeof c->v->part);
    return failed;
}

int trawl_check(trawl_verdict *v, const char *url, size_t n)
{
    check c = {.v = v, .url = url ? url : "", .n = n};
    size_t size = v ? v->size : 0;

    if (size < sizeof *v || (!url && n > 0))
        return TRAWL_MISUSE;
    memset(v, 0, sizeof *v);
    v->size = size;
    return check_url(&c);
}

/* By its pattern. */
static int accepts(unsigned standard, const char *url, size_t n)
{
    url_parts parts = {0};
    size_t scheme = 0;

    while (scheme < n && ascii_is_scheme((unsigned char)url[scheme]))
        scheme++;
    parts.row = scheme > 0 && scheme < n && url[scheme] == ':' ? scheme_find(url, scheme) : NULL;
    return match_whole(pattern_of(standard, &parts), url, n);
}

int trawl_accepts(unsigned standard, const char *url, size_t n)
{
    ordinary usual;

    if ((!url && n > 0) || (standard & (standard - 1)) || !(standard & TRAWL_ANY_STANDARD))
        return TRAWL_MISUSE;
    if (n == 0 || n > TRAWL_URL_MAX)
        return 0;
    if (ordinary_read(&usual, url, n))
        return (usual.valid & standard) != 0;
    return accepts(standard, url, n);
}

/* All that RFC 3986 accepts the rule IRI accepts too. */
static int match_all(const char *url, size_t n)
{
    static const unsigned standards[] = {TRAWL_RFC3986, TRAWL_IRI, TRAWL_RFC1738, TRAWL_RFC1630};
    unsigned valid = 0;

    for (size_t i = 0; i < sizeof standards / sizeof standards[0]; i++) {
        bool known = standards[i] == TRAWL_IRI && (valid & TRAWL_RFC3986);
        int accepted = known ? 1 : accepts(standards[i], url, n);
        if (accepted < 0)
            return accepted;
        valid |= accepted ? standards[i] : 0;
    }
    return (int)valid;
}

int trawl_standards(const char *url, size_t n, int *canonical)
{
    ordinary usual;
    bool readable = n > 0 && n <= TRAWL_URL_MAX, known;

    if (!url && n > 0)
        return TRAWL_MISUSE;
    known = readable && ordinary_read(&usual, url, n);
    if (canonical)
        *canonical = known && usual.canonical;
    return known ? (int)usual.valid : readable ? match_all(url, n) : 0;
}
