/* suffix.h - the registrable domain of a host: its public suffix and one label more
 *
 * By the Public Suffix List, ICANN's and private rules alike: example.co.uk of www.example.co.uk, alice.github.io of
 * alice.github.io. The table is compiled in, so that the answer is the same on every machine; it comes from
 * src/gen/suffixes.txt by src/gen/suffixes.py. Where no rule fits, the last label is the suffix, as the list wants it.
 * No rule of DNS or IDNA is checked, and nothing is normalised but case and A-labels.
 */
#ifndef TRAWL_FIND_SUFFIX_H
#define TRAWL_FIND_SUFFIX_H

#include <stddef.h>

/* Where the registrable domain begins in host[0..n), which is UTF-8; n when there is none: the host is a public suffix
 * itself, has one label only or an empty one there, or is an address (the last label is a number; "[", ":"). Labels may
 * be A- or U-labels in NFC, in any case; a final dot may stand, and the dots may be those that IDNA takes for one. */
size_t suffix_registrable(const char *host, size_t n);

#endif
