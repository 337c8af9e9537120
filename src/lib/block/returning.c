/* returning.c - the headers and footers of pages that neither form feeds nor a form of their own
 * show, as in scans and printouts of a browser
 *
 *   https://www.ietf.org/rfc/rfc1738.txt        3/22
 *
 *   9/12/2016
 *
 * Such lines come back at the distance of a page, always about the same one, and several follow
 * each other. Each line of such a cluster counts by how often it came; a cluster that counts enough
 * and has a number is furniture. Lines that return alone are text: "Example", "Description".
 */
#include "block/inside.h"

#include "base/hash.h"

/* What may be a part of a cluster. */
#define RETURNING_WORDS 8
#define RETURNING_EDGE 90
/* So many letters and digits are compared: a scan reads the same line in several ways. */
#define COMPARED 20
/* By it each number of a line weighs more than the one before it. */
#define WEIGHT 10007u
/* The lines from one page to the next. */
#define PAGE_LEAST 30
#define PAGE_MOST 120
/* A line that often returns may be so many lines below furniture, whatever is between. */
#define NEAR 4
/* The longest number of a page, "12/22". */
#define NUMBER_MOST 7
/* What a line counts that came for the second time, one that came more often or has a form, and
 * all of a cluster that is furniture. */
#define SECOND 1
#define THIRD 2
#define ENOUGH 3

/* Returns the first letters and digits of a line, with 0 for each number, and the sum of the
 * numbers, each with its weight. */
static returning_line returning_measure(const line *l, const char *p)
{
    returning_line r = {.hash = HASH_START};
    uint32_t weight = 1, number = 0;
    unsigned n = 0;
    bool digits = false;

    for (size_t i = l->text; i < l->bytes; i++) {
        const unsigned char c = (unsigned char)p[i];
        const bool digit = ascii_is_digit(c);

        if (n < COMPARED && !(digit && digits) && (c >= 0x80 || ascii_is_alnum(c))) {
            r.hash = hash_next(r.hash, digit ? '0' : c | 0x20);
            n++;
        }
        if (digits && !digit) {
            r.sum += number * weight;
            weight *= WEIGHT;
        }
        number = digit ? (digits ? 10 * number : 0) + (uint32_t)(c - '0') : 0;
        digits = digit;
    }
    r.sum += number * weight;
    return r;
}

/* Returns true for the same numbers, or when one of the first four is the next one: the page's. */
static bool is_next_page(uint32_t sum, uint32_t before)
{
    uint32_t weight = 1;

    for (unsigned i = 0; i < 4; i++, weight *= WEIGHT)
        if (sum - before == weight)
            return true;
    return sum == before;
}

static bool returning_may_be(const line *l)
{
    return l->quote == 0 && l->words <= RETURNING_WORDS && l->edge <= RETURNING_EDGE &&
           l->bullet == BULLET_NONE && l->letters + l->digits > 0 &&
           !(l->flags & (LINE_RULE | LINE_FIELD | LINE_PROMPT));
}

/* Returns true for distances of pages that are about as long. */
static bool is_as_far(unsigned distance, unsigned other)
{
    return 3 * distance >= 2 * other && 3 * other >= 2 * distance;
}

/* Returns what the line counts by its earlier places. */
static unsigned returning_count(returning *state, returning_line new)
{
    returning_line *kept = &state->lines[new.hash % RETURNING_KEPT];
    const unsigned distance = state->n - kept->at;
    const bool known = kept->times > 0 && distance <= PAGE_MOST, same = kept->hash == new.hash;

    if (known && !same && kept->times > 1)
        return 0; /* a line that returned keeps its place */
    if (!known || !same || (distance >= PAGE_LEAST && !is_next_page(new.sum, kept->sum))) {
        *kept = new;
        kept->at = state->n;
        kept->times = 1;
        return 0;
    }
    if (distance >= PAGE_LEAST) {
        const bool far = kept->times == 1 || is_as_far(distance, kept->distance);
        kept->times = (uint8_t)(!far ? 2 : kept->times < UINT8_MAX ? kept->times + 1 : UINT8_MAX);
        kept->at = state->n;
        kept->distance = (uint16_t)distance;
        kept->sum = new.sum;
    }
    return kept->times > 2 ? THIRD : kept->times > 1 ? SECOND : 0;
}

/* Returns true for a page's number, which a scan may have misread. */
static bool is_page_number(const line *l)
{
    return l->digits > 0 && l->letters == 0 && l->words == 1 && l->edge <= l->indent + NUMBER_MOST;
}

void returning_find(blocks *b, const char *p)
{
    returning *r = &b->returning;
    line *l = &b->lines[b->n];
    unsigned count = 0, i = b->n;

    r->n++;
    if (l->flags & LINE_BLANK) {
        r->begins = true;
        return;
    }
    if (line_is_furniture(l)) /* says nothing of the lines beside it */
        return;
    if ((r->begins || r->cluster > 0) && returning_may_be(l))
        count = returning_count(r, returning_measure(l, p));
    r->begins = false;
    if (count == 0 && r->cluster > 0 && is_page_number(l))
        count = SECOND;
    if (count == THIRD && r->cluster == 0 && r->n - r->last <= NEAR)
        r->cluster = THIRD;
    l->returns = count > 0;
    r->cluster = count > 0 ? r->cluster + count : 0;
    r->numbers = count > 0 && (r->numbers || l->digits > 0);
    if (r->cluster < ENOUGH || !r->numbers)
        return;
    r->last = r->n;
    do
        b->lines[i].flags |= b->lines[i].returns ? LINE_RETURNS : 0;
    while (i-- > 0 && (b->lines[i].flags & LINE_BLANK || b->lines[i].returns));
}
