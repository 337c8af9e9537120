/* inside.h - shared by the files of this folder: hosts, addresses, schemes */
#ifndef TRAWL_FIND_BARE_INSIDE_H
#define TRAWL_FIND_BARE_INSIDE_H

#include "base/ascii.h"
#include "find/bare/bare.h"
#include "find/ending/ending.h"

/* ---- Hosts ---- */

/* Returns true for the dots between labels: ".", U+3002, U+FF0E and U+FF61. */
bool host_is_dot(uint32_t code);

/* Returns true for characters of hosts without a scheme: letters, digits, "-", dots. */
bool host_char(uint32_t code);

/* Returns true for symbols, emoji and joiners, which hosts without a scheme may have inside. */
bool host_symbol(uint32_t code);

/* Returns the end of a plain host at i: fewer than 64 letters, digits and hyphens with single dots
 * between them, and then a byte that no host has. Returns i for any other host. */
static inline size_t host_plain_end(const settings *s, const text *t, size_t i, kernel_marks *marks)
{
    size_t n = i < t->n && byte_is((unsigned char)t->p[i], BYTE_LABEL)
                   ? s->kernel->host(t->p + i, t->n - i, marks)
                   : 0;
    uint64_t edges, ends;
    unsigned char c;

    if (n == 0 || n == KERNEL_HOST || i + n == t->n)
        return i;
    c = (unsigned char)t->p[i + n];
    edges = marks->dots | marks->hyphens;
    ends = (uint64_t)1 | (uint64_t)1 << (n - 1);
    return c >= 0x80 || c == '_' || c == '%' || c == '\\' || (edges & ends) ||
                   (edges << 1 & marks->dots) || (marks->dots << 1 & edges)
               ? i
               : i + n;
}

/* Returns host_span.suspect for a plain host at i. */
static inline bool host_plain_is_suspect(const text *t, size_t i, const kernel_marks *marks)
{
    return (marks->hyphens & marks->hyphens << 1) != 0 ||
           ascii_is_digit((unsigned char)t->p[i + kernel_last_label(marks->dots)]);
}

/* As host_read(), but reads character by character. */
void host_read_each(const settings *s, text *t, size_t i, bool named, host_span *h);

/* Reads the host of an address, or of "www.", at i, without a sentence glued to it (D3, M14). */
void host_of_address(const settings *s, text *t, size_t i, host_span *h);

/* Like host_of_address(), for a URL. A sentence that is glued to its host can begin only in the
 * last label. */
void host_of_url(const settings *s, text *t, size_t i, host_span *h);

/* Returns true for the seven old domains, and for the domains of countries with an unspaced
 * script. */
bool host_is_common_tld(const text *t, size_t label, size_t to);

/* Returns true when the host's final dot belongs to it (D2): a port, a path, a query or a fragment
 * follows. */
bool host_dot_belongs(const settings *s, text *t, const host_span *h);

/* M16: returns `end`, which is the end of a host, or one less if its last letter is the "E" of
 * "E<gt>", a closing angle bracket in Perl's manuals. */
static inline size_t host_before_pod(text *t, size_t end)
{
    return end - (t->p[end - 1] == 'E' && text_is(t, end, "<gt>"));
}

/* Returns the end of the "[...]" at i; i when it is no IP literal. */
size_t host_literal(text *t, size_t i);

/* Returns the end of a sign at i that no host has and of the domain after it, as in
 * "http://exam!ple.com"; or the end of an IPv6 address without brackets (exists.c). Returns i if
 * there is neither. */
size_t host_past_sign(const settings *s, text *t, size_t i);

/* Returns the end of the text that continues the host at i (M5): a defanged dot and a label, a
 * placeholder for a label or port, or the text that host_past_sign() finds. Returns i if no such
 * text is there. */
size_t host_more(const settings *s, text *t, size_t i);

static inline size_t host_goes_on(const settings *s, text *t, size_t i)
{
    const int c = text_at(t, i);

    return c <= ' ' || c == '/' || !RULE(M5) || !settings_mail(s) ? i : host_more(s, t, i);
}

/* As host_goes_on(), for an address, which has no port. */
static inline size_t host_of_address_goes_on(const settings *s, text *t, size_t i)
{
    return text_at(t, i) == ':' ? i : host_goes_on(s, t, i);
}

/* ---- Addresses ---- */

/* Returns the end of an address at `from` whose "@" is not after `limit`; 0 for none. With any_host
 * its domain may be any host. */
size_t bare_address_end(const settings *s, text *t, size_t from, size_t limit, bool any_host);

/* Reads the host of an address. Returns true for a domain; in the mail profile any dotted name or a
 * number in brackets will do. */
bool address_read_host(const settings *s, text *t, size_t i, host_span *h);

/* Returns true when the two digits at i are those of an escape, after its "%" or "=", and the
 * escaped character may precede an address or a domain, but is part of neither: a blank, a bracket,
 * a quote. */
bool bare_is_divider(const text *t, size_t i);

/* Returns how many letters at p, after a backslash, belong to an escape: "\n" of a string, or a
 * font of troff, "\fB"; 0 for none. */
size_t bare_escape_letters(const char *p);

/* Returns true when "@" and a domain are at i: the text before them is a local part. */
static inline bool bare_at_domain(const settings *s, text *t, size_t i)
{
    host_span h;

    return text_at(t, i) == '@' && address_read_host(s, t, i + 1, &h);
}

/* Returns true when "@" and a host follow at i, as in "a.com@1"; with UTS #58, "@" and a domain.
 * The text before i is then neither a whole address nor a domain (D3). */
static inline bool bare_at_host(const settings *s, text *t, size_t i)
{
    uint32_t code;

    if (text_at(t, i) != '@' || !settings_mail(s))
        return bare_at_domain(s, t, i);
    code = text_char(t, i + 1).code;
    return code < 0x80 ? ascii_is_alnum((unsigned char)code)
                       : code != UTF8_INVALID && host_char(code) && !host_is_dot(code);
}

/* ---- Schemes ---- */

/* Adds a word of a list to the table of its last letters; it ends before `end`. */
static inline void bare_add_end(settings *s, enum bare_list list, const char *end)
{
    s->ends[list][end[-2] & 31] |= UINT32_C(1) << (end[-1] & 31);
}

/* Like bare_add_end(), for a list of words with a space between them. */
static inline void bare_add_ends(settings *s, enum bare_list list, const char *words)
{
    for (; *words; words++)
        if (words[1] <= ' ')
            bare_add_end(s, list, words + 1);
}

/* Adds the words of weigh.c and lookalike.c. */
void address_add_ends(settings *s);
void address_add_logins(settings *s);

/* Returns the end of "did:", a method and a colon at i that a character of an id follows; i for
 * none. */
size_t bare_did_head(text *t, size_t i);

/* Decides about a scheme that needs no "//" (M6). Its name is t->p[from..colon). */
outcome bare_opaque(const settings *s, text *t, size_t from, size_t colon, candidate *f);

#endif
