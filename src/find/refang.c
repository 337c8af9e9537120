/* refang.c - a text in which links were made harmless, with the links as they were
 *
 * Bytes are passed on up to one that may begin a token: a bracket, or a letter at a word's start. What decides is the token,
 * the byte before it and a few bytes behind it; where those have not come yet, the text is held back from the token on.
 */
#include "find/refang.h"

#include <string.h>
#include <trawl.h>

#include "base/ascii.h"

enum kind { DOT, AT, COLON, AUTHORITY, SLASH, SCHEME };

typedef struct token {
    const char *from, *to;
    enum kind kind;
} token;

static const token brackets[] = {
    {"[.]", ".", DOT},   {"(.)", ".", DOT},   {"{.}", ".", DOT},           {"[dot]", ".", DOT}, {"(dot)", ".", DOT},
    {"{dot}", ".", DOT}, {"[at]", "@", AT},   {"(at)", "@", AT},           {"{at}", "@", AT},   {"[@]", "@", AT},
    {"(@)", "@", AT},    {"[:]", ":", COLON}, {"[://]", "://", AUTHORITY}, {"[/]", "/", SLASH}, {"[//]", "//", SLASH},
};

/* As long as what they stand for, so that offsets inside them mean something. The longer of two that begin alike first. */
static const token schemes[] = {
    {"hxxps", "https", SCHEME}, {"hxxp", "http", SCHEME}, {"h**ps", "https", SCHEME}, {"h**p", "http", SCHEME},
    {"hxtps", "https", SCHEME}, {"hxtp", "http", SCHEME}, {"htxps", "https", SCHEME}, {"htxp", "http", SCHEME},
    {"meows", "https", SCHEME}, {"meow", "http", SCHEME}, {"fxps", "ftps", SCHEME},   {"fxp", "ftp", SCHEME},
};

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* What lies ahead. */
typedef struct ahead {
    const char *p;
    size_t n;
    bool last; /* there is nothing behind */
} ahead;

typedef enum answer { NO, YES, MORE } answer;

/* Does word stand at p[at..)? In any case of letters. */
static answer stands(const ahead *a, size_t at, const char *word)
{
    size_t n = strlen(word), here = at < a->n ? a->n - at : 0;

    if (!ascii_same(a->p + (here ? at : 0), word, here < n ? here : n))
        return NO;
    return here >= n ? YES : a->last ? NO : MORE;
}

/* The byte at p[at]; -1 behind the end, -2 where it has not come yet. */
static int byte_at(const ahead *a, size_t at)
{
    return at < a->n ? (unsigned char)a->p[at] : a->last ? -1 : -2;
}

static bool is_label(int c)
{
    return c >= 0x80 || (c >= 0 && ascii_is_alnum((unsigned char)c));
}

static bool is_inner(int c)
{
    return is_label(c) || c == '-' || c == '_';
}

static answer label_at(const ahead *a, size_t at)
{
    int c = byte_at(a, at);

    return c == -2 ? MORE : is_label(c) ? YES : NO;
}

/* A dot, or what stands for one, and a label behind it. */
static answer dot_at(const ahead *a, size_t at)
{
    answer result = NO;

    if (byte_at(a, at) == '.')
        return label_at(a, at + 1);
    for (size_t i = 0; i < COUNT(brackets); i++) {
        answer one = brackets[i].kind == DOT ? stands(a, at, brackets[i].from) : NO;
        if (one == YES)
            return label_at(a, at + strlen(brackets[i].from));
        if (one == MORE)
            result = MORE;
    }
    return result;
}

/* A label of DNS and a dot. */
static answer domain_at(const ahead *a, size_t at)
{
    size_t n = 0;
    int c;

    while ((c = byte_at(a, at + n)) >= 0 && is_inner(c) && n <= 63)
        n++;
    if (c == -2)
        return MORE;
    return n == 0 || n > 63 ? NO : dot_at(a, at + n);
}

/* "//", "[/]", "[//]", or a port's first digit where there is a host. */
static answer behind_colon(const refang *r, const ahead *a, size_t at)
{
    static const char *const slashes[] = {"//", "[/]", "[//]"};
    answer result = NO;

    if (r->host && byte_at(a, at) >= '0' && byte_at(a, at) <= '9')
        return YES;
    for (size_t i = 0; i < COUNT(slashes); i++) {
        answer one = stands(a, at, slashes[i]);
        if (one != NO && result != YES)
            result = one;
    }
    return result;
}

