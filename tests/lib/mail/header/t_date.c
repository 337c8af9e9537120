/* t_date.c - dates of mail and news as ISO 8601 (RFC 5322 3.3 and 4.3, RFC 850, asctime), with
 * their own offset and in UTC; dates in UTC are compared with mktime() */
#include <stdlib.h>
#include <time.h>

#include "mail/header/header.h"
#include "tap.h"

static const struct {
    const char *date, *iso; /* iso is "" for an invalid date */
} dates[] = {
    /* RFC 5322, with its appendix A */
    {"Mon, 30 Jun 2008 02:34:00 -0700", "2008-06-30T02:34:00-07:00"},
    {" Fri, 21 Nov 1997 09:55:06 -0600", "1997-11-21T09:55:06-06:00"},
    {"21 Nov 97 09:55:06 GMT", "1997-11-21T09:55:06Z"},
    {"Thu,\r\n      13\r\n        Feb\r\n          1969\r\n      23:32\r\n               -0330 (Newfoundland Time)",
     "1969-02-13T23:32:00-03:30"},
    {"Fri, 21 Nov 1997 09(comment):   55  :  06 -0600", ""},
    {"Tue, 1 Jul 2003 10:52:37 +0200", "2003-07-01T10:52:37+02:00"},
    {"Tue, 1 Jul 2003 10:52 +0000", "2003-07-01T10:52:00+00:00"},
    {"Tue, 1 Jul 2003 10:52:37 -0000", "2003-07-01T10:52:37Z"},
    {"Tue, 1 Jul 2003 10:52:37", "2003-07-01T10:52:37Z"},
    {"Tue, 1 Jul 2003 10:52:37 -0700 (PDT)", "2003-07-01T10:52:37-07:00"},
    {"Tue, 1 Jul 2003 10:52:37 -0700 PDT", "2003-07-01T10:52:37-07:00"},
    {"Tue (day), 1 (of) Jul (\\) (nested)) 2003 10:52:37 (never closed +0100",
     "2003-07-01T10:52:37Z"},
    {"tue, 1 JUL 2003 9:02:03 +0530", "2003-07-01T09:02:03+05:30"},
    {"1 July 2003 10:52:37 +1400", "2003-07-01T10:52:37+14:00"},
    {"Tues, 1 Sept 2003 10:52:37 -9959", "2003-09-01T10:52:37-99:59"},
    /* time zones by name */
    {"1 Jul 2003 10:52:37 UT", "2003-07-01T10:52:37Z"},
    {"1 Jul 2003 10:52:37 utc", "2003-07-01T10:52:37Z"},
    {"1 Jul 2003 10:52:37 EST", "2003-07-01T10:52:37-05:00"},
    {"1 Jul 2003 10:52:37 EDT", "2003-07-01T10:52:37-04:00"},
    {"1 Jul 2003 10:52:37 CST", "2003-07-01T10:52:37-06:00"},
    {"1 Jul 2003 10:52:37 CDT", "2003-07-01T10:52:37-05:00"},
    {"1 Jul 2003 10:52:37 MST", "2003-07-01T10:52:37-07:00"},
    {"1 Jul 2003 10:52:37 MDT", "2003-07-01T10:52:37-06:00"},
    {"1 Jul 2003 10:52:37 PST", "2003-07-01T10:52:37-08:00"},
    {"1 Jul 2003 10:52:37 pdt", "2003-07-01T10:52:37-07:00"},
    {"1 Jul 2003 10:52:37 A", "2003-07-01T10:52:37Z"},
    {"1 Jul 2003 10:52:37 Z", "2003-07-01T10:52:37Z"},
    {"1 Jul 2003 10:52:37 CEST", "2003-07-01T10:52:37Z"},
    {"1 Jul 2003 10:52:37 GMT+0200 (CEST)", "2003-07-01T10:52:37+02:00"},
    {"1 Jul 2003 10:52:37 +02:00", "2003-07-01T10:52:37+02:00"},
    {"1 Jul 2003 10:52:37 +02", "2003-07-01T10:52:37Z"},
    {"1 Jul 2003 10:52:37 +0260", "2003-07-01T10:52:37Z"},
    /* years */
    {"1 Jul 03 10:52:37 GMT", "2003-07-01T10:52:37Z"},
    {"1 Jul 49 10:52:37 GMT", "2049-07-01T10:52:37Z"},
    {"1 Jul 50 10:52:37 GMT", "1950-07-01T10:52:37Z"},
    {"1 Jul 103 10:52:37 GMT", "2003-07-01T10:52:37Z"},
    {"1 Jul 3609 10:52:37 GMT", "3609-07-01T10:52:37Z"},
    {"1 Jul 1899 10:52:37 GMT", ""},
    {"1 Jul 10000 10:52:37 GMT", ""},
    {"31 Dec 9999 23:59:59 -0100", "9999-12-31T23:59:59-01:00"}, /* in UTC the year is 10000 */
    /* other formats */
    {"Sunday, 06-Nov-94 08:49:37 GMT", "1994-11-06T08:49:37Z"},
    {"Sun, 06-Nov-1994 08:49:37 -0700", "1994-11-06T08:49:37-07:00"},
    {"Sun Nov  6 08:49:37 1994", "1994-11-06T08:49:37Z"},
    {"Sun Nov  6 08:49:37 EST 1994", "1994-11-06T08:49:37-05:00"},
    {"Sun Nov 6 1994 08:49:37 GMT-0700", "1994-11-06T08:49:37-07:00"},
    {"Sun, Nov 6, 1994 8:49 PM", "1994-11-06T20:49:00Z"},
    {"6 Nov 1994 12:05 am", "1994-11-06T00:05:00Z"},
    {"6 Nov 1994 12:05 pm", "1994-11-06T12:05:00Z"},
    {"6 Nov 1994 11:05 pm", "1994-11-06T23:05:00Z"},
    {"6 Nov 1994 01:05 pm", "1994-11-06T13:05:00Z"},
    {"6 Nov 1994 01:05 am", "1994-11-06T01:05:00Z"},
    {"6 Nov 1994 00:05 pm", "1994-11-06T00:05:00Z"},
    {"6 Nov 1994 13:05 pm", "1994-11-06T13:05:00Z"},
    {"6 Nov 1994 13:05 am", "1994-11-06T13:05:00Z"},
    {"Fri, 5 Jun 1998 10.23.45 +0200", "1998-06-05T10:23:45+02:00"},
    {"2008-06-30T02:34:00-07:00", "2008-06-30T02:34:00-07:00"},
    {"2008-06-30 02:34:00.123 Z", "2008-06-30T02:34:00Z"},
    {"Lun., 30 Jun 2008 02:34:00 +0000", "2008-06-30T02:34:00+00:00"},
    {"Wed, 30 Jun 2008 02:34:60 +0000", "2008-06-30T02:34:60+00:00"},
    {"29 Feb 2008 00:00:00 +0000", "2008-02-29T00:00:00+00:00"},
    {"29 Feb 2000 00:00:00 +0000", "2000-02-29T00:00:00+00:00"},
    /* impossible dates, and texts without a date */
    {"31 Feb 2008 00:00:00 +0000", ""},
    {"29 Feb 2007 00:00:00 +0000", ""},
    {"29 Feb 2100 00:00:00 +0000", ""},
    {"31 Jun 2008 00:00:00 +0000", ""},
    {"0 Jun 2008 00:00:00 +0000", ""},
    {"32 Jul 2008 00:00:00 +0000", ""},
    {"1 Jul 2008 24:00:00 +0000", ""},
    {"1 Jul 2008 23:60:00 +0000", ""},
    {"1 Jul 2008 23:00:61 +0000", ""},
    {"1 Jul 2008", ""},
    {"Jul 2008 10:00:00", ""},
    {"1 2008 10:00:00", ""},
    {"1 Ju 2008 10:00:00", ""},
    {"2008-13-01T00:00:00Z", ""},
    {"1 Jul 2008 99999999999:00:00", ""},
    {"99999999999999999999 Jul 2008 10:00:00", ""},
    {"today", ""},
    {"", ""},
};

