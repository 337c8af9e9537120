/* walk.c - finds the end of a link in running text: UTS #58's termination (D4)
 *
 * Walks from the host's end, with a stack of open brackets and the last place where the link could
 * end, until a character stops it. A kernel passes the bytes on which no rule acts; the others have
 * a mask of the rules to test (stop.c). The mask of the last byte has those that shorten the link
 * (trim.c). For a plain URL both masks are 0.
 */
#include "base/check.h"
#include "find/ending/inside.h"

/* How many bytes the search goes beyond FOUND_BYTES. */
#define SOFT_END 64

/* ---- Classes of characters ---- */

/* M1: characters that divide parts of a line or point at one: dots, short dashes, bullets, daggers,
 * arrows, shapes, stars; and quotes, with the characters used as such. */
static bool walk_is_mark(uint32_t code)
{
    static const uint16_t marks[][2] = {
        {0xB4, 0xB4},     {0xB7, 0xB7},     {0xBB, 0xBB},     {0x2010, 0x2013}, {0x2018, 0x2019},
        {0x201C, 0x201D}, {0x2020, 0x2022}, {0x2026, 0x2027}, {0x2032, 0x2033}, {0x2190, 0x21FF},
        {0x25A0, 0x25FF}, {0x2605, 0x2606}, {0x30FB, 0x30FB}, {0xFF65, 0xFF65}};

    return is_in_ranges(code, marks, sizeof marks / sizeof marks[0]);
}

bool is_soft(uint32_t code)
{
    return link_term(code) == LINK_SOFT || (RULE(M1) && code >= 0x80 && walk_is_mark(code));
}

/* Returns true for characters that continue an emoji: a joiner, variation selectors, flag tags. */
static bool continues_sign(uint32_t code)
{
    return code == 0x200D || code == 0x20E3 || code == 0xFE0E || code == 0xFE0F ||
           (code >= 0xE0020 && code <= 0xE007F);
}

/* Returns true for emoji, dingbats, signs of keys and of line ends, "(c)" and the like. */
static bool walk_is_sign(uint32_t code)
{
    static const uint16_t signs[][2] = {{0xA9, 0xA9},     {0xAC, 0xAC},     {0xAE, 0xAE},
                                        {0xB6, 0xB6},     {0x203B, 0x203B}, {0x2042, 0x2042},
                                        {0x2122, 0x2122}, {0x2300, 0x243F}, {0x2600, 0x27BF},
                                        {0x2900, 0x297F}, {0x2B00, 0x2BFF}};

    return (code >= 0x1F000 && code <= 0x1FAFF) ||
           is_in_ranges(code, signs, sizeof signs / sizeof signs[0]);
}

/* Returns true for a character of a word, a closing bracket or emphasis. */
static bool walk_ends_word(uint32_t code)
{
    if (code < 0x80)
        return ascii_is_alnum((unsigned char)code) || strchr(")]}*_~", (int)code);
    return !walk_is_sign(code) && !continues_sign(code);
}

/* M1: an emoji right after a word, or after another sign after a word, is punctuation. After "/",
 * "=", "%20" and the like it is a name. */
static bool is_glued_sign(const ending *e, uint32_t code, size_t i)
{
    bool sign = walk_is_sign(code);

    if ((!sign && !continues_sign(code)) || link_term(code) != LINK_INCLUDE)
        return false;
    return e->last < i || (sign && walk_ends_word(text_char_before(e->t, i).code) &&
                           !ends_in_escaped_sign(e->t, e->start, i));
}

bool ending_keeps(const ending *e, uint32_t code, size_t i)
{
    return link_term(code) == LINK_INCLUDE && !text_invisible(code) && !walk_is_mark(code) &&
           !is_glued_sign(e, code, i);
}

/* M8: returns true, and sets the flag, for an invisible character, which ends the link. */
static bool is_unseen(ending *e, uint32_t code)
{
    if (!RULE(M8) || !settings_mail(e->s) || !text_invisible(code))
        return false;
    e->f->flags |= TRAWL_FLAG_FORMAT_CHAR;
    return true;
}

/* ---- The masks ---- */

