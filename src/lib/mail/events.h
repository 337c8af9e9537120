/* events.h - sends events to the caller: the scanner's, with source offsets, and those of
 * src/lib/mail
 *
 * The reader of a text calls events_begin() with the origin of the text. The scanner's events
 * then go through events_event(), which puts back the characters that were cut out, turns offsets
 * into places in the source, and adds the message, part and field. Each byte of the source is
 * covered by one event, in order; events_skip() covers what was not read. What the caller does
 * not want (trawl_config.want) is neither computed nor sent. anchor.c puts the links of <a> into
 * the scanner's events.
 */
#ifndef TRAWL_MAIL_EVENTS_H
#define TRAWL_MAIL_EVENTS_H

#include <trawl_mail.h>

#include "base/sip.h"
#include "mail/body/body.h"
#include "mail/header/header.h"
#include "mail/page/page.h"
#include "mail/zones/zones.h"
#include "url/unwrap/unwrap.h"

/* ---- The same URL in several forms of one multipart/alternative (E3): seen_urls.c ----
 *
 * The first form (part) that has a URL keeps it; in later forms the same URL is flagged as
 * repeated. Quotes are marked more clearly in plain text than in a page, so a URL in the page gets
 * the zone that it has in the text. Stores a hash of each canonical URL, for the first
 * SEEN_URLS_MAX URLs of an alternative. The hash has a key chosen per process, so that collisions
 * cannot be forged.
 */

#define SEEN_URLS_MAX 4096

typedef struct seen_urls_slot {
    uint64_t hash;
    uint32_t round; /* number of the alternative that has the URL */
    uint32_t part;
    int zone; /* enum trawl_zone of the URL in that part; TRAWL_ZONE_NONE: of several zones */
} seen_urls_slot;

typedef struct seen_urls {
    const memory *m;
    seen_urls_slot *slots; /* `size` slots; NULL before the first link */
    size_t size;           /* at most twice SEEN_URLS_MAX */
    sip_hash key;
    uint32_t round, part;
    unsigned n; /* URLs stored in this round */
} seen_urls;

/* Prepares an empty set. m must outlive it. */
void seen_urls_open(seen_urls *o, const memory *m);
void seen_urls_close(seen_urls *o);

/* Begins an alternative that is not inside another alternative. */
void seen_urls_begin(seen_urls *o);

/* Begins part number `child` of the alternative. Parts nested in that part belong to it, too. */
void seen_urls_part(seen_urls *o, unsigned child);

/* Adds a URL with its zone. Returns 1 if an earlier part has the URL; 0 if none has it, or if the
 * set is full; or TRAWL_ERROR_NO_MEMORY. If the URL has only one zone in that part, sets *zone to
 * it. */
int seen_urls_again(seen_urls *o, const char *canonical, size_t n, int *zone);

/* ---- Events ---- */

/* How offsets of the scanned text are converted to source offsets: by the cuts, then by these maps
 * from top to bottom. A map that is NULL changes nothing. */
typedef struct events_origin {
    srcmap *unstruck; /* an overstrike that is nothing belongs to the character before it */
    srcmap *refang;   /* from refanged text to the text as written */
    srcmap *page;     /* of a page or enriched text; markup belongs to no link */
    srcmap *charset;  /* a shift sequence belongs to the character after it */
    srcmap *bytes;    /* transfer encoding: bytes that encode nothing belong to no link */
    uint64_t add;     /* added to the result of `bytes`, before `outer` */
    srcmap *outer;
    uint64_t base;         /* added to the result of the last map */
    uint64_t line, column; /* added to a link's line; to its column in the first line */
} events_origin;

/* The zone of the links from offset `at` of the scanned text on. */
typedef struct events_zone_change {
    uint64_t at;
    zones_place place;
} events_zone_change;

/* The maximum number of zone changes that are kept; the oldest are dropped first. */
#define DELIVERY_ZONES 1500

