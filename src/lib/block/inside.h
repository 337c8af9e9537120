/* inside.h - what the files of src/lib/block share: the lines that wait for a decision, and the
 * context
 *
 * block.c collects groups: lines without a blank line, a change of depth or page furniture between
 * them. group.c reads a group from its first line to its last, and decides what each line is.
 */
#ifndef TRAWL_BLOCK_INSIDE_H
#define TRAWL_BLOCK_INSIDE_H

#include "base/memory.h"
#include "block/line.h"

/* Lines shorter than this were seldom ended by the width of the text. */
#define NARROW 45
/* The maximum number of levels of items. */
#define ITEMS 8

/* From this many numbered headings on, a line without a number needs more evidence to be one. */
#define NUMBERED 3

/* Where a block goes on whatever its lines look like. */
enum mode { MODE_TEXT, MODE_FENCE, MODE_DIFF, MODE_SIGNATURE, MODE_PROGRAM };

/* What the section is, by its heading. */
enum section { SECTION_TEXT, SECTION_CONTENTS, SECTION_REFERENCES };

/* An item, or a term, whose text may go on. A term has no bullet. */
typedef struct item {
    unsigned column, inner; /* of the bullet, of its text */
    enum bullet bullet;
    unsigned char sign;
    unsigned value;
} item;

/* The maximum number of lines of a page's header, and of different headers and footers that are
 * kept. */
#define RUNNING_LINES 4
#define RUNNING_KEPT 32

#define RETURNING_NUMBERS 4
/* The maximum number of lines from one page to the next. */
#define PAGE_MOST 120

/* A line that may come back on the next page, and its last place: returning.c, running.c. */
typedef struct returning_line {
    uint32_t hash; /* of its letters */
    uint32_t at;   /* the number of the line */
    uint16_t number[RETURNING_NUMBERS];
    uint8_t from[BLOCK_EARLIER]; /* lines to the place before, and so on; 0: none */
    uint8_t times;               /* how often it came at the distance of a page */
    uint8_t ends;                /* how many times in succession it was at the end of a page */
    uint8_t turned;              /* how many times in succession its number was the page's */
    bool paged;                  /* it had a page's number, or was beside one */
    bool marked;                 /* it was furniture */
} returning_line;

typedef struct running {
    bool paged;      /* a footer or a form feed came after the last line with text */
    bool joined;     /* the last line is directly below a header, and short */
    bool lone;       /* `last` has two blank lines above */
    unsigned top;    /* the next line is this line of its page's header, from 1; 0: of the text */
    unsigned blanks; /* above the next line */
    returning_line lines[RUNNING_KEPT];
    bool may_be; /* the last line with text may be one of a header or a footer */
    returning_line last;
} running;

/* The maximum number of levels of headings. */
#define LEVELS 6

/* A heading whose chapter the next headings may be part of, by their indentation. */
typedef struct heading_above {
    unsigned column, level;
    bool plain; /* it has neither a number nor capitals, and is not the title */
} heading_above;

/* The maximum number of entries of contents that are kept. */
#define CONTENTS_ENTRIES 1024

typedef struct contents_entry {
    line_title title;
    uint16_t level;
    bool seen; /* its heading came */
} contents_entry;

/* The maximum number of lines that may come back on the next page. */
#define RETURNING_KEPT 256
/* The last ends of pages that are kept: PAGE_MOST lines have at most four pages of 30 lines. */
#define RETURNING_TURNS 4

typedef struct returning {
    unsigned n, last; /* lines so far; the last of them that is in a cluster */
    bool begins;      /* a blank line is above the next line */
    unsigned cluster; /* what the last lines count, which all came before */
    unsigned ends;    /* the highest `ends` of them */
    bool paged;       /* they are at the end of a page */
    bool printed;     /* a form feed came */
    unsigned turns;   /* the ends of pages that other furniture shows */
    struct {
        unsigned from, to; /* its first and last line */
    } turn[RETURNING_TURNS];
    returning_line lines[RETURNING_KEPT]; /* by their hash */
} returning;

/* The last difference: patch.c. */
typedef struct patch {
    unsigned old, new; /* lines that its hunk still has */
    bool counted;      /* the last hunk says how many */
    bool headed;       /* no hunk came below the head of the file */
    unsigned depth;    /* its depth of quotes + 1; 0: there was none */
} patch;

/* The tables of contents so far: contents.c. Their entries are in blocks.entry. */
typedef struct contents {
    bool seeks;                    /* there is one: titles are read */
    uint64_t titles[16];           /* a bit for each of the entries' words */
    unsigned entries, first_entry; /* all, and the first one of the last table */
    unsigned named;                /* headings whose number and words are in contents above */
    bool divided;                  /* they have sections of chapters */
    unsigned leaders;              /* entries of the last table with a page number */
    uint16_t outline[LEVELS];      /* the indentations of its levels */
    unsigned outline_n;
} contents;

