/* date.c - a Date field as ISO 8601, by the shapes of what stands in it (RFC 5322 3.3 and 4.3, RFC 850, asctime, ISO 8601)
 *
 * A word that begins as a month's name is the month, digits with a ":" are the time, a sign behind the time is the zone, the
 * number of one or two digits is the day, the other one the year. Comments, the day of the week, and words that nobody
 * knows are passed over. What the date says is not compared with the day of the week, nor with any clock.
 */
#include <string.h>

#include "base/ascii.h"
#include "mail/date_inside.h"

typedef struct reader {
    const char *p;
    size_t n, at;
} reader;

static char peek(const reader *r, size_t ahead)
{
    return r->n - r->at > ahead ? r->p[r->at + ahead] : '\0';
}

static bool digit_at(const reader *r, size_t ahead)
{
    return ascii_is_digit((unsigned char)peek(r, ahead));
}

/* The digits here, *len of them; more than nine are as good as none. */
static int take_number(reader *r, size_t *len)
{
    int value = 0;

    for (*len = 0; digit_at(r, 0); ++*len, r->at++)
        value = *len < 9 ? 10 * value + peek(r, 0) - '0' : value;
    return *len <= 9 ? value : DATE_NONE;
}

/* Past a comment, or to the end if it has none. */
static void skip_comment(reader *r)
{
    size_t depth = 0;

    do {
        char c = peek(r, 0);
        if (c == '\\' && r->n - r->at > 1)
            r->at++;
        depth += c == '(';
        depth -= c == ')';
        r->at++;
    } while (depth > 0 && r->at < r->n);
}

/* Is word[0..n) the beginning of name, of three letters at least? */
static bool begins(const char *word, size_t n, const char *name)
{
    return n >= 3 && ascii_lower(*word) == *name && n <= strlen(name) && ascii_same(word, name, n);
}

static bool is_word(const char *word, size_t n, const char *name)
{
    return n > 0 && ascii_lower(*word) == ascii_lower(*name) && n == strlen(name) && ascii_same(word, name, n);
}

static int month_of(const char *word, size_t n)
{
    static const char *const months[] = {"january", "february", "march",     "april",   "may",      "june",
                                         "july",    "august",   "september", "october", "november", "december"};

    for (int i = 0; i < 12; i++)
        if (begins(word, n, months[i]))
            return i + 1;
    return DATE_NONE;
}

/* The zones that RFC 5322 4.3 gives a meaning. All others are like "-0000". */
static void take_zone_name(date *d, const char *word, size_t n)
{
    static const char *const names[] = {"EST", "EDT", "CST", "CDT", "MST", "MDT", "PST", "PDT"};
    static const int hours[] = {-5, -4, -6, -5, -7, -6, -8, -7};

    for (unsigned i = 0; i < 8; i++)
        if (is_word(word, n, names[i]) && !d->numeric) {
            d->offset = 60 * hours[i];
            d->zone = true;
        }
}

static void take_half(date *d, bool afternoon)
{
    if (d->hour >= 1 && d->hour <= 12)
        d->hour = d->hour % 12 + (afternoon ? 12 : 0);
}

static void take_word(reader *r, date *d)
{
    const char *word = r->p + r->at;
    size_t n = 0;

    while (ascii_is_alpha((unsigned char)peek(r, n)))
        n++;
    r->at += n;
    if (d->month == DATE_NONE)
        d->month = month_of(word, n);
    if (d->hour == DATE_NONE)
        return;
    if (is_word(word, n, "am") || is_word(word, n, "pm"))
        take_half(d, ascii_lower(word[0]) == 'p');
    else
        take_zone_name(d, word, n);
}

/* "+0200", "-07:00"; what has another shape is no zone. */
static void take_offset(reader *r, date *d)
{
    bool west = peek(r, 0) == '-';
    size_t len, more = 2;
    int hours, minutes;

    r->at++;
    hours = take_number(r, &len);
    minutes = hours % 100;
    if (len == 4) {
        hours /= 100;
    } else if (len <= 2 && peek(r, 0) == ':' && digit_at(r, 1)) {
        r->at++;
        minutes = take_number(r, &more);
    } else {
        return;
    }
    if (more != 2 || minutes > 59 || d->numeric)
        return;
    d->numeric = true;
    d->offset = (west ? -1 : 1) * (60 * hours + minutes);
    d->zone = !west || d->offset != 0;
}

