/* unwrap.h - where a link that a gateway has rewritten really goes, found without asking anybody
 *
 * Security gateways (SafeLinks, URL Defense, ...) and redirectors (Google, Facebook, ...) put the link they stand for into
 * their own, in one of a few ways. Which of them do so, and how, says one table: unwrap_rules.h. Those that keep the link to
 * themselves and give a number instead (bulk mailers' click counters, most links of Mimecast) have no target here.
 *
 * A target is http, https, ftp or mailto, with a host or an address; it has no controls and no spaces, and is UTF-8. It is as
 * the gateway took it: undone is what the gateway did, once, and no more.
 */
#ifndef TRAWL_MAIL_UNWRAP_H
#define TRAWL_MAIL_UNWRAP_H

#include <stdbool.h>
#include <stddef.h>
#include <trawl.h>

/* A target that is longer is none, as no URL is (TRAWL_URL_MAX). */
#define UNWRAP_MAX 8192

/* Gateways in gateways are followed so far. */
#define UNWRAP_DEPTH 5

/* Is it worth a call? Most links are addresses. */
static inline bool unwrap_may(trawl_str url)
{
    return url.n > 0 && (*url.p | 0x20) == 'h';
}

/* The target of url[0..n), to out[0..size) and its length to *len. 1, or 0: the URL is no gateway's, or says no target, or
 * one longer than size. Time is linear in n, and nothing is allocated. */
int unwrap(const char *url, size_t n, char *out, size_t size, size_t *len);

/* The same, again and again: the last target, and how deep it lay; 0 for none. out has UNWRAP_MAX bytes. A target that
 * lies deeper than UNWRAP_DEPTH is left as a gateway's link. */
int unwrap_all(const char *url, size_t n, char out[UNWRAP_MAX], size_t *len);

/* Is it the link of a security gateway that keeps the target to itself? *domain is the host that it says the target has, in
 * url, empty where it does not say. */
bool unwrap_hidden(const char *url, size_t n, trawl_str *domain);

#endif
