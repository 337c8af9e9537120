/* events.h - events to the caller: the scanner's with their places in the source, and the mail
 * front's own
 *
 * Whoever reads a text first says where it comes from (give_begin). The scanner's events then pass
 * give_event(), which puts back what was cut out of the text, turns offsets into places in the
 * source, and adds the message, part and field. Every byte of the source is covered by one event,
 * in order: give_skip() covers what was not read. What the caller does not want (trawl_config.want)
 * is neither computed nor sent.
 */
#ifndef TRAWL_MAIL_EVENTS_H
#define TRAWL_MAIL_EVENTS_H

#include <stdbool.h>
#include <stdint.h>
#include <stddef.h>
#include <trawl_mail.h>

#include "base/memory.h"
#include "charset/charset.h"
#include "mail/body/body.h"
#include "mail/page/page.h"

/* ---- The same URL in several forms of one multipart/alternative (E15): dedupe.c ----
 *
 * Of equal URLs those of the form that had one first stand for themselves; those in other forms say
 * it again. What is remembered of a URL is a hash of its canonical form, with a key of the
 * process's own, so that nobody can make a URL that hides behind another one's; of so many URLs an
 * alternative, the first ones.
 */

#define ONCE_MAX 4096

typedef struct once_slot {
    uint64_t hash;
    uint32_t round; /* of the alternative it was seen in */
    uint32_t part;
} once_slot;

typedef struct once {
    const memory *m;
    once_slot *slots; /* twice ONCE_MAX, made for the first link; NULL before */
    uint64_t key[2];
    uint32_t round, part;
    unsigned n;    /* seen in this round */
    unsigned used; /* so many of the slots: all, or the first few while that is enough */
} once;

/* m outlives it. */
void once_open(once *o, const memory *m);
void once_close(once *o);

/* An alternative begins, the outermost one of those that are open. */
void once_begin(once *o);

/* What follows belongs to its part of that number; parts of its parts do, too. */
void once_part(once *o, unsigned child);

/* A link in it: 1: it was in another of its parts before; 0: not so, or more than ONCE_MAX were; or
 * TRAWL_ERROR_NO_MEMORY. */
int once_again(once *o, const char *canonical, size_t n);

/* ---- Delivery ---- */

/* Where a text comes from: scanned text -> (cuts) -> refang -> page -> text -> charset -> bytes ->
 * outer -> source. A map that is NULL changes nothing. */
typedef struct give_origin {
    srcmap *refang;  /* made with refang.h */
    srcmap *page;    /* markup belongs to no link */
    srcmap *charset; /* a shift sequence belongs to the character after it */
    srcmap *bytes;   /* source bytes that stand for nothing belong to no link */
    uint64_t add;    /* added to places in bytes, before outer */
    srcmap *outer;
    uint64_t base;         /* added to the last of them */
    uint64_t line, column; /* added to those of links in the first line, for header fields */
} give_origin;

/* Links from this offset of the scanned text on are in that zone (enum trawl_zone). */
typedef struct give_zone_change {
    uint64_t at;
    int zone;
} give_zone_change;

/* Of more zone changes than that, the oldest are forgotten. */
#define GIVE_ZONES 1500

typedef struct give {
    trawl_sink *sink;
    void *user;
    memory m;
    unsigned want; /* enum trawl_want, of the caller */
    bool targets;  /* the caller wants redirectors' targets */
    bool show;     /* header fields are sent as lines (TRAWL_MAIL_OPTION_SHOW) */
    once *once;    /* inside multipart/alternative; else NULL */
    const trawl_mail_message *message;
    const trawl_mail_part *part;
    trawl_str field;
    give_origin origin;
    bool flat; /* just now the scanned text is the source, byte by byte */
    cuts cuts;
    int error;          /* why give_event() stopped, if not by the sink */
    uint64_t told;      /* events cover the source up to here */
    uint64_t skip_from; /* a pending SKIP event covers the source from here to told ... */
    int reason;         /* ... if this is not 0 */
    bool counting; /* lines and columns are counted here and not by the scanner: there are cuts */
    uint64_t line, column; /* of the end of the text that was sent last */
    uint64_t signature;    /* links from here on, in scanned text, are in the signature */
    uint64_t known;        /* spans[0].from of the link below, in scanned text */
    bool has_link;
    unsigned zone_n;
    trawl_link link;   /* as the caller sees it */
    trawl_event event; /* of text or a link; 0 but for what send_part() sets */
    trawl_span *spans;
    size_t spans_size;
    give_zone_change zones[GIVE_ZONES]; /* this and what follows starts uninitialised */
    char target[UNWRAP_MAX];
    char canonical[3 * UNWRAP_MAX];
} give;

void give_open(give *g, const memory *m, trawl_sink *sink, void *user);
void give_reset(give *g);
void give_close(give *g);

static inline bool give_wants(const give *g, unsigned want)
{
    return (g->want & want) != 0;
}

/* Begins a text. */
void give_begin(give *g, const give_origin *origin);

/* Counts lines and columns from here on, where this line and column is. */
void give_count(give *g, uint64_t line, uint64_t column);

/* Returns what the scanner has to send just now (no verdicts; they are added here): with cuts, or
 * while lines are counted here, its TEXT events too, even if the caller wants none. */
unsigned give_needs(const give *g);

/* Tells a scan what it has to send of the text that begins. Links of which only the URL is wanted
 * need no change here, and go to the caller at once. */
void give_prepare(give *g, trawl *t);

/* Changes the zone at an offset of the text; offsets before `known` are not needed any more. */
void give_zone(give *g, uint64_t at, int zone, uint64_t known);

/* A trawl_sink for the scanner, whose user is a give. */
int give_event(void *user, const trawl_event *e);

/* Sends a link of a header field where only URLs are wanted. */
int give_url(give *g, int kind, trawl_str url);

/* Sends a link that is not part of the scanned text, which has come to `at`; its source is from..to
 * of the text that a page is made from. The link's places are not set; all else is. */
int give_apart(give *g, const trawl_link *link, uint64_t at, uint64_t from, uint64_t to);

/* Sends text that was not scanned, such as a field's name. Its source ends at `to`. */
int give_text(give *g, const char *p, size_t n, uint64_t to);

/* Ends the text: the source up to `to` that no event covers is an empty TEXT. Like all the
 * following, returns as the sink does. */
int give_end(give *g, uint64_t to);

/* The source up to here was not read, for this reason (enum trawl_skip). */
int give_skip(give *g, uint64_t to, int reason);

/* Sends the pending SKIP event. */
int give_flush(give *g);

int give_message(give *g, const trawl_mail_message *message);
int give_part(give *g, const trawl_mail_part *part);

/* Sends an EXPLAIN event about the input, if they are wanted. */
int give_explain(give *g, const char *rule, const char *what);

#endif
