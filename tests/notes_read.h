/* notes_read.h - what the writer of notes has to write, made anew from what the scan sent
 *
 * notes_take() keeps the events' texts, where links end, and their URLs; notes_make() puts " [n]" into the text made fit for a
 * terminal and the list of URLs behind it. The same URL by trawl_canonical() has one number. CRLF is LF here.
 */
#ifndef TRAWL_TESTS_NOTES_READ_H
#define TRAWL_TESTS_NOTES_READ_H

#include "emit_run.h"

typedef struct notes_link {
    size_t end; /* in the text */
    size_t number;
    char *url, *key; /* as written first, and in its canonical form */
    size_t url_n, key_n;
} notes_link;

typedef struct notes_read {
    emit_out text;
    notes_link *links;
    size_t count, room;
    size_t begun; /* links that have begun; all but one have ended */
} notes_read;

static inline void notes_clear(notes_read *r)
{
    for (size_t i = 0; i < r->count; i++) {
        free(r->links[i].url);
        free(r->links[i].key);
    }
    r->count = r->begun = 0;
    r->text.n = 0;
    emit_add(&r->text, "");
}

static inline void *notes_room(size_t n)
{
    void *p = malloc(n > 0 ? n : 1);

    if (!p)
        abort();
    return p;
}

static inline void notes_end(notes_read *r, const trawl_link *link)
{
    notes_link l = {.end = r->text.n, .number = 1, .url_n = link->url.n};

    if (r->count == r->room) {
        r->room = 2 * r->room + 16;
        r->links = realloc(r->links, r->room * sizeof *r->links);
        if (!r->links)
            abort();
    }
    (void)trawl_canonical(link->url.p, link->url.n, NULL, 0, &l.key_n);
    l.key = notes_room(l.key_n);
    (void)trawl_canonical(link->url.p, link->url.n, l.key, l.key_n, &l.key_n);
    l.url = notes_room(l.url_n);
    memcpy(l.url, link->url.p, l.url_n);
    for (size_t i = 0; i < r->count; i++) {
        const notes_link *other = &r->links[i];
        if (other->key_n == l.key_n && memcmp(other->key, l.key, l.key_n) == 0) {
            l.number = other->number;
            break;
        }
        if (other->number >= l.number)
            l.number = other->number + 1;
    }
    r->links[r->count++] = l;
}

/* An event. False when links do not end one after the other, each once. */
static inline bool notes_take(notes_read *r, const trawl_event *e)
{
    if (e->type != TRAWL_TEXT && e->type != TRAWL_LINK && e->type != TRAWL_LINK_MORE)
        return true;
    if (e->type == TRAWL_LINK && r->begun++ != r->count)
        return false;
    (void)emit_keep(&r->text, e->text.p, e->text.n);
    if (e->link && e->span.to == e->link->extent.to)
        notes_end(r, e->link);
    return r->count <= r->begun;
}

/* Text in which only ESC is left to judge: SGR passes, any other is U+FFFD. */
static inline void notes_escapes(emit_out *o, const char *p, size_t n)
{
    for (size_t i = 0, len; i < n; i += len) {
        len = emit_sgr(p + i, n - i);
        if (len == 0 && p[i] == 0x1B)
            emit_add(o, "\xEF\xBF\xBD");
        else
            (void)emit_keep(o, p + i, len > 0 ? len : 1);
        len = len > 0 ? len : 1;
    }
}

/* The text as it may reach a terminal, with a number where each link ends. */
static inline void notes_text(const notes_read *r, emit_out *o, bool numbers)
{
    const char *p = r->text.p;
    emit_out part = {0}, one = {0};
    size_t k = 0;
    char mark[32];
    long c;

    emit_add(&part, "");
    for (size_t i = 0, len; i < r->text.n; i += len) {
        len = emit_character((const unsigned char *)p + i, r->text.n - i, &c);
        len += c == '\r' && i + 1 < r->text.n && p[i + 1] == '\n';
        emit_display(&one, p + i, len, true);
        (void)emit_keep(&part, one.p, one.n);
        for (; numbers && k < r->count && r->links[k].end <= i + len; k++) {
            notes_escapes(o, part.p, part.n);
            part.n = 0;
            (void)snprintf(mark, sizeof mark, " [%zu]", r->links[k].number);
            emit_add(o, mark);
        }
    }
    notes_escapes(o, part.p, part.n);
    free(part.p);
    free(one.p);
}

/* Does what is seen of it end in the middle of a line? */
static inline bool notes_midline(const emit_out *o)
{
    char last = '\n';

    for (size_t i = 0, len; i < o->n; i += len) {
        len = emit_sgr(o->p + i, o->n - i);
        last = len > 0 ? last : o->p[i];
        len = len > 0 ? len : 1;
    }
    return last != '\n';
}

static inline void notes_make(const notes_read *r, emit_out *o)
{
    emit_out url = {0};
    size_t listed = 0;
    char number[32];

    o->n = 0;
    emit_add(o, "");
    notes_text(r, o, true);
    if (r->count > 0)
        emit_add(o, notes_midline(o) ? "\n\n" : "\n");
    for (size_t i = 0; i < r->count; i++) {
        if (r->links[i].number <= listed)
            continue;
        (void)snprintf(number, sizeof number, "%4zu. ", ++listed);
        emit_add(o, number);
        emit_display(&url, r->links[i].url, r->links[i].url_n, true);
        notes_escapes(o, url.p, url.n);
        emit_add(o, "\n");
    }
    free(url.p);
}

#endif
