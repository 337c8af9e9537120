/* line.h - the features of one line, judged without the lines around it
 *
 * Columns are those of a terminal: wide characters take two, tabs end at multiples of 8. They count
 * from the end of the quote marks.
 */
#ifndef TRAWL_BLOCK_LINE_H
#define TRAWL_BLOCK_LINE_H

#include "block/block.h"

/* Quotes deeper than this count as this deep. */
#define LINE_QUOTES 32
#define LINE_STOPS 4
/* Columns in which blanks are known. */
#define LINE_BLANKS 128

/* A line of a grid. */
enum grid {
    GRID_NONE,
    GRID_ROW,   /* "| a | b |", "a | b | c" */
    GRID_RULE,  /* "+---+---+", "|---|---|", "---+---" */
    GRID_DOUBLE /* "+===+===+" */
};

/* What a line begins with, if it can be an item or a heading. */
enum bullet {
    BULLET_NONE,
    BULLET_SIGN,    /* "- ", "* ", "** ", "o ", "+ ", a bullet of UTF-8 */
    BULLET_NUMBER,  /* "1. ", "1) ", "(1) " */
    BULLET_LETTER,  /* "a) ", "(a) ", "a. " */
    BULLET_BRACKET, /* "[1] ", "[RFC1738] " */
    BULLET_SECTION, /* "3.1 ", "3.1. ", "A.2. ", "Appendix A. " */
    BULLET_HASH,    /* "## ", "== " */
    BULLET_NOTE     /* "Note: ", "Example 2: ", "Security Note: " */
};

/* What the text of a line looks like. */
enum {
    LINE_BLANK = 1 << 0,       /* no text */
    LINE_PAGE = 1 << 1,        /* a form feed is on its left */
    LINE_RULE = 1 << 2,        /* one of -=_*~#+^ repeated, with or without blanks */
    LINE_LEADER = 1 << 3,      /* ends with dots or wide blanks and a page number */
    LINE_BOX = 1 << 4,         /* has parts of a drawing: "+--", "|  |" */
    LINE_GRID = 1 << 5,        /* has two or more "|" with blanks around */
    LINE_STAMP = 1 << 6,       /* begins with a date or time, as logs do */
    LINE_PROMPT = 1 << 7,      /* "$ make", "user@host:~$ make" */
    LINE_FIELD = 1 << 8,       /* "From: ", "Date: ", "Subject: " and so on */
    LINE_CODE = 1 << 9,        /* looks like a line of a program or a grammar */
    LINE_FENCE = 1 << 10,      /* "```" */
    LINE_FOOTER = 1 << 11,     /* "Author      [Page 3]" */
    LINE_HEADER = 1 << 12,     /* "RFC 1738   Title   December 1994", "PRINTF(3)  ...  PRINTF(3)" */
    LINE_SIGN_OFF = 1 << 13,   /* "-- " */
    LINE_FORWARD = 1 << 14,    /* "Begin forwarded message:", "-----Original Message-----" */
    LINE_WROTE = 1 << 15,      /* ends as an attribution does: "wrote:" */
    LINE_LOWER = 1 << 16,      /* the text begins with a small letter */
    LINE_UPPER = 1 << 17,      /* the text begins with a capital letter */
    LINE_CAPITALS = 1 << 18,   /* all letters are capitals, at least three */
    LINE_SENTENCE = 1 << 19,   /* ends with . ! ? or such a sign and a quotation mark */
    LINE_WIDE = 1 << 20,       /* ends with a character of two columns: Chinese, Japanese, ... */
    LINE_ADDRESS = 1 << 21,    /* has "ann@a.example", or ends with "<...>" */
    LINE_URL = 1 << 23,        /* the text begins with a URL */
    LINE_COLON = 1 << 24,      /* ends with ":" */
    LINE_SPEECH = 1 << 25,     /* begins with up to three words and ":": "Note: text" */
    LINE_CONTENTS = 1 << 26,   /* "Table of Contents" */
    LINE_REFERENCES = 1 << 27, /* "10. Normative References" */
    LINE_KNOWN = 1 << 28,      /* a usual heading: "Abstract", "Authors' Addresses" */
    LINE_GREETING = 1 << 29,   /* "Hello", "Thanks", "Best wishes" */
    LINE_TICKS = 1 << 30       /* "+-+-+-+": the head of a drawing of bits */
};
#define LINE_RETURNS (1U << 31) /* comes back on each page: returning.c */
/* A value of line.above: one blank line of double spacing, which is no longer held. */
#define LINE_SPACED 3

