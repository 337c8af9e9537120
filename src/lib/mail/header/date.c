/* date.c - converts a Date field to ISO 8601, with its own offset and in UTC
 *
 * Accepts the forms of RFC 5322 3.3 and 4.3, RFC 850, asctime() and ISO 8601. Recognises each part
 * by its form: a word that abbreviates a month is the month, digits before ":" are the time, a sign
 * after the time begins the zone, the first other number of one or two digits is the day, the next
 * one is the year. Skips comments and all other words; does not check the day of the week.
 */
#include "base/check.h"
#include "mail/header/inside.h"

#define NONE (-1)

typedef struct date {
    int year, month, day, hour, minute, second; /* NONE: not found yet */
    int offset;                                 /* offset of the time zone, in minutes */
    bool zone;                                  /* offset is valid; otherwise UTC or unknown */
    bool numeric;                               /* the zone was a number: ignore zone names */
} date;

typedef struct date_reader {
    const char *p;
    size_t n, at;
    date d;
} reader;

static char char_at(const reader *r, size_t ahead)
{
    return r->n - r->at > ahead ? r->p[r->at + ahead] : '\0';
}

static bool digit_at(const reader *r, size_t ahead)
{
    return ascii_is_digit((unsigned char)char_at(r, ahead));
}

/* Reads a number and sets *len to the number of its digits. Returns NONE for more than nine. */
static int date_take_number(reader *r, size_t *len)
{
    int value = 0;

    for (*len = 0; digit_at(r, 0); ++*len, r->at++)
        value = *len < 9 ? 10 * value + char_at(r, 0) - '0' : value;
    return *len <= 9 ? value : NONE;
}

/* Reads `mark` and the number after it. Returns the number, or 0 if they are not there. */
static int take_next(reader *r, char mark)
{
    size_t len;

    if (char_at(r, 0) != mark || !digit_at(r, 1))
        return 0;
    r->at++;
    return date_take_number(r, &len);
}

/* ---- Words ---- */

/* Returns the number of the month whose name begins with this word of at least three letters, or
 * NONE. */
static int month_of(const char *word, size_t n)
{
    static const char months[12][10] = {"january",   "february", "march",    "april",
                                        "may",       "june",     "july",     "august",
                                        "september", "october",  "november", "december"};

    for (int i = 0; n >= 3 && n < sizeof months[0] && i < 12; i++)
        if (ascii_same(word, months[i], n))
            return i + 1;
    return NONE;
}

/* Reads a word: a month, "am", "pm", or a zone name of RFC 5322 4.3. Other zone names mean the same
 * as "-0000". */
static void date_take_word(reader *r)
{
    static const char names[] = "estedtcstcdtmstmdtpstpdt";
    static const int hours[] = {-5, -4, -6, -5, -7, -6, -8, -7};
    const char *word = r->p + r->at;
    date *d = &r->d;
    size_t n = 0;

    while (ascii_is_alpha((unsigned char)char_at(r, n)))
        n++;
    r->at += n;
    if (d->month == NONE)
        d->month = month_of(word, n);
    if (d->hour == NONE)
        return;
    if (n == 2 && ascii_lower(word[1]) == 'm' && strchr("aApP", word[0])) {
        if (d->hour >= 1 && d->hour <= 12)
            d->hour = d->hour % 12 + (ascii_lower(word[0]) == 'p' ? 12 : 0);
        return;
    }
    for (unsigned i = 0; n == 3 && i < 8; i++)
        if (ascii_same(word, names + (size_t)3 * i, 3) && !d->numeric) {
            d->offset = 60 * hours[i];
            d->zone = true;
        }
}

/* ---- Numbers ---- */

/* Reads a zone of the form "+0200" or "-07:00"; ignores any other number after a sign. */
static void take_offset(reader *r)
{
    bool west = char_at(r, 0) == '-';
    size_t len, more = 2;
    int hours, minutes;

    r->at++;
    hours = date_take_number(r, &len);
    minutes = hours % 100;
    if (len == 4) {
        hours /= 100;
    } else if (len <= 2 && char_at(r, 0) == ':' && digit_at(r, 1)) {
        r->at++;
        minutes = date_take_number(r, &more);
    } else {
        return;
    }
    if (more != 2 || minutes > 59 || r->d.numeric)
        return;
    r->d.numeric = true;
    r->d.offset = (west ? -1 : 1) * (60 * hours + minutes);
    r->d.zone = !west || r->d.offset != 0;
}

/* Reads a number: the time, with ":" or, in old mail, "."; the day, the year, or "2008-06-30". */
static void take_digits(reader *r)
{
    date *d = &r->d;
    bool day = d->day != NONE && d->month != NONE && d->year != NONE;
    size_t len;
    int value = date_take_number(r, &len);
    char next = char_at(r, 0);

    if (d->hour == NONE && (next == ':' || (next == '.' && day)) && digit_at(r, 1)) {
        d->hour = value;
        d->minute = take_next(r, next);
        d->second = take_next(r, next);
        take_next(r, '.'); /* fractions */
    } else if (len == 4 && next == '-' && digit_at(r, 1) && d->month == NONE && d->day == NONE) {
        d->year = value;
        d->month = take_next(r, '-');
        d->day = take_next(r, '-');
    } else if (len <= 2 && d->day == NONE) {
        d->day = value;
    } else if (len >= 2 && d->year == NONE) { /* RFC 5322 4.3 */
        d->year = len == 2 && value < 50 ? 2000 + value : len <= 3 ? 1900 + value : value;
    }
}

