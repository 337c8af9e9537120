/* decide.c - what a trigger means: which kinds of link are tried, and in what order
 *
 * Wrappers go before the user's rules, rules before running text, but for what began before the rule's trigger.
 */
#include "find/decide.h"

#include <string.h>

#include "find/join.h"
#include "find/quoted.h"
#include "find/rules_off.h"
#include "find/user_rule.h"

/* A wrapper that opens at i, in a line of which so much is known. */
static outcome at_opener(trawl *t, text *w, size_t i, place *line)
{
    return wrap_try(&t->set, w, i, line, t->w);
}

static outcome at_colon(trawl *t, text *w, size_t i)
{
    outcome o = bare_scheme(&t->set, w, i, &t->f);

    if (o == IS_LINK && settings_mail(&t->set) && !t->f.url_only)
        quoted_bare(&t->set, w, &t->place, &t->f);
    if (RULE(R26) && o == IS_LINK && settings_option(&t->set, TRAWL_JOIN)) {
        place_advance(&t->place, w, t->f.from);
        join_next_line(&t->set, w, &t->place, &t->f);
    }
    if (o == NOT_A_LINK && !w->starved && settings_find(&t->set, TRAWL_FIND_LOCALHOST))
        o = bare_localhost(&t->set, w, i, &t->f);
    return o;
}

static outcome at_sign(trawl *t, text *w, size_t i)
{
    outcome o = bare_email(&t->set, w, i, &t->f);

    if (RULE(R26) && o == IS_LINK && settings_option(&t->set, TRAWL_JOIN))
        join_line_above(w, &t->f);
    return o;
}

static outcome at_www(trawl *t, text *w, size_t i)
{
    outcome o = bare_www(&t->set, w, i, &t->f);

    if (o == IS_LINK && settings_mail(&t->set) && !t->f.url_only)
        quoted_bare(&t->set, w, &t->place, &t->f);
    return o;
}

/* Nothing is known of the trigger yet. */
static void forget(trawl *t)
{
    t->f.note_count = 0;
    t->w->link_count = 0;
    t->w->abandoned = false;
    t->w->why = NULL;
}

/* Decide about the scanner's own trigger at i, wrappers having been looked for. */
static outcome by_scanner(trawl *t, text *w, size_t i)
{
    switch (w->p[i]) {
    case '<':
        return t->w->why
                   ? NOT_A_LINK
                   : wrap_address(&t->set, w, i, t->w->word_to, &t->f); /* a wrapper without an end is no address */
    case ':':
        return at_colon(t, w, i);
    case '@':
        return at_sign(t, w, i);
    case '.':
    case '\xE3':
    case '\xEF':
        return bare_domain(&t->set, w, i, &t->f);
    case '/':
        return bare_netpath(&t->set, w, i, &t->f);
    default:
        return at_www(t, w, i);
    }
}

/* Does a wrapper open inside the link in t->f? Wrappers go before rules. */
static bool holds_wrapper(trawl *t, text *w)
{
    size_t i = t->f.from, to = t->f.to;
    place line = t->place;
    const char *open;

    if (!(t->trigger['<'] & SCAN_BUILT_IN))
        return false;
    while (++i < to && (open = memchr(w->p + i, '<', to - i))) {
        i = (size_t)(open - w->p);
        if (at_opener(t, w, i, &line) == IS_LINK || w->starved)
            return true;
    }
    return false;
}

/* Decide about the user's rules whose trigger may stand at i. They give way to wrappers, and to running text that began
 * earlier: an address, or what the scanner's own trigger at the same place is inside of. */
static outcome by_rule(trawl *t, text *w, size_t i, bool built_in)
{
    outcome o = user_rule(&t->set, w, i, &t->f, &t->error);
    bool lost;

    if (o != IS_LINK)
        return o;
    lost = holds_wrapper(t, w);
    forget(t);
    lost = lost || user_rule_in_address(&t->set, w, i, &t->f);
    if (!lost && built_in && w->p[i] != '<')
        lost = by_scanner(t, w, i) == IS_LINK && t->f.from < i;
    forget(t);
    return lost ? NOT_A_LINK : user_rule(&t->set, w, i, &t->f, &t->error);
}

outcome decide(trawl *t, text *w, size_t i)
{
    const unsigned char *p = (const unsigned char *)w->p;
    bool built_in = decide_is_built_in(t, p, i, w->n);
    outcome o = NOT_A_LINK;

    forget(t);
    if (t->w->opened) {
        o = wrap_try_opened(&t->set, w, &t->place, t->w);
        t->w->opened = false;
        t->w->word_to = i + 1;
    } else if (built_in && p[i] == '<') {
        size_t word = wrap_word(&t->set, w, i);
        if (word == i + 1 || text_at(w, word) == ':')
            o = at_opener(t, w, i, &t->place);
        t->w->word_to = word;
    }
    if (o != IS_LINK && !w->starved && decide_is_by_rule(t, p, i, w->n))
        o = by_rule(t, w, i, built_in);
    if (o == IS_LINK || w->starved || t->error || !built_in)
        return o;
    return by_scanner(t, w, i);
}
