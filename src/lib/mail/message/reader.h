/* reader.h - shared by the files that read one text: its stages, and what they share
 *
 * A stage has three functions: to begin, to read bytes and to end. It reads bytes as a reader_feed,
 * passes them on with reader_pass(), and holds its state in the reader.
 */
#ifndef TRAWL_MAIL_MESSAGE_READER_H
#define TRAWL_MAIL_MESSAGE_READER_H

#include "mail/message/message.h"

/* ---- reader.c ---- */

/* Lists the stages up to the charset again, when one of them has decided by the first bytes which
 * others the text needs. */
void reader_list_source_stages(reader *r);

/* Returns the buffer *room of the reader, which the first call allocates; NULL when out of memory.
 * `size` must be the same in each call. */
static inline char *reader_room(const reader *r, char **room, size_t size)
{
    return *room ? *room : (*room = memory_get(&r->g->m, size));
}

/* Returns a buffer of the reader, or an empty text if it was not allocated yet. */
static inline const char *reader_held(const char *room)
{
    return room ? room : "";
}

/* Passes bytes to the stage after this one. */
static inline int reader_pass(reader *r, reader_stage_id from, const char *p, size_t n)
{
    return n > 0 ? r->next[from]->feed(r, p, n) : 0;
}

/* ---- reader_source.c ---- */

extern const reader_stage stage_peek, stage_transfer, stage_plain, stage_sniff, stage_mark,
    stage_guess, stage_charset;

/* Reads bytes of an attachment, whose source ends at `to`, until it is known to be text. Sets *used
 * to the number of these bytes. */
int reader_sniff(reader *r, const char *p, size_t n, uint64_t to, size_t *used);

/* Skips the bytes of an attachment that were read before it was known not to be text. */
int reader_drop(reader *r, uint64_t to);

/* Skips n bytes of the source that do not belong to the text. */
int reader_gap(reader *r, uint64_t n);

/* Decides in place of "peek", by the whole text. */
int reader_decide(reader *r, const char *p, size_t n);

/* ---- reader_page.c ---- */

/* Allocates r->in_html, unless that was done before. Returns TRAWL_OK or TRAWL_ERROR_NO_MEMORY. */
int reader_page_open(reader *r);
void reader_page_close(reader *r);

extern const reader_stage stage_page;

/* ---- reader_text.c ---- */

extern const reader_stage stage_enriched, stage_uri_list, stage_refang, stage_lines, stage_scan;

/* How text is passed to the scanner. */
typedef enum reader_how {
    READER_SEARCH,
    READER_END, /* a link that is still open ends with the text, which may be empty */
    READER_PASS /* it is not searched */
} reader_how;

/* Passes text to the scanner, divided where the zone changes. */
int reader_scan(reader *r, const char *p, size_t n, reader_how how);

/* Passes on the text that a page or "scan" holds to make longer runs. */
int reader_settle(reader *r);

/* ---- unread.c ---- */

extern const reader_stage stage_unread;

/* Reports a binary that begins here, if the line above names it as a text or a page. */
int reader_tell_binary(reader *r);

#endif