/* The headings so far: heading.c. */
typedef struct headings {
    heading_above above[LEVELS]; /* each with a greater column than the one before */
    unsigned above_n;
    unsigned messages;           /* of a digest: those with a number */
    unsigned headings, numbered; /* how many, and those with a number */
    unsigned starred;            /* those with stars */
    unsigned hashed;             /* those with "#" */
    unsigned release;            /* the level of those of releases, or 0 */
    unsigned outer;              /* indentation of the text below headings at the margin, or 0 */
    unsigned side;    /* indentation of headings above text that is indented more + 1, or 0 */
    unsigned chapter; /* of the last heading "3. Title", or 0 */
    unsigned letter;  /* of the last heading "B. Title", from 1 */
} headings;

/* Code that is open: nest.c. */
typedef struct nest {
    unsigned char kind; /* enum nest_kind */
    uint16_t column, quote;
    uint32_t name; /* the hash of the element's name; 0: not known yet */
    int depth;
    unsigned said;               /* sentences in succession */
    bool string, in_tag, closes; /* in a string; in a start tag; a line that is held closes it */
    bool never;                  /* the code above never closes */
} nest;

struct blocks {
    block_sink *sink;
    void *user;
    memory memory;
    bool message; /* the text is the body of a message */
    /* From here to `entry` all is zeroed for another text. */
    int error;
    unsigned n;
    unsigned spaced; /* counts the signs of double spacing: block.c */
    bool tick;       /* the lines of this text begin with "`" */
    /* The last line that was decided and is neither blank nor furniture. */
    line last;
    enum block_kind kind;
    const char *rule;
    struct {
        bool printed;  /* the last decided line that is not blank is furniture */
        bool adjacent; /* the next line follows `last` without a blank line */
        bool torn;     /* only page furniture is between it and the next line */
    } gap;             /* below it: block.c */
    enum mode mode;
    enum section section;
    unsigned mode_lines;             /* lines of a signature */
    unsigned body;                   /* indentation of running text */
    bool settled;                    /* there was running text */
    unsigned width[LINE_QUOTES + 1]; /* the right margin of each depth of quotes, or 0 */
    unsigned edge;                   /* the right edge of justified text, or 0 */
    uint8_t beside[LINE_BLANKS];     /* by the column of terms: that of their definitions, or 0 */
    unsigned lines_n;                /* lines with text that were decided */
    bool mail;                       /* the text has quotes or mail headers */
    item items[ITEMS];
    unsigned items_n;
    block_decision table; /* the last row of a table whose rows agree, if row is set */
    patch patch;
    nest nest;
    contents contents;
    headings head;
    running running;
    returning returning;
    /* Lines that are not decided, and the decisions of those that will be given next. */
    contents_entry entry[CONTENTS_ENTRIES];
    line lines[BLOCK_LOOKAHEAD];
    block_decision out[BLOCK_LOOKAHEAD];
};

/* A group of lines: lines[from..to) of b. */
typedef struct group {
    blocks *b;
    unsigned from, to;
    const line *next; /* the first line after the group that has text, or NULL */
    unsigned slack; /* columns that a line may lack when the next line begins with a small letter */
    bool begins;    /* no line is directly above */
    unsigned width; /* the right margin at which lines were ended; 0: lines were ended on purpose */
    nest code; /* the state of the code in the group at lines[code_from]; or of kind NEST_NONE */
    unsigned code_from; /* `to` + 1 if the line that opens the code is the last one and must wait */
} group;

/* Tests switch off one row of the tables. traits.c has the first rows, item.c the rows from
 * ITEM_ROWS on, heading.c the rows from STAR_ROWS on, release.c the rows from RELEASE_ROWS on. */
#ifdef TRAWL_TEST_RULES
extern unsigned row_off;
extern const unsigned row_count, item_row_count, star_row_count, release_row_count;
#define ROW_IS_ON(row) ((row) != row_off)
#else
#define ROW_IS_ON(row) ((void)(row), true)
#endif
#define ITEM_ROWS 1000
#define STAR_ROWS 2000
#define RELEASE_ROWS 3000

/* A row decides about a line with one of these kinds of bullets if all of `with` is seen at it, and
 * none of `without`. */
typedef struct seen_row {
    unsigned kinds;
    bool is;
    unsigned with, without;
} seen_row;

/* Returns the answer of the first of n rows that applies, or false if no row does. Tests know the
 * rows by their numbers from `first` on. */
static inline bool seen_decide(const seen_row *rows, unsigned n, unsigned first, const line *l,
                               unsigned seen)
{
    for (unsigned i = 0; i < n; i++)
        if (ROW_IS_ON(first + i) && rows[i].kinds >> l->bullet & 1 && (rows[i].with & ~seen) == 0 &&
            (rows[i].without & seen) == 0)
            return rows[i].is;
    return false;
}

/* ---- running.c ---- */

/* Finds out whether the new line, lines[n], whose text is at p, or one above it, is the header or
 * the footer of a printed page. */
void running_find(blocks *b, const char *p);

/* ---- returning.c ---- */

/* Like running_find(), for a header or a footer that comes back at the distance of a page. */
void returning_find(blocks *b, const char *p);

/* How the numbers of a line differ from those at its last place. */
enum turning {
    TURNING_NONE, /* in another way */
    TURNING_SAME, /* not at all */
    TURNING_NEXT, /* one number is greater by 1 */
    TURNING_PAGE  /* as TURNING_NEXT, and it is about the number of the page */
};

