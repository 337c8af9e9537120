/* traits.c - decides by what is seen at a line whether it is a heading or a term
 *
 * Each row of the table has the traits that it needs and those that must be missing, and belongs to
 * one or more decisions. The first row that applies decides; if no row applies, the answer is no.
 * To change a decision, change a row: tests/lib/block/t_traits.c switches off each
 * row, and one of its texts must then be read in another way.
 */
#include "block/traits.h"

#include <string.h>

#include "base/ascii.h"

#define HEADING_WORDS 14
/* This many lines, each of which is a word with at least WORDS_BESIDE words beside it on average,
 * are a list. */
#define ENTRIES 3
#define WORDS_BESIDE 3

/* clang-format off */
/* Traits of the line itself. */
enum own_trait {
    OWN_LONG,                    /* longer than any heading */
    OWN_POOR, OWN_MUTE, OWN_FEW, /* hardly a letter; none; less than four */
    /* ends with "," ";" or "."; with ":"; as LINE_SENTENCE of line.h */
    OWN_STOPPED, OWN_COLON, OWN_SENTENCE,
    OWN_UPPER, OWN_LOWER, OWN_CAPITALS, /* begins so; all letters */
    OWN_PLAIN,                          /* most words begin with a small letter */
    OWN_GAPS,                           /* two blanks or more between words */
    OWN_SPEECH, OWN_CODE, OWN_FIELD, OWN_URL, OWN_GREETING, /* as the flags of line.h */
    OWN_USUAL, OWN_CONTENTS, /* a usual title; that of the contents */
    OWN_TOKEN, OWN_DRAWN, /* a word with signs; |+<> */
    OWN_DIGITS, OWN_MANY_DIGITS, OWN_SIGNS, OWN_MANY_SIGNS,
    OWN_OVER_3, OWN_OVER_4, OWN_OVER_5, OWN_OVER_8, /* words */
    OWN_WIDE,
    OWN_BULLET, OWN_SECTION, OWN_DOTTED, /* any; "3.1 "; "3. " */
    OWN_OPTION,                          /* "-a", "--all" */
    OWN_CLOSED,                          /* a sentence ends before the first wide blanks */
    OWN_REMARK,                          /* "#" follows wide blanks */
    OWN_LEADS,                           /* part of a sentence: "These are:" */
    OWN_RELEASE, OWN_DATED /* "Version 2.4 (2019-05-02)"; it has no other words */
};

/* Traits of the place: where the line is, what is around it, and what the text was so far. */
enum near_trait {
    /* indented at all, more than running text, by 4 columns more */
    NEAR_INDENTED, NEAR_BEYOND, NEAR_DEEP,
    NEAR_MIDDLE, /* its middle is that of the page */
    /* the line below: there is one, with other quote marks, indented more ... */
    NEAR_BELOW, NEAR_BELOW_OTHER,
    NEAR_BELOW_DEEPER, NEAR_BELOW_4, NEAR_BELOW_FAR,
    NEAR_BELOW_PROSE, NEAR_BELOW_WIDE, NEAR_BELOW_WORDS, NEAR_BELOW_MORE, NEAR_BELOW_LETTERS, NEAR_BELOW_UPPER,
    NEAR_BELOW_URL, NEAR_BELOW_GAPS, NEAR_BELOW_BULLET, NEAR_BELOW_SIGN,
    NEAR_APART, NEAR_FLOWS, /* a blank line is between; the line end between may flow */
    NEAR_MAIL, NEAR_TOP, NEAR_LATE, /* a mail; no text, much text is above */
    NEAR_HEADED, NEAR_NUMBERED,     /* headings are above, most with numbers */
    NEAR_ROOMY,                     /* running text is indented */
    NEAR_AFTER_COMMA, NEAR_AFTER_CODE,
    NEAR_IN_TERM, NEAR_IN_SIDE, /* in the column of the last term, of headings */
    NEAR_KNOWN,                 /* in the columns of other terms and definitions */
    NEAR_WIDE, NEAR_BESIDE,     /* two blanks before the text beside; it goes on below */
    NEAR_LIST,                  /* or below a later entry; or words are beside sentences */
    NEAR_FILLS,                 /* one blank before it, after the first word */
    NEAR_ROW,                   /* more columns follow */
    NEAR_DASHED,                /* a dash before the text beside: entry_is_dashed() */
    NEAR_ALIKE,                 /* the next line has the same columns */
    NEAR_FOLLOWS,               /* the line above may go on in it */
    NEAR_INSIDE,                /* a line is directly above */
    NEAR_LISTED,                /* the numbers around make it an item */
    NEAR_NEXT_LETTER,           /* "B." after a heading "A." */
    NEAR_IN_CONTENTS,           /* an entry, and not the first one again */
    NEAR_NAMED,                 /* headings above are entries of contents with numbers */
    NEAR_RELEASED,              /* below the heading of a release */
    NEAR_NEWS,                  /* or below a heading, or no heading is above */
    NEAR_SPACED,                /* at least two blank lines above, exactly one below */
    NEAR_SUBSECTION,            /* where manual pages have their subsections */
    NEAR_LEVEL                  /* a line is directly below, not indented more */
};

