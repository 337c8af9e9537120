/* notation.c - words and signs of other notations in links: HTML's entities (M4), AmigaGuide (M16),
 * backslashes of Markdown, TeX and troff (M1), labels of AsciiDoc (M11), links of Markdown and
 * Texinfo (M22)
 *
 * stop.c and trim.c decide how they affect the end of a link.
 */
#include "base/check.h"
#include "find/ending/inside.h"

/* ---- Entities */

/* Returns true for a blank, quote, angle bracket or dash, also by its number in windows-1252. */
static bool notation_is_mark(unsigned long code)
{
    if (code <= ' ' || code == 0x85 || code == 0x2039 || code == 0x203A)
        return true;
    return (code < 0x100 && strchr("\"'<>\xA0\xAB\xBB", (int)code)) ||
           (code >= 0x91 && code <= 0x97) || (code >= 0x2000 && code <= 0x2026);
}

/* Returns true when p[0..n), "151" or "x2014", is the number of a notation_is_mark() character. A
 * ";" must follow. */
static bool is_mark_number(const char *p, size_t n)
{
    const bool hex = (p[0] | 0x20) == 'x';
    unsigned long code = 0;

    for (size_t k = hex; k < n; k++) {
        int digit = ascii_hex((unsigned char)p[k]);
        if (digit < 0 || (!hex && digit > 9))
            return false;
        code = code * (hex ? 16 : 10) + (unsigned long)digit;
    }
    return n > (size_t)hex && notation_is_mark(code);
}

bool is_entity(text *t, size_t i)
{
    static const char marks[] = "quot apos lt gt nbsp laquo raquo ldquo rdquo lsquo rsquo sbquo "
                                "bdquo mdash ndash hellip lsaquo rsaquo ensp emsp";
    enum { LONGEST = 7 };
    size_t from = i + 1, to;
    bool number;

    if (text_is(t, from, "amp;"))
        from += 4; /* escaped twice */
    number = text_at(t, from) == '#';
    to = text_run(t, from + number, LONGEST - number, BYTE_ALNUM, "");
    if (text_at(t, to) != ';')
        return false;
    return number ? is_mark_number(t->p + from + 1, to - from - 1)
                  : ascii_is_word_of(marks, t->p + from, to - from);
}

bool ending_is_command(text *t, size_t i)
{
    static const char commands[] = "b ub i ui u uu fg bg plain body code line par pard tab lindent "
                                   "jleft jcenter jright amigaguide";
    enum { LONGEST = 11 };
    size_t to;

    if (!RULE(CASE_GUIDE) || text_at(t, i) != '@' || text_at(t, i + 1) != '{')
        return false;
    if (text_at(t, i + 2) == '"')
        return true;
    to = text_run(t, i + 2, LONGEST, BYTE_ALNUM, "");
    return (text_at(t, to) == '}' || text_at(t, to) == ' ') &&
           ascii_is_word_of(commands, t->p + i + 2, to - i - 2);
}

/* ---- Labels of AsciiDoc */

bool ending_is_target(const text *t, size_t start)
{
    enum { LONGEST = 7 };
    const size_t end = bytes_run_before(t->p, start > 3 ? start - 3 : 0, start, 0, "+$");
    size_t to = end, from;

    while (to > 0 && end - to < 2 && t->p[to - 1] == ':')
        to--;
    for (from = to;
         from > 0 && to - from <= LONGEST && ascii_is_alnum((unsigned char)t->p[from - 1]); from--)
        if (ascii_is_upper(t->p[from - 1]))
            return false;
    return to < end && ascii_is_word_of("link image include video audio", t->p + from, to - from);
}

/* Returns the place of the bracket that closes the bracket at i, at most `most` bytes and `breaks`
 * line breaks further on; i for none. */
static size_t label_close(text *t, size_t i, size_t most, unsigned breaks)
{
    unsigned depth = 0, lines = 0;
    int c;

    for (size_t k = i; k - i < most && (c = text_at(t, k)) >= 0; k++) {
        const bool escaped = t->p[k - 1] == '\\';
        lines += c == '\n';
        depth += (unsigned)(c == '[') - (unsigned)(c == ']' && !escaped);
        if (depth == 0)
            return k;
        if (lines > breaks)
            break;
    }
    return i;
}

/* Returns true when one of the signs, or a full stop or "?" before a letter or digit, is at i. */
static bool label_is_before(text *t, size_t i, const char *signs)
{
    const int c = text_at(t, i), next = text_at(t, i + 1);

    if (c == '.' || c == '?')
        return next > 0 && ascii_is_alnum((unsigned char)next);
    return c > 0 && strchr(signs, c);
}

/* Returns true when a link may go on after the bracket that closes before i. */
static bool goes_on_after_label(text *t, size_t i)
{
    return text_is_of(t, i, BYTE_ALNUM) || label_is_before(t, i, "=/&*+{_%#-");
}

