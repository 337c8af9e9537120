/* emit.h - what all writers share: the settings, the output, and how a writer hangs in
 *
 * Rooms: emit/ includes kernel/, base/ and the public headers alone. A writer is two functions over its own small state; all its
 * output goes through emit_put() and the escapers of escape.h.
 */
#ifndef TRAWL_EMIT_EMIT_H
#define TRAWL_EMIT_EMIT_H

#include <stdbool.h>
#include <string.h>
#include <trawl_emit.h>

#include "base/memory.h"
#include "kernel/kernel.h"

/* One format. State is zeroed memory of that size; it is freed with memory_free() after close(), which may be NULL. */
typedef struct emit_writer {
    size_t state_size;
    int (*begin)(trawl_emit *e);
    int (*event)(trawl_emit *e, const trawl_event *event);
    int (*finish)(trawl_emit *e);
    bool (*is_calm)(const trawl_emit *e); /* NULL: it never is */
    void (*close)(trawl_emit *e);
    bool takes_before; /* a LINK event may bring the text before it; else that comes as an event */
} emit_writer;

/* What is written in small pieces goes out together. */
#define EMIT_HELD TRAWL_EMIT_ROOM

extern const emit_writer emit_html, emit_term, emit_markdown, emit_notes;

/* A text of no more bytes is copied to where there is something behind it to be read. */
#define ESCAPE_SHORT 512

/* A context of HTML, as kernels know it (escape.c). */
typedef struct escape_context {
    kernel_escapes how;
    kernel_word words[256];
    struct escape_state *state; /* of the text that is written */
    bool labels;                /* are hidden characters shown? */
} escape_context;

/* Bytes that text may not hold as they are, or that have to be looked at; the same of attributes and stylesheets; and what
 * begins a character of two or three bytes that passes. */
typedef struct escape_html {
    kernel_set in_text, in_others, two, three, c2, e2_80;
    escape_context text, attribute, css;
} escape_html;

struct trawl_emit {
    trawl_emit_config config; /* its texts point into texts */
    char *texts;
    memory m;
    const emit_writer *writer;
    void *state;
    const kernel *kernel; /* of HTML, as the sets are: */
    escape_html html;
    kernel_set line_ends; /* CR, LF */
    trawl_write *write;
    void *user;
    int error; /* what write returned, or an error; nothing is written any more */
    bool begun;
    char *held; /* what goes out next: *held_n bytes of held_size, here or in the caller's room */
    size_t held_size, *held_n;
    char own[EMIT_HELD];
    size_t own_n;
    char end[ESCAPE_SHORT + KERNEL_BEHIND]; /* of a text, and whatever */
};

/* Write bytes that there is no room for in held. */
int emit_put_through(trawl_emit *e, const char *bytes, size_t n);

/* Write bytes. 0, or what ended the output. */
static inline int emit_put(trawl_emit *e, const char *bytes, size_t n)
{
    size_t held = *e->held_n;

    if (n > e->held_size - held)
        return emit_put_through(e, bytes, n);
    if (n > 0)
        memcpy(e->held + held, bytes, n);
    *e->held_n = held + n;
    return e->error;
}

/* Room for n bytes, which are written once *e->held_n counts them; NULL: there never is so much. */
static inline char *emit_room(trawl_emit *e, size_t n)
{
    if (n > e->held_size - *e->held_n)
        (void)emit_put_through(e, "", 0);
    return n > e->held_size ? NULL : e->held + *e->held_n;
}

/* Text of ours, which the compiler knows: nobody has to count it. */
static inline int emit_text(trawl_emit *e, const char *text)
{
    return emit_put(e, text, strlen(text));
}

/* The text that a LINK event brings, as an event of its own. */
static inline trawl_event emit_before(const trawl_event *event)
{
    trawl_event text = *event;

    text.type = TRAWL_TEXT;
    text.link = NULL;
    text.text = event->before;
    text.span = (trawl_span){event->span.from - event->before.n, event->span.from};
    text.before = (trawl_str){NULL, 0};
    return text;
}

static inline bool emit_option(const trawl_emit *e, unsigned option)
{
    return (e->config.options & option) != 0;
}

#endif
