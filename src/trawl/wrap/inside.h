/* inside.h - what the files of src/trawl/wrap share: growing bytes, lines, links, the layout of a
 * unit */
#ifndef TRAWL_TRAWL_WRAP_INSIDE_H
#define TRAWL_TRAWL_WRAP_INSIDE_H

#include <stdbool.h>
#include <trawl_mail.h>

#include "base/ascii.h"
#include "base/memory.h"
#include "base/utf8.h"
#include "trawl/wrap/wrap.h"

/* ---- Growing bytes ---- */

struct bytes {
    char *p;
    size_t n, room;
};

/* Appends p[0..n). Returns TRAWL_OK or TRAWL_ERROR_NO_MEMORY. */
int bytes_add(struct bytes *b, const char *p, size_t n);

void bytes_free(struct bytes *b);

/* ---- Characters: cells.c ---- */

/* Returns the column that follows p[0..n), which begins at column `at`, from 0. A byte that is not
 * UTF-8 takes one column, and a tab leads to the next multiple of 8. */
unsigned columns_after(const char *p, size_t n, unsigned at);

/* Returns the length of the character at p[0..n), and sets *code (0xFFFD: not UTF-8). */
size_t character(const char *p, size_t n, uint32_t *code);

/* Returns true when a line may be broken between two characters although there is no blank: one of
 * them is Chinese or Japanese. */
bool columns_may_part(uint32_t before, uint32_t after);

/* ---- Lines: line.c ---- */

enum line_kind {
    LINE_BLANK,  /* empty, or only blanks */
    LINE_KEPT,   /* code, a table, markup, a signature: is never changed */
    LINE_QUOTED, /* the text of somebody else: is never changed, either */
    LINE_TEXT
};

struct line {
    size_t from, to, end; /* its content is [from, to), its line break [to, end) */
    size_t text, last;    /* the text, without indent, mark of a list, and blanks at its end */
    unsigned indent;      /* the columns before the text */
    unsigned columns;     /* up to `last` */
    enum line_kind kind;
    bool item; /* begins with the mark of a list */
};

enum line_inside {
    INSIDE_NOTHING,
    INSIDE_SIGNATURE,
    INSIDE_FENCE,
    INSIDE_BLOCK, /* "#+begin_src" of Org */
    INSIDE_ARMOR,
    INSIDE_SIGNED, /* up to the end of a PGP signature */
    INSIDE_UUENCODE,
    INSIDE_PATCH
};

/* The state after a line, which affects how the next line is read. */
struct line_state {
    enum line_inside inside;
    char fence;       /* INSIDE_FENCE: its character */
    bool after_text;  /* the last line was text */
    bool after_blank; /* the last line was blank, or there was none */
    unsigned indent;  /* of the last line of text */
    unsigned list;    /* the indent of the last item's text, 0 for none */
};

/* Reads a line: sets what depends on its bytes p[line->from..line->to), and the state for the
 * next. */
void line_read(struct line_state *s, struct line *line, const char *p);

/* Reads the rest of a line of this kind, whose start was read before. */
void line_rest(struct line *line, const char *p, enum line_kind kind);

/* Returns true when a line that begins with p[0..n) is plain text, not a list item, a quote, markup
 * or anything else that has a meaning at the start of a line. */
bool line_may_begin(const char *p, size_t n);

/* Returns the length of the name of a header field with which p[0..n) begins, or 0. */
size_t line_field(const char *p, size_t n);

/* ---- Header fields at the front: head.c ---- */

struct head {
    bool mail;    /* the text begins as a message does */
    bool encoded; /* its body is not plain text */
    bool flowed;  /* it is format=flowed */
    bool begun;   /* a field precedes */
    int field;    /* enum head_field: the last field, which an indented line continues */
};

/* Reads a line. Returns false when it is not part of the header. */
bool head_line(struct head *h, const char *p, size_t n);

/* ---- Links: links.c ---- */

struct found {
    size_t from, to;   /* with its wrapper */
    size_t begin, end; /* of the URL: the start of its first piece, the end of its last one */
    size_t url, url_n; /* in links.urls */
    unsigned pieces;
    int kind;
    uint64_t flags;
};

