/* live_form.c - what else keeps a link from being live: users, ports, escapes, hosts (F2, F3, F9)
 *
 * All of it looks at the URL as it was found. What is refused here stays text.
 */
#include <string.h>

#include "base/ascii.h"
#include "base/utf8.h"
#include "emit/escape.h"
#include "emit/live.h"

void live_begin(live_url *u, trawl_str url)
{
    size_t n = 0;

    u->p = url.p;
    u->n = url.n;
    while (n < url.n && ascii_is_scheme((unsigned char)url.p[n]))
        n++;
    if (n == url.n || url.p[n] != ':' || n >= sizeof u->scheme)
        n = 0;
    for (size_t i = 0; i < n; i++)
        u->scheme[i] = ascii_lower(url.p[i]);
    u->scheme[n] = '\0';
    u->what = live_scheme(u->scheme);
}

int live_split(live_url *u)
{
    u->v.size = sizeof u->v;
    return trawl_check(&u->v, u->p, u->n);
}

static bool has_bad_percent(const live_url *u)
{
    for (size_t i = 0; i < u->n; i++)
        if (u->p[i] == '%' &&
            (u->n - i < 3 || ascii_hex((unsigned char)u->p[i + 1]) < 0 || ascii_hex((unsigned char)u->p[i + 2]) < 0))
            return true;
    return false;
}

/* %00, %0A, %0D: what ends a line of a protocol. */
static bool has_line_end(trawl_str s)
{
    for (size_t i = 0; i + 2 < s.n; i++)
        if (s.p[i] == '%' && s.p[i + 1] == '0' && s.p[i + 2] != '\0' && strchr("0aAdD", s.p[i + 2]))
            return true;
    return false;
}

/* F9: "\", escapes, and wide forms of dot, slash, backslash and at in a host deceive those who read it. F2: so does what
 * nobody sees. */
static bool is_bad_host(trawl_str host)
{
    static const uint32_t wide[] = {0xFF0E, 0xFF0F, 0xFF20, 0xFF3C, 0xFF1A, 0xFF1F, 0xFF03, 0x2044, 0x2215};
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

bool live_is_blocked(unsigned long port)
{
    static const unsigned short blocked[] = {
        0,    1,    7,    9,    11,   13,   15,   17,   19,   20,   21,   22,   23,   25,   37,    42,   43,
        53,   69,   77,   79,   87,   95,   101,  102,  103,  104,  109,  110,  111,  113,  115,   117,  119,
        123,  135,  137,  139,  143,  161,  179,  389,  427,  465,  512,  513,  514,  515,  526,   530,  531,
        532,  540,  548,  554,  556,  563,  587,  601,  636,  989,  990,  993,  995,  1719, 1720,  1723, 2049,
        3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
    };

    for (size_t i = 0; i < sizeof blocked / sizeof blocked[0]; i++)
        if (blocked[i] == port)
            return true;
    return false;
}

static const char *port_refused(const live_url *u)
{
    trawl_str port = live_part(u, TRAWL_PORT);
    trawl_scheme s = {.size = sizeof s};
    unsigned number = 0;

    for (size_t i = 0; i < port.n; i++) {
        if (!ascii_is_digit((unsigned char)port.p[i]))
            return "its port is not a number";
        number = live_port_add(number, port.p[i]);
    }
    if (port.n > 0 && (number == 0 || number > 65535))
        return LIVE_NO_PORT;
    if (port.n == 0)
        return NULL;
    if (u->what & LIVE_HTTP)
        return live_is_blocked(number) ? "its port belongs to another protocol" : NULL;
    if (trawl_scheme_lookup(&s, u->scheme, strlen(u->scheme)) == TRAWL_OK && number == (unsigned)s.port)
        return NULL;
    return number < 1024 ? "its port belongs to another protocol" : NULL;
}

static const char *authority_refused(const live_url *u, unsigned flags)
{
    trawl_str host = live_part(u, TRAWL_HOST);

    /* RFC 6068 knows none: "mailto://h.example/x" names nobody, and put together from its addresses would lose the host. */
    if ((u->what & LIVE_MAILTO) && live_has(u, TRAWL_HOST))
        return "a mailto URL has no host";
    if ((u->what & LIVE_HOST) && host.n == 0)
        return "it has no host";
    if ((u->what & LIVE_HTTP) && live_has(u, TRAWL_USER))
        return "what looks like its host is a user's name";
    /* Something unseen ended the link inside its host, or right behind it: who knows which. */
    if ((flags & TRAWL_FORMAT_CHAR) && host.n > 0 && host.p + host.n == u->p + u->n)
        return "a character that nobody sees stands at its host";
    if (is_bad_host(host))
        return "its host holds what no host has";
    return port_refused(u);
}

/* F3: these open a session on another machine. */
static const char *session_refused(const live_url *u)
{
    if (!(u->what & LIVE_SESSION))
        return NULL;
    if (live_has(u, TRAWL_USER))
        return "it would log somebody in";
    return memchr(u->p, '%', u->n) ? "it holds an escape" : NULL;
}

static bool has_command(const live_url *u)
{
    trawl_span rest = u->v.part[TRAWL_FIELDS], name, value;

    if (!(u->what & LIVE_LINES))
        return false;
    if (!(u->what & LIVE_MAILTO))
        return has_line_end((trawl_str){u->p, u->n});
    if (has_line_end(live_part(u, TRAWL_ADDRESSES)))
        return true;
    while (rest.from != TRAWL_ABSENT && trawl_next_field(u->p, &rest, &name, &value)) {
        size_t n = (size_t)(name.to - name.from);
        if (n == 4 && ascii_same(u->p + name.from, "body", 4))
            continue;
        if (has_line_end((trawl_str){u->p + name.from, n}) ||
            (value.from != TRAWL_ABSENT &&
             has_line_end((trawl_str){u->p + value.from, (size_t)(value.to - value.from)})))
            return true;
    }
    return false;
}

const char *live_form_refused(const live_url *u, unsigned flags)
{
    const char *why = NULL;

    if (u->n > TRAWL_URL_MAX)
        return "it is too long";
    if (flags & TRAWL_REFANGED)
        return "it was written so that nobody follows it";
    if (has_bad_percent(u))
        return "a \"%\" in it begins no escape";
    why = authority_refused(u, flags);
    if (!why)
        why = session_refused(u);
    return why || !has_command(u) ? why : "it holds an escaped line end";
}
