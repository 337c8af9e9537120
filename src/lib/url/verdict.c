/* verdict.c - decides which standards accept a URL: trawl_check, trawl_accepts, trawl_standards,
 * url_rank
 *
 * A label before the URL ("URL:http://h/") is skipped first; it is not part of the URL.
 *
 * The scheme selects one pattern for each standard; a refused URL is matched once more to find
 * where it fails. The four standards decide `valid`; the scheme's own RFC, the range of ports and
 * IDNA only add refusals. URLs of the common form are judged without patterns, because compiling a
 * pattern takes 0.3 ms, and matching four takes most of the time per link in json and tsv output.
 */

#include "base/ascii.h"
#include "base/check.h"
#include "base/nonstring.h"
#include "base/sixteen.h"
#include "base/sized.h"
#include "url/inside.h"

const bool url_judges = true;

/* ---- URLs that need no pattern
 *
 *   http://host[:port][/path][?query][#fragment]    https and ftp likewise
 *   mailto:local@host[?query]
 *   news:group    nntp://host/group[/number]        the group has the form of a host
 *
 * The scheme is in lower case. The host consists of labels of letters, digits and hyphens that
 * begin with a letter and do not end with a hyphen, as in all four grammars. There is no escape.
 */

/* Where a byte is allowed, by RFC 1738 section 5, RFC 1630's BNF and RFC 3986 appendix A. */
enum {
    PATH_1738 = 1 << 0,  /* *[ uchar | ";" | ":" | "@" | "&" | "=" | "/" ] */
    QUERY_1738 = 1 << 1, /* the same without "/"                          */
    XCHAR_1738 = 1 << 2, /* *xchar                                        */
    PATH_1630 = 1 << 3,  /* *[ xpalpha | "/" ]                            */
    WORDS_1630 = 1 << 4, /* xalphas with "+" between them                 */
    XALPHA_1630 = 1 << 5,
    PATH_3986 = 1 << 6,  /* *( pchar / "/" )                              */
    QUERY_3986 = 1 << 7, /* *( pchar / "/" / "?" ), also in a fragment    */
    LOCAL = 1 << 8       /* before the "@" of mailto                      */
};

/* clang-format off */

#define BY_ALL (PATH_1738 | QUERY_1738 | XCHAR_1738 | PATH_1630 | WORDS_1630 | XALPHA_1630 | PATH_3986 | QUERY_3986 | LOCAL)
#define NOT_1630 (PATH_1738 | QUERY_1738 | XCHAR_1738 | PATH_3986 | QUERY_3986 | LOCAL)
#define TEN(first, r) [(first)] = (r), (r), (r), (r), (r), (r), (r), (r), (r), (r)
#define LETTERS(first, r) TEN(first, r), TEN((first) + 10, r), [(first) + 20] = (r), (r), (r), (r), (r), (r)

static const unsigned short roles[256] = {
    TEN('0', BY_ALL), LETTERS('A', BY_ALL), LETTERS('a', BY_ALL), ['-'] = BY_ALL, ['.'] = BY_ALL,
    ['$'] = BY_ALL, ['_'] = BY_ALL, ['!'] = BY_ALL, ['*'] = BY_ALL, ['\''] = BY_ALL, ['('] = BY_ALL, [')'] = BY_ALL,
    [','] = BY_ALL, ['&'] = BY_ALL, ['@'] = BY_ALL & ~LOCAL, ['+'] = BY_ALL & ~XALPHA_1630,
    [';'] = NOT_1630, [':'] = NOT_1630, ['='] = NOT_1630, ['~'] = PATH_3986 | QUERY_3986,
    ['/'] = PATH_1738 | XCHAR_1738 | PATH_1630 | PATH_3986 | QUERY_3986, ['?'] = XCHAR_1738 | QUERY_3986,
};

/* clang-format on */

typedef struct plain_scheme {
    char prefix[8] NONSTRING;
    unsigned prefix_n;
    unsigned query_1738;     /* the role that all bytes of a query must have */
    bool query_1630;         /* RFC 1630 allows a query */
    bool port_1630;          /* RFC 1630 allows a port; its generic rule, for https, does not */
    bool path;               /* a path is required */
    bool query_without_path; /* RFC 1738 allows a query without a path */
} plain_scheme;

