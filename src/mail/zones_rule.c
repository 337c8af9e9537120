/* zones_rule.c - lines of dashes, underscores and the like; see zones_rule.h
 *
 *   -----Original Message-----      ----- Forwarded message from Joe <joe@example.com> -----
 *   -------------- next part --------------      --~--~---------~--~----~      ==^=====================^==
 */
#include "mail/zones_rule.h"

#include <string.h>

#include "base/ascii.h"

/* So many underscores stand above Mailman's footer, so many dashes between the messages of a digest (RFC 1153 section 3.2),
 * so many underscores, at least, above the header of a message that Outlook forwards or answers. */
enum { MAILMAN = 47, DIGEST = 30, OUTLOOK = 20 };

bool zones_rule_may_begin(const char *two)
{
    switch (two[0]) {
    case '-':
        return two[1] == '-' || two[1] == '=' || two[1] == '\n' || two[1] == '\r';
    case '_':
    case '#':
    case '=':
    case '*':
        return two[1] == two[0];
    default:
        return false;
    }
}

/* Does it consist of these characters? */
static bool is_of(const char *p, size_t n, const char *set)
{
    for (size_t i = 0; i < n; i++)
        if (!strchr(set, p[i]) || p[i] == '\0')
            return false;
    return true;
}

/* ---- Between dashes ---- */

typedef struct phrase {
    zones_sign sign;
    const char *words;
} phrase;

/* What follows them may be "from Joe", too, before dashes. */
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
    {ZONES_FORWARD,
     "\xD0\x98\xD1\x81\xD1\x85\xD0\xBE\xD0\xB4\xD0\xBD\xD0\xBE\xD0\xB5 \xD1\x81\xD0\xBE\xD0\xBE\xD0\xB1\xD1\x89\xD0\xB5\xD0\xBD\xD0\xB8\xD0\xB5"}, /* Russian: original message */
    {ZONES_FORWARD,
     "\xD0\x9F\xD0\xB5\xD1\x80\xD0\xB5\xD1\x81\xD0\xBB\xD0\xB0\xD0\xBD\xD0\xBD\xD0\xBE\xD0\xB5 \xD1\x81\xD0\xBE\xD0\xBE\xD0\xB1\xD1\x89\xD0\xB5\xD0\xBD\xD0\xB8\xD0\xB5"}, /* forwarded message */
    {ZONES_FORWARD, "\xE5\x8E\x9F\xE5\xA7\x8B\xE9\x82\xAE\xE4\xBB\xB6"}, /* Chinese: original mail */
    {ZONES_FORWARD, "\xE8\xBD\xAC\xE5\x8F\x91\xE9\x82\xAE\xE4\xBB\xB6"}, /* forwarded mail */
};

static bool has(const char *p, size_t n, const char *words)
{
    size_t len = strlen(words);

    for (size_t i = 0; i < len && i < n; i++)
        if (ascii_lower(p[i]) != ascii_lower(words[i]))
            return false;
    return n >= len;
}

/* Behind the words: dashes, or something before dashes; or nothing, where there are enough of them in front. */
static bool is_tail(const char *p, size_t n, size_t front)
{
    size_t dashes = 0;

    while (dashes < n && p[n - 1 - dashes] == '-')
        dashes++;
    if (dashes == n)
        return n > 0 || front >= 4;
    return dashes >= 3 && (p[0] == ' ' || p[0] == '-' || p[0] == ':');
}

/* Yahoo's lines end in "-~-->". */
static bool is_sponsor_tail(const char *p, size_t n)
{
    return is_of(p, n, "-~> ");
}

static zones_sign between_dashes(const char *p, size_t n, size_t front)
{
    size_t i = front;

    i += i < n && p[i] == ' ';
    for (size_t k = 0; front >= 3 && k < sizeof phrases / sizeof phrases[0]; k++) {
        size_t end = i + strlen(phrases[k].words);
        if (!has(p + i, n - i, phrases[k].words))
            continue;
        if (is_tail(p + end, n - end, front) || (phrases[k].sign == ZONES_FOOT && is_sponsor_tail(p + end, n - end)))
            return phrases[k].sign;
        /* "Forwarded message follows" */
        if (has(p + end, n - end, " follows") && is_tail(p + end + 8, n - end - 8, front))
            return phrases[k].sign;
    }
    return ZONES_TEXT;
}

/* ---- The line ---- */

static zones_sign dashes(const char *p, size_t n)
{
    size_t front = 0;

    while (front < n && p[front] == '-')
        front++;
    if (front == n)
        return n == DIGEST ? ZONES_DIGEST : ZONES_RULE;
    return is_of(p, n, "-~>= ") ? ZONES_RULE : between_dashes(p, n, front);
}

static zones_sign others(const char *p, size_t n)
{
    switch (p[0]) {
    case '_':
        return n < OUTLOOK || !is_of(p, n, "_") ? ZONES_TEXT : n == MAILMAN ? ZONES_MAILMAN : ZONES_UNDERSCORES;
    case '=': /* "==^===": Topica */
        if (n >= 20 && is_of(p, n, "=^") && memchr(p, '^', n))
            return ZONES_FOOT;
        return is_of(p, n, "=") ? ZONES_RULE : ZONES_TEXT;
    case '#':
        return n >= 10 && is_of(p, n, "#") ? ZONES_RULE : ZONES_TEXT;
    default:
        return n >= 5 && is_of(p, n, "*") ? ZONES_RULE : ZONES_TEXT;
    }
}

zones_sign zones_rule(const zones_line *line)
{
    size_t n = line->n;

    if (n == 0 || !strchr("-_#=*", line->p[0]) || line->p[0] == '\0')
        return ZONES_TEXT;
    if (n == 1 && !line->ended)
        return ZONES_MORE;
    if (!zones_rule_may_begin(n > 1 ? line->p : (const char[]){line->p[0], '\n'}))
        return ZONES_TEXT;
    if (!line->ended)
        return ZONES_MORE;
    while (n > 1 && (line->p[n - 1] == ' ' || line->p[n - 1] == '\t'))
        n--;
    if (!line->whole)
        return ZONES_TEXT;
    return line->p[0] == '-' ? dashes(line->p, n) : others(line->p, n);
}
