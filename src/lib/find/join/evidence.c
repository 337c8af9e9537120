/* evidence.c - weighs what a line break after a URL shows: the second step (R34, R35)
 *
 * Each row of the table is one piece of evidence: the signs that it needs (enum break_sign), those
 * that must be missing, and its weight in each question that it belongs to. A question is answered
 * by the sum of the weights of the rows that apply. Most rows are enough alone. A veto outweighs
 * all of them, and a few rows outweigh a veto. To change a decision, change a row; tests/lib/find/
 * t_evidence.c switches off each row, and one of its cases must then fail.
 */

#include <limits.h>

#include "find/join/inside.h"

#define B(sign) BREAK_BIT(sign)

/* The sum from which the answer is yes; a row that is enough alone. */
#define ENOUGH 10
/* A veto, and a row that counts in spite of vetoes. */
#define VETO (-1000)
#define ABOVE_VETO 100000
/* A veto that nothing outweighs. These rows come first. */
#define NEVER INT_MIN

/* The questions, as bits. */
enum {
    CUT_SCREEN = 1 << 0, /* is it joined: in a capture of a screen */
    CUT_TEXT = 1 << 1,   /* in other text */
    CUT_SCHEME = 1 << 2, /* after "ht" or "http:/" */
    OFFER = 1 << 3,      /* is the joined URL another reading */
    GUESS = 1 << 4       /* with TRAWL_OPTION_JOIN */
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
    {CUT_SCREEN | CUT_TEXT | CUT_SCHEME | OFFER, NEVER, 0, B(FULL), "the line is not full"},
    {CUT_SCREEN | CUT_TEXT | OFFER | GUESS, NEVER, B(ALIKE), 0,
     "the next line begins as its neighbours do"},
    {CUT_SCREEN | CUT_TEXT | OFFER, NEVER, B(WHOLE), 0, "the URL is whole: \".html\", \"]\""},
    {CUT_SCREEN | CUT_TEXT | OFFER, NEVER, B(SETTING), B(EXACT) | B(USUAL),
     "\"name=value\" follows"},
    {OFFER, NEVER, B(COMMENT), B(RUN) | B(STRONG) | B(USUAL), "a comment, with more words below"},
    {OFFER, NEVER, B(COMMENT), B(EXACT) | B(WEAK) | B(STRONG) | B(USUAL),
     "a comment, with a word below"},

