/* refang.c - a text in which links were made harmless, with the links as they were
 *
 * Bytes are passed on up to one that may begin a token: a bracket, or a letter at a word's start with a sign shortly behind it. Where
 * what decides has not come yet, the text is held back from the token on.
 */
#include "find/refang.h"

#include <string.h>
#include <trawl.h>

#include "base/ascii.h"
#include "find/refang_token.h"

static bool ends_word(char c)
{
    return (unsigned char)c <= ' ' || (!ascii_is_alnum((unsigned char)c) && strchr("<>\"',;|", c));
}

static void pass(refang *r, char c)
{
    r->before = c;
    if (c == '.' || c == ':')
        r->host = true;
    else if (ends_word(c))
        r->host = false;
}

/* Passes p[0..n), n > 0, in which no token and no ":" is. */
static void pass_plain(refang *r, const char *p, size_t n)
{
    r->before = p[n - 1];
    for (size_t i = n; i > 0; i--)
        if (p[i - 1] == '.' || ends_word(p[i - 1])) {
            r->host = p[i - 1] == '.';
            return;
        }
}

/* To where a token may begin, as the next sign is near; *near: up to behind that, or behind all. */
static size_t skip(refang *r, const char *p, size_t i, size_t n, size_t *near)
{
    size_t sign = i + r->kernel->find(r->signs, p + i, n - i), to = i;

    if (sign - i > REFANG_SCHEME_LONGEST) {
        to = sign - REFANG_SCHEME_LONGEST;
        pass_plain(r, p + i, to - i);
    }
    *near = sign < n ? sign + 1 : n;
    return to;
}

/* A scheme keeps its capitals: "hXXp" is all the same "http", "HXXP" is "HTTP". */
static int put(refang *r, const refang_token *t, const char *source)
{
    char text[8];
    size_t n = strlen(t->to);

    memcpy(text, t->to, n);
    for (size_t i = 0; t->kind == REFANG_SCHEME && i < n; i++)
        if (ascii_is_upper(source[0]) && !(source[i] >= 'a' && source[i] <= 'z'))
            text[i] = ascii_upper(text[i]);
    r->before = text[n - 1];
    if (t->kind != REFANG_AT)
        r->host = true;
    return r->out.other(r->out.user, text, n, strlen(t->from));
}

/* Everything of p[0..n) that can be decided; *used says how much that was. */
static int run(refang *r, const char *p, size_t n, bool last, size_t *used)
{
    size_t from = 0, i = 0, near = 0;
    int result = 0;

    while (i < n && result == 0) {
        const refang_token *t = NULL;
        refang_answer found;

        if (i >= near)
            i = skip(r, p, i, n, &near);
        while (i < n && ascii_is_alnum((unsigned char)p[i]) && ascii_is_alnum((unsigned char)r->before))
            r->before = p[i++];
        if (i == n)
            break;
        found = refang_token_at(r, p + i, n - i, last, &t);
        if (found == REFANG_MORE)
            break;
        if (found == REFANG_NO) {
            pass(r, p[i++]);
            continue;
        }
        if (i > from)
            result = r->out.text(r->out.user, p + from, i - from);
        if (result == 0)
            result = put(r, t, p + i);
        i += strlen(t->from);
        from = i;
    }
    *used = i;
    return result == 0 && i > from ? r->out.text(r->out.user, p + from, i - from) : result;
}

void refang_begin(refang *r, const refang_out *out, const kernel *by, const kernel_set *signs)
{
    *r = (refang){.out = *out, .kernel = by, .signs = signs};
}

static void keep(refang *r, const char *p, size_t n)
{
    memmove(r->held, p, n);
    r->held_n = n;
}

int refang_feed(refang *r, const char *p, size_t n)
{
    size_t used, old, more;
    int result;

    while (r->held_n > 0 && n > 0) {
        old = r->held_n;
        more = n < sizeof r->held - old ? n : sizeof r->held - old;
        memcpy(r->held + old, p, more);
        result = run(r, r->held, old + more, false, &used);
        if (result)
            return result;
        if (used >= old) {
            r->held_n = 0;
            p += used - old; /* what is left of it lies in p, too */
            n -= used - old;
        } else {
            keep(r, r->held + used, old + more - used);
            p += more;
            n -= more;
        }
    }
    if (n == 0)
        return 0;
    result = run(r, p, n, false, &used);
    if (result == 0)
        keep(r, p + used, n - used);
    return result;
}

int refang_finish(refang *r)
{
    size_t used, n = r->held_n;

    r->held_n = 0;
    return n > 0 ? run(r, r->held, n, true, &used) : 0;
}
