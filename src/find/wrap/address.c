/* address.c - addresses and message-ids in brackets: "<joe@example.com>" (R17) */

#include "base/ascii.h"
#include "find/wrap/inside.h"

#define LETTER(c) (1u << ((c)&31))
#define LAST_LETTERS                                                                               \
    (LETTER('d') | LETTER('e') | LETTER('g') | LETTER('l') | LETTER('o') | LETTER('s'))

/* Returns true for the last byte of a word that marks an id, of "In", or of a previous address. */
static bool may_end_id_word(char c)
{
    return c == '>' || c == ':' ||
           ((unsigned char)c >= 'A' && LETTER(c) & (LAST_LETTERS | LETTER('n')));
}

/* Returns true when a word ends at i after which "<1@a.example>" is a message-id. A word after a
 * "-" does not count, except in "X-Message-ID". */
static bool is_id_word(const text *t, size_t i)
{
    static const trawl_str words[] = {
        TEXT_STR("message-id"), TEXT_STR("references"), TEXT_STR("in-reply-to"),
        TEXT_STR("msgid"),      TEXT_STR("content-id"), TEXT_STR("article"),
        TEXT_STR("message"),    TEXT_STR("posting"),    TEXT_STR("msg"),
        TEXT_STR("cancel"),     TEXT_STR("supersedes")};
    char last = ascii_lower(t->p[i - 1]);

    if (!(LETTER(last) & LAST_LETTERS))
        return false;
    for (size_t k = 0; k < sizeof words / sizeof words[0]; k++) {
        size_t n = words[k].n;
        char before;
        if (last != words[k].p[n - 1] || i < n || !ascii_same(t->p + i - n, words[k].p, n))
            continue;
        before = i > n ? t->p[i - n - 1] : ' ';
        if (!ascii_is_alpha((unsigned char)before) && (before != '-' || last == 'd'))
            return true;
    }
    return false;
}

/* Returns true for "In <19ab@a.example> Ann wrote": a local part with a digit, after the word
 * "In". */
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

/* Returns true when a word that ends at i, before the "<" at `first`, marks an id. A colon may
 * follow the word. */
static bool has_id_word(const text *t, size_t i, size_t first)
{
    if (i > 4 && t->p[i - 1] == ':' && ascii_same(t->p + i - 5, "news", 4))
        return true;
    i -= i > 0 && t->p[i - 1] == ':';
    return i > 0 && (is_id_word(t, i) || is_id_in(t, i, first));
}

/* Returns the "<" of the address or id that ends with the ">" before `to`; `to` for none. */
static size_t opener_of(const text *t, size_t to)
{
    size_t least = to > FOUND_LOCAL ? to - FOUND_LOCAL : 0, i = to - 1;
    bool at = false;

    while (i > least && (unsigned char)t->p[i - 1] > ' ' && t->p[i - 1] != '<' &&
           t->p[i - 1] != '>')
        at = t->p[--i] == '@' || at;
    return at && i > least && t->p[i - 1] == '<' ? i - 1 : to;
}

/* The ids of a row begin at most this many bytes after the first: "References: <1@a.example>
 * <2@a.example>". */
#define ROW_MAX 900

/* More blanks end a row, and separate a word from it: the text to their left may have left the
 * window. */
#define BLANKS_MAX 100

static size_t before_blanks(const text *t, size_t i)
{
    size_t least = i > BLANKS_MAX ? i - BLANKS_MAX : 0;

    while (i > least && ascii_is_blank(t->p[i - 1]))
        i--;
    return i;
}

/* Returns true when the address in the brackets open..to is a message-id, by the word that ends at
 * i before it, or before the row of such addresses that it is in. The result for the last address
 * is kept, so that a long row is not read again for each. */
__attribute__((noinline)) static bool is_id(text *t, size_t i, size_t open, size_t to)
{
    text_ids *row = t->ids;
    size_t first = open, from;
    bool known = row->open == t->base + open ||
                 (row->to == t->base + i && row->to - row->open <= FOUND_LOCAL);

    while (!known && open - first <= ROW_MAX && i > 0 && t->p[i - 1] == '>' &&
           (from = opener_of(t, i)) < i) {
        known = row->open == t->base + from;
        first = from;
        i = before_blanks(t, first);
    }
    if (!known) {
        row->first = t->base + first;
        row->is_id = open - first <= ROW_MAX && has_id_word(t, i, first);
    }
    row->open = t->base + open;
    row->to = t->base + to;
    return row->is_id && t->base + open - row->first <= ROW_MAX;
}

