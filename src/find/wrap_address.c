/* wrap_address.c - <joe@example.com> and message-ids in brackets: R17 */
#include <string.h>

#include "base/ascii.h"
#include "find/rules_off.h"
#include "find/wrap.h"

/* Words after which "<1@a.example>" is a message-id. */
static const trawl_str id_words[] = {
    {"article", 7}, {"message", 7}, {"message-id", 10}, {"msgid", 5}, {"references", 10}};

/* Do the three letters before i end one of them? */
static bool ends_id_word(const text *t, size_t i)
{
    static const char ends[][4] = {"cle", "age", "-id", "gid", "ces"};
    bool ends_one = false;

    for (size_t k = 0; k < sizeof ends / sizeof ends[0]; k++)
        ends_one = ends_one || (ascii_lower(t->p[i - 1]) == ends[k][2] && ascii_lower(t->p[i - 2]) == ends[k][1] &&
                                ascii_lower(t->p[i - 3]) == ends[k][0]);
    return ends_one;
}

/* The last word before i on its line, a colon and blanks behind it passed over, if it ends as id_words[] do; else an empty one. */
static trawl_str word_before(const text *t, size_t i)
{
    size_t end, from;

    while (i > 0 && (t->p[i - 1] == ' ' || t->p[i - 1] == '\t'))
        i--;
    if (i > 0 && t->p[i - 1] == ':')
        i--;
    end = from = i;
    if (i < 3 || !ends_id_word(t, i))
        return (trawl_str){t->p + i, 0};
    while (from > 0 && end - from < 16 && (ascii_is_alpha((unsigned char)t->p[from - 1]) || t->p[from - 1] == '-'))
        from--;
    return (trawl_str){t->p + from, end - from};
}

bool wrap_is_id(const text *t, size_t i)
{
    trawl_str word = word_before(t, i);

    for (size_t k = 0; word.n > 0 && k < sizeof id_words / sizeof id_words[0]; k++)
        if (word.n == id_words[k].n && ascii_same(word.p, id_words[k].p, word.n))
            return true;
    return false;
}

/* Behind "@": letters, digits, "-", "_", dots, beyond ASCII; or something in square brackets. *dot when it has one. */
static size_t domain_end(const settings *s, text *t, size_t i, bool *dot)
{
    size_t from = i;
    int c = 0;

    *dot = false;
    if (text_at(t, i) == '[') {
        while ((c = text_at(t, i)) > ' ' && c != ']' && c != '<' && c != '>' && i - from < 64)
            i++;
        *dot = true;
        return c == ']' ? i + 1 : from;
    }
    i = settings_span(s, &s->sets.domain, t, i, FOUND_HOST + 1);
    if (i - from > FOUND_HOST)
        return from;
    /* Neither a dot at its beginning counts nor one at its end. */
    *dot = i - from > 2 && memchr(t->p + from + 1, '.', i - from - 2);
    return i;
}

size_t wrap_word(const settings *s, text *t, size_t i)
{
    return settings_span(s, &s->sets.local, t, i + 1, FOUND_LOCAL + 1);
}

outcome wrap_address(const settings *s, text *t, size_t i, size_t at, found *f)
{
    size_t end;
    bool id, dot;

    if (!RULE(R17) || at == i + 1 || at - i - 1 > FOUND_LOCAL || text_at(t, at) != '@' || !settings_mail(s) ||
        s->profile == TRAWL_PROFILE_RFC1738)
        return NOT_A_LINK;
    end = domain_end(s, t, at + 1, &dot);
    if (end == at + 1 || text_at(t, end) != '>')
        return NOT_A_LINK;
    id = wrap_is_id(t, i);
    if (!id && !dot)
        return NOT_A_LINK;
    found_begin(f, id ? TRAWL_MSGID : TRAWL_ADDR, i, end + 1);
    found_note(f, "R17", id ? "a message-id in brackets" : "an address in brackets");
    if (!settings_find(s, id ? TRAWL_FIND_MSGID : TRAWL_FIND_ADDR))
        return PASS_OVER;
    f->plain = true;
    found_simple(f, t, i + 1, end, !id ? "mailto:" : s->news ? "news:" : "mid:");
    return IS_LINK;
}
