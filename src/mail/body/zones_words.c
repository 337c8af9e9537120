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
#include <string.h>

#include "base/ascii.h"
#include "base/sixteen.h"
#include "mail/body/inside.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* Returns true when p[0..n) begins with the words, in any case. */
static bool has_prefix(const char *p, size_t n, const char *words)
{
    size_t k = strlen(words);

    return n >= k && ascii_same(p, words, k);
}

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

typedef struct phrase {
    zones_sign sign;
    const char *words;
} phrase;

/* Phrases between dashes. More words, such as "from Joe", may follow a phrase. */
static const phrase phrases[] = {
    {ZONES_FOOT, "Yahoo! Groups Sponsor"},
    {ZONES_FOOT, "Yahoo Groups Sponsor"},
    {ZONES_FOOT, "(end of broadcast)"},
    {ZONES_NEXT, "next part"},
    {ZONES_FORWARD_END, "End forwarded message"},
    {ZONES_FORWARD_END, "End of forwarded message"},
    {ZONES_FORWARD, "Start of forwarded message"},
    {ZONES_FORWARD, "Forwarded message"},
    {ZONES_FORWARD, "Forwarded by"},
    {ZONES_FORWARD, "Original message"},
    {ZONES_FORWARD, "Urspr\xC3\xBCngliche Nachricht"},
    {ZONES_FORWARD, "Original-Nachricht"},
    {ZONES_FORWARD, "Originalnachricht"},
    {ZONES_FORWARD, "Weitergeleitete Nachricht"},
    {ZONES_FORWARD, "Message d'origine"},
    {ZONES_FORWARD, "Message d\xE2\x80\x99origine"},
    {ZONES_FORWARD, "Message original"},
    {ZONES_FORWARD, "Message transf\xC3\xA9r\xC3\xA9"},
    {ZONES_FORWARD, "Mensaje original"},
    {ZONES_FORWARD, "Mensaje reenviado"},
    {ZONES_FORWARD, "Mensagem original"},
    {ZONES_FORWARD, "Mensagem encaminhada"},
    {ZONES_FORWARD, "Messaggio originale"},
    {ZONES_FORWARD, "Messaggio inoltrato"},
    {ZONES_FORWARD, "Oorspronkelijk bericht"},
    {ZONES_FORWARD, "Doorgestuurd bericht"},
    {ZONES_FORWARD, "Ursprungligt meddelande"},
    {ZONES_FORWARD, "Vidarebefordrat meddelande"},
    {ZONES_FORWARD, "Oprindelig meddelelse"},
    {ZONES_FORWARD, "Videresendt meddelelse"},
    {ZONES_FORWARD, "Opprinnelig melding"},
    {ZONES_FORWARD, "Videresendt melding"},
    {ZONES_FORWARD, "Alkuper\xC3\xA4inen viesti"},
    {ZONES_FORWARD, "V\xC3\xA4litetty viesti"},
    {ZONES_FORWARD, "Wiadomo\xC5\x9B\xC4\x87 oryginalna"},
    {ZONES_FORWARD, "Oryginalna wiadomo\xC5\x9B\xC4\x87"},
    {ZONES_FORWARD, "P\xC5\xAFvodn\xC3\xAD zpr\xC3\xA1va"},
    {ZONES_FORWARD, "P\xC5\x99\x65poslan\xC3\xA1 zpr\xC3\xA1va"},
    {ZONES_FORWARD, "Eredeti \xC3\xBCzenet"},
    {ZONES_FORWARD, "Tov\xC3\xA1\x62\x62\xC3\xADtott \xC3\xBCzenet"},
    /* Russian: original message, forwarded message */
    {ZONES_FORWARD, "\xD0\x98\xD1\x81\xD1\x85\xD0\xBE\xD0\xB4\xD0\xBD\xD0\xBE\xD0\xB5 "
                    "\xD1\x81\xD0\xBE\xD0\xBE\xD0\xB1\xD1\x89\xD0\xB5\xD0\xBD\xD0\xB8\xD0\xB5"},
    {ZONES_FORWARD,
     "\xD0\x9F\xD0\xB5\xD1\x80\xD0\xB5\xD1\x81\xD0\xBB\xD0\xB0\xD0\xBD\xD0\xBD\xD0\xBE\xD0\xB5 "
     "\xD1\x81\xD0\xBE\xD0\xBE\xD0\xB1\xD1\x89\xD0\xB5\xD0\xBD\xD0\xB8\xD0\xB5"},
    {ZONES_FORWARD,
     "\xE5\x8E\x9F\xE5\xA7\x8B\xE9\x82\xAE\xE4\xBB\xB6"}, /* Chinese: original mail */
    {ZONES_FORWARD, "\xE8\xBD\xAC\xE5\x8F\x91\xE9\x82\xAE\xE4\xBB\xB6"}, /* forwarded mail */
};

