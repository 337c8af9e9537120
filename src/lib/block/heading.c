/* heading.c - headings: numbered, underlined, in capitals, with hashes, outdented; titles */
#include "base/check.h"
#include "block/traits.h"

#include <string.h>

#include "base/ascii.h"

/* The maximum number of words of a heading with stars. */
#define STARRED_WORDS 16
/* A line with "#" that ends at this column or later may go on in an indented line. */
#define HASH_FULL 50
/* The maximum number of lines of a title in the middle of the page. */
#define TITLE_LINES 4
/* The minimum column of such a title below other headings. */
#define TITLE_COLUMN 8
/* The maximum number of words of a heading between brackets. */
#define BRACKET_WORDS 10
/* A heading with at least this many columns to its left counts as centred. */
#define CENTRED 12
/* An underline of fewer columns has at least three quarters of its heading's width, a longer one at
 * least half. */
#define SHORT_UNDERLINE 10

/* Returns the name of the row that makes line i a heading, or NULL. */
static const char *heading_rule(const group *g, unsigned i, enum traits_decision of)
{
    return traits_decide(of, traits_of(g, i, i + 1 == g->to ? g->next : &g->b->lines[i + 1]));
}

/* Returns true for a line that may be a heading with an underline. A number alone needs text, or
 * the end of the group, below the underline. */
static bool may_be_underlined(const group *g, unsigned i)
{
    const line *l = &g->b->lines[i];

    if (l->stops > 0)
        return false;
    return l->letters > 0 || ((l->release.heads || l->bullet == BULLET_SECTION) &&
                              (i + 2 == g->to || l[2].letters > 0));
}

/* Returns true for a line with an underline in its columns, about as wide as the line. Below a
 * release, the underline may have any width. Except in mail, that of a title may have any width if
 * it is of "=", and may be wider than the title if it is of another sign. In mail, "*" is below the
 * last line of a digest. */
static bool heading_is_underlined(const group *g, unsigned i)
{
    const line *l = &g->b->lines[i], *below = l + 1;
    const unsigned width = l->edge - l->indent, under = below->edge - below->indent,
                   least = (width * (under < SHORT_UNDERLINE ? 3 : 2) + 3) / 4;

    if (!(below->flags & LINE_RULE) || below->words > 1 ||
        strchr(g->b->mail || g->b->message ? "_*" : "_", below->head) ||
        below->indent > l->indent + 2 || l->indent > below->indent + 2 || !may_be_underlined(g, i))
        return false;
    if (l->release.heads)
        return true;
    if (!g->b->mail && l->words <= 8 && heading_rule(g, i, TRAITS_TITLE))
        return below->head == '=' || under >= least;
    return under >= least && under <= width + 3 + width / 4;
}

/* Returns true for two rules of one sign in the same columns. */
static bool are_equal_rules(const line *a, const line *b)
{
    return a->flags & b->flags & LINE_RULE && a->head == b->head && a->indent == b->indent &&
           a->edge == b->edge;
}

/* Returns true for a title between two equal rules of any length, if these three lines begin or end
 * the group. */
static bool heading_is_framed(const group *g, unsigned i)
{
    const line *l = &g->b->lines[i];
    const bool begins = i == g->from + 1 && l->bullet == BULLET_NONE, ends = i + 2 == g->to;

    if (i == g->from || i + 1 == g->to || !(begins || ends) || !are_equal_rules(&l[-1], &l[1]))
        return false;
    return l->words <= 8 && l->stops == 0 && heading_rule(g, i, TRAITS_TITLE);
}

/* Returns how many "#" or "*" the line begins with. */
static unsigned heading_signs(const line *l)
{
    return l->bullet == BULLET_HASH                           ? l->label.level
           : l->bullet == BULLET_SIGN && l->label.sign == '*' ? l->label.level + 1U
                                                              : 0;
}

/* What is seen at a line with stars at the margin, and below it. */
enum star_sign {
    STAR_ONE,   /* it has one star */
    STAR_KNOWN, /* a heading with stars is above */
    STAR_FIRST, /* nothing is above */
    STAR_SENTENCE,
    STAR_APART,    /* nothing is directly below */
    STAR_FLOWS,    /* it goes on below */
    STAR_STARS,    /* a line with stars is below */
    STAR_DEEPER,   /* and has more of them */
    STAR_TEXT,     /* text at the margin is below */
    STAR_INDENTED, /* indented text is */
    STAR_UPPER     /* what is below begins with a capital letter */
};

