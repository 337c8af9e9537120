/* bare_scheme.c - "scheme://host..." in running text: D2, D4, M5, M6, M9, M10 */
#include <string.h>

#include "base/ascii.h"
#include "find/bare.h"
#include "find/byteclass.h"
#include "find/ending.h"
#include "find/ending_stop.h"
#include "find/host.h"
#include "find/host_address.h"
#include "find/host_goes_on.h"
#include "find/rules_off.h"
#include "find/unescape.h"
#include "grammar/schemes.h"

/* Where "http" or "https" begins before the colon, nothing being glued to it: nearly all links have one of them. Colon for
 * any other. */
static size_t web_scheme(const text *t, size_t colon)
{
    size_t n = colon > 0 && t->p[colon - 1] == 's' ? 5 : 4;

    if (colon < t->floor + n + 1 || memcmp(t->p + colon - n, "https", n) != 0 ||
        byte_is((unsigned char)t->p[colon - n - 1], BYTE_SCHEME))
        return colon;
    return colon - n;
}

/* Past the last "@" of an authority that begins at i; i when it has none. */
static size_t user_end(const settings *s, text *t, size_t i)
{
    size_t end = i, k = i;

    while ((k = settings_span(s, &s->sets.user, t, k, i + FOUND_HOST - k)) < i + FOUND_HOST && text_at(t, k) == '@' &&
           !(RULE(M16) && ending_is_command(t, k)))
        end = ++k;
    return end;
}

static bool is_http(const text *t, size_t from, size_t colon)
{
    return (colon - from == 4 || colon - from == 5) && ascii_same(t->p + from, "https", colon - from);
}

/* A host may be missing before a path where the scheme is no network one: file:///x, sqlite:///x. */
static bool host_may_be_empty(const text *t, size_t from, size_t colon)
{
    const scheme_row *row = scheme_find(t->p + from, colon - from);

    return !row || row->shape != SHAPE_HOST;
}

static bool path_char(text *t, size_t i)
{
    int c = text_at(t, i);

    return c > ' ' && c != '<' && c != '>' && c != '"' && c != 0x7F && c != '.' && c != '/';
}

/* "file:////host/x", "file://\\host\x": the name of a host behind slashes that may lean either way. */
static bool on_file_host(text *t, size_t from, size_t i)
{
    size_t k = i;
    int c = -1;

    while (k - i < 4 && ((c = text_at(t, k)) == '/' || c == '\\'))
        k++;
    return k - i >= 2 && c >= 0 && ascii_is_alnum((unsigned char)c) && text_is(t, from, "file:");
}

/* "http://www.exam-" at a line's end: the hyphen is shown, so that the reader sees that the link is broken. */
static bool broken_after_hyphen(text *t, const host *h)
{
    int c = text_at(t, h->to + 1);

    return text_at(t, h->to) == '-' && (c == '\n' || (c == '\r' && text_at(t, h->to + 2) == '\n'));
}

/* May a path begin at i, no host standing before it? */
static bool begins_path(text *t, size_t from, size_t colon, size_t i)
{
    int c = text_at(t, i);

    if (c == '/' && path_char(t, i + 1))
        return host_may_be_empty(t, from, colon);
    return (c == '/' || c == '\\') && on_file_host(t, from, i);
}

/* The end of the host at i; 0 when no host stands there. *plain is set when nothing is odd about it. */
static size_t host_end(const settings *s, text *t, size_t from, size_t colon, size_t i, bool *plain)
{
    size_t literal = host_literal(t, i);
    int behind;
    host h;

    if (literal > i)
        return s->profile == TRAWL_PROFILE_UTS58 ? 0 : literal;
    if (!host_plainly(s->kernel, t, i, &h))
        host_read(t, i, s->profile != TRAWL_PROFILE_UTS58, &h);
    host_of_url(s, t, &h);
    if (h.to == i)
        return settings_mail(s) && begins_path(t, from, colon, i) ? i : 0;
    *plain = !h.odd;
    if (h.bad || (text_at(t, h.to) == '@' && !(RULE(M16) && settings_mail(s) && ending_is_command(t, h.to))) ||
        ((s->profile == TRAWL_PROFILE_UTS58 || !RULE(M5)) && !host_is_domain(s, t, &h)))
        return 0;
    if (broken_after_hyphen(t, &h))
        return h.to + 1;
    if (!h.final_dot)
        return bare_at_domain(s, t, h.to) ? 0 : h.to;
    behind = text_at(t, h.to + h.final_dot);
    return behind == '/' || behind == '?' || behind == '#' ? h.to + h.final_dot : h.to;
}

