/* zones_words.c - decides what one line means for the zones: tables of the rules and phrases that
 * list managers and mail programs write
 *
 *   -----Original Message-----      ----- Forwarded message from Joe <joe@example.com> -----
 *   -------------- next part --------------      --~--~---------~--~----~
 *   ==^=====================^==
 *
 * The phrases are in many languages. The filter for first bytes (zones_starts_make) is derived
 * from the tables.
 */
#include "base/ascii.h"
#include "base/sixteen.h"
#include "mail/zones/inside.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static bool zones_words_is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* A phrase between dashes. More words, such as "from Joe", may follow it. */
typedef struct phrase {
    unsigned char sign; /* zones_sign */
    uint16_t words;     /* offset in zones_text, as in row */
} phrase;

/* A line that begins with `begin` and has the words `has` anywhere after that; if `has` is "\n",
 * nothing may follow. If `after` is 0, the line means `sign` anywhere, and case counts. Otherwise
 * it means `sign` only after one of the special lines in `after`, and case is ignored. */
typedef struct zones_words_row {
    unsigned char after, sign;
    uint16_t begin, has;
} row;

/* The first bytes of a row's line: they are `key` where `mask` has bits. */
typedef struct gate {
    uint64_t mask, key;
} gate;

/* The rows that begin with the same byte, in any case: words[first..first + n), and the bits of
 * zones.after that they need. */
typedef struct zones_rows {
    uint16_t first, n;
    unsigned char follows;
} zones_rows;

/* The fields of a forwarded header. */
enum zones_words_head { HEAD_NONE, HEAD_FROM, HEAD_TO, HEAD_SENT, HEAD_DATED, HEAD_SUBJECT };

/* For no group of kernel_starts. Each row of starts[] has the group in texts that are no message's,
 * the group in messages, and the first and the third byte of a line. */
enum { NO_START = 255 };

#include "mail/zones/zones_table.h"

/* ---- Rules, and phrases between dashes ---- */

/* MAILMAN: the number of underscores above Mailman's footer. DIGEST: the number of dashes between
 * the messages of a digest (RFC 1153 section 3.2). OUTLOOK: the least number of underscores that
 * Outlook writes above the header of a forwarded or quoted message. */
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

/* Returns true if p[0..n) may follow a phrase: dashes, or text that ends in dashes; or nothing, if
 * enough dashes (`front`) precede the phrase. */
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

    if (front < 3 || (front == 3 && !memchr("->", p[n - 1], 2)))
        return ZONES_TEXT; /* "--- a/file" */
    i += i < n && p[i] == ' ';
    for (size_t k = 0; k < COUNT(phrases); k++) {
        const char *these = zones_text + phrases[k].words;
        size_t end;
        if (((p[i < n ? i : 0] ^ these[0]) & ~0x20) != 0 || !ascii_begins(p + i, n - i, these))
            continue;
        end = i + strlen(these);
        if (is_tail(p + end, n - end, front) ||
            (phrases[k].sign == ZONES_FOOT && is_of(p + end, n - end, "-~> ")))
            return (zones_sign)phrases[k].sign;
        if (ascii_begins(p + end, n - end, " follows") && is_tail(p + end + 8, n - end - 8, front))
            return (zones_sign)phrases[k].sign;
    }
    return ZONES_TEXT;
}

/* Returns the meaning of a line of n bytes that begins with `front` dashes. */
static zones_sign zones_words_dashes(const char *p, size_t n, size_t front)
{
    if (front == n)
        return n == DIGEST ? ZONES_DIGEST : n == 2 ? ZONES_SEPARATOR : ZONES_RULE;
    return is_of(p, n, "-~>= ") ? ZONES_RULE : between_dashes(p, n, front);
}

