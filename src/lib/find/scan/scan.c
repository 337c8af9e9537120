/* scan.c - searches a window from trigger to trigger; each one is decided, or waits for more text
 *
 * 1. The next trigger: the scanner's own are found by a kernel and filtered by the bytes beside
 *    them; those of user rules by their first bytes.
 * 2. The decision: which kinds of link are tried there, and in what order. Wrappers come first,
 *    then user rules, then running text; but running text that begins before a rule's trigger wins.
 * 3. What was decided is delivered (find/deliver.c).
 *
 * Decisions depend on the bytes of the text and their offsets, never on where the window begins or
 * ends. If a decision needs more than the window holds, the search stops at its trigger and begins
 * there again when more has come.
 */

#include "base/ascii.h"
#include "find/scan/scan.h"

/* ---- The next trigger ---- */

/* A search through one window. */
typedef struct seek {
    size_t own, by_rule; /* the next trigger of each kind; 0 before the search */
    trigger_map map;
} seek;

/* Returns true when a scheme of the tables ends before i. */
static bool ends_in_scheme(const text *w, size_t i)
{
    const size_t from = bytes_run_before(w->p, w->floor, i, BYTE_SCHEME, "");

    return i - from < 16 && scheme_find(w->p + from, i - from);
}

/* Returns true for a colon without a scheme on its left, or without a host on its right. Most
 * colons are like this, so this is tested before anything else. */
static bool is_idle_colon(const trawl_scanner *t, const text *w, size_t i)
{
    const char *p = w->p + i;

    if (p[0] != ':' || w->n - i < 4)
        return false;
    if (p[1] == '/' && p[2] == '/')
        return !(t->mode.want & TRAWL_WANT_EXPLAIN) &&
               (i == 0 || ((unsigned char)p[-1] > ' ' &&
                           !byte_is_of_run((unsigned char)p[-1], BYTE_SCHEME, "\\")));
    if (i > 1 && bare_may_end(t->set, BARE_OPAQUE, p))
        return false;
    if (p[1] == '/')
        return (unsigned char)p[2] > ' ' && !ends_in_scheme(w, i);
    return p[1] != '\\' || p[2] != '/';
}

/* Returns true for an ASCII byte, and for a byte that may begin another dot of a domain. */
static bool is_ascii_or_dot(const text *w, size_t i)
{
    static const char dots[][4] = {"\u3002", "\uFF0E", "\uFF61"};
    const size_t n = w->n - i < 3 ? w->n - i : 3;
    bool is = (unsigned char)w->p[i] < 0x80;

    for (size_t k = 0; k < sizeof dots / sizeof dots[0] && !is; k++)
        is = memcmp(w->p + i, dots[k], n) == 0;
    return is;
}

static size_t next_own(const trawl_scanner *t, const text *w, size_t i, seek *s)
{
    for (;; i++) {
        i = trigger_next(&s->map, t->set->kernel, &t->set->sets.triggers, w->p, i, w->n);
        if (i == w->n || (!is_idle_colon(t, w, i) && is_ascii_or_dot(w, i)))
            return i;
        /* In a run of equal triggers only the first and the last can begin a link. */
        if (w->n - i > 1 && w->p[i] == w->p[i + 1])
            i = trigger_row_end(w->p, i, w->n) - 1;
    }
}

static size_t next_by_rule(const trawl_scanner *t, const text *w, size_t i)
{
    for (; i < w->n; i++) {
        i += t->set->kernel->find(&t->set->sets.rule_first, w->p + i, w->n - i);
        if (i == w->n || rules_trigger(t->set->rules, w->p + i, w->n - i) != RULES_NONE)
            break;
    }
    return i;
}

/* Returns the next trigger from i on, or w->n. i never decreases. */
static inline size_t next_trigger(const trawl_scanner *t, const text *w, size_t i, seek *s)
{
    if (!t->rules || s->own <= i)
        s->own = next_own(t, w, i, s);
    if (!t->rules)
        return s->own;
    if (s->by_rule <= i)
        s->by_rule = next_by_rule(t, w, i);
    return s->by_rule < s->own ? s->by_rule : s->own;
}

bool scan_may_find(const trawl_scanner *t, const char *p, size_t n)
{
    trigger_map map;

    map.to = TRIGGER_FAR;
    return t->rules || trigger_next(&map, t->set->kernel, &t->set->sets.triggers, p, 0, n) < n;
}

