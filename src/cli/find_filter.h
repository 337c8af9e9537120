/* find_filter.h - which of the links are listed: by zone, by flag, and those of an alternative once */
#ifndef TRAWL_CLI_FIND_FILTER_H
#define TRAWL_CLI_FIND_FILTER_H

#include <trawl.h>

struct find_filter {
    unsigned zones;      /* 1 << enum trawl_zone, of those to list; 0: all  */
    unsigned only, skip; /* enum trawl_flag: one of these, if any; none of these */
    int every;           /* also what is marked TRAWL_AGAIN */
    int unwrap;          /* targets instead of what leads to them */
};

/* "new,quoted" for --only, in place of what it said before. 0, or -1 after a message. */
int find_filter_zones(struct find_filter *f, const char *value);

/* --new: all but what was quoted or put there by a list. */
void find_filter_new(struct find_filter *f);

/* "mismatch,odd-ip" for that option, added to *flags. 0, or -1 after a message. */
int find_filter_flags(unsigned *flags, const char *option, const char *value);

/* Is anything but the default asked for? */
int find_filter_is_set(const struct find_filter *f);

/* Is it to be listed? once: where links of an alternative are listed once. */
int find_filter_takes(const struct find_filter *f, const trawl_link *link, int once);

/* The URL to list. */
trawl_str find_filter_url(const struct find_filter *f, const trawl_link *link);

#endif
