/* live.c - the href of a link, or why it has none (F1 to F4, F9, F11)
 *
 * Nearly all links are plain http, https and mailto URIs, which are their own href; the first stage
 * recognizes these by their bytes. All others are taken apart by trawl_check() and judged by their
 * scheme, user, port, host and escapes. Their href is made of the parts in ASCII, with the host as
 * A-labels. Nothing is escaped for HTML here.
 */
#include "emit/emit.h"

#include <arpa/inet.h>

#include "base/ascii.h"
#include "base/port.h"
#include "base/sized.h"
#include "base/utf8.h"

/* ---- Schemes (F1) ---- */

enum scheme_traits {
    ALWAYS = 1 << 0, /* live unless something else is wrong */
    NEVER = 1 << 1,  /* not even if the user lists it: runs code, reads files, hides another URL */
    NEWS = 1 << 2,   /* live if "news" is the whole of the user's list */
    HTTP = 1 << 3,
    MAILTO = 1 << 4,
    SESSION = 1 << 5, /* opens a session on another machine */
    HOST = 1 << 6,    /* has "//" and a host (RFC 1738 section 3.1) */
    LINES = 1 << 7    /* as the schemes of TRAWL_FLAG_ENCODED_CRLF, for a protocol made of lines */
};

static const struct {
    const char *name;
    unsigned traits;
} schemes[] = {
    {"http", ALWAYS | HTTP | HOST},
    {"https", ALWAYS | HTTP | HOST},
    {"mailto", ALWAYS | MAILTO},
    {"ftp", NEWS | HOST},
    {"news", NEWS},
    {"nntp", NEWS | HOST},
    {"gopher", NEWS | HOST},
    {"telnet", SESSION | HOST},
    {"rlogin", SESSION | HOST},
    {"tn3270", SESSION | HOST},
    {"wais", HOST},
    {"prospero", HOST},
    {"irc", LINES},
    {"ircs", LINES},
    {"ws", HOST},
    {"wss", HOST},
    {"nfs", HOST},
};

/* Schemes that are never live: by name, or by how they begin. */
static const char *const never[] = {
    "livescript", "data", "blob",     "filesystem", "file",    "about",  "view-source", "jar",
    "res",        "hcp",  "resource", "hxxp",       "hxxps",   "search", "mocha",       "mk",
    "mhtml",      "its",  "shell",    "intent",     "wyciwyg", "feed",   "cid",         "pcast",
};
static const char *const never_begins[] = {"chrome", "ms-",        "search-",
                                           "moz-",   "javascript", "vbscript"};

static unsigned traits_of(const char *scheme)
{
    for (size_t i = 0; i < sizeof schemes / sizeof schemes[0]; i++)
        if (strcmp(schemes[i].name, scheme) == 0)
            return schemes[i].traits;
    for (size_t i = 0; i < sizeof never / sizeof never[0]; i++)
        if (strcmp(never[i], scheme) == 0)
            return NEVER;
    for (size_t i = 0; i < sizeof never_begins / sizeof never_begins[0]; i++)
        if (strncmp(scheme, never_begins[i], strlen(never_begins[i])) == 0)
            return NEVER;
    return 0;
}

/* ---- A URL that is being judged ---- */

typedef struct live_url {
    const char *p;
    size_t n;
    char scheme[65]; /* in lower case; empty if there is none, or if it is too long */
    unsigned traits; /* enum scheme_traits */
    trawl_verdict v;
} live_url;

static bool live_has(const live_url *u, int part)
{
    return u->v.part[part].from != TRAWL_ABSENT;
}

static trawl_str live_span_of(const live_url *u, trawl_span s)
{
    return s.from == TRAWL_ABSENT ? (trawl_str){"", 0}
                                  : (trawl_str){u->p + s.from, (size_t)(s.to - s.from)};
}

static trawl_str part_of(const live_url *u, int part)
{
    return live_span_of(u, u->v.part[part]);
}

static void set_scheme(live_url *u, const char *scheme, size_t n)
{
    if (n >= sizeof u->scheme)
        n = 0;
    for (size_t i = 0; i < n; i++)
        u->scheme[i] = ascii_lower(scheme[i]);
    u->scheme[n] = '\0';
    u->traits = traits_of(u->scheme);
}

