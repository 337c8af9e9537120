/* domain.c - hosts without a scheme: www names, domains, numbers, localhost, "//host" (D2, M7)
 *
 * The whole run of host characters around the trigger is one host, or none: "a.com.xyzzy" does not
 * hold "a.com". So a run is read once, and the search continues after it.
 */
#include "find/bare/inside.h"

/* Returns true when `code`, the character before i, may belong to a host, which may have symbols,
 * and "_" between letters or digits. */
static bool may_be_inside(const settings *s, text *t, size_t i, uint32_t code)
{
    if (host_char(code) || !settings_mail(s))
        return host_char(code);
    if (code != '_')
        return host_symbol(code);
    return i >= t->floor + 2 && text_is_of(t, i, BYTE_ALNUM) &&
           ascii_is_alnum((unsigned char)t->p[i - 2]);
}

/* Returns the place after the symbols at the front of a name, "✓a.example". */
static size_t after_symbols(text *t, size_t from)
{
    size_t i = from;
    utf8_char c;

    while ((c = text_char(t, i)).len > 0 && host_symbol(c.code))
        i += c.len;
    return host_is_dot(c.code) && !text_is(t, from, "\xEF\xB8") && !text_is(t, from, "\xE2\x80\x8D")
               ? from
               : i;
}

/* Returns the left end of the run of host characters before i. Sets *too_long if it is too long. */
static size_t run_start(const settings *s, text *t, size_t i, bool *too_long)
{
    size_t end = i;

    *too_long = false;
    while (i > t->floor) {
        utf8_char c = text_char_before(t, i);
        if (!may_be_inside(s, t, i, c.code) || i - c.len < t->floor)
            break;
        if (end - i > FOUND_HOST) {
            *too_long = true;
            break;
        }
        i -= c.len;
    }
    return settings_mail(s) ? after_symbols(t, i) : i;
}

/* Returns the end of the run that begins at h->from, with its final dots and hyphens. */
static size_t run_end(const settings *s, text *t, const host_span *h)
{
    size_t i = h->to;
    utf8_char c;

    while ((c = text_char(t, i)).len > 0 && may_be_inside(s, t, i + c.len, c.code) &&
           i - h->from < (size_t)2 * FOUND_HOST)
        i += c.len;
    return i;
}

/* Returns the end of the link that begins at `from`, after port, path and so on; 0 for no link. */
static size_t tail_end(const settings *s, text *t, size_t from, const host_span *h, candidate *f)
{
    const size_t i = h->to + (host_dot_belongs(s, t, h) ? h->final_dot : 0);
    unsigned port;
    size_t end = host_port(t, i, &port);

    if (end > i && ((RULE(D2) && (port < 1 || port > 65535)) ||
                    (RULE(M5) && settings_mail(s) && host_port_letters(t, end) > end)))
        return 0;
    if (host_goes_on(s, t, end) > end || (end > i && bare_at_host(s, t, end)))
        return 0;
    return ending_find(s, t, from, end, ENDING_NONE, f);
}

/* M7: returns the row of the prefix at i, "www.", "www2." or "ftp.", or NULL. A prefix shows that a
 * host name follows, not the name of a file. Outside the mail profile "www." is the only prefix. */
static const prefix_row *prefix_at(const settings *s, text *t, size_t i)
{
    if (settings_mail(s))
        return text_prefix(t, i, PREFIX_DIGITS);
    return text_is_www(t, i) ? &prefix_rows[PREFIX_WWW] : NULL;
}

/* Returns the scheme that is added to the host at i: that of its prefix, or https. */
static trawl_str implied_scheme(const settings *s, text *t, size_t i)
{
    const prefix_row *row = prefix_at(s, t, i);

    return row ? (trawl_str){row->start, row->start_n} : (trawl_str)TEXT_STR("https://");
}

/* M7: adds a reading with the path to the link t->p[from..end) if ":/" and a path follow it, as in
 * "ftp.a.example:/pub/x" of lists of archives. */
