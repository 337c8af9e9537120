/* refang.c - replaces the tokens of defanged links; see refang.h
 *
 * A decision depends on the token, the byte before it and a few bytes after it. Until these have
 * come, the text is held back from the token on.
 */
#include "base/check.h"
#include "url/refang/refang.h"

#include "base/ascii.h"
#include "url/url.h"

enum refang_kind {
    REFANG_DOT,
    REFANG_AT,
    REFANG_COLON,
    REFANG_AUTHORITY, /* "://" */
    REFANG_SLASH,
    REFANG_WORD_DOT, /* " dot " */
    REFANG_WORD_AT,
    REFANG_SPACED_DOT, /* " . " */
    REFANG_SPACED,     /* "h t t p : / / " */
    REFANG_SCHEME      /* a defanged scheme, before one of the others */
};

typedef struct refang_token {
    const char *from, *to;
    enum refang_kind kind;
} refang_token;

/* MORE: the decision needs bytes that have not come yet. */
typedef enum refang_answer { REFANG_NO, REFANG_YES, REFANG_MORE } refang_answer;

static const refang_token brackets[] = {
    {"[.]", ".", REFANG_DOT},   {"(.)", ".", REFANG_DOT},
    {"{.}", ".", REFANG_DOT},   {"[dot]", ".", REFANG_DOT},
    {"(dot)", ".", REFANG_DOT}, {"{dot}", ".", REFANG_DOT},
    {"\\.", ".", REFANG_DOT},   {"[at]", "@", REFANG_AT},
    {"(at)", "@", REFANG_AT},   {"{at}", "@", REFANG_AT},
    {"[@]", "@", REFANG_AT},    {"(@)", "@", REFANG_AT},
    {"[:]", ":", REFANG_COLON}, {"[://]", "://", REFANG_AUTHORITY},
    {"[/]", "/", REFANG_SLASH}, {"[//]", "//", REFANG_SLASH},
};

/* Tokens with blanks around them. They count only before a host that ends in a top-level domain. */
static const refang_token refang_words[] = {
    {" dot ", ".", REFANG_WORD_DOT},   {" [dot] ", ".", REFANG_WORD_DOT},
    {" (dot) ", ".", REFANG_WORD_DOT}, {" [.] ", ".", REFANG_WORD_DOT},
    {" (.) ", ".", REFANG_WORD_DOT},   {" . ", ".", REFANG_SPACED_DOT},
    {" at ", "@", REFANG_WORD_AT},     {" [at] ", "@", REFANG_WORD_AT},
    {" (at) ", "@", REFANG_WORD_AT},   {" [@] ", "@", REFANG_WORD_AT},
};

/* The spaced forms come first. Each other token is as long as its replacement, so that offsets
 * inside stay right. Of two tokens that begin alike the longer comes first. */
static const refang_token schemes[] = {
    {"h t t p s : / / ", "https://", REFANG_SPACED},
    {"h t t p : / / ", "http://", REFANG_SPACED},
    {"hxxps", "https", REFANG_SCHEME},
    {"hxxp", "http", REFANG_SCHEME},
    {"h**ps", "https", REFANG_SCHEME},
    {"h**p", "http", REFANG_SCHEME},
    {"hxtps", "https", REFANG_SCHEME},
    {"hxtp", "http", REFANG_SCHEME},
    {"htxps", "https", REFANG_SCHEME},
    {"htxp", "http", REFANG_SCHEME},
    {"meows", "https", REFANG_SCHEME},
    {"meow", "http", REFANG_SCHEME},
    {"fxps", "ftps", REFANG_SCHEME},
    {"fxp", "ftp", REFANG_SCHEME},
};

/* The length of the longest of `schemes`. A ":" or "[" follows it. */
#define SCHEME_LONGEST 5

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* The text from a place on. `last`: no more text will come. */
typedef struct refang_ahead {
    const char *p;
    size_t n;
    bool last;
} ahead;

/* Returns YES when the word is at p[at..), ignoring the case of letters. */
static refang_answer refang_word_at(const ahead *a, size_t at, const char *word)
{
    size_t n = strlen(word), here = at < a->n ? a->n - at : 0;

    if (!ascii_same(a->p + (here ? at : 0), word, here < n ? here : n))
        return REFANG_NO;
    return here >= n ? REFANG_YES : a->last ? REFANG_NO : REFANG_MORE;
}