#define NO false
#define IS true
#define OWN(trait) ((uint64_t)1 << OWN_##trait)
#define NEAR(trait) ((uint64_t)1 << NEAR_##trait)
/* All headings. */
#define READS (TRAITS_TITLE | TRAITS_CENTRED | HEADS)
#define HEADS (TRAITS_NUMBERED | TRAITS_CAPITALS | TRAITS_OUTDENTED | TRAITS_SHORT)
#define NAMES (TRAITS_CAPITALS | TRAITS_OUTDENTED | TRAITS_SHORT)
#define TERMS (TRAITS_LONE | TRAITS_STACKED | TRAITS_TERM)

static const struct row {
    unsigned of;
    bool is;
    uint64_t own, not_own, near, not_near;
    const char *what;
} rows[] = {
    /* ---- Above the entries of a release ---- */
    {TRAITS_RELEASE, IS, OWN(RELEASE), 0, NEAR(BELOW_BULLET), NEAR(MAIL) | NEAR(BELOW_OTHER), "heading of a release"},
    {TRAITS_RELEASE, IS, OWN(RELEASE), 0, NEAR(BELOW_DEEPER) | NEAR(APART), NEAR(MAIL) | NEAR(BELOW_OTHER),
     "heading of a release above indented text, apart"},
    {TRAITS_RELEASE, IS, OWN(RELEASE), 0, NEAR(BELOW_DEEPER), NEAR(MAIL) | NEAR(BELOW_OTHER) | NEAR(FLOWS),
     "heading of a release above indented text"},
    {TRAITS_RELEASE, IS, OWN(RELEASE) | OWN(DATED), OWN(COLON), NEAR(BELOW_LETTERS) | NEAR(NEWS), NEAR(MAIL) | NEAR(BELOW_OTHER) | NEAR(FLOWS),
     "heading of a release above lines"},
    {TRAITS_RELEASE, IS, OWN(RELEASE), OWN(COLON), NEAR(APART) | NEAR(BELOW_PROSE) | NEAR(NEWS), NEAR(MAIL) | NEAR(BELOW_OTHER),
     "heading of a release above text"},

    /* ---- In a manual page ---- */
    {TRAITS_OUTDENTED, IS, 0, OWN(BULLET), NEAR(SUBSECTION), 0, "subsection of a manual page"},

    /* ---- What no heading and no term looks like ---- */
    {READS, NO, OWN(LONG), 0, 0, 0, "too long"},
    {TRAITS_OUTDENTED | TRAITS_SHORT | TRAITS_TERM | TRAITS_ABOVE, NO, OWN(LEADS), 0, 0, 0, "a part of a sentence"},
    {READS, NO, OWN(POOR), 0, 0, 0, "hardly a letter"},
    {READS | TERMS, NO, OWN(STOPPED), OWN(CONTENTS), 0, 0, "a clause ends"},
    {READS | TERMS, NO, OWN(URL), 0, 0, 0, "a URL"},
    {TRAITS_TITLE, IS, 0, 0, 0, 0, "a title"},
    {TRAITS_CENTRED | NAMES | TRAITS_LONE | TRAITS_STACKED, NO, OWN(GAPS), 0, 0, 0, "gaps"},
    {TRAITS_CENTRED | NAMES | TERMS, NO, OWN(CODE), 0, 0, 0, "code"},
    {NAMES | TRAITS_LONE, NO, OWN(FIELD), 0, 0, 0, "a field of a mail"},
    {TRAITS_CENTRED, NO, OWN(MANY_SIGNS) | OWN(OVER_5), 0, 0, 0, "many signs"},
    {TRAITS_CENTRED | TRAITS_SHORT | TRAITS_TERM, NO, OWN(SENTENCE), OWN(CONTENTS), 0, 0, "a sentence ends"},
    {TRAITS_CENTRED | TRAITS_LONE | TRAITS_STACKED, NO, OWN(BULLET), 0, 0, 0, "a bullet"},
    {NAMES, NO, 0, OWN(USUAL), NEAR(NAMED), 0, "not in the contents"},
    {NAMES, NO, 0, 0, NEAR(RELEASED) | NEAR(INDENTED), 0, "in the entries of a release"},
    {NAMES, NO, 0, 0, NEAR(BELOW_DEEPER) | NEAR(IN_TERM), 0, "the next term"},
    {TRAITS_OUTDENTED | TRAITS_SHORT, NO, 0, OWN(UPPER), 0, 0, "no capital"},
    {TRAITS_OUTDENTED | TRAITS_SHORT | TRAITS_LONE | TRAITS_TERM, NO, 0, 0, 0, NEAR(BELOW), "nothing below"},
    {TRAITS_OUTDENTED | TRAITS_SHORT | TRAITS_LONE | TRAITS_TERM, NO, 0, 0, NEAR(BELOW_OTHER), 0, "other quote marks below"},

    /* ---- A line of a title ---- */
    {TRAITS_CENTRED, NO, 0, OWN(CAPITALS), NEAR(LATE), NEAR(SPACED), "much text above"},
    {TRAITS_CENTRED, IS, 0, 0, NEAR(MIDDLE), 0, "centred title"},

    /* ---- Numbers ---- */
    {TRAITS_NUMBERED, NO, 0, 0, NEAR(IN_CONTENTS), 0, "an entry of contents"},
    {TRAITS_NUMBERED, NO, 0, 0, NEAR(DEEP), 0, "indented"},
    {TRAITS_NUMBERED, NO, 0, OWN(UPPER) | OWN(SECTION), 0, 0, "a small letter after the number"},
    {TRAITS_NUMBERED, IS, OWN(SECTION), 0, 0, 0, "numbered heading"},
    {TRAITS_NUMBERED, NO, OWN(COLON) | OWN(OVER_5), 0, 0, 0, "it leads to what is below"},
    {TRAITS_NUMBERED, IS, OWN(DOTTED), 0, 0, NEAR(BEYOND) | NEAR(LISTED), "numbered heading"},
    {TRAITS_NUMBERED, IS, 0, 0, NEAR(NEXT_LETTER), NEAR(LISTED), "lettered heading"},

    /* ---- Capitals ---- */
    {TRAITS_CAPITALS, NO, 0, 0, NEAR(LEVEL), 0, "text directly below"},
    {TRAITS_CAPITALS, NO, 0, OWN(CAPITALS), 0, 0, "no capitals"},
    {TRAITS_CAPITALS, NO, OWN(FEW), 0, 0, 0, "few letters"},
    {TRAITS_CAPITALS, NO, OWN(TOKEN), 0, 0, 0, "a word with signs"},
    {TRAITS_CAPITALS, NO, OWN(DRAWN), 0, 0, 0, "signs of drawings"},
    {TRAITS_CAPITALS, NO, 0, 0, NEAR(NUMBERED) | NEAR(INDENTED) | NEAR(BELOW_DEEPER), 0, "a term"},
    {TRAITS_CAPITALS, IS, 0, 0, 0, NEAR(BEYOND), "heading in capitals"},

    /* ---- Left of its text ---- */
    {TRAITS_OUTDENTED, NO, 0, 0, NEAR(FLOWS), NEAR(APART), "the first line of a paragraph"},
    {TRAITS_OUTDENTED, NO, 0, 0, NEAR(BELOW_URL), 0, "a URL below"},
    {TRAITS_OUTDENTED, NO, 0, 0, NEAR(INDENTED), 0, "indented"},
    {TRAITS_OUTDENTED, NO, 0, 0, 0, NEAR(BELOW_DEEPER), "the text is not indented"},
    {TRAITS_OUTDENTED, NO, OWN(MANY_DIGITS), 0, 0, 0, "many digits"},
    {TRAITS_OUTDENTED, NO, OWN(COLON) | OWN(OVER_4), 0, 0, 0, "it leads to what is below"},
    {TRAITS_OUTDENTED, NO, 0, 0, NEAR(BELOW_SIGN), NEAR(ROOMY), "it leads to items"},
    {TRAITS_OUTDENTED, IS, 0, 0, NEAR(ROOMY), 0, "outdented heading"},
    {TRAITS_OUTDENTED, IS, 0, 0, NEAR(BELOW_PROSE) | NEAR(BELOW_WIDE), 0, "outdented heading above prose"},

    /* ---- Short ---- */
    {TRAITS_SHORT, NO, 0, OWN(CONTENTS), NEAR(BEYOND), 0, "indented"},
    {TRAITS_SHORT, NO, OWN(GREETING), 0, 0, 0, "a greeting"},
    {TRAITS_SHORT, IS, 0, OWN(OVER_5) | OWN(SPEECH), NEAR(SPACED) | NEAR(BELOW_WIDE), NEAR(MAIL) | NEAR(INDENTED),
     "short line below two blank lines"},
    {TRAITS_SHORT, IS, OWN(COLON), OWN(OVER_3), NEAR(APART) | NEAR(BELOW_PROSE) | NEAR(BELOW_WIDE),
     NEAR(MAIL) | NEAR(INDENTED) | NEAR(BELOW_DEEPER) | NEAR(BELOW_BULLET) | NEAR(NUMBERED), "short line with a colon above text"},
    {TRAITS_SHORT, NO, OWN(COLON), OWN(CONTENTS), 0, 0, "it leads to what is below"},
    {TRAITS_SHORT, IS, OWN(USUAL), 0, 0, 0, "usual title"},
    {TRAITS_SHORT, NO, 0, 0, NEAR(NUMBERED) | NEAR(INDENTED), 0, "indented, no number"},
    {TRAITS_SHORT, NO, 0, 0, NEAR(NUMBERED), NEAR(BELOW_PROSE), "no number, no prose below"},
    {TRAITS_SHORT, IS, 0, OWN(OVER_5) | OWN(WIDE), NEAR(IN_SIDE) | NEAR(BELOW_DEEPER) | NEAR(BELOW_PROSE), 0,
     "short line in the column of headings"},
    {TRAITS_SHORT, NO, 0, 0, NEAR(AFTER_COMMA), 0, "the text goes on"},
    {TRAITS_SHORT, NO, 0, 0, NEAR(MAIL), 0, "a mail"},
    {TRAITS_SHORT | TRAITS_STACKED | TRAITS_TERM, NO, OWN(OVER_8), 0, 0, 0, "many words"},
    {TRAITS_SHORT, NO, OWN(PLAIN), 0, 0, 0, "no name"},
    {TRAITS_SHORT | TERMS, NO, OWN(WIDE), 0, 0, 0, "wide"},
    {TRAITS_SHORT, NO, OWN(DIGITS), 0, 0, 0, "digits"},
    {TRAITS_SHORT, NO, OWN(MANY_SIGNS), 0, 0, 0, "many signs"},
    {TRAITS_SHORT, IS, 0, 0, NEAR(TOP), 0, "short line at the top"},
    {TRAITS_SHORT, IS, 0, 0, NEAR(BELOW_PROSE) | NEAR(BELOW_WIDE), 0, "short line above text"},
    {TRAITS_SHORT, IS, 0, 0, NEAR(BELOW_PROSE) | NEAR(BELOW_MORE) | NEAR(HEADED), 0,
     "short line above text, after other headings"},
    {TRAITS_SHORT, IS, 0, 0, NEAR(BELOW_GAPS), 0, "short line above columns"},
    {TRAITS_SHORT, IS, 0, 0, NEAR(BELOW_BULLET), 0, "short line above items"},
    {TRAITS_SHORT, IS, 0, 0, NEAR(BELOW_DEEPER), 0, "short line above indented text"},

    /* ---- Terms ---- */
    {TRAITS_STACKED | TRAITS_TERM, NO, OWN(SPEECH), 0, 0, 0, "a name and what is said"},
    {TRAITS_LONE | TRAITS_STACKED, NO, OWN(COLON), 0, 0, 0, "it leads to what is below"},
    {TRAITS_STACKED, IS, 0, OWN(MUTE), 0, 0, "one of several terms"},
    {TRAITS_STACK, IS, 0, 0,
     NEAR(BELOW_4) | NEAR(BELOW_PROSE) | NEAR(BELOW_WORDS) | NEAR(BELOW_WIDE) | NEAR(BELOW_UPPER),
     NEAR(BELOW_BULLET), "several terms of one definition"},
    {TRAITS_STACK, IS, 0, 0, NEAR(KNOWN) | NEAR(BELOW_PROSE) | NEAR(BELOW_WORDS), NEAR(BELOW_BULLET), "several terms in known columns"},
    {TRAITS_BESIDE | TRAITS_ABOVE, NO, OWN(BULLET), 0, 0, 0, "a bullet"},
    {TRAITS_BESIDE, NO, OWN(CODE), OWN(OPTION), 0, NEAR(KNOWN), "code"},
    {TRAITS_BESIDE, NO, OWN(FIELD), 0, 0, 0, "a field of a mail"},
    {TRAITS_BESIDE, NO, OWN(CLOSED), 0, 0, NEAR(FILLS), "a sentence ends"},
    {TRAITS_BESIDE, NO, OWN(REMARK), 0, 0, 0, "a comment beside code"},
    {TRAITS_BESIDE, NO, 0, 0, NEAR(ROW), 0, "a row of a table"},
    {TRAITS_BESIDE, IS, 0, 0, NEAR(DASHED), 0, "term before a dash"},
    {TRAITS_BESIDE, NO, 0, OWN(OPTION), NEAR(FOLLOWS), 0, "the text goes on"},
    {TRAITS_BESIDE, IS, 0, 0, NEAR(KNOWN) | NEAR(WIDE), 0, "term beside its text, in known columns"},
    {TRAITS_BESIDE, IS, 0, 0, NEAR(KNOWN) | NEAR(BESIDE) | NEAR(FLOWS), 0, "term that fills its column"},
    {TRAITS_BESIDE, IS, OWN(OPTION), 0, NEAR(KNOWN), 0, "option that fills its column"},
    {TRAITS_BESIDE, IS, 0, 0, NEAR(ALIKE) | NEAR(APART), NEAR(INSIDE), "terms with blank lines between"},
    {TRAITS_BESIDE, IS, OWN(OPTION), 0, NEAR(WIDE), 0, "option beside its text"},
    {TRAITS_BESIDE, IS, 0, 0, NEAR(LIST) | NEAR(WIDE), 0, "term beside its text"},
    {TRAITS_ABOVE, NO, OWN(COLON), OWN(OPTION), 0, 0, "it leads to what is below"},
    {TRAITS_ABOVE, NO, OWN(PLAIN) | OWN(OVER_8), 0, 0, 0, "a sentence"},
    {TRAITS_ABOVE, IS, OWN(OPTION), 0, NEAR(BELOW_DEEPER), 0, "option above its text"},
    {TRAITS_ABOVE, IS, 0, OWN(MUTE), NEAR(KNOWN) | NEAR(BELOW_PROSE), 0, "term above its text, in known columns"},
    {TRAITS_LONE | TRAITS_TERM, NO, 0, 0, 0, NEAR(BELOW_DEEPER), "the text is not indented"},
    {TRAITS_LONE | TRAITS_TERM, NO, 0, 0, NEAR(BELOW_BULLET), 0, "items below"},
    {TRAITS_LONE, NO, OWN(SIGNS) | OWN(OVER_3), 0, 0, 0, "words with signs"},
    {TRAITS_LONE, IS, 0, OWN(POOR),
     NEAR(NUMBERED) | NEAR(INDENTED) | NEAR(BELOW_PROSE) | NEAR(BELOW_WORDS) | NEAR(BELOW_UPPER),
     NEAR(BELOW_FAR), "term above indented text, apart"},
    {TRAITS_TERM, NO, 0, OWN(COLON), 0, NEAR(BELOW_PROSE), "no prose below"},
    {TRAITS_TERM, NO, 0, 0, 0, NEAR(BELOW_LETTERS), "no word below"},
    {TRAITS_TERM, NO, OWN(COLON), 0, NEAR(APART), 0, "it leads to what is below, apart"},
    {TRAITS_TERM, NO, OWN(LOWER), 0, NEAR(APART), 0, "a small letter, and text apart"},
    {TRAITS_TERM, NO, 0, 0, NEAR(APART), NEAR(BELOW_UPPER), "no sentence begins below"},
    {TRAITS_TERM, NO, 0, 0, NEAR(APART), NEAR(BELOW_WIDE), "no paragraph below"},
    {TRAITS_TERM, NO, 0, 0, NEAR(APART) | NEAR(INSIDE), 0, "the end of a paragraph"},
    {TRAITS_TERM, NO, OWN(OVER_5), 0, NEAR(APART), 0, "many words, and text apart"},
    {TRAITS_TERM, NO, OWN(COLON) | OWN(OVER_4), 0, 0, 0, "it leads to what is below"},
    {TRAITS_TERM, NO, OWN(UPPER) | OWN(PLAIN), 0, NEAR(APART), 0, "no name, and text apart"},
    {TRAITS_TERM, NO, 0, 0, NEAR(BEYOND) | NEAR(AFTER_CODE), 0, "below code"},
    {TRAITS_TERM, IS, 0, OWN(MUTE), 0, 0, "term above an indented text"},
};
/* clang-format on */

