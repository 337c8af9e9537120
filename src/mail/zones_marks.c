/* zones_marks.c - what one line shows: the words of list managers and of headers that were forwarded; see zones_marks.h
 *
 * The rules of dashes and what stands between them are in zones_rule.c.
 */
#include "mail/zones_marks.h"

#include <string.h>

#include "base/ascii.h"
#include "mail/zones_first.h"
#include "mail/zones_rule.h"

#define EOL "\n"

/* A line that begins so and, behind that, has these words; EOL: nothing more. Those of lines that show something by themselves
 * are compared as they are, others in any case. */
typedef struct row {
    zones_sign sign;
    const char *begin, *has;
} row;

/* Mass mailers: an address before, how to leave soon after */
static const row behind_sent_to[] = {
    {ZONES_FOOT, "", "unsubscribe"},
};

/* Behind a rule. Bugzilla, GitHub, Launchpad and others say why; SourceForge had sponsors */
static const row behind_rule[] = {
    {ZONES_FOOT, "To unsubscribe", ""},
    {ZONES_FOOT, "Unsubscribe:", ""},
    {ZONES_FOOT, "You received this ", " because"},
    {ZONES_FOOT, "You are receiving this ", "because"},
    {ZONES_FOOT, "You are subscribed to the ", "list"},
    {ZONES_FOOT, "This SF.net email is sponsored", ""},
    {ZONES_FOOT, "This message was sent by Atlassian J", ""},
    {ZONES_FOOT, "Sent via ", " mailing list ("},
    {ZONES_FOOT, "## List details at ", ""},
};

/* Mailman's archive */
static const row behind_part[] = {
    {ZONES_FOOT, "An HTML attachment was scrubbed", ""},
    {ZONES_FOOT, "A non-text attachment was scrubbed", ""},
    {ZONES_FOOT, "An embedded ", " was scrubbed"},
};

/* Digests */
static const row behind_digest[] = {
    {ZONES_NEXT, "Message: ", ""},
    {ZONES_NEXT, "Date: ", ""},
};

/* Outlook's header: From and Sent, ... */
static const row behind_from[] = {
    {ZONES_SENT, "Sent: ", ""},
    {ZONES_SENT, "*Sent:*", ""},
    {ZONES_SENT, "Gesendet: ", ""},
    {ZONES_SENT, "Envoy\xC3\xA9", ": "},
    {ZONES_SENT, "Enviado", ": "},
    {ZONES_SENT, "Enviada", ": "},
    {ZONES_SENT, "Inviato: ", ""},
    {ZONES_SENT, "Verzonden: ", ""},
    {ZONES_SENT, "Skickat: ", ""},
    {ZONES_SENT, "Sendt: ", ""},
    {ZONES_SENT, "Wys\xC5\x82\x61no: ", ""},
    {ZONES_SENT, "Odesl\xC3\xA1no: ", ""},
    {ZONES_DATED, "Date: ", ""},
    {ZONES_DATED, "Date : ", ""},
    {ZONES_DATED, "*Date:*", ""},
    {ZONES_DATED, "Datum: ", ""},
    {ZONES_DATED, "Fecha: ", ""},
    {ZONES_DATED, "Data: ", ""},
};

/* ... and a Subject, which is wanted where no underscores go before */
static const row behind_sent[] = {
    {ZONES_FORWARD, "Subject: ", ""},     {ZONES_FORWARD, "*Subject:*", ""},
    {ZONES_FORWARD, "Betreff: ", ""},     {ZONES_FORWARD, "Objet", ": "},
    {ZONES_FORWARD, "Asunto: ", ""},      {ZONES_FORWARD, "Assunto: ", ""},
    {ZONES_FORWARD, "Oggetto: ", ""},     {ZONES_FORWARD, "Onderwerp: ", ""},
    {ZONES_FORWARD, "\xC3\x84mne: ", ""}, {ZONES_FORWARD, "Emne: ", ""},
    {ZONES_FORWARD, "Temat: ", ""},       {ZONES_FORWARD, "P\xC5\x99\x65\x64m\xC4\x9Bt: ", ""},
};

#define ROWS(rows) (rows), sizeof(rows) / sizeof((rows)[0])

