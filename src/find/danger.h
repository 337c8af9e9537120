/* danger.h - the dangers of a link's host as flags of the link */
#ifndef TRAWL_FIND_DANGER_H
#define TRAWL_FIND_DANGER_H

#include <stddef.h>

/* What trawl_host_dangers() says, as enum trawl_flag, is added to *bits. TRAWL_OK, or TRAWL_NO_MEMORY. Ordinary hosts are told
 * apart by one look. */
int danger_flags(const char *url, size_t n, unsigned *bits);

#endif
