/* notes_list.c - the URLs of a text, numbered; see notes_list.h */
#include "emit/notes_list.h"

#include <string.h>

/* Room for some elements more, twice what there was. */
static int grow(const memory *m, void **p, size_t *room, size_t wanted, size_t size)
{
    size_t more = *room > 0 ? *room : 16;
    void *got;

    if (wanted <= *room)
        return TRAWL_OK;
    while (more < wanted) {
        if (more > SIZE_MAX / 4 / size)
            return TRAWL_NO_MEMORY;
        more *= 2;
    }
    got = memory_resize(m, *p, more * size);
    if (!got)
        return TRAWL_NO_MEMORY;
    *p = got;
    *room = more;
    return TRAWL_OK;
}

static int make_room(notes_list *l, size_t bytes)
{
    size_t room = l->room;
    void *p = l->text;
    int result = grow(l->m, &p, &l->text_room, l->text_n + bytes, 1);

    l->text = p;
    if (result)
        return result;
    p = l->forks;
    result = grow(l->m, &p, &room, l->count + 1, sizeof *l->forks);
    l->forks = p;
    if (result)
        return result;
    p = l->urls;
    result = grow(l->m, &p, &l->room, l->count + 1, sizeof *l->urls);
    l->urls = p;
    return result;
}

/* The canonical form, at the text's end. */
static int canonical(notes_list *l, trawl_str url, size_t *n)
{
    int result = make_room(l, url.n + 1);

    if (result)
        return result;
    result = trawl_canonical(url.p, url.n, l->text + l->text_n, l->text_room - l->text_n, n);
    if (result != TRAWL_NO_SPACE)
        return result;
    result = make_room(l, *n);
    return result ? result : trawl_canonical(url.p, url.n, l->text + l->text_n, l->text_room - l->text_n, n);
}

/* A key's byte: its own plus one, so that the end, 0, differs from a NUL. Nine bits. */
static unsigned byte_of(const char *p, size_t n, size_t i)
{
    return i < n ? (unsigned char)p[i] + 1u : 0;
}

static size_t turn(const notes_fork *f, const char *p, size_t n)
{
    return (byte_of(p, n, f->byte) >> f->bit) & 1;
}

/* The one URL that can be the same as this. */
static size_t nearest(const notes_list *l, const char *p, size_t n)
{
    size_t at = l->root;

    while (at & NOTES_FORK)
        at = l->forks[at - NOTES_FORK].child[turn(&l->forks[at - NOTES_FORK], p, n)];
    return at;
}

/* Where two keys part: false when they do not. */
static bool parting(const char *a, size_t an, const char *b, size_t bn, notes_fork *f)
{
    size_t i = 0;
    unsigned odd;

    while (i < an && i < bn && a[i] == b[i])
        i++;
    odd = byte_of(a, an, i) ^ byte_of(b, bn, i);
    f->byte = i;
    for (f->bit = 8; f->bit > 0 && !(odd >> f->bit & 1);)
        f->bit--;
    return odd != 0;
}

/* Hang a new URL into the tree, where its fork belongs: earlier bytes first, in a byte the higher bits. */
static void hang(notes_list *l, const char *p, size_t n, notes_fork fork)
{
    size_t *at = &l->root, side = turn(&fork, p, n);
    size_t number = NOTES_FORK + l->count - 1;

    while (*at & NOTES_FORK) {
        notes_fork *f = &l->forks[*at - NOTES_FORK];
        if (f->byte > fork.byte || (f->byte == fork.byte && f->bit < fork.bit))
            break;
        at = &f->child[turn(f, p, n)];
    }
    fork.child[side] = l->count;
    fork.child[1 - side] = *at;
    *at = number;
    l->forks[number - NOTES_FORK] = fork;
}

/* Keep it: its canonical form stands at the text's end already. */
static int keep(notes_list *l, trawl_str url, size_t n)
{
    notes_url *u;
    bool same = n == url.n && memcmp(l->text + l->text_n, url.p, n) == 0;
    int result = make_room(l, n + url.n);

    if (result)
        return result;
    u = &l->urls[l->count++];
    *u = (notes_url){l->text_n, n, l->text_n, n};
    l->text_n += n;
    if (same)
        return TRAWL_OK;
    u->at = l->text_n;
    u->n = url.n;
    memcpy(l->text + l->text_n, url.p, url.n);
    l->text_n += url.n;
    return TRAWL_OK;
}

int notes_list_number(notes_list *l, trawl_str url, size_t *number)
{
    notes_fork fork = {.byte = 0};
    size_t n, near = 0;
    const char *key;
    int result = canonical(l, url, &n);

    if (result)
        return result;
    key = l->text + l->text_n;
    if (l->count > 0) {
        near = nearest(l, key, n);
        *number = near + 1;
        if (!parting(key, n, l->text + l->urls[near].key, l->urls[near].key_n, &fork))
            return TRAWL_OK;
    }
    result = make_room(l, n + url.n);
    if (result)
        return result;
    key = l->text + l->text_n;
    if (l->count > 0)
        hang(l, key, n, fork);
    *number = l->count + 1;
    return keep(l, url, n);
}

trawl_str notes_list_url(const notes_list *l, size_t number)
{
    const notes_url *u = &l->urls[number - 1];

    return (trawl_str){l->text + u->at, u->n};
}

void notes_list_free(notes_list *l)
{
    memory_free(l->m, l->urls);
    memory_free(l->m, l->forks);
    memory_free(l->m, l->text);
    *l = (notes_list){.m = l->m};
}
