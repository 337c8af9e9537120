/* release.c - the line above the entries of a release, in a changelog or in news
 *
 *   Version 2.4.0 (2019-05-02)          kite (2.4-1) unstable; urgency=medium
 *   Changes in 2.3:                     2004-05-07  Jane Lee  <jane@a.example>
 *   2.4.0   Wed Feb  8 18:46:35 2012    kite 2.4.0
 *   10-19-93
 *
 * Each word is a version, a part of a date, or one of some words; the first one may be a name. A
 * line that begins with a date may also end with an address, or have a name after two blanks.
 */
#include "block/line.h"

#include <string.h>

#include "base/ascii.h"

/* The maximum number of words of a name after a date and two blanks. */
#define NAME_WORDS 3
/* The fewest digits of a commit's name. */
#define COMMIT_LEAST 7

enum release_word { RELEASE_VERSION, RELEASE_DATE, RELEASE_NUMBER, RELEASE_WORD, RELEASE_OTHER };

/* Returns the length of a number at p[0..n). */
static size_t release_digits(const char *p, size_t n)
{
    size_t i = 0;

    while (i < n && ascii_is_digit((unsigned char)p[i]))
        i++;
    return i;
}

/* Returns true for the name of a commit. */
static bool is_commit(const char *p, size_t n)
{
    size_t i = 0;

    while (i < n && ascii_hex((unsigned char)p[i]) >= 0)
        i++;
    return i == n && n >= COMMIT_LEAST;
}

/* Returns true for "2012-02-08", "2012/02", "10-19-93" and "10/19/1993". */
static bool is_day(const char *p, size_t n)
{
    const size_t first = release_digits(p, n);
    const char sign = first < n ? p[first] : '\0';
    const size_t second = sign ? release_digits(p + first + 1, n - first - 1) : 0;
    const size_t at = first + 1 + second;

    if (sign != '-' && sign != '/')
        return false;
    if (first == 4)
        return second == 2;
    return first - 1 < 2 && second - 1 < 2 && at < n && p[at] == sign &&
           release_digits(p + at + 1, n - at - 1) == n - at - 1 && n - at - 1 >= 2;
}

/* Returns true for the name of a time zone: "EST", "CEST", "UTC". */
static bool is_zone(const char *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!ascii_is_upper(p[i]))
            return false;
    return (n == 3 || n == 4) && (p[n - 1] == 'T' || memcmp(p, "UTC", 3) == 0);
}

/* "2.4", "v2.4.0-rc1", "2012-02-08", "18:46:35", "8th", "released". */
static enum release_word release_word(const char *p, size_t n)
{
    static const char *const words[LINE_WORD_MAX + 1] = {
        [2] = "in of to on at by rc",
        [3] = "dev new for and the jan feb mar apr may jun jul aug sep oct nov dec",
        [4] = "news what from beta june july sept",
        [5] = "since final alpha march april",
        [6] = "change stable august",
        [7] = "version release revised changes changed between january october",
        [8] = "released february november december",
        [9] = "candidate september",
        [10] = "unreleased",
        [11] = "unpublished",
    };
    static const char *const days[LINE_WORD_MAX + 1] = {
        [3] = "mon tue wed thu fri sat sun",
        [6] = "monday friday sunday",
        [7] = "tuesday",
        [8] = "thursday saturday",
        [9] = "wednesday",
    };
    const bool v = n > 1 && ascii_lower(*p) == 'v' && ascii_is_digit((unsigned char)p[1]);
    const size_t first = release_digits(p + v, n - v);
    const char sign = v + first < n ? p[v + first] : '\0';
    const size_t second = sign ? release_digits(p + v + first + 1, n - v - first - 1) : 0;

    if (is_day(p, n) || line_is_one_of(days, p, n))
        return RELEASE_DATE;
    if (first > 0 && sign == '.' && second > 0)
        return RELEASE_VERSION;
    if (first > 0 || (n > 1 && strchr("+-", *p)) || is_commit(p, n))
        return RELEASE_NUMBER;
    return n == 1 || is_zone(p, n) || line_is_one_of(words, p, n) ? RELEASE_WORD : RELEASE_OTHER;
}

/* The words of a line. */
typedef struct release_words {
    unsigned n, count[RELEASE_OTHER + 1];
    enum release_word first, last;
    bool urgent;
    bool gap;    /* two blanks are after the first word */
    bool titled; /* "Release 2.4: ", "STABLE RELEASE 2.4 - ": others are only after that */
    bool year;   /* a date or a year is before the first other word */
    bool parted; /* a version, date or the like follows the other words */
} release_words;

/* Adds the word p[i..to). */
static void release_add(release_words *words, const char *p, size_t n, size_t i, size_t to)
{
    const enum release_word kind = release_word(p + i, to - i);
    const bool alone = words->count[RELEASE_OTHER] == 0, version = kind == RELEASE_VERSION;
    const bool year = kind == RELEASE_NUMBER && to - i == 4;

    words->first = words->n == 0 ? kind : words->first;
    words->last = kind;
    words->gap |= words->n == 0 && n - to > 2 && p[to] == ' ' && p[to + 1] == ' ';
    words->urgent |= ascii_begins(p + i, to - i, "urgency=");
    words->titled |= alone && version && words->count[RELEASE_WORD] > 0 &&
                     (ascii_begins(p + to, n - to, ": ") || ascii_begins(p + to, n - to, " : ") ||
                      ascii_begins(p + to, n - to, " - "));
    words->year |= alone && (year || kind == RELEASE_DATE);
    words->parted |= !alone && kind != RELEASE_OTHER;
    words->count[kind]++;
    words->n++;
}

bool line_is_release(const char *p, size_t n, bool section, bool *dated)
{
    static const char between[] = " \t()[],:;'\"";
    release_words w = {.first = RELEASE_OTHER, .last = RELEASE_OTHER};
    const bool sentence = p[n - 1] == '.';

    n -= sentence;
    for (size_t i = 0, to; i < n; i = to) {
        while (i < n && strchr(between, p[i]))
            i++;
        for (to = i; to < n && !strchr(between, p[to]); to++)
            ;
        if (to > i)
            release_add(&w, p, n, i, to);
    }
    const unsigned others = w.count[RELEASE_OTHER], versions = w.count[RELEASE_VERSION];

    *dated = others == 0;
    if (sentence && (others > 0 || !w.year))
        return false;
    if (w.first == RELEASE_VERSION && w.year && !w.parted && others <= NAME_WORDS)
        return true;
    if (section)
        return false;
    if (w.titled || (w.last == RELEASE_VERSION && others <= 2))
        return true;
    if (w.first == RELEASE_OTHER)
        return w.urgent || (versions > 0 && others == 1);
    if (w.first == RELEASE_DATE &&
        (memchr(p, '>', n) || ((w.gap || versions > 0) && others <= NAME_WORDS)))
        return true;
    return others == 0 && (versions > 0 || (w.first == RELEASE_DATE && w.n == 1));
}
