/* mismatch.h - a link whose text shows one place and whose href goes to another
 *
 * Only text that shows a place is looked at (mismatch_text.h): "Click here" is never a mismatch. Two places are the same when
 * their registrable domains are (find/suffix.h), compared as A-labels are: a host that merely looks like another one
 * differs from it. Where one of them has none (an address, a public suffix, a single label) the whole hosts must be the same.
 * Of a gateway's link (unwrap.h) every target on the way counts; where a security gateway keeps it to itself nothing is said.
 */
#ifndef TRAWL_MAIL_MISMATCH_H
#define TRAWL_MAIL_MISMATCH_H

#include <stdbool.h>
#include <stddef.h>

/* text[0..n): an anchor's text, UTF-8, references decoded, what is not shown left out, "\n" where a line breaks.
 * url[0..url_n): its href, resolved. Nothing is allocated but by libidn2; when that has no memory, hosts beyond ASCII are
 * compared as they stand. */
bool mismatch(const char *text, size_t n, const char *url, size_t url_n);

#endif
