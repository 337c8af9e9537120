/* emit.h - shared by the writers: settings and output, text that is safe to show, escaping, hrefs
 *
 * A writer turns the events of a scan into one format. It is a set of functions over its own state;
 * all its output passes through emit_put() and the escapers below. Nothing outside of this folder
 * includes this header; users of the writers need trawl_emit.h alone.
 */
#ifndef TRAWL_EMIT_EMIT_H
#define TRAWL_EMIT_EMIT_H

#include <trawl_emit.h>

#include "base/memory.h"
#include "base/out.h"
#include "base/sip.h"
#include "kernel/kernel.h"

/* ---- Writers ---- */

/* A writer of one format. Its state is zeroed memory of state_size bytes, freed after close().
 * begin, finish, is_complete and close may be NULL. */
typedef struct emit_writer {
    size_t state_size;
    int (*begin)(trawl_emit *e);
    int (*event)(trawl_emit *e, const trawl_event *event);
    int (*finish)(trawl_emit *e);
    bool (*is_complete)(const trawl_emit *e);
    void (*close)(trawl_emit *e);
} emit_writer;

/* Returns true for an empty list of templates, and for a list whose templates are good:
 * html/template.c. */
bool emit_template_is_good(trawl_str list);

extern const emit_writer emit_html, emit_term, emit_markdown, emit_notes, emit_unbroken;

/* Text of up to this many bytes is copied to a buffer with readable bytes after it, for kernels. */
#define EMIT_SHORT 512

/* Output is passed on when this many bytes have collected. */
#define EMIT_HELD 32768

typedef struct escape_state escape_state;

/* A context of HTML, in the form that kernels take (escape.c). */
typedef struct escape_context {
    kernel_escapes how;
    kernel_word words[256];
    escape_state *state; /* of the text that is being written */
    bool labels;         /* write hidden characters as labels */
} escape_context;

/* The contexts of HTML, and sets of bytes for kernels. in_text has the bytes that may need an
 * escape in text, in_others the bytes that may need an escape in the other contexts. */
typedef struct escape_html {
    kernel_set in_text, in_others, two, three, c2, e2_80;
    escape_context text, attribute, css;
} escape_html;

struct trawl_emit {
    trawl_emit_config config; /* its strings are copies in texts */
    char *texts;
    memory m;
    const emit_writer *writer;
    void *state;
    const kernel *kernel;
    escape_html html;     /* for HTML only, as is line_ends */
    kernel_set line_ends; /* CR and LF */
    trawl_write *write;
    void *user;
    bool begins;      /* no text of this part was written */
    int error;        /* the nonzero result of write(), an error, or one of enum emit_state */
    char *held;       /* EMIT_HELD bytes; NULL before the first event */
    kernel_room room; /* the free part of `held` */
    /* Set while the writer collects markup in `room`: makes room for n more bytes. */
    bool (*enlarge)(trawl_emit *e, size_t n);
    char end[EMIT_SHORT + KERNEL_SLACK];
};

/* Passes on the collected output, then writes bytes. */
int emit_put_through(trawl_emit *e, const char *bytes, size_t n);

/* Writes bytes. Returns 0, or the value that ended the output: an error, or the value of the
 * caller's write function. */
static inline int emit_put(trawl_emit *e, const char *bytes, size_t n)
{
    if (n > (size_t)(e->room.end - e->room.to))
        return emit_put_through(e, bytes, n);
    if (n > 0)
        memcpy(e->room.to, bytes, n);
    e->room.to += n;
    return e->error;
}

static inline int emit_text(trawl_emit *e, const char *text)
{
    return emit_put(e, text, strlen(text));
}

static inline bool emit_option(const trawl_emit *e, unsigned option)
{
    return (e->config.options & option) != 0;
}

/* An outline is kept until outline_drop() has been called for each outline_hold(). `o` may be NULL.
 * Both may be called from any thread. */
void outline_hold(const trawl_outline *o);
void outline_drop(const trawl_outline *o);

/* ---- Tables of texts: keyed.c ---- */

/* The hash of a text, and what it is the name of. */
typedef struct keyed_slot {
    uint64_t hash; /* 0: free */
    uint32_t entry;
    uint32_t number; /* 1 at first; for the caller */
} keyed_slot;

/* A zeroed table is empty; slots must be freed. */
typedef struct keyed {
    keyed_slot *slots; /* a power of two, or none */
    size_t n, size;
    sip_hash key; /* set with the first slots */
} keyed;

/* How many texts may be added after keyed_make_room(). */
#define KEYED_ROOM 8

/* Makes room for some more texts. Returns false when out of memory. */
bool keyed_make_room(keyed *k, const memory *m);

/* These three need slots. Return the hash of a text; the slot with the hash, or the free one where
 * it belongs; and whether the hash was new and is added. */
uint64_t keyed_hash(const keyed *k, const char *p, size_t n);
keyed_slot *keyed_find(const keyed *k, uint64_t hash);
bool keyed_add(keyed *k, uint64_t hash, size_t entry);

