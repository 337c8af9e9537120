/* scheme.c - "scheme://host..." in running text (D2, D4, M5, M6, M9, M10)
 *
 * Input: a colon. Finds the scheme to its left and the authority to its right; find/ending finds
 * the end of the link. Nearly all links have a known scheme and a plain host: then one kernel call
 * finds the end of the host, and another the end of the link. No grammar is tested here.
 */
#include "find/bare/inside.h"

/* ---- The scheme: which name before a "://" starts a link (M6, M9, M15) ---- */

/* Returns the start of the longest run of scheme characters before the colon, without punctuation
 * at its front. Sets *too_long when it is longer than any scheme. */
static size_t bare_scheme_start(const text *t, size_t colon, bool *too_long)
{
    size_t least = colon > t->floor + FOUND_SCHEME ? colon - FOUND_SCHEME - 1 : t->floor;
    size_t i = bytes_run_before(t->p, least, colon, BYTE_SCHEME, "");

    *too_long = colon - i > FOUND_SCHEME;
    while (i < colon && !ascii_is_alnum((unsigned char)t->p[i]))
        i++;
    return i;
}

size_t bare_glued_start(const text *t, size_t from, size_t colon)
{
    const char *p = t->p + colon;
    size_t n = colon - from;

    if (n > 5 && ascii_same(p - 5, "https", 5))
        return colon - 5;
    if (n > 4 && ascii_same(p - 4, "http", 4))
        return colon - 4;
    return n > 3 && ascii_same(p - 3, "ftp", 3) ? colon - 3 : colon;
}

/* Returns the end of the letters of an escape after a backslash: "\nws://" in a string, "\fBgit://"
 * with a font of troff. */
static size_t past_escape(const settings *s, const text *t, size_t from, size_t colon)
{
    const char *p = t->p + from;
    size_t n;

    if (!RULE(M9) || !settings_mail(s) || colon - from < 3 || from == t->floor || p[-1] != '\\')
        return from;
    n = bare_escape_letters(p);
    return n > 1 ? from + (ascii_is_alpha((unsigned char)p[n]) ? n : 0)
                 : from + (n > 0 && scheme_find(p + 1, colon - from - 1));
}

static size_t glued(candidate *f, size_t from)
{
    f->flags |= TRAWL_FLAG_GLUED;
    candidate_note(f, "M9", "the scheme was glued to the word before it");
    return from;
}

/* Returns the start of the scheme before the colon of a "://" if it starts a link; else colon. */
__attribute__((noinline)) static size_t choose_scheme(const settings *s, const text *t,
                                                      size_t colon, candidate *f)
{
    bool too_long, known = false, other_known = false, named, listed, may, may_past;
    size_t from = bare_scheme_start(t, colon, &too_long), past, to;

    named = !too_long && ascii_is_alpha((unsigned char)t->p[from]);
    may = named && settings_scheme(s, t->p + from, colon - from, &known);
    past = named ? past_escape(s, t, from, colon) : from;
    listed = named && scheme_status(t->p + from, colon - from) != TRAWL_STATUS_UNKNOWN;
    if (may && known && (past == from || listed))
        return from;
    may_past = past > from && settings_scheme(s, t->p + past, colon - past, &other_known);
    if (may_past && other_known)
        return glued(f, past);
    to = RULE(M9) && !listed ? bare_glued_start(t, too_long ? colon - FOUND_SCHEME : from, colon)
                             : colon;
    if (to < colon && settings_scheme(s, t->p + to, colon - to, &other_known))
        return glued(f, to);
    if ((!may && !may_past) || (RULE(M5) && RULE(CASE_MASKED) && settings_mail(s) &&
                                from > t->floor && byte_is_one(t->p[from - 1], "%$")))
        return colon;
    f->flags |= TRAWL_FLAG_UNKNOWN_SCHEME;
    candidate_note(f, "M6", "the scheme is unknown");
    return may_past ? glued(f, past) : from;
}

/* ---- The authority ---- */

/* Returns true for a character that ends every link: white space, a control, or an invisible
 * character (M8). */
static bool scheme_is_hard(uint32_t code)
{
    return code >= 0x80 &&
           ((link_class(code) & LINK_TERM) == LINK_HARD || (RULE(M8) && text_invisible(code)));
}

