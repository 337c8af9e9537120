/* trim.c - cuts trailing text off a link in the mail profile (M1, M3, M4, M11, M14, M16), or
 * adds a quote mark (M2)
 *
 * Each row of trim_rules has the last bytes that a link must have for the rule to act; the masks
 * are made of these. Punctuation before the text that is cut off is cut off too.
 */
#include "find/ending/inside.h"

size_t trim_soft(const text *t, size_t from, size_t to)
{
    while (to > from) {
        utf8_char c = text_char_before(t, to);
        if (!is_soft(c.code))
            break;
        to -= c.len;
    }
    return to;
}

/* Moves left past soft characters and, except in a file URL, past each "\" that escaped what was
 * cut off (M1). */
static size_t trim_end(const ending *e, size_t to)
{
    while ((to = trim_soft(e->t, e->from, to)) > e->from && e->t->p[to - 1] == '\\' && RULE(M1) &&
           !text_is(e->t, e->start, "file:") && !is_drive(e->t, e->from, to - 1))
        to--;
    return to;
}

/* ---- The rules. Each takes the link's end so far, `to`, which is after e->from, and returns the
 * end that the rule gives it. ---- */

/* M16: cuts off the end of a comment, "http://a.example/-->" or a star and a slash, or of brackets
 * in Perl's manuals, "E<lt>http://a.example/E<gt>". */
static size_t cut_comment(const ending *e, size_t to)
{
    const char *p = e->t->p;
    size_t end = bytes_run_before(p, e->from, to, 0, "-");

    if (!RULE(M16))
        return to;
    if (p[to - 1] == 'E')
        return text_is(e->t, to, "<gt>") ? to - 1 : to;
    if (p[to - 1] == '-') {
        if (text_at(e->t, to) != '>' || (to - end == 1 && e->start > 0 && p[e->start - 1] == '='))
            return to; /* "<a href=http://a.example/x->" */
        return end;
    }
    if (to - e->from < 2 || p[to - 2] != '*')
        return to;
    end = bytes_run_before(p, e->from, to - 1, 0, "*");
    return context_in_comment(e, p[end - 1] == '/') ? end : to;
}

/* M1: cuts off a dash, "http://a.example/x-- and so on", or a smiley, "http://a.example/x:-)". */
static size_t trim_cut_dash(const ending *e, size_t to)
{
    const char *p = e->t->p;
    const size_t end = bytes_run_before(p, e->from, to, 0, "-");
    int next = text_at(e->t, to);

    if (!RULE(M1) || to - e->from < 2)
        return to;
    if (byte_is_one(p[to - 2], ":;"))
        return byte_is_one(next, "()") ? to - 2 : to;
    if (to - end < 2 || to - end > 3 || (end == e->from && p[end - 1] == ':') || next != ' ' ||
        memchr(p + e->from, '?', end - e->from))
        return to; /* "urn:isbn:--": nothing would be left of its name */
    next = text_at(e->t, to + 1);
    return next >= 0x80 || byte_is_of_run(next, BYTE_ALPHA, "") ? end : to;
}

/* M4: cuts off "&gt" and similar entities of the HTML that the text came from. stop.c handles
 * entities with a semicolon. The rule's row has the last characters of the entities. */
static size_t cut_entity(const ending *e, size_t to)
{
    enum { LONGEST = 4 };
    const char *p = e->t->p;
    size_t i = to;

    while (i > e->from && to - i < LONGEST && p[i - 1] != '&')
        i--;
    return RULE(M4) && i > e->from && p[i - 1] == '&' &&
                   ascii_is_word_of("gt lt quot apos #39 nbsp #34", p + i, to - i)
               ? i - 1
               : to;
}

/* Returns the place after the sign at i if a "\" precedes it, "http://a.example/x\_"; else i. */
static size_t past_escaped(const ending *e, size_t i)
{
    return i > e->from && e->t->p[i - 1] == '\\' ? i + 1 : i;
}

/* M16: cuts off a ruled line, "http://a.example/x______", "http://a.example/x/====". */
static size_t cut_line(const ending *e, size_t to)
{
    enum { LINE = 6, AFTER_SLASH = 4 };
    const char *p = e->t->p;
    const size_t end = bytes_run_before(p, e->from, to, 0, (char[]){p[to - 1], '\0'});

    return RULE(CASE_LINE) && RULE(M16) && to - end >= (p[end - 1] == '/' ? AFTER_SLASH : LINE)
               ? end
               : to;
}

/* M3: cuts off at most the number of marks that precede the link, and the marks of another kind
 * after them: "_http://a.example/_**". */
static size_t cut_partners(const ending *e, size_t to)
{
    const char *p = e->t->p;
    size_t end = to, cut;

    while (end > e->from && p[end - 1] != e->left.mark && strchr("*_", p[end - 1]))
        end--;
    cut = end;
    while (cut > e->from && end - cut < e->left.marks && p[cut - 1] == e->left.mark)
        cut--;
    cut = past_escaped(e, cut);
    return cut < end ? cut : to;
}

/* M3: cuts off marks that opened before the link, or earlier: "__see http://a.example/__". */
static size_t cut_emphasis(const ending *e, size_t to)
{
    const char *p = e->t->p, mark = p[to - 1];
    size_t end = bytes_run_before(p, e->from, to, 0, (char[]){mark, '\0'});

    end = past_escaped(e, end);
    if (!RULE(M3) || text_is_plain(e->t))
        return to;
    if (e->left.marks > 0)
        return cut_partners(e, to);
    return (mark != '~' || to - end == 2) && context_has_marks(e, mark, to - end) ? end : to;
}