/* Returns true for text with two letters side by side. */
static bool has_word(const char *p, size_t n)
{
    size_t letters = 0;

    for (size_t k = 0; k < n && letters < 2; k++)
        letters =
            ascii_is_alpha((unsigned char)p[k]) || (unsigned char)p[k] >= 0x80 ? letters + 1 : 0;
    return letters > 1;
}

/* Returns true for a label that only AsciiDoc has: it is empty, it ends in "^", or a macro is
 * before the link. */
static bool is_sure_label(const ending *e, size_t i, size_t close)
{
    const text *t = e->t;

    return ending_is_target(t, e->start) || (t->p[i - 1] != '=' && t->p[close - 1] == '^') ||
           (close == i + 1 && !memchr(t->p + e->from, '?', i - e->from));
}

/* Returns true for a label by its text: words after a name, in a URL without a query. */
static bool is_likely_label(const ending *e, size_t i, size_t close)
{
    const char *p = e->t->p;

    return (ascii_is_alnum((unsigned char)p[i - 1]) || p[i - 1] == '/') &&
           has_word(p + i, close - i) && !memchr(p + e->from, '?', i - e->from);
}

/* In AsciiDoc each "[" begins a label, except in examples of commands, where a query, a path or a
 * name continues after the bracket. */
static bool begins_asciidoc_label(ending *e, size_t i)
{
    enum { LONGEST = 1000, BREAKS = 4 };
    text *t = e->t;
    const size_t close = label_close(t, i, LONGEST, BREAKS);

    return close > i && t->p[i - 1] != '=' &&
           (!label_is_before(t, close + 1, "=/&") || text_is(t, close + 1, "/http"));
}

/* In Markdown brackets are a label only with blanks inside. */
static bool begins_markdown_label(ending *e, size_t i, size_t close)
{
    const char *p = e->t->p;

    return p[i - 1] != '\\' && is_likely_label(e, i, close) && memchr(p + i, ' ', close - i);
}

/* As text_notation(), with a note for --explain. */
static int notation_note(text *t, candidate *f)
{
    static const char *const whats[][3] = {
        {"", "", ""},
        {"the text is set to be in no notation", "", ""},
        {"the text is set to be AsciiDoc", "the first lines of the text show AsciiDoc",
         "earlier links show AsciiDoc"},
        {"the text is set to be Markdown", "the first lines of the text show Markdown",
         "earlier links show Markdown"},
        {"the text is set to be Texinfo", "the first lines of the text show Texinfo",
         "earlier links show Texinfo"},
    };
    const int is = text_notation(t);

    if (is)
        candidate_note(f, "M22",
                       whats[is][t->notation->is.set       ? 0
                                 : t->notation->is.head_is ? 1
                                                           : 2]);
    return is;
}

bool begins_label(ending *e, size_t i)
{
    enum { LONGEST = 100 };
    text *t = e->t;
    const int notation = notation_note(t, e->f);
    size_t close;

    if (!RULE(M11) || notation == TRAWL_NOTATION_NONE)
        return false;
    if (notation == TRAWL_NOTATION_ASCIIDOC)
        return e->f->settled = begins_asciidoc_label(e, i);
    close = label_close(t, i, LONGEST, 1);
    if (close == i || goes_on_after_label(t, close + 1) || t->p[e->start - (e->start > 0)] == '[')
        return false;
    if (is_sure_label(e, i, close)) {
        e->f->shows = TRAWL_NOTATION_ASCIIDOC;
        return true;
    }
    if (notation == TRAWL_NOTATION_MARKDOWN)
        return begins_markdown_label(e, i, close);
    if (!is_likely_label(e, i, close))
        return false;
    if (text_word_end(t, i, close + 1 - i) > close)
        e->f->other = close + 1;
    else
        e->f->shows = TRAWL_NOTATION_ASCIIDOC;
    return true;
}

/* ---- Links of Markdown and Texinfo */

bool ends_argument(ending *e, size_t i)
{
    if (!RULE(M22) || e->t->p[i] != ',' || text_is_plain(e->t) || !text_in_texinfo(e->t, e->start))
        return false;
    candidate_note(e->f, "M22", "it is an argument of a command of Texinfo");
    e->f->shows = TRAWL_NOTATION_TEXINFO;
    e->f->settled = true;
    return true;
}

bool note_at_sign(ending *e, size_t i)
{
    text_sign sign;

    if (RULE(M22) && text_sign_at(e->t, i, &sign))
        e->f->signs = SIGNS_AT;
    return false;
}

bool keep_destination(ending *e, size_t i)
{
    const text *t = e->t;

    if (!RULE(M22) || e->start < 2 || memcmp(t->p + e->start - 2, "](", 2) != 0 || t->p[i] != ')' ||
        text_is_plain(t))
        return false;
    candidate_note(e->f, "M22", "it is all of the brackets of a link of Markdown");
    e->f->shows = TRAWL_NOTATION_MARKDOWN;
    e->f->settled = true;
    e->last = e->from = i;
    return true;
}

