/* wrap.h - URLs in angle brackets: the Appendix of RFC 1738 (R2 to R30)
 *
 * wrap_open() looks whether a wrapper begins, wrap_read() takes its content line by line to the closer, leaving out what
 * was put in (blanks, breaks, quote marks, page breaks, tags), wrap_judge() decides what it holds, readings_make() gives its
 * readings. wrap_try() is all of them.
 *
 * Text that comes in small pieces ends inside a wrapper again and again. So wrap_read() keeps what it knew before it was told
 * that nothing was there yet, and goes on from that place when the same wrapper is looked at again.
 */
#ifndef TRAWL_FIND_WRAP_H
#define TRAWL_FIND_WRAP_H

#include "find/bare.h"
#include "find/found.h"

/* The beginning of the line in which the wrapper opens, up to its "<" or the first LINE_HEAD bytes. */
#define LINE_HEAD 160

typedef struct line_head {
    const char *p;
    size_t n;
} line_head;

/* Quote marks at the start of a line (R10): single characters, or initials with a ">". */
#define WRAP_MARKS 32

typedef struct mark {
    char c;       /* the mark, ">" behind initials */
    char name[5]; /* the initials */
    unsigned len; /* of the initials, 0 for none */
} mark;

typedef struct prefix {
    mark marks[WRAP_MARKS];
    unsigned count, angles; /* angles: those that are ">", or end so */
    size_t end;             /* of the last mark in the line's head */
    bool whole;             /* more of the line's head would change nothing */
    bool only_gt;           /* made of ">" alone: a line without it is mostly no part of the wrapper */
    bool less;              /* "< " stands behind them, as diff has it: a line without it is none */
} prefix;

/* A place where white space was left out, before clean[pos]. */
typedef struct gap {
    size_t pos;
    bool broken; /* it held a line break */
    bool words;  /* letters or digits on both sides */
} gap;

/* A hyphen that may have been put in at a line's end: clean[pos]. */
typedef struct hyphen {
    size_t pos;
    bool kept; /* in the primary reading */
    bool soft; /* it was U+00AD */
} hyphen;

typedef struct wrap_piece {
    size_t from, to; /* from the "<" on */
    size_t clean, n; /* where its bytes stand in clean, and how many */
} wrap_piece;

typedef struct slice {
    size_t from, to; /* in clean */
} slice;

#define WRAP_LINKS 64

/* Bytes are copied sixteen at a time, and some more than are meant (wrap_take.h, readings.c). */
#define WRAP_ROOM 32

/* What is known of a wrapper's content before the byte at at, counted from its "<". */
typedef struct wrap_known {
    size_t at, n;
    unsigned flags, lines, piece_count, gap_count, hyphen_count;
    bool words, soft_sign, marked, combed;
    wrap_piece last; /* of the pieces */
    char end[3];     /* of clean */
} wrap_known;

typedef struct wrap {
    bool strong;
    bool words;     /* between words of one line there were blanks */
    bool soft_sign; /* "(cid:173)" was taken for a hyphen */
    bool abandoned;
    bool marked;     /* quote marks stand before the lines it runs over */
    bool combed;     /* and are fewer before some, or none (wrap_comb.c) */
    bool cut_escape; /* white space stood between a "%" and its digits */
    bool paused;     /* the text ended in it for now, see paused_at */
    bool opened;     /* usual_link() has looked: it opens, with content, and does not end soon (wrap_early_opener()) */
    unsigned flags, lines;
    size_t word_to;             /* wrap_word() of the "<" that is looked at */
    size_t open, content;       /* "<", and what stands behind the label */
    size_t close;               /* behind ">" */
    size_t looked_to;           /* how far an abandoned wrapper was read */
    const char *why_rule, *why; /* of abandoning, for --explain */
    struct place *line;         /* the line it opens in */
    const prefix *marks;        /* the quote marks before that; NULL while nobody has asked for them */
    char clean[FOUND_BYTES + WRAP_ROOM];
    size_t n;
    wrap_piece pieces[FOUND_PIECES];
    unsigned piece_count;
    gap gaps[FOUND_PIECES];
    unsigned gap_count;
    hyphen hyphens[FOUND_LINES + 1];
    unsigned hyphen_count;
    slice links[WRAP_LINKS]; /* what the content holds: one, or several (R15) */
    unsigned link_count;
    uint64_t paused_at; /* in the one whose "<" stands here in the whole text */
    size_t paused_head; /* of its line so much was known (place.head_n) */
    wrap_known known;
} wrap;