/* Returns the end of the last "@" of an authority that begins at i; i for none. Sets f->over if
 * what may be a user is longer than a link. */
static size_t user_end(const settings *s, text *t, size_t i, candidate *f)
{
    const size_t most = i + FOUND_BYTES;
    size_t end = i, k = i;

    while (!(f->over = (k = settings_span(s, &s->sets.user, t, k, most - k)) >= most) &&
           text_at(t, k) == '@' && !(RULE(M16) && ending_is_command(t, k)) &&
           !text_any(t, end, k, scheme_is_hard))
        end = ++k;
    return end;
}

/* M5: returns true for a host that was shortened, "https://exam…", "https://blog...",
 * "https://my-…": dots follow it, and it does not end in a top-level domain. */
static bool scheme_is_shortened(const settings *s, text *t, const host_span *h)
{
    size_t i = text_run(t, h->to, FOUND_HOST, 0, "-");
    const int c = text_at(t, i);

    if (c < 0x80 && c != '.')
        return false;
    i += c == '.' && !text_is(t, i, "...");
    return (text_is(t, h->to, "..") || text_char(t, i).code == 0x2026) && RULE(M5) &&
           RULE(CASE_SHORTENED) && settings_mail(s) && !h->number &&
           (h->labels < 2 || !settings_tld(s, t->p + h->last, h->to - h->last));
}

/* Returns true when the text after a host that was cut, "https://t.", shows that its rest does not
 * follow: a blank, a mark, or a line whose beginning cannot be the rest of a URL. The side of a
 * frame, or of a box at the line's end, shows nothing. */
static bool is_cut_off(text *t, size_t end)
{
    const size_t side = text_skip_blanks(t, end);
    const size_t to = side > end ? text_run(t, side, 2, 0, "*|#/") : end;
    const size_t line = text_after_break(t, to), name = text_run(t, line, 16, BYTE_ALPHA, "");
    const int next = line > to ? 'a' : text_at(t, end);
    const int first = line == to ? 'a' : text_at(t, name) == '>' ? '>' : text_at(t, line);

    if (text_is_box(text_char(t, line > to ? line : side).code))
        return false;
    return next < 0 || next >= 0x80 || strchr(" \t,.;)]\"'<>_", next) || first < 0 ||
           first >= 0x80 || (first >= 'A' && first <= 'Z') || strchr("\r\n\"@#", first);
}

/* M5: returns true for a host without a top-level domain in three cases. It is only the part that a
 * program writes before the rest, "http://www." and a quote. Its last label has one letter, as in a
 * post that was cut, "https://t.", perhaps with the first byte of an ellipsis. Or it is in fact a
 * user whose password has an escaped "@". */
static bool is_half_host(const settings *s, text *t, const host_span *h)
{
    enum { LONGEST = 64 };
    const size_t end = h->to + h->final_dot, n = h->to - h->last;
    const char *last = t->p + h->last;
    const int next = text_at(t, end);
    bool odd;
    size_t word;

    if (!RULE(M5) || !RULE(CASE_HALF) || !settings_mail(s) || h->number ||
        (h->labels > 1 && settings_tld(s, last, n)))
        return false;
    if (next == ':') {
        word = text_run(t, end + 1, LONGEST, BYTE_LABEL, "_.!$*");
        return text_is(t, word, "\\@");
    }
    if (h->final_dot && h->labels == 1 && byte_is_one(next, "\"'<`"))
        return true;
    odd = h->labels == 1 && n > 1 && n < 5 && (unsigned char)last[1] >= 0x80;
    if ((n > 1 && !odd) || !ascii_is_alpha((unsigned char)*last))
        return false;
    return h->labels > 1 || h->final_dot || odd ? is_cut_off(t, end) : next == '(';
}

static bool begins_host(text *t, size_t i)
{
    utf8_char c = text_char(t, i);

    if (c.code < 0x80)
        return ascii_is_alnum((unsigned char)c.code) || (c.code > 0 && strchr("-[_%", (int)c.code));
    return c.len > 0 && host_char(c.code) && !host_is_dot(c.code);
}

/* M10: returns where the host begins in the authority at i, after the user. A domain is not a user
 * before a bracket, a comma, a semicolon, the mark that is right before the link, a character
 * beyond ASCII, or an "@" without a host: "https://example.org(joe@example.org)". */
