/* container_line.c - the tests and the ways of container_line.h */
#include "mail/container_line.h"

#include <string.h>

#include "base/ascii.h"

static int container_go(container *c, container_view *v, size_t n,
                        int (*to)(void *user, const char *p, size_t n, uint64_t at))
{
    const char *p = v->p;
    uint64_t at = c->at;

    if (!n)
        return 0;
    c->line = p[n - 1] == '\n';
    c->at += n;
    v->p += n;
    v->n -= n;
    return to(c->out.user, p, n, at);
}

int container_pass(container *c, container_view *v, size_t n)
{
    return container_go(c, v, n, c->out.bytes);
}

int container_drop(container *c, container_view *v, size_t n)
{
    return container_go(c, v, n, c->out.skip);
}

int container_open(container *c)
{
    c->open = c->begun = true;
    return c->out.begin(c->out.user, c->at);
}

int container_close(container *c)
{
    if (!c->open)
        return 0;
    c->open = false;
    return c->out.end(c->out.user, c->at);
}

int container_fault(container *c, const char *why)
{
    return c->out.fault ? c->out.fault(c->out.user, why, c->at) : 0;
}

int container_unread(container *c, const char *why)
{
    c->unread = why;
    return container_fault(c, why);
}

static container_is container_prefix_of(const container_view *v, bool same, bool whole)
{
    if (!same)
        return CONTAINER_NO;
    return whole ? CONTAINER_YES : v->last ? CONTAINER_NO : CONTAINER_MORE;
}

container_is container_prefix(const container_view *v, size_t i, const char *prefix)
{
    size_t n = strlen(prefix), there = v->n - i < n ? v->n - i : n;

    if (there > 0 && v->p[i] != prefix[0])
        return CONTAINER_NO;
    return container_prefix_of(v, there == 0 || memcmp(v->p + i, prefix, there) == 0, there == n);
}

container_is container_prefix_any_case(const container_view *v, size_t i, const char *prefix)
{
    size_t n = strlen(prefix), there = v->n - i < n ? v->n - i : n;

    return container_prefix_of(v, ascii_same(v->p + i, prefix, there), there == n);
}

container_is container_line(const container_view *v, size_t i, size_t *end)
{
    size_t n = v->n - i < CONTAINER_HELD ? v->n - i : CONTAINER_HELD;
    const char *lf = n ? memchr(v->p + i, '\n', n) : NULL;

    *end = lf ? (size_t)(lf - v->p) + 1 : i + n;
    if (lf)
        return CONTAINER_YES;
    if (n == CONTAINER_HELD)
        return CONTAINER_NO;
    return v->last ? CONTAINER_YES : CONTAINER_MORE;
}

container_is container_blank(const container_view *v, size_t i, size_t *end)
{
    bool cr = i < v->n && v->p[i] == '\r';
    container_is is;

    *end = i;
    if (i < v->n && !cr && v->p[i] != '\n')
        return CONTAINER_NO;
    is = container_prefix(v, i, cr ? "\r\n" : "\n");
    *end = is == CONTAINER_YES ? i + 1 + cr : i;
    return is;
}

size_t container_bare(const char *p, size_t n)
{
    if (n && p[n - 1] == '\n')
        n--;
    return n && p[n - 1] == '\r' ? n - 1 : n;
}

container_is container_envelope(const container_view *v, size_t i, size_t *end)
{
    size_t from = i < v->n && v->p[i] == '>' ? i + 1 : i;
    container_is is = container_prefix(v, from, "From ");

    if (is == CONTAINER_YES)
        is = container_line(v, i, end);
    if (is != CONTAINER_YES)
        return is;
    for (from += 5; from < *end && (v->p[from] == ' ' || v->p[from] == '\t'); from++)
        ;
    return from < *end && v->p[from] == ':' ? CONTAINER_NO : CONTAINER_YES;
}

bool container_skip_mark(container *c, container_view *v, int *result)
{
    container_is is = c->at ? CONTAINER_NO : container_prefix(v, 0, "\xEF\xBB\xBF");

    *result = is == CONTAINER_YES ? container_drop(c, v, 3) : 0;
    c->line |= is == CONTAINER_YES;
    return is != CONTAINER_MORE && !*result;
}

int container_start(container *c, container_view *v, bool blanks)
{
    container_is is = CONTAINER_NO;
    size_t end = 0;
    int r = 0;

    if (!container_skip_mark(c, v, &r))
        return r;
    while (!r && blanks && (is = container_blank(v, 0, &end)) == CONTAINER_YES)
        r = container_drop(c, v, end);
    if (r || !v->n || (blanks && is == CONTAINER_MORE))
        return r;
    is = container_envelope(v, 0, &end);
    if (is == CONTAINER_MORE)
        return 0;
    if (is == CONTAINER_YES)
        r = container_drop(c, v, end);
    c->state = CONTAINER_ENVELOPE;
    return r ? r : container_open(c);
}

int container_skip_envelope(container *c, container_view *v, enum container_state then)
{
    size_t end = 0;
    container_is is = container_envelope(v, 0, &end);

    if (is == CONTAINER_YES)
        return container_drop(c, v, end);
    if (is == CONTAINER_NO)
        c->state = then;
    return 0;
}

static size_t container_line_there(const container_view *v)
{
    const char *lf = memchr(v->p, '\n', v->n);

    return lf ? (size_t)(lf - v->p) + 1 : v->n;
}

int container_pass_line(container *c, container_view *v)
{
    return container_pass(c, v, container_line_there(v));
}

int container_drop_line(container *c, container_view *v)
{
    return container_drop(c, v, container_line_there(v));
}
