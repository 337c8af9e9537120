/* lines.h - the lines around a place: rows as a terminal shows them, and the region of rows that
 * belong together
 *
 * A row has marks and a text, perhaps in a cell. A region is the rows above and below a
 * link: at most REGION_ROWS on each side, of at most ROW_BYTES bytes each. Everything is a function
 * of the bytes: a row that the window does not hold makes it starve.
 */
#ifndef TRAWL_FIND_LINES_LINES_H
#define TRAWL_FIND_LINES_LINES_H

#include "find/text/text.h"

/* ---- Lines as a terminal shows them ---- */

/* The longest line that is read, in bytes, and the maximum number of marks before its text. */
#define ROW_BYTES 1024
#define ROW_MARKS 12

/* Signs that lines may begin with: of comments, patches, lists, and quotes. */
#define ROW_SIGNS "`:#%}*+-!=~;/"
#define ROW_SIGN 3 /* the maximum number of them in a row, ">" included */
/* The longest name of somebody who is quoted, without its ">". */
#define ROW_NAME 24

typedef struct text_row {
    size_t from, text, to, next; /* the line; its text; the next line, 0 for none */
    size_t head;                 /* the end of its marks */
    uint32_t marks[ROW_MARKS];   /* quote marks and sides at its start */
    unsigned mark_count;
    unsigned indent, columns; /* cells before the text, and before its end */
    unsigned side, edge; /* cells before its sign or left side; before the right side if framed */
    bool cell, framed;
    bool tight;      /* no blank follows its sign */
    size_t sign;     /* after the marks: a sign, a name or a number that neighbours have, too */
    unsigned sign_n; /* the bytes of the sign, 0 for none */
    unsigned number; /* the bytes before the digits of a number */
    bool counted;    /* the sign is a line number */
} text_row;

/* Returns the length of a line's number at p, which is "12:", "notes.txt:12:", or "12" and a tab; 0
 * if there is none. Sets *digits to the length of what is before the digits. */
size_t row_number(const char *p, size_t n, size_t *digits);

/* Returns the end of the number of a later line at t->p[i..), where the bytes own[0..digits) must
 * precede the digits; i if there is no such number. */
size_t row_number_end(text *t, size_t i, const char *own, size_t digits);

/* Returns the value of the digits at p, modulo a power of two. */
unsigned long row_number_value(const char *p);

/* Returns the bytes of a name or of the sign of a comment, a patch or a list at p, 0 for none:
 * "JD>", "JD> >", "# ", "//", "=> ". The sign begins at *from: for a sign that opens a comment in C
 * this is the "*". *tight is set if no blank follows it. */
size_t row_sign(const char *p, size_t n, size_t *from, bool *tight);

/* Returns the end of this sign at t->p[i..), where a comment may open, for "*"; i for none. */
size_t row_sign_end(text *t, size_t i, const char *sign, size_t n);

/* Returns the end of the quote marks at i, or i if there are none. They begin with ">", or end in
 * ">" before a blank: ">|", "|>", ":>". If `named` is set, "JD>" counts, too. */
size_t row_quote_end(text *t, size_t i, bool named);

/* Reads the line at `from`, a line's start. Returns false when it is too long, or, if own is not
 * NULL, when it lacks one of the marks or the cell of that line. */
bool row_read(text *t, size_t from, const text_row *own, text_row *r);

/* Like row_read(), but only the cell must be there. */
bool row_read_near(text *t, size_t from, const text_row *near, text_row *r);

/* Reads the line with the link, with the cell and the sign that it shares with the
 * next line. */
bool row_read_first(text *t, size_t from, piece link, text_row *r);

/* Like row_read_first(), for a link at the end of the line's text. */
bool row_read_last(text *t, size_t from, text_row *r);

/* Returns how many marks the rest of a row has at least when a screen cuts it: the frame around the
 * screen and quote marks, but not the sides of a table, "| a | b". */
unsigned row_kept_marks(const text_row *r);

/* As row_read(), for a line below `own`. It may be the rest of a row that a screen cut, with only
 * the first marks; or it may have other quote marks, and then r has one mark more than `own`. */
bool row_read_below(text *t, size_t from, const text_row *own, text_row *r);

/* Returns the start of the line that includes i, SIZE_MAX when it is before `least`. */
size_t row_start(const text *t, size_t i, size_t least);

/* Returns the cells before i, a place in the row's text. */
unsigned row_column(text *t, const text_row *r, size_t i);

