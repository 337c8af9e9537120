/* zones_words.c - decides what one line means for the zones: tables of the rules and phrases that
 * list managers and mail programs write
 *
 *   -----Original Message-----      ----- Forwarded message from Joe <joe@example.com> -----
 *   -------------- next part --------------      --~--~---------~--~----~
 *   ==^=====================^==
 *
 * The phrases are in many languages. The filter for first bytes (zones_gates) is derived from the
 * tables.
 */
#include "base/ascii.h"
#include "mail/body/inside.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* A phrase between dashes. More words, such as "from Joe", may follow it. */
typedef struct phrase {
    zones_sign sign;
    const char *words;
} phrase;

/* A line that begins with `begin` and has the words `has` anywhere after that; if `has` is "\n",
 * nothing may follow. If `after` is 0, the line means `sign` anywhere, and case counts. Otherwise
 * it means `sign` only after one of the special lines in `after`, and case is ignored. */
typedef struct row {
    unsigned char after;
    zones_sign sign;
    const char *begin, *has;
} row;

#include "mail/body/zones_table.h"

/* ---- Rules, and phrases between dashes ---- */

/* The number of underscores above Mailman's footer; of dashes between the messages of a digest (RFC
 * 1153 section 3.2); the minimum number of underscores that Outlook writes above the header of a
 * forwarded or quoted message. */
enum { MAILMAN = 47, DIGEST = 30, OUTLOOK = 20 };

static inline bool is_rule_byte(char c)
{
    return c == '-' || c == '_' || c == '#' || c == '=' || c == '*';
}

/* Returns true when a line that begins with these two bytes may be a rule. */
static bool may_be_rule(const char *two)
{
    if (two[0] == '-')
        return two[1] == '-' || two[1] == '=' || two[1] == '\n' || two[1] == '\r';
    return is_rule_byte(two[0]) && two[1] == two[0];
}

/* Returns true when p[0..n) contains only these characters. */
static bool is_of(const char *p, size_t n, const char *set)
{
    size_t k = strlen(set);

    for (size_t i = 0; i < n; i++)
        if (p[i] != set[0] && !memchr(set, p[i], k))
            return false;
    return true;
}

/* Returns true if p[0..n) may follow a phrase: dashes, text and dashes, or nothing if enough dashes
 * (`front`) precede the phrase. */
static bool is_tail(const char *p, size_t n, size_t front)
{
    size_t dashes = 0;

    while (dashes < n && p[n - 1 - dashes] == '-')
        dashes++;
    if (dashes == n)
        return n > 0 || front >= 4;
    return dashes >= 3 && (p[0] == ' ' || p[0] == '-' || p[0] == ':');
}

/* Returns the meaning of the line p[0..n), a phrase after `front` dashes. Yahoo's lines end with
 * "-~-->"; " follows" may come after any phrase. */
static zones_sign between_dashes(const char *p, size_t n, size_t front)
{
    size_t i = front;

    i += i < n && p[i] == ' ';
    for (size_t k = 0; front >= 3 && k < COUNT(phrases); k++) {
        size_t end = i + strlen(phrases[k].words);
        if (!ascii_begins(p + i, n - i, phrases[k].words))
            continue;
        if (is_tail(p + end, n - end, front) ||
            (phrases[k].sign == ZONES_FOOT && is_of(p + end, n - end, "-~> ")))
            return phrases[k].sign;
        if (ascii_begins(p + end, n - end, " follows") && is_tail(p + end + 8, n - end - 8, front))
            return phrases[k].sign;
    }
    return ZONES_TEXT;
}

/* Returns the meaning of a line of n bytes that begins with `front` dashes. */
static zones_sign dashes(const char *p, size_t n, size_t front)
{
    if (front == n)
        return n == DIGEST ? ZONES_DIGEST : ZONES_RULE;
    return is_of(p, n, "-~>= ") ? ZONES_RULE : between_dashes(p, n, front);
}

/* Returns the meaning of a whole line that begins with is_rule_byte(). */
static zones_sign whole_rule(const char *p, size_t n)
{
    size_t same = 1;

    while (same < n && p[same] == p[0])
        same++;
    if (p[0] == '-')
        return dashes(p, n, same);
    if (p[0] == '=' && n >= 20 && is_of(p, n, "=^") && memchr(p, '^', n)) /* "==^===": Topica */
        return ZONES_FOOT;
    if (same < n)
        return ZONES_TEXT;
    switch (p[0]) {
    case '_':
        return n < OUTLOOK ? ZONES_TEXT : n == MAILMAN ? ZONES_MAILMAN : ZONES_UNDERSCORES;
    case '#':
        return n >= 10 ? ZONES_RULE : ZONES_TEXT;
    case '*':
        return n >= 5 ? ZONES_RULE : ZONES_TEXT;
    default:
        return ZONES_RULE;
    }
}

