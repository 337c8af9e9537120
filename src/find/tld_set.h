/* tld_set.h - a list of top-level domains given at run time (--tlds FILE)
 *
 * One domain a line, in A- or U-form and in any case; "#" begins a comment, as does "//" at the start of a line. Of a
 * rule with several labels the last one counts, so the lists of IANA and of publicsuffix.org can both be used as they
 * are. U-forms are to be in NFC (RFC 5198); an A-form that is no Punycode (RFC 3492) stays as it is.
 */
#ifndef TRAWL_FIND_TLD_SET_H
#define TRAWL_FIND_TLD_SET_H

#include <stdbool.h>
#include <stddef.h>

#include <trawl.h>

#include "base/memory.h"

typedef struct tld_set {
    const memory *m;
    char *text;       /* the labels, in U-form and lower case, one after the other */
    trawl_str *label; /* into text, sorted by length, then by bytes, without repetitions */
    size_t labels;
} tld_set;

/* Build a set from text[0..n), of which nothing is kept. m must outlive the set. TRAWL_OK or TRAWL_NO_MEMORY; the set is
 * empty then. Lines that are no label are passed over: an empty set is no error here. */
int tld_set_load(tld_set *s, const memory *m, const char *text, size_t n);

/* Is this label, in A- or U-form and in any case, in the set? */
bool tld_set_known(const tld_set *s, const char *label, size_t n);

/* Give the memory back; the set is empty then. A set of zeros may be freed too. */
void tld_set_free(tld_set *s);

#endif