enum { MAILTO, HTTPS, HTTP, FTP, NEWS, NNTP, PLAIN_SCHEMES };

static const plain_scheme plain_schemes[PLAIN_SCHEMES] = {
    [MAILTO] = {"mailto:", 7, XCHAR_1738, false, false, false, true},
    [HTTPS] = {"https://", 8, XCHAR_1738, true, false, false, true},
    [HTTP] = {"http://", 7, QUERY_1738, true, true, false, false},
    [FTP] = {"ftp://", 6, XCHAR_1738, false, true, true, true},
    [NEWS] = {"news:", 5, 0, false, false, false, false},
    [NNTP] = {"nntp://", 7, 0, false, false, false, false},
};

/* The functions below may read all 16 bytes before p[n], even bytes before p[0]. */

/* Moves *i to the first byte without this role. Returns the roles shared by all bytes it passed.
 * Skips letters, digits, "-" and ".", which have every role, sixteen bytes at a time. */
static unsigned verdict_read_run(const unsigned char *p, size_t *i, size_t n, unsigned role)
{
    unsigned all = BY_ALL, here;

    for (size_t k = *i;; k++) {
        size_t end = k + sizeof(sixteen), back = end > n ? end - n : 0;
        sixteen v = sixteen_load(p + k - back);
        sixteen other = sixteen_between(v, '-', '9') & ~sixteen_is(v, '/');
        unsigned run = sixteen_bits(sixteen_between(v | 0x20, 'a', 'z') | other) >> back;
        k += (size_t)__builtin_ctz(~run);
        here = k < n ? roles[p[k]] : 0;
        if (!(here & role)) {
            *i = k;
            return all;
        }
        all &= here;
    }
}

/* Moves *i past the host. Returns false if it is not of the common form or has 63 bytes or more.
 * Clears *canonical if it has capitals. */
static bool verdict_read_host(const unsigned char *p, size_t *i, size_t n, bool *canonical)
{
    uint64_t letters = 0, small = 0, others = 0, dots = 0, hyphens = 0, host, first;
    size_t len = 0;

    for (size_t k = 0; k < 64 && (k == 16 || len == k); k += sizeof(sixteen)) {
        size_t end = *i + k + sizeof(sixteen), back = end > n ? end - n : 0;
        sixteen v = sixteen_load(p + *i + k - back);
        sixteen other = sixteen_between(v, '-', '9') & ~sixteen_is(v, '/');
        letters |= (uint64_t)sixteen_bits(sixteen_between(v | 0x20, 'a', 'z')) >> back << k;
        small |= (uint64_t)sixteen_bits(sixteen_between(v, 'a', 'z')) >> back << k;
        others |= (uint64_t)sixteen_bits(other) >> back << k;
        dots |= (uint64_t)sixteen_bits(sixteen_is(v, '.')) >> back << k;
        hyphens |= (uint64_t)sixteen_bits(sixteen_is(v, '-')) >> back << k;
        len = (size_t)__builtin_ctzll(~(letters | others) | (uint64_t)1 << 63);
    }
    *i += len;
    host = ((uint64_t)1 << len) - 1;
    first = (dots & host) << 1 | 1;
    *canonical = *canonical && !(letters & ~small & host);
    return len < 63 && !(first & ~letters) && !(hyphens & host & (dots | (host + 1)) >> 1);
}

/* Tests RFC 1630's search, xalphas [ + search ]: returns true when each "+" is between two
 * words. */
static bool are_words(const unsigned char *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (p[i] == '+' && (i == 0 || i + 1 == n || p[i + 1] == '+'))
            return false;
    return n > 0;
}

/* Returns the standards that accept the query p[0..n), whose bytes have these roles in common. */
static unsigned query_accepted(const plain_scheme *s, const unsigned char *p, size_t n,
                               unsigned common, bool has_path)
{
    unsigned by = TRAWL_STANDARD_ANY;

    if (!(common & s->query_1738) || !(has_path || s->query_without_path))
        by &= ~(unsigned)TRAWL_STANDARD_RFC1738;
    if (!s->query_1630 || !(common & WORDS_1630) || !are_words(p, n))
        by &= ~(unsigned)TRAWL_STANDARD_RFC1630;
    return by;
}

