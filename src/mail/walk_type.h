/* walk_type.h - what Content-Type and Content-Transfer-Encoding say of a part */
#ifndef TRAWL_MAIL_WALK_TYPE_H
#define TRAWL_MAIL_WALK_TYPE_H

#include <string.h>

#include "mail/walk.h"

/* Of literals, so that each is a comparison or two. */
#define type_is(w, name) ((w)->type.n == sizeof(name) - 1 && memcmp((w)->type.p, name, sizeof(name) - 1) == 0)
#define type_begins(w, name) ((w)->type.n >= sizeof(name) - 1 && memcmp((w)->type.p, name, sizeof(name) - 1) == 0)

/* Of the header that was read: w->type, w->encoding, w->part_charset. TRAWL_OK or TRAWL_NO_MEMORY. */
int walk_type_know(walk *w);

/* A parameter of its Content-Type; empty where there is none. TRAWL_OK or TRAWL_NO_MEMORY. */
int walk_type_get(walk *w, words_text *value, const char *name);

/* That which is the boundary of a multipart. */
int walk_type_boundary(walk *w);

/* How it is read as a text, the base apart. TRAWL_OK or TRAWL_NO_MEMORY. */
int walk_type_text(walk *w, reader_text *as);

#endif