/* Is there an opener at the "<" at i? Sets strong, open, content. */
bool wrap_open(const settings *s, text *t, size_t i, wrap *w);

/* Read the quote marks at the front of a line. */
void wrap_prefix(const line_head *head, prefix *p);

/* The quote marks of the line in which the wrapper opens. */
const prefix *wrap_marks(const text *t, wrap *w);

/* Past the marks at i, as many as are those of the prefix, whatever blanks stand between them; how many. */
unsigned wrap_skip_marks(text *t, size_t *i, const prefix *p);

/* Past all of them. False when the line lacks one. */
bool wrap_skip_prefix(text *t, size_t *i, const prefix *p);

/* The line at *k lacks marks of the opener's line. May it go on all the same? Then *k goes past those that it has. */
bool wrap_goes_on_unmarked(text *t, size_t *k, wrap *w, const prefix *marks);

/* Is it still one wrapper at its closer, if lines lacked their marks? */
bool wrap_is_one(const wrap *w);

/* Past the signs of comments and changes, or the name of who is quoted, that the line whose text begins at *k has as the opener's
 * line has. False when it lacks the "<" of that. */
bool wrap_past_signs(text *t, size_t *k, const wrap *w, const prefix *marks);

/* Of a wrapper that a ">" at a line's beginning closes: does the "<" begin a line, too, with a blank behind it, and diff's "---" or
 * "7a7" stand between them? */
bool wrap_is_diff(const text *t, const wrap *w);

/* Does the opener's line begin with such a name? */
bool wrap_is_named(const wrap *w, const prefix *marks);

/* Behind a line break at i: past the prefix of the new line. False when the wrapper ends here without a closer. */
bool wrap_new_line(text *t, size_t *i, wrap *w);

/* From the line feed at i, something of the URL standing before it, past the plain characters that the next lines begin with, as
 * long as they are whole lines; of no more lines than most. i when that line has to be looked at closer. */
size_t wrap_take_lines(text *t, size_t i, size_t end, wrap *w, unsigned most);

/* From the blank at i, something of the URL standing before it, past plain words of one length, one byte or more, and a blank before
 * each. i where that has to be looked at closer. */
size_t wrap_take_words(const text *t, size_t i, size_t end, wrap *w);

/* May a run of lines that turns the page begin with the line whose text, behind its marks, begins at i? It is empty, or it is
 * a footer. */
bool wrap_may_turn_page(text *t, size_t i, const wrap *w);

/* Read the content up to the closer. False when the wrapper is abandoned. */
bool wrap_read(text *t, wrap *w);

/* How far it is read in the window. */
static inline size_t wrap_reading_end(const text *t, const wrap *w)
{
    return w->open + FOUND_BYTES < t->n ? w->open + FOUND_BYTES : t->n;
}

/* R12: "</pre>", "<br/>": past a tag of one word, or i. */
size_t wrap_tag_end(text *t, size_t i);

/* May the "<" at k be no opener, but a sign that its line begins with? */
static inline bool wrap_may_be_sign(const text *t, size_t k)
{
    return k + 1 >= t->n || (unsigned char)t->p[k + 1] <= ' ';
}

/* The second "<" that ends it, plain characters up to i and perhaps a blank or a line break before it; 0 for none so soon. */
size_t wrap_early_opener(text *t, size_t i, const wrap *w);

/* Here a line breaks: was the last thing before it a hyphen? */
void wrap_hyphen_at_break(wrap *w);

/* The content ends: a hyphen at its end joins nothing. */
void wrap_hyphen_at_end(wrap *w);

