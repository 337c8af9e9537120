/* sniff_line.c - lines by which mail and news are known: "From " lines, header fields, a news server's answers
 *
 * A "From " line has no standard that all keep to (RFC 4155 appendix A gives one form), so its date is looked for
 * anywhere behind the sender, who may have a blank in the name. What may stand behind the date is little, since prose
 * has dates, too.
 */
#include <string.h>

#include "base/ascii.h"
#include "mail/sniff.h"

/* Of a comment behind a date, at most. */
#define SNIFF_COMMENT 32

/* What is left of the line. Each function below takes what it names off its front, or nothing. */
typedef struct from_rest {
    const char *p;
    size_t n;
} from_rest;

static void from_take(from_rest *r, size_t n)
{
    r->p += n;
    r->n -= n;
}

static bool from_blanks(from_rest *r)
{
    size_t n = 0;

    while (n < r->n && ascii_is_blank(r->p[n]))
        n++;
    from_take(r, n);
    return n > 0;
}

static bool from_char(from_rest *r, char c)
{
    bool there = r->n && r->p[0] == c;

    from_take(r, there);
    return there;
}

/* One of the names of three letters that follow each other in list. */
static bool from_name(from_rest *r, const char *list)
{
    for (; r->n >= 3 && *list; list += 3)
        if (ascii_same(r->p, list, 3)) {
            from_take(r, 3);
            return true;
        }
    return false;
}

/* A number of so many digits, up to most in value. */
static bool from_number(from_rest *r, size_t least, size_t digits, unsigned most)
{
    unsigned value = 0;
    size_t n = 0;

    for (; n < r->n && n <= digits && ascii_is_digit((unsigned char)r->p[n]); n++)
        value = value * 10 + (unsigned)(r->p[n] - '0');
    if (n < least || n > digits || value > most)
        return false;
    from_take(r, n);
    return true;
}

/* "18:02:11", "18:02" */
static bool from_time(from_rest *r)
{
    if (!from_number(r, 1, 2, 24) || !from_char(r, ':') || !from_number(r, 2, 2, 59))
        return false;
    return !from_char(r, ':') || from_number(r, 2, 2, 61);
}

/* The length of "+0100", "MEST", "(CET)", 0 for anything else. */
static size_t from_zone(const from_rest *r)
{
    size_t n = 0;

    if (r->n && (r->p[0] == '+' || r->p[0] == '-')) {
        for (n = 1; n < r->n && ascii_is_digit((unsigned char)r->p[n]); n++)
            ;
        return n == 5 ? n : 0;
    }
    if (r->n && r->p[0] == '(') {
        while (n < r->n && n < SNIFF_COMMENT && r->p[n] != ')')
            n++;
        return n < r->n && r->p[n] == ')' ? n + 1 : 0;
    }
    while (n < r->n && ascii_is_upper(r->p[n]))
        n++;
    return n <= 5 ? n : 0;
}

/* Up to two zones with blanks before them: "MET DST", "+0000 (GMT)". */
static void from_zones(from_rest *r)
{
    for (int k = 0; k < 2; k++) {
        from_rest next = *r;
        size_t n = from_blanks(&next) ? from_zone(&next) : 0;
        if (!n || (n < next.n && !ascii_is_blank(next.p[n])))
            break;
        from_take(&next, n);
        *r = next;
    }
}

static bool from_year(from_rest *r, size_t least)
{
    from_rest next = *r;

    if (!from_blanks(&next) || !from_number(&next, least, 4, 9999) || (next.n && !ascii_is_blank(next.p[0])))
        return false;
    *r = next;
    return true;
}

static bool from_end(from_rest *r)
{
    static const char remote[] = "remote from ";

    from_zones(r);
    from_blanks(r);
    return !r->n || (r->n > sizeof remote - 1 && memcmp(r->p, remote, sizeof remote - 1) == 0);
}

/* "Mon Mar  6 18:02:11 1995" and what the comment above sniff_from_line() tells, up to the end of the line. */
static bool from_date(from_rest r)
{
    static const char days[] = "MonTueWedThuFriSatSun";
    static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";

    if (!from_name(&r, days))
        return false;
    from_char(&r, ',');
    if (!from_blanks(&r))
        return false;
    if (from_number(&r, 1, 2, 31)) /* "Mon, 6 Mar 1995 18:02:11 +0000" */
        return from_blanks(&r) && from_name(&r, months) && from_year(&r, 2) && from_blanks(&r) && from_time(&r) &&
               from_end(&r);
    if (!from_name(&r, months) || !from_blanks(&r) || !from_number(&r, 1, 2, 31) || !from_blanks(&r) || !from_time(&r))
        return false;
    if (!from_year(&r, 4)) {
        from_zones(&r);
        if (!from_year(&r, 4))
            return false;
    }
    return from_end(&r);
}

/* "-1234567890" alone. */
static bool from_archive(from_rest r)
{
    size_t n = 0;

    from_char(&r, '-');
    while (n < r.n && ascii_is_digit((unsigned char)r.p[n]))
        n++;
    return n == r.n && n >= 5 && n <= 20;
}

/* "From joe@a.example Mon Mar  6 18:02:11 1995" and no more, as nearly all are: the date is the last 24 bytes. */
static bool from_usual(const char *p, size_t n)
{
    enum { DATE = 24 };

    return n > 5 + DATE + 1 && !ascii_is_blank(p[5]) && p[5] != ':' && p[n - DATE - 1] == ' ' &&
           from_date((from_rest){p + n - DATE, DATE});
}

bool sniff_from_line(const char *p, size_t n)
{
    if (n < 5 || memcmp(p, "From ", 5) != 0)
        return false;

    from_rest r = {p + 5, n - 5};
    if (from_usual(p, n) || from_archive(r))
        return true;
    from_blanks(&r);
    if (r.n && r.p[0] == ':')
        return false;
    for (; r.n; from_take(&r, 1))
        if (ascii_is_blank(r.p[-1]) && from_date(r))
            return true;
    return false;
}

bool sniff_begins_message(const char *p, size_t n)
{
    const char *colon = n ? memchr(p, ':', n) : NULL;
    size_t name = colon ? (size_t)(colon - p) : 0;

    while (name && ascii_is_blank(p[name - 1]))
        name--;
    return sniff_field(p, name) || sniff_from_line(p, n);
}

bool sniff_nntp_line(const char *p, size_t n)
{
    size_t i = 4;

    if (n < 5 || p[0] != '2' || p[1] != '2' || p[2] < '0' || p[2] > '2' || p[3] != ' ')
        return false;
    while (i < n && ascii_is_digit((unsigned char)p[i]))
        i++;
    return i > 4 && i + 1 < n && p[i] == ' ' && p[i + 1] == '<';
}
