/* returning.c - the headers and footers of pages that neither form feeds nor a form of their own
 * show, as in scans and printouts of a browser
 *
 *   https://www.ietf.org/rfc/rfc1738.txt        3/22
 *
 *   9/12/2016
 *
 * Such lines come back at the distance of a page, always about the same one, and several follow
 * each other. Each line of such a cluster counts by how often it came. A cluster that counts enough
 * is furniture if a page ends there. That is so if the cluster is beside other furniture, as on the
 * page before; or if one of its numbers was the page's number on two pages in succession: one more
 * than on the page before, and close to the number of pages that the lines above would fill. Other
 * lines that return are text, alone or not: "Example", "Length" above "6", the same example in each
 * section.
 */
#include "base/check.h"
#include "block/inside.h"

#include <string.h>

#include "base/hash.h"

/* The maximum number of words of a line that may be a part of a cluster. */
#define RETURNING_WORDS 8
#define RETURNING_EDGE 90
/* The number of letters and digits that are compared: a scan may misread the rest of a line. */
#define COMPARED 20
/* The fewest lines from one page to the next. */
#define PAGE_LEAST 30
/* Lines that return may be at most this many lines from other furniture, whatever is between. */
#define NEAR 4
/* The longest number of a page, "12/22". */
#define NUMBER_MOST 7
/* What a line counts that came twice; what a line counts that came more often or has a form of its
 * own; and the least sum of a cluster that is furniture. */
#define SECOND 1
#define THIRD 2
#define ENOUGH 3

/* Hashes 0 for each number. Numbers after the third are added up. Longer numbers wrap: only their
 * differences count. */
returning_line returning_measure(const blocks *b, const char *p, unsigned compared)
{
    const line *l = &b->lines[b->n];
    returning_line r = {.hash = HASH_START, .at = b->returning.n};
    uint16_t *number = r.number, value = 0;
    unsigned n = 0;
    bool digits = false;

    for (size_t i = l->text; i < l->bytes; i++) {
        const unsigned char c = (unsigned char)p[i];
        const bool digit = ascii_is_digit(c);

        if (n < compared && !(digit && digits) && (c >= 0x80 || ascii_is_alnum(c))) {
            r.hash = hash_next(r.hash, digit ? '0' : c | 0x20);
            n++;
        }
        if (digits && !digit) {
            *number = (uint16_t)(*number + value);
            number += number < r.number + RETURNING_NUMBERS - 1;
        }
        value = (uint16_t)(digit ? (digits ? 10 * value : 0) + (c - '0') : 0);
        digits = digit;
    }
    *number = (uint16_t)(*number + value);
    return r;
}

/* Returns true when line `at` is about where this page would be. */
static bool is_at_page(unsigned at, unsigned page, unsigned distance)
{
    const unsigned there = page * distance, off = at > there ? at - there : there - at;
    return 3 * off <= 3 * distance + at;
}

enum turning returning_turn(const returning_line *new, const returning_line *kept)
{
    enum turning turn = TURNING_SAME;

    for (unsigned i = 0; i < RETURNING_NUMBERS; i++) {
        if (new->number[i] == kept->number[i])
            continue;
        if (turn != TURNING_SAME || new->number[i] != (uint16_t)(kept->number[i] + 1))
            return TURNING_NONE;
        turn =
            is_at_page(new->at, new->number[i], new->at - kept->at) ? TURNING_PAGE : TURNING_NEXT;
    }
    return turn;
}

static bool returning_may_be(const line *l)
{
    return l->quote == 0 && l->words <= RETURNING_WORDS && l->edge <= RETURNING_EDGE &&
           l->bullet == BULLET_NONE && l->letters + l->digits > 0 &&
           !(l->flags & (LINE_RULE | LINE_FIELD | LINE_PROMPT));
}

/* Returns true when two distances between pages are about equal. */
static bool is_as_far(unsigned distance, unsigned other)
{
    return 3 * distance >= 2 * other && 3 * other >= 2 * distance;
}

/* Returns true for a line near the end of a page that other furniture shows. */
static bool is_near_turn(const returning *state, unsigned at)
{
    for (unsigned i = 0; i < RETURNING_TURNS && i < state->turns; i++)
        if (at + NEAR >= state->turn[i].from && at <= state->turn[i].to + NEAR)
            return true;
    return false;
}

/* Adds the last line to the last end of a page, or begins another end of a page. Where form feeds
 * show the pages, running.c finds all lines at their ends, and nothing is added here. */
static void returning_add_turn(returning *state)
{
    if (state->printed)
        return;
    if (state->turns == 0 || state->n > state->turn[(state->turns - 1) % RETURNING_TURNS].to + NEAR)
        state->turn[state->turns++ % RETURNING_TURNS].from = state->n;
    state->turn[(state->turns - 1) % RETURNING_TURNS].to = state->n;
}

