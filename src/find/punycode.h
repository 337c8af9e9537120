/* punycode.h - an A-label's U-form
 *
 * RFC 3492, decoding alone. No rule of IDNA is applied: whether a name is a good one is libidn2's business
 * (grammar/idn.h); this answers how a label given in A-form would look in text.
 */
#ifndef TRAWL_FIND_PUNYCODE_H
#define TRAWL_FIND_PUNYCODE_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#define PUNYCODE_LABEL_MAX 63                      /* RFC 1035 section 2.3.4 */
#define PUNYCODE_UTF8_MAX (4 * PUNYCODE_LABEL_MAX) /* no label stands for more */

/* Where the label ends that begins at i in host[0..n). */
static inline size_t punycode_label_end(const char *host, size_t i, size_t n)
{
    const char *dot = i < n ? memchr(host + i, '.', n - i) : NULL;

    return dot ? (size_t)(dot - host) : n;
}

/* Is this an A-label: does it begin with "xn--", in any case? */
bool punycode_is(const char *label, size_t n);

/* Decode an A-label to UTF-8 in out, which has room for PUNYCODE_UTF8_MAX bytes. Returns the length, or 0 when the label
 * is none or no valid Punycode. */
size_t punycode_decode(char *out, const char *label, size_t n);

#endif
