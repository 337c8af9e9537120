/* region.c - compares the lines around a link: the column at which long lines are cut, and how the
 * lines begin (R34, R35)
 *
 * A terminal cuts all long lines at the same column, so that a cut line ends where others end:
 *
 *     2024-03-01 12:00 GET https://a.example/x/y/z?id=01
 *     23456 200 12ms                                        the rest
 *     2024-03-01 12:01 GET https://a.example/x/y/z?id=76
 *     54321 200 15ms                                        a full line, which shows the edge
 *
 * Filled prose has full lines by chance only; its other lines end where the next word did not fit.
 * A line that begins as others do, as with a time stamp, is not the rest of the line above it.
 */

#include <limits.h>
#include <string.h>

#include "base/ascii.h"
#include "base/check.h"
#include "base/out.h"
#include "base/utf8.h"
#include "find/lines/lines.h"

/* The bytes of lines that are read above and below a link. */
#define AROUND_BYTES 1024

/* The longest word that counts as moved to the next line by a program. */
#define FILL_WORD 20

/* The columns of a line that was not read. */
#define UNKNOWN (UINT_MAX / 2)

/* A line is the rest of the line above if the latter ends fewer columns than this before the edge:
 * there may have been a blank. */
#define REST_GAP 2

bool region_ends(const char *p, size_t n)
{
    size_t i = 0;

    while (i < n && (unsigned char)p[i] <= ' ')
        i++;
    return i == n || bytes_authority(p + i, n - i);
}

/* Returns the bytes of the first word of a line; 0 for a list's mark. */
static unsigned edge_first_word(text *t, const text_row *r)
{
    const size_t n = text_word_end(t, r->text, r->to - r->text) - r->text;

    return n == 1 && !ascii_is_alpha((unsigned char)t->p[r->text]) ? 0 : (unsigned)n;
}

/* Adds the line `r`. It is above the line `below`, and below a line that has `above` columns. */
static void add_row(text *t, unsigned above, const text_row *r, const text_row *below, region *a)
{
    const unsigned word = below ? edge_first_word(t, below) : 0;

    if (r->text >= r->to)
        return; /* an empty line, perhaps in a frame */
    CHECK(a->count < sizeof a->rows / sizeof a->rows[0]);
    a->rows[a->count++] =
        (region_row){*r, above, word > 0 && word <= FILL_WORD ? r->columns + 1 + word : 0};
}

void region_read_above(const settings *s, text *t, const text_row *first, size_t least,
                       unsigned marks, region *a)
{
    size_t at = first->from;
    text_row above, below = *first;

    a->count = a->above = 0;
    for (int rows = 0; rows < REGION_ROWS && at > least; rows++) {
        size_t from = row_start(t, at - 1, least);
        if (from == SIZE_MAX || !row_read_near(t, from, first, &above) ||
            above.mark_count > first->mark_count || above.mark_count < marks)
            return;
        if (s->profile != TRAWL_PROFILE_SCREEN && region_ends(t->p + from, at - from)) {
            if (above.text >= above.to && a->count > 0)
                a->rows[a->count - 1].above = 0;
            return;
        }
        at = from;
        if (a->count > 0 && a->rows[a->count - 1].row.from == below.from)
            a->rows[a->count - 1].above = above.columns;
        add_row(t, at > 0 || t->above ? UNKNOWN : 0, &above, &below, a);
        a->above = a->count;
        below = above;
    }
}

void region_read_below(const settings *s, text *t, const text_row *first, unsigned marks,
                       const text_row *next, region *a)
{
    const size_t most = next->from + AROUND_BYTES;
    text_row row = *next, below;
    unsigned above = first->columns;

    for (int rows = 0; rows < REGION_ROWS && row.next > 0 && row.next < most; rows++) {
        if (!row_read_below(t, row.next, first, &below) ||
            (marks < first->mark_count ? below.mark_count < marks
                                       : below.mark_count != next->mark_count))
            break;
        if (below.text == below.to && s->profile != TRAWL_PROFILE_SCREEN)
            break;
        if (rows > 0)
            add_row(t, above, &row, &below, a);
        above = row.columns;
        row = below;
    }
    if (row.from != next->from)
        add_row(t, above, &row, NULL, a);
}

edge region_edge(const region *a, const text_row *r)
{
    edge e = {.most = UINT_MAX};

    for (unsigned i = 0; i < a->count; i++) {
        const text_row *x = &a->rows[i].row;
        const unsigned filled = a->rows[i].filled;
        if (x->columns > e.above && i < a->above) {
            e.above = x->columns;
            e.most = filled > 0 ? filled : UINT_MAX;
        }
        e.longest = x->columns > e.longest ? x->columns : e.longest;
        if (x->from != r->from && x->columns == r->columns)
            e.same++;
        else if (x->columns < r->columns && filled > r->columns)
            e.filled++;
    }
    return e;
}

static void region_put(text_out *out, const char *words)
{
    out_put(out, words, strlen(words));
}

static void region_put_count(text_out *out, const char *words, unsigned count)
{
    region_put(out, words);
    out_number(out, count);
}

