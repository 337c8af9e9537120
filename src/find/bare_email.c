/* bare_email.c - addresses in running text: D3 */
#include <string.h>

#include "base/ascii.h"
#include "find/bare.h"
#include "find/email_text.h"
#include "find/ending.h"
#include "find/host_address.h"
#include "find/host_goes_on.h"
#include "find/linkclass.h"
#include "find/rules_off.h"

#define COLOUR_MAX 64 /* bytes of a sequence that is looked at; one with two colours of 24 bits has 37 */

/* The left end of a local part that ends at at; *too_long when it goes on past the limit. */
static size_t local_start(const text *t, size_t at, bool *too_long)
{
    size_t i = at;

    *too_long = false;
    while (i > t->floor && at - i < FOUND_LOCAL && (unsigned char)t->p[i - 1] < 0x80 &&
           link_ascii[(unsigned char)t->p[i - 1]] & LINK_EMAIL)
        i--;
    while (i > t->floor) {
        utf8_char c = text_char_before(t, i);
        if (!(link_class(c.code) & LINK_EMAIL) || i - c.len < t->floor)
            break;
        if (RULE(R31) && at - (i - c.len) > FOUND_LOCAL) {
            *too_long = true;
            break;
        }
        i -= c.len;
    }
    return i;
}

/* Marks that may stand in a local part but hardly begin one: quotes, emphasis, what is left of other markup. */
static bool leading_mark(char c)
{
    return !ascii_is_alnum((unsigned char)c) && strchr("'`*/={|}~#&?!^$%", c);
}

/* Behind a colour for a terminal, ESC [ 1 ; 32 m (ECMA-48 section 8.3.117): its last digits and "m" look like the beginning
 * of the local part that the text shows behind it. */
static size_t behind_colour(const text *t, size_t from, size_t at)
{
    size_t i = from, to = from;

    while (i > t->floor && from - i < COLOUR_MAX &&
           (ascii_is_digit((unsigned char)t->p[i - 1]) || t->p[i - 1] == ';' || t->p[i - 1] == ':'))
        i--;
    if (i < t->floor + 2 || t->p[i - 1] != '[' || t->p[i - 2] != '\x1B')
        return from;
    while (to < at && ascii_is_digit((unsigned char)t->p[to]))
        to++;
    return to < at && t->p[to] == 'm' ? to + 1 : from;
}

static bool good_local(const text *t, size_t from, size_t at)
{
    if (!RULE(D3))
        return from < at;
    if (from == at || t->p[from] == '.' || t->p[at - 1] == '.')
        return false;
    for (size_t i = from; i + 1 < at; i++)
        if (t->p[i] == '.' && t->p[i + 1] == '.')
            return false;
    return true;
}

/* "//user@": the "//" of a scheme that started nothing. D3 calls it userinfo. */
static bool is_userinfo(const text *t, size_t from, size_t at)
{
    return at - from >= 2 && t->p[from] == '/' && t->p[from + 1] == '/' && from > 0 && t->p[from - 1] == ':';
}

/* The host of an address. In mail the "@" speaks for itself: any dotted name will do, and a number in brackets. */
static bool mail_host(const settings *s, text *t, size_t i, host *h)
{
    size_t literal = settings_mail(s) ? host_literal(t, i) : i;

    host_of_address(s, t, i, h);
    if (literal > i) {
        h->to = literal;
        return true;
    }
    if (!settings_mail(s))
        return host_is_domain(s, t, h);
    return !h->bad && h->labels >= 2 && !ascii_is_digit((unsigned char)t->p[h->last]);
}

bool bare_at_domain(const settings *s, text *t, size_t i)
{
    host h;

    if (text_at(t, i) != '@')
        return false;
    return mail_host(s, t, i + 1, &h);
}

/* Past what may stand in the local part of an address in a URL, in ASCII: nearly all there is. */
static size_t past_local(const text *t, size_t i, size_t end)
{
    unsigned char c;

    end = end < t->n ? end : t->n;
    while (i < end && (c = (unsigned char)t->p[i]) < 0x80 && link_ascii[c] & LINK_EMAIL && c != '?')
        i++;
    return i;
}

size_t bare_address_end(const settings *s, text *t, size_t from, size_t limit, bool any_host)
{
    size_t i = past_local(t, from, from + FOUND_LOCAL < limit ? from + FOUND_LOCAL : limit);
    utf8_char c;
    host h;

    while ((c = text_char(t, i)).len > 0 && i < limit && i - from <= FOUND_LOCAL &&
           ((link_class(c.code) & LINK_EMAIL) || c.code == '%') && c.code != '?')
        i += c.len;
    if (i - from > FOUND_LOCAL || text_at(t, i) != '@' || !good_local(t, from, i))
        return 0;
    if (any_host && host_literal(t, i + 1) > i + 1)
        return host_literal(t, i + 1);
    host_of_address(s, t, i + 1, &h);
    if (h.bad || h.to == h.from || (!any_host && !host_is_domain(s, t, &h)))
        return 0;
    return h.to;
}