static uint64_t set(unsigned trait, bool is)
{
    return (uint64_t)is << trait;
}

/* The traits that are flags of the line. */
static uint64_t of_flags(unsigned flags)
{
    static const struct {
        unsigned flags, trait;
    } same[] = {{LINE_UPPER, OWN_UPPER},
                {LINE_LOWER, OWN_LOWER},
                {LINE_CAPITALS, OWN_CAPITALS},
                {LINE_COLON, OWN_COLON},
                {LINE_SENTENCE, OWN_SENTENCE},
                {LINE_SPEECH, OWN_SPEECH},
                {LINE_CODE, OWN_CODE},
                {LINE_FIELD, OWN_FIELD},
                {LINE_URL, OWN_URL},
                {LINE_GREETING, OWN_GREETING},
                {LINE_KNOWN | LINE_CONTENTS | LINE_REFERENCES, OWN_USUAL},
                {LINE_CONTENTS, OWN_CONTENTS}};
    uint64_t own = 0;

    for (unsigned i = 0; i < sizeof same / sizeof *same; i++)
        own |= set(same[i].trait, flags & same[i].flags);
    return own;
}

static uint64_t traits_own(const line *l)
{
    const bool number = l->letters == 1 && l->digits > 2 && l->words == 1;

    return of_flags(l->flags) | set(OWN_OVER_3, l->words > 3) | set(OWN_OVER_4, l->words > 4) |
           set(OWN_OVER_5, l->words > 5) | set(OWN_OVER_8, l->words > 8) |
           set(OWN_WIDE, l->edge > 60) | set(OWN_DIGITS, l->digits > 2) |
           set(OWN_MANY_DIGITS, l->digits > 4) | set(OWN_SIGNS, l->signs > 0) |
           set(OWN_MANY_SIGNS, l->signs > 4) |
           set(OWN_LONG, l->edge > HEADING_COLUMNS || l->words > HEADING_WORDS) |
           set(OWN_POOR, l->letters < 2 && !number) | set(OWN_MUTE, l->letters == 0) |
           set(OWN_STOPPED, l->tail == ',' || l->tail == ';' || l->tail == '.') |
           set(OWN_GAPS, l->stops > 0) | set(OWN_FEW, l->letters < 4) |
           set(OWN_TOKEN, l->words == 1 && l->signs > 2) | set(OWN_DRAWN, l->has.drawn) |
           set(OWN_PLAIN, l->words > 3 && l->names * 2 < l->words) |
           set(OWN_BULLET, l->bullet != BULLET_NONE) |
           set(OWN_SECTION, l->bullet == BULLET_SECTION) | set(OWN_CLOSED, l->has.closed) |
           set(OWN_REMARK, l->has.remark) | set(OWN_OPTION, l->has.option) |
           set(OWN_RELEASE, l->release.heads) | set(OWN_DATED, l->release.dated) |
           set(OWN_LEADS, l->has.leads || l->has.open || l->tail == '(') |
           set(OWN_DOTTED, l->bullet == BULLET_NUMBER && l->label.sign == '.');
}

