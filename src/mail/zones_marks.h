/* zones_marks.h - between the files of zones.h: what one line shows */
#ifndef TRAWL_MAIL_ZONES_MARKS_H
#define TRAWL_MAIL_ZONES_MARKS_H

#include <stdbool.h>
#include <stddef.h>

typedef enum zones_sign {
    ZONES_MORE,  /* not decided by so many bytes */
    ZONES_TEXT,  /* nothing */
    ZONES_BLANK, /* an empty line */
    ZONES_FOOT,
    ZONES_FORWARD,
    ZONES_FORWARD_END,
    ZONES_NEXT, /* of a digest's or an archive's texts */
    ZONES_RULE, /* of dashes, number signs, ...: a footer often follows */
    ZONES_UNDERSCORES,
    ZONES_MAILMAN, /* as many underscores as Mailman's */
    ZONES_DIGEST,  /* as many dashes as stand between the messages of a digest */
    ZONES_FROM,    /* the first line of a forwarded header */
    ZONES_SENT,    /* the second one */
    ZONES_DATED,   /* the same, where underscores go before it */
    ZONES_SENT_TO, /* "This message was sent to joe@example.com" */
    ZONES_SIGNS
} zones_sign;

/* What lines before have shown: bits of zones.after. */
enum {
    ZONES_AFTER_RULE = 1 << 0,    /* any of the lines that separate */
    ZONES_AFTER_UNDER = 1 << 1,   /* underscores */
    ZONES_AFTER_MAILMAN = 1 << 2, /* these, right before */
    ZONES_AFTER_DIGEST = 1 << 3,
    ZONES_AFTER_PART = 1 << 4, /* "next part" */
    ZONES_AFTER_FROM = 1 << 5, /* "From:" right before */
    ZONES_AFTER_SENT = 1 << 6, /* and "Sent:" */
    ZONES_AFTER_SENT_TO = 1 << 7
};

/* A line as far as it is there. */
typedef struct zones_line {
    const char *p;
    size_t n;   /* without its end */
    bool ended; /* nothing more of it comes; else it may go on */
    bool whole; /* ended by an LF, and not by ZONES_LINE */
} zones_line;

/* What it shows behind such lines. *used: so many bytes of it decided that, n + 1 for its end. More bytes of a line change
 * neither. */
zones_sign zones_look(unsigned after, const zones_line *line, size_t *used);

#endif
