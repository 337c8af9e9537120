/* html.h - what the files of the HTML writer share
 *
 *   html.c         events; the text between links
 *   html_link.c    links: their pieces, and our notes about them
 *   html_anchor.c  their anchors
 *   html_page.c    what stands around the text in a whole document
 *   html_message.c the messages of a mailbox
 *   html_lines.c   lines of a page as they are, quotes told apart
 *   html_reflow.c  lines of a page made paragraphs, quotes, a signature
 *
 * Nothing is held but a link's href, the white space between two of its pieces, and the first few bytes of a line.
 */
#ifndef TRAWL_EMIT_HTML_H
#define TRAWL_EMIT_HTML_H

#include <trawl_mail.h>

#include "base/sixteen.h"
#include "emit/emit.h"
#include "emit/escape.h"
#include "emit/live.h"

/* Quotes in quotes that are told apart; deeper ones are like the last. */
#define HTML_QUOTES 8

/* The start of a line that is looked at before anything of it goes out. */
#define HTML_HEAD 128

/* Ids of messages that are remembered, and the longest anchor of one. */
#define HTML_IDS 16384
#define HTML_ANCHOR 1024

enum html_block { HTML_NO_BLOCK, HTML_PARAGRAPH, HTML_VERBATIM, HTML_SIGNATURE, HTML_HEADER };

typedef struct html_lines {
    bool bol;       /* nothing but quote marks has been written of this line */
    bool cr;        /* the last byte was CR: LF does not end another line */
    bool started;   /* something of the text has gone out */
    unsigned depth; /* quotes that are open */
    enum html_block block;
    size_t column;        /* bytes of the line so far, */
    size_t last;          /* and of the one before */
    char head[HTML_HEAD]; /* of a line, undecided */
    size_t head_n;
} html_lines;

typedef struct html_link {
    unsigned left;   /* pieces that are still to come */
    bool live, open; /* its href holds; an element of it is open */
    enum live_plain plain;
    size_t href_n, gap_n;
    char href[TRAWL_URL_MAX]; /* where it is not the URL */
    char gap[TRAWL_URL_MAX];  /* white space behind a piece, while it may still stand inside the anchor */
} html_link;

typedef struct html {
    bool fragment; /* no page */
    bool usual;    /* and nothing asked about anchors: html_anchor_usual() may be used */
    escape_state text;
    bool head;    /* inside the header of a message */
    bool section; /* inside a message */
    html_lines lines;
    html_link link;
    uint64_t *ids; /* HTML_IDS hashes, 0 for none; NULL before the first message */
} html;

/* ---- Text (html.c) ---- */

/* Text of the source, outside of links or in them. */
int html_text(trawl_emit *e, const char *p, size_t n);

/* A tag of ours follows. */
int html_settle(trawl_emit *e);

/* ---- Links (html_link.c) ---- */

int html_link_piece(trawl_emit *e, const trawl_event *event);

/* Is there neither a piece nor an end to come? */
static inline bool html_link_is_over(const html_link *l)
{
    return (l->left | l->open | l->gap_n) == 0;
}

/* Text inside a link, between pieces. */
int html_link_gap(trawl_emit *e, const char *p, size_t n);

/* No piece follows. */
int html_link_end(trawl_emit *e);

/* ---- Anchors (html_anchor.c) ---- */

/* The href of a link to room; its length, 0 for none, or an error in e. */
size_t html_anchor_href(trawl_emit *e, const trawl_link *link, char room[TRAWL_URL_MAX]);

/* The tags of an anchor and of the <bdi> around it, but for its title and its ">"; then the title, if there is
 * something to be told. */
void html_anchor_put(trawl_emit *e, const char *href, size_t n, enum live_plain plain);
void html_anchor_title(trawl_emit *e, const trawl_link *link);

/* All of the link that is usual: a LIVE_PLAIN one in a single piece whose text is the end of its URL. False: it is longer than
 * there can be room for. */
bool html_anchor_usual(trawl_emit *e, trawl_str url, trawl_str text);

/* The same of an address that is neither short nor long, as nearly all are, which HTML takes as it stands; false, too: it is none. */
bool html_anchor_address(trawl_emit *e, trawl_str url, trawl_str text, unsigned flags);

/* The same of a URL of the Web, whose text is the same. */
bool html_anchor_web(trawl_emit *e, trawl_str url, trawl_str text, unsigned flags);

/* The host of the link's own href, before any template: to be told beside a link whose text shows another spelling. */
trawl_str html_anchor_host(trawl_emit *e, const trawl_link *link, char room[TRAWL_URL_MAX]);

static inline bool html_is_ascii(trawl_str s)
{
    for (size_t i = 0; i < s.n; i++)
        if ((unsigned char)s.p[i] >= 0x80)
            return false;
    return true;
}

/* ---- Messages (html_message.c) ---- */

/* A message begins: in a page, a section of its own. */
int html_message(trawl_emit *e, const trawl_mail_message *m);

/* The href of a link to a message further up in the page; its length, 0 when it is none. */
size_t html_message_href(trawl_emit *e, const trawl_link *link, char *room, size_t size);

/* ---- Pages ---- */

int html_page_begin(trawl_emit *e);
int html_page_end(trawl_emit *e);

/* Text in a page whose lines stay; before a tag of ours in it; where the header of a message begins and ends. */
int html_lines_text(trawl_emit *e, const char *p, size_t n);
void html_lines_inline(trawl_emit *e);
void html_lines_head(trawl_emit *e, bool head);
void html_lines_end(trawl_emit *e);

/* The same where paragraphs flow; and what follows is another text: no paragraph goes on. */
int html_reflow_text(trawl_emit *e, const char *p, size_t n);
void html_reflow_inline(trawl_emit *e);
void html_reflow_head(trawl_emit *e, bool head);
void html_reflow_part(trawl_emit *e);
void html_reflow_end(trawl_emit *e);

#endif