static uint64_t traits_below(const group *g, const line *l, const line *below)
{
    const bool apart = below >= &g->b->lines[g->to];

    if (!below)
        return NEAR(APART);
    return NEAR(BELOW) | set(NEAR_BELOW_OTHER, below->quote != l->quote) |
           set(NEAR_BELOW_DEEPER, below->indent > l->indent + 1) |
           set(NEAR_BELOW_4, below->indent >= l->indent + 4) |
           set(NEAR_BELOW_FAR, below->indent > l->indent + 8) |
           set(NEAR_BELOW_PROSE, line_is_prose(below)) | set(NEAR_BELOW_WIDE, below->edge >= 50) |
           set(NEAR_BELOW_WORDS, below->words > 4) | set(NEAR_BELOW_MORE, below->words > 5) |
           set(NEAR_BELOW_LETTERS, below->letters > 0) |
           set(NEAR_BELOW_UPPER, below->flags & LINE_UPPER) |
           set(NEAR_BELOW_URL, below->flags & LINE_URL) | set(NEAR_BELOW_GAPS, below->stops > 0) |
           set(NEAR_BELOW_BULLET, below->bullet != BULLET_NONE) |
           set(NEAR_BELOW_SIGN, below->bullet == BULLET_SIGN) | set(NEAR_APART, apart) |
           set(NEAR_LEVEL, !apart && below->indent <= l->inner && !(below->flags & LINE_RULE)) |
           set(NEAR_FLOWS, margin_flows(g, l, below));
}

