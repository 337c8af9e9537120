/* date_inside.h - between the files of date.h: a date as it is read */
#ifndef TRAWL_MAIL_DATE_INSIDE_H
#define TRAWL_MAIL_DATE_INSIDE_H

#include "mail/date.h"

#define DATE_NONE (-1)

/* What was found so far; DATE_NONE is not yet. */
typedef struct date {
    int year, month, day, hour, minute, second;
    int offset;   /* of the zone, in minutes */
    bool zone;    /* there is an offset; else it is UTC, or nobody knows */
    bool numeric; /* it was written as a number, which counts more than a name */
} date;

/* "Mon, 10 Nov 2003 12:00:00 +0100" and no more. False for anything else, which is read thing by thing. */
bool date_usual(date *d, const char *p, size_t n);

#endif