/* Absorb "mailto:" where the colon itself started nothing (D3: UTS #58 takes whatever stands before). */
static size_t with_mailto(const settings *s, const text *t, size_t from)
{
    if (!settings_mail(s) && from >= t->floor + 7 && ascii_same(t->p + from - 7, "mailto:", 7))
        return from - 7;
    return from;
}

static size_t behind_marks(const text *t, size_t from, size_t at)
{
    while (from < at && leading_mark(t->p[from]))
        from++;
    return from;
}

/* "@joe@example.org", and what stands before that is no local part. */
static bool is_handle(const text *t, size_t from)
{
    unsigned char c = from > 1 ? (unsigned char)t->p[from - 2] : ' ';

    return from > t->floor && t->p[from - 1] == '@' && (c <= ' ' || (c < 0x80 && strchr("([{<>\"'`*_:,;|/", c)));
}

/* "{ann,joe}@example.org" is several addresses, "${user}@example.org" none yet. */
static bool is_in_braces(const text *t, size_t from, size_t at)
{
    return from < at && t->p[at - 1] == '}' && !memchr(t->p + from, '{', at - from);
}

/* It looks like an address, and is something else in the text. */
static bool is_of_text(const settings *s, text *t, size_t from, size_t at, const host *h, found *f)
{
    size_t to = host_of_address_goes_on(s, t, h->to);

    if (to > h->to)
        found_refused(f, from, to, "M5", "its host goes on in a writing that nobody can follow");
    else if (RULE(D3) && email_is_remote(t, h->to))
        found_refused(f, from, h->to, "D3", "a path on that host stands behind it");
    else if (RULE(D3) && email_is_file(s, t, from, at, h->last, h->to))
        found_refused(f, from, h->to, "D3", "it is the name of a file or a package");
    else if (RULE(D3) && email_has_no_name(s, t, at, h->last, h->to))
        found_refused(f, from, h->to, "D3", "a version stands behind the \"@\", or what cannot be a top-level domain");
    else if (RULE(D3) && is_handle(t, from))
        found_refused(f, from - 1, h->to, "D3",
                      "an \"@\" before it makes it somebody's name, in a network of their own");
    else if (RULE(D3) && is_in_braces(t, from, at))
        found_refused(f, from, h->to, "D3", "braces end before the \"@\": names of several, or what stands for a name");
    else
        return false;
    return true;
}

outcome bare_email(const settings *s, text *t, size_t at, found *f)
{
    bool too_long, over;
    size_t from = local_start(t, at, &too_long), end;
    before b;
    host h;

    found_begin(f, TRAWL_EMAIL, at, at + 1);
    if (!mail_host(s, t, at + 1, &h) || bare_at_domain(s, t, h.to)) {
        found_refused(f, from, h.to > at ? h.to : at + 1, "D3", "no domain stands behind the \"@\"");
        return NOT_A_LINK;
    }
    f->to = h.to;
    if (too_long) {
        found_note(f, "R31", "a local part of more than 256 bytes: no link");
        return PASS_OVER;
    }
    if (settings_mail(s)) {
        from = email_behind_escapes(t, behind_colour(t, from, at), at);
        from = behind_marks(t, from, at);
        from = behind_marks(t, email_start(t, from, at), at);
        if (is_of_text(s, t, from, at, &h, f))
            return PASS_OVER;
    }
    if (!good_local(t, from, at) || is_userinfo(t, from, at)) {
        found_refused(f, from, h.to, "D3", "what stands before the \"@\" is no local part");
        return PASS_OVER;
    }
    if (!settings_find(s, TRAWL_FIND_EMAIL))
        return PASS_OVER;
    found_note(f, "D3", "an \"@\" with a local part and a domain");
    ending_before(s, t, from, &b);
    if (t->p[from] == '_' && b.marks == 0) {
        b = (before){.mark = '_'};
        while (text_at(t, h.to + b.marks) == '_' && t->p[from] == '_') {
            b.marks++;
            from++;
        }
    }
    f->plain = true;
    end = ending_from(s, t, from, h.to, ENDING_STOPPED, &b, f, &over);
    f->from = with_mailto(s, t, from);
    f->to = end;
    found_simple(f, t, f->from, end, f->from < from ? "" : "mailto:");
    return from < at ? IS_LINK : PASS_OVER;
}
