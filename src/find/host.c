/* host.c - where a host name ends in running text (D2, M5)
 *
 * The extent never depends on an IDNA library: beyond ASCII a host has the characters of Link_Email.
 */
#include "find/host.h"

#include <string.h>

#include "base/ascii.h"
#include "find/byteclass.h"
#include "find/found.h"
#include "find/linkclass.h"
#include "find/url_look.h"

bool host_is_dot(uint32_t code)
{
    return code == '.' || code == 0x3002 || code == 0xFF0E;
}

/* What IDNA allows in labels although it is no letter (RFC 5892 section 2.6): middle dots, the Tibetan tsheg, ... */
static bool idna_exception(uint32_t code)
{
    return code == 0xB7 || code == 0x375 || code == 0x5F3 || code == 0x5F4 || code == 0x6FD || code == 0x6FE ||
           code == 0xF0B || code == 0x3007 || code == 0x30FB;
}

static bool label_char(uint32_t code)
{
    if (code < 0x80)
        return ascii_is_alnum((unsigned char)code) || code == '-';
    return (link_class(code) & LINK_EMAIL) || idna_exception(code);
}

bool host_is_symbol(uint32_t code)
{
    bool symbol = (code >= 0x2100 && code <= 0x2BFF) || (code >= 0x1F000 && code <= 0x1FAFF) || code == 0xFE0F;

    return symbol && !text_is_box(code) && (link_class(code) & LINK_TERM) == LINK_INCLUDE;
}

/* Behind a scheme any name may be a host (M5), one of emoji too; but no punctuation of any script is part of one. */
static bool named_char(uint32_t code)
{
    return code == '_' || host_is_symbol(code);
}

bool host_char(uint32_t code)
{
    return label_char(code) || host_is_dot(code);
}

/* The same of what stands for a hyphen in troff, "\-", for a dot, "\&." or "\.", and for a "_" in Markdown, inside of a host. */
static size_t escaped_step(text *t, size_t i, uint32_t *dot)
{
    int c = text_at(t, i + 1);
    size_t n = text_is(t, i, "\\&.") ? 3 : c == '-' || c == '_' || c == '.' ? 2 : 0;
    int next = n > 0 ? text_at(t, i + n) : -1;

    if (next < 0 || !ascii_is_alnum((unsigned char)next))
        return 0;
    *dot = n == 3 || c == '.' ? '.' : 0;
    return n;
}

/* What one character is to a host: nothing (0 bytes), a dot, whose code is in *dot, or part of a label. */
static size_t host_step(text *t, size_t i, bool with_scheme, uint32_t *dot)
{
    utf8_char c;

    *dot = 0;
    if (i < t->n && byte_is((unsigned char)t->p[i], BYTE_LABEL))
        return 1; /* nearly all of them */
    c = text_char(t, i);
    if (c.len == 0)
        return 0;
    if (host_is_dot(c.code)) {
        *dot = c.code;
        return c.len;
    }
    if (label_char(c.code) || (with_scheme && named_char(c.code)))
        return c.len;
    if (with_scheme && c.code == '\\')
        return escaped_step(t, i, dot);
    if (with_scheme && c.code == '%' && text_at(t, i + 1) >= 0 && ascii_hex((unsigned char)t->p[i + 1]) >= 0 &&
        text_at(t, i + 2) >= 0 && ascii_hex((unsigned char)t->p[i + 2]) >= 0)
        return 3;
    return 0;
}

/* One label was read: t->p[from..to). */
static void end_label(const text *t, host *h, size_t from, size_t to)
{
    h->labels++;
    h->last = from;
    if (from == to || t->p[from] == '-')
        h->bad = true;
    else if (t->p[to - 1] == '-')
        h->hyphened = h->labels;
    if (to - from > 4 && t->p[from + 2] == '-' && t->p[from + 3] == '-')
        h->odd = true;
}

/* All of them were. */
static void end_labels(host *h)
{
    h->bad = h->bad || (h->hyphened > 0 && (!h->named || h->labels - h->hyphened < 2));
}

static bool is_number(const text *t, const host *h)
{
    if (h->labels != 4)
        return false;
    for (size_t i = h->from; i < h->to; i++)
        if (!ascii_is_digit((unsigned char)t->p[i]) && t->p[i] != '.')
            return false;
    return true;
}

void host_cut(text *t, host *h, size_t to)
{
    size_t label = h->from, step;

    *h = (host){.from = h->from, .to = to, .last = h->from, .last_dot = '.', .named = h->named};
    for (size_t i = h->from; i < to; i += step) {
        utf8_char c = text_char(t, i);
        step = c.len;
        if (host_is_dot(c.code)) {
            end_label(t, h, label, i);
            h->last_dot = c.code;
            label = i + step;
        }
    }
    end_label(t, h, label, to);
    end_labels(h);
}

/* "example.com..." at a sentence's end: several dots belong to the sentence, and one may belong to the host. */
static void drop_final_dots(text *t, host *h, size_t dot)
{
    h->to = dot;
    while (h->to > h->from && t->p[h->to - 1] == '.')
        h->to--;
    if (h->to == dot)
        return;
    host_cut(t, h, h->to);
}