    /* ---- Screens: signs that the URL goes on, then vetoes, then the edge ---- */
    {CUT_SCREEN, ABOVE_VETO, B(QUOTED) | B(LONGEST), 0, "the quote closes after the word"},
    {CUT_SCREEN, ABOVE_VETO, B(ESCAPE) | B(LONGEST), 0,
     "the break is inside an escape, brackets or an ending"},
    {CUT_SCREEN, ABOVE_VETO, B(RESUMED) | B(EDGE), 0, "the colour goes on, and the line is cut"},
    {CUT_SCREEN, VETO, B(PROSE), B(LOWER), "a word of prose follows"},
    {CUT_SCREEN, VETO, B(VERSION), 0, "a version follows"},
    {CUT_SCREEN, VETO, B(SUM), B(RUN), "a checksum and a word follow"},
    {CUT_SCREEN, VETO, B(INSIDE), 0, "the line ends before its frame"},
    {CUT_SCREEN, VETO, 0, B(LONGEST) | B(SOFT), "another line is longer"},
    {CUT_SCREEN | CUT_TEXT, VETO, B(STOPPED), 0, "a sign that ends URLs precedes the break"},
    {CUT_SCREEN | CUT_TEXT, VETO, B(COLOURED), B(WEAK), "a colour ends here, and a word follows"},
    {CUT_SCREEN, VETO, B(COLOURED), B(CUT), "a colour ends here, and no lines are cut"},
    {CUT_SCREEN, ENOUGH, B(CUT) | B(RUN), 0, "cut, and one word is below"},
    {CUT_SCREEN, ENOUGH, B(CUT), B(VOWEL), "cut, and no word of a language follows"},
    {CUT_SCREEN, ENOUGH, B(USUAL) | B(RUN), B(FILLED), "a screen's width, and one word is below"},
    {CUT_SCREEN, ENOUGH, B(USUAL), B(FILLED) | B(VOWEL), "a screen's width, and no word follows"},
    {CUT_SCREEN, ENOUGH, B(USUAL) | B(LOWER), B(WORD), "a screen's width, and a sign is below"},
    {CUT_SCREEN, ENOUGH, B(USUAL) | B(LOWER) | B(PROSE), 0, "a screen's width, \"the\" is below"},
    {CUT_SCREEN, ENOUGH, B(WORD) | B(EXACT) | B(RUN), B(PLAIN) | B(PROSE),
     "at the edge, and one word is below"},
    {CUT_SCREEN, ENOUGH, B(WORD) | B(EXACT), B(PLAIN) | B(PROSE) | B(VOWEL),
     "at the edge, and a number follows"},
    {CUT_SCREEN, ENOUGH, B(WORD) | B(USUAL) | B(RUN), B(PLAIN) | B(PROSE),
     "a screen's width, and one word is below"},
    {CUT_SCREEN, ENOUGH, B(WORD) | B(USUAL), B(PLAIN) | B(PROSE) | B(VOWEL),
     "a screen's width, and a number follows"},
    {CUT_SCREEN, ENOUGH, B(CODE) | B(SOFT), B(PROSE), "\"/\" or \"-\", and code follows"},
    {CUT_SCREEN, ENOUGH, B(WORD) | B(SOFT) | B(RUN), B(PLAIN) | B(PROSE),
     "\"/\" or \"-\", and one word is below"},
    {CUT_SCREEN, ENOUGH, B(WORD) | B(HYPHEN), B(PLAIN) | B(PROSE), "\"-\", and a word follows"},
    {CUT_SCREEN, ENOUGH, B(CODE) | B(FROM_SCREEN) | B(BEFORE_FILL), B(PROSE),
     "the longest line above may be full, and code follows"},
    {CUT_SCREEN, ENOUGH, B(WORD) | B(FROM_SCREEN) | B(BEFORE_FILL) | B(RUN), B(PLAIN) | B(PROSE),
     "the longest line above may be full, and one word is below"},
    {CUT_SCREEN, ENOUGH, B(CODE) | B(FROM_SCREEN), B(FILLED) | B(PROSE),
     "lines are not filled, and code follows"},
    {CUT_SCREEN, ENOUGH, B(WORD) | B(FROM_SCREEN) | B(RUN), B(FILLED) | B(PLAIN) | B(PROSE),
     "lines are not filled, and one word is below"},
    {CUT_SCREEN, ENOUGH, B(CODE) | B(FROM_SCREEN) | B(RUN), B(PLAIN) | B(SUM) | B(PROSE),
     "a long line, and code alone is below"},

    /* ---- Other text ---- */
    {CUT_TEXT, VETO, 0, B(MARKED), "the next line has other quote marks"},
    {CUT_TEXT, VETO, B(EQUALS), B(CHAINED), "\"=\" may be a soft line break"},
    {CUT_TEXT, VETO, B(COMMENT), 0, "a comment of a program"},
    {CUT_TEXT, VETO, 0, B(WORD) | B(QUOTED), "a sign follows"},
    {CUT_TEXT, VETO, B(TRIMMED), 0, "punctuation follows the URL"},
    {CUT_TEXT, VETO, B(COLOURED) | B(WEAK), 0, "a colour ends here"},
    {CUT_TEXT, VETO, B(SOFT), B(CHAINED) | B(EVEN) | B(KNOWN),
     "programs break lines after \"/\" and \"-\""},
    {CUT_TEXT, ENOUGH, B(EXACT) | B(EVEN), 0, "both lines end at the edge"},
    {CUT_TEXT, ENOUGH, B(EXACT) | B(RUN), B(PLAIN), "at the edge, and one word is below"},
    {CUT_TEXT, ENOUGH, B(EXACT) | B(CODE), 0, "at the edge, and code follows"},
    {CUT_TEXT, ENOUGH, B(EXACT) | B(QUOTED), 0, "at the edge, and the quote closes after the word"},