/* Returns the standards that accept the rest after the host, from p[i] on; 0 when a pattern must
 * decide. */
static unsigned read_rest(const plain_scheme *s, const unsigned char *p, size_t i, size_t n,
                          bool port, bool *canonical)
{
    size_t from = i;
    unsigned path = i < n && p[i] == '/' ? verdict_read_run(p, &i, n, PATH_3986) : BY_ALL;
    unsigned by = TRAWL_STANDARD_RFC3986 | TRAWL_STANDARD_IRI, part;
    const bool has_path = i > from, mailto = s == &plain_schemes[MAILTO];

    if ((s->path && (!has_path || memchr(p + from, ';', n - from))) || (mailto && has_path))
        return 0;
    by |= path & PATH_1738 ? TRAWL_STANDARD_RFC1738 : 0u;
    by |= path & PATH_1630 && (!port || s->port_1630) ? TRAWL_STANDARD_RFC1630 : 0u;
    if (i < n && p[i] == '?') {
        from = ++i;
        part = verdict_read_run(p, &i, n, QUERY_3986);
        by &= query_accepted(s, p + from, i - from, part, has_path);
    }
    *canonical = *canonical && (has_path || mailto);
    if (i < n && p[i] == '#' && !mailto) {
        from = ++i;
        part = verdict_read_run(p, &i, n, QUERY_3986);
        by &=
            ~(unsigned)(TRAWL_STANDARD_RFC1738 | (part & XALPHA_1630 ? 0 : TRAWL_STANDARD_RFC1630));
        *canonical = *canonical && i > from;
    }
    return i < n ? 0 : by;
}

/* Like read_rest(), for "/group" or "/group/number" after the host of an nntp URL. In RFC 1630 such
 * a URL has no host. */
static unsigned read_article(const unsigned char *p, size_t i, size_t n, bool *canonical)
{
    if (i == n || p[i++] != '/' || !verdict_read_host(p, &i, n, canonical))
        return 0;
    if (i + 1 < n && p[i] == '/')
        for (i++; i < n && ascii_is_digit(p[i]);)
            i++;
    return i == n ? TRAWL_STANDARD_ANY & ~(unsigned)TRAWL_STANDARD_RFC1630 : 0;
}

/* Returns true when the digits p[from..to) are the scheme's default port, which the canonical form
 * leaves out. */
static bool is_default_number(const plain_scheme *s, const unsigned char *p, size_t from, size_t to)
{
    const url_parts port = {.part = {[TRAWL_PART_PORT] = {from, to}}};
    const scheme_row *row = scheme_find(s->prefix, s->prefix_n - (sizeof "://" - 1));

    return row && parts_port(&port, (const char *)p) == row->port;
}

/* Returns the standards that accept a URL of the common form, or 0 for any other URL. Sets
 * *canonical to true only if the URL is in canonical form. */
static unsigned judge_plain(const char *url, size_t n, bool *canonical)
{
    const plain_scheme *s = plain_schemes, *end = s + PLAIN_SCHEMES;
    char room[2 * sizeof(sixteen)] = "", *copy = room + sizeof(sixteen);
    const unsigned char *p = n < sizeof(sixteen) ? memcpy(copy, url, n) : (const void *)url;
    unsigned local = BY_ALL, valid;
    size_t i, port = 0;

    while ((eight_load((const char *)p) ^ eight_load(s->prefix)) << (64 - 8 * s->prefix_n))
        if (++s == end)
            return 0;
    i = s->prefix_n;
    if (s == &plain_schemes[MAILTO]) {
        local = verdict_read_run(p, &i, n, LOCAL);
        if (i == s->prefix_n || i == n || p[i++] != '@')
            return 0;
    }
    *canonical = true;
    if (!verdict_read_host(p, &i, n, canonical))
        return 0;
    if (i < n && p[i] == ':') {
        for (port = ++i; i < n && ascii_is_digit(p[i]); i++)
            ;
        if (i == port || s == &plain_schemes[MAILTO] || s == &plain_schemes[NEWS])
            return 0;
        *canonical = *canonical && !is_default_number(s, p, port, i);
    }
    if (s == &plain_schemes[NEWS])
        return i == n ? TRAWL_STANDARD_ANY : 0;
    if (s == &plain_schemes[NNTP])
        return read_article(p, i, n, canonical);
    valid = read_rest(s, p, i, n, port > 0, canonical);
    return local & XALPHA_1630 ? valid : valid & ~(unsigned)TRAWL_STANDARD_RFC1630;
}