/* The maximum length of a canonical URL that is compared with others. */
#define DELIVERY_CANONICAL (3 * (size_t)UNWRAP_MAX)

/* The maximum number of pieces of the link of an <a>, one for each line of its text. More lines are
 * text. */
#define DELIVERY_PIECES 64

/* The link of the last <a>, while its text is scanned (anchor.c). Offsets are in scanned text. */
typedef struct events_live {
    bool on, all;      /* TRAWL_MAIL_OPTION_ANCHORS, TRAWL_MAIL_OPTION_ALL_ANCHORS */
    unsigned piece;    /* the number of the next piece to send */
    unsigned count;    /* of pieces; 0: none */
    uint64_t from, to; /* where `text` begins, and where the last piece ends */
    trawl_str text;
    trawl_link link;
    trawl_span pieces[DELIVERY_PIECES];
    char *room; /* the texts of the link, and `text` */
    size_t room_size;
} events_live;

typedef struct events {
    trawl_sink *sink;
    void *user;
    memory m;
    unsigned want;        /* enum trawl_want, of the caller */
    bool targets;         /* the caller wants the targets of redirectors */
    bool markup;          /* the structure of pages is sent (TRAWL_MAIL_OPTION_MARKUP) */
    bool show;            /* header fields are sent as lines (TRAWL_MAIL_OPTION_SHOW) */
    seen_urls *seen_urls; /* inside multipart/alternative; else NULL */
    const trawl_settings *settings;
    const char *limit; /* the limit that was reported last in this part, or NULL */
    events_origin origin;
    bool flat; /* in this event, offsets differ from source offsets by a constant */
    cuts cuts;
    int error;             /* why events_event() stopped, unless the sink stopped it */
    uint64_t covered_to;   /* events cover the source up to here */
    uint64_t skip_from;    /* start of the pending SKIP event; it ends at covered_to */
    int reason;            /* of the pending SKIP event; 0: none is pending */
    bool counting;         /* lines and columns are counted here, not by the scanner (for cuts) */
    uint64_t line, column; /* of the end of the text that was sent last */
    uint64_t signature;    /* links from here on, in scanned text, are in the signature */
    uint64_t known;        /* offset of the first piece of `link` in scanned text, or UINT64_MAX */
    unsigned piece;        /* the index of the piece, as the scanner counts it */
    bool anchors;          /* the text is a page whose anchors are reported */
    bool coded;            /* the text is quoted-printable that seems to be decoded already */
    const zones *writers;  /* has the names of the writers of quotes */
    uint64_t anchor_to;    /* end of the text of the last <a>, in scanned text */
    events_live live;
    trawl_link link; /* as the caller receives it */
    trawl_event
        event; /* reused for text and links; has the message, part and field of all events */
    trawl_span *spans;
    size_t spans_size;
    events_zone_change *zones; /* zone_n changes, at most DELIVERY_ZONES */
    size_t zone_n, zones_size;
    buffer target, inner, decoded; /* forms of `link` for the caller */
    buffer canonical;              /* the canonical form of `link` */
    buffer anchor;                 /* the canonical URL of the last <a>; empty: unknown */
    trawl_alt alts[TRAWL_ALTS];
} events;

void events_open(events *g, const memory *m, trawl_sink *sink, void *user);
void events_reset(events *g);
void events_close(events *g);

static inline bool events_wants(const events *g, unsigned want)
{
    return (g->want & want) != 0;
}

/* Begins a text. */
void events_begin(events *g, const events_origin *origin);

/* Counts lines and columns from here on, beginning with this line and column. */
void events_count(events *g, uint64_t line, uint64_t column);

/* Returns what the scanner must send now (enum trawl_want). That is what the caller wants,
 * and TEXT events, if there are cuts or if lines are counted here. */
unsigned events_needs(const events *g);

/* Drops the cuts up to offset `at` of the scanned text: everything before it is decided. If more
 * than URLs are wanted, the events do that. */
