/* inside.h - between the files of the walk
 *
 * All functions that return an int return 0, an error, or the sink's value.
 */
#ifndef TRAWL_MAIL_MESSAGE_INSIDE_H
#define TRAWL_MAIL_MESSAGE_INSIDE_H

#include <string.h>

#include "mail/message/walk.h"

/* So much of a preamble is held. */
#define WALK_PREAMBLE_MAX 65536

/* ---- walk.c ---- */

/* A header begins at that place. */
void walk_begin_header(walk *w, uint64_t at, bool digest);

/* Bytes of the body that are no boundary. */
int walk_leaf(walk *w, const char *p, size_t n, uint64_t at);

/* ---- head.c ---- */

/* Makes the index of the fields that are read, by the settings. */
void walk_choose_fields(walk *w);

/* Reads the first fields of the header, so many of them, which end there in its text; whole: these
 * are all. First all that they say of the message and the part is kept, and its events are sent;
 * then the fields' links are. */
int walk_read_head(walk *w, size_t fields, size_t end, bool whole);

/* ---- part.c ---- */

/* Sends the PART event of the part whose header that is. */
int walk_know_part(walk *w);

/* Begins what the header says: a multipart, a message, a text, something else. */
int walk_begin_body(walk *w, uint64_t at);

/* Begins a text of that type, with the walk's present path and number. */
int walk_begin_text(walk *w, uint64_t at);

/* Ends the part that is open. */
int walk_end_part(walk *w, uint64_t to);

/* ---- boundary.c ---- */

/* Takes bytes of the body, in which lines may be boundaries. *took: how many were used before the
 * state changed. */
int walk_body(walk *w, const char *p, size_t n, uint64_t at, size_t *took);

/* The message ends: decides what is held. */
int walk_end_body(walk *w);

/* Holds a multipart's first bytes, before any boundary. */
int walk_hold_preamble(walk *w, const char *p, size_t n, uint64_t at);

/* No boundary has come. With adopting, looks for the one that the parts use; without one the
 * preamble is read as text. */
int walk_flush_preamble(walk *w, bool adopting);

#endif
