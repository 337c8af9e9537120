/* patch.c - the zones of a message with a patch: trailers, diffstat, diff
 *
 *   Signed-off-by: Ann Lee <ann@a.example>     a trailer
 *   ---
 *    kite.c | 4 ++--                           a diffstat
 *    1 file changed, 2 insertions(+), 2 deletions(-)
 *   diff --git a/kite.c b/kite.c               the head of a file
 *   @@ -1,4 +1,4 @@ int main(void)             the head of a hunk: how many lines it has
 *
 * A form is what a line alone looks like. In a hunk the counts of its head decide: "--- a" may be a
 * line that was removed, and "-- " below the last line begins a signature.
 */
#include "base/check.h"
#include "block/inside.h"

#include "base/ascii.h"

/* In a form "9" is a number, "w" a word with hyphens, "x" eight or more hex digits; other bytes are
 * themselves. */
static const struct patch_form {
    bool outer; /* not indented */
    const char *form;
    enum block_patch is;
} forms[] = {
    {true, "diff -", BLOCK_PATCH_FILE},
    {true, "Index: ", BLOCK_PATCH_FILE},
    {true, "--- 9,9 ---", BLOCK_PATCH_HUNK},
    {true, "*** 9,9 ***", BLOCK_PATCH_HUNK},
    {true, "--- ", BLOCK_PATCH_FILE},
    {true, "+++ ", BLOCK_PATCH_FILE},
    {true, "*** ", BLOCK_PATCH_FILE},
    {true, "***************", BLOCK_PATCH_HUNK},
    {true, "@@ -9", BLOCK_PATCH_HUNK},
    {true, "@@@ -9", BLOCK_PATCH_HUNK},
    {true, "+", BLOCK_PATCH_ADDED},
    {true, "-", BLOCK_PATCH_REMOVED},
    {true, "!", BLOCK_PATCH_ADDED},
    {true, "\\ ", BLOCK_PATCH_NOTE},
    {false, "9 file changed", BLOCK_PATCH_SUM},
    {false, "9 files changed", BLOCK_PATCH_SUM},
    {false, "create mode 9 ", BLOCK_PATCH_SUM},
    {false, "delete mode 9 ", BLOCK_PATCH_SUM},
    {false, "mode change 9 => 9 ", BLOCK_PATCH_SUM},
    {true, "w-by: ", BLOCK_PATCH_TRAILER},
    {true, "Fixes: x ", BLOCK_PATCH_TRAILER},
    {true, "Change-Id: Ix", BLOCK_PATCH_TRAILER},
};

/* Returns how many of p[0..n) are digits, in this base. */
static size_t patch_digits(const char *p, size_t n, int base)
{
    size_t i = 0;

    while (i < n && ascii_hex((unsigned char)p[i]) >= 0 && ascii_hex((unsigned char)p[i]) < base)
        i++;
    return i;
}

/* Returns the length of the word at the start of p[0..n) before its "-by", 10 of "Signed-off-by"; 0
 * for another word. */
static size_t patch_word(const char *p, size_t n)
{
    size_t i = 0;

    while (i < n && (ascii_is_alpha((unsigned char)p[i]) || p[i] == '-'))
        i++;
    return i > 3 && ascii_is_upper(*p) && memcmp(p + i - 3, "-by", 3) == 0 ? i - 3 : 0;
}

static bool patch_matches(const char *form, const char *p, size_t n)
{
    size_t part;

    for (; *form; form++, p += part, n -= part) {
        part = *form == '9'   ? patch_digits(p, n, 10)
               : *form == 'x' ? patch_digits(p, n, 16)
               : *form == 'w' ? patch_word(p, n)
                              : n > 0 && *p == *form;
        if (part == 0 || (*form == 'x' && part < 8))
            return false;
    }
    return true;
}