static size_t after_user(const settings *s, text *t, size_t from, size_t i, candidate *f)
{
    const size_t name = user_end(s, t, i, f);
    unsigned term;
    utf8_char c;
    host_span h;

    if (name == i)
        return i;
    host_of_url(s, t, i, &h);
    c = text_char(t, h.to);
    if (!host_is_domain(s, t, &h) || c.len == 0)
        return name;
    if (c.code == '@')
        return h.to + 1 == name && !begins_host(t, name) ? i : name;
    if (c.code >= 0x80 || c.code == ',' || c.code == ';' ||
        (from > 0 && t->p[from - 1] == (char)c.code))
        return i;
    term = link_class(c.code) & LINK_TERM;
    return term == LINK_OPEN || term == LINK_CLOSE ? i : name;
}

/* Returns true when the path "/" of a file: URL ends before i in quotes or a tag; else the text is
 * about such URLs. */
static bool is_root(text *t, size_t i)
{
    int c = text_at(t, i);

    return c == '>' || c == '"' || (c == '<' && text_at(t, i + 1) == '/');
}

/* Returns true for the path of a file below the current folder, the folder above it or the user's
 * home: "./a", "../a", "~/a". */
static bool is_relative(text *t, size_t i)
{
    const bool dot = text_at(t, i) == '.';
    const size_t slash = i + 1 + (dot && text_at(t, i + 1) == '.');
    int c = (dot || text_at(t, i) == '~') && text_at(t, slash) == '/' ? text_at(t, slash + 1) : -1;

    return RULE(CASE_RELATIVE) && c > ' ' && !strchr("<>\"/\x7F", c);
}

/* Returns true when a path may begin at i without a host (file:///x, sqlite:///x), because the
 * scheme is not known to need a host, or because the program chooses the host (irc:///x). Also for
 * a host after more slashes, "file:////host/x", "file://\\host\x". */
static bool begins_path(text *t, const scheme_row *row, size_t from, size_t i)
{
    int c = text_at(t, i), next = text_at(t, i + 1);
    size_t k;

    if (c == '/' && next > ' ' && !strchr("<>\"./\x7F", next))
        return !row || !scheme_has_host(row) || text_is(t, from, "irc");
    if (row && row->shape == SHAPE_FILE && (c == '/' ? is_root(t, i + 1) : is_relative(t, i)))
        return true;
    k = text_run(t, i, 4, 0, "/\\");
    return k - i >= 2 && k - i < 4 && text_is_of(t, k, BYTE_ALNUM) && text_is(t, from, "file:");
}

/* Returns the end of the name after an unknown scheme, "odd://a+b/", whose first part is the host
 * that ends at `to`. A name of RFC 3986 section 3.2.2 may have "+", "=" and "~". */
static size_t scheme_past_signs(const settings *s, text *t, size_t to, candidate *f)
{
    const size_t most = to + FOUND_HOST;
    host_span h;
    int c;

    while (RULE(CASE_SIGNS) && to < most && f->flags & TRAWL_FLAG_UNKNOWN_SCHEME &&
           settings_mail(s) && (c = text_at(t, to)) > 0 && strchr("+=~", c)) {
        host_read(s, t, to + 1, true, &h);
        if (h.to == to + 1 || h.bad)
            break;
        to = h.to;
        f->ascii &= !h.suspect;
    }
    return to;
}

