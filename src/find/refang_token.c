/* refang_token.c - what stands for a part of a link that was made harmless, and where it does
 *
 * What decides is the token, the byte before it and a few bytes behind it.
 */
#include "find/refang_token.h"

#include <string.h>

#include "base/ascii.h"

static const refang_token brackets[] = {
    {"[.]", ".", REFANG_DOT},
    {"(.)", ".", REFANG_DOT},
    {"{.}", ".", REFANG_DOT},
    {"[dot]", ".", REFANG_DOT},
    {"(dot)", ".", REFANG_DOT},
    {"{dot}", ".", REFANG_DOT},
    {"[at]", "@", REFANG_AT},
    {"(at)", "@", REFANG_AT},
    {"{at}", "@", REFANG_AT},
    {"[@]", "@", REFANG_AT},
    {"(@)", "@", REFANG_AT},
    {"[:]", ":", REFANG_COLON},
    {"[://]", "://", REFANG_AUTHORITY},
    {"[/]", "/", REFANG_SLASH},
    {"[//]", "//", REFANG_SLASH},
};

/* As long as what they stand for, so that offsets inside them mean something. The longer of two that begin alike first. */
static const refang_token schemes[] = {
    {"hxxps", "https", REFANG_SCHEME}, {"hxxp", "http", REFANG_SCHEME},   {"h**ps", "https", REFANG_SCHEME},
    {"h**p", "http", REFANG_SCHEME},   {"hxtps", "https", REFANG_SCHEME}, {"hxtp", "http", REFANG_SCHEME},
    {"htxps", "https", REFANG_SCHEME}, {"htxp", "http", REFANG_SCHEME},   {"meows", "https", REFANG_SCHEME},
    {"meow", "http", REFANG_SCHEME},   {"fxps", "ftps", REFANG_SCHEME},   {"fxp", "ftp", REFANG_SCHEME},
};

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* What lies ahead. */
typedef struct ahead {
    const char *p;
    size_t n;
    bool last; /* there is nothing behind */
} ahead;

/* Does word stand at p[at..)? In any case of letters. */
static refang_answer stands(const ahead *a, size_t at, const char *word)
{
    size_t n = strlen(word), here = at < a->n ? a->n - at : 0;

    if (!ascii_same(a->p + (here ? at : 0), word, here < n ? here : n))
        return REFANG_NO;
    return here >= n ? REFANG_YES : a->last ? REFANG_NO : REFANG_MORE;
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

static refang_answer label_at(const ahead *a, size_t at)
{
    int c = byte_at(a, at);

    return c == -2 ? REFANG_MORE : is_label(c) ? REFANG_YES : REFANG_NO;
}

/* A dot, or what stands for one, and a label behind it. */
static refang_answer dot_at(const ahead *a, size_t at)
{
    refang_answer result = REFANG_NO;

    if (byte_at(a, at) == '.')
        return label_at(a, at + 1);
    for (size_t i = 0; i < COUNT(brackets); i++) {
        refang_answer one = brackets[i].kind == REFANG_DOT ? stands(a, at, brackets[i].from) : REFANG_NO;
        if (one == REFANG_YES)
            return label_at(a, at + strlen(brackets[i].from));
        if (one == REFANG_MORE)
            result = REFANG_MORE;
    }
    return result;
}

/* A label of DNS and a dot. */
static refang_answer domain_at(const ahead *a, size_t at)
{
    size_t n = 0;
    int c;

    while ((c = byte_at(a, at + n)) >= 0 && is_inner(c) && n <= 63)
        n++;
    if (c == -2)
        return REFANG_MORE;
    return n == 0 || n > 63 ? REFANG_NO : dot_at(a, at + n);
}

/* "//", "[/]", "[//]", or a port's first digit where there is a host. */
static refang_answer behind_colon(const refang *r, const ahead *a, size_t at)
{
    static const char *const slashes[] = {"//", "[/]", "[//]"};
    refang_answer result = REFANG_NO;

    if (r->host && byte_at(a, at) >= '0' && byte_at(a, at) <= '9')
        return REFANG_YES;
    for (size_t i = 0; i < COUNT(slashes); i++) {
        refang_answer one = stands(a, at, slashes[i]);
        if (one != REFANG_NO && result != REFANG_YES)
            result = one;
    }
    return result;
}

/* A bracketed token is there, so many bytes long; do its neighbours agree? */
static refang_answer fits(const refang *r, const refang_token *t, const ahead *a, size_t n)
{
    int before = (unsigned char)r->before;

    switch (t->kind) {
    case REFANG_DOT:
        return is_inner(before) ? label_at(a, n) : REFANG_NO;
    case REFANG_AT:
        return is_inner(before) || (before && strchr(".+%", before)) ? domain_at(a, n) : REFANG_NO;
    case REFANG_COLON:
        return is_label(before) || before == ']' ? behind_colon(r, a, n) : REFANG_NO;
    case REFANG_AUTHORITY:
        return before && ascii_is_scheme((unsigned char)before) ? (byte_at(a, n) == '[' ? REFANG_YES : label_at(a, n))
                                                                : REFANG_NO;
    case REFANG_SLASH:
        return r->host ? REFANG_YES : REFANG_NO;
    default:
        return REFANG_NO;
    }
}

/* "://", "[:", ":[/": what comes behind a scheme. */
static refang_answer fits_scheme(const ahead *a, size_t n)
{
    static const char *const behind[] = {"://", "[:", ":[/"};
    refang_answer result = REFANG_NO;

    for (size_t i = 0; i < COUNT(behind); i++) {
        refang_answer one = stands(a, n, behind[i]);
        if (one == REFANG_YES)
            return REFANG_YES;
        if (one == REFANG_MORE)
            result = REFANG_MORE;
    }
    return result;
}

static refang_answer decide(const refang *r, const ahead *a, const refang_token **found)
{
    bool word = ascii_is_alpha((unsigned char)a->p[0]);
    const refang_token *all = word ? schemes : brackets;
    size_t count = word ? COUNT(schemes) : COUNT(brackets);

    for (size_t i = 0; i < count; i++) {
        size_t n = strlen(all[i].from);
        refang_answer one = stands(a, 0, all[i].from);
        if (one == REFANG_YES)
            one = word ? fits_scheme(a, n) : fits(r, &all[i], a, n);
        if (one != REFANG_NO) {
            *found = &all[i];
            return one;
        }
    }
    return REFANG_NO;
}

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

refang_answer refang_token_at(const refang *r, const char *p, size_t n, bool last, const refang_token **found)
{
    return may_begin(r, p, n) ? decide(r, &(ahead){p, n, last}, found) : REFANG_NO;
}