/* The number behind ":" or, in old mail, "."; 0 when there is none. */
static int take_next(reader *r, char mark)
{
    size_t len;

    if (peek(r, 0) != mark || !digit_at(r, 1))
        return 0;
    r->at++;
    return take_number(r, &len);
}

static void take_time(reader *r, date *d, int hour)
{
    char mark = peek(r, 0);

    d->hour = hour;
    d->minute = take_next(r, mark);
    d->second = take_next(r, mark);
    take_next(r, '.'); /* fractions */
}

static bool has_day(const date *d)
{
    return d->day != DATE_NONE && d->month != DATE_NONE && d->year != DATE_NONE;
}

/* RFC 5322 4.3: 00 to 49 are of this century, other years of two or three digits of the last. */
static int full_year(int value, size_t len)
{
    if (len == 2 && value < 50)
        return 2000 + value;
    return len <= 3 ? 1900 + value : value;
}

/* "2008-06-30", its year being read. */
static void take_iso_day(reader *r, date *d, int year)
{
    d->year = year;
    d->month = take_next(r, '-');
    d->day = take_next(r, '-');
}

static void take_digits(reader *r, date *d)
{
    size_t len;
    int value = take_number(r, &len);
    char next = peek(r, 0);

    if (d->hour == DATE_NONE && (next == ':' || (next == '.' && has_day(d))) && digit_at(r, 1))
        take_time(r, d, value);
    else if (len == 4 && next == '-' && digit_at(r, 1) && d->month == DATE_NONE && d->day == DATE_NONE)
        take_iso_day(r, d, value);
    else if (len <= 2 && d->day == DATE_NONE)
        d->day = value;
    else if (len >= 2 && d->year == DATE_NONE)
        d->year = full_year(value, len);
}

static void take_next_thing(reader *r, date *d)
{
    char c = peek(r, 0);

    if (ascii_is_digit((unsigned char)c))
        take_digits(r, d);
    else if (ascii_is_alpha((unsigned char)c))
        take_word(r, d);
    else if (c == '(')
        skip_comment(r);
    else if ((c == '+' || c == '-') && d->hour != DATE_NONE && digit_at(r, 1))
        take_offset(r, d);
    else
        r->at++;
}

static int days_in(int year, int month)
{
    bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);

    return month == 2 ? 28 + leap : month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

/* RFC 5322 3.3: a year is 1900 or later, a second may be a leap one. */
static bool can_be(const date *d)
{
    return d->year >= 1900 && d->year <= 9999 && d->month >= 1 && d->month <= 12 && d->day >= 1 &&
           d->day <= days_in(d->year, d->month) && d->hour >= 0 && d->hour <= 23 && d->minute >= 0 && d->minute <= 59 &&
           d->second >= 0 && d->second <= 60;
}

/* A number of two digits, and what stands behind it. */
static char *put(char *to, int value, char behind)
{
    to[0] = (char)('0' + value / 10 % 10);
    to[1] = (char)('0' + value % 10);
    to[2] = behind;
    return to + 3;
}

static void write_iso(char iso[DATE_ISO], const date *d)
{
    int ahead = d->offset < 0 ? -d->offset : d->offset;
    char *to = put(iso, d->year / 100, '\0') - 1;

    to = put(to, d->year, '-');
    to = put(to, d->month, '-');
    to = put(to, d->day, 'T');
    to = put(to, d->hour, ':');
    to = put(to, d->minute, ':');
    to = put(to, d->second, d->zone ? (d->offset < 0 ? '-' : '+') : 'Z');
    if (d->zone) {
        to = put(to, ahead / 60, ':');
        to = put(to, ahead % 60, '\0') - 1;
    }
    *to = '\0';
}

bool date_iso(char iso[DATE_ISO], const char *p, size_t n)
{
    reader r = {.p = p, .n = n};
    date d = {DATE_NONE, DATE_NONE, DATE_NONE, DATE_NONE, DATE_NONE, DATE_NONE, 0, false, false};

    if (!date_usual(&d, p, n)) {
        d = (date){DATE_NONE, DATE_NONE, DATE_NONE, DATE_NONE, DATE_NONE, DATE_NONE, 0, false, false};
        while (r.at < r.n)
            take_next_thing(&r, &d);
    }
    iso[0] = '\0';
    if (!can_be(&d))
        return false;
    write_iso(iso, &d);
    return true;
}