void region_describe(const region *a, const text_row *r, char room[FOUND_REGION])
{
    const edge e = region_edge(a, r);
    text_out out = {.p = room, .size = FOUND_REGION};
    char mark[4];

    region_put_count(&out, "the line has ", r->columns);
    region_put(&out, r->mark_count > 0 ? " columns with the marks \"" : " columns");
    for (unsigned i = 0; i < r->mark_count; i++)
        out_put(&out, mark, utf8_encode(mark, r->marks[i]));
    region_put(&out, r->mark_count > 0 ? "\"" : "");
    region_put(&out, r->framed ? " and a frame" : "");
    region_put_count(&out, "; rows above and below: ", a->above);
    region_put_count(&out, " and ", a->count - a->above);
    if (a->count > 0) {
        region_put_count(&out, "; as long: ", e.same);
        region_put_count(&out, "; longest: ", e.longest);
    }
    room[out.len < FOUND_REGION ? out.len : FOUND_REGION - 1] = '\0';
}

/* ---- How lines begin ---- */

/* Returns true when the words at a and b are the same sign, "|" or "=". */
static bool same_sign(const text *t, size_t a, size_t a_to, size_t b, size_t b_to)
{
    const char *p = t->p;
    size_t n = 0;

    while (a + n < a_to && b + n < b_to && p[a + n] == p[b + n] && (unsigned char)p[a + n] > ' ' &&
           !ascii_is_alnum((unsigned char)p[a + n]))
        n++;
    return n > 0 && a + n < a_to && b + n < b_to && p[a + n] == ' ' && p[b + n] == ' ';
}

/* Returns the kind of label at the start of t->p[i..to), which is not empty: 0 for none, 'A' for
 * "URL:" and "ATTENDEE;", 'a' for "name:" and ":name:". */
static char edge_label_of(const text *t, size_t i, size_t to)
{
    const char *p = t->p;
    const size_t from = i += p[i] == ':';
    bool lower = false;

    for (; i < to && (byte_is((unsigned char)p[i], BYTE_LABEL) || p[i] == '_'); i++)
        lower |= p[i] >= 'a';
    if (i == to || (p[i] != ':' && p[i] != ';') || !ascii_is_alpha((unsigned char)p[from]))
        return '\0';
    return i + 1 < to && p[i + 1] == '/' ? '\0' : lower ? 'a' : 'A';
}

enum likeness { UNLIKE, LIKE_NUMBER, LIKE };

/* What two first words have in common. */
typedef struct common {
    bool digits, letters, signs;
    bool same; /* the letters */
} common;

/* Returns how alike two lines are that have `both` in common up to the blanks at a and b. */
static enum likeness weigh_common(const text *t, const common *both, size_t a, size_t a_to,
                                  size_t b, size_t b_to)
{
    if (both->same && (both->letters || (both->digits && both->signs)))
        return LIKE;
    if (both->digits && !both->letters)
        return LIKE_NUMBER;
    return !both->digits && !both->signs && same_sign(t, a + 1, a_to, b + 1, b_to) ? LIKE : UNLIKE;
}

/* Compares the first words of t->p[a..a_to) and of t->p[b..b_to). They are alike if they are equal,
 * or if both begin with a label of the same kind (edge_label_of()), "URL:", "ATTENDEE;". They are
 * also alike if only their digits differ, and they have signs too, "12:30", or if they are words,
 * and the same sign follows, "ann |". */
static enum likeness edge_compare(const text *t, size_t a, size_t a_to, size_t b, size_t b_to)
{
    const char *p = t->p;
    const char label = edge_label_of(t, a, a_to);
    common k = {.same = true};

    if (label && edge_label_of(t, b, b_to) == label)
        return LIKE;
    while (a < a_to && b < b_to && (unsigned char)p[a] > ' ' && (unsigned char)p[b] > ' ') {
        const size_t i = a, n = b;
        if (ascii_is_digit((unsigned char)p[a]) && ascii_is_digit((unsigned char)p[b])) {
            a = bytes_run(p, a, a_to, BYTE_DIGIT, "");
            b = bytes_run(p, b, b_to, BYTE_DIGIT, "");
            k.digits = true;
        } else if (ascii_is_alpha((unsigned char)p[a]) && ascii_is_alpha((unsigned char)p[b])) {
            a = bytes_run(p, a, a_to, BYTE_ALPHA, "");
            b = bytes_run(p, b, b_to, BYTE_ALPHA, "");
            k.same = k.same && a - i == b - n && memcmp(p + i, p + n, a - i) == 0;
            k.letters = true;
        } else if (p[a] == p[b]) {
            k.signs = k.signs || (p[a] != '-' && p[a] != '_') || !k.letters;
            a++;
            b++;
        } else {
            return UNLIKE;
        }
    }
    return (a < a_to && (unsigned char)p[a] > ' ') || (b < b_to && (unsigned char)p[b] > ' ')
               ? UNLIKE
               : weigh_common(t, &k, a, a_to, b, b_to);
}

bool region_begins_alike(text *t, const region *a, const text_row *first, bool with_first,
                         const text_row *next)
{
    unsigned numbers = 0;

    for (unsigned i = with_first ? 0 : 1; i <= a->count; i++) {
        const text_row *x = i > 0 ? &a->rows[i - 1].row : first;
        const bool is_rest = i > 0 && a->rows[i - 1].above + REST_GAP >= first->columns;
        const enum likeness is = x->from != next->from && !is_rest
                                     ? edge_compare(t, next->text, next->to, x->text, x->to)
                                     : UNLIKE;
        if (is == LIKE)
            return true;
        numbers += is == LIKE_NUMBER && next->indent == x->indent;
    }
    return numbers > 1;
}
