/* zones_rule.h - lines of dashes, underscores and the like, and what stands between them */
#ifndef TRAWL_MAIL_ZONES_RULE_H
#define TRAWL_MAIL_ZONES_RULE_H

#include "mail/zones_marks.h"

/* What such a line shows, which only its end decides. */
zones_sign zones_rule(const zones_line *line);

/* May a line that begins with these two bytes be one? */
bool zones_rule_may_begin(const char *two);

#endif
