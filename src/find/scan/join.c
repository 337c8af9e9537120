/* join.c - guesses about bare links that may continue in the next line (R26)
 *
 * Most joins are wrong, so they are only offered as a second reading. One is offered when the line
 * is as long as others of its paragraph, the next one has the same quote marks and indent, and its
 * first word could not be prose.
 */

#include "base/ascii.h"
#include "find/scan/scan.h"

#define TOKEN_MAX 2048

/* Returns true when the line is long enough to have been broken by a mail program. */
static bool is_full(const place *p, uint64_t columns)
{
    return columns + 3 >= p->longest || (columns >= 60 && columns <= 80);
}

/* Moves *i past the quote marks of a new line. Returns false when they are not those of the line
 * before. */
static bool same_marks(text *t, place *p, size_t *i)
{
    size_t head = t->n - *i < PLACE_HEAD ? t->n - *i : PLACE_HEAD;
    const quote_marks *a = place_marks(p);
    quote_marks b;

    quote_marks_read(t->p + *i, head, &b);
    if (a->count != b.count)
        return false;
    for (unsigned m = 0; m < b.count; m++)
        if (a->marks[m].c != b.marks[m].c)
            return false;
    *i += b.end;
    return true;
}

/* Returns the blanks between the quote marks and the text of the link's line. */
static size_t own_indent(place *p)
{
    size_t end = place_marks(p)->end, i = end;

    while (i < p->head_n && ascii_is_blank(p->head[i]))
        i++;
    return i - end;
}

/* Returns the next line's first word if it may be the rest of a URL, else an empty one. */
static trawl_str next_token(text *t, place *p, size_t i)
{
    size_t from, indent;
    int c;

    (void)text_at(t, i + PLACE_HEAD); /* enough of the line to know its marks */
    if (i >= t->n || !same_marks(t, p, &i))
        return (trawl_str){NULL, 0};
    indent = text_skip_blanks(t, i) - i;
    if (indent > own_indent(p))
        return (trawl_str){NULL, 0};
    from = i = i + indent;
    while (i - from < TOKEN_MAX && (c = text_at(t, i)) > ' ' && c != '<' && c != '>' && c != '"' &&
           c != 0x7F)
        i++;
    return (trawl_str){t->p + from, i - from < TOKEN_MAX ? i - from : 0};
}

/* Returns true when the word could be the rest of this URL: it is not a URL itself, and a sign in
 * it, or at the URL's end, is unusual in prose. */
static bool could_continue(const candidate *f, trawl_str token)
{
    bool sign = f->url_n > 0 && strchr("/-_=&?%", f->url[f->url_n - 1]);

    if (token.n == 0)
        return false;
    for (size_t i = 0; i < token.n; i++) {
        char c = token.p[i];
        if (c == ':' && token.n - i > 2 && token.p[i + 1] == '/' && token.p[i + 2] == '/')
            return false;
        if (c == '\0' || ((unsigned char)c < 0x80 && !byte_is((unsigned char)c, BYTE_URL)))
            return false;
        sign = sign || ascii_is_digit((unsigned char)c) || (strchr("/?=&%-_", c) != NULL) ||
               (c == '.' && i + 1 < token.n);
    }
    return sign;
}

/* Offers the URL and the token as one reading, which ends where a link in running text would.
 * Returns false when that is no link. */
static bool offer(const settings *s, candidate *f, const char *head, size_t head_n, trawl_str token)
{
    char room[FOUND_BYTES];
    piece one;
    candidate joined = {.pieces = &one};
    const char *colon = memchr(head, ':', head_n);
    text t = {.p = room, .n = head_n + token.n, .final = true};

    if (!colon || !token.p || t.n > sizeof room)
        return false;
    memcpy(room, head, head_n);
    memcpy(room + head_n, token.p, token.n);
    if (bare_scheme(s, &t, (size_t)(colon - head), &joined) != IS_LINK || joined.url_n <= head_n ||
        !form_is_good(joined.url, joined.url_n))
        return false;
    candidate_alt(f, joined.url, joined.url_n, TRAWL_WHY_JOIN);
    return true;
}

void join_next_line(const settings *s, text *t, place *p, candidate *f)
{
    size_t line = text_after_break(t, f->to);
    trawl_str token;
    uint64_t columns = p->column;
    bool any;

    if (line == f->to)
        return;
    for (size_t i = f->from; i < f->to; i++)
        columns += !utf8_goes_on(t->p[i]);
    if (!is_full(p, columns))
        return;
    token = next_token(t, p, line);
    if (!could_continue(f, token))
        return;
    any = offer(s, f, f->url, f->url_n, token);
    if (f->url[f->url_n - 1] == '-')
        any = offer(s, f, f->url, f->url_n - 1, token) || any;
    if (any) {
        f->flags |= TRAWL_FLAG_GUESS_JOINED;
        candidate_note(f, "R26", "it ends its line, and the next line could be the rest of it");
    }
}

/* Returns the end of the line above, if only blanks precede t->p[i] in its own line; else 0. */
static size_t end_of_line_above(const text *t, size_t i)
{
    while (i > 0 && ascii_is_blank(t->p[i - 1]))
        i--;
    if (i == 0 || t->p[i - 1] != '\n')
        return 0;
    i--;
    return i > 0 && t->p[i - 1] == '\r' ? i - 1 : i;
}

void join_line_above(const text *t, candidate *f)
{
    char room[FOUND_PREFIX + 2 * FOUND_LOCAL + FOUND_HOST];
    size_t end = end_of_line_above(t, f->from), from = end, n = f->to - f->from,
           k = sizeof "mailto:" - 1;

    if (end == 0 || t->p[end - 1] != '-')
        return;
    while (from > 0 && end - from < FOUND_LOCAL && (unsigned char)t->p[from - 1] < 0x80 &&
           (link_class((unsigned char)t->p[from - 1]) & LINK_EMAIL))
        from--;
    if (end - from < 2 || end - from >= FOUND_LOCAL || k + end - from + n > sizeof room)
        return;
    memcpy(room, "mailto:", k);
    memcpy(room + k, t->p + from, end - from);
    memcpy(room + k + end - from, t->p + f->from, n);
    f->flags |= TRAWL_FLAG_GUESS_JOINED;
    candidate_note(f, "R26", "the line above ends in a hyphen that may belong to it");
    candidate_alt(f, room, k + end - from + n, TRAWL_WHY_JOIN);
}
