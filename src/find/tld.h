/* tld.h - is a label a top-level domain?
 *
 * UTS #58 links a name without a scheme only where it ends in one. The table is compiled in, so that the answer is the
 * same on every machine; it comes from the Public Suffix List by src/gen/tlds.py. A list of the user's own is a
 * tld_set (find/tld_set.h). Labels are UTF-8 in NFC or ASCII; nothing here normalises, and nothing here knows of second-level
 * suffixes such as "co.uk".
 */
#ifndef TRAWL_FIND_TLD_H
#define TRAWL_FIND_TLD_H

#include <stdbool.h>
#include <stddef.h>

#include <trawl.h>

enum tld_flag {
    TLD_KNOWN = 1,
    TLD_STRONG = 2, /* com org net edu gov mil int: a bare name with such an end is a link (M7) */
    TLD_CLASSIC = 4 /* those seven, arpa, and the two-letter country codes                          */
};

/* A label of DNS has at most 63 bytes (RFC 1035 section 2.3.4), so in UTF-8 at most 63 times 4; none that is longer
 * than this is looked at. */
#define TLD_LABEL_MAX 252

/* enum tld_flag bits of a label without its dots, in A- or U-form and in any case; 0 when it is no top-level domain. */
unsigned tld_flags(const char *label, size_t n);

static inline bool tld_known(const char *label, size_t n)
{
    return tld_flags(label, n) != 0;
}

/* The i-th name of the table, in lower case; each domain beyond ASCII has two. n is 0 past the last. Static. */
trawl_str tld_at(size_t i);

/* Fold a label to lower case: ASCII, and the capitals of Latin, Greek, Cyrillic, Armenian and Georgian that have one
 * small letter of the same length. Exactly n bytes are written; out may be label. False, with out undefined, when the
 * label is no UTF-8. */
bool tld_fold(char *out, const char *label, size_t n);

#endif
