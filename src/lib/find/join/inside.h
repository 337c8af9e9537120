/* inside.h - what is known about a line break after a link (R34, R35)
 */
#ifndef TRAWL_FIND_JOIN_INSIDE_H
#define TRAWL_FIND_JOIN_INSIDE_H

#include "find/join/join.h"
#include "find/lines/lines.h"

/* Bytes before the link that are read: less than the left context of a window. */
#define ABOVE_BYTES 1024

/* ---- The next line's first word (word.c) ---- */

/* What the first word of the next line may be. */
enum token_kind {
    TOKEN_NONE, /* no part of this URL: another link, a label, a sign */
    TOKEN_ODD,  /* what only a cut explains: "/", "(a)", "5.", "--x", and "x" before "<b>" */
    TOKEN_SIGN, /* a sign, and a word: "-Ann", "+49", "/joe" */
    TOKEN_WORD, /* letters only */
    TOKEN_WEAK, /* a number, a name with a dot or a hyphen: prose has such words too */
    TOKEN_CODE  /* signs or a mixture that only a URL has */
};

typedef struct token {
    size_t from, to;
    enum token_kind kind;
    bool plain;   /* a word of prose by itself: "Thanks", "done." */
    bool prose;   /* even after a line that reaches the edge: "the", "Thanks" */
    bool version; /* "v2.0" */
    bool other;   /* another link, or a label */
    bool sum;     /* as long as a checksum */
    int next;     /* the byte after it */
} token;

/* Reads the first word at i, below the lines `url` of a URL, which may be empty. `scheme`: the word
 * begins with the rest of a scheme. */
token word_read(text *t, size_t i, bool scheme, trawl_str url);

/* Returns true when the word has no letter. */
bool word_is_number(const text *t, const token *word);

/* ---- A name that the break divides (name.c) ---- */

enum name_break {
    NAME_NONE,
    NAME_DIVIDED, /* it is whole only with the next word */
    NAME_LONGER   /* it may be whole without the next word */
};

/* Returns how the break after the lines `url` of a URL divides a name: its host, its news group, or
 * the message-id in its last segment. `run`: the word is alone in its line. */
enum name_break name_divided(const settings *s, trawl_str url, const text *t, const token *word,
                             bool run);

/* Returns true when the host or the address that begins the word may be a part of the URL: after
 * "=" or "=https%3A%2F%2F", in a group, in the half of an address or of a message-id. */
bool name_takes(trawl_str url, const char *word, size_t n);

/* ---- A break (signs.c, evidence.c) ---- */

enum strength { BREAK_NONE, BREAK_MAY, BREAK_SURE };

/* The kind of lines around a break, which decides what evidence counts. */
enum break_layout {
    BREAK_IN_TEXT,
    BREAK_ON_SCREEN,
    BREAK_IN_SCHEME, /* the break is inside a scheme, or after its "://" */
    BREAK_BY_GUESS   /* any lines, with TRAWL_OPTION_JOIN */
};

/* How a break was decided, and the signs that it showed (BREAK_BIT()). */
typedef struct verdict {
    bool read;    /* the lines around the break were read; else the rest is 0 */
    bool weighed; /* the evidence decided; else the lines show that there is no break */
    bool guess;
    enum break_layout layout;
    enum strength is;
    uint64_t signs;
    char region[FOUND_REGION]; /* region_describe() */
} verdict;

/* A URL and the lines after it that may be parts of it. */
typedef struct chain {
    piece pieces[FOUND_LINES];
    size_t bytes;         /* of all pieces */
    unsigned count, sure; /* lines, and how many of them surely belong to the URL */
    text_row first, last;
    region near;
    unsigned column, body; /* where the link begins; the text after a bullet, "* ", "12. " */
    char trimmed;          /* the sign after the link that seldom belongs to links, '\0' for none */
    unsigned tight;        /* the bytes of the second line's sign that may belong to the URL */
    bool guess;            /* a break only TRAWL_OPTION_JOIN accepts */
    bool open;             /* the line below the last line casts doubt on all lines */
    bool comment;          /* the link's line is a comment of a program, "# see http://..." */
    bool scheme;           /* the first break is inside the scheme or its "://" */
    bool bare;             /* and not before the end of "://" or "mailto:": only the edge of the
                            * text shows the break */
    bool named;            /* the first break divides a name */
    bool stars;            /* "**" marks the first break (M20) */
    verdict why;           /* of the first break */
    char text[FOUND_BYTES]; /* the lines so far */
} chain;

static inline trawl_str chain_url(const chain *k)
{
    return (trawl_str){k->text, k->bytes};
}

