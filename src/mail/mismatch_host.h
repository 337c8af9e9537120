/* mismatch_host.h - hosts, read as browsers do and brought to a form that can be compared */
#ifndef TRAWL_MAIL_MISMATCH_HOST_H
#define TRAWL_MAIL_MISMATCH_HOST_H

#include <stddef.h>

/* A longer host is none; in its normal form it may have four times as much. */
#define MISMATCH_HOST_RAW 1024
#define MISMATCH_HOST (4 * MISMATCH_HOST_RAW)

/* A host for comparing: A-labels undone, small letters, no final dot. n is 0 for none. */
typedef struct mismatch_host {
    char p[MISMATCH_HOST];
    size_t n;
} mismatch_host;

/* How far the characters of a host go at the front of p[0..n), or an IPv6 address in brackets. */
size_t mismatch_host_length(const char *p, size_t n);

/* A host as it stands in a URL, to its normal form. */
void mismatch_host_normal(mismatch_host *host, const char *p, size_t n);

/* The host of what stands behind a scheme's colon, as the URL Standard of WHATWG reads it ("\" is "/", any number of them);
 * its length, 0 for none, and *host where it begins. */
size_t mismatch_host_authority(const char *p, size_t n, const char **host);

#endif