void ending_tables(settings *s)
{
    unsigned char in[256];

    for (unsigned c = 0; c < 256; c++) {
        enum link_term term = c < 0x80 ? link_term(c) : LINK_HARD;
        if (term == LINK_SOFT && RULE(D4))
            s->ending[c] = ENDING_SOFT;
        else if (term != LINK_INCLUDE && term != LINK_SOFT)
            s->ending[c] = ENDING_CLASS;
    }
    if (!settings_mail(s) || !RULE(D4)) /* in the mail profile, parts do not close brackets */
        for (const char *c = "#?/=&~,"; *c; c++)
            s->ending[(unsigned char)*c] |= ENDING_DIVIDES;
    if (settings_mail(s)) {
        stop_add_masks(s->ending);
        s->ending_alone = trim_add_masks(s->ending);
    }
    for (unsigned c = 0; c < 256; c++)
        in[c] = (s->ending[c] & ENDING_INSIDE & ~(uint32_t)ENDING_SOFT) == 0;
    kernel_set_make(&s->sets.tail, in);
    for (const char *c = "%&=\\"; *c; c++)
        in[(unsigned char)*c] = 0;
    kernel_set_make(&s->sets.plain, in);
}

/* ---- Parts of the URL, where they matter ---- */

/* D4 2.: returns true for a delimiter inside a part. */
static bool divides_part(ending *e, uint32_t code, size_t i)
{
    if (e->part == ENDING_PATH)
        return code == '/';
    if (e->part == ENDING_QUERY)
        return code == '=' || code == '&';
    if (code == '~' && e->t->p[i - 1] == ':' && text_at(e->t, i + 1) == ':')
        return e->directive = true;
    return e->directive && (code == '&' || code == ',');
}

/* D4 1.: returns true for a delimiter that begins a later part. A part closes the brackets in it.
 * Not called in the mail profile, where a bracket may close in a later part (D4): ?q=(a=b). */
static bool walk_begins_part(ending *e, uint32_t code, size_t i)
{
    enum ending_part part = code == '#'   ? ENDING_FRAGMENT
                            : code == '?' ? ENDING_QUERY
                            : code == '/' ? ENDING_PATH
                                          : ENDING_NONE;
    bool begins = part > e->part;

    if (begins || divides_part(e, code, i))
        e->depth = 0;
    if (begins && code != '?')
        e->last = i + 1;
    e->part = begins ? part : e->part;
    return begins;
}

/* ---- Closing brackets that nothing opens (R37) ---- */

/* The maximum number of bytes of a word that are read after the bracket. */
#define BRACKET_FAR 1024

/* Returns true when an opening bracket for the bracket at i precedes the link in its line, as in
 * "(URL:http://a.example/x)". */
static bool is_open_before(const ending *e, size_t i)
{
    const char close = e->t->p[i], open = close == ')' ? '(' : (char)(close - 2);
    size_t k = e->start, least = k > BRACKET_FAR / 2 ? k - BRACKET_FAR / 2 : 0;

    while (k > least && e->t->p[k - 1] != open && e->t->p[k - 1] != '\n')
        k--;
    return k > least && e->t->p[k - 1] == open;
}

/* Returns true when the bracket at i, before `next`, belongs to the link. Either the link is in a
 * pair of quotes, and continues in them or is a value; or it follows "URL:" and continues. */
static bool bracket_stays(ending *e, size_t i, size_t next)
{
    text *t = e->t;
    const uint32_t partner = e->left.partner;
    size_t k = next;
    bool on = false;
    utf8_char c;

    if (!RULE(R37) || (partner == 0 && (!e->left.label || is_open_before(e, i))))
        return false;
    for (; k - next < BRACKET_FAR && (c = text_char(t, k)).len > 0 && c.code > ' '; k += c.len) {
        if (c.code == partner || c.code == '<' || c.code == '>' ||
            (c.code == '\\' && text_char(t, k + 1).code == partner))
            break;
        on = on || !(is_soft(c.code) || link_term(c.code) == LINK_CLOSE);
        if (on && partner == 0)
            break;
    }
    if (partner != 0 && text_char(t, k + (text_at(t, k) == '\\')).code != partner)
        return false;
    e->stop = k;
    if (!on && (partner == 0 || !context_is_value(e)))
        return false;
    candidate_note(e->f, "R37", "quotes or a label show that a bracket belongs to it");
    return true;
}

