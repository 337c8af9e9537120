/* exists.c - hosts that cannot exist: names and numbers that no host can have, and names that go on
 * after a sign (M5)
 *
 * Input: a host that host.c has read. DNS limits labels and names (RFC 1034 section 3.1); a host
 * whose last label is a number must be an IPv4 address (URL Standard, "ends in a number").
 */
#include "find/bare/inside.h"

/* ---- Names ---- */

#define LABEL_MAX 63 /* characters of a label; beyond ASCII its A-label is even longer */
#define NAME_MAX 253

bool host_fits_all(const text *t, size_t from, size_t to)
{
    size_t label = 0, all = 0;
    utf8_char c;

    for (size_t i = from; i < to; i += c.len) {
        c = utf8_decode(t->p + i, to - i);
        label = host_is_dot(c.code) ? 0 : label + 1;
        if (label > LABEL_MAX || ++all > NAME_MAX)
            return false;
    }
    return true;
}

/* ---- Numbers ---- */

bool host_may_exist(const text *t, const host_span *h)
{
    uint32_t ip;

    if (!host_fits(t, h))
        return false;
    return !h->suspect || !ascii_is_number(t->p + h->last, h->to - h->last) ||
           address_ipv4(t->p + h->from, h->to - h->from, &ip) > 0;
}

bool host_literal_may_exist(const char *p, size_t n)
{
    unsigned char v6[16];
    uint32_t ip;

    if (n == 0 || (p[0] | 0x20) == 'v')
        return n > 0;
    return memchr(p, ':', n) ? address_ipv6(p, n, v6) : address_ipv4(p, n, &ip) == 4;
}

/* ---- Signs inside a host ---- */

/* Returns true when the name that ends at i is whole: it ends in a top-level domain or a number. */
static bool exists_is_whole(const settings *s, const text *t, size_t i)
{
    size_t label = i;

    while (label > 0 && i - label < TLD_LABEL_MAX &&
           ((unsigned char)t->p[label - 1] >= 0x80 ||
            byte_is((unsigned char)t->p[label - 1], BYTE_LABEL)))
        label--;
    if (label == 0 || label == i || (t->p[label - 1] != '.' && t->p[label - 1] != ':'))
        return false;
    return ascii_is_number(t->p + label, i - label) ||
           (t->p[label - 1] == '.' && settings_tld(s, t->p + label, i - label));
}

/* Returns the end of an IPv6 address without brackets, "http://fe80::1:2/", of which t->p[..i)
 * seems to be the host; i for none. */
static size_t past_ipv6(text *t, size_t i)
{
    enum { LONGEST = 40, DIGITS = 4 };
    size_t from, to, digits = 0, colons = 0;

    from = bytes_run_before(t->p, i > LONGEST ? i - LONGEST : 0, i, BYTE_HEX, ":");
    if (from == 0 || from == i || (t->p[from - 1] != '/' && t->p[from - 1] != '@'))
        return i;
    to = text_run(t, from, LONGEST, BYTE_HEX, ":");
    for (size_t k = from; k < to && digits <= DIGITS; k++) {
        digits = t->p[k] == ':' ? 0 : digits + 1;
        colons += t->p[k] == ':';
    }
    if (digits > DIGITS || to <= i)
        return i;
    colons -= digits == 0 && t->p[to - 2] != ':'; /* of the sentence */
    return colons > 1 ? to : i;
}

size_t host_past_sign(const settings *s, text *t, size_t i)
{
    int c = text_at(t, i);
    size_t to;
    host_span h;

    if (c <= 0 || !strchr("!$&*+:=[^~", c))
        return i;
    if (c == '[') /* its writer cut it off */
        return (text_is(t, i, "[...]") || text_is(t, i, "[\xE2\x80\xA6]")) &&
                       !exists_is_whole(s, t, i)
                   ? i + 5
                   : i;
    if (c == ':' && (to = past_ipv6(t, i)) > i)
        return to;
    if (exists_is_whole(s, t, i))
        return i;
    if (c == '=' && byte_is_of_run(text_at(t, i + 1), 0, "234567") &&
        text_is_of(t, i + 2, BYTE_HEX))
        return i; /* a byte in quoted-printable, "=2E": M13 offers what it stands for */
    host_read(s, t, i + 1, false, &h);
    if (h.to == i + 1 || text_at(t, h.to) == '@')
        return i;
    return host_is_domain(s, t, &h) || strchr("!=^", c) ? h.to : i;
}

/* ---- The last label (R38) ---- */

/* Returns the host of the URL: after "//" and a user, or after the "@" of a mail address. */
static trawl_str exists_host_of(const char *url, size_t n, bool plain)
{
    const bool mail = plain || (n > 7 && url[6] == ':' && ascii_same(url, "mailto", 6));
    const char *at = mail ? memchr(url, '@', n) : NULL;
    size_t i;
    form u;

    if (!at) {
        u = form_of(url, n);
        return (trawl_str){url + u.host, u.host_to - u.host};
    }
    n -= (size_t)(++at - url);
    for (i = plain ? n : 0; i < n && at[i] != '?' && at[i] != ',';)
        i++;
    return (trawl_str){at, i};
}

bool host_top_is_known(const settings *s, const char *label, size_t n)
{
    return settings_tld(s, label, n) || address_is_network(label, n);
}

bool host_label_is_known(const settings *s, const char *url, size_t n, bool plain)
{
    trawl_str host = exists_host_of(url, n, plain);
    bool digits;
    size_t last;

    host.n -= host.n > 0 && host.p[host.n - 1] == '.';
    for (last = host.n; last > 0 && ascii_is_alpha((unsigned char)host.p[last - 1]);)
        last--; /* nearly always all of the label */
    digits = last == host.n;
    for (; last > 0 && host.p[last - 1] != '.'; last--) {
        unsigned char c = (unsigned char)host.p[last - 1];
        if (c == ']' || c == '%' || c == 0xE3 || c == 0xEF)
            return true; /* an IP literal, an escape, a wide dot */
        digits = digits && ascii_is_digit(c);
    }
    return last == 0 || digits || host_top_is_known(s, host.p + last, host.n - last);
}
