/* reader.h - the text of one part, from its bytes in the source to the scanner
 *
 *   bytes -> peek -> transfer -> charset -> enriched -> refang -> lines -> zones -> scanner
 *                                        -> page     -> refang ----------^
 *
 * Stages that have nothing to do are left out: the body of an ordinary message reaches the scanner
 * in the caller's own blocks.
 */
#ifndef TRAWL_MAIL_MESSAGE_READER_H
#define TRAWL_MAIL_MESSAGE_READER_H

#include "charset/charset.h"
#include "find/refang.h"
#include "mail/body/body.h"
#include "mail/events.h"
#include "mail/page/page.h"

/* The longest base of a page. */
#define READER_BASE 2048

/* What is known of a text before it is read. */
typedef struct reader_text {
    transfer_kind transfer;
    const names_row *charset; /* NULL: not named */
    bool trusted;             /* the caller named it */
    lines_rule rule;
    bool uri_list;  /* text/uri-list: lines are URLs, and nothing is scanned */
    bool page;      /* HTML */
    bool enriched;  /* text/enriched, text/richtext */
    trawl_str base; /* of partial URLs, if the page has none; must stay valid until reader_end() */
} reader_text;

typedef struct reader {
    trawl *t;
    give *g;
    reader_text as;
    bool html;      /* links of HTML attributes are wanted */
    bool refanging; /* defanged links are wanted */
    bool open;      /* a text is being read */
    bool peeking;   /* its first bytes are held back */
    bool encoded;   /* it has a transfer encoding */
    bool resting;   /* all that is left of it comes now: short runs may be gathered to its end */
    bool marking;   /* a byte-order mark may follow mark[0..mark_n) */
    char mark[MARK_MAX];
    size_t mark_n;
    uint64_t base;    /* offset of the text in the source */
    uint64_t next;    /* offset of its next byte */
    uint64_t scanned; /* bytes given to the scanner */
    int error;        /* the error, or the value of the sink, that a callback returned */
    transfer transfer;
    decoder *charset; /* NULL: no conversion */
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
    bool base_known; /* the page has had a <base> */
    char url[3 * HTML_VALUE + 4], anchor[3 * PAGE_ANCHOR + 4];
    char resolved[READER_BASE + HTML_VALUE + 16];
    char decoded[4096];
    char gathered[4096]; /* short runs between cuts, for the scanner */
    size_t gathered_n;
    char utf8[4096];
} reader;

void reader_open(reader *r, trawl *t, give *g);
void reader_close(reader *r);

/* Begins a text at an offset of the source. All functions that follow return 0, an error, or the
 * sink's value. */
int reader_begin(reader *r, const reader_text *as, uint64_t at);

/* Reads bytes of the text from that offset. What is between them and the bytes before does not
 * belong to the text. */
int reader_bytes(reader *r, const char *p, size_t n, uint64_t at);

/* The same for all that is left of the text: nothing has to be held back to recognize it. */
int reader_rest(reader *r, const char *p, size_t n, uint64_t at);

/* Ends the text; its source ends at offset `to`. */
int reader_end(reader *r, uint64_t to);

/* ---- Between reader.c and reader_page.c ---- */

/* Gives text to the scanner, perhaps none, and ends all links there. */
int reader_flush(reader *r, const char *p, size_t n);

/* Takes text for the stages from refang on. The user is a reader. */
int reader_refang(void *user, const char *p, size_t n);

/* Begins a page. */
void reader_begin_page(reader *r);

#endif