/* ---- Backslashes */

bool unescape_is_sign(const char *p, size_t n)
{
    return n > 1 && p[0] == '\\' && memchr("_~-%#&.?=,;!$+@()", p[1], 17);
}

/* Like unescape_is_sign(), but also for the signs that only Markdown escapes. */
static bool is_escaped_sign(text *t, size_t i)
{
    const int c = text_at(t, i + 1);

    return unescape_is_sign(t->p + i, t->n - i) ||
           (c > 0 && strchr("[]*", c) && text_notation(t) == TRAWL_NOTATION_MARKDOWN);
}

/* Returns true for a letter, a digit, "_" or "%". */
static bool notation_goes_on(text *t, size_t i)
{
    return text_run(t, i, 1, BYTE_ALNUM, "_%") > i;
}

bool is_drive(const text *t, size_t from, size_t i)
{
    return i - from >= 3 && t->p[i - 1] == ':' && ascii_is_alpha((unsigned char)t->p[i - 2]) &&
           !ascii_is_alnum((unsigned char)t->p[i - 3]);
}

/* Returns true when a path of Windows without a drive goes on at i, after its "\": names, and then
 * an ending or another part of a URL, "main\ab.h". A rest that begins with the letter of an escape,
 * "\n", may belong to a string. */
static bool is_rest_of_path(text *t, size_t i)
{
    enum { LONGEST = 64 };
    size_t k = i, name = i;
    int c = text_at(t, i);

    if (c <= 0 || !ascii_is_alnum((unsigned char)c) || strchr("nrtbfuvx0", c))
        return false;
    for (; k - i < LONGEST && (c = text_at(t, k)) > 0; k++)
        if (c == '\\' && k - name > 1)
            name = k + 1;
        else if (!ascii_is_alnum((unsigned char)c) && c != '_')
            break;
    return k - name > 1 && c > 0 && strchr("./?=&", c) &&
           ascii_is_alnum((unsigned char)text_at(t, k + 1));
}

bool is_windows_path(text *t, size_t from, size_t i)
{
    const int c = text_at(t, i + 1);
    const bool name = byte_is_of_run(c, BYTE_ALNUM, "._%~$");

    if (!RULE(CASE_WINDOWS))
        return false;
    if (is_drive(t, from, i))
        return name || (c <= ' ' && memchr(t->p + from, '?', i - from));
    for (size_t k = from; k < i; k++)
        if (t->p[k] == '\\' && is_drive(t, from, k))
            return name;
    if (i - from >= 3 && memcmp(t->p + i - 2, "..", 2) == 0 && strchr("/\\=?&", t->p[i - 3]))
        return name;
    return text_is(t, i + 1, "..\\") || is_rest_of_path(t, i + 1);
}

bool is_escape(ending *e, size_t i)
{
    enum { ELLIPSIS = 2 }; /* "v1\...v2" of AsciiDoc */
    text *t = e->t;

    if (text_is_plain(t))
        return false;
    if (strchr("()", text_at(t, i + 1)))
        return false;
    if (text_at(t, i + 1) == '&') /* "\&" means nothing in troff, unless it ends the link */
        return notation_goes_on(t, i + 2 + (text_at(t, i + 2) == '.'));
    return is_escaped_sign(t, i) && (!strchr(".?=,;!$+@", t->p[i + 1]) ||
                                     notation_goes_on(t, text_run(t, i + 2, ELLIPSIS, 0, ".")));
}

/* Does nothing for a candidate without url_room, since such a candidate is only tested. */
void unescape(candidate *f, text *t)
{
    const size_t from = f->pieces[0].from, to = f->pieces[0].to;
    size_t n = f->url_n - (to - from); /* of a prefix, which is in url_room */

    if (!f->url_room || !memchr(t->p + from, '\\', to - from))
        return;
    CHECK(f->piece_count == 1 && f->url_n >= to - from && n <= FOUND_PREFIX);
    for (size_t i = from; i < to;) {
        /* "\&" before a full stop means nothing */
        const size_t sign = to - i > 2 && t->p[i + 1] == '&' && t->p[i + 2] == '.' ? 2 : 1;
        if (t->p[i] != '\\' || i + 1 == to || !is_escaped_sign(t, i) ||
            is_windows_path(t, from, i) || (f->m && !candidate_room(f, f->piece_count + 1))) {
            f->url_room[n++] = t->p[i++];
            continue;
        }
        if (f->m) { /* else only its URL is read */
            f->pieces[f->piece_count - 1].to = i;
            f->pieces[f->piece_count++] = (piece){i + sign, to};
        }
        i += sign;
    }
    f->url = f->url_room;
    f->url_n = n;
    candidate_note(f, "M1", "a backslash that escapes a sign was left out");
}
