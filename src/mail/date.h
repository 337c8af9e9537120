/* date.h - a Date field as ISO 8601 (RFC 5322 3.3 and 4.3, RFC 850, and what mailers write besides) */
#ifndef TRAWL_MAIL_DATE_H
#define TRAWL_MAIL_DATE_H

#include <stdbool.h>
#include <stddef.h>

/* "2008-06-30T02:34:00-07:00", with its NUL. */
#define DATE_ISO 32

/* The date in p[0..n) with its own offset ("Z" for GMT, UT and "-0000"); two-digit years by RFC 5322 4.3; seconds may be
 * missing (":00"). False, and iso empty, when it is none: a date that cannot be is none. */
bool date_iso(char iso[DATE_ISO], const char *p, size_t n);

#endif
