/* zones_first.h - between the files of zones.h: nearly all lines show nothing, and nearly all of these are told by their first bytes */
#ifndef TRAWL_MAIL_ZONES_FIRST_H
#define TRAWL_MAIL_ZONES_FIRST_H

#include <stdbool.h>
#include <stddef.h>

/* May a line that begins with these ZONES_START bytes show anything by itself? And one whose first byte this is? */
bool zones_may_begin(const char *start);
#define ZONES_START 8
extern const unsigned char zones_first[256];

/* May a line, the next bytes of which are p[0..n), show anything behind such lines? */
bool zones_may_follow(unsigned after, const char *p, size_t n);

#endif
