/* notes.c - the text with [1] after each link, and the list of their URLs at its end
 *
 *     See <URL:http://www.example.com/a/lo
 *       ng/path> [1], or http://b.example/ [2].
 *
 *        1. http://www.example.com/a/long/path
 *        2. http://b.example/
 *
 * The number follows the whole link, its ">" included, after a space: without the space, a reader
 * would take the number for part of the URL. URLs with the same canonical form have one number. The
 * list has each URL as it was first written, but in one piece, whether live or not. Text and list
 * are made safe for a terminal. Memory grows with the number of different URLs.
 */
#include "base/check.h"
#include "emit/emit.h"

#include <stdio.h>

/* ---- The list of URLs ----
 *
 * Each URL is kept as it was first written, and in its canonical form where that differs. A
 * crit-bit tree over the canonical forms finds them: the time of a search depends on the length of
 * the URL only, and there are no hashes that hostile input could make collide.
 */

/* A fork of the tree: the keys below child[1] have the bit set in this byte, those below child[0]
 * have it clear. A child is the number of a URL, from 0, or of a fork plus NOTES_FORK. */
typedef struct notes_fork {
    size_t child[2];
    size_t byte;
    unsigned char bit;
} notes_fork;

typedef struct notes_url {
    size_t at, n, key, key_n; /* the URL and its canonical form, in the list's text */
    notes_fork fork;          /* added to the tree with this URL; unused in the first */
} notes_url;

#define NOTES_FORK ((size_t)1 << (sizeof(size_t) * 8 - 1))

typedef struct notes_list {
    const memory *m;
    notes_url *urls;
    size_t count, room;
    char *text;
    size_t text_n, text_room;
    size_t root;
} notes_list;

/* Makes room for one more URL and for `bytes` more bytes of text. */
static int notes_make_room(notes_list *l, size_t bytes)
{
    return memory_grow(l->m, &l->text, &l->text_room, l->text_n + bytes, 1) &&
                   memory_grow(l->m, &l->urls, &l->room, l->count + 1, sizeof *l->urls)
               ? TRAWL_OK
               : TRAWL_ERROR_NO_MEMORY;
}

/* Writes the URL's canonical form after the end of the list's text, and sets *n to its length. */
static int canonical(notes_list *l, trawl_str url, size_t *n)
{
    int result = notes_make_room(l, url.n + 1);

    if (result)
        return result;
    result = trawl_canonical(url.p, url.n, l->text + l->text_n, l->text_room - l->text_n, n);
    if (result != TRAWL_ERROR_NO_SPACE)
        return result;
    result = notes_make_room(l, *n);
    return result ? result
                  : trawl_canonical(url.p, url.n, l->text + l->text_n, l->text_room - l->text_n, n);
}

/* Returns byte i of a key plus one, or 0 after the key's end: at most nine bits. */
static unsigned notes_byte_of(const char *p, size_t n, size_t i)
{
    return i < n ? (unsigned char)p[i] + 1u : 0;
}

static size_t notes_turn(const notes_fork *f, const char *p, size_t n)
{
    return (notes_byte_of(p, n, f->byte) >> f->bit) & 1;
}

/* Returns the number, from 0, of the only URL in the tree that can have this key. */
static size_t nearest(const notes_list *l, const char *p, size_t n)
{
    size_t at = l->root;

    while (at & NOTES_FORK)
        at = l->urls[at - NOTES_FORK].fork.child[notes_turn(&l->urls[at - NOTES_FORK].fork, p, n)];
    return at;
}

/* Sets f->byte and f->bit to the first difference of two keys. Returns false if they are equal. */
static bool differ(const char *a, size_t an, const char *b, size_t bn, notes_fork *f)
{
    size_t i = 0;
    unsigned odd;

    while (i < an && i < bn && a[i] == b[i])
        i++;
    odd = notes_byte_of(a, an, i) ^ notes_byte_of(b, bn, i);
    f->byte = i;
    for (f->bit = 8; f->bit > 0 && !(odd >> f->bit & 1);)
        f->bit--;
    return odd != 0;
}

/* Adds URL number l->count, with the key p[0..n), to the tree. Forks are ordered by their byte,
 * then from higher to lower bits. */
static void notes_insert(notes_list *l, const char *p, size_t n, notes_fork fork)
{
    size_t *at = &l->root, side = notes_turn(&fork, p, n);

    while (*at & NOTES_FORK) {
        notes_fork *f = &l->urls[*at - NOTES_FORK].fork;
        if (f->byte > fork.byte || (f->byte == fork.byte && f->bit < fork.bit))
            break;
        at = &f->child[notes_turn(f, p, n)];
    }
    fork.child[side] = l->count;
    fork.child[1 - side] = *at;
    *at = NOTES_FORK + l->count;
    l->urls[l->count].fork = fork;
}