#define SIGN(sign) (1U << STAR_##sign)

#define STAR (1U << BULLET_SIGN)

static const seen_row star_rows[] = {
    {STAR, false, SIGN(SENTENCE), SIGN(KNOWN)},  /* "** They float.": the first one */
    {STAR, true, SIGN(DEEPER) | SIGN(APART), 0}, /* "* Boats\n\n** Old boats" */
    {STAR, true, SIGN(DEEPER) | SIGN(KNOWN), 0}, /* "** Boats\n*** Old boats" */
    {STAR, false, SIGN(STARS), 0},               /* "** a boat\n** a train" */
    {STAR, true, SIGN(ONE) | SIGN(KNOWN) | SIGN(APART) | SIGN(TEXT),
     0}, /* "* Boats\n\nThey float." */
    {STAR, true, SIGN(ONE) | SIGN(FIRST) | SIGN(APART) | SIGN(TEXT), 0}, /* the same at the top */
    {STAR, false, SIGN(ONE), 0},                             /* "* a boat\n\n  that floats" */
    {STAR, true, SIGN(APART), 0},                            /* "** Boats\n\n  They float." */
    {STAR, true, SIGN(INDENTED) | SIGN(UPPER), SIGN(FLOWS)}, /* "** Boats\n   They float." */
};

#ifdef TRAWL_TEST_RULES
const unsigned star_row_count = sizeof star_rows / sizeof *star_rows;
#endif

/* Returns what is seen at line i. */
static unsigned star_seen(const group *g, unsigned i, const line *below)
{
    const line *l = &g->b->lines[i];
    const bool margin = below->indent == 0;
    const unsigned stars = margin && below->bullet == BULLET_SIGN ? heading_signs(below) : 0;

    return SIGN(ONE) * (heading_signs(l) == 1) | SIGN(KNOWN) * (g->b->head.starred > 0) |
           SIGN(FIRST) * (g->b->lines_n == 0) | SIGN(SENTENCE) * ((l->flags & LINE_SENTENCE) != 0) |
           SIGN(APART) * (i + 1 == g->to) | SIGN(FLOWS) * margin_flows(g, l, below) |
           SIGN(STARS) * (stars > 0) | SIGN(DEEPER) * (stars > heading_signs(l)) |
           SIGN(TEXT) * (margin && below->bullet == BULLET_NONE) | SIGN(INDENTED) * !margin |
           SIGN(UPPER) * ((below->flags & LINE_UPPER) != 0);
}

/* Returns true for a line of an outline, as in GNU's NEWS and in Org files, which has something
 * below it: text, or a line with more stars. */
static bool heading_is_starred(const group *g, unsigned i)
{
    const line *l = &g->b->lines[i], *below = i + 1 < g->to ? l + 1 : g->next;

    if (heading_signs(l) == 0 || !below || l->indent > 0 || l->words > STARRED_WORDS)
        return false;
    return seen_decide(star_rows, sizeof star_rows / sizeof *star_rows, STAR_ROWS, l,
                       star_seen(g, i, below));
}

/* Returns true for a line with one "#" that is no heading: a sentence, unless it is the first line
 * of the text; or below a release if the text has no other headings with "#". */
static bool hash_is_text(const group *g, unsigned i)
{
    const line *l = &g->b->lines[i];

    return l->label.level == 1 && ((g->b->head.release > 0 && g->b->head.hashed == 0) ||
                                   (l->tail == '.' && g->b->lines_n > 0));
}

/* Returns true when the line below is not the command that a comment with "#" explains, and the
 * line with "#" does not go on in it. */
static bool hash_is_above_text(const line *l, const line *below)
{
    if (below->flags & LINE_CODE)
        return false;
    if (l->label.level > 1 || below->bullet != BULLET_NONE ||
        below->flags & (LINE_RULE | LINE_UPPER))
        return true;
    return below->indent > 0 && !(below->flags & LINE_LOWER && l->edge >= HASH_FULL);
}