/* ---- The decision ---- */

/* R8: flags a link that ends before a hyphen of a formatter at a line's end. */
static void flag_hyphen(text *w, candidate *f)
{
    const size_t after = f->to + text_hyphen(w, f->to);

    if (after == f->to || text_after_break(w, after) == after)
        return;
    f->flags |= TRAWL_FLAG_HYPHEN_BREAK;
    candidate_note(f, "R8", "it ends before a hyphen at a line's end, and nothing continues it");
}

/* Decides about running text with signs of other notations; `o` is the outcome for the text as it
 * is. The signs count as what they stand for (M20). If they may belong to the link, the text as it
 * is gives another reading. */
__attribute__((noinline)) static outcome try_clean(trawl_scanner *t, text *w, size_t i, outcome o,
                                                   bare_function *bare)
{
    candidate *f = &t->candidate;
    outcome cleaned;
    bool stars;

    if (!RULE(M20) || !settings_mail(t->set) || w->starved)
        return o;
    stars = o == IS_LINK && f->signs == SIGNS_STARS;
    if (stars && text_at(w, f->to) == '<')
        return o; /* the URL as it was follows in brackets */
    f->note_count = 0;
    cleaned = copy_decide(&t->copy, t->set, w, i, bare, f);
    if (cleaned == IS_LINK && stars)
        candidate_alt(f, w->p + f->from, f->to - f->from, TRAWL_WHY_NOTATION);
    if (cleaned != NOT_A_LINK || w->starved)
        return w->starved ? o : cleaned;
    f->note_count = 0;
    o = bare(t->set, w, i, f);
    if (o == IS_LINK)
        flag_hyphen(w, f);
    return o;
}

/* Decides about running text. Fast path: most text has no signs of other notations. */
static inline outcome try_bare(trawl_scanner *t, text *w, size_t i, bare_function *bare)
{
    outcome o = bare(t->set, w, i, &t->candidate);

    return copy_is_near(w, i, o, &t->candidate) ? try_clean(t, w, i, o, bare) : o;
}

/* Decides about a URL, which may be quoted-printable, be a gateway's, or continue in the next
 * lines. */
__attribute__((always_inline)) static inline outcome try_url(trawl_scanner *t, text *w, size_t i,
                                                             bare_function *bare)
{
    const outcome o = try_bare(t, w, i, bare);
    candidate *f = &t->candidate;
    bool gateway;

    if (o != IS_LINK || !settings_mail(t->set))
        return o;
    gateway = gateway_is_coded(f);
    if (gateway && gateway_follow(t->set, w, &t->place, f))
        return o;
    if (!f->url_only || gateway || w->p[f->to - 1] == '=' || text_at(w, f->to) == '=')
        quoted_bare(t->set, w, &t->place, f, gateway);
    if (join_may_follow(w, f))
        join_follow(t->set, w, &t->place, f);
    if (gateway)
        gateway_flag(w, f);
    return o;
}

/* Returns true when the scheme may be the rest of a longer scheme: "ttps", not "http" or "ftp". */
static inline bool is_short_scheme(const text *w, size_t from, size_t colon)
{
    const char c = (char)(w->p[from] | 0x20);

    return colon - from <= 4 && (c == 't' || c == 'p' || c == 's');
}

/* The URL of this colon, or its scheme with "//", may end its line and follow an opening quote or
 * bracket. If so, reads on to the closing quote or bracket: adds the readings with these lines, or
 * makes them the link (R35). */
__attribute__((noinline)) static outcome read_enclosed(trawl_scanner *t, text *w, size_t i,
                                                       outcome o)
{
    enum { SIGN = 3, NAME = 64 }; /* the side of a box, or punctuation; of a group, an address */
    candidate *f = &t->candidate;
    const bool link = o == IS_LINK;
    size_t from, own, to, end;
    bool slashes;
    int next;

    if (o == SKIPPED || w->starved || !settings_mail_or_screen(t->set))
        return o;
    if (link && (next = text_at(w, f->pieces[0].to)) > ' ' && !strchr(".,;:!?-([{", next))
        return o; /* most are closed or go on there */
    from = link ? f->from : bytes_run_before(w->p, w->floor, i, BYTE_SCHEME, "");
    if (from == i || !wrap_follows_opener(w, from))
        return o;
    slashes = text_is(w, i, "://");
    own = link ? f->pieces[0].to : slashes ? i + 3 : text_word_end(w, i + 1, NAME);
    to = text_word_end(w, own, SIGN);
    end = text_skip_blanks(w, to);
    if ((!link && !slashes && !strchr(".@-/", w->p[own - 1])) ||
        !text_line_ends(w, end > to ? text_word_end(w, end, SIGN) : to))
        return o;
    if (!wrap_enclosed(t->set, w, from, &t->place, t->wrap))
        return o;
    if (link)
        wrap_offer(t->set, t->wrap, f);
    return IS_LINK;
}