__attribute__((noinline)) static void add_colon_path(const settings *s, text *t, size_t from,
                                                     size_t end, candidate *f)
{
    char room[FOUND_BYTES + FOUND_PREFIX];
    trawl_str scheme = implied_scheme(s, t, from);
    candidate other = {0};
    size_t n = scheme.n, to;

    if (scheme.p[0] != 'f' || !text_is(t, end, ":/") || text_at(t, end + 2) <= ' ' ||
        text_at(t, end + 2) == '/')
        return;
    to = ending_find(s, t, from, end + 1, ENDING_NONE, &other);
    if (other.over || to < end + 2 || to - from > FOUND_BYTES)
        return;
    memcpy(room, scheme.p, n);
    memcpy(room + n, t->p + from, end - from);
    n += end - from;
    memcpy(room + n, t->p + end + 1, to - end - 1);
    candidate_note(f, "M7", "a colon and a path on this host follow");
    candidate_alt(f, room, n + to - end - 1, TRAWL_WHY_NOTATION);
}

/* Makes a link of a host, or of "//" and a host, from `from` on, with this scheme added. */
static outcome link_with(const settings *s, text *t, size_t from, trawl_str scheme,
                         const host_span *h, candidate *f)
{
    size_t end;

    f->ascii = !h->suspect; /* so far */
    end = tail_end(s, t, from, h, f);
    f->from = from;
    f->to = end;
    if (f->over)
        return SKIPPED;
    if (end == 0) {
        const size_t run = run_end(s, t, h), more = host_goes_on(s, t, h->to);
        f->to = more > run ? more : run;
        candidate_refused(f, from, f->to, "D2",
                          "the port is not 1 to 65535, or the host does not end before it");
        return SKIPPED;
    }
    f->plain = !h->suspect;
    f->flags |= TRAWL_FLAG_SCHEME_IMPLIED;
    candidate_note(f, f->kind == TRAWL_KIND_WWW ? "M7" : "D2",
                   "a host without a scheme: https:// or ftp:// is added");
    candidate_simple(f, t, from, end, scheme);
    if (settings_mail(s))
        unescape(f, t);
    bare_flag_percent(f);
    if (RULE(M7) && settings_mail(s) && end == h->to && text_at(t, end) == ':')
        add_colon_path(s, t, from, end, f);
    return IS_LINK;
}

static outcome host_link(const settings *s, text *t, const host_span *h, candidate *f)
{
    return link_with(s, t, h->from, implied_scheme(s, t, h->from), h, f);
}

/* M7: returns true for a domain with "www." or "ftp.", a path, port or query, or an old top-level
 * domain, "org". Others may be file names. */
static bool is_strong(const settings *s, text *t, const host_span *h)
{
    int c = text_at(t, h->to);

    if (!RULE(M7) || settings_option(s, TRAWL_OPTION_ALL_DOMAINS) || !settings_mail(s) ||
        prefix_at(s, t, h->from))
        return true;
    if (h->final_dot)
        c = text_at(t, h->to + h->final_dot);
    if (c == '/' || c == '?' || (c == ':' && text_is_of(t, h->to + 1, BYTE_DIGIT)))
        return true;
    return tld_flags(t->p + h->last, h->to - h->last) & TLD_STRONG;
}

/* D3: returns true when an "@" is before i: the host of an address is not a domain. */
static bool is_after_at(const settings *s, const text *t, size_t i)
{
    return RULE(D3) && settings_mail(s) && i > 0 && t->p[i - 1] == '@';
}

/* The longest run of dots and hyphens before a name that is read. */
#define LEADERS 512

/* Returns true when no letter or digit is before i, nor before the dots and hyphens there, as in
 * "...www.example.org". Reads at most LEADERS of these. */
static bool begins_word(const text *t, size_t i)
{
    const size_t least = i > t->floor + LEADERS ? i - LEADERS : t->floor;
    const size_t k = bytes_run_before(t->p, least, i, 0, ".-");
    uint32_t code;

    if (k == t->floor || i - k == LEADERS)
        return true;
    code = text_char_before(t, k).code;
    if (code < 0x80)
        return !ascii_is_alnum((unsigned char)code);
    return k == i || !host_char(code) || email_is_unspaced(code);
}

/* Returns true when the host's first character beyond ASCII is a symbol: it may separate hosts. */
static bool has_symbol(text *t, const host_span *h)
{
    const size_t i = bytes_ascii_end(t->p, h->from, h->to);

    return i < h->to && host_symbol(text_char(t, i).code);
}