static void set_url(live_url *u, trawl_str url)
{
    size_t n = 0;

    u->p = url.p;
    u->n = url.n;
    while (n < url.n && ascii_is_scheme((unsigned char)url.p[n]))
        n++;
    set_scheme(u, url.p, n < url.n && url.p[n] == ':' ? n : 0);
}

static bool same_word(const char *p, size_t n, const char *scheme)
{
    while (n > 0 && p[0] == ' ') {
        p++;
        n--;
    }
    while (n > 0 && p[n - 1] == ' ')
        n--;
    return n == strlen(scheme) && ascii_same(p, scheme, n);
}

/* Returns true when the user's list names the scheme. "news" alone means a family of schemes. */
static bool live_is_listed(trawl_str list, const live_url *u)
{
    if (same_word(list.p, list.n, "news"))
        return (u->traits & NEWS) != 0;
    for (size_t i = 0; i < list.n; i++) {
        const char *comma = memchr(list.p + i, ',', list.n - i);
        size_t n = comma ? (size_t)(comma - (list.p + i)) : list.n - i;
        if (same_word(list.p + i, n, u->scheme))
            return true;
        i += n;
    }
    return false;
}

/* Returns true for registered schemes, and also for rlogin, which F3 names. */
static bool is_registered(const live_url *u)
{
    trawl_scheme s = {.size = sizeof s};

    if (u->traits & SESSION)
        return true;
    return trawl_scheme_lookup(&s, u->scheme, strlen(u->scheme)) == TRAWL_OK &&
           (s.status == TRAWL_STATUS_PERMANENT || s.status == TRAWL_STATUS_PROVISIONAL ||
            s.status == TRAWL_STATUS_HISTORICAL);
}

int trawl_emit_live(const char *scheme, size_t n)
{
    live_url u;

    if (!scheme || n == 0 || n >= sizeof u.scheme)
        return TRAWL_LIVE_UNREGISTERED;
    set_scheme(&u, scheme, n);
    return u.traits & ALWAYS   ? TRAWL_LIVE_ALWAYS
           : u.traits & NEVER  ? TRAWL_LIVE_NEVER
           : is_registered(&u) ? TRAWL_LIVE_LISTED
                               : TRAWL_LIVE_UNREGISTERED;
}

/* ---- Reasons ----
 *
 * Each function returns why the link is not live, or NULL.
 */

static const char *scheme_refused(const live_url *u, trawl_str list)
{
    if (u->scheme[0] == '\0')
        return "it has no scheme";
    if (u->traits & ALWAYS)
        return NULL;
    if (u->traits & NEVER)
        return "its scheme is never live";
    if (!live_is_listed(list, u))
        return "its scheme is not live unless asked for";
    return is_registered(u) ? NULL : "its scheme is not a registered one";
}

/* Returns true when the text has %00, %0A or %0D, which end a line of a protocol. */
static bool has_line_end(trawl_str s)
{
    for (size_t i = 0; i + 2 < s.n; i++)
        if (s.p[i] == '%' && s.p[i + 1] == '0' && s.p[i + 2] != '\0' && strchr("0aAdD", s.p[i + 2]))
            return true;
    return false;
}

/* Returns true when the host has an ASCII character that a host may not have, such as "%" or "\", a
 * wide form of a dot or a delimiter (F9), or a hidden character (F2). */
static bool live_is_bad_host(trawl_str host)
{
    static const uint32_t wide[] = {0xFF0E, 0xFF0F, 0xFF20, 0xFF3C, 0xFF1A,
                                    0xFF1F, 0xFF03, 0x2044, 0x2215};
    bool literal = host.n > 2 && host.p[0] == '[' && host.p[host.n - 1] == ']';
    utf8_char c;

    for (size_t i = 0; i < host.n; i += c.len) {
        c = utf8_decode(host.p + i, host.n - i);
        if (c.code < 0x80) {
            if (!ascii_is_alnum((unsigned char)c.code) &&
                (c.code == 0 || !strchr(literal ? "[]:.-_" : ".-_", (int)c.code)))
                return true;
            continue;
        }
        if (escape_kind_of(c.code) != ESCAPE_SHOWN)
            return true;
        for (size_t k = 0; k < sizeof wide / sizeof wide[0]; k++)
            if (c.code == wide[k])
                return true;
    }
    return false;
}