static zones_sign look_rule(const zones_line *line)
{
    size_t n = line->n;

    if (n == 0 || !is_rule_byte(line->p[0]))
        return ZONES_TEXT;
    if (n == 1 && !line->ended)
        return ZONES_MORE;
    if (!may_be_rule(n > 1 ? line->p : (const char[]){line->p[0], '\n'}))
        return ZONES_TEXT;
    if (!line->ended)
        return ZONES_MORE;
    while (n > 1 && (line->p[n - 1] == ' ' || line->p[n - 1] == '\t'))
        n--;
    return line->whole ? whole_rule(line->p, n) : ZONES_TEXT;
}

/* ---- Phrases at the start of a line ---- */

static bool is_same(const char *p, const char *word, size_t n, bool any_case)
{
    return any_case ? ascii_same(p, word, n) : memcmp(p, word, n) == 0;
}

/* Returns the end of the words `has` in the line, or 0. */
static size_t end_of(const zones_line *line, size_t from, const char *has, bool any_case)
{
    size_t n = strlen(has);

    for (size_t i = from; i + n <= line->n; i++)
        if (is_same(line->p + i, has, n, any_case))
            return i + n;
    return 0;
}

/* Returns `sign` if only blanks follow in the line from offset `from` on. */
static zones_sign look_end(const zones_line *line, size_t from, zones_sign sign, size_t *used)
{
    while (from < line->n && is_blank(line->p[from]))
        from++;
    if (from < line->n || (line->ended && !line->whole))
        return ZONES_TEXT;
    *used = line->n + 1;
    return line->ended ? sign : ZONES_MORE;
}

static zones_sign look_row(const row *r, bool any_case, const zones_line *line, size_t *used)
{
    size_t n = strlen(r->begin), there = n < line->n ? n : line->n;

    if (!is_same(line->p, r->begin, there, any_case))
        return ZONES_TEXT;
    if (there < n)
        return line->ended ? ZONES_TEXT : ZONES_MORE;
    if (r->has[0] == '\n')
        return look_end(line, n, r->sign, used);
    *used = r->has[0] ? end_of(line, n, r->has, any_case) : n;
    return *used > 0 ? r->sign : line->ended ? ZONES_TEXT : ZONES_MORE;
}

/* Tests for one word and " mailing list", as list managers write after a rule. */
static zones_sign look_list(const zones_line *line, size_t *used)
{
    static const row list = {0, ZONES_FOOT, " mailing list", ""};
    zones_line rest = *line;
    zones_sign sign;

    while (rest.n > 0 && rest.p[0] != ' ') {
        rest.p++;
        rest.n--;
    }
    sign = look_row(&list, true, &rest, used);
    if (sign != ZONES_FOOT)
        return sign;
    if (*used == rest.n && !line->ended)
        return ZONES_MORE;
    if (rest.p == line->p || (*used < rest.n && ascii_is_alpha((unsigned char)rest.p[*used])))
        return ZONES_TEXT;
    *used += line->n - rest.n;
    return ZONES_FOOT;
}

/* Keeps the better of two answers: the one that needs fewer bytes; ZONES_MORE only when there is no
 * other. */
static void choose(zones_sign *best, size_t *used, zones_sign sign, size_t by)
{
    bool answers = sign != ZONES_TEXT && sign != ZONES_MORE,
         better = *best == ZONES_TEXT || *best == ZONES_MORE;

    if (answers ? better || by < *used : sign == ZONES_MORE && *best == ZONES_TEXT) {
        *best = sign;
        *used = by;
    }
}

static zones_sign look_words(const zones_gates *g, unsigned after, const zones_line *line,
                             size_t *used)
{
    zones_sign best = ZONES_TEXT, sign;
    zones_rows some = g->rows[(unsigned char)line->p[0]];
    size_t by = 0;

    for (size_t i = some.first; i < some.first + (size_t)some.n; i++) {
        const row *r = &words[i];
        if (r->after != 0
                ? !(r->after & after)
                : line->n >= ZONES_START && (eight_load(line->p) & g->mask[i]) != g->key[i])
            continue;
        sign = look_row(r, r->after != 0, line, &by);
        choose(&best, used, sign, by);
    }
    if (after & ZONES_AFTER_RULE && line->p[0] != '-') {
        sign = look_list(line, &by);
        choose(&best, used, sign, by);
    }
    if (after & ZONES_AFTER_SENT_TO) { /* bulk mail */
        by = end_of(line, 0, "unsubscribe", true);
        sign = by > 0 ? ZONES_FOOT : line->ended ? ZONES_TEXT : ZONES_MORE;
        choose(&best, used, sign, by);
    }
    return best;
}

