/* scan.h - one scan: the state between calls, and the search through a window */
#ifndef TRAWL_FIND_SCAN_H
#define TRAWL_FIND_SCAN_H

#include "find/found.h"
#include "find/intake.h"
#include "find/place.h"
#include "find/settings.h"
#include "find/wrap.h"

/* Room for what is carried over from one feed to the next: left context, a candidate, and what is added at a time. */
#define SCAN_STEP 4096
#define SCAN_CARRY (TEXT_LEFT_MAX + 2 * FOUND_BYTES + 2 * SCAN_STEP)

/* What a byte may begin, in trawl.trigger. */
#define SCAN_BUILT_IN 1
#define SCAN_BY_RULE 2

/* A sink that knows the scanner: it may change the event, which is all that there is of a link, and write into what the
 * event points to. */
typedef int scan_sink(void *user, trawl_event *e, trawl_link *link, trawl_span *span);

/* A sink for one who asks of a link no more than this; it ends at to, in the text. */
typedef int scan_url_sink(void *user, int kind, trawl_str url, uint64_t to);

/* A sink that knows it too, for one who wants all text but no places. Before the events of a usual link, the first of which
 * begins at from and whose piece stands at piece: how many bytes further on do all these stand in the source? It may add flags.
 * False: it is not as easy as that. */
typedef struct scan_flat {
    bool (*place)(void *user, uint64_t from, uint64_t piece, uint64_t *add, unsigned *flags);
    int (*send)(void *user, trawl_event *e);
} scan_flat;

struct trawl {
    settings set;
    trawl_sink *sink;
    void *user;
    bool (*wants_text)(const void *user); /* does the sink want anything but a LINK event a link just now? NULL: by the
                                             options */
    scan_sink *sink_only;                 /* takes usual links when it does not; NULL: the sink does */
    scan_url_sink *sink_url;              /* takes all links, as f.url_only has it; NULL: one of the others does */
    const scan_flat *flat;                /* takes them when it does; NULL: the sink does */
    int error;                            /* what ended the scan: an error, or the sink's value; 0 while it goes on */
    bool finished;
    bool usual;                 /* may usual_link() be asked? */
    kernel_set triggers;        /* the scanner's own, for the fast search */
    unsigned char trigger[256]; /* the same and the user's rules', as SCAN_BUILT_IN and SCAN_BY_RULE */
    kernel_set rule_first;      /* those that the user's rules begin with */
    const unsigned char *pairs; /* of bytes that a user's rule begins with (rules_pairs()); NULL for no rules */

    char *carry; /* SCAN_CARRY bytes: the text from carry_base on that may still be needed */
    size_t carry_n;
    uint64_t carry_base;    /* offsets here and below are in the whole text */
    uint64_t sent;          /* events have gone out up to here */
    uint64_t search;        /* triggers have been looked at up to here */
    uint64_t floor;         /* the end of the last link */
    uint64_t word, word_to; /* the word that ends at word_to begins at word */
    text_ids ids;
    uint64_t unclosed_from, unclosed_to; /* an abandoned wrapper: its first link gets a flag */
    bool skipping; /* a candidate was too long: nothing is looked at up to the next white space or bracket */
    uint64_t wait_end, wait_for; /* a candidate starved here, for want of the byte there ... */
    bool waiting, wait_wrap;     /* ... and it is a wrapper */
    place place;
    intake in;

    found f;
    trawl_link link; /* f as the sink sees it */
    trawl_event event;
    wrap *w;
    char *raw_room;         /* FOUND_BYTES + FOUND_PIECES + 16 */
    trawl_span *spans;      /* FOUND_PIECES */
    struct full_sets *full; /* for maps full of triggers (seek_full.h) */
};

/* The next n > 0 bytes of the text, decoded. Returns as scan_run(). */
int scan_feed(trawl *t, const char *p, size_t n);

/* The next n bytes, as fed, are text that is not looked at: what is open before them ends there, and what follows them begins
 * as a text does. Returns as trawl_feed(). */
int scan_pass(trawl *t, const char *p, size_t n);

/* What is open ends behind the next n bytes, as fed, if not 0; and what follows begins as a text does. Returns as trawl_feed(). */
int scan_flush(trawl *t, const char *p, size_t n);

/* Search the window from t->search on, send what is decided. Returns 0, an error, or the sink's value. */
int scan_run(trawl *t, text *w);

/* Events. Each returns as the sink does. send_usual() is send_link() for what usual_link() found: its only piece, and with
 * what is around it. */
int send_usual(trawl *t, const text *w, piece at, size_t from, size_t to);
int send_text(trawl *t, const text *w, uint64_t to, const trawl_link *link);
int send_link(trawl *t, const text *w);
int send_notes(trawl *t, const text *w, size_t from, size_t to);
int send_note(trawl *t, const text *w, size_t from, size_t to, const char *rule, const char *what);
int send_rest(trawl *t);

/* Does the sink want a LINK event a link, and nothing else? */
static inline bool send_links_only(const trawl *t)
{
    return t->sink_url || settings_option(&t->set, TRAWL_LINKS_ONLY) || (t->wants_text && !t->wants_text(t->user));
}

/* A link of which nobody asks more than its URL: as if its first piece were all of it. */
int send_first(trawl *t, const text *w);

/* The same of a link of which sink_url is told. */
static inline int send_url(trawl *t, const text *w)
{
    t->sent = w->base + t->f.to;
    return t->sink_url(t->user, t->f.kind, (trawl_str){t->f.url, t->f.url_n}, t->sent);
}

#endif
