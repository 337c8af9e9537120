/* params_split.c - a structured field taken apart (RFC 2045 5.1, RFC 5322 3.2), also when it is broken
 *
 * Every byte is looked at a bounded number of times: a comment or a quote without an end is found once at most, and what
 * follows a blank in a value without quotes is looked at no further than the next blank.
 */
#include "mail/params_split.h"

#include <string.h>
#include <trawl.h>

#include "base/ascii.h"
#include "mail/words_inside.h"

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* What a name may be made of. More than RFC 2045 allows: "text/plain" is one, and found not to be followed by "=". */
static bool is_name(char c)
{
    static const bool ends[256] = {[0x7F] = true, [';'] = true, ['='] = true, ['"'] = true,
                                   ['('] = true,  [')'] = true, [','] = true, [':'] = true};

    return (unsigned char)c > ' ' && !ends[(unsigned char)c];
}

static size_t space_end(const params_split *s, size_t at)
{
    while (at < s->n && is_space(s->p[at]))
        at++;
    return at;
}

static size_t name_end(const params_split *s, size_t at)
{
    while (at < s->n && is_name(s->p[at]))
        at++;
    return at;
}

/* The end of the comment at this place; the place itself when there is none. */
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

void params_skip(params_split *s)
{
    size_t at;

    if (s->at < s->n && (unsigned char)s->p[s->at] > ' ' && s->p[s->at] != '(')
        return;
    do {
        at = s->at;
        s->at = comment_end(s, space_end(s, at));
    } while (s->at > at);
}

/* The quote that ends a quoted string whose text begins here, or n. */
static size_t quote_end(const params_split *s, size_t at)
{
    for (; at < s->n && s->p[at] != '"'; at++)
        if (s->p[at] == '\\' && s->n - at > 1)
            at++;
    return at;
}

/* A quote that is never closed: up to ";" or the line's end. */
static size_t unclosed_end(const params_split *s, size_t at)
{
    while (at < s->n && s->p[at] != ';' && s->p[at] != '\r' && s->p[at] != '\n')
        at++;
    return at;
}

/* Does a blank here end a value without quotes: is nothing behind it, or ";", a comment, "name=", "name:"? */
static bool ends_value(params_split *s, size_t at)
{
    size_t next = space_end(s, at), name;

    if (next == s->n || s->p[next] == ';' || comment_end(s, next) > next)
        return true;
    name = name_end(s, next);
    next = space_end(s, name);
    return next < s->n && (s->p[next] == '=' || s->p[next] == ':');
}

static size_t plain_end(params_split *s, size_t at)
{
    while (at < s->n && s->p[at] != ';') {
        if ((unsigned char)s->p[at] > ' ' && s->p[at] != '(') {
            at++;
            continue;
        }
        if (comment_end(s, at) > at)
            break;
        if (!is_space(s->p[at])) {
            at++;
            continue;
        }
        if (ends_value(s, at))
            break;
        at = space_end(s, at);
    }
    return at;
}

static void take_value(params_split *s, params_pair *pair)
{
    size_t from = s->at, to;

    pair->quoted = from < s->n && s->p[from] == '"';
    if (pair->quoted) {
        to = quote_end(s, ++from);
        s->at = to < s->n ? to + 1 : unclosed_end(s, from);
        to = to < s->n ? to : s->at;
    } else {
        s->at = to = plain_end(s, from);
    }
    pair->value = s->p + from;
    pair->value_n = to - from;
}

bool params_next(params_split *s, params_pair *pair)
{
    for (params_skip(s); s->at < s->n; params_skip(s)) {
        size_t from = s->at, to = name_end(s, from);
        s->at = to;
        params_skip(s);
        if (to > from && s->at < s->n && s->p[s->at] == '=') {
            pair->name = s->p + from;
            pair->name_n = to - from;
            s->at++;
            params_skip(s);
            take_value(s, pair);
            return true;
        }
        s->at += to == from && s->at == from;
    }
    return false;
}

/* The length of a line break before a blank. */
static size_t fold_at(const char *p, size_t n)
{
    size_t len = p[0] == '\r' && n > 1 && p[1] == '\n' ? 2 : p[0] == '\n';

    return len > 0 && n > len && (p[len] == ' ' || p[len] == '\t') ? len : 0;
}

int params_unquote(words_text *t, const params_pair *pair)
{
    const char *p = pair->value;
    size_t n = pair->value_n, from = 0, cut;
    bool quotes = false;
    int failed = TRAWL_OK;

    if (n == 0 || (!memchr(p, '\\', n) && !memchr(p, '\n', n)))
        return words_put(t, p, n); /* as most are */
    for (size_t i = 0; i < n && !failed; i += cut ? cut : 1) {
        cut = fold_at(p + i, n - i);
        quotes = cut == 0 && !quotes && pair->quoted && p[i] == '\\' && n - i > 1;
        cut += quotes;
        if (cut == 0)
            continue;
        failed = words_put(t, p + from, i - from);
        from = i + cut;
    }
    return failed ? failed : words_put(t, p + from, n - from);
}
