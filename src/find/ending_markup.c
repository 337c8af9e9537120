/* ending_markup.c - what ends a link in running text as a whole word of its own: entities that mean no letter (M4), commands (M16) */
#include <string.h>

#include "base/ascii.h"
#include "find/ending_stop.h"

/* Is that a blank, a quote, an angle bracket or a dash? By its number in windows-1252, too, as people wrote entities. */
static bool is_mark(unsigned long code)
{
    switch (code) {
    case '"':
    case '\'':
    case '<':
    case '>':
    case 0xA0:
    case 0xAB:
    case 0xBB:
        return true;
    default:
        return code <= ' ' || code == 0x85 || (code >= 0x91 && code <= 0x97) || (code >= 0x2000 && code <= 0x2026) ||
               code == 0x2039 || code == 0x203A;
    }
}

/* What the number of an entity, "151" or "x2014" in p[0..n), stands for; it is no letter. */
static bool is_mark_number(const char *p, size_t n)
{
    const bool hex = n > 1 && (p[0] | 0x20) == 'x';
    unsigned long code = 0;

    for (size_t k = hex; k < n; k++) {
        int digit = ascii_hex((unsigned char)p[k]);
        if (digit < 0 || (!hex && digit > 9))
            return false;
        code = code * (hex ? 16 : 10) + (unsigned long)digit;
    }
    return n > (size_t)hex && is_mark(code);
}

bool ending_is_entity(text *t, size_t i)
{
    static const char *const names[] = {"quot",  "apos",   "lt",     "gt",     "nbsp",  "laquo", "raquo",
                                        "ldquo", "rdquo",  "lsquo",  "rsquo",  "sbquo", "bdquo", "mdash",
                                        "ndash", "hellip", "lsaquo", "rsaquo", "ensp",  "emsp"};
    enum { LONGEST = 6 };
    size_t from = i + 1, n = 0;
    int c;

    if (text_is(t, from, "amp;"))
        from += 4; /* escaped twice */
    while ((c = text_at(t, from + n)) >= 0 && (ascii_is_alnum((unsigned char)c) || c == '#') && n <= LONGEST)
        n++;
    if (c != ';' || n == 0)
        return false;
    if (t->p[from] == '#')
        return is_mark_number(t->p + from + 1, n - 1);
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++)
        if ((t->p[from] | 0x20) == (names[k][0] | 0x20) && strlen(names[k]) == n &&
            ascii_same(t->p + from, names[k], n))
            return true;
    return false;
}

bool ending_is_command(text *t, size_t i)
{
    static const trawl_str names[] = {
        TEXT_STR("b"),       TEXT_STR("ub"),    TEXT_STR("i"),       TEXT_STR("ui"),     TEXT_STR("u"),
        TEXT_STR("uu"),      TEXT_STR("fg"),    TEXT_STR("bg"),      TEXT_STR("plain"),  TEXT_STR("body"),
        TEXT_STR("code"),    TEXT_STR("line"),  TEXT_STR("par"),     TEXT_STR("pard"),   TEXT_STR("tab"),
        TEXT_STR("lindent"), TEXT_STR("jleft"), TEXT_STR("jcenter"), TEXT_STR("jright"), TEXT_STR("amigaguide")};

    if (text_at(t, i) != '@' || text_at(t, i + 1) != '{')
        return false;
    if (text_at(t, i + 2) == '"')
        return true;
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++)
        if (text_is(t, i + 2, names[k].p)) {
            int c = text_at(t, i + 2 + names[k].n);
            if (c == '}' || c == ' ')
                return true;
        }
    return false;
}
