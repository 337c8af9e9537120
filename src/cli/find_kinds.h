/* find_kinds.h - the kinds of --find: a list, and changes to it */
#ifndef TRAWL_CLI_FIND_KINDS_H
#define TRAWL_CLI_FIND_KINDS_H

/* What was asked so far. Whether there was a list, and what is left out of it or added, counts when all options are
 * known, since the profile says what stands there without one. */
struct find_kinds {
    int listed;
    unsigned list, add, drop; /* enum trawl_find */
};

/* One value of --find: "url,www" replaces all that stood before, "+ip,-www" changes it. 0, or -1 after a message. */
int find_kinds_read(struct find_kinds *k, const char *value);

/* Those to find where the ones given stand without a list. */
unsigned find_kinds_bits(const struct find_kinds *k, unsigned without);

#endif
