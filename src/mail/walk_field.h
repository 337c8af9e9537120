/* walk_field.h - one header field: skipped, scanned, or taken for links */
#ifndef TRAWL_MAIL_WALK_FIELD_H
#define TRAWL_MAIL_WALK_FIELD_H

#include "mail/walk.h"

/* walk_head.c. Which of enum fields_how may have something to tell, by what is asked: a bit each. */
unsigned walk_field_hows(const walk *w);

/* The same of enum fields_role. */
unsigned walk_field_roles(const walk *w);

static inline bool walk_field_may_tell(const walk *w, fields_how how)
{
    return w->hows >> how & 1;
}

/* Has the field something to tell, which is read in that way? */
bool walk_field_tells(const walk *w, const head_field *f, fields_how how);

/* Events for such a field, up to the end of its body. Returns 0, an error, or the sink's value. */
int walk_field(walk *w, const head_field *f, fields_how how);

#endif
