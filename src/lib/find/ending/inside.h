/* inside.h - shared by the files of this folder: the search for a link's end */
#ifndef TRAWL_FIND_ENDING_INSIDE_H
#define TRAWL_FIND_ENDING_INSIDE_H

#include "base/ascii.h"
#include "find/ending/ending.h"

#define OPEN_MAX 125

/* A link whose end is searched for. */
typedef struct ending {
    const settings *s;
    text *t;
    candidate *f;
    size_t start;      /* of the link */
    size_t from;       /* where the search began */
    size_t last;       /* the end of the link as far as it was read */
    size_t stop;       /* where the search stopped */
    left_context left; /* of the link */
    const note *why;   /* the rule that ended the link; NULL for a rule of UTS #58 */
    enum ending_part part;
    bool directive;     /* after ":~:" in a fragment */
    bool wide;          /* the link has a character beyond ASCII after `from` */
    size_t ascii_to;    /* the link is ASCII up to here at least */
    size_t sentence_to; /* the end of letters that may be a sentence's (M14); 0: not yet known */
    unsigned depth;     /* the number of open brackets; below, their places and characters */
    size_t open_at[OPEN_MAX];
    uint32_t open[OPEN_MAX];
} ending;

/* ---- The masks in settings.ending: the rules that may act on a byte inside the link; bits from
 * ENDING_AT_LAST on: those that may act on the link's last byte ---- */
enum {
    ENDING_SOFT = 1,     /* punctuation: belongs to the link only if more of it follows */
    ENDING_DIVIDES = 2,  /* begins or divides a part of the URL */
    ENDING_CLASS = 4,    /* its Link_Term is neither Include nor Soft */
    ENDING_AT_STOP = 3,  /* the bit of the first rule in stop.c */
    ENDING_AT_LAST = 20, /* the bit of the first rule in trim.c */
    ENDING_INSIDE = (1 << ENDING_AT_LAST) - 1
};

/* stop_add_masks() adds the bits of the rules in stop.c, trim_add_masks() the bits of the rules in
 * trim.c. The latter returns the bits of its rules that may act on the last byte of a link when a
 * blank follows the link and no rule acts on its other bytes. */
void stop_add_masks(uint32_t masks[256]);
uint32_t trim_add_masks(uint32_t masks[256]);

/* Sets bit number `bit` in the masks of these bytes. */
static inline void ending_add(uint32_t masks[256], const char *bytes, unsigned bit)
{
    for (; *bytes; bytes++)
        masks[(unsigned char)*bytes] |= UINT32_C(1) << bit;
}

/* ---- The rules */

/* Returns true when the code is in one of the n ranges. */
static inline bool is_in_ranges(uint32_t code, const uint16_t (*ranges)[2], size_t n)
{
    for (size_t k = 0; k < n; k++)
        if (code >= ranges[k][0] && code <= ranges[k][1])
            return true;
    return false;
}

/* Returns the rule, among those in `mask`, that ends the link before the ASCII character at i; NULL
 * for none. */
const note *stop_ascii(ending *e, uint32_t mask, size_t i);

/* M1: a link ends at the "\" at i. Adds another reading, the link with the rest of the word, if the
 * rest begins with a name. Also adds it if the rest, right after the host, has a user and another
 * host, and then sets a flag (M10). */
void stop_offer_rest(ending *e, size_t i);

/* Like stop_ascii(), for a character beyond ASCII, which is text[i..next). */
const note *stop_wide(ending *e, uint32_t code, size_t i, size_t next);

/* Returns true when a macro of AsciiDoc precedes `start`, "link:", "image::", "link:++". */
bool ending_is_target(const text *t, size_t start);

/* M11: returns true when a label in square brackets begins at i, "http://a.example/x[there]", as
 * AsciiDoc has it. */
bool begins_label(ending *e, size_t i);

/* M22: returns true when the link is an argument of a command of Texinfo, and "," is at i. */
bool ends_argument(ending *e, size_t i);

/* M22: notes in e->f->signs that "@@" or another sign of Texinfo (M20) is at i. Returns false,
 * since it ends no link. */
bool note_at_sign(ending *e, size_t i);

/* M22: returns true for the bracket at i that closes "](http://a.example/x?)" of Markdown. Nothing
 * is trimmed then. */
bool keep_destination(ending *e, size_t i);

/* Returns the end of the link without trailing characters that do not belong to it. */
size_t trim(const ending *e);

/* Returns `to` moved left past soft characters, but not past `from`. */
size_t trim_soft(const text *t, size_t from, size_t to);

/* Returns true when the character beyond ASCII at i, after the link so far, belongs to it. */
bool ending_keeps(const ending *e, uint32_t code, size_t i);

/* Returns true for punctuation, of UTS #58 or of M1. */
bool is_soft(uint32_t code);

/* M14: returns the end of the letters in t->p[i..to) that may belong to a sentence after the link;
 * i for none. The link is ASCII up to i. The byte before i must be a letter, a digit, "/" or,
 * unless it is 0, `mark`; else there is no sentence. */
size_t sentence_end(const text *t, size_t start, size_t i, size_t to, char mark);

/* M14: returns the link's end before letters of a sentence, or `to` if there are none. */
size_t sentence_trim(const ending *e, size_t to);

/* ---- The line to the left of the link, at most 512 bytes of it */

/* M2: returns true when the link is all that a pair of '"' or "'" holds, after "=", or after the
 * name of a field and ":". */
bool context_is_value(const ending *e);

/* M2: returns true when the character may close a quote that was opened in the line. */
bool context_closes(const ending *e, uint32_t code);

/* M3: returns true when a run of n such marks, "**", opened in the line and did not close. */
bool context_has_marks(const ending *e, char mark, size_t n);

/* M16: returns true when the line has a "|" of a table, "[[", "{{", or a "[" right before the
 * link. */
bool context_has_bars(const ending *e);

/* M16: returns true when the line has a command before the link that fetches URLs. */
bool context_has_command(const ending *e);

/* M16: returns true when a comment of C opened in the line. Without `slash` also when the line
 * begins with a star and a blank. */
bool context_in_comment(const ending *e, bool slash);

/* ---- Notations */

/* Returns true when the entity at i means a quote, an angle bracket, a dash or a blank (M4). */
bool is_entity(text *t, size_t i);

/* M1: returns true when the "\" at i escapes the sign after it, inside the link. */
bool is_escape(ending *e, size_t i);

/* M1: returns true when the "\" at i, in the link that begins at `from`, separates names of a path
 * of Windows: "?t=c:\winnt\a", "/src\main\ab.h". */
bool is_windows_path(text *t, size_t from, size_t i);

/* Returns true for the "\" after the letter of a drive, "c:\". */
bool is_drive(const text *t, size_t from, size_t i);

/* Returns true when an escape, "%E6", ends at i in the link that begins at start. */
static inline bool ends_in_escape(const text *t, size_t start, size_t i)
{
    return i - start > 3 && t->p[i - 3] == '%' && ascii_hex((unsigned char)t->p[i - 1]) >= 0;
}

/* Returns true when an escaped ASCII sign, as "%20", ends at i: a name may begin after it. */
static inline bool ends_in_escaped_sign(const text *t, size_t start, size_t i)
{
    return ends_in_escape(t, start, i) && t->p[i - 2] >= '2' && t->p[i - 2] <= '7';
}

#endif
