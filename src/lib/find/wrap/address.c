/* address.c - addresses and message-ids in brackets: "<joe@example.com>" (R17) */

#include "base/ascii.h"
#include "find/wrap/inside.h"

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

/* Returns true when a word that ends at i, before the "<" at `first`, marks an id. */
static bool has_id_word(const text *t, size_t i, size_t first)
{
    if (i > 3 && t->p[i] == ':' && ascii_same(t->p + i - 4, "news", 4))
        return true;
    return address_after_id_word(t, i, true) || is_id_in(t, i, first);
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

/* Returns the end of the address that may precede the address at `open` in a row: in its line, or
 * in the line above if blanks precede `open`, as in a folded field. */
static size_t before_row(const text *t, size_t open)
{
    size_t i = open;

    if (i > 0 && t->p[i - 1] == ' ')
        i--;
    if (i > 0 && !ascii_is_blank(t->p[i - 1]) && t->p[i - 1] != '\n')
        return i;
    return i < open || (i > 0 && ascii_is_blank(t->p[i - 1])) ? address_before(t, open, "") : open;
}

/* Returns the end of the word that ends at i or before a ":" there; without such a word, the end of
 * the word before the row of addresses that begins at `first`. */
static size_t address_word_before(const text *t, size_t i, size_t first)
{
    if (i > 0 && ascii_is_alnum((unsigned char)t->p[i - 1]))
        return i;
    if (i > 1 && t->p[i - 1] == ':' && ascii_is_alnum((unsigned char)t->p[i - 2]))
        return i - 1;
    return address_before(t, first, ":*_`.");
}

/* Returns true when the address in the brackets open..to is a message-id. The word before i shows
 * this, or the word before the row of such addresses that it is in. The result for the last address
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
        i = before_row(t, first);
    }
    if (!known) {
        row->first = t->base + first;
        row->is_id =
            open - first <= ROW_MAX && has_id_word(t, address_word_before(t, i, first), first);
    }
    row->open = t->base + open;
    row->to = t->base + to;
    return row->is_id && t->base + open - row->first <= ROW_MAX;
}

bool wrap_is_id(text *t, size_t open, size_t to)
{
    return is_id(t, before_row(t, open), open, to);
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

/* Returns true for invisible characters (M8) and quotes, which are no part of an address. */
static bool is_around(uint32_t code)
{
    return text_invisible(code) || (code >= 0x2018 && code <= 0x201F) || code == 0xAB ||
           code == 0xBB || code == 0x2039 || code == 0x203A || (code >= 0x300C && code <= 0x300F);
}

/* Returns t->p[from..to) without is_around() characters at both ends. Out of line: they are
 * rare. */
__attribute__((noinline)) static piece trim_invisible(text *t, size_t from, size_t to)
{
    utf8_char c;

    while (from < to && (c = text_char(t, from)).len > 1 && is_around(c.code))
        from += c.len;
    for (unsigned n = 2; n <= 4 && n < to - from; n++) {
        c = utf8_decode(t->p + to - n, n);
        if (c.len != n || !is_around(c.code))
            continue;
        to -= n;
        n = 1;
    }
    return (piece){from, to};
}

/* Returns true when dots at the end of t->p[from..at), or of the host after the "@", stand for what
 * was left out: "<joe...@a.example>", "<joe@a..>". */
static bool address_is_shortened(const text *t, size_t from, size_t at, size_t end)
{
    return t->p[end - 1] == '.'  ? end - at > 2 && t->p[end - 2] == '.'
           : t->p[at - 1] == '.' ? at - from > 3 && memcmp(t->p + at - 3, "...", 3) == 0
                                 : false;
}

/* Returns the signs of the last label of the domain t->p[from..to). Unless `all` is set, returns
 * signs only if the label is a file's ending. */
__attribute__((noinline)) static unsigned label_signs(const settings *s, const text *t, size_t from,
                                                      size_t to, bool dot, bool all)
{
    const host_span h = {.from = from, .to = to, .last = bytes_after_last(t->p, from, to, '.')};
    const bool file = dot && address_is_file_ending(t->p + h.last, to - h.last);
    return (file ? 1u << ADDRESS_FILE : 0) | (all || file ? address_host_signs(s, t, &h) : 0);
}

outcome wrap_address(const settings *s, text *t, size_t i, size_t at, candidate *f)
{
    size_t from = i + 1, end, to;
    unsigned found;
    bool id, dot, all, plain;

    if (!RULE(R17) || at == i + 1 || at - i - 1 > FOUND_LOCAL || text_at(t, at) != '@' ||
        !settings_mail_or_screen(s))
        return NOT_A_LINK;
    end = domain_end(s, t, at + 1, &dot);
    if (end == at + 1 || text_at(t, end) != '>')
        return NOT_A_LINK;
    candidate_begin(f, TRAWL_KIND_ADDR, i, end + 1);
    id = address_may_follow_word(s, t, i) && wrap_is_id(t, i, end + 1);
    if (!id) {
        found = 1u << ADDRESS_BRACKETS;
        if (address_has_id_shape(t->p + from, at - from, t->p + at + 1, end - at - 1))
            found |= 1u << ADDRESS_ID_SHAPE;
        if (t->p[from] == '-' || t->p[from] == '+' || t->p[from] == '.' ||
            address_is_shortened(t, from, at, end))
            found |= 1u << ADDRESS_HALF;
        all = f->wants_notes || found >> ADDRESS_ID_WORD;
        if (all || bare_may_end(s, BARE_FILE, t->p + end))
            found |= label_signs(s, t, at + 1, end, dot, all);
        id = !address_weigh(t, from, found, f);
        if (id && !(found & 1u << ADDRESS_ID_SHAPE))
            return SKIPPED;
    }
    if (!id && !dot)
        return NOT_A_LINK;
    f->kind = id ? TRAWL_KIND_MSGID : TRAWL_KIND_ADDR;
    candidate_note(f, "R17", id ? "a message-id in brackets" : "an address in brackets");
    if (!settings_find(s, id ? TRAWL_FIND_MSGID : TRAWL_FIND_ADDR))
        return SKIPPED;
    to = end;
    plain = settings_span(s, &s->sets.made, t, from, to - from) == to; /* nearly all */
    if (!id && !plain && RULE(M8) && text_any(t, from, to, is_around)) {
        const piece seen = trim_invisible(t, from, to);

        from = seen.from;
        to = seen.to;
        if (from >= at || to <= at + 1)
            return NOT_A_LINK;
        if (text_any(t, i, end, text_invisible))
            f->flags |= TRAWL_FLAG_FORMAT_CHAR;
        candidate_note(f, "M8", "it has invisible characters or quotes");
    }
    f->plain = true;
    f->codes = !plain;
    if (plain && !id) {
        f->ascii = true;
        candidate_simple(f, t, from, to, (trawl_str)TEXT_STR("mailto:"));
    } else {
        candidate_id(f, t, from, to, id ? t->ids->news ? "news:" : "mid:" : "mailto:");
    }
    return IS_LINK;
}
