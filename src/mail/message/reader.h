/* reader.h - reads the text of one part: decodes its bytes and passes the text to the scanner
 *
 *   bytes -> peek -> transfer -> charset -> enriched -> refang -> lines -> zones -> scanner
 *                                        -> page     -> refang ----------^
 *
 * Stages that a text does not need are left out: the scanner gets the body of an ordinary message
 * in the caller's own blocks.
 */
#ifndef TRAWL_MAIL_MESSAGE_READER_H
#define TRAWL_MAIL_MESSAGE_READER_H

#include "charset/charset.h"
#include "find/refang.h"
#include "mail/body/body.h"
#include "mail/events.h"
#include "mail/page/page.h"

/* The maximum length of a page's base URL. */
#define READER_BASE 2048

/* What the header says about a text. */
typedef struct reader_text {
    transfer_kind transfer;
    const names_row *charset; /* NULL: not named */
    bool trusted;             /* the charset was set by the caller, not by the header */
    lines_rule rule;
    bool uri_list;  /* text/uri-list: lines are URLs, and nothing is scanned */
    bool page;      /* HTML */
    bool enriched;  /* text/enriched, text/richtext */
    trawl_str base; /* base URL if the page has none; must stay valid until reader_end() */
} reader_text;

typedef struct reader {
    trawl *t;
    give *g;
    reader_text as;
    bool html;      /* links of HTML attributes are wanted */
    bool refanging; /* defanged links are wanted */
    bool open;      /* a text is being read */
    bool peeking;   /* the first bytes are held back for peek */
    bool encoded;   /* the text has a transfer encoding */
    bool resting;   /* this call has the rest of the text: short runs may be gathered to its end */
    bool marking;   /* mark[0..mark_n) may be the start of a byte-order mark */
    char mark[MARK_MAX];
    size_t mark_n;
    uint64_t base;    /* offset of the text in the source */
    uint64_t next;    /* offset of its next byte */
    uint64_t scanned; /* bytes passed to the scanner */
    int error;        /* what a callback returned: an error, or the value of the sink */
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
    bool base_known; /* a <base> was found */
    char url[3 * HTML_VALUE + 4], anchor[3 * PAGE_ANCHOR + 4];
    char resolved[READER_BASE + HTML_VALUE + 16];
    char decoded[4096];
    char gathered[4096]; /* short runs between cuts, joined for the scanner */
    size_t gathered_n;
    char utf8[4096];
} reader;

void reader_open(reader *r, trawl *t, give *g);
void reader_close(reader *r);

/* Begins a text at a source offset. This and all functions below return 0, an error, or what the
 * sink returned. */
int reader_begin(reader *r, const reader_text *as, uint64_t at);

/* Reads bytes of the text at this source offset. Bytes between them and the previous ones do not
 * belong to the text. */
int reader_bytes(reader *r, const char *p, size_t n, uint64_t at);

/* The same for the rest of the text: need not hold bytes back for peek. */
int reader_rest(reader *r, const char *p, size_t n, uint64_t at);

/* Ends the text; its source ends at offset `to`. */
int reader_end(reader *r, uint64_t to);

/* ---- Shared by reader.c and reader_page.c ---- */

/* Passes text, which may be empty, to the scanner, and ends all links after it. */
int reader_flush(reader *r, const char *p, size_t n);

/* Passes text to the stages from refang on. `user` is a reader. */
int reader_refang(void *user, const char *p, size_t n);

/* Begins a page. */
void reader_begin_page(reader *r);

#endif
