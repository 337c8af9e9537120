/* wanted.h - a test's settings in one number: options of a scan, and what is wanted of its links
 *
 * Tables of settings and loops over them need one number for trawl_config.options and trawl_config.want.
 */
#ifndef TRAWL_TESTS_WANTED_H
#define TRAWL_TESTS_WANTED_H

#include <trawl.h>

#define WANTED_EXPLAIN (1U << 28)   /* EXPLAIN events too */
#define WANTED_LINKS (1U << 29)     /* LINK events only */
#define WANTED_NO_PLACES (1U << 30) /* neither line nor column */
#define WANTED_URLS (1U << 31)      /* of each link its URL only */

static inline void wanted_set(trawl_config *config, unsigned options)
{
    const unsigned all = WANTED_EXPLAIN | WANTED_LINKS | WANTED_NO_PLACES | WANTED_URLS;

    config->options = options & ~all;
    config->want = options & WANTED_URLS ? TRAWL_WANT_URL : TRAWL_WANT_DEFAULT;
    if (options & WANTED_LINKS)
        config->want &= ~(unsigned)TRAWL_WANT_TEXT;
    if (options & WANTED_NO_PLACES)
        config->want &= ~(unsigned)TRAWL_WANT_PLACE;
    if (options & WANTED_EXPLAIN)
        config->want |= TRAWL_WANT_EXPLAIN;
}

#endif