    /* ---- A scheme that is cut ---- */
    {CUT_SCHEME, ENOUGH, 0, B(BARE), "half a scheme"},
    {CUT_SCHEME, ENOUGH, B(QUOTED) | B(EDGE), 0,
     "\"http://\", and the quote closes after the word"},
    {CUT_SCHEME, ENOUGH, B(WEAK) | B(EDGE), 0, "\"http://\", and a name follows"},

    /* ---- Another reading ---- */
    {OFFER, ENOUGH, B(QUOTED), 0, "the quote closes after the word"},
    {OFFER, ENOUGH, B(ESCAPE), 0, "the break is inside an escape, brackets or an ending"},
    {OFFER, ENOUGH, B(RESUMED), 0, "the colour goes on"},
    {OFFER, ENOUGH, B(STRONG), 0, "several lines are cut here"},
    {OFFER, ENOUGH, B(CUT), B(PROSE), "lines are cut here"},
    {OFFER, ENOUGH, B(CUT) | B(LOWER), 0, "lines are cut here, and one word is below"},
    {OFFER, ENOUGH, B(USUAL) | B(RUN), 0, "a screen's width, and one word is below"},
    {OFFER, ENOUGH, B(USUAL), B(FILLED) | B(PROSE), "a screen's width"},
    {OFFER, ENOUGH, B(OWN_EDGE) | B(LOWER) | B(SIGN), B(PROSE),
     "the longest line, and one word is below"},
    {OFFER, ENOUGH, B(OWN_EDGE) | B(LOWER) | B(SINGLE) | B(PROSE), 0,
     "the longest line, and one letter is below"},
    {OFFER, ENOUGH, B(CHAINED) | B(RUN) | B(PROSE), 0,
     "the third line, after two as long, and \"the\" is below"},
    {OFFER, ENOUGH, B(CHAINED) | B(RUN), B(WORD),
     "the third line, after two as long, and a sign is below"},
    {OFFER, ENOUGH, B(CHAINED) | B(RUN) | B(SINGLE), 0,
     "the third line, after two as long, and one letter is below"},
    {OFFER, ENOUGH, B(CODE), B(SUM) | B(SINGLE) | B(PROSE), "code follows"},
    {OFFER, ENOUGH, B(CODE) | B(RUN), B(SINGLE) | B(PROSE), "code is below"},
    {OFFER, ENOUGH, B(WEAK) | B(RUN), B(CODE) | B(SINGLE) | B(PROSE),
     "a name or a number is below"},
    {OFFER, ENOUGH, B(WEAK) | B(OPEN), B(CODE) | B(SINGLE) | B(PROSE),
     "no URL ends so, and a name follows"},
    {OFFER, ENOUGH, B(WEAK) | B(SOFT), B(CODE) | B(SINGLE) | B(PROSE),
     "\"/\" or \"-\", and a name follows"},
    {OFFER, ENOUGH, B(WEAK) | B(EXACT), B(CODE) | B(SINGLE) | B(PROSE),
     "at the edge, and a name follows"},
    {OFFER, ENOUGH, B(WEAK) | B(USUAL), B(CODE) | B(SINGLE) | B(PROSE),
     "a screen's width, and a name follows"},
    {OFFER, ENOUGH, B(WEAK) | B(OWN_EDGE), B(CODE) | B(SINGLE) | B(PROSE) | B(NUMBER),
     "the longest line, and a name follows"},
    {OFFER, ENOUGH, B(WORD) | B(RUN), B(WEAK) | B(SINGLE) | B(PROSE) | B(PLAIN), "a word is below"},
    {OFFER, ENOUGH, B(WORD) | B(OPEN), B(WEAK) | B(SINGLE) | B(PROSE) | B(PLAIN),
     "no URL ends so, and a word follows"},
    {OFFER, ENOUGH, B(WORD) | B(SOFT), B(WEAK) | B(SINGLE) | B(PROSE) | B(PLAIN),
     "\"/\" or \"-\", and a word follows"},
    {OFFER, ENOUGH, B(WORD) | B(OWN_EDGE), B(WEAK) | B(SINGLE) | B(PROSE) | B(PLAIN),
     "the longest line, and a word follows"},