/* Those that need lines before, by what these must have shown. */
static const struct {
    unsigned after;
    const row *rows;
    size_t n;
} behind[] = {
    {ZONES_AFTER_SENT_TO, ROWS(behind_sent_to)}, {ZONES_AFTER_RULE, ROWS(behind_rule)},
    {ZONES_AFTER_PART, ROWS(behind_part)},       {ZONES_AFTER_DIGEST, ROWS(behind_digest)},
    {ZONES_AFTER_FROM, ROWS(behind_from)},       {ZONES_AFTER_SENT, ROWS(behind_sent)},
};

/* Those that need none. */
static const row alone[] = {
    /* Google Groups */
    {ZONES_FOOT, "You received this message because you are subscribed to the Google", ""},
    {ZONES_FOOT, "To unsubscribe from this group and stop receiving", ""},
    /* eGroups, Yahoo! Groups, groups.io */
    {ZONES_FOOT, "To unsubscribe from this group, send ", "email"},
    {ZONES_FOOT, "Yahoo! Groups Links", EOL},
    {ZONES_FOOT, "Yahoo Groups Links", EOL},
    {ZONES_FOOT, "Your use of Yahoo! Groups is subject to", ""},
    {ZONES_FOOT, "Your use of Yahoo Groups is subject to", ""},
    {ZONES_FOOT, "__._,_.___", EOL},
    {ZONES_FOOT, "Groups.io Links:", ""},
    /* Majordomo, LISTSERV */
    {ZONES_FOOT, "To unsubscribe from this list: send the line", ""},
    {ZONES_FOOT, "To unsubscribe from the ", " list, click the following link"},
    /* Mass mailers: an address here, how to leave soon after */
    {ZONES_SENT_TO, "This message was sent to ", "@"},
    {ZONES_SENT_TO, "This email was sent to", "@"},
    {ZONES_SENT_TO, "This e-mail was sent to ", "@"},
    {ZONES_SENT_TO, "This newsletter was sent to ", "@"},
    {ZONES_SENT_TO, "This mailing was sent to ", "@"},
    /* Apple Mail */
    {ZONES_FORWARD, "Begin forwarded message:", EOL},
    {ZONES_FORWARD, "Anfang der weitergeleiteten Nachricht:", EOL},
    {ZONES_FORWARD, "Anfang der weitergeleiteten E-Mail:", EOL},
    {ZONES_FORWARD, "D\xC3\xA9\x62ut du message r\xC3\xA9\x65xp\xC3\xA9\x64i\xC3\xA9", ":"},
    {ZONES_FORWARD, "D\xC3\xA9\x62ut du message transf\xC3\xA9r\xC3\xA9", ":"},
    {ZONES_FORWARD, "Inicio del mensaje reenviado:", EOL},
    {ZONES_FORWARD, "Inizio messaggio inoltrato:", EOL},
    {ZONES_FORWARD, "Begin doorgestuurd bericht:", EOL},
    {ZONES_FORWARD, "In\xC3\xAD\x63io da mensagem reencaminhada:", EOL},
    {ZONES_FORWARD, "Vidarebefordrat brev:", EOL},
    /* Outlook's header: From and Sent, ... */
    {ZONES_FROM, "From: ", ""},
    {ZONES_FROM, "*From:*", ""},
    {ZONES_FROM, "Von: ", ""},
    {ZONES_FROM, "De: ", ""},
    {ZONES_FROM, "De : ", ""},
    {ZONES_FROM, "De\xC2\xA0: ", ""},
    {ZONES_FROM, "Da: ", ""},
    {ZONES_FROM, "Van: ", ""},
    {ZONES_FROM, "Fr\xC3\xA5n: ", ""},
    {ZONES_FROM, "Fra: ", ""},
    {ZONES_FROM, "Od: ", ""},
};

/* ---- One line ---- */

static bool is_same(const char *p, const char *word, size_t n, bool any_case)
{
    if (!any_case)
        return memcmp(p, word, n) == 0;
    for (size_t i = 0; i < n; i++)
        if (ascii_lower(p[i]) != ascii_lower(word[i]))
            return false;
    return true;
}

/* Where the words end, 0 if they are not there. */
static size_t end_of(const zones_line *line, size_t from, const char *has, bool any_case)
{
    size_t n = strlen(has);

    for (size_t i = from; i + n <= line->n; i++)
        if (is_same(line->p + i, has, n, any_case))
            return i + n;
    return 0;
}

