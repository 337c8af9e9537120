/* container_message.c - no container at all: one text, or one message
 *
 * A message that was piped with the line of its mailbox before it ("From ada@...") loses that line; a byte order mark
 * goes, too. In a text both are text.
 */
#include "mail/container_line.h"

int container_text(container *c, container_view *v)
{
    return container_pass(c, v, v->n);
}

int container_message(container *c, container_view *v)
{
    if (c->state == CONTAINER_START)
        return container_start(c, v, false);
    if (c->state == CONTAINER_ENVELOPE)
        return container_skip_envelope(c, v, CONTAINER_INSIDE);
    return container_pass(c, v, v->n);
}
