/* exists.c - hosts that cannot be meant: names and numbers that nothing can have, and names that go
 * on after a sign (M5)
 *
 * Input: a host that host.c has read. DNS limits labels and names (RFC 1034 section 3.1); a host
 * whose last label is a number must be an IPv4 address (URL Standard, "ends in a number").
 */
#include "find/bare/inside.h"

/* ---- Names ---- */

#define LABEL_MAX 63 /* characters of a label; beyond ASCII its A-label is even longer */
#define NAME_MAX 253

bool host_fits(const text *t, const host_span *h)
{
    size_t label = 0, all = 0;
    utf8_char c;

    if (h->to - h->from <= LABEL_MAX)
        return true; /* nearly all */
    for (size_t i = h->from; i < h->to; i += c.len) {
        c = utf8_decode(t->p + i, h->to - i);
        label = host_is_dot(c.code) ? 0 : label + 1;
        if (label > LABEL_MAX || ++all > NAME_MAX)
            return false;
    }
    return true;
}

/* ---- Numbers ---- */

/* Returns true when p[0..n), digits, is octal: "017". */
static bool is_octal(const char *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (p[i] > '7')
            return false;
    return n > 1 && p[0] == '0';
}

/* Returns the value of a decimal, octal or hexadecimal number, 2^32 for all larger ones. */
static uint64_t exists_number_of(const char *p, size_t n)
{
    const uint64_t most = UINT64_C(1) << 32;
    const bool hex = n > 1 && (p[1] | 0x20) == 'x';
    const unsigned base = hex ? 16 : is_octal(p, n) ? 8 : 10;
    uint64_t value = 0;

    for (size_t i = hex ? 2 : 0; i < n && value < most; i++)
        value = value * base + (uint64_t)ascii_hex((unsigned char)p[i]);
    return value < most ? value : most;
}

/* Returns true for one to four numbers with dots between them, each of at most a byte, except the
 * last one, which fills the rest of an IPv4 address: "192.0.2.1", "0x7f.1", "3232235521". */
static bool is_ipv4(const char *p, size_t n)
{
    uint64_t value = 0;
    unsigned parts = 0;

    for (size_t i = 0, to; i <= n; i = to + 1) {
        for (to = i; to < n && p[to] != '.'; to++)
            ;
        if (value > 255 || ++parts > 4 || !ascii_is_number(p + i, to - i))
            return false;
        value = exists_number_of(p + i, to - i);
    }
    return value < UINT64_C(1) << 8 * (5 - parts);
}

bool host_may_exist(const text *t, const host_span *h)
{
    const char *p = t->p;

    if (!host_fits(t, h))
        return false;
    return !h->suspect || !ascii_is_number(p + h->last, h->to - h->last) ||
           is_ipv4(p + h->from, h->to - h->from);
}

/* Returns true for four numbers with dots between them. */
static bool is_quad(const char *p, size_t n)
{
    unsigned dots = 0;

    for (size_t i = 0; i < n; i++)
        dots += p[i] == '.';
    return dots == 3 && is_ipv4(p, n);
}

/* Returns true for eight groups of one to four digits, of which "::" replaces one or more, and an
 * IPv4 address the last two (RFC 4291 section 2.2). */
static bool exists_is_ipv6(const char *p, size_t n)
{
    enum { GROUPS = 8, DIGITS = 4 };
    bool gap = n > 1 && p[0] == ':' && p[1] == ':';
    size_t i = gap ? 2 : 0, to, groups = 0;

    for (; i < n; i = to + 1) {
        if (p[i] == ':' && i > 2 && !gap) {
            gap = true; /* "1::2" */
            to = i;
            continue;
        }
        to = bytes_run(p, i, n, BYTE_HEX, "");
        if (to < n && p[to] == '.') {
            groups += is_quad(p + i, n - i) ? 2 : GROUPS;
            break;
        }
        if (to == i || to - i > DIGITS || (to < n && p[to] != ':') || to + 1 == n)
            return false;
        groups++;
    }
    return gap ? groups < GROUPS : groups == GROUPS;
}

bool host_literal_may_exist(const char *p, size_t n)
{
    return n > 0 &&
           ((p[0] | 0x20) == 'v' || (memchr(p, ':', n) ? exists_is_ipv6(p, n) : is_quad(p, n)));
}

/* ---- Signs inside a host ---- */

/* Returns true when the name that ends at i ends in a top-level domain or a number: it is whole. */
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
    int c;

    from = bytes_run_before(t->p, i > LONGEST ? i - LONGEST : 0, i, BYTE_HEX, ":");
    if (from == 0 || from == i || (t->p[from - 1] != '/' && t->p[from - 1] != '@'))
        return i;
    for (to = from; to - from < LONGEST && digits <= DIGITS && (c = text_at(t, to)) >= 0 &&
                    (c == ':' || ascii_hex((unsigned char)c) >= 0);
         to++) {
        digits = c == ':' ? 0 : digits + 1;
        colons += c == ':';
    }
    if (digits > DIGITS || to <= i)
        return i;
    colons -= digits == 0 && t->p[to - 2] != ':'; /* of the sentence */
    return colons > 1 ? to : i;
}

/* Returns true for a byte in quoted-printable, "=2E": M13 offers what it stands for. */
static bool is_quoted_byte(text *t, size_t i)
{
    const int high = text_at(t, i + 1);

    return high >= '2' && high <= '7' && text_is_of(t, i + 2, BYTE_HEX);
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
    if (exists_is_whole(s, t, i) || (c == '=' && is_quoted_byte(t, i)))
        return i;
    host_read(s, t, i + 1, false, &h);
    if (h.to == i + 1 || text_at(t, h.to) == '@')
        return i;
    return host_is_domain(s, t, &h) || strchr("!=^", c) ? h.to : i;
}
