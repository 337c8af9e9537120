/* wrap_read.c - a wrapper's content up to its closer, without what was put in: R4 to R6, R8, R12 to R14, R25 */
#include <string.h>

#include "base/ascii.h"
#include "find/linkclass.h"
#include "find/place.h"
#include "find/rules_off.h"
#include "find/wrap_take.h"

__attribute__((noinline)) static bool give_up(wrap *w, size_t at, const char *rule, const char *why)
{
    w->looked_to = at;
    w->why_rule = rule;
    w->why = why;
    return false;
}

/* Characters that are dropped: White_Space, U+200B, U+FEFF (R5). Line breaks are looked at before. */
static bool is_space(uint32_t c)
{
    if (c < 0x80)
        return (c >= 0x09 && c <= 0x0D) || c == ' ';
    return c == 0x85 || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200B) || c == 0x2028 || c == 0x2029 ||
           c == 0x202F || c == 0x205F || c == 0x3000 || c == 0xFEFF;
}

/* They are part of the URL; bytes says how they are written there. */
static void keep(wrap *w, size_t from, size_t len, const char *bytes, size_t n)
{
    wrap_add_piece(w, from, len, n);
    memcpy(w->clean + w->n, bytes, n);
    w->n += n;
}

static bool alnum_before(const wrap *w)
{
    return w->n > 0 && wrap_is_word(w->clean[w->n - 1]);
}

static bool alnum_at(text *t, size_t i)
{
    int c = text_at(t, i);

    return c >= 0 && (ascii_is_alnum((unsigned char)c) || c >= 0x80);
}

static inline void add_gap(wrap *w, bool broken, bool words)
{
    w->gaps[w->gap_count++] = (gap){w->n, broken, words};
    w->words = w->words || (words && !broken);
}

/* A bar in the margin, as drafts have it beside what changed, or the right side of a box, in which comments stand? Behind one blank
 * it may be a shell's: "lynx <http://a.example/ |". */
static bool is_margin_bar(text *t, size_t i, uint32_t code)
{
    return (code == '|' || code == '*' || code == '#') && text_line_ends(t, i + 1);
}

/* The rest of a run of white space, with all line breaks in it; *i goes behind it. broken: it held one already; words: a letter or
 * digit stands before it. False when the wrapper ends in it. */
static bool read_gap_on(text *t, size_t *i, wrap *w, bool words, bool broken)
{
    const size_t from = *i;
    bool blank = broken;
    utf8_char c;

    while ((c = text_char(t, *i)).len > 0 &&
           (is_space(c.code) || (!broken && *i - from > 1 && is_margin_bar(t, *i, c.code)))) {
        *i += c.len;
        if (*i - w->open > FOUND_BYTES)
            return give_up(w, *i, "R31", "the wrapper is longer than 8192 bytes");
        blank = blank || c.code == ' ' || c.code == '\t' || c.code == '\n';
        if (c.code != '\n')
            continue;
        if (!broken)
            wrap_hyphen_at_break(w);
        broken = true;
        if (!wrap_new_line(t, i, w))
            return false;
    }
    if (w->n > 0 && w->gap_count < FOUND_PIECES)
        add_gap(w, broken, words && blank && alnum_at(t, *i));
    return true;
}

/* All of it. */
static bool read_gap(text *t, size_t *i, wrap *w)
{
    if (!RULE(R6) && w->n > 0 && w->clean[w->n - 1] == '%')
        return give_up(w, *i, "R6", "an escape is cut in two");
    return read_gap_on(t, i, w, alnum_before(w), false);
}

/* The same for what begins with the line feed at *i, something of the URL standing before it. */
static bool read_break(text *t, size_t *i, wrap *w)
{
    const size_t end = wrap_reading_end(t, w);
    char last = w->clean[w->n - 1];
    bool words = alnum_before(w);
    size_t k;

    ++*i;
    if (last == '-' || (unsigned char)last >= 0x80)
        wrap_hyphen_at_break(w);
    if (!wrap_new_line(t, i, w))
        return false;
    for (k = *i; k < end && t->p[k] == ' ';)
        k++;
    if (k >= end || !byte_is((unsigned char)t->p[k], BYTE_PLAIN))
        return read_gap_on(t, i, w, words, true);
    add_gap(w, true, words && ascii_is_alnum((unsigned char)t->p[k]));
    *i = k;
    return true;
}

/* U+00AD is dropped; before a line break it may stand for a hyphen. */
static void read_soft_hyphen(text *t, size_t i, size_t len, wrap *w)
{
    w->flags |= TRAWL_SOFT_HYPHEN;
    if (!text_line_ends(t, i + len) || w->hyphen_count == FOUND_LINES || w->n == 0)
        return;
    wrap_hyphen(w, w->n, false, true);
    w->clean[w->n++] = '-';
}

/* What PDF extractors leave of a soft hyphen. Before a break it acts as a hyphen that is kept. */
#define CID "(cid:173)"

/* One character that is no white space, bracket or control. */
static void read_char(text *t, size_t *i, wrap *w, utf8_char c)
{
    if (RULE(R25) && c.code == 0xAD)
        read_soft_hyphen(t, *i, c.len, w);
    else if (RULE(R25) && c.code == '(' && text_is(t, *i, CID) && text_line_ends(t, *i + sizeof CID - 1)) {
        keep(w, *i, sizeof CID - 1, "-", 1);
        w->soft_sign = true;
        c.len = sizeof CID - 1;
    } else
        keep(w, *i, c.len, t->p + *i, c.len);
    *i += c.len;
}