/* Keep what is known before the byte at i: the text may end behind it for now. */
void wrap_know(wrap *w, size_t i);

/* Where to go on in a wrapper that was looked at before, by the same opener in the same line, with all that was known put back;
 * 0 to begin. */
size_t wrap_resume(const text *t, wrap *w);

/* What does the content hold? Fills links; false when it is no wrapper after all. */
bool wrap_judge(const settings *s, wrap *w);

/* The first place of white space at clean[pos] or behind it; w->gap_count for none. */
unsigned wrap_gap(const wrap *w, size_t pos);

/* Put the k-th link of the wrapper into f. */
void wrap_link(const settings *s, wrap *w, unsigned k, found *f);

/* The primary reading of a link of the wrapper, and the others (R8, R9, R25, R29). True when f->plain is known by that, and of
 * the primary's flags only form_character_flags() are not. */
bool readings_make(const settings *s, const wrap *w, slice at, found *f);

/* "&amp;" is "&" where plain text was made from HTML (R29): in any link. */
void readings_entity(found *f);

/* All of it, for the "<" at i. The line it stands in is only looked at when a line ends in it. IS_LINK: w->link_count links.
 * NOT_A_LINK: w->abandoned says whether a wrapper was given up. */
outcome wrap_try(const settings *s, text *t, size_t i, struct place *line, wrap *w);

/* The same for one that is known to open: w->open, content and strong are set. */
outcome wrap_try_opened(const settings *s, text *t, struct place *line, wrap *w);

/* <joe@example.com>, and message-ids (R17). */
outcome wrap_address(const settings *s, text *t, size_t i, size_t at, found *f);

/* Is the address that stands in brackets from open to to a message-id, by the word before it, or before others in its line? */
bool wrap_is_id(text *t, size_t open, size_t to);

/* Past what stands behind the "<" at i and may be a scheme, before ':', or the local part of an address, before '@'. */
size_t wrap_word(const settings *s, text *t, size_t i);

/* ---- What the scanner's own tests say of a text (url_form.c) ---- */

/* Length of a scheme and its colon at the front, 0 for none. By RFC 1738's characters. */
size_t form_scheme(const char *url, size_t n);

/* Is it a URI or an IRI, "[", "]" and "|" forgiven? With something behind its scheme, and behind its "//". */
bool form_is_good(const char *url, size_t n);

/* The same for many beginnings of one text, which is read once: what is known of url[0..n). */
typedef struct form_known {
    size_t n, scheme, authority_end;
    size_t good_to; /* the characters before are good */
    bool host;      /* something stands in its authority */
} form_known;

form_known form_know(const char *url, size_t n);

/* Is url[0..n) good, n being at most k->n, and no continuation of a character standing there? */
bool form_known_good(const form_known *k, const char *url, size_t n);

/* Is url[0..n) bad, and all that is longer? */
bool form_known_bad(const form_known *k, size_t n);

/* Where the authority ends: 0 when there is none. */
size_t form_authority_end(const char *url, size_t n);

typedef struct form_host {
    size_t scheme, authority_end; /* as form_scheme(), form_authority_end() */
    bool bad;                     /* an empty label, or one with a hyphen at an end */
    bool usual, plain;            /* usual: of its flags only form_character_flags() are not 0, and plain is known */
} form_host;

form_host form_host_of(const char *url, size_t n);

/* Flags of a URL by its characters: bad-percent, bad-char, userinfo, bad-port, unknown-scheme, format-char. */
unsigned form_flags(const char *url, size_t n);

/* Of these, what single characters and escapes say: bad-percent, bad-char, format-char. */
unsigned form_character_flags(const char *url, size_t n);

/* The same. *plain: it is known to have no host that danger.h warns of. */
unsigned form_flags_and(const char *url, size_t n, bool *plain);

/* Does it have the shape of M6 or "scheme://"? What a weak wrapper must hold. One that had no blanks inside may also be
 * "mailto:" and anything. */
bool form_may_be_weak(const settings *s, const char *url, size_t n, bool blanks);

#endif