bool url_is_canonical(const char *url, size_t n)
{
    bool canonical = false;

    return n <= TRAWL_URL_MAX && judge_plain(url, n, &canonical) && canonical;
}

/* ---- The standards ---- */

static enum pattern pattern_of(unsigned standard, const url_parts *parts)
{
    switch (standard) {
    case TRAWL_STANDARD_RFC1738:
        return pattern_judges[parts_grammar(parts)].by_1738;
    case TRAWL_STANDARD_RFC1630:
        return pattern_judges[parts_grammar(parts)].by_1630;
    case TRAWL_STANDARD_RFC3986:
        return P3986;
    default:
        return P3987;
    }
}

static const char *verdict_standard_name(unsigned standard)
{
    switch (standard) {
    case TRAWL_STANDARD_RFC1738:
        return "1738";
    case TRAWL_STANDARD_RFC1630:
        return "1630";
    case TRAWL_STANDARD_RFC3986:
        return "3986";
    default:
        return "iri";
    }
}

/* ---- trawl_check ---- */

typedef struct verdict_check {
    trawl_verdict *v;
    const char *url;
    size_t n;
    url_parts parts;
    unsigned plain; /* the result of judge_plain() */
} check;

static trawl_refusal *next_refusal(check *c)
{
    CHECK(c->v->refusals < sizeof c->v->refusal / sizeof c->v->refusal[0]);
    return &c->v->refusal[c->v->refusals++];
}

static void refuse_all(check *c, enum trawl_code code, size_t at)
{
    for (unsigned standard = TRAWL_STANDARD_RFC1738; standard <= TRAWL_STANDARD_IRI; standard <<= 1)
        refuse_with(next_refusal(c), verdict_standard_name(standard), code, at, SCHEME_GENERIC);
}

/* Returns `accepted`, the result of match_whole(), or an error. If the URL was not accepted, adds
 * the refusal. */
static int verdict_judge(check *c, const char *standard, enum pattern pattern, int accepted)
{
    refusal_case why = {standard, pattern, c->url, c->n, &c->parts, 0};
    int failed;

    if (accepted != 0)
        return accepted;
    failed = match_reach(pattern, c->url, c->n, &why.at);
    return failed < 0 ? failed : refuse(&why, next_refusal(c));
}

/* Does the same as verdict_judge() for the rule IRI. For ASCII, IRI equals URI, already tested. */
static int judge_iri(check *c)
{
    trawl_refusal *uri;

    if (c->v->valid & TRAWL_STANDARD_RFC3986)
        return 1;
    if (has_non_ascii(c->url, c->n))
        return verdict_judge(c, "iri", P3987, match_whole(P3987, c->url, c->n));
    CHECK(c->v->refusals > 0);
    uri = &c->v->refusal[c->v->refusals - 1];
    refuse_with(next_refusal(c), "iri", uri->code, (size_t)uri->at, SCHEME_GENERIC);
    return 0;
}

/* Matches the URL with a standard other than IRI, and returns what verdict_judge() returns. */
static int judge_uri(check *c, unsigned standard)
{
    enum pattern pattern = pattern_of(standard, &c->parts);
    int accepted = c->plain ? (c->plain & standard) != 0 : match_whole(pattern, c->url, c->n);

    return verdict_judge(c, verdict_standard_name(standard), pattern, accepted);
}

static int judge_all(check *c)
{
    for (unsigned standard = TRAWL_STANDARD_RFC1738; standard <= TRAWL_STANDARD_IRI;
         standard <<= 1) {
        int accepted = standard == TRAWL_STANDARD_IRI ? judge_iri(c) : judge_uri(c, standard);
        if (accepted < 0)
            return accepted;
        if (accepted)
            c->v->valid |= standard;
    }
    return 0;
}