static const struct {
    const char *date, *utc;
    int64_t seconds;
} in_utc[] = {
    {"1 Jan 1970 00:00:00 +0000", "1970-01-01T00:00:00Z", 0},
    {"31 Dec 1969 16:00:01 -0800", "1970-01-01T00:00:01Z", 1},
    {"1 Jan 1970 00:00:00 +0530", "1969-12-31T18:30:00Z", -19800},
    {"Mon, 30 Jun 2008 02:34:00 -0700", "2008-06-30T09:34:00Z", 1214818440},
    {"31 Dec 2000 23:00:00 -0130", "2001-01-01T00:30:00Z", 978309000},
    {"1 Mar 2000 00:30:00 +0100", "2000-02-29T23:30:00Z", 951867000},
    {"1 Mar 1900 00:30:00 +0100", "1900-02-28T23:30:00Z", -2203893000},
    {"1 Jan 1900 00:00:00 +9959", "1899-12-27T20:01:00Z", -2209348740},
    {"28 Feb 2008 00:00:00 -9959", "2008-03-03T03:59:00Z", 1204516740},
    {"31 Dec 2016 23:59:60 +0000", "2017-01-01T00:00:00Z", 1483228800},
    {"31 Dec 9999 23:59:59 +0000", "9999-12-31T23:59:59Z", 253402300799},
    {"31 Dec 9999 23:59:59 -0100", "", 0},
    {"30 Feb 2000 00:00:00 +0000", "", 0},
};