/* What a break shows, a bit each (signs.c). */
enum break_sign {
    /* the next line's first word: its kind, enum token_kind, or a later kind */
    BREAK_SIGN,
    BREAK_WORD,
    BREAK_WEAK,
    BREAK_CODE,
    BREAK_VOWEL, /* letters that may be a word of a language */
    BREAK_PLAIN, /* token.plain; the next three are members of token, too */
    BREAK_PROSE,
    BREAK_VERSION,
    BREAK_SUM,
    BREAK_NUMBER, /* the word has no letter */
    BREAK_RUN,    /* the word is alone in its line */
    BREAK_LOWER,  /* the word is alone in its line and has no capital */
    /* the URL before the break */
    BREAK_NAME,   /* the break is inside a host or a news group: "http://www." */
    BREAK_HYPHEN, /* the URL ends in "-", "=" */
    BREAK_EQUALS,
    BREAK_SOFT,    /* programs break there */
    BREAK_OPEN,    /* no URL ends so */
    BREAK_WHOLE,   /* the URL is whole, or ends in a port and continues otherwise */
    BREAK_STOPPED, /* punctuation follows the URL and probably ends it */
    BREAK_URL_60,  /* the URL has at least 60 bytes in the lines so far */
    BREAK_SETTING, /* "name=value" follows, and the URL has no query */
    BREAK_BARE,    /* only a scheme and "://" */
    /* both */
    BREAK_QUOTED,   /* the quote before the URL closes after the word */
    BREAK_ESCAPE,   /* the break is inside an escape or brackets, or before a file's ending */
    BREAK_FOREIGN,  /* the word is text or a link of its own */
    BREAK_RESUMED,  /* a colour ends with the line, and begins again with the next line */
    BREAK_COLOURED, /* a colour ends with the line, and no colour begins with the next line */
    /* the line before the break */
    BREAK_FIRST,     /* the URL's first line */
    BREAK_UNSURE,    /* an earlier break is not sure */
    BREAK_COMMENT,   /* the URL's first line is a comment of a program */
    BREAK_MARKED,    /* the next line has the quote marks of this one */
    BREAK_HANGING,   /* the next line is indented */
    BREAK_ITEM,      /* both lines begin with a sign of a list */
    BREAK_FRAME,     /* the line reaches the frame at its right */
    BREAK_INSIDE,    /* the line ends before the frame at its right */
    BREAK_EVEN,      /* the word is alone in the next line, which is as long as this one */
    BREAK_CHAINED,   /* the line is as long as the first line of the URL */
    BREAK_FROM_SOFT, /* from here on, the columns of the line, by the widths in signs.c */
    BREAK_FROM_SHOWN,
    BREAK_FROM_ALONE,
    BREAK_FROM_SCREEN,
    BREAK_BEYOND,
    BREAK_WIDE,  /* the line is longer than mail programs make lines */
    BREAK_KNOWN, /* the line has as many columns as trawl_config.columns says */
    BREAK_WIDTH, /* the line is as long as many screens are wide */
    /* the line among those around it */
    BREAK_LONGEST,     /* no line is longer */
    BREAK_SHARED,      /* another line is as long; in text, at least two others */
    BREAK_LOOSE,       /* other lines end where the next word did not fit, or fewer than two are
                         * as long */
    BREAK_FILLED,      /* lines that end so outnumber the lines that are as long as this one */
    BREAK_NO_ROOM,     /* the word's first part did not fit */
    BREAK_BEFORE_FILL, /* the longest line above would be longer with the word that did not fit */
    BREAK_ABOVE,       /* lines above were read */
    BREAK_NEAR,        /* at most three columns shorter than the lines above */
    /* signs that follow from the signs above (signs.c) */
    BREAK_EXACT,  /* the line ends at an edge that other lines show */
    BREAK_CUT,    /* where lines are cut, not filled */
    BREAK_STRONG, /* several lines are cut, and none is filled */
    BREAK_USUAL,  /* the line is the longest, and as long as many screens are wide */
    BREAK_EDGE,   /* BREAK_CUT or BREAK_USUAL */
    BREAK_LONG,   /* long enough for a break */
    BREAK_FULL,   /* nothing shows that more would have fitted */
    BREAK_ALIKE,  /* the next line begins as other lines do */
    BREAK_SIGNS
};
_Static_assert(BREAK_SIGNS <= 64, "the signs fit into 64 bits");

#define BREAK_BIT(sign) (UINT64_C(1) << BREAK_##sign)

/* A break: the line before it is k->last. */
typedef struct seam {
    const token *word; /* the first word of the next line */
    char end;          /* the last byte before the break */
    uint64_t signs;    /* BREAK_BIT(); 0 unless the break was weighed */
} seam;

/* Weighs the break between k->last and `next`. The caller has set m->word; sets the rest of *m. At
 * the first break of the chain, reads the lines around it. */
enum strength break_weigh(const settings *s, text *t, chain *k, const text_row *next, seam *m);

/* Weighs a break by its signs. */
enum strength evidence_weigh(uint64_t signs, enum break_layout layout);

/* Notes for --explain the region, what its lines are, and the evidence that counted. */
void evidence_note(candidate *f, const verdict *v);

/* EVIDENCE(2, evidence) is true unless the test has switched off the row 2 of evidence.c; with
 * `signs`, the row 2 of signs.c. The functions return the text of a row, NULL past the last row. */
#ifdef TRAWL_TEST_RULES
extern int evidence_off, signs_off;
/* If not NULL, receives the signs of each break in text, and the lines of the URL before it. */
extern void (*break_seen)(uint64_t from, unsigned lines, uint64_t signs);
const char *evidence_row(int i);
const char *signs_row(int i);
#define EVIDENCE(row, table) ((row) != table##_off)
#else
#define EVIDENCE(row, table) true
#endif

/* ---- Joining (join.c) ---- */

/* Begins the chain with the link's own line, up to `end`. Returns false when that is too long. */
bool join_begin(text *t, const candidate *f, size_t end, chain *k);

/* Makes all pieces of the chain the link; they are certain to belong together. Returns false when
 * they are no link. */
bool join_all(const settings *s, const text *t, candidate *f, const chain *k);

/* Returns true when only blanks and the frame follow in the line, or the text ends. */
bool join_is_last(text *t, size_t i);

#endif
