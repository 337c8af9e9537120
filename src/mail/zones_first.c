/* zones_first.c - lines that cannot show a zone, told by how they begin; see zones_first.h
 *
 * The words themselves are in zones_marks.c.
 */
#include "mail/zones_first.h"

#include <string.h>

#include "mail/zones_marks.h"
#include "mail/zones_rule.h"

const unsigned char zones_first[256] = {
    ['-'] = 1, ['_'] = 1, ['#'] = 1, ['='] = 1, ['*'] = 1, ['A'] = 1, ['B'] = 1, ['D'] = 1,
    ['F'] = 1, ['G'] = 1, ['I'] = 1, ['O'] = 1, ['T'] = 1, ['V'] = 1, ['Y'] = 1,
};

#define BEGINS(word) (memcmp(p, (word), sizeof(word) - 1) == 0)

bool zones_may_begin(const char *p)
{
    switch (p[0]) {
    case 'T':
        return BEGINS("To unsub") || BEGINS("This mes") || BEGINS("This ema") || BEGINS("This e-m") ||
               BEGINS("This new") || BEGINS("This mai");
    case 'Y':
        return BEGINS("You rece") || BEGINS("Yahoo! G") || BEGINS("Yahoo Gr") || BEGINS("Your use");
    case 'G':
        return BEGINS("Groups.i");
    case 'A':
        return BEGINS("Anfang d");
    case 'B':
        return BEGINS("Begin fo") || BEGINS("Begin do");
    case 'D':
        return BEGINS("De: ") || BEGINS("De : ") || BEGINS("De\xC2\xA0: ") || BEGINS("Da: ") ||
               BEGINS("D\xC3\xA9\x62ut");
    case 'F':
        return BEGINS("From: ") || BEGINS("Fra: ") || BEGINS("Fr\xC3\xA5n: ");
    case 'I':
        return BEGINS("Inicio d") || BEGINS("Inizio m") || BEGINS("In\xC3\xAD\x63io ");
    case 'O':
        return BEGINS("Od: ");
    case 'V':
        return BEGINS("Von: ") || BEGINS("Van: ") || BEGINS("Vidarebe");
    default:
        return zones_rule_may_begin(p) || BEGINS("*From:*");
    }
}

#define FROM ZONES_AFTER_FROM
#define SENT ZONES_AFTER_SENT
#define EITHER_CASE(upper, after) [upper] = (after), [(upper) | 0x20] = (after)

/* clang-format off */

/* What begins a line that shows something behind these two and nothing else, where no underscores went before, or is blank. */
static const unsigned char follows[256] = {
    [' '] = FROM | SENT, ['\t'] = FROM | SENT, ['\r'] = FROM | SENT, ['\n'] = FROM | SENT,
    ['*'] = FROM | SENT, EITHER_CASE('E', FROM | SENT), EITHER_CASE('O', FROM | SENT), EITHER_CASE('S', FROM | SENT),
    EITHER_CASE('G', FROM), EITHER_CASE('I', FROM), EITHER_CASE('V', FROM), EITHER_CASE('W', FROM),
    EITHER_CASE('A', SENT), EITHER_CASE('B', SENT), EITHER_CASE('P', SENT), EITHER_CASE('T', SENT), [0xC3] = SENT,
};

/* clang-format on */

bool zones_may_follow(unsigned after, const char *p, size_t n)
{
    unsigned char first = (unsigned char)*p;

    return (after & ~(unsigned)(FROM | SENT)) || (follows[first] & after) ||
           (zones_first[first] && (n < ZONES_START || zones_may_begin(p)));
}