static bool is_control(uint32_t c)
{
    return c < 0x20 || c == 0x7F;
}

/* Most of a URL, in one go: with the blanks between its words, as read_gap() would take them, and with its lines. False when the
 * wrapper ends in it. near_end: the text may end here for now. */
static bool read_plain(text *t, size_t *at, wrap *w, bool near_end)
{
    const size_t end = wrap_reading_end(t, w);
    size_t i = *at, from;

    while (!t->starved) {
        if (i < end && byte_is((unsigned char)t->p[i], BYTE_PLAIN)) /* a tag may have ended behind the end */
            i = wrap_take_plain(t, i, end, w);
        *at = i;
        if (!RULE(R5) || !RULE(R6) || i + 2 > end || w->n == 0 || w->gap_count == FOUND_PIECES)
            return true;
        if (t->p[i] == ' ' && byte_is((unsigned char)t->p[i + 1], BYTE_PLAIN)) {
            from = i;
            i = wrap_take_words(t, from, end, w);
            if (i > from)
                continue;
            i++;
            add_gap(w, false, alnum_before(w) && ascii_is_alnum((unsigned char)t->p[i]));
        } else if (t->p[i] == '\n') {
            if (near_end)
                wrap_know(w, i);
            from = i;
            i = wrap_take_lines(t, from, end, w, near_end ? 1 : FOUND_LINES);
            if (i > from || t->starved)
                continue;
            if (!read_break(t, &i, w))
                return false;
        } else {
            return true;
        }
    }
    return true;
}

static bool second_opener(wrap *w, size_t i)
{
    return give_up(w, i, "R14", "a second \"<\" ends the wrapper");
}

static void begin(wrap *w)
{
    w->flags = 0;
    w->n = 0;
    w->words = w->soft_sign = w->marked = w->combed = false;
    w->lines = 1;
    w->piece_count = w->gap_count = w->hyphen_count = w->link_count = 0;
    w->known.at = 0;
}

/* Nothing further away from its "<" is looked at. */
#define FAR (FOUND_BYTES + 2 * TEXT_BLANKS_MAX)

static bool read_on(text *t, size_t i, wrap *w)
{
    const bool near_end = !t->final && t->n - w->open < FAR;
    size_t tag;
    utf8_char c;

    for (;;) {
        if (!read_plain(t, &i, w, near_end))
            return false;
        if (t->starved)
            return give_up(w, i, "R13", "the text ends before the wrapper does");
        if (near_end)
            wrap_know(w, i);
        c = text_char(t, i);
        if (c.len == 0)
            return give_up(w, i, "R13", "the text ends before the wrapper does");
        if (i + c.len - w->open > FOUND_BYTES)
            return give_up(w, i, "R31", "the wrapper is longer than 8192 bytes");
        if (RULE(R4) && c.code == '>')
            break;
        if (RULE(R14) && c.code == '<') {
            tag = RULE(R12) && w->strong ? wrap_tag_end(t, i) : i;
            if (tag == i)
                return second_opener(w, i);
            w->flags |= TRAWL_TAG_DROPPED;
            i = tag;
        } else if (RULE(R5) && is_space(c.code)) {
            if (!read_gap(t, &i, w))
                return false;
        } else if (RULE(R13) && is_control(c.code))
            return give_up(w, i, "R13", "a control character ends the wrapper");
        else if (c.code == '\\' && text_line_ends(t, i + 1))
            i++; /* a line continued as in a shell */
        else if (c.code == '|' && !w->strong)
            return give_up(w, i, "R13", "a \"|\" ends a wrapper without a label");
        else
            read_char(t, &i, w, c);
    }
    w->close = i + 1;
    if (w->combed && !wrap_is_one(w))
        return give_up(w, i, "R10", "a line without the quote mark ends the wrapper");
    if (w->flags & TRAWL_CLOSER_AT_BOL && wrap_is_diff(t, w))
        return give_up(w, i, "R11", "the brackets are signs before the lines of a diff");
    if (!RULE(R7) && w->n > 0 && w->clean[w->n - 1] == '.')
        w->n--;
    wrap_hyphen_at_end(w);
    return true;
}

bool wrap_read(text *t, wrap *w)
{
    size_t i = wrap_resume(t, w), opener;
    bool closed;

    if (t->starved)
        return give_up(w, w->content, "R13", "the text ends before the wrapper does");
    if (i == 0) {
        w->paused = false; /* what another one kept is written over */
        i = wrap_copy_plain(t->p, w->content, wrap_reading_end(t, w), w->clean);
        opener = w->opened ? 0 : wrap_early_opener(t, i, w);
        if (opener > 0)
            return second_opener(w, opener); /* nothing of it need be kept */
        begin(w);
        if (i > w->content)
            wrap_add_piece(w, w->content, i - w->content, i - w->content);
        w->n = i - w->content;
    }
    closed = read_on(t, i, w);
    w->paused = t->starved && w->known.at > 0;
    w->paused_at = t->base + w->open;
    w->paused_head = w->line->head_n;
    return closed;
}