/* The longest title, in words, and what the hash of its words is multiplied by for each word. */
#define TITLE_WORDS 16
#define TITLE_FACTOR 0x9E3779B1u

/* What a line would be called in the contents: contents.c. */
typedef struct line_title {
    uint32_t number, words;    /* hashes; 0: no number */
    uint16_t n;                /* words after the number */
    bool paged;                /* the number of a page follows */
    bool article;              /* the number may be a word: "A Table" */
    uint16_t key_from, key_to; /* the number's bytes */
} line_title;

/* The columns of a line of a grid: shape.c. */
typedef struct line_grid {
    unsigned char kind;             /* enum grid */
    bool empty;                     /* the first cell is empty */
    uint16_t bars;                  /* "|" of a row, "|" and "+" of a rule */
    uint32_t bars_at;               /* a hash of their columns */
    uint8_t bar[BLOCK_COLUMNS + 1]; /* the columns after the first ones */
} line_grid;

/* What is known of a line that comes back on each page: returning.c. */
typedef struct line_back {
    bool returns;                   /* it came before, perhaps on each page */
    uint8_t slot;                   /* in returning.lines */
    uint8_t earlier[BLOCK_EARLIER]; /* block_decision.earlier, if it is surely at a page's end */
    bool turned, sure;              /* one of its numbers is one more; it is surely there */
} line_back;

/* Whether a line is about a release: release.c. */
typedef struct line_release {
    bool heads; /* begins the entries of a release */
    bool dated; /* only versions, dates and words such as "released" */
} line_release;

/* Other things that a line has: line.c, shape.c. */
typedef struct line_has {
    bool closed;                /* a sentence ends before the first two blanks */
    bool open;                  /* ends with a word that wants another: "the", "and" */
    bool leads;                 /* part of a sentence: "These are:" */
    bool option;                /* begins with "-a", "--all" */
    bool program;               /* begins with "#!/": "#!/bin/sh" */
    bool remark;                /* "#" follows wide blanks */
    bool padded;                /* blanks follow the text */
    bool mark;                  /* the bullet stays visible: "[x]" */
    bool drawn, marked, beyond; /* has one of "|+<>", one of "=$#%:", one beyond ASCII */
} line_has;

/* What a line begins with: bullet.c. */
typedef struct line_label {
    unsigned char sign;        /* the character, or how the number is enclosed: '.', ')', '(' */
    unsigned value;            /* of a number or letter, from 1 */
    uint16_t level;            /* dots of a section + 1, hashes, stars - 1 */
    uint16_t key_from, key_to; /* bytes */
} line_label;

/* What a line may open: code that goes on until its end. */
enum nest_kind {
    NEST_NONE,
    NEST_MODULE,   /* "FOO-MIB DEFINITIONS ::= BEGIN" */
    NEST_MARKED,   /* "<CODE BEGINS>" */
    NEST_ELEMENT,  /* "<note>", "<?xml" */
    NEST_BRACKETS, /* "{", "foo(int x) {", "{ "a": [" */
    NEST_COMMENT,  /* "<!--" */
    NEST_BLOCK     /* "BEGIN" */
};