/* Returns the end of the reading in which the link goes on after the bracket before `next`; 0 for
 * none, as when the bracket's partner is right before the link. */
static size_t past_closer(const ending *e, uint32_t code, size_t next)
{
    enum { FAR = 256 };
    text *t = e->t;
    size_t to = next;

    if (!RULE(R37) || !settings_mail(e->s) || code >= 0x80 || !text_is_of(t, next, BYTE_ALNUM) ||
        (e->start > 0 && (unsigned char)t->p[e->start - 1] == link_opener(code)))
        return 0;
    to = text_run(t, next, FAR, BYTE_URL, "{}");
    while (to > next && strchr(".,:;!?'()[]{}", t->p[to - 1]))
        to--;
    return to;
}

/* ---- The walk ---- */

static unsigned term_of(ending *e, uint32_t code, uint32_t mask, size_t i, size_t next)
{
    const bool mail = settings_mail(e->s);

    if (mask >> ENDING_AT_STOP && (e->why = stop_ascii(e, mask, i)))
        return LINK_HARD;
    if (mail && code >= 0x80) {
        if ((e->why = stop_wide(e, code, i, next)))
            return LINK_HARD;
        if (RULE(M1) && (walk_is_mark(code) || is_glued_sign(e, code, i)))
            return LINK_SOFT;
        if (is_unseen(e, code))
            return LINK_HARD;
    }
    return link_term(code);
}

/* D4 (c). Returns false when the link stops before the character, which is from i to `next`. */
static bool walk_take(ending *e, uint32_t code, uint32_t mask, size_t i, size_t next)
{
    switch (term_of(e, code, mask, i, next)) {
    case LINK_INCLUDE:
        break;
    case LINK_SOFT:
        if (RULE(D4))
            return true;
        break;
    case LINK_OPEN:
        if (e->depth == OPEN_MAX)
            return false;
        CHECK(e->depth < OPEN_MAX && (e->depth == 0 || e->open_at[e->depth - 1] < i));
        e->open_at[e->depth] = i;
        e->open[e->depth++] = code;
        return true;
    case LINK_CLOSE:
        if (!RULE(D4) || (e->depth > 0 && e->open[--e->depth] == link_opener(code)) ||
            bracket_stays(e, i, next))
            break;
        if (e->start < 2 || e->t->p[e->start - 2] != ']' || !keep_destination(e, i))
            e->f->other = past_closer(e, code, next);
        return false;
    default:
        return false;
    }
    e->last = next;
    return true;
}

/* Notes for --explain what ended the link. */
static void note_end(ending *e, uint32_t code)
{
    if (!e->f->wants_notes)
        return;
    if (e->why)
        candidate_note(e->f, e->why->rule, e->why->what);
    else if (text_invisible(code))
        candidate_note(e->f, "M8", "an invisible character ends it");
    else if (link_term(code) == LINK_CLOSE)
        candidate_note(e->f, "D4", "a closing bracket without an opening one ends it");
    else
        candidate_note(e->f, "D4", "white space or a control character ends it");
}

/* Returns the end of the bytes from i on, up to `most`, on which no rule acts. Moves *last after
 * the last of these bytes that is not soft. */
static inline size_t past_plain(const settings *s, const kernel_set *set, text *t, size_t i,
                                size_t most, size_t *last)
{
    const size_t end = settings_span(s, set, t, i, most - i);
    size_t k = end;

    while (k > i && s->ending[(unsigned char)t->p[k - 1]] & ENDING_SOFT)
        k--;
    if (k > i)
        *last = k;
    return end;
}

/* Walks from i to the end of the link. Returns where it stopped. */
static size_t ending_walk(ending *e, size_t i)
{
    /* cppcheck-suppress ctuuninitvar ; all but its stack is */
    const size_t most = e->start + FOUND_BYTES + SOFT_END;
    utf8_char c;

    for (; i < most; i += c.len) {
        uint32_t mask;
        i = past_plain(e->s, &e->s->sets.tail, e->t, i, most, &e->last);
        c = text_char(e->t, i);
        if (c.len == 0)
            break;
        if (c.code >= 0x80) {
            e->wide = true;
            e->f->ascii = false;
        }
        mask = c.code < 0x80 ? e->s->ending[c.code] & ENDING_INSIDE : 0;
        if (mask & ENDING_DIVIDES && walk_begins_part(e, c.code, i))
            continue;
        if (!walk_take(e, c.code, mask, i, i + c.len)) {
            note_end(e, c.code);
            break;
        }
    }
    return i;
}

