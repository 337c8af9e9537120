/* ending.c - where a link ends in running text: UTS #58's termination (D4)
 *
 * A stack of open brackets, the last place where the link could well end, and a walk to the right until something stops it.
 * In the mail profile more stops it: what ending_stop.c knows, invisible characters (M8), and the partner of a quote before
 * the link (M2). It drops emphasis (M3) and entities without their semicolon (M4) from the end.
 */
#include "find/ending.h"

#include "find/ending_stop.h"
#include "find/linkclass.h"
#include "find/rules_off.h"

#define OPEN_MAX 125

/* So much punctuation may follow a link of the greatest length before the search for its end is given up. */
#define SOFT_END 64

typedef struct walk {
    const settings *s;
    text *t;
    const before *b;
    found *f;
    size_t start, last;
    size_t limit; /* where emphasis before the link closes (M3), or the window ends */
    enum ending_part part;
    uint32_t open[OPEN_MAX];
    size_t open_at[OPEN_MAX];
    unsigned depth;
    bool directive; /* behind ":~:" in a fragment */
    ending_stops stops;
    const note *stop; /* the rule that ended it; NULL for others than ending_stop()'s */
} walk;

/* M8 */
static bool is_unseen(walk *w, uint32_t code)
{
    if (!RULE(M8) || code < 0x80 || !settings_mail(w->s) || !text_invisible(code))
        return false;
    w->f->flags |= TRAWL_FORMAT_CHAR;
    return true;
}

static unsigned term_of(walk *w, uint32_t code, size_t i, size_t next)
{
    if (settings_mail(w->s)) {
        if (ending_may_stop(&w->stops, code) && (w->stop = ending_stop(&w->stops, w->t, code, i, next)))
            return LINK_HARD;
        if (RULE(M2) && w->b->partner && code == w->b->partner)
            return LINK_HARD;
        if (RULE(M1) && code >= 0x80 &&
            (ending_is_mark(code) || ending_is_glued_sign(w->t, w->start, w->last, i, code)))
            return LINK_SOFT;
        if (is_unseen(w, code))
            return LINK_HARD;
    }
    return link_class(code) & LINK_TERM;
}

/* Not in the mail profile, where a bracket is as good as its partner (M18): /(SICI)1097(199807/30)17, ?q=(a=b) */
static void close_all(walk *w)
{
    if (!RULE(M18) || !settings_mail(w->s))
        w->depth = 0;
}

/* A delimiter that begins a later part: D4 (a). */
static bool begins_part(walk *w, uint32_t code, size_t next)
{
    if (code == '#' && w->part != ENDING_FRAGMENT) {
        w->part = ENDING_FRAGMENT;
        w->last = next;
    } else if (code == '?' && (w->part == ENDING_PATH || w->part == ENDING_NONE))
        w->part = ENDING_QUERY;
    else if (code == '/' && w->part == ENDING_NONE) {
        w->part = ENDING_PATH;
        w->last = next;
    } else
        return false;
    close_all(w);
    return true;
}

/* D4 (b): what divides a part closes all brackets in it. */
static void inner_syntax(walk *w, uint32_t code, size_t i)
{
    bool divides = (w->part == ENDING_PATH && code == '/') || (w->part == ENDING_QUERY && (code == '=' || code == '&'));

    if (w->part == ENDING_FRAGMENT) {
        if (code == '~' && i > w->start && w->t->p[i - 1] == ':' && text_at(w->t, i + 1) == ':')
            w->directive = divides = true;
        else if (w->directive)
            divides = code == '&' || code == ',';
    }
    if (divides)
        close_all(w);
}

static bool open_bracket(walk *w, uint32_t code, size_t i)
{
    if (w->depth == OPEN_MAX)
        return false;
    if (RULE(M16) && code == '{' && settings_mail(w->s) && ending_is_command(w->t, i - 1)) {
        static const note guide = {"M16", "a command of AmigaGuide ends it"};
        w->stop = &guide;
        w->last = ending_trim_soft(w->t, w->start, i - 1);
        return false;
    }
    w->open_at[w->depth] = i;
    w->open[w->depth++] = code;
    return true;
}

/* D4 (c). False when the link stops before this character, which stands at i. */
static bool take(walk *w, uint32_t code, size_t i, size_t next)
{
    switch (term_of(w, code, i, next)) {
    case LINK_INCLUDE:
        w->last = next;
        return true;
    case LINK_SOFT:
        w->last = RULE(D4) ? w->last : next;
        return true;
    case LINK_OPEN:
        return open_bracket(w, code, i);
    case LINK_CLOSE:
        if (RULE(R28) && (w->depth == 0 || w->open[--w->depth] != link_opener(code)))
            return false;
        w->last = next;
        return true;
    default:
        return false;
    }
}

/* For --explain: what ended the link. */
static void note_end(walk *w, uint32_t code)
{
    bool mail = settings_mail(w->s);

    if (!w->f->noting)
        return;
    if (w->stop)
        found_note(w->f, w->stop->rule, w->stop->what);
    else if (mail && text_invisible(code))
        found_note(w->f, "M8", "a character that nobody sees ends it");
    else if (mail && w->b->partner == code && code)
        found_note(w->f, "M2", "the partner of the quote before it ends it");
    else if ((link_class(code) & LINK_TERM) == LINK_CLOSE)
        found_note(w->f, "D4", "a closing bracket that none opened ends it");
    else
        found_note(w->f, "D4", "white space or a control character ends it");
}

/* Does c end a link that has had nothing but what ending_tail() says? */
static bool ends_tail(walk *w, int c, size_t i)
{
    if (settings_mail(w->s) && (c == '<' || c == '>' || c == '\\' || c == '`'))
        w->stop = ending_stop(&w->stops, w->t, (uint32_t)c, i, i + 1);
    return w->stop != NULL;
}