/* Decides about the second half of a scheme; `o` is the outcome so far. */
static outcome try_scheme(trawl_scanner *t, text *w, size_t i, outcome o)
{
    return RULE(R34) && settings_mail(t->set) && !w->starved &&
                   settings_find(t->set, TRAWL_FIND_URL)
               ? join_scheme(t->set, w, &t->place, i, &t->candidate, o)
               : o;
}

static outcome at_colon(trawl_scanner *t, text *w, size_t i)
{
    outcome o = try_url(t, w, i, bare_scheme);

    if ((o != IS_LINK || is_short_scheme(w, t->candidate.from, i)) &&
        (text_at(w, i + 1) == '/' || ends_in_scheme(w, i)))
        o = try_scheme(t, w, i, o);
    if (o == NOT_A_LINK && !w->starved && settings_find(t->set, TRAWL_FIND_LOCALHOST))
        o = bare_localhost(t->set, w, i, &t->candidate);
    if (!RULE(R35) || (o == IS_LINK && t->candidate.url_only))
        return o;
    return read_enclosed(t, w, i, o);
}

/* Decides about a slash: with known columns, "//" may follow a scheme in the line above. */
static outcome at_slash(trawl_scanner *t, text *w, size_t i)
{
    enum { MARGIN = 64 };
    size_t k = t->set->columns > 0 && text_is(w, i, "//") ? i : 0;

    while (k > 0 && i - k < MARGIN && w->p[k - 1] != '\n' && w->p[k - 1] != '/' &&
           !ascii_is_alnum((unsigned char)w->p[k - 1]))
        k--;
    if (k > 0 && w->p[k - 1] == '\n' && try_scheme(t, w, i, NOT_A_LINK) == IS_LINK)
        return IS_LINK;
    return settings_find(t->set, TRAWL_FIND_NETPATH) ? bare_netpath(t->set, w, i, &t->candidate)
                                                     : NOT_A_LINK;
}

static outcome at_sign(trawl_scanner *t, text *w, size_t i)
{
    outcome o = try_bare(t, w, i, bare_email);

    if (RULE(R35) && o == IS_LINK && settings_mail(t->set))
        above_join(t->set, w, &t->candidate);
    return o;
}

/* Clears the candidate of the last trigger. */
static void scan_clear(trawl_scanner *t)
{
    t->candidate.note_count = 0;
    t->wrap->link_count = 0;
    t->wrap->abandoned = t->wrap->over = false;
    t->wrap->why = NULL;
}

/* Decides about a "<": a wrapper, or an address. A failed wrapper is not an address either. */
static outcome at_opener(trawl_scanner *t, text *w, size_t i)
{
    const size_t word = wrap_word(t->set, w, i);
    const int c = text_at(w, word);
    outcome o;

    if (word == i + 1 ||
        (c != '@' && (c == ':' || wrap_is_cut(w, word) || wrap_begins_www(w, i)))) {
        o = wrap_try(t->set, w, i, &t->place, t->wrap);
        if (o != NOT_A_LINK || t->wrap->why)
            return o;
    }
    return wrap_address(t->set, w, i, word, &t->candidate);
}

/* Decides about a trigger in running text. */
static outcome by_bare(trawl_scanner *t, text *w, size_t i)
{
    switch (w->p[i]) {
    case ':':
        return at_colon(t, w, i);
    case '@':
        return at_sign(t, w, i);
    case '.':
    case '\xE3':
    case '\xEF':
        return bare_domain(t->set, w, i, &t->candidate);
    case '\x1B':
        return bare_osc8(t->set, w, i, &t->candidate);
    case '/':
        return at_slash(t, w, i);
    default: /* a name of base/prefix.h */
        return try_url(t, w, i, bare_www);
    }
}