/* Past the port; the flag when it is none of TCP's. An empty one counts before a path. 0 when UTS #58 wants no link. */
static size_t port_end(const settings *s, text *t, size_t i, found *f)
{
    unsigned value;
    size_t end = host_port(t, i, &value);

    if (end == i)
        return text_at(t, i) == ':' && text_at(t, i + 1) == '/' && text_at(t, i + 2) != '/' && settings_mail(s) ? i + 1
                                                                                                                : i;
    if (value < 1 || value > 65535) {
        if (!settings_mail(s))
            return 0;
        f->flags |= TRAWL_FLAG_BAD_PORT;
    }
    return end;
}

void bare_flag_percent(found *f)
{
    const char *end = f->url + f->url_n;

    for (const char *p = f->url; (p = memchr(p, '%', (size_t)(end - p))); p++) {
        if (end - p < 3 || ascii_hex((unsigned char)p[1]) < 0 || ascii_hex((unsigned char)p[2]) < 0)
            f->flags |= TRAWL_FLAG_BAD_PERCENT;
    }
}

/* The end of an authority that is a usual host and nothing else; 0 for any other. */
static size_t plain_authority(const settings *s, text *t, size_t i, found *f)
{
    host h;

    if (!settings_mail(s) || !RULE(M5) || !host_plainly(s->kernel, t, i, &h) || h.odd ||
        byte_is((unsigned char)t->p[h.to], BYTE_USER) || t->p[h.to] == '<')
        return 0;
    f->plain = true;
    return h.to;
}

/* Where the host ends that seems to end at end, another URL following or emphasis: "_http://a.example_". */
static size_t host_itself(const settings *s, text *t, size_t name, size_t end)
{
    int next = text_at(t, end);

    if (!settings_mail(s) || end == name)
        return end;
    if (next == ':' && RULE(M15) && text_is(t, end, "://"))
        return bare_before_url(t, name, end);
    if (RULE(M16) && t->p[end - 1] == 'E' && text_is(t, end, "<gt>") && end > name + 1)
        end--; /* "E<lt>http://a.exampleE<gt>" */
    while (RULE(M3) && t->p[end - 1] == '_' && next != ':' && next != '/' && next != '?' && next != '#' &&
           end > name + 1)
        end--;
    return end;
}

/* The end of any authority, 0 for none; *name is where its host begins. */
static size_t any_authority(const settings *s, text *t, size_t from, size_t colon, size_t *name, found *f)
{
    bool plain = false;
    size_t end;

    if (RULE(M10) && settings_mail(s))
        *name = user_end(s, t, colon + 3);
    end = host_end(s, t, from, colon, *name, &plain);
    f->plain = plain && *name == colon + 3;
    if (end > *name && (end = host_itself(s, t, *name, end)) == *name)
        return 0;
    return end > *name ? port_end(s, t, end, f) : end;
}

/* Behind the authority that ends at end stands more of it: no link. */
static bool is_cut(const settings *s, text *t, size_t from, size_t end, found *f)
{
    size_t to = host_goes_on(s, t, end);

    if (to > end)
        found_refused(f, from, to, "M5", "its host or port goes on in a writing that nobody can follow");
    return to > end;
}

/* "ssh://git@a.example:team/x": what stands behind the colon is a path, as scp has it, and no port; but the word itself is one. */
static bool is_scp_path(const settings *s, text *t, size_t from, size_t colon, size_t end)
{
    bool ssh =
        colon - from >= 3 && ascii_same(t->p + colon - 3, "ssh", 3) && (colon - from == 3 || t->p[colon - 4] == '+');
    int c = ssh && text_at(t, end) == ':' ? text_at(t, end + 1) : -1;

    return c >= 0 && RULE(M5) && settings_mail(s) && (ascii_is_alpha((unsigned char)c) || c == '~') &&
           !text_is(t, end + 1, "port");
}