/* Removes all texts. */
void keyed_forget(keyed *k, const memory *m);

/* ---- Characters ---- */

enum escape_kind {
    ESCAPE_SHOWN,  /* written as it is */
    ESCAPE_HIDDEN, /* invisible, or changes the direction of text (M8): written as "[U+202E]" */
    ESCAPE_BAD     /* a control, a surrogate, a noncharacter: written as U+FFFD */
};

/* Returns the kind of a character beyond ASCII, or of UTF8_INVALID. */
enum escape_kind escape_kind_of(uint32_t code);

#define ESCAPE_BAD_TEXT "\xEF\xBF\xBD"
#define ESCAPE_LABEL 12

/* Writes "[U+202E]" to out and returns its length. */
size_t escape_label(char out[ESCAPE_LABEL], uint32_t code);

/* Writes a character beyond ASCII as it is shown; `labels`: hidden characters have labels. Returns
 * the length. */
size_t escape_shown(char out[ESCAPE_LABEL], uint32_t code, bool labels);

/* Returns true when p[0..n) is the start of a UTF-8 character whose end is missing. */
bool escape_is_cut(const char *p, size_t n);

/* ---- Text made fit to be shown ----
 *
 * Writes display(source): the same bytes, however the source is cut into pieces. Writes LF for CR
 * and CRLF; nothing for FF; U+FFFD for every control other than these, TAB and LF, and for
 * noncharacters; what windows-1252 has for each byte that is not UTF-8; and labels for hidden
 * characters. At most three bytes are held back until the next call. Markup is not escaped here.
 */

/* Control characters that are passed on. */
enum shown_keep {
    SHOWN_ESC = 1 << 0, /* ESC: the caller handles escape sequences */
    SHOWN_CRLF = 1 << 1 /* CR before LF */
};

/* Receives whole characters. Returns 0 to go on. */
typedef int shown_put(void *user, const char *bytes, size_t n);

typedef struct shown_state {
    shown_put *put;
    void *user;
    unsigned keep; /* enum shown_keep */
    const kernel *kernel;
    kernel_set ascii; /* bytes that pass */
    char held[4];     /* a CR, or the start of a character */
    size_t held_n;
    bool written; /* shown_edge() has written LF for a held CR */
} shown_state;

void shown_open(shown_state *s, shown_put *put, void *user, unsigned keep);

int shown_text(shown_state *s, const char *p, size_t n);

/* Call it where a link begins or ends, and at the end of the text. Writes LF for a held CR; an LF
 * that follows this CR is then skipped. Also writes the held bytes of an incomplete character. */
int shown_edge(shown_state *s);

/* ---- Markup of HTML in lines of text: marks.c ----
 *
 * What a writer of lines needs to know of MARKUP events: the beginning of each line, and the style.
 */

#define MARKS_ITEMS 8
#define MARKS_SKIP 64

typedef struct marks {
    bool on;     /* the part has markup */
    bool begins; /* a block begins with the next text, */
    bool apart;  /* and a blank line is before it */
    bool cell;   /* the text is in a table */
    bool next;   /* and another cell of the row precedes it */
    int kind;    /* of the block: enum trawl_markup */
    unsigned quote, level, number, column, row;
    unsigned skip;           /* cells without text before this one */
    unsigned last;           /* depth of quotes of the line before */
    unsigned style, heading; /* a bit for TRAWL_MARKUP_BOLD, and so on; the level of a heading */
    unsigned width[MARKS_ITEMS + 1]; /* columns of the bullets of open items */
} marks;

/* Takes a MARKUP event. Returns true if it is about a block, false if it is about the style. */
bool marks_take(marks *mk, const trawl_event *event);

/* Writes the line ends before a line, if `breaks` is not 0, and what the line begins with. The
 * first line of a block is on the next line, or below a blank one; before another line, `breaks`
 * times `line_end` is written, with the start of each line if `each` is set. */
void marks_put_start(trawl_emit *e, marks *mk, bool first, uint64_t breaks, const char *line_end,
                     bool each);

/* ---- HTML and XML: escape.c ---- */

/* The state of text that comes in pieces. */
struct escape_state {
    char held[4]; /* the start of a character */
    unsigned n;
    bool cut; /* escape_html_settle() wrote `held` the last time */
    bool cr;  /* the last byte was CR */
};

void escape_html_open(trawl_emit *e);

/* Writes text between tags; a parser of the output reads display(p), without form feeds. The state
 * must be zeroed at first. Returns as emit_put(). */
int escape_html_text(trawl_emit *e, escape_state *s, const char *p, size_t n);

/* Called before a tag and at the end of the text: writes the held bytes, which are not UTF-8. */
int escape_html_settle(trawl_emit *e, escape_state *s);

/* Writes a complete text: between tags (html.text), inside an attribute's value in double quotes
 * (html.attribute), or inside <style> (html.css). In <style>, HTML gets "<\/" for "</", which CSS
 * reads as the same; XML gets references, as in text. */