__attribute__((noinline)) static outcome by_any(trawl_scanner *t, text *w, size_t i)
{
    outcome o;

    if (w->p[i] == '<')
        return at_opener(t, w, i);
    o = by_bare(t, w, i);
    if (RULE(R37) && o == IS_LINK && t->set->plain && t->wrap->link_count == 0)
        doubt_border(t->set, w, i, &t->candidate);
    return o;
}

static inline outcome by_scanner(trawl_scanner *t, text *w, size_t i)
{
    const outcome o = ordinary_decide(t, w, i);

    return o != NOT_A_LINK ? o : by_any(t, w, i);
}

/* ---- The user's rules ---- */

/* Returns true when a wrapper opens inside the link in t->candidate, after its trigger at i:
 * wrappers win over rules. */
static bool holds_wrapper(trawl_scanner *t, text *w, size_t i)
{
    size_t to = t->candidate.to;
    place line = t->place;
    const char *open;

    if (!t->set->trigger['<'])
        return false;
    while (++i < to && (open = memchr(w->p + i, '<', to - i))) {
        i = (size_t)(open - w->p);
        if (wrap_try(t->set, w, i, &line, t->wrap) == IS_LINK || w->starved)
            return true;
    }
    return false;
}

/* Decides about the user's rules at i. Wrappers win over rules, and so does running text that
 * begins earlier: an address, or the link of the scanner's own trigger at the same place. */
static outcome by_rule(trawl_scanner *t, text *w, size_t i, bool built_in)
{
    outcome o = user_rule(t, w, i);
    size_t from = t->candidate.from;
    bool lost;

    if (o != IS_LINK)
        return o;
    lost = holds_wrapper(t, w, i);
    scan_clear(t);
    lost = lost || user_rule_in_address(t, w, i, from);
    if (!lost && built_in && w->p[i] != '<')
        lost = by_scanner(t, w, i) == IS_LINK && t->candidate.from < from;
    scan_clear(t);
    return lost ? NOT_A_LINK : user_rule(t, w, i);
}

static outcome with_rules(trawl_scanner *t, text *w, size_t i, const seek *s)
{
    const bool built_in = s->own == i;
    outcome o;

    if (s->by_rule == i) {
        if (built_in && w->p[i] == '<' && wrap_try(t->set, w, i, &t->place, t->wrap) == IS_LINK)
            return IS_LINK;
        o = by_rule(t, w, i, built_in);
        if (o == IS_LINK || t->error)
            return o;
    }
    return built_in && !w->starved ? by_scanner(t, w, i) : NOT_A_LINK;
}

/* ---- Delivery ---- */

/* Handles a trigger at i that began no link. */
static int pass_miss(trawl_scanner *t, const text *w, size_t i)
{
    int stop = 0;

    if (t->wrap->abandoned) {
        t->unclosed_from = w->base + i;
        t->unclosed_to = w->base + t->wrap->looked_to;
    }
    if (!(t->mode.want & TRAWL_WANT_EXPLAIN))
        return 0;
    if (w->p[i] == '<' && t->wrap->why)
        stop = deliver_note(t, w, i, t->wrap->looked_to, t->wrap->why_rule, t->wrap->why);
    return stop ? stop : deliver_notes(t, w, t->candidate.from, t->candidate.to);
}

/* Skips the text that the trigger at i belongs to, and sets *next to its end. Reports a URL that is
 * too long (E20). The domain after an "@" is not searched again. A host is searched again, since it
 * may be a local part. */
static int pass_over(trawl_scanner *t, const text *w, size_t i, size_t *next)
{
    const char c = w->p[i];
    const bool unwanted = c == ':' && !settings_find(t->set, TRAWL_FIND_URL);
    int stop = 0;

    t->skipping = t->candidate.over ? SKIP_WORD : SKIP_NONE;
    *next = t->candidate.to > i ? t->candidate.to : i + 1;
    if (c == '@' || c == '<' || unwanted)
        t->floor = w->base + *next;
    if (t->candidate.note_count > 0)
        stop = deliver_notes(t, w, c == ':' || c == '@' ? t->candidate.from : i, *next);
    return stop || !t->candidate.over || unwanted
               ? stop
               : deliver_limit(t, w, t->candidate.from, (piece){t->candidate.from, *next}, "R31",
                               "a URL is longer than 8192 bytes: no link");
}