    /* ---- With TRAWL_OPTION_JOIN ---- */
    {GUESS, ENOUGH, B(SIGN) | B(NEAR), 0, "the line is as long as those above"},
    {GUESS, VETO, B(PLAIN), B(RUN), "words of prose follow"},
    {GUESS, VETO, B(WORD), B(WEAK) | B(SLASH) | B(OPEN), "a word follows"},
};

#ifdef TRAWL_TEST_RULES
const char *evidence_row(int i)
{
    return (size_t)i < sizeof rows / sizeof *rows ? rows[i].what : NULL;
}
#endif

/* The question whether a break is joined, for each layout, and its name. */
static const struct {
    unsigned joins;
    const char *name;
} layouts[] = {[BREAK_IN_TEXT] = {CUT_TEXT, "the lines are text"},
               [BREAK_ON_SCREEN] = {CUT_SCREEN, "the lines are a screen"},
               [BREAK_IN_SCHEME] = {CUT_SCHEME, "the break is in a scheme"}};

#define END (rows + sizeof rows / sizeof *rows)

static bool speaks(const struct evidence *e, uint64_t signs)
{
    return (signs & e->with) == e->with && !(signs & e->without) && EVIDENCE(e - rows, evidence);
}

/* Returns those of the questions, OFFER and one other, that the signs answer with yes. */
static unsigned evidence_says(unsigned asked, uint64_t signs)
{
    int offer = 0, other = 0;

    for (const struct evidence *e = rows; e < END && asked; e++) {
        if (!(e->in & asked) || !speaks(e, signs))
            continue;
        if (e->weight == NEVER) {
            asked &= ~e->in;
            continue;
        }
        offer += e->in & OFFER ? e->weight : 0;
        other += e->in & asked & ~(unsigned)OFFER ? e->weight : 0;
    }
    return (offer >= ENOUGH ? asked & OFFER : 0) | (other >= ENOUGH ? asked & ~(unsigned)OFFER : 0);
}

enum strength evidence_weigh(uint64_t signs, enum break_layout layout)
{
    const unsigned joins = layouts[layout].joins, offer = layout == BREAK_IN_SCHEME ? 0 : OFFER;
    const unsigned says = evidence_says(joins | offer, signs);

    return says & joins ? BREAK_SURE : says & OFFER ? BREAK_MAY : BREAK_NONE;
}

bool evidence_guess(uint64_t signs)
{
    return evidence_says(GUESS, signs);
}

void evidence_note(candidate *f, const verdict *v)
{
    const char *rule = v->is == BREAK_SURE || v->guess ? "R34" : "R35";
    unsigned joins, asked;

    if (!f->wants_notes || !v->read)
        return;
    joins = layouts[v->layout].joins;
    asked = v->is == BREAK_SURE ? joins : v->guess ? GUESS : OFFER;
    region_note(f, rule, &v->region);
    if (v->weighed)
        candidate_note(f, rule, layouts[v->layout].name);
    for (const struct evidence *e = rows; e < END && v->weighed; e++)
        if (speaks(e, v->signs) && (e->in & asked || (e->in & joins && e->weight < 0)))
            candidate_note(f, rule, e->what);
    if (v->is == BREAK_NONE)
        candidate_note(f, rule, "the next line is no part of it");
}