/* Returns the end of the escape sequence that begins with the ESC at i and sets a colour or opens a
 * link; i for any other sequence. */
size_t row_escape_end(text *t, size_t i);

/* Returns the end of an escape sequence at i that sets a colour or opens a link; i for none. */
static inline size_t row_skip_escape(text *t, size_t i)
{
    return text_at(t, i) == 0x1B ? row_escape_end(t, i) : i;
}

/* Returns true when only blanks, escape sequences and one side of a frame are between i and a line
 * break. */
bool row_ends(text *t, size_t i);

/* Returns true for the characters that draw the sides of cells. */
bool row_is_side(uint32_t c);

/* Returns the cells that a character takes at a column; an invisible character takes none. */
static inline unsigned row_width(uint32_t c, unsigned column)
{
    if (c < 0x300)
        return c == '\t' ? 8 - column % 8 : 1;
    return text_invisible(c) ? 0 : unicode_columns(c);
}

/* A position in a line that is read from left to right: a character, its column, and whether it
 * follows a blank. */
typedef struct row_walk {
    size_t at, next;
    unsigned column, width;
    utf8_char c;
    bool spaced;
} row_walk;

/* Moves to the next character before t->p[end], past escape sequences. Returns false, with the
 * column of the end, when there is none. Begins at w->next, at the column w->column. */
static inline bool row_step(text *t, size_t end, row_walk *w)
{
    size_t to;

    w->spaced = w->c.code <= ' ';
    w->column += w->width;
    while (w->next < end && t->p[w->next] == 0x1B && (to = row_escape_end(t, w->next)) > w->next)
        w->next = to;
    if (w->next >= end)
        return false;
    w->at = w->next;
    w->c = text_char(t, w->at);
    w->next += w->c.len;
    w->width = row_width(w->c.code, w->column);
    return true;
}

/* Moves past n bytes if each is of one column. */
void row_pass_plain(const text *t, size_t end, unsigned n, row_walk *w);

/* Finds the sides around the link in the line that ends at `end`: the nearest ones, or those of the
 * `outer` frame. Returns false when the link is in no cell: without a right side, text must precede
 * the left side. */
bool cell_find(text *t, size_t end, piece link, bool outer, text_row *r);

/* Sets the beginning r->head and the end r->to of the cell of `own` in the line at r->from that
 * ends at `end`. Returns false when the line lacks it. */
bool cell_read(text *t, size_t end, const text_row *own, text_row *r);

/* ---- The region: the lines around a link, the edge that they share, how they begin ---- */

/* The maximum number of lines above a link that are read; the same number is read below it. */
#define REGION_ROWS 6

typedef struct region_row {
    text_row row;
    unsigned above;  /* the columns of the line above it, 0 if unknown */
    unsigned filled; /* its columns with the next line's first word; 0: no such word */
} region_row;

typedef struct region {
    region_row rows[2 * REGION_ROWS + 1];
    unsigned count, above; /* rows[0..above) are above the link */
} region;

typedef struct edge {
    unsigned longest; /* the maximum number of columns */
    unsigned same;    /* lines that end at the edge */
    unsigned filled;  /* lines that end before the edge, and the next word did not fit */
    unsigned above;   /* the maximum number of columns of a line above */
    unsigned most;    /* its columns with the word that did not fit; UINT_MAX: unknown */
} edge;

/* The first function reads the lines above `first`, from t->p[least] on; the second the lines below
 * `next`. These lines must have at least the first `marks` marks of `first`. */
void region_read_above(const settings *s, text *t, const text_row *first, size_t least,
                       unsigned marks, region *a);
void region_read_below(const settings *s, text *t, const text_row *first, unsigned marks,
                       const text_row *next, region *a);

/* Compares the lines with the end of `r`. */
edge region_edge(const region *a, const text_row *r);

/* Writes a note for --explain: the end of the line `r` among the others. */
void region_describe(const region *a, const text_row *r, char room[FOUND_REGION]);

/* Returns true when `next` begins as one of the lines does, or, if with_first, as `first` does. */
bool region_begins_alike(text *t, const region *a, const text_row *first, bool with_first,
                         const text_row *next);

/* Returns true for an empty line and for a line with a URL: the lines above it are not evidence
 * about the links below it, so a text may be continued there without them (mail/resume.c). */
bool region_ends(const char *p, size_t n);

/* ---- The shape of a line: shape.c ---- */

