/* found.h - a link under construction: its text, its pieces, its other readings
 *
 * Places are indices into the window; they become offsets when the link is sent.
 */
#ifndef TRAWL_FIND_FOUND_H
#define TRAWL_FIND_FOUND_H

#include <stdbool.h>
#include <trawl.h>

#include "find/settings.h"
#include "find/text.h"

/* Limits of a candidate, everything dropped included (R31). */
#define FOUND_BYTES 8192
#define FOUND_LINES 64
#define FOUND_LOCAL 256
#define FOUND_HOST 1024
#define FOUND_SCHEME 64

/* Each second byte dropped makes the most pieces. */
#define FOUND_PIECES (FOUND_BYTES / 2 + 2)

/* What may stand before the text itself: "https://", "mailto:", "mid:". */
#define FOUND_PREFIX 16

typedef struct piece {
    size_t from, to; /* in the window */
} piece;

typedef struct note {
    const char *rule, *what;
} note;

#define FOUND_NOTES 16

typedef struct found {
    int kind;
    bool over;       /* longer than FOUND_BYTES: no link, and neither is what goes on in the same word */
    bool codes;      /* it may hold what stands for other characters: "%", "&", "=" */
    bool plain;      /* it has no host that danger.h warns of; else nobody has looked yet */
    size_t from, to; /* with the wrapper */
    unsigned flags;  /* not beside the kind: both are copied, and written one by one just before */
    const char *url; /* into the window, or url_room */
    size_t url_n;
    piece *pieces; /* FOUND_PIECES */
    unsigned piece_count;
    trawl_alt alts[TRAWL_ALTS];
    unsigned alt_count;
    char *url_room; /* FOUND_BYTES + FOUND_PREFIX */
    char *alt_room; /* TRAWL_ALTS times FOUND_BYTES */
    size_t alt_used;
    bool url_only; /* nobody asks for more than its kind and its URL (TRAWL_URLS_ONLY): nothing else need be right */
    bool noting;   /* are notes wanted? */
    note notes[FOUND_NOTES]; /* for --explain */
    unsigned note_count;
} found;

/* An empty link that begins and ends here. */
void found_begin(found *f, int kind, size_t from, size_t to);

/* A link of one piece that stands in the text as it is. */
void found_whole(found *f, const text *t, size_t from, size_t to);

/* The same with a prefix that does not stand there ("https://"), or "". */
void found_simple(found *f, const text *t, size_t from, size_t to, const char *prefix);

/* Add a reading: what is kept of it lives in f. Forgotten when there is no room, or when it is the URL itself. */
void found_alt(found *f, const char *url, size_t n, int why);

/* For --explain: what was done, by which rule. Both texts are static. */
void found_keep_note(found *f, const char *rule, const char *what);

static inline void found_note(found *f, const char *rule, const char *what)
{
    if (f->noting)
        found_keep_note(f, rule, what);
}

/* For --explain: why what stands at from..to is no link. */
void found_refused(found *f, size_t from, size_t to, const char *rule, const char *what);

#endif
