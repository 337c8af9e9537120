/* release.c - the line above the entries of a release, in a changelog or in news
 *
 *   Version 2.4.0 (2019-05-02)          kite (2.4-1) unstable; urgency=medium
 *   Changes in 2.3:                     2004-05-07  Jane Lee  <jane@a.example>
 *   2.4.0   Wed Feb  8 18:46:35 2012    kite 2.4.0
 *   10-19-93
 *
 *   kite-2.4.0  19-Oct-1993             1.0.3 - 14 August 2007, Jane Lee
 *   Changes with Boats 2.4              Version 2.4 - released July 2, 1999.
 *
 * Each word is a version, a part of a date, or in a list of words. All others are a name before a
 * version, or names after a date.
 */
#include "block/inside.h"

#include <string.h>

#include "base/ascii.h"

/* The maximum number of words of a name after a date and two blanks. */
#define NAME_WORDS 3
/* The maximum number of words of the line. */
#define LINE_WORDS 12
/* The fewest digits of a version and a year, which a section and a sentence must have. */
#define VERSION_AND_YEAR 6
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

/* Returns true for "2012-02-08", "2012/02", "10-19-93", "10/19/1993", "19.10.1993", "19-Oct-93" and
 * "20120208". */
static bool is_day(const char *p, size_t n)
{
    /* A digit counts letters or digits in succession; 9 means more than 8. */
    static const char days[] =
        "4-1-1 4-1-2 4-2-1 4-2-2 4/1/1 4/1/2 4/2/1 4/2/2 1-1-2 1-2-2 2-1-2 2-2-2 1-1-4 1-2-4 2-1-4 "
        "2-2-4 1/1/2 1/2/2 2/1/2 2/2/2 1/1/4 1/2/4 2/1/4 2/2/4 1-3-2 2-3-2 1-3-4 2-3-4 2.2.4 4-2-5";
    static const char *const forms[LINE_WORD_MAX + 1] = {[1] = "8", [3] = "4-2 4/2", [5] = days};
    char form[LINE_WORD_MAX];
    size_t k = 0, run = 0;

    for (size_t i = 0; i < n && k + 1 < sizeof form; i++) {
        const bool sign = !ascii_is_alnum((unsigned char)p[i]);

        k += sign || run == 0;
        run = sign ? 0 : run + 1;
        form[k - 1] = (char)(sign ? p[i] : '0' + (int)(run < 9 ? run : 9));
    }
    return ascii_is_digit((unsigned char)p[0]) && line_is_one_of(forms, form, k);
}

