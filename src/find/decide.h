/* decide.h - triggers: which bytes are one, and what one means */
#ifndef TRAWL_FIND_DECIDE_H
#define TRAWL_FIND_DECIDE_H

#include "find/scan.h"

/* Triggers of more than one byte: "ww", and the dots U+3002 (E3 80 82) and U+FF0E (EF BC 8E), as far as they can be seen. */
static inline bool decide_is_whole(const unsigned char *p, size_t i, size_t n)
{
    if ((p[i] | 0x20) == 'w')
        return i + 1 == n || (p[i + 1] | 0x20) == 'w';
    if (i + 1 < n && p[i + 1] != (p[i] == 0xE3 ? 0x80 : 0xBC))
        return false;
    return i + 2 >= n || p[i + 2] == (p[i] == 0xE3 ? 0x82 : 0x8E);
}

/* Does one of the scanner's own triggers stand at i? */
static inline bool decide_is_built_in(const trawl *t, const unsigned char *p, size_t i, size_t n)
{
    return t->trigger[p[i]] & SCAN_BUILT_IN && (p[i] < 'W' || decide_is_whole(p, i, n));
}

/* May one of the user's rules? */
static inline bool decide_is_by_rule(const trawl *t, const unsigned char *p, size_t i, size_t n)
{
    return t->trigger[p[i]] & SCAN_BY_RULE && (i + 1 == n || rules_pair(t->pairs, p[i], p[i + 1])) &&
           rules_trigger(t->set.rules, (const char *)p + i, n - i) != RULES_NONE;
}

/* Decide about the trigger at i; the link is in t->f, or several in t->w. An error is put into t->error. */
outcome decide(trawl *t, text *w, size_t i);

#endif
