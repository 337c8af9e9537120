/* host_address.h - the host of an address in running text: it may end before the characters of hosts do (D3) */
#ifndef TRAWL_FIND_HOST_ADDRESS_H
#define TRAWL_FIND_HOST_ADDRESS_H

#include "find/host.h"

/* The host behind the "@" before i, without what the sentence goes on with right behind it. */
void host_of_address(const settings *s, text *t, size_t i, host *h);

#endif