/* Which part begins where the authority ends: the path of "file://C:\x" and "file://\\host\x" does, its drive being passed. */
static enum ending_part part_behind(const settings *s, text *t, size_t from, size_t *end)
{
    int c = text_at(t, *end);
    bool drive = c == ':' && text_at(t, *end + 1) == '\\';

    if ((c != '\\' && !drive) || !RULE(M1) || !settings_mail(s) || !text_is(t, from, "file:"))
        return ENDING_NONE;
    *end += drive;
    return ENDING_PATH;
}

static outcome scheme_link(const settings *s, text *t, size_t from, size_t colon, found *f)
{
    size_t authority = colon + 3, name = authority, end = plain_authority(s, t, authority, f);
    enum ending_part part;
    bool over;
    before b;

    if (end == 0)
        end = any_authority(s, t, from, colon, &name, f);
    if (end == 0) {
        found_refused(f, from, authority, "D2", "no host stands behind the \"//\", or a port that is none");
        return NOT_A_LINK;
    }
    if (name > authority && is_scp_path(s, t, from, colon, end)) {
        end++;
        part = ENDING_PATH;
    } else if (is_cut(s, t, from, end, f))
        return PASS_OVER;
    else
        part = part_behind(s, t, from, &end);
    found_note(f, "M5", "a scheme and \"//\" begin it");
    ending_before(s, t, from, &b);
    if (b.partner == '|' && text_is(t, from, "file:"))
        b.partner = 0; /* file:///c|/x: a drive, as RFC 8089 appendix E has seen */
    if (name > authority) {
        found_note(f, "M10", "a user, and perhaps a password, stand before its host");
        f->flags |= is_http(t, from, colon) ? TRAWL_FLAG_USERINFO : 0;
    }
    if (b.label)
        found_note(f, "R23", "the label \"URL:\" before it is passed over");
    f->to = ending_from(s, t, from, end, part, &b, f, &over);
    if (over) {
        found_note(f, "R31", "longer than 8192 bytes: no link");
        f->to = from + FOUND_BYTES;
        f->over = true;
        return PASS_OVER;
    }
    f->from = from;
    found_whole(f, t, from, f->to);
    if (settings_mail(s) && !text_is(t, from, "file:"))
        unescape(f, t);
    f->codes = settings_find_byte(s, &s->sets.codes, t, from, f->to) < f->to;
    if (f->codes)
        bare_flag_percent(f);
    return IS_LINK;
}

/* The URL whose colon that is, if one is there. */
static outcome any_scheme(const settings *s, text *t, size_t colon, found *f)
{
    bool slashes = text_at(t, colon + 1) == '/' && text_at(t, colon + 2) == '/', too_long;
    size_t from;

    if (slashes) {
        from = web_scheme(t, colon);
        if (from == colon || !settings_wants(s, colon - from))
            from = bare_choose_scheme(s, t, colon, f);
        return from == colon ? NOT_A_LINK : scheme_link(s, t, from, colon, f);
    }
    if (text_at(t, colon + 1) <= ' ')
        return NOT_A_LINK; /* "Subject: x", the usual case */
    from = bare_scheme_start(t, colon, &too_long);
    return from == colon || too_long ? NOT_A_LINK : bare_opaque(s, t, from, colon, f);
}

outcome bare_scheme(const settings *s, text *t, size_t colon, found *f)
{
    outcome o;

    found_begin(f, TRAWL_BARE, colon, colon + 1);
    o = any_scheme(s, t, colon, f);
    if (o != IS_LINK || settings_find(s, TRAWL_FIND_URL))
        return o;
    if (text_is(t, f->from, "mailto:"))
        return NOT_A_LINK; /* the address in it is one */
    found_note(f, "D1", "it is a URL, which was not asked for, and what is in it is no other kind of link");
    return PASS_OVER;
}
