/* params.c - parses structured fields such as Content-Type (RFC 2045 section 5, RFC 2231 sections 3
 * and 4)
 *
 * Input is the body of a field; output its value ("text/plain") or a parameter, decoded to UTF-8.
 * Tolerates malformed input: a quote that is not closed ends at ";" or at the end of the line; a
 * value without quotes may contain blanks unless "name=" or "name:" follows; semicolons may be
 * missing; numbered pieces end before the first missing number. Takes linear time: the end of an
 * unclosed comment or quote is searched for only once.
 */
#include <trawl.h>

#include "mail/header/inside.h"

enum { ENDS_NAME = 1, ENDS_VALUE = 2 };

/* The bytes that end a name, or the value before the parameters. More bytes than in RFC 2045 may be
 * in a name: "text/plain" is parsed as a name without "=". */
#define C (ENDS_NAME | ENDS_VALUE)
/* clang-format off */
static const unsigned char params_ends[256] = {
    C, C, C, C, C, C, C, C, C, C, C, C, C, C, C, C, /* controls and the space */
    C, C, C, C, C, C, C, C, C, C, C, C, C, C, C, C, C,
    [0x7F] = C, [';'] = C, ['='] = C, ['('] = C, [','] = C,
    [')'] = ENDS_NAME, ['"'] = ENDS_NAME, [':'] = ENDS_NAME,
};
/* clang-format on */
#undef C

static inline size_t token_end(const params_split *s, size_t at, unsigned by)
{
    while (at < s->n && !(params_ends[(unsigned char)s->p[at]] & by))
        at++;
    return at;
}

/* Returns the end of the comment at `at`, or `at` if there is none. */
static size_t comment_end(params_split *s, size_t at)
{
    size_t depth = 0;

    if (s->unclosed || at == s->n || s->p[at] != '(')
        return at;
    for (size_t i = at; i < s->n; i++) {
        if (s->p[i] == '\\')
            i++;
        else if (s->p[i] == '(')
            depth++;
        else if (s->p[i] == ')' && --depth == 0)
            return i + 1;
    }
    s->unclosed = true;
    return at;
}

/* Skips white space and comments. */
static inline void params_skip(params_split *s)
{
    size_t at;

    if (s->at < s->n && (unsigned char)s->p[s->at] > ' ' && s->p[s->at] != '(')
        return;
    do {
        at = s->at;
        s->at = comment_end(s, skip_space(s->p, at, s->n));
    } while (s->at > at);
}

/* ---- Pairs ---- */

/* Returns true if the white space at `at` ends a value without quotes, because the end of the
 * field, ";", a comment, "name=" or "name:" follows. */
static bool params_ends_value(params_split *s, size_t at)
{
    size_t next = skip_space(s->p, at, s->n);

    if (next == s->n || s->p[next] == ';' || comment_end(s, next) > next)
        return true;
    next = skip_space(s->p, token_end(s, next, ENDS_NAME), s->n);
    return next < s->n && (s->p[next] == '=' || s->p[next] == ':');
}

static size_t unquoted_end(params_split *s, size_t at)
{
    while (at < s->n && s->p[at] != ';' && comment_end(s, at) == at) {
        if (!is_space(s->p[at]))
            at++;
        else if (params_ends_value(s, at))
            break;
        else
            at = skip_space(s->p, at, s->n);
    }
    return at;
}

static void params_take_value(params_split *s, params_pair *pair)
{
    size_t from = s->at, to;

    pair->quoted = from < s->n && s->p[from] == '"';
    if (pair->quoted) {
        const char *p = s->p + ++from, *close = memchr(p, '"', s->n - from);
        if (close && !memchr(p, '\\', (size_t)(close - p)))
            to = (size_t)(close - s->p);
        else
            for (to = from; to < s->n && s->p[to] != '"'; to++)
                to += s->p[to] == '\\' && s->n - to > 1;
        s->at = to + 1;
        if (to >= s->n) {
            to = from;
            while (to < s->n && s->p[to] != ';' && s->p[to] != '\r' && s->p[to] != '\n')
                to++;
            s->at = to;
        }
    } else {
        s->at = to = unquoted_end(s, from);
    }
    pair->value = s->p + from;
    pair->value_n = to - from;
}