/* M3: cuts off the number of signs that precede the link: "==http://a.example/==",
 * "+http://a.example/+", "link:++http://a.example/++[label]". A "#" alone is Microsoft Access's:
 * "a page#http://a.example/#". */
static size_t cut_twins(const ending *e, size_t to)
{
    enum { MOST = 8 };
    const char *p = e->t->p, mark = p[to - 1], marks[] = {mark, '\0'};
    const size_t far = e->start > MOST ? e->start - MOST : 0;
    const size_t open = bytes_run_before(p, far, e->start, 0, marks), n = e->start - open;
    const size_t least = strchr("=-@$", mark) ? 2 : 1, end = to - n;
    const size_t run = bytes_run_before(p, e->from, to, 0, marks);
    const char before = open > 0 ? p[open - 1] : '\n';
    const bool access = mark == '#' && n == 1;

    if (!RULE(CASE_TWINS) || !RULE(M3) || text_is_plain(e->t) || end < run || n < least ||
        n == MOST)
        return to;
    if (n == 1 && run < end && before == '\n')
        return to; /* "+http://a.example/c++" in a patch */
    return (unsigned char)before <= ' ' || access || strchr("([{|\"'`<>", before) ||
                   ending_is_target(e->t, e->start)
               ? end
               : to;
}

/* M11: cuts off "[1]", one to three digits in brackets. */
static size_t cut_footnote(const ending *e, size_t to)
{
    const size_t i = bytes_run_before(e->t->p, e->from, to - 1, BYTE_DIGIT, "");

    return RULE(M11) && !text_is_plain(e->t) && i < to - 1 && to - i < 5 && i > e->from &&
                   e->t->p[i - 1] == '['
               ? i - 1
               : to;
}

/* M2: adds the second mark of http://a.example/"b": the link has an odd number of them. */
static size_t with_partner(const ending *e, size_t to)
{
    const char *p = e->t->p, mark = to < e->t->n ? p[to] : '\0';
    size_t count = 0;

    if (!RULE(CASE_QUOTE) || !RULE(M2) || (mark != '"' && mark != '\'') ||
        context_closes(e, (unsigned char)mark))
        return to;
    for (size_t i = e->from; i < to; i++)
        count += p[i] == mark;
    if (count % 2 == 0)
        return to;
    candidate_note(e->f, "M2", "a quote mark at the end closes one inside");
    return to + 1;
}

/* ---- The rules, in the order in which they are applied ---- */

static const struct trim_rule {
    const char *last; /* the bytes that it acts on */
    size_t (*cut)(const ending *e, size_t to);
    note why;
    enum { ONCE, AGAIN, ALONE } acts; /* AGAIN: as long as it cuts; ALONE: see trim_add_masks() */
} trim_rules[] = {
    {"E-/", cut_comment, {"M16", "the end of a comment, or of Perl's brackets, was cut off"}, ONCE},
    {"_=-*~#", cut_line, {"M16", "a ruled line at the end was cut off"}, ALONE},
    {"-", trim_cut_dash, {"M1", "a dash or a smiley at the end was cut off"}, ALONE},
    {"tTsSpP94", cut_entity, {"M4", "an HTML entity at the end was cut off"}, AGAIN},
    {"*_~", cut_emphasis, {"M3", "the closing marks of emphasis were cut off"}, ALONE},
    {"=+^~%-#@$",
     cut_twins,
     {"M3", "signs of markup that match those before it were cut off"},
     ALONE},
    {"]", cut_footnote, {"M11", "a footnote mark at the end was cut off"}, AGAIN},
};

_Static_assert(ENDING_AT_LAST + sizeof trim_rules / sizeof trim_rules[0] <= 32,
               "each rule has a bit of a mask");

uint32_t trim_add_masks(uint32_t masks[256])
{
    uint32_t alone = 0;

    for (unsigned k = 0; k < sizeof trim_rules / sizeof trim_rules[0]; k++) {
        ending_add(masks, trim_rules[k].last, ENDING_AT_LAST + k);
        alone |= (uint32_t)(trim_rules[k].acts == ALONE) << (ENDING_AT_LAST + k);
    }
    return alone;
}

static unsigned rules_at(const ending *e, size_t to)
{
    return e->s->ending[(unsigned char)e->t->p[to - 1]] >> ENDING_AT_LAST;
}

size_t trim(const ending *e)
{
    size_t to = e->last, cut;

    if (context_is_value(e)) {
        candidate_note(e->f, "M2", "it is the value of a field, in quotes: nothing is trimmed");
        return e->stop;
    }
    if (to == e->from)
        return to;
    to = trim_end(e, to);
    if (e->wide && (cut = sentence_trim(e, to)) < to) {
        candidate_note(e->f, "M14", "letters of an unspaced script after ASCII belong to the text");
        to = cut;
    }
    for (unsigned k = 0; rules_at(e, to) >> k; k++)
        while (to > e->from && rules_at(e, to) >> k & 1 && (cut = trim_rules[k].cut(e, to)) < to) {
            candidate_note(e->f, trim_rules[k].why.rule, trim_rules[k].why.what);
            to = trim_end(e, cut);
            if (trim_rules[k].acts != AGAIN)
                break;
        }
    return to == e->last ? with_partner(e, to) : to;
}
