/* zones.h - who wrote the lines of a message's text
 *
 * Finds the zones of a message's text (enum trawl_zone). A zone begins at a line that is hardly
 * ever used for anything else:
 *
 *   new -> signature    the line "-- " (reported by "lines")
 *   any -> footer       lines written by list managers; ends after ZONES_FOOTER lines, or where the
 *                       next text of a digest or an archive begins
 *   any -> forwarded    lines written by mail programs, in many languages; lasts to the end, except
 *                       for footers, or to a line that ends it
 *
 * A line of underscores or an address at the end is not enough. Lines that begin with ">" are
 * ignored: link.quote tells the caller which links are quoted. Text must be fed here before the
 * scanner gets it. A zone begins after the words that show it, at the latest at the end of their
 * line; so the zone of a reported link never changes.
 */
#ifndef TRAWL_MAIL_ZONES_ZONES_H
#define TRAWL_MAIL_ZONES_ZONES_H

#include <trawl_mail.h>

#include "kernel/kernel.h"

/* Lines are read up to this length. */
#define ZONES_LINE 256

/* The maximum number of lines in a footer: some newsletters begin with one. */
#define ZONES_FOOTER 60

/* Reports that a zone begins at byte `at` of the text. Any value but 0 stops the reading and is
 * returned by zones_step(). */
typedef int zones_change(void *user, uint64_t at, int zone);

/* A filter for lines by their first bytes, for words that need no special line before them. */
typedef struct zones_gates {
    kernel_starts starts;
} zones_gates;

typedef struct zones {
    const kernel *kernel;
    zones_gates gates;
    zones_change *change;
    void *user;
    int zone;        /* enum trawl_zone */
    int under;       /* the zone to return to after a footer: new or forwarded */
    unsigned footer; /* lines of the footer so far */
    unsigned device; /* lines that are left of a signature that a mail program added; or 0 */
    unsigned after;  /* which special lines preceded: bits ZONES_AFTER_... */
    unsigned lines;  /* for how many more lines `after` is valid */
    uint64_t at;     /* bytes so far */
    uint64_t line;   /* offset of the line in held */
    bool start;      /* the next byte begins a line */
    bool open;       /* the meaning of the line is not decided yet */
    size_t held_n;
    char held[ZONES_LINE];
} zones;

/* Prepares *z for any number of texts. */
void zones_open(zones *z, const kernel *k);

/* Begins a text, in TRAWL_ZONE_NEW. */
void zones_begin(zones *z, zones_change *change, void *user);

/* Reads bytes up to the next change of the zone, and sets *used to their number. Returns 0 or what
 * change() returned. */
int zones_step(zones *z, const char *p, size_t n, size_t *used);

/* Reports that the next byte begins the line "-- ". Returns 0 or what change() returned. */
int zones_signature(zones *z);

#endif
