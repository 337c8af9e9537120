/* evidence.c - weighs what a line break after a URL shows: the second step (R34, R35)
 *
 * Each row of the table is one piece of evidence: the signs that it needs (enum break_sign), those
 * that must be missing, and its weight in each question that it belongs to. A question is answered
 * by the sum of the weights of the rows that apply. The weights of src/gen/evidence.py are fitted
 * to real mail. Most other rows are enough alone, or vetoes; a few rows outweigh a veto. To change
 * a decision, change a row; tests/lib/find/t_evidence.c switches off each row, and one of its cases
 * must then fail.
 */

#include <limits.h>

#include "find/join/inside.h"

#define B(sign) BREAK_BIT(sign)

/* A row that is enough alone. */
#define ENOUGH 100
/* The sums of fitted weights from which lines are joined (at a probability of 88 %) and offered (8
 * %). A weight is given in quarters of a logit. */
#define JOIN_FROM 8
#define OFFER_FROM (-10)
/* A veto, and a row that counts in spite of vetoes. */
#define VETO (-1000)
#define ABOVE_VETO 100000
/* A veto that nothing outweighs. */
#define NEVER INT_MIN

/* The questions, as bits. */
enum {
    CUT_SCREEN = 1 << 0,   /* is it joined: in a capture of a screen */
    CUT_TEXT = 1 << 1,     /* in other text */
    CUT_SCHEME = 1 << 2,   /* after "ht" or "http:/" */
    OFFER = 1 << 3,        /* is the joined URL another reading */
    GUESS = 1 << 4,        /* with TRAWL_OPTION_JOIN */
    CUT_NARROW = 1 << 5,   /* more about CUT_TEXT and OFFER on a screen, for blocks */
    OFFER_NARROW = 1 << 6, /* that are narrower than the lines around them */
    SCREEN = CUT_SCREEN | CUT_NARROW,
    TEXT = CUT_TEXT | OFFER
};

#ifdef TRAWL_TEST_RULES
int evidence_off = -1, signs_off = -1;
#endif