/* Returns the end of the host at i; 0 for none. */
static size_t scheme_host_end(const settings *s, text *t, size_t from, size_t colon, size_t i,
                              candidate *f)
{
    size_t literal = host_literal(t, i);
    int c;
    host_span h;

    if (literal > i)
        return s->profile == TRAWL_PROFILE_UTS58 ? 0 : literal;
    host_of_url(s, t, i, &h);
    if (h.to == i && settings_mail(s)) {
        const scheme_row *row = scheme_find(t->p + from, colon - from);
        if (RULE(CASE_PHONE) && text_at(t, i) == '+' && text_is_of(t, i + 1, BYTE_DIGIT) &&
            !(row && scheme_has_host(row)))
            return text_run(t, i + 1, 31, BYTE_DIGIT, ""); /* "tel://+4912345" */
        return begins_path(t, row, from, i) ? i : 0;
    }
    f->plain = f->ascii = !h.suspect && i == colon + 3; /* so far */
    c = text_at(t, h.to);
    if (c == '@' && RULE(M10) && settings_mail(s) && !begins_host(t, h.to + 1) &&
        host_is_domain(s, t, &h))
        return h.to;
    if (h.bad || (c == '@' && !(RULE(M16) && settings_mail(s) && ending_is_command(t, h.to))) ||
        ((s->profile == TRAWL_PROFILE_UTS58 || !RULE(M5)) && !host_is_domain(s, t, &h)))
        return 0;
    if (scheme_is_shortened(s, t, &h) ||
        (is_half_host(s, t, &h) &&
         (text_at(t, h.to + h.final_dot) == ':' || host_is_of_dns(t->p + from, colon - from) ||
          text_is(t, from, "file:")))) {
        candidate_refused(f, from, h.to, "M5", "its writer cut the host off");
        return 0;
    }
    if (RULE(M5) && settings_mail(s) && !host_may_exist(t, &h) &&
        host_is_of_dns(t->p + from, colon - from)) {
        candidate_refused(f, from, h.to, "M5", "no name or address is like its host");
        return 0;
    }
    if (c == '-' && text_after_break(t, h.to + 1) > h.to + 1)
        return h.to + 1; /* "http://www.exam-": the hyphen shows that the link is broken */
    if (!h.final_dot)
        return bare_at_domain(s, t, h.to) ? 0 : scheme_past_signs(s, t, h.to, f);
    return host_dot_belongs(s, t, &h) ? h.to + h.final_dot : h.to;
}

/* M15: returns the end of the host in t->p[name..end), "a.example.http" before a "://", without the
 * scheme of that URL. Without such a scheme, returns `end`, or `name` when there is no dot. */
static size_t scheme_before_url(const text *t, size_t name, size_t end)
{
    size_t to = bare_glued_start(t, name, end);
    utf8_char c;

    if (to == end)
        return memchr(t->p + name, '.', end - name) ? end : name;
    while (to > name && (c = text_char_before(t, to), host_is_dot(c.code) || c.code == '-'))
        to -= c.len;
    return to;
}

/* Returns the end of the host without emphasis, "_http://a.example_", brackets or another URL. */
static size_t host_itself(const settings *s, text *t, size_t name, size_t end)
{
    int next = text_at(t, end);

    if (!settings_mail(s) || end == name)
        return end;
    if (next == ':' && RULE(M15) && text_is(t, end, "://"))
        return scheme_before_url(t, name, end);
    if (RULE(M16) && end > name + 1)
        end = host_before_pod(t, end); /* "E<lt>http://a.exampleE<gt>" */
    return RULE(M3) && !byte_is_one(next, ":/?#") ? bytes_run_before(t->p, name + 1, end, 0, "_")
                                                  : end;
}

/* Returns the end of the port at i, which may be empty before a path; 0 for a port that is
 * refused. */
static size_t port_end(const settings *s, text *t, size_t i, candidate *f)
{
    unsigned value;
    size_t end = host_port(t, i, &value), more;

    if (end == i)
        return text_at(t, i) == ':' && text_at(t, i + 1) == '/' && text_at(t, i + 2) != '/' &&
                       settings_mail(s)
                   ? i + 1
                   : i;
    if (value < 1 || value > 65535) {
        if (!settings_mail(s))
            return 0;
        f->flags |= TRAWL_FLAG_BAD_PORT;
    }
    f->plain = false; /* the port may be another protocol's */
    if (!RULE(M5) || !settings_mail(s) || text_at(t, end) <= '/' ||
        (more = host_port_letters(t, end)) == end)
        return end;
    candidate_note(f, "M5", "letters follow the port: the number alone is another one");
    f->flags |= TRAWL_FLAG_BAD_PORT;
    return more;
}

/* Returns the end of the DID at i, "did:plc:x1" (W3C DID Core, section 3.1); i for none. */
static size_t did_end(text *t, size_t i)
{
    const size_t head = bare_did_head(t, i);
    size_t end = head > i ? text_run(t, head, FOUND_HOST, BYTE_ALNUM, "._:%-") : i;

    while (end > head && strchr(".:%", t->p[end - 1]))
        end--;
    return end;
}

/* Returns the end of the hosts that follow the host that ends at `end`, each after a comma and
 * perhaps with a port: "redis://a:1,b:2/". */