/* Returns the byte at p[at]; -1 after the end, -2 when it has not come yet. */
static int refang_byte_at(const ahead *a, size_t at)
{
    return at < a->n ? (unsigned char)a->p[at] : a->last ? -1 : -2;
}

static bool refang_is_label(int c)
{
    return c >= 0x80 || (c >= 0 && ascii_is_alnum((unsigned char)c));
}

static bool is_inner(int c)
{
    return refang_is_label(c) || c == '-' || c == '_';
}

static refang_answer label_at(const ahead *a, size_t at)
{
    int c = refang_byte_at(a, at);

    return c == -2 ? REFANG_MORE : refang_is_label(c) ? REFANG_YES : REFANG_NO;
}

/* Returns YES when one of these words is at p[at..), else MORE when one may be there. */
static refang_answer any_at(const ahead *a, size_t at, const char *const *some, size_t count)
{
    refang_answer result = REFANG_NO;

    for (size_t i = 0; i < count && result != REFANG_YES; i++) {
        const refang_answer one = refang_word_at(a, at, some[i]);

        result = one == REFANG_NO ? result : one;
    }
    return result;
}

/* Returns the length of the dot at `at` if a label follows it, else 0; REFANG_HELD when more text
 * is needed. The dot is "." or a token; for a token sets *masked to true. Unless `spaced`, tokens
 * with blanks around them do not count. */
static size_t host_dot_at(const ahead *a, size_t at, bool spaced, bool *masked)
{
    const struct {
        const refang_token *all;
        size_t count;
    } tables[] = {{brackets, COUNT(brackets)}, {refang_words, COUNT(refang_words)}};
    size_t length = 0;

    if (refang_byte_at(a, at) == '.')
        length = 1;
    for (size_t k = 0; k < 1U + spaced && length == 0; k++)
        for (size_t i = 0; i < tables[k].count && length == 0; i++) {
            refang_answer one = tables[k].all[i].to[0] == '.'
                                    ? refang_word_at(a, at, tables[k].all[i].from)
                                    : REFANG_NO;
            if (one == REFANG_MORE)
                return REFANG_HELD;
            length = one == REFANG_YES ? strlen(tables[k].all[i].from) : 0;
            *masked = *masked || length > 0;
        }
    if (length > 0 && label_at(a, at + length) != REFANG_YES)
        length = label_at(a, at + length) == REFANG_MORE ? REFANG_HELD : 0;
    return length;
}

/* Tests for a label of DNS and a dot. */
static refang_answer domain_at(const ahead *a, size_t at)
{
    size_t n = 0, dot;
    bool masked = false;
    int c;

    while ((c = refang_byte_at(a, at + n)) >= 0 && is_inner(c) && n <= 63)
        n++;
    if (c == -2)
        return REFANG_MORE;
    dot = n == 0 || n > 63 ? 0 : host_dot_at(a, at + n, false, &masked);
    return dot == REFANG_HELD ? REFANG_MORE : dot > 0 ? REFANG_YES : REFANG_NO;
}

/* Tests for a host of at least `least` labels that ends in a top-level domain. If `masked`, one of
 * its dots must be a token. Unless `any_tld`, only com and the like count as top-level domains. */
static refang_answer host_at(const ahead *a, size_t at, unsigned least, bool masked, bool any_tld)
{
    bool any = !masked;

    for (unsigned labels = 1; at < REFANG_HELD - 16; labels++) {
        size_t n = 0, dot;
        int c;
        while ((c = refang_byte_at(a, at + n)) >= 0 && is_inner(c) && n <= 63)
            n++;
        if (c == -2)
            return at + n < REFANG_HELD - 16 ? REFANG_MORE : REFANG_NO;
        if (n == 0 || n > 63)
            return REFANG_NO;
        dot = host_dot_at(a, at + n, true, &any);
        if (dot == REFANG_HELD)
            return REFANG_MORE;
        if (dot == 0)
            return labels >= least && any && tld_flags(a->p + at, n) & (any_tld ? ~0u : TLD_STRONG)
                       ? REFANG_YES
                       : REFANG_NO;
        at += n + dot;
    }
    return REFANG_NO;
}

/* Tests for "//", "[/]", "[//]", or, if the word has a host, the first digit of a port. */
static refang_answer after_colon(const refang *r, const ahead *a, size_t at)
{
    static const char *const slashes[] = {"//", "[/]", "[//]"};

    if (r->host && refang_byte_at(a, at) >= '0' && refang_byte_at(a, at) <= '9')
        return REFANG_YES;
    return any_at(a, at, slashes, COUNT(slashes));
}

