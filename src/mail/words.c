/* words.c - a field's body: where folds and encoded-words are in it (SPEC E2, E13; RFC 5322 2.2.3, RFC 2047)
 *
 * Neighbouring encoded-words of one charset are decoded together, by words_code.c and words_charset.c. Whatever is looked
 * for ahead is remembered, so that "=?" by the thousand with no end takes no longer than other text.
 */
#include "mail/words_inside.h"

#include <string.h>
#include <trawl.h>

#include "base/ascii.h"
#include "charset/ascii_run.h"

/* A body, and what lies ahead in it: the first from any place that was asked about to the place itself; n for none. */
typedef struct body {
    const char *p;
    size_t n;
    size_t opening; /* "=?" */
    size_t closing; /* "?=" */
    size_t illegal; /* what stands in no encoded-word */
    words_text *text;
    srcmap *map;
    int failed;
} body;

/* An encoded-word. */
typedef struct word {
    const names_row *row;
    char how;        /* Q or B */
    size_t from, to; /* its text */
} word;

/* The length of a line break before a blank: CRLF or LF; 0 for none. */
static size_t fold_at(const body *b, size_t at)
{
    size_t len = b->p[at] == '\r' ? 2 : 1;

    if ((b->p[at] != '\r' && b->p[at] != '\n') || b->n - at <= len || !ascii_is_blank(b->p[at + len]))
        return 0;
    return b->p[at + len - 1] == '\n' ? len : 0;
}

/* Where the pair stands first, from at on. */
static size_t pair_ahead(const body *b, size_t *known, size_t at, char first, char second)
{
    if (*known >= at)
        return *known;
    for (*known = at; *known + 1 < b->n; ++*known)
        if (b->p[*known] == first && b->p[*known + 1] == second)
            return *known;
    return *known = b->n;
}

static size_t illegal_ahead(body *b, size_t at)
{
    size_t i = at;

    if (b->illegal >= at)
        return b->illegal;
    while (i < b->n) {
        size_t len = fold_at(b, i);
        if (len == 0 && b->p[i] != '\t' && (b->p[i] < ' ' || b->p[i] == 0x7F || (unsigned char)b->p[i] >= 0x80))
            break;
        i += len ? len : 1;
    }
    return b->illegal = i;
}

/* The charset of "=?charset*language?", whose "?" is at *mark. */
static const names_row *charset_at(const body *b, size_t at, size_t *mark)
{
    const char *label = b->p + at + 2, *star;
    size_t i = at + 2, n;

    while (i < b->n && b->p[i] > ' ' && b->p[i] < 0x7F && b->p[i] != '?')
        i++;
    *mark = i;
    n = i - at - 2;
    star = memchr(label, '*', n);
    return names_find(label, star ? (size_t)(star - label) : n);
}

/* Is there a whole encoded-word at this place? */
static bool word_at(body *b, size_t at, word *w)
{
    size_t mark, closing;
    bool known = false;

    if (b->n - at < 2 || b->p[at] != '=' || b->p[at + 1] != '?')
        return false;
    w->row = charset_at(b, at, &mark);
    if (mark == at + 2 || b->n - mark < 3 || b->p[mark] != '?' || b->p[mark + 2] != '?' ||
        !memchr("QqBb", b->p[mark + 1], 4))
        return false;
    w->how = b->p[mark + 1];
    w->from = mark + 3;
    closing = pair_ahead(b, &b->closing, w->from, '?', '=');
    if (closing == b->n || illegal_ahead(b, w->from) < closing)
        return false;
    if (pair_ahead(b, &b->opening, w->from, '=', '?') + 1 < closing)
        return false;
    w->to = closing;
    b->failed = words_make_room(b->text);
    if (!b->failed)
        b->failed = words_know(b->text->room, w->row, &known);
    if (!known)
        w->row = names_find("us-ascii", 8); /* nobody knows it: as bytes undeclared, so that no URL in ASCII is lost */
    return !b->failed;
}

/* Source that stands for nothing, inside encoded-words. */
static int add_gap(words_room *room, size_t n)
{
    return words_map(room->placed ? &room->places : NULL, n, 0, 1);
}

static size_t space_end(const body *b, size_t at)
{
    while (at < b->n && (ascii_is_blank(b->p[at]) || b->p[at] == '\r' || b->p[at] == '\n'))
        at++;
    return at;
}

/* The encoded-words of one charset from at on, the first of which is *w. *w is the next one when it is of another. Returns
 * the end of them, and of the white space behind if a next one follows. */
static size_t add_words(body *b, size_t at, word *w, bool *more)
{
    words_room *room = b->text->room;
    const names_row *row = w->row;

    room->bytes.n = 0;
    room->placed = b->map != NULL;
    srcmap_clear(&room->places);
    do {
        size_t next;
        b->failed = add_gap(room, w->from - at);
        if (!b->failed)
            b->failed = words_code(room, w->how, b->p + w->from, w->to - w->from);
        at = w->to + 2;
        next = space_end(b, at);
        *more = !b->failed && word_at(b, next, w);
        if (!b->failed)
            b->failed = add_gap(room, *more ? next - at + 2 : 2);
        at = *more ? next : at;
    } while (*more && !b->failed && w->row == row);
    if (!b->failed)
        b->failed = words_put_bytes(b->text, b->map, row);
    return at;
}

/* Text up to a fold or an encoded-word; *more: it is one, *w. */
static size_t text_end(body *b, size_t at, word *w, bool *more)
{
    for (*more = false; at < b->n && !b->failed; at++) {
        char c = b->p[at];
        if (c != '=' && c != '\r' && c != '\n')
            continue;
        *more = word_at(b, at, w);
        if (*more || fold_at(b, at) > 0)
            break;
    }
    return at;
}

/* What stands at this place, to its end. */
static size_t put_next(body *b, size_t at)
{
    word w;
    bool more;
    size_t end = text_end(b, at, &w, &more), fold;

    if (!b->failed)
        b->failed = words_put_utf8(b->text, b->map, b->p + at, end - at, true);
    while (more && !b->failed)
        end = add_words(b, end, &w, &more);
    fold = end < b->n && !b->failed ? fold_at(b, end) : 0;
    if (fold > 0)
        b->failed = words_map(b->map, fold, 0, 1);
    return end + fold;
}

/* As most are: nothing but ASCII, no fold, nothing that may begin an encoded-word. */
static bool is_plain(const char *p, size_t n)
{
    return n > 0 && ascii_run(p, n) == n && !memchr(p, '=', n) && !memchr(p, '\n', n);
}

int words_decode(words_text *text, srcmap *map, const char *p, size_t n)
{
    body b = {.p = p, .n = n, .text = text, .map = map};

    text->n = 0;
    if (map)
        srcmap_clear(map);
    if (is_plain(p, n)) {
        b.failed = words_put(text, p, n);
        return b.failed ? b.failed : words_map(map, n, 1, 1);
    }
    for (size_t at = 0; at < n && !b.failed;)
        at = put_next(&b, at);
    return b.failed;
}
