/* old.h - trawl site --old: the addresses of an older archive
 *
 *   old.c    finds the message of each page, and proves it
 *   text.c   compares the text of a page with that of a message
 *   clock.c  the dates of the lines before the messages of mailboxes
 *   warc.c   pages in WARC files
 */
#ifndef TRAWL_ARCHIVE_SITE_OLD_OLD_H
#define TRAWL_ARCHIVE_SITE_OLD_OLD_H

#include "archive/site/site.h"

/* ---- Texts: text.c ---- */

struct old_texts;

/* Opens a reader of texts. Returns NULL after an error message. */
struct old_texts *old_texts_open(struct site *s);
void old_texts_close(struct old_texts *t);

/* Reads the words of a page from the mail that old_read() made of it. Returns 1 if there are some,
 * 0 if not, or -1 after an error message. */
int old_texts_read(struct old_texts *t, trawl_str mail);

/* Returns 1 if a message of a mailbox has the words of the page, 0 if it has others or cannot be
 * read, or -1 after an error message. */
int old_texts_agree(struct old_texts *t, int64_t message);

/* ---- Lines before messages: clock.c ---- */

#define CLOCK_BYTES 24

/* Fills temp.clock(date, id) with the dates, in the form of asctime(), of the lines before the
 * messages of mailboxes. Returns 0, or -1 after an error message. */
int clocks_make(struct site *s);

/* ---- WARC: warc.c ---- */

typedef int warc_page(void *user, trawl_str name, trawl_str page);

/* Calls `take` for each page in a WARC file, with the page's address. Returns 0 after the last
 * page, 1 after an error message about the file, and -1 if memory is short. If `take` returns a
 * number other than 0, reading ends and the function returns this number. */
int warc_each(const struct source *source, warc_page *take, void *user);

#endif