/* The bits of a shape. A shape is 0 if there is no line, or the line is empty. */
#define SHAPE_BITS 11
/* The shape of a line that is not empty and may be no row of data. */
#define SHAPE_OTHER 0xC0
/* The maximum number of bytes of the line above, and of the line up to the link, that are compared.
 * Together they have at most TEXT_LEFT_MAX bytes. */
#define SHAPE_ABOVE 512

/* The separators of a text that are outside quotes. */
typedef struct shape_fields {
    unsigned count;   /* those that are not before a blank */
    unsigned outside; /* of these, those that are neither in a URL nor in a number, "1,000" */
    bool sure;        /* one of these is before a quote or a date */
    bool loose;       /* one is before a blank */
    bool quoted;      /* a quote is open at the end */
} shape_fields;

/* Returns true for a date at p[i], "2017-06-02" or "2017/06/02", after a sign that does not follow
 * another date. */
bool shape_is_date(const char *p, size_t i, size_t n);

/* `url` is true when p[0] is in a URL. */
shape_fields shape_read(const char *p, size_t n, char separator, bool url);

/* Returns the shape of the line p[0..n): its most frequent separator, and how many there are. Sets
 * *most to these. */
unsigned shape_of(const char *p, size_t n, shape_fields *most);

/* Like shape_of(), for a line that is a row of data: it has a separator outside its URLs, or before
 * a quote or a date, and has more than three, begins with a URL, has a URL and two separators, or
 * has the names of columns. For another line that begins with a URL, the shape has the site of the
 * URL, too. Returns SHAPE_OTHER for any other line, and 0 for an empty line. */
unsigned shape_of_row(const char *p, size_t n);

/* Returns how often a line of this shape has the separator; 0 if another separator is more frequent
 * in it. */
unsigned shape_separators(unsigned shape, char separator);

/* The first function returns true when two lines have as many of the same separator; the second,
 * when one of them is a row of data, too. `own` is not SHAPE_OTHER. */
bool shape_same(unsigned own, unsigned other);
bool shape_alike(unsigned own, unsigned other);

/* Returns the shape of the row above `line`, the start of a line. Returns 0 for an empty row, and
 * if there is no row above. */
unsigned shape_above(const text *t, size_t line);

/* ---- Rows of data: record.c ---- */

/* Whether a separator ends a field of a record. */
enum record { RECORD_NOT, RECORD_MAY, RECORD_DOES, RECORD_SURELY };

/* Weighs whether the separator at i ends a field, in the link that begins at `start` (M16). Adds
 * notes to f. */
enum record record_weigh(text *t, size_t start, size_t i, candidate *f);

/* Returns true when a separator is right before the link at `start`, and the number of separators
 * before the link in `line` is the same as in the line at `next`: then the link is the last field
 * of a row. */
bool record_goes_on(text *t, size_t line, size_t start, size_t next);

/* Returns the end of the date at i, "2017-06-02" or "2017/06/02"; i for none. */
size_t record_date_end(text *t, size_t i);

/* Returns the place of the line feed at i or after it, or the end of the window, at most `limit`:
 * page.c. */
size_t lines_line_end(text *t, size_t i, size_t limit);

/* ---- What lines begin with: head.c, page.c ----
 *
 * A link begins in the line `line`, whose quote marks place_marks() has read.
 */

/* A sign at the start of a later line that may be a mark, or a byte of the link. */
typedef struct own_sign {
    size_t at, n; /* its place and bytes; 0 for none */
    bool kept;    /* the sign probably belongs to the link */
} own_sign;

/* The text of a later line begins at *k: moves *k past the signs or the name that this line shares
 * with the first line, and sets *own. Returns false when it lacks the "<" of a diff. */
bool lines_skip_signs(text *t, size_t *k, const place *line, own_sign *own);

/* Returns the last quote mark of a later line, whose text begins at k, as a sign that may be a byte
 * of the link. */
own_sign lines_own_mark(text *t, size_t k, const place *line);

/* Returns the end of the number of the line at i, `below` lines below the first one, if it follows
 * from the number of the first line; else i. */
size_t lines_skip_number(text *t, size_t i, const place *line, unsigned below);

/* Returns true for a command of diff, "7a7", "2,3c2,3". */
bool lines_is_hunk(const char *p, size_t n);

/* Returns the end of the lines at i, the start of a line, that only turn the page; i for none.
 * Reads up to `limit`. */
size_t lines_skip_page(text *t, size_t i, size_t limit, const quote_marks *marks);

#endif
