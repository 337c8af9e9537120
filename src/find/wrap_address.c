/* wrap_address.c - <joe@example.com> and message-ids in brackets: R17 */
#include <string.h>

#include "base/ascii.h"
#include "find/rules_off.h"
#include "find/wrap.h"

/* Words after which "<1@a.example>" is a message-id. */
static const trawl_str id_words[] = {
    {"article", 7}, {"message", 7}, {"message-id", 10}, {"msgid", 5}, {"references", 10}};

static bool ends_id_word(char c)
{
    return (c | 0x20) == 'd' || (c | 0x20) == 'e' || (c | 0x20) == 's';
}

bool wrap_is_id(const text *t, size_t i)
{
    while (i > 0 && (t->p[i - 1] == ' ' || t->p[i - 1] == '\t'))
        i--;
    if (i > 0 && t->p[i - 1] == ':')
        i--;
    if (i == 0 || !ends_id_word(t->p[i - 1]))
        return false;
    for (size_t k = 0; k < sizeof id_words / sizeof id_words[0]; k++) {
        size_t n = id_words[k].n;
        if ((t->p[i - 1] | 0x20) != id_words[k].p[n - 1] || i < n || !ascii_same(t->p + i - n, id_words[k].p, n))
            continue;
        if (i == n || !(ascii_is_alpha((unsigned char)t->p[i - n - 1]) || t->p[i - n - 1] == '-'))
            return true;
    }
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