static size_t more_hosts(const settings *s, text *t, size_t end, candidate *f)
{
    host_span h;
    size_t next;

    while (text_at(t, end) == ',') {
        next = host_literal(t, end + 1);
        if (next == end + 1) {
            host_read(s, t, end + 1, true, &h);
            next = h.bad ? end + 1 : h.to;
        }
        if (next > end + 1)
            next = port_end(s, t, next, f);
        if (next <= end + 1 || (text_at(t, next) > 0 && strchr("=:@", text_at(t, next))))
            break;
        f->plain = false;
        end = next;
    }
    return end;
}

/* Returns true for a scheme of the table with this shape (M6). */
static bool scheme_has_shape(const settings *s, const text *t, size_t from, size_t colon,
                             enum scheme_shape shape)
{
    const scheme_row *row =
        RULE(M6) && settings_mail(s) ? scheme_find(t->p + from, colon - from) : NULL;

    return row && row->shape == shape;
}

/* Like authority_end(), for an authority that is not a plain host. */
__attribute__((noinline)) static size_t any_authority(const settings *s, text *t, size_t from,
                                                      size_t colon, size_t *name, candidate *f)
{
    size_t end = RULE(CASE_DID) && text_at(t, *name) == 'd' ? did_end(t, *name) : *name;

    if (end > *name && scheme_has_shape(s, t, from, colon, SHAPE_DID))
        return end;
    if (RULE(M10) && settings_mail(s))
        *name = after_user(s, t, from, *name, f);
    end = scheme_host_end(s, t, from, colon, *name, f);
    if (f->over && (end == 0 || (text_at(t, end) == ':' && text_at(t, end + 1) < 0x80)))
        return 0;
    f->over = false;
    if (end > *name && (end = host_itself(s, t, *name, end)) == *name)
        return 0;
    end = end > *name ? port_end(s, t, end, f) : end;
    return RULE(CASE_HOSTS) && end > *name && text_at(t, end) == ',' &&
                   scheme_has_shape(s, t, from, colon, SHAPE_HOSTS)
               ? more_hosts(s, t, end, f)
               : end;
}

/* Returns the end of the authority, 0 for none. Sets *name to the start of its host. */
static size_t authority_end(const settings *s, text *t, size_t from, size_t colon, size_t *name,
                            candidate *f)
{
    kernel_marks marks;
    size_t end = host_plain_end(s, t, colon + 3, &marks);

    *name = colon + 3;
    if (end > *name && settings_mail(s) && RULE(M5) &&
        !byte_is((unsigned char)t->p[end], BYTE_USER) && t->p[end] != '<' && t->p[end - 2] != '.' &&
        !host_plain_is_suspect(t, *name, &marks)) {
        f->over = f->codes = false; /* so far, as the next two */
        f->plain = f->ascii = true;
        if (marks.dots) {
            f->top = *name + kernel_last_label(marks.dots) - from;
            f->top_to = end - from;
        }
        return end; /* neither a user nor a port, and no other URL: nearly all authorities */
    }
    return any_authority(s, t, from, colon, name, f);
}

/* ---- The link ---- */

/* Returns true for a path after the colon, as scp has it: "ssh://git@a.example:team/x". */
static bool is_scp_path(const settings *s, text *t, size_t from, size_t colon, size_t end)
{
    bool ssh = colon - from >= 3 && ascii_same(t->p + colon - 3, "ssh", 3) &&
               (colon - from == 3 || t->p[colon - 4] == '+');
    int c = ssh && text_at(t, end) == ':' ? text_at(t, end + 1) : -1;

    return RULE(CASE_SCP) && c >= 0 && RULE(M5) && settings_mail(s) &&
           (ascii_is_alpha((unsigned char)c) || c == '~') && !text_is(t, end + 1, "port");
}

/* Returns true when a path begins at *end, "file://C:\x", "file://\\host\x", "file://./x"; *end
 * skips a drive. */
static bool begins_file_path(const settings *s, text *t, size_t from, size_t *end)
{
    int c;
    bool drive;

    if (!RULE(CASE_FILE_PATH) || !text_is(t, from, "file:") || !RULE(M1) || !settings_mail(s))
        return false;
    c = text_at(t, *end);
    drive = c == ':' && text_at(t, *end + 1) == '\\';
    if (c != '\\' && !drive && !is_relative(t, *end))
        return false;
    *end += drive;
    return true;
}

