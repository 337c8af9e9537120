/* inside.h - declarations that the files of "transfer" and of "lines" share */
#ifndef TRAWL_MAIL_BODY_INSIDE_H
#define TRAWL_MAIL_BODY_INSIDE_H

#include "mail/body/body.h"

/* ---- Transfer: transfer.c, qp.c, base64.c, uu.c ----
 *
 * A step is called while there is input and at least TRANSFER_ROOM bytes of the output are free. It
 * reads some input and writes at most transfer_room() bytes; the remaining bytes are reserved for
 * the last step.
 */

int transfer_qp(transfer *t, transfer_io *io);
int transfer_base64(transfer *t, transfer_io *io);
int transfer_uu(transfer *t, transfer_io *io);

/* Quoted-printable, in doubt. */

/* Notes text that precedes the next "=". */
void qp_note(transfer *t, const char *p, size_t n);

/* Returns true if the "=XY" at the start of p[0..n), with two hex digits, is a code. Needs a fourth
 * byte unless the text ends. */
bool qp_is_code(const transfer *t, const char *p, size_t n);

/* Write what is still held at the end of the input. */
int transfer_qp_last(transfer *t, transfer_io *io);
int transfer_base64_last(transfer *t, transfer_io *io);
int transfer_uu_last(transfer *t, transfer_io *io);

/* The maximum number of bytes decoded at once, so that the counts of the map cannot overflow. */
#define TRANSFER_STEP ((size_t)1 << 30)

static inline size_t transfer_room(const transfer_io *io)
{
    size_t room = io->size - io->len - TRANSFER_PENDING;

    return room < TRANSFER_STEP ? room : TRANSFER_STEP;
}

static inline void transfer_take(transfer_io *io, size_t n)
{
    io->in += n;
    io->in_n -= n;
}

/* Copies p[0..n) to out, as n bytes of text and of source. */
int transfer_copy(transfer_io *io, const char *p, size_t n);

/* Base64 and uuencode: a character has six bits, a group of four characters is three bytes. A table
 * has value | SIX for each character of the alphabet, and 0 for all other bytes. */
#define SIX 0x80
/* Eight entries, for the values from n on. */
#define SIXES(n)                                                                                   \
    SIX + (n), SIX + (n) + 1, SIX + (n) + 2, SIX + (n) + 3, SIX + (n) + 4, SIX + (n) + 5,          \
        SIX + (n) + 6, SIX + (n) + 7

/* Decodes up to `most` whole groups, and stops at a group with a character outside the alphabet.
 * Must be called between groups, with input and room for all of them. Sets *n to the number of
 * groups. */
int transfer_six_groups(transfer_io *io, const unsigned char *table, size_t most, size_t *n);

/* Decodes one character with `src` bytes of source (1, or 0 for a missing character), and writes
 * the byte that it completes, if any. Does not advance the input. */
int transfer_six(transfer *t, transfer_io *io, unsigned value, unsigned src);

/* Skips n source bytes that encode nothing. */
int transfer_six_skip(transfer *t, transfer_io *io, size_t n);

/* Ends an incomplete group; drops bits that do not make a whole byte. */
int transfer_six_end(transfer *t, transfer_io *io);

/* ---- Lines: lines.c, binary.c, signed.c, folded.c ----
 *
 * These functions test the bytes at the start of a line for a certain construct. They return the
 * offset of the line after it; 0 when the construct is not there; LINES_MORE when more bytes are
 * needed to decide.
 */

#define LINES_MORE SIZE_MAX

typedef struct lines_ahead {
    const char *p;
    size_t n;
    bool last; /* the text ends with p[0..n) */
} lines_ahead;

/* A line without its line break, CRLF or LF. */
typedef struct lines_line {
    const char *p;
    size_t n;
} lines_line;

/* Finds the line that begins at byte `at`; at the end of the text it may lack its line break. */
size_t lines_line_at(const lines_ahead *a, size_t at, lines_line *line);

/* Returns the line without blanks at its end. */
lines_line lines_trimmed(lines_line line);

/* Returns true if the line is the word, with or without blanks after it. */
static inline bool lines_is_word(lines_line line, const char *word)
{
    line = lines_trimmed(line);
    return line.n == strlen(word) && memcmp(line.p, word, line.n) == 0;
}

static inline bool lines_begins(lines_line line, const char *word)
{
    return line.n >= strlen(word) && memcmp(line.p, word, strlen(word)) == 0;
}

/* Tests `line`, a line of encoded data. The next line begins at a->p + next. Sets l->over if
 * `line` is the last line of the data. */
typedef size_t lines_test(lines *l, const lines_ahead *a, lines_line line, size_t next);
lines_test lines_uu, lines_yenc;

/* Reads the line at `at` and calls `test` for it. */
size_t lines_test_at(lines *l, const lines_ahead *a, size_t at, lines_test *test);

/* Test a line that has the first word of a binary, and enough lines after it to be sure. The line
 * itself is text. Set l->data to the state for the next line. */
lines_test lines_uu_starts, lines_yenc_starts;

/* Tests for the line LINES_SIGNED with the header lines and the empty line after it, and sets
 * l->signed_text. The text is escaped from there on. */
#define LINES_SIGNED "-----BEGIN PGP SIGNED MESSAGE-----"
lines_test lines_signed_starts;

/* Accepts the line that begins the signature, and clears l->signed_text. */
lines_test lines_signed_ends;

/* ---- Folded text: folded.c ---- */

/* Tests for a line "BEGIN:VCARD", with or without quote marks before it, and sets l->folded and
 * l->data. */
size_t lines_folded_starts(lines *l, const lines_ahead *a);

/* Tests for a fold at the start of the bytes: a line break, the quote marks, and one blank. Returns
 * its length. */
size_t lines_fold(const lines *l, const lines_ahead *a);

/* Tests for a line that belongs to the folded text. Updates l->folded for that line, and sets *head
 * to the number of its bytes that are read in any case. */
size_t lines_folded_line(lines *l, const lines_ahead *a, size_t *head);

#endif
