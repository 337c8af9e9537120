/* inside.h - shared by the files of the HTML writer
 *
 *   text.c       events; the text between links
 *   link.c       links: anchors, their attributes, notes about them
 *   template.c   templates of hrefs
 *   message.c    the messages of a mailbox
 *   page.c       a whole document, and lines in it that stay as they are
 *   lines.c      holds the lines of a text until src/lib/block has decided them
 *   markup.c     lines of HTML, whose structure is known
 *   structure.c  headings, paragraphs, lists, quotes, ...: the markup around lines
 *   breaks.c     words that are broken over two lines
 *   refs.c       ids of headings and references, and links to them
 *   title.c      the title of a page, from the first lines of its text
 *   outline.c    the list of places in a text that have ids
 */
#ifndef TRAWL_EMIT_HTML_INSIDE_H
#define TRAWL_EMIT_HTML_INSIDE_H

#include <trawl_mail.h>

#include "block/block.h"
#include "emit/emit.h"

/* The number of depths of quotes that look different; deeper quotes look like the last depth. */
#define HTML_QUOTES 8

/* The maximum depth of lists inside lists; deeper items are items of the innermost list. */
#define HTML_LISTS 8

/* ---- Lines that stay as they are ---- */

typedef struct html_still {
    bool bol;       /* only quote marks of this line were written */
    bool cr;        /* the last byte was CR: an LF does not end another line */
    bool started;   /* some of the text was written */
    unsigned depth; /* quotes that are open */
} html_still;

/* ---- Lines that get structure ---- */

/* A queue of bytes: p[from..to). */
typedef struct html_queue {
    char *p;
    size_t from, to, size;
} html_queue;

/* Markup that is written inside a line. */
typedef struct html_insert {
    size_t at;      /* the byte of the line before which it is written */
    size_t from, n; /* its place in the markup of links, or with `more` in the markup of refs.c */
    int link;       /* 1: it opens a link, 2: a further piece of one, -1: it closes, 0: neither */
    bool more;
} html_insert;

/* What a line of HTML is, besides its decision. */
typedef struct html_cell {
    unsigned row, column; /* of a table */
    bool head, begins;    /* a <th>; the first cell with text of its row */
    unsigned number;      /* of an item, or 0 */
} html_cell;

/* The markup of HTML at this place of the text: markup.c. */
typedef struct html_marks {
    bool on; /* this part has markup */
    bool begins;
    unsigned quote, number, row, style;
    block_decision is; /* of the next line, and of those after it */
    html_cell cell;
} html_marks;

/* A line that is being written. */
typedef struct html_line {
    const char *p;
    size_t n;
    bool whole;  /* its end is known; else n is at least BLOCK_LINE_MAX */
    bool marked; /* its decision is from markup */
    const block_decision *is;
    const html_cell *cell;
    html_insert *inserts; /* by their place */
    size_t inserts_n;
    trawl_str next; /* the line after it and its decision, if known; else NULL */
    const block_decision *next_is;
    bool links_on; /* the URL of its last link goes on where the text of the next line begins */
} html_line;

/* Lines that are not written yet: lines.c. */
typedef struct html_held {
    blocks *blocks;
    bool decides; /* src/lib/block decides: the first pass has no decision of the next line */
    size_t taken; /* decisions of the first pass */
    html_queue text, markup, inserts; /* of the lines in the queue, and of the current one */
    html_queue queue;
    size_t n, inserts_n; /* of the current line */
    bool page;           /* a form feed comes before it */
    bool streams;        /* the current line is written without waiting for its end */
    bool cr;             /* the last byte was CR: an LF does not end another line */
    bool decided;        /* the oldest line of the queue is decided, as follows */
    block_decision decision;
    kernel_room output; /* the writer's room, while e->room collects markup */
    html_insert *now;   /* of the line that is being written */
    size_t now_room;
    html_queue more; /* the markup that refs.c adds to it */
} html_held;

typedef struct html_list {
    /* u: <ul>, o: <ol>, d: <dl>, n: contents, r: references, s: trailers, t: <table>, a: note */
    char type;
    bool open;      /* its <li> or <dd> is open; a <dl> may have no open <dd> */
    unsigned level; /* of its items */
} html_list;

