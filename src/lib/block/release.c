/* release.c - the line above the entries of a release, in a changelog or in news
 *
 *   Version 2.4.0 (2019-05-02)          kite (2.4-1) unstable; urgency=medium
 *   Changes in 2.3:                     2004-05-07  Jane Lee  <jane@a.example>
 *   2.4.0   Wed Feb  8 18:46:35 2012    kite 2.4.0
 *   10-19-93
 *
 *   STABLE RELEASE 2.4 : Boats float    1.0.3 - 14 August 2007, Jane Lee
 *   Changes with Boats 2.4              Version 2.4 - released July 2, 1999.
 *
 * Each word is a version, a part of a date, or one of some words. Other words are a name at the
 * beginning, at most two before a version at the end, names after a date, or a title.
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

/* "2.4", "v2.4.0-rc1", "2012-02-08", "18:46:35", "8th", "released". */
static enum release_word release_kind(const char *p, size_t n)
{
    static const char *const words[LINE_WORD_MAX + 1] = {
        [2] = "in of to on at by rc",
        [3] = "dev new for and the utc gmt est edt cst cdt mst mdt pst pdt cet eet bst jst",
        [4] = "news what from beta cest eest",
        [5] = "since final alpha",
        [6] = "change stable",
        [7] = "version release revised changes changed between",
        [8] = "released",
        [9] = "candidate",
        [10] = "unreleased",
        [11] = "unpublished",
    };
    static const char *const dates[LINE_WORD_MAX + 1] = {
        [3] = "mon tue wed thu fri sat sun jan feb mar apr may jun jul aug sep oct nov dec",
        [4] = "june july sept",
        [5] = "march april",
        [6] = "monday friday sunday august",
        [7] = "tuesday january october",
        [8] = "thursday saturday february november december",
        [9] = "wednesday september",
    };
    const bool v = n > 1 && ascii_lower(*p) == 'v' && ascii_is_digit((unsigned char)p[1]);
    const size_t first = release_digits(p + v, n - v);
    const char sign = v + first < n ? p[v + first] : '\0';
    const size_t second = sign ? release_digits(p + v + first + 1, n - v - first - 1) : 0;

    if (is_day(p, n) || line_is_one_of(dates, p, n))
        return RELEASE_DATE;
    if (first > 0 && sign == '.' && second > 0)
        return RELEASE_VERSION;
    if (first > 0 || (n > 1 && strchr("+-", *p)) || is_commit(p, n))
        return RELEASE_NUMBER;
    return n == 1 || line_is_one_of(words, p, n) ? RELEASE_WORD : RELEASE_OTHER;
}

/* The words of a line. */
typedef struct release_line {
    unsigned n, count[RELEASE_OTHER + 1];
    enum release_word first, last;
    bool urgent;
    bool gap;    /* two blanks are after the first word */
    bool titled; /* "Release 2.4: ", "STABLE RELEASE 2.4 - ": other words come after it */
    bool year;   /* a date or a year is before the first other word */
    bool parted; /* a version, date or the like follows the other words */
} release_line;