/* Returns the end of the domain at i: letters, digits, "-", "_", dots, characters beyond ASCII; or
 * something in square brackets. Returns i for none. Sets *dot to true if there is a dot inside. */
static size_t domain_end(const settings *s, text *t, size_t i, bool *dot)
{
    size_t from = i, n;
    kernel_marks marks;
    int c = text_at(t, i);

    *dot = c == '[';
    if (c == '[') {
        while ((c = text_at(t, i)) > ' ' && c != ']' && c != '<' && c != '>' && i - from < 64)
            i++;
        return c == ']' ? i + 1 : from;
    }
    n = s->kernel->host(t->p + i, t->n - i, &marks); /* most of it */
    i += n;
    if (n > 2 && n < KERNEL_HOST && i < t->n && t->p[i] == '>') { /* nearly always all of it */
        *dot = (marks.dots & (((uint64_t)1 << (n - 1)) - 2)) != 0;
        return i;
    }
    while (i - from <= FOUND_HOST && (c = text_at(t, i)) >= 0 &&
           (c >= 0x80 || c == '.' || c == '_' || byte_is((unsigned char)c, BYTE_LABEL)))
        i++;
    if (i - from > FOUND_HOST)
        return from;
    *dot = i - from > 2 && memchr(t->p + from + 1, '.', i - from - 2);
    return i;
}

size_t wrap_word(const settings *s, text *t, size_t i)
{
    return settings_span(s, &s->sets.opened, t, i + 1, FOUND_LOCAL + 1);
}

/* Moves *from and *to past invisible characters inside (M8). Returns true if there are some. Out of
 * line, since they are rare. */
__attribute__((noinline)) static bool trim_invisible(text *t, size_t *from, size_t *to)
{
    const size_t first = *from, last = *to;
    utf8_char c;

    while (*from < *to && (c = text_char(t, *from)).len > 1 && text_invisible(c.code))
        *from += c.len;
    for (unsigned n = 2; n <= 4 && n < *to - *from; n++) {
        c = utf8_decode(t->p + *to - n, n);
        if (c.len != n || !text_invisible(c.code))
            continue;
        *to -= n;
        n = 1;
    }
    return *from > first || *to < last;
}

outcome wrap_address(const settings *s, text *t, size_t i, size_t at, candidate *f)
{
    size_t from = i + 1, end, to, word;
    bool id, dot;

    if (!RULE(R17) || at == i + 1 || at - i - 1 > FOUND_LOCAL || text_at(t, at) != '@' ||
        s->profile != TRAWL_PROFILE_MAIL)
        return NOT_A_LINK;
    end = domain_end(s, t, at + 1, &dot);
    if (end == at + 1 || text_at(t, end) != '>')
        return NOT_A_LINK;
    word = before_blanks(t, i);
    id = word > 0 && may_end_id_word(t->p[word - 1]) && is_id(t, word, i, end + 1);
    if (!id && !dot)
        return NOT_A_LINK;
    candidate_begin(f, id ? TRAWL_KIND_MSGID : TRAWL_KIND_ADDR, i, end + 1);
    candidate_note(f, "R17", id ? "a message-id in brackets" : "an address in brackets");
    if (!settings_find(s, id ? TRAWL_FIND_MSGID : TRAWL_FIND_ADDR))
        return SKIPPED;
    to = end;
    if (((t->p[from] | t->p[end - 1]) & 0x80) && !id && RULE(M8) && trim_invisible(t, &from, &to)) {
        if (from >= at || to <= at + 1)
            return NOT_A_LINK;
        f->flags |= TRAWL_FLAG_FORMAT_CHAR;
        candidate_note(f, "M8", "invisible characters at its ends are left out");
    }
    f->plain = true;
    if (!id)
        candidate_simple(f, t, from, to, (trawl_str)TEXT_STR("mailto:"));
    else
        candidate_simple(f, t, i + 1, end,
                         (trawl_str){t->ids->news ? "news:" : "mid:", t->ids->news ? 5 : 4});
    return IS_LINK;
}
