/* wrap_address.c - <joe@example.com> and message-ids in brackets: R17 */
#include <string.h>

#include "base/ascii.h"
#include "find/rules_off.h"
#include "find/wrap.h"

/* The words that end with c, in any case, after which "<1@a.example>" is a message-id, and an empty one; NULL for none. */
static const trawl_str *id_words(char c)
{
    static const trawl_str d[] = {TEXT_STR("message-id"), TEXT_STR("msgid"), TEXT_STR("content-id"), {NULL, 0}},
                           e[] = {TEXT_STR("article"), TEXT_STR("message"), {NULL, 0}},
                           g[] = {TEXT_STR("posting"), TEXT_STR("msg"), {NULL, 0}},
                           l[] = {TEXT_STR("cancel"), {NULL, 0}},
                           s[] = {TEXT_STR("references"), TEXT_STR("supersedes"), {NULL, 0}},
                           o[] = {TEXT_STR("in-reply-to"), {NULL, 0}};

    switch (ascii_lower(c)) {
    case 'd':
        return d;
    case 'e':
        return e;
    case 'g':
        return g;
    case 'l':
        return l;
    case 'o':
        return o;
    case 's':
        return s;
    default:
        return NULL;
    }
}

/* Does such a word end at i? With a "-" before it, it is a part of another one, but those of X-Message-ID are ids, too. */
static bool is_id_word(const text *t, size_t i)
{
    for (const trawl_str *word = id_words(t->p[i - 1]); word && word->n > 0; word++) {
        size_t n = word->n;
        char before = i > n ? t->p[i - n - 1] : ' ';
        if (i >= n && ascii_lower(t->p[i - 2]) == word->p[n - 2] && ascii_same(t->p + i - n, word->p, n) &&
            !ascii_is_alpha((unsigned char)before) && (before != '-' || word->p[n - 1] == 'd'))
            return true;
    }
    return false;
}

/* "In <19ab@a.example> Ann wrote": a local part with a digit, behind the word. */
static bool is_id_in(const text *t, size_t word, size_t i)
{
    if (word < 2 || ascii_lower(t->p[word - 1]) != 'n' || ascii_lower(t->p[word - 2]) != 'i' ||
        (word > 2 && (unsigned char)t->p[word - 3] > ' '))
        return false;
    for (i++; i < t->n && t->p[i] != '@' && (unsigned char)t->p[i] > ' '; i++)
        if (ascii_is_digit((unsigned char)t->p[i]))
            return true;
    return false;
}

/* The "<" of an address or id that ends with the ">" before to; to when it is none. */
static size_t opener_of(const text *t, size_t to)
{
    size_t least = to > FOUND_LOCAL ? to - FOUND_LOCAL : 0, i = to - 1;
    bool at = false;

    for (; i > least && (unsigned char)t->p[i - 1] > ' ' && t->p[i - 1] != '<' && t->p[i - 1] != '>'; i--)
        at = at || t->p[i - 1] == '@';
    return at && i > least && t->p[i - 1] == '<' ? i - 1 : to;
}

/* So far behind the first of them ids are ids: "References: <1@a.example> <2@a.example>". */
#define IDS_LEFT 900

/* More blanks than that make no row, and no word before it: what stands farther left may not be remembered. */
#define BLANKS_LEFT 100

static size_t before_blanks(const text *t, size_t i)
{
    size_t least = i > BLANKS_LEFT ? i - BLANKS_LEFT : 0;

    while (i > least && (t->p[i - 1] == ' ' || t->p[i - 1] == '\t'))
        i--;
    return i;
}

/* Does a word that ends at i, before the first of them, make it an id? A colon may follow on it. */
static bool has_id_word(const text *t, size_t i, size_t first)
{
    if (i > 4 && t->p[i - 1] == ':' && (t->p[i - 2] | 0x20) == 's' && ascii_same(t->p + i - 5, "news", 4))
        return true;
    i -= i > 0 && t->p[i - 1] == ':';
    return i > 0 && (is_id_word(t, i) || is_id_in(t, i, first));
}

/* Is the address that ends before i, perhaps, the one that was looked at last? Most of a row of them stand side by side. */
static bool was_last(const text *t, const text_ids *ids, size_t i)
{
    return ids->to == t->base + i && ids->to - ids->open <= FOUND_LOCAL;
}

bool wrap_is_id(text *t, size_t open, size_t to)
{
    text_ids *ids = t->ids;
    size_t first = open, i = before_blanks(t, open), from;
    bool known = ids->open == t->base + open || was_last(t, ids, i);

    while (!known && open - first <= IDS_LEFT && i > 0 && t->p[i - 1] == '>' && (from = opener_of(t, i)) < i) {
        known = ids->open == t->base + from;
        first = from;
        i = before_blanks(t, first);
    }
    if (!known) {
        ids->first = t->base + first;
        ids->is_id = open - first <= IDS_LEFT && has_id_word(t, i, first);
    }
    ids->open = t->base + open;
    ids->to = t->base + to;
    return ids->is_id && t->base + open - ids->first <= IDS_LEFT;
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
    id = wrap_is_id(t, i, end + 1);
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
