/* bare_name.c - which name before a "://" is the scheme of a link: M6, M9, M15 */
#include <string.h>

#include "base/ascii.h"
#include "base/count.h"
#include "find/bare.h"
#include "find/byteclass.h"
#include "find/rules_off.h"
#include "grammar/schemes.h"

size_t bare_scheme_start(const text *t, size_t colon, bool *too_long)
{
    const char *p = t->p;
    size_t i = colon, least = colon > t->floor + FOUND_SCHEME ? colon - FOUND_SCHEME - 1 : t->floor;

    while (i > least && byte_is((unsigned char)p[i - 1], BYTE_SCHEME))
        i--;
    *too_long = colon - i > FOUND_SCHEME;
    while (i < colon && !ascii_is_alnum((unsigned char)t->p[i]))
        i++;
    return i;
}

/* "hg+https": what stands behind the last "+" is a scheme of its own, by which the other is reached. */
static bool is_compound(const text *t, size_t from, size_t colon)
{
    size_t i = from + count_behind_last(t->p + from, colon - from, '+');

    return i > from + 1 && ascii_is_alnum((unsigned char)t->p[i - 2]) && scheme_find(t->p + i, colon - i);
}

/* Past the letters of an escape whose backslash stands before them: "\nws://" in a string, "\fBgit://" in troff, where a font is named
 * by a capital or a digit, "\verb+http://" in TeX. */
static size_t behind_escape(const text *t, size_t from, size_t colon)
{
    size_t i = from + 1;

    if (colon - from < 3 || from == t->floor || t->p[from - 1] != '\\')
        return from;
    if (colon - from > 5 && memcmp(t->p + from, "verb+", 5) == 0)
        return from + 5;
    if (t->p[from] == 'f' && (ascii_is_upper(t->p[i]) || ascii_is_digit((unsigned char)t->p[i])))
        return ascii_is_alpha((unsigned char)t->p[i + 1]) ? i + 1 : from;
    return strchr("nrt", t->p[from]) && scheme_find(t->p + i, colon - i) ? i : from;
}

/* "h**p://", "h__ps://", "f*p://": a name of which letters were taken out, so that nobody goes there, is no shorter name (M5). */
static bool is_maimed(const text *t, size_t from, size_t colon)
{
    static const trawl_str ends[] = {TEXT_STR("p"), TEXT_STR("ps"), TEXT_STR("tp"), TEXT_STR("tps")};
    size_t i = from;

    while (i > t->floor && from - i < 3 && (t->p[i - 1] == '*' || t->p[i - 1] == '_'))
        i--;
    if (i == from || i == t->floor || ((t->p[i - 1] | 0x20) != 'h' && (t->p[i - 1] | 0x20) != 'f'))
        return false;
    for (size_t k = 0; k < sizeof ends / sizeof ends[0]; k++)
        if (colon - from == ends[k].n && ascii_same(t->p + from, ends[k].p, ends[k].n))
            return i - 1 == t->floor || !ascii_is_alnum((unsigned char)t->p[i - 2]);
    return false;
}

/* "%s://a.example/", "$proto://a.example/": the name is put in later, and what stands there is none (M5). */
static bool is_hole(const text *t, size_t from)
{
    return from > t->floor && (t->p[from - 1] == '%' || t->p[from - 1] == '$');
}

static size_t glued(found *f, size_t from)
{
    f->flags |= TRAWL_GLUED;
    found_note(f, "M9", "the scheme was glued to the word before it");
    return from;
}

size_t bare_choose_scheme(const settings *s, const text *t, size_t colon, found *f)
{
    bool too_long, known = false, other_known = false;
    size_t from = bare_scheme_start(t, colon, &too_long), behind, to;
    bool named = from < colon && !too_long && ascii_is_alpha((unsigned char)t->p[from]);
    bool may = named && settings_scheme(s, t->p + from, colon - from, &known), may_behind;

    if (may && known)
        return from;
    behind = named && RULE(M9) && settings_mail(s) ? behind_escape(t, from, colon) : from;
    may_behind = behind > from && settings_scheme(s, t->p + behind, colon - behind, &other_known);
    if (may_behind && other_known)
        return glued(f, behind);
    to = RULE(M9) && !(may && is_compound(t, from, colon))
             ? bare_glued_start(t, too_long ? colon - FOUND_SCHEME : from, colon)
             : colon;
    if (to < colon && settings_scheme(s, t->p + to, colon - to, &other_known))
        return glued(f, to);
    if ((!may && !may_behind) || (RULE(M5) && settings_mail(s) && (is_maimed(t, from, colon) || is_hole(t, from))))
        return colon;
    f->flags |= TRAWL_UNKNOWN_SCHEME;
    found_note(f, "M6", "the scheme is in no list");
    return may_behind ? glued(f, behind) : from;
}

size_t bare_before_url(const text *t, size_t name, size_t end)
{
    size_t to = bare_glued_start(t, name, end);
    uint32_t last = '.';

    if (to == end)
        return memchr(t->p + name, '.', end - name) ? end : name;
    while (to > name && ((last = text_char_before(t, to).code) == '.' || last == '-' || last == 0x3002))
        to -= last == 0x3002 ? 3 : 1;
    return to;
}