/* ---- The date ---- */

static int days_of_month(int year, int month)
{
    static const char days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);

    CHECK(month >= 1 && month <= 12);
    return days[month - 1] + (leap && month == 2);
}

/* Returns true if all parts are in range. By RFC 5322 3.3 the year is 1900 or later; second 60 is a
 * leap second. */
static bool date_is_possible(const date *d)
{
    return d->year >= 1900 && d->year <= 9999 && d->month >= 1 && d->month <= 12 && d->day >= 1 &&
           d->day <= days_of_month(d->year, d->month) && d->hour >= 0 && d->hour <= 23 &&
           d->minute >= 0 && d->minute <= 59 && d->second >= 0 && d->second <= 60;
}

/* Writes the last two digits of value and the character `then`. Returns the end. */
static char *date_put(char *to, int value, char then)
{
    to[0] = (char)('0' + value / 10 % 10);
    to[1] = (char)('0' + value % 10);
    to[2] = then;
    return to + 3;
}

static void write_iso(char iso[DATE_ISO], const date *d)
{
    int offset = d->offset < 0 ? -d->offset : d->offset;
    char *to = date_put(iso, d->year / 100, '\0') - 1;

    to = date_put(to, d->year, '-');
    to = date_put(to, d->month, '-');
    to = date_put(to, d->day, 'T');
    to = date_put(to, d->hour, ':');
    to = date_put(to, d->minute, ':');
    to = date_put(to, d->second, d->zone ? (d->offset < 0 ? '-' : '+') : 'Z');
    if (d->zone) {
        to = date_put(to, offset / 60, ':');
        to = date_put(to, offset % 60, '\0') - 1;
    }
    *to = '\0';
}

/* Reads the date in p[0..n). Returns false if it is not possible. */
static bool read_date(date *d, const char *p, size_t n)
{
    reader r = {p, n, 0, {NONE, NONE, NONE, NONE, NONE, NONE, 0, false, false}};

    while (r.at < r.n) {
        char c = char_at(&r, 0);
        if (ascii_is_digit((unsigned char)c))
            take_digits(&r);
        else if (ascii_is_alpha((unsigned char)c))
            date_take_word(&r);
        else if (c == '(')
            r.at = skip_comments(r.p, r.n, r.at);
        else if ((c == '+' || c == '-') && r.d.hour != NONE && digit_at(&r, 1))
            take_offset(&r);
        else
            r.at++;
    }
    *d = r.d;
    return date_is_possible(d);
}

/* ---- UTC ---- */

/* Adds `by`, 1 or -1, to the day. */
static void change_day(date *d, int by)
{
    d->day += by;
    if (d->day < 1) {
        d->month = d->month > 1 ? d->month - 1 : 12;
        d->year -= d->month == 12;
        d->day = days_of_month(d->year, d->month);
    } else if (d->day > days_of_month(d->year, d->month)) {
        d->day = 1;
        d->month = d->month < 12 ? d->month + 1 : 1;
        d->year += d->month == 1;
    }
}

/* Converts a date to UTC. A leap second becomes the first second of the next minute. */
static void to_utc(date *d)
{
    int minutes = 60 * d->hour + d->minute - d->offset + d->second / 60;

    d->second %= 60;
    for (; minutes < 0; minutes += 24 * 60)
        change_day(d, -1);
    for (; minutes >= 24 * 60; minutes -= 24 * 60)
        change_day(d, 1);
    d->hour = minutes / 60;
    d->minute = minutes % 60;
    d->zone = false;
}

/* Returns the seconds from 1970 to a date in UTC. */
static int64_t seconds_of(const date *d)
{
    int64_t last = d->year - 1, days = 365 * last + last / 4 - last / 100 + last / 400 - 719162;

    for (int month = 1; month < d->month; month++)
        days += days_of_month(d->year, month);
    return ((days + d->day - 1) * 24 + d->hour) * 3600 + 60L * d->minute + d->second;
}

bool date_forms_of(date_forms *forms, const char *p, size_t n)
{
    date d;

    forms->iso[0] = forms->utc[0] = '\0';
    forms->seconds = 0;
    if (!read_date(&d, p, n))
        return false;
    write_iso(forms->iso, &d);
    to_utc(&d);
    if (d.year > 9999)
        return true;
    write_iso(forms->utc, &d);
    forms->seconds = seconds_of(&d);
    return true;
}

void date_of_message(trawl_mail_message *message, date_forms *forms)
{
    if (!date_forms_of(forms, message->date.p, message->date.n))
        return;
    message->date_iso = (trawl_str){forms->iso, strlen(forms->iso)};
    message->time_iso = (trawl_str){forms->utc, strlen(forms->utc)};
    message->time = forms->seconds;
}