#define HTML_RANKS 7

/* The elements that are open: structure.c. */
typedef struct html_open {
    enum block_kind kind; /* of the innermost element, which has text */
    const char *close;    /* its end tag, or NULL */
    bool blank;           /* blank lines follow its text */
    bool begun;           /* something was written */
    bool broken;          /* the end of its last line was written */
    bool linked;          /* a link is open, and goes on in the next line */
    unsigned depth;       /* quotes */
    html_list lists[HTML_LISTS];
    unsigned lists_n;
    unsigned column; /* the last column of the open row */
    unsigned title;  /* the level of the heading above all text: 1, or 2 in a message */
    /* The level in the page of the last heading of each rank, or 0; rank 0 is the title's. */
    unsigned ranks[HTML_RANKS];
    uint64_t contents; /* tables of contents so far */
} html_open;

typedef struct html_link {
    unsigned left;  /* pieces that will follow */
    bool live;      /* it has a href */
    bool open;      /* the link's element is open */
    bool url;       /* its pieces are a URL, not any text */
    bool plain;     /* its href is its URL, and it needs no notes */
    link_room room; /* for anchors after the first, of `size` bytes each without their text */
    size_t size;
    size_t href_n;
    char href[TRAWL_URL_MAX];
} html_link;

/* The maximum number of lines in which the title of a text is sought, and of bytes of it. */
#define TITLE_LINES 48
#define HTML_TITLE 200

/* The title that is sought: title.c. The page is not begun, and the first lines are held. */
typedef struct html_title {
    unsigned lines;  /* lines that are held */
    unsigned gaps;   /* blank lines since the last line of the title */
    unsigned others; /* lines that are neither headings nor fields */
    bool below;      /* text that is no heading was above */
    bool prose;      /* running text or a field was above */
    bool capitals;   /* the title has only capitals */
    bool manual;     /* the first line is the header of a manual */
    bool below_name; /* the last heading was NAME, or the first one of a manual */
    unsigned lone;   /* lines of a title that is not a heading, until other text follows */
    /* The lines of the text that are its title, a heading or not: held[from..to). to 0: the text
     * has no such lines, as for a subject. */
    unsigned from, to;
    size_t n, read; /* bytes of the title, and of the lines */
    char text[HTML_TITLE];
    block_decision held[TITLE_LINES];
} html_title;

/* The maximum number of bytes of an id. */
#define HTML_ID 160

typedef struct html {
    escape_state text;
    bool page;      /* TRAWL_EMIT_OPTION_PAGE */
    bool structure; /* lines get structure */
    bool simple;    /* a fragment whose anchors have the default attributes */
    bool head;      /* inside the header of a message */
    bool section;   /* inside a message */
    bool titled;    /* its subject was written */
    bool subject;   /* its subject is being written */
    html_still still;
    html_held lines;
    html_open open;
    html_marks marks;
    html_link link;
    keyed ids;          /* of messages */
    uint64_t number;    /* the highest number that is an anchor */
    trawl_outline *own; /* the places so far; the outline of a first pass if `reads` */
    html_title *title;  /* of the text; NULL: known, or not wanted */
    bool reads;         /* first pass: only makes an outline */
    uint64_t scope;     /* the number of the text: of a message, or of a file */
    bool given;         /* an id was given in this text */
    uint64_t texts;     /* texts before this one with ids */
    block_refs refs;
    size_t id_n; /* the id of the line that is being written; 0: it has none */
    char id[HTML_ID];
} html;

/* ---- Text: text.c ---- */

/* Writes text of the source, outside or inside of links. */
int html_text(trawl_emit *e, const char *p, size_t n);

/* Prepares for a tag: writes what is held of the text. */
int html_settle(trawl_emit *e);

/* ---- Templates of hrefs: template.c ---- */

/* Returns true when the list has a template for links of this scheme alone. */
bool html_template_has(trawl_str list, trawl_str scheme);

/* Writes the link's href. Uses the template for its scheme if there is one, else the template for
 * all links, else the URL unchanged. Returns its length, or 0 when it is too long for a href
 * (F11). */
