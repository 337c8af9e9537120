/* events.h - events to the caller: those of the scanner, with their places in the source, and those
 * of src/mail
 *
 * The reader of a text calls give_begin() with the origin of the text. The scanner's events then
 * pass give_event(), which puts back the characters that were cut out, turns offsets into places in
 * the source, and adds the message, part and field. One event covers each byte of the source, in
 * order: give_skip() covers what was not read. What the caller does not want (trawl_config.want) is
 * neither computed nor sent.
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
 * Of equal URLs in several forms, those in the form that had one first count; those in other forms
 * are flagged as repeated. Keeps a hash of each canonical form, with a key chosen by the process,
 * so that URLs cannot be made to collide. Keeps the first ONCE_MAX URLs of an alternative.
 */

#define ONCE_MAX 4096

typedef struct once_slot {
    uint64_t hash;
    uint32_t round; /* of the alternative it was seen in */
    uint32_t part;
} once_slot;

typedef struct once {
    const memory *m;
    once_slot *slots; /* twice ONCE_MAX; NULL before the first link */
    uint64_t key[2];
    uint32_t round, part;
    unsigned n;    /* seen in this round */
    unsigned used; /* how many slots are in use: the first few, or all when these are not enough */
} once;

/* m must outlive it. */
void once_open(once *o, const memory *m);
void once_close(once *o);

/* Begins an alternative that is not inside another one. */
void once_begin(once *o);

/* Begins its part of that number; parts inside that part belong to it, too. */
void once_part(once *o, unsigned child);

/* Adds a link. Returns 1 when it was in another part before; 0 when not, or when more than ONCE_MAX
 * were added; or TRAWL_ERROR_NO_MEMORY. */
int once_again(once *o, const char *canonical, size_t n);

/* ---- Delivery ---- */

/* Where a text comes from: scanned text -> (cuts) -> refang -> page -> text -> charset -> bytes ->
 * outer -> source. A map that is NULL changes nothing. */
typedef struct give_origin {
    srcmap *refang;  /* made by refang.c */
    srcmap *page;    /* markup belongs to no link */
    srcmap *charset; /* a shift sequence belongs to the character after it */
    srcmap *bytes;   /* source bytes that encode nothing belong to no link */
    uint64_t add;    /* added to places in bytes, before outer */
    srcmap *outer;
    uint64_t base;         /* added to the last of them */
    uint64_t line, column; /* added to those of links in the first line of a header field */
} give_origin;

/* Links from this offset of the scanned text on are in that zone (enum trawl_zone). */
typedef struct give_zone_change {
    uint64_t at;
    int zone;
} give_zone_change;

/* The most zone changes that are kept; the oldest are dropped first. */
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
    bool flat; /* at this event the scanned text is the source, byte by byte */
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
    trawl_link link;   /* as the caller receives it */
    trawl_event event; /* of text or a link; send_part() sets some members */
    trawl_span *spans;
    size_t spans_size;
    give_zone_change zones[GIVE_ZONES]; /* not initialized, as are the members after it */
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

/* Counts lines and columns from here on, beginning with this line and column. */
void give_count(give *g, uint64_t line, uint64_t column);

/* Returns what the scanner must send now, enum trawl_want: TEXT events too with cuts, or while
 * lines are counted here, even if the caller does not want them; no verdicts, which are added
 * here. */
unsigned give_needs(const give *g);

/* Sets what a scan sends of the text that begins. If only URLs are wanted, the scan may send links
 * to the caller directly, since they need no change here. */
void give_prepare(give *g, trawl *t);

/* Changes the zone at an offset of the text; offsets before `known` are not needed any more. */
void give_zone(give *g, uint64_t at, int zone, uint64_t known);

/* A trawl_sink for the scanner, whose user is a give. */
int give_event(void *user, const trawl_event *e);

/* Sends a link of a header field where only URLs are wanted. */
int give_url(give *g, int kind, trawl_str url);

/* Sends a link that is not part of the scanned text, at offset `at` of that. Its source is from..to
 * of the text that a page is made from. All members of the link but its places must be set. */
int give_apart(give *g, const trawl_link *link, uint64_t at, uint64_t from, uint64_t to);

/* Sends text that was not scanned, such as a field's name. Its source ends at `to`. */
int give_text(give *g, const char *p, size_t n, uint64_t to);

/* Ends the text: sends the source up to `to` that no event covers as an empty TEXT. Returns as the
 * sink does, like the functions below. */
int give_end(give *g, uint64_t to);

/* Skips the source up to `to`, which was not read, for this reason (enum trawl_skip). */
int give_skip(give *g, uint64_t to, int reason);

/* Sends the pending SKIP event. */
int give_flush(give *g);

int give_message(give *g, const trawl_mail_message *message);
int give_part(give *g, const trawl_mail_part *part);

/* Sends an EXPLAIN event about the input, if they are wanted. */
int give_explain(give *g, const char *rule, const char *what);

#endif