/* Removes "*", "*0" or "*0*" from the end of the name, and sets `extended` and `number`. */
static void take_suffix(params_pair *pair)
{
    size_t n = pair->name_n, number = 0;

    pair->extended = n > 0 && pair->name[n - 1] == '*';
    pair->name_n = n -= pair->extended;
    pair->number = PARAMS_NO_NUMBER;
    while (n > 0 && ascii_is_digit((unsigned char)pair->name[n - 1]))
        n--;
    if (n == pair->name_n || n == 0 || pair->name[n - 1] != '*')
        return;
    for (size_t i = n; i < pair->name_n; i++)
        number = number < SIZE_MAX / 100 ? 10 * number + (size_t)(pair->name[i] - '0') : number;
    pair->number = number;
    pair->name_n = n - 1;
}

bool params_next(params_split *s, params_pair *pair)
{
    for (params_skip(s); s->at < s->n; params_skip(s)) {
        size_t from = s->at, to = token_end(s, from, ENDS_NAME);
        s->at = to;
        params_skip(s);
        if (to > from && s->at < s->n && s->p[s->at] == '=') {
            pair->name = s->p + from;
            pair->name_n = to - from;
            take_suffix(pair);
            s->at++;
            params_skip(s);
            params_take_value(s, pair);
            return true;
        }
        s->at += to == from && s->at == from;
    }
    return false;
}

/* ---- Values ---- */

/* Appends the pair's value without folded line breaks and, if it was quoted, without the
 * backslashes that escape characters. */
static int put_unquoted(buffer *t, const params_pair *pair)
{
    const char *p = pair->value;
    size_t n = pair->value_n, from = 0;
    bool escape = false;
    int failed = TRAWL_OK;

    if (!memchr(p, '\\', n) && !memchr(p, '\n', n))
        return buffer_put(t, p, n);
    for (size_t i = 0, cut; i < n && !failed; i += cut > 0 ? cut : 1) {
        cut = (unsigned char)p[i] < ' ' ? fold_length(p + i, n - i) : 0;
        escape = p[i] == '\\' && !escape && pair->quoted && n - i > 1;
        cut += escape;
        if (cut == 0)
            continue;
        failed = buffer_put(t, p + from, i - from);
        from = i + cut;
    }
    return failed ? failed : buffer_put(t, p + from, n - from);
}

size_t params_charset_length(const char *p, size_t n)
{
    const char *first = n > 0 ? memchr(p, '\'', n) : NULL;
    const char *second = first ? memchr(first + 1, '\'', n - (size_t)(first + 1 - p)) : NULL;

    return second ? (size_t)(second + 1 - p) : 0;
}

/* Removes "charset'language'" from the start of the text. Returns the charset, or NULL if there is
 * none or it is unknown. */
static const names_row *params_take_charset(buffer *t)
{
    size_t n = params_charset_length(t->p, t->n);
    const char *quote = n > 0 ? memchr(t->p, '\'', n) : NULL;
    const names_row *row = quote ? names_find(t->p, (size_t)(quote - t->p)) : NULL;

    if (n > 0)
        memmove(t->p, t->p + n, t->n - n);
    t->n -= n;
    return row;
}

/* Appends the value of consecutive pieces, up to the first that is missing (its name is NULL).
 * Joins the pieces before decoding, since a character may be divided between two of them. Does not
 * decode a boundary; only removes blanks at its end (RFC 2046 5.1.1). */