/* Reports that the wrapper at i is longer than a limit, and skips it. */
static int pass_long(trawl_scanner *t, const text *w, size_t i, size_t *next)
{
    const wrap *by = t->wrap;
    int stop = deliver_note(t, w, i, by->looked_to, by->why_rule, by->why);

    *next = by->looked_to;
    t->floor = w->base + *next;
    t->skipping = w->p[*next - 1] == '\n' ? SKIP_MARKS : SKIP_LINE;
    t->candidate.kind = TRAWL_KIND_WRAP;
    return stop ? stop : deliver_limit(t, w, i, (piece){by->content, *next}, by->why_rule, by->why);
}

/* Completes a link in running text with what is known of the text before it. */
static void settle_bare(trawl_scanner *t, const text *w)
{
    uint64_t from = w->base + t->candidate.from;

    if (RULE(R13) && from < t->unclosed_to && from >= t->unclosed_from &&
        t->candidate.kind != TRAWL_KIND_RULE) {
        t->candidate.flags |= TRAWL_FLAG_UNCLOSED;
        candidate_note(&t->candidate, "R13", "it was in a wrapper that is not closed");
        t->unclosed_to = 0;
    }
    if (t->candidate.codes && settings_mail(t->set) && t->candidate.kind != TRAWL_KIND_RULE) {
        if (t->candidate.shows)
            notation_show(&t->notation, t->candidate.shows);
        readings_decoded(w, &t->candidate);
    }
}

/* Delivers the decision about the trigger at i. Sets *next to where the search continues. Returns
 * 0, an error, or the sink's value. */