outcome bare_www(const settings *s, text *t, size_t w, candidate *f)
{
    host_span h;

    candidate_begin(f, TRAWL_KIND_WWW, w, w + 1);
    if (!settings_mail(s) || w < t->floor || !prefix_at(s, t, w) || !begins_word(t, w) ||
        is_after_at(s, t, w))
        return NOT_A_LINK;
    if (RULE(M7) && w >= 4 && memcmp(t->p + w - 3, "://", 3) == 0 &&
        byte_is((unsigned char)t->p[w - 4], BYTE_SCHEME))
        return NOT_A_LINK; /* after "odd://", a scheme that starts no link */
    if (w >= t->floor + 2 && t->p[w - 1] == '_' && ascii_is_alnum((unsigned char)t->p[w - 2]))
        return NOT_A_LINK; /* "mail_www.example.org"; not after the "_" of emphasis */
    host_of_address(s, t, w, &h);
    f->to = h.to;
    if (!host_is_domain(s, t, &h) && has_symbol(t, &h))
        return SKIPPED; /* a "www." may follow the symbol */
    if (!host_is_domain(s, t, &h) || h.labels < 3 || bare_at_host(s, t, h.to))
        return NOT_A_LINK;
    return host_link(s, t, &h, f);
}

static outcome ip_link(const settings *s, text *t, const host_span *h, candidate *f)
{
    f->kind = TRAWL_KIND_IP;
    for (size_t i = h->from, group = 0, digits = 0; i < h->to; i++) {
        bool dot = t->p[i] == '.';
        group = dot ? 0 : group * 10 + (size_t)(t->p[i] - '0');
        digits = dot ? 0 : digits + 1;
        if (group > 255 || digits > 3)
            return SKIPPED;
    }
    return host_link(s, t, h, f);
}

/* Returns where in t->p[from..to) a name of ASCII with a dot begins, alone or after a character of
 * a script without blanks; to for none. */
static size_t domain_ascii_name(const text *t, size_t from, size_t to)
{
    size_t i = from, name;

    while (i < to) {
        name = i;
        i = bytes_ascii_end(t->p, i, to);
        if (i > name && ascii_is_alnum((unsigned char)t->p[name]) &&
            memchr(t->p + name, '.', i - name) &&
            (name == from || email_is_unspaced(text_char_before(t, name).code)))
            return name;
        while (i < to && (unsigned char)t->p[i] >= 0x80)
            i++;
    }
    return to;
}

/* Returns true for two names in ASCII with letters of an unspaced script between them,
 * "a.com日本語b.com". One such name alone may be a label that mixes scripts, "a日本.com". */
static bool has_two_names(const text *t, size_t from, size_t run)
{
    const size_t end = bytes_ascii_end(t->p, from, run);
    const size_t label = bytes_after_last(t->p, from, end, '.');

    return label > from && host_is_common_tld(t, label, end) &&
           domain_ascii_name(t, end, run) < run;
}

/* M14: reads the host again without a sentence glued to it, "看a.example.com。谢谢". */
static void without_sentence(const settings *s, text *t, size_t run, host_span *h)
{
    size_t name =
        RULE(M14) && settings_mail(s) && h->suspect ? domain_ascii_name(t, h->from, run) : run;

    if (name < run && (name > h->from || !host_is_domain(s, t, h) || has_symbol(t, h) ||
                       has_two_names(t, name, run)))
        host_of_address(s, t, name, h);
}

/* Returns true when the name at i may be the name of a file: "/usr/bin/x.pl", "C:\x.sh", "_x.py". A
 * "\" at the front of a word belongs to no path, except in "\n" of a string and "\fB" of troff. */
static bool is_in_path(const text *t, size_t i)
{
    const char *p = t->p + i;

    if (i == t->floor || !strchr("/\\_", p[-1]))
        return false;
    if (p[-1] != '\\' || (i - 1 > t->floor && (unsigned char)p[-2] > ' '))
        return true;
    return bare_escape_letters(p) > 0;
}

/* Returns true when a scheme that needs "//" and a colon precede the host at i: "https:a.example"
 * is no URL of that scheme, and a link with another scheme would lead elsewhere. */