int escape_whole(trawl_emit *e, escape_context *c, const char *p, size_t n);

/* ---- Terminals: term.c ----
 *
 * Of a text's escape sequences only SGR passes, ESC [ digits ; : m (ECMA-48 section 8.3.117; ":" is
 * from ITU-T T.416): it sets colours, weight and underlining. Other sequences can move the cursor,
 * write the clipboard, make the terminal type an answer, or forge a link; their ESC is written as
 * U+FFFD and the rest as text. An incomplete sequence is held back, up to TERM_SGR_MAX bytes.
 */

#define TERM_SGR_MAX 64 /* an SGR sequence with two 24-bit colours has 37 bytes */

typedef struct term_text {
    shown_state text;
    shown_put *put;  /* takes text */
    shown_put *pass; /* takes one SGR sequence */
    void *user;
    char held[TERM_SGR_MAX];
    size_t held_n;
} term_text;

void term_text_open(term_text *t, shown_put *put, shown_put *pass, void *user);

/* To write text, call shown_text(&t->text, ...); at a link's edges, call shown_edge(&t->text). */

/* Ends the text. */
int term_text_finish(term_text *t);

/* ---- Hrefs: live.c ---- */

enum live_plain {
    LIVE_MADE, /* the href is made from the URL's parts */
    LIVE_URL,  /* the URL is its own href, and its host does not deceive */
    LIVE_CLEAN /* as LIVE_URL, and nothing in it is escaped in HTML */
};

/* Fast path: decides by the bytes alone, or returns LIVE_MADE. `flags` are the link's. */
enum live_plain live_plain_of(trawl_str url, uint64_t flags);

typedef struct live_answer {
    trawl_str href;
    enum live_plain plain;
    const char *why; /* why there is no href, or NULL */
} live_answer;

/* Does the same as trawl_check(). In a library without the grammar, sets only the parts, and
 * returns TRAWL_OK. */
int live_check(trawl_verdict *v, trawl_str url);

/* Sets *answer to the href of a link: its URL, or text written to `room`. `list` names the schemes
 * that are live besides http, https and mailto. Returns TRAWL_OK, TRAWL_EMIT_DEAD, or an error. */
int live_href(const trawl_link *link, trawl_str list, char room[TRAWL_URL_MAX],
              live_answer *answer);

/* Sets *place to what a note says that a link leads to (F15): the host of its href, or the href.
 * The href may be empty, if the link is not live: then *place is the host or the scheme of the
 * link's URL. Returns TRAWL_OK or an error. */
int live_place(const trawl_link *link, trawl_str href, trawl_str *place);

/* ---- The size of the output (F11) ----
 *
 * Text that is written again for each piece and for each other reading of a link is limited: it is
 * written at most LINK_PIECES times, and has at most LINK_OUTPUT bytes for each byte of the link in
 * the source.
 */

#define LINK_PIECES 64
#define LINK_OUTPUT 30

typedef struct link_room {
    unsigned times;
    uint64_t left; /* bytes */
} link_room;

static inline link_room link_room_of(const trawl_link *link)
{
    uint64_t n = link->extent.to - link->extent.from;

    return (link_room){0, LINK_OUTPUT * (n > link->url.n ? n : link->url.n)};
}

/* Takes n bytes from the room. Returns true when the bytes fit, and always for the first piece. */
static inline bool link_room_take(link_room *r, size_t n)
{
    bool fits = r->times == 0 || (r->times < LINK_PIECES && n <= r->left);

    r->times += fits;
    r->left -= n < r->left ? n : r->left;
    return fits;
}

/* A link in text for terminals and in Markdown: live.c. */
typedef struct shown_link {
    unsigned left;   /* pieces that will follow */
    link_room room;  /* for its pieces */
    size_t uri_n;    /* 0: it is text */
    trawl_str place; /* where it leads, if its text shows another place */
} shown_link;

/* Begins a link: writes its URI to `uri`. A link that is not live, or whose text shows another
 * place (F15), has none. `list` is as in live_href(). Returns TRAWL_OK or TRAWL_ERROR_NO_MEMORY. */
int shown_link_begin(shown_link *k, const trawl_link *link, trawl_str list, char *uri, size_t size);

/* F15: writes where a link leads, once, if no piece follows and its text shows another place. */
int shown_link_note(shown_link *k, shown_state *s);

/* Returns the text's length with "&" and both quotes written as references. */
static inline size_t link_escaped(trawl_str s)
{
    size_t n = s.n;

    for (size_t i = 0; i < s.n; i++)
        n += s.p[i] == '&' || s.p[i] == '\'' || s.p[i] == '"' ? 4 + (s.p[i] == '"') : 0;
    return n;
}

/* Returns true for backslashes only: between two pieces they are part of one anchor (F5). */
static inline bool link_is_gap(const trawl_event *event)
{
    size_t n = 0;

    while (n < event->text.n && event->text.p[n] == '\\')
        n++;
    return event->type == TRAWL_EVENT_TEXT && event->link && n == event->text.n;
}

#endif