/* Refuses a port outside TCP's range 1 to 65535 (RFC 9293), which no grammar excludes. An empty
 * port is the default port. */
static void judge_port(check *c)
{
    trawl_span port = c->parts.part[TRAWL_PART_PORT];
    long value = parts_port(&c->parts, c->url);

    if (span_len(port) > 0 && (value == 0 || value > 65535))
        refuse_with(next_refusal(c), "9293", TRAWL_CODE_BAD_PORT, port.from, SCHEME_GENERIC);
}

static int judge_idn(check *c)
{
    trawl_span host = c->parts.part[TRAWL_PART_HOST];
    char ascii[IDN_HOST_MAX + 1];
    size_t len;
    int taken;

    if (span_len(host) == 0 || !has_non_ascii(c->url + host.from, span_len(host)))
        return 0;
    taken = idn_to_ascii(c->url + host.from, span_len(host), ascii, &len);
    if (taken == 0)
        refuse_with(next_refusal(c), "5891", TRAWL_CODE_BAD_HOST, host.from, SCHEME_GENERIC);
    return taken < 0 ? taken : 0;
}

/* Adds the refusals of the scheme's own RFC, of RFC 9293 (ports) and of RFC 5891 (hosts). */
static int judge_beyond(check *c)
{
    enum pattern own = pattern_judges[parts_grammar(&c->parts)].own;
    bool fine = c->plain && own == P9110_HTTP; /* RFC 9110 only requires a host */
    int failed = 0;

    if (own != NO_PATTERN && c->v->valid & TRAWL_STANDARD_RFC3986 && !fine)
        failed = verdict_judge(c, pattern_judges[parts_grammar(&c->parts)].own_standard, own,
                               match_whole(own, c->url, c->n));
    if (failed < 0)
        return failed;
    if (own != NO_PATTERN && c->v->valid & TRAWL_STANDARD_RFC3986 && (fine || failed == 1))
        c->v->valid |= TRAWL_STANDARD_SCHEME;
    judge_port(c);
    return judge_idn(c);
}

static int verdict_check_url(check *c)
{
    int failed;

    bool canonical;

    parts_split(&c->parts, c->url, c->n);
    if (pattern_judges[parts_grammar(&c->parts)].own != NO_PATTERN)
        c->v->own = pattern_judges[parts_grammar(&c->parts)].own_standard;
    if (c->n > TRAWL_URL_MAX) {
        refuse_all(c, TRAWL_CODE_TOO_LONG, TRAWL_URL_MAX);
        failed = 0;
    } else if (c->n == 0) {
        refuse_all(c, TRAWL_CODE_EMPTY, 0);
        failed = 0;
    } else {
        c->plain = judge_plain(c->url, c->n, &canonical);
        failed = judge_all(c);
        if (!failed)
            failed = judge_beyond(c);
    }
    parts_split_scheme(&c->parts, c->url, c->n);
    parts_to_verdict(c->v, &c->parts);
    return failed;
}

/* Moves all places of a verdict from the URL to the text with the labels before it. */
static void move_places(trawl_verdict *v, size_t label)
{
    for (unsigned i = 0; i < v->refusals; i++)
        v->refusal[i].at += label;
    for (unsigned i = 0; i < TRAWL_PART_COUNT; i++)
        if (span_is(v->part[i]))
            v->part[i] = (trawl_span){v->part[i].from + label, v->part[i].to + label};
}

int trawl_check(trawl_verdict *v, const char *url, size_t n)
{
    trawl_verdict full = {.size = sizeof full, .own = ""};
    check c = {.v = &full, .url = url ? url : "", .n = n};
    const size_t label = url ? parts_label(url, n) : 0;
    int failed;

    if (sized_of(v) == 0 || (!url && n > 0))
        return TRAWL_ERROR_MISUSE;
    c.url += label;
    c.n -= label;
    failed = verdict_check_url(&c);
    if (!failed)
        failed = danger_cautions(c.url, c.n, &full.flags);
    move_places(&full, label);
    (void)sized_put(v, &full, sizeof full);
    return failed;
}