size_t block_stat_signs(const char *p, size_t n)
{
    size_t i = n, to;

    while (i > 0 && p[i - 1] != '|')
        i--;
    if (i < 3 || p[i - 2] != ' ')
        return 0;
    while (i < n && p[i] == ' ')
        i++;
    if (n - i >= 3 && memcmp(p + i, "Bin", 3) == 0)
        return n;
    to = i + patch_digits(p + i, n - i, 10);
    for (i = to > i ? to : n + 1; i < n && p[i] == ' '; i++)
        ;
    for (to = i; to < n && (p[to] == '+' || p[to] == '-'); to++)
        ;
    return to == n ? i : 0;
}

/* Reads the two counts of "@@ -1,4 +1,4 @@"; other heads of hunks have none. */
static void patch_counts(line *l, const char *p, size_t n)
{
    const char signs[] = "-+";
    size_t i = 3, digits;

    for (int k = 0; k < 2 && i < n && p[i] == signs[k]; k++, i++) {
        unsigned count = 1;

        i += 1 + patch_digits(p + i + 1, n - i - 1, 10);
        if (i < n && p[i] == ',') {
            count = 0;
            for (digits = patch_digits(p + i + 1, n - i - 1, 10), i++; digits > 0; digits--, i++)
                count = count < 6000 ? 10 * count + (unsigned)(p[i] - '0') : count;
        }
        l->hunk[k] = NARROW16(count);
    }
}

void line_patch(line *l, const char *p, size_t n)
{
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++)
        if ((forms[i].form[0] == l->head || forms[i].form[0] == '9' || forms[i].form[0] == 'w') &&
            (!forms[i].outer || l->indent == 0) && patch_matches(forms[i].form, p, n)) {
            l->patch = (unsigned char)forms[i].is;
            if (l->patch == BLOCK_PATCH_HUNK)
                patch_counts(l, p, n);
            return;
        }
    if (l->has.drawn && block_stat_signs(p, n) > 0)
        l->patch = BLOCK_PATCH_STAT;
}

/* ---- Trailers ---- */

/* Returns the end of the trailers from i on: fields with words like "Reviewed-by" among them, and
 * their further lines. */
static unsigned trailer_run(const group *g, unsigned i)
{
    const line *lines = g->b->lines;
    unsigned sure = 0, to = i;

    for (; to < g->to; to++) {
        const line *l = &lines[to];
        const bool field = l->indent == 0 && l->flags & (LINE_FIELD | LINE_SPEECH);

        sure += l->patch == BLOCK_PATCH_TRAILER;
        if (l->patch != BLOCK_PATCH_TRAILER && !field &&
            (to == i || (l->indent == 0 && l->head != '[')))
            break;
    }
    return sure > 0 ? to : i;
}

static void keep_trailers(group *g, unsigned i, unsigned to)
{
    group_keep(g, i, to, BLOCK_TRAILER, "trailer");
    for (; i < to; i++) {
        const line *l = &g->b->lines[i];

        g->b->out[i].joins = l->indent > 0 || l->head == '[';
        g->b->out[i].first = !g->b->out[i].joins;
    }
}

/* ---- Diffstat ---- */

static unsigned stat_run(const group *g, unsigned i)
{
    const line *lines = g->b->lines;
    unsigned rows = 0, sums = 0, to = i;

    for (;
         to < g->to && (lines[to].patch == BLOCK_PATCH_STAT || lines[to].patch == BLOCK_PATCH_SUM);
         to++) {
        sums += lines[to].patch == BLOCK_PATCH_SUM;
        rows += lines[to].tail == '+' || lines[to].tail == '-';
    }
    return sums > 0 || rows > 1 ? to : i;
}

/* ---- Differences ---- */

bool line_begins_diff(const line *l)
{
    return l->patch == BLOCK_PATCH_FILE || l->patch == BLOCK_PATCH_HUNK;
}