/* Returns true for a heading of Markdown, and false for a comment of a shell, which is indented, or
 * has a command below it. */
static bool is_hashed(const group *g, unsigned i)
{
    const line *l = &g->b->lines[i], *below = i + 1 < g->to ? l + 1 : NULL;

    if (l->bullet != BULLET_HASH || l->indent > 0 || hash_is_text(g, i))
        return false;
    if (below && below->bullet == BULLET_HASH)
        return below->label.level > l->label.level;
    return !below || hash_is_above_text(l, below);
}

/* Returns true when all lines of the group have the same middle, and not the same indentation. */
static bool has_axis(const group *g)
{
    const line *l = &g->b->lines[g->from];
    bool same = true, steps = false;

    for (unsigned i = 1; i < g->to - g->from; i++) {
        unsigned middle = l->indent + l->edge, other = l[i].indent + l[i].edge;
        same = same && middle <= other + 2 && other <= middle + 2;
        steps = steps || l[i].indent != l->indent;
    }
    return same && steps;
}

/* Returns the first line of the group from i on that is below a title: a version, a date, or an
 * author above an address. */
static unsigned title_end(const group *g, unsigned i)
{
    const line *l = g->b->lines;

    while (i < g->to && !l[i].release.dated && !(l[i].flags & LINE_ADDRESS) &&
           !(i + 1 < g->to && l[i + 1].flags & LINE_ADDRESS))
        i++;
    return i;
}

/* Returns true for lines in the middle of the page, each of which may be one of a title. */
static bool is_centred(const group *g, unsigned i, unsigned to)
{
    const blocks *b = g->b;
    const unsigned least = b->head.headings == 0 ? 1 : TITLE_COLUMN;

    for (; i < to; i++)
        if (b->lines[i].indent < least || !heading_rule(g, i, TRAITS_CENTRED))
            return false;
    return true;
}

/* Returns the level of a heading without a number. That is `level`, or one below the releases, or
 * one below the last heading to its left, or the level of a plain heading in the same column. */
static unsigned level_at(const blocks *b, const line *l, unsigned level)
{
    if (b->head.release >= level)
        level = b->head.release + 1;
    for (unsigned i = 0; i < b->head.above_n; i++)
        if (b->head.above[i].column < l->indent && b->head.above[i].level >= level)
            level = b->head.above[i].level + 1;
        else if (b->head.above[i].column == l->indent && b->head.above[i].plain &&
                 !(l->flags & LINE_CAPITALS))
            level = b->head.above[i].level;
    return level;
}

/* Returns true when a heading is in a column that levels depend on, so keep_above() keeps it. */
static bool is_kept_above(const line *l)
{
    return l->indent < CENTRED;
}

/* Keeps a heading, so that later headings to the right of it get a lower level. */
static void keep_above(blocks *b, const line *l, unsigned level)
{
    const bool plain =
        b->head.headings > 0 && l->bullet == BULLET_NONE && !(l->flags & LINE_CAPITALS);

    while (b->head.above_n > 0 &&
           (b->head.above[b->head.above_n - 1].column >= l->indent || b->head.above_n == LEVELS))
        b->head.above_n--;
    CHECK(b->head.above_n < LEVELS && level > 0 && level <= LEVELS);
    CHECK(b->head.above_n == 0 || b->head.above[b->head.above_n - 1].column < l->indent);
    b->head.above[b->head.above_n++] = (heading_above){l->indent, level, plain};
}

static unsigned decide_as(group *g, unsigned i, const char *rule, unsigned level)
{
    blocks *b = g->b;
    const line *l = &b->lines[i];
    block_decision *d = &b->out[i];

    *d = (block_decision){.kind = BLOCK_HEADING, .rule = rule, .first = true};
    d->level = level > LEVELS ? LEVELS : level;
    d->text = l->text;
    if (heading_signs(l) > 0 && (l->head != '=' || l->tail != '='))
        d->text = l->inner_text;
    if (l->bullet == BULLET_SECTION || l->bullet == BULLET_NUMBER || l->bullet == BULLET_LETTER) {
        d->key_from = l->label.key_from;
        d->key_to = l->label.key_to;
    }
    if (is_kept_above(l))
        keep_above(b, l, d->level);
    b->head.headings++;
    b->head.numbered += l->bullet == BULLET_SECTION || l->bullet == BULLET_NUMBER;
    if (l->bullet == BULLET_LETTER)
        b->head.letter = l->label.value;
    if (l->bullet == BULLET_NUMBER)
        b->head.chapter = l->label.value;
    b->items_n = 0;
    b->section = l->flags & LINE_CONTENTS     ? SECTION_CONTENTS
                 : l->flags & LINE_REFERENCES ? SECTION_REFERENCES
                                              : SECTION_TEXT;
    b->contents.first_entry = b->contents.entries;
    b->contents.leaders = b->contents.outline_n = 0;
    return i + 1;
}