static const struct evidence {
    unsigned in;
    int weight;
    uint64_t with, without;
    const char *what;
} rows[] = {
    /* ---- No break ---- */
    {CUT_SCREEN | CUT_SCHEME, NEVER, 0, B(FULL) | B(NAME), "the line is not full"},
    {CUT_SCREEN | TEXT | GUESS, NEVER, B(ALIKE), 0, "the next line begins as its neighbours do"},
    {CUT_SCREEN | TEXT | GUESS, NEVER, B(WHOLE), 0,
     "the URL is whole, or a port ends it: \".html\", \"]\""},
    {OFFER, NEVER, 0, B(FULL) | B(FIRST) | B(CODE) | B(ESCAPE) | B(UNSURE),
     "a later line of the URL is not full"},
    {TEXT, NEVER, B(FOREIGN), B(ESCAPE) | B(NAME), "a text or a link of its own follows"},
    {CUT_SCREEN, NEVER, B(SETTING), B(EXACT) | B(USUAL) | B(ESCAPE), "\"name=value\" follows"},
    {TEXT | CUT_SCHEME, NEVER, B(SETTING), B(ESCAPE), "\"name=value\" follows"},
    {OFFER, NEVER, B(COMMENT), B(RUN) | B(STRONG) | B(USUAL), "a comment, with more words below"},
    {OFFER, NEVER, B(COMMENT), B(EXACT) | B(WEAK) | B(STRONG) | B(USUAL),
     "a comment, with a word below"},

    {CUT_SCREEN | CUT_TEXT, NEVER, B(ITEM), B(NAME), "both lines begin with a sign of a list"},
    {CUT_TEXT | GUESS, NEVER, B(HANGING), B(EXACT) | B(NAME), "the next line is indented"},
    {OFFER, NEVER, B(HANGING), B(EXACT) | B(CODE) | B(RUN) | B(NAME), "words follow, indented"},
    {OFFER, VETO, B(ITEM), B(EXACT) | B(OPEN) | B(HYPHEN) | B(NAME) | B(ESCAPE),
     "an item and a word follow"},
    {OFFER, -VETO, B(ITEM) | B(CODE) | B(FULL) | B(SOFT), 0, "a full line, and code follows"},

    /* ---- Screens: signs that the URL goes on, then vetoes, then the edge ---- */
    {CUT_SCREEN, ABOVE_VETO, B(QUOTED) | B(LONGEST), 0, "the quote closes after the word"},
    {CUT_SCREEN, ABOVE_VETO, B(ESCAPE) | B(LONGEST), 0,
     "the break is inside an escape, brackets or an ending"},
    {CUT_SCREEN, ABOVE_VETO, B(RESUMED) | B(EDGE), 0, "the colour goes on, and the line is cut"},
    {SCREEN, VETO, B(PROSE), B(LOWER), "a word of prose follows"},
    {CUT_SCREEN | CUT_TEXT, VETO, B(VERSION), 0, "a version follows"},
    {SCREEN, VETO, B(HANGING) | B(NUMBER), B(KNOWN), "a number follows, indented"},
    {SCREEN | OFFER, VETO, B(SUM), B(RUN), "a checksum and a word follow"},
    {SCREEN, VETO, B(INSIDE), 0, "the line ends before its frame"},
    {CUT_TEXT, NEVER, B(INSIDE), 0, "the line ends before its frame"},
    {CUT_SCREEN | CUT_TEXT, VETO, B(STOPPED), 0, "a sign that ends URLs precedes the break"},
    {SCREEN, VETO, B(COLOURED), B(CUT), "a colour ends here, and no lines are cut"},
    {CUT_SCREEN, ENOUGH, B(CUT) | B(RUN), 0, "cut, and one word is below"},
    {CUT_SCREEN, ENOUGH, B(CUT), B(VOWEL), "cut, and no word of a language follows"},
    {CUT_SCREEN, ENOUGH, B(CHAINED) | B(WORD), B(PROSE), "the lines of the URL are as long"},
    {CUT_SCREEN, ENOUGH, B(USUAL) | B(RUN), B(FILLED), "a screen's width, and one word is below"},
    {CUT_SCREEN, ENOUGH, B(USUAL), B(FILLED) | B(VOWEL), "a screen's width, and no word follows"},
    {CUT_SCREEN, ENOUGH, B(CODE) | B(SOFT), B(PROSE), "\"/\" or \"-\", and code follows"},
    {CUT_SCREEN, ENOUGH, B(WORD) | B(SOFT) | B(RUN), B(PLAIN) | B(PROSE),
     "\"/\" or \"-\", and one word is below"},
    {CUT_SCREEN, ENOUGH, B(WORD) | B(HYPHEN), B(PLAIN) | B(PROSE), "\"-\", and a word follows"},
    {CUT_SCREEN, ENOUGH, B(CODE) | B(FROM_SCREEN) | B(BEFORE_FILL), B(PROSE),
     "the longest line above may be full, and code follows"},
    {CUT_SCREEN, ENOUGH, B(WORD) | B(FROM_SCREEN) | B(BEFORE_FILL) | B(RUN), B(PLAIN) | B(PROSE),
     "the longest line above may be full, and one word is below"},

    /* ---- Other text: what forbids a join, and weights that were fitted ---- */
    {CUT_TEXT, NEVER, 0, B(MARKED) | B(NAME), "the next line has other quote marks"},
    {CUT_TEXT, NEVER, 0, B(FROM_ALONE) | B(EXACT) | B(NAME), "a short line"},
    {CUT_TEXT, NEVER, B(SOFT), B(LOWER) | B(CODE) | B(EXACT) | B(NAME),
     "\"/\" or \"-\", and no word in small letters is alone"},
    {CUT_TEXT, NEVER, B(EQUALS), B(CHAINED), "\"=\" may be a soft line break"},
    {CUT_TEXT, NEVER, B(COMMENT), 0, "a comment of a program"},
    {CUT_TEXT, NEVER, 0, B(WORD) | B(QUOTED), "a sign follows"},
    {CUT_TEXT, ENOUGH, B(ESCAPE) | B(RUN), 0,
     "the break is inside an escape, brackets or an ending, and one word is below"},
    {CUT_TEXT, ENOUGH, B(KNOWN) | B(RUN), B(PLAIN), "the known width, and one word is below"},
    {CUT_NARROW, ENOUGH, B(EXACT) | B(RUN), B(PLAIN) | B(SOFT),
     "at the edge, and one word is below"},
    {CUT_TEXT, ENOUGH, B(EXACT) | B(CODE), B(SOFT), "at the edge, and code follows"},
    {CUT_TEXT, ENOUGH, B(EXACT) | B(QUOTED), B(SOFT),
     "at the edge, and the quote closes after the word"},
    {CUT_TEXT, ENOUGH, B(FROM_ALONE) | B(WEAK) | B(QUOTED), B(SOFT),
     "a long line, and the quote closes after the name"},
#include "find/join/evidence_table.h"

    {CUT_TEXT | CUT_SCREEN | OFFER, ENOUGH, B(NAME), 0,
     "the break is inside a name or a folded line"},

    /* ---- A scheme that is cut ---- */
    {CUT_SCHEME, ENOUGH, B(NAME), 0, "a host, a group or a path follows"},
    {CUT_SCHEME, ENOUGH, 0, B(BARE), "half a scheme"},
    {CUT_SCHEME, ENOUGH, B(WEAK) | B(EDGE), 0, "\"http://\", and a name follows"},

    /* ---- Another reading ---- */
    {OFFER, ENOUGH, B(ESCAPE), 0, "the break is inside an escape, brackets or an ending"},
    {OFFER, -4, 0, B(FROM_ALONE), "less than 40 columns"},
    {OFFER, -8, B(SOFT) | B(PROSE), 0, "\"/\" or \"-\", and a word of prose follows"},
    {OFFER, 20, B(OPEN) | B(PROSE), B(EQUALS), "no URL ends so, and a word of prose follows"},
    {OFFER, 8, B(SOFT) | B(WEAK), B(HYPHEN) | B(NUMBER), "\"/\", and a name follows"},
    {OFFER, ENOUGH, B(STRONG), 0, "several lines are cut here"},
    {OFFER, ENOUGH, B(CUT), B(PROSE), "lines are cut here"},
    {OFFER, ENOUGH, B(FULL) | B(CODE), B(SUM) | B(PROSE), "a full line, and code follows"},
    {OFFER, ENOUGH, B(FULL) | B(SIGN) | B(WIDE), B(FILLED) | B(PROSE) | B(PLAIN),
     "a line as wide as screens, and a word follows"},
    {OFFER, ENOUGH, B(USUAL) | B(SIGN), B(FILLED) | B(PROSE) | B(PLAIN),
     "a screen's width, and a word follows"},

    /* ---- A block of a screen that is narrower than other lines ---- */
    {OFFER_NARROW, 6, B(FIRST), 0, "lines of a screen are often cut"},

    /* ---- With TRAWL_OPTION_JOIN ---- */
    {GUESS, ENOUGH, B(SIGN) | B(NEAR), 0, "the line is as long as those above"},
    {GUESS, VETO, B(PLAIN), B(RUN), "words of prose follow"},
    {GUESS, VETO, B(WORD), B(WEAK) | B(SOFT) | B(OPEN), "a word follows"},
};

