/* sniff.h - what kind of input it is, by its first bytes (SPEC E1) */
#ifndef TRAWL_MAIL_SNIFF_H
#define TRAWL_MAIL_SNIFF_H

#include <stdbool.h>

#include "mail/container.h"

/* The kind of what begins with p[0..n), decided as early as can be; CONTAINER_AUTO: more is wanted, which is never the
 * answer when last is set or n is CONTAINER_SNIFF. The answer depends on the input alone, never on how much of it was
 * there when it was given. *why is a static sentence.
 *
 * "From " and a date, behind empty lines too: mbox. A line of four ^A: MMDF. "#! rnews n", or a compressed batch: a
 * batch. "220 ", "221 " or "222 ", an article's number and its id: NNTP. A header: one message - but only if the first
 * block of lines is nothing but fields and their continuations, and they are enough for a header (sniff_is_header()), so
 * that a text which begins "Note: see ..." or "Cc: ..." stays a text. Before such fields a line "From " without a date
 * makes it an mbox, ">From " does not: so filters pipe one message. Else: text. A byte order mark of UTF-8 before all that
 * counts for nothing. */
container_kind sniff(const char *p, size_t n, bool last, const char **why);

/* Is this line (without its line break) "From " with a date, as an mbox has it? The line of RFC 4155, of old mailers
 * without a seconds field, with a time zone before or behind the year, with "remote from x" behind; a date as in a
 * header (RFC 5322 section 3.3); and the line "From -1234567890" of Usenet archives, which has a number instead. */
bool sniff_from_line(const char *p, size_t n);

/* Is this the name of a field that mail or news has, and texts have less often? In any case of letters. */
bool sniff_field(const char *name, size_t n);

/* What the fields of a header say, together. */
enum sniff_bits {
    SNIFF_MAIL = 1,   /* one is a sniff_field() */
    SNIFF_SURE = 2,   /* and one that hardly anything else has: Message-ID, List-Id, Received with a host */
    SNIFF_PARTY = 4,  /* who: From, To, Cc and the like */
    SNIFF_SENDER = 8, /* From, with an address */
    SNIFF_TOPIC = 16, /* Subject or Date */
    SNIFF_OTHER = 32, /* one that mail has not */
    SNIFF_COPY = 64   /* Sent, which Outlook has in the header that it puts before what is answered */
};

/* What the field tells whose first line is line[0..n), name bytes of it its name. */
unsigned sniff_says(const char *line, size_t n, size_t name);

/* Do fields that say all this make a header of mail or news? ended: an empty line follows them. One that is sure is enough,
 * and so are an address in From with a Subject or a Date. Else there must be an empty line, and either nothing that mail
 * has not, or someone and a Subject or a Date. With SNIFF_COPY only one that is sure is enough. */
bool sniff_is_header(unsigned says, bool ended);

/* Can a message begin with this line (without its line break): a sniff_from_line(), or such a field? */
bool sniff_begins_message(const char *p, size_t n);

/* Is this line "220 ", "221 " or "222 ", a number and an id: an article follows? */
bool sniff_nntp_line(const char *p, size_t n);

#endif
