/* scan.h - one scan: the state between calls, and the stages that the text passes
 *
 * intake.c decodes what the caller feeds, life.c keeps it in a window, scan.c searches the window
 * and passes the links to find/deliver.c.
 */
#ifndef TRAWL_FIND_SCAN_SCAN_H
#define TRAWL_FIND_SCAN_SCAN_H

#include "find/find.h"
#include "find/join/join.h"
#include "find/wrap/wrap.h"

/* ---- Between the caller's bytes and the scanner: byte-order marks and charsets ----
 *
 * Without either, blocks are passed on without a copy. Otherwise they are decoded in small pieces;
 * the scanner's offsets are those of the decoded text, and events have them translated to the
 * source.
 */

/* Bytes decoded at a time: at most SCAN_STEP, so that they pass through the scanner's own
 * buffer. */
#define INTAKE_TEXT 3072

typedef struct intake {
    const memory *m;
    bool plain;   /* the text is UTF-8, and has no other mark: the caller decodes it */
    bool looking; /* for a byte-order mark: mark[0..mark_n) is held back */
    char mark[BOM_MAX];
    size_t mark_n;
    decoder declared; /* by the settings, if they have one */
    decoder marked;   /* by a byte-order mark */
    decoder *active;  /* one of them; NULL: the bytes are the text */
    srcmap map;
    char *text; /* INTAKE_TEXT bytes, once something is decoded */
} intake;

/* Opens *in, which must be zeroed. `plain` becomes in->plain. Returns TRAWL_OK,
 * TRAWL_ERROR_NO_MEMORY, or TRAWL_ERROR_BAD_CHARSET when iconv does not have the charset. */
int intake_open(intake *in, const settings *s, bool plain);

/* Begins another text. */
void intake_begin(intake *in);

void intake_close(intake *in);

/* Passes bytes to the scanner. Returns 0, an error, or the sink's value. */
int intake_feed(trawl_scanner *t, const char *p, size_t n);

/* Does the same with the first bytes, where a byte-order mark may be, but leaves bytes that need no
 * decoding in (*p)[0..*n), for the caller to pass on. */
int intake_strip(trawl_scanner *t, const char **p, size_t *n);

/* Passes on the bytes that are held back, at the end. */
int intake_finish(trawl_scanner *t);

/* Ends the search for a byte-order mark, and passes on the bytes that were held back for it. */
int intake_settle(trawl_scanner *t);

/* Translates places in the text to places in the source. */
trawl_span intake_map(intake *in, uint64_t from, uint64_t to);

static inline trawl_span intake_span(intake *in, uint64_t from, uint64_t to)
{
    return in->active ? intake_map(in, from, to) : (trawl_span){from, to};
}

/* Returns the source bytes after the last character, which encode no text. */
trawl_span intake_rest(intake *in);

/* ---- The scan ---- */

/* The buffer for text that is carried over from one feed to the next: left context, a candidate,
 * and the bytes that are added at a time. */
#define SCAN_STEP 3072
#define SCAN_CARRY (TEXT_LEFT_MAX + 2 * FOUND_BYTES + 2 * SCAN_STEP)

/* What is skipped next after a candidate that was too long. */
enum {
    SKIP_NONE,
    SKIP_WORD,   /* the rest of its word */
    SKIP_MARKS,  /* the rest of a wrapper; this is the start of a line, or after its quote marks */
    SKIP_LINE,   /* the same inside a line */
    SKIP_BLANKS, /* the same in the blanks at a line's end */
};

struct trawl_scanner {
    const settings *set;
    rules_run *rules; /* NULL for no rules */
    trawl_sink *sink;
    void *user;
    trawl_sink *to; /* where events go now; see scan_send_urls_to() */
    void *to_user;
    uint64_t add;    /* added to the offsets of links that scan_send_urls_to() redirects */
    unsigned wanted; /* enum trawl_want: what it was opened for */
    scan_mode mode;  /* with what the sink wants now */
    int error;       /* an error or the sink's value, which ended the scan; 0 while it goes on */
    bool busy;       /* a call runs, or the sink has left one by longjmp() */
    bool finished;