/* Sets the earlier places of the line, except those in the first lines, which may be titles. */
static void returning_recall(line *l, const returning_line *kept)
{
    uint32_t at = kept->at;

    for (unsigned k = 0; k < BLOCK_EARLIER && at > PAGE_LEAST + (uint32_t)kept->from[k]; k++) {
        l->back.earlier[k] = kept->from[k];
        at -= kept->from[k];
    }
}

/* Returns n + 1, at most 255. */
static uint8_t one_more(uint8_t n)
{
    return NARROW8(n + (n < UINT8_MAX));
}

/* Returns what the line counts by its earlier places. */
static unsigned returning_count(returning *state, const returning_line *new, line *l)
{
    returning_line *kept = &state->lines[new->hash % RETURNING_KEPT];
    const returning_line before = *kept;
    const unsigned distance = new->at - before.at;
    const bool known = before.times > 0 && distance <= PAGE_MOST, same = before.hash == new->hash;
    const enum turning turn = same ? returning_turn(new, &before) : TURNING_NONE;

    if (known && !same && before.times > 1)
        return 0; /* a line that returned keeps its place */
    if (!known || !same || (distance >= PAGE_LEAST && turn == TURNING_NONE)) {
        *kept = *new;
        kept->times = 1;
        return 0;
    }
    if (distance >= PAGE_LEAST) {
        const bool end = is_near_turn(state, before.at),
                   far = before.times == 1 || is_as_far(distance, before.from[0]);
        *kept = *new;
        CHECK(distance <= PAGE_MOST);
        kept->times = !far ? 2 : one_more(before.times);
        kept->from[0] = NARROW8(distance);
        if (far)
            memcpy(kept->from + 1, before.from, BLOCK_EARLIER - 1);
        kept->ends = end ? one_more(before.ends) : 0;
        kept->turned = turn == TURNING_PAGE ? one_more(before.turned) : 0;
        kept->paged = before.paged || kept->turned > 1;
        kept->marked = before.marked;
        l->back.turned = turn != TURNING_SAME;
        if (!kept->marked)
            returning_recall(l, kept);
    }
    if (kept->times > 1) {
        state->ends = kept->ends > state->ends ? kept->ends : state->ends;
        state->paged = state->paged || kept->paged;
    }
    return kept->times > 2 ? THIRD : kept->times > 1 ? SECOND : 0;
}

/* Returns true for a page's number, which a scan may have misread. */
static bool is_page_number(const line *l)
{
    return l->digits > 0 && l->letters == 0 && l->words == 1 && l->edge <= l->indent + NUMBER_MOST;
}

/* Marks the lines of the cluster, which are above line i or are that line. A line above the number
 * of a page, or above a date, was at the foot of earlier pages as well. One below it may have been
 * a title there. */
static void returning_mark(blocks *b, unsigned i)
{
    returning *r = &b->returning;
    bool sure = false;

    r->last = r->n;
    returning_add_turn(r);
    do {
        line *l = &b->lines[i];
        if (!(l->flags & LINE_BLANK))
            sure = sure || l->back.turned || l->letters == 0 || line_is_furniture(l);
        if (l->back.returns) {
            l->flags |= LINE_RETURNS;
            l->back.sure = sure;
            r->lines[l->back.slot].paged = r->lines[l->back.slot].marked = true;
        }
    } while (i-- > 0 && (b->lines[i].flags & LINE_BLANK || b->lines[i].back.returns));
}

/* Ends the cluster. */
static void returning_end(returning *state)
{
    state->cluster = state->ends = 0;
    state->paged = false;
}

void returning_find(blocks *b, const char *p)
{
    returning *r = &b->returning;
    line *l = &b->lines[b->n];
    unsigned count = 0;

    r->n++;
    r->printed = r->printed || l->flags & LINE_PAGE;
    if (l->flags & LINE_BLANK) {
        r->begins = true;
        return;
    }
    if (line_is_furniture(l)) { /* never in a cluster */
        returning_add_turn(r);
        if (r->ends > 1) /* a line of the cluster was at the end of two pages before */
            returning_mark(b, b->n);
        return;
    }
    if ((r->begins || r->cluster > 0) && returning_may_be(l)) {
        const returning_line new = returning_measure(b, p, COMPARED);
        CHECK(b->n < BLOCK_LOOKAHEAD);
        l->back.slot = new.hash % RETURNING_KEPT;
        count = returning_count(r, &new, l);
    }
    r->begins = false;
    if (count == 0 && r->cluster > 0 && is_page_number(l))
        count = SECOND;
    l->back.returns = count > 0;
    /* A line directly below one that returns was not kept the first time, but was there. */
    if (b->n > 0 && l->back.earlier[0] > 0 && l[-1].back.earlier[0] == l->back.earlier[0])
        memcpy(l->back.earlier, l[-1].back.earlier, sizeof l->back.earlier);
    if (count == 0) {
        returning_end(r);
        return;
    }
    if (count == THIRD && r->cluster == 0 && r->n - r->last <= NEAR)
        r->cluster = THIRD;
    r->cluster += count;
    if (r->cluster >= ENOUGH && r->paged)
        returning_mark(b, b->n);
}