/* Returns true when l, with a number or a letter, is an item: an item is above it, or the item with
 * the next number or letter is below it. The next chapter may have no text. */
static bool traits_is_listed(const group *g, const line *l)
{
    const line *next = g->next;
    const item *first = g->b->items;
    const bool chapter = g->b->head.chapter > 0 && l->label.value == g->b->head.chapter + 1;

    if (next && !chapter && next->bullet == l->bullet && next->label.sign == l->label.sign &&
        next->indent == l->indent && next->label.value == l->label.value + 1)
        return true;
    return g->b->items_n > 0 && first->bullet == l->bullet && first->column == l->indent &&
           first->value + 1 == l->label.value;
}

/* Returns true for an entry of the contents, which end where the first one comes back. */
static bool is_in_contents(const blocks *b, const line *l)
{
    return b->section == SECTION_CONTENTS &&
           !(b->contents.entries > b->contents.first_entry + 1 && l->title.number != 0 &&
             b->entry[b->contents.first_entry].title.number == l->title.number);
}

/* Returns true for a line in the column of an open term. */
static bool traits_is_in_term(const blocks *b, const line *l)
{
    bool is = false;

    for (unsigned i = 0; i < b->items_n; i++)
        is |= item_is_term(b, i + 1) && b->items[i].column == l->indent;
    return is;
}

