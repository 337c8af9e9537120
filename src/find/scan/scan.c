/* scan.c - the search through a window: from trigger to trigger, each of them decided or waited for
 *
 * Everything here depends on the bytes of the text and on offsets in it, never on where the window
 * begins or ends. Where a decision needs more than the window holds, the search stops at its
 * trigger and begins there again when more has come.
 */
#include <string.h>

#include "base/ascii.h"
#include "find/scan/scan.h"

/* The trigger at i began nothing. */
static int pass_miss(trawl *t, const text *w, size_t i)
{
    int stop = 0;

    if (t->w->abandoned) {
        t->unclosed_from = w->base + i;
        t->unclosed_to = w->base + t->w->looked_to;
    }
    if (!(t->want & TRAWL_WANT_EXPLAIN))
        return 0;
    if (w->p[i] == '<' && t->w->why)
        stop = deliver_note(t, w, i, t->w->looked_to, t->w->why_rule, t->w->why);
    return stop ? stop : deliver_notes(t, w, t->f.from, t->f.to);
}

/* The trigger at i belongs to what is passed over, up to *next. The domain after an "@" is not
 * searched again, but a host may be a local part. */
static int pass_over(trawl *t, const text *w, size_t i, size_t *next)
{
    char c = w->p[i];

    t->skipping = t->f.over;
    *next = t->f.to > i ? t->f.to : i + 1;
    if (c == '@' || c == '<' || (c == ':' && !settings_find(t->set, TRAWL_FIND_URL)))
        t->floor = w->base + *next;
    return t->f.note_count == 0 ? 0
                                : deliver_notes(t, w, c == ':' || c == '@' ? t->f.from : i, *next);
}

/* Profile rfc1738 reports of running text only what its grammar accepts, a fragment not counted.
 * Returns 1, 0 or an error. */
static int accepted_by_profile(const trawl *t)
{
    const char *hash;

    if (t->set->profile != TRAWL_PROFILE_RFC1738 || t->f.kind != TRAWL_KIND_BARE)
        return 1;
    hash = memchr(t->f.url, '#', t->f.url_n);
    return trawl_accepts(TRAWL_STANDARD_RFC1738, t->f.url,
                         hash ? (size_t)(hash - t->f.url) : t->f.url_n);
}

static int pass_bare(trawl *t, text *w)
{
    uint64_t from = w->base + t->f.from;
    int accepted = accepted_by_profile(t);

    if (RULE(R24) && from < t->unclosed_to && from >= t->unclosed_from &&
        t->f.kind != TRAWL_KIND_RULE) {
        t->f.flags |= TRAWL_FLAG_UNCLOSED;
        found_note(&t->f, "R24", "it stood in a wrapper that has no end");
        t->unclosed_to = 0;
    }
    if (settings_mail(t->set) && t->f.kind != TRAWL_KIND_RULE && !t->f.url_only)
        readings_entity(&t->f);
    if (accepted <= 0)
        return accepted;
    return deliver_link(t, w);
}

/* Delivers what was decided about the trigger at i. *next is where the search goes on. Returns 0,
 * an error, or the sink's value. */
static int deliver(trawl *t, text *w, size_t i, outcome o, size_t *next)
{
    int stop = 0;

    *next = i + 1;
    if (o == NOT_A_LINK)
        return pass_miss(t, w, i);
    if (o == PASS_OVER)
        return pass_over(t, w, i, next);
    *next = t->w->link_count > 0 ? t->w->close : t->f.to;
    if (t->w->link_count == 0)
        stop = pass_bare(t, w);
    for (unsigned k = 0; k < t->w->link_count && !stop; k++) {
        wrap_link(t->set, t->w, k, &t->f);
        stop = deliver_link(t, w);
    }
    t->floor = w->base + *next;
    return stop;
}

/* Returns the start of the character that the byte at i is part of. */
static size_t char_start(const text *w, size_t i)
{
    for (size_t k = 1; k <= 3 && k <= i && utf8_goes_on(w->p[i - k + 1]); k++)
        if (utf8_length((unsigned char)w->p[i - k]) > k)
            return i - k;
    return i;
}

/* Returns the start of the word that ends at i, as far left as a future trigger can reach. */
static size_t word_start(const text *w, size_t i)
{
    const size_t most = FOUND_HOST + 1;
    size_t j = i;

    while (j > 0 && i - j <= most &&
           ((unsigned char)w->p[j - 1] >= 0x80 || byte_is((unsigned char)w->p[j - 1], BYTE_WORD)))
        j--;
    return i - j <= most ? j : char_start(w, i - most);
}

/* Returns up to where text may be delivered when all triggers before i are decided and the bytes
 * from i on are not known. */
static size_t hold_from(const trawl *t, const text *w, size_t i)
{
    size_t hold;

    if (w->final && i == w->n)
        return i;
    hold = word_start(w, i);
    /* UTS #58: an address takes a "mailto:" before it, also one whose colon began nothing
     * (find/bare/email.c). */
    if (!settings_mail(t->set) && hold >= 7 && w->base + hold - 7 >= t->floor &&
        ascii_same(w->p + hold - 7, "mailto:", 7))
        hold -= 7;
    if (hold == i && i > 0 && i == w->n && w->p[i - 1] == '\r')
        hold--;
    return hold;
}

/* Returns the end of the word in which a link was too long, or i. */
static size_t skip_word(trawl *t, const text *w, size_t i)
{
    if (!t->skipping)
        return i;
    while (i < w->n && (unsigned char)w->p[i] > ' ' && w->p[i] != '<' && w->p[i] != '>')
        i++;
    t->skipping = i == w->n;
    return i;
}

int scan_run(trawl *t, text *w)
{
    size_t i = (size_t)(t->search - w->base), next, hold;
    seek triggers;
    outcome o;
    int stop = 0;

    t->waiting = false;
    w->ids = &t->ids;
    seek_begin(&triggers, w->final);
    i = skip_word(t, w, i);
    while ((i = seek_trigger(t, w, i, &triggers)) < w->n) {
        w->starved = false;
        w->floor = t->floor > w->base ? (size_t)(t->floor - w->base) : 0;
        o = scan_decide(t, w, i);
        if (w->starved) {
            t->waiting = true;
            t->wait_wrap = w->p[i] == '<';
            t->wait_end = w->base + w->n;
            t->wait_for = w->base + w->wanted;
            break;
        }
        stop = t->error ? t->error : deliver(t, w, i, o, &next);
        if (stop)
            return stop;
        i = skip_word(t, w, next);
    }
    t->search = w->base + i;
    hold = hold_from(t, w, i);
    if (w->base + hold > t->sent)
        stop = deliver_text(t, w, w->base + hold, NULL);
    return stop;
}