/* Returns true if this may follow a phrase: dashes, text and dashes, or nothing if enough dashes
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
        if (!has_prefix(p + i, n - i, phrases[k].words))
            continue;
        if (is_tail(p + end, n - end, front) ||
            (phrases[k].sign == ZONES_FOOT && is_of(p + end, n - end, "-~> ")))
            return phrases[k].sign;
        if (has_prefix(p + end, n - end, " follows") && is_tail(p + end + 8, n - end - 8, front))
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

#define EOL "\n"

/* A line that begins with `begin` and has the words `has` anywhere after that; EOL: nothing may
 * follow. It has the meaning `sign` after a special line in `after`, and is then compared in any
 * case. With ALONE it needs no special line before it, and is compared exactly. */
typedef struct row {
    unsigned char after;
    zones_sign sign;
    const char *begin, *has;
} row;

#define ALONE 0
#define RULE ZONES_AFTER_RULE
#define PART ZONES_AFTER_PART
#define DIGEST ZONES_AFTER_DIGEST
#define FROM ZONES_AFTER_FROM
#define SENT ZONES_AFTER_SENT

/* Sorted by their first letter, in any case. ALONE: Google Groups, Yahoo! Groups, groups.io,
 * Majordomo, LISTSERV, bulk mail, Apple Mail, Outlook. RULE: Bugzilla, GitHub, Launchpad,
 * SourceForge. PART: Mailman's archive. FROM, SENT: Outlook's header. */
static const row words[] = {
    {RULE, ZONES_FOOT, "## List details at ", ""},
    {ALONE, ZONES_FROM, "*From:*", ""},
    {FROM, ZONES_SENT, "*Sent:*", ""},
    {FROM, ZONES_DATED, "*Date:*", ""},
    {SENT, ZONES_FORWARD, "*Subject:*", ""},
    {ALONE, ZONES_FOOT, "__._,_.___", EOL},
    {ALONE, ZONES_FORWARD, "Anfang der weitergeleiteten Nachricht:", EOL},
    {ALONE, ZONES_FORWARD, "Anfang der weitergeleiteten E-Mail:", EOL},
    {PART, ZONES_FOOT, "An HTML attachment was scrubbed", ""},
    {PART, ZONES_FOOT, "A non-text attachment was scrubbed", ""},
    {PART, ZONES_FOOT, "An embedded ", " was scrubbed"},
    {SENT, ZONES_FORWARD, "Asunto: ", ""},
    {SENT, ZONES_FORWARD, "Assunto: ", ""},
    {ALONE, ZONES_FORWARD, "Begin forwarded message:", EOL},
    {ALONE, ZONES_FORWARD, "Begin doorgestuurd bericht:", EOL},
    {SENT, ZONES_FORWARD, "Betreff: ", ""},
    {ALONE, ZONES_FORWARD, "D\xC3\xA9\x62ut du message r\xC3\xA9\x65xp\xC3\xA9\x64i\xC3\xA9", ":"},
    {ALONE, ZONES_FORWARD, "D\xC3\xA9\x62ut du message transf\xC3\xA9r\xC3\xA9", ":"},
    {ALONE, ZONES_FROM, "De: ", ""},
    {ALONE, ZONES_FROM, "De : ", ""},
    {ALONE, ZONES_FROM, "De\xC2\xA0: ", ""},
    {ALONE, ZONES_FROM, "Da: ", ""},
    {DIGEST, ZONES_NEXT, "Date: ", ""},
    {FROM, ZONES_DATED, "Date: ", ""},
    {FROM, ZONES_DATED, "Date : ", ""},
    {FROM, ZONES_DATED, "Datum: ", ""},
    {FROM, ZONES_DATED, "Data: ", ""},
    {FROM, ZONES_SENT, "Envoy\xC3\xA9", ": "},
    {FROM, ZONES_SENT, "Enviado", ": "},
    {FROM, ZONES_SENT, "Enviada", ": "},
    {SENT, ZONES_FORWARD, "Emne: ", ""},
    {ALONE, ZONES_FROM, "From: ", ""},
    {ALONE, ZONES_FROM, "Fr\xC3\xA5n: ", ""},
    {ALONE, ZONES_FROM, "Fra: ", ""},
    {FROM, ZONES_DATED, "Fecha: ", ""},
    {ALONE, ZONES_FOOT, "Groups.io Links:", ""},
    {FROM, ZONES_SENT, "Gesendet: ", ""},
    {ALONE, ZONES_FORWARD, "Inicio del mensaje reenviado:", EOL},
    {ALONE, ZONES_FORWARD, "Inizio messaggio inoltrato:", EOL},
    {ALONE, ZONES_FORWARD, "In\xC3\xAD\x63io da mensagem reencaminhada:", EOL},
    {FROM, ZONES_SENT, "Inviato: ", ""},
    {DIGEST, ZONES_NEXT, "Message: ", ""},
    {ALONE, ZONES_FROM, "Od: ", ""},
    {FROM, ZONES_SENT, "Odesl\xC3\xA1no: ", ""},
    {SENT, ZONES_FORWARD, "Objet", ": "},
    {SENT, ZONES_FORWARD, "Oggetto: ", ""},
    {SENT, ZONES_FORWARD, "Onderwerp: ", ""},
    {SENT, ZONES_FORWARD, "P\xC5\x99\x65\x64m\xC4\x9Bt: ", ""},
    {RULE, ZONES_FOOT, "Sent via ", " mailing list ("},
    {FROM, ZONES_SENT, "Sent: ", ""},
    {FROM, ZONES_SENT, "Skickat: ", ""},
    {FROM, ZONES_SENT, "Sendt: ", ""},
    {SENT, ZONES_FORWARD, "Subject: ", ""},
    {ALONE, ZONES_FOOT, "To unsubscribe from this group and stop receiving", ""},
    {ALONE, ZONES_FOOT, "To unsubscribe from this group, send ", "email"},
    {ALONE, ZONES_FOOT, "To unsubscribe from this list: send the line", ""},
    {ALONE, ZONES_FOOT, "To unsubscribe from the ", " list, click the following link"},
    {ALONE, ZONES_SENT_TO, "This message was sent to ", "@"},
    {ALONE, ZONES_SENT_TO, "This email was sent to", "@"},
    {ALONE, ZONES_SENT_TO, "This e-mail was sent to ", "@"},
    {ALONE, ZONES_SENT_TO, "This newsletter was sent to ", "@"},
    {ALONE, ZONES_SENT_TO, "This mailing was sent to ", "@"},
    {RULE, ZONES_FOOT, "To unsubscribe", ""},
    {RULE, ZONES_FOOT, "This SF.net email is sponsored", ""},
    {RULE, ZONES_FOOT, "This message was sent by Atlassian J", ""},
    {SENT, ZONES_FORWARD, "Temat: ", ""},
    {RULE, ZONES_FOOT, "Unsubscribe:", ""},
    {ALONE, ZONES_FORWARD, "Vidarebefordrat brev:", EOL},
    {ALONE, ZONES_FROM, "Von: ", ""},
    {ALONE, ZONES_FROM, "Van: ", ""},
    {FROM, ZONES_SENT, "Verzonden: ", ""},
    {FROM, ZONES_SENT, "Wys\xC5\x82\x61no: ", ""},
    {ALONE, ZONES_FOOT, "You received this message because you are subscribed to the Google", ""},
    {ALONE, ZONES_FOOT, "Yahoo! Groups Links", EOL},
    {ALONE, ZONES_FOOT, "Yahoo Groups Links", EOL},
    {ALONE, ZONES_FOOT, "Your use of Yahoo! Groups is subject to", ""},
    {ALONE, ZONES_FOOT, "Your use of Yahoo Groups is subject to", ""},
    {RULE, ZONES_FOOT, "You received this ", " because"},
    {RULE, ZONES_FOOT, "You are receiving this ", "because"},
    {RULE, ZONES_FOOT, "You are subscribed to the ", "list"},
    {SENT, ZONES_FORWARD, "\xC3\x84mne: ", ""},
};

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