/* D4: ends a link such as "http://a.example/x[a page of ours]" before a bracket that closes after
 * the blank at i. */
static void leave_label(ending *e, size_t i)
{
    enum { FAR = 100 };
    const uint32_t open = e->open[0];
    const int close = open == '(' ? ')' : (int)open + 2;
    int c = text_at(e->t, i);
    unsigned depth = 0;

    if (!RULE(D4) || !settings_mail(e->s) || (c != ' ' && c != '\t'))
        return;
    for (unsigned k = 0; k < e->depth; k++)
        depth += e->open[k] == open;
    for (size_t k = i; k - i < FAR && (c >= ' ' || c == '\t') && depth > 0;) {
        c = text_at(e->t, ++k);
        depth += (unsigned)(c == (int)open) - (unsigned)(c == close);
    }
    if (depth > 0)
        return;
    e->last = trim_soft(e->t, e->from, e->open_at[0]);
    candidate_note(e->f, "D4", "a bracket that closes after a blank does not belong to it");
}

/* Decides about the link whose host ends at i, without a part after it. */
__attribute__((noinline)) static size_t ending_of_host(const settings *s, text *t, size_t start,
                                                       size_t i, candidate *f)
{
    const int c = text_at(t, i);
    const size_t slash = i + (c == ':');
    ending e = {.s = s, .t = t, .f = f, .start = start};

    if (c >= 0x80)
        (void)is_unseen(&e, text_char(t, i).code);
    if (text_at(t, slash) == '\\' && settings_mail(s) && f->kind == TRAWL_KIND_BARE) {
        e.from = slash; /* "http://a.example\\b", "http://a.example:\\@b.example" */
        stop_offer_rest(&e, slash);
    }
    return i;
}

/* Returns the end of a link. No rule acts on its bytes i..plain, and `last` is the place after the
 * last of them that is not soft. */
__attribute__((noinline)) static size_t ending_by_rules(const settings *s, text *t, size_t start,
                                                        size_t i, size_t plain, size_t last,
                                                        enum ending_part part, candidate *f)
{
    size_t end;
    ending e;

    memset(&e, 0, offsetof(ending, open_at)); /* not its stack of brackets */
    e.s = s;
    e.t = t;
    e.f = f;
    e.start = e.ascii_to = start;
    e.from = i;
    e.last = last;
    e.part = part;
    e.left = ending_left(s, t, start);
    if (e.left.partner == '|' && text_is(t, start, "file://"))
        e.left.partner = 0; /* file:///c|/x: a drive (RFC 8089 appendix E) */
    i = e.stop = ending_walk(&e, plain);
    if (e.depth > 0)
        leave_label(&e, i);
    if (e.last < i && !context_is_value(&e))
        candidate_note(f, "D4", "punctuation at the end was left out");
    end = settings_mail(s) ? trim(&e) : e.last; /* M2 may add a byte */
    f->over = (end > e.last ? end : e.last) - start > FOUND_BYTES;
    return f->over ? start + FOUND_BYTES : end;
}

size_t ending_find(const settings *s, text *t, size_t start, size_t i, enum ending_part part,
                   candidate *f)
{
    const int c = text_at(t, i);
    size_t plain, last = i;

    if (!RULE(D4))
        return i;
    if (part == ENDING_NONE && c != '/' && c != '?' && c != '#')
        return c < 0x80 && c != ':' && c != '\\' ? i : ending_of_host(s, t, start, i, f);
    plain = past_plain(s, &s->sets.plain, t, i, start + FOUND_BYTES, &last);
    if (plain < t->n && (unsigned char)t->p[plain] > ' ') {
        f->codes = true;
        plain = past_plain(s, &s->sets.tail, t, plain, start + FOUND_BYTES, &last);
    }
    if (plain < t->n && (unsigned char)t->p[plain] <= ' ' && !f->wants_notes &&
        (last == i || !(s->ending[(unsigned char)t->p[last - 1]] & s->ending_alone)))
        return last; /* no rule acts on any byte: nearly all links */
    return ending_by_rules(s, t, start, i, plain, last, part, f);
}
