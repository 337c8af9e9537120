/* block.h - the structure of a text: its headings, lists, tables, quotes, ...
 *
 * Pass the lines of a text to block_line(). Your function gets a decision for each line, in order,
 * at most BLOCK_LATEST lines later. A line end may flow only if `joins` of the next line is set;
 * when in doubt, it is not.
 */
#ifndef TRAWL_BLOCK_BLOCK_H
#define TRAWL_BLOCK_BLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* A line is decided when BLOCK_LOOKAHEAD lines are held, or earlier. The blank lines of double
 * spacing are not held, so up to BLOCK_LATEST lines are read until then. */
#define BLOCK_LOOKAHEAD 64
#define BLOCK_LATEST (2 * BLOCK_LOOKAHEAD)
/* The maximum number of bytes that are tested in a line. */
#define BLOCK_LINE_MAX 1024

enum block_kind {
    BLOCK_BLANK,     /* nothing but quote marks and blanks */
    BLOCK_PARAGRAPH, /* running text */
    BLOCK_HEADING,
    BLOCK_UNDERLINE, /* the line of ===, --- or ~~~ below a heading */
    BLOCK_RULE,      /* a line that separates: ----, ====, * * * */
    BLOCK_ITEM,      /* an item of a list */
    BLOCK_TERM,      /* a term: its definition is below, or in the second of its two columns */
    BLOCK_DEFINITION,
    BLOCK_NOTE,      /* "Note: ...", "Example: ..."; indented text below belongs to it */
    BLOCK_CONTENTS,  /* an entry of a table of contents */
    BLOCK_REFERENCE, /* "[RFC1738]  Berners-Lee, T., ..." and "[1] http://...": what others cite */
    BLOCK_TRAILER,   /* "Signed-off-by: Ann Lee <ann@a.example>" */
    /* Lines that stay exactly as they are. */
    BLOCK_TABLE,
    BLOCK_ART, /* drawings, boxes */
    BLOCK_CODE,
    BLOCK_DIFF,
    BLOCK_STAT, /* "kite.c | 4 ++--": the files of a difference */
    BLOCK_LOG,
    BLOCK_SHELL,
    BLOCK_VERSE,       /* poems, postal addresses: short lines that were ended on purpose */
    BLOCK_FORWARD,     /* the header of a message inside the text: From:, Date:, Subject: */
    BLOCK_ATTRIBUTION, /* "On Monday, Jane wrote:" */
    BLOCK_SIGNATURE,
    BLOCK_FURNITURE, /* the header and the footer of a printed page, and blank lines around them */
    BLOCK_KINDS
};

/* The maximum number of columns of a table whose rows agree. */
#define BLOCK_COLUMNS 12

/* The maximum number of places where the same furniture was decided as text. */
#define BLOCK_EARLIER 3

/* A line of a table whose rows agree. */
enum block_row {
    BLOCK_ROW_NONE, /* any other line */
    BLOCK_ROW_HEAD, /* above the rule below the head */
    BLOCK_ROW_BODY,
    BLOCK_ROW_MORE, /* continues the cells of the row above */
    BLOCK_ROW_RULE  /* a rule between rows, or at the top or bottom */
};

/* A line of a patch: by the line alone, or in a decision by its place in the diff. */
enum block_patch {
    BLOCK_PATCH_NONE, /* any other line, also an unchanged line */
    BLOCK_PATCH_FILE, /* the head of a file, "--- a/kite.c" */
    BLOCK_PATCH_HUNK, /* "@@ -1,4 +1,4 @@" */
    BLOCK_PATCH_ADDED,
    BLOCK_PATCH_REMOVED,
    BLOCK_PATCH_NOTE, /* "\\ No newline at end of file" */
    BLOCK_PATCH_STAT, /* of a diffstat: "kite.c | 4 ++--" */
    BLOCK_PATCH_SUM,  /* "1 file changed, 2 insertions(+)" */
    BLOCK_PATCH_TRAILER
};

/* What a line is. Offsets are in bytes from the line's start, at most BLOCK_LINE_MAX. Kept small:
 * it is copied several times, and the first pass of the HTML writer keeps one for each line. */
typedef struct block_decision {
    const char *rule; /* the rule's name, as --explain prints it: "numbered heading" */
    enum block_kind kind;
    /* The line begins a block: a paragraph, an item, a drawing. Blank lines inside a block, as in
     * code, have its kind. A page break may be inside a block. */
    bool first;
    /* The line continues the text of the line before, not counting headers and footers of pages:
     * the line end between the two may flow. */
    bool joins;
    bool ordered;   /* an item that is numbered or lettered */
    bool part;      /* a heading of a release, or with stars: never the title of the text */
    uint16_t quote; /* depth of quotes */
    /* Heading or entry of contents: 1 to 6. Item: nesting, from 1. Other blocks: the level of the
     * item that they belong to, or 0. */
    uint16_t level;
    /* Bytes of quote marks at the start, with the blank after the last mark. May be above 0 for
     * depth 0: in some texts each line begins with "`". */
    uint16_t marks;
    uint16_t text; /* where the block's own text begins, after indentation and bullet */
    /* The number or label that others refer to: "3.1" of "3.1. Schemes", "A.2" of "Appendix A.2",
     * "RFC1738" of "[RFC1738]". */
    uint16_t key_from, key_to;
    uint16_t number; /* of a digest's message, at its subject, to which the topics link; or 0 */
    /* In a table whose rows agree: block_cells() returns the cells. A term with its definition
     * beside it has two such cells. */
    unsigned char row;   /* enum block_row */
    unsigned char patch; /* enum block_patch, in a difference */
    bool bars;           /* "|" separates the cells */
    uint8_t columns;
    /* Furniture that was found late, so that its places on earlier pages were decided as text: how
     * many lines above is its place on the page before, how many lines further up that on the page
     * before, and so on; 0: no more. */
    uint8_t earlier[BLOCK_EARLIER];
    uint16_t right; /* the columns whose cells end in the same column, one bit each: numbers */
    /* Without bars: where each cell begins, in columns after the marks. */
    uint8_t column[BLOCK_COLUMNS];
} block_decision;