/* Adds a digit to a port's number; numbers beyond 65535 stay beyond it. */
static unsigned port_add(unsigned number, char digit)
{
    return number > 65535 ? number : number * 10 + (unsigned)(digit - '0');
}

static const char *port_refused(const live_url *u)
{
    trawl_str port = part_of(u, TRAWL_PART_PORT);
    unsigned number = 0;

    for (size_t i = 0; i < port.n; i++) {
        if (!ascii_is_digit((unsigned char)port.p[i]))
            return "its port is not a number";
        number = port_add(number, port.p[i]);
    }
    if (port.n == 0)
        return NULL;
    if (number == 0 || number > 65535)
        return "its port is not 1 to 65535";
    return u->v.flags & TRAWL_FLAG_FOREIGN_PORT ? "its port belongs to another protocol" : NULL;
}

static const char *authority_refused(const live_url *u, uint64_t flags)
{
    trawl_str host = part_of(u, TRAWL_PART_HOST);

    /* RFC 6068 has no host in mailto: "mailto://h.example/x" has no address. */
    if ((u->traits & MAILTO) && live_has(u, TRAWL_PART_HOST))
        return "a mailto URL has no host";
    if ((u->traits & HOST) && host.n == 0)
        return "it has no host";
    if ((u->traits & HTTP) && live_has(u, TRAWL_PART_USER))
        return "what looks like its host is a user's name";
    /* A hidden character ended the link inside its host or right after it: the host is not
     * known. */
    if ((flags & TRAWL_FLAG_FORMAT_CHAR) && host.n > 0 && host.p + host.n == u->p + u->n)
        return "a hidden character ends its host";
    if (live_is_bad_host(host))
        return "its host has a character that is not allowed";
    return port_refused(u);
}

/* F3: refuses logins and escapes in a URL that opens a session. */
static const char *session_refused(const live_url *u)
{
    if (!(u->traits & SESSION))
        return NULL;
    if (live_has(u, TRAWL_PART_USER))
        return "it would log in";
    return memchr(u->p, '%', u->n) ? "it holds an escape" : NULL;
}

static const char too_long[] = "it is too long";

static const char *form_refused(const live_url *u, uint64_t flags)
{
    const char *why = NULL;

    if (u->n > TRAWL_URL_MAX)
        return too_long;
    if (flags & TRAWL_FLAG_REFANGED)
        return "it was written so that it is not followed";
    if (flags & TRAWL_FLAG_INCOMPLETE)
        return "it is a part of a gateway's link";
    if (flags & TRAWL_FLAG_BACKSLASH)
        return "browsers read a \"\\\" in it as \"/\", and go to another host";
    if (u->v.flags & TRAWL_FLAG_BAD_PERCENT)
        return "a \"%\" in it begins no escape";
    why = authority_refused(u, flags);
    if (!why)
        why = session_refused(u);
    if (!why && (u->v.flags & TRAWL_FLAG_ENCODED_CRLF ||
                 (u->traits & LINES && has_line_end((trawl_str){u->p, u->n}))))
        return "it holds an escaped line end";
    return why;
}

/* ---- Hrefs ---- */

/* Writes the mailto URL with its fields subject, keywords and body only (F3). Returns false when
 * nothing is left. */
static bool put_mailto(text_out *o, const live_url *u)
{
    static const char *const kept[] = {"subject", "keywords", "body"};
    trawl_span rest = u->v.part[TRAWL_PART_FIELDS], name, value;
    trawl_str to = part_of(u, TRAWL_PART_ADDRESSES);
    bool any = false;

    out_put(o, "mailto:", 7);
    out_put(o, to.p, to.n);
    while (rest.from != TRAWL_ABSENT && trawl_next_field(u->p, &rest, &name, &value)) {
        trawl_str field = live_span_of(u, name);
        for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++) {
            if (value.from == TRAWL_ABSENT || field.n != strlen(kept[i]) ||
                !ascii_same(field.p, kept[i], field.n))
                continue;
            out_byte(o, any ? '&' : '?');
            out_put(o, field.p, (size_t)(value.to - name.from));
            any = true;
        }
    }
    return any || to.n > 0;
}

