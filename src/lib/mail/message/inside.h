/* inside.h - shared by the files that read one message
 *
 * All functions that return an int return 0, an error, or the value with which the sink stopped.
 */
#ifndef TRAWL_MAIL_MESSAGE_INSIDE_H
#define TRAWL_MAIL_MESSAGE_INSIDE_H

#include "mail/message/message.h"

/* The maximum number of bytes of a preamble that are held. */
#define WALK_PREAMBLE_MAX 65536

/* ---- walk.c ---- */

/* Begins a header at this source offset. `digest`: it belongs to a part of a multipart/digest. */
void walk_begin_header(walk *w, uint64_t at, bool digest);

/* Reads bytes of a body that are not part of a boundary. */
int walk_leaf(walk *w, const char *p, size_t n, uint64_t at);

/* Decides about an attachment that ends before offset `at`, and reads all of its bytes. */
int walk_end_attached(walk *w, uint64_t at);

/* ---- head.c ---- */

/* Makes the index of the fields that the settings require. */
void walk_choose_fields(walk *w);

/* Reads the first `fields` fields of the header, up to offset `end` of its text. `whole`: these are
 * all of its fields. First stores their information about the message and the part and sends their
 * events; then sends the links in the fields. */
int walk_read_head(walk *w, size_t fields, size_t end, bool whole);

/* ---- part.c ---- */

/* Sends the PART event of the part to which the header belongs. */
int walk_know_part(walk *w);

/* Begins the body that the header describes: a multipart, a message, a text or something else. */
int walk_begin_body(walk *w, uint64_t at);

/* Begins a text of the type w->type, with the current path and number. */
int walk_begin_text(walk *w, uint64_t at);

/* Returns true when this Content-Type shows more links than the stored Content-Type: a multipart or
 * a message more than a page, a page more than a text. */
bool walk_outranks(walk *w, trawl_str type);

/* Skips the rest of the message from this source offset on: it has too many parts. */
int walk_skip_parts(walk *w, uint64_t at);

/* Ends the open part. */
int walk_end_part(walk *w, uint64_t to);

/* Begins an attachment, whose first bytes have shown that it is a message, a mailbox or neither. */
int walk_begin_attached(walk *w, enum trawl_input kind, uint64_t at);

/* Appends the number of a message in a mailbox to the path of the innermost level. */
void walk_number_message(walk *w, unsigned number);

/* ---- attached.c ---- */

/* Begins an attachment that may be a message. */
void attached_begin(walk *w, uint64_t at);

/* Reads bytes of it. Sets *took to the number of bytes read. */
int attached_take(walk *w, const char *p, size_t n, uint64_t at, size_t *took);

/* Begins it as a message or as a text and reads the held bytes again, as soon as these show which
 * it is. `last`: it has no more bytes, or no more that can be held. */
int attached_decide(walk *w, bool last);

/* ---- encoded.c ---- */

/* Begins a message with a transfer encoding, or with `boxed` a mailbox, as the innermost level. */
int encoded_begin(walk *w, bool boxed, uint64_t at);

/* Read bytes of the encoded message; end it at this source offset. */
int encoded_bytes(walk *w, const char *p, size_t n, uint64_t at);
int encoded_end(walk *w, uint64_t to);

void encoded_close(walk *w);

/* ---- unread.c ---- */

/* Returns the report that the part is no text and was not read. */
const char *walk_name_unread(walk *w);

/* ---- boundary.c ---- */

/* Reads bytes of the body, whose lines may be boundaries. Sets *took to the number of bytes read
 * before the state changed. */
int walk_body(walk *w, const char *p, size_t n, uint64_t at, size_t *took);

/* Decides about held bytes at the end of the message. */
int walk_end_body(walk *w);

/* Holds bytes of a multipart that precede its first boundary. */
int walk_hold_preamble(walk *w, const char *p, size_t n, uint64_t at);

/* Handles the preamble of a multipart whose boundary was not found. With `adopting`, looks for
 * another boundary that the parts use. If there is none, reads the preamble as text. */
int walk_flush_preamble(walk *w, bool adopting);

#endif
