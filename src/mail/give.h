/* give.h - events to the caller: the scanner's, with their places in the source, and the mail front's own
 *
 * Whoever reads a text says first where it comes from (give_begin); then the scanner's events pass give_event(), which puts back what
 * was cut out of the text, turns offsets into places in the source, and adds where in the mail they stand. Each byte of the
 * source is covered by one event, in order: what nobody read is skipped by give_skip().
 */
#ifndef TRAWL_MAIL_GIVE_H
#define TRAWL_MAIL_GIVE_H

#include <stdbool.h>
#include <trawl_mail.h>

#include "charset/srcmap.h"
#include "mail/cuts.h"
#include "mail/once.h"
#include "mail/unwrap.h"

/* Where a text comes from: scanned text -> (cuts) -> refang -> page -> text -> charset -> bytes -> outer -> source. NULL: the same. */
typedef struct give_origin {
    srcmap *refang;  /* made with refang.h */
    srcmap *page;    /* what is markup belongs to no link */
    srcmap *charset; /* a shift sequence belongs to the character behind it */
    srcmap *bytes;   /* what stands for nothing belongs to no link */
    uint64_t add;    /* to places in bytes, before outer */
    srcmap *outer;
    uint64_t base;         /* added to the last of them */
    uint64_t line, column; /* added to those of links in the first line, for fields of a header */
} give_origin;

/* From that place of the scanned text on, links stand in that zone (enum trawl_zone). */
typedef struct give_zone_change {
    uint64_t at;
    int zone;
} give_zone_change;

/* Where nothing looks back any more, changes are forgotten; of more than that the oldest are. */
#define GIVE_ZONES 1500

typedef struct give {
    trawl_sink *sink;
    void *user;
    memory m;
    bool links_only, explain, no_places;
    bool urls_only; /* the former, the latter, and no more is asked of a link than its URL: TRAWL_URLS_ONLY */
    bool targets;   /* of redirectors are wanted */
    once *once;     /* inside an alternative; else NULL */
    const trawl_mail_message *message;
    const trawl_mail_part *part;
    trawl_str field;
    give_origin origin;
    cuts cuts;
    int error;             /* why give_event() stopped, where the sink did not */
    uint64_t told;         /* the source is covered up to here ... */
    uint64_t skip_from;    /* ... from here on by a SKIP that is not sent yet ... */
    int reason;            /* ... if this is not 0 */
    bool counting;         /* lines and columns are counted here, and not the scanner's: there are cuts */
    uint64_t line, column; /* where the text stands that was sent last */
    uint64_t signature;    /* links from here on, in scanned text, stand in the signature */
    uint64_t known;        /* spans[0].from of the link below, in scanned text */
    bool has_link;
    bool flat; /* when the text began, give_is_flat() said so */
    unsigned zone_n;
    trawl_link link;     /* as the caller sees it */
    trawl_link url_link; /* the same for give_url(), which leaves all else of both 0 */
    trawl_event url_event;
    trawl_span *spans;
    size_t spans_size;
    give_zone_change zones[GIVE_ZONES]; /* this and what follows is left as it is at the beginning */
    char target[UNWRAP_MAX];
    char canonical[3 * UNWRAP_MAX];
} give;

void give_open(give *g, const memory *m, trawl_sink *sink, void *user);
void give_reset(give *g);
void give_close(give *g);

/* A text begins. */
void give_begin(give *g, const give_origin *origin);

/* Lines and columns are counted from here on, which is there. */
void give_count(give *g, uint64_t line, uint64_t column);

/* Zones of the text change there; places before known will not be asked for. */
void give_zone(give *g, uint64_t at, int zone, uint64_t known);

/* Without a caller who wants text or places: is there still need of more than a LINK event a link? */
bool give_wants_text(const void *user);

/* For the scanner, or whoever acts like it: a trawl_sink whose user is a give. */
int give_event(void *user, const trawl_event *e);

/* The same, a scan_sink, for when give_wants_text() says no. */
int give_link(void *user, trawl_event *e, trawl_link *link, trawl_span *span);

/* The two of a scan_flat. */
bool give_place(void *user, uint64_t from, uint64_t piece, uint64_t *add, unsigned *flags);
int give_placed(void *user, trawl_event *e);

/* A link that is no part of the scanned text, which has come to at; it stands in the text at from..to. Its url, kind, flags
 * and the like are set, its places are not. */
int give_apart(give *g, const trawl_link *link, uint64_t at, uint64_t from, uint64_t to);

/* give_url.c: the same of one of which nobody asks more than its URL. */
int give_url(give *g, int kind, trawl_str url);

/* The same of one of the scanned text, out of which nothing was cut: a scan_url_sink. */
int give_found_url(void *user, int kind, trawl_str url, uint64_t to);

/* The text is over, whose source ends here: what is left of it is an empty TEXT. All these return as the sink does. */
int give_end(give *g, uint64_t to);

/* The source up to here was not read. */
int give_skip(give *g, uint64_t to, int reason);

/* A SKIP that waits for more goes out. */
int give_flush(give *g);

int give_message(give *g, const trawl_mail_message *message);
int give_part(give *g, const trawl_mail_part *part);

/* For --explain: what was decided, by which rule. */
int give_explain(give *g, const char *rule, const char *what);

#endif