/* Makes line i the heading of one of several parts. Returns the next line. */
static unsigned decide_part(group *g, unsigned i, const char *rule, unsigned level)
{
    decide_as(g, i, rule, level);
    g->b->out[i].part = true;
    if (is_kept_above(&g->b->lines[i]))
        g->b->head.above[g->b->head.above_n - 1].plain = false;
    return i + 1;
}

/* Returns true when the heading with a number at i continues in the next line, the last of the
 * group. */
static bool heading_is_folded(const group *g, unsigned i)
{
    const line *l = &g->b->lines[i], *below = l + 1;

    return l->bullet == BULLET_SECTION && i + 2 == g->to && l->edge > 50 &&
           ((l->indent == 0 && below->indent == l->inner) || below->tail == '?');
}

/* Returns true when line i begins a group, or is directly below a rule, a drawing or code. */
static bool is_below_rule(const group *g, unsigned i)
{
    const unsigned kinds =
        1U << BLOCK_RULE | 1U << BLOCK_UNDERLINE | 1U << BLOCK_ART | 1U << BLOCK_CODE;

    return i == g->from || kinds >> g->b->out[i - 1].kind & 1;
}

/* Makes line i part of the heading above it. Returns the next line. */
static unsigned heading_fold(group *g, unsigned i)
{
    block_decision *d = &g->b->out[i];

    CHECK(i > g->from && i < g->to);
    *d = d[-1];
    d->first = false;
    d->joins = true;
    d->text = g->b->lines[i].text;
    d->key_from = d->key_to = 0;
    return i + 1;
}

/* Decides whether a title of one to four lines in the middle of the page begins at line i. Also
 * takes the dates and authors below it, on the same axis. "Version 2" may end a title. Returns as
 * heading_decide(). */
static unsigned decide_title(group *g, unsigned i)
{
    const line *l = &g->b->lines[i];
    unsigned to = title_end(g, i);
    bool whole;

    if (i > g->from || l->indent == 0 || l->quote > 0 || (to == i && g->b->lines_n > TITLE_AFTER))
        return i;
    whole = is_centred(g, i, g->to);
    if (!whole && (!has_axis(g) || !is_centred(g, i, to)))
        return i;
    if (whole && to > i)
        to = g->to;
    if (to - i > TITLE_LINES || (to > i && !(l->flags & LINE_UPPER)))
        return i;
    for (unsigned k = i; k < to; k++) {
        decide_as(g, k, "centred title", 1);
        g->b->out[k].first = k == i;
    }
    group_keep(g, to, g->to, BLOCK_VERSE, "below a title");
    return g->to;
}

/* Makes line i, a rule, the underline of the heading above it. Returns the next line. */
static unsigned underline(group *g, unsigned i)
{
    group_set(g, i, BLOCK_UNDERLINE, "underline");
    return i + 1;
}

/* Decides whether line i is a heading with a rule below it. Returns as heading_decide(). */
static unsigned ruled(group *g, unsigned i)
{
    const line *l = &g->b->lines[i];
    const bool below = i + 1 < g->to && is_below_rule(g, i) && heading_is_underlined(g, i);

    if (!below && !heading_is_framed(g, i))
        return i;
    decide_as(g, i, "underlined heading", l[1].head == '=' ? 1 : l[1].head == '-' ? 2 : 3);
    return underline(g, i + 1);
}

/* Returns true for "[ New boats ]" below a release of a changelog. */
static bool is_between_brackets(const group *g, unsigned i)
{
    const line *l = &g->b->lines[i];

    return g->b->head.release > 0 && l->head == '[' && l->tail == ']' && l->word == 1 &&
           l->words > 2 && l->words <= BRACKET_WORDS && l->indent <= 4;
}

