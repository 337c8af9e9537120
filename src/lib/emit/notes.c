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

/* ---- The list of URLs, as they were first written ---- */

typedef struct notes_url {
    size_t at, n; /* in the list's text */
} notes_url;

typedef struct notes_list {
    const memory *m;
    notes_url *urls;
    size_t count, room;
    char *text;
    size_t text_n, text_room;
    keyed forms; /* the numbers of canonical forms, from 0 */
} notes_list;

/* Writes the URL's canonical form after the end of the list's text, and sets *n to its length. */
static int canonical(notes_list *l, trawl_str url, size_t *n)
{
    int result = TRAWL_ERROR_NO_SPACE;

    for (*n = url.n + 1; result == TRAWL_ERROR_NO_SPACE;) {
        if (!memory_grow(l->m, &l->text, &l->text_room, l->text_n + *n, 1))
            return TRAWL_ERROR_NO_MEMORY;
        result = trawl_canonical(url.p, url.n, l->text + l->text_n, l->text_room - l->text_n, n);
    }
    return result;
}

/* Sets *number to the URL's number, from 1. Returns TRAWL_OK or TRAWL_ERROR_NO_MEMORY. */
static int list_number(notes_list *l, trawl_str url, size_t *number)
{
    size_t n;
    uint64_t form;
    int result = canonical(l, url, &n);

    if (result)
        return result;
    if (!keyed_make_room(&l->forms, l->m) ||
        !memory_grow(l->m, &l->urls, &l->room, l->count + 1, sizeof *l->urls))
        return TRAWL_ERROR_NO_MEMORY;
    form = keyed_hash(&l->forms, l->text + l->text_n, n);
    if (keyed_add(&l->forms, form, l->count)) {
        CHECK(l->text_n + url.n <= l->text_room);
        memcpy(l->text + l->text_n, url.p, url.n);
        l->urls[l->count++] = (notes_url){l->text_n, url.n};
        l->text_n += url.n;
    }
    *number = keyed_find(&l->forms, form)->entry + (size_t)1;
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
    memory_free(l->m, l->forms.slots);
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