/* ---- trawl_accepts and trawl_standards ---- */

static int accepts(unsigned standard, const char *url, size_t n)
{
    const size_t scheme = parts_scheme(url, n);
    url_parts parts = {.row = scheme > 0 ? scheme_find(url, scheme) : NULL};

    return match_whole(pattern_of(standard, &parts), url, n);
}

/* As trawl_accepts(), by the RFC of the URL's scheme. */
static int accepts_by_scheme(const char *url, size_t n)
{
    const size_t scheme = parts_scheme(url, n);
    url_parts parts = {.row = scheme > 0 ? scheme_find(url, scheme) : NULL};
    const enum pattern own = pattern_judges[parts_grammar(&parts)].own;
    int accepted = own == NO_PATTERN ? 0 : trawl_accepts(TRAWL_STANDARD_RFC3986, url, n);

    return accepted == 1 ? match_whole(own, url, n) : accepted;
}

int trawl_accepts(unsigned standard, const char *url, size_t n)
{
    const size_t label = url ? parts_label(url, n) : 0;
    bool canonical;
    unsigned valid;

    if ((!url && n > 0) || (standard & (standard - 1)) ||
        !(standard & (TRAWL_STANDARD_ANY | TRAWL_STANDARD_SCHEME)))
        return TRAWL_ERROR_MISUSE;
    url = url ? url + label : "";
    n -= label;
    if (n == 0 || n > TRAWL_URL_MAX)
        return 0;
    if (standard == TRAWL_STANDARD_SCHEME)
        return accepts_by_scheme(url, n);
    valid = judge_plain(url, n, &canonical);
    return valid ? (valid & standard) != 0 : accepts(standard, url, n);
}

/* Returns the standards that accept the URL, or an error. Tests RFC 3986 first: the rule IRI
 * accepts a superset. */
static int match_all(const char *url, size_t n)
{
    static const unsigned standards[] = {TRAWL_STANDARD_RFC3986, TRAWL_STANDARD_IRI,
                                         TRAWL_STANDARD_RFC1738, TRAWL_STANDARD_RFC1630};
    unsigned valid = 0;

    for (size_t i = 0; i < sizeof standards / sizeof standards[0]; i++) {
        bool is_uri = standards[i] == TRAWL_STANDARD_IRI && (valid & TRAWL_STANDARD_RFC3986);
        int accepted = is_uri ? 1 : accepts(standards[i], url, n);
        if (accepted < 0)
            return accepted;
        valid |= accepted ? standards[i] : 0;
    }
    return (int)valid;
}

int trawl_standards(const char *url, size_t n, int *canonical)
{
    const size_t label = url ? parts_label(url, n) : 0;
    bool same = false;
    unsigned valid;

    if (!url && n > 0)
        return TRAWL_ERROR_MISUSE;
    url = url ? url + label : "";
    n -= label;
    valid = n > 0 && n <= TRAWL_URL_MAX ? judge_plain(url, n, &same) : 0;
    if (canonical)
        *canonical = valid && same && label == 0;
    if (valid || n == 0 || n > TRAWL_URL_MAX)
        return (int)valid;
    return match_all(url, n);
}

/* ---- url_rank ---- */

int url_rank(const char *url, size_t n)
{
    const size_t scheme = parts_scheme(url, n), end = url_fragment(url, n);
    url_parts p;
    long port;
    int accepted[3] = {0};
    enum pattern own;

    parts_split(&p, url, n);
    port = parts_port(&p, url);
    own = pattern_judges[parts_grammar(&p)].own;
    accepted[0] = trawl_accepts(TRAWL_STANDARD_IRI, url, n);
    accepted[1] = own == NO_PATTERN ? 1 : match_whole(own, url, end);
    accepted[2] = trawl_accepts(TRAWL_STANDARD_RFC1738, url, end);
    for (int i = 0; i < 3; i++)
        if (accepted[i] < 0)
            return accepted[i];
    return scheme_is_known(url, scheme) << 4 | accepted[0] << 3 |
           (span_len(p.part[TRAWL_PART_PORT]) == 0 || (port > 0 && port <= 65535)) << 2 |
           accepted[1] << 1 | accepted[2];
}