void events_drop_cuts(events *g, uint64_t at);

/* Sets what the scan sends of the text that begins. If only URLs are wanted, it may send links to
 * the caller directly, since they need no change here. */
void events_prepare(events *g, trawl_scanner *t);

/* Changes the zone from an offset of the text on. The zones of offsets before `known` may be
 * forgotten. Returns TRAWL_OK or TRAWL_ERROR_NO_MEMORY. */
int events_zone(events *g, uint64_t at, zones_place place, uint64_t known);

/* A trawl_sink for the scanner, whose user is an `events`. */
int events_event(void *user, const trawl_event *e);

/* Sends an event of scanned text to a caller that wants more than URLs. */
int events_scanned(events *g, const trawl_event *e);

/* Adds a reading to a link of a text with `coded`: its URL with the quoted-printable codes decoded,
 * if it has any. Returns TRAWL_OK or TRAWL_ERROR_NO_MEMORY. */
int events_coded(events *g, trawl_link *link);

/* Sets the link of an <a> whose text, at this offset of the scanned text, follows. All texts are
 * copied. The caller sets all of `link` but size, spans and extent. Returns TRAWL_OK or
 * TRAWL_ERROR_NO_MEMORY. */
int anchor_begin(events *g, const trawl_link *link, trawl_str text, uint64_t at);

/* Sends an event of the scanner that is in the text of the link of anchor_begin(), or after it. */
int anchor_event(events *g, const trawl_event *e);

/* Returns the offset of the next piece to send, or `at` if that comes first: the source maps must
 * keep what follows. */
static inline uint64_t anchor_kept_from(const events_live *a, uint64_t at)
{
    return a->piece < a->count && a->pieces[a->piece].from < at ? a->pieces[a->piece].from : at;
}

/* Sends a link of a header field where only URLs are wanted. */
int events_url(events *g, int kind, uint64_t flags, trawl_str url);

/* Sends a link that is in an HTML attribute, outside the scanned text. `at` is the offset in the
 * scanned text where it belongs, from..to its place in the HTML. The caller sets all of `link` but
 * size, spans and extent. */
int events_apart(events *g, const trawl_link *link, uint64_t at, uint64_t from, uint64_t to);

/* Sets the URL of an <a> and the end of its text: a link in this text with the same URL is flagged
 * as repeated. Returns TRAWL_OK or TRAWL_ERROR_NO_MEMORY. */
int events_anchor(events *g, trawl_str url, uint64_t to);

/* Sends text that was not scanned, such as a field's name. Its source ends at `to`. */
int events_text(events *g, const char *p, size_t n, uint64_t to);

/* Ends the text: sends an empty TEXT event for the source up to `to` that no event covers yet. This
 * and the functions below return 0 or the sink's value. */
int events_end(events *g, uint64_t to);

/* Skips the source up to `to`, which was not read, for this reason (enum trawl_skip). */
int events_skip(events *g, uint64_t to, int reason);

/* Skips bytes of an attachment, whose source ends at `to`. With TRAWL_WANT_ATTACHED, sends them. */
int events_attached(events *g, const char *p, size_t n, uint64_t to);

/* Sends the pending SKIP event. */
int events_flush(events *g);

int events_message(events *g, const trawl_mail_message *message);
int events_part(events *g, const trawl_mail_part *part);

/* Sends a LIMIT event (E20) for a source offset, unless the last LIMIT event of this part had the
 * same static sentence. The second function takes an offset in a page. */
int events_limit(events *g, const char *what, uint64_t at);
int events_page_limit(events *g, const char *what, uint64_t at);

/* Sends a LIMIT event of this rule about something that is not read, if such events are wanted. */
int events_unread(events *g, const char *rule, const char *what, uint64_t at);

/* Sends an EXPLAIN event about the input, if such events are wanted. */
int events_explain(events *g, const char *rule, const char *what);

#endif