zones_sign zones_look(const zones_gates *g, unsigned after, const zones_line *line, size_t *used)
{
    zones_sign sign, rule;
    size_t blank = 0;

    while (blank < line->n && is_blank(line->p[blank]))
        blank++;
    if (blank == line->n)
        return line->ended ? ZONES_BLANK : ZONES_MORE;
    *used = blank;
    if (after & ZONES_AFTER_MAILMAN)
        return ZONES_FOOT;
    sign = look_words(g, after, line, used);
    if (sign == ZONES_SENT || sign == ZONES_DATED)
        sign = after & ZONES_AFTER_UNDER ? ZONES_FORWARD : sign == ZONES_SENT ? sign : ZONES_TEXT;
    if (sign != ZONES_TEXT && sign != ZONES_MORE)
        return sign;
    rule = look_rule(line);
    if (rule != ZONES_TEXT && rule != ZONES_MORE)
        *used = line->n + 1;
    return rule == ZONES_TEXT ? sign : rule;
}

/* ---- The filter ---- */

/* Returns the group of kernel_starts for lines with this first byte. The kernel tests the halves of
 * a byte separately; groups of similar bytes avoid false matches. The rules, whose third byte may
 * be any, use only three groups. */
static unsigned group_of(char first)
{
    return first == '_' ? 0 : first == '*' ? 3 : (unsigned char)first % KERNEL_STARTS;
}

_Static_assert(COUNT(words) <= ZONES_WORDS, "a key for each row");

/* Adds the i-th row to the filter. */
static void add_gate(zones_gates *g, size_t i)
{
    const char *begin = words[i].begin;
    size_t n = strlen(begin);
    const char cases[] = {begin[0], ascii_is_upper(begin[0]) ? ascii_lower(begin[0]) : begin[0]};

    for (size_t k = 0; k < 1u + (cases[0] != cases[1]); k++) {
        zones_rows *some = &g->rows[(unsigned char)cases[k]];
        some->first = some->n > 0 ? some->first : (unsigned char)i;
        some->n++;
        g->follows[(unsigned char)cases[k]] |= words[i].after;
    }
    g->key[i] = 1; /* never matches, since the mask is 0 */
    if (words[i].after != 0)
        return;
    g->mask[i] = n < ZONES_START ? ((uint64_t)1 << 8 * n) - 1 : UINT64_MAX;
    g->key[i] = 0;
    for (size_t k = 0; k < ZONES_START && k < n; k++)
        g->key[i] |= (uint64_t)(unsigned char)begin[k] << 8 * k;
    if (!is_rule_byte(begin[0]))
        kernel_starts_add(&g->starts, group_of(begin[0]), (const char[]){begin[0], '\0'},
                          (const char[]){begin[2], '\0'});
}

void zones_gates_make(zones_gates *g)
{
    memset(g, 0, sizeof *g);
    for (size_t i = 0; i < COUNT(words); i++)
        add_gate(g, i);
    for (const char *p = "-_#=*"; *p; p++)
        kernel_starts_add(&g->starts, group_of(*p), (const char[]){*p, '\0'}, NULL);
    for (const char *p = " \t\r\n"; *p; p++)
        g->follows[(unsigned char)*p] = 0xFF;
}

bool zones_may_begin(const zones_gates *g, const char *p)
{
    zones_rows some = g->rows[(unsigned char)p[0]];
    uint64_t start = eight_load(p);

    for (size_t i = some.first; i < some.first + (size_t)some.n; i++)
        if ((start & g->mask[i]) == g->key[i])
            return true;
    return is_rule_byte(*p) && may_be_rule(p);
}

/* Three cases do not depend on the first byte: look_list() after a rule, any line after Mailman's
 * rule, and "unsubscribe" anywhere in a line. */
bool zones_may_follow(const zones_gates *g, unsigned after, const char *p, size_t n)
{
    const unsigned any = ZONES_AFTER_RULE | ZONES_AFTER_MAILMAN | ZONES_AFTER_SENT_TO;
    unsigned char first = (unsigned char)*p;

    return ((g->follows[first] | any) & after) != 0 ||
           ((g->rows[first].n > 0 || is_rule_byte(*p)) &&
            (n < ZONES_START || zones_may_begin(g, p)));
}
