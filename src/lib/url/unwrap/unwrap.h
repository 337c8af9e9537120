/* unwrap.h - links that gateways and redirectors have rewritten (E18)
 *
 * Security gateways (SafeLinks, URL Defense, ...) and redirectors (Google, Facebook, ...) encode
 * the original link in a link of their own, in one of a few ways. Links that contain an id instead
 * (click counters of bulk mail, most links of Mimecast) cannot be unwrapped.
 *
 * A target is an http, https, ftp or mailto URL with a host or an address, in UTF-8 without control
 * characters and spaces. Only the gateway's own encoding is decoded, once.
 */
#ifndef TRAWL_URL_UNWRAP_UNWRAP_H
#define TRAWL_URL_UNWRAP_UNWRAP_H

#include "url/url.h"

/* The maximum length of a target. */
#define UNWRAP_MAX 8192

/* The maximum number of nested gateways that are unwrapped. */
#define UNWRAP_DEPTH 5

/* Cheap filter: returns false when the URL does not begin like "http", or has nothing that shows
 * another URL inside: no further ":", no escape, no "*" of Proofpoint, and no query. Then unwrap()
 * and unwrap_inner() find nothing. */
bool unwrap_may(trawl_str url);

/* Writes the target of url[0..n) to out[0..size), and sets *len to its length. Returns 1, or 0 when
 * the URL is not a gateway's, or its target is missing or longer than size. Takes linear time and
 * allocates nothing. */
int unwrap(const char *url, size_t n, char *out, size_t size, size_t *len);

/* Unwraps nested gateways and writes the innermost target to out. Returns how many gateways were
 * unwrapped, at most UNWRAP_DEPTH. */
int unwrap_all(const char *url, size_t n, char out[UNWRAP_MAX], size_t *len);

/* Writes the http, https or ftp URL inside the path or the query of url[0..n) to out, decoded once
 * if its "://" is encoded, and sets *len to its length. A URL in a query ends at "&". Returns false
 * when there is no such URL. */
bool unwrap_inner(const char *url, size_t n, char out[UNWRAP_MAX], size_t *len);

/* Cheap filter: returns false when unwrap_end() returns UNWRAP_NONE. */
bool unwrap_shows_end(const char *url, size_t n);

/* What the end of a gateway's link shows. */
enum unwrap_end {
    UNWRAP_NONE,  /* not a gateway's link, or the end of the link shows nothing */
    UNWRAP_BEGUN, /* nothing yet: with more text the link may prove to be whole */
    UNWRAP_CUT,   /* it is not whole */
    UNWRAP_MAY,   /* it may be whole, or go on */
    UNWRAP_WHOLE
};

/* Returns whether the URL is a whole link of a gateway (R39). A URL that is only a host may be the
 * beginning of such a link. */
enum unwrap_end unwrap_end(const char *url, size_t n);

/* Returns true for the link of a security gateway that hides its target. Sets *domain to the
 * target's host as given in the URL, or to empty. */
bool unwrap_hidden(const char *url, size_t n, trawl_str *domain);

#endif