/* Decides whether line i, at the start of a group, is a heading with a sign of its own. Returns as
 * heading_decide(). */
static unsigned signed_heading(group *g, unsigned i)
{
    const line *l = &g->b->lines[i];
    const bool last = i + 1 == g->to;

    if (is_hashed(g, i)) {
        g->b->head.hashed++;
        return decide_as(g, i, "heading with # or =", l->label.level);
    }
    if (is_between_brackets(g, i))
        return decide_part(g, i, "heading between brackets", g->b->head.release + 1);
    if (heading_is_starred(g, i)) {
        g->b->head.starred++;
        decide_part(g, i, "heading with *", heading_signs(l));
        g->b->out[i].part = g->b->lines_n > 0 || !last || g->next->bullet != BULLET_NONE;
        return i + 1;
    }
    return i;
}

/* Returns true for this line of a message's header: "Subject: ", "Message: 3". */
static bool is_of_header(const line *l, char head, unsigned columns)
{
    return ascii_lower(l->head) == head && l->word == columns && l->words > 1 &&
           l->flags & (LINE_FIELD | LINE_SPEECH);
}

/* Decides whether the header of a message in a digest begins at line i, below a rule. Its subject
 * becomes a heading. Returns as heading_decide(). */
static unsigned in_digest(group *g, unsigned i)
{
    blocks *b = g->b;
    const line *l = b->lines;
    const bool counted = is_of_header(&l[i], 'm', 8) && l[i].words == 2;
    unsigned subject = i + counted, to = g->to;

    if (b->kind != BLOCK_RULE)
        return i;
    while (subject < to && l[subject].flags & (LINE_FIELD | LINE_SPEECH) &&
           !is_of_header(&l[subject], 's', 8))
        subject++;
    if (subject == to || !(l[subject].flags & LINE_FIELD))
        return i;
    group_keep(g, i, subject, BLOCK_FORWARD, "header of a message");
    i = decide_as(g, subject, "subject in a digest", 1);
    b->out[subject].text = NARROW16(l[subject].text + 9);
    b->head.messages += counted && b->head.messages < UINT16_MAX;
    b->out[subject].number = NARROW16(b->head.messages);
    while (i < to && l[i].indent > 0)
        i = heading_fold(g, i);
    group_keep(g, i, to, BLOCK_FORWARD, "header of a message");
    return to;
}

/* Decides whether line i, at the start of a group, is a heading with a number. Returns as
 * heading_decide(). */
static unsigned numbered(group *g, unsigned i)
{
    const line *l = &g->b->lines[i];
    bool last = i + 1 == g->to, folded = !last && heading_is_folded(g, i);
    const char *rule = NULL;

    if (last || folded)
        rule = traits_decide(TRAITS_NUMBERED, traits_of(g, i, g->next));
    if (!rule)
        return i;
    decide_as(g, i, rule, l->bullet == BULLET_SECTION ? l->label.level : 1);
    return folded ? heading_fold(g, i + 1) : i + 1;
}

/* Returns true directly below the heading of a release: "Changes since 2.3:" below "Kite 2.4". */
static bool is_below_release(const blocks *b)
{
    return b->kind == BLOCK_HEADING && b->last.release.heads;
}

/* Decides whether line i is the heading of a release. Other authors may be directly below the first
 * one. Returns as heading_decide(). */
static unsigned release_heading(group *g, unsigned i)
{
    const line *l = g->b->lines;
    unsigned to = i + 1;
    const char *rule;

    while (to < g->to && l[to].flags & l[i].flags & LINE_ADDRESS && l[to].tail == '>')
        to++;
    rule = traits_decide(TRAITS_RELEASE, traits_of(g, i, to == g->to ? g->next : &l[to]));
    if (!rule)
        return i;
    if (g->b->head.release == 0)
        g->b->head.release = g->b->head.headings > 0 ? 2 : 1;
    i = decide_part(g, i, rule, g->b->head.release + is_below_release(g->b));
    while (i < to)
        i = heading_fold(g, i);
    return i;
}