/* What a line opens and closes: nest.c. */
typedef struct line_nest_of {
    uint32_t start, end;                /* the element that begins the line, the last that ends */
    int16_t depth[2];                   /* opened - closed brackets, outside and inside a string */
    unsigned char opens;                /* enum nest_kind */
    bool string;                        /* has an odd number of quotes */
    bool right, empty;                  /* has ">"; the first one is that of "/>" */
    bool comment, marked, begins, ends; /* has a comment's end; "<CODE ENDS>"; "BEGIN"; is "END" */
} line_nest_of;

typedef struct line {
    unsigned flags;
    uint16_t quote;
    uint16_t marks, text; /* bytes up to the end of the marks, up to the first character after */
    uint16_t bytes;       /* up to the last character that is not blank */
    uint16_t indent;      /* columns of blanks on the left of the text, below LINE_BLANKS */
    uint16_t edge;        /* column of the end */
    uint8_t above;        /* blank lines above, counted up to two, or LINE_SPACED; set by block.c */
    uint16_t word;        /* columns of the first word */
    uint16_t names;       /* words that begin with a capital letter */
    uint16_t words, letters, digits, signs;
    /* Columns of blanks inside: where text begins again after two or more blanks. */
    uint16_t stops, stop[LINE_STOPS], gap[LINE_STOPS];
    /* The columns without text, one bit each, from the first one on. */
    uint64_t blank[LINE_BLANKS / 64];
    uint16_t dash;              /* column of the text after "WORD - ", or 0 */
    char head, tail;            /* the first and the last byte of the text */
    unsigned char patch;        /* enum block_patch */
    uint16_t hunk[2];           /* counts of the head of a hunk: old and new lines */
    unsigned char bullet;       /* enum bullet */
    uint16_t inner, inner_text; /* column and byte of the text after the bullet */
    line_label label;
    line_has has;
    line_grid grid;
    line_back back;
    line_release release;
    line_title title; /* read below contents */
    line_nest_of nest;
} line;

/* Returns true for the header or the footer of a printed page. */
static inline bool line_is_furniture(const line *l)
{
    return (l->flags & (LINE_FOOTER | LINE_HEADER | LINE_RETURNS)) != 0;
}

/* Returns true if the column is blank in the line or the lines that `blank` describes. */
static inline bool line_has_blank(const uint64_t blank[LINE_BLANKS / 64], unsigned column)
{
    return column < LINE_BLANKS && blank[column / 64] >> column % 64 & 1;
}

/* Measures p[0..n). `tick`: the lines of this text begin with "`". */
void line_measure(line *l, const char *p, size_t n, bool tick);

/* Returns true when most of the line is words. */
bool line_is_prose(const line *l);

/* Returns the column after p[0..n), which begins in this one. */
unsigned line_columns(const char *p, size_t n, unsigned column);

/* ---- bullet.c ---- */

/* Finds what the text of a measured line begins with. */
void line_bullet(line *l, const char *p);

/* Makes l a line whose text begins with no bullet. */
void line_without_bullet(line *l);

/* ---- release.c ---- */

/* Notes whether the measured line, whose text is at p, is above the entries of a release: "Version
 * 2.4 (2019-05-02)". A version that a date follows is no section number. `dated` is set for a line
 * that has only versions, dates and words such as "released"; if the line ends in a period, only
 * with a year. */
void line_find_release(line *l, const char *p);

/* ---- patch.c ---- */

/* Finds the form of p[0..n), the text of a measured line. */
void line_patch(line *l, const char *p, size_t n);

/* Returns true for the head of a file or a hunk. */
bool line_begins_diff(const line *l);

/* ---- nest.c ---- */

/* Finds what the text of a measured line opens and closes. */
void line_nest(line *l, const char *p);

/* ---- shape.c ---- */

/* The longest word of line_is_one_of(). */
#define LINE_WORD_MAX 15

/* Returns true when p[0..n) is in words[n], a list of words of that length with a blank between,
 * ignoring the case of letters. */
bool line_is_one_of(const char *const words[LINE_WORD_MAX + 1], const char *p, size_t n);

/* Adds the flags of special lines: rules, drawings, logs, code, mail headers. */
void line_shape(line *l, const char *p);

#endif
