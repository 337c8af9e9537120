/* bare_domain.c - hosts without a scheme: www names, domains, numbers, localhost, "//host" (D2, M7)
 *
 * The whole run of host characters around the trigger is one host, or none: "a.com.xyzzy" does not hold "a.com". So one
 * look at a run settles it, and the search goes on behind it.
 */
#include <string.h>

#include "base/ascii.h"
#include "find/bare.h"
#include "find/email_text.h"
#include "find/ending.h"
#include "find/host.h"
#include "find/host_address.h"
#include "find/host_goes_on.h"
#include "find/rules_off.h"
#include "find/tld.h"
#include "find/unescape.h"

/* The left end of the run of host characters that ends before i; *too_long past the limit. */
static size_t run_start(const text *t, size_t i, bool *too_long)
{
    size_t end = i;

    *too_long = false;
    while (i > t->floor) {
        utf8_char c = text_char_before(t, i);
        if (!host_char(c.code) || i - c.len < t->floor)
            break;
        if (end - i > FOUND_HOST) {
            *too_long = true;
            break;
        }
        i -= c.len;
    }
    return i;
}

/* Where the run that begins at h->from ends, its final dots and hyphens included. */
static size_t run_end(text *t, const host *h)
{
    size_t i = h->to;
    utf8_char c;

    while ((c = text_char(t, i)).len > 0 && host_char(c.code) && i - h->from < (size_t)2 * FOUND_HOST)
        i += c.len;
    return i;
}

/* What stands behind a host without a scheme: a port, then a path, query or fragment. Its end; 0 for no link. The link
 * begins at from. */
static size_t tail_end(const settings *s, text *t, size_t from, const host *h, found *f, bool *over)
{
    size_t i = h->to, end;
    unsigned port;
    before b;
    int c;

    if (h->final_dot) {
        c = text_at(t, i + h->final_dot);
        i += c == '/' || c == '?' || c == '#' ? h->final_dot : 0;
    }
    end = i == h->to ? host_port(t, i, &port) : i;
    if (RULE(D2) && end > i && (port < 1 || port > 65535))
        return 0;
    if (host_goes_on(s, t, end) > end)
        return 0;
    ending_before(s, t, from, &b);
    return ending_find(s, t, from, end, &b, f, over);
}

/* Past a host that is none. What goes on in a writing of its own is not looked at again at each dot. */
static size_t past_host(const settings *s, text *t, const host *h)
{
    size_t run = run_end(t, h), more = host_goes_on(s, t, h->to);

    return more > run ? more : run;
}

/* A host that is a link: from h->from to its end, with https:// before it. */
static outcome host_link(const settings *s, text *t, const host *h, found *f)
{
    bool over = false;
    size_t end = tail_end(s, t, h->from, h, f, &over);

    f->over = over;
    if (over || end == 0) {
        f->to = over ? h->from + FOUND_BYTES : past_host(s, t, h);
        if (end == 0)
            found_refused(f, h->from, f->to, "D2", "the port is not 1 to 65535, or its host goes on");
        return PASS_OVER;
    }
    f->to = end;
    f->from = h->from;
    f->plain = !h->odd;
    f->flags |= TRAWL_SCHEME_IMPLIED;
    found_note(f, f->kind == TRAWL_WWW ? "M7" : "D2", "a host without a scheme: https:// is meant");
    found_simple(f, t, h->from, end, "https://");
    if (settings_mail(s))
        unescape(f, t);
    bare_flag_percent(f);
    return IS_LINK;
}

/* M7: "www." or a path, port or query, or one of the seven old domains; anything else may be a file's name. */
static bool is_strong(const settings *s, text *t, const host *h)
{
    int c = text_at(t, h->to);

    if (!RULE(M7) || settings_option(s, TRAWL_ALL_DOMAINS) || !settings_mail(s) || text_is(t, h->from, "www."))
        return true;
    if (h->final_dot)
        c = text_at(t, h->to + h->final_dot);
    if (c == '/' || c == '?' ||
        (c == ':' && text_at(t, h->to + 1) >= 0 && ascii_is_digit((unsigned char)t->p[h->to + 1])))
        return true;
    return tld_flags(t->p + h->last, h->to - h->last) & TLD_STRONG;
}

/* "mail_www.example.org": the rest of a longer name, which no "_" of emphasis is. */
static bool goes_on_name(const text *t, size_t w)
{
    return w >= t->floor + 2 && t->p[w - 1] == '_' && ascii_is_alnum((unsigned char)t->p[w - 2]);
}

outcome bare_www(const settings *s, text *t, size_t w, found *f)
{
    host h;

    found_begin(f, TRAWL_WWW, w, w + 1);
    if (!text_is(t, w, "www.") || !settings_mail(s))
        return NOT_A_LINK;
    if (w > t->floor && host_char(text_char_before(t, w).code) && text_char_before(t, w).code < 0x80)
        return NOT_A_LINK;
    if (goes_on_name(t, w))
        return NOT_A_LINK;
    host_of_address(s, t, w, &h);
    if (!host_is_domain(s, t, &h) || h.labels < 3 || bare_at_domain(s, t, h.to))
        return NOT_A_LINK;
    return host_link(s, t, &h, f);
}