/* The usual link has nothing in it but what ending_tail() says, and ends at white space or a bracket. Then all that matters is whether
 * punctuation is at its end. Else false, and the walk goes on at *i: behind all that, if no other URL and no entity can end there. */
static bool walk_tail(walk *w, size_t *i)
{
    text *t = w->t;
    size_t end = *i;
    int c = text_at(t, end);
    bool ends;

    if (!RULE(D4) || (w->part == ENDING_NONE && c != '/' && c != '?' && c != '#'))
        return w->part == ENDING_NONE && c >= 0 && c < 0x80;
    end = ending_tail_run(w->s, t, w->start, end);
    if (end - w->start > FOUND_BYTES)
        return false;
    c = text_at(t, end);
    ends = c <= ' ' || ends_tail(w, c, end);
    if (!ends && (c == ':' || c == ';' || w->s->steps['/'] == ENDING_DIVIDES))
        return false;
    w->last = end;
    while (w->last > *i && ending_is_soft((unsigned char)t->p[w->last - 1]))
        w->last--;
    *i = end;
    if (!ends)
        w->part = ENDING_PATH; /* or any other: see ending_steps() */
    else if (c >= 0)
        note_end(w, (uint32_t)c);
    return ends;
}

/* What is no more than punctuation here: quote marks are, if the link ends at none of their kind. */
static unsigned soft_steps(const walk *w)
{
    bool quote_ends = ending_may_stop(&w->stops, '"') || w->b->partner == '"';
    bool apostrophe_ends = ending_may_stop(&w->stops, '\'') || w->b->partner == '\'';

    return ENDING_SOFT | (quote_ends ? 0 : ENDING_QUOTE) | (apostrophe_ends ? 0 : ENDING_APOSTROPHE);
}

/* Past what a look at the byte is enough for. */
static size_t past_plain(walk *w, size_t i, size_t end)
{
    const unsigned char *p = (const unsigned char *)w->t->p, *steps = w->s->steps;
    const unsigned soft = soft_steps(w);

    for (; i < end; i++) {
        unsigned step = steps[p[i]];
        size_t to;
        if (step == ENDING_INCLUDE)
            w->last = i + 1;
        else if (step == ENDING_LETTER && (to = ending_letters(w->t, i, end)) > i) {
            w->last = to;
            i = to - 1;
        } else if (step & soft)
            continue;
        else if ((step == ENDING_APOSTROPHE || p[i] == 0xE2) &&
                 (to = ending_apostrophe(w->t, i, end, w->b->partner)) > i)
            i = to - 1;
        else if (step != ENDING_OPENS || !open_bracket(w, p[i], i))
            break;
    }
    return i;
}

/* Character by character from i on. Where the walk stopped. */
static size_t walk_all(walk *w, size_t i)
{
    const size_t most = w->start + FOUND_BYTES + SOFT_END, end = most < w->limit ? most : w->limit;

    for (;;) {
        utf8_char c;
        bool divides;
        if (w->part != ENDING_NONE)
            i = past_plain(w, i, end);
        if (i == w->limit && i < w->t->n)
            break;
        c = text_char(w->t, i);
        if (c.len == 0 || i > most)
            break;
        if (w->part == ENDING_NONE && c.code != '/' && c.code != '?' && c.code != '#') {
            (void)is_unseen(w, c.code);
            break;
        }
        divides = w->part == ENDING_NONE || (c.code < 0x80 && w->s->steps[c.code] == ENDING_DIVIDES);
        if (!divides || !begins_part(w, c.code, i + c.len)) {
            if (divides)
                inner_syntax(w, c.code, i);
            if (!take(w, c.code, i, i + c.len)) {
                note_end(w, c.code);
                break;
            }
        }
        i += c.len;
    }
    return i;
}

/* M18: "http://a.example/x[a page of ours]": a bracket that closes behind the blank at i is the text's. Then the link ends before it. */
static void leave_label(walk *w, size_t host_end, size_t i)
{
    if (!RULE(M18) || w->depth == 0 || !settings_mail(w->s) || !ending_is_label(w->t, w->open[0], i))
        return;
    w->last = ending_trim_soft(w->t, host_end, w->open_at[0]);
    found_note(w->f, "M18", "a bracket that closes behind a blank is none of it");
}

size_t ending_from(const settings *s, text *t, size_t start, size_t i, enum ending_part part, const before *b, found *f,
                   bool *over)
{
    size_t host_end = i, end;
    walk w; /* its stack of brackets is left as it is */

    w.s = s;
    w.t = t;
    w.b = b;
    w.f = f;
    w.start = start;
    w.last = i;
    w.part = part;
    w.limit = b->marks > 1 ? ending_close_marks(t, b, i) : t->n;
    w.depth = 0;
    w.directive = false;
    w.stop = NULL;
    ending_stops_begin(&w.stops, s, start);
    if (RULE(R27) && part != ENDING_STOPPED && (w.limit < t->n || !walk_tail(&w, &i))) {
        i = walk_all(&w, i);
        leave_label(&w, host_end, i);
        w.last = w.stops.cut > 0 ? w.stops.cut : w.last;
        if (i == w.limit && i < t->n)
            found_note(f, "M3", "the emphasis before it closes there");
    }
    if (w.last < i)
        found_note(f, "D4", "punctuation at the end was left out");
    end = settings_mail(s) ? ending_trim(t, b, f, start, host_end, w.last) : w.last;
    *over = (end > w.last ? end : w.last) - start > FOUND_BYTES; /* M12 adds to it */
    return end;
}