/* Returns true at the first line of a difference. */
static bool begins_diff(const group *g, unsigned i)
{
    const line *l = &g->b->lines[i];

    return line_begins_diff(l) &&
           (l->head == 'd' || l->head == '@' || (i + 1 < g->to && line_begins_diff(l + 1)));
}

/* Counts a line of the open hunk and returns true. Returns false if none is open, and for a note.
 * If the counts do not allow the line, closes the hunk, from which on counts are not trusted. */
static bool hunk_takes(blocks *b, const line *l)
{
    const char sign = l->flags & LINE_BLANK || l->indent > 0 ? ' ' : l->head;
    const unsigned old = sign == ' ' || sign == '-', new = sign == ' ' || sign == '+';

    if (b->patch.old + b->patch.new == 0 || l->patch == BLOCK_PATCH_NOTE)
        return false;
    if (old + new > 0 && b->patch.old >= old && b->patch.new >= new) {
        b->patch.old -= old;
        b->patch.new -= new;
        return true;
    }
    b->patch.old = b->patch.new = 0;
    b->patch.counted = false;
    return false;
}

/* Returns true when a line outside of a hunk belongs to the diff. `apart`: below a blank line. */
static bool diff_goes_on(const blocks *b, const line *l, bool apart)
{
    if (line_begins_diff(l) || l->patch == BLOCK_PATCH_NOTE)
        return true;
    if (b->patch.counted || l->flags & (LINE_FORWARD | LINE_SIGN_OFF))
        return false;
    if (l->indent > 0 || (l->patch && l->patch < BLOCK_PATCH_STAT))
        return true;
    return !apart && !(l->flags & LINE_UPPER && line_is_prose(l) && l->words > 3);
}

/* Decides which lines from i on belong to a difference. */
static unsigned diff_run(group *g, unsigned i, bool apart)
{
    blocks *b = g->b;

    for (; i < g->to; i++, apart = false) {
        const line *l = &b->lines[i];
        const bool inner = hunk_takes(b, l);

        if (!inner && !diff_goes_on(b, l, apart))
            break;
        group_keep(g, i, i + 1, BLOCK_DIFF, "difference");
        if (!inner && line_begins_diff(l)) {
            b->patch.old = l->hunk[0];
            b->patch.new = l->hunk[1];
            b->patch.counted = b->patch.old + b->patch.new > 0;
            b->patch.headed = l->patch == BLOCK_PATCH_FILE;
        }
        if (inner && line_begins_diff(l)) /* "--- a", "+++ b" */
            b->out[i].patch = l->head == '-' ? BLOCK_PATCH_REMOVED : BLOCK_PATCH_ADDED;
        else if (l->patch < BLOCK_PATCH_STAT)
            b->out[i].patch = l->patch || inner || !b->patch.headed || l->indent > 0
                                  ? l->patch
                                  : (unsigned char)BLOCK_PATCH_FILE;
    }
    return i;
}

/* ---- All ---- */

unsigned patch_mode(group *g, unsigned i)
{
    blocks *b = g->b;
    const bool first = i == g->from;

    for (unsigned k = 0; first && k < i && b->patch.old + b->patch.new > 0; k++)
        if (b->lines[k].flags & LINE_BLANK && b->lines[k].quote == b->lines[i].quote)
            (void)hunk_takes(b, &b->lines[k]);
    return diff_run(g, i, first && g->begins);
}

unsigned patch_decide(group *g, unsigned i)
{
    blocks *b = g->b;
    unsigned to;

    if ((to = trailer_run(g, i)) > i) {
        keep_trailers(g, i, to);
    } else if ((to = stat_run(g, i)) > i) {
        group_keep(g, i, to, BLOCK_STAT, "diffstat");
    } else if (begins_diff(g, i)) {
        b->mode = MODE_DIFF;
        b->patch.depth = b->lines[i].quote + 1U;
        b->patch.old = b->patch.new = 0;
        to = diff_run(g, i, false);
    }
    return to;
}
