/* date_usual.c - a date as nearly all are written */
#include <string.h>

#include "base/ascii.h"
#include "mail/date_inside.h"

/* Two digits, or DATE_NONE. */
static int two_digits(const char *p)
{
    return ascii_is_digit((unsigned char)p[0]) && ascii_is_digit((unsigned char)p[1]) ? 10 * (p[0] - '0') + p[1] - '0'
                                                                                      : DATE_NONE;
}

/* The index of p[0..3) in a list of names of three letters, of which there are so many, or DATE_NONE. */
static int index_of(const char *p, const char *list, int count)
{
    for (int i = 0; i < count; i++)
        if (memcmp(p, list + (size_t)3 * (size_t)i, 3) == 0)
            return i;
    return DATE_NONE;
}

bool date_usual(date *d, const char *p, size_t n)
{
    bool short_day = n == 30; /* "Mon, 3 Nov" */
    int hours, minutes, century;

    if ((!short_day && n != 31) || p[3] != ',' || p[4] != ' ' || index_of(p, "MonTueWedThuFriSatSun", 7) == DATE_NONE)
        return false;
    d->day = short_day && ascii_is_digit((unsigned char)p[5]) ? p[5] - '0' : two_digits(p + 5);
    p += short_day ? 6 : 7;
    if (p[0] != ' ' || p[4] != ' ' || p[9] != ' ' || p[12] != ':' || p[15] != ':' || p[18] != ' ' ||
        (p[19] != '+' && p[19] != '-'))
        return false;
    d->month = 1 + index_of(p + 1, "JanFebMarAprMayJunJulAugSepOctNovDec", 12);
    century = two_digits(p + 5);
    d->year = 100 * century + two_digits(p + 7);
    d->hour = two_digits(p + 10);
    d->minute = two_digits(p + 13);
    d->second = two_digits(p + 16);
    hours = two_digits(p + 20);
    minutes = two_digits(p + 22);
    if (d->day < 0 || d->month < 1 || century < 0 || two_digits(p + 7) < 0 || d->hour < 0 || d->minute < 0 ||
        d->second < 0 || hours < 0 || minutes < 0 || minutes > 59)
        return false;
    d->offset = (p[19] == '-' ? -1 : 1) * (60 * hours + minutes);
    d->zone = p[19] == '+' || d->offset != 0;
    return true;
}