/* Returns the sign if only blanks and the end of the line follow. */
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
    static const char list[] = " mailing list";
    size_t word = 0;

    while (word < line->n && line->p[word] != ' ')
        word++;
    for (size_t k = 0; list[k]; k++) {
        if (word + k == line->n)
            return line->ended ? ZONES_TEXT : ZONES_MORE;
        if (ascii_lower(line->p[word + k]) != list[k])
            return ZONES_TEXT;
    }
    *used = word + sizeof list - 1;
    if (*used == line->n && !line->ended)
        return ZONES_MORE;
    return word > 0 && (*used == line->n || !ascii_is_alpha((unsigned char)line->p[*used]))
               ? ZONES_FOOT
               : ZONES_TEXT;
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
        if (r->after != ALONE
                ? !(r->after & after)
                : line->n >= ZONES_START && (eight_load(line->p) & g->mask[i]) != g->key[i])
            continue;
        sign = look_row(r, r->after != ALONE, line, &by);
        choose(&best, used, sign, by);
    }
    if (after & RULE && line->p[0] != '-') {
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
 * a byte separately, so the bytes of a group have one half in common: that avoids false matches.
 * Rules, whose third byte may be any, have separate groups. */
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
    if (words[i].after != ALONE)
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
    const unsigned any = RULE | ZONES_AFTER_MAILMAN | ZONES_AFTER_SENT_TO;
    unsigned char first = (unsigned char)*p;

    return ((g->follows[first] | any) & after) != 0 ||
           ((g->rows[first].n > 0 || is_rule_byte(*p)) &&
            (n < ZONES_START || zones_may_begin(g, p)));
}
