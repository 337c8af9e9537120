/* host_address.h - the host of an address in running text, or of a URL: it may end before the characters of hosts do (D3, M14) */
#ifndef TRAWL_FIND_HOST_ADDRESS_H
#define TRAWL_FIND_HOST_ADDRESS_H

#include "find/host.h"

/* The host of an address, or "www." and what follows, at i, without what the sentence goes on with right behind it. */
void host_of_address(const settings *s, text *t, size_t i, host *h);

/* The same of a URL, which was read; but letters of any script may be of its name before the last label (M5). */
void host_of_url(const settings *s, text *t, host *h);

#endif