static bool follows_scheme(const text *t, size_t i)
{
    const size_t least = i > t->floor + FOUND_SCHEME ? i - FOUND_SCHEME : t->floor;
    const scheme_row *row;
    size_t from;

    if (i < t->floor + 2 || t->p[i - 1] != ':')
        return false;
    from = bytes_run_before(t->p, least, i - 1, BYTE_SCHEME, "");
    row = scheme_find(t->p + from, i - 1 - from);
    return row && scheme_has_host(row);
}

outcome bare_domain(const settings *s, text *t, size_t dot, candidate *f)
{
    bool too_long;
    const size_t run = run_start(s, t, dot, &too_long);
    const bool escape = /* "q=%3Da.example": its digits are not part of the name */
        RULE(D2) && run > t->floor && ascii_escape(t->p + run - 1, dot - run + 1) >= 0;
    const bool inside = escape && !bare_is_divider(t, run); /* "%2Fa.example" */
    size_t from = escape ? run + 2 : run, name = from;
    host_span h;

    candidate_begin(f, TRAWL_KIND_DOMAIN, dot, dot + 1);
    if (settings_mail(s))
        name = bytes_run(t->p, from, t->n - from < LEADERS ? t->n : from + LEADERS, 0, ".-");
    if (name > from && name - from < LEADERS && prefix_at(s, t, name))
        from = name; /* "...www.example.org" */
    host_read_each(s, t, from, false, &h);
    f->to = run_end(s, t, &h);
    if (inside)
        candidate_refused(f, run, h.to, "D2", "it begins after an escape that is part of a URL");
    if (inside || too_long || h.bad || bare_at_host(s, t, f->to))
        return SKIPPED; /* perhaps a local part: then the "@" decides */
    if (h.number && settings_find(s, TRAWL_FIND_IP) && !is_after_at(s, t, h.from))
        return ip_link(s, t, &h, f);
    without_sentence(s, t, f->to, &h);
    if (!host_is_domain(s, t, &h) || is_after_at(s, t, h.from))
        return SKIPPED;
    if (!is_strong(s, t, &h) || (settings_mail(s) && is_in_path(t, h.from))) {
        candidate_refused(f, h.from, h.to, "M7",
                          "it ends in a top-level domain, but may be the name of a file");
        return SKIPPED;
    }
    if (RULE(M6) && settings_mail(s) && follows_scheme(t, h.from)) {
        candidate_refused(f, h.from, h.to, "M6", "its scheme lacks \"//\"");
        return SKIPPED;
    }
    /* The other names of base/prefix.h are found at their first letter, by bare_www(). */
    if (settings_find(s, TRAWL_FIND_WWW) && text_is_www(t, h.from))
        f->kind = TRAWL_KIND_WWW;
    else if (!settings_find(s, TRAWL_FIND_DOMAIN))
        return SKIPPED;
    return host_link(s, t, &h, f);
}

outcome bare_localhost(const settings *s, text *t, size_t colon, candidate *f)
{
    unsigned port;
    host_span h;

    candidate_begin(f, TRAWL_KIND_LOCALHOST, colon, colon + 1);
    if (colon < t->floor + 9 || !ascii_same(t->p + colon - 9, "localhost", 9) ||
        host_port(t, colon, &port) == colon)
        return NOT_A_LINK;
    if (colon > t->floor + 9 && (host_char(text_char_before(t, colon - 9).code) ||
                                 t->p[colon - 10] == '@' || t->p[colon - 10] == '/'))
        return NOT_A_LINK;
    host_read(s, t, colon - 9, false, &h);
    return host_link(s, t, &h, f);
}

outcome bare_netpath(const settings *s, text *t, size_t slash, candidate *f)
{
    const uint32_t before = slash > t->floor ? text_char_before(t, slash).code : ' ';
    host_span h;

    candidate_begin(f, TRAWL_KIND_NETPATH, slash, slash + 1);
    if (text_at(t, slash + 1) != '/' || before == ':' || before == '/' || host_char(before))
        return NOT_A_LINK;
    host_read(s, t, slash + 2, false, &h);
    if (!host_is_domain(s, t, &h) && !(h.number && !h.bad && host_may_exist(t, &h)))
        return NOT_A_LINK;
    return link_with(s, t, slash, (trawl_str)TEXT_STR("https:"), &h, f);
}
