/* idn.h - host names beyond ASCII as A-labels and back, by libidn2 (UTS #46, not transitional) */
#ifndef TRAWL_GRAMMAR_IDN_H
#define TRAWL_GRAMMAR_IDN_H

#include <stdbool.h>
#include <stddef.h>

/* An ASCII host is at most 253 bytes (RFC 1034 section 3.1), with its final dot 254. */
#define IDN_HOST_MAX 254

/* Has the host a byte beyond ASCII? Only then is there anything to convert. */
bool idn_wanted(const char *host, size_t n);

/* Write the ASCII form to out[0..IDN_HOST_MAX] and its length to *len. 1 done; 0 refused: it is no host name, and
 * libidn2, or our look at what it gave, says no; TRAWL_NO_MEMORY. */
int idn_to_ascii(const char *host, size_t n, char *out, size_t *len);

/* A label has at most 63 bytes as an A-label (RFC 1035 section 2.3.4), and stands for at most as many characters. */
#define IDN_LABEL_MAX 63
#define IDN_UNICODE_MAX 252

/* The U-label of an A-label to out[0..IDN_UNICODE_MAX) and its length to *len. 1 done; 0 refused: there is none, or
 * idn_to_ascii() does not lead back from it; TRAWL_NO_MEMORY. */
int idn_to_unicode(const char *label, size_t n, char *out, size_t *len);

#endif