/* Decides whether line i, at the start of a group, is a heading without a number. Returns as
 * heading_decide(). */
static unsigned plain(group *g, unsigned i)
{
    const line *l = &g->b->lines[i];
    const bool last = i + 1 == g->to;
    const line *below = last ? g->next : l + 1;
    const traits at = traits_of(g, i, below);
    const unsigned to = release_heading(g, i);
    const char *rule;
    unsigned level;
    bool strong;

    if (to > i)
        return to;
    rule = traits_decide(TRAITS_CAPITALS, at);
    if (!rule)
        rule = traits_decide(TRAITS_OUTDENTED, at);
    strong = rule && !(l->flags & LINE_COLON);
    if (!rule && (!last || !(rule = traits_decide(TRAITS_SHORT, at))))
        return i;
    if (l->indent == 0 && g->b->head.outer == 0 && below && below->bullet == BULLET_NONE)
        g->b->head.outer = below->indent;
    if (strong)
        return decide_as(g, i, rule, level_at(g->b, l, 1));
    if (last && l->indent > 0 && g->next->indent > l->indent + 1)
        g->b->head.side = l->indent + 1;
    level = level_at(g->b, l, g->b->head.headings > 0 ? 2 : 1);
    if (!(l->flags & LINE_COLON))
        return decide_as(g, i, rule, level);
    return decide_part(g, i, rule, level);
}

/* Decides whether line i is a heading that the table of contents names. Returns as
 * heading_decide(). */
static unsigned heading_named(group *g, unsigned i)
{
    const line *l = &g->b->lines[i];
    const contents_entry *entry;
    unsigned n = contents_names(g, i, &entry), to;

    if (n == 0)
        return i;
    to = decide_as(g, i, "heading named in the contents", entry->level);
    if (!entry->title.article) {
        g->b->out[i].key_from = l->title.key_from;
        g->b->out[i].key_to = l->title.key_to;
    }
    while (to < i + n)
        to = heading_fold(g, to);
    return to < g->to && g->b->lines[to].flags & LINE_RULE ? underline(g, to) : to;
}

/* Returns true where a heading may begin: at the start of a group, below a heading to its left or
 * one with fewer "#", and below a fence for "#". A release may also be below a rule, and one with a
 * date below indented text. The stars of an outline may be anywhere. */
static bool is_at_top(const group *g, unsigned i)
{
    const line *l = &g->b->lines[i];

    if (i == g->from)
        return g->begins;
    if (l->bullet == BULLET_SIGN && l->label.level > 0 && g->b->head.starred > 0)
        return true;
    if (l->release.heads)
        return g->b->out[i - 1].kind == BLOCK_RULE ||
               (l->release.dated && l[-1].indent > l->indent + 1);
    if (l[-1].flags & LINE_FENCE)
        return l->bullet == BULLET_HASH;
    if (g->b->out[i - 1].kind != BLOCK_HEADING)
        return false;
    return (l->indent > 0 && l->indent >= l[-1].indent && l->indent < g->b->head.outer) ||
           (l->bullet == BULLET_HASH && l[-1].bullet == BULLET_HASH);
}

/* Decides by its text whether line i is a heading, with or without a number. Returns as
 * heading_decide(). */
static unsigned worded(group *g, unsigned i)
{
    const line *l = &g->b->lines[i];
    unsigned to;

    if (l->flags & (LINE_FORWARD | LINE_PROMPT) || line_begins_diff(l) ||
        (l->flags & LINE_STAMP && !l->release.heads))
        return i;
    if ((to = numbered(g, i)) > i || l->bullet != BULLET_NONE)
        return to;
    return plain(g, i);
}

unsigned heading_decide(group *g, unsigned i)
{
    static const struct {
        unsigned (*decide)(group *g, unsigned i);
        bool top; /* only where is_at_top() */
    } kinds[] = {{heading_named, true},  {decide_title, true}, {ruled, false},
                 {signed_heading, true}, {in_digest, true},    {worded, true}};
    const bool top = is_at_top(g, i);
    unsigned to = i;

    for (size_t k = 0; k < sizeof kinds / sizeof *kinds && to == i; k++)
        if (top || !kinds[k].top)
            to = kinds[k].decide(g, i);
    return to;
}
