/* user_rule.h - a trigger of the user's rules in the window */
#ifndef TRAWL_FIND_USER_RULE_H
#define TRAWL_FIND_USER_RULE_H

#include "find/bare.h"

/* Does a rule match at i? IS_LINK with the link in f, or NOT_A_LINK. TRAWL_NO_MEMORY goes to *error. */
outcome user_rule(const settings *s, text *t, size_t i, found *f, int *error);

/* Does an address whose local part began before i go through i? Rules beat running text only where they begin first. */
bool user_rule_in_address(const settings *s, text *t, size_t i, found *f);

#endif