static int deliver(trawl_scanner *t, text *w, size_t i, outcome o, size_t *next)
{
    const unsigned wrapped = t->wrap->link_count;
    int stop = 0;

    *next = i + 1;
    if (o == NOT_A_LINK)
        return pass_miss(t, w, i);
    if (o == SKIPPED)
        return t->wrap->over ? pass_long(t, w, i, next) : pass_over(t, w, i, next);
    *next = wrapped > 0 ? t->wrap->close : t->candidate.to;
    t->floor = w->base + *next;
    if (wrapped == 0) {
        settle_bare(t, w);
        return deliver_link(t, w);
    }
    for (unsigned k = 0; k < wrapped && !stop; k++) {
        wrap_link(t->set, t->wrap, k, &t->candidate);
        stop = deliver_link(t, w);
    }
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

/* Returns true for the beginning of "https://", "http://" or "ftp://". */
static bool begins_scheme(const char *p, size_t n)
{
    return (n <= 8 && ascii_same(p, "https://", n)) || (n <= 7 && ascii_same(p, "http://", n)) ||
           (n <= 6 && ascii_same(p, "ftp://", n));
}

/* Returns the start of the last word before `end` if it may be half of a link whose rest follows in
 * the next line: a scheme, "ht", "https:/", or an address, "www-"; else `end`. Blanks, the sides of
 * frames, quote marks and colours may follow it. */
static size_t half_word(const trawl_scanner *t, const text *w, size_t end)
{
    enum { MARGIN = 256, COLOUR = 66, SCHEME = sizeof "https://" };
    size_t to = end, from;

    while (to > 0 && end - to < MARGIN) {
        const unsigned char c = (unsigned char)w->p[to - 1];

        from = to > COLOUR ? to - COLOUR : 0;
        from = c == 'm' || c == 'K' ? bytes_run_before(w->p, from, to - 1, BYTE_DIGIT, ";:[") : 0;
        if (from > 0 && w->p[from - 1] == '\x1B')
            to = from - 1;
        else if (c != '\n' && (c <= ' ' || c >= 0x80 || c == '|' || c == '>'))
            to--;
        else
            break;
    }
    if (to > 0 && w->p[to - 1] == '-' && settings_find(t->set, TRAWL_FIND_EMAIL)) {
        from = above_hold(w, to);
        return from < to ? from : end;
    }
    from = bytes_run_before(w->p, to > SCHEME ? to - SCHEME : 0, to, BYTE_ALPHA, ":/");
    return from < to && w->base + from >= t->floor && begins_scheme(w->p + from, to - from) ? from
                                                                                            : end;
}

/* Returns the start of a word as half_word() finds it, at the end of the line above i or before i;
 * i if there is no such word. */
__attribute__((noinline)) static size_t cut_word(const trawl_scanner *t, const text *w, size_t i)
{
    enum { FAR = 256 };
    const size_t line = bytes_after_last(w->p, i > FAR ? i - FAR : 0, i, '\n');
    size_t above;

    if (line == 0 || w->p[line - 1] != '\n')
        return half_word(t, w, i);
    above = half_word(t, w, line - 1);
    return above < line - 1 ? above : half_word(t, w, i);
}

/* Returns the end of the text that may be delivered when all triggers before i are decided and the
 * bytes from i on are not known. */
static size_t hold_from(const trawl_scanner *t, const text *w, size_t i)
{
    enum { WORD = FOUND_HOST + 1 };
    size_t hold;

    if (w->final && i == w->n)
        return i;
    hold = copy_word_start(w, i, i > WORD ? i - WORD : 0);
    hold = i - hold == WORD ? char_start(w, hold) : hold;
    if (t->rules) {
        size_t by_rule = user_rule_hold(t, w, i);
        hold = by_rule < hold ? by_rule : hold;
    }
    if (settings_find(t->set, TRAWL_FIND_EMAIL) && settings_mail(t->set))
        hold = bare_quoted_hold(w, t->floor > w->base ? (size_t)(t->floor - w->base) : 0, hold);
    /* An address takes a "mailto:" before it whose colon began nothing (find/bare/email.c). */
    if (hold >= 7 && w->base + hold - 7 >= t->floor && ascii_same(w->p + hold - 7, "mailto:", 7))
        hold -= 7;
    if (hold == i && i > 0 && i == w->n && w->p[i - 1] == '\r')
        hold--;
    return settings_mail(t->set) ? cut_word(t, w, hold) : hold;
}

/* Returns the end of the wrapper that contains i: its ">", the next "<", an empty line, or a second
 * word in a line. */
static size_t skip_wrapper(trawl_scanner *t, const text *w, size_t i)
{
    for (; i < w->n; i++) {
        unsigned char c = (unsigned char)w->p[i];
        if (c == '<' || (c == '\n' && t->skipping == SKIP_MARKS))
            break;
        if (c == '\n')
            t->skipping = SKIP_MARKS;
        else if (c <= ' ')
            t->skipping = t->skipping == SKIP_LINE ? SKIP_BLANKS : t->skipping;
        else if (t->skipping == SKIP_BLANKS || (c == '>' && t->skipping == SKIP_LINE))
            break;
        else if (t->skipping != SKIP_MARKS || ascii_is_alnum(c) || c >= 0x80)
            t->skipping = SKIP_LINE;
    }
    t->skipping = i < w->n ? SKIP_NONE : t->skipping;
    return i;
}

/* Returns the end of the candidate that was too long. */
__attribute__((noinline)) static size_t skip_on(trawl_scanner *t, const text *w, size_t i)
{
    if (t->skipping > SKIP_WORD)
        return skip_wrapper(t, w, i);
    while (i < w->n && (unsigned char)w->p[i] > ' ' && w->p[i] != '<' && w->p[i] != '>')
        i++;
    t->skipping = i == w->n ? SKIP_WORD : SKIP_NONE;
    return i;
}

int scan_run(trawl_scanner *t, text *w)
{
    size_t i = (size_t)(t->search - w->base), next, hold;
    seek triggers;
    outcome o;
    int stop = 0;

    t->waiting = false;
    copy_forget(t->copy);
    t->ids.news = t->mode.news;
    w->ids = &t->ids;
    w->decoded = t->mode.decoded;
    triggers.own = triggers.by_rule = 0;
    triggers.map.to = w->final ? TRIGGER_FAR : 0;
    if (t->skipping != SKIP_NONE)
        i = skip_on(t, w, i);
    while ((i = next_trigger(t, w, i, &triggers)) < w->n) {
        w->starved = false;
        w->floor = t->floor > w->base ? (size_t)(t->floor - w->base) : 0;
        scan_clear(t);
        o = t->rules ? with_rules(t, w, i, &triggers) : by_scanner(t, w, i);
        if (w->starved) {
            t->waiting = true;
            t->wait_end = w->base + w->n;
            t->wait_for = w->base + w->wanted;
            break;
        }
        stop = t->error ? t->error : deliver(t, w, i, o, &next);
        if (stop)
            return stop;
        i = t->skipping == SKIP_NONE ? next : skip_on(t, w, next);
    }
    if (t->candidate.no_memory || t->wrap->c.no_memory)
        return TRAWL_ERROR_NO_MEMORY;
    t->search = w->base + i;
    hold = hold_from(t, w, i);
    if (w->base + hold > t->sent)
        stop = deliver_text(t, w, w->base + hold, NULL);
    return stop;
}
