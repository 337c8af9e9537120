/* printable.h - bytes made fit to be shown: to people, in JSON, in a table
 *
 * Every way takes any bytes at all, and what it lets out is UTF-8 without controls and without the characters that
 * glyph_hidden() knows. The JSON and table forms hold no line end, so a record is a line.
 */
#ifndef TRAWL_CLI_PRINTABLE_H
#define TRAWL_CLI_PRINTABLE_H

#include <stddef.h>

#include "cli/output.h"

/* One step of text for people: a character as it is; \x1b for a control byte or one that is no UTF-8; [U+202E] for
 * any other that hides. */
struct printable_step {
    const char *text; /* what is shown: bytes of the source, or made[] */
    size_t length;
    size_t bytes; /* how much of the source it stands for, 1 at least */
    size_t columns;
    char made[12];
};

/* The step at p, of at least one byte. It points into p or into itself: use it where it stands, do not copy it. */
void printable_next(struct printable_step *step, const char *p, size_t n);

void printable_people(struct output *o, const char *p, size_t n);

/* Copies what is the same in all forms, printable ASCII without quote and backslash, up to the first byte that is not: how
 * many bytes. */
size_t printable_copy(char *to, const char *p, size_t n);

/* A JSON string with its quotes. Bytes that are no UTF-8 come out as U+FFFD, one for each maximal subpart. The second one
 * writes into a record (put.h), PRINTABLE_JSON() bytes at most. */
void printable_json(struct output *o, const char *p, size_t n);
char *printable_put_json(char *to, const char *p, size_t n);
#define PRINTABLE_JSON(n) (6 * (n) + 2)

/* As PostgreSQL's COPY text format reads it: \\ \t \n \r, and \xHH for each byte of anything else that hides and for
 * bytes that are no UTF-8. Undone by COPY, it gives the same bytes back. */
void printable_tsv(struct output *o, const char *p, size_t n);
char *printable_put_tsv(char *to, const char *p, size_t n);
#define PRINTABLE_TSV(n) (4 * (n))

/* Is all of it UTF-8? */
int printable_is_utf8(const char *p, size_t n);

#endif
