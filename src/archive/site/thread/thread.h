/* thread.h - threads as documents and mailboxes, and addresses like those of public-inbox
 *
 *   fragment.c  the text of a message, read from its page
 *   document.c  the page of a thread: all texts
 *   mailbox.c   mailboxes of threads and months
 *   lore.c      the addresses of public-inbox
 */
#ifndef TRAWL_ARCHIVE_SITE_THREAD_THREAD_H
#define TRAWL_ARCHIVE_SITE_THREAD_THREAD_H

#include "archive/site/site.h"

/* ---- Fragments: fragment.c ---- */

/* Writes the fragment of the message on the page `path` into another page: quotes are folded, ids
 * and links to headings are left out, and other links to ids lead to `path`. */
void fragment_put(struct site *s, trawl_str html, const char *path);

/* ---- Mailboxes: mailbox.c ---- */

/* Writes the path of the mailbox of a thread; `hash` is that of its first message. */
void mailbox_path(char path[PATH_ROOM], const char *hash);

#endif