int live_check(trawl_verdict *v, trawl_str url)
{
    int error = trawl_check(v, url.p, url.n);

    return error == TRAWL_ERROR_NOT_BUILT ? TRAWL_OK : error;
}

/* Returns true when the part has only bytes that RFC 3986 allows in every part, or that are in
 * `more`. Escapes have been tested before. */
static bool is_part(trawl_str part, const char *more)
{
    for (size_t i = 0; i < part.n; i++) {
        unsigned char c = (unsigned char)part.p[i];
        if (!ascii_is_unreserved(c) && !(c > 0 && (strchr("!$&'()*+,;=%", c) || strchr(more, c))))
            return false;
    }
    return true;
}

static bool live_is_ipv6(trawl_str literal)
{
    char text[INET6_ADDRSTRLEN] = "";
    struct in6_addr address;

    if (literal.n < 2 || literal.n - 2 >= sizeof text || literal.p[literal.n - 1] != ']')
        return false;
    memcpy(text, literal.p + 1, literal.n - 2);
    return inet_pton(AF_INET6, text, &address) == 1;
}

/* Does the same as trawl_accepts() for RFC 3986, in a library without the grammar: tests the bytes
 * of each part by RFC 3986 section 3. Refuses IPvFuture. */
static int live_is_uri(const char *p, size_t n)
{
    static const char *const more[] = {
        [TRAWL_PART_SCHEME] = "",    [TRAWL_PART_USER] = "",        [TRAWL_PART_PASSWORD] = ":",
        [TRAWL_PART_HOST] = "",      [TRAWL_PART_PORT] = "",        [TRAWL_PART_PATH] = "/:@",
        [TRAWL_PART_QUERY] = "/:@?", [TRAWL_PART_FRAGMENT] = "/:@?"};
    live_url u = {.p = p, .n = n, .v.size = sizeof u.v};
    int error = live_check(&u.v, (trawl_str){p, n});

    for (int i = TRAWL_PART_SCHEME; i <= TRAWL_PART_FRAGMENT && !error; i++) {
        trawl_str part = part_of(&u, i);
        if (i == TRAWL_PART_HOST && part.n > 0 && part.p[0] == '[' ? !live_is_ipv6(part)
                                                                   : !is_part(part, more[i]))
            return 0;
    }
    return error ? error : 1;
}

/* Writes the href to `room`. Returns NULL, or why there is none. After a failure, sets *error. */
static const char *build(const live_url *u, char room[TRAWL_URL_MAX], size_t *len, int *error)
{
    char text[TRAWL_URL_MAX];
    text_out source = {text, sizeof text, 0};
    size_t scheme = strlen(u->scheme);

    if (!(u->traits & MAILTO)) {
        out_put(&source, u->scheme, scheme);
        out_put(&source, u->p + scheme, u->n - scheme);
    } else if (!put_mailto(&source, u)) {
        return "it has no address";
    }
    if (source.len > sizeof text)
        return too_long;
    if ((u->v.valid & TRAWL_STANDARD_RFC3986) &&
        !((u->traits & MAILTO) && live_has(u, TRAWL_PART_FIELDS))) {
        memcpy(room, text, source.len); /* a URI already */
        *len = source.len;
        return NULL;
    }
    *error = trawl_ascii(text, source.len, room, TRAWL_URL_MAX, len);
    if (*error == TRAWL_ERROR_NO_SPACE) {
        *error = TRAWL_OK;
        return too_long;
    }
    if (*error == TRAWL_OK)
        *error = trawl_accepts(TRAWL_STANDARD_RFC3986, room, *len);
    if (*error == TRAWL_ERROR_NOT_BUILT)
        *error = live_is_uri(room, *len);
    if (*error < 0)
        return NULL;
    if (*error == 0)
        return "it is no URI";
    *error = TRAWL_OK;
    return NULL;
}

/* ---- The first stage: plain URIs ----
 *
 *   http://host[:port][/path][?query][#fragment]    https likewise    mailto:address
 *
 * The scheme is in lower case, the host has letters, digits, hyphens, dots and underscores and is
 * no number, there is no user, and an address has neither fields nor escapes. No rule refuses or
 * changes these.
 */

