/* inside.h - what word.c and break.c find out about a line break after a link (R34, R35), for
 * join.c
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
    bool prose;   /* and even at the edge: "the", "Thanks" */
    bool version; /* "v2.0" */
    bool other;   /* another link, or a label */
    bool sum;     /* as long as a checksum */
    int next;     /* the byte after it */
} token;

/* Reads the first word at i. `scheme`: it begins with the rest of a scheme. */
token word_read(text *t, size_t i, bool scheme);

/* Returns true when the word has no letter. */
bool word_is_number(const text *t, const token *word);

/* ---- A break (break.c) ---- */

enum strength { BREAK_NONE, BREAK_MAY, BREAK_SURE };

/* A URL and the lines after it that may be parts of it. */
typedef struct chain {
    piece pieces[FOUND_LINES];
    unsigned count, sure; /* lines, and those of them that surely belong to it */
    text_row first, last;
    region near;
    unsigned column, body; /* where the link begins; the text after a bullet, "* ", "12. " */
    char trimmed;          /* the sign after the link that seldom belongs to it, '\0' for none */
    bool guess;            /* a break only TRAWL_OPTION_JOIN accepts */
    bool open;             /* the line below the last one casts doubt on all of them */
    bool blank;            /* the link's line ends with a blank, as in flowed text (RFC 3676) */
    bool comment;          /* the link's line is a comment of a program, "# see http://..." */
    bool scheme;           /* the first break is inside the scheme or its "://" */
    bool bare;             /* and the scheme is whole: only the edge shows the break */
} chain;

/* A break: the line before it is k->last. */
typedef struct seam {
    const token *word; /* the first word of the next line */
    char end;          /* the last byte before the break */
    bool run;          /* the word is alone in its line */
    bool soft, open;   /* programs break there; no URL ends so */
    bool whole;        /* the URL before the break is whole */
    bool chained;      /* the line is as long as the first one of the chain */
    bool exact, full;  /* it ends at the edge that other lines show; no line shows a farther one */
    bool cut;          /* and the others do not end where a word did not fit */
    bool shown;        /* no other line is longer */
    bool strong;       /* several lines end at the edge, and none before it for want of space */
    bool usual;        /* it is as long as many screens are wide */
    bool filled;       /* other lines end where a word did not fit */
    bool even;         /* and the next one is as long */
    bool number;       /* the word has no letter */
    bool vowel;        /* the word may be one of a language */
    bool alike;        /* the next line begins as other lines do */
    bool quoted;       /* the quote before the URL closes after the word */
    bool coloured;     /* a colour ends with the line, and none begins the next one */
    bool resumed;      /* a colour ends with the line, and begins the next one again */
    bool escape;       /* it ends inside an escape or brackets, or before a file's ending */
    bool inside;       /* the line ends before the frame at its right */
    bool lower;        /* the word is alone in its line, and has no capital */
} seam;

/* Weighs the break between k->last and `next`, and sets the rest of *m, which has the word. Reads
 * the lines around the first break of the chain. */
enum strength break_weigh(const settings *s, text *t, chain *k, const text_row *next, seam *m);

#endif
