/* reader.h - the text of one part, from its bytes in the source to the scanner
 *
 *   bytes -> peek -> transfer -> charset -> (refang) -> lines -> zones -> scanner -> give
 *            what is it really?          -> page -> (refang) ----^
 *
 * Stages that have nothing to do are passed by: the body of an ordinary message goes to the scanner in the caller's own blocks.
 */
#ifndef TRAWL_MAIL_READER_H
#define TRAWL_MAIL_READER_H

#include "charset/mark.h"
#include "charset/shelf.h"
#include "find/refang.h"
#include "mail/enriched.h"
#include "mail/give.h"
#include "mail/lines.h"
#include "mail/page.h"
#include "mail/peek.h"
#include "mail/transfer.h"
#include "mail/uri_list.h"
#include "mail/zones.h"

/* The base of a page is no longer. */
#define READER_BASE 2048

/* What is known of a text before it is read. */
typedef struct reader_text {
    transfer_kind transfer;
    const names_row *charset; /* NULL: none is named */
    bool trusted;             /* it was the caller who named it */
    lines_rule rule;
    bool uri_list;  /* text/uri-list: lines are URLs, nothing is scanned */
    bool page;      /* HTML */
    bool enriched;  /* text/enriched, text/richtext */
    trawl_str base; /* of its partial URLs, if it names none itself; lives as long as the text is read */
} reader_text;

typedef struct reader {
    trawl *t;
    give *g;
    reader_text as;
    bool html;      /* links of HTML attributes are wanted */
    bool refanging; /* links that were made harmless are wanted */
    bool open, peeking, encoded;
    bool resting; /* what comes now is the rest: what is gathered for the scanner may wait for its end */
    bool marking; /* the text's first bytes may be a byte-order mark: mark[0..mark_n) has come */
    char mark[MARK_MAX];
    size_t mark_n;
    uint64_t base;    /* of the text, in the source */
    uint64_t next;    /* where its next byte is to stand */
    uint64_t scanned; /* bytes given to the scanner */
    int error;        /* an error or the sink's value that a stage's callback met with */
    transfer transfer;
    charset *charset; /* NULL: the bytes are the text */
    shelf charsets;
    srcmap bytes, text;
    lines lines;
    uri_list uris;
    peek peek;
    page page;
    enriched enriched;
    zones zones;
    refang refang;
    srcmap refanged;
    srcmap shown; /* from a page's running text to its source text */
    char base_url[READER_BASE];
    size_t base_url_n;
    bool base_known; /* the page has told one, good or not */
    char url[3 * HTML_VALUE + 4], anchor[3 * PAGE_ANCHOR + 4];
    char resolved[READER_BASE + HTML_VALUE + 16];
    char decoded[4096];
    char gathered[4096]; /* short runs of text between cuts, for the scanner */
    size_t gathered_n;
    char utf8[4096];
} reader;

void reader_open(reader *r, trawl *t, give *g);
void reader_close(reader *r);

/* ---- Between the files of the reader ---- */

/* More of the running text, perhaps none, for the scanner; and no link goes on from here. */
int reader_flush(reader *r, const char *p, size_t n);

/* The stages behind the charset begin, the origin of the text being given; and the text for the first of them. */
void reader_begin_stages(reader *r);
int reader_take_text(reader *r, const char *p, size_t n);

/* Text for the stages behind: links made harmless, lines; or those behind a page. */
int reader_refang(void *reader, const char *p, size_t n);

/* reader_page.c: a page begins. */
void reader_begin_page(reader *r);

/* ---- */

/* A text begins at that place of the source. All that follow return 0, an error, or the sink's value. */
int reader_begin(reader *r, const reader_text *as, uint64_t at);

/* Bytes of it, which stand at that place; what lies between them and those before is none of the text, but is covered by it. */
int reader_bytes(reader *r, const char *p, size_t n, uint64_t at);

/* The same of all that is left of it: nothing has to be held back to see what it is. */
int reader_rest(reader *r, const char *p, size_t n, uint64_t at);

/* It is over, and its source ends here. */
int reader_end(reader *r, uint64_t to);

#endif