/* The columns of subsections and of text in manual pages. */
#define SUBSECTION 3
#define MANUAL 7

/* Returns true when line i is in the column where manual pages have subsections, and text in the
 * column of their text is directly below. Other subsections may be between the two. */
static bool traits_is_subsection(const group *g, unsigned i)
{
    const line *l = &g->b->lines[i], *end = &g->b->lines[g->to];

    if (l->indent != SUBSECTION || g->b->head.outer != MANUAL)
        return false;
    while (l < end && l->indent == SUBSECTION)
        l++;
    return l < end && l->indent == MANUAL;
}

traits traits_of(const group *g, unsigned i, const line *below)
{
    const blocks *b = g->b;
    const line *l = &b->lines[i];
    const unsigned twice = l->indent + l->edge;
    const enum block_kind above_kind = group_kind_above(g, i);
    const bool first = b->lines_n <= TITLE_AFTER && !b->settled && below && line_is_prose(below) &&
                       below->edge >= 50;
    const bool letter = l->bullet == BULLET_LETTER && l->label.sign == '.' && l->indent == 0 &&
                        ascii_is_upper(l->head) && l->label.value == b->head.letter + 1;

    return (traits){
        traits_own(l),
        traits_below(g, l, below) | set(NEAR_INDENTED, l->indent > 0) |
            /* cppcheck-suppress nullPointerRedundantCheck ; it is not NULL if `first` is true */
            set(NEAR_BEYOND, l->indent > (first ? below->indent : b->body)) |
            set(NEAR_DEEP, l->indent > b->body + 4) |
            set(NEAR_MIDDLE,
                twice >= 56 && twice <= 90 &&
                    (l->indent >= b->body + 4 || (!b->settled && twice >= 66 && twice <= 78))) |
            set(NEAR_MAIL, b->mail) | set(NEAR_TOP, b->lines_n == 0) |
            set(NEAR_LATE, b->lines_n > TITLE_AFTER) | set(NEAR_HEADED, b->head.headings > 0) |
            set(NEAR_NUMBERED, b->head.numbered >= NUMBERED) | set(NEAR_ROOMY, b->body >= 2) |
            set(NEAR_AFTER_COMMA, b->last.tail == ',') |
            set(NEAR_AFTER_CODE, above_kind == BLOCK_CODE) |
            set(NEAR_IN_TERM, traits_is_in_term(b, l)) |
            set(NEAR_KNOWN, below && entry_is_known(b, l->indent, below->indent)) |
            set(NEAR_IN_SIDE, b->head.side == l->indent + 1U) | set(NEAR_INSIDE, i > g->from) |
            set(NEAR_LISTED, traits_is_listed(g, l)) | set(NEAR_NEXT_LETTER, letter) |
            set(NEAR_IN_CONTENTS, is_in_contents(b, l)) | set(NEAR_NAMED, contents_are_known(b)) |
            set(NEAR_RELEASED, b->head.release > 0) |
            set(NEAR_SPACED, l->above == 2 && below && below->above == 1) |
            set(NEAR_SUBSECTION, traits_is_subsection(g, i)) |
            set(NEAR_NEWS, b->head.release > 0 || b->head.headings == 0 ||
                               b->kind == BLOCK_HEADING || b->kind == BLOCK_UNDERLINE)};
}