#ifdef TRAWL_TEST_RULES
const char *evidence_row(int i)
{
    return (size_t)i < sizeof rows / sizeof *rows ? rows[i].what : NULL;
}
#endif

/* Two questions (0: none), the sums from which the answer to each is yes, and the layout in
 * words. */
typedef struct questions {
    unsigned joins, offers;
    int join_from, offer_from;
    const char *name;
} questions;

static const questions layouts[] = {
    [BREAK_IN_TEXT] = {CUT_TEXT, OFFER, JOIN_FROM, OFFER_FROM, "the lines are text"},
    [BREAK_ON_SCREEN] = {CUT_SCREEN, OFFER, ENOUGH, OFFER_FROM, "the lines are a screen"},
    [BREAK_IN_SCHEME] = {CUT_SCHEME, 0, ENOUGH, 0, "the break is in a scheme"},
    [BREAK_BY_GUESS] = {GUESS, 0, ENOUGH, 0, "--join"}};

/* The questions for a block on a screen that is narrower than the lines around it. */
static const questions narrower = {CUT_TEXT | CUT_NARROW, OFFER | OFFER_NARROW, JOIN_FROM,
                                   OFFER_FROM, "a screen"};

#define END (rows + sizeof rows / sizeof *rows)

static bool speaks(const struct evidence *e, uint64_t signs)
{
    return (signs & e->with) == e->with && !(signs & e->without) && EVIDENCE(e - rows, evidence);
}

static enum strength evidence_sum(uint64_t signs, const questions *q)
{
    unsigned asked = q->joins | q->offers;
    int join = 0, offer = 0;

    for (const struct evidence *e = rows; e < END && asked; e++) {
        if (!(e->in & asked) || !speaks(e, signs))
            continue;
        if (e->weight == NEVER) {
            asked &= e->in & q->joins ? ~q->joins : ~0u;
            asked &= e->in & q->offers ? ~q->offers : ~0u;
            continue;
        }
        join += e->in & q->joins ? e->weight : 0;
        offer += e->in & q->offers ? e->weight : 0;
    }
    if (asked & q->joins && join >= q->join_from)
        return BREAK_SURE;
    return asked & q->offers && offer >= q->offer_from ? BREAK_MAY : BREAK_NONE;
}

enum strength evidence_weigh(uint64_t signs, enum break_layout layout)
{
    const enum strength is = evidence_sum(signs, &layouts[layout]);

    return layout == BREAK_ON_SCREEN && is != BREAK_SURE ? evidence_sum(signs, &narrower) : is;
}

void evidence_note(candidate *f, const verdict *v)
{
    const char *rule = v->is == BREAK_SURE || v->guess ? "R34" : "R35";
    unsigned joins, asked;

    if (!f->wants_notes || !v->read)
        return;
    joins = layouts[v->layout].joins;
    asked = v->is == BREAK_SURE ? joins : v->guess ? GUESS : layouts[v->layout].offers;
    memcpy(f->region, v->region, sizeof f->region);
    candidate_note(f, rule, f->region);
    if (v->weighed)
        candidate_note(f, rule, layouts[v->layout].name);
    for (const struct evidence *e = rows; e < END && v->weighed; e++)
        if ((e->with | e->without) && speaks(e, v->signs) &&
            (e->in & asked || (e->in & joins && e->weight < 0)))
            candidate_note(f, rule, e->what);
    if (v->is == BREAK_NONE)
        candidate_note(f, rule, "the next line is no part of it");
}