/* The links of a text, in its order. */
struct links {
    struct found *p;
    size_t n, room;
    struct bytes urls;
    uint64_t base; /* the offset of the text's first byte in the scan */
};

/* The sink of a scan; `user` is a struct links. */
int links_sink(void *user, const trawl_event *e);

/* Forgets all links that begin before `n`, and moves the others to the left, so that a link at `n`
 * then begins at `keep`. */
void links_drop(struct links *links, size_t n, size_t keep);
void links_clear(struct links *links);
void links_free(struct links *links);

/* Returns true when the first `most` links of `a` are those of `b` that begin before `before`. A
 * link of `b` that may go on in the next line differs from a link that may not. */
bool links_same(const struct links *a, size_t most, const struct links *b, size_t before);

/* Returns true for a URL that is not in brackets. */
bool links_is_bare(const struct found *found);

/* Returns true when p[0..n), the start of a line, could be taken for the rest of a URL that ends
 * the line before, with the byte `last`. */
bool links_may_go_on(char last, const char *p, size_t n);

/* ---- Units: solve.c ----
 *
 * The text between two places where nothing is open: a paragraph, mostly.
 */

/* A larger unit is cut. */
#define UNIT_MOST ((size_t)64 << 10) /* bytes */

/* What the first line of a unit is. */
enum unit_start {
    UNIT_LINE,    /* a line */
    UNIT_IN_TEXT, /* the rest of a line of text */
    UNIT_IN_KEPT
};

struct unit {
    const char *p;
    size_t n;
    struct line *line;
    size_t line_n, line_room;
    const struct links *links;
    size_t link_n; /* how many of them begin in this unit */
    enum unit_start start;
    unsigned column; /* at its start; more than 0 if the start of its line is written already */
    bool crlf;       /* lines end in CR LF */
};

/* Reads the lines. Returns TRAWL_OK or TRAWL_ERROR_NO_MEMORY. */
int unit_read(struct unit *u, struct line_state *s);

/* ---- Layout: layout.c ---- */

struct laid {
    struct bytes out;
    size_t line_out, line_from; /* where the last line begins, in the output and in the unit */
    size_t prefix;              /* the length of its prefix that is not in the unit */
};

/* Writes a unit in its form. Breaks lines only if `breaks`. Returns TRAWL_OK or
 * TRAWL_ERROR_NO_MEMORY. */
int layout_unit(const fold_config *config, const struct unit *u, bool breaks, struct laid *to);

/* ---- Folding so that the links stay the same: solve.c ---- */

struct solver {
    const fold_config *c;
    trawl_mail *scan;       /* of what is written */
    trawl_mail_place place; /* where nothing was open */
    struct bytes context;   /* the end of what was written since */
    struct links found;
    struct laid laid, laid_again;
    struct unit again; /* what is in `laid` */
    bool first;        /* the unit is the start of the text */
};

int solver_open(struct solver *v, const trawl_mail_config *config);
void solver_close(struct solver *v);

/* What follows a unit. */
struct unit_end {
    const trawl_mail_place *place; /* nothing is open there; NULL: the text ends, or is cut */
    bool cut;
    trawl_str right; /* if it is cut: the text that follows, as far as it can affect links */
};

/* Folds the unit into v->laid; `s` is the state before its first line, and then after its last one.
 * Returns TRAWL_OK or an error. */
int solve(struct solver *v, struct unit *u, struct line_state *s, const struct unit_end *end);

/* Sets *input to the kind (enum trawl_input) of a text that begins with p[0..n). Returns TRAWL_OK
 * or an error. */
int solver_kind(struct solver *v, const char *p, size_t n, int *input);

/* ---- Faults: check.c ---- */

/* Counts lines and columns over units. */
struct check_place {
    uint64_t line, column; /* from 0 */
    unsigned cells;        /* of the line so far */
    bool reported;         /* the line is too long, and that was reported */
};

/* Reports the faults of a unit. Returns 0, or the value by which the caller's function stopped. */
int check_unit(const fold_config *config, const struct unit *u, struct check_place *at);

#endif