/* Returns true for a line like l: its text and one text beside it begin in the same columns. */
static bool traits_is_beside(const line *other, const line *l, unsigned text)
{
    return other->indent == l->indent && other->stops == 1 && other->stop[0] == text;
}

/* Returns true when only blanks are between the first word of the line and this column. */
static bool traits_is_single(const line *l, unsigned text)
{
    unsigned column = l->indent + l->word;

    while (column < text && line_has_blank(l->blank, column))
        column++;
    return column == text;
}

/* Returns true when the text in this column goes on below line i, or below one of the next lines,
 * which have the same columns; or when the column has sentences, and single words are beside it.
 * Such words and sentences are a table when there are many and nothing else is in the group. */
static bool traits_is_list(const group *g, unsigned i, unsigned text)
{
    const line *l = &g->b->lines[i], *end = &g->b->lines[g->to], *k = l;
    unsigned n = 0, words = 0, letters = 0, signs = 0;
    bool single = true;

    for (; k < end && (n == 0 || traits_is_beside(k, l, text)); k++, n++) {
        words += k->words - 1U;
        letters += k->letters;
        signs += k->signs;
        single = single && !(k->flags & LINE_STAMP) && traits_is_single(k, text);
    }
    if (k < end && k->indent == text)
        return true;
    return single && n >= ENTRIES && words >= WORDS_BESIDE * n && signs * 4 < letters &&
           !(k == end && n > ENTRIES && i == g->from);
}

