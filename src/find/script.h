/* script.h - can a host's label be shown as it is without being taken for another one?
 *
 * A small and conservative test by blocks of Unicode, in place of UTS #39 and its tables: what it does not know, it
 * says no to, and the A-label is shown. Asked about labels with characters beyond ASCII only.
 */
#ifndef TRAWL_FIND_SCRIPT_H
#define TRAWL_FIND_SCRIPT_H

#include <stdbool.h>
#include <stddef.h>

/* Are the label's letters all of one script, ASCII digits and hyphens aside? Han and kana go together. */
bool script_is_one(const char *label, size_t n);

/* Does it mix scripts beyond what UTS #39 calls highly restrictive: Latin with Han and kana, or Latin with Han and Hangul?
 * Characters that are in no block of ours count as a script of their own. */
bool script_is_mixed(const char *label, size_t n);

/* Is it written from right to left? Asked of labels of one script. */
bool script_runs_left(const char *label, size_t n);

/* Is every letter a Cyrillic or Greek one that looks like a Latin one? */
bool script_looks_latin(const char *label, size_t n);

#endif