static outcome ip_link(const settings *s, text *t, const host *h, found *f)
{
    f->kind = TRAWL_IP;
    for (size_t i = h->from, group = 0, digits = 0; i < h->to; i++) {
        bool dot = t->p[i] == '.';
        group = dot ? 0 : group * 10 + (size_t)(t->p[i] - '0');
        digits = dot ? 0 : digits + 1;
        if (group > 255 || digits > 3)
            return PASS_OVER;
    }
    return host_link(s, t, h, f);
}

/* "/usr/bin/script.pl", "C:\\run.sh", "_name.py": a part of a path or of a name, not a host. */
static bool in_a_path(const settings *s, const text *t, size_t from)
{
    return settings_mail(s) && from > t->floor && strchr("/\\_", t->p[from - 1]);
}

/* Where in the run t->p[from..to) a name of ASCII with a dot in it begins, with nothing before it or a letter or mark of a script that is
 * written without blanks; to where none does. */
static size_t ascii_name(const text *t, size_t from, size_t to)
{
    size_t i = from, name;

    while (i < to) {
        for (name = i; i < to && (unsigned char)t->p[i] < 0x80; i++) {
        }
        if (i > name && ascii_is_alnum((unsigned char)t->p[name]) && memchr(t->p + name, '.', i - name) &&
            (name == from || email_is_unspaced(text_char_before(t, name).code)))
            return name;
        while (i < to && (unsigned char)t->p[i] >= 0x80)
            i++;
    }
    return to;
}

/* M14: "看a.example.com。谢谢": what is glued to the name in a sentence without blanks is none of its host. */
static void without_sentence(const settings *s, text *t, size_t run, host *h)
{
    size_t name = RULE(M14) && settings_mail(s) && h->odd ? ascii_name(t, h->from, run) : run;

    if (name < run && (name > h->from || !host_is_domain(s, t, h)))
        host_of_address(s, t, name, h);
}

outcome bare_domain(const settings *s, text *t, size_t dot, found *f)
{
    bool too_long;
    size_t from = run_start(t, dot, &too_long);
    host h;

    found_begin(f, TRAWL_DOMAIN, dot, dot + 1);
    host_read(t, from, false, &h);
    f->to = run_end(t, &h);
    if (too_long || h.bad || bare_at_domain(s, t, f->to))
        return PASS_OVER; /* perhaps a local part: then the "@" decides */
    if (h.number && settings_find(s, TRAWL_FIND_IP))
        return ip_link(s, t, &h, f);
    without_sentence(s, t, f->to, &h);
    if (!host_is_domain(s, t, &h))
        return PASS_OVER;
    if (!is_strong(s, t, &h) || in_a_path(s, t, h.from)) {
        found_refused(f, h.from, h.to, "M7", "it ends in a top-level domain, but may be the name of a file");
        return PASS_OVER;
    }
    if (!settings_find(s, TRAWL_FIND_DOMAIN) && (!settings_find(s, TRAWL_FIND_WWW) || !text_is(t, h.from, "www.")))
        return PASS_OVER;
    if (settings_find(s, TRAWL_FIND_WWW) && text_is(t, h.from, "www."))
        f->kind = TRAWL_WWW;
    return host_link(s, t, &h, f);
}

outcome bare_localhost(const settings *s, text *t, size_t colon, found *f)
{
    unsigned port;
    host h;

    found_begin(f, TRAWL_LOCALHOST, colon, colon + 1);
    if (colon < t->floor + 9 || !ascii_same(t->p + colon - 9, "localhost", 9) || host_port(t, colon, &port) == colon)
        return NOT_A_LINK;
    if (colon > t->floor + 9 &&
        (host_char(text_char_before(t, colon - 9).code) || t->p[colon - 10] == '@' || t->p[colon - 10] == '/'))
        return NOT_A_LINK;
    host_read(t, colon - 9, false, &h);
    if (h.to != colon)
        return NOT_A_LINK;
    return host_link(s, t, &h, f);
}

outcome bare_netpath(const settings *s, text *t, size_t slash, found *f)
{
    bool over = false;
    size_t end;
    host h;

    found_begin(f, TRAWL_NETPATH, slash, slash + 1);
    if (text_at(t, slash + 1) != '/')
        return NOT_A_LINK;
    if (slash > t->floor) {
        utf8_char c = text_char_before(t, slash);
        if (c.code == ':' || c.code == '/' || host_char(c.code))
            return NOT_A_LINK;
    }
    host_read(t, slash + 2, false, &h);
    if (!host_is_domain(s, t, &h) && !(h.number && !h.bad))
        return NOT_A_LINK;
    end = tail_end(s, t, slash, &h, f, &over);
    if (end == 0 || over)
        return NOT_A_LINK;
    f->from = slash;
    f->to = end;
    f->flags |= TRAWL_SCHEME_IMPLIED;
    found_simple(f, t, slash, end, "https:");
    bare_flag_percent(f);
    return IS_LINK;
}