/* Gets a line's decision. Return 0 to continue. */
typedef int block_sink(void *user, const block_decision *line);

typedef struct blocks blocks;

/* Returns NULL when out of memory. `resize` allocates as trawl_config.resize does. */
blocks *block_open(block_sink *sink, void *user, void *(*resize)(void *, void *, size_t),
                   void *resize_user);

/* Sets whether the texts that follow are bodies of messages. At first they are not. */
void block_message(blocks *b, bool message);

/* Takes a line without its line end, in UTF-8; longer lines may be cut at BLOCK_LINE_MAX. `page`: a
 * form feed comes before it. Returns 0, or the value with which the sink stopped. */
int block_line(blocks *b, const char *line, size_t n, bool page);

/* Ends the text: decides all lines that are left. Another text may follow. */
int block_end(blocks *b);

void block_close(blocks *b);

/* ---- Tables: table.c ---- */

typedef struct block_cell {
    size_t from, to; /* without blanks around; equal for an empty cell */
} block_cell;

/* Finds the cells of a row: row->columns of them. */
void block_cells(const block_decision *row, const char *text, size_t n,
                 block_cell cells[BLOCK_COLUMNS]);

/* ---- Diffstats: patch.c ---- */

/* Returns where the signs begin in a row of a diffstat, "++--" of "kite.c | 4 ++--": n if there are
 * none, as after "Bin"; 0 if the line is not a row of a diffstat. */
size_t block_stat_signs(const char *p, size_t n);

/* ---- Keys: keys.c ----
 *
 * A key names a place in a text: "section-3.1", "appendix-b", "part-ii", "ref-rfc1738", or a
 * message in a digest, "topic-3". It has only a-z, 0-9, "." and "-", so it can be an id in HTML.
 */

#define BLOCK_KEY 80

/* Writes the key of a line that others can refer to: a heading, an entry of contents, a reference.
 * Returns its length, or 0 for a line without one. */
size_t block_key(const block_decision *line, const char *text, size_t n, char key[BLOCK_KEY]);

/* Writes a key made from the title of a heading or an entry of contents:
 * "security-considerations". No such key has the form of one from block_key(). Returns its length,
 * or 0 for a line without words. */
size_t block_title_key(const block_decision *line, const char *text, size_t n, char key[BLOCK_KEY]);

/* Returns the end of the title in a heading or an entry of contents: before dot leaders, blanks and
 * the page's number. */
size_t block_title_end(const block_decision *line, const char *text, size_t n);

/* For refs.c: the starts of keys, which are compared by their addresses. */
extern const char KEY_SECTION[], KEY_APPENDIX[], KEY_PART[], KEY_REF[], KEY_TOPIC[];

/* For refs.c: writes the key of a number or label p[0..n): `start`, then the label. A section with
 * a letter is an appendix. Returns the key's length, or 0 when p[0..n) has nothing for a key. */
size_t key_make(const char *start, const char *p, size_t n, char key[BLOCK_KEY]);

/* ---- References: refs.c ---- */

/* A place in a line that names another place: "Section 3.1" in "see Section 3.1". */
typedef struct block_ref {
    size_t from, to;
    size_t key_n;
    char key[BLOCK_KEY]; /* in the form of block_key() */
} block_ref;

/* Bytes after the text that a search may read. */
#define BLOCK_REFS_SLACK 32

/* Finds the references in lines of running text. */
typedef struct block_refs {
    size_t n, line; /* bytes of all of `text`, of the line */
    size_t at;      /* where the search goes on */
    /* A list that is open: "sections 3 and 4", "[1, 2]". */
    const char *list;      /* the start of its keys, "section-"; NULL: none */
    size_t list_to, first; /* its end, and the start of the words of its first key */
    size_t ended;          /* the end of the last citation in brackets */
    bool document;         /* another document's name ends the line before */
    bool rest;             /* `cut` is the end of a reference that began in the line before */
    bool has_rest;         /* the next line has the end of a reference of this line */
    block_ref cut;
    char text[2 * BLOCK_LINE_MAX + 2 + BLOCK_REFS_SLACK]; /* the line, a blank, the next line */
} block_refs;

/* Begins a paragraph. */
static inline void block_refs_begin(block_refs *r)
{
    memset(r, 0, offsetof(block_refs, cut));
}

/* Takes the next line of the paragraph, from byte `from` on, and the line after it, which may be
 * empty. Both without quote marks and indentation. */
void block_refs_line(block_refs *r, const char *line, size_t n, size_t from, const char *next,
                     size_t next_n);

/* Sets *ref to the line's next reference. A reference that continues in the next line is reported
 * for each of the two lines, with the same key. Returns false when there is none. */
bool block_refs_next(block_refs *r, block_ref *ref);

#endif