/* Returns YES when the bytes before and after a bracketed token of n bytes fit the token. */
static refang_answer refang_fits(const refang *r, const refang_token *t, const ahead *a, size_t n)
{
    int before = (unsigned char)r->before;

    switch (t->kind) {
    case REFANG_DOT:
        return is_inner(before) ? label_at(a, n) : REFANG_NO;
    case REFANG_AT:
        return is_inner(before) || memchr(".+%", before, 3) ? domain_at(a, n) : REFANG_NO;
    case REFANG_COLON:
        return refang_is_label(before) || before == ']' ? after_colon(r, a, n) : REFANG_NO;
    case REFANG_AUTHORITY:
        return ascii_is_scheme((unsigned char)before)
                   ? (refang_byte_at(a, n) == '[' ? REFANG_YES : label_at(a, n))
                   : REFANG_NO;
    case REFANG_SLASH:
        return r->host ? REFANG_YES : REFANG_NO;
    case REFANG_WORD_DOT:
        return is_inner(before) ? host_at(a, n, 1, false, r->host || r->at) : REFANG_NO;
    case REFANG_SPACED_DOT:
        return is_inner(before) && r->host ? host_at(a, n, 1, false, true) : REFANG_NO;
    case REFANG_WORD_AT:
        return is_inner(before) && !r->at ? host_at(a, n, 2, true, true) : REFANG_NO;
    default:
        return REFANG_NO;
    }
}

/* Tests for "://", "[:" or ":[/" after a scheme. */
static refang_answer fits_scheme(const ahead *a, size_t n)
{
    static const char *const next[] = {"://", "[:", ":[/"};

    return any_at(a, n, next, COUNT(next));
}

/* Returns YES, and sets *found, when the text begins with a token and the bytes beside it fit. */
static refang_answer token_at(const refang *r, const ahead *a, const refang_token **found)
{
    bool word = ascii_is_alpha((unsigned char)a->p[0]);
    bool blank = a->p[0] == ' ';
    const refang_token *all = word ? schemes : blank ? refang_words : brackets;
    size_t count = word ? COUNT(schemes) : blank ? COUNT(refang_words) : COUNT(brackets);

    for (size_t i = 0; i < count; i++) {
        size_t n = strlen(all[i].from);
        refang_answer one = refang_word_at(a, 0, all[i].from);
        if (one == REFANG_YES)
            one = all[i].kind == REFANG_SPACED ? label_at(a, n)
                  : word                       ? fits_scheme(a, n)
                                               : refang_fits(r, &all[i], a, n);
        if (one != REFANG_NO) {
            *found = &all[i];
            return one;
        }
    }
    return REFANG_NO;
}

/* Returns true when a token may begin at p: tests the byte before it, p[0] and, if n > 1, p[1]. */
static bool refang_may_begin(const refang *r, const char *p, size_t n)
{
    static const struct {
        char first[8], second[16];
    } tokens[] = {{" ", "aAdD.[("}, {"\\", "."}, {"[({", ".:/@aAdD"}, {"hHmMfF", "xX*tTeE "}};
    const bool in_word =
        ascii_is_alnum((unsigned char)r->before) && ascii_is_alpha((unsigned char)p[0]);

    for (size_t i = 0; i < COUNT(tokens) && !in_word; i++)
        if (memchr(tokens[i].first, p[0], strlen(tokens[i].first)))
            return n == 1 || memchr(tokens[i].second, p[1], strlen(tokens[i].second));
    return false;
}

/* ---- Passing the text on ----
 *
 * Bytes are passed on up to a byte that may begin a token: a bracket, or a letter at a word's start
 * with a sign shortly after it.
 */

static bool refang_ends_word(char c)
{
    return (unsigned char)c <= ' ' || (!ascii_is_alnum((unsigned char)c) && strchr("<>\"',;|", c));
}

static void refang_pass(refang *r, char c)
{
    r->before = c;
    if (c == '.' || c == ':')
        r->host = true;
    else if (refang_ends_word(c))
        r->host = r->at = false;
}

/* Updates `before` and `host` for p[0..n), which is passed on unchanged and has no token and no
 * ":". n must not be 0. */
static void pass_plain(refang *r, const char *p, size_t n)
{
    CHECK(n > 0);
    r->before = p[n - 1];
    for (size_t i = n; i > 0; i--)
        if (p[i - 1] == '.' || refang_ends_word(p[i - 1])) {
            r->host = p[i - 1] == '.';
            r->at = r->at && r->host;
            return;
        }
}