void bare_flag_percent(candidate *f)
{
    if (ascii_has_bad_escape(f->url, f->url_n))
        f->flags |= TRAWL_FLAG_BAD_PERCENT;
}

/* Returns true for a name of git's settings: "helper", "username", "proxy", or a name with a
 * capital inside, "insteadOf". */
static bool is_setting(const char *name, size_t n)
{
    size_t k = 1;

    while (k < n && !ascii_is_upper(name[k]))
        k++;
    return k < n || ascii_is_word_of("helper username proxy", name, n);
}

/* M9: in the keys of git's settings a URL is between two dots: "credential.https://a.example.helper".
 * Returns the end of the link, whose host ends at `host`, without the name of the setting. After a
 * path the name may belong to the link. */
__attribute__((noinline)) static size_t before_setting(const settings *s, const text *t,
                                                       size_t host, candidate *f)
{
    const size_t name = bytes_run_before(t->p, f->from, f->to, BYTE_ALPHA, ""), n = f->to - name;
    const size_t before = f->from - (f->from > t->floor);
    const size_t section = bytes_run_before(t->p, t->floor, before, BYTE_ALPHA, "");

    if (t->p[before] != '.' || t->p[name - 1] != '.' || !RULE(CASE_GIT) || !RULE(M9) ||
        !settings_mail(s) ||
        !ascii_is_word_of("credential http url", t->p + section, before - section) ||
        !is_setting(t->p + name, n) || settings_tld(s, t->p + name, n))
        return f->to;
    candidate_note(f, "M9", "a setting of git ends before the name after it");
    f->other = f->to > host ? f->to : f->other;
    return name - 1;
}

/* Leaves out the backslashes that escape a sign, and flags bad escapes, in a link that may have
 * either. */
static void scheme_codes(const settings *s, text *t, size_t from, candidate *f)
{
    const size_t steps = text_steps(f->url_n), room = steps < t->n - from ? steps : t->n - from;

    f->codes = s->kernel->find(&s->sets.codes, f->url, room) < f->url_n;
    if (!f->codes) {
        f->codes = f->shows != 0;
        return;
    }
    if (settings_mail(s) && !text_is(t, from, "file:"))
        unescape(f, t);
    bare_flag_percent(f);
}

/* Notes why no authority follows the colon. */
static outcome no_authority(size_t from, size_t colon, candidate *f)
{
    if (f->over) {
        candidate_refused(f, from, colon + 3 + FOUND_BYTES, "R31",
                          "longer than 8192 bytes: no link");
        return SKIPPED;
    }
    candidate_refused(f, from, colon + 3, "D2",
                      "no host follows the \"//\", or the port is not valid");
    return NOT_A_LINK;
}

static outcome scheme_link(const settings *s, text *t, size_t from, size_t colon, candidate *f)
{
    size_t name, end = authority_end(s, t, from, colon, &name, f), more;
    const bool user = name > colon + 3;
    enum ending_part part = ENDING_NONE;

    if (colon - from == 6 && RULE(M6) && settings_mail(s) && text_is(t, from, "mailto:") &&
        (!(more = bare_address_end(s, t, colon + 3, colon + 3 + FOUND_LOCAL, true)) ||
         bare_at_host(s, t, more)))
        end = 0; /* "mailto://joe", "mailto://joe@a.example@b" */
    if (end == 0)
        return no_authority(from, colon, f);
    if (user && is_scp_path(s, t, from, colon, end)) {
        end++;
        part = ENDING_PATH;
    } else if ((more = host_goes_on(s, t, end)) > end) {
        candidate_refused(
            f, from, more, "M5",
            "the host does not end there: a placeholder, a defanged dot or a sign follows");
        return SKIPPED;
    } else if (begins_file_path(s, t, from, &end)) {
        part = ENDING_PATH;
    }
    candidate_note(f, "M5", "it begins with a scheme and \"//\"");
    if (user) {
        candidate_note(f, "M10", "a user, and perhaps a password, precede the host");
        if (ascii_is_word_of("http https", t->p + from, colon - from))
            f->flags |= TRAWL_FLAG_USERINFO;
    }
    if (f->wants_notes && ending_left(s, t, from).label)
        candidate_note(f, "R2", "the label \"URL:\" before it is skipped");
    f->from = from;
    f->to = ending_find(s, t, from, end, part, f);
    if (f->over) {
        candidate_note(f, "R31", "longer than 8192 bytes: no link");
        return SKIPPED;
    }
    if (f->flags & TRAWL_FLAG_GLUED)
        f->to = before_setting(s, t, end, f);
    candidate_whole(f, t, from, f->to);
    if (f->codes)
        scheme_codes(s, t, from, f);
    if (f->other != 0 && f->other != f->to)
        candidate_alt(f, t->p + from, f->other - from, TRAWL_WHY_PUNCTUATION);
    return IS_LINK;
}