    char *carry; /* SCAN_CARRY bytes: the text from carry_base on that may still be needed */
    size_t carry_n;
    uint64_t carry_base; /* this and all offsets below count from the start of the text */
    uint64_t sent;       /* delivered up to here */
    uint64_t search;     /* triggers decided up to here */
    uint64_t floor;      /* the end of the last link */
    unsigned above;      /* text.above where it continues another scan; unused after that line */
    text_ids ids;
    uint64_t unclosed_from, unclosed_to; /* an abandoned wrapper: its first link gets a flag */
    unsigned ordinary;                   /* ordinary_kinds() */
    unsigned skipping;           /* a candidate was too long: where in the rest of it; SKIP_... */
    bool waiting;                /* a candidate needs more text: */
    uint64_t wait_end, wait_for; /* where the window ended; the byte that was needed */
    place place;
    intake in;

    candidate candidate;
    trawl_link link;   /* the candidate as the sink receives it */
    trawl_event event; /* for text and pieces of links; deliver.c and begin() set some members */
    wrap *wrap;
    copy *copy;     /* the last word with signs of another notation; NULL before the first */
    char *raw_room; /* the pieces of a broken link */
    trawl_span *spans;
    size_t raw_size, span_room;
    notation_state notation;
};

/* Searches the window from t->search on and delivers what is decided. Returns 0, an error, or the
 * sink's value. */
int scan_run(trawl_scanner *t, text *w);

/* ---- Ordinary links (ordinary.c) ---- */

#ifdef TRAWL_TEST_RULES
extern bool ordinary_off;                     /* a test sets it: no link is ordinary */
extern _Thread_local unsigned ordinary_count; /* how many links were, in this thread */
#endif

/* Returns a bit for each kind of ordinary link that the settings and the wants of f allow. */
unsigned ordinary_kinds(const settings *s, const candidate *f);

/* Decides about an ordinary link with its trigger at i. Returns NOT_A_LINK for any other text. */
outcome ordinary_decide(trawl_scanner *t, text *w, size_t i);

/* ---- User rules (user_rule.c) ---- */

/* Returns IS_LINK, with the link in t->candidate, when one of the user's rules matches at i; else
 * NOT_A_LINK. An error goes to t->error. */
outcome user_rule(trawl_scanner *t, text *w, size_t i);

/* Returns true when an address that begins before `from` includes the byte at i: then a match from
 * `from` with its trigger at i does not win. */
bool user_rule_in_address(trawl_scanner *t, text *w, size_t i, size_t from);

/* Returns the first byte of the text that a match with a trigger at or after i may include. */
size_t user_rule_hold(const trawl_scanner *t, const text *w, size_t i);

/* ---- Links in running text whose borders are in doubt (doubt.c): TRAWL_OPTION_OTHER_ENDS ---- */

/* Adds the reading with another border to the link of the trigger at i, if there is one. */
void doubt_border(const settings *s, text *t, size_t i, candidate *f);

/* Flags a link whose host ends in a label that is neither a top-level domain nor another name that
 * hosts are known to end in. */
void doubt_label(const settings *s, candidate *f);

/* Adds the URL that browsers read for a link with a "\" before or in its host, and flags the
 * link. */
void doubt_slashes(const settings *s, const text *w, candidate *f);

/* ---- Delivery (find/deliver.c): events, each of which returns as the sink does ---- */

/* Sends the text up to the offset `to`; link: the link around it, or NULL. */
int deliver_text(trawl_scanner *t, const text *w, uint64_t to, const trawl_link *link);

/* Sends the link in t->candidate. */
int deliver_link(trawl_scanner *t, const text *w);

/* Sends the notes of the candidate w->p[from..to), or one note, if the sink wants them. */
int deliver_notes(trawl_scanner *t, const text *w, size_t from, size_t to);
int deliver_note(trawl_scanner *t, const text *w, size_t from, size_t to, const char *rule,
                 const char *what);

/* Sends a LIMIT event for the URL or the wrapper at i, whose first bytes are w->p[head]. Changes
 * t->candidate. */
int deliver_limit(trawl_scanner *t, const text *w, size_t i, piece head, const char *rule,
                  const char *what);

/* Sends the rest of the source at the end of the text. */
int deliver_rest(trawl_scanner *t);

#endif
