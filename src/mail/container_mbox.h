/* container_mbox.h - what an mbox has in common with one whose messages are counted */
#ifndef TRAWL_MAIL_CONTAINER_MBOX_H
#define TRAWL_MAIL_CONTAINER_MBOX_H

#include "mail/container_line.h"

/* A line at i that begins a message: "From " with a date. *end is behind it. */
container_is container_mbox_separator(const container_view *v, size_t i, size_t *end);

/* A line at i that has lost its first ">" once it is read: ">From ", and ">>From " and so on but in mboxo. */
container_is container_mbox_quoted(const container *c, const container_view *v, size_t i);

/* The message that is open is over, and the next one begins behind the first n bytes of the view. */
int container_mbox_next(container *c, container_view *v, size_t n);

/* Text of a message goes on, up to the next separator (which goes too, and the state is ENVELOPE), or, for a counted
 * body, to the view's end; quoted lines lose their ">". */
int container_mbox_body(container *c, container_view *v);
int container_mbox_counted(container *c, container_view *v);

#endif