/* Adds the word p[i..to). */
static void release_add(release_line *words, const char *p, size_t n, size_t i, size_t to)
{
    const enum release_word kind = release_kind(p + i, to - i);
    const bool alone = words->count[RELEASE_OTHER] == 0, version = kind == RELEASE_VERSION;
    const bool year = kind == RELEASE_NUMBER && to - i == 4 && release_digits(p + i, 4) == 4;

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

/* Returns the words of p[0..n). */
static release_line release_read(const char *p, size_t n)
{
    static const char between[] = " \t()[],:;'\"";
    release_line words = {.first = RELEASE_OTHER, .last = RELEASE_OTHER};

    for (size_t i = 0, to; i < n; i = to) {
        while (i < n && strchr(between, p[i]))
            i++;
        for (to = i; to < n && !strchr(between, p[to]); to++)
            ;
        if (to > i)
            release_add(&words, p, n, i, to);
    }
    return words;
}

/* What is seen in the words of a line. */
enum release_sign {
    RELEASE_BY_VERSION = 1, /* its first word is a version, a date, another word */
    RELEASE_BY_DATE = 2,
    RELEASE_BY_OTHER = 4,
    RELEASE_HAS_VERSION = 8, /* somewhere, at its end */
    RELEASE_TO_VERSION = 16,
    RELEASE_HAS_DATE = 32,
    RELEASE_YEAR = 64, /* as the members of release_line */
    RELEASE_PARTED = 128,
    RELEASE_TITLED = 256,
    RELEASE_GAP = 512,
    RELEASE_URGENT = 1024,
    RELEASE_ADDRESS = 2048, /* "<ann@a.example>" */
    RELEASE_ALONE = 4096,   /* it has one word */
    RELEASE_SECTION = 8192  /* its version may be the number of a section */
};

#define ANY ~0U

/* The lines above the entries of a release: what they have, what they lack, and the maximum number
 * of other words. */
static const struct release_row {
    unsigned has, lacks, others;
} release_rows[] = {
    /* "1.0.3 - 14 August 2007, Jane Lee", "1.0.3 (2007)" */
    {RELEASE_BY_VERSION | RELEASE_YEAR | RELEASE_HAS_DATE, RELEASE_PARTED, NAME_WORDS},
    {RELEASE_BY_VERSION | RELEASE_YEAR, RELEASE_PARTED | RELEASE_SECTION, NAME_WORDS},
    {RELEASE_TITLED, RELEASE_SECTION, ANY},                 /* "Release 2.4: Boats float" */
    {RELEASE_TO_VERSION, RELEASE_SECTION, 2},               /* "Changes with Boats 2.4" */
    {RELEASE_HAS_VERSION, RELEASE_SECTION, 0},              /* "Version 2.4 (2019-05-02)" */
    {RELEASE_HAS_VERSION | RELEASE_BY_OTHER, 0, 1},         /* "kite 2.4 (2019-05-02)" */
    {RELEASE_URGENT | RELEASE_BY_OTHER, 0, ANY},            /* "kite (2-4) unstable; urgency=low" */
    {RELEASE_BY_DATE | RELEASE_ADDRESS, 0, ANY},            /* "2004-05-07 Jane <jane@a.example>" */
    {RELEASE_BY_DATE | RELEASE_GAP, 0, NAME_WORDS},         /* "2004-05-07  Jane Lee" */
    {RELEASE_BY_DATE | RELEASE_HAS_VERSION, 0, NAME_WORDS}, /* "2004-05-07 Jane Lee: 2.4" */
    {RELEASE_BY_DATE | RELEASE_ALONE, 0, 0},                /* "10-19-93" */
};

/* Returns what is seen in p[0..n), whose words these are. */
static unsigned release_seen(const release_line *words, const char *p, size_t n)
{
    const enum release_word first = words->first;

    return RELEASE_BY_VERSION * (first == RELEASE_VERSION) |
           RELEASE_BY_DATE * (first == RELEASE_DATE) | RELEASE_BY_OTHER * (first == RELEASE_OTHER) |
           RELEASE_HAS_VERSION * (words->count[RELEASE_VERSION] > 0) |
           RELEASE_TO_VERSION * (words->last == RELEASE_VERSION) |
           RELEASE_HAS_DATE * (words->count[RELEASE_DATE] > 0) | RELEASE_YEAR * words->year |
           RELEASE_PARTED * words->parted | RELEASE_TITLED * words->titled |
           RELEASE_GAP * words->gap | RELEASE_URGENT * words->urgent |
           RELEASE_ADDRESS * (memchr(p, '>', n) != NULL) | RELEASE_ALONE * (words->n == 1);
}

bool line_is_release(const char *p, size_t n, bool section, bool *dated)
{
    const bool sentence = p[n - 1] == '.';
    const release_line words = release_read(p, n - sentence);
    const unsigned seen = release_seen(&words, p, n) | RELEASE_SECTION * section;

    *dated = words.count[RELEASE_OTHER] == 0 && (!sentence || words.year);
    if (sentence && !*dated)
        return false;
    for (size_t i = 0; i < sizeof release_rows / sizeof *release_rows; i++) {
        const struct release_row *row = &release_rows[i];

        if ((row->has & ~seen) == 0 && (row->lacks & seen) == 0 &&
            words.count[RELEASE_OTHER] <= row->others)
            return true;
    }
    return false;
}