traits traits_beside(const group *g, unsigned i, unsigned text)
{
    const line *l = &g->b->lines[i], *below = i + 1 < g->to ? l + 1 : g->next;
    traits at = traits_of(g, i, below);

    at.near &= ~NEAR(KNOWN);
    at.near |= set(NEAR_KNOWN, entry_is_known(g->b, l->indent, text)) |
               set(NEAR_FILLS, l->indent + l->word + 1U == text) |
               set(NEAR_ALIKE, below && below->indent == l->indent && below->stops > 0 &&
                                   below->stop[0] == text && l->gap[0] > 2) |
               set(NEAR_LIST, traits_is_list(g, i, text)) |
               set(NEAR_DASHED, text == l->dash && entry_is_dashed(g, i)) |
               set(NEAR_BESIDE, below == l + 1 && below->indent == text) |
               set(NEAR_FOLLOWS, i > g->from && l[-1].indent == l->indent &&
                                     !(l[-1].flags & LINE_COLON) && margin_flows(g, l - 1, l));
    for (unsigned k = 0; k < l->stops; k++)
        at.near |=
            set(NEAR_WIDE, l->stop[k] == text) | set(NEAR_ROW, l->stop[k] > text && l->gap[k] > 2);
    return at;
}

const char *traits_decide(enum traits_decision of, traits at)
{
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct row *r = &rows[i];

        if (r->of & of && ROW_IS_ON(i) && (r->own & ~at.own) == 0 && (r->near & ~at.near) == 0 &&
            (r->not_own & at.own) == 0 && (r->not_near & at.near) == 0)
            return r->is ? r->what : NULL;
    }
    return NULL;
}

#ifdef TRAWL_TEST_RULES
unsigned row_off = ~0U;
const unsigned row_count = sizeof rows / sizeof *rows;
#endif
