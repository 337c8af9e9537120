/* inside.h - shared by the files of the HTML writer
 *
 *   text.c     events; the text between links
 *   link.c     links: anchors, their attributes, notes about them
 *   message.c  the messages of a mailbox
 *   page.c     a whole document, and lines in it that stay as they are
 *   reflow.c   lines in a document that become paragraphs, quotes, a signature
 *
 * Of the text, the writer keeps only a link's href and the first bytes of a line.
 */
#ifndef TRAWL_EMIT_HTML_INSIDE_H
#define TRAWL_EMIT_HTML_INSIDE_H

#include <trawl_mail.h>

#include "base/sip.h"
#include "emit/emit.h"

/* Depths of quotes that look different; deeper quotes look like the last one. */
#define HTML_QUOTES 8

/* The most bytes of a line's start that are read before any is written. */
#define HTML_HEAD 128

enum html_block { HTML_NO_BLOCK, HTML_PARAGRAPH, HTML_VERBATIM, HTML_SIGNATURE, HTML_HEADER };

/* The state of a page's lines. */
typedef struct html_lines {
    bool bol;       /* nothing but quote marks was written of this line */
    bool cr;        /* the last byte was CR: an LF does not end another line */
    bool started;   /* something of the text was written */
    unsigned depth; /* quotes that are open */
    enum html_block block;
    size_t column;        /* bytes of the line so far, */
    size_t last;          /* and of the line before */
    char head[HTML_HEAD]; /* a line's start, not written yet */
    size_t head_n;
} html_lines;

typedef struct html_link {
    unsigned left;  /* pieces that will follow */
    bool live;      /* it has a href */
    bool open;      /* the link's element is open */
    bool plain;     /* its href is its URL, and it needs no notes */
    link_room room; /* for anchors after the first, of `size` bytes each without their text */
    size_t size;
    size_t href_n;
    char href[TRAWL_URL_MAX];
} html_link;

typedef struct html {
    escape_state text;
    bool page, reflow; /* the options of those names */
    bool simple;       /* a fragment whose anchors have the default attributes */
    bool head;         /* inside the header of a message */
    bool section;      /* inside a message */
    html_lines lines;
    html_link link;
    uint64_t *ids;    /* hashes of message ids, 0 for none; NULL before the first message */
    sip_hash ids_key; /* their key */
    size_t ids_n;     /* how many there are */
    uint64_t number;  /* the highest number that is an anchor */
} html;

/* ---- Text: text.c ---- */

/* Writes text of the source, outside or inside of links. */
int html_text(trawl_emit *e, const char *p, size_t n);

/* Prepares for a tag: writes what is held of the text. */
int html_settle(trawl_emit *e);

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

/* ---- Pages: page.c and reflow.c ---- */

int html_page_begin(trawl_emit *e);
int html_page_end(trawl_emit *e);

/* For text whose lines stay as they are: write text; prepare for a tag in it; begin or end a
 * message's header; end the text. */
int html_lines_text(trawl_emit *e, const char *p, size_t n);
void html_lines_inline(trawl_emit *e);
void html_lines_head(trawl_emit *e, bool head);
void html_lines_end(trawl_emit *e);

/* The same for flowing paragraphs; html_reflow_part() ends the text and begins another one. */
int html_reflow_text(trawl_emit *e, const char *p, size_t n);
void html_reflow_inline(trawl_emit *e);
void html_reflow_head(trawl_emit *e, bool head);
void html_reflow_part(trawl_emit *e);
void html_reflow_end(trawl_emit *e);

#endif