/* "2.4", "v2.4.0-rc1", "2012-02-08", "18:46:35", "8th", "released". */
static enum release_word release_kind(const char *p, size_t n)
{
    static const char *const words[LINE_WORD_MAX + 1] = {
        [2] = "in of to on at by rc is as",
        [3] = "dev new for and the utc gmt est edt cst cdt mst mdt pst pdt cet eet bst jst",
        [4] = "news what from with beta cest eest",
        [5] = "since final alpha major",
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
    const bool v = ascii_lower(*p) == 'v';
    const size_t first = release_digits(p + v, n - v);
    const char sign = v + first < n ? p[v + first] : '\0';
    const size_t second = sign == '.' ? release_digits(p + v + first + 1, n - v - first - 1) : 0;

    if (is_day(p, n) || line_is_one_of(dates, p, n))
        return RELEASE_DATE;
    if (first > 0 && second > 0)
        return RELEASE_VERSION;
    if (first > 0 || (n > 1 && strchr("+-", *p)) || is_commit(p, n))
        return RELEASE_NUMBER;
    return (n == 1 && !ascii_is_upper(*p)) || line_is_one_of(words, p, n) ? RELEASE_WORD
                                                                          : RELEASE_OTHER;
}

/* The words of a line. */
typedef struct release_line {
    unsigned n, count[RELEASE_OTHER + 1];
    enum release_word first;
    bool urgent;
    bool gap;    /* two blanks follow a word that no RELEASE_OTHER precedes */
    bool lower;  /* a RELEASE_OTHER begins with ASCII, but no capital letter */
    bool year;   /* a date or a year is before the first other word */
    bool parted; /* a version, date or the like follows the other words */
} release_line;

/* Adds the word p[i..to). */
static void release_add(release_line *words, const char *p, size_t n, size_t i, size_t to)
{
    const enum release_word kind = release_kind(p + i, to - i);
    const bool alone = words->count[RELEASE_OTHER] == 0;
    const bool year = kind == RELEASE_NUMBER && to - i == 4 && release_digits(p + i, 4) == 4;

    if (words->n == 0 || (words->n == 1 && words->first == RELEASE_NUMBER && kind == RELEASE_DATE))
        words->first = kind; /* "8 Feb 2012" begins with a date */
    words->gap |= alone && ascii_begins(p + to, n - to, "  ");
    words->lower |= kind == RELEASE_OTHER && (unsigned char)p[i] < 0x80 && !ascii_is_upper(p[i]);
    words->urgent |= ascii_begins(p + i, to - i, "urgency=");
    words->year |= alone && (year || kind == RELEASE_DATE);
    words->parted |= !alone && kind != RELEASE_OTHER;
    words->count[kind]++;
    words->n++;
}

/* Returns true when p[at] is the "-" of a word such as "kite-2.4", which begins at p[i]. */
static bool is_between_words(const char *p, size_t n, size_t i, size_t at)
{
    return p[at] == '-' && at + 1 < n && ascii_is_digit((unsigned char)p[at + 1]) &&
           ascii_is_alpha((unsigned char)p[i]);
}

/* Returns the words of p[0..n). */
static release_line release_read(const char *p, size_t n)
{
    static const char between[] = " \t()[],:;'\"";
    release_line words = {.first = RELEASE_OTHER};

    for (size_t i = 0, to; i < n; i = to + 1) {
        for (to = i; to < n && !strchr(between, p[to]) && !is_between_words(p, n, i, to); to++)
            ;
        if (to > i)
            release_add(&words, p, n, i, to);
    }
    return words;
}

/* What is seen in the words of a line. */
enum release_sign {
    RELEASE_BY_VERSION, /* its first word is a version */
    RELEASE_BY_DATE,    /* a part of a date */
    RELEASE_BY_WORD,    /* or another word */
    RELEASE_HAS_VERSION,
    RELEASE_HAS_DATE,
    RELEASE_YEAR, /* these four are as the members of release_line */
    RELEASE_PARTED,
    RELEASE_GAP,
    RELEASE_URGENT,
    RELEASE_ADDRESS, /* as LINE_ADDRESS */
    RELEASE_DAY,     /* it has one word, or at least two numbers */
    RELEASE_NAMES,   /* all its other words begin with capital letters */
    RELEASE_NONE,    /* how many other words it has: none; at most one, two, NAME_WORDS */
    RELEASE_ONE,
    RELEASE_TWO,
    RELEASE_FEW
};

#define SIGN(sign) (1U << RELEASE_##sign)

static const seen_row release_rows[] = {
    {~0U, true, SIGN(BY_VERSION) | SIGN(HAS_DATE) | SIGN(YEAR) | SIGN(FEW),
     SIGN(PARTED)},                      /* "1.0.3 - 14 August 2007, Jane Lee" */
    {1U << BULLET_SECTION, false, 0, 0}, /* "2.1 Changes since 1998" */
    {~0U, true, SIGN(HAS_VERSION) | SIGN(YEAR) | SIGN(FEW), 0},    /* "Version 2.4, 2012, Jane" */
    {~0U, true, SIGN(BY_WORD) | SIGN(NONE), 0},                    /* "Version 24" */
    {~0U, true, SIGN(BY_WORD) | SIGN(HAS_VERSION) | SIGN(ONE), 0}, /* "kite 2.4 (2019-05-02)" */
    {~0U, true, SIGN(HAS_VERSION) | SIGN(NAMES) | SIGN(TWO), 0}, /* "Version 2.4", "Old Kite 2.4" */
    {~0U, true, SIGN(URGENT), 0},                  /* "kite (2-4) unstable; urgency=low" */
    {~0U, true, SIGN(BY_DATE) | SIGN(ADDRESS), 0}, /* "2004-05-07 Jane <jane@a.example>" */
    {~0U, true, SIGN(BY_DATE) | SIGN(NAMES) | SIGN(FEW), SIGN(NONE)}, /* "2004-05-07 Jane Lee" */
    {~0U, true, SIGN(BY_DATE) | SIGN(GAP) | SIGN(FEW), 0},            /* "2004-05-07 13:05  jane" */
    {~0U, true, SIGN(BY_DATE) | SIGN(DAY) | SIGN(NONE), 0}, /* "10-19-93", "Feb 8, 2012" */
};

#ifdef TRAWL_TEST_RULES
const unsigned release_row_count = sizeof release_rows / sizeof *release_rows;
#endif

/* Returns the signs of line `l`, which has these words. */
static unsigned release_seen(const release_line *words, const line *l)
{
    const enum release_word first = words->first;
    const unsigned others = words->count[RELEASE_OTHER];

    return SIGN(BY_VERSION) * (first == RELEASE_VERSION) | SIGN(BY_DATE) * (first == RELEASE_DATE) |
           SIGN(BY_WORD) * (first >= RELEASE_WORD) |
           SIGN(HAS_VERSION) * (words->count[RELEASE_VERSION] > 0) |
           SIGN(HAS_DATE) * (words->count[RELEASE_DATE] > 0) | SIGN(YEAR) * words->year |
           SIGN(PARTED) * words->parted | SIGN(GAP) * words->gap | SIGN(URGENT) * words->urgent |
           SIGN(ADDRESS) * ((l->flags & LINE_ADDRESS) != 0) |
           SIGN(DAY) * (words->n == 1 || words->count[RELEASE_NUMBER] > 1) |
           SIGN(NAMES) * !words->lower | SIGN(NONE) * (others == 0) | SIGN(ONE) * (others <= 1) |
           SIGN(TWO) * (others <= 2) | SIGN(FEW) * (others <= NAME_WORDS);
}

/* Returns true for a line with at most LINE_WORDS words, no bullet but the number of a section, and
 * enough digits. */
static bool may_be_release(const line *l)
{
    const bool section = l->bullet == BULLET_SECTION;

    return (section || l->bullet == BULLET_NONE) && l->words <= LINE_WORDS &&
           l->digits >= (section || l->tail == '.' ? VERSION_AND_YEAR : 1);
}

void line_find_release(line *l, const char *p)
{
    const bool sentence = l->tail == '.';
    const size_t n = l->bytes - l->text - sentence;
    release_line words;

    if (!may_be_release(l))
        return;
    words = release_read(p, n);
    l->release.dated = words.count[RELEASE_OTHER] == 0 && (!sentence || words.year);
    l->release.heads = l->digits > 1 && l->indent == 0 && (!sentence || l->release.dated) &&
                       seen_decide(release_rows, sizeof release_rows / sizeof *release_rows,
                                   RELEASE_ROWS, l, release_seen(&words, l));
    if (l->release.heads)
        line_without_bullet(l);
}
