/* zones.h - where in a message its text stands: new, signature, footer, forwarded (enum trawl_zone of trawl_mail.h)
 *
 * A text goes by beside the scanner, in any pieces, and first: what a line shows is told before the scanner has its end. A zone
 * changes behind the words that show it, at the latest with the end of their line, so that no link which may have been told
 * already changes its zone afterwards.
 *
 *   new -> signature   the line "-- " (lines.h tells it)
 *   any -> footer      the marks of list managers; behind ZONES_FOOTER lines, or where the next text of a digest or an archive
 *                      begins, the footer is over
 *   any -> forwarded   the marks of mail programs, in many languages; it goes on to the end, but for footers, or to a line that
 *                      says that it is over
 *
 * Only marks that hardly mean anything else count: a rule of underscores alone is none, an address at the end neither. Quote
 * marks are not looked at: lines that begin with ">" show nothing, and who knows a link's depth knows whether it is quoted.
 */
#ifndef TRAWL_MAIL_ZONES_H
#define TRAWL_MAIL_ZONES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/kernel.h"

/* A line is looked at no further. */
#define ZONES_LINE 256

/* A footer has no more lines; an issue of a newsletter may begin with how to leave it. */
#define ZONES_FOOTER 60

/* From byte at of the text on, the zone is that. Not 0: it is handed back by the call that fed. */
typedef int zones_change(void *user, uint64_t at, int zone);

typedef struct zones {
    const kernel *kernel;
    kernel_starts starts; /* how lines begin that show something */
    zones_change *change;
    void *user;
    int zone;        /* enum trawl_zone */
    int under;       /* what a signature or a footer lies over: new or forwarded */
    unsigned footer; /* lines of it so far */
    unsigned after;  /* what lines before have shown (zones_marks.h) ... */
    unsigned lines;  /* ... and so many lines more may follow it up */
    uint64_t at;     /* bytes so far */
    uint64_t line;   /* where the line begins that is held */
    bool start;      /* the next byte begins a line */
    bool open;       /* the line is being looked at, and not decided; else its rest does not matter */
    size_t held_n;   /* of it, its start */
    char held[ZONES_LINE];
} zones;

/* Once. */
void zones_open(zones *z, const kernel *k);

/* A text begins: it is new. */
void zones_begin(zones *z, zones_change *change, void *user);

/* The next bytes of it. 0, or what change() returned. Nothing needs to be told at its end. */
int zones_feed(zones *z, const char *p, size_t n);

/* The same up to a change: *used bytes, none or more. So who keeps changes until links come need not keep those of all n. */
int zones_step(zones *z, const char *p, size_t n, size_t *used);

/* The line that begins with the next byte is "-- ". Returns as zones_feed(). */
int zones_signature(zones *z);

#endif
