/* bare_name.c - which name before a "://" is the scheme of a link: M6, M9, M15 */
#include <string.h>

#include "base/ascii.h"
#include "find/bare.h"
#include "find/byteclass.h"
#include "find/rules_off.h"
#include "grammar/schemes.h"

size_t bare_scheme_start(const text *t, size_t colon, bool *too_long)
{
    size_t i = colon;

    while (i > t->floor && colon - i <= FOUND_SCHEME && byte_is((unsigned char)t->p[i - 1], BYTE_SCHEME))
        i--;
    *too_long = colon - i > FOUND_SCHEME;
    while (i < colon && !ascii_is_alnum((unsigned char)t->p[i]))
        i++;
    return i;
}

/* M9: "seehttp://" is a word with a URL glued to it. */
static size_t glued_start(const text *t, size_t from, size_t colon)
{
    static const char *const names[] = {"https", "http", "ftp"};

    for (int i = 0; i < 3; i++) {
        size_t k = strlen(names[i]);
        if (colon - from > k && ascii_same(t->p + colon - k, names[i], k))
            return colon - k;
    }
    return colon;
}

/* "hg+https": what stands behind the last "+" is a scheme of its own, by which the other is reached. */
static bool is_compound(const text *t, size_t from, size_t colon)
{
    size_t i = colon;

    while (i > from && t->p[i - 1] != '+')
        i--;
    return i > from + 1 && ascii_is_alnum((unsigned char)t->p[i - 2]) && scheme_find(t->p + i, colon - i);
}

size_t bare_choose_scheme(const settings *s, const text *t, size_t colon, found *f)
{
    bool too_long, known, glued_known;
    size_t from = bare_scheme_start(t, colon, &too_long), glued;
    bool may = from < colon && !too_long && ascii_is_alpha((unsigned char)t->p[from]) &&
               settings_scheme(s, t->p + from, colon - from, &known);

    if (may && known)
        return from;
    glued = RULE(M9) && !(may && is_compound(t, from, colon))
                ? glued_start(t, too_long ? colon - FOUND_SCHEME : from, colon)
                : colon;
    if (glued < colon && settings_scheme(s, t->p + glued, colon - glued, &glued_known)) {
        f->flags |= TRAWL_GLUED;
        found_note(f, "M9", "the scheme was glued to the word before it");
        return glued;
    }
    if (!may)
        return colon;
    f->flags |= TRAWL_UNKNOWN_SCHEME;
    found_note(f, "M6", "the scheme is in no list");
    return from;
}

size_t bare_before_url(const text *t, size_t name, size_t end)
{
    size_t to = glued_start(t, name, end);
    uint32_t last = '.';

    if (to == end)
        return memchr(t->p + name, '.', end - name) ? end : name;
    while (to > name && ((last = text_char_before(t, to).code) == '.' || last == '-' || last == 0x3002))
        to -= last == 0x3002 ? 3 : 1;
    return to;
}