/* Past letters, digits and hyphens of a host that begins at from, as far as a host may go. */
static size_t past_label(const text *t, size_t i, size_t from)
{
    size_t end = from + FOUND_HOST < t->n ? from + FOUND_HOST : t->n;

    while (i < end && end - i >= 16 && are_label(t->p + i))
        i += 16;
    while (i < end && byte_is((unsigned char)t->p[i], BYTE_LABEL))
        i++;
    return i;
}

/* A number, or what may be taken for one? */
static void end_host(const text *t, host *h)
{
    bool digit = h->last < h->to && ascii_is_digit((unsigned char)t->p[h->last]);

    h->number = !h->bad && digit && is_number(t, h);
    h->odd = h->odd || digit;
}

bool host_plainly(const kernel *k, const text *t, size_t i, host *h)
{
    kernel_marks marks;
    size_t n = i < t->n && byte_is((unsigned char)t->p[i], BYTE_LABEL) ? k->host(t->p + i, t->n - i, &marks) : 0;
    uint64_t edges, ends;
    unsigned char c;

    if (n == 0 || n == KERNEL_HOST || i + n == t->n)
        return false;
    c = (unsigned char)t->p[i + n];
    edges = marks.dots | marks.hyphens;
    ends = (uint64_t)1 | (uint64_t)1 << (n - 1);
    if (c >= 0x80 || c == '_' || c == '%' || c == '\\' || (edges & ends) || (edges << 1 & marks.dots) ||
        (marks.dots << 1 & edges))
        return false;
    *h = (host){.from = i, .to = i + n, .last = i + kernel_last_label(marks.dots), .labels = 1};
    for (uint64_t dots = marks.dots; dots; dots &= dots - 1)
        h->labels++;
    h->last_dot = marks.dots ? '.' : 0;
    h->odd = (marks.hyphens & marks.hyphens << 1) != 0;
    end_host(t, h);
    return true;
}

void host_read(text *t, size_t i, bool with_scheme, host *h)
{
    size_t label = i, step, dot_at = i;
    uint32_t dot, dot_before = 0;
    bool after_dot = false;

    *h = (host){.from = i, .to = i, .last = i, .named = with_scheme};
    while ((step = host_step(t, i, with_scheme, &dot)) > 0) {
        if (i + step - h->from > FOUND_HOST) {
            h->bad = true;
            break;
        }
        if (dot) {
            end_label(t, h, label, i);
            h->last_dot = dot_before;
            dot_before = dot;
            dot_at = i;
            label = i + step;
        }
        after_dot = dot != 0;
        h->odd = h->odd || !(t->p[i] == '.' || byte_is((unsigned char)t->p[i], BYTE_LABEL));
        i += step;
        if (!after_dot)
            i = past_label(t, i, h->from);
    }
    h->to = i;
    if (after_dot) {
        h->final_dot = i - dot_at;
        drop_final_dots(t, h, dot_at);
    } else {
        h->last_dot = dot_before;
        while (h->to > label && t->p[h->to - 1] == '-')
            h->to--;
        h->hyphens = h->to < i;
        end_label(t, h, label, h->to);
    }
    h->odd = h->odd || after_dot;
    end_labels(h);
    end_host(t, h);
}

/* Past the zone behind the "%" at i of an IPv6 address, "fe80::1%eth0", as written or by RFC 6874: "%25eth0". i where none is. */
static size_t past_zone(text *t, size_t i)
{
    size_t k = i + 1;
    int c;

    while (k - i < 64 && (c = text_at(t, k)) > 0 && (byte_is((unsigned char)c, BYTE_LABEL) || strchr("._~%", c)))
        k++;
    return k > i + 1 ? k : i;
}

size_t host_literal(text *t, size_t i)
{
    size_t k = i + 1, colon = 0;
    int c = -1;

    if (text_at(t, i) != '[')
        return i;
    if (text_is(t, k, "ipv6:"))
        k += 5; /* as mail writes it (RFC 5321 section 4.1.3) */
    while (k - i < 64 && (c = text_at(t, k)) >= 0 &&
           (ascii_hex((unsigned char)c) >= 0 || c == ':' || c == '.' || c == 'v')) {
        colon += c == ':';
        k++;
    }
    if (c == '%' && colon >= 2)
        c = text_at(t, k = past_zone(t, k));
    return c == ']' && k > i + 2 ? k + 1 : i;
}

bool host_is_domain(const settings *s, const text *t, const host *h)
{
    if (h->bad || h->labels < 2 || h->last_dot == 0xFF0E || (h->hyphens && !settings_mail(s)))
        return false; /* D2 looks for "." or U+3002 before a top-level domain */
    return settings_tld(s, t->p + h->last, h->to - h->last);
}

size_t host_port(text *t, size_t i, unsigned *value)
{
    size_t k = i + 1;
    int c;

    *value = 0;
    if (text_at(t, i) != ':')
        return i;
    while ((c = text_at(t, k)) >= 0 && ascii_is_digit((unsigned char)c) && k - i < 64) {
        if (*value <= 65535)
            *value = *value * 10 + (unsigned)(c - '0');
        k++;
    }
    return k > i + 1 ? k : i;
}
