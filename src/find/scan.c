/* scan.c - the search through a window: from trigger to trigger, each decided or waited for
 *
 * Everything here depends on the bytes of the text and on offsets in it, never on where the window begins or ends. Where a
 * decision wants more than the window holds, the search stops at its trigger and begins there again when more has come.
 */
#include "find/scan.h"

#include <string.h>

#include "base/ascii.h"
#include "find/decide.h"
#include "find/rules_off.h"
#include "find/seek.h"
#include "find/usual.h"

/* Profile rfc1738 reports of running text only what its grammar accepts; the fragment is none of its business (Q3). */
static int wanted_by_profile(trawl *t)
{
    const char *hash;

    if (t->set.profile != TRAWL_PROFILE_RFC1738 || t->f.kind != TRAWL_BARE)
        return 1;
    hash = memchr(t->f.url, '#', t->f.url_n);
    return trawl_accepts(TRAWL_RFC1738, t->f.url, hash ? (size_t)(hash - t->f.url) : t->f.url_n);
}

static int send_wrapped(trawl *t, text *w)
{
    int stop = 0;

    for (unsigned k = 0; k < t->w->link_count && !stop; k++) {
        wrap_link(&t->set, t->w, k, &t->f);
        stop = send_link(t, w);
    }
    return stop;
}

/* The first link in a wrapper that has no end is told so (R24). */
static void flag_unclosed(trawl *t, const text *w)
{
    uint64_t from = w->base + t->f.from;

    if (RULE(R24) && from < t->unclosed_to && from >= t->unclosed_from && t->f.kind != TRAWL_RULE) {
        t->f.flags |= TRAWL_UNCLOSED;
        found_note(&t->f, "R24", "it stood in a wrapper that has no end");
        t->unclosed_to = 0;
    }
}

/* Can a link of running text go the short way? */
static bool may_go_short(const trawl *t, const text *w)
{
    return t->usual && !t->sink_url && t->f.plain && t->f.piece_count == 1 &&
           ascii_is_alpha((unsigned char)w->p[t->f.pieces[0].from]);
}

/* The trigger at i was decided: send, and say where to go on. Returns 0, an error, or the sink's value. */
static int settle(trawl *t, text *w, size_t i, outcome o, size_t *next)
{
    int wanted = 1, stop = 0;

    *next = i + 1;
    if (o == NOT_A_LINK) {
        if (t->w->abandoned) {
            t->unclosed_from = w->base + i;
            t->unclosed_to = w->base + t->w->looked_to;
        }
        if (!settings_option(&t->set, TRAWL_WANT_EXPLAIN))
            return 0;
        if (w->p[i] == '<' && t->w->why)
            stop = send_note(t, w, i, t->w->looked_to, t->w->why_rule, t->w->why);
        return stop ? stop : send_notes(t, w, t->f.from, t->f.to);
    }
    if (o == PASS_OVER) {
        t->skipping = t->f.over;
        *next = t->f.to > i ? t->f.to : i + 1;
        if (w->p[i] == '@' || w->p[i] == '<' || (w->p[i] == ':' && !settings_find(&t->set, TRAWL_FIND_URL)))
            t->floor = w->base + *next; /* its domain is not looked at again; a host passed over may be a local part */
        return send_notes(t, w, w->p[i] == ':' || w->p[i] == '@' ? t->f.from : i, *next);
    }
    if (t->w->link_count > 0) {
        stop = send_wrapped(t, w);
        *next = t->w->close;
    } else {
        wanted = wanted_by_profile(t);
        *next = t->f.to;
        flag_unclosed(t, w);
        if (settings_mail(&t->set) && t->f.kind != TRAWL_RULE && !t->f.url_only)
            readings_entity(&t->f);
        if (wanted > 0)
            stop = may_go_short(t, w) ? send_usual(t, w, t->f.pieces[0], t->f.from, t->f.to) : send_link(t, w);
    }
    t->floor = w->base + *next;
    return wanted < 0 ? wanted : stop;
}