/* Returns true when the blank at p, the two bytes after it and the byte `before` it belong to no
 * token. */
static bool refang_is_idle(const char *p, char before)
{
    const char next = ascii_lower(p[1]), after = ascii_lower(p[2]);

    if (next == 't' && ascii_lower(before) == 'h')
        return after != ' ';
    return next == 'a' ? after != 't' : next == 'd' ? after != 'o' : !strchr(".[(", next);
}

/* Returns the next place where a token may begin, and updates r for the bytes before that. Sets
 * *near to the place after the next sign, or to n. */
static size_t refang_skip(refang *r, const char *p, size_t i, size_t n, size_t *near)
{
    size_t sign = i, to = i;

    while ((sign += r->kernel->find(r->signs, p + sign, n - sign)) + 2 < n && p[sign] == ' ' &&
           refang_is_idle(p + sign, sign > i ? p[sign - 1] : 'h'))
        sign++;
    if (sign - i > SCHEME_LONGEST) {
        to = sign - SCHEME_LONGEST;
        pass_plain(r, p + i, to - i);
    }
    *near = sign < n ? sign + 1 : n;
    return to;
}

/* Replaces the token. A scheme keeps its capitals: "hXXp" is "http", "HXXP" is "HTTP". */
static int refang_put(refang *r, const refang_token *t, const char *source)
{
    char text[8]; /* "https://" */
    size_t n = strlen(t->to);

    CHECK(n > 0 && n <= sizeof text);
    memcpy(text, t->to, n);
    for (size_t i = 0; t->kind == REFANG_SCHEME && i < n; i++)
        if (ascii_is_upper(source[0]) && !(source[i] >= 'a' && source[i] <= 'z'))
            text[i] = ascii_upper(text[i]);
    r->before = text[n - 1];
    if (t->kind == REFANG_AT || t->kind == REFANG_WORD_AT)
        r->at = true;
    else
        r->host = true;
    return r->out.other(r->out.user, text, n, strlen(t->from));
}

/* Passes on what can be decided of p[0..n), and sets *used to its length. */
static int refang_run(refang *r, const char *p, size_t n, bool last, size_t *used)
{
    size_t from = 0, i = 0, near = 0;
    int result = 0;

    while (result == 0) {
        const refang_token *t = NULL;
        refang_answer found;

        if (i >= near)
            i = refang_skip(r, p, i, n, &near);
        while (i < n && ascii_is_alnum((unsigned char)p[i]) &&
               ascii_is_alnum((unsigned char)r->before))
            r->before = p[i++];
        if (i == n)
            break;
        found = refang_may_begin(r, p + i, n - i) ? token_at(r, &(ahead){p + i, n - i, last}, &t)
                                                  : REFANG_NO;
        if (found == REFANG_MORE)
            break;
        if (found == REFANG_NO) {
            refang_pass(r, p[i++]);
            continue;
        }
        if (i > from)
            result = r->out.text(r->out.user, p + from, i - from);
        if (result == 0)
            result = refang_put(r, t, p + i);
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

static void refang_keep(refang *r, const char *p, size_t n)
{
    CHECK(n <= REFANG_HELD);
    memmove(r->held, p, n);
    r->held_n = n;
}

int refang_feed(refang *r, const char *p, size_t n)
{
    size_t used, old, more;
    int result;

    while (r->held_n > 0 && n > 0) {
        CHECK(r->held_n < sizeof r->held);
        old = r->held_n;
        more = n < sizeof r->held - old ? n : sizeof r->held - old;
        memcpy(r->held + old, p, more);
        result = refang_run(r, r->held, old + more, false, &used);
        if (result)
            return result;
        CHECK(used <= old + more);
        if (used >= old) {
            r->held_n = 0;
            p += used - old; /* the bytes not used are in p, too */
            n -= used - old;
        } else {
            refang_keep(r, r->held + used, old + more - used);
            p += more;
            n -= more;
        }
    }
    if (n == 0)
        return 0;
    result = refang_run(r, p, n, false, &used);
    if (result == 0)
        refang_keep(r, p + used, n - used);
    return result;
}

int refang_finish(refang *r)
{
    size_t used, n = r->held_n;

    r->held_n = 0;
    return n > 0 ? refang_run(r, r->held, n, true, &used) : 0;
}