/* A bracketed token is there, so many bytes long; do its neighbours agree? */
static answer fits(const refang *r, const token *t, const ahead *a, size_t n)
{
    int before = (unsigned char)r->before;

    switch (t->kind) {
    case DOT:
        return is_inner(before) ? label_at(a, n) : NO;
    case AT:
        return is_inner(before) || (before && strchr(".+%", before)) ? domain_at(a, n) : NO;
    case COLON:
        return is_label(before) || before == ']' ? behind_colon(r, a, n) : NO;
    case AUTHORITY:
        return before && ascii_is_scheme((unsigned char)before) ? (byte_at(a, n) == '[' ? YES : label_at(a, n)) : NO;
    case SLASH:
        return r->host ? YES : NO;
    default:
        return NO;
    }
}

/* "://", "[:", ":[/": what comes behind a scheme. */
static answer fits_scheme(const ahead *a, size_t n)
{
    static const char *const behind[] = {"://", "[:", ":[/"};
    answer result = NO;

    for (size_t i = 0; i < COUNT(behind); i++) {
        answer one = stands(a, n, behind[i]);
        if (one == YES)
            return YES;
        if (one == MORE)
            result = MORE;
    }
    return result;
}

/* The token at the front, if there is one that counts. */
static answer decide(const refang *r, const ahead *a, const token **found)
{
    bool word = ascii_is_alpha((unsigned char)a->p[0]);
    const token *all = word ? schemes : brackets;
    size_t count = word ? COUNT(schemes) : COUNT(brackets);

    for (size_t i = 0; i < count; i++) {
        size_t n = strlen(all[i].from);
        answer one = stands(a, 0, all[i].from);
        if (one == YES)
            one = word ? fits_scheme(a, n) : fits(r, &all[i], a, n);
        if (one != NO) {
            *found = &all[i];
            return one;
        }
    }
    return NO;
}

/* ---- Going on ---- */

/* By its first byte, what is before that, and the second one, where that has come. */
static bool may_begin(const refang *r, const char *p, size_t n)
{
    char first = ascii_lower(p[0]);

    if (first == '[' || first == '(' || first == '{')
        return n == 1 || memchr(".:/@aAdD", p[1], 8) != NULL;
    if ((first != 'h' && first != 'm' && first != 'f') || ascii_is_alnum((unsigned char)r->before))
        return false;
    return n == 1 || memchr("xX*tTeE", p[1], 7) != NULL;
}

static void pass(refang *r, char c)
{
    r->before = c;
    if (ascii_is_alnum((unsigned char)c))
        return;
    if (c == '.' || c == ':')
        r->host = true;
    else if ((unsigned char)c <= ' ' || strchr("<>\"',;|", c))
        r->host = false;
}

/* A scheme keeps its capitals: "hXXp" is all the same "http", "HXXP" is "HTTP". */
static int put(refang *r, const token *t, const char *source)
{
    char text[8];
    size_t n = strlen(t->to);

    memcpy(text, t->to, n);
    for (size_t i = 0; t->kind == SCHEME && i < n; i++)
        if (ascii_is_upper(source[0]) && !(source[i] >= 'a' && source[i] <= 'z'))
            text[i] = ascii_upper(text[i]);
    r->before = text[n - 1];
    if (t->kind != AT)
        r->host = true;
    return r->out.other(r->out.user, text, n, strlen(t->from));
}

/* Everything of p[0..n) that can be decided; *used says how much that was. */
static int run(refang *r, const char *p, size_t n, bool last, size_t *used)
{
    size_t from = 0, i = 0;
    int result = 0;

    while (i < n && result == 0) {
        const token *t = NULL;
        answer found;

        while (i < n && ascii_is_alnum((unsigned char)p[i]) && ascii_is_alnum((unsigned char)r->before))
            r->before = p[i++];
        if (i == n)
            break;
        found = may_begin(r, p + i, n - i) ? decide(r, &(ahead){p + i, n - i, last}, &t) : NO;
        if (found == MORE)
            break;
        if (found == NO) {
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

void refang_begin(refang *r, const refang_out *out)
{
    *r = (refang){.out = *out};
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
