/* select.h - which links are listed, by zone, kind, flags and URL; the option --not
 *
 * Used by the filter, trawl rewrite and trawl pick.
 */
#ifndef TRAWL_APP_SELECT_SELECT_H
#define TRAWL_APP_SELECT_SELECT_H

#include <trawl_emit.h>

#include "app/show/show.h"

/* Flags of links, as trawl_link.flags; `doubt` means another reading or a flag of doubt. */
struct link_flags {
    uint64_t set;
    bool doubt;
};

/* Which links are listed. struct link_urls has the conditions on their URLs. */
struct link_filter {
    unsigned zones;         /* 1 << enum trawl_zone for each zone to list; 0: all */
    unsigned zones_out;     /* the same for each zone to leave out */
    unsigned kinds_out;     /* 1 << enum trawl_kind for each kind to leave out */
    struct link_flags only; /* lists links with one of these; none: all */
    struct link_flags out;  /* leaves out links with one of these */
};

/* Returns true when the filter has a condition. */
static inline bool select_filters(const struct link_filter *filter)
{
    return filter->zones || filter->zones_out || filter->kinds_out || filter->only.set ||
           filter->only.doubt || filter->out.set || filter->out.doubt;
}

/* Returns true when the link meets the conditions of the filter. A text that is not mail has no
 * zones: there, quoted links are of the zone quoted, others of the zone new. */
bool select_link(const struct link_filter *filter, const trawl_link *link);

/* Lists of words, each of which ends with a NUL. */
struct url_words {
    struct buffer schemes, hosts, sites;
};

/* Which URLs are listed. */
struct link_urls {
    struct url_words only; /* --scheme, --host, --site; an empty list is not a condition */
    struct url_words out;  /* --not: a URL that fits one word of these is left out */
    bool live;             /* --scheme live */
};

/* Read lists of schemes, patterns of hosts, and sites; `option` begins messages, as in "--host: ".
 * Return 0, or -1 after an error message. */
int select_add_schemes(struct url_words *words, const char *option, const char *value);
int select_add_hosts(struct url_words *words, const char *option, const char *value);
int select_add_sites(struct url_words *words, const char *option, const char *value);

/* Returns true when the value is a list of scheme names with commas between. */
bool select_are_schemes(const char *value);

void select_free(struct link_urls *u);

static inline bool select_has_words(const struct url_words *words)
{
    return words->schemes.n > 0 || words->hosts.n > 0 || words->sites.n > 0;
}

static inline bool select_wanted(const struct link_urls *u)
{
    return select_has_words(&u->only) || select_has_words(&u->out) || u->live;
}

/* Returns 1 when `url`, the URL of the link or another reading, is one to list, 0 when not, or an
 * error. `live` is the value of --live; `room` is used for hosts. */
int select_url(const struct link_urls *u, trawl_str live, struct buffer *room,
               const trawl_link *link, trawl_str url);

/* Where select_not() adds what is left out. `invalid` is as trawl_config.invalid. If `filter` is
 * NULL, only the names that are about URLs are allowed: host, site, scheme and valid. */
struct left_out {
    struct link_urls *urls;
    struct link_filter *filter;
    unsigned *invalid;
};

/* Reads --not NAME=VALUE of a command. Returns 0, or -1 after an error message. */
int select_not(const struct left_out *to, const char *command, const char *value);

/* Returns the i-th name of --not with "=", or NULL. */
const char *select_not_word(int i);

#endif