/* R2: decides about the label "URL:" with this colon before a URL without "//". The label shows
 * that any known scheme is meant: "URL:cid:a@b", "URL:tel:+1", "URL:x-own:a". */
__attribute__((noinline)) static outcome labelled(const settings *s, text *t, size_t label,
                                                  candidate *f)
{
    const size_t from = label + 1;
    const size_t colon = text_run(t, from, FOUND_SCHEME, BYTE_SCHEME, "");
    bool known = false;

    if (!RULE(R2) || text_at(t, colon) != ':' || colon - from < 2 || !ascii_is_alpha(t->p[from]) ||
        (text_at(t, colon + 1) == '/' && text_at(t, colon + 2) == '/') ||
        (!text_is(t, from, "cid:") && bare_opaque_head(s, t, from, colon) > 0))
        return NOT_A_LINK; /* the URL's own colon decides */
    if ((text_at(t, colon + 1) < 0x80 && !text_is_of(t, colon + 1, BYTE_URL)) ||
        !settings_scheme(s, t->p + from, colon - from, &known) || !known)
        return NOT_A_LINK;
    candidate_note(f, "R2", "the label \"URL:\" before it shows that it is a URL");
    f->to = ending_find(s, t, from, colon + 1, ENDING_PATH, f);
    f->from = from;
    if (f->over)
        return SKIPPED;
    candidate_whole(f, t, from, f->to);
    bare_flag_percent(f);
    return f->to > colon + 1 ? IS_LINK : NOT_A_LINK;
}

/* Decides about the URL with this colon, whether or not URLs are wanted. */
static outcome any_scheme(const settings *s, text *t, size_t colon, candidate *f)
{
    bool too_long;
    size_t from;

    if (text_at(t, colon + 1) == '/' && text_at(t, colon + 2) == '/') {
        from = bare_web_start(s, t, colon);
        if (from == colon)
            from = choose_scheme(s, t, colon, f);
        return from == colon ? NOT_A_LINK : scheme_link(s, t, from, colon, f);
    }
    if (text_at(t, colon + 1) <= ' ')
        return NOT_A_LINK; /* "Subject: x" */
    if (settings_mail(s) && colon >= t->floor + 3 &&
        (colon == 3 || !byte_is((unsigned char)t->p[colon - 4], BYTE_SCHEME)) &&
        ascii_is_word_of("url uri", t->p + colon - 3, 3))
        return labelled(s, t, colon, f);
    from = bare_scheme_start(t, colon, &too_long);
    return from == colon || too_long ? NOT_A_LINK : bare_opaque(s, t, from, colon, f);
}

outcome bare_scheme(const settings *s, text *t, size_t colon, candidate *f)
{
    outcome o;

    candidate_begin(f, TRAWL_KIND_BARE, colon, colon + 1);
    o = any_scheme(s, t, colon, f);
    if (o == IS_LINK && f->from + 3 == colon &&
        text_is(t, f->from, "cid:")) { /* "[cid:image@x]", by Outlook */
        f->kind = TRAWL_KIND_MSGID;
        if (settings_find(s, TRAWL_FIND_MSGID))
            return o;
        candidate_note(f, "E14", "it names a part of a message; such links are not wanted");
        return SKIPPED;
    }
    if (o != IS_LINK || settings_find(s, TRAWL_FIND_URL))
        return o;
    if (text_is(t, f->from, "mailto:"))
        return NOT_A_LINK; /* the address in it is a link of its own */
    candidate_note(f, "D1",
                   "it is a URL, but URLs are not wanted; no other link is looked for in it");
    return SKIPPED;
}