/* Returns the meaning of a whole line that begins with is_rule_byte(). */
static zones_sign whole_rule(const char *p, size_t n)
{
    size_t same = 1;

    while (same < n && p[same] == p[0])
        same++;
    if (p[0] == '-')
        return zones_words_dashes(p, n, same);
    if (p[0] == '=' && n >= 20 && is_of(p, n, "=^") && memchr(p, '^', n)) /* "==^===": Topica */
        return ZONES_FOOT;
    if (same < n)
        return ZONES_TEXT;
    switch (p[0]) {
    case '_':
        return n < OUTLOOK ? ZONES_RULE : n == MAILMAN ? ZONES_MAILMAN : ZONES_UNDERSCORES;
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
    if (n == 3 && line->whole && memcmp(line->p, "-- ", 3) == 0)
        return ZONES_DASHES;
    while (n > 1 && (line->p[n - 1] == ' ' || line->p[n - 1] == '\t'))
        n--;
    return line->whole ? whole_rule(line->p, n) : ZONES_TEXT;
}

/* ---- Phrases at the start of a line ---- */

static bool zones_words_is_same(const char *p, const char *word, size_t n, bool any_case)
{
    return any_case ? ascii_same(p, word, n) : memcmp(p, word, n) == 0;
}

/* Returns the end of the first occurrence of the phrase `has` in the line, or 0. */
static size_t zones_words_end_of(const zones_line *line, size_t from, const char *has,
                                 bool any_case)
{
    size_t n = strlen(has);

    for (size_t i = from; i + n <= line->n; i++)
        if ((any_case || line->p[i + n - 1] == has[n - 1]) &&
            zones_words_is_same(line->p + i, has, n, any_case))
            return i + n;
    return 0;
}

/* Returns `sign` if only blanks and punctuation follow in the line from offset `from` on. */
static zones_sign look_end(const zones_line *line, size_t from, zones_sign sign, size_t *used)
{
    while (from < line->n && memchr(" \t\r,.!", line->p[from], 6))
        from++;
    if (from < line->n || (line->ended && !line->whole))
        return ZONES_TEXT;
    *used = line->n + 1;
    return line->ended ? sign : ZONES_MORE;
}

/* Returns `sign` if the line begins with `begin` and then has the words `has`. */
static zones_sign look_at(const char *begin, const char *has, zones_sign sign, bool any_case,
                          const zones_line *line, size_t *used)
{
    size_t n = strlen(begin), there = n < line->n ? n : line->n;

    if (!zones_words_is_same(line->p, begin, there, any_case))
        return ZONES_TEXT;
    if (there < n)
        return line->ended ? ZONES_TEXT : ZONES_MORE;
    if (has[0] == '\n')
        return look_end(line, n, sign, used);
    *used = has[0] ? zones_words_end_of(line, n, has, any_case) : n;
    return *used > 0 ? sign : line->ended ? ZONES_TEXT : ZONES_MORE;
}

/* Tests for one word and " mailing list", as list managers write after a rule. */
static zones_sign look_list(const zones_line *line, size_t *used)
{
    zones_line rest = *line;
    zones_sign sign;

    while (rest.n > 0 && rest.p[0] != ' ') {
        rest.p++;
        rest.n--;
    }
    sign = look_at(" mailing list", "", ZONES_FOOT, true, &rest, used);
    if (sign != ZONES_FOOT)
        return sign;
    if (*used == rest.n && !line->ended)
        return ZONES_MORE;
    if (rest.p == line->p || (*used < rest.n && ascii_is_alpha((unsigned char)rest.p[*used])))
        return ZONES_TEXT;
    *used += line->n - rest.n;
    return ZONES_FOOT;
}

/* Keeps the better of two answers: the answer that needs fewer bytes; ZONES_MORE only when there is
 * no other. */
static void zones_words_choose(zones_sign *best, size_t *used, zones_sign sign, size_t by)
{
    bool answers = sign != ZONES_TEXT && sign != ZONES_MORE,
         better = *best == ZONES_TEXT || *best == ZONES_MORE;

    if (answers ? better || by < *used : sign == ZONES_MORE && *best == ZONES_TEXT) {
        *best = sign;
        *used = by;
    }
}

/* ---- Fields of a forwarded header ---- */

enum { HEAD_NAME = 48 }; /* bytes before the colon, at most */

/* Returns the meanings of a name, one bit for each enum head. For each name, head_names has the
 * enumerator as a byte, a byte with the length of the name, and the bytes of the name. For each
 * first byte, head_places has the offset of the first name that begins with it, or 0. */
static unsigned roles_of(const char *name, size_t n)
{
    unsigned roles = 0;
    const char *p = head_names + head_places[(unsigned char)name[0]];

    for (; *p && p[2] == name[0]; p += 2 + p[1])
        if ((size_t)p[1] == n && memcmp(p + 2, name, n) == 0)
            roles |= 1u << *p;
    return roles;
}

/* Returns the length of the name at the start of "Sent : x", "*Sent:* x" or "发件人：x", without the
 * asterisk, and sets *colon to the offset after the colon; 0 if there is none. */
static size_t zones_words_name_of(const zones_line *line, size_t *colon)
{
    const char *p = line->p;
    size_t n = 0, wide = 0;

    for (; n < line->n && n < HEAD_NAME && p[n] != ':'; n++)
        if (p[n] == '\xEF' && line->n - n >= 3 && memcmp(p + n, "\xEF\xBC\x9A", 3) == 0) {
            wide = 2;
            break;
        }
    if (n == line->n || n == HEAD_NAME)
        return 0;
    *colon = n + 1 + wide;
    for (;; n--)
        if (n >= 2 && memcmp(p + n - 2, "\xC2\xA0", 2) == 0)
            n--;
        else if (n == 0 || !zones_words_is_blank(p[n - 1]))
            return n;
}

/* Returns the meaning of a line "Date: ...". Programs write "4 May 2020 at 10:15 AM" for people;
 * "Mon, 4 May 2020 10:15:00 +0200", with a zone, is in headers of any kind. */
static zones_sign look_date(const zones_line *line)
{
    bool time = false, zone = false;

    for (size_t i = line->n > 2 ? line->n - 2 : 0; i-- > 2 && !zone;) { /* zones come last */
        const char *p = line->p + i;
        if (!memchr(":+-", *p, 3) || !ascii_is_digit((unsigned char)p[1]) ||
            !ascii_is_digit((unsigned char)p[2]))
            continue;
        time = time || (*p == ':' && ascii_is_digit((unsigned char)p[-1]));
        zone = *p != ':' && p[-1] == ' ';
    }
    if (zone)
        return ZONES_DATED;
    return !line->ended ? ZONES_MORE : time ? ZONES_SENT : ZONES_DATED;
}

/* Returns the meaning of a line after "From:". */
static zones_sign look_head(unsigned after, const zones_line *line, size_t *used)
{
    size_t end = 0, star = line->p[0] == '*', n;
    unsigned roles;
    zones_sign sign = ZONES_TEXT;

    if (line->n == star)
        return line->ended ? ZONES_TEXT : ZONES_MORE;
    if (head_places[(unsigned char)line->p[star]] == 0)
        return ZONES_TEXT;
    n = zones_words_name_of(line, &end);
    if (n <= star)
        return line->ended || line->n >= HEAD_NAME + 3 ? ZONES_TEXT : ZONES_MORE;
    roles = roles_of(line->p + star, n - star);
    if (after & ZONES_AFTER_SENT)
        sign = roles & 1 << HEAD_SUBJECT ? ZONES_HEADED : ZONES_TEXT;
    else if (roles & 1 << HEAD_SENT)
        sign = ZONES_SENT;
    else if (roles & 1 << HEAD_DATED)
        sign = after & ZONES_AFTER_UNDER ? ZONES_DATED : look_date(line);
    else if (roles & 1 << HEAD_TO)
        sign = ZONES_TO;
    if (sign == ZONES_TEXT)
        return sign;
    end += end < line->n && line->p[end] == '*';
    end += end < line->n && line->p[end] == ' ';
    *used = end;
    return end < line->n || line->ended ? sign : ZONES_MORE;
}

/* ---- "On 4 May 2020, Joe wrote:" ---- */

/* Returns true if the line may say who wrote what follows: if the line is whole, it must end with a
 * colon. Most lines that begin like such a line do not. */
static bool may_say_who(const zones_line *line)
{
    const char *p = line->p;
    size_t n = line->n;

    if (!line->ended)
        return true;
    while (n > 0 && zones_words_is_blank(p[n - 1]))
        n--;
    return line->whole && n > 0 &&
           (p[n - 1] == ':' || (n > 3 && memcmp(p + n - 3, "\xEF\xBC\x9A", 3) == 0));
}

static bool zones_words_has_digit(const zones_line *line)
{
    size_t i = 0;

    while (i < line->n && !ascii_is_digit((unsigned char)line->p[i]))
        i++;
    return i < line->n;
}

/* For a line with words such as "wrote" and a colon at its end: returns ZONES_WROTE if it has a
 * digit and an address, ZONES_SAID if it has only a digit, else ZONES_TEXT. */
static zones_sign look_wrote(const zones_line *line)
{
    if (!line->ended)
        return ZONES_MORE;
    if (!zones_words_has_digit(line))
        return ZONES_TEXT;
    return memchr(line->p, '<', line->n) || memchr(line->p, '@', line->n) ? ZONES_WROTE
                                                                          : ZONES_SAID;
}

/* ---- Words ---- */

/* Returns false for nearly all lines that no row fits, by a hash of their first three bytes, or of
 * those after four blanks. */
static inline bool zones_words_is_start(uint64_t eight)
{
    uint32_t at;

    eight = (eight & 0xFF) == ' ' ? eight >> 32 : eight;
    at = ((uint32_t)eight & 0xFFFFFF) * 0x9E3779B1u >> 20;

    return start_bits[at >> 6] >> (at & 63) & 1;
}

static zones_sign look_words(unsigned after, const zones_line *line, size_t *used)
{
    zones_sign best = ZONES_TEXT, sign;
    zones_rows some = places[(unsigned char)line->p[0]];
    const bool is_short = line->n < ZONES_START;
    uint64_t start = is_short ? 0 : eight_load(line->p);
    size_t by = 0;

    if (!is_short && !(some.follows & after) && !zones_words_is_start(start))
        some.n = 0;
    for (size_t i = some.first; i < some.first + (size_t)some.n; i++) {
        const row *r = &words[i];
        if (r->after != 0 ? !(r->after & after)
                          : !is_short && (start & gates[i].mask) != gates[i].key)
            continue;
        if (r->sign == ZONES_WROTE && !may_say_who(line)) {
            sign = look_at(zones_text + r->begin, "", ZONES_HALF, false, line, &by);
            if (sign == ZONES_HALF && line->whole && zones_words_has_digit(line))
                zones_words_choose(&best, used, sign, by);
            continue;
        }
        sign = look_at(zones_text + r->begin, zones_text + r->has, (zones_sign)r->sign,
                       r->after != 0, line, &by);
        if (sign == ZONES_WROTE)
            sign = look_wrote(line);
        zones_words_choose(&best, used, sign, by);
    }
    if (after & (ZONES_AFTER_FROM | ZONES_AFTER_SENT)) {
        sign = look_head(after, line, &by);
        zones_words_choose(&best, used, sign, by);
    }
    if (after & ZONES_AFTER_RULE && line->p[0] != '-') {
        sign = look_list(line, &by);
        zones_words_choose(&best, used, sign, by);
    }
    if (after & ZONES_AFTER_SENT_TO) { /* bulk mail */
        by = zones_words_end_of(line, 0, "unsubscribe", true);
        sign = by > 0 ? ZONES_FOOT : line->ended ? ZONES_TEXT : ZONES_MORE;
        zones_words_choose(&best, used, sign, by);
    }
    return best;
}

/* ---- All ---- */

/* Returns true when a line begins as text does, and without initials and ">": any other sign may be
 * a quote mark. */
static bool is_unmarked(const char *p, size_t n)
{
    const unsigned char first = (unsigned char)*p;
    size_t i = 0;

    while (i < n && i < 4 && ascii_is_alpha((unsigned char)p[i]))
        i++;
    if (i < n && p[i] == '>')
        return false;
    return ascii_is_alnum(first) || (first >= 0xC3 && first != 0xE2) || *p == '"' || *p == '\'';
}

/* Returns true when a line begins with a mark for quotes: "|", ":", "%", "}", "#", U+00BB or
 * U+FF1E. */
static bool is_marked(const char *p, size_t n)
{
    return memchr("|:%}#", *p, 5) || (n >= 2 && memcmp(p, "\xC2\xBB", 2) == 0) ||
           (n >= 3 && memcmp(p, "\xEF\xBC\x9E", 3) == 0);
}

/* Returns the meaning, below "Joe wrote:", of a line that has no other meaning. "[...]" and
 * "(snip)" show nothing. */
static zones_sign look_quote(unsigned after, const zones_line *line, size_t blank, size_t *used)
{
    if (blank > 2) /* indentation is a mark, too */
        return ZONES_TEXT;
    if (memchr("[(<", line->p[blank], 3))
        return line->ended ? ZONES_BLANK : ZONES_MORE;
    if (!line->ended && line->n - blank < 5)
        return ZONES_MORE;
    *used = blank;
    if (blank == 0 && is_marked(line->p, line->n))
        return ZONES_MARKED;
    return after & ZONES_AFTER_WROTE && is_unmarked(line->p + blank, line->n - blank) ? ZONES_QUOTE
                                                                                      : ZONES_TEXT;
}

/* Returns the meaning of a line without another meaning, by its whole text. */
static zones_sign look_whole(unsigned after, const zones_line *line, size_t *used)
{
    const unsigned names = ZONES_AFTER_CLOSE | ZONES_AFTER_SEPARATOR |
                           (after & ZONES_NO_MESSAGE ? 0 : ZONES_AFTER_RULE);
    zones_sign sign;
    size_t verb;

    if (!line->ended)
        return ZONES_MORE;
    sign = after & names && line->whole && zones_is_name(line) ? ZONES_NAMED
                                                               : zones_look_said(line, &verb);
    *used = sign == ZONES_TEXT ? *used : line->n + 1;
    return sign;
}

/* Returns the meaning of a line that is not blank. Does not find quotes. */
static zones_sign look_line(unsigned after, const zones_line *line, size_t blank, size_t *used)
{
    zones_sign sign, rule;

    *used = blank;
    if (after & ZONES_AFTER_MAILMAN)
        return ZONES_FOOT;
    if (blank > 0 && after & ZONES_AFTER_FROM)
        return ZONES_TO; /* a folded field */
    sign = look_words(after, line, used);
    if (sign == ZONES_SENT || sign == ZONES_DATED)
        sign = after & ZONES_AFTER_UNDER ? ZONES_HEADED : sign;
    if (sign != ZONES_TEXT && sign != ZONES_MORE)
        return sign;
    rule = look_rule(line);
    if (rule != ZONES_TEXT && rule != ZONES_MORE)
        *used = line->n + 1;
    return rule == ZONES_TEXT ? sign : rule;
}

zones_sign zones_look(unsigned after, const zones_line *line, size_t *used)
{
    zones_sign sign;
    size_t blank = 0;

    while (blank < line->n && zones_words_is_blank(line->p[blank]))
        blank++;
    if (blank == line->n)
        return line->ended ? ZONES_BLANK : ZONES_MORE;
    sign = look_line(after, line, blank, used);
    if (sign == ZONES_TEXT && after & (ZONES_AFTER_WROTE | ZONES_AFTER_SAID))
        sign = look_quote(after, line, blank, used);
    return sign == ZONES_TEXT ? look_whole(after, line, used) : sign;
}

/* ---- The filter ---- */

/* The rules, whose third byte may be any, have two groups of their own. */
void zones_starts_make(kernel_starts *to, bool messages)
{
    memset(to, 0, sizeof *to);
    for (size_t i = 0; i < COUNT(starts); i++)
        if (starts[i][messages] != NO_START)
            kernel_starts_add(to, starts[i][messages], (const char[]){(char)starts[i][2], '\0'},
                              (const char[]){(char)starts[i][3], '\0'});
    kernel_starts_add(to, 0, "_=", NULL);
    kernel_starts_add(to, 1, "-#*", NULL);
}

bool zones_may_begin(const char *p)
{
    uint64_t start = eight_load(p);
    zones_rows some;

    if (zones_words_is_start(start)) {
        some = places[(unsigned char)p[0]];
        for (size_t i = some.first; i < some.first + (size_t)some.n; i++)
            if ((start & gates[i].mask) == gates[i].key)
                return true;
    }
    return is_rule_byte(*p) && may_be_rule(p);
}

/* Some cases do not depend on the first byte: fields of a forwarded header, look_list() after a
 * rule, any line after Mailman's rule, and "unsubscribe" anywhere in a line. */
bool zones_may_follow(unsigned after, const char *p, size_t n)
{
    const unsigned any = ZONES_AFTER_RULE | ZONES_AFTER_MAILMAN | ZONES_AFTER_SENT_TO |
                         ZONES_AFTER_FROM | ZONES_AFTER_SENT | ZONES_AFTER_WROTE |
                         ZONES_AFTER_SAID | ZONES_AFTER_CLOSE | ZONES_AFTER_SEPARATOR;
    zones_rows some = places[(unsigned char)*p];

    if (((some.follows | any) & after) != 0 ||
        (after != 0 && (zones_words_is_blank(*p) || *p == '\n')))
        return true;
    return (some.n > 0 || is_rule_byte(*p)) && (n < ZONES_START || zones_may_begin(p));
}