/* Nothing but blanks from there on, and the line's end. */
static zones_sign look_end(const zones_line *line, size_t from, zones_sign sign, size_t *used)
{
    while (from < line->n && (line->p[from] == ' ' || line->p[from] == '\t' || line->p[from] == '\r'))
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

/* One word and " mailing list", as below the rules of list managers. */
static zones_sign look_list(const zones_line *line, size_t *used)
{
    static const char words[] = " mailing list";
    size_t word = 0;

    while (word < line->n && line->p[word] != ' ')
        word++;
    for (size_t k = 0; words[k]; k++) {
        if (word + k == line->n)
            return line->ended ? ZONES_TEXT : ZONES_MORE;
        if (ascii_lower(line->p[word + k]) != words[k])
            return ZONES_TEXT;
    }
    *used = word + sizeof words - 1;
    if (*used == line->n && !line->ended)
        return ZONES_MORE;
    return word > 0 && (*used == line->n || !ascii_is_alpha((unsigned char)line->p[*used])) ? ZONES_FOOT : ZONES_TEXT;
}

/* Of two answers the one that fewer bytes give; MORE only where there is no other. */
static void choose(zones_sign *best, size_t *used, zones_sign sign, size_t by)
{
    bool answers = sign != ZONES_TEXT && sign != ZONES_MORE, better = *best == ZONES_TEXT || *best == ZONES_MORE;

    if (answers ? better || by < *used : sign == ZONES_MORE && *best == ZONES_TEXT) {
        *best = sign;
        *used = by;
    }
}

static zones_sign look_words(unsigned after, const zones_line *line, size_t *used)
{
    zones_sign best = ZONES_TEXT, sign;
    size_t by = 0, count = zones_first[(unsigned char)line->p[0]] ? sizeof alone / sizeof alone[0] : 0;
    char first = ascii_lower(line->p[0]);

    if (line->p[0] == '-' && (after & ZONES_AFTER_SENT_TO) == 0)
        return ZONES_TEXT; /* only rules begin so */
    for (size_t i = 0; i < count; i++) {
        if (alone[i].begin[0] != line->p[0])
            continue;
        sign = look_row(&alone[i], false, line, &by);
        choose(&best, used, sign, by);
    }
    for (size_t k = 0; after && k < sizeof behind / sizeof behind[0]; k++) {
        for (size_t i = 0; i < behind[k].n && (behind[k].after & after); i++) {
            const row *r = &behind[k].rows[i];
            if (r->begin[0] && ascii_lower(r->begin[0]) != first)
                continue;
            sign = look_row(r, true, line, &by);
            choose(&best, used, sign, by);
        }
    }
    if (after & ZONES_AFTER_RULE) {
        sign = look_list(line, &by);
        choose(&best, used, sign, by);
    }
    return best;
}

/* Most lines that are looked at are the first of a header, which no other row has a word about. */
static bool is_from(unsigned after, const zones_line *line)
{
    static const char from[] = {'F', 'r', 'o', 'm', ':', ' '};

    return after == 0 && line->n >= sizeof from && memcmp(line->p, from, sizeof from) == 0;
}

zones_sign zones_look(unsigned after, const zones_line *line, size_t *used)
{
    zones_sign words, rule;
    size_t blank = 0;

    if (is_from(after, line)) {
        *used = sizeof "From: " - 1;
        return ZONES_FROM;
    }
    while (blank < line->n && (line->p[blank] == ' ' || line->p[blank] == '\t' || line->p[blank] == '\r'))
        blank++;
    if (blank == line->n)
        return line->ended ? ZONES_BLANK : ZONES_MORE;
    *used = blank;
    if (after & ZONES_AFTER_MAILMAN)
        return ZONES_FOOT;
    words = look_words(after, line, used);
    if (words == ZONES_SENT || words == ZONES_DATED)
        words = after & ZONES_AFTER_UNDER ? ZONES_FORWARD : words == ZONES_SENT ? words : ZONES_TEXT;
    if (words != ZONES_TEXT && words != ZONES_MORE)
        return words;
    rule = zones_rule(line);
    if (rule != ZONES_TEXT && rule != ZONES_MORE)
        *used = line->n + 1;
    return rule == ZONES_TEXT ? words : rule;
}
