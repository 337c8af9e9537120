/* wanted.h - trawl_config.options and trawl_config.want in one number, for tables of settings */
#ifndef TRAWL_TESTS_WANTED_H
#define TRAWL_TESTS_WANTED_H

#include <trawl.h>

#define WANTED_EXPLAIN (1U << 28)   /* also EXPLAIN events */
#define WANTED_LINKS (1U << 29)     /* only LINK events */
#define WANTED_NO_PLACES (1U << 30) /* no line and column */
#define WANTED_URLS (1U << 31)      /* only the URL of each link */

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
