/* open.c - tests whether a wrapper opens at a "<" (R2, R3), and runs all steps of its decision */
#include "base/ascii.h"
#include "find/wrap/inside.h"

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

bool wrap_is_cut(text *t, size_t i)
{
    enum { SIGN = 3 }; /* the side of a box, as in read.c */
    const int c = text_at(t, i);
    const size_t colon = i + (c == ':');
    size_t from, to;

    if (c == '>' || ascii_is_alnum((unsigned char)c))
        return false; /* most are tags */
    from = colon + text_hyphen(t, colon) + (colon > i && text_at(t, colon) == '-');
    to = text_skip_blanks(t, from);
    return text_line_ends(t, to > from ? text_word_end(t, to, SIGN) : to) ||
           (colon > i && to > colon && text_at(t, to) == '/' && text_at(t, to + 1) == '/');
}

/* Returns true when a scheme at from opens a wrapper without a label. Sets w->cut when it may be
 * cut. */
static bool opens_weakly(const settings *s, text *t, size_t from, wrap *w)
{
    const size_t colon = scheme_end(t, from);
    bool known;

    if (!RULE(R3) || s->profile == TRAWL_PROFILE_RFC1738 || !text_is_of(t, from, BYTE_ALPHA))
        return false;
    if (colon > from && text_at(t, colon + 1) == '/' && text_at(t, colon + 2) == '/')
        return settings_scheme(s, t->p + from, colon - from, &known);
    if (colon > from && (text_at(t, colon + 1) == '/' || is_opaque(t, from, colon)))
        return settings_scheme(s, t->p + from, colon - from, &known) && known;
    w->cut = wrap_is_cut(t, text_run(t, from, FOUND_SCHEME, BYTE_SCHEME, ""));
    return w->cut;
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

/* Called for a wrapper that is longer than a limit. Returns true if what was read of it is one URL,
 * without blanks inside its lines. Otherwise the "<" counts as never closed, and the text is plain
 * text. */
static bool is_long_url(const settings *s, wrap *w)
{
    const char *rule = w->why_rule, *why = w->why;
    bool one = wrap_blank(w, 0, SIZE_MAX) == SIZE_MAX;

    for (size_t k = 1; k <= 2 && k < w->c.n; k++)
        if (w->c.p[w->c.n - k] == '%')
            w->c.n -= k; /* an escape that was not read to its end */
    w->close = w->looked_to;
    one = one && !w->www && wrap_judge(s, w) && w->link_count == 1;
    w->link_count = 0;
    w->why_rule = rule;
    w->why = why;
    return one;
}

static void open_begin(wrap *w, place *line, uint32_t closer, uint32_t opener)
{
    w->abandoned = w->over = w->cut = false;
    w->closer = closer;
    w->opener = opener;
    w->line = line;
    w->marks = NULL;
}

/* Returns true for "<http://a.example/x[label]>" in AsciiDoc, where the label ends the link. */
static bool is_labelled(text *t, const wrap *w)
{
    return !w->strong && w->c.n > 0 && w->c.p[w->c.n - 1] == ']' && RULE(M22) &&
           text_notation(t) == TRAWL_NOTATION_ASCIIDOC;
}

outcome wrap_try(const settings *s, text *t, size_t i, place *line, wrap *w)
{
    bool read;

    open_begin(w, line, '>', 0);
    if (!RULE(R1) || !settings_mail(s) || !settings_find(s, TRAWL_FIND_URL) ||
        !open_opens(s, t, i, w))
        return NOT_A_LINK;
    read = wrap_read(t, w);
    if (read && (is_labelled(t, w) ? wrap_give_up(w, w->close, "M22", "a label ends the link")
                                   : wrap_judge(s, w)))
        return IS_LINK;
    if (w->cut)
        w->why = NULL; /* no scheme was cut: it is text */
    else if (!read && w->over && is_long_url(s, w))
        return SKIPPED;
    w->abandoned = !read && !w->cut && !w->www; /* a "<www." without a closer is not flagged */
    w->over = false;
    return NOT_A_LINK;
}

/* ---- Quotes and brackets (R35) ---- */

/* The bytes before a URL in which a bracket is looked for, "(see". */
#define OPENER_FAR 12

bool wrap_follows_opener(const text *t, size_t from)
{
    const size_t n = from < OPENER_FAR ? from : OPENER_FAR;

    if (from == 0 || t->p[from - 1] == ' ')
        return from > 0 && memchr(t->p + from - n, '(', n);
    return strchr("\"'`([{\x9C\xAB", t->p[from - 1]); /* or the last byte of U+201C, U+00AB */
}

/* Returns what precedes the URL at from: the character, or a bracket a few words before, "(see". */
static utf8_char opener_of_url(const text *t, size_t from)
{
    const utf8_char before = from > 0 ? text_char_before(t, from) : (utf8_char){0};

    for (size_t k = from; before.code == ' ' && k > 0 && from - k < OPENER_FAR; k--)
        if (t->p[k - 1] == '(')
            return (utf8_char){'(', 1};
        else if (t->p[k - 1] == ')' || t->p[k - 1] == '\n')
            break;
    return before;
}

/* Returns true when only a word follows the first line of the URL, as in "(http://a.example/b" and
 * "perhaps)". */
static bool ends_in_word(const wrap *w)
{
    const size_t at = w->gaps[0].pos;

    return ascii_is_alnum((unsigned char)w->c.p[at - 1]) &&
           bytes_run(w->c.p, at, w->c.n, BYTE_ALPHA, "") == w->c.n;
}

bool wrap_enclosed(const settings *s, text *t, size_t from, place *line, wrap *w)
{
    static const uint32_t pairs[][2] = {{'"', '"'},   {'\'', '\''}, {'`', '`'}, {0x201C, 0x201D},
                                        {0xAB, 0xBB}, {'(', ')'},   {'[', ']'}, {'{', '}'}};
    const utf8_char open = opener_of_url(t, from);
    size_t k = 0;
    bool whole;

    while (k < sizeof pairs / sizeof pairs[0] && pairs[k][0] != open.code && open.code != ' ')
        k++;
    if (k == sizeof pairs / sizeof pairs[0] || open.code == ' ')
        return false;
    open_begin(w, line, pairs[k][1], open.code == pairs[k][1] ? 0 : open.code);
    w->strong = w->www = false;
    w->cut = true;
    w->open = from - open.len;
    w->content = from;
    whole = wrap_read(t, w) && w->lines > 1 && wrap_judge(s, w) && w->link_count == 1 &&
            w->other == 0 && !(w->opener && ends_in_word(w));
    w->link_count = whole;
    w->why = NULL;
    w->over = w->abandoned = false;
    return whole;
}