/* Returns the hash of the first `compared` letters and digits of the line that was added last, and
 * its numbers. */
returning_line returning_measure(const blocks *b, const char *p, unsigned compared);
enum turning returning_turn(const returning_line *new, const returning_line *kept);

/* ---- group.c ---- */

/* Decides what all lines of a group are. */
void group_decide(group *g);

/* Makes line i one of this kind. */
void group_set(group *g, unsigned i, enum block_kind kind, const char *rule);

/* Returns the kind of the block above line i. */
enum block_kind group_kind_above(const group *g, unsigned i);

/* Makes lines[i..to) one block of this kind, without joins. */
void group_keep(group *g, unsigned i, unsigned to, enum block_kind kind, const char *rule);

/* Makes lines[i..to) running text of this kind. */
void group_flow(group *g, unsigned i, unsigned to, enum block_kind kind, const char *rule);

/* ---- entry.c ---- */

/* Returns true when an earlier term was in column `term`, and its definition in column `text`. */
bool entry_is_known(const blocks *b, unsigned term, unsigned text);

/* Returns true when line i begins with a term and a dash or colon, and its text begins in the
 * column of an earlier definition or of the next entry's text. An option needs no other entry. */
bool entry_is_dashed(const group *g, unsigned i);

/* Decides that line i is a term if this is certain. Also decides the definition beside it, or the
 * terms directly below that share its definition. Returns the first line that is still undecided: i
 * if nothing was decided. */
unsigned entry_decide(group *g, unsigned i);

/* Returns true when line i has a term, and its definition beside it. */
bool entry_begins(const group *g, unsigned i);

/* Decides whether line i is a question or its answer: "Q: Why?", "A: Because." Returns as
 * entry_decide(). */
unsigned entry_question(group *g, unsigned i);

/* Decides whether other terms begin at i: one above an indented text, or several. Returns as
 * entry_decide(). */
unsigned entry_terms(group *g, unsigned i);

/* ---- contents.c ---- */

/* Reads the title of a measured line. */
void contents_read(line *l, const char *p);

/* Decides which lines from i on are entries of contents. Returns the first line that is still
 * undecided: i if nothing was decided. */
unsigned contents_decide(group *g, unsigned i);

/* Returns how many lines from i on are the heading of an entry, and sets *entry to it; or 0. */
unsigned contents_names(group *g, unsigned i, const contents_entry **entry);

/* Returns true when contents with numbers for chapters and sections have named headings, so that
 * they may be trusted. */
bool contents_are_known(const blocks *b);

/* ---- margin.c ---- */

/* Finds the right margin of a group. */
void margin_find(group *g);

/* Returns true when the line end between two lines is there because the first word of the second
 * one had no room in the first one. */
bool margin_flows(const group *g, const line *above, const line *l);

/* ---- justified.c ---- */

/* Finds the justified paragraphs of a group, and forgets the stops of their lines. */
void justified_find(group *g);

/* ---- table.c ---- */

/* Finds the columns of lines[i..to), which are decided as a table. Leaves them without columns when
 * the rows do not agree. */
void table_divide(group *g, unsigned i, unsigned to);

/* ---- verbatim.c ---- */

/* Decides which lines from i on stay as they are, when i is the first of such lines: tables,
 * drawings, code, logs, ... Returns the first line that is still undecided: i if nothing was
 * decided. */
unsigned verbatim_decide(group *g, unsigned i);

/* Decides which lines from i on belong to a mode other than MODE_TEXT. Returns as
 * verbatim_decide(). */
unsigned verbatim_mode(group *g, unsigned i);

/* ---- nest.c ---- */

/* Finds code that is open at the start of the group or begins in it, and ends the group where such
 * code begins or ends. Returns false when more lines are needed, but never if `all` is set. */
bool nest_find(group *g, bool all);

/* Decides the lines of a group with code. */
void nest_keep(group *g);

/* ---- patch.c ---- */

/* Decides which lines from i on are trailers, a diffstat or a difference. Returns the first line
 * that is still undecided: i if nothing was decided. */
unsigned patch_decide(group *g, unsigned i);

/* Like patch_decide(), for a difference that continues. */
unsigned patch_mode(group *g, unsigned i);

/* ---- heading.c ---- */

/* Decides whether line i is a heading, with its underline. Returns the first line that is still
 * undecided: i if nothing was decided. */
unsigned heading_decide(group *g, unsigned i);

/* ---- item.c ---- */

/* Returns true when line i begins an item or a reference. */
bool item_begins(const group *g, unsigned i);

/* Makes the bullet's line the start of an item: opens it, and closes the items that ended. */
void item_open(group *g, unsigned i);

/* Opens an item or a term, closes those that ended. Returns its level. */
unsigned item_push(blocks *b, item new);

/* Closes items that text with this indentation does not belong to. Returns the level of the item
 * that it belongs to, or 0. */
unsigned item_level(blocks *b, unsigned indent);

/* Returns true when the text of this level belongs to a term. */
bool item_is_term(const blocks *b, unsigned level);

#endif
