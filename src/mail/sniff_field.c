/* sniff_field.c - what the names of fields tell of a header: is it one of mail or news?
 *
 * People and programs begin texts with lines of a name, a colon and something, too: notes ("Date:", "Where:"), the trailers
 * of commits ("Cc:", "Link:"), robots.txt ("User-agent:", "Sitemap:"), the head of an HTTP answer. Read as a header, such a
 * text would show none of its links. So a name counts by what else has it.
 */
#include <string.h>

#include "base/ascii.h"
#include "mail/sniff.h"

typedef struct field_row {
    const char *name; /* "-" at the end: and all that begin so */
    unsigned says;
} field_row;

#define SURE (SNIFF_MAIL | SNIFF_SURE)
#define PARTY (SNIFF_MAIL | SNIFF_PARTY)
#define TOPIC (SNIFF_MAIL | SNIFF_TOPIC)

/* Fields of RFC 5322, 5536, 2045 and of programs. Those that say nothing are in mail often, and in texts too. */
/* clang-format off */
static const field_row fields[] = {
    {"apparently-to", SURE}, {"approved", 0}, {"arc-", SURE}, {"archived-at", SURE}, {"authentication-results", SURE},
    {"auto-submitted", 0}, {"autocrypt", 0}, {"bcc", PARTY}, {"cc", PARTY}, {"comments", 0}, {"content-", 0},
    {"content-transfer-encoding", SURE}, {"content-type", SNIFF_MAIL}, {"control", 0}, {"date", TOPIC},
    {"date-received", SURE}, {"delivered-to", SURE}, {"disposition-notification-to", 0}, {"distribution", 0},
    {"dkim-signature", SURE}, {"domainkey-signature", SURE}, {"envelope-to", SURE}, {"errors-to", SURE},
    {"expires", 0}, {"face", 0}, {"fcc", 0}, {"feedback-id", 0}, {"followup-to", 0}, {"from", PARTY}, {"importance", 0},
    {"in-reply-to", SNIFF_MAIL}, {"injection-info", SURE}, {"keywords", 0}, {"lines", 0}, {"list-", SNIFF_MAIL},
    {"list-archive", SURE}, {"list-help", SURE}, {"list-id", SURE}, {"list-owner", SURE}, {"list-post", SURE},
    {"list-subscribe", SURE}, {"list-unsubscribe", SURE}, {"list-unsubscribe-post", SURE}, {"mail-", 0},
    {"message-id", SURE}, {"mime-version", SURE}, {"newsgroups", SURE}, {"nntp-", SURE}, {"organization", 0},
    {"path", 0}, {"posting-version", SURE}, {"precedence", 0}, {"priority", 0}, {"received", SNIFF_MAIL},
    {"received-spf", SURE}, {"references", SNIFF_MAIL}, {"relay-version", SURE}, {"reply-to", PARTY},
    {"resent-", SURE}, {"return-path", SURE}, {"sender", PARTY}, {"sensitivity", 0}, {"sent", SNIFF_COPY},
    {"status", 0}, {"subject", TOPIC}, {"summary", 0}, {"supersedes", SURE}, {"thread-", 0}, {"to", PARTY},
    {"user-agent", 0}, {"x-", 0}, {"x-google-", SURE}, {"x-mailer", SURE}, {"x-mozilla-", SURE}, {"x-newsreader", SURE},
    {"x-original-", SURE}, {"xref", SURE},
};
/* clang-format on */

/* The longest that fits; NULL for a name that is in no mail. */
static const field_row *field_find(const char *name, size_t n)
{
    const field_row *best = NULL;
    size_t best_n = 0, length;

    for (size_t k = 0; n && k < sizeof fields / sizeof fields[0]; k++) {
        if (fields[k].name[0] != ascii_lower(name[0]))
            continue;
        length = strlen(fields[k].name);
        bool more = fields[k].name[length - 1] == '-';
        if (length > best_n && (more ? n > length : n == length) && ascii_same(name, fields[k].name, length)) {
            best = &fields[k];
            best_n = length;
        }
    }
    return best;
}

bool sniff_field(const char *name, size_t n)
{
    const field_row *row = field_find(name, n);

    return row && (row->says & SNIFF_MAIL);
}

/* "Received: from a.example by b.example", not "Received: on Monday". */
static bool has_hop(const char *p, size_t n)
{
    static const char *const words[] = {"from ", "by ", "via ", "("};

    while (n && (*p == ' ' || *p == '\t')) {
        p++;
        n--;
    }
    for (size_t k = 0; k < sizeof words / sizeof words[0]; k++)
        if (n > strlen(words[k]) && ascii_same(p, words[k], strlen(words[k])))
            return true;
    return false;
}

/* "joe@a.example", "a!b!joe" */
static bool has_address(const char *p, size_t n)
{
    return n && (memchr(p, '@', n) || memchr(p, '!', n));
}

unsigned sniff_says(const char *line, size_t n, size_t name)
{
    const field_row *row = field_find(line, name);
    unsigned says = row ? row->says : SNIFF_OTHER;

    if (name == 4 && ascii_same(line, "from", 4) && has_address(line + name, n - name))
        says |= SNIFF_SENDER;
    if (name == 8 && ascii_same(line, "received", 8)) {
        const char *colon = memchr(line, ':', n);
        if (colon && has_hop(colon + 1, (size_t)(line + n - colon) - 1))
            says |= SNIFF_SURE;
    }
    return says;
}

bool sniff_is_header(unsigned says, bool ended)
{
    if (!(says & SNIFF_MAIL))
        return false;
    if ((says & SNIFF_SURE) || ((says & SNIFF_SENDER) && (says & SNIFF_TOPIC) && !(says & SNIFF_COPY)))
        return true;
    return ended && !(says & SNIFF_COPY) && (!(says & SNIFF_OTHER) || ((says & SNIFF_PARTY) && (says & SNIFF_TOPIC)));
}