static int params_put_pieces(words *w, buffer *value, const params_pair *pieces, size_t count,
                             const char *name)
{
    bool boundary = strcmp(name, "boundary") == 0;
    buffer *joined = &w->joined;
    const names_row *row = NULL;
    bool escapes = false, known;
    int failed = TRAWL_OK;

    joined->n = 0;
    for (size_t i = 0; i < count && pieces[i].name && !failed; i++) {
        size_t from = joined->n;
        failed = put_unquoted(joined, &pieces[i]);
        if (failed || !pieces[i].extended)
            continue;
        if (i == 0)
            row = params_take_charset(joined);
        if (joined->n > from)
            joined->n =
                from + ascii_unescape(joined->p + from, joined->p + from, joined->n - from, 0);
        escapes = true;
    }
    while (boundary && joined->n > 0 && ascii_is_blank(joined->p[joined->n - 1]))
        joined->n--;
    if (failed || boundary)
        return failed ? failed : buffer_put(value, joined->p, joined->n);
    if (!escapes) /* many mailers write encoded-words here, although they are not allowed */
        return words_decode(w, value, NULL, joined->p, joined->n);
    failed = words_know_charset(w, row, &known);
    w->bytes.n = 0;
    if (!failed)
        failed = buffer_put(&w->bytes, joined->p, joined->n);
    return failed ? failed : words_put_bytes(w, value, &w->none, known ? row : NULL);
}

static bool has_name(const params_pair *pair, const char *name, size_t n)
{
    return pair->name_n == n && ascii_same(pair->name, name, n);
}

/* Appends the value of numbered pieces, in the order of their numbers. Sets *there to whether a
 * first piece exists: "name*0", or "name*1" as in some mailers. The field has `count` pieces, so
 * higher numbers are ignored. */
static int put_numbered(words *w, buffer *value, bool *there, size_t count, params_split s,
                        const char *name)
{
    params_pair *pieces = memory_zeroed(value->m, ++count * sizeof *pieces), *first = pieces;
    size_t name_n = strlen(name);
    int failed = TRAWL_OK;

    if (!pieces)
        return TRAWL_ERROR_NO_MEMORY;
    for (params_pair pair; params_next(&s, &pair);)
        if (has_name(&pair, name, name_n) && pair.number < count && !pieces[pair.number].name)
            pieces[pair.number] = pair;
    first += !first->name;
    *there = first->name != NULL;
    if (*there)
        failed = params_put_pieces(w, value, first, count - (size_t)(first - pieces), name);
    memory_free(value->m, pieces);
    return failed;
}

int params_get(words *w, buffer *value, bool *there, const char *field, size_t n, const char *name)
{
    const params_split start = {.p = field, .n = n};
    params_split s = start;
    params_pair pair, plain = {0}, extended = {0};
    size_t numbered = 0, name_n = strlen(name);
    int failed = TRAWL_OK;

    value->n = 0;
    *there = false;
    while (params_next(&s, &pair)) {
        params_pair *same = pair.extended ? &extended : &plain;
        if (!has_name(&pair, name, name_n))
            continue;
        if (pair.number != PARAMS_NO_NUMBER)
            numbered++;
        else if (!same->name)
            *same = pair;
    }
    if (extended.name)
        plain = extended;
    else if (numbered > 0)
        failed = put_numbered(w, value, there, numbered, start, name);
    if (failed || *there || !plain.name)
        return failed;
    *there = true;
    return params_put_pieces(w, value, &plain, 1, name);
}

int params_value(buffer *value, const char *field, size_t n)
{
    params_split s = {.p = field, .n = n};

    value->n = 0;
    if (buffer_reserve(value, n))
        return TRAWL_ERROR_NO_MEMORY;
    for (params_skip(&s); s.at < n; params_skip(&s)) {
        size_t before = value->n;
        if (before > 0 && field[s.at] != '/' && value->p[before - 1] != '/')
            break; /* blanks and comments are allowed only around "/" */
        while (s.at < n && !(params_ends[(unsigned char)field[s.at]] & ENDS_VALUE))
            value->p[value->n++] = ascii_lower(field[s.at++]);
        if (value->n == before)
            break;
    }
    if (s.at < n && field[s.at] == '=')
        value->n = 0; /* it is a parameter */
    return TRAWL_OK;
}