/* The same for what usual_link() found, which neither a profile nor an entity has a say in. */
static int settle_usual(trawl *t, text *w, outcome o)
{
    if (o == PASS_OVER && t->f.from == t->f.to)
        return 0;
    t->floor = w->base + t->f.to;
    if (o == PASS_OVER)
        return 0;
    flag_unclosed(t, w);
    if (t->sink_url)
        return send_url(t, w);
    return send_usual(t, w, t->f.pieces[0], t->f.from, t->f.to);
}

/* Where the character begins that the byte at i is part of. */
static size_t char_start(const text *w, size_t i)
{
    for (size_t k = 1; k <= 3 && k <= i && utf8_goes_on(w->p[i - k + 1]); k++)
        if (utf8_length((unsigned char)w->p[i - k]) > k)
            return i - k;
    return i;
}

/* Where the word that ends at i begins, as far as a future trigger can reach: of a longer one all is known when it is so long. */
static size_t word_start(trawl *t, const text *w, size_t i)
{
    const kernel_set *set = &t->set.sets.word;
    size_t known = t->word_to > w->base ? (size_t)(t->word_to - w->base) : 0, j = i;
    size_t least = i > known + FOUND_HOST + 2 ? i - FOUND_HOST - 2 : known;
    uint64_t word;

    while (j >= least + KERNEL_BLOCK && !~t->set.kernel->bits(set, w->p + j - KERNEL_BLOCK))
        j -= KERNEL_BLOCK;
    while (j > least && set->table[(unsigned char)w->p[j - 1]])
        j--;
    word = j == known && t->word_to >= w->base && known > 0 ? t->word : w->base + j;
    t->word = word;
    t->word_to = w->base + i;
    if (w->base + i - word <= FOUND_HOST + 1)
        return (size_t)(word - w->base);
    return char_start(w, i - FOUND_HOST - 1);
}

/* Up to where can text go out, when all triggers before i are decided and nothing is known of i? */
static size_t hold_from(trawl *t, const text *w, size_t i)
{
    size_t hold;

    if (w->final && i == w->n)
        return i;
    hold = word_start(t, w, i);
    /* UTS #58: an address takes a "mailto:" before it, also one whose colon began nothing (bare_email.c). */
    if (!settings_mail(&t->set) && hold >= 7 && w->base + hold - 7 >= t->floor &&
        ascii_same(w->p + hold - 7, "mailto:", 7))
        hold -= 7;
    if (hold == i && i > 0 && i == w->n && w->p[i - 1] == '\r')
        hold--;
    return hold;
}

/* Behind the word in which a link was too long. */
static size_t skip_word(trawl *t, const text *w, size_t i)
{
    if (!t->skipping)
        return i;
    while (i < w->n && (unsigned char)w->p[i] > ' ' && w->p[i] != '<' && w->p[i] != '>')
        i++;
    t->skipping = i == w->n;
    return i;
}

/* Where one of the user's rules may have its trigger, it goes first. */
static inline bool may_be_usual(const trawl *t, const text *w, size_t i)
{
    return t->usual && !(t->trigger[(unsigned char)w->p[i]] & SCAN_BY_RULE);
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
        if (may_be_usual(t, w, i) && (o = usual_link(t, w, i)) != NOT_A_LINK) {
            stop = settle_usual(t, w, o);
            if (stop)
                return stop;
            i = t->f.to;
            continue;
        }
        o = decide(t, w, i);
        if (w->starved) {
            t->waiting = true;
            t->wait_wrap = w->p[i] == '<';
            t->wait_end = w->base + w->n;
            t->wait_for = w->base + w->wanted;
            break;
        }
        stop = t->error ? t->error : settle(t, w, i, o, &next);
        if (stop)
            return stop;
        i = skip_word(t, w, next);
    }
    t->search = w->base + i;
    hold = hold_from(t, w, i);
    if (w->base + hold > t->sent)
        stop = send_text(t, w, w->base + hold, NULL);
    return stop;
}