/* Adds a URL to the list. Its canonical form, of n bytes, is already at l->text + l->text_n; there
 * is room for the URL after it. */
static void notes_keep(notes_list *l, trawl_str url, size_t n)
{
    char *key = l->text + l->text_n;
    notes_url *u = &l->urls[l->count++];

    u->key = u->at = l->text_n;
    u->key_n = u->n = n;
    l->text_n += n;
    if (n == url.n && memcmp(key, url.p, n) == 0)
        return;
    memcpy(key + n, url.p, url.n);
    u->at = l->text_n;
    u->n = url.n;
    l->text_n += url.n;
}

/* Sets *number to the URL's number, from 1. Returns TRAWL_OK or TRAWL_ERROR_NO_MEMORY. */
static int list_number(notes_list *l, trawl_str url, size_t *number)
{
    notes_fork fork = {.byte = 0};
    size_t n, near;
    int result = canonical(l, url, &n);

    if (!result)
        result = notes_make_room(l, n + url.n);
    if (result)
        return result;
    if (l->count > 0) {
        const char *key = l->text + l->text_n;
        near = nearest(l, key, n);
        *number = near + 1;
        if (!differ(key, n, l->text + l->urls[near].key, l->urls[near].key_n, &fork))
            return TRAWL_OK;
        notes_insert(l, key, n, fork);
    }
    notes_keep(l, url, n);
    *number = l->count;
    return TRAWL_OK;
}

/* Returns the URL with this number, as it was first written. */
static trawl_str list_url(const notes_list *l, size_t number)
{
    const notes_url *u = &l->urls[number - 1];

    CHECK(number > 0 && number <= l->count);
    return (trawl_str){l->text + u->at, u->n};
}

static void list_free(notes_list *l)
{
    memory_free(l->m, l->urls);
    memory_free(l->m, l->text);
    *l = (notes_list){.m = l->m};
}

/* ---- The writer ---- */

typedef struct notes {
    term_text text;
    notes_list list;
    char last; /* the last byte written */
} notes;

static int notes_put(void *emit, const char *bytes, size_t n)
{
    trawl_emit *e = emit;
    notes *s = e->state;

    if (n > 0)
        s->last = bytes[n - 1];
    return emit_put(e, bytes, n);
}

static int notes_pass(void *emit, const char *sgr, size_t n)
{
    return emit_put(emit, sgr, n);
}

static int notes_begin(trawl_emit *e)
{
    notes *s = e->state;

    s->list.m = &e->m;
    s->last = '\n';
    term_text_open(&s->text, notes_put, notes_pass, e);
    return 0;
}

/* Writes " [12]". */
static int notes_put_number(trawl_emit *e, notes *s, const trawl_link *link)
{
    char text[32];
    size_t number = 0;

    e->error = list_number(&s->list, link->url, &number);
    if (e->error || term_text_finish(&s->text))
        return e->error;
    (void)snprintf(text, sizeof text, " [%zu]", number);
    return notes_put(e, text, strlen(text));
}

static int notes_event(trawl_emit *e, const trawl_event *event)
{
    notes *s = e->state;
    bool piece = event->type == TRAWL_EVENT_LINK || event->type == TRAWL_EVENT_LINK_MORE;

    if (event->type != TRAWL_EVENT_TEXT && !piece)
        return 0;
    if (piece)
        (void)shown_edge(&s->text.text);
    (void)shown_text(&s->text.text, event->text.p, event->text.n);
    if (piece)
        (void)shown_edge(&s->text.text);
    if (!e->error && event->link && event->span.to == event->link->extent.to)
        return notes_put_number(e, s, event->link);
    return e->error;
}

static int notes_finish(trawl_emit *e)
{
    notes *s = e->state;
    char number[32];

    if (term_text_finish(&s->text) || s->list.count == 0)
        return e->error;
    if (s->last != '\n')
        emit_text(e, "\n");
    emit_text(e, "\n");
    for (size_t i = 1; i <= s->list.count && !e->error; i++) {
        trawl_str url = list_url(&s->list, i);
        (void)snprintf(number, sizeof number, "%4zu. ", i);
        emit_text(e, number);
        (void)shown_text(&s->text.text, url.p, url.n);
        (void)term_text_finish(&s->text);
        emit_text(e, "\n");
    }
    return e->error;
}

static void notes_close_writer(trawl_emit *e)
{
    notes *s = e->state;

    if (s->list.m)
        list_free(&s->list);
}

const emit_writer emit_notes = {sizeof(notes), notes_begin, notes_event,
                                notes_finish,  NULL,        notes_close_writer};