/* Where a byte may occur: in a host, in an address (RFC 3986 pchar and "/"), or after a host.
 * CLEAN: HTML needs no reference for the byte. */
enum { IN_HOST = 1, IN_ADDRESS = 2, IN_PATH = 4, CLEAN = 8 };

/* Returns the end of the run, from `i` on, of bytes that may occur in `place`, and of escapes if
 * `escapes` is set. Clears the bits in *all that some of these bytes lack. */
static size_t live_run(trawl_str url, size_t i, unsigned place, bool escapes, unsigned *all)
{
    /* clang-format off */
#define ANY (IN_HOST | IN_ADDRESS | IN_PATH | CLEAN)
#define BOTH (IN_ADDRESS | IN_PATH | CLEAN)
#define TEN(first) [(first)] = ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY
#define LETTERS(first) TEN(first), TEN((first) + 10), [(first) + 20] = ANY, ANY, ANY, ANY, ANY, ANY
    static const unsigned char places[256] = {
        TEN('0'), LETTERS('A'), LETTERS('a'), ['-'] = ANY, ['.'] = ANY, ['_'] = ANY,
        ['~'] = BOTH, ['!'] = BOTH, ['$'] = BOTH, ['&'] = BOTH & ~CLEAN, ['\''] = BOTH & ~CLEAN, ['('] = BOTH,
        [')'] = BOTH, ['*'] = BOTH, ['+'] = BOTH, [','] = BOTH, [';'] = BOTH, ['='] = BOTH,
        [':'] = BOTH, ['@'] = BOTH, ['/'] = BOTH, ['?'] = IN_PATH | CLEAN,
    };
    /* clang-format on */

    for (;;) {
        const unsigned char *p = (const unsigned char *)url.p + i,
                            *end = (const unsigned char *)url.p + url.n;
        unsigned eight;
        for (; end - p >= 8; p += 8, *all &= eight) {
            eight = places[p[0]] & places[p[1]] & places[p[2]] & places[p[3]] & places[p[4]] &
                    places[p[5]] & places[p[6]] & places[p[7]];
            if (!(eight & place))
                break;
        }
        for (; p < end && (places[*p] & place); p++)
            *all &= places[*p];
        i = (size_t)(p - (const unsigned char *)url.p);
        if (!escapes || end - p < 3 || *p != '%' || ascii_hex(p[1]) < 0 || ascii_hex(p[2]) < 0)
            return i;
        i += 3;
    }
}

/* Returns the end of the host at `i` with its port, or 0 when they are not plain. A last label that
 * begins with a digit may make the host a number. */
static size_t live_host_end(trawl_str url, size_t i)
{
    unsigned port = 0, all = 0;
    size_t end = live_run(url, i, IN_HOST, false, &all), label = end, digits;

    while (label > i && url.p[label - 1] != '.')
        label--;
    if (label == end || ascii_is_digit((unsigned char)url.p[label]))
        return 0;
    if (end == url.n || url.p[end] != ':')
        return end;
    for (digits = ++end; end < url.n && ascii_is_digit((unsigned char)url.p[end]); end++)
        port = port_add(port, url.p[end]);
    return end > digits && (port == 0 || port > 65535 || port_is_foreign(true, 0, (long)port))
               ? 0
               : end;
}

enum live_plain live_plain_of(trawl_str url, uint64_t flags)
{
    unsigned all = CLEAN;
    size_t i = 7;

    if (url.n < 9 || url.n > TRAWL_URL_MAX ||
        (flags & (TRAWL_FLAG_REFANGED | TRAWL_FLAG_FORMAT_CHAR | TRAWL_FLAG_INCOMPLETE |
                  TRAWL_FLAG_BACKSLASH)))
        return LIVE_MADE;
    if (memcmp(url.p, "mailto:", 7) == 0) {
        if (url.p[i] != '/')
            i = live_run(url, i, IN_ADDRESS, false, &all);
    } else if (memcmp(url.p, "http", 4) == 0) {
        i = 4 + (url.p[4] == 's');
        if (memcmp(url.p + i, "://", 3) != 0 || (i = live_host_end(url, i + 3)) == 0 ||
            (i < url.n && url.p[i] != '/' && url.p[i] != '?' && url.p[i] != '#'))
            return LIVE_MADE;
        i = live_run(url, i, IN_PATH, true, &all);
        if (i < url.n && url.p[i] == '#')
            i = live_run(url, i + 1, IN_PATH, true, &all);
    }
    return i < url.n ? LIVE_MADE : all ? LIVE_CLEAN : LIVE_URL;
}

