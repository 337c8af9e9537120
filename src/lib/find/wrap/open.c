/* open.c - tests whether a wrapper opens at a "<" (R2, R3), and runs all steps of its decision */
#include "base/ascii.h"
#include "find/lines/lines.h"
#include "find/wrap/inside.h"

/* Returns true when "//" follows white space and at most one line break, as it may after "ftp:". */
static bool slashes_follow(text *t, size_t i, wrap *w)
{
    size_t line;
    int c;

    i = text_skip_blanks(t, i);
    line = text_after_break(t, i);
    if (line > i) {
        c = text_at(t, i = line);
        if (c >= 0 && c != '/' && !ascii_is_blank(c) && !ascii_is_alpha((unsigned char)c) &&
            !byte_is((unsigned char)c, BYTE_MARK))
            return false;
        (void)quote_marks_skip(t, &i, wrap_marks(t, w));
        i = text_skip_blanks(t, i);
    }
    return text_at(t, i) == '/' && text_at(t, i + 1) == '/';
}

/* Returns the colon after the name of a scheme at i, or i. */
static size_t scheme_end(text *t, size_t i)
{
    const size_t k =
        text_is_of(t, i, BYTE_ALPHA) ? text_run(t, i, FOUND_SCHEME + 1, BYTE_SCHEME, "") : i;

    return k - i <= FOUND_SCHEME && text_at(t, k) == ':' ? k : i;
}

/* Returns true for a scheme that needs no "//". The text after it is tested once the closer is
 * found. */
static bool is_opaque(const text *t, size_t from, size_t to)
{
    const scheme_row *row = scheme_find(t->p + from, to - from);

    return row && (row->shape == SHAPE_OPAQUE || row->shape == SHAPE_FILE);
}

/* Returns true for a known scheme with "//" that a line break cuts in two: "tel", "net://". A hyphen
 * before the break may not belong to it. */
static bool is_cut_scheme(text *t, size_t from, wrap *w)
{
    char name[2 * FOUND_SCHEME];
    const size_t to = text_run(t, from, FOUND_SCHEME, BYTE_SCHEME, ""), n = to - from;
    size_t rest = text_after_break(t, text_skip_blanks(t, to)), colon;

    if (n == 0 || rest == text_skip_blanks(t, to))
        return false;
    if (!quote_marks_skip(t, &rest, wrap_marks(t, w)) ||
        !lines_skip_signs(t, &rest, w->line, w->marks))
        return false;
    rest = text_skip_blanks(t, rest);
    colon = text_run(t, rest, FOUND_SCHEME, BYTE_SCHEME, "");
    if (!text_is(t, colon, "://"))
        return false;
    memcpy(name, t->p + from, n);
    memcpy(name + n, t->p + rest, colon - rest);
    if (scheme_find(name, n + colon - rest))
        return true;
    if (name[n - 1] != '-')
        return false;
    memmove(name + n - 1, name + n, colon - rest);
    return scheme_find(name, n - 1 + colon - rest);
}

/* Returns true when a scheme at from opens a wrapper without a label. */
static bool opens_weakly(const settings *s, text *t, size_t from, wrap *w)
{
    size_t colon = scheme_end(t, from);
    bool known;

    if (!RULE(R3) || s->profile == TRAWL_PROFILE_RFC1738)
        return false;
    if (colon == from)
        return text_is_of(t, from, BYTE_ALPHA) && is_cut_scheme(t, from, w);
    if (text_at(t, colon + 1) == '/' && text_at(t, colon + 2) == '/')
        return settings_scheme(s, t->p + from, colon - from, &known);
    return (text_at(t, colon + 1) == '/' || is_opaque(t, from, colon) ||
            slashes_follow(t, colon + 1, w)) &&
           settings_scheme(s, t->p + from, colon - from, &known) && known;
}

bool wrap_begins_www(text *t, size_t i)
{
    return RULE(R3) && text_prefix(t, i + 1, 0);
}

/* Returns true when the "<" at i opens a wrapper. Sets strong, www, open and content. */
static bool open_opens(const settings *s, text *t, size_t i, wrap *w)
{
    size_t from = text_skip_blanks(t, i + 1);

    w->open = i;
    w->strong = RULE(R2) && (text_is(t, from, "url:") || text_is(t, from, "uri:"));
    w->content = w->strong ? from + sizeof "url:" - 1 : from;
    w->www =
        settings_find(s, TRAWL_FIND_WWW) && settings_mail_or_screen(s) && wrap_begins_www(t, i);
    return w->strong || w->www || opens_weakly(s, t, from, w);
}

/* Returns true when the wrapper, which is longer than a limit, is one URL as far as it was read:
 * its lines have no blanks inside. Otherwise its "<" is never closed, and it is plain text. */
static bool is_long_url(const settings *s, wrap *w)
{
    const char *rule = w->why_rule, *why = w->why;
    bool one = true;

    for (unsigned g = 0; g < w->gap_count && one; g++)
        one = w->gaps[g].broken;
    for (size_t k = 1; k <= 2 && k < w->n; k++)
        if (w->clean[w->n - k] == '%')
            w->n -= k; /* an escape that was not read to its end */
    w->close = w->looked_to;
    one = one && !w->www && wrap_judge(s, w) && w->link_count == 1;
    w->link_count = 0;
    w->why_rule = rule;
    w->why = why;
    return one;
}

outcome wrap_try(const settings *s, text *t, size_t i, place *line, wrap *w)
{
    w->abandoned = w->over = false;
    w->line = line;
    w->marks = NULL;
    if (!RULE(R1) || !settings_mail(s) || !settings_find(s, TRAWL_FIND_URL) ||
        !open_opens(s, t, i, w))
        return NOT_A_LINK;
    if (wrap_read(t, w))
        return wrap_judge(s, w) ? IS_LINK : NOT_A_LINK;
    if (w->over && is_long_url(s, w))
        return SKIPPED;
    w->over = false;
    w->abandoned = !w->www; /* a "<www." without a closer is not flagged */
    return NOT_A_LINK;
}
