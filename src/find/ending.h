/* ending.h - where a link ends in running text: UTS #58's termination (D4), and the mail profile's changes */
#ifndef TRAWL_FIND_ENDING_H
#define TRAWL_FIND_ENDING_H

#include "base/ascii.h"
#include "find/found.h"
#include "find/settings.h"
#include "find/text.h"

/* What stands left of a link and so decides about its end (M2, M3). */
typedef struct before {
    uint32_t partner; /* of an opening quote before the link, which ends it; 0 for none */
    char mark;        /* "*" or "_" before the link, or the "+" of TeX's "\verb+" ... */
    size_t marks;     /* ... so many times */
    bool label;       /* "URL:" stands before it */
} before;

/* Look left of from, past a label "URL:". */
void ending_before(const settings *s, const text *t, size_t from, before *b);

/* Where two stars or more, as stand before a link, close behind a letter or digit of it, with more behind them, perhaps:
 * "**http://a.example/x**(there)". From i on, where its host ends, but not far; the window's end if they do not. That none do is remembered,
 * for the sake of the next link. */
size_t ending_close_marks(text *t, const before *b, size_t i);

/* Does what a bracket opened in the link that ends at the blank at i close not far behind it in the line? */
bool ending_is_label(text *t, uint32_t open, size_t i);

/* What closes the quote that this opens; 0 for none. */
uint32_t ending_partner(uint32_t code);

/* ENDING_NONE: only "/", "?" or "#" go on; ENDING_STOPPED: nothing does, only the cuts of M3 and M4 are made. */
enum ending_part { ENDING_PATH, ENDING_QUERY, ENDING_FRAGMENT, ENDING_NONE, ENDING_STOPPED };

/* Sets in[] for what goes on in a link and has no say in how it ends, but for being punctuation or not. */
void ending_tail(unsigned char in[256]);

/* How far what that says goes on from i, and such colons as do not follow a comma and a word: the link begins at start. */
size_t ending_tail_run(const settings *s, text *t, size_t start, size_t i);

/* What a byte of a link is, if nothing is asked but that: a part of it; punctuation; one of the quote marks, which are punctuation
 * where they end nothing; a bracket; what may begin a part, or divide it; the first one of a letter beyond ASCII; anything else. */
enum ending_step {
    ENDING_INCLUDE = 1,
    ENDING_SOFT = 2,
    ENDING_QUOTE = 4,
    ENDING_APOSTROPHE = 8,
    ENDING_OPENS = 16,
    ENDING_DIVIDES = 32,
    ENDING_LETTER = 64,
    ENDING_OTHER = 128
};

void ending_steps(const settings *s, unsigned char steps[256]);

/* Past the letters beyond ASCII at i, up to end, that are in a link whatever stands beside them. */
size_t ending_letters(const text *t, size_t i, size_t end);

/* Past the "'" or U+2019 at i inside of a word, where it closes nothing (M2), if it is not the partner; i if there is none, or another
 * URL may begin behind it (M15). */
size_t ending_apostrophe(const text *t, size_t i, size_t end, uint32_t partner);

/* The end of the link of which a part begins at i, or whose host ends there. FOUND_BYTES after start there is none: then *over is set. */
size_t ending_from(const settings *s, text *t, size_t start, size_t i, enum ending_part part, const before *b, found *f,
                   bool *over);

/* The same behind a host. */
static inline size_t ending_find(const settings *s, text *t, size_t start, size_t i, const before *b, found *f,
                                 bool *over)
{
    return ending_from(s, t, start, i, ENDING_NONE, b, f, over);
}

/* A link that begins at start and ends at last, without what the mail profile cuts off its end, back to from at most, where its host
 * ends. */
size_t ending_trim(text *t, const before *b, found *f, size_t start, size_t from, size_t last);

/* The parts of it that M14, M19 and M16 cut off. */
size_t ending_trim_sentence(text *t, const before *b, size_t start, size_t from, size_t to);
size_t ending_trim_glued(const text *t, size_t start, size_t from, size_t to);
size_t ending_trim_comment(text *t, size_t start, size_t from, size_t to);

/* M14: past the letters at i, before to, that go on with a sentence right behind the link that begins at start; it is ASCII up to there, or
 * from its host up to there. Emphasis may stand between them. i if none do. */
size_t ending_past_sentence(const text *t, size_t start, size_t i, size_t to, char mark);

/* Back over final punctuation, which a cut has laid bare, to from at most. A "?" or "/" that begins a part is none, for this is only
 * asked behind one more character. */
size_t ending_trim_soft(const text *t, size_t from, size_t to);

/* Does an escape, "%E6", end at i in the link that begins at start? */
static inline bool ending_is_escape(const text *t, size_t start, size_t i)
{
    return i - start > 3 && t->p[i - 3] == '%' && ascii_hex((unsigned char)t->p[i - 1]) >= 0;
}

/* Does an escape of a sign of ASCII, "%20", end at i? What stands behind it is a name, as behind the sign. */
bool ending_is_escaped_sign(const text *t, size_t start, size_t i);

/* Is it punctuation, which belongs to a link only if something better follows? In the mail profile, that is. */
bool ending_is_soft(uint32_t code);

/* M1: what stands between parts of a line, or points at one: an ellipsis, short dashes, bullets, daggers, arrows, quotes, an accent or a
 * prime in their place. */
bool ending_is_mark(uint32_t code);

/* M1: is it an emoji or another sign, and stands at i behind a word of the link, "http://a.example/x" and a heart, or behind another one
 * that does? Such follow a link; what stands behind "/", "=", "%20" and the like is a name: "http://a.example/" and a heart. The link, which
 * begins at start, ends well at last as far as it was read. */
bool ending_is_glued_sign(const text *t, size_t start, size_t last, size_t i, uint32_t code);

#endif