/* ---- Deciding ---- */

int live_href(const trawl_link *link, trawl_str list, char room[TRAWL_URL_MAX], live_answer *answer)
{
    live_url u;
    size_t len = 0;
    int error = TRAWL_OK;
    const char *why;

    *answer = (live_answer){.href = link->url, .plain = live_plain_of(link->url, link->flags)};
    if (answer->plain != LIVE_MADE)
        return TRAWL_OK;
    set_url(&u, link->url);
    why = scheme_refused(&u, list);
    if (!why) {
        u.v.size = sizeof u.v;
        error = live_check(&u.v, link->url);
    }
    if (!why && !error)
        why = form_refused(&u, link->flags);
    if (!why && !error)
        why = build(&u, room, &len, &error);
    answer->href = (trawl_str){room, len};
    answer->why = why;
    return error ? error : why ? TRAWL_EMIT_DEAD : TRAWL_OK;
}

int trawl_emit_href(const trawl_link *link, const char *live, size_t live_n, char *to, size_t size,
                    size_t *len, const char **why)
{
    char room[TRAWL_URL_MAX];
    live_answer answer;
    trawl_link known;
    int result;

    if (!sized_get(&known, sizeof known, link) || !len || (!to && size > 0) ||
        (!known.url.p && known.url.n > 0) || (!live && live_n > 0))
        return TRAWL_ERROR_MISUSE;
    *len = 0;
    result = live_href(&known, (trawl_str){live, live_n}, room, &answer);
    if (why)
        *why = answer.why;
    if (result != TRAWL_OK)
        return result;
    *len = answer.href.n;
    if (!to || answer.href.n > size)
        return TRAWL_ERROR_NO_SPACE;
    memcpy(to, answer.href.p, answer.href.n);
    return TRAWL_OK;
}

/* ---- Where a link leads ---- */

int live_place(const trawl_link *link, trawl_str href, trawl_str *place)
{
    trawl_verdict v = {.size = sizeof v};
    trawl_str url = href.n > 0 ? href : link->url;
    const char *colon = memchr(url.p, ':', url.n);
    trawl_span host;
    int failed = live_check(&v, url);

    *place = (trawl_str){"", 0};
    if (failed)
        return failed;
    host = v.part[TRAWL_PART_HOST];
    if (host.from != TRAWL_ABSENT && host.to > host.from)
        *place = (trawl_str){url.p + host.from, (size_t)(host.to - host.from)};
    else if (href.n > 0 || !colon)
        *place = url;
    else
        *place = (trawl_str){url.p, (size_t)(colon - url.p) + 1};
    return TRAWL_OK;
}

/* ---- Links of text for terminals and of Markdown ---- */

int shown_link_begin(shown_link *k, const trawl_link *link, trawl_str list, char *uri, size_t size)
{
    int result = trawl_emit_href(link, list.p, list.n, uri, size, &k->uri_n, NULL);

    k->left = link->span_count;
    k->room = link_room_of(link);
    k->place = (trawl_str){"", 0};
    if (result != TRAWL_OK)
        k->uri_n = 0;
    if (link->flags & TRAWL_FLAG_MISMATCH && result >= TRAWL_OK) {
        result = live_place(link, (trawl_str){uri, k->uri_n}, &k->place);
        k->uri_n = 0;
    }
    return result == TRAWL_ERROR_NO_MEMORY ? result : TRAWL_OK;
}

int shown_link_note(shown_link *k, shown_state *s)
{
    const trawl_str place = k->place;

    if (k->left > 0 || place.n == 0)
        return 0;
    k->place.n = 0;
    return shown_text(s, " [leads to ", 11) || shown_text(s, place.p, place.n) || shown_edge(s) ||
           shown_text(s, "]", 1);
}