static void utc(const char *date, const char *want, int64_t seconds)
{
    date_forms got = {.seconds = -1};

    (void)date_forms_of(&got, date, strlen(date));
    is_str(got.utc, want, "%s in UTC", date);
    ok(got.seconds == seconds, "%s: %lld seconds", date, (long long)got.seconds);
}

/* Compares with the C library: a date and every offset, also over the ends of months and years. */
static void utc_of_library(void)
{
    (void)setenv("TZ", "UTC", 1);
    tzset();
    for (int i = 0; i < 4000; i++) {
        int year = 1971 + i % 130, month = i % 12, day = 1 + i % 28, offset = (i * 37) % 1440 - 720;
        struct tm tm = {.tm_year = year - 1900, .tm_mon = month, .tm_mday = day, .tm_hour = i % 24};
        time_t then = mktime(&tm) - (time_t)offset * 60;
        char date[64], want[32];
        date_forms got;

        (void)snprintf(date, sizeof date, "%d-%02d-%02dT%02d:00:00%c%02d:%02d", year, month + 1,
                       day, i % 24, offset < 0 ? '-' : '+', abs(offset) / 60, abs(offset) % 60);
        (void)strftime(want, sizeof want, "%Y-%m-%dT%H:%M:%SZ", gmtime(&then));
        if (!date_forms_of(&got, date, strlen(date)) || got.seconds != then ||
            strcmp(got.utc, want)) {
            is_str(got.utc, want, "%s in UTC", date);
            return;
        }
    }
    ok(true, "4000 dates in UTC as the C library has them");
}

int main(void)
{
    for (size_t i = 0; i < sizeof dates / sizeof *dates; i++) {
        date_forms got;
        bool is = date_forms_of(&got, dates[i].date, strlen(dates[i].date));
        is_str(got.iso, dates[i].iso, "%s", dates[i].date);
        is_int(is, dates[i].iso[0] != '\0', "returns whether it is a date");
    }
    for (size_t i = 0; i < sizeof in_utc / sizeof *in_utc; i++)
        utc(in_utc[i].date, in_utc[i].utc, in_utc[i].seconds);
    utc_of_library();
    return done();
}