size_t html_template_fill(trawl_str list, trawl_str link, char room[TRAWL_URL_MAX]);

/* ---- Links: link.c ---- */

/* Writes a piece of a link. */
int html_link_piece(trawl_emit *e, const trawl_event *event);

/* Closes the element of a piece, if one is open. */
void html_link_close(trawl_emit *e);

/* ---- Messages: message.c ---- */

/* Begins a message; in a page it is a section. */
int html_message(trawl_emit *e, const trawl_mail_message *message);

/* Writes to room the href of a link to a message further up in the page. Returns its length, or 0
 * when the link leads to no such message. */
size_t html_message_href(trawl_emit *e, const trawl_link *link, char room[TRAWL_URL_MAX]);

/* Takes the name of a header field, before its text: makes the subject a heading. */
void html_message_field(trawl_emit *e, trawl_str field);

/* Writes text of a message's header. */
int html_message_head_text(trawl_emit *e, const char *p, size_t n);

/* Ends the subject, if it is being written. */
void html_message_head_end(trawl_emit *e);

/* ---- Pages: page.c ---- */

int html_page_begin(trawl_emit *e);
int html_page_end(trawl_emit *e);

/* Begins the page if it waits for its title, and writes the lines that were held. */
void html_page_settle(trawl_emit *e);

/* ---- Titles: title.c ---- */

/* Takes a line. Returns true when the title, title->text[0..title->n), is known or will not be
 * found. */
bool html_title_line(html_title *title, const block_decision *is, const char *p, size_t n);

/* Makes the lines that the text shows as its title a heading of level 0. */
void html_title_show(html_title *title);

/* Makes the subject of a mail the title, without line ends. */
void html_title_subject(html_title *title, trawl_str subject);

/* For text whose lines stay as they are. The functions, in order: write text, prepare for a tag in
 * it, begin or end a message's header, and end the text. */
int html_still_text(trawl_emit *e, const char *p, size_t n);
void html_still_inline(trawl_emit *e);
void html_still_head(trawl_emit *e, bool head);
void html_still_end(trawl_emit *e);

/* ---- Structure: lines.c ---- */

void html_held_open(trawl_emit *e);
void html_held_close(trawl_emit *e);

/* Takes text. It is written when its lines are decided, and at once when a line is very long. */
int html_held_text(trawl_emit *e, const char *p, size_t n);

/* Ends a text, and all its elements. */
void html_held_part(trawl_emit *e);

/* Call these before and after writing tags inside text. In text with structure, the markup is held
 * with its line. `link` is as in html_insert. */
void html_markup_begin(trawl_emit *e);
void html_markup_end(trawl_emit *e, int link);

/* Inserts markup before byte `at` of the line. */
void html_line_insert(trawl_emit *e, html_line *line, size_t at, const char *markup, size_t n,
                      int link);

/* Returns true if some of [from, to) is inside a link. */
bool html_line_links(const html_line *line, size_t from, size_t to);

const char *html_insert_text(const trawl_emit *e, const html_insert *insert);

/* ---- Markup of HTML: markup.c ---- */

/* Takes a MARKUP event. */
void html_marks_event(trawl_emit *e, const trawl_event *event);

/* Returns the decision of the line that ends. */
block_decision html_marks_line(trawl_emit *e, const char *p, size_t n, html_cell *cell);

/* Ends the styles of the line. */
void html_marks_line_end(trawl_emit *e);

/* Begins the cell of a table. */
void html_marks_cell(trawl_emit *e, const html_line *line);

/* ---- Structure: structure.c ---- */

/* Forgets the levels of earlier headings: the next ones are below a title of this level. */
void html_structure_below(html_open *o, unsigned title);

/* Begins an element with text, and ends the open element. */
void html_structure_open_text(trawl_emit *e, enum block_kind kind, const char *open,
                              const char *close);
void html_structure_close_text(trawl_emit *e);

/* Begins a table of HTML, with its first row. */
void html_structure_open_table(trawl_emit *e);

/* Writes a line with the tags that go before it. */
void html_structure_line(trawl_emit *e, html_line *line);

