/* inside.h - declarations that the files of zones share */
#ifndef TRAWL_MAIL_ZONES_INSIDE_H
#define TRAWL_MAIL_ZONES_INSIDE_H

#include "base/ascii.h"
#include "mail/zones/zones.h"

/* The meaning of a line. */
typedef enum zones_sign {
    ZONES_MORE,  /* more bytes are needed to decide */
    ZONES_TEXT,  /* no special meaning */
    ZONES_BLANK, /* an empty line */
    ZONES_FOOT,
    ZONES_FORWARD,
    ZONES_FORWARD_END,
    ZONES_ORIGINAL, /* "-----Original Message-----" */
    ZONES_HEADED,   /* the last line of a header such as Outlook writes */
    ZONES_NEXT,     /* the next text of a digest or an archive */
    ZONES_RULE,     /* a rule of dashes, number signs, ...: a footer often follows */
    ZONES_UNDERSCORES,
    ZONES_MAILMAN,   /* underscores, in the number that Mailman writes */
    ZONES_DIGEST,    /* dashes, in the number that a digest has between its messages */
    ZONES_FROM,      /* the first line of a forwarded header */
    ZONES_TO,        /* a line between ZONES_FROM and ZONES_SENT, or a folded line */
    ZONES_SENT,      /* the second line of a forwarded header */
    ZONES_DATED,     /* as ZONES_SENT, if underscores precede the first line, or if this line has a
                    * time without a zone; else no such header */
    ZONES_SENT_TO,   /* "This message was sent to joe@example.com" */
    ZONES_DEVICE,    /* "Sent from my phone" */
    ZONES_CLOSE,     /* "Best regards," */
    ZONES_SEPARATOR, /* "--" without its blank, or a dash */
    ZONES_NAMED,     /* a name below ZONES_CLOSE, ZONES_SEPARATOR or a rule */
    ZONES_DASHES,    /* "-- " */
    ZONES_WROTE,     /* "On 4 May 2020, Joe wrote:" */
    ZONES_SAID,      /* like ZONES_WROTE, without an address: in an answer as ZONES_WROTE; elsewhere
                    * only its name is used */
    ZONES_TELLS,     /* as ZONES_SAID, in a line that begins with the name */
    ZONES_SAYS,  /* "Joe wrote:", without a date: as ZONES_SAID, but in an answer only below text */
    ZONES_HALF,  /* the beginning of a ZONES_WROTE that may continue in the next line */
    ZONES_QUOTE, /* after ZONES_WROTE, the first line of a quote without marks */
    ZONES_MARKED, /* after ZONES_WROTE or ZONES_SAID, a line that begins with a mark, not ">" */
    ZONES_SIGNS
} zones_sign;

/* Which special lines preceded: bits of zones.after. */
enum {
    ZONES_AFTER_RULE = 1 << 0,    /* a rule */
    ZONES_AFTER_UNDER = 1 << 1,   /* underscores */
    ZONES_AFTER_MAILMAN = 1 << 2, /* Mailman's underscores, directly before */
    ZONES_AFTER_DIGEST = 1 << 3,
    ZONES_AFTER_PART = 1 << 4, /* "next part" */
    ZONES_AFTER_FROM = 1 << 5, /* "From:", with only ZONES_TO after it */
    ZONES_AFTER_SENT = 1 << 6, /* "From:" and "Sent:" */
    ZONES_AFTER_SENT_TO = 1 << 7,
    ZONES_AFTER_WROTE = 1 << 8,
    ZONES_AFTER_OPENED = 1 << 9,    /* the start of an element whose text is quoted */
    ZONES_AFTER_ORIGINAL = 1 << 10, /* in an answer: ZONES_ORIGINAL */
    ZONES_AFTER_SAID = 1 << 11,     /* ZONES_SAID: only a mark begins a quote */
    ZONES_AFTER_CLOSE = 1 << 12,
    ZONES_AFTER_SEPARATOR = 1 << 13, /* directly before */
    ZONES_NO_MESSAGE = 1 << 14 /* not in zones.after: for zones_look(), the text is no message's */
};

/* A line, as far as it was read. */
typedef struct zones_line {
    const char *p;
    size_t n;   /* length without the line break */
    bool ended; /* p[0..n) is all that will be read of the line */
    bool whole; /* the line ended at a LF, not after ZONES_LINE bytes */
} zones_line;

/* Returns the meaning of the line after the special lines in `after`. Sets *used to the number of
 * bytes that decide it; n + 1 includes the line break. More bytes of the line would change
 * neither. */
zones_sign zones_look(unsigned after, const zones_line *line, size_t *used);

/* The number of bytes that the filter tests. */
#define ZONES_START 8

/* Makes the filter for lines by their first bytes, for words that need no special line before them.
 * Words that close a letter are only in that of messages. */
void zones_starts_make(kernel_starts *to, bool messages);

/* Returns true when a line that begins with these ZONES_START bytes may have a meaning without a
 * special line before it. */
bool zones_may_begin(const char *p);

/* Returns true when a line that begins with p[0..n) may have a meaning after the special lines in
 * `after`. Any other line is ZONES_TEXT. */
bool zones_may_follow(unsigned after, const char *p, size_t n);

/* ---- who.c ---- */

/* Returns the name in a line that says who wrote what follows, or in a field From. */
trawl_str zones_who(const char *p, size_t n, bool field);

/* Returns true when a line that is a name shares a word with the field From. */
bool zones_is_author(const zones_line *line, trawl_str from);

/* ---- said.c ---- */

/* Returns ZONES_TELLS or ZONES_SAYS for a line that begins with the name or the date, ends with a
 * colon, and says who wrote what follows. Sets *verb to the length of what precedes the verb, or of
 * the line if it has none. */
zones_sign zones_look_said(const zones_line *line, size_t *verb);

/* Returns true when the first byte of a line may begin such a line. */
static inline bool zones_may_say(char c)
{
    const unsigned char first = (unsigned char)c;

    return ascii_is_alnum(first) || (first >= 0xC3 && first != 0xE2) || memchr("\"'<", first, 3);
}

/* Returns true when the line may be the name of a person and nothing else. */
bool zones_is_name(const zones_line *line);

/* For zones_look_said(): the words of src/gen/zones.tsv that follow a name, each after a byte
 * with its length; a NUL follows the last. */
extern const char zones_verbs[];

/* The second bytes of these words, one bit for each value of their lower five bits. */
extern const uint32_t zones_verb_letters;

/* ---- zones.c, for elements.c ---- */

/* Reports the zone from offset `at` on, unless the same zone was reported last. */
int zones_report(zones *z, uint64_t at);

/* Takes a line with this meaning, whose words end at offset `at`. */
int zones_take(zones *z, zones_sign sign, uint64_t at);

#endif
