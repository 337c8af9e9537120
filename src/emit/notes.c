/* notes.c - the text with [1] behind each link, and the list of their URLs at its end, as lynx -dump has it
 *
 *     See <URL:http://www.example.com/a/lo
 *       ng/path> [1], or http://b.example/ [2].
 *
 *        1. http://www.example.com/a/long/path
 *        2. http://b.example/
 *
 * The number stands behind all of the link, its ">" included, and apart from it: glued to a bare URL it would be read as
 * part of it. URLs that are the same by their canonical form have one number. The list gives each as it was first written,
 * put together, also those that are live nowhere: it is text. Text and list are made fit for a terminal as term.c's are.
 *
 * This writer alone keeps something of the text, its list: its memory grows with the number of different URLs.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "emit/emit.h"
#include "emit/escape_term.h"
#include "emit/notes_list.h"

typedef struct notes {
    escape_term text;
    notes_list list;
    char last; /* byte written */
} notes;

static int put(void *emit, const char *bytes, size_t n)
{
    trawl_emit *e = emit;
    notes *s = e->state;

    if (n > 0)
        s->last = bytes[n - 1];
    return emit_put(e, bytes, n);
}

static int pass(void *emit, const char *sgr, size_t n)
{
    return emit_put(emit, sgr, n);
}

static int begin(trawl_emit *e)
{
    notes *s = e->state;

    s->list.m = &e->m;
    s->last = '\n';
    escape_term_open(&s->text, put, pass, e);
    return 0;
}

/* " [12]" */
static int put_number(trawl_emit *e, notes *s, const trawl_link *link)
{
    char text[32];
    size_t number = 0;
    int result = notes_list_number(&s->list, link->url, &number);

    if (result) {
        e->error = result;
        return result;
    }
    result = escape_term_finish(&s->text);
    (void)snprintf(text, sizeof text, " [%zu]", number);
    return result ? result : put(e, text, strlen(text));
}

static int event(trawl_emit *e, const trawl_event *event)
{
    notes *s = e->state;
    bool piece = event->type == TRAWL_LINK || event->type == TRAWL_LINK_MORE;
    int stop = 0;

    if (event->type != TRAWL_TEXT && !piece)
        return 0;
    if (piece)
        stop = escape_term_edge(&s->text);
    if (!stop)
        stop = escape_term_text(&s->text, event->text.p, event->text.n);
    if (!stop && piece)
        stop = escape_term_edge(&s->text);
    if (!stop && event->link && event->span.to == event->link->extent.to)
        stop = put_number(e, s, event->link);
    return stop;
}

static int finish(trawl_emit *e)
{
    notes *s = e->state;
    int stop = escape_term_finish(&s->text);
    char number[32];

    if (stop || s->list.count == 0)
        return stop;
    if (s->last != '\n')
        emit_text(e, "\n");
    emit_text(e, "\n");
    for (size_t i = 1; i <= s->list.count && !e->error; i++) {
        trawl_str url = notes_list_url(&s->list, i);
        (void)snprintf(number, sizeof number, "%4zu. ", i);
        emit_text(e, number);
        escape_term_text(&s->text, url.p, url.n);
        escape_term_finish(&s->text);
        emit_text(e, "\n");
    }
    return e->error;
}

static void close(trawl_emit *e)
{
    notes *s = e->state;

    if (s->list.m)
        notes_list_free(&s->list);
}

const emit_writer emit_notes = {sizeof(notes), begin, event, finish, NULL, close, false};