/* Ends a line that is not whole, after its last text. */
void html_structure_line_end(trawl_emit *e);

/* Closes all elements. */
void html_structure_end(trawl_emit *e);

/* ---- References: refs.c ---- */

/* The functions, in order: begin the first text, begin the text of a message, whose section has the
 * id `anchor`, and begin any other text. */
void html_refs_begin(trawl_emit *e);
void html_refs_message(trawl_emit *e, trawl_str anchor, trawl_str subject);
void html_refs_text(trawl_emit *e);

/* Adds markup to a line that is about to be written: links of references, the permalink of a
 * heading. */
void html_refs_line(trawl_emit *e, html_line *line);

/* Returns the id of the place of this text with a key, in quotes of this depth; empty if there is
 * none. `type` is as in html_outline_find(). */
trawl_str html_refs_find(const trawl_emit *e, unsigned quote, char type, const char *key, size_t n);

/* The first function writes the table of contents before the text; if there was no first pass, it
 * writes a link to the end of the text. In that case the second function writes the table there. */
void html_refs_toc_before(trawl_emit *e);
void html_refs_toc_after(trawl_emit *e);

/* ---- Outlines: outline.c ---- */

/* The words of a text: breaks.c. */
typedef struct html_words html_words;

/* A place that has an id. */
typedef struct outline_entry {
    uint32_t id, id_n, title, title_n;
    unsigned level; /* of a heading, 0 for a message, or OUTLINE_UNLISTED */
} outline_entry;

#define OUTLINE_UNLISTED 7

trawl_outline *html_outline_new(const memory *m);

/* Returns the words of the text of a first pass; NULL: there are none. */
html_words *html_outline_words(const trawl_outline *o);

/* Begins a text with this number, whose ids begin with `prefix`. `forget`: drops earlier texts.
 * This and the next two return false when out of memory. */
bool html_outline_begin(trawl_outline *o, uint64_t scope, trawl_str prefix, bool forget);

/* Adds a message, before its text begins. */
bool html_outline_message(trawl_outline *o, trawl_str anchor, trawl_str title);

/* Adds a heading or reference, and sets *id to its id, which is valid until the next id is added.
 * The id is empty if the line has none. */
bool html_outline_add(trawl_outline *o, const html_line *line, trawl_str *id);

/* Counts an entry of the text's own contents. */
void html_outline_add_contents(trawl_outline *o);

/* Returns true when there is one text, and it has contents of its own. */
bool html_outline_has_contents(const trawl_outline *o);

/* Finds a place of a text by block_key() ('k'), block_title_key() ('t') or both ('b'). */
trawl_str html_outline_find(const trawl_outline *o, uint64_t scope, unsigned quote, char type,
                            const char *key, size_t n);

const outline_entry *html_outline_entries(const trawl_outline *o, size_t *n);
trawl_str html_outline_id(const trawl_outline *o, size_t entry);
trawl_str html_outline_title(const trawl_outline *o, const outline_entry *entry);

/* Keeps the decision of the next line. If `line` is NULL, keeps no decisions, neither of earlier
 * nor of later lines. Returns false when out of memory. */
bool html_outline_keep(trawl_outline *o, const html_line *line);

/* Returns the decision of line i, which has n bytes; or NULL if none is kept, or if the line had
 * another length in the first pass. */
const block_decision *html_outline_line(const trawl_outline *o, size_t i, size_t n);

/* ---- Broken words: breaks.c ---- */

/* The bytes of a set of words. */
size_t html_words_size(void);

/* Adds the words of a line. */
void html_breaks_read(html_words *words, const html_line *line);

/* What is written for the end of a line, in text that flows. */
enum html_break {
    HTML_BREAK_LINE, /* a blank */
    HTML_BREAK_NONE, /* nothing: it follows a hyphen that stays */
    HTML_BREAK_WORD  /* nothing, and *hyphen bytes before it neither */
};

/* Returns what is written for the end of the line. `words` are the words of the text, or NULL. */
enum html_break html_break_of(const html_words *words, const html_line *line, size_t *hyphen);

#endif
