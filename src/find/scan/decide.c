/* decide.c - decides what a trigger begins: which kinds of link are tried, and in what order
 *
 * Wrappers come first, then the user's rules, then running text; but running text that begins
 * before a rule's trigger wins.
 */
#include <string.h>

#include "find/scan/scan.h"

static outcome at_colon(trawl *t, text *w, size_t i)
{
    outcome o = bare_scheme(t->set, w, i, &t->f);

    if (o == IS_LINK && settings_mail(t->set) && !t->f.url_only)
        quoted_bare(t->set, w, &t->place, &t->f);
    if (RULE(R26) && o == IS_LINK && settings_option(t->set, TRAWL_OPTION_JOIN)) {
        place_advance(&t->place, w, t->f.from);
        join_next_line(t->set, w, &t->place, &t->f);
    }
    if (o == NOT_A_LINK && !w->starved && settings_find(t->set, TRAWL_FIND_LOCALHOST))
        o = bare_localhost(t->set, w, i, &t->f);
    return o;
}

static outcome at_sign(trawl *t, text *w, size_t i)
{
    outcome o = bare_email(t->set, w, i, &t->f);

    if (RULE(R26) && o == IS_LINK && settings_option(t->set, TRAWL_OPTION_JOIN))
        join_line_above(w, &t->f);
    return o;
}

static outcome at_www(trawl *t, text *w, size_t i)
{
    outcome o = bare_www(t->set, w, i, &t->f);

    if (o == IS_LINK && settings_mail(t->set) && !t->f.url_only)
        quoted_bare(t->set, w, &t->place, &t->f);
    return o;
}

/* Clears what was found at the last trigger. */
static void clear(trawl *t)
{
    t->f.note_count = 0;
    t->w->link_count = 0;
    t->w->abandoned = false;
    t->w->why = NULL;
}

/* A "<": a wrapper, or an address. A wrapper that was opened and is none is not an address
 * either. */
static outcome at_opener(trawl *t, text *w, size_t i)
{
    size_t word = wrap_word(t->set, w, i);
    outcome o;

    if (word == i + 1 || text_at(w, word) == ':') {
        o = wrap_try(t->set, w, i, &t->place, t->w);
        if (o == IS_LINK || t->w->why)
            return o;
    }
    return wrap_address(t->set, w, i, word, &t->f);
}

static outcome by_scanner(trawl *t, text *w, size_t i)
{
    switch (w->p[i]) {
    case '<':
        return at_opener(t, w, i);
    case ':':
        return at_colon(t, w, i);
    case '@':
        return at_sign(t, w, i);
    case '.':
    case '\xE3':
    case '\xEF':
        return bare_domain(t->set, w, i, &t->f);
    case '/':
        return bare_netpath(t->set, w, i, &t->f);
    default:
        return at_www(t, w, i);
    }
}

/* ---- The user's rules ---- */

/* Returns true when a wrapper opens inside the link in t->f: wrappers win over rules. */
static bool holds_wrapper(trawl *t, text *w)
{
    size_t i = t->f.from, to = t->f.to;
    place line = t->place;
    const char *open;

    if (!(t->set->trigger['<'] & SETTINGS_BUILT_IN))
        return false;
    while (++i < to && (open = memchr(w->p + i, '<', to - i))) {
        i = (size_t)(open - w->p);
        if (wrap_try(t->set, w, i, &line, t->w) == IS_LINK || w->starved)
            return true;
    }
    return false;
}

/* Decides about the user's rules at i. They give way to wrappers, and to running text that begins
 * earlier: an address, or the link of the scanner's own trigger at the same place. */
static outcome by_rule(trawl *t, text *w, size_t i, bool built_in)
{
    outcome o = user_rule(t, w, i);
    bool lost;

    if (o != IS_LINK)
        return o;
    lost = holds_wrapper(t, w);
    clear(t);
    lost = lost || user_rule_in_address(t, w, i);
    if (!lost && built_in && w->p[i] != '<')
        lost = by_scanner(t, w, i) == IS_LINK && t->f.from < i;
    clear(t);
    return lost ? NOT_A_LINK : user_rule(t, w, i);
}

static outcome with_rules(trawl *t, text *w, size_t i)
{
    bool built_in = seek_is_built_in(t, w, i);
    outcome o;

    if (seek_is_by_rule(t, w, i)) {
        if (built_in && w->p[i] == '<' && wrap_try(t->set, w, i, &t->place, t->w) == IS_LINK)
            return IS_LINK;
        o = by_rule(t, w, i, built_in);
        if (o == IS_LINK || t->error)
            return o;
    }
    return built_in && !w->starved ? by_scanner(t, w, i) : NOT_A_LINK;
}

outcome scan_decide(trawl *t, text *w, size_t i)
{
    clear(t);
    return t->rules ? with_rules(t, w, i) : by_scanner(t, w, i);
}
